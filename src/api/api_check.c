// What a model is asked: whether properties hold, how many states there are, what its rules did, warnings.
#include <string.h>

#include "api/api_internal.h"
#include "model/rule_coverage.h"

static const coset_options usual;

// ---- Properties -----------------------------------------------------------------------------------------------------

static coset_result *undecided(coset_model *model, size_t property, struct cause cause)
{
    struct result none = {.property = property, .verdict = VERDICT_UNDECIDED, .cause = cause};
    return api_new_result(model, property, &none);
}

// In the order of the user's numbers; all that were asked for have one.
static void take_results(coset_model *model, struct model_check *check, coset_result **results)
{
    for (size_t i = 0, next = 0; i < check->wanted.count; i++) {
        if (check->outcomes[i].is_left_out)
            continue;
        struct result *result = &check->results.at[next++];
        results[i] = api_new_result(model, i, result);
        result->has_trace = false; // it has another owner now
    }
}

// By property: NULL for what is not asked for.
static void check_asked(coset_model *model, const coset_options *options, const bool *is_asked, coset_result **results)
{
    struct model_check *check = api_ask(model, options, is_asked, false);
    for (size_t i = 0; i < model->properties.count && !check; i++)
        results[i] =
            is_asked[i] ? undecided(model, i, cause_with_text(CAUSE_REFUSED_INPUT, api_first_message(model))) : NULL;
    if (!check)
        return;
    take_results(model, check, results);
    model_check_save(check);
    api_end_call(model, check);
}

coset_result *coset_check(coset_model *model, size_t property, const coset_options *options)
{
    size_t count = model->properties.count;
    if (property >= count)
        return undecided(model, property, cause_of(CAUSE_NO_SUCH_PROPERTY));
    coset_result **results = mem_zalloc(&model->run.mem, count * sizeof *results);
    bool *is_asked = mem_zalloc(&model->run.mem, count * sizeof *is_asked);
    is_asked[property] = true;
    check_asked(model, options, is_asked, results);
    coset_result *result = results[property];
    mem_free(&model->run.mem, is_asked, count * sizeof *is_asked);
    mem_free(&model->run.mem, results, count * sizeof *results);
    return result;
}

// Of two verdicts, that on both together.
static coset_verdict worse(coset_verdict a, coset_verdict b)
{
    if (a == COSET_ERROR || b == COSET_ERROR)
        return COSET_ERROR;
    if (a == COSET_FAILS || b == COSET_FAILS)
        return COSET_FAILS;
    return a == COSET_UNDECIDED ? a : b;
}

