// What can go wrong in a run, and what a run depends on: faults, assumptions, and what is to be covered.
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
    mu_path_push(x, model_not(m, x->faulty));
    expr result = mu_path(x);
    mu_path_pop_to(x, depth);
    return result;
}

static bool is_about_the_same(const struct fault_record *a, const struct fault_record *b)
{
    return a->kind == b->kind && a->span.offset == b->span.offset && a->symbol == b->symbol;
}

// A loop may lead to one place several times: that is one fault.
static void add_fault(struct executor *x, const struct fault_record *fault)
{
    for (size_t i = x->faults.count; i-- > x->fault_base;) {
        struct fault_record *known = &x->faults.at[i];
        if (is_about_the_same(known, fault)) {
            known->condition = model_or(x->model, known->condition, fault->condition);
            return;
        }
    }
    array_push(x->mem, &x->faults, *fault);
}

static void note_fault(struct executor *x, expr bad, struct fault_record fault)
{
    mu_record(x, (struct procedure_step){.kind = PROCEDURE_FAULT, .expr = bad});
    fault.after = EXPR_NONE;
    fault.condition = x->is_recording ? model_false(x->model) : reached_and(x, bad);
    bool may_happen = !mu_is_false(x, fault.condition) && mu_can_hold(x, bad);
    x->probe_found |= may_happen ? PROBE_FAULT : 0;
    if (may_happen && !x->is_probing) {
        add_fault(x, &fault);
        x->faulty = model_or(x->model, x->faulty, fault.condition);
    }
}

// From here on the path says that the fault has not happened: the same will not be found again, and what it rules out
// is known.
void mu_fault(struct executor *x, expr bad, struct fault_record fault)
{
    bad = mu_given_path(x, bad);
    if (x->stopped || mu_is_false(x, bad))
        return;
    if (!x->is_trial || x->is_probing)
        note_fault(x, bad, fault);
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
    [FAULT_UNDEFINED] = "undefined value read: ",
    [FAULT_UNDEFINED_HERE] = "undefined value read: ",
    [FAULT_RANGE] = "value out of range, in the assignment to ",
    [FAULT_ARGUMENT] = "value out of range, for the parameter ",
    [FAULT_RESULT] = "value out of range, for the result ",
    [FAULT_INDEX] = "index out of range: ",
    [FAULT_DIVISION] = "division by zero: ",
    [FAULT_TOO_LARGE] = "the number gets too large: ",
    [FAULT_ASSERTION] = "assertion failed: ",
    [FAULT_ERROR] = "error: ",
    [FAULT_NO_RESULT] = "a function ends without a result: ",
    [FAULT_LOOP] = "the loop does not end, or not soon enough: while ",
    [FAULT_STEP] = "a loop with a step of zero: ",
    [FAULT_RECURSION] = "more calls inside of each other than the limit allows: ",
    [FAULT_FULL] = "no more room in multiset ",
    [FAULT_ABSENT] = "there is no such element (any more): ",
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
    if (error->kind == FAULT_UNDEFINED_HERE)
        str_add(mem, out, "; --dialect cmurphi allows it");
    if (error->kind == FAULT_TOO_LARGE)
        str_add(mem, out, "; numbers are between %" PRId64 " and %" PRId64, MURPHI_MIN_INTEGER, MURPHI_MAX_INTEGER);
}

void mu_fault_text(struct executor *x, const struct fault_record *fault, const char *where, struct str *out)
{
    const struct murphi_error error = {fault->kind, fault->span, fault->expr, fault->symbol};
    murphi_error_text(x->tree, &error, where, x->mem, out);
}
