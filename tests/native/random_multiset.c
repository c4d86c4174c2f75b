#include "../murphi/random_multiset.c"
