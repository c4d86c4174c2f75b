// A search for reachable states in files: what is known of them, and the order of the variables, which matters for how
// large it is.
#include <string.h>

#include "base/stream_file.h"
#include "check/checker.h"

// What an abstraction has found is saved as the search itself has it; the rest follows when that goes on.
static enum cursor_state state_of_cursor(const struct checker *c)
{
    return c->cursor ? checker_abstract_search(c)->cursor_state(c->cursor) : CURSOR_NOWHERE;
}

bool checker_has_search(const struct checker *c)
{
    if (!c->system || c->cursor)
        return state_of_cursor(c) != CURSOR_NOWHERE;
    return c->layers.count > 0 || bdd_is_valid(c->begun) || bdd_is_valid(c->reached);
}

bool checker_has_whole_search(const struct checker *c)
{
    return state_of_cursor(c) == CURSOR_AT_END;
}

// As bdd_load_order wants it, without the variables of tableaux, which have no names and which a new checker has not.
bool checker_save_order(struct checker *c, struct stream *file)
{
    for (size_t level = 0; level < bdd_var_count(c->m); level++) {
        const char *name = bdd_var_name(c->m, bdd_var_at(c->m, (int)level));
        if (name && (!stream_write(file, name, strlen(name)) || !stream_write(file, "\n", 1)))
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

struct saving {
    struct checker *checker;
    stored_array *all;
};

static void add_of_cursor(void *context, const char *name, bdd function)
{
    const struct saving *saving = context;
    add(saving->checker, saving->all, name, function);
}

static void add_cursor(struct checker *c, stored_array *all)
{
    checker_abstract_search(c)->cursor_save(c->cursor, add_of_cursor, &(struct saving){c, all});
    if (state_of_cursor(c) >= CURSOR_SEARCHING)
        add_layers(c, all, &c->cursor_layers);
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

bool checker_save_search(struct checker *c, struct stream *file, struct str *error)
{
    stored_array all = {0};
    if (c->cursor)
        add_cursor(c, &all);
    else
        add_search(c, &all);
    bool saved = bdd_save(c->m, stream_file(file), all.at, all.count, c->mem, error);
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

static bool take_cursor(struct checker *c, const struct bdd_stored *stored, size_t count)
{
    const struct abstract_search *search = checker_abstract_search(c);
    struct sets *layers = &c->cursor_layers;
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = strncmp(stored[i].name, "layer ", 6) == 0
                   ? is_next_layer(&stored[i], layers) && sets_push(layers, stored[i].function)
                   : search->cursor_load(c->cursor, stored[i].name, stored[i].function);
    return good && search->cursor_fits(c->cursor, c->system->initial, layers->at, layers->count, c->system->space);
}

static void forget(struct checker *c)
{
    sets_cut(&c->layers, 0);
    sets_cut(&c->cursor_layers, 0);
    if (c->cursor)
        checker_abstract_search(c)->cursor_reset(c->cursor);
    c->has_all_layers = false;
    c->reached = c->begun = c->layered = BDD_NONE;
}

// An order that cannot be had costs time, no more.
bool checker_load_search(struct checker *c, struct stream *order, struct stream *sets, struct cause *cause,
                         struct str *text)
{
    struct bdd_stored *stored;
    struct str ignored = {0};
    size_t count;
    if (!c->system) {
        *cause = checker_why(c);
        return false;
    }
    if (order)
        bdd_load_order(c->m, stream_file(order), c->mem, &ignored);
    str_free(c->mem, &ignored);
    bdd_scope scope = bdd_open_scope(c->m);
    bool loaded = bdd_load(c->m, stream_file(sets), c->mem, &stored, &count, text);
    if (!loaded)
        *cause = checker_should_stop(c) ? checker_why(c) : cause_with_text(CAUSE_BAD_FILE, str_text(text));
    else {
        loaded = c->cursor ? take_cursor(c, stored, count) : take(c, stored, count);
        bdd_stored_free(c->mem, stored, count);
        if (!loaded) {
            forget(c);
            *cause = checker_should_stop(c) ? checker_why(c) : cause_of(CAUSE_MISFIT_OF_SETS);
        }
    }
    bdd_close_scope(c->m, scope);
    return loaded;
}
