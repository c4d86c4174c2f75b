// Models of one text with few elements of its unbounded class, seen so that what is said of one can be said of another.
//
// An *instance* has some elements that have names, 0 to n - 1, and, unless it is a real model of that size, the
// *phantom*, element n: it stands for every element that has no name. Variables may hold it; nothing else knows it (see
// murphi/lower.h).
//
// A *variable* is what the cells for all elements have in common: `cache[*].state`. The values that a cell may have are
// a set of bits: one for each plain value, in the order in which the values were first seen, one for each element with
// a name, and one for any other element.
#ifndef COSET_PARAMETRIC_PARAMETRIC_INSTANCE_H
#define COSET_PARAMETRIC_PARAMETRIC_INSTANCE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/cause.h"
#include "model/model.h"

#define MOST_PLAIN_VALUES 40
#define MOST_ELEMENTS 20
#define MOST_SITES 2
#define ELEMENT_BIT(e) (UINT64_C(1) << (MOST_PLAIN_VALUES + (e)))
#define OTHER_BIT (UINT64_C(1) << 63)
#define PLAIN_BITS ((UINT64_C(1) << MOST_PLAIN_VALUES) - 1)

struct parametric_variable {
    const char *name;              // of the cell of the first element
    uint32_t arity;                // how many elements it is indexed by
    uint32_t brackets[MOST_SITES]; // in which brackets of the name these are, from 1; 0 while that is not known
    uint64_t plain;                // all values that are no elements
    bool holds_elements;
    uint32_t value_count;
};

// An element of a scalarset of fixed size.
struct parametric_constant {
    const char *name, *type;
    bool is_fixed; // its scalarset has an obstacle: no other element can stand for it
};

// Of all instances of one text. Values are known by how they are shown.
struct parametric_variables {
    struct mem *mem;
    struct arena arena;
    const char *class; // the name of the unbounded class
    bool is_ordered;   // its elements have an order, which names keep: element 0 is the least one with a name
    // Numbers, from the first on, name elements of its type which are none of its own.
    uint32_t literals;
    int64_t first_literal;
    ARRAY(struct parametric_variable) all;
    ARRAY(const char *) names; // of values: MOST_PLAIN_VALUES for each variable
    ARRAY(struct parametric_constant) constants;
    const char *prefix;      // of the names of elements in texts
    enum cause_code failure; // why this cannot be done; none: it can
};

void parametric_variables_open(struct parametric_variables *, const char *class, struct mem *);
void parametric_variables_close(struct parametric_variables *);
const char *parametric_value_name(const struct parametric_variables *, uint32_t variable, unsigned bit);

struct instance_cell {
    uint32_t variable;
    uint32_t arity;
    uint8_t elements[MOST_SITES]; // that it belongs to
    bool is_phantoms;             // it belongs to the phantom
    uint64_t full;                // all values
    uint32_t first_value;         // in `values` and `bits`
    uint32_t value_count;
};

struct parametric_instance {
    struct parametric_variables *variables;
    struct mem *mem;
    struct model *model;
    uint32_t elements; // with names
    bool has_phantom;
    struct instance_cell *cells; // by cell of the model
    size_t cell_count;
    ARRAY(value) values; // of cells
    ARRAY(uint64_t) bits;
    cell_id *cell_at; // by variable, and elements
    size_t variable_count;
};

// The model outlives it. False, with `failure` of the variables, if there is something that has no place here.
bool parametric_instance_open(struct parametric_instance *, struct parametric_variables *, struct model *,
                              uint32_t elements, bool has_phantom);
void parametric_instance_close(struct parametric_instance *);

// Whether its cells have all values that cells of their variables have in other instances; else there is a `failure`.
bool parametric_instance_agrees(struct parametric_instance *);

// The cell of a variable for some elements; CELL_NONE if this model has none.
cell_id parametric_cell(const struct parametric_instance *, uint32_t variable, const uint8_t *elements);
uint64_t parametric_bit(const struct parametric_instance *, cell_id, value); // 0 if the cell never has that value

// What an action makes of a cell; EXPR_NONE if it leaves it alone.
expr parametric_new_value(const struct action *, cell_id);
// How many parameters of an action are new, besides elements with these names; UINT32_MAX if it is to be left out:
// without an order, new ones are all the same, so that they come one after the other, behind those.
uint32_t parametric_fresh_parameters(const struct parametric_instance *, const struct action *, const uint8_t *names,
                                     uint32_t count);
// The next names for elements in an order, so many of all, from 0, 1, ... on. False if there are no more.
bool parametric_next_names(uint8_t *names, uint32_t count, uint32_t all);

#endif
