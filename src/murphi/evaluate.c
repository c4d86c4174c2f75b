// Expressions of simple types. What is evaluated only under a condition (the right side of `&`, say) is evaluated in a
// branch, for it may have run-time errors, and in a rule's body even effects.
#include "murphi/execute.h"

// So deep may statements, expressions and calls be inside of each other, all in all, when a rule is run.
enum { DEEPEST = 4000 };

// ---- Places ---------------------------------------------------------------------------------------------------------

static expr read_defined(struct executor *x, const struct murphi_expr *e, const struct place *place,
                         enum murphi_error_kind kind)
{
    struct scalar s = mu_read(x, place, 0);
    mu_runtime_error(x, model_not(x->model, s.defined), (struct error_record){kind, e->span, .expr = e});
    return s.value;
}

static expr value_of_place(struct executor *x, const struct murphi_expr *e)
{
    struct place place = mu_locate(x, e);
    return read_defined(x, e, &place, MURPHI_ERROR_UNDEFINED);
}

static expr value_of_name(struct executor *x, const struct murphi_expr *e)
{
    const struct binding *binding = &x->bindings[e->decl->id];
    return binding->is_place ? value_of_place(x, e) : binding->value;
}

// That there is a result was seen to; but it may be an undefined id.
static expr value_of_call(struct executor *x, const struct murphi_expr *e)
{
    struct place result = mu_call(x, e);
    if (mu_may_be_undefined(x, result.type))
        return read_defined(x, e, &result, MURPHI_ERROR_UNDEFINED);
    return mu_read(x, &result, 0).value;
}

// ---- And, or, and quantifiers ---------------------------------------------------------------------------------------

// Operands from the left, up to the first that decides.
struct junction {
    enum op op;   // OP_AND or OP_OR
    size_t first; // of its operands, on the stack
    expr so_far;
    const struct murphi_expr *body;
    bool is_unordered; // of a quantifier: all operands are evaluated
};

// So many operands are joined to one node for the path; from there on, to nested ones.
enum { FLAT = 64 };

static bool is_decided(const struct executor *x, const struct junction *j)
{
    return j->op == OP_AND ? mu_is_false(x, j->so_far) : mu_is_true(x, j->so_far);
}

static void junction_add(struct executor *x, struct junction *j, expr operand)
{
    array_push(x->mem, &x->terms, operand);
    size_t count = x->terms.count - j->first;
    if (count <= FLAT)
        j->so_far = model_nary(x->model, j->op, x->terms.at + j->first, count);
    else
        j->so_far = model_nary(x->model, j->op, (expr[]){j->so_far, operand}, 2);
}

static struct junction junction_open(struct executor *x, enum op op)
{
    return (struct junction){
        .op = op, .first = x->terms.count, .so_far = op == OP_AND ? model_true(x->model) : model_false(x->model)};
}

static expr junction_close(struct executor *x, struct junction *j)
{
    expr result = model_nary(x->model, j->op, x->terms.at + j->first, x->terms.count - j->first);
    x->terms.count = j->first;
    return result;
}

// The value of an operand that is evaluated only where those before it have not decided.
static expr value_where_open(struct executor *x, struct junction *j, const struct murphi_expr *e)
{
    mu_branch_open(x, j->op == OP_AND ? j->so_far : model_not(x->model, j->so_far));
    expr result = mu_value(x, e);
    mu_branch_turn(x, model_false(x->model));
    mu_branch_close(x, model_false(x->model));
    return result;
}

static expr value_of_chain(struct executor *x, const struct murphi_expr *e, enum op op)
{
    if (e == x->cut)
        return model_not(x->model, mu_value(x, e->args[0]));
    struct junction j = junction_open(x, op);
    expr first = mu_value(x, e->args[0]);
    junction_add(x, &j, e->op == MURPHI_IMPLIES ? model_not(x->model, first) : first);
    for (uint32_t i = 1; i < e->count && !is_decided(x, &j); i++)
        junction_add(x, &j, value_where_open(x, &j, e->args[i]));
    return junction_close(x, &j);
}

