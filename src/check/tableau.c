#include "check/tableau.h"

// ---- Bits -----------------------------------------------------------------------------------------------------------

// Near the top of the order: few bits that split the diagrams of states into some for each of their values.
int tableau_new_bit(struct tableau *t)
{
    if (t->bits == t->most_bits) {
        t->too_large = CAUSE_FORMULA_TOO_LARGE;
        return BDD_NO_VAR;
    }
    if (t->bits == t->pool->count) {
        int var = bdd_new_pair_at(t->m, NULL, 0);
        if (var == BDD_NO_VAR)
            return var;
        array_push(t->mem, t->pool, var);
    }
    return t->pool->at[t->bits++];
}

static bdd now(struct tableau *t, int bit)
{
    return bit == BDD_NO_VAR ? BDD_NONE : bdd_literal(t->m, bit);
}

static bdd next(struct tableau *t, int bit)
{
    return bit == BDD_NO_VAR ? BDD_NONE : bdd_literal(t->m, bit + 1);
}

// At first a promise is open only if it is the formula's own, and a memory is of nothing.
void tableau_set_first(struct tableau *t, int bit, bool truth)
{
    bdd literal = now(t, bit);
    t->initial = bdd_and(t->m, t->initial, truth ? literal : bdd_not(literal));
}

void tableau_add_promise_bit(struct tableau *t, int bit)
{
    t->settled = bdd_and(t->m, t->settled, bdd_not(now(t, bit)));
    array_push(t->mem, &t->open, bit);
    tableau_set_first(t, bit, false);
}

bool tableau_add_part(struct tableau *t, bdd part)
{
    return part == BDD_TRUE || sets_push(&t->parts, part);
}

bool tableau_add_justice(struct tableau *t, bdd condition)
{
    return condition == BDD_TRUE || sets_push(&t->justice, condition);
}

static uint32_t key_of(formula f, bool negated)
{
    return 2 * f + negated;
}

// The bit of a formula in one of the maps, made if it is new.
static int bit_of(struct tableau *t, struct int_map *map, formula f, bool negated, bool *added)
{
    const uint32_t *found = int_map_find(map, key_of(f, negated));
    *added = !found;
    if (found)
        return (int)*found;
    int bit = tableau_new_bit(t);
    if (bit != BDD_NO_VAR && !int_map_try_add(t->mem, map, key_of(f, negated), (uint32_t)bit, added))
        return BDD_NO_VAR;
    return bit;
}

// ---- The shape of operators -----------------------------------------------------------------------------------------

// Every operator on paths is "hold until goal", or the negation of one of negated operands; the same for the past.
struct shape {
    formula hold, goal;     // FORMULA_NONE: true
    bool past, one_step;    // X, Y, Z: the goal one step away
    bool negated, operands; // whether the whole and the operands are to be negated
    bool bounded;
    int64_t low, high;
};

static struct shape shape_of(const struct formula_node *n, bool negated)
{
    bool two = n->args[1] != FORMULA_NONE;
    struct shape s = {.hold = two ? n->args[0] : FORMULA_NONE,
                      .goal = two ? n->args[1] : n->args[0],
                      .past = n->op >= FORMULA_Y && n->op <= FORMULA_T,
                      .one_step = n->op == FORMULA_X || n->op == FORMULA_Y || n->op == FORMULA_Z,
                      .bounded = n->bounded,
                      .low = n->bounded ? n->low : 0,
                      .high = n->bounded ? n->high : -1};
    bool dual =
        n->op == FORMULA_G || n->op == FORMULA_V || n->op == FORMULA_Z || n->op == FORMULA_H || n->op == FORMULA_T;
    s.operands = dual;
    s.negated = negated != dual;
    return s;
}

// The same formula as it is one step further, where the bounds have come closer.
static formula one_step_on(struct tableau *t, formula f)
{
    const struct formula_node *n = model_formula(t->model, f);
    if (!n->bounded)
        return f;
    int64_t low = n->low > 0 ? n->low - 1 : 0, high = n->high > 0 ? n->high - 1 : n->high;
    if (low == 0 && high < 0)
        return model_formula_make(t->model, n->op, n->args[0], n->args[1]);
    return model_formula_bounded(t->model, n->op, low, high, n->args[0], n->args[1]);
}

