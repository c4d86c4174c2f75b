// What quick answers to an examination are made of: examination_quick.c has those by the state equation and by walks,
// examination_graph.c those by a part of the reachability graph.
#ifndef COSET_RUN_EXAMINATION_QUICK_PARTS_H
#define COSET_RUN_EXAMINATION_QUICK_PARTS_H

#include "pnml/guided_walk.h"
#include "pnml/mcc_simplify.h"
#include "run/examination_parts.h"

// Why a marking is looked for: what follows when it is found.
struct aim {
    uint32_t question;
    const struct mcc_formula *part; // EF f or AG f in the question's formula is decided; NULL: the formula is refuted
};

struct quick {
    struct exam *x;
    const struct net *net;
    struct mem *mem;
    struct state_equation *equation;
    struct token_game *game, *initial; // one that walks, one that stays where it is
    ARRAY(struct walk_goal) goals;
    ARRAY(struct aim) aims; // by goal
    ARRAY(struct walk_bound) bounds;
    ARRAY(uint32_t) bound_questions;
    ARRAY(uint32_t) lasso_questions;
    known_array known;
    const struct mcc_formula **formulas; // by question; NULL of bounds
    double until;
};

bool examination_quick_is_over(void *quick); // its time, or the whole run
bool examination_quick_is_linear(const struct quick *, uint32_t question);

#endif
