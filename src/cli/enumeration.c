#include "cli/enumeration.h"

#include "base/clock.h"
#include "base/units.h"
#include "cli/input.h"

static void show_progress(void *context, const struct explicit_progress *p)
{
    struct enumeration *e = context;
    if (!progress_is_due(&e->cli->progress))
        return;
    struct str bytes = {0};
    units_add_bytes(&e->cli->mem, &bytes, p->bytes);
    progress_show(&e->cli->progress, "%s one by one: %llu found, %llu waiting, %llu steps deep, %s", p->phase,
                  (unsigned long long)p->states, (unsigned long long)p->waiting, (unsigned long long)p->depth,
                  str_text(&bytes));
    str_free(&e->cli->mem, &bytes);
}

static bool is_interrupted(void *context)
{
    (void)context;
    return interrupt_came();
}

// Half of what is left, where both engines may be at work.
static size_t memory_for_states(const struct enumeration *e)
{
    size_t limit = e->cli->options.memory, used = e->cli->mem.used;
    if (!limit)
        return 0;
    size_t left = limit > used ? limit - used : 1;
    return e->cli->options.engine == CLI_ENGINE_EXPLICIT ? left - left / 8 : left / 2;
}

static void use(struct enumeration *e, double deadline)
{
    if (!e->engine) {
        const struct explicit_options options = {
            .memory_limit = memory_for_states(e),
            .traces = e->cli->options.trace,
            .progress = show_progress,
            .interrupted = is_interrupted,
            .context = e,
        };
        e->engine = explicit_new(e->model, &options, &e->cli->mem);
    }
    explicit_set_deadline(e->engine, deadline);
}

void enumeration_close(struct enumeration *e)
{
    explicit_free(e->engine);
    e->engine = NULL;
}

bool enumeration_check(struct enumeration *e, size_t property, double deadline, struct result *result)
{
    use(e, deadline);
    explicit_check(e->engine, property, result);
    return result->verdict != VERDICT_UNDECIDED || (deadline > 0 && clock_now() > deadline);
}

bool enumeration_count_states(struct enumeration *e, double deadline, uint64_t *count, const char **reason)
{
    use(e, deadline);
    return explicit_count_states(e->engine, count, reason);
}
