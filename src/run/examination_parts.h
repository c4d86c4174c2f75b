// What the parts of an examination share (examination.h).
#ifndef COSET_RUN_EXAMINATION_PARTS_H
#define COSET_RUN_EXAMINATION_PARTS_H

#include <gmp.h>

#include "pnml/mcc_lower.h"
#include "run/examination.h"
#include "run/input.h"

enum exam_kind {
    EXAM_FORMULAS,
    EXAM_UPPER_BOUNDS,
    EXAM_STATE_SPACE,
    EXAM_DEADLOCK,
    EXAM_ONE_SAFE,
    EXAM_QUASI_LIVENESS,
    EXAM_LIVENESS,
    EXAM_STABLE_MARKING
};

// A property of the model, as a part of a question.
struct question_part {
    size_t property;
    bool is_negated; // true if the property fails
    uint32_t question;
    int64_t threshold; // of a bound: true says that there are never more tokens than this
};

struct question {
    const char *id;
    enum { OF_ALL, OF_ANY, OF_BOUND } kind; // true if all parts are; if one is
    size_t open, yes, no;                   // parts: not known, true, false
    int64_t least, most;                    // of a bound: what is known of it
    struct mcc_sum sum;                     // likewise: of these places, of all colours,
    bool is_of_colour;                      // or of one colour in one place
    const expr *sums;                       // the same in the model: the largest of these
    size_t sum_count;
    bool is_silent; // nobody is told
    bool is_answered;
    unsigned techniques;
};

struct exam {
    const struct examination *e;
    enum exam_kind kind;
    struct run *run;
    struct mem *mem;
    struct job job;
    struct input input;
    struct arena arena;
    struct mcc_properties properties; // of the file of formulas, simplified as soon as that is done
    ARRAY(struct question) questions; // those of properties are the first, in their order
    ARRAY(struct question_part) parts;
    double started;
    bool has_arcs; // the number of arcs of the state space is told
};

static inline bool examination_is_by(const struct exam *x, enum examination_method method)
{
    return x->e->only == EXAMINATION_BY_ALL || x->e->only == (unsigned)method;
}

// Tells the answer of a question, if it is not told yet.
void examination_tell(struct exam *, struct question *, bool is_true, unsigned techniques);
void examination_tell_bound(struct exam *, struct question *); // if what is known of it leaves one number

// That there is no bound, or that there are infinitely many.
void examination_tell_infinite(struct exam *, struct question *);

// Quick answers, from the net as it is written: by the state equation and the initial marking, by walks of so many
// rounds (examination_quick.c), and by a part of the reachability graph of so many markings (examination_graph.c). At
// most until then, by the clock; 0 is no limit.
struct quick;
struct quick *examination_quick_open(struct exam *);
void examination_quick_simplify(struct quick *, double until);
void examination_quick_walk(struct quick *, int rounds, double until);
void examination_quick_lassos(struct quick *, int rounds, double until); // walks against formulas of linear time
void examination_quick_growing(struct quick *, double until); // what is unbounded, of bounds and the state space
void examination_quick_graph(struct quick *, size_t nodes, double until);
void examination_quick_space(struct quick *, size_t nodes, double until); // of the state space only
bool examination_quick_is_usable(const struct quick *);                   // the net can be played
void examination_quick_close(struct quick *);
// The formula of a question, simplified; NULL if it is none, or nothing could be read.
const struct mcc_formula *examination_quick_formula(const struct quick *, uint32_t question);
// What a part of the question's formula is in the initial marking, found by these techniques; whether that is known.
void examination_quick_learn(struct quick *, uint32_t question, const struct mcc_formula *part, bool is_true,
                             unsigned techniques);
bool examination_quick_knows(const struct quick *, const struct mcc_formula *part);

// By the reachable markings as a diagram (examination_symbolic.c): with colours that are counted, until `half` at the
// most, and of the unfolded net. Where they are found by then, questions are decided until `late`.
// The first one looks only at colours that are counted, which takes no time where it is of use.
void examination_symbolic_first(struct exam *, struct quick *, double until, double late);
void examination_symbolic(struct exam *, struct quick *, double half, double until, double late);
// By the model that the net becomes (examination_model.c).
void examination_by_model(struct exam *);
// The answer that follows from the parts that are known, if one does.
void examination_answer_by_parts(struct exam *, struct question *);
bool examination_is_answered(const struct exam *); // all of it
// By a part of the graph of the net whose colours are counted, or which is unfolded if that is allowed
// (examination_flat.c).
void examination_flat(struct exam *, struct quick *, bool unfolds, size_t nodes, double until);
void examination_tell_number(struct exam *, const char *what, const mpz_t number, unsigned techniques);

#endif
