// Formulas of branching time: labels that are checked state by state (ctl_form.h says what they must be like).
#include "certify/ctl_form.h"

#include "certify/claim.h"
#include "certify/expansion.h"
#include "model/walk.h"
#include "trace/refutability.h"

#define MOST_UNROLLED 200 // steps of a bounded operator

// ---- The form -------------------------------------------------------------------------------------------------------

struct forming {
    struct mem *mem;
    struct ctl_form *form;
};

static uint32_t add(struct forming *f, enum ctl_op op, uint32_t a, uint32_t b)
{
    struct ctl_node node = {op, EXPR_NONE, {a, b}};
    array_push(f->mem, &f->form->nodes, node);
    return (uint32_t)f->form->nodes.count - 1;
}

static uint32_t add_atom(struct forming *f, expr condition)
{
    uint32_t node = add(f, CTL_ATOM, 0, 0);
    f->form->nodes.at[node].atom = condition;
    return node;
}

static uint32_t negate(struct forming *f, uint32_t a)
{
    return add(f, CTL_NOT, a, 0);
}

static uint32_t either(struct forming *f, uint32_t a, uint32_t b)
{
    return negate(f, add(f, CTL_AND, negate(f, a), negate(f, b)));
}

// E [a U b], with b after `low` to `high` steps, unrolled from the last step to the first; `high` < 0: or more.
static uint32_t until(struct forming *f, uint32_t a, uint32_t b, int64_t low, int64_t high)
{
    uint32_t goal = high < 0 ? 0 : add(f, CTL_AND, b, CTL_FAIR), all = high < 0 ? add(f, CTL_EU, a, b) : goal;
    for (int64_t i = high < 0 ? low : high; i-- > 0;) {
        all = add(f, CTL_AND, a, add(f, CTL_EX, all, 0));
        if (i >= low)
            all = either(f, goal, all);
    }
    return all;
}

static uint32_t globally(struct forming *f, uint32_t a, int64_t low, int64_t high)
{
    uint32_t here = high < 0 ? 0 : add(f, CTL_AND, a, CTL_FAIR), all = high < 0 ? add(f, CTL_EG, a, 0) : here;
    for (int64_t i = high < 0 ? low : high; i-- > 0;) {
        all = add(f, CTL_EX, all, 0);
        if (i >= low)
            all = add(f, CTL_AND, here, all);
    }
    return all;
}

static uint32_t next_on_all(struct forming *f, uint32_t a)
{
    return negate(f, add(f, CTL_EX, negate(f, a), 0));
}

// A [a U b] is false where some path has not b forever, or neither before b.
static uint32_t until_on_all(struct forming *f, uint32_t a, uint32_t b, int64_t low, int64_t high)
{
    uint32_t all = b;
    if (high < 0) {
        uint32_t not_b = negate(f, b), neither = add(f, CTL_AND, negate(f, a), not_b);
        all = negate(f, either(f, add(f, CTL_EU, not_b, neither), add(f, CTL_EG, not_b, 0)));
    }
    for (int64_t i = high < 0 ? low : high; i-- > 0;) {
        all = add(f, CTL_AND, a, next_on_all(f, all));
        if (i >= low)
            all = either(f, b, all);
    }
    return all;
}

// UINT32_MAX: it is no operator for which there are labels.
static uint32_t add_boolean(struct forming *f, enum formula_op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case FORMULA_NOT:
        return negate(f, a);
    case FORMULA_AND:
        return add(f, CTL_AND, a, b);
    case FORMULA_OR:
        return either(f, a, b);
    case FORMULA_XOR:
        return add(f, CTL_XOR, a, b);
    case FORMULA_IFF:
        return negate(f, add(f, CTL_XOR, a, b));
    case FORMULA_IMPLIES:
        return either(f, negate(f, a), b);
    default:
        return UINT32_MAX;
    }
}

// An operator on paths, of all of them or of one.
static uint32_t add_quantified(struct forming *f, const struct formula_node *n, bool for_all, enum formula_op op,
                               uint32_t a, uint32_t b)
{
    int64_t low = n->bounded ? n->low : 0, high = n->bounded ? n->high : -1;
    switch (op) {
    case FORMULA_X:
        return for_all ? next_on_all(f, a) : add(f, CTL_EX, a, 0);
    case FORMULA_F:
        return for_all ? negate(f, globally(f, negate(f, a), low, high)) : until(f, CTL_TRUE, a, low, high);
    case FORMULA_G:
        return for_all ? negate(f, until(f, CTL_TRUE, negate(f, a), low, high)) : globally(f, a, low, high);
    default:
        return for_all ? until_on_all(f, a, b, low, high) : until(f, a, b, low, high);
    }
}

const char *certify_unfit_justice(const struct model *m)
{
    for (size_t i = 0; i < model_justice_count(m); i++) {
        const struct expr_node *e = model_expr(m, model_justice(m, i));
        if (e->has_next || e->has_input)
            return "there are no certificates for fairness conditions about inputs";
    }
    return NULL;
}

#define OF_PATH (UINT32_MAX - 1) // instead of a node: an operator of linear time on nodes, which A or E is to quantify

