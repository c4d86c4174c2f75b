#include <stdlib.h>
#include <string.h>

#include "pnml/canonical_marking_parts.h"

enum { MOST_DEPTH = 200 };

// What the search below an element finds.
struct kind {
    struct leaf first, best;
    mpz_t keepers; // permutations that keep the marking, and all that is told apart
    uint64_t count;
};

bool canonical_marking_can_move(const struct canonical_marking *c, uint32_t class, uint32_t colour)
{
    return c->numbers[class][colour] != NO_ELEMENT;
}

// ---- Leaves ---------------------------------------------------------------------------------------------------------

static int by_colour(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// The marking with its elements in the order at hand.
static void make_leaf(struct canonical_marking *c, struct leaf *to)
{
    uint32_t count = (uint32_t)c->elements.count;
    to->ranks.count = to->path.count = 0;
    mpz_set_ui(c->factor, 1);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t e = c->order[k].element;
        bool is_twin = k > 0 && marking_is_same_cell(c, k - 1, k) && c->twins[e] == c->twins[c->order[k - 1].element];
        c->images[e] = k;
        array_push(c->mem, &to->ranks, is_twin ? to->ranks.at[k - 1] + 1 : 0);
        if (!c->skips_orbits)
            mpz_mul_ui(c->factor, c->factor, to->ranks.at[k] + 1);
    }
    for (size_t i = 0; i < c->path.count; i++)
        array_push(c->mem, &to->path, c->images[c->path.at[i]]);
    array_reserve(c->mem, &to->marking, c->marking->count);
    to->marking.count = c->marking->count;
    memcpy(to->marking.at, c->marking->at, c->marking->count * sizeof *to->marking.at);
    for (size_t i = 0; i < c->tokens.count; i++) {
        const struct token *t = &c->tokens.at[i];
        uint32_t sort = c->net->places.at[t->place].sort, colours[MOST_WIDTH], next = t->first;
        const struct net_sort *s = &c->net->sorts.at[sort];
        net_unpack_colour(c->net, sort, c->marking->at[t->at], colours);
        for (uint32_t k = 0; k < s->count; k++)
            if (c->numbers[s->classes[k]][colours[k]] != NO_ELEMENT)
                colours[k] = c->elements.at[c->images[c->members.at[next++]]].colour;
        to->marking.at[t->at] = net_pack_colour(c->net, sort, colours);
    }
    for (uint32_t p = 0; p < c->net->places.count; p++)
        if (to->marking.at[c->starts[p]] > 1)
            qsort(to->marking.at + c->starts[p] + 1, to->marking.at[c->starts[p]], 2 * sizeof *to->marking.at,
                  by_colour);
    c->work += c->tokens.count + count;
}

static void free_leaf(struct canonical_marking *c, struct leaf *l)
{
    array_free(c->mem, &l->marking);
    array_free(c->mem, &l->path);
    array_free(c->mem, &l->ranks);
}

static void copy_leaf(struct canonical_marking *c, struct leaf *to, const struct leaf *from)
{
    to->marking.count = to->path.count = to->ranks.count = 0;
    for (size_t i = 0; i < from->marking.count; i++)
        array_push(c->mem, &to->marking, from->marking.at[i]);
    for (size_t i = 0; i < from->path.count; i++)
        array_push(c->mem, &to->path, from->path.at[i]);
    for (size_t i = 0; i < from->ranks.count; i++)
        array_push(c->mem, &to->ranks, from->ranks.at[i]);
}

// By marking; where that is the same, by where the first elements of the path are. If those are the same, too, a
// permutation keeps the marking, and takes these elements of one path to those of the other.
static int compare_leaves(const struct leaf *a, const struct leaf *b, size_t path)
{
    for (size_t i = 0; i < a->marking.count; i++)
        if (a->marking.at[i] != b->marking.at[i])
            return a->marking.at[i] < b->marking.at[i] ? -1 : 1;
    for (size_t i = 0; i < path; i++)
        if (a->path.at[i] != b->path.at[i])
            return a->path.at[i] < b->path.at[i] ? -1 : 1;
    return 0;
}

// ---- The search -----------------------------------------------------------------------------------------------------

static bool is_over(const struct canonical_marking *c, size_t depth)
{
    return c->work > MOST_WORK || depth >= MOST_DEPTH;
}

// The first leaf below a depth.
static void descend(struct canonical_marking *c, size_t depth, struct leaf *to)
{
    for (;; depth++) {
        uint32_t first = 0;
        marking_refine(c, depth);
        if (marking_choose_cell(c, &first) == 0)
            break;
        if (is_over(c, depth)) {
            c->is_exact = false;
            break;
        }
        marking_tell_apart(c, depth, c->order[first].element);
    }
    make_leaf(c, to);
}

struct kinds {
    ARRAY(struct kind) at;
    uint32_t *elements, *kind_of; // of the cell, and the kind of each
    uint32_t count;
};

