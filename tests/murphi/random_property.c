// Properties of random models, each with a name of its own.
#include "random_text.h"

// ---- Formulas -------------------------------------------------------------------------------------------------------

static void put_atom(struct random_maker *k)
{
    random_put_value(k, KIND_BOOLEAN, 1 + random_roll(k, 2));
}

// A quantifier within a formula; gives how many names there were before.
static int put_quantifier(struct random_maker *k)
{
    int before = k->count;
    enum random_kind kind = random_loop_kind(k);
    put(k, "%s %s: ", random_roll(k, 2) ? "forall" : "exists", random_add_parameter(k, "q", kind)->text);
    random_put_loop_type(k, kind);
    put(k, " do ");
    return before;
}

static void put_ctl(struct random_maker *k, int depth)
{
    static const char *const ops[] = {"AG ", "AF ", "AX ", "EG ", "EF ", "EX ", "!"};
    static const char *const joins[] = {" -> ", " <-> ", " & ", " | "}, *const steps[] = {" U ", " W ", " R "};
    int way = depth > 0 ? random_roll(k, 11) : 0;
    put(k, "(");
    if (way < 2) {
        put_atom(k);
    } else if (way == 10) {
        int before = put_quantifier(k);
        put_ctl(k, depth - 1);
        put(k, " end");
        k->count = before;
    } else if (way < 8) {
        put(k, "%s", ops[random_roll(k, 7)]);
        put_ctl(k, depth - 1);
    } else {
        put(k, way == 8 ? "" : random_roll(k, 2) ? "A [" : "E [");
        put_ctl(k, depth - 1);
        put(k, "%s", way == 8 ? joins[random_roll(k, 4)] : steps[random_roll(k, 3)]);
        put_ctl(k, depth - 1);
        put(k, way == 8 ? "" : "]");
    }
    put(k, ")");
}

// Of linear time; with path quantifiers inside where it is of CTL*.
static void put_linear(struct random_maker *k, int depth, bool star)
{
    static const char *const one[] = {"G ", "F ", "X ", "!", "G F ", "F G ", "O ", "Y ", "H ", "Z "};
    static const char *const two[] = {" U ", " R ", " V ", " W ", " -> ", " & ", " | ", " S ", " T "};
    int way = depth > 0 ? random_roll(k, 11) : 0;
    put(k, "(");
    if (way < 2) {
        put_atom(k);
    } else if (way == 10) {
        int before = put_quantifier(k);
        put_linear(k, depth - 1, star);
        put(k, " end");
        k->count = before;
    } else if (way < 7) {
        put(k, "%s%s", star && random_roll(k, 3) == 0 ? random_roll(k, 2) ? "A " : "E " : "",
            one[random_roll(k, random_roll(k, 4) ? 6 : 10)]);
        put_linear(k, depth - 1, star);
    } else {
        put_linear(k, depth - 1, star);
        put(k, "%s", two[random_roll(k, random_roll(k, 4) ? 7 : 9)]);
        put_linear(k, depth - 1, star);
    }
    put(k, ")");
}

