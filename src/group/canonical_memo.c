#include "group/canonical_memo.h"

#include <string.h>

#include "base/hash.h"

#define MOST_BYTES ((size_t)1 << 18)
#define TRIES 65536  // then it is seen whether it pays
#define LEAST_PART 8 // of what is asked for must be known

static size_t entry_words(const struct canonical_memo *m)
{
    return 1 + 2 * m->words;
}

static size_t table_bytes(const struct canonical_memo *m)
{
    return m->entries * entry_words(m) * sizeof(uint64_t);
}

void canonical_memo_open(struct canonical_memo *m, size_t words)
{
    *m = (struct canonical_memo){.words = words, .entries = 1};
    while (2 * table_bytes(m) <= MOST_BYTES)
        m->entries *= 2;
    if (m->entries < 16)
        m->entries = 0;
}

static void give_up(struct canonical_memo *m, struct mem *mem)
{
    mem_free(mem, m->table, m->table ? table_bytes(m) : 0);
    m->table = NULL;
    m->entries = 0;
}

void canonical_memo_close(struct canonical_memo *m, struct mem *mem)
{
    give_up(m, mem);
}

uint64_t *canonical_memo_find(struct canonical_memo *m, uint64_t *state, bool *is_known, struct mem *mem)
{
    size_t bytes = m->words * sizeof *state;
    *is_known = false;
    if (m->entries && m->asked == TRIES && m->found * LEAST_PART < m->asked)
        give_up(m, mem);
    if (!m->entries)
        return NULL;
    if (!m->table && !(m->table = mem_try_zalloc(mem, table_bytes(m)))) {
        m->entries = 0;
        return NULL;
    }
    uint64_t tag = hash_words(state, m->words) | 1; // of an empty entry it is 0
    uint64_t *entry = m->table + (tag >> 1 & (m->entries - 1)) * entry_words(m);
    m->asked++;
    *is_known = entry[0] == tag && memcmp(entry + 1, state, bytes) == 0;
    if (*is_known) {
        m->found++;
        memcpy(state, entry + 1 + m->words, bytes);
        return entry;
    }
    entry[0] = tag;
    memcpy(entry + 1, state, bytes);
    return entry;
}

void canonical_memo_keep(struct canonical_memo *m, uint64_t *entry, const uint64_t *representative)
{
    memcpy(entry + 1 + m->words, representative, m->words * sizeof *representative);
}