static void quantify(struct executor *x, void *context, expr active)
{
    struct junction *j = context;
    size_t path = x->path.count;
    bool stopped = x->stopped;
    if (is_decided(x, j) && !j->is_unordered)
        return;
    expr operand = j->is_unordered ? mu_value(x, j->body) : value_where_open(x, j, j->body);
    if (j->op == OP_AND)
        junction_add(x, j, model_implies(x->model, active, operand));
    else
        junction_add(x, j, model_and(x->model, active, operand));
    if (x->is_probing && j->is_unordered) { // what one element has must not hide what another has
        mu_path_pop_to(x, path);
        x->stopped = stopped || x->failed;
    }
}

static bool has_elements(const struct murphi_binder *binder, bool are_numbers)
{
    for (; binder; binder = binder->next)
        if (binder->kind == MURPHI_OVER_TYPE && binder->decl->type->has_symmetry &&
            binder->decl->type->is_inferred == are_numbers)
            return true;
    return false;
}

static void restart(struct executor *x, struct junction *j)
{
    x->terms.count = j->first;
    j->so_far = j->op == OP_AND ? model_true(x->model) : model_false(x->model);
}

// ---- Numbers that are used like the elements of a scalarset ---------------------------------------------------------
// Quantifiers take numbers in order, and stop at the first that decides, which may keep a later one from a run-time
// error. Where no number has one, all can be taken, and none is preferred. Where one has, the range is no symmetry, but
// for two cases in which all can be taken all the same:
// - a `forall` that is a conjunct of an invariant: the invariant is violated where one number makes it false or has an
//   error, in whatever order;
// - in a property, one quantifier that is in no other and in no loop over elements. For in which states the model can
//   be does not depend on properties: if one with an error for some number is among them, so is its image in which that
//   number is the first; and the property fails in both ways.

static bool has_obstacle(const struct executor *x, const struct murphi_binder *binder)
{
    for (; binder; binder = binder->next)
        for (size_t i = 0; i < x->tree->obstacles.count; i++)
            if (binder->kind == MURPHI_OVER_TYPE && x->tree->obstacles.at[i].type == binder->decl->type->base)
                return true;
    return false;
}

// What has a say in what the model does, and may not have been looked at yet.
static bool has_conditions(const struct executor *x)
{
    for (const struct murphi_rule *rule = x->tree->rules; rule; rule = rule->next)
        if (rule->kind == MURPHI_ASSUME || rule->kind == MURPHI_JUSTICE || rule->kind == MURPHI_COMPASSION)
            return true;
    return false;
}

// Properties are lowered behind rules, so that by now it is known whether these have an obstacle. It stays as it is for
// all models that are made of the tree.
static bool may_take_all(const struct executor *x, const struct murphi_binder *binder)
{
    struct murphi_type *type = binder->decl->type->base;
    if (!x->is_property || x->is_probing || x->loops_over_elements || x->probe_found_inside || binder->next)
        return false;
    if (type->order == MURPHI_ORDER_OPEN)
        type->order = has_obstacle(x, binder) || has_conditions(x) ? MURPHI_ORDER_KEPT : MURPHI_ORDER_FREE;
    return type->order == MURPHI_ORDER_FREE;
}

static bool is_conjunct(const struct executor *x, const struct murphi_expr *e)
{
    for (size_t i = 0; i < x->conjuncts.count; i++)
        if (x->conjuncts.at[i] == e)
            return true;
    return false;
}

