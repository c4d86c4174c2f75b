// check --certify: the certificate of what holds is made, and checked by coset-certify in a process of its own.
#ifndef COSET_RUN_CERTIFICATE_CERTIFICATION_H
#define COSET_RUN_CERTIFICATE_CERTIFICATION_H

#include "run/model_check.h"

struct certification {
    struct certification_facts told;
    bool is_wrong; // no certificate could be written or checked, which was said, and no limit is the reason
};

// A property that is judged: its number in the file, and its text. What the judge says of each is taken; what the
// mark points at is there for as long as that takes.
struct judged_property {
    size_t number;
    const char *text;
};
struct judged_claims {
    const struct judged_property *properties;
    size_t count;
    void (*take)(void *context, size_t goal_index, struct certificate_mark);
    void *context;
};

// Whether there is a coset-certify; else that is said.
bool certification_is_possible(struct run *);

// Has one certificate checked: that in the file `path`, or in one without a name (NULL). What is not judged is taken as
// not certified.
void certification_judge(struct certification *, struct run *, const struct job *, const struct input_text *,
                         const char *path, int nameless, const struct judged_claims *);
// A copy, with all that it points at.
const struct certificate_mark *certificate_mark_keep(struct certificate_mark, struct arena *);

// Each result that holds gets a mark. The certificate goes to the file `path`, or to none that stays (NULL). One whose
// certificate is refuted is not believed any more.
void certification_run(struct certification *, const char *path, struct model_check *);

#endif
