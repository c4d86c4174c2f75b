// Which local states there are: the closure of the initial ones under all actions.
//
// What is kept are pairs of a *valuation* of the global cells and a local state: a component can be in that local state
// while the global cells are so. The other components can be in any local state that goes with the same valuation, and
// how many they are is not known (what is called thread-modular reachability). Global cells of many values, or all of
// them if there are too many valuations, count as unknown.
//
// On the way the moves are found: in which local states the named components of a case can be when its action takes
// place.
#include "model/copy.h"
#include "reduce/counter/counter_parts.h"

enum {
    MOST_VALUES = 16, // of a global cell that is kept
    MOST_VALUATIONS = 4096,
    MOST_PAIRS = 1000000,
};

typedef ARRAY(uint32_t) number_array;

struct valuation {
    number_array *locals; // by class
    size_t *done;         // by class: how many of these have been tried in actions
    bool is_done;         // so have been the cases without components
};

// From one valuation to another by a case: whoever takes no part goes along.
struct edge {
    uint32_t from, to, case_number;
    uint32_t numbers[COUNTER_MOST_SLOTS];
    size_t *done; // by class
};

struct closure {
    struct counter_reduction *r;
    struct model *model; // for expressions; it is thrown away
    struct builder b;
    bool is_blind;         // all global cells are unknown
    ARRAY(cell_id) kept;   // plain cells that are part of a valuation
    ARRAY(uint32_t) rests; // pointers whose other values are
    expr *unknown_plain;   // by cell of `from`
    expr *unknown_rest;    // by pointer
    struct tuples globals; // valuations
    ARRAY(struct valuation) valuations;
    struct tuples pairs; // valuation, class, local state
    ARRAY(struct edge) edges;
    struct tuples edge_keys, move_keys;
    size_t trials;
    bool too_many;
    expr *columns;
    value *tuple; // scratch for one valuation or local state
};

// ---- Opening --------------------------------------------------------------------------------------------------------

static void add_cells(struct closure *c)
{
    struct counter_reduction *r = c->r;
    c->model = model_new(r->mem);
    model_copy_values(r->from, c->model);
    c->unknown_plain = mem_alloc(r->mem, (r->cell_count + 1) * sizeof *c->unknown_plain);
    c->unknown_rest = mem_alloc(r->mem, (r->pointers.count + 1) * sizeof *c->unknown_rest);
    for (cell_id i = 0; i < r->cell_count; i++) {
        type_id type = model_cell(r->from, i)->type;
        if (r->places[i].kind != CELL_IS_PLAIN)
            continue;
        c->unknown_plain[i] = model_cell_expr(c->model, model_add_cell(c->model, "global", type, CELL_STATE));
        if (!c->is_blind && type_size(model_type(r->from, type)) <= MOST_VALUES)
            array_push(r->mem, &c->kept, i);
    }
    for (uint32_t i = 0; i < r->pointers.count; i++) {
        struct pointer *p = &r->pointers.at[i];
        c->unknown_rest[i] = EXPR_NONE;
        if (p->others.count + p->classes.count < 2)
            continue;
        type_id type = counter_rest_type(r, c->model, p);
        c->unknown_rest[i] = model_cell_expr(c->model, model_add_cell(c->model, "rest", type, CELL_STATE));
        if (!c->is_blind)
            array_push(r->mem, &c->rests, i);
    }
}

static void open_closure(struct closure *c, struct counter_reduction *r, bool is_blind)
{
    *c = (struct closure){.r = r, .is_blind = is_blind};
    add_cells(c);
    builder_open(&c->b, r, c->model, true);
    c->globals.width = c->kept.count + c->rests.count;
    c->pairs.width = 3;
    c->edge_keys.width = 3 + COUNTER_MOST_SLOTS;
    c->move_keys.width = 1 + COUNTER_MOST_SLOTS;
    size_t width = c->globals.width > counter_most_columns(r) ? c->globals.width : counter_most_columns(r);
    c->tuple = mem_alloc(r->mem, (width + 1) * sizeof *c->tuple);
    c->columns = mem_alloc(r->mem, (width + 1) * sizeof *c->columns);
}

