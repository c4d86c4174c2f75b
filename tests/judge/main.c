// judge [OPTION VALUE...]: random Murphi models, one for each seed, through all methods and rumur.
//   --program FILE   the program; build/release/coset if nothing is said
//   --folder FOLDER  where models are written, and those with a difference are kept: build/judge
//   --seed N         the first seed: 1
//   --count N        how many models: 100
//   --seconds N      no more than this; 0 for no limit
//   --jobs N         in so many processes; files of the i-th are in FOLDER/i then: 1
//   --rumur K        every K-th model has only what rumur reads, and is judged by it; 0 for none: 4
//   --check FILE     only judge this model; families of N as far as --high says
//   --high N         the largest size of families: 3; 0 for no families
//   --shrink N       make models with a difference smaller: 1
//   --print SEED     only write this model to standard output
// The status is 1 if there was a difference. Everything but the times depends on the seeds alone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../murphi/random_text.h"
#include "base/clock.h"
#include "judge.h"

#define MOST_TEXT (1 << 20)
#define MOST_SHRUNK 5 // of one run: it takes a while
#define MOST_JOBS 64

struct options {
    const char *check;
    uint64_t seed, count, print;
    int jobs, seconds, rumur, high, shrink;
    bool prints;
};

void judge_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

static void make_text(uint64_t seed, bool for_rumur, char *text, size_t capacity)
{
    struct mem mem = MEM_UNLIMITED;
    struct str out = {0};
    struct random_maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &mem, .out = &out};
    k.for_rumur = for_rumur;
    k.with_fair_rules = k.with_queues = true;
    k.with_ranges = seed % 3 == 1;
    random_put_text(&k);
    snprintf(text, capacity, "%s", str_text(&out));
    str_free(&mem, &out);
}

static void keep(struct judge *j, char *text, bool shrink)
{
    char path[400], note[1400];
    printf("seed %llu: %s\n", (unsigned long long)j->seed, j->difference);
    snprintf(path, sizeof path, "%s/seed-%llu.m", j->folder, (unsigned long long)j->seed);
    judge_write(path, text);
    if (shrink)
        judge_shrink(j, text, MOST_TEXT);
    snprintf(path, sizeof path, "%s/seed-%llu-small.m", j->folder, (unsigned long long)j->seed);
    judge_write(path, text);
    snprintf(path, sizeof path, "%s/seed-%llu.txt", j->folder, (unsigned long long)j->seed);
    snprintf(note, sizeof note, "%s\n", j->difference);
    judge_write(path, note);
    printf("    smaller: %s\n", j->difference);
    fflush(stdout);
}

static int check_file(struct judge *j, const char *path, int rumur)
{
    snprintf(j->model, sizeof j->model, "%s", path);
    j->with_rumur = rumur > 0;
    judge_model(j, -1);
    printf("%s: %s\n", path, j->difference[0] ? j->difference : "no difference");
    return j->difference[0] != 0;
}

static bool has_command(const char *name)
{
    char command[60];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    return system(command) == 0;
}

// Seeds as long as there are some that no other process has taken.
static void judge_seeds(struct judge *j, const struct options *o, _Atomic uint64_t *next)
{
    char *text = malloc(MOST_TEXT);
    double begin = clock_now();
    snprintf(j->model, sizeof j->model, "%s/model.m", j->folder);
    for (uint64_t i; (o->seconds == 0 || clock_now() - begin < o->seconds) && (i = (*next)++) < o->count;) {
        j->seed = o->seed + i;
        j->with_rumur = o->rumur > 0 && j->seed % (uint64_t)o->rumur == 0;
        make_text(j->seed, j->with_rumur, text, MOST_TEXT);
        judge_write(j->model, text);
        judge_model(j, -1);
        if (j->difference[0])
            keep(j, text, ++j->done.different <= MOST_SHRUNK && o->shrink);
        if ((i + 1) % 1000 == 0 && i + 1 < o->count)
            printf("%zu models in %.0f s\n", (size_t)(i + 1), clock_now() - begin);
    }
    free(text);
}

static void add_tally(struct tally *to, const struct tally *from)
{
    size_t *sums[] = {&to->models,       &to->refused,  &to->runs,     &to->verdicts,      &to->undecided,
                      &to->counts,       &to->traces,   &to->timeouts, &to->vacuity_open,  &to->families,
                      &to->symmetric,    &to->failing,  &to->rumur,    &to->rumur_refused, &to->rumur_verdicts,
                      &to->rumur_counts, &to->different};
    const size_t terms[] = {
        from->models, from->refused,       from->runs,           from->verdicts,     from->undecided, from->counts,
        from->traces, from->timeouts,      from->vacuity_open,   from->families,     from->symmetric, from->failing,
        from->rumur,  from->rumur_refused, from->rumur_verdicts, from->rumur_counts, from->different};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        *sums[i] += terms[i];
    to->longest = from->longest > to->longest ? from->longest : to->longest;
}

// In a process of its own, with a folder of its own for its files. Gives where its tally can be read.
static int start_job(const struct judge *j, const struct options *o, _Atomic uint64_t *next, int number)
{
    int ends[2];
    char folder[300];
    if (pipe(ends) != 0)
        abort();
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        abort();
    if (child > 0) {
        close(ends[1]);
        return ends[0];
    }
    struct judge own = *j;
    snprintf(folder, sizeof folder, "%s/%d", j->folder, number);
    mkdir(folder, 0777);
    own.folder = folder;
    judge_seeds(&own, o, next);
    fflush(stdout);
    bool written = write(ends[1], &own.done, sizeof own.done) == sizeof own.done;
    _exit(written ? 0 : 2);
}

