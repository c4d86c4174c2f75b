#include "pnml/colour_symmetry.h"

#include <stdlib.h>
#include <string.h>

#include "pnml/unfold.h"

struct finding {
    struct colour_symmetry *s;
    bool **is_named;       // by class and colour
    bool **is_cut;         // by class and colour: a guard tells what comes before it from what comes from it on
    bool *is_ordered;      // by class: two unknown colours are compared by their order
    bool *is_stepped;      // by class: neighbours are asked for
    weight_array *initial; // by place; none where all colours of each class have the same
    bool *is_uniform;      // by place
};

// ---- How classes are used -------------------------------------------------------------------------------------------

static void see_colour(struct finding *f, const struct net_colour *c)
{
    if (c->kind == NET_CONSTANT)
        f->is_named[c->class][c->of] = true;
    if (c->offset != 0)
        f->is_stepped[c->class] = true;
}

// Which side of a constant a variable is on tells two intervals apart, and no colours within one of them. Constants
// that are compared with each other tell nothing.
static void see_less(struct finding *f, const struct net_colour *left, const struct net_colour *right)
{
    uint32_t class = left->class;
    bool by_left = left->kind == NET_CONSTANT, by_right = right->kind == NET_CONSTANT;
    if (left->offset != 0 || right->offset != 0 || (!by_left && !by_right))
        f->is_ordered[class] = true;
    else if (by_right && !by_left)
        f->is_cut[class][right->of] = true;
    else if (by_left && !by_right && left->of + 1 < f->s->net->classes.at[class].size)
        f->is_cut[class][left->of + 1] = true;
}

static void see_guard(struct finding *f, const struct net_guard *g)
{
    if (!g)
        return;
    if (g->op == GUARD_EQUAL) {
        see_colour(f, &g->left);
        see_colour(f, &g->right);
    }
    if (g->op == GUARD_LESS)
        see_less(f, &g->left, &g->right);
    see_guard(f, g->operands[0]);
    see_guard(f, g->operands[1]);
}

static void see_arcs(struct finding *f, const struct net_arc *arcs, uint32_t count)
{
    const struct net *net = f->s->net;
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < arcs[i].bag.count; k++)
            for (uint32_t c = 0; c < net->sorts.at[net->places.at[arcs[i].place].sort].count; c++)
                see_colour(f, &arcs[i].bag.tokens[k].components[c]);
}

static void see_initial(struct finding *f)
{
    const struct net *net = f->s->net;
    for (size_t i = 0; i < net->places.count; i++) {
        const struct net_place *p = &net->places.at[i];
        f->is_uniform[i] = true;
        for (size_t k = 0; k < p->initial.count; k++)
            for (uint32_t c = 0; c < net->sorts.at[p->sort].count; c++)
                f->is_uniform[i] &= p->initial.tokens[k].components[c].kind == NET_ALL;
        if (!f->is_uniform[i])
            net_bag_value(net, p->initial, p->sort, NULL, &f->initial[i]);
    }
}

// ---- The initial marking --------------------------------------------------------------------------------------------

// A permutation of one class: two colours change places, or each goes to the next.
struct move {
    uint32_t class;
    bool is_rotation;
    uint32_t a, b;
};

static uint32_t moved(const struct net *net, const struct move *m, uint32_t colour)
{
    if (m->is_rotation)
        return (colour + 1) % net->classes.at[m->class].size;
    return colour == m->a ? m->b : colour == m->b ? m->a : colour;
}

static int by_colour(const void *a, const void *b)
{
    uint64_t x = ((const struct net_weight *)a)->colour, y = ((const struct net_weight *)b)->colour;
    return (x > y) - (x < y);
}

enum { MOST_WIDTH = 64 };

static bool keeps_place(const struct finding *f, const struct move *m, size_t place)
{
    const struct net *net = f->s->net;
    uint32_t sort = net->places.at[place].sort, colours[MOST_WIDTH];
    const struct net_sort *s = &net->sorts.at[sort];
    const weight_array *all = &f->initial[place];
    for (size_t i = 0; i < all->count; i++) {
        bool is_moved = false;
        net_unpack_colour(net, sort, all->at[i].colour, colours);
        for (uint32_t c = 0; c < s->count; c++)
            if (s->classes[c] == m->class) {
                uint32_t to = moved(net, m, colours[c]);
                is_moved |= to != colours[c];
                colours[c] = to;
            }
        if (!is_moved)
            continue;
        struct net_weight key = {net_pack_colour(net, sort, colours), 0};
        const struct net_weight *other = bsearch(&key, all->at, all->count, sizeof key, by_colour);
        if (!other || other->count != all->at[i].count)
            return false;
    }
    return true;
}

// A permutation that takes every token to one of the same count keeps the marking.
static bool keeps_initial(const struct finding *f, struct move m)
{
    const struct net *net = f->s->net;
    for (size_t i = 0; i < net->places.count; i++) {
        if (net->sorts.at[net->places.at[i].sort].count > MOST_WIDTH)
            return false;
        if (!f->is_uniform[i] && !keeps_place(f, &m, i))
            return false;
    }
    return true;
}

// ---- Subclasses -----------------------------------------------------------------------------------------------------

static void put(struct colour_symmetry *s, uint32_t subclass, uint32_t colour)
{
    struct subclass *to = &s->subclasses.at[subclass];
    s->places[to->class][colour] = (struct colour_place){subclass, (uint32_t)to->colours.count};
    array_push(s->mem, &to->colours, colour);
}

