// Counters without bound: 0, 1, ..., t-1, and "t or more". The counter model then stands for all sizes of some classes
// at once, from a least one on (docs/every-size.md has the theorem). A step is made from each number that "t or more"
// may be: where k components are named in a local state, it is t, t+1, ..., t+k-1 or more, and these *variants* are
// actions of their own. So what is left behind a step is as exact as counters can tell.
//
// What a schema says of a rest must not depend on how many components there are. Operations over all are and/or, which
// one component decides: the *predicates*, of which it is counted how many there are.
#include <string.h>

#include "reduce/counter/counter_parts.h"

enum { LONGEST_PREDICATE = 4000 };

// ---- Thresholds -----------------------------------------------------------------------------------------------------

void counter_set_thresholds(struct counter_reduction *r)
{
    const struct counter_saturation *s = r->saturation;
    for (uint32_t k = 0; k < r->counted.count; k++)
        for (size_t i = 0; s && i < s->class_count; i++)
            if (strcmp(s->classes[i], r->counted.at[k].class->name) == 0)
                r->counted.at[k].threshold = s->threshold;
}

bool counter_may_saturate(struct counter_reduction *r)
{
    size_t found = 0;
    for (uint32_t k = 0; k < r->counted.count; k++)
        found += r->counted.at[k].threshold > 0;
    if (found != r->saturation->class_count)
        counter_refuse(r, cause_of(CAUSE_COUNTER_UNSYMMETRIC_SIZE));
    if (model_invariants(r->from).count)
        counter_refuse(r, cause_of(CAUSE_COUNTER_ASSUMPTION));
    return !r->has_refused;
}

// At most one component is where a pointer points at it.
value counter_limit(const struct counted *k, uint32_t local)
{
    const value *columns = tuples_at(&k->locals, local);
    for (uint32_t i = k->cell_columns; i < k->columns; i++)
        if (columns[i])
            return 0;
    return k->threshold;
}

// ---- Variants -------------------------------------------------------------------------------------------------------

bool builder_is_first(const struct builder *b, uint32_t slot)
{
    for (uint32_t i = 0; i < slot; i++)
        if (b->c->slots[i].class == b->c->slots[slot].class && b->numbers[i] == b->numbers[slot])
            return false;
    return true;
}

// As many as are nowhere else.
static expr count_absent(const struct builder *b, const struct counted *k)
{
    struct model *m = b->model;
    expr sum = model_int(m, 0);
    for (uint32_t i = 0; i < k->locals.count; i++)
        if (i != k->absent)
            sum = model_binary(m, OP_ADD, sum, model_cell_expr(m, k->counters[i]));
    return model_binary(m, OP_SUB, model_int(m, (value)k->size), sum);
}

expr builder_counter(const struct builder *b, uint32_t class, uint32_t local)
{
    const struct counted *k = &b->r->counted.at[class];
    for (uint32_t i = 0; i < b->c->slot_count && k->threshold; i++)
        if (b->c->slots[i].class == class && b->numbers[i] == local && b->more[i])
            return model_int(b->model, k->threshold + b->more[i]);
    return local == k->absent ? count_absent(b, k) : model_cell_expr(b->model, k->counters[local]);
}

expr builder_variant(const struct builder *b)
{
    struct model *m = b->model;
    expr result = model_true(m);
    for (uint32_t i = 0; i < b->c->slot_count; i++) {
        const struct counted *k = &b->r->counted.at[b->c->slots[i].class];
        if (b->more[i])
            result = model_and(
                m, result,
                model_binary(m, OP_EQ, model_cell_expr(m, k->counters[b->numbers[i]]), model_int(m, k->threshold)));
    }
    return result;
}

bool builder_next_variant(struct builder *b, const value *most)
{
    for (uint32_t i = 0; i < b->c->slot_count; i++) {
        if (b->more[i] < most[i]) {
            b->more[i]++;
            builder_forget(b);
            return true;
        }
        b->more[i] = 0;
    }
    return false;
}

// ---- What is said of rests ------------------------------------------------------------------------------------------

// The text of a node, the same in all cases; whether it depends on named components is found on the way.
static void add_node(const struct counter_reduction *r, const struct schema *s, uint32_t node, struct str *out,
                     bool *names)
{
    const struct schema_node *n = &s->nodes.at[node];
    if (out->count > LONGEST_PREDICATE)
        return;
    *names |= n->kind == SCHEMA_LOCAL && n->slot != NO_SLOT;
    *names |= n->kind == SCHEMA_CONST && counter_site(r, n->data).class != UINT32_MAX;
    str_add(r->mem, out, "%d,%d,%u,%lld,%u(", (int)n->kind, (int)n->op, n->type, (long long)n->data, n->class);
    for (uint32_t i = 0; i < n->count; i++)
        add_node(r, s, s->args.at[n->first + i], out, names);
    str_add(r->mem, out, ")");
}

