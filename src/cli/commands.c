// The commands and the options that they take. Those of a job are in run/job_options.c.
#include <string.h>

#include "cli/cli.h"
#include "run/examination.h"
#include "run/job_options.h"

static const struct option common_options[] = {
    {"help", 'h', OPTION_AT(struct cli_options, help), .help = "explain the command and its options"},
    {"quiet", 'q', OPTION_AT(struct cli_options, quiet), .help = "show no progress of long work"},
    {"verbose", 'v', OPTION_AT(struct cli_options, verbose), .help = "tell more about the work, as --log=verbose"},
    {"log", OPTION_AT(struct cli_options, log), .argument = "LEVEL", .initial = "info", .choices = LOG_LEVELS,
     .help = "which messages to show"},
    {"memory-limit", 'm', OPTION_AT(struct cli_options, job.memory), .argument = "BYTES",
     .help = "take no more memory than this; a number with k, M, G or T behind it if need be, 0 for no limit; else 90 "
             "% of what is free when it begins"},
    {"memory", OPTION_AT(struct cli_options, job.memory), .argument = "BYTES", .help = "short for --memory-limit"},
};
const struct option_group cli_common_options = OPTION_GROUP("Options", common_options);

static const struct option output_options[] = {
    {"format", OPTION_AT(struct cli_options, format), .argument = "FORMAT", .choices = "text|nusmv|json|witness",
     .initial = "text",
     .help = "text for people, the text that NuSMV prints, JSON, or, for circuits, the witnesses of AIGER and BTOR2"},
    {"json", OPTION_AT(struct cli_options, json), .help = "the same as --format=json"},
    {"color", OPTION_AT(struct cli_options, color), .argument = "WHEN", .choices = "auto|always|never",
     .initial = "auto", .help = "colour verdicts and changes: on a terminal unless NO_COLOR is set, always, or never"},
    {"trace", OPTION_AT(struct cli_options, job.trace), .initial = "on",
     .help = "show a counterexample for each property that fails"},
    {"full-trace", OPTION_AT(struct cli_options, full_trace),
     .help = "show all variables in each state of a trace, not only those that change"},
    {"defines", OPTION_AT(struct cli_options, defines), .help = "show the values of DEFINEs in traces too"},
    {"stats", OPTION_AT(struct cli_options, stats), .help = "show search statistics"},
    {"coverage", OPTION_AT(struct cli_options, coverage),
     .help = "of a Murphi model, show how often each rule is enabled and fires in the reachable states, and warn of "
             "rules that are never enabled and of values of enumerations that no state has; takes explicit-state "
             "search"},
    {"html", OPTION_AT(struct cli_options, html), .argument = "FILE",
     .help = "also write a report to this file: a page for a browser, with a viewer for traces"},
    {"junit", OPTION_AT(struct cli_options, junit), .argument = "FILE",
     .help = "also write the verdicts to this file as JUnit's XML, for pipelines: a test case for each property"},
    {"certificate", OPTION_AT(struct cli_options, certificate), .argument = "FILE",
     .help = "also write to this file why each property holds that does: coset-certify checks it; with --family N=1..4 "
             "a file for each size, FILE.1 and so on; with --family N=1.. the obligations that SMT solvers check"},
    {"certificate-format", OPTION_AT(struct cli_options, certificate_format), .argument = "FORMAT",
     .choices = "coset|aiger", .initial = "coset",
     .help =
         "what is written to the file that --certificate names: what coset-certify checks, or a witness circuit for "
         "checkers of hardware model checking; then --aiger-model names a file for the circuit of the model"},
    {"aiger-model", OPTION_AT(struct cli_options, aiger_model), .argument = "FILE",
     .help = "with --certificate-format=aiger: write the circuit of the model to this file"},
    {"invariant", OPTION_AT(struct cli_options, invariant), .argument = "FILE",
     .help = "also write to this file an inductive invariant that proves what holds, found by IC3, as declarations of "
             "the model's language, SMV or Murphi; with --family N=1.. the invariants that prove it for every size"},
    {"certify", OPTION_AT(struct cli_options, certify),
     .help = "have coset-certify check the certificate of each property that holds, in a process of its own, and show "
             "which of them are certified"},
};
static const struct option_group output_group = OPTION_GROUP("Output", output_options);

