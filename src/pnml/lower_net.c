#include "pnml/lower_net.h"

#include <string.h>

#include "pnml/colour_symmetry.h"
#include "pnml/growing_places.h"
#include "pnml/place_invariant.h"

#define MOST_TOKENS INT64_C(1000000000) // of one colour in a place

enum { MOST_WIDTH = 64 };

struct lowering {
    struct lowered_net *to;
    const struct net *net;
    struct model *model;
    struct mem *mem;
    struct diag *diag;
    const struct net_lower_options *options;
    struct unfolding unfolding;
    struct colour_symmetry symmetry;
    struct place_invariants *invariants;
    struct symbols action_families;
    struct arena arena;
    uint32_t *values; // by variable
    weight_array inputs, outputs;
    ARRAY(struct effect) effects;
    bool *is_set; // by cell: the action at hand sets it
};

// What a transition does to a cell.
struct effect {
    cell_id cell;
    int64_t takes, puts;
};

// ---- Classes --------------------------------------------------------------------------------------------------------

static void add_classes(struct lowering *l)
{
    for (size_t i = 0; i < l->symmetry.subclasses.count; i++) {
        const struct subclass *s = &l->symmetry.subclasses.at[i];
        const struct net_class *class = &l->net->classes.at[s->class];
        struct str name = {0}, id = {0};
        ARRAY(value) ids = {0};
        str_add(l->mem, &name, "%s", class->name);
        if (s->colours.count < class->size) { // several of one class are told apart by their first colours
            str_add(l->mem, &name, " of ");
            net_add_colour(l->net, s->class, s->colours.at[0], &name);
        }
        for (size_t k = 0; k < s->colours.count; k++) {
            str_clear(&id);
            str_add(l->mem, &id, "%s.", class->name);
            net_add_colour(l->net, s->class, s->colours.at[k], &id);
            array_push(l->mem, &ids, model_symbol(l->model, id.at));
        }
        model_add_class(l->model,
                        &(struct component_class){str_text(&name), ids.count, s->is_ring, ids.at, NULL, false});
        array_free(l->mem, &ids);
        str_free(l->mem, &name);
        str_free(l->mem, &id);
    }
}

// The sites of colours that have a subclass.
static size_t find_sites(const struct lowering *l, const uint32_t *classes, const uint32_t *colours, uint32_t count,
                         struct site *sites)
{
    size_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct colour_place at = l->symmetry.places[classes[i]][colours[i]];
        if (at.subclass != NO_SUBCLASS)
            sites[found++] = (struct site){at.subclass, at.element};
    }
    return found;
}

// ---- Cells ----------------------------------------------------------------------------------------------------------
// Cells that permutations take to each other are a family: they all have the largest of their bounds, and where one is
// needed, all are there. A family is known by the colour whose components are the first ones of their subclasses.

struct family {
    bool is_needed;
    int64_t bound;
};

static uint64_t leader(const struct lowering *l, uint32_t sort, uint32_t *colours)
{
    const struct net_sort *s = &l->net->sorts.at[sort];
    uint32_t leaders[MOST_WIDTH];
    for (uint32_t i = 0; i < s->count; i++)
        leaders[i] = colour_symmetry_leader(&l->symmetry, s->classes[i], colours[i]);
    return net_pack_colour(l->net, sort, leaders);
}

static bool is_of_dots(const struct lowering *l, const struct net_place *place)
{
    const struct net_sort *s = &l->net->sorts.at[place->sort];
    return s->count == 1 && l->net->classes.at[s->classes[0]].is_dot;
}

static void add_colours(const struct lowering *l, const struct net_place *place, const uint32_t *colours,
                        struct str *out)
{
    const struct net_sort *s = &l->net->sorts.at[place->sort];
    for (uint32_t i = 0; i < s->count; i++) {
        str_add(l->mem, out, "%s", i ? "," : "");
        net_add_colour(l->net, s->classes[i], colours[i], out);
    }
}

static void name_cell(const struct lowering *l, const struct net_place *place, const uint32_t *colours, struct str *out)
{
    str_clear(out);
    str_add(l->mem, out, "%s", place->id);
    if (is_of_dots(l, place))
        return;
    str_add(l->mem, out, "[");
    add_colours(l, place, colours, out);
    str_add(l->mem, out, "]");
}

