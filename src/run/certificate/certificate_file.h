// Certificates that `coset check` writes.
#ifndef COSET_RUN_CERTIFICATE_CERTIFICATE_FILE_H
#define COSET_RUN_CERTIFICATE_CERTIFICATE_FILE_H

#include "run/aiger/witness_circuit.h"
#include "run/certificate/certificate.h"
#include "run/model_check.h"

// Writes the certificate of all results that hold to a file; NULL for the path: to `nameless`, a new file without a
// name, for which that is a descriptor. False if it cannot be written, which is said; or, with *obstacle, if there can
// be none.
bool certificate_write(struct model_check *, const char *path, int *nameless, struct cause *obstacle);
// The same for what is requested of a model.
bool certificate_write_request(struct run *, const struct certificate_request *, const char *path, int *nameless,
                               struct cause *obstacle);
// An inductive invariant of all results that hold, as text (invariant_text.h); likewise.
bool certificate_invariant(struct model_check *, struct str *text, size_t *proved, struct cause *obstacle);
// A file that is gone with the processes that have it open: its descriptor, or -1, and that is said.
int certificate_nameless(struct run *);
// A witness circuit of what is requested, and the circuit of the model. Else, the reason why there is none.
struct cause certificate_circuits(struct run *, const struct certificate_request *, const struct witness_files *,
                                  struct str *witness, struct str *model);
// The two files of all results that hold; false if they cannot be made or written, which is said.
bool certificate_write_circuits(struct model_check *, const struct witness_files *);

#endif
