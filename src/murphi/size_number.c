// Numbers that depend on the size, where all sizes are made from one reading (presence.h) and the constant is a number
// in the text as well.
//
// One variable for each size but the first says that it is this size or a larger one; no step changes these. A constant
// expression with another value in some sizes is a case over them, and what is made of cases and constants by a sum, a
// comparison and so on is a case again, with the value that it has in each size: so nothing but the size is asked for
// where nothing else decides, and where that does not matter, not even the size.
//
// A type that grows has the values of its largest size. Those of others are told apart where it matters: loops and the
// like range over those that are there, and a value that is assigned, given, returned or used as an index must be.
#include "murphi/execute.h"

#include "base/source.h"
#include "model/interval.h"

struct growth {
    struct arena arena; // that of the executor forgets
    const struct murphi_decl *constant;
    const uint64_t **sizes; // by type: how many values it has in each size; NULL if as many in all
    size_t type_count, size_count;
    uint32_t slot; // of the first variable
    size_t least;  // on the path it is this size or a larger one: what smaller ones have does not matter
};

// ---- Trees ----------------------------------------------------------------------------------------------------------

static bool grow_at_their_ends(const struct murphi_type *a, const struct murphi_type *b)
{
    bool is_number = a->kind == MURPHI_RANGE && a->base->kind == MURPHI_INTEGER;
    return murphi_size(a) <= murphi_size(b) &&
           (is_number ? a->low == b->low : a->low - a->base->low == b->low - b->base->low) && a->number == b->number &&
           a->literals == b->literals;
}

static bool are_alike(const struct murphi_type *a, const struct murphi_type *b)
{
    bool good = a->kind == b->kind && a->is_inferred == b->is_inferred && a->is_ordered == b->is_ordered &&
                a->base->id == b->base->id && a->part_count == b->part_count && a->field_count == b->field_count &&
                !a->has_multiset && a->kind != MURPHI_MULTISET_ID;
    for (uint32_t i = 0; good && i < a->part_count; i++)
        good = a->parts[i]->id == b->parts[i]->id;
    for (uint32_t i = 0; good && i < a->field_count; i++)
        good = a->fields[i].type->id == b->fields[i].type->id;
    if (good && a->kind == MURPHI_ARRAY)
        good = a->index->id == b->index->id && a->element->id == b->element->id;
    if (good && murphi_is_simple(a) && a->kind != MURPHI_INTEGER && a->kind != MURPHI_UNION)
        good = grow_at_their_ends(a, b);
    return good;
}

bool murphi_trees_grow(const struct murphi_tree *const *trees, size_t count)
{
    for (size_t k = 0; k + 1 < count; k++) {
        if (trees[k]->types.count != trees[k + 1]->types.count || trees[k]->vars.count != trees[k + 1]->vars.count)
            return false;
        for (size_t i = 0; i < trees[k]->types.count; i++)
            if (!are_alike(trees[k]->types.at[i], trees[k + 1]->types.at[i]))
                return false;
    }
    return true;
}

// ---- Sizes ----------------------------------------------------------------------------------------------------------

void mu_growth_open(struct executor *x)
{
    const struct murphi_presence *presence = x->options.presence;
    if (!presence || !presence->trees)
        return;
    struct growth *g = mem_alloc(x->mem, sizeof *g);
    const struct murphi_tree *first = presence->trees[0];
    *g = (struct growth){.arena = {.mem = x->mem},
                         .constant = murphi_find_constant(x->tree, presence->constant),
                         .type_count = first->types.count,
                         .size_count = presence->size_count};
    g->slot = x->bindings[x->tree->vars.at[x->tree->vars.count - 1]->id].place.slot;
    g->sizes = arena_alloc(&g->arena, (g->type_count + 1) * sizeof *g->sizes);
    for (size_t i = 0; i < g->type_count; i++) {
        uint64_t last = murphi_size(presence->trees[g->size_count - 1]->types.at[i]);
        g->sizes[i] = NULL;
        if (murphi_size(first->types.at[i]) == last || first->types.at[i]->kind == MURPHI_UNION)
            continue;
        uint64_t *sizes = arena_alloc(&g->arena, g->size_count * sizeof *sizes);
        for (size_t k = 0; k < g->size_count; k++)
            sizes[k] = murphi_size(presence->trees[k]->types.at[i]);
        g->sizes[i] = sizes;
    }
    x->growth = g;
}

