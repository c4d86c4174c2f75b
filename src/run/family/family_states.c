// Reachable states by size: how many there are, or why that is not known.
#include "run/family/family_run.h"

#include <stdlib.h>

void family_note_states(struct families *f, size_t member, const mpz_t states, const mpz_t orbits)
{
    if (f->reachable[member]) // by now
        return;
    f->reachable[member] = mpz_get_str(NULL, 10, states);
    f->orbits[member] = mpz_get_str(NULL, 10, orbits);
}

static expr is_member(struct families *f, size_t member)
{
    return f->present ? family_is_present(f, member) : family_is_member(f->family, member);
}

void family_count_states(struct families *f)
{
    mpz_t states;
    mpz_init(states);
    for (size_t i = 0; i < f->count; i++) {
        struct cause cause = {0};
        if (f->reachable[i])
            continue;
        if (portfolio_count_states_where(f->engine, is_member(f, i), states, &cause))
            family_note_states(f, i, states, states);
        else if (f->count == 1) // else it may be counted by itself
            family_lack_states(f, i, cause);
    }
    mpz_clear(states);
}

void family_lack_states(struct families *f, size_t size, struct cause cause)
{
    if (f->reachable[size])
        return;
    f->uncounted[size] = cause.code ? cause_keep(cause, &f->arena) : cause_of(CAUSE_NOT_FOUND);
    f->states_unknown = true;
}
