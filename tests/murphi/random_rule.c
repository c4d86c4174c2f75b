// Rules and start states of random models.
#include <stdio.h>

#include "random_text.h"

// ---- What stands around ---------------------------------------------------------------------------------------------

void random_put_ruleset(struct random_maker *k, enum random_kind kind)
{
    put(k, "ruleset %s: ", random_add_parameter(k, "p", kind)->text);
    random_put_loop_type(k, kind);
    put(k, " do\n");
}

int random_put_rulesets(struct random_maker *k)
{
    int count = random_roll(k, 4) ? 1 + random_roll(k, 2) : 0;
    enum random_kind kind = random_loop_kind(k);
    for (int i = 0; i < count; i++) { // a second one is mostly of the same type
        if (i > 0 && random_roll(k, 4) == 0)
            kind = random_loop_kind(k);
        random_put_ruleset(k, kind);
    }
    return count;
}

void random_end_rulesets(struct random_maker *k, int count)
{
    for (int i = 0; i < count; i++)
        put(k, "end;\n");
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

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
                random_put_ruleset(k, kinds[i]);
                around++;
            }
    } else {
        around = random_put_rulesets(k);
    }
    if (!random_is_reachable(k, s->name))
        s->name = &k->names[0];
    random_note_place(k, s->name, s->place);
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

static void put_word(struct random_maker *k, int number)
{
    put(k, "%srule ",
        !k->with_fair_rules || !k->has_fairness || random_roll(k, 2) ? ""
        : random_roll(k, 2)                                          ? "fair "
                                                                     : "strongly fair ");
    if (k->has_priorities && random_roll(k, 3))
        put(k, "%d ", random_roll(k, 3) * 50);
    put(k, "\"r%d\"\n", number);
}

static void put_choose(struct random_maker *k, int number)
{
    int names = k->count, wholes = k->whole_count;
    struct random_chosen chosen;
    int around = random_put_choose(k, &chosen), last = k->count - 1;
    put_word(k, number);
    if (random_roll(k, 2)) {
        k->pure = true;
        random_put_value(k, KIND_BOOLEAN, 1);
        k->pure = false;
        put(k, " ==>\n");
    }
    put(k, "begin\n");
    random_put_stmts(k, random_roll(k, 3), 1);
    int way = random_roll(k, 8);
    if (way < 2)
        put(k, "%s %s;\n", way ? "clear" : "undefine", chosen.bag);
    else if (way < 7)
        put(k, "multisetremove(%s, %s);\n", chosen.element, chosen.bag);
    const struct random_name *name = &k->names[last]; // another one of the element, or of a part of it
    if (name->writable && random_roll(k, 2) && random_is_reachable(k, name) && random_can_make(k, name->kind)) {
        random_put_place(k, name, 0);
        put(k, " := ");
        random_put_literal(k, name->kind);
        put(k, ";\n");
    }
    if (random_roll(k, 4) == 0 && !k->careful)
        random_put_stmts(k, 1, 1);
    put(k, "end;\n");
    random_end_rulesets(k, around);
    k->count = names;
    k->whole_count = wholes;
}

static void put_locals(struct random_maker *k)
{
    if (random_roll(k, 4) == 0 && !k->careful) {
        char type = random_some_record(k), text[16];
        snprintf(text, sizeof text, "l%d", k->fresh++ % 10000);
        put(k, "var %s: %c;\n", text, type);
        random_add_fields(k, text, type, KIND_NONE, true);
        return;
    }
    enum random_kind kind = random_some_kind(k), index = random_roll(k, 3) ? KIND_NONE : KIND_SET;
    if (k->careful) {
        kind = (enum random_kind)random_roll(k, 3);
        index = KIND_NONE;
    }
    struct random_name *name = random_add_name(k, "l", kind, true);
    name->index = index;
    put(k, "var %s: ", name->text);
    if (index != KIND_NONE)
        put(k, "array [P] of ");
    random_put_type(k, kind);
    put(k, ";\n");
}

// Another name for something, which holds for a rule.
static int put_alias_around(struct random_maker *k)
{
    const struct random_name *name = random_some_name(k, random_any_kind(k), true);
    if (!name)
        return 0;
    struct random_name alias = *name;
    char text[16];
    snprintf(text, sizeof text, "x%d", k->fresh++ % 10000);
    put(k, "alias %s: ", text);
    bool pure = k->pure;
    k->pure = true;
    random_put_place(k, name, 0);
    k->pure = pure;
    put(k, " do\n");
    struct random_name *added = random_add_name(k, "x", alias.kind, true);
    snprintf(added->text, sizeof added->text, "%s", text);
    added->is_signed = alias.is_signed;
    return 1;
}