coset_verdict coset_check_all(coset_model *model, const coset_options *options, coset_result **results)
{
    struct mem *mem = &model->run.mem;
    size_t count = model->properties.count;
    coset_result **all = mem_zalloc(mem, (count + 1) * sizeof *all);
    bool *is_asked = mem_zalloc(mem, (count + 1) * sizeof *is_asked);
    coset_verdict verdict = COSET_HOLDS;
    memset(is_asked, true, count * sizeof *is_asked);
    check_asked(model, options, is_asked, all);
    for (size_t i = 0; i < count; i++) {
        verdict = worse(verdict, coset_result_verdict(all[i]));
        if (results)
            results[i] = all[i];
        else
            coset_result_free(all[i]);
    }
    mem_free(mem, is_asked, (count + 1) * sizeof *is_asked);
    mem_free(mem, all, (count + 1) * sizeof *all);
    return verdict;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static char *count(coset_model *model, const coset_options *options, bool orbits, char **error)
{
    coset_options alone = options ? *options : usual;
    char *number = NULL;
    alone.jobs = 1; // one search
    struct model_check *check = api_ask(model, &alone, NULL, true);
    if (!check) {
        api_give_text(error, api_first_message(model));
        return NULL;
    }
    model_check_count_states(check);
    const struct summary *found = &check->summary;
    if (found->states_are_known)
        api_give_text(&number, orbits ? found->orbits : found->states);
    else
        api_give_cause(model, error, found->cause.code ? found->cause : cause_of(CAUSE_INTERRUPTED));
    model_check_save(check);
    api_end_call(model, check);
    return number;
}

char *coset_count_states(coset_model *model, const coset_options *options, char **error)
{
    return count(model, options, false, error);
}

char *coset_count_orbits(coset_model *model, const coset_options *options, char **error)
{
    return count(model, options, true, error);
}

// Asks with other settings behind those of the options, for all properties or for none, in this process.
static struct model_check *ask_with(coset_model *model, const coset_options *options, const coset_setting *more,
                                    size_t count, bool asks_all)
{
    struct mem *mem = &model->run.mem;
    coset_options alone = options ? *options : usual;
    size_t before = alone.setting_count, all = model->properties.count;
    coset_setting *together = mem_alloc(mem, (before + count) * sizeof *together);
    bool *is_asked = mem_alloc(mem, all + 1);
    if (before)
        memcpy(together, alone.settings, before * sizeof *together);
    memcpy(together + before, more, count * sizeof *together);
    memset(is_asked, true, all + 1);
    alone.settings = together;
    alone.setting_count = before + count;
    alone.jobs = 1;
    alone.no_traces = true;
    struct model_check *check = api_ask(model, &alone, asks_all ? is_asked : NULL, false);
    mem_free(mem, is_asked, all + 1);
    mem_free(mem, together, (before + count) * sizeof *together);
    return check;
}

static char *rules_of(coset_model *model, struct model_check *check, bool *is_complete, char **error)
{
    struct mem *mem = &model->run.mem;
    struct rule_coverage coverage = {.texts = {.mem = mem}};
    struct str lines = {0};
    char *given = NULL;
    if (model_check_cover(check, &coverage)) {
        report_text_coverage(&coverage, mem, &lines);
        api_give_text(&given, str_text(&lines));
        if (is_complete)
            *is_complete = coverage.is_complete;
    } else
        api_give_cause(model, error, cause_of(model_check_why_uncovered(check)));
    rule_coverage_close(&coverage, mem);
    str_free(mem, &lines);
    return given;
}

char *coset_rule_coverage(coset_model *model, const coset_options *options, bool *is_complete, char **error)
{
    static const coset_setting by_text[] = {{"engine", "explicit"}, {"explicit-rules", "tree"}};
    if (model->input->language != JOB_LANGUAGE_MURPHI) {
        api_give_text(error, "only models in Murphi have rules");
        return NULL;
    }
    struct model_check *check = ask_with(model, options, by_text, 2, false);
    char *given = NULL;
    if (check) {
        given = rules_of(model, check, is_complete, error);
        api_end_call(model, check);
    } else
        api_give_text(error, api_first_message(model));
    return given;
}

// An order is one of all variables.
char *coset_variable_order(coset_model *model, const coset_options *options, char **error)
{
    static const coset_setting whole[] = {{"cone", "off"}};
    struct mem *mem = &model->run.mem;
    struct str names = {0};
    char *given = NULL;
    size_t count = 0;
    struct model_check *check = ask_with(model, options, whole, 1, true);
    if (!check) {
        api_give_text(error, api_first_message(model));
        return NULL;
    }
    const cell_id *order = strategy_order(check->strategy, &count);
    for (size_t i = 0; i < count; i++)
        str_add(mem, &names, "%s\n", model_cell(check->input->model, order[i])->name);
    api_give_text(count ? &given : error, count ? str_text(&names) : "the order of the variables is not known");
    str_free(mem, &names);
    api_end_call(model, check);
    return given;
}

unsigned coset_find_warnings(coset_model *model, const coset_options *options, char **text)
{
    coset_options alone = options ? *options : usual;
    alone.jobs = 1;
    struct model_check *check = api_ask(model, &alone, NULL, false);
    if (!check) {
        api_give_text(text, "");
        return COSET_TOTALITY_UNKNOWN;
    }
    summary_take_warnings(&check->summary, check->strategy);
    const struct report_warnings all = {.model = check->input->model, .of = &check->summary.warnings, .count = 1};
    unsigned found = api_give_warnings(model, &all, text);
    api_end_call(model, check);
    return found;
}

const char *coset_messages(const coset_model *model)
{
    return str_text(&model->said);
}

const char *coset_symmetry_used(const coset_model *model)
{
    return model->work ? model->work->check.summary.symmetry : NULL;
}

char *coset_statistics(coset_model *model)
{
    struct mem *mem = &model->run.mem;
    struct str text = {0};
    char *given;
    struct summary *found = model->work ? &model->work->check.summary : NULL;
    if (found && model->work->check.strategy)
        summary_take_statistics(found, model->work->check.strategy);
    if (found)
        backend_statistics_add_tables(&found->statistics, mem, &text);
    api_give_text(&given, str_text(&text));
    str_free(mem, &text);
    return given;
}
