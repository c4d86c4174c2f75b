// One way to walk what models are made of: expressions, temporal formulas and regular expressions. All three are
// hash-consed graphs whose operands have smaller handles than what is made of them, and may be deeper than the stack
// of C; so each is visited once, after its operands, and without recursion.
//
// A *walk* gives one handle after the other and keeps a number for each that it has given, its *image*:
//
//     struct walk w = {.model = m, .mem = mem};
//     walk_from(&w, root);
//     for (expr e; walk_next(&w, &e);)
//         walk_note(&w, e, model_rebuild(m, model_expr(m, e), walk_images(&w, e)));
//     ... walk_image(&w, root) ...
//     walk_free(&w);
//
// What was visited is not visited again, also for other roots, until walk_clear, which takes no time. Roots may be
// added while a walk goes on.
#ifndef COSET_MODEL_WALK_H
#define COSET_MODEL_WALK_H

#include "base/array.h"
#include "base/hash.h"
#include "model/lookup.h"
#include "model/model.h"
#include "model/regular.h"

// ---- Traits of operators --------------------------------------------------------------------------------------------

bool op_is_commutative(enum op); // its operands are sorted by their handles, which mean nothing
// Nested ones may be taken as one: a op (b op c). For sums and products see also expr_is_exact.
bool op_is_associative(enum op);
bool op_is_idempotent(enum op); // an operand that is there twice might as well be there once
bool op_is_nary(enum op);       // has any number of operands
bool op_has_type(enum op);      // operands do not tell what type the result has

// Integers are cut off at the largest number, so that a sum may depend on the order in which it is taken: whether that
// cannot happen to the result.
bool expr_is_exact(const struct model *, const struct expr_node *);

bool formula_op_is_commutative(enum formula_op);
bool formula_op_is_binary(enum formula_op);
bool formula_op_has_regular(enum formula_op); // speaks of the sequences of a regular expression

// ---- Walks ----------------------------------------------------------------------------------------------------------

struct walk {
    const struct model *model;
    struct mem *mem;
    enum walk_of { WALK_EXPRS, WALK_FORMULAS, WALK_REGULARS } of; // what the handles are
    // Whether an operand is visited before what it is an operand of. NULL: each is.
    bool (*follows)(const struct walk *, uint32_t of, size_t operand);
    const void *context; // for `follows`

    struct notes notes;
    ARRAY(uint32_t) waiting, images;
};

void walk_from(struct walk *, uint32_t root);
// The next one, whose operands have been visited as far as they are followed. Its image is 0 until it has another one.
bool walk_next(struct walk *, uint32_t *);
void walk_note(struct walk *, uint32_t, uint32_t image);
uint32_t walk_image(const struct walk *, uint32_t); // NOTE_NONE if it was not visited
// The images of all operands; NOTE_NONE for those that there are not or that were not followed. Good until the next
// call.
const uint32_t *walk_images(struct walk *, uint32_t);
void walk_to_end(struct walk *); // visits all that waits
// The first handle from this one on that was visited; NOTE_NONE if there is none. So what was visited can be gone
// through in the order of handles.
uint32_t walk_visited(const struct walk *, uint32_t from);
void walk_clear(struct walk *); // nothing waits, and nothing was visited
void walk_free(struct walk *);

// The cells that some expressions read: their current and next values as expressions, each once. This looks from the
// top down and gives up, with false, when there are more expressions than the limit, or locals.
struct expr_support {
    ARRAY(expr) cells;
    struct int_map seen; // all expressions that were looked at
};
bool expr_support(struct expr_support *, const struct model *, const expr *roots, size_t count, size_t limit,
                  struct mem *);
void expr_support_free(struct expr_support *, struct mem *);

// The conditions of formulas, those of their regular expressions included: one for each atom and each letter.
struct condition_walk {
    struct walk formulas, regulars;
};
struct condition_walk condition_walk(const struct model *, struct mem *);
void condition_walk_from(struct condition_walk *, formula root);
bool condition_walk_next(struct condition_walk *, expr *);
void condition_walk_clear(struct condition_walk *);
void condition_walk_free(struct condition_walk *);

// ---- Maps -----------------------------------------------------------------------------------------------------------

// What constants, cells, next values and locals become.
typedef expr walk_leaf(void *context, expr, const struct expr_node *);

// The expression with other leaves, in the same model or another one. The walk keeps the images.
expr walk_map(struct walk *, struct model *to, walk_leaf *, void *context, expr root);

// The operator of a formula on other operands: a condition, or formulas and a regular expression.
formula formula_rebuild(struct model *, const struct formula_node *like, const formula *args, regular);

// Formulas with other conditions.
struct formula_map {
    const struct model *from;
    struct model *to;
    struct mem *mem;
    // EXPR_NONE if there is nothing that it could become; then nor is there a formula.
    expr (*condition)(void *context, expr);
    // Whether the operator may be there; NULL: any may.
    bool (*accepts)(void *context, const struct formula_node *);
    void *context;

    struct walk formulas, regulars;
};
formula formula_map(struct formula_map *, formula); // FORMULA_NONE if it is none, or has no image
void formula_map_free(struct formula_map *);

// ---- Structural hashes ----------------------------------------------------------------------------------------------

// Hashes that do not depend on handles: what is made in the same way has the same one, in whichever model, and whatever
// the order of the operands of a commutative operation.
struct structure {
    const struct model *model;
    struct mem *mem;
    bool form_only; // leaves are all the same
    ARRAY(uint64_t) exprs, formulas, regulars;
};

uint64_t structure_of_type(const struct model *, type_id);
uint64_t structure_of_expr(struct structure *, expr);
uint64_t structure_of_formula(struct structure *, formula); // 0 for FORMULA_NONE
void structure_free(struct structure *);

#endif
