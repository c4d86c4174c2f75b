// What the files of the parser share. A parsing function gives NULL (or false) after it has reported an error, and its
// caller gives up too, up to the declaration, which recovers.
#ifndef COSET_SMV_PARSE_H
#define COSET_SMV_PARSE_H

#include "base/array.h"
#include "smv/lexer.h"

// What an expression may contain, by where it stands.
enum allowed {
    ALLOW_NOTHING = 0,
    ALLOW_NEXT = 1,
    ALLOW_CTL = 2,
    ALLOW_LTL = 4,
    ALLOW_STAR = ALLOW_CTL | ALLOW_LTL, // CTL*
};

struct parser {
    struct smv_tree *tree;
    struct parsing text;
    struct smv_lexer lexer;
    struct smv_token token; // the one that is looked at
    uint32_t open_cases;    // of these, and of braces in PSL, how many are open: a `;` in there ends no declaration
    uint32_t open_braces;
    enum allowed allowed;
    bool until_ends;                   // inside of `A [f U g]`, where a U ends f
    bool in_type;                      // where a name before a `(` is a module
    struct smv_module **modules_end;   // where the next module goes
    ARRAY(struct smv_expr *) operands; // a stack, for nodes that are not finished yet
    char advice[3 * PARSING_WORD];     // behind a message
};

// ---- parser.c: tokens, errors, nodes --------------------------------------------------------------------------------

void parser_advance(struct parser *);
void parser_take_for_name(struct parser *); // a word for a type that is none here
bool parser_accept(struct parser *, enum smv_token_kind);
bool parser_expect(struct parser *, enum smv_token_kind);
static inline bool parser_at(const struct parser *p, enum smv_token_kind kind)
{
    return p->token.kind == kind;
}

void *parser_fail(struct parser *, const char *expected);      // "expected ..., found ..."; NULL
void *parser_fail_name(struct parser *, const char *expected); // the same where a reserved word may have been meant

// As parsing_enter.
static inline bool parser_enter(struct parser *p)
{
    return parsing_enter(&p->text, p->token.span.offset);
}

static inline void parser_leave(struct parser *p)
{
    parsing_leave(&p->text);
}

static inline struct span parser_span(const struct parser *p, uint32_t start)
{
    return parsing_span(&p->text, start);
}

// Nodes end where the last token that was consumed ends. NULL, with an error, if the node is nested too deeply.
struct smv_expr *parser_leaf(struct parser *, enum smv_op, uint32_t start);
struct smv_expr *parser_unary(struct parser *, enum smv_op, uint32_t start, uint32_t at, struct smv_expr *);
struct smv_expr *parser_binary(struct parser *, enum smv_op, uint32_t start, uint32_t at, struct smv_expr *,
                               struct smv_expr *);
struct smv_expr *parser_ternary(struct parser *, enum smv_op, uint32_t start, uint32_t at, struct smv_expr *args[3]);
// Takes all operands above `base` from the stack.
struct smv_expr *parser_nary(struct parser *, enum smv_op, uint32_t start, uint32_t at, size_t base);
void parser_push(struct parser *, struct smv_expr *);
void parser_drop(struct parser *, size_t base);

// Inside of parentheses and the like, what ends the expression outside does not.
struct nest {
    bool until_ends, in_type;
};

static inline struct nest parser_nest(struct parser *p)
{
    struct nest nest = {p->until_ends, p->in_type};
    p->until_ends = p->in_type = false;
    return nest;
}

static inline void parser_unnest(struct parser *p, struct nest nest)
{
    p->until_ends = nest.until_ends;
    p->in_type = nest.in_type;
}

// ---- parse_expr.c ---------------------------------------------------------------------------------------------------

enum level { // how tightly an operator binds
    LEVEL_IMPLIES = 1,
    LEVEL_IFF,
    LEVEL_ITE,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_UNTIL,
    LEVEL_TEMPORAL,
    LEVEL_RELATION,
    LEVEL_IN,
    LEVEL_UNION,
    LEVEL_RANGE,
    LEVEL_SHIFT,
    LEVEL_ADD,
    LEVEL_MULTIPLY,
    LEVEL_CONCAT,
    LEVEL_UNARY,
};

struct smv_expr *parse_level(struct parser *, enum level); // operators that bind at least so tightly
struct smv_expr *parse_expr(struct parser *, enum allowed);
struct smv_expr *parse_array(struct parser *); // `[a, b]`, nested

// ---- parse_primary.c ------------------------------------------------------------------------------------------------

struct smv_expr *parse_primary(struct parser *);
struct smv_expr *parse_parts(struct parser *, struct smv_expr *left, uint32_t start); // what follows: `.b`, `[1]`
struct smv_expr *parse_dot(struct parser *, struct smv_expr *left, uint32_t start);   // at the dot
struct smv_expr *parse_number_leaf(struct parser *); // at an integer or a word constant
struct smv_expr *parse_word_leaf(struct parser *, enum smv_op);
struct smv_expr *parse_place(struct parser *, bool declares); // `a.b[1]`; where it declares, indices are numbers

// PSL has the same, around other expressions.
struct smv_expr *parse_case(struct parser *, struct smv_expr *(*parse_inner)(struct parser *));
struct smv_expr *parse_call(struct parser *, struct smv_expr *(*parse_inner)(struct parser *));
bool parse_is_function(enum smv_token_kind);

// ---- parse_temporal.c -----------------------------------------------------------------------------------------------

bool parse_is_temporal(enum smv_token_kind);
struct smv_expr *parse_temporal(struct parser *); // at one
struct smv_expr *parse_compute(struct parser *);  // at MIN or MAX

// ---- parse_psl.c ----------------------------------------------------------------------------------------------------

struct smv_expr *parse_psl(struct parser *);

// ---- parse_type.c, parse_decl.c, parse_spec.c -----------------------------------------------------------------------

struct smv_type *parse_type(struct parser *, bool may_be_instance);

struct smv_decl *parser_decl(struct parser *, enum smv_decl_kind, uint32_t start); // ends as nodes do
void parse_module(struct parser *);                                                // at MODULE
struct smv_decl *parse_spec(struct parser *); // at the word that begins it; NULL for an error
struct smv_decl *parse_spec_body(struct parser *, enum smv_decl_kind, uint32_t start);

// ---- parse_annotations.c: SYMMETRY and HINT, which are words only where nothing else can be meant -------------------

bool parse_at_annotation(struct parser *);          // at one of them, where a declaration may begin
struct smv_decl *parse_annotation(struct parser *); // there; the first of one or more; NULL for an error
struct smv_decl *parse_annotation_body(struct parser *, enum smv_decl_kind, uint32_t start); // behind the word

#endif