void mu_growth_close(struct executor *x)
{
    if (!x->growth)
        return;
    arena_free(&x->growth->arena);
    mem_free(x->mem, x->growth, sizeof *x->growth);
    x->growth = NULL;
}

static const uint64_t *sizes_of(const struct growth *g, const struct murphi_type *type)
{
    return type->id < g->type_count ? g->sizes[type->id] : NULL;
}

// Whether it is this size or a larger one.
static expr is_least(const struct executor *x, size_t size)
{
    return size <= x->growth->least ? model_true(x->model) : x->slots.at[x->growth->slot + size - 1].value;
}

// The first size in which a type has the value.
static size_t first_size(const struct growth *g, const struct murphi_type *type, int64_t v)
{
    for (uint32_t i = 0; i < type->part_count; i++)
        if (murphi_position(type->parts[i], v) >= 0)
            return first_size(g, type->parts[i], v);
    const uint64_t *sizes = sizes_of(g, type);
    int64_t position = murphi_position(type, v);
    size_t low = 0, high = g->size_count - 1;
    while (sizes && position >= 0 && low < high) {
        size_t middle = (low + high) / 2;
        if ((uint64_t)position < sizes[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

expr mu_growth_is_there(struct executor *x, const struct murphi_type *type, int64_t v)
{
    return is_least(x, first_size(x->growth, type, v));
}

// The size of which a condition says that it is that one or a larger one; 0 if it says something else.
static size_t size_of_condition(const struct executor *x, expr condition)
{
    const struct expr_node *n = model_expr(x->model, condition);
    size_t place = n->op == OP_CELL ? (size_t)n->data - x->growth->slot : SIZE_MAX; // may be large, too
    return place < x->growth->size_count - 1 ? place + 1 : 0;
}

size_t mu_growth_enter(struct executor *x, expr condition)
{
    if (!x->growth)
        return 0;
    size_t before = x->growth->least, size = size_of_condition(x, condition);
    x->growth->least = size > before ? size : before;
    return before;
}

void mu_growth_leave(struct executor *x, size_t before)
{
    if (x->growth)
        x->growth->least = before;
}

void mu_growth_set(struct executor *x, size_t size)
{
    struct model *m = x->model;
    for (size_t k = 1; k < x->growth->size_count; k++)
        x->slots.at[x->growth->slot + k - 1] =
            (struct scalar){k <= size ? model_true(m) : model_false(m), model_true(m)};
}

// Gives the slot behind the type.
static uint32_t note_first(struct executor *x, const struct murphi_type *type, uint32_t slot, size_t size)
{
    uint32_t *first = x->options.presence->first_sizes;
    if (type->kind == MURPHI_RECORD) {
        for (uint32_t i = 0; i < type->field_count; i++)
            slot = note_first(x, type->fields[i].type, slot, size);
        return slot;
    }
    if (type->kind != MURPHI_ARRAY) {
        first[slot] = (uint32_t)size;
        return slot + 1;
    }
    for (uint64_t i = 0; i < murphi_size(type->index); i++) {
        size_t own = first_size(x->growth, type->index, murphi_value_at(type->index, i));
        slot = note_first(x, type->element, slot, own > size ? own : size);
    }
    return slot;
}

void mu_growth_note_cells(struct executor *x)
{
    uint32_t slot = 0;
    for (size_t i = 0; x->growth && x->options.presence->first_sizes && i + 1 < x->tree->vars.count; i++)
        slot = note_first(x, x->tree->vars.at[i]->type, slot, 0);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

// From a size on, up to the next one; the largest comes first.
struct run_of_sizes {
    size_t from;
    expr value;
};
typedef ARRAY(struct run_of_sizes) run_list;

static bool is_constant(const struct executor *x, expr e)
{
    return model_is_const(x->model, e, NULL);
}

static bool may_be_case(const struct executor *x, expr e)
{
    return is_constant(x, e) || model_expr(x->model, e)->op == OP_ITE;
}

// A case over the sizes, or a constant. False if it is something else. What was assigned for a smaller size after one
// for a larger one has taken the place of that: sizes from which a value was found further outside are passed over.
static bool read_case(struct executor *x, expr e, run_list *runs)
{
    for (size_t found_from = SIZE_MAX;;) {
        const struct expr_node *n = model_expr(x->model, e);
        if (is_constant(x, e)) {
            array_push(x->mem, runs, ((struct run_of_sizes){0, e}));
            return true;
        }
        if (n->op != OP_ITE || !is_constant(x, n->args[1]))
            return false;
        size_t size = size_of_condition(x, n->args[0]);
        if (size == 0)
            return false;
        if (size < found_from)
            array_push(x->mem, runs, ((struct run_of_sizes){size > x->growth->least ? size : 0, n->args[1]}));
        if (size <= x->growth->least)
            return true;
        found_from = size < found_from ? size : found_from;
        e = n->args[2];
    }
}

// The smallest sizes first.
static expr combine_cases(struct executor *x, enum op op, const run_list *a, const run_list *b)
{
    size_t i = a->count - 1, k = b->count - 1;
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the first part of a case, or its constant, is in it
    expr last = model_binary(x->model, op, a->at[i].value, b->at[k].value), result = last;
    while (i > 0 || k > 0) {
        size_t next_a = i > 0 ? a->at[i - 1].from : SIZE_MAX, next_b = k > 0 ? b->at[k - 1].from : SIZE_MAX;
        size_t from = next_a < next_b ? next_a : next_b;
        i -= next_a == from;
        k -= next_b == from;
        expr v = model_binary(x->model, op, a->at[i].value, b->at[k].value);
        if (v != last)
            result = model_ite(x->model, is_least(x, from), v, result);
        last = v;
    }
    return result;
}

expr mu_binary(struct executor *x, enum op op, expr a, expr b)
{
    run_list left = {0}, right = {0};
    expr result = EXPR_NONE;
    if (!x->growth || !may_be_case(x, a) || !may_be_case(x, b) || (is_constant(x, a) && is_constant(x, b)))
        return model_binary(x->model, op, a, b);
    if (read_case(x, a, &left) && read_case(x, b, &right))
        result = combine_cases(x, op, &left, &right);
    array_free(x->mem, &left);
    array_free(x->mem, &right);
    return result != EXPR_NONE ? result : model_binary(x->model, op, a, b);
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static bool depends(const struct growth *g, const struct murphi_expr *e)
{
    if (e->op == MURPHI_NAME)
        return e->decl == g->constant || (e->decl->kind == MURPHI_CONST && !e->decl->is_overridden &&
                                          e->decl->expr->is_constant && depends(g, e->decl->expr));
    for (uint32_t i = 0; i < e->count; i++)
        if (depends(g, e->args[i]))
            return true;
    return false;
}

static bool is_simple_number(const struct murphi_type *base)
{
    return base->kind == MURPHI_INTEGER || base->kind == MURPHI_BOOLEAN;
}

expr mu_growth_constant(struct executor *x, const struct murphi_expr *e)
{
    struct model *m = x->model;
    const int64_t *sizes = x->options.presence->values;
    expr result = EXPR_NONE, last = EXPR_NONE;
    if (!depends(x->growth, e))
        return mu_constant(x, e->type, e->value);
    size_t least = x->growth->least;
    for (size_t k = least; k < x->growth->size_count; k++) {
        int64_t v;
        if (!is_simple_number(e->type->base) || !murphi_number_of_size(e, x->growth->constant, sizes[k], &v)) {
            mu_give_up(x, e->span, "this has no value in some size");
            return mu_constant(x, e->type, e->value);
        }
        expr now = mu_constant(x, e->type, v);
        if (k == least)
            result = now;
        else if (now != last)
            result = model_ite(m, is_least(x, k), now, result);
        last = now;
    }
    return result;
}

// The largest number of a type.
static expr high_of(struct executor *x, const struct murphi_type *type)
{
    const uint64_t *sizes = sizes_of(x->growth, type);
    size_t least = x->growth->least;
    expr result = model_int(x->model, sizes ? type->low + (int64_t)sizes[least] - 1 : type->high);
    for (size_t k = least + 1; sizes && k < x->growth->size_count; k++)
        if (sizes[k] != sizes[k - 1])
            result =
                model_ite(x->model, is_least(x, k), model_int(x->model, type->low + (int64_t)sizes[k] - 1), result);
    return result;
}

enum { MOST_NODES = 20 }; // of an expression whose values are estimated

static struct interval interval_of_type(const struct type *type)
{
    return type->kind == TYPE_INTEGER ? (struct interval){type->low, type->high}
                                      : (struct interval){VALUE_LEAST, VALUE_LARGEST};
}

// Between which values it lies in a size, since no variable is beyond its type there.
static struct interval interval_in(const struct executor *x, expr e, size_t size, int *nodes)
{
    const struct expr_node *n = model_expr(x->model, e);
    const struct type *type = model_expr_type(x->model, e);
    struct interval range = interval_of_type(type), a, b;
    if (++*nodes > MOST_NODES || type->kind != TYPE_INTEGER)
        return range;
    if (n->op == OP_CELL) {
        const uint64_t *sizes = sizes_of(x->growth, x->slot_types.at[n->data]);
        if (sizes)
            range.high = x->slot_types.at[n->data]->low + (value)sizes[size] - 1;
        return range;
    }
    if (n->op != OP_ADD && n->op != OP_SUB && n->op != OP_ITE)
        return range;
    a = interval_in(x, n->args[n->count - 2], size, nodes);
    b = interval_in(x, n->args[n->count - 1], size, nodes);
    if (n->op == OP_ADD)
        return interval_add(a, b);
    return n->op == OP_SUB ? interval_sub(a, b)
                           : (struct interval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static bool is_never_above(const struct executor *x, expr e, const struct murphi_type *to)
{
    const uint64_t *sizes = sizes_of(x->growth, to);
    for (size_t k = x->growth->least; k < x->growth->size_count; k++) {
        int nodes = 0;
        value high = sizes ? to->low + (value)sizes[k] - 1 : to->high;
        if (interval_in(x, e, k, &nodes).high > high)
            return false;
    }
    return true;
}

// Between both bounds, in each size.
expr mu_growth_within(struct executor *x, expr e, const struct murphi_type *to)
{
    if (!is_constant(x, e) && is_never_above(x, e, to))
        return mu_binary(x, OP_LE, model_int(x->model, to->low), e);
    return model_and(x->model, mu_binary(x, OP_LE, model_int(x->model, to->low), e),
                     mu_binary(x, OP_LE, e, high_of(x, to)));
}

// Of types of which the larger one has all values of the other.
bool mu_growth_is_inside(const struct executor *x, const struct murphi_type *from, const struct murphi_type *to)
{
    for (uint32_t i = 0; i < from->part_count; i++)
        if (!mu_growth_is_inside(x, from->parts[i], to))
            return false;
    if (from->part_count)
        return true;
    for (uint32_t i = 0; i < to->part_count; i++)
        if (from->low >= to->parts[i]->low && from->high <= to->parts[i]->high)
            return mu_growth_is_inside(x, from, to->parts[i]);
    const uint64_t *smaller = sizes_of(x->growth, from), *larger = sizes_of(x->growth, to);
    for (size_t k = x->growth->least; larger && from != to && k < x->growth->size_count; k++) {
        uint64_t size = smaller ? smaller[k] : murphi_size(from);
        if ((uint64_t)(from->low - to->low) + size > larger[k])
            return false;
    }
    return true;
}
