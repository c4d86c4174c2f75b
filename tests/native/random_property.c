#include "../murphi/random_property.c"