// Whether a formula is about the present state and the past only, so that its truth is simply known.
bool tableau_is_plain(struct tableau *t, formula f)
{
    if (f == FORMULA_NONE)
        return true;
    while (t->plain.count <= f)
        array_push(t->mem, &t->plain, -1);
    if (t->plain.at[f] >= 0)
        return t->plain.at[f];
    const struct formula_node *n = model_formula(t->model, f);
    bool plain = n->op == FORMULA_ATOM || formula_op_is_quantified(n->op);
    if (!plain && (n->op <= FORMULA_IFF || (n->op >= FORMULA_Y && n->op <= FORMULA_T)))
        plain = tableau_is_plain(t, n->args[0]) && tableau_is_plain(t, n->args[1]);
    t->plain.at[f] = plain;
    return plain;
}

// ---- What is known now ----------------------------------------------------------------------------------------------

static bdd truth_of(struct tableau *, formula);

static bdd connect(struct tableau *t, enum formula_op op, bdd a, bdd b)
{
    switch (op) {
    case FORMULA_NOT:
        return bdd_not(a);
    case FORMULA_AND:
        return bdd_and(t->m, a, b);
    case FORMULA_OR:
        return bdd_or(t->m, a, b);
    case FORMULA_IMPLIES:
        return bdd_implies(t->m, a, b);
    case FORMULA_XOR:
        return bdd_xor(t->m, a, b);
    default:
        return bdd_iff(t->m, a, b);
    }
}

static bdd past_core(struct tableau *, formula);

// A bit that is true if the core of this past formula was true one step ago.
static bdd remembered(struct tableau *t, formula f)
{
    bool added;
    int bit = bit_of(t, &t->memory, f, false, &added);
    if (added && bit != BDD_NO_VAR) {
        tableau_set_first(t, bit, false);
        if (!tableau_add_part(t, bdd_iff(t->m, next(t, bit), past_core(t, f))))
            return BDD_NONE;
    }
    return now(t, bit);
}

static bdd operand_truth(struct tableau *t, formula f, bool negated)
{
    bdd truth = f == FORMULA_NONE ? BDD_TRUE : truth_of(t, f);
    return negated && f != FORMULA_NONE ? bdd_not(truth) : truth;
}

// "hold since goal", with the operands negated where the operator is the dual one.
static bdd past_core(struct tableau *t, formula f)
{
    struct shape s = shape_of(model_formula(t->model, f), false);
    bdd goal = operand_truth(t, s.goal, s.operands);
    if (s.one_step || (s.low == 0 && s.high == 0))
        return goal;
    bdd before = bdd_and(t->m, operand_truth(t, s.hold, s.operands), remembered(t, one_step_on(t, f)));
    return s.low > 0 ? before : bdd_or(t->m, goal, before);
}

// The states of a formula of branching time. With an abstraction these are abstract, but the tableau is asked about
// others, too: those of their classes, which are all if nothing was left out.
static bdd quantified_truth(struct tableau *t, formula f)
{
    struct system *s = t->ctl->x->system;
    struct abstraction *abstraction = s->abstraction;
    if (!abstraction)
        return ctl_states(t->ctl, f);
    if (!abstraction->concretise || abstraction->under_approximates || abstraction->forward_only ||
        t->ctl->x->partial) {
        t->too_large = CAUSE_BRANCHING_INSIDE_LINEAR;
        return BDD_NONE;
    }
    bdd states = ctl_states(t->ctl, f);
    return bdd_is_valid(states) ? abstraction->concretise(s->image, states) : BDD_NONE;
}

static bdd find_truth(struct tableau *t, formula f)
{
    const struct formula_node *n = model_formula(t->model, f);
    if (n->op == FORMULA_ATOM)
        return encode_condition(t->ctl->x->system->encoding, n->atom);
    if (formula_op_is_quantified(n->op))
        return quantified_truth(t, f);
    if (n->op <= FORMULA_IFF)
        return connect(t, n->op, truth_of(t, n->args[0]),
                       n->args[1] == FORMULA_NONE ? BDD_TRUE : truth_of(t, n->args[1]));
    struct shape s = shape_of(n, false);
    bdd core = s.one_step ? remembered(t, f) : past_core(t, f);
    return s.negated ? bdd_not(core) : core;
}

