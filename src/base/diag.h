// Diagnostics: what a reader found wrong in a text, collected as it goes on, and shown like
//
//     model.smv:3:14: error: unknown name "foo"
//         next(x) := foo + 1;
//                    ^~~
//
// Nothing here prints or exits: the collection is rendered into a string, for the command line to print.
// A message is formatted and copied when it is added; a source is borrowed and must live until the collection is
// freed. Whatever bytes the text or the message hold, what is rendered is safe to show on a terminal.
#ifndef COSET_BASE_DIAG_H
#define COSET_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/array.h"
#include "base/mem.h"
#include "base/source.h"
#include "base/str.h"

enum diag_level { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

// A range of bytes in a source. Without a source the message is about no text at all; with DIAG_WHOLE as offset, about
// the text as a whole. A range that goes over several lines is shown on its first one.
struct diag_range {
    const struct source *source;
    size_t offset, length;
};

#define DIAG_WHOLE ((size_t)-1)
#define DIAG_NOWHERE ((struct diag_range){0})

struct diag_message {
    enum diag_level level;
    struct diag_range range;
    char *text;
};

struct diag {
    struct mem *mem;
    ARRAY(struct diag_message) messages;
    size_t errors, warnings; // all that were found, also those past the limit
    size_t limit;            // so many errors, and so many warnings, are kept
    bool dropped_last;       // a note goes the way of the message that it explains

    // Asked by readers while they work, with what they are doing: false, and they are to give up. May be NULL.
    bool (*goes_on)(void *context, const char *phase);
    void *context;
    size_t asked;
    bool is_stopped; // it was false: that is an error without a message
};

#define DIAG_DEFAULT_LIMIT 20

void diag_open(struct diag *, struct mem *);
void diag_close(struct diag *);

void diag_error(struct diag *, struct diag_range, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_warning(struct diag *, struct diag_range, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Explains the error or warning before it: where the other definition is, say.
void diag_note(struct diag *, struct diag_range, const char *format, ...) __attribute__((format(printf, 3, 4)));

// A reader that sees this may stop: no more errors will be kept.
bool diag_is_full(const struct diag *);

// For readers, now and then. False: nobody waits for the rest. No more messages are kept then.
bool diag_goes_on(struct diag *, const char *phase);

void diag_render(const struct diag *, struct str *out);

#endif
