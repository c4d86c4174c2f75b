// Certificates of what holds in the sizes of a family: a file for each of them, as of a model whose constant was given.
#include <string.h>

#include "run/certificate/certificate_file.h"
#include "run/family/family_run.h"

typedef ARRAY(struct certificate_goal) goal_list;

static void find_holding(const struct families *f, size_t member, goal_list *goals)
{
    for (size_t i = 0; i < f->outcomes.count; i++) {
        const struct family_outcome *o = &f->outcomes.at[i];
        struct certificate_goal goal = {model_property(f->members[f->leader].model, o->property)->goal, true};
        if (o->is_known[member] && o->verdicts[member] == VERDICT_HOLDS)
            array_push(f->mem, goals, goal);
    }
}

// The values of the constants are behind the path.
static bool write_size(struct families *f, size_t member, const char *path)
{
    const struct input *leader = &f->inputs[f->leader];
    const struct option_list constants = family_constants(f, member);
    struct certificate_request request = certificate_request_of(leader);
    struct str file = {0}, size = {0};
    goal_list goals = {0};
    const char *obstacle;
    str_add(f->mem, &file, "%s", path);
    for (size_t i = f->job->constants.count; i < constants.count; i++) {
        str_add(f->mem, &file, ".%s", strchr(constants.at[i], '=') + 1);
        str_add(f->mem, &size, "%s%s", size.count ? ", " : "", constants.at[i]);
    }
    find_holding(f, member, &goals);
    request.reading.constants = constants.at;
    request.reading.constant_count = constants.count;
    request.goals = goals.at;
    request.count = goals.count;
    bool good = certificate_write_request(f->run, leader, &request, file.at, NULL, &obstacle);
    if (obstacle)
        log_error(&f->run->log, "the certificate for %s cannot be made: %s", size.at, obstacle);
    array_free(f->mem, &goals);
    str_free(f->mem, &file);
    str_free(f->mem, &size);
    return good;
}

bool family_write_certificates(struct families *f, const char *path)
{
    bool good = true;
    for (size_t i = 0; i < f->count && good; i++)
        good = write_size(f, i, path);
    return good;
}
