#include "symmetric_model.h"

#define MOST_ELEMENTS 64

struct maker {
    struct model *model;
    struct symmetry *symmetry;
    struct dice *dice;
    struct mem *mem;
    bool *in_pool; // by cell
    // What is made now mentions these elements: the parameters of a rule.
    uint32_t mentioned[MOST_ELEMENTS];
    size_t mentioned_count;
};

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void mention(struct maker *k, uint32_t element)
{
    for (size_t i = 0; i < k->mentioned_count; i++)
        if (k->mentioned[i] == element)
            return;
    k->mentioned[k->mentioned_count++] = element;
}

static void mention_cell(struct maker *k, cell_id cell)
{
    struct placement at = model_placement(k->model, cell);
    for (size_t i = 0; i < at.site_count; i++)
        mention(k, k->symmetry->first[at.sites[i].class] + at.sites[i].element);
}

static cell_id some_cell(struct maker *k)
{
    for (;;) {
        cell_id cell = (cell_id)dice_roll(k->dice, (int)model_cell_count(k->model));
        if (!k->in_pool[cell]) {
            mention_cell(k, cell);
            return cell;
        }
    }
}

static expr some_constant(struct maker *k, type_id type)
{
    const struct type *t = model_type(k->model, type);
    value v = type_value(t, (uint64_t)dice_roll(k->dice, (int)type_size(t)));
    struct site site = model_site_of_id(k->model, v);
    if (t->kind == TYPE_ENUM && site.class != CLASS_NONE)
        mention(k, k->symmetry->first[site.class] + site.element);
    return model_const(k->model, type, v);
}

// A value for a cell of this type: a constant, or what another cell has.
static expr some_value(struct maker *k, type_id type)
{
    for (int i = 0; i < 6 && dice_coin(k->dice); i++) {
        cell_id other = (cell_id)dice_roll(k->dice, (int)model_cell_count(k->model));
        if (!k->in_pool[other] && model_cell(k->model, other)->type == type) {
            mention_cell(k, other);
            return model_cell_expr(k->model, other);
        }
    }
    return some_constant(k, type);
}

static expr some_condition(struct maker *k, int depth)
{
    struct model *m = k->model;
    if (depth > 0 && dice_coin(k->dice)) {
        expr left = some_condition(k, depth - 1), right = some_condition(k, depth - 1);
        return dice_coin(k->dice) ? model_and(m, left, right) : model_or(m, left, right);
    }
    cell_id cell = some_cell(k);
    type_id type = model_cell(m, cell)->type;
    expr is = model_binary(m, OP_EQ, model_cell_expr(m, cell), some_value(k, type));
    return dice_coin(k->dice) ? is : model_not(m, is);
}

struct closing {
    struct maker *maker;
    expr given, closed;
    bool all;
};

static void join_image(void *context, const uint32_t *permutation)
{
    struct closing *c = context;
    struct model *m = c->maker->model;
    expr image = symmetry_expr(c->maker->symmetry, m, permutation, c->given);
    c->closed = c->all ? model_and(m, c->closed, image) : model_or(m, c->closed, image);
}

// For all permutations, or for some.
static expr close_expr(struct maker *k, expr e, bool all)
{
    struct closing c = {k, e, all ? model_true(k->model) : model_false(k->model), all};
    varied_each_permutation(k->symmetry, join_image, &c);
    return c.closed;
}

