// A round of the proof from the rules: what one component does, or some with one, any can do over that one.
//
// Let h be a component: the hub of a star, or one of a ring that has a rule of its own. Of some templates, h takes
// certain ones, every other component takes certain ones, and so do h and any other. Suppose that for h and any two
// others, in whatever local states they are, a step by such a template that they do not take has the effect of a path
// of those that they take, and of templates that are shown already. Then all images of these steps are paths. There is
// no induction here: h is always there.
#include <assert.h>

#include "reduce/architecture/architecture_local.h"

// Whether all components take a template at places of X, M and Y, where M is the hub.
static bool is_taken_at(const struct architecture *a, const struct template *t, const uint32_t *places)
{
    const struct architecture_local *l = a->local;
    bool has_x = false, has_y = false, good = true;
    for (uint32_t i = 0; i < t->named; i++) {
        has_x |= places[i] == X;
        has_y |= places[i] == Y;
    }
    for (uint32_t x = 0; x < (has_x ? a->size : 1) && good; x++)
        for (uint32_t y = 0; y < (has_y ? a->size : 1) && good; y++) {
            if ((has_x && x == l->hub) || (has_y && y == l->hub) || (has_x && has_y && x == y))
                continue;
            const uint32_t three[] = {x, l->hub, y};
            uint32_t tuple[ARCHITECTURE_MOST_NAMED];
            for (uint32_t i = 0; i < t->named; i++)
                tuple[i] = three[places[i]];
            good = template_is_taken(a, t, tuple);
        }
    return good;
}

// What is not taken with X in the place of others is a goal; what is taken is an action, with Y as well.
static size_t add_template(struct architecture *a, const struct template *t)
{
    static const uint32_t one[][2] = {{M, X}, {X, X}, {Y, X}};
    static const uint32_t two[][2] = {{X, M}, {M, X}, {X, Y}, {Y, M}, {M, Y}, {Y, X}};
    struct architecture_local *l = a->local;
    size_t taken = 0;
    for (size_t i = 0; i < (t->named == 1 ? 3 : 6); i++) {
        const uint32_t *places = t->named == 1 ? one[i] : two[i];
        bool is_taken = is_taken_at(a, t, places), is_first = i < (t->named == 1 ? 2 : 3);
        taken += is_taken;
        if (is_taken)
            array_push(a->mem, &l->actions, local_action(a, t, places));
        else if (is_first)
            array_push(a->mem, &l->goals, local_action(a, t, places));
    }
    return taken;
}

bool local_use_hub(struct architecture *a, uint32_t hub)
{
    size_t taken = 0;
    a->local->hub = hub;
    for (size_t i = 0; i < a->local->shows.count; i++)
        taken += add_template(a, a->local->shows.at[i]);
    return taken > 0;
}

void local_place_around(const struct architecture *a, const struct template *t, const uint32_t *tuple, uint32_t *three,
                        uint32_t *places)
{
    static const uint32_t others[] = {X, Y};
    uint32_t hub = a->local->hub, count = 0;
    three[M] = hub;
    for (uint32_t i = 0; i < t->named; i++) {
        assert(tuple[i] == hub || count < 2);
        places[i] = tuple[i] == hub ? M : others[count];
        if (tuple[i] != hub)
            three[others[count++]] = tuple[i];
    }
    for (uint32_t e = 0; e < a->size && count < 2; e++) // any others for those that are not there
        if (e != hub && (count == 0 || e != three[X]))
            three[others[count++]] = e;
}
