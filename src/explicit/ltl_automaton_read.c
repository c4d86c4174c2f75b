// A formula of linear time, taken apart.
#include "explicit/ltl_automaton_parts.h"

#define MOST_NODES 5000 // of a formula, written out

// ---- Formulas -------------------------------------------------------------------------------------------------------

static bool is_of_past(enum formula_op op)
{
    return op >= FORMULA_Y && op <= FORMULA_T;
}

static bool is_of_path(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (n->op == FORMULA_ATOM || formula_op_is_quantified(n->op))
        return false;
    if (n->op > FORMULA_IFF)
        return true;
    return is_of_path(m, n->args[0]) || (n->args[1] != FORMULA_NONE && is_of_path(m, n->args[1]));
}

static uint32_t add_part(struct ltl_automaton *p, struct piece part)
{
    for (uint32_t i = 0; i < p->count; i++) {
        const struct piece *q = &p->parts[i];
        bool same = q->op == part.op && q->first == part.first && q->second == part.second && q->truth == part.truth;
        if (same && (part.op != PART_LABEL || q->bit == part.bit))
            return i;
    }
    if (p->count == MOST_PARTS) {
        p->is_too_large = true;
        return 0;
    }
    p->parts[p->count] = part;
    return p->count++;
}

static uint32_t add_label(struct ltl_automaton *p, formula f, bool truth)
{
    uint32_t bit = 0;
    while (bit < p->label_count && p->labels[bit] != f)
        bit++;
    if (bit == MOST_LABELS) {
        p->is_too_large = true;
        return 0;
    }
    if (bit == p->label_count)
        p->labels[p->label_count++] = f;
    return add_part(p, (struct piece){PART_LABEL, NO_PART, NO_PART, bit, truth});
}

static uint32_t read(struct ltl_automaton *, formula, bool truth);

static uint32_t read_two(struct ltl_automaton *p, enum part_op op, formula f, formula g, bool truth)
{
    uint32_t first = read(p, f, truth), second = read(p, g, truth);
    return add_part(p, (struct piece){op, first, second, 0, true});
}

// f and g have the same truth value, or not.
static uint32_t read_equal(struct ltl_automaton *p, const struct formula_node *n, bool equal)
{
    uint32_t f = read(p, n->args[0], true), not_f = read(p, n->args[0], false);
    uint32_t g = read(p, n->args[1], true), not_g = read(p, n->args[1], false);
    uint32_t one = add_part(p, (struct piece){PART_AND, f, equal ? g : not_g, 0, true});
    uint32_t other = add_part(p, (struct piece){PART_AND, not_f, equal ? not_g : g, 0, true});
    return add_part(p, (struct piece){PART_OR, one, other, 0, true});
}

static uint32_t read_connective(struct ltl_automaton *p, const struct formula_node *n, bool truth)
{
    switch (n->op) {
    case FORMULA_NOT:
        return read(p, n->args[0], !truth);
    case FORMULA_AND:
        return read_two(p, truth ? PART_AND : PART_OR, n->args[0], n->args[1], truth);
    case FORMULA_OR:
        return read_two(p, truth ? PART_OR : PART_AND, n->args[0], n->args[1], truth);
    case FORMULA_IMPLIES: {
        uint32_t first = read(p, n->args[0], !truth), second = read(p, n->args[1], truth);
        return add_part(p, (struct piece){truth ? PART_OR : PART_AND, first, second, 0, true});
    }
    default:
        return read_equal(p, n, (n->op == FORMULA_IFF) == truth);
    }
}

// An operator of time and the one that it becomes when it is negated.
static enum part_op part_of(enum formula_op op, bool truth)
{
    switch (op) {
    case FORMULA_X:
        return PART_NEXT;
    case FORMULA_F:
    case FORMULA_U:
        return truth ? PART_UNTIL : PART_RELEASE;
    case FORMULA_G:
    case FORMULA_V:
        return truth ? PART_RELEASE : PART_UNTIL;
    case FORMULA_Y:
    case FORMULA_Z:
        return PART_BEFORE;
    case FORMULA_O:
    case FORMULA_S:
        return truth ? PART_SINCE : PART_TRIGGER;
    default:
        return truth ? PART_TRIGGER : PART_SINCE;
    }
}

