// The store: slots with a trail of what was changed, so that a branch can be undone and merged at the cost of what it
// has changed, however many slots there are.
#include "murphi/execute.h"

enum {
    PIECE = 64,       // conditions of a path that are joined to one node
    PATH_OF_STEP = 8, // conditions that a branch may look at for the cost of one statement
};

// ---- Slots ----------------------------------------------------------------------------------------------------------

struct scalar mu_undefined(struct executor *x, const struct murphi_type *type)
{
    int64_t least = type->kind == MURPHI_INTEGER ? 0 : murphi_value_at(type, 0);
    return (struct scalar){mu_constant(x, type, least), model_false(x->model)};
}

static void push_slots(struct executor *x, const struct murphi_type *type);

static void push_slot(struct executor *x, const struct murphi_type *type, struct scalar s)
{
    x->slot_types.count = x->slots.count;
    array_push(x->mem, &x->slot_types, type);
    array_push(x->mem, &x->slots, s);
}

static void push_multiset(struct executor *x, const struct murphi_type *type)
{
    struct scalar absent = {model_false(x->model), model_true(x->model)};
    for (int64_t i = type->low; i <= type->high; i++) {
        push_slot(x, x->tree->boolean, absent);
        push_slots(x, type->element);
    }
}

// Elements of an array have one type: one is made, and copied.
static void push_array(struct executor *x, const struct murphi_type *type)
{
    size_t first = x->slots.count, width = x->widths[type->element->id], count = x->widths[type->id];
    if (!count)
        return;
    push_slots(x, type->element);
    array_reserve(x->mem, &x->slots, first + count);
    array_reserve(x->mem, &x->slot_types, first + count);
    for (size_t i = first + width; i < first + count; i++) {
        x->slots.at[i] = x->slots.at[i - width];
        x->slot_types.at[i] = x->slot_types.at[i - width];
    }
    x->slots.count = x->slot_types.count = first + count;
}

static void push_slots(struct executor *x, const struct murphi_type *type)
{
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            push_slots(x, type->fields[i].type);
        break;
    case MURPHI_ARRAY:
        push_array(x, type);
        break;
    case MURPHI_MULTISET:
        push_multiset(x, type);
        break;
    default:
        push_slot(x, type, mu_undefined(x, type));
    }
}

uint32_t mu_slots_new(struct executor *x, const struct murphi_type *type)
{
    uint32_t first = (uint32_t)x->slots.count;
    push_slots(x, type);
    while (x->marks.count < x->slots.count)
        array_push(x->mem, &x->marks, 0);
    return first;
}

void mu_slot_write(struct executor *x, uint32_t slot, struct scalar s)
{
    struct scalar old = x->slots.at[slot];
    if (x->stopped || (old.value == s.value && old.defined == s.defined))
        return;
    struct trail_entry entry = {slot, old};
    array_push(x->mem, &x->trail, entry);
    x->slots.at[slot] = s;
}

void mu_undo(struct executor *x, size_t trail)
{
    while (x->trail.count > trail) {
        struct trail_entry entry = array_pop(&x->trail);
        x->slots.at[entry.slot] = entry.old;
    }
}

// Where the condition has no value (it divides by zero) there was a run-time error, so that equal sides are enough.
expr mu_choose(struct executor *x, expr condition, expr then, expr otherwise)
{
    return then == otherwise ? then : model_ite(x->model, condition, then, otherwise);
}

// A value that is not defined may be anything: then the other one will do.
struct scalar mu_merge(struct executor *x, expr condition, struct scalar then, struct scalar otherwise)
{
    struct scalar result = {then.value, mu_choose(x, condition, then.defined, otherwise.defined)};
    if (mu_is_false(x, then.defined))
        result.value = otherwise.value;
    else if (!mu_is_false(x, otherwise.defined))
        result.value = mu_choose(x, condition, then.value, otherwise.value);
    return result;
}

// ---- The path -------------------------------------------------------------------------------------------------------

// Conjunctions are taken apart, so that a condition is seen next to its negation.
void mu_path_push(struct executor *x, expr condition)
{
    const struct expr_node *node = model_expr(x->model, condition);
    if (node->op != OP_AND)
        array_push(x->mem, &x->path, condition);
    else
        for (size_t i = 0; i < node->count; i++)
            array_push(x->mem, &x->path, node->args[i]);
}

void mu_path_pop_to(struct executor *x, size_t count)
{
    x->path.count = count;
    if (x->pieces.count > count / PIECE)
        x->pieces.count = count / PIECE;
    if (x->joined.count > count + 1)
        x->joined.count = count + 1;
}

