// Properties of the symmetrised model: those of EF-CTL (seed 002, Definition 3 and Corollary 11). Their conditions must
// be the same for all permutations of the components. A condition for all components is a conjunction of instances: it
// is the same if for each of them all its images are there, too.
//
// Whether there is a deadlock is the same for all permutations if R+ is: a state has a step, or one that changes it, if
// and only if it has one in R+. So it does not matter which components the steps are of.
#include "reduce/architecture/architecture_parts.h"

struct reading {
    struct architecture *a;
    struct templates leaves;
    expr leaf, plain; // and its image without a permutation
    const struct named *named;
    bool is_new, is_taken;
};

// ---- Conditions -----------------------------------------------------------------------------------------------------

static bool is_same_leaf(struct architecture *a, const void *what)
{
    const struct reading *r = what;
    return architecture_image(a, a->from, r->leaf) == r->plain;
}

static bool take_order(struct architecture *a, const uint32_t *tuple, void *context)
{
    struct reading *r = context;
    struct template t = {.named = r->named->count, .is_local = r->named->is_local};
    t.condition = architecture_image(a, a->from, r->leaf);
    r->is_taken |= templates_take(a, &r->leaves, &t, tuple, r->is_new);
    return !r->is_new || !r->is_taken;
}

static bool read_leaf(struct reading *r, expr leaf)
{
    struct architecture *a = r->a;
    struct named named;
    r->leaf = leaf;
    architecture_see(a, a->from, leaf);
    if (a->spoken_of.count > ARCHITECTURE_MOST_NAMED)
        r->plain = architecture_image(a, a->from, leaf);
    if (!architecture_find_named(a, is_same_leaf, r, &named))
        return false;
    // cppcheck-suppress autoVariables ; it is read in this call only
    r->named = &named;
    r->is_new = r->is_taken = false;
    architecture_each_order(a, &named, take_order, r);
    if (r->is_taken)
        return true;
    r->is_new = true;
    architecture_each_order(a, &named, take_order, r);
    r->is_new = false;
    return architecture_each_order(a, &named, take_order, r);
}

static void push_operands(struct architecture *a, const struct expr_node *n, bool is_negated, leaf_array *waiting)
{
    for (size_t i = 0; i < n->count; i++)
        array_push(a->mem, waiting, ((struct leaf){n->args[i], is_negated}));
}

// The model gets no expressions here, so a negated operand that is no negation itself is kept as it is, with its sign.
void architecture_find_leaves(struct architecture *a, const struct model *m, expr e, enum op op, leaf_array *leaves)
{
    leaf_array waiting = {0};
    struct notes seen[2] = {0};
    notes_clear(&seen[0]);
    notes_clear(&seen[1]);
    array_push(a->mem, &waiting, ((struct leaf){e, false}));
    while (waiting.count) {
        struct leaf at = array_pop(&waiting);
        const struct expr_node *n = model_expr(m, at.e);
        enum op here = at.is_negated ? (op == OP_AND ? OP_OR : OP_AND) : op;
        if (notes_get(&seen[at.is_negated], at.e) != NOTE_NONE)
            continue;
        notes_put(a->mem, &seen[at.is_negated], at.e, 1);
        if (n->op == OP_NOT)
            push_operands(a, n, !at.is_negated, &waiting);
        else if (n->op == here)
            push_operands(a, n, at.is_negated, &waiting);
        else
            array_push(a->mem, leaves, at);
    }
    notes_free(a->mem, &seen[0]);
    notes_free(a->mem, &seen[1]);
    array_free(a->mem, &waiting);
}

// Leaves of both signs are read one sign after the other, so that they never share a template.
static bool read_leaves(struct reading *r, const leaf_array *leaves, bool is_negated, bool needs_all, enum op op,
                        expr *result)
{
    struct architecture *a = r->a;
    bool good = true;
    for (size_t i = 0; i < leaves->count && good; i++)
        good = leaves->at[i].is_negated != is_negated || (read_leaf(r, leaves->at[i].e) && !architecture_is_late(a));
    for (size_t i = 0; i < r->leaves.at.count && (good || a->named); i++) {
        const struct template *t = r->leaves.at.at[i];
        expr e = is_negated ? model_not(a->to, t->condition) : t->condition;
        good &= !needs_all || template_is_full(a, t);
        if (a->named && needs_all)
            architecture_note_unlike(a, t, a->named);
        *result = op == OP_AND ? model_and(a->to, *result, e) : model_or(a->to, *result, e);
    }
    templates_free(a, &r->leaves);
    return good;
}

// The conjunction (or disjunction) of one instance of each of its templates; EXPR_NONE if it cannot be read so, or if
// instances are missing that are needed.
static expr read_condition(struct architecture *a, expr e, enum op op, bool needs_all)
{
    struct reading r = {.a = a};
    leaf_array leaves = {0};
    expr result = op == OP_AND ? model_true(a->to) : model_false(a->to);
    architecture_find_leaves(a, a->from, e, op, &leaves);
    bool good = read_leaves(&r, &leaves, false, needs_all, op, &result) &&
                read_leaves(&r, &leaves, true, needs_all, op, &result);
    array_free(a->mem, &leaves);
    return good ? result : EXPR_NONE;
}

