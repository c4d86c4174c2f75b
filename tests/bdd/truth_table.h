// What the engine's tests share: dice, truth tables, and functions that are built as a diagram and as a table at once.
//
// The judge is the truth table: 2^14 bits, bit i saying what the function is where variable v has the value of bit v of
// i. Functions of fewer variables simply do not depend on the rest. Nothing here looks into the engine.
#ifndef COSET_TESTS_BDD_TRUTH_TABLE_H
#define COSET_TESTS_BDD_TRUTH_TABLE_H

#include "../dice.h"
#include "../unit.h"
#include "base/mem.h"
#include "base/str.h"
#include "bdd/bdd.h"

// ---- Kinds of builds ------------------------------------------------------------------------------------------------

#if defined(__SANITIZE_ADDRESS__)
#    define SANITIZED true
#elif defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        define SANITIZED true
#    endif
#endif
#ifndef SANITIZED
#    define SANITIZED false
#endif

#ifdef COSET_STRESS
#    define STRESSED true // every operation may collect and reorder, and checks the whole table
#else
#    define STRESSED false
#endif

// So many in the release build, fewer where each costs more.
static inline int rounds(int release)
{
    int slower = STRESSED || SANITIZED ? 3 : 1;
    return release / slower > 1 ? release / slower : 1;
}

// A size that the stress build cannot afford in full.
static inline int scaled(int full, int stressed)
{
    return STRESSED ? stressed : full;
}

// ---- Dice -----------------------------------------------------------------------------------------------------------

static inline void dice_shuffle(struct dice *dice, int *at, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = dice_roll(dice, i + 1), held = at[i];
        at[i] = at[j];
        at[j] = held;
    }
}

// ---- Truth tables ---------------------------------------------------------------------------------------------------

#define MOST_VARS 14
#define TABLE_BITS (1u << MOST_VARS)
#define TABLE_WORDS (TABLE_BITS / 64)

struct table {
    uint64_t word[TABLE_WORDS];
};

static inline bool table_get(const struct table *t, unsigned i)
{
    return t->word[i / 64] >> i % 64 & 1;
}

static inline void table_put(struct table *t, unsigned i, bool value)
{
    uint64_t bit = UINT64_C(1) << i % 64;
    t->word[i / 64] = value ? t->word[i / 64] | bit : t->word[i / 64] & ~bit;
}

static inline struct table table_constant(bool value)
{
    struct table t;
    memset(&t, value ? 0xff : 0, sizeof t);
    return t;
}

static inline struct table table_literal(int var)
{
    static const uint64_t within[6] = {
        UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc), UINT64_C(0xf0f0f0f0f0f0f0f0),
        UINT64_C(0xff00ff00ff00ff00), UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000),
    };
    struct table t;
    for (unsigned i = 0; i < TABLE_WORDS; i++)
        t.word[i] = var < 6 ? within[var] : i >> (var - 6) & 1 ? UINT64_MAX : 0;
    return t;
}

static inline struct table table_not(struct table t)
{
    for (unsigned i = 0; i < TABLE_WORDS; i++)
        t.word[i] = ~t.word[i];
    return t;
}

static inline struct table table_and(struct table s, struct table t)
{
    for (unsigned i = 0; i < TABLE_WORDS; i++)
        s.word[i] &= t.word[i];
    return s;
}

static inline struct table table_or(struct table s, struct table t)
{
    for (unsigned i = 0; i < TABLE_WORDS; i++)
        s.word[i] |= t.word[i];
    return s;
}

static inline struct table table_xor(struct table s, struct table t)
{
    for (unsigned i = 0; i < TABLE_WORDS; i++)
        s.word[i] ^= t.word[i];
    return s;
}

static inline struct table table_ite(struct table f, struct table g, struct table h)
{
    for (unsigned i = 0; i < TABLE_WORDS; i++)
        f.word[i] = (f.word[i] & g.word[i]) | (~f.word[i] & h.word[i]);
    return f;
}

static inline bool table_equal(const struct table *s, const struct table *t)
{
    return memcmp(s, t, sizeof *s) == 0;
}

static inline bool table_is_constant(const struct table *t, bool value)
{
    struct table c = table_constant(value);
    return table_equal(t, &c);
}

static inline bool table_implies(const struct table *s, const struct table *t)
{
    for (unsigned i = 0; i < TABLE_WORDS; i++)
        if (s->word[i] & ~t->word[i])
            return false;
    return true;
}

