#include "murphi/parser.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/formula_text.h"
#include "murphi/parse.h"
#include "murphi/words.h"

// ---- Tokens ---------------------------------------------------------------------------------------------------------

static void count_nesting(struct parser *p)
{
    enum murphi_token_kind kind = p->token.kind;
    if (kind >= MURPHI_TOKEN_ALIAS && kind <= MURPHI_TOKEN_WHILE)
        p->nesting++;
    else if (mu_at_end_word(p) && p->nesting)
        p->nesting--;
}

static const char *text_of(const struct parser *p, struct span span)
{
    return p->lexer.text.source->text + (span.offset - p->lexer.text.begin);
}

// Signs that CMurphi does not know: `==`, `&&`, `<<`, `∧` and the like, numbers in hexadecimal.
static bool is_of_rumur(const struct parser *p, const struct murphi_token *token)
{
    const char *text = text_of(p, token->span);
    switch (token->kind) {
    case MURPHI_TOKEN_OR_OR:
    case MURPHI_TOKEN_AND_AND:
    case MURPHI_TOKEN_XOR:
    case MURPHI_TOKEN_TILDE:
    case MURPHI_TOKEN_SHIFT_LEFT:
    case MURPHI_TOKEN_SHIFT_RIGHT:
        return true;
    case MURPHI_TOKEN_EQ:
        return token->span.length == 2;
    case MURPHI_TOKEN_NUMBER:
        return token->span.length > 2 && (text[1] | 0x20) == 'x';
    case MURPHI_TOKEN_BAD:
        return false;
    default:
        return token->span.length && (unsigned char)text[0] >= 0x80;
    }
}

static struct murphi_token next_token(struct parser *p)
{
    if (!parsing_goes_on(&p->text))
        return (struct murphi_token){.kind = MURPHI_TOKEN_FILE_END, .span = {p->lexer.at, 0}};
    struct murphi_token token = murphi_lex(&p->lexer);
    if (is_of_rumur(p, &token))
        murphi_note_rumur(p->tree, token.span.offset);
    return token;
}

void mu_advance(struct parser *p)
{
    count_nesting(p);
    p->text.end = p->token.span.offset + p->token.span.length;
    p->token = p->has_ahead ? p->ahead : next_token(p);
    p->has_ahead = false;
}

enum murphi_token_kind mu_peek(struct parser *p)
{
    if (!p->has_ahead)
        p->ahead = next_token(p);
    p->has_ahead = true;
    return p->ahead.kind;
}

bool mu_accept(struct parser *p, enum murphi_token_kind kind)
{
    if (p->token.kind != kind)
        return false;
    mu_advance(p);
    return true;
}

bool mu_at_word(const struct parser *p, const char *word)
{
    return mu_at(p, MURPHI_TOKEN_NAME) && strcasecmp(p->token.symbol->text, word) == 0;
}

bool mu_at_operator(const struct parser *p, const char *word)
{
    return mu_at(p, MURPHI_TOKEN_NAME) && strcmp(p->token.symbol->text, word) == 0;
}

bool mu_at_end_word(const struct parser *p)
{
    return p->token.kind >= MURPHI_TOKEN_END && p->token.kind <= MURPHI_TOKEN_ENDWHILE;
}

bool mu_accept_end(struct parser *p, enum murphi_token_kind longer)
{
    return mu_accept(p, MURPHI_TOKEN_END) || mu_accept(p, longer);
}

bool mu_expect_end(struct parser *p, enum murphi_token_kind longer)
{
    if (mu_accept_end(p, longer))
        return true;
    char expected[64] = "\"end\" or \"";
    strncat(strncat(expected, murphi_token_text(longer), 40), "\"", 2);
    bool is_new = p->text.last_error != p->token.span.offset;
    mu_fail(p, expected);
    bool is_unclosed = mu_at_rule_word(p) || mu_at_end_word(p) || mu_at(p, MURPHI_TOKEN_FILE_END);
    if (is_new && is_unclosed && p->else_if.length) {
        diag_note(p->text.diag,
                  (struct diag_range){p->text.source, p->else_if.offset - p->text.begin, p->else_if.length},
                  "\"else if\" begins an \"if\" that needs an \"end\" of its own; \"elsif\" needs none");
        p->else_if.length = 0;
    }
    return false;
}

