#include "expression_tree.h"

// ---- Random trees ---------------------------------------------------------------------------------------------------

void forest_clear(struct forest *f)
{
    f->leaf_count = 0;
    f->tree_count = 0;
}

static bool same_kind(struct kind a, struct kind b)
{
    return a.kind == b.kind && a.width == b.width && a.is_signed == b.is_signed;
}

static int some_leaf(struct forest *f, struct kind kind)
{
    int start = dice_roll(&f->dice, MOST_LEAVES);
    bool old = f->leaf_count == MOST_LEAVES || dice_roll(&f->dice, 3) > 0;
    for (int i = 0; old && i < f->leaf_count; i++) {
        int leaf = (start + i) % f->leaf_count;
        if (same_kind(f->leaves[leaf].kind, kind))
            return leaf;
    }
    assert_true(f->leaf_count < MOST_LEAVES);
    struct leaf *leaf = &f->leaves[f->leaf_count];
    *leaf = (struct leaf){.kind = kind};
    leaf->low = dice_roll(&f->dice, 12) - 8;
    leaf->high = leaf->low + dice_roll(&f->dice, 9);
    return f->leaf_count++;
}

static struct tree *node(struct forest *f, enum op op, struct kind kind)
{
    assert_true(f->tree_count < MOST_TREES);
    struct tree *t = &f->trees[f->tree_count++];
    *t = (struct tree){.op = op, .kind = kind};
    return t;
}

static struct kind some_word(struct forest *f)
{
    static const unsigned widths[] = {1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 63, 64};
    return kind_word(widths[dice_roll(&f->dice, 12)], dice_coin(&f->dice));
}

static void give(struct forest *f, struct tree *t, struct kind kind, int depth)
{
    t->args[t->count++] = tree_random(f, kind, depth - 1);
}

static struct tree *random_boolean(struct forest *f, int depth)
{
    static const enum op ops[] = {OP_NOT, OP_AND, OP_OR, OP_XOR, OP_ITE, OP_EQ, OP_EQ, OP_LT, OP_LE, OP_RETYPE};
    struct tree *t = node(f, ops[dice_roll(&f->dice, 10)], KIND_BOOLEAN);
    struct kind operand = KIND_BOOLEAN;
    int count = 2;
    switch (t->op) {
    case OP_NOT:
        count = 1;
        break;
    case OP_AND:
    case OP_OR:
        count = 1 + dice_roll(&f->dice, 4);
        break;
    case OP_ITE:
        count = 3;
        break;
    case OP_EQ:
        operand = dice_coin(&f->dice) ? KIND_INTEGER : dice_coin(&f->dice) ? some_word(f) : KIND_BOOLEAN;
        break;
    case OP_LT:
    case OP_LE:
        operand = dice_coin(&f->dice) ? KIND_INTEGER : some_word(f);
        break;
    case OP_RETYPE:
        operand = kind_word(1, dice_coin(&f->dice));
        count = 1;
        break;
    default:
        break;
    }
    while (t->count < count)
        give(f, t, operand, depth);
    return t;
}

static struct tree *random_integer(struct forest *f, int depth)
{
    static const enum op ops[] = {OP_NEG, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_ITE, OP_TO_INT, OP_COUNT};
    struct tree *t = node(f, ops[dice_roll(&f->dice, 9)], KIND_INTEGER);
    struct kind operand = KIND_INTEGER;
    int count = 2;
    if (t->op == OP_NEG) {
        count = 1;
    } else if (t->op == OP_ITE) {
        give(f, t, KIND_BOOLEAN, depth);
        count = 3;
    } else if (t->op == OP_TO_INT) {
        operand = dice_coin(&f->dice) ? KIND_BOOLEAN : some_word(f);
        count = 1;
    } else if (t->op == OP_COUNT) {
        operand = KIND_BOOLEAN;
        count = 1 + dice_roll(&f->dice, 4);
    }
    while (t->count < count)
        give(f, t, operand, depth);
    return t;
}

