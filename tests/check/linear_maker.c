#include "linear_maker.h"

#include <stdio.h>

// How many operators of one formula may look back: each makes the path longer that has to be looked at.
#define MOST_PAST 4

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

void maker_open(struct linear_maker *k, uint64_t seed, struct mem *mem, struct str *out)
{
    *k = (struct linear_maker){.mem = mem, .out = out};
    k->random = (struct random_maker){.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = mem, .states = 1};
}

int maker_roll(struct linear_maker *k, int sides)
{
    return random_roll(&k->random, sides);
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

static void add_atom(struct linear_maker *k, const char *text, bool of_input)
{
    if (k->all_atoms == LINEAR_MOST_ATOMS)
        return;
    snprintf(k->atoms[k->all_atoms++], sizeof k->atoms[0], "%s", text);
    if (!of_input)
        k->state_atoms = k->all_atoms;
}

static void put_atom(struct linear_maker *k, bool inputs)
{
    int own = k->all_atoms - k->state_atoms;
    int i = inputs && own && maker_roll(k, 2) ? k->state_atoms + maker_roll(k, own) : maker_roll(k, k->state_atoms);
    put(k, maker_roll(k, 3) ? "(%s)" : "!(%s)", k->atoms[i]);
}

void maker_put_condition(struct linear_maker *k, bool inputs)
{
    static const char *const ops[] = {" & ", " | ", " xor ", " -> "};
    if (maker_roll(k, 3)) {
        put_atom(k, inputs);
        return;
    }
    put(k, "(");
    put_atom(k, inputs);
    put(k, "%s", ops[maker_roll(k, 4)]);
    put_atom(k, inputs);
    put(k, ")");
}

// ---- Models ---------------------------------------------------------------------------------------------------------

// One or two of the first so many numbers, rarely three.
static void put_some(struct linear_maker *k, int count)
{
    int more = maker_roll(k, 8);
    if (more < 4) {
        put(k, "%d", maker_roll(k, count));
        return;
    }
    put(k, "{%d, %d", maker_roll(k, count), maker_roll(k, count));
    put(k, more == 7 ? ", %d}" : "}", maker_roll(k, count));
}

static void put_subset(struct linear_maker *k, const char *name, int nodes)
{
    put(k, "DEFINE %s := s in {%d, %d};\n", name, maker_roll(k, nodes), maker_roll(k, nodes));
    add_atom(k, name, false);
}

static void declare_input(struct linear_maker *k)
{
    if (maker_roll(k, 4)) {
        put(k, "IVAR i : boolean;\n");
        add_atom(k, "i", true);
    } else {
        put(k, "IVAR i : 0..2;\n");
        add_atom(k, "i = 0", true);
        add_atom(k, "i < 2", true);
    }
}

// The guard of a way out of a node: the node, and perhaps a condition on the input.
static void put_guard(struct linear_maker *k, int node)
{
    put(k, "s = %d", node);
    if (k->all_atoms > k->state_atoms && maker_roll(k, 2))
        put(k, " & (%s)", k->atoms[k->state_atoms + maker_roll(k, k->all_atoms - k->state_atoms)]);
}

static void put_assigned_steps(struct linear_maker *k, int nodes)
{
    put(k, "ASSIGN next(s) := case\n");
    for (int i = 0; i < nodes; i++)
        for (int ways = 1 + (maker_roll(k, 3) == 0); ways > 0; ways--) {
            put(k, "    ");
            put_guard(k, i);
            put(k, " : ");
            put_some(k, nodes);
            put(k, ";\n");
        }
    put(k, "    TRUE : %d;\n  esac;\n", maker_roll(k, nodes));
    if (maker_roll(k, 3) == 0)
        put(k, "TRANS !(s = %d & next(s) = %d)\n", maker_roll(k, nodes), maker_roll(k, nodes));
    if (maker_roll(k, 8) == 0)
        put(k, "TRANS s != %d\n", maker_roll(k, nodes));
}

// What has no way out is a deadlock.
static void put_alternative_steps(struct linear_maker *k, int nodes)
{
    put(k, "TRANS FALSE\n");
    for (int i = 0; i < nodes; i++)
        for (int ways = maker_roll(k, 8) ? 1 + maker_roll(k, 2) : 0; ways > 0; ways--) {
            put(k, "  | (");
            put_guard(k, i);
            put(k, " & next(s) = %d)\n", maker_roll(k, nodes));
        }
}

static void put_nodes(struct linear_maker *k)
{
    int nodes = 2 + maker_roll(k, 4);
    bool inputs = maker_roll(k, 3) == 0;
    put(k, "MODULE main\nVAR s : 0..%d;\n", nodes - 1);
    put_subset(k, "p", nodes);
    put_subset(k, "q", nodes);
    add_atom(k, "s = 0", false);
    add_atom(k, "s = 1", false);
    if (nodes < 4 && maker_roll(k, 4) == 0) {
        put(k, "FROZENVAR c : boolean;\n");
        add_atom(k, "c", false);
    }
    if (inputs)
        declare_input(k);
    if (maker_roll(k, 4)) {
        put(k, "ASSIGN init(s) := ");
        put_some(k, nodes);
        put(k, ";\n");
    }
    if (maker_roll(k, 2))
        put_assigned_steps(k, nodes);
    else
        put_alternative_steps(k, nodes);
    if (maker_roll(k, 10) == 0)
        put(k, "INVAR s != %d\n", maker_roll(k, nodes));
}

static void put_bit(struct linear_maker *k, const char *name, bool inputs)
{
    if (maker_roll(k, 2))
        put(k, "ASSIGN init(%s) := %s;\n", name, maker_roll(k, 2) ? "TRUE" : "FALSE");
    if (maker_roll(k, 6) == 0)
        return;
    put(k, "ASSIGN next(%s) := ", name);
    if (maker_roll(k, 4) == 0) {
        maker_put_condition(k, inputs);
        put(k, " ? {TRUE, FALSE} : ");
    }
    maker_put_condition(k, inputs);
    put(k, ";\n");
}

static void put_bits(struct linear_maker *k)
{
    bool inputs = maker_roll(k, 3) == 0;
    put(k, "MODULE main\nVAR p : boolean;\nVAR q : boolean;\n");
    add_atom(k, "p", false);
    add_atom(k, "q", false);
    if (inputs)
        declare_input(k);
    put_bit(k, "p", inputs);
    put_bit(k, "q", inputs);
    if (maker_roll(k, 4) == 0) {
        put(k, "TRANS ");
        maker_put_condition(k, inputs);
        put(k, " | next(q)\n");
    }
}

static void put_processes(struct linear_maker *k)
{
    int nodes = 2 + maker_roll(k, 2);
    put(k, "MODULE worker(s)\nASSIGN next(s) := case s = %d : ", maker_roll(k, nodes));
    put_some(k, nodes);
    put(k, "; TRUE : ");
    put_some(k, nodes);
    put(k, "; esac;\n%s", maker_roll(k, 2) ? "FAIRNESS running\n" : "");
    put(k, "MODULE main\nVAR s : 0..%d;\nVAR w1 : process worker(s);\n", nodes - 1);
    if (maker_roll(k, 2))
        put(k, "VAR w2 : process worker(s);\n");
    put_subset(k, "p", nodes);
    put_subset(k, "q", nodes);
    put(k, "ASSIGN init(s) := 0;\n");
    add_atom(k, "w1.running", true);
}

static void be_fair(struct linear_maker *k)
{
    for (int i = maker_roll(k, 2) ? 1 + maker_roll(k, 2) : 0; i > 0; i--) {
        put(k, "JUSTICE ");
        maker_put_condition(k, maker_roll(k, 2));
        put(k, "\n");
    }
    for (int i = maker_roll(k, 3) == 0 ? 1 + maker_roll(k, 2) : 0; i > 0; i--) {
        bool inputs = maker_roll(k, 3) == 0 && k->all_atoms > k->state_atoms;
        put(k, "COMPASSION (");
        maker_put_condition(k, inputs);
        put(k, ", ");
        maker_put_condition(k, inputs);
        put(k, ")\n");
        k->asks_of_inputs |= inputs;
    }
}

void maker_put_model(struct linear_maker *k)
{
    int form = maker_roll(k, 8);
    if (form < 4)
        put_nodes(k);
    else if (form < 7)
        put_bits(k);
    else
        put_processes(k);
    be_fair(k);
}

static void add_random_atom(struct linear_maker *k, const struct random_scope *scope, bool of_input)
{
    struct str text = {0};
    k->random.out = &text;
    random_put_bool(&k->random, scope, 0);
    if (text.count < sizeof k->atoms[0])
        add_atom(k, str_text(&text), of_input);
    str_free(k->mem, &text);
}

void maker_put_large_model(struct linear_maker *k)
{
    k->random.out = k->out;
    random_put_model(&k->random);
    struct random_scope states = {.vars = k->random.vars}, all = {.vars = k->random.vars, .input = true};
    for (int i = 0; i < 6; i++)
        add_random_atom(k, &states, false);
    for (int i = 0; i < 4; i++)
        add_random_atom(k, &all, true);
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

// What stands where no operator is left to be put: a condition, or in CTL* something quantified.
typedef void put_leaf(struct linear_maker *, int depth, bool inputs);

static void put_plain_leaf(struct linear_maker *k, int depth, bool inputs)
{
    (void)depth;
    maker_put_condition(k, inputs);
}

static void put_bounds(struct linear_maker *k)
{
    int low = maker_roll(k, 3);
    put(k, " [%d,%d]", low, low + maker_roll(k, 3));
}

static bool may_look_back(struct linear_maker *k)
{
    return k->past > 0 && maker_roll(k, 3) == 0;
}

static const char *unary(struct linear_maker *k, bool *may_be_bounded)
{
    static const char *const forwards[] = {"F", "G", "X"}, *const back[] = {"O", "H", "Y", "Z"};
    bool past = may_look_back(k);
    int i = maker_roll(k, past ? 4 : 3);
    k->past -= past;
    *may_be_bounded = i < 2;
    return past ? back[i] : forwards[i];
}

static const char *binary(struct linear_maker *k)
{
    static const char *const connectives[] = {" & ", " | ", " -> ", " <-> ", " xor "};
    static const char *const forwards[] = {" U ", " V "}, *const back[] = {" S ", " T "};
    if (maker_roll(k, 2))
        return connectives[maker_roll(k, 5)];
    bool past = may_look_back(k);
    k->past -= past;
    return (past ? back : forwards)[maker_roll(k, 2)];
}

static void put_path(struct linear_maker *k, int depth, bool inputs, put_leaf *leaf)
{
    int kind = maker_roll(k, 8);
    if (depth == 0 || kind == 0) {
        leaf(k, depth, inputs);
    } else if (kind < 4) {
        bool may_be_bounded;
        put(k, "(%s", unary(k, &may_be_bounded));
        if (may_be_bounded && maker_roll(k, 6) == 0)
            put_bounds(k);
        put(k, " ");
        put_path(k, depth - 1, inputs, leaf);
        put(k, ")");
    } else if (kind == 4) {
        put(k, "!");
        put_path(k, depth, inputs, leaf);
    } else {
        put(k, "(");
        put_path(k, depth - 1, inputs, leaf);
        put(k, "%s", binary(k));
        put_path(k, depth - 1, inputs, leaf);
        put(k, ")");
    }
}

void maker_put_ltl(struct linear_maker *k, int depth, bool inputs)
{
    k->past = MOST_PAST;
    put_path(k, depth, inputs, put_plain_leaf);
}

// The one operator with bounds and two operands, which comes with its quantifier.
static void put_bounded_until(struct linear_maker *k, bool inputs)
{
    int low = maker_roll(k, 3);
    put(k, maker_roll(k, 2) ? "(E [" : "(A [");
    put_path(k, 1, inputs, put_plain_leaf);
    put(k, " BU %d..%d ", low, low + maker_roll(k, 3));
    put_path(k, 1, inputs, put_plain_leaf);
    put(k, "])");
}

static void put_star_leaf(struct linear_maker *k, int depth, bool inputs)
{
    if (depth == 0 && maker_roll(k, 3)) {
        maker_put_condition(k, inputs);
        return;
    }
    if (maker_roll(k, 6) == 0) {
        put_bounded_until(k, inputs);
        return;
    }
    put(k, maker_roll(k, 2) ? "(E (" : "(A (");
    put_path(k, depth > 0 ? depth - 1 : 1, inputs, depth > 0 ? put_star_leaf : put_plain_leaf);
    put(k, "))");
}

void maker_put_ctlstar(struct linear_maker *k, int depth)
{
    static const char *const connectives[] = {" & ", " | ", " -> ", " <-> "};
    k->past = MOST_PAST;
    if (maker_roll(k, 5) == 0) {
        put(k, "(!");
        maker_put_ctlstar(k, depth - (depth > 1));
        put(k, "%s", connectives[maker_roll(k, 4)]);
        maker_put_ctlstar(k, depth - (depth > 1));
        put(k, ")");
        return;
    }
    put(k, maker_roll(k, 2) ? "(E (" : "(A (");
    put_path(k, depth, false, put_star_leaf);
    put(k, "))");
}

static void put_ctl_until(struct linear_maker *k, int depth)
{
    int low = maker_roll(k, 3);
    put(k, maker_roll(k, 2) ? "(E [" : "(A [");
    maker_put_ctl(k, depth - 1);
    if (maker_roll(k, 4))
        put(k, " U ");
    else
        put(k, " BU %d..%d ", low, low + maker_roll(k, 3));
    maker_put_ctl(k, depth - 1);
    put(k, "])");
}

void maker_put_ctl(struct linear_maker *k, int depth)
{
    static const char *const unaries[] = {"EX", "AX", "EF", "AF", "EG", "AG"};
    static const char *const bounded[] = {"EBF", "ABF", "EBG", "ABG"};
    static const char *const connectives[] = {" & ", " | ", " -> ", " <-> "};
    int kind = maker_roll(k, 10), low = maker_roll(k, 3);
    if (depth == 0) {
        maker_put_condition(k, false);
    } else if (kind < 2) {
        put_ctl_until(k, depth);
    } else if (kind < 4) {
        put(k, "(");
        maker_put_ctl(k, depth - 1);
        put(k, "%s", connectives[maker_roll(k, 4)]);
        maker_put_ctl(k, depth - 1);
        put(k, ")");
    } else {
        if (kind == 4)
            put(k, "(%s %d..%d ", bounded[maker_roll(k, 4)], low, low + maker_roll(k, 3));
        else
            put(k, maker_roll(k, 4) ? "(%s " : "!(%s ", unaries[maker_roll(k, 6)]);
        maker_put_ctl(k, depth - 1);
        put(k, ")");
    }
}
