// From schemas to expressions. In the counter model, an operation over the rest of a class becomes one over local
// states: all of the rest are so if for each local state, none of the rest is in it or those in it are so. Where the
// numbers are not known yet, unknown values stand for that.
#include <string.h>

#include "reduce/counter/counter_parts.h"

#define WIDE ((value)1 << 40) // what an unknown sum may be

void builder_open(struct builder *b, struct counter_reduction *r, struct model *model, bool is_abstract)
{
    *b = (struct builder){.r = r, .model = model, .is_abstract = is_abstract};
    b->plain = mem_alloc(r->mem, (r->cell_count + 1) * sizeof *b->plain);
    b->rests = mem_alloc(r->mem, (r->pointers.count + 1) * sizeof *b->rests);
    for (size_t i = 0; i < r->cell_count; i++)
        b->plain[i] = EXPR_NONE;
    for (size_t i = 0; i < r->pointers.count; i++)
        b->rests[i] = EXPR_NONE;
}

void builder_close(struct builder *b)
{
    struct mem *mem = b->r->mem;
    mem_free(mem, b->plain, (b->r->cell_count + 1) * sizeof *b->plain);
    mem_free(mem, b->rests, (b->r->pointers.count + 1) * sizeof *b->rests);
    array_free(mem, &b->closed);
    array_free(mem, &b->open);
    array_free(mem, &b->unknown);
    array_free(mem, &b->terms);
}

static void forget(struct builder *b, bool closed, bool open)
{
    for (size_t i = 0; closed && i < b->closed.count; i++)
        b->closed.at[i] = EXPR_NONE;
    for (size_t i = 0; open && i < b->open.count; i++)
        b->open.at[i] = EXPR_NONE;
}

void builder_forget(struct builder *b)
{
    forget(b, true, true);
    for (size_t i = 0; i < b->unknown.count; i++)
        b->unknown.at[i].used = false;
}

void builder_use(struct builder *b, const struct counter_case *c)
{
    size_t count = c->schema.nodes.count;
    b->c = c;
    b->closed.count = b->open.count = 0;
    for (size_t i = 0; i < count; i++) {
        array_push(b->r->mem, &b->closed, EXPR_NONE);
        array_push(b->r->mem, &b->open, EXPR_NONE);
    }
    for (uint32_t i = 0; i < COUNTER_MOST_SLOTS; i++) {
        b->locals[i] = NULL;
        b->more[i] = 0;
    }
    builder_forget(b);
}

value builder_taken(const struct builder *b, uint32_t class, uint32_t local)
{
    value taken = 0;
    for (uint32_t i = 0; i < b->c->slot_count; i++)
        taken += b->c->slots[i].class == class && b->numbers[i] == local;
    return taken;
}

// ---- Leaves ---------------------------------------------------------------------------------------------------------

expr counter_value(struct model *m, const struct type *type, value v)
{
    if (type->kind == TYPE_BOOLEAN)
        return v ? model_true(m) : model_false(m);
    if (type->kind == TYPE_WORD)
        return model_const(m, model_word(m, type->width, type->is_signed), v);
    return value_is_symbol(v) ? model_const(m, model_enum(m, &v, 1), v) : model_int(m, v);
}

const struct type *counter_column_type(const struct counter_reduction *r, uint32_t class, uint32_t column)
{
    const struct counted *k = &r->counted.at[class];
    type_id type = column < k->cell_columns ? model_cell(r->from, k->cells[column])->type : model_boolean(r->from);
    return model_type(r->from, type);
}

// A value that nothing is known of; another one each time.
static expr unknown(struct builder *b, type_id type)
{
    for (size_t i = 0; i < b->unknown.count; i++) {
        if (b->unknown.at[i].used || b->unknown.at[i].type != type)
            continue;
        b->unknown.at[i].used = true;
        return model_cell_expr(b->model, b->unknown.at[i].cell);
    }
    cell_id cell = model_add_cell(b->model, "unknown", type, CELL_STATE);
    array_push(b->r->mem, &b->unknown, ((struct unknown_cell){cell, type, true}));
    return model_cell_expr(b->model, cell);
}