// Whether all elements can be taken; the value is there if nothing goes wrong in any of them.
static bool take_numbers(struct executor *x, const struct murphi_expr *e, struct junction *j, bool *is_done)
{
    bool found_inside = x->probe_found_inside;
    if (x->is_recording) // what was run before
        return !has_obstacle(x, e->binders);
    x->probe_found_inside = false;
    struct probe probe = mu_probe_open(x);
    j->is_unordered = true;
    mu_each(x, e->binders, true, quantify, j);
    *is_done = !mu_probe_close(x, &probe);
    bool takes_all = *is_done || may_take_all(x, e->binders);
    x->probe_found_inside = found_inside || (x->is_probing && !*is_done);
    if (!takes_all)
        mu_depends_on_order(x, e->binders, e->span);
    return takes_all;
}

// The elements of a scalarset or ring have no order in which one could be evaluated before another that then is not.
static expr value_of_quantifier(struct executor *x, const struct murphi_expr *e)
{
    struct junction j = junction_open(x, e->op == MURPHI_FORALL ? OP_AND : OP_OR);
    bool is_done = false;
    j.body = e->args[0];
    j.is_unordered = has_elements(e->binders, false);
    bool takes_numbers = !j.is_unordered && has_elements(e->binders, true);
    bool is_of_invariant = takes_numbers && is_conjunct(x, e);
    if (takes_numbers)
        j.is_unordered = is_of_invariant || take_numbers(x, e, &j, &is_done);
    if (is_done)
        return junction_close(x, &j);
    restart(x, &j);
    x->loops_over_elements += is_of_invariant;
    mu_each(x, e->binders, true, quantify, &j);
    x->loops_over_elements -= is_of_invariant;
    return junction_close(x, &j);
}

static void count_one(struct executor *x, void *context, expr active)
{
    const struct murphi_expr *condition = context;
    array_push(x->mem, &x->terms, model_and(x->model, active, mu_value(x, condition)));
}

static expr value_of_count(struct executor *x, const struct murphi_expr *e)
{
    size_t first = x->terms.count;
    mu_each(x, e->binders, true, count_one, e->args[0]);
    expr result = model_nary(x->model, OP_COUNT, x->terms.at + first, x->terms.count - first);
    x->terms.count = first;
    return result;
}

// ---- Choices and comparisons ----------------------------------------------------------------------------------------

static expr value_of_choice(struct executor *x, const struct murphi_expr *e)
{
    expr condition = mu_given_path(x, mu_value(x, e->args[0])), none = model_false(x->model);
    if (mu_is_true(x, condition) || mu_is_false(x, condition))
        return mu_value(x, e->args[mu_is_true(x, condition) ? 1 : 2]);
    mu_branch_open(x, condition);
    expr then = mu_value(x, e->args[1]);
    mu_branch_turn(x, none);
    expr otherwise = mu_value(x, e->args[2]);
    mu_branch_close(x, none);
    return model_ite(x->model, condition, then, otherwise);
}

static expr value_of_equality(struct executor *x, const struct murphi_expr *e)
{
    if (!murphi_is_simple(e->args[0]->type)) {
        if (x->options.presence)
            mu_give_up(x, e->span, "parts of elements that are not there are not compared");
        struct place left = mu_locate(x, e->args[0]), right = mu_locate(x, e->args[1]);
        return mu_same_parts(x, &left, &right);
    }
    struct scalar left = mu_scalar(x, e->args[0]), right = mu_scalar(x, e->args[1]);
    return mu_equal(x, left, right);
}

// Of elements that have an order: the least of them is below all others, and so on.
static expr is_below(struct executor *x, const struct murphi_type *type, expr left, expr right)
{
    struct model *m = x->model;
    expr result = model_false(m), larger = model_true(m); // than those so far
    for (uint64_t i = 0; i < murphi_size(type); i++) {
        int64_t v = murphi_value_at(type, i);
        larger = model_and(m, larger, model_not(m, mu_equals(x, right, type, v)));
        result = model_or(m, result, model_and(m, mu_equals(x, left, type, v), larger));
    }
    return result;
}

