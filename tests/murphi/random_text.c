// Declarations, statements, rules and properties of random models.
#include "random_text.h"

#include <stdio.h>

#define MOST_STATES 4000

// ---- Variables ------------------------------------------------------------------------------------------------------

static int size_of(const struct random_maker *k, enum random_kind kind)
{
    const int sizes[] = {2, k->top + 1, 3, k->set, k->ring, 1};
    return sizes[kind];
}

// Whether that many cells fit as well; every cell may be undefined.
static bool take_states(struct random_maker *k, enum random_kind kind, int cells)
{
    int states = k->states;
    for (int i = 0; i < cells; i++)
        if ((states *= size_of(k, kind) + 1) > MOST_STATES)
            return false;
    k->states = states;
    return true;
}

static void put_variable(struct random_maker *k)
{
    enum random_kind kind = (enum random_kind)random_roll(k, KINDS),
                     index = random_roll(k, 2) ? (enum random_kind)random_roll(k, KINDS) : KIND_NONE;
    if (!take_states(k, kind, size_of(k, index)))
        return;
    struct random_name *name = random_add_name(k, "v", kind, true);
    name->index = index;
    put(k, "  %s: ", name->text);
    if (index != KIND_NONE) {
        put(k, "array [");
        random_put_type(k, index);
        put(k, "] of ");
    }
    random_put_type(k, kind);
    put(k, ";\n");
}

static void put_record(struct random_maker *k)
{
    int states = k->states;
    if (!take_states(k, KIND_NUMBER, 1) || !take_states(k, KIND_BOOLEAN, 1)) {
        k->states = states;
        return;
    }
    put(k, "  t%d: T;\n", k->records);
    for (int i = 0; i < 2; i++) {
        struct random_name *name = &k->names[k->count++];
        *name = (struct random_name){"", i ? ".g" : ".f", i ? KIND_BOOLEAN : KIND_NUMBER, KIND_NONE, true};
        snprintf(name->text, sizeof name->text, "t%d", k->records);
    }
    k->records++;
}

