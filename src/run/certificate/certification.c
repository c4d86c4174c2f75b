#include "run/certificate/certification.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/json.h"
#include "report/cause_words.h"
#include "run/certificate/certificate_file.h"
#include "run/certificate/certify_process.h"

// ---- Marks ----------------------------------------------------------------------------------------------------------

static bool is_certifiable(const struct result *result)
{
    return result->verdict == VERDICT_HOLDS && !result->has_value;
}

static void mark(struct model_check *check, struct result *result, enum certificate_status status, const char *text)
{
    struct certificate_mark *m = arena_alloc(&check->reasons, sizeof *m);
    const char *copy = arena_copy(&check->reasons, text, strlen(text));
    *m = (struct certificate_mark){.status = status};
    if (status == CERTIFICATE_CERTIFIED)
        m->form = copy;
    else
        m->reason = copy;
    result->certificate = m;
}

static void mark_all(struct model_check *check, const char *reason)
{
    for (size_t i = 0; i < check->results.count; i++)
        if (is_certifiable(&check->results.at[i]))
            mark(check, &check->results.at[i], CERTIFICATE_NOT, reason);
}

// ---- The answer -----------------------------------------------------------------------------------------------------

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

// Numbers of properties are those of the file in both programs; that they mean the same one is seen by its text.
static bool is_about(const json_t *entry, const struct model_check *check, const struct result *result)
{
    const char *text = model_property(check->input->model, result->property)->text;
    struct str read = {0};
    json_add_as_read(check->mem, &read, text, strlen(text));
    bool good = json_integer_value(json_object_get(entry, "index")) == (json_int_t)result->property + 1 &&
                strcmp(text_in(entry, "formula"), str_text(&read)) == 0;
    str_free(check->mem, &read);
    return good;
}

static void take_entry(struct certification *c, struct model_check *check, struct result *result, const json_t *entry)
{
    const char *status = text_in(entry, "status");
    if (strcmp(status, "certified") == 0) {
        mark(check, result, CERTIFICATE_CERTIFIED, text_in(entry, "form"));
        c->told.certified++;
    } else if (strcmp(status, "refuted") == 0) {
        mark(check, result, CERTIFICATE_REFUTED, text_in(entry, "reason"));
        model_check_distrust(check, result, cause_with_text(CAUSE_CERTIFICATE_REFUTED, result->certificate->reason));
    } else
        mark(check, result, CERTIFICATE_NOT, text_in(entry, "reason"));
}

// What it does not tell of is not certified.
static bool take_answer(struct certification *c, struct model_check *check, const struct str *answer)
{
    json_t *root = json_loadb(answer->at, answer->count, JSON_REJECT_DUPLICATES, NULL);
    json_t *entries = json_object_get(root, "properties");
    bool good = json_is_array(entries);
    if (good)
        mark_all(check, "it is no property of the file");
    for (size_t i = 0; good && i < check->results.count; i++) {
        struct result *result = &check->results.at[i];
        const json_t *entry = json_array_get(entries, result->property);
        if (is_certifiable(result) && entry) {
            good = is_about(entry, check, result);
            if (good)
                take_entry(c, check, result, entry);
        }
    }
    json_decref(root);
    return good;
}

// ---- Files ----------------------------------------------------------------------------------------------------------

// A file without a name, which is gone with the processes that have it open.
struct nameless {
    int file; // -1: none
    char path[64];
};

static void nameless_name(struct nameless *n)
{
    snprintf(n->path, sizeof n->path, "/proc/self/fd/%d", n->file);
}

static bool nameless_open(struct nameless *n, struct run *run, const char *bytes, size_t count)
{
    n->file = certificate_nameless(run);
    nameless_name(n);
    if (n->file < 0)
        return false;
    bool good = file_write_all(n->file, bytes, count);
    if (!good)
        log_error(&run->log, "cannot write a temporary file: %s; TMPDIR names another folder", strerror(errno));
    return good;
}

static void nameless_close(struct nameless *n)
{
    if (n->file >= 0)
        close(n->file);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

// If there is none, that is the mark of all that hold. It is an error where a file is to have it.
static bool write_certificate(struct certification *c, const char *path, struct model_check *check,
                              struct nameless *own)
{
    double begun = clock_now();
    const char *obstacle;
    bool good = certificate_write(check, path, &own->file, &obstacle);
    nameless_name(own);
    if (obstacle && path)
        log_error(&check->run->log, "the certificate cannot be made: %s", obstacle);
    if (!good) {
        c->is_wrong = !obstacle || path;
        mark_all(check, obstacle ? obstacle : "the certificate could not be written");
    }
    c->told.writing_seconds = clock_now() - begun;
    return good;
}

static void check_certificate(struct certification *c, struct model_check *check, const char *certificate)
{
    struct run *run = check->run;
    const struct input_text *text = &check->input->text;
    struct nameless model = {.file = -1};
    struct str program = {0}, answer = {0}, reason = {0};
    double begun = clock_now();
    if (check->job->cpp && !nameless_open(&model, run, text->at, text->length)) {
        c->is_wrong = true;
        str_add(check->mem, &reason, "the model could not be handed over");
    } else if (!certify_process_find(check->mem, &program)) {
        c->is_wrong = true;
        str_add(check->mem, &reason, "there is no coset-certify any more");
    } else if (certify_process_run(run, str_text(&program), model.file >= 0 ? model.path : check->job->model,
                                   certificate, &answer, &reason, &c->is_wrong) &&
               !take_answer(c, check, &answer)) {
        c->is_wrong = true;
        str_add(check->mem, &reason, "the answer of coset-certify is not understood");
    }
    if (reason.count)
        mark_all(check, str_text(&reason));
    if (c->is_wrong)
        log_error(&run->log, "the certificate is not checked: %s", str_text(&reason));
    c->told.checking_seconds = clock_now() - begun;
    nameless_close(&model);
    str_free(check->mem, &program);
    str_free(check->mem, &answer);
    str_free(check->mem, &reason);
}

bool certification_is_possible(struct run *run)
{
    struct str program = {0};
    bool good = certify_process_find(&run->mem, &program);
    str_free(&run->mem, &program);
    if (!good)
        log_error(&run->log, "--certify needs the program coset-certify, which is neither beside coset nor in PATH");
    return good;
}

void certification_run(struct certification *c, const char *path, struct model_check *check)
{
    struct nameless own = {.file = -1};
    for (size_t i = 0; i < check->results.count; i++)
        c->told.holding += is_certifiable(&check->results.at[i]);
    if (c->told.holding == 0 && !path)
        return;
    mark_all(check, cause_words(CAUSE_OUT_OF_MEMORY)); // should that be what comes next
    if (write_certificate(c, path, check, &own) && c->told.holding > 0)
        check_certificate(c, check, own.file >= 0 ? own.path : path);
    nameless_close(&own);
}
