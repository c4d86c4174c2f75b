// Managers: their making, their variables, and what they tell about themselves.
#include "bdd/cache.h"

#include <string.h>

#include "base/stack.h"

#define DEFAULT_FIRST_NODES ((size_t)1 << 16)
#define DEFAULT_CACHE_LIMIT ((size_t)512 << 20)
#define FIRST_CACHE_LOG2 15
#define SMALL_CACHE_LOG2 10
#define FIRST_BUCKETS_SHIFT 61 // eight buckets

// A recursion takes a frame for each level. This bounds the largest frame; sanitizers make them larger.
#ifdef __SANITIZE_ADDRESS__
#    define STACK_BYTES_PER_LEVEL 2048
#else
#    define STACK_BYTES_PER_LEVEL 448
#endif

// The recursions' depth is the number of levels; more than the stack can take is refused here rather than met there.
size_t bdd_most_vars(void)
{
    // A quarter is left to whoever calls.
    size_t levels = stack_size() / 4 * 3 / STACK_BYTES_PER_LEVEL;
    return levels < BDD_MAX_VARS ? levels : BDD_MAX_VARS;
}

static void set_limits(bdd_manager *m, const struct bdd_config *config)
{
    m->first_nodes = config->first_nodes ? config->first_nodes : DEFAULT_FIRST_NODES;
    m->cache_limit = config->cache_limit ? config->cache_limit : DEFAULT_CACHE_LIMIT;
    if (config->byte_limit && m->cache_limit > config->byte_limit / 4)
        m->cache_limit = config->byte_limit / 4;
    m->collect_at = m->first_nodes;
    m->most_vars = bdd_most_vars();
    m->census = config->census;
    m->budget = m->budget_of_all = m->budget_end = UINT64_MAX;
}

static bool open_tables(bdd_manager *m)
{
    if (!mem_region_open(&m->mem, &m->node_region, (size_t)MAX_NODES * sizeof(struct node)) ||
        !mem_region_open(&m->mem, &m->mark_region, m->node_region.reserved / sizeof(struct node) / 8 + 64))
        return false;
    m->nodes = (struct node *)(void *)m->node_region.base;
    m->marks = (uint64_t *)(void *)m->mark_region.base;
    if (!bdd_ready_nodes(m, 1))
        return false;
    m->nodes[0] = (struct node){BDD_FALSE, BDD_FALSE, NO_NODE, CONSTANT_VAR};
    m->fresh = 1;
    bool roomy = ((size_t)1 << FIRST_CACHE_LOG2) * sizeof(struct cache_entry) <= m->cache_limit;
    return bdd_cache_open(m, roomy ? FIRST_CACHE_LOG2 : SMALL_CACHE_LOG2);
}

// One array of the variables' data, made larger; false leaves it as it was.
static bool enlarge(bdd_manager *m, void *array_at, size_t element, size_t old, size_t new)
{
    void *block;
    memcpy(&block, array_at, sizeof block);
    block = mem_try_resize(&m->mem, block, old * element, new *element);
    if (!block)
        return false;
    memcpy(array_at, &block, sizeof block);
    return true;
}

// All arrays by variable or level get room for `room`. When one of them cannot be had, those that already grew are
// brought back to the old size, so that `vars_room` stays true for all.
static bool make_room_for_vars(bdd_manager *m, size_t room)
{
    const struct {
        void *array;
        size_t element, extra;
    } arrays[] = {
        {&m->unique, sizeof *m->unique, 0}, {&m->level_block, sizeof *m->level_block, 1},
        {&m->var_at, sizeof *m->var_at, 0}, {&m->kind, sizeof *m->kind, 0},
        {&m->bound, sizeof *m->bound, 0},   {&m->names, sizeof *m->names, 0},
    };
    size_t count = sizeof arrays / sizeof *arrays, done = 0;
    size_t old = m->vars_room;
    while (done < count) {
        size_t had = old ? old + arrays[done].extra : 0;
        if (!enlarge(m, arrays[done].array, arrays[done].element, had, room + arrays[done].extra))
            break;
        done++;
    }
    if (done == count)
        m->vars_room = room;
    else
        while (done-- > 0) {
            void *block;
            memcpy(&block, arrays[done].array, sizeof block);
            size_t had = old ? old + arrays[done].extra : 0;
            block = mem_try_resize(&m->mem, block, (room + arrays[done].extra) * arrays[done].element,
                                   had * arrays[done].element);
            memcpy(arrays[done].array, &block, sizeof block);
        }
    if (m->level_block) {
        m->level = m->level_block + 1;
        m->level[CONSTANT_VAR] = CONSTANT_LEVEL;
    }
    return m->vars_room == room;
}