static const struct option replay_options[] = {
    {"property", 'p', OPTION_AT(struct cli_options, job.properties), .argument = "N|NAME",
     .help = "the property that the trace is to refute, by its number (from 1) or its name"},
    {"json", OPTION_AT(struct cli_options, json), .help = "print JSON"},
};
static const struct option_group replay_group = OPTION_GROUP("Replaying", replay_options);

static const struct option draw_options[] = {
    {"what", 'w', OPTION_AT(struct cli_options, picture), .argument = "PICTURE",
     .choices = "reachable|quotient|bdd|skeleton|search", .initial = "reachable",
     .help = "the reachable states and their steps; orbits instead of states, with the permutations that take "
             "successors to representatives; the decision diagram of the reachable states, or of a condition; the "
             "local states of a component and its moves, with their guards on all else; or, as SVG, states and nodes "
             "by iteration in the searches that check makes for the properties"},
    {"dot", OPTION_AT(struct cli_options, dot), .argument = "FILE", .initial = "-",
     .help = "write to this file, for graphviz; - is the standard output"},
    {"limit", OPTION_AT(struct cli_options, limit), .argument = "N", .initial = "200", .least = "1", .most = "1000000",
     .help = "draw so many states, orbits, nodes, local states or searches, and say what is missing"},
    {"constraint", 'c', OPTION_AT(struct cli_options, job.constraints), .argument = "CONDITION",
     .help = "draw only states and steps that obey this; or the diagram of this; may be given several times"},
    {"component", OPTION_AT(struct cli_options, component), .argument = "NAME",
     .help = "whose skeleton: a class of components, an instance of a module, or an index of arrays"},
    {"project", OPTION_AT(struct cli_options, projected), .argument = "VARIABLES",
     .help =
         "draw only these variables of a component, with commas between them, and take its others for all else; may "
         "be given several times"},
    {"tries", OPTION_AT(struct cli_options, tries), .argument = "N", .initial = "1000000", .least = "0",
     .help = "look at so many values of variables for the successors of a state, and give up then; 0 for no limit"},
};
static const struct option_group draw_group = OPTION_GROUP("Drawing", draw_options);

static const struct option export_options[] = {
    {"aiger", OPTION_AT(struct cli_options, aiger), .argument = "FILE",
     .help = "write a circuit in AIGER to this file: as text if its name ends in .aag, else in the binary form"},
    {"property", 'p', OPTION_AT(struct cli_options, job.properties), .argument = "N|NAME",
     .help = "only this property, by its number (from 1) or its name; may be given several times"},
};
static const struct option_group export_group = OPTION_GROUP("Exporting", export_options);

static const struct option explain_options[] = {
    {"property", 'p', OPTION_AT(struct cli_options, job.properties), .argument = "N|NAME",
     .help = "explain this property of the file, by its number (from 1) or its name; without it, the one that the "
             "trace is said to refute"},
    {"formula", 'f', OPTION_AT(struct cli_options, job.formulas), .argument = "FORMULA",
     .help = "explain this formula instead; it may be a part of a property"},
    {"state", 's', OPTION_AT(struct cli_options, state), .argument = "N", .least = "0",
     .help = "at this state of the trace, from 1; without it (or 0) at the first one, and an invariant along the whole "
             "trace"},
    {"json", OPTION_AT(struct cli_options, json), .help = "print JSON"},
};
static const struct option_group explain_group = OPTION_GROUP("What to explain", explain_options);

