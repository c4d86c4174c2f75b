// The events of a net whose colours are counted (counted_net.c): what transitions do to local states.
#include <stdlib.h>
#include <string.h>

#include "pnml/counted_net_parts.h"

// ---- Local states ---------------------------------------------------------------------------------------------------

static int compare_slots(const struct slot *a, const struct slot *b)
{
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->position != b->position)
        return a->position < b->position ? -1 : 1;
    return (a->rest > b->rest) - (a->rest < b->rest);
}

bool counted_change_slot(struct local_state *s, struct slot slot, int64_t by)
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

static int64_t count_in_slot(const struct local_state *s, const struct slot *slot)
{
    for (uint32_t i = 0; i < s->slot_count; i++)
        if (compare_slots(&s->slots[i], slot) == 0)
            return s->slots[i].count;
    return 0;
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
    uint32_t width = counted_width(c, c->net->places.at[place].sort), position = 0;
    uint64_t rest = 0;
    if (width > 1 && count > 1)
        return false;
    net_unpack_colour(c->net, c->net->places.at[place].sort, colour, c->token);
    for (uint32_t i = 0; i < sort->count; i++)
        if (!c->is_counted[sort->classes[i]])
            rest = rest * c->net->classes.at[sort->classes[i]].size + c->token[i];
    for (uint32_t i = 0; i < sort->count; i++)
        if (c->is_counted[sort->classes[i]]) {
            struct slot slot = {place, position, position == 0 ? rest : 0, count};
            position++;
            if (!visit(c, sort->classes[i], c->token[i], slot))
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
    return p && counted_change_slot(&working(c)[p - c->colours], slot, -(int64_t)slot.count);
}

// The place can hold so many tokens of the colours at hand.
static bool may_hold(struct counting *c, uint32_t place, int64_t count)
{
    counted_find_invariants(c);
    if (c->diag->is_stopped)
        c->has_failed = true;
    return !c->has_failed && count <= place_invariants_total(c->invariants, place) &&
           count <= place_invariants_bound(c->invariants, place, c->token);
}

// False also if there would be more tokens than there ever are: a binding that leads there never fires.
static bool put_slot(struct counting *c, uint32_t class, uint32_t colour, struct slot slot)
{
    const struct participant *p = find_participant(c, class, colour);
    if (!p || !counted_change_slot(&working(c)[p - c->colours], slot, slot.count)) {
        c->has_failed = true;
        return false;
    }
    int64_t count = count_in_slot(&working(c)[p - c->colours], &slot);
    return count <= slot.count || may_hold(c, slot.place, count);
}

static int by_place(const void *a, const void *b)
{
    uint32_t x = ((const struct flat_change *)a)->place, y = ((const struct flat_change *)b)->place;
    return (x > y) - (x < y);
}

// ---- Arcs with all colours ------------------------------------------------------------------------------------------

// The class of which a token is for all colours, which is counted; UINT32_MAX if there is none.
static uint32_t class_of_all(const struct counting *c, const struct net_token *t, const struct net_sort *sort)
{
    for (uint32_t i = 0; i < sort->count; i++)
        if (t->components[i].kind == NET_ALL && c->is_counted[sort->classes[i]])
            return sort->classes[i];
    return UINT32_MAX;
}

// Every participant that stands for a group of the class loses or gets a slot.
static bool move_all(struct counting *c, uint32_t place, const struct net_token *t, uint32_t class, bool puts)
{
    uint32_t sort_number = c->net->places.at[place].sort, at = 0;
    const struct net_sort *sort = &c->net->sorts.at[sort_number];
    struct slot slot = {.place = place, .count = (uint32_t)t->count};
    for (uint32_t i = 0; i < sort->count; i++) {
        if (c->is_counted[sort->classes[i]]) {
            at = i;
            continue;
        }
        c->has_failed |= t->components[i].kind == NET_ALL;
        if (c->has_failed)
            return false;
        c->token[i] = net_colour_value(c->net, &t->components[i], c->values);
        slot.rest = slot.rest * c->net->classes.at[sort->classes[i]].size + c->token[i];
    }
    if (!puts)
        array_push(c->mem, &c->taken, ((struct taken_slot){class, slot}));
    for (uint32_t i = 0; i < c->colour_count; i++) {
        if (c->colours[i].class != class || c->colours[i].colour != ALL_COLOURS)
            continue;
        struct local_state *state = &working(c)[i];
        if (!counted_change_slot(state, slot, puts ? t->count : -t->count)) {
            c->has_failed |= puts;
            return false;
        }
        for (c->token[at] = 0; c->groups[class][c->token[at]] != state->group;)
            c->token[at]++;
        if (puts && !may_hold(c, place, count_in_slot(state, &slot)))
            return false;
    }
    return true;
}

// Colours of the group in two local states can take part.
static void add_mixed(struct counting *c, const struct participant *p, uint32_t other)
{
    size_t first = c->to->changes.count;
    for (size_t i = 0; i < c->effects.count; i++) {
        struct flat_change change = {c->effects.at[i].place, c->effects.at[i].need, 0, 0};
        bool is_of_group = change.need == 0;
        for (uint32_t k = 0; k < c->colour_count; k++)
            is_of_group |= c->colours[k].colour == ALL_COLOURS && flat_place_of(c, c->colours[k].state) == change.place;
        if (!is_of_group)
            array_push(c->mem, &c->to->changes, change);
    }
    array_push(c->mem, &c->to->changes, ((struct flat_change){flat_place_of(c, p->state), 1, 0, 0}));
    array_push(c->mem, &c->to->changes, ((struct flat_change){flat_place_of(c, other), 1, 0, 0}));
    array_push(c->mem, &c->to->changes, ((struct flat_change){c->to->whole, 1, -1, 0}));
    qsort(c->to->changes.at + first, c->to->changes.count - first, sizeof *c->to->changes.at, by_place);
    array_push(c->mem, &c->to->events, ((struct flat_event){c->number, 1, first, c->to->changes.count - first}));
}

static bool has_taken(const struct counting *c, uint32_t class, const struct local_state *s)
{
    for (size_t i = 0; i < c->taken.count; i++)
        if (c->taken.at[i].class == class && count_in_slot(s, &c->taken.at[i].slot) < c->taken.at[i].slot.count)
            return false;
    return true;
}

static void add_all_mixed(struct counting *c)
{
    for (uint32_t i = 0; i < c->colour_count; i++) {
        const struct participant *p = &c->colours[i];
        uint32_t group = c->states.at[p->state].group;
        for (uint32_t k = 0; k < c->states.count && p->colour == ALL_COLOURS; k++)
            if (k != p->state && c->states.at[k].group == group && has_taken(c, p->class, &c->states.at[k]))
                add_mixed(c, p, k);
    }
}

// ---- Events ---------------------------------------------------------------------------------------------------------

static bool move_tokens(struct counting *c, uint32_t place, struct net_bag bag, bool puts)
{
    if (!net_bag_value(c->net, bag, c->net->places.at[place].sort, c->values, &c->weights)) {
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
    return true;
}

static bool take_and_put(struct counting *c, const struct net_arc *arcs, uint32_t count, bool puts)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct net_sort *sort = &c->net->sorts.at[c->net->places.at[arcs[i].place].sort];
        struct net_bag bag = arcs[i].bag;
        bool has_all = false;
        for (size_t k = 0; k < bag.count; k++)
            has_all |= class_of_all(c, &bag.tokens[k], sort) != UINT32_MAX;
        if (!has_all && !move_tokens(c, arcs[i].place, bag, puts))
            return false;
        for (size_t k = 0; k < bag.count && has_all; k++) {
            uint32_t class = class_of_all(c, &bag.tokens[k], sort);
            struct net_bag one = {bag.tokens + k, 1};
            if (class == UINT32_MAX ? !move_tokens(c, arcs[i].place, one, puts)
                                    : !move_all(c, arcs[i].place, &bag.tokens[k], class, puts))
                return false;
        }
    }
    return true;
}

