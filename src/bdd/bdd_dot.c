// Diagrams as graphs for graphviz: a solid edge for 1, a dashed one for 0, a dot at its end where it is complemented.
#include "bdd/bdd_internal.h"

static void write_name(FILE *file, const char *name)
{
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            fputc('\\', file);
        fputc((unsigned char)*name < ' ' ? ' ' : *name, file); // a line end, say
    }
}

// What is shown of the diagram: the nodes of the walk from `first` on, with all that is above them.
struct picture {
    FILE *file;
    struct walk walk;
    size_t first;
};

static bool is_shown(const struct picture *p, uint32_t index)
{
    const uint32_t *place = int_map_find(&p->walk.place, index);
    return index == 0 || (place && *place >= p->first);
}

static void write_edge(const struct picture *p, const char *from, uint32_t number, bdd to, const char *style)
{
    if (is_shown(p, to >> 1))
        fprintf(p->file, "  %s%u -> n%u [style=%s%s];\n", from, number, to >> 1, style,
                to & 1 ? ", arrowhead=dot" : "");
    else
        fprintf(p->file, "  %s%u -> more [style=%s%s];\n", from, number, style, to & 1 ? ", arrowhead=dot" : "");
}

// The nodes of one level side by side.
static void write_level(const bdd_manager *m, const struct picture *p, int32_t var)
{
    bool any = false;
    for (size_t i = p->first; i < p->walk.nodes.count; i++)
        if (m->nodes[p->walk.nodes.at[i]].var == var) {
            fprintf(p->file, "%sn%u", any ? "; " : "  { rank=same; ", p->walk.nodes.at[i]);
            any = true;
        }
    if (any)
        fprintf(p->file, " }\n");
}

static void write_nodes(const bdd_manager *m, const struct picture *p)
{
    for (size_t i = p->walk.nodes.count; i-- > p->first;) {
        uint32_t index = p->walk.nodes.at[i];
        fprintf(p->file, "  n%u [label=\"", index);
        write_name(p->file, bdd_var_name(m, m->nodes[index].var));
        fprintf(p->file, "\"];\n");
        write_edge(p, "n", index, m->nodes[index].low, "dashed");
        write_edge(p, "n", index, m->nodes[index].high, "solid");
    }
    for (size_t level = 0; level < m->vars; level++)
        write_level(m, p, m->var_at[level]);
}

static void write_picture(const bdd_manager *m, const struct picture *p, const struct bdd_stored *stored, size_t count)
{
    fprintf(p->file, "digraph bdd {\n  n0 [shape=box, label=\"0\"];\n");
    if (p->first > 0)
        fprintf(p->file,
                "  graph [label=\"%zu of %zu nodes\", labelloc=t];\n  more [shape=plaintext, label=\"...\"];\n",
                p->walk.nodes.count - p->first, p->walk.nodes.count);
    for (size_t i = 0; i < count; i++) {
        fprintf(p->file, "  f%zu [shape=plaintext, label=\"", i);
        write_name(p->file, stored[i].name ? stored[i].name : "");
        fprintf(p->file, "\"];\n");
        write_edge(p, "f", (uint32_t)i, stored[i].function, "solid");
    }
    write_nodes(m, p);
    fprintf(p->file, "}\n");
}

// Operands come before what is made of them in a walk: so its last nodes are the upper part of the diagram.
bool bdd_write_dot_part(bdd_manager *m, FILE *file, const struct bdd_stored *stored, size_t count, size_t limit)
{
    struct picture p = {.file = file};
    ARRAY(bdd) functions = {0};
    bool walked = array_try_reserve(&m->mem, &functions, count + 1);
    if (walked) {
        for (size_t i = 0; i < count; i++)
            functions.at[functions.count++] = stored[i].function;
        walked = bdd_walk(m, &p.walk, functions.at, functions.count);
    } else
        bdd_fail(m, BDD_OUT_OF_MEMORY);
    if (walked) {
        p.first = p.walk.nodes.count > limit ? p.walk.nodes.count - limit : 0;
        write_picture(m, &p, stored, count);
    }
    bdd_walk_free(m, &p.walk);
    array_free(&m->mem, &functions);
    return walked && fflush(file) == 0 && !ferror(file);
}

bool bdd_write_dot(bdd_manager *m, FILE *file, const struct bdd_stored *stored, size_t count)
{
    return bdd_write_dot_part(m, file, stored, count, SIZE_MAX);
}
