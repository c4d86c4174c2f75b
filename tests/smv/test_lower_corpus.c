// Lowers every model of the corpus beside the repository, where there is one.
#include "lowered_text.h"

#include <dirent.h>

#define CORPUS "../shared/corpus/smv"

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), ending = strlen(end);
    return length >= ending && strcmp(text + length - ending, end) == 0;
}

static char *read_file(struct mem *mem, const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = mem_alloc(mem, *length + 1);
    assert_int_equal(fread(text, 1, *length, file), *length);
    fclose(file);
    return text;
}

// Whether the table of verdicts says that NuSMV rejects the file.
static bool is_rejected(const char *table, const char *name)
{
    const char *line = strstr(table, name);
    if (!line)
        return false;
    const char *end = strchr(line, '\n');
    const char *error = strstr(line, "\terror");
    return error && (!end || error < end);
}

static void lower_one(const char *name, bool rejected)
{
    struct mem mem = MEM_UNLIMITED;
    struct str path = {0}, out = {0};
    size_t length;
    str_add(&mem, &path, CORPUS "/%s", name);
    char *text = read_file(&mem, path.at, &length);
    struct lowering w;
    lowering_open(&w, text, length);
    if (!rejected) {
        diag_render(&w.diag, &out);
        if (w.diag.errors) // real models may have comparisons that are never true, which are warned of
            assert_string_equal(str_text(&out), "");
        assert_true(model_cell_count(smv_model(w.smv)) > 0);
    }
    str_free(&w.mem, &out); // which messages are rendered with
    lowering_close(&w);
    mem_free(&mem, text, length + 1);
    str_free(&mem, &path);
    assert_nothing_left(&mem);
}

static void every_model_has_a_meaning(void **state)
{
    UNUSED(state);
    DIR *folder = opendir(CORPUS);
    if (!folder) {
        print_message("skipped: there is no " CORPUS "\n");
        skip();
        return;
    }
    struct mem mem = MEM_UNLIMITED;
    size_t length, models = 0;
    char *table = read_file(&mem, CORPUS "/verdicts.tsv", &length);
    table[length] = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!ends_with(entry->d_name, ".smv"))
            continue;
        lower_one(entry->d_name, is_rejected(table, entry->d_name));
        models++;
    }
    closedir(folder);
    mem_free(&mem, table, length + 1);
    assert_nothing_left(&mem);
    assert_true(models > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_model_has_a_meaning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
