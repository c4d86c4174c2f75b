// Conditions from the command line. In SMV they are read when the model is there. Those of a Murphi model were read
// with it, as invariants, and are the last of its properties.
#include "run/input.h"

#include <string.h>

// A formula without time as one condition.
static bool condition_of(struct model *m, formula f, expr *condition)
{
    const struct formula_node *n = model_formula(m, f);
    expr a, b = EXPR_NONE;
    if (n->op == FORMULA_ATOM) {
        *condition = n->atom;
        return true;
    }
    if (n->op > FORMULA_IFF || !condition_of(m, n->args[0], &a) ||
        (n->op != FORMULA_NOT && !condition_of(m, n->args[1], &b)))
        return false;
    switch (n->op) {
    case FORMULA_NOT:
        *condition = model_not(m, a);
        break;
    case FORMULA_AND:
        *condition = model_and(m, a, b);
        break;
    case FORMULA_OR:
        *condition = model_or(m, a, b);
        break;
    case FORMULA_XOR:
        *condition = model_xor(m, a, b);
        break;
    case FORMULA_IMPLIES:
        *condition = model_implies(m, a, b);
        break;
    default:
        *condition = model_iff(m, a, b);
        break;
    }
    return true;
}

static bool read_smv(struct run *run, struct input *input, const char *option, const char *text, expr *condition)
{
    struct source *source = mem_alloc(&run->mem, sizeof *source);
    struct diag diag;
    *source = (struct source){option, text, strlen(text)};
    array_push(&run->mem, &input->formulas, source);
    diag_open(&diag, &run->mem);
    bool good = smv_read_condition(input->smv, source, condition, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    return good;
}

static bool read_murphi(struct run *run, struct input *input, const char *option, size_t property, expr *condition)
{
    if (condition_of(input->model, model_property(input->model, property)->formula, condition))
        return true;
    log_error(&run->log, "%s takes a condition on states, without operators of time", option);
    return false;
}

bool input_read_conditions(struct run *run, struct input *input, const char *option, condition_array *out,
                           size_t *properties)
{
    const struct job *o = input->job;
    bool of_start = strcmp(option, "--start") == 0;
    const struct option_list *list = of_start ? &o->starts : &o->constraints;
    // Murphi: first those of --constraint, then those of --start.
    size_t last = model_property_count(input->model) - (of_start ? 0 : o->starts.count);
    size_t first = last - (input->smv ? 0 : list->count);
    for (size_t i = 0; i < list->count; i++) {
        expr condition;
        if (input->smv ? !read_smv(run, input, option, list->at[i], &condition)
                       : !read_murphi(run, input, option, first + i, &condition))
            return false;
        array_push(&run->mem, out, condition);
    }
    *properties = !input->smv && first < *properties ? first : *properties;
    return true;
}
