// Making terms. See smt_term.h.
#include "smtlib/smt_term.h"

#include <string.h>

#include "base/hash.h"

void smt_terms_open(struct smt_terms *t, struct arena *arena)
{
    *t = (struct smt_terms){.mem = arena->mem,
                            .arena = arena,
                            .bucket_count = 1024,
                            .boolean = {.kind = SMT_BOOL, .name = "Bool", .inject_index = -1},
                            .integer = {.kind = SMT_INT, .name = "Int", .inject_index = -1}};
    t->buckets = mem_zalloc(t->mem, t->bucket_count * sizeof *t->buckets);
    t->yes = smt_leaf(t, SMT_TRUE, 0, &t->boolean, NULL, 0, 0, 0);
    t->no = smt_leaf(t, SMT_FALSE, 0, &t->boolean, NULL, 0, 0, 0);
}

void smt_terms_close(struct smt_terms *t)
{
    mem_free(t->mem, t->buckets, t->bucket_count * sizeof *t->buckets);
    *t = (struct smt_terms){0};
}

// ---- The table ------------------------------------------------------------------------------------------------------

static uint64_t hash_of(const struct smt_term *term)
{
    uint64_t h = hash_pair(term->op, hash_pair((uint64_t)term->number, (uint64_t)(uintptr_t)term->sort));
    for (uint32_t i = 0; i < term->count; i++)
        h = hash_pair(h, term->args[i]->id);
    return h;
}

static bool is_same(const struct smt_term *a, const struct smt_term *b)
{
    if (a->op != b->op || a->count != b->count || a->sort != b->sort || a->number != b->number)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->args[i] != b->args[i])
            return false;
    return true;
}

static void grow(struct smt_terms *t)
{
    size_t count = 2 * t->bucket_count;
    struct smt_term **buckets = mem_zalloc(t->mem, count * sizeof *buckets);
    for (size_t i = 0; i < t->bucket_count; i++)
        for (struct smt_term *term = t->buckets[i], *next; term; term = next) {
            size_t at = hash_of(term) & (count - 1);
            next = term->chain;
            term->chain = buckets[at];
            buckets[at] = term;
        }
    mem_free(t->mem, t->buckets, t->bucket_count * sizeof *t->buckets);
    t->buckets = buckets;
    t->bucket_count = count;
}

static smt_term make(struct smt_terms *t, const struct smt_term *head, const smt_term *args)
{
    struct smt_term *term = arena_alloc(t->arena, sizeof *term + head->count * sizeof *args);
    *term = *head;
    term->stamp = term->seen = 0; // the head may be a term that a walk has been at
    term->let = 0;
    for (uint32_t i = 0; i < head->count; i++)
        term->args[i] = args[i]; // cppcheck-suppress nullPointer ; where there are none, the number is 0
    if (t->count >= t->bucket_count)
        grow(t);
    size_t at = hash_of(term) & (t->bucket_count - 1);
    for (smt_term known = t->buckets[at]; known; known = known->chain)
        if (is_same(known, term))
            return known;
    term->id = t->count++;
    term->chain = t->buckets[at];
    t->buckets[at] = term;
    return term;
}

static smt_term make_op(struct smt_terms *t, enum smt_op op, const struct smt_sort *sort, const smt_term *args,
                        uint32_t count)
{
    return make(t, &(struct smt_term){.op = op, .sort = sort, .count = count}, args);
}

static smt_term make_bounded(struct smt_terms *t, enum smt_op op, smt_term a, smt_term b, int64_t low, int64_t high)
{
    struct smt_term head = {.op = op, .sort = &t->integer, .count = 2, .low = low, .high = high};
    return make(t, &head, (smt_term[]){a, b});
}

// ---- Leaves ---------------------------------------------------------------------------------------------------------

