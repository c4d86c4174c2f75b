// Quantities as a person wants to read them.
#ifndef COSET_BASE_UNITS_H
#define COSET_BASE_UNITS_H

#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

void units_add_count(struct mem *, struct str *, uint64_t count);    // 1,234,567
void units_add_bytes(struct mem *, struct str *, uint64_t bytes);    // 512 B, 1.5 MiB
void units_add_seconds(struct mem *, struct str *, double seconds);  // 0.25 s, 2 min 5 s, 3 h 20 min
void units_add_percent(struct mem *, struct str *, double fraction); // 0.125 is 12.5 %

#endif
