// Types, and the declarations that have them.
#include <inttypes.h>

#include "murphi/typechecker.h"

enum { HEAVIEST = 1 << 20 };

// ---- Making types ---------------------------------------------------------------------------------------------------

struct murphi_type *mu_make_type(struct checker *c, enum murphi_type_kind kind, struct span span)
{
    struct murphi_type *type = arena_alloc(&c->tree->arena, sizeof *type);
    type->kind = kind;
    type->id = (uint32_t)c->tree->types.count;
    type->span = span;
    type->base = type;
    type->scalars = type->weight = type->depth = 1;
    type->has_symmetry = kind == MURPHI_SCALARSET || kind == MURPHI_RING;
    type->has_multiset = kind == MURPHI_MULTISET;
    array_push(c->mem, &c->tree->types, type);
    return type;
}

struct murphi_type *mu_make_range(struct checker *c, struct murphi_type *base, int64_t low, int64_t high,
                                  struct span span)
{
    struct murphi_type *type = mu_make_type(c, MURPHI_RANGE, span);
    type->base = base->base;
    type->low = low;
    type->high = high;
    return type;
}

// `count` times `each`, or an error.
static bool count_scalars(struct checker *c, struct murphi_type *type, uint64_t count, uint64_t each)
{
    if (each && count > MURPHI_MAX_SCALARS / each) {
        mu_check_error(c, type->span, "this type is too large: a variable may have %" PRIu64 " simple parts",
                       MURPHI_MAX_SCALARS);
        return false;
    }
    type->scalars = count * each;
    return true;
}

// A short text can describe types that are huge or deep, since they can use each other by name. Whoever walks through a
// type must get to its end.
static bool take_over(struct checker *c, struct murphi_type *type, const struct murphi_type *part)
{
    type->weight += part->weight;
    if (type->depth <= part->depth)
        type->depth = part->depth + 1;
    type->has_symmetry |= part->has_symmetry;
    type->has_multiset |= part->has_multiset;
    if (type->depth <= MURPHI_MAX_DEPTH && type->weight <= HEAVIEST)
        return true;
    mu_check_error(c, type->span, "this type is made of too many others");
    return false;
}

// ---- Simple types ---------------------------------------------------------------------------------------------------

static struct murphi_type *check_range(struct checker *c, struct murphi_type_expr *written)
{
    struct murphi_type *low_type = mu_check_expr(c, written->low), *high_type = mu_check_expr(c, written->high);
    int64_t low, high;
    if (!low_type || !high_type)
        return NULL;
    enum murphi_type_kind kind = low_type->base->kind;
    if (low_type->base != high_type->base ||
        (kind != MURPHI_INTEGER && kind != MURPHI_BOOLEAN && kind != MURPHI_ENUM)) {
        mu_check_error(c, written->span,
                       "the bounds of a range are numbers, or members of one enumeration; these are %s "
                       "and %s",
                       mu_type_text(c, low_type), mu_type_text(c, high_type));
        return NULL;
    }
    if (!mu_fold_needed(c, written->low, "the bound of a range", &low) ||
        !mu_fold_needed(c, written->high, "the bound of a range", &high))
        return NULL;
    if (low > high) {
        mu_check_error(c, written->span, "this range is empty: its lower bound is larger than its upper bound");
        return NULL;
    }
    if ((uint64_t)high - (uint64_t)low > INT64_MAX) {
        mu_check_error(c, written->span, "this range is too large: it may have %" PRIu64 " values", UINT64_C(1) << 63);
        return NULL;
    }
    return mu_make_range(c, low_type, low, high, written->span);
}

static struct murphi_type *check_enum(struct checker *c, struct murphi_type_expr *written)
{
    struct murphi_type *type = mu_make_type(c, MURPHI_ENUM, written->span);
    type->members = written->decls;
    type->low = c->tree->next_number;
    for (struct murphi_decl *member = written->decls; member; member = member->next_member) {
        member->type = type;
        member->is_constant = true;
        member->value = c->tree->next_number++;
        mu_scope_declare(c, member);
    }
    type->high = c->tree->next_number - 1;
    type->by_value = arena_alloc(&c->tree->arena, murphi_size(type) * sizeof *type->by_value);
    for (struct murphi_decl *member = written->decls; member; member = member->next_member)
        type->by_value[member->value - type->low] = member;
    return type;
}

