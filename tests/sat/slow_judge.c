// And so is the judge.
#include "../check/explicit.c"
