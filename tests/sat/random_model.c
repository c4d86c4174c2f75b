// Random models are those of the symbolic engine's tests.
#include "../check/random_model.c"
