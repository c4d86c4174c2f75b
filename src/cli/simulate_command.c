// coset simulate: a run by chance, under constraints, or as somebody chooses.
#include "cli/simulate_command.h"

#include "cli/traces.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/show_warnings.h"
#include "report/trace_view.h"

struct report_style simulate_style(const struct simulate *s)
{
    return (struct report_style){
        .full = s->cli->options->full_trace, .defines = s->cli->options->defines, .color = cli_has_color(s->cli)};
}

const char *simulate_end_text(enum explore_end end, bool initial)
{
    switch (end) {
    case EXPLORE_STUCK:
        return initial ? "the model has no initial state" : "the model has no step from here";
    case EXPLORE_CONSTRAINED:
        return initial ? "the model has initial states, but none that obeys the conditions"
                       : "the model has steps from here, but none that obeys the constraints";
    default:
        return initial ? "no initial state was found within the tries (see --tries)"
                       : "no step from here was found within the tries (see --tries)";
    }
}

static enum status status_of(enum explore_end end)
{
    return end == EXPLORE_GAVE_UP ? STATUS_UNDECIDED : STATUS_FAILS;
}

// ---- Remarks --------------------------------------------------------------------------------------------------------

struct remarks {
    struct mem *mem;
    struct str *out;
    unsigned indent;
    size_t state; // of the run, or SIZE_MAX: it need not be told
    bool json, any;
};

static void add_remark(void *context, const char *text)
{
    struct remarks *r = context;
    if (r->json) {
        str_add(r->mem, r->out, "%s{\"state\": %zu, \"text\": ", r->any ? ", " : "", r->state);
        json_add_string(r->mem, r->out, text, strlen(text));
        str_add_char(r->mem, r->out, '}');
    } else {
        str_add(r->mem, r->out, "%*s", (int)r->indent, "");
        if (r->state != SIZE_MAX)
            str_add(r->mem, r->out, "state %zu: ", r->state + 1);
        view_add_text(text, r->mem, r->out);
        str_add_char(r->mem, r->out, '\n');
    }
    r->any = true;
}

void simulate_add_remarks(struct simulate *s, size_t state, unsigned indent, struct str *out)
{
    struct remarks remarks = {s->mem, out, indent, SIZE_MAX, false, false};
    simulation_remark(&s->simulation, trace_state(&s->simulation.trace, state), add_remark, &remarks);
}

static void add_all_remarks(struct simulate *s, bool json, struct str *out)
{
    struct remarks remarks = {s->mem, out, 0, 0, json, false};
    for (; remarks.state < trace_length(&s->simulation.trace); remarks.state++)
        simulation_remark(&s->simulation, trace_state(&s->simulation.trace, remarks.state), add_remark, &remarks);
}

// ---- Files ----------------------------------------------------------------------------------------------------------

static void add_json(struct simulate *s, const char *end, struct str *out)
{
    const char *name = s->cli->operands[0];
    str_add(s->mem, out, "{\n  \"model\": ");
    json_add_string(s->mem, out, name, strlen(name));
    str_add(s->mem, out, ",\n  \"seed\": %" PRId64 ",\n  \"end\": ", s->cli->options->seed);
    if (end)
        json_add_string(s->mem, out, end, strlen(end));
    else
        str_add(s->mem, out, "null");
    str_add(s->mem, out, ",\n  \"remarks\": [");
    add_all_remarks(s, true, out);
    str_add(s->mem, out, "],\n  \"trace\": ");
    if (trace_length(&s->simulation.trace))
        report_json_trace(&s->simulation.trace, simulate_style(s), s->mem, out);
    else
        str_add(s->mem, out, "null");
    str_add(s->mem, out, "\n}\n");
}