static void put_declarations(struct random_maker *k)
{
    k->set = 2 + random_roll(k, 2);
    k->ring = 2 + random_roll(k, 2);
    k->top = 1 + random_roll(k, 3);
    k->undefined = random_roll(k, 3) == 0;
    put(k, "const M: %d; N: %d;\n", k->top, k->set);
    put(k, "type P: scalarset(N); R: ring(%d); E: enum {A, B, C}; I: 0..M;\n", k->ring);
    put(k, "  T: record f: I; g: boolean end;\nvar\n");
    take_states(k, KIND_NUMBER, 1);
    put(k, "  %s: I;\n", random_add_name(k, "n", KIND_NUMBER, true)->text);
    for (int i = random_roll(k, 3); i > 0; i--)
        put_record(k);
    for (int i = 2 + random_roll(k, 6); i > 0; i--)
        put_variable(k);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void put_stmts(struct random_maker *k, int count, int depth);

static void put_assignment(struct random_maker *k)
{
    const struct random_name *name = random_some_name(k, (enum random_kind)random_roll(k, KINDS), true);
    if (!name || !random_can_make(k, name->kind))
        name = random_some_name(k, KIND_NUMBER, true);
    if (!name)
        return;
    random_put_place(k, name, 1);
    put(k, " := ");
    random_put_within(k, name->kind, 2);
    put(k, "; ");
}

static void put_if(struct random_maker *k, int depth)
{
    put(k, "if ");
    random_put_value(k, KIND_BOOLEAN, 2);
    put(k, " then ");
    put_stmts(k, 1 + random_roll(k, 2), depth - 1);
    if (random_roll(k, 3) == 0) {
        put(k, "elsif ");
        random_put_value(k, KIND_BOOLEAN, 1);
        put(k, " then ");
        put_stmts(k, 1, depth - 1);
    }
    if (random_roll(k, 2)) {
        put(k, "else ");
        put_stmts(k, 1, depth - 1);
    }
    put(k, "end; ");
}

static void put_switch(struct random_maker *k, int depth)
{
    static const char *const cases[][2] = {{"true", "false"}, {"0", "1"}, {"A, C", "B"}};
    enum random_kind kind = (enum random_kind)random_roll(k, 3);
    put(k, "switch ");
    random_put_value(k, kind, 1);
    for (int i = 0; i < 2; i++) {
        put(k, " case %s: ", cases[kind][i]);
        put_stmts(k, 1, depth - 1);
    }
    if (random_roll(k, 2)) {
        put(k, "else ");
        put_stmts(k, 1, depth - 1);
    }
    put(k, "end; ");
}

static void put_for(struct random_maker *k, int depth)
{
    static const enum random_kind kinds[] = {KIND_SET, KIND_RING, KIND_NUMBER, KIND_ENUM};
    bool counted = random_roll(k, 3) == 0;
    enum random_kind kind = counted ? KIND_NUMBER : kinds[random_roll(k, 4)];
    int before = k->count, number = k->fresh++;
    put(k, "for i%d%s", number, counted ? " := " : ": ");
    if (counted) { // one bound is a literal: where both depend on the state, nested loops can take minutes to lower
        put(k, "%d to ", random_roll(k, 2));
        random_put_value(k, KIND_NUMBER, 0);
        put(k, random_roll(k, 3) ? "" : " by 2");
    } else {
        random_put_type(k, kind);
    }
    struct random_name *name = random_add_name(k, "i", kind, false);
    snprintf(name->text, sizeof name->text, "i%d", number % 10000);
    put(k, " do ");
    put_stmts(k, 1 + random_roll(k, 2), depth - 1);
    put(k, "end; ");
    k->count = before;
}

// Most loops come to an end; the others are a fault.
static void put_while(struct random_maker *k, int depth)
{
    const struct random_name *name = random_some_name(k, KIND_NUMBER, true);
    if (!name || name->index != KIND_NONE)
        return;
    put(k, "while %s%s < ", name->text, name->field);
    random_put_value(k, KIND_NUMBER, 0);
    put(k, " do ");
    put_stmts(k, 1, depth - 1);
    if (random_roll(k, 8))
        put(k, "%s%s := %s%s + 1; ", name->text, name->field, name->text, name->field);
    put(k, "end; ");
}

static void put_alias(struct random_maker *k, int depth)
{
    const struct random_name *name = random_some_name(k, (enum random_kind)random_roll(k, KINDS), true);
    if (!name)
        return;
    int before = k->count, number = k->fresh++;
    put(k, "alias x%d: ", number);
    random_put_place(k, name, 1);
    put(k, " do ");
    struct random_name *alias = random_add_name(k, "x", name->kind, true);
    snprintf(alias->text, sizeof alias->text, "x%d", number % 10000);
    put_stmts(k, 2, depth - 1);
    put(k, "end; ");
    k->count = before;
}

static void put_call_stmt(struct random_maker *k)
{
    if (k->function_count == 0 || k->pure)
        return;
    const struct random_function *f = &k->functions[random_roll(k, k->function_count)];
    const struct random_name *name = f->result == KIND_NONE ? random_some_name(k, f->param, true) : NULL;
    if (!name)
        return;
    put(k, "%s(", f->text);
    random_put_place(k, name, 1);
    put(k, "); ");
}

static void put_claim(struct random_maker *k)
{
    static const char *const words[] = {"assert", "assert", "assert \"so\"", "cover", "assume"};
    put(k, "%s ", words[random_roll(k, 5)]);
    bool pure = k->pure;
    k->pure = true;
    random_put_value(k, KIND_BOOLEAN, 2);
    k->pure = pure;
    put(k, "; ");
}

static void put_return(struct random_maker *k)
{
    put(k, "if ");
    random_put_value(k, KIND_BOOLEAN, 1);
    put(k, " then ");
    if (random_roll(k, 6) == 0)
        put(k, "error \"here\"; ");
    put(k, "return ");
    if (k->returns != KIND_NONE)
        random_put_within(k, k->returns, 1);
    put(k, "; end; ");
}

static void put_reset(struct random_maker *k)
{
    const struct random_name *name = random_some_name(k, (enum random_kind)random_roll(k, KINDS), true);
    if (!name)
        return;
    put(k, k->undefined && random_roll(k, 3) ? "undefine " : "clear ");
    random_put_place(k, name, 1);
    put(k, "; ");
}

static void put_stmt(struct random_maker *k, int depth)
{
    int way = random_roll(k, depth > 0 ? 20 : 9);
    if (way < 6)
        put_assignment(k);
    else if (way == 6)
        put_call_stmt(k);
    else if (way == 7)
        put_reset(k);
    else if (way == 8 && k->records == 2 && !k->pure)
        put(k, random_roll(k, 2) ? "t0 := t1; " : "t1 := t0; ");
    else if (way < 12)
        put_if(k, depth);
    else if (way < 14)
        put_switch(k, depth);
    else if (way < 16)
        put_for(k, depth);
    else if (way == 16)
        put_while(k, depth);
    else if (way == 17)
        put_alias(k, depth);
    else if (way == 18 && random_roll(k, 2))
        put_claim(k);
    else if (way == 19)
        put_return(k);
}

static void put_stmts(struct random_maker *k, int count, int depth)
{
    for (int i = 0; i < count; i++)
        put_stmt(k, depth > 0 ? depth : 0);
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
    enum random_kind result = (enum random_kind)random_roll(k, KINDS + 1),
                     param = (enum random_kind)random_roll(k, KINDS);
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
    put(k, ";\n  var %s: I;\nbegin ", random_add_name(k, "l", KIND_NUMBER, true)->text);
    put(k, "%s := %d; ", k->names[k->count - 1].text, random_roll(k, 2));
    k->returns = result;
    k->pure = !with_effect;
    put_stmts(k, 1 + random_roll(k, 2), 1);
    if (result != KIND_NONE && random_roll(k, 12)) {
        put(k, "return ");
        random_put_within(k, result, 2);
        put(k, "; ");
    }
    put(k, "end;\n");
    k->function_count++;
    k->returns = KIND_NONE;
    k->pure = false;
    k->count = globals;
    hide_state(k, false);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

// What stands around a rule; gives the number of words that end it.
static int put_rulesets(struct random_maker *k)
{
    static const enum random_kind kinds[] = {KIND_SET, KIND_SET, KIND_RING, KIND_NUMBER, KIND_BOOLEAN};
    int count = random_roll(k, 3) ? 1 : random_roll(k, 3);
    for (int i = 0; i < count; i++) {
        enum random_kind kind = kinds[random_roll(k, 5)];
        put(k, "ruleset %s: ", random_add_name(k, "p", kind, false)->text);
        random_put_type(k, kind);
        put(k, " do ");
    }
    return count;
}

static void end_rulesets(struct random_maker *k, int count)
{
    for (int i = 0; i < count; i++)
        put(k, "end; ");
    put(k, "\n");
}

// One step of something, which has no fault mostly: so that there are states to get to.
static void put_advance(struct random_maker *k, int globals)
{
    const struct random_name *name = &k->names[random_roll(k, globals)];
    if (name->index != KIND_NONE && !random_can_make(k, name->index))
        name = &k->names[0];
    random_put_place(k, name, 0);
    put(k, " := ");
    if (name->kind == KIND_NUMBER || name->kind == KIND_RING || name->kind == KIND_BOOLEAN) {
        static const char *const steps[] = {"!", "(1 + ", "", "", "succ("};
        static const char *const ends[] = {"", ") %% (M + 1)", "", "", ")"};
        put(k, "%s", steps[name->kind]);
        random_put_place(k, name, 0);
        put(k, ends[name->kind]);
    } else if (random_can_make(k, name->kind)) {
        random_put_value(k, name->kind, 1);
    } else {
        random_put_place(k, name, 0);
    }
    put(k, "; ");
}

// Many guards are weak, for the same reason.
static void put_guard(struct random_maker *k)
{
    k->pure = true;
    if (random_roll(k, 2)) {
        random_put_place(k, &k->names[0], 0);
        put(k, " %s %d%s", random_roll(k, 2) ? "!=" : "<=", random_roll(k, k->top + 1),
            random_roll(k, 3) ? " | " : " & ");
    }
    random_put_value(k, KIND_BOOLEAN, 2);
    put(k, " ==> ");
    k->pure = false;
}

static void put_rule(struct random_maker *k, int number)
{
    int globals = k->count, around = put_rulesets(k);
    put(k, "rule \"r%d\" ", number);
    if (random_roll(k, 4))
        put_guard(k);
    if (random_roll(k, 3) == 0) {
        enum random_kind kind = random_some_kind(k);
        put(k, "var %s: ", random_add_name(k, "l", kind, true)->text);
        random_put_type(k, kind);
        put(k, "; ");
    }
    put(k, "begin ");
    for (int i = globals + around; i < k->count && random_roll(k, 4); i++)
        put(k, "clear %s; ", k->names[i].text);
    put_advance(k, globals);
    put_stmts(k, random_roll(k, 3), 2);
    put(k, "end; ");
    end_rulesets(k, around);
    k->count = globals;
}

// A start without faults, mostly: only literals and parameters are used.
static void put_first_value(struct random_maker *k, const struct random_name *name, int globals)
{
    char place[40];
    if (k->undefined && random_roll(k, 4) == 0)
        return;
    int each = name->index != KIND_NONE ? k->fresh++ : 0;
    if (name->index != KIND_NONE) {
        put(k, "for j%d: ", each);
        random_put_type(k, name->index);
        put(k, " do ");
        snprintf(place, sizeof place, "%s[j%d]%s", name->text, each, name->field);
    } else {
        snprintf(place, sizeof place, "%s%s", name->text, name->field);
    }
    const struct random_name *param = k->count > globals ? &k->names[k->count - 1] : NULL;
    if (param && param->kind == name->kind)
        put(k, "%s := %s; ", place, param->text);
    else if (name->kind > KIND_ENUM || random_roll(k, 3) == 0)
        put(k, "clear %s; ", place);
    else if (name->kind == KIND_BOOLEAN)
        put(k, "%s := %s; ", place, random_roll(k, 2) ? "true" : "false");
    else if (name->kind == KIND_NUMBER)
        put(k, "%s := %d; ", place, random_roll(k, k->top + 1));
    else
        put(k, "%s := %c; ", place, 'A' + random_roll(k, 3));
    put(k, name->index != KIND_NONE ? "end; " : "");
}

static void put_start(struct random_maker *k)
{
    int globals = k->count, around = put_rulesets(k);
    put(k, "startstate ");
    put(k, "begin ");
    for (int i = 0; i < globals; i++)
        put_first_value(k, &k->names[i], globals);
    if (random_roll(k, 4) == 0)
        put_stmts(k, 1, 1);
    put(k, "end; ");
    end_rulesets(k, around);
    k->count = globals;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void put_ctl(struct random_maker *k, int depth)
{
    static const char *const ops[] = {"AG ", "AF ", "AX ", "EG ", "EF ", "EX ", "!"};
    int way = depth > 0 ? random_roll(k, 10) : 0;
    put(k, "(");
    if (way < 2) {
        random_put_value(k, KIND_BOOLEAN, 1);
    } else if (way < 8) {
        put(k, "%s", ops[random_roll(k, 7)]);
        put_ctl(k, depth - 1);
    } else {
        put(k, way == 8 ? "" : random_roll(k, 2) ? "A [" : "E [");
        put_ctl(k, depth - 1);
        put(k, way == 8 ? " -> " : random_roll(k, 2) ? " U " : " W ");
        put_ctl(k, depth - 1);
        put(k, way == 8 ? "" : "]");
    }
    put(k, ")");
}

static void put_properties(struct random_maker *k)
{
    static const char *const words[] = {"invariant", "invariant \"i\"", "cover", "liveness", "assume"};
    k->pure = true;
    for (int i = 1 + random_roll(k, 4); i > 0; i--) {
        int globals = k->count, around = random_roll(k, 4) == 0 ? put_rulesets(k) : 0;
        if (random_roll(k, 4)) {
            put(k, "%s ", words[random_roll(k, random_roll(k, 4) ? 4 : 5)]);
            random_put_value(k, KIND_BOOLEAN, 3);
        } else {
            put(k, "ctl ");
            put_ctl(k, 1 + random_roll(k, 2));
        }
        put(k, "; ");
        end_rulesets(k, around);
        k->count = globals;
    }
    k->pure = false;
}

void random_put_text(struct random_maker *k)
{
    k->states = 1;
    k->returns = KIND_NONE;
    put_declarations(k);
    for (int i = random_roll(k, 4); i > 0; i--)
        put_function(k);
    for (int i = 1 + random_roll(k, 2); i > 0; i--)
        put_start(k);
    for (int i = 2 + random_roll(k, 4); i > 0; i--)
        put_rule(k, i);
    put_properties(k);
}
