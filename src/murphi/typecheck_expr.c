// Expressions: names and parts of variables, and what binds names. Operators and calls have their own files.
#include <inttypes.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/str.h"
#include "murphi/print.h"
#include "murphi/typechecker.h"

bool mu_word_is(const struct symbol *symbol, const char *word)
{
    return strcasecmp(symbol->text, word) == 0;
}

bool mu_is_undefined(const struct checker *c, const struct murphi_expr *e)
{
    return e->op == MURPHI_NAME && mu_word_is(e->symbol, "undefined") && !mu_scope_find(c, e->symbol);
}

// ---- What an expression must be -------------------------------------------------------------------------------------

bool mu_check_boolean(struct checker *c, struct murphi_expr *e, const char *what)
{
    struct murphi_type *type = mu_check_expr(c, e);
    if (type && type->base->kind != MURPHI_BOOLEAN) {
        mu_check_error(c, e->span, "%s must be boolean; this is %s", what, mu_type_text(c, type));
        return false;
    }
    return type;
}

bool mu_check_integer(struct checker *c, struct murphi_expr *e, const char *what)
{
    struct murphi_type *type = mu_check_expr(c, e);
    if (type && type->base->kind != MURPHI_INTEGER) {
        mu_check_error(c, e->span, "%s must be a number; this is %s", what, mu_type_text(c, type));
        return false;
    }
    return type;
}

// Why two types do not fit, where it is easily misunderstood; or nothing.
static const char *explain(const struct murphi_type *from, const struct murphi_type *to)
{
    from = from->base;
    to = to->base;
    if (to->kind == MURPHI_SCALARSET && from->kind == MURPHI_INTEGER)
        return "; the elements of a scalarset are not numbers and have no names";
    if (to->kind == MURPHI_RING && from->kind == MURPHI_INTEGER)
        return "; the elements of a ring are not numbers and have no names";
    if (to->kind == from->kind && (to->kind == MURPHI_SCALARSET || to->kind == MURPHI_RING))
        return "; two scalarsets or rings share no elements, even if they are declared alike";
    return "";
}

// In texts from outside, elements are called as traces show them (element_name.c).
static bool add_names(struct checker *c, const struct murphi_expr *e, const struct murphi_type *type, struct str *out)
{
    uint64_t size = murphi_size(type);
    if (murphi_is_of_file(c->tree, e->span.offset) || type->is_inferred || !size ||
        (type->kind != MURPHI_SCALARSET && type->kind != MURPHI_RING))
        return false;
    str_add(c->mem, out, "; its elements are called ");
    murphi_print_value(c->mem, out, type, murphi_value_at(type, 0));
    str_add(c->mem, out, " to ");
    murphi_print_value(c->mem, out, type, murphi_value_at(type, size - 1));
    return true;
}

