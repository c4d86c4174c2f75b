#include "sat/linear_claim.h"

#include "trace/refutability.h"

#define MOST_STEPS 1000  // of a bounded operator
#define MOST_DEPTH 10000 // of a formula

// ---- Latches and inputs ---------------------------------------------------------------------------------------------

aig_lit linear_add_latch(struct transition_circuit *c, aig_lit reset)
{
    struct circuit_latch latch = {aig_input(&c->aig), AIG_NONE, reset, CELL_NONE, 0};
    array_push(c->mem, &c->latches, latch);
    return latch.now;
}

void linear_set_next(struct transition_circuit *c, aig_lit latch, aig_lit next)
{
    size_t i = c->latches.count;
    while (c->latches.at[--i].now != latch)
        ;
    c->latches.at[i].next = next;
}

aig_lit linear_add_input(struct transition_circuit *c)
{
    struct circuit_input input = {aig_input(&c->aig), CELL_NONE, 0, true};
    array_push(c->mem, &c->inputs, input);
    return input.now;
}

void linear_claims_open(struct linear_claims *l, struct transition_circuit *circuit, struct mem *mem)
{
    *l = (struct linear_claims){.mem = mem, .circuit = circuit};
}

void linear_claims_close(struct linear_claims *l)
{
    array_free(l->mem, &l->kept);
    array_free(l->mem, &l->justice);
    array_free(l->mem, &l->due);
    array_free(l->mem, &l->literals);
    int_map_free(l->mem, &l->known);
}

// ---- Operators ------------------------------------------------------------------------------------------------------

static aig_lit claim(struct linear_claims *l, formula f, bool negated, unsigned depth);

// A promise for the next moment: the input that makes it; *due says that it was made a moment ago.
static aig_lit promise(struct linear_claims *l, aig_lit *due)
{
    aig_lit made = linear_add_input(l->circuit);
    *due = linear_add_latch(l->circuit, AIG_FALSE);
    linear_set_next(l->circuit, *due, made);
    array_push(l->mem, &l->due, *due);
    return made;
}

static void keep(struct linear_claims *l, aig_lit due, aig_lit what)
{
    array_push(l->mem, &l->kept, aig_not(aig_and(&l->circuit->aig, due, aig_not(what))));
}

// The moment before; at the first moment, what is said of it.
static aig_lit remember(struct linear_claims *l, aig_lit at_first)
{
    return linear_add_latch(l->circuit, at_first);
}

// What is certain needs no promises, nor latches for them: these double for a loop.
static bool is_certain(bool is_some, aig_lit left, aig_lit right)
{
    return right == AIG_FALSE || right == AIG_TRUE || left == (is_some ? AIG_FALSE : AIG_TRUE);
}

static aig_lit claim_until(struct linear_claims *l, aig_lit left, aig_lit right)
{
    struct aig *g = &l->circuit->aig;
    aig_lit due, made = promise(l, &due), result = aig_or(g, right, aig_and(g, left, made));
    keep(l, due, result);
    array_push(l->mem, &l->justice, aig_or(g, aig_not(due), right));
    return result;
}

static aig_lit claim_release(struct linear_claims *l, aig_lit left, aig_lit right)
{
    struct aig *g = &l->circuit->aig;
    aig_lit due, made = promise(l, &due), result = aig_and(g, right, aig_or(g, left, made));
    keep(l, due, result);
    return result;
}

static aig_lit claim_since(struct linear_claims *l, aig_lit left, aig_lit right)
{
    struct aig *g = &l->circuit->aig;
    aig_lit before = remember(l, AIG_FALSE), result = aig_or(g, right, aig_and(g, left, before));
    linear_set_next(l->circuit, before, result);
    return result;
}

static aig_lit claim_triggered(struct linear_claims *l, aig_lit left, aig_lit right)
{
    struct aig *g = &l->circuit->aig;
    aig_lit before = remember(l, AIG_TRUE), result = aig_and(g, right, aig_or(g, left, before));
    linear_set_next(l->circuit, before, result);
    return result;
}

