// All methods on one model, each against the reference: explicit states of the lowered model, without symmetry.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

enum {
    COUNTS = 1,   // states are counted, and must be as many
    SHORTEST = 2, // traces to a state are as short as those of the reference
    JOBS = 4,     // the run before, with several processes: orbits are counted alike, too
    ONE = 8,      // one property is asked for
    DECIDES = 16, // it has an answer to all that the reference has one to
    SILENT = 32, // vacuity is not told, or by another antecedent: of CTL* these decide what folds, and not all variants
};

struct run {
    const char *options[10];
    int flags;
};

static const struct run runs[] = {
    {{"--states", "--engine", "symbolic", "--symmetry", "off"}, COUNTS | SHORTEST},
    {{"--states"}, COUNTS | SHORTEST | DECIDES},
    {{"--states", "-j", "2"}, COUNTS | JOBS | DECIDES},
    {{"--certify"}, SHORTEST | DECIDES}, // what a certificate refutes is undecided
    {{"--engine", "explicit"}, SHORTEST | DECIDES},
    {{"--engine", "symbolic"}, SHORTEST},
    {{"--no-cone", "--symmetry", "off", "--reachable", "off", "--engine", "symbolic"}, 0},
    {{"--states", "--symmetry", "off", "--engine", "explicit", "--explicit-rules", "tree"},
     COUNTS | SHORTEST | DECIDES},
    {{"--states", "--symmetry", "explicit"}, COUNTS | SHORTEST},
    {{"--states", "--symmetry", "explicit", "--explicit-rules", "tree"}, COUNTS | SHORTEST},
    {{"--states", "--explicit-rules", "tree"}, COUNTS | SHORTEST},
    {{"--states", "--symmetry", "counters"}, COUNTS | SHORTEST},
    {{"--symmetry", "counters", "--engine", "explicit"}, 0},
    {{"--states", "--symmetry", "architectural"}, COUNTS},
    {{"--states", "--symmetry", "dynamic"}, COUNTS},
    {{"--states", "--symmetry", "componentwise"}, COUNTS},
    {{"--states", "--symmetry", "componentwise+states"}, COUNTS},
    {{"--states", "--symmetry", "onthefly"}, COUNTS},
    {{"--states", "--symmetry", "live-rep"}, COUNTS | SILENT},
    {{"--states", "--symmetry", "xi"}, COUNTS | SILENT},
    {{"--states", "--symmetry", "orbit-xi"}, COUNTS | SILENT},
    {{"--symmetry", "explicit", "-j", "2"}, 0},
    {{"--engine", "sat"}, 0},
    {{0}, ONE},
    {{"--symmetry", "explicit"}, ONE},
    // Of these there is one for each model.
    {{"--states", "--engine", "symbolic", "--symmetry", "off", "--strategy", "breadth"}, COUNTS | SHORTEST},
    {{"--states", "--engine", "symbolic", "--symmetry", "off", "--strategy", "chaining"}, COUNTS},
    {{"--states", "--engine", "symbolic", "--symmetry", "off", "--strategy", "saturation"}, COUNTS},
    {{"--states", "--symmetry", "dynamic", "--strategy", "saturation"}, COUNTS},
    {{"--states", "--symmetry", "componentwise", "--strategy", "breadth"}, COUNTS},
    {{"--states", "--symmetry", "onthefly", "--sigma-by", "relation", "--sigma-simplify"}, COUNTS},
    {{"--states", "--symmetry", "onthefly", "--sigma-by", "partition", "--sigma-rounds", "1"}, COUNTS},
    {{"--states", "--symmetry", "onthefly", "--full-reach", "hint", "--dense", "20"}, COUNTS},
    {{"--states", "--symmetry", "onthefly", "--no-thin", "--no-keep-full-reach"}, COUNTS},
    {{"--states", "--symmetry", "off", "--engine", "explicit", "-j", "3"}, COUNTS | SHORTEST | DECIDES},
    {{"--states", "--no-vacuity", "--no-reorder", "--reachable", "on"}, COUNTS | SHORTEST | DECIDES | SILENT},
    {{"--states", "--symmetry", "counters", "-j", "2"}, COUNTS | SHORTEST},
    {{"--engine", "ic3", "--symmetry", "off"}, 0},
    {{"--engine", "induction", "--symmetry", "off", "--bound", "30"}, SHORTEST},
    {{"--engine", "bmc", "--bound", "10"}, SHORTEST},
    {{"--states", "--symmetry", "off", "--engine", "explicit", "--explicit-rules", "tree", "--compile", "on"},
     COUNTS | SHORTEST | DECIDES},
    {{"--states", "--symmetry", "explicit", "--explicit-rules", "tree", "--compile", "on"}, COUNTS | SHORTEST},
    {{"--states", "--symmetry", "off", "--engine", "explicit", "--threads", "3"}, COUNTS | SHORTEST | DECIDES},
    {{"--states", "--symmetry", "explicit", "--explicit-rules", "tree", "--threads", "2"}, COUNTS | SHORTEST},
    {{"--symmetry", "off", "--engine", "explicit", "--hash-compaction"}, SHORTEST},
};
// Seconds. What a method does not decide that need not decide is no difference: there is no use in waiting long.
#define LIMIT "10"
#define SHORT_LIMIT "0.5"
#define FAMILY_LIMIT "2"

