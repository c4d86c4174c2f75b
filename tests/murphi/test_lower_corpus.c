// Lowers the small models of the corpus beside the repository, where there is one, and walks through their states:
// there are as many as rumur and CMurphi found, and something fails exactly if it does there. Where the two tools
// disagree, rumur is right.
#include "explore.h"

#define CORPUS "../shared/corpus/murphi"

enum { MOST_STATES = 5000 };
#define QUICK 0.1 // seconds that the faster of the two tools takes at the most

// Models that come out differently, with the reason.
static const char *const different[] = {
    "rumur/read-slice.m",   // it has no start state
    "rumur/uint64-model.m", // numbers of 64 bits: here they have 61 and a sign
};

// Models whose verdicts were taken without looking for deadlocks; they have some, as rumur says, too.
static const char *const deadlocked[] = {
    "cmurphi/others_dpnew.m",
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

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

#define IS_AMONG(name, names) is_among(name, names, sizeof(names) / sizeof *(names))

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static struct murphi_lower_options options_of(const char *flags, uint32_t *bound)
{
    struct murphi_lower_options options = {0};
    const char *at = strstr(flags, "'--bound', '");
    *bound = at ? (uint32_t)atoi(at + strlen("'--bound', '")) : 0;
    if (strstr(flags, "'--deadlock-detection', 'off'"))
        options.deadlock = MURPHI_DEADLOCK_OFF;
    if (strstr(flags, "'--deadlock-detection', 'stuck'"))
        options.deadlock = MURPHI_DEADLOCK_STUCK;
    return options;
}

static bool all_hold(struct exploration *x)
{
    for (size_t i = 0; i < model_property_count(x->model); i++)
        if (!explore_holds(x, model_property(x->model, i)))
            return false;
    return true;
}

enum outcome { SAME, TOO_LARGE, DIFFERENT };

static enum outcome judge(struct exploration *x, const char *name, bool passes, const char *states)
{
    bool good = all_hold(x);
    if (!x->is_complete && (good || passes))
        return passes && states[0] && atol(states) < MOST_STATES ? DIFFERENT : TOO_LARGE;
    if (good == passes && (!passes || !states[0] || x->count == (size_t)atol(states)))
        return SAME;
    print_message("%s: %zu states, %s; expected %s, %s\n", name, x->count, good ? "passes" : "fails",
                  states[0] ? states : "any", passes ? "passes" : "fails");
    return DIFFERENT;
}

static enum outcome check_model(const char *name, bool passes, const char *states, const char *flags)
{
    char path[512];
    size_t length;
    uint32_t bound;
    struct mem mem = MEM_UNLIMITED;
    snprintf(path, sizeof path, CORPUS "/%s", name);
    char *text = read_file(&mem, path, &length);
    assert_non_null(text);
    struct exploration x;
    struct murphi_lower_options options = options_of(flags, &bound);
    if (IS_AMONG(name, deadlocked))
        options.deadlock = MURPHI_DEADLOCK_OFF;
    explore_open(&x, text, length, &options, MOST_STATES, bound);
    enum outcome outcome = DIFFERENT;
    if (x.lowered)
        outcome = judge(&x, name, passes, states);
    else
        print_message("%s: refused\n", name);
    explore_close(&x);
    mem_free(&mem, text, length + 1);
    assert_nothing_left(&mem);
    return outcome;
}

// What is expected of a model: `pass` or something that begins with `fail`; or NULL if nothing is.
static const char *expected_verdict(const char *rumur, const char *cmurphi)
{
    if (starts_with(rumur, "pass") || starts_with(rumur, "fail"))
        return rumur;
    return strcmp(rumur, "rejected") == 0 && (starts_with(cmurphi, "pass") || starts_with(cmurphi, "fail")) ? cmurphi
                                                                                                            : NULL;
}

static void the_corpus_has_the_states_and_verdicts_of_rumur(void **state)
{
    UNUSED(state);
    size_t length, counts[3] = {0};
    struct mem mem = MEM_UNLIMITED;
    char *table = read_file(&mem, CORPUS "/verdicts.tsv", &length);
    if (!table) {
        print_message("skipped: there is no " CORPUS "\n");
        skip();
    }
    char *rest = table;
    strsep(&rest, "\n"); // what the columns are
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *columns[9] = {0};
        for (size_t i = 0; i < 9 && line; i++)
            columns[i] = strsep(&line, "\t");
        const char *verdict = columns[2] ? expected_verdict(columns[1], columns[2]) : NULL;
        if (!verdict || IS_AMONG(columns[0], different))
            continue;
        const char *states = columns[3] ? columns[3] : "", *flags = columns[8] ? columns[8] : "";
        if ((states[0] && atol(states) >= MOST_STATES) || (columns[7] && atof(columns[7]) >= QUICK))
            counts[TOO_LARGE]++;
        else
            counts[check_model(columns[0], starts_with(verdict, "pass"), states, flags)]++;
    }
    print_message("%zu models are the same, %zu are too large, %zu differ\n", counts[SAME], counts[TOO_LARGE],
                  counts[DIFFERENT]);
    mem_free(&mem, table, length + 1);
    assert_nothing_left(&mem);
    assert_int_equal(counts[DIFFERENT], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_corpus_has_the_states_and_verdicts_of_rumur),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
