// Names: the table of what each instance declares, constants, and messages about names. Names are symbols of the tree,
// so the table compares no text.
#include <inttypes.h>
#include <string.h>

#include "base/nearest.h"
#include "smv/meaning.h"

const struct smv_thing smv_bad = {.sort = SMV_BAD};

// ---- Messages -------------------------------------------------------------------------------------------------------

// One message of a kind for one place: a module's text is read once for each instance.
static bool is_new(struct smv_meaning *l, struct span span, const char *format)
{
    uint64_t hash = hash_bytes(HASH_BYTES_START, format, strlen(format));
    uint32_t key = (uint32_t)hash_pair(hash, (uint64_t)span.offset << 32 | span.length) & 0x7fffffff;
    bool added = true;
    return !int_map_try_add(l->mem, &l->reported, key, 0, &added) || added;
}

static const char *format_text(struct smv_meaning *l, const char *format, va_list arguments)
{
    str_clear(&l->text);
    str_vadd(l->mem, &l->text, format, arguments);
    return str_text(&l->text);
}

bool smv_error(struct smv_meaning *l, struct span span, const char *format, ...)
{
    struct smv_blame *b = &l->blame;
    bool is_own = b->has_owner && span.offset - b->owned.offset < b->owned.length; // before it: a large number
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(l, format, arguments);
    va_end(arguments);
    if (is_own && b->error.count == 0)
        str_add(l->mem, &b->error, "%s", text);
    b->is_refused |= !is_own;
    if (!is_new(l, span, format))
        return false;
    b->forgiven += is_own;
    diag_error(l->diag, span_range(l->source, span), "%s", text);
    return true;
}

bool smv_is_sound(const struct smv_meaning *l)
{
    return !l->blame.is_refused && l->diag->errors == l->errors_before + l->blame.forgiven;
}

void smv_warning(struct smv_meaning *l, struct span span, const char *format, ...)
{
    if (!is_new(l, span, format))
        return;
    va_list arguments;
    va_start(arguments, format);
    diag_warning(l->diag, span_range(l->source, span), "%s", format_text(l, format, arguments));
    va_end(arguments);
}

void smv_note(struct smv_meaning *l, struct span span, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    diag_note(l->diag, span_range(l->source, span), "%s", format_text(l, format, arguments));
    va_end(arguments);
}

#define SHOWN_VALUES 8

static void add_type(struct smv_meaning *l, type_id id, struct str *out)
{
    const struct type *t = model_type(l->model, id);
    switch (t->kind) {
    case TYPE_BOOLEAN:
        str_add(l->mem, out, "a truth value");
        break;
    case TYPE_INTEGER:
        if (t->low == t->high)
            str_add(l->mem, out, "the integer %" PRId64, t->low);
        else
            str_add(l->mem, out, "an integer (%" PRId64 "..%" PRId64 ")", t->low, t->high);
        break;
    case TYPE_ENUM:
        str_add(l->mem, out, t->count == 1 ? "the symbol " : "one of {");
        for (size_t i = 0; i < t->count && i < SHOWN_VALUES; i++) {
            str_add(l->mem, out, i ? ", " : "");
            model_add_value(l->model, id, t->values[i], out);
        }
        str_add(l->mem, out, t->count == 1 ? "" : t->count > SHOWN_VALUES ? ", ...}" : "}");
        break;
    case TYPE_WORD:
        str_add(l->mem, out, "%s word[%u]", t->is_signed ? "a signed" : "an unsigned", t->width);
        break;
    case TYPE_SET:
        str_add(l->mem, out, "a set");
        break;
    }
}

const char *smv_describe_type(struct smv_meaning *l, type_id type)
{
    struct str text = {0};
    add_type(l, type, &text);
    const char *copy = arena_copy(&l->arena, str_text(&text), text.count);
    str_free(l->mem, &text);
    return copy;
}

const char *smv_describe(struct smv_meaning *l, const struct smv_thing *thing)
{
    switch (thing->sort) {
    case SMV_ELEMENTS:
        return "an array";
    case SMV_COMPONENT:
        return "an instance of a module";
    case SMV_VALUE:
        return smv_describe_type(l, model_expr(l->model, thing->value)->type);
    default:
        return "an error";
    }
}

// ---- The table ------------------------------------------------------------------------------------------------------

static size_t slot(const struct smv_meaning *l, const struct smv_instance *home, const struct symbol *symbol)
{
    size_t mask = l->table_size - 1;
    size_t at = hash_pair(home->id, symbol->id) & mask;
    while (l->table[at] && (l->table[at]->home != home || l->table[at]->symbol != symbol))
        at = (at + 1) & mask;
    return at;
}

struct smv_entity *smv_find(const struct smv_meaning *l, const struct smv_instance *home, const struct symbol *symbol)
{
    return l->table_size ? l->table[slot(l, home, symbol)] : NULL;
}

static void grow_table(struct smv_meaning *l)
{
    struct smv_entity **old = l->table;
    size_t old_size = l->table_size;
    size_t size = old_size ? 2 * old_size : 64;
    l->table = mem_zalloc(l->mem, size * sizeof *l->table);
    l->table_size = size;
    for (size_t i = 0; i < old_size; i++)
        if (old[i])
            l->table[slot(l, old[i]->home, old[i]->symbol)] = old[i];
    mem_free(l->mem, old, old_size * sizeof *old);
}

