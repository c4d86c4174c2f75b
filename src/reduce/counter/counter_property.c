// Conditions on counters: what holds for all permutations of components, or for some, in terms of how many components
// are in which local state. `place[1] = inside & place[2] = inside` for some permutation means that at least two are
// inside.
#include <stdio.h>
#include <string.h>

#include "reduce/counter/counter_parts.h"

enum { MOST_NAMED = 3 }; // of one class, in one conjunct of a property

struct reading {
    struct counter_reduction *r;
    struct recogniser g;
    struct builder b;
    bool is_universal; // it holds for all permutations; else for some
    bool is_strict;    // permutations must not matter
    bool is_for_all;   // where counters say "t or more", it is to be so for each number that may be; else for some
    expr leaf;
    ARRAY(expr) terms; // what the conjuncts (or disjuncts) have become
    ARRAY(expr) leaves;
    uint32_t *named; // by class
    size_t trials;
    uint32_t failed_class;
    bool has_failed; // the case at hand was not recognised
    bool knows_fairness;
    struct formula_map formulas;
};

static expr read_strictly(void *context, expr);
static bool accepts(void *context, const struct formula_node *);

static void open_reading(struct reading *a, struct counter_reduction *r)
{
    *a = (struct reading){.r = r};
    recogniser_open(&a->g, r);
    builder_open(&a->b, r, r->to, false);
    counter_set_cells(r, &a->b);
    a->named = mem_zalloc(r->mem, (r->counted.count + 1) * sizeof *a->named);
    a->formulas = (struct formula_map){
        .from = r->from, .to = r->to, .mem = r->mem, .condition = read_strictly, .accepts = accepts, .context = a};
}

static void close_reading(struct reading *a)
{
    recogniser_close(&a->g);
    builder_close(&a->b);
    mem_free(a->r->mem, a->named, (a->r->counted.count + 1) * sizeof *a->named);
    array_free(a->r->mem, &a->terms);
    array_free(a->r->mem, &a->leaves);
    formula_map_free(&a->formulas);
}

// ---- One conjunct ---------------------------------------------------------------------------------------------------

// That there are as many components in the local states of the named ones as are named, and that pointers are so.
static expr possible(struct reading *a)
{
    struct model *m = a->r->to;
    const struct counter_case *c = a->b.c;
    expr result = model_true(m);
    for (uint32_t i = 0; i < c->slot_count; i++) {
        uint32_t class = c->slots[i].class;
        expr counter = builder_counter(&a->b, class, a->b.numbers[i]);
        value taken = builder_taken(&a->b, class, a->b.numbers[i]);
        result = model_and(m, result, model_binary(m, OP_LT, model_int(m, taken - 1), counter));
    }
    for (uint32_t i = 0; i < a->r->pointers.count; i++)
        if (c->pointer_matters[i] && a->b.rests[i] != EXPR_NONE) {
            expr rest = build_rest_of(a->r, m, c->pointer_values[i]);
            result = model_and(m, result, model_binary(m, OP_EQ, a->b.rests[i], rest));
        }
    return model_and(m, result, builder_variant(&a->b));
}

// Whether what is named is there and the rest is so whichever number "t or more" is.
static bool is_certain(const struct reading *a)
{
    const struct counter_case *c = a->b.c;
    for (uint32_t i = 0; i < c->slot_count; i++) {
        uint32_t class = c->slots[i].class;
        value limit = counter_limit(&a->r->counted.at[class], a->b.numbers[i]);
        value taken = builder_taken(&a->b, class, a->b.numbers[i]);
        bool asks_rest = false;
        for (uint32_t n = 0; n < c->schema.nodes.count; n++)
            asks_rest |= c->schema.nodes.at[n].kind == SCHEMA_EACH && c->schema.nodes.at[n].class == class;
        if (limit && (taken > limit || (taken == limit && asks_rest)))
            return false;
    }
    return true;
}

