// Random small models as SMV text, through the reader and the checker, against the explicit judge: every verdict, every
// number of steps, the count of reachable states, and every trace.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include <gmp.h>

#include "../unit.h"
#include "base/clock.h"
#include "base/diag.h"
#include "base/str.h"
#include "check/check.h"
#include "explicit.h"
#include "smv/smv.h"

#if defined(__SANITIZE_ADDRESS__)
#    define CASES 1500
#elif defined(COSET_STRESS)
#    define CASES 300
#else
#    define CASES 30000
#endif
#define SECONDS 30 // where a machine is slow, fewer cases do

#define MOST_STATES 400
#define MOST_VARS 10

// ---- Dice -----------------------------------------------------------------------------------------------------------

struct maker;
static int roll(struct maker *, int sides);

static uint64_t first_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

// ---- The maker ------------------------------------------------------------------------------------------------------

enum kind { KIND_BOOLEAN, KIND_RANGE, KIND_GAPS, KIND_ENUM, KIND_WORD };
enum role { ROLE_STATE, ROLE_FROZEN, ROLE_INPUT };

struct var {
    char name[16];
    enum kind kind;
    enum role role;
    int low, high; // range
    int width;     // word
    bool is_signed;
    bool assigned; // always, so that no init and no next may come
};

// What an expression may mention.
struct scope {
    int vars;         // the first so many
    bool next, input; // next values, and inputs
    int nexts;        // next values of the first so many
};

struct maker {
    uint64_t dice;
    struct mem *mem;
    struct str *out;
    struct var var[MOST_VARS];
    int vars;
    int states;     // at most, of what is declared
    int shared;     // a variable that processes assign to; -1: none
    struct var own; // each process's
};

// splitmix64
static int roll(struct maker *k, int sides)
{
    uint64_t x = k->dice += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int)((x ^ x >> 31) % (uint64_t)sides);
}

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

static const int gaps[] = {-3, 1, 4};
static const char *const symbols[] = {"red", "green", "blue"};

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void put_bool(struct maker *, const struct scope *, int depth);
static void put_constant(struct maker *, const struct var *);
static void put_int(struct maker *, const struct scope *, int depth);
static void put_word(struct maker *, const struct scope *, int depth, int width, bool is_signed);

static bool fits(const struct var *v, const struct scope *s, enum kind kind)
{
    bool same = v->kind == kind || (kind == KIND_RANGE && v->kind == KIND_GAPS);
    return same && (s->input || v->role != ROLE_INPUT);
}

// A variable of the kind, from a random place on; -1 if there is none in scope.
static int find_var(struct maker *k, const struct scope *s, enum kind kind)
{
    int start = s->vars > 0 ? roll(k, s->vars) : 0;
    for (int i = 0; i < s->vars; i++) {
        int v = (start + i) % s->vars;
        if (fits(&k->var[v], s, kind))
            return v;
    }
    return -1;
}

static void put_var(struct maker *k, const struct scope *s, int v)
{
    bool next = s->next && v < s->nexts && k->var[v].role == ROLE_STATE && roll(k, 2);
    put(k, next ? "next(%s)" : "%s", k->var[v].name);
}

static void put_word_const(struct maker *k, int width, bool is_signed)
{
    put(k, is_signed ? "0sb%d_" : "0ub%d_", width);
    for (int i = 0; i < width; i++)
        put(k, "%d", roll(k, 2));
}

static void put_word(struct maker *k, const struct scope *s, int depth, int width, bool is_signed)
{
    int kind = depth > 0 ? roll(k, 12) : 0;
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
        put(k, "%s", ops[roll(k, 6)]);
        put_word(k, s, depth - 1, width, is_signed);
        put(k, ")");
    } else if (kind == 8) {
        put(k, "(");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, roll(k, 2) ? " << %d)" : " >> %d)", roll(k, width + 1));
    } else if (kind == 9) {
        put(k, "(!");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, ")");
    } else if (kind == 10 && width == 2 && !is_signed) {
        put(k, "(word1(");
        put_bool(k, s, depth - 1);
        put(k, ") :: word1(");
        put_bool(k, s, depth - 1);
        put(k, "))");
    } else {
        put(k, "(");
        put_bool(k, s, depth - 1);
        put(k, " ? ");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, " : ");
        put_word(k, s, depth - 1, width, is_signed);
        put(k, ")");
    }
}

