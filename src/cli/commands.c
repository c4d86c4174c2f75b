// The commands and the options that they take.
#include <string.h>

#include "cli/cli.h"

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

static const struct option model_options[] = {
    {"define", 'D', OPTION_AT(struct cli_options, job.constants), .argument = "NAME=VALUE",
     .help = "give a constant of a Murphi model, or with --cpp a macro, this value; may be given several times"},
    {"cpp", OPTION_AT(struct cli_options, job.cpp),
     .help = "run the C preprocessor (\"cpp\") on an SMV model; messages are about the files that lines come from"},
    {"deadlock", OPTION_AT(struct cli_options, job.deadlock), .argument = "WHAT", .choices = "stuttering|stuck|off",
     .initial = "stuttering",
     .help = "what is a deadlock of a Murphi model: a state that no rule changes, or one in which no rule is enabled"},
    {"dialect", OPTION_AT(struct cli_options, job.dialect), .argument = "TOOL", .choices = "auto|cmurphi|rumur",
     .initial = "auto",
     .help = "whose Murphi a model is written in, which matters where values are undefined; auto takes CMurphi's view "
             "unless the file has something that only rumur accepts"},
    {"loop-limit", OPTION_AT(struct cli_options, job.loop_limit), .argument = "N", .initial = "1000", .least = "1",
     .most = "1000000", .help = "how often a while loop of a Murphi model may go round; more is a fault"},
    {"generator", OPTION_AT(struct cli_options, job.generators), .argument = "CYCLES",
     .help =
         "say that the model has this symmetry, as SYMMETRY in its file does: \"(p1 p2)(q1 q2){red green}\"; may be "
         "given several times"},
    {"hint", OPTION_AT(struct cli_options, job.hints), .argument = "CONDITION",
     .help =
         "say that steps from such states are worth following first, as HINT in its file does; may be given several "
         "times"},
};
static const struct option_group model_group = OPTION_GROUP("The model", model_options);

static const struct option family_options[] = {
    {"family", OPTION_AT(struct cli_options, job.family), .argument = "NAME=LOW..HIGH",
     .help = "check a Murphi model for all these values of a constant in one run, and tell those for which a "
             "property fails"},
    {"size", OPTION_AT(struct cli_options, job.size), .argument = "N",
     .help = "of a family, show the run for this value; else it is the smallest one that fails"},
};
static const struct option_group family_group = OPTION_GROUP("Families", family_options);

static const struct option what_options[] = {
    {"property", 'p', OPTION_AT(struct cli_options, job.properties), .argument = "N|NAME",
     .help = "check only this property of the file, by its number (from 1) or its name; may be given several times"},
    {"formula", 'f', OPTION_AT(struct cli_options, job.formulas), .argument = "FORMULA",
     .help = "check this formula of CTL, LTL, CTL* or PSL; may be given several times. The properties of the file are "
             "then left out unless --property asks for them"},
    {"states", OPTION_AT(struct cli_options, job.states), .help = "count the reachable states, exactly"},
};
static const struct option_group what_group = OPTION_GROUP("What to check", what_options);

