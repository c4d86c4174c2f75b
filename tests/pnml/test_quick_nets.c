// What is told of nets without unfolding them, against a plain search and against the checkers: the state equation,
// guided walks, simplified formulas, and formulas on a part of the reachability graph.
#include "../unit.h"

#include "net_case.h"
#include "pnml/growing_places.h"
#include "pnml/lasso_walk.h"
#include "pnml/mcc_simplify.h"
#include "pnml/obligations.h"
#include "pnml/partial_graph.h"

enum { MOST_STATES = 300, FORMULAS = 6 };

struct quick_case {
    struct net_case of;
    struct state_equation *equation;
    struct token_game *game;
    size_t decided; // formulas that a part of the graph decides
    size_t proved;  // formulas of linear time
    size_t false_linear, refuted;
    size_t counted; // graphs with fewer nodes than markings
};

static void judge_graph(struct quick_case *c, const struct mcc_formula *f, bool is_linear, bool is_true)
{
    static const size_t sizes[] = {3, 20, 4 * MOST_STATES};
    const struct mcc_formula *conditions[512], *stack[512];
    size_t count = 0, depth = 0;
    stack[depth++] = f;
    while (depth > 0) {
        const struct mcc_formula *part = stack[--depth];
        if (mcc_is_state_formula(part))
            conditions[count++] = part;
        else
            for (int i = 0; i < 2; i++)
                if (part->operands[i])
                    stack[depth++] = part->operands[i];
    }
    struct partial_graph *graph = partial_graph_open(&c->of.net, c->game, conditions, count, false, c->of.mem);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct partial_graph_limits limits = {.nodes = sizes[i], .words = 1000000, .stop = net_case_never};
        bool is_complete = !partial_graph_grow(graph, &limits);
        net_case_expect(&c->of, partial_graph_size(graph) <= c->of.found.states, "more markings than there are", NULL);
        enum walk_truth truth = is_linear ? partial_graph_check_ltl(graph, f, 100000, net_case_never, NULL, c->of.mem)
                                          : partial_graph_check(graph, f, c->of.mem);
        net_case_expect(&c->of, truth == WALK_UNKNOWN || (truth == WALK_TRUE) == is_true, "a part of the graph", f);
        net_case_expect(&c->of, !is_complete || truth != WALK_UNKNOWN, "undecided on the whole graph", f);
        c->decided += truth != WALK_UNKNOWN;
        c->proved += is_linear && truth == WALK_TRUE;
    }
    partial_graph_close(graph);
}

static void ignore(void *context, size_t goal)
{
    (void)context;
    (void)goal;
}

static void judge_lassos(struct quick_case *c, const struct mcc_formula *f, bool is_true)
{
    struct lasso_goal goal = {f, false};
    struct lasso_walk w = {.game = c->game, .equation = c->equation, .stop = net_case_never, .found = ignore};
    w.goals = &goal;
    w.goal_count = 1;
    lasso_walk_run(&w, &c->of.net, c->of.mem, 3);
    net_case_expect(&c->of, !goal.is_refuted || !is_true, "refuted by a walk", f);
    c->false_linear += !is_true;
    c->refuted += goal.is_refuted;
}

// Markings and ways to fire, plain and by permutations.
static void judge_counts(struct quick_case *c, bool is_plain)
{
    struct partial_graph *graph = partial_graph_open(&c->of.net, c->game, NULL, 0, is_plain, c->of.mem);
    struct partial_graph_limits limits = {.nodes = 4 * MOST_STATES, .words = 1000000, .stop = net_case_never};
    mpz_t states, arcs;
    int64_t most;
    mpz_inits(states, arcs, NULL);
    net_case_expect(&c->of, !partial_graph_grow(graph, &limits), "the graph is not complete", NULL);
    bool is_counted = partial_graph_count(graph, states, arcs, &most);
    net_case_expect(&c->of, is_counted, "a graph is not counted", NULL);
    if (is_counted) {
        net_case_expect(&c->of, mpz_cmp_ui(states, c->of.found.states) == 0, "a wrong number of markings", NULL);
        net_case_expect(&c->of, mpz_cmp_ui(arcs, c->of.found.arcs) == 0, "a wrong number of arcs", NULL);
        c->counted += partial_graph_size(graph) < c->of.found.states;
    }
    mpz_clears(states, arcs, NULL);
    partial_graph_close(graph);
}

