// Terms of SMT-LIB, each made once: two terms that are written the same are one node, compared by their pointers.
//
// The functions that make terms simplify as they go: constants, operands that occur twice, equal sides. Each
// simplification is a law of the theory that can be seen at once, for what is proved rests on it.
//
// Variables are told apart by numbers, so that no substitution ever captures one: a variable is bound by one quantifier
// of the text it comes from, or it is a parameter, or it stands for an index of a function of the state.
#ifndef COSET_SMTLIB_SMT_TERM_H
#define COSET_SMTLIB_SMT_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/str.h"

enum smt_sort_kind {
    SMT_BOOL,
    SMT_INT,
    SMT_ENUM,  // a datatype with constants only: an enumeration, or a class of fixed size
    SMT_CLASS, // uninterpreted: a class of any size
    SMT_UNION, // a datatype with one constructor for each sort that a union has a part of
};

// Sorts are compared by pointer.
struct smt_sort {
    enum smt_sort_kind kind;
    const char *name; // as the script writes it
    const char **members;
    int64_t low;          // the value of the first member
    uint32_t count;       // of members
    int32_t inject_index; // among the constructors of the union; -1 for none
    bool is_ordered;      // of a class: its elements are compared by SMT_LE somewhere
};

enum smt_op {
    SMT_TRUE,
    SMT_FALSE,
    SMT_NUMBER,  // number
    SMT_MEMBER,  // number: the value
    SMT_VAR,     // number: that of the variable
    SMT_LEAF,    // number: of the leaf; its value at the arguments
    SMT_DEFINED, // number: of the leaf; whether it has one there
    SMT_NOT,
    SMT_AND,
    SMT_OR,
    SMT_EQ,
    SMT_ITE,
    SMT_FORALL, // a variable, and the body
    SMT_EXISTS,
    SMT_LE, // of numbers, or of elements of a class that has an order
    SMT_LT,
    SMT_ADD,
    SMT_SUB,
    SMT_MUL,
    SMT_DIV, // as SMT-LIB has it: the rest is not negative
    SMT_MOD,
    SMT_INJECT,  // into the union
    SMT_PROJECT, // out of it, to the term's sort
    SMT_IS,      // number: inject_index of the sort that the union's value must be of
};

struct smt_term {
    enum smt_op op;
    uint32_t id; // greater than that of any argument
    uint32_t count;
    const struct smt_sort *sort;
    int64_t number;
    const char *name;       // of a variable
    int64_t low, high;      // of an integer: between which bounds it lies; what is beyond 64 bits is at their end
    struct smt_term *chain; // of the table
    // Scratch of walks, valid where `stamp`, or `seen`, is that of the walk.
    uint64_t stamp, seen;
    uint32_t refs;
    const struct smt_term *image;
    uint32_t let; // the number of its `let` where it has one; 0 otherwise
    const struct smt_term *args[];
};

typedef const struct smt_term *smt_term;

struct smt_terms {
    struct mem *mem;
    struct arena *arena;
    struct smt_term **buckets;
    size_t bucket_count; // a power of two
    uint32_t count;
    uint32_t variables;   // numbers that were given
    uint64_t stamp, seen; // of the last walk, and of the last one that looks for a variable
    struct smt_sort boolean, integer;
    smt_term yes, no;
};

void smt_terms_open(struct smt_terms *, struct arena *);
void smt_terms_close(struct smt_terms *);

smt_term smt_truth(const struct smt_terms *, bool);
smt_term smt_number(struct smt_terms *, int64_t);
smt_term smt_member(struct smt_terms *, const struct smt_sort *, int64_t value);
// A new one. The bounds are those of an integer.
smt_term smt_variable(struct smt_terms *, const struct smt_sort *, const char *name, int64_t low, int64_t high);
smt_term smt_leaf(struct smt_terms *, enum smt_op, uint32_t leaf, const struct smt_sort *, const smt_term *args,
                  uint32_t count, int64_t low, int64_t high);

smt_term smt_not(struct smt_terms *, smt_term);
smt_term smt_and(struct smt_terms *, smt_term, smt_term);
smt_term smt_or(struct smt_terms *, smt_term, smt_term);
smt_term smt_implies(struct smt_terms *, smt_term, smt_term);
smt_term smt_equal(struct smt_terms *, smt_term, smt_term); // of one sort
smt_term smt_ite(struct smt_terms *, smt_term condition, smt_term then, smt_term otherwise);
smt_term smt_quantify(struct smt_terms *, enum smt_op, smt_term variable, smt_term body);
smt_term smt_less(struct smt_terms *, enum smt_op, smt_term, smt_term); // SMT_LE, SMT_LT: of numbers
smt_term smt_up_to(struct smt_terms *, smt_term, smt_term);             // SMT_LE: of elements of a class
smt_term smt_arithmetic(struct smt_terms *, enum smt_op, smt_term, smt_term);
smt_term smt_inject(struct smt_terms *, const struct smt_sort *the_union, smt_term);
smt_term smt_project(struct smt_terms *, const struct smt_sort *to, smt_term);
smt_term smt_is(struct smt_terms *, const struct smt_sort *part, smt_term);

// Every term of `from` becomes the one at the same place of `to`, at the same time.
smt_term smt_substitute(struct smt_terms *, smt_term, const smt_term *from, const smt_term *to, uint32_t count);
// The same where the condition holds, and perhaps simpler.
smt_term smt_given(struct smt_terms *, smt_term, smt_term condition);
// Whether the condition is seen to be true nowhere, by cases of its atoms (smt_split.c).
bool smt_is_impossible(struct smt_terms *, smt_term condition);
bool smt_has_variable(struct smt_terms *, smt_term, smt_term variable);
// Calls `visit` for each leaf, or whether it is defined, that the term has; each node once.
void smt_each_leaf(struct smt_terms *, smt_term, void (*visit)(void *context, uint32_t leaf), void *context);

// As text, parts that occur more than once as `let`. `leaf_name` gives the name of a leaf's function.
struct smt_printing {
    struct smt_terms *terms;
    struct mem *mem;
    struct str *out;
    const char *(*leaf_name)(void *context, smt_term);
    void *context;
    uint32_t lets;
};
void smt_print(struct smt_printing *, smt_term);
void smt_print_variable(struct smt_printing *, smt_term); // `(name sort)`

#endif
