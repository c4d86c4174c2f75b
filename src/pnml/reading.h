// Reading a net from its document: what the parts of the reader share.
#ifndef COSET_PNML_READING_H
#define COSET_PNML_READING_H

#include "pnml/net.h"
#include "pnml/xml.h"

// What an id of the document stands for.
struct declared {
    enum declared_kind {
        DECLARED_NOT,
        DECLARED_SORT,
        DECLARED_VARIABLE, // `in` variables from `index` on, one for each class of its sort
        DECLARED_COLOUR,   // of the class `in`
        DECLARED_PART,     // of a partition of the class `in`; `index` is among the parts
        DECLARED_PARTITION,
        DECLARED_PLACE,
        DECLARED_TRANSITION,
        DECLARED_REFERENCE, // to a place or transition; `index` is among the references
    } kind;
    uint32_t index, in;
};

// What is named by different attributes may have one name: a variable `x` and a place `x` are not taken for each other.
enum { SPACE_SORTS, SPACE_VARIABLES, SPACE_COLOURS, SPACE_PARTITIONS, SPACE_NODES, SPACES };

struct name_space {
    struct symbols ids;
    ARRAY(struct declared) declared; // by the symbol
};

// A part of a partition: some colours of a class.
struct net_part {
    uint32_t partition; // the number of the partition, from 0
    const uint32_t *colours;
    uint32_t count;
};

typedef ARRAY(struct net_token) token_array;

struct net_reading {
    struct net *net;
    struct diag *diag;
    struct name_space spaces[SPACES];
    ARRAY(struct net_part) parts;
    uint32_t partition_count;
    ARRAY(const struct xml *) references;
    uint32_t dot_sort, bool_sort; // NO_SORT before the first use
};

#define NO_SORT UINT32_MAX

void net_error(struct net_reading *, const struct xml *, const char *format, ...) __attribute__((format(printf, 3, 4)));
void net_unknown(struct net_reading *, const struct xml *); // an element that has no place there
// The value of an attribute that must be there; NULL with an error if it is not.
const char *net_attribute(struct net_reading *, const struct xml *, const char *name);
bool net_declare(struct net_reading *, const struct xml *, const char *id, struct declared);
// What an attribute of the element refers to, which must be of that kind.
struct declared net_refer(struct net_reading *, const struct xml *, const char *attribute, enum declared_kind,
                          const char *what);
// What has this name among things of that kind, and of those that share their names.
struct declared net_lookup(const struct net_reading *, enum declared_kind, const char *id);
bool net_number(struct net_reading *, const struct xml *, const char *text, int64_t low, int64_t high, int64_t *out);
// Elements that say nothing of what a net does.
bool net_is_decoration(const struct xml *);

// ---- read_declarations.c --------------------------------------------------------------------------------------------

void net_read_declarations(struct net_reading *, const struct xml *declarations); // <declarations>
uint32_t net_dot_sort(struct net_reading *);
uint32_t net_bool_class(struct net_reading *);
uint32_t net_read_sort(struct net_reading *, const struct xml *); // of a <usersort>, or one that is written out

// ---- read_terms.c ---------------------------------------------------------------------------------------------------

#define NET_NO_CLASS UINT32_MAX
enum { NET_DEEPEST_TERM = 200 };

struct net_bag net_read_bag(struct net_reading *, const struct xml *, uint32_t sort);
// The operands of an operator are in <subterm>s: the term in one, or NULL with an error; how many there are.
const struct xml *net_operand(struct net_reading *, const struct xml *subterm);
size_t net_operand_count(const struct xml *);
bool net_has_operands(struct net_reading *, const struct xml *, size_t least, size_t most);
// One colour: a variable, a constant, or a neighbour of one. If the class is known, it must be of that.
bool net_read_colour(struct net_reading *, const struct xml *, uint32_t class, int depth, struct net_colour *out);
bool net_read_truth(struct net_reading *, const struct xml *, bool *out); // of a <booleanconstant>
// The components of what a term stands for: 1 for colours of a class.
uint32_t net_term_width(const struct net_reading *, const struct xml *, int depth);
struct net_colour net_variable_part(const struct net_reading *, struct declared variable, uint32_t part);

// ---- read_guards.c --------------------------------------------------------------------------------------------------

const struct net_guard *net_read_guard(struct net_reading *, const struct xml *);

#endif