static void search(struct canonical_marking *, size_t depth, struct kind *);

// Whether the element is of a kind that is there: a twin of one, or its first leaf is the same.
static bool is_known(struct canonical_marking *c, size_t depth, struct kinds *k, uint32_t number)
{
    for (uint32_t i = 0; i < number; i++)
        if (c->twins[k->elements[i]] == c->twins[k->elements[number]]) {
            k->kind_of[number] = k->kind_of[i];
            return true;
        }
    struct leaf probe = {0};
    bool is_found = false;
    if (k->at.count > 0) {
        marking_tell_apart(c, depth, k->elements[number]);
        descend(c, depth + 1, &probe);
        for (uint32_t i = 0; i < k->at.count && !is_found; i++)
            if (compare_leaves(&k->at.at[i].first, &probe, depth + 1) == 0) {
                k->kind_of[number] = i;
                is_found = true;
            }
    }
    free_leaf(c, &probe);
    return is_found;
}

static void find_kinds(struct canonical_marking *c, size_t depth, struct kinds *k)
{
    for (uint32_t i = 0; i < k->count; i++) {
        if (is_over(c, depth) && k->at.count > 0) {
            c->is_exact = false;
            return;
        }
        if (!is_known(c, depth, k, i)) {
            struct kind new = {.count = 0};
            mpz_init(new.keepers);
            marking_tell_apart(c, depth, k->elements[i]);
            search(c, depth + 1, &new);
            k->kind_of[i] = (uint32_t)k->at.count;
            array_push(c->mem, &k->at, new);
        }
        k->at.at[k->kind_of[i]].count++;
    }
}

static void take_best(struct canonical_marking *c, size_t depth, struct kinds *k, struct kind *to)
{
    struct kind *best = &k->at.at[0];
    uint64_t count = 0;
    for (size_t i = 1; i < k->at.count; i++)
        if (compare_leaves(&k->at.at[i].best, &best->best, depth + 1) < 0)
            best = &k->at.at[i];
    for (size_t i = 0; i < k->at.count; i++)
        if (compare_leaves(&k->at.at[i].best, &best->best, depth + 1) == 0)
            count += k->at.at[i].count;
    copy_leaf(c, &to->first, &k->at.at[0].first);
    copy_leaf(c, &to->best, &best->best);
    mpz_mul_ui(to->keepers, best->keepers, count);
}

static void search(struct canonical_marking *c, size_t depth, struct kind *to)
{
    uint32_t first = 0;
    if (depth > 0) // else it is
        marking_refine(c, depth);
    uint32_t count = marking_choose_cell(c, &first);
    if (count == 0 || is_over(c, depth)) {
        c->is_exact = c->is_exact && count == 0;
        make_leaf(c, &to->first);
        copy_leaf(c, &to->best, &to->first);
        mpz_set(to->keepers, c->factor);
        return;
    }
    struct kinds k = {.count = count};
    k.elements = mem_alloc(c->mem, count * sizeof *k.elements);
    k.kind_of = mem_zalloc(c->mem, count * sizeof *k.kind_of);
    for (uint32_t i = 0; i < count; i++)
        k.elements[i] = c->order[first + i].element;
    find_kinds(c, depth, &k);
    take_best(c, depth, &k, to);
    for (size_t i = 0; i < k.at.count; i++) {
        free_leaf(c, &k.at.at[i].first);
        free_leaf(c, &k.at.at[i].best);
        mpz_clear(k.at.at[i].keepers);
    }
    array_free(c->mem, &k.at);
    mem_free(c->mem, k.elements, count * sizeof *k.elements);
    mem_free(c->mem, k.kind_of, count * sizeof *k.kind_of);
}

void canonical_marking_find(struct canonical_marking *c, marking_array *marking)
{
    uint32_t first = 0;
    c->is_exact = true;
    mpz_set_ui(c->keepers, 1);
    if (c->elements.count == 0)
        return;
    c->marking = marking;
    c->work = 0;
    c->path.count = 0;
    memset(c->signs.at[0], 0, (c->elements.count + 1) * sizeof **c->signs.at);
    marking_read_tokens(c);
    marking_refine(c, 0);
    marking_find_twins(c);
    if (marking_choose_cell(c, &first) == 0) {
        make_leaf(c, &c->result);
        mpz_set(c->keepers, c->factor);
    } else {
        struct kind found = {.count = 0};
        mpz_init(found.keepers);
        search(c, 0, &found);
        copy_leaf(c, &c->result, &found.best);
        mpz_set(c->keepers, found.keepers);
        free_leaf(c, &found.first);
        free_leaf(c, &found.best);
        mpz_clear(found.keepers);
    }
    memcpy(marking->at, c->result.marking.at, marking->count * sizeof *marking->at);
    c->marking = NULL;
    for (uint32_t e = 0; e < c->elements.count; e++)
        c->sizes[e - c->result.ranks.at[e]] = c->result.ranks.at[e] + 1;
}