void mu_path_suspend(struct executor *x, struct held_path *held)
{
    *held = (struct held_path){x->path, x->pieces, x->joined};
    x->path = x->pieces = x->joined = (condition_list){0};
}

void mu_path_resume(struct executor *x, struct held_path *held)
{
    array_free(x->mem, &x->path);
    array_free(x->mem, &x->pieces);
    array_free(x->mem, &x->joined);
    x->path = held->path;
    x->pieces = held->pieces;
    x->joined = held->joined;
}

// A path may be long and grow by one condition after the other. So its conjunction is in pieces, each with the one
// before as its first operand: what is made anew is no longer than a piece.
static void join_pieces(struct executor *x, size_t whole)
{
    while (x->pieces.count < whole) {
        size_t i = x->pieces.count * PIECE;
        expr first = x->pieces.count ? array_last(&x->pieces) : model_true(x->model);
        expr piece = model_and(x->model, first, model_nary(x->model, OP_AND, x->path.at + i, PIECE));
        array_push(x->mem, &x->pieces, piece);
    }
}

// The longest beginning of a short path whose conjunction is known.
static size_t longest_joined(const struct executor *x)
{
    size_t length = x->joined.count;
    while (length-- > 0)
        if (x->joined.at[length] != EXPR_NONE)
            return length;
    return 0;
}

// A branch goes on from the path around it, whose operands are in order.
static expr join_short(struct executor *x)
{
    size_t first = x->terms.count, known = longest_joined(x);
    expr before = known ? x->joined.at[known] : model_true(x->model);
    const struct expr_node *node = model_expr(x->model, before);
    for (size_t i = 0; i < node->count && node->op == OP_AND; i++)
        array_push(x->mem, &x->terms, node->args[i]);
    if (node->op != OP_AND)
        array_push(x->mem, &x->terms, before);
    for (size_t i = known; i < x->path.count; i++)
        array_push(x->mem, &x->terms, x->path.at[i]);
    expr result = model_nary(x->model, OP_AND, x->terms.at + first, x->terms.count - first);
    x->terms.count = first;
    return result;
}

static expr join_long(struct executor *x, size_t whole)
{
    join_pieces(x, whole);
    expr rest = model_nary(x->model, OP_AND, x->path.at + whole * PIECE, x->path.count - whole * PIECE);
    return model_and(x->model, x->pieces.at[whole - 1], rest);
}

expr mu_path(struct executor *x)
{
    size_t count = x->path.count, whole = count / PIECE;
    while (x->joined.count <= count)
        array_push(x->mem, &x->joined, EXPR_NONE);
    if (x->joined.at[count] == EXPR_NONE)
        x->joined.at[count] = whole ? join_long(x, whole) : join_short(x);
    return x->joined.at[count];
}

// What is compared with which constant, if that is what a condition does.
static bool is_comparison(const struct executor *x, expr condition, expr *compared, expr *constant)
{
    const struct expr_node *node = model_expr(x->model, condition);
    if (node->op != OP_EQ)
        return false;
    int which = model_is_const(x->model, node->args[0], NULL) ? 0 : 1;
    *constant = node->args[which];
    *compared = node->args[1 - which];
    return model_is_const(x->model, *constant, NULL);
}

// Only what is easily seen: the condition itself, its negation, or that the same thing has another value.
expr mu_given_path(struct executor *x, expr condition)
{
    struct model *m = x->model;
    if (model_is_const(m, condition, NULL))
        return condition;
    bool is_negation = model_expr(m, condition)->op == OP_NOT;
    expr positive = is_negation ? model_not(m, condition) : condition, negative = model_not(m, positive);
    expr yes = is_negation ? model_false(m) : model_true(m), no = model_not(m, yes);
    expr compared, constant, other, others_constant;
    bool compares = is_comparison(x, positive, &compared, &constant);
    for (size_t i = x->path.count; i-- > 0;) {
        if (x->path.at[i] == positive)
            return yes;
        if (x->path.at[i] == negative)
            return no;
        if (compares && is_comparison(x, x->path.at[i], &other, &others_constant) && other == compared)
            return no; // constants that are equal are the same expression
    }
    return condition;
}

// ---- Branches -------------------------------------------------------------------------------------------------------

