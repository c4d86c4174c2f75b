// Reading can be given up at any moment: the answer is no, and nothing is left behind.
#include "../unit.h"

#include "base/str.h"
#include "smv/smv.h"

static void write_model(struct mem *mem, struct str *text)
{
    str_add(mem, text,
            "MODULE cell(left)\nVAR s : {idle, wait, busy}; n : 0..99; b : array 0..3 of boolean;\n"
            "ASSIGN init(s) := idle; next(s) := case s = idle & left.s = busy : {wait, idle}; "
            "s = wait : busy; TRUE : idle; esac; next(n) := case n < 99 : n + 1; TRUE : 0; esac;\n"
            "DEFINE d := n + left.n; INVARSPEC d < 300; CTLSPEC AG (s = wait -> AF s = busy)\n"
            "LTLSPEC G (s = busy -> X s = idle)\nMODULE main\nVAR\n");
    for (int i = 0; i < 12; i++)
        str_add(mem, text, "  c%d : cell(c%d);\n", i, (i + 1) % 12);
    str_add(mem, text, "PSLSPEC always (c0.s = busy -> next c0.s = idle);\nJUSTICE c0.s = idle;\n");
}

static bool lasts(void *context, const char *phase)
{
    size_t *left = context;
    assert_non_null(phase);
    return *left > 0 && (*left)--;
}

static bool make(const struct source *source, size_t patience)
{
    struct mem mem = MEM_UNLIMITED;
    struct diag diag;
    diag_open(&diag, &mem);
    diag.goes_on = lasts;
    diag.context = &patience;
    struct smv *smv = smv_read(source, &mem, &diag);
    bool good = smv;
    assert_int_equal(good, !diag.is_stopped);
    assert_int_equal(diag.errors > 0, diag.is_stopped);
    assert_int_equal(diag.messages.count, 0);
    smv_free(smv);
    diag_close(&diag);
    assert_nothing_left(&mem);
    return good;
}

static void at_any_moment(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    write_model(&mem, &text);
    struct source source = {"m.smv", text.at, text.count};
    size_t patience = 0;
    while (!make(&source, patience) && patience < 100000)
        patience++;
    assert_true(patience > 5 && patience < 100000);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

// One declaration may make a million variables.
static void while_an_array_is_made(void **state)
{
    UNUSED(state);
    static const char text[] = "MODULE main VAR a : array 0..99 of array 0..99 of boolean; INVARSPEC a[0][0];";
    struct source source = {"m.smv", text, sizeof text - 1};
    size_t patience = 0;
    while (!make(&source, patience) && patience < 100000)
        patience++;
    assert_true(patience > 10000 / 32 && patience < 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_any_moment), cmocka_unit_test(while_an_array_is_made)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