static void note_predicate(struct counter_reduction *r, const struct str *text)
{
    for (size_t i = 0; i < r->predicates.count; i++)
        if (strcmp(r->predicates.at[i], str_text(text)) == 0)
            return;
    array_push(r->mem, &r->predicates, arena_copy(&r->arena, str_text(text), text->count));
}

bool counter_note_case(struct counter_reduction *r, const struct counter_case *c, bool is_property)
{
    uint32_t dependent = 0;
    struct str text = {0};
    for (uint32_t k = 0; k < r->counted.count; k++)
        if (r->counted.at[k].threshold && c->named[k] > r->most_named)
            r->most_named = c->named[k];
    for (uint32_t i = 0; i < c->schema.nodes.count && !r->has_refused; i++) {
        const struct schema_node *n = &c->schema.nodes.at[i];
        bool names = false;
        if (n->kind != SCHEMA_EACH || !r->counted.at[n->class].threshold)
            continue;
        str_clear(&text);
        add_node(r, &c->schema, i, &text, &names);
        if (n->op != OP_AND && n->op != OP_OR)
            counter_refuse(r, cause_with_text(CAUSE_COUNTER_NUMBERS, r->counted.at[n->class].class->name));
        else if (text.count > LONGEST_PREDICATE)
            counter_refuse(r, cause_with_text(CAUSE_COUNTER_LONG_PREDICATE, r->counted.at[n->class].class->name));
        else if (names && is_property)
            counter_refuse(r, cause_with_text(CAUSE_COUNTER_DEPENDENT, r->counted.at[n->class].class->name));
        else if (names)
            dependent++;
        else
            note_predicate(r, &text);
    }
    if (dependent > r->dependent)
        r->dependent = dependent;
    str_free(r->mem, &text);
    return !r->has_refused;
}

struct counter_need counter_need(const struct counter_reduction *r)
{
    return (struct counter_need){.pointers = (uint32_t)r->pointers.count,
                                 .predicates = (uint32_t)r->predicates.count,
                                 .dependent = r->dependent,
                                 .named = r->most_named};
}

// ---- What is possible -----------------------------------------------------------------------------------------------

static expr add_up(struct counter_reduction *r, uint32_t class, uint32_t column, expr *has_many)
{
    struct model *m = r->to;
    const struct counted *k = &r->counted.at[class];
    expr sum = model_int(m, 0);
    for (uint32_t i = 0; i < k->locals.count; i++) {
        if (column != UINT32_MAX && !tuples_at(&k->locals, i)[column])
            continue;
        expr counter = model_cell_expr(m, k->counters[i]);
        sum = model_binary(m, OP_ADD, sum, counter);
        if (has_many && counter_limit(k, i))
            *has_many = model_or(m, *has_many, model_binary(m, OP_EQ, counter, model_int(m, k->threshold)));
    }
    return sum;
}

static expr possible_numbers(struct counter_reduction *r, uint32_t class, uint64_t elements)
{
    struct model *m = r->to;
    const struct counted *k = &r->counted.at[class];
    expr has_many = model_false(m);
    expr sum = add_up(r, class, UINT32_MAX, &has_many);
    if (!k->threshold)
        return model_binary(m, OP_EQ, sum, model_int(m, (value)k->size));
    return model_or(m, has_many, model_binary(m, OP_LE, model_int(m, (value)elements), sum));
}

// The components of a class that a global cell points at are one, or none if it has another value.
static expr possible_pointer(struct counter_reduction *r, const struct pointer *p)
{
    struct model *m = r->to;
    expr result = model_true(m);
    for (uint32_t i = 0; i < p->classes.count; i++) {
        expr sum = add_up(r, p->classes.at[i], p->columns.at[i], NULL);
        expr points = model_true(m);
        if (p->rest != CELL_NONE)
            points = model_binary(m, OP_EQ, model_cell_expr(m, p->rest),
                                  build_rest_of(r, m, r->counted.at[p->classes.at[i]].class->ids[0]));
        result =
            model_and(m, result, model_binary(m, OP_EQ, sum, model_ite(m, points, model_int(m, 1), model_int(m, 0))));
    }
    return result;
}

expr counter_possible(struct counter_reduction *r, uint64_t elements)
{
    expr result = model_true(r->to);
    for (uint32_t k = 0; k < r->counted.count; k++)
        result = model_and(r->to, result, possible_numbers(r, k, elements));
    for (uint32_t i = 0; i < r->pointers.count; i++)
        result = model_and(r->to, result, possible_pointer(r, &r->pointers.at[i]));
    return result;
}
