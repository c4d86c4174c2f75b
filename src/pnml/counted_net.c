// Counting interchangeable colours. What a colour is in, of which tokens and how many, is its *local state*; a marking
// up to permutations is how many colours of each static subclass are in each local state. So the net becomes one
// without these colours: a place for each group and local state. A group is a static subclass, or one colour that is
// like no other.
//
// A token of one such colour, with others that are not counted beside it, is a *slot* of the colour's local state. Of a
// token with several, each has a slot for its position; then it is known which belong together only where the place
// never holds more than one token, which its invariants must say. They also say which local states have more tokens
// than there ever are.
//
// A transition becomes an event for each choice of its variables: for each that is counted, the same colour as for one
// before it, or another one with some group and local state. Guards and arcs are evaluated for such colours as they
// are, with any representatives: interchangeable colours make no difference.
//
// An arc with all colours of a class moves every one of a group. That is an event where all are in the same local
// state. Where two have different ones, and the transition may fire, an event takes the token of the place `whole`
// instead: whoever finds the markings must see that it is never taken, else some are missing.
#include "pnml/counted_net_parts.h"

// ---- Classes that are counted ---------------------------------------------------------------------------------------

uint32_t counted_width(const struct counting *c, uint32_t sort)
{
    const struct net_sort *s = &c->net->sorts.at[sort];
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->count; i++)
        found += c->is_counted[s->classes[i]];
    return found;
}

void counted_find_invariants(struct counting *c)
{
    if (!c->invariants)
        c->invariants = place_invariants_find(c->net, c->mem, c->diag);
}

// A class is counted as a whole, or not at all.
static void choose_all(struct counting *c)
{
    size_t classes = c->net->classes.count;
    c->is_counted = mem_zalloc(c->mem, classes + 1);
    for (size_t i = 0; i < c->symmetry.subclasses.count; i++)
        c->is_counted[c->symmetry.subclasses.at[i].class] |= !c->symmetry.subclasses.at[i].is_ring;
    for (size_t i = 0; i < c->symmetry.subclasses.count; i++)
        if (c->symmetry.subclasses.at[i].is_ring)
            c->is_counted[c->symmetry.subclasses.at[i].class] = false;
}

// Of the classes of a place that are counted: one that is there twice, else the one with the fewest colours.
static uint32_t class_to_drop(const struct counting *c, const struct net_sort *sort)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < sort->count; i++) {
        uint32_t class = sort->classes[i];
        if (!c->is_counted[class])
            continue;
        for (uint32_t k = 0; k < i; k++)
            if (sort->classes[k] == class)
                return class;
        if (found == UINT32_MAX || c->net->classes.at[class].size < c->net->classes.at[found].size)
            found = class;
    }
    return found;
}

// Where a place may hold several tokens of two counted colours each, one class is not counted. False if none is left.
static bool can_be_counted(struct counting *c)
{
    bool has_any = false;
    for (uint32_t i = 0; i < c->net->places.count; i++) {
        const struct net_sort *sort = &c->net->sorts.at[c->net->places.at[i].sort];
        if (sort->count > MOST_WIDTH)
            return false;
        while (counted_width(c, c->net->places.at[i].sort) > 1) {
            counted_find_invariants(c);
            if (c->diag->is_stopped)
                return false;
            if (place_invariants_total(c->invariants, i) <= 1)
                break;
            c->is_counted[class_to_drop(c, sort)] = false;
        }
    }
    for (size_t i = 0; i < c->net->classes.count; i++)
        has_any |= c->is_counted[i];
    return has_any;
}

// ---- Groups ---------------------------------------------------------------------------------------------------------