static void close_closure(struct closure *c)
{
    struct counter_reduction *r = c->r;
    size_t width = c->globals.width > counter_most_columns(r) ? c->globals.width : counter_most_columns(r);
    builder_close(&c->b);
    model_free(c->model);
    mem_free(r->mem, c->unknown_plain, (r->cell_count + 1) * sizeof *c->unknown_plain);
    mem_free(r->mem, c->unknown_rest, (r->pointers.count + 1) * sizeof *c->unknown_rest);
    mem_free(r->mem, c->tuple, (width + 1) * sizeof *c->tuple);
    mem_free(r->mem, c->columns, (width + 1) * sizeof *c->columns);
    for (size_t i = 0; i < c->valuations.count; i++)
        for (uint32_t k = 0; k < r->counted.count; k++)
            array_free(r->mem, &c->valuations.at[i].locals[k]);
    array_free(r->mem, &c->valuations);
    array_free(r->mem, &c->edges);
    array_free(r->mem, &c->kept);
    array_free(r->mem, &c->rests);
    tuples_free(r->mem, &c->globals);
    tuples_free(r->mem, &c->pairs);
    tuples_free(r->mem, &c->edge_keys);
    tuples_free(r->mem, &c->move_keys);
}

// ---- Pairs ----------------------------------------------------------------------------------------------------------

static uint32_t add_valuation(struct closure *c, const value *globals)
{
    struct counter_reduction *r = c->r;
    size_t before = c->globals.count;
    uint32_t number = tuples_add(r->mem, &c->globals, globals);
    if (c->globals.count == before)
        return number;
    struct valuation v = {0};
    v.locals = arena_alloc(&r->arena, r->counted.count * sizeof *v.locals);
    v.done = arena_alloc(&r->arena, r->counted.count * sizeof *v.done);
    array_push(r->mem, &c->valuations, v);
    c->too_many |= c->globals.count > MOST_VALUATIONS;
    return number;
}

static void add_pair(struct closure *c, uint32_t valuation, uint32_t class, const value *local)
{
    struct counter_reduction *r = c->r;
    size_t before = c->pairs.count;
    uint32_t number = tuples_add(r->mem, &r->counted.at[class].locals, local);
    tuples_add(r->mem, &c->pairs, (value[]){valuation, class, number});
    if (c->pairs.count == before)
        return;
    array_push(r->mem, &c->valuations.at[valuation].locals[class], number);
    c->too_many |= c->pairs.count > MOST_PAIRS;
    if (r->counted.at[class].locals.count > COUNTER_MOST_LOCALS)
        c->too_many = true;
}

static void add_start(struct closure *c, const value *state)
{
    struct counter_reduction *r = c->r;
    size_t at = 0;
    for (size_t i = 0; i < c->kept.count; i++)
        c->tuple[at++] = state[c->kept.at[i]];
    for (size_t i = 0; i < c->rests.count; i++) {
        value v = state[r->pointers.at[c->rests.at[i]].cell];
        model_is_const(c->model, build_rest_of(r, c->model, v), &v);
        c->tuple[at++] = v;
    }
    uint32_t valuation = add_valuation(c, c->tuple);
    for (uint32_t k = 0; k < r->counted.count; k++)
        for (uint32_t i = 0; i < r->counted.at[k].size; i++) {
            counter_read_local(r, state, k, i, c->tuple);
            add_pair(c, valuation, k, c->tuple);
        }
}

// ---- Values that may not be known -----------------------------------------------------------------------------------

// Calls `visit` for all lists of values that expressions may have, given the types of what gets them.
typedef void list_visit(struct closure *, const value *, void *context);

struct listing {
    const expr *exprs;
    const struct type **types;
    size_t count;
    list_visit *visit;
    void *context;
    value *values;
};

static void list_from(struct closure *c, struct listing *l, size_t at)
{
    value v;
    if (c->too_many)
        return;
    if (at == l->count) {
        l->visit(c, l->values, l->context);
        return;
    }
    if (model_is_const(c->model, l->exprs[at], &v)) {
        l->values[at] = v;
        list_from(c, l, at + 1);
        return;
    }
    uint64_t size = type_size(l->types[at]);
    c->too_many |= size > COUNTER_MOST_LOCALS;
    for (uint64_t i = 0; i < size && !c->too_many; i++) {
        v = type_value(l->types[at], i);
        expr same = model_binary(c->model, OP_EQ, l->exprs[at], counter_value(c->model, l->types[at], v));
        value known;
        if (model_is_const(c->model, same, &known) && !known)
            continue;
        l->values[at] = v;
        list_from(c, l, at + 1);
    }
}

