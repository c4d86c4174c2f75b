// Whether every state has a step, as total.h sees it, against the pre-image of all states: random models of all kinds,
// many of which have deadlocks. What is said to be total must be; and most of what is must be seen.
#include "../cases.h"
#include "../unit.h"
#include "base/diag.h"
#include "check/system.h"
#include "random_model.h"
#include "smv/smv.h"

#define CASES cases_for(3000, 150, 150)

struct tally {
    int total, seen, not_total;
};

// All states that have a step, by images alone.
static bdd with_step(struct system *s)
{
    bdd all = BDD_FALSE;
    for (size_t i = 0; i < s->relations.count; i++) {
        const struct relation_group *g = relations_enter(&s->relations, i);
        for (size_t k = 0; k < g->count; k++)
            all = bdd_or(s->m, all, partition_pre(g->at[k], BDD_TRUE, BDD_TRUE));
    }
    return all;
}

static void check_model(struct model *model, struct mem *mem, struct tally *tally, const char *text)
{
    bdd_manager *m = bdd_manager_new(&(struct bdd_config){.mem = mem});
    cell_id *order = mem_alloc(mem, (model_cell_count(model) + 1) * sizeof *order);
    for (cell_id cell = 0; cell < model_cell_count(model); cell++)
        order[cell] = cell;
    struct encoding *encoding = encoding_new(model, m, order, mem);
    struct system *s = system_new(encoding, NULL, mem);
    assert_non_null(s);
    bdd_scope scope = bdd_open_scope(m);
    bool total = bdd_minus(m, s->space, with_step(s)) == BDD_FALSE;
    if (s->relations.is_total && !total)
        print_message("%s\n", text);
    assert_true(total || !s->relations.is_total);
    assert_int_equal(system_dead_ends(s, s->space) == BDD_FALSE, total);
    tally->total += total;
    tally->seen += s->relations.is_total;
    tally->not_total += !total;
    bdd_close_scope(m, scope);
    system_free(s);
    encoding_free(encoding);
    mem_free(mem, order, (model_cell_count(model) + 1) * sizeof *order);
    bdd_manager_free(m);
}

static void what_is_said_to_be_total_is(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    for (int seed = 1; seed <= CASES; seed++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        struct random_maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &mem, .out = &text, .states = 1};
        random_put_model(&k);
        struct source source = {"random.smv", text.at, text.count};
        struct diag diag;
        diag_open(&diag, &mem);
        struct smv *smv = smv_read(&source, &mem, &diag);
        assert_non_null(smv);
        check_model(smv_model(smv), &mem, &tally, str_text(&text));
        smv_free(smv);
        diag_close(&diag);
        str_free(&mem, &text);
        assert_nothing_left(&mem);
    }
    print_message("%d total, %d seen to be; %d not\n", tally.total, tally.seen, tally.not_total);
    assert_true(tally.not_total > CASES / 10);
    assert_true(tally.seen > tally.total / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_to_be_total_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
