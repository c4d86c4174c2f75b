// Whether a trace shows that a property fails.
//
// What comes out false along the trace (path_eval.h) is refuted. The other direction, that a trace which does not come
// out false is not a counterexample, holds only where a single trace can always refute the formula; refutability.h
// tells.
#include "trace/path_eval.h"
#include "trace/refutability.h"
#include "trace/trace.h"

// In some state of the trace; with some step of it, if there are inputs in the condition.
static bool violates_somewhere(struct path_eval *j, expr condition)
{
    bool of_steps = model_expr(j->model, condition)->has_input && !j->time.period;
    for (size_t i = 0; i + of_steps < j->time.length; i++)
        if (path_eval_condition_at(j, condition, i) == TRUTH_FALSE)
            return true;
    return false;
}

// The formula's truth at the first state, and whether a trace that refutes it must come out false.
static enum truth truth_of(struct path_eval *j, formula f, bool *decides)
{
    enum truth truth = sequence_at(&j->time, path_eval_of(j, f, false), 0);
    *decides = refutability_needs_one_trace(&j->refutability, f) && !j->time.gave_up;
    return truth;
}

// REFUTED: the trace shows it. OPEN: it may be so, but one trace cannot tell. Else `error` says why not.
enum judgement { NOT_SHOWN, OPEN, REFUTED };

static enum judgement judge_prefix(const struct trace *trace, formula f, struct mem *mem, struct str *error)
{
    struct path_eval j;
    bool decides;
    path_eval_open(&j, trace, f, false, mem);
    enum truth truth = truth_of(&j, f, &decides);
    path_eval_close(&j);
    if (truth == TRUTH_FALSE)
        return REFUTED;
    if (decides)
        str_add(mem, error,
                truth == TRUTH_TRUE ? "the property holds on the trace"
                                    : "the trace ends before it shows that the property fails");
    return decides ? NOT_SHOWN : OPEN;
}

static enum judgement judge_loop(const struct trace *trace, formula f, struct mem *mem, struct str *error)
{
    struct path_eval j;
    bool decides;
    path_eval_open(&j, trace, f, true, mem);
    enum truth truth = truth_of(&j, f, &decides);
    enum judgement result = decides ? NOT_SHOWN : OPEN;
    if (truth == TRUTH_FALSE)
        result = path_eval_loop_is_fair(&j, error) ? REFUTED : NOT_SHOWN;
    else if (decides)
        str_add(mem, error, "the property holds on the trace");
    path_eval_close(&j);
    return result;
}

// What the states up to the last one refute needs no loop, and then it does not matter whether the loop is fair.
static enum judgement judge_formula(const struct trace *trace, formula f, struct mem *mem, struct str *error)
{
    enum judgement result = judge_prefix(trace, f, mem, error);
    if (result == REFUTED || trace->loop == TRACE_NO_LOOP)
        return result;
    str_clear(error);
    return judge_loop(trace, f, mem, error);
}

static enum judgement judge_invariant(const struct trace *trace, formula f, struct mem *mem, struct str *error)
{
    struct path_eval j;
    path_eval_open(&j, trace, f, true, mem);
    bool shown = violates_somewhere(&j, model_formula(trace->model, f)->atom);
    path_eval_close(&j);
    if (!shown)
        str_add(mem, error, "the property holds in all states of the trace");
    return shown ? REFUTED : NOT_SHOWN;
}

static enum judgement judge_property(const struct trace *trace, const struct property *property, struct mem *mem,
                                     struct str *error)
{
    if (trace_length(trace) == 0) {
        str_add(mem, error, "the trace has no states");
        return NOT_SHOWN;
    }
    if (property->formula == FORMULA_NONE)
        return OPEN;
    const struct formula_node *n = model_formula(trace->model, property->formula);
    bool is_invariant = property->kind == PROPERTY_INVARIANT || property->kind == PROPERTY_RUNTIME_ERROR ||
                        property->kind == PROPERTY_DEADLOCK;
    if (property->kind == PROPERTY_COVER && n->op != FORMULA_ATOM) // a trace shows only that it has no value
        return judge_invariant(trace, n->args[0], mem, error);
    if (is_invariant && n->op == FORMULA_ATOM)
        return judge_invariant(trace, property->formula, mem, error);
    return judge_formula(trace, property->formula, mem, error);
}

