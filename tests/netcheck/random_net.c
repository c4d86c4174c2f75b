// Random nets are those of the front end's tests.
#include "../pnml/random_net.c"
