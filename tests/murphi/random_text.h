// Random small models as Murphi text: variables of all simple types, in arrays and records; functions, start states,
// rules and properties. What is written reads without an error; what it does may well be wrong.
#ifndef COSET_TESTS_MURPHI_RANDOM_TEXT_H
#define COSET_TESTS_MURPHI_RANDOM_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

enum random_kind { KIND_BOOLEAN, KIND_NUMBER, KIND_ENUM, KIND_SET, KIND_RING, KINDS, KIND_NONE = KINDS };

#define MOST_NAMES 64

// What can be written in an expression: `a`, `a[index]`, `a.f`, `a[index].f`.
struct random_name {
    char text[12];
    const char *field; // "" or ".f"
    enum random_kind kind, index;
    bool writable;
};

struct random_function {
    char text[8];
    enum random_kind result, param; // without a result it is a procedure with a parameter by reference
    bool by_reference;
};

struct random_maker {
    uint64_t dice;
    struct mem *mem;
    struct str *out;
    struct random_name names[MOST_NAMES]; // those of inner scopes come last
    int count;
    struct random_function functions[8];
    int function_count;
    int set, ring, top;       // sizes of the two types; the highest number
    int records;              // variables of the record type: t0, t1
    int fresh;                // numbers for names of inner scopes
    int states;               // at most, of what is declared
    bool undefined;           // some things start without a value
    bool pure;                // only functions without effects may be called here
    enum random_kind returns; // what a `return` here must have: KIND_NONE for nothing
};

int random_roll(struct random_maker *, int sides);
void random_put_text(struct random_maker *);

// What random_expression.c has for random_text.c.The depth bounds how much is inside of an expression.
void random_put_value(struct random_maker *, enum random_kind, int depth);
void random_put_within(struct random_maker *, enum random_kind, int depth); // a number is mostly within its range
bool random_can_make(const struct random_maker *, enum random_kind);        // there are no literals for elements
enum random_kind random_some_kind(struct random_maker *);                   // that a value can be made of
const struct random_name *random_some_name(struct random_maker *, enum random_kind,
                                           bool writable); // NULL if there is none
void random_put_place(struct random_maker *, const struct random_name *, int depth);
void random_put_type(struct random_maker *, enum random_kind);
struct random_name *random_add_name(struct random_maker *, const char *letter, enum random_kind, bool writable);

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

#endif