// Operations that need a width or sign that this word has not are replaced by an addition.
static enum op word_op(struct forest *f, struct kind kind)
{
    static const enum op ops[] = {OP_NEG,     OP_ADD,    OP_SUB,     OP_MUL,        OP_DIV,         OP_MOD,
                                  OP_BIT_NOT, OP_BIT_OR, OP_BIT_AND, OP_SHIFT_LEFT, OP_SHIFT_RIGHT, OP_CONCAT,
                                  OP_EXTRACT, OP_EXTEND, OP_RETYPE,  OP_TO_WORD,    OP_ITE,         OP_BIT_XOR};
    enum op op = ops[dice_roll(&f->dice, 18)];
    if ((op == OP_CONCAT && (kind.width < 2 || kind.is_signed)) || (op == OP_EXTRACT && kind.is_signed) ||
        (op == OP_EXTEND && kind.width < 2))
        return OP_ADD;
    return op;
}

static struct tree *random_word(struct forest *f, struct kind kind, int depth)
{
    struct tree *t = node(f, word_op(f, kind), kind);
    unsigned part = kind.width > 1 ? 1 + (unsigned)dice_roll(&f->dice, (int)kind.width - 1) : 1;
    int count = 2;
    switch (t->op) {
    case OP_NEG:
    case OP_BIT_NOT:
        count = 1;
        break;
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT:
        give(f, t, kind, depth);
        give(f, t, dice_coin(&f->dice) ? KIND_INTEGER : kind_word(some_word(f).width, false), depth);
        break;
    case OP_CONCAT:
        give(f, t, kind_word(part, dice_coin(&f->dice)), depth);
        give(f, t, kind_word(kind.width - part, dice_coin(&f->dice)), depth);
        break;
    case OP_EXTRACT: {
        unsigned more = (unsigned)dice_roll(&f->dice, 64 - (int)kind.width + 1);
        t->low = (unsigned)dice_roll(&f->dice, (int)more + 1);
        give(f, t, kind_word(kind.width + more, dice_coin(&f->dice)), depth);
        count = 1;
        break;
    }
    case OP_EXTEND:
        give(f, t, kind_word(part, dice_coin(&f->dice)), depth);
        count = 1;
        break;
    case OP_RETYPE:
        give(f, t, kind.width == 1 && dice_coin(&f->dice) ? KIND_BOOLEAN : kind_word(kind.width, !kind.is_signed),
             depth);
        count = 1;
        break;
    case OP_TO_WORD:
        give(f, t, KIND_INTEGER, depth);
        count = 1;
        break;
    case OP_ITE:
        give(f, t, KIND_BOOLEAN, depth);
        count = 3;
        break;
    default:
        break;
    }
    while (t->count < count)
        give(f, t, kind, depth);
    return t;
}

struct tree *tree_random(struct forest *f, struct kind kind, int depth)
{
    if (depth <= 0 || dice_roll(&f->dice, 8) == 0) {
        struct tree *t = node(f, OP_CELL, kind);
        t->leaf = some_leaf(f, kind);
        return t;
    }
    if (kind.kind == TYPE_BOOLEAN)
        return random_boolean(f, depth);
    return kind.kind == TYPE_INTEGER ? random_integer(f, depth) : random_word(f, kind, depth);
}

void leaves_roll(struct forest *f)
{
    for (int i = 0; i < f->leaf_count; i++) {
        struct leaf *leaf = &f->leaves[i];
        if (leaf->kind.kind == TYPE_BOOLEAN)
            leaf->value = dice_coin(&f->dice);
        else if (leaf->kind.kind == TYPE_INTEGER)
            leaf->value = leaf->low + dice_roll(&f->dice, (int)(leaf->high - leaf->low) + 1);
        else
            leaf->value = dice_word(&f->dice, leaf->kind.width);
    }
}

// ---- The reference --------------------------------------------------------------------------------------------------

typedef __int128 wide;

static bool bit(value word, unsigned i)
{
    return (uint64_t)word >> i & 1;
}

