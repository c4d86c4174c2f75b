#include "random_net.h"

#include <string.h>

// ---- Making ---------------------------------------------------------------------------------------------------------

static struct random_colour colour(struct dice *dice, const struct random_net *n, int class, bool may_vary,
                                   bool may_all)
{
    int kind = dice_roll(dice, 8);
    if (class == 0)
        return (struct random_colour){RANDOM_CONSTANT, 0, 0};
    if (may_all && kind == 0)
        return (struct random_colour){RANDOM_ALL, 0, 0};
    if (!may_vary || kind == 1)
        return (struct random_colour){RANDOM_CONSTANT, dice_roll(dice, n->classes[class].size), 0};
    struct random_colour c = {RANDOM_VARIABLE, (class - 1) * 2 + dice_roll(dice, 2), 0};
    if (n->classes[class].kind != RANDOM_PLAIN && dice_roll(dice, 4) == 0)
        c.offset = dice_roll(dice, 2) ? 1 : -1;
    return c;
}

static struct random_bag bag(struct dice *dice, const struct random_net *n, int place, bool may_vary, bool may_all)
{
    struct random_bag b = {1 + (dice_roll(dice, 4) == 0), {{0}}};
    for (int i = 0; i < b.count; i++) {
        b.tokens[i].count = 1 + (dice_roll(dice, 5) == 0);
        for (int k = 0; k < n->places[place].width; k++)
            b.tokens[i].parts[k] = colour(dice, n, n->places[place].classes[k], may_vary, may_all);
    }
    return b;
}

static int tokens_of(const struct random_net *n, int place, const struct random_bag *b)
{
    int all = 0;
    for (int i = 0; i < b->count; i++) {
        int count = b->tokens[i].count;
        for (int k = 0; k < n->places[place].width; k++)
            if (b->tokens[i].parts[k].kind == RANDOM_ALL)
                count *= n->classes[n->places[place].classes[k]].size;
        all += count;
    }
    return all;
}

static void make_transition(struct random_net *n, struct dice *dice, int t)
{
    int taken = 0, put = 0;
    for (int i = 0; i < 4; i++)
        n->transitions[t].arcs[i].place = -1;
    for (int i = 0; i < 2; i++) {
        if (i == 1 && dice_roll(dice, 2))
            continue;
        int place = dice_roll(dice, n->place_count);
        if (i == 1 && place == n->transitions[t].arcs[0].place)
            continue;
        n->transitions[t].arcs[i].place = place;
        n->transitions[t].arcs[i].bag = bag(dice, n, place, true, dice_roll(dice, 4) == 0);
        taken += tokens_of(n, place, &n->transitions[t].arcs[i].bag);
    }
    for (int i = 2; i < 4; i++) { // no more tokens than were taken: the net is bounded
        int place = dice_roll(dice, n->place_count);
        struct random_bag b = bag(dice, n, place, true, dice_roll(dice, 4) == 0);
        if (put + tokens_of(n, place, &b) > taken || (i == 3 && place == n->transitions[t].arcs[2].place))
            continue;
        n->transitions[t].arcs[i].place = place;
        n->transitions[t].arcs[i].bag = b;
        put += tokens_of(n, place, &b);
    }
    int kind = dice_roll(dice, RANDOM_GUARDS + 4);
    n->transitions[t].guard.kind = kind < RANDOM_GUARDS ? (int)kind : RANDOM_NO_GUARD;
    n->transitions[t].guard.class = 1 + dice_roll(dice, 2);
    n->transitions[t].guard.constant = dice_roll(dice, n->classes[n->transitions[t].guard.class].size);
}

void random_net_make(struct random_net *n, struct dice *dice)
{
    memset(n, 0, sizeof *n);
    n->classes[0].size = 1;
    for (int c = 1; c < RANDOM_CLASSES; c++) {
        n->classes[c].size = 2 + dice_roll(dice, 3);
        n->classes[c].kind = dice_roll(dice, 3);
    }
    n->place_count = 2 + dice_roll(dice, RANDOM_PLACES - 1);
    for (int p = 0; p < n->place_count; p++) {
        n->places[p].width = 1 + (dice_roll(dice, 3) == 0);
        for (int k = 0; k < n->places[p].width; k++)
            n->places[p].classes[k] = n->places[p].width == 2 ? 1 + dice_roll(dice, 2) : dice_roll(dice, 3);
        if (dice_roll(dice, 3))
            n->places[p].initial = bag(dice, n, p, false, dice_roll(dice, 2));
    }
    n->transition_count = 1 + dice_roll(dice, RANDOM_TRANSITIONS);
    for (int t = 0; t < n->transition_count; t++)
        make_transition(n, dice, t);
}

// ---- Printing -------------------------------------------------------------------------------------------------------

