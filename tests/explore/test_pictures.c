// Graphs of states and orbits against all pairs of states; skeletons against traces; what is written of them.
#include "text_model.h"

#include "explore/graph_dot.h"
#include "explore/simulation.h"
#include "group/symmetry.h"

#if defined(__SANITIZE_ADDRESS__) || defined(COSET_STRESS)
#    define ROUNDS 10
#else
#    define ROUNDS 40
#endif

#define MOST_CELLS 8
#define NO_LIMIT ((struct state_graph_limits){.states = 100000, .steps = 100000})

static const struct explore_conditions anything = {0};

static size_t find(const struct state_graph *g, const value *state)
{
    for (size_t i = 0; i < g->state_count; i++)
        if (memcmp(state_graph_state(g, i), state, g->cells * sizeof *state) == 0)
            return i;
    return SIZE_MAX;
}

static bool has_edge(const struct state_graph *g, size_t from, size_t to)
{
    for (size_t i = 0; i < g->edges.count; i++)
        if (g->edges.at[i].from == from && g->edges.at[i].to == to)
            return true;
    return false;
}

// ---- Graphs ---------------------------------------------------------------------------------------------------------

// All initial states and all successors are there, edges are steps, and every state but initial ones has an edge to it.
static void check_graph(const struct state_graph *g, struct text_model *t)
{
    struct evaluator *ev = evaluator_new(t->model, &t->mem);
    value state[MOST_CELLS];
    first_state(t->model, state);
    do {
        size_t place = find(g, state);
        if (eval_is_initial(ev, state, NULL))
            assert_true(place < g->initial_count);
        else
            assert_true(place >= g->initial_count);
        for (size_t from = 0; from < g->state_count; from++) {
            bool step = is_step(ev, t->model, state_graph_state(g, from), state, EXPR_NONE);
            if (step)
                assert_true(place != SIZE_MAX);
            if (place != SIZE_MAX)
                assert_int_equal(has_edge(g, from, place), step);
        }
    } while (next_state(t->model, state, false));
    for (size_t i = g->initial_count; i < g->state_count; i++) {
        bool reached = false;
        for (size_t k = 0; k < g->edges.count; k++)
            reached |= g->edges.at[k].to == i && g->edges.at[k].from < i;
        assert_true(reached);
    }
    for (size_t k = 0; k < g->edges.count; k++) // by the action and with the inputs that are told
        assert_true(eval_is_step(ev, g->inputs.at + g->edges.at[k].inputs, state_graph_state(g, g->edges.at[k].to),
                                 NULL, NULL));
    evaluator_free(ev);
}

static void graphs_have_all_states_and_steps(void **unused)
{
    UNUSED(unused);
    uint64_t random = 3;
    for (int round = 0; round < ROUNDS; round++) {
        struct mem texts = MEM_UNLIMITED;
        struct str text = {0};
        struct text_model t;
        struct state_graph g;
        add_random_model(&texts, &random, &text);
        open_smv(&t, str_text(&text));
        state_graph_open(&g, t.model, &anything, NULL, NO_LIMIT, &t.mem);
        check_graph(&g, &t);
        assert_false(g.is_cut);
        assert_false(g.gave_up);
        state_graph_close(&g);
        close_model(&t);
        str_free(&texts, &text);
    }
    struct text_model t;
    struct state_graph g;
    open_murphi(&t, mutex_text);
    state_graph_open(&g, t.model, &anything, NULL, NO_LIMIT, &t.mem);
    check_graph(&g, &t);
    state_graph_close(&g);
    close_model(&t);
}

static void graphs_can_be_cut(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct state_graph g;
    struct str text = {0};
    open_murphi(&t, mutex_text);
    state_graph_open(&g, t.model, &anything, NULL, (struct state_graph_limits){.states = 7, .steps = 100}, &t.mem);
    assert_int_equal(g.state_count, 7);
    assert_true(g.is_cut);
    dot_add_graph(&g, &t.mem, &text);
    assert_non_null(strstr(str_text(&text), "cut after 7 states"));
    assert_non_null(strstr(str_text(&text), "-> more [style=dashed"));
    str_free(&t.mem, &text);
    state_graph_close(&g);
    close_model(&t);
}

