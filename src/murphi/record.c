// A run as a procedure (model.h). The run that finds what a rule does to all states at the same time merges the stores
// where branches end: `ite`s on `ite`s. Who carries out a rule for one state is better off with the branches. So the
// rule's body is run once more, and this time
// - a branch is recorded as one, with what happens in it;
// - what differs between its sides becomes a local, which each side sets: so expressions stay as small as in the text;
// - a run-time error is a step, reached on the way to it, and its path need not be told.
// Nothing else is different, so that both runs mean the same. Where the second one gets too long (a loop whose end is
// seen only by knowing where values come from), there is no procedure; nobody needs it but for speed.
#include "murphi/execute.h"

#define FIRST_STEP 0 // stands before the first one
#define NO_STEP UINT32_MAX

enum {
    MOST_STEPS = 200000,  // of a procedure
    MORE_STATEMENTS = 20, // that may be run while recording, for each that was run without
};

// ---- Steps ----------------------------------------------------------------------------------------------------------

static uint32_t insert_after(struct executor *x, uint32_t before, struct procedure_step step)
{
    struct recording *r = &x->recording;
    struct recorded_step fresh = {step, r->steps.at[before].next};
    array_push(x->mem, &r->steps, fresh);
    uint32_t at = (uint32_t)r->steps.count - 1;
    r->steps.at[before].next = at;
    if (r->last == before)
        r->last = at;
    if (r->steps.count > MOST_STEPS)
        x->failed = x->stopped = true;
    return at;
}

void mu_record(struct executor *x, struct procedure_step step)
{
    if (x->is_recording)
        insert_after(x, x->recording.last, step);
}

void mu_record_begin(struct executor *x, expr guard, uint64_t statements)
{
    struct recorded_step first = {{PROCEDURE_REQUIRE, .expr = guard}, NO_STEP};
    x->recording.steps.count = x->sorts.count = 0;
    array_push(x->mem, &x->recording.steps, first);
    x->recording.last = FIRST_STEP;
    x->is_recording = true;
    x->most_steps = x->steps + MORE_STATEMENTS * (statements + 1000);
}

bool mu_record_end(struct executor *x)
{
    bool good = !x->failed;
    x->is_recording = false;
    x->failed = x->diag->is_stopped; // else only the procedure was too much
    return good;
}

// ---- Branches -------------------------------------------------------------------------------------------------------

void mu_record_open(struct executor *x, expr condition)
{
    mu_record(x, (struct procedure_step){.kind = PROCEDURE_IF, .expr = condition});
}

void mu_record_turn(struct executor *x, struct branch *branch)
{
    branch->then_end = x->recording.last;
    mu_record(x, (struct procedure_step){.kind = PROCEDURE_ELSE, .expr = EXPR_NONE});
}

void mu_record_close(struct executor *x)
{
    mu_record(x, (struct procedure_step){.kind = PROCEDURE_END, .expr = EXPR_NONE});
}

static bool is_leaf(const struct executor *x, expr e)
{
    return model_expr(x->model, e)->count == 0;
}

expr mu_join(struct executor *x, struct branch *branch, expr then, expr otherwise)
{
    struct model *m = x->model;
    expr joined = mu_choose(x, branch->condition, then, otherwise);
    bool is_small = is_leaf(x, joined) || (is_leaf(x, then) && is_leaf(x, otherwise));
    if (!x->is_recording || is_small || joined == then || joined == otherwise)
        return joined;
    expr local = model_new_local(m, model_expr(m, joined)->type);
    uint32_t number = (uint32_t)model_expr(m, local)->data;
    branch->then_end = insert_after(x, branch->then_end, (struct procedure_step){PROCEDURE_LET, number, then, 0, 0});
    mu_record(x, (struct procedure_step){PROCEDURE_LET, number, otherwise, 0, 0});
    return local;
}

// A value that is not defined may be anything: then the other one will do.
struct scalar mu_join_scalars(struct executor *x, struct branch *branch, struct scalar then, struct scalar otherwise)
{
    struct scalar result = {then.value, mu_join(x, branch, then.defined, otherwise.defined)};
    if (mu_is_false(x, then.defined))
        result.value = otherwise.value;
    else if (!mu_is_false(x, otherwise.defined))
        result.value = mu_join(x, branch, then.value, otherwise.value);
    return result;
}

// ---- The procedure --------------------------------------------------------------------------------------------------

// A branch in which nothing happens is left out.
static void add_step(struct procedure_step *steps, size_t *count, struct procedure_step step)
{
    steps[(*count)++] = step;
    if (step.kind == PROCEDURE_END && steps[*count - 2].kind == PROCEDURE_ELSE &&
        steps[*count - 3].kind == PROCEDURE_IF)
        *count -= 3;
}

struct procedure mu_recorded(struct executor *x, const struct error_record *errors, size_t error_count)
{
    const struct recording *r = &x->recording;
    struct procedure_step *steps = arena_alloc(&x->arena, r->steps.count * sizeof *steps);
    expr *conditions = arena_alloc(&x->arena, (error_count + 1) * sizeof *conditions);
    struct procedure result = {steps, 0, conditions, error_count};
    for (uint32_t i = FIRST_STEP; i != NO_STEP; i = r->steps.at[i].next)
        add_step(steps, &result.count, r->steps.at[i].step);
    for (size_t i = 0; i < error_count; i++)
        conditions[i] = errors[i].condition;
    return result;
}
