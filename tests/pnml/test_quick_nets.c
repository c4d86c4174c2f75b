// What is told of nets without unfolding them, against a plain search and against the checkers: the state equation,
// guided walks, simplified formulas, and formulas on a part of the reachability graph. What decision diagrams of the
// unfolded net tell, likewise.
#include "../unit.h"

#include "api/coset.h"
#include "netcheck/net_space.h"
#include "pnml/growing_places.h"
#include "pnml/mcc_simplify.h"
#include "pnml/partial_graph.h"
#include "pnml/slice_net.h"
#include "random_net.h"

enum { MOST_STATES = 300, FORMULAS = 6 };

struct quick_case {
    struct mem *mem;
    struct dice *dice;
    struct arena arena;
    const struct random_net *random;
    const struct random_found *found;
    const struct str *text;
    struct net net;
    struct state_equation *equation;
    struct token_game *game;
    coset_model *model;
    struct flat_net flat;
    struct net_space *space;
    bool is_counted; // the flat net
    size_t decided;  // formulas that a part of the graph decides
    size_t proved;   // formulas of linear time
    size_t counted;  // graphs with fewer nodes than markings
    size_t sliced;   // formulas that need a part of the net only
};

// ---- Random formulas ------------------------------------------------------------------------------------------------

static const struct mcc_formula *condition(struct quick_case *c)
{
    struct mcc_formula *f;
    uint32_t *one = arena_alloc(&c->arena, sizeof *one);
    int kind = dice_roll(c->dice, 8);
    if (kind == 0)
        return mcc_make(&c->arena, MCC_DEADLOCK, NULL, NULL);
    if (kind < 4) {
        f = mcc_make(&c->arena, MCC_FIREABLE, NULL, NULL);
        *one = (uint32_t)dice_roll(c->dice, c->random->transition_count);
        f->transitions = one;
        f->transition_count = 1;
        return f;
    }
    int place = dice_roll(c->dice, c->random->place_count);
    struct mcc_sum tokens = {one, 1, 0}, number = {NULL, 0, dice_roll(c->dice, c->found->most[place] + 2)};
    *one = (uint32_t)place;
    f = mcc_make(&c->arena, MCC_LE, NULL, NULL);
    f->left = kind < 6 ? tokens : number;
    f->right = kind < 6 ? number : tokens;
    return f;
}

static const struct mcc_formula *random_formula(struct quick_case *c, int depth, bool is_linear)
{
    static const enum mcc_op times[] = {MCC_X, MCC_F, MCC_G, MCC_U};
    int kind = depth == 0 ? 0 : dice_roll(c->dice, 8);
    if (kind == 0)
        return condition(c);
    const struct mcc_formula *a = random_formula(c, depth - 1, is_linear);
    if (kind == 1)
        return mcc_make(&c->arena, MCC_NOT, a, NULL);
    if (kind < 4)
        return mcc_make(&c->arena, kind == 2 ? MCC_AND : MCC_OR, a, random_formula(c, depth - 1, is_linear));
    enum mcc_op op = times[kind - 4];
    const struct mcc_formula *b = op == MCC_U ? random_formula(c, depth - 1, is_linear) : NULL;
    const struct mcc_formula *path = mcc_make(&c->arena, op, a, b);
    return is_linear ? path : mcc_make(&c->arena, dice_roll(c->dice, 2) ? MCC_A : MCC_E, path, NULL);
}

static void print_sum(struct mem *mem, const struct mcc_sum *sum, struct str *out)
{
    str_add(mem, out, "%d", (int)sum->constant);
    for (size_t i = 0; i < sum->count; i++)
        str_add(mem, out, " + place%u", sum->places[i]);
}