smt_term smt_leaf(struct smt_terms *t, enum smt_op op, uint32_t number, const struct smt_sort *sort,
                  const smt_term *args, uint32_t count, int64_t low, int64_t high)
{
    struct smt_term head = {.op = op, .sort = sort, .number = number, .count = count, .low = low, .high = high};
    return make(t, &head, args);
}

smt_term smt_truth(const struct smt_terms *t, bool truth)
{
    return truth ? t->yes : t->no;
}

smt_term smt_number(struct smt_terms *t, int64_t number)
{
    struct smt_term head = {.op = SMT_NUMBER, .sort = &t->integer, .number = number, .low = number, .high = number};
    return make(t, &head, NULL);
}

smt_term smt_member(struct smt_terms *t, const struct smt_sort *sort, int64_t value)
{
    return make(t, &(struct smt_term){.op = SMT_MEMBER, .sort = sort, .number = value}, NULL);
}

smt_term smt_variable(struct smt_terms *t, const struct smt_sort *sort, const char *name, int64_t low, int64_t high)
{
    struct smt_term head = {
        .op = SMT_VAR, .sort = sort, .number = ++t->variables, .name = name, .low = low, .high = high};
    return make(t, &head, NULL);
}

// ---- Truth values ---------------------------------------------------------------------------------------------------

smt_term smt_not(struct smt_terms *t, smt_term a)
{
    if (a == t->yes || a == t->no)
        return smt_truth(t, a == t->no);
    return a->op == SMT_NOT ? a->args[0] : make_op(t, SMT_NOT, &t->boolean, &a, 1);
}

static bool are_opposite(smt_term a, smt_term b)
{
    return (a->op == SMT_NOT && a->args[0] == b) || (b->op == SMT_NOT && b->args[0] == a);
}

// Whether `b`, or its opposite, is among the operands of `a`, down the left side of a chain.
enum { OPERAND_NO, OPERAND_SAME, OPERAND_OPPOSITE };

static int has_operand(smt_term a, enum smt_op op, smt_term b)
{
    for (int steps = 0; a->op == op && steps < 64; a = a->args[0], steps++)
        if (a->args[1] == b || are_opposite(a->args[1], b))
            return a->args[1] == b ? OPERAND_SAME : OPERAND_OPPOSITE;
    return a == b ? OPERAND_SAME : are_opposite(a, b) ? OPERAND_OPPOSITE : OPERAND_NO;
}

// A short chain on the right side becomes a part of the one on the left, so that operands meet.
static bool is_short_chain(smt_term b, enum smt_op op)
{
    int length = 0;
    for (smt_term at = b; at->op == op && length <= 8; at = at->args[0])
        length++;
    return length > 0 && length <= 8;
}

smt_term smt_and(struct smt_terms *t, smt_term a, smt_term b)
{
    if (is_short_chain(b, SMT_AND) && a != t->yes && a != b)
        return smt_and(t, smt_and(t, a, b->args[0]), b->args[1]);
    int known = has_operand(a, SMT_AND, b);
    if (a == t->no || b == t->no || known == OPERAND_OPPOSITE)
        return t->no;
    if (a == t->yes || a == b)
        return b;
    if (b == t->yes || known == OPERAND_SAME)
        return a;
    return make_op(t, SMT_AND, &t->boolean, (smt_term[]){a, b}, 2);
}

smt_term smt_or(struct smt_terms *t, smt_term a, smt_term b)
{
    if (is_short_chain(b, SMT_OR) && a != t->no && a != b)
        return smt_or(t, smt_or(t, a, b->args[0]), b->args[1]);
    int known = has_operand(a, SMT_OR, b);
    if (a == t->yes || b == t->yes || known == OPERAND_OPPOSITE)
        return t->yes;
    if (a == t->no || a == b)
        return b;
    if (b == t->no || known == OPERAND_SAME)
        return a;
    return make_op(t, SMT_OR, &t->boolean, (smt_term[]){a, b}, 2);
}

