// A run on one model: which of its properties are goals, deciding them here or in other processes, and the replay of
// every counterexample before anybody gets to see it.
#ifndef COSET_RUN_MODEL_CHECK_H
#define COSET_RUN_MODEL_CHECK_H

#include "base/arena.h"
#include "run/strategy.h"
#include "run/summary.h"

struct model_check {
    struct run *run;
    const struct job *job;
    bool keeps_traces; // of results that were reported
    // A property, in the order of the file, as soon as it and those before it are known.
    void (*report)(void *context, const struct result *);
    void (*decided)(void *context, const struct result *); // the same at once, in no order; may be NULL
    void *context;

    struct mem *mem;
    struct input *input;
    struct input own;      // that is the one, if it was opened here
    bool is_lasting;       // several questions are asked: what was found stays for the next one
    size_t property_count; // of the model, with formulas that were added
    ARRAY(size_t) wanted;  // properties, from 0
    struct outcome {
        bool is_known;
        bool is_left_out; // nobody asks for it now
        bool is_refuted;  // it fails, but the counterexample is still to be built
        struct result result;
    } * outcomes;                 // for each that is wanted
    bool *is_known;               // likewise: not asked for now, or known from a checkpoint
    ARRAY(struct result) results; // that were reported
    size_t reported;              // how many of those that are wanted are reported, or not asked for
    struct arena reasons;         // texts that results point to
    struct input_text order_text;
    name_array order;          // ends with NULL; empty if none is given
    struct strategy *strategy; // NULL: other processes do the work
    struct summary summary;
    size_t peak; // bytes that other processes held at the most
    bool states_unknown, internal_error, checkpoint_is_lost;
    bool has_failed;          // some property
    double started, deadline; // of what is asked for; 0: none
};

// Opened with what stands above `mem` set. What is wrong with the model, or what is asked of it, is shown.
bool model_check_open(struct model_check *);
// The same on a model that was read before, with values that were checked, and that stays the caller's. Its properties
// are wanted as they are given; a question is about some of them.
void model_check_open_on(struct model_check *, struct input *, const size_t *properties, size_t count);
// Begins a question, about what is asked for by goal index (NULL: about none of it). It has its own limit of time, in
// seconds (0: none), in place of the job's. False, and what is wrong is shown, if there is something with the files
// that the job names.
bool model_check_ask(struct model_check *, const bool *is_asked, double time_limit);
// Ends it. What was found stays for the next one, unless it was saved, or other processes have found it.
void model_check_end_question(struct model_check *);
void model_check_close(struct model_check *); // also after model_check_open has failed

void model_check_decide_all(struct model_check *);
// Of a rank that serves rank 0: takes part in its searches until there are no more.
void model_check_serve(struct model_check *);
// Nothing that was asked for is passed over in silence: that would look as if it held.
void model_check_give_up_the_rest(struct model_check *, struct cause cause);
bool model_check_is_stopped(const struct model_check *); // by a failure, and the job wants that
// Of a result that was reported: its verdict is wrong, as is found out later.
void model_check_distrust(struct model_check *, struct result *, struct cause cause);
// When all is decided: states, if they are to be counted, the checkpoint, then warnings and statistics.
void model_check_count_states(struct model_check *);
void model_check_save(struct model_check *); // the checkpoint alone, if there is one
void model_check_sum_up(struct model_check *);
// How often rules are enabled and fire; false if that is not known.
struct rule_coverage;
bool model_check_cover(struct model_check *, struct rule_coverage *);
enum cause_code model_check_why_uncovered(const struct model_check *);

// ---- workers/model_workers.c ----------------------------------------------------------------------------------------

void model_check_in_processes(struct model_check *, const struct portfolio_setup *);

#endif
