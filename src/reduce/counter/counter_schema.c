// Recognising expressions that treat all components of a rest alike.
//
// An expression about one component of a rest becomes the same node whichever component it is: the *template*, with
// NO_SLOT for the component. Where and, or, count or a sum has one and the same template for every component of the
// rest as operands, it is an operation over all of them (SCHEMA_EACH). Everything is found from the operands upwards,
// each expression once, with a stack of our own: chains of ite over all components are as deep as there are components.
//
// What pointers point at is settled by the case, so that `a[g]` is the cell of a named component: of an ite whose
// condition is constant, only the branch that is taken is looked at.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "reduce/counter/counter_parts.h"

enum { DEEPEST = 2000, MOST_LEAVES = 20000000 };

static const struct recognised not_recognised = {NO_NODE, UINT32_MAX, NO_ELEMENT};

void recogniser_open(struct recogniser *g, struct counter_reduction *r)
{
    *g = (struct recogniser){.r = r, .failed_class = UINT32_MAX};
    notes_clear(&g->notes);
    notes_clear(&g->flattened);
}

void recogniser_close(struct recogniser *g)
{
    struct mem *mem = g->r->mem;
    notes_free(mem, &g->notes);
    notes_free(mem, &g->flattened);
    array_free(mem, &g->found);
    array_free(mem, &g->walk);
    array_free(mem, &g->leaves);
    array_free(mem, &g->operands);
}

void recogniser_use(struct recogniser *g, struct counter_case *c)
{
    g->c = c;
    g->swapped_class = UINT32_MAX;
    g->found.count = 0;
    g->failed_class = UINT32_MAX;
    g->why = cause_of(CAUSE_NONE);
    notes_clear(&g->notes);
}

void recogniser_swap(struct recogniser *g, uint32_t class, uint32_t element, uint32_t other)
{
    g->found.count = 0;
    notes_clear(&g->notes);
    g->swapped_class = class;
    g->swapped[0] = element;
    g->swapped[1] = other;
}

uint32_t recogniser_element(const struct recogniser *g, uint32_t class, uint32_t element)
{
    if (class != g->swapped_class || (element != g->swapped[0] && element != g->swapped[1]))
        return element;
    return g->swapped[element == g->swapped[0]];
}

static struct recognised fail(struct recogniser *g, uint32_t class, enum cause_code why)
{
    if (!g->why.code) {
        g->failed_class = class;
        g->why = (struct cause){why, .texts = {class == UINT32_MAX ? NULL : g->r->counted.at[class].class->name}};
    }
    return not_recognised;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static uint32_t node_hash(const struct schema_node *n, const uint32_t *args)
{
    uint64_t hash = hash_pair((uint64_t)n->kind << 32 | n->op, (uint64_t)n->data);
    hash = hash_pair(hash, (uint64_t)n->slot << 32 | n->class);
    hash = hash_pair(hash, n->type);
    for (uint32_t i = 0; i < n->count; i++)
        hash = hash_pair(hash, args[i]);
    return (uint32_t)hash;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// `args` are sorted where their order does not matter: they are the same for all components, and not so the order in
// which they were in the model.
static uint32_t intern(struct recogniser *g, struct schema_node n, uint32_t *args)
{
    struct schema *s = &g->c->schema;
    struct mem *mem = g->r->mem;
    if (n.count > 1 && n.kind == SCHEMA_OP && op_is_commutative(n.op))
        qsort(args, n.count, sizeof *args, by_number);
    uint32_t hash = node_hash(&n, args);
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&s->table, hash, &at)) != TABLE_END;) {
        const struct schema_node *o = &s->nodes.at[i];
        if (o->kind == n.kind && o->op == n.op && o->type == n.type && o->data == n.data && o->slot == n.slot &&
            o->class == n.class && o->count == n.count &&
            // cppcheck-suppress nullPointer ; without arguments nothing is compared
            (n.count == 0 || memcmp(s->args.at + o->first, args, n.count * sizeof *args) == 0))
            return i;
    }
    n.first = (uint32_t)s->args.count;
    n.is_open = n.kind == SCHEMA_SELF || (n.kind == SCHEMA_LOCAL && n.slot == NO_SLOT);
    for (uint32_t i = 0; i < n.count; i++) {
        const struct schema_node *arg = &s->nodes.at[args[i]];
        array_push(mem, &s->args, args[i]);
        n.is_open |= arg->is_open && n.kind != SCHEMA_EACH;
        if (arg->depth >= n.depth)
            n.depth = arg->depth + 1;
    }
    table_add(mem, &s->table, hash, (uint32_t)s->nodes.count);
    array_push(mem, &s->nodes, n);
    return (uint32_t)s->nodes.count - 1;
}

