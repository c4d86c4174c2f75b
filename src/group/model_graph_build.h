// What the files that make the graph of a behaviour share.
#ifndef COSET_GROUP_MODEL_GRAPH_BUILD_H
#define COSET_GROUP_MODEL_GRAPH_BUILD_H

#include "group/model_graph.h"

enum vertex_kind {
    VERTEX_SYMBOL, // a: 0, or one more than its number if it must stay
    VERTEX_TYPE,   // of an enumeration, above its values; a: whether it has one for no value
    VERTEX_CELL,   // above its type; a: its role, b: its type if that is no enumeration, -1 - its size if it is loose
    VERTEX_OWN_VALUE, // of a loose cell; a: 0, or its place among them, from 1, if it must stay
    VERTEX_CONSTANT,  // a: its form, b: its value
    VERTEX_NEXT,      // the next value of the cell below
    VERTEX_PLACE,     // of an operand; a: which
    VERTEX_TIMES,     // an operand that is there several times; a: how many
    VERTEX_OPERATION, // a: which, b: its form
    VERTEX_EXTRACT,   // a: the lowest bit, b: its form
    VERTEX_SWITCH,    // above its cases, and at place 1 what holds otherwise
    VERTEX_CASE,      // above its condition, and at place 1 its value
    VERTEX_CONDITION, // a: whose it is, an `enum part_list`; as for the next
    VERTEX_CHOICE,    // above the expression, and at place 1 the cell
    VERTEX_KEPT,      // the cell below stays
    VERTEX_ACTION,    // above its parts
    VERTEX_START,
    VERTEX_JUSTICE,
    VERTEX_COMPASSION, // above the first condition, and at place 1 the second
    VERTEX_ALONE,      // the condition below is left alone; a: which it is
};

enum part_list { LIST_INITIAL, LIST_INVARIANT, LIST_STEP, LIST_ACTION, LIST_START };

typedef ARRAY(expr) expr_list;
typedef ARRAY(vertex) vertex_list;

struct builder {
    struct behaviour *b;
    struct mem *mem;
    const struct model *model;
    struct graph *graph; // `full` where anything else keeps it from being made, too
    double deadline;
    struct behaviour_kept kept;
    uint32_t *uses;    // by expression: how often the behaviour has it; if it has not, how often what is left alone
    vertex *made;      // by expression, or NO_VERTEX
    bool *loose;       // by cell
    bool symbols_move; // all but the one that stands for no value
    value no_value;
    uint32_t steps; // since the clock was looked at
    expr_list waiting, operands;
    vertex_list below;
};

// model_graph.c: calls for each expression that a part or a fairness condition is about, or that is left alone.
typedef void (*root_visit)(struct builder *, expr);
void behaviour_visit_roots(struct builder *, root_visit);

// model_graph_leaves.c: symbols, constants, types, cells, and which of these are loose.
void behaviour_add_leaves(struct builder *, enum behaviour_values);
vertex behaviour_constant(struct builder *, type_id, value);
int64_t behaviour_form(const struct builder *, type_id); // what a type means for what can be done with an expression
bool behaviour_is_loose_leaf(const struct builder *, expr);
vertex behaviour_own_value(const struct builder *, cell_id, value); // of a loose cell

// model_graph_expr.c
vertex behaviour_expr(struct builder *, expr);
vertex behaviour_at_place(struct builder *, int64_t place, vertex);

#endif