static void list_values(struct closure *c, const expr *exprs, const struct type **types, size_t count,
                        list_visit *visit, void *context)
{
    struct listing l = {exprs, types, count, visit, context, NULL};
    l.values = mem_alloc(c->r->mem, (count + 1) * sizeof *l.values);
    list_from(c, &l, 0);
    mem_free(c->r->mem, l.values, (count + 1) * sizeof *l.values);
}

static void copy_local(value *to, const value *from, size_t columns)
{
    for (size_t i = 0; i < columns; i++)
        to[i] = from[i];
}

// What a component becomes, at a valuation: a pair for each list of values.
struct arrival {
    uint32_t valuation, class;
};

static void arrive(struct closure *c, const value *local, void *context)
{
    struct arrival *a = context;
    add_pair(c, a->valuation, a->class, local);
}

static void add_changed(struct closure *c, uint32_t valuation, uint32_t slot, uint32_t class, const value *local)
{
    const struct counted *k = &c->r->counted.at[class];
    struct arrival arrival = {valuation, class};
    const struct type **types = mem_alloc(c->r->mem, (k->columns + 1) * sizeof *types);
    value *copy = mem_alloc(c->r->mem, (k->columns + 1) * sizeof *copy); // adding local states may move them
    copy_local(copy, local, k->columns);
    build_columns(&c->b, slot, class, copy, c->columns);
    for (uint32_t i = 0; i < k->columns; i++)
        types[i] = counter_column_type(c->r, class, i);
    list_values(c, c->columns, types, k->columns, arrive, &arrival);
    mem_free(c->r->mem, copy, (k->columns + 1) * sizeof *copy);
    mem_free(c->r->mem, types, (k->columns + 1) * sizeof *types);
}

// ---- Those that take no part ----------------------------------------------------------------------------------------

// Sets the builder to a case at a valuation.
static void look_at(struct closure *c, uint32_t valuation, uint32_t case_number)
{
    struct counter_reduction *r = c->r;
    const value *globals = tuples_at(&c->globals, valuation);
    size_t at = 0;
    for (cell_id i = 0; i < r->cell_count; i++)
        if (r->places[i].kind == CELL_IS_PLAIN)
            c->b.plain[i] = c->unknown_plain[i];
    for (uint32_t i = 0; i < r->pointers.count; i++)
        c->b.rests[i] = c->unknown_rest[i];
    for (size_t i = 0; i < c->kept.count; i++) {
        const struct type *type = model_type(r->from, model_cell(r->from, c->kept.at[i])->type);
        c->b.plain[c->kept.at[i]] = counter_value(c->model, type, globals[at++]);
    }
    for (size_t i = 0; i < c->rests.count; i++)
        c->b.rests[c->rests.at[i]] = build_rest_of(r, c->model, globals[at++]);
    builder_use(&c->b, r->cases.at[case_number]);
}

static void set_locals(struct closure *c, const uint32_t *numbers)
{
    for (uint32_t i = 0; i < c->b.c->slot_count; i++) {
        c->b.numbers[i] = numbers[i];
        c->b.locals[i] = tuples_at(&c->r->counted.at[c->b.c->slots[i].class].locals, numbers[i]);
    }
    builder_forget(&c->b);
}

static bool follow_edge(struct closure *c, size_t number)
{
    struct counter_reduction *r = c->r;
    struct edge e = c->edges.at[number];
    const struct counter_case *k = r->cases.at[e.case_number];
    bool any = false;
    for (uint32_t class = 0; class < r->counted.count && !c->too_many; class ++) {
        if (k->named[class] == r->counted.at[class].size)
            continue; // there is no rest
        for (; e.done[class] < c->valuations.at[e.from].locals[class].count && !c->too_many; e.done[class]++) {
            uint32_t local = c->valuations.at[e.from].locals[class].at[e.done[class]];
            any = true;
            if (!counter_fits_rest(r, k, class, tuples_at(&r->counted.at[class].locals, local)))
                continue;
            if (k->rest_changes[class]) {
                look_at(c, e.from, e.case_number);
                set_locals(c, e.numbers);
                add_changed(c, e.to, NO_SLOT, class, tuples_at(&r->counted.at[class].locals, local));
            } else if (e.to != e.from) {
                copy_local(c->tuple, tuples_at(&r->counted.at[class].locals, local), r->counted.at[class].columns);
                add_pair(c, e.to, class, c->tuple);
            }
        }
    }
    return any;
}

