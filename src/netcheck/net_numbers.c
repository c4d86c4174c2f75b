// Numbers of the reachable markings: how many they are, and the most tokens of places and colours.
//
// A marking of the flat net stands for as many of the net as there are ways to give the colours of each group local
// states with these numbers.
#include "netcheck/net_space_parts.h"

bool net_space_count(struct net_space *s, mpz_t markings, mpz_t arcs)
{
    size_t levels = s->unit_count + 1;
    uint32_t *groups = mem_alloc(s->mem, levels * sizeof *groups);
    for (size_t i = 0; i < s->net->places.count; i++) {
        uint32_t group = s->net->places.at[i].group;
        groups[s->levels[s->units[i]]] = group == FLAT_NO_GROUP ? MDD_NO_GROUP : group;
    }
    bool good = mdd_count(s->m, s->reach, s->net->groups.count == 0 ? NULL : groups, markings, arcs);
    mem_free(s->mem, groups, levels * sizeof *groups);
    for (size_t i = 0; i < s->net->events.count; i++)
        if (s->numbers[i] == EVENT_IDLE)
            mpz_addmul_ui(arcs, markings, s->net->events.at[i].times);
    return good;
}

struct net_weights net_space_weigh(struct net_space *s, const struct mcc_sum *left, const struct mcc_sum *right)
{
    size_t places = s->net->places.count, levels = s->unit_count + 1;
    int64_t *by_place = mem_alloc(s->mem, (places + 1) * sizeof *by_place);
    struct net_weights w = {mem_zalloc(s->mem, levels * sizeof *w.factors),
                            mem_zalloc(s->mem, levels * sizeof *w.tables),
                            flat_net_weigh(s->net, left, right, by_place)};
    for (size_t i = 0; i < places; i++) {
        uint32_t unit = s->units[i], level = s->levels[unit];
        if (!net_space_is_component(s, unit))
            w.factors[level] = by_place[i];
        else if (by_place[i] != 0) {
            if (!w.tables[level])
                w.tables[level] = mem_zalloc(s->mem, s->components.sizes.at[unit] * sizeof **w.tables);
            w.tables[level][s->components.value[i]] = by_place[i];
        }
    }
    mem_free(s->mem, by_place, (places + 1) * sizeof *by_place);
    return w;
}

void net_weights_close(struct net_space *s, struct net_weights *w)
{
    for (uint32_t i = 0; i < s->components.count; i++)
        if (w->tables[s->levels[i]])
            mem_free(s->mem, w->tables[s->levels[i]], s->components.sizes.at[i] * sizeof **w->tables);
    mem_free(s->mem, w->factors, (s->unit_count + 1) * sizeof *w->factors);
    mem_free(s->mem, w->tables, (s->unit_count + 1) * sizeof *w->tables);
}

struct mdd_weights net_weights_of(const struct net_weights *w)
{
    return (struct mdd_weights){w->factors, (const int64_t *const *)w->tables};
}

bool net_space_most(struct net_space *s, const struct mcc_sum *sum, int64_t *most)
{
    const struct mcc_sum nothing = {0};
    struct net_weights w = net_space_weigh(s, sum, &nothing);
    struct mdd_weights weights = net_weights_of(&w);
    bool good = mdd_largest_sum(s->m, s->reach, &weights, most);
    *most += w.constant;
    net_weights_close(s, &w);
    return good;
}

// What one token, or one colour, of a flat place stands for: the most of one colour in one place.
static int64_t most_in_share(const struct net_space *s, size_t place)
{
    const struct flat_place *p = &s->net->places.at[place];
    int64_t most = 0;
    for (size_t k = 0; k < p->share_count; k++)
        if (s->net->shares.at[p->share + k].tokens > most)
            most = s->net->shares.at[p->share + k].tokens;
    return most;
}

// The same of a component, whose token need not come to all of its places.
static bool most_in_component(struct net_space *s, uint32_t component, int64_t *most)
{
    size_t levels = s->unit_count + 1;
    struct net_weights w = {mem_zalloc(s->mem, levels * sizeof *w.factors),
                            mem_zalloc(s->mem, levels * sizeof *w.tables), 0};
    int64_t *table = mem_zalloc(s->mem, s->components.sizes.at[component] * sizeof *table), found = 0;
    w.tables[s->levels[component]] = table;
    for (size_t i = 0; i < s->net->places.count; i++)
        if (s->units[i] == component)
            table[s->components.value[i]] = most_in_share(s, i);
    struct mdd_weights weights = net_weights_of(&w);
    bool good = mdd_largest_sum(s->m, s->reach, &weights, &found);
    *most = found > *most ? found : *most;
    net_weights_close(s, &w);
    return good;
}

bool net_space_most_of_colour(struct net_space *s, int64_t *most)
{
    size_t levels = s->unit_count + 1, components = s->components.count + 1;
    uint32_t *values = mem_alloc(s->mem, levels * sizeof *values);
    int64_t *possible = mem_zalloc(s->mem, components * sizeof *possible); // by component
    bool good = mdd_largest(s->m, s->reach, values);
    *most = s->net->most_constant;
    for (size_t i = 0; i < s->net->places.count && good; i++) {
        uint32_t unit = s->units[i];
        bool is_one = s->net->places.at[i].group != FLAT_NO_GROUP; // it counts colours, each of which has a share
        int64_t value = net_space_is_component(s, unit) ? 1 : values[s->levels[unit]];
        int64_t tokens = most_in_share(s, i) * (is_one ? value > 0 : value);
        int64_t *to = net_space_is_component(s, unit) ? &possible[unit] : most;
        *to = tokens > *to ? tokens : *to;
    }
    for (uint32_t i = 0; i < s->components.count && good; i++)
        if (possible[i] > *most)
            good = most_in_component(s, i, most);
    mem_free(s->mem, values, levels * sizeof *values);
    mem_free(s->mem, possible, components * sizeof *possible);
    return good;
}
