#include "api/chosen.h"

#include "base/clock.h"
#include "group/detect.h"
#include "group/stabiliser.h"

#define SECONDS_TO_FIND 10.0 // symmetries of the model, or whether all that are stated are some
#define SECONDS_TO_KEEP 2.0  // for one generator and one condition

static void prove_stated(struct chosen *c)
{
    const generator_array *stated = &c->owner->generators;
    bool *proved = mem_zalloc(c->mem, stated->count + 1);
    detect_prove(c->owner->model, stated->at, stated->count, proved, clock_now() + SECONDS_TO_FIND, c->mem);
    c->is_good = true;
    for (size_t i = 0; i < stated->count; i++)
        c->is_good &= proved[i];
    mem_free(c->mem, proved, stated->count + 1);
}

void chosen_open(struct chosen *c, coset_model *owner)
{
    *c = (struct chosen){.owner = owner, .mem = &owner->mem};
    c->hint_count = model_hint_count(owner->model);
    c->hints = mem_zalloc(c->mem, (c->hint_count + 1) * sizeof *c->hints);
    for (size_t i = 0; i < c->hint_count; i++)
        c->hints[i] = model_hint(owner->model, i).condition;
    prove_stated(c);
}

static void close_checker(struct chosen *c)
{
    checker_free(c->checker);
    onthefly_free(c->reduction);
    generators_free(c->mem, &c->used);
    c->checker = NULL;
    c->reduction = NULL;
}

void chosen_close(struct chosen *c)
{
    close_checker(c);
    keeping_free(c->keeping);
    mem_free(c->mem, c->hints, (c->hint_count + 1) * sizeof *c->hints);
}

// What a property leaves of the symmetries; SIZE_MAX: all of them.
static void find_group(struct chosen *c, size_t property, generator_array *out)
{
    struct model *model = c->owner->model;
    atom_array atoms = {0};
    if (property != SIZE_MAX)
        stabiliser_collect_atoms(model, property, &atoms, c->mem);
    if (c->owner->generators.count > 0) {
        if (!c->keeping)
            c->keeping = keeping_new(model, SECONDS_TO_KEEP, c->mem);
        stabiliser_find(model, &c->owner->generators, atoms.at, atoms.count, keeping_keeps, c->keeping, out, c->mem);
    } else {
        mpz_t order;
        mpz_init(order);
        detect_symmetries_keeping(model, BEHAVIOUR_VALUES_MOVE, atoms.at, atoms.count, clock_now() + SECONDS_TO_FIND,
                                  out, order, c->mem);
        mpz_clear(order);
    }
    array_free(c->mem, &atoms);
}

static bool are_equal(const generator_array *a, const generator_array *b)
{
    bool equal = a->count == b->count;
    for (size_t i = 0; i < a->count && equal; i++)
        equal = generator_equal(&a->at[i], &b->at[i]);
    return equal;
}

static struct checker *use(struct chosen *c, size_t property, const struct check_options *given)
{
    generator_array group = {0};
    find_group(c, property, &group);
    if (c->checker && checker_is_built(c->checker) && are_equal(&c->used, &group))
        generators_free(c->mem, &group);
    else {
        close_checker(c);
        c->used = group;
        const struct onthefly_options how = {
            .method = ONTHEFLY_SIGMA, .hints = c->hints, .hint_count = c->hint_count, .is_good = c->is_good};
        struct check_options options = *given;
        options.reduction = c->reduction = onthefly_new(&c->used, &how, c->mem);
        c->checker = checker_new(c->owner->model, &options, c->mem);
    }
    checker_set_deadline(c->checker, given->deadline);
    return c->checker;
}

void chosen_check(struct chosen *c, size_t property, const struct check_options *options, struct result *result)
{
    checker_check(use(c, property, options), property, result);
}

bool chosen_count_states(struct chosen *c, const struct check_options *options, mpz_t states, const char **reason)
{
    struct checker *checker =
        c->checker && checker_knows_reachable(c->checker) ? c->checker : use(c, SIZE_MAX, options);
    checker_set_deadline(checker, options->deadline);
    return checker_count_states(checker, states, reason);
}
