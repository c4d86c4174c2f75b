// From modules to instances. An instance's names are declared before anything of it is looked at, since declarations
// may use what comes later; then its variables get their cells, and its instances theirs, in the order of the file.
//
// Parameters are passed by reference: one is a name for an expression in the scope of the parent, evaluated when it is
// used. So a cell may be reached under several names, and a parameter may be an instance.
#include <assert.h>
#include <string.h>

#include "base/nearest.h"
#include "smv/meaning.h"

// ---- Modules --------------------------------------------------------------------------------------------------------

#define MAX_TAKEN_OVER 4000000

static void add_map(struct smv_meaning *l, struct int_map *map, uint32_t key, uint32_t number)
{
    bool added;
    while (!int_map_try_add(l->mem, map, key, number, &added)) {
        size_t bytes = (map->capacity + 1) * 2 * sizeof *map->entries;
        mem_free(l->mem, mem_alloc(l->mem, bytes), bytes); // does not come back if there is no more
    }
}

static void find_modules(struct smv_meaning *l)
{
    for (const struct smv_module *m = l->tree->modules; m; m = m->next) {
        uint32_t *known = int_map_find(&l->module_of, m->symbol->id);
        if (known) {
            if (smv_error(l, m->span, "module \"%s\" is declared already", m->symbol->text))
                smv_note(l, l->bodies.at[*known].module->span, "here");
            continue;
        }
        add_map(l, &l->module_of, m->symbol->id, (uint32_t)l->bodies.count);
        array_push(l->mem, &l->bodies, ((struct smv_body){.module = m}));
    }
}

static struct smv_body *find_body(struct smv_meaning *l, const struct symbol *symbol)
{
    uint32_t *index = int_map_find(&l->module_of, symbol->id);
    assert(!index || l->bodies.at);
    return index ? &l->bodies.at[*index] : NULL;
}

// What looks like a module may also be a type of variables.
static void unknown_module(struct smv_meaning *l, struct span span, const struct symbol *symbol, bool is_type)
{
    struct nearest nearest = nearest_to(symbol->text);
    for (size_t i = 0; i < l->bodies.count; i++)
        nearest_look(&nearest, l->bodies.at[i].module->symbol->text);
    if (is_type)
        nearest_look(&nearest, "boolean");
    if (nearest.best)
        smv_error(l, span, "there is no module \"%s\"; did you mean \"%s\"?", symbol->text, nearest.best);
    else
        smv_error(l, span, "there is no module \"%s\"", symbol->text);
}

typedef ARRAY(const struct smv_decl *) decl_array;

static bool collect(struct smv_meaning *, struct smv_body *, unsigned depth);

static void take_over(struct smv_meaning *l, const struct smv_decl *isa, unsigned depth, decl_array *decls)
{
    struct smv_body *from = find_body(l, isa->isa);
    if (!from) {
        unknown_module(l, isa->span, isa->isa, false);
    } else if (from->state == SMV_BODY_OPEN || depth >= SMV_MAX_INSTANCE_DEPTH) {
        smv_error(l, isa->span, "module \"%s\" takes over its own declarations", isa->isa->text);
    } else if (collect(l, from, depth + 1)) {
        l->taken_over += from->count;
        if (l->taken_over > MAX_TAKEN_OVER) {
            if (!l->stopped)
                smv_error(l, isa->span, "too many declarations are taken over from other modules");
            l->stopped = true;
            return;
        }
        for (size_t i = 0; i < from->count; i++)
            array_push(l->mem, decls, from->decls[i]);
    }
}

static bool collect(struct smv_meaning *l, struct smv_body *body, unsigned depth)
{
    if (body->state == SMV_BODY_DONE)
        return true;
    body->state = SMV_BODY_OPEN;
    decl_array decls = {0};
    for (const struct smv_decl *d = body->module->decls; d && !l->stopped; d = d->next) {
        if (d->kind == SMV_ISA)
            take_over(l, d, depth, &decls);
        else
            array_push(l->mem, &decls, d);
    }
    body->decls = arena_alloc(&l->arena, decls.count * sizeof *body->decls);
    if (decls.count)
        memcpy(body->decls, decls.at, decls.count * sizeof *body->decls);
    body->count = decls.count;
    body->state = SMV_BODY_DONE;
    array_free(l->mem, &decls);
    return !l->stopped;
}

