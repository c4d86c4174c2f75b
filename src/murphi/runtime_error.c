// What can go wrong in a run, and what a run depends on: run-time errors, assumptions, and what is to be covered.
#include "murphi/execute.h"

#include <inttypes.h>

#include "base/source.h"
#include "murphi/print.h"
#include "murphi/symmetry_breaking.h"

// The path, and what must hold beyond it so that the run gets here.
static expr reached_and(struct executor *x, expr condition)
{
    struct model *m = x->model;
    size_t depth = x->path.count;
    mu_path_push(x, condition);
    mu_path_push(x, x->assumed);
    mu_path_push(x, model_not(m, x->any_error));
    expr result = mu_path(x);
    mu_path_pop_to(x, depth);
    return result;
}

static bool is_about_the_same(const struct error_record *a, const struct error_record *b)
{
    return a->kind == b->kind && a->span.offset == b->span.offset && a->symbol == b->symbol;
}

// A loop may lead to one place several times: that is one run-time error.
static void add_error(struct executor *x, const struct error_record *error)
{
    for (size_t i = x->errors.count; i-- > x->error_base;) {
        struct error_record *known = &x->errors.at[i];
        if (is_about_the_same(known, error)) {
            known->condition = model_or(x->model, known->condition, error->condition);
            return;
        }
    }
    array_push(x->mem, &x->errors, *error);
}

static void note_error(struct executor *x, expr bad, struct error_record error)
{
    mu_record(x, (struct procedure_step){.kind = PROCEDURE_ERROR, .expr = bad});
    error.after = EXPR_NONE;
    error.condition = x->is_recording ? model_false(x->model) : reached_and(x, bad);
    bool may_happen = !mu_is_false(x, error.condition) && mu_can_hold(x, bad);
    if (may_happen && x->is_probing) {
        mu_probe_note(x, bad, error.condition);
    } else if (may_happen) {
        add_error(x, &error);
        x->any_error = model_or(x->model, x->any_error, error.condition);
    }
}

// From here on the path says that the run-time error has not happened: the same will not be found again, and what it
// rules out is known.
void mu_runtime_error(struct executor *x, expr bad, struct error_record error)
{
    bad = mu_given_path(x, bad);
    if (x->stopped || mu_is_false(x, bad))
        return;
    if (!x->is_trial || x->is_probing)
        note_error(x, bad, error);
    x->stopped = mu_is_true(x, bad);
    if (!x->stopped)
        mu_path_push(x, model_not(x->model, bad));
}

// Whether something goes wrong, or is covered, may depend on which element of a class comes first. Nobody who wants to
// use the symmetry of that class could rely on it.
void mu_depends_on_order(struct executor *x, const struct murphi_binder *binder, struct span span)
{
    static const char reason[] = "whether there is a run-time error may depend on the order of the elements";
    for (; binder && !x->is_trial; binder = binder->next)
        if (binder->kind == MURPHI_OVER_TYPE && binder->decl->type->has_symmetry)
            mu_add_obstacles(x->tree, binder->decl->type, span, reason);
}

void mu_assume(struct executor *x, expr condition)
{
    if (x->stopped || mu_is_true(x, condition))
        return;
    mu_record(x, (struct procedure_step){.kind = PROCEDURE_REQUIRE, .expr = condition});
    x->probe_found |= PROBE_ASSUMPTION;
    if (!x->is_recording && !x->is_trial)
        x->assumed = model_and(x->model, x->assumed, model_implies(x->model, mu_path(x), condition));
    x->stopped = mu_is_false(x, condition);
}

void mu_cover(struct executor *x, const struct murphi_stmt *stmt, expr condition)
{
    if (x->is_recording || x->is_trial)
        return;
    struct cover_record cover = {stmt, reached_and(x, condition)};
    x->probe_found |= PROBE_COVER;
    if (!x->stopped && !mu_is_false(x, cover.condition))
        array_push(x->mem, &x->covers, cover);
}

// ---- In words -------------------------------------------------------------------------------------------------------

static const char *const texts[] = {
    [MURPHI_ERROR_UNDEFINED] = "undefined value read: ",
    [MURPHI_ERROR_UNDEFINED_HERE] = "undefined value read: ",
    [MURPHI_ERROR_RANGE] = "value out of range, in the assignment to ",
    [MURPHI_ERROR_ARGUMENT] = "value out of range, for the parameter ",
    [MURPHI_ERROR_RESULT] = "value out of range, for the result ",
    [MURPHI_ERROR_INDEX] = "index out of range: ",
    [MURPHI_ERROR_DIVISION] = "division by zero: ",
    [MURPHI_ERROR_TOO_LARGE] = "the number gets too large: ",
    [MURPHI_ERROR_ASSERTION] = "assertion failed: ",
    [MURPHI_ERROR_STATEMENT] = "error: ",
    [MURPHI_ERROR_NO_RESULT] = "a function ends without a result: ",
    [MURPHI_ERROR_LOOP] = "the loop does not end, or not soon enough: while ",
    [MURPHI_ERROR_STEP] = "a loop with a step of zero: ",
    [MURPHI_ERROR_RECURSION] = "more calls inside of each other than the limit allows: ",
    [MURPHI_ERROR_FULL] = "no more room in multiset ",
    [MURPHI_ERROR_ABSENT] = "there is no such element (any more): ",
};

void murphi_error_text(const struct murphi_tree *tree, const struct murphi_error *error, const char *where,
                       struct mem *mem, struct str *out)
{
    struct diag_range range = murphi_range(tree, error->span);
    struct source_place place = source_place(range.source, range.offset);
    str_add(mem, out, "%s", texts[error->kind]);
    if (error->symbol)
        str_add(mem, out, "%s", error->symbol->text);
    else if (error->expr)
        murphi_print(mem, out, error->expr);
    str_add(mem, out, ", in %s (%s:%zu:%zu)", where, range.source->name, place.line, place.column);
    if (error->kind == MURPHI_ERROR_UNDEFINED_HERE)
        str_add(mem, out, "; --dialect cmurphi allows it");
    if (error->kind == MURPHI_ERROR_TOO_LARGE)
        str_add(mem, out, "; numbers are between %" PRId64 " and %" PRId64, MURPHI_MIN_INTEGER, MURPHI_MAX_INTEGER);
}

void mu_error_text(struct executor *x, const struct error_record *record, const char *where, struct str *out)
{
    const struct murphi_error error = {record->kind, record->span, record->expr, record->symbol};
    murphi_error_text(x->tree, &error, where, x->mem, out);
}