static struct recognised closed(uint32_t node)
{
    return (struct recognised){node, UINT32_MAX, NO_ELEMENT};
}

static bool is_free(struct recognised f)
{
    return f.element != NO_ELEMENT;
}

static uint32_t constant(struct recogniser *g, type_id type, value v)
{
    return intern(g, (struct schema_node){.kind = SCHEMA_CONST, .type = type, .data = v, .slot = NO_SLOT}, NULL);
}

uint32_t schema_local(struct recogniser *g, uint32_t slot, uint32_t class, uint32_t column)
{
    return intern(
        g, (struct schema_node){.kind = SCHEMA_LOCAL, .type = 0, .data = column, .slot = slot, .class = class}, NULL);
}

uint32_t schema_each(struct recogniser *g, enum op op, struct recognised body, value times)
{
    return intern(g,
                  (struct schema_node){
                      .kind = SCHEMA_EACH, .op = op, .data = times, .slot = NO_SLOT, .class = body.class, .count = 1},
                  &body.node);
}

// ---- Constants after substitution -----------------------------------------------------------------------------------

// Ids of components of the rest are constants, too, as far as comparisons with other constants go.
static bool is_constant(const struct recogniser *g, struct recognised f, value *v)
{
    if (f.node == NO_NODE)
        return false;
    const struct schema_node *n = &g->c->schema.nodes.at[f.node];
    if (n->kind == SCHEMA_CONST)
        *v = n->data;
    else if (n->kind == SCHEMA_SELF)
        *v = g->r->counted.at[n->class].class->ids[f.element];
    return n->kind == SCHEMA_CONST || n->kind == SCHEMA_SELF;
}

static struct recognised truth(struct recogniser *g, bool v)
{
    return closed(constant(g, model_boolean(g->r->from), v));
}

static uint32_t slot_of(const struct recogniser *g, uint32_t class, uint32_t element)
{
    for (uint32_t i = 0; i < g->c->slot_count; i++)
        if (g->c->slots[i].class == class && g->c->slots[i].element == element)
            return i;
    return NO_SLOT;
}

static struct recognised recognise_value(struct recogniser *g, type_id type, value v)
{
    struct site site = counter_site(g->r, v);
    if (site.class == UINT32_MAX || slot_of(g, site.class, site.element) != NO_SLOT)
        return closed(constant(g, type, v));
    uint32_t node = intern(g, (struct schema_node){.kind = SCHEMA_SELF, .slot = NO_SLOT, .class = site.class}, NULL);
    return (struct recognised){node, site.class, site.element};
}

static type_id type_of_value(struct recogniser *g, value v)
{
    return value_is_symbol(v) ? model_enum(g->r->from, &v, 1) : model_integer(g->r->from, v, v);
}

static struct recognised recognise_leaf(struct recogniser *g, const struct expr_node *n)
{
    if (n->op == OP_CONST && model_type(g->r->from, n->type)->kind == TYPE_WORD)
        return closed(constant(g, n->type, n->data)); // its bits may look like an id
    if (n->op == OP_CONST) {
        struct site site = counter_site(g->r, n->data);
        if (site.class == UINT32_MAX || site.class != g->swapped_class)
            return recognise_value(g, n->type, n->data);
        value v = g->r->counted.at[site.class].class->ids[recogniser_element(g, site.class, site.element)];
        return recognise_value(g, type_of_value(g, v), v);
    }
    if (n->op != OP_CELL)
        return fail(g, UINT32_MAX, CAUSE_COUNTER_NEXT_VALUES);
    const struct cell_place *p = &g->r->places[n->data];
    if (p->kind == CELL_IS_PLAIN)
        return closed(intern(
            g, (struct schema_node){.kind = SCHEMA_PLAIN, .type = n->type, .data = n->data, .slot = NO_SLOT}, NULL));
    if (p->kind == CELL_IS_POINTER) {
        value v = g->c->pointer_values[p->pointer];
        if (!g->c->pointer_matters[p->pointer])
            return fail(g, UINT32_MAX, CAUSE_COUNTER_ID_READ);
        return recognise_value(g, type_of_value(g, v), v);
    }
    uint32_t element = recogniser_element(g, p->class, p->element), slot = slot_of(g, p->class, element);
    uint32_t node = schema_local(g, slot, p->class, p->column);
    return slot == NO_SLOT ? (struct recognised){node, p->class, element} : closed(node);
}

