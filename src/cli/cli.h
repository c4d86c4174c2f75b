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
#include "base/options.h"
#include "explicit/ranks.h"
#include "run/run.h"
#include "usage/usage.h"

enum cli_picture {
    CLI_PICTURE_REACHABLE,
    CLI_PICTURE_QUOTIENT,
    CLI_PICTURE_DIAGRAM,
    CLI_PICTURE_SKELETON,
    CLI_PICTURE_SEARCH
};

enum cli_certificate { CLI_CERTIFICATE_COSET, CLI_CERTIFICATE_AIGER };

enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER };

enum cli_format { CLI_FORMAT_TEXT, CLI_FORMAT_NUSMV, CLI_FORMAT_JSON, CLI_FORMAT_WITNESS };

// The values of all options of all commands; a command reads those of the groups that it takes.
struct cli_options {
    struct job job; // the model, and what is wanted of it; it is first, so that its options are options of this

    bool help;
    bool quiet, verbose;
    enum log_level log;

    bool find_symmetry; // tell of it

    unsigned only; // enum examination_method

    // What is explained.
    int64_t state; // of a trace, from 1; 0: it was not given

    // What is simulated.
    int64_t seed, steps;
    bool interactive, up_to_symmetry;
    const char *trace_file, *output;
    int64_t choices, tries;

    // What is drawn.
    unsigned picture; // enum cli_picture
    const char *dot, *component;
    struct option_list projected;
    int64_t limit;

    // How it is shown.
    unsigned color; // enum cli_color
    enum cli_format format;
    bool json;
    bool full_trace, defines;
    bool stats, coverage;
    const char *html;        // NULL: none
    const char *junit;       // likewise
    const char *certificate; // likewise
    enum cli_certificate certificate_format;
    const char *aiger_model; // NULL: none
    const char *aiger;       // likewise
    const char *invariant;   // likewise
    bool certify;
};

// What is still said when memory runs out where nothing can go on without it: verdicts that are known, and that the
// others are not. Memory is kept for that.
struct last_words {
    enum status (*say)(void *context); // NULL: nothing is known yet
    void *context;
    void *kept;
};

// Results go to `out`, which is checked for errors when the command is done. All else (log, progress, errors) goes to
// the standard error stream, through the run's log and progress.
struct cli_ranks_host;
struct cli {
    struct run run; // whose memory has nothing left when the command returns
    FILE *out;
    struct last_words last_words;
    const struct cli_options *options; // what is wanted; nobody changes it while a command runs
    bool memory_is_default;            // the limit is what was free
    const char **operands;             // the arguments that are no options
    int operand_count;
    const char **given; // all arguments of the command as they were given
    int given_count;
    const struct command *command;           // that runs
    struct stored *stored;                   // what a file with traces says of its model; NULL: nothing
    size_t stored_formulas;                  // so many of the job's, the first ones, are from there
    const struct cli_ranks_host *ranks_host; // NULL: this process is alone
    struct rank_engines ranks;               // see run.ranks
    bool is_serving;                         // rank 0
};

extern const struct command cli_commands[]; // a name of NULL ends it
extern const struct option_group cli_common_options;

const struct command *cli_find_command(const char *name); // or NULL
bool cli_is_given(const struct cli *, const struct option *);

// check_command.c, demo_command.c, draw_command.c, explain_command.c, export_command.c, info_command.c, mcc_command.c,
// replay_command.c, simulate_command.c
enum status check_run(struct cli *);
enum status family_run(struct cli *); // check, for a family of models: see family_command.c
enum status demo_run(struct cli *);
enum status draw_run(struct cli *);
enum status draw_search(struct cli *, FILE *);      // of that: plots of searches, by draw_search.c
const char *draw_search_option(const struct cli *); // the first one that is given and only of use for that; NULL: none
enum status explain_run(struct cli *);
enum status export_run(struct cli *);
enum status info_run(struct cli *);
enum status mcc_run(struct cli *);
enum status lsp_command_run(struct cli *);
enum status mcp_command_run(struct cli *);
enum status replay_run(struct cli *);
enum status simulate_run(struct cli *);

// help.c
void cli_print_overview(struct cli *);
void cli_print_command_help(struct cli *, const struct command *);
#define CLI_STATUS_COUNT 4
extern const struct status_text cli_status_texts[CLI_STATUS_COUNT];

// interrupt.c: from interrupt_catch on, the first SIGINT or SIGTERM only makes interrupt_came true; the second one ends
// the program at once.
void interrupt_catch(void);
bool interrupt_came(void);
// For a process that works for its parent: signals for both are the parent's to understand.
void interrupt_obey(void);

// terminal.c: of a command whose model could not be read. That it was given up, for want of time or patience, is said
// here.
enum status cli_status_without_model(struct cli *);

// memory.c: in bytes; 0 if it cannot be told
size_t cli_default_memory_limit(void);

// output_files.c: whether what is written is none of what is read; else that is said
bool cli_files_differ(struct cli *);
bool cli_files_are_writable(struct cli *); // likewise, before the work

// work_stack.c: `run`, on a stack that is large enough whatever the limit of the process is; its status ends the
// program. It returns only if there can be no such stack, which is said.
enum status cli_run_on_own_stack(enum status (*run)(struct cli *, const char **arguments, int count), struct cli *,
                                 const char **arguments, int count);

// standard_input.c: whether the model is "-"; and if so, its text, which the job gets and the caller frees. False, and
// what is wrong is said.
bool cli_is_standard_input(const struct cli *);
bool cli_read_standard_input(struct cli *, struct cli_options *, struct str *text);
bool cli_is_model_name(const char *); // by its ending; or "-"

// stored_options.c: what is known of the model from the file that a trace is read from; it lives as long as the options
// are used
void cli_take_stored_options(struct cli *, struct cli_options *);
void cli_drop_stored_options(struct cli *, struct cli_options *);

// terminal.c: whether what is printed is to have colours
bool cli_has_color(const struct cli *);

// terminal.c: connects log, progress and the end of memory to the standard error stream
void cli_open_terminal(struct cli *);
void cli_keep_last_words(struct cli *, enum status (*say)(void *context), void *context);
void cli_drop_last_words(struct cli *);

#endif
