// Which scalarsets grow with a constant, and whether the constant is used for anything else (size_fragment.h).
#include "murphi/size_fragment.h"

#include <string.h>

struct sizes {
    const struct murphi_tree *tree;
    struct size_refusal *refusal;
    bool *depends; // by declaration: on the constant
    struct size_classes *classes;
    size_t most_classes;
    const struct murphi_rule *first_rule;
    uint32_t range_at; // where a range begins whose size depends on the constant; 0: none so far
    bool has_ring;     // whose size does
    bool takes_rings;  // they are classes like scalarsets
    const struct murphi_decl *constant;
    bool takes_numbers; // the constant may be a number, and ranges may grow like classes
    bool is_property;   // what is looked at: its truth values must not be known beforehand in some sizes only
};

static bool expr_depends(const struct sizes *s, const struct murphi_expr *e)
{
    if (!e)
        return false;
    if (e->op == MURPHI_NAME && e->decl && s->depends[e->decl->id])
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (expr_depends(s, e->args[i]))
            return true;
    return false;
}

// A number, or a truth value, which murphi_number_of_size finds for each size.
static bool is_number(const struct sizes *s, const struct murphi_expr *e)
{
    if (!expr_depends(s, e))
        return e->is_constant;
    if (e->op == MURPHI_NAME)
        return e->decl == s->constant ||
               (e->decl->kind == MURPHI_CONST && (e->decl->is_overridden || is_number(s, e->decl->expr)));
    for (uint32_t i = 0; i < e->count; i++)
        if (!is_number(s, e->args[i]))
            return false;
    return (e->op >= MURPHI_NEG && e->op <= MURPHI_MOD) ||
           (!s->is_property && e->op >= MURPHI_EQ && e->op <= MURPHI_GE);
}

static void refuse_size(struct sizes *s, struct span span, struct cause cause)
{
    if (!s->refusal->cause.code)
        *s->refusal = (struct size_refusal){span, cause};
}

static void look_at_type(struct sizes *s, const struct murphi_type_expr *t);

static void look_at_decls(struct sizes *s, const struct murphi_decl *first)
{
    for (const struct murphi_decl *decl = first; decl; decl = decl->next) {
        if (decl->kind == MURPHI_CONST && expr_depends(s, decl->expr))
            s->depends[decl->id] = true;
        if (decl->written)
            look_at_type(s, decl->written);
    }
}

// A range that is used like a scalarset, and grows at its upper end.
static bool is_inferred(const struct sizes *s, const struct murphi_type_expr *t)
{
    return t->type && t->type->is_inferred && !expr_depends(s, t->low);
}

static bool is_sized(const struct sizes *s, const struct murphi_type *type)
{
    for (size_t i = 0; i < s->classes->count; i++)
        if (s->classes->at[i] == type)
            return true;
    return false;
}

// Whether it is not less for a larger value of the constant. What is looked at is what people write.
static bool grows(const struct sizes *s, const struct murphi_expr *e)
{
    if (!expr_depends(s, e))
        return true;
    if (e->op == MURPHI_NAME)
        return !e->decl->expr || grows(s, e->decl->expr);
    return e->count == 2 && ((e->op == MURPHI_ADD && grows(s, e->args[0]) && grows(s, e->args[1])) ||
                             (e->op == MURPHI_SUB && grows(s, e->args[0]) && !expr_depends(s, e->args[1])));
}

static void add_class(struct sizes *s, const struct murphi_type_expr *t)
{
    if (!grows(s, t->high) && !s->classes->shrinking.cause.code)
        s->classes->shrinking = (struct size_refusal){t->span, cause_of(CAUSE_SIZE_SHRINKS)};
    if (is_sized(s, t->type->base))
        return;
    if (s->classes->count < s->most_classes)
        s->classes->at[s->classes->count++] = t->type->base;
    else
        refuse_size(s, t->span, cause_of(CAUSE_SIZE_SEVERAL_CLASSES));
}

// Why it is no scalarset, if that is known.
static void refuse_range(struct sizes *s, const struct murphi_type_expr *t)
{
    for (size_t i = 0; i < s->tree->refused.count; i++)
        if (s->tree->refused.at[i].type == t->type)
            refuse_size(s, s->tree->refused.at[i].span,
                        cause_with_text(CAUSE_SIZE_OBSTACLE, s->tree->refused.at[i].reason));
    refuse_size(s, t->span, cause_of(CAUSE_SIZE_OTHER_TYPE));
}

static void look_at_type(struct sizes *s, const struct murphi_type_expr *t)
{
    if (!t)
        return;
    bool depends = expr_depends(s, t->low) || expr_depends(s, t->high);
    if (depends && t->form == MURPHI_BY_RANGE && !is_inferred(s, t) && !s->range_at)
        s->range_at = t->span.offset;
    s->has_ring |= depends && t->form == MURPHI_BY_RING;
    bool is_class =
        t->form == MURPHI_BY_SCALARSET || is_inferred(s, t) || (s->takes_rings && t->form == MURPHI_BY_RING);
    if (depends && !is_class && !s->takes_numbers)
        refuse_range(s, t);
    else if (depends && !s->takes_numbers)
        add_class(s, t);
    look_at_type(s, t->index);
    look_at_type(s, t->element);
    for (const struct murphi_type_expr *part = t->parts; part; part = part->next)
        look_at_type(s, part);
    if (t->form == MURPHI_BY_RECORD)
        look_at_decls(s, t->decls);
}

