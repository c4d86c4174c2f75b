#include "pnml/place_invariant.h"

#include <math.h>
#include <string.h>

#include "pnml/shrinking_places.h"
#include "pnml/simplex.h"
#include "pnml/unfold.h"

enum { NO_COMPONENT = -1 };
#define NO_CLASS UINT32_MAX

struct unknown {
    uint32_t place;
    int component; // NO_COMPONENT: all its tokens
    int64_t shift; // tokens of the colour so many steps forward are counted
};

struct semiflow {
    uint32_t class;   // NO_CLASS: tokens are counted only
    int64_t *weights; // by unknown of the class
    int64_t *sums;    // by colour, or one: what the sum is initially
    int64_t least;    // of the sums
};

struct view { // of the net, by one class
    uint32_t class;
    ARRAY(struct unknown) unknowns;
};

struct place_invariants {
    const struct net *net;
    struct mem *mem;
    struct arena arena;
    struct view *views; // by class; the last one is without
    ARRAY(struct semiflow) semiflows;
    struct shrinking_places *shrinking;
    bool failed; // the net has numbers that are too large
};

// ---- Equations ------------------------------------------------------------------------------------------------------

// A term of one component, where the guard says that some variables are equal.
struct term {
    uint32_t transition;
    struct net_colour colour;
};

struct finding {
    struct place_invariants *p;
    const struct view *view;
    ARRAY(struct term) terms;    // one equation each
    ARRAY(int64_t) coefficients; // row by row: for each unknown, one for each term
    struct net_colour *stands;   // by variable: what it is equal to, by the guard at hand
};

static struct net_colour resolve(const struct finding *f, struct net_colour c)
{
    for (int i = 0; i < 8 && c.kind == NET_VARIABLE; i++) {
        const struct net_colour *other = &f->stands[c.of];
        if (other->kind == NET_VARIABLE && other->of == c.of)
            return c;
        int64_t size = f->p->net->classes.at[c.class].size;
        int64_t offset = (c.offset + other->offset) % size;
        c = *other;
        c.offset = offset;
        if (c.kind == NET_CONSTANT) {
            c.of = (uint32_t)(((int64_t)c.of + offset) % size);
            c.offset = 0;
        }
    }
    return c;
}

// Equalities that have to hold.
static void learn(struct finding *f, const struct net_guard *g)
{
    if (g && g->op == GUARD_AND) {
        learn(f, g->operands[0]);
        learn(f, g->operands[1]);
    }
    if (!g || g->op != GUARD_EQUAL)
        return;
    struct net_colour a = resolve(f, g->left), b = resolve(f, g->right);
    if (a.kind != NET_VARIABLE || (b.kind == NET_VARIABLE && b.of == a.of)) {
        struct net_colour other = a;
        a = b;
        b = other;
    }
    if (a.kind != NET_VARIABLE || (b.kind == NET_VARIABLE && b.of == a.of))
        return;
    int64_t size = f->p->net->classes.at[a.class].size;
    f->stands[a.of] = b; // a.of + a.offset = b
    f->stands[a.of].offset = (b.offset - a.offset + size) % size;
}

static size_t find_term(struct finding *f, uint32_t transition, struct net_colour c)
{
    for (size_t i = f->terms.count; i-- > 0 && f->terms.at[i].transition == transition;) {
        const struct net_colour *o = &f->terms.at[i].colour;
        if (o->kind == c.kind && o->of == c.of && o->offset == c.offset)
            return i;
    }
    array_push(f->p->mem, &f->terms, ((struct term){transition, c}));
    return f->terms.count - 1;
}

// What one token adds to the term of a component; 0 with `failed` where that is too much.
static int64_t tokens_of(struct finding *f, const struct net_token *token, uint32_t sort, int component)
{
    const struct net_sort *s = &f->p->net->sorts.at[sort];
    int64_t count = token->count;
    for (uint32_t i = 0; i < s->count; i++)
        if (token->components[i].kind == NET_ALL && (int)i != component &&
            __builtin_mul_overflow(count, (int64_t)f->p->net->classes.at[s->classes[i]].size, &count)) {
            f->p->failed = true;
            return 0;
        }
    return count;
}

