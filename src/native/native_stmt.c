// Statements. Each gives whether it was left by a return.
#include "native/tree_code.h"

#include <string.h>

// ---- Assignments ----------------------------------------------------------------------------------------------------

// The value comes first, then the place, as in both tools.
static int64_t run_assign(struct runner *r, const struct code *code) // to place b what a gives
{
    int64_t v = run_code(r, code->a), to = run_code(r, code->b);
    if ((v < code->low || v > code->high) && v != NATIVE_UNDEFINED)
        runner_fail(r, code->error);
    runner_write(r, to, v);
    return 0;
}

// The range is looked at when the place is known, but before it is written: c is the test of a value that waits in slot
// k of the frame.
static int64_t run_assign_to_union(struct runner *r, const struct code *code)
{
    int64_t v = run_code(r, code->a), to = run_code(r, code->b);
    r->slots[r->frame + (size_t)code->k] = v;
    run_code(r, code->c);
    runner_write(r, to, v);
    return 0;
}

static int64_t run_waiting(struct runner *r, const struct code *code)
{
    return r->slots[r->frame + (size_t)code->k];
}

static int64_t run_copy(struct runner *r, const struct code *code) // from a to b
{
    int64_t from = run_code(r, code->a), to = run_code(r, code->b);
    runner_copy(r, to, from, code->width);
    return 0;
}

// In CMurphi what is assigned may be undefined.
static const struct code *assigned(struct tree_compiler *c, const struct murphi_expr *e)
{
    if (!e->is_place)
        return native_scalar(c, e);
    const struct code *raw = native_raw(c, e);
    if (c->is_cmurphi)
        return raw;
    return native_defined(c, raw, native_error(c, MURPHI_ERROR_UNDEFINED_HERE, e->span, e, NULL));
}

static const struct code *assignment(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    const struct murphi_type *type = stmt->target->type;
    if (!murphi_is_simple(type)) {
        struct code *copy = native_node(c, run_copy, native_place(c, stmt->expr), native_place(c, stmt->target));
        copy->width = c->widths[type->id];
        return copy;
    }
    const struct murphi_error *error = native_error(c, MURPHI_ERROR_RANGE, stmt->span, stmt->target, NULL);
    const struct code *scalar = assigned(c, stmt->expr);
    struct code *waiting = native_node(c, run_waiting, NULL, NULL);
    const struct code *test = native_within(c, waiting, stmt->expr->type, type, error);
    struct code *code = native_node(c, run_assign, scalar, native_place(c, stmt->target));
    code->low = NATIVE_UNDEFINED;
    code->high = INT64_MAX;
    code->error = error;
    if (test != waiting && type->kind == MURPHI_UNION) {
        waiting->k = code->k = (int64_t)c->frame.count;
        array_push(c->mem, &c->frame, NATIVE_UNDEFINED);
        code->run = run_assign_to_union;
        code->c = test;
    } else if (test != waiting) {
        code->low = type->low;
        code->high = type->high;
    }
    return code;
}

static int64_t run_fill(struct runner *r, const struct code *code) // a, with `width` words
{
    int64_t place = run_code(r, code->a);
    for (uint32_t i = 0; i < code->width; i++)
        runner_write(r, place + i, code->words[i]);
    return 0;
}

static const struct code *reset(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    struct code *code = native_node(c, run_fill, native_place(c, stmt->target), NULL);
    word_array words = {0};
    native_add_words(c, stmt->target->type, stmt->kind == MURPHI_CLEAR, &words);
    int64_t *kept = arena_alloc(c->arena, (words.count + 1) * sizeof *kept);
    if (words.count)
        memcpy(kept, words.at, words.count * sizeof *kept);
    code->words = kept;
    code->width = (uint32_t)words.count;
    array_free(c->mem, &words);
    return code;
}

// ---- Choices --------------------------------------------------------------------------------------------------------

// `list`: conditions and bodies in turns; a condition that is NULL is true.
static int64_t run_if(struct runner *r, const struct code *code)
{
    for (uint32_t i = 0; i < code->count; i += 2)
        if (!code->list[i] || run_code(r, code->list[i]))
            return run_code(r, code->list[i + 1]);
    return 0;
}

// a: what is switched over. The list: of each clause a number of values, then these, then the body. All values of a
// clause are evaluated. The one for `else` has none.
static int64_t run_switch(struct runner *r, const struct code *code)
{
    int64_t v = run_code(r, code->a);
    for (uint32_t i = 0; i < code->count;) {
        uint32_t count = (uint32_t)code->list[i++]->k;
        bool is_chosen = count == 0;
        for (; count > 0; count--)
            is_chosen |= run_code(r, code->list[i++]) == v;
        if (is_chosen)
            return run_code(r, code->list[i]);
        i++;
    }
    return 0;
}

// By value, from `low` to `high`: the body, or NULL; b is that of all others, or NULL.
static int64_t run_table(struct runner *r, const struct code *code)
{
    int64_t v = run_code(r, code->a);
    const struct code *body = v >= code->low && v <= code->high ? code->list[v - code->low] : code->b;
    return body ? run_code(r, body) : 0;
}