// As the net's formulas are written. An execution that ends stays there, which EX and AX of the contest do not.
static void print(struct mem *mem, const struct mcc_formula *f, struct str *out)
{
    const struct mcc_formula *path = f->op == MCC_A || f->op == MCC_E ? f->operands[0] : f;
    const char *quantifier = f->op == MCC_A ? "A" : f->op == MCC_E ? "E" : "";
    str_add(mem, out, "(");
    switch (path->op) {
    case MCC_TRUE:
    case MCC_FALSE:
        str_add(mem, out, f->op == MCC_TRUE ? "0 = 0" : "0 = 1");
        break;
    case MCC_LE:
        print_sum(mem, &f->left, out);
        str_add(mem, out, " <= ");
        print_sum(mem, &f->right, out);
        break;
    case MCC_FIREABLE:
        str_add(mem, out, "fireable(t%u)", f->transitions[0]);
        break;
    case MCC_DEADLOCK:
        str_add(mem, out, "deadlock");
        break;
    case MCC_NOT:
        str_add(mem, out, "!");
        print(mem, f->operands[0], out);
        break;
    case MCC_AND:
    case MCC_OR:
        print(mem, f->operands[0], out);
        str_add(mem, out, f->op == MCC_AND ? " & " : " | ");
        print(mem, f->operands[1], out);
        break;
    case MCC_U:
        str_add(mem, out, f->op == MCC_U ? "" : f->op == MCC_A ? "A [" : "E [");
        print(mem, path->operands[0], out);
        str_add(mem, out, " U ");
        print(mem, path->operands[1], out);
        str_add(mem, out, f->op == MCC_U ? "" : "]");
        break;
    default:
        if (path->op == MCC_X && f != path)
            str_add(mem, out, f->op == MCC_A ? "deadlock | " : "!deadlock & ");
        str_add(mem, out, "%s%s ", quantifier, path->op == MCC_X ? "X" : path->op == MCC_F ? "F" : "G");
        print(mem, path->operands[0], out);
    }
    str_add(mem, out, ")");
}

static bool holds(struct quick_case *c, const struct mcc_formula *f, bool is_linear)
{
    static const coset_options options = {.engine = COSET_ENGINE_EXPLICIT, .symmetry = COSET_SYMMETRY_OFF};
    struct str text = {0};
    char *error = NULL;
    str_add(c->mem, &text, is_linear ? "A " : "");
    print(c->mem, f, &text);
    size_t property = coset_add_formula(c->model, text.at, &error);
    if (property == COSET_NONE)
        fail_msg("%s: %s", text.at, error);
    coset_result *result = coset_check(c->model, property, &options);
    coset_verdict verdict = coset_result_verdict(result);
    if (verdict != COSET_HOLDS && verdict != COSET_FAILS)
        fail_msg("undecided: %s in\n%s", text.at, c->text->at);
    coset_result_free(result);
    str_free(c->mem, &text);
    return verdict == COSET_HOLDS;
}

// ---- What is judged -------------------------------------------------------------------------------------------------

static void expect(struct quick_case *c, bool is_right, const char *what, const struct mcc_formula *f)
{
    struct str text = {0};
    if (is_right)
        return;
    if (f)
        print(c->mem, f, &text);
    fail_msg("%s: %s in\n%s", what, str_text(&text), c->text->at);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void judge_graph(struct quick_case *c, const struct mcc_formula *f, bool is_linear, bool is_true)
{
    static const size_t sizes[] = {3, 20, 4 * MOST_STATES};
    const struct mcc_formula *conditions[512], *stack[512];
    const struct mcc_formula *universal = is_linear ? mcc_universal(f, &c->arena) : f;
    size_t count = 0, depth = 0;
    stack[depth++] = f;
    stack[depth++] = universal;
    while (depth > 0) {
        const struct mcc_formula *part = stack[--depth];
        if (mcc_is_state_formula(part))
            conditions[count++] = part;
        else
            for (int i = 0; i < 2; i++)
                if (part->operands[i])
                    stack[depth++] = part->operands[i];
    }
    struct partial_graph *graph = partial_graph_open(&c->net, c->game, conditions, count, false, c->mem);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct partial_graph_limits limits = {.nodes = sizes[i], .words = 1000000, .stop = never};
        bool is_complete = !partial_graph_grow(graph, &limits);
        expect(c, partial_graph_size(graph) <= c->found->states, "more markings than there are", NULL);
        if (is_linear) {
            bool is_refuted = partial_graph_refutes(graph, f, i, 50, c->mem);
            expect(c, !is_refuted || !is_true, "refuted", f);
            bool is_proved = partial_graph_check(graph, universal, c->mem) == WALK_TRUE;
            expect(c, !is_proved || is_true, "proved", f);
            c->decided += is_refuted || is_proved;
            c->proved += is_proved;
            continue;
        }
        enum walk_truth truth = partial_graph_check(graph, f, c->mem);
        expect(c, truth == WALK_UNKNOWN || (truth == WALK_TRUE) == is_true, "a part of the graph", f);
        expect(c, !is_complete || truth != WALK_UNKNOWN, "undecided on the whole graph", f);
        c->decided += truth != WALK_UNKNOWN;
    }
    partial_graph_close(graph);
}

