// What a manager counts, and the table that gives it names.
#include "base/statistics.h"
#include "bdd/cache.h"

#define VALUE(member, unit, help) \
    { \
#        member, STATISTIC_AT(struct bdd_statistics, member), unit, help \
    }
#define OPERATION(op, name) \
    {"cache_hits_" name, STATISTIC_AT(struct bdd_statistics, cache[op].hits), STATISTIC_COUNT, \
     "answered by the cache"}, \
    { \
        "cache_misses_" name, STATISTIC_AT(struct bdd_statistics, cache[op].misses), STATISTIC_COUNT, "computed" \
    }

static const struct statistic table[] = {
    VALUE(nodes_live, STATISTIC_COUNT, "nodes in the table, those that died since the last collection included"),
    VALUE(nodes_dead, STATISTIC_COUNT, "nodes that the last collection found dead"),
    VALUE(nodes_peak, STATISTIC_COUNT, "the most nodes that were ever in the table"),
    VALUE(nodes_alive_peak, STATISTIC_COUNT, "the most nodes that were found to be in use, garbage not counted"),
    VALUE(bytes, STATISTIC_BYTES, "all that the manager holds"),
    VALUE(bytes_peak, STATISTIC_BYTES, "the most that it ever held"),
    VALUE(bytes_nodes, STATISTIC_BYTES, "nodes and unique tables"),
    VALUE(bytes_cache, STATISTIC_BYTES, "the operation cache"),
    VALUE(collections, STATISTIC_COUNT, "garbage collections"),
    VALUE(seconds_collecting, STATISTIC_SECONDS, "time they took"),
    VALUE(reorderings, STATISTIC_COUNT, "changes of the variable order"),
    VALUE(seconds_reordering, STATISTIC_SECONDS, "time they took"),
    OPERATION(BDD_OP_AND, "and"),
    OPERATION(BDD_OP_XOR, "xor"),
    OPERATION(BDD_OP_ITE, "ite"),
    OPERATION(BDD_OP_DISJOINT, "disjoint"),
    OPERATION(BDD_OP_EXISTS, "exists"),
    OPERATION(BDD_OP_AND_EXISTS, "and_exists"),
    OPERATION(BDD_OP_COFACTOR, "cofactor"),
    OPERATION(BDD_OP_COMPOSE, "compose"),
    OPERATION(BDD_OP_SUBSTITUTE, "substitute"),
    OPERATION(BDD_OP_SWAP, "swap"),
    OPERATION(BDD_OP_SORT, "sort"),
    OPERATION(BDD_OP_INSERT, "insert"),
    OPERATION(BDD_OP_CONSTRAIN, "constrain"),
    OPERATION(BDD_OP_RESTRICT, "restrict"),
    OPERATION(BDD_OP_IMAGE, "image"),
    OPERATION(BDD_OP_PREIMAGE, "preimage"),
    OPERATION(BDD_OP_PREIMAGE_WITHIN, "preimage_within"),
    OPERATION(BDD_OP_IMAGE_UNION, "image_union"),
    OPERATION(BDD_OP_COMPOSE_RELATIONS, "compose_relations"),
    OPERATION(BDD_OP_SATURATE, "saturate"),
    OPERATION(BDD_OP_SATURATE_BACK, "saturate_back"),
};

_Static_assert(sizeof table / sizeof *table == 12 + 2 * BDD_OPERATIONS, "every operation has its two lines");

const struct statistics bdd_statistics_table = STATISTICS("Decision diagrams", table);

void bdd_get_statistics(const bdd_manager *m, struct bdd_statistics *s)
{
    *s = (struct bdd_statistics){
        .nodes_live = nodes_in_use(m),
        .nodes_dead = m->dead_last,
        .nodes_peak = nodes_in_use(m) > m->peak_nodes ? nodes_in_use(m) : m->peak_nodes,
        .nodes_alive_peak = m->peak_alive,
        .bytes = m->mem.used,
        .bytes_peak = m->mem.peak,
        .bytes_nodes = m->node_region.committed + m->mark_region.committed,
        .bytes_cache = sizeof(struct cache_entry) << (64 - m->cache_shift),
        .collections = m->collections,
        .reorderings = m->reorderings,
        .seconds_collecting = m->seconds_collecting,
        .seconds_reordering = m->seconds_reordering,
    };
    for (size_t v = 0; v < m->vars; v++)
        s->bytes_nodes += (sizeof(uint32_t) << (64 - m->unique[v].shift)) + sizeof *m->unique;
    for (int op = 0; op < BDD_OPERATIONS; op++) {
        s->cache[op].hits = m->counts[op].hits;
        s->cache[op].misses = m->counts[op].misses;
    }
}
