// Families: a Murphi model for all values of a constant.
#include <inttypes.h>
#include <string.h>

#include "api/api_internal.h"
#include "run/family/family_run.h"

struct coset_family {
    coset_model *owner;
    struct coset_family *before, *after; // in the list of the owner's
    struct api_job asked;
    struct families of;
    coset_result **results; // by property
    const char **proofs;    // by property: as of coset_family_proof
};

static void ignore(void *context, const struct result *result)
{
    (void)context;
    (void)result;
}

static const char *keep(coset_family *it, struct str *text)
{
    const char *kept = arena_copy(&it->asked.texts, text->at, text->count);
    str_free(it->asked.mem, text);
    return kept;
}

static const char *range_text(coset_family *it, const coset_range *range)
{
    struct str text = {0};
    str_add(it->asked.mem, &text, "%s=%" PRId64 "..", range->constant, range->low);
    if (range->high != COSET_EVERY_SIZE)
        str_add(it->asked.mem, &text, "%" PRId64, range->high);
    return keep(it, &text);
}

static void describe(coset_family *it, const coset_range *ranges, size_t count)
{
    struct job *job = &it->asked.job;
    const char **texts = arena_alloc(&it->asked.texts, (count + 1) * sizeof *texts);
    for (size_t i = 0; i < count; i++)
        texts[i] = range_text(it, &ranges[i]);
    job->family = (struct option_list){texts, count, count};
    job->states = count > 0 && ranges[0].states;
    // All properties: formulas alone would be asked for without those of the text.
    job->properties = (struct option_list){0};
}

// The size whose traces are wanted, as --size has it: the values of all constants.
static void choose_shown(coset_family *it, const coset_range *ranges, size_t count)
{
    struct str text = {0};
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++)
        if (ranges[i].shown)
            str_add(it->asked.mem, &text, "%s%" PRId64, chosen++ ? "," : "", *ranges[i].shown);
    if (chosen)
        it->asked.job.size = keep(it, &text);
}

static void take_results(coset_family *it)
{
    struct families *f = &it->of;
    it->results = arena_alloc(&it->asked.texts, (f->outcomes.count + 1) * sizeof *it->results);
    it->proofs = arena_alloc(&it->asked.texts, (f->outcomes.count + 1) * sizeof *it->proofs);
    for (size_t i = 0; i < f->outcomes.count; i++) {
        struct result *result = &f->outcomes.at[i].result;
        it->results[i] = api_new_result(it->owner, i, result);
        it->results[i]->has_own_variables = true;
        it->proofs[i] = NULL;
        if (f->outcomes.at[i].sizes.proof) {
            struct str proof = {0};
            report_text_proof(f->outcomes.at[i].sizes.proof, it->asked.mem, &proof);
            it->proofs[i] = keep(it, &proof);
        }
        result->has_trace = false; // it has another owner now
    }
}

coset_family *coset_check_family(coset_model *model, const coset_range *range, const coset_options *options,
                                 char **error)
{
    return coset_check_families(model, range, 1, options, error);
}

coset_family *coset_check_families(coset_model *model, const coset_range *ranges, size_t count,
                                   const coset_options *options, char **error)
{
    api_begin_call(model, options);
    coset_family *it = mem_zalloc(&model->run.mem, sizeof *it);
    it->owner = model;
    it->after = model->families;
    if (it->after)
        it->after->before = it;
    model->families = it;
    bool good = api_open_job(model, options, &it->asked);
    describe(it, ranges, count);
    choose_shown(it, ranges, count);
    it->of = (struct families){.run = &model->run,
                               .job = &it->asked.job,
                               .mem = &model->run.mem,
                               .report = ignore,
                               .asks_all = true,
                               .wants_invariants = count == 1 && ranges[0].high == COSET_EVERY_SIZE};
    if (!good || !api_is_possible(model, &it->asked.job) || !family_open(&it->of)) {
        api_give_text(error, api_first_message(model));
        coset_family_free(it);
        return NULL;
    }
    family_check_all(&it->of);
    family_close_checkpoint(&it->of);
    take_results(it);
    model->interrupted = NULL;
    return it;
}

// Its results go with it: they have the models of its sizes.
void coset_family_free(coset_family *it)
{
    if (!it)
        return;
    for (size_t i = 0; it->results && i < it->of.outcomes.count; i++)
        coset_result_free(it->results[i]);
    family_close(&it->of);
    api_close_job(&it->asked);
    *(it->before ? &it->before->after : &it->owner->families) = it->after;
    if (it->after)
        it->after->before = it->before;
    mem_free(&it->owner->run.mem, it, sizeof *it);
}

