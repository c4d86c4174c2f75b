// Points are what any of the generators moves, and whatever they take these to. A generator is known by what it does to
// the points, since it leaves all else alone.
#include "group/generated.h"

// A chain has a row of points for each of its levels.
#define MOST_POINTS 2000

// The number of points if it is none of them.
static size_t find_point(const struct generated *k, const struct moved_point *p)
{
    if (p->is_cell) {
        const uint32_t *found = int_map_find(&k->cell_points, p->cell);
        return found ? *found : k->points.count;
    }
    for (size_t i = 0; i < k->value_points.count; i++) {
        const struct moved_point *other = &k->points.at[k->value_points.at[i]];
        if (other->cell == p->cell && other->value == p->value)
            return k->value_points.at[i];
    }
    return k->points.count;
}

static void need_point(struct generated *k, struct moved_point p)
{
    bool added;
    if (k->points.count > MOST_POINTS || find_point(k, &p) < k->points.count)
        return;
    if (p.is_cell && !int_map_try_add(k->mem, &k->cell_points, p.cell, (uint32_t)k->points.count, &added))
        mem_exhausted(k->mem);
    if (!p.is_cell)
        array_push(k->mem, &k->value_points, k->points.count);
    array_push(k->mem, &k->points, p);
}

static struct moved_point image_of_point(const struct generator *g, const struct moved_point *p)
{
    struct moved_point image = *p;
    for (size_t i = 0; !p->is_cell && i < g->values.count; i++)
        if (g->values.at[i].cell == p->cell && g->values.at[i].from == p->value)
            image.value = g->values.at[i].to;
    if (p->cell != CELL_NONE)
        image.cell = g->cells[p->cell];
    return image;
}

static void need_moved(struct generated *k, const struct generator *g)
{
    for (cell_id c = 0; c < g->cell_count; c++)
        if (g->cells[c] != c)
            need_point(k, (struct moved_point){.cell = c, .is_cell = true});
    for (size_t i = 0; i < g->values.count; i++)
        need_point(k, (struct moved_point){.cell = g->values.at[i].cell, .value = g->values.at[i].from});
}

void generated_open(struct generated *k, const generator_array *all, struct mem *mem)
{
    *k = (struct generated){.mem = mem};
    for (size_t i = 0; i < all->count; i++)
        need_moved(k, &all->at[i]);
    for (size_t i = 0; i < k->points.count && k->points.count <= MOST_POINTS; i++)
        for (size_t j = 0; j < all->count; j++)
            need_point(k, image_of_point(&all->at[j], &k->points.at[i]));
    k->has_chain = k->points.count > 0 && k->points.count <= MOST_POINTS;
    if (k->has_chain)
        chain_open(&k->chain, (int)k->points.count, mem);
}

void generated_close(struct generated *k)
{
    if (k->has_chain)
        chain_close(&k->chain);
    array_free(k->mem, &k->points);
    array_free(k->mem, &k->value_points);
    int_map_free(k->mem, &k->cell_points);
    generators_free(k->mem, &k->known);
}

// A chain sees what it has only by a base, and it has one when somebody has asked for its order.
static void settle(struct generated *k)
{
    mpz_t order;
    mpz_init(order);
    chain_expand(&k->chain);
    chain_order(&k->chain, order);
    mpz_clear(order);
}

static bool add_to_chain(struct generated *k, const struct generator *g)
{
    size_t bytes = k->points.count * sizeof(int);
    int *image = mem_alloc(k->mem, bytes);
    bool moves = false;
    for (size_t i = 0; i < k->points.count; i++) {
        struct moved_point to = image_of_point(g, &k->points.at[i]);
        image[i] = (int)find_point(k, &to);
        moves |= image[i] != (int)i;
    }
    bool is_new = moves && chain_add(&k->chain, image);
    if (is_new)
        settle(k);
    mem_free(k->mem, image, bytes);
    return is_new;
}

// A chain that is not complete is found out by each try with a probability of more than a half.
#define TRIES_WITHOUT_NEWS 50

bool generated_order(struct generated *k, mpz_t order)
{
    mpz_t last;
    mpz_set_ui(order, 1);
    if (!k->has_chain)
        return k->points.count == 0;
    mpz_init(last);
    for (int idle = 0; idle < TRIES_WITHOUT_NEWS; idle++) {
        mpz_set(last, order);
        chain_expand(&k->chain);
        chain_order(&k->chain, order);
        if (mpz_cmp(last, order) != 0)
            idle = 0;
    }
    mpz_clear(last);
    return true;
}

bool generated_add(struct generated *k, const struct generator *g)
{
    if (generator_is_identity(g))
        return false;
    if (k->has_chain)
        return add_to_chain(k, g);
    for (size_t i = 0; i < k->known.count; i++)
        if (generator_equal(&k->known.at[i], g))
            return false;
    array_push(k->mem, &k->known, generator_copy(g, k->mem));
    return true;
}
