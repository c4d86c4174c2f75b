#include "run/property_symmetry.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "group/detect.h"

#define SECONDS_TO_FIND 0.25

void property_symmetry_open(struct property_symmetry *f, struct run *run, struct model *model, const size_t *wanted,
                            size_t count)
{
    *f = (struct property_symmetry){.run = run, .model = model, .wanted = wanted};
    if (count < 2 || !alike_is_possible(model, wanted, count, &run->mem))
        return;
    generator_array generators = {0};
    mpz_t order;
    mpz_init(order);
    if (detect_symmetries(model, BEHAVIOUR_VALUES_MOVE, clock_now() + SECONDS_TO_FIND, &generators, order, &run->mem) &&
        generators.count > 0) {
        alike_open(&f->alike, model, &generators, wanted, count, &run->mem);
        f->symmetries = mpz_get_str(NULL, 10, order);
    }
    for (size_t i = 0; i < f->alike.count; i++)
        f->count += property_symmetry_is_led(f, i);
    generators_free(&run->mem, &generators);
    mpz_clear(order);
}

void property_symmetry_close(struct property_symmetry *f)
{
    alike_close(&f->alike);
    free(f->symmetries);
}

bool property_symmetry_is_led(const struct property_symmetry *f, size_t place)
{
    return place < f->alike.count && f->alike.leader[place] != place;
}

void property_symmetry_release(struct property_symmetry *f, const bool *is_known)
{
    for (size_t i = 0; is_known && i < f->alike.count; i++)
        if (!is_known[i] && is_known[f->alike.leader[i]])
            f->alike.leader[i] = i;
}

// The run, seen through the permutation.
static void move_trace(struct property_symmetry *f, const struct generator *way, const struct trace *from,
                       struct trace *to)
{
    struct mem *mem = &f->run->mem;
    size_t bytes = (model_cell_count(f->model) + 1) * sizeof(value);
    value *state = mem_zalloc(mem, bytes);
    trace_open(to, f->model);
    for (size_t i = 0; i < trace_length(from); i++) {
        generator_apply(way, f->model, trace_state(from, i), state);
        trace_push(to, mem, state);
    }
    to->loop = from->loop;
    mem_free(mem, state, bytes);
}

static struct result result_of(struct property_symmetry *f, size_t leader, size_t place, const struct result *its)
{
    const struct property *from = model_property(f->model, f->wanted[leader]);
    const struct property *to = model_property(f->model, f->wanted[place]);
    struct result result = *its;
    result.property = f->wanted[place];
    result.seconds = 0;
    method_reduce(&result.method, REDUCTION_PROPERTY_SYMMETRY);
    result.vacuous = NULL;
    for (size_t i = 0; its->vacuous && i < from->vacuity_count; i++)
        if (strcmp(from->vacuities[i].left, its->vacuous) == 0)
            result.vacuous = to->vacuities[i].left;
    if (its->has_trace)
        move_trace(f, &f->alike.way[place], &its->trace, &result.trace);
    return result;
}

void property_symmetry_hand_on(struct property_symmetry *f, size_t place, const struct result *its,
                               void (*decided)(void *context, size_t place, struct result *), void *context)
{
    for (size_t i = 0; i < f->alike.count; i++) {
        if (f->alike.leader[i] != place || i == place)
            continue;
        struct result result = result_of(f, place, i, its);
        decided(context, i, &result);
    }
}

void property_symmetry_add_text(const struct property_symmetry *f, size_t wanted, struct str *out)
{
    str_add(&f->run->mem, out, "%s symmetries found in the model: %zu of %zu properties follow from others",
            f->symmetries, f->count, wanted);
}
