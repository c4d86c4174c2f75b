// Counting interchangeable colours. What a colour is in, of which tokens and how many, is its *local state*; a marking
// up to permutations is how many colours of each static subclass are in each local state. So the net becomes one
// without these colours: a place for each group and local state. A group is a static subclass, or one colour that is
// like no other.
//
// A token of one such colour, with others that are not counted beside it, is a *slot* of the colour's local state. Of a
// token with several, each has a slot for its position; then it is known which belong together only where the place
// never holds more than one token, which its invariants must say.
//
// A transition becomes an event for each choice of its variables: for each that is counted, the same colour as for one
// before it, or another one with some group and local state. Guards and arcs are evaluated for such colours as they
// are, with any representatives: interchangeable colours make no difference.
#include <stdlib.h>
#include <string.h>

#include "pnml/colour_symmetry.h"
#include "pnml/flat_net.h"
#include "pnml/place_invariant.h"
#include "pnml/unfold.h"

enum { MOST_STATES = 2000, MOST_SLOTS = 12, MOST_COLOURS = 24, MOST_WIDTH = 64, MOST_UNCOUNTED = 1000000 };

struct slot {
    uint32_t place, position;
    uint64_t rest; // the colours beside it that are not counted
    uint32_t count;
};

// Slots in ascending order.
struct local_state {
    uint32_t group, slot_count;
    struct slot slots[MOST_SLOTS];
};

// A colour of the binding at hand.
struct participant {
    uint32_t class, colour;
    uint32_t state; // before
};

struct counting {
    struct flat_net *to;
    const struct net *net;
    struct mem *mem;
    struct diag *diag;
    const struct flat_net_limits *limits;
    struct colour_symmetry symmetry;
    struct place_invariants *invariants;
    bool *is_counted;  // by class
    uint32_t **groups; // by class and colour
    ARRAY(uint32_t) group_class;
    ARRAY(uint64_t) group_size;
    ARRAY(struct local_state) states;
    uint32_t **plain; // by place and colour: flat places of those without counted colours; NULL of others
    uint64_t *plain_sizes;
    uint32_t plain_count;
    // The transition at hand:
    const struct net_transition *transition;
    uint32_t number;
    struct participant colours[MOST_COLOURS];
    uint32_t colour_count;
    uint32_t *values; // by variable
    weight_array weights;
    ARRAY(struct flat_change) effects;
    bool has_failed;
};

// ---- Groups ---------------------------------------------------------------------------------------------------------

static void find_groups(struct counting *c)
{
    size_t classes = c->net->classes.count;
    c->is_counted = mem_zalloc(c->mem, classes + 1);
    c->groups = mem_zalloc(c->mem, (classes + 1) * sizeof *c->groups);
    for (size_t i = 0; i < c->symmetry.subclasses.count; i++)
        c->is_counted[c->symmetry.subclasses.at[i].class] |= !c->symmetry.subclasses.at[i].is_ring;
    for (size_t i = 0; i < c->symmetry.subclasses.count; i++) // a class is counted as a whole, or not at all
        if (c->symmetry.subclasses.at[i].is_ring)
            c->is_counted[c->symmetry.subclasses.at[i].class] = false;
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

// The number of counted components of a sort.
static uint32_t counted_width(const struct counting *c, uint32_t sort)
{
    const struct net_sort *s = &c->net->sorts.at[sort];
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->count; i++)
        found += c->is_counted[s->classes[i]];
    return found;
}

static bool can_be_counted(struct counting *c)
{
    bool has_any = false;
    for (size_t i = 0; i < c->net->classes.count; i++)
        has_any |= c->is_counted[i];
    for (uint32_t i = 0; i < c->net->places.count && has_any; i++) {
        uint32_t width = counted_width(c, c->net->places.at[i].sort);
        if (c->net->sorts.at[c->net->places.at[i].sort].count > MOST_WIDTH)
            return false;
        if (width < 2)
            continue;
        if (!c->invariants)
            c->invariants = place_invariants_find(c->net, c->mem, c->diag);
        if (c->diag->is_stopped || place_invariants_total(c->invariants, i) > 1)
            return false;
    }
    return has_any;
}

// ---- Local states ---------------------------------------------------------------------------------------------------

static int compare_slots(const struct slot *a, const struct slot *b)
{
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->position != b->position)
        return a->position < b->position ? -1 : 1;
    return (a->rest > b->rest) - (a->rest < b->rest);
}

