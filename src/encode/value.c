// Expressions to functions. Truth values are one function, integers and words are vectors of bits, and values of
// enumerations are lists of cases: each value with the condition under which it is taken.
//
// Expressions are made children first, so their handles in ascending order are an order of evaluation: no recursion,
// however deep the expression.
#include "encode/encode_internal.h"

#include <stdlib.h>
#include <string.h>

// ---- The store ------------------------------------------------------------------------------------------------------

static bdd *place(const struct encoding *e, size_t at)
{
    return &e->blocks.at[at / STORE_BLOCK][at % STORE_BLOCK];
}

// Keeps functions alive; gives where they begin.
static uint32_t keep(struct encoding *e, const bdd *functions, size_t count)
{
    size_t at = e->stored;
    for (size_t i = 0; i < count; i++, e->stored++) {
        if (e->stored % STORE_BLOCK == 0) {
            bdd *block = mem_zalloc(e->mem, STORE_BLOCK * sizeof *block);
            array_push(e->mem, &e->blocks, block);
            if (!bdd_protect_array(e->m, block, STORE_BLOCK))
                e->failed = true;
        }
        if (!bdd_is_valid(functions[i]))
            e->failed = true;
        *place(e, e->stored) = functions[i];
    }
    return (uint32_t)at;
}

static void keep_truth(struct encoding *e, struct encoded *to, bdd f)
{
    *to = (struct encoded){.shape = SHAPE_TRUTH, .count = 1, .at = keep(e, &f, 1)};
}

static void keep_bits(struct encoding *e, struct encoded *to, const struct bits *bits)
{
    *to = (struct encoded){.shape = SHAPE_BITS, .count = bits->width, .is_signed = bits->is_signed};
    to->at = keep(e, bits->bit, bits->width);
}

static void keep_cases(struct encoding *e, struct encoded *to, struct cases *cases)
{
    *to = (struct encoded){.shape = SHAPE_CASES, .count = (uint32_t)cases->values.count};
    to->values = (uint32_t)e->case_values.count;
    for (size_t i = 0; i < cases->values.count; i++)
        array_push(e->mem, &e->case_values, cases->values.at[i]);
    to->at = keep(e, cases->conditions.at, cases->conditions.count);
    array_free(e->mem, &cases->values);
    array_free(e->mem, &cases->conditions);
}

// ---- Reading operands -----------------------------------------------------------------------------------------------

static const struct encoded *encoded(const struct encoding *e, expr x)
{
    return &e->memo.at[x];
}

static bdd truth(const struct encoding *e, expr x)
{
    return *place(e, encoded(e, x)->at);
}

// A value that is not among the cases.
static void add_new_case(struct encoding *e, struct cases *cases, value v, bdd condition)
{
    if (condition == BDD_FALSE)
        return;
    array_push(e->mem, &cases->values, v);
    array_push(e->mem, &cases->conditions, condition);
}

// Once the engine has given up nothing more is made of them.
static bool is_given_up(const struct cases *cases)
{
    return cases->conditions.count && !bdd_is_valid(array_last(&cases->conditions));
}

static void add_case(struct encoding *e, struct cases *cases, value v, bdd condition)
{
    if (condition == BDD_FALSE || is_given_up(cases))
        return;
    for (size_t i = 0; i < cases->values.count; i++)
        if (cases->values.at[i] == v) {
            cases->conditions.at[i] = bdd_or(e->m, cases->conditions.at[i], condition);
            return;
        }
    array_push(e->mem, &cases->values, v);
    array_push(e->mem, &cases->conditions, condition);
}

static struct bits as_bits(struct encoding *e, expr x)
{
    const struct encoded *v = encoded(e, x);
    struct bits bits = {.width = 0};
    if (v->shape == SHAPE_CASES) { // integers in an enumeration
        for (uint32_t i = 0; i < v->count; i++) {
            struct bits number = bits_const(e->case_values.at[v->values + i]);
            bits = bits_ite(e->m, *place(e, v->at + i), &number, &bits);
        }
        return bits;
    }
    bits.width = v->count;
    bits.is_signed = v->is_signed;
    for (uint32_t i = 0; i < v->count; i++)
        bits.bit[i] = *place(e, v->at + i);
    return bits;
}