// The truth of a plain formula, in this state with this past.
static bdd truth_of(struct tableau *t, formula f)
{
    return tableau_meaning(t, f, false);
}

// ---- What has to hold -----------------------------------------------------------------------------------------------

// The bit of a promise. An exact one is of the formula as it is, and open from the first state on whatever it says.
static int promise_bit(struct tableau *t, formula f, bool negated)
{
    bool exact = tableau_is_exact(t, f), added;
    negated = negated && !exact;
    int bit = bit_of(t, &t->promise, f, negated, &added);
    if (added && bit != BDD_NO_VAR) {
        if (exact)
            t->single = false;
        else
            tableau_add_promise_bit(t, bit);
        array_push(t->mem, &t->promises, ((struct tableau_promise){f, negated, exact, bit}));
    }
    return bit;
}

// That the formula is promised from the next state on.
static bdd promised(struct tableau *t, formula f, bool negated)
{
    bdd promise = next(t, promise_bit(t, f, negated));
    return negated && tableau_is_exact(t, f) ? bdd_not(promise) : promise;
}

// The truth of an exact formula now, by a bit of its own: it says nothing of the next state.
static bdd exact_truth(struct tableau *t, formula f, bool negated)
{
    for (const struct formula_node *n; n = model_formula(t->model, f), n->op == FORMULA_NOT; f = n->args[0])
        negated = !negated;
    bdd truth = now(t, promise_bit(t, f, false));
    return negated ? bdd_not(truth) : truth;
}

// A past formula whose operands have a future: a guess that its meaning held one step ago, which must have been right.
// In the first state there was nothing: false for what wants a past, true for what is content without.
static bdd guessed(struct tableau *t, formula f, bool negated, formula what, bool what_negated, bool at_first)
{
    bool added;
    int bit = bit_of(t, &t->guess, f, negated, &added);
    if (added && bit != BDD_NO_VAR) {
        tableau_set_first(t, bit, at_first);
        bdd meaning = tableau_meaning(t, what, what_negated), guess = next(t, bit);
        bool exact = tableau_is_exact(t, f);
        if (!tableau_add_part(t, exact ? bdd_iff(t->m, guess, meaning) : bdd_implies(t->m, guess, meaning)))
            return BDD_NONE;
    }
    return now(t, bit);
}

// An until without a left side holds all the time; where it is negated, nothing releases its goal.
static bdd hold_meaning(struct tableau *t, const struct shape *s)
{
    if (s->hold == FORMULA_NONE)
        return s->negated ? BDD_FALSE : BDD_TRUE;
    return tableau_meaning(t, s->hold, s->operands != s->negated);
}

static bdd goal_meaning(struct tableau *t, const struct shape *s)
{
    return tableau_meaning(t, s->goal, s->operands != s->negated);
}

// A goal that must be met some time. Where it is more than a condition on this step and not known exactly, whether this
// is the time is a choice, so that the condition for infinite paths can speak of it.
static bdd strong_meaning(struct tableau *t, formula f, bool negated, const struct shape *s, bdd hold, bdd goal)
{
    bdd later = bdd_and(t->m, hold, promised(t, one_step_on(t, f), negated));
    t->single = t->single && tableau_is_plain(t, s->hold);
    bool unbounded = s->low == 0 && s->high < 0;
    if (t->for_prefix || !unbounded || tableau_is_plain(t, s->goal) || tableau_is_exact(t, s->goal))
        return bdd_or(t->m, goal, later);
    bool added;
    int bit = bit_of(t, &t->choice, f, negated, &added);
    return bdd_ite(t->m, now(t, bit), goal, later);
}

static bdd future_meaning(struct tableau *t, formula f, bool negated, const struct shape *s)
{
    if (s->one_step)
        return promised(t, s->goal, s->operands != s->negated);
    bdd goal = goal_meaning(t, s);
    if (s->low == 0 && s->high == 0)
        return goal;
    bdd hold = hold_meaning(t, s);
    t->single = t->single && tableau_is_plain(t, s->negated && s->low == 0 ? s->goal : s->hold);
    if (s->low > 0) {
        bdd on = promised(t, one_step_on(t, f), negated);
        return s->negated ? bdd_or(t->m, hold, on) : bdd_and(t->m, hold, on);
    }
    if (!s->negated)
        return strong_meaning(t, f, negated, s, hold, goal);
    t->finite = t->finite && s->high >= 0;
    return bdd_and(t->m, goal, bdd_or(t->m, hold, promised(t, one_step_on(t, f), negated)));
}

