// The exchange of two neighbouring levels, after Rudell: a node of the upper variable x that has a child of the lower
// variable y becomes a node of y whose children are nodes of x. It stays where it is, so that all handles to it keep
// their function; all other nodes stay as they are.
//
//        x                y
//       / \              / \            f01: the low child's high child, and so on
//      y   y     ->     x   x
//     / \ / \          / \ / \          new low  = (x ? f10 : f00)
//   f00 f01 f10 f11  f00 f10 f01 f11    new high = (x ? f11 : f01)
//
// References are counted only while reordering, in an array of its own: nodes of y that lose their last one are freed
// at once, so that the table's size is exact after each exchange. That is what sifting needs.
#include "bdd/reorder.h"

#include <string.h>

#include "base/clock.h"
#include "bdd/cache.h"

#define MOST_INTERACTING_VARS 16384
#define INTERACTION_EFFORT 8 // visits for each node of the table

// ---- Opening --------------------------------------------------------------------------------------------------------

static void count_root(bdd_manager *m, bdd f, void *references)
{
    (void)m;
    ((uint32_t *)references)[f >> 1]++;
}

struct support_search {
    const struct reordering *r;
    uint32_t *seen; // the last root that came by
    uint64_t *support;
    uint64_t effort; // visits left
};

static void find_support(struct support_search *s, uint32_t index, uint32_t root)
{
    for (; index != 0 && s->seen[index] != root; index = s->r->m->nodes[index].low >> 1) {
        const struct node *n = &s->r->m->nodes[index];
        s->seen[index] = root;
        s->support[n->var >> 6] |= UINT64_C(1) << (n->var & 63);
        if (s->effort)
            s->effort--;
        find_support(s, n->high >> 1, root);
    }
}

static void record_support(struct reordering *r, const uint64_t *support)
{
    for (size_t x = 0; x < r->m->vars; x++)
        if (support[x >> 6] >> (x & 63) & 1)
            for (size_t w = 0; w < r->row; w++)
                r->interacts[x * r->row + w] |= support[w];
}

// Two variables interact if some function has both in its support; exchanging others changes no node. Gives up, and
// takes all as interacting, when functions share so much that finding out costs more than it saves.
static void find_interactions(struct reordering *r)
{
    bdd_manager *m = r->m;
    if (m->vars > MOST_INTERACTING_VARS)
        return;
    r->row = m->vars / 64 + 1;
    r->interacts = mem_try_zalloc(&m->mem, m->vars * r->row * sizeof *r->interacts + 1);
    struct support_search s = {.r = r, .effort = INTERACTION_EFFORT * nodes_in_use(m) + 1};
    s.seen = mem_try_zalloc(&m->mem, m->fresh * sizeof *s.seen);
    s.support = mem_try_alloc(&m->mem, r->row * sizeof *s.support);
    bool found = r->interacts && s.seen && s.support;
    for (uint32_t i = 1; found && i < m->fresh; i++)
        if (m->nodes[i].var >= 0 && r->references[i] == 0) { // below no other node
            memset(s.support, 0, r->row * sizeof *s.support);
            find_support(&s, i, i);
            record_support(r, s.support);
            found = s.effort > 0;
        }
    mem_free(&m->mem, s.seen, m->fresh * sizeof *s.seen);
    mem_free(&m->mem, s.support, r->row * sizeof *s.support);
    if (!found) {
        mem_free(&m->mem, r->interacts, m->vars * r->row * sizeof *r->interacts + 1);
        r->interacts = NULL;
    }
}

bool bdd_reordering_open(bdd_manager *m, struct reordering *r)
{
    bdd_collect_now(m);
    *r = (struct reordering){.m = m, .room = m->ready, .started = clock_now()};
    r->references = mem_try_zalloc(&m->mem, r->room * sizeof *r->references);
    if (!r->references) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return false;
    }
    for (uint32_t i = 1; i < m->fresh; i++)
        if (m->nodes[i].var >= 0) {
            r->references[m->nodes[i].low >> 1]++;
            r->references[m->nodes[i].high >> 1]++;
        }
    find_interactions(r);
    bdd_each_root(m, count_root, r->references);
    // Nodes will be freed and used again for other functions.
    bdd_cache_clear(m);
    m->pause_at = UINT64_MAX; // no operation is under way that could be abandoned
    return true;
}

void bdd_reordering_close(struct reordering *r)
{
    bdd_manager *m = r->m;
    mem_free(&m->mem, r->references, r->room * sizeof *r->references);
    if (r->interacts)
        mem_free(&m->mem, r->interacts, m->vars * r->row * sizeof *r->interacts + 1);
    m->collect_at = bdd_next_collection(m);
    m->pause_at = m->made;
    m->order_version++;
    m->reorderings++;
    m->seconds_reordering += clock_now() - r->started;
}

