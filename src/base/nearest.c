#include "base/nearest.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#define LONGEST_WORD 63 // longer ones are not compared

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// How many letters have to be put in, left out, replaced, or swapped with their neighbour (optimal string alignment).
static size_t edit_distance(const char *a, size_t length_a, const char *b, size_t length_b)
{
    size_t rows[3][LONGEST_WORD + 1]; // of the table: the current one and the two before
    for (size_t j = 0; j <= length_b; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        size_t *now = rows[i % 3], *before = rows[(i + 2) % 3], *two_before = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            now[j] = smaller(smaller(before[j], now[j - 1]) + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller(now[j], two_before[j - 2] + 1);
        }
    }
    return rows[length_a % 3][length_b];
}

struct nearest nearest_within(const char *word, size_t most)
{
    return (struct nearest){word, NULL, most + 1};
}

struct nearest nearest_to(const char *word)
{
    size_t length = strlen(word);
    return nearest_within(word, length < 3 ? 0 : length < 6 ? 1 : 2);
}

void nearest_look_at(struct nearest *n, const char *candidate, size_t distance)
{
    if (distance >= n->least)
        return;
    n->best = candidate;
    n->least = distance;
}

void nearest_look(struct nearest *n, const char *candidate)
{
    size_t length = strlen(n->word), other = strlen(candidate);
    if ((length > other ? length - other : other - length) >= n->least)
        return;
    if (length == other && strcasecmp(n->word, candidate) == 0)
        nearest_look_at(n, candidate, 0);
    else if (length <= LONGEST_WORD && other <= LONGEST_WORD)
        nearest_look_at(n, candidate, edit_distance(n->word, length, candidate, other));
}
