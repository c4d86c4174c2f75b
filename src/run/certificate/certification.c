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

const struct certificate_mark *certificate_mark_keep(struct certificate_mark mark, struct arena *arena)
{
    struct certificate_mark *kept = arena_alloc(arena, sizeof *kept);
    *kept = (struct certificate_mark){.status = mark.status, .why = cause_keep(mark.why, arena)};
    if (mark.form)
        kept->form = arena_copy(arena, mark.form, strlen(mark.form));
    return kept;
}

static void mark_all(struct model_check *check, struct cause why)
{
    const struct certificate_mark mark = {CERTIFICATE_NOT, .why = why};
    for (size_t i = 0; i < check->results.count; i++)
        if (is_certifiable(&check->results.at[i]))
            check->results.at[i].certificate = certificate_mark_keep(mark, &check->reasons);
}

// ---- The answer -----------------------------------------------------------------------------------------------------

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

// Numbers of properties are those of the file in both programs; that they mean the same one is seen by its text.
static bool is_about(const json_t *entry, const struct judged_property *property, struct mem *mem)
{
    struct str read = {0};
    json_add_as_read(mem, &read, property->text, strlen(property->text));
    bool good = json_integer_value(json_object_get(entry, "index")) == (json_int_t)property->number + 1 &&
                strcmp(text_in(entry, "formula"), str_text(&read)) == 0;
    str_free(mem, &read);
    return good;
}

// What it does not tell of is not certified.
static struct certificate_mark read_mark(const json_t *entry)
{
    const char *status = text_in(entry, "status");
    if (!entry)
        return (struct certificate_mark){CERTIFICATE_NOT, .why = cause_of(CAUSE_CERTIFY_NO_PROPERTY)};
    if (strcmp(status, "certified") == 0)
        return (struct certificate_mark){CERTIFICATE_CERTIFIED, .form = text_in(entry, "form")};
    return (struct certificate_mark){strcmp(status, "refuted") == 0 ? CERTIFICATE_REFUTED : CERTIFICATE_NOT,
                                     .why = cause_with_text(CAUSE_CERTIFY_SAYS, text_in(entry, "reason"))};
}

static bool take_answer(const struct judged_claims *judged, const struct str *answer, struct mem *mem)
{
    json_t *root = json_loadb(answer->at, answer->count, JSON_REJECT_DUPLICATES, NULL);
    json_t *entries = json_object_get(root, "properties");
    bool good = json_is_array(entries);
    for (size_t i = 0; good && i < judged->count; i++) {
        const json_t *entry = json_array_get(entries, judged->properties[i].number);
        good = !entry || is_about(entry, &judged->properties[i], mem);
        if (good)
            judged->take(judged->context, i, read_mark(entry));
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
static bool write_certificate(struct certification *c, const char *path, struct model_check *check, int *nameless)
{
    double begun = clock_now();
    struct cause obstacle;
    bool good = certificate_write(check, path, nameless, &obstacle);
    if (obstacle.code && path)
        cause_log(&check->run->log, LOG_ERROR, obstacle, check->mem, "no certificate");
    if (!good) {
        c->is_wrong = !obstacle.code || path;
        mark_all(check, obstacle.code ? obstacle : cause_of(CAUSE_PROOF_UNWRITTEN));
    }
    c->told.writing_seconds = clock_now() - begun;
    return good;
}

// The text of the model is handed over where its file is not what was read.
void certification_judge(struct certification *c, struct run *run, const struct job *job, const struct input_text *text,
                         const char *path, int nameless, const struct judged_claims *judged)
{
    struct mem *mem = &run->mem;
    struct nameless model = {.file = -1}, own = {.file = nameless};
    struct str program = {0}, answer = {0};
    struct certificate_mark none = {.status = CERTIFICATE_NOT};
    double begun = clock_now();
    bool is_wrong = true;
    nameless_name(&own);
    if (job->cpp && !nameless_open(&model, run, text->at, text->length))
        none.why = cause_of(CAUSE_CERTIFY_NOT_HANDED);
    else if (!certify_process_find(mem, &program))
        none.why = cause_of(CAUSE_CERTIFY_GONE);
    else if (certify_process_run(run, str_text(&program), model.file >= 0 ? model.path : job->model,
                                 path ? path : own.path, &answer, &none.why, &is_wrong) &&
             !take_answer(judged, &answer, mem)) {
        is_wrong = true;
        none.why = cause_of(CAUSE_CERTIFY_NONSENSE);
    }
    for (size_t i = 0; none.why.code && i < judged->count; i++)
        judged->take(judged->context, i, none);
    if (is_wrong)
        cause_log(&run->log, LOG_ERROR, none.why, mem, "the certificate is not checked");
    c->is_wrong |= is_wrong;
    c->told.checking_seconds += clock_now() - begun;
    nameless_close(&model);
    str_free(mem, &program);
    str_free(mem, &answer);
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

// ---- One model ------------------------------------------------------------------------------------------------------

struct marking {
    struct certification *certification;
    struct model_check *check;
    ARRAY(struct judged_property) properties;
    ARRAY(size_t) results;
};

static void take_mark(void *context, size_t goal_index, struct certificate_mark mark)
{
    struct marking *m = context;
    struct result *result = &m->check->results.at[m->results.at[goal_index]];
    result->certificate = certificate_mark_keep(mark, &m->check->reasons);
    m->certification->told.certified += mark.status == CERTIFICATE_CERTIFIED;
    if (mark.status == CERTIFICATE_REFUTED)
        model_check_distrust(m->check, result, cause_with_inner(CAUSE_CERTIFICATE_REFUTED, &result->certificate->why));
}

void certification_run(struct certification *c, const char *path, struct model_check *check)
{
    int own = -1;
    struct marking marking = {.certification = c, .check = check};
    for (size_t i = 0; i < check->results.count; i++) {
        const struct result *result = &check->results.at[i];
        struct judged_property property = {result->property,
                                           model_property(check->input->model, result->property)->text};
        if (!is_certifiable(result))
            continue;
        array_push(check->mem, &marking.properties, property);
        array_push(check->mem, &marking.results, i);
    }
    c->told.holding = marking.results.count;
    if (c->told.holding == 0 && !path)
        return;
    mark_all(check, cause_of(CAUSE_OUT_OF_MEMORY)); // should that be what comes next
    struct judged_claims judged = {marking.properties.at, marking.properties.count, take_mark, &marking};
    if (write_certificate(c, path, check, &own) && c->told.holding > 0)
        certification_judge(c, check->run, check->job, &check->input->text, path, own, &judged);
    if (own >= 0)
        close(own);
    array_free(check->mem, &marking.properties);
    array_free(check->mem, &marking.results);
}