struct entry {
    size_t row, column;
    int64_t value;
};
typedef ARRAY(struct entry) entry_array;

// A token of this colour is counted for the colour so many steps back.
static struct net_colour shifted(const struct net *net, struct net_colour c, int64_t shift)
{
    int64_t size = net->classes.at[c.class].size;
    if (c.kind == NET_CONSTANT) {
        c.of = (uint32_t)(((int64_t)c.of + c.offset - shift + 2 * size) % size);
        c.offset = 0;
    } else
        c.offset = (c.offset - shift + 2 * size) % size;
    return c;
}

static void add_arcs(struct finding *f, uint32_t number, bool is_output, size_t row, entry_array *entries)
{
    const struct net *net = f->p->net;
    const struct net_transition *t = &net->transitions.at[number];
    const struct net_arc *arcs = is_output ? t->outputs : t->inputs;
    const struct unknown *u = &f->view->unknowns.at[row];
    for (uint32_t i = 0; i < (is_output ? t->output_count : t->input_count); i++) {
        if (arcs[i].place != u->place)
            continue;
        for (size_t k = 0; k < arcs[i].bag.count; k++) {
            const struct net_token *token = &arcs[i].bag.tokens[k];
            struct net_colour c = {NET_ALL, NO_CLASS, 0, 0};
            if (u->component != NO_COMPONENT && token->components[u->component].kind != NET_ALL)
                c = shifted(net, resolve(f, token->components[u->component]), u->shift);
            int64_t v = tokens_of(f, token, net->places.at[u->place].sort, u->component);
            array_push(f->p->mem, entries, ((struct entry){row, find_term(f, number, c), is_output ? v : -v}));
        }
    }
}

static void make_equations(struct finding *f)
{
    const struct net *net = f->p->net;
    entry_array entries = {0};
    size_t rows = f->view->unknowns.count;
    for (uint32_t t = 0; t < net->transitions.count; t++) {
        for (uint32_t v = 0; v < net->variables.count; v++)
            f->stands[v] = (struct net_colour){NET_VARIABLE, net->variables.at[v].class, v, 0};
        learn(f, net->transitions.at[t].guard);
        for (size_t row = 0; row < rows; row++) {
            add_arcs(f, t, false, row, &entries);
            add_arcs(f, t, true, row, &entries);
        }
    }
    f->coefficients.count = 0;
    for (size_t i = 0; i < rows * f->terms.count; i++)
        array_push(f->p->mem, &f->coefficients, 0);
    for (size_t i = 0; i < entries.count; i++)
        f->coefficients.at[entries.at[i].row * f->terms.count + entries.at[i].column] += entries.at[i].value;
    array_free(f->p->mem, &entries);
}

// ---- Weights --------------------------------------------------------------------------------------------------------
// The state equation says that a marking that can be reached is the initial one plus the effects of the terms, so many
// times each. The most tokens that it leaves to one unknown are found by the simplex method, whose first basis is the
// initial marking. The dual solution of that is weights of an invariant. It is found with floating-point numbers; so
// the weights are made whole numbers, and looked at again with those: what is kept is an invariant for sure.

enum { MOST_DENOMINATOR = 240, LARGEST_WEIGHT = 1000000 };

// Weights as whole numbers; false if there is no small denominator.
static bool make_whole(const double *weights, size_t count, int64_t *out)
{
    for (int by = 1; by <= MOST_DENOMINATOR; by++) {
        bool good = true;
        for (size_t i = 0; i < count && good; i++) {
            double v = weights[i] * by;
            good = v > -1e-6 && v < LARGEST_WEIGHT && fabs(v - floor(v + 0.5)) < 1e-6;
            out[i] = good ? (int64_t)floor(v + 0.5) : 0;
        }
        if (good)
            return true;
    }
    return false;
}