// The number that a word stands for, from its bits.
static wide number(struct kind kind, value word)
{
    if (kind.kind != TYPE_WORD)
        return word;
    wide result = 0;
    for (unsigned i = 0; i < kind.width; i++)
        if (bit(word, i))
            result += kind.is_signed && i == kind.width - 1 ? -((wide)1 << i) : (wide)1 << i;
    return result;
}

// Back to bits: a number modulo 2^width.
static value bits_of(struct kind kind, wide number)
{
    wide modulus = (wide)1 << kind.width, rest = number % modulus;
    return (value)(uint64_t)(rest < 0 ? rest + modulus : rest);
}

static value result_of(struct kind kind, wide number)
{
    wide largest = ((wide)1 << 63) - 1, least = -((wide)1 << 63) + ((wide)1 << 32);
    if (kind.kind == TYPE_WORD)
        return bits_of(kind, number);
    return (value)(number > largest ? largest : number < least ? least : number);
}

static value from_bits(unsigned width, bool (*at)(const void *, unsigned), const void *context)
{
    value result = 0;
    for (unsigned i = 0; i < width; i++)
        if (at(context, i))
            result |= (value)(UINT64_C(1) << i);
    return result;
}

struct bit_rule {
    enum op op;
    unsigned low;
    const struct kind *kinds;
    const value *v;
    unsigned count; // of a shift, cut off at 64
};

static bool result_bit(const void *context, unsigned i)
{
    const struct bit_rule *rule = context;
    unsigned width = rule->kinds[0].width;
    bool sign = rule->kinds[0].is_signed && bit(rule->v[0], width - 1);
    switch (rule->op) {
    case OP_BIT_NOT:
        return !bit(rule->v[0], i);
    case OP_BIT_AND:
        return bit(rule->v[0], i) && bit(rule->v[1], i);
    case OP_BIT_OR:
        return bit(rule->v[0], i) || bit(rule->v[1], i);
    case OP_BIT_XOR:
        return bit(rule->v[0], i) != bit(rule->v[1], i);
    case OP_SHIFT_LEFT:
        return i >= rule->count && bit(rule->v[0], i - rule->count);
    case OP_SHIFT_RIGHT:
        return i + rule->count < width ? bit(rule->v[0], i + rule->count) : sign;
    case OP_CONCAT:
        return i < rule->kinds[1].width ? bit(rule->v[1], i) : bit(rule->v[0], i - rule->kinds[1].width);
    case OP_EXTRACT:
        return bit(rule->v[0], i + rule->low);
    default: // extend
        return i < width ? bit(rule->v[0], i) : sign;
    }
}

static struct outcome defined(value v)
{
    return (struct outcome){true, v};
}

static struct outcome by_bits(enum op op, struct kind result, unsigned low, const struct kind *kinds, const value *v)
{
    struct bit_rule rule = {op, low, kinds, v, 0};
    if (op == OP_SHIFT_LEFT || op == OP_SHIFT_RIGHT) {
        wide count = number(kinds[1], v[1]);
        if (count < 0)
            return (struct outcome){false, 0};
        rule.count = count > 64 ? 64 : (unsigned)count;
    }
    return defined(from_bits(result.width, result_bit, &rule));
}

struct outcome reference(enum op op, struct kind result, unsigned low, int count, const struct kind *kinds,
                         const value *v)
{
    wide x = number(kinds[0], v[0]), y = count > 1 ? number(kinds[1], v[1]) : 0, sum = 0;
    switch (op) {
    case OP_NOT:
        return defined(!v[0]);
    case OP_XOR:
        return defined(v[0] != v[1]);
    case OP_EQ:
        return defined(x == y);
    case OP_LT:
        return defined(x < y);
    case OP_LE:
        return defined(x <= y);
    case OP_NEG:
        return defined(result_of(result, -x));
    case OP_ADD:
        return defined(result_of(result, x + y));
    case OP_SUB:
        return defined(result_of(result, x - y));
    case OP_MUL:
        // 64 by 64 bits do not fit as signed numbers; modulo 2^width the unsigned bits do as well.
        if (result.kind == TYPE_WORD)
            return defined((value)(((uint64_t)v[0] * (uint64_t)v[1]) & (UINT64_MAX >> (64 - result.width))));
        return defined(result_of(result, x * y));
    case OP_DIV:
        return y ? defined(result_of(result, x / y)) : (struct outcome){false, 0};
    case OP_MOD:
        return y ? defined(result_of(result, x % y)) : (struct outcome){false, 0};
    case OP_TO_INT:
        return defined(result_of(result, x));
    case OP_TO_WORD:
        return defined(bits_of(result, x));
    case OP_RETYPE:
        return defined(v[0]);
    case OP_COUNT:
        for (int i = 0; i < count; i++)
            sum += v[i];
        return defined((value)sum);
    default:
        return by_bits(op, result, low, kinds, v);
    }
}

