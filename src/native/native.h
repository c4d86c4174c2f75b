// Explicit-state steps from the tree of a Murphi model: what the explicit engine (explicit/explicit.h) asks of
// whoever makes its steps. The time until the first state depends on the length of the text, not on how many instances
// its rules have.
//
// The model is one that was lowered from the tree, of which only cells and classes, and which properties there are, is
// used: one instance per orbit of each rule is enough. Its verdicts are about all instances.
#ifndef COSET_NATIVE_NATIVE_H
#define COSET_NATIVE_NATIVE_H

#include "base/cause.h"
#include "explicit/steps.h"
#include "model/rule_coverage.h"
#include "murphi/ast.h"
#include "murphi/lower.h"

struct native;

// NULL, and why, if the tree has something that is left to the lowering. Tree and model outlive it.
struct native *native_new(const struct murphi_tree *, const struct model *, const struct murphi_lower_options *,
                          struct mem *, enum cause_code *why);
void native_free(struct native *);

// For one engine; it is good as long as the native is.
const struct explicit_steps *native_steps(struct native *);

// Whether rules are also written as C, compiled by the system's compiler ("cc"), and loaded. `auto` begins with that
// where a search gets long, and makes steps by the interpreter meanwhile; `on` waits for it before the first step.
// Without a compiler the interpreter is used.
enum native_compile { NATIVE_COMPILE_AUTO, NATIVE_COMPILE_ON, NATIVE_COMPILE_OFF };
void native_compile(struct native *, enum native_compile); // off, if nobody calls it
bool native_is_compiled(const struct native *);            // steps are made by compiled rules now

// Whether it can say where a property of the model is violated.
bool native_knows(const struct native *, size_t property);

// Coverage of the states that it is given from the beginning to the end: what happens in each, with the layout of its
// engine, and then the rules and values that were met. False if a step takes more than can be made.
void native_coverage_begin(struct native *);
bool native_cover(struct native *, const uint64_t *state);
void native_coverage_read(const struct native *, struct rule_coverage *);
void native_coverage_end(struct native *);

#endif
