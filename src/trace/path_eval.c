#include "trace/path_eval.h"

#include "trace/explain.h"
#include "trace/sere_match.h"

void path_eval_open(struct path_eval *r, const struct trace *trace, formula f, bool with_loop, struct mem *mem)
{
    size_t length = trace_length(trace);
    bool loop = with_loop && trace->loop < length;
    *r = (struct path_eval){
        .trace = trace,
        .model = trace->model,
        .mem = mem,
        .ev = evaluator_new(trace->model, mem),
        .time = {.arena = {.mem = mem},
                 .length = length,
                 .loop = loop ? trace->loop : length,
                 .period = loop ? length - trace->loop : 0},
    };
    refutability_open(&r->refutability, r->model, f, mem);
}

void path_eval_close(struct path_eval *r)
{
    array_free(r->mem, &r->sequences);
    int_map_free(r->mem, &r->known);
    refutability_close(&r->refutability);
    arena_free(&r->time.arena);
    evaluator_free(r->ev);
}

// ---- Atoms ----------------------------------------------------------------------------------------------------------

// The state after state i, or NULL where the trace ends.
static const value *successor(const struct path_eval *r, size_t i)
{
    if (i + 1 < r->time.length)
        return trace_state(r->trace, i + 1);
    return r->time.period ? trace_state(r->trace, r->time.loop) : NULL;
}

enum truth path_eval_condition_at(struct path_eval *r, expr condition, size_t i)
{
    const value *next = successor(r, i);
    if (!next && model_expr(r->model, condition)->has_next)
        return TRUTH_UNKNOWN;
    return eval_condition(r->ev, condition, trace_state(r->trace, i), next) ? TRUTH_TRUE : TRUTH_FALSE;
}

static const struct sequence *atom(struct path_eval *r, expr condition)
{
    struct sequence *s = sequence_new(&r->time, r->time.length);
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)path_eval_condition_at(r, condition, i);
    return s;
}

// ---- Formulas -------------------------------------------------------------------------------------------------------
// `negated` asks for the negation of the formula. It is pushed inwards instead of taken afterwards, since what is
// universal under a negation asserts a path.

static struct bounds bounds_of(const struct formula_node *n)
{
    return n->bounded ? (struct bounds){n->low, n->high} : BOUNDS_NONE;
}

static const struct sequence *negate_if(struct path_eval *r, const struct sequence *s, bool negated)
{
    return negated ? sequence_not(&r->time, s) : s;
}

// The operand, from what is known of it or, under a negation, of its negation.
static const struct sequence *operand(struct path_eval *r, formula f, bool negated)
{
    return negate_if(r, path_eval_of(r, f, negated), negated);
}

// A linear operator. What looks for something is as it is, what demands something always is the negation of what looks
// for its negation.
static const struct sequence *linear(struct path_eval *r, enum formula_op op, const struct formula_node *n,
                                     bool negated)
{
    struct timeline *t = &r->time;
    struct bounds bounds = bounds_of(n);
    const struct sequence *a = operand(r, n->args[0], negated);
    const struct sequence *b = n->args[1] != FORMULA_NONE ? operand(r, n->args[1], negated) : NULL;
    const struct sequence *all = sequence_constant(t, TRUTH_TRUE), *s;
    switch (op) {
    case FORMULA_X:
        s = sequence_next(t, a);
        break;
    case FORMULA_F:
        s = sequence_until(t, all, a, bounds);
        break;
    case FORMULA_G:
        s = sequence_not(t, sequence_until(t, all, sequence_not(t, a), bounds));
        break;
    case FORMULA_U:
        s = sequence_until(t, a, b, bounds);
        break;
    case FORMULA_V:
        s = sequence_not(t, sequence_until(t, sequence_not(t, a), sequence_not(t, b), bounds));
        break;
    case FORMULA_Y:
        s = sequence_previous(t, a);
        break;
    case FORMULA_Z:
        s = sequence_not(t, sequence_previous(t, sequence_not(t, a)));
        break;
    case FORMULA_O:
        s = sequence_since(t, all, a, bounds);
        break;
    case FORMULA_H:
        s = sequence_not(t, sequence_since(t, all, sequence_not(t, a), bounds));
        break;
    case FORMULA_S:
        s = sequence_since(t, a, b, bounds);
        break;
    default: // FORMULA_T
        s = sequence_not(t, sequence_since(t, sequence_not(t, a), sequence_not(t, b), bounds));
        break;
    }
    return negate_if(r, s, negated);
}

