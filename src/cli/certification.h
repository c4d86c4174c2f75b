// check --certify: the certificate of what holds is made, and checked by coset-certify in a process of its own.
#ifndef COSET_CLI_CERTIFICATION_H
#define COSET_CLI_CERTIFICATION_H

#include "cli/cli.h"
#include "report/report.h"
#include "run/model_check.h"

struct certification {
    struct report_certification told;
    bool is_wrong; // no certificate could be written or checked, which was said, and no limit is the reason
};

// Whether there is a coset-certify; else that is said.
bool certification_is_possible(struct cli *);

// Each result that holds gets a mark. One whose certificate is refuted is not believed any more.
void certification_run(struct certification *, struct cli *, struct model_check *);

#endif