bool mu_accept_do(struct parser *p)
{
    return mu_accept(p, MURPHI_TOKEN_DO) || mu_accept(p, MURPHI_TOKEN_COLON);
}

bool mu_expect_do(struct parser *p)
{
    return mu_accept_do(p) || mu_fail(p, "\"do\"");
}

bool mu_at_rule_word(const struct parser *p)
{
    switch (p->token.kind) {
    case MURPHI_TOKEN_RULE:
    case MURPHI_TOKEN_RULESET:
    case MURPHI_TOKEN_STARTSTATE:
    case MURPHI_TOKEN_FUNCTION:
    case MURPHI_TOKEN_PROCEDURE:
        return true;
    default:
        return false;
    }
}

// ---- Errors ---------------------------------------------------------------------------------------------------------

static enum parsing_found found(const struct parser *p)
{
    return mu_at(p, MURPHI_TOKEN_BAD)        ? PARSING_FOUND_BAD
           : mu_at(p, MURPHI_TOKEN_FILE_END) ? PARSING_FOUND_END
                                             : PARSING_FOUND_TOKEN;
}

// A word of the language where it looks as if somebody has meant it to be a name.
static bool is_meant_as_name(struct parser *p)
{
    enum murphi_token_kind kind = p->token.kind;
    if (kind < MURPHI_TOKEN_END || kind > MURPHI_TOKEN_VAR || kind == MURPHI_TOKEN_TRUE || kind == MURPHI_TOKEN_FALSE)
        return false;
    switch (mu_peek(p)) {
    case MURPHI_TOKEN_COLON:
    case MURPHI_TOKEN_COMMA:
    case MURPHI_TOKEN_CLOSE_BRACE:
    case MURPHI_TOKEN_BECOMES:
        return true;
    default:
        return false;
    }
}

// How other languages write it.
static const char *other_word(const char *found, const char *before)
{
    return strcasecmp(found, "and") == 0    ? "; \"and\" is written \"&\""
           : strcasecmp(found, "or") == 0   ? "; \"or\" is written \"|\""
           : strcasecmp(found, "mod") == 0  ? "; the remainder is written \"%\""
           : strcasecmp(before, "not") == 0 ? "; negation is written \"!\""
                                            : NULL;
}

// A word of the language that has a letter too many, or the like: here, or before it, where it was taken for a name.
static const char *meant_word(struct parser *p)
{
    char word[PARSING_WORD], before[PARSING_WORD];
    const char *nearest = NULL;
    parsing_word_at(&p->text, p->token.span, word);
    parsing_word_before(&p->text, before);
    const char *other = other_word(word, before);
    if (other)
        return other;
    if (mu_at(p, MURPHI_TOKEN_NAME) && strlen(word) > 2)
        nearest = murphi_nearest_word(word);
    if (nearest) {
        snprintf(p->advice, sizeof p->advice, "; did you mean \"%s\"?", nearest);
        return p->advice;
    }
    nearest = strlen(before) > 3 ? murphi_nearest_word(before) : NULL;
    if (!nearest || strcasecmp(nearest, before) == 0)
        return "";
    snprintf(p->advice, sizeof p->advice, "; is \"%s\" before it meant to be \"%s\"?", before, nearest);
    return p->advice;
}

static const char *advice(struct parser *p)
{
    return is_meant_as_name(p) ? ", which is a word of the language and no name" : meant_word(p);
}

void *mu_fail(struct parser *p, const char *expected)
{
    return parsing_fail(&p->text, found(p), p->token.span, expected, advice(p));
}