static void add_edge(struct closure *c, uint32_t from, uint32_t to, uint32_t case_number, const uint32_t *numbers)
{
    struct counter_reduction *r = c->r;
    const struct counter_case *k = r->cases.at[case_number];
    value key[3 + COUNTER_MOST_SLOTS] = {from, to, case_number};
    bool changes = false;
    struct edge e = {from, to, case_number, {0}, NULL};
    for (uint32_t i = 0; i < r->counted.count; i++)
        changes |= k->rest_changes[i];
    if (!changes && from == to)
        return;
    for (uint32_t i = 0; i < k->slot_count; i++) {
        e.numbers[i] = numbers[i];
        if (changes && k->rest_needs_slots)
            key[3 + i] = numbers[i];
    }
    size_t before = c->edge_keys.count;
    tuples_add(r->mem, &c->edge_keys, key);
    if (c->edge_keys.count == before)
        return;
    e.done = arena_alloc(&r->arena, r->counted.count * sizeof *e.done);
    array_push(r->mem, &c->edges, e);
    c->too_many |= c->edges.count > MOST_PAIRS;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

struct departure {
    uint32_t valuation, case_number;
    uint32_t numbers[COUNTER_MOST_SLOTS];
};

static void leave(struct closure *c, const value *globals, void *context)
{
    const struct departure *d = context;
    const struct counter_case *k = c->r->cases.at[d->case_number];
    uint32_t to = add_valuation(c, globals);
    for (uint32_t i = 0; i < k->slot_count && !c->too_many; i++) {
        uint32_t class = k->slots[i].class;
        add_changed(c, to, i, class, tuples_at(&c->r->counted.at[class].locals, d->numbers[i]));
        set_locals(c, d->numbers);
    }
    add_edge(c, d->valuation, to, d->case_number, d->numbers);
}

static const struct type *rest_type(struct closure *c, uint32_t pointer)
{
    return model_type(c->model, model_expr(c->model, c->unknown_rest[pointer])->type);
}

static bool take_step(struct closure *c, struct departure *d)
{
    struct counter_reduction *r = c->r;
    const struct counter_case *k = r->cases.at[d->case_number];
    size_t width = c->globals.width, at = 0;
    expr *exprs = mem_alloc(r->mem, (width + 1) * sizeof *exprs);
    const struct type **types = mem_alloc(r->mem, (width + 1) * sizeof *types);
    bool good = true;
    for (size_t i = 0; i < c->kept.count; i++) {
        types[at] = model_type(r->from, model_cell(r->from, c->kept.at[i])->type);
        exprs[at] = c->b.plain[c->kept.at[i]];
        for (size_t j = 0; j < k->plain_values.count; j++)
            if (k->plain_values.at[j].cell == c->kept.at[i])
                exprs[at] = build(&c->b, k->plain_values.at[j].node);
        at++;
    }
    for (size_t i = 0; i < c->rests.count && good; i++) {
        uint32_t pointer = c->rests.at[i], node = k->pointer_nodes[pointer];
        types[at] = rest_type(c, pointer);
        exprs[at] = node == NO_NODE ? c->b.rests[pointer] : build_pointer_rest(&c->b, build(&c->b, node));
        good = exprs[at++] != EXPR_NONE;
    }
    if (good)
        list_values(c, exprs, types, width, leave, d);
    else
        counter_refuse(r, (struct cause){CAUSE_COUNTER_UNCLEAR_ID, .rule = model_action(r->from, k->action)->name});
    mem_free(r->mem, exprs, (width + 1) * sizeof *exprs);
    mem_free(r->mem, types, (width + 1) * sizeof *types);
    return good;
}

static void note_move(struct closure *c, const struct departure *d)
{
    value key[1 + COUNTER_MOST_SLOTS] = {d->case_number};
    struct counter_move move = {.case_number = d->case_number};
    size_t before = c->move_keys.count;
    for (uint32_t i = 0; i < c->r->cases.at[d->case_number]->slot_count; i++)
        key[1 + i] = move.locals[i] = d->numbers[i];
    tuples_add(c->r->mem, &c->move_keys, key);
    if (c->move_keys.count > before)
        array_push(c->r->mem, &c->r->moves, move);
    c->too_many |= c->r->moves.count > COUNTER_MOST_ACTIONS;
}

// Chooses local states for the slots from `slot` on, of which at least one was not tried before.
static bool try_slots(struct closure *c, struct departure *d, uint32_t slot, bool any_new, const size_t *counts)
{
    struct counter_reduction *r = c->r;
    const struct counter_case *k = r->cases.at[d->case_number];
    value v;
    if (c->too_many || ++c->trials > COUNTER_MOST_TRIALS) {
        c->too_many = true;
        return true;
    }
    builder_forget(&c->b);
    if (model_is_const(c->model, build_guard(&c->b), &v) && !v)
        return true;
    if (slot == k->slot_count) {
        if (!any_new)
            return true;
        note_move(c, d);
        return take_step(c, d);
    }
    uint32_t class = k->slots[slot].class;
    bool good = true, is_last = slot + 1 == k->slot_count;
    size_t begin = is_last && !any_new ? c->valuations.at[d->valuation].done[class] : 0;
    for (size_t i = begin; i < counts[class] && good; i++) {
        const struct valuation *valuation = &c->valuations.at[d->valuation];
        uint32_t number = valuation->locals[class].at[i];
        bool is_new = any_new || i >= valuation->done[class];
        if (!counter_fits_slot(r, k, slot, tuples_at(&r->counted.at[class].locals, number)))
            continue;
        d->numbers[slot] = c->b.numbers[slot] = number;
        for (uint32_t j = 0; j <= slot; j++) // they may have moved
            c->b.locals[j] = tuples_at(&r->counted.at[k->slots[j].class].locals, d->numbers[j]);
        good = try_slots(c, d, slot + 1, is_new, counts);
        for (uint32_t j = slot; j < k->slot_count; j++)
            c->b.locals[j] = NULL;
    }
    return good;
}

static bool has_new(const struct closure *c, const struct valuation *v)
{
    bool any = !v->is_done;
    for (uint32_t i = 0; i < c->r->counted.count; i++)
        any |= v->done[i] < v->locals[i].count;
    return any;
}

static bool try_valuation(struct closure *c, uint32_t valuation)
{
    struct counter_reduction *r = c->r;
    size_t counts[64];
    bool good = true;
    for (uint32_t i = 0; i < r->counted.count; i++)
        counts[i] = c->valuations.at[valuation].locals[i].count;
    for (uint32_t i = 0; i < r->cases.count && good && !c->too_many; i++) {
        if (!counter_goes_on(r))
            return false;
        struct departure d = {.valuation = valuation, .case_number = i};
        if (r->cases.at[i]->slot_count == 0 && c->valuations.at[valuation].is_done)
            continue;
        look_at(c, valuation, i);
        good = try_slots(c, &d, 0, r->cases.at[i]->slot_count == 0, counts);
    }
    c->valuations.at[valuation].is_done = true;
    for (uint32_t i = 0; i < r->counted.count; i++)
        // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): of each class, as it was above
        c->valuations.at[valuation].done[i] = counts[i];
    return good;
}

// Until nothing is new.
static bool close_all(struct closure *c)
{
    for (bool more = true; more && !c->too_many;) {
        more = false;
        for (uint32_t i = 0; i < c->valuations.count && !c->too_many; i++) {
            if (!has_new(c, &c->valuations.at[i]))
                continue;
            more = true;
            if (!try_valuation(c, i))
                return false;
        }
        for (size_t i = 0; i < c->edges.count && !c->too_many; i++)
            more |= follow_edge(c, i);
    }
    return true;
}

static bool try_closure(struct counter_reduction *r, bool is_blind, bool *too_many)
{
    struct closure c;
    for (uint32_t i = 0; i < r->counted.count; i++)
        tuples_free(r->mem, &r->counted.at[i].locals);
    r->moves.count = 0;
    open_closure(&c, r, is_blind);
    for (size_t i = 0; r->cell_count && i < r->starts.count / r->cell_count; i++)
        add_start(&c, r->starts.at + i * r->cell_count);
    bool good = close_all(&c);
    *too_many = c.too_many;
    close_closure(&c);
    return good;
}

bool counter_close_locals(struct counter_reduction *r)
{
    bool too_many;
    if (!try_closure(r, false, &too_many))
        return false;
    if (too_many && !try_closure(r, true, &too_many))
        return false;
    if (too_many)
        counter_refuse(r, cause_of(CAUSE_COUNTER_MANY_LOCALS));
    return !too_many;
}
