#include "random_model.h"

#include <stdio.h>

#include "base/random.h"

int random_roll(struct random_maker *k, int sides)
{
    return (int)random_below(&k->dice, (uint64_t)sides);
}

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

static const int gaps[] = {-3, 1, 4};
static const char *const symbols[] = {"red", "green", "blue"};

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void put_constant(struct random_maker *, const struct random_var *);
static void put_int(struct random_maker *, const struct random_scope *, int depth);
static void put_word(struct random_maker *, const struct random_scope *, int depth, int width, bool is_signed);

static bool fits(const struct random_var *v, const struct random_scope *s, enum random_kind kind)
{
    bool same = v->kind == kind || (kind == KIND_RANGE && v->kind == KIND_GAPS);
    return same && (s->input || v->role != ROLE_INPUT);
}

// A variable of the kind, from a random place on; -1 if there is none in scope.
static int find_var(struct random_maker *k, const struct random_scope *s, enum random_kind kind)
{
    int start = s->vars > 0 ? random_roll(k, s->vars) : 0;
    for (int i = 0; i < s->vars; i++) {
        int v = (start + i) % s->vars;
        if (fits(&k->var[v], s, kind))
            return v;
    }
    return -1;
}

static void put_var(struct random_maker *k, const struct random_scope *s, int v)
{
    bool next = s->next && v < s->nexts && k->var[v].role == ROLE_STATE && random_roll(k, 2);
    put(k, next ? "next(%s)" : "%s", k->var[v].name);
}

static void put_word_const(struct random_maker *k, int width, bool is_signed)
{
    put(k, is_signed ? "0sb%d_" : "0ub%d_", width);
    for (int i = 0; i < width; i++)
        put(k, "%d", random_roll(k, 2));
}

static void put_word(struct random_maker *k, const struct random_scope *s, int depth, int width, bool is_signed)
{
    int kind = depth > 0 ? random_roll(k, 12) : 0;
    if (kind < 4) {
        int v = find_var(k, s, KIND_WORD);
        if (v >= 0 && k->var[v].width == width) {
            put(k, k->var[v].is_signed == is_signed ? "" : is_signed ? "signed(" : "unsigned(");
            put_var(k, s, v);
            put(k, k->var[v].is_signed == is_signed ? "" : ")");
        } else
            put_word_const(k, width, is_signed);
    } else if (kind < 8) {
        static const char *const ops[] = {" + ", " - ", " * ", " & ", " | ", " xor "};
        put(k, "(");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, "%s", ops[random_roll(k, 6)]);
        put_word(k, s, depth - 1, width, is_signed);
        put(k, ")");
    } else if (kind == 8) {
        put(k, "(");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, random_roll(k, 2) ? " << %d)" : " >> %d)", random_roll(k, width + 1));
    } else if (kind == 9) {
        put(k, "(!");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, ")");
    } else if (kind == 10 && width == 2 && !is_signed) {
        put(k, "(word1(");
        random_put_bool(k, s, depth - 1);
        put(k, ") :: word1(");
        random_put_bool(k, s, depth - 1);
        put(k, "))");
    } else {
        put(k, "(");
        random_put_bool(k, s, depth - 1);
        put(k, " ? ");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, " : ");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, ")");
    }
}

static void put_int(struct random_maker *k, const struct random_scope *s, int depth)
{
    int kind = depth > 0 ? random_roll(k, 14) : random_roll(k, 5);
    int v = find_var(k, s, KIND_RANGE);
    if (kind < 4 && v >= 0)
        put_var(k, s, v);
    else if (kind < 6)
        put(k, "%d", random_roll(k, 7) - 3);
    else if (kind < 10) {
        static const char *const ops[] = {" + ", " - ", " + ", " * "};
        put(k, "(");
        put_int(k, s, depth - 1);
        put(k, "%s", ops[random_roll(k, 4)]);
        put_int(k, s, depth - 1);
        put(k, ")");
    } else if (kind == 10) {
        put(k, "(");
        put_int(k, s, depth - 1);
        put(k, random_roll(k, 2) ? " mod %d)" : " / %d)", 1 + random_roll(k, 3));
    } else if (kind == 11) {
        put(k, "toint(");
        put_word(k, s, depth - 1, 2, random_roll(k, 2));
        put(k, ")");
    } else if (kind == 12) {
        put(k, "count(");
        random_put_bool(k, s, depth - 1);
        put(k, ", ");
        random_put_bool(k, s, depth - 1);
        put(k, ")");
    } else {
        put(k, "case ");
        random_put_bool(k, s, depth - 1);
        put(k, " : ");
        put_int(k, s, depth - 1);
        put(k, "; TRUE : ");
        put_int(k, s, depth - 1);
        put(k, "; esac");
    }
}

