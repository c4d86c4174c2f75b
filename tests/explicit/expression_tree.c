// Random expressions are those of the model's tests.
#include "../model/expression_tree.c"
