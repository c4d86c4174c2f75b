// Measures our decision-diagram engine against BuDDy, on the same work.
//
// Each row is run on each engine in a process of its own, one after the other and never two at a time. A row counts
// only if both engines came to the same answer, which is also compared with what is known about it. Seconds are
// processor time of the process, from before the manager is made until the work is done; short rows are run several
// times and the best is taken. Peak bytes are what the process had resident at most, less what a process that does
// nothing has.
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

#define RESULT_FILE "build/bench/bdd.tsv"
#define SECONDS_ALLOWED 300

// ---- Rows -----------------------------------------------------------------------------------------------------------

static uint64_t queens_count(int n)
{
    static const uint64_t known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200};
    return known[n];
}

// A fork lies on the table, or is held by the philosopher on its right or on its left; who holds none may be hungry or
// not. So the states are the closed walks of length n over the three fork positions, weighted by the second fact.
static uint64_t philosophers_count(int n)
{
    enum { TABLE, RIGHT, LEFT, POSITIONS };
    uint64_t total = 0;
    for (int first = 0; first < POSITIONS; first++) {
        uint64_t walks[POSITIONS] = {0};
        walks[first] = 1;
        for (int i = 0; i < n; i++) {
            uint64_t longer[POSITIONS] = {0};
            for (int from = 0; from < POSITIONS; from++)
                for (int to = 0; to < POSITIONS; to++) {
                    bool holds_none = from != RIGHT && to != LEFT;
                    longer[to] = mod_add(longer[to], mod_mul(walks[from], holds_none ? 2 : 1));
                }
            memcpy(walks, longer, sizeof walks);
        }
        total = mod_add(total, walks[first]);
    }
    return total;
}

// One station has the token and is idle, waiting or inside; the others are idle or waiting.
static uint64_t ring_count(int n)
{
    return mod_mul(3 * (uint64_t)n, mod_pow(2, (uint64_t)n - 1));
}

struct row {
    const char *name;
    struct job job;
    uint64_t (*count)(int size); // the number of models, modulo FINGERPRINT_PRIME, if it is known
};