static expr value_of_order(struct executor *x, const struct murphi_expr *e)
{
    expr left = mu_value(x, e->args[0]), right = mu_value(x, e->args[1]);
    const struct murphi_type *type = e->args[0]->type->base;
    if (type->is_ordered) {
        bool is_reversed = e->op == MURPHI_GT || e->op == MURPHI_LE;
        expr below = is_below(x, type, is_reversed ? right : left, is_reversed ? left : right);
        return e->op == MURPHI_LT || e->op == MURPHI_GT ? below : model_not(x->model, below);
    }
    switch (e->op) {
    case MURPHI_LT:
        return mu_binary(x, OP_LT, left, right);
    case MURPHI_LE:
        return mu_binary(x, OP_LE, left, right);
    case MURPHI_GT:
        return mu_binary(x, OP_LT, right, left);
    default:
        return mu_binary(x, OP_LE, right, left);
    }
}

// Where the first ones of a ring are there only (presence.h), the first comes behind the last of these.
static expr neighbour_of(struct executor *x, const struct murphi_type *ring, bool behind, uint64_t place)
{
    uint64_t size = murphi_size(ring);
    expr first = mu_constant(x, ring, murphi_value_at(ring, 0)), last = first;
    if (behind) {
        int64_t next = murphi_value_at(ring, (place + 1) % size);
        return model_ite(x->model, mu_is_there(x, ring, next), mu_constant(x, ring, next), first);
    }
    if (place > 0)
        return mu_constant(x, ring, murphi_value_at(ring, place - 1));
    for (uint64_t i = 1; i < size; i++) {
        int64_t v = murphi_value_at(ring, i);
        last = model_ite(x->model, mu_is_there(x, ring, v), mu_constant(x, ring, v), last);
    }
    return last;
}

// The neighbour of an element in its ring.
static expr value_of_neighbour(struct executor *x, const struct murphi_expr *e)
{
    const struct murphi_type *ring = e->type;
    expr element = mu_value(x, e->args[0]);
    expr result = neighbour_of(x, ring, e->op == MURPHI_SUCC, 0);
    for (uint64_t i = 1; i < murphi_size(ring); i++) {
        expr here = mu_equals(x, element, ring, murphi_value_at(ring, i));
        if (!mu_is_false(x, here))
            result = model_ite(x->model, here, neighbour_of(x, ring, e->op == MURPHI_SUCC, i), result);
    }
    return result;
}

// ---- Any expression -------------------------------------------------------------------------------------------------

static expr value_of_test(struct executor *x, const struct murphi_expr *e)
{
    if (e->op == MURPHI_ISMEMBER) {
        struct scalar s = mu_scalar(x, e->args[0]);
        return model_and(x->model, s.defined, mu_within(x, s.value, e->args[0]->type, e->written->type));
    }
    struct place place = mu_locate(x, e->args[0]);
    return model_not(x->model, mu_read(x, &place, 0).defined);
}

static expr value_of(struct executor *x, const struct murphi_expr *e)
{
    switch (e->op) {
    case MURPHI_NAME:
        return value_of_name(x, e);
    case MURPHI_FIELD:
    case MURPHI_INDEX:
        return value_of_place(x, e);
    case MURPHI_CALL:
        return value_of_call(x, e);
    case MURPHI_SUCC:
    case MURPHI_PRED:
        return value_of_neighbour(x, e);
    case MURPHI_ISUNDEFINED:
    case MURPHI_ISMEMBER:
        return value_of_test(x, e);
    case MURPHI_COUNT:
        return value_of_count(x, e);
    case MURPHI_NOT:
        return model_not(x->model, mu_value(x, e->args[0]));
    case MURPHI_AND:
        return value_of_chain(x, e, OP_AND);
    case MURPHI_OR:
    case MURPHI_IMPLIES:
        return value_of_chain(x, e, OP_OR);
    case MURPHI_ITE:
        return value_of_choice(x, e);
    case MURPHI_FORALL:
    case MURPHI_EXISTS:
        return value_of_quantifier(x, e);
    case MURPHI_EQ:
    case MURPHI_IFF:
        return value_of_equality(x, e);
    case MURPHI_NE:
        return model_not(x->model, value_of_equality(x, e));
    case MURPHI_LT:
    case MURPHI_LE:
    case MURPHI_GT:
    case MURPHI_GE:
        return value_of_order(x, e);
    default:
        return mu_arithmetic(x, e);
    }
}