#define RUNS (int)(sizeof runs / sizeof *runs)
#define EVERY_TIME (RUNS - 20)

static const char *const family_methods[] = {"off",     "auto",          "counters",      "explicit",
                                             "dynamic", "componentwise", "architectural", "componentwise+states",
                                             "onthefly"};
#define FAMILY_METHODS (int)(sizeof family_methods / sizeof *family_methods)
#define RUN_FAMILY 100 // and on: a family, by each of the methods
#define RUN_RUMUR JUDGE_RUMUR
#define RUN_REFERENCE 300

void judge_differ(struct judge *j, int run, const char *format, ...)
{
    if (j->difference[0])
        return;
    va_list list;
    va_start(list, format);
    vsnprintf(j->difference, sizeof j->difference, format, list);
    va_end(list);
    j->difference_run = run;
    j->difference_kind = format;
}

static void join(char *text, size_t capacity, const char *const *options)
{
    text[0] = 0;
    for (int i = 0; options[i]; i++)
        snprintf(text + strlen(text), capacity - strlen(text), "%s%s", i ? " " : "", options[i]);
}

// ---- One answer by itself -------------------------------------------------------------------------------------------

static int expected_status(const struct answer *a)
{
    bool failing = false, open = false;
    for (int i = 0; i < a->count; i++) {
        failing |= a->properties[i].verdict == 'f';
        open |= a->properties[i].verdict == 'u';
    }
    return failing ? 1 : open ? 3 : 0;
}

// Crashes, internal errors, and answers that contradict themselves.
static bool is_sound(struct judge *j, int run, const char *options, const struct answer *a)
{
    if (a->timed_out) {
        j->done.timeouts++;
        printf("seed %llu: [%s] out of time\n", (unsigned long long)j->seed, options);
        return false;
    }
    if (a->status < 0 || !a->is_json || strstr(a->message, "internal error")) {
        judge_differ(j, run, "[%s] status %d: %s", options, a->status, a->message);
        return false;
    }
    int status = expected_status(a);
    if (a->status != status && !(status == 0 && a->status == 3 && !a->reachable[0]))
        judge_differ(j, run, "[%s] status %d where verdicts say %d: %s", options, a->status, status, a->message);
    for (int i = 0; i < a->count; i++) {
        const struct property_answer *p = &a->properties[i];
        j->done.verdicts++;
        j->done.undecided += p->verdict == 'u';
        j->done.vacuity_open += p->is_vacuity_open;
        if (strstr(p->reason, "internal"))
            judge_differ(j, run, "[%s] property %d: %s", options, i + 1, p->reason);
        // A cover and an error in a start state have no state to lead to. A limit that is reached while the trace is
        // built leaves the verdict, and says so.
        bool has_none = strcmp(p->kind, "cover") == 0 || strstr(p->reason, ", in start state");
        bool is_limited = strstr(p->trace_missing, "out of time") || strstr(p->trace_missing, "out of memory");
        if (p->verdict == 'f' && p->trace == 0 && !has_none && !is_limited)
            judge_differ(j, run, "[%s] property %d fails without a trace: %s%s", options, i + 1, p->reason,
                         p->trace_missing);
    }
    return true;
}

