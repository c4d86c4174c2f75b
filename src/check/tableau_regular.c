// Regular operators in a tableau: tokens in the states of an automaton that run beside the model.
//
// Some match is wanted: a token goes one way of those that the letters allow. Every match counts: tokens go all ways.
// Tokens that must come to an end are promises like any others; on infinite paths, that they do is told by a second
// set of tokens that are *owed*: when none is left, all of that time are, and there must be such times again and again
// (after Miyano and Hayashi, "Alternating finite automata on omega-words", 1984).
#include "check/tableau.h"
#include "model/regular.h"

struct tokens {
    struct tableau *t;
    struct automaton a;
    bool some; // one match is wanted; else all count
    bool must_end;
    formula end;  // what holds at the end of a match; FORMULA_NONE: true for some, false for all
    bool negated; // of that
    int *bits;    // by automaton state: its token; BDD_NO_VAR for those that need none
    int *owed;    // the same for what is owed
};

static bool has_steps(const struct automaton *a, uint32_t state)
{
    for (size_t i = 0; i < a->step_count; i++)
        if (a->steps[i].from == state)
            return true;
    return false;
}

// Whether a token can go on forever: removes states from which all steps lead to removed ones, until none is left or
// none can be removed.
static bool is_cyclic(const struct automaton *a, struct mem *mem)
{
    unsigned char *gone = mem_zalloc(mem, a->states + 1);
    uint32_t left = a->states;
    for (bool more = true; more && left > 0;) {
        more = false;
        for (uint32_t q = 0; q < a->states; q++) {
            bool stays = gone[q];
            for (size_t i = 0; i < a->step_count && !stays; i++)
                stays = a->steps[i].from == q && !gone[a->steps[i].to];
            if (!stays) {
                gone[q] = 1;
                left--;
                more = true;
            }
        }
    }
    mem_free(mem, gone, a->states + 1);
    return left > 0;
}

static bdd next_of(struct tokens *k, const int *bits, uint32_t state)
{
    if (bits[state] != BDD_NO_VAR)
        return bdd_literal(k->t->m, bits[state] + 1);
    return k->some ? BDD_FALSE : BDD_TRUE; // nothing follows
}

static bdd meaning_at_end(struct tokens *k)
{
    if (k->end == FORMULA_NONE)
        return k->some ? BDD_TRUE : BDD_FALSE;
    return tableau_meaning(k->t, k->end, k->negated);
}

// What a token in this state asks of this step and of the tokens after it.
static bdd move(struct tokens *k, uint32_t state, const int *then)
{
    bdd_manager *m = k->t->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd all = k->some ? BDD_FALSE : BDD_TRUE;
    for (size_t i = 0; i < k->a.step_count; i++) {
        const struct automaton_step *step = &k->a.steps[i];
        if (step->from != state)
            continue;
        bdd letter = encode_condition(k->t->ctl->x->system->encoding, step->letter);
        bdd after = next_of(k, then, step->to);
        if (k->a.accepting[step->to])
            after = k->some ? bdd_or(m, after, meaning_at_end(k)) : bdd_and(m, after, meaning_at_end(k));
        all = k->some ? bdd_or(m, all, bdd_and(m, letter, after)) : bdd_and(m, all, bdd_implies(m, letter, after));
    }
    return bdd_close_scope_with(m, scope, all);
}

static bool make_bits(struct tokens *k, int *bits, bool promises)
{
    for (uint32_t q = 0; q < k->a.states; q++)
        bits[q] = BDD_NO_VAR;
    for (size_t i = 0; i < k->a.step_count; i++) {
        uint32_t q = k->a.steps[i].to;
        if (bits[q] != BDD_NO_VAR || !has_steps(&k->a, q))
            continue;
        bits[q] = tableau_new_bit(k->t);
        if (bits[q] == BDD_NO_VAR)
            return false;
        if (promises)
            tableau_add_promise_bit(k->t, bits[q]);
        else
            tableau_set_first(k->t, bits[q], false);
    }
    return true;
}

static bool move_tokens(struct tokens *k)
{
    bdd_manager *m = k->t->m;
    bool good = true;
    for (uint32_t q = 0; q < k->a.states && good; q++)
        if (k->bits[q] != BDD_NO_VAR)
            good = tableau_add_part(k->t, bdd_implies(m, bdd_literal(m, k->bits[q]), move(k, q, k->bits)));
    return good;
}

// What is owed moves along with the tokens; an owed one always lies on a token.
static bool move_owed(struct tokens *k)
{
    bdd_manager *m = k->t->m;
    bdd none = BDD_TRUE, all = BDD_TRUE;
    bool good = make_bits(k, k->owed, false);
    for (uint32_t q = 0; q < k->a.states && good; q++) {
        if (k->owed[q] == BDD_NO_VAR)
            continue;
        bdd owed = bdd_literal(m, k->owed[q]), then = bdd_literal(m, k->owed[q] + 1);
        bdd token = bdd_literal(m, k->bits[q] + 1);
        none = bdd_and(m, none, bdd_not(owed));
        all = bdd_and(m, all, bdd_implies(m, token, then));
        good = tableau_add_part(k->t, bdd_implies(m, owed, move(k, q, k->owed))) &&
               tableau_add_part(k->t, bdd_implies(m, then, token));
    }
    return good && tableau_add_part(k->t, bdd_implies(m, none, all)) && tableau_add_justice(k->t, none);
}

static bdd set_out(struct tokens *k)
{
    struct tableau *t = k->t;
    bool cyclic = is_cyclic(&k->a, t->mem);
    t->finite = t->finite && (k->must_end || !cyclic);
    t->single = t->single && k->some;
    bool good = make_bits(k, k->bits, true) && move_tokens(k);
    if (good && k->must_end && cyclic && !t->for_prefix)
        good = move_owed(k);
    if (!good)
        return BDD_NONE;
    return k->a.states > 0 ? move(k, 0, k->bits) : k->some ? BDD_FALSE : BDD_TRUE;
}

bdd tableau_regular_meaning(struct tableau *t, formula f, bool negated)
{
    const struct formula_node *n = model_formula(t->model, f);
    bool triggers = n->op == FORMULA_TRIGGERS;
    struct tokens k = {.t = t,
                       .some = triggers == negated,
                       .must_end = n->op == FORMULA_MAY_MATCH ? negated : triggers == negated,
                       .end = triggers ? n->args[0] : FORMULA_NONE,
                       .negated = negated};
    if (!automaton_make(t->model, n->regular, &k.a, t->mem)) {
        t->too_large = CAUSE_AUTOMATON_TOO_LARGE;
        return BDD_NONE;
    }
    size_t bytes = (k.a.states + 1) * sizeof *k.bits;
    k.bits = mem_alloc(t->mem, bytes);
    k.owed = mem_alloc(t->mem, bytes);
    bdd_scope scope = bdd_open_scope(t->m);
    bdd meaning = bdd_close_scope_with(t->m, scope, set_out(&k));
    mem_free(t->mem, k.bits, bytes);
    mem_free(t->mem, k.owed, bytes);
    automaton_free(&k.a, t->mem);
    return meaning;
}
