#include "lsp/features.h"

#include <ctype.h>
#include <string.h>

#include "lsp/text_place.h"
#include "lsp/text_reading.h"

static json_t *location(const struct document *d, size_t offset, size_t length)
{
    return json_pack("{s:s, s:o}", "uri", d->uri, "range", range_of(&d->source, offset, length));
}

static const struct index_symbol *meaning_at(const struct symbol_index *x, size_t offset, const struct index_use **use)
{
    *use = symbol_index_at(x, offset);
    return *use ? symbol_index_meaning(x, *use) : NULL;
}

json_t *feature_definition(const struct document *d, size_t offset, struct mem *mem)
{
    struct symbol_index x;
    const struct index_use *use;
    symbol_index_open(&x, &d->source, d->language, mem);
    const struct index_symbol *symbol = meaning_at(&x, offset, &use);
    json_t *result = symbol ? location(d, symbol->offset, symbol->length) : json_null();
    symbol_index_close(&x);
    return result;
}

static bool is_same_name(const struct symbol_index *x, const struct index_use *use, const struct index_symbol *symbol)
{
    return symbol_index_meaning(x, use) == symbol;
}

json_t *feature_references(const struct document *d, size_t offset, struct mem *mem)
{
    struct symbol_index x;
    const struct index_use *use;
    json_t *result = json_array();
    symbol_index_open(&x, &d->source, d->language, mem);
    const struct index_symbol *symbol = meaning_at(&x, offset, &use);
    for (size_t i = 0; symbol && i < x.uses.count; i++)
        if (is_same_name(&x, &x.uses.at[i], symbol))
            json_array_append_new(result, location(d, x.uses.at[i].offset, x.uses.at[i].length));
    symbol_index_close(&x);
    return result;
}

// ---- Hover ----------------------------------------------------------------------------------------------------------

static const char *const kind_words[] = {"module", "parameter", "variable", "definition", "constant", "type",
                                         "value",  "field",     "function", "rule",       "property", "parameter"};

json_t *feature_hover(const struct document *d, size_t offset, struct mem *mem)
{
    struct symbol_index x;
    const struct index_use *use;
    json_t *result = json_null();
    symbol_index_open(&x, &d->source, d->language, mem);
    const struct index_symbol *symbol = meaning_at(&x, offset, &use);
    if (symbol) {
        struct str text = {0};
        size_t start, end;
        const char *name = d->source.text + symbol->offset;
        source_line(&d->source, symbol->offset, &start, &end);
        while (start < end && isspace((unsigned char)d->source.text[start]))
            start++;
        str_add(mem, &text, "%s\n```%s\n%.*s\n```\n", kind_words[symbol->kind],
                d->language == JOB_LANGUAGE_SMV ? "smv" : "murphi", (int)(end - start), d->source.text + start);
        if (symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_FIELD)
            reading_describe(d->uri, &d->source, d->language, name, symbol->length, mem, &text);
        json_t *hover = json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind", "markdown", "value", str_text(&text),
                                  "range", range_of(&d->source, use->offset, use->length));
        result = hover ? hover : result;
        str_free(mem, &text);
    }
    symbol_index_close(&x);
    return result;
}

// ---- Outline --------------------------------------------------------------------------------------------------------

// The numbers of the protocol.
static int outline_kind(enum symbol_kind kind)
{
    static const int kinds[] = {2, 13, 13, 14, 14, 5, 22, 8, 12, 6, 7, 13};
    return kinds[kind];
}

json_t *feature_outline(const struct document *d, struct mem *mem)
{
    struct symbol_index x;
    json_t *result = json_array();
    symbol_index_open(&x, &d->source, d->language, mem);
    for (size_t i = 0; i < x.symbols.count; i++) {
        const struct index_symbol *symbol = &x.symbols.at[i];
        bool is_shown = symbol->kind != SYMBOL_PARAMETER && symbol->kind != SYMBOL_LOCAL &&
                        symbol->kind != SYMBOL_MEMBER && symbol->kind != SYMBOL_FIELD;
        if (!is_shown)
            continue;
        json_t *entry = json_pack("{s:s%, s:s, s:i, s:o, s:o}", "name", d->source.text + symbol->offset, symbol->length,
                                  "detail", kind_words[symbol->kind], "kind", outline_kind(symbol->kind), "range",
                                  range_of(&d->source, symbol->offset, symbol->length), "selectionRange",
                                  range_of(&d->source, symbol->offset, symbol->length));
        if (entry)
            json_array_append_new(result, entry);
    }
    symbol_index_close(&x);
    return result;
}

// ---- Completion -----------------------------------------------------------------------------------------------------

static const char smv_words[] =
    "MODULE VAR IVAR FROZENVAR DEFINE CONSTANTS ASSIGN INIT TRANS INVAR FAIRNESS JUSTICE COMPASSION SPEC CTLSPEC "
    "LTLSPEC INVARSPEC PSLSPEC COMPUTE CTLSTARSPEC NAME SYMMETRY HINT boolean array case esac init next process self "
    "TRUE FALSE AG AF AX EG EF EX word signed unsigned union count mod xor";
