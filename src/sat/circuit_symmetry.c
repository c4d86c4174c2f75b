#include "sat/circuit_symmetry.h"

#include "group/automorphism.h"

#define GRAPH_LIMIT 300000 // vertices and edges: Traces cannot be stopped
#define NO_VERTEX UINT32_MAX

enum vertex_kind { IS_LATCH, IS_INPUT, IS_CHOICE, IS_ANY, IS_FALSE, IS_NOT, IS_AND, IS_NEXT, IS_STEP, IS_ROOT };

struct circuit_graph {
    const struct transition_circuit *circuit;
    struct mem *mem;
    struct graph graph;
    bool *has_latch;               // by node: it depends on one
    uint8_t *uses;                 // by node that depends on inputs alone: by how many others; 2: more
    vertex *vertex_of;             // by node
    uint32_t *met;                 // by node: the conjunction that it is known to be a part of
    ARRAY(uint32_t) latch_of;      // by vertex: its latch; UINT32_MAX: it is none
    ARRAY(uint32_t) waiting;       // nodes
    ARRAY(aig_lit) open, operands; // of a conjunction
    ARRAY(vertex) below;
    uint32_t *image; // by latch
    circuit_symmetry_visit visit;
    void *context;
    bool found;
};

// ---- Gates ----------------------------------------------------------------------------------------------------------

static bool is_gate(const struct circuit_graph *g, uint32_t node)
{
    return g->circuit->aig.nodes.at[node].left != AIG_NONE;
}

// A node that stands for itself: a latch, an input, or what depends on inputs alone.
static bool is_leaf(const struct circuit_graph *g, uint32_t node)
{
    return !is_gate(g, node) || !g->has_latch[node];
}

static void count_use(struct circuit_graph *g, aig_lit a)
{
    if (!g->has_latch[a >> 1] && g->uses[a >> 1] < 2)
        g->uses[a >> 1]++;
}

static void find_dependent(struct circuit_graph *g)
{
    const struct aig *aig = &g->circuit->aig;
    for (size_t i = 0; i < g->circuit->latches.count; i++)
        g->has_latch[aig_node_of(g->circuit->latches.at[i].now)] = true;
    for (uint32_t i = 0; i < aig->nodes.count; i++) {
        aig_lit left = aig->nodes.at[i].left, right = aig->nodes.at[i].right;
        if (left == AIG_NONE || (!g->has_latch[left >> 1] && !g->has_latch[right >> 1]))
            continue;
        g->has_latch[i] = true;
        count_use(g, left);
        count_use(g, right);
    }
}

// The operands of a conjunction, and of those that are operands of it themselves.
static void find_operands(struct circuit_graph *g, uint32_t node)
{
    const struct aig *aig = &g->circuit->aig;
    g->operands.count = g->open.count = 0;
    g->met[node] = 0;
    array_push(g->mem, &g->open, 2 * node);
    while (g->open.count > 0) {
        aig_lit a = array_pop(&g->open);
        if (a & 1 || is_leaf(g, a >> 1)) {
            array_push(g->mem, &g->operands, a);
            continue;
        }
        if (g->met[a >> 1] == node) // node 0 is no gate
            continue;
        g->met[a >> 1] = node;
        array_push(g->mem, &g->open, aig->nodes.at[a >> 1].left);
        array_push(g->mem, &g->open, aig->nodes.at[a >> 1].right);
    }
}

static vertex vertex_of_literal(struct circuit_graph *g, aig_lit a)
{
    vertex v = g->vertex_of[a >> 1];
    return a & 1 ? graph_add(&g->graph, (struct vertex_key){.kind = IS_NOT}, &v, 1) : v;
}

static void add_leaf(struct circuit_graph *g, uint32_t node)
{
    struct vertex_key key = {.kind = node == 0 ? IS_FALSE : is_gate(g, node) ? IS_CHOICE : IS_INPUT};
    if (node > 0 && g->uses[node] < 2) // nothing else hangs on where it goes
        g->vertex_of[node] = graph_add(&g->graph, (struct vertex_key){.kind = IS_ANY}, NULL, 0);
    else
        g->vertex_of[node] = graph_add_own(&g->graph, key, NULL, 0);
}

