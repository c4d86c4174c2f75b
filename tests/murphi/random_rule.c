// Rules and start states of random models.
#include <stdio.h>

#include "random_text.h"

// ---- What stands around ---------------------------------------------------------------------------------------------

static void put_ruleset(struct random_maker *k, enum random_kind kind)
{
    put(k, "ruleset %s: ", random_add_parameter(k, "p", kind)->text);
    random_put_type(k, kind);
    put(k, " do\n");
}

int random_put_rulesets(struct random_maker *k)
{
    int count = random_roll(k, 4) ? 1 + random_roll(k, 2) : 0;
    enum random_kind kind = random_loop_kind(k);
    for (int i = 0; i < count; i++) { // a second one is mostly of the same type
        if (i > 0 && random_roll(k, 4) == 0)
            kind = random_loop_kind(k);
        put_ruleset(k, kind);
    }
    return count;
}

void random_end_rulesets(struct random_maker *k, int count)
{
    for (int i = 0; i < count; i++)
        put(k, "end;\n");
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

#define PLACE 80

static void note_place(struct random_maker *k, const struct random_name *name, char place[PLACE])
{
    size_t begin = k->out->count;
    random_put_place(k, name, 0);
    snprintf(place, PLACE, "%s", k->out->at + begin);
    k->out->count = begin;
    k->out->at[begin] = 0;
}

// The next value of a cell that has one, in the order of its type; the last one is left only where nothing ends.
static void put_next(struct random_maker *k, enum random_kind kind, const char *place)
{
    if (kind == KIND_BOOLEAN)
        put(k, k->ends ? "true" : "!%s", place);
    else if (kind == KIND_NUMBER)
        put(k, k->ends ? "%s + 1" : "(%s + 1) %% (M + 1)", place);
    else if (kind == KIND_ENUM)
        put(k, k->ends ? "(%s = A ? B : C)" : "(%s = A ? B : (%s = B ? C : A))", place, place);
    else if (kind == KIND_RING)
        put(k, "succ(%s)", place);
    else if (random_can_make(k, kind))
        random_put_literal(k, kind);
    else
        put(k, "%s", place);
}

// One step of one cell, which has no run-time error mostly: so that there are states to get to. What a rule does is
// told by whether the cell has a value.
struct random_step {
    const struct random_name *name;
    char place[PLACE];
    enum { STEP_FILL, STEP_NEXT, STEP_DROP } way;
};

// Around it are mostly rulesets for its indices and the element that it is to be. Gives how many.
static int choose_step(struct random_maker *k, struct random_step *s)
{
    int around = 0;
    s->name = &k->names[random_roll(k, k->count)];
    if (random_roll(k, 8)) {
        const enum random_kind kinds[] = {s->name->index, s->name->second, s->name->kind};
        for (int i = 0; i < 3; i++)
            if (kinds[i] != KIND_NONE && (i < 2 || (kinds[i] > KIND_ENUM && random_roll(k, 2)))) {
                put_ruleset(k, kinds[i]);
                around++;
            }
    } else {
        around = random_put_rulesets(k);
    }
    if (!random_is_reachable(k, s->name))
        s->name = &k->names[0];
    note_place(k, s->name, s->place);
    s->way = STEP_NEXT;
    if (k->undefined && random_can_make(k, s->name->kind) && random_roll(k, 2))
        s->way = random_roll(k, 2) && !k->ends ? STEP_DROP : STEP_FILL;
    return around;
}

static void put_step_guard(struct random_maker *k, const struct random_step *s)
{
    if (s->way == STEP_FILL) {
        put(k, "isundefined(%s)", s->place);
        return;
    }
    put(k, k->undefined ? "!isundefined(%s)" : "true", s->place);
    if (k->ends && (s->name->kind == KIND_NUMBER || s->name->kind == KIND_ENUM || s->name->kind == KIND_BOOLEAN))
        put(k, " & %s != %s", s->place, s->name->kind == KIND_NUMBER ? "M" : s->name->kind == KIND_ENUM ? "C" : "true");
}

static void put_step(struct random_maker *k, const struct random_step *s)
{
    if (s->way == STEP_DROP) {
        put(k, "undefine %s;\n", s->place);
        return;
    }
    put(k, "%s := ", s->place);
    if (s->way == STEP_FILL)
        random_put_literal(k, s->name->kind);
    else
        put_next(k, s->name->kind, s->place);
    put(k, ";\n");
}

static void put_guard(struct random_maker *k, int globals, const struct random_step *s)
{
    k->pure = true;
    const struct random_name *a = &k->names[globals], *b = a + 1;
    if (k->count >= globals + 2 && a->kind == b->kind && random_roll(k, 4))
        put(k, "%s != %s & ", a->text, b->text);
    put(k, "(");
    put_step_guard(k, s);
    put(k, ")");
    if (random_roll(k, 3) == 0) {
        put(k, random_roll(k, 3) ? " & " : " | ");
        random_put_value(k, KIND_BOOLEAN, 2);
    }
    put(k, " ==>\n");
    k->pure = false;
}

static void put_choose(struct random_maker *k, int number)
{
    const struct random_bag *bag = &k->bags[random_roll(k, k->bag_count)];
    int before = k->count, element = k->fresh++ % 10000;
    put(k, "choose c%d: %s do\nrule \"r%d\"\n", element, bag->text, number);
    random_add_element(k, bag, "c", element);
    if (random_roll(k, 2)) {
        k->pure = true;
        random_put_value(k, KIND_BOOLEAN, 1);
        k->pure = false;
        put(k, " ==>\n");
    }
    put(k, "begin\n");
    random_put_stmts(k, random_roll(k, 2), 1);
    put(k, "multisetremove(c%d, %s);\nend;\nend;\n", element, bag->text);
    k->count = before;
}

static void put_locals(struct random_maker *k)
{
    enum random_kind kind = random_some_kind(k), index = random_roll(k, 3) ? KIND_NONE : KIND_SET;
    struct random_name *name = random_add_name(k, "l", kind, true);
    name->index = index;
    put(k, "var %s: ", name->text);
    if (index != KIND_NONE)
        put(k, "array [P] of ");
    random_put_type(k, kind);
    put(k, ";\n");
}

void random_put_rule(struct random_maker *k, int number)
{
    if (k->bag_count > 0 && random_roll(k, 4) == 0) {
        put_choose(k, number);
        return;
    }
    struct random_step step;
    int globals = k->count, around = choose_step(k, &step);
    put(k, "%srule ", !k->has_fairness || random_roll(k, 2) ? "" : random_roll(k, 2) ? "fair " : "strongly fair ");
    if (k->has_priorities && random_roll(k, 3))
        put(k, "%d ", random_roll(k, 3) * 50);
    put(k, "\"r%d\"\n", number);
    if (random_roll(k, 12))
        put_guard(k, globals, &step);
    if (random_roll(k, 4) == 0)
        put_locals(k);
    put(k, "begin\n");
    if (k->count > globals + around && k->names[k->count - 1].index == KIND_NONE && random_roll(k, 4))
        put(k, k->names[k->count - 1].kind <= KIND_ENUM ? "clear %s;\n" : "undefine %s;\n",
            k->names[k->count - 1].text);
    put_step(k, &step);
    if (random_roll(k, 2))
        random_put_stmts(k, 1 + random_roll(k, 2), 2);
    put(k, "end;\n");
    random_end_rulesets(k, around);
    k->count = globals;
}

// ---- Start states ---------------------------------------------------------------------------------------------------

static int put_loop(struct random_maker *k, enum random_kind kind)
{
    int number = k->fresh++ % 10000;
    struct random_name *name = random_add_parameter(k, "j", kind);
    snprintf(name->text, sizeof name->text, "j%d", number);
    put(k, "for j%d: ", number);
    random_put_type(k, kind);
    put(k, " do\n");
    return number;
}

// A literal or a parameter: nothing that may be undefined.
static void put_first_literal(struct random_maker *k, enum random_kind kind)
{
    const struct random_name *found[MOST_NAMES];
    int many = 0;
    for (int i = 0; i < k->count; i++)
        if (k->names[i].is_parameter &&
            (k->names[i].kind == kind || (kind == KIND_UNION && k->names[i].kind == KIND_SET)))
            found[many++] = &k->names[i];
    if (many > 0 && (kind > KIND_ENUM || random_roll(k, 3) == 0))
        put(k, "%s", found[random_roll(k, many)]->text);
    else
        random_put_literal(k, kind == KIND_UNION ? KIND_ENUM : kind);
}

// Loops over the indices of an array set all of it, all but the diagonal, the diagonal, or one row or column.
static void put_first_value(struct random_maker *k, const struct random_name *name)
{
    if (k->undefined && random_roll(k, 3) == 0)
        return;
    struct random_name one = *name; // a new parameter may be put where the table ends
    int before = k->count, loops = 0;
    char first[12] = "", second[12] = "", place[PLACE];
    bool square = one.index != KIND_NONE && one.index == one.second, diagonal = false;
    int part = k->undefined && square ? random_roll(k, 4) : 0; // all of it, without the diagonal, the diagonal, a row
    if (one.index != KIND_NONE) {
        snprintf(first, sizeof first, "j%d", put_loop(k, one.index));
        loops++;
        diagonal = part == 2;
    }
    if (one.second != KIND_NONE && !diagonal) {
        snprintf(second, sizeof second, "j%d", put_loop(k, one.second));
        loops++;
    } else if (diagonal) {
        snprintf(second, sizeof second, "%s", first);
    }
    if (part == 1 ||
        (part == 3 && before > 0 && k->names[before - 1].is_parameter && k->names[before - 1].kind == one.index)) {
        put(k, "if %s %s %s then\n", first, part == 1 ? "!=" : "=", part == 1 ? second : k->names[before - 1].text);
        loops++;
    }
    int length =
        snprintf(place, sizeof place, one.index != KIND_NONE ? "%s[%s]%s" : "%s%s%s", one.text, first, one.field);
    if (one.second != KIND_NONE)
        snprintf(place + length, sizeof place - (size_t)length, "[%s]", second);
    bool element = one.kind > KIND_ENUM && one.kind != KIND_UNION, has_parameter = false;
    for (int i = 0; i < k->count; i++)
        has_parameter |= k->names[i].is_parameter && k->names[i].kind == one.kind;
    if (element && !has_parameter)
        put(k, random_roll(k, 8) ? "undefine %s;\n" : "clear %s;\n", place);
    else if (!element && random_roll(k, 4) == 0 && one.kind != KIND_UNION)
        put(k, "clear %s;\n", place);
    else {
        put(k, "%s := ", place);
        put_first_literal(k, one.kind);
        put(k, ";\n");
    }
    for (int i = 0; i < loops; i++)
        put(k, "end;\n");
    k->count = before;
}

static void put_first_elements(struct random_maker *k, const struct random_bag *bag)
{
    bool is_known = bag->kind <= KIND_ENUM;
    for (int i = 0; i < k->count; i++)
        is_known |= k->names[i].is_parameter && k->names[i].kind == bag->kind;
    for (int i = is_known ? random_roll(k, bag->capacity + 1) : 0; i > 0; i--) {
        put(k, "multisetadd(");
        put_first_literal(k, bag->kind);
        put(k, ", %s);\n", bag->text);
    }
}

void random_put_start(struct random_maker *k, int number)
{
    int globals = k->count, around = random_roll(k, 3) == 0 ? random_put_rulesets(k) : 0;
    static const enum random_kind elements[] = {KIND_SET, KIND_OTHER, KIND_RING};
    for (int i = 0; i < 3; i++) { // for those that hold an element at first
        bool is_needed = false;
        for (int n = 0; n < globals; n++)
            is_needed |= k->names[n].kind == elements[i];
        if (is_needed && random_roll(k, 3)) {
            put_ruleset(k, elements[i]);
            around++;
        }
    }
    put(k, "startstate \"s%d\"\nbegin\n", number);
    for (int i = 0; i < globals; i++)
        put_first_value(k, &k->names[i]);
    for (int i = 0; i < k->bag_count; i++)
        put_first_elements(k, &k->bags[i]);
    if (random_roll(k, 5) == 0)
        random_put_stmts(k, 1, 1);
    put(k, "end;\n");
    random_end_rulesets(k, around);
    k->count = globals;
}
