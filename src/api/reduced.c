#include "api/reduced.h"

#include <string.h>

static const char not_a_run[] = "internal error: the run that was found is not one of the reduced model's";

void reduced_open(struct reduced *r, struct model *full, bool values_are_proved, const size_t *properties, size_t count,
                  struct mem *mem)
{
    size_t cells = model_cell_count(full);
    *r = (struct reduced){.mem = mem, .full = full, .properties = properties, .property_count = count};
    r->dependence = dependence_new(full, values_are_proved, mem);
    r->cells = mem_zalloc(mem, cells + 1);
    r->wanted = mem_zalloc(mem, cells + 1);
    r->number = mem_alloc(mem, (count + 1) * sizeof *r->number);
}

void reduced_close_checker(struct reduced *r)
{
    if (!r->checker)
        return;
    checker_free(r->checker);
    cone_close(&r->cone);
    r->checker = NULL;
}

void reduced_close(struct reduced *r)
{
    size_t cells = model_cell_count(r->full);
    reduced_close_checker(r);
    mem_free(r->mem, r->cells, cells + 1);
    mem_free(r->mem, r->wanted, cells + 1);
    mem_free(r->mem, r->number, (r->property_count + 1) * sizeof *r->number);
    dependence_free(r->dependence);
}

// Opens a model for the variables of the property at hand, with all properties that depend on the same ones.
static void open_checker(struct reduced *r, const struct check_options *options)
{
    size_t cells = model_cell_count(r->full), listed = 0, bytes = (r->property_count + 1) * sizeof(size_t);
    size_t *properties = mem_alloc(r->mem, bytes);
    bool *others = mem_zalloc(r->mem, cells + 1);
    memcpy(r->cells, r->wanted, cells);
    for (size_t i = 0; i < r->property_count; i++) {
        dependence_of_property(r->dependence, r->properties[i], others);
        bool is_alike = memcmp(others, r->cells, cells) == 0;
        r->number[i] = is_alike ? listed : SIZE_MAX;
        if (is_alike)
            properties[listed++] = r->properties[i];
    }
    cone_open(&r->cone, r->full, r->dependence, r->cells, properties, listed, r->mem);
    r->checker = checker_new(r->cone.model, options, r->mem);
    mem_free(r->mem, others, cells + 1);
    mem_free(r->mem, properties, bytes);
}

// A result speaks of the model that was checked; what it points to goes with that.
static void translate(struct reduced *r, size_t place, struct result *result)
{
    const struct property *full = model_property(r->full, r->properties[place]);
    const struct property *checked = model_property(r->cone.model, r->number[place]);
    const char *vacuous = NULL;
    for (size_t i = 0; result->vacuous && i < checked->vacuity_count && !vacuous; i++)
        if (checked->vacuities[i].left == result->vacuous)
            vacuous = full->vacuities[i].left;
    result->vacuous = vacuous;
    result->property = r->properties[place];
}

// False if the run is too long for the full model.
static bool lift(struct reduced *r, struct result *result)
{
    struct trace lifted;
    if (!result->has_trace)
        return true;
    enum cone_lift outcome = cone_lift_trace(&r->cone, &result->trace, &lifted);
    trace_close(&result->trace, r->mem);
    result->has_trace = outcome == CONE_LIFTED;
    result->is_refuted = outcome == CONE_TOO_LONG;
    if (outcome == CONE_LIFTED)
        result->trace = lifted;
    else if (outcome == CONE_NOT_A_RUN) {
        result->verdict = VERDICT_UNDECIDED;
        result->reason = not_a_run;
    }
    return outcome != CONE_TOO_LONG;
}

bool reduced_applies(struct reduced *r, size_t place)
{
    size_t cells = model_cell_count(r->full), count = 0;
    dependence_of_property(r->dependence, r->properties[place], r->wanted);
    for (size_t i = 0; i < cells; i++)
        count += r->wanted[i];
    return count < cells;
}

bool reduced_check(struct reduced *r, size_t place, const struct check_options *options, struct result *result)
{
    size_t cells = model_cell_count(r->full);
    dependence_of_property(r->dependence, r->properties[place], r->wanted);
    if (r->checker && memcmp(r->wanted, r->cells, cells) != 0)
        reduced_close_checker(r);
    if (!r->checker)
        open_checker(r, options);
    checker_set_deadline(r->checker, options->deadline);
    checker_check(r->checker, r->number[place], result);
    translate(r, place, result);
    bool good = lift(r, result);
    // Work that was given up leaves a table full of what nobody needs.
    if (result->verdict == VERDICT_UNDECIDED && !checker_knows_reachable(r->checker))
        reduced_close_checker(r);
    return good;
}
