// Diagrams as graphs for graphviz: a solid edge for 1, a dashed one for 0, a dot at its end where it is complemented.
#include "bdd/internal.h"

static void write_name(FILE *file, const char *name)
{
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            fputc('\\', file);
        fputc(*name, file);
    }
}

static void write_edge(FILE *file, const char *from, uint32_t number, bdd to, const char *style)
{
    fprintf(file, "  %s%u -> n%u [style=%s%s];\n", from, number, to >> 1, style, to & 1 ? ", arrowhead=dot" : "");
}

// The nodes of one level side by side.
static void write_level(const bdd_manager *m, FILE *file, const struct walk *walk, int32_t var)
{
    bool any = false;
    for (size_t i = 0; i < walk->nodes.count; i++)
        if (m->nodes[walk->nodes.at[i]].var == var) {
            fprintf(file, "%sn%u", any ? "; " : "  { rank=same; ", walk->nodes.at[i]);
            any = true;
        }
    if (any)
        fprintf(file, " }\n");
}

bool bdd_write_dot(bdd_manager *m, FILE *file, const struct bdd_stored *stored, size_t count)
{
    struct walk walk = {0};
    ARRAY(bdd) functions = {0};
    bool walked = array_try_reserve(&m->mem, &functions, count + 1);
    if (walked) {
        for (size_t i = 0; i < count; i++)
            functions.at[functions.count++] = stored[i].function;
        walked = bdd_walk(m, &walk, functions.at, functions.count);
    } else
        bdd_fail(m, BDD_OUT_OF_MEMORY);
    if (walked) {
        fprintf(file, "digraph bdd {\n  n0 [shape=box, label=\"0\"];\n");
        for (size_t i = 0; i < count; i++) {
            fprintf(file, "  f%zu [shape=plaintext, label=\"", i);
            write_name(file, stored[i].name ? stored[i].name : "");
            fprintf(file, "\"];\n");
            write_edge(file, "f", (uint32_t)i, stored[i].function, "solid");
        }
        for (size_t i = walk.nodes.count; i-- > 0;) {
            uint32_t index = walk.nodes.at[i];
            fprintf(file, "  n%u [label=\"", index);
            write_name(file, bdd_var_name(m, m->nodes[index].var));
            fprintf(file, "\"];\n");
            write_edge(file, "n", index, m->nodes[index].low, "dashed");
            write_edge(file, "n", index, m->nodes[index].high, "solid");
        }
        for (size_t level = 0; level < m->vars; level++)
            write_level(m, file, &walk, m->var_at[level]);
        fprintf(file, "}\n");
    }
    bdd_walk_free(m, &walk);
    array_free(&m->mem, &functions);
    return walked && fflush(file) == 0 && !ferror(file);
}
