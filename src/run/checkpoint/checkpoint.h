// Checkpoints: the work of a run in a file, so that another run can go on from there. The file has the verdicts so far
// and the searches that are under way; it is replaced as a whole, so that there is always a good one.
//
//   "COSETCHK", version (32 bits)
//   each section: length of its name (32 bits), name, length of its content (64 bits), checksum (64 bits) of name,
//                 length and content, content
//   "run": version of the program, model, options that matter (wire.h)    "verdicts": results (wire.h)
//   "notes": what else the run knows of itself, if it has something to say
//   "order NAME", "sets NAME" (check/saved_sets.c), "states NAME" (explicit/saved_states.c), "clauses NAME"
//   (sat/ic3_saved.h): searches
//   "end": nothing
//
// Numbers are as the machine has them.
#ifndef COSET_RUN_CHECKPOINT_CHECKPOINT_H
#define COSET_RUN_CHECKPOINT_CHECKPOINT_H

#include "check/check.h"
#include "explicit/explicit.h"
#include "run/input.h"
#include "sat/sat.h"

struct checkpoint;

// What the job says: a file to read (--resume), a file to write (--checkpoint), or neither: then *made is NULL. False
// with an error shown if one of them is no good. The properties are those that are wanted, and stay where they are.
bool checkpoint_open(struct run *, const struct job *, struct input *, const size_t *wanted, size_t count,
                     struct checkpoint **made);
// The same for several models, all of one text, the last of which is there. A property has a goal index for each of
// them, one after the other; what is read of a model that is not there stays in the file.
bool checkpoint_open_family(struct run *, const struct job *, struct input *const *inputs, size_t input_count,
                            const size_t *wanted, size_t count, struct checkpoint **made);
void checkpoint_close(struct checkpoint *); // NULL: nothing

// Notes: what the file has, to be freed by str_free (false: nothing), and who writes them.
bool checkpoint_get_notes(struct checkpoint *, struct str *notes);
void checkpoint_set_notes(struct checkpoint *, void (*put)(void *context, struct str *notes), void *context);

// Verdicts. Those of the file are known, and are handed out once, in the order of goal indices.
const bool *checkpoint_known(const struct checkpoint *); // by goal index
void checkpoint_hand_out(struct checkpoint *, void (*decided)(void *context, size_t goal_index, struct result *),
                         void *context);
// An undecided one is none, and takes back what was kept.
void checkpoint_keep(struct checkpoint *, size_t goal_index, const struct result *);

// Searches. A search has a name that the next run finds for it again, made of a word, a model and a number. Loading is
// to be tried when it begins, and does nothing if the file has none of it. Adding has it saved from then on, until it
// is dropped, by its engine's address. With NULL for a checkpoint, nothing happens. Where a run has several models that
// may have the same form, it says which one searches are of from then on (0: there is but one).
void checkpoint_set_scope(struct checkpoint *, uint64_t scope);
void checkpoint_add_checker(struct checkpoint *, const char *word, const struct model *, uint64_t number,
                            struct checker *);
void checkpoint_add_states(struct checkpoint *, const char *word, const struct model *, uint64_t number,
                           struct explicit_engine *);
void checkpoint_add_clauses(struct checkpoint *, const char *word, const struct model *, uint64_t number,
                            struct sat_engine *);
bool checkpoint_has_states(struct checkpoint *, const char *word, const struct model *, uint64_t number); // in the file
void checkpoint_drop(struct checkpoint *, const void *engine);
// Saves all searches that are there; they stay in the file when they are dropped, until others of their names go on.
void checkpoint_set_down(struct checkpoint *);

void checkpoint_save_if_due(struct checkpoint *);
bool checkpoint_save(struct checkpoint *); // now; shows an error if that fails. True where nothing is to be written.

#endif
