// Statements of random models, each on lines of its own.
#include <stdio.h>
#include <string.h>

#include "random_text.h"

static void put_assignment(struct random_maker *k)
{
    const struct random_name *name = random_some_name(k, random_any_kind(k), true);
    if (!name || !random_can_make(k, name->kind))
        name = random_some_name(k, KIND_NUMBER, true);
    if (!name)
        return;
    random_put_place(k, name, 1);
    put(k, " := ");
    if (name->is_signed && random_roll(k, 4) == 0)
        put(k, "-1");
    else
        random_put_within(k, name->kind, 2);
    put(k, ";\n");
}

static void put_if(struct random_maker *k, int depth)
{
    put(k, "if ");
    random_put_value(k, KIND_BOOLEAN, 2);
    put(k, " then\n");
    random_put_stmts(k, 1 + random_roll(k, 2), depth - 1);
    if (random_roll(k, 3) == 0) {
        put(k, "elsif ");
        random_put_value(k, KIND_BOOLEAN, 1);
        put(k, " then\n");
        random_put_stmts(k, 1, depth - 1);
    }
    if (random_roll(k, 2)) {
        put(k, "else\n");
        random_put_stmts(k, 1, depth - 1);
    }
    put(k, "end;\n");
}

static void put_switch(struct random_maker *k, int depth)
{
    static const char *const cases[][2] = {{"true", "false"}, {"0", "1"}, {"A, C", "B"}};
    enum random_kind kind = (enum random_kind)random_roll(k, 3);
    if (random_can_make(k, KIND_SET) && random_roll(k, 4) == 0)
        kind = KIND_SET;
    put(k, "switch ");
    random_put_value(k, kind, 1);
    put(k, "\n");
    for (int i = 0; i < 2; i++) {
        put(k, "case ");
        if (kind == KIND_SET || (kind == KIND_NUMBER && random_roll(k, 4) == 0))
            random_put_literal(k, kind);
        else
            put(k, "%s", cases[kind][i]);
        put(k, ":\n");
        random_put_stmts(k, 1, depth - 1);
    }
    if (random_roll(k, 2)) {
        put(k, "else\n");
        random_put_stmts(k, 1, depth - 1);
    }
    put(k, "end;\n");
}

// For one of the elements, the loop does not go on: what happens before that depends on the order.
static void put_early_return(struct random_maker *k, enum random_kind kind, int number)
{
    put(k, "if i%d = ", number);
    random_put_literal(k, kind);
    put(k, " then\nreturn");
    if (k->returns != KIND_NONE) {
        put(k, " ");
        random_put_within(k, k->returns, 1);
    }
    put(k, ";\nend;\n");
}

// What all elements have is added up, or taken away: in any order, where nothing is negative.
static void put_sum(struct random_maker *k)
{
    const struct random_name *sum = random_some_name(k, KIND_NUMBER, true);
    const struct random_name *part = random_some_name(k, KIND_NUMBER, false);
    if (!sum || !part || k->careful || sum->index != KIND_NONE || sum->second != KIND_NONE)
        return;
    bool is_first = random_roll(k, 2);
    put(k, "%s%s := ", sum->text, sum->field);
    if (is_first)
        put(k, "%s%s %c ", sum->text, sum->field, random_roll(k, 3) ? '+' : '-');
    random_put_place(k, part, 1);
    if (!is_first)
        put(k, " + %s%s", sum->text, sum->field);
    put(k, ";\n");
}