// ---- Assumptions ----------------------------------------------------------------------------------------------------

// What is assumed of each component by itself, or of global variables, can be seen on three components: others stay as
// they are, and what is assumed of them stays so.
static void note_assumed(struct architecture *a, expr e)
{
    leaf_array leaves = {0};
    architecture_find_leaves(a, a->from, e, OP_AND, &leaves);
    for (size_t i = 0; i < leaves.count; i++) {
        expr image = architecture_image(a, a->from, leaves.at[i].e);
        image = leaves.at[i].is_negated ? model_not(a->to, image) : image;
        architecture_see(a, a->to, image);
        size_t count = a->spoken_of.count;
        uint32_t first = count ? a->spoken_of.at[0] : 0;
        for (size_t k = 0; k < count; k++)
            a->is_spoken_of[a->spoken_of.at[k]] = false;
        a->spoken_of.count = 0;
        a->assumes_more |= count > 1 || (count == 1 && architecture_has_globals(a, image));
        if (first < 3)
            a->assumed = model_and(a->to, a->assumed, image);
    }
    array_free(a->mem, &leaves);
}

bool architecture_read_assumptions(struct architecture *a, struct cause *why_not)
{
    struct parts assumed = model_invariants(a->from);
    a->assumed = assumed.count ? model_true(a->to) : EXPR_NONE;
    for (size_t i = 0; i < assumed.count; i++) {
        expr e = EXPR_NONE;
        if (assumed.at[i].kind == PART_CONDITION)
            e = read_condition(a, assumed.at[i].expr, OP_AND, true);
        if (e == EXPR_NONE) {
            *why_not = cause_of(CAUSE_ARCHITECTURE_ASSUMPTION);
            return false;
        }
        model_add_invariant(a->to, (struct part){PART_CONDITION, CELL_NONE, e});
        note_assumed(a, assumed.at[i].expr);
    }
    return true;
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

bool architecture_is_in_fragment(const struct formula_node *n)
{
    return n->op <= FORMULA_IFF || ((n->op == FORMULA_EF || n->op == FORMULA_AG) && !n->bounded);
}

struct formula_reading {
    struct architecture *a;
    struct cause *why_not;
};

static bool accepts(void *context, const struct formula_node *n)
{
    const struct formula_reading *r = context;
    if (!architecture_is_in_fragment(n))
        *r->why_not = cause_of(CAUSE_ARCHITECTURE_OPERATORS);
    return architecture_is_in_fragment(n);
}

// The image of a condition that no permutation changes: the conjunction, or the disjunction, of all its instances.
static expr read_atom(void *context, expr atom)
{
    const struct formula_reading *r = context;
    struct architecture *a = r->a;
    bool is_same =
        read_condition(a, atom, OP_AND, true) != EXPR_NONE || read_condition(a, atom, OP_OR, true) != EXPR_NONE;
    if (!is_same && !(a->named && architecture_are_few(a, a->named))) {
        *r->why_not = cause_of(CAUSE_ARCHITECTURE_CONDITIONS);
        return EXPR_NONE;
    }
    return architecture_image(a, a->from, atom);
}

static formula read_formula(struct architecture *a, formula f, struct cause *why_not)
{
    struct formula_map map = {.from = a->from,
                              .to = a->to,
                              .mem = a->mem,
                              .condition = read_atom,
                              .accepts = accepts,
                              .context = &(struct formula_reading){a, why_not}};
    formula result = formula_map(&map, f);
    formula_map_free(&map);
    return result;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static formula read_state_property(struct architecture *a, const struct property *p, struct cause *why_not)
{
    expr atom = model_formula(a->from, p->formula)->atom;
    bool is_deadlock = p->kind == PROPERTY_DEADLOCK, is_only_path = false;
    for (size_t i = 0; i < a->actions.at.count; i++)
        is_only_path |= !template_is_full(a, a->actions.at.at[i]);
    if (is_deadlock && is_only_path && a->assumed != EXPR_NONE) {
        *why_not = cause_of(CAUSE_ARCHITECTURE_UNASSUMED);
        return FORMULA_NONE;
    }
    expr e = read_condition(a, atom, is_deadlock ? OP_OR : OP_AND, !is_deadlock);
    if (e == EXPR_NONE)
        *why_not = cause_of(is_deadlock ? CAUSE_ARCHITECTURE_OWN_WAYS_ASKED : CAUSE_ARCHITECTURE_CONDITION);
    return e == EXPR_NONE ? FORMULA_NONE : model_atom(a->to, e);
}

static formula read_cover(struct architecture *a, formula f, struct cause *why_not)
{
    struct cover cover = model_cover(a->from, f);
    expr missed = read_condition(a, cover.missed, OP_AND, true);
    expr sound = cover.sound != EXPR_NONE ? read_condition(a, cover.sound, OP_AND, true) : EXPR_NONE;
    if (missed != EXPR_NONE && (sound != EXPR_NONE || cover.sound == EXPR_NONE))
        return model_make_cover(a->to, (struct cover){missed, sound});
    *why_not = cause_of(CAUSE_ARCHITECTURE_CONDITION);
    return FORMULA_NONE;
}

// As a formula of which all conditions are the same for all permutations, or as one that follows some components.
static formula read_temporal(struct architecture *a, formula f, followed_array *followed, struct cause *why_not)
{
    formula result = read_formula(a, f, why_not);
    if (result != FORMULA_NONE || a->moves_starts)
        return result;
    result = architecture_follow(a, f, followed);
    if (result != FORMULA_NONE)
        *why_not = cause_of(CAUSE_NONE);
    else
        followed->count = 0;
    return result;
}

static formula read_property(struct architecture *a, const struct property *p, followed_array *followed,
                             struct cause *why_not)
{
    if (p->unsupported) {
        *why_not = cause_with_text(CAUSE_UNSUPPORTED, p->unsupported);
        return FORMULA_NONE;
    }
    if (p->refuted) {
        *why_not = cause_of(CAUSE_ARCHITECTURE_REFUTED);
        return FORMULA_NONE;
    }
    if (model_has_fairness(a->from) && property_minds_fairness(a->from, p)) {
        *why_not = cause_of(CAUSE_ARCHITECTURE_FAIRNESS);
        return FORMULA_NONE;
    }
    switch (p->kind) {
    case PROPERTY_INVARIANT:
    case PROPERTY_RUNTIME_ERROR:
    case PROPERTY_DEADLOCK:
        return read_state_property(a, p, why_not);
    case PROPERTY_COVER:
        return read_cover(a, p->formula, why_not);
    case PROPERTY_CTL:
        return read_temporal(a, p->formula, followed, why_not);
    default:
        *why_not = cause_of(CAUSE_ARCHITECTURE_KIND);
        return FORMULA_NONE;
    }
}

static bool are_among(const followed_array *a, const followed_array *b)
{
    bool good = true;
    for (size_t i = 0; i < a->count && good; i++) {
        good = false;
        for (size_t k = 0; k < b->count; k++)
            good |= a->at[i].class == b->at[k].class && a->at[i].element == b->at[k].element;
    }
    return good;
}

// Those that can be read as the property is, and are about some of its components, or about all alike: a permutation
// that leaves its components alone keeps them. They are of the symmetrised model then.
static void read_vacuities(struct architecture *a, const struct property *p, const followed_array *of_property,
                           struct property *copy)
{
    struct vacuity *read = arena_alloc(&a->arena, (p->vacuity_count + 1) * sizeof *read);
    copy->vacuities = read;
    copy->vacuity_count = 0;
    for (size_t i = 0; i < p->vacuity_count; i++) {
        struct property variant = *p;
        followed_array followed = {0};
        struct cause why_not = cause_of(CAUSE_NONE);
        variant.formula = p->vacuities[i].formula;
        formula f = read_property(a, &variant, &followed, &why_not);
        if (f != FORMULA_NONE && are_among(&followed, of_property))
            read[copy->vacuity_count++] = (struct vacuity){p->vacuities[i].left, f, p->vacuities[i].number};
        array_free(a->mem, &followed);
    }
    copy->lacks_vacuities = p->lacks_vacuities || copy->vacuity_count < p->vacuity_count;
}

// What is read is of no use else.
void architecture_find_named_by(struct architecture *a, size_t property, bool *is_named)
{
    struct cause why_not = {0};
    followed_array followed = {0};
    a->named = is_named;
    read_property(a, model_property(a->from, property), &followed, &why_not);
    a->named = NULL;
    array_free(a->mem, &followed);
}

void architecture_add_properties(struct architecture *a)
{
    size_t count = a->property_count = model_property_count(a->from);
    a->refusals = arena_alloc(&a->arena, (count + 1) * sizeof *a->refusals);
    a->followed = arena_alloc(&a->arena, (count + 1) * sizeof *a->followed);
    for (size_t i = 0; i < count; i++) {
        struct property copy = *model_property(a->from, i);
        const struct property *p = model_property(a->from, i);
        copy.vacuities = NULL;
        copy.vacuity_count = 0;
        copy.formula = read_property(a, p, &a->followed[i], &a->refusals[i]);
        if (copy.formula == FORMULA_NONE) // it has a number all the same
            copy.formula = model_atom(a->to, model_true(a->to));
        else
            read_vacuities(a, p, &a->followed[i], &copy);
        copy.from = copy.to = FORMULA_NONE;
        model_add_property(a->to, &copy);
    }
}
