// The reserved words and the signs of SMV and of PSL, for the lexer.
#ifndef COSET_SMV_WORDS_H
#define COSET_SMV_WORDS_H

#include "smv/lexer.h"

enum smv_language { SMV_IN_SMV = 1, SMV_IN_PSL = 2, SMV_IN_BOTH = SMV_IN_SMV | SMV_IN_PSL };

struct smv_word {
    const char *text;
    enum smv_token_kind kind;
    enum smv_language languages;
};

// SMV_TOKEN_NAME for what is not reserved.
enum smv_token_kind smv_find_word(const char *text, size_t length, enum smv_language);

// The word that may have been meant by somebody who wrote this one, or NULL: none of those that have no use here.
const char *smv_nearest_word(const char *text, enum smv_language);

// The longest sign that the text begins with, or NULL.
const struct smv_word *smv_find_sign(const char *text, size_t length, enum smv_language);

#endif
