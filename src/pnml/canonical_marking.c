#include "pnml/canonical_marking.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { MOST_WIDTH = 64, MOST_DEPTH = 200, MOST_KINDS_OF_TWINS = 64 };
#define MOST_WORK 3000000 // visits of tokens and colours, for one marking
#define NO_ELEMENT UINT32_MAX

// A colour that can be permuted is an *element*. Those of one subclass follow each other.
struct element {
    uint32_t class, colour, subclass;
};

struct token { // with an element at least
    uint64_t hash;
    uint32_t place, first, count; // its elements, in the order of the components
    size_t at;                    // in the marking
};

struct signature {
    uint64_t value;
    uint32_t element;
};

// A permutation of the marking, and what became of the elements that were told apart on the way to it.
struct leaf {
    marking_array marking;
    ARRAY(uint32_t) path;
    ARRAY(uint32_t) ranks; // by element of the permuted marking: its number among its twins
};

// What the search below an element finds.
struct kind {
    struct leaf first, best;
    mpz_t keepers; // permutations that keep the marking, and all that is told apart
    uint64_t count;
};

struct canonical_marking {
    const struct net *net;
    const struct colour_symmetry *symmetry;
    struct mem *mem;
    ARRAY(struct element) elements;
    uint32_t **numbers; // by class and colour: of the element
    // The marking at hand:
    const marking_array *marking;
    size_t *starts; // by place, where its tokens are in the marking
    ARRAY(struct token) tokens;
    ARRAY(uint32_t) members;
    uint32_t *token_starts; // by element: its tokens are from there on among these:
    ARRAY(uint32_t) token_of;
    bool has_pairs;  // a token has two elements
    uint32_t *twins; // by element: the first of its twins
    uint64_t *sums;  // likewise
    struct signature *order;
    uint32_t *images;        // by element
    uint32_t *sizes;         // by element of the permuted marking that is the first of its twins: how many they are
    ARRAY(uint64_t *) signs; // by depth: signatures
    ARRAY(uint32_t) path;    // elements that are told apart
    uint64_t work;
    struct leaf result;
    bool is_exact;
    mpz_t keepers, factor;
    bool skips_orbits;
};

// ---- Tokens ---------------------------------------------------------------------------------------------------------

bool canonical_marking_can_move(const struct canonical_marking *c, uint32_t class, uint32_t colour)
{
    return c->numbers[class][colour] != NO_ELEMENT;
}

static void add_token(struct canonical_marking *c, uint32_t place, size_t at)
{
    uint32_t sort = c->net->places.at[place].sort, colours[MOST_WIDTH];
    const struct net_sort *s = &c->net->sorts.at[sort];
    struct token t = {hash_pair(place, c->marking->at[at + 1]), place, (uint32_t)c->members.count, 0, at};
    net_unpack_colour(c->net, sort, c->marking->at[at], colours);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t e = c->numbers[s->classes[i]][colours[i]];
        t.hash = hash_pair(t.hash, e == NO_ELEMENT ? colours[i] : UINT64_C(1) << 40);
        if (e == NO_ELEMENT)
            continue;
        array_push(c->mem, &c->members, e);
        t.count++;
    }
    c->has_pairs |= t.count > 1;
    if (t.count > 0)
        array_push(c->mem, &c->tokens, t);
}

static void read_tokens(struct canonical_marking *c)
{
    size_t at = 0, elements = c->elements.count;
    c->tokens.count = c->members.count = 0;
    c->has_pairs = false;
    for (uint32_t p = 0; p < c->net->places.count; p++) {
        c->starts[p] = at;
        uint64_t count = c->marking->at[at++];
        for (uint64_t i = 0; i < count; i++, at += 2)
            add_token(c, p, at);
    }
    memset(c->token_starts, 0, (elements + 2) * sizeof *c->token_starts);
    array_reserve(c->mem, &c->token_of, c->members.count);
    for (size_t i = 0; i < c->members.count; i++)
        c->token_starts[c->members.at[i] + 2]++;
    for (size_t e = 2; e < elements + 2; e++)
        c->token_starts[e] += c->token_starts[e - 1];
    for (uint32_t i = 0; i < c->tokens.count; i++)
        for (uint32_t k = 0; k < c->tokens.at[i].count; k++)
            c->token_of.at[c->token_starts[c->members.at[c->tokens.at[i].first + k] + 1]++] = i;
}

// ---- Twins ----------------------------------------------------------------------------------------------------------

// Tokens of that colour in a place, by bisection.
static uint64_t tokens_of(const struct canonical_marking *c, uint32_t place, uint64_t colour)
{
    const uint64_t *at = c->marking->at + c->starts[place] + 1;
    size_t low = 0, high = c->marking->at[c->starts[place]];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (at[2 * middle] < colour)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->marking->at[c->starts[place]] && at[2 * low] == colour ? at[2 * low + 1] : 0;
}

// Exchanging them changes nothing: each token of one of them is there with the other, too.
static bool are_twins(struct canonical_marking *c, uint32_t a, uint32_t b)
{
    uint32_t first = c->token_starts[a], last = c->token_starts[a + 1], colours[MOST_WIDTH];
    const struct element *x = &c->elements.at[a], *y = &c->elements.at[b];
    if (c->token_starts[b + 1] - c->token_starts[b] != last - first)
        return false;
    for (uint32_t i = first; i < last; i++) {
        const struct token *t = &c->tokens.at[c->token_of.at[i]];
        uint32_t sort = c->net->places.at[t->place].sort;
        const struct net_sort *s = &c->net->sorts.at[sort];
        c->work += s->count;
        net_unpack_colour(c->net, sort, c->marking->at[t->at], colours);
        for (uint32_t k = 0; k < s->count; k++)
            if (s->classes[k] == x->class && (colours[k] == x->colour || colours[k] == y->colour))
                colours[k] = colours[k] == x->colour ? y->colour : x->colour;
        if (tokens_of(c, t->place, net_pack_colour(c->net, sort, colours)) != c->marking->at[t->at + 1])
            return false;
    }
    return true;
}