// ---- Operations over all --------------------------------------------------------------------------------------------

static int by_template(const void *a, const void *b)
{
    const struct operand *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return (x->element > y->element) - (x->element < y->element);
}

static uint32_t rest_size(const struct recogniser *g, uint32_t class)
{
    return g->r->counted.at[class].size - g->c->named[class];
}

// Whether the operands from `first` to `end`, all of one template, are the same number for each component of the rest.
static bool is_for_all(const struct recogniser *g, size_t first, size_t end, bool once, size_t *times)
{
    const struct operand *at = g->operands.at;
    size_t rest = rest_size(g, at[first].class), elements = 0, least = SIZE_MAX, most = 0;
    for (size_t i = first; i < end;) {
        size_t j = i;
        while (j < end && at[j].element == at[i].element)
            j++;
        elements++;
        least = j - i < least ? j - i : least;
        most = j - i > most ? j - i : most;
        i = j;
    }
    *times = once ? 1 : most;
    return elements == rest && (once || least == most);
}

// The operands from `first` to `end` joined by an operation.
static uint32_t join(struct recogniser *g, enum op op, type_id type, size_t first, size_t end)
{
    size_t count = end - first;
    if (count == 1 && op != OP_COUNT)
        return g->operands.at[first].node;
    uint32_t *args = mem_alloc(g->r->mem, (count + 1) * sizeof *args);
    for (size_t i = 0; i < count; i++)
        args[i] = g->operands.at[first + i].node;
    struct schema_node n = {.kind = SCHEMA_OP, .op = op, .type = type, .slot = NO_SLOT, .count = (uint32_t)count};
    uint32_t node = intern(g, n, args);
    mem_free(g->r->mem, args, (count + 1) * sizeof *args);
    return node;
}

// Operations over all are numbers here, the other operands truth values.
static uint32_t join_count(struct recogniser *g, type_id type)
{
    size_t numbers = 0;
    for (size_t i = 0; i < g->operands.count; i++) {
        struct operand o = g->operands.at[i];
        if (g->c->schema.nodes.at[o.node].kind != SCHEMA_EACH || g->c->schema.nodes.at[o.node].op != OP_COUNT)
            continue;
        g->operands.at[i] = g->operands.at[numbers];
        g->operands.at[numbers++] = o;
    }
    if (numbers < g->operands.count) {
        uint32_t others = join(g, OP_COUNT, type, numbers, g->operands.count);
        g->operands.at[numbers++] = (struct operand){others, UINT32_MAX, NO_ELEMENT};
    }
    return join(g, OP_ADD, type, 0, numbers);
}

// Operands of an and, or, count or sum: those that are there for all components of the rest become one operation; what
// is left may speak of one component.
static struct recognised gather(struct recogniser *g, enum op op, type_id type)
{
    size_t kept = 0, times;
    bool once = op == OP_AND || op == OP_OR;
    struct recognised free = closed(NO_NODE);
    if (g->operands.count > 1)
        qsort(g->operands.at, g->operands.count, sizeof *g->operands.at, by_template);
    for (size_t i = 0, j; i < g->operands.count; i = j) {
        struct operand o = g->operands.at[i];
        for (j = i; j < g->operands.count && g->operands.at[j].node == o.node;)
            j++;
        if (o.element == NO_ELEMENT) {
            for (size_t k = i; k < (once ? i + 1 : j); k++)
                g->operands.at[kept++] = o;
            continue;
        }
        if (is_for_all(g, i, j, once, &times)) {
            uint32_t each = schema_each(g, op, (struct recognised){o.node, o.class, o.element}, (value)times);
            g->operands.at[kept++] = (struct operand){each, UINT32_MAX, NO_ELEMENT};
            continue;
        }
        for (size_t k = i; k < j; k++) {
            o = g->operands.at[k];
            if (is_free(free) && (free.class != o.class || free.element != o.element))
                return fail(g, o.class, CAUSE_COUNTER_SOME_ONLY);
            free = (struct recognised){NO_NODE, o.class, o.element};
            g->operands.at[kept++] = o;
        }
    }
    g->operands.count = kept;
    free.node = op == OP_COUNT ? join_count(g, type) : join(g, op, type, 0, kept);
    return free;
}

