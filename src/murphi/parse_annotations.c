// Symmetries that are stated: `symmetry (a[1] a[2])(b c){red green}, (Proc_1 Proc_2);`. The word is a name everywhere
// else: at the top of a file nothing begins with a name, and in a section of declarations a colon or a comma follows.
#include <inttypes.h>

#include "base/str.h"
#include "murphi/parse.h"

bool mu_parse_at_symmetry(struct parser *p)
{
    return mu_at_word(p, "symmetry");
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static bool parse_signed(struct parser *p, int64_t *number)
{
    bool negative = mu_accept(p, MURPHI_TOKEN_MINUS);
    if (!mu_at(p, MURPHI_TOKEN_NUMBER))
        return mu_fail(p, "a number");
    *number = negative ? -p->token.number : p->token.number;
    mu_advance(p);
    return true;
}

static bool parse_word(struct parser *p, struct str *out, const char *expected)
{
    if (mu_at(p, MURPHI_TOKEN_NAME))
        str_add_bytes(p->text.diag->mem, out, p->token.symbol->text, p->token.symbol->length);
    else if (mu_at(p, MURPHI_TOKEN_TRUE) || mu_at(p, MURPHI_TOKEN_FALSE))
        str_add(p->text.diag->mem, out, mu_at(p, MURPHI_TOKEN_TRUE) ? "true" : "false");
    else
        return mu_fail(p, expected);
    mu_advance(p);
    return true;
}

static bool parse_index(struct parser *p, struct str *out)
{
    int64_t number = 0;
    str_add_char(p->text.diag->mem, out, '[');
    if (mu_at(p, MURPHI_TOKEN_NUMBER) || mu_at(p, MURPHI_TOKEN_MINUS)) {
        if (!parse_signed(p, &number))
            return false;
        str_add(p->text.diag->mem, out, "%" PRId64, number);
    } else if (!parse_word(p, out, "an index: a number, or the name of a value")) {
        return false;
    }
    str_add_char(p->text.diag->mem, out, ']');
    return mu_expect(p, MURPHI_TOKEN_CLOSE_BRACKET);
}

static bool parse_path(struct parser *p, struct str *out, const char *expected)
{
    if (!parse_word(p, out, expected))
        return false;
    for (;;) {
        if (mu_accept(p, MURPHI_TOKEN_DOT)) {
            str_add_char(p->text.diag->mem, out, '.');
            if (!parse_word(p, out, "the name of a field"))
                return false;
        } else if (!mu_accept(p, MURPHI_TOKEN_OPEN_BRACKET)) {
            return true;
        } else if (!parse_index(p, out)) {
            return false;
        }
    }
}

// Whether a place of a multiset is taken has a name of its own: present(net[1]).
static bool parse_name(struct parser *p, struct str *out, const char *expected)
{
    if (!mu_at_word(p, "present") || mu_peek(p) != MURPHI_TOKEN_OPEN)
        return parse_path(p, out, expected);
    mu_advance(p);
    mu_advance(p);
    str_add(p->text.diag->mem, out, "present(");
    if (!parse_path(p, out, "a name") || !mu_expect(p, MURPHI_TOKEN_CLOSE))
        return false;
    str_add_char(p->text.diag->mem, out, ')');
    return true;
}

// ---- Cycles ---------------------------------------------------------------------------------------------------------

typedef ARRAY(struct murphi_cycle_item) item_array;

static bool parse_item(struct parser *p, bool of_values, bool is_first, item_array *items)
{
    struct murphi_cycle_item item = {.span = p->token.span};
    struct str name = {0};
    if (of_values && (mu_at(p, MURPHI_TOKEN_NUMBER) || mu_at(p, MURPHI_TOKEN_MINUS))) {
        parsing_error(&p->text, p->token.span, "a number moves in one variable: write x=1 for the number 1 of x");
        return false;
    }
    const char *expected = is_first    ? of_values ? "a value" : "a name"
                           : of_values ? "a value or \"}\""
                                       : "a name or \")\"";
    bool good = parse_name(p, &name, expected);
    if (good && of_values && mu_accept(p, MURPHI_TOKEN_EQ)) {
        item.has_number = true;
        good = parse_signed(p, &item.number);
    }
    item.name = arena_copy(&p->tree->arena, str_text(&name), name.count);
    item.span = mu_span(p, item.span.offset);
    str_free(p->text.diag->mem, &name);
    if (good)
        array_push(p->text.diag->mem, items, item);
    return good;
}

static struct murphi_cycle *make_cycle(struct parser *p, uint32_t start, bool of_values, const item_array *items)
{
    struct murphi_cycle *cycle = mu_alloc(p, sizeof *cycle);
    cycle->span = mu_span(p, start);
    cycle->of_values = of_values;
    cycle->count = (uint32_t)items->count;
    cycle->items = mu_alloc(p, (items->count + 1) * sizeof *cycle->items);
    for (size_t i = 0; i < items->count; i++)
        cycle->items[i] = items->at[i];
    if (cycle->count >= 2)
        return cycle;
    parsing_error(&p->text, cycle->span, "this cycle moves nothing: it needs two %s at least",
                  of_values ? "values" : "names");
    return NULL;
}

static struct murphi_cycle *parse_cycle(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    bool of_values = mu_at(p, MURPHI_TOKEN_OPEN_BRACE), good = true;
    item_array items = {0};
    mu_advance(p);
    while (good && !mu_accept(p, of_values ? MURPHI_TOKEN_CLOSE_BRACE : MURPHI_TOKEN_CLOSE))
        good = parse_item(p, of_values, items.count == 0, &items);
    struct murphi_cycle *cycle = good ? make_cycle(p, start, of_values, &items) : NULL;
    array_free(p->text.diag->mem, &items);
    return cycle;
}

static bool at_cycle(const struct parser *p)
{
    return mu_at(p, MURPHI_TOKEN_OPEN) || mu_at(p, MURPHI_TOKEN_OPEN_BRACE);
}

static bool parse_generator(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct murphi_symmetry *symmetry = mu_alloc(p, sizeof *symmetry);
    struct murphi_cycle **end = &symmetry->cycles;
    if (!at_cycle(p))
        return mu_fail(p, "a cycle such as (a b) or {x y}");
    for (; at_cycle(p); end = &(*end)->next) {
        *end = parse_cycle(p);
        if (!*end)
            return false;
    }
    symmetry->span = mu_span(p, start);
    *p->symmetries_end = symmetry;
    p->symmetries_end = &symmetry->next;
    return true;
}

void mu_parse_symmetry(struct parser *p)
{
    uint32_t nesting = p->nesting;
    if (p->binders)
        parsing_error(&p->text, p->token.span, "a symmetry stands outside of rulesets, aliases and choose");
    if (!p->is_besides)
        mu_advance(p);
    bool good;
    do
        good = parse_generator(p);
    while (good && mu_accept(p, MURPHI_TOKEN_COMMA));
    if (good && !p->is_besides && !mu_at(p, MURPHI_TOKEN_SEMICOLON) && !mu_at(p, MURPHI_TOKEN_FILE_END))
        good = mu_fail(p, "\",\" or \";\"");
    if (!good)
        mu_recover(p, nesting);
}
