#include "base/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void units_add_count(struct mem *mem, struct str *out, uint64_t count)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            str_add_char(mem, out, ',');
        str_add_char(mem, out, digits[i]);
    }
}

void units_add_bytes(struct mem *mem, struct str *out, uint64_t bytes)
{
    static const char *const names[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    size_t unit = 0;
    // 1023.95 would be rounded to "1024.0" of the smaller unit.
    while (value >= 1023.95 && unit + 1 < sizeof names / sizeof names[0]) {
        value /= 1024;
        unit++;
    }
    str_add(mem, out, unit == 0 ? "%.0f %s" : "%.1f %s", value, names[unit]);
}

void units_add_seconds(struct mem *mem, struct str *out, double seconds)
{
    if (!(seconds < 1e15)) // infinite, or no number at all: more than any clock counts
        str_add(mem, out, "- s");
    else if (seconds < 59.995)
        str_add(mem, out, "%.2f s", seconds);
    else {
        uint64_t whole = (uint64_t)(seconds + 0.5);
        if (whole < 3600)
            str_add(mem, out, "%" PRIu64 " min %" PRIu64 " s", whole / 60, whole % 60);
        else
            str_add(mem, out, "%" PRIu64 " h %" PRIu64 " min", whole / 3600, whole / 60 % 60);
    }
}

void units_add_percent(struct mem *mem, struct str *out, double fraction)
{
    if (isfinite(fraction))
        str_add(mem, out, "%.1f %%", fraction * 100);
    else
        str_add(mem, out, "- %%");
}
