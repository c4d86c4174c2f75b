#include "trace/sere_match.h"

#include <assert.h>

#include "base/array.h"
#include "base/hash.h"
#include "model/regular.h"

// More work than this is not done.
#define MOST_TERMS 20000
#define MOST_RESTS ((size_t)1 << 21)
#define MOST_VALUES ((size_t)1 << 25)

typedef uint32_t term_id;
#define NO_TERM UINT32_MAX

// The expression, its parts, and what is left of it after some states. Each is there once.
struct term {
    enum regular_op op;
    term_id args[2];
    uint32_t letter;
    bool nullable;
    bool derived; // its rests are known
    bool wanted;  // it is left of the whole
    size_t first_rest, rest_count;
    enum truth live; // whether a sequence of it could be seen at all
    term_id chain;   // another one with the same hash
};

// What is left after one more state in which some letters hold.
struct rest {
    term_id term;
    uint32_t letter_count;
    size_t first_letter;
};

struct letter {
    expr condition;
    const struct sequence *truth;
};

typedef ARRAY(struct rest) rest_array;

struct matcher {
    struct timeline *time;
    const struct model *model;
    struct mem *mem;
    struct sere_match_letters source;
    size_t count; // positions that are told apart; with a loop, the last period of them repeats
    ARRAY(struct term) terms;
    rest_array rests;
    ARRAY(uint32_t) conjunctions; // letters, of all rests
    ARRAY(struct letter) letters;
    struct int_map by_hash;  // the newest term
    struct int_map imported; // from the model's expressions
    ARRAY(term_id) wanted;
    bool gave_up;
};

// ---- Terms ----------------------------------------------------------------------------------------------------------

static struct term *term_at(const struct matcher *m, term_id t)
{
    assert(t < m->terms.count);
    return &m->terms.at[t];
}

static bool find_nullable(const struct matcher *m, const struct term *t)
{
    switch (t->op) {
    case REGULAR_EMPTY:
    case REGULAR_STAR:
        return true;
    case REGULAR_CONCAT:
    case REGULAR_AND:
        return term_at(m, t->args[0])->nullable && term_at(m, t->args[1])->nullable;
    case REGULAR_OR:
        return term_at(m, t->args[0])->nullable || term_at(m, t->args[1])->nullable;
    default:
        return false;
    }
}

static term_id make_term(struct matcher *m, enum regular_op op, uint32_t letter, term_id a, term_id b)
{
    if (op == REGULAR_CONCAT && term_at(m, a)->op == REGULAR_EMPTY)
        return b;
    uint32_t hash = (uint32_t)hash_pair(hash_pair(op, letter), (uint64_t)a << 32 | b) >> 1;
    const uint32_t *newest = int_map_find(&m->by_hash, hash);
    for (term_id t = newest ? *newest : NO_TERM; t != NO_TERM; t = term_at(m, t)->chain) {
        const struct term *known = term_at(m, t);
        if (known->op == op && known->letter == letter && known->args[0] == a && known->args[1] == b)
            return t;
    }
    struct term made = {.op = op, .args = {a, b}, .letter = letter, .chain = newest ? *newest : NO_TERM};
    bool added;
    made.nullable = find_nullable(m, &made);
    array_push(m->mem, &m->terms, made);
    uint32_t *place = int_map_try_add(m->mem, &m->by_hash, hash, 0, &added);
    if (place)
        *place = (uint32_t)(m->terms.count - 1);
    if (!place || m->terms.count > MOST_TERMS)
        m->gave_up = true;
    return (term_id)(m->terms.count - 1);
}

static uint32_t find_letter(struct matcher *m, expr condition)
{
    for (uint32_t i = 0; i < m->letters.count; i++)
        if (m->letters.at[i].condition == condition)
            return i;
    array_push(m->mem, &m->letters, ((struct letter){condition, m->source.at(m->source.context, condition)}));
    return (uint32_t)(m->letters.count - 1);
}

