// What the files of families share: family_members.c opens the models, family_run.c has their properties decided, all
// sizes together, family_by_size.c does so for one size after the other; before that, family_by_counters.c and
// family_by_orbits.c reduce all sizes at once; family_at_once.c does so from one reading. family_workers.c has several
// processes do all that; family_states.c counts states and sums up, family_saved.c sees to checkpoints.
#ifndef COSET_RUN_FAMILY_FAMILY_RUN_H
#define COSET_RUN_FAMILY_FAMILY_RUN_H

#include "base/arena.h"
#include "reduce/family/family_aggregate.h"
#include "run/certificate/certification.h"
#include "run/strategy.h"
#include "run/summary.h"

// What is known of a property that was asked for.
struct family_outcome {
    size_t property;
    size_t *numbers;        // by member: the property's number there; SIZE_MAX: nothing of the kind can go wrong
    enum verdict *verdicts; // by member
    bool *is_known;
    bool *is_of_size;                      // by member: it was decided for that size by itself
    bool *is_refuted;                      // by member: it fails, but the counterexample is still to be built
    const char **vacuous;                  // by member: see struct result
    const struct certificate_mark **marks; // by member: NULL where none was asked for
    size_t open;                           // members that nothing is known of yet
    struct result result;
    struct result_sizes sizes;
    size_t traced;         // the member that the trace of the result is one of
    size_t error_member;   // ... and its run-time error
    size_t told;           // the member whose method the result tells
    bool is_proved;        // for every size; by counters: for every one above those that are searched
    bool fails_early;      // in a small size: no proof is of use
    size_t failing;        // and how many sizes there are up to the first one that fails; 0: that is not known
    bool seems_to_fail;    // as far as a proof that came to no end shows
    struct cause unproved; // else why not
    const struct size_proof_facts *proof;
    const struct counter_invariants *counted; // that stand for a proof by counters; NULL: there are none
};

// Of a property in a member, where it is asked for by its parts.
struct family_parts {
    size_t left;        // parts that are not known to hold
    bool is_begun;      // some is
    uint32_t vacuities; // of all that are, and the next: see struct result
    bool is_vacuity_open;
};

// A copy of a property for a member.
struct family_asked {
    size_t outcome, member;
};

struct families {
    struct run *run;
    const struct job *job;
    void (*report)(void *context, const struct result *); // a property, when it is known of all sizes
    void *context;
    bool asks_all; // formulas do not stand for the properties of the text

    struct mem *mem;
    char *name;                   // of the constant; of several "(N, M)"
    const struct size_grid *grid; // of several, whose sizes are numbers from 1 on; else NULL
    int64_t low, high, shown;     // as asked for
    bool is_unbounded;            // there is no largest size: those up to `high` are searched, the others proved
    bool has_shown;               // the size of traces was chosen
    int64_t *refused;             // sizes of the range that have no model, ascending
    size_t refused_count;
    int64_t *sizes;           // the others, ascending
    size_t all;               // how many these are
    size_t count;             // of members: the first of all, or as many as there was time for
    enum cause_code too_late; // why the others are undecided
    struct input **inputs;    // in the arena
    struct family_member *members;
    bool *is_open;                     // by size: there is a model, which may still be needed
    size_t leader;                     // a member that has all properties
    size_t property_count;             // of these, as they were read
    bool by_sizes;                     // symmetries are used, in one size after the other
    struct family *family;             // of what is searched together: models, or their counters; NULL if nothing is
    struct portfolio *engine;          // of what is searched together
    struct strategy *strategy;         // of the last one that was looked at by itself; NULL if none was
    bool has_last;                     // some size was looked at by itself, now or before a checkpoint
    size_t last;                       // which was the last one
    const char *last_text, *last_word; // how that was done: as of methods
    bool last_are_orbits;
    struct summary together;          // what other processes tell of what is searched together
    struct summary by_itself;         // ... and of the last one that was looked at by itself
    bool has_told_by_itself;          // some was, by them
    size_t peak;                      // bytes that all processes held at the most
    struct family_present *present;   // all sizes from one reading; NULL: the model of each size is made
    struct family_counters *counters; // of members that are counted together, from the smallest on
    size_t counted;                   // how many these are
    const uint32_t *tracked;          // by class: how many components are tracked beside counters; NULL: none is
    bool has_counted;                 // something was decided that way
    bool has_unseen_locals;           // counters of all sizes were refused for local states that may never occur
    const char *architectural_class;  // of the largest of them, by architectural symmetry; NULL: by symmetry
    bool has_sorted;                  // ... by representatives of all sizes together
    unsigned sort_tries;              // how often that may still be tried beside other methods; models are kept for it
    double sorted_for;                // seconds that the last try had
    bool is_hard;                     // a size was decided by a symbolic quotient; larger ones come later
    struct family_parts *parts;       // by outcome and member
    ARRAY(struct family_outcome) outcomes; // in the order of the file
    size_t reported;
    ARRAY(size_t) wanted; // by the engine
    ARRAY(struct family_asked) asked;
    struct arena arena;
    char **reachable, **orbits; // by size; NULL if the states were not counted
    struct cause *uncounted;    // by size: why they were not; none: they were, or nobody has tried
    char *sum, *orbit_sum;
    bool internal_error, states_unknown, checkpoint_is_lost;
    struct model_warnings *warnings; // by size, with texts in the arena
    size_t handed_out;               // results from a checkpoint
    bool wants_invariants;           // also of proofs by counters, where finding them takes time
    struct str invariants;           // that prove what is proved for every size, as declarations
    size_t invariant_count;
    double started;
    double search_end; // of sizes in which something may fail, and which no proof needs; 0: as long as it takes
};

