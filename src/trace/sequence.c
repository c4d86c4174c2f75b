#include "trace/sequence.h"

#include <assert.h>

// Work with bounds that takes more than this is not done; a bound of a formula can be any number.
#define MOST_POSITIONS ((size_t)1 << 24) // where a past is unrolled
#define MOST_WORK ((size_t)1 << 30)

// ---- Making and reading ---------------------------------------------------------------------------------------------

struct sequence *sequence_new(struct timeline *t, size_t count)
{
    assert(t->period ? count >= t->loop + t->period : count == t->length);
    struct sequence *s = arena_alloc(&t->arena, sizeof *s + count);
    s->count = count;
    s->start = count - t->period;
    return s;
}

const struct sequence *sequence_constant(struct timeline *t, enum truth truth)
{
    struct sequence *s = sequence_new(t, t->length);
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)truth;
    return s;
}

enum truth sequence_at(const struct timeline *t, const struct sequence *s, size_t position)
{
    if (position < s->count)
        return (enum truth)s->at[position];
    return t->period ? (enum truth)s->at[s->start + (position - s->start) % t->period] : TRUTH_UNKNOWN;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

// What comes before the first position is false: nothing was there.
static enum truth before(const struct timeline *t, const struct sequence *s, size_t position, size_t steps)
{
    return steps > position ? TRUTH_FALSE : sequence_at(t, s, position - steps);
}

static const struct sequence *give_up(struct timeline *t)
{
    t->gave_up = true;
    return sequence_constant(t, TRUTH_UNKNOWN);
}

// ---- Connectives ----------------------------------------------------------------------------------------------------

const struct sequence *sequence_not(struct timeline *t, const struct sequence *a)
{
    struct sequence *s = sequence_new(t, a->count);
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)truth_not((enum truth)a->at[i]);
    return s;
}

const struct sequence *sequence_and(struct timeline *t, const struct sequence *a, const struct sequence *b)
{
    struct sequence *s = sequence_new(t, larger(a->count, b->count));
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)truth_and(sequence_at(t, a, i), sequence_at(t, b, i));
    return s;
}

const struct sequence *sequence_or(struct timeline *t, const struct sequence *a, const struct sequence *b)
{
    struct sequence *s = sequence_new(t, larger(a->count, b->count));
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)truth_or(sequence_at(t, a, i), sequence_at(t, b, i));
    return s;
}

// ---- One step and many ----------------------------------------------------------------------------------------------

// The sequence so many steps later.
static const struct sequence *ahead(struct timeline *t, const struct sequence *a, size_t steps)
{
    struct sequence *s = sequence_new(t, a->count);
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)sequence_at(t, a, i + steps);
    return s;
}

const struct sequence *sequence_next(struct timeline *t, const struct sequence *a)
{
    return ahead(t, a, 1);
}

// The sequence so many steps ago, which is periodic that much later.
static const struct sequence *ago(struct timeline *t, const struct sequence *a, size_t steps)
{
    size_t count = a->count + (t->period ? steps : 0);
    if (t->period && count > MOST_POSITIONS)
        return give_up(t);
    struct sequence *s = sequence_new(t, count);
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)before(t, a, i, steps);
    return s;
}

const struct sequence *sequence_previous(struct timeline *t, const struct sequence *a)
{
    return ago(t, a, 1);
}

// ---- Until ----------------------------------------------------------------------------------------------------------

// The least solution of u = goal | (hold & next u). Around the loop the second pass begins with what the first one
// found for the loop's start; a third one would change nothing.
static const struct sequence *until(struct timeline *t, const struct sequence *hold, const struct sequence *goal)
{
    struct sequence *s = sequence_new(t, larger(hold->count, goal->count));
    enum truth then = t->period ? TRUTH_FALSE : TRUTH_UNKNOWN;
    for (int pass = t->period ? 0 : 1; pass < 2; pass++) {
        size_t end = pass == 0 ? s->start : 0;
        for (size_t i = s->count; i-- > end;) {
            then = truth_or(sequence_at(t, goal, i), truth_and(sequence_at(t, hold, i), then));
            s->at[i] = (uint8_t)then;
        }
        then = (enum truth)s->at[end];
    }
    return s;
}

