// What the files of families share: family_input.c opens the models, family.c has their properties decided,
// family_output.c counts states and sums up.
#ifndef COSET_CLI_FAMILY_PARTS_H
#define COSET_CLI_FAMILY_PARTS_H

#include "base/arena.h"
#include "cli/engine.h"
#include "reduce/family.h"
#include "report/report.h"

// What is known of a property that was asked for.
struct family_outcome {
    size_t property;
    enum verdict *verdicts; // by member
    bool *is_known;
    size_t open; // members that nothing is known of yet
    struct result result;
    struct result_sizes sizes;
    size_t traced; // the member that the run of the result is one of
};

// A copy of a property for a member.
struct family_asked {
    size_t outcome, member;
};

struct families {
    struct cli *cli;
    struct mem *mem;
    char *name; // of the constant
    int64_t low, high, shown;
    bool has_shown; // the size of runs was chosen
    size_t count;   // of members
    struct input *inputs;
    struct family_member *members;
    size_t opened;
    struct family *family;
    struct engine *engine;
    ARRAY(struct family_outcome) outcomes; // in the order of the file
    size_t reported;
    ARRAY(size_t) wanted; // by the engine
    ARRAY(struct family_asked) asked;
    struct arena arena;
    char **reachable; // by member; NULL if the states were not counted
    char *sum;
    bool is_json, internal_error, states_unknown;
    double started;
};

// ---- family_input.c -------------------------------------------------------------------------------------------------

bool family_read_options(struct families *); // these show what is wrong
bool family_open_members(struct families *);
bool family_make(struct families *);

// ---- family_output.c ------------------------------------------------------------------------------------------------

void family_put(struct families *, struct str *); // puts a text out at once, and frees it
struct report_style family_style(const struct families *);
void family_count_states(struct families *);
void family_show_summary(struct families *);
void family_show_json(struct families *);
void family_show_statistics(struct families *);

#endif
