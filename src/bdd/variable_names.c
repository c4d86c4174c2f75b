// The variables by name. A name is not empty and belongs to one variable, so that files can rely on it.
#include "bdd/bdd_internal.h"

#include <string.h>

#define NO_SLOT UINT32_MAX

static size_t slot_of(const bdd_manager *m, const char *name)
{
    size_t i = hash_bytes(HASH_BYTES_START, name, strlen(name)) & (m->name_slots - 1);
    while (m->by_name[i] != NO_SLOT && strcmp(m->names[m->by_name[i]], name) != 0)
        i = (i + 1) & (m->name_slots - 1);
    return i;
}

int bdd_find_var(const bdd_manager *m, const char *name)
{
    if (m->name_slots == 0)
        return BDD_NO_VAR;
    uint32_t var = m->by_name[slot_of(m, name)];
    return var == NO_SLOT ? BDD_NO_VAR : (int)var;
}

const char *bdd_var_name(const bdd_manager *m, int var)
{
    return m->names[var] ? m->names[var] : "";
}

bool bdd_name_is_good(const bdd_manager *m, const char *name)
{
    return *name && bdd_find_var(m, name) == BDD_NO_VAR;
}

// Twice as many slots as there can be names.
bool bdd_names_make_room(bdd_manager *m, size_t vars)
{
    size_t slots = 64;
    while (slots < 2 * vars)
        slots *= 2;
    if (slots <= m->name_slots)
        return true;
    uint32_t *by_name = mem_try_alloc(&m->mem, slots * sizeof *by_name);
    if (!by_name)
        return false;
    memset(by_name, 0xff, slots * sizeof *by_name);
    bdd_names_free(m);
    m->by_name = by_name;
    m->name_slots = slots;
    for (size_t v = 0; v < m->vars; v++)
        bdd_name_add(m, (int)v);
    return true;
}

void bdd_name_add(bdd_manager *m, int var)
{
    if (m->names[var])
        m->by_name[slot_of(m, m->names[var])] = (uint32_t)var;
}

void bdd_name_remove_last(bdd_manager *m, int var)
{
    // It was added last, so that no other name was put behind it.
    if (m->names[var])
        m->by_name[slot_of(m, m->names[var])] = NO_SLOT;
}

void bdd_names_free(bdd_manager *m)
{
    mem_free(&m->mem, m->by_name, m->name_slots * sizeof *m->by_name);
    m->by_name = NULL;
    m->name_slots = 0;
}
