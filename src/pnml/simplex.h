// Linear programs in floating-point numbers: the largest value of an objective, from a first basis of slacks.
#ifndef COSET_PNML_SIMPLEX_H
#define COSET_PNML_SIMPLEX_H

#include <stdbool.h>
#include <stddef.h>

#define SIMPLEX_TINY 1e-9 // what is smaller counts as 0

struct simplex {
    size_t rows, columns; // those of the program, then one slack for each row, then the right side
    double *at;           // row by row; the last row is the objective
    size_t *basis;        // by row: the column that is in it
};

static inline double *simplex_row(const struct simplex *s, size_t row)
{
    return s->at + row * s->columns;
}

// False if there is no bound, or none is found in good time.
bool simplex_maximise(struct simplex *);

#endif
