#include "linear_case.h"

void case_show(const struct linear_case *c)
{
    print_error("to repeat: COSET_SEED=%llu (reachable %d, reorder %d)\n%s\n", (unsigned long long)c->seed,
                (int)c->options.reachable, c->options.reorder, str_text(&c->text));
    print_error("%s\n", c->property ? c->property : "");
}

uint64_t case_first_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

void case_begin(struct linear_case *c, uint64_t seed, bool large)
{
    static const enum check_reachable ways[] = {CHECK_REACHABLE_AUTO, CHECK_REACHABLE_OFF, CHECK_REACHABLE_ON};
    *c = (struct linear_case){.seed = seed, .mem = MEM_UNLIMITED};
    maker_open(&c->maker, seed, &c->mem, &c->text);
    c->options.reachable = ways[maker_roll(&c->maker, 3)];
    c->options.reorder = maker_roll(&c->maker, 2);
    c->options.traces = true;
    if (large)
        maker_put_large_model(&c->maker);
    else
        maker_put_model(&c->maker);
}

void case_read(struct linear_case *c)
{
    const char *message = "";
    c->source = (struct source){"random.smv", c->text.at, c->text.count};
    diag_open(&c->diag, &c->mem);
    c->smv = smv_read(&c->source, &c->mem, &c->diag);
    for (size_t i = 0; i < c->diag.messages.count; i++)
        if (c->diag.messages.at[i].level == DIAG_ERROR)
            message = c->diag.messages.at[i].text;
    REQUIRE(c->smv, c, "not read: %s", message);
    c->model = smv_model(c->smv);
}

void case_end(struct linear_case *c)
{
    smv_free(c->smv);
    diag_close(&c->diag);
    str_free(&c->mem, &c->text);
    assert_nothing_left(&c->mem);
}

// ---- Walks ----------------------------------------------------------------------------------------------------------

static void add_state(struct lasso_graph *g, const struct lasso_step *step, struct trace *trace)
{
    value *state = trace_push(trace, g->mem, &g->x->values.at[step->from * g->x->cells]);
    for (size_t c = 0; c < g->x->cells; c++)
        if (model_cell(g->x->model, (cell_id)c)->role == CELL_INPUT)
            state[c] = g->x->input.at[step->input].at[c];
}

bool case_wander(struct linear_case *c, struct lasso_graph *g, struct trace *trace, lasso_steps *steps)
{
    struct linear_maker *k = &c->maker;
    uint32_t s = g->x->initial.count ? g->x->initial.at[(size_t)maker_roll(k, (int)g->x->initial.count)] : 0;
    for (size_t least = 1 + (size_t)maker_roll(k, 6); g->x->initial.count && steps->count < 20;) {
        int ways = (int)(g->first.at[s + 1] - g->first.at[s]);
        if (ways == 0)
            return false;
        uint32_t step = (uint32_t)g->first.at[s] + (uint32_t)maker_roll(k, ways);
        array_push(g->mem, steps, step);
        add_state(g, &g->steps.at[step], trace);
        s = g->steps.at[step].to;
        for (size_t i = 0; i < steps->count && steps->count >= least; i++)
            if (g->steps.at[steps->at[i]].from == s) {
                trace->loop = i;
                return true;
            }
    }
    return false;
}
