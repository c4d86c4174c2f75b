// What can come next, compared with all pairs of states; picking by chance; deadlocks; symmetry.
#include "text_model.h"

#include "explore/simulation.h"
#include "group/symmetry.h"

#if defined(__SANITIZE_ADDRESS__) || defined(COSET_STRESS)
#    define ROUNDS 40
#else
#    define ROUNDS 150
#endif

#define CELLS 5
#define NO_LIMIT ((struct explore_limits){100000, 0})

static const struct explore_conditions anything = {0};

static bool lists(const struct choices *c, const value *state)
{
    for (size_t i = 0; i < c->at.count; i++)
        if (memcmp(choices_state(c, i), state, c->cells * sizeof *state) == 0)
            return true;
    return false;
}

// ---- Against brute force --------------------------------------------------------------------------------------------

struct guided {
    struct text_model t;
    struct mem texts_mem;
    struct source sources[3];
    struct str model, texts[3];
    expr start, state, step;
    struct explore_conditions conditions;
    struct evaluator *judge;
};

static void open_guided(struct guided *g, uint64_t *random)
{
    *g = (struct guided){.texts_mem = MEM_UNLIMITED};
    add_random_model(&g->texts_mem, random, &g->model);
    for (int i = 0; i < 3; i++)
        add_random_condition(&g->texts_mem, random, i == 2, &g->texts[i]);
    open_smv(&g->t, str_text(&g->model));
    g->start = smv_condition(&g->t, &g->sources[0], str_text(&g->texts[0]));
    g->state = smv_condition(&g->t, &g->sources[1], str_text(&g->texts[1]));
    g->step = smv_condition(&g->t, &g->sources[2], str_text(&g->texts[2]));
    g->conditions = (struct explore_conditions){&g->start, &g->state, &g->step, 1, 1, 1};
    g->judge = evaluator_new(g->t.model, &g->t.mem);
}

static void close_guided(struct guided *g)
{
    evaluator_free(g->judge);
    close_model(&g->t);
    str_free(&g->texts_mem, &g->model);
    for (int i = 0; i < 3; i++)
        str_free(&g->texts_mem, &g->texts[i]);
    assert_nothing_left(&g->texts_mem);
}

static bool obeys(struct guided *g, const value *now, const value *state)
{
    if (!eval_condition(g->judge, g->state, state, NULL))
        return false;
    return now ? is_step(g->judge, g->t.model, now, state, g->step)
               : eval_is_initial(g->judge, state, NULL) && eval_condition(g->judge, g->start, state, NULL);
}

static void compare(struct guided *g, const value *now, const struct choices *c)
{
    value state[CELLS];
    size_t count = 0;
    first_state(g->t.model, state);
    do {
        bool expected = obeys(g, now, state);
        count += expected;
        assert_int_equal(lists(c, state), expected);
    } while (next_state(g->t.model, state, false));
    assert_int_equal(c->at.count, count);
    for (size_t i = 0; now && i < c->at.count; i++) { // and with the inputs that are given
        assert_true(eval_is_step(g->judge, choices_inputs(c, i), choices_state(c, i), NULL, NULL));
        assert_true(eval_condition(g->judge, g->step, choices_inputs(c, i), choices_state(c, i)));
    }
    assert_false(c->is_sample);
    assert_false(c->gave_up);
}

static void all_that_obeys_is_found(void **unused)
{
    UNUSED(unused);
    uint64_t random = 1;
    size_t found = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct guided g;
        struct choices c = {0};
        value now[CELLS];
        open_guided(&g, &random);
        struct explorer *e = explorer_new(g.t.model, &g.conditions, NO_LIMIT, NULL, 1, &g.t.mem);
        explorer_initial(e, 1, &c);
        compare(&g, NULL, &c);
        first_state(g.t.model, now);
        for (uint64_t skip = random_below(&random, 81); skip > 0; skip--)
            next_state(g.t.model, now, false);
        explorer_successors(e, now, 1, &c);
        compare(&g, now, &c);
        found += c.at.count;
        choices_free(&c, &g.t.mem);
        explorer_free(e);
        close_guided(&g);
    }
    assert_true(found > ROUNDS); // there was something to compare
}

