// Where a model treats the elements of a scalarset or a ring unequally although the language allows it: `clear`, which
// takes the first one, and loops over all of them whose effect may depend on the order of the iterations. The analysis
// is on the safe side: it may complain of a loop that does no harm, not the other way round.
//
// One thing is not looked at here: an iteration that ends the loop, makes an assumption or decides x in `x := x & y`
// may keep those behind it from a run-time error. Whether there are run-time errors is known to whoever executes the
// loop, and looked at there.
#ifndef COSET_MURPHI_SYMMETRY_BREAKING_H
#define COSET_MURPHI_SYMMETRY_BREAKING_H

#include "base/array.h"
#include "murphi/ast.h"

// What a loop does with a variable. Those behind EFFECT_WRITE give the same in any order, as long as nothing else is
// done with that variable.
enum effect {
    EFFECT_READ,
    EFFECT_WRITE,
    EFFECT_SET, // to a constant
    EFFECT_INCREASE,
    EFFECT_DECREASE,
    EFFECT_AND,
    EFFECT_OR,
    EFFECT_ADD, // to a multiset
    EFFECT_MINIMUM,
    EFFECT_MAXIMUM,
};

// All that a loop does with a variable, or with a part of it: `v.f[i].g`, whatever the indices are. The type of `v`
// says where indices stand, so that parts that differ in a field share nothing.
#define USAGE_FIELDS 8
struct usage {
    const struct murphi_decl *root;
    uint64_t fields[USAGE_FIELDS]; // by their offsets
    int field_count;               // those behind USAGE_FIELDS are not told apart
    int position; // of the index by the loop variable among fields and indices, from 0; -1 if there is none
    enum effect effect;
    int64_t constant; // of EFFECT_SET
    bool is_written;
    const struct murphi_decl *other; // by what else the first one was indexed, if the loop leaves that as it is
    bool is_at_one;                  // always indexed by the loop variable at that position
    bool is_crossed; // always by the loop variable and by `other`, and by nothing else, whichever comes first
    bool is_indexed; // one of both: different iterations use different scalars
    bool is_uniform; // always to this effect, of which the order does not matter
    bool is_several; // behind an index, or fields that are not told apart: not one scalar
};

// A call that the walk is in.
struct frame {
    const struct murphi_expr *call;
    const struct frame *outer;
    unsigned depth;
};

struct loop {
    struct mem *mem;
    const struct murphi_decl *variable;
    ARRAY(struct usage) usages;
    const struct murphi_stmt *first_return; // in the loop itself, not in what it calls
    bool returns_differ;
    bool gave_up; // too many calls, or one that calls itself
    size_t steps;
};

// Where the condition holds, of which the comparison is a part, the target becomes the value.
struct extremum {
    const struct murphi_expr *target, *value, *condition, *comparison;
    enum effect effect; // EFFECT_MINIMUM or EFFECT_MAXIMUM
};

// One for each scalarset or ring that values of the type are made of.
void mu_add_obstacles(struct murphi_tree *, const struct murphi_type *, struct span, const char *reason);

// Whether two usages are of the same scalars in different iterations, as far as fields tell: one is a part of the
// other, and not both are always indexed by the loop variable at the same position.
bool mu_usages_meet(const struct usage *, const struct usage *);

// Collects what the statements do, through all calls; and gives the memory of that back.
void mu_loop_walk(struct loop *, const struct murphi_stmt *);
void mu_loop_close(struct loop *);

// Whether an assignment, or the last clause of an `if` that does nothing else, takes the least or greatest of values.
bool mu_find_extremum(const struct murphi_stmt *, struct extremum *);
bool mu_find_extremum_in_clause(const struct murphi_clause *, struct extremum *);

// Whether all ids that a `clear` sets get other values by the statements behind it before anything is read of them.
bool mu_ids_are_set_again(const struct murphi_stmt *clear);

#endif