static void judge_formulas(struct quick_case *c)
{
    for (int i = 0; i < FORMULAS; i++) {
        bool is_linear = i % 3 == 2;
        const struct mcc_formula *f = net_case_formula(&c->of, 3, is_linear);
        const struct mcc_formula *simple = mcc_simplify(f, is_linear, c->equation, &c->of.arena);
        bool is_true = net_case_holds(&c->of, f, is_linear);
        net_case_expect(&c->of, net_case_holds(&c->of, simple, is_linear) == is_true, "simplified", f);
        token_game_reset(c->game);
        enum walk_truth initial = mcc_initial_truth(simple, c->game, &c->of.net, NULL);
        net_case_expect(&c->of, initial == WALK_UNKNOWN || (initial == WALK_TRUE) == is_true, "the initial marking", f);
        judge_graph(c, f, is_linear, is_true);
        if (is_linear)
            judge_lassos(c, f, is_true);
    }
}

// In nets as small as these, walks come to everything that is near.
static size_t judge_walks(struct quick_case *c)
{
    struct walk_goal goals[RANDOM_TRANSITIONS];
    struct walk_bound bounds[RANDOM_PLACES];
    struct guided_walk w = {.game = c->game, .equation = c->equation, .stop = net_case_never, .found = ignore};
    size_t hits = 0;
    for (uint32_t t = 0; t < c->of.net.transitions.count; t++) {
        struct mcc_formula *f = mcc_make(&c->of.arena, MCC_FIREABLE, NULL, NULL);
        uint32_t *one = arena_alloc(&c->of.arena, sizeof *one);
        *one = t;
        f->transitions = one;
        f->transition_count = 1;
        goals[t] = (struct walk_goal){f, false, false};
        net_case_expect(&c->of, !c->of.found.can_fire[t] || !state_equation_excludes(c->equation, f, false), "excluded",
                        f);
    }
    for (uint32_t p = 0; p < c->of.net.places.count; p++) {
        uint32_t *one = arena_alloc(&c->of.arena, sizeof *one);
        *one = p;
        bounds[p] = (struct walk_bound){{one, 1, 0}, 0, c->of.found.most[p]};
        net_case_expect(&c->of, state_equation_bound(c->equation, &bounds[p].sum) >= c->of.found.most[p],
                        "too small a bound", NULL);
    }
    w.goals = goals;
    w.goal_count = c->of.net.transitions.count;
    w.bounds = bounds;
    w.bound_count = c->of.net.places.count;
    guided_walk_run(&w, &c->of.net, c->of.mem, 1);
    for (uint32_t t = 0; t < c->of.net.transitions.count; t++) {
        net_case_expect(&c->of, !goals[t].is_found || c->of.found.can_fire[t], "a walk fires what cannot fire",
                        goals[t].formula);
        hits += goals[t].is_found == c->of.found.can_fire[t];
    }
    for (uint32_t p = 0; p < c->of.net.places.count; p++)
        net_case_expect(&c->of, bounds[p].most <= c->of.found.most[p], "a walk finds too many tokens", NULL);
    return hits;
}

// A net with few markings is bounded.
static void judge_growing(struct quick_case *c)
{
    const struct growing_limits limits = {.walks = 2, .steps = 30};
    bool *grows = arena_alloc(&c->of.arena, c->of.net.places.count);
    net_case_expect(&c->of, !net_find_growing(&c->of.net, c->game, &limits, grows, c->of.mem),
                    "it is said to be unbounded", NULL);
}

