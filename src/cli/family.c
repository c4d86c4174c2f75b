// coset check --family: a Murphi model for all values of a constant, in one search.
//
// The model is lowered once for each value; reduce/family.h makes one model of all of them, which the engine searches.
// Each property is asked for in each size by a copy of its own. A run is turned into one of the instance that it
// belongs to, and replayed and judged there, before it is shown.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/units.h"
#include "cli/engine.h"
#include "reduce/family.h"
#include "report/report.h"

#define MOST_SIZES 1000

// What is known of a property that was asked for.
struct outcome {
    size_t property;
    enum verdict *verdicts; // by member
    bool *is_known;
    size_t open; // members that nothing is known of yet
    struct result result;
    struct result_sizes sizes;
    size_t traced; // the member that the run of the result is one of
};

// A copy of a property for a member.
struct asked {
    size_t outcome, member;
};

struct families {
    struct cli *cli;
    struct mem *mem;
    char *name; // of the constant
    int64_t low, high, shown;
    bool has_shown; // the size of runs was chosen
    size_t count;   // of members
    struct input *inputs;
    struct family_member *members;
    size_t opened;
    struct family *family;
    struct engine *engine;
    ARRAY(struct outcome) outcomes; // in the order of the file
    size_t reported;
    ARRAY(size_t) wanted; // by the engine
    ARRAY(struct asked) asked;
    struct arena arena;
    char **reachable; // by member; NULL if the states were not counted
    char *sum;
    bool is_json, internal_error, states_unknown;
    double started;
};

// ---- The range ------------------------------------------------------------------------------------------------------

static bool read_number(const char **text, int64_t *number)
{
    char *end;
    *number = strtoll(*text, &end, 10);
    bool good = end != *text && **text != ' ' && **text != '+' && *number > -1000000000 && *number < 1000000000;
    *text = end;
    return good;
}

static bool complain(struct families *f, const char *text)
{
    struct str given = {0};
    input_add_quoted(f->cli, &given, f->cli->options.family);
    log_error(&f->cli->log, "--family %s: %s", str_text(&given), text);
    str_free(f->mem, &given);
    return false;
}

static bool is_defined_twice(const struct families *f)
{
    const struct option_list *constants = &f->cli->options.constants;
    size_t length = strlen(f->name);
    for (size_t i = 0; i < constants->count; i++)
        if (strncmp(constants->at[i], f->name, length) == 0 && constants->at[i][length] == '=')
            return true;
    return false;
}

static bool read_range(struct families *f)
{
    const char *text = f->cli->options.family, *equals = strchr(text, '=');
    if (!equals || equals == text)
        return complain(f, "it is to be NAME=LOW..HIGH, such as N=1..10");
    f->name = arena_copy(&f->arena, text, (size_t)(equals - text));
    text = equals + 1;
    if (!read_number(&text, &f->low) || strncmp(text, "..", 2) != 0)
        return complain(f, "it is to be NAME=LOW..HIGH, such as N=1..10");
    text += 2;
    if (!read_number(&text, &f->high) || *text)
        return complain(f, "it is to be NAME=LOW..HIGH, such as N=1..10");
    if (f->low > f->high)
        return complain(f, "the range is empty, for its first value is larger than its last one");
    if (f->high - f->low >= MOST_SIZES)
        return complain(f, "a family has no more than 1000 sizes");
    if (is_defined_twice(f))
        return complain(f, "the constant has a value by -D already");
    f->count = (size_t)(f->high - f->low) + 1;
    return true;
}

static bool read_shown(struct families *f)
{
    const char *text = f->cli->options.size;
    if (!text)
        return true;
    f->has_shown = true;
    if (read_number(&text, &f->shown) && !*text && f->shown >= f->low && f->shown <= f->high)
        return true;
    log_error(&f->cli->log, "--size wants a number from the range of --family, which is %" PRId64 "..%" PRId64, f->low,
              f->high);
    return false;
}

