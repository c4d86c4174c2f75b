#include "sat/unroll.h"

void unroll_open(struct unroll *u, const struct transition_circuit *circuit, bool from_reset, struct sat_watch *watch,
                 struct mem *mem)
{
    *u = (struct unroll){.mem = mem, .circuit = circuit, .from_reset = from_reset};
    aig_open(&u->aig, mem);
    cnf_open(&u->cnf, &u->aig, watch, mem);
    for (size_t i = 0; i < circuit->aig.inputs; i++)
        array_push(mem, &u->latch_of, UINT32_MAX);
    for (size_t i = 0; i < circuit->latches.count; i++)
        u->latch_of.at[circuit->aig.nodes.at[aig_node_of(circuit->latches.at[i].now)].right] = (uint32_t)i;
}

void unroll_close(struct unroll *u)
{
    for (size_t i = 0; i < u->moments.count; i++)
        mem_free(u->mem, u->moments.at[i].image, u->moments.at[i].count * sizeof(aig_lit));
    array_free(u->mem, &u->moments);
    array_free(u->mem, &u->latch_of);
    array_free(u->mem, &u->waiting);
    mem_free(u->mem, u->values, u->value_count * sizeof *u->values);
    cnf_close(&u->cnf);
    aig_close(&u->aig);
}

// ---- Copies ---------------------------------------------------------------------------------------------------------

static struct moment *moment_at(struct unroll *u, size_t number)
{
    while (u->moments.count <= number)
        array_push(u->mem, &u->moments, (struct moment){0});
    struct moment *m = &u->moments.at[number];
    size_t wanted = u->circuit->aig.nodes.count;
    if (m->count < wanted) { // conditions of further properties may have come
        m->image = mem_resize(u->mem, m->image, m->count * sizeof *m->image, wanted * sizeof *m->image);
        for (size_t i = m->count; i < wanted; i++)
            m->image[i] = AIG_NONE;
        m->count = wanted;
    }
    return m;
}

static aig_lit image(const struct moment *m, aig_lit a)
{
    return m->image[a >> 1] == AIG_NONE ? AIG_NONE : m->image[a >> 1] ^ (a & 1);
}

static void wait_for(struct unroll *u, size_t moment, aig_lit literal)
{
    struct unroll_place place = {(uint32_t)moment, literal >> 1};
    array_push(u->mem, &u->waiting, place);
}

// The image of an input; AIG_NONE if it is that of something that waits now.
static aig_lit image_of_input(struct unroll *u, size_t moment, uint32_t node)
{
    uint32_t number = u->latch_of.at[u->circuit->aig.nodes.at[node].right];
    if (number == UINT32_MAX)
        return aig_input(&u->aig);
    const struct circuit_latch *latch = &u->circuit->latches.at[number];
    if (moment == 0)
        return u->from_reset && latch->reset != AIG_NONE ? latch->reset : aig_input(&u->aig);
    aig_lit is = image(moment_at(u, moment - 1), latch->next);
    if (is == AIG_NONE)
        wait_for(u, moment - 1, latch->next);
    return is;
}

static aig_lit image_of_gate(struct unroll *u, size_t moment, uint32_t node)
{
    const struct aig_node *n = &u->circuit->aig.nodes.at[node];
    aig_lit left = image(&u->moments.at[moment], n->left), right = image(&u->moments.at[moment], n->right);
    if (left == AIG_NONE)
        wait_for(u, moment, n->left);
    if (right == AIG_NONE)
        wait_for(u, moment, n->right);
    return left == AIG_NONE || right == AIG_NONE ? AIG_NONE : aig_and(&u->aig, left, right);
}

aig_lit unroll_lit(struct unroll *u, size_t moment, aig_lit literal)
{
    wait_for(u, moment, literal);
    while (u->waiting.count > 0) {
        struct unroll_place at = array_last(&u->waiting);
        if (moment_at(u, at.moment)->image[at.node] == AIG_NONE) {
            aig_lit is = at.node == 0                              ? AIG_FALSE
                         : aig_is_input(&u->circuit->aig, at.node) ? image_of_input(u, at.moment, at.node)
                                                                   : image_of_gate(u, at.moment, at.node);
            if (is == AIG_NONE)
                continue;
            u->moments.at[at.moment].image[at.node] = is;
        }
        u->waiting.count--;
    }
    return image(&u->moments.at[moment], literal);
}