static void look_at_expr(struct sizes *s, const struct murphi_expr *e);

static void look_at_binder(struct sizes *s, const struct murphi_binder *binder)
{
    look_at_type(s, binder->written);
    look_at_expr(s, binder->from);
    look_at_expr(s, binder->to);
    look_at_expr(s, binder->by);
    if (binder->kind != MURPHI_BY_ALIAS)
        return;
    look_at_expr(s, binder->decl->expr);
    if (binder->decl->is_constant && expr_depends(s, binder->decl->expr)) // it would stand for a number elsewhere
        refuse_size(s, binder->span, cause_of(CAUSE_SIZE_AS_NUMBER));
}

static void look_at_expr(struct sizes *s, const struct murphi_expr *e)
{
    if (!e || (s->takes_numbers && e->is_constant && is_number(s, e)))
        return;
    if ((e->op == MURPHI_NAME || s->takes_numbers) && e->is_constant && expr_depends(s, e))
        refuse_size(s, e->span, cause_of(CAUSE_SIZE_AS_NUMBER));
    for (const struct murphi_binder *binder = e->binders; binder; binder = binder->next)
        look_at_binder(s, binder);
    look_at_type(s, e->written);
    for (uint32_t i = 0; i < e->count; i++)
        look_at_expr(s, e->args[i]);
}

static void look_at_stmts(struct sizes *s, const struct murphi_stmt *first)
{
    for (const struct murphi_stmt *stmt = first; stmt && !s->refusal->cause.code; stmt = stmt->next) {
        look_at_expr(s, stmt->target);
        look_at_expr(s, stmt->expr);
        for (const struct murphi_binder *binder = stmt->binders; binder; binder = binder->next)
            look_at_binder(s, binder);
        for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
            for (uint32_t i = 0; i < clause->count; i++)
                look_at_expr(s, clause->conditions[i]);
            look_at_stmts(s, clause->body);
        }
        look_at_stmts(s, stmt->body);
    }
}

static void look_at_function(struct sizes *s, const struct murphi_function *function)
{
    look_at_decls(s, function->params);
    look_at_type(s, function->result);
    look_at_decls(s, function->decls);
    look_at_stmts(s, function->body);
}

static void look_at_rule(struct sizes *s, const struct murphi_rule *rule)
{
    if (rule->kind == MURPHI_ASSUME)
        refuse_size(s, rule->head, cause_of(CAUSE_SIZE_ASSUME));
    if (rule->kind == MURPHI_RULE && s->first_rule && rule->priority != s->first_rule->priority)
        refuse_size(s, rule->head, cause_of(CAUSE_SIZE_PRIORITIES));
    if (rule->kind == MURPHI_RULE && !s->first_rule)
        s->first_rule = rule;
    for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer)
        look_at_binder(s, binder);
    look_at_decls(s, rule->decls);
    s->is_property = rule->kind != MURPHI_RULE && rule->kind != MURPHI_STARTSTATE;
    look_at_expr(s, rule->guard);
    look_at_expr(s, rule->second);
    s->is_property = false;
    look_at_stmts(s, rule->body);
}

const struct murphi_decl *murphi_find_constant(const struct murphi_tree *tree, const char *name)
{
    for (const struct murphi_item *item = tree->items; item; item = item->next)
        if (item->kind == MURPHI_ITEM_DECL && item->decl->kind == MURPHI_CONST &&
            strcmp(item->decl->symbol->text, name) == 0)
            return item->decl;
    return NULL;
}

static void look_at_tree(struct sizes *s)
{
    for (const struct murphi_item *item = s->tree->items; item && !s->refusal->cause.code; item = item->next)
        switch (item->kind) {
        case MURPHI_ITEM_DECL:
            if (item->decl->kind == MURPHI_CONST && expr_depends(s, item->decl->expr))
                s->depends[item->decl->id] = true;
            look_at_type(s, item->decl->written);
            break;
        case MURPHI_ITEM_FUNCTION:
            look_at_function(s, item->function);
            break;
        case MURPHI_ITEM_RULE:
            look_at_rule(s, item->rule);
            break;
        }
}

static void look_for_sizes(struct sizes *s)
{
    struct mem *mem = s->tree->arena.mem;
    *s->refusal = (struct size_refusal){0};
    s->depends = mem_zalloc(mem, s->tree->decl_count * sizeof *s->depends);
    s->depends[s->constant->id] = true;
    look_at_tree(s);
    mem_free(mem, s->depends, s->tree->decl_count * sizeof *s->depends);
    s->depends = NULL;
}

