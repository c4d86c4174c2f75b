#include "pnml/obligations.h"

#include "base/hash.h"

enum { MOST_PARTS = 64 };

// A part of the formula in negation normal form; operands are earlier ones.
struct part {
    enum { PART_TRUE, PART_FALSE, PART_CONDITION, PART_AND, PART_OR, PART_NEXT, PART_UNTIL, PART_RELEASE } kind;
    bool is_negated; // of a condition
    uint32_t left, right;
    const struct mcc_formula *condition;
};

struct obligations {
    struct mem *mem;
    struct part parts[MOST_PARTS];
    uint32_t count, first;
    bool is_too_large;
    uint64_t untils, leaves; // bits of parts: leaves have no operands
    ARRAY(uint64_t) sets;    // by number of an obligation: bits of parts
    uint32_t *table;         // hashed numbers of obligations, plus one
    size_t slots;
};

// ---- The formula ----------------------------------------------------------------------------------------------------

static uint32_t add_part(struct obligations *o, struct part p)
{
    for (uint32_t i = 0; i < o->count; i++) {
        const struct part *old = &o->parts[i];
        if (old->kind == p.kind && old->is_negated == p.is_negated && old->left == p.left && old->right == p.right &&
            old->condition == p.condition)
            return i;
    }
    if (o->count == MOST_PARTS) {
        o->is_too_large = true;
        return 0;
    }
    if (p.kind == PART_UNTIL)
        o->untils |= UINT64_C(1) << o->count;
    if (p.kind <= PART_CONDITION)
        o->leaves |= UINT64_C(1) << o->count;
    o->parts[o->count] = p;
    return o->count++;
}

static uint32_t add_operator(struct obligations *o, int kind, uint32_t left, uint32_t right)
{
    return add_part(o, (struct part){.kind = kind, .left = left, .right = right});
}

static uint32_t add_formula(struct obligations *o, const struct mcc_formula *f, bool is_negated)
{
    if (f->op == MCC_TRUE || f->op == MCC_FALSE)
        return add_operator(o, (f->op == MCC_TRUE) != is_negated ? PART_TRUE : PART_FALSE, 0, 0);
    if (mcc_is_state_formula(f))
        return add_part(o, (struct part){.kind = PART_CONDITION, .is_negated = is_negated, .condition = f});
    if (f->op == MCC_NOT)
        return add_formula(o, f->operands[0], !is_negated);
    uint32_t left = add_formula(o, f->operands[0], is_negated);
    uint32_t right = f->operands[1] ? add_formula(o, f->operands[1], is_negated) : 0;
    switch (f->op) {
    case MCC_AND:
    case MCC_OR:
        return add_operator(o, (f->op == MCC_AND) != is_negated ? PART_AND : PART_OR, left, right);
    case MCC_X:
        return add_operator(o, PART_NEXT, left, 0);
    case MCC_U:
        return add_operator(o, is_negated ? PART_RELEASE : PART_UNTIL, left, right);
    default: { // F or G
        bool comes = (f->op == MCC_F) != is_negated;
        uint32_t any = add_operator(o, comes ? PART_TRUE : PART_FALSE, 0, 0);
        return add_operator(o, comes ? PART_UNTIL : PART_RELEASE, any, left);
    }
    }
}

// ---- Obligations by number ------------------------------------------------------------------------------------------

static void rehash(struct obligations *o)
{
    size_t slots = o->slots ? 2 * o->slots : 64;
    if (o->table)
        mem_free(o->mem, o->table, o->slots * sizeof *o->table);
    o->table = mem_zalloc(o->mem, slots * sizeof *o->table);
    o->slots = slots;
    for (uint32_t i = 0; i < o->sets.count; i++) {
        size_t at = hash_mix(o->sets.at[i]) & (slots - 1);
        while (o->table[at])
            at = (at + 1) & (slots - 1);
        o->table[at] = i + 1;
    }
}

static uint32_t number_of(struct obligations *o, uint64_t set)
{
    if (2 * (o->sets.count + 1) > o->slots)
        rehash(o);
    size_t at = hash_mix(set) & (o->slots - 1);
    for (; o->table[at]; at = (at + 1) & (o->slots - 1))
        if (o->sets.at[o->table[at] - 1] == set)
            return o->table[at] - 1;
    array_push(o->mem, &o->sets, set);
    o->table[at] = (uint32_t)o->sets.count;
    return o->table[at] - 1;
}

struct obligations *obligations_open(const struct mcc_formula *f, bool is_negated, struct mem *mem)
{
    struct obligations *o = mem_zalloc(mem, sizeof *o);
    o->mem = mem;
    uint32_t top = add_formula(o, f, is_negated);
    if (o->is_too_large) {
        obligations_close(o);
        return NULL;
    }
    number_of(o, 0); // OBLIGATION_MET
    o->first = number_of(o, UINT64_C(1) << top);
    return o;
}

void obligations_close(struct obligations *o)
{
    if (!o)
        return;
    mem_free(o->mem, o->table, o->slots * sizeof *o->table);
    array_free(o->mem, &o->sets);
    mem_free(o->mem, o, sizeof *o);
}

uint32_t obligations_first(const struct obligations *o)
{
    return o->first;
}

uint64_t obligations_untils(const struct obligations *o)
{
    return o->untils;
}

// ---- Choices --------------------------------------------------------------------------------------------------------

