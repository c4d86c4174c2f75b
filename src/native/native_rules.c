// Rules with what stands around them: levels, one for each binder, and the conjuncts of a guard that are known further
// out than the innermost level, so that many instances need not be looked at.
#include "native/native_parts.h"

// ---- Levels ---------------------------------------------------------------------------------------------------------

// Classes of the model are the scalarsets and rings of the tree, in the order of its types.
static uint32_t class_of(const struct native *n, const struct murphi_type *type)
{
    uint32_t count = 0;
    if (type->kind != MURPHI_SCALARSET && type->kind != MURPHI_RING)
        return NO_CLASS;
    const struct murphi_type *wanted = type->is_inferred ? type->base : type;
    for (size_t i = 0; i < n->tree->types.count; i++) {
        const struct murphi_type *one = n->tree->types.at[i];
        if ((one->kind != MURPHI_SCALARSET && one->kind != MURPHI_RING) || (one->is_inferred && one->base != one))
            continue;
        if (one == wanted)
            return count;
        count++;
    }
    return NO_CLASS;
}

static void level_of_type(struct native *n, struct tree_compiler *c, struct native_level *level)
{
    const struct murphi_type *type = level->binder->decl->type;
    level->low = type->low;
    level->step = 1;
    level->count = murphi_size(type);
    level->class = class_of(n, type);
    level->class_low = type->is_inferred ? type->base->low : type->low;
    if (type->kind == MURPHI_UNION)
        level->values = native_values(c, type);
}

// The bounds are constant.
static void level_of_range(struct tree_compiler *c, struct native_level *level)
{
    const struct murphi_binder *binder = level->binder;
    if (!binder->from->is_constant || !binder->to->is_constant || (binder->by && !binder->by->is_constant)) {
        c->refused = CAUSE_NATIVE_BOUNDS;
        return;
    }
    int64_t from = binder->from->value, to = binder->to->value;
    level->low = from;
    level->step = binder->by ? binder->by->value : 1;
    if (level->step == 0)
        c->refused = CAUSE_NATIVE_STEP;
    else if (level->step > 0 && from <= to)
        level->count = ((uint64_t)to - (uint64_t)from) / (uint64_t)level->step + 1;
    else if (level->step < 0 && from >= to)
        level->count = ((uint64_t)from - (uint64_t)to) / ((uint64_t)0 - (uint64_t)level->step) + 1;
}

static void compile_level(struct native *n, struct tree_compiler *c, struct native_level *level)
{
    const struct murphi_decl *decl = level->binder->decl;
    level->class = NO_CLASS;
    switch (level->kind) {
    case MURPHI_OVER_TYPE:
        level_of_type(n, c, level);
        break;
    case MURPHI_OVER_RANGE:
        level_of_range(c, level);
        break;
    case MURPHI_OVER_MULTISET:
        level->place = native_place(c, decl->expr);
        level->count = (uint64_t)(decl->expr->type->high - decl->expr->type->low + 1);
        level->width = 1 + c->widths[decl->expr->type->element->id];
        break;
    case MURPHI_BY_ALIAS:
        level->count = 1;
        if (!decl->expr->is_place && !murphi_is_simple(decl->type))
            c->refused = CAUSE_NATIVE_ALIAS;
        level->place = decl->expr->is_place || !murphi_is_simple(decl->type) ? native_place(c, decl->expr)
                                                                             : native_value(c, decl->expr);
        break;
    }
}

// ---- Aliases that cannot go wrong
// ------------------------------------------------------------------------------------ One for a place whose indices
// are parameters, or constants, of the index type is opened as soon as these have values, before parameters that it
// does not need.

static bool is_sure_index(const struct murphi_expr *e, const struct murphi_type *index)
{
    if (e->is_constant)
        return murphi_position(index, e->value) >= 0;
    return e->op == MURPHI_NAME && e->decl->kind == MURPHI_QUANTIFIED && e->type->kind != MURPHI_UNION &&
           e->type->kind != MURPHI_INTEGER && murphi_position(index, e->type->low) >= 0 &&
           murphi_position(index, e->type->high) >= 0;
}

static bool is_sure(const struct murphi_expr *e)
{
    switch (e->op) {
    case MURPHI_NAME:
        return e->decl->kind == MURPHI_VAR || (e->decl->kind == MURPHI_ALIAS && is_sure(e->decl->expr));
    case MURPHI_FIELD:
        return is_sure(e->args[0]);
    case MURPHI_INDEX:
        return e->args[0]->type->kind == MURPHI_ARRAY && is_sure(e->args[0]) &&
               is_sure_index(e->args[1], e->args[0]->type->index);
    default:
        return false;
    }
}

static bool is_sure_alias(const struct native_level *level)
{
    return level->kind == MURPHI_BY_ALIAS && level->binder->decl->expr->is_place && is_sure(level->binder->decl->expr);
}

// Whether the names in an expression that are those of levels are among the first so many.
static bool is_known_after(const struct native_rule *rule, uint32_t count, const struct murphi_expr *e)
{
    if (e->op == MURPHI_NAME)
        for (uint32_t i = count; i < rule->level_count; i++)
            if (rule->levels[i].binder->decl == e->decl)
                return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (!is_known_after(rule, count, e->args[i]))
            return false;
    return true;
}

static void open_aliases_early(struct native_rule *rule)
{
    for (uint32_t i = 1; i < rule->level_count; i++) {
        struct native_level level = rule->levels[i];
        uint32_t to = i;
        while (is_sure_alias(&level) && to > 0 && is_known_after(rule, to - 1, level.binder->decl->expr))
            to--;
        for (uint32_t k = i; k > to; k--)
            rule->levels[k] = rule->levels[k - 1];
        rule->levels[to] = level;
    }
}

