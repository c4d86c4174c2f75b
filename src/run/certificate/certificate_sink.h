// Where a certificate goes as it is made: a file, with the checksum of all that was written. Large sections are written
// twice, the first time to be counted, for a section begins with its length.
#ifndef COSET_RUN_CERTIFICATE_CERTIFICATE_SINK_H
#define COSET_RUN_CERTIFICATE_CERTIFICATE_SINK_H

#include "base/hash.h"
#include "base/stream.h"
#include "certificate/format.h"

struct certificate_sink {
    struct stream *file;
    bool is_counting; // nothing is written
    uint64_t counted;
    uint64_t checksum;
};

static inline void sink_bytes(struct certificate_sink *s, const void *bytes, size_t count)
{
    if (s->is_counting) {
        s->counted += count;
        return;
    }
    s->checksum = hash_bytes(s->checksum, bytes, count);
    stream_write(s->file, bytes, count); // whether all went well is asked in the end
}

static inline void sink_number(struct certificate_sink *s, uint64_t number)
{
    uint8_t bytes[BYTES_OF_NUMBER];
    sink_bytes(s, bytes, bytes_of_number(number, bytes));
}

static inline void sink_head(struct certificate_sink *s, const char *tag, uint64_t length)
{
    uint8_t head[SECTION_HEAD];
    certificate_head(tag, length, head);
    sink_bytes(s, head, sizeof head);
}

#endif
