// The product of the graph with an automaton of promises. A path satisfies the formula if it is the states of a path of
// the product on which no promise is put off for ever: one that gets into a component with all that fairness asks for,
// of the model and of the promises. Components by Tarjan's search, with a stack of its own.
#include "explicit/product.h"

#include "base/hash.h"
#include "explicit/branching.h"
#include "explicit/promises.h"

#define NO_NODE UINT32_MAX
#define LOOKS_FOR_NEAREST 1000000 // at the most, so that a run that is shown is short

struct node {
    uint32_t state, point;
    uint32_t order, low; // of the search, from 1 on; 0: not yet
    uint32_t component;  // of a fair one, from 1 on
    bool is_closed;      // its component is known
    bool is_good;        // a fair component can be reached
    bool leads;          // one of its successors, in another component, is good
    bool turns;          // it is its own successor
    uint32_t met;        // by which walk it was last
};

struct frame {
    uint32_t node;
    uint64_t edge;  // the next one
    uint32_t place; // in the list of points for it
};

struct product {
    struct graph *graph;
    struct mem *mem; // the engine's `bulk`
    struct promises *promises;
    uint32_t *labels; // by state
    uint64_t *holds;  // by state: which conditions of justice do; NULL: there are none
    uint64_t all;     // what a component must have: of promises, then of justice
    unsigned justice; // the bit where that begins
    ARRAY(struct node) nodes;
    ARRAY(uint32_t) table; // of nodes + 1, by hash
    ARRAY(struct frame) frames;
    ARRAY(uint32_t) open; // nodes whose component is not known yet
    uint32_t orders, components, walks;
    uint64_t looks;
    uint64_t patience; // how often to look further for other fair components, once there is one
};

// ---- Labels ---------------------------------------------------------------------------------------------------------

static void *new_words(struct product *p, size_t size)
{
    return mem_try_zalloc(p->mem, ((size_t)p->graph->count + 1) * size);
}

static bool find_labels(struct product *p)
{
    for (size_t i = 0; i < promises_label_count(p->promises); i++) {
        bool *set = branching_states(p->graph, promises_label(p->promises, i));
        for (uint32_t s = 0; set && s < p->graph->count; s++)
            p->labels[s] |= (uint32_t)set[s] << i;
        graph_free_set(p->graph, set);
        if (!set)
            return false;
    }
    return true;
}

static bool open_product(struct product *p, struct graph *g, formula f, bool negated)
{
    size_t justice = model_justice_count(g->engine->model);
    *p = (struct product){.graph = g, .mem = g->mem, .patience = UINT64_MAX};
    p->promises = promises_new(g->engine->model, f, negated, p->mem);
    p->labels = new_words(p, sizeof *p->labels);
    p->holds = justice ? new_words(p, sizeof *p->holds) : NULL;
    if (!p->promises || !p->labels || (justice && !p->holds))
        return false;
    p->all = promises_all_kept(p->promises);
    while (p->all >> p->justice)
        p->justice++;
    for (size_t i = 0; i < justice; i++) {
        p->all |= UINT64_C(1) << (p->justice + i);
        for (uint32_t s = 0; s < g->count; s++)
            p->holds[s] |= (uint64_t)g->justice[i][s] << (p->justice + i);
    }
    return find_labels(p);
}