// The types of the model per orbit have the same numbers in all models here.
static expr build_local(struct builder *b, const struct schema_node *n)
{
    const value *local = n->slot == NO_SLOT ? b->here : b->locals[n->slot];
    const struct counted *k = &b->r->counted.at[n->class];
    if (local)
        return counter_value(b->model, counter_column_type(b->r, n->class, (uint32_t)n->data), local[n->data]);
    return unknown(b, n->data < k->cell_columns ? model_cell(b->r->from, k->cells[n->data])->type
                                                : model_boolean(b->model));
}

static expr build_self(struct builder *b, const struct schema_node *n)
{
    const struct component_class *class = b->r->counted.at[n->class].class;
    return counter_value(b->model, &(struct type){.kind = TYPE_ENUM}, class->ids[b->c->named[n->class]]);
}

// ---- Operations -----------------------------------------------------------------------------------------------------

// Nested sums and the like were taken apart: they may have any number of operands here.
static expr apply(struct builder *b, const struct schema_node *n, const expr *args)
{
    if (!op_is_associative(n->op) || op_is_nary(n->op))
        return model_rebuild(
            b->model, &(struct expr_node){.op = n->op, .type = n->type, .data = n->data, .count = n->count}, args);
    expr result = args[0];
    for (uint32_t i = 1; i < n->count; i++)
        result = model_binary(b->model, n->op, result, args[i]);
    return result;
}

static expr build_op(struct builder *b, const struct schema_node *n)
{
    size_t base = b->terms.count;
    for (uint32_t i = 0; i < n->count; i++) {
        expr arg = build(b, b->c->schema.args.at[n->first + i]);
        array_push(b->r->mem, &b->terms, arg);
    }
    expr result = apply(b, n, b->terms.at + base);
    b->terms.count = base;
    return result;
}

// What the components of the rest that are in one local state add to an operation over all.
static expr build_share(struct builder *b, const struct schema_node *n, uint32_t local, expr body)
{
    struct model *m = b->model;
    value taken = builder_taken(b, n->class, local);
    expr counter = builder_counter(b, n->class, local);
    expr none = model_not(m, model_binary(m, OP_LT, model_int(m, taken), counter));
    expr number = model_binary(m, OP_MUL, model_binary(m, OP_SUB, counter, model_int(m, taken)), model_int(m, n->data));
    switch (n->op) {
    case OP_AND:
        return model_or(m, none, body);
    case OP_OR:
        return model_and(m, model_not(m, none), body);
    case OP_COUNT:
        return model_ite(m, body, number, model_int(m, 0));
    default:
        return model_binary(m, OP_MUL, number, body);
    }
}

static expr build_unknown_each(struct builder *b, const struct schema_node *n)
{
    struct model *m = b->model;
    if (n->op == OP_AND || n->op == OP_OR)
        return unknown(b, model_boolean(m));
    if (n->op == OP_COUNT)
        return unknown(b, model_integer(m, 0, (value)b->r->counted.at[n->class].size * n->data));
    return unknown(b, model_integer(m, -WIDE, WIDE));
}

static expr build_each(struct builder *b, const struct schema_node *n)
{
    struct model *m = b->model;
    const struct tuples *locals = &b->r->counted.at[n->class].locals;
    uint32_t body = b->c->schema.args.at[n->first];
    const value *here = b->here;
    size_t base = b->terms.count;
    if (b->is_abstract)
        return build_unknown_each(b, n);
    for (uint32_t i = 0; i < locals->count; i++) {
        const value *local = tuples_at(locals, i);
        if (!counter_fits_rest(b->r, b->c, n->class, local))
            continue;
        expr share = build_share(b, n, i, build_at(b, body, local));
        array_push(b->r->mem, &b->terms, share);
    }
    b->here = here;
    forget(b, false, true);
    expr result;
    if (n->op == OP_AND || n->op == OP_OR) {
        result = model_nary(m, n->op, b->terms.at + base, b->terms.count - base);
    } else {
        result = model_int(m, 0);
        for (size_t i = base; i < b->terms.count; i++)
            result = model_binary(m, OP_ADD, result, b->terms.at[i]);
    }
    b->terms.count = base;
    return result;
}

