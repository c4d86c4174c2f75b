#include "light.h"

static void add_property(struct light *l, enum property_kind kind, const char *name, const char *text,
                         const char *context, formula f)
{
    struct property p = {.kind = kind, .name = name, .text = text, .context = context, .formula = f};
    p.from = p.to = model_true(l->model);
    model_add_property(l->model, &p);
}

void light_open(struct light *l)
{
    *l = (struct light){.mem = MEM_UNLIMITED};
    struct model *m = l->model = model_new(&l->mem);
    l->red = model_symbol(m, "red");
    l->green = model_symbol(m, "green");
    type_id colours = model_enum(m, (value[]){l->red, l->green}, 2);
    model_add_cell(m, "colour", colours, CELL_STATE);
    model_add_cell(m, "timer", model_integer(m, -1, 3), CELL_STATE);
    model_add_cell(m, "lamps", model_word(m, 4, false), CELL_FROZEN);
    model_add_cell(m, "button", model_boolean(m), CELL_INPUT);
    model_add_action(m, "any");

    expr timer = model_cell_expr(m, TIMER);
    model_add_definition(m, "late", model_binary(m, OP_LT, model_int(m, 1), timer));
    model_add_definition(m, "share", model_binary(m, OP_DIV, model_int(m, 6), timer));
    model_add_definition(m, "ticks", model_binary(m, OP_EQ, model_next_expr(m, TIMER), timer));

    expr is_red = model_binary(m, OP_EQ, model_cell_expr(m, COLOUR), model_const(m, colours, l->red));
    formula red = model_atom(m, is_red);
    formula pressed = model_atom(m, model_cell_expr(m, BUTTON));
    formula always = model_formula_make(m, FORMULA_AG, red, FORMULA_NONE);
    add_property(l, PROPERTY_CTL, NULL, "AG colour = red", "", always);
    add_property(l, PROPERTY_LTL, "calm", " G button ", "", model_formula_make(m, FORMULA_G, pressed, FORMULA_NONE));
    add_property(l, PROPERTY_INVARIANT, NULL, "colour = red", "crossing.light", red);
    add_property(l, PROPERTY_MIN, NULL, "MIN [ colour = red , late ] ", "", FORMULA_NONE);
    add_property(l, PROPERTY_CTL, NULL, "AF colour = green", "", always);
    for (size_t i = 0; i < PROPERTIES; i++)
        l->results[i] = (struct result){.property = i, .verdict = VERDICT_HOLDS};
    l->results[STEPS].has_value = true;
    l->results[STEPS].value = 2;
    l->results[UNDECIDED].verdict = VERDICT_UNDECIDED;
    l->results[UNDECIDED].cause = cause_of(CAUSE_OUT_OF_TIME);
}

void light_give_trace(struct light *l, size_t property, bool loop)
{
    const value states[][CELLS] = {{l->red, 0, 9, 1}, {l->red, 2, 9, 1}, {l->green, 2, 9, 0}};
    struct result *result = &l->results[property];
    result->verdict = VERDICT_FAILS;
    result->has_trace = true;
    trace_open(&result->trace, l->model);
    for (size_t i = 0; i < 3; i++)
        trace_push(&result->trace, &l->mem, states[i]);
    result->trace.loop = loop ? 1 : TRACE_NO_LOOP;
}

void light_close(struct light *l)
{
    for (size_t i = 0; i < PROPERTIES; i++)
        if (l->results[i].has_trace)
            trace_close(&l->results[i].trace, &l->mem);
    model_free(l->model);
    assert_nothing_left(&l->mem);
}
