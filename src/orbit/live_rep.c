// Live_Rep (seed 000, section 6.1): liveness on the representatives alone. Symmetry_MC, or Hints_Sym, has found
// reach_rep (hints_sym.c), to its end (--no-stages, as printed) or as far as it takes to refute a property
// (check/decide.c); then classical symbolic model checking goes on in M restricted to reach_rep, whose steps are
// those steps of the model that lead from one representative to another. No orbit is multiplied out, and the generators
// may be wrong.
//
// The restriction only takes behaviour away: a path that it has is one of the model, so that a failure of a formula
// about all paths is real. That nothing fails says nothing, since steps to states that are no representatives are
// missing (CAUSE_NO_VIOLATION_RESTRICTED). The paper restricts the transition relation as one BDD; here images are
// restricted, so that partitioned relations stay as they are.
#include "orbit/onthefly.h"

// Before the search there are no representatives, and nothing is taken away.
static bdd restricted(struct onthefly *o, bdd states)
{
    return bdd_is_valid(o->representatives) ? bdd_and(o->m, states, o->representatives) : states;
}

static bdd post(struct image *image, bdd set)
{
    struct onthefly *o = (struct onthefly *)image;
    return bdd_hand_over(o->m, restricted(o, image_post(&o->steps->image, set)));
}

static bdd pre(struct image *image, bdd set, bdd by)
{
    struct onthefly *o = (struct onthefly *)image;
    bdd_scope scope = bdd_open_scope(o->m);
    bdd from = o->steps->image.pre(&o->steps->image, restricted(o, set), by);
    return bdd_close_scope_with(o->m, scope, restricted(o, from));
}

static bdd reach(struct image *image, bdd set)
{
    struct onthefly *o = (struct onthefly *)image;
    return bdd_hand_over(o->m, bdd_or(o->m, set, post(image, set)));
}

const struct image live_rep_image = {post, pre, reach, onthefly_lift};

bdd live_rep_abstract(struct image *image, bdd states)
{
    return restricted((struct onthefly *)image, states);
}

bdd live_rep_concretise(struct image *image, bdd set)
{
    (void)image;
    return set;
}