// The least or the greatest of what all elements have, or, now and then, something that only looks like it.
static void put_extremum(struct random_maker *k)
{
    static const char *const ops[] = {"<", "<=", ">", ">="};
    const struct random_name *target = random_some_name(k, KIND_NUMBER, true);
    const struct random_name *part = random_some_name(k, KIND_NUMBER, false);
    char x[PLACE], value[PLACE + 16];
    int way = random_roll(k, 6);
    bool is_first = random_roll(k, 2);
    if (!target || !part || k->careful)
        return;
    random_note_place(k, target, x);
    random_note_place(k, part, value);
    if (random_roll(k, 4) == 0)
        snprintf(value + strlen(value), 16, " / 2");
    const char *op = ops[random_roll(k, 4)], *left = is_first ? value : x, *right = is_first ? x : value;
    if (way >= 4) { // the last one with a condition around it
        put(k, "%s := (", x);
        if (way == 5) {
            random_put_value(k, KIND_BOOLEAN, 1);
            put(k, " & ");
        }
        bool keeps = random_roll(k, 3) == 0;
        put(k, "%s %s %s ? %s : %s);\n", left, op, right, keeps ? x : value, keeps ? value : x);
        return;
    }
    put(k, "if ");
    if (way == 1) {
        random_put_value(k, KIND_BOOLEAN, 1);
        put(k, " & ");
    }
    put(k, "%s %s %s", left, op, right);
    if (way == 2) {
        put(k, " & ");
        random_put_value(k, KIND_BOOLEAN, 1);
    }
    put(k, " then\n%s := %s;\n", x, value);
    if (way == 3 && random_roll(k, 2))
        put_assignment(k);
    put(k, "end;\n");
}

static void put_for(struct random_maker *k, int depth)
{
    bool counted = random_roll(k, 4) == 0;
    enum random_kind kind = counted ? KIND_NUMBER : random_loop_kind(k);
    int before = k->count, number = k->fresh++;
    put(k, "for i%d%s", number, counted ? " := " : ": ");
    if (counted) { // one bound is a literal: where both depend on the state, nested loops can take minutes to lower
        put(k, "0 to ");
        if (k->for_rumur || k->careful) // a bound below is an error there, and nothing here
            put(k, "%d", random_roll(k, k->top + 1));
        else
            random_put_value(k, KIND_NUMBER, 0);
        put(k, random_roll(k, 3) ? "" : " by 2");
    } else {
        random_put_loop_type(k, kind);
    }
    struct random_name *name = random_add_parameter(k, "i", kind);
    snprintf(name->text, sizeof name->text, "i%d", number % 10000);
    put(k, " do\n");
    if (kind > KIND_ENUM && kind != KIND_UNION && !k->for_rumur && random_roll(k, 6) == 0)
        put_early_return(k, kind, number);
    if (kind > KIND_ENUM && random_roll(k, 3) == 0)
        put_sum(k);
    bool has_extremum = kind > KIND_ENUM && random_roll(k, 3) == 0;
    if (has_extremum)
        put_extremum(k);
    if (!has_extremum || random_roll(k, 3) == 0)
        random_put_stmts(k, 1 + random_roll(k, 2), depth - 1);
    put(k, "end;\n");
    k->count = before;
}

// Most loops come to an end; the others are a run-time error.
static void put_while(struct random_maker *k, int depth)
{
    const struct random_name *name = random_some_name(k, KIND_NUMBER, true);
    if (!name || name->index != KIND_NONE || name->second != KIND_NONE)
        return;
    put(k, "while %s%s < ", name->text, name->field);
    if (k->for_rumur)
        put(k, "M");
    else
        random_put_value(k, KIND_NUMBER, 0);
    put(k, " do\n");
    if (!k->for_rumur) // which has no limit for loops
        random_put_stmts(k, 1, depth - 1);
    if (k->for_rumur || random_roll(k, 8))
        put(k, "%s%s := %s%s + 1;\n", name->text, name->field, name->text, name->field);
    put(k, "end;\n");
}

// Another name for a record, or a part of one.
static void put_record_alias(struct random_maker *k, int depth)
{
    char type = random_some_record(k), text[16];
    const struct random_whole *whole = random_some_whole(k, type);
    if (!whole || (k->pure && whole->place.writable))
        return;
    int names = k->count, wholes = k->whole_count;
    snprintf(text, sizeof text, "x%d", k->fresh++ % 10000);
    put(k, "alias %s: ", text);
    random_put_place(k, &whole->place, 1);
    put(k, " do\n");
    random_add_fields(k, text, type, KIND_NONE, whole->place.writable);
    random_put_stmts(k, 2, depth - 1);
    put(k, "end;\n");
    k->count = names;
    k->whole_count = wholes;
}

