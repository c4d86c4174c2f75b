#include "check/universal.h"

#include "base/array.h"

enum { AS_IT_IS = 1, NEGATED = 2 };

struct visit {
    formula formula;
    unsigned way;
};

struct walk {
    struct mem *mem;
    unsigned char *seen; // by formula: in which ways
    ARRAY(struct visit) waiting;
};

static void visit(struct walk *w, formula f, unsigned ways)
{
    if (f == FORMULA_NONE)
        return;
    for (unsigned way = AS_IT_IS; way <= NEGATED; way++)
        if (ways & way & ~w->seen[f]) {
            w->seen[f] |= (unsigned char)way;
            array_push(w->mem, &w->waiting, ((struct visit){f, way}));
        }
}

static unsigned opposite(unsigned way)
{
    return AS_IT_IS + NEGATED - way;
}

static void visit_operands(struct walk *w, const struct formula_node *n, unsigned way)
{
    unsigned first = way;
    if (n->op == FORMULA_NOT || n->op == FORMULA_IMPLIES)
        first = opposite(way);
    if (n->op == FORMULA_XOR || n->op == FORMULA_IFF)
        first = way = AS_IT_IS | NEGATED;
    visit(w, n->args[0], first);
    visit(w, n->args[1], way);
}

static bool is_about_some_path(enum formula_op op, unsigned way)
{
    bool exists = (op >= FORMULA_EX && op <= FORMULA_EU) || op == FORMULA_E;
    return formula_op_is_quantified(op) && exists == (way == AS_IT_IS);
}

bool formula_is_universal(const struct model *m, formula f, struct mem *mem)
{
    struct walk w = {.mem = mem, .seen = mem_zalloc(mem, (size_t)f + 1)};
    bool universal = true;
    visit(&w, f, AS_IT_IS);
    while (w.waiting.count && universal) {
        struct visit v = array_pop(&w.waiting);
        const struct formula_node *n = model_formula(m, v.formula);
        universal = !is_about_some_path(n->op, v.way);
        if (n->op != FORMULA_ATOM)
            visit_operands(&w, n, v.way);
    }
    array_free(mem, &w.waiting);
    mem_free(mem, w.seen, (size_t)f + 1);
    return universal;
}