// What only makes sense for a single model.
static bool suits_families(struct families *f)
{
    const struct cli_options *o = &f->cli->options;
    const char *path = f->cli->operands[0];
    size_t length = strlen(path);
    if (length < 2 || strcmp(path + length - 2, ".m") != 0)
        return complain(f, "families are of Murphi models, whose files end in .m");
    if (!f->is_json && o->format == CLI_FORMAT_NUSMV)
        return complain(f, "NuSMV's words have none for families; there are --format=text and --format=json");
    if (o->order || o->write_order)
        return complain(f, "orders of variables are those of a single model");
    return true;
}

// ---- Members --------------------------------------------------------------------------------------------------------

static bool open_member(struct families *f, size_t member)
{
    struct cli *cli = f->cli;
    struct option_list given = cli->options.constants;
    struct str constant = {0};
    enum log_level level = cli->log.level;
    int64_t size = f->low + (int64_t)member;
    str_add(f->mem, &constant, "%s=%" PRId64, f->name, size);
    const char **all = mem_alloc(f->mem, (given.count + 1) * sizeof *all);
    for (size_t i = 0; i < given.count; i++)
        all[i] = given.at[i];
    all[given.count] = str_text(&constant);
    cli->options.constants = (struct option_list){all, given.count + 1, given.count + 1};
    if (member + 1 < f->count && level > LOG_ERROR) // what is warned of in all sizes is said once
        cli->log.level = LOG_ERROR;
    bool good = input_open(cli, cli->operands[0], &f->inputs[member]);
    cli->log.level = level;
    cli->options.constants = given;
    f->members[member] = (struct family_member){f->inputs[member].model, size};
    if (!good)
        log_error(&cli->log, "the family has no model for %s", str_text(&constant));
    mem_free(f->mem, all, (given.count + 1) * sizeof *all);
    str_free(f->mem, &constant);
    return good;
}

// The largest one first: what is wrong with the text shows there.
static bool open_members(struct families *f)
{
    f->inputs = mem_zalloc(f->mem, f->count * sizeof *f->inputs);
    f->members = mem_zalloc(f->mem, f->count * sizeof *f->members);
    for (size_t i = f->count; i-- > 0;) {
        f->opened = f->count - i;
        if (!open_member(f, i))
            return false;
    }
    return true;
}

static bool make_family(struct families *f)
{
    struct str why_not = {0};
    f->family = family_new(f->members, f->count, f->cli->options.deadlock == MURPHI_DEADLOCK_STUCK, f->mem, &why_not);
    if (!f->family) {
        struct str path = {0};
        input_add_quoted(f->cli, &path, f->cli->operands[0]);
        log_error(&f->cli->log, "%s cannot be checked as a family: %s", str_text(&path), str_text(&why_not));
        str_free(f->mem, &path);
    }
    str_free(f->mem, &why_not);
    return f->family;
}

// ---- What to check --------------------------------------------------------------------------------------------------

static void want(struct families *f, size_t property)
{
    size_t place = f->outcomes.count;
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (f->outcomes.at[i].property == property)
            return;
    struct outcome outcome = {.property = property, .open = f->count};
    outcome.verdicts = arena_alloc(&f->arena, f->count * sizeof *outcome.verdicts);
    outcome.is_known = arena_alloc(&f->arena, f->count * sizeof *outcome.is_known);
    array_push(f->mem, &f->outcomes, outcome);
    for (; place > 0 && f->outcomes.at[place - 1].property > property; place--) {
        f->outcomes.at[place] = f->outcomes.at[place - 1];
        f->outcomes.at[place - 1] = outcome;
    }
}

// As for a single model: those that are named and those that are given; without either, all of the file.
static bool select_properties(struct families *f)
{
    const struct cli_options *o = &f->cli->options;
    const struct input *leader = &f->inputs[family_leader(f->family)];
    size_t all = model_property_count(leader->model), of_file = all - leader->formulas.count;
    for (size_t i = 0; i < o->properties.count; i++) {
        size_t property;
        if (!input_find_property(f->cli, leader, o->properties.at[i], &property))
            return false;
        want(f, property);
    }
    for (size_t i = o->formulas.count || o->properties.count ? of_file : 0; i < all; i++)
        want(f, i);
    return true;
}

