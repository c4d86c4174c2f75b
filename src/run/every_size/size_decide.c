// Proofs for every size, property by property, by backward reachability.
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "run/every_size/size_proof_internal.h"

enum { PATIENCE = 10 };

// ---- What must not be reached ---------------------------------------------------------------------------------------

static const struct murphi_rule *rule_of(const struct murphi_tree *tree, goal_id goal)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        if (murphi_invariant_of(rule) && murphi_goal_of(rule) == goal)
            return rule;
    return NULL;
}

static enum property_kind kind_of(const struct size_proof *p, goal_id goal)
{
    const struct model *given = p->setup.example->model;
    return model_property(given, model_find_goal(given, goal))->kind;
}

static struct cause why_no_model(const struct size_proof *p, uint32_t elements)
{
    return p->misses_starts ? cause_of(CAUSE_SIZE_START_ERROR) : cause_with_number(CAUSE_SIZE_NO_MODEL, elements + 1);
}

// What an invariant says of each state, also as AG or G.
static expr always_condition(const struct model *m, formula f)
{
    const struct formula_node *node = model_formula(m, f);
    if ((node->op == FORMULA_AG || node->op == FORMULA_G) && !node->bounded)
        node = model_formula(m, node->args[0]);
    return node->op == FORMULA_ATOM ? node->atom : EXPR_NONE;
}

bool size_forbid(struct size_proof *p, uint32_t elements, goal_id goal, const struct size_refusal *errors,
                 forbidden_receiver *receive, struct cause *why)
{
    struct model *m = size_phantom_model(p, elements);
    if (!m) {
        *why = why_no_model(p, elements);
        return false;
    }
    bool is_runtime_error = kind_of(p, goal) == PROPERTY_RUNTIME_ERROR;
    size_t number = model_find_goal(m, goal);
    if (number == SIZE_MAX && is_runtime_error)
        return true; // nothing can go wrong
    if (number == SIZE_MAX) {
        *why = cause_with_number(CAUSE_SIZE_NO_MODEL, elements + 1);
        return false;
    }
    const struct property *property = model_property(m, number);
    if (property->refuted || property->unsupported) {
        *why = cause_with_text(CAUSE_UNSUPPORTED, property->refuted ? property->refuted : property->unsupported);
        return false;
    }
    expr condition = is_runtime_error ? EXPR_NONE : always_condition(m, property->formula);
    if (!is_runtime_error && condition == EXPR_NONE) {
        *why = cause_of(CAUSE_SIZE_KIND);
        return false;
    }
    bool good = is_runtime_error || receive(p, elements, condition, false);
    goal_id owner = is_runtime_error ? GOAL_NONE : goal;
    for (size_t i = 0; i < model_runtime_error_count(m) && good; i++) {
        if (model_runtime_error(m, i)->goal != owner)
            continue;
        if (errors->cause.code) {
            *why = size_refusal_cause(&p->example->murphi, errors);
            return false;
        }
        good = receive(p, elements, model_runtime_error(m, i)->condition, true);
    }
    if (!good)
        *why = cause_of(size_proof_is_over(p) ? CAUSE_OUT_OF_TIME : CAUSE_SIZE_CASES);
    return good;
}

bool size_goal_need(struct size_proof *p, goal_id goal, struct size_need *need, struct cause *why)
{
    const struct murphi_tree *tree = &p->example->murphi;
    const struct murphi_type *class = size_class_of(p, tree);
    const struct murphi_rule *rule = rule_of(tree, goal);
    bool is_runtime_error = kind_of(p, goal) == PROPERTY_RUNTIME_ERROR;
    struct size_refusal refusal;
    *need = (struct size_need){.for_errors = p->for_errors, .errors = p->errors};
    if (!is_runtime_error && !rule)
        *why = cause_of(CAUSE_SIZE_KIND);
    else if (is_runtime_error && p->unseen.cause.code)
        *why = size_refusal_cause(tree, &p->unseen);
    else if (rule && !murphi_size_need(tree, &class, 1, rule, need, &refusal))
        *why = size_refusal_cause(tree, &refusal);
    else
        return true;
    return false;
}

// ---- Backward reachability ------------------------------------------------------------------------------------------

static bool may_go_on(void *context, const struct backward_statistics *s)
{
    struct size_proof *p = context;
    if (progress_is_due(&p->run->progress))
        progress_show(&p->run->progress,
                      "backward search, %" PRIu64 " cubes, frontier %" PRIu64 ", %" PRIu64 " guesses, %" PRIu64
                      " of them wrong",
                      s->cubes, s->waiting, s->guesses, s->wrong_guesses);
    return !size_proof_is_over(p) && (!p->most_cubes || s->processed <= p->most_cubes);
}

static bool forbid(struct size_proof *p, uint32_t elements, expr condition, bool is_true)
{
    return backward_reach_forbid(p->search, elements, condition, is_true);
}

