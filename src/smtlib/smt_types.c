// Types: their sorts, and what is known of their values. Numbers are integers, enumerations are datatypes, and so are
// classes of fixed size. All unions have one sort, whose constructors take what the parts of any union are.
//
// A size is no number: a constant that a class of any size depends on may be used for that class, and nowhere else.
#include "smtlib/translate.h"

#include <inttypes.h>
#include <string.h>

// ---- Classes and their sizes ----------------------------------------------------------------------------------------

// Of ranges that are used like one scalarset, the first.
static const struct murphi_type *shared_type(const struct murphi_type *type)
{
    return type->is_inferred ? type->base : type;
}

static const struct smtlib_class *class_of(const struct smt_translation *t, const struct murphi_type *type)
{
    for (size_t i = 0; i < t->proof->class_count; i++)
        if (shared_type(t->proof->classes[i].type) == shared_type(type))
            return &t->proof->classes[i];
    return NULL;
}

bool smt_is_class(const struct smt_translation *t, const struct murphi_type *type)
{
    return class_of(t, type) != NULL;
}

bool smt_is_unbounded(const struct smt_translation *t, const struct murphi_type *type)
{
    for (uint32_t i = 0; type->kind == MURPHI_UNION && i < type->part_count; i++)
        if (smt_is_class(t, type->parts[i]))
            return true;
    return smt_is_class(t, type);
}

// All constants that an expression is made of, also those that these are made of.
static void mark_constants(struct smt_translation *t, const struct murphi_expr *e)
{
    if (!e)
        return;
    if (e->op == MURPHI_NAME && e->decl && (e->decl->kind == MURPHI_CONST || e->decl->kind == MURPHI_ALIAS) &&
        !t->varies[e->decl->id]) {
        t->varies[e->decl->id] = true;
        mark_constants(t, e->decl->expr);
    }
    for (uint32_t i = 0; i < e->count; i++)
        mark_constants(t, e->args[i]);
}

bool smt_depends_on_size(const struct smt_translation *t, const struct murphi_expr *e)
{
    if (!e)
        return false;
    if (e->op == MURPHI_NAME && e->decl && (e->decl->kind == MURPHI_CONST || e->decl->kind == MURPHI_ALIAS))
        return t->varies[e->decl->id] || smt_depends_on_size(t, e->decl->expr);
    for (uint32_t i = 0; i < e->count; i++)
        if (smt_depends_on_size(t, e->args[i]))
            return true;
    return false;
}

typedef void written_visit(struct smt_translation *, const struct murphi_type_expr *);

static void each_written(struct smt_translation *t, const struct murphi_type_expr *written, written_visit visit)
{
    if (!written)
        return;
    visit(t, written);
    each_written(t, written->index, visit);
    each_written(t, written->element, visit);
    for (const struct murphi_type_expr *part = written->parts; part; part = part->next)
        each_written(t, part, visit);
    for (const struct murphi_decl *decl = written->decls; decl; decl = decl->next)
        each_written(t, decl->written, visit);
}

static void each_written_of_decls(struct smt_translation *t, const struct murphi_decl *decl, written_visit visit)
{
    for (; decl; decl = decl->next)
        each_written(t, decl->written, visit);
}

static void each_declared(struct smt_translation *t, written_visit visit)
{
    for (const struct murphi_item *item = t->tree->items; item; item = item->next) {
        if (item->kind == MURPHI_ITEM_DECL) {
            each_written(t, item->decl->written, visit);
        } else if (item->kind == MURPHI_ITEM_FUNCTION) {
            each_written_of_decls(t, item->function->params, visit);
            each_written_of_decls(t, item->function->decls, visit);
            each_written(t, item->function->result, visit);
        } else {
            each_written_of_decls(t, item->rule->decls, visit);
            for (const struct murphi_binder *binder = item->rule->binders; binder; binder = binder->outer)
                each_written(t, binder->written, visit);
        }
    }
}

static void mark_sizes(struct smt_translation *t, const struct murphi_type_expr *written)
{
    if (written->form == MURPHI_BY_NAME || !smt_is_class(t, written->type))
        return;
    mark_constants(t, written->low);
    mark_constants(t, written->high);
}

static void check_bounds(struct smt_translation *t, const struct murphi_type_expr *written)
{
    bool depends = smt_depends_on_size(t, written->low) || smt_depends_on_size(t, written->high);
    if (depends && !smt_is_class(t, written->type))
        smt_refuse(t, written->span, "this type depends on the size of a class");
}

