#include "explore.h"

#include "base/hash.h"

// ---- States ---------------------------------------------------------------------------------------------------------

const value *explore_state(const struct exploration *x, size_t i)
{
    return x->values.at + i * x->width;
}

static size_t probe(const struct exploration *x, const value *state)
{
    size_t mask = x->table.count - 1;
    size_t at = hash_bytes(HASH_BYTES_START, state, x->width * sizeof *state) & mask;
    while (x->table.at[at] && memcmp(explore_state(x, x->table.at[at] - 1), state, x->width * sizeof *state) != 0)
        at = (at + 1) & mask;
    return at;
}

static void grow_table(struct exploration *x)
{
    size_t size = x->table.count ? 2 * x->table.count : 1024;
    array_reserve(&x->reading.mem, &x->table, size);
    memset(x->table.at, 0, size * sizeof *x->table.at);
    x->table.count = size;
    for (size_t i = 0; i < x->count; i++)
        x->table.at[probe(x, explore_state(x, i))] = (uint32_t)i + 1;
}

static uint32_t number_of(struct exploration *x, const value *state, uint32_t depth)
{
    if (2 * x->count >= x->table.count)
        grow_table(x);
    size_t at = probe(x, state);
    if (!x->table.at[at]) {
        for (size_t i = 0; i < x->width; i++)
            array_push(&x->reading.mem, &x->values, state[i]);
        array_push(&x->reading.mem, &x->depths, depth);
        x->table.at[at] = (uint32_t)++x->count;
    }
    return x->table.at[at] - 1;
}

static bool note_initial(void *context, const value *inputs, const value *state)
{
    struct exploration *x = context;
    UNUSED(inputs);
    number_of(x, state, 0);
    return x->count <= x->most;
}

static bool note_successor(void *context, const value *inputs, const value *state)
{
    struct exploration *x = context;
    UNUSED(inputs);
    struct edge edge = {x->now, number_of(x, state, x->depths.at[x->now] + 1)};
    array_push(&x->reading.mem, &x->edges, edge);
    return x->count <= x->most;
}

static void walk(struct exploration *x)
{
    value *state = mem_alloc(&x->reading.mem, x->width * sizeof *state);
    x->is_complete = eval_each_initial(x->evaluator, note_initial, x);
    for (x->now = 0; x->now < x->count && x->is_complete; x->now++) {
        if (x->deepest && x->depths.at[x->now] >= x->deepest)
            continue;
        memcpy(state, explore_state(x, x->now), x->width * sizeof *state); // it may move
        x->is_complete = eval_each_successor(x->evaluator, state, note_successor, x);
    }
    mem_free(&x->reading.mem, state, x->width * sizeof *state);
}

// A place of a multiset without an element is the same as all others, so that equal multisets are equal states: nothing
// of what was there, or was written by another name after that, is left.
static void assert_empty_places(struct exploration *x)
{
    for (uint32_t i = 0; i < x->width; i++) {
        const char *element = model_cell(x->model, i)->name;
        size_t length = strlen(element);
        if (strncmp(element, "present(", 8) != 0)
            continue;
        element += 8;
        length -= 9;
        for (uint32_t k = i + 1; k < x->width; k++) {
            const char *name = model_cell(x->model, k)->name;
            const struct type *type = model_type(x->model, model_cell(x->model, k)->type);
            if (strncmp(name, element, length) != 0 || !strchr(".[", name[length])) // or the name ends there
                break;
            for (size_t s = 0; s < x->count && type->has_none; s++)
                assert_true(explore_state(x, s)[i] || explore_state(x, s)[k] == type->none);
        }
    }
}

void explore_open(struct exploration *x, const char *text, size_t length, const struct murphi_lower_options *options,
                  size_t most, uint32_t deepest)
{
    struct reading *r = &x->reading;
    *x = (struct exploration){.most = most, .deepest = deepest};
    reading_open(r, text, length, NULL, 0);
    x->model = model_new(&r->mem);
    if (!r->good)
        return;
    x->lowered = murphi_lower(&r->tree, x->model, options, &r->mem, &r->diag);
    assert_int_equal(x->lowered, r->diag.errors == 0);
    if (!x->lowered)
        return;
    x->width = model_cell_count(x->model);
    x->evaluator = evaluator_new(x->model, &r->mem);
    walk(x);
    assert_empty_places(x);
}

void explore_close(struct exploration *x)
{
    struct mem *mem = &x->reading.mem;
    if (x->evaluator)
        evaluator_free(x->evaluator);
    model_free(x->model);
    array_free(mem, &x->values);
    array_free(mem, &x->table);
    array_free(mem, &x->edges);
    array_free(mem, &x->depths);
    reading_close(&x->reading);
}