// Markings and ways to fire, plain and by permutations.
static void judge_counts(struct quick_case *c, bool is_plain)
{
    struct partial_graph *graph = partial_graph_open(&c->net, c->game, NULL, 0, is_plain, c->mem);
    struct partial_graph_limits limits = {.nodes = 4 * MOST_STATES, .words = 1000000, .stop = never};
    mpz_t states, arcs;
    int64_t most;
    mpz_inits(states, arcs, NULL);
    expect(c, !partial_graph_grow(graph, &limits), "the graph is not complete", NULL);
    bool is_counted = partial_graph_count(graph, states, arcs, &most);
    expect(c, is_counted || !is_plain, "a plain graph is not counted", NULL);
    if (is_counted) {
        expect(c, mpz_cmp_ui(states, c->found->states) == 0, "a wrong number of markings", NULL);
        expect(c, mpz_cmp_ui(arcs, c->found->arcs) == 0, "a wrong number of arcs", NULL);
        c->counted += partial_graph_size(graph) < c->found->states;
    }
    mpz_clears(states, arcs, NULL);
    partial_graph_close(graph);
}

// ---- Diagrams -------------------------------------------------------------------------------------------------------

// Of the unfolded net, or with colours that are counted, where they can be.
static void open_space(struct quick_case *c, bool is_to_count, struct diag *diag)
{
    static const struct flat_net_limits limits = {100000, 1000000};
    static const struct net_space_limits most = {.words = 10000000, .stop = never};
    c->is_counted = is_to_count && flat_net_count(&c->flat, &c->net, &limits, c->mem, diag);
    if (is_to_count && !c->is_counted)
        flat_net_close(&c->flat);
    if (!c->is_counted)
        expect(c, flat_net_unfold(&c->flat, &c->net, &limits, c->mem, diag), "not unfolded", NULL);
    c->space = net_space_open(&c->flat, &most, c->mem);
    expect(c, c->space, "no diagram", NULL);
}

static void close_space(struct quick_case *c)
{
    net_space_close(c->space);
    flat_net_close(&c->flat);
}

static void judge_space(struct quick_case *c)
{
    mpz_t states, arcs;
    mpz_inits(states, arcs, NULL);
    expect(c, net_space_count(c->space, states, arcs), "a diagram is not counted", NULL);
    expect(c, mpz_cmp_ui(states, c->found->states) == 0, "a diagram has a wrong number of markings", NULL);
    expect(c, mpz_cmp_ui(arcs, c->found->arcs) == 0, "a diagram has a wrong number of arcs", NULL);
    int64_t most;
    expect(c, net_space_most_of_colour(c->space, &most), "no bound of a colour", NULL);
    expect(c, most == c->found->most_of_colour, "a diagram has a wrong bound of a colour", NULL);
    for (uint32_t p = 0; p < c->net.places.count; p++) {
        expect(c, net_space_most(c->space, &(struct mcc_sum){&p, 1, 0}, &most), "no bound", NULL);
        expect(c, most == c->found->most[p], "a diagram has a wrong bound", NULL);
    }
    mpz_clears(states, arcs, NULL);
}

static void judge_on_space(struct quick_case *c, const struct mcc_formula *f, bool is_linear, bool is_true)
{
    enum net_truth truth = is_linear ? net_space_check_ltl(c->space, f) : net_space_check_ctl(c->space, f);
    expect(c, truth == (is_true ? NET_TRUE : NET_FALSE), "on a diagram", f);
}

// On a part of the unfolded net, also for a bound.
static void judge_on_slice(struct quick_case *c, const struct mcc_formula *f, bool is_true)
{
    static const struct net_space_limits most = {.words = 10000000, .stop = never};
    struct slice_net slice;
    if (c->is_counted || !slice_net_is_for(f))
        return;
    slice_net_open(&slice, &c->flat, f, NULL, c->mem);
    expect(c, slice_net_has(&slice, &slice), "a slice has less than it has", f);
    struct net_space *space = net_space_open(&slice.net, &most, c->mem);
    expect(c, space, "no diagram of a slice", f);
    expect(c, net_space_check_ctl(space, f) == (is_true ? NET_TRUE : NET_FALSE), "on a slice", f);
    c->sliced += slice.net.places.count < c->flat.places.count;
    net_space_close(space);
    slice_net_close(&slice);
}

