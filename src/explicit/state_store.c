#include "explicit/store_tree.h"

#include <assert.h>
#include <string.h>

#define FIRST_ADAPTED ((uint32_t)1 << 12) // states: then the tree is made anew,
#define LAST_ADAPTED ((uint32_t)1 << 16)  // and at times so many more
#define MORE_TO_ADAPT 4
#define WEIGHED 4096 // states, about, show how to divide

// ---- Sets of pairs --------------------------------------------------------------------------------------------------

#define OWN_DEPTH 2 // from the root: nodes up to there have sets of their own
#define FEW_BITS 8  // of a number at first

// Children come first; the root is the last.
static void choose_sets(struct store *s, struct mem *mem)
{
    uint32_t set = 0;
    uint8_t *depths = mem_zalloc(mem, s->node_count);
    for (size_t i = s->node_count; i-- > 0;) {
        const uint32_t children[] = {s->nodes[i].left, s->nodes[i].right};
        for (int k = 0; k < 2; k++)
            if (children[k] >= s->leaf_count)
                depths[children[k] - s->leaf_count] = (uint8_t)(depths[i] < OWN_DEPTH ? depths[i] + 1 : OWN_DEPTH + 1);
        s->nodes[i].set = depths[i] && depths[i] <= OWN_DEPTH ? ++set : 0;
    }
    s->set_count = s->node_count > 1 ? set + 1 : 0;
    mem_free(mem, depths, s->node_count);
}

static unsigned bits_of(uint64_t number)
{
    return number ? 64 - (unsigned)__builtin_clzll(number) : 0;
}

// How many bits stand for a child, where sets have room for so many words more.
static unsigned bits_of_child(const struct store *s, uint32_t child)
{
    if (child >= s->leaf_count) {
        const struct word_set *pairs = &s->pairs[s->nodes[child - s->leaf_count].set];
        return bits_of(pairs->room - 1);
    }
    const struct store_piece *p = s->leaves[child].pieces;
    return bits_of((uint64_t)p[0].mask << p[0].to | (uint64_t)p[1].mask << p[1].to);
}

// While all are empty. Only the bits of leaves are known now, and wide ones.
static void narrow_sets(struct store *s)
{
    word_set_narrow(&s->roots, FEW_BITS, FEW_BITS);
    for (size_t i = 0; i < s->set_count; i++)
        word_set_narrow(&s->pairs[i], FEW_BITS, FEW_BITS);
}

// So that all numbers for which there is room fit.
static bool widen_sets(struct store *s)
{
    bool good = true;
    for (size_t i = 0; i < s->node_count && good; i++) {
        struct word_set *set = i + 1 < s->node_count ? &s->pairs[s->nodes[i].set] : &s->roots;
        good = word_set_widen(set, bits_of_child(s, s->nodes[i].left), bits_of_child(s, s->nodes[i].right));
    }
    return good;
}

static void clear_sets(struct store *s)
{
    word_set_clear(&s->roots);
    for (size_t i = 0; i < s->set_count; i++)
        word_set_clear(&s->pairs[i]);
}

static void close_sets(struct store *s)
{
    if (s->roots.mem)
        word_set_close(&s->roots);
    for (size_t i = 0; i < s->set_count; i++)
        word_set_close(&s->pairs[i]);
}

static size_t bytes_of_sets(const struct store *s)
{
    size_t bytes = word_set_bytes(&s->roots);
    for (size_t i = 0; i < s->set_count; i++)
        bytes += word_set_bytes(&s->pairs[i]);
    return bytes;
}

