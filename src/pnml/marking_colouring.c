// Elements of a marking by what tells them apart: twins, and the coarsest ordered partition that the tokens leave
// alone.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "pnml/canonical_marking_parts.h"

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

void marking_read_tokens(struct canonical_marking *c)
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

bool marking_is_same_cell(const struct canonical_marking *c, uint32_t k, uint32_t l)
{
    return c->order[k].value == c->order[l].value &&
           c->elements.at[c->order[k].element].subclass == c->elements.at[c->order[l].element].subclass;
}

// Twins have the same signature.
void marking_find_twins(struct canonical_marking *c)
{
    uint32_t count = (uint32_t)c->elements.count;
    for (uint32_t start = 0, end; start < count; start = end) {
        uint32_t firsts[MOST_KINDS_OF_TWINS], kinds = 0;
        for (end = start; end < count && marking_is_same_cell(c, start, end); end++) {
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

void marking_refine(struct canonical_marking *c, size_t depth)
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

void marking_tell_apart(struct canonical_marking *c, size_t depth, uint32_t element)
{
    size_t bytes = (c->elements.count + 1) * sizeof **c->signs.at;
    while (c->signs.count <= depth + 1)
        array_push(c->mem, &c->signs, mem_alloc(c->mem, bytes));
    memcpy(c->signs.at[depth + 1], c->signs.at[depth], bytes);
    c->signs.at[depth + 1][element] = hash_pair(c->signs.at[depth + 1][element], UINT64_C(1) << 41);
    c->path.count = depth;
    array_push(c->mem, &c->path, element);
}

uint32_t marking_choose_cell(const struct canonical_marking *c, uint32_t *first)
{
    uint32_t count = (uint32_t)c->elements.count, smallest = 0;
    for (uint32_t start = 0, end; start < count; start = end) {
        bool are_all_twins = true;
        for (end = start; end < count && marking_is_same_cell(c, start, end); end++)
            are_all_twins &= c->twins[c->order[start].element] == c->twins[c->order[end].element];
        if (are_all_twins || (smallest > 0 && end - start >= smallest))
            continue;
        smallest = end - start;
        *first = start;
    }
    return smallest;
}
