// What is different where many processes search together: coset-mpi. Rank 0 is the program that a user sees; the others
// read the same model and the same options, and print nothing.
#ifndef COSET_CLI_RANK_OPTIONS_H
#define COSET_CLI_RANK_OPTIONS_H

#include "cli/cli.h"

bool cli_open_ranks(struct cli *); // false: there are too many; else, without a host, nothing is done
void cli_close_ranks(struct cli *, enum status);
bool cli_serves(const struct cli *); // it is not rank 0

// Before the options count: the engine, each rank's part of the memory, and no files of ranks that serve.
void cli_complete_for_ranks(struct cli *, struct cli_options *);
bool cli_ranks_can_read(struct cli *, const struct cli_options *); // all of them; else that is said
// An option that cannot be used then, in words; NULL: there is none.
const char *cli_prevents_ranks(const struct cli_options *);

// Whether all ranks have read the same model. Else rank 0 says so.
struct input;
bool cli_ranks_agree(struct cli *, bool is_read, const struct input *);

#endif
