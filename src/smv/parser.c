#include "smv/parser.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "smv/parse.h"
#include "smv/words.h"

// ---- Tokens ---------------------------------------------------------------------------------------------------------

// `integer` and `real` are words where a type may stand, and names elsewhere. So is CTLSTARSPEC, which is no word of
// NuSMV, where no property can begin.
void parser_take_for_name(struct parser *p)
{
    if (!parser_at(p, SMV_TOKEN_INTEGER_TYPE) && !parser_at(p, SMV_TOKEN_REAL_TYPE) &&
        !parser_at(p, SMV_TOKEN_CTLSTARSPEC))
        return;
    p->token.kind = SMV_TOKEN_NAME;
    p->token.symbol = smv_symbol(p->tree, p->text.source->text + p->token.span.offset, p->token.span.length);
}

// Whether a formula may begin behind the token.
static bool is_before_formula(const struct parser *p)
{
    const char *text = p->text.source->text;
    size_t at = p->token.span.offset + p->token.span.length, length = p->text.source->length;
    while (at < length && strchr(" \t\r\n\f\v", text[at]) && text[at])
        at++;
    if (at == length || !text[at])
        return false;
    bool differs = text[at] == '!' && at + 1 < length && text[at + 1] == '=';
    return !differs && !strchr(":=;,.)}][<>*/+&|?", text[at]);
}

void parser_advance(struct parser *p)
{
    enum smv_token_kind before = p->token.kind;
    p->text.end = p->token.span.offset + p->token.span.length;
    p->token = parsing_goes_on(&p->text) ? smv_lex(&p->lexer)
                                         : (struct smv_token){.kind = SMV_TOKEN_END, .span = {p->text.end, 0}};
    bool may_be_word = parser_at(p, SMV_TOKEN_CTLSTARSPEC) ? is_before_formula(p)
                                                           : before == SMV_TOKEN_COLON || before == SMV_TOKEN_OF;
    if (!may_be_word)
        parser_take_for_name(p);
}

bool parser_accept(struct parser *p, enum smv_token_kind kind)
{
    if (p->token.kind != kind)
        return false;
    parser_advance(p);
    return true;
}

// ---- Errors ---------------------------------------------------------------------------------------------------------

// How other languages write it, and what that is here.
struct other {
    const char *text, *advice;
};

static const struct other signs[] = {
    {"==", "; equality is written \"=\""},       {"=>", "; implication is written \"->\""},
    {"<>", "; \"not equal\" is written \"!=\""}, {"&&", "; \"and\" is written \"&\""},
    {"||", "; \"or\" is written \"|\""},
};

static const struct other words[] = {
    {"and", "; \"and\" is written \"&\""},
    {"or", "; \"or\" is written \"|\""},
    {"implies", "; implication is written \"->\""},
};

static const struct other before[] = {
    {"not", "; negation is written \"!\""},
    {"if", "; a choice is written \"a ? b : c\" or with \"case\""},
};

static bool begins_with(const struct parser *p, uint32_t at, const char *text)
{
    size_t length = strlen(text);
    return at + length <= p->text.source->length && strncasecmp(p->text.source->text + at, text, length) == 0;
}

static bool is_behind(const struct parser *p, const char *word)
{
    uint32_t length = (uint32_t)strlen(word);
    return p->text.end > length && begins_with(p, p->text.end - length, word) &&
           strchr(" \t\n(", p->text.source->text[p->text.end - length - 1]);
}

// Operators in one word, such as GF and AGEF: with spaces between them. Whether it is that.
static bool add_spaces(const char *word, char spaced[PARSING_WORD])
{
    size_t length = strlen(word), step = strspn(word, "FGX") == length ? 1 : 2, count = 0;
    if (length > 8 || length <= step || length % step)
        return false;
    for (size_t i = 0; i < length; i += step) {
        if (step == 2 && (!strchr("AE", word[i]) || !strchr("FGX", word[i + 1])))
            return false;
        if (i)
            spaced[count++] = ' ';
        memcpy(spaced + count, word + i, step);
        count += step;
    }
    spaced[count] = '\0';
    return true;
}

