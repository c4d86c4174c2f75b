// Expressions of simple types, and places. What is evaluated only under a condition (the right side of `&`, say) has
// that condition on its path; where it may change something, it is a branch.
#include "smtlib/translate.h"

// ---- Conditions -----------------------------------------------------------------------------------------------------

static bool has_effect(const struct murphi_expr *e)
{
    if (e->op == MURPHI_CALL && (e->decl->function->writes_state || e->decl->function->writes_params))
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (has_effect(e->args[i]))
            return true;
    return false;
}

static smt_term value_where(struct smt_translation *t, smt_term condition, const struct murphi_expr *e)
{
    struct smt_branch branch;
    smt_term path = t->path, result;
    if (!has_effect(e)) {
        t->path = smt_and(&t->terms, path, condition);
        result = smt_value(t, e);
        t->path = path;
        return result;
    }
    smt_branch_open(t, &branch, condition);
    result = smt_value(t, e);
    smt_branch_turn(t, &branch);
    smt_branch_close(t, &branch);
    return result;
}

static smt_term value_of_chain(struct smt_translation *t, const struct murphi_expr *e)
{
    struct smt_terms *terms = &t->terms;
    smt_term result = smt_value(t, e->args[0]);
    if (e->op == MURPHI_IMPLIES)
        result = smt_not(terms, result);
    for (uint32_t i = 1; i < e->count; i++) {
        smt_term open = e->op == MURPHI_AND ? result : smt_not(terms, result);
        if (open == terms->no)
            break;
        smt_term next = value_where(t, open, e->args[i]);
        result = e->op == MURPHI_AND ? smt_and(terms, result, next) : smt_or(terms, result, next);
    }
    return result;
}

// ---- Places ---------------------------------------------------------------------------------------------------------

static bool is_known(smt_term index, int64_t *value)
{
    if (index->op == SMT_INJECT)
        index = index->args[0];
    *value = index->op == SMT_TRUE ? 1 : index->number;
    return index->op == SMT_TRUE || index->op == SMT_FALSE || index->op == SMT_NUMBER || index->op == SMT_MEMBER;
}

static struct smt_place locate_element(struct smt_translation *t, const struct murphi_expr *e)
{
    struct smt_place place = smt_locate(t, e->args[0]);
    if (place.type->kind != MURPHI_ARRAY) {
        smt_refuse(t, e->span, "multisets are not covered");
        return smt_place_at(e->type, 0);
    }
    const struct murphi_type *type = place.type->index;
    smt_term index = smt_value(t, e->args[1]);
    smt_runtime_error(t, smt_not(&t->terms, smt_within(t, index, e->args[1]->type, type, e->span)));
    index = smt_converted(t, index, e->args[1]->type, type, e->span);
    uint32_t stride = smt_width(t, place.type->element, e->span);
    int64_t value;
    place.type = place.type->element;
    if (place.arity == SMT_MOST_INDICES || place.indices == SMT_MOST_INDICES) {
        smt_refuse(t, e->span, "there are too many indices here");
    } else if (smt_is_unbounded(t, type)) {
        place.args[place.arity++] = index;
    } else if (is_known(index, &value)) {
        int64_t position = murphi_position(type, value);
        place.leaf += position > 0 ? (uint32_t)position * stride : 0; // one that is outside is a run-time error
    } else {
        place.unknown[place.indices++] = (struct smt_index){index, type, stride};
    }
    return place;
}

static struct smt_place locate_field(struct smt_translation *t, const struct murphi_expr *e)
{
    struct smt_place place = smt_locate(t, e->args[0]);
    for (const struct murphi_field *field = place.type->fields; field < e->field; field++)
        place.leaf += smt_width(t, field->type, e->span);
    place.type = e->field->type;
    return place;
}

// An array or record that is chosen gets a place of its own.
static struct smt_place locate_choice(struct smt_translation *t, const struct murphi_expr *e)
{
    struct smt_branch branch;
    smt_term condition = smt_value(t, e->args[0]);
    struct smt_place chosen = smt_place_at(e->type, smt_leaves_new(t, e->type, NULL, e->span));
    smt_branch_open(t, &branch, condition);
    struct smt_place then = smt_locate(t, e->args[1]);
    smt_copy(t, &chosen, &then, e->span);
    smt_branch_turn(t, &branch);
    struct smt_place otherwise = smt_locate(t, e->args[2]);
    smt_copy(t, &chosen, &otherwise, e->span);
    smt_branch_close(t, &branch);
    return chosen;
}