static void ask(struct families *f)
{
    for (size_t i = 0; i < f->outcomes.count; i++) {
        struct outcome *o = &f->outcomes.at[i];
        for (size_t k = 0; k < f->count; k++) {
            size_t copy = family_copy_of(f->family, o->property, k);
            if (copy == SIZE_MAX) { // nothing can go wrong there
                o->verdicts[k] = VERDICT_HOLDS;
                o->is_known[k] = true;
                o->open--;
                continue;
            }
            array_push(f->mem, &f->wanted, copy);
            array_push(f->mem, &f->asked, ((struct asked){i, k}));
        }
    }
}

// ---- Results --------------------------------------------------------------------------------------------------------

static void put(struct families *f, struct str *text)
{
    progress_hide(&f->cli->progress);
    fputs(str_text(text), f->cli->out);
    fflush(f->cli->out);
    str_free(f->mem, text);
}

static void distrust(struct families *f, struct outcome *o, size_t member, const char *what, const struct str *error)
{
    struct str text = {0};
    str_add(f->mem, &text, "internal error: %s: %s", what, str_text(error));
    o->verdicts[member] = VERDICT_UNDECIDED;
    o->result.reason = arena_copy(&f->arena, text.at, text.count);
    log_error(&f->cli->log, "property %zu, %s = %" PRId64 ": %s", o->property + 1, f->name, f->members[member].size,
              o->result.reason);
    f->internal_error = true;
    str_free(f->mem, &text);
}

// The run becomes one of the member, and is the property's if it is the one that is to be shown.
static void take_run(struct families *f, struct outcome *o, size_t member, struct trace *found)
{
    const struct model *m = f->members[member].model;
    size_t number = family_property_of(f->family, o->property, member);
    const struct property *property = model_property(m, number);
    struct trace run;
    struct str error = {0};
    family_project(f->family, found, member, &run);
    trace_close(found, f->mem);
    bool is_real = trace_replay(&run, f->mem, &error);
    bool is_better = !o->result.has_trace || member < o->traced;
    if (!is_real || !trace_shows_failure(&run, property, f->mem, &error)) {
        distrust(f, o, member,
                 is_real ? "the run that was found does not show the failure"
                         : "the run that was found is not one of the model's",
                 &error);
        trace_close(&run, f->mem);
    } else if (is_better) {
        if (o->result.has_trace)
            trace_close(&o->result.trace, f->mem);
        o->result.has_trace = true;
        o->result.trace = run;
        o->traced = member;
        o->result.fault = property->kind == PROPERTY_FAULT ? engine_find_fault(m, &run, f->mem) : NULL;
    } else {
        trace_close(&run, f->mem);
    }
    str_free(f->mem, &error);
}

static void sum_up(struct families *f, struct outcome *o)
{
    int64_t *failing = arena_alloc(&f->arena, f->count * sizeof *failing);
    int64_t *undecided = arena_alloc(&f->arena, f->count * sizeof *undecided);
    o->sizes = (struct result_sizes){f->name, f->low, f->high, failing, undecided, 0, 0, 0};
    for (size_t i = 0; i < f->count; i++) {
        if (o->verdicts[i] == VERDICT_FAILS)
            failing[o->sizes.failing_count++] = f->members[i].size;
        else if (o->verdicts[i] == VERDICT_UNDECIDED)
            undecided[o->sizes.undecided_count++] = f->members[i].size;
    }
    o->result.verdict = o->sizes.failing_count     ? VERDICT_FAILS
                        : o->sizes.undecided_count ? VERDICT_UNDECIDED
                                                   : VERDICT_HOLDS;
    o->sizes.shown = o->result.has_trace ? f->members[o->traced].size : 0;
    o->result.property = o->property;
    o->result.sizes = &o->sizes;
}

static struct report_style style_of(const struct families *f)
{
    const struct cli_options *o = &f->cli->options;
    return (struct report_style){.full = o->full_trace,
                                 .defines = o->defines,
                                 .property_count = model_property_count(f->members[family_leader(f->family)].model)};
}

static void report(struct families *f)
{
    const struct model *leader = f->members[family_leader(f->family)].model;
    for (; f->reported < f->outcomes.count && f->outcomes.at[f->reported].open == 0; f->reported++) {
        struct outcome *o = &f->outcomes.at[f->reported];
        struct str text = {0};
        sum_up(f, o);
        if (!f->is_json)
            report_text_result(leader, &o->result, style_of(f), f->mem, &text);
        put(f, &text);
    }
}

