#include "pnml/state_equation.h"

#include <gmp.h>
#include <string.h>

struct state_equation {
    const struct net *net;
    struct mem *mem;
    size_t places, transitions;
    int64_t *initial; // by place
    int64_t *effects; // by place and transition
    int64_t *needs;   // likewise: what a transition takes, if it is to fire
    bool (*stop)(void *context);
    void *context;
    size_t left; // systems that are still looked at for the formula at hand
};

enum { MOST_SYSTEMS = 400 };
#define MOST_ENTRIES ((size_t)100000000) // places times transitions; more would take all the memory there is

// ---- The skeleton ---------------------------------------------------------------------------------------------------

// The tokens of a multiset, which do not depend on the values of variables. False if there are too many.
static bool bag_size(const struct net *net, struct net_bag bag, uint32_t sort, int64_t *size)
{
    const struct net_sort *s = &net->sorts.at[sort];
    *size = 0;
    for (size_t i = 0; i < bag.count; i++) {
        int64_t count = bag.tokens[i].count;
        for (uint32_t k = 0; k < s->count; k++)
            if (bag.tokens[i].components[k].kind == NET_ALL &&
                __builtin_mul_overflow(count, (int64_t)net->classes.at[s->classes[k]].size, &count))
                return false;
        if (__builtin_add_overflow(*size, count, size))
            return false;
    }
    return *size < INT64_MAX / 4 && *size > -INT64_MAX / 4;
}

static bool find_effects(struct state_equation *e)
{
    const struct net *net = e->net;
    bool good = true;
    for (size_t p = 0; p < e->places; p++)
        good = good && bag_size(net, net->places.at[p].initial, net->places.at[p].sort, &e->initial[p]);
    for (size_t t = 0; t < e->transitions; t++) {
        const struct net_transition *transition = &net->transitions.at[t];
        for (uint32_t i = 0; i < transition->input_count + transition->output_count && good; i++) {
            bool is_input = i < transition->input_count;
            const struct net_arc *arc =
                is_input ? &transition->inputs[i] : &transition->outputs[i - transition->input_count];
            int64_t size;
            good = bag_size(net, arc->bag, net->places.at[arc->place].sort, &size);
            e->effects[arc->place * e->transitions + t] += is_input ? -size : size;
            if (is_input)
                e->needs[arc->place * e->transitions + t] = size;
        }
    }
    return good;
}

struct state_equation *state_equation_open(const struct net *net, struct mem *mem)
{
    if (net->transitions.count > 0 && net->places.count > MOST_ENTRIES / net->transitions.count)
        return NULL;
    struct state_equation *e = mem_zalloc(mem, sizeof *e);
    *e = (struct state_equation){
        .net = net, .mem = mem, .places = net->places.count, .transitions = net->transitions.count};
    e->initial = mem_zalloc(mem, (e->places + 1) * sizeof *e->initial);
    e->effects = mem_zalloc(mem, (e->places * e->transitions + 1) * sizeof *e->effects);
    e->needs = mem_zalloc(mem, (e->places * e->transitions + 1) * sizeof *e->needs);
    if (find_effects(e))
        return e;
    state_equation_close(e);
    return NULL;
}

void state_equation_close(struct state_equation *e)
{
    if (!e)
        return;
    mem_free(e->mem, e->initial, (e->places + 1) * sizeof *e->initial);
    mem_free(e->mem, e->effects, (e->places * e->transitions + 1) * sizeof *e->effects);
    mem_free(e->mem, e->needs, (e->places * e->transitions + 1) * sizeof *e->needs);
    mem_free(e->mem, e, sizeof *e);
}

void state_equation_set_stop(struct state_equation *e, bool (*stop)(void *context), void *context)
{
    e->stop = stop;
    e->context = context;
}

const int64_t *state_equation_initial(const struct state_equation *e)
{
    return e->initial;
}

int64_t state_equation_effect(const struct state_equation *e, uint32_t place, uint32_t transition)
{
    return e->effects[place * e->transitions + transition];
}

int64_t state_equation_need(const struct state_equation *e, uint32_t place, uint32_t transition)
{
    return e->needs[place * e->transitions + transition];
}

