// What things in a model are known by: plain integers.
#ifndef COSET_MODEL_HANDLES_H
#define COSET_MODEL_HANDLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model;

typedef int64_t value;
typedef uint32_t type_id;
typedef uint32_t cell_id;
typedef uint32_t expr;
typedef uint32_t formula;
typedef uint32_t regular; // see regular.h

#define EXPR_NONE UINT32_MAX
#define FORMULA_NONE UINT32_MAX
#define CELL_NONE UINT32_MAX
#define REGULAR_NONE UINT32_MAX

#endif
