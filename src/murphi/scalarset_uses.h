// Ranges of numbers in groups between which values go, and what speaks against a group's being a scalarset.
#ifndef COSET_MURPHI_SCALARSET_USES_H
#define COSET_MURPHI_SCALARSET_USES_H

#include "murphi/ast.h"

// Of the first type of a group: all that is known of the group.
struct group {
    uint32_t parent; // the id of a type
    bool is_refused, has_binder, is_index;
    struct span span; // where it is refused
    const char *reason;
    bool is_ordered;
    struct span ordered; // where its elements are compared by order
    uint32_t literals;   // so many of its first elements have names that are numbers, or are not in all its ranges
    int64_t low;         // of the range that begins first
    bool is_mixed;       // there are ranges that begin behind that
    struct span mixed;   // where one meets another
    const char *other;   // what is wrong with that, if it is not allowed
};

struct inference {
    struct murphi_tree *tree;
    struct group *groups; // by the id of a type
    // Numbers that meet elements, where that may be allowed: with what is wrong if it is not.
    ARRAY(struct literal {
        struct murphi_expr *expr;
        const struct murphi_type *type;
        struct span span;
        const char *reason;
    })
    literals;
};

bool scalarset_is_number(const struct murphi_type *);
struct group *scalarset_group_of(struct inference *, const struct murphi_type *);
// Of several reasons, the first one in the file is told.
void scalarset_refuse(struct inference *, const struct murphi_type *, struct span, const char *reason);
bool scalarset_is_literal(const struct murphi_expr *);
// A value goes between the expression and the type: they become one group. The reason is for a number in its place.
void scalarset_meet(struct inference *, struct murphi_expr *, const struct murphi_type *, struct span,
                    const char *reason);

// All uses in a tree, and what is refused for them.
void scalarset_find_uses(struct inference *);

#endif
