// The counter model: its cells, starts and actions.
#include <string.h>

#include "reduce/counter/counter_parts.h"

// ---- Cells ----------------------------------------------------------------------------------------------------------

type_id counter_rest_type(const struct counter_reduction *r, struct model *m, const struct pointer *p)
{
    ARRAY(value) values = {0};
    for (size_t i = 0; i < p->others.count; i++)
        array_push(r->mem, &values, p->others.at[i]);
    for (size_t i = 0; i < p->classes.count; i++)
        array_push(r->mem, &values, r->counted.at[p->classes.at[i]].class->ids[0]);
    type_id type = model_enum(m, values.at, values.count);
    array_free(r->mem, &values);
    return type;
}

// The name of a column is that of its cells without the element: `cache.state`.
static void add_column_name(const struct counter_reduction *r, const struct counted *k, uint32_t column,
                            struct str *out)
{
    const char *name = model_cell(r->from, k->cells[column])->name;
    const char *element = model_symbol_name(r->from, k->class->ids[0]);
    const char *found = strstr(name, element);
    if (!found || found == name || found[-1] != '[') {
        str_add(r->mem, out, "%s", name);
        return;
    }
    str_add_bytes(r->mem, out, name, (size_t)(found - 1 - name));
    str_add(r->mem, out, "%s", found + strlen(element) + 1);
}

// Proc(place: inside, tok): how many are inside and pointed at by tok.
static void add_counter_name(const struct counter_reduction *r, const struct counted *k, const value *local,
                             struct str *out)
{
    const char *before = "";
    str_add(r->mem, out, "%s(", k->class->name);
    for (uint32_t i = 0; i < k->cell_columns; i++) {
        str_add(r->mem, out, "%s", before);
        add_column_name(r, k, i, out);
        str_add(r->mem, out, ": ");
        model_add_value(r->from, model_cell(r->from, k->cells[i])->type, local[i], out);
        before = ", ";
    }
    for (uint32_t i = 0; i < k->pointers.count; i++) {
        if (!local[k->cell_columns + i])
            continue;
        str_add(r->mem, out, "%s%s", before, model_cell(r->from, r->pointers.at[k->pointers.at[i]].cell)->name);
        before = ", ";
    }
    str_add(r->mem, out, ")");
}

// The only local state of components that are not there, or NO_LOCAL.
static uint32_t find_absent(const struct counted *k)
{
    uint32_t found = NO_LOCAL, count = 0;
    for (uint32_t i = 0; i < k->locals.count && k->there != UINT32_MAX; i++)
        if (!tuples_at(&k->locals, i)[k->there]) {
            found = i;
            count++;
        }
    return count == 1 ? found : NO_LOCAL;
}

static void add_counters(struct counter_reduction *r, uint32_t class)
{
    struct counted *k = &r->counted.at[class];
    struct str name = {0};
    k->absent = find_absent(k);
    k->counters = mem_alloc(r->mem, k->locals.count * sizeof *k->counters);
    for (uint32_t i = 0; i < k->locals.count; i++) {
        const value *local = tuples_at(&k->locals, i);
        bool is_pointed_at = false;
        k->counters[i] = CELL_NONE;
        if (i == k->absent)
            continue;
        for (uint32_t j = k->cell_columns; j < k->columns; j++)
            is_pointed_at |= local[j] != 0;
        value most = is_pointed_at ? 1 : k->threshold ? k->threshold : (value)k->size;
        str_clear(&name);
        add_counter_name(r, k, local, &name);
        k->counters[i] = model_add_cell(r->to, name.at, model_integer(r->to, 0, most), CELL_STATE);
        array_push(r->mem, &r->class_of_cell, class);
    }
    str_free(r->mem, &name);
}

// Where components may be missing, the last plain cell says how many are there, and counters add up to that.
static void interleave_size(struct counter_reduction *r)
{
    cell_id last = CELL_NONE;
    for (cell_id i = 0; i < r->cell_count && r->there; i++)
        last = r->places[i].kind == CELL_IS_PLAIN ? r->places[i].copy : last;
    if (last != CELL_NONE && r->counted.at[0].locals.count <= COUNTER_MOST_INTERLEAVED)
        r->interleaved.at[last] = 0;
}

void counter_add_cells(struct counter_reduction *r)
{
    for (cell_id i = 0; i < r->cell_count; i++) {
        const struct cell *cell = model_cell(r->from, i);
        if (r->places[i].kind == CELL_IS_PLAIN) {
            r->places[i].copy = model_add_cell(r->to, cell->name, cell->type, CELL_STATE);
            array_push(r->mem, &r->class_of_cell, UINT32_MAX);
        }
    }
    for (uint32_t i = 0; i < r->pointers.count; i++) {
        struct pointer *p = &r->pointers.at[i];
        if (p->others.count + p->classes.count < 2)
            continue;
        p->rest = model_add_cell(r->to, model_cell(r->from, p->cell)->name, counter_rest_type(r, r->to, p), CELL_STATE);
        array_push(r->mem, &r->class_of_cell, UINT32_MAX);
    }
    for (uint32_t i = 0; i < r->counted.count; i++)
        add_counters(r, i);
    for (cell_id i = 0; i < r->class_of_cell.count; i++) {
        uint32_t class = r->class_of_cell.at[i];
        bool is_interleaved = class != UINT32_MAX && r->counted.at[class].locals.count <= COUNTER_MOST_INTERLEAVED;
        array_push(r->mem, &r->interleaved, is_interleaved ? class : UINT32_MAX);
    }
    interleave_size(r);
}