static aig_lit claim_forever(struct linear_claims *l, bool is_past, bool is_some, aig_lit left, aig_lit right)
{
    if (is_certain(is_some, left, right))
        return right;
    if (is_past)
        return is_some ? claim_since(l, left, right) : claim_triggered(l, left, right);
    return is_some ? claim_until(l, left, right) : claim_release(l, left, right);
}

// One step later, or before.
static aig_lit claim_step(struct linear_claims *l, bool is_past, bool is_some, aig_lit what)
{
    aig_lit due, made;
    if (is_past) {
        made = remember(l, is_some ? AIG_FALSE : AIG_TRUE);
        linear_set_next(l->circuit, made, what);
    } else {
        made = promise(l, &due);
        keep(l, due, what);
    }
    return made;
}

// Within bounds, step by step from the last one: each operator is an until, or a release, of the future or of the past.
static aig_lit claim_bounded(struct linear_claims *l, const struct formula_node *n, bool negated, unsigned depth)
{
    struct aig *g = &l->circuit->aig;
    enum formula_op op = formula_op_is_quantified(n->op) ? refutability_path_operator(n->op) : n->op;
    bool is_past = op >= FORMULA_Y && op <= FORMULA_T, has_left = n->args[1] != FORMULA_NONE;
    bool is_until = op == FORMULA_F || op == FORMULA_O || op == FORMULA_U || op == FORMULA_S;
    bool is_some = is_until != negated, is_endless = n->high < 0;
    if (op < FORMULA_F || op > FORMULA_T || n->low < 0 || n->low > MOST_STEPS || n->high > MOST_STEPS) {
        l->error = CAUSE_CIRCUIT_BOUNDS;
        return AIG_FALSE;
    }
    aig_lit left = has_left ? claim(l, n->args[0], negated, depth) : is_some ? AIG_TRUE : AIG_FALSE;
    aig_lit right = claim(l, n->args[has_left], negated, depth), result = is_some ? AIG_FALSE : AIG_TRUE;
    for (int64_t step = is_endless ? n->low : n->high; step >= 0; step--) {
        bool is_last = step == (is_endless ? n->low : n->high);
        if (is_last && is_endless) {
            result = claim_forever(l, is_past, is_some, left, right);
            continue;
        }
        if (!is_last) {
            result = claim_step(l, is_past, is_some, result);
            result = is_some ? aig_and(g, left, result) : aig_or(g, left, result);
        }
        if (step >= n->low)
            result = is_some ? aig_or(g, right, result) : aig_and(g, right, result);
    }
    return result;
}

static aig_lit claim_either(struct linear_claims *l, formula a, bool negated_a, formula b, bool negated_b,
                            unsigned depth)
{
    aig_lit left = claim(l, a, negated_a, depth), right = claim(l, b, negated_b, depth);
    return aig_or(&l->circuit->aig, left, right);
}

