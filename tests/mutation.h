// Texts with a few random edits, for what must cope with any text.
#ifndef COSET_TESTS_MUTATION_H
#define COSET_TESTS_MUTATION_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/random.h"

struct mutated {
    char at[4096];
    size_t length;
};

// Edits that would make the text too long are not made.
static inline void mutated_splice(struct mutated *text, size_t at, size_t removed, const char *piece, size_t length)
{
    if (removed > text->length - at)
        removed = text->length - at;
    if (text->length - removed + length > sizeof text->at)
        return;
    memmove(text->at + at + length, text->at + at + removed, text->length - at - removed);
    memcpy(text->at + at, piece, length);
    text->length += length - removed;
}

// One edit. `pieces` are what the language is made of.
static inline void mutate(struct mutated *text, const char *const *pieces, size_t count, uint64_t *random)
{
    size_t at = random_below(random, text->length + 1);
    const char *piece = pieces[random_below(random, count)];
    switch (random_below(random, 5)) {
    case 0: // insert
        mutated_splice(text, at, 0, piece, strlen(piece));
        break;
    case 1: // replace
        mutated_splice(text, at, strlen(piece), piece, strlen(piece));
        break;
    case 2: // remove
        mutated_splice(text, at, 1 + random_below(random, 8), "", 0);
        break;
    case 3: { // repeat a part elsewhere
        char copy[64];
        size_t length = text->length - at < sizeof copy ? text->length - at : sizeof copy;
        memcpy(copy, text->at + at, length);
        mutated_splice(text, random_below(random, text->length + 1), 0, copy, length);
        break;
    }
    default: { // any byte
        char byte = (char)random_next(random);
        mutated_splice(text, at, 1, &byte, 1);
    }
    }
}

#endif