// The last two numbers of a job are the settings with which BuDDy was fastest on it (--tune shows some others).
static const struct row rows[] = {
    {"queens 8", {WORK_QUEENS, 8, 1 << 15, 16}, queens_count},
    {"queens 9", {WORK_QUEENS, 9, 1 << 16, 16}, queens_count},
    {"queens 10", {WORK_QUEENS, 10, 1 << 17, 16}, queens_count},
    {"queens 11", {WORK_QUEENS, 11, 1 << 20, 16}, queens_count},
    {"philosophers 100", {WORK_PHILOSOPHERS, 100, 1 << 15, 32}, philosophers_count},
    {"philosophers 200", {WORK_PHILOSOPHERS, 200, 1 << 16, 32}, philosophers_count},
    {"philosophers 400", {WORK_PHILOSOPHERS, 400, 1 << 17, 32}, philosophers_count},
    {"philosophers 800", {WORK_PHILOSOPHERS, 800, 1 << 18, 32}, philosophers_count},
    {"ring 30", {WORK_RING, 30, 1 << 18, 8}, ring_count},
    {"ring 40", {WORK_RING, 40, 1 << 18, 4}, ring_count},
    {"ring 50", {WORK_RING, 50, 1 << 21, 8}, ring_count},
    {"ring 60", {WORK_RING, 60, 1 << 22, 4}, ring_count},
    {"multiplier 12", {WORK_MULTIPLIER, 12, 1 << 16, 32}, NULL},
    {"multiplier 13", {WORK_MULTIPLIER, 13, 1 << 16, 32}, NULL},
    {"multiplier 14", {WORK_MULTIPLIER, 14, 1 << 14, 16}, NULL},
    {"hidden weighted bit 36", {WORK_HIDDEN_BIT, 36, 1 << 19, 4}, NULL},
    {"hidden weighted bit 40", {WORK_HIDDEN_BIT, 40, 1 << 22, 4}, NULL},
    {"and-exists 200", {WORK_AND_EXISTS, 50, 1 << 18, 16}, NULL},
    {"sift products 19", {WORK_SIFT_PRODUCTS, 19, 1 << 16, 32}, NULL},
    {"sift adder 18", {WORK_SIFT_ADDER, 18, 1 << 18, 8}, NULL},
    {"sift multiplexer 16", {WORK_SIFT_MUX, 4, 1 << 18, 32}, NULL},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static bool is_sifting(const struct row *row)
{
    return row->job.workload >= WORK_SIFT_PRODUCTS;
}

// ---- Runs -----------------------------------------------------------------------------------------------------------

enum engine_name { COSET, BUDDY, ENGINES };
static const char *const engine_names[ENGINES] = {"coset", "BuDDy"};

static void run_idle(const struct job *job, struct outcome *out)
{
    struct rusage usage;
    (void)job;
    *out = (struct outcome){.done = true};
    getrusage(RUSAGE_SELF, &usage);
    out->peak_bytes = (size_t)usage.ru_maxrss * 1024;
}

// Runs a job in a process of its own. False, with the reason on stderr, when it did not end as it should.
static bool run_apart(void (*run)(const struct job *, struct outcome *), const struct job *job, struct outcome *out)
{
    int ends[2];
    fflush(NULL);
    if (pipe(ends) < 0) {
        perror("pipe");
        exit(1);
    }
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(1);
    }
    if (child == 0) {
        struct outcome result;
        close(ends[0]);
        alarm(SECONDS_ALLOWED);
        run(job, &result);
        _exit(write(ends[1], &result, sizeof result) == (ssize_t)sizeof result ? 0 : 1);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], out, sizeof *out);
    close(ends[0]);
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status)) {
        int sig = WTERMSIG(status);
        fprintf(stderr, "\n*** ended by signal %d (%s)\n", sig, sig == SIGALRM ? "too slow" : strsignal(sig));
        return false;
    }
    if (status != 0 || got != (ssize_t)sizeof *out) {
        fprintf(stderr, "\n*** ended with status %d and no result\n", WEXITSTATUS(status));
        return false;
    }
    if (!out->done)
        fprintf(stderr, "\n*** gave up\n");
    return out->done;
}

// One more run; the best of all is kept, and all must have the same answer.
static bool run_once_more(const struct row *row, const struct job *job, enum engine_name engine, struct outcome *best)
{
    struct outcome out;
    if (!run_apart(engine == COSET ? coset_run : buddy_run, job, &out)) {
        fprintf(stderr, "*** %s: %s failed\n", row->name, engine_names[engine]);
        return false;
    }
    if (!out.right || (row->count && row->count(job->size) != out.count)) {
        fprintf(stderr, "\n*** %s: %s has a wrong answer (%.18Lg models)\n", row->name, engine_names[engine],
                out.models);
        return false;
    }
    if (best->done && out.fingerprint != best->fingerprint) {
        fprintf(stderr, "\n*** %s: %s does not give the same answer twice\n", row->name, engine_names[engine]);
        return false;
    }
    if (!best->done || out.seconds < best->seconds)
        *best = out;
    return true;
}

// The engines take turns, so that a machine that has other things to do for a while slows both down. `repeat` = 0: the
// shorter the runs, the more of them.
static bool measure(const struct row *row, const struct job *job, const bool asked[ENGINES], int repeat,
                    size_t idle_bytes, struct outcome best[ENGINES])
{
    int runs = repeat ? repeat : 1;
    for (int i = 0; i < runs; i++) {
        double longest = 0;
        for (int e = 0; e < ENGINES; e++) {
            if (!asked[e])
                continue;
            if (!run_once_more(row, job, e, &best[e]))
                return false;
            longest = fmax(longest, best[e].seconds);
        }
        if (i == 0 && !repeat && longest < 5)
            runs = longest < 0.2 ? 10 : 3;
    }
    for (int e = 0; e < ENGINES; e++)
        best[e].peak_bytes -= best[e].peak_bytes > idle_bytes ? idle_bytes : best[e].peak_bytes;
    return true;
}