static void judge_slices(struct quick_case *c)
{
    for (uint32_t p = 0; p < c->net.places.count && !c->is_counted; p++) {
        static const struct net_space_limits limits = {.words = 10000000, .stop = never};
        const struct mcc_sum sum = {&p, 1, 0};
        struct slice_net slice;
        int64_t most = -1;
        slice_net_open(&slice, &c->flat, NULL, &sum, c->mem);
        struct net_space *space = net_space_open(&slice.net, &limits, c->mem);
        expect(c, space && net_space_most(space, &sum, &most), "no bound on a slice", NULL);
        expect(c, most == c->found->most[p], "a slice has a wrong bound", NULL);
        net_space_close(space);
        slice_net_close(&slice);
    }
    for (int i = 0; i < 3 && !c->is_counted; i++) {
        const struct mcc_formula *a = condition(c), *b = condition(c);
        const struct mcc_formula *path = mcc_make(&c->arena, i == 0 ? MCC_U : i == 1 ? MCC_F : MCC_G, a, i ? NULL : b);
        const struct mcc_formula *f = mcc_make(&c->arena, i == 2 ? MCC_A : MCC_E, path, NULL);
        judge_on_slice(c, f, holds(c, f, false));
    }
}

static void judge_formulas(struct quick_case *c)
{
    for (int i = 0; i < FORMULAS; i++) {
        bool is_linear = i % 3 == 2;
        const struct mcc_formula *f = random_formula(c, 3, is_linear);
        const struct mcc_formula *simple = mcc_simplify(f, is_linear, c->equation, &c->arena);
        bool is_true = holds(c, f, is_linear);
        expect(c, holds(c, simple, is_linear) == is_true, "simplified", f);
        token_game_reset(c->game);
        enum walk_truth initial = mcc_initial_truth(simple, c->game, &c->net, NULL);
        expect(c, initial == WALK_UNKNOWN || (initial == WALK_TRUE) == is_true, "the initial marking", f);
        judge_graph(c, f, is_linear, is_true);
        judge_on_space(c, f, is_linear, is_true);
        if (!is_linear)
            judge_on_slice(c, f, is_true);
    }
}

static void ignore(void *context, size_t goal)
{
    (void)context;
    (void)goal;
}

// In nets as small as these, walks come to everything that is near.
static size_t judge_walks(struct quick_case *c)
{
    struct walk_goal goals[RANDOM_TRANSITIONS];
    struct walk_bound bounds[RANDOM_PLACES];
    struct guided_walk w = {.game = c->game, .equation = c->equation, .stop = never, .found = ignore};
    size_t hits = 0;
    for (uint32_t t = 0; t < c->net.transitions.count; t++) {
        struct mcc_formula *f = mcc_make(&c->arena, MCC_FIREABLE, NULL, NULL);
        uint32_t *one = arena_alloc(&c->arena, sizeof *one);
        *one = t;
        f->transitions = one;
        f->transition_count = 1;
        goals[t] = (struct walk_goal){f, false, false};
        expect(c, !c->found->can_fire[t] || !state_equation_excludes(c->equation, f, false), "excluded", f);
    }
    for (uint32_t p = 0; p < c->net.places.count; p++) {
        uint32_t *one = arena_alloc(&c->arena, sizeof *one);
        *one = p;
        bounds[p] = (struct walk_bound){{one, 1, 0}, 0, c->found->most[p]};
        expect(c, state_equation_bound(c->equation, &bounds[p].sum) >= c->found->most[p], "too small a bound", NULL);
    }
    w.goals = goals;
    w.goal_count = c->net.transitions.count;
    w.bounds = bounds;
    w.bound_count = c->net.places.count;
    guided_walk_run(&w, &c->net, c->mem, 1);
    for (uint32_t t = 0; t < c->net.transitions.count; t++) {
        expect(c, !goals[t].is_found || c->found->can_fire[t], "a walk fires what cannot fire", goals[t].formula);
        hits += goals[t].is_found == c->found->can_fire[t];
    }
    for (uint32_t p = 0; p < c->net.places.count; p++)
        expect(c, bounds[p].most <= c->found->most[p], "a walk finds too many tokens", NULL);
    return hits;
}

// A net with few markings is bounded.
static void judge_growing(struct quick_case *c)
{
    const struct growing_limits limits = {.walks = 2, .steps = 30};
    bool *grows = arena_alloc(&c->arena, c->net.places.count);
    expect(c, !net_find_growing(&c->net, c->game, &limits, grows, c->mem), "it is said to be unbounded", NULL);
}

