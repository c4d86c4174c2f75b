// Murphi models: the tree with constants from outside, and the models that it is lowered to when somebody asks for
// them.
#include "run/input.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "murphi/murphi.h"

// NAME=VALUE becomes a name and a value; the names are copies, which the caller frees.
static bool split_constant(struct run *run, const char *text, struct murphi_override *override, struct str *name)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) {
        struct str shown = {0};
        input_add_quoted(run, &shown, text);
        log_error(&run->log, "-D: expected NAME=VALUE, got %s", str_text(&shown));
        str_free(&run->mem, &shown);
        return false;
    }
    str_add(&run->mem, name, "%.*s", (int)(equals - text), text);
    *override = (struct murphi_override){str_text(name), equals + 1};
    return true;
}

static bool has_classes(const struct murphi_tree *tree)
{
    for (size_t i = 0; i < tree->types.count; i++)
        if (tree->types.at[i]->kind == MURPHI_SCALARSET)
            return true;
    return false;
}

struct murphi_lower_options input_lower_options(const struct input *input)
{
    const struct job *o = input->job;
    return (struct murphi_lower_options){.deadlock = (enum murphi_deadlock)o->deadlock,
                                         .dialect = (enum murphi_dialect)o->dialect,
                                         .loop_limit = (uint32_t)o->loop_limit,
                                         .one_per_orbit = input->is_per_orbit,
                                         .ranges_are_classes = o->symmetry == JOB_SYMMETRY_ARCHITECTURAL,
                                         .reads_alike = o->family.count > 0,
                                         .vacuity = o->vacuity,
                                         .presence = input->presence,
                                         // Nobody carries out the actions of a model that lacks some.
                                         .no_procedures = o->family.count > 0 || input->is_per_orbit,
                                         .goals_of = input->is_per_orbit ? NULL : input->per_orbit};
}

bool input_has_ranges(const struct input *input, uint64_t least)
{
    const struct murphi_tree *tree = &input->murphi;
    for (size_t i = 0; i < tree->types.count && !input->smv; i++)
        if (tree->types.at[i]->kind == MURPHI_ARRAY && tree->types.at[i]->index->base->kind == MURPHI_INTEGER &&
            murphi_size(tree->types.at[i]->index) >= least)
            return true;
    return false;
}

// Each model that is made of the tree is told of, by what it is: none is made twice.
static void tell_lowered(struct run *run, const char *what, double begun)
{
    log_debug(&run->log, "lowered %s: %.2f s", what, clock_process() - begun);
}

// NULL if it cannot be made. What is to be said of it was said when the model was read, or is said of another one.
static struct model *lower(struct run *run, struct input *input, const struct murphi_lower_options *options,
                           const char *what)
{
    struct model *model = model_new(&run->mem);
    struct diag diag;
    double begun = clock_process();
    input_open_diagnostics(run, &diag);
    bool good = murphi_lower(&input->murphi, model, options, &run->mem, &diag);
    diag_close(&diag);
    tell_lowered(run, what, begun);
    if (!good)
        model_free(model);
    return good ? model : NULL;
}

// With ranges as classes less is plain from the text, such as that there can be no run-time error. What is asked for is
// what is asked for without them, so that its number does not depend on the method.
static struct model *lower_for_goals(struct run *run, struct input *input)
{
    struct murphi_lower_options options = input_lower_options(input);
    options.ranges_are_classes = options.vacuity = false;
    options.no_procedures = true;
    return lower(run, input, &options, "without ranges as classes");
}

// The input has no model that is made in part only: memory may run out, and what is known is still told of the last
// one.
static bool lower_murphi(struct run *run, struct input *input, struct diag *diag)
{
    struct murphi_lower_options options = input_lower_options(input);
    struct model *model = NULL, *goals = NULL;
    size_t obstacles;
    bool good, is_again = false;
    if (options.ranges_are_classes && !options.goals_of && input_has_ranges(input, 0))
        options.goals_of = goals = lower_for_goals(run, input);
    do {
        if (is_again)
            model_free(model);
        obstacles = input->murphi.obstacles.count;
        model = model_new(&run->mem);
        double begun = clock_process();
        good = murphi_lower(&input->murphi, model, &options, &run->mem, diag);
        tell_lowered(run, input->is_per_orbit ? "one instance per orbit" : "all instances", begun);
        is_again = good && input->is_per_orbit && input->murphi.obstacles.count > obstacles;
    } while (is_again);
    if (goals)
        model_free(goals);
    input->model = model;
    if (input->is_per_orbit)
        input->per_orbit = input->model;
    return good;
}

// Numbers of properties are those of the model that was read first.
static void assert_same_goals(const struct input *input)
{
    for (size_t i = 0; i < model_property_count(input->per_orbit); i++)
        assert(model_property(input->per_orbit, i)->goal == model_property(input->model, i)->goal);
}

bool input_lower_fully(struct run *run, struct input *input)
{
    struct diag diag;
    if (!input->is_per_orbit)
        return true;
    input->is_per_orbit = false;
    input_open_diagnostics(run, &diag);
    bool good = lower_murphi(run, input, &diag);
    input_show_diagnostics(run, &diag);
    good = good && input_read_annotations(run, input, &diag); // warnings of that have been shown when it was opened
    diag_close(&diag);
    if (!good) {
        model_free(input->model);
        input->model = input->per_orbit;
        input->is_per_orbit = true;
    } else
        assert_same_goals(input);
    return good;
}

