// An inductive invariant as a proof: a set of states that has all initial states, and with a state all its successors.
// Then all reachable states are in it, and what holds in all its states holds in all that can be reached.
//
// The set is a circuit of *nodes*, as decision diagrams are: if one thing is true, another one, else a third one. A
// reference is twice a number, plus 1 if it is negated. Number 0 is true; then come the bits of the states (of the
// position of each cell's value among those of its type), and then nodes, each three references to what is before it.
// The model's initial states and steps are circuits, too (bit_blast.h), and each of the obligations is a question to
// the SAT solver, which must find no answer:
//   an initial state outside of the set;
//   a step from a state of the set to one outside of it;
//   a state of the set in which the condition is false.
//
// With a *ranking*, there is no fair path in the set, one on which all justice conditions are met again and again. A
// ranking is two numbers of a state, each bit of which is such a circuit: a *number*, and a *missing* condition. For
// each step from s to t within the set,
//   number(t) < number(s), or number(t) = number(s), missing(t) = missing(s), and the step does not meet that
//   condition.
// Along an infinite path the number stays the same from some state on, and from there on one condition is never met.
#ifndef COSET_CERTIFY_INDUCTIVE_H
#define COSET_CERTIFY_INDUCTIVE_H

#include "certificate/format.h"
#include "circuit/bit_blast.h"

// Something in the first state, and in the second.
struct inductive_wire {
    wire is[2];
};
struct inductive_number {
    struct vector is[2];
};

struct inductive {
    struct mem *mem;
    struct bit_blast blast;
    bool is_open, is_ranked;
    struct inductive_wire inside;
    struct inductive_number number, missing;
};

// Reads the set, and the ranking if there is one. False if it is damaged, or the model has no circuit; inductive_close
// is due all the same.
bool inductive_open(struct inductive *, struct view section, bool is_ranked, struct model *, const struct supervisor *,
                    struct mem *, const char **error);
void inductive_close(struct inductive *);

enum inductive_answer { INDUCTIVE_YES, INDUCTIVE_NO, INDUCTIVE_UNKNOWN };
// Whether the set is inductive, and the ranking falls. If not, `text` gets what is wrong, with the state or step.
enum inductive_answer inductive_check(struct inductive *, struct str *text);
// Whether all states of the set, or all steps from them, satisfy a condition.
enum inductive_answer inductive_implies(struct inductive *, expr condition, struct str *text);

// k-induction, which needs no set: whether a condition on states is true in the first `depth` states of each path from
// an initial state, and after any so many states in a row in which it is. Then it is true in all reachable states.
enum inductive_answer inductive_by_paths(struct model *, expr condition, uint64_t depth, const struct supervisor *,
                                         struct mem *, struct str *text);

#endif
