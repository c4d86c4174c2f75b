// What the files of the parser share. A parsing function gives NULL (or false) after it has reported an error, and its
// caller gives up too, up to the statement or the section, which recovers.
//
// In this room, what only its own files use begins with mu_, what others see with murphi_.
#ifndef COSET_MURPHI_PARSE_H
#define COSET_MURPHI_PARSE_H

#include "base/array.h"
#include "murphi/lexer.h"

// Which temporal operators are words, by where an expression stands. CTL* has those of both.
enum logic { LOGIC_NONE, LOGIC_CTL = 1, LOGIC_LTL = 2, LOGIC_CTLSTAR = LOGIC_CTL | LOGIC_LTL };

struct parser {
    struct murphi_tree *tree;
    struct parsing text;
    struct murphi_lexer lexer;
    struct murphi_token token; // the one that is looked at
    struct murphi_token ahead; // the one behind it, if it was needed
    bool has_ahead;
    uint32_t deepest;    // of the nodes that were made, the depth; see mu_deepen
    uint32_t nesting;    // how many words have been read whose `end` has not
    struct span else_if; // the last `else if` of the rule or function that is being read; of length 0 if there is none
    bool is_besides;     // it is not the file that is read, but one declaration without its first word
    enum logic logic;
    bool until_ends;                // between the brackets of `A [f U g]`, where a U ends f
    struct murphi_binder *binders;  // around the rule that is being read, the innermost
    struct murphi_item **items_end; // where the next item goes
    enum murphi_item_kind last_item;
    struct murphi_rule **rules_end; //
    struct murphi_symmetry **symmetries_end;
    ARRAY(struct murphi_expr *) operands; // a stack, for nodes that are not finished yet
    char advice[3 * PARSING_WORD];        // behind a message
};

// ---- parser.c: tokens, errors, nodes --------------------------------------------------------------------------------

void mu_advance(struct parser *);
bool mu_accept(struct parser *, enum murphi_token_kind);
bool mu_expect(struct parser *, enum murphi_token_kind);
enum murphi_token_kind mu_peek(struct parser *); // the kind of the token behind the one that is looked at
static inline bool mu_at(const struct parser *p, enum murphi_token_kind kind)
{
    return p->token.kind == kind;
}

// At a name that is this word, in any mixture of capital and small letters; or exactly this word.
bool mu_at_word(const struct parser *, const char *word);
bool mu_at_operator(const struct parser *, const char *word);
// `end`, or the longer word for what ends here.
bool mu_accept_end(struct parser *, enum murphi_token_kind longer);
bool mu_expect_end(struct parser *, enum murphi_token_kind longer);
bool mu_at_end_word(const struct parser *);
bool mu_accept_do(struct parser *); // `do`, or the `:` of CMurphi
bool mu_expect_do(struct parser *);
bool mu_at_rule_word(const struct parser *); // one that begins a rule or a function, and nothing else

void *mu_fail(struct parser *, const char *expected); // "expected ..., found ..."; NULL
// Goes on behind the next `;`, or at the next `end`, of what was open when the nesting was this.
void mu_recover(struct parser *, uint32_t nesting);

// As parsing_enter.
static inline bool mu_enter(struct parser *p)
{
    return parsing_enter(&p->text, p->token.span.offset);
}

static inline void mu_leave(struct parser *p)
{
    parsing_leave(&p->text);
}

static inline struct span mu_span(const struct parser *p, uint32_t start)
{
    return parsing_span(&p->text, start);
}

static inline void *mu_alloc(struct parser *p, size_t bytes)
{
    return arena_alloc(&p->tree->arena, bytes);
}

// Nodes end where the last token that was consumed ends. NULL, with an error, if the node is nested too deeply.
struct murphi_expr *mu_node(struct parser *, enum murphi_op, uint32_t start, uint32_t at, struct murphi_expr **args,
                            size_t count);
// Takes all operands above `base` from the stack.
struct murphi_expr *mu_nary(struct parser *, enum murphi_op, uint32_t start, uint32_t at, size_t base);
// Gives a node at least the depth of all that was made since `deepest` was set to 0, which was `outer` before: for
// nodes with binders or types in them, which are no operands.
struct murphi_expr *mu_deepen(struct parser *, struct murphi_expr *, uint32_t outer);
void mu_push(struct parser *, struct murphi_expr *);
static inline void mu_drop(struct parser *p, size_t base)
{
    p->operands.count = base;
}

// ---- parse_expr.c, parse_primary.c ----------------------------------------------------------------------------------

enum level { // how tightly an operator binds
    LEVEL_ITE = 1,
    LEVEL_IMPLIES,
    LEVEL_IFF,
    LEVEL_OR_OR,
    LEVEL_AND_AND,
    LEVEL_OR,
    LEVEL_XOR,
    LEVEL_AND,
    LEVEL_UNTIL,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_SHIFT,
    LEVEL_ADD,
    LEVEL_MULTIPLY,
    LEVEL_UNARY,
};

struct murphi_expr *mu_parse_level(struct parser *, enum level); // operators that bind at least so tightly
struct murphi_expr *mu_parse_expr(struct parser *);              // without temporal operators
bool mu_is_infix(enum murphi_token_kind);                        // a sign between two operands
struct murphi_expr *mu_parse_formula(struct parser *, enum logic);
struct murphi_expr *mu_parse_inner(struct parser *); // between parentheses, or in a quantifier: in the same logic

struct murphi_expr *mu_parse_primary(struct parser *);
struct murphi_expr *mu_parse_designator(struct parser *); // `a.b[1]`
struct murphi_expr *mu_parse_call(struct parser *);       // at its name
// Quantifiers, one or more, with `;` between them; then the name is in a list by `next`.
struct murphi_binder *mu_parse_quantifiers(struct parser *);
struct murphi_binder *mu_parse_chosen(struct parser *);  // `i: multiset`
struct murphi_binder *mu_parse_aliases(struct parser *); // any number

// ---- parse_type.c: types and sections of declarations ---------------------------------------------------------------

struct murphi_type_expr *mu_parse_type(struct parser *);
// All sections from here on, appended at `end`. Gives the new end.
struct murphi_decl **mu_parse_sections(struct parser *, struct murphi_decl **end, bool local);
// `a, b: T`, appended with this kind.
struct murphi_decl **mu_parse_typed_names(struct parser *, struct murphi_decl **end, enum murphi_decl_kind);

// ---- parse_stmt.c, parse_rule.c -------------------------------------------------------------------------------------

// Statements up to a word that can follow them, appended at `end`. Errors are behind it afterwards.
void mu_parse_stmts(struct parser *, struct murphi_stmt **end);
// The rest of `target := ...` or the statement that a call is; NULL, with an error, if it is neither.
struct murphi_stmt *mu_parse_stmt_behind(struct parser *, struct murphi_expr *, uint32_t start);

bool mu_parse_at_rule(struct parser *); // at a rule, or what stands around rules
void mu_parse_rule(struct parser *);    // there
void mu_parse_property(struct parser *, enum murphi_rule_kind);
void mu_parse_function(struct parser *);
bool mu_parse_at_symmetry(struct parser *); // parse_annotations.c
void mu_parse_symmetry(struct parser *);    // there
void mu_add_item(struct parser *, struct murphi_item);

#endif
