// Random small models as Murphi text: what real files have. Variables of all simple types, alone, in arrays, matrices,
// records within records and multisets, many of them undefined at first or forever; ids of components in all of these;
// messages in networks; procedures with records, functions that call themselves; several start states, also for each
// component, with run-time errors now and then; rules for one component and for pairs of them; executions that end;
// properties of all kinds, some of which fold to the same formula. What is written reads without an error; what it does
// may well be wrong.
#ifndef COSET_TESTS_MURPHI_RANDOM_TEXT_H
#define COSET_TESTS_MURPHI_RANDOM_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

enum random_kind {
    KIND_BOOLEAN,
    KIND_NUMBER,
    KIND_ENUM,
    KIND_SET,
    KIND_OTHER, // a second scalarset
    KIND_RING,
    KIND_UNION, // of KIND_SET and others
    KINDS,
    KIND_NONE = KINDS
};

#define MOST_NAMES 96

#define NAME_TEXT 48

// What can be written in an expression: `a`, `a[index]`, `a.f`, `a[index].f`, `a[index][second]`, `a.f[second].g`.
struct random_name {
    char text[NAME_TEXT];
    const char *field, *tail; // "" or ".f", the latter behind the second index
    enum random_kind kind, index, second;
    bool writable;
    bool is_parameter; // of a ruleset, loop or quantifier: it always has a value
    bool is_signed;    // a number that may be -1, too
};

// The first parameter is a record where that has a type; without a result it is a procedure.
struct random_function {
    char text[8];
    enum random_kind result, param;
    char record;
    enum random_kind second; // KIND_NONE if there is no second one, which is always by value
    bool by_reference;       // the first parameter
};

#define PLACE 120 // of a place's text

// A variable, or a part of one, that can be assigned or made undefined as a whole.
struct random_whole {
    struct random_name place;
    int type; // equal for variables of equal types; the letter of a record's type
    bool has_elements;
};

// A multiset of simple values or of records, or an array of such.
struct random_bag {
    char text[8];
    enum random_kind kind, index;
    char record; // the letter of their type
    int capacity;
};

// An element that `choose` takes from a multiset, as it is named where it is removed.
struct random_chosen {
    char element[16], bag[NAME_TEXT];
};

struct random_maker {
    uint64_t dice;
    struct mem *mem;
    struct str *out;
    bool for_rumur;       // only what rumur reads, and means the same by
    bool with_fair_rules; // which engines alone cannot take: a monitor is added to the model first
    bool with_fairness;   // conditions of fairness, which engines alone can take
    bool with_queues;     // also queues, words, and types that grow with others
    bool with_ranges;     // what would be scalarsets are ranges, mostly used like these

    struct random_name names[MOST_NAMES]; // those of inner scopes come last
    int count;
    struct random_function functions[8];
    int function_count;
    struct random_whole wholes[32];
    int whole_count;
    struct random_bag bags[2];
    int bag_count;
    int set, other, ring, top; // sizes of the types; the highest number
    bool has_other, has_ring, has_union, has_priorities, has_fairness;
    bool has_queue, queue_is_full_size, has_words;
    bool is_range, other_is_range;  // KIND_SET, KIND_OTHER is a range of numbers
    int slip;                       // ... and one element in so many is used as a number; 0 for none
    bool unites_enum, unites_other; // what the union has besides KIND_SET
    int fresh;                      // numbers for names of inner scopes
    int states;                     // at most, of what is declared
    int properties;
    bool careful;             // there is hardly ever a run-time error, so that executions go on
    bool undefined;           // some things start without a value
    bool ends;                // steps go one way only: executions end
    bool pure;                // only functions without effects may be called here
    enum random_kind returns; // what a `return` here must have: KIND_NONE for nothing
};

int random_roll(struct random_maker *, int sides);
void random_put_text(struct random_maker *);

// random_expression.c. The depth bounds how much is inside of an expression.
void random_put_value(struct random_maker *, enum random_kind, int depth);
void random_put_within(struct random_maker *, enum random_kind, int depth); // a number is mostly within its range
void random_put_literal(struct random_maker *, enum random_kind); // or a parameter, where there are no literals
bool random_can_make(const struct random_maker *, enum random_kind);
enum random_kind random_any_kind(struct random_maker *);  // of those that the language has
enum random_kind random_some_kind(struct random_maker *); // that a value can be made of
const struct random_name *random_some_name(struct random_maker *, enum random_kind,
                                           bool writable); // NULL if there is none
void random_put_place(struct random_maker *, const struct random_name *, int depth);
void random_note_place(struct random_maker *, const struct random_name *, char place[PLACE]); // not put
void random_put_type(struct random_maker *, enum random_kind);
void random_put_loop_type(struct random_maker *, enum random_kind); // numbers may be others than those of the type
struct random_name *random_add_name(struct random_maker *, const char *letter, enum random_kind, bool writable);
struct random_name *random_add_parameter(struct random_maker *, const char *letter, enum random_kind);
enum random_kind random_loop_kind(struct random_maker *);
bool random_is_reachable(const struct random_maker *, const struct random_name *); // its indices can be made
int random_size(const struct random_maker *, enum random_kind);
bool random_take_states(struct random_maker *, enum random_kind, int cells,
                        int most); // whether that many cells fit, too

// random_record.c: types of records, told by a letter, and what is assigned as a whole
void random_put_record_types(struct random_maker *);
char random_some_record(struct random_maker *);
bool random_take_record(struct random_maker *, char type, int count);
void random_add_fields(struct random_maker *, const char *text, char type, enum random_kind index, bool writable);
void random_add_whole(struct random_maker *, const struct random_name *, int type, bool has_elements);
bool random_has_ids(char type);
const struct random_whole *random_some_whole(struct random_maker *, int type); // NULL if there is none
void random_put_whole_stmt(struct random_maker *);

// random_multiset.c
void random_put_bag(struct random_maker *);
void random_put_senders(struct random_maker *); // procedures that put a record into a multiset
void random_put_send_rules(struct random_maker *);
void random_put_count(struct random_maker *, int depth);
bool random_has_usable_bag(const struct random_maker *);
void random_put_bag_stmt(struct random_maker *);
void random_put_first_elements(struct random_maker *, const struct random_bag *);
int random_put_choose(struct random_maker *, struct random_chosen *); // gives the number of words that end it

bool random_put_call(struct random_maker *, const struct random_function *, int depth); // false if it has no arguments

// random_statement.c
void random_put_stmts(struct random_maker *, int count, int depth);

// random_queue.c
void random_put_queue_variables(struct random_maker *);
void random_put_queue_start(struct random_maker *);
void random_put_queue_rules(struct random_maker *);
void random_put_queue_properties(struct random_maker *);

// random_rule.c
int random_put_rulesets(struct random_maker *); // gives the number of words that end them
void random_end_rulesets(struct random_maker *, int count);
void random_put_rule(struct random_maker *, int number);
void random_put_start(struct random_maker *, int number);
void random_put_ruleset(struct random_maker *, enum random_kind);
void random_put_first_literal(struct random_maker *, enum random_kind); // nothing that may be undefined
bool random_has_first(const struct random_maker *, enum random_kind);   // there is one

// random_property.c
void random_put_properties(struct random_maker *);

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

#endif