// A run of a family: opened with `run`, `job`, `report` and its context set. What is wrong is shown.
bool family_open(struct families *);
void family_check_all(struct families *);
void family_close(struct families *); // also after family_open has failed
// What nobody has said anything of is listed all the same.
void family_give_up_the_rest(struct families *, struct cause cause);

// ---- family_options.c -----------------------------------------------------------------------------------------------

bool family_complain(struct families *, const char *text); // of --family; gives false
bool family_read_options(struct families *);               // shows what is wrong

// ---- family_members.c -----------------------------------------------------------------------------------------------

bool family_open_members(struct families *);
struct option_list family_constants(struct families *, size_t member); // those of the job, and of the size: the arena's
void family_make(struct families *);
// Where all sizes are from one reading, that of a size, or of all, is made when it is needed. False if it cannot be.
bool family_need(struct families *, size_t member);
bool family_need_all(struct families *);
bool family_find_properties(struct families *);
bool family_is_late(void *families);                                      // all time is over
enum cause_code family_end_of_work(const struct families *, double part); // of the time; none if it has not come

// ---- family_results.c -----------------------------------------------------------------------------------------------

// What became known of a property in a member. The trace is the receiver's.
void family_take(struct families *, struct family_outcome *, size_t member, struct result *);
void family_note_holding(struct family_outcome *, size_t member); // nothing can go wrong there
void family_report(struct families *);                            // what is known of all sizes
void family_sum_up(struct families *, struct family_outcome *);   // of all sizes, as the result
// A verdict of a member is not believed: that is an internal error, which is said.
void family_distrust(struct families *, struct family_outcome *, size_t member, struct cause);

// The trace of a result about all sizes becomes one of the member. False if it shows nothing there: then it is gone.
bool family_project_trace(struct families *, const struct family_outcome *, size_t member, struct result *);
void family_note_refuted(void *families, size_t goal_index); // what is asked for there fails, for all that is known
size_t family_outcome_of(void *families, size_t goal_index); // of what is asked for
bool family_wants_trace(void *families, size_t goal_index);  // of what is asked for: if it fails, a trace is to show it
void family_take_result(void *families, size_t goal_index, struct result *); // of a search for all sizes together

// ---- family_run.c ---------------------------------------------------------------------------------------------------

struct job *family_copy_job(struct families *, const struct job *); // for a part of the work; it is the arena's
// For an engine that checks the family's model, once it is known what to ask.
struct portfolio_setup family_setup(struct families *,
                                    void (*decided)(void *families, size_t goal_index, struct result *));

// ---- family_by_counters.c -------------------------------------------------------------------------------------------

// Decides what counters can decide for all sizes together; the rest is left open.
void family_count_together(struct families *);
void family_drop_counters(struct families *);

// ---- family_at_once.c -----------------------------------------------------------------------------------------------

bool family_may_read_once(const struct families *); // as far as the largest size tells
bool family_open_present(struct families *);        // when the trees of all sizes are there; false: it cannot be made
void family_close_present(struct families *);
// Decides what counters of all sizes, from one reading, decide. False if there are none.
bool family_count_at_once(struct families *);
// Where components are not counted: the model of all sizes; asking for all of it that is not known; what an engine
// finds there; and the condition to be a state of a size.
struct model *family_present_model(const struct families *);
void family_ask_at_once(struct families *);
void family_take_at_once(void *families, size_t goal_index, struct result *);
expr family_is_present(struct families *, size_t member);
// The variables of the largest size in this order, with those that say of components whether they are there.
const char **family_order_at_once(struct families *, const char *const *order);

// ---- family_by_orbits.c ---------------------------------------------------------------------------------------------

