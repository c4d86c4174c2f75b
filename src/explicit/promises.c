#include "explicit/promises.h"

#include <string.h>

#include "base/hash.h"

enum {
    MOST_PARTS = 200,
    MOST_LABELS = 32,
    MOST_PROMISES = 10,
    MOST_WITH_PAST = 6,
    MOST_MEMORIES = 32,
    MOST_WAITING = 32,
    BUCKETS = 4096
};

#define NO_PART UINT32_MAX

// What the formula is made of when negations stand at labels only. Operands come before what they are operands of.
enum part_op {
    PART_LABEL,   // the label has the truth value
    PART_AND,     //
    PART_OR,      //
    PART_NEXT,    // X first
    PART_UNTIL,   // first U second; without the first: F second
    PART_RELEASE, // first V second; without the first: G second
    PART_BEFORE,  // Y first, and Z first
    PART_SINCE,   // first S second; without the first: O second
    PART_TRIGGER, // first T second; without the first: H second
};

struct piece {
    enum part_op op;
    uint32_t first, second;
    uint32_t bit; // of the labels, of what is promised, or of the past
    bool truth;   // of a label; of PART_BEFORE: whether it is true at the beginning
};

struct promises {
    struct mem *mem;
    const struct model *model;
    struct piece parts[MOST_PARTS];
    uint32_t count;
    formula labels[MOST_LABELS];
    uint32_t label_count;
    uint32_t promised[MOST_PROMISES];   // by bit: the part that is to be claimed at the next point
    uint32_t promise_count;             //
    uint32_t remembered[MOST_MEMORIES]; // by bit: the part whose claim is remembered
    uint32_t memory_count, first_past;  //
    uint32_t waiting[MOST_WAITING];     // parts that are PART_UNTIL
    uint32_t waiting_count;             //
    bool past_of_future;                // what is remembered may have to do with promises
    bool is_too_large;                  //
    uint32_t whole;                     // the part that is the formula
    ARRAY(struct known_point) points;
    ARRAY(struct step) steps;
    ARRAY(uint32_t) lists;                            // of points, one behind the other
    uint32_t last_point[BUCKETS], last_step[BUCKETS]; // by hash
};

struct known_point {
    struct point point;
    uint32_t next; // with the same hash; NO_PART: none
};

struct step {
    uint32_t point, labels; // from where, and to which labels; NO_PART for the beginning
    uint32_t begin, count;  // in the lists
    uint32_t next;          // with the same hash; NO_PART: none
};

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

static uint32_t add_part(struct promises *p, struct piece part)
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

static uint32_t add_label(struct promises *p, formula f, bool truth)
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

static uint32_t read(struct promises *, formula, bool truth);

static uint32_t read_two(struct promises *p, enum part_op op, formula f, formula g, bool truth)
{
    uint32_t first = read(p, f, truth), second = read(p, g, truth);
    return add_part(p, (struct piece){op, first, second, 0, true});
}

// f and g have the same truth value, or not.
static uint32_t read_equal(struct promises *p, const struct formula_node *n, bool equal)
{
    uint32_t f = read(p, n->args[0], true), not_f = read(p, n->args[0], false);
    uint32_t g = read(p, n->args[1], true), not_g = read(p, n->args[1], false);
    uint32_t one = add_part(p, (struct piece){PART_AND, f, equal ? g : not_g, 0, true});
    uint32_t other = add_part(p, (struct piece){PART_AND, not_f, equal ? not_g : g, 0, true});
    return add_part(p, (struct piece){PART_OR, one, other, 0, true});
}

static uint32_t read_connective(struct promises *p, const struct formula_node *n, bool truth)
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

static void give_bit(uint32_t *by_bit, uint32_t *count, uint32_t most, uint32_t part, struct promises *p,
                     uint32_t whose)
{
    if (*count == most) {
        p->is_too_large = true;
        return;
    }
    by_bit[*count] = part;
    p->parts[whose].bit = (*count)++;
}

