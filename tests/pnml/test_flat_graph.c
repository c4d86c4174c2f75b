// Parts of the reachability graphs of flat nets, against a plain search and against the checkers: formulas and bounds,
// also where colours are counted.
#include "../unit.h"

#include "net_case.h"
#include "pnml/flat_graph.h"

enum { MOST_STATES = 300, FORMULAS = 6 };

struct flat_case {
    struct net_case of;
    struct flat_net flat;
    struct flat_graph *graph;
    bool is_counted, is_complete;
    size_t early; // formulas that a part of the graph decides
};

static bool open_flat(struct flat_case *c, bool is_to_count)
{
    static const struct flat_net_limits limits = {100000, 1000000};
    c->is_counted = is_to_count;
    return is_to_count ? flat_net_count(&c->flat, &c->of.net, &limits, c->of.mem, &c->of.diag)
                       : flat_net_unfold(&c->flat, &c->of.net, &limits, c->of.mem, &c->of.diag);
}

static void judge_formula(struct flat_case *c, const struct mcc_formula *f, bool is_linear, bool is_true)
{
    enum walk_truth truth = is_linear ? flat_graph_check_ltl(c->graph, f, 1000000, net_case_never, NULL)
                                      : flat_graph_check(c->graph, f, net_case_never, NULL);
    net_case_expect(&c->of, truth == WALK_UNKNOWN || (truth == WALK_TRUE) == is_true, "on a flat graph", f);
    net_case_expect(&c->of, truth != WALK_UNKNOWN || !c->is_complete || c->flat.has_whole,
                    "undecided on a whole flat graph", f);
    c->early += truth != WALK_UNKNOWN && !c->is_complete;
}

static void judge_bounds(struct flat_case *c)
{
    for (uint32_t p = 0; p < c->of.net.places.count; p++) {
        int64_t most = flat_graph_most(c->graph, &(struct mcc_sum){&p, 1, 0}), right = c->of.found.most[p];
        net_case_expect(&c->of, most <= right, "too large a bound on a flat graph", NULL);
        net_case_expect(&c->of, most == right || !c->is_complete || c->flat.has_whole, "too small a bound", NULL);
    }
}

static void judge_net(struct flat_case *c)
{
    static const size_t sizes[] = {3, 20, 4 * MOST_STATES};
    const struct mcc_formula *formulas[FORMULAS];
    bool truths[FORMULAS];
    for (int i = 0; i < FORMULAS; i++) {
        formulas[i] = net_case_formula(&c->of, 3, i % 3 == 2);
        truths[i] = net_case_holds(&c->of, formulas[i], i % 3 == 2);
    }
    c->graph = flat_graph_open(&c->flat, c->of.mem);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct flat_graph_limits limits = {.nodes = sizes[i], .words = 10000000, .stop = net_case_never};
        c->is_complete = !flat_graph_grow(c->graph, &limits);
        size_t size = flat_graph_size(c->graph), states = c->of.found.states;
        net_case_expect(&c->of, size <= states, "more markings than there are", NULL);
        net_case_expect(&c->of, !c->is_complete || c->is_counted || size == states, "fewer markings", NULL);
        for (int k = 0; k < FORMULAS; k++)
            judge_formula(c, formulas[k], k % 3 == 2, truths[k]);
        judge_bounds(c);
    }
    net_case_expect(&c->of, c->is_complete, "the flat graph is not complete", NULL);
    flat_graph_close(c->graph);
}

static void flat_graphs_are_right(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("graphs of flat nets");
    size_t counted = 0, early = 0;
    for (int i = 0; i < cases_for(250, 20, 8); i++) {
        struct flat_case c = {0};
        net_case_open(&c.of, &dice, MOST_STATES, &mem);
        bool is_there = i % 4 != 0 && open_flat(&c, true);
        if (!is_there && i % 4 != 0)
            flat_net_close(&c.flat);
        if (!is_there)
            net_case_expect(&c.of, open_flat(&c, false), "not unfolded", NULL);
        judge_net(&c);
        counted += c.is_counted;
        early += c.early;
        flat_net_close(&c.flat);
        net_case_close(&c.of);
    }
    if (cases_for(250, 20, 8) >= 70) // fewer need not have one of each
        assert_true(counted > 0 && early > 0);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(flat_graphs_are_right)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
