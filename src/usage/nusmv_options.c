// Options of NuSMV that scripts use, and what is said here in their place. Nobody has to know them by heart: whoever
// gives one is told.
#include <string.h>

#include "usage/usage.h"

#define CHOICE "use --property N for each property that is to be checked"
#define REORDERING "it is not needed: variables are reordered while BDDs grow, unless --no-reorder is given"
#define PARTITIONS "it is not needed: transition relations are partitioned by themselves"
#define NOT_NEEDED "it is not needed"
#define NO_SCRIPTS "there are no scripts of commands; the options of coset do their work"

static const struct {
    const char *theirs, *ours;
} options[] = {
    {"-dcx", "use --no-trace"},
    {"-r", "use --states"},
    {"-i", "use --order FILE"},
    {"-o", "use --write-order FILE"},
    {"-coi", "it is not needed: the cone of influence is always used, unless --no-cone is given"},
    {"-df", "use --reachable off"},
    {"-n", "use --property N"},
    {"-int", "use coset simulate -i"},
    {"-lp", "use coset info"},
    {"-cpp", "use --cpp"},
    {"-pre", "use --cpp"},
    {"-dynamic", REORDERING},
    {"-reorder", REORDERING},
    {"-is", CHOICE},
    {"-ic", CHOICE},
    {"-ils", CHOICE},
    {"-ips", CHOICE},
    {"-ii", CHOICE},
    {"-ctl", CHOICE},
    {"-ltl", CHOICE},
    {"-invar", CHOICE},
    {"-psl", CHOICE},
    {"-AG", "it is not needed: AG of a condition is checked while reachable states are found"},
    {"-mono", PARTITIONS},
    {"-iwls95", PARTITIONS},
    {"-thresh", PARTITIONS},
    {"-bmc", "use --engine bmc"},
    {"-bmc_length", "use --engine bmc --bound N"},
    {"-cp", PARTITIONS},
    {"-noaffinity", PARTITIONS},
    {"-iwls95preorder", PARTITIONS},
    {"-sat_solver", "it is not needed: the SAT solver is CaDiCaL"},
    {"-ctt", "it is not needed: there is a warning where the transition relation is not total"},
    {"-obm", "use coset export, which writes AIGER"},
    {"-ofm", "use coset export, which writes AIGER"},
    {"-s", "it is not needed: there is no file of settings"},
    {"-help", "use coset help check"},
    {"-flt", NOT_NEEDED},
    {"-rin", NOT_NEEDED},
    {"-sin", NOT_NEEDED},
    {"-ojeba", NOT_NEEDED},
    {"-old", NOT_NEEDED},
    {"-smv_old", NOT_NEEDED},
    {"-old_div_op", NOT_NEEDED},
    {"-keep_single_value_vars", NOT_NEEDED},
    {"-disable_sexp2bdd_caching", NOT_NEEDED},
    {"-disable_syntactic_checks", NOT_NEEDED},
    {"-source", NO_SCRIPTS},
    {"-load", NO_SCRIPTS},
};

static const char *find(const char *argument)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(argument, options[i].theirs) == 0)
            return options[i].ours;
    return NULL;
}

// Those that are options here as well, with another meaning, are seen by what comes behind them.
const char *usage_instead_of_nusmv(const char *argument, const char *next)
{
    if (strcmp(argument, "-v") == 0 && next && *next && strspn(next, "0123456789") == strlen(next))
        return "use -v without a level";
    if (strcmp(argument, "-f") == 0 && next && find(next))
        return "it is not needed: reachable states are found first, unless --reachable off is given";
    return find(argument);
}
