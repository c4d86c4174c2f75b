// Expressions of random models.
#include <stdio.h>

#include "base/random.h"
#include "random_text.h"

int random_roll(struct random_maker *k, int sides)
{
    return (int)random_below(&k->dice, (uint64_t)sides);
}

// ---- Names ----------------------------------------------------------------------------------------------------------

struct random_name *random_add_name(struct random_maker *k, const char *letter, enum random_kind kind, bool writable)
{
    struct random_name *name = &k->names[k->count++];
    *name = (struct random_name){.field = "", .kind = kind, .index = KIND_NONE, .writable = writable};
    snprintf(name->text, sizeof name->text, "%s%d", letter, k->fresh++ % 10000);
    return name;
}

bool random_can_make(const struct random_maker *k, enum random_kind kind)
{
    if (kind <= KIND_ENUM)
        return true;
    for (int i = 0; i < k->count; i++)
        if (k->names[i].kind == kind && k->names[i].index == KIND_NONE)
            return true;
    return false;
}

enum random_kind random_some_kind(struct random_maker *k)
{
    enum random_kind kind = (enum random_kind)random_roll(k, KINDS);
    return random_can_make(k, kind) ? kind : KIND_NUMBER;
}

const struct random_name *random_some_name(struct random_maker *k, enum random_kind kind, bool writable)
{
    int start = k->count ? random_roll(k, k->count) : 0;
    for (int i = 0; i < k->count; i++) {
        const struct random_name *name = &k->names[(start + i) % k->count];
        bool has_index = name->index == KIND_NONE || random_can_make(k, name->index);
        if (name->kind == kind && (name->writable || !writable) && has_index)
            return name;
    }
    return NULL;
}

// An index is a name or a literal once the depth is used up: else indices would go on for ever.
static void put_index(struct random_maker *k, enum random_kind kind, int depth)
{
    if (depth > 0) {
        random_put_within(k, kind, depth - 1);
        return;
    }
    for (int i = k->count - 1; i >= 0; i--)
        if (k->names[i].kind == kind && k->names[i].index == KIND_NONE &&
            (kind > KIND_ENUM || random_roll(k, 3) == 0)) {
            put(k, "%s%s", k->names[i].text, k->names[i].field);
            return;
        }
    if (kind == KIND_BOOLEAN)
        put(k, random_roll(k, 2) ? "true" : "false");
    else if (kind == KIND_NUMBER)
        put(k, "%d", random_roll(k, k->top + 1));
    else
        put(k, "%c", 'A' + random_roll(k, 3));
}

void random_put_place(struct random_maker *k, const struct random_name *name, int depth)
{
    put(k, "%s", name->text);
    if (name->index != KIND_NONE) {
        put(k, "[");
        put_index(k, name->index, depth);
        put(k, "]");
    }
    put(k, "%s", name->field);
}

