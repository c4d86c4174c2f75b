// The options of a job: what each is for, its default and its range. The command line reads them, and the library sets
// them by name.
#include "run/job_options.h"

#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "base/str.h"

static const struct option model_options[] = {
    {"define", 'D', OPTION_AT(struct job, constants), .argument = "NAME=VALUE",
     .help = "give a constant of a Murphi model, or with --cpp a macro, this value; may be given several times"},
    {"language", OPTION_AT(struct job, language), .argument = "LANGUAGE", .choices = "auto|smv|murphi|pnml|aiger|btor2",
     .initial = "auto",
     .help = "in which language the model is written; auto: the ending of its file says so. A model - is read from the "
             "standard input stream"},
    {"cpp", OPTION_AT(struct job, cpp),
     .help = "run the C preprocessor (\"cpp\") on an SMV model; messages are about the files that lines come from"},
    {"deadlock", OPTION_AT(struct job, deadlock), .argument = "WHAT", .choices = "stuttering|stuck|off",
     .initial = "stuttering",
     .help = "what is a deadlock of a Murphi model: a state that no rule changes, or one in which no rule is enabled"},
    {"dialect", OPTION_AT(struct job, dialect), .argument = "TOOL", .choices = "auto|cmurphi|rumur", .initial = "auto",
     .help = "whose Murphi a model is written in, which matters where values are undefined; auto takes CMurphi's view "
             "unless the file has something that only rumur accepts"},
    {"infer-scalarsets", OPTION_AT(struct job, infer_scalarsets), .initial = "on",
     .help = "treat ranges of a Murphi model that are used like scalarsets as such: without numbers, order and "
             "arithmetic"},
    {"loop-limit", OPTION_AT(struct job, loop_limit), .argument = "N", .initial = "1000", .least = "1",
     .most = "1000000", .help = "how often a while loop of a Murphi model may go round; more is a run-time error"},
    {"generator", OPTION_AT(struct job, generators), .argument = "CYCLES",
     .help =
         "state that the model has this symmetry, as SYMMETRY in its file does: \"(p1 p2)(q1 q2){red green}\"; may be "
         "given several times"},
    {"hint", OPTION_AT(struct job, hints), .argument = "CONDITION",
     .help = "follow steps from states with this condition first, as HINT in its file does; may be given several "
             "times"},
};
const struct option_group job_model_options = OPTION_GROUP("The model", model_options);

static const struct option family_options[] = {
    {"family", OPTION_AT(struct job, family), .argument = "NAME=LOW..HIGH",
     .help = "check a Murphi model for all these values of a constant in one run, and tell those for which a "
             "property fails; NAME=LOW.. without a largest value proves it for every one. Given several times, for "
             "all combinations of the values"},
    {"size", OPTION_AT(struct job, size), .argument = "N",
     .help = "of a family, show the counterexample for this value, or for these, as 1,2, of several constants; else "
             "for the smallest one that fails"},
};
const struct option_group job_family_options = OPTION_GROUP("Families", family_options);

static const struct option what_options[] = {
    {"property", 'p', OPTION_AT(struct job, properties), .argument = "N|NAME",
     .help = "check only this property of the file, by its number (from 1) or its name; may be given several times"},
    {"formula", 'f', OPTION_AT(struct job, formulas), .argument = "FORMULA",
     .help = "check this formula of CTL, LTL, CTL* or PSL; may be given several times. The properties of the file are "
             "then left out unless --property asks for them"},
    {"states", OPTION_AT(struct job, states), .help = "count the reachable states, exactly"},
    {"fail-fast", OPTION_AT(struct job, fail_fast),
     .help = "stop at the first failure of any property; the properties that are not decided by then are undecided"},
};
const struct option_group job_goal_options = OPTION_GROUP("What to check", what_options);