bool mu_expect(struct parser *p, enum murphi_token_kind kind)
{
    if (mu_accept(p, kind))
        return true;
    parsing_fail_token(&p->text, found(p), p->token.span, murphi_token_text(kind), advice(p));
    return false;
}

void mu_recover(struct parser *p, uint32_t nesting)
{
    while (!mu_at(p, MURPHI_TOKEN_FILE_END) && !mu_at_rule_word(p)) {
        if (p->nesting <= nesting) {
            if (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
                return;
            if (mu_at_end_word(p) || mu_at(p, MURPHI_TOKEN_ELSE) || mu_at(p, MURPHI_TOKEN_ELSIF) ||
                mu_at(p, MURPHI_TOKEN_CASE))
                return;
        }
        mu_advance(p);
    }
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

struct murphi_expr *mu_node(struct parser *p, enum murphi_op op, uint32_t start, uint32_t at, struct murphi_expr **args,
                            size_t count)
{
    uint32_t depth = 0;
    for (size_t i = 0; i < count; i++) {
        if (!args[i])
            return NULL;
        if (args[i]->depth > depth)
            depth = args[i]->depth;
    }
    if (!parsing_allows(&p->text, depth, at))
        return NULL;
    struct murphi_expr *node = mu_alloc(p, sizeof *node + count * sizeof *args);
    node->op = op;
    node->count = (uint32_t)count;
    node->span = mu_span(p, start);
    node->at = at;
    node->depth = depth + 1;
    if (count)
        memcpy(node->args, args, count * sizeof *args);
    if (node->depth > p->deepest)
        p->deepest = node->depth;
    return node;
}

struct murphi_expr *mu_deepen(struct parser *p, struct murphi_expr *node, uint32_t outer)
{
    if (node && node->depth <= p->deepest)
        node->depth = p->deepest < MURPHI_MAX_DEPTH ? p->deepest + 1 : MURPHI_MAX_DEPTH;
    p->deepest = node && node->depth > outer ? node->depth : outer;
    return node;
}

void mu_push(struct parser *p, struct murphi_expr *operand)
{
    array_push(p->tree->arena.mem, &p->operands, operand);
}

struct murphi_expr *mu_nary(struct parser *p, enum murphi_op op, uint32_t start, uint32_t at, size_t base)
{
    size_t count = p->operands.count - base;
    struct murphi_expr *node = mu_node(p, op, start, at, count ? p->operands.at + base : NULL, count);
    mu_drop(p, base);
    return node;
}

// ---- The whole ------------------------------------------------------------------------------------------------------

// In CMurphi, all declarations stand before all functions, and these before all rules.
static void note_order(struct parser *p, enum murphi_item_kind kind)
{
    if (kind < p->last_item)
        murphi_note_rumur(p->tree, p->token.span.offset);
    p->last_item = kind;
}

void mu_add_item(struct parser *p, struct murphi_item item)
{
    note_order(p, item.kind);
    struct murphi_item *copy = mu_alloc(p, sizeof *copy);
    *copy = item;
    *p->items_end = copy;
    p->items_end = &copy->next;
}

static void parse_globals(struct parser *p)
{
    struct murphi_decl *first = NULL;
    mu_parse_sections(p, &first, false);
    for (struct murphi_decl *decl = first; decl; decl = decl->next)
        mu_add_item(p, (struct murphi_item){.kind = MURPHI_ITEM_DECL, .decl = decl});
}

static void parse_items(struct parser *p)
{
    mu_advance(p);
    while (!mu_at(p, MURPHI_TOKEN_FILE_END)) {
        p->nesting = 0;
        uint32_t start = p->token.span.offset;
        if (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
            continue;
        if (mu_at(p, MURPHI_TOKEN_CONST) || mu_at(p, MURPHI_TOKEN_TYPE) || mu_at(p, MURPHI_TOKEN_VAR)) {
            parse_globals(p);
        } else if (mu_at(p, MURPHI_TOKEN_FUNCTION) || mu_at(p, MURPHI_TOKEN_PROCEDURE)) {
            mu_parse_function(p);
        } else if (mu_parse_at_rule(p)) {
            mu_parse_rule(p);
        } else {
            mu_fail(p, "a section of declarations, a function, a rule or a property");
            mu_recover(p, 0);
        }
        if (p->token.span.offset == start) // whatever it is, nobody wanted it
            mu_advance(p);
    }
}

// But for what parsing_open sets.
static struct parser open_parser(struct murphi_tree *tree, struct murphi_text text, struct diag *diag)
{
    struct parser parser = {.tree = tree,
                            .lexer = {.tree = tree, .text = text, .diag = diag, .at = text.begin},
                            .items_end = &tree->items,
                            .rules_end = &tree->rules,
                            .symmetries_end = &tree->symmetries};
    while (*parser.items_end)
        parser.items_end = &(*parser.items_end)->next;
    while (*parser.rules_end)
        parser.rules_end = &(*parser.rules_end)->next;
    while (*parser.symmetries_end)
        parser.symmetries_end = &(*parser.symmetries_end)->next;
    return parser;
}

bool murphi_parse(struct murphi_tree *tree, struct diag *diag)
{
    size_t errors = diag->errors;
    struct parser parser = open_parser(tree, (struct murphi_text){tree->source, 0}, diag);
    if (!parsing_open(&parser.text, tree->source, 0, diag, MURPHI_MAX_DEPTH))
        return false;
    parse_items(&parser);
    array_free(tree->arena.mem, &parser.operands);
    return diag->errors == errors;
}

// ---- Besides the file -----------------------------------------------------------------------------------------------

struct besides {
    struct parser parser, before;
    size_t errors;
};

static bool open_besides(struct besides *b, struct murphi_tree *tree, const struct source *source, struct diag *diag)
{
    b->errors = diag->errors;
    uint32_t begin = murphi_add_text(tree, source);
    b->before = open_parser(tree, (struct murphi_text){source, begin}, diag);
    b->parser = b->before;
    if (!parsing_open(&b->parser.text, source, begin, diag, MURPHI_MAX_DEPTH))
        return false;
    b->parser.is_besides = true;
    b->parser.text.whole = "text";
    mu_advance(&b->parser);
    return true;
}

// The declaration is all there is to the text. What is wrong leaves nothing in the tree.
static bool close_besides(struct besides *b)
{
    struct parser *p = &b->parser;
    while (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
        ;
    if (p->text.diag->errors == b->errors && !mu_at(p, MURPHI_TOKEN_FILE_END))
        mu_fail(p, "the end");
    array_free(p->tree->arena.mem, &p->operands);
    if (p->text.diag->errors == b->errors)
        return true;
    *b->before.items_end = NULL;
    *b->before.rules_end = NULL;
    *b->before.symmetries_end = NULL;
    return false;
}

bool murphi_parse_property(struct murphi_tree *tree, const struct source *source, enum murphi_rule_kind kind,
                           struct diag *diag)
{
    struct besides b;
    if (!open_besides(&b, tree, source, diag))
        return false;
    mu_parse_property(&b.parser, kind);
    return close_besides(&b);
}

static bool parse_in_logic(void *tree, const struct source *source, int kind, struct diag *diag)
{
    return murphi_parse_property(tree, source, (enum murphi_rule_kind)kind, diag);
}

bool murphi_parse_formula(struct murphi_tree *tree, const struct source *source, struct mem *mem, struct diag *diag)
{
    static const int logics[] = {MURPHI_CTL, MURPHI_LTL, MURPHI_CTLSTAR};
    return formula_read(parse_in_logic, tree, source, logics, 3, mem, diag);
}

bool murphi_parse_symmetry(struct murphi_tree *tree, const struct source *source, struct diag *diag)
{
    struct besides b;
    if (!open_besides(&b, tree, source, diag))
        return false;
    mu_parse_symmetry(&b.parser);
    return close_besides(&b);
}
