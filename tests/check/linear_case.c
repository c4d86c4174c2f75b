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
