// Random formulas of linear and branching time are those of the symbolic engine's tests.
#include "../check/linear_maker.c"