const expr *recognise_leaves(struct recogniser *g, enum op op, expr e, size_t *count)
{
    struct model *m = g->r->from;
    size_t base = g->walk.count;
    g->leaves.count = 0;
    notes_clear(&g->flattened);
    array_push(g->r->mem, &g->walk, e);
    while (g->walk.count > base && g->leaves.count < MOST_LEAVES) {
        expr at = array_pop(&g->walk);
        const struct expr_node *n = model_expr(m, at);
        if (op != OP_ADD) {
            if (notes_get(&g->flattened, at) != NOTE_NONE)
                continue;
            notes_put(g->r->mem, &g->flattened, at, 1);
        }
        if (n->op != op || model_type(m, n->type)->kind == TYPE_WORD) {
            array_push(g->r->mem, &g->leaves, at);
            continue;
        }
        for (size_t i = 0; i < n->count; i++)
            array_push(g->r->mem, &g->walk, n->args[i]);
    }
    g->walk.count = base;
    *count = g->leaves.count;
    return g->leaves.at;
}

static struct recognised found_of(const struct recogniser *g, expr e)
{
    uint32_t i = notes_get(&g->notes, e);
    return i == NOTE_NONE ? not_recognised : g->found.at[i];
}

static void push_operand(struct recogniser *g, enum op op, struct recognised f)
{
    const struct schema *s = &g->c->schema;
    const struct schema_node n = s->nodes.at[f.node];
    bool opens = n.kind == SCHEMA_OP && n.op == op && op != OP_COUNT;
    for (uint32_t i = 0; opens && i < n.count; i++) {
        uint32_t arg = s->args.at[n.first + i];
        bool is_open = s->nodes.at[arg].is_open;
        array_push(g->r->mem, &g->operands,
                   ((struct operand){arg, is_open ? f.class : UINT32_MAX, is_open ? f.element : NO_ELEMENT}));
    }
    if (!opens)
        array_push(g->r->mem, &g->operands, ((struct operand){f.node, f.class, f.element}));
}

// The leaves are all recognised by now, as far as they can be.
static struct recognised recognise_nary(struct recogniser *g, const struct expr_node *n, const expr *leaves,
                                        size_t count)
{
    bool is_junction = n->op == OP_AND || n->op == OP_OR, failed = false;
    value v, neutral = n->op == OP_AND;
    g->operands.count = 0;
    for (size_t i = 0; i < count; i++) {
        struct recognised f = found_of(g, leaves[i]);
        if (is_junction && is_constant(g, f, &v)) {
            if (v != neutral)
                return truth(g, !neutral);
            continue;
        }
        if (f.node == NO_NODE)
            failed = true;
        else
            push_operand(g, n->op, f);
    }
    if (failed)
        return not_recognised;
    if (is_junction && g->operands.count == 0)
        return truth(g, neutral);
    return gather(g, n->op, n->type);
}

// ---- Other operations -----------------------------------------------------------------------------------------------