static bool same_answer(const struct row *row, const struct outcome out[ENGINES])
{
    if (out[COSET].fingerprint != out[BUDDY].fingerprint || out[COSET].count != out[BUDDY].count) {
        fprintf(stderr, "\n*** %s: the engines disagree (%.18Lg and %.18Lg models)\n", row->name, out[COSET].models,
                out[BUDDY].models);
        return false;
    }
    // Sifting that stops early is no faster sifting.
    if (is_sifting(row) && 10 * out[COSET].result_nodes > 11 * out[BUDDY].result_nodes) {
        fprintf(stderr, "\n*** %s: sifting ended at %zu nodes where BuDDy's has %zu\n", row->name,
                out[COSET].result_nodes, out[BUDDY].result_nodes);
        return false;
    }
    return true;
}

// ---- Output ---------------------------------------------------------------------------------------------------------

// The two engines' values side by side; an engine that was not asked has none.
struct record {
    const struct row *row;
    struct job job;
    struct outcome out[ENGINES];
};

static double megabytes(size_t bytes)
{
    return (double)bytes / (1 << 20);
}

static void print_number(bool there, int width, int digits, double value)
{
    if (there)
        printf(" %*.*f", width, digits, value);
    else
        printf(" %*s", width, "-");
}

static void print_heading(void)
{
    printf("%-24s %9s %9s %9s %9s %9s\n", "", "coset", "BuDDy", "", "coset", "BuDDy");
    printf("%-24s %9s %9s %9s %9s %9s\n", "row", "seconds", "seconds", "ratio", "peak MB", "peak MB");
}

static void print_record(const struct record *record, const bool there[ENGINES])
{
    const struct outcome *out = record->out;
    print_number(there[COSET], 9, 3, out[COSET].seconds);
    print_number(there[BUDDY], 9, 3, out[BUDDY].seconds);
    print_number(there[COSET] && there[BUDDY], 9, 2, out[BUDDY].seconds / out[COSET].seconds);
    print_number(there[COSET], 9, 1, megabytes(out[COSET].peak_bytes));
    print_number(there[BUDDY], 9, 1, megabytes(out[BUDDY].peak_bytes));
    printf("\n");
}

static void print_details(const struct record *records, int count, const bool there[ENGINES])
{
    printf(
        "\nSizes and answers. The table (nodes and what finds them) and the operation caches are as they are at the\n"
        "end of the work. coset has its defaults. BuDDy starts with the nodes and the cache ratio (nodes for each\n"
        "entry of each of six caches) given here, with which it was fastest of many; its table doubles, and its\n"
        "caches with it.\n\n");
    printf("%-24s %8s %8s %8s %8s %9s %6s %9s %9s  %s\n", "", "coset", "coset", "BuDDy", "BuDDy", "BuDDy", "BuDDy",
           "coset", "BuDDy", "");
    printf("%-24s %8s %8s %8s %8s %9s %6s %9s %9s  %s\n", "row", "table MB", "cache MB", "table MB", "cache MB",
           "starts at", "ratio", "nodes", "nodes", "models");
    for (const struct record *r = records; r < records + count; r++) {
        const struct outcome *out = r->out;
        printf("%-24s", r->row->name);
        for (int e = 0; e < ENGINES; e++) {
            print_number(there[e], 8, 1, megabytes(out[e].node_bytes));
            print_number(there[e], 8, 1, megabytes(out[e].cache_bytes));
        }
        print_number(there[BUDDY], 9, 0, r->job.peer_nodes);
        print_number(there[BUDDY], 6, 0, r->job.peer_cache_ratio);
        for (int e = 0; e < ENGINES; e++)
            print_number(there[e], 9, 0, (double)out[e].result_nodes);
        long double models = out[there[COSET] ? COSET : BUDDY].models;
        printf(models < 1e15L ? "  %.0Lf\n" : "  %.6Lg\n", models);
    }
}

