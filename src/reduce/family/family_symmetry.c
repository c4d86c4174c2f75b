// Symmetries of the aggregate (seed 001, section 7): its classes, which elements of them are there, and its groups.
//
// Where all members have their components exchanged at will, states of the aggregate are sorted as those of a single
// model are. Theorem 11 says why that is right: an absent element has a larger local state than all
// others, so that sorting keeps it where it is, behind those that are there, and all that it does is to permute these.
// For rings it is said outright: a state is turned with as many elements as it has.
#include <assert.h>
#include <string.h>

#include "reduce/family/family_merging.h"

// ---- Classes --------------------------------------------------------------------------------------------------------

static struct model *largest(const struct family *f)
{
    return f->members[f->count - 1].model;
}

size_t fam_class_size(const struct family *f, size_t member, uint32_t class)
{
    return model_class(f->members[member].model, class)->size;
}

static bool grows(const struct family *f, uint32_t class)
{
    for (size_t i = 0; i < f->count; i++)
        if (fam_class_size(f, i, class) != model_class(largest(f), class)->size)
            return true;
    return false;
}

static bool has_same_ids(const struct family *f, const struct model *m, uint32_t class)
{
    const struct component_class *its = model_class(m, class), *all = model_class(largest(f), class);
    bool same = its->size <= all->size;
    for (size_t i = 0; i < its->size && same; i++)
        same = strcmp(model_symbol_name(m, its->ids[i]), model_symbol_name(largest(f), all->ids[i])) == 0;
    return same;
}

static void compare_classes(struct family *f, size_t member)
{
    const struct model *m = f->members[member].model;
    if (model_class_count(m) != model_class_count(largest(f))) {
        fam_refuse(f, cause_of(CAUSE_FAMILY_CLASSES));
        return;
    }
    for (uint32_t class = 0; class < model_class_count(m); class ++) {
        const struct component_class *its = model_class(m, class), *all = model_class(largest(f), class);
        if (its->is_ring != all->is_ring || !its->obstacle != !all->obstacle || !has_same_ids(f, m, class))
            fam_refuse(f, cause_with_texts(CAUSE_FAMILY_COMPONENTS, its->name, all->name));
        else if (member > 0 && its->size < fam_class_size(f, member - 1, class))
            fam_refuse(f, cause_with_text(CAUSE_FAMILY_SHRINKS, its->name));
    }
}

static void add_class(struct family *f, uint32_t number)
{
    const struct component_class *class = model_class(largest(f), number);
    struct component_class copy = *class;
    size_t bytes = class->size * sizeof(value);
    value *ids = mem_alloc(f->mem, bytes);
    for (size_t i = 0; i < class->size; i++)
        ids[i] = fam_value(f, f->count - 1, class->ids[i]);
    copy.ids = ids;
    model_add_class(f->model, &copy);
    mem_free(f->mem, ids, bytes);
}

void fam_open_symmetry(struct family *f)
{
    for (size_t i = 0; i < f->count; i++) {
        f->groups[i] = symmetry_new(f->members[i].model, f->mem);
        if (!f->is_refused)
            compare_classes(f, i);
    }
    f->absent = arena_alloc(&f->arena, (model_class_count(largest(f)) + 1) * sizeof *f->absent);
    for (uint32_t class = 0; class < model_class_count(largest(f)) && !f->is_refused; class ++)
        add_class(f, class);
}

void fam_close_groups(struct family *f)
{
    for (size_t i = 0; f->groups && i < f->count; i++) {
        symmetry_free(f->groups[i]);
        f->groups[i] = NULL;
    }
}

