#include "trace/size_grid.h"

#include <inttypes.h>

const int64_t *size_grid_point(const struct size_grid *g, int64_t size)
{
    return g->points + (size_t)(size - g->first) * g->constants;
}

void size_add_text(const struct size_grid *g, int64_t size, struct mem *mem, struct str *out)
{
    if (!g) {
        str_add(mem, out, "%" PRId64, size);
        return;
    }
    const int64_t *point = size_grid_point(g, size);
    for (size_t i = 0; i < g->constants; i++)
        str_add(mem, out, "%s%" PRId64, i > 0 ? ", " : "(", point[i]);
    str_add_char(mem, out, ')');
}

void size_grid_add_ranges(const struct size_grid *g, struct mem *mem, struct str *out)
{
    for (size_t i = 0; i < g->constants; i++)
        str_add(mem, out, "%s%s = %" PRId64 "..%" PRId64, i > 0 ? ", " : "", g->names[i], g->low[i], g->high[i]);
}
