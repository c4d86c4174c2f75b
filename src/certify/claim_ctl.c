// Formulas of branching time: *labels*, numbers of states from which the truth of each subformula can be seen by
// looking at a state and its successors only. For each node of the branching form (form.h) and each state:
//
//   E a U b   0: false. Not (b and fair) here, and not a here or no successor has a number.
//             n > 0: true. n = 1: b and fair here. n > 1: a here, and a successor has a number m with 0 < m < n.
//   E G a     0: true. a here, and a successor is 0. With justice conditions J1 ... Jk there is a number for each: 1
//             where Ji is true, and else more than that of some successor that is 0.
//             n > 0: false. Not a here; or all successors have numbers m with 0 < m < n, or m = n and the same
//             *missing* condition, which is false here.
//   others    0: false, 1: true. E X a asks for a successor with a that is *fair*: it has a fair path, E G true.
//
// Each is enough: numbers cannot fall forever. For E G that is false, a path on which a is true forever would have a
// number that stays the same from some state on, and there the missing condition would never be true again.
// (Namjoshi, "Certifying model checkers", CAV 2001, has such ranks for the mu-calculus.)
#include "certify/claim.h"

// Numbers of all states, in `width` bytes each.
struct label_array {
    const uint8_t *at;
    unsigned width;
};

struct labels {
    struct form form;
    ARRAY(struct label_array) arrays; // of all nodes
    ARRAY(size_t) first;              // by node
};

size_t claim_numbers(const struct form *f, uint32_t node)
{
    size_t justice = model_justice_count(f->model);
    return f->nodes.at[node].op == FORM_SOME_ALWAYS && justice > 0 ? 2 + justice : 1;
}

static bool open_ctl(struct claim *c, const char **error)
{
    struct view *v = &c->rest;
    struct labels *l = c->proof = mem_zalloc(c->mem, sizeof *l);
    if (!form_open(&l->form, c->model, c->property, c->formula, false, c->mem, error))
        return false;
    *error = "its labels are damaged";
    for (uint32_t node = 0; node < l->form.nodes.count; node++) {
        array_push(c->mem, &l->first, l->arrays.count);
        for (size_t i = 0; i < claim_numbers(&l->form, node); i++) {
            struct label_array a = {.width = (unsigned)view_number_below(v, 9)};
            uint64_t bytes;
            if (__builtin_mul_overflow(c->graph->count, (uint64_t)a.width, &bytes))
                return false;
            a.at = view_part(v, bytes).at;
            array_push(c->mem, &l->arrays, a);
        }
    }
    return view_is_done(v);
}

static void close_ctl(struct claim *c)
{
    struct labels *l = c->proof;
    if (!l)
        return;
    form_close(&l->form);
    array_free(c->mem, &l->arrays);
    array_free(c->mem, &l->first);
    mem_free(c->mem, l, sizeof *l);
}

// ---- What labels say ------------------------------------------------------------------------------------------------

static uint64_t number(const struct labels *l, uint32_t node, size_t which, uint64_t state)
{
    const struct label_array *a = &l->arrays.at[l->first.at[node] + which];
    uint64_t n = 0;
    for (unsigned i = a->width; i-- > 0;)
        n = n << 8 | a->at[state * a->width + i];
    return n;
}

static bool is_true(const struct labels *l, uint32_t reference, uint64_t state)
{
    uint32_t node = reference / 2;
    bool is_zero = number(l, node, 0, state) == 0, is_true = (l->form.nodes.at[node].op == FORM_SOME_ALWAYS) == is_zero;
    return is_true != (reference & 1);
}

// ---- Whether they are right -----------------------------------------------------------------------------------------

struct here {
    struct claim *claim;
    const struct labels *labels;
    uint64_t state;
    const value *values;
    const uint64_t *successors;
    size_t count;
};

static bool holds(const struct here *h, uint32_t reference)
{
    return is_true(h->labels, reference, h->state);
}

static bool some_successor_is_between(const struct here *h, uint32_t node, uint64_t least, uint64_t most)
{
    for (size_t i = 0; i < h->count; i++) {
        uint64_t n = number(h->labels, node, 0, h->successors[i]);
        if (least <= n && n <= most)
            return true;
    }
    return false;
}

