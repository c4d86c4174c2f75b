// Search with symmetry, on random models that are symmetric: as many orbits, and states in them, as the graph of all
// states has; the same verdicts; traces of the model that show what they should and are no longer than need be.
#include <gmp.h>

#include "../cases.h"
#include "../check/slow_judge.h"
#include "explicit/explicit.h"
#include "report/cause_words.h"
#include "symmetric_model.h"

#define MOST_STATES 3000
#define MOST_CELLS 32

struct tally {
    size_t models, too_large, states, orbits, failing, traces, loops, threaded[2], cut, walks;
};

// ---- Orbits by brute force ------------------------------------------------------------------------------------------

struct marking {
    struct explicit_graph *graph;
    const struct symmetry *symmetry;
    const value *state;
    value *image;
    bool *is_marked;
};

static void mark_image(void *context, const uint32_t *permutation)
{
    struct marking *k = context;
    symmetry_apply(k->symmetry, permutation, k->state, k->image);
    size_t number = explicit_find(k->graph, k->image);
    assert_int_not_equal(number, SIZE_MAX); // what can be reached is closed under the group
    k->is_marked[number] = true;
}

static size_t count_orbits(struct explicit_graph *x, const struct symmetry *s)
{
    struct marking k = {x, s, NULL, malloc((x->cells + 1) * sizeof(value)), calloc(x->count + 1, sizeof(bool))};
    size_t orbits = 0;
    for (size_t i = 0; i < x->count; i++) {
        if (k.is_marked[i])
            continue;
        orbits++;
        k.state = &x->values.at[i * x->cells];
        varied_each_permutation(s, mark_image, &k);
    }
    free(k.image);
    free(k.is_marked);
    return orbits;
}

static void check_counts(struct explicit_graph *x, const struct symmetry *s, bool uncompiled, struct tally *tally)
{
    struct explicit_options options = {.symmetry = s, .uncompiled = uncompiled};
    struct explicit_engine *e = explicit_new(x->model, &options, x->mem);
    uint64_t count;
    struct cause cause = {0};
    mpz_t concrete;
    mpz_init(concrete);
    assert_true(explicit_count_states(e, &count, &cause));
    assert_int_equal(count, count_orbits(x, s));
    assert_true(explicit_count_concrete(e, concrete, &cause));
    assert_int_equal(mpz_get_ui(concrete), x->count);
    mpz_clear(concrete);
    explicit_free(e);
    tally->orbits += count;
}

// ---- States that are found first ------------------------------------------------------------------------------------

struct gathered {
    value states[MOST_STATES * MOST_CELLS];
    size_t cells, count;
};

static bool gather(void *context, const value *state)
{
    struct gathered *g = context;
    assert_true(g->cells <= MOST_CELLS && g->count < MOST_STATES);
    memcpy(&g->states[g->count++ * g->cells], state, g->cells * sizeof *state);
    return true;
}

// A state of a walk.
static bool is_gathered(void *context, const value *state)
{
    const struct gathered *g = context;
    size_t bytes = g->cells * sizeof *state;
    for (size_t i = 0; i < g->count; i++)
        if (memcmp(&g->states[i * g->cells], state, bytes) == 0)
            return true;
    fail_msg("a walk has come to a state that cannot be reached");
    return false;
}

// Walks begin in the first states, and come to states that are reachable only.
static void check_walks(struct explicit_graph *x, struct dice *dice, struct tally *tally)
{
    struct explicit_options options = {0};
    struct explicit_engine *few = explicit_new(x->model, &options, x->mem),
                           *e = explicit_new(x->model, &options, x->mem);
    static struct gathered first, all;
    bool are_all;
    first = all = (struct gathered){.cells = x->cells};
    assert_true(explicit_each_state(e, gather, &all));
    assert_true(explicit_first_states(few, 1, gather, &first, &are_all));
    assert_true(explicit_walk(few, 3, 20, (uint64_t)dice_roll(dice, 1000), is_gathered, &all) || all.count == 0);
    tally->walks++;
    explicit_free(few);
    explicit_free(e);
}