void smt_check_written(struct smt_translation *t, const struct murphi_type_expr *written)
{
    each_written(t, written, check_bounds);
}

void smt_find_classes(struct smt_translation *t)
{
    for (size_t i = 0; i < t->proof->class_count; i++) {
        const struct murphi_type *type = t->proof->classes[i].type;
        if (type->kind != MURPHI_SCALARSET && !(type->kind == MURPHI_RANGE && type->base->kind == MURPHI_INTEGER))
            smt_refuse(t, type->span, "only a scalarset, or a range of numbers, can be a class of any size");
    }
    each_declared(t, mark_sizes);
    each_declared(t, check_bounds);
}

// ---- Sorts ----------------------------------------------------------------------------------------------------------

static const char *kept(struct smt_translation *t, struct str *text)
{
    const char *result = arena_copy(&t->arena, str_text(text), text->count);
    str_free(t->mem, text);
    return result;
}

// Names of types need not be unique: those of functions may be the same.
static const char *type_name(struct smt_translation *t, const struct murphi_type *type)
{
    static const char *const kinds[] = {[MURPHI_ENUM] = "enum",
                                        [MURPHI_SCALARSET] = "scalarset",
                                        [MURPHI_RING] = "ring",
                                        [MURPHI_RANGE] = "range",
                                        [MURPHI_UNION] = "union"};
    struct str text = {0};
    bool is_first = type->name != NULL;
    for (uint32_t i = 0; i < type->id && is_first; i++)
        is_first = t->tree->types.at[i]->name != type->name;
    str_add(t->mem, &text, "|%s", type->name ? type->name->text : kinds[type->kind]);
    if (!is_first)
        str_add(t->mem, &text, "#%u", type->id);
    str_add(t->mem, &text, "|");
    return kept(t, &text);
}

static bool has_member(const struct murphi_type *type, const struct symbol *symbol)
{
    for (const struct murphi_decl *member = type->members; member; member = member->next_member)
        if (member->symbol == symbol)
            return true;
    return false;
}

static bool is_name_of_one(const struct smt_translation *t, const struct murphi_type *type, const struct symbol *symbol)
{
    for (size_t i = 0; i < t->tree->types.count; i++)
        if (t->tree->types.at[i] != type && has_member(t->tree->types.at[i], symbol))
            return false;
    for (size_t i = 0; i < t->tree->vars.count; i++)
        if (t->tree->vars.at[i]->symbol == symbol)
            return false;
    return true;
}

static const char *member_name(struct smt_translation *t, const struct murphi_type *type, uint32_t i)
{
    struct str text = {0};
    if (type->kind != MURPHI_ENUM) {
        const char *name = type_name(t, type); // between bars
        str_add(t->mem, &text, "%.*s %u|", (int)strlen(name) - 1, name, i + 1);
        return kept(t, &text);
    }
    const struct symbol *symbol = type->by_value[i]->symbol;
    str_add(t->mem, &text, "|%s", symbol->text);
    if (!is_name_of_one(t, type, symbol))
        str_add(t->mem, &text, "#%u", type->id);
    str_add(t->mem, &text, "|");
    return kept(t, &text);
}

static struct smt_sort *sort_new(struct smt_translation *t, enum smt_sort_kind kind, const char *name)
{
    struct smt_sort *sort = arena_alloc(&t->arena, sizeof *sort);
    *sort = (struct smt_sort){.kind = kind, .name = name, .inject_index = -1};
    if (kind != SMT_UNION)
        array_push(t->mem, &t->declared, sort);
    return sort;
}

// With constants for so many of its first values.
static const struct smt_sort *sort_with_members(struct smt_translation *t, enum smt_sort_kind kind,
                                                const struct murphi_type *type, uint32_t count)
{
    struct smt_sort *sort = sort_new(t, kind, type_name(t, type));
    sort->low = type->low;
    sort->count = count;
    sort->members = arena_alloc(&t->arena, (count + 1) * sizeof *sort->members);
    for (uint32_t i = 0; i < count; i++)
        sort->members[i] = member_name(t, type, i);
    return sort;
}

static const struct smt_sort *class_sort(struct smt_translation *t, const struct murphi_type *type, struct span span)
{
    const struct smtlib_class *mine = class_of(t, type);
    for (size_t i = 0; i < t->proof->class_count; i++) {
        const struct smtlib_class *other = &t->proof->classes[i];
        if (other->number != mine->number)
            continue;
        return other == mine ? sort_with_members(t, SMT_CLASS, shared_type(type), shared_type(type)->literals)
                             : smt_sort_of(t, other->type, span);
    }
    return NULL;
}

