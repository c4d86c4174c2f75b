#include "orbit/sigma.h"

#include <stdlib.h>

// Which states a generator makes smaller is told by a few bits only: sets that are sorted by more of them take many
// more nodes, and hardly have fewer states.
#define BITS_TO_COMPARE 4

struct sigma {
    struct mem *mem;
    bdd_manager *m;
    struct sigma_options options;
    struct substitution **generators;
    bdd *smaller; // by generator: states that it makes smaller; BDD_NONE: not known yet, BDD_FALSE: not worth it
    size_t count;
};

void sigma_free(struct sigma *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->count; i++)
        substitution_free(s->generators[i]);
    bdd_unprotect(s->m, s->smaller);
    mem_free(s->mem, s->smaller, (s->count + 1) * sizeof *s->smaller);
    mem_free(s->mem, s->generators, (s->count + 1) * sizeof *s->generators);
    mem_free(s->mem, s, sizeof *s);
}

struct sigma *sigma_new(const generator_array *list, struct encoding *encoding, const struct sigma_options *options,
                        struct mem *mem)
{
    struct sigma *s = mem_zalloc(mem, sizeof *s);
    *s = (struct sigma){.mem = mem, .m = encoding_manager(encoding), .options = *options, .count = list->count};
    s->generators = mem_zalloc(mem, (s->count + 1) * sizeof *s->generators);
    s->smaller = mem_alloc(mem, (s->count + 1) * sizeof *s->smaller);
    for (size_t i = 0; i <= s->count; i++)
        s->smaller[i] = BDD_NONE;
    bool good = bdd_protect_array(s->m, s->smaller, s->count + 1);
    for (size_t i = 0; i < s->count && good; i++) {
        s->generators[i] = substitution_new(&list->at[i], encoding, mem);
        good = s->generators[i];
    }
    if (!good) {
        sigma_free(s);
        return NULL;
    }
    return s;
}

size_t sigma_count(const struct sigma *s)
{
    return s->count;
}

struct substitution *sigma_substitution(struct sigma *s, size_t generator)
{
    return s->generators[generator];
}

// ---- One generator --------------------------------------------------------------------------------------------------

static bdd image_by(struct sigma *s, const bdd_relation *relation, bdd set)
{
    if (!s->options.simplify || set == BDD_FALSE || !bdd_is_valid(set))
        return bdd_image(s->m, set, relation);
    bdd_scope scope = bdd_open_scope(s->m);
    int *vars = NULL;
    bdd cube = bdd_relation_cube(relation);
    size_t count = bdd_cube_vars(s->m, cube, NULL, 0);
    vars = mem_alloc(s->mem, (count + 1) * sizeof *vars);
    bdd_cube_vars(s->m, cube, vars, count);
    bdd_relation *simple = bdd_relation_new(s->m, bdd_restrict(s->m, bdd_relation_body(relation), set), vars, count);
    bdd image = bdd_image(s->m, set, simple);
    bdd_relation_free(simple);
    mem_free(s->mem, vars, (count + 1) * sizeof *vars);
    return bdd_close_scope_with(s->m, scope, image);
}

static bdd image_by_partition(struct sigma *s, bdd_relation *const *relations, size_t count, bdd set)
{
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < count; i++)
        set = image_by(s, relations[i], set);
    return bdd_close_scope_with(s->m, scope, set);
}

// All cycles in one relation. It is made anew each time: one that is too large to make is no reason to keep it.
static bdd image_by_one(struct sigma *s, bdd_relation *const *relations, size_t count, bdd set)
{
    bdd_scope scope = bdd_open_scope(s->m);
    bdd body = BDD_TRUE, cube = BDD_TRUE;
    for (size_t i = 0; i < count; i++) {
        body = bdd_and(s->m, body, bdd_relation_body(relations[i]));
        cube = bdd_and(s->m, cube, bdd_relation_cube(relations[i]));
    }
    bdd image = BDD_NONE;
    if (bdd_is_valid(cube)) {
        size_t width = bdd_cube_vars(s->m, cube, NULL, 0);
        int *vars = mem_alloc(s->mem, (width + 1) * sizeof *vars);
        bdd_cube_vars(s->m, cube, vars, width);
        bdd_relation *whole = bdd_relation_new(s->m, body, vars, width);
        image = whole ? image_by(s, whole, set) : BDD_NONE;
        bdd_relation_free(whole);
        mem_free(s->mem, vars, (width + 1) * sizeof *vars);
    }
    return bdd_close_scope_with(s->m, scope, image);
}