// A word of the language that has a letter too many, or the like: here, or before it, where it was taken for a name.
static const char *meant_word(struct parser *p)
{
    char word[PARSING_WORD], spaced[PARSING_WORD];
    enum smv_language language = p->lexer.psl ? SMV_IN_PSL : SMV_IN_SMV;
    const char *nearest = NULL;
    if (parser_at(p, SMV_TOKEN_NAME) && strlen(parsing_word_at(&p->text, p->token.span, word)) > 2)
        nearest = smv_nearest_word(word, language);
    if (nearest) {
        snprintf(p->advice, sizeof p->advice, "; did you mean \"%s\"?", nearest);
        return p->advice;
    }
    nearest = smv_nearest_word(parsing_word_before(&p->text, word), language);
    if (nearest && strlen(word) < 4 && strcasecmp(nearest, word) != 0) // too many names are near to a short word
        nearest = NULL;
    if (add_spaces(word, spaced))
        nearest = spaced;
    if (!nearest || smv_find_word(word, strlen(word), language) != SMV_TOKEN_NAME)
        return "";
    snprintf(p->advice, sizeof p->advice, "; is \"%s\" before it meant to be \"%s\"?", word, nearest);
    return p->advice;
}

// A sign of two is found at the second; a "not" before what it would negate, since it looks like a name.
static const char *meant(struct parser *p)
{
    struct span span = p->token.span;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (span.offset > 0 && p->text.end == span.offset && begins_with(p, span.offset - 1, signs[i].text))
            return signs[i].advice;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span.length == strlen(words[i].text) && begins_with(p, span.offset, words[i].text))
            return words[i].advice;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (is_behind(p, before[i].text))
            return before[i].advice;
    return meant_word(p);
}

static enum parsing_found found(const struct parser *p)
{
    return parser_at(p, SMV_TOKEN_BAD)   ? PARSING_FOUND_BAD
           : parser_at(p, SMV_TOKEN_END) ? PARSING_FOUND_END
                                         : PARSING_FOUND_TOKEN;
}

void *parser_fail(struct parser *p, const char *expected)
{
    return parsing_fail(&p->text, found(p), p->token.span, expected, meant(p));
}

bool parser_expect(struct parser *p, enum smv_token_kind kind)
{
    if (parser_accept(p, kind))
        return true;
    parsing_fail_token(&p->text, found(p), p->token.span, smv_token_text(kind), meant(p));
    return false;
}