bool simulate_save(struct simulate *s, const char *path, const char *end)
{
    struct str text = {0}, shown = {0};
    add_json(s, end, &text);
    errno = 0;
    FILE *file = fopen(path, "we");
    bool good = file && fwrite(text.at, 1, text.count, file) == text.count;
    int reason = errno;
    if (file && fclose(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (!good) {
        input_add_quoted(&s->cli->run, &shown, path);
        log_error(&s->cli->run.log, "cannot write %s: %s", str_text(&shown), strerror(reason));
    }
    str_free(s->mem, &shown);
    str_free(s->mem, &text);
    return good;
}

static bool use_run(struct simulate *s, const char *path, const report_run_array *runs)
{
    struct str name = {0}, error = {0};
    input_add_quoted(&s->cli->run, &name, path);
    bool good = trace_replay(&runs->at[0].trace, s->mem, &error);
    if (!good)
        log_error(&s->cli->run.log, "the trace in %s is not an execution of the model: %s", str_text(&name),
                  str_text(&error));
    else {
        if (runs->count > 1)
            log_warning(&s->cli->run.log, "there are %zu traces in %s; the first one is taken", runs->count,
                        str_text(&name));
        simulation_load(&s->simulation, &runs->at[0].trace);
    }
    str_free(s->mem, &name);
    str_free(s->mem, &error);
    return good;
}

bool simulate_load(struct simulate *s, const char *path)
{
    report_run_array runs = {0};
    bool good = cli_read_traces(&s->cli->run, &s->input, path, &runs) && use_run(s, path, &runs);
    for (size_t i = 0; i < runs.count; i++)
        trace_close(&runs.at[i].trace, s->mem);
    array_free(s->mem, &runs);
    return good;
}

// ---- Chance ---------------------------------------------------------------------------------------------------------

static void show_run(struct simulate *s, size_t steps, const char *end, struct str *out)
{
    if (trace_length(&s->simulation.trace))
        report_text_trace(&s->simulation.trace, simulate_style(s), 0, s->mem, out);
    add_all_remarks(s, false, out);
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
    const char *why = states == wanted ? NULL : simulate_end_text(end, no_state);
    if (no_state) // there is no run, so there is nothing to show
        log_error(&s->cli->run.log, "%s", why);
    if (o->json)
        add_json(s, why, &out);
    else if (!no_state)
        show_run(s, states - is_new, why, &out);
    fputs(str_text(&out), s->cli->out);
    str_free(s->mem, &out);
    if (o->output && !no_state && !simulate_save(s, o->output, why))
        return STATUS_TROUBLE;
    return why ? status_of(end) : STATUS_HOLDS;
}

// ---- The command ----------------------------------------------------------------------------------------------------

// Constraints on states are those that speak neither of inputs nor of next values.
static bool sort_conditions(struct simulate *s, const condition_array *constraints)
{
    for (size_t i = 0; i < constraints->count; i++) {
        const struct expr_node *n = model_expr(s->input.model, constraints->at[i]);
        if (n->has_next || n->has_input)
            array_push(s->mem, &s->steps, constraints->at[i]);
        else
            array_push(s->mem, &s->states, constraints->at[i]);
    }
    for (size_t i = 0; i < s->starts.count; i++) {
        const struct expr_node *n = model_expr(s->input.model, s->starts.at[i]);
        if (n->has_next || n->has_input) {
            log_error(&s->cli->run.log, "--start is about a state: it takes neither inputs nor next values");
            return false;
        }
    }
    return true;
}

static bool read_conditions(struct simulate *s)
{
    condition_array constraints = {0};
    s->properties = model_property_count(s->input.model);
    bool good = input_read_conditions(&s->cli->run, &s->input, "--constraint", &constraints, &s->properties) &&
                input_read_conditions(&s->cli->run, &s->input, "--start", &s->starts, &s->properties) &&
                sort_conditions(s, &constraints);
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
    const struct explore_conditions conditions = {.initial = s->starts.at,
                                                  .initial_count = s->starts.count,
                                                  .states = s->states.at,
                                                  .state_count = s->states.count,
                                                  .steps = s->steps.at,
                                                  .step_count = s->steps.count};
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
    if (input_open(&cli->run, &cli->options->job, cli->operands[0], &s.input) &&
        input_check_values(&cli->run, &s.input) && read_conditions(&s) && find_symmetry(&s)) {
        cli_warn_of_starts(cli, s.input.model);
        open_simulation(&s);
        if (!o->trace_file || simulate_load(&s, o->trace_file))
            status = o->interactive ? simulate_interactively(&s, stdin, isatty(STDIN_FILENO)) : simulate_by_chance(&s);
        simulation_close(&s.simulation);
        explorer_free(s.explorer);
    }
    orbit_map_free(s.orbits);
    array_free(s.mem, &s.starts);
    array_free(s.mem, &s.states);
    array_free(s.mem, &s.steps);
    input_close(&cli->run, &s.input);
    return status;
}
