// The counter model: its actions, one for each move of components.
#include "reduce/counter/counter_parts.h"

// What a counter becomes: itself (unless all that were counted are on their way), a number, and more.
struct change {
    bool is_left; // the counter itself does not count
    value number;
    expr more; // or EXPR_NONE
};

struct stepper {
    struct counter_reduction *r;
    struct builder b;
    struct change **changes; // by class, by local state
    expr *columns;
    expr *next; // by cell of the counter model: what it becomes; EXPR_NONE if it stays
    expr lost;  // where a component gets into a local state that has no counter
};

static void add_more(struct stepper *s, struct change *change, expr e)
{
    struct model *m = s->r->to;
    change->more = change->more == EXPR_NONE ? e : model_binary(m, OP_ADD, change->more, e);
}

// Puts `amount` components into the local states that the columns say.
static void put(struct stepper *s, uint32_t class, expr amount)
{
    struct model *m = s->r->to;
    const struct counted *k = &s->r->counted.at[class];
    expr found = model_false(m);
    for (uint32_t i = 0; i < k->locals.count; i++) {
        const value *local = tuples_at(&k->locals, i);
        expr here = model_true(m);
        value v, number;
        for (uint32_t j = 0; j < k->columns && !(model_is_const(m, here, &v) && !v); j++) {
            expr column = counter_value(m, counter_column_type(s->r, class, j), local[j]);
            here = model_and(m, here, model_binary(m, OP_EQ, s->columns[j], column));
        }
        bool is_known = model_is_const(m, here, &v);
        if (is_known && !v)
            continue;
        if (is_known && model_is_const(m, amount, &number))
            s->changes[class][i].number += number;
        else
            add_more(s, &s->changes[class][i], model_ite(m, here, amount, model_int(m, 0)));
        if (is_known)
            return;
        found = model_or(m, found, here);
    }
    expr lost = model_and(m, model_not(m, found), model_binary(m, OP_LT, model_int(m, 0), amount));
    s->lost = model_or(m, s->lost, lost);
}

static bool stays(const struct stepper *s, uint32_t class, const value *local)
{
    const struct counted *k = &s->r->counted.at[class];
    for (uint32_t j = 0; j < k->columns; j++)
        if (s->columns[j] != counter_value(s->r->to, counter_column_type(s->r, class, j), local[j]))
            return false;
    return true;
}

static void move_rest(struct stepper *s, uint32_t class)
{
    struct model *m = s->r->to;
    const struct counted *k = &s->r->counted.at[class];
    for (uint32_t i = 0; i < k->locals.count; i++) {
        const value *local = tuples_at(&k->locals, i);
        if (!counter_fits_rest(s->r, s->b.c, class, local))
            continue;
        build_columns(&s->b, NO_SLOT, class, local, s->columns);
        if (stays(s, class, local))
            continue;
        // All leave, the named ones among them for the moment.
        value taken = builder_taken(&s->b, class, i);
        s->changes[class][i].is_left = true;
        s->changes[class][i].number += taken;
        put(s, class, model_binary(m, OP_SUB, builder_counter(&s->b, class, i), model_int(m, taken)));
    }
}

static void find_changes(struct stepper *s)
{
    const struct counter_case *c = s->b.c;
    for (uint32_t k = 0; k < s->r->counted.count; k++)
        for (uint32_t i = 0; i < s->r->counted.at[k].locals.count; i++)
            s->changes[k][i] = (struct change){false, 0, EXPR_NONE};
    for (uint32_t k = 0; k < s->r->counted.count; k++)
        if (c->rest_changes[k])
            move_rest(s, k);
    for (uint32_t i = 0; i < c->slot_count; i++) {
        uint32_t class = c->slots[i].class;
        build_columns(&s->b, i, class, s->b.locals[i], s->columns);
        s->changes[class][s->b.numbers[i]].number--;
        put(s, class, model_int(s->r->to, 1));
    }
}

static expr changed_counter(struct stepper *s, uint32_t class, uint32_t local, const struct change *change)
{
    struct model *m = s->r->to;
    value limit = counter_limit(&s->r->counted.at[class], local);
    expr e = change->is_left ? model_int(m, 0) : builder_counter(&s->b, class, local);
    if (change->more != EXPR_NONE)
        e = model_binary(m, OP_ADD, e, change->more);
    e = change->number < 0 ? model_binary(m, OP_SUB, e, model_int(m, -change->number))
                           : model_binary(m, OP_ADD, e, model_int(m, change->number));
    return limit ? model_ite(m, model_binary(m, OP_LT, e, model_int(m, limit)), e, model_int(m, limit)) : e;
}

static expr enough_components(struct stepper *s)
{
    struct model *m = s->r->to;
    expr result = model_true(m);
    for (uint32_t i = 0; i < s->b.c->slot_count; i++) {
        uint32_t class = s->b.c->slots[i].class;
        expr counter = builder_counter(&s->b, class, s->b.numbers[i]);
        value taken = builder_taken(&s->b, class, s->b.numbers[i]);
        result = model_and(m, result, model_not(m, model_binary(m, OP_LT, counter, model_int(m, taken))));
    }
    return result;
}