// ---- Two answers ----------------------------------------------------------------------------------------------------

static bool is_about_states(const struct property_answer *p)
{
    return strcmp(p->kind, "invariant") == 0 || strcmp(p->kind, "runtime_error") == 0 ||
           strcmp(p->kind, "deadlock") == 0;
}

static void compare_property(struct judge *j, int run, const char *options, const struct property_answer *a,
                             const struct property_answer *b, int flags)
{
    if (strcmp(a->name, b->name) != 0 || strcmp(a->kind, b->kind) != 0) {
        judge_differ(j, run, "[%s] property \"%s\" (%s) where the reference has \"%s\" (%s)", options, b->name, b->kind,
                     a->name, a->kind);
        return;
    }
    if (b->verdict == 'u' && a->verdict != 'u' && flags & DECIDES)
        judge_differ(j, run, "[%s] \"%s\" (%s) is undecided: %s", options, a->name, a->kind, b->reason);
    if (a->verdict == 'u' || b->verdict == 'u')
        return;
    if (a->verdict != b->verdict)
        judge_differ(j, run, "[%s] \"%s\" (%s): %c where the reference says %c (%s; reference: %s)", options, a->name,
                     a->kind, b->verdict, a->verdict, b->reason, a->reason);
    // Where one antecedent is left open, it may be the first that never is true; but no other one may be made up.
    bool is_another = a->vacuous[0] && (flags & SILENT || b->is_vacuity_open);
    if (a->verdict == 'h' && b->verdict == 'h' && strcmp(a->vacuous, b->vacuous) != 0 && !is_another &&
        !a->is_vacuity_open && (b->vacuous[0] || !b->may_be_silent))
        judge_differ(j, run, "[%s] \"%s\" (%s): vacuous by \"%s\", reference: \"%s\"", options, a->name, a->kind,
                     b->vacuous, a->vacuous);
    bool has_traces = flags & SHORTEST && is_about_states(a) && a->trace > 0 && b->trace > 0;
    j->done.traces += has_traces;
    if (has_traces && a->trace != b->trace)
        judge_differ(j, run, "[%s] \"%s\" (%s): a trace of %d states, reference: %d", options, a->name, a->kind,
                     b->trace, a->trace);
}

static const struct property_answer *by_name(const struct answer *a, const struct property_answer *p)
{
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->properties[i].name, p->name) == 0 && strcmp(a->properties[i].kind, p->kind) == 0)
            return &a->properties[i];
    return NULL;
}

static void compare_lists(struct judge *j, int run, const char *options, const struct answer *a, const struct answer *b)
{
    for (int i = 0; i < a->count; i++)
        if (!by_name(b, &a->properties[i]))
            judge_differ(j, run, "[%s] \"%s\" (%s) is not asked", options, a->properties[i].name,
                         a->properties[i].kind);
    // The text may show to one reading that there is no run-time error, and to another not: then none must be found.
    for (int i = 0; i < b->count; i++)
        if (!by_name(a, &b->properties[i]) &&
            !(strcmp(b->properties[i].kind, "runtime_error") == 0 && b->properties[i].verdict != 'f'))
            judge_differ(j, run, "[%s] \"%s\" (%s) is asked, and not by the reference", options, b->properties[i].name,
                         b->properties[i].kind);
}

static void compare_all(struct judge *j, int run, const char *options, const struct answer *a, const struct answer *b,
                        int flags)
{
    if (a->count != b->count)
        compare_lists(j, run, options, a, b);
    for (int i = 0; i < a->count; i++) {
        const struct property_answer *p = a->count == b->count ? &b->properties[i] : by_name(b, &a->properties[i]);
        if (p)
            compare_property(j, run, options, &a->properties[i], p, flags);
        else if (a->properties[i].verdict == 'f')
            judge_differ(j, run, "[%s] \"%s\" (%s) fails, and is not asked", options, a->properties[i].name,
                         a->properties[i].kind);
    }
    if (!(flags & COUNTS) || !a->reachable[0] || !b->reachable[0])
        return;
    j->done.counts++;
    if (strcmp(a->reachable, b->reachable) != 0)
        judge_differ(j, run, "[%s] %s states, reference: %s", options, b->reachable, a->reachable);
}

// ---- Runs -----------------------------------------------------------------------------------------------------------