static void print_colour(const struct random_net *n, int class, struct random_colour c, struct mem *mem,
                         struct str *out)
{
    static const char names[] = "xyzw";
    if (class == 0)
        str_add(mem, out, "<dotconstant/>");
    else if (c.kind == RANDOM_ALL)
        str_add(mem, out, "<all><usersort declaration=\"c%d\"/></all>", class);
    else if (c.kind == RANDOM_CONSTANT && n->classes[class].kind == RANDOM_RANGE)
        str_add(
            mem, out,
            "<finiteintrangeconstant value=\"%d\"><finiteintrange start=\"1\" end=\"%d\"/></finiteintrangeconstant>",
            c.of + 1, n->classes[class].size);
    else if (c.kind == RANDOM_CONSTANT)
        str_add(mem, out, "<useroperator declaration=\"c%d_%d\"/>", class, c.of);
    else if (c.offset)
        str_add(mem, out, "<%s><subterm><variable refvariable=\"%c\"/></subterm></%s>",
                c.offset > 0 ? "successor" : "predecessor", names[c.of], c.offset > 0 ? "successor" : "predecessor");
    else
        str_add(mem, out, "<variable refvariable=\"%c\"/>", names[c.of]);
}

static void print_token(const struct random_net *n, int place, const struct random_token *t, struct mem *mem,
                        struct str *out)
{
    bool is_tuple = n->places[place].width == 2;
    str_add(mem, out, "<numberof><subterm><numberconstant value=\"%d\"><positive/></numberconstant></subterm><subterm>",
            t->count);
    if (is_tuple)
        str_add(mem, out, "<tuple><subterm>");
    for (int k = 0; k < n->places[place].width; k++) {
        if (k)
            str_add(mem, out, "</subterm><subterm>");
        print_colour(n, n->places[place].classes[k], t->parts[k], mem, out);
    }
    if (is_tuple)
        str_add(mem, out, "</subterm></tuple>");
    str_add(mem, out, "</subterm></numberof>");
}

static void print_bag(const struct random_net *n, int place, const struct random_bag *b, const char *label,
                      struct mem *mem, struct str *out)
{
    str_add(mem, out, "<%s><structure>", label);
    if (b->count > 1)
        str_add(mem, out, "<add>");
    for (int i = 0; i < b->count; i++) {
        if (b->count > 1)
            str_add(mem, out, "<subterm>");
        print_token(n, place, &b->tokens[i], mem, out);
        if (b->count > 1)
            str_add(mem, out, "</subterm>");
    }
    if (b->count > 1)
        str_add(mem, out, "</add>");
    str_add(mem, out, "</structure></%s>\n", label);
}

static bool is_with_constant(int kind)
{
    return kind >= RANDOM_IS && kind <= RANDOM_AT_LEAST;
}

static void print_guard(const struct random_net *n, int t, struct mem *mem, struct str *out)
{
    static const char *const names[] = {"",         "equality",    "inequality",      "lessthan",           "equality",
                                        "lessthan", "greaterthan", "lessthanorequal", "greaterthanorequal", "or"};
    int class = n->transitions[t].guard.class, kind = n->transitions[t].guard.kind;
    struct random_colour x = {RANDOM_VARIABLE, (class - 1) * 2, 0}, y = {RANDOM_VARIABLE, (class - 1) * 2 + 1, 0};
    struct random_colour c = {RANDOM_CONSTANT, n->transitions[t].guard.constant, 0};
    if (kind == RANDOM_NO_GUARD)
        return;
    str_add(mem, out, "<condition><structure><%s><subterm>", names[kind]);
    if (kind == RANDOM_EITHER) { // x is not y, or y is the constant
        str_add(mem, out, "<not><subterm><equality><subterm>");
        print_colour(n, class, x, mem, out);
        str_add(mem, out, "</subterm><subterm>");
        print_colour(n, class, y, mem, out);
        str_add(mem, out, "</subterm></equality></subterm></not></subterm><subterm><equality><subterm>");
        print_colour(n, class, c, mem, out);
        str_add(mem, out, "</subterm><subterm>");
        print_colour(n, class, y, mem, out);
        str_add(mem, out, "</subterm></equality>");
    } else {
        print_colour(n, class, x, mem, out);
        str_add(mem, out, "</subterm><subterm>");
        print_colour(n, class, is_with_constant(kind) ? c : y, mem, out);
    }
    str_add(mem, out, "</subterm></%s></structure></condition>\n", names[kind]);
}