struct model *input_lower_portion(struct run *run, struct input *input, const struct murphi_portion *portion)
{
    struct murphi_lower_options options = input_lower_options(input);
    options.one_per_orbit = options.no_procedures = true;
    options.portion = portion;
    options.goals_of = NULL;
    struct model *model = lower(run, input, &options, "the instances of a trace");
    if (model)
        array_push(&run->mem, &input->portions, model);
    return model;
}

void input_drop_portion(struct input *input)
{
    model_free(array_pop(&input->portions));
}

struct model *input_lower_tracked(struct run *run, struct input *input, const uint32_t *tracked)
{
    struct murphi_lower_options options = input_lower_options(input);
    size_t obstacles = input->murphi.obstacles.count;
    options.one_per_orbit = options.no_procedures = true;
    options.tracked = tracked;
    options.goals_of = input->model;
    struct model *model = lower(run, input, &options, "with tracked elements");
    if (input->murphi.obstacles.count > obstacles) {
        model_free(model);
        return NULL;
    }
    return model;
}

bool input_lower_monitored(struct run *run, struct input *input)
{
    struct murphi_lower_options options = input_lower_options(input);
    struct diag diag;
    if (input->monitored)
        return true;
    options.monitors_fair_rules = true;
    options.goals_of = input->model;
    options.one_per_orbit = false; // all else as in the model itself: traces have its cells and symbols
    input_open_diagnostics(run, &diag);
    double begun = clock_process();
    input->monitored = model_new(&run->mem);
    bool good = murphi_lower(&input->murphi, input->monitored, &options, &run->mem, &diag);
    tell_lowered(run, "with a monitor of fair rules", begun);
    if (!good) { // else they have been shown
        input_show_diagnostics(run, &diag);
        model_free(input->monitored);
        input->monitored = NULL;
    }
    diag_close(&diag);
    return good;
}

bool input_lower_ranges(struct run *run, struct input *input, uint64_t least)
{
    struct murphi_lower_options options = input_lower_options(input);
    if (input->of_ranges || !input_has_ranges(input, least) || input->is_per_orbit)
        return input->of_ranges;
    options.ranges_are_classes = options.no_procedures = true;
    options.goals_of = input->model;
    input->of_ranges = lower(run, input, &options, "with ranges as classes");
    return input->of_ranges;
}

struct model *input_lower_phantom(struct run *run, struct input *input, const struct phantom_options *of)
{
    struct murphi_lower_options options = input_lower_options(input);
    options.one_per_orbit = options.vacuity = options.ranges_are_classes = false;
    options.no_procedures = true;
    options.goals_of = NULL;
    options.phantom = of->phantom;
    options.optional = of->optional;
    options.optional_count = of->optional_count;
    options.rules_of_actions = of->rules;
    return lower(run, input, &options, "with an element that nobody names");
}

bool input_check_tree(struct run *run, const struct job *job, struct murphi_tree *tree, struct diag *diag)
{
    size_t count = job->constants.count, bytes = (count + 1) * sizeof(struct murphi_override), named = 0;
    struct murphi_override *overrides = mem_zalloc(&run->mem, bytes);
    struct str *names = mem_zalloc(&run->mem, (count + 1) * sizeof *names);
    tree->infers_scalarsets = job->infer_scalarsets;
    tree->infers_order_at = job->infer_order_at;
    while (named < count && split_constant(run, job->constants.at[named], &overrides[named], &names[named]))
        named++;
    if (job->relax_loops || job->relax_other_loops)
        murphi_relax_loops(tree, job->relax_loops ? job->infer_order_at : 0, job->relax_other_loops);
    bool good =
        named == count && (!job->relax_rings || murphi_relax_rings(tree)) && murphi_check(tree, overrides, count, diag);
    for (struct murphi_rule *rule = tree->rules; rule && good && job->always_are_invariants; rule = rule->next)
        if (murphi_invariant_of(rule)) {
            rule->guard = murphi_invariant_of(rule);
            rule->kind = MURPHI_INVARIANT;
        }
    for (size_t i = 0; i < count; i++)
        str_free(&run->mem, &names[i]);
    mem_free(&run->mem, names, (count + 1) * sizeof *names);
    mem_free(&run->mem, overrides, bytes);
    return good;
}

bool input_read_murphi(struct run *run, struct input *input, struct diag *diag)
{
    input->is_parsed = murphi_parse(&input->murphi, diag) && input_parse_formulas(run, input) &&
                       input_parse_annotations(run, input, diag);
    if (input->is_parsed && input->presence)
        murphi_declare_presence(&input->murphi, input->presence);
    bool good = input->is_parsed && input_check_tree(run, input->job, &input->murphi, diag);
    input->is_per_orbit = good && input->is_per_orbit && has_classes(&input->murphi);
    return good &&
           (input->is_tree_only || (lower_murphi(run, input, diag) && input_read_annotations(run, input, diag)));
}

bool input_lower_tree(struct run *run, struct input *input)
{
    struct diag diag;
    if (!input->is_tree_only)
        return true;
    input_open_diagnostics(run, &diag);
    bool good = lower_murphi(run, input, &diag) && input_read_annotations(run, input, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    input->is_tree_only = !good;
    return good;
}