// They are those that a search finds first which goes on.
static void check_first(struct explicit_graph *x, const struct symmetry *s, struct dice *dice, struct tally *tally)
{
    struct explicit_options options = {.symmetry = s};
    struct explicit_engine *e = explicit_new(x->model, &options, x->mem);
    static struct gathered first, all;
    size_t most = 1 + (size_t)dice_roll(dice, (int)x->count);
    bool are_all;
    first = all = (struct gathered){.cells = x->cells};
    if (x->cells <= MOST_CELLS) {
        assert_true(explicit_first_states(e, most, gather, &first, &are_all));
        assert_true(explicit_each_state(e, gather, &all));
        assert_true(are_all ? all.count <= most : all.count >= most);
        assert_int_equal(first.count, are_all ? all.count : most);
        assert_memory_equal(first.states, all.states, first.count * x->cells * sizeof *first.states);
        tally->cut += !are_all;
    }
    explicit_free(e);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void check_trace(struct explicit_graph *x, const struct property *p, const struct result *r,
                        const struct result *without, struct tally *tally)
{
    struct str error = {0};
    if (!trace_replay(&r->trace, x->mem, &error) || !trace_shows_failure(&r->trace, p, x->mem, &error))
        fail_msg("%s", str_text(&error));
    if (p->kind != PROPERTY_CTL && p->kind != PROPERTY_LTL)
        assert_int_equal(trace_length(&r->trace), trace_length(&without->trace));
    if (r->trace.loop != TRACE_NO_LOOP)
        assert_true(explicit_loop_is_fair(x, &r->trace));
    tally->traces++;
    tally->loops += r->trace.loop != TRACE_NO_LOOP;
    str_free(x->mem, &error);
}

// With the group that the property leaves, if it takes fairness conditions to each other; else with what these leave.
static struct symmetry *group_for(struct model *m, const struct symmetry *s, const struct property *p, bool *moves)
{
    struct symmetry *left = symmetry_copy(s);
    symmetry_restrict(left, m, p->formula);
    *moves = symmetry_moves_fairness(left, m);
    if (!*moves)
        symmetry_restrict_to_fairness(left, m);
    return left;
}

struct moved {
    struct model *model;
    const struct symmetry *symmetry;
};

static void move_fairness(void *context, const uint32_t *permutation, uint32_t *images)
{
    const struct moved *k = context;
    assert_true(symmetry_fairness_image(k->symmetry, k->model, permutation, images));
}

static void check_property(struct explicit_graph *x, struct model *m, const struct symmetry *s, size_t i,
                           bool uncompiled, struct explicit_engine *plain, struct tally *tally)
{
    const struct property *p = model_property(m, i);
    bool moves;
    struct symmetry *left = group_for(m, s, p, &moves);
    struct moved moved = {m, left};
    struct explicit_options options = {.traces = true,
                                       .symmetry = left,
                                       .uncompiled = uncompiled,
                                       .fairness_image = moves ? move_fairness : NULL,
                                       .fairness_context = &moved};
    struct explicit_engine *e = explicit_new(m, &options, x->mem);
    struct result with, without;
    explicit_check(e, i, &with);
    explicit_check(plain, i, &without);
    assert_int_not_equal(without.verdict, VERDICT_UNDECIDED);
    if (with.verdict != without.verdict)
        fail_msg("property %zu of kind %d: %d without symmetry, %d with: %s", i, (int)p->kind, (int)without.verdict,
                 (int)with.verdict, with.cause.code ? cause_words(with.cause.code) : "");
    assert_int_equal(with.has_trace, without.has_trace);
    if (with.runtime_error || without.runtime_error)
        assert_string_equal(with.runtime_error, without.runtime_error);
    if (with.has_trace) {
        check_trace(x, p, &with, &without, tally);
        trace_close(&with.trace, x->mem);
        trace_close(&without.trace, x->mem);
    }
    tally->failing += with.verdict == VERDICT_FAILS;
    if (moves && !symmetry_is_trivial(left) && model_justice_count(m) + model_compassion_count(m) > 0 &&
        property_minds_fairness(m, p))
        tally->threaded[with.verdict == VERDICT_FAILS]++;
    explicit_free(e);
    symmetry_free(left);
}

// ---- Models ---------------------------------------------------------------------------------------------------------

static void check_model(struct dice *dice, bool uncompiled, struct tally *tally)
{
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    struct explicit_graph x;
    struct symmetry *s = symmetric_make(m, dice, &mem);
    explicit_open(&x, m, MOST_STATES, &mem);
    tally->models++;
    tally->too_large += x.too_large;
    if (!x.too_large) {
        struct explicit_engine *plain = explicit_new(m, &(struct explicit_options){.traces = true}, &mem);
        tally->states += x.count;
        check_counts(&x, s, uncompiled, tally);
        check_first(&x, s, dice, tally);
        if (x.cells <= MOST_CELLS)
            check_walks(&x, dice, tally);
        for (size_t i = 0; i < model_property_count(m); i++)
            check_property(&x, m, s, i, uncompiled, plain, tally);
        explicit_free(plain);
    }
    explicit_close(&x);
    symmetry_free(s);
    model_free(m);
    assert_nothing_left(&mem);
}

static void quotients_agree_with_graphs_of_all_states(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for(__func__);
    struct tally tally = {0};
    for (int round = 0; round < cases_for(1000, 100, 100); round++)
        check_model(&dice, round % 5 == 0, &tally);
    print_message("%zu models (%zu too large), %zu states, %zu orbits, %zu properties fail, %zu traces, %zu loops; "
                  "with moved fairness %zu hold, %zu fail; %zu searches were cut\n",
                  tally.models, tally.too_large, tally.states, tally.orbits, tally.failing, tally.traces, tally.loops,
                  tally.threaded[0], tally.threaded[1], tally.cut);
    assert_true(tally.cut > 0 && tally.walks > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotients_agree_with_graphs_of_all_states),
    };
    return RUN(tests);
}
