#include "orbit/dense_queue.h"

#include <gmp.h>
#include <math.h>

bool dense_queue_open(struct dense_queue *q, bdd_manager *m, bdd state_cube)
{
    *q = (struct dense_queue){.m = m, .cube = state_cube};
    for (size_t i = 0; i < DENSE_QUEUE_PARTS; i++)
        q->parts[i] = BDD_FALSE;
    return bdd_protect_array(m, q->parts, DENSE_QUEUE_PARTS);
}

void dense_queue_close(struct dense_queue *q)
{
    bdd_unprotect(q->m, q->parts);
}

void dense_queue_clear(struct dense_queue *q)
{
    while (q->count > 0)
        q->parts[--q->count] = BDD_FALSE;
}

// States for a node, as a power of two.
static bool find_density(const struct dense_queue *q, bdd states, double *density)
{
    mpz_t count;
    mpz_init(count);
    bdd bits = bdd_and(q->m, q->cube, bdd_support(q->m, states)); // a product has more bits than the model
    bool good = bdd_is_valid(bits) && bdd_count(q->m, states, bits, count);
    if (good) {
        long exponent;
        *density = log2(mpz_get_d_2exp(&exponent, count)) - log2((double)bdd_size(q->m, states) + 1);
        *density += (double)exponent;
    }
    mpz_clear(count);
    return good;
}

static size_t find_least(const struct dense_queue *q)
{
    size_t least = 0;
    for (size_t i = 1; i < q->count; i++)
        if (q->density[i] < q->density[least])
            least = i;
    return least;
}

static bdd take(struct dense_queue *q, size_t place)
{
    bdd states = bdd_hand_over(q->m, q->parts[place]);
    q->count--;
    q->parts[place] = q->parts[q->count];
    q->density[place] = q->density[q->count];
    q->parts[q->count] = BDD_FALSE;
    return states;
}

bool dense_queue_push(struct dense_queue *q, bdd states)
{
    double density;
    if (states == BDD_FALSE)
        return true;
    bdd_scope scope = bdd_open_scope(q->m);
    if (q->count == DENSE_QUEUE_PARTS)
        states = bdd_or(q->m, states, take(q, find_least(q)));
    bool good = bdd_is_valid(states) && find_density(q, states, &density);
    if (good) {
        q->parts[q->count] = states;
        q->density[q->count++] = density;
    }
    bdd_close_scope(q->m, scope);
    return good;
}

bdd dense_queue_pop(struct dense_queue *q)
{
    size_t densest = 0;
    if (q->count == 0)
        return BDD_FALSE;
    for (size_t i = 1; i < q->count; i++)
        if (q->density[i] > q->density[densest])
            densest = i;
    return take(q, densest);
}
