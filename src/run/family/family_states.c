// Reachable states by size: how many there are, or why that is not known.
#include "run/family/family_run.h"

#include <stdlib.h>
#include <string.h>

static const char *kept_reason(struct families *f, const char *reason)
{
    return reason ? arena_copy(&f->arena, reason, strlen(reason)) : "they were not found";
}

void family_note_states(struct families *f, size_t member, const mpz_t states, const mpz_t orbits)
{
    if (f->reachable[member]) // by now
        return;
    f->reachable[member] = mpz_get_str(NULL, 10, states);
    f->orbits[member] = mpz_get_str(NULL, 10, orbits);
}

void family_count_states(struct families *f)
{
    mpz_t states;
    mpz_init(states);
    for (size_t i = 0; i < f->count; i++) {
        const char *reason = NULL;
        if (f->reachable[i])
            continue;
        if (portfolio_count_states_where(f->engine, family_is_member(f->family, i), states, &reason))
            family_note_states(f, i, states, states);
        else if (f->count == 1) // else it may be counted by itself
            family_lack_states(f, i, reason);
    }
    mpz_clear(states);
}

void family_lack_states(struct families *f, size_t size, const char *reason)
{
    if (f->reachable[size])
        return;
    f->uncounted[size] = kept_reason(f, reason);
    f->states_unknown = true;
}
