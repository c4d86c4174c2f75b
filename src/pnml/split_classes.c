#include "pnml/split_classes.h"

#include <string.h>

#include "base/str.h"

#define NO_CLASS UINT32_MAX

// Components of places come first, then variables by transition.
struct splitting {
    struct net *net;
    uint32_t *first_of_place;      // by place: the number of its first component
    uint32_t *first_of_transition; // by transition: that of its first variable
    uint32_t count;
    uint32_t *parent;  // of a forest, by number: those of one tree are one role
    uint32_t *class;   // by number, of the roots: what the role's class becomes
    uint32_t *renamed; // by variable: what it becomes in the transition at hand
};

// ---- Roles ----------------------------------------------------------------------------------------------------------

static uint32_t root(struct splitting *s, uint32_t number)
{
    while (s->parent[number] != number)
        number = s->parent[number] = s->parent[s->parent[number]];
    return number;
}

static void join(struct splitting *s, uint32_t a, uint32_t b)
{
    uint32_t x = root(s, a), y = root(s, b);
    s->parent[x > y ? x : y] = x > y ? y : x;
}

static uint32_t variable_number(const struct splitting *s, uint32_t transition, uint32_t variable)
{
    const struct net_transition *t = &s->net->transitions.at[transition];
    for (uint32_t i = 0; i < t->variable_count; i++)
        if (t->variables[i] == variable)
            return s->first_of_transition[transition] + i;
    return UINT32_MAX; // not of a checked net
}

static void join_arcs(struct splitting *s, uint32_t transition, const struct net_arc *arcs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t width = s->net->sorts.at[s->net->places.at[arcs[i].place].sort].count;
        for (size_t k = 0; k < arcs[i].bag.count; k++)
            for (uint32_t w = 0; w < width; w++) {
                const struct net_colour *c = &arcs[i].bag.tokens[k].components[w];
                if (c->kind == NET_VARIABLE)
                    join(s, s->first_of_place[arcs[i].place] + w, variable_number(s, transition, c->of));
            }
    }
}

static void join_guard(struct splitting *s, uint32_t transition, const struct net_guard *g)
{
    if (!g)
        return;
    if ((g->op == GUARD_EQUAL || g->op == GUARD_LESS) && g->left.kind == NET_VARIABLE && g->right.kind == NET_VARIABLE)
        join(s, variable_number(s, transition, g->left.of), variable_number(s, transition, g->right.of));
    join_guard(s, transition, g->operands[0]);
    join_guard(s, transition, g->operands[1]);
}

static void find_roles(struct splitting *s)
{
    const struct net *net = s->net;
    s->first_of_place = arena_alloc(&s->net->arena, (net->places.count + 1) * sizeof *s->first_of_place);
    s->first_of_transition = arena_alloc(&s->net->arena, (net->transitions.count + 1) * sizeof *s->first_of_transition);
    for (size_t i = 0; i < net->places.count; i++) {
        s->first_of_place[i] = s->count;
        s->count += net->sorts.at[net->places.at[i].sort].count;
    }
    for (size_t i = 0; i < net->transitions.count; i++) {
        s->first_of_transition[i] = s->count;
        s->count += net->transitions.at[i].variable_count;
    }
    s->parent = arena_alloc(&s->net->arena, (s->count + 1) * sizeof *s->parent);
    s->class = arena_alloc(&s->net->arena, (s->count + 1) * sizeof *s->class);
    for (uint32_t i = 0; i < s->count; i++) {
        s->parent[i] = i;
        s->class[i] = NO_CLASS;
    }
    for (uint32_t i = 0; i < net->transitions.count; i++) {
        const struct net_transition *t = &net->transitions.at[i];
        join_arcs(s, i, t->inputs, t->input_count);
        join_arcs(s, i, t->outputs, t->output_count);
        join_guard(s, i, t->guard);
    }
}

// ---- Classes --------------------------------------------------------------------------------------------------------

// The class of a role: the first one keeps that of the net.
static uint32_t class_of(struct splitting *s, uint32_t number, uint32_t class, bool *is_taken)
{
    uint32_t r = root(s, number);
    if (s->class[r] != NO_CLASS)
        return s->class[r];
    s->class[r] = class;
    if (is_taken[class] && !s->net->classes.at[class].is_dot) {
        struct net_class copy = s->net->classes.at[class];
        struct str name = {0};
        str_add(s->net->mem, &name, "%s#%zu", copy.name, s->net->classes.count);
        copy.name = arena_copy(&s->net->arena, str_text(&name), name.count);
        str_free(s->net->mem, &name);
        s->class[r] = (uint32_t)s->net->classes.count;
        array_push(s->net->mem, &s->net->classes, copy);
    }
    is_taken[class] = true;
    return s->class[r];
}

