// Terms as text. In each scope, which is the whole or the body of a quantifier, what occurs there more than once gets a
// name by `let`, in the order in which it was made: so arguments come first.
#include "smtlib/smt_term.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {
    [SMT_NOT] = "not",       [SMT_AND] = "and",       [SMT_OR] = "or",   [SMT_EQ] = "=",    [SMT_ITE] = "ite",
    [SMT_FORALL] = "forall", [SMT_EXISTS] = "exists", [SMT_LE] = "<=",   [SMT_LT] = "<",    [SMT_ADD] = "+",
    [SMT_SUB] = "-",         [SMT_MUL] = "*",         [SMT_DIV] = "div", [SMT_MOD] = "mod",
};

static void print_term(struct smt_printing *, smt_term);

static void print_name(struct smt_printing *p, smt_term variable)
{
    str_add(p->mem, p->out, "|%s!%" PRId64 "|", variable->name, variable->number);
}

void smt_print_variable(struct smt_printing *p, smt_term variable)
{
    str_add(p->mem, p->out, "(");
    print_name(p, variable);
    str_add(p->mem, p->out, " %s)", variable->sort->name);
}

// ---- Scopes ---------------------------------------------------------------------------------------------------------

typedef ARRAY(struct smt_term *) term_list;

static bool is_quantifier(smt_term term)
{
    return term->op == SMT_FORALL || term->op == SMT_EXISTS;
}

// What is as short as a name.
static bool is_short(smt_term term)
{
    return term->count == 0 ||
           ((term->op == SMT_LEAF || term->op == SMT_DEFINED) && term->count == 1 && term->args[0]->count == 0);
}

// Counts how often each node is used in the scope; those that deserve a name are listed.
static void count_uses(struct smt_printing *p, smt_term term, term_list *shared)
{
    struct smt_term *scratch = (struct smt_term *)term;
    if (is_short(term) || term->let)
        return;
    if (term->stamp != p->terms->stamp) {
        scratch->stamp = p->terms->stamp;
        scratch->refs = 0;
    }
    if (++scratch->refs == 2)
        array_push(p->mem, shared, scratch);
    if (scratch->refs > 1 || is_quantifier(term))
        return;
    for (uint32_t i = 0; i < term->count; i++)
        count_uses(p, term->args[i], shared);
}

static int by_age(const void *a, const void *b)
{
    uint32_t x = (*(struct smt_term *const *)a)->id, y = (*(struct smt_term *const *)b)->id;
    return (x > y) - (x < y);
}

static void print_plain(struct smt_printing *, smt_term);

static void print_scope(struct smt_printing *p, smt_term term)
{
    term_list shared = {0};
    p->terms->stamp++;
    count_uses(p, term, &shared);
    if (shared.count)
        qsort(shared.at, shared.count, sizeof *shared.at, by_age);
    for (size_t i = 0; i < shared.count; i++) {
        uint32_t name = ++p->lets; // what is inside has names of its own
        str_add(p->mem, p->out, "(let ((?%u ", name);
        print_plain(p, shared.at[i]);
        str_add(p->mem, p->out, ")) ");
        shared.at[i]->let = name;
    }
    print_term(p, term);
    for (size_t i = 0; i < shared.count; i++) {
        str_add(p->mem, p->out, ")");
        shared.at[i]->let = 0;
    }
    array_free(p->mem, &shared);
}

// ---- Terms ----------------------------------------------------------------------------------------------------------

static void print_args(struct smt_printing *p, smt_term term)
{
    for (uint32_t i = 0; i < term->count; i++) {
        str_add(p->mem, p->out, " ");
        print_term(p, term->args[i]);
    }
    str_add(p->mem, p->out, ")");
}

// A chain of `and` or `or` is one list, down to what has a name.
static void print_chain(struct smt_printing *p, smt_term term, enum smt_op op, bool is_top)
{
    if (term->op != op || (term->let && !is_top)) {
        str_add(p->mem, p->out, " ");
        print_term(p, term);
        return;
    }
    print_chain(p, term->args[0], op, false);
    print_chain(p, term->args[1], op, false);
}

static void print_quantifier(struct smt_printing *p, smt_term term)
{
    enum smt_op op = term->op;
    str_add(p->mem, p->out, "(%s (", words[op]);
    smt_print_variable(p, term->args[0]);
    for (term = term->args[1]; term->op == op && !term->let; term = term->args[1])
        smt_print_variable(p, term->args[0]);
    str_add(p->mem, p->out, ") ");
    print_scope(p, term);
    str_add(p->mem, p->out, ")");
}

static void print_number(struct smt_printing *p, int64_t number)
{
    if (number >= 0)
        str_add(p->mem, p->out, "%" PRId64, number);
    else
        str_add(p->mem, p->out, "(- %" PRIu64 ")", -(uint64_t)number);
}

static void print_leaf(struct smt_printing *p, smt_term term)
{
    str_add(p->mem, p->out, "%s%s", term->count ? "(" : "", p->leaf_name(p->context, term));
    if (term->count)
        print_args(p, term);
}

static void print_plain(struct smt_printing *p, smt_term term)
{
    switch (term->op) {
    case SMT_TRUE:
    case SMT_FALSE:
        str_add(p->mem, p->out, term->op == SMT_TRUE ? "true" : "false");
        break;
    case SMT_NUMBER:
        print_number(p, term->number);
        break;
    case SMT_MEMBER:
        str_add(p->mem, p->out, "%s", term->sort->members[term->number - term->sort->low]);
        break;
    case SMT_VAR:
        print_name(p, term);
        break;
    case SMT_LEAF:
    case SMT_DEFINED:
        print_leaf(p, term);
        break;
    case SMT_FORALL:
    case SMT_EXISTS:
        print_quantifier(p, term);
        break;
    case SMT_AND:
    case SMT_OR:
        str_add(p->mem, p->out, "(%s", words[term->op]);
        print_chain(p, term, term->op, true);
        str_add(p->mem, p->out, ")");
        break;
    case SMT_INJECT:
        str_add(p->mem, p->out, "(in!%d", term->args[0]->sort->inject_index);
        print_args(p, term);
        break;
    case SMT_PROJECT:
        str_add(p->mem, p->out, "(out!%d", term->sort->inject_index);
        print_args(p, term);
        break;
    case SMT_IS:
        str_add(p->mem, p->out, "((_ is in!%" PRId64 ")", term->number);
        print_args(p, term);
        break;
    case SMT_LE:
        if (term->args[0]->sort->kind == SMT_CLASS)
            str_add(p->mem, p->out, "(%.*s <=|", (int)strlen(term->args[0]->sort->name) - 1, term->args[0]->sort->name);
        else
            str_add(p->mem, p->out, "(<=");
        print_args(p, term);
        break;
    default:
        str_add(p->mem, p->out, "(%s", words[term->op]);
        print_args(p, term);
    }
}

static void print_term(struct smt_printing *p, smt_term term)
{
    if (term->let)
        str_add(p->mem, p->out, "?%u", term->let);
    else
        print_plain(p, term);
}

void smt_print(struct smt_printing *p, smt_term term)
{
    print_scope(p, term);
}