static void put_compared(struct random_maker *k, const struct random_scope *s, int depth)
{
    static const char *const comparisons[] = {" = ", " != ", " < ", " <= ", " > ", " >= "};
    int v = find_var(k, s, KIND_ENUM), w = find_var(k, s, KIND_WORD);
    int kind = random_roll(k, 6);
    put(k, "(");
    if (kind < 2 && v >= 0) {
        put_var(k, s, v);
        int other = find_var(k, s, KIND_ENUM);
        put(k, "%s", comparisons[random_roll(k, 2)]);
        if (random_roll(k, 3))
            put(k, "%s", symbols[random_roll(k, 2)]);
        else
            put_var(k, s, other);
    } else if (kind == 2 && w >= 0) {
        bool is_signed = random_roll(k, 2);
        put_word(k, s, depth, k->var[w].width, is_signed);
        put(k, "%s", comparisons[random_roll(k, 6)]);
        put_word(k, s, depth, k->var[w].width, is_signed);
    } else if (kind == 3) {
        put_int(k, s, depth);
        if (random_roll(k, 2))
            put(k, " in {%d, %d, %d}", random_roll(k, 7) - 3, random_roll(k, 7) - 3, random_roll(k, 7) - 3);
        else
            put(k, " in %d..%d", -random_roll(k, 4), random_roll(k, 4));
    } else {
        int x = find_var(k, s, KIND_RANGE);
        if (x >= 0 && random_roll(k, 3)) { // often with a value that it can have
            put_var(k, s, x);
            put(k, "%s", comparisons[random_roll(k, 6)]);
            put_constant(k, &k->var[x]);
        } else {
            put_int(k, s, depth);
            put(k, "%s", comparisons[random_roll(k, 6)]);
            put_int(k, s, depth);
        }
    }
    put(k, ")");
}

void random_put_bool(struct random_maker *k, const struct random_scope *s, int depth)
{
    int kind = depth > 0 ? random_roll(k, 12) : random_roll(k, 5);
    int v = find_var(k, s, KIND_BOOLEAN);
    if (kind == 4 && v >= 0 && find_var(k, s, KIND_RANGE) < 0) // else it would compare constants
        kind = 0;
    if (kind < 3 && v >= 0) {
        put(k, random_roll(k, 2) ? "!" : "");
        put_var(k, s, v);
    } else if (kind == 3 && random_roll(k, 8) == 0)
        put(k, random_roll(k, 2) ? "TRUE" : "FALSE");
    else if (kind < 7)
        put_compared(k, s, depth > 0 ? depth - 1 : 0);
    else if (kind < 11) {
        static const char *const ops[] = {" & ", " | ", " xor ", " -> ", " <-> ", " & ", " | "};
        put(k, "(");
        random_put_bool(k, s, depth - 1);
        put(k, "%s", ops[random_roll(k, 7)]);
        random_put_bool(k, s, depth - 1);
        put(k, ")");
    } else {
        put(k, "(");
        random_put_bool(k, s, depth - 1);
        put(k, " ? ");
        random_put_bool(k, s, depth - 1);
        put(k, " : ");
        random_put_bool(k, s, depth - 1);
        put(k, ")");
    }
}

// ---- Values for a variable ------------------------------------------------------------------------------------------

static void put_constant(struct random_maker *k, const struct random_var *v)
{
    switch (v->kind) {
    case KIND_BOOLEAN:
        put(k, random_roll(k, 2) ? "TRUE" : "FALSE");
        break;
    case KIND_RANGE:
        put(k, "%d", v->low + random_roll(k, v->high - v->low + 1));
        break;
    case KIND_GAPS:
        put(k, "%d", gaps[random_roll(k, 3)]);
        break;
    case KIND_ENUM:
        put(k, "%s", symbols[random_roll(k, 3)]);
        break;
    default:
        put_word_const(k, v->width, v->is_signed);
        break;
    }
}

