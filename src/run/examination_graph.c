// Quick answers to an examination by a part of the reachability graph of the net as it is written, one marking after
// the other; or by all of it, where it is small.
#include "base/clock.h"
#include "pnml/partial_graph.h"
#include "run/examination_quick_parts.h"

typedef ARRAY(const struct mcc_formula *) condition_list;

// The conditions in a formula: its largest parts without time.
static void add_conditions(const struct mcc_formula *f, struct mem *mem, condition_list *conditions)
{
    if (mcc_is_state_formula(f)) {
        array_push(mem, conditions, f);
        return;
    }
    add_conditions(f->operands[0], mem, conditions);
    if (f->operands[1])
        add_conditions(f->operands[1], mem, conditions);
}

static void decide_by_graph(struct quick *q, struct partial_graph *graph)
{
    enum { MOST_STATES = 10000000 }; // of a product
    for (uint32_t i = 0; i < q->x->questions.count && !token_game_is_broken(q->game); i++) {
        struct question *asked = &q->x->questions.at[i];
        if (asked->is_answered || !q->formulas[i] || examination_quick_is_over(q))
            continue;
        enum walk_truth truth =
            examination_quick_is_linear(q, i)
                ? partial_graph_check_ltl(graph, q->formulas[i], MOST_STATES, examination_quick_is_over, q, q->mem)
                : partial_graph_check(graph, q->formulas[i], q->mem);
        if (truth != WALK_UNKNOWN)
            examination_tell(q->x, asked, truth == WALK_TRUE, BY_STATES | BY_SYMMETRY);
    }
}

static size_t most_words(size_t nodes)
{
    enum { MOST_WORDS = 130000000 };
    return nodes < MOST_WORDS / 500 ? nodes * 500 : MOST_WORDS;
}

// The whole graph, if it is small: all numbers of the state space.
static bool count_graph(struct quick *q, bool is_plain, size_t nodes)
{
    struct question *states = &q->x->questions.at[0], *tokens = &q->x->questions.at[1], *colour = tokens + 1;
    struct partial_graph *graph = partial_graph_open(q->net, q->game, NULL, 0, is_plain, q->mem);
    struct partial_graph_limits limits = {.nodes = 2 * nodes,
                                          .words = most_words(nodes),
                                          .is_to_be_counted = true,
                                          .stop = examination_quick_is_over,
                                          .context = q};
    mpz_t count, arcs;
    int64_t most;
    mpz_inits(count, arcs, NULL);
    bool is_counted = !partial_graph_grow(graph, &limits) && partial_graph_count(graph, count, arcs, &most);
    if (is_counted) {
        if (!states->is_answered)
            examination_tell_number(q->x, "STATES", count, BY_STATES | BY_SYMMETRY);
        examination_tell_number(q->x, "TRANSITIONS", arcs, BY_STATES | BY_SYMMETRY);
        states->is_answered = q->x->has_arcs = true;
        tokens->least = tokens->most = most;
        colour->least = colour->most = token_game_most_of_colour(q->game);
        colour->techniques |= BY_STATES;
        examination_tell_bound(q->x, tokens);
        examination_tell_bound(q->x, colour);
    }
    mpz_clears(count, arcs, NULL);
    partial_graph_close(graph);
    return is_counted;
}

static bool has_permutations(const struct quick *q)
{
    struct colour_symmetry symmetry;
    bool has_any = false;
    colour_symmetry_find(&symmetry, q->net, q->mem);
    for (size_t i = 0; i < symmetry.subclasses.count; i++)
        has_any |= !symmetry.subclasses.at[i].is_ring;
    colour_symmetry_close(&symmetry);
    return has_any;
}

// One marking at a time is for small nets only, in what is left of a quarter of the time.
void examination_quick_space(struct quick *q, size_t nodes, double until)
{
    double start = clock_now();
    q->until = until;
    if (!q->equation || !q->game || q->x->has_arcs)
        return;
    if (has_permutations(q) && count_graph(q, false, nodes))
        return;
    if (until > 0)
        q->until = start + (until - start) / 4;
    count_graph(q, true, nodes / 4);
}

void examination_quick_graph(struct quick *q, size_t nodes, double until)
{
    condition_list conditions = {0};
    q->until = until;
    if (!q->equation || !q->game || !q->initial)
        return;
    for (uint32_t i = 0; i < q->x->questions.count; i++)
        if (q->formulas[i] && !q->x->questions.at[i].is_answered)
            add_conditions(q->formulas[i], q->mem, &conditions);
    if (conditions.count == 0)
        return;
    struct partial_graph *graph = partial_graph_open(q->net, q->game, conditions.at, conditions.count, false, q->mem);
    struct partial_graph_limits limits = {
        .nodes = 1000, .words = most_words(nodes), .stop = examination_quick_is_over, .context = q};
    bool grows = true;
    for (; grows && limits.nodes <= nodes && !examination_quick_is_over(q); limits.nodes *= 4) {
        grows = partial_graph_grow(graph, &limits);
        decide_by_graph(q, graph);
    }
    partial_graph_close(graph);
    array_free(q->mem, &conditions);
}
