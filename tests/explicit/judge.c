// The slow judge of the symbolic engine serves here, too.
#include "../check/explicit.c"