// ---- Exchanging -----------------------------------------------------------------------------------------------------

// Memory for all nodes that an exchange can make: two for each node of the upper variable.
static bool make_room(struct reordering *r, size_t nodes)
{
    bdd_manager *m = r->m;
    if (!bdd_ready_nodes(m, nodes))
        return false;
    if (m->ready > r->room) {
        uint32_t *grown = mem_try_resize(&m->mem, r->references, r->room * sizeof *grown, m->ready * sizeof *grown);
        if (!grown)
            return false;
        memset(grown + r->room, 0, (m->ready - r->room) * sizeof *grown);
        r->references = grown;
        r->room = m->ready;
    }
    return true;
}

// The node x ? high : low with one more reference. There is room.
static bdd refer_to(struct reordering *r, int32_t x, bdd low, bdd high)
{
    bdd_manager *m = r->m;
    uint64_t before = m->made;
    bdd f = make_node(m, x, low, high);
    if (m->made != before) {
        r->references[low >> 1]++;
        r->references[high >> 1]++;
    }
    r->references[f >> 1]++;
    return f;
}

// Takes a reference away from a child of y that an exchanged node had. Without any left it is freed; its own children
// are now those of nodes of x, and stay.
static void let_go(struct reordering *r, int32_t y, bdd f)
{
    bdd_manager *m = r->m;
    uint32_t index = f >> 1;
    if (--r->references[index] > 0 || m->nodes[index].var != y)
        return;
    struct node *n = &m->nodes[index];
    struct unique *u = &m->unique[y];
    uint32_t *link = &u->buckets[bucket_of(u, n->low, n->high)];
    while (*link != index)
        link = &m->nodes[*link].next;
    *link = n->next;
    u->count--;
    r->references[n->low >> 1]--;
    r->references[n->high >> 1]--;
    n->var = FREE_NODE;
    n->next = m->free_list;
    m->free_list = index;
    m->freed++;
}

// Unlinks the nodes of x that have a child of y and gives them as a list.
static uint32_t take_dependent(bdd_manager *m, int32_t x, int32_t y)
{
    struct unique *u = &m->unique[x];
    uint32_t list = NO_NODE;
    for (size_t b = (size_t)1 << (64 - u->shift); b-- > 0;)
        for (uint32_t *link = &u->buckets[b]; *link != NO_NODE;) {
            uint32_t i = *link;
            struct node *n = &m->nodes[i];
            if (node_of(m, n->low)->var == y || node_of(m, n->high)->var == y) {
                *link = n->next;
                n->next = list;
                list = i;
                u->count--;
            } else
                link = &n->next;
        }
    return list;
}

static void split(const bdd_manager *m, bdd f, int32_t y, bdd *low, bdd *high)
{
    const struct node *n = node_of(m, f);
    *low = n->var == y ? n->low ^ (f & 1) : f;
    *high = n->var == y ? n->high ^ (f & 1) : f;
}

static void exchange_node(struct reordering *r, uint32_t index, int32_t x, int32_t y)
{
    bdd_manager *m = r->m;
    bdd old_low = m->nodes[index].low, old_high = m->nodes[index].high;
    bdd f00, f01, f10, f11;
    split(m, old_low, y, &f00, &f01);
    split(m, old_high, y, &f10, &f11);
    bdd low = refer_to(r, x, f00, f10), high = refer_to(r, x, f01, f11);

    struct unique *u = &m->unique[y];
    uint32_t *bucket = &u->buckets[bucket_of(u, low, high)];
    m->nodes[index] = (struct node){low, high, *bucket, y};
    *bucket = index;
    if (++u->count > u->grow_at)
        bdd_grow_unique(m, u);
    let_go(r, y, old_low);
    let_go(r, y, old_high);
}

void bdd_exchange_surely(struct reordering *r, int32_t level)
{
    bdd_manager *m = r->m;
    int32_t x = m->var_at[level], y = m->var_at[level + 1];
    if (interact(r, x, y) && m->unique[x].count && m->unique[y].count) {
        r->moved += m->unique[x].count;
        for (uint32_t i = take_dependent(m, x, y), next; i != NO_NODE; i = next) {
            next = m->nodes[i].next;
            exchange_node(r, i, x, y);
        }
    }
    m->var_at[level] = y;
    m->var_at[level + 1] = x;
    m->level[y] = level;
    m->level[x] = level + 1;
}

bool bdd_exchange(struct reordering *r, int32_t level)
{
    bdd_manager *m = r->m;
    int32_t x = m->var_at[level], y = m->var_at[level + 1];
    if (interact(r, x, y) && !make_room(r, 2 * (size_t)m->unique[x].count)) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return false;
    }
    bdd_exchange_surely(r, level);
    if (nodes_in_use(m) > m->peak_nodes)
        m->peak_nodes = nodes_in_use(m);
    return true;
}
