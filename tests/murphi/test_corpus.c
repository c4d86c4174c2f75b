// Reads every model of the corpus beside the repository, where there is one. A model that rumur or CMurphi accepts is
// accepted, and one that both refuse is refused; but for those that are named here.
#include "murphi_text.h"

#define CORPUS "../shared/corpus/murphi"

// Models that are refused all the same, with the reason.
static const char *const refused[] = {
    "rumur/uint64-model.m", // numbers of 64 bits: here they have 61 and a sign
    "rumur/read-slice.m",   // it has no start state
};

static char *read_file(struct mem *mem, const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = mem_alloc(mem, *length + 1);
    assert_int_equal(fread(text, 1, *length, file), *length);
    text[*length] = 0;
    fclose(file);
    return text;
}

static bool is_refused(const char *name)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(refused[i], name) == 0)
            return true;
    return false;
}

// Verdicts other than `rejected` and a compiler that fails on generated code.
static bool is_acceptance(const char *verdict)
{
    return strcmp(verdict, "rejected") != 0 && strncmp(verdict, "CCFAIL", 6) != 0;
}

static void check_model(const char *name, bool expected)
{
    char path[512];
    size_t length;
    struct mem mem = MEM_UNLIMITED;
    snprintf(path, sizeof path, CORPUS "/%s", name);
    char *text = read_file(&mem, path, &length);
    assert_non_null(text);
    struct reading r;
    struct str said = {0};
    reading_open(&r, text, length, NULL, 0);
    reading_messages(&r.diag, &r.mem, &said);
    if (r.good != expected)
        fail_msg("%s: %s", name, r.good ? "accepted" : str_text(&said));
    reading_dump(&r.tree, &r.mem, &said);
    str_free(&r.mem, &said);
    reading_close(&r);
    mem_free(&mem, text, length + 1);
    assert_nothing_left(&mem);
}

static void the_corpus_is_read_as_by_rumur_or_cmurphi(void **state)
{
    UNUSED(state);
    size_t length, accepted = 0, rejected = 0;
    struct mem mem = MEM_UNLIMITED;
    char *table = read_file(&mem, CORPUS "/verdicts.tsv", &length);
    if (!table) {
        print_message("skipped: there is no " CORPUS "\n");
        skip();
    }
    char *rest = table;
    strsep(&rest, "\n"); // what the columns are
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *name = strsep(&line, "\t"), *rumur = strsep(&line, "\t"), *cmurphi = strsep(&line, "\t");
        if (!cmurphi)
            continue;
        bool good = (is_acceptance(rumur) || is_acceptance(cmurphi)) && !is_refused(name);
        check_model(name, good);
        accepted += good;
        rejected += !good;
    }
    print_message("%zu models accepted, %zu refused\n", accepted, rejected);
    mem_free(&mem, table, length + 1);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_corpus_is_read_as_by_rumur_or_cmurphi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