static expr some_closed(struct maker *k)
{
    expr e = some_condition(k, 1);
    return close_expr(k, e, dice_coin(k->dice));
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

struct template
{
    struct maker *maker;
    uint32_t family;
    expr guard;
    struct part changes[3];
    int change_count;
    uint32_t made[1024][MOST_ELEMENTS]; // the parameters of the rules that were made
    size_t made_count;
};

static bool was_made(struct template *t, const uint32_t *elements, size_t count)
{
    for (size_t i = 0; i < t->made_count; i++)
        if (memcmp(t->made[i], elements, count * sizeof *elements) == 0)
            return true;
    return false;
}

static void add_rule(void *context, const uint32_t *permutation)
{
    struct template *t = context;
    struct maker *k = t->maker;
    struct model *m = k->model;
    uint32_t elements[MOST_ELEMENTS];
    struct site sites[MOST_ELEMENTS];
    for (size_t i = 0; i < k->mentioned_count; i++) {
        elements[i] = permutation[k->mentioned[i]];
        uint32_t class = k->symmetry->class_of[elements[i]];
        sites[i] = (struct site){class, elements[i] - k->symmetry->first[class]};
    }
    if (was_made(t, elements, k->mentioned_count) || t->made_count == 1024)
        return;
    memcpy(t->made[t->made_count++], elements, k->mentioned_count * sizeof *elements);
    size_t action = model_add_action(m, "rule");
    model_place_action(m, action, &(struct placement){t->family, sites, k->mentioned_count});
    expr guard = symmetry_expr(k->symmetry, m, permutation, t->guard);
    model_add_to_action(m, action, (struct part){PART_CONDITION, CELL_NONE, guard});
    for (int i = 0; i < t->change_count; i++) {
        expr to = symmetry_expr(k->symmetry, m, permutation, t->changes[i].expr);
        cell_id cell = symmetry_cell(k->symmetry, permutation, t->changes[i].cell);
        model_add_to_action(m, action, (struct part){PART_CHOICE, cell, to});
    }
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        bool is_kept = true;
        for (int i = 0; i < t->change_count; i++)
            is_kept &= symmetry_cell(k->symmetry, permutation, t->changes[i].cell) != c;
        if (is_kept)
            model_keep_in_action(m, action, c);
    }
}

static void add_rules(struct maker *k, uint32_t family)
{
    struct template *t = calloc(1, sizeof *t);
    struct model *m = k->model;
    t->maker = k;
    t->family = family;
    k->mentioned_count = 0;
    t->guard = dice_roll(k->dice, 4) ? some_condition(k, 1) : model_true(m);
    int changes = 1 + dice_roll(k->dice, 3);
    for (int i = 0; i < changes; i++) {
        cell_id cell = some_cell(k);
        bool is_new = true;
        for (int j = 0; j < t->change_count; j++)
            is_new &= t->changes[j].cell != cell;
        if (!is_new)
            continue;
        type_id type = model_cell(m, cell)->type;
        expr to = some_value(k, type);
        if (dice_roll(k->dice, 6) == 0)
            to = model_nary(m, OP_CHOICE, (expr[]){to, some_constant(k, type)}, 2);
        t->changes[t->change_count++] = (struct part){PART_CHOICE, cell, to};
    }
    varied_each_permutation(k->symmetry, add_rule, t);
    free(t);
}

// ---- Starts, run-time errors, properties ----------------------------------------------------------------------------

struct starting {
    struct maker *maker;
    const value *state;
    value *image;
};

static void add_start(void *context, const uint32_t *permutation)
{
    struct starting *s = context;
    struct model *m = s->maker->model;
    symmetry_apply(s->maker->symmetry, permutation, s->state, s->image);
    size_t start = model_add_start(m, "start");
    for (cell_id c = 0; c < model_cell_count(m); c++)
        model_add_to_start(m, start,
                           (struct part){PART_CHOICE, c, model_const(m, model_cell(m, c)->type, s->image[c])});
}

static void add_starts(struct maker *k)
{
    size_t bytes = (model_cell_count(k->model) + 1) * sizeof(value);
    struct starting s = {k, malloc(bytes), malloc(bytes)};
    varied_state(k->symmetry, k->dice, (value *)s.state);
    varied_each_permutation(k->symmetry, add_start, &s);
    free((value *)s.state);
    free(s.image);
}

static void add_property(struct maker *k, enum property_kind kind, formula f)
{
    model_add_property(k->model, &(struct property){.kind = kind, .text = "p", .context = "", .formula = f});
}

static formula some_formula(struct maker *k, bool closed, int depth)
{
    struct model *m = k->model;
    static const enum formula_op ops[] = {FORMULA_NOT, FORMULA_AND, FORMULA_EX, FORMULA_EF, FORMULA_EG, FORMULA_EU,
                                          FORMULA_AX,  FORMULA_AF,  FORMULA_AG, FORMULA_AU, FORMULA_AG, FORMULA_AF};
    if (depth == 0)
        return model_atom(m, closed ? some_closed(k) : some_condition(k, 0));
    enum formula_op op = ops[dice_roll(k->dice, 12)];
    bool binary = op == FORMULA_AND || op == FORMULA_EU || op == FORMULA_AU;
    formula left = some_formula(k, closed, depth - 1);
    return model_formula_make(m, op, left, binary ? some_formula(k, closed, depth - 1) : FORMULA_NONE);
}

static void add_runtime_errors(struct maker *k)
{
    struct model *m = k->model;
    expr runtime_error = close_expr(k, some_condition(k, 1), false);
    model_add_runtime_error(
        m, &(struct runtime_error){.text = "something is wrong", .condition = runtime_error, .after = EXPR_NONE});
    add_property(k, PROPERTY_RUNTIME_ERROR, model_atom(m, model_not(m, runtime_error)));
}

