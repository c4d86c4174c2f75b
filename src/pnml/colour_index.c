// A hash table with open addresses from the value of the key components, as one number, to a list of colours.
#include "pnml/colour_index.h"

#include "base/hash.h"
#include "pnml/unfold.h"

struct list {
    uint64_t key;
    size_t first, last;
};

struct colour_index {
    const struct net *net;
    struct mem *mem;
    uint32_t sort;
    bool *is_key;         // by component
    uint32_t *components; // of the colour at hand
    ARRAY(size_t) next;   // by colour
    ARRAY(struct list) lists;
    uint32_t *table;   // of lists, plus 1
    size_t table_size; // a power of two
};

static uint32_t width_of(const struct colour_index *x)
{
    return x->net->sorts.at[x->sort].count;
}

struct colour_index *colour_index_open(const struct net *net, uint32_t sort, const bool *is_key, struct mem *mem)
{
    struct colour_index *x = mem_zalloc(mem, sizeof *x);
    *x = (struct colour_index){.net = net, .mem = mem, .sort = sort, .table_size = 16};
    x->is_key = mem_alloc(mem, width_of(x) + 1);
    for (uint32_t i = 0; i < width_of(x); i++)
        x->is_key[i] = is_key[i];
    x->components = mem_alloc(mem, (width_of(x) + 1) * sizeof *x->components);
    x->table = mem_zalloc(mem, x->table_size * sizeof *x->table);
    return x;
}

void colour_index_close(struct colour_index *x)
{
    struct mem *mem = x->mem;
    array_free(mem, &x->next);
    array_free(mem, &x->lists);
    mem_free(mem, x->table, x->table_size * sizeof *x->table);
    mem_free(mem, x->components, (width_of(x) + 1) * sizeof *x->components);
    mem_free(mem, x->is_key, width_of(x) + 1);
    mem_free(mem, x, sizeof *x);
}

static uint64_t key_of(const struct colour_index *x, const uint32_t *components)
{
    const struct net_sort *s = &x->net->sorts.at[x->sort];
    uint64_t key = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (x->is_key[i])
            key = key * x->net->classes.at[s->classes[i]].size + components[i];
    return key;
}

// The place in the table where the list is, or would be.
static size_t find(const struct colour_index *x, uint64_t key)
{
    size_t at = hash_mix(key) & (x->table_size - 1);
    while (x->table[at] && x->lists.at[x->table[at] - 1].key != key)
        at = (at + 1) & (x->table_size - 1);
    return at;
}

static void enlarge(struct colour_index *x)
{
    mem_free(x->mem, x->table, x->table_size * sizeof *x->table);
    x->table_size *= 4;
    x->table = mem_zalloc(x->mem, x->table_size * sizeof *x->table);
    for (size_t i = 0; i < x->lists.count; i++)
        x->table[find(x, x->lists.at[i].key)] = (uint32_t)(i + 1);
}

void colour_index_extend(struct colour_index *x, const colour_array *colours)
{
    for (size_t i = x->next.count; i < colours->count; i++) {
        net_unpack_colour(x->net, x->sort, colours->at[i], x->components);
        uint64_t key = key_of(x, x->components);
        size_t at = find(x, key);
        array_push(x->mem, &x->next, COLOUR_INDEX_END);
        if (x->table[at]) {
            struct list *list = &x->lists.at[x->table[at] - 1];
            x->next.at[list->last] = i;
            list->last = i;
            continue;
        }
        array_push(x->mem, &x->lists, ((struct list){key, i, i}));
        x->table[at] = (uint32_t)x->lists.count;
        if (2 * x->lists.count > x->table_size)
            enlarge(x);
    }
}

size_t colour_index_first(const struct colour_index *x, const uint32_t *components)
{
    uint32_t list = x->table[find(x, key_of(x, components))];
    return list ? x->lists.at[list - 1].first : COLOUR_INDEX_END;
}

size_t colour_index_next(const struct colour_index *x, size_t colour)
{
    return x->next.at[colour];
}
