// Which components a state is about: from the instances of rules for these, it is seen whether an execution ends there.
// Judged by all instances, in states of random models. COSET_SEED begins with another case.
#include "../cases.h"
#include "counted.h"

#include "component_text.h"
#include "model/eval.h"
#include "murphi/lower.h"
#include "reduce/instances/concerned.h"

#define CASES cases_for(100, 15, 15)
#define STATES 12 // of each model, at the most

struct seen {
    struct trace states; // no trace: just states
    struct mem *mem;
    size_t most;
};

static bool take(void *context, const value *inputs, const value *state)
{
    struct seen *seen = context;
    (void)inputs;
    for (size_t i = 0; i < trace_length(&seen->states); i++)
        if (memcmp(trace_state(&seen->states, i), state, seen->states.cells * sizeof *state) == 0)
            return true;
    if (trace_length(&seen->states) < seen->most)
        trace_push(&seen->states, seen->mem, state);
    return trace_length(&seen->states) < seen->most;
}

// Some of the states that can be reached.
static void explore(struct counted_case *k, struct seen *seen)
{
    struct evaluator *ev = evaluator_new(k->full, &k->mem);
    *seen = (struct seen){.mem = &k->mem, .most = STATES};
    trace_open(&seen->states, k->full);
    eval_each_initial(ev, take, seen);
    size_t bytes = (seen->states.cells + 1) * sizeof(value);
    value *now = mem_alloc(&k->mem, bytes);
    for (size_t i = 0; i < trace_length(&seen->states); i++) {
        memcpy(now, trace_state(&seen->states, i), seen->states.cells * sizeof *now);
        eval_each_successor(ev, now, take, seen);
    }
    mem_free(&k->mem, now, bytes);
    evaluator_free(ev);
}

static bool is_end(struct model *m, const struct trace *state, struct mem *mem)
{
    struct trace there;
    assert_true(trace_translate(state, m, mem, &there));
    struct evaluator *ev = evaluator_new(m, mem);
    bool result = eval_is_end(ev, trace_state(&there, 0));
    evaluator_free(ev);
    trace_close(&there, mem);
    return result;
}

struct tally {
    size_t states, ends, smaller, refused;
};

static void judge_state(struct counted_case *k, const value *state, struct tally *tally)
{
    struct trace one;
    struct concerned c;
    trace_open(&one, k->full);
    trace_push(&one, &k->mem, state);
    concerned_open(&c, &one, &k->mem);
    size_t all = 0;
    for (uint32_t i = 0; i < model_class_count(k->full); i++) { // only what is added for this
        all += model_class(k->full, i)->size;
        memset(c.elements[i], 0, model_class(k->full, i)->size * sizeof **c.elements);
    }
    c.count = 0;
    bool good = concerned_add_alike(&c, state, murphi_most_parameters(&k->tree), 1000);
    tally->refused += !good;
    if (good) {
        struct murphi_portion portion = {model_property(k->full, 0)->goal, (const bool *const *)c.elements, true};
        const struct murphi_lower_options options = {.one_per_orbit = true, .no_procedures = true, .portion = &portion};
        struct model *part = model_new(&k->mem);
        assert_true(murphi_lower(&k->tree, part, &options, &k->mem, &k->diag));
        bool ends = is_end(k->full, &one, &k->mem);
        if (is_end(part, &one, &k->mem) != ends)
            fail_msg("seed %lu: the state is %s end, the portion of %zu of %zu elements says otherwise\n%s",
                     (unsigned long)k->seed, ends ? "an" : "no", c.count, all, k->source.text);
        tally->states++;
        tally->ends += ends;
        tally->smaller += c.count < all;
        model_free(part);
    }
    concerned_close(&c);
    trace_close(&one, &k->mem);
}

// Classes of five, where rules name up to three.
static void enlarge(struct str *text)
{
    static const char word[] = "scalarset(";
    for (char *at = strstr(text->at, word); at; at = strstr(at + 1, word))
        at[sizeof word - 1] = '5';
}

static void ends_are_known_from_a_portion(void **state)
{
    const char *given = getenv("COSET_SEED");
    uint64_t first = given ? strtoull(given, NULL, 0) : 1;
    struct tally tally = {0};
    UNUSED(state);
    for (uint64_t seed = first; seed < first + CASES; seed++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        struct counted_case k;
        struct seen seen;
        symmetric_text(&mem, &text, seed);
        enlarge(&text);
        counted_open(&k, text.at);
        k.seed = seed;
        explore(&k, &seen);
        for (size_t i = 0; i < trace_length(&seen.states); i++)
            judge_state(&k, trace_state(&seen.states, i), &tally);
        trace_close(&seen.states, &k.mem);
        counted_close(&k);
        str_free(&mem, &text);
    }
    print_message("# %zu states, %zu ends, %zu by less than all elements, %zu refused\n", tally.states, tally.ends,
                  tally.smaller, tally.refused);
    assert_true(given || (tally.states > 20 && tally.ends > 0 && tally.smaller > 10));
}

// Elements that are the same by themselves need not be interchangeable: in pairs, whoever is paired with one is not
// with another.
static void pairs_are_told_apart(void **state)
{
    UNUSED(state);
    static const char text[] = "type P: scalarset(8); var mate: array [P] of P; lead: array [P] of boolean; "
                               "startstate undefine mate; for p: P do lead[p] := false; end; end; "
                               "ruleset p: P; q: P do "
                               "rule isundefined(mate[p]) ==> mate[p] := q; end; "
                               "rule lead[p] & !isundefined(mate[p]) & mate[p] = q ==> lead[p] := false; end; "
                               "end;";
    static const size_t mates[8] = {6, 7, 4, 5, 2, 3, 0, 1};
    struct counted_case k;
    struct tally tally = {0};
    counted_open(&k, text);
    const value *ids = model_class(k.full, 0)->ids;
    value pairs[16];
    for (size_t i = 0; i < 8; i++) {
        char name[32];
        snprintf(name, sizeof name, "mate[P_%zu]", i + 1);
        pairs[model_find_cell(k.full, name)] = ids[mates[i]];
        snprintf(name, sizeof name, "lead[P_%zu]", i + 1);
        pairs[model_find_cell(k.full, name)] = i < 4;
    }
    judge_state(&k, pairs, &tally);
    assert_int_equal(tally.states, 1);
    assert_int_equal(tally.ends, 0);
    counted_close(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends_are_known_from_a_portion),
                                       cmocka_unit_test(pairs_are_told_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
