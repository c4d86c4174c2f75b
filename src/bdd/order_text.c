// The variable order set by hand, and as text: one name a line, from the top.
#include "bdd/reorder.h"

#include <stdlib.h>
#include <string.h>

// Every variable once, and every bound one under the same variable as now.
static bool is_legal(const bdd_manager *m, const int *vars, unsigned char *seen)
{
    for (size_t i = 0; i < m->vars; i++) {
        int var = vars[i];
        if (var < 0 || (size_t)var >= m->vars || seen[var])
            return false;
        seen[var] = 1;
        if (m->bound[var] && (i == 0 || vars[i - 1] != m->var_at[m->level[var] - 1]))
            return false;
    }
    return true;
}

// Brings the variables to their levels, from the top; start[i] is where the i-th came from. When memory runs
// out, everything is moved back.
static bool bring(struct reordering *r, const int *vars, int32_t *start)
{
    bdd_manager *m = r->m;
    for (int32_t i = 0; (size_t)i < m->vars; i++) {
        int32_t level = start[i] = m->level[vars[i]];
        while (level > i && bdd_exchange(r, level - 1))
            level--;
        if (level == i)
            continue;
        for (; i >= 0; i--, level = i)
            for (; level < start[i]; level++)
                bdd_exchange_surely(r, level);
        return false;
    }
    return true;
}

bool bdd_set_order(bdd_manager *m, const int *vars)
{
    unsigned char *seen = mem_try_zalloc(&m->mem, m->vars + 1);
    int32_t *start = mem_try_alloc(&m->mem, (m->vars + 1) * sizeof *start);
    bool set = false;
    struct reordering r;
    if (!seen || !start)
        bdd_fail(m, BDD_OUT_OF_MEMORY);
    else if (!m->reorder_locks && is_legal(m, vars, seen) && bdd_reordering_open(m, &r)) {
        set = bring(&r, vars, start);
        bdd_reordering_close(&r);
    }
    mem_free(&m->mem, seen, m->vars + 1);
    mem_free(&m->mem, start, (m->vars + 1) * sizeof *start);
    return set;
}

bool bdd_save_order(const bdd_manager *m, FILE *file)
{
    for (size_t v = 0; v < m->vars; v++)
        if (!m->names[v] || strchr(m->names[v], '\n'))
            return false;
    for (size_t level = 0; level < m->vars; level++)
        if (fprintf(file, "%s\n", bdd_var_name(m, m->var_at[level])) < 0)
            return false;
    return fflush(file) == 0;
}

// Takes one name into the order; false with an error text when it does not fit.
static bool take_name(bdd_manager *m, const char *name, size_t number, int *vars, size_t *count, unsigned char *seen,
                      struct mem *mem, struct str *error)
{
    int var = bdd_find_var(m, name);
    if (var == BDD_NO_VAR)
        str_add(mem, error, "line %zu: there is no variable \"%s\"", number, name);
    else if (seen[var])
        str_add(mem, error, "line %zu: the variable \"%s\" comes twice", number, name);
    else {
        seen[var] = 1;
        vars[(*count)++] = var;
        return true;
    }
    return false;
}

static bool read_names(bdd_manager *m, FILE *file, int *vars, unsigned char *seen, struct mem *mem, struct str *error)
{
    char *line = NULL;
    size_t room = 0, count = 0, number = 0;
    bool good = true;
    ssize_t length;
    while (good && (length = getline(&line, &room, file)) >= 0) {
        number++;
        if (length > 0 && line[length - 1] == '\n')
            line[--length] = '\0';
        if (strlen(line) != (size_t)length) {
            str_add(mem, error, "line %zu: there is a zero byte", number);
            good = false;
        } else if (length > 0)
            good = take_name(m, line, number, vars, &count, seen, mem, error);
    }
    free(line);
    for (size_t v = 0; good && v < m->vars; v++)
        if (!seen[v]) {
            str_add(mem, error, "the variable \"%s\" is missing", bdd_var_name(m, (int)v));
            good = false;
        }
    return good;
}

bool bdd_load_order(bdd_manager *m, FILE *file, struct mem *mem, struct str *error)
{
    int *vars = mem_try_alloc(&m->mem, (m->vars + 1) * sizeof *vars);
    unsigned char *seen = mem_try_zalloc(&m->mem, m->vars + 1);
    bool loaded = false;
    if (!vars || !seen) {
        str_add(mem, error, "out of memory");
    } else if (read_names(m, file, vars, seen, mem, error)) {
        enum bdd_status before = m->status;
        m->status = BDD_OK;
        loaded = bdd_set_order(m, vars);
        if (!loaded && m->status == BDD_OUT_OF_MEMORY)
            str_add(mem, error, "out of memory");
        else if (!loaded)
            str_add(mem, error, "the order tears variables apart that belong together");
        m->status = before;
    }
    mem_free(&m->mem, vars, (m->vars + 1) * sizeof *vars);
    mem_free(&m->mem, seen, m->vars + 1);
    return loaded;
}
