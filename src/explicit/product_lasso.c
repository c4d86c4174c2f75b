// Traces that show that there is a path: to a fair component of the product, and around in it by all that is asked for.
#include "explicit/fair_threads.h"
#include "explicit/product_parts.h"

#define LOOKS_FOR_NEAREST 1000000 // at the most, so that a trace that is shown is short

// Nodes in the order in which they are met, each with the place of the one before it.
struct way_step {
    uint32_t node, from;
    uint32_t label;  // of the step to it
    uint32_t thread; // where one is followed
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
static bool meet(struct way *w, uint32_t node, uint32_t from, uint32_t label)
{
    struct product *p = w->product;
    if (!array_try_reserve(p->mem, &w->steps, w->steps.count + 1))
        return false;
    p->nodes.at[node].met = p->walks;
    w->steps.at[w->steps.count++] = (struct way_step){node, from, label, 0};
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
        if (!meet(w, to, place, p->graph->threads ? p->graph->forward.label[f.edge] : THREADS_IDENTITY))
            return false;
        *found = is_goal(w, to);
    }
    return to != NO_NODE;
}

static void reverse(uint32_t *at, size_t begin, size_t end)
{
    for (; begin + 1 < end; begin++) {
        uint32_t held = at[--end];
        at[end] = at[begin];
        at[begin] = held;
    }
}

// Adds the steps on the way to a place to the trace. The node at that place.
static uint32_t add_way(struct product *p, const struct way_step *steps, uint32_t place, struct state_path *path)
{
    struct mem *mem = p->graph->engine->mem;
    size_t states = path->states.count, labels = path->labels.count;
    uint32_t last = steps[place].node;
    for (uint32_t i = place; steps[i].from != NO_NODE; i = steps[i].from) {
        array_push(mem, &path->states, p->nodes.at[steps[i].node].state);
        if (p->graph->threads)
            array_push(mem, &path->labels, steps[i].label);
    }
    reverse(path->states.at, states, path->states.count);
    reverse(path->labels.at, labels, path->labels.count);
    return last;
}

// A shortest way on from the steps that are there, added to the trace; of one step at least if `moving`. The last node
// that it has got to, or NO_NODE.
static uint32_t walk(struct way *w, bool moving, struct state_path *path)
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
    return add_way(p, w->steps.at, (uint32_t)w->steps.count - 1, path);
}

static uint32_t walk_within(struct product *p, uint32_t from, uint64_t kept, const bool *states, uint32_t end,
                            struct state_path *path)
{
    struct way w = {.product = p, .component = p->nodes.at[from].component, .kept = kept, .states = states, .end = end};
    p->walks++;
    uint32_t last = meet(&w, from, NO_NODE, THREADS_IDENTITY) ? from : NO_NODE;
    if (last != NO_NODE) {
        p->nodes.at[from].met = 0; // it may be the end
        last = walk(&w, end != NO_NODE, path);
    }
    array_free(p->mem, &w.steps);
    return last;
}

// From where paths begin to a fair component.
static uint32_t walk_to_component(struct product *p, uint32_t state, struct state_path *path)
{
    struct way w = {.product = p, .end = NO_NODE};
    bool good = true;
    p->walks++;
    for (size_t i = 0; good; i++) {
        struct point_list points = ltl_automaton_begin(p->promises, p->labels[state]);
        if (i == points.count)
            break;
        uint32_t node = path_product_node(p, state, points.at[i]);
        good = node != NO_NODE && meet(&w, node, NO_NODE, THREADS_IDENTITY);
    }
    uint32_t last = good ? walk(&w, false, path) : NO_NODE;
    array_free(p->mem, &w.steps);
    return last;
}

// To where a condition holds, if it does somewhere in the component.
static uint32_t visit(struct product *p, uint32_t from, struct condition c, struct state_path *path)
{
    bool holds = false;
    for (size_t i = 0; i < p->nodes.count && !holds && c.states; i++)
        holds = p->nodes.at[i].component == p->nodes.at[from].component && c.states[p->nodes.at[i].state];
    return holds ? walk_within(p, from, 0, c.states, NO_NODE, path) : from;
}

// ---- Threads --------------------------------------------------------------------------------------------------------

