#include "parametric/view_update.h"

enum { MOST_NODES = 60 }; // of a relation for several updates

static void find_support(bdd_manager *m, struct view_update *u)
{
    u->support = bdd_support(m, u->body);
}

static bool reads(bdd_manager *m, const struct view_update *u, bdd vars)
{
    return bdd_exists(m, u->support, vars) != u->support;
}

static void merge(bdd_manager *m, struct view_update *into, const struct view_update *u)
{
    into->body = bdd_and(m, into->body, u->body);
    into->vars = bdd_and(m, into->vars, u->vars);
    find_support(m, into);
}

// Whether none of the updates from `first` on, but this one, reads what it gives another value.
static bool may_be_first(bdd_manager *m, const view_updates *updates, size_t first, size_t one)
{
    for (size_t i = first; i < updates->count; i++)
        if (i != one && reads(m, &updates->at[i], updates->at[one].vars))
            return false;
    return true;
}

// Each update comes behind those that read what it changes. Those that read each other are made one.
static void put_in_order(bdd_manager *m, view_updates *updates)
{
    for (size_t i = 0; i < updates->count; i++)
        find_support(m, &updates->at[i]);
    for (size_t next = 0; next < updates->count; next++) {
        size_t one = next;
        while (one < updates->count && !may_be_first(m, updates, next, one))
            one++;
        if (one < updates->count) {
            struct view_update first = updates->at[one];
            updates->at[one] = updates->at[next];
            updates->at[next] = first;
            continue;
        }
        for (size_t i = next + 1; i < updates->count; i++)
            merge(m, &updates->at[next], &updates->at[i]);
        updates->count = next + 1;
    }
}

// Neighbours that are small together are one: in an order as above, it makes no difference who comes first.
static void put_together(bdd_manager *m, view_updates *updates)
{
    size_t last = 0;
    for (size_t i = 1; i < updates->count; i++) {
        struct view_update both = updates->at[last];
        merge(m, &both, &updates->at[i]);
        if (bdd_is_valid(both.body) && bdd_size(m, both.body) <= MOST_NODES)
            updates->at[last] = both;
        else
            updates->at[++last] = updates->at[i];
    }
    updates->count = updates->count ? last + 1 : 0;
}

static bdd_relation *relation_of(bdd_manager *m, const struct view_update *u, bdd forgotten, struct mem *mem)
{
    bdd cube = bdd_and(m, u->vars, forgotten);
    if (!bdd_is_valid(cube))
        return NULL;
    size_t count = bdd_cube_vars(m, cube, NULL, 0);
    int *vars = mem_alloc(mem, (count + 1) * sizeof *vars);
    bdd_cube_vars(m, cube, vars, count);
    bdd_relation *relation = bdd_relation_new(m, u->body, vars, count);
    mem_free(mem, vars, (count + 1) * sizeof *vars);
    return relation;
}

bool view_sequence_open(struct view_sequence *s, bdd_manager *m, view_updates *updates, bdd forgotten, struct mem *mem)
{
    put_in_order(m, updates);
    put_together(m, updates);
    if (updates->count == 0)
        array_push(mem, updates, ((struct view_update){BDD_TRUE, BDD_TRUE, BDD_TRUE}));
    *s = (struct view_sequence){mem_zalloc(mem, updates->count * sizeof *s->relations), updates->count};
    bool good = bdd_is_valid(forgotten);
    for (size_t i = s->count; i-- > 0 && good;) { // what an update reads goes with it, what none reads with the first
        const struct view_update *u = &updates->at[i];
        bdd left = i ? bdd_exists(m, forgotten, u->support) : BDD_TRUE;
        s->relations[i] = relation_of(m, u, bdd_exists(m, forgotten, left), mem);
        forgotten = left;
        good = s->relations[i];
    }
    if (!good)
        view_sequence_close(s, mem);
    return good;
}

void view_sequence_close(struct view_sequence *s, struct mem *mem)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->relations[i])
            bdd_relation_free(s->relations[i]);
    mem_free(mem, s->relations, s->count * sizeof *s->relations);
    *s = (struct view_sequence){0};
}

bdd view_sequence_image(bdd_manager *m, const struct view_sequence *s, bdd set)
{
    for (size_t i = 0; i < s->count; i++)
        set = bdd_image(m, set, s->relations[i]);
    return set;
}
