#include "murphi/lexer.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "murphi/words.h"

// ---- Characters -----------------------------------------------------------------------------------------------------

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16; // a digit of no base
}

static const char *text_at(const struct murphi_lexer *lexer)
{
    return lexer->text.source->text + (lexer->at - lexer->text.begin);
}

static size_t room(const struct murphi_lexer *lexer)
{
    return lexer->text.source->length - (lexer->at - lexer->text.begin);
}

// The character `ahead` of the place, a zero byte behind the end. A zero byte in the text is no part of any token.
static char look(const struct murphi_lexer *lexer, size_t ahead)
{
    return ahead < room(lexer) ? text_at(lexer)[ahead] : 0;
}

static bool looking_at(const struct murphi_lexer *lexer, const char *text)
{
    size_t length = strlen(text);
    return room(lexer) >= length && memcmp(text_at(lexer), text, length) == 0;
}

static struct diag_range range_of(const struct murphi_lexer *lexer, uint32_t start, size_t length)
{
    return (struct diag_range){lexer->text.source, start - lexer->text.begin, length};
}

// ---- White space and comments ---------------------------------------------------------------------------------------

static void skip_line(struct murphi_lexer *lexer)
{
    lexer->at += (uint32_t)source_line_rest(text_at(lexer), room(lexer));
}

static void skip_block_comment(struct murphi_lexer *lexer)
{
    uint32_t start = lexer->at;
    for (lexer->at += 2; room(lexer); lexer->at++) {
        if (look(lexer, 0) == '*' && look(lexer, 1) == '/') {
            lexer->at += 2;
            return;
        }
    }
    diag_error(lexer->diag, range_of(lexer, start, 2),
               "this comment has no end: expected \"*/\" before the end of the file");
}

// As other languages have it; between no two tokens there are two "/".
static void refuse_comment(struct murphi_lexer *lexer)
{
    diag_error(lexer->diag, range_of(lexer, lexer->at, 2), "there is no \"//\": a comment begins with \"--\"");
    skip_line(lexer);
}

static void skip_blanks(struct murphi_lexer *lexer)
{
    for (;;) {
        if (is_space(look(lexer, 0)))
            lexer->at++;
        else if (looking_at(lexer, "--"))
            skip_line(lexer);
        else if (looking_at(lexer, "/*"))
            skip_block_comment(lexer);
        else if (looking_at(lexer, "//"))
            refuse_comment(lexer);
        else if (lexer->at == 0 && looking_at(lexer, "\xEF\xBB\xBF"))
            lexer->at += 3; // a byte order mark, which some editors write
        else
            return;
    }
}

// ---- Names, strings -------------------------------------------------------------------------------------------------

static void read_name(struct murphi_lexer *lexer, struct murphi_token *token)
{
    const char *text = text_at(lexer);
    size_t length = 0;
    while (is_letter(look(lexer, length)) || is_digit(look(lexer, length)))
        length++;
    while (look(lexer, length) == '\'' && !murphi_is_of_file(lexer->tree, lexer->at)) // see element_name.c
        length++;
    lexer->at += (uint32_t)length;
    token->kind = murphi_find_word(text, length);
    if (token->kind == MURPHI_TOKEN_NAME)
        token->symbol = murphi_symbol(lexer->tree, text, length);
}

// The length of the quote that the text goes on with, 0 for none; rumur takes typographic ones too.
static uint32_t quote_at(const struct murphi_lexer *lexer, const char *typographic)
{
    if (look(lexer, 0) == '"')
        return 1;
    return looking_at(lexer, typographic) ? (uint32_t)strlen(typographic) : 0;
}

static void read_string(struct murphi_lexer *lexer, struct murphi_token *token, uint32_t quote)
{
    uint32_t start = lexer->at;
    const char *text = text_at(lexer) + quote;
    lexer->at += quote;
    while (room(lexer)) {
        uint32_t closing = quote_at(lexer, "”");
        if (closing) {
            token->kind = MURPHI_TOKEN_STRING;
            token->symbol = murphi_symbol(lexer->tree, text, (size_t)(text_at(lexer) - text));
            lexer->at += closing;
            return;
        }
        lexer->at += look(lexer, 0) == '\\' && room(lexer) > 1 ? 2 : 1;
    }
    diag_error(lexer->diag, range_of(lexer, start, quote), "this string has no end: its closing quote is missing");
    token->kind = MURPHI_TOKEN_BAD;
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static int64_t read_digits(struct murphi_lexer *lexer, const char *digits, size_t count, int base)
{
    int64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        if (number > (MURPHI_MAX_INTEGER - digit_value(digits[i])) / base) {
            diag_error(lexer->diag, range_of(lexer, lexer->at, count),
                       "this number is too large: the largest is %" PRId64, MURPHI_MAX_INTEGER);
            return -1;
        }
        number = base * number + digit_value(digits[i]);
    }
    return number;
}