static double share(size_t a, size_t b)
{
    return b ? (double)a / (double)b : 0;
}

// Bytes for a node, on the row that leaves most of them.
static void print_node_bytes(const struct record *records, int count)
{
    const struct record *most = NULL;
    for (const struct record *r = records; r < records + count; r++)
        if (r->out[COSET].live_nodes && (!most || r->out[COSET].live_nodes > most->out[COSET].live_nodes))
            most = r;
    if (!most)
        return;
    const struct outcome *out = &most->out[COSET];
    printf("\ncoset, bytes for each node on `%s`, all tables but the operation cache:\n", most->row->name);
    printf("  at the end of the work  %5.1f  (%zu nodes, dead ones among them)\n", share(out->node_bytes, out->nodes),
           out->nodes);
    printf("  after a collection      %5.1f  (%zu nodes)\n", share(out->live_bytes, out->live_nodes), out->live_nodes);
    printf("  all of them live        %5.1f  (%zu nodes, loaded into a manager of their own)\n",
           share(out->packed_bytes, out->packed_nodes), out->packed_nodes);
}

static void write_results(const struct record *records, int count)
{
    mkdir("build", 0777);
    mkdir("build/bench", 0777);
    FILE *f = fopen(RESULT_FILE, "w");
    if (!f) {
        perror(RESULT_FILE);
        exit(1);
    }
    fprintf(f, "row\tcoset_seconds\tpeer_seconds\tratio\tcoset_peak_bytes\tpeer_peak_bytes\n");
    for (const struct record *r = records; r < records + count; r++)
        fprintf(f, "%s\t%.6f\t%.6f\t%.4f\t%zu\t%zu\n", r->row->name, r->out[COSET].seconds, r->out[BUDDY].seconds,
                r->out[BUDDY].seconds / r->out[COSET].seconds, r->out[COSET].peak_bytes, r->out[BUDDY].peak_bytes);
    if (fclose(f) != 0) {
        perror(RESULT_FILE);
        exit(1);
    }
}

// ---- The program ----------------------------------------------------------------------------------------------------

struct options {
    const char *only;
    bool engine[ENGINES];
    int repeat;                       // 0: as often as the length of the row asks for
    int peer_nodes, peer_cache_ratio; // 0: what the row says
    bool tune;
};

static const char usage_text[] =
    "usage: bench-bdd [--only TEXT] [--engine coset|buddy] [--repeat N] [--list]\n"
    "                 [--peer-nodes N] [--peer-cache-ratio N] [--tune]\n"
    "  --only TEXT           only rows with TEXT in their name\n"
    "  --engine NAME         only one engine: no ratios, and " RESULT_FILE " stays as it is\n"
    "  --repeat N            the best of N runs (default: 10 below 0.2 s, 3 below 5 s, else 1)\n"
    "  --list                name the rows\n"
    "  --peer-nodes N        nodes in BuDDy's first table, instead of each row's own\n"
    "  --peer-cache-ratio N  table nodes for each entry of BuDDy's caches, instead of each row's own\n"
    "  --tune                try several of those two on BuDDy, and nothing else\n";

static _Noreturn void usage(FILE *to, int status)
{
    fputs(usage_text, to);
    exit(status);
}

static int positive(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || value <= 0 || value > 1 << 28)
        usage(stderr, 2);
    return (int)value;
}

