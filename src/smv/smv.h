// The SMV front end: from the text of a model to struct model. The language is that of NuSMV 2.6.
//
// Reading goes through the file once for syntax, and then once for each instance of a module for meaning. All that is
// wrong is reported, as far as one mistake does not hide another.
//
// Properties are in the order in which they are found when the instances are walked from main: declarations in the
// order of the file, and at the declaration of an instance, first those of its module.
#ifndef COSET_SMV_SMV_H
#define COSET_SMV_SMV_H

#include "base/diag.h"
#include "base/mem.h"
#include "base/source.h"
#include "model/model.h"
#include "smv/ast.h"

// A file that was read: its model, and what is needed to read more formulas about it.
struct smv;

// NULL if there was an error, but in the text of a property: that one is marked as wrong in the model (`is_wrong`), and
// all else is as if it were right. `source` is borrowed until smv_free.
struct smv *smv_read(const struct source *, struct mem *, struct diag *);
void smv_free(struct smv *);

// Owned by the file.
struct model *smv_model(const struct smv *);

// Reads one more formula, in the scope of main, and adds it to the model as its last property. The kind is one of
// SMV_SPEC, SMV_INVARSPEC, SMV_LTLSPEC, SMV_PSLSPEC, SMV_COMPUTE, SMV_CTLSTARSPEC. False if there was an error.
// SMV_HINT and SMV_SYMMETRY give it one more hint, or symmetries that are stated (see model.h), in the same way.
// `source` is borrowed until smv_free.
bool smv_read_formula(struct smv *, const struct source *, enum smv_decl_kind, struct diag *);
// The same for a formula of any logic, or the computation of a number. `diag` is opened here; the caller closes it.
bool smv_read_any_formula(struct smv *, const struct source *, struct mem *, struct diag *);

// Reads one condition in the scope of main, with inputs and next values if it has any, and adds nothing to the model
// but its expression. Where it is undefined it does not hold. False if there was an error. `source` as above.
bool smv_read_condition(struct smv *, const struct source *, expr *condition, struct diag *);

// The same for an expression of any type, over the variables of a state. `is_defined`: where it has a value.
bool smv_read_value(struct smv *, const struct source *, expr *result, expr *is_defined, struct diag *);

// ---- Obligations ----------------------------------------------------------------------------------------------------
// Some mistakes depend on values: a `case` must have a branch for every value of its variables, a right side must stay
// within the type of its variable. Where that can be seen by trying a moderate number of values, smv_read has done so.
// The rest is left to somebody with better means: each condition must hold for all values of the cells in it, also
// unreachable ones (of next values too; constraints do not count).

enum smv_obligation_kind {
    SMV_MUST_COVER,  // a case
    SMV_MUST_INDEX,  // an index within its array
    SMV_MUST_DIVIDE, // a divisor that is not zero
    SMV_MUST_STAY,   // a number below the largest one
    SMV_MUST_SHIFT,  // a number of bits to shift by that is within the width
    SMV_MUST_FIT,    // a right side within the type of its variable
};

struct smv_obligation {
    expr condition;
    enum smv_obligation_kind kind; // what follows is for messages; a condition may be about several things at once
    struct diag_range place;
    cell_id cell; // SMV_MUST_FIT: the variable, and the right side
    expr value;
    int together; // of smv_read's own: other conditions may exclude a failure
    goal_id goal; // of the property that it is about; GOAL_NONE: of the model
};

size_t smv_obligation_count(const struct smv *);
const struct smv_obligation *smv_obligation(const struct smv *, size_t);
// Reports an obligation that does not hold for these values, one for each cell of the model. `next` may be NULL if the
// condition has no next values in it. True if only a property is wrong for it, which is marked in the model.
bool smv_report_obligation(struct smv *, size_t, const value *now, const value *next, struct diag *);

#endif