// With a limit of one there is nearly always a sample.
static void what_is_picked_by_chance_obeys(void **unused)
{
    UNUSED(unused);
    uint64_t random = 2;
    size_t samples = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct guided g;
        struct choices c = {0};
        value now[CELLS];
        open_guided(&g, &random);
        first_state(g.t.model, now);
        for (uint64_t skip = random_below(&random, 81); skip > 0; skip--)
            next_state(g.t.model, now, false);
        struct explorer *e =
            explorer_new(g.t.model, &g.conditions, (struct explore_limits){1, 0}, NULL, random_next(&random), &g.t.mem);
        for (int initial = 0; initial < 2; initial++) {
            if (initial)
                explorer_initial(e, 4, &c);
            else
                explorer_successors(e, now, 4, &c);
            assert_true(c.at.count <= 4);
            samples += c.is_sample;
            for (size_t i = 0; i < c.at.count; i++) {
                assert_true(obeys(&g, initial ? NULL : now, choices_state(&c, i)));
                for (size_t k = 0; k < i; k++)
                    assert_int_not_equal(memcmp(choices_state(&c, i), choices_state(&c, k), sizeof now), 0);
            }
            if (c.is_sample)
                assert_true(c.at.count > 0);
        }
        choices_free(&c, &g.t.mem);
        explorer_free(e);
        close_guided(&g);
    }
    assert_true(samples > ROUNDS / 2);
}

// ---- Limits ---------------------------------------------------------------------------------------------------------

static const char wide_text[] = "MODULE main\nVAR x : unsigned word[32]; y : unsigned word[32];\n"
                                "TRANS next(x) = next(y) + 0ud32_1;\n";

static void many_successors_are_sampled(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct choices c = {0};
    value now[2] = {0};
    open_smv(&t, wide_text);
    struct explorer *e = explorer_new(t.model, &anything, (struct explore_limits){50, 100000}, NULL, 7, &t.mem);
    explorer_successors(e, now, 20, &c);
    assert_true(c.is_sample);
    assert_int_equal(c.at.count, 20);
    size_t large = 0;
    for (size_t i = 0; i < c.at.count; i++) {
        const value *state = choices_state(&c, i);
        assert_int_equal(state[0], (state[1] + 1) & 0xffffffff);
        large += state[1] > 1000000;
    }
    assert_true(large > 15); // they are from everywhere, not the first ones
    choices_free(&c, &t.mem);
    explorer_free(e);
    close_model(&t);
}

// A condition that only one of 2^32 values of two variables together obeys, and that tells nothing before both are
// known: the search must give up, and must not say that there is nothing.
static void a_search_that_takes_too_long_gives_up(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct choices c = {0};
    struct source source;
    value now[2] = {0};
    open_smv(&t, "MODULE main\nVAR x : unsigned word[32]; y : unsigned word[32];\n");
    expr step = smv_condition(&t, &source, "next(x) * next(x) * next(x) * next(y) = 0ud32_3000000019");
    struct explore_conditions conditions = {.steps = &step, .step_count = 1};
    struct explorer *e = explorer_new(t.model, &conditions, (struct explore_limits){50, 1000}, NULL, 7, &t.mem);
    explorer_successors(e, now, 1, &c);
    assert_true(c.gave_up);
    struct simulation s;
    simulation_open(&s, t.model, e, &t.mem);
    trace_push(&s.trace, &t.mem, now);
    enum explore_end end;
    if (c.at.count == 0) {
        assert_int_equal(simulation_run(&s, 1, &end), 0);
        assert_int_equal(end, EXPLORE_GAVE_UP);
    }
    simulation_close(&s);
    choices_free(&c, &t.mem);
    explorer_free(e);
    close_model(&t);
}

static void dead_ends_have_their_reason(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct source source;
    struct simulation s;
    enum explore_end end = EXPLORE_GAVE_UP;
    open_smv(&t, "MODULE main\nVAR x : 0..5;\nINIT x = 0\nTRANS next(x) = x + 1\n");
    struct explorer *e = explorer_new(t.model, &anything, NO_LIMIT, NULL, 1, &t.mem);
    simulation_open(&s, t.model, e, &t.mem);
    assert_int_equal(simulation_run(&s, 100, &end), 6);
    assert_int_equal(end, EXPLORE_STUCK);
    simulation_close(&s);
    explorer_free(e);

    expr below = smv_condition(&t, &source, "x < 3");
    struct explore_conditions conditions = {.states = &below, .state_count = 1};
    e = explorer_new(t.model, &conditions, NO_LIMIT, NULL, 1, &t.mem);
    simulation_open(&s, t.model, e, &t.mem);
    assert_int_equal(simulation_run(&s, 100, &end), 3);
    assert_int_equal(end, EXPLORE_CONSTRAINED);
    simulation_close(&s);
    explorer_free(e);

    struct source other;
    expr never = smv_condition(&t, &other, "x = 4");
    conditions = (struct explore_conditions){.initial = &never, .initial_count = 1};
    e = explorer_new(t.model, &conditions, NO_LIMIT, NULL, 1, &t.mem);
    simulation_open(&s, t.model, e, &t.mem);
    assert_int_equal(simulation_run(&s, 1, &end), 0);
    assert_int_equal(end, EXPLORE_CONSTRAINED);
    simulation_close(&s);
    explorer_free(e);
    close_model(&t);
}