static bool is_same_cell(const struct canonical_marking *c, uint32_t k, uint32_t l)
{
    return c->order[k].value == c->order[l].value &&
           c->elements.at[c->order[k].element].subclass == c->elements.at[c->order[l].element].subclass;
}

// Twins have the same signature.
static void find_twins(struct canonical_marking *c)
{
    uint32_t count = (uint32_t)c->elements.count;
    for (uint32_t start = 0, end; start < count; start = end) {
        uint32_t firsts[MOST_KINDS_OF_TWINS], kinds = 0;
        for (end = start; end < count && is_same_cell(c, start, end); end++) {
            uint32_t e = c->order[end].element, k = 0;
            while (k < kinds && !are_twins(c, firsts[k], e))
                k++;
            c->twins[e] = k < kinds ? firsts[k] : e;
            if (k == kinds && kinds < MOST_KINDS_OF_TWINS && c->work < MOST_WORK)
                firsts[kinds++] = e;
            else if (k == kinds)
                c->is_exact = false; // which twins are known depends on the numbers of colours
        }
    }
}

// ---- Signatures -----------------------------------------------------------------------------------------------------

static int by_signature(const void *a, const void *b)
{
    const struct signature *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->element > y->element) - (x->element < y->element);
}

// Sorts elements by subclass and signature. The number of different ones is given.
static uint32_t sort_elements(struct canonical_marking *c, const uint64_t *signs)
{
    uint32_t count = (uint32_t)c->elements.count, cells = 0;
    for (uint32_t start = 0, end; start < count; start = end) {
        uint32_t subclass = c->elements.at[start].subclass;
        bool is_sorted = true;
        for (end = start; end < count && c->elements.at[end].subclass == subclass; end++) {
            c->order[end] = (struct signature){signs[end], end};
            is_sorted = is_sorted && (end == start || signs[end - 1] <= signs[end]);
        }
        if (!is_sorted)
            qsort(c->order + start, end - start, sizeof *c->order, by_signature);
        for (uint32_t k = start; k < end; k++)
            cells += k == start || c->order[k].value != c->order[k - 1].value;
    }
    c->work += count;
    return cells;
}

// One round: what the other colours of its tokens are adds to a signature, in any order.
static void refine_once(struct canonical_marking *c, uint64_t *signs, bool is_first)
{
    size_t count = c->elements.count;
    memset(c->sums, 0, (count + 1) * sizeof *c->sums);
    for (size_t i = 0; i < c->tokens.count; i++) {
        const struct token *t = &c->tokens.at[i];
        const uint32_t *members = c->members.at + t->first;
        uint64_t hash = t->hash;
        if (t->count == 1 && !is_first)
            continue;
        for (uint32_t k = 0; k < t->count; k++)
            hash = hash_pair(hash, signs[members[k]]);
        for (uint32_t k = 0; k < t->count; k++)
            c->sums[members[k]] += hash_pair(hash, k);
    }
    for (size_t e = 0; e < count; e++)
        signs[e] = hash_pair(signs[e], c->sums[e]);
    c->work += count + c->tokens.count;
}

static void refine(struct canonical_marking *c, size_t depth)
{
    uint64_t *signs = c->signs.at[depth];
    uint32_t cells = depth == 0 ? 0 : sort_elements(c, signs);
    for (bool is_first = depth == 0;; is_first = false) {
        refine_once(c, signs, is_first);
        uint32_t more = sort_elements(c, signs);
        if (more == cells || !c->has_pairs)
            return;
        cells = more;
    }
}

// Tells an element apart at the next depth.
static void tell_apart(struct canonical_marking *c, size_t depth, uint32_t element)
{
    size_t bytes = (c->elements.count + 1) * sizeof **c->signs.at;
    while (c->signs.count <= depth + 1)
        array_push(c->mem, &c->signs, mem_alloc(c->mem, bytes));
    memcpy(c->signs.at[depth + 1], c->signs.at[depth], bytes);
    c->signs.at[depth + 1][element] = hash_pair(c->signs.at[depth + 1][element], UINT64_C(1) << 41);
    c->path.count = depth;
    array_push(c->mem, &c->path, element);
}

// The smallest cell whose elements are not all twins, and its size; 0 if there is none.
static uint32_t choose_cell(const struct canonical_marking *c, uint32_t *first)
{
    uint32_t count = (uint32_t)c->elements.count, smallest = 0;
    for (uint32_t start = 0, end; start < count; start = end) {
        bool are_all_twins = true;
        for (end = start; end < count && is_same_cell(c, start, end); end++)
            are_all_twins &= c->twins[c->order[start].element] == c->twins[c->order[end].element];
        if (are_all_twins || (smallest > 0 && end - start >= smallest))
            continue;
        smallest = end - start;
        *first = start;
    }
    return smallest;
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
        bool is_twin = k > 0 && is_same_cell(c, k - 1, k) && c->twins[e] == c->twins[c->order[k - 1].element];
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
        refine(c, depth);
        if (choose_cell(c, &first) == 0)
            break;
        if (is_over(c, depth)) {
            c->is_exact = false;
            break;
        }
        tell_apart(c, depth, c->order[first].element);
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
        tell_apart(c, depth, k->elements[number]);
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
            tell_apart(c, depth, k->elements[i]);
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
        refine(c, depth);
    uint32_t count = choose_cell(c, &first);
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
    read_tokens(c);
    refine(c, 0);
    find_twins(c);
    if (choose_cell(c, &first) == 0) {
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
