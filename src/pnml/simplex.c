// The simplex method on a dense tableau.
#include "pnml/simplex.h"

#include <math.h>
#include <stdint.h>

enum { MOST_STEPS = 2000 };

static void pivot(struct simplex *s, size_t row, size_t column)
{
    double *from = simplex_row(s, row), by = from[column];
    for (size_t i = 0; i < s->columns; i++)
        from[i] /= by;
    for (size_t r = 0; r <= s->rows; r++) {
        double *to = simplex_row(s, r), times = to[column];
        for (size_t i = 0; i < s->columns && r != row && fabs(times) > SIMPLEX_TINY; i++)
            to[i] -= times * from[i];
    }
    s->basis[row] = column;
}

// The column with the largest gain at first, and then the first with any: that cannot go in a circle.
static size_t entering(const struct simplex *s, int step)
{
    const double *objective = simplex_row(s, s->rows);
    size_t best = SIZE_MAX;
    double most = SIMPLEX_TINY;
    for (size_t i = 0; i + 1 < s->columns; i++)
        if (objective[i] > most) {
            best = i;
            if (step > MOST_STEPS / 2)
                return best;
            most = objective[i];
        }
    return best;
}

static size_t leaving(const struct simplex *s, size_t column)
{
    size_t best = SIZE_MAX;
    double least = 0;
    for (size_t r = 0; r < s->rows; r++) {
        const double *row = simplex_row(s, r);
        if (row[column] <= SIMPLEX_TINY)
            continue;
        double ratio = row[s->columns - 1] / row[column];
        if (best == SIZE_MAX || ratio < least - SIMPLEX_TINY ||
            (ratio < least + SIMPLEX_TINY && s->basis[r] < s->basis[best])) {
            best = r;
            least = ratio;
        }
    }
    return best;
}

bool simplex_maximise(struct simplex *s)
{
    for (int step = 0; step < MOST_STEPS; step++) {
        size_t column = entering(s, step);
        if (column == SIZE_MAX)
            return true;
        size_t row = leaving(s, column);
        if (row == SIZE_MAX)
            return false;
        pivot(s, row, column);
    }
    return false;
}
