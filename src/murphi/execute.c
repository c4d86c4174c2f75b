// Statements. The *left* of a statement is the condition under which it was left by a return, given that it was begun:
// what follows it happens only where it was not.
#include "murphi/execute.h"

static expr nowhere(struct executor *x)
{
    return model_false(x->model);
}

// ---- Assignments ----------------------------------------------------------------------------------------------------

void mu_check_range(struct executor *x, expr v, const struct murphi_type *from, const struct murphi_type *to,
                    struct error_record about)
{
    mu_runtime_error(x, model_not(x->model, mu_within(x, v, from, to)), about);
}

// What is assigned to a variable of a simple type: in CMurphi it may be undefined.
static struct scalar assigned(struct executor *x, const struct murphi_expr *e)
{
    if (!e->is_place)
        return mu_scalar(x, e);
    struct place from = mu_locate(x, e);
    struct scalar s = mu_read(x, &from, 0);
    if (x->options.dialect == MURPHI_DIALECT_CMURPHI)
        return s;
    mu_runtime_error(x, model_not(x->model, s.defined),
                     (struct error_record){MURPHI_ERROR_UNDEFINED_HERE, e->span, .expr = e});
    s.defined = model_true(x->model);
    return s;
}

// `x := x & y` and `x := x | y`: where x decides, y is not looked at, nor what is wrong with it.
static bool may_decide_itself(const struct murphi_stmt *stmt)
{
    return stmt->expr->op == MURPHI_AND || stmt->expr->op == MURPHI_OR;
}

// The value comes first, then the place, as in both tools: in `a[i] := f(i)`, f may change i. An array or a record is
// copied from where it is, when both places are known.
static void assign(struct executor *x, const struct murphi_stmt *stmt)
{
    if (!murphi_is_simple(stmt->target->type)) {
        struct place from = mu_locate(x, stmt->expr), to = mu_locate(x, stmt->target);
        mu_copy(x, &to, &from);
        return;
    }
    expr any_error = x->any_error;
    if (x->is_probing && may_decide_itself(stmt)) // where it does not
        mu_value(x, stmt->expr->args[1]);
    struct scalar s = assigned(x, stmt->expr);
    x->hides_errors |= x->any_error != any_error && may_decide_itself(stmt);
    struct place target = mu_locate(x, stmt->target);
    expr outside = model_not(x->model, mu_within(x, s.value, stmt->expr->type, target.type));
    mu_runtime_error(x, model_and(x->model, s.defined, outside),
                     (struct error_record){MURPHI_ERROR_RANGE, stmt->span, .expr = stmt->target});
    mu_write(x, &target, 0, s);
}

static void reset(struct executor *x, const struct murphi_stmt *stmt)
{
    struct place target = mu_locate(x, stmt->target);
    if (stmt->kind == MURPHI_CLEAR)
        mu_clear(x, &target);
    else
        mu_undefine(x, &target);
}

// ---- Choices --------------------------------------------------------------------------------------------------------

static expr clause_condition(struct executor *x, const struct murphi_clause *clause, const struct scalar *chosen)
{
    if (clause->count == 0)
        return model_true(x->model);
    if (!chosen)
        return mu_value(x, clause->conditions[0]);
    expr result = nowhere(x);
    for (uint32_t i = 0; i < clause->count; i++) {
        expr one = mu_equal(x, *chosen, mu_scalar(x, clause->conditions[i]));
        result = model_or(x->model, result, one);
    }
    return result;
}

