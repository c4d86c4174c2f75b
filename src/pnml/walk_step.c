#include "pnml/walk_step.h"

enum { FAR = 1000000000 };

// ---- Distance -------------------------------------------------------------------------------------------------------

static int64_t sum_value(const struct mcc_sum *sum, const int64_t *totals)
{
    int64_t all = sum->constant;
    for (size_t i = 0; i < sum->count; i++)
        all += totals[sum->places[i]];
    return all;
}

static int64_t lack(const struct walk_steps *k, uint32_t transition)
{
    int64_t all = 0;
    for (size_t p = 0; p < k->places; p++) {
        int64_t missing = k->needed[transition * k->places + p] - k->totals[p];
        all += missing > 0 ? missing : 0;
    }
    return all;
}

static int64_t cap(int64_t distance)
{
    return distance < 0 ? 0 : distance > FAR ? FAR : distance;
}

int64_t walk_distance_to(const struct walk_steps *k, const struct mcc_formula *f, bool is_negated)
{
    switch (f->op) {
    case MCC_TRUE:
    case MCC_FALSE:
        return (f->op == MCC_TRUE) == is_negated ? FAR : 0;
    case MCC_LE: {
        int64_t left = sum_value(&f->left, k->totals), right = sum_value(&f->right, k->totals);
        return cap(is_negated ? right + 1 - left : left - right);
    }
    case MCC_NOT:
        return walk_distance_to(k, f->operands[0], !is_negated);
    case MCC_AND:
    case MCC_OR: {
        int64_t a = walk_distance_to(k, f->operands[0], is_negated),
                b = walk_distance_to(k, f->operands[1], is_negated);
        return (f->op == MCC_AND) != is_negated ? cap(a + b) : a < b ? a : b;
    }
    case MCC_FIREABLE: {
        int64_t least = FAR, near = 0;
        for (size_t i = 0; i < f->transition_count; i++) {
            int64_t d = lack(k, f->transitions[i]);
            least = d < least ? d : least;
            near += d == 0;
        }
        return is_negated ? near : least;
    }
    default: { // a deadlock
        int64_t near = 0;
        for (size_t t = 0; t < k->transitions; t++)
            near += lack(k, (uint32_t)t) == 0;
        return is_negated ? near == 0 : near;
    }
    }
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

// The distances after each transition that has tokens enough, and their order: mostly the nearest first.
static size_t weigh(struct walk_steps *k, walk_distance *distance, void *context)
{
    struct token_game *g = k->game;
    const int64_t *now = token_game_totals(g);
    bool is_blind = !distance || token_game_random(g, 5) == 0;
    size_t count = 0;
    for (size_t p = 0; p < k->places; p++)
        k->totals[p] = now[p];
    for (uint32_t t = 0; t < k->transitions; t++) {
        if (lack(k, t) > 0)
            continue;
        if (!is_blind) {
            for (uint32_t p = 0; p < k->places; p++)
                k->totals[p] += state_equation_effect(k->equation, p, t);
            k->distances[t] = distance(k, context);
            for (uint32_t p = 0; p < k->places; p++)
                k->totals[p] = now[p];
        } else
            k->distances[t] = 0;
        size_t at = count++;
        for (; at > 0 && k->distances[k->order[at - 1]] > k->distances[t]; at--)
            k->order[at] = k->order[at - 1];
        k->order[at] = t;
    }
    // Those that are equally near: any of them.
    size_t equal = 1;
    while (equal < count && k->distances[k->order[equal]] == k->distances[k->order[0]])
        equal++;
    for (size_t i = 0; i + 1 < equal && count > 0; i++) {
        size_t j = i + token_game_random(g, equal - i);
        uint32_t swapped = k->order[i];
        k->order[i] = k->order[j];
        k->order[j] = swapped;
    }
    return count;
}

bool walk_steps_take(struct walk_steps *k, walk_distance *distance, void *context, struct walk_firing *out)
{
    size_t count = weigh(k, distance, context);
    for (size_t i = 0; i < count; i++) {
        out->transition = k->order[i];
        if (token_game_can_fire(k->game, out->transition) == BINDING_FOUND &&
            token_game_bind(k->game, out->transition, &out->values) == BINDING_FOUND)
            return token_game_fire(k->game, out->transition, out->values);
    }
    return false;
}

void walk_steps_open(struct walk_steps *k, const struct net *net, struct token_game *game,
                     struct state_equation *equation, struct mem *mem)
{
    *k = (struct walk_steps){.game = game, .equation = equation, .mem = mem};
    k->places = net->places.count;
    k->transitions = net->transitions.count;
    k->totals = mem_zalloc(mem, (k->places + 1) * sizeof *k->totals);
    k->order = mem_zalloc(mem, (k->transitions + 1) * sizeof *k->order);
    k->distances = mem_zalloc(mem, (k->transitions + 1) * sizeof *k->distances);
    k->needed = mem_zalloc(mem, (k->places * k->transitions + 1) * sizeof *k->needed);
    for (uint32_t t = 0; t < k->transitions; t++)
        for (uint32_t i = 0; i < net->transitions.at[t].input_count; i++) {
            uint32_t place = net->transitions.at[t].inputs[i].place;
            k->needed[t * k->places + place] = state_equation_need(equation, place, t);
        }
}

void walk_steps_close(struct walk_steps *k)
{
    mem_free(k->mem, k->totals, (k->places + 1) * sizeof *k->totals);
    mem_free(k->mem, k->order, (k->transitions + 1) * sizeof *k->order);
    mem_free(k->mem, k->distances, (k->transitions + 1) * sizeof *k->distances);
    mem_free(k->mem, k->needed, (k->places * k->transitions + 1) * sizeof *k->needed);
}
