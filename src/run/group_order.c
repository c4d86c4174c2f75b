#include "run/group_order.h"

#include "group/generated.h"

#define MOST_DIGITS 20
#define DIGITS_OF_LONGER 3

// All digits if they are few, else as in 1.23e45.
static void note(struct method *method, const mpz_t order)
{
    size_t digits = mpz_sizeinbase(order, 10);
    if (digits <= MOST_DIGITS) {
        gmp_snprintf(method->group_order, sizeof method->group_order, "%Zd", order);
        return;
    }
    mpz_t scale, first;
    mpz_init(scale);
    mpz_init(first);
    for (;; digits--) { // the base may be one digit too large
        mpz_ui_pow_ui(scale, 10, digits - DIGITS_OF_LONGER);
        mpz_tdiv_q(first, order, scale);
        if (mpz_cmp_ui(first, 100) >= 0)
            break;
    }
    unsigned long leading = mpz_get_ui(first);
    gmp_snprintf(method->group_order, sizeof method->group_order, "%lu.%02lue%zu", leading / 100, leading % 100,
                 digits - 1);
    mpz_clear(scale);
    mpz_clear(first);
}

void group_order_note_classes(struct method *method, const struct symmetry *symmetry)
{
    mpz_t order;
    mpz_init(order);
    symmetry_order(symmetry, order);
    note(method, order);
    mpz_clear(order);
}

void group_order_note_counters(struct method *method, const struct counter_reduction *counters)
{
    mpz_t order;
    mpz_init(order);
    if (counter_group_order(counters, order))
        note(method, order);
    mpz_clear(order);
}

void group_order_note_generators(struct method *method, const generator_array *generators, struct mem *mem)
{
    struct generated all;
    mpz_t order;
    mpz_init(order);
    generated_open(&all, generators, mem);
    for (size_t i = 0; i < generators->count; i++)
        generated_add(&all, &generators->at[i]);
    if (generated_order(&all, order))
        note(method, order);
    generated_close(&all);
    mpz_clear(order);
}
