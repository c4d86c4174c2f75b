#include "sized_text.h"

#include <string.h>

struct maker {
    struct dice *dice;
    struct mem *mem;
    struct str *out;
    int states;      // of a component
    bool has_flag;   // flag: array [P] of boolean
    bool has_mode;   // mode: enum
    bool has_holder; // holder: P, which may be undefined
    bool has_pairs;  // knows: array [P] of array [P] of boolean
    bool has_data;   // own: array [P] of D, common: D
    bool has_lists;  // box: array [P] of record has: array [P] of boolean; gets: the same
    int names;       // P is a range from 0 on, and so many of its first elements are named by their numbers,
    bool is_union;   // or P is a union of an enumeration and a scalarset, which has so many members
    bool is_ring;    // P is a ring, and rules know neighbours of their parameter
    bool is_in_rule; // what is written now is of a rule
    bool is_mixed;   // Q: 1..N beside P: 0..N, and chief: Q
    bool is_ordered; // P is a range, and compared by order
    bool is_defined; // holder is an element from the beginning on
    bool is_safe;    // what the holder points to is read only where it is defined
    bool has_links;  // link: array [P] of P, which may be undefined; last: P likewise
    int kinds;       // rules that need so many components; 0: none
    bool are_below;  // ... one of each below another one, for those above that to change
};

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

static int roll(struct maker *k, int sides)
{
    return dice_roll(k->dice, sides);
}

static bool one_in(struct maker *k, int chances)
{
    return roll(k, chances) == 0;
}

// A component, or one that has a name, or a neighbour of it.
static const char *or_named(struct maker *k, const char *p)
{
    static const char *const numbers[] = {"0", "1"}, *const members[] = {"h0", "h1"};
    if (k->is_ring && k->is_in_rule && p && strcmp(p, "p") == 0 && one_in(k, 3))
        return one_in(k, 3) ? "pred(p)" : "succ(p)";
    if (!k->names || (p && !one_in(k, 4)))
        return p;
    return k->is_union ? members[roll(k, k->names)] : numbers[roll(k, k->names)];
}

