// Files that take the place of others when they are complete: who stops the program finds no half of one.
#ifndef COSET_BASE_NEW_FILE_H
#define COSET_BASE_NEW_FILE_H

#include "base/str.h"

struct new_file {
    struct mem *mem;
    const char *path; // where it goes; borrowed
    struct str name;  // of the file until then
    int descriptor;
};

// Where a file for `path` goes: behind links, and never in the place of anything but a file. NULL, or why there is no
// such place.
const char *new_file_find_place(const char *path, struct mem *, struct str *place);

// False if there can be none beside `path`: errno says why, and nothing is to be closed.
bool new_file_open(struct new_file *, const char *path, struct mem *);
// To the disk, and in its place, with the mode of what was there. False if that fails: then it is gone, and errno says
// why.
bool new_file_put(struct new_file *);
void new_file_drop(struct new_file *); // as if it had never been

// A file beside `path` that goes when nobody has it open any more; -1 if there can be none.
int new_file_nameless(const char *path, struct mem *);

#endif
