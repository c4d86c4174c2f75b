#include "cli/methods.h"

#include <string.h>

#include "base/clock.h"
#include "reduce/counter.h"

struct methods {
    struct cli *cli;
    struct mem *mem;
    struct input *input;
    struct engine_setup setup;

    struct counter_reduction *counters; // NULL: not used
    struct str refusal;                 // why there are no counters
    ARRAY(size_t) counted;              // places that counters decide
    ARRAY(size_t) counted_properties;   // of the model of counters
    struct engine *counting;            // on that model

    ARRAY(size_t) left; // places that are left to the model itself
    ARRAY(size_t) left_properties;
    struct symmetry *symmetry; // of the model; NULL: not used
    struct engine *plain;      // on the model, made when it is needed
    bool is_broken;            // the model could not be made

    struct str text;
};

static bool has_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1)
            return true;
    return false;
}

static bool has_usable_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1 && !model_class(m, i)->obstacle)
            return true;
    return false;
}

// ---- The model itself -----------------------------------------------------------------------------------------------

static void give_up(struct methods *p, size_t place, const char *reason)
{
    struct result result = {.property = p->setup.wanted[place], .verdict = VERDICT_UNDECIDED, .reason = reason};
    p->setup.decided(p->setup.context, place, &result);
}

static void take_plain(void *context, size_t place, struct result *result)
{
    struct methods *p = context;
    p->setup.decided(p->setup.context, p->left.at[place], result);
}

static bool is_pointless(void *context)
{
    struct methods *p = context;
    return p->setup.is_pointless(p->setup.context);
}

static bool wants_symmetry(const struct methods *p)
{
    return p->cli->options.symmetry != CLI_SYMMETRY_OFF && has_usable_classes(p->input->model);
}

static struct engine *plain_engine(struct methods *p)
{
    if (p->plain || p->is_broken)
        return p->plain;
    p->is_broken = !input_lower_fully(p->cli, p->input);
    if (p->is_broken)
        return NULL;
    if (wants_symmetry(p))
        p->symmetry = symmetry_new(p->input->model, p->mem);
    p->left_properties.count = 0;
    for (size_t i = 0; i < p->left.count; i++)
        array_push(p->mem, &p->left_properties, p->setup.wanted[p->left.at[i]]);
    struct engine_setup setup = p->setup;
    setup.model = p->input->model;
    setup.values_are_proved = p->input->values_are_proved;
    setup.symmetry = p->symmetry;
    setup.wanted = p->left_properties.at;
    setup.wanted_count = p->left_properties.count;
    setup.decided = take_plain;
    setup.is_pointless = is_pointless;
    setup.context = p;
    p->plain = engine_new(p->cli, &setup);
    return p->plain;
}

static void decide_left(struct methods *p)
{
    if (p->left.count == 0)
        return;
    struct engine *plain = plain_engine(p);
    if (plain)
        engine_decide_all(plain);
    for (size_t i = 0; i < p->left.count && !plain; i++)
        give_up(p, p->left.at[i], "the model could not be made");
}

// ---- Counters -------------------------------------------------------------------------------------------------------

// A run of counters becomes one of components. False if it is too long for that: then the property is decided without
// counters.
static bool lift(struct methods *p, struct result *result)
{
    struct trace lifted;
    if (!input_lower_fully(p->cli, p->input))
        return false;
    enum counter_lift how = counter_lift(p->counters, &result->trace, p->input->model, &lifted);
    trace_close(&result->trace, p->mem);
    result->has_trace = how == COUNTER_LIFTED;
    if (how == COUNTER_LIFTED)
        result->trace = lifted;
    if (how == COUNTER_NOT_A_RUN) {
        result->verdict = VERDICT_UNDECIDED;
        result->reason = engine_internal_error;
    }
    return how != COUNTER_TOO_LONG;
}

static void take_counted(void *context, size_t place, struct result *result)
{
    struct methods *p = context;
    size_t outer = p->counted.at[place];
    result->property = p->setup.wanted[outer];
    bool only = p->cli->options.symmetry == CLI_SYMMETRY_COUNTERS || interrupt_came();
    if ((result->has_trace && !lift(p, result)) || (result->verdict == VERDICT_UNDECIDED && !only))
        array_push(p->mem, &p->left, outer);
    else
        p->setup.decided(p->setup.context, outer, result);
}

static void leave_all(struct methods *p)
{
    p->left.count = 0;
    for (size_t i = 0; i < p->setup.wanted_count; i++)
        array_push(p->mem, &p->left, i);
}

static void share_properties(struct methods *p)
{
    bool only = p->cli->options.symmetry == CLI_SYMMETRY_COUNTERS;
    for (size_t i = 0; i < p->setup.wanted_count; i++) {
        size_t property = counter_property(p->counters, i);
        if (property != SIZE_MAX) {
            array_push(p->mem, &p->counted, i);
            array_push(p->mem, &p->counted_properties, property);
            continue;
        }
        log_verbose(&p->cli->log, "property %zu is not decided by counters: %s", p->setup.wanted[i] + 1,
                    counter_refusal(p->counters, i));
        if (only)
            give_up(p, i, counter_refusal(p->counters, i));
        else
            array_push(p->mem, &p->left, i);
    }
}

