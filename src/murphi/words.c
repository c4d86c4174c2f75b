#include "murphi/words.h"

#include <string.h>
#include <strings.h>

#include "base/nearest.h"

static const struct murphi_sign words[] = {
#define MURPHI_TOKEN(name, spelling) {spelling, MURPHI_TOKEN_##name},
#include "murphi/tokens.inc.h"
#undef MURPHI_TOKEN
};

enum { WORDS = MURPHI_TOKEN_VAR - MURPHI_TOKEN_END + 1 }; // they come first in the table

enum murphi_token_kind murphi_find_word(const char *text, size_t length)
{
    for (size_t i = 0; i < WORDS; i++) // there are too few of them for more than this
        if ((words[i].text[0] | 0x20) == (text[0] | 0x20) && strncasecmp(words[i].text, text, length) == 0 &&
            !words[i].text[length])
            return words[i].kind;
    return MURPHI_TOKEN_NAME;
}

const char *murphi_nearest_word(const char *text)
{
    struct nearest nearest = nearest_to(text);
    for (size_t i = 0; i < WORDS; i++)
        nearest_look(&nearest, words[i].text);
    return nearest.best;
}

static const struct murphi_sign signs[] = {
    // a longer one before each of its beginnings
    {"(", MURPHI_TOKEN_OPEN},         {")", MURPHI_TOKEN_CLOSE},
    {"[", MURPHI_TOKEN_OPEN_BRACKET}, {"]", MURPHI_TOKEN_CLOSE_BRACKET},
    {"{", MURPHI_TOKEN_OPEN_BRACE},   {"}", MURPHI_TOKEN_CLOSE_BRACE},
    {",", MURPHI_TOKEN_COMMA},        {";", MURPHI_TOKEN_SEMICOLON},
    {":=", MURPHI_TOKEN_BECOMES},     {"≔", MURPHI_TOKEN_BECOMES},
    {":", MURPHI_TOKEN_COLON},        {"..", MURPHI_TOKEN_DOTS},
    {".", MURPHI_TOKEN_DOT},          {"==>", MURPHI_TOKEN_ARROW},
    {"⇒", MURPHI_TOKEN_ARROW},        {"==", MURPHI_TOKEN_EQ},
    {"=", MURPHI_TOKEN_EQ},           {"?", MURPHI_TOKEN_QUESTION},
    {"->", MURPHI_TOKEN_IMPLIES},     {"→", MURPHI_TOKEN_IMPLIES},
    {"-", MURPHI_TOKEN_MINUS},        {"−", MURPHI_TOKEN_MINUS},
    {"<->", MURPHI_TOKEN_IFF},        {"<<", MURPHI_TOKEN_SHIFT_LEFT},
    {"<=", MURPHI_TOKEN_LE},          {"≤", MURPHI_TOKEN_LE},
    {"<", MURPHI_TOKEN_LT},           {">>", MURPHI_TOKEN_SHIFT_RIGHT},
    {">=", MURPHI_TOKEN_GE},          {"≥", MURPHI_TOKEN_GE},
    {">", MURPHI_TOKEN_GT},           {"||", MURPHI_TOKEN_OR_OR},
    {"|", MURPHI_TOKEN_OR},           {"∨", MURPHI_TOKEN_OR},
    {"&&", MURPHI_TOKEN_AND_AND},     {"&", MURPHI_TOKEN_AND},
    {"∧", MURPHI_TOKEN_AND},          {"^", MURPHI_TOKEN_XOR},
    {"!=", MURPHI_TOKEN_NE},          {"≠", MURPHI_TOKEN_NE},
    {"!", MURPHI_TOKEN_NOT},          {"¬", MURPHI_TOKEN_NOT},
    {"+", MURPHI_TOKEN_PLUS},         {"*", MURPHI_TOKEN_TIMES},
    {"×", MURPHI_TOKEN_TIMES},        {"/", MURPHI_TOKEN_DIVIDE},
    {"÷", MURPHI_TOKEN_DIVIDE},       {"∕", MURPHI_TOKEN_DIVIDE},
    {"%", MURPHI_TOKEN_PERCENT},      {"~", MURPHI_TOKEN_TILDE},
    {"∀", MURPHI_TOKEN_FORALL},       {"∃", MURPHI_TOKEN_EXISTS},
};

const struct murphi_sign *murphi_find_sign(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!length || signs[i].text[0] != text[0])
            continue;
        size_t size = strlen(signs[i].text);
        if (size <= length && memcmp(text, signs[i].text, size) == 0)
            return &signs[i];
    }
    return NULL;
}