static const char *const deadlocks[] = {"stuttering", "stuck", "off"};

static const char *const dialects[] = {"auto", "rumur", "cmurphi"};

static void add_common(struct judge *j, const char **options, int *count)
{
    options[(*count)++] = "--deadlock";
    options[(*count)++] = deadlocks[j->seed / 2 % 3];
    options[(*count)++] = "--loop-limit";
    options[(*count)++] = "6";
    if (j->has_dialects) {
        options[(*count)++] = "--dialect";
        options[(*count)++] = j->with_rumur ? "rumur" : dialects[j->seed / 6 % 3];
    }
    options[*count] = NULL;
}

static void one_run(struct judge *j, int run, const struct answer *reference, struct answer *before)
{
    const char *options[MOST_ARGUMENTS + 1];
    char number[12], text[300];
    int count = 0;
    for (int i = 0; runs[run].options[i]; i++)
        options[count++] = runs[run].options[i];
    int one = reference->count > 0 ? (int)(j->seed % (uint64_t)reference->count) : -1;
    if (runs[run].flags & ONE) {
        if (one < 0)
            return;
        snprintf(number, sizeof number, "%d", one + 1);
        options[count++] = "-p";
        options[count++] = number;
    }
    add_common(j, options, &count);
    join(text, sizeof text, options);
    struct answer a;
    answer_get(j, options, runs[run].flags & DECIDES ? LIMIT : SHORT_LIMIT, 0, 0, &a);
    if (!is_sound(j, run, text, &a))
        return;
    if (runs[run].flags & ONE) {
        if (a.count != 1)
            judge_differ(j, run, "[%s] %d properties instead of one", text, a.count);
        else
            compare_property(j, run, text, &reference->properties[one], &a.properties[0], 0);
        return;
    }
    // Hints lead to a search by representatives that are chosen on the fly. It goes where they say first, so that
    // traces need not be shortest.
    bool is_onthefly = strcmp(a.method, "onthefly") == 0;
    compare_all(j, run, text, reference, &a, is_onthefly ? runs[run].flags & ~SHORTEST : runs[run].flags);
    if (runs[run].flags & JOBS && before->is_json && before->orbits[0] && a.orbits[0] &&
        strcmp(before->orbits, a.orbits) != 0)
        judge_differ(j, run, "[%s] %s orbits, with one process: %s", text, a.orbits, before->orbits);
    j->done.symmetric += run == 1 && a.method[0] && strcmp(a.method, "off") != 0;
    *before = a;
}

// ---- Families -------------------------------------------------------------------------------------------------------

static bool get_members(struct judge *j, struct answer *members)
{
    for (int size = j->low; size <= j->high; size++) {
        char define[16];
        snprintf(define, sizeof define, "N=%d", size);
        const char *options[MOST_ARGUMENTS] = {"-D",       define,     "--states",         "--symmetry", "off",
                                               "--engine", "explicit", "--explicit-rules", "lowered"};
        int count = 9;
        if (j->infers)
            options[count++] = "--no-infer-scalarsets";
        add_common(j, options, &count);
        answer_get(j, options, LIMIT, 0, 0, &members[size - j->low]);
        if (!members[size - j->low].is_json)
            return false;
    }
    return true;
}

// Others are refused.
static bool has_engine(const char *method, const char *engine)
{
    static const char *const both[] = {"auto", "off", "counters", "architectural"};
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        if (strcmp(method, both[i]) == 0)
            return true;
    return (strcmp(method, "explicit") == 0) == (strcmp(engine, "explicit") == 0);
}

