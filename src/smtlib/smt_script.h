// The script under construction, for those who ask other questions than smtlib_write does: tests compare single steps.
#ifndef COSET_SMTLIB_SMT_SCRIPT_H
#define COSET_SMTLIB_SMT_SCRIPT_H

#include "smtlib/translate.h"

struct smt_script {
    struct smt_translation t;
    struct str body; // what comes after the declarations
    uint32_t lets;
    bool is_primed;                // leaves that change are printed as they are after the step
    bool *has_value, *has_defined; // by leaf: there is a definition with a prime
    ARRAY(smt_term) assumptions, invariants;
    size_t obligations;
};

// With the types of values asserted. False if something is not covered; it must be closed in any case.
bool smt_script_open(struct smt_script *, const struct smtlib_proof *, struct mem *, struct diag *);
// Opens a (push) in which the parameters are declared, and `step` and the changed functions, with a prime, are defined.
void smt_script_step(struct smt_script *, const struct murphi_rule *, struct smt_step *);
void smt_script_step_end(struct smt_script *, struct smt_step *); // and (pop)
void smt_script_assert(struct smt_script *, const char *before, smt_term, const char *after, bool is_primed);
void smt_script_name(struct smt_script *, const struct murphi_rule *); // kind, name and place, for a comment
void smt_script_finish(struct smt_script *, struct str *out);          // the declarations, and the body
void smt_script_close(struct smt_script *);

#endif
