// Checkpoints: the work of a run in a file, so that another run can go on from there. The file has the verdicts so far
// and the searches that are under way; it is replaced as a whole, so that there is always a good one.
//
//   "COSETCHK", version (32 bits)
//   each section: length of its name (32 bits), name, length of its content (64 bits), checksum (64 bits) of name,
//                 length and content, content
//   "run": version of the program, model, options that matter (wire.h)    "verdicts": results (wire.h)
//   "order NAME", "sets NAME" (check/saved.c), "states NAME" (explicit/saved.c): searches
//   "end": nothing
//
// Numbers are as the machine has them.
#ifndef COSET_CLI_CHECKPOINT_H
#define COSET_CLI_CHECKPOINT_H

#include "check/check.h"
#include "cli/input.h"
#include "explicit/explicit.h"

struct checkpoint;

// What options say: a file to read (--resume), a file to write (--checkpoint), or neither: then *made is NULL. False
// with an error shown if one of them is no good. The properties are those that are wanted, and stay where they are.
bool checkpoint_open(struct cli *, struct input *, const size_t *wanted, size_t count, struct checkpoint **made);
void checkpoint_close(struct checkpoint *); // NULL: nothing

// Verdicts. Those of the file are known, and are handed out once, in the order of places.
const bool *checkpoint_known(const struct checkpoint *); // by place
void checkpoint_hand_out(struct checkpoint *, void (*decided)(void *context, size_t place, struct result *),
                         void *context);
void checkpoint_keep(struct checkpoint *, size_t place, const struct result *);

// Searches. A search has a name that the next run finds for it again, made of a word, a model and a number. Loading is
// to be tried when it begins, and does nothing if the file has none of it. Adding has it saved from then on, until it
// is dropped, by its engine's address. With NULL for a checkpoint, nothing happens.
void checkpoint_add_checker(struct checkpoint *, const char *word, const struct model *, uint64_t number,
                            struct checker *);
void checkpoint_add_states(struct checkpoint *, const char *word, const struct model *, uint64_t number,
                           struct explicit_engine *);
void checkpoint_drop(struct checkpoint *, const void *engine);

void checkpoint_save_if_due(struct checkpoint *);
bool checkpoint_save(struct checkpoint *); // now; shows an error if that fails. True where nothing is to be written.

#endif