static void add_levels(struct native *n, struct tree_compiler *c, struct native_rule *rule)
{
    for (const struct murphi_binder *binder = rule->rule->binders; binder; binder = binder->outer)
        rule->level_count++;
    rule->levels = arena_alloc(c->arena, (rule->level_count + 1) * sizeof *rule->levels);
    uint32_t i = rule->level_count;
    for (const struct murphi_binder *binder = rule->rule->binders; binder; binder = binder->outer) {
        rule->levels[--i] = (struct native_level){.kind = binder->kind, .binder = binder};
    }
    open_aliases_early(rule);
    for (i = 0; i < rule->level_count; i++)
        rule->levels[i].offset = native_bind(c, rule->levels[i].binder->decl, 1);
    for (i = 0; i < rule->level_count; i++)
        compile_level(n, c, &rule->levels[i]);
}

// ---- Early conditions -----------------------------------------------------------------------------------------------

static bool has_effects(const struct murphi_expr *e)
{
    if (e->op == MURPHI_CALL && (e->decl->function->writes_state || e->decl->function->writes_params))
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (has_effects(e->args[i]))
            return true;
    return false;
}

// How many levels must be there so that an expression can be evaluated: those of the names in it.
static uint32_t levels_needed(const struct native_rule *rule, const struct murphi_expr *e)
{
    uint32_t needed = 0;
    if (e->op == MURPHI_NAME)
        for (uint32_t i = 0; i < rule->level_count; i++)
            if (rule->levels[i].binder->decl == e->decl)
                needed = i + 1;
    for (const struct murphi_binder *binder = e->binders; binder; binder = binder->next) {
        const struct murphi_expr *parts[] = {binder->from, binder->to, binder->by, binder->decl->expr};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            uint32_t its = parts[i] ? levels_needed(rule, parts[i]) : 0;
            needed = its > needed ? its : needed;
        }
    }
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t its = levels_needed(rule, e->args[i]);
        needed = its > needed ? its : needed;
    }
    return needed;
}

// Levels behind this one may be passed over by a condition: each has a value, and nothing can go wrong there.
static uint32_t first_free_level(const struct native_rule *rule)
{
    uint32_t first = rule->level_count;
    while (first > 0 && (rule->levels[first - 1].kind == MURPHI_OVER_TYPE ||
                         rule->levels[first - 1].kind == MURPHI_OVER_RANGE || is_sure_alias(&rule->levels[first - 1])))
        first--;
    return first;
}

// Conjuncts are looked at in their order, each at the first level at which it and those before it are known.
static void split_guard(struct tree_compiler *c, struct native_rule *rule)
{
    const struct murphi_expr *guard = rule->rule->guard;
    uint32_t count = guard->op == MURPHI_AND ? guard->count : 1, first = 0;
    const struct murphi_expr *const *conjuncts =
        guard->op == MURPHI_AND ? (const struct murphi_expr *const *)guard->args : &guard;
    const struct code **early = arena_alloc(c->arena, count * sizeof *early);
    bool may_split = !guard->is_constant && !has_effects(guard);
    uint32_t level = first_free_level(rule);
    while (may_split && first < count) {
        uint32_t begin = first;
        for (; first < count && levels_needed(rule, conjuncts[first]) <= level; first++)
            early[first] = native_value(c, conjuncts[first]);
        if (level == 0) {
            rule->conditions = early + begin;
            rule->condition_count = first - begin;
        } else {
            rule->levels[level - 1].conditions = early + begin;
            rule->levels[level - 1].condition_count = first - begin;
        }
        if (level++ == rule->level_count)
            break;
    }
    if (!may_split)
        rule->guard = native_value(c, guard);
}

// The frame with its parameters; NULL if there is no instance.
static struct native_rule *begin_rule(struct native *n, struct tree_compiler *c, const struct murphi_rule *from)
{
    struct native_rule *rule = arena_alloc(c->arena, sizeof *rule);
    rule->rule = from;
    c->frame.count = 0;
    add_levels(n, c, rule);
    for (uint32_t i = 0; i < rule->level_count; i++)
        if (rule->levels[i].count == 0)
            return NULL;
    rule->kept = (uint32_t)c->frame.count;
    return rule;
}

static struct native_rule *end_rule(struct tree_compiler *c, struct native_rule *rule)
{
    rule->size = (uint32_t)c->frame.count;
    rule->frame = native_keep_frame(c);
    return rule;
}

struct native_rule *native_rule_new(struct native *n, struct tree_compiler *c, const struct murphi_rule *from)
{
    struct native_rule *rule = begin_rule(n, c, from);
    if (!rule)
        return NULL;
    if (from->guard && from->kind == MURPHI_RULE)
        split_guard(c, rule);
    else if (from->guard)
        rule->guard = native_value(c, from->guard);
    if (from->kind == MURPHI_RULE || from->kind == MURPHI_STARTSTATE) {
        native_locals(c, from->decls);
        rule->body = native_body(c, from->body);
    }
    return end_rule(c, rule);
}

struct native_rule *native_second_new(struct native *n, struct tree_compiler *c, const struct murphi_rule *from)
{
    struct native_rule *rule = begin_rule(n, c, from);
    if (!rule)
        return NULL;
    rule->guard = native_value(c, from->second);
    return end_rule(c, rule);
}