static bool is_over(void *context)
{
    size_t *left = context;
    return *left == 0 || --*left == 0;
}

static void graphs_end_when_time_does(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    open_murphi(&t, mutex_text);
    for (size_t looks = 1; looks < 200; looks += 7) {
        struct state_graph g;
        struct str text = {0};
        size_t left = looks;
        const struct state_graph_limits limits = {.states = 1000, .steps = 100, .is_over = is_over, .context = &left};
        state_graph_open(&g, t.model, &anything, NULL, limits, &t.mem);
        assert_int_equal(g.gave_up, left == 0);
        assert_true(looks > 1 || g.gave_up);
        assert_true(g.state_count <= looks);
        dot_add_graph(&g, &t.mem, &text);
        assert_int_equal(strstr(str_text(&text), "looking for them took too long") != NULL, g.gave_up);
        str_free(&t.mem, &text);
        state_graph_close(&g);
    }
    close_model(&t);
}

// The number of a name: of an element of the one class, or else of a cell.
static uint32_t number_of(const struct model *m, const char *name, size_t length)
{
    bool elements = model_class_count(m) > 0;
    for (uint32_t i = 0; i < (elements ? model_class(m, 0)->size : model_cell_count(m)); i++) {
        const char *own = elements ? model_symbol_name(m, model_class(m, 0)->ids[i]) : model_cell(m, i)->name;
        if (strlen(own) == length && memcmp(own, name, length) == 0)
            return i;
    }
    fail_msg("there is no %.*s", (int)length, name);
    return 0;
}

// Reads cycles, as "(a b)(c d)"; what is in braces moves no value of these models' states.
static void read_cycles(const struct model *m, const char *text, uint32_t *to)
{
    for (uint32_t i = 0; i < MOST_CELLS; i++)
        to[i] = i;
    while (text && *text == '(') {
        uint32_t first = UINT32_MAX, last = 0;
        for (text++; *text != ')'; text += *text == ' ') {
            size_t length = strcspn(text, " )");
            uint32_t number = number_of(m, text, length);
            if (first == UINT32_MAX)
                first = number;
            else
                to[last] = number;
            last = number;
            text += length;
        }
        to[last] = first;
        text++;
    }
}

static void apply(const struct symmetry *symmetry, const struct model *m, const uint32_t *to, const value *state,
                  value *image)
{
    if (model_class_count(m) > 0) {
        symmetry_apply(symmetry, to, state, image);
        return;
    }
    for (uint32_t c = 0; c < model_cell_count(m); c++)
        image[to[c]] = state[c];
}

// Some successor of the one representative is taken to the other by the permutation that stands at the edge.
static void check_permutations(const struct state_graph *g, struct text_model *t)
{
    struct symmetry *symmetry = symmetry_new(t->model, &t->mem);
    struct explorer *e = explorer_new(t->model, &anything, (struct explore_limits){1000, 0}, NULL, 1, &t->mem);
    struct choices c = {0};
    for (size_t i = 0; i < g->edges.count; i++) {
        uint32_t to[MOST_CELLS];
        value image[MOST_CELLS] = {0};
        bool found = false;
        read_cycles(t->model, g->edges.at[i].permutation, to);
        explorer_successors(e, state_graph_state(g, g->edges.at[i].from), 1, &c);
        for (size_t k = 0; k < c.at.count && !found; k++) {
            apply(symmetry, t->model, to, choices_state(&c, k), image);
            found = memcmp(image, state_graph_state(g, g->edges.at[i].to), g->cells * sizeof *image) == 0;
        }
        assert_true(found);
    }
    choices_free(&c, &t->mem);
    explorer_free(e);
    symmetry_free(symmetry);
}

