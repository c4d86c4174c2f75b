// And so do its random models.
#include "../check/random_model.c"