struct choosing {
    struct obligations *o;
    obligations_truth *truth;
    void *context;
    choice_array *out; // numbers are not looked up yet: `sets` are the same
    ARRAY(uint64_t) sets;
    bool has_unknown;
};

// A choice that asks for more than another, and postpones no less, is none.
static bool is_no_choice(const struct choosing *c, uint64_t next, uint64_t postponed)
{
    for (size_t i = 0; i < c->out->count; i++)
        if ((c->sets.at[i] & ~next) == 0 && (c->out->at[i].postponed & ~postponed) == 0)
            return true;
    return false;
}

static void add_choice(struct choosing *c, uint64_t next, uint64_t postponed)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->out->count; i++) {
        if ((next & ~c->sets.at[i]) == 0 && (postponed & ~c->out->at[i].postponed) == 0)
            continue;
        c->sets.at[kept] = c->sets.at[i];
        c->out->at[kept++] = c->out->at[i];
    }
    c->sets.count = c->out->count = kept;
    array_push(c->o->mem, &c->sets, next);
    array_push(c->o->mem, c->out, ((struct obligation_choice){0, postponed}));
}

static uint64_t bit(uint32_t part)
{
    return UINT64_C(1) << part;
}

static bool is_leaf(const struct choosing *c, uint32_t part)
{
    return c->o->leaves >> part & 1;
}

// Whether a leaf is known to hold.
static bool leaf_holds(struct choosing *c, uint32_t part)
{
    const struct part *p = &c->o->parts[part];
    if (p->kind != PART_CONDITION)
        return p->kind == PART_TRUE;
    enum walk_truth truth = c->truth(c->context, p->condition);
    c->has_unknown |= truth == WALK_UNKNOWN;
    return truth == (p->is_negated ? WALK_FALSE : WALK_TRUE);
}

// Parts that are to be looked at, and that are to hold next. Operands have lower numbers: no part but leaves is looked
// at twice. A leaf that holds or not decides which of two ways is taken, for the other one asks for more: or many
// eventualities would have all their subsets. For the same reason, what is no choice already is left early.
static void choose(struct choosing *c, uint64_t open, uint64_t next, uint64_t postponed)
{
    while (open) {
        if (is_no_choice(c, next, postponed))
            return;
        uint64_t first = open & c->o->leaves ? open & c->o->leaves : open;
        uint32_t number = 63 - (uint32_t)__builtin_clzll(first);
        const struct part *p = &c->o->parts[number];
        open &= ~bit(number);
        switch (p->kind) {
        case PART_TRUE:
        case PART_FALSE:
        case PART_CONDITION:
            if (!leaf_holds(c, number))
                return;
            break;
        case PART_AND:
            open |= bit(p->left) | bit(p->right);
            break;
        case PART_OR: {
            uint32_t leaf = is_leaf(c, p->left) ? p->left : p->right, other = leaf == p->left ? p->right : p->left;
            if (!is_leaf(c, leaf))
                choose(c, open | bit(leaf), next, postponed);
            else if (leaf_holds(c, leaf))
                break;
            open |= bit(other);
            break;
        }
        case PART_NEXT:
            next |= bit(p->left);
            break;
        case PART_UNTIL:
            if (!is_leaf(c, p->right))
                choose(c, open | bit(p->right), next, postponed);
            else if (leaf_holds(c, p->right))
                break;
            open |= bit(p->left);
            next |= bit(number);
            postponed |= bit(number);
            break;
        case PART_RELEASE:
            open |= bit(p->right);
            if (!is_leaf(c, p->left))
                choose(c, open | bit(p->left), next, postponed);
            else if (leaf_holds(c, p->left))
                break;
            next |= bit(number);
            break;
        }
    }
    if (!is_no_choice(c, next, postponed))
        add_choice(c, next, postponed);
}

bool obligations_choices(struct obligations *o, uint32_t obligation, obligations_truth *truth, void *context,
                         choice_array *out)
{
    struct choosing c = {.o = o, .truth = truth, .context = context, .out = out};
    out->count = 0;
    choose(&c, o->sets.at[obligation], 0, 0);
    for (size_t i = 0; i < out->count; i++)
        out->at[i].next = number_of(o, c.sets.at[i]);
    array_free(o->mem, &c.sets);
    return !c.has_unknown;
}

// ---- Wishes ---------------------------------------------------------------------------------------------------------

// The conditions among the operands of `and` and `or`, as bits.
static uint64_t conditions_of(const struct obligations *o, uint32_t part)
{
    const struct part *p = &o->parts[part];
    if (p->kind == PART_CONDITION)
        return bit(part);
    return p->kind == PART_AND || p->kind == PART_OR ? conditions_of(o, p->left) | conditions_of(o, p->right) : 0;
}

const struct mcc_formula *obligations_wish(const struct obligations *o, uint32_t obligation, uint64_t number,
                                           bool *is_negated)
{
    uint64_t found = 0;
    for (uint64_t left = o->sets.at[obligation] & o->untils; left; left &= left - 1)
        found |= conditions_of(o, o->parts[__builtin_ctzll(left)].right);
    if (!found)
        return NULL;
    for (number %= (uint64_t)__builtin_popcountll(found); number > 0; number--)
        found &= found - 1;
    const struct part *p = &o->parts[__builtin_ctzll(found)];
    *is_negated = p->is_negated;
    return p->condition;
}