void random_put_rule(struct random_maker *k, int number)
{
    if (k->bag_count > 0 && random_roll(k, 4) == 0) {
        put_choose(k, number);
        return;
    }
    struct random_step step;
    int globals = k->count, wholes = k->whole_count, around = choose_step(k, &step);
    if (random_roll(k, 10) == 0)
        around += put_alias_around(k);
    put_word(k, number);
    if (random_roll(k, 12))
        put_guard(k, globals, &step);
    bool has_locals = random_roll(k, 4) == 0;
    if (has_locals)
        put_locals(k);
    put(k, "begin\n");
    const struct random_name *local = &k->names[k->count - 1];
    if (has_locals && local->index == KIND_NONE && (k->careful || random_roll(k, 4)))
        put(k, local->kind <= KIND_ENUM && !local->field[0] ? "clear %s;\n" : "undefine %s;\n", local->text);
    put_step(k, &step);
    if (random_roll(k, 2))
        random_put_stmts(k, 1 + random_roll(k, 2), 2);
    put(k, "end;\n");
    random_end_rulesets(k, around);
    k->count = globals;
    k->whole_count = wholes;
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

static bool is_first(const struct random_maker *k, const struct random_name *name, enum random_kind kind)
{
    return name->is_parameter &&
           (name->kind == kind ||
            (kind == KIND_UNION && (name->kind == KIND_SET || (name->kind == KIND_OTHER && k->unites_other))));
}

bool random_has_first(const struct random_maker *k, enum random_kind kind)
{
    bool found = kind <= KIND_ENUM || (kind == KIND_UNION && k->unites_enum);
    for (int i = 0; i < k->count; i++)
        found |= is_first(k, &k->names[i], kind);
    return found;
}

// A literal or a parameter.
void random_put_first_literal(struct random_maker *k, enum random_kind kind)
{
    const struct random_name *found[MOST_NAMES];
    int many = 0;
    for (int i = 0; i < k->count; i++)
        if (is_first(k, &k->names[i], kind))
            found[many++] = &k->names[i];
    if (many > 0 && ((kind > KIND_ENUM && (kind != KIND_UNION || !k->unites_enum)) || random_roll(k, 3) == 0))
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
        snprintf(place + length, sizeof place - (size_t)length, "[%s]%s", second, one.tail);
    bool element = one.kind > KIND_ENUM && one.kind != KIND_UNION;
    if (!random_has_first(k, one.kind))
        put(k, random_roll(k, 8) ? "undefine %s;\n" : "clear %s;\n", place);
    else if (!element && random_roll(k, 4) == 0 && one.kind != KIND_UNION)
        put(k, "clear %s;\n", place);
    else {
        put(k, "%s := ", place);
        if (one.is_signed && random_roll(k, 2))
            put(k, "-1");
        else
            random_put_first_literal(k, one.kind);
        put(k, ";\n");
    }
    for (int i = 0; i < loops; i++)
        put(k, "end;\n");
    k->count = before;
}

void random_put_start(struct random_maker *k, int number)
{
    int globals = k->count, around = random_roll(k, 3) == 0 ? random_put_rulesets(k) : 0;
    static const enum random_kind elements[] = {KIND_SET, KIND_OTHER, KIND_RING};
    for (int i = 0; i < 3; i++) { // for those that hold an element at first
        bool is_needed = false;
        for (int n = 0; n < globals; n++)
            is_needed |= k->names[n].kind == elements[i] || (k->names[n].kind == KIND_UNION && i == 0);
        if (is_needed && (k->careful || random_roll(k, 3))) {
            random_put_ruleset(k, elements[i]);
            around++;
        }
    }
    put(k, "startstate \"s%d\"\nbegin\n", number);
    for (int i = 0; i < globals; i++)
        put_first_value(k, &k->names[i]);
    for (int i = 0; i < k->bag_count; i++)
        random_put_first_elements(k, &k->bags[i]);
    random_put_queue_start(k);
    if (random_roll(k, 5) == 0)
        random_put_stmts(k, 1, 1);
    put(k, "end;\n");
    random_end_rulesets(k, around);
    k->count = globals;
}
