// Numbers, texts and results as bytes, for other processes and for files. Small numbers take few bytes, and what is
// read is never believed: a reader that has met the end, or nonsense, gives zeros from then on and says so.
#ifndef COSET_RUN_WIRE_H
#define COSET_RUN_WIRE_H

#include "base/arena.h"
#include "trace/trace.h"

void wire_put_number(struct mem *, struct str *, uint64_t);
void wire_put_signed(struct mem *, struct str *, int64_t);
void wire_put_real(struct mem *, struct str *, double);
void wire_put_text(struct mem *, struct str *, const char *); // NULL is told from an empty one
void wire_put_raw(struct mem *, struct str *, const void *, size_t bytes);
void wire_put_cause(struct mem *, struct str *, struct cause); // with those inside and behind it

struct wire_reader {
    const char *at;
    size_t left;
    bool is_bad;
};

uint64_t wire_get_number(struct wire_reader *);
uint64_t wire_get_index(struct wire_reader *, uint64_t count); // less than count, or the reader is bad
int64_t wire_get_signed(struct wire_reader *);
double wire_get_real(struct wire_reader *);
const char *wire_get_text(struct wire_reader *, struct arena *); // a copy
void wire_get_raw(struct wire_reader *, void *, size_t bytes);
struct cause wire_get_cause(struct wire_reader *, struct arena *);

// A result without its `property`, which the reader of it knows. Texts that it points to go into the arena. A trace is
// one of `model`, and is the caller's; values that its variables cannot have are nonsense.
void wire_put_result(struct mem *, struct str *, const struct result *);
bool wire_get_result(struct wire_reader *, const struct model *, struct arena *, struct mem *, struct result *);

#endif
