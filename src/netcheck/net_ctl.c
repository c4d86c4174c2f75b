// CTL on the reachable markings. Paths are maximal: a deadlock ends them.
#include "netcheck/net_space_parts.h"

static mdd satisfy(struct net_space *, const struct mcc_formula *);

// The largest set within `f` whose markings are deadlocks or lead into it.
static mdd exists_always(struct net_space *s, mdd f)
{
    mdd dead = net_space_dead(s);
    for (mdd set = f;;) {
        mdd next = mdd_union(s->m, net_space_before(s, set, set), mdd_intersection(s->m, set, dead));
        if (next == set || next == MDD_NONE)
            return next;
        set = next;
    }
}

static mdd exists_until(struct net_space *s, mdd f, mdd g)
{
    return mdd_reach_back(s->m, g, f);
}

// E path, or A path.
static mdd quantified(struct net_space *s, const struct mcc_formula *path, bool is_all)
{
    mdd f = satisfy(s, path->operands[0]);
    mdd g = path->op == MCC_U ? satisfy(s, path->operands[1]) : MDD_EMPTY;
    mdd not_f = net_space_not(s, f), not_g = net_space_not(s, g);
    switch (path->op) {
    case MCC_X:
        return is_all ? net_space_not(s, net_space_before(s, not_f, s->reach)) : net_space_before(s, f, s->reach);
    case MCC_F:
        return is_all ? net_space_not(s, exists_always(s, not_f)) : exists_until(s, s->reach, f);
    case MCC_G:
        return is_all ? net_space_not(s, exists_until(s, s->reach, not_f)) : exists_always(s, f);
    default:
        if (!is_all)
            return exists_until(s, f, g);
        // it fails where g never comes, or where neither holds before it
        return net_space_not(
            s, mdd_union(s->m, exists_always(s, not_g), exists_until(s, not_g, mdd_intersection(s->m, not_f, not_g))));
    }
}

static mdd satisfy(struct net_space *s, const struct mcc_formula *f)
{
    if (mcc_is_state_formula(f))
        return net_space_states(s, f);
    switch (f->op) {
    case MCC_NOT:
        return net_space_not(s, satisfy(s, f->operands[0]));
    case MCC_AND:
        return mdd_intersection(s->m, satisfy(s, f->operands[0]), satisfy(s, f->operands[1]));
    case MCC_OR:
        return mdd_union(s->m, satisfy(s, f->operands[0]), satisfy(s, f->operands[1]));
    default:
        return quantified(s, f->operands[0], f->op == MCC_A);
    }
}

enum net_truth net_space_check_ctl(struct net_space *s, const struct mcc_formula *f)
{
    mdd set = mdd_intersection(s->m, satisfy(s, f), s->initial);
    return set == MDD_NONE ? NET_UNKNOWN : set == MDD_EMPTY ? NET_FALSE : NET_TRUE;
}