// ---- Names of an instance -------------------------------------------------------------------------------------------

static bool is_variable_decl(const struct smv_decl *d)
{
    return d->kind == SMV_VAR || d->kind == SMV_IVAR || d->kind == SMV_FROZENVAR;
}

static enum smv_entity_kind entity_kind(const struct smv_decl *d)
{
    if (d->kind == SMV_DEFINE)
        return SMV_DEFINITION;
    return d->type->kind == SMV_TYPE_INSTANCE ? SMV_INSTANCE : SMV_VARIABLE;
}

static bool has_dot(const struct smv_expr *target)
{
    for (; target->op == SMV_INDEX; target = target->args[0])
        continue;
    return target->op == SMV_DOT;
}

static struct smv_entity *declare(struct smv_meaning *l, struct smv_instance *home, struct smv_instance *scope,
                                  const struct smv_decl *d, const struct symbol *symbol)
{
    struct smv_entity *e = smv_declare(l, home, symbol, entity_kind(d), d->target->span);
    if (!e)
        return NULL;
    e->scope = scope;
    e->body = d->expr;
    return e;
}

static void declare_name(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    if (has_dot(d->target)) {
        array_push(l->mem, &l->pending, ((struct smv_pending){instance, d, NULL}));
        return;
    }
    const struct symbol *symbol = smv_path_symbol(l, d->target);
    if (!symbol) {
        smv_error(l, d->target->span, "this is not a name that can be declared");
        return;
    }
    if (d->target->op == SMV_INDEX)
        l->has_indexed_names = true;
    declare(l, instance, instance, d, symbol);
}

static void declare_constant(struct smv_meaning *l, const struct smv_decl *d)
{
    const struct symbol *symbol = smv_path_symbol(l, d->target);
    if (symbol)
        smv_declare_constant(l, symbol);
    else
        smv_error(l, d->target->span, "this is not a name that can be declared");
}

static void declare_parameters(struct smv_meaning *l, struct smv_instance *instance, const struct smv_type *type)
{
    const struct smv_module *module = instance->body->module;
    for (uint32_t i = 0; i < module->count; i++) {
        const struct smv_parameter *p = &module->parameters[i];
        struct smv_entity *e = smv_declare(l, instance, p->symbol, SMV_PARAMETER, p->span);
        if (!e)
            continue;
        if (!type) { // of main, after an error
            e->state = SMV_DONE;
            continue;
        }
        e->body = type->args[i];
        e->scope = instance->parent;
    }
}

static void declare_names(struct smv_meaning *l, struct smv_instance *instance, const struct smv_type *type)
{
    instance->first_entity = l->entities.count;
    declare_parameters(l, instance, type);
    for (size_t i = 0; i < instance->body->count && smv_goes_on(l); i++) {
        const struct smv_decl *d = instance->body->decls[i];
        if (is_variable_decl(d) || d->kind == SMV_DEFINE)
            declare_name(l, instance, d);
        else if (d->kind == SMV_CONSTANT)
            declare_constant(l, d);
    }
    instance->entity_count = l->entities.count - instance->first_entity;
}

// ---- Instances ------------------------------------------------------------------------------------------------------

static struct smv_instance *add_instance(struct smv_meaning *l, const struct smv_body *body,
                                         struct smv_instance *parent, const char *name)
{
    struct smv_instance *instance = arena_alloc(&l->arena, sizeof *instance);
    *instance = (struct smv_instance){
        .id = (uint32_t)l->instances.count,
        .body = body,
        .parent = parent,
        .name = name,
        .depth = parent ? parent->depth + 1 : 0,
        .process = parent ? parent->process : 0,
    };
    array_push(l->mem, &l->instances, instance);
    return instance;
}

// Whether the module may be instantiated here; an error says why not.
static bool fits(struct smv_meaning *l, const struct smv_instance *parent, const struct smv_type *type,
                 struct smv_body *body)
{
    const struct smv_module *m = body->module;
    assert(parent);
    for (const struct smv_instance *up = parent; up; up = up->parent) {
        if (up->body == body) {
            smv_error(l, type->span, "module \"%s\" contains itself", m->symbol->text);
            return false;
        }
    }
    if (type->count != m->count) {
        if (smv_error(l, type->span, "module \"%s\" has %u parameter%s, and %u %s given", m->symbol->text,
                      (unsigned)m->count, m->count == 1 ? "" : "s", (unsigned)type->count,
                      type->count == 1 ? "is" : "are"))
            smv_note(l, m->span, "the module");
        return false;
    }
    if (parent->depth + 1 >= SMV_MAX_INSTANCE_DEPTH) {
        smv_error(l, type->span, "instances are nested deeper than %d", SMV_MAX_INSTANCE_DEPTH);
        return false;
    }
    return collect(l, body, 0);
}

