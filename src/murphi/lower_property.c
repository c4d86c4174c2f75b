// Properties, in the order of the file. One that stands in rulesets is one property all the same: it holds if it does
// for all values; `cover` asks for one of them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "murphi/print.h"
#include "murphi/property_instance.h"

// ---- Texts ----------------------------------------------------------------------------------------------------------

static const char *kept(struct lowering *l, const struct str *text)
{
    return arena_copy(&l->arena, text->at, text->count);
}

static const char *text_of_rule(struct lowering *l, const struct murphi_rule *rule)
{
    struct str text = {0};
    size_t around = 0;
    for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer)
        around++;
    for (size_t i = 0; i < around; i++) {
        bool is_alias = l->binders.at[i]->kind == MURPHI_BY_ALIAS, is_cover = rule->kind == MURPHI_COVER;
        str_add(l->mem, &text, "%s", is_alias ? "alias " : is_cover ? "exists " : "forall ");
        murphi_print_binder(l->mem, &text, l->binders.at[i]);
        str_add(l->mem, &text, " do ");
    }
    str_add(l->mem, &text, "%s", rule->kind == MURPHI_LIVENESS ? "AG EF (" : "");
    murphi_print(l->mem, &text, rule->guard);
    str_add(l->mem, &text, "%s", rule->kind == MURPHI_LIVENESS ? ")" : "");
    for (size_t i = 0; i < around; i++)
        str_add(l->mem, &text, " end");
    const char *result = kept(l, &text);
    str_free(l->mem, &text);
    return result;
}

// Goals are known by where they stand in the text, which is the same for all that is made of it.
enum { GOAL_RUNTIME_ERROR = 1, GOAL_DEADLOCK, GOAL_DECLARED };

goal_id murphi_goal_at(uint32_t offset)
{
    return GOAL_DECLARED + offset;
}

goal_id murphi_goal_of(const struct murphi_rule *rule)
{
    return murphi_goal_at(rule->span.offset);
}

static void wait_for_turn(struct lowering *l, uint32_t offset, struct waiting_property waiting)
{
    waiting.offset = offset;
    waiting.property.goal = murphi_goal_at(offset);
    waiting.property.context = "";
    waiting.property.from = waiting.property.to = FORMULA_NONE;
    array_push(l->mem, &l->properties, waiting);
}

// An atom in which no element is named.
static formula closed_atom(struct lowering *l, expr condition)
{
    if (!l->tree->names_elements)
        model_name_elements(l->x.model, condition, NULL, 0);
    return model_atom(l->x.model, condition);
}

// ---- Vacuity --------------------------------------------------------------------------------------------------------

// The formula with the implication cut, and, of a temporal one, those of its instances. What can go wrong in it is
// known from the formula itself.
static formula lower_with_cut(struct lowering *l, const struct murphi_rule *rule, const struct murphi_expr *cut,
                              struct waiting_property *variant)
{
    bool is_final = l->is_final;
    uint32_t number = l->numbers[rule->kind];
    l->x.cut = cut;
    l->is_final = false;
    if (rule->kind == MURPHI_INVARIANT) {
        struct lowered lowered = {model_true(l->x.model), model_true(l->x.model)};
        mu_each_instance(l, rule, property_add_instance, &lowered);
        variant->property.formula = closed_atom(l, lowered.condition);
    } else
        property_lower_temporal(l, rule, variant);
    l->x.cut = NULL;
    l->is_final = is_final;
    l->numbers[rule->kind] = number;
    return variant->property.formula;
}

// Of constants, the implication is known without looking at its sides, so that cutting it changes nothing.
static bool is_met_by_constants(const struct murphi_expr *implication)
{
    const struct murphi_expr *left = implication->args[0];
    return left->is_constant && left->value != 0 && implication->is_constant;
}

