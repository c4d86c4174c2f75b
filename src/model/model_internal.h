// What the files of the model share.
//
// What a caller may hold a pointer to (types, cells, nodes, actions, properties, strings) lies in the arena and never
// moves; the arrays hold pointers to it.
#ifndef COSET_MODEL_MODEL_INTERNAL_H
#define COSET_MODEL_MODEL_INTERNAL_H

#include "base/arena.h"
#include "base/array.h"
#include "base/hash.h"
#include "model/lookup.h"
#include "model/model.h"
#include "model/regular.h"
#include "model/scalar.h"
#include "model/walk.h"

// An operand's handle is always smaller than that of the node it is in, so ascending handles are a topological order.
struct node {
    struct expr_node shown;
    struct shape shape; // what the operation on single values needs to know of the types
};

struct regular_record {
    struct regular_node shown;
    bool nullable; // the empty sequence is one of it
};

struct action_record {
    struct action shown;
    size_t part_capacity;
    size_t kept_capacity; // 0: the list, if there is one, is that of the action before
};

struct compassion {
    expr pair[2];
};

struct instance_record {
    size_t property;
    formula instance;
    struct placement placement;
    const formula *vacuities; // as many as the property has
};

struct definition {
    const char *name;
    expr expr;
};

typedef ARRAY(struct part) part_array;
typedef ARRAY(struct action_record *) action_array;
typedef ARRAY(expr) expr_array;

struct model {
    struct mem *mem;
    struct arena arena;

    ARRAY(const char *) symbols;
    struct int_map places_of_numbers; // the number of a symbol to a place in `numbers`
    ARRAY(value) numbers;             // that users see
    ARRAY(struct type *) types;
    ARRAY(struct cell *) cells;
    ARRAY(struct node *) nodes;
    ARRAY(struct formula_node *) formulas;
    ARRAY(struct regular_record *) regulars;
    struct table symbol_table, type_table, cell_table, node_table, formula_table, regular_table;

    part_array initial, invariants, steps;
    action_array actions, starts;
    size_t locals;
    bool ends_stay;
    ARRAY(struct runtime_error) runtime_errors;
    expr_array justice;
    ARRAY(struct compassion) compassion;
    ARRAY(struct fair_rule) fair_rules;
    ARRAY(struct property *) properties;
    ARRAY(struct definition) definitions;
    ARRAY(struct component_class *) classes;
    ARRAY(struct placement) placements; // by cell; those behind the end were not placed
    struct int_map first_of_family;     // the number of a family to its cell that was placed first
    ARRAY(struct pool) pools;
    struct int_map sites_of_symbols; // the number of a symbol to that of one in `sites`
    ARRAY(struct site) sites;
    struct int_map names_of_exprs; // the handle of an expression to the number of a placement in `names`
    ARRAY(struct placement) names;
    ARRAY(struct hint) hints;
    ARRAY(struct property_case) cases;
    ARRAY(struct symmetry_annotation *) symmetries;
    ARRAY(struct instance_record) instances; // those of one property are neighbours

    expr truths[2];      // and 1 more; 0: not made yet
    struct walk shifted; // model_shift's results
    struct walk members; // model_member's, of one call
    expr_array tests;    // of the choice that a value is looked for in
    expr_array operands; // of the node that is being made
    ARRAY(value) values; // of the type that is being made
};

#define THE_BOOLEAN ((type_id)0) // the first type that is made

static inline const struct node *node_at(const struct model *m, expr e)
{
    return m->nodes.at[e];
}

static inline const struct type *type_of(const struct model *m, expr e)
{
    return m->types.at[m->nodes.at[e]->shown.type];
}

static inline bool is_boolean(const struct model *m, expr e)
{
    return m->nodes.at[e]->shown.type == THE_BOOLEAN;
}

static inline expr truth(struct model *m, bool v)
{
    return v ? model_true(m) : model_false(m);
}

static inline bool is_set(const struct model *m, expr e)
{
    return type_of(m, e)->kind == TYPE_SET;
}

static inline bool is_total(const struct model *m, expr e)
{
    return !m->nodes.at[e]->shown.partial;
}

// Operands of arithmetic and of the orders: integers, or words of one type.
static inline bool are_numbers(const struct model *m, expr a, expr b)
{
    const struct type *s = type_of(m, a), *t = type_of(m, b);
    return s->kind == TYPE_WORD ? s == t : s->kind == TYPE_INTEGER && t->kind == TYPE_INTEGER;
}

const char *model_copy_text(struct model *, const char *); // in the arena; NULL for NULL

// ---- Types (type.c) -------------------------------------------------------------------------------------------------

type_id model_set_of(struct model *, type_id element);
type_id model_enum_of_collected(struct model *);               // of m->values, in their order
type_id model_join(struct model *, type_id, type_id);          // the least type there is that holds the values of both
bool model_types_meet(const struct model *, type_id, type_id); // whether they have a value in common

// ---- Nodes (expr.c) -------------------------------------------------------------------------------------------------

void model_sort(expr *, size_t count);            // by handle
size_t model_sort_distinct(expr *, size_t count); // gives how many are left

// The node as it is, without any simplification. `args` is copied.
expr model_intern(struct model *, enum op, type_id, value data, const expr *args, size_t count);

// ---- Constructors by subject, behind model_unary, model_binary and model_nary ---------------------------------------

expr model_equal(struct model *, expr, expr);               // expr_compare.c
expr model_less(struct model *, expr, expr);                // expr_compare.c
expr model_arithmetic(struct model *, enum op, expr, expr); // expr_arithmetic.c: add .. mod, of integers or words
expr model_negative(struct model *, expr);                  // expr_arithmetic.c
expr model_to_int(struct model *, expr);                    // expr_arithmetic.c
expr model_count(struct model *, const expr *, size_t);     // expr_arithmetic.c
expr model_bits(struct model *, enum op, expr, expr);       // word.c: bit operations, shifts, concat
expr model_bit_not(struct model *, expr);                   // word.c
expr model_junction(struct model *, enum op, const expr *, size_t); // expr_boolean.c: and, or
expr model_choice(struct model *, const expr *, size_t);            // set.c
expr model_span(struct model *, expr, expr);                        // set.c

// The operation on constants, if all operands are, it is a scalar one and it is defined; else EXPR_NONE.
expr model_fold(struct model *, enum op, type_id, value data, const expr *args, size_t count);

#endif
