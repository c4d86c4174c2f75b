// Lowering as a whole. Which cells are always defined is found first, by assuming it of all that every start state
// defines and running the rules, until no rule disproves it. That takes place in models that are thrown away, since a
// cell's type cannot be changed; and where no rule can make anything undefined, it is not needed. Such a trial does not
// ask under which conditions a rule has a run-time error, which is much of the work: where it has one, it ends, and
// what is behind that is on the path.
#include "murphi/lowering.h"

enum { MOST_CELLS = 1000000 };
#define MOST_WORK 4e9 // instances of rules times cells

// ---- Whether a rule can make something undefined --------------------------------------------------------------------

// What is assigned may be undefined: see assigned in execute.c.
static bool assigns_any(const struct murphi_stmt *stmt, enum murphi_dialect dialect)
{
    return !murphi_is_simple(stmt->target->type) ||
           (dialect == MURPHI_DIALECT_CMURPHI && (stmt->expr->is_place || murphi_is_id(stmt->expr->type)));
}

static bool may_undefine(const struct murphi_stmt *stmt, enum murphi_dialect dialect)
{
    for (; stmt; stmt = stmt->next) {
        if (stmt->kind == MURPHI_UNDEFINE || stmt->kind >= MURPHI_MULTISET_ADD)
            return true;
        if (stmt->kind == MURPHI_ASSIGN && assigns_any(stmt, dialect))
            return true;
        if (stmt->kind == MURPHI_CLEAR && stmt->target->type->has_multiset)
            return true;
        for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
            if (may_undefine(clause->body, dialect))
                return true;
        if (may_undefine(stmt->body, dialect))
            return true;
    }
    return false;
}

static bool some_rule_may_undefine(const struct murphi_tree *tree, enum murphi_dialect dialect)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        if (rule->kind == MURPHI_RULE && may_undefine(rule->body, dialect))
            return true;
    for (size_t i = 0; i < tree->functions.count; i++)
        if (may_undefine(tree->functions.at[i]->body, dialect))
            return true;
    return false;
}

// ---- Models that are made one after the other -----------------------------------------------------------------------

static void use_model(struct lowering *l, struct model *model)
{
    mu_executor_use(&l->x, model);
    mu_classes_add(l);
}

// False if there was no time for all of them.
static bool add_cells(struct lowering *l)
{
    mu_cells_add(l);
    if (!l->x.failed)
        mu_cells_place(l);
    return !l->x.failed;
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

static void try_round(struct lowering *l)
{
    struct model *scratch = model_new(l->mem);
    use_model(l, scratch);
    mu_store_undefined(l);
    l->is_settled = true;
    if (add_cells(l))
        mu_lower_rules(l);
    if (!l->x.failed)
        mu_cells_share_always(l);
    mu_trial_close(&l->x);
    model_free(scratch);
}

// Start states have no use for cells, but for what these share.
static void try_starts(struct lowering *l)
{
    struct model *scratch = model_new(l->mem);
    use_model(l, scratch);
    if (add_cells(l))
        mu_lower_starts(l);
    if (!l->x.failed)
        mu_cells_share_always(l);
    mu_trial_close(&l->x);
    model_free(scratch);
}

static void find_always_defined(struct lowering *l)
{
    try_starts(l);
    if (!l->x.failed)
        mu_cells_let_be_undefined(l);
    l->may_restart = !l->x.failed && some_rule_may_undefine(l->tree, l->x.options.dialect);
    if (l->may_restart)
        try_round(l);
}

static void lower_starts_and_rules(struct lowering *l, struct model *model)
{
    use_model(l, model);
    l->x.steps = 0;
    l->is_final = l->is_settled = true;
    if (!add_cells(l))
        return;
    mu_fairness_open(l);
    mu_lower_starts(l);
    mu_lower_rules(l);
}

static void forget(struct lowering *l, struct model *model, size_t named)
{
    if (l->x.options.rules_of_actions)
        l->x.options.rules_of_actions->count = named;
    mu_fairness_close(l);
    mu_trial_close(&l->x); // whose evaluator is one of this model
    model_clear(model);
    l->priorities.count = l->progress.count = l->errors.count = l->starts = l->actions = 0;
    l->start_error = NULL;
    l->monitor = CELL_NONE;
    l->is_final = l->may_restart = false;
}

// One round of the rules finds most of it. So what would be the last round, which finds nothing more, is run for good;
// where it does find something, more rounds come first.
static void lower_for_good(struct lowering *l, struct model *model)
{
    const murphi_rule_array *rules = l->x.options.rules_of_actions;
    size_t named = rules ? rules->count : 0;
    lower_starts_and_rules(l, model);
    if (!l->is_settled && !l->x.failed) {
        mu_cells_share_always(l);
        forget(l, model, named);
        do
            try_round(l);
        while (!l->is_settled && !l->x.failed);
        if (!l->x.failed)
            lower_starts_and_rules(l, model);
    }
    l->may_restart = false;
    if (l->x.failed)
        return;
    if (l->actions == 0) {
        size_t action = model_add_action(model, "none");
        model_add_to_action(model, action, (struct part){PART_CONDITION, CELL_NONE, model_false(model)});
    }
    if (!l->x.options.portion || l->x.options.portion->ends_stay) // else it may lack rules
        model_let_ends_stay(model);
    mu_lower_properties(l);
    if (!l->x.failed)
        mu_fairness_add(l);
    mu_lower_symmetries(l);
}

// What is found to be an obstacle in the end was none when instances were left out.
static void lower_all(struct lowering *l, struct model *model)
{
    size_t obstacles = l->tree->obstacles.count;
    if (!l->x.failed)
        find_always_defined(l);
    if (l->x.failed)
        return;
    lower_for_good(l, model);
    if (l->x.failed)
        return;
    mu_classes_obstruct(l, l->x.options.one_per_orbit && l->tree->obstacles.count > obstacles);
}

bool murphi_lower(struct murphi_tree *tree, struct model *model, const struct murphi_lower_options *options,
                  struct mem *mem, struct diag *diag)
{
    struct lowering l = {.mem = mem, .tree = tree, .arena = {.mem = mem}, .monitor = CELL_NONE};
    l.classes = mem_alloc(mem, tree->types.count * sizeof *l.classes);
    mu_executor_open(&l.x, tree, options, mem, diag);
    if (l.x.state_slots > MOST_CELLS) {
        mu_give_up(&l.x, tree->vars.at[0]->span, "this model is too large: its state has more than a million values");
    } else if (!l.x.options.one_per_orbit && murphi_instance_count(tree) * l.x.state_slots > MOST_WORK) {
        mu_give_up(&l.x, tree->vars.at[0]->span,
                   "this model is too large: too many instances of rules, with too many "
                   "variables");
    } else {
        mu_cells_open(&l);
        lower_all(&l, model);
        mu_cells_close(&l);
    }
    bool good = !l.x.failed;
    mu_executor_close(&l.x);
    array_free(mem, &l.priorities);
    array_free(mem, &l.progress);
    array_free(mem, &l.errors);
    array_free(mem, &l.properties);
    array_free(mem, &l.binders);
    array_free(mem, &l.sites);
    array_free(mem, &l.tracked);
    array_free(mem, &l.named);
    array_free(mem, &l.sound);
    mu_fairness_close(&l);
    mem_free(mem, l.classes, tree->types.count * sizeof *l.classes);
    arena_free(&l.arena);
    return good;
}
