// The first section of a certificate: the model that it is about, and how its text is read. Texts, cells and their
// types must be those of the model at hand.
#ifndef COSET_CERTIFICATE_SUBJECT_SECTION_H
#define COSET_CERTIFICATE_SUBJECT_SECTION_H

#include "certificate/format.h"
#include "certificate/subject.h"

void subject_add_section(const struct subject *, struct str *out);
// How the text is read. Texts go to the arena. False if the section is damaged.
bool subject_read_section(struct view section, struct arena *, struct subject_reading *);
// Whether a section is the one of this model.
bool subject_has_section(const struct subject *, const struct view *section);

// As options of `coset check`, each with a space before it.
void subject_add_options(const struct subject_reading *, struct mem *, struct str *out);

#endif
