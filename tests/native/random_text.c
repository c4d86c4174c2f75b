// Random models are those of the front end's tests.
#include "../murphi/random_text.c"
