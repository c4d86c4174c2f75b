// Linear time on a part of a reachability graph (graph_view.h). Paths on which the formula is false are looked for,
// in the product of the graph with what they must do for that (obligations.h): they lead to where nothing is left to
// do, or to a strongly connected component in which no until is postponed forever (Couvreur, 1999). A path that ends
// stays in its last marking. If there is none, and the search has met nothing that is not known, the formula is true.
#include <string.h>

#include "base/hash.h"
#include "pnml/graph_view.h"
#include "pnml/obligations.h"
#include "pnml/partial_graph.h"

struct product_state {
    uint32_t node, obligation;
    uint32_t order; // in which it was found, from 1; 0 if it is in a component that is done with
};

struct visit { // of the path that is searched
    uint32_t state;
    size_t edge, end; // those that are left, among the edges
    size_t first;
};

struct product_edge {
    uint32_t node, obligation;
    uint64_t met; // bits of untils that it does not postpone
};

struct component { // on the path: from this state on
    uint32_t order;
    uint64_t met, entry; // within it; on the edge that leads to it
};

struct product {
    const struct graph_view *graph;
    struct mem *mem;
    struct obligations *obligations;
    uint32_t node; // whose conditions are asked for
    ARRAY(struct product_state) states;
    uint32_t *table; // hashed numbers of states, plus one
    size_t slots;
    ARRAY(struct visit) path;
    ARRAY(struct product_edge) edges;
    ARRAY(struct component) components;
    ARRAY(uint32_t) live; // states in components on the path, in their order
    choice_array choices;
    uint32_t order;
    bool is_partial, is_refuted;
};

static enum walk_truth truth_of(void *context, const struct mcc_formula *condition)
{
    const struct product *p = context;
    return p->graph->condition(p->graph->graph, p->node, condition);
}

static size_t slot_of(const struct product *p, uint32_t node, uint32_t obligation)
{
    size_t at = hash_pair(node, obligation) & (p->slots - 1);
    for (; p->table[at]; at = (at + 1) & (p->slots - 1)) {
        const struct product_state *s = &p->states.at[p->table[at] - 1];
        if (s->node == node && s->obligation == obligation)
            break;
    }
    return at;
}

static void grow_table(struct product *p)
{
    if (p->table)
        mem_free(p->mem, p->table, p->slots * sizeof *p->table);
    p->slots = p->slots ? 2 * p->slots : 1024;
    p->table = mem_zalloc(p->mem, p->slots * sizeof *p->table);
    for (uint32_t i = 0; i < p->states.count; i++)
        p->table[slot_of(p, p->states.at[i].node, p->states.at[i].obligation)] = i + 1;
}

// The edges of a state of the product, at the end of those that are there.
static void add_edges(struct product *p, uint32_t node, uint32_t obligation)
{
    struct graph_edges next = p->graph->edges(p->graph->graph, node);
    uint64_t untils = obligations_untils(p->obligations);
    p->node = node;
    if (!obligations_choices(p->obligations, obligation, truth_of, p, &p->choices))
        p->is_partial = true;
    for (size_t i = 0; i < p->choices.count; i++)
        if (p->choices.at[i].next == OBLIGATION_MET)
            p->is_refuted = true;
    p->is_partial |= p->choices.count > 0 && !next.are_all;
    for (size_t i = 0; i < p->choices.count; i++) {
        struct product_edge e = {node, p->choices.at[i].next, untils & ~p->choices.at[i].postponed};
        for (uint32_t k = 0; k < next.count; k++) {
            e.node = next.to[k];
            array_push(p->mem, &p->edges, e);
        }
        if (next.are_all && next.count == 0)
            array_push(p->mem, &p->edges, e);
    }
}