struct smt_place smt_locate(struct smt_translation *t, const struct murphi_expr *e)
{
    if (t->failed)
        return smt_place_at(e->type, 0);
    switch (e->op) {
    case MURPHI_NAME:
        if (t->bindings[e->decl->id].is_place)
            return *t->bindings[e->decl->id].place;
        break;
    case MURPHI_FIELD:
        return locate_field(t, e);
    case MURPHI_INDEX:
        return locate_element(t, e);
    case MURPHI_CALL:
        return smt_call(t, e);
    case MURPHI_ITE:
        return locate_choice(t, e);
    default:
        break;
    }
    smt_refuse(t, e->span, "this place is not covered");
    return smt_place_at(e->type, 0);
}

static smt_term read_defined(struct smt_translation *t, const struct smt_place *place)
{
    struct smt_scalar s = smt_read(t, place);
    smt_runtime_error(t, smt_not(&t->terms, s.defined));
    return s.value;
}

static smt_term value_of_place(struct smt_translation *t, const struct murphi_expr *e)
{
    struct smt_place place = smt_locate(t, e);
    return read_defined(t, &place);
}

// ---- Undefined ids --------------------------------------------------------------------------------------------------

bool smt_may_be_undefined(const struct smt_translation *t, const struct murphi_type *type)
{
    bool is_id = (type->kind == MURPHI_SCALARSET && !type->is_inferred) || type->kind == MURPHI_RING ||
                 type->kind == MURPHI_UNION;
    return t->proof->undefined_ids && is_id;
}

static struct smt_scalar scalar_of_choice(struct smt_translation *t, const struct murphi_expr *e)
{
    struct smt_branch branch;
    smt_term condition = smt_value(t, e->args[0]);
    smt_branch_open(t, &branch, condition);
    struct smt_scalar then = smt_scalar(t, e->args[1]);
    then.value = smt_converted(t, then.value, e->args[1]->type, e->type, e->span);
    smt_branch_turn(t, &branch);
    struct smt_scalar otherwise = smt_scalar(t, e->args[2]);
    otherwise.value = smt_converted(t, otherwise.value, e->args[2]->type, e->type, e->span);
    smt_branch_close(t, &branch);
    return (struct smt_scalar){smt_ite(&t->terms, condition, then.value, otherwise.value),
                               smt_ite(&t->terms, condition, then.defined, otherwise.defined)};
}

struct smt_scalar smt_scalar(struct smt_translation *t, const struct murphi_expr *e)
{
    bool may_be = smt_may_be_undefined(t, e->type) && !e->is_constant;
    if (may_be && (e->is_place || e->op == MURPHI_CALL)) {
        struct smt_place place = smt_locate(t, e);
        return smt_read(t, &place);
    }
    if (may_be && e->op == MURPHI_ITE)
        return scalar_of_choice(t, e);
    return (struct smt_scalar){smt_value(t, e), t->terms.yes};
}

// Values mean nothing where they are not defined; two undefined ones are equal.
smt_term smt_equal_scalars(struct smt_translation *t, struct smt_scalar a, const struct murphi_type *a_type,
                           struct smt_scalar b, const struct murphi_type *b_type, struct span span)
{
    struct smt_terms *terms = &t->terms;
    smt_term same = smt_same_values(t, a.value, a_type, b.value, b_type, span);
    smt_term both = smt_and(terms, a.defined, b.defined);
    smt_term neither = smt_and(terms, smt_not(terms, a.defined), smt_not(terms, b.defined));
    return smt_or(terms, smt_and(terms, both, same), neither);
}

// ---- Choices and comparisons ----------------------------------------------------------------------------------------

static smt_term value_of_choice(struct smt_translation *t, const struct murphi_expr *e)
{
    smt_term condition = smt_value(t, e->args[0]), sides[2];
    for (int i = 0; i < 2; i++) {
        smt_term where = i == 0 ? condition : smt_not(&t->terms, condition);
        sides[i] = value_where(t, where, e->args[i + 1]);
        sides[i] = smt_converted(t, sides[i], e->args[i + 1]->type, e->type, e->span);
    }
    return smt_ite(&t->terms, condition, sides[0], sides[1]);
}

