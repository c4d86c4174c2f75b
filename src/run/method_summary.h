// By what the properties of a run were decided, all in all: from the methods that their results carry.
#ifndef COSET_RUN_METHOD_SUMMARY_H
#define COSET_RUN_METHOD_SUMMARY_H

#include "base/str.h"
#include "trace/trace.h"

struct method_summary {
    bool by_backend[BACKEND_KINDS]; // some result comes from it
    bool by_reduction[REDUCTION_KINDS];
    // What is said of symmetry before and behind the methods; `before` is NULL where there is nothing to say, and
    // `after` where no methods are named.
    const char *before, *after;
};

void method_summary_note(struct method_summary *, const struct result *);
void method_summary_add(struct method_summary *, const struct method_summary *more); // of another process

// "counter abstraction, BDD": what was applied to the model, from the first on, and what has decided then.
void method_add_text(const struct method *, struct mem *, struct str *out);

// Whether a class before this one is called the same in a list: nested rulesets over one range have a class each.
bool method_class_is_named(const struct model *, size_t class);

bool method_summary_text(const struct method_summary *, struct mem *, struct str *out); // false: nothing to say
const char *method_summary_word(const struct method_summary *);                         // as --symmetry takes it

#endif
