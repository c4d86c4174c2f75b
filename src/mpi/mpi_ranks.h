// Messages between ranks by MPI (explicit/ranks.h).
#ifndef COSET_MPI_MPI_RANKS_H
#define COSET_MPI_MPI_RANKS_H

#include "explicit/ranks.h"

// Begins MPI in the thread that calls it, which is the only one to use it. NULL: there are too many ranks.
const struct ranks *mpi_ranks_open(void);
// Ends it. Where a rank is silent, all are ended, with this status.
void mpi_ranks_close(const struct ranks *, int status);

#endif
