// Operators: what they can be applied to, and what they give.
#include "murphi/typechecker.h"

// How an operator is written, for messages; NULL for those that need none.
static const char *operator_text(enum murphi_op op)
{
    static const char *const texts[MURPHI_OPS] = {
        [MURPHI_LT] = "<",     [MURPHI_LE] = "<=",     [MURPHI_GT] = ">",          [MURPHI_GE] = ">=",
        [MURPHI_NEG] = "-",    [MURPHI_ADD] = "+",     [MURPHI_SUB] = "-",         [MURPHI_MUL] = "*",
        [MURPHI_DIV] = "/",    [MURPHI_MOD] = "%",     [MURPHI_BIT_NOT] = "~",     [MURPHI_BIT_AND] = "&",
        [MURPHI_BIT_OR] = "|", [MURPHI_BIT_XOR] = "^", [MURPHI_SHIFT_LEFT] = "<<", [MURPHI_SHIFT_RIGHT] = ">>",
        [MURPHI_NOT] = "!",    [MURPHI_AND] = "&&",    [MURPHI_OR] = "||",         [MURPHI_IMPLIES] = "->",
        [MURPHI_IFF] = "<->",
    };
    return texts[op];
}

static const char *kind_text(const struct murphi_type *type)
{
    switch (type->base->kind) {
    case MURPHI_ENUM:
        return "an enumeration";
    case MURPHI_SCALARSET:
        return "a scalarset";
    case MURPHI_RING:
        return "a ring";
    default:
        return "a union";
    }
}

static bool has_no_numbers(const struct murphi_type *type)
{
    enum murphi_type_kind kind = type->base->kind;
    return kind == MURPHI_ENUM || kind == MURPHI_SCALARSET || kind == MURPHI_RING || kind == MURPHI_UNION;
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static bool check_numbers(struct checker *c, struct murphi_expr *e)
{
    bool good = true, compares = e->op >= MURPHI_LT && e->op <= MURPHI_GE;
    for (uint32_t i = 0; i < e->count; i++) {
        struct murphi_expr *arg = e->args[i];
        struct murphi_type *type = arg->type;
        if (type && type->base->kind != MURPHI_INTEGER) {
            if (has_no_numbers(type))
                mu_check_error(c, arg->span, "the elements of %s have no %s: %s can only be compared for equality",
                               kind_text(type), compares ? "order" : "arithmetic", mu_type_text(c, type));
            else
                mu_check_error(c, arg->span, "\"%s\" needs numbers; this is %s", operator_text(e->op),
                               mu_type_text(c, type));
            return false;
        }
        good &= type != NULL;
    }
    return good;
}

static bool check_args(struct checker *c, struct murphi_expr *e)
{
    bool good = true;
    for (uint32_t i = 0; i < e->count; i++)
        good &= mu_check_expr(c, e->args[i]) != NULL;
    return good;
}

static bool check_booleans(struct checker *c, struct murphi_expr *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        struct murphi_type *type = e->args[i]->type;
        if (type && type->base->kind != MURPHI_BOOLEAN) {
            const char *text = operator_text(e->op);
            mu_check_error(c, e->args[i]->span, "%s%s%s needs a truth value; this is %s", text ? "\"" : "",
                           text ? text : "a temporal operator", text ? "\"" : "", mu_type_text(c, type));
            return false;
        }
    }
    return true;
}

// `&` and `|` are about truth values or about bits; the first operand decides.
static struct murphi_type *check_ambiguous(struct checker *c, struct murphi_expr *e)
{
    check_args(c, e);
    for (uint32_t i = 0; i < e->count; i++)
        if (!e->args[i]->type)
            return NULL;
    enum murphi_type_kind kind = e->args[0]->type->base->kind;
    if (kind == MURPHI_INTEGER) {
        murphi_note_rumur(c->tree, e->at);
        return check_numbers(c, e) ? c->tree->integer : NULL;
    }
    if (!check_booleans(c, e))
        return NULL;
    e->op = e->op == MURPHI_BIT_AND ? MURPHI_AND : MURPHI_OR;
    return c->tree->boolean;
}

// ---- Comparisons ----------------------------------------------------------------------------------------------------

static struct murphi_type *check_equality(struct checker *c, struct murphi_expr *e)
{
    if (!check_args(c, e))
        return c->tree->boolean;
    const struct murphi_type *left = e->args[0]->type, *right = e->args[1]->type;
    if (!murphi_compatible(left, right)) {
        bool alike = left->base->kind == right->base->kind && left->has_symmetry;
        mu_check_error(c, e->span, "%s and %s cannot be compared%s", mu_type_text(c, left), mu_type_text(c, right),
                       alike ? ": they share no elements, even if they are declared alike" : "");
    } else if (left->has_multiset) {
        mu_check_error(c, e->span, "multisets cannot be compared");
    }
    return c->tree->boolean;
}

// ---- Choices --------------------------------------------------------------------------------------------------------

// The type that holds what both branches give.
static struct murphi_type *common_type(struct murphi_type *a, struct murphi_type *b)
{
    if (a == b || murphi_same(a, b))
        return a;
    if (!murphi_is_simple(a) || !murphi_compatible(a, b))
        return NULL;
    if (a->base == b->base)
        return a->base;
    if (a->base->kind == MURPHI_UNION && b->base->kind != MURPHI_UNION)
        return a->base;
    if (b->base->kind == MURPHI_UNION && a->base->kind != MURPHI_UNION)
        return b->base;
    return NULL; // two unions that overlap
}

static struct murphi_type *check_choice(struct checker *c, struct murphi_expr *e)
{
    bool good = mu_check_boolean(c, e->args[0], "a condition");
    struct murphi_type *then = mu_check_expr(c, e->args[1]), *otherwise = mu_check_expr(c, e->args[2]);
    if (!then || !otherwise)
        return NULL;
    struct murphi_type *type = common_type(then, otherwise);
    if (!type)
        mu_check_error(c, e->span, "the two sides of \":\" must be of one type; they are %s and %s",
                       mu_type_text(c, then), mu_type_text(c, otherwise));
    return good ? type : NULL;
}

// ---- Any operator ---------------------------------------------------------------------------------------------------

static struct murphi_type *check_by_kind(struct checker *c, struct murphi_expr *e)
{
    switch (e->op) {
    case MURPHI_BIT_AND:
    case MURPHI_BIT_OR:
        return check_ambiguous(c, e);
    case MURPHI_ITE:
        return check_choice(c, e);
    case MURPHI_EQ:
    case MURPHI_NE:
        return check_equality(c, e);
    case MURPHI_LT:
    case MURPHI_LE:
    case MURPHI_GT:
    case MURPHI_GE:
        check_args(c, e);
        check_numbers(c, e);
        return c->tree->boolean;
    case MURPHI_NEG:
    case MURPHI_ADD:
    case MURPHI_SUB:
    case MURPHI_MUL:
    case MURPHI_DIV:
    case MURPHI_MOD:
    case MURPHI_BIT_NOT:
    case MURPHI_BIT_XOR:
    case MURPHI_SHIFT_LEFT:
    case MURPHI_SHIFT_RIGHT:
        check_args(c, e);
        return check_numbers(c, e) ? c->tree->integer : NULL;
    default: // connectives and temporal operators
        check_args(c, e);
        check_booleans(c, e);
        return c->tree->boolean;
    }
}

struct murphi_type *mu_check_operator(struct checker *c, struct murphi_expr *e)
{
    struct murphi_type *type = check_by_kind(c, e);
    if (type)
        mu_fold(c, e);
    return type;
}