static void enter(struct product *p, uint32_t node, uint32_t obligation, uint64_t met)
{
    struct visit v = {.state = (uint32_t)p->states.count, .first = p->edges.count, .edge = p->edges.count};
    if (2 * (p->states.count + 1) > p->slots)
        grow_table(p);
    size_t slot = slot_of(p, node, obligation);
    array_push(p->mem, &p->states, ((struct product_state){node, obligation, ++p->order}));
    p->table[slot] = (uint32_t)p->states.count;
    array_push(p->mem, &p->live, v.state);
    array_push(p->mem, &p->components, ((struct component){p->order, 0, met}));
    add_edges(p, node, obligation);
    v.end = p->edges.count;
    array_push(p->mem, &p->path, v);
}

// An edge back into the path: all from there on is one component.
static void close_cycle(struct product *p, uint32_t order, uint64_t met)
{
    while (array_last(&p->components).order > order) {
        struct component c = array_pop(&p->components);
        met |= c.met | c.entry;
    }
    struct component *c = &array_last(&p->components);
    c->met |= met;
    p->is_refuted |= c->met == obligations_untils(p->obligations);
}

static void leave(struct product *p)
{
    struct visit v = array_pop(&p->path);
    uint32_t order = p->states.at[v.state].order;
    p->edges.count = v.first;
    if (array_last(&p->components).order != order)
        return;
    p->components.count--;
    while (p->live.count > 0 && p->states.at[array_last(&p->live)].order >= order)
        p->states.at[array_pop(&p->live)].order = 0;
}

static void follow(struct product *p)
{
    struct visit *v = &array_last(&p->path);
    if (v->edge == v->end) {
        leave(p);
        return;
    }
    struct product_edge e = p->edges.at[v->edge++];
    size_t slot = slot_of(p, e.node, e.obligation);
    if (p->table[slot] == 0)
        enter(p, e.node, e.obligation, e.met);
    else if (p->states.at[p->table[slot] - 1].order > 0)
        close_cycle(p, p->states.at[p->table[slot] - 1].order, e.met);
}

enum walk_truth graph_view_check_ltl(const struct graph_view *g, const struct mcc_formula *f, size_t states,
                                     bool (*stop)(void *context), void *context, struct mem *mem)
{
    enum { WORK = 4096, EDGES = 4 }; // between looks at the clock; on the path, for each state that there may be
    struct product p = {.graph = g, .mem = mem, .obligations = obligations_open(f, true, mem)};
    if (!p.obligations)
        return WALK_UNKNOWN;
    enter(&p, 0, obligations_first(p.obligations), 0);
    for (size_t work = 0; p.path.count > 0 && !p.is_refuted; work += 1 + p.choices.count * p.choices.count / 16) {
        if (p.states.count > states || p.edges.count / EDGES > states || (work >= WORK && stop(context))) {
            p.is_partial = true;
            break;
        }
        work = work >= WORK ? 0 : work;
        follow(&p);
    }
    enum walk_truth truth = p.is_refuted ? WALK_FALSE : p.is_partial ? WALK_UNKNOWN : WALK_TRUE;
    mem_free(mem, p.table, p.slots * sizeof *p.table);
    array_free(mem, &p.states);
    array_free(mem, &p.path);
    array_free(mem, &p.edges);
    array_free(mem, &p.components);
    array_free(mem, &p.live);
    array_free(mem, &p.choices);
    obligations_close(p.obligations);
    return truth;
}

// ---- Of a net's markings --------------------------------------------------------------------------------------------

static struct graph_edges edges_of(void *graph, uint32_t node)
{
    const struct graph_node *n = partial_graph_node(graph, node);
    return (struct graph_edges){partial_graph_successors(graph, node), n->count, n->is_expanded};
}

static enum walk_truth condition_of(void *graph, uint32_t node, const struct mcc_formula *f)
{
    return partial_graph_condition(graph, node, f);
}

enum walk_truth partial_graph_check_ltl(struct partial_graph *g, const struct mcc_formula *f, size_t states,
                                        bool (*stop)(void *context), void *context, struct mem *mem)
{
    const struct graph_view view = {g, edges_of, condition_of};
    return graph_view_check_ltl(&view, f, states, stop, context, mem);
}
