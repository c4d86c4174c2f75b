#include "smv/lexer.h"

#include <string.h>

#include "base/utf8.h"
#include "smv/words.h"

// ---- Characters -----------------------------------------------------------------------------------------------------

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name_part(char c)
{
    return is_letter(c) || is_digit(c) || c == '$' || c == '#' || c == '-' || c == '\\';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

// The character `ahead` of the place, a zero byte behind the end. A zero byte in the text is no part of any token.
static char look(const struct smv_lexer *lexer, size_t ahead)
{
    return lexer->at + ahead < lexer->source->length ? lexer->source->text[lexer->at + ahead] : 0;
}

static bool looking_at(const struct smv_lexer *lexer, const char *text)
{
    size_t length = strlen(text);
    return lexer->source->length - lexer->at >= length && memcmp(lexer->source->text + lexer->at, text, length) == 0;
}

static struct diag_range range_from(const struct smv_lexer *lexer, uint32_t start)
{
    return (struct diag_range){lexer->source, start, lexer->at - start};
}

// ---- White space and comments ---------------------------------------------------------------------------------------

static void skip_line(struct smv_lexer *lexer)
{
    lexer->at += (uint32_t)source_line_rest(lexer->source->text + lexer->at, lexer->source->length - lexer->at);
}

static void skip_block_comment(struct smv_lexer *lexer)
{
    uint32_t start = lexer->at;
    lexer->at += 3;
    while (lexer->at < lexer->source->length) {
        if (look(lexer, 0) == '-' && looking_at(lexer, "--/")) {
            lexer->at += 3;
            return;
        }
        lexer->at++;
    }
    diag_error(lexer->diag, (struct diag_range){lexer->source, start, 3},
               "this comment has no end: expected \"--/\" before the end of the file");
}

// As other languages have it; no operator is written like this.
static void refuse_comment(struct smv_lexer *lexer)
{
    bool is_block = look(lexer, 1) == '*';
    diag_error(lexer->diag, (struct diag_range){lexer->source, lexer->at, 2}, "%s",
               is_block ? "there is no \"/*\": a comment of several lines is written \"/-- ... --/\""
                        : "there is no \"//\": a comment begins with \"--\"");
    if (!is_block) {
        skip_line(lexer);
        return;
    }
    while (lexer->at < lexer->source->length && !looking_at(lexer, "*/"))
        lexer->at++;
    if (lexer->at < lexer->source->length)
        lexer->at += 2;
}

// Whether only blanks are before the place on its line.
static bool at_line_start(const struct smv_lexer *lexer)
{
    uint32_t at = lexer->at;
    while (at > 0 && (lexer->source->text[at - 1] == ' ' || lexer->source->text[at - 1] == '\t'))
        at--;
    return at == 0 || lexer->source->text[at - 1] == '\n' || lexer->source->text[at - 1] == '\r';
}

// A line that begins with "#" is a linemarker, which is for messages only (see base/source.h), or a directive that
// nobody has carried out: what it would have changed is not known.
static void read_directive(struct smv_lexer *lexer)
{
    uint32_t start = lexer->at;
    struct source_marker marker;
    skip_line(lexer);
    size_t length = lexer->at - start;
    if (source_read_marker(lexer->source->text + start, length, &marker))
        return;
    while (length > 1 && is_space(lexer->source->text[start + length - 1]))
        length--;
    diag_error(lexer->diag, (struct diag_range){lexer->source, start, length},
               "this line is for the C preprocessor, which was not run; --cpp runs it");
}

static void skip_blanks(struct smv_lexer *lexer)
{
    for (;;) {
        if (is_space(look(lexer, 0)))
            lexer->at++;
        else if (looking_at(lexer, "--"))
            skip_line(lexer);
        else if (looking_at(lexer, "/--"))
            skip_block_comment(lexer);
        else if (looking_at(lexer, "/*") || (looking_at(lexer, "//") && look(lexer, 2) != '-'))
            refuse_comment(lexer);
        else if (lexer->at == 0 && looking_at(lexer, "\xEF\xBB\xBF"))
            lexer->at += 3; // a byte order mark, which some editors write
        else if (look(lexer, 0) == '#' && at_line_start(lexer))
            read_directive(lexer);
        else
            return;
    }
}

// ---- Words ----------------------------------------------------------------------------------------------------------

static bool may_be_strong(enum smv_token_kind kind)
{
    switch (kind) {
    case SMV_TOKEN_X:
    case SMV_TOKEN_NEXT:
    case SMV_TOKEN_NEXT_A:
    case SMV_TOKEN_NEXT_E:
    case SMV_TOKEN_NEXT_EVENT:
    case SMV_TOKEN_NEXT_EVENT_A:
    case SMV_TOKEN_NEXT_EVENT_E:
    case SMV_TOKEN_UNTIL:
    case SMV_TOKEN_BEFORE:
    case SMV_TOKEN_WITHIN:
    case SMV_TOKEN_WHILENOT:
        return true;
    default:
        return false;
    }
}

static bool may_be_inclusive(enum smv_token_kind kind)
{
    return kind == SMV_TOKEN_UNTIL || kind == SMV_TOKEN_BEFORE || kind == SMV_TOKEN_WITHIN ||
           kind == SMV_TOKEN_WHILENOT;
}

// The words of PSL, with what may hang on to them: `until`, `until!`, `until_`, `until!_`.
static void read_psl_word(struct smv_lexer *lexer, struct smv_token *token, const char *text, size_t length)
{
    if (length == 10 && memcmp(text, "eventually", 10) == 0 && look(lexer, 0) == '!') {
        lexer->at++;
        token->kind = SMV_TOKEN_EVENTUALLY;
        token->strong = true;
        return;
    }
    token->kind = smv_find_word(text, length, SMV_IN_PSL);
    if (token->kind == SMV_TOKEN_NAME && length > 1 && text[length - 1] == '_') {
        enum smv_token_kind kind = smv_find_word(text, length - 1, SMV_IN_PSL);
        if (may_be_inclusive(kind)) {
            token->kind = kind;
            token->inclusive = true;
        }
    } else if (may_be_strong(token->kind) && look(lexer, 0) == '!') {
        lexer->at++;
        token->strong = true;
        if (may_be_inclusive(token->kind) && look(lexer, 0) == '_') {
            lexer->at++;
            token->inclusive = true;
        }
    }
}

static void read_name(struct smv_lexer *lexer, struct smv_token *token)
{
    uint32_t start = lexer->at;
    bool arrow = false;
    while (is_name_part(look(lexer, 0)) && !arrow) {
        arrow = look(lexer, 0) == '-' && look(lexer, 1) == '>';
        if (!arrow)
            lexer->at++;
    }
    const char *text = lexer->source->text + start;
    size_t length = lexer->at - start;
    if (arrow)
        diag_warning(lexer->diag, (struct diag_range){lexer->source, lexer->at, 2},
                     "read as the operator \"->\"; NuSMV takes the \"-\" for a part of the name before it, so put a "
                     "space there");
    if (lexer->psl)
        read_psl_word(lexer, token, text, length);
    else
        token->kind = smv_find_word(text, length, SMV_IN_SMV);
    if (token->kind == SMV_TOKEN_NAME)
        token->symbol = smv_symbol(lexer->tree, text, length);
}

// `"any text"` is a name, too, quotes and all; flattened models have such names.
static void read_quoted_name(struct smv_lexer *lexer, struct smv_token *token)
{
    uint32_t start = lexer->at++;
    while (lexer->at < lexer->source->length && look(lexer, 0) != '"' && look(lexer, 0) != '\n')
        lexer->at++;
    if (look(lexer, 0) != '"') {
        diag_error(lexer->diag, (struct diag_range){lexer->source, start, 1},
                   "this name has no end: expected another \"\"\" in the same line");
        token->kind = SMV_TOKEN_BAD;
        return;
    }
    lexer->at++;
    token->kind = SMV_TOKEN_NAME;
    token->symbol = smv_symbol(lexer->tree, lexer->source->text + start, lexer->at - start);
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16; // a digit of no radix
}

static unsigned radix_of(char c)
{
    switch (c) {
    case 'b':
    case 'B':
        return 2;
    case 'o':
    case 'O':
        return 8;
    case 'd':
    case 'D':
        return 10;
    case 'h':
    case 'H':
        return 16;
    default:
        return 0;
    }
}

// Everything that a person would take for one number, so that what is wrong with it is said once.
static void skip_number(struct smv_lexer *lexer)
{
    while (is_digit(look(lexer, 0)) || is_letter(look(lexer, 0)))
        lexer->at++;
}

// The parts of a word constant such as 0ud4_9.
struct word_constant {
    unsigned radix;
    bool is_signed;
    bool has_width;
    uint64_t width;       // at most a little above SMV_MAX_WIDTH
    const char *at, *end; // the digits, with underscores
};

// Reads up to the first digit; false if it is no word constant at all.
static bool split_word(const char *at, const char *end, struct word_constant *word)
{
    *word = (struct word_constant){.end = end};
    if (++at < end && (*at == 'u' || *at == 's' || *at == 'U' || *at == 'S'))
        word->is_signed = *at == 's' || *at == 'S', at++;
    if (at == end || !(word->radix = radix_of(*at)))
        return false;
    for (at++; at < end && is_digit(*at); at++) {
        word->has_width = true;
        if (word->width <= SMV_MAX_WIDTH)
            word->width = 10 * word->width + (uint64_t)(*at - '0');
    }
    if (at == end || *at != '_')
        return false;
    word->at = at + 1;
    return true;
}

// What is wrong with the constant, or NULL and its bits.
static const char *read_digits(struct word_constant *word, uint64_t *bits)
{
    static const unsigned bits_of_digit[] = {[2] = 1, [8] = 3, [16] = 4};
    unsigned count = 0;
    bool too_large = false;
    *bits = 0;
    for (const char *c = word->at; c < word->end; c++) {
        if (*c == '_')
            continue;
        uint64_t digit = (uint64_t)digit_value(*c), product;
        if (digit >= word->radix)
            return "a digit of this word constant does not belong to its base";
        too_large |=
            __builtin_mul_overflow(*bits, word->radix, &product) || __builtin_add_overflow(product, digit, bits);
        count += count <= SMV_MAX_WIDTH; // so that it cannot overflow
    }
    if (!count)
        return "expected digits after the \"_\" of this word constant";
    if (!word->has_width && word->radix == 10)
        return "a decimal word constant needs a width, as in 0ud8_5";
    if (!word->has_width)
        word->width = count * bits_of_digit[word->radix];
    if (word->width == 0)
        return "a word has at least one bit";
    if (word->width > SMV_MAX_WIDTH)
        return "words of more than 64 bits are not supported";
    uint64_t largest = word->width == 64 ? UINT64_MAX : ((uint64_t)1 << word->width) - 1;
    if (word->is_signed && word->radix == 10)
        largest = (uint64_t)1 << (word->width - 1); // one more than fits, for -0sd4_8
    return too_large || *bits > largest ? "this word constant does not fit into its width" : NULL;
}

static void read_word(struct smv_lexer *lexer, struct smv_token *token, struct word_constant *word, uint32_t start)
{
    uint64_t bits;
    const char *wrong = read_digits(word, &bits);
    if (wrong) {
        diag_error(lexer->diag, range_from(lexer, start), "%s", wrong);
        token->kind = SMV_TOKEN_BAD;
        return;
    }
    token->kind = SMV_TOKEN_WORD;
    token->word.bits = bits;
    token->word.width = (uint8_t)word->width;
    token->word.is_signed = word->is_signed;
    token->word.radix = (uint8_t)word->radix;
}

static void read_integer(struct smv_lexer *lexer, struct smv_token *token, uint32_t start)
{
    token->kind = SMV_TOKEN_INTEGER;
    token->number = 0;
    for (uint32_t i = start; i < lexer->at; i++) {
        char c = lexer->source->text[i];
        if (!is_digit(c)) {
            diag_error(lexer->diag, range_from(lexer, start),
                       "this is neither an integer nor a word constant such as 0ud8_5");
            token->kind = SMV_TOKEN_BAD;
            return;
        }
        if (token->number <= SMV_MAX_INTEGER)
            token->number = 10 * token->number + (c - '0');
    }
    if (token->number > SMV_MAX_INTEGER) {
        diag_error(lexer->diag, range_from(lexer, start), "this integer is too large: the largest is %d",
                   SMV_MAX_INTEGER);
        token->kind = SMV_TOKEN_BAD;
    }
}

static void read_number(struct smv_lexer *lexer, struct smv_token *token)
{
    uint32_t start = lexer->at;
    skip_number(lexer);
    const char *text = lexer->source->text;
    struct word_constant word;
    if (text[start] == '0' && split_word(text + start, text + lexer->at, &word))
        read_word(lexer, token, &word, start);
    else
        read_integer(lexer, token, start);
}

// ---- Signs ----------------------------------------------------------------------------------------------------------

static const struct smv_word *find_sign(const struct smv_lexer *lexer)
{
    const char *text = lexer->source->text + lexer->at;
    return smv_find_sign(text, lexer->source->length - lexer->at, lexer->psl ? SMV_IN_PSL : SMV_IN_SMV);
}

// A run of bytes that begin no token is one mistake, and binary junk soon says so.
static void read_junk(struct smv_lexer *lexer, struct smv_token *token)
{
    uint32_t start = lexer->at, code;
    size_t bytes = utf8_decode(lexer->source->text + start, lexer->source->length - start, &code);
    if (utf8_is_printable(code))
        diag_error(lexer->diag, (struct diag_range){lexer->source, start, bytes}, "unexpected character \"%.*s\"",
                   (int)bytes, lexer->source->text + start);
    else
        diag_error(lexer->diag, (struct diag_range){lexer->source, start, bytes},
                   "unexpected byte 0x%02x; is this an SMV file?", (unsigned char)lexer->source->text[start]);
    lexer->at += (uint32_t)bytes;
    while (lexer->at < lexer->source->length && !is_space(look(lexer, 0)) && !is_letter(look(lexer, 0)) &&
           !is_digit(look(lexer, 0)) && !find_sign(lexer))
        lexer->at++;
    token->kind = SMV_TOKEN_BAD;
}

// ---- Tokens ---------------------------------------------------------------------------------------------------------

struct smv_token smv_lex(struct smv_lexer *lexer)
{
    skip_blanks(lexer);
    struct smv_token token = {.kind = SMV_TOKEN_END, .span = {lexer->at, 0}};
    char first = look(lexer, 0);
    const struct smv_word *sign;
    if (lexer->at >= lexer->source->length)
        return token;
    if (is_letter(first)) {
        read_name(lexer, &token);
    } else if (first == '"') {
        read_quoted_name(lexer, &token);
    } else if (is_digit(first)) {
        read_number(lexer, &token);
    } else if ((sign = find_sign(lexer))) {
        token.kind = sign->kind;
        lexer->at += (uint32_t)strlen(sign->text);
    } else {
        read_junk(lexer, &token);
    }
    token.span.length = lexer->at - token.span.offset;
    return token;
}

const char *smv_token_text(enum smv_token_kind kind)
{
    static const char *const texts[SMV_TOKENS] = {
#define SMV_TOKEN(name, text) [SMV_TOKEN_##name] = text,
#include "smv/tokens.inc.h"
#undef SMV_TOKEN
    };
    return texts[kind];
}
