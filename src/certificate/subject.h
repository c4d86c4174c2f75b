// What a certificate is about: a model, read from its text by the front ends, and nothing else. Who writes a
// certificate reads the model here, too, so that both see the same cells, steps and goals.
#ifndef COSET_CERTIFICATE_SUBJECT_H
#define COSET_CERTIFICATE_SUBJECT_H

#include "base/arena.h"
#include "base/diag.h"
#include "model/model.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "pnml/lower_net.h"
#include "smv/smv.h"

enum subject_language { SUBJECT_SMV, SUBJECT_MURPHI, SUBJECT_AIGER, SUBJECT_BTOR2, SUBJECT_PNML, SUBJECT_LANGUAGES };

// How the text is read. It is a part of the certificate, and of what the judge says is certified.
struct subject_reading {
    enum subject_language language;
    unsigned deadlock, dialect; // enum murphi_deadlock, enum murphi_dialect
    uint32_t loop_limit;
    bool infers_scalarsets;       // as in a struct murphi_tree
    const char *const *constants; // NAME=VALUE
    size_t constant_count;
    const char *const *formulas; // that are asked for besides the properties of the text, which they come behind
    size_t formula_count;
};

struct subject {
    struct mem *mem;
    struct arena arena;
    struct subject_reading reading; // constants and formulas are copies
    struct source source;
    struct smv *smv;
    struct murphi_tree tree;
    struct net net;
    struct lowered_net lowered;
    struct model *model;
    struct model *monitored; // with a monitor of fair rules; NULL until it is asked for
    bool is_open;
};

// The text outlives the subject. False with what is wrong among the diagnostics; subject_close is due all the same.
bool subject_open(struct subject *, const char *name, const char *text, size_t length, const struct subject_reading *,
                  struct mem *, struct diag *);
void subject_close(struct subject *);

// The model that a property is a question about: with a monitor if it depends on the fairness of rules. NULL if it
// cannot be made.
struct model *subject_model_of(struct subject *, goal_id);

#endif