// ---- Systems of inequalities ----------------------------------------------------------------------------------------
// A row says that a basic variable is a constant and a sum over the others, which are 0 at the moment. All variables
// must be at least 0. At first the numbers of firings are the others, and the tokens of places are basic.

struct tableau {
    struct mem *mem;
    size_t rows, columns; // column 0 is the constant
    mpq_t *at;            // row by row
    uint32_t *basic;      // by row: the variable's number
    uint32_t *other;      // by column, from 1
};

static mpq_t *entry(const struct tableau *t, size_t row, size_t column)
{
    return &t->at[row * t->columns + column];
}

static void open_tableau(struct tableau *t, size_t rows, size_t columns, struct mem *mem)
{
    *t = (struct tableau){.mem = mem, .rows = rows, .columns = columns};
    t->at = mem_alloc(mem, rows * columns * sizeof *t->at);
    for (size_t i = 0; i < rows * columns; i++)
        mpq_init(t->at[i]);
    t->basic = mem_alloc(mem, rows * sizeof *t->basic);
    t->other = mem_alloc(mem, columns * sizeof *t->other);
    for (size_t i = 0; i < columns; i++)
        t->other[i] = (uint32_t)i;
    for (size_t i = 0; i < rows; i++)
        t->basic[i] = (uint32_t)(columns + i);
}

static void close_tableau(struct tableau *t)
{
    for (size_t i = 0; i < t->rows * t->columns; i++)
        mpq_clear(t->at[i]);
    mem_free(t->mem, t->at, t->rows * t->columns * sizeof *t->at);
    mem_free(t->mem, t->basic, t->rows * sizeof *t->basic);
    mem_free(t->mem, t->other, t->columns * sizeof *t->other);
}

static void add_to_row(struct tableau *t, size_t row, size_t column, int64_t times, int64_t value)
{
    mpz_t factor;
    mpq_t more;
    if (times == 0 || value == 0)
        return;
    mpz_init_set_si(factor, (long)times);
    mpq_init(more);
    mpz_mul_si(mpq_numref(more), factor, (long)value);
    mpq_add(*entry(t, row, column), *entry(t, row, column), more);
    mpq_clear(more);
    mpz_clear(factor);
}

// The variable of the column takes the place of that of the row.
static void pivot(struct tableau *t, size_t row, size_t column)
{
    mpq_t product, inverse;
    mpq_init(product);
    mpq_init(inverse);
    mpq_inv(inverse, *entry(t, row, column));
    for (size_t c = 0; c < t->columns; c++) // x_row = sum  becomes  x_column = sum
        if (c != column && mpq_sgn(*entry(t, row, c)) != 0) {
            mpq_mul(*entry(t, row, c), *entry(t, row, c), inverse);
            mpq_neg(*entry(t, row, c), *entry(t, row, c));
        }
    mpq_set(*entry(t, row, column), inverse);
    for (size_t r = 0; r < t->rows; r++) {
        if (r == row || mpq_sgn(*entry(t, r, column)) == 0)
            continue;
        mpq_set(inverse, *entry(t, r, column)); // the factor
        mpq_set_ui(*entry(t, r, column), 0, 1);
        for (size_t c = 0; c < t->columns; c++)
            if (mpq_sgn(*entry(t, row, c)) != 0) {
                mpq_mul(product, inverse, *entry(t, row, c));
                mpq_add(*entry(t, r, c), *entry(t, r, c), product);
            }
    }
    uint32_t variable = t->basic[row];
    t->basic[row] = t->other[column];
    t->other[column] = variable;
    mpq_clear(product);
    mpq_clear(inverse);
}

static bool is_stopped(const struct state_equation *e)
{
    return e->stop && e->stop(e->context);
}