// All variables have values, and all participants local states: one event, if it can be.
static void add_event(struct counting *c)
{
    const struct net_transition *t = c->transition;
    if (!net_guard_value(c->net, t->guard, c->values))
        return;
    c->effects.count = c->taken.count = 0;
    array_reserve(c->mem, &c->states, c->states.count + 2 * MOST_COLOURS);
    for (uint32_t i = 0; i < c->colour_count; i++)
        working(c)[i] = c->states.at[c->colours[i].state];
    if (!take_and_put(c, t->inputs, t->input_count, false) || !take_and_put(c, t->outputs, t->output_count, true))
        return;
    struct local_state after[MOST_COLOURS];
    memcpy(after, working(c), c->colour_count * sizeof *after);
    for (uint32_t i = 0; i < c->colour_count && !c->has_failed; i++) {
        uint32_t before = c->colours[i].state, next = add_state(c, &after[i]);
        bool is_all = c->colours[i].colour == ALL_COLOURS;
        int64_t size = (int64_t)c->group_size.at[after[i].group], moved = is_all ? size : 1;
        c->has_failed |= size > INT32_MAX / 4;
        add_effect(c, flat_place_of(c, before), moved, -moved, size == 1 || is_all ? 0 : 1);
        add_effect(c, flat_place_of(c, next), 0, moved, 0);
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
    add_all_mixed(c);
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
    if (++c->tried / MOST_TRIED > c->limits->events || !diag_goes_on(c->diag, "counting colours"))
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
// Colours that arcs name take part in every binding, and so do all groups of a class of which an arc has all colours.
// There must be no others of such a class then.

// An arc with all colours of a counted class has them beside none that is counted, and nothing is taken away from it.
static bool note_all(const struct counting *c, const struct net_arc *arc, const struct net_sort *sort, uint32_t token)
{
    for (size_t k = 0; k < arc->bag.count; k++)
        if (arc->bag.tokens[k].count <= 0 || arc->bag.tokens[k].count > INT32_MAX / 4)
            return false;
    for (uint32_t w = 0, counted = 0; w < sort->count; w++) {
        counted += c->is_counted[sort->classes[w]];
        if (counted > 1 || (arc->bag.tokens[token].components[w].kind == NET_ALL && !c->is_counted[sort->classes[w]]))
            return false;
    }
    return true;
}

static bool note(uint32_t class, uint32_t colour, uint32_t *classes, uint32_t *colours, uint32_t *found)
{
    for (uint32_t n = 0; n < *found; n++) {
        if (classes[n] == class && colours[n] == colour)
            return true;
        if (classes[n] == class && (colours[n] == ALL_COLOURS || colour == ALL_COLOURS))
            return false;
    }
    if (*found == MOST_COLOURS)
        return false;
    classes[*found] = class;
    colours[(*found)++] = colour;
    return true;
}

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
                if (part->kind == NET_ALL ? !note_all(c, &arcs[i], sort, (uint32_t)k) : part->offset != 0)
                    return false;
                if (part->kind != NET_VARIABLE &&
                    !note(part->class, part->kind == NET_ALL ? ALL_COLOURS : part->of, classes, colours, found))
                    return false;
            }
    }
    return true;
}