static const struct option work_options[] = {
    {"engine", OPTION_AT(struct cli_options, job.engine), .argument = "ENGINE", .choices = "auto|symbolic|explicit",
     .initial = "auto",
     .help =
         "decision diagrams, states one by one, or what suits the model: both in turns for Murphi, diagrams for SMV"},
    {"strategy", OPTION_AT(struct cli_options, job.strategy), .argument = "WAY",
     .choices = "auto|breadth|chaining|saturation", .initial = "auto",
     .help =
         "how diagrams search for reachable states: layer by layer, action by action, or each part to its end first"},
    {"symmetry", OPTION_AT(struct cli_options, job.symmetry), .argument = "METHOD",
     .choices = "auto|off|counters|explicit|architectural|dynamic|componentwise|componentwise+states|onthefly|live-rep|"
                "xi|orbit-xi",
     .initial = "auto",
     .help =
         "what to make of symmetry. auto: what suits the model. off: nothing. Of components that are alike (scalarsets "
         "and rings of Murphi), counters: count those in each local state; explicit: search orbits one by one; "
         "dynamic, "
         "componentwise: map sets of states to representatives after each step, or after the steps of each component; "
         "componentwise+states: so without components that are in the same state as their neighbours. architectural: "
         "reachability (EF and AG) with all permutations of rings and arrays, where that is right. Of symmetries that "
         "are stated or found in any model, onthefly: choose representatives on the fly; live-rep: restrict the model "
         "to them; xi, orbit-xi: relate them to the states of their orbits"},
    {"order", OPTION_AT(struct cli_options, job.order), .argument = "FILE",
     .help = "take the order of the variables from this file: one name a line, the top first"},
    {"write-order", OPTION_AT(struct cli_options, write_order), .argument = "FILE",
     .help = "write the order of the variables to this file"},
    {"reorder", OPTION_AT(struct cli_options, job.reorder), .initial = "on",
     .help = "improve the order while diagrams grow"},
    {"cone", OPTION_AT(struct cli_options, job.cone), .initial = "on",
     .help = "check a property without the variables that it does not depend on"},
    {"reachable", OPTION_AT(struct cli_options, job.reachable), .argument = "WHEN", .choices = "auto|on|off",
     .initial = "auto", .help = "find the reachable states first"},
    {"vacuity", OPTION_AT(struct cli_options, job.vacuity), .initial = "on",
     .help = "tell whether a property holds only because the left side of an implication never happens"},
    {"time-limit", 't', OPTION_AT(struct cli_options, job.time_limit), .argument = "TIME",
     .help = "take no more time than this, in all; seconds, or a number with s, m or h behind it, 0 for no limit"},
    {"jobs", 'j', OPTION_AT(struct cli_options, job.jobs), .argument = "N", .initial = "1", .least = "1",
     .most = "1024",
     .help = "check properties, and sizes of a family, in so many processes at once, which share the memory limit; one "
             "that dies leaves only the property that it was about undecided"},
    {"checkpoint", OPTION_AT(struct cli_options, job.checkpoint), .argument = "FILE",
     .help =
         "save the work in this file now and then, and at the end: verdicts, and the states that were found, by all "
         "processes"},
    {"every", OPTION_AT(struct cli_options, job.every), .argument = "TIME", .initial = "60s", .least = "0.1",
     .help = "save it that often; where saving takes long, it is done less often"},
    {"resume", OPTION_AT(struct cli_options, job.resume), .argument = "FILE",
     .help = "go on from this checkpoint, which must be one of the same model, options and version; with --checkpoint, "
             "which may name the same file, the work is saved again"},
};
static const struct option_group work_group = OPTION_GROUP("How to check it", work_options);

static const struct option onthefly_options[] = {
    {"detect", OPTION_AT(struct cli_options, job.detect), .initial = "on",
     .help = "find symmetries in the model where none are stated; without any, these methods search forwards, by hints "
             "if there are some"},
    {"verify-generators", OPTION_AT(struct cli_options, job.verify_generators), .argument = "WHEN",
     .choices = "auto|on|off", .initial = "auto",
     .help =
         "see whether stated generators are symmetries of the model: as far as that is cheap, whatever it takes, or "
         "not at all. With one that is not known to be, nothing is said to hold"},
    {"sigma-by", OPTION_AT(struct cli_options, job.sigma_by), .argument = "WAY",
     .choices = "substitution|relation|partition", .initial = "substitution",
     .help = "how a generator is applied to a set of states: by substituting variables, by one relation, or by a "
             "relation for each of its cycles"},
    {"sigma-simplify", OPTION_AT(struct cli_options, job.sigma_simplify),
     .help = "simplify these relations to what they have to be on the set at hand"},
    {"sigma-rounds", OPTION_AT(struct cli_options, job.sigma_rounds), .argument = "N", .initial = "0", .least = "0",
     .help = "apply all generators so many times at the most to find the states of known orbits; 0: until there are no "
             "more. Fewer rounds leave more representatives, and are no less right"},
    {"sigma-nodes", OPTION_AT(struct cli_options, job.sigma_nodes), .argument = "N", .initial = "0", .least = "0",
     .help = "stop applying generators when the states of known orbits take more nodes than this; 0: do not"},
    {"full-reach", OPTION_AT(struct cli_options, job.full_reach), .argument = "WHEN", .choices = "step|hint",
     .initial = "step", .help = "find the states of known orbits at each step, or once for each hint"},
    {"keep-full-reach", OPTION_AT(struct cli_options, job.keep_full_reach), .initial = "on",
     .help = "keep them while a step is made, which takes less time and more memory"},
    {"thin", OPTION_AT(struct cli_options, job.thin), .initial = "on",
     .help = "where several states of an orbit are found at once, take fewer of them for representatives"},
    {"dense", OPTION_AT(struct cli_options, job.dense), .argument = "NODES", .initial = "0", .least = "0",
     .help = "where a frontier takes more nodes than this, search first from a part of it that has many states in few "
             "nodes; 0: from all of it"},
};
static const struct option_group onthefly_group =
    OPTION_GROUP("Representatives on the fly (--symmetry onthefly, live-rep, xi, orbit-xi)", onthefly_options);