static const char murphi_words[] =
    "const type var function procedure begin end rule ruleset startstate invariant cover assume liveness fair justice "
    "compassion ctl ltl ctlstar symmetry hint scalarset ring range enum record array multiset union boolean if then "
    "elsif else endif for endfor forall exists while do switch case clear undefine isundefined choose alias return "
    "error "
    "assert put true false succ pred AG AF AX EG EF EX";

static void offer(json_t *list, json_t *seen, const char *label, size_t length, int kind, const char *detail)
{
    json_t *name = json_stringn(label, length);
    const char *text = json_string_value(name);
    if (text && !json_object_get(seen, text)) {
        json_object_set_new(seen, text, json_true());
        json_array_append_new(list, json_pack("{s:O, s:i, s:s}", "label", name, "kind", kind, "detail", detail));
    }
    json_decref(name);
}

// Names that can be meant there, then the words of the language. Editors keep those that fit what is typed.
json_t *feature_completion(const struct document *d, size_t offset, struct mem *mem)
{
    static const int kinds[] = {9, 6, 6, 21, 21, 7, 20, 5, 3, 3, 10, 6}; // numbers of the protocol
    struct symbol_index x;
    json_t *result = json_array(), *seen = json_object();
    symbol_index_open(&x, &d->source, d->language, mem);
    size_t module = 0;
    for (size_t i = 0; i < x.uses.count && x.uses.at[i].offset <= offset; i++)
        module = x.uses.at[i].module;
    for (size_t i = 0; i < x.symbols.count; i++) {
        const struct index_symbol *symbol = &x.symbols.at[i];
        bool is_name = symbol->kind != SYMBOL_RULE && symbol->kind != SYMBOL_PROPERTY;
        if (is_name && (d->language == JOB_LANGUAGE_MURPHI || !symbol->module || symbol->module == module))
            offer(result, seen, d->source.text + symbol->offset, symbol->length, kinds[symbol->kind],
                  kind_words[symbol->kind]);
    }
    for (const char *word = d->language == JOB_LANGUAGE_SMV ? smv_words : murphi_words; *word;) {
        size_t length = strcspn(word, " ");
        offer(result, seen, word, length, 14, "word");
        word += length + (word[length] == ' ');
    }
    json_decref(seen);
    symbol_index_close(&x);
    return result;
}

// ---- Rename ---------------------------------------------------------------------------------------------------------

static bool is_name(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_')
        return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    return true;
}

// The text with all uses of the symbol under another name.
static void replace_all(const struct symbol_index *x, const struct index_symbol *symbol, const char *name,
                        struct mem *mem, struct str *out)
{
    size_t done = 0;
    for (size_t i = 0; i < x->uses.count; i++) {
        const struct index_use *use = &x->uses.at[i];
        if (use->offset < done || !is_same_name(x, use, symbol))
            continue;
        str_add_bytes(mem, out, x->source->text + done, use->offset - done);
        str_add(mem, out, "%s", name);
        done = use->offset + use->length;
    }
    str_add_bytes(mem, out, x->source->text + done, x->source->length - done);
}

// Words do not tell all scopes apart, so that a name that is declared several times is left alone.
static size_t declarations(const struct symbol_index *x, const char *name, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < x->symbols.count; i++)
        count += symbol_has_name(x, &x->symbols.at[i], name, length) && x->symbols.at[i].kind != SYMBOL_RULE &&
                 x->symbols.at[i].kind != SYMBOL_PROPERTY;
    return count;
}

static const char *why_not(const struct symbol_index *x, const struct document *d, const struct index_symbol *symbol,
                           const char *name, struct mem *mem)
{
    if (!symbol)
        return "this is no name that is declared here";
    if (!is_name(name))
        return "this is no name";
    if (declarations(x, d->source.text + symbol->offset, symbol->length) > 1)
        return "the name is declared more than once";
    if (declarations(x, name, strlen(name)))
        return "there is something of that name";
    struct str text = {0};
    replace_all(x, symbol, name, mem, &text);
    struct source changed = {d->uri, str_text(&text), text.count};
    bool breaks = !reading_has_errors(d->uri, &d->source, d->language, mem) &&
                  reading_has_errors(d->uri, &changed, d->language, mem);
    str_free(mem, &text);
    return breaks ? "with that name the model has errors" : NULL;
}

json_t *feature_rename(const struct document *d, size_t offset, const char *name, const char **why, struct mem *mem)
{
    struct symbol_index x;
    const struct index_use *use;
    json_t *result = NULL;
    symbol_index_open(&x, &d->source, d->language, mem);
    const struct index_symbol *symbol = meaning_at(&x, offset, &use);
    *why = why_not(&x, d, symbol, name, mem);
    if (!*why) {
        json_t *edits = json_array();
        for (size_t i = 0; i < x.uses.count; i++)
            if (is_same_name(&x, &x.uses.at[i], symbol))
                json_array_append_new(edits, json_pack("{s:o, s:s}", "range",
                                                       range_of(&d->source, x.uses.at[i].offset, x.uses.at[i].length),
                                                       "newText", name));
        result = json_pack("{s:{s:o}}", "changes", d->uri, edits);
    }
    symbol_index_close(&x);
    return result;
}
