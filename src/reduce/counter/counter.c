// Counter abstraction as a whole, and how many states a counter state stands for.
#include "reduce/counter/counter.h"

#include <string.h>

#include "model/copy.h"
#include "reduce/counter/counter_parts.h"

static size_t add_completeness(struct counter_reduction *r)
{
    expr complete = model_not(r->to, r->escapes);
    return model_add_property(r->to, &(struct property){.kind = PROPERTY_INVARIANT,
                                                        .text = "all components are counted",
                                                        .context = "",
                                                        .formula = model_atom(r->to, complete),
                                                        .from = FORMULA_NONE,
                                                        .to = FORMULA_NONE});
}

// Whether there are enough counters comes first: what holds is believed only if there are.
static void add_goals(struct counter_reduction *r)
{
    if (r->completeness != SIZE_MAX)
        array_push(r->mem, &r->goals, ((struct reduction_goal){REDUCTION_OWN, r->completeness}));
    for (size_t i = 0; i < r->property_count; i++)
        if (r->property_map[i] != SIZE_MAX)
            array_push(r->mem, &r->goals, ((struct reduction_goal){i, r->property_map[i]}));
}

// The column is that of the first component's cells.
static void find_presence(struct counter_reduction *r)
{
    for (uint32_t k = 0; k < r->counted.count; k++) {
        struct counted *class = &r->counted.at[k];
        class->there = UINT32_MAX;
        class->absent = NO_LOCAL;
        for (uint32_t i = 0; r->there && i < class->cell_columns; i++)
            if (strncmp(model_cell(r->from, class->cells[i])->name, r->there, strlen(r->there)) == 0)
                class->there = i;
    }
}

static bool reduce(struct counter_reduction *r, const size_t *properties, size_t count, enum counter_locals locals)
{
    if (model_steps(r->from).count) {
        counter_refuse(r, cause_of(CAUSE_STEP_CONDITIONS));
        return false;
    }
    if (!counter_find_places(r))
        return false;
    find_presence(r);
    counter_set_thresholds(r);
    if ((r->saturation && !counter_may_saturate(r)) || !counter_read_starts(r) || !counter_action_cases(r))
        return false;
    for (size_t i = 0; r->saturation && i < r->cases.count; i++)
        if (!counter_note_case(r, r->cases.at[i], false))
            return false;
    if (!counter_close_locals(r))
        return false;
    if (locals != COUNTER_ALL_LOCALS && !counter_narrow(r, locals))
        return false;
    counter_add_cells(r);
    if (!counter_add_starts(r) || !counter_add_actions(r) || !counter_add_properties(r, properties, count))
        return false;
    r->completeness = r->is_narrow ? add_completeness(r) : SIZE_MAX;
    add_goals(r);
    return true;
}

static struct counter_reduction *reduce_with(struct counter_reduction with, const size_t *properties,
                                             size_t property_count, enum counter_locals locals)
{
    struct mem *mem = with.mem;
    struct model *per_orbit = with.from;
    struct counter_reduction *r = mem_zalloc(mem, sizeof *r);
    *r = with;
    r->arena = (struct arena){.mem = mem};
    r->seen = (struct walk){.model = r->from, .mem = r->mem};
    r->to = model_new(mem);
    model_copy_values(per_orbit, r->to);
    if (model_ends_stay(per_orbit))
        model_let_ends_stay(r->to);
    r->property_count = property_count;
    r->property_map = arena_alloc(&r->arena, (property_count + 1) * sizeof *r->property_map);
    r->refusals = arena_alloc(&r->arena, (property_count + 1) * sizeof *r->refusals);
    bool good = reduce(r, properties, property_count, locals);
    r->why = NULL;
    r->saturation = NULL; // these need not outlive this
    r->there = NULL;
    if (good)
        return r;
    counter_free(r);
    return NULL;
}

struct counter_reduction *counter_saturate_while(struct model *per_orbit, const size_t *properties,
                                                 size_t property_count, const struct counter_saturation *saturation,
                                                 enum counter_locals locals,
                                                 bool (*goes_on)(void *context, const char *phase), void *context,
                                                 struct mem *mem, struct cause *why_not)
{
    struct counter_reduction with = {.mem = mem,
                                     .from = per_orbit,
                                     .why = why_not,
                                     .goes_on = goes_on,
                                     .context = context,
                                     .saturation = saturation};
    return reduce_with(with, properties, property_count, locals);
}