static const struct option work_options[] = {
    {"engine", OPTION_AT(struct job, engine), .argument = "ENGINE",
     .choices = "auto|symbolic|explicit|bmc|induction|ic3|sat", .initial = "auto",
     .help =
         "symbolic (BDD) search, explicit-state search, or auto: a portfolio of both for Murphi, BDDs first for other "
         "languages, and SAT solvers where these take long. By a SAT solver: bmc, bounded model checking; induction, "
         "the same with k-induction; ic3; sat, a portfolio of all three"},
    {"bound", OPTION_AT(struct job, bound), .argument = "N", .initial = "0", .least = "0", .most = "1000000",
     .help = "the longest counterexamples that bmc and induction look for, in steps; 0: there is no bound"},
    {"explicit-rules", OPTION_AT(struct job, explicit_rules), .argument = "WAY", .choices = "auto|tree|lowered",
     .initial = "auto",
     .help =
         "how explicit-state search makes the steps of a Murphi model: from its text (tree), with each rule compiled "
         "once, or from the lowered model, with one action for each instance of a rule; auto takes the text where "
         "the lowered model is large"},
    {"compile", OPTION_AT(struct job, compile), .argument = "WHEN", .choices = "auto|on|off", .initial = "auto",
     .help = "where steps are made from the text of a Murphi model, also write its rules as C and have the system's "
             "compiler, \"cc\", make machine code of them: when the search gets long, while it goes on (auto), before "
             "the first step (on), or not at all. Without a compiler the search goes on as it is"},
    {"disk", OPTION_AT(struct job, disk), .argument = "FOLDER",
     .help = "when explicit-state search comes near the memory limit, it goes on with its states in files in this "
             "folder, which have no names and are gone when it ends"},
    {"hash-compaction", OPTION_AT(struct job, compacts),
     .help =
         "search explicit states and keep a hash of 64 bits for each, so that more of them fit. What holds then does "
         "so with a probability, which is told with the verdict; there is no certificate, and only invariants, "
         "run-time errors, deadlocks, covers, and AG and G of a condition are decided"},
    {"strategy", OPTION_AT(struct job, strategy), .argument = "WAY", .choices = "auto|breadth|chaining|saturation",
     .initial = "auto",
     .help = "how BDDs search for reachable states: breadth-first, chaining of actions, or saturation"},
    {"symmetry", OPTION_AT(struct job, symmetry), .argument = "METHOD",
     .choices = "auto|off|counters|explicit|architectural|dynamic|componentwise|componentwise+states|onthefly|live-rep|"
                "xi|orbit-xi",
     .initial = "auto",
     .help =
         "symmetry reduction. auto: a portfolio. off: none. For symmetric components (scalarsets and rings of Murphi), "
         "counters: counter abstraction; explicit: explicit quotient; dynamic, componentwise: symbolic quotient, with "
         "representatives after each image, or after the image of each component; componentwise+states: the same with "
         "state symmetries. architectural: reachability (EF and AG) with all permutations of rings and arrays, where "
         "it is sound. For symmetries stated or found in any model, onthefly: on-the-fly representatives; live-rep: "
         "the model restricted to them; xi, orbit-xi: relations between them and the states of their orbits"},
    {"sort-by", OPTION_AT(struct job, sort_by), .argument = "WAY", .choices = "recursion|exchange",
     .initial = "recursion",
     .help = "how symbolic quotients sort components: by one recursion over the diagram, or by exchanges of neighbours "
             "until nothing changes, as the papers do; representatives are the same where components hold no ids"},
    {"order", OPTION_AT(struct job, order), .argument = "FILE",
     .help = "take the variable order from this file: one name a line, the top first"},
    {"write-order", OPTION_AT(struct job, write_order), .argument = "FILE",
     .help = "write the variable order to this file"},
    {"reorder", OPTION_AT(struct job, reorder), .initial = "on",
     .help = "dynamic reordering of the variables while BDDs grow"},
    {"cone", OPTION_AT(struct job, cone), .initial = "on", .help = "check a property on its cone of influence only"},
    {"reachable", OPTION_AT(struct job, reachable), .argument = "WHEN", .choices = "auto|on|off", .initial = "auto",
     .help = "find the reachable states first"},
    {"vacuity", OPTION_AT(struct job, vacuity), .initial = "on",
     .help = "tell whether a property is vacuous: an antecedent is never true"},
    {"time-limit", 't', OPTION_AT(struct job, time_limit), .argument = "TIME",
     .help = "take no more time than this, in all; seconds, or a number with s, m or h behind it, 0 for no limit"},
    {"jobs", 'j', OPTION_AT(struct job, jobs), .argument = "N", .initial = "1", .least = "1", .most = "1024",
     .help = "check properties, and sizes of a family, in so many processes at once, which share the memory limit; one "
             "that dies leaves only the property that it was about undecided"},
    {"threads", OPTION_AT(struct job, threads), .argument = "N", .initial = "0", .least = "0", .most = "256",
     .help = "search explicit states in so many threads; 0: in as many as there are processors, once a search takes "
             "longer than a second, but in one thread of each process with --jobs. Verdicts, counts and traces are "
             "the same for every number"},
    {"checkpoint", OPTION_AT(struct job, checkpoint), .argument = "FILE",
     .help =
         "save the work in this file now and then, and at the end: verdicts, and the states found by all processes"},
    {"every", OPTION_AT(struct job, every), .argument = "TIME", .initial = "60s", .least = "0.1",
     .help = "save it that often; where saving takes long, it is done less often"},
    {"resume", OPTION_AT(struct job, resume), .argument = "FILE",
     .help = "go on from this checkpoint, which must be one of the same model, options and version; with --checkpoint, "
             "which may name the same file, the work is saved again"},
};
const struct option_group job_method_options = OPTION_GROUP("How to check it", work_options);