static const struct option output_options[] = {
    {"format", OPTION_AT(struct cli_options, format), .argument = "FORMAT", .choices = "text|nusmv|json",
     .initial = "text", .help = "text for people, the text that NuSMV prints, or JSON"},
    {"json", OPTION_AT(struct cli_options, json), .help = "the same as --format=json"},
    {"trace", OPTION_AT(struct cli_options, job.trace), .initial = "on",
     .help = "show a run for each property that fails"},
    {"full-trace", OPTION_AT(struct cli_options, full_trace),
     .help = "show all variables in each state of a run, not only those that change"},
    {"defines", OPTION_AT(struct cli_options, defines), .help = "show the values of DEFINEs in runs too"},
    {"stats", OPTION_AT(struct cli_options, stats), .help = "show what the work took"},
    {"html", OPTION_AT(struct cli_options, html), .argument = "FILE",
     .help = "also write a report to this file: a page for a browser, with a viewer for runs"},
};
static const struct option_group output_group = OPTION_GROUP("Output", output_options);

static const struct option replay_options[] = {
    {"property", 'p', OPTION_AT(struct cli_options, job.properties), .argument = "N|NAME",
     .help = "the property that the run is to refute, by its number (from 1) or its name"},
    {"json", OPTION_AT(struct cli_options, json), .help = "print JSON"},
};
static const struct option_group replay_group = OPTION_GROUP("Replaying", replay_options);

static const struct option draw_options[] = {
    {"what", 'w', OPTION_AT(struct cli_options, picture), .argument = "PICTURE",
     .choices = "reachable|quotient|bdd|skeleton", .initial = "reachable",
     .help = "the reachable states and their steps; orbits instead of states, with the permutations that take "
             "successors to representatives; the decision diagram of the reachable states, or of a condition; or the "
             "local states of a component and its moves, with their guards on all else"},
    {"dot", OPTION_AT(struct cli_options, dot), .argument = "FILE", .initial = "-",
     .help = "write to this file, for graphviz; - is the standard output"},
    {"limit", OPTION_AT(struct cli_options, limit), .argument = "N", .initial = "200", .least = "1", .most = "1000000",
     .help = "draw so many states, orbits, nodes or local states, and say what is missing"},
    {"constraint", 'c', OPTION_AT(struct cli_options, job.constraints), .argument = "CONDITION",
     .help = "draw only states and steps that obey this; or the diagram of this; may be given several times"},
    {"component", OPTION_AT(struct cli_options, component), .argument = "NAME",
     .help = "whose skeleton: a class of components, an instance of a module, or an index of arrays"},
    {"tries", OPTION_AT(struct cli_options, tries), .argument = "N", .initial = "1000000", .least = "0",
     .help = "look at so many values of variables for the successors of a state, and give up then; 0 for no limit"},
    {"time-limit", 't', OPTION_AT(struct cli_options, job.time_limit), .argument = "TIME",
     .help = "take no more time than this for a diagram; seconds, or a number with s, m or h behind it"},
};
static const struct option_group draw_group = OPTION_GROUP("Drawing", draw_options);

static const struct option explain_options[] = {
    {"property", 'p', OPTION_AT(struct cli_options, job.properties), .argument = "N|NAME",
     .help = "explain this property of the file, by its number (from 1) or its name; without it, the one that the run "
             "is said to refute"},
    {"formula", 'f', OPTION_AT(struct cli_options, job.formulas), .argument = "FORMULA",
     .help = "explain this formula instead; it may be a part of a property"},
    {"state", 's', OPTION_AT(struct cli_options, state), .argument = "N", .least = "0",
     .help =
         "at this state of the run, from 1; without it (or 0) at the first one, and an invariant along the whole run"},
    {"json", OPTION_AT(struct cli_options, json), .help = "print JSON"},
};
static const struct option_group explain_group = OPTION_GROUP("What to explain", explain_options);

