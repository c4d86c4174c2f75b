// What a search was like while it went on: frontier, states and nodes by iteration, memory by time. However long the
// work takes, little is kept: where there are too many samples, every other one goes, and from then on half as many are
// taken.
#ifndef COSET_BASE_HISTORY_H
#define COSET_BASE_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "base/str.h"

#define HISTORY_MOST_SAMPLES 256 // of a search
#define HISTORY_MOST_SEARCHES 48
#define HISTORY_MOST_MOMENTS 512
#define HISTORY_UNKNOWN (-1.0)

struct history_sample {
    uint64_t iteration;
    double frontier, found; // states as powers of two, or HISTORY_UNKNOWN
    uint64_t frontier_nodes, nodes;
};

struct history_search {
    const char *way, *phase, *unit; // static: "diagrams", "reachable states", "orbits"
    double started, ended;          // seconds
    uint64_t iterations;
    ARRAY(struct history_sample) samples;
    uint64_t stride;
    ARRAY(uint32_t) properties; // from 0, whose verdicts came of it
    bool is_fresh, is_last;     // since the last verdict; it led to that verdict
};

struct history_moment {
    double seconds;
    uint64_t bytes;
};

struct history {
    struct mem *mem;
    ARRAY(struct history_search) searches;
    uint64_t forgotten; // searches for which there was no room
    ARRAY(struct history_moment) moments;
    double distance; // between moments, at the least
};

void history_close(struct history *);

// An iteration of a search; a new one begins where the iterations start anew, or the words are others. Iterations may
// come several times: the last one counts.
void history_add(struct history *, const char *way, const char *phase, const char *unit, double seconds,
                 const struct history_sample *);
// A search that somebody else has watched; its samples are taken over.
void history_take_search(struct history *, const struct history_search *);
// A verdict on a property is there. It came of the searches since the verdict before; where there are none, of those
// that led to that one, whose sets serve both.
void history_note_verdict(struct history *, uint32_t property);
void history_add_memory(struct history *, double seconds, uint64_t bytes);

// As a JSON object.
void history_add_json(const struct history *, struct mem *, struct str *out);

#endif