static void fill(struct smv_meaning *, struct smv_instance *, const struct smv_type *);

static struct smv_thing make_instance(struct smv_meaning *l, struct smv_instance *parent, const struct smv_decl *d,
                                      const char *name)
{
    const struct smv_type *type = d->type;
    struct smv_body *body = find_body(l, type->module);
    if (!body) {
        unknown_module(l, type->module_span, type->module, !type->count);
        return smv_bad;
    }
    if (!fits(l, parent, type, body))
        return smv_bad;
    struct smv_instance *instance = add_instance(l, body, parent, name);
    if (type->is_process) {
        instance->process = (uint32_t)l->processes.count;
        array_push(l->mem, &l->processes, instance);
    }
    fill(l, instance, type);
    return (struct smv_thing){.sort = SMV_COMPONENT, .instance = instance};
}

static void make_entity(struct smv_meaning *l, struct smv_entity *e, const struct smv_decl *d)
{
    const char *name = smv_full_name(l, e->home, e->symbol->text);
    if (e->kind == SMV_INSTANCE)
        e->thing = make_instance(l, e->home, d, name);
    else
        e->thing = smv_make_variable(l, e->scope, d, name);
    if (e->kind == SMV_VARIABLE && d->kind != SMV_FROZENVAR)
        e->mentions = d->kind == SMV_IVAR ? SMV_MENTIONS_INPUT : SMV_MENTIONS_STATE;
    e->state = SMV_DONE;
}

// `type` is that of the declaration, with the values of the parameters; NULL for main.
static void fill(struct smv_meaning *l, struct smv_instance *instance, const struct smv_type *type)
{
    declare_names(l, instance, type);
    for (size_t i = 0; i < instance->body->count && smv_goes_on(l); i++) {
        const struct smv_decl *d = instance->body->decls[i];
        if (!is_variable_decl(d) || has_dot(d->target))
            continue;
        const struct symbol *symbol = smv_path_symbol(l, d->target);
        struct smv_entity *e = symbol ? smv_find(l, instance, symbol) : NULL;
        if (e && e->span.offset == d->target->span.offset && e->state == SMV_NEW) // not one of the same name
            make_entity(l, e, d);
    }
}

// ---- Names with dots ------------------------------------------------------------------------------------------------

// A name may be declared for another instance (`DEFINE left.ack := ...`). Where there is no such instance, as in models
// that have been flattened, the dots are only a part of the name; an instance without declarations of its own holds
// what has its name before the dot.

static struct smv_instance *invent_instance(struct smv_meaning *l, struct smv_instance *home,
                                            const struct symbol *symbol, struct span span)
{
    struct smv_entity *e = smv_declare(l, home, symbol, SMV_INSTANCE, span);
    if (!e)
        return NULL;
    struct smv_body *body = arena_alloc(&l->arena, sizeof *body);
    *body = (struct smv_body){.module = home->body->module, .state = SMV_BODY_DONE};
    struct smv_instance *instance = add_instance(l, body, home, smv_full_name(l, home, symbol->text));
    instance->first_entity = l->entities.count;
    e->is_prefix = true;
    e->thing = (struct smv_thing){.sort = SMV_COMPONENT, .instance = instance};
    e->state = SMV_DONE;
    return instance;
}

