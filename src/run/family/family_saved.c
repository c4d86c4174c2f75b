// Families in checkpoints: verdicts by property and size, what was counted, and how. Searches save themselves, those of
// all sizes together and those of single sizes; here they are told apart, for the models of two sizes may be alike.
//
// What a size is asked for by itself is what all together did not decide; a run that goes on asks the same, with what
// is known marked, so that the size is reduced in the same way. If it is not, its searches have other names, which are
// made of the models, too, and begin anew.
#include "run/family/family_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "run/checkpoint/checkpoint.h"
#include "run/wire.h"

// ---- Verdicts -------------------------------------------------------------------------------------------------------

void family_keep(struct families *f, const struct family_outcome *o, size_t member, const struct result *result)
{
    checkpoint_keep(f->run->checkpoint, (size_t)(o - f->outcomes.at) * f->all + member, result);
}

static void take_result(void *context, size_t goal_index, struct result *result)
{
    struct families *f = context;
    struct family_outcome *o = &f->outcomes.at[goal_index / f->all];
    size_t member = goal_index % f->all;
    if (member >= f->count) { // there was no time to read it, for now
        if (result->has_trace)
            trace_close(&result->trace, f->mem);
        return;
    }
    f->handed_out++;
    family_take(f, o, member, result);
}

void family_hand_out(struct families *f)
{
    checkpoint_hand_out(f->run->checkpoint, take_result, f);
}

// ---- Notes ----------------------------------------------------------------------------------------------------------

static void put_notes(void *context, struct str *out)
{
    struct families *f = context;
    wire_put_number(f->mem, out, f->has_counted);
    wire_put_number(f->mem, out, f->has_sorted);
    wire_put_text(f->mem, out, f->architectural_class);
    wire_put_number(f->mem, out, f->has_last);
    if (f->has_last) {
        wire_put_number(f->mem, out, f->last);
        wire_put_text(f->mem, out, f->last_text);
        wire_put_text(f->mem, out, f->last_word);
        wire_put_number(f->mem, out, f->last_are_orbits);
    }
    for (size_t i = 0; i < f->all; i++) {
        wire_put_text(f->mem, out, f->reachable[i]);
        wire_put_text(f->mem, out, f->orbits[i]);
    }
    for (size_t i = 0; i < f->outcomes.count; i++)
        for (size_t k = 0; k < f->all; k++)
            wire_put_number(f->mem, out, f->outcomes.at[i].is_of_size[k]);
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

// For a size that is there; else the number is left out, and found again when it is.
static void take_count(struct families *f, size_t size, const char *states, const char *orbits, struct wire_reader *r)
{
    if (!states && !orbits)
        return;
    r->is_bad |= !states || !orbits || !is_number(states) || !is_number(orbits);
    if (r->is_bad || !f->job->states || size >= f->count)
        return;
    f->reachable[size] = strdup(states);
    f->orbits[size] = strdup(orbits);
}

static bool take_notes(struct families *f, struct wire_reader *r)
{
    f->has_counted = wire_get_index(r, 2);
    f->has_sorted = wire_get_index(r, 2);
    r->is_bad |= f->has_sorted && !family_sorts(f) && f->job->symmetry != JOB_SYMMETRY_AUTO;
    f->architectural_class = wire_get_text(r, &f->arena);
    f->has_last = wire_get_index(r, 2);
    if (f->has_last) {
        f->last = wire_get_index(r, f->all);
        f->last_text = wire_get_text(r, &f->arena);
        f->last_word = wire_get_text(r, &f->arena);
        f->last_are_orbits = wire_get_index(r, 2);
        r->is_bad |= !f->last_word;
    }
    for (size_t i = 0; i < f->all && !r->is_bad; i++) {
        const char *states = wire_get_text(r, &f->arena), *orbits = wire_get_text(r, &f->arena);
        take_count(f, i, states, orbits, r);
    }
    for (size_t i = 0; i < f->outcomes.count; i++)
        for (size_t k = 0; k < f->all; k++)
            f->outcomes.at[i].is_of_size[k] = wire_get_index(r, 2);
    return !r->is_bad && r->left == 0;
}

static bool read_notes(struct families *f)
{
    struct str notes = {0}, path = {0};
    if (!f->job->resume)
        return true;
    bool good = checkpoint_get_notes(f->run->checkpoint, &notes) &&
                take_notes(f, &(struct wire_reader){.at = notes.at, .left = notes.count});
    if (!good) {
        input_add_quoted(f->run, &path, f->job->resume);
        log_error(&f->run->log, "cannot resume the checkpoint %s: it is damaged", str_text(&path));
    }
    str_free(f->mem, &notes);
    str_free(f->mem, &path);
    return good;
}

bool family_open_checkpoint(struct families *f)
{
    size_t *wanted = arena_alloc(&f->arena, (f->outcomes.count + 1) * sizeof *wanted);
    for (size_t i = 0; i < f->outcomes.count; i++)
        wanted[i] = f->outcomes.at[i].property;
    if (!checkpoint_open_family(f->run, f->job, f->inputs, f->all, wanted, f->outcomes.count, &f->run->checkpoint) ||
        !read_notes(f))
        return false;
    checkpoint_set_notes(f->run->checkpoint, put_notes, f);
    return true;
}

void family_close_checkpoint(struct families *f)
{
    checkpoint_close(f->run->checkpoint);
    f->run->checkpoint = NULL;
}

// ---- Searches -------------------------------------------------------------------------------------------------------

static uint64_t hash_of(const struct families *f, const char *what)
{
    uint64_t hash = hash_bytes(HASH_BYTES_START, what, strlen(what) + 1);
    return hash_pair(hash, (uint64_t)f->low);
}

// Never 0, which would be the scope of a run with one model.
static void set_scope(struct families *f, uint64_t hash)
{
    checkpoint_set_scope(f->run->checkpoint, hash | 1);
}

void family_begin_together(struct families *f, const char *what, size_t count)
{
    set_scope(f, hash_pair(hash_of(f, what), count));
}

void family_begin_counted(struct families *f, const size_t *members, size_t count)
{
    uint64_t hash = hash_pair(hash_of(f, "counted"), count);
    for (size_t i = 0; i < count; i++)
        hash = hash_pair(hash, members[i]);
    set_scope(f, hash);
}

void family_begin_size(struct families *f, size_t member)
{
    set_scope(f, hash_pair(hash_of(f, "size"), member));
}

// What it has found is kept for another try, which may have more time.
void family_leave_engine(struct families *f)
{
    checkpoint_set_down(f->run->checkpoint);
    family_drop_engine(f);
}

void family_note_last(struct families *f, size_t member, const char *text, const char *word, bool are_orbits)
{
    f->has_last = true;
    f->last = member;
    f->last_text = text ? arena_copy(&f->arena, text, strlen(text)) : NULL;
    f->last_word = arena_copy(&f->arena, word, strlen(word));
    f->last_are_orbits = are_orbits;
}

void family_end_size(struct families *f, size_t member)
{
    struct method_summary by = strategy_summary(f->strategy);
    struct str text = {0};
    bool has_text = method_summary_text(&by, f->mem, &text);
    family_note_last(f, member, has_text ? str_text(&text) : NULL, method_summary_word(&by),
                     strategy_are_orbits(f->strategy));
    str_free(f->mem, &text);
    checkpoint_save_if_due(f->run->checkpoint);
}

// What is looked at from then on is of no search.
bool family_save(struct families *f)
{
    bool good = checkpoint_save(f->run->checkpoint);
    family_begin_together(f, "told", 0);
    return good;
}