static void take_result(void *context, size_t place, struct result *result)
{
    struct families *f = context;
    struct asked asked = f->asked.at[place];
    struct outcome *o = &f->outcomes.at[asked.outcome];
    o->verdicts[asked.member] = result->verdict;
    o->result.seconds += result->seconds;
    f->internal_error |= result->reason == engine_internal_error;
    if (result->verdict == VERDICT_UNDECIDED)
        o->result.reason = result->reason;
    if (result->has_trace)
        take_run(f, o, asked.member, &result->trace);
    o->is_known[asked.member] = true;
    o->open--;
    report(f);
}

static bool is_pointless(void *context)
{
    const struct families *f = context;
    return ferror(f->cli->out);
}

// A run is wanted for the size that was chosen, or for the smallest one that is known to fail.
static bool wants_run(void *context, size_t place)
{
    const struct families *f = context;
    struct asked asked = f->asked.at[place];
    const struct outcome *o = &f->outcomes.at[asked.outcome];
    if (f->has_shown)
        return f->members[asked.member].size == f->shown;
    for (size_t i = 0; i < asked.member; i++)
        if (o->is_known[i] && o->verdicts[i] == VERDICT_FAILS)
            return false;
    return true;
}

// ---- States, statistics ---------------------------------------------------------------------------------------------

static void count_states(struct families *f)
{
    struct str text = {0};
    const char *reason = NULL;
    bool good = true;
    mpz_t some, all;
    mpz_init(some);
    mpz_init(all);
    f->reachable = arena_alloc(&f->arena, f->count * sizeof *f->reachable);
    for (size_t i = 0; i < f->count && good; i++) {
        good = engine_count_states_where(f->engine, family_is_member(f->family, i), some, &reason);
        if (!good)
            break;
        mpz_add(all, all, some);
        f->reachable[i] = mpz_get_str(NULL, 10, some);
        str_add(f->mem, &text, "reachable states for %s = %" PRId64 ": %s\n", f->name, f->members[i].size,
                f->reachable[i]);
    }
    if (good)
        f->sum = mpz_get_str(NULL, 10, all);
    else
        log_error(&f->cli->log, "the reachable states are not counted: %s", reason);
    f->states_unknown = !good;
    if (good && !f->is_json)
        put(f, &text);
    str_free(f->mem, &text);
    mpz_clear(some);
    mpz_clear(all);
}

static void show_json(struct families *f)
{
    struct engine_statistics statistics;
    struct explicit_statistics one_by_one;
    struct str text = {0};
    ARRAY(struct result) results = {0};
    engine_get_statistics(f->engine, &statistics);
    bool has_explicit = engine_get_explicit_statistics(f->engine, &one_by_one);
    const struct report_statistics tables[] = {{"check", &engine_statistics_table, &statistics},
                                               {"engine", &bdd_statistics_table, &statistics.diagrams},
                                               {"explicit", &explicit_statistics_table, &one_by_one}};
    for (size_t i = 0; i < f->reported; i++)
        array_push(f->mem, &results, f->outcomes.at[i].result);
    const struct report_family family = {f->name, f->low, f->high, f->sum ? f->reachable : NULL};
    const struct report r = {
        .model = f->members[family_leader(f->family)].model,
        .model_name = f->cli->operands[0],
        .results = results.at,
        .result_count = results.count,
        .reachable = f->sum,
        .orbits = f->sum,
        .family = &family,
        .statistics = tables,
        .statistics_count = sizeof tables / sizeof *tables - !has_explicit,
        .order = statistics.check.order_origin,
        .seconds = clock_now() - f->started,
        .bytes = f->mem->peak,
        .style = style_of(f),
    };
    report_json(&r, f->mem, &text);
    array_free(f->mem, &results);
    put(f, &text);
}

