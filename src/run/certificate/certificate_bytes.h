// The bytes of a certificate as they are written (certify/format.h says what they are like).
#ifndef COSET_RUN_CERTIFICATE_CERTIFICATE_BYTES_H
#define COSET_RUN_CERTIFICATE_CERTIFICATE_BYTES_H

#include "certify/subject.h"

void certificate_head(const char *tag, uint64_t length, uint8_t head[SECTION_HEAD]);

// The section about the model.
void certificate_add_subject(const struct subject *, struct str *out);

#endif