// The orbits of the quotient add up to all states, and its edges are those of the states, seen through the map.
static void check_quotient(struct text_model *t)
{
    struct str text = {0};
    struct orbit_map *orbits = orbit_map_new(t->model, &t->mem, &text);
    struct state_graph all, quotient;
    mpz_t size, sum;
    mpz_inits(size, sum, NULL);
    state_graph_open(&all, t->model, &anything, NULL, NO_LIMIT, &t->mem);
    state_graph_open(&quotient, t->model, &anything, orbits, NO_LIMIT, &t->mem);
    assert_true(quotient.state_count < all.state_count);
    for (size_t i = 0; i < quotient.state_count; i++) {
        assert_true(find(&all, state_graph_state(&quotient, i)) != SIZE_MAX);
        orbit_map_size(orbits, state_graph_state(&quotient, i), size);
        mpz_add(sum, sum, size);
    }
    assert_int_equal(mpz_get_ui(sum), all.state_count);
    value image[MOST_CELLS];
    for (size_t i = 0; i < all.edges.count; i++) {
        memcpy(image, state_graph_state(&all, all.edges.at[i].from), all.cells * sizeof *image);
        orbit_map_make(orbits, image, NULL);
        size_t from = find(&quotient, image);
        memcpy(image, state_graph_state(&all, all.edges.at[i].to), all.cells * sizeof *image);
        orbit_map_make(orbits, image, NULL);
        assert_true(has_edge(&quotient, from, find(&quotient, image)));
    }
    size_t moved = 0;
    for (size_t i = 0; i < quotient.edges.count; i++)
        moved += quotient.edges.at[i].permutation != NULL;
    assert_true(moved > 0);
    check_permutations(&quotient, t);
    dot_add_graph(&quotient, &t->mem, &text);
    assert_non_null(strstr(str_text(&text), " by ("));
    assert_non_null(strstr(str_text(&text), "orbit of 3 states"));
    mpz_clears(size, sum, NULL);
    str_free(&t->mem, &text);
    state_graph_close(&all);
    state_graph_close(&quotient);
    orbit_map_free(orbits);
}

static void quotients_stand_for_all_states(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    open_murphi(&t, mutex_text);
    check_quotient(&t);
    close_model(&t);
    open_smv(&t, twins_text);
    check_quotient(&t);
    close_model(&t);
}

// ---- Skeletons ------------------------------------------------------------------------------------------------------

static size_t local_state(const struct skeleton *s, const value *state)
{
    for (size_t i = 0; i < s->state_count; i++) {
        bool same = true;
        for (size_t c = 0; c < s->cells.count && same; c++)
            same = skeleton_state(s, i)[c] == state[s->cells.at[c]];
        if (same)
            return i;
    }
    return SIZE_MAX;
}

// Every step of the model is a move of the component whose guard holds, or leaves the component alone.
static void check_skeleton(struct skeleton *s, struct text_model *t)
{
    struct state_graph g;
    struct evaluator *ev = evaluator_new(t->model, &t->mem);
    state_graph_open(&g, t->model, &anything, NULL, NO_LIMIT, &t->mem);
    for (size_t i = 0; i < g.initial_count; i++)
        assert_true(local_state(s, state_graph_state(&g, i)) < s->initial_count);
    for (size_t i = 0; i < g.edges.count; i++) {
        const value *now = g.inputs.at + g.edges.at[i].inputs, *next = state_graph_state(&g, g.edges.at[i].to);
        size_t from = local_state(s, now), to = local_state(s, next);
        bool found = false;
        assert_true(from != SIZE_MAX && to != SIZE_MAX);
        for (size_t k = 0; k < s->moves.count && !found; k++) {
            const struct skeleton_move *move = &s->moves.at[k];
            found = move->from == from && move->to == to && move->action == g.edges.at[i].action &&
                    eval_condition(ev, move->guard, now, next);
        }
        assert_true(found || from == to);
    }
    // And a move whose guard does not hold is none: from a state of the graph, nothing of that action goes there.
    for (size_t i = 0; i < g.edges.count; i++) {
        const value *now = g.inputs.at + g.edges.at[i].inputs, *next = state_graph_state(&g, g.edges.at[i].to);
        for (size_t k = 0; k < s->moves.count; k++) {
            const struct skeleton_move *move = &s->moves.at[k];
            if (move->from == local_state(s, now) && move->to == local_state(s, next) &&
                move->action == g.edges.at[i].action)
                assert_true(eval_condition(ev, move->guard, now, next));
        }
    }
    evaluator_free(ev);
    state_graph_close(&g);
}