smt_term smt_implies(struct smt_terms *t, smt_term a, smt_term b)
{
    return smt_or(t, smt_not(t, a), b);
}

static bool is_constant(smt_term a)
{
    return a->op == SMT_NUMBER || a->op == SMT_MEMBER || a->op == SMT_TRUE || a->op == SMT_FALSE;
}

smt_term smt_equal(struct smt_terms *t, smt_term a, smt_term b)
{
    if (a == b)
        return t->yes;
    if (is_constant(a) && is_constant(b)) // each made once
        return t->no;
    if (a == t->yes || b == t->yes)
        return a == t->yes ? b : a;
    if (a == t->no || b == t->no)
        return smt_not(t, a == t->no ? b : a);
    if (a->op == SMT_INJECT && b->op == SMT_INJECT)
        return a->args[0]->sort == b->args[0]->sort ? smt_equal(t, a->args[0], b->args[0]) : t->no;
    if (a->sort->kind == SMT_INT && (a->high < b->low || b->high < a->low))
        return t->no;
    return make_op(t, SMT_EQ, &t->boolean, a->id < b->id ? (smt_term[]){a, b} : (smt_term[]){b, a}, 2);
}

smt_term smt_ite(struct smt_terms *t, smt_term condition, smt_term then, smt_term otherwise)
{
    if (condition == t->yes || then == otherwise)
        return then;
    if (condition == t->no)
        return otherwise;
    if (condition->op == SMT_NOT)
        return smt_ite(t, condition->args[0], otherwise, then);
    if (then->op == SMT_ITE && then->args[0] == condition)
        return smt_ite(t, condition, then->args[1], otherwise);
    if (otherwise->op == SMT_ITE && otherwise->args[0] == condition)
        return smt_ite(t, condition, then, otherwise->args[2]);
    if (then->sort->kind == SMT_BOOL) {
        if (then == t->yes || then == condition)
            return smt_or(t, condition, otherwise);
        if (then == t->no)
            return smt_and(t, smt_not(t, condition), otherwise);
        if (otherwise == t->yes)
            return smt_or(t, smt_not(t, condition), then);
        if (otherwise == t->no || otherwise == condition)
            return smt_and(t, condition, then);
    }
    struct smt_term head = {.op = SMT_ITE, .sort = then->sort, .count = 3};
    head.low = then->low < otherwise->low ? then->low : otherwise->low;
    head.high = then->high > otherwise->high ? then->high : otherwise->high;
    return make(t, &head, (smt_term[]){condition, then, otherwise});
}

static bool has_variable(struct smt_terms *t, smt_term term, smt_term variable)
{
    if (term == variable)
        return true;
    if (term->seen == t->seen || term->id < variable->id)
        return false;
    ((struct smt_term *)term)->seen = t->seen;
    for (uint32_t i = 0; i < term->count; i++)
        if (has_variable(t, term->args[i], variable))
            return true;
    return false;
}

bool smt_has_variable(struct smt_terms *t, smt_term term, smt_term variable)
{
    t->seen++;
    return has_variable(t, term, variable);
}