static bool judge_together(struct judge *j, const struct options *o, _Atomic uint64_t *next)
{
    int ends[MOST_JOBS];
    bool good = true;
    for (int i = 0; i < o->jobs; i++)
        ends[i] = start_job(j, o, next, i);
    for (int i = 0; i < o->jobs; i++) {
        struct tally one;
        if (read(ends[i], &one, sizeof one) == sizeof one) {
            add_tally(&j->done, &one);
        } else {
            printf("judge: job %d has ended early\n", i);
            good = false;
        }
        close(ends[i]);
        wait(NULL);
    }
    return good;
}

static int check_random(struct judge *j, const struct options *o)
{
    double begin = clock_now();
    bool good = true;
    _Atomic uint64_t *next = mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (next == MAP_FAILED)
        abort();
    if (o->jobs > 1)
        good = judge_together(j, o, next);
    else
        judge_seeds(j, o, next);
    munmap(next, sizeof *next);
    const struct tally *d = &j->done;
    printf("%zu models (%zu refused; %zu with symmetry, %zu with something that fails), %zu runs, %zu verdicts "
           "(%zu undecided, %zu with vacuity undecided), %zu counts of states, %zu lengths of traces, %zu families, "
           "%zu runs out of time, the "
           "longest %.1f s\n",
           d->models, d->refused, d->symmetric, d->failing, d->runs, d->verdicts, d->undecided, d->vacuity_open,
           d->counts, d->traces, d->families, d->timeouts, d->longest);
    if (o->rumur > 0)
        printf("rumur: %zu models (%zu refused), %zu verdicts, %zu counts of states\n", d->rumur, d->rumur_refused,
               d->rumur_verdicts, d->rumur_counts);
    printf("%zu models with a difference, %.0f s\n", d->different, clock_now() - begin);
    return !good ? 2 : d->different > 0;
}

// So that an older program can be judged, too.
static bool has_option(const char *program, const char *option)
{
    char out[100], err[2000];
    const char *arguments[] = {program, "check", option, "none.m", NULL};
    struct process p = {.arguments = arguments, .seconds = 10, .out = out, .err = err};
    p.out_capacity = sizeof out;
    p.err_capacity = sizeof err;
    process_run(&p);
    return !strstr(err, "unknown option");
}

static int usage(const char *what)
{
    fprintf(stderr, "judge: %s\n", what);
    return 2;
}

int main(int count, char **arguments)
{
    struct options o = {.seed = 1, .count = 100, .jobs = 1, .rumur = 4, .high = 3, .shrink = 1};
    struct judge j = {.program = "build/release/coset", .folder = "build/judge", .low = 1, .seed = 1};
    for (int i = 1; i < count; i += 2) {
        const char *name = arguments[i], *value = arguments[i + 1];
        if (i + 1 == count)
            return usage("an option without a value");
        if (strcmp(name, "--program") == 0)
            j.program = value;
        else if (strcmp(name, "--folder") == 0)
            j.folder = value;
        else if (strcmp(name, "--seed") == 0)
            o.seed = strtoull(value, NULL, 0);
        else if (strcmp(name, "--count") == 0)
            o.count = strtoull(value, NULL, 0);
        else if (strcmp(name, "--seconds") == 0)
            o.seconds = atoi(value);
        else if (strcmp(name, "--jobs") == 0)
            o.jobs = atoi(value);
        else if (strcmp(name, "--rumur") == 0)
            o.rumur = atoi(value);
        else if (strcmp(name, "--check") == 0)
            o.check = value;
        else if (strcmp(name, "--high") == 0)
            o.high = atoi(value);
        else if (strcmp(name, "--shrink") == 0)
            o.shrink = atoi(value);
        else if (strcmp(name, "--print") == 0)
            o.print = strtoull(value, NULL, 0), o.prints = true;
        else
            return usage("unknown option");
    }
    if (o.prints) {
        char *text = malloc(MOST_TEXT);
        make_text(o.print, o.rumur > 0 && o.print % (uint64_t)o.rumur == 0, text, MOST_TEXT);
        fputs(text, stdout);
        free(text);
        return 0;
    }
    if (o.jobs < 1 || o.jobs > MOST_JOBS)
        return usage("--jobs is from 1 to 64");
    setvbuf(stdout, NULL, _IOLBF, 0); // whole lines, whoever writes them
    j.high = o.high <= j.low + MOST_SIZES - 1 ? o.high : j.low + MOST_SIZES - 1;
    setenv("CCACHE_DISABLE", "1", 1); // no verifier is compiled twice
    mkdir(j.folder, 0777);
    j.has_dialects = has_option(j.program, "--dialect=none");
    j.infers = has_option(j.program, "--no-infer-scalarsets");
    j.compiler = has_command("clang") ? "clang" : "gcc"; // which takes twice as long without optimisation
    if (o.rumur > 0 && !has_command("rumur")) {
        printf("judge: there is no rumur; the methods judge each other\n");
        o.rumur = 0;
    }
    return o.check ? check_file(&j, o.check, o.rumur) : check_random(&j, &o);
}