static const struct sequence *letter_of(void *context, expr letter)
{
    return atom(context, letter);
}

// About the sequences of a regular expression. Triggers is the negation of: there is one, and in its last state the
// operand does not hold.
static const struct sequence *of_sequences(struct path_eval *r, const struct formula_node *n, bool negated)
{
    struct timeline *t = &r->time;
    struct sere_match_letters letters = {letter_of, r};
    const struct sequence *s;
    if (n->op == FORMULA_MAY_MATCH) {
        s = sere_match_weakly(t, r->model, n->regular, letters);
    } else if (n->op == FORMULA_MATCHES) {
        s = sere_match_some(t, r->model, n->regular, letters, sequence_constant(t, TRUTH_TRUE));
    } else {
        const struct sequence *broken = sequence_not(t, operand(r, n->args[0], negated));
        s = sequence_not(t, sere_match_some(t, r->model, n->regular, letters, broken));
    }
    return negate_if(r, s, negated);
}

// What looks back goes no further than to the state in which its quantifier stands. Along the trace it was taken to go
// back to the first state: for that one it is right, for the others not known.
static const struct sequence *only_at_first(struct path_eval *r, const struct sequence *all)
{
    struct sequence *s = sequence_new(&r->time, r->time.length + r->time.period);
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)(i == 0 ? sequence_at(&r->time, all, 0) : TRUTH_UNKNOWN);
    return s;
}

static const struct sequence *branching(struct path_eval *r, const struct formula_node *n, bool negated)
{
    if (refutability_is_for_all_paths(n->op) == negated)
        return sequence_constant(&r->time, TRUTH_UNKNOWN);
    if (n->op != FORMULA_A && n->op != FORMULA_E)
        return linear(r, refutability_path_operator(n->op), n, negated);
    const struct sequence *s = path_eval_of(r, n->args[0], negated);
    return refutability_looks_back(&r->refutability, n->args[0]) ? only_at_first(r, s) : s;
}

static const struct sequence *connective(struct path_eval *r, const struct formula_node *n, bool negated)
{
    struct timeline *t = &r->time;
    formula a = n->args[0], b = n->args[1];
    switch (n->op) {
    case FORMULA_NOT:
        return path_eval_of(r, a, !negated);
    case FORMULA_AND:
        return negated ? sequence_or(t, path_eval_of(r, a, true), path_eval_of(r, b, true))
                       : sequence_and(t, path_eval_of(r, a, false), path_eval_of(r, b, false));
    case FORMULA_OR:
        return negated ? sequence_and(t, path_eval_of(r, a, true), path_eval_of(r, b, true))
                       : sequence_or(t, path_eval_of(r, a, false), path_eval_of(r, b, false));
    case FORMULA_IMPLIES:
        return negated ? sequence_and(t, path_eval_of(r, a, false), path_eval_of(r, b, true))
                       : sequence_or(t, path_eval_of(r, a, true), path_eval_of(r, b, false));
    default: { // xor, iff: one of two ways to differ, or to agree
        bool differ = (n->op == FORMULA_XOR) != negated;
        return sequence_or(t, sequence_and(t, path_eval_of(r, a, false), path_eval_of(r, b, differ)),
                           sequence_and(t, path_eval_of(r, a, true), path_eval_of(r, b, !differ)));
    }
    }
}

const struct sequence *path_eval_of(struct path_eval *r, formula f, bool negated)
{
    uint32_t key = 2 * f + negated;
    const uint32_t *found = int_map_find(&r->known, key);
    if (found)
        return r->sequences.at[*found];
    const struct formula_node *n = model_formula(r->model, f);
    const struct sequence *s;
    if (n->op == FORMULA_ATOM)
        s = negate_if(r, atom(r, n->atom), negated);
    else if (n->op <= FORMULA_IFF)
        s = connective(r, n, negated);
    else if (n->op >= FORMULA_X && n->op <= FORMULA_T)
        s = linear(r, n->op, n, negated);
    else if (n->op >= FORMULA_TRIGGERS && n->op <= FORMULA_MAY_MATCH)
        s = of_sequences(r, n, negated);
    else
        s = branching(r, n, negated);
    bool added;
    array_push(r->mem, &r->sequences, s);
    // Without memory for the note, the sequence is worked out again when it is wanted again.
    int_map_try_add(r->mem, &r->known, key, (uint32_t)(r->sequences.count - 1), &added);
    return s;
}

