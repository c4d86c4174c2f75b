#include "random_circuit.h"

#include <string.h>

// ---- Making ---------------------------------------------------------------------------------------------------------

static unsigned roll_literal(const struct random_circuit *c, int gates, struct dice *dice)
{
    return (unsigned)dice_roll(dice, 2 * (1 + c->inputs + c->latches + gates));
}

static void roll_list(struct random_circuit *c, struct random_list *list, int least, int sides, struct dice *dice)
{
    list->count = least + dice_roll(dice, sides);
    for (int i = 0; i < list->count; i++)
        list->at[i] = roll_literal(c, c->gates, dice);
}

void random_circuit_make(struct random_circuit *c, struct dice *dice)
{
    *c = (struct random_circuit){.inputs = dice_roll(dice, MOST_INPUTS + 1),
                                 .latches = dice_roll(dice, MOST_LATCHES + 1)};
    int gates = dice_roll(dice, MOST_GATES + 1);
    for (c->gates = 0; c->gates < gates; c->gates++) {
        c->gate[c->gates][0] = roll_literal(c, c->gates, dice);
        c->gate[c->gates][1] = roll_literal(c, c->gates, dice);
    }
    for (int i = 0; i < c->latches; i++) {
        c->next[i] = roll_literal(c, c->gates, dice);
        c->reset[i] = dice_roll(dice, 3);
    }
    roll_list(c, &c->outputs, 0, 3, dice);
    if (dice_roll(dice, 4)) { // else the outputs are bad
        roll_list(c, &c->bads, 1, 3, dice);
        c->justices = dice_roll(dice, 3);
    }
    for (int i = 0; i < c->justices; i++)
        roll_list(c, &c->justice[i], dice_roll(dice, 5) != 0, 3, dice);
    roll_list(c, &c->constraints, 0, dice_coin(dice) ? 1 : 3, dice);
    roll_list(c, &c->fairness, 0, dice_coin(dice) ? 1 : 3, dice);
}

// ---- Printing -------------------------------------------------------------------------------------------------------

enum { MOST_VARIABLES = 1 + MOST_INPUTS + MOST_LATCHES + MOST_GATES };

struct numbering {
    unsigned variable[MOST_VARIABLES]; // in the file
    int order[MOST_GATES];
    unsigned most;
};

static void shuffle(struct numbering *n, const struct random_circuit *c, struct dice *dice)
{
    int count = 1 + c->inputs + c->latches + c->gates;
    for (int i = count - 1; i > 1; i--) {
        int other = 1 + dice_roll(dice, i);
        unsigned held = n->variable[i];
        n->variable[i] = n->variable[other];
        n->variable[other] = held;
    }
    for (int i = c->gates - 1; i > 0; i--) {
        int other = dice_roll(dice, i + 1), held = n->order[i];
        n->order[i] = n->order[other];
        n->order[other] = held;
    }
    if (count > 1 && dice_roll(dice, 3) == 0) { // a number that nothing has
        n->variable[1 + dice_roll(dice, count - 1)] = (unsigned)count;
        n->most++;
    }
}

static unsigned in_file(const struct numbering *n, unsigned literal)
{
    return 2 * n->variable[literal / 2] + (literal & 1);
}

static void print_list(const struct numbering *n, const struct random_list *list, struct mem *mem, struct str *out)
{
    for (int i = 0; i < list->count; i++)
        str_add(mem, out, "%u\n", in_file(n, list->at[i]));
}

static void print_difference(unsigned d, struct mem *mem, struct str *out)
{
    for (; d >= 128; d /= 128)
        str_add_char(mem, out, (char)(d % 128 + 128));
    str_add_char(mem, out, (char)d);
}

static void print_gates(const struct random_circuit *c, const struct numbering *n, bool as_text, struct mem *mem,
                        struct str *out)
{
    for (int k = 0; k < c->gates; k++) {
        int i = n->order[k];
        unsigned own = 2 * (unsigned)(1 + c->inputs + c->latches + i), a = c->gate[i][0], b = c->gate[i][1];
        if (as_text) {
            str_add(mem, out, "%u %u %u\n", in_file(n, own), in_file(n, a), in_file(n, b));
            continue;
        }
        print_difference(own - (a > b ? a : b), mem, out);
        print_difference(a > b ? a - b : b - a, mem, out);
    }
}

