#include "../murphi/random_queue.c"
