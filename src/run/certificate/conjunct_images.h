// Of the conjuncts of a property, those that permutations of components take to others need no proof of their own.
#ifndef COSET_RUN_CERTIFICATE_CONJUNCT_IMAGES_H
#define COSET_RUN_CERTIFICATE_CONJUNCT_IMAGES_H

#include "certify/certify.h"
#include "certify/condition_symmetry.h"

struct conjunct_images {
    struct mem *mem;
    struct permuter *permuter; // NULL: there are no permutations
    conjunct_list conjuncts;
    ARRAY(size_t) of;             // by conjunct: which one it is an image of, or itself
    ARRAY(uint32_t) permutations; // by conjunct, one behind the other
};

void conjunct_images_open(struct conjunct_images *, struct model *, size_t property, const struct supervisor *,
                          struct mem *);
void conjunct_images_close(struct conjunct_images *);

// That a conjunct is the image of another one, as it stands in a claim.
void conjunct_images_write(const struct conjunct_images *, size_t conjunct, struct str *out);

#endif