// The vertex of a literal, with those of all that is below it.
static vertex add(struct circuit_graph *g, aig_lit literal)
{
    array_push(g->mem, &g->waiting, literal >> 1);
    while (g->waiting.count > 0 && !g->graph.full) {
        uint32_t node = array_last(&g->waiting);
        size_t waiting = g->waiting.count;
        if (g->vertex_of[node] == NO_VERTEX && is_leaf(g, node))
            add_leaf(g, node);
        if (g->vertex_of[node] == NO_VERTEX) {
            find_operands(g, node);
            for (size_t i = 0; i < g->operands.count; i++)
                if (g->vertex_of[g->operands.at[i] >> 1] == NO_VERTEX)
                    array_push(g->mem, &g->waiting, g->operands.at[i] >> 1);
            if (g->waiting.count > waiting)
                continue;
            g->below.count = 0;
            for (size_t i = 0; i < g->operands.count; i++)
                array_push(g->mem, &g->below, vertex_of_literal(g, g->operands.at[i]));
            g->vertex_of[node] = graph_add(&g->graph, (struct vertex_key){.kind = IS_AND}, g->below.at, g->below.count);
        }
        g->waiting.count--;
    }
    g->waiting.count = 0;
    return g->graph.full ? 0 : vertex_of_literal(g, literal);
}

// ---- The circuit ----------------------------------------------------------------------------------------------------

static void add_latch(struct circuit_graph *g, uint32_t number)
{
    const struct circuit_latch *latch = &g->circuit->latches.at[number];
    struct vertex_key key = {.kind = IS_LATCH, .a = latch->reset == AIG_NONE ? 2 : latch->reset};
    vertex v = graph_add_own(&g->graph, key, NULL, 0);
    while (g->latch_of.count <= v)
        array_push(g->mem, &g->latch_of, UINT32_MAX);
    g->latch_of.at[v] = number;
    g->vertex_of[aig_node_of(latch->now)] = v;
}

// A condition of the whole circuit.
static void add_root(struct circuit_graph *g, aig_lit literal, int64_t number)
{
    vertex v = add(g, literal);
    graph_add_own(&g->graph, (struct vertex_key){.kind = IS_ROOT, .a = number}, &v, 1);
}

static void make_graph(struct circuit_graph *g)
{
    const struct transition_circuit *c = g->circuit;
    find_dependent(g);
    for (uint32_t i = 0; i < c->aig.nodes.count; i++)
        g->vertex_of[i] = NO_VERTEX;
    for (uint32_t i = 0; i < c->latches.count && !g->graph.full; i++)
        add_latch(g, i);
    for (uint32_t i = 0; i < c->latches.count && !g->graph.full; i++) {
        vertex next = add(g, c->latches.at[i].next);
        vertex both[] = {graph_add(&g->graph, (struct vertex_key){.kind = IS_NEXT}, &next, 1),
                         g->vertex_of[aig_node_of(c->latches.at[i].now)]};
        graph_add_own(&g->graph, (struct vertex_key){.kind = IS_STEP}, both, 2);
    }
    add_root(g, c->is_step, 0);
    add_root(g, c->is_state, 1);
    add_root(g, c->is_initial, 2);
}

static void take(void *graph, const vertex *image)
{
    struct circuit_graph *g = graph;
    bool moves = false;
    for (vertex v = 0; v < g->latch_of.count; v++)
        if (g->latch_of.at[v] != UINT32_MAX) {
            g->image[g->latch_of.at[v]] = g->latch_of.at[image[v]];
            moves |= image[v] != v;
        }
    if (moves)
        g->visit(g->context, g->image);
    g->found |= moves;
}

bool circuit_symmetries(const struct transition_circuit *c, double deadline, circuit_symmetry_visit visit,
                        void *context, struct mem *mem)
{
    struct circuit_graph g = {.circuit = c, .mem = mem, .visit = visit, .context = context};
    size_t nodes = c->aig.nodes.count, latches = c->latches.count + 1;
    mpz_t order;
    mpz_init(order);
    graph_open(&g.graph, GRAPH_LIMIT, mem);
    g.has_latch = mem_zalloc(mem, nodes);
    g.vertex_of = mem_alloc(mem, nodes * sizeof *g.vertex_of);
    g.uses = mem_zalloc(mem, nodes);
    g.met = mem_zalloc(mem, nodes * sizeof *g.met);
    g.image = mem_zalloc(mem, latches * sizeof *g.image);
    make_graph(&g);
    if (!g.graph.full)
        graph_automorphisms(&g.graph, deadline, take, &g, order);
    mem_free(mem, g.has_latch, nodes);
    mem_free(mem, g.vertex_of, nodes * sizeof *g.vertex_of);
    mem_free(mem, g.uses, nodes);
    mem_free(mem, g.met, nodes * sizeof *g.met);
    mem_free(mem, g.image, latches * sizeof *g.image);
    array_free(mem, &g.latch_of);
    array_free(mem, &g.waiting);
    array_free(mem, &g.open);
    array_free(mem, &g.operands);
    array_free(mem, &g.below);
    graph_close(&g.graph);
    mpz_clear(order);
    return g.found;
}
