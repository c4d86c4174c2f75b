// From a path (`a`, `a.b`, `a.b[2].c`, `self`) to what it stands for.
//
// Definitions and parameters are evaluated when they are first used, and only once. Models that were made by programs
// have long chains of definitions, each using the one before; so that such a chain takes no stack, a definition is read
// for names first, what those stand for is evaluated, and then the definition itself.
#include <inttypes.h>
#include <string.h>

#include "smv/meaning.h"

#define MAX_NESTING 100
#define SHOWN_NOTES 8

static const struct smv_use in_definition = {"a definition", true, true, false};

// ---- Definitions ----------------------------------------------------------------------------------------------------

struct search {
    struct smv_meaning *l;
    struct smv_instance *scope;
    const struct smv_entity *circle; // one that is used while it is being evaluated
};

static struct smv_instance *found(struct search *s, struct smv_entity *e)
{
    if (!e)
        return NULL;
    if (e->state == SMV_OPEN)
        s->circle = e;
    else if (e->state == SMV_NEW && (e->kind == SMV_DEFINITION || e->kind == SMV_PARAMETER))
        array_push(s->l->mem, &s->l->unfinished, e);
    return e->state == SMV_DONE && e->thing.sort == SMV_COMPONENT ? e->thing.instance : NULL;
}

// Puts everything that `e` uses and that is not evaluated yet on the list. Gives the instance that it stands for, if it
// is known to be one.
static struct smv_instance *find_uses(struct search *s, const struct smv_expr *e)
{
    struct smv_instance *home;
    switch (e->op) {
    case SMV_NAME:
        return found(s, smv_find(s->l, s->scope, e->symbol));
    case SMV_SELF:
        return s->scope;
    case SMV_DOT:
        home = find_uses(s, e->args[0]);
        return home ? found(s, smv_find(s->l, home, e->symbol)) : NULL;
    default:
        for (uint32_t i = 0; i < e->count; i++)
            if (e->args[i])
                find_uses(s, e->args[i]);
        return NULL;
    }
}

static void report_circle(struct smv_meaning *l, const struct smv_entity *first)
{
    const char *what = first->kind == SMV_PARAMETER ? "parameter" : "definition";
    const char *name = smv_full_name(l, first->home, first->symbol->text);
    if (!smv_error(l, first->span, "the %s \"%s\" depends on itself", what, name))
        return;
    // Those that are open, from the first on, are the way round.
    size_t i = l->unfinished.count;
    while (i > 0 && l->unfinished.at[i - 1] != first)
        i--;
    const struct smv_entity *shown = first;
    for (int notes = 0; i < l->unfinished.count && notes < SHOWN_NOTES; i++) {
        const struct smv_entity *e = l->unfinished.at[i];
        if (e->state != SMV_OPEN || e == shown || e == first)
            continue;
        smv_note(l, e->span, "by way of \"%s\"", smv_full_name(l, e->home, e->symbol->text));
        shown = e;
        notes++;
    }
}

// Nothing can be assigned to it, or to an element of it, even if it is another name of a variable.
static void make_definition(struct smv_meaning *l, struct smv_thing *thing)
{
    thing->is_variable = false;
    if (thing->sort != SMV_ELEMENTS)
        return;
    const struct smv_elements *from = thing->elements;
    struct smv_elements *copy = arena_alloc(&l->arena, sizeof *copy + from->count * sizeof copy->at[0]);
    memcpy(copy, from, sizeof *copy + from->count * sizeof copy->at[0]);
    for (size_t i = 0; i < copy->count; i++)
        make_definition(l, &copy->at[i]);
    thing->elements = copy;
}

static void finish(struct smv_meaning *l, struct smv_entity *e)
{
    struct smv_frame f = {e->scope, &in_definition};
    const struct source *source = l->source;
    unsigned mentions = l->mentions;
    l->source = l->tree->source; // a formula from elsewhere may be the first to use it
    l->mentions = 0;
    e->thing = smv_lower(l, &f, e->body);
    e->mentions = l->mentions;
    l->mentions = mentions;
    l->source = source;
    if (e->kind == SMV_DEFINITION)
        make_definition(l, &e->thing);
    e->state = SMV_DONE;
}