// Markings are shown as multisets: 1'a + 2'b, or 1'(a,b) of products.
static void name_element(const struct lowering *l, const struct net_place *place, const uint32_t *colours, cell_id cell,
                         struct str *out)
{
    bool is_product = l->net->sorts.at[place->sort].count > 1;
    if (is_of_dots(l, place))
        return;
    str_clear(out);
    str_add(l->mem, out, "%s", is_product ? "(" : "");
    add_colours(l, place, colours, out);
    str_add(l->mem, out, "%s", is_product ? ")" : "");
    model_count_element(l->model, cell, place->id, str_text(out));
}

static bool is_late(void *context)
{
    return !diag_goes_on(context, "unbounded places");
}

// Firings are known that show the place to be unbounded.
static bool is_growing(const struct lowering *l, uint32_t place)
{
    const struct growing_limits limits = {.walks = 24, .steps = 400, .stop = is_late, .context = l->diag};
    struct token_game *game = token_game_open(l->net, 1, l->mem);
    bool *grows = mem_zalloc(l->mem, l->net->places.count + 1);
    bool found = game && net_find_growing(l->net, game, &limits, grows, l->mem) && grows[place];
    mem_free(l->mem, grows, l->net->places.count + 1);
    token_game_close(game);
    return found;
}

static bool find_families(struct lowering *l, uint32_t number, struct family *families)
{
    const struct net_place *place = &l->net->places.at[number];
    const struct unfolded_place *p = &l->unfolding.places[number];
    uint32_t colours[MOST_WIDTH];
    for (size_t k = 0; k < p->colours.count; k++) {
        net_unpack_colour(l->net, place->sort, p->colours.at[k], colours);
        int64_t bound = place_invariants_bound(l->invariants, number, colours);
        if (bound > MOST_TOKENS) {
            diag_error(l->diag, (struct diag_range){l->net->source, place->offset, place->length},
                       bound != NET_NO_BOUND   ? "place \"%s\" can hold too many tokens"
                       : is_growing(l, number) ? "place \"%s\" is unbounded: firings that can be repeated forever put "
                                                 "more tokens on it, which is not supported"
                                               : "no place invariant bounds the tokens of place \"%s\", and no firings "
                                                 "were found that show it to be unbounded, which is not supported",
                       place->id);
            return false;
        }
        struct family *f = &families[leader(l, place->sort, colours)];
        f->is_needed = true;
        f->bound = bound > f->bound ? bound : f->bound;
    }
    return true;
}

static bool add_cells_of(struct lowering *l, uint32_t number, uint32_t first_family)
{
    const struct net_place *place = &l->net->places.at[number];
    const struct net_sort *sort = &l->net->sorts.at[place->sort];
    uint64_t size = l->unfolding.places[number].size;
    struct family *families = mem_zalloc(l->mem, size * sizeof *families);
    cell_id *cells = l->to->cells[number];
    uint32_t colours[MOST_WIDTH];
    struct site sites[MOST_WIDTH];
    struct str name = {0};
    bool good = find_families(l, number, families);
    for (uint64_t c = 0; c < size && good; c++) {
        net_unpack_colour(l->net, place->sort, c, colours);
        uint64_t family = leader(l, place->sort, colours);
        if (!families[family].is_needed)
            continue;
        name_cell(l, place, colours, &name);
        cells[c] = model_add_cell(l->model, name.at, model_integer(l->model, 0, families[family].bound), CELL_STATE);
        name_element(l, place, colours, cells[c], &name);
        struct placement placement = {first_family + (uint32_t)family, sites, 0};
        placement.site_count = find_sites(l, sort->classes, colours, sort->count, sites);
        model_place_cell(l->model, cells[c], &placement);
        if (c % 4096 == 0)
            good = diag_goes_on(l->diag, "unfolding");
    }
    str_free(l->mem, &name);
    mem_free(l->mem, families, size * sizeof *families);
    return good;
}

static bool add_cells(struct lowering *l)
{
    uint32_t first_family = 0;
    for (uint32_t i = 0; i < l->net->places.count; i++) {
        uint64_t size = l->unfolding.places[i].size;
        l->to->sizes[i] = size;
        l->to->cells[i] = mem_alloc(l->mem, size * sizeof **l->to->cells);
        for (uint64_t c = 0; c < size; c++)
            l->to->cells[i][c] = CELL_NONE;
        if (!add_cells_of(l, i, first_family))
            return false;
        first_family += (uint32_t)size;
    }
    return true;
}