static aig_lit claim_both(struct linear_claims *l, formula a, bool negated_a, formula b, bool negated_b, unsigned depth)
{
    aig_lit left = claim(l, a, negated_a, depth), right = claim(l, b, negated_b, depth);
    return aig_and(&l->circuit->aig, left, right);
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

static aig_lit make(struct linear_claims *l, struct formula_node n, bool negated, unsigned depth)
{
    formula a = n.args[0], b = n.args[1];
    enum formula_op op = formula_op_is_quantified(n.op) ? refutability_path_operator(n.op) : n.op;
    aig_lit left, right;
    if (n.bounded)
        return claim_bounded(l, &n, negated, depth);
    if (n.op == FORMULA_A || n.op == FORMULA_E) // E is below a negation: both speak of the path that is looked for
        return claim(l, a, negated, depth);
    switch (op) {
    case FORMULA_ATOM:
        left = transition_circuit_condition(l->circuit, n.atom);
        return negated ? aig_not(left) : left;
    case FORMULA_NOT:
        return claim(l, a, !negated, depth);
    case FORMULA_AND:
        return negated ? claim_either(l, a, true, b, true, depth) : claim_both(l, a, false, b, false, depth);
    case FORMULA_OR:
        return negated ? claim_both(l, a, true, b, true, depth) : claim_either(l, a, false, b, false, depth);
    case FORMULA_IMPLIES:
        return negated ? claim_both(l, a, false, b, true, depth) : claim_either(l, a, true, b, false, depth);
    case FORMULA_XOR:
    case FORMULA_IFF:
        negated ^= n.op == FORMULA_IFF; // the exclusive or, or its negation
        left = claim_both(l, a, false, b, !negated, depth);
        right = claim_both(l, a, true, b, negated, depth);
        return aig_or(&l->circuit->aig, left, right);
    case FORMULA_X:
        return claim_step(l, false, true, claim(l, a, negated, depth));
    case FORMULA_Y:
    case FORMULA_Z:
        return claim_step(l, true, (op == FORMULA_Y) != negated, claim(l, a, negated, depth));
    case FORMULA_F:
    case FORMULA_O:
        left = claim(l, a, negated, depth);
        return claim_forever(l, op == FORMULA_O, !negated, negated ? AIG_FALSE : AIG_TRUE, left);
    case FORMULA_G:
    case FORMULA_H:
        left = claim(l, a, negated, depth);
        return claim_forever(l, op == FORMULA_H, negated, negated ? AIG_TRUE : AIG_FALSE, left);
    case FORMULA_U:
    case FORMULA_V:
    case FORMULA_S:
    case FORMULA_T:
        left = claim(l, a, negated, depth);
        right = claim(l, b, negated, depth);
        return claim_forever(l, op >= FORMULA_Y, (op != FORMULA_V && op != FORMULA_T) != negated, left, right);
    default:
        l->error = CAUSE_CIRCUIT_REGULAR;
        return AIG_FALSE;
    }
}

static aig_lit claim(struct linear_claims *l, formula f, bool negated, unsigned depth)
{
    const uint32_t *known = int_map_find(&l->known, 2 * f + negated);
    bool added;
    if (known)
        return l->literals.at[*known];
    if (depth >= MOST_DEPTH)
        l->error = CAUSE_CIRCUIT_DEEP;
    if (l->error)
        return AIG_FALSE;
    aig_lit result = make(l, *model_formula(l->circuit->model, f), negated, depth + 1);
    array_push(l->mem, &l->literals, result);
    if (!int_map_try_add(l->mem, &l->known, 2 * f + negated, (uint32_t)l->literals.count - 1, &added))
        mem_exhausted(l->mem);
    return result;
}

aig_lit linear_claim(struct linear_claims *l, formula f, bool negated)
{
    return claim(l, f, negated, 0);
}

// ---- Its form -------------------------------------------------------------------------------------------------------

static bool is_finite(const struct model *m, formula f, bool negated, size_t *left)
{
    const struct formula_node *n = model_formula(m, f);
    bool is_quantifier = n->op == FORMULA_A || n->op == FORMULA_E;
    enum formula_op op = formula_op_is_quantified(n->op) && !is_quantifier ? refutability_path_operator(n->op) : n->op;
    bool is_endless = !n->bounded || n->high < 0, either = op == FORMULA_XOR || op == FORMULA_IFF;
    if (*left == 0 || is_quantifier || op >= FORMULA_TRIGGERS)
        return *left > 0 && is_quantifier && is_finite(m, n->args[0], negated, left);
    --*left;
    if (op == FORMULA_ATOM)
        return true;
    if (is_endless && (negated ? op == FORMULA_F || op == FORMULA_U : op == FORMULA_G || op == FORMULA_V))
        return false;
    bool first = negated != (op == FORMULA_NOT || op == FORMULA_IMPLIES);
    for (int i = 0; i < 2; i++) {
        bool is_negated = i == 0 ? first : negated;
        if (n->args[i] == FORMULA_NONE)
            continue;
        if (!is_finite(m, n->args[i], is_negated, left) || (either && !is_finite(m, n->args[i], !is_negated, left)))
            return false;
    }
    return true;
}

bool linear_claim_is_finite(const struct model *m, formula f, bool negated)
{
    size_t left = MOST_DEPTH;
    return is_finite(m, f, negated, &left);
}
