// What the files of the compiler share: instructions are put together by code.c, expressions are compiled by
// compile_value.c, compile_branch.c and compile_condition.c, statements and programs by compile.c.
//
// Values are computed into registers, conditions become jumps. Where an expression may be undefined, the label to go to
// then is given; else that is NEVER.
#ifndef COSET_EXPLICIT_CODE_H
#define COSET_EXPLICIT_CODE_H

#include "explicit/compile.h"

#define NO_REGISTER UINT32_MAX
#define NO_LABEL UINT32_MAX
#define NEVER 0 // the label for what cannot be undefined

// ---- Registers, labels, instructions (code.c) -----------------------------------------------------------------------

uint32_t code_register(struct compiler *, value first);
uint32_t code_temporary(struct compiler *);
uint32_t code_constant(struct compiler *, value);
uint32_t code_local(struct compiler *, uint32_t number);
uint32_t code_label(struct compiler *);
void code_place(struct compiler *, uint32_t label); // here
void code_emit(struct compiler *, enum opcode, uint32_t d, uint32_t a, uint32_t b, uint32_t third);
void code_jump(struct compiler *, uint32_t label);
void code_settle_labels(struct compiler *); // labels become places

const struct expr_node *code_node(const struct compiler *, expr);
bool code_is_leaf(const struct compiler *, expr);
bool code_is_routine(const struct compiler *, expr);
uint32_t code_leaf(struct compiler *, expr); // the register that holds it

// ---- Expressions ----------------------------------------------------------------------------------------------------

// The register that holds the value from here on.
uint32_t code_value(struct compiler *, expr, uint32_t undefined);
// Puts the value into register d: the first computes it even if there is a routine for it.
void code_compute(struct compiler *, expr, uint32_t d, uint32_t undefined);
void code_compute_into(struct compiler *, expr, uint32_t d, uint32_t undefined);
void code_compute_branch(struct compiler *, expr, uint32_t d, uint32_t undefined);

// Goes to the label if the condition has this truth value, and on if not. The second computes it even if there is a
// routine for it.
void code_jump_if(struct compiler *, expr, bool sense, uint32_t target, uint32_t undefined);
void code_jump_if_inside(struct compiler *, expr, bool sense, uint32_t target, uint32_t undefined);

bool code_is_simple_junction(const struct compiler *, const struct expr_node *); // better computed than jumped over
bool code_has_plain_order(const struct compiler *, const struct expr_node *);    // the values' order is their numbers'

// A chain of branches on the value of one expression: x = 1 ? a : x = 5 ? b : rest. What an array is lowered to.
struct chain {
    expr subject, rest;
    value low, high;
    size_t length;
};

// With length 0 if there is none that is worth a table.
struct chain code_find_chain(const struct compiler *, expr);

#endif