void random_put_type(struct random_maker *k, enum random_kind kind)
{
    static const char *const types[] = {"boolean", "I", "E", "P", "R"};
    put(k, "%s", types[kind]);
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static void put_leaf(struct random_maker *k, enum random_kind kind, int depth)
{
    const struct random_name *name = random_some_name(k, kind, false);
    if (name && (kind > KIND_ENUM || random_roll(k, 4)))
        random_put_place(k, name, depth - 1);
    else
        put_index(k, kind, 0);
}

static bool put_call(struct random_maker *k, enum random_kind kind, int depth)
{
    if (k->function_count == 0)
        return false;
    const struct random_function *f = &k->functions[random_roll(k, k->function_count)];
    const struct random_name *place = f->by_reference ? random_some_name(k, f->param, true) : NULL;
    if (f->result != kind || (f->by_reference && (k->pure || !place)) || !random_can_make(k, f->param))
        return false;
    put(k, "%s(", f->text);
    if (f->by_reference)
        random_put_place(k, place, 0);
    else
        random_put_within(k, f->param, depth - 1);
    put(k, ")");
    return true;
}

// A literal on the left could give a constant that is out of its range, or a division by zero, which is an error of
// the text.
static void put_arithmetic(struct random_maker *k, int depth)
{
    static const char *const ops[] = {"+", "-", "*", "+", "&", "|", "^"};
    put(k, "(");
    random_put_place(k, random_some_name(k, KIND_NUMBER, false), 0);
    if (random_roll(k, 5) == 0) {
        put(k, random_roll(k, 2) ? " / " : " %% ");
        random_put_place(k, random_some_name(k, KIND_NUMBER, false), 0);
    } else {
        put(k, " %s ", ops[random_roll(k, random_roll(k, 3) ? 4 : 7)]);
        random_put_value(k, KIND_NUMBER, depth - 1);
    }
    put(k, ")");
}

static void put_comparison(struct random_maker *k, int depth)
{
    static const char *const ops[] = {"=", "!=", "<", "<=", ">", ">="};
    enum random_kind kind = random_some_kind(k);
    put(k, "(");
    random_put_value(k, kind, depth - 1);
    put(k, " %s ", ops[random_roll(k, kind == KIND_NUMBER ? 6 : 2)]);
    random_put_value(k, kind, depth - 1);
    put(k, ")");
}

static void put_quantified(struct random_maker *k, int depth)
{
    static const enum random_kind kinds[] = {KIND_SET, KIND_RING, KIND_NUMBER, KIND_ENUM};
    int before = k->count;
    bool pure = k->pure;
    k->pure = true;
    struct random_name *name = random_add_name(k, "q", kinds[random_roll(k, 4)], false);
    put(k, "(%s %s: ", random_roll(k, 2) ? "forall" : "exists", name->text);
    random_put_type(k, name->kind);
    put(k, " do ");
    random_put_value(k, KIND_BOOLEAN, depth - 1);
    put(k, " end)");
    k->count = before;
    k->pure = pure;
}

static void put_condition(struct random_maker *k, int depth)
{
    static const char *const joins[] = {"&", "|", "->", "=", "!="};
    const struct random_name *name = random_some_name(k, random_some_kind(k), true);
    int way = random_roll(k, 8);
    if (way < 3) {
        put_comparison(k, depth);
    } else if (way < 5) {
        put(k, "(");
        random_put_value(k, KIND_BOOLEAN, depth - 1);
        put(k, " %s ", joins[random_roll(k, 5)]);
        random_put_value(k, KIND_BOOLEAN, depth - 1);
        put(k, ")");
    } else if (way == 5) {
        put(k, "!");
        random_put_value(k, KIND_BOOLEAN, depth - 1);
    } else if (way == 6 && name) {
        put(k, "%sisundefined(", random_roll(k, 2) ? "!" : "");
        random_put_place(k, name, 0);
        put(k, ")");
    } else {
        put_quantified(k, depth);
    }
}

static void put_choice(struct random_maker *k, enum random_kind kind, int depth)
{
    put(k, "(");
    random_put_value(k, KIND_BOOLEAN, depth - 1);
    put(k, " ? ");
    random_put_value(k, kind, depth - 1);
    put(k, " : ");
    random_put_value(k, kind, depth - 1);
    put(k, ")");
}

void random_put_value(struct random_maker *k, enum random_kind kind, int depth)
{
    int way = depth > 0 ? random_roll(k, 10) : 0;
    if (way == 9 && put_call(k, kind, depth))
        return;
    if (way == 8)
        put_choice(k, kind, depth);
    else if (way > 2 && kind == KIND_BOOLEAN)
        put_condition(k, depth);
    else if (way > 3 && kind == KIND_NUMBER)
        put_arithmetic(k, depth);
    else if (way > 5 && kind == KIND_RING) {
        put(k, random_roll(k, 2) ? "succ(" : "pred(");
        random_put_value(k, kind, depth - 1);
        put(k, ")");
    } else
        put_leaf(k, kind, depth);
}

void random_put_within(struct random_maker *k, enum random_kind kind, int depth)
{
    bool wrapped = kind == KIND_NUMBER && depth > 0 && random_roll(k, 8);
    put(k, wrapped ? "(" : "");
    random_put_value(k, kind, depth);
    put(k, wrapped ? ") %% (M + 1)" : "");
}
