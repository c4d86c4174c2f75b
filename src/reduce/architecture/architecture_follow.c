// Properties that follow one component, or a few: "forall p: AG EF place[p] = inside". Seed 002 has properties only
// whose conditions all permutations leave alone (Definition 3).
//
// If every permutation takes steps to paths, then a state satisfies a formula of EF and AG if and only if its image
// satisfies the image of the formula. The initial states are the same for all permutations. So all of them satisfy a
// formula if and only if all of them satisfy its image, whichever components that is about; and of a conjunction of
// instances, one of each kind is enough. Permutations of the components that it is not about leave it alone.
#include "reduce/architecture/architecture_parts.h"

// A condition of an instance, and its image without a permutation.
struct followed_atom {
    expr atom, plain;
};

struct following {
    struct architecture *a;
    struct templates kinds;  // of instances; their conditions are formulas of the symmetrised model
    formula instance, plain; // and its image without a permutation
    ARRAY(struct followed_atom) atoms;
    formula chosen; // the first instances of all kinds, in the symmetrised model
    followed_array *followed;
    const struct named *named;
    bool is_new, is_taken;
};

static expr image_of_condition(void *context, expr condition)
{
    struct architecture *a = context;
    return architecture_image(a, a->from, condition);
}

static bool accepts(void *context, const struct formula_node *n)
{
    (void)context;
    return architecture_is_in_fragment(n);
}

// FORMULA_NONE if there are other operators than EF and AG.
static formula image_of(struct architecture *a, formula f)
{
    struct formula_map map = {
        .from = a->from, .to = a->to, .mem = a->mem, .condition = image_of_condition, .accepts = accepts, .context = a};
    formula result = formula_map(&map, f);
    formula_map_free(&map);
    return result;
}

static void see_atoms(struct following *g, formula f)
{
    struct architecture *a = g->a;
    struct condition_walk w = condition_walk(a->from, a->mem);
    condition_walk_from(&w, f);
    for (expr atom; condition_walk_next(&w, &atom);) {
        architecture_see(a, a->from, atom);
        array_push(a->mem, &g->atoms, ((struct followed_atom){atom, architecture_image(a, a->from, atom)}));
    }
    condition_walk_free(&w);
}

// Each of its conditions must be: "exists p: AG idle[p]" is the same when components are exchanged, but its parts are
// looked at separately, each in all representatives.
static bool is_same(struct architecture *a, const void *what)
{
    const struct following *g = what;
    for (size_t i = 0; i < g->atoms.count; i++)
        if (architecture_image(a, a->from, g->atoms.at[i].atom) != g->atoms.at[i].plain)
            return false;
    return true;
}

static bool take_order(struct architecture *a, const uint32_t *tuple, void *context)
{
    struct following *g = context;
    struct template t = {.named = g->named->count, .is_local = g->named->is_local};
    t.condition = image_of(a, g->instance);
    g->is_taken |= templates_take(a, &g->kinds, &t, tuple, g->is_new);
    return !g->is_new || !g->is_taken;
}

// The first of its kind.
static void choose(struct following *g)
{
    struct architecture *a = g->a;
    g->chosen = g->chosen == FORMULA_NONE ? g->plain : model_formula_make(a->to, FORMULA_AND, g->chosen, g->plain);
    for (uint32_t i = 0; i < g->named->count; i++)
        array_push(a->mem, g->followed, ((struct site){0, g->named->elements[i]}));
}

static bool take_instance(struct following *g, formula instance)
{
    struct architecture *a = g->a;
    struct named named;
    g->instance = instance;
    g->plain = image_of(a, instance);
    if (g->plain == FORMULA_NONE)
        return false;
    g->atoms.count = 0;
    see_atoms(g, instance);
    if (!architecture_find_named(a, is_same, g, &named))
        return false;
    // cppcheck-suppress autoVariables ; it is read in this call only
    g->named = &named;
    g->is_new = g->is_taken = false;
    architecture_each_order(a, &named, take_order, g);
    if (g->is_taken)
        return true;
    choose(g);
    g->is_new = true;
    architecture_each_order(a, &named, take_order, g);
    g->is_new = false;
    return architecture_each_order(a, &named, take_order, g);
}

static bool take_instances(struct following *g, formula f)
{
    const struct formula_node *n = model_formula(g->a->from, f);
    if (n->op != FORMULA_AND)
        return take_instance(g, f) && !architecture_is_late(g->a);
    formula first = n->args[0], second = n->args[1];
    return take_instances(g, first) && take_instances(g, second);
}

formula architecture_follow(struct architecture *a, formula f, followed_array *followed)
{
    struct following g = {.a = a, .chosen = FORMULA_NONE, .followed = followed};
    bool good = take_instances(&g, f);
    templates_free(a, &g.kinds);
    array_free(a->mem, &g.atoms);
    return good ? g.chosen : FORMULA_NONE;
}
