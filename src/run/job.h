// A job: what is wanted of a run. Whoever works reads it and never writes into it; who wants a part of it done in
// another way (less time, no traces, another method) makes a copy.
#ifndef COSET_RUN_JOB_H
#define COSET_RUN_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/options.h"

enum job_language {
    JOB_LANGUAGE_BY_NAME,
    JOB_LANGUAGE_SMV,
    JOB_LANGUAGE_MURPHI,
    JOB_LANGUAGE_PNML,
    JOB_LANGUAGE_AIGER,
    JOB_LANGUAGE_BTOR2,
};

enum job_engine {
    JOB_ENGINE_AUTO,
    JOB_ENGINE_SYMBOLIC,
    JOB_ENGINE_EXPLICIT,
    JOB_ENGINE_BMC, // this one and those behind it are SAT engines
    JOB_ENGINE_INDUCTION,
    JOB_ENGINE_IC3,
    JOB_ENGINE_SAT, // all three
};

enum job_symmetry {
    JOB_SYMMETRY_AUTO,
    JOB_SYMMETRY_OFF,
    JOB_SYMMETRY_COUNTERS,
    JOB_SYMMETRY_EXPLICIT,
    JOB_SYMMETRY_ARCHITECTURAL,
    JOB_SYMMETRY_DYNAMIC, // this one and those behind it are symbolic quotients
    JOB_SYMMETRY_COMPONENTWISE,
    JOB_SYMMETRY_STATES, // component-wise, with state symmetries
    JOB_SYMMETRY_ONTHEFLY,
    JOB_SYMMETRY_LIVE_REP,
    JOB_SYMMETRY_XI,
    JOB_SYMMETRY_ORBIT_XI,
};

enum job_rules { JOB_RULES_AUTO, JOB_RULES_TREE, JOB_RULES_LOWERED };

enum job_verify { JOB_VERIFY_AUTO, JOB_VERIFY_ON, JOB_VERIFY_OFF };

enum job_full_reach { JOB_FULL_REACH_STEP, JOB_FULL_REACH_HINT };

// A choice that changes verdicts or the way to them, as a person made it.
struct job_choice {
    const char *name, *value;
};

struct job {
    const char *version; // of the program, which checkpoints are of
    const char *model;   // its file
    const char *text;    // that is read in place of the file, which only gives its name; NULL: the file's
    size_t text_length;
    unsigned language;       // enum job_language
    struct job_choice *made; // all choices
    size_t choices;

    // The model.
    struct option_list constants; // NAME=VALUE
    bool cpp;                     // SMV goes through the C preprocessor
    unsigned deadlock;            // enum murphi_deadlock
    unsigned dialect;             // enum murphi_dialect
    bool infer_scalarsets;        // ranges that are used like scalarsets are scalarsets
    bool always_are_invariants;   // AG and G of a condition are read as invariants, for proofs
    uint32_t infer_order_at;      // and so is one that has an order besides: `infers_order_at` of murphi_tree
    bool relax_loops;             // a loop over that leaves any element in a variable, for proofs: murphi_relax_loops
    bool relax_other_loops;       // and so does one over another range
    bool relax_rings;             // neighbours in rings may be any elements, for proofs: murphi_relax_rings
    int64_t loop_limit;
    struct option_list generators, hints;   // that are stated besides those of the file
    struct option_list constraints, starts; // conditions to be read with it
    const char *value;                      // an expression whose value is asked for; NULL: none
    struct option_list family;              // NAME=LOW..HIGH; none: it is one model
    const char *size;                       // whose counterexamples are shown; NULL: the smallest that fails

    // Goals.
    struct option_list properties, formulas;
    bool states;    // are to be counted
    bool fail_fast; // nothing more is asked for once a property fails

    // Limits.
    double time_limit; // seconds; 0: none
    size_t memory;     // bytes; 0: no limit

    // The method.
    unsigned engine;         // enum job_engine
    int64_t bound;           // on the length of counterexamples that BMC looks for; 0: none
    unsigned explicit_rules; // enum job_rules
    unsigned compile;        // enum native_compile
    unsigned strategy;       // enum check_strategy
    unsigned symmetry;       // enum job_symmetry
    unsigned sort_by;        // enum dynamic_sort
    const char *order;       // a file
    const char *write_order; // a file for the order that was found; NULL: none
    bool reorder;
    bool cone;          // leave out what a property does not depend on
    unsigned reachable; // enum check_reachable
    bool vacuity;
    bool compacts;    // explicit-state search keeps hashes of states
    const char *disk; // a folder for states that do not fit; NULL: none
    int64_t jobs;     // processes
    int64_t threads;  // of explicit-state search; 0: all processors, where it takes long and there is one process
    const char *checkpoint, *resume;
    double every; // seconds between two checkpoints

    // How representatives are chosen on the fly.
    unsigned verify_generators; // enum job_verify
    unsigned sigma_by;          // enum sigma_application
    bool sigma_simplify;
    int64_t sigma_rounds, sigma_nodes, sigma_share; // 0: no limit
    unsigned full_reach;                            // enum job_full_reach
    bool keep_full_reach, thin, detect, stages;
    int64_t dense; // 0: all of a frontier

    // What to record.
    bool trace;      // counterexamples
    bool is_terse;   // without them, nobody wants to know what goes wrong
    bool statistics; // of the work
    bool find_order; // of the variables
};

// What cannot be done in one run: an engine and a method of the other one, in words; NULL if nothing.
const char *job_contradiction(const struct job *);

static inline bool job_is_sat(const struct job *job)
{
    return job->engine >= JOB_ENGINE_BMC;
}

static inline double job_deadline(const struct job *job, double started) // 0: none
{
    return job->time_limit > 0 ? started + job->time_limit : 0;
}

#endif