static void find_groups(struct counting *c)
{
    size_t classes = c->net->classes.count;
    c->groups = mem_zalloc(c->mem, (classes + 1) * sizeof *c->groups);
    for (uint32_t k = 0; k < classes; k++) {
        uint32_t size = c->net->classes.at[k].size;
        if (!c->is_counted[k])
            continue;
        c->groups[k] = mem_alloc(c->mem, size * sizeof **c->groups);
        for (uint32_t i = 0; i < size; i++) {
            uint32_t leader = colour_symmetry_leader(&c->symmetry, k, i);
            if (leader == i) {
                c->groups[k][i] = (uint32_t)c->group_size.count;
                array_push(c->mem, &c->group_class, k);
                array_push(c->mem, &c->group_size, 1);
            } else {
                c->groups[k][i] = c->groups[k][leader];
                c->group_size.at[c->groups[k][i]]++;
            }
        }
    }
}

// ---- The initial marking --------------------------------------------------------------------------------------------

static void add_plain_places(struct counting *c)
{
    uint64_t all = 0;
    c->plain = mem_zalloc(c->mem, (c->net->places.count + 1) * sizeof *c->plain);
    c->plain_sizes = mem_zalloc(c->mem, (c->net->places.count + 1) * sizeof *c->plain_sizes);
    for (uint32_t i = 0; i < c->net->places.count && !c->has_failed; i++) {
        uint32_t sort = c->net->places.at[i].sort;
        if (counted_width(c, sort) > 0)
            continue;
        uint64_t size = net_sort_size(c->net, sort);
        all = size > MOST_UNCOUNTED ? MOST_UNCOUNTED + 1 : all + size;
        c->has_failed = all > MOST_UNCOUNTED;
        if (c->has_failed)
            return;
        c->plain_sizes[i] = size;
        c->plain[i] = mem_alloc(c->mem, size * sizeof **c->plain);
        for (uint64_t k = 0; k < size; k++) {
            c->plain[i][k] = (uint32_t)c->to->places.count;
            struct flat_place place = {FLAT_NO_GROUP, 0, c->to->shares.count, 1};
            array_push(c->mem, &c->to->places, place);
            array_push(c->mem, &c->to->shares, ((struct flat_share){i, 1}));
        }
    }
    c->to->has_whole = true;
    c->to->whole = (uint32_t)c->to->places.count;
    struct flat_place whole = {FLAT_NO_GROUP, 1, c->to->shares.count, 0};
    array_push(c->mem, &c->to->places, whole);
    c->plain_count = (uint32_t)c->to->places.count;
}

