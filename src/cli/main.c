// coset: one process, but for those that it starts itself.
#include "cli/program.h"

int main(int count, char **arguments)
{
    return cli_main(count, arguments, NULL);
}