static void add_term(struct reading *a)
{
    struct counter_reduction *r = a->r;
    struct model *m = r->to;
    value v;
    expr e = build(&a->b, a->b.c->guards.at[0]);
    if (model_is_const(m, e, &v) && v == a->is_universal)
        return;
    e = a->is_universal ? model_implies(m, possible(a), e) : model_and(m, possible(a), e);
    array_push(r->mem, &a->terms, e);
}

// One term for each number that "t or more" may be.
static void add_terms(struct reading *a)
{
    value most[COUNTER_MOST_SLOTS] = {0};
    builder_forget(&a->b);
    if (a->is_for_all) {
        if (is_certain(a))
            add_term(a);
        return;
    }
    for (uint32_t i = 0; i < a->b.c->slot_count; i++) {
        uint32_t class = a->b.c->slots[i].class;
        if (counter_limit(&a->r->counted.at[class], a->b.numbers[i]) && builder_is_first(&a->b, i))
            most[i] = builder_taken(&a->b, class, a->b.numbers[i]);
    }
    do
        add_term(a);
    while (builder_next_variant(&a->b, most));
}

// Where the leaf says nothing whatever the slots from here on are in, there is nothing to do.
static void each_local(struct reading *a, uint32_t slot)
{
    struct counter_reduction *r = a->r;
    const struct counter_case *c = a->b.c;
    if (++a->trials > COUNTER_MOST_TRIALS) {
        counter_refuse(r, cause_of(CAUSE_COUNTER_MANY_COMBINATIONS));
        return;
    }
    if (slot == c->slot_count) {
        add_terms(a);
        return;
    }
    const struct tuples *locals = &r->counted.at[c->slots[slot].class].locals;
    for (uint32_t i = 0; i < locals->count && !r->has_refused; i++) {
        if (!counter_fits_slot(r, c, slot, tuples_at(locals, i)))
            continue;
        a->b.numbers[slot] = i;
        a->b.locals[slot] = tuples_at(locals, i);
        each_local(a, slot + 1);
    }
}

// A pointer that is tried at one component of those that are not named stands for all of them only if the leaf treats
// them alike. Front ends name the first elements of a class where they name single ones, so those are compared.
static bool is_the_same_for(struct reading *a, struct counter_case *c, struct recognised f, uint32_t slot)
{
    uint32_t class = c->slots[slot].class, element = c->slots[slot].element, size = a->r->counted.at[class].size;
    for (uint32_t i = c->parameters[class]; i < size && i < c->named[class] + COUNTER_MOST_COMPARED; i++) {
        if (i == element)
            continue;
        recogniser_swap(&a->g, class, element, i);
        struct recognised other = recognise(&a->g, a->leaf);
        if (other.node != f.node || other.element != NO_ELEMENT)
            return false;
    }
    return true;
}

static struct recognised recognise_leaf(struct reading *a, struct counter_case *c)
{
    recogniser_use(&a->g, c);
    struct recognised f = recognise(&a->g, a->leaf);
    for (uint32_t i = 0; i < c->slot_count && f.node != NO_NODE; i++) {
        uint32_t class = c->slots[i].class;
        if (c->slots[i].element < c->parameters[class])
            continue;
        if (f.element == NO_ELEMENT && is_the_same_for(a, c, f, i))
            continue;
        a->g.failed_class = class;
        a->g.why = cause_with_text(CAUSE_COUNTER_NAMES_SINGLE, a->r->counted.at[class].class->name);
        f.node = NO_NODE;
    }
    return f;
}

static bool take_case(void *context, struct counter_case *c)
{
    struct reading *a = context;
    struct recognised f = recognise_leaf(a, c);
    if (f.node != NO_NODE && f.element != NO_ELEMENT && (a->is_strict || a->r->saturation))
        f.node = recognise_closed(&a->g, a->leaf); // in all sizes: one more is named
    else if (f.node != NO_NODE && f.element != NO_ELEMENT)
        f.node = schema_each(&a->g, a->is_universal ? OP_AND : OP_OR, f, 1);
    a->has_failed = f.node == NO_NODE;
    if (!a->has_failed && (!a->r->saturation || counter_note_case(a->r, c, true))) {
        array_push(a->r->mem, &c->guards, f.node);
        builder_use(&a->b, c);
        each_local(a, 0);
    }
    counter_case_free(a->r, c);
    return !a->has_failed && !a->r->has_refused;
}