// There is no solution. False: there is one, or the time is over.
static bool is_infeasible(struct state_equation *e, struct tableau *t)
{
    while (!is_stopped(e)) {
        size_t row = t->rows, column = 0;
        for (size_t r = 0; r < t->rows; r++)
            if (mpq_sgn(*entry(t, r, 0)) < 0 && (row == t->rows || t->basic[r] < t->basic[row]))
                row = r;
        if (row == t->rows)
            return false;
        for (size_t c = 1; c < t->columns; c++)
            if (mpq_sgn(*entry(t, row, c)) > 0 && (column == 0 || t->other[c] < t->other[column]))
                column = c;
        if (column == 0)
            return true; // a negative number and nothing that could make it larger
        pivot(t, row, column);
    }
    return false;
}

// The last row is made as large as it can be, from a solution. False if there is no limit, or no time.
static bool maximise(struct state_equation *e, struct tableau *t)
{
    size_t goal = t->rows - 1;
    mpq_t ratio, least;
    bool is_done = false, good = true;
    mpq_init(ratio);
    mpq_init(least);
    while (!is_done && good) {
        size_t row = t->rows, column = 0;
        for (size_t c = 1; c < t->columns; c++)
            if (mpq_sgn(*entry(t, goal, c)) > 0 && (column == 0 || t->other[c] < t->other[column]))
                column = c;
        is_done = column == 0;
        for (size_t r = 0; r < goal && !is_done; r++) {
            if (mpq_sgn(*entry(t, r, column)) >= 0)
                continue;
            mpq_div(ratio, *entry(t, r, 0), *entry(t, r, column));
            mpq_neg(ratio, ratio);
            int order = row == t->rows ? -1 : mpq_cmp(ratio, least);
            if (order < 0 || (order == 0 && t->basic[r] < t->basic[row])) {
                mpq_set(least, ratio);
                row = r;
            }
        }
        good = is_done || (row != t->rows && !is_stopped(e));
        if (!is_done && good)
            pivot(t, row, column);
    }
    mpq_clear(ratio);
    mpq_clear(least);
    return good;
}

// A row: constant + the sum of coefficients times tokens.
struct constraint {
    int64_t constant;
    int64_t *coefficients; // by place
};

static void fill_places(const struct state_equation *e, struct tableau *t)
{
    for (size_t p = 0; p < e->places; p++) {
        add_to_row(t, p, 0, 1, e->initial[p]);
        for (size_t k = 0; k < e->transitions; k++)
            add_to_row(t, p, k + 1, 1, e->effects[p * e->transitions + k]);
    }
}