// The size of a scalarset, a ring or a multiset; 0 after an error.
static uint64_t check_size(struct checker *c, struct murphi_expr *size, const char *what)
{
    int64_t count;
    if (!mu_check_integer(c, size, what) || !mu_fold_needed(c, size, what, &count))
        return 0;
    if (count < 1 || (uint64_t)count > MURPHI_MAX_SCALARS) {
        mu_check_error(c, size->span, "%s must be between 1 and %" PRIu64 "; this is %" PRId64, what,
                       MURPHI_MAX_SCALARS, count);
        return 0;
    }
    return (uint64_t)count;
}

static struct murphi_type *check_sized(struct checker *c, struct murphi_type_expr *written)
{
    bool scalarset = written->form == MURPHI_BY_SCALARSET;
    uint64_t size = check_size(c, written->high, scalarset ? "the size of a scalarset" : "the size of a ring");
    if (!size)
        return NULL;
    struct murphi_type *type = mu_make_type(c, scalarset ? MURPHI_SCALARSET : MURPHI_RING, written->span);
    type->low = c->tree->next_number;
    c->tree->next_number += (int64_t)size;
    type->high = c->tree->next_number - 1;
    return type;
}

static bool check_part(struct checker *c, struct murphi_type *type, struct murphi_type *part, struct span span)
{
    if (part->kind != MURPHI_SCALARSET && part->kind != MURPHI_RING && part->kind != MURPHI_ENUM) {
        mu_check_error(c, span, "a union is made of scalarsets, rings and enumerations; this is %s",
                       mu_type_text(c, part));
        return false;
    }
    for (uint32_t i = 0; i < type->part_count; i++) {
        if (type->parts[i] == part) {
            mu_check_error(c, span, "%s is in this union already", mu_type_text(c, part));
            return false;
        }
    }
    return true;
}

static struct murphi_type *check_union(struct checker *c, struct murphi_type_expr *written)
{
    uint32_t count = 0;
    bool good = true;
    for (struct murphi_type_expr *part = written->parts; part; part = part->next)
        count++;
    struct murphi_type *type = mu_make_type(c, MURPHI_UNION, written->span);
    type->parts = arena_alloc(&c->tree->arena, count * sizeof *type->parts);
    for (struct murphi_type_expr *expr = written->parts; expr; expr = expr->next) {
        struct murphi_type *part = mu_check_type(c, expr);
        if (!part || !check_part(c, type, part, expr->span)) {
            good = false;
            continue;
        }
        if (!type->part_count || part->low < type->low)
            type->low = part->low;
        if (!type->part_count || part->high > type->high)
            type->high = part->high;
        type->parts[type->part_count++] = part;
        good &= take_over(c, type, part);
    }
    return good ? type : NULL;
}

// ---- Types with parts -----------------------------------------------------------------------------------------------

static struct murphi_type *check_record(struct checker *c, struct murphi_type_expr *written)
{
    uint32_t count = 0;
    bool good = true;
    for (struct murphi_decl *decl = written->decls; decl; decl = decl->next)
        count++;
    struct murphi_type *type = mu_make_type(c, MURPHI_RECORD, written->span);
    type->fields = arena_alloc(&c->tree->arena, count * sizeof *type->fields);
    type->scalars = 0;
    // types first: there may be records among them, which want stamps of their own
    for (struct murphi_decl *decl = written->decls; decl; decl = decl->next)
        good &= (decl->type = mu_check_type(c, decl->written)) != NULL;
    uint32_t stamp = ++c->last_stamp;
    for (struct murphi_decl *decl = written->decls; decl && good; decl = decl->next) {
        if (c->stamps[decl->symbol->id] == stamp) {
            mu_check_error(c, decl->span, "this record has a field \"%s\" already", decl->symbol->text);
            return NULL;
        }
        c->stamps[decl->symbol->id] = stamp;
        type->fields[type->field_count++] = (struct murphi_field){decl->symbol, decl->span, decl->type, type->scalars};
        good = take_over(c, type, decl->type) && count_scalars(c, type, type->scalars + decl->type->scalars, 1);
    }
    return good ? type : NULL;
}

static struct murphi_type *check_array(struct checker *c, struct murphi_type_expr *written)
{
    struct murphi_type *index = mu_check_type(c, written->index), *element = mu_check_type(c, written->element);
    if (index && !murphi_is_simple(index)) {
        mu_check_error(c, written->index->span, "an array is indexed by a simple type; this is %s",
                       mu_type_text(c, index));
        return NULL;
    }
    if (!index || !element)
        return NULL;
    struct murphi_type *type = mu_make_type(c, MURPHI_ARRAY, written->span);
    type->index = index;
    type->element = element;
    if (!take_over(c, type, index) || !take_over(c, type, element))
        return NULL;
    return count_scalars(c, type, murphi_size(index), element->scalars) ? type : NULL;
}

