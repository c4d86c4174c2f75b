// check --certify: the certificate of what holds is made, and checked by coset-certify in a process of its own.
#ifndef COSET_RUN_CERTIFICATE_CERTIFICATION_H
#define COSET_RUN_CERTIFICATE_CERTIFICATION_H

#include "run/model_check.h"

struct certification {
    struct certification_facts told;
    bool is_wrong; // no certificate could be written or checked, which was said, and no limit is the reason
};

// Whether there is a coset-certify; else that is said.
bool certification_is_possible(struct run *);

// Each result that holds gets a mark. The certificate goes to the file `path`, or to none that stays (NULL). One whose
// certificate is refuted is not believed any more.
void certification_run(struct certification *, const char *path, struct model_check *);

#endif
