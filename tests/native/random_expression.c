#include "../murphi/random_expression.c"