bool canonical_marking_is_exact(const struct canonical_marking *c)
{
    return c->is_exact;
}

void canonical_marking_skip_orbits(struct canonical_marking *c)
{
    c->skips_orbits = true;
}

void canonical_marking_orbit(const struct canonical_marking *c, mpz_t orbit)
{
    mpz_set_ui(orbit, 1);
    for (uint32_t i = 0, size = 0; i < c->elements.count; i++) {
        size = i > 0 && c->elements.at[i].subclass == c->elements.at[i - 1].subclass ? size + 1 : 1;
        mpz_mul_ui(orbit, orbit, size);
    }
    mpz_divexact(orbit, orbit, c->keepers);
}

struct colour_twins canonical_marking_twins(const struct canonical_marking *c, uint32_t class, uint32_t colour)
{
    uint32_t e = c->numbers[class][colour];
    if (e == NO_ELEMENT)
        return (struct colour_twins){0, 0, 1};
    uint32_t rank = c->result.ranks.at[e];
    return (struct colour_twins){e - rank, rank, c->sizes[e - rank]};
}

// ---- Opening --------------------------------------------------------------------------------------------------------

struct canonical_marking *canonical_marking_open(const struct net *net, const struct colour_symmetry *symmetry,
                                                 struct mem *mem)
{
    struct canonical_marking *c = mem_zalloc(mem, sizeof *c);
    *c = (struct canonical_marking){.net = net, .symmetry = symmetry, .mem = mem, .is_exact = true};
    c->numbers = mem_alloc(mem, (net->classes.count + 1) * sizeof *c->numbers);
    for (size_t k = 0; k < net->classes.count; k++) {
        c->numbers[k] = mem_alloc(mem, net->classes.at[k].size * sizeof **c->numbers);
        memset(c->numbers[k], 0xff, net->classes.at[k].size * sizeof **c->numbers);
    }
    for (uint32_t i = 0; i < symmetry->subclasses.count; i++) {
        const struct subclass *s = &symmetry->subclasses.at[i];
        for (uint32_t k = 0; !s->is_ring && k < s->colours.count; k++) {
            c->numbers[s->class][s->colours.at[k]] = (uint32_t)c->elements.count;
            array_push(mem, &c->elements, ((struct element){s->class, s->colours.at[k], i}));
        }
    }
    size_t count = c->elements.count;
    c->starts = mem_alloc(mem, (net->places.count + 1) * sizeof *c->starts);
    c->token_starts = mem_alloc(mem, (count + 2) * sizeof *c->token_starts);
    c->twins = mem_alloc(mem, (count + 1) * sizeof *c->twins);
    c->sums = mem_alloc(mem, (count + 1) * sizeof *c->sums);
    c->order = mem_alloc(mem, (count + 1) * sizeof *c->order);
    c->images = mem_alloc(mem, (count + 1) * sizeof *c->images);
    c->sizes = mem_alloc(mem, (count + 1) * sizeof *c->sizes);
    array_push(mem, &c->signs, mem_alloc(mem, (count + 1) * sizeof **c->signs.at));
    mpz_inits(c->keepers, c->factor, NULL);
    return c;
}

void canonical_marking_close(struct canonical_marking *c)
{
    size_t count = c->elements.count;
    for (size_t k = 0; k < c->net->classes.count; k++)
        mem_free(c->mem, c->numbers[k], c->net->classes.at[k].size * sizeof **c->numbers);
    mem_free(c->mem, c->numbers, (c->net->classes.count + 1) * sizeof *c->numbers);
    for (size_t i = 0; i < c->signs.count; i++)
        mem_free(c->mem, c->signs.at[i], (count + 1) * sizeof **c->signs.at);
    mem_free(c->mem, c->starts, (c->net->places.count + 1) * sizeof *c->starts);
    mem_free(c->mem, c->token_starts, (count + 2) * sizeof *c->token_starts);
    mem_free(c->mem, c->twins, (count + 1) * sizeof *c->twins);
    mem_free(c->mem, c->sums, (count + 1) * sizeof *c->sums);
    mem_free(c->mem, c->order, (count + 1) * sizeof *c->order);
    mem_free(c->mem, c->images, (count + 1) * sizeof *c->images);
    mem_free(c->mem, c->sizes, (count + 1) * sizeof *c->sizes);
    free_leaf(c, &c->result);
    array_free(c->mem, &c->elements);
    array_free(c->mem, &c->tokens);
    array_free(c->mem, &c->members);
    array_free(c->mem, &c->token_of);
    array_free(c->mem, &c->signs);
    array_free(c->mem, &c->path);
    mpz_clears(c->keepers, c->factor, NULL);
    mem_free(c->mem, c, sizeof *c);
}
