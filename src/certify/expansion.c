#include "certify/expansion.h"

#include "certify/ctl_form.h"
#include "certify/fresh_model.h"
#include "certify/linear_form.h"
#include "model/walk.h"

#define MOST_WAYS 100000

// ---- Negation normal form -------------------------------------------------------------------------------------------

struct normalising {
    struct expansion *x;
    const struct model *model;
    ARRAY(uint32_t) forms;
    const char *error;
};

static uint32_t add_node(struct normalising *n, struct expansion_node node)
{
    struct expansion *x = n->x;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        const struct expansion_node *o = &x->nodes.at[i];
        if (o->op == node.op && o->atom == node.atom && o->is_negated == node.is_negated &&
            o->args[0] == node.args[0] && o->args[1] == node.args[1])
            return i;
    }
    if (x->nodes.count == EXPANSION_NODES) {
        n->error = "it has too many operators";
        return 0;
    }
    array_push(x->mem, &x->nodes, node);
    return (uint32_t)x->nodes.count - 1;
}

static uint32_t add_operator(struct normalising *n, enum expansion_op op, uint32_t a, uint32_t b)
{
    const struct expansion_node *nodes = n->x->nodes.at;
    bool are_settled = nodes[a].is_settled && nodes[b].is_settled, is_past = op >= EXPANSION_YESTERDAY;
    if (is_past && !are_settled)
        n->x->unlisted = "the past in it speaks of the future";
    struct expansion_node node = {
        op, EXPR_NONE, false, is_past || ((op == EXPANSION_AND || op == EXPANSION_OR) && are_settled), {a, b}};
    return add_node(n, node);
}

static uint32_t add_condition(struct normalising *n, expr atom, bool is_negated)
{
    const struct expr_node *e = model_expr(n->model, atom);
    if (e->has_next || e->has_input)
        n->x->unlisted = "its conditions speak of inputs or next values";
    struct expansion_node node = {EXPANSION_ATOM, atom, is_negated, true, {0, 0}};
    return add_node(n, node);
}

// A formula, as it is or negated, from the forms of its operands.
static uint32_t form(struct normalising *n, enum formula_op op, uint32_t a, uint32_t b, bool negated)
{
    static const enum expansion_op ops[][2] = {
        [FORMULA_AND] = {EXPANSION_AND, EXPANSION_OR},
        [FORMULA_OR] = {EXPANSION_OR, EXPANSION_AND},
        [FORMULA_X] = {EXPANSION_NEXT, EXPANSION_NEXT},
        [FORMULA_U] = {EXPANSION_UNTIL, EXPANSION_RELEASE},
        [FORMULA_V] = {EXPANSION_RELEASE, EXPANSION_UNTIL},
        [FORMULA_Y] = {EXPANSION_YESTERDAY, EXPANSION_WEAK_YESTERDAY},
        [FORMULA_Z] = {EXPANSION_WEAK_YESTERDAY, EXPANSION_YESTERDAY},
        [FORMULA_S] = {EXPANSION_SINCE, EXPANSION_TRIGGERED},
        [FORMULA_T] = {EXPANSION_TRIGGERED, EXPANSION_SINCE},
    };
    if ((size_t)op >= sizeof ops / sizeof *ops || !ops[op][0]) {
        n->error = "it has operators for which there are no certificates";
        return 0;
    }
    return add_operator(n, ops[op][negated], a, b);
}

// Images of formulas are the numbers of their forms in a list, as they are and negated.
static uint32_t forms_of(struct normalising *n, const struct formula_node *f, const uint32_t *images)
{
    uint32_t made[2];
    const uint32_t *a = NULL, *b = NULL;
    if (f->op != FORMULA_ATOM) {
        a = n->forms.at + images[0];
        b = f->args[1] == FORMULA_NONE ? a : n->forms.at + images[1];
    }
    for (int negated = 0; negated < 2; negated++)
        if (f->op == FORMULA_ATOM)
            made[negated] = add_condition(n, f->atom, negated);
        else if (f->op == FORMULA_NOT)
            made[negated] = a[!negated];
        else
            made[negated] = form(n, f->op, a[negated], b[negated], negated);
    array_push(n->x->mem, &n->forms, made[0]);
    array_push(n->x->mem, &n->forms, made[1]);
    return (uint32_t)n->forms.count - 2;
}

static void find_roles(struct expansion *x)
{
    for (uint32_t i = 0; i < x->nodes.count && i < EXPANSION_LISTED; i++) {
        enum expansion_op op = x->nodes.at[i].op;
        x->untils |= (uint64_t)(op == EXPANSION_UNTIL) << i;
        x->first_memory |= (uint64_t)expansion_begins(op) << i;
    }
    if (x->nodes.count > EXPANSION_LISTED)
        x->unlisted = "it has too many operators";
}

bool expansion_open(struct expansion *x, const struct model *m, formula root, struct mem *mem, const char **error)
{
    *x = (struct expansion){.mem = mem};
    struct normalising n = {.x = x, .model = m};
    struct walk walk = {.model = m, .mem = mem, .of = WALK_FORMULAS};
    walk_from(&walk, root);
    for (formula at; !n.error && walk_next(&walk, &at);)
        walk_note(&walk, at, forms_of(&n, model_formula(m, at), walk_images(&walk, at)));
    if (!n.error)
        x->root = n.forms.at[walk_image(&walk, root) + 1];
    walk_free(&walk);
    array_free(mem, &n.forms);
    find_roles(x);
    *error = n.error;
    return !n.error;
}