void fam_close_symmetry(struct family *f)
{
    for (size_t i = 0; i < f->parts.count; i++)
        symmetry_free(f->parts.at[i].symmetry);
    array_free(f->mem, &f->parts);
    symmetry_free(f->symmetry);
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

bool fam_same_sites(const struct placement *a, const struct placement *b)
{
    bool same = a->site_count == b->site_count;
    for (size_t i = 0; i < a->site_count && same; i++)
        same = a->sites[i].class == b->sites[i].class && a->sites[i].element == b->sites[i].element;
    return same;
}

bool fam_is_id(const struct family *f, value v)
{
    return model_site_of_id(f->model, v).class != CLASS_NONE;
}

bool fam_may_be_absent(const struct family *f, const struct family_cell *cell)
{
    for (size_t i = 0; i < f->count; i++)
        if (cell->of[i] == CELL_NONE)
            return true;
    struct placement p = model_placement(largest(f), cell->of[f->count - 1]);
    for (size_t i = 0; i < p.site_count; i++)
        if (grows(f, p.sites[i].class))
            return true;
    return false;
}

// ---- Sizes by elements ----------------------------------------------------------------------------------------------

enum { MOST_VISITS = 256 };

static bool is_at(const struct site *sites, size_t count, uint32_t class, size_t element)
{
    for (size_t i = 0; i < count; i++)
        if (sites[i].class == class && sites[i].element == element)
            return true;
    return false;
}

static bool speaks_of(const struct family *f, expr e, uint32_t class, size_t element)
{
    const struct expr_node *n = model_expr(f->model, e);
    if (n->op == OP_CELL) {
        struct placement p = model_placement(f->model, (cell_id)n->data);
        return is_at(p.sites, p.site_count, class, element);
    }
    struct site site = n->op == OP_CONST ? model_site_of_id(f->model, n->data) : (struct site){CLASS_NONE, 0};
    return is_at(&site, 1, class, element);
}

// The first of the classes that a member has more elements of than the one before it, of which an expression has the
// first new one; CLASS_NONE if there is none. What is not deep inside comes first.
static uint32_t find_class(const struct family *f, size_t member, expr about)
{
    expr waiting[MOST_VISITS] = {about};
    size_t count = 1;
    for (size_t at = 0; at < count; at++) {
        const struct expr_node *n = model_expr(f->model, waiting[at]);
        for (uint32_t class = 0; n->count == 0 && class < model_class_count(f->model); class ++) {
            size_t before = fam_class_size(f, member - 1, class);
            if (fam_class_size(f, member, class) > before && speaks_of(f, waiting[at], class, before))
                return class;
        }
        for (size_t i = 0; i < n->count && count < MOST_VISITS; i++)
            waiting[count++] = n->args[i];
    }
    return CLASS_NONE;
}

expr fam_at_least(struct family *f, size_t member, expr about)
{
    uint32_t class = f->groups && about != EXPR_NONE ? find_class(f, member, about) : CLASS_NONE;
    if (class == CLASS_NONE)
        return f->at_least[member];
    cell_id absent = f->absent[class] + (cell_id)fam_class_size(f, member - 1, class);
    return model_not(f->model, model_cell_expr(f->model, absent));
}

// ---- Placing cells --------------------------------------------------------------------------------------------------

static void place_cell(struct family *f, cell_id c)
{
    const struct family_cell *cell = &f->cells.at[c];
    struct placement placement = {0};
    if (cell->of[f->count - 1] != CELL_NONE)
        placement = model_placement(largest(f), cell->of[f->count - 1]);
    for (size_t i = 0; i < f->count; i++) {
        if (cell->of[i] == CELL_NONE)
            continue;
        struct placement its = model_placement(f->members[i].model, cell->of[i]);
        if (!fam_same_sites(&its, &placement))
            fam_refuse(f, cause_with_text(CAUSE_FAMILY_CELL, cell->name));
    }
    if (placement.site_count)
        model_place_cell(f->model, c, &placement);
}

// Families of cells are numbered by their first cells, so that there are numbers left behind all cells.
static void add_absent_cells(struct family *f, uint32_t class, uint32_t family)
{
    const struct component_class *all = model_class(f->model, class);
    struct str name = {0};
    f->absent[class] = CELL_NONE;
    for (uint32_t i = 0; i < all->size && grows(f, class); i++) {
        str_clear(&name);
        str_add(f->mem, &name, "$[%s]", model_symbol_name(f->model, all->ids[i]));
        cell_id cell =
            model_add_cell(f->model, arena_copy(&f->arena, name.at, name.count), model_boolean(f->model), CELL_STATE);
        model_place_cell(f->model, cell, &(struct placement){family, &(struct site){class, i}, 1});
        f->absent[class] = i == 0 ? cell : f->absent[class];
    }
    str_free(f->mem, &name);
}

void fam_place_cells(struct family *f)
{
    uint32_t families = (uint32_t)f->cells.count;
    for (cell_id c = 0; c < f->cells.count; c++)
        place_cell(f, c);
    for (uint32_t class = 0; class < model_class_count(f->model); class ++)
        add_absent_cells(f, class, families + class);
    for (size_t i = 0; i < model_pool_count(largest(f)); i++) // whose cells come first, in their order
        model_add_pool(f->model, model_pool(largest(f), i));
}

void fam_find_group(struct family *f)
{
    f->symmetry = fam_common_group(f, f->groups);
}

// ---- Groups ---------------------------------------------------------------------------------------------------------

// Whether all members that have both elements of a class may exchange them.
static bool may_be_exchanged(const struct family *f, struct symmetry *const *groups, uint32_t class, uint32_t a,
                             uint32_t b)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct symmetry *s = groups[i];
        if (a < fam_class_size(f, i, class) && b < fam_class_size(f, i, class) &&
            s->block[s->first[class] + a] != s->block[s->first[class] + b])
            return false;
    }
    return true;
}