struct counter_reduction *counter_reduce_present(struct model *per_orbit, const size_t *properties,
                                                 size_t property_count, const char *there,
                                                 bool (*goes_on)(void *context, const char *phase), void *context,
                                                 struct mem *mem, struct cause *why_not)
{
    struct counter_reduction with = {
        .mem = mem, .from = per_orbit, .why = why_not, .goes_on = goes_on, .context = context, .there = there};
    return reduce_with(with, properties, property_count, COUNTER_EXACT_LOCALS);
}

struct counter_reduction *counter_reduce_while(struct model *per_orbit, const size_t *properties, size_t property_count,
                                               enum counter_locals locals,
                                               bool (*goes_on)(void *context, const char *phase), void *context,
                                               struct mem *mem, struct cause *why_not)
{
    return counter_saturate_while(per_orbit, properties, property_count, NULL, locals, goes_on, context, mem, why_not);
}

struct counter_reduction *counter_reduce(struct model *per_orbit, const size_t *properties, size_t property_count,
                                         enum counter_locals locals, struct mem *mem, struct cause *why_not)
{
    return counter_reduce_while(per_orbit, properties, property_count, locals, NULL, NULL, mem, why_not);
}

void counter_free(struct counter_reduction *r)
{
    if (!r)
        return;
    struct mem *mem = r->mem;
    counter_free_places(r);
    for (size_t i = 0; i < r->cases.count; i++)
        counter_case_free(r, r->cases.at[i]);
    array_free(mem, &r->cases);
    array_free(mem, &r->moves);
    array_free(mem, &r->starts);
    array_free(mem, &r->goals);
    array_free(mem, &r->class_of_cell);
    array_free(mem, &r->interleaved);
    array_free(mem, &r->predicates);
    walk_free(&r->seen);
    model_free(r->to);
    arena_free(&r->arena);
    mem_free(mem, r, sizeof *r);
}

bool counter_group_order(const struct counter_reduction *r, mpz_t order)
{
    mpz_t factor;
    bool is_one = !r->there;
    mpz_init(factor);
    mpz_set_ui(order, 1);
    for (size_t i = 0; i < r->counted.count; i++) {
        mpz_fac_ui(factor, r->counted.at[i].size);
        mpz_mul(order, order, factor);
        is_one &= !r->counted.at[i].threshold;
    }
    mpz_clear(factor);
    return is_one;
}

struct model *counter_model(const struct counter_reduction *r)
{
    return r->to;
}

size_t counter_property(const struct counter_reduction *r, size_t i)
{
    return r->property_map[i];
}

const struct cause *counter_refusal(const struct counter_reduction *r, size_t i)
{
    return &r->refusals[i];
}

size_t counter_completeness(const struct counter_reduction *r)
{
    return r->completeness;
}

const uint32_t *counter_classes(const struct counter_reduction *r, uint32_t *class_count)
{
    *class_count = (uint32_t)r->counted.count;
    return r->class_of_cell.at;
}

const uint32_t *counter_interleaved(const struct counter_reduction *r)
{
    return r->interleaved.at;
}

// The product of multinomial coefficients: one binomial coefficient for each counter, of those that are left.
void counter_weight(const void *reduction, const value *state, mpz_t weight)
{
    const struct counter_reduction *r = reduction;
    mpz_t ways;
    mpz_init(ways);
    mpz_set_ui(weight, 1);
    for (uint32_t k = 0; k < r->counted.count; k++) {
        const struct counted *class = &r->counted.at[k];
        unsigned long left = class->size;
        for (uint32_t i = 0; i < class->locals.count; i++) {
            if (i == class->absent)
                continue;
            unsigned long here = (unsigned long)state[class->counters[i]];
            mpz_bin_uiui(ways, left, here);
            mpz_mul(weight, weight, ways);
            left = here <= left ? left - here : 0;
        }
    }
    mpz_clear(ways);
}
