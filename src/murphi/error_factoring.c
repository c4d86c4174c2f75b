// Whether something goes wrong in a run: one of many run-time errors, each with the conditions of the path that leads
// there. The path is a stack, so that run-time errors that come one after the other share most of them. What is shared
// is asked once, and first: a & b | a & c becomes a & (b | c). So who evaluates it looks only at the run-time errors of
// the branches that are taken.
#include <stdlib.h>

#include "murphi/lowering.h"

#define MOST_TERMS 20000 // beyond which disjunctions are left as they are

// A conjunction; its operands are sorted.
struct term {
    expr *operands;
    size_t count;
};

struct factoring {
    struct executor *x;
    ARRAY(expr) conditions; // disjuncts
    ARRAY(expr) operands;   // of all terms
    ARRAY(struct term) terms;
};

static int by_number(const void *a, const void *b)
{
    expr left = *(const expr *)a, right = *(const expr *)b;
    return (left > right) - (left < right);
}

static bool has_operand(const struct term *term, expr operand)
{
    return bsearch(&operand, term->operands, term->count, sizeof operand, by_number) != NULL;
}

// How many terms in a row, from the first on, have an operand of the first in common, and which. The oldest is best.
static size_t longest_run(const struct term *terms, size_t count, expr *common)
{
    size_t longest = 1;
    for (size_t i = 0; i < terms[0].count && longest < count; i++) {
        size_t run = 1;
        while (run < count && has_operand(&terms[run], terms[0].operands[i]))
            run++;
        if (run > longest) {
            longest = run;
            *common = terms[0].operands[i];
        }
    }
    return longest;
}

static void take_out(struct term *term, expr operand)
{
    size_t kept = 0;
    for (size_t i = 0; i < term->count; i++)
        if (term->operands[i] != operand)
            term->operands[kept++] = term->operands[i];
    term->count = kept;
}

static expr join(struct factoring *f, struct term *terms, size_t count)
{
    struct executor *x = f->x;
    size_t first = x->terms.count;
    for (size_t i = 0, run; i < count; i += run) {
        expr common = EXPR_NONE, joined;
        run = longest_run(terms + i, count - i, &common);
        if (run > 1) {
            for (size_t k = 0; k < run; k++)
                take_out(&terms[i + k], common);
            joined = model_and(x->model, common, join(f, terms + i, run));
        } else {
            joined = model_nary(x->model, OP_AND, terms[i].operands, terms[i].count);
        }
        array_push(x->mem, &x->terms, joined);
    }
    expr any = model_nary(x->model, OP_OR, x->terms.at + first, x->terms.count - first);
    x->terms.count = first;
    return any;
}

// The disjuncts of the run-time error conditions, in the order in which they were made.
static void find_conditions(struct factoring *f, const struct error_record *errors, size_t count)
{
    struct executor *x = f->x;
    size_t first = x->terms.count;
    for (size_t i = 0; i < count; i++)
        array_push(x->mem, &x->terms, errors[i].condition);
    while (x->terms.count > first) {
        expr e = array_pop(&x->terms);
        const struct expr_node *n = model_expr(x->model, e);
        bool is_taken_apart = n->op == OP_OR && f->conditions.count + x->terms.count < MOST_TERMS;
        for (size_t i = 0; i < n->count && is_taken_apart; i++)
            array_push(x->mem, &x->terms, n->args[i]);
        if (!is_taken_apart)
            array_push(x->mem, &f->conditions, e);
    }
    if (f->conditions.count)
        qsort(f->conditions.at, f->conditions.count, sizeof *f->conditions.at, by_number);
}

static void add_term(struct factoring *f, expr condition)
{
    const struct expr_node *n = model_expr(f->x->model, condition);
    bool is_conjunction = n->op == OP_AND;
    struct term term = {f->operands.at + f->operands.count, is_conjunction ? n->count : 1};
    for (size_t i = 0; i < term.count; i++)
        array_push(f->x->mem, &f->operands, is_conjunction ? n->args[i] : condition);
    array_push(f->x->mem, &f->terms, term);
}

expr mu_any_error(struct executor *x, const struct error_record *errors, size_t count)
{
    struct factoring f = {.x = x};
    size_t operands = 0;
    find_conditions(&f, errors, count);
    for (size_t i = 0; i < f.conditions.count; i++)
        operands += model_expr(x->model, f.conditions.at[i])->count + 1;
    array_reserve(x->mem, &f.operands, operands); // terms point into it
    for (size_t i = 0; i < f.conditions.count; i++)
        add_term(&f, f.conditions.at[i]);
    expr any = join(&f, f.terms.at, f.terms.count);
    array_free(x->mem, &f.conditions);
    array_free(x->mem, &f.operands);
    array_free(x->mem, &f.terms);
    return any;
}