static void find_vacuities(struct lowering *l, const struct murphi_rule *rule, struct waiting_property *waiting)
{
    murphi_implication_array cuts = {0};
    struct property *property = &waiting->property;
    bool is_asked = rule->kind == MURPHI_INVARIANT || rule->kind >= MURPHI_CTL;
    if (!l->x.options.vacuity || l->x.failed || !is_asked)
        return;
    murphi_find_implications(rule->guard, l->mem, &cuts);
    struct vacuity *vacuities = arena_alloc(&l->arena, (cuts.count + 1) * sizeof *vacuities);
    waiting->variants = arena_alloc(&l->arena, (cuts.count + 1) * sizeof *waiting->variants);
    for (size_t i = 0; i < cuts.count && !l->x.failed; i++) {
        struct waiting_property variant = {0};
        struct str left = {0};
        if (is_met_by_constants(cuts.at[i]))
            continue;
        formula f = lower_with_cut(l, rule, cuts.at[i], &variant);
        if (variant.instance_count != waiting->instance_count)
            continue;
        murphi_print(l->mem, &left, cuts.at[i]->args[0]);
        waiting->variants[property->vacuity_count] = variant.instances;
        vacuities[property->vacuity_count++] = (struct vacuity){kept(l, &left), f, (unsigned)i + 1};
        str_free(l->mem, &left);
    }
    property->vacuities = vacuities;
    array_free(l->mem, &cuts);
}

// What is to be reached, and that the condition can be evaluated wherever one can get to.
static formula closed_cover(struct lowering *l, const struct lowered *lowered)
{
    struct cover cover = {model_not(l->x.model, lowered->condition), lowered->sound};
    closed_atom(l, cover.missed);
    closed_atom(l, cover.sound);
    return model_make_cover(l->x.model, cover);
}

// Where one of these is false or cannot be evaluated, the invariant is violated; see evaluate.c.
static void find_conjuncts(struct lowering *l, const struct murphi_expr *e)
{
    if (e->op == MURPHI_FORALL)
        array_push(l->mem, &l->x.conjuncts, e);
    for (uint32_t i = 0; i < e->count && (e->op == MURPHI_AND || e->op == MURPHI_FORALL); i++)
        find_conjuncts(l, e->args[i]);
    if (e->op == MURPHI_IMPLIES || e->op == MURPHI_OR)
        find_conjuncts(l, e->args[e->count - 1]);
}

static void lower_declared(struct lowering *l, const struct murphi_rule *rule)
{
    struct model *m = l->x.model;
    struct waiting_property waiting = {.property.name = rule->name ? rule->name->text : NULL};
    struct property *property = &waiting.property;
    struct lowered lowered = {rule->kind == MURPHI_COVER ? model_false(m) : model_true(m), model_true(m)};
    l->x.is_property = rule->kind != MURPHI_ASSUME;
    if (rule->kind == MURPHI_INVARIANT)
        find_conjuncts(l, rule->guard);
    if (rule->kind >= MURPHI_LIVENESS) {
        property->kind = rule->kind == MURPHI_LTL       ? PROPERTY_LTL
                         : rule->kind == MURPHI_CTLSTAR ? PROPERTY_CTLSTAR
                                                        : PROPERTY_CTL;
        property_lower_temporal(l, rule, &waiting);
    } else {
        mu_each_instance(l, rule, property_add_instance, &lowered);
        property->kind = rule->kind == MURPHI_COVER ? PROPERTY_COVER : PROPERTY_INVARIANT;
        property->formula = rule->kind == MURPHI_COVER ? closed_cover(l, &lowered) : closed_atom(l, lowered.condition);
    }
    if (rule->kind == MURPHI_ASSUME) {
        model_add_invariant(m, (struct part){PART_CONDITION, CELL_NONE, lowered.condition});
        return;
    }
    property->text = text_of_rule(l, rule);
    find_vacuities(l, rule, &waiting);
    mu_lower_cases(l, rule);
    l->x.is_property = false;
    l->x.conjuncts.count = 0;
    wait_for_turn(l, rule->span.offset, waiting);
}

