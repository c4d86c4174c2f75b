// Models with all kinds of components are those of the group's tests.
#include "../group/varied.c"
