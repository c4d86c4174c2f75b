// What a run tells besides verdicts: symmetry in words, the number of states, warnings, statistics, the order. It is
// taken from the methods that did the work, or put together from what several processes found.
#ifndef COSET_RUN_SUMMARY_H
#define COSET_RUN_SUMMARY_H

#include "base/arena.h"
#include "run/strategy.h"
#include "run/wire.h"

struct summary {
    struct mem *mem;
    struct arena texts;
    size_t cells; // of the model

    struct method_summary by;
    const char *symmetry; // in words; NULL: there is nothing to say
    const char *symmetry_method;

    bool states_are_known, are_orbits;
    const char *orbits, *states; // in decimal
    struct cause cause;          // why they are not known

    struct model_warnings warnings; // which point to what follows
    value *deadlock;
    bool *is_shown;

    bool has_statistics;
    struct backend_statistics statistics;

    cell_id *order; // NULL: not asked for
    size_t order_count;
};

void summary_open(struct summary *, size_t cells, struct mem *); // of the model; 0: of warnings nobody asks
void summary_close(struct summary *);

void summary_note(struct summary *,
                  const struct result *); // by what it was decided, also if that was before a checkpoint

// From the methods, when all is decided: each of these may take time.
void summary_take_symmetry(struct summary *, struct strategy *);
void summary_count_states(struct summary *, struct strategy *);
void summary_take_warnings(struct summary *, struct strategy *);
void summary_take_statistics(struct summary *, struct strategy *);
void summary_take_order(struct summary *, struct strategy *);

// To another process, and what this one makes of it. False if that is nonsense.
void summary_put(const struct summary *, struct str *out);
bool summary_add(struct summary *, struct wire_reader *);

#endif