static void show_statistics(struct families *f)
{
    struct engine_statistics statistics;
    struct explicit_statistics one_by_one;
    struct str text = {0};
    engine_get_statistics(f->engine, &statistics);
    str_add(f->mem, &text, "Total\n  time    ");
    units_add_seconds(f->mem, &text, clock_now() - f->started);
    str_add(f->mem, &text, "\n  memory  ");
    units_add_bytes(f->mem, &text, f->mem->peak);
    str_add(f->mem, &text, "\n");
    if (statistics.checkers > 0) {
        statistics_add_text(&engine_statistics_table, &statistics, f->mem, &text);
        statistics_add_text(&bdd_statistics_table, &statistics.diagrams, f->mem, &text);
    }
    if (engine_get_explicit_statistics(f->engine, &one_by_one))
        statistics_add_text(&explicit_statistics_table, &one_by_one, f->mem, &text);
    if (!f->is_json) {
        put(f, &text);
        return;
    }
    fputs(str_text(&text), stderr);
    str_free(f->mem, &text);
}

// ---- The command ----------------------------------------------------------------------------------------------------

static void show_summary(struct families *f)
{
    ARRAY(struct result) results = {0};
    struct str text = {0};
    for (size_t i = 0; i < f->reported; i++)
        array_push(f->mem, &results, f->outcomes.at[i].result);
    report_text_summary(results.at, results.count, f->mem, &text);
    array_free(f->mem, &results);
    put(f, &text);
}

static void check_all(struct families *f)
{
    ask(f);
    struct engine_setup setup = {
        .model = family_model(f->family),
        .wanted = f->wanted.at,
        .wanted_count = f->wanted.count,
        .started = f->started,
        .counts_states = f->cli->options.states,
        .decided = take_result,
        .is_pointless = is_pointless,
        .wants_run = wants_run,
        .context = f,
    };
    progress_begin(&f->cli->progress, "checking");
    f->engine = engine_new(f->cli, &setup);
    report(f); // what needs no search
    engine_decide_all(f->engine);
    if (!f->is_json)
        show_summary(f);
    if (f->cli->options.states)
        count_states(f);
    progress_end(&f->cli->progress);
    if (f->is_json)
        show_json(f);
    if (f->cli->options.stats)
        show_statistics(f);
}

static enum status status_of(const struct families *f)
{
    bool fails = false, is_open = f->states_unknown;
    for (size_t i = 0; i < f->outcomes.count; i++) {
        fails |= f->outcomes.at[i].result.verdict == VERDICT_FAILS;
        is_open |= f->outcomes.at[i].result.verdict == VERDICT_UNDECIDED || f->outcomes.at[i].open > 0;
    }
    if (f->internal_error)
        return STATUS_UNDECIDED;
    return fails ? STATUS_FAILS : is_open ? STATUS_UNDECIDED : STATUS_HOLDS;
}

static void close_families(struct families *f)
{
    engine_free(f->engine);
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (f->outcomes.at[i].result.has_trace)
            trace_close(&f->outcomes.at[i].result.trace, f->mem);
    family_free(f->family);
    for (size_t i = f->count - f->opened; f->inputs && i < f->count; i++)
        input_close(f->cli, &f->inputs[i]);
    mem_free(f->mem, f->inputs, f->inputs ? f->count * sizeof *f->inputs : 0);
    mem_free(f->mem, f->members, f->members ? f->count * sizeof *f->members : 0);
    for (size_t i = 0; f->reachable && i < f->count; i++)
        free(f->reachable[i]);
    free(f->sum);
    array_free(f->mem, &f->outcomes);
    array_free(f->mem, &f->wanted);
    array_free(f->mem, &f->asked);
    arena_free(&f->arena);
}

enum status family_run(struct cli *cli)
{
    struct families f = {
        .cli = cli,
        .mem = &cli->mem,
        .arena = {.mem = &cli->mem},
        .is_json = cli->options.json || cli->options.format == CLI_FORMAT_JSON,
        .started = clock_now(),
    };
    enum status status = STATUS_TROUBLE;
    if (!cli->options.family) {
        log_error(&cli->log, "--size is for --family only; -D gives a constant a value");
        return status;
    }
    if (read_range(&f) && read_shown(&f) && suits_families(&f) && open_members(&f) && make_family(&f) &&
        select_properties(&f)) {
        check_all(&f);
        status = status_of(&f);
    }
    close_families(&f);
    return status;
}
