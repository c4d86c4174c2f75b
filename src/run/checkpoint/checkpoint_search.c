// The searches of a checkpoint: which one is which, how one goes on with what the file has of it, and how they are
// saved.
#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "report/cause_words.h"
#include "run/checkpoint/checkpoint_name.h"
#include "run/checkpoint/checkpoint_parts.h"

// ---- Going on -------------------------------------------------------------------------------------------------------

static void add_name(struct checkpoint *c, const char *word, const struct model *m, uint64_t number, struct str *name)
{
    uint64_t hash = hash_pair(checkpoint_hash_of_behaviour(m, c->mem), number);
    str_add(c->mem, name, "%s %016" PRIx64, word, c->scope ? hash_pair(hash, c->scope) : hash);
}

static struct saved_part *add_part(struct checkpoint *c, const char *word, const struct model *m, uint64_t number,
                                   const void *engine)
{
    struct str name = {0};
    add_name(c, word, m, number, &name);
    array_push(c->mem, &c->parts, ((struct saved_part){.name = str_copy(c->mem, name.at), .engine = engine}));
    str_free(c->mem, &name);
    return &array_last(&c->parts);
}

void checkpoint_set_scope(struct checkpoint *c, uint64_t scope)
{
    if (c)
        c->scope = scope;
}

void checkpoint_drop(struct checkpoint *c, const void *engine)
{
    for (size_t i = 0; c && engine && i < c->parts.count; i++)
        if (c->parts.at[i].engine == engine) {
            str_release(c->mem, c->parts.at[i].name);
            c->parts.at[i] = array_last(&c->parts);
            c->parts.count--;
            return;
        }
}

// A search that cannot go on begins anew, and that is said.
static void tell_of_start(struct checkpoint *c, struct cause why)
{
    struct str words = {0};
    if (why.code)
        cause_add_words(why, c->mem, &words);
    if (why.code)
        log_warning(&c->run->log, "a search of the checkpoint begins anew: %s", str_text(&words));
    else
        log_verbose(&c->run->log, "a search of the checkpoint goes on");
    str_free(c->mem, &words);
}

// Whether the file has this section and nobody had it before; from now on somebody has.
static bool claim(struct checkpoint *c, const char *kind, const char *name, struct str *section)
{
    str_clear(section);
    str_add(c->mem, section, "%s %s", kind, name);
    for (size_t i = 0; i < c->reader.sections.count; i++)
        if (strcmp(c->reader.sections.at[i].name, section->at) == 0) {
            for (size_t k = 0; k < c->used.count; k++)
                if (strcmp(c->used.at[k], section->at) == 0)
                    return false;
            array_push(c->mem, &c->used, c->reader.sections.at[i].name);
            return true;
        }
    return false;
}

// What could not be used now may be used later: it stays in the file, until there is more of the same.
static void unclaim(struct checkpoint *c, const char *section)
{
    for (size_t i = 0; i < c->used.count; i++)
        if (strcmp(c->used.at[i], section) == 0) {
            c->used.at[i] = array_last(&c->used);
            c->used.count--;
            return;
        }
}

static struct stream *open_content(const struct checkpoint *c, const struct str *content)
{
    return content->count ? stream_on_bytes(content->at, content->count, c->mem) : NULL;
}

static void load_checker(struct checkpoint *c, const struct saved_part *part)
{
    struct str name = {0}, order = {0}, sets = {0}, text = {0};
    if (claim(c, "order", part->name, &name))
        checkpoint_read_section(&c->reader, name.at, &order);
    if (claim(c, "sets", part->name, &name) && checkpoint_read_section(&c->reader, name.at, &sets)) {
        struct stream *order_file = open_content(c, &order), *sets_file = open_content(c, &sets);
        struct cause cause = cause_of(sets_file ? CAUSE_NONE : CAUSE_EMPTY_FILE);
        bool good = sets_file && checker_load_search(part->checker, order_file, sets_file, &cause, &text);
        if (!good) {
            unclaim(c, name.at);
            str_clear(&name);
            str_add(c->mem, &name, "order %s", part->name);
            unclaim(c, name.at);
        }
        tell_of_start(c, cause);
        stream_close(order_file);
        stream_close(sets_file);
    }
    str_free(c->mem, &name);
    str_free(c->mem, &order);
    str_free(c->mem, &sets);
    str_free(c->mem, &text);
}

