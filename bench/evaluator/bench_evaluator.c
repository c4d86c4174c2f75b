// Measures the explicit-state engine on models of different shape: all reachable states with an invariant, compiled
// and, for a few seconds, by the evaluator. Prints a table and writes it to build/bench/evaluator.tsv.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "explicit/explicit.h"
#include "guarded_models.h"

#define RESULT_FILE "build/bench/evaluator.tsv"
#define EVALUATOR_SECONDS 5

struct row {
    const char *name;
    void (*make)(struct model *, int);
    int size;
};

static const struct row rows[] = {
    {"german", make_german, 4},
    {"german", make_german, 5},
    {"peterson", make_peterson, 5},
    {"peterson", make_peterson, 6},
    {"bakery", make_bakery, 3},
    {"bakery", make_bakery, 4},
    {"philosophers", make_philosophers, 8},
    {"philosophers", make_philosophers, 10},
};

static void measure(const struct row *row, bool uncompiled, struct explicit_statistics *s)
{
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    row->make(m, row->size);
    struct explicit_options options = {.uncompiled = uncompiled};
    if (uncompiled)
        options.deadline = clock_now() + EVALUATOR_SECONDS;
    struct explicit_engine *e = explicit_new(m, &options, &mem);
    struct result r;
    uint64_t count;
    struct cause cause = {0};
    explicit_check(e, 0, &r);
    if (!uncompiled && r.verdict != VERDICT_HOLDS)
        fprintf(stderr, "%s %d: the invariant does not hold\n", row->name, row->size);
    explicit_count_states(e, &count, &cause);
    explicit_get_statistics(e, s);
    explicit_free(e);
    model_free(m);
}

static void print_row(FILE *out, const char *format, const struct row *row, const struct explicit_statistics *fast,
                      const struct explicit_statistics *slow)
{
    fprintf(out, format, row->name, row->size, (unsigned long long)fast->states, (unsigned long long)fast->transitions,
            (unsigned long long)fast->depth, fast->seconds_searching, fast->states_per_second, slow->states_per_second,
            fast->states ? (double)fast->bytes_peak / (double)fast->states : 0);
    fflush(out);
}

int main(int argc, char **argv)
{
    const char *only = argc > 2 && !strcmp(argv[1], "--only") ? argv[2] : NULL;
    if (argc > 1 && !only) {
        printf("usage: bench-evaluator [--only NAME]\n");
        return strcmp(argv[1], "--help") ? 2 : 0;
    }
    mkdir("build", 0777); // if they cannot be made, opening the file tells
    mkdir("build/bench", 0777);
    FILE *file = fopen(RESULT_FILE, "w");
    if (!file) {
        perror(RESULT_FILE);
        return 2;
    }
    fprintf(file, "model\tsize\tstates\tsteps\tdepth\tseconds\tstates/s\tevaluator/s\tbytes/state\n");
    printf("%-13s %4s %11s %12s %6s %8s %12s %12s %12s\n", "model", "size", "states", "steps", "depth", "seconds",
           "states/s", "evaluator/s", "bytes/state");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct explicit_statistics fast, slow;
        if (only && strcmp(rows[i].name, only))
            continue;
        measure(&rows[i], false, &fast);
        measure(&rows[i], true, &slow);
        print_row(stdout, "%-13s %4d %11llu %12llu %6llu %8.2f %12.0f %12.0f %12.1f\n", &rows[i], &fast, &slow);
        print_row(file, "%s\t%d\t%llu\t%llu\t%llu\t%.3f\t%.0f\t%.0f\t%.1f\n", &rows[i], &fast, &slow);
    }
    return fclose(file) ? 2 : 0;
}
