// Declarations and functions of random models, and how a model is put together.
#include "random_text.h"

#include <stdio.h>
#include <string.h>

#define MOST_STATES 4000         // of what is declared, where each cell may be undefined
#define MOST_MATRIX_STATES 20000 // with a matrix

// ---- Variables ------------------------------------------------------------------------------------------------------

// Whether that many cells fit as well; every cell may be undefined.
static bool take_states(struct random_maker *k, enum random_kind kind, int cells, int most)
{
    int states = k->states;
    for (int i = 0; i < cells; i++)
        if ((states *= random_size(k, kind) + 1) > most)
            return false;
    k->states = states;
    return true;
}

static void add_whole(struct random_maker *k, const char *text, int type, bool has_elements)
{
    if (k->whole_count == (int)(sizeof k->wholes / sizeof *k->wholes))
        return;
    struct random_whole *whole = &k->wholes[k->whole_count++];
    *whole = (struct random_whole){.type = type, .has_elements = has_elements};
    memcpy(whole->text, text, sizeof whole->text);
}

static void put_array_of(struct random_maker *k, enum random_kind index)
{
    if (index == KIND_NONE)
        return;
    put(k, "array [");
    random_put_type(k, index);
    put(k, "] of ");
}

// A cell, an array or a matrix; matrices are mostly between the elements of one class, of truth values or ids.
static void put_variable(struct random_maker *k)
{
    int shape = random_roll(k, 6);
    enum random_kind kind = random_any_kind(k), index = KIND_NONE, second = KIND_NONE;
    if (shape >= 2)
        index = random_roll(k, 2) ? KIND_SET : random_any_kind(k);
    if (shape == 5) {
        index = second = random_roll(k, 3) || !k->has_other ? KIND_SET : KIND_OTHER;
        kind = random_roll(k, 2) ? KIND_BOOLEAN : random_roll(k, 2) ? index : KIND_ENUM;
        if (random_roll(k, 8) == 0)
            second = random_any_kind(k);
    }
    if (!take_states(k, kind, random_size(k, index) * random_size(k, second),
                     shape == 5 ? MOST_MATRIX_STATES : MOST_STATES))
        return;
    struct random_name *name = random_add_name(k, "v", kind, true);
    name->index = index;
    name->second = second;
    put(k, "  %s: ", name->text);
    put_array_of(k, index);
    put_array_of(k, second);
    random_put_type(k, kind);
    put(k, ";\n");
    if (index != KIND_NONE) // arrays of ranges and named types alone are equal in all tools where written alike
        add_whole(k, name->text, 100 + (index * (KINDS + 1) + second) * (KINDS + 1) + kind,
                  kind == KIND_SET || kind == KIND_OTHER || kind == KIND_RING || kind == KIND_UNION);
}

struct random_field {
    const char *type, *field;
    enum random_kind kind, second;
};

// T: a number and a truth value; L: the local state of a component, with an id; Z: a set of ids, and one of them.
static const struct random_field fields[] = {
    {"T", ".f", KIND_NUMBER, KIND_NONE}, {"T", ".g", KIND_BOOLEAN, KIND_NONE}, {"L", ".s", KIND_ENUM, KIND_NONE},
    {"L", ".o", KIND_SET, KIND_NONE},    {"Z", ".m", KIND_BOOLEAN, KIND_SET},  {"Z", ".h", KIND_SET, KIND_NONE},
};

static void put_record(struct random_maker *k)
{
    const struct random_field *first = &fields[2 * random_roll(k, 3)];
    enum random_kind index = first->type[0] == 'L' ? KIND_SET : KIND_NONE;
    int states = k->states;
    for (int i = 0; i < 2; i++)
        if (!take_states(k, first[i].kind, random_size(k, first[i].second) * random_size(k, index), MOST_STATES)) {
            k->states = states;
            return;
        }
    int number = k->fresh++;
    put(k, "  t%d: ", number);
    put_array_of(k, index);
    put(k, "%s;\n", first->type);
    for (int i = 0; i < 2; i++) {
        struct random_name *name = random_add_name(k, "t", first[i].kind, true);
        name->field = first[i].field;
        name->index = index;
        name->second = first[i].second;
        snprintf(name->text, sizeof name->text, "t%d", number);
    }
    add_whole(k, k->names[k->count - 1].text, first->type[0] * 10 + (int)index, first->type[0] != 'T');
}

static void put_bag(struct random_maker *k)
{
    enum random_kind kind = random_roll(k, 2) ? KIND_SET : random_any_kind(k);
    int capacity = 1 + random_roll(k, 2);
    if (!take_states(k, kind, capacity, MOST_STATES))
        return;
    struct random_bag *bag = &k->bags[k->bag_count];
    *bag = (struct random_bag){.kind = kind, .capacity = capacity};
    snprintf(bag->text, sizeof bag->text, "m%d", k->bag_count++);
    put(k, "  %s: multiset [%d] of ", bag->text, capacity);
    random_put_type(k, kind);
    put(k, ";\n");
}

