// Cases: which components are named, and what the pointers that matter point at. Of cases that permutations of the rest
// take to each other, one is enough: a pointer at one of the rest points at its first element, which is named then.
#include <string.h>

#include "reduce/counter/counter_parts.h"

enum { MOST_CLASSES = 64 };

struct search {
    struct counter_reduction *r;
    const bool *matters;          // by pointer
    const uint32_t *parameters;   // by class
    bool last;                    // a rest of one is named
    uint32_t named[MOST_CLASSES]; // by class, so far
    struct counter_case so_far;
    value *values; // by pointer
    case_visit *visit;
    void *context;
};

// ---- One case -------------------------------------------------------------------------------------------------------

static bool add_slot(struct search *s, uint32_t class)
{
    if (s->so_far.slot_count == COUNTER_MOST_SLOTS) {
        counter_refuse(s->r, cause_of(CAUSE_COUNTER_MANY_TAKE_PART));
        return false;
    }
    s->so_far.slots[s->so_far.slot_count++] = (struct slot){class, s->named[class]++};
    return true;
}

static uint32_t *no_nodes(struct counter_reduction *r, size_t count)
{
    uint32_t *nodes = arena_alloc(&r->arena, (count + 1) * sizeof *nodes);
    for (size_t i = 0; i < count; i++)
        nodes[i] = NO_NODE;
    return nodes;
}

static struct counter_case *make_case(struct search *s)
{
    struct counter_reduction *r = s->r;
    struct counter_case *c = arena_alloc(&r->arena, sizeof *c);
    size_t classes = r->counted.count, columns = counter_most_columns(r), pointers = r->pointers.count;
    *c = s->so_far;
    c->action = SIZE_MAX;
    c->named = arena_alloc(&r->arena, classes * sizeof *c->named);
    memcpy(c->named, s->named, classes * sizeof *c->named);
    c->parameters = arena_alloc(&r->arena, classes * sizeof *c->parameters);
    memcpy(c->parameters, s->parameters, classes * sizeof *c->parameters);
    c->pointer_values = arena_alloc(&r->arena, (pointers + 1) * sizeof *c->pointer_values);
    c->pointer_matters = arena_alloc(&r->arena, (pointers + 1) * sizeof *c->pointer_matters);
    for (size_t i = 0; i < pointers; i++) {
        c->pointer_values[i] = s->values[i];
        c->pointer_matters[i] = s->matters[i];
    }
    c->slot_values = no_nodes(r, c->slot_count * columns);
    c->rest_values = no_nodes(r, classes * columns);
    c->rest_changes = arena_alloc(&r->arena, classes * sizeof *c->rest_changes);
    c->pointer_nodes = no_nodes(r, pointers);
    return c;
}

void counter_case_free(struct counter_reduction *r, struct counter_case *c)
{
    array_free(r->mem, &c->schema.nodes);
    array_free(r->mem, &c->schema.args);
    table_free(r->mem, &c->schema.table);
    array_free(r->mem, &c->guards);
    array_free(r->mem, &c->plain_values);
}

// Of a rest of one component, what is said of all of it is said of this one, and cannot be told apart.
static bool finish(struct search *s)
{
    uint32_t slots = s->so_far.slot_count, named[MOST_CLASSES];
    memcpy(named, s->named, sizeof named);
    bool good = true;
    for (uint32_t i = 0; i < s->r->counted.count && good; i++)
        if (s->last && s->r->counted.at[i].size - s->named[i] == 1)
            good = add_slot(s, i);
    good = good && s->visit(s->context, make_case(s));
    s->so_far.slot_count = slots;
    memcpy(s->named, named, sizeof named);
    return good;
}

// ---- What pointers point at -----------------------------------------------------------------------------------------

static bool choose(struct search *, uint32_t pointer);

static bool point_into(struct search *s, uint32_t pointer, uint32_t class)
{
    const struct counted *k = &s->r->counted.at[class];
    for (uint32_t i = 0; i < s->so_far.slot_count; i++) {
        if (s->so_far.slots[i].class != class)
            continue;
        s->values[pointer] = k->class->ids[s->so_far.slots[i].element];
        if (!choose(s, pointer + 1))
            return false;
    }
    if (s->named[class] == k->size)
        return true;
    s->values[pointer] = k->class->ids[s->named[class]];
    bool good = add_slot(s, class) && choose(s, pointer + 1);
    if (good) {
        s->so_far.slot_count--;
        s->named[class]--;
    }
    return good;
}

