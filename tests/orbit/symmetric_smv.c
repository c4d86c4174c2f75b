#include "symmetric_smv.h"

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

static int roll(struct symmetric_maker *k, int sides)
{
    return dice_roll(&k->dice, sides);
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

static void put_local_value(struct symmetric_maker *k, int v)
{
    static const char *const colours[] = {"red", "green", "blue"};
    if (k->has_colours)
        put(k, "%s", colours[v]);
    else
        put(k, "%d", v);
}

// Of one component. Text for another one is made by the same dice.
static void put_own_atom(struct symmetric_maker *k, int i, bool inputs)
{
    int other = k->is_ring ? (i + 1) % k->components : i, kind = roll(k, 8), v = roll(k, k->most + 1);
    if (kind == 1 && k->has_flag)
        put(k, "p%d_flag", i);
    else if (kind == 2 && k->has_frozen)
        put(k, "p%d_fixed", i);
    else if (kind == 3 && k->has_input && inputs)
        put(k, "p%d_in", i);
    else if (kind == 4 && k->has_owner)
        put(k, "owner = id%d", i);
    else if (kind == 5 && k->has_number)
        put(k, "number = %d", i);
    else if (kind == 6 && k->has_choice && inputs)
        put(k, "choice = id%d", i);
    else {
        put(k, "p%d_a = ", kind == 7 ? other : i);
        put_local_value(k, v);
    }
}

// The same of all components, joined.
static void put_of_all(struct symmetric_maker *k, const char *joint, bool inputs)
{
    struct dice dice = k->dice;
    put(k, "(");
    for (int j = 0; j < k->components; j++) {
        k->dice = dice;
        put(k, "%s", j ? joint : "");
        put_own_atom(k, j, inputs);
    }
    put(k, ")");
}

static void put_atom(struct symmetric_maker *k, int i, bool inputs)
{
    int kind = roll(k, 6);
    if (kind == 0 && k->has_global)
        put(k, "g");
    else if (kind == 1 && k->has_owner && k->owner_may_be_none)
        put(k, "owner = none");
    else if (i < 0 || kind == 2)
        put_of_all(k, roll(k, 2) ? " | " : " & ", inputs);
    else
        put_own_atom(k, i, inputs);
}

// i: of which component; -1: of all alike.
static void put_condition(struct symmetric_maker *k, int i, int depth, bool inputs)
{
    static const char *const joints[] = {" & ", " | ", " -> ", " <-> "};
    put(k, roll(k, 4) ? "(" : "!(");
    if (depth == 0 || roll(k, 3) == 0)
        put_atom(k, i, inputs);
    else {
        put_condition(k, i, depth - 1, inputs);
        put(k, "%s", joints[roll(k, 4)]);
        put_condition(k, i, depth - 1, inputs);
    }
    put(k, ")");
}

void symmetric_put_condition(struct symmetric_maker *k, bool is_symmetric, bool inputs)
{
    int which = roll(k, k->components);
    put_condition(k, is_symmetric ? -1 : which, 1, inputs);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

static void put_choice(struct symmetric_maker *k, int i)
{
    int v = roll(k, k->most + 1), w = (v + roll(k, 4)) % (k->most + 1);
    if (roll(k, 4) == 0)
        put(k, "p%d_a", i);
    else {
        put(k, "{");
        put_local_value(k, v);
        put(k, ", ");
        put_local_value(k, w);
        put(k, "}");
    }
}

static void put_move(struct symmetric_maker *k, int i)
{
    put(k, "case ");
    for (int ways = 1 + roll(k, 2); ways > 0; ways--) {
        put_condition(k, i, 1, true);
        put(k, " : ");
        put_choice(k, i);
        put(k, "; ");
    }
    put(k, "TRUE : ");
    put_choice(k, i);
    put(k, "; esac");
}

static void put_flag_move(struct symmetric_maker *k, int i)
{
    if (roll(k, 4) == 0)
        put(k, "{TRUE, FALSE}");
    else
        put_condition(k, i, 1, true);
}

// All at once.
static void put_synchronous_steps(struct symmetric_maker *k)
{
    struct dice dice = k->dice;
    put(k, "ASSIGN\n");
    for (int i = 0; i < k->components; i++) {
        k->dice = dice;
        put(k, "next(p%d_a) := ", i);
        put_move(k, i);
        if (k->has_flag) {
            put(k, ";\nnext(p%d_flag) := ", i);
            put_flag_move(k, i);
        }
        put(k, ";\n");
    }
    if (k->has_global) {
        put(k, "next(g) := ");
        put_flag_move(k, -1);
        put(k, ";\n");
    }
    for (int which = 0; which < 2; which++) {
        if (!(which ? k->has_number : k->has_owner) || roll(k, 4) == 0)
            continue;
        dice = k->dice;
        for (int i = 0; i < k->components; i++) {
            k->dice = dice;
            put(k, which ? "TRANS next(number) = %d -> " : "TRANS next(owner) = id%d -> ", i);
            put_condition(k, i, 1, true);
            put(k, ";\n");
        }
    }
}

// One component at a time; who steps may take what is for one only.
static void put_asynchronous_steps(struct symmetric_maker *k)
{
    bool may_stay = roll(k, 2), takes_owner = roll(k, 2), takes_number = roll(k, 2);
    struct dice dice = k->dice;
    put(k, "TRANS %s", may_stay ? "" : "FALSE");
    for (int i = 0; i < k->components; i++) {
        k->dice = dice;
        put(k, "%s (", i || !may_stay ? " |" : "");
        put_condition(k, i, 1, true);
        put(k, " & next(p%d_a) in ", i);
        put_move(k, i);
        if (k->has_flag) {
            put(k, " & next(p%d_flag) in ", i);
            put_flag_move(k, i);
        }
        if (k->has_global) {
            put(k, " & next(g) in ");
            put_flag_move(k, i);
        }
        for (int j = 0; j < k->components; j++)
            if (j != i)
                put(k, k->has_flag ? " & next(p%d_a) = p%d_a & next(p%d_flag) = p%d_flag" : " & next(p%d_a) = p%d_a", j,
                    j, j, j);
        if (k->has_owner)
            put(k, takes_owner ? " & next(owner) in {owner, id%d}" : " & next(owner) = owner", i);
        if (k->has_number)
            put(k, takes_number ? " & next(number) = %d" : " & next(number) = number", i);
        put(k, ")\n");
    }
    if (may_stay) {
        put(k, " | (next(p0_a) = p0_a");
        for (int j = 0; j < k->components; j++)
            put(k, k->has_flag ? " & next(p%d_a) = p%d_a & next(p%d_flag) = p%d_flag" : " & next(p%d_a) = p%d_a", j, j,
                j, j);
        put(k, "%s%s%s)", k->has_global ? " & next(g) = g" : "", k->has_owner ? " & next(owner) = owner" : "",
            k->has_number ? " & next(number) = number" : "");
    }
    put(k, ";\n");
}

// ---- Models ---------------------------------------------------------------------------------------------------------

static void put_ids(struct symmetric_maker *k, bool none)
{
    put(k, "{");
    for (int i = 0; i < k->components; i++)
        put(k, "%sid%d", i ? ", " : "", i);
    put(k, "%s};\n", none ? ", none" : "");
}

static void put_variables(struct symmetric_maker *k)
{
    put(k, "MODULE main\nVAR\n");
    for (int i = 0; i < k->components; i++) {
        if (k->has_colours)
            put(k, "p%d_a : %s;\n", i, k->most == 1 ? "{red, green}" : "{red, green, blue}");
        else
            put(k, "p%d_a : 0..%d;\n", i, k->most);
        if (k->has_flag)
            put(k, "p%d_flag : boolean;\n", i);
    }
    if (k->has_global)
        put(k, "g : boolean;\n");
    if (k->has_owner) {
        put(k, "owner : ");
        put_ids(k, k->owner_may_be_none);
    }
    if (k->has_number)
        put(k, "number : 0..%d;\n", k->components - 1);
    for (int i = 0; i < k->components; i++) {
        if (k->has_frozen)
            put(k, "FROZENVAR p%d_fixed : boolean;\n", i);
        if (k->has_input)
            put(k, "IVAR p%d_in : boolean;\n", i);
    }
    if (k->has_choice) {
        put(k, "IVAR choice : ");
        put_ids(k, false);
    }
}

// The same of each component.
static void put_for_each(struct symmetric_maker *k, const char *keyword)
{
    struct dice dice = k->dice;
    for (int i = 0; i < k->components; i++) {
        k->dice = dice;
        put(k, "%s ", keyword);
        put_condition(k, i, 1, false);
        put(k, ";\n");
    }
}

static void put_starts(struct symmetric_maker *k)
{
    struct dice dice = k->dice;
    if (roll(k, 4)) {
        bool is_set = roll(k, 4);
        dice = k->dice;
        for (int i = 0; i < k->components; i++) {
            k->dice = dice;
            put(k, "INIT p%d_a = ", i);
            put_local_value(k, roll(k, k->most + 1));
            put(k, ";\n");
            if (k->has_flag && is_set)
                put(k, "INIT p%d_flag;\n", i);
        }
    } else
        put_for_each(k, "INIT");
    if (k->has_number && roll(k, 2)) {
        dice = k->dice;
        for (int i = 0; i < k->components; i++) {
            k->dice = dice;
            put(k, "INIT number = %d -> ", i);
            put_own_atom(k, i, false);
            put(k, ";\n");
        }
    }
    if (k->has_global)
        put(k, "INIT !g;\n");
    if (k->has_owner && k->owner_may_be_none && roll(k, 4))
        put(k, "INIT owner = none;\n");
    if (roll(k, 6) == 0)
        put_for_each(k, "INVAR");
}

static void put_fairness(struct symmetric_maker *k)
{
    int kind = roll(k, 8);
    if (kind == 0)
        put_for_each(k, "JUSTICE");
    else if (kind <= 2) {
        put(k, "JUSTICE ");
        symmetric_put_condition(k, kind == 1, true);
        put(k, ";\n");
    } else if (kind == 3) {
        bool is_symmetric = roll(k, 2);
        put(k, "COMPASSION (");
        symmetric_put_condition(k, is_symmetric, true);
        put(k, ", ");
        symmetric_put_condition(k, is_symmetric, true);
        put(k, ");\n");
    }
}

void symmetric_put_model(struct symmetric_maker *k)
{
    k->components = 2 + roll(k, 3);
    k->is_ring = roll(k, 3) == 0;
    k->is_asynchronous = roll(k, 2);
    k->has_colours = roll(k, 2);
    int room = k->components == 2 ? 5 : k->components == 3 ? 3 : 2;
    bool *extras[] = {&k->has_flag, &k->has_frozen, &k->has_input, &k->has_owner, &k->has_choice, &k->has_number};
    for (int i = 0; i < room; i++)
        *extras[roll(k, 6)] = true;
    k->has_global = roll(k, 2);
    k->owner_may_be_none = roll(k, 4);
    k->most = 1 + (k->components < 4 && roll(k, 4));
    put_variables(k);
    put_starts(k);
    if (k->is_asynchronous)
        put_asynchronous_steps(k);
    else
        put_synchronous_steps(k);
    put_fairness(k);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void put_leaf(struct symmetric_maker *k)
{
    symmetric_put_condition(k, k->asks_of_all || roll(k, 2), false);
}

static void put_ctl(struct symmetric_maker *k, int depth, bool universal)
{
    static const char *const ops[] = {"AX", "AF", "AG", "EX", "EF", "EG"};
    int kind = roll(k, 8);
    put(k, !universal && roll(k, 5) == 0 ? "!(" : "(");
    if (depth == 0)
        put_leaf(k);
    else if (kind == 0) {
        put(k, universal || roll(k, 2) ? "A [" : "E [");
        put_ctl(k, depth - 1, universal);
        put(k, roll(k, 3) ? " U " : " BU 1..2 ");
        put_ctl(k, depth - 1, universal);
        put(k, "]");
    } else if (kind == 1) {
        put_ctl(k, depth - 1, universal);
        put(k, universal || roll(k, 2) ? " | " : " <-> ");
        put_ctl(k, depth - 1, universal);
    } else if (kind == 2) {
        put(k, universal || roll(k, 2) ? "ABF 0..2 " : "EBG 1..3 ");
        put_ctl(k, depth - 1, universal);
    } else {
        put(k, "%s ", ops[roll(k, universal ? 3 : 6)]);
        put_ctl(k, depth - 1, universal);
    }
    put(k, ")");
}

// star: with quantifiers inside.
static void put_path(struct symmetric_maker *k, int depth, bool star)
{
    static const char *const unaries[] = {"X", "F", "G", "G", "F", "!", "Y", "O", "H"};
    static const char *const binaries[] = {" & ", " | ", " -> ", " U ", " V ", " S "};
    put(k, "(");
    if (depth == 0)
        put_leaf(k);
    else if (star && roll(k, 4) == 0) {
        put(k, roll(k, 2) ? "A " : "E ");
        put_path(k, depth - 1, star);
    } else if (roll(k, 3)) {
        put(k, "%s ", unaries[roll(k, 9)]);
        put_path(k, depth - 1, star);
    } else {
        put_path(k, depth - 1, star);
        put(k, "%s", binaries[roll(k, 6)]);
        put_path(k, depth - 1, star);
    }
    put(k, ")");
}

static void put_sequence(struct symmetric_maker *k)
{
    static const char *const forms[] = {"[*]", "[+]", "[*0:2]", "", ""};
    put(k, "{");
    for (int i = 1 + roll(k, 3); i > 0; i--) {
        put_leaf(k);
        put(k, "%s%s", forms[roll(k, 5)], i > 1 ? "; " : "");
    }
    put(k, "}");
}

static void put_psl(struct symmetric_maker *k)
{
    static const char *const ways[] = {"always ", "", "eventually! ", "never "};
    int way = roll(k, 4);
    put(k, "%s", ways[way]);
    if (way == 3) {
        put_sequence(k);
        return;
    }
    put(k, "(");
    put_sequence(k);
    put(k, roll(k, 2) ? " |-> " : " |=> ");
    roll(k, 2) ? put_leaf(k) : put_sequence(k);
    put(k, ")");
}

void symmetric_put_property(struct symmetric_maker *k)
{
    k->asks_of_all = roll(k, 6) > 0;
    switch (roll(k, 11)) {
    case 0:
    case 1:
        put(k, "INVARSPEC ");
        symmetric_put_condition(k, k->asks_of_all, true);
        break;
    case 2:
    case 3:
        put(k, "CTLSPEC ");
        put_ctl(k, 1 + roll(k, 3), true);
        break;
    case 4:
        put(k, "CTLSPEC ");
        put_ctl(k, 1 + roll(k, 3), false);
        break;
    case 5:
    case 6:
        put(k, "LTLSPEC ");
        put_path(k, 1 + roll(k, 3), false);
        break;
    case 7:
        put(k, "CTLSTARSPEC ");
        put_path(k, 2 + roll(k, 2), true);
        break;
    case 8:
        put(k, "PSLSPEC ");
        put_psl(k);
        break;
    case 9:
        put(k, "COMPUTE %s[", roll(k, 2) ? "MIN " : "MAX ");
        put_leaf(k);
        put(k, ", ");
        put_leaf(k);
        put(k, "]");
        break;
    default:
        put(k, "CTLSPEC AG ");
        symmetric_put_condition(k, k->asks_of_all, false);
    }
    put(k, ";\n");
}

// ---- Generators -----------------------------------------------------------------------------------------------------

static cell_id find(const struct model *model, const char *form, int i)
{
    char name[32];
    snprintf(name, sizeof name, form, i);
    return model_find_cell(model, name);
}

// Component i goes to to[i].
static struct generator permute(const struct symmetric_maker *k, const struct model *m, const int *to, struct mem *mem)
{
    static const char *const cells[] = {"p%d_a", "p%d_flag", "p%d_fixed", "p%d_in"};
    struct generator g = generator_identity(m, mem);
    cell_id number = model_find_cell(m, "number");
    for (int i = 0; i < k->components; i++) {
        for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
            if (find(m, cells[c], i) != CELL_NONE)
                g.cells[find(m, cells[c], i)] = find(m, cells[c], to[i]);
        if (number != CELL_NONE && to[i] != i)
            array_push(mem, &g.values, ((struct value_move){number, i, to[i]}));
        for (int which = 0; which < 2; which++) {
            cell_id cell = model_find_cell(m, which ? "choice" : "owner");
            if (cell == CELL_NONE || to[i] == i)
                continue;
            const value *ids = model_type(m, model_cell(m, cell)->type)->values;
            array_push(mem, &g.values, ((struct value_move){CELL_NONE, ids[i], ids[to[i]]}));
            break; // the ids are the same ones
        }
    }
    return g;
}

void symmetric_generators(const struct symmetric_maker *k, const struct model *m, generator_array *out, struct mem *mem)
{
    for (int i = 0; i < (k->is_ring ? 1 : k->components - 1); i++) {
        int to[SYMMETRIC_MOST];
        for (int j = 0; j < k->components; j++)
            to[j] = k->is_ring ? (j + 1) % k->components : j == i ? i + 1 : j == i + 1 ? i : j;
        array_push(mem, out, permute(k, m, to, mem));
    }
}

struct generator symmetric_shuffle(struct dice *dice, const struct model *m, struct mem *mem)
{
    struct generator g = generator_identity(m, mem);
    for (int i = 0; i < 6; i++) {
        cell_id a = (cell_id)dice_roll(dice, (int)g.cell_count), b = (cell_id)dice_roll(dice, (int)g.cell_count);
        if (model_cell(m, a)->type != model_cell(m, b)->type || model_cell(m, a)->role != model_cell(m, b)->role)
            continue;
        cell_id held = g.cells[a];
        g.cells[a] = g.cells[b];
        g.cells[b] = held;
    }
    cell_id owner = model_find_cell(m, "owner");
    if (owner != CELL_NONE && dice_roll(dice, 2)) {
        const value *ids = model_type(m, model_cell(m, owner)->type)->values;
        array_push(mem, &g.values, ((struct value_move){CELL_NONE, ids[0], ids[1]}));
        array_push(mem, &g.values, ((struct value_move){CELL_NONE, ids[1], ids[0]}));
    }
    return g;
}
