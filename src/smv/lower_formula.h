// What the files that lower formulas share.
#ifndef COSET_SMV_LOWER_FORMULA_H
#define COSET_SMV_LOWER_FORMULA_H

#include "smv/meaning.h"

// What a formula is in. A PSL formula that has both operators of branching time and sequences is universal: it says
// something of all paths only, and means the same as without its quantifiers.
enum smv_logic { SMV_NO_TIME = 0, SMV_CTL = 1, SMV_LTL = 2, SMV_CTLSTAR = 4, SMV_PSL = 8, SMV_UNIVERSAL = 16 };

// What comes up from an operand.
struct smv_piece {
    enum { SMV_PIECE_BAD, SMV_PIECE_CONDITION, SMV_PIECE_FORMULA } kind;
    bool of_path; // a formula about a path, not about its first state
    formula formula;
    struct smv_thing condition;
};

struct smv_lowering {
    struct smv_meaning *l;
    struct smv_frame frame;
    enum smv_logic logic;
    const struct smv_expr *cut; // an implication that is to be: its left side is false; or NULL
    unsigned mentions;          // enum smv_mention, by the text of all of it
    size_t copied;              // nodes that replicators have made
    ARRAY(struct smv_piece) pieces;
};

static inline struct smv_piece smv_bad_piece(void)
{
    return (struct smv_piece){.kind = SMV_PIECE_BAD};
}

static inline struct smv_piece smv_formula_piece(formula f, bool of_path)
{
    return (struct smv_piece){.kind = SMV_PIECE_FORMULA, .of_path = of_path, .formula = f};
}

// A copy made for a replicator stands where the original does.
static inline bool smv_is_cut(const struct smv_lowering *w, const struct smv_expr *e)
{
    return w->cut && e->op == w->cut->op && e->at == w->cut->at && e->span.offset == w->cut->span.offset;
}

struct smv_piece smv_lower_piece(struct smv_lowering *, const struct smv_expr *); // lower_formula.c
void smv_to_formula(struct smv_lowering *, struct span, struct smv_piece *); // a condition becomes one, of one state
// The same, and a formula; false if it is bad.
bool smv_lower_operand(struct smv_lowering *, const struct smv_expr *, formula *);
// Its condition; false, with an error, if it is none.
bool smv_lower_letter(struct smv_lowering *, const struct smv_expr *, expr *);
// lower_property.c: the property's kind and formula; false, with an error, if it has none. With a cut, what makes it
// vacuous.
bool smv_lower_spec(struct smv_meaning *, struct smv_instance *home, const struct smv_decl *,
                    const struct smv_expr *cut, struct property *);

static inline bool smv_is_psl(enum smv_op op)
{
    return op >= SMV_PSL_ALWAYS;
}

static inline bool smv_is_sere(enum smv_op op)
{
    return op >= SMV_SERE && op <= SMV_SERE_GOTO;
}

bool smv_has_time(const struct smv_expr *);            // whether a temporal operator or a sequence is in it
enum smv_logic smv_psl_logic(const struct smv_expr *); // lower_psl.c
struct smv_piece smv_lower_psl(struct smv_lowering *, const struct smv_expr *); // lower_psl.c
regular smv_lower_sere(struct smv_lowering *, const struct smv_expr *);         // lower_sere.c; REGULAR_NONE if bad
// Numbers of times, or of steps, from `least` on; high -1 for no end. False, with an error, if they are not.
bool smv_lower_count(struct smv_lowering *, const struct smv_expr *, value least, value *low, value *high);
// Replaces a condition with next values in it by an input that has its value, and one without inputs, too, if it is to
// be about steps (lower_step.c).
void smv_next_to_input(struct smv_meaning *, struct span, struct smv_thing *, bool of_steps);
struct smv_piece smv_replicate(struct smv_lowering *, const struct smv_expr *); // replicate.c
// `f abort b`, or FORMULA_NONE where that cannot be said (a sequence that must be there).
formula smv_abort(struct smv_meaning *, formula, expr condition); // abort.c

#define SMV_MAX_COUNT 2000 // of repetitions, or of steps

// Calls for vacuity (vacuity.c): adds to the property; `vacuities` is the caller's to free.
typedef ARRAY(struct vacuity) smv_vacuities;
void smv_find_vacuities(struct smv_meaning *, struct smv_instance *home, const struct smv_decl *,
                        const struct property *, smv_vacuities *);
void smv_free_vacuities(struct smv_meaning *, smv_vacuities *);

#endif