int unroll_literal(struct unroll *u, size_t moment, aig_lit literal)
{
    return cnf_literal(&u->cnf, unroll_lit(u, moment, literal));
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

// What implies the path to a moment, where that of the moment before is made.
static int path_to(struct unroll *u, size_t moment)
{
    const struct transition_circuit *c = u->circuit;
    int before = moment > 0 ? u->moments.at[moment - 1].path : 0;
    int is_state = unroll_literal(u, moment, moment == 0 && u->from_reset ? c->is_initial : c->is_state);
    int is_step = moment > 0 ? unroll_literal(u, moment - 1, c->is_step) : CNF_TRUE;
    // Without conditions, a path can be as long as it likes: else each question would go through all of a long one. For
    // paths from anywhere, there are clauses of others that are about those of one length.
    if (u->from_reset && is_state == CNF_TRUE && is_step == CNF_TRUE)
        return moment > 0 ? before : CNF_TRUE;
    int path = cnf_variable(&u->cnf);
    cnf_clause2(&u->cnf, -path, is_state);
    if (moment > 0) {
        cnf_clause2(&u->cnf, -path, before);
        cnf_clause2(&u->cnf, -path, is_step);
    }
    return path;
}

int unroll_path(struct unroll *u, size_t moment)
{
    for (; u->paths <= moment; u->paths++) {
        int path = path_to(u, u->paths);
        moment_at(u, u->paths)->path = path;
    }
    return u->moments.at[moment].path;
}

aig_lit unroll_bad(struct unroll *u, size_t moment, struct sat_bad bad)
{
    aig_lit is_bad = unroll_lit(u, moment, bad.violation);
    if (!bad.is_of_step)
        return is_bad;
    is_bad = aig_and(&u->aig, is_bad, unroll_lit(u, moment, u->circuit->is_step));
    return aig_and(&u->aig, is_bad, unroll_lit(u, moment + 1, u->circuit->is_state));
}

// ---- Reading --------------------------------------------------------------------------------------------------------

void unroll_read(struct unroll *u, size_t length)
{
    for (size_t t = 0; t < length; t++)
        for (size_t i = 0; i < u->circuit->latches.count; i++)
            unroll_lit(u, t, u->circuit->latches.at[i].now);
    size_t wanted = u->aig.nodes.count;
    u->values = mem_resize(u->mem, u->values, u->value_count * sizeof *u->values, wanted * sizeof *u->values);
    u->value_count = wanted;
    cnf_read(&u->cnf, u->values);
}

bool unroll_value(const struct unroll *u, size_t moment, aig_lit literal)
{
    const struct moment *m = &u->moments.at[moment];
    aig_lit is = literal >> 1 < m->count ? image(m, literal) : AIG_NONE;
    return is != AIG_NONE && aig_value(u->values, is);
}

struct reading {
    const struct unroll *u;
    size_t moment;
};

static bool is_true(void *context, aig_lit literal)
{
    const struct reading *r = context;
    return unroll_value(r->u, r->moment, literal);
}

void unroll_read_state(const struct unroll *u, size_t moment, value *state)
{
    transition_circuit_read(u->circuit, is_true, &(struct reading){u, moment}, state);
}

void unroll_read_trace(struct unroll *u, size_t length, struct trace *trace)
{
    struct model *m = u->circuit->model;
    size_t bytes = (model_cell_count(m) + 1) * sizeof(value);
    value *state = mem_zalloc(u->mem, bytes);
    unroll_read(u, length);
    trace_open(trace, m);
    for (size_t i = 0; i < length; i++) {
        unroll_read_state(u, i, state);
        trace_push(trace, u->mem, state);
    }
    mem_free(u->mem, state, bytes);
}
