// The walk over all declarations of all instances, and those that are conditions: INIT, INVAR, TRANS, fairness.
//
// Conditions that are conjunctions become several parts, since small parts are easier to work with. They hold for all
// processes: only assignments belong to one.
#include <inttypes.h>

#include "smv/meaning.h"

static const struct smv_use *use_of(enum smv_decl_kind kind)
{
    static const struct smv_use init = {"an INIT condition", false, false, false};
    static const struct smv_use invar = {"an INVAR condition", false, false, false};
    static const struct smv_use trans = {"a TRANS condition", true, true, false};
    static const struct smv_use fairness = {"a fairness condition", false, true, false};
    return kind == SMV_INIT ? &init : kind == SMV_INVAR ? &invar : kind == SMV_TRANS ? &trans : &fairness;
}

static void add_part(struct smv_meaning *l, enum smv_decl_kind kind, expr condition)
{
    struct part part = {PART_CONDITION, CELL_NONE, condition};
    if (condition == l->yes)
        return;
    if (kind == SMV_INIT)
        model_add_initial(l->model, part);
    else if (kind == SMV_INVAR)
        model_add_invariant(l->model, part);
    else
        model_add_step(l->model, part);
}

// Says whether all of it is always defined.
static bool add_parts(struct smv_meaning *l, const struct smv_frame *f, enum smv_decl_kind kind,
                      const struct smv_expr *e)
{
    if (e->op == SMV_AND) {
        bool fine = true;
        for (uint32_t i = 0; i < e->count; i++)
            fine &= add_parts(l, f, kind, e->args[i]);
        return fine;
    }
    struct smv_thing thing = smv_lower_condition(l, f, e);
    if (thing.sort == SMV_BAD)
        return true;
    add_part(l, kind, thing.value);
    if (kind != SMV_TRANS)
        smv_hold_together(l, &thing, CELL_NONE, kind == SMV_INIT ? SMV_TOGETHER_INITIALLY : SMV_TOGETHER_ALWAYS);
    return thing.fine == l->yes;
}

static void lower_constraint(struct smv_meaning *l, struct smv_instance *scope, const struct smv_decl *d)
{
    struct smv_frame f = {scope, use_of(d->kind)};
    if (add_parts(l, &f, d->kind, d->expr))
        return;
    struct smv_thing whole = smv_lower_condition(l, &f, d->expr); // one part may exclude what is undefined in another
    if (d->kind == SMV_TRANS)
        smv_oblige(l, d->expr->span, &whole);
    else
        smv_oblige_together(l, d->expr->span, &whole,
                            d->kind == SMV_INIT ? SMV_TOGETHER_INITIALLY : SMV_TOGETHER_ALWAYS);
}

static void lower_fairness(struct smv_meaning *l, struct smv_instance *scope, const struct smv_decl *d)
{
    struct smv_frame f = {scope, use_of(d->kind)};
    struct smv_thing first = smv_lower_condition(l, &f, d->expr);
    smv_oblige(l, d->expr->span, &first);
    if (d->kind == SMV_JUSTICE) {
        if (first.sort == SMV_VALUE)
            model_add_justice(l->model, first.value);
        return;
    }
    struct smv_thing second = smv_lower_condition(l, &f, d->second);
    smv_oblige(l, d->second->span, &second);
    if (first.sort == SMV_VALUE && second.sort == SMV_VALUE)
        model_add_compassion(l->model, first.value, second.value);
}

// ---- Definitions ----------------------------------------------------------------------------------------------------

static void record_definition(struct smv_meaning *l, const struct smv_thing *thing, struct str *name)
{
    if (thing->sort == SMV_VALUE) {
        const struct expr_node *n = model_expr(l->model, thing->value);
        if (!n->has_next && !n->has_set)
            model_add_definition(l->model, str_text(name), thing->value);
    }
    for (size_t i = 0; thing->sort == SMV_ELEMENTS && i < thing->elements->count; i++) {
        size_t length = name->count;
        str_add(l->mem, name, "[%" PRId64 "]", thing->elements->low + (value)i);
        record_definition(l, &thing->elements->at[i], name);
        name->count = length;
        name->at[length] = 0;
    }
}

static void lower_definition(struct smv_meaning *l, struct smv_entity *e)
{
    if (!e || e->kind != SMV_DEFINITION)
        return;
    struct str name = {0};
    smv_evaluate(l, e);
    str_add(l->mem, &name, "%s", smv_full_name(l, e->home, e->symbol->text));
    record_definition(l, &e->thing, &name);
    str_free(l->mem, &name);
}

// ---- The walk -------------------------------------------------------------------------------------------------------

// What the declaration has declared, if the name is its own.
static struct smv_entity *entity_of(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    const struct symbol *symbol = smv_path_symbol(l, d->target);
    struct smv_entity *e = symbol ? smv_find(l, instance, symbol) : NULL;
    return e && e->span.offset == d->target->span.offset ? e : NULL;
}

static void lower_instance(struct smv_meaning *, struct smv_instance *);

static void lower_declaration(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    switch (d->kind) {
    case SMV_VAR:
        if (d->type->kind == SMV_TYPE_INSTANCE) {
            struct smv_entity *e = entity_of(l, instance, d);
            if (e && e->thing.sort == SMV_COMPONENT)
                lower_instance(l, e->thing.instance);
        }
        break;
    case SMV_DEFINE:
        lower_definition(l, entity_of(l, instance, d));
        break;
    case SMV_ASSIGN_INIT:
    case SMV_ASSIGN_NEXT:
    case SMV_ASSIGN_CURRENT:
        smv_lower_assignment(l, instance, d);
        break;
    case SMV_INIT:
    case SMV_INVAR:
    case SMV_TRANS:
        lower_constraint(l, instance, d);
        break;
    case SMV_JUSTICE:
    case SMV_COMPASSION:
        lower_fairness(l, instance, d);
        break;
    case SMV_SPEC:
    case SMV_INVARSPEC:
    case SMV_LTLSPEC:
    case SMV_PSLSPEC:
    case SMV_COMPUTE:
    case SMV_CTLSTARSPEC:
        smv_lower_property(l, instance, d);
        break;
    case SMV_SYMMETRY:
    case SMV_HINT:
        smv_lower_annotations(l, instance, d);
        break;
    default: // PRED and MIRROR are for abstraction, which is not done here
        break;
    }
}

static void lower_instance(struct smv_meaning *l, struct smv_instance *instance)
{
    for (size_t i = 0; i < instance->body->count && (smv_is_sound(l) || !diag_is_full(l->diag)) &&
                       diag_goes_on(l->diag, "what it means");
         i++)
        lower_declaration(l, instance, instance->body->decls[i]);
}

static void add_actions(struct smv_meaning *l)
{
    if (l->processes.count == 1) {
        model_add_action(l->model, "");
        return;
    }
    for (size_t i = 0; i < l->processes.count; i++) {
        const char *name = i ? l->processes.at[i]->name : "main";
        size_t action = model_add_action(l->model, name);
        value v = model_symbol(l->model, name);
        expr selected = model_const(l->model, model_enum(l->model, &v, 1), v);
        expr runs = model_binary(l->model, OP_EQ, model_cell_expr(l->model, l->selector), selected);
        model_add_to_action(l->model, action, (struct part){PART_CONDITION, CELL_NONE, runs});
    }
}

void smv_lower_declarations(struct smv_meaning *l)
{
    add_actions(l);
    lower_instance(l, l->instances.at[0]);
    for (size_t i = 0; i < l->pending.count; i++)
        lower_definition(l, l->pending.at[i].entity);
    smv_finish_assignments(l);
}