// `if` and `switch`: each clause is in the other side of those before it. `chosen` is what is switched over, or NULL.
static expr choose_clause(struct executor *x, const struct murphi_stmt *stmt, const struct scalar *chosen)
{
    size_t opened = 0;
    expr left = nowhere(x);
    for (const struct murphi_clause *clause = stmt->clauses; clause && !x->stopped; clause = clause->next) {
        expr condition = mu_given_path(x, clause_condition(x, clause, chosen));
        if (mu_is_false(x, condition))
            continue;
        if (mu_is_true(x, condition)) {
            left = mu_execute(x, clause->body);
            break;
        }
        mu_branch_open(x, condition);
        mu_branch_turn(x, mu_execute(x, clause->body));
        opened++;
    }
    while (opened-- > 0)
        left = mu_branch_close(x, left);
    return left;
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

struct loop {
    const struct murphi_stmt *body;
    expr left;
    // What has happened in some iteration; together these depend on which one comes first.
    bool may_fail, may_assume, may_cover, may_hide;
};

static void execute_iteration(struct executor *x, void *context, expr active)
{
    struct loop *loop = context;
    if (mu_is_true(x, loop->left))
        return;
    size_t opened = !mu_is_false(x, loop->left);
    if (opened)
        mu_branch_unless(x, loop->left, nowhere(x));
    expr any_error = x->any_error, assumed = x->assumed;
    size_t covers = x->covers.count;
    expr left = mu_execute(x, loop->body);
    bool error = x->any_error != any_error, assume = x->assumed != assumed, cover = x->covers.count != covers;
    loop->may_fail |= error;
    loop->may_assume |= assume;
    loop->may_cover |= cover;
    loop->may_hide |= opened && (error || assume || cover);
    left = model_and(x->model, active, mu_branches_close(x, opened, left));
    loop->left = model_or(x->model, loop->left, left);
}

// Whether an iteration can keep those behind it from happening, or from being evaluated.
static bool may_end_others(const struct murphi_stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        if (stmt->kind == MURPHI_RETURN || (stmt->kind == MURPHI_ASSIGN && may_decide_itself(stmt)))
            return true;
        for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
            if (may_end_others(clause->body))
                return true;
        if (may_end_others(stmt->body))
            return true;
    }
    return false;
}

static bool has_elements(const struct murphi_binder *binder)
{
    for (; binder; binder = binder->next)
        if (binder->kind == MURPHI_OVER_TYPE && binder->decl->type->has_symmetry)
            return true;
    return false;
}

static bool may_hide_operands(const struct murphi_stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        if (stmt->kind == MURPHI_ASSIGN && may_decide_itself(stmt))
            return true;
        for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
            if (may_hide_operands(clause->body))
                return true;
        if (may_hide_operands(stmt->body))
            return true;
    }
    return false;
}

struct probed_loop {
    const struct murphi_stmt *body;
    const struct probe *probe;
    bool asks_for_ends, ends; // whether an iteration can end the loop without a run-time error
};

static void probe_iteration(struct executor *x, void *context, expr active)
{
    struct probed_loop *loop = context;
    size_t slots = x->slots.count, path = x->path.count;
    (void)active; // it is in the path
    if (loop->asks_for_ends)
        x->probe_errors = model_false(x->model);
    expr left = mu_execute(x, loop->body);
    mu_undo(x, loop->probe->trail);
    mu_path_pop_to(x, path);
    if (loop->asks_for_ends && !x->stopped && !loop->ends)
        loop->ends = mu_can_hold(x, model_and(x->model, left, model_not(x->model, x->probe_errors)));
    x->slots.count = slots;
    x->assumed = loop->probe->assumed;
    x->stopped = loop->probe->stopped || x->failed;
}

enum { MOST_PROBED_ERRORS = 4 };

// Whether no iteration returns from the loop in a state in which another one has a run-time error: in
//     for o: Node do if o != n & !Compatible(held[o], mode) then return false; end; end
// an error is that `mode` is not defined, and who returns has read it.
//
// Each run-time error e of an iteration happens only in states of bad(e). If in none of these states any iteration
// returns, a state in which some iteration has an error is one in which all others go on to their ends or have an
// error, so that one happens in any order; and in a state in which none has, there is none in any order. Each iteration
// is run from where the loop begins, in bad(e), for each e; what it is left by is right where it has no error.
static bool errors_exclude_ends(struct executor *x, const struct murphi_stmt *stmt)
{
    expr bad[MOST_PROBED_ERRORS];
    size_t count = x->probe_bad.count;
    bool ends = count > MOST_PROBED_ERRORS || may_hide_operands(stmt->body);
    for (size_t i = 0; i < count && !ends; i++)
        bad[i] = x->probe_bad.at[i];
    for (size_t i = 0; i < count && !ends; i++) {
        struct probe probe = mu_probe_open(x);
        struct probed_loop loop = {.body = stmt->body, .probe = &probe, .asks_for_ends = true};
        mu_path_push(x, bad[i]);
        mu_each(x, stmt->binders, true, probe_iteration, &loop);
        mu_probe_close(x, &probe);
        ends = loop.ends || x->failed;
    }
    return !ends;
}