static bdd past_meaning(struct tableau *t, formula f, bool negated, const struct shape *s)
{
    if (s->one_step) {
        t->single = false;
        return guessed(t, f, negated, s->goal, s->operands != s->negated, s->negated);
    }
    bdd goal = goal_meaning(t, s);
    if (s->low == 0 && s->high == 0)
        return goal;
    bdd hold = hold_meaning(t, s);
    formula before = one_step_on(t, f);
    bdd past = guessed(t, before, negated, before, negated, s->negated);
    t->single = false;
    bdd longer = s->negated ? bdd_or(t->m, hold, past) : bdd_and(t->m, hold, past);
    if (s->low > 0)
        return longer;
    return s->negated ? bdd_and(t->m, goal, longer) : bdd_or(t->m, goal, longer);
}

static bdd connective_meaning(struct tableau *t, const struct formula_node *n, bool negated)
{
    formula a = n->args[0], b = n->args[1];
    bool both = n->op == FORMULA_OR || n->op == FORMULA_IMPLIES ? negated : n->op != FORMULA_AND || !negated;
    if (both && n->op != FORMULA_NOT && !tableau_is_plain(t, a) && !tableau_is_plain(t, b))
        t->single = false;
    switch (n->op) {
    case FORMULA_NOT:
        return tableau_meaning(t, a, !negated);
    case FORMULA_AND:
    case FORMULA_OR: {
        bdd left = tableau_meaning(t, a, negated), right = tableau_meaning(t, b, negated);
        return (n->op == FORMULA_AND) != negated ? bdd_and(t->m, left, right) : bdd_or(t->m, left, right);
    }
    case FORMULA_IMPLIES: {
        bdd left = tableau_meaning(t, a, !negated), right = tableau_meaning(t, b, negated);
        return negated ? bdd_and(t->m, left, right) : bdd_or(t->m, left, right);
    }
    default: { // xor, iff: one of two ways to differ, or to agree
        bool differ = (n->op == FORMULA_XOR) != negated;
        bdd yes = bdd_and(t->m, tableau_meaning(t, a, false), tableau_meaning(t, b, differ));
        bdd no = bdd_and(t->m, tableau_meaning(t, a, true), tableau_meaning(t, b, !differ));
        return bdd_or(t->m, yes, no);
    }
    }
}

static bdd find_meaning(struct tableau *t, formula f, bool negated)
{
    const struct formula_node *n = model_formula(t->model, f);
    if (tableau_is_plain(t, f)) {
        bdd truth = find_truth(t, f);
        return negated ? bdd_not(truth) : truth;
    }
    if (n->op <= FORMULA_IFF)
        return connective_meaning(t, n, negated);
    if (n->op > FORMULA_T)
        return tableau_regular_meaning(t, f, negated);
    struct shape s = shape_of(n, negated);
    return s.past ? past_meaning(t, f, negated, &s) : future_meaning(t, f, negated, &s);
}