static term_id import(struct matcher *m, regular r)
{
    if (r == REGULAR_NONE)
        return NO_TERM;
    const uint32_t *known = int_map_find(&m->imported, r);
    if (known)
        return *known;
    const struct regular_node *n = model_regular(m->model, r);
    term_id a = import(m, n->args[0]), b = import(m, n->args[1]);
    uint32_t letter = n->op == REGULAR_LETTER ? find_letter(m, n->letter) : NO_TERM;
    term_id t = make_term(m, n->op, letter, a, b);
    bool added;
    int_map_try_add(m->mem, &m->imported, r, t, &added);
    return t;
}

// ---- Derivatives ----------------------------------------------------------------------------------------------------

static void derive(struct matcher *, term_id);

static bool has_letter(const struct matcher *m, size_t first, uint32_t letter)
{
    for (size_t i = first; i < m->conjunctions.count; i++)
        if (m->conjunctions.at[i] == letter)
            return true;
    return false;
}

// The rest `term` in a state that has the letters of one or two others.
static void add_rest(struct matcher *m, rest_array *out, term_id term, struct rest a, const struct rest *b)
{
    struct rest made = {.term = term, .first_letter = a.first_letter, .letter_count = a.letter_count};
    if (b) {
        made.first_letter = m->conjunctions.count;
        array_reserve(m->mem, &m->conjunctions, made.first_letter + a.letter_count + b->letter_count);
        for (uint32_t i = 0; i < a.letter_count; i++)
            array_push(m->mem, &m->conjunctions, m->conjunctions.at[a.first_letter + i]);
        for (uint32_t i = 0; i < b->letter_count; i++)
            if (!has_letter(m, made.first_letter, m->conjunctions.at[b->first_letter + i]))
                array_push(m->mem, &m->conjunctions, m->conjunctions.at[b->first_letter + i]);
        made.letter_count = (uint32_t)(m->conjunctions.count - made.first_letter);
    }
    if (out->count > MOST_RESTS)
        m->gave_up = true;
    if (!m->gave_up)
        array_push(m->mem, out, made);
}

static struct rest rest_at(const struct matcher *m, term_id t, size_t i)
{
    return m->rests.at[term_at(m, t)->first_rest + i];
}

static void take_over(struct matcher *m, rest_array *out, term_id t)
{
    derive(m, t);
    for (size_t i = 0; i < term_at(m, t)->rest_count; i++)
        add_rest(m, out, rest_at(m, t, i).term, rest_at(m, t, i), NULL);
}

// The first goes on, and the second is still to come.
static void go_on(struct matcher *m, rest_array *out, enum regular_op op, term_id a, term_id then)
{
    derive(m, a);
    for (size_t i = 0; i < term_at(m, a)->rest_count; i++) {
        struct rest r = rest_at(m, a, i);
        if (op == REGULAR_CONCAT || term_at(m, r.term)->op != REGULAR_EMPTY)
            add_rest(m, out, make_term(m, op, NO_TERM, r.term, then), r, NULL);
    }
}

// The first may end in this state, which is the first of the second.
static void overlap(struct matcher *m, rest_array *out, term_id a, term_id b)
{
    derive(m, b);
    for (size_t i = 0; i < term_at(m, a)->rest_count; i++)
        for (size_t k = 0; term_at(m, rest_at(m, a, i).term)->nullable && k < term_at(m, b)->rest_count; k++) {
            struct rest second = rest_at(m, b, k);
            add_rest(m, out, second.term, rest_at(m, a, i), &second);
        }
}

static void go_together(struct matcher *m, rest_array *out, term_id a, term_id b)
{
    derive(m, a);
    derive(m, b);
    for (size_t i = 0; i < term_at(m, a)->rest_count; i++)
        for (size_t k = 0; k < term_at(m, b)->rest_count; k++) {
            struct rest one = rest_at(m, a, i), other = rest_at(m, b, k);
            add_rest(m, out, make_term(m, REGULAR_AND, NO_TERM, one.term, other.term), one, &other);
        }
}

static void derive_letter(struct matcher *m, rest_array *out, uint32_t letter)
{
    struct rest alone = {.first_letter = m->conjunctions.count, .letter_count = 1};
    array_push(m->mem, &m->conjunctions, letter);
    add_rest(m, out, make_term(m, REGULAR_EMPTY, NO_TERM, NO_TERM, NO_TERM), alone, NULL);
}

