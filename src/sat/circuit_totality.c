#include "sat/circuit_totality.h"

#define MOST_INPUTS 64                // that are tried for a group
#define MOST_WORK ((uint64_t)1 << 27) // nodes that are looked at, for all groups together

struct totality {
    struct unroll *u;
    struct mem *mem;
    size_t count;            // nodes of the graph
    bool *is_state_bit;      // by node: a latch at moment 0; other inputs are chosen
    uint32_t *group;         // by node of an input: its group's parent (union-find); itself, if it is the group's name
    uint32_t *seen;          // by node: the number of the walk that was there last
    uint32_t walk;           //
    aig_lit *copy;           // by node, for one input at a time
    ARRAY(uint32_t) waiting; // nodes
    ARRAY(struct conjunct {
        aig_lit literal;
        uint32_t group; // an input of it; 0: it has none
        bool is_done;
    })
    conjuncts;
    uint64_t work;
};

// ---- Groups ---------------------------------------------------------------------------------------------------------

static uint32_t name_of(struct totality *t, uint32_t input)
{
    while (t->group[input] != input)
        input = t->group[input] = t->group[t->group[input]];
    return input;
}

static bool is_new(struct totality *t, uint32_t node)
{
    bool result = t->seen[node] != t->walk;
    t->seen[node] = t->walk;
    return result;
}

static void split_conjunction(struct totality *t, aig_lit all)
{
    const struct aig *g = &t->u->aig;
    ARRAY(aig_lit) open = {0};
    t->walk++;
    array_push(t->mem, &open, all);
    while (open.count > 0) {
        aig_lit a = array_pop(&open);
        uint32_t node = aig_node_of(a);
        if (a & 1 || node == 0 || aig_is_input(g, node)) {
            array_push(t->mem, &t->conjuncts, ((struct conjunct){a, 0, false}));
        } else if (is_new(t, node)) {
            array_push(t->mem, &open, g->nodes.at[node].left);
            array_push(t->mem, &open, g->nodes.at[node].right);
        }
    }
    array_free(t->mem, &open);
}

// All inputs that a conjunct needs come into one group.
static void join_inputs(struct totality *t, struct conjunct *c)
{
    const struct aig *g = &t->u->aig;
    t->walk++;
    array_push(t->mem, &t->waiting, aig_node_of(c->literal));
    while (t->waiting.count > 0) {
        uint32_t node = array_pop(&t->waiting);
        if (node == 0 || !is_new(t, node))
            continue;
        t->work++;
        if (!aig_is_input(g, node)) {
            array_push(t->mem, &t->waiting, aig_node_of(g->nodes.at[node].left));
            array_push(t->mem, &t->waiting, aig_node_of(g->nodes.at[node].right));
        } else if (!t->is_state_bit[node]) {
            if (c->group)
                t->group[name_of(t, node)] = name_of(t, c->group);
            c->group = node;
        }
    }
}

// ---- Inputs ---------------------------------------------------------------------------------------------------------

// A condition with the inputs that were found last.
static aig_lit with_inputs_found(struct totality *t, aig_lit condition)
{
    struct unroll *u = t->u;
    uint32_t last = aig_node_of(condition);
    t->copy[0] = AIG_FALSE;
    for (uint32_t i = 1; i <= last; i++) {
        struct aig_node n = u->aig.nodes.at[i];
        if (!aig_is_input(&u->aig, i))
            t->copy[i] = aig_and(&u->aig, t->copy[n.left >> 1] ^ (n.left & 1), t->copy[n.right >> 1] ^ (n.right & 1));
        else if (t->is_state_bit[i])
            t->copy[i] = (aig_lit)i << 1;
        else
            t->copy[i] = u->values[i] ? AIG_TRUE : AIG_FALSE;
    }
    t->work += last;
    return t->copy[last] ^ (condition & 1);
}