// The most tokens of a place, by what its cells and invariants say.
static int64_t find_total(const struct lowering *l, uint32_t place)
{
    int64_t by_cells = 0, total = place_invariants_total(l->invariants, place);
    for (uint64_t c = 0; c < l->to->sizes[place]; c++)
        if (l->to->cells[place][c] != CELL_NONE)
            by_cells += model_type(l->model, model_cell(l->model, l->to->cells[place][c])->type)->high;
    return total < by_cells ? total : by_cells;
}

static void add_initial(struct lowering *l)
{
    size_t start = model_add_start(l->model, "initial marking");
    for (uint32_t i = 0; i < l->net->places.count; i++) {
        const struct net_place *place = &l->net->places.at[i];
        size_t next = 0;
        l->to->totals[i] = find_total(l, i);
        net_bag_value(l->net, place->initial, place->sort, l->values, &l->inputs);
        for (uint64_t c = 0; c < l->to->sizes[i]; c++) {
            while (next < l->inputs.count && l->inputs.at[next].colour < c)
                next++;
            bool is_marked = next < l->inputs.count && l->inputs.at[next].colour == c;
            if (l->to->cells[i][c] == CELL_NONE)
                continue;
            int64_t count = is_marked ? l->inputs.at[next].count : 0;
            l->to->initial[i] += count;
            model_add_to_start(l->model, start,
                               (struct part){PART_CHOICE, l->to->cells[i][c], model_int(l->model, count)});
        }
    }
}

// ---- Actions --------------------------------------------------------------------------------------------------------

static struct effect *effect_on(struct lowering *l, cell_id cell)
{
    for (size_t i = 0; i < l->effects.count; i++)
        if (l->effects.at[i].cell == cell)
            return &l->effects.at[i];
    array_push(l->mem, &l->effects, ((struct effect){cell, 0, 0}));
    return &array_last(&l->effects);
}

static void find_effects(struct lowering *l, const struct net_transition *t)
{
    l->effects.count = 0;
    for (uint32_t i = 0; i < t->input_count; i++) {
        uint32_t place = t->inputs[i].place;
        net_bag_value(l->net, t->inputs[i].bag, l->net->places.at[place].sort, l->values, &l->inputs);
        for (size_t k = 0; k < l->inputs.count; k++)
            effect_on(l, l->to->cells[place][l->inputs.at[k].colour])->takes += l->inputs.at[k].count;
    }
    for (uint32_t i = 0; i < t->output_count; i++) {
        uint32_t place = t->outputs[i].place;
        net_bag_value(l->net, t->outputs[i].bag, l->net->places.at[place].sort, l->values, &l->outputs);
        for (size_t k = 0; k < l->outputs.count; k++)
            effect_on(l, l->to->cells[place][l->outputs.at[k].colour])->puts += l->outputs.at[k].count;
    }
}

static void name_action(const struct lowering *l, const struct net_transition *t, struct str *out)
{
    str_clear(out);
    str_add(l->mem, out, "%s", t->id);
    for (uint32_t i = 0; i < t->variable_count; i++) {
        const struct net_variable *v = &l->net->variables.at[t->variables[i]];
        str_add(l->mem, out, "%s%s: ", i ? ", " : " (", v->name);
        net_add_colour(l->net, v->class, l->values[t->variables[i]], out);
    }
    if (t->variable_count)
        str_add(l->mem, out, ")");
}

// Instances of one transition are a family where their values are of the same subclasses.
static void place_action(struct lowering *l, size_t action, uint32_t number)
{
    const struct net_transition *t = &l->net->transitions.at[number];
    uint32_t count = t->variable_count, *key = arena_alloc(&l->arena, 3 * (count + 1) * sizeof *key);
    uint32_t *classes = key + count + 1, *colours = classes + count;
    struct site *sites = arena_alloc(&l->arena, (count + 1) * sizeof *sites);
    key[0] = number;
    for (uint32_t i = 0; i < count; i++) {
        classes[i] = l->net->variables.at[t->variables[i]].class;
        colours[i] = l->values[t->variables[i]];
        key[i + 1] = colour_symmetry_leader(&l->symmetry, classes[i], colours[i]);
    }
    const struct symbol *family =
        symbols_add(&l->action_families, &l->arena, (const char *)key, (count + 1) * sizeof *key);
    struct placement placement = {family->id, sites, find_sites(l, classes, colours, count, sites)};
    model_place_action(l->model, action, &placement);
}