// ---- Fairness -------------------------------------------------------------------------------------------------------

static bool holds_on_loop(struct path_eval *r, expr condition)
{
    for (size_t i = r->time.loop; i < r->time.length; i++)
        if (path_eval_condition_at(r, condition, i) == TRUTH_TRUE)
            return true;
    return false;
}

// A step of the loop may be made by several rules. The loop is gone through again and again, each time by another one,
// so that all of them are taken infinitely often.
static bool is_taken_on_loop(struct path_eval *r, size_t fair_rule)
{
    for (size_t a = 0; a < model_action_count(r->model); a++) {
        if (model_action(r->model, a)->fair_rule != fair_rule)
            continue;
        for (size_t i = r->time.loop; i < r->time.length; i++)
            if (eval_makes_step(r->ev, a, trace_state(r->trace, i), successor(r, i)))
                return true;
    }
    return false;
}

static bool fair_rules_are_obeyed(struct path_eval *r, struct str *error)
{
    for (size_t k = 0; k < model_fair_rule_count(r->model); k++) {
        const struct fair_rule *rule = model_fair_rule(r->model, k);
        size_t enabled = 0;
        for (size_t i = r->time.loop; i < r->time.length; i++)
            enabled += path_eval_condition_at(r, rule->enabled, i) == TRUTH_TRUE;
        bool asks = rule->is_strong ? enabled > 0 : enabled == r->time.length - r->time.loop;
        if (!asks || is_taken_on_loop(r, k))
            continue;
        str_add(r->mem, error, "the loop is not fair: rule \"%s\" is enabled %s on it, but never taken", rule->name,
                rule->is_strong ? "somewhere" : "everywhere");
        return false;
    }
    return true;
}

bool path_eval_loop_is_fair(struct path_eval *r, struct str *error)
{
    for (size_t i = 0; i < model_justice_count(r->model); i++)
        if (!holds_on_loop(r, model_justice(r->model, i))) {
            str_add(r->mem, error, "the loop is not fair: nowhere on it does \"");
            explain_expr(r->model, model_justice(r->model, i), r->mem, error);
            str_add(r->mem, error, "\" hold");
            return false;
        }
    for (size_t i = 0; i < model_compassion_count(r->model); i++) {
        expr pair[2];
        model_compassion(r->model, i, pair);
        if (holds_on_loop(r, pair[0]) && !holds_on_loop(r, pair[1])) {
            str_add(r->mem, error, "the loop is not fair: on it \"");
            explain_expr(r->model, pair[0], r->mem, error);
            str_add(r->mem, error, "\" holds, but nowhere \"");
            explain_expr(r->model, pair[1], r->mem, error);
            str_add(r->mem, error, "\"");
            return false;
        }
    }
    return fair_rules_are_obeyed(r, error);
}

// ---- What the trace shows -------------------------------------------------------------------------------------------

enum truth path_eval_at(struct path_eval *r, formula f, size_t position)
{
    if (sequence_at(&r->time, path_eval_of(r, f, false), position) == TRUTH_FALSE)
        return TRUTH_FALSE;
    return sequence_at(&r->time, path_eval_of(r, f, true), position) == TRUTH_FALSE ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

// The end of the sequence is marked: true there once, and nowhere else.
enum truth path_eval_match(struct path_eval *r, regular wanted, size_t from, size_t to)
{
    size_t length = r->time.length, longest = to < length ? length : to + 1;
    size_t count = r->time.period ? longest + r->time.period : length;
    struct sequence *last = sequence_new(&r->time, count);
    for (size_t i = 0; i < count; i++)
        last->at[i] = i == to ? TRUTH_TRUE : TRUTH_FALSE;
    const struct sequence *s =
        sere_match_some(&r->time, r->model, wanted, (struct sere_match_letters){letter_of, r}, last);
    return sequence_at(&r->time, s, from);
}
