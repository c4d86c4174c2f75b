// Messages, scopes, and the walk through the file.
#include "murphi/typechecker.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/str.h"
#include "murphi/print.h"

// ---- Messages -------------------------------------------------------------------------------------------------------

typedef void report(struct diag *, struct diag_range, const char *format, ...);

static void add_message(struct checker *c, report *add, struct span span, const char *format, va_list arguments)
{
    struct str text = {0};
    str_vadd(c->mem, &text, format, arguments);
    add(c->diag, murphi_range(c->tree, span), "%s", str_text(&text));
    str_free(c->mem, &text);
}

void mu_check_error(struct checker *c, struct span span, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_message(c, diag_error, span, format, arguments);
    va_end(arguments);
}

void mu_check_warning(struct checker *c, struct span span, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_message(c, diag_warning, span, format, arguments);
    va_end(arguments);
}

enum { SHOWN = 80 }; // bytes of a type or an expression in a message

static const char *shown(struct checker *c, struct str *text)
{
    if (text->count > SHOWN) {
        text->count = SHOWN;
        while (text->count && ((unsigned char)text->at[text->count] & 0xc0) == 0x80)
            text->count--; // not in the middle of a character
        str_add(c->mem, text, "...");
    }
    const char *copy = arena_copy(&c->tree->arena, str_text(text), text->count);
    str_free(c->mem, text);
    return copy;
}

const char *mu_type_text(struct checker *c, const struct murphi_type *type)
{
    struct str text = {0};
    murphi_print_type(c->mem, &text, type);
    return shown(c, &text);
}

const char *mu_expr_text(struct checker *c, const struct murphi_expr *expr)
{
    struct str text = {0};
    murphi_print(c->mem, &text, expr);
    return shown(c, &text);
}

// ---- Scopes ---------------------------------------------------------------------------------------------------------

void mu_scope_open(struct checker *c)
{
    array_push(c->mem, &c->scopes, c->bindings.count);
}

void mu_scope_close(struct checker *c)
{
    size_t start = array_pop(&c->scopes);
    while (c->bindings.count > start) {
        struct binding *binding = &array_last(&c->bindings);
        c->visible[binding->decl->symbol->id] = binding->hidden;
        c->bindings.count--;
    }
}

struct murphi_decl *mu_scope_find(const struct checker *c, const struct symbol *symbol)
{
    uint32_t number = c->visible[symbol->id];
    return number ? c->bindings.at[number - 1].decl : NULL;
}

void mu_scope_declare(struct checker *c, struct murphi_decl *decl)
{
    uint32_t hidden = c->visible[decl->symbol->id], scope = (uint32_t)c->scopes.count;
    if (hidden && c->bindings.at[hidden - 1].scope == scope) {
        mu_check_error(c, decl->span, "\"%s\" is already declared", decl->symbol->text);
        diag_note(c->diag, murphi_range(c->tree, c->bindings.at[hidden - 1].decl->span), "here");
        return;
    }
    array_push(c->mem, &c->bindings, ((struct binding){decl, scope, hidden}));
    c->visible[decl->symbol->id] = (uint32_t)c->bindings.count;
}

// ---- Names that nobody has declared ---------------------------------------------------------------------------------

static const char *closest(const struct checker *c, const char *word, unsigned kinds)
{
    struct nearest nearest = nearest_to(word);
    for (size_t i = c->bindings.count; i; i--) {
        const struct murphi_decl *decl = c->bindings.at[i - 1].decl;
        if (kinds >> decl->kind & 1 && mu_scope_find(c, decl->symbol) == decl)
            nearest_look(&nearest, decl->symbol->text);
    }
    if (kinds == KINDS_OF_TYPES)
        nearest_look(&nearest, "boolean");
    return nearest.best;
}

static const struct murphi_decl *item_decl(const struct murphi_item *item)
{
    return item->kind == MURPHI_ITEM_DECL       ? item->decl
           : item->kind == MURPHI_ITEM_FUNCTION ? item->function->decl
                                                : NULL;
}

