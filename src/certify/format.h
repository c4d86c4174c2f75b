// The bytes of a certificate. docs/certificates.md says what they mean.
//
// A certificate is a line that names the format, then sections, each a tag of four letters and its length, then the
// section "END " with a checksum of all that comes before it. Within a section there are numbers of seven bits a byte,
// the lowest first, with the eighth bit set in all but the last byte; texts, which are a length and as many bytes; and
// tables of records of one size. The checksum is against damage. Nothing rests on it: what a certificate says is
// checked, whoever wrote it.
#ifndef COSET_CERTIFY_FORMAT_H
#define COSET_CERTIFY_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define CERTIFICATE_MAGIC "coset certificate 1\n"

#define TAG_MODEL "MODL"
#define TAG_GRAPH "GRPH"
#define TAG_INVARIANT "INVR"
#define TAG_CLAIM "CLAI"
#define TAG_END "END "

// Who is told now and then what is being checked, and how far that is (0 of 0: nobody knows), and says whether to go
// on.
struct certify_watch {
    bool (*look)(void *context, const char *what, uint64_t done, uint64_t all);
    void *context;
};
#define CERTIFY_STOPPED "out of time"
// Nobody watches if there is no watch.
static inline bool certify_goes_on(const struct certify_watch *watch, const char *what, uint64_t done, uint64_t all)
{
    return !watch || watch->look(watch->context, what, done, all);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// What is left to be read. Whoever reads beyond the end, or a number of more than 64 bits, gets zeros, and
// `is_damaged`.
struct view {
    const uint8_t *at, *end;
    bool is_damaged;
};

uint64_t view_number(struct view *);
uint64_t view_number_below(struct view *, uint64_t limit); // a larger one is damage
struct view view_part(struct view *, uint64_t bytes);      // takes so many bytes off
struct view view_text(struct view *);
bool view_is_done(const struct view *); // all is read, and nothing was damaged
bool view_equals(const struct view *, const char *text);

// Checks the first line and the checksum. What is left are sections.
bool certificate_open(struct view *file, const char **error);
#define SECTION_HEAD 12 // bytes: the tag, and the length
// The next section but the last; false at the end.
bool certificate_next(struct view *file, char tag[5], struct view *section);

#endif
