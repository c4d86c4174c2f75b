// What a search has met of a model as it is written: how often each rule was enabled and fired, and which values of
// enumerations no state has. All that an engine counts, and a report shows.
#ifndef COSET_MODEL_RULE_COVERAGE_H
#define COSET_MODEL_RULE_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"

// A rule with all its instances: in each state, those that are enabled, and the steps that they make. A rule that is
// enabled does not fire where one of a higher priority is, where it comes to a run-time error, or where the state that
// it leads to is excluded by an assumption.
struct covered_rule {
    const char *name; // as messages name it: `rule "enter"`
    size_t line;
    uint64_t enabled, fired;
};

struct uncovered_value {
    const char *name;
    size_t line;
};

struct rule_coverage {
    uint64_t states;  // that were looked at
    bool is_complete; // these are all
    bool are_orbits;  // each stands for an orbit, and it is the steps of this representative that are counted
    struct arena texts;
    ARRAY(struct covered_rule) rules;      // in the order of the file
    ARRAY(struct uncovered_value) missing; // of enumerations that variables of the state have
};

static inline void rule_coverage_close(struct rule_coverage *c, struct mem *mem) // which texts has, too
{
    array_free(mem, &c->rules);
    array_free(mem, &c->missing);
    arena_free(&c->texts);
}

#endif
