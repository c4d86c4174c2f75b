// Random Murphi models through all methods of the program, and through rumur: who is of another opinion?
//
// The reference is what the program says state by state and without symmetry, with ranges as ranges. All other methods,
// engines, families and numbers of processes must give the same verdicts and count the same states; rumur judges the
// reference.
#ifndef COSET_TESTS_JUDGE_H
#define COSET_TESTS_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_PROPERTIES 40
#define MOST_SIZES 4
#define MOST_ARGUMENTS 24

struct property_answer {
    char name[24], kind[24], reason[160];
    char trace_missing[80]; // why it fails without a trace
    char verdict;           // h, f or u
    char sizes[MOST_SIZES]; // the same for each size of a family
    int trace;              // states of the trace, or 0
    char vacuous[80];       // a left side that is never true, or ""
    char vacuous_in[MOST_SIZES][80];
    bool is_vacuity_open; // that it is not known is said
    bool may_be_silent;   // of vacuity
};

// What one run of the program said.
struct answer {
    int status; // -signal if it was killed by one
    bool timed_out, is_json, is_refused;
    int count;
    struct property_answer properties[MOST_PROPERTIES];
    char reachable[24], orbits[24], by_size[MOST_SIZES][24], method[24];
    char message[400]; // the end of standard error
    double seconds;    // of the processor
};

// What has been done, all in all.
struct tally {
    size_t models, refused, runs, verdicts, undecided, vacuity_open, counts, traces, timeouts, families, symmetric,
        failing;
    size_t rumur, rumur_refused, rumur_verdicts, rumur_counts;
    size_t different;
    double longest;
};

struct judge {
    const char *program, *folder;
    char model[300];             // the file at hand
    int low, high;               // the sizes of families
    bool has_dialects;           // the program knows --dialect: older ones do not
    bool infers;                 // ... and takes ranges for scalarsets
    bool with_rumur;             // judge it by rumur, too
    const char *compiler;        // of rumur's verifiers
    char difference[1000];       // "" while all agree
    int difference_run;          // which run of the list it was in: the shrinker asks only that one
    const char *difference_kind; // and what kind it is: its message before names and numbers were put in
    uint64_t seed;
    struct tally done;
};

// process.c: runs a command within some seconds. The outputs are cut to their capacity.
struct process {
    const char *const *arguments;
    int seconds;
    char *out, *err;
    size_t out_capacity, err_capacity;
    int status; // -signal if it was killed by one
    bool timed_out;
    double cpu_seconds; // of it and of its own processes
};
void process_run(struct process *);

// answer.c
void answer_get(struct judge *, const char *const *options, const char *limit, int low, int high, struct answer *);

// compare.c: all runs of one model, or one of them; a difference is written down
void judge_model(struct judge *, int only_trace);

#define JUDGE_RUMUR 200 // the number of its run

// rumur.c: false if it has nothing to say
bool judge_by_rumur(struct judge *, const struct answer *reference);

// shrink.c: a smaller text with a difference in the same run
void judge_shrink(struct judge *, char *text, size_t capacity);

void judge_write(const char *path, const char *text);
void judge_differ(struct judge *, int run, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