static void put_alias(struct random_maker *k, int depth)
{
    if (random_roll(k, 3) == 0) {
        put_record_alias(k, depth);
        return;
    }
    const struct random_name *name = random_some_name(k, random_any_kind(k), true);
    if (!name)
        return;
    int before = k->count, number = k->fresh++;
    bool is_signed = name->is_signed;
    put(k, "alias x%d: ", number);
    random_put_place(k, name, 1);
    put(k, " do\n");
    struct random_name *alias = random_add_name(k, "x", name->kind, true);
    snprintf(alias->text, sizeof alias->text, "x%d", number % 10000);
    alias->is_signed = is_signed;
    random_put_stmts(k, 2, depth - 1);
    put(k, "end;\n");
    k->count = before;
}

static void put_call_stmt(struct random_maker *k)
{
    if (k->function_count == 0 || k->pure)
        return;
    const struct random_function *f = &k->functions[random_roll(k, k->function_count)];
    if (f->result == KIND_NONE && random_put_call(k, f, 1))
        put(k, ";\n");
}

static void put_claim(struct random_maker *k)
{
    static const char *const words[] = {"assert", "assert \"so\"", "assert", "cover", "assume"};
    int way =
        k->careful
            ? 3
            : random_roll(k, k->returns != KIND_NONE ? 4 : 5); // properties may call it, and then have no assumptions
    put(k, "%s ", words[way]);
    if (way == 3) // the judge tells properties by their names
        put(k, "\"seen%d\" ", k->fresh++ % 10000);
    bool pure = k->pure;
    k->pure = true;
    random_put_value(k, KIND_BOOLEAN, 2);
    k->pure = pure;
    put(k, ";\n");
}

// What is only said, and errors that are said to be such.
static void put_message(struct random_maker *k)
{
    const struct random_name *name = random_some_name(k, random_any_kind(k), false);
    if (random_roll(k, 3) == 0 && !k->careful) {
        put(k, "if ");
        random_put_value(k, KIND_BOOLEAN, 2);
        put(k, " then\nerror \"there\";\nend;\n");
    } else if (random_roll(k, 2) || !name || k->for_rumur) {
        put(k, "put \"here\";\n");
    } else {
        put(k, "put ");
        random_put_place(k, name, 1);
        put(k, ";\n");
    }
}

static void put_return(struct random_maker *k)
{
    put(k, "if ");
    random_put_value(k, KIND_BOOLEAN, 1);
    put(k, " then\n");
    if (random_roll(k, 6) == 0 && !k->careful)
        put(k, "error \"here\";\n");
    put(k, "return");
    put(k, k->returns != KIND_NONE ? " " : "");
    if (k->returns != KIND_NONE)
        random_put_within(k, k->returns, 1);
    put(k, ";\nend;\n");
}

// `clear` on an element takes the first one, which is the end of all symmetry: that is rare.
static void put_reset(struct random_maker *k)
{
    const struct random_name *name = random_some_name(k, random_any_kind(k), true);
    if (!name || (k->careful && name->kind > KIND_ENUM))
        return;
    bool undefine = name->kind > KIND_ENUM ? random_roll(k, 12) > 0 : k->undefined && random_roll(k, 3);
    put(k, undefine ? "undefine " : "clear ");
    random_put_place(k, name, 1);
    put(k, ";\n");
}

static void put_stmt(struct random_maker *k, int depth)
{
    int way = random_roll(k, depth > 0 ? 23 : 11);
    if (k->bag_count > 0 && random_roll(k, 5) == 0)
        way = 10;
    if (way < 6)
        put_assignment(k);
    else if (way == 6)
        put_call_stmt(k);
    else if (way < 9)
        put_reset(k);
    else if (way == 9)
        random_put_whole_stmt(k);
    else if (way == 10)
        random_put_bag_stmt(k);
    else if (way < 14)
        put_if(k, depth);
    else if (way < 16)
        put_switch(k, depth);
    else if (way < 18)
        put_for(k, depth);
    else if (way == 18)
        put_while(k, depth);
    else if (way == 19)
        put_alias(k, depth);
    else if (way == 20 && random_roll(k, 2))
        put_claim(k);
    else if (way == 21)
        put_return(k);
    else if (way == 22)
        put_message(k);
}

void random_put_stmts(struct random_maker *k, int count, int depth)
{
    for (int i = 0; i < count; i++)
        put_stmt(k, depth > 0 ? depth : 0);
}
