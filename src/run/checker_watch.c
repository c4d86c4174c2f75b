#include "run/checker_watch.h"

#include "run/checkpoint/checkpoint.h"
#include "run/watch.h"

static void show_progress(void *context, const struct check_progress *p)
{
    const struct checker_watch *w = context;
    watch_diagrams(w->run, w->what, w->unit, p);
}

static bool is_watched(void *context)
{
    const struct checker_watch *w = context;
    return watch_wants_more(w->run);
}

static bool is_interrupted(void *context)
{
    const struct checker_watch *w = context;
    return watch_is_interrupted(w->run);
}

static void save_if_due(void *context)
{
    const struct checker_watch *w = context;
    checkpoint_save_if_due(w->run->checkpoint);
}

void checker_watch_set(struct checker_watch *w, const struct job *job, struct check_options *options)
{
    size_t limit = job->memory, used = w->run->mem.used, left = limit > used ? limit - used : 1;
    options->memory_limit = limit ? left - left / 8 : 0;
    options->progress = show_progress;
    options->is_watched = is_watched;
    options->interrupted = is_interrupted;
    options->at_rest = save_if_due;
    options->context = w;
}
