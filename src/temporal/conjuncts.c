#include "temporal/conjuncts.h"

#include "temporal/form.h"

void property_conjuncts(const struct model *m, const struct property *p, struct mem *mem, conjunct_list *out)
{
    conjunct_list waiting = {0};
    array_push(mem, &waiting, p->formula);
    while (waiting.count) {
        formula at = array_pop(&waiting);
        const struct formula_node *n = property_kind_is_temporal(p->kind) ? model_formula(m, at) : NULL;
        if (!n || n->op != FORMULA_AND) {
            array_push(mem, out, at);
            continue;
        }
        array_push(mem, &waiting, n->args[1]);
        array_push(mem, &waiting, n->args[0]);
    }
    array_free(mem, &waiting);
}

expr conjunct_condition(const struct model *m, const struct property *p, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    bool is_always =
        (p->kind == PROPERTY_CTL && n->op == FORMULA_AG) || (p->kind == PROPERTY_LTL && n->op == FORMULA_G);
    if (is_always && !n->bounded)
        n = model_formula(m, n->args[0]);
    else if (p->kind != PROPERTY_INVARIANT && p->kind != PROPERTY_RUNTIME_ERROR && p->kind != PROPERTY_DEADLOCK)
        return EXPR_NONE;
    const struct expr_node *e = n->op == FORMULA_ATOM ? model_expr(m, n->atom) : NULL;
    return e && (p->kind == PROPERTY_INVARIANT || (!e->has_next && !e->has_input)) ? n->atom : EXPR_NONE;
}
