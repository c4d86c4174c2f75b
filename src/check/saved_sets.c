// A search for reachable states in files: what is known of them, and the order of the variables, which matters for how
// large it is.
#include <string.h>

#include "check/checker.h"

// What a reduction has found is saved as the search itself has it; the rest follows when that goes on.
bool checker_has_search(const struct checker *c)
{
    if (!c->system || !checker_searches_alone(c))
        return c->system && (c->place.is_begun || bdd_is_valid(c->place.pairs));
    return c->layers.count > 0 || bdd_is_valid(c->begun) || bdd_is_valid(c->reached);
}

bool checker_has_whole_search(const struct checker *c)
{
    return c->system && !checker_searches_alone(c) && c->place.is_begun && c->place.todo == BDD_FALSE &&
           c->place.hint >= c->system->reduction->last_hint;
}

// As bdd_load_order wants it, without the variables of tableaux, which have no names and which a new checker has not.
bool checker_save_order(struct checker *c, FILE *file)
{
    for (size_t level = 0; level < bdd_var_count(c->m); level++) {
        const char *name = bdd_var_name(c->m, bdd_var_at(c->m, (int)level));
        if (name && fprintf(file, "%s\n", name) < 0)
            return false;
    }
    return true;
}

typedef ARRAY(struct bdd_stored) stored_array;

static void add(struct checker *c, stored_array *all, const char *name, bdd function)
{
    if (bdd_is_valid(function))
        array_push(c->mem, all, ((struct bdd_stored){str_copy(c->mem, name), function}));
}

static void add_layers(struct checker *c, stored_array *all, const struct sets *layers)
{
    char name[32];
    for (size_t i = 0; i < layers->count; i++) {
        snprintf(name, sizeof name, "layer %zu", i);
        add(c, all, name, layers->at[i]);
    }
}

static void add_place(struct checker *c, stored_array *all)
{
    char name[64];
    add(c, all, "pairs", c->place.pairs);
    if (!c->place.is_begun)
        return;
    snprintf(name, sizeof name, "hint %zu, round %zu", c->place.hint, c->place.rounds);
    add(c, all, name, BDD_TRUE);
    add(c, all, "found", c->place.reached);
    add(c, all, "to do", c->place.todo);
    add(c, all, "orbits", c->place.orbits);
    add_layers(c, all, &c->place_layers);
}

static void add_search(struct checker *c, stored_array *all)
{
    add(c, all, "reached", c->reached);
    add(c, all, "begun", c->begun);
    if (c->layers.count > 0)
        add(c, all, "layered", c->layered);
    if (c->has_all_layers)
        add(c, all, "all", BDD_TRUE);
    add_layers(c, all, &c->layers);
}

bool checker_save_search(struct checker *c, FILE *file, struct str *error)
{
    stored_array all = {0};
    if (checker_searches_alone(c))
        add_search(c, &all);
    else
        add_place(c, &all);
    bool saved = bdd_save(c->m, file, all.at, all.count, c->mem, error);
    for (size_t i = 0; i < all.count; i++)
        str_release(c->mem, all.at[i].name);
    array_free(c->mem, &all);
    return saved;
}

static bool is_named(const struct bdd_stored *stored, const char *name)
{
    return strcmp(stored->name, name) == 0;
}

// Whether it is a set of states at all: of legal ones, told by their bits of now.
static bool is_of_states(struct checker *c, bdd set)
{
    bdd support = bdd_support(c->m, set);
    return bdd_is_valid(support) && bdd_is_subset(c->m, c->system->state_cube, support) == BDD_YES &&
           bdd_is_subset(c->m, set, c->system->space) == BDD_YES;
}

// Every such set has the initial states in it; what has not is none of this model's.
static bool has_initial(struct checker *c, bdd set)
{
    return bdd_is_subset(c->m, c->system->initial, set) == BDD_YES;
}

// Numbered as they come: none is missing.
static bool is_next_layer(const struct bdd_stored *stored, const struct sets *layers)
{
    char name[32];
    snprintf(name, sizeof name, "layer %zu", layers->count);
    return strcmp(stored->name, name) == 0;
}

// Layers have no state in common, and are all that was found.
static bool are_layers(struct checker *c)
{
    bdd all = BDD_FALSE;
    if (c->layers.count == 0)
        return c->system->initial == BDD_FALSE || (!c->has_all_layers && !bdd_is_valid(c->layered));
    for (size_t i = 0; i < c->layers.count && bdd_is_valid(all); i++)
        all = bdd_is_disjoint(c->m, all, c->layers.at[i]) == BDD_YES ? bdd_or(c->m, all, c->layers.at[i]) : BDD_NONE;
    return bdd_is_valid(all) && all == c->layered;
}