static bool is_of_path(const struct formula_node *n)
{
    return !n->bounded && (n->op == FORMULA_X || n->op == FORMULA_F || n->op == FORMULA_G || n->op == FORMULA_U);
}

// The node of a formula whose operands have theirs; UINT32_MAX with the reason if there is none.
static uint32_t node_of(struct forming *f, const struct model *m, formula at, struct walk *walk, const char **error)
{
    const struct formula_node *n = model_formula(m, at), *path = n;
    if (n->op == FORMULA_ATOM) {
        *error = "its conditions speak of inputs or next values";
        const struct expr_node *atom = model_expr(m, n->atom);
        return atom->has_next || atom->has_input ? UINT32_MAX : add_atom(f, n->atom);
    }
    *error = "it has operators for which there are no certificates";
    bool is_alone = n->op == FORMULA_A || n->op == FORMULA_E; // A or E and the operator below it are one
    for (size_t i = 0; i < 2; i++)
        if (n->args[i] != FORMULA_NONE && (walk_image(walk, n->args[i]) == OF_PATH) != is_alone)
            return UINT32_MAX;
    if (is_of_path(n))
        return OF_PATH;
    if (!formula_op_is_quantified(n->op))
        return add_boolean(f, n->op, walk_images(walk, at)[0], walk_images(walk, at)[1]);
    if (is_alone)
        path = model_formula(m, n->args[0]);
    if (path->bounded && (path->low > MOST_UNROLLED || path->high > MOST_UNROLLED))
        return UINT32_MAX;
    return add_quantified(f, path, refutability_is_for_all_paths(n->op),
                          is_alone ? path->op : refutability_path_operator(n->op), walk_image(walk, path->args[0]),
                          path->args[1] == FORMULA_NONE ? 0 : walk_image(walk, path->args[1]));
}

bool ctl_form_open(struct ctl_form *form, const struct model *m, formula root, struct mem *mem, const char **error)
{
    struct forming f = {mem, form};
    struct walk walk = {.model = m, .mem = mem, .of = WALK_FORMULAS};
    *error = NULL;
    *form = (struct ctl_form){.justice = model_justice_count(m)};
    add_atom(&f, EXPR_NONE);
    add(&f, CTL_EG, CTL_TRUE, 0);
    walk_from(&walk, root);
    for (formula at; form->root != UINT32_MAX && walk_next(&walk, &at);) {
        form->root = node_of(&f, m, at, &walk, error);
        walk_note(&walk, at, form->root);
    }
    bool good = form->root < OF_PATH;
    walk_free(&walk);
    if (good)
        *error = certify_unfit_justice(m);
    if (good && model_compassion_count(m) > 0)
        *error = "there are no labels for compassion (strong fairness)";
    return !*error;
}

void ctl_form_close(struct ctl_form *form, struct mem *mem)
{
    array_free(mem, &form->nodes);
}

size_t ctl_arrays(const struct ctl_form *form, uint32_t node)
{
    return form->nodes.at[node].op == CTL_EG && form->justice > 0 ? 2 + form->justice : 1;
}

// ---- The check ------------------------------------------------------------------------------------------------------

// Numbers of all states, in `width` bytes each.
struct label_array {
    const uint8_t *at;
    unsigned width;
};

struct labels {
    struct ctl_form form;
    ARRAY(struct label_array) arrays; // of all nodes
    ARRAY(size_t) first;              // by node
};

static uint64_t number(const struct label_array *a, uint64_t state)
{
    uint64_t n = 0;
    for (unsigned i = a->width; i-- > 0;)
        n = n << 8 | a->at[state * a->width + i];
    return n;
}

static const struct label_array *array_of(const struct labels *l, uint32_t node, size_t which)
{
    return &l->arrays.at[l->first.at[node] + which];
}

static uint64_t label(const struct labels *l, uint32_t node, uint64_t state)
{
    return number(array_of(l, node, 0), state);
}

static bool is_true(const struct labels *l, uint32_t node, uint64_t state)
{
    return (label(l, node, state) != 0) != (l->form.nodes.at[node].op == CTL_EG);
}

