// The words and signs of Murphi. Words count in any mixture of capital and small letters; signs have other spellings
// too, those that rumur knows.
#ifndef COSET_MURPHI_WORDS_H
#define COSET_MURPHI_WORDS_H

#include "murphi/lexer.h"

// MURPHI_TOKEN_NAME for what is no word of the language.
enum murphi_token_kind murphi_find_word(const char *text, size_t length);

// The word that may have been meant by somebody who wrote this one, or NULL.
const char *murphi_nearest_word(const char *text);

struct murphi_sign {
    const char *text;
    enum murphi_token_kind kind;
};

// The longest sign that the text begins with, or NULL.
const struct murphi_sign *murphi_find_sign(const char *text, size_t length);

#endif