// ---- Cover statements -----------------------------------------------------------------------------------------------

static void lower_cover(struct lowering *l, const struct murphi_stmt *stmt)
{
    struct executor *x = &l->x;
    struct str text = {0};
    size_t first = x->terms.count;
    for (size_t i = 0; i < x->covers.count; i++)
        if (x->covers.at[i].stmt == stmt)
            array_push(l->mem, &x->terms, x->covers.at[i].condition);
    expr reached = model_nary(x->model, OP_OR, x->terms.at + first, x->terms.count - first);
    x->terms.count = first;
    murphi_print(l->mem, &text, stmt->expr);
    wait_for_turn(l, stmt->span.offset,
                  (struct waiting_property){.property = {.kind = PROPERTY_COVER,
                                                         .name = stmt->text ? stmt->text->text : NULL,
                                                         .text = kept(l, &text),
                                                         .formula = closed_atom(l, model_not(x->model, reached))}});
    str_free(l->mem, &text);
}

static void find_covers(struct lowering *l, const struct murphi_stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        if (stmt->kind == MURPHI_COVER_STMT)
            lower_cover(l, stmt);
        find_covers(l, stmt->body);
        for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
            find_covers(l, clause->body);
    }
}

// ---- In order -------------------------------------------------------------------------------------------------------

static int by_offset(const void *a, const void *b)
{
    uint32_t left = ((const struct waiting_property *)a)->offset, right = ((const struct waiting_property *)b)->offset;
    return (left > right) - (left < right);
}

static void add_instance(struct lowering *l, size_t number, const struct waiting_property *waiting, size_t i)
{
    size_t count = waiting->property.vacuity_count, bytes = (count + 1) * sizeof(formula);
    formula *variants = mem_alloc(l->mem, bytes);
    for (size_t k = 0; k < count; k++)
        variants[k] = waiting->variants[k][i];
    model_add_instance(l->x.model, number, waiting->instances[i], variants, &waiting->placements[i]);
    mem_free(l->mem, variants, bytes);
}

// Where a start goes wrong and there is no other, nothing is explored: that must not look as if anything held.
static const char *refutation(const struct lowering *l, bool is_runtime_error)
{
    return is_runtime_error || l->starts == 0 ? l->start_error : NULL;
}

static void add_property(struct lowering *l, const struct waiting_property *waiting)
{
    struct property property = waiting->property;
    property.refuted = refutation(l, false);
    size_t number = model_add_property(l->x.model, &property);
    for (size_t i = 0; i < waiting->instance_count; i++)
        add_instance(l, number, waiting, i);
}

// Those of the file, or those that were read besides it.
static void add_in_order(struct lowering *l, bool of_file)
{
    for (size_t i = 0; i < l->properties.count; i++)
        if (of_file == murphi_is_of_file(l->tree, l->properties.at[i].offset))
            add_property(l, &l->properties.at[i]);
}

static void add_general(struct lowering *l, enum property_kind kind)
{
    struct model *m = l->x.model;
    bool is_runtime_error = kind == PROPERTY_RUNTIME_ERROR;
    expr condition = is_runtime_error ? model_not(m, model_nary(m, OP_OR, l->errors.at, l->errors.count))
                                      : model_nary(m, OP_OR, l->progress.at, l->progress.count);
    model_add_property(m, &(struct property){.goal = is_runtime_error ? GOAL_RUNTIME_ERROR : GOAL_DEADLOCK,
                                             .kind = kind,
                                             .text = is_runtime_error ? "no run-time error" : "no deadlock",
                                             .context = "",
                                             .formula = closed_atom(l, condition),
                                             .refuted = refutation(l, is_runtime_error),
                                             .from = FORMULA_NONE,
                                             .to = FORMULA_NONE});
}