// Until within so many steps: that many rounds of u := goal | (hold & next u), from u = goal on. After as many rounds
// as there are positions, all that can be reached has been.
static const struct sequence *until_within(struct timeline *t, const struct sequence *hold, const struct sequence *goal,
                                           size_t steps)
{
    size_t count = larger(hold->count, goal->count);
    if (t->period && steps >= count)
        return until(t, hold, goal);
    if (steps > t->length && !t->period)
        steps = t->length;
    if (steps > MOST_WORK / (count + 1))
        return give_up(t);
    struct sequence *s = sequence_new(t, count);
    for (size_t i = 0; i < count; i++)
        s->at[i] = (uint8_t)sequence_at(t, goal, i);
    for (size_t round = 0; round < steps; round++) {
        // Ascending, so that the value one further is still that of the round before; but the loop closes with the
        // value that its start had.
        enum truth closing = sequence_at(t, s, count);
        for (size_t i = 0; i < count; i++) {
            enum truth then = i + 1 < count ? (enum truth)s->at[i + 1] : closing;
            s->at[i] = (uint8_t)truth_or(sequence_at(t, goal, i), truth_and(sequence_at(t, hold, i), then));
        }
    }
    return s;
}

// Whether `hold` is true here and for the following positions, so many in all: nothing else comes within those steps.
static const struct sequence *throughout(struct timeline *t, const struct sequence *hold, size_t steps)
{
    if (steps == 0)
        return sequence_constant(t, TRUTH_TRUE);
    const struct sequence *all = sequence_constant(t, TRUTH_TRUE);
    return sequence_not(t, until_within(t, all, sequence_not(t, hold), steps - 1));
}

const struct sequence *sequence_until(struct timeline *t, const struct sequence *hold, const struct sequence *goal,
                                      struct bounds bounds)
{
    size_t low = (size_t)bounds.low;
    const struct sequence *rest =
        bounds.high < 0 ? until(t, hold, goal) : until_within(t, hold, goal, (size_t)(bounds.high - bounds.low));
    return low == 0 ? rest : sequence_and(t, throughout(t, hold, low), ahead(t, rest, low));
}

// ---- Since ----------------------------------------------------------------------------------------------------------

// s = goal | (hold & previous s), forwards. Over one period that is either constant or changes nothing, so one more
// period than the operands need is enough.
static const struct sequence *since(struct timeline *t, const struct sequence *hold, const struct sequence *goal)
{
    size_t count = larger(hold->count, goal->count) + t->period;
    if (t->period && count > MOST_POSITIONS)
        return give_up(t);
    struct sequence *s = sequence_new(t, count);
    enum truth last = TRUTH_FALSE;
    for (size_t i = 0; i < s->count; i++) {
        last = truth_or(sequence_at(t, goal, i), truth_and(sequence_at(t, hold, i), last));
        s->at[i] = (uint8_t)last;
    }
    return s;
}

static const struct sequence *since_within(struct timeline *t, const struct sequence *hold, const struct sequence *goal,
                                           size_t steps)
{
    if (!t->period && steps >= t->length)
        return since(t, hold, goal);
    size_t count = larger(hold->count, goal->count) + (t->period ? steps : 0);
    if (steps > MOST_WORK / (count + 1))
        return give_up(t);
    struct sequence *s = sequence_new(t, count);
    for (size_t i = 0; i < count; i++)
        s->at[i] = (uint8_t)sequence_at(t, goal, i);
    for (size_t round = 0; round < steps; round++)
        for (size_t i = count; i-- > 0;) { // descending: the value one back is still that of the round before
            enum truth then = i > 0 ? (enum truth)s->at[i - 1] : TRUTH_FALSE;
            s->at[i] = (uint8_t)truth_or(sequence_at(t, goal, i), truth_and(sequence_at(t, hold, i), then));
        }
    return s;
}

// Whether `hold` was true here and at the positions before, so many in all, and there are that many.
static const struct sequence *was_throughout(struct timeline *t, const struct sequence *hold, size_t steps)
{
    const struct sequence *all = sequence_constant(t, TRUTH_TRUE);
    const struct sequence *broken = since_within(t, all, sequence_not(t, hold), steps - 1);
    return sequence_and(t, sequence_not(t, broken), ago(t, all, steps - 1));
}

const struct sequence *sequence_since(struct timeline *t, const struct sequence *hold, const struct sequence *goal,
                                      struct bounds bounds)
{
    size_t low = (size_t)bounds.low;
    size_t within = bounds.high < 0 ? 0 : (size_t)(bounds.high - bounds.low);
    if (t->period && (low > MOST_POSITIONS || within > MOST_POSITIONS))
        return give_up(t);
    const struct sequence *rest = bounds.high < 0 ? since(t, hold, goal) : since_within(t, hold, goal, within);
    return low == 0 ? rest : sequence_and(t, was_throughout(t, hold, low), ago(t, rest, low));
}