static void split_places(struct splitting *s, bool *is_taken)
{
    struct net *net = s->net;
    for (size_t i = 0; i < net->places.count; i++) {
        struct net_sort sort = net->sorts.at[net->places.at[i].sort];
        uint32_t *classes = arena_alloc(&net->arena, (sort.count + 1) * sizeof *classes);
        bool is_same = true;
        for (uint32_t w = 0; w < sort.count; w++) {
            classes[w] = class_of(s, s->first_of_place[i] + w, sort.classes[w], is_taken);
            is_same &= classes[w] == sort.classes[w];
        }
        if (is_same)
            continue;
        sort.classes = classes;
        net->places.at[i].sort = (uint32_t)net->sorts.count;
        array_push(net->mem, &net->sorts, sort);
    }
}

// ---- Terms ----------------------------------------------------------------------------------------------------------

static struct net_bag split_bag(struct splitting *s, uint32_t place, struct net_bag bag)
{
    const struct net_sort *sort = &s->net->sorts.at[s->net->places.at[place].sort];
    struct net_token *tokens = arena_alloc(&s->net->arena, (bag.count + 1) * sizeof *tokens);
    for (size_t k = 0; k < bag.count; k++) {
        struct net_colour *parts = arena_alloc(&s->net->arena, (sort->count + 1) * sizeof *parts);
        for (uint32_t w = 0; w < sort->count; w++) {
            parts[w] = bag.tokens[k].components[w];
            parts[w].class = sort->classes[w];
            if (parts[w].kind == NET_VARIABLE)
                parts[w].of = s->renamed[parts[w].of];
        }
        tokens[k] = (struct net_token){bag.tokens[k].count, parts};
    }
    return (struct net_bag){tokens, bag.count};
}

static const struct net_arc *split_arcs(struct splitting *s, const struct net_arc *arcs, uint32_t count)
{
    struct net_arc *to = arena_alloc(&s->net->arena, (count + 1) * sizeof *to);
    for (uint32_t i = 0; i < count; i++)
        to[i] = (struct net_arc){arcs[i].place, split_bag(s, arcs[i].place, arcs[i].bag)};
    return to;
}

// A constant is of the class of the variable beside it.
static const struct net_guard *split_guard(struct splitting *s, const struct net_guard *g)
{
    if (!g)
        return NULL;
    struct net_guard *to = arena_alloc(&s->net->arena, sizeof *to);
    *to = *g;
    for (int i = 0; i < 2; i++)
        to->operands[i] = split_guard(s, g->operands[i]);
    if (g->op != GUARD_EQUAL && g->op != GUARD_LESS)
        return to;
    for (int i = 0; i < 2; i++) {
        struct net_colour *c = i ? &to->right : &to->left, *other = i ? &to->left : &to->right;
        if (c->kind != NET_VARIABLE)
            continue;
        c->of = s->renamed[c->of];
        c->class = s->net->variables.at[c->of].class;
        if (other->kind != NET_VARIABLE)
            other->class = c->class;
    }
    return to;
}

static void split_transition(struct splitting *s, uint32_t number, bool *is_taken)
{
    struct net *net = s->net;
    struct net_transition *t = &net->transitions.at[number];
    uint32_t *variables = arena_alloc(&net->arena, (t->variable_count + 1) * sizeof *variables);
    for (uint32_t i = 0; i < t->variable_count; i++) {
        struct net_variable v = net->variables.at[t->variables[i]];
        uint32_t class = class_of(s, s->first_of_transition[number] + i, v.class, is_taken);
        variables[i] = t->variables[i];
        if (class != v.class) {
            v.class = class;
            variables[i] = (uint32_t)net->variables.count;
            array_push(net->mem, &net->variables, v);
        }
        s->renamed[t->variables[i]] = variables[i];
    }
    t->variables = variables;
    t->inputs = split_arcs(s, t->inputs, t->input_count);
    t->outputs = split_arcs(s, t->outputs, t->output_count);
    t->guard = split_guard(s, t->guard);
}

void net_split_classes(struct net *net)
{
    struct splitting s = {.net = net};
    size_t classes = net->classes.count;
    bool *is_taken = arena_alloc(&net->arena, classes + 1);
    memset(is_taken, 0, classes + 1);
    s.renamed = arena_alloc(&net->arena, (net->variables.count + 1) * sizeof *s.renamed);
    find_roles(&s);
    split_places(&s, is_taken);
    for (uint32_t i = 0; i < net->transitions.count; i++)
        split_transition(&s, i, is_taken);
    for (uint32_t i = 0; i < net->places.count; i++)
        net->places.at[i].initial = split_bag(&s, i, net->places.at[i].initial);
}
