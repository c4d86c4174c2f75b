// The file of a checkpoint, section by section.
#ifndef COSET_CLI_CHECKPOINT_FILE_H
#define COSET_CLI_CHECKPOINT_FILE_H

#include <stdio.h>

#include "base/array.h"
#include "base/str.h"

// ---- Writing --------------------------------------------------------------------------------------------------------

// A new file beside `path`, which takes its place at the end.
struct checkpoint_writer {
    struct mem *mem;
    const char *path;
    struct str name; // of the file until then
    FILE *file;
    long section; // where the one that is being written begins
    size_t section_name;
    int error; // errno of what went wrong first; 0: nothing
};

bool checkpoint_begin(struct checkpoint_writer *, const char *path, struct mem *);
FILE *checkpoint_begin_section(struct checkpoint_writer *, const char *name); // the content goes to the file
void checkpoint_end_section(struct checkpoint_writer *);
// Puts it in its place, or away if it is not `good` or something went wrong: then false, and `error` says what.
bool checkpoint_finish(struct checkpoint_writer *, bool good);

// ---- Reading --------------------------------------------------------------------------------------------------------

struct checkpoint_section {
    char *name;
    long at;
    size_t length;
};

struct checkpoint_reader {
    struct mem *mem;
    FILE *file;
    ARRAY(struct checkpoint_section) sections;
};

// Opens a file and looks at all of it. False with what is wrong in `error`. To be closed in any case.
bool checkpoint_read(struct checkpoint_reader *, const char *path, struct mem *, struct str *error);
void checkpoint_read_close(struct checkpoint_reader *);

// The content of a section, to be freed by str_free; false if there is none.
bool checkpoint_read_section(struct checkpoint_reader *, const char *name, struct str *content);
// The file at the beginning of a section's content; NULL if there is none.
FILE *checkpoint_seek_section(struct checkpoint_reader *, const char *name);

#endif