// Sets that speak of inputs, and cells without a next copy, are moved by substitution in any case.
bdd sigma_image(struct sigma *s, size_t generator, bdd set)
{
    bdd_relation *const *relations;
    size_t count;
    if (s->options.application == SIGMA_SUBSTITUTION ||
        !substitution_relations(s->generators[generator], &relations, &count))
        return substitution_image(s->generators[generator], set);
    return s->options.application == SIGMA_PARTITION ? image_by_partition(s, relations, count, set)
                                                     : image_by_one(s, relations, count, set);
}

// ---- All of them ----------------------------------------------------------------------------------------------------

struct closing {
    struct sigma *sigma;
    const struct sigma_options *limits;
    bdd sym_states; // protected
    uint64_t end;   // when so much work was done, it is enough
    bool too_large; // by the limits, or by the work
    bool is_spent;  // the work, or memory
    bool is_cut;    // by the number of rounds
};

// Each operation is an attempt: it makes no more nodes than there is work left.
static void limit_operations(const struct closing *c)
{
    uint64_t done = bdd_work_done(c->sigma->m);
    if (c->end != UINT64_MAX)
        bdd_set_budget(c->sigma->m, c->end > done ? (size_t)(c->end - done) : 0);
}

static void release_operations(const struct closing *c)
{
    if (c->end != UINT64_MAX)
        bdd_set_budget(c->sigma->m, SIZE_MAX);
}

// Whether what the engine gave up can be done without.
static bool is_too_much(const struct closing *c)
{
    enum bdd_status status = bdd_status(c->sigma->m);
    return c->end != UINT64_MAX && (status == BDD_OVER_BUDGET || status == BDD_OUT_OF_MEMORY);
}

// Lines 6 and 7. Whether there is more then; BDD_UNKNOWN: the engine gave up.
static enum bdd_answer apply_one(struct closing *c, size_t generator)
{
    bdd_manager *m = c->sigma->m;
    bdd_scope scope = bdd_open_scope(m);
    limit_operations(c);
    bdd more = bdd_or(m, c->sym_states, sigma_image(c->sigma, generator, c->sym_states));
    enum bdd_answer answer = BDD_UNKNOWN;
    if (bdd_is_valid(more)) {
        answer = more != c->sym_states ? BDD_YES : BDD_NO;
        c->too_large = c->limits->nodes && bdd_size(m, more) > c->limits->nodes;
        c->sym_states = more;
        if (answer == BDD_YES && bdd_work_done(m) >= c->end)
            c->too_large = c->is_spent = true;
    } else if (is_too_much(c)) {
        answer = BDD_YES;
        c->too_large = c->is_spent = true;
    }
    release_operations(c);
    bdd_close_scope(m, scope);
    return answer;
}

// What the first generators make is closed under them before the next one comes: such sets have smaller diagrams than
// those that all generators were applied to a few times. Of components whose neighbours are exchanged, the first i are
// permuted in all ways, and then the next one goes through all of their places, one after the other, from the last to
// the first: that is all, and no set is made twice.
static bool apply_in_stages(struct closing *c)
{
    enum bdd_answer is_more = BDD_YES;
    for (size_t stage = 0; stage < c->sigma->count; stage++)
        for (size_t i = stage + 1; i-- > 0 && !c->too_large;) {
            is_more = apply_one(c, i);
            if (is_more == BDD_UNKNOWN)
                return false;
            if (is_more == BDD_NO && i == stage)
                break;
        }
    return true;
}

// All generators in turn, until there is nothing new or it is too much.
static bool apply_in_rounds(struct closing *c)
{
    size_t idle = 0, count = c->sigma->count;
    for (size_t i = 0; idle < count && !c->too_large; i++) {
        c->is_cut = c->limits->rounds && i == c->limits->rounds * count;
        if (c->is_cut)
            break;
        enum bdd_answer is_more = apply_one(c, i % count);
        if (is_more == BDD_UNKNOWN)
            return false;
        idle = is_more == BDD_YES ? 0 : idle + 1;
    }
    return true;
}