static inline struct table table_cofactor(const struct table *t, int var, bool value)
{
    struct table result;
    if (var >= 6) {
        unsigned stride = 1u << (var - 6);
        for (unsigned i = 0; i < TABLE_WORDS; i++)
            result.word[i] = t->word[value ? i | stride : i & ~stride];
        return result;
    }
    struct table x = table_literal(var);
    unsigned stride = 1u << var;
    for (unsigned i = 0; i < TABLE_WORDS; i++) {
        uint64_t half = value ? t->word[i] & x.word[i] : t->word[i] & ~x.word[i];
        result.word[i] = half | (value ? half >> stride : half << stride);
    }
    return result;
}

// The variables of a set are the bits of `vars`.
static inline struct table table_exists(struct table t, unsigned vars)
{
    for (int v = 0; v < MOST_VARS; v++)
        if (vars >> v & 1)
            t = table_or(table_cofactor(&t, v, false), table_cofactor(&t, v, true));
    return t;
}

static inline struct table table_forall(struct table t, unsigned vars)
{
    return table_not(table_exists(table_not(t), vars));
}

static inline unsigned table_support(const struct table *t)
{
    unsigned vars = 0;
    for (int v = 0; v < MOST_VARS; v++) {
        struct table low = table_cofactor(t, v, false), high = table_cofactor(t, v, true);
        if (!table_equal(&low, &high))
            vars |= 1u << v;
    }
    return vars;
}

// Models over all MOST_VARS variables.
static inline unsigned table_count(const struct table *t)
{
    unsigned count = 0;
    for (unsigned i = 0; i < TABLE_WORDS; i++)
        count += (unsigned)__builtin_popcountll(t->word[i]);
    return count;
}

// ---- Managers -------------------------------------------------------------------------------------------------------

// A manager whose memory is counted by the test. It must not move while it is open.
struct world {
    struct mem mem;
    bdd_manager *m;
    int vars;
};

static inline void world_open_with(struct world *w, struct bdd_config config)
{
    *w = (struct world){.mem = MEM_UNLIMITED};
    config.mem = &w->mem;
    w->m = bdd_manager_new(&config);
    assert_non_null(w->m);
}

static inline void world_add_vars(struct world *w, int count)
{
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", w->vars);
        assert_int_equal(bdd_new_var(w->m, name), w->vars);
        w->vars++;
    }
}

static inline void world_add_pairs(struct world *w, int count)
{
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", w->vars);
        assert_int_equal(bdd_new_pair(w->m, name), w->vars);
        w->vars += 2;
    }
}

static inline void world_open(struct world *w, int vars)
{
    world_open_with(w, (struct bdd_config){0});
    world_add_vars(w, vars);
}

static inline void check_sound(struct world *w, const char *file, int line)
{
    const char *wrong = bdd_check(w->m);
    if (wrong) {
        print_error("the table is damaged: %s\n", wrong);
        _fail(file, line);
    }
}
#define assert_sound(w) check_sound(w, __FILE__, __LINE__)

// Everything that the manager took must come back.
static inline void world_close(struct world *w)
{
    assert_sound(w);
    bdd_manager_free(w->m);
    assert_nothing_left(&w->mem);
}

static inline struct bdd_statistics statistics(const struct world *w)
{
    struct bdd_statistics s;
    bdd_get_statistics(w->m, &s);
    return s;
}

// Nodes that are still there after a collection.
static inline size_t live_nodes(struct world *w)
{
    bdd_collect(w->m);
    return statistics(w).nodes_live;
}

// Any order of the variables in which next copies follow their current ones. For managers without further blocks.
static inline void random_order(struct world *w, struct dice *dice, int *order)
{
    int *firsts = malloc((size_t)w->vars * sizeof *firsts + 1);
    int count = 0, filled = 0;
    for (int v = 0; v < w->vars; v++)
        if (!bdd_is_next(w->m, v))
            firsts[count++] = v;
    dice_shuffle(dice, firsts, count);
    for (int i = 0; i < count; i++) {
        order[filled++] = firsts[i];
        if (bdd_is_current(w->m, firsts[i]))
            order[filled++] = firsts[i] + 1;
    }
    free(firsts);
    assert_int_equal(filled, w->vars);
}

