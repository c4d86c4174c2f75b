#include "../model/expression_tree.c"
