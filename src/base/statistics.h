// The statistics table: a number is declared once by the room that counts it, and its output as text for people and as
// JSON for programs follows.
//
//     static const struct statistic table[] = {
//         {"nodes_live", STATISTIC_AT(struct counters, nodes), STATISTIC_COUNT, "nodes in use"},
//         {"hit_rate", STATISTIC_AT(struct counters, hit_rate), STATISTIC_RATIO, "look-ups that the cache answered"},
//     };
//     static const struct statistics engine = STATISTICS("Decision diagrams", table);
//
// Members are uint32_t, uint64_t, size_t or double, which STATISTIC_AT checks. Names are made of a-z, 0-9 and _; people
// see blanks for the underscores.
#ifndef COSET_BASE_STATISTICS_H
#define COSET_BASE_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

enum statistic_type { STATISTIC_UINT32, STATISTIC_UINT64, STATISTIC_DOUBLE };

enum statistic_unit {
    STATISTIC_COUNT,
    STATISTIC_BYTES,
    STATISTIC_SECONDS,
    STATISTIC_RATIO, // a part of 1; people see per cent
};

struct statistic {
    const char *name;
    enum statistic_type type;
    size_t offset;
    enum statistic_unit unit;
    const char *help;
};

// clang-format off
#define STATISTIC_AT(owner, member) \
    .type = _Generic(((owner *)0)->member, \
        uint32_t: STATISTIC_UINT32, \
        uint64_t: STATISTIC_UINT64, \
        double: STATISTIC_DOUBLE), \
    .offset = offsetof(owner, member)
// clang-format on

struct statistics {
    const char *title;
    const struct statistic *table;
    size_t count;
};

#define STATISTICS(heading, table) \
    { \
        heading, table, sizeof(table) / sizeof(table)[0] \
    }

// The title, then a line for each number: its name, its value in human units, what it means.
void statistics_add_text(const struct statistics *, const void *values, struct mem *, struct str *out);

// An object on one line. Values are plain numbers: bytes in bytes, times in seconds, ratios as parts of 1.
void statistics_add_json(const struct statistics *, const void *values, struct mem *, struct str *out);

#endif