// Sorts are never empty: a body that does not depend on the variable is what it is.
smt_term smt_quantify(struct smt_terms *t, enum smt_op op, smt_term variable, smt_term body)
{
    if (!smt_has_variable(t, body, variable))
        return body;
    return make_op(t, op, &t->boolean, (smt_term[]){variable, body}, 2);
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

smt_term smt_less(struct smt_terms *t, enum smt_op op, smt_term a, smt_term b)
{
    if (op == SMT_LE ? a->high <= b->low : a->high < b->low)
        return t->yes;
    if (op == SMT_LE ? b->high < a->low : b->high <= a->low)
        return t->no;
    return make_op(t, op, &t->boolean, (smt_term[]){a, b}, 2);
}

smt_term smt_up_to(struct smt_terms *t, smt_term a, smt_term b)
{
    return a == b ? t->yes : make_op(t, SMT_LE, &t->boolean, (smt_term[]){a, b}, 2);
}

static int64_t clamp(__int128 v)
{
    return v > INT64_MAX ? INT64_MAX : v < INT64_MIN ? INT64_MIN : (int64_t)v;
}

// What lies at the end of the 64 bits may be beyond it: then nothing is known but that.
static smt_term with_corners(struct smt_terms *t, enum smt_op op, smt_term a, smt_term b, const __int128 corners[4])
{
    __int128 low = corners[0], high = corners[0];
    for (int i = 1; i < 4; i++) {
        low = corners[i] < low ? corners[i] : low;
        high = corners[i] > high ? corners[i] : high;
    }
    if (a->low == INT64_MIN || a->high == INT64_MAX || b->low == INT64_MIN || b->high == INT64_MAX)
        return make_bounded(t, op, a, b, INT64_MIN, INT64_MAX);
    if (low == high && low > INT64_MIN && low < INT64_MAX)
        return smt_number(t, (int64_t)low);
    return make_bounded(t, op, a, b, clamp(low), clamp(high));
}

// Not simplified: only the solver knows what a division is. Neither result is larger than the operands are; where the
// divisor is zero, nothing depends on the result.
static smt_term divide(struct smt_terms *t, enum smt_op op, smt_term a, smt_term b)
{
    smt_term operands[] = {a, b};
    int64_t most = 0;
    if (op == SMT_MOD && b->op == SMT_NUMBER && b->number > 0)
        return make_bounded(t, op, a, b, 0, b->number - 1);
    for (int i = 0; i < (op == SMT_DIV ? 1 : 2); i++) {
        if (operands[i]->low <= -INT64_MAX || operands[i]->high == INT64_MAX)
            return make_bounded(t, op, a, b, INT64_MIN, INT64_MAX);
        most = most > -operands[i]->low ? most : -operands[i]->low;
        most = most > operands[i]->high ? most : operands[i]->high;
    }
    return make_bounded(t, op, a, b, -most, most);
}

smt_term smt_arithmetic(struct smt_terms *t, enum smt_op op, smt_term a, smt_term b)
{
    __int128 al = a->low, ah = a->high, bl = b->low, bh = b->high;
    switch (op) {
    case SMT_ADD:
        return with_corners(t, op, a, b, (__int128[]){al + bl, al + bl, ah + bh, ah + bh});
    case SMT_SUB:
        return with_corners(t, op, a, b, (__int128[]){al - bh, al - bh, ah - bl, ah - bl});
    case SMT_MUL:
        return with_corners(t, op, a, b, (__int128[]){al * bl, al * bh, ah * bl, ah * bh});
    default:
        return divide(t, op, a, b);
    }
}

// ---- The union ------------------------------------------------------------------------------------------------------

smt_term smt_inject(struct smt_terms *t, const struct smt_sort *the_union, smt_term a)
{
    return make_op(t, SMT_INJECT, the_union, &a, 1);
}

smt_term smt_project(struct smt_terms *t, const struct smt_sort *to, smt_term a)
{
    if (a->op == SMT_INJECT && a->args[0]->sort == to)
        return a->args[0];
    return make_op(t, SMT_PROJECT, to, &a, 1);
}

smt_term smt_is(struct smt_terms *t, const struct smt_sort *part, smt_term a)
{
    if (a->op == SMT_INJECT)
        return smt_truth(t, a->args[0]->sort == part);
    return make(t, &(struct smt_term){.op = SMT_IS, .sort = &t->boolean, .number = part->inject_index, .count = 1}, &a);
}

// ---- Substitution ---------------------------------------------------------------------------------------------------

struct substitution {
    const smt_term *from, *to;
    uint32_t count;
};

static smt_term image_of(struct smt_terms *, const struct substitution *, smt_term);

static smt_term remade(struct smt_terms *t, const struct smt_term *term, const smt_term *args)
{
    switch (term->op) {
    case SMT_NOT:
        return smt_not(t, args[0]);
    case SMT_AND:
        return smt_and(t, args[0], args[1]);
    case SMT_OR:
        return smt_or(t, args[0], args[1]);
    case SMT_EQ:
        return smt_equal(t, args[0], args[1]);
    case SMT_ITE:
        return smt_ite(t, args[0], args[1], args[2]);
    case SMT_FORALL:
    case SMT_EXISTS:
        return smt_quantify(t, term->op, args[0], args[1]);
    case SMT_LE:
    case SMT_LT:
        return args[0]->sort->kind == SMT_CLASS ? smt_up_to(t, args[0], args[1])
                                                : smt_less(t, term->op, args[0], args[1]);
    case SMT_ADD:
    case SMT_SUB:
    case SMT_MUL:
    case SMT_DIV:
    case SMT_MOD:
        return smt_arithmetic(t, term->op, args[0], args[1]);
    case SMT_INJECT:
        return smt_inject(t, term->sort, args[0]);
    case SMT_PROJECT:
        return smt_project(t, term->sort, args[0]);
    default: // leaves, and SMT_IS
        return make(t, term, args);
    }
}

static smt_term image_of_new(struct smt_terms *t, const struct substitution *s, smt_term term)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->from[i] == term)
            return s->to[i];
    if (term->count == 0)
        return term;
    smt_term *args = mem_alloc(t->mem, term->count * sizeof *args);
    bool changed = false;
    for (uint32_t i = 0; i < term->count; i++) {
        args[i] = image_of(t, s, term->args[i]);
        changed |= args[i] != term->args[i];
    }
    smt_term result = term;
    if (changed && term->op == SMT_IS && args[0]->op == SMT_INJECT)
        result = smt_truth(t, args[0]->args[0]->sort->inject_index == term->number);
    else if (changed)
        result = remade(t, term, args);
    mem_free(t->mem, args, term->count * sizeof *args);
    return result;
}

