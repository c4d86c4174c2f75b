// Files by their names, and bytes to files by their descriptors.
#ifndef COSET_BASE_FILES_H
#define COSET_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/mem.h"

// By what they are, not by their names: links and other ways to a file lead to the same one.
bool file_is_same(const char *path, const char *other);
// The same name in the same folder, where there is no such file yet.
bool file_will_be_same(struct mem *, const char *path, const char *other);
bool file_is_regular(const char *path);
// Whether a file can be written there, as far as that is seen without making one. Sets errno if not.
bool file_is_writable(struct mem *, const char *path);

// The bytes of a file, as they lie in it, for as long as the process runs. NULL, and errno, if it cannot be read,
// is no file, or is empty.
const void *file_map(const char *path, size_t *length);

// All of the bytes, however many calls that takes. False, and errno, if that is impossible.
bool file_write_all(int descriptor, const char *bytes, size_t count);

#endif
