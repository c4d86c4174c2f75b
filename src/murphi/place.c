// Places: finding them, reading and writing them, also where they depend on values; whole arrays and records.
#include "murphi/execute.h"

struct place mu_place_at(const struct murphi_type *type, uint32_t slot)
{
    return (struct place){.type = type, .slot = slot};
}

// The tree counts a multiset as its elements only.
uint32_t mu_field_offset(const struct executor *x, const struct murphi_type *record, const struct murphi_field *field)
{
    if (!record->has_multiset)
        return (uint32_t)field->offset;
    uint32_t offset = 0;
    for (const struct murphi_field *before = record->fields; before < field; before++)
        offset += x->widths[before->type->id];
    return offset;
}

// ---- Finding --------------------------------------------------------------------------------------------------------

static struct place with_dimension(struct executor *x, struct place place, struct dimension dimension)
{
    struct dimension *dims = arena_alloc(&x->arena, (place.dim_count + 1) * sizeof *dims);
    for (uint32_t i = 0; i < place.dim_count; i++)
        dims[i] = place.dims[i];
    dims[place.dim_count++] = dimension;
    place.dims = dims;
    return place;
}

static bool is_at(struct executor *x, const struct murphi_type *type, uint64_t position, value v)
{
    value symbol;
    return position < murphi_size(type) &&
           model_is_const(x->model, mu_constant(x, type, murphi_value_at(type, position)), &symbol) && symbol == v;
}

// There may be thousands of elements; an id knows which one it is, behind those that are tracked.
static int64_t position_of_constant(struct executor *x, const struct murphi_type *type, value v)
{
    struct site site = model_site_of_id(x->model, v);
    if (site.class != CLASS_NONE && x->options.tracked)
        site.element += x->options.tracked[site.class];
    if (site.class != CLASS_NONE && is_at(x, type, site.element, v))
        return site.element;
    for (uint64_t i = 0; value_is_symbol(v) && i < murphi_size(type); i++)
        if (is_at(x, type, i, v))
            return (int64_t)i;
    return value_is_symbol(v) ? -1 : murphi_position(type, v);
}

static struct place locate_element(struct executor *x, const struct murphi_expr *e)
{
    struct place place = mu_locate(x, e->args[0]);
    const struct murphi_type *index = place.type->index;
    expr i = mu_value(x, e->args[1]);
    value v;
    mu_check_range(x, i, e->args[1]->type, index, (struct error_record){MURPHI_ERROR_INDEX, e->span, .expr = e});
    uint32_t stride = x->widths[place.type->element->id];
    place.type = place.type->element;
    if (!model_is_const(x->model, i, &v))
        return with_dimension(x, place, (struct dimension){i, index, stride});
    int64_t position = position_of_constant(x, index, v);
    place.slot += position > 0 ? (uint32_t)position * stride : 0;
    return place;
}

// The id of a place in a multiset is always known, since there is an instance of the rule for each.
static struct place locate_in_multiset(struct executor *x, const struct murphi_expr *e)
{
    struct place place = mu_locate(x, e->args[0]);
    value v = 0;
    model_is_const(x->model, mu_value(x, e->args[1]), &v);
    expr present = mu_multiset_present(x, &place, (uint64_t)v);
    mu_runtime_error(x, model_not(x->model, present), (struct error_record){MURPHI_ERROR_ABSENT, e->span, .expr = e});
    return mu_multiset_element(x, &place, (uint64_t)v);
}

// An array or record that is chosen gets a place of its own.
static struct place locate_choice(struct executor *x, const struct murphi_expr *e)
{
    expr condition = mu_value(x, e->args[0]);
    struct place chosen = mu_place_at(e->type, mu_slots_new(x, e->type));
    mu_branch_open(x, condition);
    struct place then = mu_locate(x, e->args[1]);
    mu_copy(x, &chosen, &then);
    mu_branch_turn(x, model_false(x->model));
    struct place otherwise = mu_locate(x, e->args[2]);
    mu_copy(x, &chosen, &otherwise);
    mu_branch_close(x, model_false(x->model));
    return chosen;
}

