#include "protocol.h"

struct features {
    bool flag, token, second, bit, link, ring, seat;
};

static const char *some(struct dice *dice, const char *const *texts, size_t count)
{
    return texts[dice_roll(dice, (int)count)];
}

#define SOME(dice, ...) \
    some(dice, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static const char *letter(struct dice *dice)
{
    return SOME(dice, "A", "B", "C");
}

// A condition on the components p and q.
static void put_condition(struct str *text, struct mem *mem, struct dice *dice, const struct features *f)
{
    int way = dice_roll(dice, 9);
    if (way == 0 && f->token)
        str_add(mem, text, "(!isundefined(token) & token %s p)", SOME(dice, "=", "!="));
    else if (way == 1 && f->second)
        str_add(mem, text, "(!isundefined(second) & second = q)");
    else if (way == 2 && f->bit)
        str_add(mem, text, "%sbit", SOME(dice, "", "!"));
    else if (way == 3 && f->flag)
        str_add(mem, text, "%sflag[%s]", SOME(dice, "", "!"), SOME(dice, "p", "q"));
    else if (way == 4 && f->link)
        str_add(mem, text, "(!isundefined(link[p]) & link[p] = q)");
    else if (way == 5)
        str_add(mem, text, "%s", SOME(dice, "p != q", "p = q"));
    else if (way == 6)
        str_add(mem, text, "forall o: P do o = p | place[o] != %s end", letter(dice));
    else
        str_add(mem, text, "place[%s] = %s", SOME(dice, "p", "p", "q"), letter(dice));
}

static void put_effect(struct str *text, struct mem *mem, struct dice *dice, const struct features *f)
{
    int way = dice_roll(dice, 10);
    if (way == 0 && f->token)
        str_add(mem, text, "%s ", SOME(dice, "token := p;", "token := q;", "undefine token;"));
    else if (way == 1 && f->second)
        str_add(mem, text, "%s ", SOME(dice, "second := p;", "second := q;", "undefine second;"));
    else if (way == 2 && f->bit)
        str_add(mem, text, "bit := %s; ", SOME(dice, "true", "false", "!bit"));
    else if (way == 3 && f->flag)
        str_add(mem, text, "flag[%s] := %s; ", SOME(dice, "p", "q"), SOME(dice, "true", "false"));
    else if (way == 4 && f->link)
        str_add(mem, text, "%s ", SOME(dice, "link[p] := q;", "undefine link[p];", "link[q] := p;"));
    else if (way == 5 && f->flag)
        str_add(mem, text, "for o: P do flag[o] := %s; end; ", SOME(dice, "false", "true", "place[o] = A"));
    else
        str_add(mem, text, "place[%s] := %s; ", SOME(dice, "p", "p", "q"), letter(dice));
}

static void put_rule(struct str *text, struct mem *mem, struct dice *dice, const struct features *f)
{
    str_add(mem, text, "ruleset p: P do ruleset q: P do rule place[p] = %s", letter(dice));
    for (int i = dice_roll(dice, 3); i > 0; i--) {
        str_add(mem, text, " & ");
        put_condition(text, mem, dice, f);
    }
    str_add(mem, text, " ==> begin place[p] := %s; ", letter(dice));
    for (int i = dice_roll(dice, 3); i > 0; i--)
        put_effect(text, mem, dice, f);
    str_add(mem, text, "end; end; end;\n");
}

static void put_ring_rule(struct str *text, struct mem *mem, struct dice *dice, const struct features *f)
{
    str_add(mem, text, "ruleset r: R do rule place_r[r] = %s & place_r[%s] %s %s ==> begin ", letter(dice),
            SOME(dice, "succ(r)", "pred(r)"), SOME(dice, "=", "!="), letter(dice));
    str_add(mem, text, "place_r[%s] := %s; ", SOME(dice, "r", "succ(r)"), letter(dice));
    if (f->seat)
        str_add(mem, text, "%s ", SOME(dice, "seat := r;", "seat := succ(r);", "undefine seat;", ""));
    str_add(mem, text, "end; end;\n");
}

// A condition that all permutations keep.
static void put_atom(struct str *text, struct mem *mem, struct dice *dice, const struct features *f)
{
    int way = dice_roll(dice, 5);
    if (way == 0 && f->token)
        str_add(mem, text, "isundefined(token)");
    else if (way == 1 && f->bit)
        str_add(mem, text, "bit");
    else if (way == 2 && f->ring)
        str_add(mem, text, "(exists r: R do place_r[r] = %s end)", letter(dice));
    else if (way == 3)
        str_add(mem, text, "(exists p: P do exists q: P do p != q & place[p] = %s & place[q] = %s end end)",
                letter(dice), letter(dice));
    else
        str_add(mem, text, "(%s p: P do place[p] = %s end)", SOME(dice, "exists", "forall"), letter(dice));
}

static void put_property(struct str *text, struct mem *mem, struct dice *dice, const struct features *f)
{
    // Each # is an atom.
    const char *form =
        SOME(dice, "invariant !#", "ctl AG EF #", "ctl AG (# -> AF #)", "ctl EG !#", "ctl AF #", "ctl E [# U #]",
             "ctl AX EX #", "ctl A [!# U #]", "ctl EG EF #", "ltl G F #", "ltl F G !#", "ltl G (# -> X #)",
             "ltl G (# -> F #)", "ltl # U #", "ltl G !#", "ltl G F # -> G F #", "ctlstar AG E (G F # & F !#)",
             "ctlstar E (# U G !#)", "ctlstar A (F G # -> E X G F #)", "ctlstar E [# & F # U AG (# -> F #)]");
    for (; *form; form++)
        if (*form == '#')
            put_atom(text, mem, dice, f);
        else
            str_add(mem, text, "%c", *form);
    str_add(mem, text, ";\n");
}

void put_protocol(struct str *text, struct mem *mem, struct dice *dice)
{
    struct features f = {.flag = dice_roll(dice, 3) == 0,
                         .token = dice_roll(dice, 2),
                         .second = dice_roll(dice, 4) == 0,
                         .bit = dice_roll(dice, 3) == 0,
                         .link = dice_roll(dice, 5) == 0,
                         .ring = dice_roll(dice, 4) == 0,
                         .seat = dice_roll(dice, 2)};
    str_add(mem, text, "type P: scalarset(%d); R: ring(%d); E: enum {A, B, C};\nvar place: array [P] of E;\n",
            f.link || f.flag ? 3 : 2 + dice_roll(dice, 3), 2 + dice_roll(dice, 3));
    str_add(mem, text, "%s%s%s%s%s%s%s", f.flag ? "flag: array [P] of boolean;\n" : "", f.token ? "token: P;\n" : "",
            f.second ? "second: P;\n" : "", f.bit ? "bit: boolean;\n" : "", f.link ? "link: array [P] of P;\n" : "",
            f.ring ? "place_r: array [R] of E;\n" : "", f.ring && f.seat ? "seat: R;\n" : "");
    f.seat = f.seat && f.ring;
    bool marked = dice_roll(dice, 2);
    str_add(mem, text, "%sstartstate begin for p: P do place[p] := A; %s%send; %s%s%s%s%s%send;%s\n",
            marked ? "ruleset q: P do " : "", f.flag ? "flag[p] := false; " : "", f.link ? "undefine link[p]; " : "",
            f.token && !marked ? "undefine token; " : "", f.token && marked ? "token := q; " : "",
            f.second ? "undefine second; " : "", f.bit ? "bit := false; " : "",
            f.ring ? "for r: R do place_r[r] := A; end; " : "", f.seat ? "undefine seat; " : "", marked ? " end;" : "");
    for (int i = 2 + dice_roll(dice, 4); i > 0; i--)
        put_rule(text, mem, dice, &f);
    for (int i = f.ring ? 1 + dice_roll(dice, 3) : 0; i > 0; i--)
        put_ring_rule(text, mem, dice, &f);
    for (int i = 0; i < 3; i++)
        put_property(text, mem, dice, &f);
}

// ---- Growing rings --------------------------------------------------------------------------------------------------

struct ring_features {
    bool seat, link, bit, members;
};

static const char *neighbour(struct dice *dice)
{
    return SOME(dice, "r", "r", "succ(r)", "pred(r)", "succ(succ(r))");
}

static void put_ring_condition(struct str *text, struct mem *mem, struct dice *dice, const struct ring_features *f)
{
    int way = dice_roll(dice, 7);
    if (way == 0 && f->seat)
        str_add(mem, text, "(!isundefined(seat) & seat %s %s)", SOME(dice, "=", "!="), neighbour(dice));
    else if (way == 1 && f->link)
        str_add(mem, text, "(!isundefined(link[r]) & link[r] = %s)", neighbour(dice));
    else if (way == 2 && f->bit)
        str_add(mem, text, "bit[%s]", neighbour(dice));
    else if (way == 3 && f->members)
        str_add(mem, text, "exists p: P do at[p] = %s end", letter(dice));
    else if (way == 4)
        str_add(mem, text, "forall o: R do o = r | place[o] != %s end", letter(dice));
    else
        str_add(mem, text, "place[%s] %s %s", neighbour(dice), SOME(dice, "=", "!="), letter(dice));
}

static void put_ring_effect(struct str *text, struct mem *mem, struct dice *dice, const struct ring_features *f)
{
    int way = dice_roll(dice, 7);
    if (way == 0 && f->seat)
        str_add(mem, text, "%s ", SOME(dice, "seat := r;", "seat := succ(r);", "undefine seat;"));
    else if (way == 1 && f->link)
        str_add(mem, text, "%s ",
                SOME(dice, "link[r] := r;", "link[succ(r)] := r;", "undefine link[r];", "link[r] := pred(r);"));
    else if (way == 2 && f->bit)
        str_add(mem, text, "bit[%s] := %s; ", neighbour(dice), SOME(dice, "true", "false", "!bit[r]"));
    else if (way == 3 && f->members)
        str_add(mem, text, "for p: P do at[p] := %s; end; ", letter(dice));
    else
        str_add(mem, text, "place[%s] := %s; ", neighbour(dice), letter(dice));
}

static void put_ring_atom(struct str *text, struct mem *mem, struct dice *dice, const struct ring_features *f)
{
    int way = dice_roll(dice, 5);
    if (way == 0 && f->seat)
        str_add(mem, text, "isundefined(seat)");
    else if (way == 1)
        str_add(mem, text, "(exists r: R do place[r] = %s & place[succ(r)] = %s end)", letter(dice), letter(dice));
    else if (way == 2 && f->members)
        str_add(mem, text, "(forall p: P do at[p] = %s end)", letter(dice));
    else
        str_add(mem, text, "(%s r: R do place[r] = %s end)", SOME(dice, "exists", "forall"), letter(dice));
}

static void put_ring_property(struct str *text, struct mem *mem, struct dice *dice, const struct ring_features *f)
{
    const char *form =
        SOME(dice, "invariant !#", "ctl AG EF #", "ctl AG (# -> AF #)", "ctl EG !#", "ctl AF #", "ctl E [# U #]",
             "ltl G F #", "ltl G (# -> F #)", "ctl forall r: R do AG (place[r] = A -> EF place[succ(r)] = B) end",
             "ctl forall r: R do AG EF place[r] = A end",
             "ctl forall r: R do forall q: R do AG (place[r] = B -> EF (place[q] = C & #)) end end",
             "invariant forall r: R do !(place[r] = B & place[pred(r)] = C) end", "ctlstar E (F G # & G F #)",
             "ctlstar forall r: R do AG (place[r] = A -> E (X place[r] = A U G F place[succ(r)] = B)) end");
    for (; *form; form++)
        if (*form == '#')
            put_ring_atom(text, mem, dice, f);
        else
            str_add(mem, text, "%c", *form);
    str_add(mem, text, ";\n");
}

static void put_ring_start(struct str *text, struct mem *mem, struct dice *dice, const struct ring_features *f)
{
    bool marked = dice_roll(dice, 2);
    str_add(mem, text, "%sstartstate begin for r: R do place[r] := %s; %s%send; %s%s end;%s\n",
            marked ? "ruleset q: R do " : "", marked ? "r = q ? B : A" : "A", f->link ? "undefine link[r]; " : "",
            f->bit ? "bit[r] := false; " : "", f->seat ? marked ? "seat := q; " : "undefine seat; " : "",
            f->members ? "for p: P do at[p] := A; end;" : "", marked ? " end;" : "");
}

void put_ring_family(struct str *text, struct mem *mem, struct dice *dice)
{
    struct ring_features f = {.seat = dice_roll(dice, 2),
                              .link = dice_roll(dice, 3) == 0,
                              .bit = dice_roll(dice, 3) == 0,
                              .members = dice_roll(dice, 3) == 0};
    str_add(mem, text, "type R: ring(@); E: enum {A, B, C};\n%svar place: array [R] of E;\n%s%s%s%s",
            !f.members           ? ""
            : dice_roll(dice, 2) ? "P: scalarset(@);\n"
                                 : "P: scalarset(2);\n",
            f.seat ? "seat: R;\n" : "", f.link ? "link: array [R] of R;\n" : "",
            f.bit ? "bit: array [R] of boolean;\n" : "", f.members ? "at: array [P] of E;\n" : "");
    put_ring_start(text, mem, dice, &f);
    for (int i = 2 + dice_roll(dice, 4); i > 0; i--) {
        str_add(mem, text, "ruleset r: R do rule place[r] = %s", letter(dice));
        for (int k = dice_roll(dice, 3); k > 0; k--) {
            str_add(mem, text, " & ");
            put_ring_condition(text, mem, dice, &f);
        }
        str_add(mem, text, " ==> begin place[r] := %s; ", letter(dice));
        for (int k = dice_roll(dice, 3); k > 0; k--)
            put_ring_effect(text, mem, dice, &f);
        str_add(mem, text, "end; end;\n");
    }
    if (f.members)
        str_add(mem, text, "ruleset p: P do rule at[p] = %s ==> begin at[p] := %s; end; end;\n", letter(dice),
                letter(dice));
    for (int i = 0; i < 4; i++)
        put_ring_property(text, mem, dice, &f);
}