static const struct option simulate_options[] = {
    {"steps", 'n', OPTION_AT(struct cli_options, steps), .argument = "N", .initial = "10", .least = "0",
     .most = "10000000", .help = "make so many steps"},
    {"seed", OPTION_AT(struct cli_options, seed), .argument = "N", .initial = "1", .least = "0",
     .help = "what chance begins with: the same seed gives the same trace"},
    {"start", OPTION_AT(struct cli_options, job.starts), .argument = "CONDITION",
     .help = "begin in a state in which this holds; may be given several times"},
    {"constraint", 'c', OPTION_AT(struct cli_options, job.constraints), .argument = "CONDITION",
     .help = "go only to states in which this holds, the first one among them, and, where it speaks of inputs or next "
             "values (SMV), only by steps for which it holds; may be given several times"},
    {"interactive", 'i', OPTION_AT(struct cli_options, interactive),
     .help = "ask what to do, line by line, on the standard input stream; \"help\" tells what can be said there"},
    {"trace", OPTION_AT(struct cli_options, trace_file), .argument = "FILE",
     .help = "go on from the end of the trace in this file, which simulate or check --json has written"},
    {"symmetry", OPTION_AT(struct cli_options, up_to_symmetry),
     .help = "of what can come next, offer one state per orbit, with the number of states in it"},
    {"choices", OPTION_AT(struct cli_options, choices), .argument = "N", .initial = "100", .least = "1",
     .most = "1000000", .help = "where more states can come next, pick some of them by chance"},
    {"tries", OPTION_AT(struct cli_options, tries), .argument = "N", .initial = "1000000", .least = "0",
     .help = "look at so many values of variables for what can come next, and give up then; 0 for no limit"},
};
static const struct option_group simulate_group = OPTION_GROUP("Simulating", simulate_options);

static const struct option run_options[] = {
    {"json", OPTION_AT(struct cli_options, json), .help = "print JSON, which replay and --trace read"},
    {"color", OPTION_AT(struct cli_options, color), .argument = "WHEN", .choices = "auto|always|never",
     .initial = "auto", .help = "colour verdicts and changes: on a terminal unless NO_COLOR is set, always, or never"},
    {"output", 'o', OPTION_AT(struct cli_options, output), .argument = "FILE",
     .help = "write the trace to this file, too, as JSON"},
    {"full-trace", OPTION_AT(struct cli_options, full_trace),
     .help = "show all variables in each state of a trace, not only those that change"},
    {"defines", OPTION_AT(struct cli_options, defines), .help = "show the values of DEFINEs too"},
};
static const struct option_group run_group = OPTION_GROUP("Output", run_options);

static const struct option info_options[] = {
    {"symmetry", OPTION_AT(struct cli_options, find_symmetry),
     .help = "look for symmetries, and tell them instead of all else: which variables can be exchanged"},
};
static const struct option_group info_group = OPTION_GROUP("What to tell", info_options);

static const struct option_group *const common_only[] = {&cli_common_options, NULL};
static const struct option_group *const info_groups[] = {&info_group, &job_model_options, &cli_common_options, NULL};
static const struct option_group *const check_groups[] = {
    &job_goal_options,     &job_model_options, &job_family_options, &job_method_options,
    &job_onthefly_options, &output_group,      &cli_common_options, NULL};
static const struct option mcc_options[] = {
    {"only", OPTION_AT(struct cli_options, only), .argument = "METHOD", .choices = EXAMINATION_METHODS,
     .help = "answer by the state equation, by walks, by a part of the reachability graph of the net or of the flat "
             "net, by "
             "decision diagrams or by the model that the net becomes alone, so that one judges another; all: by each "
             "where it is of use"},
};
static const struct option_group mcc_group = OPTION_GROUP("How to answer", mcc_options);
static const struct option_group *const mcc_groups[] = {&mcc_group, &job_method_options, &cli_common_options, NULL};
static const struct option_group *const replay_groups[] = {&job_model_options, &replay_group, &cli_common_options,
                                                           NULL};
static const struct option_group *const draw_groups[] = {
    &draw_group, &job_model_options, &job_goal_options, &job_method_options, &job_onthefly_options, &cli_common_options,
    NULL};
static const struct option_group *const explain_groups[] = {&explain_group, &job_model_options, &cli_common_options,
                                                            NULL};
