// Satisfying assignments: one of them, or all in turn.
#include "bdd/bdd_internal.h"

// The cube's variables from the top, a value for each, and what is left of f above each of them.
struct bdd_models {
    bdd_manager *m;
    bdd function;
    size_t count;
    int *vars;
    bool *values;
    bdd *path; // path[i]: f with the first i variables set; path[count] is true
    enum { BEFORE_FIRST, AT_MODEL, AT_END } where;
};

static void release(bdd_models *models)
{
    struct mem *mem = &models->m->mem;
    mem_free(mem, models->vars, models->count * sizeof *models->vars);
    mem_free(mem, models->values, models->count * sizeof *models->values);
    mem_free(mem, models->path, (models->count + 1) * sizeof *models->path);
    mem_free(mem, models, sizeof *models);
}

bdd_models *bdd_models_open(bdd_manager *m, bdd f, bdd cube)
{
    if (!bdd_is_valid(f) || !bdd_is_valid(cube))
        return NULL;
    bdd_models *models = mem_try_zalloc(&m->mem, sizeof *models);
    if (models) {
        *models = (bdd_models){.m = m, .function = f, .count = bdd_cube_vars(m, cube, NULL, 0)};
        models->vars = mem_try_alloc(&m->mem, models->count * sizeof *models->vars);
        models->values = mem_try_alloc(&m->mem, models->count * sizeof *models->values);
        models->path = mem_try_alloc(&m->mem, (models->count + 1) * sizeof *models->path);
        bool complete = models->path && (models->count == 0 || (models->vars && models->values));
        if (complete && bdd_protect(m, &models->function)) {
            bdd_cube_vars(m, cube, models->vars, models->count);
            m->reorder_locks++;
            return models;
        }
        release(models);
    }
    bdd_fail(m, BDD_OUT_OF_MEMORY);
    return NULL;
}

static void branches(const bdd_models *models, size_t i, bdd *low, bdd *high)
{
    cofactors(models->m, models->path[i], models->m->level[models->vars[i]], low, high);
}

// Sets the variables from i on to the smallest values that satisfy path[i], which is not false.
static void descend(bdd_models *models, size_t i)
{
    for (; i < models->count; i++) {
        bdd low, high;
        branches(models, i, &low, &high);
        models->values[i] = low == BDD_FALSE;
        models->path[i + 1] = low == BDD_FALSE ? high : low;
    }
}

// Goes to the next model, or to the end.
static bool step(bdd_models *models)
{
    if (models->where == BEFORE_FIRST && models->function != BDD_FALSE) {
        models->where = AT_MODEL;
        models->path[0] = models->function;
        descend(models, 0);
        return true;
    }
    // The last 0 that can become a 1.
    for (size_t i = models->count; models->where == AT_MODEL && i-- > 0;) {
        bdd low, high;
        branches(models, i, &low, &high);
        if (!models->values[i] && high != BDD_FALSE) {
            models->values[i] = true;
            models->path[i + 1] = high;
            descend(models, i + 1);
            return true;
        }
    }
    models->where = AT_END;
    return false;
}

bool bdd_models_next(bdd_models *models, bool *values)
{
    if (!step(models))
        return false;
    for (size_t i = 0; i < models->count; i++)
        values[models->vars[i]] = models->values[i];
    return true;
}

void bdd_models_close(bdd_models *models)
{
    if (!models)
        return;
    models->m->reorder_locks--;
    bdd_unprotect(models->m, &models->function);
    release(models);
}

bdd bdd_pick(bdd_manager *m, bdd f, bdd cube)
{
    if (f == BDD_FALSE)
        return BDD_NONE;
    bdd_models *models = bdd_models_open(m, f, cube);
    if (!models)
        return BDD_NONE;
    bdd picked = BDD_NONE;
    if (step(models))
        picked = bdd_literal_cube(m, models->vars, models->values, models->count);
    bdd_models_close(models);
    return picked;
}
