// The syntax tree of the SMV language: what stands in a file, before names and types are looked at. The language is
// that of NuSMV 2.6, with CTLSTARSPEC, SYMMETRY and HINT on top.
//
// A tree owns everything in it, in one arena: symbols, modules, declarations, types, expressions. It borrows its
// source. Every node has its span in the source, for messages. Nodes are never changed after they are made, so a tree
// may be read while it is shared.
//
// Whoever walks a tree may recurse: no expression or type is nested deeper than SMV_MAX_DEPTH. To keep that from being
// a limit on models, a chain of one operator that associates to the left (`a & b & c & ...`) is one node.
#ifndef COSET_SMV_AST_H
#define COSET_SMV_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/parsing.h"
#include "base/symbols.h"

#define SMV_MAX_DEPTH 2500
#define SMV_MAX_INTEGER INT32_MAX // as in NuSMV
#define SMV_MAX_WIDTH 64          // bits of a word constant, as in NuSMV

// ---- Expressions and formulas ---------------------------------------------------------------------------------------

// What each operator has: the operands in `args`, and one of the values in the union. "Left chain" means two operands
// or more, `a op b op c` being `(a op b) op c`.
enum smv_op {
    // Leaves.
    SMV_TRUE,
    SMV_FALSE,
    SMV_INTEGER, // number, never negative (see SMV_NEG)
    SMV_WORD,    // word
    SMV_NAME,    // symbol: a variable, a definition, a parameter, an instance, or a constant; nobody knows yet
    SMV_SELF,

    // Parts.
    SMV_DOT,   // `a.b`, and `a.1`: operand, symbol
    SMV_INDEX, // `a[i]`: operand, index
    SMV_BITS,  // `w[high:low]`: operand, high, low

    // Truth values; all but -> and ?: work on words too.
    SMV_NOT,
    SMV_AND,     // left chain
    SMV_OR,      // left chain
    SMV_XOR,     // left chain
    SMV_XNOR,    // left chain
    SMV_IMPLIES, // two
    SMV_IFF,     // left chain
    SMV_ITE,     // `condition ? then : else`
    SMV_CASE,    // condition, value, condition, value, ...; at least one pair

    // Comparisons: two each.
    SMV_EQ,
    SMV_NE,
    SMV_LT,
    SMV_GT,
    SMV_LE,
    SMV_GE,

    // Arithmetic.
    SMV_NEG, // one
    SMV_ADD, // left chain
    SMV_SUB, // left chain
    SMV_MUL, // left chain
    SMV_DIV, // left chain
    SMV_MOD, // left chain

    // Words.
    SMV_CONCAT,      // `a :: b`, left chain
    SMV_SHIFT_LEFT,  // left chain
    SMV_SHIFT_RIGHT, // left chain

    // Sets.
    SMV_SET,   // `{a, b}`: one or more
    SMV_RANGE, // `a..b`
    SMV_UNION, // left chain
    SMV_IN,    // two

    SMV_ARRAY, // `[a, b]`, at least one; only on the right side of a DEFINE, and inside another one

    // Written as functions.
    SMV_NEXT,
    SMV_TO_BOOL,  // bool(x)
    SMV_TO_WORD1, // word1(b)
    SMV_TO_INT,   // toint(w)
    SMV_SIGNED,
    SMV_UNSIGNED,
    SMV_EXTEND,  // word, number of bits
    SMV_RESIZE,  // word, width
    SMV_SIZEOF,  // width of a word
    SMV_UWCONST, // value, width
    SMV_SWCONST, // value, width
    SMV_COUNT,   // one or more truth values
    SMV_FLOOR,
    SMV_ABS,
    SMV_MIN,    // two
    SMV_MAX,    // two
    SMV_TYPEOF, // kept for its message: nothing that takes it is supported

    // COMPUTE: `MIN [from, to]`, `MAX [from, to]`; only as a whole.
    SMV_MIN_STEPS,
    SMV_MAX_STEPS,

