// The file of a checkpoint, section by section.
#ifndef COSET_RUN_CHECKPOINT_CHECKPOINT_FILE_H
#define COSET_RUN_CHECKPOINT_CHECKPOINT_FILE_H

#include "base/array.h"
#include "base/new_file.h"
#include "base/stream.h"

// ---- Writing --------------------------------------------------------------------------------------------------------

// A new file beside `path`, which takes its place at the end; or one that is there and stays what it is.
struct checkpoint_writer {
    struct mem *mem;
    struct new_file place; // if it has one
    bool has_place;
    struct stream *file;
    uint64_t section; // where the one that is being written begins
    size_t section_name;
    int error; // errno of what went wrong first; 0: nothing
};

bool checkpoint_begin(struct checkpoint_writer *, const char *path, struct mem *);
void checkpoint_begin_in(struct checkpoint_writer *, struct stream *, struct mem *); // from its start on; the caller's
struct stream *checkpoint_begin_section(struct checkpoint_writer *, const char *name); // the content goes there
void checkpoint_end_section(struct checkpoint_writer *);
// Puts it in its place, or away if it is not `good` or something went wrong: then false, and `error` says what.
bool checkpoint_finish(struct checkpoint_writer *, bool good);

// ---- Reading --------------------------------------------------------------------------------------------------------

struct checkpoint_section {
    char *name;
    struct stream *file;
    uint64_t at;
    size_t length;
    unsigned turn; // for who reads several files
};

struct checkpoint_reader {
    struct mem *mem;
    ARRAY(struct stream *) files;
    ARRAY(struct checkpoint_section) sections; // no two of one name
};

// Opens a file and looks at all of it. False with what is wrong in `error`. To be closed in any case.
bool checkpoint_read(struct checkpoint_reader *, const char *path, struct mem *, struct str *error);
void checkpoint_read_close(struct checkpoint_reader *);

// The same for a file that is open, and becomes the reader's, besides those that it has: sections of it take the place
// of others of their names. If something is wrong, all is as it was, but that the file is closed.
bool checkpoint_read_more(struct checkpoint_reader *, struct stream *, unsigned turn, struct str *error);
// In a process that was forked: the other one has the same places in the same files, and must not notice.
void checkpoint_read_apart(struct checkpoint_reader *);

// The content of a section, to be freed by str_free; false if there is none.
bool checkpoint_read_section(struct checkpoint_reader *, const char *name, struct str *content);
// Writes a section as it was read. False if that cannot be read again; what else goes wrong is in the writer's `error`.
bool checkpoint_copy_section(struct checkpoint_writer *, const struct checkpoint_section *);
// The file at the beginning of a section's content; NULL if there is none.
struct stream *checkpoint_seek_section(struct checkpoint_reader *, const char *name);

// Whether a file begins as a checkpoint does: nothing else is replaced by one.
bool checkpoint_is_one(const char *path, struct mem *);

#endif