static void quick_answers_are_right(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("quick answers about nets");
    size_t hits = 0, transitions = 0, decided = 0, formulas = 0, counted = 0, proved = 0, by_counting = 0, sliced = 0;
    for (int i = 0; i < cases_for(400, 25, 10); i++) {
        struct random_net net;
        struct random_found found;
        struct str text = {0};
        struct diag diag;
        random_net_make(&net, &dice);
        if (random_net_search(&net, MOST_STATES, &found)) {
            random_net_print(&net, &mem, &text);
            struct source source = {"net.pnml", text.at, text.count};
            struct quick_case c = {.mem = &mem, .dice = &dice, .arena = {.mem = &mem}, .random = &net};
            c.found = &found;
            c.text = &text;
            diag_open(&diag, &mem);
            assert_true(net_read(&c.net, &source, &mem, &diag));
            c.equation = state_equation_open(&c.net, &mem);
            c.game = token_game_open(&c.net, (uint64_t)i, &mem);
            c.model = coset_open_text("net.pnml", text.at, text.count, NULL, NULL);
            assert_true(c.equation && c.game && c.model);
            hits += judge_walks(&c);
            judge_growing(&c);
            transitions += c.net.transitions.count;
            open_space(&c, i % 4 != 0, &diag);
            by_counting += c.is_counted && found.states > 1;
            judge_formulas(&c);
            judge_space(&c);
            judge_slices(&c);
            close_space(&c);
            sliced += c.sliced;
            judge_counts(&c, true);
            judge_counts(&c, false);
            counted += c.counted;
            proved += c.proved;
            decided += c.decided;
            formulas += FORMULAS;
            coset_close(c.model);
            token_game_close(c.game);
            state_equation_close(c.equation);
            net_close(&c.net);
            arena_free(&c.arena);
            diag_close(&diag);
        }
        str_free(&mem, &text);
    }
    assert_true(hits * 10 >= transitions * 9);
    assert_true(decided >= formulas);
    if (cases_for(400, 25, 10) >= 100) // fewer need not have one of each
        assert_true(counted > 0 && proved > 0 && sliced > 0 && by_counting > 0);
    assert_nothing_left(&mem);
}

// A colour that a net names is a group of its own. It was taken to come to all local states that some event leads to.
static void colours_count_in_reachable_local_states_only(void **state)
{
#define ARC(id, from, to, what) \
    "<arc id='" id "' source='" from "' target='" to "'><hlinscription><structure>" what \
    "</structure></hlinscription></arc>"
#define TIMES(number, what) \
    "<numberof><subterm><numberconstant value='" number "'><positive/></numberconstant></subterm><subterm>" what \
    "</subterm></numberof>"
#define PLACE(id, sort, initial) \
    "<place id='" id "'><type><structure><usersort declaration='" sort \
    "'/></structure></type><hlinitialMarking><structure>" initial "</structure></hlinitialMarking></place>"
#define DOT "<dotconstant/>"
#define NAMED "<useroperator declaration='s'/>"
#define X "<variable refvariable='x'/>"
#define GRAMMAR "http://www.pnml.org/version-2009/grammar/"
    UNUSED(state);
    // "make" takes two tokens from a place that has one at the most.
    static const char text[] =
        "<pnml xmlns='" GRAMMAR "pnml'><net id='n' type='" GRAMMAR "symmetricnet'>"
        "<declaration><structure><declarations><namedsort id='dot' name='dot'><dot/></namedsort>"
        "<namedsort id='c' name='c'><finiteenumeration><feconstant id='s' name='s'/><feconstant id='a' name='a'/>"
        "<feconstant id='b' name='b'/></finiteenumeration></namedsort><variabledecl id='x' name='x'>"
        "<usersort declaration='c'/></variabledecl></declarations></structure></declaration><page id='page'>"  //
        PLACE("here", "c", "<all><usersort declaration='c'/></all>")                                           //
        PLACE("there", "c", TIMES("0", NAMED)) PLACE("many", "c", TIMES("0", NAMED))                           //
        PLACE("up", "dot", DOT)                                                                                //
        "<transition id='fall'/><transition id='make'/><transition id='go'/>"                                  //
        ARC("a1", "up", "fall", DOT) ARC("a2", "up", "make", TIMES("2", DOT)) ARC("a3", "here", "make", NAMED) //
        ARC("a4", "make", "many", TIMES("3", NAMED)) ARC("a5", "here", "go", X) ARC("a6", "go", "there", X)    //
        "</page></net></pnml>";
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"net.pnml", text, sizeof text - 1};
    struct random_found found = {.states = 16, .arcs = 32, .most = {3, 3, 0, 1}, .most_of_colour = 1};
    struct str none = {0};
    struct quick_case c = {.mem = &mem, .found = &found, .text = &none};
    struct diag diag;
    diag_open(&diag, &mem);
    assert_true(net_read(&c.net, &source, &mem, &diag));
    open_space(&c, true, &diag);
    assert_true(c.is_counted);
    judge_space(&c);
    close_space(&c);
    net_close(&c.net);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quick_answers_are_right),
                                       cmocka_unit_test(colours_count_in_reachable_local_states_only)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
