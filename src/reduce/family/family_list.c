// Conjunctions, disjunctions and counts that grow with the size, merged operand by operand.
//
// An operand that several members have is one operand, guarded by the sizes that have it: for conjunctions over all
// elements, by the marker of the element that it is about. What is left over differs from size to size, as do the
// inner ones of two quantifiers: an operand of one size goes together with that of the next size that it shares most
// with.
#include "reduce/family/family_merging.h"

#include <stdlib.h>

struct operand {
    expr expr;
    uint32_t member;
};

// What is one operand in some members. A chain of groups, by `next`, becomes one operand.
struct group {
    expr expr;
    size_t begin, end; // of its operands
    size_t members;    // that have it
    uint32_t first, last;
    size_t next; // SIZE_MAX: none
    bool follows;
};

struct lists {
    struct family *family;
    enum op op;
    bool *among; // members that there is an expression of
    size_t member_count;
    ARRAY(struct operand) operands;
    ARRAY(struct group) groups;
    bool has_twice; // a member has an operand twice
};

// ---- Operands and groups --------------------------------------------------------------------------------------------

enum { DEEPEST = 200 };

static void collect(struct lists *l, expr e, size_t member, unsigned depth)
{
    struct family *f = l->family;
    const struct expr_node *n = model_expr(f->model, e);
    value v;
    if (l->op != OP_COUNT && model_is_const(f->model, e, &v) && v == (l->op == OP_AND))
        return;
    if (n->op != l->op || depth > DEEPEST || (l->op == OP_COUNT && depth > 0)) {
        array_push(f->mem, &l->operands, ((struct operand){e, (uint32_t)member}));
        return;
    }
    for (size_t i = 0; i < n->count; i++)
        collect(l, model_expr(f->model, e)->args[i], member, depth + 1);
}

static int by_expr(const void *a, const void *b)
{
    const struct operand *x = a, *y = b;
    if (x->expr != y->expr)
        return x->expr < y->expr ? -1 : 1;
    return x->member < y->member ? -1 : x->member > y->member;
}

static void find_groups(struct lists *l)
{
    if (l->operands.count)
        qsort(l->operands.at, l->operands.count, sizeof *l->operands.at, by_expr);
    for (size_t i = 0; i < l->operands.count;) {
        const struct operand *o = &l->operands.at[i];
        struct group g = {.expr = o->expr, .begin = i, .first = o->member, .next = SIZE_MAX};
        for (; i < l->operands.count && l->operands.at[i].expr == g.expr; i++) {
            bool is_again = i > g.begin && l->operands.at[i - 1].member == l->operands.at[i].member;
            l->has_twice |= is_again;
            g.members += !is_again;
            g.last = l->operands.at[i].member;
        }
        g.end = i;
        array_push(l->family->mem, &l->groups, g);
    }
}

// ---- Chains ---------------------------------------------------------------------------------------------------------

static const struct expr_node *without_not(const struct model *m, expr e)
{
    const struct expr_node *n = model_expr(m, e);
    return n->op == OP_NOT ? model_expr(m, n->args[0]) : n;
}

static bool is_among(const struct expr_node *n, expr e)
{
    for (size_t i = 0; i < n->count; i++)
        if (n->args[i] == e)
            return true;
    return false;
}

// How much two operands share. Operands of lists are in order.
static size_t shared(const struct model *m, expr x, expr y)
{
    const struct expr_node *a = without_not(m, x), *b = without_not(m, y);
    size_t count = 0;
    if (is_among(b, x) || is_among(a, y))
        return 1;
    if (a->op != b->op)
        return 0;
    if (a->op != OP_AND && a->op != OP_OR) {
        for (size_t i = 0; i < a->count; i++)
            count += is_among(b, a->args[i]);
        return count;
    }
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        expr left = a->args[i], right = b->args[k];
        count += left == right;
        i += left <= right;
        k += right <= left;
    }
    return count;
}

static bool is_open_end(const struct lists *l, const struct group *g, size_t member)
{
    return g->last == member && g->next == SIZE_MAX && g->members < l->member_count;
}

static bool is_open_begin(const struct lists *l, const struct group *g, size_t member)
{
    return g->first == member && !g->follows && g->members < l->member_count;
}

