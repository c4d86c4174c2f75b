#include "../murphi/random_rule.c"