static smt_term image_of(struct smt_terms *t, const struct substitution *s, smt_term term)
{
    struct smt_term *scratch = (struct smt_term *)term;
    if (term->stamp == t->stamp)
        return term->image;
    smt_term image = image_of_new(t, s, term);
    scratch->stamp = t->stamp;
    scratch->image = image;
    return image;
}

smt_term smt_substitute(struct smt_terms *t, smt_term term, const smt_term *from, const smt_term *to, uint32_t count)
{
    bool changed = false;
    for (uint32_t i = 0; i < count; i++)
        changed |= from[i] != to[i];
    t->stamp++;
    return changed ? image_of(t, &(struct substitution){from, to, count}, term) : term;
}

smt_term smt_given(struct smt_terms *t, smt_term term, smt_term condition)
{
    for (int steps = 0; condition->op == SMT_AND && steps < 64; condition = condition->args[0], steps++)
        term = smt_given(t, term, condition->args[1]);
    bool is_false = condition->op == SMT_NOT;
    smt_term known = is_false ? condition->args[0] : condition, truth = smt_truth(t, !is_false);
    return term->count == 0 ? term : smt_substitute(t, term, &known, &truth, 1);
}

static void visit_leaves(struct smt_terms *t, smt_term term, void (*visit)(void *, uint32_t), void *context)
{
    if (term->stamp == t->stamp)
        return;
    ((struct smt_term *)term)->stamp = t->stamp;
    if (term->op == SMT_LEAF || term->op == SMT_DEFINED)
        visit(context, (uint32_t)term->number);
    for (uint32_t i = 0; i < term->count; i++)
        visit_leaves(t, term->args[i], visit, context);
}

void smt_each_leaf(struct smt_terms *t, smt_term term, void (*visit)(void *, uint32_t), void *context)
{
    t->stamp++;
    visit_leaves(t, term, visit, context);
}