// The instance that a path in front of a dot leads to; NULL, with an error, if it leads to something else.
static struct smv_instance *declared_in(struct smv_meaning *l, struct smv_instance *scope, const struct smv_expr *path)
{
    static const struct smv_use use = {"a name that is declared", false, false, false};
    struct smv_instance *home = path->op == SMV_DOT ? declared_in(l, scope, path->args[0]) : scope;
    const struct symbol *symbol = path->op == SMV_DOT ? path->symbol : smv_path_symbol(l, path);
    if (!home)
        return NULL;
    if (symbol && !smv_find(l, home, symbol) && home->depth + 1 < SMV_MAX_INSTANCE_DEPTH) {
        l->has_indexed_names |= path->op == SMV_INDEX;
        return invent_instance(l, home, symbol, path->span);
    }
    struct smv_thing thing = smv_path_home(l, &(struct smv_frame){scope, &use}, path);
    if (thing.sort == SMV_COMPONENT)
        return thing.instance;
    if (thing.sort != SMV_BAD)
        smv_error(l, path->span, "this is %s; a name can only be declared in an instance of a module",
                  smv_describe(l, &thing));
    return NULL;
}

static void declare_pending(struct smv_meaning *l, struct smv_pending *p)
{
    const struct smv_expr *target = p->decl->target, *dotted = target;
    while (dotted->op == SMV_INDEX)
        dotted = dotted->args[0];
    const struct symbol *symbol = target == dotted ? target->symbol : smv_path_symbol(l, target);
    struct smv_instance *home = symbol ? declared_in(l, p->scope, dotted->args[0]) : NULL;
    if (!symbol || (home && target != dotted && smv_find(l, home, dotted->symbol))) {
        smv_error(l, target->span, "this is not a name that can be declared");
        return;
    }
    if (!home)
        return;
    if (target != dotted) { // `a.x[1]` as a whole, as it is looked for
        l->has_indexed_names = true;
        home = p->scope;
    }
    p->entity = declare(l, home, p->scope, p->decl, symbol);
    if (!p->entity || p->entity->kind == SMV_DEFINITION)
        return;
    if (p->entity->kind == SMV_INSTANCE) {
        smv_error(l, target->span, "an instance cannot be declared for another one");
        p->entity->state = SMV_DONE;
    } else {
        make_entity(l, p->entity, p->decl);
    }
}

// An enumeration's symbols are known in every module, so no variable of main can have such a name. (A name of another
// module is ambiguous only where it is used there, see resolve.c.)
static void check_constants(struct smv_meaning *l)
{
    const struct smv_instance *top = l->instances.at[0];
    for (size_t i = 0; i < top->entity_count; i++) {
        const struct smv_entity *e = l->entities.at[top->first_entity + i];
        if (e->kind != SMV_INSTANCE && smv_is_constant(l, e->symbol)) // an instance is no value
            smv_error(l, e->span, "\"%s\" is also a value of an enumeration", e->symbol->text);
    }
}

static void add_selector(struct smv_meaning *l)
{
    l->selector = CELL_NONE;
    if (l->processes.count < 2)
        return;
    ARRAY(value) names = {0};
    for (size_t i = 0; i < l->processes.count; i++)
        array_push(l->mem, &names, model_symbol(l->model, i ? l->processes.at[i]->name : "main"));
    type_id type = model_enum(l->model, names.at, names.count);
    array_free(l->mem, &names);
    l->selector = model_add_cell(l->model, "_process_selector_", type, CELL_INPUT);
}

bool smv_instantiate(struct smv_meaning *l)
{
    find_modules(l);
    const struct symbol *name = smv_find_symbol(l->tree, "main", 4);
    struct smv_body *body = name ? find_body(l, name) : NULL;
    if (!body) {
        struct nearest nearest = nearest_to("main");
        for (size_t i = 0; i < l->bodies.count; i++)
            nearest_look(&nearest, l->bodies.at[i].module->symbol->text);
        diag_error(l->diag, (struct diag_range){l->source, DIAG_WHOLE, 0}, "there is no module \"main\"%s%s%s",
                   nearest.best ? "; is \"" : "", nearest.best ? nearest.best : "",
                   nearest.best ? "\" meant to be it?" : "");
        return false;
    }
    if (body->module->count)
        smv_error(l, body->module->span, "module \"main\" cannot have parameters");
    if (!collect(l, body, 0))
        return false;
    struct smv_instance *top = add_instance(l, body, NULL, "");
    array_push(l->mem, &l->processes, top);
    fill(l, top, NULL);
    for (size_t i = 0; i < l->pending.count && smv_goes_on(l); i++)
        declare_pending(l, &l->pending.at[i]);
    if (l->stopped)
        return false;
    add_selector(l);
    check_constants(l);
    return !l->stopped;
}
