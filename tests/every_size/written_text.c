#include "written_text.h"

struct writer {
    struct dice *dice;
    struct mem *mem;
    struct str *out;
    bool is_range;     // Node: 1..N or 0..N; else a scalarset, or one in a union
    bool has_home;     // an element has a name
    const char *home;  // which
    bool has_keys;     // Key: a union of Slot and literals that are named like its elements
    bool has_data;     // Slot: scalarset(2)
    bool has_owner;    // owner: Node, which may be undefined
    bool has_second;   // Other: a second class
    bool has_number;   // left: 0..2
    bool has_function; // is_busy, send, forget
    bool is_early;     // is_busy ends its loop early
    bool has_channels; // sent: array [Node] of array [Node] of Kind
    bool has_count;    // count: 0..N, which no proof covers
};

#define put(w, ...) str_add((w)->mem, (w)->out, __VA_ARGS__)

static int roll(struct writer *w, int sides)
{
    return dice_roll(w->dice, sides);
}

static bool one_in(struct writer *w, int chances)
{
    return roll(w, chances) == 0;
}

static const char *state(struct writer *w)
{
    return (const char *[]){"idle", "wants", "has"}[roll(w, 3)];
}

static const char *kind(struct writer *w)
{
    return (const char *[]){"none", "ask", "give"}[roll(w, 3)];
}

// An element of Key: a literal, or `s` where that is an element of Slot.
static const char *key(struct writer *w, const char *s)
{
    if (s && one_in(w, 2))
        return s;
    return (const char *[]){"Slot_1", "Slot_2", "nowhere"}[roll(w, 3)];
}

static const char *node(struct writer *w, const char *p)
{
    return w->has_home && one_in(w, 5) ? w->home : p;
}

// ---- Declarations ---------------------------------------------------------------------------------------------------

static void put_types(struct writer *w)
{
    int way = roll(w, 6);
    put(w, "const N: 3;\ntype ");
    w->is_range = way < 2;
    w->has_home = way == 1 || way == 2;
    w->home = w->is_range ? "0" : "Node_1";
    if (way == 2)
        put(w, "Client: scalarset(N); Node: union { enum { Node_1 }, Client };\n");
    else
        put(w, "Node: %s;\n", way == 0 ? "1..N" : way == 1 ? "0..N" : "scalarset(N)");
    w->has_data = one_in(w, 2);
    w->has_keys = w->has_data && one_in(w, 2);
    w->has_second = one_in(w, 8);
    if (w->has_data)
        put(w, "Slot: scalarset(2);\n");
    if (w->has_keys)
        put(w, "Key: union { Slot, enum { Slot_1, Slot_2, nowhere } };\n");
    if (w->has_second)
        put(w, "Other: scalarset(N);\n");
    put(w, "State: enum { idle, wants, has }; Kind: enum { none, ask, give };\n");
    put(w, "Message: record kind: Kind;%s end;\n", w->has_data ? " what: Slot;" : "");
}

static void put_variables(struct writer *w)
{
    w->has_owner = one_in(w, 2);
    w->has_number = one_in(w, 4);
    put(w, "var node: array [Node] of record st: State; in: Message;%s end;\n",
        w->has_keys ? " deep: record full: array [Key] of boolean; end;" : "");
    put(w, "phase: 0..1;\n");
    if (w->has_data)
        put(w, "mem: Slot;\n");
    if (w->has_keys)
        put(w, "at: Key; seen: array [Key] of boolean;\n");
    if (w->has_owner)
        put(w, "owner: Node;\n");
    if (w->has_number)
        put(w, "left: 0..2;\n");
    if (w->has_second)
        put(w, "other: array [Other] of boolean;\n");
    w->has_channels = one_in(w, 5);
    w->has_count = one_in(w, 16);
    if (w->has_channels)
        put(w, "sent: array [Node] of array [Node] of Kind;\n");
    if (w->has_count)
        put(w, "count: 0..N;\n");
}