// ---- What is in it --------------------------------------------------------------------------------------------------

size_t coset_family_property_count(const coset_family *it)
{
    return it->of.outcomes.count;
}

static const struct property *property_at(const coset_family *it, size_t property)
{
    const struct families *f = &it->of;
    return property < f->outcomes.count ? model_property(f->members[f->leader].model, f->outcomes.at[property].property)
                                        : NULL;
}

const char *coset_family_property_name(const coset_family *it, size_t property)
{
    const struct property *found = property_at(it, property);
    return found ? found->name : NULL;
}

const char *coset_family_property_text(const coset_family *it, size_t property)
{
    const struct property *found = property_at(it, property);
    return found ? found->text : NULL;
}

coset_result *coset_family_result(coset_family *it, size_t property)
{
    return property < it->of.outcomes.count ? it->results[property] : NULL;
}

bool coset_family_shown(const coset_family *it, size_t property, int64_t *size)
{
    if (property >= it->of.outcomes.count || coset_trace_length(it->results[property]) == 0)
        return false;
    *size = it->of.outcomes.at[property].sizes.shown;
    return true;
}

bool coset_family_is_proved(const coset_family *it, size_t property)
{
    return property < it->of.outcomes.count && it->of.outcomes.at[property].sizes.is_proved;
}

const char *coset_family_proof(const coset_family *it, size_t property)
{
    return property < it->of.outcomes.count ? it->proofs[property] : NULL;
}

const char *coset_family_invariants(const coset_family *it)
{
    return str_text(&it->of.invariants);
}

void coset_family_sizes(const coset_family *it, int64_t *low, int64_t *high)
{
    *low = it->of.low;
    *high = it->of.high;
}

bool coset_family_value(const coset_family *it, int64_t size, const char *constant, int64_t *number)
{
    const struct size_grid *grid = it->of.grid;
    int64_t low, high;
    coset_family_sizes(it, &low, &high);
    if (size < low || size > high)
        return false;
    if (!grid) {
        *number = size;
        return strcmp(constant, it->of.name) == 0;
    }
    for (size_t i = 0; i < grid->constants; i++)
        if (strcmp(grid->names[i], constant) == 0) {
            *number = size_grid_point(grid, size)[i];
            return true;
        }
    return false;
}

bool coset_family_write_certificates(coset_family *it, const char *path, const coset_options *options, char **error)
{
    coset_model *model = it->owner;
    api_begin_call(model, options);
    watch_begin_command(&model->run, options && options->time_limit > 0 ? options->time_limit : 0);
    bool good = family_write_certificates(&it->of, path);
    if (!good)
        api_give_text(error, api_first_message(model));
    return good;
}

static bool find_size(const coset_family *it, int64_t size, size_t *member)
{
    for (*member = 0; *member < it->of.all; ++*member)
        if (it->of.sizes[*member] == size)
            return true;
    return false;
}

coset_verdict coset_family_verdict(const coset_family *it, size_t property, int64_t size)
{
    size_t member;
    if (property >= it->of.outcomes.count || !find_size(it, size, &member) || member >= it->of.count)
        return COSET_UNDECIDED;
    switch (it->of.outcomes.at[property].verdicts[member]) {
    case VERDICT_HOLDS:
        return COSET_HOLDS;
    case VERDICT_FAILS:
        return COSET_FAILS;
    default:
        return COSET_UNDECIDED;
    }
}

const char *coset_family_vacuous(const coset_family *it, size_t property, int64_t size)
{
    size_t member;
    bool is_known = property < it->of.outcomes.count && find_size(it, size, &member) && member < it->of.count;
    return is_known ? it->of.outcomes.at[property].vacuous[member] : NULL;
}

const char *coset_family_states(const coset_family *it, int64_t size)
{
    size_t member;
    return find_size(it, size, &member) ? it->of.reachable[member] : NULL;
}

const char *coset_family_orbits(const coset_family *it, int64_t size)
{
    size_t member;
    return find_size(it, size, &member) ? it->of.orbits[member] : NULL;
}

unsigned coset_family_warnings(const coset_family *it, char **text)
{
    const struct families *f = &it->of;
    const struct report_warnings all = {.model = f->members[f->leader].model,
                                        .of = f->warnings,
                                        .count = f->count,
                                        .name = f->name,
                                        .grid = f->grid,
                                        .sizes = f->sizes};
    return api_give_warnings(it->owner, &all, text);
}
