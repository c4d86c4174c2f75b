// Schreier's lemma gives what keeps the atoms exactly, as far as form tells: the group moves the atoms, all together,
// to other conditions; the way to each such place and, from there by one generator, back from wherever that leads, is a
// permutation that keeps them, and all that do are made of these. Where there are too many places, those that were
// found still give some of it, and pairs of generators are tried besides. Pairs are tried, too, where somebody knows
// more than form: a product may keep an atom that neither keeps.
#include "group/stabiliser.h"

#include <string.h>

#include "group/generated.h"
#include "group/normal.h"
#include "model/walk.h"

#define MOST_PLACES 400 // of the atoms
#define MOST_TRIED 4000 // permutations that are made
#define MOST_PAIRS 400  // of generators that do not keep the atoms

// ---- Atoms ----------------------------------------------------------------------------------------------------------

static void add_atom(atom_array *atoms, expr atom, struct mem *mem)
{
    for (size_t i = 0; i < atoms->count; i++)
        if (atoms->at[i] == atom)
            return;
    array_push(mem, atoms, atom);
}

static void add_conditions(struct condition_walk *w, atom_array *atoms, struct mem *mem)
{
    for (expr condition; condition_walk_next(w, &condition);)
        add_atom(atoms, condition, mem);
    condition_walk_free(w);
}

void stabiliser_collect_formula(const struct model *m, formula f, atom_array *out, struct mem *mem)
{
    struct condition_walk w = condition_walk(m, mem);
    condition_walk_from(&w, f);
    add_conditions(&w, out, mem);
}

void stabiliser_collect_atoms(const struct model *m, size_t property, atom_array *out, struct mem *mem)
{
    const struct property *p = model_property(m, property);
    bool with_fairness = property_minds_fairness(m, p);
    struct condition_walk w = condition_walk(m, mem);
    condition_walk_from(&w, p->formula);
    for (size_t i = 0; i < p->vacuity_count; i++)
        condition_walk_from(&w, p->vacuities[i].formula);
    if (p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX) {
        condition_walk_from(&w, p->from);
        condition_walk_from(&w, p->to);
    }
    for (size_t i = 0; with_fairness && i < model_justice_count(m); i++)
        add_atom(out, model_justice(m, i), mem);
    for (size_t i = 0; with_fairness && i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        add_atom(out, pair[0], mem);
        add_atom(out, pair[1], mem);
    }
    add_conditions(&w, out, mem);
}

// ---- Permutations that keep them ------------------------------------------------------------------------------------

// One of the places where the atoms can be taken.
struct atom_place {
    expr *atoms;
    struct generator way; // that takes them there
};

struct stabiliser {
    struct model *model;
    struct mem *mem;
    const generator_array *all;
    const expr *atoms;
    size_t count;
    stabiliser_keeps keeps;
    void *context;
    generator_array *out;
    expr *forms; // of the atoms: their normal forms
    struct generated generated;
    ARRAY(struct atom_place) places; // the first is where they are
    ARRAY(size_t) dropped;           // which of the generators do not keep them
    size_t tried;
};

// The normal form of the image of a normal form; EXPR_NONE if it has none.
static expr image_of(struct model *m, const struct generator *g, expr form, struct mem *mem)
{
    expr image = generator_expr(g, m, form, mem);
    return image == EXPR_NONE ? EXPR_NONE : normal_form(m, image, mem);
}

bool stabiliser_keeps_form(struct model *m, const struct generator *g, expr e, struct mem *mem)
{
    expr form = normal_form(m, e, mem);
    return image_of(m, g, form, mem) == form;
}

static bool keeps_atoms(struct stabiliser *s, const struct generator *g)
{
    for (size_t i = 0; i < s->count; i++)
        if (image_of(s->model, g, s->forms[i], s->mem) != s->forms[i] &&
            (!s->keeps || !s->keeps(s->context, g, s->atoms[i])))
            return false;
    return true;
}

// Takes a permutation that was made, for good or for nothing.
static void try(struct stabiliser *s, struct generator g)
{
    s->tried++;
    if (!generator_is_identity(&g) && keeps_atoms(s, &g) && generated_add(&s->generated, &g))
        array_push(s->mem, s->out, g);
    else
        generator_free(s->mem, &g);
}

static void take_those_that_keep(struct stabiliser *s)
{
    for (size_t i = 0; i < s->all->count; i++) {
        const struct generator *g = &s->all->at[i];
        if (!keeps_atoms(s, g))
            array_push(s->mem, &s->dropped, i);
        else if (generated_add(&s->generated, g))
            array_push(s->mem, s->out, generator_copy(g, s->mem));
    }
}

