#include "run/certificate/strong_components.h"

#include "base/array.h"

struct visit {
    uint32_t node;
    size_t next; // successor to look at
};

struct search {
    const struct successor_lists *graph;
    struct mem *mem;
    uint32_t *component;     // of the nodes that are done
    uint32_t *index, *least; // from 1; 0: not seen
    ARRAY(struct visit) path;
    ARRAY(uint32_t) open; // seen, and not yet in a component
    uint32_t seen, components;
};

static void enter(struct search *s, uint32_t node)
{
    struct visit visit = {node, s->graph->first[node]};
    s->index[node] = s->least[node] = ++s->seen;
    array_push(s->mem, &s->path, visit);
    array_push(s->mem, &s->open, node);
}

static void leave(struct search *s, uint32_t node)
{
    s->path.count--;
    if (s->path.count > 0 && s->least[array_last(&s->path).node] > s->least[node])
        s->least[array_last(&s->path).node] = s->least[node];
    if (s->least[node] != s->index[node])
        return;
    for (uint32_t member = UINT32_MAX; member != node;) {
        member = array_pop(&s->open);
        s->component[member] = s->components;
    }
    s->components++;
}

static void search_from(struct search *s, uint32_t root)
{
    const struct successor_lists *g = s->graph;
    enter(s, root);
    while (s->path.count > 0) {
        struct visit *v = &array_last(&s->path);
        if (v->next == g->first[v->node + 1]) {
            leave(s, v->node);
            continue;
        }
        uint32_t to = g->to[v->next++];
        if (g->is_in && !g->is_in[to])
            continue;
        if (!s->index[to])
            enter(s, to);
        else if (s->component[to] == UINT32_MAX && s->least[v->node] > s->index[to])
            s->least[v->node] = s->index[to];
    }
}

uint32_t *strong_components(const struct successor_lists *graph, struct mem *mem, uint32_t *count)
{
    struct search s = {.graph = graph, .mem = mem};
    size_t bytes = graph->nodes * sizeof(uint32_t);
    s.component = mem_alloc(mem, bytes);
    s.index = mem_zalloc(mem, bytes);
    s.least = mem_zalloc(mem, bytes);
    for (uint32_t i = 0; i < graph->nodes; i++)
        s.component[i] = UINT32_MAX;
    for (uint32_t i = 0; i < graph->nodes; i++)
        if (!s.index[i] && (!graph->is_in || graph->is_in[i]))
            search_from(&s, i);
    mem_free(mem, s.index, bytes);
    mem_free(mem, s.least, bytes);
    array_free(mem, &s.path);
    array_free(mem, &s.open);
    *count = s.components;
    return s.component;
}
