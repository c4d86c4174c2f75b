// Of the conjuncts of a property, those that permutations of components take to others need no proof of their own.
#ifndef COSET_RUN_CERTIFICATE_CONJUNCT_IMAGES_H
#define COSET_RUN_CERTIFICATE_CONJUNCT_IMAGES_H

#include "certify/condition_symmetry.h"

struct conjunct_images {
    struct mem *mem;
    struct permuter *permuter; // NULL: there are no permutations
    conjunct_list conjuncts;
    ARRAY(size_t) of;             // by conjunct: which one it is an image of, or itself
    ARRAY(uint32_t) permutations; // by conjunct, one behind the other
    bool has_images;
};

void conjunct_images_open(struct conjunct_images *, struct model *, size_t property, const struct certify_watch *,
                          struct mem *);
void conjunct_images_close(struct conjunct_images *);

// As it stands in a section of the certificate.
void conjunct_images_write(const struct conjunct_images *, struct str *out);

#endif
