// An XML document as a tree of elements, read by expat. Every element knows where it begins, so that whoever finds
// something wrong in it can say where.
//
// Documents of strangers are read: there is no document type, no entity but the five of XML itself, and nothing is ever
// fetched from elsewhere.
#ifndef COSET_PNML_XML_H
#define COSET_PNML_XML_H

#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"

struct xml_attribute {
    const char *name, *value;
};

struct xml {
    const char *name;  // without its namespace
    const char *text;  // what is written in it, without that of its elements and without blanks around it
    struct xml *first; // of its elements, in their order
    struct xml *next;  // element of the same parent
    const struct xml_attribute *attributes;
    uint32_t attribute_count;
    size_t offset, length; // of its first tag in the source
};

// NULL if it is no well-formed document, with the reason among the diagnostics. The tree is the arena's.
struct xml *xml_read(const struct source *, struct arena *, struct mem *, struct diag *);

const char *xml_attribute(const struct xml *, const char *name);  // NULL if there is none
struct xml *xml_find(const struct xml *parent, const char *name); // its first element of that name, or NULL
bool xml_is(const struct xml *, const char *name);

#endif
