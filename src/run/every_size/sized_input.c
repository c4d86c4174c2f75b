#include "run/every_size/sized_input.h"

#include <inttypes.h>

enum { MOST_NAMES = 60 };

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

static bool is_used(struct mem *mem, const struct murphi_tree *tree, const char *prefix)
{
    struct str name = {0};
    bool is_used = false;
    for (unsigned i = 1; i <= MOST_NAMES && !is_used; i++)
        for (const char *letter = "ix"; *letter && !is_used; letter++) {
            str_clear(&name);
            str_add(mem, &name, "%s%c%u", prefix, *letter, i);
            is_used = symbols_find(&tree->symbols, name.at, name.count);
        }
    str_free(mem, &name);
    return is_used;
}

const char *sized_prefix(struct run *run, struct arena *arena, const struct murphi_tree *tree)
{
    struct str prefix = {0};
    while (is_used(&run->mem, tree, str_text(&prefix)) && prefix.count < 32)
        str_add(&run->mem, &prefix, "any_");
    const char *kept = arena_copy(arena, str_text(&prefix), prefix.count);
    str_free(&run->mem, &prefix);
    return kept;
}
