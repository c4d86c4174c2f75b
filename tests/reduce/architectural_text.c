#include "architectural_text.h"

#include <stdbool.h>

#include "base/hash.h"

enum kind { RING, NUMBERS, SCALARSET };

struct maker {
    struct mem *mem;
    struct str *out;
    uint64_t dice;
    enum kind kind;
    int places;
    bool has_flags, has_global, has_ids, has_numbers, has_links;
};

static int roll(struct maker *m, int sides)
{
    m->dice = hash_mix(m->dice + 1);
    return (int)(m->dice % (uint64_t)sides);
}

#define put(m, ...) str_add((m)->mem, (m)->out, __VA_ARGS__)

// A neighbour of p; NULL if there is none.
static const char *neighbour(struct maker *m)
{
    static const char *const of_numbers[] = {"(p + 1) % N", "(p + 1) % N", "(p + N - 1) % N", "p / 2", "0"};
    if (m->kind == RING)
        return roll(m, 3) ? "succ(p)" : "pred(p)";
    return m->kind == NUMBERS ? of_numbers[roll(m, 5)] : NULL;
}

static void put_condition(struct maker *m, const char *const *names, int count)
{
    const char *e = names[roll(m, count)];
    switch (roll(m, 9)) {
    case 0:
        if (m->has_flags) {
            put(m, "%sb[%s]", roll(m, 2) ? "" : "!", e);
            return;
        }
        break;
    case 1:
        if (m->has_global) {
            put(m, "g = %d", roll(m, 3));
            return;
        }
        break;
    case 2:
        if (m->has_ids) {
            put(m, "w %s %s", roll(m, 2) ? "=" : "!=", e);
            return;
        }
        break;
    case 3:
        if (m->has_numbers) {
            put(m, "c[%s] < %d", e, 1 + roll(m, 2));
            return;
        }
        break;
    case 4:
        if (m->has_links) {
            put(m, "n[%s] %s %s", e, roll(m, 2) ? "=" : "!=", names[roll(m, count)]);
            return;
        }
        break;
    default:
        break;
    }
    put(m, "a[%s] %s s%d", e, roll(m, 3) ? "=" : "!=", roll(m, m->places));
}

static void put_assignment(struct maker *m, const char *const *names, int count)
{
    const char *e = names[roll(m, count)];
    switch (roll(m, 9)) {
    case 0:
        if (m->has_flags) {
            put(m, "b[%s] := %sb[%s]; ", e, roll(m, 2) ? "!" : "", names[roll(m, count)]);
            return;
        }
        break;
    case 1:
        if (m->has_global) {
            put(m, "g := %d; ", roll(m, 3));
            return;
        }
        break;
    case 2:
        if (m->has_ids) {
            put(m, "w := %s; ", e);
            return;
        }
        break;
    case 3:
        if (m->has_numbers) { // which may be too large
            put(m, roll(m, 3) ? "c[%s] := 0; assert b0 | c[%s] = 0; " : "c[%s] := c[%s] + 1; ", e, e);
            return;
        }
        break;
    case 4:
        if (m->has_links) {
            put(m, "n[%s] := %s; ", e, names[roll(m, count)]);
            return;
        }
        break;
    default:
        break;
    }
    if (roll(m, 3))
        put(m, "a[%s] := s%d; ", e, roll(m, m->places));
    else
        put(m, "a[%s] := a[%s]; ", e, names[roll(m, count)]);
}

static void put_rule(struct maker *m, int number)
{
    const char *names[2] = {"p", roll(m, 2) ? neighbour(m) : NULL};
    int count = names[1] ? 2 : 1;
    put(m, "ruleset p: P do rule \"r%d\" ", number);
    if (m->kind == NUMBERS && roll(m, 5) == 0)
        put(m, "p %s %s & ", roll(m, 3) ? "=" : "!=", roll(m, 3) ? "0" : "1");
    put_condition(m, names, count);
    for (int i = roll(m, 3); i > 0; i--) {
        put(m, " & ");
        put_condition(m, names, count);
    }
    if (roll(m, 10) == 0)
        put(m, " & forall q: P do q = p | %s%s%sa[q] != s%d end",
            names[1] && roll(m, 2) ? "q = " : "p = ", names[1] ? names[1] : "q", " | ", roll(m, m->places));
    put(m, " ==> begin ");
    for (int i = roll(m, 2); i >= 0; i--)
        put_assignment(m, names, count);
    put(m, "end; end;\n");
}