// ---- Schreier's generators ------------------------------------------------------------------------------------------

static bool image_of_place(struct stabiliser *s, const struct generator *g, const expr *atoms, expr *image)
{
    for (size_t i = 0; i < s->count; i++) {
        image[i] = image_of(s->model, g, atoms[i], s->mem);
        if (image[i] == EXPR_NONE)
            return false;
    }
    return true;
}

static size_t find_place(const struct stabiliser *s, const expr *atoms)
{
    size_t i = 0;
    while (i < s->places.count && memcmp(s->places.at[i].atoms, atoms, s->count * sizeof *atoms) != 0)
        i++;
    return i;
}

// From a place by a generator: to a new place, or back from where that leads.
static void step_from(struct stabiliser *s, size_t from, const struct generator *g, expr *image)
{
    if (!image_of_place(s, g, s->places.at[from].atoms, image))
        return;
    size_t to = find_place(s, image);
    bool is_new = to == s->places.count;
    if (is_new && s->places.count == MOST_PLACES)
        return;
    struct generator way = generator_compose(&s->places.at[from].way, g, s->model, s->mem);
    if (is_new) {
        struct atom_place place = {mem_alloc(s->mem, s->count * sizeof *image), way};
        memcpy(place.atoms, image, s->count * sizeof *image);
        array_push(s->mem, &s->places, place);
        return;
    }
    struct generator back = generator_inverse(&s->places.at[to].way, s->model, s->mem);
    try(s, generator_compose(&way, &back, s->model, s->mem));
    generator_free(s->mem, &way);
    generator_free(s->mem, &back);
}

// Whether all places were found, and all that they give was tried.
static bool go_around(struct stabiliser *s)
{
    expr *image = mem_alloc(s->mem, s->count * sizeof *image);
    struct atom_place start = {mem_alloc(s->mem, s->count * sizeof *image), generator_identity(s->model, s->mem)};
    memcpy(start.atoms, s->forms, s->count * sizeof *image);
    array_push(s->mem, &s->places, start);
    for (size_t i = 0; i < s->places.count; i++)
        for (size_t j = 0; j < s->all->count && s->tried < MOST_TRIED; j++)
            step_from(s, i, &s->all->at[j], image);
    bool complete = s->places.count < MOST_PLACES && s->tried < MOST_TRIED;
    for (size_t i = 0; i < s->places.count; i++) {
        mem_free(s->mem, s->places.at[i].atoms, s->count * sizeof *image);
        generator_free(s->mem, &s->places.at[i].way);
    }
    array_free(s->mem, &s->places);
    mem_free(s->mem, image, s->count * sizeof *image);
    return complete;
}

// ---- Pairs ----------------------------------------------------------------------------------------------------------

static void try_pair(struct stabiliser *s, const struct generator *a, const struct generator *b)
{
    struct generator back = generator_inverse(b, s->model, s->mem);
    struct generator there = generator_compose(&back, a, s->model, s->mem);
    try(s, generator_compose(a, b, s->model, s->mem));
    try(s, generator_compose(a, &back, s->model, s->mem));
    try(s, generator_compose(&there, b, s->model, s->mem)); // a, as b sees it
    generator_free(s->mem, &back);
    generator_free(s->mem, &there);
}

static void try_pairs(struct stabiliser *s)
{
    size_t pairs = 0;
    for (size_t i = 0; i < s->dropped.count; i++)
        for (size_t j = 0; j < s->dropped.count && pairs < MOST_PAIRS; j++) {
            if (i == j)
                continue;
            try_pair(s, &s->all->at[s->dropped.at[i]], &s->all->at[s->dropped.at[j]]);
            pairs++;
        }
}

void stabiliser_find(struct model *m, const generator_array *all, const expr *atoms, size_t count,
                     stabiliser_keeps keeps, void *context, generator_array *out, struct mem *mem)
{
    struct stabiliser s = {m, mem, all, atoms, count, keeps, context, out, .tried = 0};
    s.forms = mem_alloc(mem, count * sizeof *s.forms);
    for (size_t i = 0; i < count; i++)
        s.forms[i] = normal_form(m, atoms[i], mem);
    generated_open(&s.generated, all, mem);
    take_those_that_keep(&s);
    if (s.dropped.count && (!go_around(&s) || keeps))
        try_pairs(&s);
    generated_close(&s.generated);
    array_free(mem, &s.dropped);
    mem_free(mem, s.forms, count * sizeof *s.forms);
}
