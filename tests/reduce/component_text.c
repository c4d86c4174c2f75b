#include "component_text.h"

#include <stdbool.h>

#include "base/hash.h"

// What is in scope: names of elements of the classes.
struct maker {
    struct mem *mem;
    struct str *out;
    uint64_t dice;
    const char *procs[8], *nodes[8];
    int proc_count, node_count;
    bool has_nodes, optional; // a local cell may be undefined
    bool is_safe;             // no run-time errors: with them, a verdict depends on the order of the elements
    int fresh;
};

static int roll(struct maker *m, int sides)
{
    m->dice = hash_mix(m->dice + 1);
    return (int)(m->dice % (uint64_t)sides);
}

static const char *some_proc(struct maker *m)
{
    return m->procs[roll(m, m->proc_count)];
}

static void put_condition(struct maker *m, int depth);

static const char *const fresh_names[] = {"d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7"};

// forall d: Proc do d != p -> ... end
static void put_quantifier(struct maker *m, int depth)
{
    bool node = m->has_nodes && roll(m, 3) == 0, all = roll(m, 2);
    const char *name = fresh_names[m->fresh++];
    str_add(m->mem, m->out, "(%s %s: %s do ", all ? "forall" : "exists", name, node ? "Node" : "Proc");
    if (!node && m->proc_count && roll(m, 2))
        str_add(m->mem, m->out, "%s %s %s %s ", name, "!=", some_proc(m), all ? "->" : "&");
    int procs = m->proc_count, nodes = m->node_count;
    if (node)
        m->nodes[m->node_count++] = name;
    else
        m->procs[m->proc_count++] = name;
    put_condition(m, depth - 1);
    m->proc_count = procs;
    m->node_count = nodes;
    m->fresh--;
    str_add(m->mem, m->out, " end)");
}

static void put_local_atom(struct maker *m)
{
    const char *p = some_proc(m);
    switch (roll(m, m->optional ? 5 : 4)) {
    case 0:
    case 1:
        str_add(m->mem, m->out, "s[%s] %s %c", p, roll(m, 2) ? "=" : "!=", "ABC"[roll(m, 3)]);
        break;
    case 2:
        str_add(m->mem, m->out, "b[%s]", p);
        break;
    case 3:
        str_add(m->mem, m->out, "g = %s", p);
        break;
    default:
        str_add(m->mem, m->out, roll(m, 3) ? "(!isundefined(u[%s]) & u[%s] = x)" : "(isundefined(u[%s]) | u[%s] > 0)",
                p, p);
    }
}

static void put_global_atom(struct maker *m)
{
    switch (roll(m, 9)) {
    case 0:
        str_add(m->mem, m->out, "x = %d", roll(m, 3));
        break;
    case 1:
        str_add(m->mem, m->out, "x < %d", 1 + roll(m, 2));
        break;
    case 2:
        str_add(m->mem, m->out, "f");
        break;
    case 3:
        str_add(m->mem, m->out, "isundefined(h)");
        break;
    case 4:
        str_add(m->mem, m->out, "(!isundefined(h) & s[h] = %c)", "ABC"[roll(m, 3)]);
        break;
    case 5:
        str_add(m->mem, m->out, "(!isundefined(h) & h = g)");
        break;
    case 6:
        str_add(m->mem, m->out, "b[g]");
        break;
    case 7:
        str_add(m->mem, m->out, roll(m, 4) || m->is_safe ? "!f" : "s[h] = A");
        break;
    default:
        if (m->node_count)
            str_add(m->mem, m->out, "t[%s]", m->nodes[roll(m, m->node_count)]);
        else
            str_add(m->mem, m->out, "s[g] != %c", "ABC"[roll(m, 3)]);
    }
}

static void put_condition(struct maker *m, int depth)
{
    int kind = roll(m, depth > 0 ? 8 : 4);
    if (kind < 3 && m->proc_count)
        put_local_atom(m);
    else if (kind < 4)
        put_global_atom(m);
    else if (kind == 4)
        put_quantifier(m, depth);
    else if (kind == 5) {
        str_add(m->mem, m->out, "!(");
        put_condition(m, depth - 1);
        str_add(m->mem, m->out, ")");
    } else {
        str_add(m->mem, m->out, "(");
        put_condition(m, depth - 1);
        str_add(m->mem, m->out, kind == 6 ? " & " : " | ");
        put_condition(m, depth - 1);
        str_add(m->mem, m->out, ")");
    }
}

static void put_statement(struct maker *m, int depth);