static uint32_t clause_count(const struct murphi_stmt *stmt)
{
    uint32_t count = 0;
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
        count++;
    return count;
}

static const struct code *if_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    struct code *code = native_node(c, run_if, NULL, NULL);
    const struct code **list = arena_alloc(c->arena, 2 * clause_count(stmt) * sizeof *list);
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        list[code->count++] = clause->count ? native_value(c, clause->conditions[0]) : NULL;
        list[code->count++] = native_body(c, clause->body);
    }
    code->list = list;
    return code;
}

enum { LARGEST_TABLE = 1024 };

static bool has_table(const struct murphi_stmt *stmt, int64_t *low, int64_t *high)
{
    *low = INT64_MAX;
    *high = INT64_MIN;
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
        for (uint32_t i = 0; i < clause->count; i++) {
            if (!clause->conditions[i]->is_constant)
                return false;
            *low = clause->conditions[i]->value < *low ? clause->conditions[i]->value : *low;
            *high = clause->conditions[i]->value > *high ? clause->conditions[i]->value : *high;
        }
    return *low <= *high && (uint64_t)*high - (uint64_t)*low < LARGEST_TABLE;
}

static const struct code *table_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt, int64_t low, int64_t high)
{
    size_t size = (size_t)(high - low) + 1;
    struct code *code = native_node(c, run_table, native_scalar(c, stmt->expr), NULL);
    const struct code **list = arena_alloc(c->arena, size * sizeof *list);
    bool *is_taken = mem_zalloc(c->mem, size);
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        const struct code *body = native_body(c, clause->body);
        for (uint32_t i = 0; i < clause->count; i++) {
            size_t at = (size_t)(clause->conditions[i]->value - low);
            if (!is_taken[at])
                list[at] = body;
            is_taken[at] = true;
        }
        if (clause->count == 0) {
            code->b = body;
            for (size_t i = 0; i < size; i++)
                list[i] = is_taken[i] ? list[i] : body;
            break;
        }
    }
    mem_free(c->mem, is_taken, size);
    code->list = list;
    code->low = low;
    code->high = high;
    return code;
}

static const struct code *switch_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    int64_t low, high;
    uint32_t count = 2 * clause_count(stmt);
    if (has_table(stmt, &low, &high))
        return table_stmt(c, stmt, low, high);
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
        count += clause->count;
    struct code *code = native_node(c, run_switch, native_scalar(c, stmt->expr), NULL);
    const struct code **list = arena_alloc(c->arena, count * sizeof *list);
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        list[code->count++] = native_constant(c, clause->count);
        for (uint32_t i = 0; i < clause->count; i++)
            list[code->count++] = native_scalar(c, clause->conditions[i]);
        list[code->count++] = native_body(c, clause->body);
    }
    code->list = list;
    return code;
}

// ---- Loops and ends -------------------------------------------------------------------------------------------------

static int64_t run_while(struct runner *r, const struct code *code) // a: the condition; b: the body
{
    for (int64_t i = 0;; i++) {
        size_t top = r->top;
        int64_t holds = run_code(r, code->a);
        r->top = top;
        runner_count(r);
        if (!holds)
            return 0;
        if (i >= r->loop_limit)
            runner_fail(r, code->error);
        if (run_code(r, code->b))
            return 1;
    }
}

static int64_t run_return(struct runner *r, const struct code *code)
{
    (void)r;
    (void)code;
    return 1;
}

// The result is at the beginning of the frame.
static int64_t run_return_value(struct runner *r, const struct code *code)
{
    int64_t v = run_code(r, code->a);
    r->slots[r->frame] = v;
    return 1;
}

static int64_t run_return_copy(struct runner *r, const struct code *code)
{
    int64_t from = run_code(r, code->a);
    runner_copy(r, (int64_t)r->frame, from, code->width);
    return 1;
}

static const struct code *return_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    if (!stmt->expr || !c->function)
        return native_node(c, run_return, NULL, NULL);
    const struct murphi_type *type = c->function->result->type;
    if (!murphi_is_simple(type)) {
        struct code *code = native_node(c, run_return_copy, native_place(c, stmt->expr), NULL);
        code->width = c->widths[type->id];
        return code;
    }
    const struct murphi_error *error = native_error(c, MURPHI_ERROR_RESULT, stmt->span, stmt->expr, NULL);
    const struct code *scalar = native_within(c, native_scalar(c, stmt->expr), stmt->expr->type, type, error);
    return native_node(c, run_return_value, scalar, NULL);
}

static int64_t run_assert(struct runner *r, const struct code *code)
{
    if (!run_code(r, code->a))
        runner_fail(r, code->error);
    return 0;
}

static int64_t run_assume(struct runner *r, const struct code *code)
{
    if (!run_code(r, code->a))
        runner_escape(r, ESCAPE_ASSUMPTION);
    return 0;
}