static void fill_row(const struct state_equation *e, struct tableau *t, size_t row, const struct constraint *c)
{
    add_to_row(t, row, 0, 1, c->constant);
    for (size_t p = 0; p < e->places; p++) {
        if (c->coefficients[p] == 0)
            continue;
        add_to_row(t, row, 0, c->coefficients[p], e->initial[p]);
        for (size_t k = 0; k < e->transitions; k++)
            add_to_row(t, row, k + 1, c->coefficients[p], e->effects[p * e->transitions + k]);
    }
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

// A conjunct that is still to be looked at.
struct pending {
    const struct mcc_formula *formula;
    bool is_negated;
    const struct pending *next;
};

typedef ARRAY(struct constraint) constraint_array;

struct cases {
    struct state_equation *e;
    struct arena arena;
    constraint_array rows;
    bool is_over; // no more systems are looked at
};

static bool no_marking(struct cases *, const struct pending *);

static bool rows_exclude(struct cases *c)
{
    struct state_equation *e = c->e;
    struct tableau t;
    c->is_over |= e->left == 0 || is_stopped(e);
    if (c->is_over)
        return false;
    e->left--;
    open_tableau(&t, e->places + c->rows.count, e->transitions + 1, e->mem);
    fill_places(e, &t);
    for (size_t i = 0; i < c->rows.count; i++)
        fill_row(e, &t, e->places + i, &c->rows.at[i]);
    bool excludes = is_infeasible(e, &t);
    close_tableau(&t);
    return excludes;
}

static struct constraint *add_row(struct cases *c, int64_t constant)
{
    array_push(c->e->mem, &c->rows,
               ((struct constraint){constant, arena_alloc(&c->arena, (c->e->places + 1) * sizeof(int64_t))}));
    return &array_last(&c->rows);
}

static void add_sum(struct constraint *row, const struct mcc_sum *sum, int sign)
{
    row->constant += sign * sum->constant;
    for (size_t i = 0; i < sum->count; i++)
        row->coefficients[sum->places[i]] += sign;
}

// Tokens are whole numbers: what is not at most is larger by one.
static void add_comparison(struct cases *c, const struct mcc_formula *f, bool is_negated)
{
    struct constraint *row = add_row(c, is_negated ? -1 : 0);
    add_sum(row, &f->left, is_negated ? 1 : -1);
    add_sum(row, &f->right, is_negated ? -1 : 1);
}

static bool with_rows(struct cases *c, size_t before, const struct pending *rest)
{
    bool excludes = rows_exclude(c) || no_marking(c, rest);
    c->rows.count = before;
    return excludes;
}

// A transition that can fire finds so many tokens. (That they are there does not say that it can fire.)
static bool no_marking_with(struct cases *c, const struct mcc_formula *f, const struct pending *rest)
{
    const struct state_equation *e = c->e;
    size_t before = c->rows.count;
    for (size_t i = 0; i < f->transition_count; i++) {
        for (size_t p = 0; p < e->places; p++) {
            int64_t need = e->needs[p * e->transitions + f->transitions[i]];
            if (need > 0)
                add_row(c, -need)->coefficients[p] = 1;
        }
        if (!with_rows(c, before, rest))
            return false;
    }
    return true;
}

static bool no_marking(struct cases *c, const struct pending *p)
{
    if (!p || c->is_over)
        return false; // all that is known of it was looked at, or as much as may be
    const struct mcc_formula *f = p->formula;
    size_t before = c->rows.count;
    switch (f->op) {
    case MCC_TRUE:
    case MCC_FALSE:
        return (f->op == MCC_TRUE) == p->is_negated || no_marking(c, p->next);
    case MCC_NOT:
        return no_marking(c, &(struct pending){f->operands[0], !p->is_negated, p->next});
    case MCC_AND:
    case MCC_OR: {
        bool is_and = (f->op == MCC_AND) != p->is_negated;
        struct pending second = {f->operands[1], p->is_negated, p->next};
        struct pending first = {f->operands[0], p->is_negated, is_and ? &second : p->next};
        return no_marking(c, &first) && (is_and || no_marking(c, &second));
    }
    case MCC_LE:
        add_comparison(c, f, p->is_negated);
        return with_rows(c, before, p->next);
    case MCC_FIREABLE:
        return p->is_negated ? no_marking(c, p->next) : no_marking_with(c, f, p->next);
    default: // a deadlock; nothing that could be used
        return no_marking(c, p->next);
    }
}

bool state_equation_excludes(struct state_equation *e, const struct mcc_formula *f, bool is_negated)
{
    struct cases c = {.e = e, .arena = {.mem = e->mem}};
    if (is_stopped(e))
        return false;
    e->left = MOST_SYSTEMS;
    bool excludes = no_marking(&c, &(struct pending){f, is_negated, NULL});
    array_free(e->mem, &c.rows);
    arena_free(&c.arena);
    return excludes;
}

int64_t state_equation_bound(struct state_equation *e, const struct mcc_sum *sum)
{
    struct constraint goal = {0, mem_zalloc(e->mem, (e->places + 1) * sizeof(int64_t))};
    struct tableau t;
    int64_t bound = STATE_EQUATION_NO_BOUND;
    add_sum(&goal, sum, 1);
    open_tableau(&t, e->places + 1, e->transitions + 1, e->mem);
    fill_places(e, &t);
    fill_row(e, &t, e->places, &goal);
    if (maximise(e, &t)) {
        mpz_t most;
        mpz_init(most);
        mpz_fdiv_q(most, mpq_numref(*entry(&t, e->places, 0)), mpq_denref(*entry(&t, e->places, 0)));
        if (mpz_fits_slong_p(most))
            bound = mpz_get_si(most);
        mpz_clear(most);
    }
    close_tableau(&t);
    mem_free(e->mem, goal.coefficients, (e->places + 1) * sizeof(int64_t));
    return bound;
}