static struct sizes find_sizes(const struct murphi_tree *tree, const struct murphi_decl *constant, size_t most,
                               bool takes_rings, struct size_classes *classes, struct size_refusal *refusal)
{
    struct sizes s = {.tree = tree,
                      .constant = constant,
                      .refusal = refusal,
                      .classes = classes,
                      .most_classes = most,
                      .takes_rings = takes_rings};
    *classes = (struct size_classes){0};
    look_for_sizes(&s);
    return s;
}

uint32_t murphi_sized_range(const struct murphi_tree *tree, const char *constant)
{
    const struct murphi_decl *decl = murphi_find_constant(tree, constant);
    struct size_refusal refusal;
    struct size_classes classes;
    return decl ? find_sizes(tree, decl, 1, false, &classes, &refusal).range_at : 0;
}

bool murphi_has_sized_ring(const struct murphi_tree *tree, const char *constant)
{
    const struct murphi_decl *decl = murphi_find_constant(tree, constant);
    struct size_refusal refusal;
    struct size_classes classes;
    return decl && find_sizes(tree, decl, 1, false, &classes, &refusal).has_ring;
}

static bool find_classes(const struct murphi_tree *tree, const char *constant, size_t most, bool takes_rings,
                         struct size_classes *classes, struct size_refusal *refusal)
{
    const struct murphi_decl *decl = murphi_find_constant(tree, constant);
    *refusal = (struct size_refusal){0};
    if (!decl)
        return false;
    struct sizes s = find_sizes(tree, decl, most, takes_rings, classes, refusal);
    for (size_t i = 0; i < tree->obstacles.count && !takes_rings; i++)
        if (is_sized(&s, tree->obstacles.at[i].type))
            refuse_size(&s, tree->obstacles.at[i].span,
                        cause_with_text(CAUSE_SIZE_OBSTACLE, tree->obstacles.at[i].reason));
    if (!classes->count)
        refuse_size(&s, decl->span, cause_of(CAUSE_SIZE_NO_SCALARSET));
    return !refusal->cause.code;
}

bool murphi_sized_classes(const struct murphi_tree *tree, const char *constant, struct size_classes *classes,
                          struct size_refusal *refusal)
{
    return find_classes(tree, constant, SIZE_MOST_CLASSES, false, classes, refusal);
}

bool murphi_sized_components(const struct murphi_tree *tree, const char *constant, struct size_classes *classes,
                             struct size_refusal *refusal)
{
    return find_classes(tree, constant, SIZE_MOST_CLASSES, true, classes, refusal);
}

const struct murphi_type *murphi_sized_class(const struct murphi_tree *tree, const char *constant,
                                             struct size_refusal *refusal)
{
    struct size_classes classes;
    return find_classes(tree, constant, 1, false, &classes, refusal) ? classes.at[0] : NULL;
}

bool murphi_sized_numbers(const struct murphi_tree *tree, const char *constant, struct size_refusal *refusal)
{
    struct sizes s = {
        .tree = tree, .constant = murphi_find_constant(tree, constant), .refusal = refusal, .takes_numbers = true};
    if (s.constant)
        look_for_sizes(&s);
    return s.constant && !refusal->cause.code;
}

// Of an operator on numbers; false where it has none, or it is too large.
static bool calculate(enum murphi_op op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case MURPHI_EQ:
    case MURPHI_NE:
        *value = (a == b) == (op == MURPHI_EQ);
        return true;
    case MURPHI_LT:
    case MURPHI_GE:
        *value = (a < b) == (op == MURPHI_LT);
        return true;
    case MURPHI_GT:
    case MURPHI_LE:
        *value = (a > b) == (op == MURPHI_GT);
        return true;
    case MURPHI_ADD:
        return !__builtin_add_overflow(a, b, value);
    case MURPHI_SUB:
        return !__builtin_sub_overflow(a, b, value);
    case MURPHI_MUL:
        return !__builtin_mul_overflow(a, b, value);
    default:
        if (b == 0 || (b == -1 && a == INT64_MIN))
            return false;
        *value = op == MURPHI_DIV ? a / b : a % b;
        return true;
    }
}

bool murphi_number_of_size(const struct murphi_expr *e, const struct murphi_decl *constant, int64_t size,
                           int64_t *value)
{
    *value = e->op == MURPHI_NAME && e->decl == constant ? size : e->value;
    if (e->op == MURPHI_NAME && e->decl != constant && e->decl->kind == MURPHI_CONST && !e->decl->is_overridden &&
        e->decl->expr->is_constant)
        return murphi_number_of_size(e->decl->expr, constant, size, value);
    if (e->op < MURPHI_EQ || e->op > MURPHI_MOD)
        return true;
    if (!murphi_number_of_size(e->args[0], constant, size, value))
        return false;
    if (e->op == MURPHI_NEG)
        return calculate(MURPHI_SUB, 0, *value, value);
    for (uint32_t i = 1; i < e->count; i++) {
        int64_t next;
        if (!murphi_number_of_size(e->args[i], constant, size, &next) || !calculate(e->op, *value, next, value))
            return false;
    }
    return *value >= MURPHI_MIN_INTEGER;
}
