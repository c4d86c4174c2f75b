#include "lsp/symbol_index.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

// ---- Words ----------------------------------------------------------------------------------------------------------

enum word_kind { WORD_END, WORD_NAME, WORD_STRING, WORD_SIGN }; // keywords are names here

struct word {
    enum word_kind kind;
    size_t offset, length;
};

struct scanner {
    struct symbol_index *index;
    const char *text;
    size_t length, at;
    struct word word; // the current one
    bool after_dot;
    size_t module, modules;
};

static bool begins(const struct scanner *s, const char *mark)
{
    size_t length = strlen(mark);
    return s->length - s->at >= length && memcmp(s->text + s->at, mark, length) == 0;
}

static void skip_to(struct scanner *s, const char *mark)
{
    while (s->at < s->length && !begins(s, mark))
        s->at++;
    s->at += s->at < s->length ? strlen(mark) : 0;
}

static void skip_blanks(struct scanner *s)
{
    bool is_smv = s->index->language == JOB_LANGUAGE_SMV;
    while (s->at < s->length) {
        if (isspace((unsigned char)s->text[s->at]))
            s->at++;
        else if (is_smv && begins(s, "/--")) {
            s->at += 3;
            skip_to(s, "--/");
        } else if (begins(s, "--"))
            skip_to(s, "\n");
        else if (!is_smv && begins(s, "/*"))
            skip_to(s, "*/");
        else
            return;
    }
}

static bool is_of_name(const struct scanner *s, char c, bool is_first)
{
    if (isalpha((unsigned char)c) || c == '_')
        return true;
    if (is_first)
        return false;
    return isdigit((unsigned char)c) || (s->index->language == JOB_LANGUAGE_SMV && strchr("$#-", c) && c);
}

static void next(struct scanner *s)
{
    s->after_dot = s->word.kind == WORD_SIGN && s->text[s->word.offset] == '.' && s->word.length == 1;
    skip_blanks(s);
    size_t from = s->at;
    enum word_kind kind = WORD_SIGN;
    if (from >= s->length) {
        s->word = (struct word){WORD_END, s->length, 0};
        return;
    }
    if (is_of_name(s, s->text[from], true)) {
        kind = WORD_NAME;
        while (s->at < s->length && is_of_name(s, s->text[s->at], false))
            s->at++;
        while (s->text[s->at - 1] == '-') // a minus behind a name
            s->at--;
    } else if (s->text[from] == '"') {
        kind = WORD_STRING;
        s->at++;
        while (s->at < s->length && s->text[s->at] != '"' && s->text[s->at] != '\n')
            s->at++;
        s->at += s->at < s->length;
    } else if (isdigit((unsigned char)s->text[from]))
        while (s->at < s->length && isalnum((unsigned char)s->text[s->at]))
            s->at++;
    else
        s->at += begins(s, ":=") || begins(s, "..") ? 2 : 1;
    s->word = (struct word){kind, from, s->at - from};
}

static bool is_sign(const struct scanner *s, const char *sign)
{
    return s->word.kind == WORD_SIGN && s->word.length == strlen(sign) &&
           memcmp(s->text + s->word.offset, sign, s->word.length) == 0;
}

// Words of Murphi count in any mixture of capital and small letters.
static bool is_word(const struct scanner *s, const char *word)
{
    const char *at = s->text + s->word.offset;
    if (s->word.kind != WORD_NAME || s->word.length != strlen(word))
        return false;
    return s->index->language == JOB_LANGUAGE_SMV ? memcmp(at, word, s->word.length) == 0
                                                  : strncasecmp(at, word, s->word.length) == 0;
}

static bool is_one_of(const struct scanner *s, const char *const *words)
{
    for (; *words; words++)
        if (is_word(s, *words))
            return true;
    return false;
}

static void declare(struct scanner *s, enum symbol_kind kind, struct word word)
{
    bool is_global = kind == SYMBOL_MODULE || (kind == SYMBOL_MEMBER && s->index->language == JOB_LANGUAGE_SMV);
    array_push(s->index->mem, &s->index->symbols,
               ((struct index_symbol){kind, word.offset, word.length, is_global ? 0 : s->module}));
}

static void use(struct scanner *s)
{
    if (s->word.kind == WORD_NAME)
        array_push(s->index->mem, &s->index->uses,
                   ((struct index_use){s->word.offset, s->word.length, s->module, s->after_dot}));
}

// The next word; a name is a use.
static void step(struct scanner *s)
{
    use(s);
    next(s);
}

