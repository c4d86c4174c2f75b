#include "check/sets.h"

#include <string.h>

void sets_open(struct sets *s, bdd_manager *m, struct mem *mem)
{
    *s = (struct sets){.m = m, .mem = mem};
}

// The array moves when it grows, and with it what is protected. Places beyond `count` are constants.
static bool grow(struct sets *s)
{
    size_t room = s->room ? 2 * s->room : 64;
    bdd *at = mem_zalloc(s->mem, room * sizeof *at);
    if (!bdd_protect_array(s->m, at, room)) {
        mem_free(s->mem, at, room * sizeof *at);
        return false;
    }
    if (s->at) {
        memcpy(at, s->at, s->count * sizeof *at);
        bdd_unprotect(s->m, s->at);
        mem_free(s->mem, s->at, s->room * sizeof *s->at);
    }
    s->at = at;
    s->room = room;
    return true;
}

bool sets_push(struct sets *s, bdd f)
{
    if (!bdd_is_valid(f) || (s->count == s->room && !grow(s)))
        return false;
    s->at[s->count++] = f;
    return true;
}

void sets_cut(struct sets *s, size_t count)
{
    while (s->count > count)
        s->at[--s->count] = BDD_FALSE;
}

void sets_close(struct sets *s)
{
    if (s->at) {
        bdd_unprotect(s->m, s->at);
        mem_free(s->mem, s->at, s->room * sizeof *s->at);
    }
    *s = (struct sets){.m = s->m, .mem = s->mem};
}
