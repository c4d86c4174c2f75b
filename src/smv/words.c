#include "smv/words.h"

#include <string.h>

#include "base/nearest.h"

static const struct smv_word words[] = {
    // sorted by text
    {"A", SMV_TOKEN_A, SMV_IN_BOTH},
    {"ABF", SMV_TOKEN_ABF, SMV_IN_SMV},
    {"ABG", SMV_TOKEN_ABG, SMV_IN_SMV},
    {"AF", SMV_TOKEN_AF, SMV_IN_BOTH},
    {"AG", SMV_TOKEN_AG, SMV_IN_BOTH},
    {"ASSIGN", SMV_TOKEN_ASSIGN, SMV_IN_BOTH},
    {"AX", SMV_TOKEN_AX, SMV_IN_BOTH},
    {"BU", SMV_TOKEN_BU, SMV_IN_SMV},
    {"COMPASSION", SMV_TOKEN_COMPASSION, SMV_IN_BOTH},
    {"COMPID", SMV_TOKEN_COMPID, SMV_IN_SMV},
    {"COMPUTE", SMV_TOKEN_COMPUTE, SMV_IN_BOTH},
    {"COMPWFF", SMV_TOKEN_COMPWFF, SMV_IN_SMV},
    {"CONSTANTS", SMV_TOKEN_CONSTANTS, SMV_IN_BOTH},
    {"CONSTRAINT", SMV_TOKEN_CONSTRAINT, SMV_IN_SMV},
    {"CTLSPEC", SMV_TOKEN_CTLSPEC, SMV_IN_BOTH},
    {"CTLSTARSPEC", SMV_TOKEN_CTLSTARSPEC, SMV_IN_BOTH},
    {"CTLWFF", SMV_TOKEN_CTLWFF, SMV_IN_SMV},
    {"DEFINE", SMV_TOKEN_DEFINE, SMV_IN_BOTH},
    {"E", SMV_TOKEN_E, SMV_IN_BOTH},
    {"EBF", SMV_TOKEN_EBF, SMV_IN_SMV},
    {"EBG", SMV_TOKEN_EBG, SMV_IN_SMV},
    {"EF", SMV_TOKEN_EF, SMV_IN_BOTH},
    {"EG", SMV_TOKEN_EG, SMV_IN_BOTH},
    {"EX", SMV_TOKEN_EX, SMV_IN_BOTH},
    {"F", SMV_TOKEN_F, SMV_IN_BOTH},
    {"FAIRNESS", SMV_TOKEN_FAIRNESS, SMV_IN_BOTH},
    {"FALSE", SMV_TOKEN_FALSE, SMV_IN_BOTH},
    {"FROZENVAR", SMV_TOKEN_FROZENVAR, SMV_IN_BOTH},
    {"G", SMV_TOKEN_G, SMV_IN_BOTH},
    {"H", SMV_TOKEN_H, SMV_IN_SMV},
    {"IN", SMV_TOKEN_IN_CONTEXT, SMV_IN_BOTH},
    {"INIT", SMV_TOKEN_INIT, SMV_IN_BOTH},
    {"INVAR", SMV_TOKEN_INVAR, SMV_IN_BOTH},
    {"INVARSPEC", SMV_TOKEN_INVARSPEC, SMV_IN_BOTH},
    {"ISA", SMV_TOKEN_ISA, SMV_IN_BOTH},
    {"IVAR", SMV_TOKEN_IVAR, SMV_IN_BOTH},
    {"Integer", SMV_TOKEN_INTEGER_TYPE, SMV_IN_SMV},
    {"JUSTICE", SMV_TOKEN_JUSTICE, SMV_IN_BOTH},
    {"LTLSPEC", SMV_TOKEN_LTLSPEC, SMV_IN_BOTH},
    {"LTLWFF", SMV_TOKEN_LTLWFF, SMV_IN_SMV},
    {"MAX", SMV_TOKEN_MAX_STEPS, SMV_IN_SMV},
    {"MDEFINE", SMV_TOKEN_MDEFINE, SMV_IN_BOTH},
    {"MIN", SMV_TOKEN_MIN_STEPS, SMV_IN_SMV},
    {"MIRROR", SMV_TOKEN_MIRROR, SMV_IN_BOTH},
    {"MODULE", SMV_TOKEN_MODULE, SMV_IN_BOTH},
    {"NAME", SMV_TOKEN_NAME_WORD, SMV_IN_BOTH},
    {"NEXTWFF", SMV_TOKEN_NEXTWFF, SMV_IN_SMV},
    {"O", SMV_TOKEN_O, SMV_IN_SMV},
    {"PRED", SMV_TOKEN_PRED, SMV_IN_BOTH},
    {"PREDICATES", SMV_TOKEN_PREDICATES, SMV_IN_SMV},
    {"PSLSPEC", SMV_TOKEN_PSLSPEC, SMV_IN_BOTH},
    {"PSLWFF", SMV_TOKEN_PSLWFF, SMV_IN_SMV},
    {"Real", SMV_TOKEN_REAL_TYPE, SMV_IN_SMV},
    {"S", SMV_TOKEN_S, SMV_IN_SMV},
    {"SIMPWFF", SMV_TOKEN_SIMPWFF, SMV_IN_SMV},
    {"SPEC", SMV_TOKEN_SPEC, SMV_IN_BOTH},
    {"T", SMV_TOKEN_T, SMV_IN_SMV},
    {"TRANS", SMV_TOKEN_TRANS, SMV_IN_BOTH},
    {"TRUE", SMV_TOKEN_TRUE, SMV_IN_BOTH},
    {"U", SMV_TOKEN_U, SMV_IN_BOTH},
    {"V", SMV_TOKEN_V, SMV_IN_SMV},
    {"VAR", SMV_TOKEN_VAR, SMV_IN_BOTH},
    {"W", SMV_TOKEN_W, SMV_IN_PSL},
    {"Word", SMV_TOKEN_WORD_TYPE, SMV_IN_SMV},
    {"X", SMV_TOKEN_X, SMV_IN_BOTH},
    {"Y", SMV_TOKEN_Y, SMV_IN_SMV},
    {"Z", SMV_TOKEN_Z, SMV_IN_SMV},
    {"abort", SMV_TOKEN_ABORT, SMV_IN_PSL},
    {"always", SMV_TOKEN_ALWAYS, SMV_IN_PSL},
    {"array", SMV_TOKEN_ARRAY, SMV_IN_SMV},
    {"before", SMV_TOKEN_BEFORE, SMV_IN_PSL},
    {"bool", SMV_TOKEN_BOOL, SMV_IN_BOTH},
    {"boolean", SMV_TOKEN_BOOLEAN, SMV_IN_BOTH},
    {"case", SMV_TOKEN_CASE, SMV_IN_BOTH},
    {"count", SMV_TOKEN_COUNT, SMV_IN_BOTH},
    {"esac", SMV_TOKEN_ESAC, SMV_IN_BOTH},
    {"extend", SMV_TOKEN_EXTEND, SMV_IN_BOTH},
    {"forall", SMV_TOKEN_FORALL, SMV_IN_PSL},
    {"forany", SMV_TOKEN_FORANY, SMV_IN_PSL},
    {"in", SMV_TOKEN_IN, SMV_IN_BOTH},
    {"inf", SMV_TOKEN_INF, SMV_IN_PSL},
    {"init", SMV_TOKEN_INIT_FUNCTION, SMV_IN_SMV},
    {"integer", SMV_TOKEN_INTEGER_TYPE, SMV_IN_SMV},
    {"mod", SMV_TOKEN_MOD, SMV_IN_BOTH},
    {"never", SMV_TOKEN_NEVER, SMV_IN_PSL},
    {"next", SMV_TOKEN_NEXT, SMV_IN_BOTH},
    {"next_a", SMV_TOKEN_NEXT_A, SMV_IN_PSL},
    {"next_e", SMV_TOKEN_NEXT_E, SMV_IN_PSL},
    {"next_event", SMV_TOKEN_NEXT_EVENT, SMV_IN_PSL},
    {"next_event_a", SMV_TOKEN_NEXT_EVENT_A, SMV_IN_PSL},
    {"next_event_e", SMV_TOKEN_NEXT_EVENT_E, SMV_IN_PSL},
    {"of", SMV_TOKEN_OF, SMV_IN_SMV},
    {"process", SMV_TOKEN_PROCESS, SMV_IN_SMV},
    {"real", SMV_TOKEN_REAL_TYPE, SMV_IN_SMV},
    {"resize", SMV_TOKEN_RESIZE, SMV_IN_BOTH},
    {"select", SMV_TOKEN_SELECT, SMV_IN_PSL},
    {"self", SMV_TOKEN_SELF, SMV_IN_BOTH},
    {"sequence", SMV_TOKEN_SEQUENCE, SMV_IN_PSL},
    {"signed", SMV_TOKEN_SIGNED, SMV_IN_BOTH},
    {"sizeof", SMV_TOKEN_SIZEOF, SMV_IN_BOTH},
    {"swconst", SMV_TOKEN_SWCONST, SMV_IN_BOTH},
    {"toint", SMV_TOKEN_TOINT, SMV_IN_BOTH},
    {"union", SMV_TOKEN_UNION, SMV_IN_BOTH},
    {"unsigned", SMV_TOKEN_UNSIGNED, SMV_IN_BOTH},
    {"until", SMV_TOKEN_UNTIL, SMV_IN_PSL},
    {"uwconst", SMV_TOKEN_UWCONST, SMV_IN_BOTH},
    {"whilenot", SMV_TOKEN_WHILENOT, SMV_IN_PSL},
    {"within", SMV_TOKEN_WITHIN, SMV_IN_PSL},
    {"word", SMV_TOKEN_WORD_TYPE, SMV_IN_SMV},
    {"word1", SMV_TOKEN_WORD1, SMV_IN_BOTH},
    {"xnor", SMV_TOKEN_XNOR, SMV_IN_BOTH},
    {"xor", SMV_TOKEN_XOR, SMV_IN_BOTH},
};

