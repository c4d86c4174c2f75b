// Names of elements of scalarsets and rings, as traces show them: `Cache_1`. Nobody can write them in a file, whose
// elements are all alike; they are for texts from outside, which are about a trace or about one component: formulas,
// constraints, starts. Whoever names an element tells it from the others, and that is an obstacle of its class.
#include <string.h>

#include "base/str.h"
#include "murphi/print.h"
#include "murphi/symmetry_breaking.h"
#include "murphi/typechecker.h"

// The number behind the last underscore, from 1 on; 0 if there is none.
static uint64_t number_of(const struct symbol *symbol)
{
    const char *digits = strrchr(symbol->text, '_');
    uint64_t number = 0;
    if (!digits || !digits[1] || digits[1] == '0')
        return 0;
    for (digits++; *digits; digits++) {
        if (*digits < '0' || *digits > '9' || number > UINT32_MAX)
            return 0;
        number = number * 10 + (uint64_t)(*digits - '0');
    }
    return number;
}

static bool is_called(struct checker *c, const struct murphi_type *type, uint64_t number, const char *name)
{
    struct str text = {0};
    murphi_print_value(c->mem, &text, type, murphi_value_at(type, number - 1));
    bool is = strcmp(str_text(&text), name) == 0;
    str_free(c->mem, &text);
    return is;
}

struct murphi_decl *mu_element_of_name(struct checker *c, const struct symbol *symbol, struct span span)
{
    struct murphi_tree *tree = c->tree;
    struct murphi_type *of = NULL;
    uint64_t number = number_of(symbol);
    if (murphi_is_of_file(tree, span.offset) || !number)
        return NULL;
    for (size_t i = 0; i < tree->types.count; i++) {
        struct murphi_type *type = tree->types.at[i];
        if ((type->kind != MURPHI_SCALARSET && type->kind != MURPHI_RING) || type->is_inferred ||
            number > murphi_size(type) || !is_called(c, type, number, symbol->text))
            continue;
        if (of) // two types without a name
            return NULL;
        of = type;
    }
    if (!of)
        return NULL;
    struct murphi_decl *decl = murphi_decl(tree, MURPHI_CONST, symbol, span);
    decl->type = of;
    decl->is_constant = true;
    decl->value = murphi_value_at(of, number - 1);
    tree->names_elements = true;
    mu_add_obstacles(tree, of, span, "one of its elements is named");
    return decl;
}