// ---- Formulas of branching time -------------------------------------------------------------------------------------

static bool *truths(struct exploration *x, formula f);

static bool *new_truths(struct exploration *x)
{
    return mem_zalloc(&x->reading.mem, x->count + 1);
}

static void drop(struct exploration *x, bool *truth)
{
    mem_free(&x->reading.mem, truth, x->count + 1);
}

static bool *truths_of_atom(struct exploration *x, expr atom)
{
    bool *result = new_truths(x);
    for (size_t i = 0; i < x->count; i++) {
        value v = 0;
        assert_int_equal(eval_value(x->evaluator, atom, explore_state(x, i), NULL, &v), EVAL_OK);
        result[i] = v;
    }
    return result;
}

// Adds to `result` the states that satisfy `hold` and have a successor in it, until nothing changes.
static void spread_back(struct exploration *x, const bool *hold, bool *result)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < x->edges.count; i++) {
            struct edge e = x->edges.at[i];
            if (result[e.to] && !result[e.from] && (!hold || hold[e.from]))
                changed = result[e.from] = true;
        }
    }
}

// Takes away from `result` the states that have no successor in it, until nothing changes.
static void keep_infinite(struct exploration *x, bool *result)
{
    bool *has = new_truths(x);
    for (bool changed = true; changed;) {
        changed = false;
        memset(has, 0, x->count + 1);
        for (size_t i = 0; i < x->edges.count; i++)
            has[x->edges.at[i].from] |= result[x->edges.at[i].to];
        for (size_t i = 0; i < x->count; i++)
            if (result[i] && !has[i]) {
                result[i] = false;
                changed = true;
            }
    }
    drop(x, has);
}

static bool *negated(struct exploration *x, bool *truth)
{
    for (size_t i = 0; i < x->count; i++)
        truth[i] = !truth[i];
    return truth;
}

static bool *joined(struct exploration *x, enum formula_op op, bool *a, bool *b)
{
    for (size_t i = 0; i < x->count; i++)
        switch (op) {
        case FORMULA_AND:
            a[i] = a[i] && b[i];
            break;
        case FORMULA_OR:
            a[i] = a[i] || b[i];
            break;
        case FORMULA_IMPLIES:
            a[i] = !a[i] || b[i];
            break;
        default:
            a[i] = a[i] == b[i];
        }
    drop(x, b);
    return a;
}

static bool *truths(struct exploration *x, formula f)
{
    const struct formula_node *n = model_formula(x->model, f);
    if (n->op == FORMULA_ATOM)
        return truths_of_atom(x, n->atom);
    bool *a = truths(x, n->args[0]);
    switch (n->op) {
    case FORMULA_NOT:
        return negated(x, a);
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_IMPLIES:
    case FORMULA_IFF:
        return joined(x, n->op, a, truths(x, n->args[1]));
    case FORMULA_EF:
        spread_back(x, NULL, a);
        return a;
    case FORMULA_AG:
        spread_back(x, NULL, negated(x, a));
        return negated(x, a);
    case FORMULA_EG:
        keep_infinite(x, a);
        return a;
    case FORMULA_AF:
        keep_infinite(x, negated(x, a));
        return negated(x, a);
    case FORMULA_EU: {
        bool *b = truths(x, n->args[1]);
        spread_back(x, a, b);
        drop(x, a);
        return b;
    }
    default:
        fail_msg("this formula is not for tests");
        return a;
    }
}

static bool holds_initially(struct exploration *x, formula f)
{
    bool *truth = truths(x, f), result = true;
    for (size_t i = 0; i < x->count; i++)
        result &= truth[i] || x->depths.at[i] > 0;
    drop(x, truth);
    return result;
}

static bool holds_everywhere(struct exploration *x, formula f)
{
    bool *truth = truths(x, f), result = true;
    for (size_t i = 0; i < x->count; i++)
        result &= truth[i];
    drop(x, truth);
    return result;
}

bool explore_holds(struct exploration *x, const struct property *property)
{
    if (property->refuted)
        return false;
    switch (property->kind) {
    case PROPERTY_COVER: {
        struct cover cover = model_cover(x->model, property->formula);
        bool is_sound = cover.sound == EXPR_NONE || holds_everywhere(x, model_atom(x->model, cover.sound));
        return is_sound && !holds_everywhere(x, model_atom(x->model, cover.missed));
    }
    case PROPERTY_CTL:
        return holds_initially(x, property->formula);
    case PROPERTY_LTL:
        return true; // not judged here
    default:
        return holds_everywhere(x, property->formula);
    }
}