// A single element has nothing to turn.
static bool all_rotate(const struct family *f, struct symmetry *const *groups, uint32_t class)
{
    for (size_t i = 0; i < f->count; i++)
        if (!groups[i]->rotates[class] && fam_class_size(f, i, class) > 1)
            return false;
    return true;
}

static void let_grow(const struct family *f, struct symmetry *all, uint32_t class)
{
    symmetry_let_grow(all, class, f->absent[class]);
    for (size_t i = 0; i < f->count; i++)
        symmetry_note_length(all, class, fam_class_size(f, i, class));
}

// An element stays with the first ones that it may be exchanged with, with each of them.
static void find_blocks(const struct family *f, struct symmetry *const *groups, struct symmetry *all, uint32_t class)
{
    uint32_t first = all->first[class], size = all->first[class + 1] - first;
    for (uint32_t b = 0; b < size; b++) {
        uint32_t found = b;
        for (uint32_t least = 0; least < b && found == b; least++) {
            bool fits = all->block[first + least] == first + least;
            for (uint32_t a = least; a < b && fits; a++)
                if (all->block[first + a] == first + least)
                    fits = may_be_exchanged(f, groups, class, a, b);
            found = fits ? least : b;
        }
        all->block[first + b] = first + found;
    }
}

struct symmetry *fam_common_group(const struct family *f, struct symmetry *const *groups)
{
    struct symmetry *all = symmetry_new(f->model, f->mem);
    for (uint32_t class = 0; class < all->class_count; class ++) {
        bool is_ring = all->rotates[class];
        all->rotates[class] = is_ring && all_rotate(f, groups, class);
        if (is_ring)
            for (uint32_t e = all->first[class]; e < all->first[class + 1]; e++)
                all->block[e] = all->rotates[class] ? all->first[class] : e;
        else
            find_blocks(f, groups, all, class);
        if (f->absent[class] != CELL_NONE)
            let_grow(f, all, class);
    }
    return all;
}

const struct symmetry *family_symmetry(const struct family *f)
{
    return f->symmetry;
}

// Of each block, the places that absent elements have among all.
void family_count_absences(const struct family *f, size_t member, mpz_t times)
{
    const struct symmetry *s = f->symmetry;
    mpz_t choices;
    mpz_init(choices);
    mpz_set_ui(times, 1);
    for (uint32_t least = 0; least < s->element_count; least++) {
        uint32_t class = s->class_of[least], size = 0, absent = 0;
        for (uint32_t e = least; e < s->first[class + 1] && s->block[least] == least && !s->rotates[class]; e++) {
            size += s->block[e] == least;
            absent += s->block[e] == least && e - s->first[class] >= fam_class_size(f, member, class);
        }
        mpz_bin_uiui(choices, size, absent);
        mpz_mul(times, times, choices);
    }
    mpz_clear(choices);
}
