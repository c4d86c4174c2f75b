// Sifting: each block of variables, the largest first, is moved through the order and left where the table was
// smallest. A block is what must stay together: a single variable, the two copies of a state bit, or a larger group.
#include "bdd/reorder.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

#define DEFAULT_MAX_GROWTH 1.2

struct sifting {
    struct reordering r;
    double max_growth;
    double end;         // when to stop, by the clock; 0: never
    uint64_t patience;  // how much to move without a gain; 0: no bound
    uint64_t gained_at; // how much was moved when there was one last
    uint64_t gained_to; // and what the size was then
    bool failed;
};

// ---- Blocks ---------------------------------------------------------------------------------------------------------

static int32_t block_end(const bdd_manager *m, int32_t level)
{
    int32_t end = level + 1;
    while ((size_t)end < m->vars && m->bound[m->var_at[end]])
        end++;
    return end;
}

static int32_t block_start(const bdd_manager *m, int32_t level)
{
    while (level > 0 && m->bound[m->var_at[level]])
        level--;
    return level;
}

bool bdd_group(bdd_manager *m, int var, size_t count)
{
    if (var < 0 || (size_t)var >= m->vars || count == 0 || (size_t)m->level[var] + count > m->vars)
        return false;
    for (size_t i = 1; i < count; i++)
        m->bound[m->var_at[(size_t)m->level[var] + i]] = 1;
    return true;
}

// Exchanges the block of `upper` levels from `level` on with the one of `lower` levels behind it; `surely` where that
// was done before. When memory runs out on the way, it goes back and says false.
static bool exchange_blocks(struct sifting *s, int32_t level, int32_t upper, int32_t lower, bool surely)
{
    int32_t steps = upper * lower;
    for (int32_t step = 0; step < steps; step++) {
        int32_t at = level + step / upper + (upper - 1 - step % upper);
        if (surely)
            bdd_exchange_surely(&s->r, at);
        else if (!bdd_exchange(&s->r, at)) {
            while (step-- > 0)
                bdd_exchange_surely(&s->r, level + step / upper + (upper - 1 - step % upper));
            s->failed = true;
            return false;
        }
    }
    return true;
}

// Moves the block that `leader` leads by one block; false at the end of the order, or when out of memory.
static bool move_down(struct sifting *s, int32_t leader, bool surely)
{
    bdd_manager *m = s->r.m;
    int32_t level = m->level[leader], next = block_end(m, level);
    if ((size_t)next == m->vars)
        return false;
    return exchange_blocks(s, level, next - level, block_end(m, next) - next, surely);
}

static bool move_up(struct sifting *s, int32_t leader, bool surely)
{
    bdd_manager *m = s->r.m;
    int32_t level = m->level[leader];
    if (level == 0)
        return false;
    int32_t above = block_start(m, level - 1);
    return exchange_blocks(s, above, level - above, block_end(m, level) - level, surely);
}

// ---- Sifting --------------------------------------------------------------------------------------------------------

struct best {
    uint64_t size;
    int32_t level;
};

static bool out_of_time(const struct sifting *s)
{
    const bdd_manager *m = s->r.m;
    return (s->end > 0 && clock_now() >= s->end) || (m->stop && m->stop(m->stop_context));
}

// Moves the block as far as it goes in one direction while the table does not grow too much.
static void sweep(struct sifting *s, int32_t leader, bool (*move)(struct sifting *, int32_t, bool), struct best *best)
{
    bdd_manager *m = s->r.m;
    while (move(s, leader, false)) {
        uint64_t size = nodes_in_use(m);
        if (size < best->size)
            *best = (struct best){size, m->level[leader]};
        if ((double)size > (double)best->size * s->max_growth || out_of_time(s))
            return;
    }
}

// Whether it is worth to go on with another block.
static bool is_patient(struct sifting *s)
{
    uint64_t size = nodes_in_use(s->r.m);
    if ((double)size < 0.95 * (double)s->gained_to) {
        s->gained_to = size;
        s->gained_at = s->r.moved;
    }
    return s->patience == 0 || s->r.moved - s->gained_at < s->patience;
}

static void sift_block(struct sifting *s, int32_t leader)
{
    bdd_manager *m = s->r.m;
    struct best best = {nodes_in_use(m), m->level[leader]};
    // The shorter way first: the longer one leads back over it.
    bool up_first = (size_t)m->level[leader] < m->vars / 2;
    sweep(s, leader, up_first ? move_up : move_down, &best);
    if (!s->failed)
        sweep(s, leader, up_first ? move_down : move_up, &best);
    while (m->level[leader] > best.level)
        move_up(s, leader, true);
    while (m->level[leader] < best.level)
        move_down(s, leader, true);
}

struct block {
    int32_t leader;
    uint64_t nodes;
};

static int by_nodes_descending(const void *x, const void *y)
{
    const struct block *a = x, *b = y;
    if (a->nodes != b->nodes)
        return a->nodes < b->nodes ? 1 : -1;
    return (a->leader > b->leader) - (a->leader < b->leader);
}

static size_t find_blocks(const bdd_manager *m, struct block *blocks)
{
    size_t count = 0;
    for (int32_t level = 0; (size_t)level < m->vars;) {
        struct block *b = &blocks[count++];
        *b = (struct block){.leader = m->var_at[level]};
        for (int32_t end = block_end(m, level); level < end; level++)
            b->nodes += m->unique[m->var_at[level]].count;
    }
    qsort(blocks, count, sizeof *blocks, by_nodes_descending);
    return count;
}

bool bdd_sift_now(bdd_manager *m, const struct bdd_sift_options *options)
{
    static const struct bdd_sift_options defaults;
    if (!options)
        options = &defaults;
    if (m->reorder_locks)
        return true;
    struct sifting s = {.max_growth = options->max_growth > 0 ? options->max_growth : DEFAULT_MAX_GROWTH};
    size_t room = (m->vars + 1) * sizeof(struct block);
    struct block *blocks = mem_try_alloc(&m->mem, room);
    if (!blocks || !bdd_reordering_open(m, &s.r)) {
        mem_free(&m->mem, blocks, room);
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return false;
    }
    s.patience = options->patience;
    s.gained_to = nodes_in_use(m);
    if (options->seconds > 0)
        s.end = s.r.started + options->seconds;
    size_t count = find_blocks(m, blocks);
    if (options->max_blocks && count > options->max_blocks)
        count = options->max_blocks;
    for (size_t i = 0; i < count && !s.failed && !out_of_time(&s) && is_patient(&s); i++)
        if (blocks[i].nodes)
            sift_block(&s, blocks[i].leader);
    bdd_reordering_close(&s.r);
    mem_free(&m->mem, blocks, room);
    return !s.failed;
}

bool bdd_sift(bdd_manager *m, const struct bdd_sift_options *options)
{
    return bdd_sift_now(m, options);
}

void bdd_sift_on_growth(bdd_manager *m, size_t first, const struct bdd_sift_options *options)
{
    m->sift_first = m->sift_at = first;
    m->sift_options = options ? *options : (struct bdd_sift_options){0};
}