// Adds to a slot, or takes from it. False if it has less, or there are too many slots.
static bool change_slot(struct local_state *s, struct slot slot, int64_t by)
{
    uint32_t at = 0;
    while (at < s->slot_count && compare_slots(&s->slots[at], &slot) < 0)
        at++;
    bool is_there = at < s->slot_count && compare_slots(&s->slots[at], &slot) == 0;
    int64_t count = (is_there ? s->slots[at].count : 0) + by;
    if (count < 0 || count > INT32_MAX || (!is_there && s->slot_count == MOST_SLOTS))
        return false;
    if (!is_there && count > 0) {
        memmove(&s->slots[at + 1], &s->slots[at], (s->slot_count - at) * sizeof *s->slots);
        s->slots[at] = slot;
        s->slot_count++;
    }
    if (count > 0)
        s->slots[at].count = (uint32_t)count;
    else if (is_there) {
        s->slot_count--;
        memmove(&s->slots[at], &s->slots[at + 1], (s->slot_count - at) * sizeof *s->slots);
    }
    return true;
}

static bool are_equal(const struct local_state *a, const struct local_state *b)
{
    if (a->group != b->group || a->slot_count != b->slot_count)
        return false;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (compare_slots(&a->slots[i], &b->slots[i]) != 0 || a->slots[i].count != b->slots[i].count)
            return false;
    return true;
}

static uint32_t add_state(struct counting *c, const struct local_state *s)
{
    for (uint32_t i = 0; i < c->states.count; i++)
        if (are_equal(&c->states.at[i], s))
            return i;
    if (c->states.count == MOST_STATES) {
        c->has_failed = true;
        return 0;
    }
    array_push(c->mem, &c->states, *s);
    return (uint32_t)c->states.count - 1;
}

// The slots of a token: calls `visit` for each counted component, with its class and colour.
static bool each_slot(struct counting *c, uint32_t place, uint64_t colour, uint32_t count,
                      bool (*visit)(struct counting *, uint32_t class, uint32_t colour, struct slot))
{
    const struct net_sort *sort = &c->net->sorts.at[c->net->places.at[place].sort];
    uint32_t colours[MOST_WIDTH], width = counted_width(c, c->net->places.at[place].sort), position = 0;
    uint64_t rest = 0;
    if (width > 1 && count > 1)
        return false;
    net_unpack_colour(c->net, c->net->places.at[place].sort, colour, colours);
    for (uint32_t i = 0; i < sort->count; i++)
        if (!c->is_counted[sort->classes[i]])
            rest = rest * c->net->classes.at[sort->classes[i]].size + colours[i];
    for (uint32_t i = 0; i < sort->count; i++)
        if (c->is_counted[sort->classes[i]]) {
            struct slot slot = {place, position, position == 0 ? rest : 0, count};
            position++;
            if (!visit(c, sort->classes[i], colours[i], slot))
                return false;
        }
    return true;
}

// ---- Events ---------------------------------------------------------------------------------------------------------

static uint32_t flat_place_of(const struct counting *c, uint32_t state)
{
    return c->plain_count + state;
}

static struct participant *find_participant(struct counting *c, uint32_t class, uint32_t colour)
{
    for (uint32_t i = 0; i < c->colour_count; i++)
        if (c->colours[i].class == class && c->colours[i].colour == colour)
            return &c->colours[i];
    return NULL;
}

static void add_effect(struct counting *c, uint32_t place, int64_t need, int64_t delta, uint32_t ways)
{
    for (size_t i = 0; i < c->effects.count; i++)
        if (c->effects.at[i].place == place) {
            c->effects.at[i].need += (int32_t)need;
            c->effects.at[i].delta += (int32_t)delta;
            c->effects.at[i].ways += ways;
            return;
        }
    array_push(c->mem, &c->effects, ((struct flat_change){place, (int32_t)need, (int32_t)delta, ways}));
}

// What the binding takes and puts; local states change in place.
static struct local_state *working(struct counting *c)
{
    return c->states.at + c->states.count; // room behind the states is reserved
}

static bool take_slot(struct counting *c, uint32_t class, uint32_t colour, struct slot slot)
{
    const struct participant *p = find_participant(c, class, colour);
    c->has_failed |= !p;
    return p && change_slot(&working(c)[p - c->colours], slot, -(int64_t)slot.count);
}