// What rules, loops and quantifiers range over.
static const char *over(struct maker *k)
{
    return k->is_mixed && one_in(k, 2) ? "Q" : "P";
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// Of a component: its state, its flag, its data.
static void put_literal(struct maker *k, const char *p)
{
    int way = roll(k, 8);
    p = or_named(k, p);
    if (way == 0 && k->has_flag)
        put(k, "%sflag[%s]", one_in(k, 2) ? "!" : "", p);
    else if (way == 1 && k->has_data)
        put(k, "own[%s] %s common", p, one_in(k, 2) ? "=" : "!=");
    else if (way == 2 && k->states > 2)
        put(k, "(at[%s] = s%d | at[%s] = s%d)", p, roll(k, k->states), p, roll(k, k->states));
    else
        put(k, "at[%s] %s s%d", p, one_in(k, 3) ? "!=" : "=", roll(k, k->states));
}

// Of two components.
static void put_relation(struct maker *k, const char *p, const char *q)
{
    int way = roll(k, 4);
    if (way == 1 && k->names) {
        put(k, "%s %s %s", one_in(k, 2) ? p : q, one_in(k, 3) ? "=" : "!=", or_named(k, NULL));
        return;
    }
    if (way == 0 && k->has_lists) {
        put(k, "%sbox[%s].%s[%s]", one_in(k, 2) ? "!" : "", p, one_in(k, 2) ? "has" : "gets", q);
        return;
    }
    if (way == 0 && k->has_pairs)
        put(k, "%sknows[%s][%s]", one_in(k, 2) ? "!" : "", p, q);
    else if (k->is_ordered && way < 3)
        put(k, "%s %s %s", p, (const char *[]){"<", "<=", ">", ">="}[roll(k, 4)], q);
    else
        put(k, "%s %s %s", p, one_in(k, 4) ? "=" : "!=", q);
}

static void put_global(struct maker *k)
{
    int way = roll(k, 4);
    if (way == 0 && k->has_holder)
        put(k, "%sisundefined(holder)", one_in(k, 2) ? "!" : "");
    else if (way == 2 && k->is_mixed)
        put(k, "at[chief] %s s%d", one_in(k, 2) ? "=" : "!=", roll(k, k->states));
    else if (way == 1 && k->has_holder && (k->is_defined || k->is_safe))
        put(k, "(%sat[holder] = s%d)", k->is_defined ? "" : "!isundefined(holder) & ", roll(k, k->states));
    else if (k->has_mode)
        put(k, "mode %s m%d", one_in(k, 3) ? "!=" : "=", roll(k, 3));
    else
        put(k, "true");
}

// `p` may be NULL: there is no component to relate the others to.
static void put_quantified(struct maker *k, const char *p)
{
    bool is_some = one_in(k, 2);
    const char *q = p && strcmp(p, "q") == 0 ? "r" : "q";
    put(k, "%s %s: %s do ", is_some ? "exists" : "forall", q, over(k));
    if (p && !one_in(k, k->is_ordered ? 6 : 3)) {
        put_relation(k, p, q);
        put(k, is_some ? " & " : " -> ");
    }
    put_literal(k, q);
    if (one_in(k, 4)) {
        put(k, " %s ", one_in(k, 2) ? "&" : "|");
        put_literal(k, q);
    }
    put(k, " end");
}

static void put_held(struct maker *k, const char *p)
{
    p = or_named(k, p);
    if (k->has_holder && (k->is_defined || !k->is_safe))
        put(k, "holder %s %s", one_in(k, 3) ? "!=" : "=", p);
    else if (k->has_holder && k->is_safe)
        put(k, "(!isundefined(holder) & holder %s %s)", one_in(k, 3) ? "!=" : "=", p);
    else
        put_literal(k, p);
}

// Of elements that variables hold.
static void put_linked(struct maker *k, const char *p, const char *q)
{
    switch (roll(k, q ? 6 : 5)) {
    case 0:
        put(k, "!isundefined(link[%s]) & at[link[%s]] = s%d", p, p, roll(k, k->states));
        break;
    case 1:
        put(k, "(isundefined(last) | last %s %s)", one_in(k, 2) ? "=" : "!=", p);
        break;
    case 2:
        put(k, "!isundefined(last) & !isundefined(link[%s]) & link[%s] %s last", p, p, one_in(k, 2) ? "=" : "!=");
        break;
    case 3:
        put(k, "%sisundefined(link[%s])", one_in(k, 2) ? "!" : "", p);
        break;
    case 4:
        put(k, "forall y: P do isundefined(link[y]) | link[y] != %s end", p);
        break;
    default:
        put(k, "!isundefined(link[%s]) & link[%s] %s %s", p, p, one_in(k, 2) ? "=" : "!=", q);
    }
}

static void put_link(struct maker *k, const char *p, const char *q)
{
    switch (roll(k, 6)) {
    case 0:
        put(k, "last := %s; ", p);
        break;
    case 1:
        put(k, "undefine link[%s]; ", p);
        break;
    case 2:
        put(k, "link[%s] := %s; ", p, q ? q : p);
        break;
    case 3:
        put(k, "if !isundefined(last) then link[%s] := last; end; ", p);
        break;
    case 4:
        put(k, "if !isundefined(link[%s]) then last := link[%s]; end; ", p, p);
        break;
    default:
        put(k, "if !isundefined(link[%s]) then at[link[%s]] := s%d; end; ", p, p, roll(k, k->states));
    }
}

static void put_guard(struct maker *k, const char *p, const char *q)
{
    int count = 1 + roll(k, 3);
    if (k->has_links && p) {
        put_linked(k, p, q);
        put(k, " & ");
    }
    if (!p)
        put_quantified(k, NULL);
    else
        put_literal(k, p);
    for (int i = 0; i < count; i++) {
        put(k, " & ");
        switch (roll(k, 6)) {
        case 0:
            put_global(k);
            break;
        case 1:
            if (p)
                put_held(k, p);
            else
                put_global(k);
            break;
        case 2:
            if (q) {
                put_literal(k, q);
                break;
            }
            put_quantified(k, p);
            break;
        case 3:
            if (q) {
                put_relation(k, p, q);
                break;
            }
            // fall through
        default:
            put_quantified(k, p);
        }
    }
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void put_loop(struct maker *k, const char *p)
{
    int to = roll(k, k->states);
    put(k, "for o: %s do if ", over(k));
    if (p && one_in(k, 2)) {
        put_relation(k, p, "o");
        put(k, " & ");
    }
    put_literal(k, "o");
    put(k, " then ");
    if (k->has_flag && one_in(k, 3))
        put(k, "flag[o] := %s", one_in(k, 2) ? "true" : "!flag[o]");
    else
        put(k, "at[o] := s%d", to);
    put(k, "; end; end; ");
}

static void put_change(struct maker *k, const char *p)
{
    int way = roll(k, 10);
    p = or_named(k, p);
    if (way == 0 && k->has_mode)
        put(k, "mode := m%d; ", roll(k, 3));
    else if (way == 9 && k->is_mixed && p && (strlen(p) > 1 || *p > '9'))
        put(k, "chief := %s; ", one_in(k, 4) && k->has_holder ? "holder" : p);
    else if (way == 5 && k->has_lists && p)
        put(k,
            one_in(k, 2) ? "for o: P do box[%s].has[o] := box[%s].gets[o] | at[o] = s1; end; "
                         : "for o: P do if at[o] = s0 then box[%s].gets[o] := !box[%s].has[o]; end; end; ",
            p, p);
    else if (way == 1 && k->has_holder && !k->is_defined && one_in(k, 2))
        put(k, "undefine holder; ");
    else if (way <= 2 && k->has_holder && p)
        put(k, "holder := %s; ", p);
    else if (way == 3 && k->has_holder && (k->is_defined || k->is_safe))
        put(k, "%sat[holder] := s%d; %s", k->is_defined ? "" : "if !isundefined(holder) then ", roll(k, k->states),
            k->is_defined ? "" : "end; ");
    else if (way == 4)
        put_loop(k, p);
    else if (way == 5 && k->has_pairs && p && one_in(k, 2))
        put(k,
            "for o: P do if knows[o][%s] %s at[o] = s1 then knows[%s][o] := knows[o][%s]; knows[o][%s] := %s; end; "
            "end; ",
            p, one_in(k, 2) ? "|" : "&", p, p, p, one_in(k, 2) ? "false" : "at[o] = s0");
    else if (way == 5 && k->has_pairs && p)
        put(k, "for o: P do knows[%s][o] := %s; end; ", p, one_in(k, 2) ? "false" : "at[o] = s0");
    else if (way == 6 && k->has_mode) {
        put(k, "if ");
        put_quantified(k, p);
        put(k, " then mode := m%d; end; ", roll(k, 3));
    } else if (way == 7 && k->has_data && p)
        put(k, one_in(k, 2) ? "own[%s] := common; " : "common := own[%s]; ", p);
    else if (way == 8 && p && one_in(k, 3)) {
        put(k, "assert ");
        put_quantified(k, p);
        put(k, "; ");
    } else if (p && k->has_flag && one_in(k, 4))
        put(k, "flag[%s] := %s; ", p, one_in(k, 2) ? "true" : "false");
    else if (p)
        put(k, "at[%s] := s%d; ", p, roll(k, k->states));
    else
        put_loop(k, NULL);
}

static void put_rule(struct maker *k, int number)
{
    int parameters = (const int[]){0, 1, 1, 1, 1, 2}[roll(k, 6)];
    const char *p = parameters > 0 ? "p" : NULL, *q = parameters > 1 ? "q" : NULL;
    bool has_value = k->has_data && p && one_in(k, 4);
    if (p)
        put(k, "ruleset p: %s do ", over(k));
    if (q)
        put(k, "ruleset q: %s do ", over(k));
    put(k, "%srule \"r%d\" ", has_value ? "ruleset d: D do " : "", number);
    k->is_in_rule = true;
    put_guard(k, p, q);
    put(k, " ==> begin ");
    if (has_value)
        put(k, "own[p] := d; ");
    if (k->has_links && p)
        put_link(k, p, q);
    for (int i = 1 + roll(k, 2); i > 0; i--)
        put_change(k, q && one_in(k, 3) ? q : p);
    k->is_in_rule = false;
    put(k, "end;%s%s%s\n", has_value ? " end;" : "", q ? " end;" : "", p ? " end;" : "");
}

// A step that needs a component of each kind, at once or one after the other.
static void put_kinds(struct maker *k)
{
    const char *sign = one_in(k, 2) ? "<" : ">";
    put(k, "%srule \"kinds\" ", k->are_below ? "ruleset p: P do " : "");
    for (int i = 0; i < k->kinds; i++) {
        put(k, "%sexists q: P do ", i ? " & " : "");
        if (k->are_below)
            put(k, "q %s p & ", sign);
        put(k, "at[q] = s%d end", i);
    }
    if (k->are_below)
        put(k, " ==> begin for o: P do if p %s o then at[o] := s%d; end; end; end; end;\n", sign, k->kinds);
    else
        put(k, " ==> begin mode := m2; end;\n");
    for (int i = 1; i < k->kinds && i < k->states; i++)
        put(k, "ruleset p: P do rule \"kind %d\" at[p] = s0%s ==> begin at[p] := s%d; end; end;\n", i,
            one_in(k, 2) ? "" : " & forall q: P do q = p | at[q] != s1 end", i);
}

// Steps of two neighbours, which are two components but where there is one.
static void put_neighbours(struct maker *k)
{
    for (int i = 1 + roll(k, 3); i > 0; i--)
        put(k, "ruleset p: P do rule at[p] = s%d & at[%s(p)] %s s%d ==> begin at[%s] := s%d; end; end;\n",
            roll(k, k->states), one_in(k, 3) ? "pred" : "succ", one_in(k, 3) ? "!=" : "=", roll(k, k->states),
            one_in(k, 2) ? "p" : "succ(p)", roll(k, k->states));
}

// ---- Start states and properties ------------------------------------------------------------------------------------

static void put_start(struct maker *k)
{
    bool is_chosen = (k->has_holder && k->is_defined) || k->is_mixed || one_in(k, 5);
    bool has_range = is_chosen && one_in(k, 4);
    put(k, "%s%s%sstartstate begin for p: P do at[p] := s0; ", has_range ? "ruleset n := 1 to 2 do " : "",
        !is_chosen    ? ""
        : k->is_mixed ? "ruleset c: Q do "
                      : "ruleset c: P do ",
        k->has_data ? "ruleset d: D do " : "");
    if (k->has_flag)
        put(k, "flag[p] := %s; ", one_in(k, 2) ? "true" : "false");
    if (k->has_data)
        put(k, "own[p] := d; ");
    if (k->has_pairs)
        put(k, "for q: P do knows[p][q] := %s; end; ", one_in(k, 2) ? "false" : "p = q");
    if (k->has_lists)
        put(k, "for q: P do box[p].has[q] := false; box[p].gets[q] := %s; end; ", one_in(k, 2) ? "false" : "true");
    if (k->has_links)
        put(k, one_in(k, 3) ? "link[p] := p; " : "undefine link[p]; ");
    put(k, "end; ");
    if (k->has_links)
        put(k, "undefine last; ");
    if (k->is_mixed)
        put(k, "chief := c; ");
    if (k->has_mode)
        put(k, "mode := m0; ");
    if (k->has_data)
        put(k, "common := d; ");
    if (k->has_holder)
        put(k, "%s; ",
            k->is_defined ? (k->names && one_in(k, 2) ? (k->is_union ? "holder := h0" : "holder := 0") : "holder := c")
                          : "undefine holder");
    if (is_chosen && one_in(k, 2))
        put(k, "at[c] := s%d; ", roll(k, k->states));
    if (has_range) {
        put(k, "for p: P do if n = 1 then at[p] := s1; end; %s end; ", one_in(k, 2) ? "assert n = 2 | p = c;" : "");
    }
    put(k, "end;%s%s%s\n", k->has_data ? " end;" : "", is_chosen ? " end;" : "", has_range ? " end;" : "");
    if (has_range)
        put(k, "startstate begin for p: P do at[p] := s0; %s%s%s%s%send; %s%s%s end;\n",
            k->has_links ? "undefine link[p]; " : "", k->has_flag ? "flag[p] := false; " : "",
            k->has_lists ? "for q: P do box[p].has[q] := false; box[p].gets[q] := false; end; " : "",
            k->has_pairs ? "for q: P do knows[p][q] := false; end; " : "", k->has_data ? "undefine own[p]; " : "",
            k->has_links ? "undefine last; " : "", k->has_mode ? "mode := m0;" : "",
            k->has_holder ? "undefine holder;" : "");
}

static void put_invariant(struct maker *k, int number)
{
    int way = k->kinds && number == 1 ? 2 + roll(k, 2) : roll(k, 6);
    put(k, "invariant \"i%d\" ", number);
    if (k->are_below && number == 1) {
        put(k, "forall p: P do at[p] != s%d end;\n", k->kinds);
        return;
    }
    if (k->has_links && one_in(k, 3)) {
        if (one_in(k, 2))
            put(k,
                "forall p: P do forall q: P do p = q | isundefined(link[p]) | link[p] != q | at[q] != s%d end end;\n",
                roll(k, k->states));
        else
            put(k,
                "forall p: P do forall q: P do p = q | isundefined(link[p]) | isundefined(link[q]) | link[p] != link[q]"
                " end end;\n");
        return;
    }
    if (way <= 1) {
        put(k, "forall p: P do forall q: P do p != q -> !(");
        put_literal(k, "p");
        put(k, " & ");
        put_literal(k, "q");
        put(k, ") end end");
    } else if (way == 2 && k->has_mode) {
        put(k, "mode != m%d", k->kinds ? 2 : 1 + roll(k, 2));
    } else if (way == 3) {
        put(k, "!(");
        for (int i = 0, count = k->kinds ? k->kinds : 1 + roll(k, 3); i < count; i++)
            put(k, "%sexists p: P do at[p] = s%d end", i ? " & " : "", i % k->states);
        put(k, ")");
    } else if (way == 4 && k->is_ordered) {
        put(k, "forall p: P; q: P do p < q -> !(");
        put_literal(k, "p");
        put(k, " & ");
        put_literal(k, "q");
        put(k, ") end");
    } else {
        put(k, "forall p: %s do ", over(k));
        put_literal(k, "p");
        put(k, " -> ");
        if (one_in(k, 2))
            put_global(k);
        else
            put_held(k, "p");
        put(k, " end");
    }
    put(k, ";\n");
}

void sized_text(struct dice *dice, struct mem *mem, struct str *out)
{
    struct maker maker = {.dice = dice, .mem = mem, .out = out}, *k = &maker;
    bool is_range = one_in(k, 3);
    k->is_ordered = is_range && !one_in(k, 4);
    k->has_flag = one_in(k, 3);
    k->has_holder = one_in(k, 3);
    k->has_pairs = one_in(k, 10);
    k->has_lists = one_in(k, 10);
    k->has_data = one_in(k, 10);
    k->has_links = one_in(k, 6);
    k->is_union = !is_range && one_in(k, 4);
    k->is_ring = !is_range && !k->is_union && one_in(k, 3);
    k->names = k->is_union || (is_range && one_in(k, 2)) ? 1 + one_in(k, 4) : 0;
    k->is_defined = one_in(k, 2);
    k->is_safe = !one_in(k, 8);
    k->kinds = one_in(k, 6) ? 3 + roll(k, 4) : 0;
    k->are_below = k->is_ordered && one_in(k, 4);
    if (k->are_below)
        k->kinds = 3;
    k->has_mode = k->kinds || !one_in(k, 3);
    k->states = k->kinds ? k->kinds + k->are_below : 2 + roll(k, k->has_pairs || k->has_data || k->has_lists ? 2 : 3);
    put(k, "const N: 3;\n");
    k->is_mixed = k->names && is_range && one_in(k, 2);
    if (k->is_union)
        put(k, "type C: scalarset(N); P: union { enum { h0%s }, C };\n", k->names > 1 ? ", h1" : "");
    else
        put(k, "type %sP: %s;\n", k->is_mixed ? "Q: 1..N; " : "",
            k->names     ? "0..N"
            : is_range   ? "1..N"
            : k->is_ring ? "ring(N)"
                         : "scalarset(N)");
    if (k->has_data)
        put(k, "D: scalarset(2);\n");
    put(k, "var at: array [P] of enum { ");
    for (int i = 0; i < k->states; i++)
        put(k, "%ss%d", i ? ", " : "", i);
    put(k, " };\n");
    if (k->has_flag)
        put(k, "flag: array [P] of boolean;\n");
    if (k->has_mode)
        put(k, "mode: enum { m0, m1, m2 };\n");
    if (k->has_holder)
        put(k, "holder: P;\n");
    if (k->is_mixed)
        put(k, "chief: Q;\n");
    if (k->has_links)
        put(k, "link: array [P] of P;\nlast: P;\n");
    if (k->has_pairs)
        put(k, "knows: array [P] of array [P] of boolean;\n");
    if (k->has_lists)
        put(k, "box: array [P] of record has: array [P] of boolean; gets: array [P] of boolean; end;\n");
    if (k->has_data)
        put(k, "own: array [P] of D;\ncommon: D;\n");
    if (k->kinds)
        put_kinds(k);
    if (k->is_ring)
        put_neighbours(k);
    for (int i = 0, count = (k->kinds ? 0 : 1) + roll(k, k->kinds ? 2 : 4); i < count; i++)
        put_rule(k, i + 1);
    put_start(k);
    for (int i = 0, count = 1 + roll(k, 3); i < count; i++)
        put_invariant(k, i + 1);
}
