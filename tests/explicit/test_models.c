// The models of the SMV tests, those that have few states: counts, verdicts and traces, against the slow judge.
#include "../unit.h"

#include <dirent.h>

#include "../check/slow_judge.h"
#include "base/diag.h"
#include "explicit/explicit.h"
#include "smv/smv.h"

#define FOLDER "tests/models/smv"
#define MOST_STATES 3000

static char *read_file(struct mem *mem, const char *name, size_t *length)
{
    char path[300];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = mem_alloc(mem, *length + 1);
    assert_int_equal(fread(text, 1, *length, file), *length);
    text[*length] = 0;
    fclose(file);
    return text;
}

static bool has_few_inputs(const struct model *m)
{
    uint64_t ways = 1;
    for (cell_id c = 0; c < model_cell_count(m) && ways < 1000; c++)
        if (model_cell(m, c)->role == CELL_INPUT)
            ways *= type_size(model_type(m, model_cell(m, c)->type));
    return ways < 1000;
}

static void check_property(struct explicit_engine *e, struct explicit_graph *x, size_t i, const char *name)
{
    const struct property *p = model_property(x->model, i);
    struct result r;
    explicit_check(e, i, &r);
    bool is_judged = p->kind != PROPERTY_LTL && p->kind != PROPERTY_CTLSTAR; // these have a judge of their own
    if (is_judged && r.verdict != VERDICT_UNDECIDED && (r.verdict == VERDICT_HOLDS) != explicit_holds(x, p))
        fail_msg("%s: %s", name, p->text);
    if (!r.has_trace)
        return;
    struct str error = {0};
    if (!trace_replay(&r.trace, x->mem, &error) || !trace_shows_failure(&r.trace, p, x->mem, &error))
        fail_msg("%s: %s: %s", name, p->text, str_text(&error));
    str_free(x->mem, &error);
    trace_close(&r.trace, x->mem);
}

static void check_model(struct model *m, struct mem *mem, const char *name, size_t *checked)
{
    struct explicit_graph x;
    explicit_open(&x, m, MOST_STATES, mem);
    if (!x.too_large) {
        struct explicit_options options = {.traces = true};
        struct explicit_engine *e = explicit_new(m, &options, mem);
        explicit_set_threads(e, 1 + *checked % 4);
        uint64_t count;
        struct cause cause = {0};
        assert_true(explicit_count_states(e, &count, &cause));
        if (count != x.count)
            fail_msg("%s has %zu states, not %llu", name, x.count, (unsigned long long)count);
        for (size_t i = 0; i < model_property_count(m); i++)
            check_property(e, &x, i, name);
        explicit_free(e);
        ++*checked;
    }
    explicit_close(&x);
}

static void small_models_have_the_states_and_verdicts_of_the_slow_judge(void **state)
{
    UNUSED(state);
    DIR *folder = opendir(FOLDER);
    size_t checked = 0;
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".smv"))
            continue;
        struct mem mem = MEM_UNLIMITED;
        size_t length;
        char *text = read_file(&mem, entry->d_name, &length);
        struct source source = {entry->d_name, text, length};
        struct diag diag;
        diag_open(&diag, &mem);
        struct smv *smv = smv_read(&source, &mem, &diag);
        if (smv && has_few_inputs(smv_model(smv)))
            check_model(smv_model(smv), &mem, entry->d_name, &checked);
        smv_free(smv);
        diag_close(&diag);
        mem_free(&mem, text, length + 1);
        assert_nothing_left(&mem);
    }
    closedir(folder);
    print_message("%zu models\n", checked);
    assert_true(checked > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_models_have_the_states_and_verdicts_of_the_slow_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
