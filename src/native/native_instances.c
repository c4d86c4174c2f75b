// The instances of a rule, one after the other. What goes wrong in one is caught here, and the next one is tried.
//
// Where elements are twins in the state at hand, one choice of parameters for each orbit of their exchanges is enough,
// as for rules that are compiled from a model (explicit/rules.c).
#include "native/native_parts.h"

#include <string.h>

#include "murphi/print.h"

void native_undo(struct native *n)
{
    struct runner *r = &n->runner;
    for (; r->changes.count > n->kept_changes; r->changes.count--)
        r->slots[array_last(&r->changes).slot] = array_last(&r->changes).old;
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

static void set(struct native *n, const struct native_rule *rule, struct native_level *level, int64_t v)
{
    n->runner.slots[rule->place + level->offset] = v;
    level->is_set = true;
}

// Where the multiset cannot be found, none of its places is tried.
static void begin_level(struct native *n, struct native_level *level)
{
    level->position = level->count;
    level->is_set = false;
    if (level->kind == MURPHI_OVER_MULTISET)
        level->multiset = run_code(&n->runner, level->place);
    level->position = 0;
}

// See is_repetition in explicit/rules.c.
static bool is_repetition(const struct native_rule *rule, uint32_t at, const struct twins *twins)
{
    uint32_t element = rule->levels[at].element, used = 0;
    for (uint32_t k = 0; k < at; k++) {
        const struct native_level *level = &rule->levels[k];
        bool is_first_use = true;
        if (level->class == NO_CLASS)
            continue;
        if (level->element == element)
            return false;
        for (uint32_t j = 0; j < k; j++)
            is_first_use &= rule->levels[j].class == NO_CLASS || rule->levels[j].element != level->element;
        used += is_first_use && twins->first[level->element] == twins->first[element];
    }
    return twins->before[element] != used;
}

static bool take_value(struct native *n, struct native_rule *rule, uint32_t at, const struct twins *twins)
{
    struct native_level *level = &rule->levels[at];
    uint64_t position = level->position++;
    int64_t v;
    switch (level->kind) {
    case MURPHI_OVER_MULTISET:
        if (!n->runner.slots[level->multiset + (int64_t)position * level->width])
            return false;
        set(n, rule, level, (int64_t)position);
        return true;
    case MURPHI_BY_ALIAS:
        v = run_code(&n->runner, level->place);
        set(n, rule, level, v);
        return true;
    default:
        v = level->values ? level->values[position] : level->low + (int64_t)position * level->step;
        set(n, rule, level, v);
        if (level->class != NO_CLASS && n->symmetry)
            level->element = n->symmetry->first[level->class] + (uint32_t)(v - level->class_low);
        return !(twins && level->class != NO_CLASS && is_repetition(rule, at, twins));
    }
}

// Nothing of what is left on the stack is needed any more.
static bool conditions_hold(struct native *n, const struct native_rule *rule, const struct code *const *conditions,
                            uint32_t count)
{
    bool result = true;
    for (uint32_t i = 0; i < count && result; i++)
        result = run_code(&n->runner, conditions[i]);
    n->runner.top = rule->place + rule->size;
    return result;
}

// ---- Instances ------------------------------------------------------------------------------------------------------

// What an instance that is left by a jump has left behind.
static void clean_up(struct native *n, const struct native_rule *rule)
{
    struct runner *r = &n->runner;
    native_undo(n);
    r->frame = rule->place;
    r->top = rule->place + rule->size;
    if (r->depth)
        memset(r->activations, 0, r->function_count * sizeof *r->activations);
    r->depth = 0;
    r->work = 0;
}

#define BETWEEN_LOOKS 65536 // values of parameters

static bool is_over(struct native *n)
{
    if (++n->visited % BETWEEN_LOOKS == 0 && n->look && n->look->is_over)
        n->is_stopped |= n->look->is_over(n->look->context);
    return n->is_stopped;
}

// On to the next instance, from rule->level on, which is where the last one was or where it was given up. False if
// there is none.
static bool next_instance(struct native *n, struct native_rule *rule, const struct twins *twins)
{
    while (!is_over(n)) {
        struct native_level *level = &rule->levels[rule->level];
        if (level->position >= level->count) {
            if (rule->level == 0)
                return false;
            rule->level--;
            continue;
        }
        if (!take_value(n, rule, rule->level, twins) ||
            !conditions_hold(n, rule, level->conditions, level->condition_count))
            continue;
        if (rule->level + 1 == rule->level_count)
            return true;
        rule->level++;
        begin_level(n, &rule->levels[rule->level]);
    }
    return false;
}

static bool is_first_level(const struct native_rule *rule)
{
    return rule->level == UINT32_MAX;
}

// One pass over all instances, or over those that are left after an escape.
static void visit_rest(struct native *n, struct native_rule *rule, const struct instances *each)
{
    if (is_first_level(rule)) {
        if (rule->level_count == 0) {
            if (conditions_hold(n, rule, rule->conditions, rule->condition_count))
                each->visit(n, rule, each->context);
            return;
        }
        if (!conditions_hold(n, rule, rule->conditions, rule->condition_count))
            return;
        rule->level = 0;
        begin_level(n, &rule->levels[0]);
    }
    while (next_instance(n, rule, each->twins) && each->visit(n, rule, each->context))
        n->runner.work = 0;
}

void native_each_instance(struct native *n, struct native_rule *rule, const struct instances *each)
{
    struct runner *r = &n->runner;
    jmp_buf escape, *outer = r->escape;
    size_t frame = r->frame, top = r->top;
    uint32_t depth = r->depth;
    runner_reserve(r, rule->size);
    rule->place = r->top;
    rule->level = UINT32_MAX;
    r->frame = rule->place;
    r->top += rule->size;
    r->work = 0;
    if (rule->size)
        memcpy(r->slots + rule->place, rule->frame, rule->size * sizeof *r->slots);
    r->escape = &escape;
    int how = setjmp(escape);
    if (how) {
        bool goes_on = each->escaped(n, rule, (enum native_escape)how, each->context);
        clean_up(n, rule);
        if (goes_on && !n->is_stopped && !is_first_level(rule))
            visit_rest(n, rule, each);
    } else {
        visit_rest(n, rule, each);
    }
    r->escape = outer;
    r->frame = frame;
    r->top = top;
    r->depth = depth;
}

// ---- In words -------------------------------------------------------------------------------------------------------

// What goes wrong further out than at this level does so for the first instance.
static void add_parameter(struct native *n, const struct native_rule *rule, const struct native_level *level,
                          bool is_set, struct str *out)
{
    const struct murphi_decl *decl = level->binder->decl;
    int64_t v = level->values ? level->values[0] : level->low;
    if (is_set)
        v = n->runner.slots[rule->place + level->offset];
    str_add(n->mem, out, "%s: ", decl->symbol->text);
    if (level->kind == MURPHI_OVER_TYPE)
        murphi_print_value(n->mem, out, decl->type, v);
    else
        str_add(n->mem, out, "%lld", (long long)(level->kind == MURPHI_OVER_MULTISET ? v + 1 : v));
}

static uint32_t number_of(const struct native *n, const struct murphi_rule *wanted)
{
    uint32_t number = 0;
    for (const struct murphi_rule *rule = n->tree->rules; rule; rule = rule->next) {
        number += rule->kind == wanted->kind;
        if (rule == wanted)
            break;
    }
    return number;
}

void native_where(struct native *n, const struct native_rule *rule, struct str *out)
{
    const char *before = " (";
    enum murphi_rule_kind kind = rule->rule->kind;
    if (rule->rule->name)
        str_add(n->mem, out, "%s \"%s", murphi_word_for(kind), rule->rule->name->text);
    else
        str_add(n->mem, out, "%s %u", murphi_keyword_of(kind), number_of(n, rule->rule));
    for (uint32_t i = 0; i < rule->level_count; i++) {
        if (rule->levels[i].kind == MURPHI_BY_ALIAS)
            continue;
        str_add(n->mem, out, "%s", before);
        add_parameter(n, rule, &rule->levels[i], !is_first_level(rule) && i <= rule->level && rule->levels[i].is_set,
                      out);
        before = ", ";
    }
    str_add(n->mem, out, "%s%s", before[0] == ',' ? ")" : "", rule->rule->name ? "\"" : "");
}