// While recording, the path is long, and only what is easily seen of it is looked at.
static void enter(struct executor *x, expr condition)
{
    bool dead = x->is_recording && mu_is_false(x, mu_given_path(x, condition));
    mu_path_push(x, condition);
    dead |= !x->is_recording && mu_is_false(x, mu_path(x));
    x->stopped = x->failed || array_last(&x->branches).was_stopped || dead;
}

void mu_branch_open(struct executor *x, expr condition)
{
    struct branch branch = {.condition = condition,
                            .path = x->path.count,
                            .trail = x->trail.count,
                            .slots = x->slots.count,
                            .changes = x->changes.count,
                            .was_stopped = x->stopped};
    mu_multisets_open(x, &branch);
    array_push(x->mem, &x->branches, branch);
    x->steps += x->path.count / PATH_OF_STEP;
    mu_record_open(x, condition);
    enter(x, condition);
}

// Moves what was changed since the branch began from the store to `changes`.
static void take_back(struct executor *x, const struct branch *branch)
{
    size_t first = x->changes.count;
    while (x->trail.count > branch->trail) {
        struct trail_entry entry = array_pop(&x->trail);
        if (entry.slot < branch->slots && !x->marks.at[entry.slot]) {
            struct trail_entry change = {entry.slot, x->slots.at[entry.slot]};
            array_push(x->mem, &x->changes, change);
            x->marks.at[entry.slot] = 1;
        }
        x->slots.at[entry.slot] = entry.old;
    }
    for (size_t i = first; i < x->changes.count; i++)
        x->marks.at[x->changes.at[i].slot] = 0;
}

void mu_branch_turn(struct executor *x, expr left)
{
    struct branch *branch = &array_last(&x->branches);
    branch->then_left = left;
    branch->then_stopped = x->stopped;
    take_back(x, branch);
    branch->then_changes = x->changes.count;
    mu_record_turn(x, branch);
    mu_multisets_turn(x, branch);
    mu_path_pop_to(x, branch->path);
    enter(x, model_not(x->model, branch->condition));
}

// The store is what it was before the branch; both sides wait in `changes`.
static void merge_changes(struct executor *x, struct branch *branch)
{
    if (x->changes.count == branch->changes) // neither side has changed anything
        return;
    struct trail_entry *then = x->changes.at + branch->changes, *otherwise = x->changes.at + branch->then_changes;
    size_t then_count = branch->then_changes - branch->changes;
    size_t count = x->changes.count - branch->then_changes;
    for (size_t i = 0; i < then_count; i++)
        x->marks.at[then[i].slot] = (uint32_t)i + 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = otherwise[i].slot, mark = x->marks.at[slot];
        struct scalar other = mark ? then[mark - 1].old : x->slots.at[slot];
        mu_slot_write(x, slot, mu_join_scalars(x, branch, other, otherwise[i].old));
        x->marks.at[slot] = 0;
    }
    for (size_t i = 0; i < then_count; i++) {
        uint32_t slot = then[i].slot;
        if (x->marks.at[slot])
            mu_slot_write(x, slot, mu_join_scalars(x, branch, then[i].old, x->slots.at[slot]));
        x->marks.at[slot] = 0;
    }
}

static void adopt_changes(struct executor *x, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        mu_slot_write(x, x->changes.at[i].slot, x->changes.at[i].old);
}

expr mu_branch_close(struct executor *x, expr left)
{
    struct branch branch = array_pop(&x->branches);
    bool stopped = x->stopped;
    take_back(x, &branch);
    mu_multisets_close(x, &branch);
    mu_path_pop_to(x, branch.path);
    x->stopped = x->failed || (stopped && branch.then_stopped);
    if (branch.then_stopped)
        adopt_changes(x, branch.then_changes, x->changes.count);
    else if (stopped)
        adopt_changes(x, branch.changes, branch.then_changes);
    else
        merge_changes(x, &branch);
    x->changes.count = branch.changes;
    if (branch.then_stopped)
        left = stopped ? model_true(x->model) : left;
    else
        left = stopped ? branch.then_left : mu_join(x, &branch, branch.then_left, left);
    mu_record_close(x);
    return left;
}

void mu_branch_unless(struct executor *x, expr condition, expr other_left)
{
    mu_branch_open(x, model_not(x->model, condition));
    array_last(&x->branches).other_left = other_left;
}

expr mu_branches_close(struct executor *x, size_t count, expr left)
{
    while (count-- > 0) {
        expr other_left = array_last(&x->branches).other_left;
        mu_branch_turn(x, left);
        left = mu_branch_close(x, other_left);
    }
    return left;
}