static struct recognised recognise_op(struct recogniser *g, const struct expr_node *n)
{
    struct recognised f[3], result = closed(NO_NODE);
    uint32_t args[3];
    value a, b;
    if (n->count > 3)
        return fail(g, UINT32_MAX, CAUSE_COUNTER_CHOICE);
    for (size_t i = 0; i < n->count; i++) {
        f[i] = found_of(g, n->args[i]);
        if (f[i].node == NO_NODE)
            return not_recognised;
        args[i] = f[i].node;
    }
    if (n->op == OP_NOT && is_constant(g, f[0], &a))
        return truth(g, !a);
    if (n->op == OP_EQ && is_constant(g, f[0], &a) && is_constant(g, f[1], &b))
        return truth(g, a == b);
    for (size_t i = 0; i < n->count; i++) {
        if (!is_free(f[i]))
            continue;
        if (is_free(result) && (result.class != f[i].class || result.element != f[i].element))
            return fail(g, f[i].class, CAUSE_COUNTER_COMPARES);
        result = f[i];
    }
    result.node = intern(g,
                         (struct schema_node){.kind = SCHEMA_OP,
                                              .op = n->op,
                                              .type = n->type,
                                              .data = n->data,
                                              .slot = NO_SLOT,
                                              .count = (uint32_t)n->count},
                         args);
    return result;
}

static void note(struct recogniser *g, expr e, struct recognised f)
{
    if (f.node != NO_NODE && g->c->schema.nodes.at[f.node].depth > DEEPEST)
        f = fail(g, UINT32_MAX, CAUSE_COUNTER_DEEP);
    notes_put(g->r->mem, &g->notes, e, (uint32_t)g->found.count);
    array_push(g->r->mem, &g->found, f);
}

static bool is_known(const struct recogniser *g, expr e)
{
    return notes_get(&g->notes, e) != NOTE_NONE;
}

// Pushes what must be known first; says whether there was any.
static bool needs_more(struct recogniser *g, const expr *args, size_t count)
{
    size_t before = g->walk.count;
    for (size_t i = 0; i < count; i++)
        if (!is_known(g, args[i]))
            array_push(g->r->mem, &g->walk, args[i]);
    return g->walk.count > before;
}

// One step at the expression on top of the stack: either it becomes known, or what it needs is pushed.
static void visit(struct recogniser *g, expr e)
{
    const struct expr_node *n = model_expr(g->r->from, e);
    value v;
    if (n->count == 0) {
        note(g, e, recognise_leaf(g, n));
    } else if (n->op == OP_ITE) {
        if (needs_more(g, n->args, 1))
            return;
        struct recognised condition = found_of(g, n->args[0]);
        if (is_constant(g, condition, &v)) {
            expr taken = n->args[v ? 1 : 2];
            if (!needs_more(g, &taken, 1))
                note(g, e, found_of(g, taken));
        } else if (!needs_more(g, n->args, 3)) {
            note(g, e, recognise_op(g, n));
        }
    } else if (n->op == OP_AND || n->op == OP_OR ||
               (n->op == OP_ADD && model_type(g->r->from, n->type)->kind != TYPE_WORD)) {
        size_t count;
        const expr *leaves = recognise_leaves(g, n->op, e, &count);
        if (count >= MOST_LEAVES)
            note(g, e, fail(g, UINT32_MAX, CAUSE_COUNTER_LARGE));
        else if (!needs_more(g, leaves, count))
            note(g, e, recognise_nary(g, n, leaves, count));
    } else if (!needs_more(g, n->args, n->count)) {
        note(g, e, n->op == OP_COUNT ? recognise_nary(g, n, n->args, n->count) : recognise_op(g, n));
    }
}

struct recognised recognise(struct recogniser *g, expr e)
{
    size_t base = g->walk.count;
    if (model_expr(g->r->from, e)->has_set || model_expr(g->r->from, e)->has_next)
        return fail(g, UINT32_MAX, CAUSE_COUNTER_CHOICE_OR_NEXT);
    if (model_expr(g->r->from, e)->partial) // what is undefined for no component would be so for counters
        return fail(g, UINT32_MAX, CAUSE_COUNTER_DIVISION);
    array_push(g->r->mem, &g->walk, e);
    while (g->walk.count > base) {
        expr at = array_last(&g->walk);
        if (is_known(g, at))
            g->walk.count--;
        else
            visit(g, at);
    }
    return found_of(g, e);
}

uint32_t recognise_closed(struct recogniser *g, expr e)
{
    struct recognised f = recognise(g, e);
    if (is_free(f))
        f = fail(g, f.class, CAUSE_COUNTER_SINGLE);
    return f.node;
}