static void put_formula(struct random_maker *k, int logic)
{
    bool quantified = random_roll(k, 3) == 0;
    int before = quantified ? put_quantifier(k) : k->count;
    if (logic == 0)
        put_ctl(k, 1 + random_roll(k, 2));
    else
        put_linear(k, 1 + random_roll(k, 2), logic == 2);
    put(k, quantified ? " end" : "");
    k->count = before;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void put_head(struct random_maker *k, const char *word)
{
    put(k, "%s \"x%d\" ", word, k->properties++);
}

// Properties that become the same formula, a constant, when they are folded: of several kinds.
static void put_twins(struct random_maker *k)
{
    static const char *const words[] = {"invariant", "cover", "ctl"};
    int first = random_roll(k, k->for_rumur ? 2 : 3);
    bool is_true = random_roll(k, 2);
    put_head(k, words[first]);
    if (is_true)
        put(k, "N = %d | exists a: P do exists b: P do a != b end end;\n", k->set);
    else
        put(k, "forall a: P do forall b: P do a = b end end;\n");
    put_head(k, k->for_rumur ? words[1 - first] : "ctl");
    put(k, "forall a: P do forall b: P do a = b %s ", is_true ? "| N > 1 |" : "&");
    put(k, k->for_rumur ? "%s%s < 2 end end;\n" : "%s (%s < 2) end end;\n", k->for_rumur ? "" : "EF", k->names[0].text);
}

static void put_state_property(struct random_maker *k)
{
    static const char *const words[] = {"invariant", "assert", "cover", "liveness", "assume"};
    int way = random_roll(k, random_roll(k, 6) ? 4 : 5);
    if (way == 1 && random_roll(k, 2))
        way = 0;
    put_head(k, words[way]);
    size_t begin = k->out->count;
    random_put_value(k, KIND_BOOLEAN, 3);
    size_t length = k->out->count - begin;
    put(k, ";\n");
    if (random_roll(k, 5) > 0 || way == 4)
        return;
    put_head(k, words[random_roll(k, 4)]); // the same once more, asked in another way
    for (size_t i = 0; i < length; i++)
        str_add_char(k->mem, k->out, k->out->at[begin + i]);
    put(k, ";\n");
}

// As protocols state what they are for: what is so of two components, where something holds that may never do so.
static void put_implication(struct random_maker *k)
{
    static const char *const words[] = {"invariant", "ctl", "ltl", "ctlstar"};
    static const char *const before[] = {"", "AG ", "G ", "A G "}, *const then[] = {"", "EF ", "F ", "E F "};
    int before_names = k->count, logic = k->for_rumur ? 0 : random_roll(k, 4), elements = random_roll(k, 3);
    enum random_kind kind = random_loop_kind(k);
    put_head(k, words[logic]);
    for (int i = 0; i < elements; i++) {
        put(k, "forall %s: ", random_add_parameter(k, "q", kind)->text);
        random_put_loop_type(k, kind);
        put(k, " do ");
    }
    if (elements == 2 && random_roll(k, 3))
        put(k, "%s != %s -> ", k->names[k->count - 2].text, k->names[k->count - 1].text);
    put(k, "%s(", before[logic]);
    for (int i = 1 + random_roll(k, 3); i > 0; i--) {
        put_atom(k);
        put(k, i > 1 ? " & " : " -> ");
    }
    bool is_nested = random_roll(k, 3) == 0;
    if (is_nested) {
        put(k, "(");
        put_atom(k);
        put(k, " -> ");
    }
    put(k, "%s(", random_roll(k, 2) ? then[logic] : "");
    put_atom(k);
    put(k, is_nested ? ")))" : "))");
    for (int i = 0; i < elements; i++)
        put(k, " end");
    put(k, ";\n");
    k->count = before_names;
}

static void put_fairness(struct random_maker *k)
{
    int globals = k->count, around = random_roll(k, 2) ? random_put_rulesets(k) : 0;
    bool strong = random_roll(k, 2);
    put_head(k, strong ? "compassion" : "justice");
    put_atom(k);
    if (strong) {
        put(k, ", ");
        put_atom(k);
    }
    put(k, ";\n");
    random_end_rulesets(k, around);
    k->count = globals;
}

// Rulesets or the elements of a multiset around a property; gives the number of words that end them.
static int put_around(struct random_maker *k)
{
    int around = random_roll(k, 4) == 0 ? random_put_rulesets(k) : 0;
    if (k->bag_count == 0 || random_roll(k, 3) > 0)
        return around;
    struct random_chosen chosen;
    return around + random_put_choose(k, &chosen);
}

void random_put_properties(struct random_maker *k)
{
    static const char *const logics[] = {"ctl", "ltl", "ctlstar"};
    k->pure = true;
    if (k->has_fairness && random_roll(k, 2))
        put_fairness(k);
    for (int i = 1 + random_roll(k, 4); i > 0; i--) {
        int globals = k->count, wholes = k->whole_count, around = put_around(k);
        int way = random_roll(k, 9);
        if (way == 0 && around == 0) {
            put_twins(k);
        } else if (way == 8) {
            put_implication(k);
        } else if (way < 5 || k->for_rumur) {
            put_state_property(k);
        } else {
            put_head(k, logics[way - 5]);
            put_formula(k, way - 5);
            put(k, ";\n");
        }
        random_end_rulesets(k, around);
        k->count = globals;
        k->whole_count = wholes;
    }
    if (random_roll(k, 16) == 0 && !k->for_rumur) {
        put(k, "hint ");
        put_atom(k);
        put(k, ";\n");
    }
    k->pure = false;
}