static void put_range_value(struct random_maker *k, const struct random_scope *s, const struct random_var *v)
{
    int size = v->high - v->low + 1;
    if (random_roll(k, 2)) {
        put(k, "%d + (((", v->low);
        put_int(k, s, 1);
        put(k, ") mod %d + %d) mod %d)", size, size, size);
        return;
    }
    struct str *out = k->out, text = {0};
    k->out = &text; // the same expression several times
    put_int(k, s, 1);
    k->out = out;
    put(k, "case %s < %d : %d; ", str_text(&text), v->low, v->low);
    put(k, "%s > %d : %d; TRUE : %s; esac", str_text(&text), v->high, v->high, str_text(&text));
    str_free(k->mem, &text);
}

static void put_value(struct random_maker *k, const struct random_scope *s, const struct random_var *v, int depth);

static void put_case(struct random_maker *k, const struct random_scope *s, const struct random_var *v, int depth)
{
    put(k, "case ");
    for (int i = random_roll(k, 3); i >= 0; i--) {
        random_put_bool(k, s, 1);
        put(k, " : ");
        put_value(k, s, v, depth - 1);
        put(k, "; ");
    }
    put(k, "TRUE : ");
    put_value(k, s, v, depth - 1);
    put(k, "; esac");
}

static void put_value(struct random_maker *k, const struct random_scope *s, const struct random_var *v, int depth)
{
    int kind = random_roll(k, 10);
    if (depth > 0 && kind < 4)
        put_case(k, s, v, depth);
    else if (kind < 6) { // a choice
        if (v->kind == KIND_BOOLEAN)
            put(k, "{TRUE, FALSE}");
        else if (v->kind == KIND_RANGE && random_roll(k, 2))
            put(k, "%d..%d", v->low, v->low + random_roll(k, v->high - v->low + 1));
        else {
            put(k, "{");
            put_constant(k, v);
            put(k, ", ");
            put_constant(k, v);
            put(k, "}");
        }
    } else if (kind < 9 && v->kind == KIND_RANGE)
        put_range_value(k, s, v);
    else if (kind < 9 && v->kind == KIND_BOOLEAN)
        random_put_bool(k, s, 2);
    else if (kind < 9 && v->kind == KIND_WORD)
        put_word(k, s, 2, v->width, v->is_signed);
    else
        put_constant(k, v);
}

// ---- Models ---------------------------------------------------------------------------------------------------------

static int size_of(const struct random_var *v)
{
    switch (v->kind) {
    case KIND_BOOLEAN:
        return 2;
    case KIND_RANGE:
        return v->high - v->low + 1;
    case KIND_WORD:
        return 1 << v->width;
    default:
        return 3;
    }
}

static struct random_var random_var(struct random_maker *k, enum random_role role)
{
    struct random_var v = {.role = role};
    static const enum random_kind kinds[] = {KIND_BOOLEAN, KIND_BOOLEAN, KIND_BOOLEAN, KIND_RANGE,
                                             KIND_RANGE,   KIND_GAPS,    KIND_ENUM,    KIND_WORD};
    v.kind = kinds[random_roll(k, role == ROLE_INPUT ? 5 : 8)];
    v.low = random_roll(k, 5) - 3;
    v.high = v.low + 1 + random_roll(k, role == ROLE_INPUT ? 2 : 5);
    v.width = 1 + random_roll(k, 2);
    v.is_signed = random_roll(k, 2);
    return v;
}

static void put_type(struct random_maker *k, const struct random_var *v)
{
    switch (v->kind) {
    case KIND_BOOLEAN:
        put(k, "boolean");
        break;
    case KIND_RANGE:
        put(k, "%d..%d", v->low, v->high);
        break;
    case KIND_GAPS:
        put(k, "{-3, 1, 4}");
        break;
    case KIND_ENUM:
        put(k, "{red, green, blue}");
        break;
    default:
        put(k, "%s word[%d]", v->is_signed ? "signed" : "unsigned", v->width);
        break;
    }
}

static bool add_var(struct random_maker *k, const struct random_var *v, const char *name)
{
    if (k->vars == RANDOM_MOST_VARS || k->states * size_of(v) > RANDOM_MOST_STATES)
        return false;
    if (v->role != ROLE_INPUT)
        k->states *= size_of(v);
    k->var[k->vars] = *v;
    snprintf(k->var[k->vars].name, sizeof k->var[0].name, "%s", name);
    k->vars++;
    return true;
}