bool expansion_open_listed(struct expansion *x, struct model *m, const struct property *p, formula conjunct,
                           struct mem *mem, const char **error)
{
    struct model *fresh = fresh_model_of_formulas(m, mem);
    formula f = linear_form(fresh, p, formula_over(m, fresh, conjunct, mem), mem, error);
    *x = (struct expansion){.mem = mem};
    bool good = f != FORMULA_NONE && expansion_open(x, fresh, f, mem, error);
    for (size_t i = 0; i < x->nodes.count; i++)
        if (x->nodes.at[i].op == EXPANSION_ATOM)
            x->nodes.at[i].atom = condition_over(fresh, m, x->nodes.at[i].atom, mem);
    model_free(fresh);
    if (good)
        *error = x->unlisted ? x->unlisted : certify_unfit_justice(m);
    return good && !*error;
}

void expansion_close(struct expansion *x)
{
    array_free(x->mem, &x->nodes);
}

// ---- What is known in a state ---------------------------------------------------------------------------------------

static bool is_in(uint64_t set, uint32_t node)
{
    return set >> node & 1;
}

uint64_t expansion_truth(const struct expansion *x, struct evaluator *ev, const value *state, uint64_t memory)
{
    uint64_t truth = 0;
    for (uint32_t i = 0; i < x->nodes.count; i++) { // operands come first
        const struct expansion_node *n = &x->nodes.at[i];
        bool a = is_in(truth, n->args[0]), b = is_in(truth, n->args[1]), before = is_in(memory, i), holds = false;
        if (!n->is_settled)
            continue;
        switch (n->op) {
        case EXPANSION_ATOM:
            holds = eval_condition(ev, n->atom, state, NULL) != n->is_negated;
            break;
        case EXPANSION_AND:
            holds = a && b;
            break;
        case EXPANSION_OR:
            holds = a || b;
            break;
        case EXPANSION_YESTERDAY:
        case EXPANSION_WEAK_YESTERDAY:
            holds = before;
            break;
        case EXPANSION_SINCE:
            holds = b || (a && before);
            break;
        case EXPANSION_TRIGGERED:
            holds = b && (a || before);
            break;
        default:
            break;
        }
        truth |= (uint64_t)holds << i;
    }
    return truth;
}

uint64_t expansion_memory(const struct expansion *x, uint64_t truth)
{
    uint64_t memory = 0;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        const struct expansion_node *n = &x->nodes.at[i];
        if (n->op == EXPANSION_YESTERDAY || n->op == EXPANSION_WEAK_YESTERDAY)
            memory |= (uint64_t)is_in(truth, n->args[0]) << i;
        else if (n->op == EXPANSION_SINCE || n->op == EXPANSION_TRIGGERED)
            memory |= (uint64_t)is_in(truth, i) << i;
    }
    return memory;
}

// ---- Expanding ------------------------------------------------------------------------------------------------------

struct way {
    uint64_t todo, done;
    struct expanded result;
};

static bool is_known(const expanded_array *out, const struct expanded *way)
{
    for (size_t i = 0; i < out->count; i++)
        if (out->at[i].next == way->next && out->at[i].late == way->late)
            return true;
    return false;
}

static bool satisfy(const struct expansion *x, uint64_t truth, struct way way, expanded_array *out)
{
    while (way.todo) {
        uint32_t i = (uint32_t)__builtin_ctzll(way.todo);
        const struct expansion_node *n = &x->nodes.at[i];
        uint64_t a = UINT64_C(1) << n->args[0], b = UINT64_C(1) << n->args[1], own = UINT64_C(1) << i;
        struct way other = way;
        way.todo &= ~own;
        way.done |= own;
        if (n->is_settled) {
            if (!is_in(truth, i))
                return true;
            continue;
        }
        other = way;
        switch (n->op) {
        case EXPANSION_AND:
            way.todo |= (a | b) & ~way.done;
            break;
        case EXPANSION_NEXT:
            way.result.next |= a;
            break;
        case EXPANSION_OR: // the one, or else the other
            other.todo |= a & ~way.done;
            way.todo |= b & ~way.done;
            break;
        case EXPANSION_UNTIL: // b now, or a now and the same from the next state on
            other.todo |= b & ~way.done;
            way.todo |= a & ~way.done;
            way.result.next |= own;
            way.result.late |= own;
            break;
        case EXPANSION_RELEASE: // a and b now, or b now and the same from the next state on
            other.todo |= (a | b) & ~way.done;
            way.todo |= b & ~way.done;
            way.result.next |= own;
            break;
        default:
            return false;
        }
        if (n->op >= EXPANSION_OR && n->op != EXPANSION_NEXT && !satisfy(x, truth, other, out))
            return false;
    }
    if (!is_known(out, &way.result))
        array_push(x->mem, out, way.result);
    return out->count < MOST_WAYS;
}

bool expansion_expand(const struct expansion *x, uint64_t set, uint64_t truth, expanded_array *out)
{
    out->count = 0;
    return satisfy(x, truth, (struct way){.todo = set}, out);
}

size_t expansion_condition_count(const struct expansion *x, const struct model *m)
{
    return (size_t)__builtin_popcountll(x->untils) + model_justice_count(m);
}

bool expansion_meets(const struct expansion *x, const struct model *m, struct evaluator *ev, const value *state,
                     const struct expanded *way, uint64_t condition)
{
    uint64_t rest = x->untils;
    for (; rest && condition > 0; condition--)
        rest &= rest - 1;
    if (rest)
        return !(way->late & rest & -rest);
    return condition < model_justice_count(m) && eval_condition(ev, model_justice(m, condition), state, NULL);
}