static inline void shuffle_order(struct world *w, struct dice *dice)
{
    int order[64];
    assert_true(w->vars <= 64);
    random_order(w, dice, order);
    assert_true(bdd_set_order(w->m, order));
    // The stress build may go on reordering, but only when the next operation begins.
    for (int i = 0; i < w->vars; i++) {
        assert_int_equal(bdd_var_at(w->m, i), order[i]);
        assert_int_equal(bdd_level_of(w->m, order[i]), i);
    }
}

// Reordering rests while an iterator is open: for what must see one order over several operations, in the stress build
// too. bdd_models_close lets go.
static inline bdd_models *hold_order(struct world *w)
{
    bdd_models *hold = bdd_models_open(w->m, BDD_TRUE, BDD_TRUE);
    assert_non_null(hold);
    return hold;
}

// ---- Diagrams against tables ----------------------------------------------------------------------------------------

// Follows the diagram level by level, so that a node out of order shows up as a wrong value or a leftover node.
static inline bool walk_agrees(const struct world *w, bdd f, int level, unsigned index, const struct table *t)
{
    if (level == w->vars)
        return bdd_is_constant(f) && bdd_top(w->m, f) == BDD_NO_VAR && (f == BDD_TRUE) == table_get(t, index);
    int var = bdd_var_at(w->m, level);
    bdd low = f, high = f;
    if (bdd_top(w->m, f) == var) {
        low = bdd_low(w->m, f);
        high = bdd_high(w->m, f);
        if (low == high)
            return false;
    }
    return walk_agrees(w, low, level + 1, index, t) && walk_agrees(w, high, level + 1, index | 1u << var, t);
}

static inline void check_function(const struct world *w, bdd f, const struct table *t, const char *file, int line)
{
    assert_true(w->vars <= MOST_VARS);
    if (!bdd_is_valid(f)) {
        print_error("no function: %s\n", bdd_status_text(bdd_status(w->m)));
        _fail(file, line);
    }
    for (unsigned i = 0; i < 1u << w->vars; i++) {
        bool values[MOST_VARS];
        for (int v = 0; v < w->vars; v++)
            values[v] = i >> v & 1;
        if (bdd_evaluate(w->m, f, values) != table_get(t, i)) {
            print_error("wrong value at assignment %#x\n", i);
            _fail(file, line);
        }
    }
    if (!walk_agrees(w, f, 0, 0, t)) {
        print_error("the diagram read from its top is another function\n");
        _fail(file, line);
    }
}
#define assert_function(w, f, t) check_function(w, f, t, __FILE__, __LINE__)

// The diagram of a table, by Shannon's expansion from the highest-numbered variable: for most orders this is not the
// way any operation would build it. It takes up to 2^n operations for n variables in the support.
static inline bdd from_table_part(struct world *w, const struct table *t, unsigned vars, unsigned index)
{
    if (vars == 0)
        return table_get(t, index) ? BDD_TRUE : BDD_FALSE;
    int var = 31 - __builtin_clz(vars);
    bdd low = from_table_part(w, t, vars & ~(1u << var), index);
    bdd high = from_table_part(w, t, vars & ~(1u << var), index | 1u << var);
    return low == high ? low : bdd_ite(w->m, bdd_literal(w->m, var), high, low);
}

static inline bdd from_table(struct world *w, const struct table *t)
{
    return from_table_part(w, t, table_support(t), 0);
}

// The size that a canonical diagram with complement edges has under the manager's order: the distinct subfunctions up
// to complement that depend on their top variable, and the constant. Reduces the tables from the bottom, by ids whose
// lowest bit is the complement.
struct counted_nodes {
    struct counted_node {
        uint32_t level, low, high; // level + 1; 0 where the place is free
    } * at;
    uint32_t places, count;
    size_t level[MOST_VARS]; // how many stand on each
};

static inline uint32_t counted_id(struct counted_nodes *nodes, uint32_t level, uint32_t low, uint32_t high)
{
    if (low == high)
        return low;
    uint32_t complement = low & 1;
    low ^= complement;
    high ^= complement;
    uint32_t place = (level * 0x9e3779b1u ^ low * 0x85ebca6bu ^ high * 0xc2b2ae35u) % nodes->places;
    while (nodes->at[place].level) {
        struct counted_node *n = &nodes->at[place];
        if (n->level == level + 1 && n->low == low && n->high == high)
            return (place + 1) * 2 + complement;
        place = (place + 1) % nodes->places;
    }
    nodes->at[place] = (struct counted_node){level + 1, low, high};
    nodes->count++;
    nodes->level[level]++;
    return (place + 1) * 2 + complement;
}