// As in rumur, 0x1f is hexadecimal and 017 is octal; CMurphi takes the latter for decimal.
static void read_number(struct murphi_lexer *lexer, struct murphi_token *token)
{
    size_t prefix = 0, count = 0;
    int base = 10;
    if (look(lexer, 0) == '0' && (look(lexer, 1) | 0x20) == 'x' && digit_value(look(lexer, 2)) < 16) {
        prefix = 2;
        base = 16;
    }
    bool octal = !prefix && look(lexer, 0) == '0';
    while (base == 16 ? digit_value(look(lexer, prefix + count)) < 16 : is_digit(look(lexer, prefix + count))) {
        octal &= look(lexer, prefix + count) < '8';
        count++;
    }
    if (octal)
        base = 8;
    else if (base == 10 && count > 1 && look(lexer, 0) == '0')
        diag_warning(lexer->diag, range_of(lexer, lexer->at, count),
                     "read as decimal, since it has a digit that no octal number has; without one, a number that "
                     "begins with 0 is octal");
    token->kind = MURPHI_TOKEN_NUMBER;
    token->number = read_digits(lexer, text_at(lexer) + prefix, count, base);
    lexer->at += (uint32_t)(prefix + count);
    if (token->number < 0)
        token->kind = MURPHI_TOKEN_BAD;
}

static bool at_real(const struct murphi_lexer *lexer)
{
    size_t digits = 0;
    while (is_digit(look(lexer, digits)))
        digits++;
    return look(lexer, digits) == '.' && is_digit(look(lexer, digits + 1));
}

static void read_real(struct murphi_lexer *lexer, struct murphi_token *token)
{
    uint32_t start = lexer->at;
    while (is_digit(look(lexer, 0)) || look(lexer, 0) == '.')
        lexer->at++;
    diag_error(lexer->diag, range_of(lexer, start, lexer->at - start), "real numbers are not supported");
    token->kind = MURPHI_TOKEN_BAD;
}

// ---- Tokens ---------------------------------------------------------------------------------------------------------

static bool begins_token(const struct murphi_lexer *lexer)
{
    char c = look(lexer, 0);
    return is_space(c) || is_letter(c) || is_digit(c) || quote_at(lexer, "“") ||
           murphi_find_sign(text_at(lexer), room(lexer));
}

// A run of bytes that begin no token is one mistake, and binary junk soon says so.
static void read_junk(struct murphi_lexer *lexer, struct murphi_token *token)
{
    uint32_t code;
    size_t bytes = utf8_decode(text_at(lexer), room(lexer), &code);
    if (utf8_is_printable(code))
        diag_error(lexer->diag, range_of(lexer, lexer->at, bytes), "unexpected character \"%.*s\"", (int)bytes,
                   text_at(lexer));
    else
        diag_error(lexer->diag, range_of(lexer, lexer->at, bytes), "unexpected byte 0x%02x; is this a Murphi file?",
                   (unsigned char)*text_at(lexer));
    lexer->at += (uint32_t)bytes;
    while (room(lexer) && !begins_token(lexer))
        lexer->at++;
    token->kind = MURPHI_TOKEN_BAD;
}

// As others write it. Nothing that begins with ">" could stand behind "=".
static void read_arrow(struct murphi_lexer *lexer, struct murphi_token *token)
{
    diag_error(lexer->diag, range_of(lexer, lexer->at, 2),
               "there is no \"=>\": \"==>\" stands behind the condition of a rule, and implication is written \"->\"");
    lexer->at += 2;
    token->kind = MURPHI_TOKEN_BAD;
}

struct murphi_token murphi_lex(struct murphi_lexer *lexer)
{
    skip_blanks(lexer);
    struct murphi_token token = {.kind = MURPHI_TOKEN_FILE_END, .span = {lexer->at, 0}};
    if (!room(lexer))
        return token;
    const struct murphi_sign *sign;
    uint32_t quote = quote_at(lexer, "“");
    if (is_letter(look(lexer, 0))) {
        read_name(lexer, &token);
    } else if (is_digit(look(lexer, 0))) {
        if (at_real(lexer))
            read_real(lexer, &token);
        else
            read_number(lexer, &token);
    } else if (quote) {
        read_string(lexer, &token, quote);
    } else if (look(lexer, 0) == '=' && look(lexer, 1) == '>') {
        read_arrow(lexer, &token);
    } else if ((sign = murphi_find_sign(text_at(lexer), room(lexer)))) {
        token.kind = sign->kind;
        lexer->at += (uint32_t)strlen(sign->text);
    } else {
        read_junk(lexer, &token);
    }
    token.span.length = lexer->at - token.span.offset;
    return token;
}

const char *murphi_token_text(enum murphi_token_kind kind)
{
    static const char *const texts[MURPHI_TOKENS] = {
#define MURPHI_TOKEN(name, text) [MURPHI_TOKEN_##name] = text,
#include "murphi/tokens.inc.h"
#undef MURPHI_TOKEN
    };
    return texts[kind];
}
