// Words that are near to another one: what somebody may have meant who mistyped it. For "did you mean".
//
//     struct nearest nearest = nearest_to(word);
//     for (...)
//         nearest_look(&nearest, candidate);
//     if (nearest.best)
//         ...
#ifndef COSET_BASE_NEAREST_H
#define COSET_BASE_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *word; // borrowed, as are the candidates
    const char *best; // of those that were looked at, the nearest one; the first of several; NULL if none is near
    size_t least;     // what is nearer than this is better
};

// A short word is close to too many others; for it, only other capital letters count.
struct nearest nearest_to(const char *word);
// The same where up to `most` letters may be wrong.
struct nearest nearest_within(const char *word, size_t most);

void nearest_look(struct nearest *, const char *candidate);
// A candidate that is so far away for another reason than its letters.
void nearest_look_at(struct nearest *, const char *candidate, size_t distance);

#endif