static bool take(struct checker *c, const struct bdd_stored *stored, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        bdd set = stored[i].function;
        if (is_named(&stored[i], "all"))
            c->has_all_layers = true;
        else if (strncmp(stored[i].name, "layer ", 6) == 0)
            good = is_next_layer(&stored[i], &c->layers) && is_of_states(c, set) &&
                   (c->layers.count > 0 || set == c->system->initial) && sets_push(&c->layers, set);
        else {
            good = is_of_states(c, set) && has_initial(c, set);
            if (is_named(&stored[i], "reached"))
                c->reached = set;
            else if (is_named(&stored[i], "begun"))
                c->begun = set;
            else if (is_named(&stored[i], "layered"))
                c->layered = set;
            else
                good = false;
        }
    }
    return good && are_layers(c);
}

// Whether these can be what a search was at: layers that are all that was found, and have what is to be done in them.
// That a state is missing, nobody can tell.
static bool is_place(struct checker *c)
{
    const struct search_place *place = &c->place;
    const struct sets *layers = &c->place_layers;
    bdd all = BDD_FALSE;
    if (!bdd_is_valid(place->reached) || !bdd_is_valid(place->todo))
        return false;
    for (size_t i = 0; i < layers->count && bdd_is_valid(all); i++)
        all = bdd_or(c->m, all, layers->at[i]);
    return all == place->reached && is_of_states(c, all) && bdd_is_subset(c->m, place->todo, all) == BDD_YES &&
           is_of_states(c, place->todo) && (!bdd_is_valid(place->orbits) || is_of_states(c, place->orbits));
}

static bool is_before_search(const struct checker *c)
{
    const struct search_place *place = &c->place;
    return c->place_layers.count == 0 && !bdd_is_valid(place->reached) && !bdd_is_valid(place->todo) &&
           !bdd_is_valid(place->orbits);
}

// Layers begin with the initial states, if the reduction has no others for them.
static bool is_place_of_reduction(struct checker *c)
{
    struct reduction *r = c->system->reduction;
    bdd first = c->place_layers.count ? c->place_layers.at[0] : BDD_FALSE;
    if (r->take_place)
        return r->take_place(c->system->image, &c->place, c->system->initial, first);
    return c->place.is_begun && !bdd_is_valid(c->place.pairs) && first == c->system->initial;
}

static bool take_place(struct checker *c, const struct bdd_stored *stored, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        bdd set = stored[i].function;
        if (strncmp(stored[i].name, "hint ", 5) == 0)
            c->place.is_begun = sscanf(stored[i].name, "hint %zu, round %zu", &c->place.hint, &c->place.rounds) == 2;
        else if (strncmp(stored[i].name, "layer ", 6) == 0)
            good = is_next_layer(&stored[i], &c->place_layers) && sets_push(&c->place_layers, set);
        else if (is_named(&stored[i], "found"))
            c->place.reached = set;
        else if (is_named(&stored[i], "to do"))
            c->place.todo = set;
        else if (is_named(&stored[i], "orbits"))
            c->place.orbits = set;
        else if (is_named(&stored[i], "pairs"))
            c->place.pairs = set;
        else
            good = false;
    }
    return good && c->place.hint <= c->system->reduction->last_hint &&
           (c->place.is_begun ? is_place(c) : is_before_search(c)) && is_place_of_reduction(c);
}

static void forget(struct checker *c)
{
    sets_cut(&c->layers, 0);
    sets_cut(&c->place_layers, 0);
    c->place = (struct search_place)SEARCH_NOWHERE;
    c->has_all_layers = false;
    c->reached = c->begun = c->layered = BDD_NONE;
}

// An order that cannot be had costs time, no more.
bool checker_load_search(struct checker *c, FILE *order, FILE *sets, struct cause *cause, struct str *text)
{
    struct bdd_stored *stored;
    struct str ignored = {0};
    size_t count;
    if (!c->system) {
        *cause = checker_why(c);
        return false;
    }
    if (order)
        bdd_load_order(c->m, order, c->mem, &ignored);
    str_free(c->mem, &ignored);
    bdd_scope scope = bdd_open_scope(c->m);
    bool loaded = bdd_load(c->m, sets, c->mem, &stored, &count, text);
    if (!loaded)
        *cause = checker_should_stop(c) ? checker_why(c) : cause_with_text(CAUSE_BAD_FILE, str_text(text));
    else {
        loaded = checker_searches_alone(c) ? take(c, stored, count) : take_place(c, stored, count);
        bdd_stored_free(c->mem, stored, count);
        if (!loaded) {
            forget(c);
            *cause = checker_should_stop(c) ? checker_why(c) : cause_of(CAUSE_MISFIT_OF_SETS);
        }
    }
    bdd_close_scope(c->m, scope);
    return loaded;
}