static bool try_leaf(struct reading *a, bool last)
{
    size_t before = a->terms.count;
    a->has_failed = false;
    bool good = counter_each_case(a->r, a->named, last, &a->leaf, 1, NULL, take_case, a);
    if (!good)
        a->terms.count = before;
    return good;
}

// Names more components until the conjunct is recognised.
static bool read_leaf(struct reading *a, expr leaf)
{
    struct counter_reduction *r = a->r;
    a->leaf = leaf;
    memset(a->named, 0, r->counted.count * sizeof *a->named);
    for (;;) {
        if (try_leaf(a, false))
            return true;
        uint32_t class = a->g.failed_class;
        if (!r->has_refused && try_leaf(a, true))
            return true;
        if (r->has_refused)
            return false;
        if (a->is_strict || class == UINT32_MAX || a->named[class] == MOST_NAMED ||
            a->named[class] == r->counted.at[class].size) {
            counter_refuse(r, a->g.why.code ? a->g.why : cause_of(CAUSE_COUNTER_NOT_SYMMETRIC));
            return false;
        }
        a->named[class]++;
    }
}

// ---- A condition ----------------------------------------------------------------------------------------------------

// All conjuncts of a condition that is to hold for all permutations; all disjuncts if for some.
static void find_leaves(struct reading *a, expr e)
{
    struct model *m = a->r->from;
    const struct expr_node *n = model_expr(m, e);
    enum op op = a->is_universal ? OP_AND : OP_OR, dual = a->is_universal ? OP_OR : OP_AND;
    bool is_negated = n->op == OP_NOT && model_expr(m, n->args[0])->op == dual;
    size_t count;
    const expr *leaves =
        is_negated ? recognise_leaves(&a->g, dual, n->args[0], &count) : recognise_leaves(&a->g, op, e, &count);
    for (size_t i = 0; i < count; i++) {
        expr leaf = is_negated ? model_not(m, leaves[i]) : leaves[i];
        array_push(a->r->mem, &a->leaves, leaf);
    }
}

// EXPR_NONE, with a reason in r->why, if it cannot be read.
static expr read_condition(struct reading *a, expr e, bool is_universal, bool is_strict)
{
    struct counter_reduction *r = a->r;
    a->is_universal = is_universal;
    a->is_strict = is_strict;
    a->leaves.count = a->terms.count = 0;
    if (is_strict)
        array_push(r->mem, &a->leaves, e);
    else
        find_leaves(a, e);
    for (size_t i = 0; i < a->leaves.count; i++)
        if (!read_leaf(a, a->leaves.at[i]))
            return EXPR_NONE;
    return model_nary(r->to, is_universal ? OP_AND : OP_OR, a->terms.at, a->terms.count);
}

// ---- Temporal formulas ----------------------------------------------------------------------------------------------

// Conditions inside of a formula must be the same for all permutations.
static expr read_strictly(void *context, expr condition)
{
    return read_condition(context, condition, false, true);
}

static bool accepts(void *context, const struct formula_node *n)
{
    const struct reading *a = context;
    if (a->r->saturation)
        counter_refuse(a->r, cause_of(CAUSE_COUNTER_TEMPORAL));
    if (a->r->saturation)
        return false;
    if (formula_op_has_regular(n->op))
        counter_refuse(a->r, cause_of(CAUSE_HAS_REGULAR));
    return !formula_op_has_regular(n->op);
}

// ---- Properties, run-time errors, fairness --------------------------------------------------------------------------

