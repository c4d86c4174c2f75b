// Streams for those who have files of the C library, or need them.
#ifndef COSET_BASE_STREAM_FILE_H
#define COSET_BASE_STREAM_FILE_H

#include <stdio.h>

#include "base/stream.h"

struct stream *stream_on_file(FILE *, struct mem *); // which stays the caller's
FILE *stream_file(struct stream *);

#endif