static bdd apply(struct sigma *s, bdd a, const struct sigma_options *limits, struct sigma_work *work)
{
    uint64_t done = bdd_work_done(s->m);
    struct closing c = {.sigma = s, .limits = limits, .sym_states = a, .end = UINT64_MAX};
    if (work && work->most < UINT64_MAX - done)
        c.end = done + work->most;
    bool good = bdd_protect(s->m, &c.sym_states);
    good = good && (limits->rounds || apply_in_stages(&c)) && apply_in_rounds(&c);
    bdd_unprotect(s->m, &c.sym_states);
    if (work)
        *work = (struct sigma_work){work->most, !c.is_spent, c.too_large || c.is_cut};
    return bdd_hand_over(s->m, good ? c.sym_states : BDD_NONE);
}

bdd sigma_step(struct sigma *s, bdd set)
{
    return sigma_step_within(s, set, NULL);
}

bdd sigma_orbits(struct sigma *s, bdd set)
{
    return sigma_orbits_within(s, set, NULL);
}

bdd sigma_step_within(struct sigma *s, bdd set, struct sigma_work *work)
{
    return bdd_is_valid(set) ? apply(s, set, &s->options, work) : BDD_NONE;
}

bdd sigma_orbits_within(struct sigma *s, bdd set, struct sigma_work *work)
{
    return bdd_is_valid(set) ? apply(s, set, &(struct sigma_options){0}, work) : BDD_NONE;
}

// ---- Fewer ----------------------------------------------------------------------------------------------------------

static int by_index(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

// The bits of a generator's cycles, in the order in which they were made: that of the levels may change, and a search
// that goes on in another run would then take other representatives.
static size_t moved_bits(struct sigma *s, size_t generator, int **bits)
{
    bdd_relation *const *relations;
    size_t count, bit_count = 0;
    *bits = NULL;
    if (!substitution_relations(s->generators[generator], &relations, &count))
        return 0;
    bdd cube = BDD_TRUE;
    for (size_t i = 0; i < count; i++)
        cube = bdd_and(s->m, cube, bdd_relation_cube(relations[i]));
    if (!bdd_is_valid(cube))
        return 0;
    bit_count = bdd_cube_vars(s->m, cube, NULL, 0);
    *bits = mem_alloc(s->mem, (bit_count + 1) * sizeof **bits);
    bdd_cube_vars(s->m, cube, *bits, bit_count);
    qsort(*bits, bit_count, sizeof **bits, by_index);
    return bit_count;
}

// What a bit is after the generator was applied, as a function of bits before.
static bdd bit_after(struct sigma *s, size_t generator, int bit)
{
    return substitution_preimage(s->generators[generator], bdd_literal(s->m, bit));
}

// Where the state after is less than the one before: the first bit that differs is gone.
static bdd find_smaller(struct sigma *s, size_t generator)
{
    int *bits;
    size_t count = moved_bits(s, generator, &bits);
    bdd smaller = BDD_FALSE;
    for (size_t i = count < BITS_TO_COMPARE ? count : BITS_TO_COMPARE; i-- > 0 && bdd_is_valid(smaller);) {
        bdd_scope scope = bdd_open_scope(s->m);
        bdd before = bdd_literal(s->m, bits[i]), after = bit_after(s, generator, bits[i]);
        bdd gone = bdd_minus(s->m, before, after), same = bdd_iff(s->m, before, after);
        smaller = bdd_or(s->m, gone, bdd_and(s->m, same, smaller));
        smaller = bdd_close_scope_with(s->m, scope, smaller);
    }
    mem_free(s->mem, bits, bits ? (count + 1) * sizeof *bits : 0);
    return bdd_is_valid(smaller) ? smaller : BDD_FALSE;
}

bdd sigma_thin(struct sigma *s, bdd set)
{
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->count && bdd_is_valid(set) && set != BDD_FALSE; i++) {
        if (!bdd_is_valid(s->smaller[i]))
            s->smaller[i] = find_smaller(s, i);
        if (s->smaller[i] == BDD_FALSE)
            continue;
        bdd from = bdd_and(s->m, set, s->smaller[i]);
        set = bdd_minus(s->m, set, bdd_and(s->m, from, substitution_preimage(s->generators[i], set)));
    }
    return bdd_close_scope_with(s->m, scope, set);
}