static formula read_cover(struct reading *a, formula f)
{
    struct cover cover = model_cover(a->r->from, f);
    cover.missed = read_condition(a, cover.missed, true, false);
    if (cover.missed == EXPR_NONE)
        return FORMULA_NONE;
    if (cover.sound != EXPR_NONE) {
        cover.sound = read_condition(a, cover.sound, true, false);
        if (cover.sound == EXPR_NONE)
            return FORMULA_NONE;
    }
    return model_make_cover(a->r->to, cover);
}

static formula read_goal(struct reading *a, enum property_kind kind, formula f)
{
    switch (kind) {
    case PROPERTY_INVARIANT:
    case PROPERTY_RUNTIME_ERROR:
    case PROPERTY_DEADLOCK: {
        a->is_for_all = a->r->saturation && kind == PROPERTY_DEADLOCK;
        expr e = read_condition(a, model_formula(a->r->from, f)->atom, kind != PROPERTY_DEADLOCK, false);
        a->is_for_all = false;
        return e == EXPR_NONE ? FORMULA_NONE : model_atom(a->r->to, e);
    }
    case PROPERTY_COVER:
        if (a->r->saturation)
            counter_refuse(a->r, cause_of(CAUSE_COUNTER_COVER));
        return a->r->saturation ? FORMULA_NONE : read_cover(a, f);
    default:
        return formula_map(&a->formulas, f);
    }
}

// What cannot be read of these is left out: the verdict does not depend on it.
static void read_vacuities(struct reading *a, const struct property *p, struct property *copy)
{
    struct counter_reduction *r = a->r;
    struct cause why = {0}, *outer = r->why;
    struct vacuity *vacuities = arena_alloc(&r->arena, (p->vacuity_count + 1) * sizeof *vacuities);
    copy->vacuities = vacuities;
    copy->vacuity_count = 0;
    r->why = &why;
    for (size_t i = 0; i < p->vacuity_count && !r->saturation; i++) {
        formula f = read_goal(a, p->kind, p->vacuities[i].formula);
        if (f != FORMULA_NONE)
            vacuities[copy->vacuity_count++] = (struct vacuity){p->vacuities[i].left, f, p->vacuities[i].number};
        r->has_refused = false;
    }
    copy->lacks_vacuities = p->lacks_vacuities || copy->vacuity_count < p->vacuity_count;
    r->why = outer;
}

static bool read_property(struct reading *a, const struct property *p, struct property *copy)
{
    if (!a->knows_fairness && property_minds_fairness(a->r->from, p)) {
        counter_refuse(a->r, cause_of(CAUSE_COUNTER_FAIRNESS));
        return false;
    }
    *copy = *p;
    if (p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX) {
        copy->from = formula_map(&a->formulas, p->from);
        copy->to = copy->from == FORMULA_NONE ? FORMULA_NONE : formula_map(&a->formulas, p->to);
        return copy->to != FORMULA_NONE;
    }
    copy->formula = read_goal(a, p->kind, p->formula);
    if (copy->formula != FORMULA_NONE)
        read_vacuities(a, p, copy);
    // A step of counters is one of some size, not of all: whether there is one must be told by the condition alone.
    if (a->r->saturation) {
        copy->kind = PROPERTY_INVARIANT;
        copy->goal = GOAL_NONE;
    }
    return copy->formula != FORMULA_NONE;
}

// A property that cannot be read is left out, and the reason kept.
static void add_property(struct reading *a, size_t i, size_t property)
{
    struct counter_reduction *r = a->r;
    struct property copy;
    struct cause why = {0}, *outer = r->why;
    const struct property *p = model_property(r->from, property);
    r->why = &why;
    formula settled = model_atom(r->to, model_true(r->to)); // nobody asks; but in a family it stands beside others
    r->property_map[i] = SIZE_MAX;
    if (p->unsupported || p->refuted)
        r->property_map[i] = model_add_property(r->to, &(struct property){.goal = p->goal,
                                                                          .kind = p->kind,
                                                                          .name = p->name,
                                                                          .text = p->text,
                                                                          .context = p->context,
                                                                          .formula = settled,
                                                                          .from = FORMULA_NONE,
                                                                          .to = FORMULA_NONE,
                                                                          .unsupported = p->unsupported,
                                                                          .refuted = p->refuted});
    else if (read_property(a, p, &copy))
        r->property_map[i] = model_add_property(r->to, &copy);
    else
        r->refusals[i] = cause_keep(why, &r->arena);
    r->why = outer;
    r->has_refused = false;
}