static void skeletons_have_all_moves(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct skeleton s;
    open_murphi(&t, mutex_text);
    for (uint32_t element = 0; element < 3; element++) {
        skeleton_open_class(&s, t.model, 0, element, &t.mem);
        assert_int_equal(s.cells.count, 1);
        skeleton_make(&s, 100);
        assert_int_equal(s.state_count, 3);
        assert_int_equal(s.initial_count, 1);
        assert_int_equal(s.moves.count, 5); // try, enter, and leave for each of three
        check_skeleton(&s, &t);
        skeleton_close(&s);
    }
    close_model(&t);
    open_smv(&t, twins_text);
    skeleton_open_name(&s, t.model, "b", &t.mem);
    assert_int_equal(s.cells.count, 1);
    skeleton_make(&s, 100);
    assert_int_equal(s.state_count, 3);
    assert_int_equal(s.moves.count, 6); // one on, and one that stays, from each
    check_skeleton(&s, &t);
    skeleton_close(&s);
    skeleton_open_name(&s, t.model, "nobody", &t.mem);
    assert_int_equal(s.cells.count, 0);
    skeleton_close(&s);
    close_model(&t);
}

// Components are some of the variables of random models: whatever is left out is the rest.
static void skeletons_of_anything_have_all_moves(void **unused)
{
    UNUSED(unused);
    uint64_t random = 9;
    for (int round = 0; round < ROUNDS; round++) {
        struct mem texts = MEM_UNLIMITED;
        struct str text = {0};
        struct text_model t;
        struct skeleton s = {0};
        add_random_model(&texts, &random, &text);
        open_smv(&t, str_text(&text));
        s.model = t.model;
        s.mem = &t.mem;
        for (cell_id c = 0; c < model_cell_count(t.model); c++)
            if (model_cell(t.model, c)->role == CELL_STATE && (s.cells.count == 0 || random_below(&random, 2)))
                array_push(&t.mem, &s.cells, c);
        skeleton_make(&s, 100);
        assert_false(s.is_cut);
        check_skeleton(&s, &t);
        skeleton_close(&s);
        close_model(&t);
        str_free(&texts, &text);
    }
}

// ---- Text -----------------------------------------------------------------------------------------------------------

static void names_are_escaped(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    struct state_graph g;
    struct str text = {0};
    cell_id odd = model_add_cell(m, "a \"b\" \\ c", model_boolean(m), CELL_STATE);
    model_add_initial(m, (struct part){PART_CHOICE, odd, model_false(m)});
    model_add_action(m, "go");
    state_graph_open(&g, m, &anything, NULL, NO_LIMIT, &mem);
    dot_add_graph(&g, &mem, &text);
    assert_non_null(strstr(str_text(&text), "label=\"1\\na \\\"b\\\" \\\\ c = FALSE\""));
    state_graph_close(&g);
    str_free(&mem, &text);
    model_free(m);
    assert_nothing_left(&mem);
}

static void the_same_graph_gives_the_same_text(void **unused)
{
    UNUSED(unused);
    struct text_model t;
    struct str text[2] = {0};
    struct mem texts = MEM_UNLIMITED;
    for (int i = 0; i < 2; i++) {
        struct state_graph g;
        struct skeleton s;
        struct str out = {0};
        open_murphi(&t, mutex_text);
        state_graph_open(&g, t.model, &anything, NULL, NO_LIMIT, &t.mem);
        dot_add_graph(&g, &t.mem, &out);
        skeleton_open_class(&s, t.model, 0, 0, &t.mem);
        skeleton_make(&s, 100);
        struct dot_skeleton d = {"title", &s};
        dot_add_skeletons(&d, 1, &t.mem, &out);
        str_add(&texts, &text[i], "%s", str_text(&out));
        str_free(&t.mem, &out);
        skeleton_close(&s);
        state_graph_close(&g);
        close_model(&t);
    }
    assert_string_equal(str_text(&text[0]), str_text(&text[1]));
    str_free(&texts, &text[0]);
    str_free(&texts, &text[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_have_all_states_and_steps),
        cmocka_unit_test(graphs_can_be_cut),
        cmocka_unit_test(graphs_end_when_time_does),
        cmocka_unit_test(quotients_stand_for_all_states),
        cmocka_unit_test(skeletons_have_all_moves),
        cmocka_unit_test(skeletons_of_anything_have_all_moves),
        cmocka_unit_test(names_are_escaped),
        cmocka_unit_test(the_same_graph_gives_the_same_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
