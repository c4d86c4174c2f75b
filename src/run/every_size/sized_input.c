#include "run/every_size/sized_input.h"

#include <inttypes.h>

bool sized_input_open(struct run *run, struct arena *arena, const struct job *job, const char *constant, int64_t size,
                      struct input *input)
{
    const struct option_list given = job->constants;
    struct job *copy = arena_alloc(arena, sizeof *copy);
    const char **all = arena_alloc(arena, (given.count + 1) * sizeof *all);
    struct str text = {0};
    enum log_level level = run->log.level;
    str_add(&run->mem, &text, "%s=%" PRId64, constant, size);
    for (size_t i = 0; i < given.count; i++)
        all[i] = given.at[i];
    all[given.count] = arena_copy(arena, text.at, text.count);
    str_free(&run->mem, &text);
    *copy = *job;
    copy->constants = (struct option_list){all, given.count + 1, given.count + 1};
    run->log.level = LOG_ERROR;
    bool good = input_open_per_orbit(run, copy, copy->model, input);
    run->log.level = level;
    return good;
}