void smv_evaluate(struct smv_meaning *l, struct smv_entity *wanted)
{
    if (wanted->state != SMV_NEW)
        return;
    size_t base = l->unfinished.count;
    array_push(l->mem, &l->unfinished, wanted);
    while (l->unfinished.count > base) {
        struct smv_entity *e = array_last(&l->unfinished);
        if (e->state == SMV_DONE) {
            l->unfinished.count--;
            continue;
        }
        size_t before = l->unfinished.count;
        struct search s = {l, e->scope, NULL};
        e->state = SMV_OPEN;
        find_uses(&s, e->body);
        if (s.circle) {
            const struct source *source = l->source;
            l->source = l->tree->source;
            report_circle(l, s.circle);
            l->source = source;
            e->thing = smv_bad;
            e->state = SMV_DONE;
            l->unfinished.count = before;
        } else if (l->unfinished.count == before) {
            finish(l, e);
            l->unfinished.count = before - 1;
        }
    }
}

// ---- What a name stands for -----------------------------------------------------------------------------------------

static const struct smv_thing *thing_of(struct smv_meaning *l, struct smv_entity *e, struct span span)
{
    if (e->state == SMV_DONE) {
        l->mentions |= e->mentions;
        return &e->thing;
    }
    if (e->kind == SMV_VARIABLE || e->kind == SMV_INSTANCE) { // used while the instances are still being made
        smv_error(l, span, "\"%s\" is not a constant, or comes too late to be used here", e->symbol->text);
        return &smv_bad;
    }
    if (e->state == SMV_OPEN || l->nesting >= MAX_NESTING) {
        report_circle(l, e);
        return &smv_bad;
    }
    l->nesting++;
    smv_evaluate(l, e);
    l->nesting--;
    l->mentions |= e->mentions;
    return &e->thing;
}

static bool is_running(const struct smv_meaning *l, const struct symbol *symbol)
{
    return l->selector != CELL_NONE && strcmp(symbol->text, "running") == 0;
}

static struct smv_thing running(struct smv_meaning *l, const struct smv_instance *instance)
{
    uint32_t process = instance->process;
    l->mentions |= SMV_MENTIONS_INPUT;
    value name = model_symbol(l->model, process ? l->processes.at[process]->name : "main");
    expr selected = model_const(l->model, model_enum(l->model, &name, 1), name);
    return smv_thing_of(l, model_binary(l->model, OP_EQ, model_cell_expr(l->model, l->selector), selected));
}

// Names may contain "-", so that `x-1` is one: whether what stands before the first of them is a name, too.
static bool may_be_difference(struct smv_meaning *l, const struct smv_instance *scope, const char *name)
{
    const char *minus = strchr(name, '-');
    if (!minus || minus == name || !minus[1])
        return false;
    const struct symbol *before = smv_symbol(l->tree, name, (size_t)(minus - name));
    return smv_find(l, scope, before) || smv_is_constant(l, before);
}

// What other languages call the branch of a `case` for all that is left.
static bool is_word_for_rest(const char *word)
{
    return strcmp(word, "else") == 0 || strcmp(word, "default") == 0 || strcmp(word, "otherwise") == 0;
}

static void unknown_name(struct smv_meaning *l, const struct smv_instance *scope, const struct smv_expr *e)
{
    const char *module = scope->body->module->symbol->text;
    const char *similar = smv_suggestion(l, scope, e->symbol, true);
    if (may_be_difference(l, scope, e->symbol->text))
        smv_error(l, e->span,
                  "there is no variable \"%s\" in module %s; names may contain \"-\", so put spaces around it for a "
                  "difference",
                  e->symbol->text, module);
    else if (similar)
        smv_error(l, e->span, "there is no variable \"%s\" in module %s; did you mean \"%s\"?", e->symbol->text, module,
                  similar);
    else if (strcmp(e->symbol->text, "running") == 0)
        smv_error(l, e->span, "\"running\" is for models with processes, and there are none");
    else
        smv_error(l, e->span, "there is no variable \"%s\" in module %s%s", e->symbol->text, module,
                  is_word_for_rest(e->symbol->text) ? "; the last branch of a \"case\" is written \"TRUE : ...;\""
                                                    : "");
}

