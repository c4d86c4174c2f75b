// What the tests with random models for linear time share: cases that can be repeated by their seed, and that show
// their model when something is wrong.
#ifndef COSET_TESTS_CHECK_LINEAR_CASE_H
#define COSET_TESTS_CHECK_LINEAR_CASE_H

#include "../unit.h"
#include "base/diag.h"
#include "check/check.h"
#include "linear_lasso.h"
#include "linear_maker.h"
#include "smv/smv.h"

struct linear_case {
    uint64_t seed;
    struct mem mem;
    struct str text; // the model
    struct linear_maker maker;
    struct source source;
    struct diag diag;
    struct smv *smv;
    struct model *model;
    const char *property; // at hand
    struct check_options options;
    int patience; // for tests that interrupt the checker
};

#define REQUIRE(condition, about, ...) \
    do { \
        if (!(condition)) { \
            case_show(about); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

void case_show(const struct linear_case *);

// The seed of the first case: COSET_SEED, or 1.
uint64_t case_first_seed(void);

// A case with a model and, at random, the options of a checker; then the maker is there to add properties, before the
// text is read.
void case_begin(struct linear_case *, uint64_t seed, bool large);
void case_read(struct linear_case *);
void case_end(struct linear_case *); // nothing may be left of its memory

// A random walk from an initial state, as a trace with a loop where it came back to one of its states, and as steps,
// which are added. False at a deadlock, and where the walk gets too long.
bool case_wander(struct linear_case *, struct lasso_graph *, struct trace *, lasso_steps *);

#endif