static bool next_holds(const struct here *h, uint32_t a)
{
    for (size_t i = 0; i < h->count; i++)
        if (is_true(h->labels, a, h->successors[i]) && is_true(h->labels, FORM_FAIR, h->successors[i]))
            return true;
    return false;
}

static bool until_is_right(const struct here *h, uint32_t node, const struct form_node *n, uint64_t here)
{
    bool left = holds(h, n->args[0]), right = holds(h, n->args[1]) && holds(h, FORM_FAIR);
    if (here == 0)
        return !right && !(left && some_successor_is_between(h, node, 1, UINT64_MAX));
    return here == 1 ? right : left && some_successor_is_between(h, node, 1, here - 1);
}

static bool justice_holds(const struct here *h, size_t condition)
{
    return eval_condition(h->claim->evaluator, model_justice(h->claim->model, condition), h->values, NULL);
}

// A successor that is in the set, too, and nearer to where the condition holds than `distance`.
static bool approaches(const struct here *h, uint32_t node, size_t condition, uint64_t distance)
{
    for (size_t i = 0; i < h->count; i++)
        if (is_true(h->labels, 2 * node, h->successors[i]) &&
            number(h->labels, node, 2 + condition, h->successors[i]) < distance)
            return true;
    return false;
}

static bool some_path_is_right(const struct here *h, uint32_t node)
{
    bool good = some_successor_is_between(h, node, 0, 0);
    for (size_t i = 0; i < model_justice_count(h->claim->model) && good; i++) {
        uint64_t distance = number(h->labels, node, 2 + i, h->state);
        good = distance == 1 ? justice_holds(h, i) : approaches(h, node, i, distance);
    }
    return good;
}

static bool no_path_is_right(const struct here *h, uint32_t node, uint64_t here)
{
    const struct labels *l = h->labels;
    size_t justice = model_justice_count(h->claim->model);
    uint64_t missing = justice ? number(l, node, 1, h->state) : 0;
    bool may_stay = missing < justice && !justice_holds(h, missing);
    for (size_t i = 0; i < h->count; i++) {
        uint64_t there = number(l, node, 0, h->successors[i]);
        bool stays = may_stay && there == here && number(l, node, 1, h->successors[i]) == missing;
        if (there == 0 || (there >= here && !stays))
            return false;
    }
    return true;
}

static bool node_is_right(const struct here *h, uint32_t node)
{
    const struct form_node *n = &h->labels->form.nodes.at[node];
    uint64_t here = number(h->labels, node, 0, h->state);
    switch (n->op) {
    case FORM_ATOM:
        return (here != 0) == eval_condition(h->claim->evaluator, n->atom, h->values, NULL);
    case FORM_AND:
        return (here != 0) == (holds(h, n->args[0]) && holds(h, n->args[1]));
    case FORM_SOME_NEXT:
        return (here != 0) == next_holds(h, n->args[0]);
    case FORM_SOME_UNTIL:
        return until_is_right(h, node, n, here);
    case FORM_SOME_ALWAYS:
        if (here == 0)
            return holds(h, n->args[0]) && some_path_is_right(h, node);
        return !holds(h, n->args[0]) || no_path_is_right(h, node, here);
    default:
        return false;
    }
}

static bool state_of_ctl(struct claim *c, uint64_t representative, const value *state, const uint64_t *successors,
                         size_t count)
{
    struct here h = {c, c->proof, representative, state, successors, count};
    for (uint32_t node = 0; node < h.labels->form.nodes.count; node++)
        if (!node_is_right(&h, node))
            return claim_refute(c, "a label is wrong", representative);
    return true;
}

static bool start_of_ctl(struct claim *c, uint64_t representative)
{
    const struct labels *l = c->proof;
    if (is_true(l, l->form.root, representative) || !is_true(l, FORM_FAIR, representative))
        return true;
    return claim_refute(c, "the formula is false in an initial state", representative);
}

const struct claim_kind claim_ctl = {open_ctl, close_ctl, start_of_ctl, state_of_ctl};
