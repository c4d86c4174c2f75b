// The product of the graph with an automaton of promises. A path satisfies the formula if it is the states of a path of
// the product on which no promise is put off forever: one that gets into a component with all that fairness asks for,
// of the model, of the formula (model/path_fairness.h) and of the promises. Components by Tarjan's search, with a stack
// of its own. In one that asks for something in vain (compassion), what does not ask is searched again (Streett).
#include "explicit/product_parts.h"

#include "base/hash.h"
#include "explicit/branching.h"

// ---- Labels ---------------------------------------------------------------------------------------------------------

static void *new_words(struct product *p, size_t size)
{
    return mem_try_zalloc(p->mem, ((size_t)p->graph->count + 1) * size);
}

static bool find_labels(struct product *p)
{
    for (size_t i = 0; i < ltl_automaton_label_count(p->promises); i++) {
        bool *set = branching_states(p->graph, ltl_automaton_label(p->promises, i));
        for (uint32_t s = 0; set && s < p->graph->count; s++)
            p->labels[s] |= (uint32_t)set[s] << i;
        graph_free_set(p->graph, set);
        if (!set)
            return false;
    }
    return true;
}

// ---- Fairness -------------------------------------------------------------------------------------------------------

// The states where a part of the formula holds.
static bool find_condition(struct product *p, struct path_term term, struct condition *c)
{
    *c = (struct condition){NULL, true};
    if (term.formula == FORMULA_NONE)
        return true;
    c->states = branching_states(p->graph, term.formula);
    for (uint32_t s = 0; c->states && term.negated && s < p->graph->count; s++)
        c->states[s] = !c->states[s];
    return c->states;
}

#define ADD_CONDITION(p, list, condition) array_push((p)->graph->engine->mem, list, condition)

static bool find_fairness(struct product *p, const struct path_fairness *f)
{
    struct graph *g = p->graph;
    bool good = true;
    for (size_t i = 0; i < model_justice_count(g->engine->model) && !g->threads; i++)
        ADD_CONDITION(p, &p->justice, ((struct condition){g->justice[i], false}));
    for (size_t i = 0; i < model_compassion_count(g->engine->model) && !g->threads; i++) {
        ADD_CONDITION(p, &p->asked, ((struct condition){g->compassion[i][0], false}));
        ADD_CONDITION(p, &p->granted, ((struct condition){g->compassion[i][1], false}));
    }
    for (size_t i = 0; i < f->justice.count && good; i++) {
        struct condition c;
        good = find_condition(p, f->justice.at[i], &c);
        ADD_CONDITION(p, &p->justice, c);
    }
    for (size_t i = 0; i < f->asked.count && good; i++) {
        struct condition asked, granted = {NULL, true};
        good = find_condition(p, f->asked.at[i], &asked) && find_condition(p, f->granted.at[i], &granted);
        ADD_CONDITION(p, &p->asked, asked);
        ADD_CONDITION(p, &p->granted, granted);
    }
    return good;
}

bool path_product_open(struct product *p, struct graph *g, formula f, bool negated)
{
    struct mem *mem = g->engine->mem;
    struct path_fairness fairness;
    *p = (struct product){.graph = g, .mem = g->mem, .patience = UINT64_MAX};
    path_fairness_open(&fairness, g->engine->model, f, negated, mem);
    p->promises = ltl_automaton_new(g->engine->model, fairness.rest.at, fairness.rest.count, p->mem);
    p->labels = new_words(p, sizeof *p->labels);
    bool good = p->promises && p->labels && find_fairness(p, &fairness);
    path_fairness_close(&fairness, mem);
    if (!good)
        return false;
    p->all = ltl_automaton_all_kept(p->promises);
    return find_labels(p);
}

static void free_own(struct product *p, const struct condition *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (at[i].is_own)
            graph_free_set(p->graph, at[i].states);
}

void path_product_close(struct product *p)
{
    size_t states = (size_t)p->graph->count + 1;
    struct mem *mem = p->graph->engine->mem;
    ltl_automaton_free(p->promises);
    mem_free(p->mem, p->labels, states * sizeof *p->labels);
    free_own(p, p->justice.at, p->justice.count);
    free_own(p, p->asked.at, p->asked.count);
    free_own(p, p->granted.at, p->granted.count);
    array_free(mem, &p->justice);
    array_free(mem, &p->asked);
    array_free(mem, &p->granted);
    array_free(p->mem, &p->nodes);
    array_free(p->mem, &p->table);
    array_free(p->mem, &p->frames);
    array_free(p->mem, &p->open);
    array_free(p->mem, &p->parts);
    array_free(p->mem, &p->stack);
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

uint32_t path_product_node(struct product *p, uint32_t state, uint32_t point)
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
    if (ltl_automaton_are_lost(p->promises))
        p->graph->engine->cause = CAUSE_TOO_MANY_PROMISES;
    return ltl_automaton_are_lost(p->promises) || ltl_automaton_are_exhausted(p->promises);
}