// Names up to a sign, as in "a, b: T": declared if the sign is one of these two.
static void names_before(struct scanner *s, enum symbol_kind kind, const char *sign, const char *other)
{
    size_t first = s->index->symbols.count;
    while (s->word.kind == WORD_NAME) {
        declare(s, kind, s->word);
        step(s);
        if (!is_sign(s, ","))
            break;
        step(s);
    }
    if (!is_sign(s, sign) && !(other && is_sign(s, other)))
        s->index->symbols.count = first;
}

// { a, b }: those that are names.
static void members(struct scanner *s)
{
    while (s->word.kind != WORD_END && !is_sign(s, "}") && !is_sign(s, ";")) {
        if (s->word.kind == WORD_NAME)
            declare(s, SYMBOL_MEMBER, s->word);
        step(s);
    }
}

// ---- SMV ------------------------------------------------------------------------------------------------------------

static const char *const smv_sections[] = {
    "MODULE", "VAR",      "IVAR",    "FROZENVAR", "DEFINE",  "CONSTANTS", "ASSIGN",     "TRANS",       "INIT",
    "INVAR",  "FAIRNESS", "JUSTICE", "SPEC",      "CTLSPEC", "LTLSPEC",   "COMPUTE",    "CTLSTARSPEC", "PSLSPEC",
    "ISA",    "SYMMETRY", "HINT",    "PRED",      "MIRROR",  "INVARSPEC", "COMPASSION", NULL};
static const char *const smv_properties[] = {"SPEC",    "CTLSPEC", "LTLSPEC",     "INVARSPEC",
                                             "PSLSPEC", "COMPUTE", "CTLSTARSPEC", NULL};

static void skip_statement(struct scanner *s)
{
    while (s->word.kind != WORD_END && !is_sign(s, ";") && !is_one_of(s, smv_sections))
        step(s);
    if (is_sign(s, ";"))
        step(s);
}

static void smv_module(struct scanner *s)
{
    next(s);
    s->module = ++s->modules;
    if (s->word.kind == WORD_NAME) {
        declare(s, SYMBOL_MODULE, s->word);
        step(s);
    }
    if (is_sign(s, "("))
        for (step(s); s->word.kind == WORD_NAME || is_sign(s, ","); step(s))
            if (s->word.kind == WORD_NAME)
                declare(s, SYMBOL_PARAMETER, s->word);
}

static void smv_declarations(struct scanner *s, enum symbol_kind kind, const char *sign)
{
    while (s->word.kind == WORD_NAME && !is_one_of(s, smv_sections)) {
        names_before(s, kind, sign, NULL);
        while (s->word.kind != WORD_END && !is_sign(s, ";") && !is_one_of(s, smv_sections)) {
            bool opens = kind == SYMBOL_VARIABLE && is_sign(s, "{");
            step(s);
            if (opens)
                members(s);
        }
        if (is_sign(s, ";"))
            step(s);
    }
}

static void smv_property(struct scanner *s)
{
    struct word head = s->word;
    next(s);
    if (is_word(s, "NAME")) {
        next(s);
        declare(s, SYMBOL_PROPERTY, s->word);
        step(s);
    } else
        declare(s, SYMBOL_PROPERTY, head);
    skip_statement(s);
}

static void scan_smv(struct scanner *s)
{
    while (s->word.kind != WORD_END) {
        if (is_word(s, "MODULE"))
            smv_module(s);
        else if (is_word(s, "VAR") || is_word(s, "IVAR") || is_word(s, "FROZENVAR")) {
            next(s);
            smv_declarations(s, SYMBOL_VARIABLE, ":");
        } else if (is_word(s, "DEFINE")) {
            next(s);
            smv_declarations(s, SYMBOL_DEFINITION, ":=");
        } else if (is_one_of(s, smv_properties))
            smv_property(s);
        else if (is_one_of(s, smv_sections))
            next(s);
        else
            step(s);
    }
}

// ---- Murphi ---------------------------------------------------------------------------------------------------------

static const char *const murphi_binders[] = {"ruleset", "forall", "exists", "for", "choose", "alias", NULL};
static const char *const murphi_properties[] = {"invariant", "ctl",    "ltl",     "ctlstar", "cover",
                                                "liveness",  "assume", "justice", NULL};

static void murphi_rule(struct scanner *s, enum symbol_kind kind)
{
    struct word head = s->word;
    next(s);
    if (s->word.kind == WORD_STRING) {
        declare(s, kind, s->word);
        next(s);
    } else
        declare(s, kind, head);
}

static void murphi_function(struct scanner *s)
{
    next(s);
    if (s->word.kind == WORD_NAME) {
        declare(s, SYMBOL_FUNCTION, s->word);
        step(s);
    }
    if (!is_sign(s, "("))
        return;
    step(s);
    while (s->word.kind != WORD_END && !is_sign(s, ")")) {
        if (is_word(s, "var"))
            next(s);
        names_before(s, SYMBOL_PARAMETER, ":", NULL);
        while (s->word.kind != WORD_END && !is_sign(s, ";") && !is_sign(s, ")"))
            step(s);
        if (is_sign(s, ";"))
            step(s);
    }
}