static void declare(struct random_maker *k)
{
    int states = 1 + random_roll(k, 4), inputs = random_roll(k, 3) == 0 ? 1 + random_roll(k, 2) : 0;
    for (int i = 0; i < states; i++) {
        struct random_var v = random_var(k, random_roll(k, 8) == 0 ? ROLE_FROZEN : ROLE_STATE);
        char name[16];
        snprintf(name, sizeof name, "v%d", i);
        if (!add_var(k, &v, name))
            break;
        put(k, "%s %s : ", v.role == ROLE_FROZEN ? "FROZENVAR" : "VAR", name);
        put_type(k, &v);
        put(k, ";\n");
    }
    if (random_roll(k, 8) == 0 && k->vars + 2 <= RANDOM_MOST_VARS && k->states <= RANDOM_MOST_STATES / 4) {
        struct random_var v = {.kind = KIND_BOOLEAN};
        add_var(k, &v, "a[0]");
        add_var(k, &v, "a[1]");
        put(k, "VAR a : array 0..1 of boolean;\n");
    }
    for (int i = 0; i < inputs; i++) {
        struct random_var v = random_var(k, ROLE_INPUT);
        char name[16];
        snprintf(name, sizeof name, "i%d", i);
        if (!add_var(k, &v, name))
            break;
        put(k, "IVAR %s : ", name);
        put_type(k, &v);
        put(k, ";\n");
    }
    // Definitions count as variables of their kind, and never have a next value of their own.
    if (random_roll(k, 4) == 0 && k->vars < RANDOM_MOST_VARS) {
        struct random_scope s = {.vars = k->vars};
        put(k, "DEFINE d := ");
        random_put_bool(k, &s, 2);
        put(k, ";\n");
        struct random_var d = {.name = "d", .kind = KIND_BOOLEAN, .role = ROLE_FROZEN, .assigned = true};
        k->var[k->vars++] = d;
    }
}

// What an assignment to variable i may mention now, so that there is no circle: those before it.
static void assign(struct random_maker *k, bool dense)
{
    for (int i = 0; i < k->vars; i++) {
        struct random_var *v = &k->var[i];
        if (v->role == ROLE_INPUT || v->assigned)
            continue;
        struct random_scope before = {.vars = i}, step = {.vars = k->vars, .next = true, .input = true, .nexts = i};
        if (v->role == ROLE_STATE && i > 0 && i != k->shared && random_roll(k, 12) == 0) {
            put(k, "ASSIGN %s := ", v->name);
            put_value(k, &before, v, 1);
            put(k, ";\n");
            v->assigned = true;
            continue;
        }
        if (random_roll(k, 3)) {
            put(k, "ASSIGN init(%s) := ", v->name);
            put_value(k, &before, v, 1);
            put(k, ";\n");
        }
        if (v->role == ROLE_STATE && i != k->shared && (dense ? random_roll(k, 6) != 0 : random_roll(k, 3) == 0)) {
            put(k, "ASSIGN next(%s) := ", v->name);
            put_value(k, &step, v, 2);
            put(k, ";\n");
        }
    }
}

// Alternatives with guards, each of which changes one or two variables and keeps the others.
static void put_alternatives(struct random_maker *k)
{
    struct random_scope now = {.vars = k->vars, .input = true};
    struct random_scope step = {.vars = k->vars, .next = true, .input = true, .nexts = k->vars};
    put(k, "TRANS\n");
    int count = 2 + random_roll(k, 5);
    for (int i = 0; i < count; i++) {
        put(k, i ? "\n  | (" : "    (");
        if (random_roll(k, 5))
            random_put_bool(k, &now, 1);
        else
            random_put_bool(k, &step, 1);
        for (int j = 0; j < k->vars; j++) {
            const struct random_var *v = &k->var[j];
            if (v->role != ROLE_STATE)
                continue;
            int kind = random_roll(k, 5);
            if (kind > 1)
                put(k, random_roll(k, 2) ? " & next(%s) = %s" : " & %2$s = next(%1$s)", v->name, v->name);
            else if (kind == 1) {
                put(k, " & next(%s) = ", v->name);
                put_constant(k, v);
            }
        }
        put(k, ")");
    }
    put(k, "\n");
}

