// A simulation in words: the state that it is in, what can come next, and all of it as JSON. Everything is added to a
// string, in the memory of the simulation.
#ifndef COSET_REPORT_SIMULATION_TEXT_H
#define COSET_REPORT_SIMULATION_TEXT_H

#include "explore/simulation.h"
#include "report/report.h"

// Why nothing comes next.
const char *report_end_text(enum explore_end, bool initial);

// What can come next, one choice a line: what it changes. `limit` is how many are looked for; `by_orbits`: each stands
// for those of its orbit.
void report_text_choices(struct simulation *, bool by_orbits, size_t limit, struct str *out);
// The last state: all variables, or those that the last step has changed; and remarks on it.
void report_text_last_state(struct simulation *, bool all, struct str *out);
// How a variable got its value: the states in which it has changed.
void report_text_history(const struct simulation *, cell_id, struct str *out);
// Remarks on all states of the trace, one a line.
void report_text_remarks(struct simulation *, struct str *out);

struct simulation_facts {
    const char *model_name;
    int64_t seed;
    const char *end; // why the trace ends, or NULL
    struct report_style style;
    const char *const *arguments; // of the command, as they were given
    size_t argument_count;
};
// The form that `replay` and `simulate --trace` read.
void report_json_simulation(struct simulation *, const struct simulation_facts *, struct str *out);

#endif