// ---- Runs -----------------------------------------------------------------------------------------------------------

static void run_by_chance(struct text_model *t, uint64_t seed, struct orbit_map *orbits, struct simulation *s,
                          struct explorer **e)
{
    enum explore_end end;
    *e = explorer_new(t->model, &anything, (struct explore_limits){100, 100000}, orbits, seed, &t->mem);
    simulation_open(s, t->model, *e, &t->mem);
    simulation_run(s, 30, &end);
}

static void close_simulation(struct simulation *s, struct explorer *e)
{
    simulation_close(s);
    explorer_free(e);
}

static void check_simulations(struct text_model *t, bool with_symmetry)
{
    struct str error = {0};
    struct orbit_map *orbits = with_symmetry ? orbit_map_new(t->model, &t->mem, &error) : NULL;
    size_t different = 0;
    assert_int_equal(orbits != NULL, with_symmetry);
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct simulation a, b;
        struct explorer *ea, *eb;
        run_by_chance(t, seed, orbits, &a, &ea);
        run_by_chance(t, seed, orbits, &b, &eb);
        assert_int_equal(trace_length(&a.trace), 30);
        assert_true(trace_replay(&a.trace, &t->mem, &error));
        size_t bytes = a.trace.values.count * sizeof(value);
        assert_memory_equal(a.trace.values.at, b.trace.values.at, bytes);
        close_simulation(&b, eb);
        run_by_chance(t, seed + 1000, orbits, &b, &eb);
        different += memcmp(a.trace.values.at, b.trace.values.at, bytes) != 0;
        close_simulation(&b, eb);
        close_simulation(&a, ea);
    }
    assert_true(different >= 8);
    orbit_map_free(orbits);
    str_free(&t->mem, &error);
}

static void traces_are_the_models_and_depend_on_the_seed_alone(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    open_murphi(&t, mutex_text);
    check_simulations(&t, false);
    check_simulations(&t, true);
    close_model(&t);
    open_smv(&t, twins_text);
    check_simulations(&t, false);
    check_simulations(&t, true);
    close_model(&t);
}

static void steps_can_be_undone(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct simulation s;
    struct explorer *e;
    struct str error = {0};
    open_smv(&t, twins_text);
    run_by_chance(&t, 3, NULL, &s, &e);
    struct trace copy;
    trace_open(&copy, t.model);
    for (size_t i = 0; i < 20; i++)
        trace_push(&copy, &t.mem, trace_state(&s.trace, i));
    for (size_t i = 0; i < 10; i++)
        simulation_undo(&s);
    assert_int_equal(trace_length(&s.trace), 20);
    assert_memory_equal(trace_state(&s.trace, 0), trace_state(&copy, 0), 19 * copy.cells * sizeof(value));
    assert_true(trace_replay(&s.trace, &t.mem, &error));
    simulation_load(&s, &copy);
    simulation_look(&s, 1);
    simulation_take(&s, s.choices.at.count - 1);
    assert_int_equal(trace_length(&s.trace), 21);
    assert_true(trace_replay(&s.trace, &t.mem, &error));
    trace_close(&copy, &t.mem);
    close_simulation(&s, e);
    close_model(&t);
}

// ---- Symmetry -------------------------------------------------------------------------------------------------------

static void orbits_of_choices_add_up(void **unused)
{
    UNUSED(unused);
    for (int language = 0; language < 2; language++) {
        struct text_model t;
        struct str error = {0};
        if (language)
            open_murphi(&t, mutex_text);
        else
            open_smv(&t, twins_text);
        struct orbit_map *orbits = orbit_map_new(t.model, &t.mem, &error);
        struct explorer *all = explorer_new(t.model, &anything, NO_LIMIT, NULL, 1, &t.mem);
        struct explorer *some = explorer_new(t.model, &anything, NO_LIMIT, orbits, 1, &t.mem);
        struct simulation s;
        struct choices c = {0}, per_orbit = {0};
        simulation_open(&s, t.model, all, &t.mem);
        enum explore_end end;
        size_t fewer = 0;
        simulation_run(&s, 40, &end);
        for (size_t i = 0; i < trace_length(&s.trace); i++) {
            explorer_successors(all, trace_state(&s.trace, i), 1, &c);
            explorer_successors(some, trace_state(&s.trace, i), 1, &per_orbit);
            size_t sum = 0;
            for (size_t k = 0; k < per_orbit.at.count; k++) {
                assert_true(lists(&c, choices_state(&per_orbit, k))); // a real successor, not a representative
                sum += per_orbit.at.at[k].stands_for;
            }
            assert_int_equal(sum, c.at.count);
            fewer += per_orbit.at.count < c.at.count;
        }
        assert_true(fewer > 0);
        choices_free(&c, &t.mem);
        choices_free(&per_orbit, &t.mem);
        close_simulation(&s, all);
        explorer_free(some);
        orbit_map_free(orbits);
        close_model(&t);
    }
}