static bool set_pointers(struct stepper *s)
{
    const struct counter_case *c = s->b.c;
    for (uint32_t i = 0; i < s->r->pointers.count; i++) {
        cell_id rest = s->r->pointers.at[i].rest;
        if (c->pointer_nodes[i] == NO_NODE || rest == CELL_NONE)
            continue;
        s->next[rest] = build_pointer_rest(&s->b, build(&s->b, c->pointer_nodes[i]));
        if (s->next[rest] == EXPR_NONE) {
            counter_refuse(s->r,
                           (struct cause){CAUSE_COUNTER_UNCLEAR_ID, .rule = model_action(s->r->from, c->action)->name});
            return false;
        }
    }
    return true;
}

// By slot: how many numbers of components in its local state make a difference, besides the least.
static void find_variants(const struct stepper *s, value *most)
{
    for (uint32_t i = 0; i < s->b.c->slot_count; i++) {
        uint32_t class = s->b.c->slots[i].class, local = s->b.numbers[i];
        const struct change *change = &s->changes[class][local];
        value limit = counter_limit(&s->r->counted.at[class], local), taken = builder_taken(&s->b, class, local);
        bool matters = change->is_left || change->number || change->more != EXPR_NONE || taken >= limit;
        most[i] = limit && matters && builder_is_first(&s->b, i) ? taken : 0;
    }
}

static bool add_variant(struct stepper *s)
{
    struct counter_reduction *r = s->r;
    struct model *m = r->to;
    const struct counter_case *c = s->b.c;
    size_t cells = model_cell_count(m), action = model_add_action(m, model_action(r->from, c->action)->name);
    expr enough = model_and(m, builder_variant(&s->b), enough_components(s)), guard = build_guard(&s->b);
    for (size_t i = 0; i < cells; i++)
        s->next[i] = EXPR_NONE;
    for (size_t i = 0; i < c->plain_values.count; i++)
        s->next[r->places[c->plain_values.at[i].cell].copy] = build(&s->b, c->plain_values.at[i].node);
    if (!set_pointers(s))
        return false;
    s->lost = model_false(m);
    find_changes(s);
    r->escapes = model_or(m, r->escapes, model_and(m, model_and(m, enough, guard), s->lost));
    for (uint32_t k = 0; k < r->counted.count; k++)
        for (uint32_t i = 0; i < r->counted.at[k].locals.count; i++) {
            const struct change *change = &s->changes[k][i];
            bool changes = change->is_left || change->number || change->more != EXPR_NONE;
            if (changes && i != r->counted.at[k].absent)
                s->next[r->counted.at[k].counters[i]] = changed_counter(s, k, i, change);
        }
    model_add_to_action(m, action, (struct part){PART_CONDITION, CELL_NONE, model_and(m, enough, guard)});
    for (cell_id i = 0; i < cells; i++) {
        if (s->next[i] == EXPR_NONE || s->next[i] == model_cell_expr(m, i))
            model_keep_in_action(m, action, i);
        else
            model_add_to_action(m, action, (struct part){PART_CHOICE, i, s->next[i]});
    }
    return true;
}

static bool add_action(struct stepper *s, const struct counter_move *move)
{
    value most[COUNTER_MOST_SLOTS] = {0};
    counter_place_named(&s->b, s->r->cases.at[move->case_number], move->locals);
    bool good = add_variant(s);
    find_variants(s, most);
    while (good && builder_next_variant(&s->b, most))
        good = add_variant(s);
    return good;
}

void counter_place_named(struct builder *b, const struct counter_case *c, const uint32_t *numbers)
{
    builder_use(b, c);
    for (uint32_t i = 0; i < c->slot_count; i++) {
        b->numbers[i] = numbers[i];
        b->locals[i] = tuples_at(&b->r->counted.at[c->slots[i].class].locals, numbers[i]);
    }
}

bool counter_add_actions(struct counter_reduction *r)
{
    struct stepper s = {.r = r};
    size_t cells = model_cell_count(r->to) + 1;
    bool good = true;
    r->escapes = model_false(r->to);
    builder_open(&s.b, r, r->to, false);
    counter_set_cells(r, &s.b);
    s.next = mem_alloc(r->mem, cells * sizeof *s.next);
    s.columns = mem_alloc(r->mem, counter_most_columns(r) * sizeof *s.columns);
    s.changes = mem_alloc(r->mem, r->counted.count * sizeof *s.changes);
    for (uint32_t k = 0; k < r->counted.count; k++)
        s.changes[k] = mem_alloc(r->mem, r->counted.at[k].locals.count * sizeof **s.changes);
    for (size_t i = 0; i < r->moves.count && good; i++)
        good = counter_goes_on(r) && add_action(&s, &r->moves.at[i]);
    if (r->moves.count == 0)
        model_add_to_action(r->to, model_add_action(r->to, "none"),
                            (struct part){PART_CONDITION, CELL_NONE, model_false(r->to)});
    for (uint32_t k = 0; k < r->counted.count; k++)
        mem_free(r->mem, s.changes[k], r->counted.at[k].locals.count * sizeof **s.changes);
    mem_free(r->mem, s.changes, r->counted.count * sizeof *s.changes);
    mem_free(r->mem, s.columns, counter_most_columns(r) * sizeof *s.columns);
    mem_free(r->mem, s.next, cells * sizeof *s.next);
    builder_close(&s.b);
    return good;
}