static int64_t run_cover(struct runner *r, const struct code *code)
{
    if (run_code(r, code->a) && r->covered)
        r->covered[code->k] = true;
    return 0;
}

static int64_t run_error(struct runner *r, const struct code *code)
{
    runner_fail(r, code->error);
}

static int64_t run_nothing(struct runner *r, const struct code *code)
{
    (void)r;
    (void)code;
    return 0;
}

static int64_t run_call(struct runner *r, const struct code *code)
{
    run_code(r, code->a);
    return 0;
}

// What the properties of a model call must have no such statements: the lowering says what becomes of them then.
static void refuse_in_functions(struct tree_compiler *c)
{
    if (c->function)
        c->refused = CAUSE_NATIVE_IN_FUNCTIONS;
}

// ---- Any statement --------------------------------------------------------------------------------------------------

static const struct code *cover_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    struct code *code = native_node(c, run_cover, native_value(c, stmt->expr), NULL);
    refuse_in_functions(c);
    code->k = (int64_t)c->covers.count;
    array_push(c->mem, &c->covers, stmt);
    return code;
}

static const struct code *statement(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    struct code *code;
    switch (stmt->kind) {
    case MURPHI_ASSIGN:
        return assignment(c, stmt);
    case MURPHI_CLEAR:
    case MURPHI_UNDEFINE:
        return reset(c, stmt);
    case MURPHI_IF:
        return if_stmt(c, stmt);
    case MURPHI_SWITCH:
        return switch_stmt(c, stmt);
    case MURPHI_FOR:
    case MURPHI_ALIAS_STMT:
        native_binders(c, stmt->binders);
        return native_loop(c, stmt->binders, LOOP_ANY, native_body(c, stmt->body));
    case MURPHI_WHILE:
        code = native_node(c, run_while, native_value(c, stmt->expr), native_body(c, stmt->body));
        code->error = native_error(c, MURPHI_ERROR_LOOP, stmt->span, stmt->expr, NULL);
        return code;
    case MURPHI_CALL_STMT:
        return native_node(c, run_call, native_call(c, stmt->expr), NULL);
    case MURPHI_RETURN:
        return return_stmt(c, stmt);
    case MURPHI_ASSERT:
        code = native_node(c, run_assert, native_value(c, stmt->expr), NULL);
        code->error = native_error(c, MURPHI_ERROR_ASSERTION, stmt->span, stmt->expr, stmt->text);
        return code;
    case MURPHI_ASSUME_STMT:
        refuse_in_functions(c);
        return native_node(c, run_assume, native_value(c, stmt->expr), NULL);
    case MURPHI_COVER_STMT:
        return cover_stmt(c, stmt);
    case MURPHI_ERROR:
        code = native_node(c, run_error, NULL, NULL);
        code->error = native_error(c, MURPHI_ERROR_STATEMENT, stmt->span, NULL, stmt->text);
        return code;
    case MURPHI_PUT: // what is printed is no part of the state
        return native_node(c, run_nothing, NULL, NULL);
    default:
        return native_multiset_stmt(c, stmt);
    }
}

static int64_t run_body(struct runner *r, const struct code *code)
{
    size_t top = r->top;
    for (uint32_t i = 0; i < code->count; i++) {
        int64_t is_left = run_code(r, code->list[i]);
        r->top = top;
        if (is_left)
            return 1;
    }
    return 0;
}

const struct code *native_body(struct tree_compiler *c, const struct murphi_stmt *first)
{
    uint32_t count = 0;
    for (const struct murphi_stmt *stmt = first; stmt; stmt = stmt->next)
        count++;
    struct code *code = native_node(c, run_body, NULL, NULL);
    const struct code **list = arena_alloc(c->arena, (count + 1) * sizeof *list);
    for (const struct murphi_stmt *stmt = first; stmt; stmt = stmt->next)
        list[code->count++] = statement(c, stmt);
    code->list = list;
    return code;
}

// ---- Names of the nodes ---------------------------------------------------------------------------------------------

const struct code_name native_stmt_kinds[] = {
    {run_assign, CODE_ASSIGN},
    {run_assign_to_union, CODE_ASSIGN_TO_UNION},
    {run_waiting, CODE_BOUND},
    {run_copy, CODE_COPY},
    {run_fill, CODE_FILL},
    {run_if, CODE_IF},
    {run_switch, CODE_SWITCH},
    {run_table, CODE_TABLE},
    {run_while, CODE_WHILE},
    {run_return, CODE_RETURN},
    {run_return_value, CODE_RETURN_VALUE},
    {run_return_copy, CODE_RETURN_COPY},
    {run_assert, CODE_ASSERT},
    {run_assume, CODE_ASSUME},
    {run_cover, CODE_COVER},
    {run_error, CODE_ERROR},
    {run_nothing, CODE_NOTHING},
    {run_call, CODE_CALL_STMT},
    {run_body, CODE_BODY},
    {NULL, CODE_UNKNOWN},
};
