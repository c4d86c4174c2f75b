// rumur as a judge: it writes a verifier in C, which is compiled without optimisation and run. Invariants are given to
// it as covers of the opposite, and errors do not stop it, so that it visits all states and has an answer to each
// property at once.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge.h"

#define TEXT (1 << 20)

static const char *const deadlocks[] = {"stuttering", "stuck", "off"};

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = malloc(TEXT);
    size_t length = file ? fread(text, 1, TEXT - 1, file) : 0;
    text[length] = 0;
    if (file)
        fclose(file);
    return text;
}

// `invariant "x" e;` and `assert "x" e;`, which are on lines of their own, become `cover "x" !(e);`. Assertions of
// rules have other names.
static void write_for_rumur(const char *model, const char *path)
{
    char *text = read_whole(model);
    FILE *out = fopen(path, "w");
    if (!out)
        abort();
    for (char *line = text, *end; *line; line = end) {
        end = strchr(line, '\n');
        end = end ? end + 1 : line + strlen(line);
        int length = (int)(end - line);
        int word = strncmp(line, "invariant \"", 11) == 0 ? 10 : strncmp(line, "assert \"x", 9) == 0 ? 7 : 0;
        char *value = word ? strchr(line + word + 1, '"') : NULL;
        char *semicolon = value ? strchr(value, ';') : NULL;
        if (semicolon && semicolon < end)
            fprintf(out, "cover %.*s !(%.*s);\n", (int)(value + 1 - (line + word)), line + word,
                    (int)(semicolon - value - 1), value + 1);
        else
            fprintf(out, "%.*s", length, line);
    }
    fclose(out);
    free(text);
}

static bool run(const char *const *arguments, int seconds, char *out, char *err, size_t err_capacity)
{
    struct process p = {.arguments = arguments, .seconds = seconds, .out = out, .out_capacity = TEXT};
    p.err = err;
    p.err_capacity = err_capacity;
    process_run(&p);
    return !p.timed_out && p.status >= 0 && p.status <= 1 && (p.status == 0 || strstr(out, "<summary"));
}

// It tells about covers only where there was no error before, and about liveness only where all covers were hit, too.
// We want to know of covers always, and of liveness where there was no error: after one, states may be missing.
static void lift_conditions(const char *path)
{
    static const char *const texts[][2] = {{"if (error_count == 0) {", "if (1               ) {"},
                                           {"error_count++;", "              "}};
    bool lifted[2] = {false, false}; // the first of each
    FILE *file = fopen(path, "r+");
    if (!file)
        return;
    char line[4096];
    long at = ftell(file);
    while (fgets(line, sizeof line, file)) {
        for (int i = 0; i < 2; i++) {
            char *found = lifted[i] ? NULL : strstr(line, texts[i][0]);
            if (found) {
                fseek(file, at + (found - line), SEEK_SET);
                fputs(texts[i][1], file);
                fseek(file, at + (long)strlen(line), SEEK_SET);
                lifted[i] = true;
            }
        }
        at = ftell(file);
    }
    fclose(file);
}

static bool get_output(struct judge *j, char *out)
{
    char model[320], verifier[320], program[320], err[2000], detection[60];
    snprintf(model, sizeof model, "%s/rumur.m", j->folder);
    snprintf(verifier, sizeof verifier, "%s/rumur.c", j->folder);
    snprintf(program, sizeof program, "%s/rumur.exe", j->folder);
    snprintf(detection, sizeof detection, "--deadlock-detection=%s", deadlocks[j->seed / 2 % 3]);
    write_for_rumur(j->model, model);
    const char *translate[] = {"rumur",
                               model,
                               "--output",
                               verifier,
                               "--threads=1",
                               "--symmetry-reduction=off",
                               "--output-format=machine-readable",
                               "--max-errors=100000",
                               "--value-type=int32_t",
                               "--counterexample-trace=off",
                               "--set-capacity=4194304", // for all states: some verifiers crash when they need more
                               detection,
                               NULL};
    if (!run(translate, 300, out, err, sizeof err)) {
        j->done.rumur_refused++;
        if (getenv("JUDGE_VERBOSE"))
            fprintf(stderr, "seed %llu: rumur: %s\n", (unsigned long long)j->seed, err);
        return false;
    }
    lift_conditions(verifier);
    const char *compile[] = {j->compiler, "-O0", "-w", "-std=c11", "-o", program, verifier, "-lpthread", NULL};
    const char *verify[] = {program, NULL};
    bool done = run(compile, 300, out, err, sizeof err) && run(verify, 300, out, err, sizeof err);
    if (!done && getenv("JUDGE_VERBOSE"))
        fprintf(stderr, "seed %llu: verifier: %s %.300s\n", (unsigned long long)j->seed, err, out);
    return done;
}

struct opinion {
    bool error, property_error, deadlock;
    bool unknown_error; // of a property or of the model
    char states[24];
};

static const struct property_answer *find(const struct answer *a, const char *name, size_t length)
{
    for (int i = 0; i < a->count; i++)
        if (strlen(a->properties[i].name) == length && strncmp(a->properties[i].name, name, length) == 0)
            return &a->properties[i];
    return NULL;
}

static char verdict_of_kind(const struct answer *a, const char *kind)
{
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->properties[i].kind, kind) == 0)
            return a->properties[i].verdict;
    return 'h';
}