expr mu_value(struct executor *x, const struct murphi_expr *e)
{
    if (e->is_constant)
        return x->growth ? mu_growth_constant(x, e) : mu_constant(x, e->type, e->value);
    if (x->nesting >= DEEPEST)
        mu_give_up(x, e->span, "calls and expressions are inside of each other too deeply here");
    if (x->failed)
        return mu_undefined(x, e->type).value;
    x->nesting++;
    expr result = value_of(x, e);
    x->nesting--;
    return result;
}

// ---- Undefined ids --------------------------------------------------------------------------------------------------

static struct scalar scalar_of_choice(struct executor *x, const struct murphi_expr *e)
{
    expr condition = mu_given_path(x, mu_value(x, e->args[0])), none = model_false(x->model);
    if (mu_is_true(x, condition) || mu_is_false(x, condition))
        return mu_scalar(x, e->args[mu_is_true(x, condition) ? 1 : 2]);
    mu_branch_open(x, condition);
    struct scalar then = mu_scalar(x, e->args[1]);
    mu_branch_turn(x, none);
    struct scalar otherwise = mu_scalar(x, e->args[2]);
    mu_branch_close(x, none);
    return mu_merge(x, condition, then, otherwise);
}

// Where the dialect does not let it be, the message says which one does.
static struct scalar scalar_of_place(struct executor *x, const struct murphi_expr *e)
{
    struct place place = mu_locate(x, e);
    if (mu_may_be_undefined(x, e->type))
        return mu_read(x, &place, 0);
    return (struct scalar){
        read_defined(x, e, &place, murphi_is_id(e->type) ? MURPHI_ERROR_UNDEFINED_HERE : MURPHI_ERROR_UNDEFINED),
        model_true(x->model)};
}

struct scalar mu_scalar(struct executor *x, const struct murphi_expr *e)
{
    if (e->is_place && !x->failed)
        return scalar_of_place(x, e);
    if (e->op == MURPHI_ITE && mu_may_be_undefined(x, e->type) && !e->is_constant && !x->failed)
        return scalar_of_choice(x, e);
    if (e->op == MURPHI_CALL && mu_may_be_undefined(x, e->type) && !x->failed) {
        struct place result = mu_call(x, e);
        return mu_read(x, &result, 0);
    }
    return (struct scalar){mu_value(x, e), model_true(x->model)};
}

// Whether it is a cell as it was before the rule: then its value is that of the cell also where it is not defined.
static bool is_plain_cell(struct executor *x, struct scalar s)
{
    value undefined = model_symbol(x->model, "undefined");
    expr none = model_const(x->model, model_enum(x->model, &undefined, 1), undefined);
    return model_expr(x->model, s.value)->op == OP_CELL &&
           s.defined == model_not(x->model, model_binary(x->model, OP_EQ, s.value, none));
}

// Values mean nothing where they are not defined.
expr mu_equal(struct executor *x, struct scalar a, struct scalar b)
{
    struct model *m = x->model;
    expr same = mu_binary(x, OP_EQ, a.value, b.value);
    if (mu_is_true(x, a.defined) && mu_is_true(x, b.defined))
        return same;
    if (model_is_const(m, b.value, NULL) && mu_is_true(x, b.defined) && is_plain_cell(x, a))
        return same;
    if (model_is_const(m, a.value, NULL) && mu_is_true(x, a.defined) && is_plain_cell(x, b))
        return same;
    expr both = model_and(m, a.defined, b.defined),
         neither = model_and(m, model_not(m, a.defined), model_not(m, b.defined));
    return model_or(m, model_and(m, both, same), neither);
}