// Whether the condition can be satisfied by inputs in every state.
static enum circuit_totality check_group(struct totality *t, aig_lit condition)
{
    struct unroll *u = t->u;
    const struct transition_circuit *c = u->circuit;
    int assumed[MOST_INPUTS + 1];
    size_t bytes = (c->latches.count + 1) * sizeof(int);
    int *state = mem_alloc(t->mem, bytes);
    enum circuit_totality result = CIRCUIT_TOTALITY_UNKNOWN;
    assumed[0] = unroll_literal(u, 0, c->is_state);
    for (size_t tried = 0; tried <= MOST_INPUTS && t->work < MOST_WORK; tried++) {
        enum cnf_answer answer = cnf_solve(&u->cnf, assumed, tried + 1);
        if (answer == CNF_UNSAT)
            result = CIRCUIT_TOTAL;
        if (answer != CNF_SAT || tried == MOST_INPUTS)
            break;
        unroll_read(u, 1);
        t->work += u->value_count;
        for (size_t i = 0; i < c->latches.count; i++) {
            int now = unroll_literal(u, 0, c->latches.at[i].now);
            state[i] = unroll_value(u, 0, c->latches.at[i].now) ? now : -now;
        }
        state[c->latches.count] = cnf_literal(&u->cnf, condition);
        answer = cnf_solve(&u->cnf, state, c->latches.count + 1);
        if (answer == CNF_UNSAT)
            result = CIRCUIT_NOT_TOTAL;
        if (answer != CNF_SAT)
            break;
        unroll_read(u, 1);
        assumed[tried + 1] = -cnf_literal(&u->cnf, with_inputs_found(t, condition));
    }
    mem_free(t->mem, state, bytes);
    return result;
}

static enum circuit_totality check_groups(struct totality *t)
{
    enum circuit_totality result = CIRCUIT_TOTAL;
    for (size_t i = 0; i < t->conjuncts.count && t->work < MOST_WORK; i++)
        join_inputs(t, &t->conjuncts.at[i]);
    if (t->work >= MOST_WORK)
        return CIRCUIT_TOTALITY_UNKNOWN;
    for (size_t i = 0; i < t->conjuncts.count && result == CIRCUIT_TOTAL; i++) {
        const struct conjunct *first = &t->conjuncts.at[i];
        if (first->is_done)
            continue;
        aig_lit all = AIG_TRUE;
        uint32_t name = first->group ? name_of(t, first->group) : 0;
        for (size_t k = i; k < t->conjuncts.count; k++) {
            struct conjunct *c = &t->conjuncts.at[k];
            if (c->is_done || (c->group ? name_of(t, c->group) : 0) != name)
                continue;
            all = aig_and(&t->u->aig, all, c->literal);
            c->is_done = true;
        }
        t->work += t->conjuncts.count - i;
        size_t before = t->count; // gates may have come
        t->count = t->u->aig.nodes.count;
        t->copy = mem_resize(t->mem, t->copy, before * sizeof *t->copy, t->count * sizeof *t->copy);
        t->is_state_bit = mem_resize(t->mem, t->is_state_bit, before, t->count);
        for (size_t k = before; k < t->count; k++)
            t->is_state_bit[k] = false;
        result = check_group(t, all);
    }
    return result;
}

enum circuit_totality circuit_totality_of(struct unroll *u)
{
    const struct transition_circuit *c = u->circuit;
    struct totality t = {.u = u, .mem = u->mem};
    aig_lit is_step = unroll_lit(u, 0, c->is_step), is_state = unroll_lit(u, 1, c->is_state);
    unroll_literal(u, 0, c->is_state);
    for (size_t i = 0; i < c->latches.count; i++)
        unroll_lit(u, 0, c->latches.at[i].now);
    aig_lit all = aig_and(&u->aig, is_step, is_state);
    size_t count = t.count = u->aig.nodes.count;
    t.is_state_bit = mem_zalloc(t.mem, count);
    t.group = mem_zalloc(t.mem, count * sizeof *t.group);
    t.seen = mem_zalloc(t.mem, count * sizeof *t.seen);
    t.copy = mem_alloc(t.mem, count * sizeof *t.copy);
    for (uint32_t i = 0; i < count; i++)
        t.group[i] = i;
    for (size_t i = 0; i < c->latches.count; i++)
        t.is_state_bit[aig_node_of(unroll_lit(u, 0, c->latches.at[i].now))] = true;
    split_conjunction(&t, all);
    enum circuit_totality result = check_groups(&t);
    mem_free(t.mem, t.is_state_bit, t.count);
    mem_free(t.mem, t.group, count * sizeof *t.group);
    mem_free(t.mem, t.seen, count * sizeof *t.seen);
    mem_free(t.mem, t.copy, t.count * sizeof *t.copy);
    array_free(t.mem, &t.waiting);
    array_free(t.mem, &t.conjuncts);
    return result;
}
