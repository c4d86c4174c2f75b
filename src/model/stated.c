// Hints and symmetries that a user states.
#include <assert.h>
#include <string.h>

#include "model/internal.h"

void model_add_hint(struct model *m, const struct hint *hint)
{
    assert(is_boolean(m, hint->condition) && !node_at(m, hint->condition)->shown.has_next);
    array_push(m->mem, &m->hints, ((struct hint){hint->condition, model_copy_text(m, hint->text)}));
}

size_t model_hint_count(const struct model *m)
{
    return m->hints.count;
}

struct hint model_hint(const struct model *m, size_t i)
{
    return m->hints.at[i];
}

static struct stated_item *copy_items(struct model *m, const struct stated_item *items, size_t count)
{
    struct stated_item *copy = arena_alloc(&m->arena, (count + 1) * sizeof *copy);
    for (size_t i = 0; i < count; i++) {
        copy[i] = items[i];
        copy[i].name = model_copy_text(m, items[i].name);
        copy[i].kind = model_copy_text(m, items[i].kind);
    }
    return copy;
}

void model_state_symmetry(struct model *m, const struct stated_symmetry *stated)
{
    struct stated_symmetry *copy = arena_alloc(&m->arena, sizeof *copy);
    struct stated_cycle *cycles = arena_alloc(&m->arena, (stated->count + 1) * sizeof *cycles);
    for (size_t i = 0; i < stated->count; i++) {
        cycles[i] = stated->cycles[i];
        cycles[i].items = copy_items(m, stated->cycles[i].items, stated->cycles[i].count);
    }
    *copy = (struct stated_symmetry){model_copy_text(m, stated->text), stated->place, cycles, stated->count};
    array_push(m->mem, &m->symmetries, copy);
}

size_t model_stated_symmetry_count(const struct model *m)
{
    return m->symmetries.count;
}

const struct stated_symmetry *model_stated_symmetry(const struct model *m, size_t i)
{
    return m->symmetries.at[i];
}