static struct cases as_cases(struct encoding *e, expr x)
{
    const struct encoded *v = encoded(e, x);
    struct cases cases = {0};
    if (v->shape == SHAPE_CASES)
        for (uint32_t i = 0; i < v->count; i++)
            add_case(e, &cases, e->case_values.at[v->values + i], *place(e, v->at + i));
    else {
        const struct type *type = model_expr_type(e->model, x);
        struct bits bits = as_bits(e, x);
        for (uint64_t i = 0; i < type_size(type); i++) {
            struct bits number = bits_const(type_value(type, i));
            add_case(e, &cases, type_value(type, i), bits_equal(e->m, &bits, &number));
        }
    }
    return cases;
}

// ---- Operations -----------------------------------------------------------------------------------------------------

static void encode_const(struct encoding *e, const struct expr_node *n, struct encoded *to)
{
    const struct type *type = model_type(e->model, n->type);
    if (type->kind == TYPE_BOOLEAN)
        keep_truth(e, to, n->data ? BDD_TRUE : BDD_FALSE);
    else if (type->kind == TYPE_ENUM) {
        struct cases cases = {0};
        add_case(e, &cases, n->data, BDD_TRUE);
        keep_cases(e, to, &cases);
    } else {
        struct bits bits = type->kind == TYPE_WORD ? bits_word_const((uint64_t)n->data, type->width, type->is_signed)
                                                   : bits_const(n->data);
        keep_bits(e, to, &bits);
    }
}

// Outside of the domain anything will do: a value is told by its own bit.
static void encode_one_hot(struct encoding *e, const struct type *type, const struct cell_code *code, bool next,
                           struct encoded *to)
{
    struct cases cases = {0};
    bdd none = BDD_TRUE;
    for (unsigned i = 0; i < code->bits; i++) {
        bdd bit = bdd_literal(e->m, code->vars[i] + (next && code->has_next));
        none = type->has_none ? bdd_and(e->m, none, bdd_not(bit)) : none;
        add_case(e, &cases, type->values[i], bit);
    }
    if (type->has_none)
        add_case(e, &cases, type->none, none);
    keep_cases(e, to, &cases);
}

static void encode_cell(struct encoding *e, cell_id cell, bool next, struct encoded *to)
{
    const struct cell_code *code = &e->codes[cell];
    const struct type *type = model_type(e->model, model_cell(e->model, cell)->type);
    if (code->one_hot) {
        encode_one_hot(e, type, code, next, to);
        return;
    }
    struct bits bits = {.width = code->bits, .is_signed = type->kind == TYPE_WORD && type->is_signed};
    for (unsigned i = 0; i < code->bits; i++)
        bits.bit[i] = bdd_literal(e->m, code->vars[code->bits - 1 - i] + (next && code->has_next));
    if (type->kind == TYPE_BOOLEAN)
        keep_truth(e, to, bits.bit[0]);
    else if (code->by_place) {
        struct cases cases = {0};
        for (size_t i = 0; i < type->count && !is_given_up(&cases); i++) {
            struct bits number = bits_word_const(i, code->bits, false);
            add_new_case(e, &cases, type->values[i], bits_equal(e->m, &bits, &number));
        }
        keep_cases(e, to, &cases);
    } else {
        if (code->origin) {
            struct bits origin = bits_const(code->origin);
            bits = bits_add(e->m, &bits, &origin);
        }
        keep_bits(e, to, &bits);
    }
}