// ---- Fairness that permutations take to each other ------------------------------------------------------------------

struct fair_orbit {
    struct maker *maker;
    expr asked, met; // without `asked`: justice
};

static bool is_there(const struct model *m, expr asked, expr met)
{
    for (size_t i = 0; asked == EXPR_NONE && i < model_justice_count(m); i++)
        if (model_justice(m, i) == met)
            return true;
    for (size_t i = 0; asked != EXPR_NONE && i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        if (pair[0] == asked && pair[1] == met)
            return true;
    }
    return false;
}

static void add_fair_image(void *context, const uint32_t *permutation)
{
    const struct fair_orbit *f = context;
    struct model *m = f->maker->model;
    const struct symmetry *s = f->maker->symmetry;
    expr met = symmetry_expr(s, m, permutation, f->met);
    expr asked = f->asked == EXPR_NONE ? EXPR_NONE : symmetry_expr(s, m, permutation, f->asked);
    if (is_there(m, asked, met))
        return;
    if (asked == EXPR_NONE)
        model_add_justice(m, met);
    else
        model_add_compassion(m, asked, met);
}

static void add_fair_orbit(struct maker *k, bool is_strong)
{
    k->mentioned_count = 0;
    struct fair_orbit f = {k, EXPR_NONE, some_condition(k, dice_roll(k->dice, 2))};
    if (is_strong)
        f.asked = some_condition(k, 0);
    varied_each_permutation(k->symmetry, add_fair_image, &f);
}

// Of linear time, about conditions that the group leaves alone, or not.
static formula some_path_formula(struct maker *k, bool closed, int depth)
{
    struct model *m = k->model;
    static const enum formula_op ops[] = {FORMULA_NOT, FORMULA_AND, FORMULA_F, FORMULA_G, FORMULA_U, FORMULA_X};
    if (depth == 0)
        return model_atom(m, closed ? some_closed(k) : some_condition(k, 0));
    enum formula_op op = ops[dice_roll(k->dice, 6)];
    bool binary = op == FORMULA_AND || op == FORMULA_U;
    formula left = some_path_formula(k, closed, depth - 1);
    return model_formula_make(m, op, left, binary ? some_path_formula(k, closed, depth - 1) : FORMULA_NONE);
}

struct symmetry *symmetric_make(struct model *m, struct dice *dice, struct mem *mem)
{
    struct maker k = {.model = m, .dice = dice, .mem = mem};
    varied_make(m, dice);
    k.symmetry = symmetry_new(m, mem);
    size_t cells = model_cell_count(m);
    k.in_pool = calloc(cells + 1, sizeof *k.in_pool);
    for (size_t i = 0; i < model_pool_count(m); i++)
        for (uint32_t c = 0; c < model_pool(m, i).width * model_pool(m, i).places; c++)
            k.in_pool[model_pool(m, i).first + c] = true;
    int rules = 1 + dice_roll(dice, 4);
    for (int i = 0; i < rules; i++)
        add_rules(&k, (uint32_t)i);
    add_starts(&k);
    if (dice_roll(dice, 3) == 0)
        add_starts(&k);
    if (dice_roll(dice, 3) == 0)
        add_runtime_errors(&k);
    if (dice_roll(dice, 4) == 0)
        model_add_justice(m, some_closed(&k));
    if (dice_roll(dice, 8) == 0)
        model_add_compassion(m, some_closed(&k), some_closed(&k));
    if (dice_roll(dice, 2) == 0)
        add_fair_orbit(&k, false);
    if (dice_roll(dice, 3) == 0)
        add_fair_orbit(&k, true);
    for (int i = 0; i < 2; i++) {
        add_property(&k, PROPERTY_INVARIANT, model_atom(m, i ? some_condition(&k, 1) : some_closed(&k)));
        add_property(&k, PROPERTY_COVER, model_atom(m, i ? some_condition(&k, 1) : some_closed(&k)));
    }
    for (int i = 0; i < 3; i++)
        add_property(&k, PROPERTY_CTL, some_formula(&k, i > 0, 1 + dice_roll(dice, 2)));
    for (int i = 0; i < 2; i++)
        add_property(&k, PROPERTY_LTL, some_path_formula(&k, i > 0, 1 + dice_roll(dice, 3)));
    free(k.in_pool);
    return k.symmetry;
}
