// Results in the formats of `coset check`.
#include "api/api_internal.h"
#include "explicit/explicit.h"
#include "run/aiger/circuit_witness.h"

struct reporting {
    coset_model *model;
    struct mem *mem;
    ARRAY(struct result) results; // in terms of the model as it is now; what they point to is the caller's
    struct report_style style;
    struct str out;
};

static void take_results(struct reporting *r, const coset_result *const *results, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct result result = results[i]->result;
        if (results[i]->has_own_variables || results[i]->property >= r->model->properties.count)
            continue;
        result.property = r->model->properties.at[results[i]->property];
        array_push(r->mem, &r->results, result);
    }
}

// One behind the other, as they are shown while they are found.
static void add_each(struct reporting *r, coset_format format)
{
    const struct model *m = r->model->model;
    size_t traces = 0;
    for (size_t i = 0; i < r->results.count; i++) {
        const struct result *result = &r->results.at[i];
        traces += result->has_trace;
        if (format == COSET_FORMAT_NUSMV)
            report_nusmv_result(m, result, r->style, traces, r->mem, &r->out);
        else if (format == COSET_FORMAT_WITNESS && (r->model->input->aiger || r->model->input->btor2))
            circuit_witness_add(r->model->input, result, r->mem, &r->out);
        else if (format != COSET_FORMAT_WITNESS)
            report_text_result(m, result, r->style, r->mem, &r->out);
    }
}

// What the last call has found besides is told with them.
static void add_all(struct reporting *r, coset_format format)
{
    const struct api_work *work = r->model->work;
    const struct summary *f = work ? &work->check.summary : NULL;
    bool has_diagrams = f && f->has_statistics && f->statistics.checkers > 0;
    struct report_statistics tables[3];
    size_t count = 0;
    double seconds = 0;
    for (size_t i = 0; i < r->results.count; i++)
        seconds += r->results.at[i].seconds;
    if (has_diagrams) {
        tables[count++] = (struct report_statistics){"check", &backend_statistics_table, &f->statistics};
        tables[count++] = (struct report_statistics){"engine", &bdd_statistics_table, &f->statistics.diagrams};
    }
    if (f && f->statistics.has_states)
        tables[count++] = (struct report_statistics){"explicit", &explicit_statistics_table, &f->statistics.states};
    const struct report report = {
        .model = r->model->model,
        .model_name = r->model->input->source.name,
        .results = r->results.at,
        .result_count = r->results.count,
        .symmetry = f ? f->symmetry : NULL,
        .symmetry_method = f ? f->symmetry_method : NULL,
        .statistics = tables,
        .statistics_count = count,
        .order = has_diagrams ? f->statistics.check.order_origin : NULL,
        .warnings = {.model = r->model->model, .of = f ? &f->warnings : NULL, .count = f != NULL},
        .partial = watch_partial(&r->model->run, r->results.at, r->results.count, false),
        .seconds = seconds,
        .bytes = r->mem->peak,
        .style = r->style};
    if (format == COSET_FORMAT_JSON)
        report_json(&report, r->mem, &r->out);
    else
        report_junit(&report, r->mem, &r->out);
}

char *coset_report(coset_model *model, const coset_result *const *results, size_t count, coset_format format,
                   const coset_style *style)
{
    struct reporting r = {.model = model, .mem = &model->run.mem};
    char *given;
    if (style)
        r.style = (struct report_style){.full = style->full_traces, .defines = style->defines};
    r.style.property_count = model->properties.count;
    take_results(&r, results, count);
    if (format == COSET_FORMAT_JSON || format == COSET_FORMAT_JUNIT)
        add_all(&r, format);
    else
        add_each(&r, format);
    api_give_text(&given, str_text(&r.out));
    str_free(r.mem, &r.out);
    array_free(r.mem, &r.results);
    return given;
}
