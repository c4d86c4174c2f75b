// Calls, and what they may change.
#include "murphi/typechecker.h"

// ---- What is changed ------------------------------------------------------------------------------------------------

static const struct murphi_decl *root_of(const struct murphi_expr *e)
{
    for (;;) {
        if (e->op == MURPHI_FIELD || e->op == MURPHI_INDEX)
            e = e->args[0];
        else if (e->op == MURPHI_NAME && e->decl && e->decl->kind == MURPHI_ALIAS)
            e = e->decl->expr;
        else
            return e->op == MURPHI_NAME ? e->decl : NULL;
    }
}

void mu_note_write(struct checker *c, const struct murphi_expr *target)
{
    const struct murphi_decl *root = root_of(target);
    if (!c->function || !root)
        return;
    c->function->writes_state |= root->kind == MURPHI_VAR;
    c->function->writes_params |= root->kind == MURPHI_VAR_PARAM;
}

static void explain_target(struct checker *c, const struct murphi_expr *e)
{
    const struct murphi_decl *root = root_of(e);
    const char *name = root ? root->symbol->text : "";
    switch (root ? root->kind : MURPHI_FUNCTION) {
    case MURPHI_CONST:
    case MURPHI_MEMBER:
        mu_check_error(c, e->span, "\"%s\" is a constant and cannot be changed", name);
        break;
    case MURPHI_PARAM:
        mu_check_error(c, e->span,
                       "\"%s\" is a parameter that is passed by value and cannot be changed; declare it with "
                       "\"var\" to pass it by reference",
                       name);
        break;
    case MURPHI_QUANTIFIED:
    case MURPHI_CHOSEN:
        mu_check_error(c, e->span, "\"%s\" gets its values from where it is declared, and cannot be changed", name);
        break;
    default:
        mu_check_error(c, e->span, "\"%s\" is not a variable and cannot be changed", mu_expr_text(c, e));
    }
}

bool mu_check_target(struct checker *c, struct murphi_expr *e)
{
    if (!mu_check_expr(c, e))
        return false;
    if (!e->is_writable) {
        explain_target(c, e);
        return false;
    }
    mu_note_write(c, e);
    return true;
}

// ---- Arguments ------------------------------------------------------------------------------------------------------

static void check_reference(struct checker *c, struct murphi_expr *argument, const struct murphi_decl *param)
{
    struct murphi_type *type = mu_check_expr(c, argument);
    if (!type || !param->type)
        return;
    if (!argument->is_writable)
        mu_check_error(c, argument->span,
                       "parameter \"%s\" is passed by reference: it needs a variable that can be changed",
                       param->symbol->text);
    else if (!murphi_same(type, param->type))
        mu_check_error(c, argument->span,
                       "parameter \"%s\" is passed by reference and needs exactly its own type, %s; this is %s",
                       param->symbol->text, mu_type_text(c, param->type), mu_type_text(c, type));
}

static void check_value(struct checker *c, struct murphi_expr *argument, const struct murphi_decl *param)
{
    if (mu_is_undefined(c, argument)) {
        argument->op = MURPHI_UNDEFINED;
        argument->type = param->type;
        return;
    }
    struct str what = {0};
    mu_check_expr(c, argument);
    str_add(c->mem, &what, "parameter \"%s\"", param->symbol->text);
    mu_check_fits(c, argument, param->type, what.at);
    str_free(c->mem, &what);
}

static bool check_arguments(struct checker *c, struct murphi_expr *e, const struct murphi_function *function)
{
    const struct murphi_decl *param = function->params;
    if (e->count != function->param_count) {
        mu_check_error(c, e->span, "\"%s\" has %u parameter%s; here %s %u argument%s", e->symbol->text,
                       function->param_count, function->param_count == 1 ? "" : "s", e->count == 1 ? "is" : "are",
                       e->count, e->count == 1 ? "" : "s");
        diag_note(c->diag, murphi_range(c->tree, function->decl->span), "it is declared here");
        return false;
    }
    for (uint32_t i = 0; i < e->count; i++, param = param->next) {
        if (param->kind == MURPHI_VAR_PARAM)
            check_reference(c, e->args[i], param);
        else
            check_value(c, e->args[i], param);
    }
    return true;
}

// ---- Side effects ---------------------------------------------------------------------------------------------------

static void note_effects(struct checker *c, const struct murphi_expr *e, const char *pure)
{
    const struct murphi_function *function = e->decl->function;
    if (pure && (function->writes_state || function->writes_params))
        mu_check_error(c, e->span, "\"%s\" changes variables, and must not be called in %s", e->symbol->text, pure);
    if (!c->function)
        return;
    c->function->writes_state |= function->writes_state;
    if (!function->writes_params)
        return;
    const struct murphi_decl *param = function->params;
    for (uint32_t i = 0; i < e->count; i++, param = param->next)
        if (param->kind == MURPHI_VAR_PARAM)
            mu_note_write(c, e->args[i]);
}

// A function that calls itself is not known to its end yet: it may still turn out to change something. Then what its
// calls of itself change is looked at. (No function calls one that is declared behind it.)
void mu_check_own_calls(struct checker *c)
{
    for (size_t i = 0; i < c->own_calls.count; i++)
        note_effects(c, c->own_calls.at[i].call, c->own_calls.at[i].pure);
    c->own_calls.count = 0;
}

static void note_call(struct checker *c, const struct murphi_expr *e, const struct murphi_function *function)
{
    if (function != c->function) {
        note_effects(c, e, c->pure);
        return;
    }
    struct own_call own = {e, c->pure};
    c->function->is_recursive = true;
    array_push(c->mem, &c->own_calls, own);
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

static bool is_step(const struct murphi_expr *e)
{
    return mu_word_is(e->symbol, "succ") || mu_word_is(e->symbol, "pred");
}

// The neighbours in a ring.
static struct murphi_type *check_step(struct checker *c, struct murphi_expr *e)
{
    e->op = mu_word_is(e->symbol, "succ") ? MURPHI_SUCC : MURPHI_PRED;
    if (e->count != 1) {
        mu_check_error(c, e->span, "\"%s\" has 1 parameter; here are %u arguments", e->symbol->text, e->count);
        return NULL;
    }
    struct murphi_type *type = mu_check_expr(c, e->args[0]);
    if (type && type->kind != MURPHI_RING) {
        mu_check_error(c, e->args[0]->span, "\"%s\" needs an element of a ring; this is %s", e->symbol->text,
                       mu_type_text(c, type));
        return NULL;
    }
    return type;
}

struct murphi_type *mu_check_call(struct checker *c, struct murphi_expr *e, bool as_statement)
{
    struct murphi_decl *decl = mu_scope_find(c, e->symbol);
    if (!decl && is_step(e))
        return check_step(c, e);
    if (!decl || decl->kind != MURPHI_FUNCTION) {
        struct span name = {e->span.offset, e->symbol->length};
        if (decl)
            mu_check_error(c, name, "\"%s\" is not a function", e->symbol->text);
        else
            mu_scope_unknown(c, e->symbol, name, KINDS_OF_FUNCTIONS);
        return NULL;
    }
    e->decl = decl;
    if (check_arguments(c, e, decl->function))
        note_call(c, e, decl->function);
    if (!as_statement && !decl->function->result) {
        mu_check_error(c, e->span, "\"%s\" is a procedure: it gives no value", e->symbol->text);
        return NULL;
    }
    return decl->type;
}