static struct options read_options(int argc, char **argv)
{
    struct options options = {.only = "", .engine = {true, true}};
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i];
        if (!strcmp(option, "--list")) {
            for (int r = 0; r < ROWS; r++)
                puts(rows[r].name);
            exit(0);
        }
        if (!strcmp(option, "--help"))
            usage(stdout, 0);
        if (!strcmp(option, "--tune")) {
            options.tune = true;
            continue;
        }
        const char *value = argv[++i];
        if (!value)
            usage(stderr, 2);
        if (!strcmp(option, "--only"))
            options.only = value;
        else if (!strcmp(option, "--engine") && !strcmp(value, "coset"))
            options.engine[BUDDY] = false;
        else if (!strcmp(option, "--engine") && !strcmp(value, "buddy"))
            options.engine[COSET] = false;
        else if (!strcmp(option, "--repeat"))
            options.repeat = positive(value);
        else if (!strcmp(option, "--peer-nodes"))
            options.peer_nodes = positive(value);
        else if (!strcmp(option, "--peer-cache-ratio"))
            options.peer_cache_ratio = positive(value);
        else
            usage(stderr, 2);
    }
    return options;
}

static struct job chosen_job(const struct row *row, const struct options *options)
{
    struct job job = row->job;
    if (options->peer_nodes)
        job.peer_nodes = options->peer_nodes;
    if (options->peer_cache_ratio)
        job.peer_cache_ratio = options->peer_cache_ratio;
    return job;
}

static void tune(const struct row *row, const struct options *options, size_t idle_bytes)
{
    static const int nodes[] = {1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22};
    static const int ratios[] = {2, 4, 8, 16, 32};
    static const bool only_buddy[ENGINES] = {[BUDDY] = true};
    printf("%s: BuDDy's seconds by nodes in the first table (down) and cache ratio (across)\n%9s", row->name, "");
    for (size_t r = 0; r < sizeof ratios / sizeof ratios[0]; r++)
        printf("%9d", ratios[r]);
    printf("\n");
    for (size_t n = 0; n < sizeof nodes / sizeof nodes[0]; n++) {
        printf("%9d", nodes[n]);
        for (size_t r = 0; r < sizeof ratios / sizeof ratios[0]; r++) {
            struct job job = {row->job.workload, row->job.size, nodes[n], ratios[r]};
            struct outcome out[ENGINES] = {0};
            bool right = measure(row, &job, only_buddy, options->repeat, idle_bytes, out);
            print_number(right, 8, 3, out[BUDDY].seconds);
            fflush(stdout);
        }
        printf("\n");
    }
}

static double geometric_mean(const struct record *records, int count)
{
    double sum = 0;
    for (const struct record *r = records; r < records + count; r++)
        sum += log(r->out[BUDDY].seconds / r->out[COSET].seconds);
    return exp(sum / count);
}

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);
    bool both = options.engine[COSET] && options.engine[BUDDY];
    struct record records[ROWS];
    int done = 0, failed = 0;
    struct outcome idle;
    if (!run_apart(run_idle, &rows[0].job, &idle))
        return 1;

    if (!options.tune)
        print_heading();
    for (const struct row *row = rows; row < rows + ROWS; row++) {
        if (!strstr(row->name, options.only))
            continue;
        if (options.tune) {
            tune(row, &options, idle.peak_bytes);
            continue;
        }
        struct record *record = &records[done];
        *record = (struct record){.row = row, .job = chosen_job(row, &options)};
        printf("%-24s", row->name);
        bool right = measure(row, &record->job, options.engine, options.repeat, idle.peak_bytes, record->out);
        if (right && (!both || same_answer(row, record->out))) {
            print_record(record, options.engine);
            done++;
        } else {
            failed++;
        }
    }
    if (done && both)
        printf("%-24s %9s %9s %9.2f\n", "geometric mean", "", "", geometric_mean(records, done));
    if (done)
        print_details(records, done, options.engine);
    print_node_bytes(records, done);
    if (both && !options.tune)
        write_results(records, done);
    if (failed)
        fprintf(stderr, "\n*** %d row%s failed\n", failed, failed == 1 ? "" : "s");
    return failed ? 1 : 0;
}
