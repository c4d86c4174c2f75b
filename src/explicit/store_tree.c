// The tree by which states are compressed.
//
// The used bits of all words, one after the other, are divided in two until a part fits a leaf. Pairs are few where
// both parts say about as much of a state: they are divided where the bits on both sides have the same weight, if that
// is known (store_adapt), and else the same number.
#include "explicit/store_tree.h"

#define LEAF_BITS 32

struct division {
    struct store *store;
    const uint8_t *widths;   // by word; NULL: all bits are used
    const uint64_t *weights; // by bit: of all before it; NULL: every bit has the same
};

static unsigned width_of(const struct division *d, size_t word)
{
    return d->widths ? d->widths[word] : 64;
}

static size_t middle_of(const struct division *d, size_t begin, size_t end)
{
    size_t half_of_bits = (end - begin) / 2, part = half_of_bits < STORE_LEAST_PART ? half_of_bits : STORE_LEAST_PART;
    if (!d->weights || d->weights[end] == d->weights[begin])
        return begin + half_of_bits;
    uint64_t half = d->weights[begin] + (d->weights[end] - d->weights[begin]) / 2;
    size_t middle = begin + part;
    while (middle < end - part && d->weights[middle] < half)
        middle++;
    return middle;
}

static bool is_leaf(size_t begin, size_t end, bool is_root)
{
    return end - begin <= LEAF_BITS && !is_root;
}

static size_t count_leaves(const struct division *d, size_t begin, size_t end, bool is_root)
{
    size_t middle = middle_of(d, begin, end);
    if (is_leaf(begin, end, is_root))
        return 1;
    return count_leaves(d, begin, middle, false) + count_leaves(d, middle, end, false);
}

// False if they are bits of more than two words.
static bool add_leaf(const struct division *d, size_t begin, size_t end, uint32_t *place)
{
    struct store *s = d->store;
    struct store_leaf leaf = {0};
    size_t word = 0, first = 0, count = 0, to = 0;
    for (; first + width_of(d, word) <= begin && word + 1 < s->words; word++)
        first += width_of(d, word);
    while (begin < end) {
        size_t shift = begin - first, bits = width_of(d, word) - shift;
        bits = bits < end - begin ? bits : end - begin;
        if (bits && count == 2)
            return false;
        if (bits)
            leaf.pieces[count++] = (struct store_piece){(uint32_t)word, (uint8_t)shift, (uint8_t)to,
                                                        (uint32_t)((UINT64_C(1) << bits) - 1)};
        begin += bits;
        to += bits;
        first += width_of(d, word++);
    }
    *place = (uint32_t)s->leaf_count;
    s->leaves[s->leaf_count++] = leaf;
    return true;
}

// The place of a node that is not the root is behind all leaves.
static bool divide(const struct division *d, size_t begin, size_t end, size_t leaves, bool is_root, uint32_t *place)
{
    struct store *s = d->store;
    struct store_node node;
    if (is_leaf(begin, end, is_root))
        return add_leaf(d, begin, end, place);
    size_t middle = middle_of(d, begin, end);
    if (!divide(d, begin, middle, leaves, false, &node.left) || !divide(d, middle, end, leaves, false, &node.right))
        return false;
    *place = (uint32_t)(leaves + s->node_count);
    s->nodes[s->node_count++] = node;
    return true;
}

bool store_make_tree(struct store *s, const uint8_t *widths, const uint64_t *weights)
{
    struct division d = {s, widths, weights};
    size_t bits = 0;
    uint32_t root;
    for (size_t i = 0; i < s->words; i++)
        bits += width_of(&d, i);
    s->leaf_count = s->node_count = 0;
    return divide(&d, 0, bits, count_leaves(&d, 0, bits, true), true, &root);
}