// The guard of an action, and where it would go beyond the bounds of its places. By the invariants that never happens:
// that it does not is a condition of the action only so that its step is one from any values of the cells.
static expr guard_of(struct lowering *l, expr *exceeds)
{
    struct model *m = l->model;
    expr guard = model_true(m);
    *exceeds = model_false(m);
    for (size_t i = 0; i < l->effects.count; i++) {
        const struct effect *e = &l->effects.at[i];
        const struct type *type = model_type(m, model_cell(m, e->cell)->type);
        expr tokens = model_cell_expr(m, e->cell);
        if (e->takes > 0)
            guard = model_and(m, guard, model_binary(m, OP_LE, model_int(m, e->takes), tokens));
        if (e->puts > e->takes)
            *exceeds =
                model_or(m, *exceeds, model_binary(m, OP_LT, model_int(m, type->high + e->takes - e->puts), tokens));
    }
    return guard;
}

static void add_action(struct lowering *l, uint32_t number, struct str *name)
{
    struct model *m = l->model;
    expr exceeds, guard = guard_of(l, &exceeds);
    size_t action = model_add_action(m, name->at);
    l->to->enabled[number] = model_or(m, l->to->enabled[number], guard);
    guard = model_and(m, guard, model_not(m, exceeds));
    model_add_to_action(m, action, (struct part){PART_CONDITION, CELL_NONE, guard});
    for (size_t i = 0; i < l->effects.count; i++) {
        const struct effect *e = &l->effects.at[i];
        if (e->takes == e->puts)
            continue;
        expr tokens = model_cell_expr(m, e->cell), more = model_int(m, e->puts - e->takes);
        model_add_to_action(m, action, (struct part){PART_CHOICE, e->cell, model_binary(m, OP_ADD, tokens, more)});
        l->is_set[e->cell] = true;
    }
    for (cell_id c = 0; c < model_cell_count(m); c++)
        if (!l->is_set[c])
            model_keep_in_action(m, action, c);
    for (size_t i = 0; i < l->effects.count; i++)
        l->is_set[l->effects.at[i].cell] = false;
    place_action(l, action, number);
}

#define MOST_KEPT UINT64_C(400000000) // cells that actions leave alone: each is written down