// Two states change places, and all others can be left for one of them and come back to, mostly: so that a step of
// neighbours may be one of any two.
static void put_exchange(struct maker *m)
{
    const char *other = neighbour(m);
    int x = roll(m, m->places), y = (x + 1 + roll(m, m->places - 1)) % m->places;
    if (!other)
        return;
    for (int i = 0; i < 1 + (other[0] == 'p' && other[1] == ' ') && x != y; i++) {
        put(m, "ruleset p: P do rule \"exchange %d\" p != %s & a[p] = s%d & a[%s] = s%d ==> begin ", i, other, x, other,
            y);
        put(m, "a[p] := s%d; a[%s] := s%d; end; end;\n", y, other, x);
        int held = x;
        x = y;
        y = held;
    }
    for (int z = 0; z < m->places; z++)
        if (z != x && z != y && roll(m, 5)) {
            put(m, "ruleset p: P do rule \"there %d\" a[p] = s%d ==> begin a[p] := s%d; end;\n", z, x, z);
            put(m, "rule \"back %d\" a[p] = s%d ==> begin a[p] := s%d; end; end;\n", z, z, x);
        }
}

static void put_start(struct maker *m)
{
    bool for_each = m->has_ids || roll(m, 5) < 3, is_uneven = !for_each && m->kind == NUMBERS && roll(m, 3);
    put(m, "%sstartstate begin for q: P do a[q] := s0; %s%s%s end; %s%s%s end;\n", for_each ? "ruleset i: P do " : "",
        m->has_links ? "n[q] := q; " : "", m->has_flags ? "b[q] := false; " : "", m->has_numbers ? "c[q] := 0; " : "",
        m->has_global ? "g := 0; " : "", m->has_ids ? "w := i; " : "",
        for_each && roll(m, 3) ? "a[i] := s1;"
        : is_uneven            ? (roll(m, 2) ? "a[0] := s1;" : "a[1] := s1;")
                               : "");
    put(m, "%s\n", for_each ? "end;" : "");
}

static void put_closed(struct maker *m)
{
    static const char *const forms[] = {"(exists p: P do a[p] = s%d end)", "(forall p: P do a[p] != s%d end)",
                                        "(forall p: P do a[p] = s%d end)"};
    switch (roll(m, 3)) {
    case 0:
        put(m, forms[0], roll(m, m->places));
        break;
    case 1:
        put(m, forms[1], roll(m, m->places));
        break;
    default:
        put(m, forms[2], roll(m, m->places));
    }
}

// What the initial states are like, as a rule.
static void put_assumption(struct maker *m)
{
    int x = 1 + roll(m, m->places - 1), y = roll(m, m->places);
    switch (roll(m, 12)) {
    case 0:
        put(m, "assume forall p: P do a[p] != s%d end;\n", x);
        break;
    case 1:
        put(m, "assume forall p: P do forall q: P do p = q | a[p] != s%d | a[q] != s%d end end;\n", x, y);
        break;
    case 2:
        put(m, "assume exists p: P do a[p] = s%d end;\n", y);
        break;
    default:
        break;
    }
}

// Of all components, or of p, or of p and q, if there are any of these.
static void put_formula(struct maker *m, int depth, int open)
{
    static const char *const before[] = {"EF ", "AG ", "AG EF ", "! ", "EF AG "}, *const names[] = {"p", "q"};
    if (depth == 0) {
        put(m, "(");
        if (open)
            put_condition(m, names, open);
        else
            put_closed(m);
        put(m, ")");
    } else if (roll(m, 3)) {
        put(m, "%s", before[roll(m, 5)]);
        put_formula(m, depth - 1, open);
    } else {
        static const char *const between[] = {"&", "|", "->"};
        put(m, "(");
        put_formula(m, depth - 1, open);
        put(m, " %s ", between[roll(m, 3)]);
        put_formula(m, depth - 1, open && roll(m, 4) ? open : 0);
        put(m, ")");
    }
}