static void put_int(struct maker *k, const struct scope *s, int depth)
{
    int kind = depth > 0 ? roll(k, 14) : roll(k, 5);
    int v = find_var(k, s, KIND_RANGE);
    if (kind < 4 && v >= 0)
        put_var(k, s, v);
    else if (kind < 6)
        put(k, "%d", roll(k, 7) - 3);
    else if (kind < 10) {
        static const char *const ops[] = {" + ", " - ", " + ", " * "};
        put(k, "(");
        put_int(k, s, depth - 1);
        put(k, "%s", ops[roll(k, 4)]);
        put_int(k, s, depth - 1);
        put(k, ")");
    } else if (kind == 10) {
        put(k, "(");
        put_int(k, s, depth - 1);
        put(k, roll(k, 2) ? " mod %d)" : " / %d)", 1 + roll(k, 3));
    } else if (kind == 11) {
        put(k, "toint(");
        put_word(k, s, depth - 1, 2, roll(k, 2));
        put(k, ")");
    } else if (kind == 12) {
        put(k, "count(");
        put_bool(k, s, depth - 1);
        put(k, ", ");
        put_bool(k, s, depth - 1);
        put(k, ")");
    } else {
        put(k, "case ");
        put_bool(k, s, depth - 1);
        put(k, " : ");
        put_int(k, s, depth - 1);
        put(k, "; TRUE : ");
        put_int(k, s, depth - 1);
        put(k, "; esac");
    }
}

static void put_compared(struct maker *k, const struct scope *s, int depth)
{
    static const char *const comparisons[] = {" = ", " != ", " < ", " <= ", " > ", " >= "};
    int v = find_var(k, s, KIND_ENUM), w = find_var(k, s, KIND_WORD);
    int kind = roll(k, 6);
    put(k, "(");
    if (kind < 2 && v >= 0) {
        put_var(k, s, v);
        int other = find_var(k, s, KIND_ENUM);
        put(k, "%s", comparisons[roll(k, 2)]);
        if (roll(k, 3))
            put(k, "%s", symbols[roll(k, 2)]);
        else
            put_var(k, s, other);
    } else if (kind == 2 && w >= 0) {
        bool is_signed = roll(k, 2);
        put_word(k, s, depth, k->var[w].width, is_signed);
        put(k, "%s", comparisons[roll(k, 6)]);
        put_word(k, s, depth, k->var[w].width, is_signed);
    } else if (kind == 3) {
        put_int(k, s, depth);
        if (roll(k, 2))
            put(k, " in {%d, %d, %d}", roll(k, 7) - 3, roll(k, 7) - 3, roll(k, 7) - 3);
        else
            put(k, " in %d..%d", -roll(k, 4), roll(k, 4));
    } else {
        int x = find_var(k, s, KIND_RANGE);
        if (x >= 0 && roll(k, 3)) { // often with a value that it can have
            put_var(k, s, x);
            put(k, "%s", comparisons[roll(k, 6)]);
            put_constant(k, &k->var[x]);
        } else {
            put_int(k, s, depth);
            put(k, "%s", comparisons[roll(k, 6)]);
            put_int(k, s, depth);
        }
    }
    put(k, ")");
}

static void put_bool(struct maker *k, const struct scope *s, int depth)
{
    int kind = depth > 0 ? roll(k, 12) : roll(k, 5);
    int v = find_var(k, s, KIND_BOOLEAN);
    if (kind == 4 && v >= 0 && find_var(k, s, KIND_RANGE) < 0) // else it would compare constants
        kind = 0;
    if (kind < 3 && v >= 0) {
        put(k, roll(k, 2) ? "!" : "");
        put_var(k, s, v);
    } else if (kind == 3 && roll(k, 8) == 0)
        put(k, roll(k, 2) ? "TRUE" : "FALSE");
    else if (kind < 7)
        put_compared(k, s, depth > 0 ? depth - 1 : 0);
    else if (kind < 11) {
        static const char *const ops[] = {" & ", " | ", " xor ", " -> ", " <-> ", " & ", " | "};
        put(k, "(");
        put_bool(k, s, depth - 1);
        put(k, "%s", ops[roll(k, 7)]);
        put_bool(k, s, depth - 1);
        put(k, ")");
    } else {
        put(k, "(");
        put_bool(k, s, depth - 1);
        put(k, " ? ");
        put_bool(k, s, depth - 1);
        put(k, " : ");
        put_bool(k, s, depth - 1);
        put(k, ")");
    }
}

