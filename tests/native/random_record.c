#include "../murphi/random_record.c"