bool mu_check_fits(struct checker *c, const struct murphi_expr *e, const struct murphi_type *type, const char *what)
{
    if (!e->type || !type)
        return false;
    if (!murphi_compatible(e->type, type)) {
        struct str names = {0};
        bool named = add_names(c, e, type, &names);
        mu_check_error(c, e->span, "%s needs %s; this is %s%s", what, mu_type_text(c, type), mu_type_text(c, e->type),
                       named ? str_text(&names) : explain(e->type, type));
        str_free(c->mem, &names);
        return false;
    }
    if (e->is_constant && type->kind != MURPHI_INTEGER && murphi_position(type, e->value) < 0)
        mu_check_warning(c, e->span, "%s needs %s, and this is out of that range: it fails whenever it is reached",
                         what, mu_type_text(c, type));
    return true;
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static struct murphi_type *check_alias_use(struct checker *c, struct murphi_expr *e, const struct murphi_decl *decl)
{
    if (decl->depth > c->deepest_alias)
        c->deepest_alias = decl->depth;
    e->is_place = decl->expr->is_place;
    e->is_writable = decl->expr->is_writable;
    return decl->type;
}

static struct murphi_type *check_name(struct checker *c, struct murphi_expr *e)
{
    struct murphi_decl *decl = mu_scope_find(c, e->symbol);
    if (!decl)
        decl = mu_element_of_name(c, e->symbol, e->span);
    if (!decl && mu_word_is(e->symbol, "undefined")) {
        mu_check_error(c, e->span,
                       "\"undefined\" can only be assigned, or passed to a by-value parameter; to ask for "
                       "it, write isundefined(...)");
        return NULL;
    }
    if (!decl) {
        mu_scope_unknown(c, e->symbol, e->span, KINDS_OF_VALUES);
        return NULL;
    }
    e->decl = decl;
    e->is_constant = decl->is_constant;
    e->value = decl->value;
    switch (decl->kind) {
    case MURPHI_TYPE:
        mu_check_error(c, e->span, "\"%s\" is a type, and here a value is needed", e->symbol->text);
        return NULL;
    case MURPHI_FUNCTION:
        mu_check_error(c, e->span, "\"%s\" is a function; to call it, write \"%s(...)\"", e->symbol->text,
                       e->symbol->text);
        return NULL;
    case MURPHI_VAR:
    case MURPHI_LOCAL:
    case MURPHI_VAR_PARAM:
        e->is_place = e->is_writable = true;
        return decl->type;
    case MURPHI_PARAM:
        e->is_place = true;
        return decl->type;
    case MURPHI_ALIAS:
        return check_alias_use(c, e, decl);
    default:
        return decl->type;
    }
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static const struct murphi_field *find_field(const struct murphi_type *type, const struct symbol *symbol)
{
    for (uint32_t i = 0; i < type->field_count; i++)
        if (type->fields[i].symbol == symbol)
            return &type->fields[i];
    return NULL;
}

static void unknown_field(struct checker *c, const struct murphi_expr *e, const struct murphi_type *type)
{
    struct nearest meant = nearest_to(e->symbol->text);
    for (uint32_t i = 0; i < type->field_count; i++)
        nearest_look(&meant, type->fields[i].symbol->text);
    if (meant.best)
        mu_check_error(c, e->span, "%s has no field \"%s\"; did you mean \"%s\"?", mu_type_text(c, type),
                       e->symbol->text, meant.best);
    else
        mu_check_error(c, e->span, "%s has no field \"%s\"", mu_type_text(c, type), e->symbol->text);
}

static struct murphi_type *check_field(struct checker *c, struct murphi_expr *e)
{
    struct murphi_type *type = mu_check_expr(c, e->args[0]);
    if (!type)
        return NULL;
    if (type->kind != MURPHI_RECORD) {
        mu_check_error(c, e->args[0]->span, "only a record has fields; this is %s", mu_type_text(c, type));
        return NULL;
    }
    e->field = find_field(type, e->symbol);
    if (!e->field) {
        unknown_field(c, e, type);
        return NULL;
    }
    e->is_place = e->args[0]->is_place;
    e->is_writable = e->args[0]->is_writable;
    return e->field->type;
}

static bool check_multiset_id(struct checker *c, const struct murphi_expr *id, const struct murphi_type *multiset)
{
    if (id->type->kind == MURPHI_MULTISET_ID && murphi_same(id->type->element, multiset))
        return true;
    if (!murphi_is_of_file(c->tree, id->span.offset)) {
        mu_check_error(
            c, id->span,
            "places of multisets are shown in traces, but cannot be named: MultisetCount(i: NAME, CONDITION) "
            "is about the elements");
        return false;
    }
    mu_check_error(c, id->span,
                   "an element of a multiset is named by the parameter of \"choose\", \"MultisetCount\" or "
                   "\"MultisetRemovePred\"; this is %s",
                   mu_type_text(c, id->type));
    return false;
}

static struct murphi_type *check_index(struct checker *c, struct murphi_expr *e)
{
    struct murphi_type *type = mu_check_expr(c, e->args[0]), *index = mu_check_expr(c, e->args[1]);
    if (type && type->kind != MURPHI_ARRAY && type->kind != MURPHI_MULTISET) {
        mu_check_error(c, e->args[0]->span, "only an array or a multiset has elements; this is %s",
                       mu_type_text(c, type));
        return NULL;
    }
    e->is_place = e->args[0]->is_place;
    e->is_writable = e->args[0]->is_writable;
    if (type && index) {
        if (type->kind == MURPHI_ARRAY)
            mu_check_fits(c, e->args[1], type->index, "the index of this array");
        else
            check_multiset_id(c, e->args[1], type);
    }
    return type ? type->element : NULL;
}

// ---- Binders --------------------------------------------------------------------------------------------------------

static struct murphi_type *check_over_type(struct checker *c, struct murphi_binder *binder)
{
    struct murphi_type *type = mu_check_type(c, binder->written);
    if (type && !murphi_is_simple(type)) {
        mu_check_error(c, binder->written->span, "only the values of a simple type can be counted through; this is %s",
                       mu_type_text(c, type));
        return NULL;
    }
    return type;
}

static void check_steps(struct checker *c, struct murphi_binder *binder)
{
    int64_t by = binder->by ? binder->by->value : 1;
    if (binder->by && !binder->by->is_constant)
        return;
    if (!by)
        mu_check_error(c, binder->by->span, "a step of 0 never gets to the end");
    else if (binder->from->is_constant && binder->to->is_constant &&
             (by > 0 ? binder->from->value > binder->to->value : binder->from->value < binder->to->value))
        mu_check_warning(c, binder->span, "there is nothing between these bounds in this direction");
}

static bool check_bound(struct checker *c, struct murphi_expr *e, const char *constant)
{
    if (!e)
        return true;
    if (!mu_check_integer(c, e, "a bound"))
        return false;
    if (!constant || e->is_constant)
        return true;
    mu_check_error(c, e->span, "the bounds of %s must be constant", constant);
    return false;
}

static struct murphi_type *check_over_range(struct checker *c, struct murphi_binder *binder, const char *constant)
{
    bool good = check_bound(c, binder->from, constant);
    good &= check_bound(c, binder->to, constant);
    good &= check_bound(c, binder->by, constant);
    if (!good)
        return NULL;
    check_steps(c, binder);
    if (!binder->from->is_constant || !binder->to->is_constant)
        return c->tree->integer;
    int64_t from = binder->from->value, to = binder->to->value;
    return mu_make_range(c, c->tree->integer, from < to ? from : to, from < to ? to : from, binder->span);
}

static struct murphi_type *check_over_multiset(struct checker *c, struct murphi_binder *binder)
{
    struct murphi_expr *multiset = binder->decl->expr;
    struct murphi_type *type = mu_check_expr(c, multiset);
    if (!type)
        return NULL;
    if (type->kind != MURPHI_MULTISET) {
        mu_check_error(c, multiset->span, "a multiset is needed here; this is %s", mu_type_text(c, type));
        return NULL;
    }
    struct murphi_type *id = mu_make_type(c, MURPHI_MULTISET_ID, binder->span);
    id->low = type->low;
    id->high = type->high;
    id->element = type;
    return id;
}

static struct murphi_type *check_alias(struct checker *c, struct murphi_binder *binder)
{
    struct murphi_decl *decl = binder->decl;
    uint32_t outer = c->deepest_alias;
    c->deepest_alias = 0;
    struct murphi_type *type = mu_check_expr(c, decl->expr);
    decl->depth = decl->expr->depth + c->deepest_alias;
    c->deepest_alias = outer;
    if (decl->depth > MURPHI_MAX_DEPTH) {
        mu_check_error(c, binder->span, "this goes through too many aliases: there may be %d levels", MURPHI_MAX_DEPTH);
        type = NULL;
    }
    decl->is_constant = type && decl->expr->is_constant;
    decl->value = decl->expr->value;
    return type;
}

void mu_check_binder(struct checker *c, struct murphi_binder *binder, const char *constant)
{
    struct murphi_type *type = NULL;
    switch (binder->kind) {
    case MURPHI_OVER_TYPE:
        type = check_over_type(c, binder);
        break;
    case MURPHI_OVER_RANGE:
        type = check_over_range(c, binder, constant);
        break;
    case MURPHI_OVER_MULTISET:
        type = check_over_multiset(c, binder);
        break;
    case MURPHI_BY_ALIAS:
        type = check_alias(c, binder);
        break;
    }
    binder->decl->type = type;
    mu_scope_declare(c, binder->decl);
}

// Forall, exists, MultisetCount: how often and in which order the inside is evaluated is nobody's business, so it must
// have no side effects. Several names of one quantifier are in one scope each.
static struct murphi_type *check_bound_expr(struct checker *c, struct murphi_expr *e)
{
    const char *pure = c->pure;
    size_t scopes = c->scopes.count;
    for (struct murphi_binder *binder = e->binders; binder; binder = binder->next) {
        mu_scope_open(c);
        mu_check_binder(c, binder, NULL);
    }
    c->pure = e->op == MURPHI_COUNT ? "the condition of MultisetCount" : "a quantified expression";
    mu_check_boolean(c, e->args[0], c->pure);
    c->pure = pure;
    while (c->scopes.count > scopes)
        mu_scope_close(c);
    return e->op == MURPHI_COUNT ? c->tree->integer : c->tree->boolean;
}

// ---- Tests of a value -----------------------------------------------------------------------------------------------

static struct murphi_type *check_isundefined(struct checker *c, struct murphi_expr *e)
{
    struct murphi_type *type = mu_check_expr(c, e->args[0]);
    if (type && !murphi_is_simple(type))
        mu_check_error(c, e->args[0]->span, "only a simple value is defined or undefined as a whole; this is %s",
                       mu_type_text(c, type));
    else if (type && !e->args[0]->is_place)
        mu_check_error(c, e->args[0]->span, "only a variable, or a part of one, can be undefined");
    return c->tree->boolean;
}

static bool is_word_undefined(struct checker *c, const struct murphi_expr *e)
{
    return e->op == MURPHI_NAME && !mu_scope_find(c, e->symbol) && mu_word_is(e->symbol, "undefined");
}

// Traces show `owner = undefined`. A file cannot say so, but a text from outside can: it becomes isundefined(owner).
static bool read_as_shown(struct checker *c, struct murphi_expr *e)
{
    if ((e->op != MURPHI_EQ && e->op != MURPHI_NE) || murphi_is_of_file(c->tree, e->span.offset))
        return false;
    if (is_word_undefined(c, e->args[1]) == is_word_undefined(c, e->args[0]))
        return false;
    struct murphi_expr *place = e->args[is_word_undefined(c, e->args[0])];
    if (e->op == MURPHI_NE) {
        struct murphi_expr *inner = arena_alloc(&c->tree->arena, sizeof *inner + sizeof inner->args[0]);
        *inner = (struct murphi_expr){
            .op = MURPHI_ISUNDEFINED, .count = 1, .span = e->span, .at = e->at, .depth = place->depth + 1};
        inner->args[0] = place;
        place = inner;
    }
    e->op = e->op == MURPHI_NE ? MURPHI_NOT : MURPHI_ISUNDEFINED;
    e->count = 1;
    e->depth = place->depth + 1;
    e->args[0] = place;
    return true;
}

static bool has_members(const struct murphi_type *type)
{
    return type->base->kind >= MURPHI_ENUM && type->base->kind <= MURPHI_UNION;
}

static struct murphi_type *check_ismember(struct checker *c, struct murphi_expr *e)
{
    struct murphi_type *type = mu_check_expr(c, e->args[0]), *set = mu_check_type(c, e->written);
    if (!type || !set)
        return c->tree->boolean;
    if (!has_members(type) || !has_members(set)) {
        if (!murphi_is_simple(set) || !murphi_is_simple(type) || !murphi_compatible(type, set))
            mu_check_error(c, e->span, "%s has no values in common with %s", mu_type_text(c, type),
                           mu_type_text(c, set));
    } else if (!murphi_compatible(type, set)) { // as an enumeration that is written here: its members are new
        mu_check_warning(c, e->span, "this is always false: %s has no values in common with %s", mu_type_text(c, type),
                         mu_type_text(c, set));
    }
    return c->tree->boolean;
}

// ---- Any expression -------------------------------------------------------------------------------------------------

static struct murphi_type *check_inner(struct checker *c, struct murphi_expr *e)
{
    if (read_as_shown(c, e))
        return check_inner(c, e);
    switch (e->op) {
    case MURPHI_TRUE:
    case MURPHI_FALSE:
        e->is_constant = true;
        e->value = e->op == MURPHI_TRUE;
        return c->tree->boolean;
    case MURPHI_NUMBER:
        e->is_constant = true;
        return c->tree->integer;
    case MURPHI_NAME:
        return check_name(c, e);
    case MURPHI_FIELD:
        return check_field(c, e);
    case MURPHI_INDEX:
        return check_index(c, e);
    case MURPHI_CALL:
        return mu_check_call(c, e, false);
    case MURPHI_ISUNDEFINED:
        return check_isundefined(c, e);
    case MURPHI_ISMEMBER:
        return check_ismember(c, e);
    case MURPHI_COUNT:
    case MURPHI_FORALL:
    case MURPHI_EXISTS:
        return check_bound_expr(c, e);
    default:
        return mu_check_operator(c, e);
    }
}

// Formulas are combined by connectives and quantifiers; they have no value that could be compared or chosen.
static bool may_combine_formulas(enum murphi_op op)
{
    return op == MURPHI_NOT || op == MURPHI_AND || op == MURPHI_OR || op == MURPHI_IMPLIES || op == MURPHI_IFF ||
           op == MURPHI_FORALL || op == MURPHI_EXISTS || op >= MURPHI_AG;
}

static void note_temporal(struct checker *c, struct murphi_expr *e)
{
    e->is_temporal = e->op >= MURPHI_AG;
    for (uint32_t i = 0; i < e->count; i++)
        e->is_temporal |= e->args[i]->is_temporal;
    if (!e->is_temporal || may_combine_formulas(e->op) || !e->type)
        return;
    mu_check_error(
        c, e->span,
        "temporal formulas can be combined by ! & | -> <->, by quantifiers and by temporal operators, and by "
        "nothing else");
    e->is_temporal = false; // once is enough
}

struct murphi_type *mu_check_expr(struct checker *c, struct murphi_expr *e)
{
    e->type = check_inner(c, e);
    e->is_checked = true;
    note_temporal(c, e);
    return e->type;
}
