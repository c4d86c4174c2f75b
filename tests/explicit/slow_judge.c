// The slow judge of the symbolic engine serves here, too.
#include "../check/slow_judge.c"