static void print_declarations(const struct random_net *n, struct mem *mem, struct str *out)
{
    static const char *const words[] = {"finiteenumeration", "cyclicenumeration"};
    str_add(mem, out, "<declaration><structure><declarations><namedsort id=\"c0\" name=\"Dot\"><dot/></namedsort>\n");
    for (int i = 1; i < RANDOM_CLASSES; i++)
        for (int k = 1; k < RANDOM_CLASSES; k++)
            str_add(mem, out,
                    "<namedsort id=\"p%d%d\" name=\"P%d%d\"><productsort><usersort declaration=\"c%d\"/><usersort "
                    "declaration=\"c%d\"/></productsort></namedsort>\n",
                    i, k, i, k, i, k);
    for (int i = 1; i < RANDOM_CLASSES; i++) {
        str_add(mem, out, "<namedsort id=\"c%d\" name=\"C%d\">", i, i);
        if (n->classes[i].kind == RANDOM_RANGE)
            str_add(mem, out, "<finiteintrange start=\"1\" end=\"%d\"/>", n->classes[i].size);
        else {
            str_add(mem, out, "<%s>", words[n->classes[i].kind]);
            for (int k = 0; k < n->classes[i].size; k++)
                str_add(mem, out, "<feconstant id=\"c%d_%d\" name=\"k%d\"/>", i, k, k);
            str_add(mem, out, "</%s>", words[n->classes[i].kind]);
        }
        str_add(mem, out, "</namedsort>\n");
    }
    for (int v = 0; v < RANDOM_VARIABLES; v++)
        str_add(mem, out, "<variabledecl id=\"%c\" name=\"%c\"><usersort declaration=\"c%d\"/></variabledecl>\n",
                "xyzw"[v], "xyzw"[v], v / 2 + 1);
    str_add(mem, out, "</declarations></structure></declaration>\n");
}

void random_net_print(const struct random_net *n, struct mem *mem, struct str *out)
{
    str_add(mem, out,
            "<?xml version=\"1.0\"?>\n<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
            "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/symmetricnet\"><page id=\"g\">\n");
    for (int p = 0; p < n->place_count; p++) {
        bool is_pair = n->places[p].width == 2;
        str_add(mem, out, "<place id=\"place%d\"><type><structure><usersort declaration=\"", p);
        if (is_pair)
            str_add(mem, out, "p%d%d", n->places[p].classes[0], n->places[p].classes[1]);
        else
            str_add(mem, out, "c%d", n->places[p].classes[0]);
        str_add(mem, out, "\"/></structure></type>");
        if (n->places[p].initial.count)
            print_bag(n, p, &n->places[p].initial, "hlinitialMarking", mem, out);
        str_add(mem, out, "</place>\n");
    }
    for (int t = 0; t < n->transition_count; t++) {
        str_add(mem, out, "<transition id=\"t%d\">", t);
        print_guard(n, t, mem, out);
        str_add(mem, out, "</transition>\n");
        for (int i = 0; i < 4; i++) {
            int p = n->transitions[t].arcs[i].place;
            if (p < 0)
                continue;
            str_add(mem, out,
                    i < 2 ? "<arc id=\"a%d_%d\" source=\"place%d\" target=\"t%d\">"
                          : "<arc id=\"a%d_%d\" target=\"place%d\" source=\"t%d\">",
                    t, i, p, t);
            print_bag(n, p, &n->transitions[t].arcs[i].bag, "hlinscription", mem, out);
            str_add(mem, out, "</arc>\n");
        }
    }
    str_add(mem, out, "</page>\n");
    print_declarations(n, mem, out);
    str_add(mem, out, "</net></pnml>\n");
}

// ---- Searching ------------------------------------------------------------------------------------------------------

struct marking {
    int tokens[RANDOM_PLACES][RANDOM_COLOURS];
};

static int value(const struct random_net *n, int class, struct random_colour c, const int *values)
{
    int size = n->classes[class].size, v = c.kind == RANDOM_VARIABLE ? values[c.of] : c.of;
    return (v + c.offset + size) % size;
}

// Adds the multiset, `times` times, to the tokens of its place.
static void add(const struct random_net *n, int place, const struct random_bag *b, const int *values, int times,
                int *tokens)
{
    const int *classes = n->places[place].classes;
    int width = n->places[place].width, second = width == 2 ? n->classes[classes[1]].size : 1;
    for (int i = 0; i < b->count; i++)
        for (int a = 0; a < n->classes[classes[0]].size; a++)
            for (int c = 0; c < second; c++) {
                const struct random_colour *parts = b->tokens[i].parts;
                bool fits = (parts[0].kind == RANDOM_ALL || value(n, classes[0], parts[0], values) == a) &&
                            (width == 1 || parts[1].kind == RANDOM_ALL || value(n, classes[1], parts[1], values) == c);
                if (fits)
                    tokens[a * second + c] += times * b->tokens[i].count;
            }
}