static const char *kind_text(enum smv_entity_kind kind)
{
    static const char *const texts[] = {
        [SMV_VARIABLE] = "a variable",
        [SMV_DEFINITION] = "a definition",
        [SMV_PARAMETER] = "a parameter",
        [SMV_INSTANCE] = "an instance",
    };
    return texts[kind];
}

struct smv_entity *smv_declare(struct smv_meaning *l, struct smv_instance *home, const struct symbol *symbol,
                               enum smv_entity_kind kind, struct span span)
{
    struct smv_entity *known = smv_find(l, home, symbol);
    if (known) {
        if (smv_error(l, span, "\"%s\" is declared already, as %s", symbol->text, kind_text(known->kind)))
            smv_note(l, known->span, "here");
        return NULL;
    }
    if (l->entities.count >= SMV_MAX_ENTITIES) {
        if (!l->stopped)
            smv_error(l, span, "too many names: the instances of all modules have more than %d", SMV_MAX_ENTITIES);
        l->stopped = true;
        return NULL;
    }
    if (2 * l->entities.count >= l->table_size)
        grow_table(l);
    struct smv_entity *e = arena_alloc(&l->arena, sizeof *e);
    *e = (struct smv_entity){.kind = kind, .symbol = symbol, .home = home, .scope = home, .span = span};
    l->table[slot(l, home, symbol)] = e;
    array_push(l->mem, &l->entities, e);
    return e;
}

const char *smv_full_name(struct smv_meaning *l, const struct smv_instance *home, const char *symbol)
{
    if (!home->name[0])
        return symbol;
    size_t length = strlen(home->name), rest = strlen(symbol);
    char *name = arena_alloc(&l->arena, length + rest + 2);
    memcpy(name, home->name, length);
    name[length] = '.';
    memcpy(name + length + 1, symbol, rest + 1);
    return name;
}

// ---- Constants ------------------------------------------------------------------------------------------------------

void smv_declare_constant(struct smv_meaning *l, const struct symbol *symbol)
{
    bool added;
    while (!int_map_try_add(l->mem, &l->constants, symbol->id, 0, &added)) {
        size_t bytes = (l->constants.capacity + 1) * 2 * sizeof *l->constants.entries;
        mem_free(l->mem, mem_alloc(l->mem, bytes), bytes); // does not come back if there is no more
    }
}

bool smv_is_constant(const struct smv_meaning *l, const struct symbol *symbol)
{
    return int_map_find(&l->constants, symbol->id) != NULL;
}

expr smv_constant(struct smv_meaning *l, const struct symbol *symbol)
{
    value v = model_symbol(l->model, symbol->text);
    return model_const(l->model, model_enum(l->model, &v, 1), v);
}

// ---- Paths as one name ----------------------------------------------------------------------------------------------

static bool add_path(struct smv_meaning *l, const struct smv_expr *e, struct str *out)
{
    const struct smv_expr *index;
    switch (e->op) {
    case SMV_NAME:
        str_add_bytes(l->mem, out, e->symbol->text, e->symbol->length);
        return true;
    case SMV_DOT:
        if (!add_path(l, e->args[0], out))
            return false;
        str_add(l->mem, out, ".%s", e->symbol->text);
        return true;
    case SMV_INDEX:
        if (!add_path(l, e->args[0], out))
            return false;
        index = e->args[1];
        bool negative = index->op == SMV_NEG;
        index = negative ? index->args[0] : index;
        if (index->op != SMV_INTEGER)
            return false;
        str_add(l->mem, out, "[%s%" PRId64 "]", negative ? "-" : "", index->number);
        return true;
    default:
        return false;
    }
}

const struct symbol *smv_path_symbol(struct smv_meaning *l, const struct smv_expr *e)
{
    if (e->op == SMV_NAME)
        return e->symbol;
    struct str text = {0};
    const struct symbol *symbol = add_path(l, e, &text) ? smv_symbol(l->tree, str_text(&text), text.count) : NULL;
    str_free(l->mem, &text);
    return symbol;
}

// ---- What was meant -------------------------------------------------------------------------------------------------

const char *smv_suggestion(struct smv_meaning *l, const struct smv_instance *home, const struct symbol *wanted,
                           bool constants)
{
    if (diag_is_full(l->diag)) // nobody would see it, and there may be many
        return NULL;
    struct nearest nearest = nearest_to(wanted->text);
    for (size_t i = 0; i < home->entity_count; i++)
        nearest_look(&nearest, l->entities.at[home->first_entity + i]->symbol->text);
    for (uint32_t i = 0; constants && i < l->tree->symbols.bucket_count; i++)
        for (const struct symbol *s = l->tree->symbols.buckets[i]; s; s = s->chain)
            if (smv_is_constant(l, s) && s != wanted)
                nearest_look(&nearest, s->text);
    if (constants) {
        nearest_look(&nearest, "TRUE");
        nearest_look(&nearest, "FALSE");
    }
    return nearest.best;
}
