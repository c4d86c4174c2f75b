// The questions to solvers of the tests of SMT-LIB.
#include "../smtlib/solver.c"