// The local state of each group's first colour; the others have the same.
static void find_initial_states(struct counting *c)
{
    uint32_t *first = mem_alloc(c->mem, (c->group_size.count + 1) * sizeof *first);
    size_t groups = c->group_size.count;
    for (uint32_t g = 0; g < groups; g++) {
        first[g] = 0;
        while (c->groups[c->group_class.at[g]][first[g]] != g)
            first[g]++;
        array_push(c->mem, &c->states, ((struct local_state){.group = g}));
    }
    for (uint32_t i = 0; i < c->net->places.count && !c->has_failed; i++) {
        uint32_t sort = c->net->places.at[i].sort, colours[MOST_WIDTH];
        if (!net_bag_value(c->net, c->net->places.at[i].initial, sort, c->values, &c->weights))
            c->has_failed = true;
        for (size_t k = 0; k < c->weights.count && !c->has_failed; k++) {
            struct net_weight w = c->weights.at[k];
            c->has_failed = w.count > INT32_MAX / 4;
            if (c->plain[i]) {
                c->to->places.at[c->plain[i][w.colour]].initial = (uint32_t)w.count;
                continue;
            }
            net_unpack_colour(c->net, sort, w.colour, colours);
            const struct net_sort *s = &c->net->sorts.at[sort];
            uint64_t rest = 0;
            uint32_t position = 0, width = counted_width(c, sort);
            c->has_failed |= width > 1 && (w.count > 1 || c->weights.count > 1);
            for (uint32_t n = 0; n < s->count; n++)
                if (!c->is_counted[s->classes[n]])
                    rest = rest * c->net->classes.at[s->classes[n]].size + colours[n];
            for (uint32_t n = 0; n < s->count && !c->has_failed; n++) {
                if (!c->is_counted[s->classes[n]])
                    continue;
                uint32_t g = c->groups[s->classes[n]][colours[n]];
                struct slot slot = {i, position, position == 0 ? rest : 0, (uint32_t)w.count};
                position++;
                if (first[g] == colours[n])
                    c->has_failed |= !counted_change_slot(&c->states.at[g], slot, w.count);
            }
        }
    }
    mem_free(c->mem, first, (groups + 1) * sizeof *first);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void add_counters(struct counting *c)
{
    for (uint32_t i = 0; i < c->states.count; i++) {
        const struct local_state *s = &c->states.at[i];
        uint64_t size = c->group_size.at[s->group];
        struct flat_place place = {size == 1 ? FLAT_NO_GROUP : s->group, i == s->group ? (uint32_t)size : 0,
                                   c->to->shares.count, 0};
        for (uint32_t k = 0; k < s->slot_count; k++)
            if (s->slots[k].position == 0)
                array_push(c->mem, &c->to->shares, ((struct flat_share){s->slots[k].place, s->slots[k].count}));
        place.share_count = c->to->shares.count - place.share;
        array_push(c->mem, &c->to->places, place);
    }
    for (size_t g = 0; g < c->group_size.count; g++)
        array_push(c->mem, &c->to->groups, c->group_size.at[g]);
}

// Events are made again as long as there are new local states.
static void find_events(struct counting *c)
{
    for (size_t known = 0; known < c->states.count && !c->has_failed;) {
        known = c->states.count;
        c->to->events.count = c->to->changes.count = 0;
        for (uint32_t i = 0; i < c->net->transitions.count && !c->has_failed; i++)
            counted_add_events(c, i);
    }
}

static void close_counting(struct counting *c)
{
    for (size_t k = 0; c->groups && k < c->net->classes.count; k++)
        if (c->groups[k])
            mem_free(c->mem, c->groups[k], c->net->classes.at[k].size * sizeof **c->groups);
    mem_free(c->mem, c->groups, c->groups ? (c->net->classes.count + 1) * sizeof *c->groups : 0);
    mem_free(c->mem, c->is_counted, c->is_counted ? c->net->classes.count + 1 : 0);
    for (size_t i = 0; c->plain && i < c->net->places.count; i++)
        mem_free(c->mem, c->plain[i], c->plain_sizes[i] * sizeof **c->plain);
    mem_free(c->mem, c->plain, c->plain ? (c->net->places.count + 1) * sizeof *c->plain : 0);
    mem_free(c->mem, c->plain_sizes, c->plain_sizes ? (c->net->places.count + 1) * sizeof *c->plain_sizes : 0);
    mem_free(c->mem, c->values, (c->net->variables.count + 1) * sizeof *c->values);
    array_free(c->mem, &c->group_class);
    array_free(c->mem, &c->group_size);
    array_free(c->mem, &c->states);
    array_free(c->mem, &c->weights);
    array_free(c->mem, &c->effects);
    array_free(c->mem, &c->taken);
    if (c->invariants)
        place_invariants_free(c->invariants);
    colour_symmetry_close(&c->symmetry);
}

bool flat_net_count(struct flat_net *to, const struct net *net, const struct flat_net_limits *limits, struct mem *mem,
                    struct diag *diag)
{
    struct counting c = {.to = to, .net = net, .mem = mem, .diag = diag, .limits = limits};
    *to = (struct flat_net){.net = net, .mem = mem};
    to->constant = mem_zalloc(mem, (net->places.count + 1) * sizeof *to->constant);
    c.values = mem_zalloc(mem, (net->variables.count + 1) * sizeof *c.values);
    colour_symmetry_find(&c.symmetry, net, mem);
    choose_all(&c);
    if (can_be_counted(&c)) {
        find_groups(&c);
        add_plain_places(&c);
        if (!c.has_failed)
            find_initial_states(&c);
        if (!c.has_failed)
            find_events(&c);
        if (!c.has_failed) {
            add_counters(&c);
            flat_net_tidy(to);
        }
    } else
        c.has_failed = true;
    close_counting(&c);
    return !c.has_failed;
}
