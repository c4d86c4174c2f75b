// And so is the judge.
#include "../check/slow_judge.c"
