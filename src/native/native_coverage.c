// Coverage: in states that somebody has found, how often each rule is enabled and fires, and the values of
// enumerations. The interpreter makes all steps, also those that a search leaves out for symmetry.
#include <string.h>

#include "native/native_parts.h"

void native_coverage_begin(struct native *n)
{
    for (size_t i = 0; i < n->rules.count; i++)
        n->rules.at[i]->enabled = n->rules.at[i]->fired = 0;
    n->taken_count = (size_t)n->tree->next_number + 1;
    n->taken = mem_zalloc(n->mem, n->taken_count * sizeof *n->taken);
}

void native_coverage_end(struct native *n)
{
    mem_free(n->mem, n->taken, n->taken_count * sizeof *n->taken);
    n->taken = NULL;
}

static bool has_members(const struct murphi_type *type)
{
    bool has = type->base->kind == MURPHI_ENUM;
    for (uint32_t i = 0; i < type->part_count && !has; i++)
        has = has_members(type->parts[i]);
    return has;
}

static bool drop_steps(void *context)
{
    struct batch *b = context;
    b->count = 0;
    return true;
}

bool native_cover(struct native *n, const uint64_t *state)
{
    struct explicit_look look = {0};
    struct batch b = {.mem = n->mem, .width = n->layout->words, .flush = drop_steps};
    b.context = &b;
    bool good = native_make_steps(n, state, &look, &b);
    for (uint32_t i = 0; i < n->state_slots; i++) {
        int64_t v = n->runner.slots[i];
        if (v >= 0 && v < (int64_t)n->taken_count && has_members(n->slot_types[i]))
            n->taken[v] = true;
    }
    batch_free(&b);
    return good;
}

// ---- What was met ---------------------------------------------------------------------------------------------------

static size_t line_of(const struct native *n, struct span span)
{
    struct diag_range range = murphi_range(n->tree, span);
    return source_place(range.source, range.offset).line;
}

static const struct native_rule *code_of(const struct native *n, const struct murphi_rule *rule)
{
    for (size_t i = 0; i < n->rules.count; i++)
        if (n->rules.at[i]->rule == rule)
            return n->rules.at[i];
    return NULL;
}

// One without instances has no code.
static void read_rules(const struct native *n, struct rule_coverage *c)
{
    uint32_t number = 0;
    for (const struct murphi_rule *rule = n->tree->rules; rule; rule = rule->next) {
        if (rule->kind != MURPHI_RULE)
            continue;
        const struct native_rule *code = code_of(n, rule);
        struct covered_rule covered = {.line = line_of(n, rule->head)};
        struct str name = {0};
        number++;
        if (rule->name)
            str_add(n->mem, &name, "rule \"%s\"", rule->name->text);
        else
            str_add(n->mem, &name, "rule %u", number);
        covered.name = arena_copy(&c->texts, name.at, name.count);
        str_free(n->mem, &name);
        if (code) {
            covered.enabled = code->enabled;
            covered.fired = code->fired;
        }
        array_push(c->texts.mem, &c->rules, covered);
    }
}

static bool is_of_state(const struct native *n, const struct murphi_type *type)
{
    for (uint32_t i = 0; i < n->state_slots; i++) {
        const struct murphi_type *of = n->slot_types[i];
        if (of->base == type)
            return true;
        for (uint32_t k = 0; k < of->part_count; k++)
            if (of->parts[k]->base == type)
                return true;
    }
    return false;
}

static void read_values(const struct native *n, struct rule_coverage *c)
{
    for (size_t i = 0; i < n->tree->types.count; i++) {
        const struct murphi_type *type = n->tree->types.at[i];
        if (type->kind != MURPHI_ENUM || !is_of_state(n, type))
            continue;
        for (const struct murphi_decl *member = type->members; member; member = member->next_member)
            if (!n->taken[member->value])
                array_push(
                    c->texts.mem, &c->missing,
                    ((struct uncovered_value){arena_copy(&c->texts, member->symbol->text, strlen(member->symbol->text)),
                                              line_of(n, member->span)}));
    }
}

void native_coverage_read(const struct native *n, struct rule_coverage *c)
{
    read_rules(n, c);
    read_values(n, c);
}
