// Where an on-the-fly search is, as functions by name: they are what a checkpoint has of it.
#include <stdio.h>
#include <string.h>

#include "orbit/onthefly.h"
#include "orbit/xi.h"

void cursor_reset(struct cursor *c)
{
    c->is_begun = false;
    c->reached = c->todo = c->full_reach = c->pairs = BDD_NONE;
    c->hint = c->rounds = 0;
}

struct cursor *cursor_new(struct image *image)
{
    struct onthefly *o = (struct onthefly *)image;
    struct cursor *c = mem_zalloc(o->mem, sizeof *c);
    c->of = o;
    cursor_reset(c);
    if (bdd_protect(o->m, &c->reached) && bdd_protect(o->m, &c->todo) && bdd_protect(o->m, &c->full_reach) &&
        bdd_protect(o->m, &c->pairs))
        return c;
    cursor_free(c);
    return NULL;
}

void cursor_free(struct cursor *c)
{
    bdd_manager *m = c->of->m;
    bdd_unprotect(m, &c->reached);
    bdd_unprotect(m, &c->todo);
    bdd_unprotect(m, &c->full_reach);
    bdd_unprotect(m, &c->pairs);
    mem_free(c->of->mem, c, sizeof *c);
}

static size_t last_hint(const struct cursor *c)
{
    size_t hints = c->of->options->hint_count;
    return hints ? hints - 1 : 0;
}

enum cursor_state cursor_state(const struct cursor *c)
{
    if (!c->is_begun)
        return bdd_is_valid(c->pairs) ? CURSOR_PREPARING : CURSOR_NOWHERE;
    return c->todo == BDD_FALSE && c->hint >= last_hint(c) ? CURSOR_AT_END : CURSOR_SEARCHING;
}

bdd cursor_found(const struct cursor *c)
{
    return c->reached;
}

// ---- In files -------------------------------------------------------------------------------------------------------

void cursor_save(const struct cursor *c, void (*add)(void *context, const char *name, bdd), void *context)
{
    char name[64];
    add(context, "pairs", c->pairs);
    if (!c->is_begun)
        return;
    snprintf(name, sizeof name, "hint %zu, round %zu", c->hint, c->rounds);
    add(context, name, BDD_TRUE);
    add(context, "found", c->reached);
    add(context, "to do", c->todo);
    add(context, "orbits", c->full_reach);
}

bool cursor_load(struct cursor *c, const char *name, bdd set)
{
    if (strncmp(name, "hint ", 5) == 0)
        c->is_begun = sscanf(name, "hint %zu, round %zu", &c->hint, &c->rounds) == 2;
    else if (strcmp(name, "found") == 0)
        c->reached = set;
    else if (strcmp(name, "to do") == 0)
        c->todo = set;
    else if (strcmp(name, "orbits") == 0)
        c->full_reach = set;
    else if (strcmp(name, "pairs") == 0)
        c->pairs = set;
    else
        return false;
    return true;
}

// Whether it is a set of states at all: of legal ones, told by their bits of now.
static bool is_of_states(const struct cursor *c, bdd set, bdd legal)
{
    bdd_manager *m = c->of->m;
    bdd support = bdd_support(m, set);
    return bdd_is_valid(support) && bdd_is_subset(m, encode_state_cube(c->of->encoding), support) == BDD_YES &&
           bdd_is_subset(m, set, legal) == BDD_YES;
}

// Whether these can be what a search was at: layers that are all that was found, and have what is to be done in them.
// That a state is missing, nobody can tell.
static bool has_sound_sets(const struct cursor *c, const bdd *layers, size_t layer_count, bdd legal)
{
    bdd_manager *m = c->of->m;
    bdd all = BDD_FALSE;
    if (!bdd_is_valid(c->reached) || !bdd_is_valid(c->todo))
        return false;
    for (size_t i = 0; i < layer_count && bdd_is_valid(all); i++)
        all = bdd_or(m, all, layers[i]);
    return all == c->reached && is_of_states(c, all, legal) && bdd_is_subset(m, c->todo, all) == BDD_YES &&
           is_of_states(c, c->todo, legal) && (!bdd_is_valid(c->full_reach) || is_of_states(c, c->full_reach, legal));
}

static bool is_before_search(const struct cursor *c, size_t layer_count)
{
    return layer_count == 0 && !bdd_is_valid(c->reached) && !bdd_is_valid(c->todo) && !bdd_is_valid(c->full_reach);
}

// Pairs are there where a search goes by them, and nowhere else. Not twice: there is no relation yet. Layers begin with
// the states that are searched from, if there are no others for them.
bool cursor_fits(struct cursor *c, bdd from, const bdd *layers, size_t layer_count, bdd legal)
{
    struct onthefly *o = c->of;
    bool is_least = o->method == ONTHEFLY_ORBIT_TO_XI;
    bdd first = layer_count ? layers[0] : BDD_FALSE;
    if (c->hint > last_hint(c) || bdd_is_valid(c->pairs) != is_least || o->xi)
        return false;
    if (c->is_begun ? !has_sound_sets(c, layers, layer_count, legal) : !is_before_search(c, layer_count))
        return false;
    bdd_scope scope = bdd_open_scope(o->m);
    bool good = is_least ? onthefly_take_least(o, c, from, first) : c->is_begun && first == from;
    bdd_close_scope(o->m, scope);
    return good;
}