static smt_term value_of_equality(struct smt_translation *t, const struct murphi_expr *e)
{
    const struct murphi_expr *a = e->args[0], *b = e->args[1];
    if (!murphi_is_simple(a->type)) {
        struct smt_place left = smt_locate(t, a), right = smt_locate(t, b);
        return smt_same_parts(t, &left, &right, e->span);
    }
    struct smt_scalar left = smt_scalar(t, a), right = smt_scalar(t, b);
    return smt_equal_scalars(t, left, a->type, right, b->type, e->span);
}

// The neighbour of an element in its ring, which has a fixed size.
static smt_term value_of_neighbour(struct smt_translation *t, const struct murphi_expr *e)
{
    const struct murphi_type *ring = e->type;
    smt_term element = smt_value(t, e->args[0]), result = NULL;
    uint64_t size = murphi_size(ring), step = e->op == MURPHI_SUCC ? 1 : size - 1;
    for (uint64_t i = 0; i < size; i++) {
        smt_term next = smt_constant(t, ring, murphi_value_at(ring, (i + step) % size), e->span);
        smt_term here = smt_constant(t, ring, murphi_value_at(ring, i), e->span);
        result = result ? smt_ite(&t->terms, smt_equal(&t->terms, element, here), next, result) : next;
    }
    return result;
}

static smt_term value_of_membership(struct smt_translation *t, const struct murphi_expr *e)
{
    struct smt_scalar s = smt_scalar(t, e->args[0]);
    smt_check_written(t, e->written);
    return smt_and(&t->terms, s.defined, smt_within(t, s.value, e->args[0]->type, e->written->type, e->span));
}

// ---- Any expression -------------------------------------------------------------------------------------------------

static smt_term value_of(struct smt_translation *t, const struct murphi_expr *e)
{
    struct smt_place place;
    switch (e->op) {
    case MURPHI_NAME:
        return t->bindings[e->decl->id].is_place ? value_of_place(t, e) : t->bindings[e->decl->id].value;
    case MURPHI_FIELD:
    case MURPHI_INDEX:
    case MURPHI_CALL:
        return value_of_place(t, e);
    case MURPHI_SUCC:
    case MURPHI_PRED:
        return value_of_neighbour(t, e);
    case MURPHI_ISUNDEFINED:
        place = smt_locate(t, e->args[0]);
        return smt_not(&t->terms, smt_read(t, &place).defined);
    case MURPHI_ISMEMBER:
        return value_of_membership(t, e);
    case MURPHI_NOT:
        return smt_not(&t->terms, smt_value(t, e->args[0]));
    case MURPHI_AND:
    case MURPHI_OR:
    case MURPHI_IMPLIES:
        return value_of_chain(t, e);
    case MURPHI_ITE:
        return value_of_choice(t, e);
    case MURPHI_FORALL:
    case MURPHI_EXISTS:
        return smt_quantifier(t, e);
    case MURPHI_EQ:
    case MURPHI_IFF:
        return value_of_equality(t, e);
    case MURPHI_NE:
        return smt_not(&t->terms, value_of_equality(t, e));
    case MURPHI_COUNT:
        smt_refuse(t, e->span, "multisets are not covered");
        return smt_number(&t->terms, 0);
    default:
        return smt_operator(t, e);
    }
}

// After a refusal: something of the right sort.
static smt_term nothing(struct smt_translation *t, const struct murphi_type *type, struct span span)
{
    const struct smt_sort *sort = smt_sort_of(t, type, span);
    if (sort->kind == SMT_BOOL)
        return t->terms.no;
    return sort->kind == SMT_INT ? smt_number(&t->terms, 0) : smt_variable(&t->terms, sort, "none", 0, 0);
}

smt_term smt_value(struct smt_translation *t, const struct murphi_expr *e)
{
    if (!smt_goes_on(t, e->span))
        return nothing(t, e->type, e->span);
    if (e->is_constant) {
        if (smt_depends_on_size(t, e))
            smt_refuse(t, e->span, "the size of a class is used as a number here");
        return smt_constant(t, e->type, e->value, e->span);
    }
    t->nesting++;
    smt_term result = value_of(t, e);
    t->nesting--;
    return result;
}
