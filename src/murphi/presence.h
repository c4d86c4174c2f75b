// Presence: the models of several sizes from one reading.
//
// The tree is that of the largest size. Each element of a class that grows has a variable that says whether it is
// there, and no step changes that; rulesets, loops and quantifiers range over those that are there. A start state of a
// size is one in which as many elements are there as it has, the first ones. So the states of one size, without what
// belongs to elements that are not there, are those of the model of that size, and so are its steps: nothing in the
// text speaks of elements but by ranging over them, and by variables, which hold some that were ranged over.
//
// Variables of elements that are not there keep one value, whatever is written to an array as a whole: so no state is
// counted twice, and what changes nothing else is no step.
#ifndef COSET_MURPHI_PRESENCE_H
#define COSET_MURPHI_PRESENCE_H

#include "murphi/size_fragment.h"

struct murphi_presence {
    const char *const *classes; // names of scalarsets
    size_t class_count;
    const uint64_t *sizes; // by size and class: how many elements there are; no more than the tree has
    size_t size_count;
    bool is_counted; // by a number; else a size is told by which elements are there

    // Where the constant is a number in the text as well: its value in each size, and the trees of all sizes, which
    // tell how types grow. Then no class has variables; there is one for each size but the first, whether this is that
    // size or a larger one (size_number.c).
    const char *constant;
    const int64_t *values;
    const struct murphi_tree *const *trees;
    uint32_t *first_sizes; // by cell, written by the lowering: the first size that has it
};

#define MURPHI_PRESENCE_SIZE "$size"   // the variable that holds the number of the size
#define MURPHI_PRESENCE_THERE "$there" // how those begin that say of elements whether they are there
#define MURPHI_PRESENCE_LEAST "$least" // those that say that it is this size or a larger one

// Whether a tree that was checked can be lowered so, and the classes that grow with a constant; or why not. To be
// counted, components must be exchanged at will. Else classes may be rings, in which the first element comes behind the
// last one that is there, or have obstacles.
bool murphi_has_presence(const struct murphi_tree *, const char *constant, bool to_be_counted, struct size_classes *,
                         struct size_refusal *);
// Whether a tree can be lowered so where the constant is a number as well; and whether those of all sizes, the largest
// one last, are the same but for types that grow.
bool murphi_has_presence_by_size(const struct murphi_tree *, const char *constant, struct size_refusal *);
bool murphi_trees_grow(const struct murphi_tree *const *trees, size_t count);
// The type that the whole file calls so: one of a rule or function is not meant. NULL if there is none.
const struct murphi_type *murphi_presence_class(const struct murphi_tree *, const char *name);
// Declares the variables in a tree that was parsed, and is not checked yet.
void murphi_declare_presence(struct murphi_tree *, const struct murphi_presence *);

#endif