static expr build_node(struct builder *b, const struct schema_node *n)
{
    switch (n->kind) {
    case SCHEMA_CONST:
        return counter_value(b->model, model_type(b->r->from, n->type), n->data);
    case SCHEMA_PLAIN:
        return b->plain[n->data];
    case SCHEMA_LOCAL:
        return build_local(b, n);
    case SCHEMA_SELF:
        return build_self(b, n);
    case SCHEMA_EACH:
        return build_each(b, n);
    default:
        return build_op(b, n);
    }
}

expr build(struct builder *b, uint32_t node)
{
    const struct schema_node *n = &b->c->schema.nodes.at[node];
    expr *memo = n->is_open ? &b->open.at[node] : &b->closed.at[node];
    if (*memo == EXPR_NONE) {
        expr made = build_node(b, n);
        *memo = made;
    }
    return *memo;
}

expr build_at(struct builder *b, uint32_t node, const value *local)
{
    forget(b, false, true);
    b->here = local;
    return build(b, node);
}

// ---- What a case asks for, and what components become ---------------------------------------------------------------

expr build_rest_of(const struct counter_reduction *r, struct model *m, value v)
{
    struct site site = counter_site(r, v);
    if (site.class != UINT32_MAX)
        v = r->counted.at[site.class].class->ids[0];
    return counter_value(m, &(struct type){.kind = TYPE_ENUM}, v);
}

expr build_guard(struct builder *b)
{
    struct model *m = b->model;
    size_t base = b->terms.count;
    for (uint32_t i = 0; i < b->r->pointers.count; i++)
        if (b->c->pointer_matters[i] && b->rests[i] != EXPR_NONE) {
            expr rest = build_rest_of(b->r, m, b->c->pointer_values[i]);
            array_push(b->r->mem, &b->terms, model_binary(m, OP_EQ, b->rests[i], rest));
        }
    for (size_t i = 0; i < b->c->guards.count; i++) {
        expr guard = build(b, b->c->guards.at[i]);
        array_push(b->r->mem, &b->terms, guard);
    }
    expr result = model_nary(m, OP_AND, b->terms.at + base, b->terms.count - base);
    b->terms.count = base;
    return result;
}

static expr build_bit(struct builder *b, uint32_t slot, const struct counted *k, uint32_t bit, const value *local)
{
    uint32_t pointer = k->pointers.at[bit], node = b->c->pointer_nodes[pointer];
    struct model *m = b->model;
    if (node == NO_NODE)
        return local[k->cell_columns + bit] ? model_true(m) : model_false(m);
    if (slot == NO_SLOT)
        return model_false(m); // new values of pointers are ids of named components
    value id = k->class->ids[b->c->slots[slot].element];
    return model_binary(m, OP_EQ, build(b, node), counter_value(m, &(struct type){.kind = TYPE_ENUM}, id));
}

void build_columns(struct builder *b, uint32_t slot, uint32_t class, const value *local, expr *columns)
{
    const struct counted *k = &b->r->counted.at[class];
    uint32_t most = counter_most_columns(b->r);
    forget(b, false, true);
    b->here = slot == NO_SLOT ? local : NULL;
    for (uint32_t i = 0; i < k->cell_columns; i++) {
        uint32_t node = slot == NO_SLOT ? b->c->rest_values[class * most + i] : b->c->slot_values[slot * most + i];
        columns[i] =
            node == NO_NODE ? counter_value(b->model, counter_column_type(b->r, class, i), local[i]) : build(b, node);
    }
    for (uint32_t i = 0; i < k->pointers.count; i++)
        columns[k->cell_columns + i] = build_bit(b, slot, k, i, local);
}

// Nested ite only: what else would a pointer become, with all pointers known?
expr build_pointer_rest(struct builder *b, expr e)
{
    struct model *m = b->model;
    const struct expr_node *n = model_expr(m, e);
    if (n->op == OP_CONST)
        return build_rest_of(b->r, m, n->data);
    if (n->op != OP_ITE)
        return EXPR_NONE;
    expr condition = n->args[0], otherwise = n->args[2], then = build_pointer_rest(b, n->args[1]);
    otherwise = then == EXPR_NONE ? EXPR_NONE : build_pointer_rest(b, otherwise);
    return otherwise == EXPR_NONE ? EXPR_NONE : model_ite(m, condition, then, otherwise);
}
