// What the files of the library's interface share.
#ifndef COSET_API_INTERNAL_H
#define COSET_API_INTERNAL_H

#include "api/coset.h"
#include "base/array.h"
#include "base/str.h"
#include "group/generator.h"
#include "model/model.h"
#include "murphi/ast.h"
#include "murphi/lower.h"
#include "smv/smv.h"
#include "trace/trace.h"

struct work;

// A text that the model borrows: its own, or a formula.
struct api_text {
    struct source source;
    char *name, *text;
};

struct coset_model {
    struct mem mem;
    struct api_text text;
    ARRAY(struct api_text *) formulas; // with symmetries and hints
    ARRAY(size_t) places;              // Murphi: where they are in the text
    struct smv *smv;                   // NULL for a model in Murphi, which has a tree instead
    struct murphi_tree tree;           //
    bool has_tree;
    struct murphi_lower_options lowering; // of the tree
    generator_array generators;           // that were stated, in the text or by who opened the model
    struct model *model;                  // of the one or the other
    struct model *monitored;  // of a tree: with a monitor of its fair rules (murphi/lower.h); NULL until it is needed
    ARRAY(size_t) properties; // their numbers in the model, which may have more, for engines
    bool values_are_proved;   // every assignment has a value, and one of its variable's type
    struct str warnings;
    struct work *work;            // engines that are open; NULL: none
    struct coset_result *results; // all that are not freed
};

struct coset_result {
    coset_model *owner;
    struct coset_result *before, *after; // in the list of the owner's
    size_t property;                     // the user's number
    struct result result;
    char *reason; // a copy, where it is undecided; else NULL
    char **texts; // by state and cell; NULL: not asked for yet
};

void api_open_text(struct mem *, struct api_text *, const char *name, const char *bytes, size_t length); // copies
void api_close_text(struct mem *, struct api_text *);

// A copy for the caller, in *error unless that is NULL.
void api_give_text(char **error, const char *text);

// ---- Work (work.c) --------------------------------------------------------------------------------------------------

// Engines with their settings, which live while these stay the same.
struct work *work_use(coset_model *, const coset_options *);
void work_close(struct work *); // NULL is fine

// Decides a property, by the user's number, until `deadline` (by clock_now; 0: none).
void work_check(struct work *, size_t property, double deadline, struct result *);
// The number of reachable states as decimal digits, to be freed by free(); NULL, and a reason.
char *work_count(struct work *, double deadline, const char **reason);

#endif