static void link_groups(struct lists *l, size_t from, size_t to)
{
    l->groups.at[from].next = to;
    l->groups.at[to].follows = true;
}

static void link_alike(struct lists *l, const size_t *ends, size_t end_count, const size_t *begins, size_t begin_count)
{
    const struct model *m = l->family->model;
    for (size_t i = 0; i < end_count; i++) {
        size_t best = SIZE_MAX, most = 0;
        for (size_t k = 0; k < begin_count; k++) {
            size_t count = l->groups.at[begins[k]].follows
                               ? 0
                               : shared(m, l->groups.at[ends[i]].expr, l->groups.at[begins[k]].expr);
            if (count > most) {
                most = count;
                best = begins[k];
            }
        }
        if (best != SIZE_MAX)
            link_groups(l, ends[i], best);
    }
    bool is_pair = end_count == 1 && begin_count == 1 && !l->groups.at[begins[0]].follows;
    if (is_pair && without_not(m, l->groups.at[ends[0]].expr)->op == without_not(m, l->groups.at[begins[0]].expr)->op)
        link_groups(l, ends[0], begins[0]);
}

static void find_chains(struct lists *l)
{
    struct family *f = l->family;
    ARRAY(size_t) ends = {0}, begins = {0};
    for (size_t last = SIZE_MAX, i = 0; i < f->count; i++) {
        if (!l->among[i])
            continue;
        ends.count = begins.count = 0;
        for (size_t g = 0; g < l->groups.count && last != SIZE_MAX; g++) {
            if (is_open_end(l, &l->groups.at[g], last))
                array_push(f->mem, &ends, g);
            if (is_open_begin(l, &l->groups.at[g], i))
                array_push(f->mem, &begins, g);
        }
        if (ends.count && begins.count)
            link_alike(l, ends.at, ends.count, begins.at, begins.count);
        last = i;
    }
    array_free(f->mem, &ends);
    array_free(f->mem, &begins);
}

// ---- Making it ------------------------------------------------------------------------------------------------------

static expr merge_chain(struct lists *l, size_t head)
{
    struct family *f = l->family;
    struct model *m = f->model;
    bool *in = mem_zalloc(f->mem, f->count * sizeof *in);
    expr *tuple = mem_alloc(f->mem, f->count * sizeof *tuple);
    for (size_t i = 0; i < f->count; i++)
        tuple[i] = EXPR_NONE;
    for (size_t g = head; g != SIZE_MAX; g = l->groups.at[g].next) {
        for (size_t i = l->groups.at[g].begin; i < l->groups.at[g].end; i++) {
            tuple[l->operands.at[i].member] = l->groups.at[g].expr;
            in[l->operands.at[i].member] = true;
        }
    }
    expr it = fam_merge(f, tuple), here = fam_sizes(f, in, l->among, it);
    it = l->op == OP_AND ? model_implies(m, here, it) : model_and(m, here, it);
    mem_free(f->mem, in, f->count * sizeof *in);
    mem_free(f->mem, tuple, f->count * sizeof *tuple);
    return it;
}

static expr join(struct lists *l)
{
    struct family *f = l->family;
    ARRAY(expr) terms = {0};
    for (size_t g = 0; g < l->groups.count; g++)
        if (!l->groups.at[g].follows) {
            expr term = merge_chain(l, g);
            array_push(f->mem, &terms, term);
        }
    expr result = model_nary(f->model, l->op, terms.at, terms.count);
    array_free(f->mem, &terms);
    return result;
}

expr fam_merge_lists(struct family *f, enum op op, const expr *tuple)
{
    struct lists l = {.family = f, .op = op};
    l.among = mem_zalloc(f->mem, f->count * sizeof *l.among);
    for (size_t i = 0; i < f->count; i++) {
        l.among[i] = tuple[i] != EXPR_NONE;
        l.member_count += l.among[i];
        if (l.among[i])
            collect(&l, tuple[i], i, 0);
    }
    find_groups(&l);
    expr result;
    if (op == OP_COUNT && l.has_twice) { // which counts twice
        result = fam_by_size(f, tuple);
    } else {
        find_chains(&l);
        result = join(&l);
    }
    array_free(f->mem, &l.operands);
    array_free(f->mem, &l.groups);
    mem_free(f->mem, l.among, f->count * sizeof *l.among);
    return result;
}