static bool excluded_by_views(void *context, const struct cube *c)
{
    struct size_proof *p = context;
    return p->views && quantified_excludes_cube(p->views, c); // others may have been looked for since
}

// In the turn of a property, for at most half of it. Gives whether there are new ones.
static bool find_first_now(struct size_proof *p)
{
    double for_all = p->for_all, now = clock_now(), half = (now + p->setup.deadline) / 2;
    if (p->has_first || p->only_views)
        return false;
    if (p->setup.deadline > 0 && (for_all <= 0 || half < for_all))
        p->for_all = half;
    bool has_more = size_find_first(p);
    p->for_all = for_all;
    return has_more;
}

enum size_verdict size_proof_decide(struct size_proof *p, goal_id goal, struct cause *why)
{
    struct size_need need;
    struct parametric_source source = {
        .instance = size_phantom_model, .witnesses = size_witnesses_of, .goes_on = may_go_on, .context = p};
    if (p->views)
        source.excludes = excluded_by_views;
    if (!size_goal_need(p, goal, &need, why))
        return SIZE_UNKNOWN;
    if (size_proof_is_over(p)) { // a search that was suspended is kept
        *why = cause_of(CAUSE_OUT_OF_TIME);
        return SIZE_UNKNOWN;
    }
    // Elements that are needed may be the same, and small sizes have no more: so each number of them counts. None are
    // enough where all that are needed may have names, and there are no others.
    uint32_t most = need.parameters + need.for_errors, least = most > 0 && !p->may_be_empty;
    bool has_more = find_first_now(p);
    bool goes_on = p->search && p->searched == goal && backward_reach_is_suspended(p->search) && !has_more;
    enum backward_verdict verdict;
    do {
        if (!goes_on && p->search)
            backward_reach_free(p->search);
        if (!goes_on)
            p->search = backward_reach_new(&p->variables, &source, p->reach, p->only_views ? 0 : p->reach_count,
                                           p->parameters, p->witnesses, p->mem);
        for (uint32_t elements = least; elements <= most && !goes_on; elements++)
            if (!size_forbid(p, elements, goal, &need.errors, forbid, why))
                return SIZE_UNKNOWN;
        goes_on = false;
        p->searched = goal;
        bool may_be_more = size_may_find_more(p) && !p->only_views;
        verdict = backward_reach_run(p->search, may_be_more ? PATIENCE : SIZE_MAX);
        if (verdict == BACKWARD_LOST && !size_find_more(p, SIZE_MORE_STATES))
            p->has_all |= !size_proof_is_over(p);
    } while (verdict == BACKWARD_LOST);
    if (verdict == BACKWARD_HOLDS && !backward_reach_agrees(p->search)) {
        *why = cause_of(p->variables.failure);
        return SIZE_UNKNOWN;
    }
    if (verdict == BACKWARD_HOLDS)
        return SIZE_HOLDS;
    if (verdict == BACKWARD_REACHED)
        *why = cause_of(CAUSE_SIZE_SEEN_SMALL);
    else if (verdict == BACKWARD_FAILS)
        *why = cause_of(CAUSE_SIZE_NO_INVARIANT);
    else if (p->misses_starts)
        *why = why_no_model(p, 0);
    else
        *why = cause_of(p->setup.deadline > 0 && clock_now() > p->setup.deadline ? CAUSE_OUT_OF_TIME
                                                                                 : backward_reach_failure(p->search));
    if (verdict == BACKWARD_REACHED && kind_of(p, goal) != PROPERTY_RUNTIME_ERROR && !need.asks_for_all &&
        !p->relaxes_rings && !size_proof_relaxes_loops(p))
        return SIZE_FAILS;
    return verdict == BACKWARD_FAILS || verdict == BACKWARD_REACHED ? SIZE_SEEMS_TO_FAIL : SIZE_UNKNOWN;
}

void size_proof_statistics(const struct size_proof *p, struct backward_statistics *s)
{
    backward_reach_statistics(p->search, s);
}

bool size_proof_relaxes_rings(const struct size_proof *p)
{
    return p->relaxes_rings;
}

bool size_proof_relaxes_loops(const struct size_proof *p)
{
    return p->relaxes_loops || p->relaxes_other_loops;
}

// Each cube is an invariant of its own: no different elements are as it says. Cubes that differ only in elements of
// scalarsets of fixed size are one, and so are those of several properties.
size_t size_proof_write(struct size_proof *p, size_t first, struct str *out)
{
    size_t number = first;
    for (size_t i = 0; i < backward_reach_cube_count(p->search); i++) {
        struct str text = {0};
        str_add(p->mem, &text, "\n  ");
        cube_print_negation(backward_reach_cube(p->search, i), &p->variables, p->mem, &text);
        str_add(p->mem, &text, ";\n");
        if (!strstr(str_text(out), str_text(&text)))
            str_add(p->mem, out, "invariant \"" SIZE_INVARIANT_NAME "%zu\"%s", number++, str_text(&text));
        str_free(p->mem, &text);
    }
    return number - first;
}