static const struct option simulate_options[] = {
    {"steps", 'n', OPTION_AT(struct cli_options, steps), .argument = "N", .initial = "10", .least = "0",
     .most = "10000000", .help = "make so many steps"},
    {"seed", OPTION_AT(struct cli_options, seed), .argument = "N", .initial = "1", .least = "0",
     .help = "what chance begins with: the same seed gives the same run"},
    {"start", OPTION_AT(struct cli_options, job.starts), .argument = "CONDITION",
     .help = "begin in a state in which this holds; may be given several times"},
    {"constraint", 'c', OPTION_AT(struct cli_options, job.constraints), .argument = "CONDITION",
     .help = "go only to states in which this holds, the first one among them, and, where it speaks of inputs or next "
             "values (SMV), only by steps for which it holds; may be given several times"},
    {"interactive", 'i', OPTION_AT(struct cli_options, interactive),
     .help = "ask what to do, line by line, on the standard input stream; \"help\" tells what can be said there"},
    {"trace", OPTION_AT(struct cli_options, trace_file), .argument = "FILE",
     .help = "go on from the end of the run in this file, which simulate or check --json has written"},
    {"symmetry", OPTION_AT(struct cli_options, up_to_symmetry),
     .help = "of what can come next, offer one state per orbit, with how many it stands for"},
    {"choices", OPTION_AT(struct cli_options, choices), .argument = "N", .initial = "100", .least = "1",
     .most = "1000000", .help = "where more states can come next, pick some of them by chance"},
    {"tries", OPTION_AT(struct cli_options, tries), .argument = "N", .initial = "1000000", .least = "0",
     .help = "look at so many values of variables for what can come next, and give up then; 0 for no limit"},
};
static const struct option_group simulate_group = OPTION_GROUP("Simulating", simulate_options);

static const struct option run_options[] = {
    {"json", OPTION_AT(struct cli_options, json), .help = "print JSON, which replay and --trace read"},
    {"output", 'o', OPTION_AT(struct cli_options, output), .argument = "FILE",
     .help = "write the run to this file, too, as JSON"},
    {"full-trace", OPTION_AT(struct cli_options, full_trace),
     .help = "show all variables in each state of a run, not only those that change"},
    {"defines", OPTION_AT(struct cli_options, defines), .help = "show the values of DEFINEs too"},
};
static const struct option_group run_group = OPTION_GROUP("Output", run_options);

static const struct option info_options[] = {
    {"symmetry", OPTION_AT(struct cli_options, find_symmetry),
     .help = "look for symmetries, and tell them instead of all else: which variables can be exchanged"},
};
static const struct option_group info_group = OPTION_GROUP("What to tell", info_options);

static const struct option_group *const common_only[] = {&cli_common_options, NULL};
static const struct option_group *const info_groups[] = {&info_group, &model_group, &cli_common_options, NULL};
static const struct option_group *const check_groups[] = {
    &what_group, &model_group, &family_group, &work_group, &onthefly_group, &output_group, &cli_common_options, NULL};
static const struct option_group *const replay_groups[] = {&model_group, &replay_group, &cli_common_options, NULL};
static const struct option_group *const draw_groups[] = {&draw_group, &model_group, &cli_common_options, NULL};
static const struct option_group *const explain_groups[] = {&explain_group, &model_group, &cli_common_options, NULL};
static const struct option_group *const simulate_groups[] = {&simulate_group, &run_group, &model_group,
                                                             &cli_common_options, NULL};

const struct command cli_commands[] = {
    {"check", "MODEL", "check the properties of a model, and show a run for each one that fails", check_groups,
     check_run},
    {"info", "MODEL", "tell what is in a model: variables, actions, properties, and their order", info_groups,
     info_run},
    {"simulate", "MODEL", "make a run step by step: by chance, under constraints, or as you choose", simulate_groups,
     simulate_run},
    {"replay", "MODEL TRACE.json", "replay runs that were stored by check or simulate, and judge them", replay_groups,
     replay_run},
    {"explain", "MODEL TRACE.json", "tell why a formula is true or false at a state of a stored run", explain_groups,
     explain_run},
    {"draw", "MODEL", "draw a picture for graphviz: states, orbits, a decision diagram, or a component", draw_groups,
     draw_run},
    {"demo", NULL, "search a small built-in system and show what happens", common_only, demo_run},
    {0},
};

const struct command *cli_find_command(const char *name)
{
    for (const struct command *command = cli_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