static bool choose(struct search *s, uint32_t pointer)
{
    if (pointer == s->r->pointers.count)
        return finish(s);
    const struct pointer *p = &s->r->pointers.at[pointer];
    if (!s->matters[pointer])
        return choose(s, pointer + 1);
    for (size_t i = 0; i < p->others.count; i++) {
        s->values[pointer] = p->others.at[i];
        if (!choose(s, pointer + 1))
            return false;
    }
    for (size_t i = 0; i < p->classes.count; i++)
        if (!point_into(s, pointer, p->classes.at[i]))
            return false;
    return true;
}

// ---- All cases ------------------------------------------------------------------------------------------------------

static void find_pointers(struct counter_reduction *r, const expr *exprs, size_t count, bool *matters)
{
    walk_clear(&r->seen);
    for (size_t i = 0; i < count; i++)
        walk_from(&r->seen, exprs[i]);
    for (expr e; walk_next(&r->seen, &e);) {
        const struct expr_node *n = model_expr(r->from, e);
        if (n->op == OP_CELL && r->places[n->data].kind == CELL_IS_POINTER)
            matters[r->places[n->data].pointer] = true;
    }
}

// Whether there will be a case with too many slots: each pointer into a class may point at one that no other does. It
// would come after many others.
static bool needs_too_many(const struct search *s)
{
    const struct counter_reduction *r = s->r;
    uint32_t slots = 0;
    for (uint32_t i = 0; i < r->counted.count; i++) {
        uint32_t named = s->parameters[i];
        for (size_t k = 0; k < r->pointers.count; k++) {
            const struct pointer *p = &r->pointers.at[k];
            named += s->matters[k] && p->classes.count == 1 && p->classes.at[0] == i;
        }
        slots += named < r->counted.at[i].size ? named : r->counted.at[i].size;
    }
    return slots > COUNTER_MOST_SLOTS;
}

bool counter_each_case(struct counter_reduction *r, const uint32_t *named, bool last, const expr *exprs, size_t count,
                       const bool *written, case_visit visit, void *context)
{
    size_t pointers = r->pointers.count;
    struct search s = {.r = r, .parameters = named, .last = last, .visit = visit, .context = context};
    bool *matters = mem_zalloc(r->mem, pointers + 1), good = true;
    if (r->counted.count > MOST_CLASSES) {
        counter_refuse(r, cause_of(CAUSE_COUNTER_MANY_CLASSES));
        mem_free(r->mem, matters, pointers + 1);
        return false;
    }
    if (written && pointers)
        memcpy(matters, written, pointers);
    find_pointers(r, exprs, count, matters);
    s.matters = matters;
    s.values = mem_zalloc(r->mem, (pointers + 1) * sizeof *s.values);
    if (needs_too_many(&s)) {
        counter_refuse(r, cause_of(CAUSE_COUNTER_MANY_TAKE_PART));
        good = false;
    }
    for (uint32_t i = 0; i < r->counted.count && good; i++)
        for (uint32_t j = 0; j < named[i] && j < r->counted.at[i].size && good; j++)
            good = add_slot(&s, i);
    good = good && choose(&s, 0);
    mem_free(r->mem, matters, pointers + 1);
    mem_free(r->mem, s.values, (pointers + 1) * sizeof *s.values);
    return good;
}

bool counter_fits_slot(const struct counter_reduction *r, const struct counter_case *c, uint32_t slot,
                       const value *local)
{
    const struct counted *k = &r->counted.at[c->slots[slot].class];
    value id = k->class->ids[c->slots[slot].element];
    for (uint32_t i = 0; i < k->pointers.count; i++) {
        uint32_t pointer = k->pointers.at[i];
        if (c->pointer_matters[pointer] && (c->pointer_values[pointer] == id) != (local[k->cell_columns + i] != 0))
            return false;
    }
    return true;
}

bool counter_fits_rest(const struct counter_reduction *r, const struct counter_case *c, uint32_t class,
                       const value *local)
{
    const struct counted *k = &r->counted.at[class];
    for (uint32_t i = 0; i < k->pointers.count; i++)
        if (c->pointer_matters[k->pointers.at[i]] && local[k->cell_columns + i])
            return false;
    return true;
}

// ---- Actions --------------------------------------------------------------------------------------------------------

// With k pointers, an action that reads all of them is read in up to 3^k ways and more, which is far more work than a
// search of the states where it is not this that makes them many. So what is read is limited: to a few times what the
// model has, and to what is done in a moment. All models that counters were seen to be good for read less than a
// fiftieth of that.
enum { MOST_READ = 200000, MOST_READ_OF_EACH = 4 };

static bool count_read(struct counter_reduction *r, const struct counter_case *c)
{
    r->read += c->schema.nodes.count + c->schema.args.count;
    if (r->read <= MOST_READ + MOST_READ_OF_EACH * (size_t)model_expr_count(r->from))
        return true;
    counter_refuse(r, cause_of(CAUSE_COUNTER_MANY_CASES));
    return false;
}