static void add_all(struct lowering *l)
{
    add_in_order(l, true);
    if (l->errors.count || l->start_error)
        add_general(l, PROPERTY_RUNTIME_ERROR);
    if (l->x.options.deadlock != MURPHI_DEADLOCK_OFF)
        add_general(l, PROPERTY_DEADLOCK);
    add_in_order(l, false);
}

// As another model of the tree has them: what can go wrong there need not be able to here.
static void add_like(struct lowering *l, const struct model *other)
{
    for (size_t i = 0; i < model_property_count(other); i++) {
        const struct property *its = model_property(other, i);
        size_t place = 0;
        while (place < l->properties.count && l->properties.at[place].property.goal != its->goal)
            place++;
        if (place < l->properties.count)
            add_property(l, &l->properties.at[place]);
        else {
            assert(its->goal == GOAL_RUNTIME_ERROR || its->goal == GOAL_DEADLOCK);
            add_general(l, its->kind);
        }
    }
}

// ---- A portion ------------------------------------------------------------------------------------------------------

// What is assumed is assumed of all elements, and so are executions fair.
static bool is_of_all(const struct murphi_rule *rule)
{
    return rule->kind == MURPHI_ASSUME || rule->kind == MURPHI_JUSTICE || rule->kind == MURPHI_COMPASSION;
}

// What can go wrong in any property is a run-time error.
static bool is_of_portion(const struct lowering *l, const struct murphi_rule *rule)
{
    goal_id goal = l->x.options.portion->goal;
    return is_of_all(rule) ||
           ((rule->kind == MURPHI_INVARIANT || rule->kind == MURPHI_COVER || rule->kind >= MURPHI_LIVENESS) &&
            (goal == GOAL_RUNTIME_ERROR || goal == GOAL_DECLARED + rule->span.offset));
}

static void lower_portion(struct lowering *l)
{
    goal_id goal = l->x.options.portion->goal;
    for (const struct murphi_rule *rule = l->tree->rules; rule && !l->x.failed; rule = rule->next)
        if (is_of_portion(l, rule)) {
            l->all_instances = is_of_all(rule);
            if (rule->kind == MURPHI_JUSTICE || rule->kind == MURPHI_COMPASSION)
                mu_lower_fairness(l, rule);
            else
                lower_declared(l, rule);
            l->all_instances = false;
        }
    for (size_t i = 0; i < l->properties.count && !l->x.failed; i++)
        if (l->properties.at[i].property.goal == goal)
            add_property(l, &l->properties.at[i]);
    if ((goal == GOAL_RUNTIME_ERROR || goal == GOAL_DEADLOCK) && !l->x.failed)
        add_general(l, goal == GOAL_RUNTIME_ERROR ? PROPERTY_RUNTIME_ERROR : PROPERTY_DEADLOCK);
}

// ---- All of them ----------------------------------------------------------------------------------------------------

void mu_lower_properties(struct lowering *l)
{
    if (l->x.options.portion) {
        lower_portion(l);
        return;
    }
    for (const struct murphi_rule *rule = l->tree->rules; rule && !l->x.failed; rule = rule->next) {
        if (rule->kind == MURPHI_HINT)
            mu_lower_hint(l, rule);
        else if (rule->kind == MURPHI_VALUE)
            mu_lower_shown(l, rule);
        else if (rule->kind == MURPHI_JUSTICE || rule->kind == MURPHI_COMPASSION)
            mu_lower_fairness(l, rule);
        else if (rule->kind > MURPHI_STARTSTATE)
            lower_declared(l, rule);
        find_covers(l, rule->body);
    }
    for (size_t i = 0; i < l->tree->functions.count; i++)
        find_covers(l, l->tree->functions.at[i]->body);
    if (l->x.failed)
        return;
    if (l->properties.count)
        qsort(l->properties.at, l->properties.count, sizeof *l->properties.at, by_offset);
    if (l->x.options.goals_of)
        add_like(l, l->x.options.goals_of);
    else
        add_all(l);
}
