// Hints and symmetries that a user states.
#include <assert.h>

#include "model/model_internal.h"

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

static struct annotated_item *copy_items(struct model *m, const struct annotated_item *items, size_t count)
{
    struct annotated_item *copy = arena_alloc(&m->arena, (count + 1) * sizeof *copy);
    for (size_t i = 0; i < count; i++) {
        copy[i] = items[i];
        copy[i].name = model_copy_text(m, items[i].name);
        copy[i].kind = model_copy_text(m, items[i].kind);
    }
    return copy;
}

static void add_item_text(const struct model *m, const struct annotated_item *item, struct str *out)
{
    str_add(m->mem, out, "%s%s", item->name, item->has_number ? "=" : "");
    if (item->has_number)
        model_add_value(m, item->type, item->number, out);
}

static const char *text_of(struct model *m, const struct symmetry_annotation *stated)
{
    struct str text = {0};
    for (size_t i = 0; i < stated->count; i++) {
        const struct annotated_cycle *cycle = &stated->cycles[i];
        str_add_char(m->mem, &text, cycle->of_values ? '{' : '(');
        for (size_t k = 0; k < cycle->count; k++) {
            str_add(m->mem, &text, k ? " " : "");
            add_item_text(m, &cycle->items[k], &text);
        }
        str_add_char(m->mem, &text, cycle->of_values ? '}' : ')');
    }
    const char *copy = model_copy_text(m, str_text(&text));
    str_free(m->mem, &text);
    return copy;
}

void model_annotate_symmetry(struct model *m, const struct symmetry_annotation *stated)
{
    struct symmetry_annotation *copy = arena_alloc(&m->arena, sizeof *copy);
    struct annotated_cycle *cycles = arena_alloc(&m->arena, (stated->count + 1) * sizeof *cycles);
    for (size_t i = 0; i < stated->count; i++) {
        cycles[i] = stated->cycles[i];
        cycles[i].items = copy_items(m, stated->cycles[i].items, stated->cycles[i].count);
    }
    *copy = (struct symmetry_annotation){text_of(m, stated), stated->place, cycles, stated->count};
    array_push(m->mem, &m->symmetries, copy);
}

size_t model_symmetry_annotation_count(const struct model *m)
{
    return m->symmetries.count;
}

const struct symmetry_annotation *model_symmetry_annotation(const struct model *m, size_t i)
{
    return m->symmetries.at[i];
}
