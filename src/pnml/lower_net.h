// A net as a model: a number of tokens for each colour that a place can hold, an action for each way in which a
// transition can fire, and a class of components for each static subclass of colours.
#ifndef COSET_PNML_LOWER_NET_H
#define COSET_PNML_LOWER_NET_H

#include "model/model.h"
#include "pnml/unfold.h"

struct net_lower_options {
    bool deadlock; // the property that there is none
};

struct lowered_net {
    const struct net *net;
    struct mem *mem;
    struct model *model;
    cell_id **cells;  // by place and colour; CELL_NONE where there never is a token
    uint64_t *sizes;  // by place: colours of its sort
    int64_t *totals;  // by place: the most tokens of all colours together, by its invariants
    int64_t *initial; // by place: tokens of all colours together
    // By transition: the condition that it can fire for some values of its variables.
    expr *enabled;
    expr dead; // no transition can fire
};

// False with the reason among the diagnostics. It must be closed in any case; the model is the caller's.
bool net_lower(struct lowered_net *, const struct net *, struct model *, const struct net_lower_options *, struct mem *,
               struct diag *);
void lowered_net_close(struct lowered_net *);
expr lowered_net_tokens(struct lowered_net *, uint32_t place); // of all its colours

#endif