// `levels`, unless NULL, gets the number of nodes on each level.
static inline size_t canonical_profile(const struct world *w, const struct table *tables, int count, size_t *levels)
{
    struct counted_nodes nodes = {.places = (uint32_t)count * TABLE_BITS * 2 + 1};
    nodes.at = calloc(nodes.places, sizeof *nodes.at);
    uint32_t *ids = malloc(TABLE_BITS * sizeof *ids);
    for (int k = 0; k < count; k++) {
        // The variable at the top becomes the highest bit.
        for (unsigned i = 0; i < 1u << w->vars; i++) {
            unsigned index = 0;
            for (int level = 0; level < w->vars; level++)
                if (i >> (w->vars - 1 - level) & 1)
                    index |= 1u << bdd_var_at(w->m, level);
            ids[i] = table_get(&tables[k], index);
        }
        for (int level = w->vars - 1; level >= 0; level--)
            for (unsigned i = 0; i < 1u << level; i++)
                ids[i] = counted_id(&nodes, (uint32_t)level, ids[2 * i], ids[2 * i + 1]);
    }
    free(ids);
    free(nodes.at);
    if (levels)
        memcpy(levels, nodes.level, (size_t)w->vars * sizeof *levels);
    return nodes.count + 1;
}

static inline size_t canonical_size(const struct world *w, const struct table *tables, int count)
{
    return canonical_profile(w, tables, count, NULL);
}

// ---- Functions to test with -----------------------------------------------------------------------------------------

struct sample {
    bdd f;
    struct table t;
};

static inline struct sample sample_constant(bool value)
{
    return (struct sample){value ? BDD_TRUE : BDD_FALSE, table_constant(value)};
}

static inline struct sample sample_literal(struct world *w, int var)
{
    return (struct sample){bdd_literal(w->m, var), table_literal(var)};
}

static inline struct sample sample_not(struct sample a)
{
    return (struct sample){bdd_not(a.f), table_not(a.t)};
}

enum { CONNECTIVES = 6 };

// One of the binary connectives, on diagrams and on tables.
static inline struct sample sample_connect(struct world *w, int connective, const struct sample *a,
                                           const struct sample *b)
{
    switch (connective) {
    case 0:
        return (struct sample){bdd_and(w->m, a->f, b->f), table_and(a->t, b->t)};
    case 1:
        return (struct sample){bdd_or(w->m, a->f, b->f), table_or(a->t, b->t)};
    case 2:
        return (struct sample){bdd_xor(w->m, a->f, b->f), table_xor(a->t, b->t)};
    case 3:
        return (struct sample){bdd_iff(w->m, a->f, b->f), table_not(table_xor(a->t, b->t))};
    case 4:
        return (struct sample){bdd_implies(w->m, a->f, b->f), table_or(table_not(a->t), b->t)};
    default:
        return (struct sample){bdd_minus(w->m, a->f, b->f), table_and(a->t, table_not(b->t))};
    }
}

static inline struct sample sample_ite(struct world *w, const struct sample *a, const struct sample *b,
                                       const struct sample *c)
{
    return (struct sample){bdd_ite(w->m, a->f, b->f, c->f), table_ite(a->t, b->t, c->t)};
}

// The set of variables as a cube.
static inline bdd cube_of(struct world *w, unsigned vars)
{
    int list[32];
    size_t count = 0;
    for (int v = 0; v < 32; v++)
        if (vars >> v & 1)
            list[count++] = v;
    return bdd_cube(w->m, list, count);
}

static inline unsigned all_vars(const struct world *w)
{
    return (1u << w->vars) - 1;
}

static inline unsigned random_vars(struct dice *dice, unsigned among)
{
    unsigned vars = (unsigned)dice_next(dice);
    if (dice_coin(dice))
        vars &= (unsigned)dice_next(dice);
    return vars & among;
}

// One variable of a non-empty set.
static inline int random_var(struct dice *dice, unsigned among)
{
    for (;;) {
        int v = dice_roll(dice, MOST_VARS);
        if (among >> v & 1)
            return v;
    }
}