static void put_loop(struct maker *m)
{
    const char *name = fresh_names[m->fresh++], *cell = roll(m, 2) ? "b" : "s";
    bool conditional = roll(m, 2);
    int procs = m->proc_count;
    str_add(m->mem, m->out, "for %s: Proc do ", name);
    m->procs[m->proc_count++] = name;
    if (conditional) {
        str_add(m->mem, m->out, "if ");
        put_local_atom(m);
        str_add(m->mem, m->out, " then ");
    }
    if (*cell == 'b') {
        str_add(m->mem, m->out, "b[%s] := ", name);
        str_add(m->mem, m->out, roll(m, 2) ? "s[%s] = A" : "!b[%s]", name);
    } else {
        str_add(m->mem, m->out, "s[%s] := %c", name, "ABC"[roll(m, 3)]);
    }
    str_add(m->mem, m->out, ";%s end; ", conditional ? " end;" : "");
    m->proc_count = procs;
    m->fresh--;
}

static void put_branch(struct maker *m, int depth)
{
    str_add(m->mem, m->out, "if ");
    put_condition(m, 1);
    str_add(m->mem, m->out, " then ");
    put_statement(m, depth - 1);
    if (roll(m, 2)) {
        str_add(m->mem, m->out, "else ");
        put_statement(m, depth - 1);
    }
    str_add(m->mem, m->out, "end; ");
}

static void put_global_statement(struct maker *m)
{
    switch (roll(m, 7)) {
    case 0:
        str_add(m->mem, m->out, "x := (x + 1) %% 3; ");
        break;
    case 1:
        str_add(m->mem, m->out, "f := !f; ");
        break;
    case 2:
        str_add(m->mem, m->out, "undefine h; ");
        break;
    case 3:
        str_add(m->mem, m->out, "h := g; ");
        break;
    case 4:
        str_add(m->mem, m->out, "s[g] := %c; ", "ABC"[roll(m, 3)]);
        break;
    case 5:
        str_add(m->mem, m->out, "if !isundefined(h) then g := h; b[h] := f; end; ");
        break;
    default:
        put_loop(m);
    }
}

static void put_statement(struct maker *m, int depth)
{
    int kind = roll(m, depth > 0 ? 8 : 6);
    if (kind >= 6) {
        put_branch(m, depth);
        return;
    }
    if (kind >= 4 || !m->proc_count) {
        put_global_statement(m);
        return;
    }
    const char *p = some_proc(m);
    switch (roll(m, m->optional ? 6 : 4)) {
    case 0:
    case 1:
        str_add(m->mem, m->out, "s[%s] := %c; ", p, "ABC"[roll(m, 3)]);
        break;
    case 2:
        str_add(m->mem, m->out, "b[%s] := ", p);
        put_local_atom(m);
        str_add(m->mem, m->out, "; ");
        break;
    case 3:
        str_add(m->mem, m->out, "%c := %s; ", "gh"[roll(m, 2)], p);
        break;
    case 4:
        str_add(m->mem, m->out, "u[%s] := x; ", p);
        break;
    default:
        str_add(m->mem, m->out, "undefine u[%s]; ", p);
    }
}

static void put_rule(struct maker *m, int number)
{
    int rulesets = roll(m, 4);
    m->proc_count = m->node_count = 0;
    bool node = m->has_nodes && roll(m, 2);
    if (rulesets > 0) {
        m->procs[m->proc_count++] = "p";
        str_add(m->mem, m->out, "ruleset p: Proc do ");
    }
    if (rulesets == 3) {
        m->procs[m->proc_count++] = "q";
        str_add(m->mem, m->out, "ruleset q: Proc do ");
    }
    if (node) {
        m->nodes[m->node_count++] = "v";
        str_add(m->mem, m->out, "ruleset v: Node do ");
    }
    str_add(m->mem, m->out, "rule \"r%d\" ", number);
    put_condition(m, 2);
    str_add(m->mem, m->out, " ==> begin ");
    for (int i = 1 + roll(m, 3); i > 0; i--)
        put_statement(m, 2);
    if (node)
        str_add(m->mem, m->out, "t[v] := !t[v]; ");
    str_add(m->mem, m->out, "end; %s%s%s\n", rulesets > 0 ? "end; " : "", rulesets == 3 ? "end; " : "",
            node ? "end; " : "");
}

static void put_start(struct maker *m)
{
    bool chosen = roll(m, 2);
    str_add(m->mem, m->out, "%sstartstate begin for p: Proc do s[p] := A; b[p] := false; %s end; ",
            "ruleset z: Proc do ",
            !m->optional ? ""
            : roll(m, 2) ? "undefine u[p];"
                         : "u[p] := 0;");
    if (m->has_nodes)
        str_add(m->mem, m->out, "for v: Node do t[v] := false; end; ");
    if (chosen)
        str_add(m->mem, m->out, "s[z] := B; ");
    str_add(m->mem, m->out, "x := 0; f := true; g := z; undefine h; end; end;\n");
}