struct action_cases {
    struct counter_reduction *r;
    struct recogniser g;
    const struct action *action;
    size_t number;
    bool last, failed;
    uint32_t *seen; // class * most columns + column: of how many of the rest there was a new value
};

static bool fail_action(struct action_cases *a)
{
    a->failed = true;
    if (a->last) {
        a->g.why.rule = a->action->name;
        counter_refuse(a->r, a->g.why);
    }
    return false;
}

static void find_needs(struct counter_case *c, uint32_t node)
{
    const struct schema_node *n = &c->schema.nodes.at[node];
    c->rest_needs_slots |= n->kind == SCHEMA_LOCAL && n->slot != NO_SLOT;
    for (uint32_t i = 0; i < n->count; i++)
        find_needs(c, c->schema.args.at[n->first + i]);
}

static uint32_t slot_at(const struct counter_case *c, uint32_t class, uint32_t element)
{
    for (uint32_t i = 0; i < c->slot_count; i++)
        if (c->slots[i].class == class && c->slots[i].element == element)
            return i;
    return NO_SLOT;
}

static bool take_local(struct action_cases *a, struct counter_case *c, const struct cell_place *p, expr e)
{
    uint32_t columns = counter_most_columns(a->r), slot = slot_at(c, p->class, p->element);
    if (slot != NO_SLOT) {
        uint32_t node = recognise_closed(&a->g, e);
        c->slot_values[slot * columns + p->column] = node;
        return node != NO_NODE;
    }
    struct recognised f = recognise(&a->g, e);
    uint32_t at = p->class * columns + p->column;
    if (f.node == NO_NODE)
        return false;
    if (f.node == schema_local(&a->g, NO_SLOT, p->class, p->column) && f.element == p->element)
        return true; // it stays as it is
    bool is_own = f.element == NO_ELEMENT || (f.class == p->class && f.element == p->element);
    if (!is_own || (a->seen[at] && c->rest_values[at] != f.node)) {
        a->g.why = cause_of(CAUSE_COUNTER_ASSIGNED_APART);
        return false;
    }
    c->rest_values[at] = f.node;
    c->rest_changes[p->class] = true;
    a->seen[at]++;
    return true;
}

static bool take_part(struct action_cases *a, struct counter_case *c, const struct part *part)
{
    if (part->kind == PART_CONDITION) {
        uint32_t node = recognise_closed(&a->g, part->expr);
        array_push(a->r->mem, &c->guards, node);
        return node != NO_NODE;
    }
    const struct cell_place *p = &a->r->places[part->cell];
    if (p->kind == CELL_IS_LOCAL)
        return take_local(a, c, p, part->expr);
    uint32_t node = recognise_closed(&a->g, part->expr);
    if (p->kind == CELL_IS_POINTER)
        c->pointer_nodes[p->pointer] = node;
    else
        array_push(a->r->mem, &c->plain_values, ((struct plain_value){part->cell, node}));
    return node != NO_NODE;
}

// Whether the action does the same when two components that are no parameters change places in it: so a pointer that is
// tried at one of them stands for all. Only the first ones are compared, as front ends name the first where they name
// single ones.
static bool is_same_part(struct action_cases *a, const struct counter_case *c, const struct part *part, size_t *guard)
{
    const struct cell_place *p = part->kind == PART_CONDITION ? NULL : &a->r->places[part->cell];
    struct recognised f = recognise(&a->g, part->expr);
    if (!p)
        return f.node == c->guards.at[(*guard)++];
    if (p->kind == CELL_IS_POINTER)
        return f.node == c->pointer_nodes[p->pointer];
    if (p->kind == CELL_IS_PLAIN) {
        for (size_t i = 0; i < c->plain_values.count; i++)
            if (c->plain_values.at[i].cell == part->cell)
                return f.node == c->plain_values.at[i].node;
        return false;
    }
    uint32_t columns = counter_most_columns(a->r), element = recogniser_element(&a->g, p->class, p->element);
    uint32_t slot = slot_at(c, p->class, element);
    uint32_t expected =
        slot == NO_SLOT ? c->rest_values[p->class * columns + p->column] : c->slot_values[slot * columns + p->column];
    if (expected == NO_NODE) // it stays as it is
        expected = schema_local(&a->g, slot, p->class, p->column);
    return f.node == expected && (f.element == NO_ELEMENT || f.element == element);
}