// Those that take part in every binding are at first there with their groups.
static void choose_constants(struct counting *c, const struct participant *fixed, uint32_t left)
{
    if (left == 0) {
        bind_variables(c, 0);
        return;
    }
    struct participant *p = &c->colours[c->colour_count++];
    for (uint32_t i = 0; i < c->states.count && !c->has_failed; i++)
        if (c->states.at[i].group == fixed[left - 1].state) {
            *p = (struct participant){fixed[left - 1].class, fixed[left - 1].colour, i};
            choose_constants(c, fixed, left - 1);
        }
    c->colour_count--;
}

static void add_fixed(struct counting *c, struct participant p, struct participant *fixed, uint32_t *count)
{
    if (*count == MOST_COLOURS)
        c->has_failed = true;
    else
        fixed[(*count)++] = p;
}

static bool has_variable(const struct counting *c, const struct net_transition *t, uint32_t class)
{
    for (uint32_t i = 0; i < t->variable_count; i++)
        if (c->net->variables.at[t->variables[i]].class == class)
            return true;
    return false;
}

void counted_add_events(struct counting *c, uint32_t number)
{
    uint32_t classes[MOST_COLOURS], colours[MOST_COLOURS], found = 0, count = 0;
    struct participant fixed[MOST_COLOURS];
    const struct net_transition *t = c->transition = &c->net->transitions.at[number];
    c->number = number;
    c->colour_count = 0;
    if (!note_constants(c, t->inputs, t->input_count, classes, colours, &found) ||
        !note_constants(c, t->outputs, t->output_count, classes, colours, &found)) {
        c->has_failed = true;
        return;
    }
    for (uint32_t i = 0; i < found; i++) {
        bool is_all = colours[i] == ALL_COLOURS;
        c->has_failed |= is_all && (has_variable(c, t, classes[i]));
        if (!is_all)
            add_fixed(c, (struct participant){classes[i], colours[i], c->groups[classes[i]][colours[i]]}, fixed,
                      &count);
        for (uint32_t g = 0; g < c->group_size.count && is_all; g++)
            if (c->group_class.at[g] == classes[i])
                add_fixed(c, (struct participant){classes[i], ALL_COLOURS, g}, fixed, &count);
    }
    if (!c->has_failed)
        choose_constants(c, fixed, count);
}
