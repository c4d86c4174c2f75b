// coset-mpi: coset check, with explicit states searched by all processes that mpirun starts.
#include "cli/program.h"
#include "mpi/mpi_ranks.h"

int main(int count, char **arguments)
{
    static const struct cli_ranks_host host = {mpi_ranks_open, mpi_ranks_close};
    return cli_main(count, arguments, &host);
}
