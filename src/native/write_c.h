// The rules of a compiled tree as C. What is written is numbers: no name and no text of the model is in it.
//
// Each node of code (tree_code.h) is written as what its function does, with slots, frames and escapes as they are in
// the interpreter, so that either can go on where the other has been. Names of binders are variables of C.
// Statement expressions keep the order in which operands are evaluated.
#ifndef COSET_NATIVE_WRITE_C_H
#define COSET_NATIVE_WRITE_C_H

#include "base/str.h"
#include "native/native_parts.h"

struct c_writer {
    struct mem *mem;
    struct str out;    // the function at hand
    struct str tables; // constants, and functions that are complete
    int64_t loop_limit, recursion_limit;
    uint32_t nodes, table_count;
    ARRAY(const struct function_code *) functions; // by number, those that are called
    ARRAY(bool) binders;                           // by slot of the frame: it is a variable
    uint32_t left;                                 // a rule's number: a return goes there; UINT32_MAX: in a function
    bool is_left;                                  // there was such a return
    bool moves_top;                                // something was put on the stack
    bool is_unknown;                               // a node that cannot be written
};

// The whole text. False if something cannot be written.
bool native_write_c(const struct native *, struct str *out);

// ---- write_c.c ------------------------------------------------------------------------------------------------------

enum code_kind write_kind_of(const struct code *);
void write_text(struct c_writer *, const char *);
// A pattern, as write_c.c says; with the node's own number, or a new one.
void write_pattern(struct c_writer *, const char *pattern, const struct code *);
void write_pattern_as(struct c_writer *, const char *pattern, const struct code *, uint32_t number);
// A loop up to where its body begins; the binder has its value.
void write_loop_head(struct c_writer *, enum code_kind, const struct code *, uint32_t number);
void write_value(struct c_writer *, const struct code *);                    // an expression, or a place
void write_binder(struct c_writer *, int64_t offset);                        // its variable
uint32_t write_table(struct c_writer *, const int64_t *words, size_t count); // the number of its name, T
void write_number(struct c_writer *, int64_t);

// ---- write_c_stmt.c -------------------------------------------------------------------------------------------------

void write_stmt(struct c_writer *, const struct code *);

#endif