static bool add_actions(struct lowering *l)
{
    struct str name = {0};
    size_t count = l->unfolding.bindings.count;
    bool good = true;
    if (count * (uint64_t)model_cell_count(l->model) > MOST_KEPT) {
        diag_error(l->diag, (struct diag_range){l->net->source, DIAG_WHOLE, 0},
                   "the net is too large: %zu places and %zu transitions when colours are unfolded",
                   model_cell_count(l->model), count);
        return false;
    }
    l->is_set = mem_zalloc(l->mem, model_cell_count(l->model) + 1);
    for (size_t i = 0; i < count && good; i++) {
        const struct net_binding *b = &l->unfolding.bindings.at[i];
        unfolding_values(&l->unfolding, b, l->values);
        find_effects(l, &l->net->transitions.at[b->transition]);
        name_action(l, &l->net->transitions.at[b->transition], &name);
        add_action(l, b->transition, &name);
        good = diag_goes_on(l->diag, "unfolding");
    }
    if (count == 0) { // nothing ever happens
        size_t none = model_add_action(l->model, "nothing");
        model_add_to_action(l->model, none, (struct part){PART_CONDITION, CELL_NONE, model_false(l->model)});
    }
    mem_free(l->mem, l->is_set, model_cell_count(l->model) + 1);
    str_free(l->mem, &name);
    return good;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void add_deadlock(struct lowering *l)
{
    struct model *m = l->model;
    expr some = model_false(m);
    for (size_t i = 0; i < l->net->transitions.count; i++) {
        model_name_elements(m, l->to->enabled[i], NULL, 0);
        some = model_or(m, some, l->to->enabled[i]);
    }
    l->to->dead = model_not(m, some);
    model_name_elements(m, some, NULL, 0);
    model_name_elements(m, l->to->dead, NULL, 0);
    if (l->options->deadlock)
        model_add_property(m, &(struct property){.goal = 1,
                                                 .kind = PROPERTY_DEADLOCK,
                                                 .name = NULL,
                                                 .text = "no deadlock",
                                                 .context = "",
                                                 .formula = model_atom(m, some)});
}

expr lowered_net_tokens(struct lowered_net *n, uint32_t place)
{
    struct model *m = n->model;
    expr sum = model_int(m, 0);
    for (uint64_t c = 0; c < n->sizes[place]; c++)
        if (n->cells[place][c] != CELL_NONE)
            sum = model_binary(m, OP_ADD, sum, model_cell_expr(m, n->cells[place][c]));
    return sum;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool lower(struct lowering *l)
{
    const struct net *net = l->net;
    l->to->cells = mem_zalloc(l->mem, (net->places.count + 1) * sizeof *l->to->cells);
    l->to->sizes = mem_zalloc(l->mem, (net->places.count + 1) * sizeof *l->to->sizes);
    l->to->totals = mem_zalloc(l->mem, (net->places.count + 1) * sizeof *l->to->totals);
    l->to->initial = mem_zalloc(l->mem, (net->places.count + 1) * sizeof *l->to->initial);
    l->to->enabled = mem_alloc(l->mem, (net->transitions.count + 1) * sizeof *l->to->enabled);
    for (size_t i = 0; i < net->transitions.count; i++)
        l->to->enabled[i] = model_false(l->model);
    add_classes(l);
    if (!add_cells(l))
        return false;
    add_initial(l);
    if (!add_actions(l))
        return false;
    model_let_ends_stay(l->model);
    add_deadlock(l);
    return true;
}

bool net_lower(struct lowered_net *to, const struct net *net, struct model *model,
               const struct net_lower_options *options, struct mem *mem, struct diag *diag)
{
    struct lowering l = {.to = to, .net = net, .model = model, .mem = mem, .diag = diag, .options = options};
    *to = (struct lowered_net){.net = net, .mem = mem, .model = model};
    for (size_t i = 0; i < net->sorts.count; i++)
        if (net->sorts.at[i].count > MOST_WIDTH) {
            diag_error(diag, (struct diag_range){net->source, DIAG_WHOLE, 0}, "a product has more than %d sorts",
                       MOST_WIDTH);
            return false;
        }
    l.arena.mem = mem;
    l.values = mem_zalloc(mem, (net->variables.count + 1) * sizeof *l.values);
    bool good = net_unfold(&l.unfolding, net, mem, diag);
    if (good) {
        colour_symmetry_find(&l.symmetry, net, mem);
        l.invariants = place_invariants_find(net, mem, diag);
        good = !diag->is_stopped && lower(&l);
        place_invariants_free(l.invariants);
        colour_symmetry_close(&l.symmetry);
    }
    unfolding_close(&l.unfolding);
    symbols_free(&l.action_families, mem);
    array_free(mem, &l.inputs);
    array_free(mem, &l.outputs);
    array_free(mem, &l.effects);
    mem_free(mem, l.values, (net->variables.count + 1) * sizeof *l.values);
    arena_free(&l.arena);
    return good;
}

void lowered_net_close(struct lowered_net *n)
{
    for (size_t i = 0; n->cells && i < n->net->places.count; i++)
        mem_free(n->mem, n->cells[i], n->sizes[i] * sizeof **n->cells);
    if (n->cells) {
        mem_free(n->mem, n->cells, (n->net->places.count + 1) * sizeof *n->cells);
        mem_free(n->mem, n->sizes, (n->net->places.count + 1) * sizeof *n->sizes);
        mem_free(n->mem, n->totals, (n->net->places.count + 1) * sizeof *n->totals);
        mem_free(n->mem, n->initial, (n->net->places.count + 1) * sizeof *n->initial);
        mem_free(n->mem, n->enabled, (n->net->transitions.count + 1) * sizeof *n->enabled);
    }
    *n = (struct lowered_net){0};
}
