// Values of expressions in one state or step.
//
// Expressions share nodes, so each value is kept with the epoch it was found in. Evaluation is lazy (an ite looks at
// one branch, and/or stop at the operand that decides) and recursive; where the recursion gets deep, it goes on with a
// stack of its own.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/evaluator.h"

#define DEEPEST 400     // calls of `find` within each other
#define LONGEST_WALK 32 // ites

struct evaluator *evaluator_new(const struct model *model, struct mem *mem)
{
    struct evaluator *ev = mem_zalloc(mem, sizeof *ev);
    ev->model = model;
    ev->mem = mem;
    ev->call.owner = ev;
    return ev;
}

void evaluator_guide(struct evaluator *ev, struct eval_guide *guide)
{
    assert(!ev->search);
    ev->guide = guide;
}

void evaluator_free(struct evaluator *ev)
{
    if (!ev)
        return;
    search_free(ev);
    frame_free(&ev->call);
    array_free(ev->mem, &ev->pending);
    mem_free(ev->mem, ev, sizeof *ev);
}

// ---- Frames ---------------------------------------------------------------------------------------------------------

static void fit_slots(struct frame *f)
{
    struct mem *mem = f->owner->mem;
    size_t wanted = f->owner->model->nodes.capacity;
    f->slots = mem_resize(mem, f->slots, f->slot_count * sizeof *f->slots, wanted * sizeof *f->slots);
    memset(f->slots + f->slot_count, 0, (wanted - f->slot_count) * sizeof *f->slots);
    f->slot_count = wanted;
}

void frame_set(struct frame *f, const value *now, const value *next)
{
    f->now = now;
    f->next = next;
    f->now_epoch = ++f->owner->clock;
    f->step_epoch = ++f->owner->clock;
    if (f->slot_count < f->owner->model->nodes.count)
        fit_slots(f);
}

void frame_step_changed(struct frame *f)
{
    f->step_epoch = ++f->owner->clock;
}

void frame_free(struct frame *f)
{
    mem_free(f->owner->mem, f->slots, f->slot_count * sizeof *f->slots);
    f->slots = NULL;
    f->slot_count = 0;
}