static const struct option_group *const export_groups[] = {&export_group, &job_model_options, &cli_common_options,
                                                           NULL};
static const struct option_group *const simulate_groups[] = {&simulate_group, &run_group, &job_model_options,
                                                             &cli_common_options, NULL};

static const struct example check_examples[] = {
    {"coset check model.smv", "all properties of the model; coset model.smv is short for it"},
    {"coset check model.m -D N=8000 -p 1 --states",
     "the first property, with another value of the constant N; and the number of reachable states"},
    {"coset check model.smv -f 'AG EF idle' --json >trace.json",
     "a formula of one's own; the output can be replayed, explained, and gone on from"},
    {"coset check model.m --family N=1..20", "all these sizes at once: those for which a property fails"},
    {"coset check model.m --family N=1..", "a proof for every size"},
    {"coset check model.smv --html report.html", "also a page for a browser, with a viewer for traces"},
    {0},
};

static const struct example info_examples[] = {
    {"coset info --symmetry model.smv", "the symmetries that are found in the model"},
    {0},
};

static const struct example simulate_examples[] = {
    {"coset simulate model.m -n 20 --seed 7", "20 steps by chance"},
    {"coset simulate -i model.smv", "step by step, as you choose"},
    {"coset simulate model.smv -c 'pick = 1' -o trace.json",
     "only states and steps with this condition; kept in a file"},
    {0},
};

static const struct example replay_examples[] = {
    {"coset replay trace.json", "the file says of which model its traces are, and what was said of that"},
    {0},
};

static const struct example explain_examples[] = {
    {"coset explain trace.json", "why the property fails"},
    {"coset explain trace.json -f 'a.state = idle' -s 3", "whether and why this is so in the third state"},
    {0},
};

static const struct example draw_examples[] = {
    {"coset draw model.m -D N=2 | dot -Tsvg >states.svg", "the reachable states and their steps"},
    {"coset draw model.m -w skeleton --component Proc", "the local states of a component, and its moves"},
    {0},
};

static const struct example export_examples[] = {
    {"coset export model.smv --aiger model.aig", "for tools that read circuits"},
    {0},
};

const struct command cli_commands[] = {
    {"check", "MODEL", "check the properties of a model, and show a counterexample for each one that fails",
     check_groups, check_run, check_examples},
    {"info", "MODEL", "tell what is in a model: variables, actions, properties, and their order", info_groups, info_run,
     info_examples},
    {"simulate", "MODEL", "make a trace step by step: by chance, under constraints, or as you choose", simulate_groups,
     simulate_run, simulate_examples},
    {"replay", "[MODEL] TRACE.json",
     "replay traces stored by check or simulate, or a witness of a circuit, and judge them", replay_groups, replay_run,
     replay_examples},
    {"explain", "[MODEL] TRACE.json", "tell why a formula is true or false at a state of a stored trace",
     explain_groups, explain_run, explain_examples},
    {"draw", "MODEL",
     "draw a picture: states, orbits, a decision diagram or a component, for graphviz, or plots of searches",
     draw_groups, draw_run, draw_examples},
    {"export", "MODEL", "write a model, with those properties that have a form for it, as a circuit in AIGER",
     export_groups, export_run, export_examples},
    {"mcc", "FOLDER EXAMINATION", "answer an examination of the Model Checking Contest about the net in a folder",
     mcc_groups, mcc_run, NULL},
    {"lsp", NULL, "answer an editor on the standard streams, by the Language Server Protocol", common_only,
     lsp_command_run, NULL},
    {"mcp", NULL, "answer an assistant on the standard streams, by the Model Context Protocol", common_only,
     mcp_command_run, NULL},
    {"demo", NULL, "check a small built-in model and show what happens", common_only, demo_run, NULL},
    {0},
};

const struct command *cli_find_command(const char *name)
{
    for (const struct command *command = cli_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

bool cli_is_given(const struct cli *cli, const struct option *option)
{
    for (int i = 0; i < cli->given_count; i++)
        if (options_is_given(option, cli->given[i]))
            return true;
    return false;
}
