// Formulas of linear time: no path of the model satisfies the negation.
//
// The product of the graph with the expansion of the negation (expansion.h) has *points*: a representative, a set of
// formulas that must hold from there on, a memory of the past. The certificate lists for each representative its
// points, sorted, each with a *number* and a *missing* fairness condition (an until of the negation, or a justice
// condition of the model). For each step of the product, from p to q:
//
//   number(q) < number(p), or number(q) = number(p), missing(q) = missing(p), and the step does not meet that
//   condition.
//
// Along an infinite path of the product the number stays the same from some point on, and from there on one condition
// is never met: so no path of the product is fair. All points that can be reached are listed: those of initial states
// must be, and so must the ends of steps from points that are.
#include "certify/claim.h"
#include "temporal/expansion.h"

struct point {
    form_set set;
    uint64_t memory, number, missing;
};

struct order {
    struct expansion expansion;
    uint64_t *first; // by representative: of its points; one more for the end
    ARRAY(struct point) points;
    expanded_array ways;
};

static bool comes_before(const struct point *p, form_set set, uint64_t memory)
{
    return p->set != set ? p->set < set : p->memory < memory;
}

// The points of a representative, which are sorted.
static bool read_points(struct claim *c, struct view *v)
{
    struct order *o = c->proof;
    size_t first = o->points.count, references = 2 * o->expansion.form.nodes.count;
    for (uint64_t count = view_number(v); count > 0 && !v->is_damaged; count--) {
        struct point p = {0};
        p.set = view_number(v);
        p.set |= (form_set)view_number(v) << 64;
        p.memory = view_number(v);
        p.number = view_number(v);
        p.missing = view_number(v);
        if (references < 128 && p.set >> references)
            return false;
        if (o->points.count > first && !comes_before(&array_last(&o->points), p.set, p.memory))
            return false;
        array_push(c->mem, &o->points, p);
    }
    return !v->is_damaged;
}

static bool open_ltl(struct claim *c, const char **error)
{
    struct view *v = &c->rest;
    struct order *o = c->proof = mem_zalloc(c->mem, sizeof *o);
    if (!expansion_open(&o->expansion, c->model, c->property, c->formula, c->mem, error))
        return false;
    *error = "its points are damaged";
    if (c->graph->count > (uint64_t)(v->end - v->at)) // each has a byte at least
        return false;
    o->first = mem_zalloc(c->mem, (c->graph->count + 1) * sizeof *o->first);
    for (uint64_t i = 0; i < c->graph->count; i++) {
        if (!read_points(c, v))
            return false;
        o->first[i + 1] = o->points.count;
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
        mem_free(c->mem, o->first, (c->graph->count + 1) * sizeof *o->first);
    array_free(c->mem, &o->points);
    array_free(c->mem, &o->ways);
    mem_free(c->mem, o, sizeof *o);
}

// NULL if it is not listed.
static const struct point *find_point(const struct claim *c, uint64_t representative, form_set set, uint64_t memory)
{
    const struct order *o = c->proof;
    uint64_t low = o->first[representative], end = o->first[representative + 1], high = end;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (comes_before(&o->points.at[middle], set, memory))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == end)
        return NULL;
    const struct point *p = &o->points.at[low];
    return p->set == set && p->memory == memory ? p : NULL;
}

static bool step_is_right(struct claim *c, const struct point *from, const struct expanded *way, uint64_t memory,
                          const value *state, uint64_t successor)
{
    struct order *o = c->proof;
    const struct point *to = find_point(c, successor, way->next, memory);
    if (!to)
        return false;
    if (to->number < from->number)
        return true;
    return to->number == from->number && to->missing == from->missing &&
           from->missing < expansion_condition_count(&o->expansion) &&
           !expansion_meets(&o->expansion, c->evaluator, state, way, from->missing);
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

static bool state_of_ltl(struct claim *c, uint64_t representative, const value *state, const uint64_t *successors,
                         size_t count)
{
    const struct order *o = c->proof;
    for (uint64_t i = o->first[representative]; i < o->first[representative + 1]; i++)
        if (!point_is_right(c, &o->points.at[i], representative, state, successors, count))
            return false;
    return true;
}

static bool start_of_ltl(struct claim *c, uint64_t representative)
{
    const struct order *o = c->proof;
    if (find_point(c, representative, expansion_start(&o->expansion), 0))
        return true;
    return claim_refute(c, "an initial state is not listed", representative);
}

const struct claim_kind claim_ltl = {open_ltl, close_ltl, start_of_ltl, state_of_ltl};
