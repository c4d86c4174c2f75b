#include "run/checkpoint/checkpoint_parts.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/checkpoint/checkpoint_run.h"
#include "run/wire.h"

static bool refuse(struct run *run, const char *doing, const char *path, const char *why)
{
    struct str text = {0};
    input_add_quoted(run, &text, path);
    log_error(&run->log, "cannot %s the checkpoint %s: %s", doing, str_text(&text), why);
    str_free(&run->mem, &text);
    return false;
}

static struct input *input_of(const struct checkpoint *c, size_t goal_index)
{
    return c->inputs[goal_index % c->input_count];
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

void checkpoint_keep(struct checkpoint *c, size_t goal_index, const struct result *result)
{
    if (c && result->verdict == VERDICT_UNDECIDED)
        str_clear(&c->verdicts[goal_index]);
    if (!c || result->verdict >= VERDICT_UNDECIDED || result->no_trace.code || c->verdicts[goal_index].count > 0)
        return;
    wire_put_number(c->mem, &c->verdicts[goal_index], !result->has_trace || input_of(c, goal_index)->is_per_orbit);
    wire_put_result(c->mem, &c->verdicts[goal_index], result);
}

static void put_verdicts(struct checkpoint *c, struct stream *file)
{
    struct str out = {0};
    for (size_t i = 0; i < c->count; i++)
        if (c->verdicts[i].count > 0) {
            wire_put_number(c->mem, &out, i);
            wire_put_number(c->mem, &out, c->verdicts[i].count);
            wire_put_raw(c->mem, &out, c->verdicts[i].at, c->verdicts[i].count);
        }
    stream_write(file, str_text(&out), out.count);
    str_free(c->mem, &out);
}

static bool take_verdicts(struct checkpoint *c, struct wire_reader *r)
{
    while (r->left > 0 && !r->is_bad) {
        size_t goal_index = wire_get_index(r, c->count), length = wire_get_index(r, r->left + 1);
        if (r->is_bad || length > r->left || c->is_known[goal_index])
            return false;
        wire_put_raw(c->mem, &c->verdicts[goal_index], r->at, length);
        c->is_known[goal_index] = true;
        r->at += length;
        r->left -= length;
    }
    return !r->is_bad;
}

const bool *checkpoint_known(const struct checkpoint *c)
{
    return c ? c->is_known : NULL;
}

// What cannot be read after all is decided anew.
void checkpoint_hand_out(struct checkpoint *c, void (*decided)(void *context, size_t goal_index, struct result *),
                         void *context)
{
    for (size_t i = 0; c && i < c->count; i++) {
        struct result result;
        struct input *input = input_of(c, i);
        if (!c->is_known[i] || !input->model)
            continue;
        struct wire_reader r = {.at = c->verdicts[i].at, .left = c->verdicts[i].count};
        bool is_per_orbit = wire_get_number(&r);
        bool good = is_per_orbit || !input->is_per_orbit || input_lower_fully(c->run, input);
        good = good && wire_get_result(&r, input->model, &c->texts, c->mem, &result);
        if (good && r.left == 0 && result.verdict != VERDICT_UNDECIDED) {
            result.property = c->wanted[i / c->input_count];
            decided(context, i, &result);
            continue;
        }
        if (good && result.has_trace)
            trace_close(&result.trace, c->mem);
        c->is_known[i] = false;
        str_clear(&c->verdicts[i]);
    }
}

// ---- Saving ---------------------------------------------------------------------------------------------------------

// Searches of the file that have not gone on yet will.
static bool copy_unused(struct checkpoint *c, struct checkpoint_writer *w)
{
    bool good = true;
    for (size_t i = 0; i < c->reader.sections.count && good; i++) {
        const char *name = c->reader.sections.at[i].name;
        bool is_used = !strchr(name, ' ');
        for (size_t k = 0; k < c->used.count; k++)
            is_used |= strcmp(c->used.at[k], name) == 0;
        if (!is_used && !checkpoint_is_replaced(c, name) && !checkpoint_is_gathered(c, name))
            good = checkpoint_copy_section(w, &c->reader.sections.at[i]);
    }
    return good;
}

static void put_notes(struct checkpoint *c, struct checkpoint_writer *w)
{
    struct str notes = {0};
    c->put_notes(c->notes_context, &notes);
    stream_write(checkpoint_begin_section(w, "notes"), str_text(&notes), notes.count);
    checkpoint_end_section(w);
    str_free(c->mem, &notes);
}

void checkpoint_set_notes(struct checkpoint *c, void (*put)(void *context, struct str *notes), void *context)
{
    if (!c)
        return;
    c->put_notes = put;
    c->notes_context = context;
}

bool checkpoint_get_notes(struct checkpoint *c, struct str *notes)
{
    return c && checkpoint_read_section(&c->reader, "notes", notes);
}

static bool save_all(struct checkpoint *c, struct checkpoint_writer *w, struct str *error)
{
    stream_write(checkpoint_begin_section(w, "run"), str_text(&c->identity), c->identity.count);
    checkpoint_end_section(w);
    put_verdicts(c, checkpoint_begin_section(w, "verdicts"));
    checkpoint_end_section(w);
    if (c->put_notes)
        put_notes(c, w);
    bool good = checkpoint_gather(c, w) && copy_unused(c, w);
    return checkpoint_save_parts(c, w, error) && good;
}

bool checkpoint_save(struct checkpoint *c)
{
    struct checkpoint_writer writer;
    struct str error = {0};
    if (!c || c->path.count == 0)
        return true;
    double began = clock_now(), every = c->job->every;
    bool good = checkpoint_begin(&writer, c->path.at, c->mem);
    if (good) {
        good = save_all(c, &writer, &error);
        good = checkpoint_finish(&writer, good);
    }
    double took = clock_now() - began;
    c->next = clock_now() + (every > CHECKPOINT_PART_OF_TIME * took ? every : CHECKPOINT_PART_OF_TIME * took);
    if (good)
        log_verbose(&c->run->log, "the checkpoint is saved, in %.2f s", took);
    else if (!c->has_failed) // once is enough; the one before it is still there
        refuse(c->run, "write", c->job->checkpoint,
               error.count    ? error.at
               : writer.error ? strerror(writer.error)
                              : "there is not enough memory");
    c->has_failed = !good;
    str_free(c->mem, &error);
    return good;
}

// From then on, the file is the one that was read.
void checkpoint_set_down(struct checkpoint *c)
{
    struct checkpoint_reader reader = {.mem = c ? c->mem : NULL};
    struct str ignored = {0};
    if (!c || c->path.count == 0 || !checkpoint_save(c))
        return;
    if (checkpoint_read(&reader, c->path.at, c->mem, &ignored)) {
        checkpoint_read_close(&c->reader);
        c->reader = reader;
        c->used.count = 0;
    } else
        checkpoint_read_close(&reader);
    str_free(c->mem, &ignored);
}

bool checkpoint_is_due(const struct checkpoint *c)
{
    return c && c->path.count > 0 && clock_now() >= c->next;
}

void checkpoint_save_if_due(struct checkpoint *c)
{
    bool is_last = c && c->kill_at > 0 && --c->kill_at == 0;
    if (c && c->share)
        checkpoint_answer(c);
    else if (is_last || checkpoint_is_due(c))
        checkpoint_save(c);
    if (is_last)
        raise(SIGKILL);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static bool resume(struct checkpoint *c, const char *path)
{
    struct str error = {0}, run = {0}, verdicts = {0};
    const char *why = NULL;
    if (!checkpoint_read(&c->reader, path, c->mem, &error))
        why = error.at;
    else if (!checkpoint_read_section(&c->reader, "run", &run) ||
             !checkpoint_read_section(&c->reader, "verdicts", &verdicts))
        why = "it is damaged";
    else
        why = checkpoint_difference(c->job, c->inputs[c->input_count - 1], c->count,
                                    &(struct wire_reader){.at = run.at, .left = run.count}, &c->texts, c->mem);
    if (!why && !take_verdicts(c, &(struct wire_reader){.at = verdicts.at, .left = verdicts.count}))
        why = "it is damaged";
    bool good = !why || refuse(c->run, "resume", path, why);
    str_free(c->mem, &error);
    str_free(c->mem, &run);
    str_free(c->mem, &verdicts);
    return good;
}

// Whether it can be written is tried at once.
static bool prepare_path(struct checkpoint *c, const char *path)
{
    struct stat status;
    struct checkpoint_writer writer;
    const char *obstacle = new_file_find_place(path, c->mem, &c->path);
    if (!obstacle && stat(path, &status) == 0 && status.st_size > 0 && !checkpoint_is_one(path, c->mem))
        obstacle = "the file that is there is no checkpoint";
    if (obstacle)
        return refuse(c->run, "write", path, obstacle);
    if (!checkpoint_begin(&writer, c->path.at, c->mem))
        return refuse(c->run, "write", path, strerror(writer.error));
    checkpoint_finish(&writer, false); // nothing yet
    c->next = clock_now() + c->job->every;
    const char *looks = getenv("COSET_KILL_AT"); // for tests: see CONTRIBUTING.md
    c->kill_at = looks ? strtol(looks, NULL, 10) : 0;
    return true;
}

bool checkpoint_open_family(struct run *run, const struct job *job, struct input *const *inputs, size_t input_count,
                            const size_t *wanted, size_t wanted_count, struct checkpoint **made)
{
    *made = NULL;
    if (!job->checkpoint && !job->resume)
        return true;
    struct checkpoint *c = *made = mem_zalloc(&run->mem, sizeof *c);
    size_t count = wanted_count * input_count;
    *c = (struct checkpoint){.run = run, .job = job, .mem = &run->mem, .input_count = input_count};
    c->inputs = mem_zalloc(c->mem, input_count * sizeof *c->inputs);
    memcpy(c->inputs, inputs, input_count * sizeof *inputs);
    c->wanted = wanted;
    c->count = count;
    c->texts.mem = c->reader.mem = c->mem;
    c->is_known = mem_zalloc(c->mem, (count + 1) * sizeof *c->is_known);
    c->verdicts = mem_zalloc(c->mem, (count + 1) * sizeof *c->verdicts);
    checkpoint_put_run(job, inputs[input_count - 1], count, c->mem, &c->identity);
    return (!job->resume || resume(c, job->resume)) && (!job->checkpoint || prepare_path(c, job->checkpoint));
}

bool checkpoint_open(struct run *run, const struct job *job, struct input *input, const size_t *wanted, size_t count,
                     struct checkpoint **made)
{
    return checkpoint_open_family(run, job, &input, 1, wanted, count, made);
}

void checkpoint_close(struct checkpoint *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->count; i++)
        str_free(c->mem, &c->verdicts[i]);
    for (size_t i = 0; i < c->parts.count; i++)
        str_release(c->mem, c->parts.at[i].name);
    checkpoint_read_close(&c->reader);
    for (size_t i = 0; i < c->gathered.count; i++)
        str_release(c->mem, c->gathered.at[i]);
    array_free(c->mem, &c->gathered);
    array_free(c->mem, &c->parts);
    array_free(c->mem, &c->used);
    mem_free(c->mem, c->verdicts, (c->count + 1) * sizeof *c->verdicts);
    mem_free(c->mem, c->is_known, (c->count + 1) * sizeof *c->is_known);
    mem_free(c->mem, c->inputs, c->input_count * sizeof *c->inputs);
    str_free(c->mem, &c->path);
    str_free(c->mem, &c->identity);
    arena_free(&c->texts);
    mem_free(c->mem, c, sizeof *c);
}