static void quick_answers_are_right(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("quick answers about nets");
    size_t hits = 0, transitions = 0, decided = 0, formulas = 0, counted = 0, proved = 0, wrong = 0, refuted = 0;
    for (int i = 0; i < cases_for(250, 20, 8); i++) {
        struct quick_case c = {0};
        net_case_open(&c.of, &dice, MOST_STATES, &mem);
        c.equation = state_equation_open(&c.of.net, &mem);
        c.game = token_game_open(&c.of.net, (uint64_t)i, &mem);
        assert_true(c.equation && c.game);
        hits += judge_walks(&c);
        judge_growing(&c);
        transitions += c.of.net.transitions.count;
        judge_formulas(&c);
        judge_counts(&c, true);
        judge_counts(&c, false);
        counted += c.counted;
        proved += c.proved;
        wrong += c.false_linear;
        refuted += c.refuted;
        decided += c.decided;
        formulas += FORMULAS;
        token_game_close(c.game);
        state_equation_close(c.equation);
        net_case_close(&c.of);
    }
    assert_true(hits * 10 >= transitions * 9);
    assert_true(decided >= formulas);
    assert_true(refuted * 10 >= wrong * 8);
    if (cases_for(250, 20, 8) >= 70) // fewer need not have one of each
        assert_true(counted > 0 && proved > 0);
    assert_nothing_left(&mem);
}

// ---- Rings ----------------------------------------------------------------------------------------------------------

static bool is_too_often(void *context)
{
    size_t *looks = context;
    return ++*looks > 100000;
}

// Walks go round, and never end where one has ended just before.
static void a_walk_round_a_ring_ends(void **state)
{
    UNUSED(state);
    enum { PLACES = 7 };
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    struct diag diag;
    struct net net;
    str_add(&mem, &text,
            "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"ring\" "
            "type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"page\">");
    for (int i = 0; i < PLACES; i++) {
        str_add(&mem, &text, "<place id=\"p%d\"><initialMarking><text>%d</text></initialMarking></place>", i, i == 0);
        str_add(&mem, &text, "<transition id=\"t%d\"/><arc id=\"a%d\" source=\"p%d\" target=\"t%d\"/>", i, i, i, i);
        str_add(&mem, &text, "<arc id=\"b%d\" source=\"t%d\" target=\"p%d\"/>", i, i, (i + 1) % PLACES);
    }
    str_add(&mem, &text, "</page></net></pnml>");
    struct source source = {"ring.pnml", text.at, text.count};
    diag_open(&diag, &mem);
    assert_true(net_read(&net, &source, &mem, &diag));
    struct token_game *game = token_game_open(&net, 1, &mem);
    const struct mcc_formula dead = {.op = MCC_DEADLOCK}, *conditions[] = {&dead};
    struct partial_graph *graph = partial_graph_open(&net, game, conditions, 1, false, &mem);
    size_t looks = 0;
    struct partial_graph_limits limits = {.nodes = 1000, .words = 1000000, .stop = is_too_often, .context = &looks};
    assert_false(partial_graph_grow(graph, &limits));
    assert_int_equal(partial_graph_size(graph), PLACES);
    partial_graph_close(graph);
    token_game_close(game);
    net_close(&net);
    diag_close(&diag);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

// ---- Eventualities --------------------------------------------------------------------------------------------------

struct questions {
    const struct mcc_formula *asked[20];
    size_t count;
};

static enum walk_truth every_other(void *context, const struct mcc_formula *condition)
{
    struct questions *q = context;
    size_t i = 0;
    q->count++;
    while (q->asked[i] != condition)
        i++;
    return i % 2 ? WALK_TRUE : WALK_FALSE;
}

// G (F a & F b & ...): not all subsets of what is to come are looked at.
static void many_eventualities_leave_one_choice(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct arena arena = {.mem = &mem};
    struct questions q = {0};
    const struct mcc_formula *all = NULL;
    for (size_t i = 0; i < sizeof q.asked / sizeof *q.asked; i++) {
        q.asked[i] = mcc_make(&arena, MCC_DEADLOCK, NULL, NULL);
        const struct mcc_formula *f = mcc_make(&arena, MCC_F, q.asked[i], NULL);
        all = all ? mcc_make(&arena, MCC_AND, all, f) : f;
    }
    struct obligations *o = obligations_open(mcc_make(&arena, MCC_G, all, NULL), false, &mem);
    choice_array choices = {0};
    assert_true(obligations_choices(o, obligations_first(o), every_other, &q, &choices));
    assert_int_equal(choices.count, 1);
    assert_int_equal(__builtin_popcountll(choices.at[0].postponed), 10);
    assert_true(q.count < 100);
    array_free(&mem, &choices);
    obligations_close(o);
    arena_free(&arena);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_answers_are_right),
        cmocka_unit_test(a_walk_round_a_ring_ends),
        cmocka_unit_test(many_eventualities_leave_one_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