    // Branching time. The six bounded ones have `bound`.
    SMV_EX,
    SMV_EF,
    SMV_EG,
    SMV_EU, // `E [f U g]`: f, g
    SMV_AX,
    SMV_AF,
    SMV_AG,
    SMV_AU,
    SMV_EBF, // `EBF low..high f`
    SMV_EBG,
    SMV_EBU, // `E [f BU low..high g]`: f, g
    SMV_ABF,
    SMV_ABG,
    SMV_ABU,

    // Linear time. F, G, O and H may be `bounded`, and have `bound` then.
    SMV_X,
    SMV_F,
    SMV_G,
    SMV_Y,
    SMV_Z,
    SMV_O,
    SMV_H,
    SMV_U, // left chain, as the next three
    SMV_V,
    SMV_S,
    SMV_T,

    // Over paths, in CTLSTARSPEC: a path formula under a quantifier. E [f U g] is SMV_E of SMV_U there.
    SMV_E,
    SMV_A,

    // PSL; SMV_PSL_ALWAYS and all that follow. `strong` stands for `!`, `inclusive` for `_`. A "count" is a number, a
    // name or an SMV_PSL_RANGE.
    SMV_PSL_ALWAYS,
    SMV_PSL_NEVER,
    SMV_PSL_EVENTUALLY,   // eventually!
    SMV_PSL_X,            // X, X!: f, count or NULL
    SMV_PSL_NEXT,         // next, next!: f, count or NULL
    SMV_PSL_NEXT_A,       // f, range
    SMV_PSL_NEXT_E,       // f, range
    SMV_PSL_NEXT_EVENT,   // f, count or NULL, event
    SMV_PSL_NEXT_EVENT_A, // f, range, event
    SMV_PSL_NEXT_EVENT_E, // f, range, event
    SMV_PSL_WEAK_UNTIL,   // `[f W g]`; `[f U g]` is SMV_U
    SMV_PSL_UNTIL,        // f, g, as the next two
    SMV_PSL_BEFORE,
    SMV_PSL_ABORT,
    SMV_PSL_WITHIN,      // `within (from, until) sequence`: three
    SMV_PSL_WHILENOT,    // `whilenot (until) sequence`: two
    SMV_PSL_SUFFIX,      // `s |-> f`; strong when written `s |-> t!` or `s (f)`
    SMV_PSL_SUFFIX_NEXT, // `s |=> f`
    SMV_PSL_FORALL,      // `forall i [range] in set : f`: symbol; f, set (SMV_SET, or NULL for boolean), range or NULL
    SMV_PSL_FORANY,
    SMV_PSL_RANGE, // `low : high`
    SMV_PSL_INF,   // the high end of a range

    // Sequences of PSL.
    SMV_SERE,           // an expression as a sequence of one step
    SMV_SERE_CONCAT,    // `x ; y ; ...`: two or more
    SMV_SERE_FUSION,    // `x : y`
    SMV_SERE_AND,       // `x & y`
    SMV_SERE_MATCH_AND, // `x && y`
    SMV_SERE_OR,        // `x | y`
    SMV_SERE_STAR,      // `x[*]`, `x[*n]`, `[*]`: x or NULL, count or NULL
    SMV_SERE_PLUS,      // `x[+]`, `[+]`: x or NULL
    SMV_SERE_EQUAL,     // `x[=n]`: x, count
    SMV_SERE_GOTO,      // `x[->]`, `x[->n]`: x, count or NULL
    SMV_OPS
};

struct smv_expr {
    enum smv_op op;
    uint32_t count;         // of args
    struct span span;       // of all of it, without parentheses around it
    uint32_t at;            // where the operator stands; for a leaf, where it begins
    uint32_t depth;         // 1 for a leaf
    bool bounded;           // linear time
    bool strong, inclusive; // PSL
    union {
        int64_t number;              // SMV_INTEGER
        const struct symbol *symbol; // SMV_NAME, SMV_DOT, SMV_PSL_FORALL, SMV_PSL_FORANY
        struct {
            int64_t low, high; // steps; 0 <= low, and low <= high is not checked
        } bound;
        struct {
            uint64_t bits; // none above the width
            uint8_t width; // 1 to SMV_MAX_WIDTH
            bool is_signed;
            uint8_t radix; // as written: 2, 8, 10, 16
        } word;
    };
    struct smv_expr *args[];
};