enum smv_token_kind smv_find_word(const char *text, size_t length, enum smv_language language)
{
    size_t low = 0, high = sizeof words / sizeof *words;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strncmp(text, words[middle].text, length);
        if (order == 0 && words[middle].text[length])
            order = -1; // only its beginning
        if (order == 0)
            return words[middle].languages & language ? words[middle].kind : SMV_TOKEN_NAME;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return SMV_TOKEN_NAME;
}

// Words of one letter are near to everything, and bounded operators are rare.
static bool is_often_meant(const struct smv_word *word)
{
    return word->text[1] && word->text[1] != 'B' &&
           (word->kind < SMV_TOKEN_CONSTRAINT || word->kind > SMV_TOKEN_PREDICATES);
}

const char *smv_nearest_word(const char *text, enum smv_language language)
{
    struct nearest nearest = nearest_to(text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].languages & language && is_often_meant(&words[i]))
            nearest_look(&nearest, words[i].text);
    return nearest.best;
}

static const struct smv_word signs[] = {
    // a longer one before each of its beginnings
    {"<->", SMV_TOKEN_IFF, SMV_IN_BOTH},
    {"<<", SMV_TOKEN_SHIFT_LEFT, SMV_IN_BOTH},
    {"<=", SMV_TOKEN_LE, SMV_IN_BOTH},
    {"<", SMV_TOKEN_LT, SMV_IN_BOTH},
    {">>", SMV_TOKEN_SHIFT_RIGHT, SMV_IN_BOTH},
    {">=", SMV_TOKEN_GE, SMV_IN_BOTH},
    {">", SMV_TOKEN_GT, SMV_IN_BOTH},
    {"(", SMV_TOKEN_OPEN, SMV_IN_BOTH},
    {")", SMV_TOKEN_CLOSE, SMV_IN_BOTH},
    {"[*", SMV_TOKEN_OPEN_STAR, SMV_IN_PSL},
    {"[+]", SMV_TOKEN_OPEN_PLUS, SMV_IN_PSL},
    {"[=", SMV_TOKEN_OPEN_EQUAL, SMV_IN_PSL},
    {"[->", SMV_TOKEN_OPEN_GOTO, SMV_IN_PSL},
    {"[", SMV_TOKEN_OPEN_BRACKET, SMV_IN_BOTH},
    {"]", SMV_TOKEN_CLOSE_BRACKET, SMV_IN_BOTH},
    {"{", SMV_TOKEN_OPEN_BRACE, SMV_IN_BOTH},
    {"}", SMV_TOKEN_CLOSE_BRACE, SMV_IN_BOTH},
    {",", SMV_TOKEN_COMMA, SMV_IN_BOTH},
    {";", SMV_TOKEN_SEMICOLON, SMV_IN_BOTH},
    {":=", SMV_TOKEN_BECOMES, SMV_IN_BOTH},
    {"::", SMV_TOKEN_CONCAT, SMV_IN_BOTH},
    {":", SMV_TOKEN_COLON, SMV_IN_BOTH},
    {"..", SMV_TOKEN_DOTS, SMV_IN_BOTH},
    {".", SMV_TOKEN_DOT, SMV_IN_BOTH},
    {"?", SMV_TOKEN_QUESTION, SMV_IN_BOTH},
    {"!=", SMV_TOKEN_NE, SMV_IN_BOTH},
    {"!", SMV_TOKEN_NOT, SMV_IN_BOTH},
    {"&&", SMV_TOKEN_AND_AND, SMV_IN_PSL},
    {"&", SMV_TOKEN_AND, SMV_IN_BOTH},
    {"|->", SMV_TOKEN_SUFFIX, SMV_IN_PSL},
    {"|=>", SMV_TOKEN_SUFFIX_NEXT, SMV_IN_PSL},
    {"||", SMV_TOKEN_OR_OR, SMV_IN_PSL},
    {"|", SMV_TOKEN_OR, SMV_IN_BOTH},
    {"->", SMV_TOKEN_IMPLIES, SMV_IN_BOTH},
    {"-", SMV_TOKEN_MINUS, SMV_IN_BOTH},
    {"==", SMV_TOKEN_EQ_EQ, SMV_IN_PSL},
    {"=", SMV_TOKEN_EQ, SMV_IN_BOTH},
    {"+", SMV_TOKEN_PLUS, SMV_IN_BOTH},
    {"*", SMV_TOKEN_TIMES, SMV_IN_BOTH},
    {"/", SMV_TOKEN_DIVIDE, SMV_IN_BOTH},
    {"^", SMV_TOKEN_CARET, SMV_IN_PSL},
};

const struct smv_word *smv_find_sign(const char *text, size_t length, enum smv_language language)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!length || signs[i].text[0] != text[0] || !(signs[i].languages & language))
            continue;
        size_t size = strlen(signs[i].text);
        if (size <= length && memcmp(text, signs[i].text, size) == 0)
            return &signs[i];
    }
    return NULL;
}