static void put_properties(struct maker *m)
{
    static const char *const heads[] = {
        "invariant \"i1\" forall p: Proc do forall q: Proc do p != q -> ",
        "invariant \"i2\" forall p: Proc; q: Proc do ",
        "cover \"c1\" exists p: Proc do exists q: Proc do p != q & ",
        "cover \"c2\" exists p: Proc; q: Proc do ",
    };
    static const char *const tails[] = {" end end", " end", " end end", " end"};
    m->is_safe = true;
    for (int i = 0; i < 4; i++) {
        m->procs[0] = "p";
        m->procs[1] = "q";
        m->proc_count = 2;
        m->node_count = 0;
        str_add(m->mem, m->out, "%s", heads[i]);
        put_condition(m, 2);
        str_add(m->mem, m->out, "%s;\n", tails[i]);
    }
    m->proc_count = 0;
    str_add(m->mem, m->out, "invariant \"i3\" ");
    put_condition(m, 3);
    str_add(m->mem, m->out, ";\nctl \"t1\" AG EF (exists p: Proc do s[p] = A & b[p] end);\n");
    str_add(m->mem, m->out,
            "ctl \"t2\" AG ((forall p: Proc do s[p] != C end) -> EX (f | exists p: Proc do b[p] end));\n");
}

static void put_temporal(struct maker *m)
{
    str_add(m->mem, m->out, "ctl \"t3\" AG (s[g] != C -> EF (!isundefined(h) & h != g & b[h]));\n");
    str_add(m->mem, m->out, "ltl \"l1\" G (f -> F (s[g] = B | x = 0));\n");
    str_add(m->mem, m->out, "ctl \"t4\" EG (exists p: Proc do b[p] & (isundefined(h) | h = p) end | !f);\n");
}

// Formulas of CTL* about one component, or about none: of a path, or of a state.
static void put_path(struct maker *m, int depth);

static void put_state(struct maker *m, int depth)
{
    switch (depth > 0 ? roll(m, 5) : 0) {
    case 0:
    case 1:
        put_condition(m, 1);
        break;
    case 2:
        str_add(m->mem, m->out, "!(");
        put_state(m, depth - 1);
        str_add(m->mem, m->out, ")");
        break;
    default:
        str_add(m->mem, m->out, "%s (", roll(m, 2) ? "A" : "E");
        put_path(m, depth - 1);
        str_add(m->mem, m->out, ")");
    }
}

static void put_path(struct maker *m, int depth)
{
    static const char *const prefixes[] = {"G", "F", "X", "G F", "F G"}, *const infixes[] = {"U", "V", "&", "->"};
    int kind = roll(m, depth > 0 ? 10 : 2);
    if (kind < 2) {
        put_state(m, depth);
        return;
    }
    if (kind < 7)
        str_add(m->mem, m->out, "%s ", prefixes[kind - 2]);
    str_add(m->mem, m->out, "(");
    put_path(m, depth - 1);
    str_add(m->mem, m->out, ")");
    if (kind < 7)
        return;
    str_add(m->mem, m->out, " %s (", infixes[roll(m, 4)]);
    put_path(m, depth - 1);
    str_add(m->mem, m->out, ")");
}

static void put_star(struct maker *m)
{
    m->is_safe = true;
    m->proc_count = m->node_count = 0;
    str_add(m->mem, m->out, "ctlstar \"s1\" ");
    put_path(m, 3);
    m->procs[m->proc_count++] = "p";
    str_add(m->mem, m->out, ";\nctlstar \"s2\" forall p: Proc do ");
    put_path(m, 3);
    m->procs[m->proc_count++] = "q";
    str_add(m->mem, m->out, " end;\nctl \"t5\" forall p: Proc do forall q: Proc do p != q -> AG (");
    put_condition(m, 1);
    str_add(m->mem, m->out, " -> EF (");
    put_condition(m, 1);
    str_add(m->mem, m->out, ")) end end;\n");
}

void symmetric_text(struct mem *mem, struct str *out, uint64_t seed)
{
    struct maker m = {.mem = mem, .out = out, .dice = seed * 1000003};
    m.has_nodes = roll(&m, 3) == 0;
    m.optional = roll(&m, 2);
    str_add(mem, out, "type Proc: scalarset(%d); Node: scalarset(2); Place: enum { A, B, C };\n", 2 + roll(&m, 3));
    str_add(mem, out,
            "var s: array [Proc] of Place; b: array [Proc] of boolean; x: 0..2; f: boolean; g: Proc; h: Proc;\n");
    if (m.optional)
        str_add(mem, out, "u: array [Proc] of 0..2;\n");
    if (m.has_nodes)
        str_add(mem, out, "t: array [Node] of boolean;\n");
    for (int i = 2 + roll(&m, 4); i > 0; i--)
        put_rule(&m, i);
    put_start(&m);
    put_properties(&m);
    put_temporal(&m);
    put_star(&m);
}
