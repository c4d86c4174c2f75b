// Pre-images of cubes: by which states an action leads into a cube, as cubes again.
//
// The cube's elements have some names of an instance, the action's parameters and witnesses the others. The
// action's condition and, for each literal, that the new value is one of the literal's, make a condition of the state
// before (cell_condition.h). A search over its choices gives the cubes: what is certain is drawn first, then the choice
// with the fewest ways is tried in all of them.
#ifndef COSET_PARAMETRIC_PREIMAGE_H
#define COSET_PARAMETRIC_PREIMAGE_H

#include "parametric/cell_condition.h"
#include "parametric/cube.h"

// What finds cubes. The receiver copies what it keeps, and says whether to go on.
typedef bool cube_receiver(void *context, const struct cube *);

struct preimage {
    struct parametric_instance *in;
    struct cell_conditions conditions;
    struct mem *mem;
    uint64_t *masks; // by cell: what it may have, as far as is drawn
    ARRAY(struct mask_change {
        cell_id cell;
        uint64_t old;
    })
    trail;
    ARRAY(struct duty {
        cell_condition condition; // that has to hold
    })
    duties;
    // Three-valued evaluation, by node; as good as `drawn`, which counts changes of masks.
    ARRAY(struct known_truth {
        uint64_t drawn;
        int truth;
    })
    known;
    uint64_t drawn;
    cube_receiver *receive;
    void *context;
    bool goes_on;
    uint64_t branches;
    bool (*is_over)(void *context); // asked now and then; NULL: it goes on to its end
    void *over_context;
};

void preimage_open(struct preimage *, struct parametric_instance *);
void preimage_close(struct preimage *);

// Of a cube, whose elements have the names that `images` gives them, by an action. False if the receiver has stopped
// it, or somebody else, or a condition has too many cases (conditions.failed).
bool preimage_by_action(struct preimage *, const struct cube *, const uint8_t *images, size_t action, cube_receiver *,
                        void *context);
// Whether the action changes some cell of the cube.
bool preimage_changes(const struct preimage *, const struct cube *, const uint8_t *images, size_t action);

// The cubes of a condition of the model, or of its negation.
bool preimage_of_condition(struct preimage *, expr, bool is_true, cube_receiver *, void *context);

#endif
