// check --invariant: the inductive invariant that IC3 finds for what holds, in the model's language, to be appended to
// the model. In SMV it is a DEFINE and an INVARSPEC; in Murphi a list of invariants, which are inductive together.
//
// Murphi has no words for single elements of a scalarset, so a clause about some of them is written for all different
// ones. A permutation of components takes an inductive invariant to another, and so all images together are one.
#ifndef COSET_RUN_CERTIFICATE_INVARIANT_TEXT_H
#define COSET_RUN_CERTIFICATE_INVARIANT_TEXT_H

#include "run/certificate/certificate.h"

// Of what is requested of a model in SMV or Murphi. False, with *obstacle, if there can be none. *proved: how many of
// the goals that hold it proves.
bool invariant_text_make(struct run *, const struct certificate_request *, struct str *text, size_t *proved,
                         struct cause *obstacle);

#endif