static const struct murphi_decl *declared_later(const struct checker *c, const struct symbol *symbol)
{
    for (const struct murphi_item *item = c->tree->items; item; item = item->next) {
        const struct murphi_decl *decl = item_decl(item);
        if (decl && decl->symbol == symbol)
            return decl;
    }
    return NULL;
}

void mu_scope_unknown(struct checker *c, const struct symbol *symbol, struct span span, unsigned kinds)
{
    const struct murphi_decl *later = declared_later(c, symbol);
    const char *meant = later ? NULL : closest(c, symbol->text, kinds);
    const char *noun = kinds == KINDS_OF_TYPES ? "type" : kinds == KINDS_OF_FUNCTIONS ? "function" : "name";
    if (later) {
        mu_check_error(c, span, "\"%s\" is used before it is declared", symbol->text);
        diag_note(c->diag, murphi_range(c->tree, later->span), "it is declared here");
    } else if (meant) {
        mu_check_error(c, span, "unknown %s \"%s\"; did you mean \"%s\"?", noun, symbol->text, meant);
    } else {
        mu_check_error(c, span, "unknown %s \"%s\"", noun, symbol->text);
    }
}

// ---- Functions ------------------------------------------------------------------------------------------------------

// Types of parameters and of the result do not see the parameters: one of these may have the name of a type.
static void check_function(struct checker *c, struct murphi_function *function)
{
    struct murphi_decl *decl = function->decl;
    if (function->result)
        decl->type = mu_check_type(c, function->result);
    mu_scope_declare(c, decl);
    mu_scope_open(c);
    for (struct murphi_decl *param = function->params; param; param = param->next)
        param->type = mu_check_type(c, param->written);
    for (struct murphi_decl *param = function->params; param; param = param->next)
        mu_scope_declare(c, param);
    mu_scope_open(c);
    c->function = function;
    c->has_return = false;
    mu_check_decls(c, function->decls);
    mu_check_stmts(c, function->body);
    mu_check_own_calls(c);
    if (function->result && !c->has_return)
        mu_check_warning(c, decl->span, "function \"%s\" never returns a value, so that every call of it fails",
                         decl->symbol->text);
    c->function = NULL;
    mu_scope_close(c);
    mu_scope_close(c);
    array_push(c->mem, &c->tree->functions, function);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

static struct murphi_binder *at_depth(struct murphi_binder *binder, uint32_t depth)
{
    while (binder && binder->depth > depth)
        binder = binder->outer;
    return binder;
}

// Closes the binders that are open and do not stand around this rule, and opens those that do and are not.
static void open_binders(struct checker *c, struct murphi_binder *innermost)
{
    while (c->open && at_depth(innermost, c->open->depth) != c->open) {
        mu_scope_close(c);
        c->open = c->open->outer;
    }
    uint32_t depth = innermost ? innermost->depth : 0;
    while ((c->open ? c->open->depth : 0) < depth) {
        struct murphi_binder *next = at_depth(innermost, (c->open ? c->open->depth : 0) + 1);
        assert(next);
        mu_scope_open(c);
        c->pure = "the head of a ruleset, alias or choose";
        mu_check_binder(c, next, "a ruleset");
        c->pure = NULL;
        c->open = next;
    }
}

static void check_value(struct checker *c, struct murphi_expr *e)
{
    struct murphi_type *type = mu_check_expr(c, e);
    if (type && !murphi_is_simple(type))
        mu_check_error(c, e->span, "this has no single value; it is %s", mu_type_text(c, type));
}

static void check_rule(struct checker *c, struct murphi_rule *rule)
{
    static const char *const words[] = {
        [MURPHI_RULE] = NULL,
        [MURPHI_INVARIANT] = "an invariant",
        [MURPHI_ASSUME] = "an assumption",
        [MURPHI_COVER] = "a cover property",
        [MURPHI_HINT] = "a hint",
        [MURPHI_VALUE] = "an expression",
        [MURPHI_LIVENESS] = "a liveness property",
        [MURPHI_CTL] = "a formula",
        [MURPHI_LTL] = "a formula",
        [MURPHI_CTLSTAR] = "a formula",
        [MURPHI_JUSTICE] = "a justice condition",
        [MURPHI_COMPASSION] = "a compassion condition",
    };
    open_binders(c, rule->binders);
    if (rule->guard) {
        c->pure = words[rule->kind]; // a guard may change something
        if (rule->kind == MURPHI_VALUE)
            check_value(c, rule->guard);
        else
            mu_check_boolean(c, rule->guard, rule->kind == MURPHI_RULE ? "a guard" : words[rule->kind]);
        if (rule->second)
            mu_check_boolean(c, rule->second, words[rule->kind]);
        c->pure = NULL;
    }
    mu_scope_open(c);
    mu_check_decls(c, rule->decls);
    mu_check_stmts(c, rule->body);
    mu_scope_close(c);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static void check_item(struct checker *c, struct murphi_item *item)
{
    if (item->kind != MURPHI_ITEM_RULE)
        open_binders(c, NULL);
    switch (item->kind) {
    case MURPHI_ITEM_DECL:
        mu_check_decl(c, item->decl);
        break;
    case MURPHI_ITEM_FUNCTION:
        check_function(c, item->function);
        break;
    case MURPHI_ITEM_RULE:
        check_rule(c, item->rule);
        break;
    }
}

static void check_startstates(struct checker *c)
{
    for (const struct murphi_rule *rule = c->tree->rules; rule; rule = rule->next)
        if (rule->kind == MURPHI_STARTSTATE)
            return;
    struct span span = c->tree->rules ? c->tree->rules->span : (struct span){0, 0};
    diag_error(c->diag, (struct diag_range){c->tree->source, span.offset, span.length},
               "the model has no start state, and so no state at all");
}

static void check_items(struct checker *c)
{
    struct murphi_tree *tree = c->tree;
    tree->boolean = mu_make_type(c, MURPHI_BOOLEAN, (struct span){0, 0});
    tree->boolean->high = 1;
    tree->integer = mu_make_type(c, MURPHI_INTEGER, (struct span){0, 0});
    mu_scope_open(c);
    mu_check_override_names(c);
    bool are_named = false;
    for (struct murphi_item *item = tree->items; item && !diag_is_full(c->diag); item = item->next) {
        if (!are_named && item->kind == MURPHI_ITEM_RULE && !murphi_is_of_file(tree, item->rule->span.offset)) {
            mu_name_elements(c);
            are_named = true;
        }
        check_item(c, item);
    }
    if (!are_named)
        mu_name_elements(c);
    open_binders(c, NULL);
    mu_scope_close(c);
    check_startstates(c);
}

bool murphi_check(struct murphi_tree *tree, const struct murphi_override *overrides, size_t count, struct diag *diag)
{
    struct mem *mem = tree->arena.mem;
    size_t errors = diag->errors, symbols = tree->symbols.count;
    struct checker checker = {.tree = tree, .diag = diag, .mem = mem, .overrides = overrides, .override_count = count};
    checker.visible = mem_zalloc(mem, symbols * sizeof *checker.visible);
    checker.stamps = mem_zalloc(mem, symbols * sizeof *checker.stamps);
    check_items(&checker);
    mem_free(mem, checker.visible, symbols * sizeof *checker.visible);
    mem_free(mem, checker.stamps, symbols * sizeof *checker.stamps);
    array_free(mem, &checker.bindings);
    array_free(mem, &checker.scopes);
    array_free(mem, &checker.own_calls);
    if (diag->errors != errors)
        return false;
    if (tree->infers_scalarsets)
        mu_infer_scalarsets(tree);
    else
        mu_find_obstacles(tree);
    return true;
}
