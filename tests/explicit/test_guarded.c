// Random models of guarded rules against the slow judge: verdicts, counts, traces and their lengths. All of them are
// compiled.
#include "../check/slow_judge.h"
#include "explicit/explicit.h"
#include "guarded.h"

struct tally {
    size_t states, failing, texts;
};

// How many states the shortest trace has that leads to a state which violates the condition.
static size_t shortest_trace(struct explicit_graph *x, expr condition, struct mem *mem)
{
    size_t bytes = (x->count + 1) * sizeof(size_t), count = 0, found = 0;
    size_t *distance = mem_zalloc(mem, bytes), *list = mem_zalloc(mem, bytes);
    for (size_t i = 0; i < x->initial.count; i++)
        if (!distance[x->initial.at[i]]) {
            distance[x->initial.at[i]] = 1;
            list[count++] = x->initial.at[i];
        }
    for (size_t i = 0; i < count && !found; i++) {
        size_t s = list[i];
        if (!eval_condition(x->ev, condition, &x->values.at[s * x->cells], NULL))
            found = distance[s];
        for (size_t k = x->first.at[s]; k < x->first.at[s + 1]; k++)
            if (!distance[x->edges.at[k].to]) {
                distance[x->edges.at[k].to] = distance[s] + 1;
                list[count++] = x->edges.at[k].to;
            }
    }
    mem_free(mem, distance, bytes);
    mem_free(mem, list, bytes);
    return found;
}

static void check_trace(struct explicit_graph *x, const struct property *p, struct result *r)
{
    struct str error = {0};
    if (!trace_replay(&r->trace, x->mem, &error) || !trace_shows_failure(&r->trace, p, x->mem, &error))
        fail_msg("%s", str_text(&error));
    if (p->kind != PROPERTY_CTL)
        assert_int_equal(trace_length(&r->trace), shortest_trace(x, model_formula(x->model, p->formula)->atom, x->mem));
    if (r->trace.loop != TRACE_NO_LOOP)
        assert_true(explicit_loop_is_fair(x, &r->trace));
    str_free(x->mem, &error);
}

static void check_property(struct explicit_engine *e, struct explicit_graph *x, size_t i, struct tally *tally)
{
    const struct property *p = model_property(x->model, i);
    struct property as_invariant = *p;
    struct result r;
    explicit_check(e, i, &r);
    assert_int_not_equal(r.verdict, VERDICT_UNDECIDED);
    if (p->kind != PROPERTY_CTL)
        as_invariant.kind = PROPERTY_INVARIANT;
    bool holds = explicit_holds(x, &as_invariant) != (p->kind == PROPERTY_COVER);
    if ((r.verdict == VERDICT_HOLDS) != holds)
        fail_msg("property %zu of kind %d: it %s, the engine says otherwise", i, (int)p->kind,
                 holds ? "holds" : "fails");
    assert_int_equal(r.has_trace, !holds && p->kind != PROPERTY_COVER);
    if (p->kind != PROPERTY_RUNTIME_ERROR || holds) // a run-time error whose condition is undefined has no text
        assert_null(r.runtime_error);
    tally->texts += r.runtime_error != NULL;
    tally->failing += !holds;
    if (r.has_trace) {
        check_trace(x, p, &r);
        trace_close(&r.trace, x->mem);
    }
}

static void check_model(struct explicit_graph *x, struct dice *dice, bool uncompiled, struct tally *tally)
{
    struct explicit_options options = {.traces = true, .uncompiled = uncompiled};
    struct explicit_engine *e = explicit_new(x->model, &options, x->mem);
    struct explicit_statistics s;
    uint64_t count = 0;
    struct cause cause = {0};
    explicit_get_statistics(e, &s);
    assert_int_equal(s.compiled_actions, uncompiled ? 0 : model_action_count(x->model));
    size_t properties = model_property_count(x->model), first = (size_t)dice_roll(dice, (int)properties);
    for (size_t i = 0; i < properties; i++)
        check_property(e, x, (first + i) % properties, tally);
    assert_true(explicit_count_states(e, &count, &cause));
    assert_int_equal(count, x->count);
    explicit_free(e);
}

static void verdicts_counts_and_traces_agree_with_the_slow_judge(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for(__func__);
    struct tally tally = {0};
    for (int round = 0; round < rounds(4000); round++) {
        struct mem mem = MEM_UNLIMITED;
        struct model *m = model_new(&mem);
        struct explicit_graph x;
        guarded_make(m, &dice);
        explicit_open(&x, m, GUARDED_MOST_STATES, &mem);
        assert_false(x.too_large);
        tally.states += x.count;
        check_model(&x, &dice, round % 4 == 0, &tally);
        explicit_close(&x);
        model_free(m);
        assert_nothing_left(&mem);
    }
    print_message("%zu states, %zu properties fail, %zu run-time errors have a text\n", tally.states, tally.failing,
                  tally.texts);
    assert_true(tally.texts > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_counts_and_traces_agree_with_the_slow_judge),
    };
    return RUN(tests);
}
