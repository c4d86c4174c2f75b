// coset draw: pictures of a model for graphviz.
#include <errno.h>
#include <string.h>

#include "base/utf8.h"
#include "check/checker.h"
#include "cli/cli.h"
#include "cli/show_warnings.h"
#include "encode/static_order.h"
#include "explore/components.h"
#include "explore/graph_dot.h"
#include "report/cause_words.h"
#include "run/input.h"
#include "run/output.h"

struct draw {
    struct cli *cli;
    struct mem *mem;
    struct input input;
    condition_array conditions;
    FILE *file;
};

static size_t limit_of(const struct draw *d)
{
    return (size_t)d->cli->options->limit;
}

static bool write_text(struct draw *d, const struct str *text)
{
    return fwrite(str_text(text), 1, text->count, d->file) == text->count;
}

// ---- Graphs of states -----------------------------------------------------------------------------------------------

static bool is_over(void *context)
{
    const struct draw *d = context;
    return !watch_reading(&d->cli->run, "its states");
}

static enum status draw_graph(struct draw *d, struct orbit_map *orbits)
{
    struct state_graph graph;
    struct str text = {0};
    struct split_conditions split;
    split_conditions_open(&split, d->input.model, d->conditions.at, d->conditions.count, d->mem);
    const struct explore_conditions conditions = split_conditions_for(&split, NULL, 0);
    const struct state_graph_limits limits = {.states = limit_of(d),
                                              .steps = 4 * limit_of(d),
                                              .tries = (uint64_t)d->cli->options->tries,
                                              .is_over = is_over,
                                              .context = d};
    state_graph_open(&graph, d->input.model, &conditions, orbits, limits, d->mem);
    if (is_over(d) && graph.gave_up)
        log_warning(&d->cli->run.log, "%s: the picture shows what was found until then",
                    cause_words(d->cli->run.watch.stopped));
    dot_add_graph(&graph, d->mem, &text);
    bool written = write_text(d, &text);
    state_graph_close(&graph);
    split_conditions_close(&split, d->mem);
    str_free(d->mem, &text);
    return written ? STATUS_HOLDS : STATUS_TROUBLE;
}

static enum status draw_quotient(struct draw *d)
{
    struct str why = {0};
    enum status status = STATUS_TROUBLE;
    struct orbit_map *orbits = orbit_map_new(d->input.model, d->mem, &why);
    if (orbits)
        status = draw_graph(d, orbits);
    else
        log_error(&d->cli->run.log, "there is no quotient to draw: %s", str_text(&why));
    orbit_map_free(orbits);
    str_free(d->mem, &why);
    return status;
}

// ---- Skeletons ------------------------------------------------------------------------------------------------------

static enum status draw_skeleton(struct draw *d)
{
    struct components all;
    struct str text = {0};
    enum status status = STATUS_TROUBLE;
    const struct option_list *projected = &d->cli->options->projected;
    components_open(&all, d->input.model, d->cli->options->component, d->mem);
    bool has_some = all.at.count > 0;
    components_project(&all, projected->at, projected->count);
    if (has_some && all.at.count == 0)
        log_error(&d->cli->run.log, "no component has a variable that --project names");
    else if (all.at.count > 0) {
        components_add_dot(&all, limit_of(d), &text);
        status = write_text(d, &text) ? STATUS_HOLDS : STATUS_TROUBLE;
    } else if (d->cli->options->component) {
        input_add_quoted(&d->cli->run, &text, d->cli->options->component);
        components_list(d->input.model, d->mem, &text);
        log_error(&d->cli->run.log, "no variable belongs to a component %s", str_text(&text));
    } else
        log_error(&d->cli->run.log,
                  "the model has neither classes of components nor instances of modules; --component says "
                  "what is one: a prefix of names, or an index");
    components_close(&all);
    str_free(d->mem, &text);
    return status;
}

// ---- Diagrams -------------------------------------------------------------------------------------------------------

static enum status write_diagram(struct draw *d, bdd_manager *m, bdd function, char *name)
{
    struct bdd_stored stored = {name, function};
    return bdd_write_dot_part(m, d->file, &stored, 1, limit_of(d)) ? STATUS_HOLDS : STATUS_TROUBLE;
}

static enum status gave_up(struct draw *d, const char *why)
{
    log_error(&d->cli->run.log, "no diagram is drawn: %s", why);
    return STATUS_UNDECIDED;
}