// A message that names a property is about that; one of an `assume` belongs to the model.
static void note_message(struct judge *j, struct opinion *o, const struct answer *a, const char *text)
{
    static const char within[] = "within property &quot;", live[] = "liveness property &quot;";
    static const char function[] = "The end of function "; // called by a property, or by a rule
    const char *property = strstr(text, within), *end = strchr(text, '\n');
    if (property && end && property < end) {
        property += strlen(within);
        size_t length = strcspn(property, "&");
        const struct property_answer *p = find(a, property, length);
        o->property_error |= p != NULL;
        o->error |= p == NULL;
        if (p && p->verdict == 'h')
            judge_differ(j, JUDGE_RUMUR, "[rumur] \"%.*s\" has a run-time error, reference: it holds", (int)length,
                         property);
    } else if (strncmp(text, live, strlen(live)) == 0) {
        property = text + strlen(live);
        size_t length = strcspn(property, "&");
        const struct property_answer *p = find(a, property, length);
        if (p && p->verdict == 'h' && !o->property_error)
            judge_differ(j, JUDGE_RUMUR, "[rumur] \"%.*s\" fails, reference: it holds", (int)length, property);
    } else if (strncmp(text, "deadlock<", 9) == 0) {
        o->deadlock = true;
    } else {
        o->error = true;
        o->unknown_error |= strncmp(text, function, strlen(function)) == 0;
    }
}

static void read_opinion(struct judge *j, struct opinion *o, const struct answer *a, const char *out)
{
    for (const char *at = out; (at = strstr(at, "<message>"));) {
        at += 9;
        note_message(j, o, a, at);
    }
    const char *summary = strstr(out, "<summary states=\"");
    if (summary)
        snprintf(o->states, sizeof o->states, "%.*s", (int)strcspn(summary + 17, "\""), summary + 17);
}

// Quantifiers over scalarsets stop at the first element that decides there; here all are looked at.
static bool may_be_order(const struct judge *j)
{
    char *text = read_whole(j->model);
    bool found = strstr(text, "forall") || strstr(text, "exists");
    free(text);
    return found;
}

// There, a function may return what is not of its type; here that is an error.
static bool is_of_result(const struct property_answer *p)
{
    return strstr(p->reason, "value out of range, for the result ");
}

static void compare_property(struct judge *j, const struct opinion *o, const struct property_answer *p, const char *out)
{
    char key[60];
    char should = 0;
    bool order = p->verdict == 'f' && p->reason[0] && may_be_order(j);
    if (o->unknown_error)
        return;
    if (o->error && strcmp(o->states, "0") == 0) { // no start is left: nothing is explored, and nothing holds
        should = 'f';
    } else if (strcmp(p->kind, "runtime_error") == 0) {
        if (o->error || (!o->property_error && !(p->verdict == 'f' && (may_be_order(j) || is_of_result(p)))))
            should = o->error ? 'f' : 'h';
    } else if (strcmp(p->kind, "deadlock") == 0) { // states with an error are not followed
        if (!o->error && !o->property_error)
            should = o->deadlock ? 'f' : 'h';
    } else if (!order && !o->property_error) {
        snprintf(key, sizeof key, "<cover_result message=\"%s\" count=\"", p->name);
        const char *cover = strstr(out, key);
        snprintf(key, sizeof key, "liveness property &quot;%s&quot; violated", p->name);
        if (cover) {
            bool hit = strstr(cover, "count=\"")[7] != '0';
            should = (strcmp(p->kind, "cover") == 0) == hit ? 'h' : 'f';
        } else if (!o->error && !o->deadlock) { // deadlocks are errors, too
            should = strstr(out, key) ? 'f' : 'h';
        }
    }
    if (!should || p->verdict == 'u')
        return;
    j->done.rumur_verdicts++;
    if (should != p->verdict)
        judge_differ(j, JUDGE_RUMUR, "[rumur] \"%s\" (%s): %c, reference: %c (%s)", p->name, p->kind, should,
                     p->verdict, p->reason);
}

// An error in a function that a property calls is not told to be the property's; and those behind it are not looked at.
static bool has_property_error(const struct answer *a)
{
    for (int i = 0; i < a->count; i++)
        if (a->properties[i].verdict == 'f' && a->properties[i].reason[0] &&
            strcmp(a->properties[i].kind, "runtime_error") != 0)
            return true;
    return false;
}

bool judge_by_rumur(struct judge *j, const struct answer *reference)
{
    char *out = malloc(TEXT);
    struct opinion o = {0};
    bool answered = get_output(j, out);
    if (answered) {
        read_opinion(j, &o, reference, out);
        answered = o.states[0] != 0;
    }
    if (answered) {
        o.unknown_error |= o.error && has_property_error(reference);
        for (int i = 0; i < reference->count; i++)
            compare_property(j, &o, &reference->properties[i], out);
        if (o.error && !o.unknown_error && verdict_of_kind(reference, "runtime_error") == 'h')
            judge_differ(j, JUDGE_RUMUR, "[rumur] a run-time error, reference: none");
        bool order = verdict_of_kind(reference, "runtime_error") == 'f' && (!o.error || may_be_order(j));
        if (reference->reachable[0] && !o.property_error && !o.unknown_error && !order) {
            j->done.rumur_counts++;
            if (strcmp(reference->reachable, o.states) != 0)
                judge_differ(j, JUDGE_RUMUR, "[rumur] %s states, reference: %s", o.states, reference->reachable);
        }
    }
    free(out);
    return answered;
}
