#include "orbit/xi.h"

#include "base/array.h"

typedef ARRAY(int) var_list;

struct xi {
    struct mem *mem;
    bdd_manager *m;
    bdd relation, representatives; // protected
    bdd_relation *pairs;           // the relation, for images
};

bool xi_is_possible(struct sigma *sigma)
{
    bdd_relation *const *relations;
    size_t count;
    for (size_t i = 0; i < sigma_count(sigma); i++)
        if (!substitution_relations(sigma_substitution(sigma, i), &relations, &count))
            return false;
    return true;
}

// ---- Relations ------------------------------------------------------------------------------------------------------

// The bits of the model's states that have two copies.
static void collect_bits(struct encoding *encoding, var_list *bits, struct mem *mem)
{
    const struct model *model = encoding_model(encoding);
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        const int *vars;
        size_t count = encode_cell_vars(encoding, cell, &vars);
        for (size_t i = 0; i < count && model_cell(model, cell)->role == CELL_STATE; i++)
            array_push(mem, bits, vars[i]);
    }
}

// Current and next copies are equal.
static bdd make_equal(bdd_manager *m, const var_list *bits)
{
    bdd all = BDD_TRUE;
    for (size_t i = bits->count; i-- > 0 && bdd_is_valid(all);) {
        bdd_scope scope = bdd_open_scope(m);
        bdd bit = bdd_literal(m, bits->at[i]), next = bdd_literal(m, bits->at[i] + 1);
        all = bdd_close_scope_with(m, scope, bdd_and(m, all, bdd_iff(m, bit, next)));
    }
    return all;
}

// Line 6, cycle by cycle, which move different bits: from the same representatives one generator further.
static bdd compose(struct sigma *sigma, bdd_manager *m, bdd xi, size_t generator)
{
    bdd_relation *const *relations;
    size_t count;
    if (!substitution_relations(sigma_substitution(sigma, generator), &relations, &count))
        return BDD_NONE;
    for (size_t i = 0; i < count; i++)
        xi = bdd_compose_relations(m, xi, relations[i]);
    return xi;
}

