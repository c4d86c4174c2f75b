// Bytes to a file or from one, in sequence. Who opens it knows what it is; who saves and loads need not.
//
// A stream is opened by whoever has the path or the descriptor, and closed by the same. All failures stick: it is
// enough to ask at the end.
#ifndef COSET_BASE_STREAM_H
#define COSET_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

struct stream;

enum stream_mode {
    STREAM_READ,
    STREAM_WRITE,  // a file begins anew
    STREAM_REWRITE // the same, and what was written can be read again
};

// NULL if there is none: errno says why.
struct stream *stream_open(const char *path, enum stream_mode, struct mem *);
struct stream *stream_on_descriptor(int, enum stream_mode,
                                    struct mem *); // which stays the caller's, and is not emptied
struct stream *stream_on_bytes(const void *, size_t count, struct mem *); // to be read; they stay the caller's
struct stream *stream_in_memory(struct mem *);                            // what is written is kept until it is closed
bool stream_close(struct stream *); // false: something went wrong, and errno says what; NULL is closed
// In a process that was forked: the other one has the same place in the file, and must not notice that this is gone.
void stream_abandon(struct stream *);

bool stream_write(struct stream *, const void *, size_t count);
size_t stream_read_some(struct stream *, void *, size_t count); // fewer: it ends, or it cannot be read
bool stream_read(struct stream *, void *, size_t count);        // all of them
bool stream_is_at_end(struct stream *);

bool stream_position(struct stream *, uint64_t *);
bool stream_seek(struct stream *, uint64_t position);
bool stream_flush(struct stream *); // false: something went wrong since it was opened
bool stream_has_failed(const struct stream *);
int stream_descriptor(const struct stream *);
const char *stream_content(struct stream *, size_t *count); // of one in memory; NULL if something went wrong

#endif