static bool is_same_when_swapped(struct action_cases *a, struct counter_case *c, uint32_t slot)
{
    uint32_t class = c->slots[slot].class, element = c->slots[slot].element, size = a->r->counted.at[class].size;
    for (uint32_t i = c->parameters[class]; i < size && i < c->named[class] + COUNTER_MOST_COMPARED; i++) {
        size_t guard = 0;
        if (i == element)
            continue;
        if (!counter_goes_on(a->r))
            return false;
        recogniser_swap(&a->g, class, element, i);
        for (size_t j = 0; j < a->action->part_count; j++)
            if (!is_same_part(a, c, &a->action->parts[j], &guard))
                return false;
    }
    return true;
}

static bool take_case(void *context, struct counter_case *c)
{
    struct action_cases *a = context;
    struct counter_reduction *r = a->r;
    uint32_t columns = counter_most_columns(r);
    c->action = a->number;
    array_push(r->mem, &r->cases, c);
    if (!counter_goes_on(r))
        return false;
    recogniser_use(&a->g, c);
    memset(a->seen, 0, r->counted.count * columns * sizeof *a->seen);
    for (size_t i = 0; i < a->action->part_count; i++)
        if (!take_part(a, c, &a->action->parts[i]))
            return fail_action(a);
    for (uint32_t i = 0; i < r->counted.count; i++)
        for (uint32_t j = 0; j < columns; j++)
            if (a->seen[i * columns + j] && a->seen[i * columns + j] != r->counted.at[i].size - c->named[i]) {
                a->g.why = cause_of(CAUSE_COUNTER_SOME_ASSIGNED);
                return fail_action(a);
            }
    for (uint32_t i = 0; i < c->slot_count; i++)
        if (c->slots[i].element >= c->parameters[c->slots[i].class] && !is_same_when_swapped(a, c, i)) {
            a->g.why = cause_of(CAUSE_COUNTER_NO_PARAMETERS);
            return fail_action(a);
        }
    for (uint32_t i = 0; i < r->counted.count * columns; i++)
        if (c->rest_values[i] != NO_NODE)
            find_needs(c, c->rest_values[i]);
    return count_read(r, c);
}

// The named components are the parameters of the action, which are the first elements of their classes.
static void find_named(struct counter_reduction *r, const struct action *action, uint32_t *named)
{
    memset(named, 0, r->counted.count * sizeof *named);
    for (size_t i = 0; i < action->placement.site_count; i++) {
        uint32_t class = r->counted_of[action->placement.sites[i].class];
        uint32_t element = action->placement.sites[i].element;
        if (class != UINT32_MAX && element >= named[class])
            named[class] = element + 1;
    }
}

static bool each_action(struct action_cases *a, const uint32_t *named)
{
    struct counter_reduction *r = a->r;
    ARRAY(expr) read = {0};
    bool *written = mem_zalloc(r->mem, r->pointers.count + 1);
    size_t choices = 0;
    for (size_t i = 0; i < a->action->part_count; i++) {
        const struct part *part = &a->action->parts[i];
        array_push(r->mem, &read, part->expr);
        choices += part->kind == PART_CHOICE;
        if (part->kind == PART_CHOICE && r->places[part->cell].kind == CELL_IS_POINTER)
            written[r->places[part->cell].pointer] = true;
    }
    bool good = choices + a->action->kept_count == r->cell_count;
    if (!good)
        counter_refuse(r, cause_with_text(CAUSE_LEAVES_FREE, a->action->name));
    size_t cases = r->cases.count;
    a->failed = false;
    if (good && !counter_each_case(r, named, a->last = false, read.at, read.count, written, take_case, a)) {
        for (; r->cases.count > cases; r->cases.count--)
            counter_case_free(r, array_last(&r->cases));
        good = a->failed && counter_each_case(r, named, a->last = true, read.at, read.count, written, take_case, a);
    }
    array_free(r->mem, &read);
    mem_free(r->mem, written, r->pointers.count + 1);
    return good;
}

bool counter_action_cases(struct counter_reduction *r)
{
    size_t cells = r->counted.count * counter_most_columns(r);
    uint32_t *named = mem_alloc(r->mem, (r->counted.count + 1) * sizeof *named);
    struct action_cases a = {.r = r, .seen = mem_alloc(r->mem, cells * sizeof *a.seen)};
    bool good = true;
    recogniser_open(&a.g, r);
    for (a.number = 0; a.number < model_action_count(r->from) && good; a.number++) {
        a.action = model_action(r->from, a.number);
        find_named(r, a.action, named);
        good = each_action(&a, named);
    }
    recogniser_close(&a.g);
    mem_free(r->mem, a.seen, cells * sizeof *a.seen);
    mem_free(r->mem, named, (r->counted.count + 1) * sizeof *named);
    return good;
}