static void compare_family(struct judge *j, int run, const char *text, const struct answer *members,
                           const struct answer *family)
{
    for (int size = j->low; size <= j->high; size++) {
        const struct answer *member = &members[size - j->low];
        for (int i = 0; i < family->count; i++) { // a member without a run-time error has no such property
            const struct property_answer *p = &family->properties[i], *q = by_name(member, p);
            char is = p->sizes[size - j->low], should = q ? q->verdict : 'h';
            if (is != should && is != 'u' && should != 'u')
                judge_differ(j, run, "[%s] \"%s\" (%s), N = %d: %c, by itself: %c", text, p->name, p->kind, size, is,
                             should);
            const char *left = p->vacuous_in[size - j->low];
            bool is_another = q && q->vacuous[0] && p->is_vacuity_open;
            if (q && is == 'h' && should == 'h' && strcmp(left, q->vacuous) != 0 && !q->is_vacuity_open &&
                !is_another && (left[0] || !(p->may_be_silent || p->verdict == 'u')))
                judge_differ(j, run, "[%s] \"%s\" (%s), N = %d: vacuous by \"%s\", by itself: \"%s\"", text, p->name,
                             p->kind, size, left, q->vacuous);
        }
        for (int i = 0; i < member->count; i++)
            if (member->properties[i].verdict == 'f' && !by_name(family, &member->properties[i]))
                judge_differ(j, run, "[%s] \"%s\" (%s) fails for N = %d, and is not asked", text,
                             member->properties[i].name, member->properties[i].kind, size);
        const char *reachable = family->by_size[size - j->low];
        if (reachable[0] && member->reachable[0] && strcmp(reachable, member->reachable) != 0)
            judge_differ(j, run, "[%s] N = %d: %s states, by itself: %s", text, size, reachable, member->reachable);
        j->done.counts += reachable[0] != 0;
    }
}

static void judge_family(struct judge *j, int only_trace)
{
    struct answer members[MOST_SIZES], family;
    if (j->high < j->low || (only_trace >= 0 && only_trace < RUN_FAMILY) || only_trace >= RUN_RUMUR ||
        !get_members(j, members))
        return;
    j->done.families++;
    char range[24];
    int some = (int)(j->seed % 3);
    for (int i = 0; i < FAMILY_METHODS; i++) {
        if (only_trace >= 0 ? only_trace != RUN_FAMILY + i : i % 3 != some)
            continue;
        snprintf(range, sizeof range, "N=%d..%d", j->low, j->high);
        if (strcmp(family_methods[i], "auto") == 0 && j->seed % 2) // what holds for every size does so for these
            snprintf(range, sizeof range, "N=%d..", j->low);
        const char *options[MOST_ARGUMENTS] = {"--family", range, "--states", "--symmetry", family_methods[i]};
        int count = 5;
        if (j->seed % 5 == 0) {
            options[count++] = "-j";
            options[count++] = "2";
        } else if (j->seed % 5 < 3) {
            const char *engine = j->seed % 5 == 1 ? "explicit" : "symbolic";
            if (has_engine(family_methods[i], engine)) {
                options[count++] = "--engine";
                options[count++] = engine;
            }
        }
        add_common(j, options, &count);
        char text[300];
        join(text, sizeof text, options);
        answer_get(j, options, FAMILY_LIMIT, j->low, j->high, &family);
        if (is_sound(j, RUN_FAMILY + i, text, &family))
            compare_family(j, RUN_FAMILY + i, text, members, &family);
    }
}

// ---- Models ---------------------------------------------------------------------------------------------------------

void judge_model(struct judge *j, int only_trace)
{
    j->difference[0] = 0;
    j->difference_run = -1;
    const char *options[MOST_ARGUMENTS] = {"--states", "--symmetry",       "off",    "--engine",
                                           "explicit", "--explicit-rules", "lowered"};
    int count = 7;
    if (j->infers)
        options[count++] = "--no-infer-scalarsets";
    add_common(j, options, &count);
    struct answer reference, before;
    answer_get(j, options, LIMIT, 0, 0, &reference);
    j->done.models++;
    if (!reference.timed_out && !reference.is_json && reference.status == 2 && strstr(reference.message, "error:") &&
        !strstr(reference.message, "internal error")) {
        j->done.refused++;
        return;
    }
    if (!is_sound(j, RUN_REFERENCE, "reference", &reference))
        return;
    j->done.failing += reference.status == 1;
    memset(&before, 0, sizeof before);
    int some = EVERY_TIME + (int)(j->seed % (RUNS - EVERY_TIME));
    for (int i = 0; i < RUNS; i++)
        if ((only_trace < 0 && (i < EVERY_TIME || i == some)) || only_trace == i ||
            (runs[only_trace % RUNS].flags & JOBS && only_trace == i + 1))
            one_run(j, i, &reference, &before);
    judge_family(j, only_trace);
    if (j->with_rumur && (only_trace < 0 || only_trace == RUN_RUMUR) && judge_by_rumur(j, &reference))
        j->done.rumur++;
}
