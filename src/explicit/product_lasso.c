// Traces that show that there is a path: to a fair component of the product, and around in it by all that is asked for.
#include "explicit/product_parts.h"

#define LOOKS_FOR_NEAREST 1000000 // at the most, so that a trace that is shown is short

// Nodes in the order in which they are met, each with the place of the one before it.
struct way_step {
    uint32_t node, from;
};

struct way {
    struct product *product;
    ARRAY(struct way_step) steps;
    uint32_t component; // it stays in this one; 0: it goes to a fair one
    uint64_t kept;      // it goes to where some of this is kept,
    const bool *states; // or to one of these states, if this is not NULL,
    uint32_t end;       // or to this node
};

static bool is_goal(const struct way *w, uint32_t node)
{
    const struct node *n = &w->product->nodes.at[node];
    if (!w->component)
        return n->component;
    return node == w->end || (kept_at(w->product, n) & w->kept) || (w->states && w->states[n->state]);
}

// False if there is no memory.
static bool meet(struct way *w, uint32_t node, uint32_t from)
{
    struct product *p = w->product;
    if (!array_try_reserve(p->mem, &w->steps, w->steps.count + 1))
        return false;
    p->nodes.at[node].met = p->walks;
    w->steps.at[w->steps.count++] = (struct way_step){node, from};
    return true;
}

static bool meet_successors(struct way *w, uint32_t place, bool *found)
{
    struct product *p = w->product;
    struct frame f = path_product_frame(p, w->steps.at[place].node);
    uint32_t to = 0;
    while (!*found && path_product_next_node(p, &f, &to)) {
        const struct node *n = &p->nodes.at[to];
        if (n->met == p->walks || (w->component && n->component != w->component))
            continue;
        if (!meet(w, to, place))
            return false;
        *found = is_goal(w, to);
    }
    return to != NO_NODE;
}

// A shortest way on from the steps that are there, added to the trace; of one step at least if `moving`. The last node
// that it has got to, or NO_NODE.
static uint32_t walk(struct way *w, bool moving, struct run *run)
{
    struct product *p = w->product;
    bool found = false, good = true;
    for (uint32_t i = 0; i < w->steps.count && !moving && !found; i++)
        if (is_goal(w, w->steps.at[i].node)) {
            w->steps.count = i + 1;
            found = true;
        }
    for (uint32_t i = 0; i < w->steps.count && good && !found; i++)
        good = meet_successors(w, i, &found) && (i % 256 || !explicit_should_stop(p->graph->engine));
    if (!good || !found)
        return NO_NODE;
    size_t before = run->states.count;
    uint32_t last = w->steps.at[w->steps.count - 1].node;
    for (uint32_t i = (uint32_t)w->steps.count - 1; w->steps.at[i].from != NO_NODE; i = w->steps.at[i].from)
        array_push(p->graph->engine->mem, &run->states, p->nodes.at[w->steps.at[i].node].state);
    for (size_t i = before, k = run->states.count; i + 1 < k; i++) {
        uint32_t held = run->states.at[--k];
        run->states.at[k] = run->states.at[i];
        run->states.at[i] = held;
    }
    return last;
}

static uint32_t walk_within(struct product *p, uint32_t from, uint64_t kept, const bool *states, uint32_t end,
                            struct run *run)
{
    struct way w = {.product = p, .component = p->nodes.at[from].component, .kept = kept, .states = states, .end = end};
    p->walks++;
    uint32_t last = meet(&w, from, NO_NODE) ? from : NO_NODE;
    if (last != NO_NODE) {
        p->nodes.at[from].met = 0; // it may be the end
        last = walk(&w, end != NO_NODE, run);
    }
    array_free(p->mem, &w.steps);
    return last;
}

// From where paths begin to a fair component.
static uint32_t walk_to_component(struct product *p, uint32_t state, struct run *run)
{
    struct way w = {.product = p, .end = NO_NODE};
    bool good = true;
    p->walks++;
    for (size_t i = 0; good; i++) {
        struct point_list points = ltl_automaton_begin(p->promises, p->labels[state]);
        if (i == points.count)
            break;
        uint32_t node = path_product_node(p, state, points.at[i]);
        good = node != NO_NODE && meet(&w, node, NO_NODE);
    }
    uint32_t last = good ? walk(&w, false, run) : NO_NODE;
    array_free(p->mem, &w.steps);
    return last;
}

// To where a condition holds, if it does somewhere in the component.
static uint32_t visit(struct product *p, uint32_t from, struct condition c, struct run *run)
{
    bool holds = false;
    for (size_t i = 0; i < p->nodes.count && !holds && c.states; i++)
        holds = p->nodes.at[i].component == p->nodes.at[from].component && c.states[p->nodes.at[i].state];
    return holds ? walk_within(p, from, 0, c.states, NO_NODE, run) : from;
}

// Around in a component, by all that is to be kept, and back.
static bool go_around(struct product *p, uint32_t first, struct run *run)
{
    uint64_t missing = p->all & ~kept_at(p, &p->nodes.at[first]);
    uint32_t last = first;
    run->loop = run->states.count - 1;
    while (missing && last != NO_NODE) {
        last = walk_within(p, last, missing, NULL, NO_NODE, run);
        if (last != NO_NODE)
            missing &= ~kept_at(p, &p->nodes.at[last]);
    }
    for (size_t i = 0; i < p->justice.count && last != NO_NODE; i++)
        last = visit(p, last, p->justice.at[i], run);
    for (size_t i = 0; i < p->granted.count && last != NO_NODE; i++)
        last = visit(p, last, p->granted.at[i], run);
    if (last == NO_NODE || walk_within(p, last, 0, NULL, first, run) == NO_NODE)
        return false;
    run->states.count--; // the first state of the loop is not repeated
    return true;
}

bool product_show(struct graph *g, formula f, bool negated, uint32_t state, struct run *run)
{
    struct product p;
    bool found, good = path_product_open(&p, g, f, negated);
    p.patience = LOOKS_FOR_NEAREST;
    good = good && path_product_search(&p, state, &found) && found;
    uint32_t first = good ? walk_to_component(&p, state, run) : NO_NODE;
    good = first != NO_NODE && go_around(&p, first, run);
    path_product_close(&p);
    return good;
}
