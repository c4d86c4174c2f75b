// Types as they are written and as they are, and their values.
#include <inttypes.h>

#include "murphi/print.h"

static void print_sized(struct mem *mem, struct str *out, const char *word, const struct murphi_type_expr *type)
{
    str_add(mem, out, "%s(", word);
    murphi_print(mem, out, type->high);
    str_add(mem, out, ")");
}

static void print_list(struct mem *mem, struct str *out, const struct murphi_type_expr *type)
{
    if (type->form == MURPHI_BY_ENUM) {
        for (const struct murphi_decl *member = type->decls; member; member = member->next_member)
            str_add(mem, out, "%s%s", member->symbol->text, member->next_member ? ", " : "");
        return;
    }
    for (const struct murphi_type_expr *part = type->parts; part; part = part->next) {
        murphi_print_written_type(mem, out, part);
        str_add(mem, out, "%s", part->next ? ", " : "");
    }
}

void murphi_print_written_type(struct mem *mem, struct str *out, const struct murphi_type_expr *type)
{
    switch (type->form) {
    case MURPHI_BY_NAME:
        str_add(mem, out, "%s", type->symbol->text);
        break;
    case MURPHI_BY_RANGE:
        murphi_print(mem, out, type->low);
        str_add(mem, out, "..");
        murphi_print(mem, out, type->high);
        break;
    case MURPHI_BY_ENUM:
    case MURPHI_BY_UNION:
        str_add(mem, out, "%s {", type->form == MURPHI_BY_ENUM ? "enum" : "union");
        print_list(mem, out, type);
        str_add(mem, out, "}");
        break;
    case MURPHI_BY_SCALARSET:
        print_sized(mem, out, "scalarset", type);
        break;
    case MURPHI_BY_RING:
        print_sized(mem, out, "ring", type);
        break;
    case MURPHI_BY_RECORD:
        str_add(mem, out, "record ");
        for (const struct murphi_decl *field = type->decls; field; field = field->next) {
            str_add(mem, out, "%s: ", field->symbol->text);
            murphi_print_written_type(mem, out, field->written);
            str_add(mem, out, "; ");
        }
        str_add(mem, out, "end");
        break;
    case MURPHI_BY_ARRAY:
        str_add(mem, out, "array [");
        murphi_print_written_type(mem, out, type->index);
        str_add(mem, out, "] of ");
        murphi_print_written_type(mem, out, type->element);
        break;
    case MURPHI_BY_MULTISET:
        str_add(mem, out, "multiset [");
        murphi_print(mem, out, type->high);
        str_add(mem, out, "] of ");
        murphi_print_written_type(mem, out, type->element);
        break;
    }
}

static const struct murphi_decl *member_at(const struct murphi_type *type, int64_t value)
{
    return value >= type->low && value <= type->high ? type->by_value[value - type->low] : NULL;
}

const char *murphi_element_word(const struct murphi_type *type)
{
    return type->name ? type->name->text : type->kind == MURPHI_SCALARSET ? "scalarset" : "ring";
}

void murphi_print_value(struct mem *mem, struct str *out, const struct murphi_type *type, int64_t value)
{
    switch (type->kind) {
    case MURPHI_BOOLEAN:
        str_add(mem, out, "%s", value ? "true" : "false");
        return;
    case MURPHI_RANGE:
        murphi_print_value(mem, out, type->base, value);
        return;
    case MURPHI_ENUM: {
        const struct murphi_decl *member = member_at(type, value);
        str_add(mem, out, "%s", member ? member->symbol->text : "?");
        return;
    }
    case MURPHI_SCALARSET:
    case MURPHI_RING:
        if (type->is_inferred) {
            str_add(mem, out, "%" PRId64, value - type->low + type->number);
            return;
        }
        str_add(mem, out, "%s_%" PRId64, murphi_element_word(type), value - type->low + 1);
        for (unsigned i = 0; i < type->primes; i++)
            str_add_char(mem, out, '\'');
        return;
    case MURPHI_UNION:
        for (uint32_t i = 0; i < type->part_count; i++) {
            if (value >= type->parts[i]->low && value <= type->parts[i]->high) {
                murphi_print_value(mem, out, type->parts[i], value);
                return;
            }
        }
        str_add(mem, out, "?");
        return;
    default:
        str_add(mem, out, "%" PRId64, value);
    }
}

static void print_members(struct mem *mem, struct str *out, const struct murphi_type *type)
{
    for (const struct murphi_decl *member = type->members; member; member = member->next_member)
        str_add(mem, out, "%s%s", member->symbol->text, member->next_member ? ", " : "");
    for (uint32_t i = 0; i < type->part_count; i++) {
        str_add(mem, out, "%s", i ? ", " : "");
        murphi_print_type(mem, out, type->parts[i]);
    }
}

static void print_unnamed_type(struct mem *mem, struct str *out, const struct murphi_type *type)
{
    switch (type->kind) {
    case MURPHI_BOOLEAN:
        str_add(mem, out, "boolean");
        break;
    case MURPHI_INTEGER:
        str_add(mem, out, "integer");
        break;
    case MURPHI_RANGE:
        murphi_print_value(mem, out, type->base, type->low);
        str_add(mem, out, "..");
        murphi_print_value(mem, out, type->base, type->high);
        break;
    case MURPHI_ENUM:
    case MURPHI_UNION:
        str_add(mem, out, "%s {", type->kind == MURPHI_ENUM ? "enum" : "union");
        print_members(mem, out, type);
        str_add(mem, out, "}");
        break;
    case MURPHI_SCALARSET:
    case MURPHI_RING:
        if (type->is_inferred) {
            str_add(mem, out, "%" PRId64 "..%" PRId64, type->number, type->number + (type->high - type->low));
            break;
        }
        str_add(mem, out, "%s(%" PRId64 ")", type->kind == MURPHI_SCALARSET ? "scalarset" : "ring",
                type->high - type->low + 1);
        break;
    case MURPHI_MULTISET_ID:
        str_add(mem, out, "id of ");
        murphi_print_type(mem, out, type->element);
        break;
    case MURPHI_RECORD:
        str_add(mem, out, "record ");
        for (uint32_t i = 0; i < type->field_count; i++) {
            str_add(mem, out, "%s: ", type->fields[i].symbol->text);
            murphi_print_type(mem, out, type->fields[i].type);
            str_add(mem, out, "; ");
        }
        str_add(mem, out, "end");
        break;
    case MURPHI_ARRAY:
        str_add(mem, out, "array [");
        murphi_print_type(mem, out, type->index);
        str_add(mem, out, "] of ");
        murphi_print_type(mem, out, type->element);
        break;
    case MURPHI_MULTISET:
        str_add(mem, out, "multiset [%" PRId64 "] of ", type->high - type->low + 1);
        murphi_print_type(mem, out, type->element);
        break;
    }
}

void murphi_print_type(struct mem *mem, struct str *out, const struct murphi_type *type)
{
    if (type->name)
        str_add(mem, out, "%s", type->name->text);
    else
        print_unnamed_type(mem, out, type);
}