static bdd equal(struct encoding *e, expr x, expr y)
{
    const struct encoded *a = encoded(e, x), *b = encoded(e, y);
    if (a->shape == SHAPE_TRUTH)
        return bdd_iff(e->m, truth(e, x), truth(e, y));
    if (a->shape == SHAPE_BITS && b->shape == SHAPE_BITS) {
        struct bits u = as_bits(e, x), v = as_bits(e, y);
        return bits_equal(e->m, &u, &v);
    }
    bdd equal = BDD_FALSE;
    if (a->shape == SHAPE_CASES && b->shape == SHAPE_CASES) {
        for (uint32_t i = 0; i < a->count; i++)
            for (uint32_t k = 0; k < b->count; k++)
                if (e->case_values.at[a->values + i] == e->case_values.at[b->values + k])
                    equal = bdd_or(e->m, equal, bdd_and(e->m, *place(e, a->at + i), *place(e, b->at + k)));
        return equal;
    }
    // A list beside a number: only the integers in the list can be it.
    const struct encoded *list = a->shape == SHAPE_CASES ? a : b;
    struct bits number = as_bits(e, a->shape == SHAPE_CASES ? y : x);
    for (uint32_t i = 0; i < list->count; i++) {
        value v = e->case_values.at[list->values + i];
        if (value_is_symbol(v))
            continue;
        struct bits constant = bits_const(v);
        bdd same = bits_equal(e->m, &constant, &number);
        equal = bdd_or(e->m, equal, bdd_and(e->m, *place(e, list->at + i), same));
    }
    return equal;
}

static void encode_ite(struct encoding *e, const struct expr_node *n, struct encoded *to)
{
    bdd condition = truth(e, n->args[0]);
    enum shape a = encoded(e, n->args[1])->shape, b = encoded(e, n->args[2])->shape;
    if (a == SHAPE_TRUTH)
        keep_truth(e, to, bdd_ite(e->m, condition, truth(e, n->args[1]), truth(e, n->args[2])));
    else if (a == SHAPE_BITS && b == SHAPE_BITS) {
        struct bits u = as_bits(e, n->args[1]), v = as_bits(e, n->args[2]), bits = bits_ite(e->m, condition, &u, &v);
        keep_bits(e, to, &bits);
    } else {
        struct cases u = as_cases(e, n->args[1]), v = as_cases(e, n->args[2]), cases = {0};
        for (size_t i = 0; i < u.values.count; i++)
            add_case(e, &cases, u.values.at[i], bdd_and(e->m, condition, u.conditions.at[i]));
        for (size_t i = 0; i < v.values.count; i++)
            add_case(e, &cases, v.values.at[i], bdd_minus(e->m, v.conditions.at[i], condition));
        array_free(e->mem, &u.values);
        array_free(e->mem, &u.conditions);
        array_free(e->mem, &v.values);
        array_free(e->mem, &v.conditions);
        keep_cases(e, to, &cases);
    }
}

// A word's result wraps to its width and has its sign; an integer's is exact, but for what is cut off at the end of the
// numbers, as the evaluator does. So no operand is wider than a number.
static struct bits of_type(const struct encoding *e, struct bits bits, type_id id)
{
    const struct type *type = model_type(e->model, id);
    if (type->kind == TYPE_WORD) {
        bits = bits_resize(&bits, type->width);
        bits.is_signed = type->is_signed;
    } else if (type->kind == TYPE_INTEGER && (type->low <= VALUE_LEAST || VALUE_LARGEST <= type->high)) {
        bits = bits_clamp(e->m, &bits, VALUE_LEAST, VALUE_LARGEST);
    }
    return bits;
}

static struct bits arithmetic(struct encoding *e, const struct expr_node *n)
{
    bdd_manager *m = e->m;
    struct bits a = as_bits(e, n->args[0]), b = {.width = 0}, q, r;
    if (n->count > 1)
        b = as_bits(e, n->args[1]);
    switch (n->op) {
    case OP_NEG:
        return bits_negate(m, &a);
    case OP_ADD:
        return bits_add(m, &a, &b);
    case OP_SUB:
        return bits_subtract(m, &a, &b);
    case OP_MUL:
        return bits_multiply(m, &a, &b);
    default:
        bits_divide(m, &a, &b, &q, &r);
        return n->op == OP_DIV ? q : r;
    }
}

