// Components of a flat net that always hold one token: places of which every event takes as many tokens as it puts, and
// one of which is marked at first. Together they are one number: which of them has the token.
#ifndef COSET_NETCHECK_NET_COMPONENTS_H
#define COSET_NETCHECK_NET_COMPONENTS_H

#include "pnml/flat_net.h"

#define NO_COMPONENT UINT32_MAX

struct net_components {
    struct mem *mem;
    uint32_t count;
    size_t place_count;
    uint32_t *component; // by flat place; NO_COMPONENT
    uint32_t *value;     // by flat place: its number in the component
    ARRAY(uint32_t) sizes;
};

// None has more than `most` places.
void net_components_find(struct net_components *, const struct flat_net *, size_t most, struct mem *);
void net_components_close(struct net_components *);

#endif
