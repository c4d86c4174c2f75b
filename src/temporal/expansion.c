#include "temporal/expansion.h"

#define MOST_WAYS 100000

static bool is_in(uint64_t nodes, uint32_t node)
{
    return nodes >> node & 1;
}

static form_set only(uint32_t reference)
{
    return (form_set)1 << reference;
}

bool expansion_open(struct expansion *x, struct model *m, const struct property *p, formula conjunct, struct mem *mem,
                    const char **error)
{
    struct form *f = &x->form;
    *x = (struct expansion){0};
    if (!form_open(f, m, p, conjunct, true, mem, error))
        return false;
    *error = f->nodes.count > EXPANSION_MOST ? "it has too many operators" : form_unlisted(f);
    for (uint32_t i = 0; i < f->nodes.count && !*error; i++) {
        const struct form_node *n = &f->nodes.at[i];
        bool are_settled = is_in(x->settled, n->args[0] / 2) && is_in(x->settled, n->args[1] / 2);
        bool is_past = n->op == FORM_YESTERDAY || n->op == FORM_SINCE;
        if (is_past && !are_settled)
            *error = "the past in it speaks of the future";
        x->settled |= (uint64_t)(n->op == FORM_ATOM || is_past || (n->op == FORM_AND && are_settled)) << i;
        x->untils |= (uint64_t)(n->op == FORM_UNTIL) << i;
    }
    return !*error;
}

void expansion_close(struct expansion *x)
{
    form_close(&x->form);
}

form_set expansion_start(const struct expansion *x)
{
    return only(x->form.root ^ 1);
}

// ---- What is known in a state ---------------------------------------------------------------------------------------

static bool is_so(uint64_t truth, uint32_t reference)
{
    return is_in(truth, reference / 2) != (reference & 1);
}

uint64_t expansion_truth(const struct expansion *x, struct evaluator *ev, const value *state, uint64_t memory)
{
    uint64_t truth = 0;
    for (uint32_t i = 0; i < x->form.nodes.count; i++) { // operands come first
        const struct form_node *n = &x->form.nodes.at[i];
        bool a = is_so(truth, n->args[0]), b = is_so(truth, n->args[1]), before = is_in(memory, i);
        bool holds = n->op == FORM_ATOM    ? eval_condition(ev, n->atom, state, NULL)
                     : n->op == FORM_AND   ? a && b
                     : n->op == FORM_SINCE ? b || (a && before)
                                           : before; // of yesterday
        truth |= (uint64_t)(holds && is_in(x->settled, i)) << i;
    }
    return truth;
}

uint64_t expansion_memory(const struct expansion *x, uint64_t truth)
{
    uint64_t memory = 0;
    for (uint32_t i = 0; i < x->form.nodes.count; i++) {
        const struct form_node *n = &x->form.nodes.at[i];
        if (n->op == FORM_YESTERDAY || n->op == FORM_SINCE)
            memory |= (uint64_t)(n->op == FORM_SINCE ? is_in(truth, i) : is_so(truth, n->args[0])) << i;
    }
    return memory;
}

// ---- Expanding ------------------------------------------------------------------------------------------------------

struct way {
    form_set todo, done;
    struct expanded result;
};

static bool is_known(const expanded_array *out, const struct expanded *way)
{
    for (size_t i = 0; i < out->count; i++)
        if (out->at[i].next == way->next && out->at[i].late == way->late)
            return true;
    return false;
}

static uint32_t lowest(form_set set)
{
    uint64_t low = (uint64_t)set;
    return low ? (uint32_t)__builtin_ctzll(low) : 64 + (uint32_t)__builtin_ctzll((uint64_t)(set >> 64));
}

static bool satisfy(const struct expansion *x, uint64_t truth, struct way way, expanded_array *out)
{
    while (way.todo) {
        uint32_t own = lowest(way.todo), sign = own & 1;
        const struct form_node *n = &x->form.nodes.at[own / 2];
        form_set a = only(n->args[0] ^ sign), b = only(n->args[1] ^ sign);
        way.todo &= ~only(own);
        way.done |= only(own);
        if (is_in(x->settled, own / 2)) {
            if (!is_so(truth, own))
                return true;
            continue;
        }
        struct way other = way; // to satisfy it
        bool is_choice = true;
        if (n->op == FORM_NEXT) {
            is_choice = false;
            way.result.next |= a;
        } else if (n->op == FORM_UNTIL) {   // b now, or a now and the same from the next state on
            other.todo |= sign ? a | b : b; // negated: neither now, or not b now and the same from the next state on
            way.todo |= sign ? b : a;
            way.result.next |= only(own);
            way.result.late |= (uint64_t)!sign << own / 2;
        } else if (sign) { // one of both is false
            other.todo |= a;
            way.todo |= b;
        } else {
            is_choice = false;
            way.todo |= a | b;
        }
        way.todo &= ~way.done;
        other.todo &= ~way.done;
        if (is_choice && !satisfy(x, truth, other, out))
            return false;
    }
    if (!is_known(out, &way.result))
        array_push(x->form.mem, out, way.result);
    return out->count < MOST_WAYS;
}

bool expansion_expand(const struct expansion *x, form_set set, uint64_t truth, expanded_array *out)
{
    out->count = 0;
    return satisfy(x, truth, (struct way){.todo = set}, out);
}

size_t expansion_condition_count(const struct expansion *x)
{
    return (size_t)__builtin_popcountll(x->untils) + model_justice_count(x->form.model);
}

bool expansion_meets(const struct expansion *x, struct evaluator *ev, const value *state, const struct expanded *way,
                     uint64_t condition)
{
    const struct model *m = x->form.model;
    uint64_t rest = x->untils;
    for (; rest && condition > 0; condition--)
        rest &= rest - 1;
    if (rest)
        return !(way->late & rest & -rest);
    return condition < model_justice_count(m) && eval_condition(ev, model_justice(m, condition), state, NULL);
}
