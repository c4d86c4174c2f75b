#include "explicit/fair_threads.h"

#include <string.h>

#include "base/hash.h"

// ---- Rows -----------------------------------------------------------------------------------------------------------

static uint64_t hash_row(const struct thread_rows *r, const uint32_t *row)
{
    return hash_bytes(HASH_BYTES_START, row, r->width * sizeof *row);
}

static bool grow_slots(struct thread_rows *r, struct mem *mem)
{
    size_t count = r->slots.count ? 2 * r->slots.count : 64;
    ARRAY(uint32_t) slots = {0};
    if (!array_try_reserve(mem, &slots, count))
        return false;
    memset(slots.at, 0, count * sizeof *slots.at);
    slots.count = count;
    for (uint32_t i = 0; i < r->count; i++) {
        size_t place = hash_row(r, r->words.at + i * r->width) & (count - 1);
        while (slots.at[place])
            place = (place + 1) & (count - 1);
        slots.at[place] = i + 1;
    }
    array_free(mem, &r->slots);
    r->slots.at = slots.at;
    r->slots.count = slots.count;
    r->slots.capacity = slots.capacity;
    return true;
}

// The number of a row; it is the last one if it is new. False if there is no memory.
static bool find_row(struct thread_rows *r, const uint32_t *row, uint32_t *number, struct mem *mem)
{
    if (2 * ((size_t)r->count + 1) > r->slots.count && !grow_slots(r, mem))
        return false;
    size_t mask = r->slots.count - 1, place = hash_row(r, row) & mask;
    for (; r->slots.at[place]; place = (place + 1) & mask) {
        *number = r->slots.at[place] - 1;
        if (memcmp(r->words.at + *number * r->width, row, r->width * sizeof *row) == 0)
            return true;
    }
    if (!array_try_reserve(mem, &r->words, r->words.count + r->width))
        return false;
    memcpy(r->words.at + r->words.count, row, r->width * sizeof *row);
    r->words.count += r->width;
    *number = r->count++;
    r->slots.at[place] = r->count;
    return true;
}

static void free_rows(struct thread_rows *r, struct mem *mem)
{
    array_free(mem, &r->words);
    array_free(mem, &r->slots);
}

// ---- Labels ---------------------------------------------------------------------------------------------------------

struct fair_threads *threads_new(struct explicit_engine *e, bool *good)
{
    size_t conditions = model_justice_count(e->model) + model_compassion_count(e->model);
    *good = true;
    if (!e->canonical || !e->options.fairness_image || conditions == 0)
        return NULL;
    struct fair_threads *t = mem_zalloc(e->mem, sizeof *t);
    *t = (struct fair_threads){.engine = e, .mem = &e->bulk, .conditions = (uint32_t)conditions};
    t->permutations.width = e->options.symmetry->element_count;
    t->images.width = conditions;
    size_t bytes = ((size_t)e->options.symmetry->element_count + 1) * sizeof(uint32_t);
    uint32_t *none = mem_alloc(e->mem, bytes), label;
    permutation_identity(e->options.symmetry, none);
    *good = threads_label(t, none, &label);
    mem_free(e->mem, none, bytes);
    if (*good)
        return t;
    threads_free(t);
    return NULL;
}

void threads_free(struct fair_threads *t)
{
    if (!t)
        return;
    free_rows(&t->permutations, t->mem);
    free_rows(&t->images, t->mem);
    array_free(t->mem, &t->label_of);
    mem_free(t->engine->mem, t, sizeof *t);
}

bool threads_label(struct fair_threads *t, const uint32_t *permutation, uint32_t *label)
{
    struct explicit_engine *e = t->engine;
    uint32_t number, known = t->permutations.count;
    if (!array_try_reserve(t->mem, &t->label_of, (size_t)known + 1) ||
        !find_row(&t->permutations, permutation, &number, t->mem))
        return false;
    if (number < t->label_of.count) {
        *label = t->label_of.at[number];
        return true;
    }
    size_t bytes = ((size_t)t->conditions + 1) * sizeof(uint32_t);
    uint32_t *images = mem_alloc(e->mem, bytes);
    e->options.fairness_image(e->options.fairness_context, permutation, images);
    bool good = find_row(&t->images, images, label, t->mem);
    mem_free(e->mem, images, bytes);
    if (good)
        t->label_of.at[t->label_of.count++] = *label;
    else { // it is asked for again
        t->permutations.count--;
        t->permutations.words.count -= t->permutations.width;
        t->permutations.slots.count = 0;
    }
    return good;
}

uint32_t threads_follow(const struct fair_threads *t, uint32_t label, uint32_t condition)
{
    return t->images.words.at[label * t->images.width + condition];
}

bool threads_is_met(const struct graph *g, uint32_t condition, uint32_t state)
{
    size_t justice = model_justice_count(g->engine->model);
    return condition < justice ? g->justice[condition][state] : g->compassion[condition - justice][1][state];
}

bool threads_is_asked(const struct graph *g, uint32_t condition, uint32_t state)
{
    size_t justice = model_justice_count(g->engine->model);
    return condition >= justice && g->compassion[condition - justice][0][state];
}

// ---- Classes --------------------------------------------------------------------------------------------------------

bool thread_classes_open(struct thread_classes *c, const struct graph *g, size_t nodes)
{
    struct fair_threads *t = g->threads;
    size_t count = nodes * t->conditions;
    *c = (struct thread_classes){.graph = g, .of = t, .nodes = nodes};
    c->parent = count < UINT32_MAX ? mem_try_alloc(t->mem, (count + 1) * sizeof *c->parent) : NULL;
    c->is_met = c->parent ? mem_try_zalloc(t->mem, count + 1) : NULL;
    for (size_t i = 0; c->is_met && i < count; i++)
        c->parent[i] = (uint32_t)i;
    return c->is_met;
}

void thread_classes_close(struct thread_classes *c)
{
    size_t count = c->nodes * c->of->conditions;
    mem_free(c->of->mem, c->parent, (count + 1) * sizeof *c->parent);
    mem_free(c->of->mem, c->is_met, count + 1);
}

static uint32_t find_class(struct thread_classes *c, uint32_t thread)
{
    while (c->parent[thread] != thread)
        thread = c->parent[thread] = c->parent[c->parent[thread]];
    return thread;
}

void thread_classes_step(struct thread_classes *c, size_t from, size_t to, uint32_t label)
{
    uint32_t count = c->of->conditions;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = find_class(c, (uint32_t)(from * count) + i);
        uint32_t b = find_class(c, (uint32_t)(to * count) + threads_follow(c->of, label, i));
        if (a < b)
            c->parent[b] = a;
        else
            c->parent[a] = b;
    }
}

void thread_classes_state(struct thread_classes *c, size_t node, uint32_t state)
{
    uint32_t count = c->of->conditions;
    for (uint32_t i = 0; i < count; i++) {
        if (threads_is_met(c->graph, i, state))
            c->is_met[find_class(c, (uint32_t)(node * count) + i)] = true;
    }
}

// Each class has threads at each node.
bool thread_classes_are_just(struct thread_classes *c)
{
    size_t justice = model_justice_count(c->graph->engine->model);
    for (uint32_t i = 0; i < justice; i++)
        if (!c->is_met[find_class(c, i)])
            return false;
    return true;
}

bool thread_classes_asks_in_vain(struct thread_classes *c, size_t node, uint32_t state)
{
    uint32_t count = c->of->conditions;
    for (uint32_t i = 0; i < count; i++)
        if (threads_is_asked(c->graph, i, state) && !c->is_met[find_class(c, (uint32_t)(node * count) + i)])
            return true;
    return false;
}
