#include "../model/support.c"