static void close_product(struct product *p)
{
    size_t states = (size_t)p->graph->count + 1;
    promises_free(p->promises);
    mem_free(p->mem, p->labels, states * sizeof *p->labels);
    mem_free(p->mem, p->holds, p->holds ? states * sizeof *p->holds : 0);
    array_free(p->mem, &p->nodes);
    array_free(p->mem, &p->table);
    array_free(p->mem, &p->frames);
    array_free(p->mem, &p->open);
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static bool grow_table(struct product *p)
{
    size_t capacity = p->table.count ? 2 * p->table.count : 1024;
    ARRAY(uint32_t) table = {0};
    if (!array_try_reserve(p->mem, &table, capacity))
        return false;
    for (size_t i = 0; i < capacity; i++)
        table.at[table.count++] = 0;
    for (size_t k = 0; k < p->nodes.count; k++) {
        size_t place = hash_pair(p->nodes.at[k].state, p->nodes.at[k].point) & (capacity - 1);
        while (table.at[place])
            place = (place + 1) & (capacity - 1);
        table.at[place] = (uint32_t)k + 1;
    }
    array_free(p->mem, &p->table);
    p->table.at = table.at;
    p->table.count = table.count;
    p->table.capacity = table.capacity;
    return true;
}

// NO_NODE if there is no memory.
static uint32_t find_node(struct product *p, uint32_t state, uint32_t point)
{
    if (2 * (p->nodes.count + 1) > p->table.count && !grow_table(p))
        return NO_NODE;
    size_t mask = p->table.count - 1, place = hash_pair(state, point) & mask;
    for (; p->table.at[place]; place = (place + 1) & mask) {
        const struct node *n = &p->nodes.at[p->table.at[place] - 1];
        if (n->state == state && n->point == point)
            return p->table.at[place] - 1;
    }
    if (p->nodes.count == NO_NODE - 1 || !array_try_reserve(p->mem, &p->nodes, p->nodes.count + 1))
        return NO_NODE;
    p->nodes.at[p->nodes.count++] = (struct node){.state = state, .point = point};
    return p->table.at[place] = (uint32_t)p->nodes.count, (uint32_t)p->nodes.count - 1;
}

static bool is_lost(struct product *p)
{
    if (promises_are_lost(p->promises))
        p->graph->engine->reason = "there are too many ways to satisfy the formula";
    return promises_are_lost(p->promises) || promises_are_exhausted(p->promises);
}

// Goes through the successors of a node; false at the end, or, with NO_NODE, if there is no memory.
static bool next_node(struct product *p, struct frame *f, uint32_t *next)
{
    const struct graph *g = p->graph;
    struct node n = p->nodes.at[f->node];
    for (; f->edge < g->forward.begin[n.state + 1]; f->edge++, f->place = 0) {
        uint32_t to = g->forward.to[f->edge];
        if (!g->fair[to])
            continue;
        struct point_list points = promises_go_on(p->promises, n.point, p->labels[to]);
        if (is_lost(p)) {
            *next = NO_NODE;
            return false;
        }
        if (f->place < points.count) {
            *next = find_node(p, to, points.at[f->place++]);
            return *next != NO_NODE;
        }
    }
    *next = 0;
    return false;
}

static struct frame first_frame(const struct product *p, uint32_t node)
{
    return (struct frame){node, p->graph->forward.begin[p->nodes.at[node].state], 0};
}

// ---- Components -----------------------------------------------------------------------------------------------------

static bool enter(struct product *p, uint32_t node)
{
    if (!array_try_reserve(p->mem, &p->frames, p->frames.count + 1) ||
        !array_try_reserve(p->mem, &p->open, p->open.count + 1))
        return false;
    struct node *n = &p->nodes.at[node];
    n->order = n->low = ++p->orders;
    p->open.at[p->open.count++] = node;
    p->frames.at[p->frames.count++] = first_frame(p, node);
    return true;
}

static uint64_t kept_at(const struct product *p, const struct node *n)
{
    return promises_point(p->promises, n->point)->kept | (p->holds ? p->holds[n->state] : 0);
}

// All open nodes from this one on are a component.
static void close_component(struct product *p, uint32_t root)
{
    size_t begin = p->open.count;
    uint64_t kept = 0;
    bool leads = false, turns = false;
    do {
        const struct node *n = &p->nodes.at[p->open.at[--begin]];
        kept |= kept_at(p, n);
        leads |= n->leads;
        turns |= n->turns;
    } while (p->open.at[begin] != root);
    turns |= p->open.count - begin > 1;
    bool is_fair = turns && (kept & p->all) == p->all;
    p->components += is_fair;
    for (size_t i = begin; i < p->open.count; i++) {
        struct node *n = &p->nodes.at[p->open.at[i]];
        n->is_closed = true;
        n->is_good = is_fair || leads;
        n->component = is_fair ? p->components : 0;
    }
    p->open.count = begin;
}

static void note_edge(struct node *from, const struct node *to)
{
    if (to->is_closed)
        from->leads |= to->is_good;
    else if (to->low < from->low)
        from->low = to->low;
    from->turns |= from == to;
}

static void leave(struct product *p)
{
    uint32_t node = p->frames.at[--p->frames.count].node;
    struct node *n = &p->nodes.at[node];
    if (n->low == n->order)
        close_component(p, node);
    if (p->frames.count)
        note_edge(&p->nodes.at[p->frames.at[p->frames.count - 1].node], n);
}

// False if it gave up.
static bool search(struct product *p, uint32_t start)
{
    if (p->nodes.at[start].order)
        return true;
    if (!enter(p, start))
        return false;
    while (p->frames.count && !(p->components && p->looks > p->patience)) {
        uint32_t to, from = p->frames.at[p->frames.count - 1].node;
        if (p->looks++ % 256 == 0 && explicit_should_stop(p->graph->engine))
            return false;
        if (!next_node(p, &p->frames.at[p->frames.count - 1], &to)) {
            if (to == NO_NODE)
                return false;
            leave(p);
        } else if (p->nodes.at[to].order)
            note_edge(&p->nodes.at[from], &p->nodes.at[to]);
        else if (!enter(p, to))
            return false;
    }
    return true;
}

// Whether one of the paths from a state is good.
static bool search_from_state(struct product *p, uint32_t state, bool *found)
{
    bool good = true;
    *found = false;
    for (size_t i = 0; good && !*found; i++) {
        struct point_list points = promises_begin(p->promises, p->labels[state]);
        if (is_lost(p))
            return false;
        if (i == points.count)
            break;
        uint32_t node = find_node(p, state, points.at[i]);
        good = node != NO_NODE && search(p, node);
        *found = good && (p->nodes.at[node].is_good || p->frames.count); // or it stopped before the end of the search
    }
    return good;
}

bool *product_states(struct graph *g, formula f, bool negated)
{
    struct product p;
    bool good = open_product(&p, g, f, negated), *set = graph_new_set(g, false);
    good = good && set;
    for (uint32_t s = 0; s < g->count && good; s++)
        if (g->fair[s])
            good = search_from_state(&p, s, &set[s]);
    close_product(&p);
    if (!good)
        graph_free_set(g, set);
    return good ? set : NULL;
}

bool product_find(struct graph *g, formula f, bool negated, uint32_t *state)
{
    struct product p;
    bool found = false, good = open_product(&p, g, f, negated);
    p.patience = 0;
    *state = STORE_NONE;
    for (uint32_t s = 0; s < g->engine->initial_count && good && !found; s++) {
        if (g->fair[s])
            good = search_from_state(&p, s, &found);
        if (found)
            *state = s;
    }
    close_product(&p);
    return good;
}

// ---- Lassos ---------------------------------------------------------------------------------------------------------

// Nodes in the order in which they are met, each with the place of the one before it.
struct way_step {
    uint32_t node, from;
};

struct way {
    struct product *product;
    ARRAY(struct way_step) steps;
    uint32_t component; // it stays in this one; 0: it goes to a fair one
    uint64_t kept;      // it goes to where some of this is kept,
    uint32_t end;       // or to this node
};

static bool is_goal(const struct way *w, uint32_t node)
{
    const struct node *n = &w->product->nodes.at[node];
    if (!w->component)
        return n->component;
    return node == w->end || (kept_at(w->product, n) & w->kept);
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
    struct frame f = first_frame(p, w->steps.at[place].node);
    uint32_t to = 0;
    while (!*found && next_node(p, &f, &to)) {
        const struct node *n = &p->nodes.at[to];
        if (n->met == p->walks || (w->component && n->component != w->component))
            continue;
        if (!meet(w, to, place))
            return false;
        *found = is_goal(w, to);
    }
    return to != NO_NODE;
}

// A shortest way on from the steps that are there, added to the run; of one step at least if `moving`. The last node
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

static uint32_t walk_within(struct product *p, uint32_t from, uint64_t kept, uint32_t end, struct run *run)
{
    struct way w = {.product = p, .component = p->nodes.at[from].component, .kept = kept, .end = end};
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
        struct point_list points = promises_begin(p->promises, p->labels[state]);
        if (i == points.count)
            break;
        uint32_t node = find_node(p, state, points.at[i]);
        good = node != NO_NODE && meet(&w, node, NO_NODE);
    }
    uint32_t last = good ? walk(&w, false, run) : NO_NODE;
    array_free(p->mem, &w.steps);
    return last;
}

// Around in a component, by all that is to be kept, and back.
static bool go_around(struct product *p, uint32_t first, struct run *run)
{
    uint64_t missing = p->all & ~kept_at(p, &p->nodes.at[first]);
    uint32_t last = first;
    run->loop = run->states.count - 1;
    while (missing && last != NO_NODE) {
        last = walk_within(p, last, missing, NO_NODE, run);
        if (last != NO_NODE)
            missing &= ~kept_at(p, &p->nodes.at[last]);
    }
    if (last == NO_NODE || walk_within(p, last, 0, first, run) == NO_NODE)
        return false;
    run->states.count--; // the first state of the loop is not repeated
    return true;
}

bool product_show(struct graph *g, formula f, bool negated, uint32_t state, struct run *run)
{
    struct product p;
    bool found, good = open_product(&p, g, f, negated);
    p.patience = LOOKS_FOR_NEAREST;
    good = good && search_from_state(&p, state, &found) && found;
    uint32_t first = good ? walk_to_component(&p, state, run) : NO_NODE;
    good = first != NO_NODE && go_around(&p, first, run);
    close_product(&p);
    return good;
}