static struct bits bitwise(struct encoding *e, const struct expr_node *n)
{
    bdd_manager *m = e->m;
    struct bits a = as_bits(e, n->args[0]), b = {.width = 0};
    if (n->count > 1)
        b = as_bits(e, n->args[1]);
    if (n->op == OP_SHIFT_LEFT)
        return bits_shift_left(m, &a, &b);
    if (n->op == OP_SHIFT_RIGHT)
        return bits_shift_right(m, &a, &b);
    if (n->op == OP_CONCAT) {
        struct bits r = {.width = a.width + b.width};
        for (unsigned i = 0; i < r.width; i++)
            r.bit[i] = i < b.width ? b.bit[i] : a.bit[i - b.width];
        return r;
    }
    for (unsigned i = 0; i < a.width; i++)
        a.bit[i] = n->op == OP_BIT_NOT   ? bdd_not(a.bit[i])
                   : n->op == OP_BIT_AND ? bdd_and(m, a.bit[i], b.bit[i])
                   : n->op == OP_BIT_OR  ? bdd_or(m, a.bit[i], b.bit[i])
                                         : bdd_xor(m, a.bit[i], b.bit[i]);
    return a;
}

// Conversions: a truth value counts as a word of one bit.
static struct bits converted(struct encoding *e, const struct expr_node *n)
{
    const struct type *type = model_type(e->model, n->type);
    struct bits a = as_bits(e, n->args[0]);
    if (n->op == OP_EXTRACT) {
        struct bits r = {.width = type->width};
        for (unsigned i = 0; i < r.width; i++)
            r.bit[i] = a.bit[(unsigned)n->data + i];
        return r;
    }
    return a;
}

static struct bits count_true(struct encoding *e, const struct expr_node *n)
{
    struct bits sum = {.width = 0};
    for (size_t i = 0; i < n->count; i++) {
        struct bits one = {.width = 1, .bit = {truth(e, n->args[i])}};
        sum = bits_add(e->m, &sum, &one);
    }
    return sum;
}

// A condition on all pairs of components is a long junction of very many small ones. These are not stored: each is made
// when it is its turn, and forgotten.
#ifdef COSET_STRESS
#    define LONG_JUNCTION 2 // all of them
#else
#    define LONG_JUNCTION 32
#endif
#define LIGHT_OPERANDS 4
#define LIGHT_DEPTH 4

static bool is_junction(enum op op)
{
    return op == OP_AND || op == OP_OR;
}

static bool is_light(const struct expr_node *n)
{
    return n->op == OP_NOT || (is_junction(n->op) && n->count <= LIGHT_OPERANDS);
}

static bdd light_truth(struct encoding *e, expr x)
{
    const struct expr_node *n = model_expr(e->model, x);
    if (encoded(e, x)->shape != SHAPE_NONE)
        return truth(e, x);
    if (n->op == OP_NOT)
        return bdd_not(light_truth(e, n->args[0]));
    bdd f = light_truth(e, n->args[0]);
    for (size_t i = 1; i < n->count; i++) {
        bdd g = light_truth(e, n->args[i]);
        f = n->op == OP_AND ? bdd_and(e->m, f, g) : bdd_or(e->m, f, g);
    }
    return f;
}

static int level_of_operand(struct encoding *e, expr x)
{
    bdd f = light_truth(e, x);
    return bdd_is_valid(f) && !bdd_is_constant(f) ? bdd_level_of(e->m, bdd_top(e->m, f)) : 0;
}

// Many operands come in the order of their variables. From the bottom of the order up, each adds little to what is
// there already.
static bdd junction(struct encoding *e, const struct expr_node *n)
{
    bdd f = n->op == OP_AND ? BDD_TRUE : BDD_FALSE;
    bool upwards = level_of_operand(e, n->args[0]) < level_of_operand(e, n->args[n->count - 1]);
    bdd_scope scope = bdd_open_scope(e->m);
    for (size_t i = 0; i < n->count; i++) {
        bdd operand = light_truth(e, n->args[upwards ? n->count - 1 - i : i]);
        f = n->op == OP_AND ? bdd_and(e->m, f, operand) : bdd_or(e->m, f, operand);
        f = bdd_close_scope_with(e->m, scope, f);
    }
    return f;
}

