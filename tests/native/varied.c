// Random components are those of the group's tests.
#include "../group/varied.c"