static bool put_slot(struct counting *c, uint32_t class, uint32_t colour, struct slot slot)
{
    const struct participant *p = find_participant(c, class, colour);
    if (!p || !change_slot(&working(c)[p - c->colours], slot, slot.count))
        c->has_failed = true;
    return !c->has_failed;
}

static bool take_and_put(struct counting *c, const struct net_arc *arcs, uint32_t count, bool puts)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = arcs[i].place;
        if (!net_bag_value(c->net, arcs[i].bag, c->net->places.at[place].sort, c->values, &c->weights)) {
            c->has_failed = true;
            return false;
        }
        for (size_t k = 0; k < c->weights.count; k++) {
            struct net_weight w = c->weights.at[k];
            if (w.count > INT32_MAX / 4) {
                c->has_failed = true;
                return false;
            }
            if (c->plain[place])
                add_effect(c, c->plain[place][w.colour], puts ? 0 : w.count, puts ? w.count : -w.count, 0);
            else if (!each_slot(c, place, w.colour, (uint32_t)w.count, puts ? put_slot : take_slot))
                return false;
        }
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    uint32_t x = ((const struct flat_change *)a)->place, y = ((const struct flat_change *)b)->place;
    return (x > y) - (x < y);
}

// All variables have values, and all participants local states: one event, if it can be.
static void add_event(struct counting *c)
{
    const struct net_transition *t = c->transition;
    if (!net_guard_value(c->net, t->guard, c->values))
        return;
    c->effects.count = 0;
    array_reserve(c->mem, &c->states, c->states.count + 2 * MOST_COLOURS);
    for (uint32_t i = 0; i < c->colour_count; i++)
        working(c)[i] = c->states.at[c->colours[i].state];
    if (!take_and_put(c, t->inputs, t->input_count, false) || !take_and_put(c, t->outputs, t->output_count, true))
        return;
    struct local_state after[MOST_COLOURS];
    memcpy(after, working(c), c->colour_count * sizeof *after);
    for (uint32_t i = 0; i < c->colour_count && !c->has_failed; i++) {
        uint32_t before = c->colours[i].state, next = add_state(c, &after[i]);
        bool is_one = c->group_size.at[after[i].group] == 1;
        add_effect(c, flat_place_of(c, before), 1, -1, is_one ? 0 : 1);
        add_effect(c, flat_place_of(c, next), 0, 1, 0);
    }
    if (c->to->events.count >= c->limits->events || c->to->changes.count >= c->limits->changes)
        c->has_failed = true;
    if (c->has_failed)
        return;
    if (c->effects.count > 1)
        qsort(c->effects.at, c->effects.count, sizeof *c->effects.at, by_place);
    array_push(c->mem, &c->to->events, ((struct flat_event){c->number, 1, c->to->changes.count, c->effects.count}));
    for (size_t k = 0; k < c->effects.count; k++)
        array_push(c->mem, &c->to->changes, c->effects.at[k]);
}

// A colour of the group that is not there yet; false if there is none.
static bool fresh_colour(struct counting *c, uint32_t class, uint32_t group, uint32_t *colour)
{
    for (uint32_t i = 0; i < c->net->classes.at[class].size; i++)
        if (c->groups[class][i] == group && !find_participant(c, class, i)) {
            *colour = i;
            return true;
        }
    return false;
}

static void bind_variables(struct counting *c, uint32_t at);

static bool has_slot(const struct local_state *s, uint32_t place, uint32_t position)
{
    for (uint32_t i = 0; i < s->slot_count; i++)
        if (s->slots[i].place == place && s->slots[i].position == position)
            return true;
    return false;
}

// No token with the variable is asked for that a colour in this local state is not in. (That is only to save time.)
static bool may_be(const struct counting *c, uint32_t variable, const struct local_state *s)
{
    const struct net_transition *t = c->transition;
    for (uint32_t i = 0; i < t->input_count; i++) {
        const struct net_arc *arc = &t->inputs[i];
        const struct net_sort *sort = &c->net->sorts.at[c->net->places.at[arc->place].sort];
        bool has_difference = false;
        for (size_t k = 0; k < arc->bag.count; k++)
            has_difference |= arc->bag.tokens[k].count <= 0;
        for (size_t k = 0; k < arc->bag.count && !has_difference; k++)
            for (uint32_t w = 0, position = 0; w < sort->count; w++) {
                const struct net_colour *part = &arc->bag.tokens[k].components[w];
                if (part->kind == NET_VARIABLE && part->of == variable && !has_slot(s, arc->place, position))
                    return false;
                position += c->is_counted[part->class];
            }
    }
    return true;
}

