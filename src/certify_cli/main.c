// coset-certify MODEL CERTIFICATE: says of each property of the model whether the certificate shows that it holds.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/coset.h" // COSET_VERSION
#include "base/available.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/json.h"
#include "base/options.h"
#include "base/progress.h"
#include "base/stack.h"
#include "base/utf8.h"
#include "certificate/subject_section.h"
#include "certify/certify.h"

#define STACK_BYTES ((size_t)64 << 20)
#define LOOK_AFTER 64 // calls, until the memory is looked at

enum status { STATUS_CERTIFIED = 0, STATUS_REFUTED = 1, STATUS_TROUBLE = 2, STATUS_NOT_CERTIFIED = 3 };

struct settings {
    bool help, version, json;
    size_t memory;
    double time;
};

static const struct option options[] = {
    {"json", OPTION_AT(struct settings, json), .help = "print JSON"},
    {"memory-limit", 'm', OPTION_AT(struct settings, memory), .argument = "BYTES",
     .help = "take no more memory than this; a number with k, M, G or T behind it if need be, 0 for no limit"},
    {"time-limit", 't', OPTION_AT(struct settings, time), .argument = "TIME",
     .help =
         "take no more time than this: what is not checked by then is not certified; seconds, or a number with s, m "
         "or h behind it, 0 for no limit"},
    {"help", 'h', OPTION_AT(struct settings, help), .help = "explain the program and its options"},
    {"version", 'V', OPTION_AT(struct settings, version), .help = "tell the version"},
};
static const struct option_group group = OPTION_GROUP("Options", options);
static const struct option_group *const groups[] = {&group, NULL};

static const char usage[] =
    "Usage: coset-certify [OPTION...] MODEL CERTIFICATE\n"
    "\n"
    "Says of each property of the model (.m, .smv, .pnml, .aag, .aig, .btor2) whether the\n"
    "certificate, which coset check MODEL --certificate CERTIFICATE has written, shows that it\n"
    "holds.\n"
    "\n";

static const char statuses[] = "\nExit status: 0 all properties are certified, 1 something that the certificate\n"
                               "claims is not so, 2 bad input or usage, 3 some property is not certified, or\n"
                               "memory ran out.\n";

static _Noreturn void fail(const char *format, const char *a, const char *b)
{
    fputs("coset-certify: error: ", stderr);
    fprintf(stderr, format, a, b);
    fputc('\n', stderr);
    exit(STATUS_TROUBLE);
}

static _Noreturn void out_of_memory(struct mem *mem)
{
    (void)mem;
    fputs("coset-certify: error: out of memory\n", stderr);
    exit(STATUS_NOT_CERTIFIED);
}

static struct view map_file(const char *path)
{
    size_t length;
    const uint8_t *bytes = file_map(path, &length);
    if (!bytes)
        fail("cannot read \"%s\": %s", path, strerror(errno));
    return (struct view){bytes, bytes + length, false};
}

static void print_text(struct mem *mem, FILE *out, const char *text)
{
    struct str shown = {0};
    utf8_add_printable(mem, &shown, text, strlen(text));
    fputs(str_text(&shown), out);
    str_free(mem, &shown);
}

static void add_string(struct mem *mem, struct str *out, const char *before, const char *text)
{
    str_add(mem, out, "%s", before);
    if (text)
        json_add_string(mem, out, text, strlen(text));
    else
        str_add(mem, out, "null");
}

