#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "run/checkpoint/checkpoint_parts.h"

#define MOST_FILES 64 // of processes that have finished

// ---- In the process that has the file -------------------------------------------------------------------------------

bool checkpoint_writes(const struct checkpoint *c)
{
    return c && c->path.count > 0;
}

int checkpoint_open_slot(struct checkpoint *c)
{
    return new_file_nameless(c->path.at, c->mem);
}

void checkpoint_set_live(struct checkpoint *c, const struct checkpoint_live *live, size_t count)
{
    c->live = live;
    c->live_count = count;
}

void checkpoint_inherit(struct checkpoint *c, int file, unsigned turn, bool is_finished)
{
    struct str error = {0};
    if (is_finished && c->reader.files.count >= MOST_FILES)
        return;
    struct stream *stream = stream_on_descriptor(file, STREAM_READ, c->mem);
    if (stream && !checkpoint_read_more(&c->reader, stream, turn, &error))
        log_verbose(&c->run->log, "the searches of a process are lost: %s", str_text(&error));
    str_free(c->mem, &error);
}

bool checkpoint_is_gathered(const struct checkpoint *c, const char *section)
{
    for (size_t i = 0; i < c->gathered.count; i++)
        if (strcmp(c->gathered.at[i], section) == 0)
            return true;
    return false;
}

// Who began after a search was left behind has gone on from there, if it is of use; who began before has not.
static bool is_further(const struct checkpoint *c, const char *section, unsigned turn)
{
    for (size_t i = 0; i < c->reader.sections.count; i++)
        if (strcmp(c->reader.sections.at[i].name, section) == 0)
            return turn > c->reader.sections.at[i].turn;
    return true;
}

// What is not as it should be is left out: there are older ones.
static bool gather_from(struct checkpoint *c, struct checkpoint_writer *w, const struct checkpoint_live *live)
{
    struct checkpoint_reader reader = {.mem = c->mem};
    struct str error = {0};
    size_t known = c->gathered.count;
    struct stream *stream = stream_on_descriptor(live->file, STREAM_READ, c->mem);
    bool good = stream && checkpoint_read_more(&reader, stream, 0, &error), written = true;
    for (size_t i = 0; good && i < reader.sections.count && written; i++) {
        const struct checkpoint_section *section = &reader.sections.at[i];
        bool is_other = false; // of which this process has the same
        for (size_t k = 0; k < known; k++)
            is_other |= strcmp(c->gathered.at[k], section->name) == 0;
        if (is_other || !strchr(section->name, ' ') || !is_further(c, section->name, live->turn))
            continue;
        written = checkpoint_copy_section(w, section);
        array_push(c->mem, &c->gathered, str_copy(c->mem, section->name));
    }
    checkpoint_read_close(&reader);
    str_free(c->mem, &error);
    return written;
}

static void forget_gathered(struct checkpoint *c)
{
    for (size_t i = 0; i < c->gathered.count; i++)
        str_release(c->mem, c->gathered.at[i]);
    array_free(c->mem, &c->gathered);
}

bool checkpoint_gather(struct checkpoint *c, struct checkpoint_writer *w)
{
    bool good = true;
    forget_gathered(c);
    for (size_t i = 0; i < c->live_count && good; i++)
        good = gather_from(c, w, &c->live[i]);
    return good;
}

// ---- In one that works for it ---------------------------------------------------------------------------------------

void checkpoint_become_share(struct checkpoint *c, struct checkpoint_share *share)
{
    if (!c)
        return;
    c->share = share;
    str_clear(&c->path);
    checkpoint_read_apart(&c->reader);
}

// Whether it is in the file.
static bool save_in(struct checkpoint *c, int file, struct str *why_not)
{
    struct checkpoint_writer writer;
    struct stream *stream = stream_on_descriptor(file, STREAM_REWRITE, c->mem);
    if (!stream) {
        str_add(c->mem, why_not, "%s", strerror(errno));
        return false;
    }
    checkpoint_begin_in(&writer, stream, c->mem);
    bool good = checkpoint_save_parts(c, &writer, why_not);
    good = checkpoint_finish(&writer, good);
    if (!stream_close(stream) && good) {
        good = false;
        writer.error = errno;
    }
    if (!good && why_not->count == 0)
        str_add(c->mem, why_not, "%s", writer.error ? strerror(writer.error) : "there is not enough memory");
    return good;
}

void checkpoint_save_share(struct checkpoint *c)
{
    struct checkpoint_share *share = c ? c->share : NULL;
    struct str why_not = {0};
    if (!share || share->slots[0] < 0)
        return;
    double began = clock_now();
    unsigned slot = share->last == 0 ? 1 : 0, asked = *share->asked;
    bool good = save_in(c, share->slots[slot], &why_not);
    if (!good && !c->has_failed)
        log_warning(&c->run->log, "the searches of a process are not saved: %s", str_text(&why_not));
    c->has_failed = !good;
    share->answered = asked;
    share->next = clock_now() + CHECKPOINT_PART_OF_TIME * (clock_now() - began);
    share->last = good ? slot : share->last;
    share->tell(share->context, good ? slot : CHECKPOINT_SLOTS);
    str_free(c->mem, &why_not);
}

void checkpoint_answer(struct checkpoint *c)
{
    if (*c->share->asked != c->share->answered && clock_now() >= c->share->next)
        checkpoint_save_share(c);
}