// No term makes the sum larger.
static bool is_invariant(const struct finding *f, const int64_t *weights)
{
    for (size_t term = 0; term < f->terms.count; term++) {
        int64_t sum = 0, part;
        for (size_t i = 0; i < f->view->unknowns.count; i++)
            if (__builtin_mul_overflow(weights[i], f->coefficients.at[i * f->terms.count + term], &part) ||
                __builtin_add_overflow(sum, part, &sum))
                return false;
        if (sum > 0)
            return false;
    }
    return true;
}

static void keep_semiflow(struct finding *f, const int64_t *weights)
{
    struct place_invariants *p = f->p;
    size_t count = f->view->unknowns.count;
    for (size_t i = 0; i < p->semiflows.count; i++)
        if (p->semiflows.at[i].class == f->view->class &&
            memcmp(p->semiflows.at[i].weights, weights, count * sizeof *weights) == 0)
            return;
    struct semiflow s = {.class = f->view->class};
    s.weights = arena_alloc(&p->arena, count * sizeof *weights);
    memcpy(s.weights, weights, count * sizeof *weights);
    array_push(p->mem, &p->semiflows, s);
}

static void bound_unknown(struct finding *f, size_t unknown, const double *initial, struct simplex *s, double *weights,
                          int64_t *whole)
{
    size_t terms = f->terms.count;
    memset(s->at, 0, (s->rows + 1) * s->columns * sizeof *s->at);
    for (size_t r = 0; r < s->rows; r++) {
        for (size_t c = 0; c < terms; c++)
            simplex_row(s, r)[c] = -(double)f->coefficients.at[r * terms + c];
        simplex_row(s, r)[terms + r] = 1;
        simplex_row(s, r)[s->columns - 1] = initial[r];
        s->basis[r] = terms + r;
    }
    for (size_t c = 0; c < terms; c++)
        simplex_row(s, s->rows)[c] = (double)f->coefficients.at[unknown * terms + c];
    if (!simplex_maximise(s))
        return;
    for (size_t r = 0; r < s->rows; r++)
        weights[r] = -simplex_row(s, s->rows)[terms + r] + (r == unknown);
    if (make_whole(weights, s->rows, whole) && is_invariant(f, whole))
        keep_semiflow(f, whole);
}

static bool add_initial(struct place_invariants *, const struct view *, const struct unknown *, int64_t weight,
                        int64_t *sums);

// Of each unknown, the most tokens of one colour.
static void find_initial(struct finding *f, double *initial)
{
    struct place_invariants *p = f->p;
    size_t colours = f->view->class == NO_CLASS ? 1 : p->net->classes.at[f->view->class].size;
    int64_t *sums = mem_alloc(p->mem, colours * sizeof *sums);
    for (size_t i = 0; i < f->view->unknowns.count; i++) {
        memset(sums, 0, colours * sizeof *sums);
        initial[i] = 0;
        if (!add_initial(p, f->view, &f->view->unknowns.at[i], 1, sums))
            p->failed = true;
        for (size_t c = 0; c < colours; c++)
            initial[i] = (double)sums[c] > initial[i] ? (double)sums[c] : initial[i];
    }
    mem_free(p->mem, sums, colours * sizeof *sums);
}

#define MOST_NUMBERS ((size_t)1 << 22) // of a tableau

static void solve(struct finding *f, struct diag *diag)
{
    struct arena arena = {.mem = f->p->mem};
    struct simplex s = {.rows = f->view->unknowns.count, .columns = f->terms.count + f->view->unknowns.count + 1};
    if ((s.rows + 1) * s.columns > MOST_NUMBERS)
        return;
    s.at = arena_alloc(&arena, (s.rows + 1) * s.columns * sizeof *s.at);
    s.basis = arena_alloc(&arena, (s.rows + 1) * sizeof *s.basis);
    double *initial = arena_alloc(&arena, 2 * (s.rows + 1) * sizeof *initial), *weights = initial + s.rows;
    int64_t *whole = arena_alloc(&arena, (s.rows + 1) * sizeof *whole);
    find_initial(f, initial);
    for (size_t i = 0; i < s.rows && !f->p->failed && diag_goes_on(diag, "place invariants"); i++)
        bound_unknown(f, i, initial, &s, weights, whole);
    arena_free(&arena);
}

// ---- Sums -----------------------------------------------------------------------------------------------------------