// The image of a state of `twins_text` under an exchange of the counters.
static void exchange(const value *state, const int *to, const cell_id *cells, value *image)
{
    for (int i = 0; i < 3; i++)
        image[cells[to[i]]] = state[cells[i]];
}

static void found_symmetries_have_exact_orbits(void **unused)
{
    UNUSED(unused);
    static const int exchanges[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct text_model t;
    struct str error = {0};
    mpz_t size;
    mpz_init(size);
    open_smv(&t, twins_text);
    struct orbit_map *orbits = orbit_map_new(t.model, &t.mem, &error);
    cell_id cells[3] = {model_find_cell(t.model, "a.n"), model_find_cell(t.model, "b.n"),
                        model_find_cell(t.model, "c.n")};
    value state[4], image[4], canonical[4], other[4];
    first_state(t.model, state);
    do {
        size_t distinct = 0;
        value images[6][4];
        memcpy(canonical, state, sizeof state);
        assert_true(orbit_map_make(orbits, canonical, NULL));
        for (int i = 0; i < 6; i++) {
            memcpy(image, state, sizeof state);
            exchange(state, exchanges[i], cells, image);
            memcpy(other, image, sizeof image);
            assert_true(orbit_map_make(orbits, other, NULL));
            assert_memory_equal(other, canonical, sizeof other);
            memcpy(images[i], image, sizeof image);
            bool is_new = true;
            for (int k = 0; k < i; k++)
                is_new &= memcmp(images[k], image, sizeof image) != 0;
            distinct += is_new;
        }
        orbit_map_size(orbits, state, size);
        assert_int_equal(mpz_get_ui(size), distinct);
    } while (next_state(t.model, state, false));
    orbit_map_free(orbits);
    mpz_clear(size);
    close_model(&t);
}

static void classes_have_representatives(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct str text = {0};
    open_murphi(&t, mutex_text);
    struct orbit_map *orbits = orbit_map_new(t.model, &t.mem, &text);
    struct symmetry *symmetry = symmetry_new(t.model, &t.mem);
    uint32_t swap[3] = {1, 0, 2}, turn[3] = {1, 2, 0};
    value state[4], image[4], canonical[4];
    first_state(t.model, state);
    do {
        memcpy(canonical, state, sizeof state);
        str_clear(&text);
        assert_true(orbit_map_make(orbits, canonical, &text));
        assert_int_equal(text.count == 0, memcmp(canonical, state, sizeof state) == 0);
        for (int i = 0; i < 2; i++) {
            symmetry_apply(symmetry, i ? swap : turn, state, image);
            assert_true(orbit_map_make(orbits, image, NULL));
            assert_memory_equal(image, canonical, sizeof image);
        }
    } while (next_state(t.model, state, false));
    str_clear(&text);
    orbit_map_describe(orbits, &text);
    assert_string_equal(str_text(&text), "of Proc (6 permutations)");
    str_free(&t.mem, &text);
    symmetry_free(symmetry);
    orbit_map_free(orbits);
    close_model(&t);
}

static void a_model_without_symmetry_says_so(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct str why = {0};
    open_smv(&t, "MODULE main\nVAR x : 0..2; y : boolean;\nINIT x = 0 & y\n");
    assert_null(orbit_map_new(t.model, &t.mem, &why));
    assert_string_equal(str_text(&why), "no symmetry was found in the model");
    str_free(&t.mem, &why);
    close_model(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_obeys_is_found),
        cmocka_unit_test(what_is_picked_by_chance_obeys),
        cmocka_unit_test(many_successors_are_sampled),
        cmocka_unit_test(a_search_that_takes_too_long_gives_up),
        cmocka_unit_test(dead_ends_have_their_reason),
        cmocka_unit_test(traces_are_the_models_and_depend_on_the_seed_alone),
        cmocka_unit_test(steps_can_be_undone),
        cmocka_unit_test(orbits_of_choices_add_up),
        cmocka_unit_test(found_symmetries_have_exact_orbits),
        cmocka_unit_test(classes_have_representatives),
        cmocka_unit_test(a_model_without_symmetry_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
