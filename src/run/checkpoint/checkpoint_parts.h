// What the files of checkpoints share: checkpoint.c has the file and its verdicts; checkpoint_search.c has the
// searches; checkpoint_share.c gathers those of several processes.
#ifndef COSET_RUN_CHECKPOINT_CHECKPOINT_PARTS_H
#define COSET_RUN_CHECKPOINT_CHECKPOINT_PARTS_H

#include "run/checkpoint/checkpoint.h"
#include "run/checkpoint/checkpoint_file.h"
#include "run/checkpoint/checkpoint_share.h"

#define CHECKPOINT_PART_OF_TIME 9.0 // for the work, at least so many times as long as for saving it

struct saved_part {
    char *name;
    const void *engine;
    struct checker *checker;        // one of
    struct explicit_engine *states; // these
    struct sat_engine *clauses;     // three
};

struct checkpoint {
    struct run *run;
    const struct job *job;
    struct mem *mem;
    struct input **inputs; // a goal index belongs to one after the other
    size_t input_count;
    const size_t *wanted;
    size_t count; // of goals
    uint64_t scope;
    void (*put_notes)(void *context, struct str *);
    void *notes_context;
    struct str identity; // of the run

    struct str path; // to write to; empty: none
    double next;     // time to save
    long kill_at;    // tests: after so many more looks whether it is time, it is, and the program is killed; 0: never
    bool has_failed;

    struct checkpoint_reader reader;
    ARRAY(const char *) used; // sections of it that searches have begun with

    bool *is_known;       // by goal index: from the file
    struct str *verdicts; // by goal index: as they are written; empty: none
    struct arena texts;
    ARRAY(struct saved_part) parts;

    // Several processes.
    struct checkpoint_share *share;     // this is one that works for another; NULL: it is not
    const struct checkpoint_live *live; // that work for this one, and have saved something
    size_t live_count;
    ARRAY(char *) gathered; // sections of these that are in the file that is being written
};

// ---- checkpoint_search.c --------------------------------------------------------------------------------------------

// The searches that are under way, and the end of the file.
bool checkpoint_save_parts(struct checkpoint *, struct checkpoint_writer *, struct str *error);
// Whether a section of the file has a search that begins anew, and is there again.
bool checkpoint_is_replaced(const struct checkpoint *, const char *section);

// ---- checkpoint_share.c ---------------------------------------------------------------------------------------------

void checkpoint_answer(struct checkpoint *);                             // where somebody asks for searches
bool checkpoint_gather(struct checkpoint *, struct checkpoint_writer *); // writes those of the other processes
bool checkpoint_is_gathered(const struct checkpoint *, const char *section);

#endif
