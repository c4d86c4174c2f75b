#include "explicit/compact_states.h"

#include <string.h>

static uint64_t fold(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Each word is mixed in by a product of 128 bits, with what came before and with its place.
uint64_t compact_hash(const uint64_t *state, size_t words)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < words; i++)
        hash = fold(state[i] ^ UINT64_C(0xa0761d6478bd642f), hash + UINT64_C(0xe7037ed1a0b428db) * (i + 1)) ^ hash;
    hash = fold(hash ^ UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3) ^ words);
    return fold(hash ^ UINT64_C(0x1d8e4e27c47d124f), UINT64_C(0xeb44accab455d165));
}

bool compact_add(struct compact_states *c, const uint64_t *state, struct mem *mem)
{
    if (!array_try_reserve(mem, &c->waiting, c->waiting.count + c->words))
        return false;
    memcpy(c->waiting.at + c->waiting.count, state, c->words * sizeof *state);
    c->waiting.count += c->words;
    return true;
}

void compact_drop_last(struct compact_states *c)
{
    c->waiting.count -= c->words;
}

// What is left moves when it is no more than what is gone, so that every state moves once on the average.
void compact_forget(struct compact_states *c, uint32_t end)
{
    size_t gone = (size_t)(end - c->first) * c->words;
    if (end <= c->first || gone < c->waiting.count - gone)
        return;
    memmove(c->waiting.at, c->waiting.at + gone, (c->waiting.count - gone) * sizeof *c->waiting.at);
    c->waiting.count -= gone;
    c->first = end;
}

bool compact_know(struct compact_states *c, uint32_t number, const uint64_t *state, struct mem *mem)
{
    if (!array_try_reserve(mem, &c->known, c->known.count + 1) ||
        !array_try_reserve(mem, &c->known_words, c->known_words.count + c->words))
        return false;
    c->known.at[c->known.count++] = number;
    memcpy(c->known_words.at + c->known_words.count, state, c->words * sizeof *state);
    c->known_words.count += c->words;
    return true;
}

const uint64_t *compact_state(const struct compact_states *c, uint32_t number)
{
    if (number >= c->first && (size_t)(number - c->first) * c->words < c->waiting.count)
        return c->waiting.at + (size_t)(number - c->first) * c->words;
    for (size_t i = 0; i < c->known.count; i++)
        if (c->known.at[i] == number)
            return c->known_words.at + i * c->words;
    return NULL;
}

void compact_close(struct compact_states *c, struct mem *mem)
{
    array_free(mem, &c->waiting);
    array_free(mem, &c->known);
    array_free(mem, &c->known_words);
}

double compact_missed(uint32_t count)
{
    return (double)count * ((double)count + 1) / 2 / 18446744073709551616.0;
}