bool path_product_next_node(struct product *p, struct frame *f, uint32_t *next)
{
    const struct graph *g = p->graph;
    struct node n = p->nodes.at[f->node];
    for (; f->edge < g->forward.begin[n.state + 1]; f->edge++, f->place = 0) {
        uint32_t to = g->forward.to[f->edge];
        if (!g->fair[to])
            continue;
        struct point_list points = ltl_automaton_go_on(p->promises, n.point, p->labels[to]);
        if (is_lost(p)) {
            *next = NO_NODE;
            return false;
        }
        if (f->place < points.count) {
            *next = path_product_node(p, to, points.at[f->place++]);
            return *next != NO_NODE;
        }
    }
    *next = 0;
    return false;
}

struct frame path_product_frame(const struct product *p, uint32_t node)
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
    p->frames.at[p->frames.count++] = path_product_frame(p, node);
    return true;
}

// All open nodes from this one on are a component. False if it gave up.
static bool close_component(struct product *p, uint32_t root)
{
    size_t begin = p->open.count;
    uint32_t components = p->components;
    bool leads = false;
    do
        leads |= p->nodes.at[p->open.at[--begin]].leads;
    while (p->open.at[begin] != root);
    if (!path_product_judge(p, p->open.at + begin, p->open.count - begin))
        return false;
    for (size_t i = begin; i < p->open.count; i++) {
        struct node *n = &p->nodes.at[p->open.at[i]];
        n->is_closed = true;
        n->reaches_fair = p->components > components || leads;
    }
    p->open.count = begin;
    return true;
}

static void note_edge(struct node *from, const struct node *to)
{
    if (to->is_closed)
        from->leads |= to->reaches_fair;
    else if (to->low < from->low)
        from->low = to->low;
    from->turns |= from == to;
}

static bool leave(struct product *p)
{
    uint32_t node = p->frames.at[--p->frames.count].node;
    struct node *n = &p->nodes.at[node];
    if (n->low == n->order && !close_component(p, node))
        return false;
    if (p->frames.count)
        note_edge(&p->nodes.at[p->frames.at[p->frames.count - 1].node], n);
    return true;
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
        if (!path_product_next_node(p, &p->frames.at[p->frames.count - 1], &to)) {
            if (to == NO_NODE || !leave(p))
                return false;
        } else if (p->nodes.at[to].order)
            note_edge(&p->nodes.at[from], &p->nodes.at[to]);
        else if (!enter(p, to))
            return false;
    }
    return true;
}

bool path_product_search(struct product *p, uint32_t state, bool *found)
{
    bool good = true;
    *found = false;
    for (size_t i = 0; good && !*found; i++) {
        struct point_list points = ltl_automaton_begin(p->promises, p->labels[state]);
        if (is_lost(p))
            return false;
        if (i == points.count)
            break;
        uint32_t node = path_product_node(p, state, points.at[i]);
        good = node != NO_NODE && search(p, node);
        *found =
            good && (p->nodes.at[node].reaches_fair || p->frames.count); // or it stopped before the end of the search
    }
    return good;
}

bool *product_states(struct graph *g, formula f, bool negated)
{
    struct product p;
    bool good = path_product_open(&p, g, f, negated), *set = graph_new_set(g, false);
    good = good && set;
    for (uint32_t s = 0; s < g->count && good; s++)
        if (g->fair[s])
            good = path_product_search(&p, s, &set[s]);
    path_product_close(&p);
    if (!good)
        graph_free_set(g, set);
    return good ? set : NULL;
}

bool product_find(struct graph *g, formula f, bool negated, uint32_t *state)
{
    struct product p;
    bool found = false, good = path_product_open(&p, g, f, negated);
    p.patience = 0;
    *state = STORE_NONE;
    for (uint32_t s = 0; s < g->engine->initial_count && good && !found; s++) {
        if (g->fair[s])
            good = path_product_search(&p, s, &found);
        if (found)
            *state = s;
    }
    path_product_close(&p);
    return good;
}
