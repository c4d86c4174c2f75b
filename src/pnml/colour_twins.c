// Bindings up to twins: of colours that can be exchanged without any change of the marking (canonical_marking.h), one
// is as good as another for a variable.
#include "pnml/partial_graph_parts.h"

static bool is_movable(const struct partial_graph *g, uint32_t class, uint32_t colour)
{
    return !g->is_plain && canonical_marking_can_move(g->canonical, class, colour);
}

// How many twins of a colour have a value already, this one not counted; *is_used says whether it is one.
static uint32_t used_twins(const struct partial_graph *g, const struct net_transition *t, uint32_t class,
                           uint32_t colour, const uint32_t *values, const bool *is_bound, bool *is_used)
{
    uint32_t count = 0, first = canonical_marking_twins(g->canonical, class, colour).first;
    *is_used = false;
    for (uint32_t i = 0; i < t->variable_count; i++) {
        uint32_t v = t->variables[i];
        if (!is_bound[v] || g->net->variables.at[v].class != class || !is_movable(g, class, values[v]) ||
            canonical_marking_twins(g->canonical, class, values[v]).first != first)
            continue;
        bool is_new = true;
        for (uint32_t k = 0; k < i && is_new; k++)
            is_new = !is_bound[t->variables[k]] || g->net->variables.at[t->variables[k]].class != class ||
                     values[t->variables[k]] != values[v];
        *is_used |= values[v] == colour;
        count += is_new;
    }
    return count;
}

// Of twins, the first ones are taken first.
bool colour_twins_filter(void *context, const struct net_transition *t, uint32_t variable, uint32_t colour,
                         const uint32_t *values, const bool *is_bound)
{
    const struct partial_graph *g = context;
    uint32_t class = g->net->variables.at[variable].class;
    bool is_used;
    if (!is_movable(g, class, colour))
        return true;
    uint32_t used = used_twins(g, t, class, colour, values, is_bound, &is_used);
    return is_used || canonical_marking_twins(g->canonical, class, colour).rank == used;
}

// How many bindings one stands for: as many as there are ways to put other twins into it.
void colour_twins_count(struct partial_graph *g, const struct net_transition *t, const uint32_t *values)
{
    bool *is_bound = mem_zalloc(g->mem, g->net->variables.count + 1);
    mpz_set_ui(g->product, 1);
    for (uint32_t i = 0; i < t->variable_count; i++) {
        uint32_t v = t->variables[i], class = g->net->variables.at[v].class, colour = values[v];
        bool is_used = false;
        if (is_movable(g, class, colour)) {
            uint32_t used = used_twins(g, t, class, colour, values, is_bound, &is_used);
            if (!is_used)
                mpz_mul_ui(g->product, g->product, canonical_marking_twins(g->canonical, class, colour).count - used);
        }
        is_bound[v] = true;
    }
    mpz_add(g->ways_here, g->ways_here, g->product);
    mem_free(g->mem, is_bound, g->net->variables.count + 1);
}