struct thread_way {
    struct product *product;
    ARRAY(struct way_step) steps;
    bool *is_met; // by node and condition
};

static bool meet_thread(struct thread_way *w, struct way_step step)
{
    struct product *p = w->product;
    bool *is_met = &w->is_met[(size_t)step.node * p->graph->threads->conditions + step.thread];
    if (*is_met)
        return true;
    if (!array_try_reserve(p->mem, &w->steps, w->steps.count + 1))
        return false;
    *is_met = true;
    w->steps.at[w->steps.count++] = step;
    return true;
}

// To where the condition is met that a thread has become by then; nowhere, if it never is.
static uint32_t follow_thread(struct product *p, uint32_t from, uint32_t thread, struct state_path *path)
{
    const struct graph *g = p->graph;
    size_t room = p->nodes.count * g->threads->conditions;
    struct thread_way w = {.product = p, .is_met = mem_try_zalloc(p->mem, room)};
    uint32_t last = from;
    bool good = w.is_met && meet_thread(&w, (struct way_step){from, NO_NODE, THREADS_IDENTITY, thread}), found = false;
    for (uint32_t i = 0; i < w.steps.count && good && !found; i++) {
        struct way_step step = w.steps.at[i];
        struct frame f = path_product_frame(p, step.node);
        uint32_t to = 0;
        found = threads_is_met(g, step.thread, p->nodes.at[step.node].state);
        if (found)
            last = add_way(p, w.steps.at, i, path);
        while (!found && good && path_product_next_node(p, &f, &to)) {
            uint32_t label = g->forward.label[f.edge];
            if (p->nodes.at[to].component == p->nodes.at[from].component)
                good = meet_thread(&w, (struct way_step){to, i, label, threads_follow(g->threads, label, step.thread)});
        }
        good = good && to != NO_NODE && (i % 256 || !explicit_should_stop(g->engine));
    }
    mem_free(p->mem, w.is_met, room);
    array_free(p->mem, &w.steps);
    return good ? last : NO_NODE;
}

// What a condition of where the loop begins has become at its end.
static uint32_t thread_at_end(const struct graph *g, const struct state_path *path, uint32_t condition)
{
    for (size_t i = path->loop + 1; i < path->states.count; i++)
        condition = threads_follow(g->threads, path->labels.at[i], condition);
    return condition;
}

// Each thread of where the loop begins meets its condition: so it is in each turn, whatever the conditions are by then.
static uint32_t visit_threads(struct product *p, uint32_t last, struct state_path *path)
{
    const struct graph *g = p->graph;
    for (uint32_t i = 0; g->threads && i < g->threads->conditions && last != NO_NODE; i++)
        last = follow_thread(p, last, thread_at_end(g, path, i), path);
    return last;
}

// Around in a component, by all that is to be kept, and back.
static bool go_around(struct product *p, uint32_t first, struct state_path *path)
{
    uint64_t missing = p->all & ~kept_at(p, &p->nodes.at[first]);
    uint32_t last = first;
    path->loop = path->states.count - 1;
    while (missing && last != NO_NODE) {
        last = walk_within(p, last, missing, NULL, NO_NODE, path);
        if (last != NO_NODE)
            missing &= ~kept_at(p, &p->nodes.at[last]);
    }
    for (size_t i = 0; i < p->justice.count && last != NO_NODE; i++)
        last = visit(p, last, p->justice.at[i], path);
    for (size_t i = 0; i < p->granted.count && last != NO_NODE; i++)
        last = visit(p, last, p->granted.at[i], path);
    if (last != NO_NODE)
        last = visit_threads(p, last, path);
    if (last == NO_NODE || walk_within(p, last, 0, NULL, first, path) == NO_NODE)
        return false;
    path->states.count--; // the first state of the loop is not repeated
    return true;
}

bool product_show(struct graph *g, formula f, bool negated, uint32_t state, struct state_path *path)
{
    struct product p;
    bool found, good = path_product_open(&p, g, f, negated);
    p.patience = LOOKS_FOR_NEAREST;
    good = good && path_product_search(&p, state, &found) && found;
    uint32_t first = good ? walk_to_component(&p, state, path) : NO_NODE;
    good = first != NO_NODE && go_around(&p, first, path);
    path_product_close(&p);
    return good;
}
