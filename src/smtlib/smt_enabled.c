// That some rule has a step: for the absence of deadlocks. A rule that goes wrong has none, so that nothing is said to
// go on that does not.
#include "smtlib/translate.h"

enum { MOST_VALUES = 1000 };

// Whether a leaf is another one after the step, for some elements.
static smt_term changes(struct smt_translation *t, uint32_t number)
{
    struct smt_terms *terms = &t->terms;
    const struct smt_leaf *leaf = &t->leaves.at[number];
    struct smt_scalar after = t->store.at[number];
    smt_term fresh[SMT_MOST_INDICES];
    smt_term value =
        smt_leaf(terms, SMT_LEAF, number, leaf->sort, leaf->formals, leaf->arity, after.value->low, after.value->high);
    smt_term defined = terms->yes;
    if (!leaf->always_defined)
        defined = smt_leaf(terms, SMT_DEFINED, number, &terms->boolean, leaf->formals, leaf->arity, 0, 0);
    smt_term both = smt_and(terms, defined, after.defined);
    smt_term result = smt_or(terms, smt_not(terms, smt_equal(terms, defined, after.defined)),
                             smt_and(terms, both, smt_not(terms, smt_equal(terms, value, after.value))));
    for (uint32_t i = 0; i < leaf->arity; i++)
        fresh[i] = smt_variable(terms, leaf->formals[i]->sort, "e", 0, 0);
    result = smt_substitute(terms, result, leaf->formals, fresh, leaf->arity);
    for (uint32_t i = 0; i < leaf->arity; i++)
        result = smt_quantify(terms, SMT_EXISTS, fresh[i], result);
    return result;
}

// What makes terms knows the bounds of a number, so that no condition would tell them: its values are tried.
static smt_term for_some_number(struct smt_translation *t, const struct murphi_rule *rule,
                                const struct smt_parameter *p, smt_term body)
{
    smt_term result = t->terms.no;
    if (p->type->high - p->type->low >= MOST_VALUES) {
        smt_refuse(t, rule->head, "a parameter has too many values for the absence of deadlocks");
        return result;
    }
    for (int64_t i = p->type->low; i <= p->type->high; i++) {
        smt_term number = smt_number(&t->terms, i);
        result = smt_or(&t->terms, result, smt_substitute(&t->terms, body, &p->variable, &number, 1));
    }
    return result;
}

smt_term smt_some_step(struct smt_translation *t, const struct murphi_rule *rule, const struct smt_step *step,
                       bool may_stutter)
{
    struct smt_terms *terms = &t->terms;
    smt_term moves = smt_truth(terms, may_stutter);
    if (!step->is_exact || t->choices.count)
        smt_refuse(t, rule->head, "whether this rule has a step depends on an order of elements");
    for (uint32_t i = 0; i < t->state_leaves && !may_stutter && !t->failed; i++)
        moves = smt_or(terms, moves, changes(t, i));
    smt_term result = smt_and(terms, step->enabled, moves);
    for (size_t i = step->parameters.count; i-- > 0 && !t->failed;) {
        const struct smt_parameter *p = &step->parameters.at[i];
        if (p->bounds)
            result = smt_quantify(terms, SMT_EXISTS, p->variable, smt_and(terms, p->bounds, result));
        else if (p->variable->sort->kind == SMT_INT)
            result = for_some_number(t, rule, p, result);
        else
            result = smt_for_some(t, p->variable, smt_is_of_type(t, p->variable, p->type), result);
    }
    return result;
}
