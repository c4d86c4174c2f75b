// The whole table's invariants, and the stress build that checks them while collecting and reordering all the time.
#include "bdd/cache.h"
#include "bdd/reorder.h"

static const char *check_node(const bdd_manager *m, const struct unique *u, size_t bucket, uint32_t index, int32_t var)
{
    const struct node *n = &m->nodes[index];
    if (index == 0 || index >= m->fresh)
        return "a chain leads out of the table";
    if (n->var != var)
        return "a node is in another variable's table";
    if (n->low & 1)
        return "a low edge is complemented";
    if (n->low == n->high)
        return "a node has equal edges";
    if (bucket_of(u, n->low, n->high) != bucket)
        return "a node is in the wrong bucket";
    for (int edge = 0; edge < 2; edge++) {
        bdd child = edge ? n->high : n->low;
        if (child >> 1 >= m->fresh || m->nodes[child >> 1].var == FREE_NODE)
            return "an edge leads to a node that is not in use";
        if (level_of(m, child) <= m->level[var])
            return "an edge does not lead downwards";
    }
    for (uint32_t i = n->next; i != NO_NODE; i = m->nodes[i].next)
        if (m->nodes[i].low == n->low && m->nodes[i].high == n->high)
            return "two nodes are equal";
    return NULL;
}

static const char *check_tables(const bdd_manager *m)
{
    uint64_t total = 0;
    for (size_t v = 0; v < m->vars; v++) {
        const struct unique *u = &m->unique[v];
        uint64_t count = 0;
        for (size_t b = 0; b < (size_t)1 << (64 - u->shift); b++)
            for (uint32_t i = u->buckets[b]; i != NO_NODE; i = m->nodes[i].next, count++) {
                const char *wrong = check_node(m, u, b, i, (int32_t)v);
                if (wrong)
                    return wrong;
            }
        if (count != u->count)
            return "a table's count is wrong";
        total += count;
    }
    if (total != nodes_in_use(m))
        return "the number of nodes in use is wrong";
    for (uint32_t i = m->free_list; i != NO_NODE; i = m->nodes[i].next, total++)
        if (m->nodes[i].var != FREE_NODE)
            return "a free node is in use";
    if (total + 1 != m->fresh)
        return "a node is neither in use nor free";
    return NULL;
}

static const char *check_order(const bdd_manager *m)
{
    if (m->level[CONSTANT_VAR] != CONSTANT_LEVEL)
        return "the constant's level is wrong";
    for (int32_t v = 0; (size_t)v < m->vars; v++) {
        int32_t level = m->level[v];
        if (level < 0 || (size_t)level >= m->vars || m->var_at[level] != v)
            return "levels and variables do not match";
        if (m->kind[v] == VAR_NEXT && (level == 0 || m->var_at[level - 1] != v - 1))
            return "a bit's two copies are not neighbours";
        if (m->bound[v] && level == 0)
            return "a bound variable has nothing above it";
    }
    return NULL;
}

static void check_root(bdd_manager *m, bdd f, void *wrong)
{
    if (f >> 1 >= m->fresh || m->nodes[f >> 1].var == FREE_NODE)
        *(const char **)wrong = "a root is not in use";
}

const char *bdd_check(bdd_manager *m)
{
    const char *wrong = check_order(m);
    if (!wrong)
        wrong = check_tables(m);
    if (!wrong)
        bdd_each_root(m, check_root, &wrong);
    return wrong ? wrong : bdd_cache_check(m);
}

// Full checks on a large table at every operation would take forever: the effort is kept in proportion to the number
// of operations, so that small tables, where most tests live, are checked and disturbed every time.
#define STRESS_NODES_PER_OPERATION 4096

void bdd_stress(bdd_manager *m)
{
    m->stress_work += STRESS_NODES_PER_OPERATION;
    uint64_t cost = nodes_in_use(m) + m->vars * 8 + ((uint64_t)1 << (64 - m->cache_shift)) / 8;
    if (m->stress_work < cost)
        return;
    m->stress_work = 0;
    m->stress_random = hash_mix(m->stress_random + 1);
    enum bdd_status status = m->status;
    bdd_collect_now(m);
    if (m->vars > 1 && !m->reorder_locks) {
        if (m->stress_random % 16 == 0)
            bdd_sift_now(m, &(struct bdd_sift_options){.max_blocks = 2});
        else {
            struct reordering r;
            int32_t level = (int32_t)(m->stress_random / 16 % (m->vars - 1));
            bool bound = m->bound[m->var_at[level]] || m->bound[m->var_at[level + 1]] ||
                         ((size_t)level + 2 < m->vars && m->bound[m->var_at[level + 2]]);
            if (!bound && bdd_reordering_open(m, &r)) {
                bdd_exchange(&r, level);
                bdd_reordering_close(&r);
            }
        }
    }
    m->status = status;
    const char *wrong = bdd_check(m);
    assert(!wrong);
    (void)wrong;
}
