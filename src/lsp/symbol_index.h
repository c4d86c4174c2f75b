// Where names of a model are declared and used, by its words alone: no tree is needed, so that it works in the middle
// of typing. Comments and strings are left out.
//
// In SMV a name belongs to its module, but for modules and for constants of enumerations. In Murphi a name may be
// declared again further in (parameters of rules, loops and quantifiers); of several declarations, the last one before
// a use is meant.
#ifndef COSET_LSP_SYMBOL_INDEX_H
#define COSET_LSP_SYMBOL_INDEX_H

#include "base/array.h"
#include "base/source.h"
#include "run/job.h"

enum symbol_kind {
    SYMBOL_MODULE,
    SYMBOL_PARAMETER,
    SYMBOL_VARIABLE,
    SYMBOL_DEFINITION,
    SYMBOL_CONSTANT,
    SYMBOL_TYPE,
    SYMBOL_MEMBER,
    SYMBOL_FIELD,
    SYMBOL_FUNCTION,
    SYMBOL_RULE,
    SYMBOL_PROPERTY,
    SYMBOL_LOCAL, // of a loop, a quantifier, a ruleset
};

struct index_symbol {
    enum symbol_kind kind;
    size_t offset, length; // of its name; of a rule or property without one, of the word that it begins with
    size_t module;         // of SMV: the number of its module among modules; else 0
};

struct index_use { // of a name, declarations among them
    size_t offset, length;
    size_t module;
    bool is_part; // behind a dot
};

struct symbol_index {
    struct mem *mem;
    const struct source *source;
    enum job_language language; // SMV or Murphi
    ARRAY(struct index_symbol) symbols;
    ARRAY(struct index_use) uses;
};

void symbol_index_open(struct symbol_index *, const struct source *, enum job_language, struct mem *);
void symbol_index_close(struct symbol_index *);

const struct index_use *symbol_index_at(const struct symbol_index *, size_t offset); // NULL: there is no name
// What a name means, as far as words tell; NULL if it is declared nowhere.
const struct index_symbol *symbol_index_meaning(const struct symbol_index *, const struct index_use *);
bool symbol_has_name(const struct symbol_index *, const struct index_symbol *, const char *name, size_t length);

#endif
