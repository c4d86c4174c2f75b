// The node table: one array of nodes that never moves, and for each variable a hash table of chains through it.
// New nodes come from the list that the last collection left, in the order of memory, then from the array's end.
#include "bdd/bdd_internal.h"

#include <string.h>

// The array's memory grows by an eighth, so that little of it lies idle; in whole large pages once it is big.
static size_t more_nodes(size_t now, size_t least)
{
    size_t large_page = ((size_t)2 << 20) / sizeof(struct node);
    size_t wanted = now + (now / 8 > 4096 ? now / 8 : 4096);
    if (wanted < now + least)
        wanted = now + least;
    if (wanted >= 4 * large_page)
        wanted = (wanted + large_page - 1) / large_page * large_page;
    return wanted < MAX_NODES ? wanted : MAX_NODES;
}

// Under a limit, a sixteenth is left to all that is not a node: roots, results, what walks need. Nodes never give their
// memory back, so without that nothing else could be had once they took all.
static bool leaves_enough(const bdd_manager *m, size_t nodes)
{
    size_t more = (nodes - m->ready) * sizeof *m->nodes, limit = mem_limit(&m->mem), room = mem_room(&m->mem);
    return !limit || (room > limit / 16 && more <= room - limit / 16);
}

static bool grow_to(bdd_manager *m, size_t nodes)
{
    size_t words = nodes / 64 + 1;
    if (!leaves_enough(m, nodes) || !mem_region_grow(&m->mem, &m->mark_region, words * sizeof *m->marks) ||
        !mem_region_grow(&m->mem, &m->node_region, nodes * sizeof *m->nodes))
        return false;
    m->ready = (uint32_t)nodes;
    return true;
}

// Memory for at least `least` nodes that were never used.
static bool grow_array(bdd_manager *m, size_t least)
{
    if (m->ready + least > MAX_NODES)
        return false;
    // Close to the limit a small step may still fit.
    return grow_to(m, more_nodes(m->ready, least)) || grow_to(m, m->ready + least);
}

bool bdd_ready_nodes(bdd_manager *m, size_t more)
{
    size_t used = nodes_in_use(m) + 1; // with the constant
    size_t idle = m->ready > used ? m->ready - used : 0;
    return idle >= more || grow_array(m, more - idle);
}

static uint32_t take_node(bdd_manager *m)
{
    uint32_t i = m->free_list;
    if (i != NO_NODE) {
        m->free_list = m->nodes[i].next;
        return i;
    }
    if (m->fresh == m->ready && !grow_array(m, 1))
        bdd_abandon(m, BDD_OUT_OF_MEMORY);
    return m->fresh++;
}

uint32_t bdd_add_node(bdd_manager *m, int32_t var, uint32_t *bucket, bdd low, bdd high)
{
    if (m->made == m->pause_at)
        bdd_pause(m);
    uint32_t i = take_node(m);
    m->made++;
    m->nodes[i] = (struct node){low, high, *bucket, var};
    *bucket = i;
    struct unique *u = &m->unique[var];
    if (++u->count > u->grow_at)
        bdd_grow_unique(m, u);
    return i;
}

// Chains of five nodes for four buckets at the most: 3.2 to 6.4 bytes of buckets for a node.
static uint32_t count_for(uint32_t shift)
{
    uint64_t buckets = (uint64_t)1 << (64 - shift);
    return (uint32_t)(buckets + buckets / 4);
}

static size_t bucket_bytes(uint32_t shift)
{
    return sizeof(uint32_t) << (64 - shift);
}

// Gives the table 2^(64 - shift) buckets and hangs its nodes into them.
bool bdd_resize_unique(bdd_manager *m, struct unique *u, uint32_t shift)
{
    uint32_t *old = u->buckets;
    size_t old_bytes = old ? bucket_bytes(u->shift) : 0;
    uint32_t *buckets = mem_try_zalloc(&m->mem, bucket_bytes(shift));
    if (!buckets)
        return false;
    u->buckets = buckets;
    u->shift = shift;
    u->grow_at = count_for(shift);
    for (size_t b = 0; b < old_bytes / sizeof *old; b++)
        for (uint32_t i = old[b], next; i != NO_NODE; i = next) {
            struct node *n = &m->nodes[i];
            next = n->next;
            uint32_t *bucket = &buckets[bucket_of(u, n->low, n->high)];
            n->next = *bucket;
            *bucket = i;
        }
    mem_free(&m->mem, old, old_bytes);
    return true;
}

// Without memory for more buckets the chains get longer, and the next try is made when they have doubled.
void bdd_grow_unique(bdd_manager *m, struct unique *u)
{
    if (u->shift > 34 && bdd_resize_unique(m, u, u->shift - 1))
        return;
    u->grow_at = u->grow_at > UINT32_MAX / 2 ? UINT32_MAX : u->grow_at * 2;
}