void *parser_fail_name(struct parser *p, const char *expected)
{
    bool is_word = p->token.kind >= SMV_TOKEN_MODULE && p->token.kind < SMV_TOKEN_OPEN;
    if (!is_word)
        return parser_fail(p, expected);
    parsing_error(&p->text, p->token.span, "\"%s\" is a reserved word and cannot be %s", smv_token_text(p->token.kind),
                  expected);
    return NULL;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static struct smv_expr *make(struct parser *p, enum smv_op op, uint32_t start, uint32_t at, struct smv_expr **args,
                             size_t count)
{
    uint32_t depth = 0;
    for (size_t i = 0; i < count; i++)
        if (args[i] && args[i]->depth > depth)
            depth = args[i]->depth;
    if (!parsing_allows(&p->text, depth, at))
        return NULL;
    struct smv_expr *node = arena_alloc(&p->tree->arena, sizeof *node + count * sizeof *args);
    node->op = op;
    node->count = (uint32_t)count;
    node->span = parser_span(p, start);
    node->at = at;
    node->depth = depth + 1;
    if (count)
        memcpy(node->args, args, count * sizeof *args);
    return node;
}

struct smv_expr *parser_leaf(struct parser *p, enum smv_op op, uint32_t start)
{
    return make(p, op, start, start, NULL, 0);
}

struct smv_expr *parser_unary(struct parser *p, enum smv_op op, uint32_t start, uint32_t at, struct smv_expr *operand)
{
    return operand ? make(p, op, start, at, &operand, 1) : NULL;
}

struct smv_expr *parser_binary(struct parser *p, enum smv_op op, uint32_t start, uint32_t at, struct smv_expr *left,
                               struct smv_expr *right)
{
    struct smv_expr *args[] = {left, right};
    return left && right ? make(p, op, start, at, args, 2) : NULL;
}

struct smv_expr *parser_ternary(struct parser *p, enum smv_op op, uint32_t start, uint32_t at, struct smv_expr *args[3])
{
    return args[0] && args[1] && args[2] ? make(p, op, start, at, args, 3) : NULL;
}

void parser_push(struct parser *p, struct smv_expr *operand)
{
    array_push(p->tree->arena.mem, &p->operands, operand);
}

void parser_drop(struct parser *p, size_t base)
{
    p->operands.count = base;
}

struct smv_expr *parser_nary(struct parser *p, enum smv_op op, uint32_t start, uint32_t at, size_t base)
{
    struct smv_expr *node = make(p, op, start, at, p->operands.at + base, p->operands.count - base);
    parser_drop(p, base);
    return node;
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static bool open_parser(struct parser *p, struct smv_tree *tree, const struct source *source, struct diag *diag)
{
    *p = (struct parser){.tree = tree, .modules_end = &tree->modules};
    p->lexer = (struct smv_lexer){.tree = tree, .source = source, .diag = diag};
    return parsing_open(&p->text, source, 0, diag, SMV_MAX_DEPTH);
}

static void close_parser(struct parser *p)
{
    array_free(p->tree->arena.mem, &p->operands);
}

static void parse_modules(struct parser *p)
{
    parser_advance(p);
    if (parser_at(p, SMV_TOKEN_END) && !p->text.diag->errors)
        diag_error(p->text.diag, (struct diag_range){p->text.source, DIAG_WHOLE, 0}, "there is no module in this file");
    while (!parser_at(p, SMV_TOKEN_END)) {
        if (parser_at(p, SMV_TOKEN_MODULE)) {
            parse_module(p);
            continue;
        }
        parser_fail(p, "\"MODULE\"");
        while (!parser_at(p, SMV_TOKEN_MODULE) && !parser_at(p, SMV_TOKEN_END))
            parser_advance(p);
    }
}

bool smv_parse(struct smv_tree *tree, struct diag *diag)
{
    struct parser parser;
    size_t errors = diag->errors;
    if (open_parser(&parser, tree, tree->source, diag)) {
        parse_modules(&parser);
        close_parser(&parser);
    }
    return diag->errors == errors;
}

struct smv_decl *smv_parse_formula(struct smv_tree *tree, const struct source *source, enum smv_decl_kind kind,
                                   struct diag *diag)
{
    struct parser parser;
    size_t errors = diag->errors;
    if (!open_parser(&parser, tree, source, diag))
        return NULL;
    parser.lexer.psl = kind == SMV_PSLSPEC;
    bool is_stated = kind == SMV_SYMMETRY || kind == SMV_HINT;
    parser.text.whole = kind == SMV_SYMMETRY ? "symmetry" : kind == SMV_HINT ? "hint" : "formula";
    parser_advance(&parser);
    struct smv_decl *decl = is_stated ? parse_annotation_body(&parser, kind, 0) : parse_spec_body(&parser, kind, 0);
    if (decl)
        parser_accept(&parser, SMV_TOKEN_SEMICOLON);
    if (decl && !parser_at(&parser, SMV_TOKEN_END))
        decl = parser_fail(&parser, is_stated ? "the end" : "the end of the formula");
    close_parser(&parser);
    return diag->errors == errors ? decl : NULL;
}
