// Linear time, one marking after the other: what a path must still do so that a formula is true (or false) on it.
//
// The formula is in negation normal form, and a set of its parts is an *obligation*. In a marking, whose conditions are
// looked up, an obligation leaves choices: what is to hold from the next marking on, and which untils are postponed to
// it. A path is good if there are choices along it that postpone no until forever. These are the states and the
// transitions of a generalized Büchi automaton, of which only what is met is made (Gerth, Peled, Vardi and Wolper,
// 1995; acceptance on transitions as Couvreur's, 1999).
#ifndef COSET_PNML_OBLIGATIONS_H
#define COSET_PNML_OBLIGATIONS_H

#include "pnml/guided_walk.h"

#define OBLIGATION_MET 0 // nothing is left to do: whatever comes, the path is good

struct obligation_choice {
    uint32_t next;      // obligation from the next marking on
    uint64_t postponed; // bits of untils
};
typedef ARRAY(struct obligation_choice) choice_array;

struct obligations;

// That the formula of linear time is true, or false. NULL if it has too many parts. The formula is borrowed.
struct obligations *obligations_open(const struct mcc_formula *, bool is_negated, struct mem *);
void obligations_close(struct obligations *);
uint32_t obligations_first(const struct obligations *);  // in the first marking
uint64_t obligations_untils(const struct obligations *); // bits of all of them

// The truth of a condition, without its negation, in the marking at hand.
typedef enum walk_truth obligations_truth(void *context, const struct mcc_formula *condition);
// The choices; none if the path cannot be good. False if there may be others, because some condition is not known.
bool obligations_choices(struct obligations *, uint32_t obligation, obligations_truth *, void *context,
                         choice_array *out);

// A condition that untils of the obligation wait for, the one of this number (modulo how many there are); NULL if none.
const struct mcc_formula *obligations_wish(const struct obligations *, uint32_t obligation, uint64_t number,
                                           bool *is_negated);

#endif