static const struct smt_sort *union_sort(struct smt_translation *t, struct span span)
{
    if (t->the_union)
        return t->the_union;
    t->the_union = sort_new(t, SMT_UNION, "|any union|");
    for (size_t i = 0; i < t->tree->types.count; i++) {
        const struct murphi_type *type = t->tree->types.at[i];
        for (uint32_t j = 0; type->kind == MURPHI_UNION && j < type->part_count; j++) {
            struct smt_sort *sort = (struct smt_sort *)smt_sort_of(t, type->parts[j], span);
            if (sort->inject_index >= 0)
                continue;
            sort->inject_index = (int32_t)t->parts.count;
            array_push(t->mem, &t->parts, sort);
        }
    }
    return t->the_union;
}

static const struct smt_sort *find_sort(struct smt_translation *t, const struct murphi_type *type, struct span span)
{
    if (type != shared_type(type))
        return smt_sort_of(t, shared_type(type), span);
    if (smt_is_class(t, type))
        return class_sort(t, type, span);
    switch (type->kind) {
    case MURPHI_BOOLEAN:
        return &t->terms.boolean;
    case MURPHI_INTEGER:
        return &t->terms.integer;
    case MURPHI_RANGE:
        return smt_sort_of(t, type->base, span);
    case MURPHI_ENUM:
    case MURPHI_SCALARSET:
    case MURPHI_RING:
        return sort_with_members(t, SMT_ENUM, type, (uint32_t)murphi_size(type));
    case MURPHI_UNION:
        return union_sort(t, span);
    default:
        smt_refuse(t, span, "multisets are not covered");
        return &t->terms.integer;
    }
}

const struct smt_sort *smt_sort_of(struct smt_translation *t, const struct murphi_type *type, struct span span)
{
    if (!t->sorts[type->id])
        t->sorts[type->id] = find_sort(t, type, span);
    return t->sorts[type->id];
}

// ---- Widths ---------------------------------------------------------------------------------------------------------

static uint64_t find_width(struct smt_translation *t, const struct murphi_type *type, struct span span)
{
    uint64_t width = 0;
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            width += smt_width(t, type->fields[i].type, span);
        return width;
    case MURPHI_ARRAY:
        if (type->index->kind == MURPHI_UNION && smt_is_unbounded(t, type->index))
            return smt_width(t, type->element, span);
        width = smt_is_class(t, type->index) ? 1 : murphi_size(type->index);
        return width * smt_width(t, type->element, span);
    case MURPHI_MULTISET:
    case MURPHI_MULTISET_ID:
        smt_refuse(t, span, "multisets are not covered");
        return 1;
    default:
        return 1;
    }
}