// Run-time errors that cannot be read are left out: properties about them cannot be read, either.
static void add_runtime_errors(struct reading *a)
{
    struct counter_reduction *r = a->r;
    struct cause why = {0}, *outer = r->why;
    r->why = &why;
    for (size_t i = 0; i < model_runtime_error_count(r->from); i++) {
        const struct runtime_error *runtime_error = model_runtime_error(r->from, i);
        expr e = read_condition(a, runtime_error->condition, false, false);
        expr after =
            runtime_error->after == EXPR_NONE ? EXPR_NONE : read_condition(a, runtime_error->after, false, false);
        if (e != EXPR_NONE && (after != EXPR_NONE || runtime_error->after == EXPR_NONE))
            model_add_runtime_error(r->to, &(struct runtime_error){runtime_error->text, e, runtime_error->goal, after});
        r->has_refused = false;
    }
    r->why = outer;
}

static bool add_constraints(struct reading *a)
{
    struct counter_reduction *r = a->r;
    struct parts invariants = model_invariants(r->from);
    for (size_t i = 0; i < invariants.count; i++) {
        expr e = EXPR_NONE;
        if (invariants.at[i].kind == PART_CONDITION)
            e = read_condition(a, invariants.at[i].expr, true, false);
        if (e == EXPR_NONE) {
            counter_refuse(r, cause_of(CAUSE_COUNTER_UNSYMMETRIC_ASSUMPTION));
            return false;
        }
        model_add_invariant(r->to, (struct part){PART_CONDITION, CELL_NONE, e});
    }
    return true;
}

// A condition about single components stands for one about each of them, of which counters know nothing.
static expr read_fairness(struct reading *a, expr condition)
{
    const struct site *sites;
    size_t count;
    if (!model_named_elements(a->r->from, condition, &sites, &count) || count > 0)
        return EXPR_NONE;
    return read_condition(a, condition, false, true);
}

// False if there is fairness that counters do not know: then what depends on it cannot be read.
static bool add_fairness(struct reading *a)
{
    struct counter_reduction *r = a->r;
    struct cause why = {0}, *outer = r->why;
    bool good = model_fair_rule_count(r->from) == 0;
    r->why = &why;
    for (size_t i = 0; i < model_justice_count(r->from) && good; i++) {
        expr e = read_fairness(a, model_justice(r->from, i));
        good = e != EXPR_NONE;
        if (good)
            model_add_justice(r->to, e);
    }
    for (size_t i = 0; i < model_compassion_count(r->from) && good; i++) {
        expr pair[2], first, second = EXPR_NONE;
        model_compassion(r->from, i, pair);
        if ((first = read_fairness(a, pair[0])) != EXPR_NONE)
            second = read_fairness(a, pair[1]);
        good = second != EXPR_NONE;
        if (good)
            model_add_compassion(r->to, first, second);
    }
    r->why = outer;
    r->has_refused = false;
    return good;
}

bool counter_add_properties(struct counter_reduction *r, const size_t *properties, size_t count)
{
    struct reading a;
    open_reading(&a, r);
    bool good = add_constraints(&a);
    if (good) {
        a.knows_fairness = add_fairness(&a);
        add_runtime_errors(&a);
    }
    for (size_t i = 0; i < count && good; i++)
        add_property(&a, i, properties[i]);
    close_reading(&a);
    return good;
}
