// Structural hashes: from the operands up, in the order of handles.
#include "base/hash.h"
#include "model/walk.h"

uint64_t structure_of_type(const struct model *m, type_id id)
{
    const struct type *type = model_type(m, id);
    uint64_t hash = hash_pair(type->kind, type_size(type));
    hash = hash_pair(hash, (uint64_t)type->low);
    return hash_pair(hash, (uint64_t)type->width << 1 | type->is_signed);
}

// The operands of one that has them sorted by handles are a multiset. So are, by form alone, all operands.
static uint64_t with_operands(uint64_t hash, const uint64_t *known, const uint32_t *args, size_t count, bool in_order)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t below = args[i] != UINT32_MAX ? known[args[i]] : 0;
        sum += hash_mix(below);
        if (in_order)
            hash = hash_pair(hash, below);
    }
    return hash_pair(hash, sum);
}

static uint64_t hash_expr(const struct structure *s, const struct expr_node *n)
{
    uint64_t hash = hash_pair(n->op, n->count);
    if (!s->form_only) {
        hash = hash_pair(hash, (uint64_t)n->data);
        if (op_has_type(n->op))
            hash = hash_pair(hash, structure_of_type(s->model, n->type));
    }
    return with_operands(hash, s->exprs.at, n->args, n->count, !s->form_only && !op_is_commutative(n->op));
}

static uint64_t hash_regular(const struct structure *s, const struct regular_node *n)
{
    uint64_t hash = hash_pair(n->op, n->op == REGULAR_LETTER ? s->exprs.at[n->letter] : 0);
    return with_operands(hash, s->regulars.at, n->args, 2, n->op != REGULAR_OR && n->op != REGULAR_AND);
}

static uint64_t hash_formula(const struct structure *s, const struct formula_node *n)
{
    if (n->op == FORMULA_ATOM)
        return hash_pair(n->op, s->exprs.at[n->atom]);
    uint64_t hash = hash_pair(n->op, n->bounded ? hash_pair((uint64_t)n->low, (uint64_t)n->high) : 1);
    if (formula_op_has_regular(n->op))
        hash = hash_pair(hash, s->regulars.at[n->regular]);
    return with_operands(hash, s->formulas.at, n->args, 2, !formula_op_is_commutative(n->op));
}

uint64_t structure_of_expr(struct structure *s, expr e)
{
    for (size_t i = s->exprs.count; i <= e; i++) {
        uint64_t hash = hash_expr(s, model_expr(s->model, (expr)i));
        array_push(s->mem, &s->exprs, hash);
    }
    return s->exprs.at[e];
}

static uint64_t structure_of_regular(struct structure *s, regular r)
{
    for (size_t i = s->regulars.count; i <= r; i++) {
        const struct regular_node *n = model_regular(s->model, (regular)i);
        if (n->op == REGULAR_LETTER)
            structure_of_expr(s, n->letter);
        uint64_t hash = hash_regular(s, n);
        array_push(s->mem, &s->regulars, hash);
    }
    return s->regulars.at[r];
}

uint64_t structure_of_formula(struct structure *s, formula f)
{
    if (f == FORMULA_NONE)
        return 0;
    for (size_t i = s->formulas.count; i <= f; i++) {
        const struct formula_node *n = model_formula(s->model, (formula)i);
        if (n->op == FORMULA_ATOM)
            structure_of_expr(s, n->atom);
        if (formula_op_has_regular(n->op))
            structure_of_regular(s, n->regular);
        uint64_t hash = hash_formula(s, n);
        array_push(s->mem, &s->formulas, hash);
    }
    return s->formulas.at[f];
}

void structure_free(struct structure *s)
{
    array_free(s->mem, &s->exprs);
    array_free(s->mem, &s->formulas);
    array_free(s->mem, &s->regulars);
}