static void derive_into(struct matcher *m, rest_array *out, term_id t)
{
    term_id a = term_at(m, t)->args[0], b = term_at(m, t)->args[1];
    switch (term_at(m, t)->op) {
    case REGULAR_LETTER:
        derive_letter(m, out, term_at(m, t)->letter);
        break;
    case REGULAR_CONCAT:
        go_on(m, out, REGULAR_CONCAT, a, b);
        if (term_at(m, a)->nullable)
            take_over(m, out, b);
        break;
    case REGULAR_FUSION:
        go_on(m, out, REGULAR_FUSION, a, b);
        overlap(m, out, a, b);
        break;
    case REGULAR_OR:
        take_over(m, out, a);
        take_over(m, out, b);
        break;
    case REGULAR_AND:
        go_together(m, out, a, b);
        break;
    case REGULAR_STAR:
        go_on(m, out, REGULAR_CONCAT, a, t);
        break;
    default:
        break;
    }
}

static void derive(struct matcher *m, term_id t)
{
    if (term_at(m, t)->derived || m->gave_up)
        return;
    rest_array out = {0};
    derive_into(m, &out, t);
    term_at(m, t)->derived = true;
    term_at(m, t)->first_rest = m->rests.count;
    term_at(m, t)->rest_count = out.count;
    for (size_t i = 0; i < out.count; i++)
        array_push(m->mem, &m->rests, out.at[i]);
    array_free(m->mem, &out);
    if (m->rests.count > MOST_RESTS)
        m->gave_up = true;
}

static void want(struct matcher *m, term_id t)
{
    if (!term_at(m, t)->wanted)
        array_push(m->mem, &m->wanted, t);
    term_at(m, t)->wanted = true;
}

// All that can be left of the whole.
static void derive_all(struct matcher *m, term_id whole)
{
    want(m, whole);
    for (size_t next = 0; next < m->wanted.count && !m->gave_up; next++) {
        term_id t = m->wanted.at[next];
        derive(m, t);
        for (size_t i = 0; i < term_at(m, t)->rest_count; i++)
            want(m, rest_at(m, t, i).term);
    }
}

// ---- Truth ----------------------------------------------------------------------------------------------------------

static enum truth letters_at(const struct matcher *m, const struct rest *r, size_t position)
{
    enum truth truth = TRUTH_TRUE;
    for (uint32_t i = 0; i < r->letter_count && truth != TRUTH_FALSE; i++) {
        const struct letter *l = &m->letters.at[m->conjunctions.at[r->first_letter + i]];
        truth = truth_and(truth, sequence_at(m->time, l->truth, position));
    }
    return truth;
}

// Whether there is a state with all these letters. One letter can hold, or it would not be there; of several, it is
// known only if the trace has such a state.
static enum truth can_hold(const struct matcher *m, const struct rest *r)
{
    if (r->letter_count <= 1)
        return TRUTH_TRUE;
    for (size_t i = 0; i < m->count; i++)
        if (letters_at(m, r, i) == TRUTH_TRUE)
            return TRUTH_TRUE;
    return TRUTH_UNKNOWN;
}

static void find_live(struct matcher *m)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = m->wanted.count; i-- > 0;) {
            struct term *t = term_at(m, m->wanted.at[i]);
            enum truth live = t->nullable ? TRUTH_TRUE : t->live;
            for (size_t k = 0; k < t->rest_count && live != TRUTH_TRUE; k++) {
                const struct rest *r = &m->rests.at[t->first_rest + k];
                enum truth then = term_at(m, r->term)->live;
                live = truth_or(live, then == TRUTH_FALSE ? then : truth_and(then, can_hold(m, r)));
            }
            changed |= live != t->live;
            t->live = live;
        }
    }
}

// For each position and term, one after the other: whether the term can be seen from there.
struct table {
    uint8_t *at;
    size_t size;
    const struct sequence *goal; // NULL: none, and weakly
};

static uint8_t *cell(const struct matcher *m, const struct table *table, size_t position, term_id t)
{
    return &table->at[position * m->terms.count + t];
}

static enum truth then_at(const struct matcher *m, const struct table *table, size_t position, term_id t)
{
    if (position + 1 < m->count)
        return (enum truth) * cell(m, table, position + 1, t);
    if (m->time->period)
        return (enum truth) * cell(m, table, m->count - m->time->period, t);
    return truth_and(term_at(m, t)->live, TRUTH_UNKNOWN);
}