static void print_results(struct mem *mem, const certify_results *results, const size_t of[static CERTIFY_OUTCOMES])
{
    for (size_t i = 0; i < results->count; i++) {
        const struct certify_result *r = &results->at[i];
        printf("%3zu  ", i + 1);
        if (r->outcome == CERTIFY_CERTIFIED)
            printf("certified (%s)  ", r->form);
        else
            fputs(r->outcome == CERTIFY_NOT ? "not certified  " : "REFUTED  ", stdout);
        print_text(mem, stdout, r->property->name ? r->property->name : r->property->text);
        if (r->outcome != CERTIFY_CERTIFIED) {
            fputs(": ", stdout);
            print_text(mem, stdout, str_text(&r->text));
        }
        fputc('\n', stdout);
    }
    printf("%zu of %zu properties certified", of[CERTIFY_CERTIFIED], results->count);
    if (of[CERTIFY_REFUTED])
        printf(", %zu refuted", of[CERTIFY_REFUTED]);
    fputc('\n', stdout);
}

// docs/certify-output.schema.json describes it.
static void print_json(struct mem *mem, const char *model, const char *reading, const certify_results *results)
{
    static const char *const words[] = {"certified", "not certified", "refuted"};
    struct str out = {0};
    add_string(mem, &out, "{\n  \"model\": ", model);
    add_string(mem, &out, ",\n  \"options\": ", *reading ? reading + 1 : ""); // without the first space
    str_add(mem, &out, ",\n  \"properties\": [");
    for (size_t i = 0; i < results->count; i++) {
        const struct certify_result *r = &results->at[i];
        str_add(mem, &out, "%s\n    {\"index\": %zu", i > 0 ? "," : "", i + 1);
        add_string(mem, &out, ", \"name\": ", r->property->name);
        add_string(mem, &out, ", \"formula\": ", r->property->text);
        add_string(mem, &out, ", \"status\": ", words[r->outcome]);
        add_string(mem, &out, ", \"form\": ", r->outcome == CERTIFY_CERTIFIED ? r->form : NULL);
        add_string(mem, &out, ", \"reason\": ", r->outcome == CERTIFY_CERTIFIED ? NULL : str_text(&r->text));
        str_add_char(mem, &out, '}');
    }
    str_add(mem, &out, "]\n}\n");
    fputs(str_text(&out), stdout);
    str_free(mem, &out);
}

static void show_diagnostics(struct mem *mem, const struct diag *diag)
{
    struct str text = {0};
    diag_render(diag, &text);
    fputs(str_text(&text), stderr);
    str_free(mem, &text);
}

static enum status print(struct mem *mem, const struct settings *settings, const char *model,
                         const struct subject_reading *reading, const certify_results *results)
{
    size_t of[CERTIFY_OUTCOMES] = {0};
    struct str said = {0};
    for (size_t i = 0; i < results->count; i++)
        of[results->at[i].outcome]++;
    subject_add_options(reading, mem, &said);
    if (settings->json) {
        print_json(mem, model, str_text(&said), results);
    } else {
        print_text(mem, stdout, model);
        print_text(mem, stdout, str_text(&said));
        fputs(":\n", stdout);
        print_results(mem, results, of);
    }
    str_free(mem, &said);
    return of[CERTIFY_REFUTED] ? STATUS_REFUTED : of[CERTIFY_NOT] ? STATUS_NOT_CERTIFIED : STATUS_CERTIFIED;
}

// ---- While it works -------------------------------------------------------------------------------------------------

struct watching {
    struct progress progress;
    size_t limit; // of memory; 0: none
    size_t looks;
    double deadline; // of clock_now; 0: none
};

static bool look(void *context, const char *what, uint64_t done, uint64_t all)
{
    struct watching *w = context;
    if (w->limit && w->looks++ % LOOK_AFTER == 0 && held_memory() > w->limit) {
        progress_hide(&w->progress);
        out_of_memory(NULL);
    }
    bool goes_on = w->deadline == 0 || clock_now() < w->deadline;
    if (goes_on && progress_is_due(&w->progress)) {
        if (all)
            progress_show(&w->progress, "%s, %" PRIu64 " of %" PRIu64, what, done, all);
        else
            progress_show(&w->progress, "%s", what);
    }
    return goes_on;
}

static void write_progress(void *context, const char *bytes, size_t count)
{
    (void)context;
    fwrite(bytes, 1, count, stderr);
    fflush(stderr);
}