bdd tableau_meaning(struct tableau *t, formula f, bool negated)
{
    if (negated && tableau_is_exact(t, f))
        return bdd_not(tableau_meaning(t, f, false));
    const uint32_t *found = int_map_find(&t->meaning, key_of(f, negated));
    if (found)
        return t->known.at[*found];
    bdd_scope scope = bdd_open_scope(t->m);
    bdd meaning = find_meaning(t, f, negated);
    bool added, kept = sets_push(&t->known, meaning);
    bdd_close_scope(t->m, scope);
    if (!kept || !int_map_try_add(t->mem, &t->meaning, key_of(f, negated), (uint32_t)t->known.count - 1, &added))
        return BDD_NONE;
    return meaning;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

// A strong formula that is promised forever and never kept is none: infinitely often, there is no such promise, or it
// is kept.
static bool add_justice_of(struct tableau *t, const struct tableau_promise *p)
{
    const struct formula_node *n = model_formula(t->model, p->formula);
    if (t->for_prefix || n->op < FORMULA_X || n->op > FORMULA_V)
        return true;
    bool negated = p->negated;
    struct shape s = shape_of(n, negated);
    if (p->exact && s.negated) { // that it is not so is the strong one
        negated = !negated;
        s = shape_of(n, negated);
    }
    if (s.one_step || s.negated || s.low > 0 || s.high >= 0)
        return true;
    const uint32_t *choice = int_map_find(&t->choice, key_of(p->formula, p->negated));
    bdd kept = choice                        ? now(t, (int)*choice)
               : tableau_is_plain(t, s.goal) ? goal_meaning(t, &s)
                                             : exact_truth(t, s.goal, s.operands != s.negated);
    bdd settled = p->exact && negated ? now(t, p->bit) : bdd_not(now(t, p->bit));
    return tableau_add_justice(t, bdd_or(t->m, settled, kept));
}

// What is promised must be so. New promises come up on the way.
static bool keep_promises(struct tableau *t)
{
    bool good = true;
    for (size_t i = 0; i < t->promises.count && good; i++) {
        struct tableau_promise p = t->promises.at[i];
        bdd_scope scope = bdd_open_scope(t->m);
        bdd meaning = tableau_meaning(t, p.formula, p.negated);
        bdd promise = now(t, p.bit);
        good = tableau_add_part(t, p.exact ? bdd_iff(t->m, promise, meaning) : bdd_implies(t->m, promise, meaning)) &&
               add_justice_of(t, &p);
        bdd_close_scope(t->m, scope);
    }
    return good;
}

// Of the promises for the next state, at most one: what is promised beyond need only makes sets larger.
static bool keep_single(struct tableau *t)
{
    bdd_scope scope = bdd_open_scope(t->m);
    bdd none = BDD_TRUE, most_one = BDD_TRUE;
    for (size_t i = t->open.count; i-- > 0;) {
        bdd bit = next(t, t->open.at[i]);
        most_one = bdd_ite(t->m, bit, none, most_one);
        none = bdd_and(t->m, none, bdd_not(bit));
    }
    bool good = tableau_add_part(t, most_one);
    bdd_close_scope(t->m, scope);
    return good;
}

// The formula itself is a promise that is open at first. (Never an exact one: it is not below itself.)
static bool promise_all(struct tableau *t, formula f, bool negated)
{
    if (!t->for_prefix && !tableau_find_exact(t, f))
        return false;
    if (!bdd_is_valid(promised(t, f, negated)) || !keep_promises(t) || (t->single && !keep_single(t)))
        return false;
    bdd own = now(t, t->promises.at[0].bit);
    bdd rest = bdd_exists(t->m, t->initial, own);
    t->initial = bdd_and(t->m, rest, own);
    return bdd_is_valid(t->initial) && bdd_is_valid(t->settled);
}

bool tableau_open(struct tableau *t, struct ctl *ctl, bit_pool *pool, formula f, bool negated, bool for_prefix,
                  size_t most_bits)
{
    struct system *s = ctl->x->system;
    *t = (struct tableau){.ctl = ctl,
                          .model = s->model,
                          .m = s->m,
                          .mem = s->mem,
                          .pool = pool,
                          .initial = BDD_TRUE,
                          .settled = BDD_TRUE,
                          .finite = true,
                          .single = true,
                          .most_bits = most_bits,
                          .for_prefix = for_prefix};
    sets_open(&t->parts, t->m, t->mem);
    sets_open(&t->justice, t->m, t->mem);
    sets_open(&t->known, t->m, t->mem);
    bool good = bdd_protect(t->m, &t->initial);
    good = bdd_protect(t->m, &t->settled) && good;
    bdd_scope scope = bdd_open_scope(t->m);
    good = good && promise_all(t, f, negated);
    bdd_close_scope(t->m, scope);
    return good;
}

void tableau_close(struct tableau *t)
{
    bdd_unprotect(t->m, &t->initial);
    bdd_unprotect(t->m, &t->settled);
    sets_close(&t->parts);
    sets_close(&t->justice);
    sets_close(&t->known);
    struct int_map *maps[] = {&t->meaning, &t->promise, &t->memory, &t->choice, &t->guess, &t->below};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        int_map_free(t->mem, maps[i]);
    array_free(t->mem, &t->promises);
    array_free(t->mem, &t->plain);
    array_free(t->mem, &t->open);
}

bdd tableau_cube(const struct tableau *t)
{
    return bdd_cube(t->m, t->pool->at, t->bits);
}