bool trace_shows_failure(const struct trace *trace, const struct property *property, struct mem *mem, struct str *error)
{
    struct str why = {0};
    enum judgement result = judge_property(trace, property, mem, &why);
    if (result == NOT_SHOWN)
        str_add(mem, error, "%s", str_text(&why));
    str_free(mem, &why);
    return result != NOT_SHOWN;
}

// Whether the run-time error counts in some state from `first` on.
static bool has_error(struct evaluator *ev, const struct trace *trace, const struct runtime_error *runtime_error,
                      size_t first)
{
    bool counts = runtime_error->after == EXPR_NONE;
    for (size_t k = 0; k < trace_length(trace); k++) {
        counts = counts || eval_condition(ev, runtime_error->after, trace_state(trace, k), NULL);
        if (k >= first && counts && eval_condition(ev, runtime_error->condition, trace_state(trace, k), NULL))
            return true;
    }
    return false;
}

// What goes wrong in the last state of a trace; of a property, which has conditions to be evaluated in all states, in
// any.
const char *trace_find_runtime_error(const struct trace *trace, const struct property *property, struct mem *mem)
{
    const struct model *model = trace->model;
    bool is_of_model = property->kind == PROPERTY_RUNTIME_ERROR;
    goal_id goal = is_of_model ? GOAL_NONE : property->goal;
    struct evaluator *ev = evaluator_new(model, mem);
    const char *text = NULL;
    for (size_t i = 0; i < model_runtime_error_count(model) && !text; i++) {
        const struct runtime_error *runtime_error = model_runtime_error(model, i);
        if (runtime_error->goal == goal &&
            has_error(ev, trace, runtime_error, is_of_model ? trace_length(trace) - 1 : 0))
            text = runtime_error->text;
    }
    evaluator_free(ev);
    return text;
}

const struct property_case *trace_find_case(const struct trace *trace, const struct property *property, size_t state,
                                            struct mem *mem)
{
    const struct model *model = trace->model;
    const struct property_case *found = NULL;
    if (property->kind != PROPERTY_INVARIANT || property->goal == GOAL_NONE || !model_case_count(model))
        return NULL;
    struct evaluator *ev = evaluator_new(model, mem);
    for (size_t i = 0; i < model_case_count(model) && !found; i++) {
        const struct property_case *its = model_case(model, i);
        if (its->goal == property->goal && !eval_condition(ev, its->condition, trace_state(trace, state), NULL))
            found = its;
    }
    evaluator_free(ev);
    return found;
}

bool property_has_runtime_errors(const struct model *model, const struct property *property)
{
    goal_id goal = property->kind == PROPERTY_RUNTIME_ERROR ? GOAL_NONE : property->goal;
    for (size_t i = 0; i < model_runtime_error_count(model) && (goal || property->kind == PROPERTY_RUNTIME_ERROR); i++)
        if (model_runtime_error(model, i)->goal == goal)
            return true;
    return false;
}

bool trace_judge(const struct trace *trace, const struct property *property, const char **runtime_error,
                 struct mem *mem, struct str *error)
{
    struct str why = {0};
    const char *blame = NULL;
    *runtime_error = NULL;
    if (!trace_replay(trace, mem, &why))
        blame = "the trace that was found is not an execution of the model";
    else if (!trace_shows_failure(trace, property, mem, &why))
        blame = "the trace that was found does not show the failure";
    else if (property->kind == PROPERTY_RUNTIME_ERROR || property->goal != GOAL_NONE)
        *runtime_error = trace_find_runtime_error(trace, property, mem);
    if (blame)
        str_add(mem, error, "internal error: %s: %s", blame, str_text(&why));
    str_free(mem, &why);
    return !blame;
}

bool trace_refutes(const struct trace *trace, const struct property *property, struct mem *mem)
{
    struct str why = {0};
    enum judgement result = judge_property(trace, property, mem, &why);
    str_free(mem, &why);
    return result == REFUTED;
}
