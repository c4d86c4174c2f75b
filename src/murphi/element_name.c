// Names of elements of scalarsets and rings, as traces show them: `Cache_1`. Nobody can write them in a file, whose
// elements are all alike; they are for texts from outside, which are about a trace or about one component: formulas,
// constraints, starts. Whoever names an element tells it from the others, and that is an obstacle of its class.
#include <string.h>

#include "base/str.h"
#include "murphi/print.h"
#include "murphi/symmetry_breaking.h"
#include "murphi/typechecker.h"

// The number behind the last underscore, from 1 on; 0 if there is none. Primes may follow it.
static uint64_t number_of(const struct symbol *symbol)
{
    const char *digits = strrchr(symbol->text, '_');
    uint64_t number = 0;
    if (!digits || !digits[1] || digits[1] == '0')
        return 0;
    for (digits++; *digits && *digits != '\''; digits++) {
        if (*digits < '0' || *digits > '9' || number > UINT32_MAX)
            return 0;
        number = number * 10 + (uint64_t)(*digits - '0');
    }
    return number;
}

static bool is_component(const struct murphi_type *type)
{
    return (type->kind == MURPHI_SCALARSET || type->kind == MURPHI_RING) && !type->is_inferred;
}

// Elements of any size count, so that names are the same in all models of a family.
static void keep_from(struct murphi_tree *tree, const struct symbol *taken)
{
    if (!number_of(taken))
        return;
    size_t length = (size_t)(strrchr(taken->text, '_') - taken->text);
    for (size_t i = 0; i < tree->types.count; i++) {
        const char *word = murphi_element_word(tree->types.at[i]);
        if (is_component(tree->types.at[i]) && strlen(word) == length && memcmp(word, taken->text, length) == 0)
            tree->types.at[i]->primes = 1;
    }
}

static void tell_apart(struct murphi_type *part, struct murphi_type *other)
{
    if (part != other && is_component(part) && is_component(other) && part->primes == other->primes &&
        strcmp(murphi_element_word(part), murphi_element_word(other)) == 0)
        part->primes++;
}

void mu_name_elements(struct checker *c)
{
    struct murphi_tree *tree = c->tree;
    for (size_t i = 0; i < c->bindings.count; i++)
        keep_from(tree, c->bindings.at[i].decl->symbol);
    for (size_t i = 0; i < tree->types.count; i++) {
        struct murphi_type *type = tree->types.at[i];
        for (const struct murphi_decl *d = type->kind == MURPHI_ENUM ? type->members : NULL; d; d = d->next_member)
            keep_from(tree, d->symbol);
        for (uint32_t k = 1; type->kind == MURPHI_UNION && k < type->part_count; k++)
            for (uint32_t before = 0; before < k; before++)
                tell_apart(type->parts[k], type->parts[before]);
    }
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
        if (!is_component(type) || number > murphi_size(type) || !is_called(c, type, number, symbol->text))
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
