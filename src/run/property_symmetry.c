#include "run/property_symmetry.h"

#include <stdlib.h>

#include "base/clock.h"
#include "group/detect.h"
#include "reduce/reduction.h"

#define SECONDS_TO_FIND 0.25
#define SECONDS_TO_FOLLOW 0.5

void property_symmetry_open(struct property_symmetry *f, struct run *run, struct model *model, const size_t *wanted,
                            size_t count)
{
    *f = (struct property_symmetry){.run = run, .model = model, .wanted = wanted};
    if (count < 2 || !property_orbits_is_possible(model, wanted, count, &run->mem))
        return;
    generator_array generators = {0};
    mpz_t order;
    mpz_init(order);
    if (detect_symmetries(model, BEHAVIOUR_VALUES_MOVE, clock_now() + SECONDS_TO_FIND, &generators, order, &run->mem) &&
        generators.count > 0) {
        property_orbits_open(&f->orbits, model, &generators, wanted, count, clock_now() + SECONDS_TO_FOLLOW, &run->mem);
        f->symmetries = mpz_get_str(NULL, 10, order);
    }
    for (size_t i = 0; i < f->orbits.count; i++)
        f->count += property_symmetry_is_led(f, i);
    generators_free(&run->mem, &generators);
    mpz_clear(order);
}

void property_symmetry_close(struct property_symmetry *f)
{
    property_orbits_close(&f->orbits);
    free(f->symmetries);
}

bool property_symmetry_is_led(const struct property_symmetry *f, size_t goal_index)
{
    return goal_index < f->orbits.count && f->orbits.leader[goal_index] != goal_index;
}

void property_symmetry_release(struct property_symmetry *f, const bool *is_known)
{
    for (size_t i = 0; is_known && i < f->orbits.count; i++)
        if (!is_known[i] && is_known[f->orbits.leader[i]])
            f->orbits.leader[i] = i;
}

// ---- As a reduction: of two properties that a permutation takes to each other, one is decided -----------------------

struct permuted {
    const struct generator *way;
    struct model *model;
};

// The trace, seen through the permutation.
static enum lift_status lift_permuted(const struct model_reduction *layer, const struct trace *from, struct trace *to)
{
    const struct permuted *p = layer->context;
    size_t bytes = (model_cell_count(p->model) + 1) * sizeof(value);
    value *state = mem_zalloc(layer->mem, bytes);
    trace_open(to, p->model);
    for (size_t i = 0; i < trace_length(from); i++) {
        generator_apply(p->way, p->model, trace_state(from, i), state);
        trace_push(to, layer->mem, state);
    }
    to->loop = from->loop;
    mem_free(layer->mem, state, bytes);
    return LIFT_DONE;
}

static struct result result_of(struct property_symmetry *f, size_t goal_index, const struct result *its)
{
    struct permuted permuted = {&f->orbits.way[goal_index], f->model};
    const struct model_reduction layer = {.kind = REDUCTION_PROPERTY_SYMMETRY,
                                          .model = f->model,
                                          .mem = &f->run->mem,
                                          .context = &permuted,
                                          .lift = lift_permuted};
    struct result result = *its;
    result.property = f->wanted[goal_index];
    result.seconds = 0;
    method_reduce(&result.method, layer.kind);
    result_translate_vacuous(&result, model_property(f->model, f->wanted[goal_index]));
    if (its->has_trace) // which stays with the one that was decided
        reduction_lift(&layer, &its->trace, &result.trace);
    return result;
}

void property_symmetry_hand_on(struct property_symmetry *f, size_t goal_index, const struct result *its,
                               void (*decided)(void *context, size_t goal_index, struct result *), void *context)
{
    for (size_t i = 0; i < f->orbits.count; i++) {
        if (f->orbits.leader[i] != goal_index || i == goal_index)
            continue;
        struct result result = result_of(f, i, its);
        decided(context, i, &result);
    }
}

void property_symmetry_add_text(const struct property_symmetry *f, size_t wanted, struct str *out)
{
    str_add(&f->run->mem, out, "%s symmetries found in the model: %zu of %zu properties follow from others",
            f->symmetries, f->count, wanted);
}