static void put_declarations(struct random_maker *k)
{
    k->set = 2 + random_roll(k, 2);
    k->other = 2;
    k->ring = 2 + random_roll(k, 2);
    k->top = 1 + random_roll(k, 3);
    k->undefined = random_roll(k, 5) > 1;
    k->ends = random_roll(k, 3) == 0;
    put(k, "const M: %d; N: %d;\n", k->top, k->set);
    bool is_range = random_roll(k, 8) == 0;
    k->has_other = random_roll(k, 3) == 0;
    k->has_ring = random_roll(k, 4) == 0 && !k->for_rumur;
    k->has_union = random_roll(k, 4) == 0 && !k->for_rumur && !is_range;
    k->has_fairness = k->with_fair_rules && random_roll(k, 8) == 0 && !k->for_rumur;
    k->has_priorities = random_roll(k, 8) == 0 && !k->for_rumur;
    put(k, "type P: %s;%s E: enum {A, B, C}; I: 0..M;", is_range ? "1..N" : "scalarset(N)",
        k->has_other ? " Q: scalarset(2);" : "");
    if (k->has_ring)
        put(k, " R: ring(%d);", k->ring);
    put(k, "%s\n", k->has_union ? " U: union {P, E};" : "");
    put(k,
        "  T: record f: I; g: boolean end; L: record s: E; o: P end; Z: record m: array [P] of boolean; h: P end;\n");
    put(k, "var\n");
    take_states(k, KIND_NUMBER, 1, MOST_STATES);
    put(k, "  %s: I;\n", random_add_name(k, "n", KIND_NUMBER, true)->text);
    for (int i = 1 + random_roll(k, 4); i > 0; i--)
        put_variable(k);
    for (int i = random_roll(k, 3); i > 0; i--)
        put_record(k);
    for (int i = k->for_rumur ? 0 : random_roll(k, 4) / 2; i > 0; i--)
        put_bag(k);
    for (int i = random_roll(k, 3); i > 0; i--)
        put_variable(k);
}

// ---- Functions ------------------------------------------------------------------------------------------------------

// Without effects there are only locals to assign to.
static void hide_state(struct random_maker *k, bool hidden)
{
    for (int i = 0; i < k->count; i++)
        k->names[i].writable = !hidden;
}

static void put_function(struct random_maker *k)
{
    bool with_effect = random_roll(k, 2);
    enum random_kind result = random_roll(k, 4) ? random_any_kind(k) : KIND_NONE, param = random_any_kind(k);
    with_effect |= result == KIND_NONE;
    int globals = k->count;
    struct random_function *f = &k->functions[k->function_count];
    *f = (struct random_function){.result = result, .param = param, .by_reference = with_effect};
    snprintf(f->text, sizeof f->text, "f%d", k->function_count);
    hide_state(k, !with_effect);
    const struct random_name *name = random_add_name(k, "a", param, with_effect);
    if (!random_can_make(k, result == KIND_NONE ? param : result)) {
        k->count = globals;
        hide_state(k, false);
        return;
    }
    put(k, "%s %s(%s%s: ", result == KIND_NONE ? "procedure" : "function", f->text, with_effect ? "var " : "",
        name->text);
    random_put_type(k, param);
    put(k, ")");
    if (result != KIND_NONE) {
        put(k, ": ");
        random_put_type(k, result);
    }
    put(k, ";\n  var %s: I;\nbegin\n", random_add_name(k, "l", KIND_NUMBER, true)->text);
    put(k, "%s := %d;\n", k->names[k->count - 1].text, random_roll(k, 2));
    k->returns = result;
    k->pure = !with_effect;
    random_put_stmts(k, 1 + random_roll(k, 2), 1);
    if (result != KIND_NONE && random_roll(k, 12)) {
        put(k, "return ");
        random_put_within(k, result, 2);
        put(k, ";\n");
    }
    put(k, "end;\n");
    k->function_count++;
    k->returns = KIND_NONE;
    k->pure = false;
    k->count = globals;
    hide_state(k, false);
}

// ---- Models ---------------------------------------------------------------------------------------------------------

void random_put_text(struct random_maker *k)
{
    k->states = 1;
    k->returns = KIND_NONE;
    put_declarations(k);
    for (int i = random_roll(k, 4); i > 0; i--)
        put_function(k);
    for (int i = 1 + random_roll(k, 3), number = 0; i > 0; i--)
        random_put_start(k, number++);
    for (int i = 2 + random_roll(k, 4); i > 0; i--)
        random_put_rule(k, i);
    if (random_roll(k, 4) == 0)
        put(k, "rule \"idle\"\nend;\n");
    random_put_properties(k);
}