static const struct option onthefly_options[] = {
    {"detect", OPTION_AT(struct job, detect), .initial = "on",
     .help = "find symmetries in the model where none are stated; without any, these methods search forwards, by hints "
             "if there are some"},
    {"verify-generators", OPTION_AT(struct job, verify_generators), .argument = "WHEN", .choices = "auto|on|off",
     .initial = "auto",
     .help =
         "see whether stated generators are symmetries of the model: as far as that is cheap, whatever it takes, or "
         "not at all. With one that is not known to be, nothing is said to hold"},
    {"sigma-by", OPTION_AT(struct job, sigma_by), .argument = "WAY", .choices = "substitution|relation|partition",
     .initial = "substitution",
     .help = "how a generator is applied to a set of states: by substituting variables, by one relation, or by a "
             "relation for each of its cycles"},
    {"sigma-simplify", OPTION_AT(struct job, sigma_simplify),
     .help = "simplify these relations to what they have to be on the set at hand"},
    {"sigma-rounds", OPTION_AT(struct job, sigma_rounds), .argument = "N", .initial = "0", .least = "0",
     .help = "apply all generators so many times at the most to find the states of known orbits; 0: until there are no "
             "more. Fewer rounds leave more representatives, and are no less right"},
    {"sigma-nodes", OPTION_AT(struct job, sigma_nodes), .argument = "N", .initial = "0", .least = "0",
     .help = "stop applying generators when the states of known orbits take more nodes than this; 0: do not"},
    {"sigma-share", OPTION_AT(struct job, sigma_share), .argument = "N", .initial = "16", .least = "0",
     .most = "1000000",
     .help = "stop applying generators when that has taken N times the work of the steps of the search (and more than "
             "a moment); 0: do not. With --sigma-rounds or --sigma-nodes, these alone count"},
    {"full-reach", OPTION_AT(struct job, full_reach), .argument = "WHEN", .choices = "step|hint", .initial = "step",
     .help = "find the states of known orbits at each step, or once for each hint"},
    {"keep-full-reach", OPTION_AT(struct job, keep_full_reach), .initial = "on",
     .help = "keep them while a step is made, which takes less time and more memory"},
    {"thin", OPTION_AT(struct job, thin),
     .help = "where several states of an orbit are found at once, take fewer of them for representatives"},
    {"stages", OPTION_AT(struct job, stages), .initial = "on",
     .help =
         "with live-rep, look at a property after some rounds of the search, and go on only if it is not refuted by "
         "then; off: search to the end first, as Live_Rep is printed"},
    {"dense", OPTION_AT(struct job, dense), .argument = "NODES", .initial = "0", .least = "0",
     .help = "where a frontier takes more nodes than this, search first from a part of it that has many states in few "
             "nodes; 0: from all of it"},
};
const struct option_group job_onthefly_options =
    OPTION_GROUP("On-the-fly representatives (--symmetry onthefly, live-rep, xi, orbit-xi)", onthefly_options);

// ---- As names and values: a checkpoint is one of a run with the same ------------------------------------------------

