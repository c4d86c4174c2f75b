#include "model/interval.h"

#include "model/scalar.h"

struct interval interval_neg(struct interval a)
{
    return (struct interval){integer_sub(0, a.high), integer_sub(0, a.low)};
}

struct interval interval_add(struct interval a, struct interval b)
{
    return (struct interval){integer_add(a.low, b.low), integer_add(a.high, b.high)};
}

struct interval interval_sub(struct interval a, struct interval b)
{
    return (struct interval){integer_sub(a.low, b.high), integer_sub(a.high, b.low)};
}

static struct interval widened(struct interval a, value v)
{
    return (struct interval){v < a.low ? v : a.low, v > a.high ? v : a.high};
}

struct interval interval_mul(struct interval a, struct interval b)
{
    value corner = integer_mul(a.low, b.low);
    struct interval result = {corner, corner};
    result = widened(result, integer_mul(a.low, b.high));
    result = widened(result, integer_mul(a.high, b.low));
    return widened(result, integer_mul(a.high, b.high));
}

// Truncating division is monotone in the dividend, and in the divisor on either side of zero: the extremes are at the
// ends of the dividend and at the ends of both sides of the divisor.
struct interval interval_div(struct interval a, struct interval b)
{
    value divisors[4];
    size_t count = 0;
    if (b.low < 0) {
        divisors[count++] = b.low;
        divisors[count++] = b.high < 0 ? b.high : -1;
    }
    if (b.high > 0) {
        divisors[count++] = b.low > 0 ? b.low : 1;
        divisors[count++] = b.high;
    }
    struct interval result = {0, 0};
    for (size_t i = 0; i < count; i++) {
        value low = integer_div(a.low, divisors[i]);
        if (i == 0)
            result = (struct interval){low, low};
        result = widened(widened(result, low), integer_div(a.high, divisors[i]));
    }
    return result;
}

static value magnitude(value v)
{
    return v < 0 ? -v : v;
}

// The remainder has the dividend's sign, is no larger than it, and smaller than the divisor.
struct interval interval_mod(struct interval a, struct interval b)
{
    value largest = magnitude(b.low) > magnitude(b.high) ? magnitude(b.low) : magnitude(b.high);
    value most = largest ? largest - 1 : 0;
    struct interval result = {0, 0};
    if (a.low < 0)
        result.low = a.low < -most ? -most : a.low;
    if (a.high > 0)
        result.high = a.high > most ? most : a.high;
    return result;
}

struct interval interval_of_word(unsigned width, bool is_signed)
{
    unsigned bits = is_signed ? width - 1 : width; // of the magnitude
    if (bits > 62)
        return (struct interval){is_signed ? VALUE_LEAST : 0, VALUE_LARGEST};
    value beyond = (value)1 << bits;
    return (struct interval){is_signed ? -beyond : 0, beyond - 1};
}
