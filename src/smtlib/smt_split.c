// Whether a condition can be true at all, by cases: one of its atoms is true, or it is false, and what is left is
// simplified. That an atom is true that says x = y, puts y in the place of x, so that x is no third value. Where there
// are too many cases, or an atom is about more than is seen, the condition counts as possible.
#include "smtlib/smt_term.h"

enum { MOST_CASES = 200 };

static bool is_constant(smt_term term)
{
    return term->op == SMT_NUMBER || term->op == SMT_MEMBER || (term->op == SMT_INJECT && is_constant(term->args[0]));
}

// The condition of a choice between values, in a term that is none of truth.
static smt_term find_choice(smt_term term)
{
    if (term->op == SMT_ITE)
        return term->args[0];
    for (uint32_t i = 0; i < term->count; i++) {
        smt_term choice = find_choice(term->args[i]);
        if (choice)
            return choice;
    }
    return NULL;
}

// What is said of all elements, or of some, is an atom as a whole. NULL if there is none.
static smt_term find_atom(const struct smt_terms *t, smt_term term)
{
    bool is_of_truths = term->op == SMT_NOT || term->op == SMT_AND || term->op == SMT_OR || term->op == SMT_ITE ||
                        (term->op == SMT_EQ && term->args[0]->sort == &t->boolean);
    if (term == t->yes || term == t->no)
        return NULL;
    if (!is_of_truths) {
        bool is_quantified = term->op == SMT_FORALL || term->op == SMT_EXISTS;
        smt_term choice = is_quantified ? NULL : find_choice(term);
        return choice ? find_atom(t, choice) : term;
    }
    for (uint32_t i = 0; i < term->count; i++) {
        smt_term atom = find_atom(t, term->args[i]);
        if (atom)
            return atom;
    }
    return NULL;
}

static smt_term given_equal(struct smt_terms *t, smt_term term, smt_term atom)
{
    smt_term x = atom->args[0], y = atom->args[1];
    if (is_constant(x))
        return is_constant(y) ? term : smt_substitute(t, term, &y, &x, 1);
    return smt_substitute(t, term, &x, &y, 1);
}

static bool is_impossible(struct smt_terms *t, smt_term term, int *cases)
{
    if (term == t->no)
        return true;
    smt_term atom = find_atom(t, term);
    if (!atom || ++*cases > MOST_CASES)
        return false;
    smt_term without = smt_substitute(t, term, &atom, &t->no, 1), with = smt_substitute(t, term, &atom, &t->yes, 1);
    if (atom->op == SMT_EQ)
        with = given_equal(t, with, atom);
    return is_impossible(t, without, cases) && is_impossible(t, with, cases);
}

bool smt_is_impossible(struct smt_terms *t, smt_term condition)
{
    int cases = 0;
    return is_impossible(t, condition, &cases);
}