static bool guard_holds(const struct random_net *n, int t, const int *values)
{
    int class = n->transitions[t].guard.class, x = values[(class - 1) * 2], y = values[(class - 1) * 2 + 1];
    int c = n->transitions[t].guard.constant;
    switch (n->transitions[t].guard.kind) {
    case RANDOM_EQUAL:
        return x == y;
    case RANDOM_DIFFERENT:
        return x != y;
    case RANDOM_LESS:
        return x < y;
    case RANDOM_IS:
        return x == c;
    case RANDOM_BELOW:
        return x < c;
    case RANDOM_ABOVE:
        return x > c;
    case RANDOM_AT_MOST:
        return x <= c;
    case RANDOM_AT_LEAST:
        return x >= c;
    case RANDOM_EITHER:
        return x != y || y == c;
    default:
        return true;
    }
}

static bool has_variable(const struct random_net *n, int t, int variable)
{
    int kind = n->transitions[t].guard.kind, first = (n->transitions[t].guard.class - 1) * 2;
    if (kind != RANDOM_NO_GUARD && (variable == first || (variable == first + 1 && !is_with_constant(kind))))
        return true;
    for (int i = 0; i < 4; i++) {
        int p = n->transitions[t].arcs[i].place;
        const struct random_bag *b = &n->transitions[t].arcs[i].bag;
        for (int k = 0; p >= 0 && k < b->count; k++)
            for (int part = 0; part < n->places[p].width; part++)
                if (b->tokens[k].parts[part].kind == RANDOM_VARIABLE && n->places[p].classes[part] != 0 &&
                    b->tokens[k].parts[part].of == variable)
                    return true;
    }
    return false;
}

// Values that differ in variables that the transition does not have are one binding.
static bool is_binding(const struct random_net *n, int t, const int *values)
{
    for (int v = 0; v < RANDOM_VARIABLES; v++)
        if (values[v] != 0 && !has_variable(n, t, v))
            return false;
    return true;
}

static bool fire(const struct random_net *n, int t, const int *values, const struct marking *from, struct marking *to)
{
    struct marking taken = {{{0}}};
    if (!guard_holds(n, t, values))
        return false;
    *to = *from;
    for (int i = 0; i < 4; i++) {
        int p = n->transitions[t].arcs[i].place;
        if (p < 0)
            continue;
        add(n, p, &n->transitions[t].arcs[i].bag, values, i < 2 ? -1 : 1, to->tokens[p]);
        if (i < 2)
            add(n, p, &n->transitions[t].arcs[i].bag, values, 1, taken.tokens[p]);
    }
    for (int p = 0; p < n->place_count; p++)
        for (int c = 0; c < RANDOM_COLOURS; c++)
            if (taken.tokens[p][c] > from->tokens[p][c])
                return false;
    return true;
}

static bool find_or_add(struct marking *all, size_t *count, size_t most, const struct marking *m)
{
    for (size_t i = 0; i < *count; i++)
        if (memcmp(&all[i], m, sizeof *m) == 0)
            return true;
    if (*count == most)
        return false;
    all[(*count)++] = *m;
    return true;
}

bool random_net_search(const struct random_net *n, size_t most_states, struct random_found *f)
{
    struct marking *all = calloc(most_states, sizeof *all), next;
    int none[RANDOM_VARIABLES] = {0}, values[RANDOM_VARIABLES];
    bool good = true;
    memset(f, 0, sizeof *f);
    for (int p = 0; p < n->place_count; p++)
        add(n, p, &n->places[p].initial, none, 1, all[0].tokens[p]);
    f->states = 1;
    for (size_t i = 0; i < f->states && good; i++) {
        bool is_dead = true;
        for (int p = 0; p < n->place_count; p++) {
            int tokens = 0;
            for (int c = 0; c < RANDOM_COLOURS; c++) {
                tokens += all[i].tokens[p][c];
                f->most_of_colour = all[i].tokens[p][c] > f->most_of_colour ? all[i].tokens[p][c] : f->most_of_colour;
            }
            f->most[p] = tokens > f->most[p] ? tokens : f->most[p];
        }
        for (int t = 0; t < n->transition_count; t++)
            for (int v = 0; v < 256 && good; v++) {
                bool fits = true;
                for (int k = 0; k < RANDOM_VARIABLES; k++) {
                    values[k] = v >> 2 * k & 3;
                    fits &= values[k] < n->classes[k / 2 + 1].size;
                }
                if (!fits || !fire(n, t, values, &all[i], &next))
                    continue;
                is_dead = false;
                f->can_fire[t] = true;
                f->arcs += is_binding(n, t, values);
                good = find_or_add(all, &f->states, most_states, &next);
            }
        f->has_deadlock |= is_dead;
    }
    free(all);
    return good;
}
