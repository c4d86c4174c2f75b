// Formulas of linear time: no path of the model satisfies the negation.
//
// The product of the graph with the expansion of the negation (expansion.h) has *points*: a representative, a set of
// formulas that must hold from there on, a memory of the past. The certificate lists for each representative its
// points, each with a *number* and a *missing* fairness condition (an until of the negation, or a justice condition of
// the model). For each step of the product, from p to q:
//
//   number(q) < number(p), or number(q) = number(p), missing(q) = missing(p), and the step does not meet that
//   condition.
//
// Along an infinite path of the product the number stays the same from some point on, and from there on one condition
// is never met: so no path of the product is fair. All points that can be reached are listed: those of initial states
// must be, and so must the ends of steps from points that are.
#include "certify/claim.h"
#include "certify/expansion.h"

struct point {
    uint64_t set, memory, number, missing;
};

struct order {
    struct expansion expansion;
    const uint8_t **first; // by representative: its points
    const uint8_t *end;
    expanded_array ways;
};

// The points of a representative, as many as come first.
static struct view points_of(const struct claim *c, uint64_t representative, uint64_t *count)
{
    const struct order *o = c->proof;
    struct view v = {o->first[representative], o->end, false};
    *count = view_number(&v);
    return v;
}

static struct point read_point(struct view *v)
{
    struct point p;
    p.set = view_number(v);
    p.memory = view_number(v);
    p.number = view_number(v);
    p.missing = view_number(v);
    return p;
}

static bool open_ltl(struct claim *c, struct view *v, const char **error)
{
    struct order *o = c->proof = mem_zalloc(c->mem, sizeof *o);
    if (!expansion_open_listed(&o->expansion, c->model, c->property, c->formula, c->mem, error))
        return false;
    *error = "its points are damaged";
    if (c->graph->count > (uint64_t)(v->end - v->at)) // each has a byte at least
        return false;
    o->first = mem_zalloc(c->mem, c->graph->count * sizeof *o->first);
    o->end = v->end;
    for (uint64_t i = 0; i < c->graph->count; i++) {
        o->first[i] = v->at;
        for (uint64_t count = view_number(v); count > 0 && !v->is_damaged; count--)
            read_point(v);
    }
    return view_is_done(v);
}

static void close_ltl(struct claim *c)
{
    struct order *o = c->proof;
    if (!o)
        return;
    expansion_close(&o->expansion);
    if (o->first)
        mem_free(c->mem, o->first, c->graph->count * sizeof *o->first);
    array_free(c->mem, &o->ways);
    mem_free(c->mem, o, sizeof *o);
}

static bool find_point(const struct claim *c, uint64_t representative, uint64_t set, uint64_t memory,
                       struct point *found)
{
    uint64_t count;
    struct view v = points_of(c, representative, &count);
    for (; count > 0; count--) {
        *found = read_point(&v);
        if (found->set == set && found->memory == memory)
            return true;
    }
    return false;
}

static bool step_is_right(struct claim *c, const struct point *from, const struct expanded *way, uint64_t memory,
                          const value *state, uint64_t successor)
{
    struct order *o = c->proof;
    struct point to;
    if (!find_point(c, successor, way->next, memory, &to))
        return false;
    if (to.number < from->number)
        return true;
    return to.number == from->number && to.missing == from->missing &&
           from->missing < expansion_condition_count(&o->expansion, c->model) &&
           !expansion_meets(&o->expansion, c->model, c->evaluator, state, way, from->missing);
}

static bool point_is_right(struct claim *c, const struct point *p, uint64_t representative, const value *state,
                           const uint64_t *successors, size_t count)
{
    struct order *o = c->proof;
    uint64_t truth = expansion_truth(&o->expansion, c->evaluator, state, p->memory);
    uint64_t memory = expansion_memory(&o->expansion, truth);
    if (!expansion_expand(&o->expansion, p->set, truth, &o->ways))
        return claim_refute(c, "there are too many ways to satisfy what is listed", representative);
    for (size_t i = 0; i < o->ways.count; i++)
        for (size_t j = 0; j < count; j++)
            if (!step_is_right(c, p, &o->ways.at[i], memory, state, successors[j]))
                return claim_refute(c, "a path to a violation is not ruled out", representative);
    return true;
}

static bool state_of_ltl(void *claim, uint64_t representative, const value *state, const uint64_t *successors,
                         size_t count)
{
    struct claim *c = claim;
    uint64_t points;
    struct view v = points_of(c, representative, &points);
    for (; points > 0; points--) {
        struct point p = read_point(&v);
        if (!point_is_right(c, &p, representative, state, successors, count))
            return false;
    }
    return true;
}

static bool start_of_ltl(void *claim, uint64_t representative)
{
    struct claim *c = claim;
    const struct order *o = c->proof;
    struct point p;
    if (find_point(c, representative, UINT64_C(1) << o->expansion.root, o->expansion.first_memory, &p))
        return true;
    return claim_refute(c, "an initial state is not listed", representative);
}

const struct claim_kind claim_ltl = {open_ltl, close_ltl, start_of_ltl, state_of_ltl};
