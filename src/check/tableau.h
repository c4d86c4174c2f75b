// The symbolic tableau of a formula of linear time: fresh state bits whose values depend on the formula alone, a
// relation that they obey beside the model's steps, and conditions that are to hold infinitely often. A path of the
// product satisfies the formula from its first state on.
//
// A bit is a *promise*: that a formula holds from here on. What is promised must be kept, but nothing forbids to
// promise more than is asked, so each bit obeys an implication, not an equivalence; negations are pushed down to the
// atoms for that. When no promise is left, the path so far satisfies the formula whatever comes: where that has to
// happen (no promise can go on forever), looking for such a state is all that is needed.
//
// All that can be promised beyond need makes sets large, and below `xor` and `<->` it takes two bits for a formula, one
// as it is and one negated. So on infinite paths each formula below the whole one gets a bit that obeys an equivalence:
// it is *exact*, and its negation is simply the negation of the bit (tableau_exact.c).
//
// About the past nothing needs to be promised: bits that *remember* follow from the path so far.
//
// Relation and conditions speak of present states and inputs and of the bits, never of the model's next state. So the
// bits stay the same where the model's state is replaced by another one that satisfies the same atoms.
#ifndef COSET_CHECK_TABLEAU_H
#define COSET_CHECK_TABLEAU_H

#include "base/array.h"
#include "base/hash.h"
#include "check/ctl.h"

#define TABLEAU_MAX_BITS 4000
#define TABLEAU_FEW_BITS 40 // so that trying costs little

// Pairs of variables that tableaus use one after the other.
typedef ARRAY(int) bit_pool;

struct tableau_promise {
    formula formula;
    bool negated;
    bool exact; // the bit is true just if the formula holds
    int bit;
};

struct tableau {
    struct ctl *ctl; // where the truth of state formulas comes from
    struct model *model;
    bdd_manager *m;
    struct mem *mem;
    bit_pool *pool;

    size_t most_bits;
    size_t bits;               // of the pool that are in use
    struct sets parts;         // of the relation, over present states, inputs, and bits with their next copies
    struct sets justice;       // over the same without next copies
    bdd initial;               // the bits at first
    bdd settled;               // no promise is left
    bool finite;               // every promise must be settled some time
    bool single;               // one promise at a time is enough
    bool for_prefix;           // leaves out what only infinite paths need: choices and justice
    enum cause_code too_large; // why it could not be made; none if that is the engine's matter

    // While it is made.
    struct sets known;                             // functions that were found, alive
    struct int_map meaning;                        // from formula and polarity to `known`
    struct int_map promise, memory, choice, guess; // from formula and polarity to bits
    struct int_map below;                          // by formula: what tableau_find_exact knows of it
    ARRAY(struct tableau_promise) promises;
    ARRAY(int) open;          // the bits of all promises
    ARRAY(signed char) plain; // by formula: whether it has no future; -1: not known
};

// For the formula, or for its negation. False when it could not be made: `too_large` says why, or bdd_status does.
bool tableau_open(struct tableau *, struct ctl *, bit_pool *, formula, bool negated, bool for_prefix, size_t most_bits);
void tableau_close(struct tableau *);

// All bits that are in use, as a cube.
bdd tableau_cube(const struct tableau *);

// ---- For the files that make tableaus -------------------------------------------------------------------------------

// What has to hold now, of this step, the bits, and their next copies, so that the formula does.
bdd tableau_meaning(struct tableau *, formula, bool negated);
bool tableau_is_plain(struct tableau *, formula); // about the present and the past only: its truth is simply known
// Which formulas are exact: to be found before anything is promised. False without memory.
bool tableau_find_exact(struct tableau *, formula);
bool tableau_is_exact(struct tableau *, formula);
bdd tableau_regular_meaning(struct tableau *, formula, bool negated);
int tableau_new_bit(struct tableau *); // BDD_NO_VAR when there is none
void tableau_set_first(struct tableau *, int bit, bool truth);
void tableau_add_promise_bit(struct tableau *, int bit);
bool tableau_add_part(struct tableau *, bdd);
bool tableau_add_justice(struct tableau *, bdd);

#endif