void random_circuit_print(const struct random_circuit *c, bool as_text, struct dice *dice, struct mem *mem,
                          struct str *out)
{
    struct numbering n = {.most = (unsigned)(c->inputs + c->latches + c->gates)};
    for (unsigned i = 0; i < MOST_VARIABLES; i++)
        n.variable[i] = i;
    for (int i = 0; i < MOST_GATES; i++)
        n.order[i] = i;
    if (as_text)
        shuffle(&n, c, dice);
    str_add(mem, out, "%s %u %d %d %d %d", as_text ? "aag" : "aig", n.most, c->inputs, c->latches, c->outputs.count,
            c->gates);
    str_add(mem, out, " %d %d %d %d\n", c->bads.count, c->constraints.count, c->justices, c->fairness.count);
    for (int i = 0; as_text && i < c->inputs; i++)
        str_add(mem, out, "%u\n", in_file(&n, 2 * (unsigned)(1 + i)));
    for (int i = 0; i < c->latches; i++) {
        unsigned own = in_file(&n, 2 * (unsigned)(1 + c->inputs + i));
        if (as_text)
            str_add(mem, out, "%u ", own);
        str_add(mem, out, "%u", in_file(&n, c->next[i]));
        if (c->reset[i] || dice_coin(dice))
            str_add(mem, out, " %u", c->reset[i] < 2 ? (unsigned)c->reset[i] : own);
        str_add(mem, out, "\n");
    }
    print_list(&n, &c->outputs, mem, out);
    print_list(&n, &c->bads, mem, out);
    print_list(&n, &c->constraints, mem, out);
    for (int i = 0; i < c->justices; i++)
        str_add(mem, out, "%d\n", c->justice[i].count);
    for (int i = 0; i < c->justices; i++)
        print_list(&n, &c->justice[i], mem, out);
    print_list(&n, &c->fairness, mem, out);
    print_gates(c, &n, as_text, mem, out);
    for (int i = 0; i < c->inputs; i++)
        str_add(mem, out, "i%d in%d\n", i, i);
    for (int i = 0; i < c->latches; i++)
        str_add(mem, out, "l%d latch%d\n", i, i);
    str_add(mem, out, "c\nany text\n");
}

// ---- Searching ------------------------------------------------------------------------------------------------------

bool random_circuit_value(const struct random_circuit *c, unsigned state, unsigned literal)
{
    int variable = (int)literal / 2 - 1, gate = variable - c->inputs - c->latches;
    bool positive = variable < 0 ? false
                    : gate < 0   ? state >> variable & 1
                                 : random_circuit_value(c, state, c->gate[gate][0]) &&
                                     random_circuit_value(c, state, c->gate[gate][1]);
    return positive != (literal & 1);
}

bool random_circuit_starts(const struct random_circuit *c, unsigned state)
{
    for (int i = 0; i < c->latches; i++)
        if (c->reset[i] < 2 && (state >> (c->inputs + i) & 1) != (unsigned)c->reset[i])
            return false;
    return true;
}

bool random_circuit_obeys(const struct random_circuit *c, unsigned state)
{
    for (int i = 0; i < c->constraints.count; i++)
        if (!random_circuit_value(c, state, c->constraints.at[i]))
            return false;
    return true;
}

bool random_circuit_steps(const struct random_circuit *c, unsigned from, unsigned to)
{
    for (int i = 0; i < c->latches; i++)
        if (random_circuit_value(c, from, c->next[i]) != (to >> (c->inputs + i) & 1))
            return false;
    return true;
}

// Marks what can be reached, with the number of states of a shortest way; from one state, or from all that start.
static void search(const struct random_circuit *c, int from, int *distance)
{
    unsigned count = 1u << (c->inputs + c->latches);
    bool changed = true;
    for (unsigned s = 0; s < count; s++)
        distance[s] = random_circuit_obeys(c, s) && (from < 0 ? random_circuit_starts(c, s) : s == (unsigned)from);
    for (int round = 1; changed; round++) {
        changed = false;
        for (unsigned s = 0; s < count; s++)
            for (unsigned t = 0; t < count && distance[s] == round; t++)
                if (!distance[t] && random_circuit_obeys(c, t) && random_circuit_steps(c, s, t)) {
                    distance[t] = round + 1;
                    changed = true;
                }
    }
}

int random_circuit_distance(const struct random_circuit *c, unsigned literal)
{
    int distance[CIRCUIT_STATES], best = 0;
    search(c, -1, distance);
    for (unsigned s = 0; s < 1u << (c->inputs + c->latches); s++)
        if (distance[s] && random_circuit_value(c, s, literal) && (!best || distance[s] < best))
            best = distance[s];
    return best;
}

// Each condition is true in a state that leads back to `home`, and that `home` leads to; so does a step at least.
static bool loops_through(const struct random_circuit *c, unsigned home, const struct random_list *conditions)
{
    int there[CIRCUIT_STATES], back[CIRCUIT_STATES];
    unsigned count = 1u << (c->inputs + c->latches), met = 0;
    bool has_step = false;
    search(c, (int)home, there);
    for (unsigned s = 0; s < count; s++) {
        if (!there[s])
            continue;
        search(c, (int)s, back);
        if (!back[home])
            continue;
        has_step |= s != home || random_circuit_steps(c, home, home);
        for (int i = 0; i < conditions->count; i++)
            met |= (unsigned)random_circuit_value(c, s, conditions->at[i]) << i;
    }
    return has_step && met == (1u << conditions->count) - 1;
}

bool random_circuit_has_lasso(const struct random_circuit *c, const struct random_list *justice)
{
    int distance[CIRCUIT_STATES];
    search(c, -1, distance);
    for (unsigned s = 0; s < 1u << (c->inputs + c->latches); s++) {
        // Both lists are about the same strongly connected component, that of the state.
        if (distance[s] && loops_through(c, s, justice) && loops_through(c, s, &c->fairness))
            return true;
    }
    return false;
}
