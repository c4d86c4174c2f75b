// Generators in the user's names. Where all variables of an instance go to those of another, instances are told and not
// their variables: (p1 p2) is (p1.x p2.x)(p1.y p2.y).
#include "explore/symmetry_text.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "group/detect.h"

struct teller {
    struct mem *mem;
    const struct model *model;
    struct str *out;
    const struct generator *generator;
    bool *told; // by cell
};

static void add_name(struct teller *t, const char *name, size_t length)
{
    utf8_add_printable(t->mem, t->out, name, length);
}

// ---- Instances ------------------------------------------------------------------------------------------------------

// The beginning of a name, up to a dot: an instance.
struct prefix {
    const char *text;
    size_t length;
};

static bool is_in(const char *name, struct prefix p)
{
    return strncmp(name, p.text, p.length) == 0 && name[p.length] == '.';
}

static bool same_prefix(struct prefix a, struct prefix b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

// Where a generator takes an instance, if it takes all of it to another one, each variable to that of the same name.
static bool instance_image(const struct teller *t, struct prefix from, struct prefix *to)
{
    const struct model *m = t->model;
    bool found = false;
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        const char *name = model_cell(m, c)->name, *image = model_cell(m, t->generator->cells[c])->name;
        if (!is_in(name, from))
            continue;
        size_t rest = strlen(name + from.length), length = strlen(image);
        if (length <= rest || strcmp(image + length - rest, name + from.length) != 0)
            return false;
        struct prefix p = {image, length - rest};
        if (found && !same_prefix(p, *to))
            return false;
        *to = p;
        found = true;
    }
    return found;
}

// Whether the instance is in a cycle of instances of two or more.
static bool is_in_cycle(const struct teller *t, struct prefix first)
{
    struct prefix at = first, next;
    for (size_t steps = 0; steps <= model_cell_count(t->model); steps++) {
        if (!instance_image(t, at, &next))
            return false;
        if (same_prefix(next, first))
            return steps > 0;
        at = next;
    }
    return false;
}

static void tell_instance_cycle(struct teller *t, struct prefix first)
{
    struct prefix at = first, next;
    str_add_char(t->mem, t->out, '(');
    do {
        str_add(t->mem, t->out, at.text == first.text ? "" : " ");
        add_name(t, at.text, at.length);
        for (cell_id c = 0; c < model_cell_count(t->model); c++)
            if (is_in(model_cell(t->model, c)->name, at))
                t->told[c] = true;
        if (!instance_image(t, at, &next))
            break;
        at = next;
    } while (!same_prefix(at, first));
    str_add_char(t->mem, t->out, ')');
}

// The outermost instance of a cell that moves as a whole.
static bool tell_instance_of(struct teller *t, cell_id c)
{
    const char *name = model_cell(t->model, c)->name;
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        struct prefix p = {name, (size_t)(dot - name)};
        if (is_in_cycle(t, p)) {
            tell_instance_cycle(t, p);
            return true;
        }
    }
    return false;
}

// ---- Generators -----------------------------------------------------------------------------------------------------

static void tell_cell_cycle(struct teller *t, cell_id first)
{
    str_add_char(t->mem, t->out, '(');
    for (cell_id at = first; !t->told[at]; at = t->generator->cells[at]) {
        const char *name = model_cell(t->model, at)->name;
        str_add(t->mem, t->out, at == first ? "" : " ");
        add_name(t, name, strlen(name));
        t->told[at] = true;
    }
    str_add_char(t->mem, t->out, ')');
}

static void tell_values(struct teller *t)
{
    struct str text = {0};
    generator_add_values(t->generator, t->model, t->mem, &text);
    add_name(t, str_text(&text), text.count);
    str_free(t->mem, &text);
}

static void tell_generator(struct teller *t, const struct generator *g)
{
    t->generator = g;
    memset(t->told, 0, g->cell_count);
    str_add(t->mem, t->out, "  ");
    for (cell_id c = 0; c < g->cell_count; c++)
        if (g->cells[c] != c && !t->told[c] && !tell_instance_of(t, c))
            tell_cell_cycle(t, c);
    tell_values(t);
    str_add_char(t->mem, t->out, '\n');
}

// ---- Orbits ---------------------------------------------------------------------------------------------------------

static cell_id orbit_of(cell_id *parents, cell_id c)
{
    while (parents[c] != c)
        c = parents[c] = parents[parents[c]];
    return c;
}