static uint64_t epoch_of(const struct frame *f, const struct expr_node *n)
{
    return n->has_next || n->has_input ? f->step_epoch : f->now_epoch;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static bool find(struct frame *f, expr e, value *result, unsigned depth);

// Looks at the node, once.
static void note_node(struct slot *s, const struct expr_node *n)
{
    s->op = (uint32_t)n->op + 1;
    s->of_step = n->has_next || n->has_input;
    s->count = n->count < SLOT_MOST ? (uint32_t)n->count : SLOT_MOST;
    if (n->count == 0) {
        s->data = n->data;
        return;
    }
    s->first = n->args[0];
    if (n->count > 3)
        s->all = n->args;
    else
        for (size_t i = 1; i < n->count; i++)
            s->others[i - 1] = n->args[i];
}

// The operands of a slot's node, few of which are put together in `few`.
static const expr *operands_of(const struct slot *s, expr few[3])
{
    if (s->count > 3)
        return s->all;
    few[0] = s->first;
    few[1] = s->others[0];
    few[2] = s->others[1];
    return few;
}

static size_t operand_count(const struct frame *f, expr e, const struct slot *s)
{
    return s->count < SLOT_MOST ? s->count : node_at(f->owner->model, e)->shown.count;
}

static bool compute_junction(struct frame *f, expr e, const struct slot *s, value *result, unsigned depth)
{
    expr few[3];
    const expr *operands = operands_of(s, few);
    value decides = s->op == OP_OR + 1, v;
    bool defined = true;
    for (size_t i = 0, count = operand_count(f, e, s); i < count; i++) {
        if (!find(f, operands[i], &v, depth))
            defined = false;
        else if (v == decides) {
            *result = v;
            return true;
        }
    }
    *result = !decides;
    return defined;
}

static bool compute_count(struct frame *f, expr e, const struct slot *s, value *result, unsigned depth)
{
    expr few[3];
    const expr *operands = operands_of(s, few);
    value count = 0, v;
    for (size_t i = 0, all = operand_count(f, e, s); i < all; i++) {
        if (!find(f, operands[i], &v, depth))
            return false;
        count += v;
    }
    *result = count;
    return true;
}

static bool is_known(const struct frame *f, const struct slot *s)
{
    return s->stamp >> 1 == f->now_epoch || s->stamp >> 1 == f->step_epoch;
}

static void keep(const struct frame *f, struct slot *s, value v, bool defined)
{
    s->value = v;
    s->stamp = 2 * (s->of_step ? f->step_epoch : f->now_epoch) + !defined;
}

// What was written again and again is a chain of ites, in which the branch that is taken is another one: that is gone
// down without a call for each.
static bool compute_branch(struct frame *f, const struct slot *s, value *result, unsigned depth)
{
    struct slot *passed[LONGEST_WALK];
    size_t count = 0;
    value condition;
    bool defined;
    for (;;) {
        defined = find(f, s->first, &condition, depth);
        if (!defined)
            break;
        expr taken = s->others[condition ? 0 : 1];
        struct slot *next = &f->slots[taken];
        if (next->op != OP_ITE + 1 || count == LONGEST_WALK || is_known(f, next)) {
            defined = find(f, taken, result, depth);
            break;
        }
        passed[count++] = next;
        s = next;
    }
    for (size_t i = 0; i < count; i++)
        keep(f, passed[i], *result, defined);
    return defined;
}

static bool compute_scalar(struct frame *f, expr e, const struct slot *s, value *result, unsigned depth)
{
    value a, b = 0;
    assert(s->op - 1 >= OP_EQ && s->op - 1 <= OP_TO_WORD); // sets have members, not a value
    if (!find(f, s->first, &a, depth) || (s->count > 1 && !find(f, s->others[0], &b, depth)))
        return false;
    if (s->op - 1 == OP_EQ) {
        *result = a == b;
        return true;
    }
    const struct node *node = node_at(f->owner->model, e);
    return scalar_apply(node->shown.op, node->shape, node->shown.data, a, b, result);
}

static bool compute(struct frame *f, expr e, const struct slot *s, value *result, unsigned depth)
{
    value a, b;
    switch ((enum op)(s->op - 1)) {
    case OP_AND:
    case OP_OR:
        return compute_junction(f, e, s, result, depth);
    case OP_COUNT:
        return compute_count(f, e, s, result, depth);
    case OP_ITE:
        return compute_branch(f, s, result, depth);
    case OP_NOT:
        if (!find(f, s->first, &a, depth))
            return false;
        *result = !a;
        return true;
    case OP_XOR:
        if (!find(f, s->first, &a, depth) || !find(f, s->others[0], &b, depth))
            return false;
        *result = a ^ b;
        return true;
    default:
        return compute_scalar(f, e, s, result, depth);
    }
}

// Finds the value of a node that was looked at, and keeps it.
static bool settle(struct frame *f, expr e, value *result, unsigned depth)
{
    struct slot *s = &f->slots[e];
    *result = 0;
    bool defined = compute(f, e, s, result, depth);
    keep(f, s, *result, defined);
    return defined;
}

static bool is_settled(const struct frame *f, expr e)
{
    const struct expr_node *n = &node_at(f->owner->model, e)->shown;
    return n->op <= OP_NEXT || f->slots[e].stamp >> 1 == epoch_of(f, n);
}

// The next operand that has to be settled before the node can be, from a position on, which moves on; EXPR_NONE if what
// is settled is enough: an operand that decides, or one that is undefined where all have to be defined.
static expr next_wanted(struct frame *f, const struct expr_node *n, uint32_t *position)
{
    bool is_junction = n->op == OP_AND || n->op == OP_OR;
    value decides = n->op == OP_OR, v = 0;
    while (*position < n->count) {
        expr operand = n->args[*position];
        if (!is_settled(f, operand))
            return operand;
        bool defined = find(f, operand, &v, 0);
        if (is_junction ? defined && v == decides : !defined)
            break;
        *position = n->op == OP_ITE ? (*position > 0 ? (uint32_t)n->count : v ? 1 : 2) : *position + 1;
    }
    return EXPR_NONE;
}

// As `find` does it, lazily too, but with a stack of its own: of nodes, each behind the position of its operand that is
// being settled.
static void settle_below(struct frame *f, expr root)
{
    struct evaluator *ev = f->owner;
    size_t base = ev->pending.count;
    array_push(ev->mem, &ev->pending, 0);
    array_push(ev->mem, &ev->pending, root);
    while (ev->pending.count > base) {
        expr e = array_last(&ev->pending);
        expr wanted = next_wanted(f, &node_at(ev->model, e)->shown, &ev->pending.at[ev->pending.count - 2]);
        if (wanted == EXPR_NONE) {
            value ignored;
            note_node(&f->slots[e], &node_at(ev->model, e)->shown);
            settle(f, e, &ignored, 0);
            ev->pending.count -= 2;
        } else {
            array_push(ev->mem, &ev->pending, 0);
            array_push(ev->mem, &ev->pending, wanted);
        }
    }
}

static bool find(struct frame *f, expr e, value *result, unsigned depth)
{
    struct slot *s = &f->slots[e];
    uint64_t epoch = s->stamp >> 1;
    if (epoch == f->now_epoch || epoch == f->step_epoch) {
        *result = s->value;
        return !(s->stamp & 1);
    }
    if (!s->op)
        note_node(s, &node_at(f->owner->model, e)->shown);
    switch ((enum op)(s->op - 1)) {
    case OP_CONST:
        *result = s->data;
        return true;
    case OP_CELL:
        *result = f->now[s->data];
        return true;
    case OP_NEXT:
        *result = f->next[s->data]; // NOLINT(clang-analyzer-core.NullDereference): not asked for without a next state
        return true;
    default:
        break;
    }
    if (depth < DEEPEST)
        return settle(f, e, result, depth + 1);
    settle_below(f, e);
    *result = s->value;
    return !(s->stamp & 1);
}

bool frame_value(struct frame *f, expr e, value *result)
{
    return find(f, e, result, 0);
}

bool frame_holds(struct frame *f, expr e)
{
    value v;
    return find(f, e, &v, 0) && v;
}

// ---- Sets -----------------------------------------------------------------------------------------------------------

// The next span of a set that is being taken apart: a single value is a span of one. What is still to be done is in
// `pending` from `base` on. False at the end; *defined turns false if something was undefined.
static bool next_span(struct frame *f, size_t base, value *low, value *high, bool *defined)
{
    struct evaluator *ev = f->owner;
    while (ev->pending.count > base) {
        expr set = array_pop(&ev->pending);
        const struct expr_node *n = &node_at(ev->model, set)->shown;
        if (n->op == OP_CHOICE) {
            for (size_t i = n->count; i-- > 0;)
                array_push(ev->mem, &ev->pending, n->args[i]);
        } else if (n->op == OP_ITE) {
            value condition;
            if (frame_value(f, n->args[0], &condition))
                array_push(ev->mem, &ev->pending, n->args[condition ? 1 : 2]);
            else
                *defined = false;
        } else if (n->op == OP_SPAN) {
            if (frame_value(f, n->args[0], low) && frame_value(f, n->args[1], high))
                return true;
            *defined = false;
        } else {
            if (frame_value(f, set, low)) {
                *high = *low;
                return true;
            }
            *defined = false;
        }
    }
    return false;
}

bool frame_contains(struct frame *f, expr set, value v)
{
    struct evaluator *ev = f->owner;
    size_t base = ev->pending.count;
    value low, high;
    bool defined = true, found = false;
    array_push(ev->mem, &ev->pending, set);
    while (!found && next_span(f, base, &low, &high, &defined))
        found = low <= v && v <= high;
    ev->pending.count = base;
    return found;
}

// A span may be much larger than the type, or the type than the span.
static void add_span(struct mem *mem, value low, value high, const struct type *type, value_array *out)
{
    if (low == high) {
        if (!type || type_contains(type, low))
            array_push(mem, out, low);
        return;
    }
    if (type && type->values) {
        for (size_t i = 0; i < type->count; i++)
            if (low <= type->values[i] && type->values[i] <= high)
                array_push(mem, out, type->values[i]);
        return;
    }
    if (type && type->kind == TYPE_INTEGER) {
        low = low < type->low ? type->low : low;
        high = high > type->high ? type->high : high;
    }
    for (value v = low; v <= high; v++)
        if (!type || type_contains(type, v))
            array_push(mem, out, v);
}

bool frame_add_members(struct frame *f, expr set, const struct type *type, value_array *out)
{
    struct evaluator *ev = f->owner;
    size_t base = ev->pending.count;
    value low, high;
    bool defined = true;
    array_push(ev->mem, &ev->pending, set);
    while (next_span(f, base, &low, &high, &defined))
        add_span(ev->mem, low, high, type, out);
    return defined;
}

static int ascending(const void *a, const void *b)
{
    value x = *(const value *)a, y = *(const value *)b;
    return (x > y) - (x < y);
}

void values_make_set(value_array *values, size_t begin)
{
    if (values->count - begin < 2)
        return;
    qsort(values->at + begin, values->count - begin, sizeof *values->at, ascending);
    size_t kept = begin;
    for (size_t i = begin; i < values->count; i++)
        if (i == begin || values->at[i] != values->at[i - 1])
            values->at[kept++] = values->at[i];
    values->count = kept;
}

// ---- Questions ------------------------------------------------------------------------------------------------------

enum eval_status eval_value(struct evaluator *ev, expr e, const value *now, const value *next, value *result)
{
    frame_set(&ev->call, now, next);
    return frame_value(&ev->call, e, result) ? EVAL_OK : EVAL_UNDEFINED;
}

// What a search for successors has found out about a state is used for conditions about the same state.
bool eval_condition(struct evaluator *ev, expr e, const value *now, const value *next)
{
    const struct expr_node *n = &node_at(ev->model, e)->shown;
    struct frame *searched = n->has_next || n->has_input ? NULL : search_frame_of(ev, now);
    if (searched)
        return frame_holds(searched, e);
    frame_set(&ev->call, now, next);
    return frame_holds(&ev->call, e);
}

bool eval_conditions(struct evaluator *ev, const expr *conditions, size_t count, const value *now)
{
    size_t i = 0;
    frame_set(&ev->call, now, NULL);
    while (i < count && frame_holds(&ev->call, conditions[i]))
        i++;
    return i == count;
}

enum eval_status eval_set(struct evaluator *ev, expr e, const value *now, const value *next, value_array *members)
{
    frame_set(&ev->call, now, next);
    members->count = 0;
    bool defined = frame_add_members(&ev->call, e, NULL, members);
    values_make_set(members, 0);
    return defined ? EVAL_OK : EVAL_UNDEFINED;
}