static bool open_ctl(struct claim *c, struct view *v, const char **error)
{
    struct labels *l = c->proof = mem_zalloc(c->mem, sizeof *l);
    if (!property_kind_is_temporal(c->property->kind)) {
        *error = "it is no formula of branching time";
        return false;
    }
    if (!ctl_form_open(&l->form, c->model, c->formula, c->mem, error))
        return false;
    *error = "its labels are damaged";
    for (uint32_t node = 0; node < l->form.nodes.count; node++) {
        array_push(c->mem, &l->first, l->arrays.count);
        for (size_t i = 0; i < ctl_arrays(&l->form, node); i++) {
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
    ctl_form_close(&l->form, c->mem);
    array_free(c->mem, &l->arrays);
    array_free(c->mem, &l->first);
    mem_free(c->mem, l, sizeof *l);
}

struct here {
    struct claim *claim;
    const struct labels *labels;
    uint64_t state;
    const value *values;
    const uint64_t *successors;
    size_t count;
};

static bool some_successor_below(const struct here *h, const struct label_array *a, uint64_t least, uint64_t limit)
{
    for (size_t i = 0; i < h->count; i++) {
        uint64_t n = number(a, h->successors[i]);
        if (least <= n && n < limit)
            return true;
    }
    return false;
}

static bool next_is_right(const struct here *h, const struct ctl_node *n, uint64_t here)
{
    bool is_next = false;
    for (size_t i = 0; i < h->count; i++)
        is_next |= is_true(h->labels, n->args[0], h->successors[i]) && is_true(h->labels, CTL_FAIR, h->successors[i]);
    return is_next == (here != 0);
}

static bool until_is_right(const struct here *h, uint32_t node, const struct ctl_node *n, uint64_t here)
{
    const struct labels *l = h->labels;
    bool left = is_true(l, n->args[0], h->state);
    bool right = is_true(l, n->args[1], h->state) && is_true(l, CTL_FAIR, h->state);
    const struct label_array *ranks = array_of(l, node, 0);
    if (here == 0)
        return !right && !(left && some_successor_below(h, ranks, 1, UINT64_MAX));
    return here == 1 ? right : left && some_successor_below(h, ranks, 1, here);
}

static bool justice_holds(const struct here *h, size_t condition)
{
    return eval_condition(h->claim->evaluator, model_justice(h->claim->model, condition), h->values, NULL);
}

// A successor that is in the set, too, and nearer to where the condition holds than `distance`.
static bool approaches(const struct here *h, uint32_t node, size_t condition, uint64_t distance)
{
    const struct label_array *distances = array_of(h->labels, node, 2 + condition);
    for (size_t i = 0; i < h->count; i++)
        if (is_true(h->labels, node, h->successors[i]) && number(distances, h->successors[i]) < distance)
            return true;
    return false;
}

static bool some_path_is_right(const struct here *h, uint32_t node)
{
    const struct labels *l = h->labels;
    if (!some_successor_below(h, array_of(l, node, 0), 0, 1))
        return false;
    for (size_t i = 0; i < l->form.justice; i++) {
        uint64_t distance = number(array_of(l, node, 2 + i), h->state);
        if (distance == 1 ? !justice_holds(h, i) : !approaches(h, node, i, distance))
            return false;
    }
    return true;
}

static bool no_path_is_right(const struct here *h, uint32_t node, uint64_t here)
{
    const struct labels *l = h->labels;
    uint64_t missing = l->form.justice ? number(array_of(l, node, 1), h->state) : 0;
    bool may_stay = missing < l->form.justice && !justice_holds(h, missing);
    for (size_t i = 0; i < h->count; i++) {
        uint64_t there = label(l, node, h->successors[i]);
        bool stays = may_stay && there == here && number(array_of(l, node, 1), h->successors[i]) == missing;
        if (there == 0 || (there >= here && !stays))
            return false;
    }
    return true;
}

static bool globally_is_right(const struct here *h, uint32_t node, const struct ctl_node *n, uint64_t here)
{
    bool left = is_true(h->labels, n->args[0], h->state);
    if (here == 0)
        return left && some_path_is_right(h, node);
    return !left || no_path_is_right(h, node, here);
}

static bool node_is_right(const struct here *h, uint32_t node)
{
    const struct labels *l = h->labels;
    const struct ctl_node *n = &l->form.nodes.at[node];
    uint64_t here = label(l, node, h->state);
    switch (n->op) {
    case CTL_ATOM:
        return (here != 0) == (n->atom == EXPR_NONE || eval_condition(h->claim->evaluator, n->atom, h->values, NULL));
    case CTL_NOT:
        return (here != 0) == !is_true(l, n->args[0], h->state);
    case CTL_AND:
        return (here != 0) == (is_true(l, n->args[0], h->state) && is_true(l, n->args[1], h->state));
    case CTL_XOR:
        return (here != 0) == (is_true(l, n->args[0], h->state) != is_true(l, n->args[1], h->state));
    case CTL_EX:
        return next_is_right(h, n, here);
    case CTL_EU:
        return until_is_right(h, node, n, here);
    case CTL_EG:
        return globally_is_right(h, node, n, here);
    }
    return false;
}

static bool state_of_ctl(void *claim, uint64_t representative, const value *state, const uint64_t *successors,
                         size_t count)
{
    struct claim *c = claim;
    struct here h = {c, c->proof, representative, state, successors, count};
    for (uint32_t node = 0; node < h.labels->form.nodes.count; node++)
        if (!node_is_right(&h, node))
            return claim_refute(c, "a label is wrong", representative);
    return true;
}

static bool start_of_ctl(void *claim, uint64_t representative)
{
    struct claim *c = claim;
    const struct labels *l = c->proof;
    if (is_true(l, l->form.root, representative) || !is_true(l, CTL_FAIR, representative))
        return true;
    return claim_refute(c, "the formula is false in an initial state", representative);
}

const struct claim_kind claim_ctl = {open_ctl, close_ctl, start_of_ctl, state_of_ctl};
