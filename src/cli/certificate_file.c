#include "cli/certificate_file.h"

#include <errno.h>
#include <string.h>

#include "report/cause_words.h"
#include "run/certificate/certificate.h"

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

const char *certificate_of(struct model_check *check, struct str *bytes)
{
    struct run *run = check->run;
    goal_list goals = {0};
    struct certificate_request request = request_of(check, &goals);
    bool good = certificate_make(run, &request, bytes);
    array_free(&run->mem, &goals);
    if (good)
        return NULL;
    return run->watch.stopped ? cause_words(run->watch.stopped) : "the model is too large to be read as a whole";
}

const char *certificate_circuits(struct model_check *check, const struct witness_files *files, struct str *witness,
                                 struct str *model)
{
    goal_list goals = {0};
    struct certificate_request request = request_of(check, &goals);
    const char *obstacle = witness_circuit_make(check->run, &request, files, witness, model);
    array_free(&check->run->mem, &goals);
    return obstacle && check->run->watch.stopped ? cause_words(check->run->watch.stopped) : obstacle;
}

static bool put_bytes(const char *path, const struct str *bytes)
{
    FILE *file = fopen(path, "we");
    bool good = file && fwrite(bytes->at, 1, bytes->count, file) == bytes->count;
    int reason = errno;
    if (file && fclose(file) != 0 && good)
        return false;
    errno = reason;
    return good;
}

bool certificate_put(struct run *run, const char *path, const struct str *bytes)
{
    struct str name = {0};
    if (put_bytes(path, bytes))
        return true;
    const char *why = strerror(errno);
    input_add_quoted(run, &name, path);
    log_error(&run->log, "cannot write %s: %s", str_text(&name), why);
    str_free(&run->mem, &name);
    return false;
}