static bdd condition(struct encoding *e, const struct expr_node *n)
{
    bdd_manager *m = e->m;
    bdd f = BDD_FALSE;
    switch (n->op) {
    case OP_NOT:
        return bdd_not(truth(e, n->args[0]));
    case OP_AND:
    case OP_OR:
        return junction(e, n);
    case OP_XOR:
        for (size_t i = 0; i < n->count; i++)
            f = bdd_xor(m, f, truth(e, n->args[i]));
        return f;
    case OP_EQ:
        return equal(e, n->args[0], n->args[1]);
    default: {
        struct bits a = as_bits(e, n->args[0]), b = as_bits(e, n->args[1]);
        return n->op == OP_LT ? bits_less(m, &a, &b) : bits_less_equal(m, &a, &b);
    }
    }
}

static void encode_node(struct encoding *e, expr x, struct encoded *to)
{
    const struct expr_node *n = model_expr(e->model, x);
    struct bits bits;
    switch (n->op) {
    case OP_CONST:
        encode_const(e, n, to);
        return;
    case OP_CELL:
    case OP_NEXT:
        encode_cell(e, (cell_id)n->data, n->op == OP_NEXT, to);
        return;
    case OP_ITE:
        encode_ite(e, n, to);
        return;
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_EQ:
    case OP_LT:
    case OP_LE:
        keep_truth(e, to, condition(e, n));
        return;
    case OP_NEG:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
        bits = of_type(e, arithmetic(e, n), n->type);
        break;
    case OP_COUNT:
        bits = count_true(e, n);
        break;
    case OP_EXTRACT:
    case OP_EXTEND:
    case OP_RETYPE:
    case OP_TO_INT:
    case OP_TO_WORD:
        bits = of_type(e, converted(e, n), n->type);
        if (model_type(e->model, n->type)->kind == TYPE_BOOLEAN) {
            keep_truth(e, to, bits.bit[0]);
            return;
        }
        break;
    default:
        bits = of_type(e, bitwise(e, n), n->type);
        break;
    }
    keep_bits(e, to, &bits);
}

// ---- Order of evaluation --------------------------------------------------------------------------------------------

static int ascending(const void *x, const void *y)
{
    const expr *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

static void reserve_memo(struct encoding *e, expr x)
{
    while (e->memo.count <= x)
        array_push(e->mem, &e->memo, ((struct encoded){.shape = SHAPE_NONE}));
}

typedef ARRAY(expr) expr_list;

// Lists what a node needs: its operands, or what those that are light are made of.
static void list_operands(struct encoding *e, expr x, bool light, int depth, expr_list *pending)
{
    const struct expr_node *n = model_expr(e->model, x);
    for (size_t k = 0; k < n->count; k++) {
        expr operand = n->args[k];
        if (e->memo.at[operand].shape != SHAPE_NONE)
            continue;
        if (light && depth < LIGHT_DEPTH && is_light(model_expr(e->model, operand)))
            list_operands(e, operand, true, depth + 1, pending);
        else {
            e->memo.at[operand].shape = SHAPE_TRUTH; // seen; its true shape comes below
            array_push(e->mem, pending, operand);
        }
    }
}

// Encodes all that x needs and is not encoded yet.
static void encode_all(struct encoding *e, expr x)
{
    expr_list pending = {0};
    reserve_memo(e, x);
    array_push(e->mem, &pending, x);
    for (size_t i = 0; i < pending.count; i++) {
        const struct expr_node *n = model_expr(e->model, pending.at[i]);
        list_operands(e, pending.at[i], is_junction(n->op) && n->count >= LONG_JUNCTION, 0, &pending);
    }
    qsort(pending.at, pending.count, sizeof *pending.at, ascending);
    for (size_t i = 0; i < pending.count; i++) {
        bdd_scope scope = bdd_open_scope(e->m);
        struct encoded result;
        encode_node(e, pending.at[i], &result);
        e->memo.at[pending.at[i]] = result;
        array_push(e->mem, &e->known, pending.at[i]);
        bdd_close_scope(e->m, scope);
    }
    array_free(e->mem, &pending);
}

bdd encode_condition(struct encoding *e, expr x)
{
    e->failed = false;
    reserve_memo(e, x);
    if (e->memo.at[x].shape == SHAPE_NONE)
        encode_all(e, x);
    if (e->failed) {
        encode_forget(e); // what is half done must not be taken for whole
        return BDD_NONE;
    }
    return truth(e, x);
}
