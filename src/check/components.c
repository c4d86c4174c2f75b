#include "check/components.h"

#include <stdlib.h>

struct owned {
    struct site owner;
    size_t action;
};

static int by_owner(const void *x, const void *y)
{
    const struct owned *a = x, *b = y;
    if (a->owner.class != b->owner.class)
        return a->owner.class < b->owner.class ? -1 : 1;
    if (a->owner.element != b->owner.element)
        return a->owner.element < b->owner.element ? -1 : 1;
    return (a->action > b->action) - (a->action < b->action);
}

static bool same_owner(struct site a, struct site b)
{
    return a.class == b.class && a.element == b.element;
}

static void sort_actions(struct components *c, const struct site *owners)
{
    struct owned *owned = mem_alloc(c->mem, (c->action_count + 1) * sizeof *owned);
    for (size_t i = 0; i < c->action_count; i++)
        owned[i] = (struct owned){owners[i], i};
    qsort(owned, c->action_count, sizeof *owned, by_owner);
    for (size_t i = 0; i < c->action_count; i++) {
        if (i == 0 || !same_owner(owned[i].owner, owned[i - 1].owner)) {
            c->parts[c->count].owner = owned[i].owner;
            c->first[c->count++] = i;
        }
        c->actions[i] = owned[i].action;
    }
    c->first[c->count] = c->action_count;
    mem_free(c->mem, owned, (c->action_count + 1) * sizeof *owned);
}

bool components_open(struct components *c, bdd_manager *m, struct partition *const *actions, const struct site *owners,
                     size_t count, struct mem *mem)
{
    *c = (struct components){.m = m, .mem = mem, .action_count = count};
    c->parts = mem_zalloc(mem, (count + 1) * sizeof *c->parts);
    c->changes = mem_zalloc(mem, (count + 1) * sizeof *c->changes);
    c->first = mem_zalloc(mem, (count + 1) * sizeof *c->first);
    c->actions = mem_zalloc(mem, (count + 1) * sizeof *c->actions);
    sort_actions(c, owners);
    bool good = bdd_protect_array(m, c->changes, count + 1);
    for (size_t i = 0; i < c->count && good; i++) {
        bdd_scope scope = bdd_open_scope(m);
        bdd changes = BDD_TRUE;
        for (size_t k = c->first[i]; k < c->first[i + 1]; k++)
            changes = bdd_and(m, changes, partition_changes(actions[c->actions[k]]));
        good = bdd_is_valid(changes);
        c->changes[i] = c->parts[i].changes = good ? changes : BDD_TRUE;
        bdd_close_scope(m, scope);
    }
    return good;
}

void components_close(struct components *c)
{
    if (!c->changes)
        return;
    size_t room = c->action_count + 1;
    bdd_unprotect(c->m, c->changes);
    mem_free(c->mem, c->parts, room * sizeof *c->parts);
    mem_free(c->mem, c->changes, room * sizeof *c->changes);
    mem_free(c->mem, c->first, room * sizeof *c->first);
    mem_free(c->mem, c->actions, room * sizeof *c->actions);
    *c = (struct components){0};
}