// The diagram of the conditions together.
static enum status draw_condition(struct draw *d)
{
    struct model *model = d->input.model;
    size_t cells = model_cell_count(model), bytes = (cells + 1) * sizeof(cell_id);
    expr all = model_true(model);
    for (size_t i = 0; i < d->conditions.count; i++)
        all = model_and(model, all, d->conditions.at[i]);
    bdd_manager *m = bdd_manager_new(&(struct bdd_config){.mem = d->mem, .byte_limit = d->cli->options->job.memory});
    if (!m)
        return gave_up(d, "no memory is left");
    cell_id *order = mem_alloc(d->mem, bytes);
    order_compute(model, order, NULL, NULL, d->mem);
    struct encoding *encoding = encoding_new(model, m, order, d->mem);
    bdd function = encoding ? encode_condition(encoding, all) : BDD_NONE;
    enum status status;
    if (function == BDD_NONE)
        status = gave_up(d, "no memory is left");
    else {
        struct str name = {0};
        str_add(d->mem, &name, "%s", d->cli->options->job.constraints.at[0]);
        for (size_t i = 1; i < d->conditions.count; i++)
            str_add(d->mem, &name, " and %s", d->cli->options->job.constraints.at[i]);
        status = write_diagram(d, m, function, name.at);
        str_free(d->mem, &name);
    }
    mem_free(d->mem, order, bytes);
    encoding_free(encoding);
    bdd_manager_free(m);
    return status;
}

static enum status draw_reached(struct draw *d)
{
    const struct cli_options *o = d->cli->options;
    const struct check_options options = {.memory_limit = o->job.memory, .deadline = d->cli->run.watch.deadline};
    struct checker *checker = checker_new(d->input.model, &options, d->mem);
    enum status status;
    char name[] = "reachable states";
    if (checker_is_built(checker) && checker_find_reachable(checker))
        status = write_diagram(d, checker->m, checker->reached, name);
    else
        status = gave_up(d, "time or memory ran out");
    checker_free(checker);
    return status;
}

// ---- The command ----------------------------------------------------------------------------------------------------

static bool is_sensible(struct cli *cli)
{
    const struct cli_options *o = cli->options;
    if (cli->operand_count != 1)
        log_error(&cli->run.log, "draw: expected one model (see: coset help draw)");
    else if (o->picture != CLI_PICTURE_SEARCH && draw_search_option(cli))
        log_error(&cli->run.log, "--%s is for --what search", draw_search_option(cli));
    else if (o->job.constraints.count && o->picture != CLI_PICTURE_REACHABLE && o->picture != CLI_PICTURE_DIAGRAM)
        log_error(&cli->run.log, "--constraint is for the reachable states, and for diagrams");
    else if ((o->component || o->projected.count) && o->picture != CLI_PICTURE_SKELETON)
        log_error(&cli->run.log, "--%s is for --what skeleton", o->component ? "component" : "project");
    else
        return true;
    return false;
}

static enum status draw_wanted(struct draw *d)
{
    switch (d->cli->options->picture) {
    case CLI_PICTURE_QUOTIENT:
        return draw_quotient(d);
    case CLI_PICTURE_SKELETON:
        return draw_skeleton(d);
    case CLI_PICTURE_SEARCH:
        return draw_search(d->cli, d->file);
    case CLI_PICTURE_DIAGRAM:
        return d->conditions.count ? draw_condition(d) : draw_reached(d);
    default:
        return draw_graph(d, NULL);
    }
}

static enum status write_error(struct draw *d, const char *path)
{
    output_tell_unwritten(&d->cli->run, path, errno);
    return STATUS_TROUBLE;
}

static enum status draw_to_file(struct draw *d, const char *path)
{
    errno = 0;
    d->file = fopen(path, "we");
    if (!d->file)
        return write_error(d, path);
    enum status status = draw_wanted(d);
    // The work may have ended because of that; then nobody else has said so.
    errno = 0;
    bool lost = fflush(d->file) != 0 || ferror(d->file);
    int reason = errno;
    lost |= fclose(d->file) != 0;
    errno = reason ? reason : errno;
    return lost ? write_error(d, path) : status;
}

enum status draw_run(struct cli *cli)
{
    struct draw d = {.cli = cli, .mem = &cli->run.mem, .file = cli->out};
    const char *path = cli->options->dot;
    enum status status = STATUS_TROUBLE;
    size_t properties = SIZE_MAX;
    if (!is_sensible(cli))
        return STATUS_TROUBLE;
    watch_begin_command(&cli->run, cli->options->job.time_limit);
    bool is_search = cli->options->picture == CLI_PICTURE_SEARCH; // which opens the model as check does
    if (is_search || (input_open(&cli->run, &cli->options->job, cli->operands[0], &d.input) &&
                      input_check_values(&cli->run, &d.input) &&
                      input_read_conditions(&cli->run, &d.input, "--constraint", &d.conditions, &properties))) {
        if (!is_search)
            cli_warn_of_starts(cli, d.input.model);
        status = path && strcmp(path, "-") != 0 ? draw_to_file(&d, path) : draw_wanted(&d);
    } else
        status = cli_status_without_model(cli);
    array_free(d.mem, &d.conditions);
    input_close(&cli->run, &d.input);
    return status;
}