// ---- Values for a variable ------------------------------------------------------------------------------------------

static void put_constant(struct maker *k, const struct var *v)
{
    switch (v->kind) {
    case KIND_BOOLEAN:
        put(k, roll(k, 2) ? "TRUE" : "FALSE");
        break;
    case KIND_RANGE:
        put(k, "%d", v->low + roll(k, v->high - v->low + 1));
        break;
    case KIND_GAPS:
        put(k, "%d", gaps[roll(k, 3)]);
        break;
    case KIND_ENUM:
        put(k, "%s", symbols[roll(k, 3)]);
        break;
    default:
        put_word_const(k, v->width, v->is_signed);
        break;
    }
}

static void put_range_value(struct maker *k, const struct scope *s, const struct var *v)
{
    int size = v->high - v->low + 1;
    if (roll(k, 2)) {
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

static void put_value(struct maker *k, const struct scope *s, const struct var *v, int depth);

static void put_case(struct maker *k, const struct scope *s, const struct var *v, int depth)
{
    put(k, "case ");
    for (int i = roll(k, 3); i >= 0; i--) {
        put_bool(k, s, 1);
        put(k, " : ");
        put_value(k, s, v, depth - 1);
        put(k, "; ");
    }
    put(k, "TRUE : ");
    put_value(k, s, v, depth - 1);
    put(k, "; esac");
}

static void put_value(struct maker *k, const struct scope *s, const struct var *v, int depth)
{
    int kind = roll(k, 10);
    if (depth > 0 && kind < 4)
        put_case(k, s, v, depth);
    else if (kind < 6) { // a choice
        if (v->kind == KIND_BOOLEAN)
            put(k, "{TRUE, FALSE}");
        else if (v->kind == KIND_RANGE && roll(k, 2))
            put(k, "%d..%d", v->low, v->low + roll(k, v->high - v->low + 1));
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
        put_bool(k, s, 2);
    else if (kind < 9 && v->kind == KIND_WORD)
        put_word(k, s, 2, v->width, v->is_signed);
    else
        put_constant(k, v);
}

// ---- Models ---------------------------------------------------------------------------------------------------------

static int size_of(const struct var *v)
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

static struct var random_var(struct maker *k, enum role role)
{
    struct var v = {.role = role};
    static const enum kind kinds[] = {KIND_BOOLEAN, KIND_BOOLEAN, KIND_BOOLEAN, KIND_RANGE,
                                      KIND_RANGE,   KIND_GAPS,    KIND_ENUM,    KIND_WORD};
    v.kind = kinds[roll(k, role == ROLE_INPUT ? 5 : 8)];
    v.low = roll(k, 5) - 3;
    v.high = v.low + 1 + roll(k, role == ROLE_INPUT ? 2 : 5);
    v.width = 1 + roll(k, 2);
    v.is_signed = roll(k, 2);
    return v;
}

static void put_type(struct maker *k, const struct var *v)
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

static bool add_var(struct maker *k, const struct var *v, const char *name)
{
    if (k->vars == MOST_VARS || k->states * size_of(v) > MOST_STATES)
        return false;
    if (v->role != ROLE_INPUT)
        k->states *= size_of(v);
    k->var[k->vars] = *v;
    snprintf(k->var[k->vars].name, sizeof k->var[0].name, "%s", name);
    k->vars++;
    return true;
}

static void declare(struct maker *k)
{
    int states = 1 + roll(k, 4), inputs = roll(k, 3) == 0 ? 1 + roll(k, 2) : 0;
    for (int i = 0; i < states; i++) {
        struct var v = random_var(k, roll(k, 8) == 0 ? ROLE_FROZEN : ROLE_STATE);
        char name[16];
        snprintf(name, sizeof name, "v%d", i);
        if (!add_var(k, &v, name))
            break;
        put(k, "%s %s : ", v.role == ROLE_FROZEN ? "FROZENVAR" : "VAR", name);
        put_type(k, &v);
        put(k, ";\n");
    }
    if (roll(k, 8) == 0 && k->vars + 2 <= MOST_VARS && k->states <= MOST_STATES / 4) {
        struct var v = {.kind = KIND_BOOLEAN};
        add_var(k, &v, "a[0]");
        add_var(k, &v, "a[1]");
        put(k, "VAR a : array 0..1 of boolean;\n");
    }
    for (int i = 0; i < inputs; i++) {
        struct var v = random_var(k, ROLE_INPUT);
        char name[16];
        snprintf(name, sizeof name, "i%d", i);
        if (!add_var(k, &v, name))
            break;
        put(k, "IVAR %s : ", name);
        put_type(k, &v);
        put(k, ";\n");
    }
    // Definitions count as variables of their kind, and never have a next value of their own.
    if (roll(k, 4) == 0 && k->vars < MOST_VARS) {
        struct scope s = {.vars = k->vars};
        put(k, "DEFINE d := ");
        put_bool(k, &s, 2);
        put(k, ";\n");
        struct var d = {.name = "d", .kind = KIND_BOOLEAN, .role = ROLE_FROZEN, .assigned = true};
        k->var[k->vars++] = d;
    }
}

// What an assignment to variable i may mention now, so that there is no circle: those before it.
static void assign(struct maker *k, bool dense)
{
    for (int i = 0; i < k->vars; i++) {
        struct var *v = &k->var[i];
        if (v->role == ROLE_INPUT || v->assigned)
            continue;
        struct scope before = {.vars = i}, step = {.vars = k->vars, .next = true, .input = true, .nexts = i};
        if (v->role == ROLE_STATE && i > 0 && i != k->shared && roll(k, 12) == 0) {
            put(k, "ASSIGN %s := ", v->name);
            put_value(k, &before, v, 1);
            put(k, ";\n");
            v->assigned = true;
            continue;
        }
        if (roll(k, 3)) {
            put(k, "ASSIGN init(%s) := ", v->name);
            put_value(k, &before, v, 1);
            put(k, ";\n");
        }
        if (v->role == ROLE_STATE && i != k->shared && (dense ? roll(k, 6) != 0 : roll(k, 3) == 0)) {
            put(k, "ASSIGN next(%s) := ", v->name);
            put_value(k, &step, v, 2);
            put(k, ";\n");
        }
    }
}

// Alternatives with guards, each of which changes one or two variables and keeps the others.
static void put_alternatives(struct maker *k)
{
    struct scope now = {.vars = k->vars, .input = true};
    struct scope step = {.vars = k->vars, .next = true, .input = true, .nexts = k->vars};
    put(k, "TRANS\n");
    int count = 2 + roll(k, 5);
    for (int i = 0; i < count; i++) {
        put(k, i ? "\n  | (" : "    (");
        if (roll(k, 5))
            put_bool(k, &now, 1);
        else
            put_bool(k, &step, 1);
        for (int j = 0; j < k->vars; j++) {
            const struct var *v = &k->var[j];
            if (v->role != ROLE_STATE)
                continue;
            int kind = roll(k, 5);
            if (kind > 1)
                put(k, roll(k, 2) ? " & next(%s) = %s" : " & %2$s = next(%1$s)", v->name, v->name);
            else if (kind == 1) {
                put(k, " & next(%s) = ", v->name);
                put_constant(k, v);
            }
        }
        put(k, ")");
    }
    put(k, "\n");
}

static void constrain(struct maker *k)
{
    struct scope now = {.vars = k->vars}, step = {.vars = k->vars, .next = true, .input = true, .nexts = k->vars};
    if (roll(k, 5) == 0) {
        put(k, "INIT ");
        put_bool(k, &now, 2);
        put(k, "\n");
    }
    if (roll(k, 6) == 0) {
        put(k, "INVAR ");
        put_bool(k, &now, 1);
        put(k, " | ");
        put_bool(k, &now, 1);
        put(k, "\n");
    }
    if (roll(k, 4) == 0) {
        put(k, "TRANS ");
        put_bool(k, &step, 2);
        put(k, roll(k, 3) ? " | " : " & ");
        put_bool(k, &step, 1);
        put(k, "\n");
    }
}

static void be_fair(struct maker *k, bool with_input)
{
    struct scope now = {.vars = k->vars, .input = with_input};
    for (int i = roll(k, 2) ? roll(k, 3) : 0; i > 0; i--) {
        put(k, roll(k, 2) ? "JUSTICE " : "FAIRNESS ");
        put_bool(k, &now, 1);
        put(k, "\n");
    }
    now.input = false;
    for (int i = roll(k, 4) == 0 ? 1 + roll(k, 2) : 0; i > 0; i--) {
        put(k, "COMPASSION (");
        put_bool(k, &now, 1);
        put(k, ", ");
        put_bool(k, &now, 1);
        put(k, ")\n");
    }
}

// A module that main runs twice, with a variable of its own and a shared one.
static void put_process_module(struct maker *k, const struct var *shared)
{
    struct maker inner = {.dice = k->dice, .mem = k->mem, .out = k->out, .shared = -1, .states = 1};
    struct var own = {.kind = roll(k, 2) ? KIND_BOOLEAN : KIND_RANGE, .low = -1, .high = 1};
    struct var given = *shared;
    put(k, "MODULE worker(p)\nVAR s : ");
    put_type(k, &own);
    put(k, ";\n");
    add_var(&inner, &own, "s");
    add_var(&inner, &given, "p");
    struct scope step = {.vars = 2, .next = false, .input = false};
    put(&inner, "ASSIGN next(s) := ");
    put_value(&inner, &step, &own, 2);
    put(&inner, ";\nASSIGN next(p) := ");
    put_value(&inner, &step, &given, 2);
    put(&inner, ";\n");
    if (roll(k, 2))
        put(&inner, "ASSIGN init(s) := %s;\n", own.kind == KIND_BOOLEAN ? "FALSE" : "-1");
    if (roll(k, 3))
        put(&inner, "FAIRNESS running\n");
    if (roll(k, 4) == 0)
        put(&inner, "FAIRNESS %s\n", own.kind == KIND_BOOLEAN ? "s" : "s = 1");
    k->dice = inner.dice;
    k->own = own;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void put_bounds(struct maker *k)
{
    int low = roll(k, 3);
    put(k, " %d..%d ", low, low + roll(k, 4));
}

static void put_ctl(struct maker *k, const struct scope *s, int depth)
{
    int kind = depth > 0 ? roll(k, 14) : 0;
    put(k, "(");
    if (kind < 2)
        put_bool(k, s, 1);
    else if (kind < 4) {
        static const char *const ops[] = {" & ", " | ", " xor ", " -> ", " <-> "};
        put_ctl(k, s, depth - 1);
        put(k, "%s", ops[roll(k, 5)]);
        put_ctl(k, s, depth - 1);
    } else if (kind == 4) {
        put(k, "!");
        put_ctl(k, s, depth - 1);
    } else if (kind < 10) {
        static const char *const ops[] = {"EX ", "EF ", "EG ", "AX ", "AF ", "AG "};
        put(k, "%s", ops[roll(k, 6)]);
        put_ctl(k, s, depth - 1);
    } else if (kind == 10) {
        static const char *const ops[] = {"EBF", "EBG", "ABF", "ABG"};
        put(k, "%s", ops[roll(k, 4)]);
        put_bounds(k);
        put_ctl(k, s, depth - 1);
    } else {
        bool with_bounds = roll(k, 3) == 0;
        put(k, roll(k, 2) ? "E [" : "A [");
        put_ctl(k, s, depth - 1);
        put(k, with_bounds ? " BU" : " U ");
        if (with_bounds)
            put_bounds(k);
        put_ctl(k, s, depth - 1);
        put(k, "]");
    }
    put(k, ")");
}

static void put_properties(struct maker *k)
{
    struct scope now = {.vars = k->vars}, all = {.vars = k->vars, .input = true};
    for (int i = 1 + roll(k, 4); i > 0; i--) {
        put(k, "SPEC ");
        put_ctl(k, &now, 1 + roll(k, 3));
        put(k, "\n");
    }
    for (int i = roll(k, 3); i > 0; i--) {
        put(k, "INVARSPEC ");
        put_bool(k, roll(k, 4) ? &now : &all, 2);
        put(k, "\n");
    }
    if (roll(k, 4) == 0) {
        put(k, roll(k, 2) ? "COMPUTE MIN [" : "COMPUTE MAX [");
        put_bool(k, &now, 1);
        put(k, ", ");
        put_bool(k, &now, 1);
        put(k, "]\n");
    }
}

static void make_model(struct maker *k)
{
    struct str head = {0}, *out = k->out;
    k->out = &head;
    declare(k);
    k->out = out;
    int first = k->var[0].role == ROLE_STATE ? 0 : -1;
    bool processes = first == 0 && k->states <= MOST_STATES / 9 && roll(k, 5) == 0;
    k->shared = processes ? first : -1;
    if (processes)
        put_process_module(k, &k->var[0]);
    put(k, "MODULE main\n%s", str_text(&head));
    str_free(k->mem, &head);
    if (processes)
        put(k, "VAR p1 : process worker(v0);\nVAR p2 : process worker(v0);\n");
    bool wide = roll(k, 4) == 0;
    assign(k, !wide);
    if (processes && k->vars + 2 <= MOST_VARS) { // from here on these can be spoken of
        k->own.assigned = true;
        add_var(k, &k->own, "p1.s");
        add_var(k, &k->own, "p2.s");
    }
    if (wide)
        put_alternatives(k);
    constrain(k);
    be_fair(k, roll(k, 3) == 0);
    put_properties(k);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

struct tally {
    size_t cases, large, properties, failing, traces, loops, fair_none;
};

struct random_case {
    uint64_t seed;
    const char *text;
    const char *property;
    struct check_options options;
};

#define REQUIRE(condition, about, ...) \
    do { \
        if (!(condition)) { \
            print_error("to repeat: COSET_SEED=%llu (reachable %d, reorder %d)\n%s\n", \
                        (unsigned long long)(about)->seed, (int)(about)->options.reachable, (about)->options.reorder, \
                        (about)->text); \
            print_error("%s\n", (about)->property ? (about)->property : ""); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

static void check_trace(struct explicit_graph *x, const struct property *p, struct result *r,
                        const struct random_case *about, struct tally *tally)
{
    struct mem *mem = x->mem;
    struct str error = {0};
    REQUIRE(trace_replay(&r->trace, mem, &error), about, "the trace is no run: %s", str_text(&error));
    REQUIRE(trace_shows_failure(&r->trace, p, mem, &error), about, "the trace shows nothing: %s", str_text(&error));
    tally->traces++;
    size_t last = explicit_find(x, trace_state(&r->trace, trace_length(&r->trace) - 1));
    REQUIRE(last != SIZE_MAX, about, "the trace leads to an unreachable state");
    if (p->kind == PROPERTY_CTL)
        REQUIRE(x->fair[last], about, "the trace leads to a state on no fair path");
    if (r->trace.loop != TRACE_NO_LOOP) {
        tally->loops++;
        REQUIRE(explicit_loop_is_fair(x, &r->trace), about, "the loop is not fair");
    }
    str_free(mem, &error);
}

static void check_property(struct checker *c, struct explicit_graph *x, size_t i, struct random_case *about,
                           struct tally *tally)
{
    const struct property *p = model_property(x->model, i);
    struct result r;
    about->property = p->text;
    checker_check(c, i, &r);
    tally->properties++;
    REQUIRE(r.verdict != VERDICT_UNDECIDED, about, "undecided: %s", r.reason);
    if (p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX) {
        int64_t steps = explicit_steps(x, p), found = r.is_infinite ? -1 : r.value;
        REQUIRE(r.has_value && found == steps, about, "%lld steps, the checker says %lld", (long long)steps,
                (long long)found);
        return;
    }
    bool holds = explicit_holds(x, p);
    REQUIRE((r.verdict == VERDICT_HOLDS) == holds, about, "it %s, the checker says otherwise",
            holds ? "holds" : "fails");
    tally->failing += !holds;
    REQUIRE(r.has_trace == !holds, about, "no trace, or one too many");
    if (r.has_trace) {
        check_trace(x, p, &r, about, tally);
        trace_close(&r.trace, x->mem);
    }
}

// Once reachable and fair states are known.
static void check_warnings(struct checker *c, struct explicit_graph *x, const struct random_case *about)
{
    struct check_warnings w;
    bool dead = false, fair = false;
    for (size_t s = 0; s < x->count; s++)
        dead |= x->first.at[s] == x->first.at[s + 1];
    for (size_t i = 0; i < x->initial.count; i++)
        fair |= x->fair[x->initial.at[i]];
    checker_find_warnings(c, &w);
    REQUIRE(w.known, about, "unknown");
    REQUIRE(w.no_initial_state == (x->count == 0), about, "wrong about initial states");
    REQUIRE(w.not_total == dead, about, "wrong about states without a successor");
    REQUIRE(w.no_fair_state == !fair, about, "wrong about fair states");
    REQUIRE(!dead == !w.deadlock, about, "no deadlock, or one too many");
    if (w.deadlock) {
        size_t s = explicit_find(x, w.deadlock);
        REQUIRE(s != SIZE_MAX && x->first.at[s] == x->first.at[s + 1], about, "this is no deadlock");
    }
}

static void check_model(struct explicit_graph *x, struct model *model, struct maker *k, struct random_case *about,
                        struct tally *tally)
{
    static const enum check_reachable ways[] = {CHECK_REACHABLE_AUTO, CHECK_REACHABLE_OFF, CHECK_REACHABLE_ON};
    about->options = (struct check_options){.reachable = ways[roll(k, 3)], .reorder = roll(k, 2), .traces = true};
    struct checker *c = checker_new(model, &about->options, x->mem);
    bool count_first = roll(k, 2);
    mpz_t count;
    mpz_init(count);
    const char *reason = "";
    for (int round = 0; round < 2; round++) {
        if ((round == 0) == count_first) {
            about->property = "count of reachable states";
            REQUIRE(checker_count_states(c, count, &reason), about, "no count: %s", reason);
            REQUIRE(mpz_cmp_ui(count, x->count) == 0, about, "%zu reachable states, the checker says %lu", x->count,
                    mpz_get_ui(count));
        } else
            for (size_t i = 0; i < model_property_count(model); i++)
                check_property(c, x, i, about, tally);
    }
    about->property = "warnings";
    check_warnings(c, x, about);
    mpz_clear(count);
    checker_free(c);
}

static void run_case(uint64_t seed, struct tally *tally)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    struct maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &mem, .out = &text, .states = 1};
    make_model(&k);
    struct random_case about = {.seed = seed, .text = str_text(&text)};
    struct source source = {"random.smv", text.at, text.count};
    struct diag diag;
    diag_open(&diag, &mem);
    struct smv *smv = smv_read(&source, &mem, &diag);
    const char *message = diag.messages.count ? diag.messages.at[0].text : "";
    for (size_t i = 0; i < diag.messages.count; i++)
        if (diag.messages.at[i].level == DIAG_ERROR)
            message = diag.messages.at[i].text;
    REQUIRE(smv, &about, "not read: %s", message);
    struct explicit_graph x;
    explicit_open(&x, smv_model(smv), MOST_STATES, &mem);
    tally->cases++;
    tally->large += x.too_large;
    if (!x.too_large)
        check_model(&x, smv_model(smv), &k, &about, tally);
    explicit_close(&x);
    smv_free(smv);
    diag_close(&diag);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void verdicts_counts_and_traces_agree_with_the_explicit_judge(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    double start = clock_now();
    for (int i = 0; i < CASES && clock_now() - start < SECONDS; i++)
        run_case(first_seed() + (uint64_t)i, &tally);
    print_message("%zu models (%zu too large), %zu properties, %zu of them fail; %zu traces, %zu with a loop\n",
                  tally.cases, tally.large, tally.properties, tally.failing, tally.traces, tally.loops);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_counts_and_traces_agree_with_the_explicit_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