static struct murphi_type *check_multiset(struct checker *c, struct murphi_type_expr *written)
{
    uint64_t size = check_size(c, written->high, "the capacity of a multiset");
    struct murphi_type *element = mu_check_type(c, written->element);
    if (!size || !element)
        return NULL;
    struct murphi_type *type = mu_make_type(c, MURPHI_MULTISET, written->span);
    type->high = (int64_t)size - 1;
    type->element = element;
    return take_over(c, type, element) && count_scalars(c, type, size, element->scalars) ? type : NULL;
}

// ---- Any type -------------------------------------------------------------------------------------------------------

static struct murphi_type *check_named_type(struct checker *c, struct murphi_type_expr *written)
{
    const struct murphi_decl *decl = mu_scope_find(c, written->symbol);
    if (!decl && mu_word_is(written->symbol, "boolean"))
        return c->tree->boolean;
    if (!decl) {
        mu_scope_unknown(c, written->symbol, written->span, KINDS_OF_TYPES);
        return NULL;
    }
    if (decl->kind != MURPHI_TYPE) {
        mu_check_error(c, written->span, "\"%s\" is not a type", written->symbol->text);
        diag_note(c->diag, murphi_range(c->tree, decl->span), "it is declared here");
        return NULL;
    }
    return decl->type;
}

static struct murphi_type *check_written(struct checker *c, struct murphi_type_expr *written)
{
    switch (written->form) {
    case MURPHI_BY_NAME:
        return check_named_type(c, written);
    case MURPHI_BY_RANGE:
        return check_range(c, written);
    case MURPHI_BY_ENUM:
        return check_enum(c, written);
    case MURPHI_BY_SCALARSET:
    case MURPHI_BY_RING:
        return check_sized(c, written);
    case MURPHI_BY_UNION:
        return check_union(c, written);
    case MURPHI_BY_RECORD:
        return check_record(c, written);
    case MURPHI_BY_ARRAY:
        return check_array(c, written);
    case MURPHI_BY_MULTISET:
        return check_multiset(c, written);
    }
    return NULL;
}

// `a, b: enum {x, y}` is one type for both names.
struct murphi_type *mu_check_type(struct checker *c, struct murphi_type_expr *written)
{
    if (!written->is_checked) {
        const char *pure = c->pure;
        c->pure = "a type";
        written->is_checked = true;
        written->type = check_written(c, written);
        c->pure = pure;
    }
    return written->type;
}

// ---- Declarations ---------------------------------------------------------------------------------------------------

static void check_constant(struct checker *c, struct murphi_decl *decl)
{
    const char *pure = c->pure;
    c->pure = "a constant";
    struct murphi_type *type = decl->expr->is_checked ? decl->expr->type : mu_check_expr(c, decl->expr);
    c->pure = pure;
    if (!type)
        return;
    if (!murphi_is_simple(type)) {
        mu_check_error(c, decl->expr->span, "a constant has a simple type; this is %s", mu_type_text(c, type));
        return;
    }
    decl->is_constant = mu_fold_needed(c, decl->expr, "the value of a constant", &decl->value);
    if (decl->is_constant)
        decl->type = type->base;
    if (decl->is_constant && c->scopes.count == 1)
        mu_apply_override(c, decl);
}

void mu_check_decl(struct checker *c, struct murphi_decl *decl)
{
    if (decl->kind == MURPHI_CONST) {
        check_constant(c, decl);
    } else {
        decl->type = mu_check_type(c, decl->written);
        if (decl->kind == MURPHI_TYPE && decl->type && !decl->type->name && decl->written->form != MURPHI_BY_NAME &&
            decl->type != c->tree->boolean)
            decl->type->name = decl->symbol;
    }
    if (decl->kind == MURPHI_VAR) {
        decl->index = (uint32_t)c->tree->vars.count;
        array_push(c->mem, &c->tree->vars, decl);
    }
    mu_scope_declare(c, decl);
}

void mu_check_decls(struct checker *c, struct murphi_decl *first)
{
    for (struct murphi_decl *decl = first; decl; decl = decl->next)
        mu_check_decl(c, decl);
}