static enum truth value_at(const struct matcher *m, const struct table *table, size_t position, const struct term *t)
{
    enum truth truth = TRUTH_FALSE;
    for (size_t i = 0; i < t->rest_count && truth != TRUTH_TRUE; i++) {
        const struct rest *r = &m->rests.at[t->first_rest + i];
        enum truth now = letters_at(m, r, position);
        if (now == TRUTH_FALSE)
            continue;
        enum truth then = then_at(m, table, position, r->term);
        if (term_at(m, r->term)->nullable)
            then = truth_or(then, table->goal ? sequence_at(m->time, table->goal, position) : TRUTH_TRUE);
        truth = truth_or(truth, truth_and(now, then));
    }
    return truth;
}

static bool improve(struct matcher *m, const struct table *table, size_t position)
{
    bool changed = false;
    for (size_t i = m->wanted.count; i-- > 0;) {
        term_id t = m->wanted.at[i];
        enum truth truth = value_at(m, table, position, term_at(m, t));
        changed |= *cell(m, table, position, t) != truth;
        *cell(m, table, position, t) = (uint8_t)truth;
    }
    return changed;
}

// The least solution with a goal, the greatest one without: from there, around the loop until nothing changes, and then
// once from the loop back to the start.
static void solve(struct matcher *m, const struct table *table)
{
    size_t start = m->count - m->time->period;
    for (size_t i = 0; i < m->wanted.count && !table->goal; i++)
        for (size_t position = start; position < m->count; position++)
            *cell(m, table, position, m->wanted.at[i]) = (uint8_t)term_at(m, m->wanted.at[i])->live;
    for (bool changed = m->time->period > 0; changed;) {
        changed = false;
        for (size_t position = m->count; position-- > start;)
            changed |= improve(m, table, position);
    }
    for (size_t position = start; position-- > 0;)
        improve(m, table, position);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static const struct sequence *unknown(struct timeline *t)
{
    t->gave_up = true;
    return sequence_constant(t, TRUTH_UNKNOWN);
}

static const struct sequence *read_off(struct matcher *m, const struct table *table, term_id whole)
{
    struct sequence *s = sequence_new(m->time, m->count);
    for (size_t i = 0; i < m->count; i++) {
        s->at[i] = *cell(m, table, i, whole);
        if (m->time->period && s->at[i] == TRUTH_UNKNOWN && !table->goal)
            m->time->gave_up = true; // it is not the trace that left it open
    }
    return s;
}

static const struct sequence *find(struct matcher *m, regular r, const struct sequence *goal)
{
    term_id whole = import(m, r);
    derive_all(m, whole);
    struct table table = {.goal = goal, .size = m->count * m->terms.count};
    if (m->gave_up || m->terms.count > MOST_VALUES / (m->count + 1))
        return unknown(m->time);
    find_live(m);
    table.at = mem_zalloc(m->mem, table.size);
    solve(m, &table);
    const struct sequence *s = read_off(m, &table, whole);
    mem_free(m->mem, table.at, table.size);
    return s;
}

static const struct sequence *match(struct timeline *t, const struct model *model, regular r,
                                    struct sere_match_letters letters, const struct sequence *goal)
{
    struct matcher m = {.time = t,
                        .model = model,
                        .mem = t->arena.mem,
                        .source = letters,
                        .count = goal && goal->count > t->length ? goal->count : t->length};
    const struct sequence *s = find(&m, r, goal);
    array_free(m.mem, &m.terms);
    array_free(m.mem, &m.rests);
    array_free(m.mem, &m.conjunctions);
    array_free(m.mem, &m.letters);
    array_free(m.mem, &m.wanted);
    int_map_free(m.mem, &m.by_hash);
    int_map_free(m.mem, &m.imported);
    return s;
}

const struct sequence *sere_match_some(struct timeline *t, const struct model *model, regular r,
                                       struct sere_match_letters letters, const struct sequence *goal)
{
    assert(goal);
    return match(t, model, r, letters, goal);
}

const struct sequence *sere_match_weakly(struct timeline *t, const struct model *model, regular r,
                                         struct sere_match_letters letters)
{
    return match(t, model, r, letters, NULL);
}