// All of them, also if there is no memory for some: all are closed.
static bool open_sets(struct store *s)
{
    bool good = word_set_open(&s->roots, s->most_bytes, s->set_count, s->mem);
    for (size_t i = 0; i < s->set_count; i++)
        good &= word_set_open(&s->pairs[i], s->most_bytes, s->set_count - 1 - i, s->mem);
    return good;
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

static size_t most_leaves(const struct store *s)
{
    return 64 / STORE_LEAST_PART * s->words + 2;
}

bool store_scratch_open(struct store_scratch *scratch, const struct store *s, struct mem *mem)
{
    size_t count = 2 * most_leaves(s);
    scratch->read = mem_try_zalloc(mem, count * sizeof *scratch->read);
    scratch->last = mem_try_zalloc(mem, count * sizeof *scratch->last);
    scratch->differs = mem_try_zalloc(mem, count * sizeof *scratch->differs);
    scratch->has_last = false;
    memset(scratch->spare, 0xff, sizeof scratch->spare);
    return scratch->read && scratch->last && scratch->differs;
}

static void drop(struct mem *mem, void *block, size_t bytes)
{
    mem_free(mem, block, block ? bytes : 0);
}

void store_scratch_close(struct store_scratch *scratch, const struct store *s, struct mem *mem)
{
    size_t count = 2 * most_leaves(s);
    drop(mem, scratch->read, count * sizeof *scratch->read);
    drop(mem, scratch->last, count * sizeof *scratch->last);
    drop(mem, scratch->differs, count * sizeof *scratch->differs);
}

static bool has_memory(struct store *s, struct mem *mem)
{
    size_t leaves = most_leaves(s);
    s->unpacked = mem_try_zalloc(mem, s->words * sizeof *s->unpacked);
    s->leaves = mem_try_zalloc(mem, leaves * sizeof *s->leaves);
    s->nodes = mem_try_zalloc(mem, leaves * sizeof *s->nodes);
    return store_scratch_open(&s->own, s, mem) && s->unpacked && s->leaves && s->nodes;
}

static bool open_weighed(struct store *s, size_t words, const uint8_t *widths, const uint64_t *weights,
                         size_t most_bytes, struct mem *mem)
{
    *s = (struct store){.mem = mem, .words = words, .most_bytes = most_bytes, .adapts_at = FIRST_ADAPTED};
    if (!parent_list_open(&s->parents, mem) || !has_memory(s, mem))
        return false;
    // Of whole words no leaf has bits of three; but then the weights are those of other bits.
    if (!store_make_tree(s, widths, weights) && !store_make_tree(s, NULL, NULL))
        return false;
    choose_sets(s, mem);
    if (!open_sets(s))
        return false;
    narrow_sets(s);
    return true;
}

bool store_open(struct store *s, size_t words, const uint8_t *widths, size_t most_bytes, struct mem *mem)
{
    return open_weighed(s, words, widths, NULL, most_bytes, mem);
}

void store_close(struct store *s)
{
    size_t leaves = most_leaves(s);
    drop(s->mem, s->unpacked, s->words * sizeof *s->unpacked);
    drop(s->mem, s->leaves, leaves * sizeof *s->leaves);
    drop(s->mem, s->nodes, leaves * sizeof *s->nodes);
    store_scratch_close(&s->own, s, s->mem);
    if (s->compact)
        compact_close(s->compact, s->mem);
    drop(s->mem, s->compact, sizeof *s->compact);
    s->compact = NULL;
    parent_list_close(&s->parents);
    close_sets(s);
    s->count = 0;
}

void store_clear(struct store *s)
{
    clear_sets(s);
    parent_list_clear(&s->parents);
    s->count = 0;
    s->own.has_last = false;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static uint64_t make_pair(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

static void split_pair(uint64_t pair, const struct store_node *node, uint32_t *places)
{
    places[node->left] = (uint32_t)(pair >> 32);
    places[node->right] = (uint32_t)pair;
}

static void write_piece(const struct store_piece *p, uint32_t leaf, uint64_t *state)
{
    state[p->word] |= (uint64_t)(leaf >> p->to & p->mask) << p->shift;
}

static void read_state(const struct store *s, uint32_t *read, uint32_t number, uint64_t *state)
{
    split_pair(word_set_word(&s->roots, number), &s->nodes[s->node_count - 1], read);
    for (size_t i = s->node_count - 1; i-- > 0;)
        split_pair(word_set_word(&s->pairs[s->nodes[i].set], read[s->leaf_count + i]), &s->nodes[i], read);
    memset(state, 0, s->words * sizeof *state);
    for (size_t i = 0; i < s->leaf_count; i++) {
        write_piece(&s->leaves[i].pieces[0], read[i], state);
        if (s->leaves[i].pieces[1].mask)
            write_piece(&s->leaves[i].pieces[1], read[i], state);
    }
}

// Whoever asks for a state that is forgotten has not seen to it that it is found again.
static void read_compacted(const struct store *s, uint32_t number, uint64_t *state)
{
    const uint64_t *kept = compact_state(s->compact, number);
    assert(kept);
    if (kept)
        memcpy(state, kept, s->words * sizeof *state);
}

void store_read(const struct store *s, uint32_t number, uint64_t *state)
{
    if (s->compact) {
        read_compacted(s, number, state);
        return;
    }
    read_state(s, s->own.read, number, state);
}

const uint64_t *store_state(struct store *s, uint32_t number)
{
    store_read(s, number, s->unpacked);
    return s->unpacked;
}

// No parent is 0 in the list.
uint32_t store_parent(const struct store *s, uint32_t number)
{
    return parent_list_at(&s->parents, number) - 1;
}

// ---- Look-ups -------------------------------------------------------------------------------------------------------

static uint32_t read_piece(const struct store_piece *p, const uint64_t *state)
{
    return ((uint32_t)(state[p->word] >> p->shift) & p->mask) << p->to;
}

static void read_leaves(const struct store *s, struct store_scratch *at, const uint64_t *state)
{
    for (size_t i = 0; i < s->leaf_count; i++) {
        const struct store_leaf *leaf = &s->leaves[i];
        uint32_t bits = read_piece(&leaf->pieces[0], state) | read_piece(&leaf->pieces[1], state);
        at->differs[i] = !at->has_last || at->last[i] != bits;
        at->last[i] = bits;
    }
}

#ifndef NDEBUG
// A state has nothing but what is in leaves: else two would be taken for one.
static bool is_whole(const struct store *s, const uint64_t *state)
{
    bool good = true;
    for (size_t word = 0; word < s->words; word++) {
        uint64_t kept = 0;
        for (size_t i = 0; i < 2 * s->leaf_count; i++) {
            const struct store_piece *p = &s->leaves[i / 2].pieces[i % 2];
            kept |= p->word == word ? (uint64_t)p->mask << p->shift : 0;
        }
        good &= !(state[word] & ~kept);
    }
    return good;
}
#endif

enum pair_use { PAIR_FIND, PAIR_ADD, PAIR_ADD_SHARED };

static inline uint32_t number_of_pair(struct store *s, struct store_scratch *at, uint32_t set, enum pair_use use,
                                      uint64_t pair)
{
    if (use == PAIR_ADD_SHARED)
        return word_set_add_shared(&s->pairs[set], pair, &at->spare[set]);
    return use == PAIR_ADD ? word_set_add(&s->pairs[set], pair) : word_set_find(&s->pairs[set], pair);
}

// Below what is the same as in the last state, nothing is looked up. False if a pair is missing, and is not added.
static inline bool find_root(struct store *s, struct store_scratch *at, const uint64_t *state, enum pair_use use,
                             uint64_t *root)
{
    const struct store_node *node = s->nodes;
    assert(is_whole(s, state));
    read_leaves(s, at, state);
    for (size_t i = s->leaf_count; i + 1 < s->leaf_count + s->node_count; i++, node++) {
        at->differs[i] = at->differs[node->left] || at->differs[node->right];
        if (!at->differs[i])
            continue;
        uint64_t pair = make_pair(at->last[node->left], at->last[node->right]);
        uint32_t number = number_of_pair(s, at, node->set, use, pair);
        at->differs[i] = !at->has_last || number != at->last[i];
        at->last[i] = number;
        if (number == WORD_NONE) {
            at->has_last = false;
            return false;
        }
    }
    *root = make_pair(at->last[node->left], at->last[node->right]);
    at->has_last = true;
    return true;
}

// Of those above leaves; what is further up is rarely looked up in memory that is far away.
void store_touch(const struct store *s, const uint64_t *state)
{
    if (s->compact)
        return;
    for (size_t i = 0; i + 1 < s->node_count; i++) {
        const struct store_node *node = &s->nodes[i];
        if (node->left >= s->leaf_count || node->right >= s->leaf_count)
            continue;
        const struct store_piece *left = s->leaves[node->left].pieces, *right = s->leaves[node->right].pieces;
        uint64_t pair = make_pair(read_piece(&left[0], state) | read_piece(&left[1], state),
                                  read_piece(&right[0], state) | read_piece(&right[1], state));
        word_set_prefetch_slot(&s->pairs[node->set], pair);
    }
}

bool store_prepare(struct store *s, const uint64_t *state, uint64_t *root)
{
    if (s->compact) {
        *root = compact_hash(state, s->words);
        return true;
    }
    return find_root(s, &s->own, state, PAIR_ADD, root);
}

uint32_t store_add_root(struct store *s, uint64_t root, const uint64_t *state, uint32_t parent)
{
    uint32_t number = word_set_add(&s->roots, root);
    if (number != s->count || number == STORE_NONE)
        return number;
    bool is_kept = !s->compact || compact_add(s->compact, state, s->mem);
    if (!is_kept || !parent_list_add(&s->parents, parent + 1)) {
        if (s->compact && is_kept)
            compact_drop_last(s->compact);
        word_set_drop_last(&s->roots);
        return STORE_NONE;
    }
    s->count++;
    return number;
}

uint32_t store_find(struct store *s, const uint64_t *state)
{
    uint64_t root;
    if (s->compact)
        return word_set_find(&s->roots, compact_hash(state, s->words));
    return find_root(s, &s->own, state, PAIR_FIND, &root) ? word_set_find(&s->roots, root) : STORE_NONE;
}

uint32_t store_add(struct store *s, const uint64_t *state, uint32_t parent)
{
    uint64_t root;
    store_adapt(s);
    return store_prepare(s, state, &root) ? store_add_root(s, root, state, parent) : STORE_NONE;
}

// ---- By several threads ---------------------------------------------------------------------------------------------

void store_begin_shared(struct store *s, struct store_scratch *scratch)
{
    scratch->has_last = false;
    for (size_t i = 0; i < s->set_count; i++)
        scratch->spare[i] = word_set_take_spare(&s->pairs[i]);
}

void store_end_shared(struct store *s, struct store_scratch *scratch)
{
    for (size_t i = 0; i < s->set_count; i++)
        word_set_return_spare(&s->pairs[i], scratch->spare[i]);
    memset(scratch->spare, 0xff, sizeof scratch->spare);
}

void store_read_shared(const struct store *s, struct store_scratch *scratch, uint32_t number, uint64_t *state)
{
    read_state(s, scratch->read, number, state);
}

static size_t most_pairs(const struct store *s, size_t set, size_t states)
{
    return set ? states : states * s->node_count;
}

bool store_make_room_below(struct store *s, size_t states)
{
    bool good = true;
    for (size_t i = 0; i < s->set_count && good; i++)
        good = word_set_reserve(&s->pairs[i], most_pairs(s, i, states));
    return good && widen_sets(s);
}

bool store_has_room_below(const struct store *s, size_t states)
{
    bool good = true;
    for (size_t i = 0; i < s->set_count && good; i++)
        good = word_set_has_room(&s->pairs[i], most_pairs(s, i, states));
    return good;
}

void store_count_below(const struct store *s, uint32_t *counts)
{
    for (size_t i = 0; i < PAIR_SETS; i++)
        counts[i] = i < s->set_count ? s->pairs[i].count : 0;
}

// Numbers may need more bits then: that is for who makes room for good.
void store_expect_below(struct store *s, const size_t *more)
{
    for (size_t i = 0; i < s->set_count; i++)
        word_set_reserve(&s->pairs[i], more[i]);
}

uint64_t store_root_shared(struct store *s, struct store_scratch *scratch, const uint64_t *state)
{
    uint64_t root = 0;
    find_root(s, scratch, state, PAIR_ADD_SHARED, &root);
    return root;
}

bool store_make_room(struct store *s, size_t states, uint32_t first_parent, uint32_t last_parent)
{
    return states < STORE_NONE - s->count && word_set_reserve(&s->roots, states) &&
           parent_list_reserve(&s->parents, (uint32_t)states, first_parent + 1, last_parent + 1);
}

void store_note_parent(struct store *s, uint32_t parent)
{
    bool has_room = parent_list_add(&s->parents, parent + 1);
    assert(has_room);
    (void)has_room;
    s->count++;
    s->roots.count = s->count;
}

// ---- Compacted ------------------------------------------------------------------------------------------------------

bool store_compact(struct store *s)
{
    s->compact = mem_try_zalloc(s->mem, sizeof *s->compact);
    if (s->compact)
        s->compact->words = s->words;
    return s->compact;
}

void store_forget(struct store *s, uint32_t end)
{
    if (s->compact)
        compact_forget(s->compact, end);
}

bool store_know(struct store *s, uint32_t number, const uint64_t *state)
{
    return compact_know(s->compact, number, state, s->mem);
}

void store_forget_known(struct store *s)
{
    s->compact->known.count = s->compact->known_words.count = 0;
}

double store_missed(const struct store *s)
{
    return s->compact ? compact_missed(s->count) : 0;
}

// ---- Adapting -------------------------------------------------------------------------------------------------------

// By bit of all words, what those before it say of the states so far, of which some are enough: a bit that is 1 in half
// of them says most.
static void weigh(const struct store *s, uint64_t *state, uint64_t *weights)
{
    size_t bits = 64 * s->words;
    uint32_t apart = s->count / WEIGHED + 1, count = 0;
    memset(weights, 0, (bits + 1) * sizeof *weights);
    for (uint32_t i = 0; i < s->count; i += apart, count++) {
        store_read(s, i, state);
        for (size_t word = 0; word < s->words; word++)
            for (uint64_t left = state[word]; left; left &= left - 1)
                weights[64 * word + (size_t)__builtin_ctzll(left) + 1]++;
    }
    for (size_t i = 1; i <= bits; i++)
        weights[i] = weights[i - 1] + weights[i] * (count - weights[i]);
}

// The same states with their numbers in another tree. False if there is no memory for it.
static bool fill(struct store *fresh, const struct store *s, uint64_t *state)
{
    bool good = true;
    for (uint32_t i = 0; i < s->count && good; i++) {
        uint64_t root;
        store_read(s, i, state);
        good = find_root(fresh, &fresh->own, state, PAIR_ADD, &root) && word_set_add(&fresh->roots, root) == i;
    }
    return good;
}

// Takes what is found by the tree; parents, and the state that was asked for last, stay.
static void exchange_tree(struct store *s, struct store *fresh)
{
    struct store old = *s;
    *s = *fresh;
    s->parents = old.parents;
    s->count = old.count;
    s->unpacked = old.unpacked;
    old.parents = fresh->parents;
    old.unpacked = fresh->unpacked;
    *fresh = old;
}

// All bits of the words are divided: those that no state uses weigh nothing.
void store_adapt(struct store *s)
{
    if (s->count < s->adapts_at || s->node_count <= 1 || s->compact)
        return;
    size_t bytes = s->words * sizeof(uint64_t), weight_bytes = (64 * s->words + 1) * sizeof(uint64_t);
    uint64_t *state = mem_try_alloc(s->mem, bytes), *weights = mem_try_alloc(s->mem, weight_bytes);
    uint32_t next = s->adapts_at >= LAST_ADAPTED ? UINT32_MAX : s->adapts_at * MORE_TO_ADAPT;
    struct store fresh = {0};
    s->adapts_at = next;
    if (state && weights) {
        weigh(s, state, weights);
        bool good = open_weighed(&fresh, s->words, NULL, weights, s->most_bytes, s->mem) && fill(&fresh, s, state);
        if (good && bytes_of_sets(&fresh) < bytes_of_sets(s)) {
            fresh.adapts_at = next;
            exchange_tree(s, &fresh);
        }
        store_close(&fresh);
    }
    drop(s->mem, state, bytes);
    drop(s->mem, weights, weight_bytes);
}

// ---- Sizes ----------------------------------------------------------------------------------------------------------

size_t store_bytes(const struct store *s)
{
    return bytes_of_sets(s) + parent_list_bytes(&s->parents);
}

size_t store_bytes_uncompressed(const struct store *s)
{
    size_t slots = 4096;
    while (s->count >= slots / 4 * 3)
        slots *= 2;
    return s->count * (s->words * sizeof(uint64_t) + sizeof(uint32_t)) + slots * sizeof(uint64_t);
}