// "a, b: T" at the beginning of a declaration. Fields of records are declared in the same way.
static void murphi_scan_declaration(struct scanner *s, enum symbol_kind *section, unsigned *records)
{
    enum symbol_kind kind = *records ? SYMBOL_FIELD : *section;
    names_before(s, kind, ":", NULL);
    while (s->word.kind != WORD_END && !is_sign(s, ";")) {
        if (is_word(s, "record")) {
            ++*records;
            next(s);
            return;
        }
        if (is_word(s, "end") || is_word(s, "endrecord") || is_word(s, "begin"))
            return;
        bool is_enum = is_word(s, "enum");
        step(s);
        if (is_enum)
            members(s);
    }
}

static void scan_murphi(struct scanner *s)
{
    enum symbol_kind section = SYMBOL_LOCAL;
    bool declares = false; // what comes next may be a declaration of the section
    unsigned records = 0;
    while (s->word.kind != WORD_END) {
        bool is_const = is_word(s, "const"), is_type = is_word(s, "type"), is_var = is_word(s, "var");
        if (is_const || is_type || is_var) {
            section = is_const ? SYMBOL_CONSTANT : is_type ? SYMBOL_TYPE : SYMBOL_VARIABLE;
            declares = true;
            next(s);
        } else if (is_word(s, "function") || is_word(s, "procedure")) {
            declares = false;
            murphi_function(s);
        } else if (is_word(s, "rule") || is_word(s, "startstate")) {
            declares = false;
            murphi_rule(s, SYMBOL_RULE);
        } else if (is_one_of(s, murphi_properties)) {
            declares = false;
            murphi_rule(s, SYMBOL_PROPERTY);
        } else if (is_one_of(s, murphi_binders)) {
            declares = false;
            next(s);
            names_before(s, SYMBOL_LOCAL, ":", ":=");
        } else if (is_word(s, "begin")) {
            declares = false;
            next(s);
        } else if (records && (is_word(s, "end") || is_word(s, "endrecord"))) {
            records--;
            next(s);
        } else if (declares && s->word.kind == WORD_NAME)
            murphi_scan_declaration(s, &section, &records);
        else
            step(s);
    }
}

// ---- The index ------------------------------------------------------------------------------------------------------

void symbol_index_open(struct symbol_index *x, const struct source *source, enum job_language language, struct mem *mem)
{
    *x = (struct symbol_index){.mem = mem, .source = source, .language = language};
    struct scanner s = {.index = x, .text = source->text, .length = source->length};
    next(&s);
    if (language == JOB_LANGUAGE_SMV)
        scan_smv(&s);
    else
        scan_murphi(&s);
}

void symbol_index_close(struct symbol_index *x)
{
    array_free(x->mem, &x->symbols);
    array_free(x->mem, &x->uses);
}

const struct index_use *symbol_index_at(const struct symbol_index *x, size_t offset)
{
    for (size_t i = 0; i < x->uses.count; i++)
        if (x->uses.at[i].offset <= offset && offset <= x->uses.at[i].offset + x->uses.at[i].length)
            return &x->uses.at[i];
    return NULL;
}

bool symbol_has_name(const struct symbol_index *x, const struct index_symbol *symbol, const char *name, size_t length)
{
    return symbol->length == length && memcmp(x->source->text + symbol->offset, name, length) == 0;
}

// A part is one of another module, or a field.
static bool suits(const struct symbol_index *x, const struct index_symbol *symbol, const struct index_use *use)
{
    if (x->language == JOB_LANGUAGE_SMV)
        return use->is_part || symbol->module == use->module || symbol->module == 0;
    return use->is_part == (symbol->kind == SYMBOL_FIELD) || symbol->offset == use->offset;
}

const struct index_symbol *symbol_index_meaning(const struct symbol_index *x, const struct index_use *use)
{
    const struct index_symbol *found = NULL;
    for (size_t i = 0; i < x->symbols.count; i++) {
        const struct index_symbol *symbol = &x->symbols.at[i];
        bool is_name = symbol->kind != SYMBOL_RULE && symbol->kind != SYMBOL_PROPERTY;
        if (!is_name || !symbol_has_name(x, symbol, x->source->text + use->offset, use->length) ||
            !suits(x, symbol, use))
            continue;
        if (!found || (x->language == JOB_LANGUAGE_MURPHI && symbol->offset <= use->offset))
            found = symbol;
    }
    return found;
}
