// Answers by a part of the reachability graph of the flat net (pnml/flat_graph.h): one marking after the other, of
// counted colours where they can be.
#include "base/clock.h"
#include "pnml/flat_graph.h"
#include "run/examination_parts.h"

enum { MOST_EVENTS = 400000, MOST_CHANGES = 4000000, FIRST_NODES = 2000, FACTOR = 8 };
#define MOST_WORDS ((size_t)250000000)

struct playing {
    struct exam *x;
    struct quick *quick;
    double until;
};

static bool is_over(void *context)
{
    const struct playing *p = context;
    return (p->until > 0 && clock_now() > p->until) || run_is_interrupted(p->x->run);
}

static bool goes_on(void *context, const char *phase)
{
    (void)phase;
    return !is_over(context);
}

static bool is_open(const struct exam *x, uint32_t i)
{
    return !x->questions.at[i].is_answered && !x->questions.at[i].is_silent;
}

// All markings are there, or some of them.
static void decide(struct playing *p, struct flat_graph *graph, uint32_t i, bool is_complete, unsigned techniques)
{
    enum { MOST_STATES = 20000000, STATE_BYTES = 100 }; // of a product
    struct exam *x = p->x;
    struct question *q = &x->questions.at[i];
    const struct mcc_formula *f = examination_quick_formula(p->quick, i);
    bool is_linear = i < x->properties.at.count && x->properties.at.at[i].is_linear;
    if (q->kind == OF_BOUND && !q->is_of_colour) {
        int64_t most = flat_graph_most(graph, &q->sum);
        if (most > q->least || is_complete)
            q->techniques |= techniques;
        q->least = most > q->least ? most : q->least;
        q->most = is_complete ? q->least : q->most;
        examination_tell_bound(x, q);
    } else if (f) {
        size_t room = mem_room(x->mem) / STATE_BYTES, states = room < MOST_STATES ? room : MOST_STATES;
        enum walk_truth truth =
            is_linear ? flat_graph_check_ltl(graph, f, states, is_over, p) : flat_graph_check(graph, f, is_over, p);
        if (truth != WALK_UNKNOWN)
            examination_tell(x, q, truth == WALK_TRUE, techniques);
    }
}

static bool is_asked(const struct exam *x)
{
    for (uint32_t i = 0; i < x->questions.count; i++)
        if (is_open(x, i))
            return true;
    return false;
}

static void play(struct playing *p, const struct flat_net *net, size_t nodes)
{
    struct flat_graph *graph = flat_graph_open(net, p->x->mem);
    struct flat_graph_limits limits = {FIRST_NODES, MOST_WORDS, is_over, p};
    unsigned techniques = BY_STATES | (net->groups.count > 0 ? BY_SYMMETRY | BY_REDUCTION : 0);
    bool grows = true;
    for (; grows && is_asked(p->x) && limits.nodes <= nodes && !is_over(p); limits.nodes *= FACTOR) {
        grows = flat_graph_grow(graph, &limits);
        for (uint32_t i = 0; i < p->x->questions.count && !is_over(p); i++)
            if (is_open(p->x, i))
                decide(p, graph, i, !grows, techniques);
    }
    log_verbose(&p->x->run->log, "the graph of the flat net has %zu nodes%s", flat_graph_size(graph),
                grows ? "" : ", all of them");
    flat_graph_close(graph);
}

void examination_flat(struct exam *x, struct quick *quick, bool unfolds, size_t nodes, double until)
{
    const struct flat_net_limits limits = {MOST_EVENTS, MOST_CHANGES};
    struct playing p = {x, quick, until};
    struct flat_net net;
    struct diag diag; // that it cannot be done is nobody's mistake
    if (!is_asked(x))
        return;
    diag_open(&diag, x->mem);
    diag.goes_on = goes_on;
    diag.context = &p;
    bool good = flat_net_count(&net, x->input.net, &limits, x->mem, &diag);
    if (!good && unfolds) {
        flat_net_close(&net);
        good = flat_net_unfold(&net, x->input.net, &limits, x->mem, &diag);
    }
    if (good)
        play(&p, &net, nodes);
    flat_net_close(&net);
    diag_close(&diag);
}