// Loops whose effect depends on the order are found in the text (symmetry_breaking.c): in others nothing that one
// iteration changes is used by another, so that each can be run from where the loop begins. Gives whether iterations
// that return and those with a run-time error exclude each other; only the outermost probe looks for that.
static bool probe_for(struct executor *x, const struct murphi_stmt *stmt)
{
    bool may_end = may_end_others(stmt->body);
    if (x->is_recording || x->is_trial || !has_elements(stmt->binders) || (!may_end && !x->has_assumptions))
        return false;
    struct probe probe = mu_probe_open(x);
    mu_each(x, stmt->binders, true, probe_iteration, &(struct probed_loop){.body = stmt->body, .probe = &probe});
    unsigned found = mu_probe_close(x, &probe);
    x->probe_found_inside |= found && x->is_probing;
    bool exclude = may_end && found == PROBE_ERROR && !x->is_probing && errors_exclude_ends(x, stmt);
    if (!exclude && found && (may_end || (found & (found - 1)))) // two of a kind may come in any order
        mu_depends_on_order(x, stmt->binders, stmt->span);
    return exclude;
}

static expr execute_for(struct executor *x, const struct murphi_stmt *stmt)
{
    struct loop loop = {.body = stmt->body, .left = nowhere(x)};
    bool exclude = probe_for(x, stmt);
    bool hides_errors = x->hides_errors;
    x->hides_errors = false;
    x->loops_over_elements += has_elements(stmt->binders);
    mu_each(x, stmt->binders, true, execute_iteration, &loop);
    x->loops_over_elements -= has_elements(stmt->binders);
    if ((loop.may_hide && !exclude) || loop.may_fail + loop.may_assume + loop.may_cover > 1 || x->hides_errors)
        mu_depends_on_order(x, stmt->binders, stmt->span);
    x->hides_errors |= hides_errors;
    return loop.left;
}

// How often a loop can be begun before it is where it was before: as often as what it changes has values. Then it goes
// on forever, and need not be unrolled further.
struct cycle {
    size_t trail, slots; // where the loop began, and what has been looked at
    ARRAY(uint32_t) changed;
    uint64_t values;
};

static bool is_known(const struct cycle *cycle, uint32_t slot)
{
    for (size_t i = 0; i < cycle->changed.count; i++)
        if (cycle->changed.at[i] == slot)
            return true;
    return false;
}

static uint64_t most_iterations(struct executor *x, struct cycle *cycle)
{
    for (; cycle->trail < x->trail.count && cycle->values < x->options.loop_limit; cycle->trail++) {
        uint32_t slot = x->trail.at[cycle->trail].slot;
        if (slot >= cycle->slots || is_known(cycle, slot))
            continue;
        array_push(x->mem, &cycle->changed, slot);
        uint64_t values = murphi_size(x->slot_types.at[slot]) + 1; // or undefined
        cycle->values = values < x->options.loop_limit ? cycle->values * values : x->options.loop_limit;
    }
    return cycle->values < x->options.loop_limit ? cycle->values : x->options.loop_limit;
}

// One iteration is inside of the other, so that the conditions of all are known where the next one is evaluated.
static expr execute_while(struct executor *x, const struct murphi_stmt *stmt)
{
    size_t opened = 0;
    struct cycle cycle = {.trail = x->trail.count, .slots = x->slots.count, .values = 1};
    expr left = nowhere(x);
    for (uint64_t i = 0; !x->stopped && !mu_is_true(x, left) && mu_count_step(x, stmt->span); i++) {
        x->steps += x->path.count; // which grows with every iteration, and so does the work
        expr condition = mu_value(x, stmt->expr);
        bool is_last = i == most_iterations(x, &cycle);
        if (is_last)
            mu_runtime_error(x, condition, (struct error_record){MURPHI_ERROR_LOOP, stmt->span, .expr = stmt->expr});
        if (is_last || mu_is_false(x, condition))
            break;
        if (!mu_is_true(x, condition)) {
            mu_branch_unless(x, model_not(x->model, condition), nowhere(x));
            mu_stop_if_dead(x);
            opened++;
        }
        expr now = mu_execute(x, stmt->body);
        if (mu_is_true(x, now)) {
            left = now;
        } else if (!mu_is_false(x, now)) {
            mu_branch_unless(x, now, model_true(x->model));
            opened++;
        }
    }
    array_free(x->mem, &cycle.changed);
    return mu_branches_close(x, opened, left);
}

