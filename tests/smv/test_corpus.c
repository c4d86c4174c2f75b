// Reads every model of the corpus beside the repository, where there is one, and finds in it each formula for which
// NuSMV has given an answer, as NuSMV writes it.
#include "syntax.h"

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

// A line for each specification of the model.
static void list_formulas(struct syntax *s, struct str *out)
{
    str_add(&s->mem, out, "\n");
    for (const struct smv_module *m = s->tree.modules; m; m = m->next) {
        for (const struct smv_decl *decl = m->decls; decl; decl = decl->next) {
            if (decl->kind < SMV_SPEC || decl->kind > SMV_CTLSTARSPEC)
                continue;
            smv_print(&s->mem, out, decl->expr, SMV_PRINT_NUSMV);
            while (array_last(out) == ' ')
                out->count--;
            str_add(&s->mem, out, "\n");
        }
    }
}

// From `-- specification AG x IN y is true` or `-- the result of MIN [ a , b ]  is 3`, the formula.
static bool find_formula(char *line)
{
    static const char *const beginnings[] = {"-- specification ", "-- invariant ", "-- the result of "};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t length = strlen(beginnings[i]);
        if (strncmp(line, beginnings[i], length) != 0)
            continue;
        memmove(line, line + length, strlen(line + length) + 1);
        char *end = NULL;
        for (char *is = strstr(line, " is "); is; is = strstr(is + 1, " is "))
            end = is;
        assert_non_null(end);
        *end = 0;
        char *context = strstr(line, " IN ");
        if (context)
            *context = 0;
        for (size_t last = strlen(line); last && line[last - 1] == ' ';)
            line[--last] = 0;
        return true;
    }
    return false;
}

static size_t check_answers(struct syntax *s, const char *name)
{
    char path[512];
    size_t length, found = 0;
    snprintf(path, sizeof path, CORPUS "/answers/%.*s.txt", (int)(strlen(name) - 4), name);
    char *answers = read_file(&s->mem, path, &length);
    if (!answers)
        return 0;
    struct str formulas = {0}, wanted = {0};
    list_formulas(s, &formulas);
    for (char *line = strtok(answers, "\n"); line; line = strtok(NULL, "\n")) {
        if (!find_formula(line))
            continue;
        str_clear(&wanted);
        str_add(&s->mem, &wanted, "\n%s\n", line);
        if (!strstr(str_text(&formulas), wanted.at))
            fail_msg("%s: not found: %s", name, line);
        found++;
    }
    str_free(&s->mem, &formulas);
    str_free(&s->mem, &wanted);
    mem_free(&s->mem, answers, length + 1);
    return found;
}

static size_t check_model(const char *name)
{
    char path[512];
    size_t length;
    struct mem mem = MEM_UNLIMITED;
    snprintf(path, sizeof path, CORPUS "/%s", name);
    char *text = read_file(&mem, path, &length);
    assert_non_null(text);
    struct syntax s;
    syntax_open(&s, text, length);
    if (s.diag.messages.count)
        fail_msg("%s: %s", name, s.diag.messages.at[0].text);
    size_t found = check_answers(&s, name);
    syntax_close(&s);
    mem_free(&mem, text, length + 1);
    return found;
}

static void every_model_is_read_and_every_answer_found(void **state)
{
    UNUSED(state);
    DIR *folder = opendir(CORPUS);
    if (!folder) {
        print_message("skipped: there is no " CORPUS "\n");
        skip();
    }
    size_t models = 0, answers = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!ends_with(entry->d_name, ".smv"))
            continue;
        models++;
        answers += check_model(entry->d_name);
    }
    closedir(folder);
    print_message("%zu models, %zu answers\n", models, answers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_is_read_and_every_answer_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