void counter_set_cells(const struct counter_reduction *r, struct builder *b)
{
    for (cell_id i = 0; i < r->cell_count; i++)
        if (r->places[i].kind == CELL_IS_PLAIN)
            b->plain[i] = model_cell_expr(r->to, r->places[i].copy);
    for (uint32_t i = 0; i < r->pointers.count; i++)
        if (r->pointers.at[i].rest != CELL_NONE)
            b->rests[i] = model_cell_expr(r->to, r->pointers.at[i].rest);
}

// ---- Starts ---------------------------------------------------------------------------------------------------------

// The state that a start leads to; there is exactly one if all its values are constant.
bool counter_read_starts(struct counter_reduction *r)
{
    struct parts initial = model_initial(r->from);
    for (size_t i = 0; i < initial.count; i++) {
        value v;
        if (initial.at[i].kind != PART_CONDITION || !model_is_const(r->from, initial.at[i].expr, &v)) {
            counter_refuse(r, cause_of(CAUSE_CONDITIONAL_STARTS));
            return false;
        }
        if (!v)
            return true; // there is none
    }
    for (size_t i = 0; i < model_start_count(r->from); i++) {
        const struct action *start = model_start(r->from, i);
        size_t base = r->starts.count, set = 0;
        for (size_t j = 0; j < r->cell_count; j++)
            array_push(r->mem, &r->starts, 0);
        for (size_t j = 0; j < start->part_count; j++) {
            const struct part *part = &start->parts[j];
            value v;
            if (part->kind == PART_CHOICE && model_is_const(r->from, part->expr, &v)) {
                r->starts.at[base + part->cell] = v;
                set++;
            }
        }
        if (set != r->cell_count || start->part_count != set) {
            counter_refuse(r, cause_with_text(CAUSE_NOT_ONE_STATE, start->name));
            return false;
        }
    }
    if (model_start_count(r->from) == 0)
        counter_refuse(r, cause_of(CAUSE_NO_STARTS));
    return model_start_count(r->from) > 0;
}

bool counter_image(const struct counter_reduction *r, const value *state, value *image)
{
    bool has_all = true;
    value *local = mem_alloc(r->mem, counter_most_columns(r) * sizeof *local);
    for (cell_id i = 0; i < r->cell_count; i++)
        if (r->places[i].kind == CELL_IS_PLAIN)
            image[r->places[i].copy] = state[i];
    for (uint32_t i = 0; i < r->pointers.count; i++) {
        const struct pointer *p = &r->pointers.at[i];
        struct site site = counter_site(r, state[p->cell]);
        if (p->rest != CELL_NONE)
            image[p->rest] = site.class == UINT32_MAX ? state[p->cell] : r->counted.at[site.class].class->ids[0];
    }
    for (uint32_t k = 0; k < r->counted.count; k++) {
        const struct counted *class = &r->counted.at[k];
        for (uint32_t i = 0; i < class->locals.count; i++)
            if (i != class->absent)
                image[class->counters[i]] = 0;
        for (uint32_t i = 0; i < class->size; i++) {
            counter_read_local(r, state, k, i, local);
            uint32_t number = tuples_find(&class->locals, local);
            if (number != NO_LOCAL && number == class->absent)
                continue;
            value limit = number == NO_LOCAL ? 0 : counter_limit(class, number);
            has_all &= number != NO_LOCAL;
            if (number != NO_LOCAL && (!limit || image[class->counters[number]] < limit))
                image[class->counters[number]]++;
        }
    }
    mem_free(r->mem, local, counter_most_columns(r) * sizeof *local);
    return has_all;
}

bool counter_add_starts(struct counter_reduction *r)
{
    bool has_all = true;
    struct model *m = r->to;
    size_t cells = model_cell_count(m), starts = r->cell_count ? r->starts.count / r->cell_count : 0;
    value *image = mem_zalloc(r->mem, (cells + 1) * sizeof *image);
    if (starts == 0)
        model_add_initial(m, (struct part){PART_CONDITION, CELL_NONE, model_false(m)});
    for (size_t i = 0; i < starts; i++) {
        size_t start = model_add_start(m, model_start(r->from, i)->name);
        has_all &= counter_image(r, r->starts.at + i * r->cell_count, image);
        for (cell_id c = 0; c < cells; c++) {
            const struct type *type = model_type(m, model_cell(m, c)->type);
            model_add_to_start(m, start, (struct part){PART_CHOICE, c, counter_value(m, type, image[c])});
        }
    }
    mem_free(r->mem, image, (cells + 1) * sizeof *image);
    if (!has_all)
        counter_refuse(r, cause_of(CAUSE_COUNTER_NO_COUNTER_AT_START));
    return has_all;
}

// ---- Actions --------------------------------------------------------------------------------------------------------

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
