// An executor: opening and closing it, names, and the limits of a run.
#include "murphi/execute.h"

enum {
    MOST_STEPS = 20000000,
    MOST_EXPRESSIONS = 6000000,
};

// Multisets have a slot for each place that says whether there is something. Widths are found once for each type; none
// is 0 but that of a record without fields, or an array of such.
static uint32_t find_width(struct executor *x, const struct murphi_type *type)
{
    uint32_t *width = &x->widths[type->id];
    if (*width)
        // cppcheck-suppress identicalInnerCondition ; it is the width that is returned
        return *width;
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            *width += find_width(x, type->fields[i].type);
        break;
    case MURPHI_ARRAY:
        *width = (uint32_t)murphi_size(type->index) * find_width(x, type->element);
        break;
    case MURPHI_MULTISET:
        *width = (uint32_t)(type->high - type->low + 1) * (1 + find_width(x, type->element));
        break;
    default:
        *width = 1;
    }
    return *width;
}

static void find_widths(struct executor *x)
{
    size_t count = x->tree->types.count;
    x->widths = mem_zalloc(x->mem, count * sizeof *x->widths);
    for (size_t i = 0; i < count; i++) {
        const struct murphi_type *type = x->tree->types.at[i];
        find_width(x, type);
        x->has_nested_multisets |= type->kind == MURPHI_MULTISET && type->element->has_multiset;
    }
}

static bool assumes_or_covers(const struct murphi_stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        if (stmt->kind == MURPHI_ASSUME_STMT || stmt->kind == MURPHI_COVER_STMT || assumes_or_covers(stmt->body))
            return true;
        for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
            if (assumes_or_covers(clause->body))
                return true;
    }
    return false;
}

static bool has_assumptions(const struct murphi_tree *tree)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        if (assumes_or_covers(rule->body))
            return true;
    for (size_t i = 0; i < tree->functions.count; i++)
        if (assumes_or_covers(tree->functions.at[i]->body))
            return true;
    return false;
}

void mu_executor_open(struct executor *x, struct murphi_tree *tree, const struct murphi_lower_options *options,
                      struct mem *mem, struct diag *diag)
{
    *x = (struct executor){.mem = mem, .diag = diag, .tree = tree, .arena = {.mem = mem}};
    if (options)
        x->options = *options;
    if (!x->options.loop_limit)
        x->options.loop_limit = MURPHI_LOOP_LIMIT;
    if (!x->options.recursion_limit)
        x->options.recursion_limit = MURPHI_RECURSION_LIMIT;
    x->options.dialect = murphi_dialect_of(tree, &x->options);
    x->has_assumptions = has_assumptions(tree);
    find_widths(x);
    x->bindings = mem_zalloc(mem, tree->decl_count * sizeof *x->bindings);
    x->activations = mem_zalloc(mem, tree->decl_count * sizeof *x->activations);
    for (size_t i = 0; i < tree->vars.count; i++) {
        const struct murphi_decl *var = tree->vars.at[i];
        x->bindings[var->id] = (struct binding){.is_place = true, .place = mu_place_at(var->type, x->state_slots)};
        x->state_slots += x->widths[var->type->id];
    }
    mu_growth_open(x);
}

void mu_executor_use(struct executor *x, struct model *model)
{
    mu_trial_close(x);
    x->model = model;
    x->slots.count = x->trail.count = x->path.count = x->errors.count = x->covers.count = x->touched.count = 0;
    x->has_removed = x->writes_stale = false;
    x->symbol_constants.count = x->error_base = x->pieces.count = 0;
    int_map_free(x->mem, &x->symbols);
    int_map_free(x->mem, &x->taken_symbols);
    x->joined.count = 0;
    x->any_error = model_false(model);
    x->probe_errors = EXPR_NONE;
    x->assumed = model_true(model);
    x->stopped = x->failed;
}

void mu_executor_close(struct executor *x)
{
    mu_growth_close(x);
    mu_trial_close(x);
    mem_free(x->mem, x->widths, x->tree->types.count * sizeof *x->widths);
    mem_free(x->mem, x->bindings, x->tree->decl_count * sizeof *x->bindings);
    mem_free(x->mem, x->activations, x->tree->decl_count * sizeof *x->activations);
    int_map_free(x->mem, &x->symbols);
    int_map_free(x->mem, &x->taken_symbols);
    array_free(x->mem, &x->symbol_constants);
    array_free(x->mem, &x->saved);
    array_free(x->mem, &x->slots);
    array_free(x->mem, &x->slot_types);
    array_free(x->mem, &x->marks);
    array_free(x->mem, &x->trail);
    array_free(x->mem, &x->changes);
    array_free(x->mem, &x->branches);
    array_free(x->mem, &x->path);
    array_free(x->mem, &x->pieces);
    array_free(x->mem, &x->joined);
    array_free(x->mem, &x->errors);
    array_free(x->mem, &x->covers);
    array_free(x->mem, &x->probe_bad);
    array_free(x->mem, &x->touched);
    array_free(x->mem, &x->touched_history);
    array_free(x->mem, &x->terms);
    array_free(x->mem, &x->conjuncts);
    array_free(x->mem, &x->copies);
    array_free(x->mem, &x->recording.steps);
    array_free(x->mem, &x->sorts);
    arena_free(&x->arena);
}

// ---- Limits ---------------------------------------------------------------------------------------------------------

void mu_give_up(struct executor *x, struct span span, const char *why)
{
    if (!x->failed && !x->is_recording)
        diag_error(x->diag, murphi_range(x->tree, span), "%s", why);
    x->failed = x->stopped = true;
}

bool mu_goes_on(struct executor *x)
{
    if (!diag_goes_on(x->diag, "its rules, as steps of a model"))
        x->failed = x->stopped = true;
    return !x->failed;
}

bool mu_count_step(struct executor *x, struct span span)
{
    mu_goes_on(x);
    if (++x->steps > (x->is_recording ? x->most_steps : MOST_STEPS) || model_expr_count(x->model) > MOST_EXPRESSIONS)
        mu_give_up(x, span, "this model is too large: its rules, for all of their parameters, have too many steps");
    return !x->failed;
}

// ---- Names ----------------------------------------------------------------------------------------------------------

void mu_bind(struct executor *x, const struct murphi_decl *decl, struct binding binding)
{
    struct saved_binding saved = {decl->id, x->bindings[decl->id]};
    array_push(x->mem, &x->saved, saved);
    x->bindings[decl->id] = binding;
}

void mu_unbind_to(struct executor *x, size_t saved)
{
    while (x->saved.count > saved) {
        struct saved_binding last = array_pop(&x->saved);
        x->bindings[last.decl] = last.old;
    }
}
