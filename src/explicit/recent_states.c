#include "explicit/recent_states.h"

#include <string.h>

#include "base/hash.h"

#define MOST_BYTES ((size_t)1 << 18)
#define TRIES 65536  // then it is seen whether it pays
#define LEAST_PART 8 // of what is asked for must be known
#ifdef NDEBUG
#    define FEW_WORDS 3 // up to so many, a state is found in the store about as fast
#else
#    define FEW_WORDS 0 // the models of tests have small states
#endif

static size_t table_bytes(const struct recent_states *r)
{
    return r->entries * (1 + r->words) * sizeof(uint64_t);
}

void recent_open(struct recent_states *r, size_t words)
{
    *r = (struct recent_states){.words = words, .entries = 1};
    while (2 * table_bytes(r) <= MOST_BYTES)
        r->entries *= 2;
    if (r->entries < 16 || words <= FEW_WORDS)
        r->entries = 0;
}

static void give_up(struct recent_states *r, struct mem *mem)
{
    mem_free(mem, r->table, r->table ? table_bytes(r) : 0);
    r->table = NULL;
    r->entries = 0;
}

void recent_close(struct recent_states *r, struct mem *mem)
{
    give_up(r, mem);
}

void recent_clear(struct recent_states *r)
{
    if (r->table)
        memset(r->table, 0, table_bytes(r));
}

bool recent_note(struct recent_states *r, const uint64_t *state, struct mem *mem)
{
    size_t bytes = r->words * sizeof *state;
    if (r->entries && r->asked == TRIES && r->found * LEAST_PART < r->asked)
        give_up(r, mem);
    if (r->entries && !r->table && !(r->table = mem_try_zalloc(mem, table_bytes(r))))
        r->entries = 0;
    if (!r->entries)
        return false;
    uint64_t tag = hash_words(state, r->words) | 1; // of an empty entry it is 0
    uint64_t *entry = r->table + (tag >> 1 & (r->entries - 1)) * (1 + r->words);
    r->asked++;
    if (entry[0] == tag && memcmp(entry + 1, state, bytes) == 0) {
        r->found++;
        return true;
    }
    entry[0] = tag;
    memcpy(entry + 1, state, bytes);
    return false;
}