// Options that change neither verdicts nor the way to them.
static bool is_for_show(const char *name)
{
    static const char *const names[] = {"help",       "quiet",      "verbose", "log",     "memory-limit", "memory",
                                        "states",     "time-limit", "jobs",    "threads", "format",       "json",
                                        "full-trace", "defines",    "stats",   "html",    "order",        "write-order",
                                        "checkpoint", "disk",       "every",   "resume",  "fail-fast",    "color",
                                        "junit",      "compile"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void add_list(struct mem *mem, struct str *out, const struct option_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        str_add(mem, out, "%s%s", i ? ", " : "", list->at[i]);
}

static void add_choice(struct mem *mem, struct str *out, const char *choices, unsigned number)
{
    for (; number > 0 && strchr(choices, '|'); number--)
        choices = strchr(choices, '|') + 1;
    str_add(mem, out, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void add_value(const struct job *job, const struct option *option, struct mem *mem, struct str *out)
{
    const void *at = (const char *)job + option->offset;
    switch (option->kind) {
    case OPTION_FLAG:
        str_add(mem, out, "%s", *(const bool *)at ? "on" : "off");
        break;
    case OPTION_INTEGER:
        str_add(mem, out, "%" PRId64, *(const int64_t *)at);
        break;
    case OPTION_SIZE:
        str_add(mem, out, "%zu", *(const size_t *)at);
        break;
    case OPTION_SECONDS:
        str_add(mem, out, "%g", *(const double *)at);
        break;
    case OPTION_TEXT:
        str_add(mem, out, "%s", *(const char *const *)at ? *(const char *const *)at : "");
        break;
    case OPTION_CHOICE:
        add_choice(mem, out, option->choices, *(const unsigned *)at);
        break;
    case OPTION_LIST:
        add_list(mem, out, at);
        break;
    }
}

void job_note_choices(struct job *job, option_groups groups, struct mem *mem)
{
    ARRAY(struct job_choice) made = {0};
    for (option_groups group = groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            struct str text = {0};
            if (is_for_show(option->name))
                continue;
            add_value(job, option, mem, &text);
            array_push(mem, &made, ((struct job_choice){option->name, str_copy(mem, str_text(&text))}));
            str_free(mem, &text);
        }
    job->made = mem_alloc(mem, (made.count + 1) * sizeof *made.at);
    job->choices = made.count;
    if (made.count)
        memcpy(job->made, made.at, made.count * sizeof *made.at);
    array_free(mem, &made);
}

void job_drop_choices(struct job *job, struct mem *mem)
{
    for (size_t i = 0; job->made && i < job->choices; i++)
        str_release(mem, (char *)job->made[i].value);
    mem_free(mem, job->made, job->made ? (job->choices + 1) * sizeof *job->made : 0);
    job->made = NULL;
}

const char *job_contradiction(const struct job *job)
{
    bool is_symbolic = job->symmetry >= JOB_SYMMETRY_DYNAMIC;
    if (job_is_sat(job) && (is_symbolic || job->symmetry == JOB_SYMMETRY_EXPLICIT))
        return "SAT engines cannot be used with this --symmetry, which is a method of another engine";
    if (job_is_sat(job) && job->states)
        return "SAT engines cannot be used with --states: they do not count";
    if (job->bound && (!job_is_sat(job) || job->engine == JOB_ENGINE_IC3))
        return "--bound is for bounded model checking: --engine=bmc, induction or sat";
    if (job->disk && job->jobs > 1)
        return "--disk is for one process: it cannot be used with --jobs";
    if (job->compacts && job->engine != JOB_ENGINE_EXPLICIT)
        return "--hash-compaction is for explicit-state search: it needs --engine explicit";
    if (job->compacts && job->symmetry != JOB_SYMMETRY_EXPLICIT && job->symmetry != JOB_SYMMETRY_OFF)
        return "--hash-compaction can be used with --symmetry off or explicit only";
    if (job->compacts && (job->states || job->family.count || job->jobs > 1 || job->checkpoint || job->resume))
        return "--hash-compaction cannot be used with --states, --family, --jobs, --checkpoint or --resume";
    if (job->engine == JOB_ENGINE_EXPLICIT && is_symbolic)
        return "--engine=explicit cannot be used with this --symmetry, which is a method of symbolic search";
    if (job->engine == JOB_ENGINE_SYMBOLIC && job->symmetry == JOB_SYMMETRY_EXPLICIT)
        return "--engine=symbolic cannot be used with --symmetry=explicit, which is explicit-state search";
    return NULL;
}