static struct smv_thing name(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_entity *entity = smv_find(l, f->scope, e->symbol);
    bool constant = smv_is_constant(l, e->symbol);
    // An instance is no value: where one is needed, the value of the enumeration is meant.
    if (entity && constant && (entity->is_prefix || entity->kind == SMV_INSTANCE))
        entity = NULL;
    if (entity && constant) {
        if (smv_error(l, e->span, "\"%s\" is ambiguous: it is also a value of an enumeration", e->symbol->text))
            smv_note(l, entity->span, "the name that is declared");
        return smv_bad;
    }
    if (entity)
        return *thing_of(l, entity, e->span);
    if (constant)
        return smv_thing_of(l, smv_constant(l, e->symbol));
    if (is_running(l, e->symbol))
        return running(l, f->scope);
    unknown_name(l, f->scope, e);
    return smv_bad;
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

// A name with dots in it may also be a value of an enumeration.
static bool dotted_constant(struct smv_meaning *l, const struct smv_expr *e, struct smv_thing *thing)
{
    const struct smv_expr *first = e;
    while (first->op == SMV_DOT)
        first = first->args[0];
    if (first->op != SMV_NAME)
        return false;
    const struct symbol *symbol = smv_path_symbol(l, e);
    if (!symbol || !smv_is_constant(l, symbol))
        return false;
    *thing = smv_thing_of(l, smv_constant(l, symbol));
    return true;
}

static void unknown_member(struct smv_meaning *l, const struct smv_instance *home, const struct smv_expr *e)
{
    const char *module = home->body->module->symbol->text;
    const char *similar = smv_suggestion(l, home, e->symbol, false);
    if (similar)
        smv_error(l, e->span, "there is no \"%s\" in module %s; did you mean \"%s\"?", e->symbol->text, module,
                  similar);
    else
        smv_error(l, e->span, "there is no \"%s\" in module %s", e->symbol->text, module);
}

static struct smv_thing dot(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing thing;
    const struct smv_expr *base = e->args[0];
    bool known = base->op != SMV_NAME || smv_find(l, f->scope, base->symbol);
    if (!known && dotted_constant(l, e, &thing))
        return thing;
    thing = smv_path_home(l, f, base);
    if (thing.sort == SMV_BAD)
        return smv_bad;
    if (thing.sort == SMV_COMPONENT) {
        struct smv_entity *entity = smv_find(l, thing.instance, e->symbol);
        if (entity)
            return *thing_of(l, entity, e->span);
        if (is_running(l, e->symbol))
            return running(l, thing.instance);
        if (!dotted_constant(l, e, &thing)) {
            unknown_member(l, thing.instance, e);
            return smv_bad;
        }
        return thing;
    }
    smv_error(l, base->span, "this is %s, and not an instance of a module; it has no \"%s\"", smv_describe(l, &thing),
              e->symbol->text);
    return smv_bad;
}

// The element under an index that is not constant: a choice for each position. Arrays of arrays are chosen part by
// part.
static struct smv_thing choose(struct smv_meaning *l, const struct smv_expr *e, const struct smv_elements *from,
                               expr index)
{
    size_t at = l->operands.count;
    for (size_t i = 0; i < from->count; i++) {
        if (from->at[i].sort == SMV_BAD || from->at[i].sort != from->at[0].sort) {
            if (from->at[i].sort != SMV_BAD && from->at[0].sort != SMV_BAD)
                smv_error(l, e->span,
                          "the elements of this array are of different kinds; the index must be a constant");
            l->operands.count = at;
            return smv_bad;
        }
        array_push(l->mem, &l->operands, from->at[i]);
    }
    if (from->at[0].sort != SMV_VALUE) {
        l->operands.count = at;
        return smv_bad;
    }
    ARRAY(struct smv_expr *) places = {0};
    for (size_t i = 0; i < from->count; i++)
        array_push(l->mem, &places, e->args[0]);
    bool fit = smv_unify(l, places.at, at, from->count, 1);
    array_free(l->mem, &places);
    if (!fit) {
        l->operands.count = at;
        return smv_bad;
    }
    struct smv_thing result = l->operands.at[at + from->count - 1];
    for (size_t i = from->count - 1; i-- > 0;) {
        const struct smv_thing *this = &l->operands.at[at + i];
        type_id mine = model_expr(l->model, this->value)->type, rest = model_expr(l->model, result.value)->type;
        if (!model_can_join(l->model, mine, rest)) {
            smv_error(l, e->span, "the elements of this array are of different kinds; the index must be a constant");
            result = smv_bad;
            break;
        }
        expr here = model_binary(l->model, OP_EQ, index, model_int(l->model, from->low + (value)i));
        result.value = model_ite(l->model, here, this->value, result.value);
        result.fine = model_ite(l->model, here, this->fine, result.fine);
    }
    l->operands.count = at;
    result.is_variable = false;
    return result;
}

static struct smv_thing choose_arrays(struct smv_meaning *l, const struct smv_expr *e, const struct smv_elements *from,
                                      expr index)
{
    const struct smv_elements *first = from->at[0].elements;
    for (size_t i = 0; i < from->count; i++) {
        const struct smv_thing *row = &from->at[i];
        if (row->sort != SMV_ELEMENTS || row->elements->low != first->low || row->elements->count != first->count) {
            if (row->sort != SMV_BAD)
                smv_error(l, e->span, "the rows of this array are not alike; the index must be a constant");
            return smv_bad;
        }
    }
    struct smv_elements *result = arena_alloc(&l->arena, sizeof *result + first->count * sizeof result->at[0]);
    struct smv_elements *column = arena_alloc(&l->arena, sizeof *column + from->count * sizeof column->at[0]);
    result->low = first->low;
    result->count = first->count;
    column->low = from->low;
    column->count = from->count;
    for (size_t j = 0; j < first->count; j++) {
        for (size_t i = 0; i < from->count; i++)
            column->at[i] = from->at[i].elements->at[j];
        result->at[j] =
            column->at[0].sort == SMV_ELEMENTS ? choose_arrays(l, e, column, index) : choose(l, e, column, index);
    }
    return (struct smv_thing){.sort = SMV_ELEMENTS, .elements = result};
}

// A condition on the index belongs to every value that is taken through it.
static void require(struct smv_meaning *l, struct smv_thing *thing, expr condition)
{
    if (condition == l->yes)
        return;
    if (thing->sort == SMV_VALUE) {
        thing->fine = model_and(l->model, thing->fine, condition);
        thing->is_variable = false;
    } else if (thing->sort == SMV_ELEMENTS) {
        const struct smv_elements *from = thing->elements;
        struct smv_elements *copy = arena_alloc(&l->arena, sizeof *copy + from->count * sizeof copy->at[0]);
        memcpy(copy, from, sizeof *copy + from->count * sizeof copy->at[0]);
        for (size_t i = 0; i < copy->count; i++)
            require(l, &copy->at[i], condition);
        thing->elements = copy;
    }
}

// Without the elements that the index cannot reach.
static const struct smv_elements *reachable(struct smv_meaning *l, const struct smv_elements *elements, expr index)
{
    const struct type *type = smv_type_of(l, index);
    value low = elements->low, high = low + (value)elements->count - 1;
    value first = type->low > low ? type->low : low, last = type->high < high ? type->high : high;
    if (first > last || (first == low && last == high))
        return elements;
    size_t count = (size_t)(last - first) + 1;
    struct smv_elements *part = arena_alloc(&l->arena, sizeof *part + count * sizeof part->at[0]);
    part->low = first;
    part->count = count;
    memcpy(part->at, elements->at + (first - low), count * sizeof part->at[0]);
    return part;
}

static struct smv_thing element(struct smv_meaning *l, const struct smv_expr *e, const struct smv_thing *base,
                                const struct smv_thing *index)
{
    const struct smv_elements *elements = base->elements;
    value low = elements->low, high = low + (value)elements->count - 1, at;
    if (model_is_const(l->model, index->value, &at)) {
        if (at < low || at > high) {
            smv_error(l, e->args[1]->span,
                      "index %" PRId64 " is outside of the array, which goes from %" PRId64 " to %" PRId64, at, low,
                      high);
            return smv_bad;
        }
        return elements->at[at - low];
    }
    elements = reachable(l, elements, index->value);
    struct smv_thing result = elements->at[0].sort == SMV_ELEMENTS ? choose_arrays(l, e, elements, index->value)
                                                                   : choose(l, e, elements, index->value);
    expr inside = smv_in_type(l, index->value, model_integer(l->model, low, high));
    inside = smv_site(l, SMV_MUST_INDEX, e->args[1]->span, inside, low, high);
    require(l, &result, model_and(l->model, index->fine, inside));
    return result;
}

static struct smv_thing path(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);

// `x[1]` may have been declared as a name of its own.
static bool indexed_name(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e,
                         struct smv_thing *thing)
{
    if (!l->has_indexed_names)
        return false;
    const struct smv_instance *home = f->scope;
    const struct symbol *symbol = smv_path_symbol(l, e);
    struct smv_entity *entity = symbol ? smv_find(l, home, symbol) : NULL;
    if (!entity)
        return false;
    *thing = *thing_of(l, entity, e->span);
    return true;
}

static struct smv_thing subscript(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing base;
    if (indexed_name(l, f, e, &base))
        return base;
    base = path(l, f, e->args[0]); // it is the element that must be allowed
    struct smv_thing index = smv_lower_value(l, f, e->args[1]);
    if (index.sort == SMV_VALUE && smv_type_of(l, index.value)->kind == TYPE_WORD)
        index.value = model_unary(l->model, OP_TO_INT, index.value);
    else
        smv_to_integer(l, e->args[1]->span, &index);
    if (base.sort == SMV_BAD || index.sort == SMV_BAD)
        return smv_bad;
    if (base.sort == SMV_ELEMENTS)
        return element(l, e, &base, &index);
    if (base.sort == SMV_VALUE && smv_type_of(l, base.value)->kind == TYPE_WORD)
        smv_error(l, e->span, "this is a word, and not an array; a bit of it is written w[i:i]");
    else
        smv_error(l, e->args[0]->span, "this is %s, and not an array", smv_describe(l, &base));
    return smv_bad;
}

// ---- Whole paths ----------------------------------------------------------------------------------------------------

// Next values and inputs are not allowed everywhere, and a name may stand for something that has them.
static bool is_allowed(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e,
                       const struct smv_thing *thing)
{
    for (size_t i = 0; thing->sort == SMV_ELEMENTS && i < thing->elements->count; i++)
        if (!is_allowed(l, f, e, &thing->elements->at[i]))
            return false;
    if (thing->sort != SMV_VALUE)
        return true;
    const struct expr_node *n = model_expr(l->model, thing->value);
    if (n->has_next && !f->use->next) {
        smv_error(l, e->span, "this stands for an expression with \"next\" in it, which is not allowed in %s",
                  f->use->where);
        return false;
    }
    if (n->has_input && !f->use->inputs) {
        if (n->op == OP_CELL)
            smv_error(l, e->span, "this is an input variable, which is not allowed in %s", f->use->where);
        else
            smv_error(l, e->span, "this depends on an input variable, which is not allowed in %s", f->use->where);
        return false;
    }
    return true;
}

static struct smv_thing path(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    switch (e->op) {
    case SMV_NAME:
        return name(l, f, e);
    case SMV_SELF:
        return (struct smv_thing){.sort = SMV_COMPONENT, .instance = f->scope};
    case SMV_DOT:
        return dot(l, f, e);
    case SMV_INDEX:
        return subscript(l, f, e);
    default:
        return smv_lower(l, f, e);
    }
}

struct smv_thing smv_path(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing thing = path(l, f, e);
    return is_allowed(l, f, e, &thing) ? thing : smv_bad;
}

struct smv_thing smv_path_home(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    const struct smv_entity *entity = e->op == SMV_NAME ? smv_find(l, f->scope, e->symbol) : NULL;
    bool is_home = entity && (entity->is_prefix || (entity->kind == SMV_INSTANCE && entity->state == SMV_DONE &&
                                                    smv_is_constant(l, e->symbol)));
    return is_home ? entity->thing : smv_path(l, f, e);
}