static void constrain(struct random_maker *k)
{
    struct random_scope now = {.vars = k->vars},
                        step = {.vars = k->vars, .next = true, .input = true, .nexts = k->vars};
    if (random_roll(k, 5) == 0) {
        put(k, "INIT ");
        random_put_bool(k, &now, 2);
        put(k, "\n");
    }
    if (random_roll(k, 6) == 0) {
        put(k, "INVAR ");
        random_put_bool(k, &now, 1);
        put(k, " | ");
        random_put_bool(k, &now, 1);
        put(k, "\n");
    }
    if (random_roll(k, 4) == 0) {
        put(k, "TRANS ");
        random_put_bool(k, &step, 2);
        put(k, random_roll(k, 3) ? " | " : " & ");
        random_put_bool(k, &step, 1);
        put(k, "\n");
    }
}

static void be_fair(struct random_maker *k, bool with_input)
{
    struct random_scope now = {.vars = k->vars, .input = with_input};
    for (int i = random_roll(k, 2) ? random_roll(k, 3) : 0; i > 0; i--) {
        put(k, random_roll(k, 2) ? "JUSTICE " : "FAIRNESS ");
        random_put_bool(k, &now, 1);
        put(k, "\n");
    }
    now.input = false;
    for (int i = random_roll(k, 4) == 0 ? 1 + random_roll(k, 2) : 0; i > 0; i--) {
        put(k, "COMPASSION (");
        random_put_bool(k, &now, 1);
        put(k, ", ");
        random_put_bool(k, &now, 1);
        put(k, ")\n");
    }
}

// A module that main runs twice, with a variable of its own and a shared one.
static void put_process_module(struct random_maker *k, const struct random_var *shared)
{
    struct random_maker inner = {.dice = k->dice, .mem = k->mem, .out = k->out, .shared = -1, .states = 1};
    struct random_var own = {.kind = random_roll(k, 2) ? KIND_BOOLEAN : KIND_RANGE, .low = -1, .high = 1};
    struct random_var given = *shared;
    put(k, "MODULE worker(p)\nVAR s : ");
    put_type(k, &own);
    put(k, ";\n");
    add_var(&inner, &own, "s");
    add_var(&inner, &given, "p");
    struct random_scope step = {.vars = 2, .next = false, .input = false};
    put(&inner, "ASSIGN next(s) := ");
    put_value(&inner, &step, &own, 2);
    put(&inner, ";\nASSIGN next(p) := ");
    put_value(&inner, &step, &given, 2);
    put(&inner, ";\n");
    if (random_roll(k, 2))
        put(&inner, "ASSIGN init(s) := %s;\n", own.kind == KIND_BOOLEAN ? "FALSE" : "-1");
    if (random_roll(k, 3))
        put(&inner, "FAIRNESS running\n");
    if (random_roll(k, 4) == 0)
        put(&inner, "FAIRNESS %s\n", own.kind == KIND_BOOLEAN ? "s" : "s = 1");
    k->dice = inner.dice;
    k->own = own;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

void random_put_model(struct random_maker *k)
{
    struct str head = {0}, *out = k->out;
    k->out = &head;
    declare(k);
    k->out = out;
    int first = k->var[0].role == ROLE_STATE ? 0 : -1;
    bool processes = first == 0 && k->states <= RANDOM_MOST_STATES / 9 && random_roll(k, 5) == 0;
    k->shared = processes ? first : -1;
    if (processes)
        put_process_module(k, &k->var[0]);
    put(k, "MODULE main\n%s", str_text(&head));
    str_free(k->mem, &head);
    if (processes)
        put(k, "VAR p1 : process worker(v0);\nVAR p2 : process worker(v0);\n");
    bool wide = random_roll(k, 4) == 0;
    assign(k, !wide);
    if (processes && k->vars + 2 <= RANDOM_MOST_VARS) { // from here on these can be spoken of
        k->own.assigned = true;
        add_var(k, &k->own, "p1.s");
        add_var(k, &k->own, "p2.s");
    }
    if (wide)
        put_alternatives(k);
    constrain(k);
    be_fair(k, random_roll(k, 3) == 0);
}