struct place mu_locate(struct executor *x, const struct murphi_expr *e)
{
    struct place place;
    switch (e->op) {
    case MURPHI_NAME:
        return x->bindings[e->decl->id].place;
    case MURPHI_FIELD:
        place = mu_locate(x, e->args[0]);
        place.slot += mu_field_offset(x, place.type, e->field);
        place.type = e->field->type;
        return place;
    case MURPHI_INDEX:
        return e->args[0]->type->kind == MURPHI_ARRAY ? locate_element(x, e) : locate_in_multiset(x, e);
    case MURPHI_CALL:
        return mu_call(x, e);
    case MURPHI_ITE:
        return locate_choice(x, e);
    default: // an undefined argument
        return mu_place_at(e->type, mu_slots_new(x, e->type));
    }
}

// ---- Reading and writing one scalar ---------------------------------------------------------------------------------

// Where an index is out of range or undefined, which is a run-time error, this is what is read if no element may be
// preferred. It counts as defined, but where no element is, so that what comes after such a read is not reached in
// either way.
static struct scalar read_of_none(struct executor *x, struct scalar like)
{
    struct model *m = x->model;
    const struct expr_node *n = model_expr(m, like.value);
    return (struct scalar){model_const(m, n->type, type_value(model_type(m, n->type), 0)), model_true(m)};
}

// An index that is out of range is a run-time error, so the last position that is left needs no condition; but
// reductions that see one instance of an orbit rely on it that all elements are treated alike.
static struct scalar read_from(struct executor *x, const struct place *place, uint32_t dim, uint32_t slot)
{
    if (dim == place->dim_count)
        return x->slots.at[slot];
    const struct dimension *d = &place->dims[dim];
    bool found = false, some_defined = false;
    bool is_alike = x->options.reads_alike || (x->options.one_per_orbit && d->type->has_symmetry);
    struct scalar result = {0};
    for (uint64_t i = murphi_size(d->type); i-- > 0;) {
        expr here = mu_equals(x, d->index, d->type, murphi_value_at(d->type, i));
        if (mu_is_false(x, here) && (found || i > 0))
            continue;
        struct scalar one = read_from(x, place, dim + 1, slot + (uint32_t)i * d->stride);
        if (!found && is_alike)
            result = read_of_none(x, one);
        found |= is_alike;
        some_defined |= !mu_is_false(x, one.defined);
        result = found ? mu_merge(x, here, one, result) : one;
        found = true;
    }
    if (!some_defined)
        result.defined = model_false(x->model);
    return result;
}

struct scalar mu_read(struct executor *x, const struct place *place, uint32_t offset)
{
    return read_from(x, place, 0, place->slot + offset);
}

// A row of scalars, of which all that are at one index have the same condition.
static void write_from(struct executor *x, const struct place *place, uint32_t dim, uint32_t slot, expr condition,
                       const struct scalar *row, uint32_t count)
{
    if (mu_is_false(x, condition))
        return;
    if (dim == place->dim_count) {
        for (uint32_t i = 0; i < count; i++)
            mu_slot_write(x, slot + i, mu_merge(x, condition, row[i], x->slots.at[slot + i]));
        return;
    }
    const struct dimension *d = &place->dims[dim];
    for (uint64_t i = 0; i < murphi_size(d->type); i++) {
        expr here = mu_equals(x, d->index, d->type, murphi_value_at(d->type, i));
        write_from(x, place, dim + 1, slot + (uint32_t)i * d->stride, model_and(x->model, condition, here), row, count);
    }
}

static void write_row(struct executor *x, const struct place *place, const struct scalar *row, uint32_t count)
{
    if (place->multiset) {
        mu_multiset_touch(x, place->multiset, place->multiset, false);
        x->writes_stale |= x->has_removed;
    }
    for (uint32_t i = 0; i < count && place->dim_count == 0; i++)
        mu_slot_write(x, place->slot + i, row[i]);
    if (place->dim_count)
        write_from(x, place, 0, place->slot, model_true(x->model), row, count);
}