// Which only elements of ranges can be.
static void put_named(struct maker *m)
{
    static const char *const before[] = {"AG EF", "EF AG", "AG", "EF"};
    static const char *const names[] = {"0", "1", "p"};
    int at = roll(m, 2);
    put(m, "invariant a[0] %s s%d | a[1] != s%d;\n", roll(m, 3) ? "!=" : "=", roll(m, m->places), roll(m, m->places));
    put(m, "ctl \"named\" %s (", before[roll(m, 4)]);
    put_condition(m, names + at, 1);
    put(m, ");\nctl \"named and all\" %s (a[%d] = s%d %s %s p: P do p = %d | ", before[roll(m, 4)], at,
        roll(m, m->places), roll(m, 2) ? "->" : "&", roll(m, 2) ? "exists" : "forall", at);
    put_condition(m, names + 2, 1);
    put(m, " end);\n");
}

static void put_properties(struct maker *m)
{
    static const char *const one[] = {"p"};
    const char *other = neighbour(m);
    put(m, "invariant forall p: P do forall q: P do p = q | a[p] != s%d | a[q] != s%d end end;\n", roll(m, m->places),
        roll(m, m->places));
    put(m, "invariant exists p: P do ");
    put_condition(m, one, 1);
    put(m, " end;\ninvariant forall p: P do ");
    put_condition(m, one, 1);
    put(m, " | ");
    put_condition(m, one, 1);
    put(m, " end;\n");
    if (other)
        put(m, "invariant forall p: P do a[p] != s%d | a[%s] != s%d end;\n", roll(m, m->places), other,
            roll(m, m->places));
    put(m, "cover exists p: P do exists q: P do p != q & a[p] = s%d & a[q] = s%d end end;\n", roll(m, m->places),
        roll(m, m->places));
    for (int i = 0; i < 4; i++) {
        put(m, "ctl \"c%d\" ", i);
        put_formula(m, 1 + roll(m, 3), 0);
        put(m, ";\n");
    }
    put(m, "ctl \"one\" forall p: P do ");
    put_formula(m, 1 + roll(m, 3), 1);
    put(m, " end;\nctl \"two\" forall p: P do forall q: P do p = q | ");
    put_formula(m, 1 + roll(m, 2), 2);
    put(m, " end end;\nctl \"some\" exists p: P do ");
    put_formula(m, 1 + roll(m, 2), 1);
    put(m, " end;\nctl \"some or all\" AG %s(%s p: P do ", roll(m, 2) ? "!" : "", roll(m, 2) ? "exists" : "forall");
    put_formula(m, 1 + roll(m, 2), 1);
    put(m, " end);\n");
    if (other) {
        put(m, "ctl \"beside\" forall p: P do AG EF (a[p] = s%d & a[%s] = s%d) end;\n", roll(m, m->places), other,
            roll(m, m->places));
    }
    if (m->kind == NUMBERS)
        put_named(m);
}

void architectural_text(struct mem *mem, struct str *out, uint64_t seed)
{
    struct maker m = {.mem = mem, .out = out, .dice = seed};
    static const char *const types[] = {"ring(N)", "0..N - 1", "scalarset(N)"};
    int kind = roll(&m, 5), size = 2 + roll(&m, 4);
    m.kind = kind < 2 ? RING : kind < 4 ? NUMBERS : SCALARSET;
    m.places = 2 + roll(&m, 3);
    m.has_flags = roll(&m, 3) == 0;
    m.has_global = roll(&m, 3) == 0;
    m.has_ids = m.kind != NUMBERS && roll(&m, 3) == 0;
    m.has_numbers = roll(&m, 5) == 0;
    m.has_links = m.kind != NUMBERS && roll(&m, 5) == 0;
    put(&m, "const N: %d; b0: false;\ntype P: %s; S: enum { s0, s1%s%s };\nvar a: array [P] of S;\n", size,
        types[m.kind], m.places > 2 ? ", s2" : "", m.places > 3 ? ", s3" : "");
    put(&m, "%s%s%s%s%s", m.has_links ? "n: array [P] of P;\n" : "", m.has_flags ? "b: array [P] of boolean;\n" : "",
        m.has_global ? "g: 0..2;\n" : "", m.has_ids ? "w: P;\n" : "", m.has_numbers ? "c: array [P] of 0..2;\n" : "");
    for (int i = roll(&m, 4); i >= 0; i--)
        put_rule(&m, i);
    if (roll(&m, 3))
        put_exchange(&m);
    put_start(&m);
    put_assumption(&m);
    put_properties(&m);
}