static void count(struct methods *p)
{
    if (p->input->per_orbit)
        p->counters = counter_reduce(p->input->per_orbit, p->setup.wanted, p->setup.wanted_count, p->mem, &p->refusal);
    else
        str_add(p->mem, &p->refusal, "no class allows all permutations of its elements");
    if (!p->counters) {
        log_verbose(&p->cli->log, "no counters: %s", str_text(&p->refusal));
        if (p->cli->options.symmetry != CLI_SYMMETRY_COUNTERS) {
            leave_all(p);
            return;
        }
        for (size_t i = 0; i < p->setup.wanted_count; i++)
            give_up(p, i, str_text(&p->refusal));
        return;
    }
    share_properties(p);
    struct engine_setup setup = p->setup;
    setup.model = counter_model(p->counters);
    setup.values_are_proved = false;
    setup.symmetry = NULL;
    setup.counters = p->counters;
    setup.wanted = p->counted_properties.at;
    setup.wanted_count = p->counted_properties.count;
    setup.order = NULL;
    setup.decided = take_counted;
    setup.is_pointless = is_pointless;
    setup.context = p;
    p->counting = engine_new(p->cli, &setup);
    engine_decide_all(p->counting);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool wants_counters(const struct methods *p)
{
    unsigned choice = p->cli->options.symmetry;
    return choice == CLI_SYMMETRY_COUNTERS || (choice == CLI_SYMMETRY_AUTO && p->input->per_orbit);
}

void methods_decide_all(struct methods *p)
{
    if (wants_counters(p))
        count(p);
    else
        leave_all(p);
    decide_left(p);
}

struct methods *methods_new(struct cli *cli, struct input *input, const struct engine_setup *setup)
{
    struct methods *p = mem_zalloc(&cli->mem, sizeof *p);
    *p = (struct methods){.cli = cli, .mem = &cli->mem, .input = input, .setup = *setup};
    return p;
}

void methods_free(struct methods *p)
{
    if (!p)
        return;
    engine_free(p->counting);
    engine_free(p->plain);
    counter_free(p->counters);
    symmetry_free(p->symmetry);
    array_free(p->mem, &p->counted);
    array_free(p->mem, &p->counted_properties);
    array_free(p->mem, &p->left);
    array_free(p->mem, &p->left_properties);
    str_free(p->mem, &p->refusal);
    str_free(p->mem, &p->text);
    mem_free(p->mem, p, sizeof *p);
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static struct engine *engine_for_rest(struct methods *p)
{
    return p->counting && !p->plain ? p->counting : plain_engine(p);
}

bool methods_count_states(struct methods *p, mpz_t orbits, mpz_t states, const char **reason)
{
    struct engine *engine = engine_for_rest(p);
    *reason = "the model could not be made";
    return engine && engine_count_states(engine, orbits, states, reason);
}

const struct engine_warnings *methods_warnings(struct methods *p)
{
    static const struct engine_warnings none = {.known = true};
    struct engine *engine = engine_for_rest(p);
    return engine && engine != p->counting ? engine_warnings(engine) : &none;
}

void methods_get_statistics(struct methods *p, struct engine_statistics *statistics)
{
    *statistics = (struct engine_statistics){0};
    struct engine *engine = engine_for_rest(p);
    if (engine)
        engine_get_statistics(engine, statistics);
}

bool methods_get_explicit_statistics(const struct methods *p, struct explicit_statistics *statistics)
{
    const struct engine *engine = p->plain ? p->plain : p->counting;
    return engine && engine_get_explicit_statistics(engine, statistics);
}

const cell_id *methods_order(struct methods *p, size_t *count)
{
    return engine_order(plain_engine(p), count);
}

// ---- In words -------------------------------------------------------------------------------------------------------

const char *methods_word(const struct methods *p)
{
    static const char *const words[] = {
        "auto", "off", "counters", "explicit", "dynamic", "componentwise", "componentwise+states"};
    if (p->counters)
        return words[CLI_SYMMETRY_COUNTERS];
    if (!p->symmetry)
        return words[CLI_SYMMETRY_OFF];
    unsigned choice = p->cli->options.symmetry;
    return words[choice >= CLI_SYMMETRY_DYNAMIC ? choice : CLI_SYMMETRY_EXPLICIT];
}

static void add_classes(struct methods *p, bool usable)
{
    const struct model *m = p->input->model;
    const char *before = "";
    for (size_t i = 0; i < model_class_count(m); i++) {
        const struct component_class *class = model_class(m, i);
        if (class->size < 2 || !class->obstacle != usable)
            continue;
        str_add(p->mem, &p->text, "%s%s", before, class->name);
        if (class->obstacle)
            str_add(p->mem, &p->text, " (%s)", class->obstacle);
        before = ", ";
    }
}

const char *methods_text(struct methods *p)
{
    const struct model *m = p->input->model;
    if (!has_classes(m))
        return NULL;
    str_clear(&p->text);
    if (!has_usable_classes(m)) {
        str_add(p->mem, &p->text, "none that can be used: ");
        add_classes(p, false);
    } else if (p->cli->options.symmetry == CLI_SYMMETRY_OFF) {
        str_add(p->mem, &p->text, "of ");
        add_classes(p, true);
        str_add(p->mem, &p->text, ", not used");
    } else {
        static const char *const ways[] = {[CLI_SYMMETRY_EXPLICIT] = "orbits one by one",
                                           [CLI_SYMMETRY_DYNAMIC] = "sets of representatives",
                                           [CLI_SYMMETRY_COMPONENTWISE] = "sets of representatives, by component",
                                           [CLI_SYMMETRY_STATES] =
                                               "sets of representatives, by component, with state symmetries"};
        unsigned choice = p->cli->options.symmetry;
        str_add(p->mem, &p->text, "of ");
        add_classes(p, true);
        str_add(p->mem, &p->text, ": %s",
                p->counters                      ? "components counted by their local states"
                : choice >= CLI_SYMMETRY_DYNAMIC ? ways[choice]
                                                 : ways[CLI_SYMMETRY_EXPLICIT]);
        if (!p->counters && p->refusal.count)
            str_add(p->mem, &p->text, "; not counted, for %s", str_text(&p->refusal));
    }
    return str_text(&p->text);
}