// A conjunction of literals over the variables.
static inline struct sample sample_cube(struct world *w, struct dice *dice, unsigned vars)
{
    struct sample result = sample_constant(true);
    int list[MOST_VARS];
    bool values[MOST_VARS];
    size_t count = 0;
    for (int v = 0; v < MOST_VARS; v++) {
        if (!(vars >> v & 1))
            continue;
        list[count] = v;
        values[count] = dice_coin(dice);
        result.t = table_and(result.t, values[count] ? table_literal(v) : table_not(table_literal(v)));
        count++;
    }
    result.f = bdd_literal_cube(w->m, list, values, count);
    return result;
}

// A random expression over the variables `among`, which are not none. Its leaves are literals, cubes and now and then
// a constant.
static inline struct sample random_expression(struct world *w, struct dice *dice, unsigned among, int depth)
{
    if (depth == 0 || dice_roll(dice, 8) == 0) {
        int kind = dice_roll(dice, 16);
        if (kind == 0)
            return sample_constant(dice_coin(dice));
        if (kind < 4)
            return sample_cube(w, dice, random_vars(dice, among));
        struct sample leaf = sample_literal(w, random_var(dice, among));
        return dice_coin(dice) ? leaf : sample_not(leaf);
    }
    struct sample a = random_expression(w, dice, among, depth - 1);
    struct sample b = random_expression(w, dice, among, depth - 1);
    if (dice_roll(dice, 6) == 0) {
        struct sample c = random_expression(w, dice, among, depth - 1);
        return sample_ite(w, &a, &b, &c);
    }
    struct sample result = sample_connect(w, dice_roll(dice, CONNECTIVES), &a, &b);
    return dice_roll(dice, 4) == 0 ? sample_not(result) : result;
}

// A function with no structure at all over a few of the variables.
static inline struct sample random_noise(struct world *w, struct dice *dice, unsigned among, int most)
{
    unsigned vars = 0;
    for (int i = 0; i < most; i++)
        vars |= 1u << random_var(dice, among);
    struct sample result = sample_constant(false);
    uint64_t density = dice_next(dice);
    for (unsigned i = 0; i < TABLE_BITS; i++)
        if ((i & ~vars) == 0 && dice_next(dice) < density)
            table_put(&result.t, i, true);
    // Spread over the variables that do not count.
    for (int v = 0; v < MOST_VARS; v++)
        if (!(vars >> v & 1))
            result.t = table_cofactor(&result.t, v, false);
    result.f = from_table(w, &result.t);
    return result;
}

// The bits of the product of two numbers, lowest first: variables 0 .. bits - 1 are the one, the next `bits` the other.
// The middle bits are exponential in every order, which makes them the way to large tables.
static inline void multiply(struct world *w, int bits, bdd *product)
{
    for (int i = 0; i < 2 * bits; i++)
        product[i] = BDD_FALSE;
    for (int i = 0; i < bits; i++) {
        bdd carry = BDD_FALSE;
        for (int j = 0; j < bits; j++) {
            bdd sum = product[i + j];
            bdd part = bdd_and(w->m, bdd_literal(w->m, i), bdd_literal(w->m, bits + j));
            bdd half = bdd_xor(w->m, sum, part);
            product[i + j] = bdd_xor(w->m, half, carry);
            carry = bdd_or(w->m, bdd_and(w->m, sum, part), bdd_and(w->m, half, carry));
        }
        product[i + bits] = carry;
    }
}

// Whether the bits that are there are those of products, at some random points.
static inline bool products_agree(const struct world *w, struct dice *dice, int bits, const bdd *product)
{
    for (int i = 0; i < 200; i++) {
        bool values[64] = {false};
        unsigned a = (unsigned)dice_roll(dice, 1 << bits), b = (unsigned)dice_roll(dice, 1 << bits);
        for (int j = 0; j < bits; j++) {
            values[j] = a >> j & 1;
            values[bits + j] = b >> j & 1;
        }
        for (int j = 0; j < 2 * bits; j++)
            if (bdd_is_valid(product[j]) && bdd_evaluate(w->m, product[j], values) != ((a * b) >> j & 1))
                return false;
    }
    return true;
}

static inline struct sample random_sample(struct world *w, struct dice *dice, unsigned among)
{
    switch (dice_roll(dice, 8)) {
    case 0:
        return random_noise(w, dice, among, scaled(5, 3));
    case 1:
        return sample_cube(w, dice, random_vars(dice, among));
    default:
        return random_expression(w, dice, among, 2 + dice_roll(dice, scaled(4, 2)));
    }
}

#endif