bool explore_has_error(struct exploration *x, const struct runtime_error *runtime_error)
{
    for (size_t i = 0; i < x->count; i++)
        if (eval_condition(x->evaluator, runtime_error->condition, explore_state(x, i), NULL))
            return true;
    return false;
}

const struct property *explore_property(const struct exploration *x, enum property_kind kind, const char *name)
{
    for (size_t i = 0; i < model_property_count(x->model); i++) {
        const struct property *property = model_property(x->model, i);
        if (property->kind == kind && (!name || (property->name && strcmp(property->name, name) == 0)))
            return property;
    }
    return NULL;
}

// ---- Claims ---------------------------------------------------------------------------------------------------------

static void add_failures(struct exploration *x, struct str *out)
{
    struct mem *mem = &x->reading.mem;
    for (size_t i = 0; i < model_property_count(x->model); i++) {
        const struct property *property = model_property(x->model, i);
        if (property->kind != PROPERTY_RUNTIME_ERROR && !explore_holds(x, property))
            str_add(mem, out, "%s\n", property->name ? property->name : property->text);
    }
    bool any = false;
    for (size_t i = 0; i < model_runtime_error_count(x->model); i++) {
        bool happens = explore_has_error(x, model_runtime_error(x->model, i));
        if (happens)
            str_add(mem, out, "%s\n", model_runtime_error(x->model, i)->text);
        any |= happens && model_runtime_error(x->model, i)->goal == GOAL_NONE; // a property has its own
    }
    const struct property *none = explore_property(x, PROPERTY_RUNTIME_ERROR, NULL);
    if (none && none->refuted)
        str_add(mem, out, "%s\n", none->refuted);
    any |= none && none->refuted;
    assert_int_equal(any, none && !explore_holds(x, none));
}

void assert_explores_with(const char *text, const struct murphi_lower_options *options, size_t states,
                          const char *fails)
{
    struct exploration x;
    struct str failures = {0};
    explore_open(&x, text, strlen(text), options, 100000, 0);
    reading_messages(&x.reading.diag, &x.reading.mem, &failures);
    if (!x.lowered)
        fail_msg("%s", str_text(&failures));
    str_clear(&failures);
    add_failures(&x, &failures);
    assert_string_equal(str_text(&failures), fails);
    assert_int_equal(x.count, states);
    str_free(&x.reading.mem, &failures);
    explore_close(&x);
}

void assert_explores(const char *text, size_t states, const char *fails)
{
    assert_explores_with(text, NULL, states, fails);
}

static void add_type(const struct model *m, struct mem *mem, type_id id, struct str *out)
{
    const struct type *type = model_type(m, id);
    if (type->kind == TYPE_BOOLEAN) {
        str_add(mem, out, "boolean");
    } else if (type->kind == TYPE_INTEGER) {
        value low = type->has_none ? type->low + 1 : type->low;
        str_add(mem, out, "%lld..%lld%s", (long long)low, (long long)type->high, type->has_none ? " or undefined" : "");
    } else {
        for (size_t i = 0; i < type->count; i++)
            str_add(mem, out, "%s%s", i ? " " : "", model_symbol_name(m, type->values[i]));
    }
}

void assert_cells(const char *text, const char *cells)
{
    struct exploration x;
    struct str shown = {0};
    explore_open(&x, text, strlen(text), NULL, 0, 0);
    assert_true(x.lowered);
    for (cell_id i = 0; i < model_cell_count(x.model); i++) {
        str_add(&x.reading.mem, &shown, "%s: ", model_cell(x.model, i)->name);
        add_type(x.model, &x.reading.mem, model_cell(x.model, i)->type, &shown);
        str_add_char(&x.reading.mem, &shown, '\n');
    }
    assert_string_equal(str_text(&shown), cells);
    str_free(&x.reading.mem, &shown);
    explore_close(&x);
}

void assert_actions(const char *text, const char *actions)
{
    struct exploration x;
    struct str shown = {0};
    explore_open(&x, text, strlen(text), NULL, 0, 0);
    assert_true(x.lowered);
    for (size_t i = 0; i < model_start_count(x.model); i++)
        str_add(&x.reading.mem, &shown, "start %s\n", model_start(x.model, i)->name);
    for (size_t i = 0; i < model_action_count(x.model); i++)
        str_add(&x.reading.mem, &shown, "%s\n", model_action(x.model, i)->name);
    assert_string_equal(str_text(&shown), actions);
    str_free(&x.reading.mem, &shown);
    explore_close(&x);
}
