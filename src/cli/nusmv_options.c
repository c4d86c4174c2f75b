// Options of NuSMV that scripts use, and what is said here in their place. Nobody has to know them by heart: whoever
// gives one is told.
#include <string.h>

#include "cli/cli.h"

static const struct {
    const char *theirs, *ours;
} options[] = {
    {"-dcx", "--no-trace"},
    {"-r", "--states"},
    {"-i", "--order FILE"},
    {"-o", "--write-order FILE"},
    {"-coi", "nothing: the cone of influence is always used, unless --no-cone is given"},
    {"-df", "--reachable off"},
    {"-n", "--property N"},
    {"-int", "coset simulate -i"},
    {"-lp", "coset info"},
    {"-cpp", "--cpp"},
    {"-pre", "--cpp"},
    {"-dynamic", "nothing: variables are reordered while BDDs grow, unless --no-reorder is given"},
    {"-reorder", "nothing: variables are reordered while BDDs grow, unless --no-reorder is given"},
    {"-is", "--property N for each property that is to be checked"},
    {"-ic", "--property N for each property that is to be checked"},
    {"-ils", "--property N for each property that is to be checked"},
    {"-ips", "--property N for each property that is to be checked"},
    {"-ii", "--property N for each property that is to be checked"},
    {"-ctl", "--property N for each property that is to be checked"},
    {"-ltl", "--property N for each property that is to be checked"},
    {"-invar", "--property N for each property that is to be checked"},
    {"-psl", "--property N for each property that is to be checked"},
    {"-AG", "nothing: AG of a condition is checked while reachable states are found"},
    {"-mono", "nothing: transition relations are partitioned by themselves"},
    {"-iwls95", "nothing: transition relations are partitioned by themselves"},
    {"-thresh", "nothing: transition relations are partitioned by themselves"},
    {"-disable_syntactic_checks", "nothing"},
    {"-source", "the options of coset: there are no scripts of commands"},
    {"-load", "the options of coset: there are no scripts of commands"},
};

const char *cli_instead_of_nusmv(const char *argument)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(argument, options[i].theirs) == 0)
            return options[i].ours;
    return NULL;
}
