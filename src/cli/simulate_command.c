// coset simulate: a trace by chance, under constraints, or as somebody chooses.
#include "cli/simulate_command.h"

#include "cli/traces.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/show_warnings.h"
#include "cli/shown_report.h"
#include "report/simulation_text.h"
#include "run/output.h"

static enum status status_of(enum explore_end end)
{
    return end == EXPLORE_GAVE_UP ? STATUS_UNDECIDED : STATUS_FAILS;
}

// ---- Files ----------------------------------------------------------------------------------------------------------

static void add_json(struct simulate *s, const char *end, struct str *out)
{
    const struct simulation_facts facts = {.model_name = s->cli->operands[0],
                                           .seed = s->cli->options->seed,
                                           .end = end,
                                           .style = cli_report_style(s->cli, 0),
                                           .arguments = s->cli->given,
                                           .argument_count = (size_t)s->cli->given_count};
    report_json_simulation(&s->simulation, &facts, out);
}

bool simulate_save(struct simulate *s, const char *path, const char *end)
{
    struct str text = {0};
    add_json(s, end, &text);
    bool good = output_put(&s->cli->run, path, &text);
    str_free(s->mem, &text);
    return good;
}

static bool use_trace(struct simulate *s, const char *path, const stored_trace_array *traces)
{
    struct str name = {0}, error = {0};
    input_add_quoted(&s->cli->run, &name, path);
    bool good = trace_replay(&traces->at[0].trace, s->mem, &error);
    if (!good)
        log_error(&s->cli->run.log, "the trace in %s is not an execution of the model: %s", str_text(&name),
                  str_text(&error));
    else {
        if (traces->count > 1)
            log_warning(&s->cli->run.log, "there are %zu traces in %s; the first one is taken", traces->count,
                        str_text(&name));
        simulation_load(&s->simulation, &traces->at[0].trace);
    }
    str_free(s->mem, &name);
    str_free(s->mem, &error);
    return good;
}

bool simulate_load(struct simulate *s, const char *path)
{
    stored_trace_array traces = {0};
    bool good = cli_read_traces(s->cli, &s->input, path, 0, &traces) && use_trace(s, path, &traces);
    cli_free_traces(s->cli, &traces);
    return good;
}

// ---- Chance ---------------------------------------------------------------------------------------------------------

static void show_trace(struct simulate *s, size_t steps, const char *end, struct str *out)
{
    if (trace_length(&s->simulation.trace))
        report_text_trace(&s->simulation.trace, cli_report_style(s->cli, 0), 0, s->mem, out);
    report_text_remarks(&s->simulation, out);
    str_add(s->mem, out, "%zu step%s by chance, with seed %" PRId64 "\n", steps, steps == 1 ? "" : "s",
            s->cli->options->seed);
    if (end)
        str_add(s->mem, out, "the trace ends here: %s\n", end);
}

static enum status simulate_by_chance(struct simulate *s)
{
    const struct cli_options *o = s->cli->options;
    struct str out = {0};
    enum explore_end end = EXPLORE_STUCK;
    bool is_new = trace_length(&s->simulation.trace) == 0;
    size_t wanted = (size_t)o->steps + is_new, states = simulation_run(&s->simulation, wanted, &end);
    bool no_state = trace_length(&s->simulation.trace) == 0;
    const char *why = states == wanted ? NULL : report_end_text(end, no_state);
    if (no_state) // there is no trace, so there is nothing to show
        log_error(&s->cli->run.log, "%s", why);
    if (o->json)
        add_json(s, why, &out);
    else if (!no_state)
        show_trace(s, states - is_new, why, &out);
    fputs(str_text(&out), s->cli->out);
    str_free(s->mem, &out);
    if (o->output && !no_state && !simulate_save(s, o->output, why))
        return STATUS_TROUBLE;
    return why ? status_of(end) : STATUS_HOLDS;
}

// ---- The command ----------------------------------------------------------------------------------------------------

static bool starts_are_states(struct simulate *s)
{
    for (size_t i = 0; i < s->starts.count; i++)
        if (condition_is_on_step(s->input.model, s->starts.at[i])) {
            log_error(&s->cli->run.log, "--start is about a state: it takes neither inputs nor next values");
            return false;
        }
    return true;
}

static bool read_conditions(struct simulate *s)
{
    condition_array constraints = {0};
    s->properties = model_property_count(s->input.model);
    bool good = input_read_conditions(&s->cli->run, &s->input, "--constraint", &constraints, &s->properties) &&
                input_read_conditions(&s->cli->run, &s->input, "--start", &s->starts, &s->properties) &&
                starts_are_states(s);
    split_conditions_open(&s->constraints, s->input.model, constraints.at, constraints.count, s->mem);
    array_free(s->mem, &constraints);
    return good;
}

static bool find_symmetry(struct simulate *s)
{
    struct str why = {0};
    if (!s->cli->options->up_to_symmetry)
        return true;
    s->orbits = orbit_map_new(s->input.model, s->mem, &why);
    if (!s->orbits)
        log_error(&s->cli->run.log, "--symmetry: %s", str_text(&why));
    str_free(s->mem, &why);
    return s->orbits;
}

static bool is_sensible(struct cli *cli)
{
    if (cli->operand_count != 1)
        log_error(&cli->run.log, "simulate: expected one model (see: coset help simulate)");
    else if (cli->options->json && cli->options->interactive)
        log_error(&cli->run.log,
                  "--interactive talks to people; it has \"save\" and --output for programs, not --json");
    else
        return true;
    return false;
}

static void open_simulation(struct simulate *s)
{
    const struct cli_options *o = s->cli->options;
    const struct explore_conditions conditions = split_conditions_for(&s->constraints, s->starts.at, s->starts.count);
    const struct explore_limits limits = {(size_t)o->choices, (uint64_t)o->tries};
    s->explorer = explorer_new(s->input.model, &conditions, limits, s->orbits, (uint64_t)o->seed, s->mem);
    simulation_open(&s->simulation, s->input.model, s->explorer, s->mem);
    s->simulation.properties = s->properties;
}

enum status simulate_run(struct cli *cli)
{
    struct simulate s = {.cli = cli, .mem = &cli->run.mem};
    const struct cli_options *o = cli->options;
    enum status status = STATUS_TROUBLE;
    if (!is_sensible(cli))
        return STATUS_TROUBLE;
    struct job job;
    if (cli_open_model_of_traces(cli, 0, &job, &s.input) && read_conditions(&s) && find_symmetry(&s)) {
        cli_warn_of_starts(cli, s.input.model);
        open_simulation(&s);
        if (!o->trace_file || simulate_load(&s, o->trace_file))
            status = o->interactive ? simulate_interactively(&s, stdin, isatty(STDIN_FILENO)) : simulate_by_chance(&s);
        simulation_close(&s.simulation);
        explorer_free(s.explorer);
    }
    orbit_map_free(s.orbits);
    array_free(s.mem, &s.starts);
    split_conditions_close(&s.constraints, s.mem);
    input_close(&cli->run, &s.input);
    return status;
}