// Initial tokens of a place by the colour of a component, or all of them for each colour, times the weight.
static bool add_initial(struct place_invariants *p, const struct view *view, const struct unknown *u, int64_t weight,
                        int64_t *sums)
{
    const struct net *net = p->net;
    const struct net_place *place = &net->places.at[u->place];
    const struct net_sort *sort = &net->sorts.at[place->sort];
    uint32_t size = view->class == NO_CLASS ? 1 : net->classes.at[view->class].size;
    bool good = true;
    for (size_t i = 0; i < place->initial.count; i++) {
        const struct net_token *token = &place->initial.tokens[i];
        int64_t count = token->count;
        for (uint32_t k = 0; k < sort->count; k++)
            if (token->components[k].kind == NET_ALL && (int)k != u->component)
                good = good && !__builtin_mul_overflow(count, (int64_t)net->classes.at[sort->classes[k]].size, &count);
        good = good && !__builtin_mul_overflow(count, weight, &count);
        bool is_of_each = u->component == NO_COMPONENT || token->components[u->component].kind == NET_ALL;
        uint32_t one = is_of_each ? 0 : shifted(net, token->components[u->component], u->shift).of;
        for (uint32_t v = is_of_each ? 0 : one; v < (is_of_each ? size : one + 1); v++)
            good = good && !__builtin_add_overflow(sums[v], count, &sums[v]);
    }
    return good;
}

static const struct view *view_of(const struct place_invariants *p, uint32_t class)
{
    return &p->views[class == NO_CLASS ? p->net->classes.count : class];
}

// Drops those whose sums are too large.
static void find_sums(struct place_invariants *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->semiflows.count; i++) {
        struct semiflow s = p->semiflows.at[i];
        const struct view *view = view_of(p, s.class);
        size_t colours = s.class == NO_CLASS ? 1 : p->net->classes.at[s.class].size;
        bool good = true;
        s.sums = arena_alloc(&p->arena, colours * sizeof *s.sums);
        for (size_t k = 0; k < view->unknowns.count; k++)
            if (s.weights[k])
                good = good && add_initial(p, view, &view->unknowns.at[k], s.weights[k], s.sums);
        s.least = s.sums[0];
        for (size_t c = 1; c < colours; c++)
            s.least = s.sums[c] < s.least ? s.sums[c] : s.least;
        if (good)
            p->semiflows.at[kept++] = s;
    }
    p->semiflows.count = kept;
}

// The net asks for neighbours of the class's colours somewhere.
static bool has_neighbours(const struct net *net, uint32_t class)
{
    for (size_t t = 0; t < net->transitions.count; t++) {
        const struct net_transition *transition = &net->transitions.at[t];
        for (uint32_t i = 0; i < transition->input_count + transition->output_count; i++) {
            const struct net_arc *arc = i < transition->input_count ? &transition->inputs[i]
                                                                    : &transition->outputs[i - transition->input_count];
            const struct net_sort *sort = &net->sorts.at[net->places.at[arc->place].sort];
            for (size_t k = 0; k < arc->bag.count; k++)
                for (uint32_t c = 0; c < sort->count; c++)
                    if (sort->classes[c] == class && arc->bag.tokens[k].components[c].kind == NET_VARIABLE &&
                        arc->bag.tokens[k].components[c].offset != 0)
                        return true;
        }
    }
    return false;
}

// By a class, places that have nothing to do with it count for each of its colours, and where neighbours are asked for,
// so do tokens of the colours before and behind.
static void find_unknowns(struct place_invariants *p, struct view *view)
{
    const struct net *net = p->net;
    bool is_shifted = view->class != NO_CLASS && has_neighbours(net, view->class);
    int64_t size = view->class == NO_CLASS ? 1 : net->classes.at[view->class].size;
    for (uint32_t i = 0; i < net->places.count; i++) {
        const struct net_sort *sort = &net->sorts.at[net->places.at[i].sort];
        size_t before = view->unknowns.count;
        for (uint32_t k = 0; k < sort->count && view->class != NO_CLASS; k++) {
            if (sort->classes[k] != view->class)
                continue;
            array_push(p->mem, &view->unknowns, ((struct unknown){i, (int)k, 0}));
            if (is_shifted && size > 1)
                array_push(p->mem, &view->unknowns, ((struct unknown){i, (int)k, 1}));
            if (is_shifted && size > 2)
                array_push(p->mem, &view->unknowns, ((struct unknown){i, (int)k, size - 1}));
        }
        if (view->unknowns.count == before)
            array_push(p->mem, &view->unknowns, ((struct unknown){i, NO_COMPONENT, 0}));
    }
}