void mu_write(struct executor *x, const struct place *place, uint32_t offset, struct scalar s)
{
    struct place part = *place;
    part.slot += offset;
    write_row(x, &part, &s, 1);
}

// Where the condition holds, and nowhere else.
void mu_write_where(struct executor *x, const struct place *place, uint32_t offset, expr condition,
                    const struct scalar *row, uint32_t count)
{
    if (place->multiset && !mu_is_false(x, condition)) {
        mu_multiset_touch(x, place->multiset, place->multiset, false);
        x->writes_stale |= x->has_removed;
    }
    write_from(x, place, 0, place->slot + offset, condition, row, count);
}

static void visit_slots(struct executor *x, const struct place *place, uint32_t dim, uint32_t slot, mu_slot_visit visit,
                        void *context)
{
    if (dim == place->dim_count) {
        visit(x, slot, context);
        return;
    }
    const struct dimension *d = &place->dims[dim];
    for (uint64_t i = 0; i < murphi_size(d->type); i++)
        visit_slots(x, place, dim + 1, slot + (uint32_t)i * d->stride, visit, context);
}

void mu_each_slot(struct executor *x, const struct place *place, mu_slot_visit visit, void *context)
{
    visit_slots(x, place, 0, place->slot, visit, context);
}

// ---- All scalars of a place -----------------------------------------------------------------------------------------

// Everything is read before anything is written, for the two may overlap.
void mu_copy(struct executor *x, const struct place *to, const struct place *from)
{
    uint32_t width = x->widths[to->type->id];
    size_t first = x->copies.count;
    x->writes_whole = true;
    for (uint32_t i = 0; i < width; i++) {
        struct scalar s = mu_read(x, from, i);
        array_push(x->mem, &x->copies, s);
    }
    write_row(x, to, x->copies.at + first, width);
    x->copies.count = first;
    x->has_removed |= to->type->has_multiset;
    if (to->type->has_multiset)
        mu_multiset_replaced(x, to);
}

// As rumur compares: bit by bit, so that two undefined parts are equal.
expr mu_same_parts(struct executor *x, const struct place *a, const struct place *b)
{
    struct model *m = x->model;
    size_t first = x->terms.count;
    for (uint32_t i = 0; i < x->widths[a->type->id]; i++) {
        struct scalar left = mu_read(x, a, i), right = mu_read(x, b, i);
        expr equal = model_binary(m, OP_EQ, left.value, right.value);
        array_push(x->mem, &x->terms, model_iff(m, left.defined, right.defined));
        array_push(x->mem, &x->terms, model_implies(m, model_and(m, left.defined, right.defined), equal));
    }
    expr result = model_nary(m, OP_AND, x->terms.at + first, x->terms.count - first);
    x->terms.count = first;
    return result;
}

// Every scalar with the value that it has after `clear` or `undefine`, on the stack of copies.
static void push_reset(struct executor *x, const struct murphi_type *type, bool defined)
{
    struct scalar s;
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            push_reset(x, type->fields[i].type, defined);
        break;
    case MURPHI_ARRAY:
        for (uint64_t i = 0; i < murphi_size(type->index); i++)
            push_reset(x, type->element, defined);
        break;
    case MURPHI_MULTISET:
        s = (struct scalar){model_false(x->model), model_true(x->model)};
        for (int64_t i = type->low; i <= type->high; i++) {
            array_push(x->mem, &x->copies, s);
            push_reset(x, type->element, false);
        }
        break;
    default:
        s = mu_undefined(x, type);
        if (defined)
            s.defined = model_true(x->model);
        array_push(x->mem, &x->copies, s);
    }
}

static void reset(struct executor *x, const struct place *place, bool defined)
{
    size_t first = x->copies.count;
    x->writes_whole = true;
    push_reset(x, place->type, defined);
    write_row(x, place, x->copies.at + first, (uint32_t)(x->copies.count - first));
    x->copies.count = first;
    x->has_removed |= place->type->has_multiset;
}

void mu_clear(struct executor *x, const struct place *place)
{
    reset(x, place, true);
}

void mu_undefine(struct executor *x, const struct place *place)
{
    reset(x, place, false);
}
