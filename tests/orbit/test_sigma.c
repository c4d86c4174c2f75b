// Orbits of sets of states, by generators on sets, against generators on single states: all of them, those that some
// rounds give, and what is left of sets that are made thinner. And the relation between representatives and states.
#include "../cases.h"
#include "base/array.h"
#include "base/hash.h"
#include "orbit/sigma.h"
#include "orbit/xi.h"
#include "smv/smv.h"
#include "symmetric_smv.h"

#define CASES cases_for(600, 60, 60)
enum { MOST_STATES = 3000, SEEDS = 3, MOST_CELLS = 32 };

typedef ARRAY(value) state_list;

struct setting {
    uint64_t seed;
    struct mem mem;
    struct dice dice;
    struct str text;
    struct source source;
    struct diag diag;
    struct smv *smv;
    struct model *model;
    size_t cells;
    bdd_manager *m;
    struct encoding *encoding;
    generator_array generators;
    struct sigma_options options;
    struct sigma *sigma;
    bool was_partial; // a set was not closed, for want of work
};

// ---- Settings -------------------------------------------------------------------------------------------------------

static void make_encoding(struct setting *s)
{
    cell_id order[MOST_CELLS];
    for (cell_id c = 0; c < s->cells; c++)
        order[c] = c;
    for (size_t i = s->cells; i > 1; i--) {
        size_t j = (size_t)dice_roll(&s->dice, (int)i);
        cell_id held = order[i - 1];
        order[i - 1] = order[j];
        order[j] = held;
    }
    s->encoding = encoding_new(s->model, s->m, order, &s->mem);
    assert_non_null(s->encoding);
}

static void setting_open(struct setting *s, uint64_t seed)
{
    *s = (struct setting){.seed = seed, .mem = MEM_UNLIMITED, .dice = {seed * UINT64_C(0x2545f4914f6cdd1d)}};
    struct symmetric_maker maker = {.dice = {seed}, .mem = &s->mem, .out = &s->text};
    symmetric_put_model(&maker);
    s->source = (struct source){"random.smv", s->text.at, s->text.count};
    diag_open(&s->diag, &s->mem);
    s->smv = smv_read(&s->source, &s->mem, &s->diag);
    assert_non_null(s->smv);
    s->model = smv_model(s->smv);
    s->cells = model_cell_count(s->model);
    assert_true(s->cells < MOST_CELLS);
    s->m = bdd_manager_new(&(struct bdd_config){.mem = &s->mem});
    make_encoding(s);
    symmetric_generators(&maker, s->model, &s->generators, &s->mem);
    if (dice_roll(&s->dice, 3) == 0) // orbits are there for permutations of any kind
        array_push(&s->mem, &s->generators, symmetric_shuffle(&s->dice, s->model, &s->mem));
    s->options.application = (enum sigma_application)dice_roll(&s->dice, 3);
    s->options.simplify = dice_roll(&s->dice, 2);
    s->options.rounds = (size_t)dice_roll(&s->dice, 11);
    s->sigma = sigma_new(&s->generators, s->encoding, &s->options, &s->mem);
    assert_non_null(s->sigma);
    assert_int_equal(sigma_count(s->sigma), s->generators.count);
}

static void setting_close(struct setting *s)
{
    sigma_free(s->sigma);
    generators_free(&s->mem, &s->generators);
    encoding_free(s->encoding);
    bdd_manager_free(s->m);
    smv_free(s->smv);
    diag_close(&s->diag);
    str_free(&s->mem, &s->text);
    assert_nothing_left(&s->mem);
}

// ---- By hand --------------------------------------------------------------------------------------------------------

static bool has_state(const struct setting *s, const state_list *list, const value *state)
{
    for (size_t i = 0; i < list->count; i += s->cells)
        if (memcmp(&list->at[i], state, s->cells * sizeof *state) == 0)
            return true;
    return false;
}

static void add_state(struct setting *s, state_list *list, const value *state)
{
    value clean[MOST_CELLS];
    for (size_t c = 0; c < s->cells; c++) { // inputs are no part of states
        const struct cell *cell = model_cell(s->model, (cell_id)c);
        clean[c] = cell->role == CELL_INPUT ? type_value(model_type(s->model, cell->type), 0) : state[c];
    }
    if (!has_state(s, list, clean))
        for (size_t c = 0; c < s->cells; c++)
            array_push(&s->mem, list, clean[c]);
}

static void add_random_states(struct setting *s, state_list *list, int count)
{
    for (; count > 0; count--) {
        value state[MOST_CELLS];
        for (size_t c = 0; c < s->cells; c++) {
            const struct type *type = model_type(s->model, model_cell(s->model, (cell_id)c)->type);
            state[c] = type_value(type, (uint64_t)dice_roll(&s->dice, (int)type_size(type)));
        }
        add_state(s, list, state);
    }
}