// Lines 2 to 7 of Figure 4: pairs to which generators are applied until there is no new one.
static bdd close_under(struct sigma *sigma, bdd_manager *m, bdd xi, const struct xi_work *work)
{
    bdd old_xi = BDD_FALSE;
    bool good = bdd_is_valid(xi) && bdd_protect(m, &xi) && bdd_protect(m, &old_xi);
    while (good && old_xi != xi) {
        old_xi = xi;
        for (size_t i = 0; i < sigma_count(sigma) && good; i++) {
            bdd_scope scope = bdd_open_scope(m);
            bdd both = bdd_or(m, xi, compose(sigma, m, xi, i));
            good = bdd_is_valid(both);
            if (good)
                xi = both;
            bdd_close_scope(m, scope);
            if (good && work)
                work->grown(work->context, xi);
        }
    }
    bdd_unprotect(m, &old_xi);
    bdd_unprotect(m, &xi);
    return bdd_hand_over(m, good ? xi : BDD_NONE);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

void xi_free(struct xi *xi)
{
    if (!xi)
        return;
    bdd_relation_free(xi->pairs);
    bdd_unprotect(xi->m, &xi->representatives);
    bdd_unprotect(xi->m, &xi->relation);
    mem_free(xi->mem, xi, sizeof *xi);
}

static struct xi *make(bdd_manager *m, bdd relation, bdd representatives, const var_list *bits, struct mem *mem)
{
    struct xi *xi = mem_zalloc(mem, sizeof *xi);
    *xi = (struct xi){.mem = mem, .m = m, .relation = relation, .representatives = representatives};
    bool good = bdd_protect(m, &xi->relation) && bdd_protect(m, &xi->representatives) && bdd_is_valid(relation);
    xi->pairs = good ? bdd_relation_new(m, relation, bits->at, bits->count) : NULL;
    if (!xi->pairs) {
        xi_free(xi);
        return NULL;
    }
    return xi;
}

struct xi *xi_create(struct sigma *sigma, struct encoding *encoding, bdd representatives, struct mem *mem)
{
    bdd_manager *m = encoding_manager(encoding);
    var_list bits = {0};
    collect_bits(encoding, &bits, mem);
    bdd_scope scope = bdd_open_scope(m);
    bdd equal = bdd_and(m, representatives, make_equal(m, &bits));
    struct xi *xi = make(m, close_under(sigma, m, equal, NULL), representatives, &bits, mem);
    bdd_close_scope(m, scope);
    array_free(mem, &bits);
    return xi;
}

static int by_level(bdd_manager *m, int a, int b)
{
    return bdd_level_of(m, a) - bdd_level_of(m, b);
}

static void sort_by_level(bdd_manager *m, var_list *bits)
{
    for (size_t i = 1; i < bits->count; i++)
        for (size_t k = i; k > 0 && by_level(m, bits->at[k - 1], bits->at[k]) > 0; k--) {
            int held = bits->at[k];
            bits->at[k] = bits->at[k - 1];
            bits->at[k - 1] = held;
        }
}

// The next state is less than the current one, bit by bit from the top.
static bdd make_less(bdd_manager *m, const var_list *bits)
{
    bdd less = BDD_FALSE;
    for (size_t i = bits->count; i-- > 0;) {
        bdd_scope scope = bdd_open_scope(m);
        bdd bit = bdd_literal(m, bits->at[i]), next = bdd_literal(m, bits->at[i] + 1);
        less = bdd_or(m, bdd_minus(m, bit, next), bdd_and(m, bdd_iff(m, bit, next), less));
        less = bdd_close_scope_with(m, scope, less);
    }
    return less;
}

static bdd next_cube(bdd_manager *m, const var_list *bits, struct mem *mem)
{
    var_list next = {0};
    for (size_t i = 0; i < bits->count; i++)
        array_push(mem, &next, bits->at[i] + 1);
    bdd cube = bdd_cube(m, next.at, next.count);
    array_free(mem, &next);
    return cube;
}

struct xi *xi_from_orbits(struct sigma *sigma, struct encoding *encoding, bdd states, const struct xi_work *work,
                          struct mem *mem)
{
    bdd_manager *m = encoding_manager(encoding);
    var_list bits = {0};
    collect_bits(encoding, &bits, mem);
    bdd_scope scope = bdd_open_scope(m);
    bool is_begun = work && bdd_is_valid(work->begun);
    bdd begun = is_begun ? work->begun : bdd_and(m, states, make_equal(m, &bits));
    bdd orbits = close_under(sigma, m, begun, work);
    sort_by_level(m, &bits);
    bdd not_least = bdd_and_exists(m, orbits, make_less(m, &bits), next_cube(m, &bits, mem));
    bdd representatives = bdd_minus(m, states, not_least);
    struct xi *xi = make(m, bdd_and(m, orbits, representatives), representatives, &bits, mem);
    bdd_close_scope(m, scope);
    array_free(mem, &bits);
    return xi;
}

// ---- Made before ----------------------------------------------------------------------------------------------------

static bool is_subset(bdd_manager *m, bdd a, bdd b)
{
    return bdd_is_subset(m, a, b) == BDD_YES;
}

static bool is_of_pairs(bdd_manager *m, bdd relation, const var_list *bits, struct mem *mem)
{
    bdd both = bdd_and(m, bdd_cube(m, bits->at, bits->count), next_cube(m, bits, mem));
    return is_subset(m, both, bdd_support(m, relation));
}

bool xi_can_begin(struct encoding *encoding, bdd states, bdd relation, struct mem *mem)
{
    bdd_manager *m = encoding_manager(encoding);
    var_list bits = {0};
    collect_bits(encoding, &bits, mem);
    bdd_scope scope = bdd_open_scope(m);
    bool good = is_of_pairs(m, relation, &bits, mem) && is_subset(m, relation, states) &&
                is_subset(m, relation, bdd_swap_pairs(m, states)) &&
                is_subset(m, bdd_and(m, states, make_equal(m, &bits)), relation);
    bdd_close_scope(m, scope);
    array_free(mem, &bits);
    return good;
}

static bool is_closed(struct sigma *sigma, bdd_manager *m, bdd relation)
{
    bool good = true;
    for (size_t i = 0; i < sigma_count(sigma) && good; i++) {
        bdd_scope scope = bdd_open_scope(m);
        good = is_subset(m, compose(sigma, m, relation, i), relation);
        bdd_close_scope(m, scope);
    }
    return good;
}

// Each state has somebody who stands for it; a representative stands for all of its orbit, and for no other one.
static bool is_xi(struct sigma *sigma, bdd_manager *m, bdd relation, bdd representatives, bdd states,
                  const var_list *bits)
{
    bdd equal = make_equal(m, bits), all = bdd_exists(m, relation, bdd_cube(m, bits->at, bits->count));
    return is_subset(m, representatives, states) && bdd_is_valid(all) && all == bdd_swap_pairs(m, states) &&
           is_subset(m, bdd_and(m, representatives, equal), relation) &&
           is_subset(m, bdd_and(m, relation, bdd_swap_pairs(m, representatives)), equal) &&
           is_closed(sigma, m, relation);
}

struct xi *xi_from_relation(struct sigma *sigma, struct encoding *encoding, bdd states, bdd relation, struct mem *mem)
{
    bdd_manager *m = encoding_manager(encoding);
    struct xi *xi = NULL;
    var_list bits = {0};
    collect_bits(encoding, &bits, mem);
    bdd_scope scope = bdd_open_scope(m);
    bdd representatives = bdd_exists(m, relation, next_cube(m, &bits, mem));
    if (is_of_pairs(m, relation, &bits, mem) && is_xi(sigma, m, relation, representatives, states, &bits))
        xi = make(m, relation, representatives, &bits, mem);
    bdd_close_scope(m, scope);
    array_free(mem, &bits);
    return xi;
}

// ---- Using ----------------------------------------------------------------------------------------------------------

bdd xi_representatives(const struct xi *xi)
{
    return xi->representatives;
}

bdd xi_relation(const struct xi *xi)
{
    return xi->relation;
}

bdd xi_represent(struct xi *xi, bdd states)
{
    return bdd_preimage(xi->m, states, xi->pairs);
}

bdd xi_spread(struct xi *xi, bdd set)
{
    return bdd_image(xi->m, set, xi->pairs);
}