// ---- Ends -----------------------------------------------------------------------------------------------------------

static expr execute_return(struct executor *x, const struct murphi_stmt *stmt)
{
    if (!stmt->expr || !x->function)
        return model_true(x->model);
    struct place result = x->result; // evaluating the expression may call other functions
    if (murphi_is_simple(result.type)) {
        struct scalar s = mu_scalar(x, stmt->expr);
        expr outside = model_not(x->model, mu_within(x, s.value, stmt->expr->type, result.type));
        mu_runtime_error(x, model_and(x->model, s.defined, outside),
                         (struct error_record){MURPHI_ERROR_RESULT, stmt->span, .expr = stmt->expr});
        mu_write(x, &result, 0, s);
    } else {
        struct place from = mu_locate(x, stmt->expr);
        mu_copy(x, &result, &from);
    }
    return model_true(x->model);
}

static void assert_that(struct executor *x, const struct murphi_stmt *stmt)
{
    expr holds = mu_value(x, stmt->expr);
    struct error_record error = {MURPHI_ERROR_ASSERTION, stmt->span, .expr = stmt->expr, .symbol = stmt->text};
    mu_runtime_error(x, model_not(x->model, holds), error);
}

// ---- Any statement --------------------------------------------------------------------------------------------------

static expr execute_kind(struct executor *x, const struct murphi_stmt *stmt)
{
    switch (stmt->kind) {
    case MURPHI_ASSIGN:
        assign(x, stmt);
        break;
    case MURPHI_CLEAR:
    case MURPHI_UNDEFINE:
        reset(x, stmt);
        break;
    case MURPHI_IF:
        return choose_clause(x, stmt, NULL);
    case MURPHI_SWITCH: {
        struct scalar chosen = mu_scalar(x, stmt->expr);
        return choose_clause(x, stmt, &chosen);
    }
    case MURPHI_FOR:
    case MURPHI_ALIAS_STMT:
        return execute_for(x, stmt);
    case MURPHI_WHILE:
        return execute_while(x, stmt);
    case MURPHI_CALL_STMT:
        mu_call(x, stmt->expr);
        break;
    case MURPHI_RETURN:
        return execute_return(x, stmt);
    case MURPHI_ASSERT:
        assert_that(x, stmt);
        break;
    case MURPHI_ASSUME_STMT:
        mu_assume(x, mu_value(x, stmt->expr));
        break;
    case MURPHI_COVER_STMT:
        mu_cover(x, stmt, mu_value(x, stmt->expr));
        break;
    case MURPHI_ERROR:
        mu_runtime_error(x, model_true(x->model),
                         (struct error_record){MURPHI_ERROR_STATEMENT, stmt->span, .symbol = stmt->text});
        break;
    case MURPHI_PUT: // what is printed is no part of the state
        break;
    case MURPHI_MULTISET_ADD:
        mu_multiset_add(x, stmt);
        break;
    case MURPHI_MULTISET_REMOVE:
        mu_multiset_remove(x, stmt);
        break;
    case MURPHI_MULTISET_REMOVE_IF:
        mu_multiset_remove_if(x, stmt);
        break;
    }
    return nowhere(x);
}

static expr execute_one(struct executor *x, const struct murphi_stmt *stmt)
{
    if (!mu_count_step(x, stmt->span))
        return nowhere(x);
    size_t slots = x->slots.count;
    x->nesting++;
    expr left = execute_kind(x, stmt);
    x->nesting--;
    x->slots.count = slots;
    return left;
}

expr mu_execute(struct executor *x, const struct murphi_stmt *first)
{
    size_t opened = 0;
    expr left = nowhere(x);
    for (const struct murphi_stmt *stmt = first; stmt && !x->stopped && !mu_is_true(x, left); stmt = stmt->next) {
        expr now = execute_one(x, stmt);
        if (mu_is_true(x, now)) {
            left = now;
        } else if (!mu_is_false(x, now) && stmt->next) {
            mu_branch_unless(x, now, model_true(x->model));
            opened++;
        } else if (!mu_is_false(x, now)) {
            left = now;
        }
    }
    return mu_branches_close(x, opened, left);
}