// Where a generator takes the first `count` values of the list.
static void apply(struct setting *s, const struct generator *g, state_list *list, size_t count)
{
    for (size_t i = 0; i < count; i += s->cells) {
        value from[MOST_CELLS], to[MOST_CELLS];
        memcpy(from, &list->at[i], s->cells * sizeof *from);
        generator_apply(g, s->model, from, to);
        add_state(s, list, to);
    }
}

// 0 rounds: until there is nothing new.
static void add_orbits(struct setting *s, state_list *list, size_t rounds)
{
    size_t old = SIZE_MAX;
    for (size_t round = 0; (rounds == 0 || round < rounds) && old != list->count; round++) {
        old = list->count;
        for (size_t i = 0; i < s->generators.count; i++)
            apply(s, &s->generators.at[i], list, list->count);
    }
}

static bdd encode(struct setting *s, const state_list *list)
{
    bdd all = BDD_FALSE;
    for (size_t i = 0; i < list->count; i += s->cells)
        all = bdd_or(s->m, all, encode_state(s->encoding, &list->at[i], false));
    assert_true(bdd_is_valid(all));
    return all;
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

static void check_sets(struct setting *s)
{
    state_list states = {0}, more = {0};
    bdd_scope scope = bdd_open_scope(s->m);
    add_random_states(s, &states, 1 + dice_roll(&s->dice, SEEDS));
    bdd set = encode(s, &states);
    array_push(&s->mem, &more, 0);
    more.count = 0;
    for (size_t i = 0; i < states.count; i++)
        array_push(&s->mem, &more, states.at[i]);
    add_orbits(s, &more, s->options.rounds);
    struct sigma_work work = {.most = (uint64_t)dice_roll(&s->dice, 200)};
    bdd some = sigma_orbits_within(s->sigma, set, &work); // with little work
    bdd step = sigma_step(s->sigma, set), orbits = sigma_orbits(s->sigma, set);
    assert_int_equal(step, encode(s, &more));
    add_orbits(s, &more, 0);
    assert_int_equal(orbits, encode(s, &more));

    // Some of these states, or all, and it knows which.
    assert_int_equal(bdd_is_subset(s->m, set, some), BDD_YES);
    assert_int_equal(bdd_is_subset(s->m, some, orbits), BDD_YES);
    assert_true(!work.is_whole || some == orbits);
    assert_true(work.is_partial == !work.is_whole);
    struct sigma_work plenty = {.most = UINT64_MAX};
    assert_int_equal(sigma_step_within(s->sigma, set, &plenty), step);
    assert_true(plenty.is_whole && (plenty.is_partial || step == orbits)); // also by the options
    s->was_partial = some != orbits;

    // Something is left of each orbit, and nothing is added.
    for (size_t i = 0; i < s->generators.count; i++)
        apply(s, &s->generators.at[i], &states, states.count);
    bdd several = encode(s, &states), thin = sigma_thin(s->sigma, several);
    assert_int_equal(bdd_is_subset(s->m, thin, several), BDD_YES);
    assert_int_equal(sigma_orbits(s->sigma, thin), orbits);
    assert_int_equal(sigma_thin(s->sigma, BDD_FALSE), BDD_FALSE);
    assert_int_equal(sigma_step(s->sigma, BDD_FALSE), BDD_FALSE);

    array_free(&s->mem, &states);
    array_free(&s->mem, &more);
    bdd_close_scope(s->m, scope);
}

static void orbits_of_sets_are_those_of_their_states(void **state)
{
    UNUSED(state);
    int partial = 0;
    for (int i = 0; i < CASES; i++) {
        struct setting s;
        setting_open(&s, dice_seed() + i);
        check_sets(&s);
        partial += s.was_partial;
        setting_close(&s);
    }
    if (CASES >= 60)
        assert_true(partial > CASES / 20);
}

static bdd legal_states(struct setting *s)
{
    bdd all = BDD_TRUE;
    for (cell_id c = 0; c < s->cells; c++)
        if (model_cell(s->model, c)->role != CELL_INPUT)
            all = bdd_and(s->m, all, encode_domain(s->encoding, c, false));
    return all;
}

// Whoever stands for states stands for all of their orbits and for no others.
static void check_relation(struct setting *s, struct xi *xi, bdd states)
{
    state_list some = {0};
    add_random_states(s, &some, 1 + dice_roll(&s->dice, SEEDS));
    bdd set = bdd_and(s->m, encode(s, &some), states), orbits = sigma_orbits(s->sigma, set);
    bdd representatives = xi_represent(xi, set);
    assert_int_equal(representatives, bdd_and(s->m, orbits, xi_representatives(xi)));
    assert_int_equal(xi_spread(xi, representatives), orbits);
    array_free(&s->mem, &some);
}

static void check_created(struct setting *s)
{
    state_list seeds = {0};
    add_random_states(s, &seeds, 3 * SEEDS);
    bdd representatives = encode(s, &seeds), states = sigma_orbits(s->sigma, representatives);
    struct xi *xi = xi_create(s->sigma, s->encoding, representatives, &s->mem);
    assert_non_null(xi);
    assert_int_equal(xi_representatives(xi), representatives);
    assert_int_equal(xi_spread(xi, representatives), states);
    check_relation(s, xi, states);
    xi_free(xi);
    array_free(&s->mem, &seeds);
}

// Pairs upside down.
static void turn_order(struct setting *s)
{
    ARRAY(int) vars = {0};
    for (size_t level = bdd_var_count(s->m); level-- > 0;) {
        int var = bdd_var_at(s->m, (int)level);
        if (bdd_is_next(s->m, var))
            continue;
        array_push(&s->mem, &vars, var);
        if (bdd_is_current(s->m, var))
            array_push(&s->mem, &vars, var + 1);
    }
    assert_int_equal(vars.count, bdd_var_count(s->m));
    assert_true(bdd_set_order(s->m, vars.at));
    array_free(&s->mem, &vars);
}

static void assert_refused(struct setting *s, bdd states, bdd relation)
{
    assert_null(xi_from_relation(s->sigma, s->encoding, states, relation, &s->mem));
}

struct growth {
    struct setting *s;
    bdd states;
    bdd first; // part that there was
};

static void hear_of_part(void *context, bdd relation)
{
    struct growth *p = context;
    assert_true(xi_can_begin(p->s->encoding, p->states, relation, &p->s->mem));
    if (!bdd_is_valid(p->first))
        p->first = relation;
}

static uint64_t hash_of_order(struct setting *s)
{
    uint64_t hash = 0;
    for (size_t level = 0; level < bdd_var_count(s->m); level++)
        hash = hash_pair(hash, (uint64_t)bdd_var_at(s->m, (int)level));
    return hash;
}

// The relation is the same when it begins with a part of it; if the order is, too, by which representatives are chosen.
static void check_parts(struct setting *s, bdd states)
{
    struct growth growth = {.s = s, .states = states, .first = BDD_NONE};
    struct xi_work work = {BDD_NONE, hear_of_part, &growth};
    assert_true(bdd_protect(s->m, &growth.first));
    struct xi *whole = xi_from_orbits(s->sigma, s->encoding, states, &work, &s->mem);
    uint64_t order = hash_of_order(s);
    work.begun = growth.first;
    struct xi *again = xi_from_orbits(s->sigma, s->encoding, states, &work, &s->mem);
    assert_true(whole && again);
#ifndef COSET_STRESS
    assert_int_equal(hash_of_order(s), order);
#endif
    if (hash_of_order(s) == order)
        assert_int_equal(xi_relation(again), xi_relation(whole));
    check_relation(s, again, states);
    assert_false(xi_can_begin(s->encoding, states, BDD_FALSE, &s->mem));
    assert_int_equal(xi_can_begin(s->encoding, states, BDD_TRUE, &s->mem), states == BDD_TRUE);
    bdd_unprotect(s->m, &growth.first);
    xi_free(whole);
    xi_free(again);
}

// A relation keeps its representatives in another order, in which others are the least; and what has been made in two
// orders, or has lost a pair, is none. Gives whether they differ.
static bool check_taken_up(struct setting *s, bdd states)
{
    struct xi *xi = xi_from_orbits(s->sigma, s->encoding, states, NULL, &s->mem);
    bdd relation = xi_relation(xi), representatives = xi_representatives(xi);
    turn_order(s);
    struct xi *same = xi_from_relation(s->sigma, s->encoding, states, relation, &s->mem);
    struct xi *other = xi_from_orbits(s->sigma, s->encoding, states, NULL, &s->mem);
    assert_true(same && other);
    assert_int_equal(xi_relation(same), relation);
    assert_int_equal(xi_representatives(same), representatives);
    check_relation(s, same, states);
    bool differs = xi_representatives(other) != representatives;
    if (differs)
        assert_refused(s, states, bdd_or(s->m, relation, xi_relation(other)));
    state_list one = {0};
    add_random_states(s, &one, 1);
    bdd state = bdd_and(s->m, encode(s, &one), states);
    if (state != BDD_FALSE) {
        assert_refused(s, states, bdd_minus(s->m, relation, bdd_swap_pairs(s->m, state)));
        assert_refused(s, states, bdd_minus(s->m, relation, xi_represent(xi, state)));
    }
    array_free(&s->mem, &one);
    assert_refused(s, states, BDD_TRUE);
    xi_free(other);
    xi_free(same);
    xi_free(xi);
    return differs;
}

// Orbits have one least state each.
static void check_least(struct setting *s)
{
    bdd states = legal_states(s);
    struct xi *xi = xi_from_orbits(s->sigma, s->encoding, states, NULL, &s->mem);
    assert_non_null(xi);
    check_relation(s, xi, states);
    state_list one = {0};
    mpz_t count;
    mpz_init(count);
    add_random_states(s, &one, 1);
    bdd least = xi_represent(xi, encode(s, &one));
    assert_true(bdd_count(s->m, least, encode_state_cube(s->encoding), count));
    assert_int_equal(mpz_cmp_ui(count, 1), 0);
    mpz_clear(count);
    xi_free(xi);
    array_free(&s->mem, &one);
}

static void representatives_are_related_to_their_orbits(void **state)
{
    UNUSED(state);
    int possible = 0, differing = 0;
    for (int i = 0; i < CASES / 2; i++) {
        struct setting s;
        setting_open(&s, dice_seed() + i);
        bdd_scope scope = bdd_open_scope(s.m);
        if (xi_is_possible(s.sigma)) {
            possible++;
            check_created(&s);
            check_least(&s);
            check_parts(&s, legal_states(&s));
            differing += check_taken_up(&s, legal_states(&s));
        }
        bdd_close_scope(s.m, scope);
        setting_close(&s);
    }
    assert_true(possible > CASES / 8);
    assert_true(differing > CASES / 16);
}

// The set grows no further once it has become too large; what was found is in the orbits.
static void budgets_of_nodes_leave_some_out(void **state)
{
    UNUSED(state);
    int short_ones = 0;
    for (int i = 0; i < CASES / 4; i++) {
        struct setting s;
        setting_open(&s, dice_seed() + i);
        sigma_free(s.sigma);
        s.options = (struct sigma_options){.nodes = (size_t)(1 + dice_roll(&s.dice, 60))};
        s.sigma = sigma_new(&s.generators, s.encoding, &s.options, &s.mem);
        state_list states = {0};
        bdd_scope scope = bdd_open_scope(s.m);
        add_random_states(&s, &states, SEEDS);
        bdd set = encode(&s, &states), step = sigma_step(s.sigma, set), orbits = sigma_orbits(s.sigma, set);
        assert_int_equal(bdd_is_subset(s.m, set, step), BDD_YES);
        assert_int_equal(bdd_is_subset(s.m, step, orbits), BDD_YES);
        assert_true(step == orbits || bdd_size(s.m, step) > s.options.nodes);
        short_ones += step != orbits;
        bdd_close_scope(s.m, scope);
        array_free(&s.mem, &states);
        setting_close(&s);
    }
    assert_true(short_ones > 0);
}

// Wherever memory ends, there is an answer or none.
static void without_memory_there_are_none(void **state)
{
    UNUSED(state);
    int given_up = 0, found = 0;
    for (int i = 0; i < CASES / 4; i++) {
        struct setting s;
        setting_open(&s, dice_seed() + i);
        state_list states = {0};
        bdd_scope scope = bdd_open_scope(s.m);
        add_random_states(&s, &states, SEEDS);
        struct bdd_statistics now;
        bdd set = encode(&s, &states);
        bdd_get_statistics(s.m, &now);
        bdd_set_byte_limit(s.m, now.bytes);
        bdd orbits = sigma_orbits(s.sigma, set);
        bdd_set_byte_limit(s.m, 0);
        bdd again = sigma_orbits(s.sigma, set);
        assert_true(bdd_is_valid(again));
        assert_true(!bdd_is_valid(orbits) || orbits == again);
        bdd_is_valid(orbits) ? found++ : given_up++;
        bdd_close_scope(s.m, scope);
        array_free(&s.mem, &states);
        setting_close(&s);
    }
    print_message("%d found, %d given up\n", found, given_up);
    assert_true(found > 0 && given_up > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orbits_of_sets_are_those_of_their_states),
        cmocka_unit_test(representatives_are_related_to_their_orbits),
        cmocka_unit_test(budgets_of_nodes_leave_some_out),
        cmocka_unit_test(without_memory_there_are_none),
    };
    return cmocka_run_group_tests_name("orbit/sigma", tests, NULL, NULL);
}
