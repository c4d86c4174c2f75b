// The bytes of a certificate. docs/certificates.md says what they mean.
//
// A certificate is a line that names the format, then sections, each a tag of four letters and its length, then the
// section "END " with a checksum of all that comes before it. Within a section there are numbers of seven bits a byte,
// the lowest first, with the eighth bit set in all but the last byte; texts, which are a length and as many bytes; and
// tables of records of one size. The checksum is against damage. Nothing rests on it: what a certificate says is
// checked, whoever wrote it.
#ifndef COSET_CERTIFICATE_FORMAT_H
#define COSET_CERTIFICATE_FORMAT_H

#include "base/bytes.h"
#include "base/supervisor.h"

#define CERTIFICATE_MAGIC "coset certificate 1\n"

#define TAG_MODEL "MODL"
#define TAG_GRAPH "GRPH"
#define TAG_INVARIANT "INVR"
#define TAG_CLAIM "CLAI"
#define TAG_END "END "

// Checks the first line and the checksum. What is left are sections.
bool certificate_open(struct view *file, const char **error);
// The next section but the last; false at the end.
bool certificate_next(struct view *file, char tag[5], struct view *section);

#define SECTION_HEAD 12 // bytes: the tag, and the length
void certificate_head(const char *tag, uint64_t length, uint8_t head[SECTION_HEAD]);

#endif