// The local states of a colour that takes part, one after the other.
static void choose_state(struct counting *c, uint32_t variable, uint32_t class, uint32_t at)
{
    uint32_t colour = c->values[variable];
    if (c->colour_count == MOST_COLOURS) {
        c->has_failed = true;
        return;
    }
    struct participant *p = &c->colours[c->colour_count++];
    for (uint32_t i = 0; i < c->states.count && !c->has_failed; i++)
        if (c->states.at[i].group == c->groups[class][colour] && may_be(c, variable, &c->states.at[i])) {
            c->values[variable] = colour;
            *p = (struct participant){class, colour, i};
            bind_variables(c, at);
        }
    c->colour_count--;
}

static void bind_variables(struct counting *c, uint32_t at)
{
    const struct net_transition *t = c->transition;
    if (!diag_goes_on(c->diag, "counting colours"))
        c->has_failed = true;
    if (at == t->variable_count) {
        add_event(c);
        return;
    }
    uint32_t variable = t->variables[at], class = c->net->variables.at[variable].class;
    if (!c->is_counted[class]) {
        for (uint32_t v = 0; v < c->net->classes.at[class].size && !c->has_failed; v++) {
            c->values[variable] = v;
            bind_variables(c, at + 1);
        }
        return;
    }
    for (uint32_t i = 0; i < c->colour_count && !c->has_failed; i++)
        if (c->colours[i].class == class) {
            c->values[variable] = c->colours[i].colour;
            bind_variables(c, at + 1);
        }
    for (uint32_t g = 0; g < c->group_size.count && !c->has_failed; g++)
        if (c->group_class.at[g] == class && fresh_colour(c, class, g, &c->values[variable]))
            choose_state(c, variable, class, at + 1);
}

// ---- Constants ------------------------------------------------------------------------------------------------------
// Colours that arcs name take part in every binding. An arc with all colours of a counted class is none for this.

static bool note_constants(struct counting *c, const struct net_arc *arcs, uint32_t count, uint32_t *classes,
                           uint32_t *colours, uint32_t *found)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct net_sort *sort = &c->net->sorts.at[c->net->places.at[arcs[i].place].sort];
        for (size_t k = 0; k < arcs[i].bag.count; k++)
            for (uint32_t w = 0; w < sort->count; w++) {
                const struct net_colour *part = &arcs[i].bag.tokens[k].components[w];
                if (!c->is_counted[part->class])
                    continue;
                if (part->kind == NET_ALL || part->offset != 0)
                    return false;
                if (part->kind != NET_CONSTANT)
                    continue;
                bool is_new = true;
                for (uint32_t n = 0; n < *found; n++)
                    is_new &= classes[n] != part->class || colours[n] != part->of;
                if (is_new && *found == MOST_COLOURS)
                    return false;
                if (is_new) {
                    classes[*found] = part->class;
                    colours[(*found)++] = part->of;
                }
            }
    }
    return true;
}

static void choose_constants(struct counting *c, const uint32_t *classes, const uint32_t *colours, uint32_t left)
{
    if (left == 0) {
        bind_variables(c, 0);
        return;
    }
    struct participant *p = &c->colours[c->colour_count++];
    for (uint32_t i = 0; i < c->states.count && !c->has_failed; i++)
        if (c->states.at[i].group == c->groups[classes[left - 1]][colours[left - 1]]) {
            *p = (struct participant){classes[left - 1], colours[left - 1], i};
            choose_constants(c, classes, colours, left - 1);
        }
    c->colour_count--;
}

static void add_events_of(struct counting *c, uint32_t number)
{
    uint32_t classes[MOST_COLOURS], colours[MOST_COLOURS], found = 0;
    const struct net_transition *t = c->transition = &c->net->transitions.at[number];
    c->number = number;
    c->colour_count = 0;
    if (!note_constants(c, t->inputs, t->input_count, classes, colours, &found) ||
        !note_constants(c, t->outputs, t->output_count, classes, colours, &found)) {
        c->has_failed = true;
        return;
    }
    choose_constants(c, classes, colours, found);
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
                    c->has_failed |= !change_slot(&c->states.at[g], slot, w.count);
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
            add_events_of(c, i);
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
    find_groups(&c);
    if (can_be_counted(&c)) {
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
