// The command line: what every command gets, and how a command is declared.
//
// A new command is a function `enum status NAME_run(struct cli *)` in a file of its own and a line in the table of
// commands.c, which names the groups of options that it takes. Their values lie in struct cli_options.
#ifndef COSET_CLI_CLI_H
#define COSET_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "api/coset.h" // COSET_VERSION
#include "base/arena.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/options.h"
#include "base/progress.h"
#include "base/str.h"
#include "cli/status.h"
#include "cli/watch.h"

enum cli_engine { CLI_ENGINE_AUTO, CLI_ENGINE_SYMBOLIC, CLI_ENGINE_EXPLICIT };

enum cli_symmetry {
    CLI_SYMMETRY_AUTO,
    CLI_SYMMETRY_OFF,
    CLI_SYMMETRY_COUNTERS,
    CLI_SYMMETRY_EXPLICIT,
    CLI_SYMMETRY_ARCHITECTURAL,
    CLI_SYMMETRY_DYNAMIC, // this one and those behind it are sets of representatives
    CLI_SYMMETRY_COMPONENTWISE,
    CLI_SYMMETRY_STATES, // component-wise, with state symmetries
    CLI_SYMMETRY_ONTHEFLY,
    CLI_SYMMETRY_LIVE_REP,
    CLI_SYMMETRY_XI,
    CLI_SYMMETRY_ORBIT_XI,
};

enum cli_verify { CLI_VERIFY_AUTO, CLI_VERIFY_ON, CLI_VERIFY_OFF };

enum cli_full_reach { CLI_FULL_REACH_STEP, CLI_FULL_REACH_HINT };

enum cli_picture { CLI_PICTURE_REACHABLE, CLI_PICTURE_QUOTIENT, CLI_PICTURE_DIAGRAM, CLI_PICTURE_SKELETON };

enum cli_format { CLI_FORMAT_TEXT, CLI_FORMAT_NUSMV, CLI_FORMAT_JSON };

// The values of all options of all commands; a command reads those of the groups that it takes.
struct cli_options {
    bool help;
    bool quiet, verbose;
    enum log_level log;
    size_t memory; // 0: no limit

    // What is read.
    struct option_list constants; // NAME=VALUE
    bool cpp;                     // SMV goes through the C preprocessor
    unsigned deadlock;            // enum murphi_deadlock
    unsigned dialect;             // enum murphi_dialect
    int64_t loop_limit;
    struct option_list generators, hints; // that are stated besides those of the file
    const char *family;                   // NAME=LOW..HIGH
    const char *size;                     // of the instance that runs are shown of; NULL: the smallest that fails

    // What is told of it.
    bool find_symmetry;

    // What is checked.
    struct option_list properties, formulas;
    bool states;

    // How it is checked.
    unsigned engine;   // enum cli_engine
    unsigned strategy; // enum check_strategy
    unsigned symmetry; // enum cli_symmetry
    const char *order, *write_order;
    bool reorder;
    bool cone;          // leave out what a property does not depend on
    unsigned reachable; // enum check_reachable
    bool vacuity;
    double time_limit; // 0: none
    int64_t jobs;      // processes
    const char *checkpoint, *resume;
    double every; // seconds between two checkpoints

    // How representatives are chosen on the fly.
    unsigned verify_generators; // enum cli_verify
    unsigned sigma_by;          // enum sigma_application
    bool sigma_simplify;
    int64_t sigma_rounds, sigma_nodes; // 0: no limit
    unsigned full_reach;               // enum cli_full_reach
    bool keep_full_reach, thin, detect;
    int64_t dense; // 0: all of a frontier

    // What is explained.
    int64_t state; // of a run, from 1; 0: it was not given

    // What is simulated.
    int64_t seed, steps;
    struct option_list constraints, starts; // conditions
    bool interactive, up_to_symmetry;
    const char *trace_file, *output;
    int64_t choices, tries;

    // What is drawn.
    unsigned picture; // enum cli_picture
    const char *dot, *component;
    int64_t limit;

    // How it is shown.
    enum cli_format format;
    bool json;
    bool trace, full_trace, defines;
    bool stats;
    const char *html; // NULL: none
};

// What is still said when memory runs out where nothing can go on without it: verdicts that are known, and that the
// others are not. Memory is kept for that.
struct last_words {
    enum status (*say)(void *context); // NULL: nothing is known yet
    void *context;
    void *kept;
};

// Results go to `out`, which is checked for errors when the command is done. All else (log, progress, errors) goes to
// the standard error stream, through `log` and `progress`.
struct cli {
    struct mem mem; // has nothing left when the command returns
    struct log log;
    struct progress progress;
    struct watch watch;
    struct checkpoint *checkpoint; // of the run; NULL: none
    FILE *out;
    struct last_words last_words;
    struct cli_options options;
    bool memory_is_default; // the limit is what was free
    const char **operands;  // the arguments that are no options
    int operand_count;
    const char **given; // all arguments of the command as they were given
    int given_count;
    const struct command *command; // that runs
    struct arena texts;            // that results point to, and that live as long as the command
};

const char *cli_keep_text(struct cli *, struct str *); // in its texts; the string is freed

struct command {
    const char *name;
    const char *operands; // as help shows them: "FILE..."; NULL: it takes none
    const char *summary;  // one line
    option_groups groups;
    enum status (*run)(struct cli *);
};

extern const struct command cli_commands[]; // a name of NULL ends it
extern const struct option_group cli_common_options;

const struct command *cli_find_command(const char *name); // or NULL

// check.c, demo.c, draw.c, explain.c, info.c, replay.c, simulate.c
enum status check_run(struct cli *);
enum status family_run(struct cli *); // check, for a family of models: see family.c
enum status demo_run(struct cli *);
enum status draw_run(struct cli *);
enum status explain_run(struct cli *);
enum status info_run(struct cli *);
enum status replay_run(struct cli *);
enum status simulate_run(struct cli *);

// help.c
void cli_print_overview(struct cli *);
void cli_print_command_help(struct cli *, const struct command *);
#define CLI_STATUS_COUNT 4
struct status_text {
    int status;
    const char *text;
};
extern const struct status_text cli_status_texts[CLI_STATUS_COUNT];

// manual.c, completion.c: the manual page, and completion for bash
void cli_print_manual(struct cli *);
void cli_print_completion(struct cli *);

// memory.c: in bytes; 0 if it cannot be told
size_t cli_default_memory_limit(void);

// files.c: whether what is written is none of what is read; else that is said
bool cli_files_differ(struct cli *);
bool cli_files_are_writable(struct cli *); // likewise, before the work

// stack.c: `run`, on a stack that is large enough whatever the limit of the process is; its status ends the program. It
// returns only if there can be no such stack, which is said.
enum status cli_run_on_own_stack(enum status (*run)(struct cli *, const char **arguments, int count), struct cli *,
                                 const char **arguments, int count);

// terminal.c: connects log, progress and the end of memory to the standard error stream
void cli_open_terminal(struct cli *);
void cli_keep_last_words(struct cli *, enum status (*say)(void *context), void *context);
void cli_drop_last_words(struct cli *);

#endif