static void put_functions(struct writer *w)
{
    w->has_function = one_in(w, 2);
    w->is_early = one_in(w, 3);
    if (!w->has_function)
        return;
    if (w->is_early)
        put(w,
            "function is_busy(p: Node): boolean; begin for q: Node do if q != p & node[q].st = %s then return true; "
            "end; end; return false; end;\n",
            state(w));
    else
        put(w,
            "function is_busy(p: Node): boolean; begin return exists q: Node do q != p & node[q].st = %s end; end;\n",
            state(w));
    put(w, "procedure send(p: Node; k: Kind); begin node[p].in.kind := k; end;\n");
    put(w, "procedure forget(var m: Message); begin m.kind := none; %send;\n",
        w->has_data && one_in(w, 2) ? "undefine m.what; " : "");
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

static void put_condition(struct writer *w, const char *p)
{
    switch (roll(w, 9)) {
    case 0:
        put(w, "phase = %d", roll(w, 2));
        break;
    case 1:
        put(w, "%s q: Node do q = %s | node[q].st %s %s end", one_in(w, 4) ? "exists" : "forall", p,
            one_in(w, 2) ? "=" : "!=", state(w));
        break;
    case 2:
        put(w, "node[%s].in.kind = %s", node(w, p), kind(w));
        break;
    case 3:
        if (w->has_owner)
            put(w, "(isundefined(owner) %s owner %s %s)", one_in(w, 2) ? "|" : "->",
                one_in(w, 2) ? "=" : "!=", node(w, p));
        else
            put(w, "node[%s].st != %s", node(w, p), state(w));
        break;
    case 4:
        if (w->has_keys)
            put(w, one_in(w, 2) ? "at %s %s" : "at %s %s & true", one_in(w, 2) ? "=" : "!=", key(w, NULL));
        else
            put(w, "exists q: Node do node[q].in.kind = %s & q != %s end", kind(w), p);
        break;
    case 5:
        if (w->has_keys)
            put(w, "%snode[%s].deep.full[%s]", one_in(w, 2) ? "!" : "", p, key(w, NULL));
        else
            put(w, "true");
        break;
    case 6:
        if (w->has_number)
            put(w, "left %s %d", one_in(w, 2) ? ">" : "=", roll(w, 3));
        else
            put(w, "(node[%s].st = %s -> phase = %d)", p, state(w), roll(w, 2));
        break;
    case 7:
        if (w->has_function)
            put(w, "%sis_busy(%s)", one_in(w, 2) ? "!" : "", p);
        else
            put(w, "forall q: Node do node[q].in.kind != %s end", kind(w));
        break;
    default:
        put(w, "(phase = 1 ? node[%s].st = %s : node[%s].in.kind != %s)", p, state(w), node(w, p), kind(w));
    }
}

// Of messages between two nodes, and of how many there are.
static void put_further_condition(struct writer *w)
{
    if (w->has_count && one_in(w, 2))
        put(w, " & count %s", (const char *[]){"= 0", "< N", "= N", "> 1"}[roll(w, 4)]);
    if (!w->has_channels || one_in(w, 2))
        return;
    if (one_in(w, 2))
        put(w, " & forall q: Node do q = p | sent[%s] = %s end", one_in(w, 2) ? "q][p" : "p][q", kind(w));
    else
        put(w, " & exists q: Node do sent[%s] = %s & node[q].st %s %s end", one_in(w, 2) ? "q][p" : "p][q", kind(w),
            one_in(w, 3) ? "!=" : "=", state(w));
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void put_statement(struct writer *w, const char *p, const char *s)
{
    switch (roll(w, 14)) {
    case 0:
        put(w, "phase := %s; ", one_in(w, 2) ? "1 - phase" : "0");
        break;
    case 1:
        put(w, "alias n: node[%s] do n.st := %s; if n.in.kind = %s then n.in.kind := %s; end; end; ", p, state(w),
            kind(w), kind(w));
        break;
    case 2:
        put(w, "switch node[%s].st case idle: node[%s].st := %s; case wants, has: node[%s].in.kind := %s; else end; ",
            p, p, state(w), p, kind(w));
        break;
    case 3:
        if (w->has_owner && one_in(w, 2))
            put(w, "if !isundefined(owner) then switch owner case %s: node[%s].st := %s; else phase := 1; end; end; ",
                p, p, state(w));
        else if (w->has_owner)
            put(w, one_in(w, 2) ? "owner := %s; " : "if node[%s].st = idle then undefine owner; end; ", node(w, p));
        break;
    case 4:
        put(w, "for q: Node do if q != %s & node[q].st = %s then node[q].st := %s; node[q].in.kind := %s; end; end; ",
            p, state(w), state(w), kind(w));
        break;
    case 5:
        if (w->has_data && s)
            put(w, "%s := %s; node[%s].in.what := mem; ", one_in(w, 2) ? "mem" : "node[p].in.what", s, p);
        break;
    case 6:
        if (w->has_keys)
            put(w, "at := %s; ", key(w, s));
        break;
    case 7:
        if (w->has_keys)
            put(w, "%s[%s] := true; ", one_in(w, 2) ? "seen" : "node[p].deep.full", key(w, s));
        break;
    case 8:
        if (w->has_keys)
            put(w, "for k: Key do node[%s].deep.full[k] := %s; end; ", p, one_in(w, 2) ? "seen[k]" : "k = at");
        break;
    case 9:
        if (w->has_number)
            put(w, one_in(w, 2) ? "if left > 0 then left := left - 1; end; " : "left := (left + 1) %% 3; ");
        break;
    case 10:
        if (w->has_function)
            put(w, one_in(w, 2) ? "send(%s, %s); " : "forget(node[%s].in); ", node(w, p), kind(w));
        break;
    case 11:
        if (w->has_function)
            put(w, "if is_busy(%s) then phase := 1; else node[%s].st := %s; end; ", p, p, state(w));
        break;
    case 12:
        if (w->has_owner && one_in(w, 2))
            put(w, "assert isundefined(owner) | node[owner].st != %s; ", state(w));
        else
            put(w, "assert node[%s].st != %s | phase = %d; ", p, state(w), roll(w, 2));
        break;
    default:
        put(w, "node[%s].st := %s; ", node(w, p), state(w));
    }
}

static void put_further_statement(struct writer *w, bool has_second)
{
    if (w->has_count && one_in(w, 2))
        put(w, one_in(w, 2) ? "if count < N then count := count + 1; end; "
                            : "if count > 0 then count := count - 1; end; ");
    if (!w->has_channels)
        return;
    switch (roll(w, 4)) {
    case 0:
        put(w, "for q: Node do if q != p then sent[p][q] := %s; end; end; ", kind(w));
        break;
    case 1:
        put(w, "for q: Node do if sent[q][p] = %s then sent[q][p] := none; sent[p][q] := %s; end; end; ", kind(w),
            kind(w));
        break;
    case 2:
        if (has_second)
            put(w, "if sent[o][p] != none then sent[o][p] := none; node[p].in.kind := %s; end; ", kind(w));
        break;
    default:
        put(w, "for q: Node do sent[%s] := node[q].st = %s ? %s : sent[q][p]; end; ", one_in(w, 2) ? "q][p" : "p][q",
            state(w), kind(w));
    }
}

static void put_rule(struct writer *w, int number)
{
    bool has_second = one_in(w, 4), has_slot = w->has_data && one_in(w, 2);
    put(w, "ruleset p: %s do %s%srule \"r%d\" node[p].st = %s & ",
        w->has_home && !w->is_range && one_in(w, 2) ? "Client" : "Node", has_second ? "ruleset o: Node do " : "",
        has_slot ? "ruleset s: Slot do " : "", number, state(w));
    if (has_second && one_in(w, 2))
        put(w, "p != o & ");
    put_condition(w, has_second && one_in(w, 2) ? "o" : "p");
    if (one_in(w, 2)) {
        put(w, " & ");
        put_condition(w, "p");
    }
    put_further_condition(w);
    put(w, " ==> begin ");
    for (int i = 1 + roll(w, 3); i > 0; i--)
        put_statement(w, has_second && one_in(w, 2) ? "o" : "p", has_slot ? "s" : NULL);
    put_further_statement(w, has_second);
    put(w, "node[p].st := %s; end;%s%s end;\n", state(w), has_slot ? " end;" : "", has_second ? " end;" : "");
}

static void put_start(struct writer *w)
{
    bool is_chosen = one_in(w, 4);
    put(w, "%s%sstartstate begin clear phase; ", is_chosen ? "ruleset c: Node do " : "",
        w->has_data ? "ruleset d: Slot do " : "");
    put(w, "for p: Node do node[p].st := idle; node[p].in.kind := none; %s",
        w->has_data ? "undefine node[p].in.what; " : "");
    if (w->has_keys)
        put(w, "for k: Key do node[p].deep.full[k] := false; end; ");
    put(w, "end; ");
    if (w->has_keys)
        put(w, "for k: Key do seen[k] := false; end; at := %s; ", key(w, NULL));
    if (w->has_data)
        put(w, "mem := d; ");
    if (w->has_number)
        put(w, "left := 2; ");
    if (w->has_second)
        put(w, "for o: Other do other[o] := false; end; ");
    if (w->has_channels)
        put(w, "for p: Node do for q: Node do sent[p][q] := none; end; end; ");
    if (w->has_count)
        put(w, "count := 0; ");
    if (is_chosen)
        put(w, "node[c].st := %s; ", state(w));
    if (w->has_owner && is_chosen && one_in(w, 2))
        put(w, "owner := c; ");
    else if (w->has_owner)
        put(w, "undefine owner; ");
    put(w, "end;%s%s\n", w->has_data ? " end;" : "", is_chosen ? " end;" : "");
}

static void put_property(struct writer *w, int number)
{
    put(w, "invariant \"i%d\" ", number);
    if (w->has_channels && one_in(w, 3)) {
        put(w, "forall p: Node do forall q: Node do p != q & sent[p][q] = %s -> %s[%s] %s end end;\n", kind(w),
            one_in(w, 2) ? "sent[q]" : "sent[p]", one_in(w, 2) ? "p" : "q", one_in(w, 2) ? "= none" : "!= give");
        return;
    }
    switch (roll(w, 6)) {
    case 0:
        put(w, "forall p: Node do forall q: Node do p = q | node[p].st != has | node[q].st != %s end end;\n", state(w));
        break;
    case 1:
        put(w, w->has_keys ? "!seen[Slot_1] & forall s: Slot do at != s end;\n" : "phase = 0;\n");
        break;
    case 2:
        put(w, "forall p: Node do node[p].st = has -> ");
        put_condition(w, "p");
        put(w, " end;\n");
        break;
    case 3:
        put(w, w->has_keys ? "forall p: Node do forall k: Key do node[p].deep.full[k] -> seen[k] end end;\n"
                           : "forall p: Node do node[p].in.kind = give -> node[p].st != idle end;\n");
        break;
    case 4:
        put(w, w->has_owner ? "isundefined(owner) | node[owner].st = has;\n"
                            : "exists p: Node do node[p].st != has end;\n");
        break;
    default:
        put(w, "forall p: Node do !(node[p].st = %s & node[p].in.kind = %s) end;\n", state(w), kind(w));
    }
}

void written_text(struct dice *dice, struct mem *mem, struct str *out)
{
    struct writer writer = {.dice = dice, .mem = mem, .out = out}, *w = &writer;
    put_types(w);
    put_variables(w);
    put_functions(w);
    for (int i = 0, count = 2 + roll(w, 4); i < count; i++)
        put_rule(w, i + 1);
    if (w->has_second)
        put(w, "ruleset o: Other do rule \"other\" !other[o] & phase = 1 ==> begin other[o] := true; end; end;\n");
    put_start(w);
    for (int i = 0, count = 1 + roll(w, 2); i < count; i++)
        put_property(w, i + 1);
    if (one_in(w, 6))
        put(w, "ruleset p: Node do justice \"fair\" node[p].st = %s end;\n", state(w));
}