static uint32_t new_subclass(struct colour_symmetry *s, uint32_t class, bool is_ring)
{
    array_push(s->mem, &s->subclasses, ((struct subclass){.class = class, .is_ring = is_ring}));
    return (uint32_t)(s->subclasses.count - 1);
}

static void find_ring(struct finding *f, uint32_t class)
{
    struct colour_symmetry *s = f->s;
    uint32_t size = s->net->classes.at[class].size;
    for (uint32_t i = 0; i < size; i++)
        if (f->is_named[class][i] || f->is_cut[class][i])
            return;
    if (!keeps_initial(f, (struct move){class, true, 0, 0}))
        return;
    uint32_t ring = new_subclass(s, class, true);
    for (uint32_t i = 0; i < size; i++)
        put(s, ring, i);
}

enum { MOST_BLOCKS = 64 }; // that a colour is tried with

// Each colour joins the first subclass of its interval with whose first colour it can change places.
static void find_blocks(struct finding *f, uint32_t class)
{
    struct colour_symmetry *s = f->s;
    uint32_t size = s->net->classes.at[class].size, first = (uint32_t)s->subclasses.count;
    for (uint32_t i = 0; i < size; i++) {
        first = f->is_cut[class][i] ? (uint32_t)s->subclasses.count : first;
        uint32_t k = first;
        if (f->is_named[class][i])
            continue;
        while (k < s->subclasses.count && k < first + MOST_BLOCKS &&
               !keeps_initial(f, (struct move){class, false, s->subclasses.at[k].colours.at[0], i}))
            k++;
        if (k == first + MOST_BLOCKS)
            continue;
        put(s, k == s->subclasses.count ? new_subclass(s, class, false) : k, i);
    }
}

// One colour alone is no subclass.
static void drop_single(struct colour_symmetry *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->subclasses.count; i++) {
        struct subclass *b = &s->subclasses.at[i];
        bool is_single = b->colours.count < 2;
        for (size_t k = 0; k < b->colours.count; k++)
            s->places[b->class][b->colours.at[k]].subclass = is_single ? NO_SUBCLASS : (uint32_t)kept;
        if (is_single)
            array_free(s->mem, &b->colours);
        else
            s->subclasses.at[kept++] = *b;
    }
    s->subclasses.count = kept;
}

static bool is_used(const struct net *net, uint32_t class)
{
    for (size_t i = 0; i < net->places.count; i++) {
        const struct net_sort *s = &net->sorts.at[net->places.at[i].sort];
        for (uint32_t k = 0; k < s->count; k++)
            if (s->classes[k] == class)
                return true;
    }
    return false;
}

void colour_symmetry_find(struct colour_symmetry *s, const struct net *net, struct mem *mem)
{
    struct arena arena = {.mem = mem};
    size_t classes = net->classes.count;
    *s = (struct colour_symmetry){.net = net, .mem = mem};
    s->places = mem_alloc(mem, (classes + 1) * sizeof *s->places);
    struct finding f = {.s = s, .is_named = arena_alloc(&arena, (classes + 1) * sizeof *f.is_named)};
    f.is_cut = arena_alloc(&arena, (classes + 1) * sizeof *f.is_cut);
    f.is_ordered = arena_alloc(&arena, classes + 1);
    f.is_stepped = arena_alloc(&arena, classes + 1);
    f.is_uniform = arena_alloc(&arena, net->places.count + 1);
    f.initial = arena_alloc(&arena, (net->places.count + 1) * sizeof *f.initial);
    for (size_t c = 0; c < classes; c++) {
        f.is_named[c] = arena_alloc(&arena, net->classes.at[c].size);
        f.is_cut[c] = arena_alloc(&arena, net->classes.at[c].size);
        s->places[c] = mem_alloc(mem, net->classes.at[c].size * sizeof **s->places);
        for (uint32_t i = 0; i < net->classes.at[c].size; i++)
            s->places[c][i] = (struct colour_place){NO_SUBCLASS, 0};
    }
    for (size_t i = 0; i < net->transitions.count; i++) {
        const struct net_transition *t = &net->transitions.at[i];
        see_guard(&f, t->guard);
        see_arcs(&f, t->inputs, t->input_count);
        see_arcs(&f, t->outputs, t->output_count);
    }
    see_initial(&f);
    for (uint32_t c = 0; c < classes; c++) {
        if (f.is_ordered[c] || net->classes.at[c].size < 2 || !is_used(net, c))
            continue;
        (f.is_stepped[c] ? find_ring : find_blocks)(&f, c);
    }
    drop_single(s);
    for (size_t i = 0; i < net->places.count; i++)
        array_free(mem, &f.initial[i]);
    arena_free(&arena);
}

void colour_symmetry_close(struct colour_symmetry *s)
{
    for (size_t i = 0; i < s->subclasses.count; i++)
        array_free(s->mem, &s->subclasses.at[i].colours);
    array_free(s->mem, &s->subclasses);
    for (size_t c = 0; c < s->net->classes.count; c++)
        mem_free(s->mem, s->places[c], s->net->classes.at[c].size * sizeof **s->places);
    mem_free(s->mem, s->places, (s->net->classes.count + 1) * sizeof *s->places);
}

uint32_t colour_symmetry_leader(const struct colour_symmetry *s, uint32_t class, uint32_t colour)
{
    uint32_t subclass = s->places[class][colour].subclass;
    return subclass == NO_SUBCLASS ? colour : s->subclasses.at[subclass].colours.at[0];
}