bdd_manager *bdd_manager_new(const struct bdd_config *config)
{
    static const struct bdd_config defaults;
    if (!config)
        config = &defaults;
    struct mem mem = {.parent = config->mem, .limit = config->byte_limit};
    bdd_manager *m = mem_try_zalloc(&mem, sizeof *m);
    if (!m)
        return NULL;
    m->mem = mem;
    set_limits(m, config);
    if (!open_tables(m) || !make_room_for_vars(m, 32)) {
        bdd_manager_free(m);
        return NULL;
    }
    return m;
}

static void free_variables(bdd_manager *m)
{
    for (size_t v = 0; v < m->vars; v++) {
        mem_free(&m->mem, m->unique[v].buckets, sizeof(uint32_t) << (64 - m->unique[v].shift));
        str_release(&m->mem, m->names[v]);
    }
    mem_free(&m->mem, m->unique, m->vars_room * sizeof *m->unique);
    mem_free(&m->mem, m->level_block, (m->vars_room + 1) * sizeof *m->level_block);
    mem_free(&m->mem, m->var_at, m->vars_room * sizeof *m->var_at);
    mem_free(&m->mem, m->kind, m->vars_room);
    mem_free(&m->mem, m->bound, m->vars_room);
    mem_free(&m->mem, m->names, m->vars_room * sizeof *m->names);
    bdd_names_free(m);
}

void bdd_manager_free(bdd_manager *m)
{
    if (!m)
        return;
    while (m->substitutions)
        bdd_substitution_free(m->substitutions);
    while (m->relations)
        bdd_relation_free(m->relations);
    free_variables(m);
    array_free(&m->mem, &m->roots);
    array_free(&m->mem, &m->results);
    bdd_cache_close(m);
    mem_region_close(&m->mem, &m->node_region);
    mem_region_close(&m->mem, &m->mark_region);
    struct mem mem = m->mem;
    mem_free(&mem, m, sizeof *m);
}

enum bdd_status bdd_status(const bdd_manager *m)
{
    return m->status;
}

void bdd_clear_status(bdd_manager *m)
{
    m->status = BDD_OK;
}

const char *bdd_status_text(enum bdd_status status)
{
    switch (status) {
    case BDD_OK:
        return "no failure";
    case BDD_OUT_OF_MEMORY:
        return "out of memory";
    case BDD_OVER_BUDGET:
        return "over the node budget";
    case BDD_STOPPED:
        return "stopped";
    case BDD_BAD_RELATION:
        return "a relation mentions the next copy of a bit that it does not update";
    case BDD_BAD_ORDER:
        return "rows of variables do not lie one below the other";
    case BDD_TOO_MANY_VARS:
        return "too many variables";
    case BDD_BAD_NAME:
        return "a variable's name is empty or taken";
    }
    return "unknown status";
}

void bdd_set_byte_limit(bdd_manager *m, size_t bytes)
{
    m->mem.limit = bytes;
}

void bdd_set_stop(bdd_manager *m, bool (*stop)(void *), void *context)
{
    m->stop = stop;
    m->stop_context = context;
}

// ---- Variables ------------------------------------------------------------------------------------------------------

