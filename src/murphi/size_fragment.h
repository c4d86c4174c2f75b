// Which models say the same for every number of components: the fragment that proofs for every size cover (see
// docs/every-size.md, whose *restriction lemma* rests on what is counted and refused here).
//
// One scalarset, or several, have sizes that depend on one constant. A state of any size is looked at through a few
// elements of these. A step of a rule is seen through them exactly if they contain the rule's parameters and its
// *witnesses*: elements that make an `exists` true or a `forall` false, and elements that a variable holds by which an
// array is read, or which is compared with another variable, or by order with any element. They are counted here, by a
// walk over the text; where their number has no bound, the model is refused with the place.
#ifndef COSET_MURPHI_SIZE_FRAGMENT_H
#define COSET_MURPHI_SIZE_FRAGMENT_H

#include "base/cause.h"
#include "murphi/ast.h"

struct size_refusal {
    struct span span;
    struct cause cause; // CAUSE_NONE: nothing is refused. Texts are the tree's.
};
// What is refused, with the line where that is.
struct cause size_refusal_cause(const struct murphi_tree *, const struct size_refusal *);

// The scalarset whose size depends on a constant of this name; NULL, and why, if there is not exactly one, or if the
// constant is used for anything else, or the model has something that no proof covers.
const struct murphi_type *murphi_sized_class(const struct murphi_tree *, const char *constant, struct size_refusal *);

// Where a range begins in the file whose size depends on the constant, and which is used for more than a scalarset is;
// 0 if there is none. It may be one whose elements are compared by order (`infers_order_at` of murphi_tree).
uint32_t murphi_sized_range(const struct murphi_tree *, const char *constant);

// Whether the size of a ring does.
bool murphi_has_sized_ring(const struct murphi_tree *, const char *constant);

// The same where there may be several.
enum { SIZE_MOST_CLASSES = 8 };
struct size_classes {
    const struct murphi_type *at[SIZE_MOST_CLASSES];
    size_t count;
    struct size_refusal shrinking; // where it is not certain that a larger constant makes none of them smaller
};
bool murphi_sized_classes(const struct murphi_tree *, const char *constant, struct size_classes *,
                          struct size_refusal *);

// The same with rings among them, and classes with obstacles.
bool murphi_sized_components(const struct murphi_tree *, const char *constant, struct size_classes *,
                             struct size_refusal *);

// Whether the constant is used for sizes of types, and as a number in sums, products and the like: it is no truth value
// that is known beforehand, and nothing else is said that only ranges over elements that are there would miss.
bool murphi_sized_numbers(const struct murphi_tree *, const char *constant, struct size_refusal *);
// Of that constant: its declaration in the file. The value of a constant expression for a size; false if there is none.
const struct murphi_decl *murphi_find_constant(const struct murphi_tree *, const char *name);
bool murphi_number_of_size(const struct murphi_expr *, const struct murphi_decl *constant, int64_t size,
                           int64_t *value);

struct size_need {
    uint32_t parameters; // of the classes
    uint32_t witnesses;  // so that a step, or the truth of a condition, is seen as it is
    bool asks_for_all;   // and even so, it may only seem to be there, as a condition is one of all elements
    uint32_t for_errors; // the same, so that a run-time error is
    // Why no number of elements is enough for that: an error that is there only if each element has another one.
    struct size_refusal errors;
    uint32_t for_disabled;        // of a rule: so that it is seen that its guard is false
    struct size_refusal disabled; // why no number of elements is enough for that
};

// Of a rule: so that its steps are seen. Of an invariant: so that it is seen to be violated. False with the refusal.
// Elements of all the classes are counted together.
bool murphi_size_need(const struct murphi_tree *, const struct murphi_type *const *classes, size_t class_count,
                      const struct murphi_rule *, struct size_need *, struct size_refusal *);

#endif
