#include "../murphi/random_statement.c"