// The same by a quotient, symbolic or explicit; states are counted, too.
void family_sort_together(struct families *);
// For so many seconds, beside other methods: what is undecided then is left open.
void family_sort_for(struct families *, double seconds);
bool family_sorts(const struct families *);                 // it is chosen
bool family_may_sort(const struct families *);              // beside other methods
enum job_symmetry family_quotient(const struct families *); // the one that is searched

// ---- family_by_size.c -----------------------------------------------------------------------------------------------

// With the symmetry reductions of single models. Where states are to be counted, they are.
void family_check_sizes(struct families *);
void family_check_rest(struct families *);              // what is not known yet, of one size after the other
bool family_is_something_left(const struct families *); // that is not known
bool family_wants_states(const struct families *);      // to be counted, some of them
bool family_has_several(const struct model *); // identical components; also if there may be others than classes
bool family_is_pointless(void *families);

// Finds out what fails in small sizes, as far as there is time: it need not be proved.
void family_refute_early(struct families *, double deadline);

// Adds to what is asked what all sizes together have not decided of one. Of that, some may be known from a checkpoint:
// gives how many are not.
size_t family_ask_size(struct families *, size_t member);
// No proof waits for what is asked: it is looked for failures only, for which there is so much time and no more.
bool family_is_for_failures(const struct families *);

// Has one size looked at, by methods that stay open: what is wanted is in the setup.
void family_look_at(struct families *, size_t member, const struct portfolio_setup *);
struct portfolio_setup family_setup_of_size(const struct families *);

// ---- family_workers.c -----------------------------------------------------------------------------------------------

// Has all decided that is wanted of the family's model, here or in other processes. `count` counts states, if they are
// wanted.
void family_decide_together(struct families *, const struct portfolio_setup *, void (*count)(struct families *));
void family_drop_engine(struct families *); // and what is told of it
void family_check_rest_in_processes(struct families *);

// ---- family_saved.c -------------------------------------------------------------------------------------------------

bool family_open_checkpoint(struct families *); // as options say; shows what is wrong
void family_close_checkpoint(struct families *);
void family_hand_out(struct families *); // what the file knows
void family_keep(struct families *, const struct family_outcome *, size_t member, const struct result *);
bool family_save(struct families *); // at the end; false if it was to be saved and could not be

// Of which models searches are from then on: of so many of the first sizes, of the counters of some, of one.
void family_begin_together(struct families *, const char *what, size_t count);
void family_begin_counted(struct families *, const size_t *members, size_t count);
void family_leave_engine(struct families *); // of all sizes together, before all is decided
void family_begin_size(struct families *, size_t member);
void family_end_size(struct families *, size_t member); // keeps how it was done
void family_note_last(struct families *, size_t member, const char *text, const char *word, bool are_orbits);

// ---- family_warnings.c ----------------------------------------------------------------------------------------------

void family_find_warnings(struct families *); // what starts tell, once it is known what is asked for
bool family_minds_fairness(const struct families *, size_t member); // so that methods may have something to warn of
void family_note_warnings(struct families *, size_t member, const struct model_warnings *); // of one size by itself

// ---- family_proof.c -------------------------------------------------------------------------------------------------

// Proves what can be proved for every size; the rest is left open, to be searched in small sizes.
void family_prove_all(struct families *);
// The obligations that show it, for SMT solvers; see size_script_write.
bool family_write_script(struct families *, struct str *out, size_t *obligations, struct cause *why);

// ---- family_certificates.c ------------------------------------------------------------------------------------------

// Writes a certificate for each size, to files with it behind the path: FILE.3, or FILE.2.3; where every size is asked
// for, the obligations that show it to one file. False if one cannot be made or written, which is said.
bool family_write_certificates(struct families *, const char *path);
// The same, each of them checked by coset-certify; NULL: no files stay. Each result tells what came of it.
void family_certify(struct families *, const char *path, struct certification *);

// ---- family_states.c ------------------------------------------------------------------------------------------------

void family_count_states(struct families *); // of all sizes together
void family_note_states(struct families *, size_t member, const mpz_t states, const mpz_t orbits);
void family_lack_states(struct families *, size_t size, struct cause cause); // nothing if they are counted

// ---- family_summary.c -----------------------------------------------------------------------------------------------

const char *family_symmetry_word(const struct families *); // what was made of symmetry, as --symmetry takes it
// The same in words: "not used for Proc: ..."; nothing if the models have no classes.
void family_add_symmetry(const struct families *, struct str *out);

void family_add_up(struct families *); // states and orbits of all sizes; only if there is none that was not counted
// Where some size was counted by representatives, of which an orbit may have several, that is what all are told by.
bool family_are_orbits(const struct families *);
bool family_any_counted(const struct families *);
// Where sizes are looked at one after the other, these are those of the last.
void family_get_statistics(struct families *, struct backend_statistics *);

#endif
