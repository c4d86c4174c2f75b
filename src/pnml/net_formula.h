// Formulas about nets, as people write them: AG(critical <= 1), G (fireable(enter) -> F tokens(idle) = 0).
//
// A name of a place stands for the number of its tokens, of all colours together, and `place[colour, ...]` for those of
// one colour. `fireable(t)` says that the transition can fire for some values of its variables, `deadlock` that none
// can. Names that are no words are written in double quotes. Operators are those of SMV: ! & | -> <->, = != < <= > >=,
// + -, AG AF AX EG EF EX, A [f U g], E [f U g], G F X U V (or R), A f, E f.
#ifndef COSET_PNML_NET_FORMULA_H
#define COSET_PNML_NET_FORMULA_H

#include "pnml/lower_net.h"

// Adds the formula as the model's last property: CTL, LTL or CTL*, whichever it is. False with the reason among the
// diagnostics; the source is borrowed for as long as those live.
goal_id net_formula_goal(const struct lowered_net *); // of the next one
bool net_add_formula(struct lowered_net *, const struct source *, goal_id, struct diag *);

#endif