static bool copy_name(bdd_manager *m, const char *name, const char *suffix, char **copy)
{
    *copy = NULL;
    if (!name)
        return true;
    size_t length = strlen(name), end = strlen(suffix) + 1;
    *copy = mem_try_alloc(&m->mem, length + end);
    if (!*copy) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return false;
    }
    memcpy(*copy, name, length);
    memcpy(*copy + length, suffix, end);
    if (bdd_name_is_good(m, *copy))
        return true;
    str_release(&m->mem, *copy);
    bdd_fail(m, BDD_BAD_NAME);
    return false;
}

static int add_var(bdd_manager *m, const char *name, const char *suffix, enum var_kind kind)
{
    if (m->vars >= m->most_vars) {
        bdd_fail(m, BDD_TOO_MANY_VARS);
        return BDD_NO_VAR;
    }
    char *copy;
    if (!copy_name(m, name, suffix, &copy))
        return BDD_NO_VAR;
    struct unique unique = {0};
    if ((m->vars == m->vars_room && !make_room_for_vars(m, m->vars_room * 2)) || !bdd_names_make_room(m, m->vars + 1) ||
        !bdd_resize_unique(m, &unique, FIRST_BUCKETS_SHIFT)) {
        str_release(&m->mem, copy);
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return BDD_NO_VAR;
    }
    int var = (int)m->vars++;
    m->unique[var] = unique;
    m->level[var] = m->var_at[var] = var;
    m->kind[var] = (unsigned char)kind;
    m->bound[var] = kind == VAR_NEXT;
    m->names[var] = copy;
    bdd_name_add(m, var);
    m->order_version++;
    return var;
}

static void remove_last_var(bdd_manager *m)
{
    size_t var = --m->vars;
    bdd_name_remove_last(m, (int)var);
    mem_free(&m->mem, m->unique[var].buckets, sizeof(uint32_t) << (64 - m->unique[var].shift));
    str_release(&m->mem, m->names[var]);
}

int bdd_new_var(bdd_manager *m, const char *name)
{
    return add_var(m, name, "", VAR_PLAIN);
}

int bdd_new_pair(bdd_manager *m, const char *name)
{
    int current = add_var(m, name, "", VAR_CURRENT);
    if (current != BDD_NO_VAR && add_var(m, name, "'", VAR_NEXT) == BDD_NO_VAR) {
        remove_last_var(m);
        return BDD_NO_VAR;
    }
    return current;
}

// Moves the two variables at the bottom up to `level`; all from there on go down by two. No node has the new variables
// yet, and the others keep their order among themselves, so that nothing else changes.
static void raise_last_pair(bdd_manager *m, size_t level)
{
    int32_t current = (int32_t)m->vars - 2;
    memmove(&m->var_at[level + 2], &m->var_at[level], (m->vars - 2 - level) * sizeof *m->var_at);
    m->var_at[level] = current;
    m->var_at[level + 1] = current + 1;
    for (size_t i = level; i < m->vars; i++)
        m->level[m->var_at[i]] = (int32_t)i;
    m->order_version++;
}

int bdd_new_pair_at(bdd_manager *m, const char *name, int level)
{
    size_t at = level < 0 ? 0 : (size_t)level < m->vars ? (size_t)level : m->vars;
    while (at > 0 && at < m->vars && m->bound[m->var_at[at]])
        at--;
    int current = bdd_new_pair(m, name);
    if (current != BDD_NO_VAR)
        raise_last_pair(m, at);
    return current;
}

bool bdd_is_current(const bdd_manager *m, int var)
{
    return m->kind[var] == VAR_CURRENT;
}

bool bdd_is_next(const bdd_manager *m, int var)
{
    return m->kind[var] == VAR_NEXT;
}

size_t bdd_var_count(const bdd_manager *m)
{
    return m->vars;
}

int bdd_level_of(const bdd_manager *m, int var)
{
    return m->level[var];
}

int bdd_var_at(const bdd_manager *m, int level)
{
    return m->var_at[level];
}
