// What simulate_command.c and simulate_prompt.c share.
#ifndef COSET_CLI_SIMULATE_COMMAND_H
#define COSET_CLI_SIMULATE_COMMAND_H

#include "cli/cli.h"
#include "explore/simulation.h"
#include "report/report.h"
#include "run/input.h"

struct simulate {
    struct cli *cli;
    struct mem *mem;
    struct input input;
    size_t properties; // that the model has of its own
    condition_array starts;
    struct split_conditions constraints;
    struct orbit_map *orbits; // or NULL
    struct explorer *explorer;
    struct simulation simulation;
};

// Writes the trace to a file as JSON; `end`, or NULL, is why it ends. False, with the error shown, if that is
// impossible.
bool simulate_save(struct simulate *, const char *path, const char *end);
// Begins with the trace in a file. False, with the error shown, if there is none, or if it is none of the model's.
bool simulate_load(struct simulate *, const char *path);

// simulate_ask.c: whether a formula is true at the end of the trace, or why
void simulate_ask(struct simulate *, const char *text, bool with_reasons, struct str *out);

// The prompt (simulate_prompt.c): reads from a stream until it ends or somebody quits.
enum status simulate_interactively(struct simulate *, FILE *in, bool is_terminal);

#endif