void checkpoint_add_checker(struct checkpoint *c, const char *word, const struct model *m, uint64_t number,
                            struct checker *checker)
{
    if (!c)
        return;
    struct saved_part *part = add_part(c, word, m, number, checker);
    part->checker = checker;
    load_checker(c, part);
}

// Such a search notes which states violate properties.
static uint64_t number_of_states(struct checkpoint *c, const struct model *m, uint64_t number)
{
    return hash_pair(number, checkpoint_hash_of_properties(m, c->mem));
}

bool checkpoint_has_states(struct checkpoint *c, const char *word, const struct model *m, uint64_t number)
{
    struct str name = {0};
    bool has = false;
    if (!c || c->reader.sections.count == 0)
        return false;
    str_add(c->mem, &name, "states ");
    add_name(c, word, m, number_of_states(c, m, number), &name);
    for (size_t i = 0; i < c->reader.sections.count; i++)
        has |= strcmp(c->reader.sections.at[i].name, name.at) == 0;
    str_free(c->mem, &name);
    return has;
}

void checkpoint_add_states(struct checkpoint *c, const char *word, const struct model *m, uint64_t number,
                           struct explicit_engine *states)
{
    if (!c)
        return;
    struct str name = {0};
    struct saved_part *part = add_part(c, word, m, number_of_states(c, m, number), states);
    part->states = states;
    if (claim(c, "states", part->name, &name)) {
        struct stream *file = checkpoint_seek_section(&c->reader, name.at);
        enum cause_code why_not = file ? explicit_load(states, file) : CAUSE_UNREADABLE_FILE;
        if (why_not)
            unclaim(c, name.at);
        tell_of_start(c, cause_of(why_not));
    }
    str_free(c->mem, &name);
}

void checkpoint_add_clauses(struct checkpoint *c, const char *word, const struct model *m, uint64_t number,
                            struct sat_engine *clauses)
{
    if (!c)
        return;
    struct str name = {0};
    struct saved_part *part = add_part(c, word, m, number, clauses);
    part->clauses = clauses;
    if (claim(c, "clauses", part->name, &name)) {
        struct stream *file = checkpoint_seek_section(&c->reader, name.at);
        bool good = file && sat_load(clauses, file);
        if (!good)
            unclaim(c, name.at);
        tell_of_start(c, cause_of(good ? CAUSE_NONE : file ? CAUSE_MISFIT_OF_CLAUSES : CAUSE_UNREADABLE_FILE));
    }
    str_free(c->mem, &name);
}

// ---- Saving ---------------------------------------------------------------------------------------------------------

static struct stream *begin(struct checkpoint *c, struct checkpoint_writer *w, const char *kind, const char *name)
{
    struct str section = {0};
    str_add(c->mem, &section, "%s %s", kind, name);
    struct stream *file = checkpoint_begin_section(w, section.at);
    str_free(c->mem, &section);
    return file;
}

static bool save_part(struct checkpoint *c, struct checkpoint_writer *w, const struct saved_part *part,
                      struct str *error)
{
    bool good = true;
    if (part->states && explicit_has_search(part->states)) {
        good = explicit_save(part->states, begin(c, w, "states", part->name));
        checkpoint_end_section(w);
    }
    if (part->clauses && sat_has_search(part->clauses)) {
        good = sat_save(part->clauses, begin(c, w, "clauses", part->name));
        checkpoint_end_section(w);
    }
    if (part->checker && checker_has_search(part->checker)) {
        good = checker_save_order(part->checker, begin(c, w, "order", part->name));
        checkpoint_end_section(w);
        good = good && checker_save_search(part->checker, begin(c, w, "sets", part->name), error);
        if (good)
            checkpoint_end_section(w);
    }
    return good;
}

static bool has_search(const struct saved_part *part)
{
    return part->states    ? explicit_has_search(part->states)
           : part->clauses ? sat_has_search(part->clauses)
                           : checker_has_search(part->checker);
}

bool checkpoint_is_replaced(const struct checkpoint *c, const char *section)
{
    for (size_t i = 0; i < c->parts.count; i++)
        if (strcmp(strchr(section, ' ') + 1, c->parts.at[i].name) == 0 && has_search(&c->parts.at[i]))
            return true;
    return false;
}

bool checkpoint_save_parts(struct checkpoint *c, struct checkpoint_writer *w, struct str *error)
{
    bool good = true;
    for (size_t i = 0; i < c->parts.count && good; i++)
        good = save_part(c, w, &c->parts.at[i], error);
    checkpoint_begin_section(w, "end");
    checkpoint_end_section(w);
    return good && !stream_has_failed(w->file);
}
