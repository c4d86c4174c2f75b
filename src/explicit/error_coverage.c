#include "explicit/error_coverage.h"

// Whether a condition is there, and whether its negation is; the same two places higher: whether they were met.
enum { POSITIVE = 1, NEGATED = 2, MET = 4 };

static uint32_t bit_of(struct literal l)
{
    return l.negated ? NEGATED : POSITIVE;
}

static bool is_covered(const struct error_coverage *c, struct literal l)
{
    const uint32_t *bits = int_map_find(&c->literals, l.condition);
    return bits && *bits & bit_of(l);
}

void error_coverage_add(struct error_coverage *c, const struct model *m, const struct procedure *p, struct mem *mem)
{
    literal_array ways = {0};
    for (size_t i = 0; i < p->error_count; i++)
        guard_split_alternatives(m, p->runtime_errors[i], false, &ways, mem);
    for (size_t i = 0; i < ways.count; i++) {
        bool added;
        if (model_is_const(m, ways.at[i].condition, NULL) || is_covered(c, ways.at[i]))
            continue;
        uint32_t *bits = int_map_try_add(mem, &c->literals, ways.at[i].condition, 0, &added);
        if (!bits)
            mem_exhausted(mem);
        *bits |= bit_of(ways.at[i]);
        c->count++;
    }
    array_free(mem, &ways);
}

void error_coverage_free(struct error_coverage *c, struct mem *mem)
{
    int_map_free(mem, &c->literals);
    *c = (struct error_coverage){0};
}

// How many of the literals are among the ways, each counted once.
static size_t count_among(struct error_coverage *c, const literal_array *ways)
{
    size_t count = 0;
    for (size_t i = 0; i < ways->count; i++) {
        uint32_t *bits = int_map_find(&c->literals, ways->at[i].condition), bit = bit_of(ways->at[i]);
        if (bits && (*bits & bit) && !(*bits & bit * MET)) {
            *bits |= bit * MET;
            count++;
        }
    }
    for (size_t i = 0; i < ways->count; i++)
        if (is_covered(c, ways->at[i]))
            *int_map_find(&c->literals, ways->at[i].condition) &= MET - 1;
    return count;
}

bool error_coverage_leave_out(struct error_coverage *c, literal_array *ways)
{
    size_t kept = 0;
    if (c->count == 0 || count_among(c, ways) < c->count)
        return false;
    for (size_t i = 0; i < ways->count; i++)
        if (!is_covered(c, ways->at[i]))
            ways->at[kept++] = ways->at[i];
    ways->count = kept;
    return true;
}