// ---- Bounds ---------------------------------------------------------------------------------------------------------

static void find_of_view(struct place_invariants *p, const struct view *view, struct diag *diag)
{
    size_t bytes = (p->net->variables.count + 1) * sizeof(struct net_colour);
    struct finding f = {.p = p, .view = view, .stands = mem_alloc(p->mem, bytes)};
    make_equations(&f);
    if (!p->failed)
        solve(&f, diag);
    mem_free(p->mem, f.stands, bytes);
    array_free(p->mem, &f.terms);
    array_free(p->mem, &f.coefficients);
}

struct place_invariants *place_invariants_find(const struct net *net, struct mem *mem, struct diag *diag)
{
    struct place_invariants *p = mem_zalloc(mem, sizeof *p);
    size_t views = net->classes.count + 1;
    *p = (struct place_invariants){.net = net, .mem = mem, .arena = {.mem = mem}};
    p->views = arena_alloc(&p->arena, views * sizeof *p->views);
    for (uint32_t c = 0; c < views; c++) {
        p->views[c].class = c == net->classes.count ? NO_CLASS : c;
        if (c == net->classes.count || !net->classes.at[c].is_dot) // which is counted with all others
            find_unknowns(p, &p->views[c]);
    }
    for (uint32_t c = 0; c < views && !diag->is_stopped; c++)
        find_of_view(p, &p->views[c], diag);
    find_sums(p);
    p->shrinking = shrinking_places_find(net, mem);
    return p;
}

void place_invariants_free(struct place_invariants *p)
{
    if (!p)
        return;
    for (size_t c = 0; c <= p->net->classes.count; c++)
        array_free(p->mem, &p->views[c].unknowns);
    shrinking_places_free(p->shrinking);
    array_free(p->mem, &p->semiflows);
    arena_free(&p->arena);
    mem_free(p->mem, p, sizeof *p);
}

// What a semiflow leaves to the unknown; of a colour, if there are colours.
static int64_t bound_of(const struct place_invariants *p, const struct semiflow *s, size_t unknown,
                        const uint32_t *colours)
{
    const struct unknown *u = &view_of(p, s->class)->unknowns.at[unknown];
    int64_t size = s->class == NO_CLASS ? 1 : p->net->classes.at[s->class].size;
    if (u->component == NO_COMPONENT) // all its tokens count for every colour
        return s->least / s->weights[unknown];
    if (!colours)
        return NET_NO_BOUND;
    return s->sums[((int64_t)colours[u->component] - u->shift + size) % size] / s->weights[unknown];
}

static int64_t bound_by(const struct place_invariants *p, uint32_t place, const uint32_t *colours)
{
    int64_t bound = NET_NO_BOUND;
    for (size_t i = 0; i < p->semiflows.count; i++) {
        const struct semiflow *s = &p->semiflows.at[i];
        const struct view *view = view_of(p, s->class);
        for (size_t k = 0; k < view->unknowns.count; k++) {
            if (view->unknowns.at[k].place != place || s->weights[k] == 0)
                continue;
            int64_t other = bound_of(p, s, k, colours);
            bound = other < bound ? other : bound;
        }
    }
    return bound;
}

int64_t place_invariants_bound(const struct place_invariants *p, uint32_t place, const uint32_t *colours)
{
    int64_t bound = bound_by(p, place, colours), initial = shrinking_places_bound(p->shrinking, place, colours);
    return initial < bound ? initial : bound;
}

int64_t place_invariants_total(const struct place_invariants *p, uint32_t place)
{
    return bound_by(p, place, NULL);
}