// What is read after a formula has turned out to be too large gets none.
static void give_bit(struct ltl_automaton *p, uint32_t i)
{
    struct piece *part = &p->parts[i];
    bool of_past = part->op >= PART_BEFORE, of_operand = part->op == PART_NEXT || part->op == PART_BEFORE;
    bool was_true = part->op == PART_TRIGGER || (part->op == PART_BEFORE && part->truth);
    uint32_t said = of_operand ? part->first : i;
    p->is_too_large |= of_past ? p->memory_count == MOST_MEMORIES : p->promise_count == MOST_PROMISES;
    if (p->is_too_large)
        return;
    part->bit = of_past ? p->memory_count++ : p->promise_count++;
    (of_past ? p->remembered : p->promised)[part->bit] = said;
    if (of_past)
        p->first_past |= (uint32_t)was_true << part->bit;
    if (part->op == PART_UNTIL)
        p->waiting[p->waiting_count++] = i;
}

static uint32_t read_time(struct ltl_automaton *p, const struct formula_node *n, bool truth)
{
    bool two = n->args[1] != FORMULA_NONE;
    uint32_t first = read(p, n->args[0], truth), second = two ? read(p, n->args[1], truth) : NO_PART, count = p->count;
    struct piece part = {part_of(n->op, truth), first, second, 0, true};
    if (part.op == PART_BEFORE)
        part.truth = (n->op == FORMULA_Z) == truth;
    else if (part.op != PART_NEXT && !two) {
        part.first = NO_PART;
        part.second = first;
    }
    uint32_t made = add_part(p, part);
    if (p->count > count)
        give_bit(p, made);
    return made;
}

static uint32_t read(struct ltl_automaton *p, formula f, bool truth)
{
    const struct formula_node *n = model_formula(p->model, f);
    if (p->is_too_large || p->is_exhausted)
        return 0;
    for (size_t i = 0; i < p->readings.count; i++)
        if (p->readings.at[i].formula == f && p->readings.at[i].truth == truth)
            return p->readings.at[i].part;
    uint32_t part;
    if (!is_of_path(p->model, f))
        part = add_label(p, f, truth);
    else
        part = n->op <= FORMULA_IFF ? read_connective(p, n, truth) : read_time(p, n, truth);
    if (!array_try_reserve(p->mem, &p->readings, p->readings.count + 1)) {
        p->is_exhausted = true;
        return part;
    }
    p->readings.at[p->readings.count++] = (struct reading){f, truth, part};
    return part;
}

// A formula of the past that has to do with promises needs all of them, not only those that are asked for.
static bool has_future(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (!is_of_path(m, f))
        return false;
    if (n->op > FORMULA_IFF && !is_of_past(n->op))
        return true;
    return has_future(m, n->args[0]) || (n->args[1] != FORMULA_NONE && has_future(m, n->args[1]));
}

static bool has_past_of_future(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (!is_of_path(m, f))
        return false;
    if (is_of_past(n->op) && has_future(m, f))
        return true;
    return has_past_of_future(m, n->args[0]) || (n->args[1] != FORMULA_NONE && has_past_of_future(m, n->args[1]));
}

void ltl_automaton_read(struct ltl_automaton *p, const struct path_term *terms, size_t count)
{
    p->whole = NO_PART;
    for (size_t i = 0; i < count; i++) {
        p->past_of_future |= has_past_of_future(p->model, terms[i].formula);
        uint32_t part = read(p, terms[i].formula, !terms[i].negated);
        p->whole = p->whole == NO_PART ? part : add_part(p, (struct piece){PART_AND, p->whole, part, 0, true});
    }
    p->is_too_large |= p->past_of_future && p->promise_count > MOST_WITH_PAST;
}

// Formulas share what is said twice, by names for parts of them: written out, one may be larger than can be read.
static bool is_small(const struct model *m, formula f, int *room)
{
    const struct formula_node *n = model_formula(m, f);
    if (--*room < 0)
        return false;
    if (n->op == FORMULA_ATOM)
        return true;
    return (n->args[0] == FORMULA_NONE || is_small(m, n->args[0], room)) &&
           (n->args[1] == FORMULA_NONE || is_small(m, n->args[1], room));
}

static bool is_plain(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (!is_of_path(m, f))
        return true;
    if (n->bounded || n->regular != REGULAR_NONE)
        return false;
    return is_plain(m, n->args[0]) && (n->args[1] == FORMULA_NONE || is_plain(m, n->args[1]));
}

bool ltl_automaton_can(const struct model *m, formula f)
{
    struct mem mem = MEM_UNLIMITED;
    int room = MOST_NODES;
    if (!is_small(m, f, &room) || !is_plain(m, f))
        return false;
    for (int negated = 0; negated < 2; negated++) {
        struct path_fairness fairness;
        path_fairness_open(&fairness, m, f, negated, &mem);
        struct ltl_automaton *p = ltl_automaton_new(m, fairness.rest.at, fairness.rest.count, &mem);
        path_fairness_close(&fairness, &mem);
        if (!p)
            return false;
        ltl_automaton_free(p);
    }
    return true;
}
