// Constants that get their values from outside.
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "murphi/typechecker.h"

static bool is_constant_item(const struct murphi_item *item)
{
    return item->kind == MURPHI_ITEM_DECL && item->decl->kind == MURPHI_CONST;
}

static bool has_constant(const struct checker *c, const char *name)
{
    for (const struct murphi_item *item = c->tree->items; item; item = item->next)
        if (is_constant_item(item) && strcmp(item->decl->symbol->text, name) == 0)
            return true;
    return false;
}

enum { LISTED = 20 }; // names in a message

static void list_constants(struct checker *c, struct str *text)
{
    size_t count = 0;
    for (const struct murphi_item *item = c->tree->items; item; item = item->next) {
        if (!is_constant_item(item))
            continue;
        if (count++ < LISTED)
            str_add(c->mem, text, "%s%s", count > 1 ? ", " : "", item->decl->symbol->text);
    }
    if (count > LISTED)
        str_add(c->mem, text, " and %zu more", count - LISTED);
}

void mu_check_override_names(struct checker *c)
{
    for (size_t i = 0; i < c->override_count; i++) {
        if (has_constant(c, c->overrides[i].name))
            continue;
        struct str names = {0};
        list_constants(c, &names);
        if (names.count)
            diag_error(c->diag, (struct diag_range){c->tree->source, DIAG_WHOLE, 0},
                       "there is no constant \"%s\" to give a value to; there are: %s", c->overrides[i].name, names.at);
        else
            diag_error(c->diag, (struct diag_range){c->tree->source, DIAG_WHOLE, 0},
                       "there is no constant \"%s\" to give a value to; the model has none at all",
                       c->overrides[i].name);
        str_free(c->mem, &names);
    }
}

// A number as the language writes it, with a sign in front of it if need be.
static bool read_number(const char *text, int64_t *value)
{
    bool negative = *text == '-';
    int base = 10;
    text += negative;
    if (text[0] == '0' && (text[1] | 0x20) == 'x') {
        base = 16;
        text += 2;
    } else if (text[0] == '0') {
        base = 8;
    }
    *value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        int digit = *text >= '0' && *text <= '9'                     ? *text - '0'
                    : (*text | 0x20) >= 'a' && (*text | 0x20) <= 'f' ? (*text | 0x20) - 'a' + 10
                                                                     : 16;
        if (digit >= base || *value > (MURPHI_MAX_INTEGER - digit) / base)
            return false;
        *value = base * *value + digit;
    }
    *value = negative ? -*value : *value;
    return *value >= MURPHI_MIN_INTEGER;
}

static bool read_member(const struct murphi_type *type, const char *text, int64_t *value)
{
    for (const struct murphi_decl *member = type->members; member; member = member->next_member) {
        if (strcmp(member->symbol->text, text) == 0) {
            *value = member->value;
            return true;
        }
    }
    return false;
}

static bool read_value(const struct murphi_type *type, const char *text, int64_t *value)
{
    if (type->kind == MURPHI_INTEGER)
        return read_number(text, value);
    if (type->kind == MURPHI_ENUM)
        return read_member(type, text, value);
    *value = strcasecmp(text, "true") == 0;
    return *value || strcasecmp(text, "false") == 0;
}

void mu_apply_override(struct checker *c, struct murphi_decl *decl)
{
    for (size_t i = 0; i < c->override_count; i++) {
        if (strcmp(c->overrides[i].name, decl->symbol->text) != 0)
            continue;
        int64_t value;
        decl->is_overridden = read_value(decl->type, c->overrides[i].value, &value);
        if (decl->is_overridden)
            decl->value = value;
        else
            mu_check_error(c, decl->span, "the value \"%s\" given for constant \"%s\" is not of its type, %s",
                           c->overrides[i].value, decl->symbol->text, mu_type_text(c, decl->type));
    }
}