static void give_bits(struct promises *p, uint32_t i)
{
    const struct piece *part = &p->parts[i];
    bool of_future = part->op >= PART_NEXT && part->op <= PART_RELEASE, of_operand = part->op == PART_NEXT;
    bool was_true = part->op == PART_TRIGGER || (part->op == PART_BEFORE && part->truth);
    if (of_future)
        give_bit(p->promised, &p->promise_count, MOST_PROMISES, of_operand ? part->first : i, p, i);
    else
        give_bit(p->remembered, &p->memory_count, MOST_MEMORIES, part->op == PART_BEFORE ? part->first : i, p, i);
    if (!of_future && was_true && !p->is_too_large)
        p->first_past |= UINT32_C(1) << p->parts[i].bit;
    if (part->op == PART_UNTIL)
        p->waiting[p->waiting_count++] = i; // no more than promises
}

static uint32_t read_time(struct promises *p, const struct formula_node *n, bool truth)
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
        give_bits(p, made);
    return made;
}

static uint32_t read(struct promises *p, formula f, bool truth)
{
    const struct formula_node *n = model_formula(p->model, f);
    if (p->is_too_large)
        return 0;
    if (!is_of_path(p->model, f))
        return add_label(p, f, truth);
    return n->op <= FORMULA_IFF ? read_connective(p, n, truth) : read_time(p, n, truth);
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

static bool is_plain(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (!is_of_path(m, f))
        return true;
    if (n->bounded || n->regular != REGULAR_NONE)
        return false;
    return is_plain(m, n->args[0]) && (n->args[1] == FORMULA_NONE || is_plain(m, n->args[1]));
}

// ---- Claims ---------------------------------------------------------------------------------------------------------

static bool claim(const struct piece *part, const struct point *at, const bool *claims)
{
    bool first = part->first != NO_PART && claims[part->first],
         second = part->second != NO_PART && claims[part->second];
    bool any = part->first == NO_PART; // F and O: anything may be in between
    bool promised = at->promised >> part->bit & 1, before = at->past >> part->bit & 1;
    switch (part->op) {
    case PART_LABEL:
        return (at->labels >> part->bit & 1) == part->truth;
    case PART_AND:
        return first && second;
    case PART_OR:
        return first || second;
    case PART_NEXT:
        return promised;
    case PART_UNTIL:
        return second || ((first || any) && promised);
    case PART_RELEASE:
        return second && (first || promised);
    case PART_BEFORE:
        return before;
    case PART_SINCE:
        return second || ((first || any) && before);
    default:
        return second && (first || before);
    }
}

static void find_claims(const struct promises *p, const struct point *at, bool *claims)
{
    for (uint32_t i = 0; i < p->count; i++)
        claims[i] = claim(&p->parts[i], at, claims);
}

static void complete_point(const struct promises *p, struct point *at, const bool *claims)
{
    for (uint32_t i = 0; i < p->memory_count; i++)
        at->remembered |= (uint32_t)claims[p->remembered[i]] << i;
    for (uint32_t i = 0; i < p->waiting_count; i++) {
        const struct piece *part = &p->parts[p->waiting[i]];
        bool waits = at->promised >> part->bit & 1;
        at->kept |= (uint64_t)(!waits || claims[part->second]) << i;
    }
}

static uint32_t find_point(struct promises *p, const struct point *wanted)
{
    uint64_t hash = hash_pair((uint64_t)wanted->labels << 32 | wanted->promised, wanted->past);
    uint32_t *last = &p->last_point[hash % BUCKETS];
    for (uint32_t i = *last; i != NO_PART; i = p->points.at[i].next) {
        const struct point *q = &p->points.at[i].point;
        if (q->labels == wanted->labels && q->promised == wanted->promised && q->past == wanted->past)
            return i;
    }
    array_push(p->mem, &p->points, ((struct known_point){*wanted, *last}));
    return *last = (uint32_t)p->points.count - 1;
}

static bool is_asked_too_much(const struct promises *p, const struct step *s, uint32_t promised)
{
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t less = p->points.at[p->lists.at[s->begin + i]].point.promised;
        if ((less & promised) == less)
            return true;
    }
    return false;
}

