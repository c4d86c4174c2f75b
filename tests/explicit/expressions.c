// Random expressions are those of the model's tests.
#include "../model/support.c"