static enum status judge(const struct settings *settings, const char *model, const char *certificate)
{
    struct mem mem = {.exhausted = out_of_memory, .limit = settings->memory};
    struct arena arena = {.mem = &mem};
    struct view text = map_file(model), file = map_file(certificate), section;
    struct subject_reading reading;
    struct subject subject;
    struct diag diag;
    certify_results results = {0};
    const char *error = NULL;
    char tag[5];
    bool is_terminal = isatty(STDERR_FILENO);
    struct watching watching = {.progress = {.write = write_progress, .terminal = is_terminal, .quiet = !is_terminal},
                                .limit = settings->memory,
                                .deadline = settings->time > 0 ? clock_now() + settings->time : 0};
    struct supervisor watch = {look, &watching};
    if (!certificate_open(&file, &error))
        fail("%s: %s", certificate, error);
    if (!certificate_next(&file, tag, &section) || strcmp(tag, TAG_MODEL) != 0 ||
        !subject_read_section(section, &arena, &reading))
        fail("%s: %s", certificate, "it does not say what it is about");
    diag_open(&diag, &mem);
    if (!subject_open(&subject, model, (const char *)text.at, (size_t)(text.end - text.at), &reading, &mem, &diag)) {
        show_diagnostics(&mem, &diag);
        return STATUS_TROUBLE;
    }
    progress_begin(&watching.progress, "checking");
    error = "it is a certificate of another model, or of another version of it";
    bool good =
        subject_has_section(&subject, &section) && certify_check(&subject, file, &watch, &mem, &results, &error);
    progress_end(&watching.progress);
    if (!good)
        fail("%s: %s", certificate, error);
    enum status status = print(&mem, settings, model, &reading, &results);
    certify_free_results(&mem, &results);
    diag_close(&diag);
    subject_close(&subject);
    arena_free(&arena);
    return fflush(stdout) == 0 ? status : STATUS_TROUBLE;
}

static void print_help(struct mem *mem)
{
    struct str text = {0};
    str_add(mem, &text, "%s", usage);
    options_add_help(groups, 80, mem, &text);
    str_add(mem, &text, "%s", statuses);
    fputs(str_text(&text), stdout);
    str_free(mem, &text);
}

static enum status run(struct mem *mem, const char **arguments, int count, struct str *error)
{
    struct settings settings;
    options_set_defaults(groups, &settings);
    int operands = options_parse(groups, &settings, arguments, count, mem, error);
    if (operands == OPTIONS_WRONG)
        return STATUS_TROUBLE;
    if (settings.help || settings.version) {
        if (settings.help)
            print_help(mem);
        else
            puts("coset-certify " COSET_VERSION);
        return fflush(stdout) == 0 ? STATUS_CERTIFIED : STATUS_TROUBLE;
    }
    if (operands == 2)
        return judge(&settings, arguments[0], arguments[1]);
    str_add(mem, error, "expected a model and a certificate, got %d operand%s", operands, operands == 1 ? "" : "s");
    return STATUS_TROUBLE;
}

struct call {
    const char **arguments;
    int count;
    enum status status;
};

static void *do_call(void *context)
{
    struct call *call = context;
    struct mem mem = {.exhausted = out_of_memory};
    struct str error = {0};
    call->status = run(&mem, call->arguments, call->count, &error);
    if (error.count)
        fprintf(stderr, "coset-certify: error: %s (see: coset-certify --help)\n", str_text(&error));
    str_free(&mem, &error);
    return NULL;
}

// The work has a stack of its own, whatever the process was given: models may be nested deeply.
int main(int count, char **arguments)
{
    // The text of the arguments is only read; their order changes.
    struct call call = {(const char **)arguments + 1, count > 0 ? count - 1 : 0, STATUS_TROUBLE};
    if (!stack_call(STACK_BYTES, do_call, &call))
        do_call(&call);
    return (int)call.status;
}