struct outcome tree_eval(const struct forest *f, const struct tree *t)
{
    if (t->op == OP_CELL)
        return defined(f->leaves[t->leaf].value);
    if (t->op == OP_ITE) {
        struct outcome condition = tree_eval(f, t->args[0]);
        return condition.defined ? tree_eval(f, t->args[condition.value ? 1 : 2]) : condition;
    }
    struct kind kinds[4];
    value v[4];
    bool all = true, decided = false;
    for (int i = 0; i < t->count; i++) {
        struct outcome o = tree_eval(f, t->args[i]);
        kinds[i] = t->args[i]->kind;
        v[i] = o.value;
        all = all && o.defined;
        decided = decided || (o.defined && o.value == (t->op == OP_OR));
    }
    if (t->op == OP_AND || t->op == OP_OR) {
        bool deciding = t->op == OP_OR;
        return decided ? defined(deciding) : (struct outcome){all, all && !deciding};
    }
    return all ? reference(t->op, t->kind, t->low, t->count, kinds, v) : (struct outcome){false, 0};
}

// ---- Building -------------------------------------------------------------------------------------------------------

type_id kind_type(struct model *m, struct kind kind, value low, value high)
{
    if (kind.kind == TYPE_BOOLEAN)
        return model_boolean(m);
    return kind.kind == TYPE_INTEGER ? model_integer(m, low, high) : model_word(m, kind.width, kind.is_signed);
}

static type_id leaf_type(struct model *m, const struct leaf *leaf)
{
    return kind_type(m, leaf->kind, leaf->low, leaf->high);
}

void forest_add_cells(struct forest *f, struct model *m)
{
    for (int i = 0; i < f->leaf_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        f->leaves[i].cell = model_add_cell(m, name, leaf_type(m, &f->leaves[i]), CELL_STATE);
    }
}

expr tree_build(struct forest *f, struct model *m, const struct tree *t, enum leaves_as as)
{
    if (t->op == OP_CELL) {
        const struct leaf *leaf = &f->leaves[t->leaf];
        if (as == LEAVES_AS_CONSTANTS)
            return model_const(m, leaf_type(m, leaf), leaf->value);
        return as == LEAVES_AS_NEXT ? model_next_expr(m, leaf->cell) : model_cell_expr(m, leaf->cell);
    }
    expr args[4];
    for (int i = 0; i < t->count; i++)
        args[i] = tree_build(f, m, t->args[i], as);
    type_id type = kind_type(m, t->kind, 0, 0);
    switch (t->op) {
    case OP_ITE:
        return model_ite(m, args[0], args[1], args[2]);
    case OP_AND:
    case OP_OR:
    case OP_COUNT:
        return model_nary(m, t->op, args, (size_t)t->count);
    case OP_EXTRACT:
        return model_extract(m, args[0], t->low + t->kind.width - 1, t->low);
    case OP_EXTEND:
    case OP_RETYPE:
    case OP_TO_WORD:
        return model_convert(m, t->op, type, args[0]);
    default:
        return t->count == 1 ? model_unary(m, t->op, args[0]) : model_binary(m, t->op, args[0], args[1]);
    }
}

void leaves_bind(const struct forest *f, value *state)
{
    for (int i = 0; i < f->leaf_count; i++)
        state[f->leaves[i].cell] = f->leaves[i].value;
}
