// Applying rules to a state.
#include "explicit/rules.h"

#include <string.h>

// ---- Batches --------------------------------------------------------------------------------------------------------

void batch_free(struct batch *b)
{
    array_free(b->mem, &b->words);
    array_free(b->mem, &b->parents);
    b->count = 0;
}

uint64_t *batch_next(struct batch *b)
{
    if (b->count >= BATCH_LIMIT && b->flush && !b->flush(b->context))
        return NULL;
    if (!array_try_reserve(b->mem, &b->words, (b->count + 1) * b->width) ||
        !array_try_reserve(b->mem, &b->parents, b->count + 1))
        return NULL;
    return b->words.at + b->count * b->width;
}

// Keeps it, unless it is no state of the model.
static void keep_step(struct rules *r, uint32_t from, struct batch *b)
{
    if (r->filter) {
        rules_apply(r->filter, b->words.at + b->count * b->width, 0, NULL);
        if (r->filter->any_violated)
            return;
    }
    if (!r->is_moving)
        r->is_moving = memcmp(b->words.at + b->count * b->width, r->machine.now, b->width * sizeof(uint64_t)) != 0;
    batch_keep(b, from);
    r->fired++;
}

// ---- Choices --------------------------------------------------------------------------------------------------------

// The candidates for each chosen cell. False if one has none.
static bool find_candidates(struct rules *r, const struct rule *rule)
{
    struct machine *m = &r->machine;
    m->members.count = 0;
    for (size_t i = 0; i < rule->choice_count; i++) {
        const struct rule_choice *choice = &rule->choices[i];
        r->spans[i].begin = r->spans[i].at = m->members.count;
        if (choice->set == EXPR_NONE)
            for (uint64_t code = 0; code <= r->layout->fields[choice->cell].largest; code++)
                array_push(r->mem, &m->members, code);
        else
            machine_run(m, choice->code);
        r->spans[i].end = m->members.count;
        if (r->spans[i].begin == r->spans[i].end)
            return false;
    }
    return true;
}

// On to the next combination, counting up from the first choice.
static bool next_combination(struct rules *r, const struct rule *rule)
{
    for (size_t i = 0; i < rule->choice_count; i++) {
        if (++r->spans[i].at < r->spans[i].end)
            return true;
        r->spans[i].at = r->spans[i].begin;
    }
    return false;
}

static bool add_combinations(struct rules *r, const struct rule *rule, uint32_t number, struct batch *b)
{
    if (!find_candidates(r, rule))
        return true;
    do {
        uint64_t *next = batch_next(b);
        if (!next)
            return false;
        memcpy(next, r->successor, b->width * sizeof *next);
        for (size_t i = 0; i < rule->choice_count; i++)
            field_write(&r->layout->fields[rule->choices[i].cell], next, r->machine.members.at[r->spans[i].at]);
        keep_step(r, number, b);
    } while (next_combination(r, rule));
    return true;
}

// ---- Twins ----------------------------------------------------------------------------------------------------------

// Exchanging twins takes a step of an action to a step of the same action with exchanged parameters, from the same
// state. One choice of parameters for each orbit is enough: the one in which, of each group of twins, the first comes
// first, the second one next, and so on.
static bool is_repetition(const struct twins *twins, const struct rule *rule)
{
    for (size_t i = 0; i < rule->element_count; i++) {
        uint32_t element = rule->elements[i], used = 0;
        bool is_old = false;
        for (size_t k = 0; k < i && !is_old; k++) {
            is_old = rule->elements[k] == element;
            bool is_first_use = true;
            for (size_t j = 0; j < k; j++)
                is_first_use &= rule->elements[j] != rule->elements[k];
            used += is_first_use && twins->first[rule->elements[k]] == twins->first[element];
        }
        if (!is_old && twins->before[element] != used)
            return true;
    }
    return false;
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

static void note_error(struct rules *r)
{
    r->machine.has_error = false;
    if (r->runtime_error_watch != NO_CODE)
        r->violated[r->runtime_error_watch] = r->any_violated = true;
}

static bool make_step(struct rules *r, const struct rule *rule, uint32_t number, struct batch *b)
{
    struct machine *m = &r->machine;
    m->next = rule->choice_count ? r->successor : batch_next(b);
    if (!m->next)
        return false;
    if (!machine_run(m, rule->code)) {
        if (m->has_error)
            note_error(r);
        return true;
    }
    if (rule->choice_count)
        return add_combinations(r, rule, number, b);
    keep_step(r, number, b);
    return true;
}

static void look(struct rules *r, const struct rule *rule)
{
    if (r->violated[rule->watch] || (r->is_moving && r->watches[rule->watch].holds_if_moving))
        return;
    if (rule->code == NO_CODE || machine_run(&r->machine, rule->code))
        r->violated[rule->watch] = r->any_violated = true;
}

static bool apply_selected(struct rules *r, uint32_t number, struct batch *b)
{
    for (size_t word = 0; word < r->selector.words; word++)
        for (uint64_t bits = r->selector.selected[word]; bits; bits &= bits - 1) {
            const struct rule *rule = &r->rules[word * 64 + (size_t)__builtin_ctzll(bits)];
            if (rule->is_watch)
                look(r, rule);
            else if (b && !(r->has_twins && is_repetition(&r->twins, rule)) && !make_step(r, rule, number, b))
                return false;
        }
    return true;
}

// ---- By the evaluator -----------------------------------------------------------------------------------------------

struct visit {
    struct rules *rules;
    struct batch *batch;
    uint32_t number;
};

static bool add_successor(void *context, const value *inputs, const value *state)
{
    struct visit *v = context;
    (void)inputs;
    uint64_t *next = batch_next(v->batch);
    if (!next)
        return false;
    if (layout_pack(v->rules->layout, state, next))
        keep_step(v->rules, v->number, v->batch);
    return true;
}

static bool apply_by_evaluator(struct rules *r, const uint64_t *state, uint32_t number, struct batch *b)
{
    if (!b)
        return true;
    layout_unpack(r->layout, state, r->values);
    return eval_each_successor(r->evaluator, r->values, add_successor, &(struct visit){r, b, number});
}

static bool apply_steps(struct rules *r, const uint64_t *state, uint32_t number, struct batch *b)
{
    struct explicit_look look = {.number = number,
                                 .twins = r->has_twins ? &r->twins : NULL,
                                 .violated = r->violated,
                                 .fired = r->fired,
                                 .is_over = r->is_over,
                                 .context = r->context};
    bool good = r->steps->apply(r->steps->context, state, &look, b);
    r->any_violated = look.any_violated;
    r->fired = look.fired;
    return good;
}

bool rules_apply(struct rules *r, const uint64_t *state, uint32_t number, struct batch *b)
{
    if (r->any_violated) {
        memset(r->violated, 0, r->watch_count * sizeof *r->violated);
        r->any_violated = false;
    }
    if (r->steps)
        return apply_steps(r, state, number, b);
    r->is_moving = false;
    r->machine.now = state;
    if (r->count) {
        machine_load(&r->machine, state);
        selector_select(&r->selector, state);
        if (!apply_selected(r, number, b))
            return false;
    }
    return r->compiled || apply_by_evaluator(r, state, number, b);
}

void rules_drop_watch(struct rules *r, size_t watch)
{
    if (r->steps)
        r->steps->drop(r->steps->context, watch);
    for (size_t i = 0; i < r->count; i++)
        if (r->rules[i].is_watch && r->rules[i].watch == watch)
            r->selector.all[i / 64] &= ~(UINT64_C(1) << i % 64);
}