// ---- Types ----------------------------------------------------------------------------------------------------------

enum smv_type_kind {
    SMV_TYPE_BOOLEAN,
    SMV_TYPE_ENUM,     // values: names (SMV_NAME, SMV_DOT), integers (also under SMV_NEG), TRUE, FALSE, and SMV_RANGE
    SMV_TYPE_RANGE,    // low, high
    SMV_TYPE_WORD,     // width, is_signed
    SMV_TYPE_ARRAY,    // low, high, element
    SMV_TYPE_INSTANCE, // module, args, is_process
};

struct smv_type {
    enum smv_type_kind kind;
    struct span span;
    struct smv_expr *low, *high, *width;
    bool is_signed;
    struct smv_type *element;
    const struct symbol *module;
    struct span module_span;
    bool is_process;
    struct smv_expr **args; // of an instance; the values of an enumeration
    uint32_t count;         // of args
};

// ---- Modules --------------------------------------------------------------------------------------------------------

enum smv_decl_kind {
    SMV_VAR, // these three: target, type
    SMV_IVAR,
    SMV_FROZENVAR,
    SMV_DEFINE,         // target, expr (an SMV_ARRAY for an array)
    SMV_CONSTANT,       // target: one declaration for each name
    SMV_ASSIGN_INIT,    // `init(target) := expr`
    SMV_ASSIGN_NEXT,    // `next(target) := expr`
    SMV_ASSIGN_CURRENT, // `target := expr`
    SMV_INIT,           // these five: expr
    SMV_INVAR,
    SMV_TRANS,
    SMV_JUSTICE,    // also written FAIRNESS
    SMV_COMPASSION, // expr, second
    SMV_SPEC,       // these six: expr; name or NULL; context or NULL
    SMV_INVARSPEC,
    SMV_LTLSPEC,
    SMV_PSLSPEC,
    SMV_COMPUTE,
    SMV_CTLSTARSPEC,
    SMV_ISA,      // module
    SMV_PRED,     // expr; name or NULL
    SMV_MIRROR,   // target
    SMV_SYMMETRY, // cycles: one declaration for each generator
    SMV_HINT,     // expr
};

// `(a b c)` or `{x y=1}` of a SYMMETRY. Items are places, and in braces also SMV_EQ of a place and a number.
struct smv_cycle {
    struct smv_cycle *next;
    struct span span;
    bool of_values; // in braces
    struct smv_expr **items;
    uint32_t count;
};

struct smv_decl {
    enum smv_decl_kind kind;
    struct span span;         // of all of it, from its first word (the keyword belongs to it where it is one's own)
    struct smv_decl *next;    // in the order of the file
    struct smv_expr *target;  // SMV_NAME, SMV_SELF, SMV_DOT, SMV_INDEX
    struct smv_type *type;    //
    struct smv_expr *expr;    //
    struct smv_expr *second;  //
    struct smv_expr *name;    // of a specification: `NAME x :=`
    struct smv_expr *context; // of a specification: `IN instance`
    struct smv_cycle *cycles; // of a symmetry: the first
    const struct symbol *isa; // the module whose declarations are taken over
};

struct smv_parameter {
    const struct symbol *symbol;
    struct span span;
};

struct smv_module {
    const struct symbol *symbol;
    struct span span;                 // of its name
    struct smv_parameter *parameters; //
    uint32_t count;                   // of parameters
    struct smv_decl *decls;           // the first
    struct smv_module *next;          // in the order of the file
};

struct smv_tree {
    const struct source *source;
    struct smv_module *modules; // the first
    struct arena arena;
    struct symbols symbols; // names
};

void smv_tree_open(struct smv_tree *, struct mem *, const struct source *); // an empty tree
void smv_tree_close(struct smv_tree *);

const struct symbol *smv_symbol(struct smv_tree *, const char *text, size_t length);            // made where it is new
const struct symbol *smv_find_symbol(const struct smv_tree *, const char *text, size_t length); // NULL if unknown

#endif
