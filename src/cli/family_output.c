// What is shown of a family as a whole.
#include "cli/family_parts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/units.h"

void family_put(struct families *f, struct str *text)
{
    progress_hide(&f->cli->progress);
    fputs(str_text(text), f->cli->out);
    fflush(f->cli->out);
    str_free(f->mem, text);
}

struct report_style family_style(const struct families *f)
{
    const struct cli_options *o = &f->cli->options;
    return (struct report_style){.full = o->full_trace,
                                 .defines = o->defines,
                                 .property_count = model_property_count(f->members[family_leader(f->family)].model)};
}

// ---- States, statistics ---------------------------------------------------------------------------------------------

// "of Proc, not used: ..."; empty if the models have no classes.
static void add_symmetry(const struct families *f, struct str *out)
{
    const struct model *m = f->members[f->count - 1].model;
    const char *before = "of ";
    for (size_t i = 0; i < model_class_count(m); i++) {
        if (model_class(m, i)->size < 2)
            continue;
        str_add(f->mem, out, "%s%s", before, model_class(m, i)->name);
        before = ", ";
    }
    if (out->count)
        str_add(f->mem, out, ", not used, for all sizes are searched together");
}

void family_count_states(struct families *f)
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
        family_put(f, &text);
    str_free(f->mem, &text);
    mpz_clear(some);
    mpz_clear(all);
}

void family_show_json(struct families *f)
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
    struct str symmetry = {0};
    add_symmetry(f, &symmetry);
    const struct report_family family = {f->name, f->low, f->high, f->sum ? f->reachable : NULL};
    const struct report r = {
        .model = f->members[family_leader(f->family)].model,
        .model_name = f->cli->operands[0],
        .results = results.at,
        .result_count = results.count,
        .reachable = f->sum,
        .orbits = f->sum,
        .family = &family,
        .symmetry = symmetry.count ? str_text(&symmetry) : NULL,
        .symmetry_method = "off",
        .statistics = tables,
        .statistics_count = sizeof tables / sizeof *tables - !has_explicit,
        .order = statistics.check.order_origin,
        .seconds = clock_now() - f->started,
        .bytes = f->mem->peak,
        .style = family_style(f),
    };
    report_json(&r, f->mem, &text);
    str_free(f->mem, &symmetry);
    array_free(f->mem, &results);
    family_put(f, &text);
}

void family_show_statistics(struct families *f)
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
        family_put(f, &text);
        return;
    }
    fputs(str_text(&text), stderr);
    str_free(f->mem, &text);
}

void family_show_summary(struct families *f)
{
    ARRAY(struct result) results = {0};
    struct str text = {0};
    for (size_t i = 0; i < f->reported; i++)
        array_push(f->mem, &results, f->outcomes.at[i].result);
    report_text_summary(results.at, results.count, f->mem, &text);
    struct str symmetry = {0};
    add_symmetry(f, &symmetry);
    if (symmetry.count)
        str_add(f->mem, &text, "symmetry: %s\n", str_text(&symmetry));
    str_free(f->mem, &symmetry);
    array_free(f->mem, &results);
    family_put(f, &text);
}