// All points with these labels and this past that claim what is asked for, and promise no more than they need for it. A
// part of a set of promises is a smaller number than the set.
static void find_points(struct promises *p, struct step *s, uint32_t past, const uint32_t *asked, uint32_t asked_bits)
{
    bool claims[MOST_PARTS];
    for (uint32_t promised = 0; promised < UINT32_C(1) << p->promise_count; promised++) {
        struct point at = {.labels = s->labels, .promised = promised, .past = past};
        if (!p->past_of_future && is_asked_too_much(p, s, promised))
            continue;
        find_claims(p, &at, claims);
        bool good = true;
        for (uint32_t i = 0; i < 32 && asked_bits >> i; i++)
            good &= !(asked_bits >> i & 1) || claims[asked[i]];
        if (!good)
            continue;
        complete_point(p, &at, claims);
        array_push(p->mem, &p->lists, find_point(p, &at));
        s->count++;
    }
}

static struct point_list list_of(const struct promises *p, const struct step *s)
{
    return (struct point_list){p->lists.at + s->begin, s->count};
}

static struct point_list find_step(struct promises *p, uint32_t point, uint32_t labels, uint32_t past,
                                   const uint32_t *asked, uint32_t asked_bits)
{
    uint32_t *last = &p->last_step[hash_pair(point, labels) % BUCKETS];
    for (uint32_t i = *last; i != NO_PART; i = p->steps.at[i].next)
        if (p->steps.at[i].point == point && p->steps.at[i].labels == labels)
            return list_of(p, &p->steps.at[i]);
    struct step s = {point, labels, (uint32_t)p->lists.count, 0, *last};
    find_points(p, &s, past, asked, asked_bits);
    *last = (uint32_t)p->steps.count;
    array_push(p->mem, &p->steps, s);
    return list_of(p, &s);
}

struct point_list promises_begin(struct promises *p, uint32_t labels)
{
    return find_step(p, NO_PART, labels, p->first_past, &p->whole, 1);
}

struct point_list promises_go_on(struct promises *p, uint32_t point, uint32_t labels)
{
    struct point from = p->points.at[point].point;
    return find_step(p, point, labels, from.remembered, p->promised, from.promised);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

struct promises *promises_new(const struct model *m, formula f, bool negated, struct mem *mem)
{
    struct promises *p = mem_zalloc(mem, sizeof *p);
    p->mem = mem;
    p->model = m;
    p->past_of_future = has_past_of_future(m, f);
    memset(p->last_point, 0xff, sizeof p->last_point); // NO_PART
    memset(p->last_step, 0xff, sizeof p->last_step);
    p->whole = read(p, f, !negated);
    p->is_too_large |= p->past_of_future && p->promise_count > MOST_WITH_PAST;
    if (p->is_too_large) {
        promises_free(p);
        return NULL;
    }
    return p;
}

bool promises_can(const struct model *m, formula f)
{
    struct mem mem = MEM_UNLIMITED;
    if (!is_plain(m, f))
        return false;
    for (int negated = 0; negated < 2; negated++) {
        struct promises *p = promises_new(m, f, negated, &mem);
        if (!p)
            return false;
        promises_free(p);
    }
    return true;
}

void promises_free(struct promises *p)
{
    if (!p)
        return;
    array_free(p->mem, &p->points);
    array_free(p->mem, &p->lists);
    array_free(p->mem, &p->steps);
    mem_free(p->mem, p, sizeof *p);
}

size_t promises_label_count(const struct promises *p)
{
    return p->label_count;
}

formula promises_label(const struct promises *p, size_t i)
{
    return p->labels[i];
}

const struct point *promises_point(const struct promises *p, uint32_t point)
{
    return &p->points.at[point].point;
}

uint64_t promises_all_kept(const struct promises *p)
{
    return (UINT64_C(1) << p->waiting_count) - 1;
}
