// Formulas and properties of a model: a part of model.h, which includes it.
#ifndef COSET_MODEL_PROPERTY_H
#define COSET_MODEL_PROPERTY_H

#include "model/handles.h"

struct placement;

enum formula_op {
    FORMULA_ATOM, // a condition
    FORMULA_NOT,
    FORMULA_AND,
    FORMULA_OR,
    FORMULA_XOR,
    FORMULA_IMPLIES,
    FORMULA_IFF,
    // Branching time; the bounded ones (`bounded`) count steps from `low` to `high`.
    FORMULA_EX,
    FORMULA_EF,
    FORMULA_EG,
    FORMULA_EU,
    FORMULA_AX,
    FORMULA_AF,
    FORMULA_AG,
    FORMULA_AU,
    // Linear time, future and past.
    FORMULA_X,
    FORMULA_F,
    FORMULA_G,
    FORMULA_U,
    FORMULA_V,
    FORMULA_Y,
    FORMULA_Z,
    FORMULA_H,
    FORMULA_O,
    FORMULA_S,
    FORMULA_T,
    // About the finite sequences of states that start here and that a regular expression describes (`regular`). None of
    // the empty ones counts.
    FORMULA_TRIGGERS,  // in the last state of each of them, the operand holds
    FORMULA_MATCHES,   // the path begins with one of them
    FORMULA_MAY_MATCH, // the same, or all that begins the path can be continued to one of them: the weak form
    // Over paths: some, all.
    FORMULA_E,
    FORMULA_A,
};

// Whether it says something of a state by its paths: E, A, and the operators of branching time.
static inline bool formula_op_is_quantified(enum formula_op op)
{
    return (op >= FORMULA_EX && op <= FORMULA_AU) || op == FORMULA_E || op == FORMULA_A;
}

struct formula_node {
    enum formula_op op;
    expr atom;
    formula args[2];
    bool bounded;
    int64_t low, high; // high -1: no end
    regular regular;
};

const struct formula_node *model_formula(const struct model *, formula);
formula model_atom(struct model *, expr);
formula model_formula_make(struct model *, enum formula_op, formula, formula); // the second FORMULA_NONE if it has one
formula model_formula_bounded(struct model *, enum formula_op, int64_t low, int64_t high, formula, formula);
formula model_formula_regular(struct model *, enum formula_op, regular, formula); // FORMULA_NONE if it has no operand

enum property_kind {
    PROPERTY_INVARIANT,
    PROPERTY_CTL,
    PROPERTY_LTL,
    PROPERTY_CTLSTAR,
    PROPERTY_PSL,
    PROPERTY_MIN,
    PROPERTY_MAX,
    PROPERTY_RUNTIME_ERROR, // no run-time error can happen; `formula` as for an invariant, as for the next two
    PROPERTY_DEADLOCK,      // in every state that can be reached something can happen
    PROPERTY_COVER,         // a state that violates the formula can be reached; or two conditions, see model_cover
};

// A property that holds is *vacuous* if one of these holds, too: the same with an implication `left -> right` in it
// replaced by its left side being false.
struct vacuity {
    const char *left; // as it is shown
    formula formula;
    unsigned number; // which implication of the text: the same in every copy and reduction, which may leave some out
};

// Which question a property answers: a number that its front end gives, the same in every model that is made of one
// text, whatever its constants are and however much of it is made; and in every copy and reduction of such a model. So
// what is asked of one model is found in another by its goal, never by its number there, nor by its formula: that of
// another property may be the same. Parts of a property, and its copies, have its goal.
typedef uint32_t goal_id;
#define GOAL_NONE ((goal_id)0) // nobody asks for it by itself

struct property {
    goal_id goal;
    enum property_kind kind;
    const char *name;        // NULL if it has none
    const char *text;        // as it is shown
    const char *context;     // the instance it belongs to; "" at the top
    formula formula;         // invariant: an atom; min, max: FORMULA_NONE
    formula from, to;        // min, max: the number of steps from where one holds to where the other does
    const char *unsupported; // what keeps it from being checked; NULL if nothing
    bool is_wrong;           // and that is an error in its text
    // It fails, whatever states there are, as this text says: a start goes wrong, which leads to no state. Else NULL.
    const char *refuted;
    const struct vacuity *vacuities;
    size_t vacuity_count;
    bool lacks_vacuities; // it has more of them in the model that this one was made of
};

// Whether fairness may matter to a property of a model. What asks for states that can be reached does without. Where
// there are fair rules and no conditions of fairness, so do formulas of EX, EF, EU, AX and AG: each path goes on as a
// fair one, if of the fair rules that are enabled the one is taken whose turn was longest ago, so that what can be
// reached can be reached on a fair path.
bool property_minds_fairness(const struct model *, const struct property *);

// What a cover asks for: a state that violates `missed` can be reached, from any initial state; and none that violates
// `sound`, for its condition cannot be evaluated there. Both are conditions of its formula, so that who copies, reads
// or permutes formulas need not know of them.
struct cover {
    expr missed, sound; // EXPR_NONE: it can be evaluated everywhere
};
formula model_make_cover(struct model *, struct cover);
struct cover model_cover(const struct model *, formula);

size_t model_add_property(struct model *, const struct property *); // strings are copied
// It turns out to be wrong; the text is copied.
void model_mark_wrong(struct model *, size_t property, const char *error);
size_t model_property_count(const struct model *);
const struct property *model_property(const struct model *, size_t);
size_t model_find_goal(const struct model *, goal_id); // the first property with this goal; SIZE_MAX if there is none

// A property whose formula is a conjunction of instances of one, for several elements of classes. A permutation that
// takes the sites of one instance to those of another of its family takes the one formula to the other, too. Instances
// of one property are added one after the other. Copies of a property have none.
// An instance has its own formula for each vacuity of the property.
void model_add_instance(struct model *, size_t property, formula instance, const formula *vacuities,
                        const struct placement *);
size_t model_instance_count(const struct model *, size_t property); // 0 if nothing is known of it
formula model_instance(const struct model *, size_t property, size_t, struct placement *);
const formula *model_instance_vacuities(const struct model *, size_t property, size_t);

// The cases of an invariant that is quantified: it is violated in a state where the condition of one of them is false.
// They are for people, who want to know which; there may be none, or not all. The text is "a = Cache_1, b = Cache_2".
struct property_case {
    goal_id goal; // of the property
    const char *text;
    expr condition;
    formula formula; // the condition as a formula; model_add_case makes it
};
void model_add_case(struct model *, const struct property_case *); // the text is copied
size_t model_case_count(const struct model *);
const struct property_case *model_case(const struct model *, size_t);

#endif