// How many leaves values of the type are made of.
uint32_t smt_width(struct smt_translation *t, const struct murphi_type *type, struct span span)
{
    if (t->widths[type->id])
        return t->widths[type->id];
    uint64_t width = find_width(t, type, span);
    if (width > SMT_MOST_LEAVES) {
        smt_refuse(t, span, "this has %" PRIu64 " parts, which are too many", width);
        width = 1;
    }
    return t->widths[type->id] = (uint32_t)width;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static bool is_within_bounds(const struct murphi_type *type, int64_t value)
{
    return type->low <= value && value <= type->high;
}

smt_term smt_constant(struct smt_translation *t, const struct murphi_type *type, int64_t value, struct span span)
{
    const struct smt_sort *sort = smt_sort_of(t, type, span);
    switch (sort->kind) {
    case SMT_BOOL:
        return smt_truth(&t->terms, value != 0);
    case SMT_INT:
        return smt_number(&t->terms, value);
    case SMT_ENUM:
        return smt_member(&t->terms, sort, value);
    case SMT_CLASS:
        if (value >= sort->low && value < sort->low + sort->count)
            return smt_member(&t->terms, sort, value);
        break;
    case SMT_UNION:
        for (uint32_t i = 0; i < type->part_count; i++)
            if (is_within_bounds(type->parts[i], value))
                return smt_inject(&t->terms, sort, smt_constant(t, type->parts[i], value, span));
        break;
    default:
        break;
    }
    smt_refuse(t, span, "this names an element of a class of any size");
    return smt_variable(&t->terms, sort, "none", 0, 0);
}

static smt_term is_between(struct smt_translation *t, smt_term value, const struct murphi_type *type, struct span span)
{
    if (value->sort->kind == SMT_INT)
        return smt_and(&t->terms, smt_less(&t->terms, SMT_LE, smt_number(&t->terms, type->low), value),
                       smt_less(&t->terms, SMT_LE, value, smt_number(&t->terms, type->high)));
    if (type->low <= type->base->low && type->high >= type->base->high)
        return t->terms.yes;
    smt_term result = t->terms.no;
    for (int64_t v = type->low; v <= type->high; v++)
        result = smt_or(&t->terms, result, smt_equal(&t->terms, value, smt_constant(t, type, v, span)));
    return result;
}

static bool has_part(struct smt_translation *t, const struct murphi_type *type, const struct smt_sort *sort,
                     struct span span)
{
    for (uint32_t i = 0; i < type->part_count; i++)
        if (smt_sort_of(t, type->parts[i], span) == sort)
            return true;
    return false;
}

static smt_term is_in_union(struct smt_translation *t, smt_term value, const struct murphi_type *type, struct span span)
{
    smt_term result = t->terms.no;
    bool has_all = true;
    for (size_t i = 0; i < t->parts.count; i++) {
        if (has_part(t, type, t->parts.at[i], span))
            result = smt_or(&t->terms, result, smt_is(&t->terms, t->parts.at[i], value));
        else
            has_all = false;
    }
    return has_all ? t->terms.yes : result;
}

smt_term smt_is_of_type(struct smt_translation *t, smt_term value, const struct murphi_type *type)
{
    if (type->kind == MURPHI_UNION)
        return is_in_union(t, value, type, type->span);
    if (type->kind == MURPHI_RANGE && !smt_is_class(t, type))
        return is_between(t, value, type, type->span);
    smt_term result = t->terms.yes;
    for (int64_t v = type->base->low; type->is_inferred && v < type->low; v++) // first elements that it does not have
        result = smt_and(&t->terms, result,
                         smt_not(&t->terms, smt_equal(&t->terms, value, smt_constant(t, type->base, v, type->span))));
    return result;
}

static void refuse_mixture(struct smt_translation *t, const struct smt_sort *a, const struct smt_sort *b,
                           struct span span)
{
    const struct smt_sort *mine = a->kind == SMT_CLASS ? a : b;
    if (mine->kind == SMT_CLASS)
        smt_refuse(t, span, "class %s has any size here, and its elements are no values of other types", mine->name);
    else
        smt_refuse(t, span, "values of these types are not comparable here");
}

smt_term smt_within(struct smt_translation *t, smt_term value, const struct murphi_type *from,
                    const struct murphi_type *to, struct span span)
{
    const struct smt_sort *here = smt_sort_of(t, from, span), *there = smt_sort_of(t, to, span);
    if (from == to)
        return t->terms.yes;
    if (here == there && to->kind == MURPHI_UNION && from->kind == MURPHI_UNION)
        return is_in_union(t, value, to, span);
    if (here == there)
        return smt_is_of_type(t, value, to);
    if (here->kind == SMT_UNION && there->inject_index >= 0)
        return smt_and(&t->terms, smt_is(&t->terms, there, value),
                       smt_is_of_type(t, smt_project(&t->terms, there, value), to));
    if (there->kind == SMT_UNION && here->inject_index >= 0)
        return is_in_union(t, smt_inject(&t->terms, there, value), to, span);
    refuse_mixture(t, here, there, span);
    return t->terms.yes;
}

smt_term smt_converted(struct smt_translation *t, smt_term value, const struct murphi_type *from,
                       const struct murphi_type *to, struct span span)
{
    const struct smt_sort *here = smt_sort_of(t, from, span), *there = smt_sort_of(t, to, span);
    if (here == there)
        return value;
    if (here->kind == SMT_UNION && there->inject_index >= 0)
        return smt_project(&t->terms, there, value);
    if (there->kind == SMT_UNION && here->inject_index >= 0)
        return smt_inject(&t->terms, there, value);
    refuse_mixture(t, here, there, span);
    return smt_variable(&t->terms, there, "none", to->low, to->high);
}

smt_term smt_same_values(struct smt_translation *t, smt_term a, const struct murphi_type *a_type, smt_term b,
                         const struct murphi_type *b_type, struct span span)
{
    const struct smt_sort *left = smt_sort_of(t, a_type, span), *right = smt_sort_of(t, b_type, span);
    if (left != right && left->kind == SMT_UNION)
        b = smt_converted(t, b, b_type, a_type, span);
    else
        a = smt_converted(t, a, a_type, b_type, span);
    return smt_equal(&t->terms, a, b);
}
