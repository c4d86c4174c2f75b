// And so are the formulas about them.
#include "../pnml/net_case.c"