static void tell_orbits(struct teller *t, const generator_array *generators)
{
    size_t count = model_cell_count(t->model), orbits = 0;
    cell_id *parents = mem_alloc(t->mem, (count + 1) * sizeof *parents);
    size_t *sizes = mem_zalloc(t->mem, (count + 1) * sizeof *sizes);
    for (cell_id c = 0; c < count; c++)
        parents[c] = c;
    for (size_t i = 0; i < generators->count; i++)
        for (cell_id c = 0; c < count; c++) {
            cell_id a = orbit_of(parents, c), b = orbit_of(parents, generators->at[i].cells[c]);
            parents[a > b ? a : b] = a > b ? b : a; // the first one stands for an orbit
        }
    for (cell_id c = 0; c < count; c++)
        orbits += sizes[orbit_of(parents, c)]++ == 1;
    str_add(t->mem, t->out, "%zu orbit%s of variables that move\n", orbits, orbits == 1 ? "" : "s");
    for (cell_id first = 0; first < count; first++) {
        if (sizes[first] < 2)
            continue;
        str_add_char(t->mem, t->out, ' ');
        for (cell_id c = first; c < count; c++)
            if (orbit_of(parents, c) == first) {
                str_add_char(t->mem, t->out, ' ');
                add_name(t, model_cell(t->model, c)->name, strlen(model_cell(t->model, c)->name));
            }
        str_add_char(t->mem, t->out, '\n');
    }
    mem_free(t->mem, parents, (count + 1) * sizeof *parents);
    mem_free(t->mem, sizes, (count + 1) * sizeof *sizes);
}

// ---- What was stated ------------------------------------------------------------------------------------------------

static const struct generator *find_equal(const generator_array *list, size_t before)
{
    for (size_t i = 0; i < before; i++)
        if (generator_equal(&list->at[i], &list->at[before]))
            return &list->at[i];
    return NULL;
}

static void tell_annotations(struct teller *t, const generator_array *stated)
{
    bool *proved = mem_zalloc(t->mem, stated->count + 1);
    detect_prove(t->model, stated->at, stated->count, proved, 0, t->mem);
    if (stated->count)
        str_add(t->mem, t->out, "%zu stated symmetr%s\n", stated->count, stated->count == 1 ? "y" : "ies");
    for (size_t i = 0; i < stated->count; i++) {
        const struct generator *same = find_equal(stated, i);
        str_add(t->mem, t->out, "  ");
        add_name(t, stated->at[i].text, strlen(stated->at[i].text));
        if (same) {
            str_add(t->mem, t->out, ": the same as ");
            add_name(t, same->text, strlen(same->text));
        } else {
            str_add(t->mem, t->out,
                    proved[i] ? ": proved from the model's form" : ": not proved from the model's form");
        }
        str_add_char(t->mem, t->out, '\n');
    }
    mem_free(t->mem, proved, stated->count + 1);
}

static void tell_hints(struct teller *t)
{
    size_t count = model_hint_count(t->model);
    if (count)
        str_add(t->mem, t->out, "%zu hint%s\n", count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++) {
        const char *text = model_hint(t->model, i).text;
        str_add(t->mem, t->out, "  ");
        add_name(t, text, strlen(text));
        str_add_char(t->mem, t->out, '\n');
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void tell_order(struct teller *t, const mpz_t order)
{
    char *text = mpz_get_str(NULL, 10, order);
    if (mpz_sgn(order) == 0)
        str_add(t->mem, t->out, "how many symmetries there are is not known\n");
    else
        str_add(t->mem, t->out, "%s symmetries\n", text);
    free(text);
}

static void tell_found(struct mem *mem, const struct model *m, struct str *out)
{
    generator_array generators = {0};
    struct teller t = {.mem = mem, .model = m, .out = out};
    mpz_t order;
    mpz_init(order);
    if (!detect_symmetries(m, BEHAVIOUR_VALUES_MOVE, 0, &generators, order, mem)) {
        str_add(mem, out, "the model is too large to look for symmetries\n");
    } else if (generators.count == 0) {
        str_add(mem, out, "no symmetries were found\n");
    } else {
        t.told = mem_zalloc(mem, model_cell_count(m) + 1);
        str_add(mem, out, "%zu generator%s\n", generators.count, generators.count == 1 ? "" : "s");
        for (size_t i = 0; i < generators.count; i++)
            tell_generator(&t, &generators.at[i]);
        tell_order(&t, order);
        tell_orbits(&t, &generators);
        mem_free(mem, t.told, model_cell_count(m) + 1);
    }
    generators_free(mem, &generators);
    mpz_clear(order);
}

void symmetries_tell(struct mem *mem, const struct model *m, const generator_array *stated, struct str *out)
{
    struct teller t = {.mem = mem, .model = m, .out = out};
    tell_found(mem, m, out);
    tell_annotations(&t, stated);
    tell_hints(&t);
}
