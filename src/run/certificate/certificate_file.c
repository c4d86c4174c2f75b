#include "run/certificate/certificate_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/new_file.h"
#include "report/cause_words.h"
#include "run/certificate/invariant_text.h"
#include "run/output.h"

typedef ARRAY(struct certificate_goal) goal_list;

// All results, as goals. The list is freed when the request is done with.
static struct certificate_request request_of(const struct model_check *check, goal_list *goals)
{
    for (size_t i = 0; i < check->results.count; i++) {
        const struct result *r = &check->results.at[i];
        struct certificate_goal goal = {model_property(check->input->model, r->property)->goal,
                                        r->verdict == VERDICT_HOLDS};
        array_push(&check->run->mem, goals, goal);
    }
    struct certificate_request request = certificate_request_of(check->input);
    request.goals = goals->at;
    request.count = goals->count;
    return request;
}

int certificate_nameless(struct run *run)
{
    const char *folder = getenv("TMPDIR");
    struct str name = {0};
    str_add(&run->mem, &name, "%s/coset", folder && *folder ? folder : "/tmp");
    int file = new_file_nameless(name.at, &run->mem);
    if (file < 0)
        log_error(&run->log, "cannot write a temporary file, %s: %s; TMPDIR names another folder", str_text(&name),
                  strerror(errno));
    str_free(&run->mem, &name);
    return file;
}

struct destination {
    struct run *run;
    const char *path; // NULL: without a name
    int *nameless;
    struct stream *file;
};

static struct stream *open_destination(void *context)
{
    struct destination *d = context;
    if (!d->path) {
        *d->nameless = certificate_nameless(d->run);
        d->file = *d->nameless < 0 ? NULL : stream_on_descriptor(*d->nameless, STREAM_WRITE, &d->run->mem);
    } else {
        d->file = stream_open(d->path, STREAM_WRITE, &d->run->mem);
    }
    return d->file;
}

bool certificate_write_request(struct run *run, const struct certificate_request *request, const char *path,
                               int *nameless, struct cause *obstacle)
{
    struct destination destination = {.run = run, .path = path, .nameless = nameless};
    enum certificate_made made = certificate_make(run, request, open_destination, &destination);
    int reason = errno;
    if (!stream_close(destination.file) && made == CERTIFICATE_MADE) {
        made = CERTIFICATE_UNWRITTEN;
        reason = errno;
    }
    errno = reason;
    *obstacle = cause_of(CAUSE_NONE);
    if (made == CERTIFICATE_UNREADABLE)
        *obstacle = cause_of(certificate_why_unreadable(run));
    else if (made == CERTIFICATE_UNWRITTEN && (path || *nameless >= 0)) // else it is said
        output_tell_unwritten(run, path ? path : "a temporary file", errno);
    return made == CERTIFICATE_MADE;
}

bool certificate_write(struct model_check *check, const char *path, int *nameless, struct cause *obstacle)
{
    goal_list goals = {0};
    struct certificate_request request = request_of(check, &goals);
    bool good = certificate_write_request(check->run, &request, path, nameless, obstacle);
    array_free(&check->run->mem, &goals);
    return good;
}

bool certificate_invariant(struct model_check *check, struct str *text, size_t *proved, struct cause *obstacle)
{
    goal_list goals = {0};
    struct certificate_request request = request_of(check, &goals);
    bool good = invariant_text_make(check->run, &request, text, proved, obstacle);
    array_free(&check->run->mem, &goals);
    return good;
}

struct cause certificate_circuits(struct run *run, const struct certificate_request *request,
                                  const struct witness_files *files, struct str *witness, struct str *model)
{
    struct cause obstacle = witness_circuit_make(run, request, files, witness, model);
    return obstacle.code && run->watch.stopped ? cause_of(run->watch.stopped) : obstacle;
}

bool certificate_write_circuits(struct model_check *check, const struct witness_files *files)
{
    struct run *run = check->run;
    goal_list goals = {0};
    struct certificate_request request = request_of(check, &goals);
    struct str witness = {0}, model = {0};
    struct cause obstacle = certificate_circuits(run, &request, files, &witness, &model);
    if (obstacle.code)
        cause_log(&run->log, LOG_ERROR, obstacle, &run->mem, "there is no witness circuit");
    bool good = !obstacle.code && output_put(run, files->witness, &witness) && output_put(run, files->model, &model);
    str_free(&run->mem, &witness);
    str_free(&run->mem, &model);
    array_free(&run->mem, &goals);
    return good;
}
