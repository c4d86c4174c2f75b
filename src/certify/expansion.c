#include "certify/expansion.h"

#include "certify/ctl_form.h"

#define MOST_WAYS 100000

// What a list of states has to know of the nodes; `unlisted` if it cannot.
static void find_roles(struct expansion *x, const struct model *m)
{
    for (uint32_t i = 0; i < x->nodes.count && i < EXPANSION_LISTED; i++) {
        const struct expansion_node *n = &x->nodes.at[i];
        x->untils |= (uint64_t)(n->op == EXPANSION_UNTIL) << i;
        x->first_memory |= (uint64_t)expansion_begins(n->op) << i;
        if (n->op == EXPANSION_ATOM && (model_expr(m, n->atom)->has_next || model_expr(m, n->atom)->has_input))
            x->unlisted = "its conditions speak of inputs or next values";
        if (n->op >= EXPANSION_YESTERDAY && !(x->nodes.at[n->args[0]].is_settled && x->nodes.at[n->args[1]].is_settled))
            x->unlisted = "the past in it speaks of the future";
    }
    if (x->nodes.count > EXPANSION_LISTED)
        x->unlisted = "it has too many operators";
}

bool expansion_open_listed(struct expansion *x, struct model *m, const struct property *p, formula conjunct,
                           struct mem *mem, const char **error)
{
    if (!expansion_open(x, m, p, conjunct, mem, error))
        return false;
    find_roles(x, m);
    *error = x->unlisted ? x->unlisted : certify_unfit_justice(m);
    return !*error;
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
