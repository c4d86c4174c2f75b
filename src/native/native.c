// Making it: which rules, start states and properties there are, and their code.
#include "native/native.h"

#include <string.h>

#include "native/native_parts.h"

// ---- The state ------------------------------------------------------------------------------------------------------

static uint32_t find_width(struct native *n, const struct murphi_type *type)
{
    uint32_t width = 0;
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            width += n->widths[type->fields[i].type->id];
        return width;
    case MURPHI_ARRAY:
        return (uint32_t)murphi_size(type->index) * n->widths[type->element->id];
    case MURPHI_MULTISET:
        return (uint32_t)(type->high - type->low + 1) * (1 + n->widths[type->element->id]);
    default:
        return 1;
    }
}

// What a type is made of is less deep.
static void find_widths(struct native *n)
{
    size_t count = n->tree->types.count;
    uint32_t deepest = 0;
    n->widths = mem_zalloc(n->mem, (count + 1) * sizeof *n->widths);
    for (size_t i = 0; i < count; i++)
        deepest = n->tree->types.at[i]->depth > deepest ? n->tree->types.at[i]->depth : deepest;
    for (uint32_t depth = 0; depth <= deepest; depth++)
        for (size_t i = 0; i < count; i++)
            if (n->tree->types.at[i]->depth == depth)
                n->widths[i] = find_width(n, n->tree->types.at[i]);
    n->var_slots = mem_zalloc(n->mem, (n->tree->vars.count + 1) * sizeof *n->var_slots);
    for (size_t i = 0; i < n->tree->vars.count; i++) {
        n->var_slots[i] = n->state_slots;
        n->state_slots += n->widths[n->tree->vars.at[i]->type->id];
    }
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

static void refuse_covers_of_starts(struct tree_compiler *c, size_t covers)
{
    if (c->covers.count > covers)
        c->refused = CAUSE_NATIVE_COVERED_START;
}

static void add_rule(struct native *n, struct native_rule *rule)
{
    if (n->rules.count && n->rules.at[0]->rule->priority != rule->rule->priority)
        n->has_priorities = true;
    array_push(n->mem, &n->rules, rule);
}

// An error in a condition of fairness is a run-time error of the state, as in a rule.
static void add_fairness(struct native *n, struct tree_compiler *c, const struct murphi_rule *from)
{
    struct native_rule *first = native_rule_new(n, c, from);
    if (first)
        array_push(n->mem, &n->fairness, first);
    if (first && from->kind == MURPHI_COMPASSION)
        array_push(n->mem, &n->fairness, native_second_new(n, c, from));
}

static void add_rules(struct native *n, struct tree_compiler *c)
{
    for (const struct murphi_rule *from = n->tree->rules; from && !c->refused; from = from->next) {
        size_t covers = c->covers.count;
        struct native_rule *rule;
        switch (from->kind) {
        case MURPHI_RULE:
            if ((rule = native_rule_new(n, c, from)))
                add_rule(n, rule);
            break;
        case MURPHI_STARTSTATE:
            if ((rule = native_rule_new(n, c, from)))
                array_push(n->mem, &n->starts, rule);
            refuse_covers_of_starts(c, covers);
            break;
        case MURPHI_ASSUME:
            if ((rule = native_rule_new(n, c, from)))
                array_push(n->mem, &n->assumptions, rule);
            break;
        case MURPHI_JUSTICE:
        case MURPHI_COMPASSION:
            add_fairness(n, c, from);
            break;
        default:
            break;
        }
    }
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static const struct murphi_rule *rule_of_goal(const struct native *n, goal_id goal)
{
    for (const struct murphi_rule *rule = n->tree->rules; rule; rule = rule->next)
        if ((rule->kind == MURPHI_INVARIANT || rule->kind == MURPHI_COVER) &&
            murphi_is_of_file(n->tree, rule->span.offset) && murphi_goal_of(rule) == goal)
            return rule;
    return NULL;
}

static void add_variants(struct native *n, struct tree_compiler *c, const struct property *p, struct native_watch *w)
{
    murphi_implication_array cuts = {0};
    if (!n->vacuity || p->vacuity_count == 0)
        return;
    murphi_find_implications(w->rule->rule->guard, n->mem, &cuts);
    w->variants = arena_alloc(&n->arena, p->vacuity_count * sizeof(struct native_rule *));
    for (size_t i = 0; i < p->vacuity_count; i++) {
        unsigned number = p->vacuities[i].number;
        if (number == 0 || number > cuts.count)
            break;
        c->cut = cuts.at[number - 1];
        w->variants[w->variant_count++] = native_rule_new(n, c, w->rule->rule);
        c->cut = NULL;
    }
    array_free(n->mem, &cuts);
}

static bool find_statement(const struct tree_compiler *c, goal_id goal, uint32_t *number)
{
    for (size_t i = 0; i < c->covers.count; i++)
        if (murphi_goal_at(c->covers.at[i]->span.offset) == goal) {
            *number = (uint32_t)i;
            return true;
        }
    return false;
}

static bool find_watch(struct native *n, struct tree_compiler *c, const struct property *p, struct native_watch *w)
{
    const struct murphi_rule *rule = rule_of_goal(n, p->goal);
    switch (p->kind) {
    case PROPERTY_RUNTIME_ERROR:
        w->kind = WATCH_ERRORS;
        return true;
    case PROPERTY_DEADLOCK:
        w->kind = WATCH_DEADLOCK;
        return true;
    case PROPERTY_INVARIANT:
        w->kind = WATCH_INVARIANT;
        if (!rule || rule->kind != MURPHI_INVARIANT)
            return false;
        w->rule = native_rule_new(n, c, rule);
        if (w->rule)
            add_variants(n, c, p, w);
        return w->rule;
    case PROPERTY_COVER:
        w->kind = WATCH_COVER;
        if (!rule) {
            w->kind = WATCH_STATEMENT;
            return find_statement(c, p->goal, &w->cover);
        }
        w->rule = native_rule_new(n, c, rule);
        return rule->kind == MURPHI_COVER && w->rule;
    default:
        return false;
    }
}

static void add_watches(struct native *n, struct tree_compiler *c)
{
    n->is_known = mem_zalloc(n->mem, (n->property_count + 1) * sizeof *n->is_known);
    for (size_t i = 0; i < n->property_count && !c->refused; i++) {
        const struct property *p = model_property(n->model, i);
        struct native_watch watch = {.property = i};
        bool is_usable = !p->unsupported && !p->is_wrong && p->formula != FORMULA_NONE;
        n->is_known[i] = is_usable && find_watch(n, c, p, &watch);
        watch.errors_are_dropped = watch.kind != WATCH_COVER;
        if (n->is_known[i])
            array_push(n->mem, &n->watches, watch);
    }
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void compile_all(struct native *n, bool is_cmurphi, enum cause_code *why)
{
    size_t decls = n->tree->decl_count + 1;
    struct tree_compiler c = {.mem = n->mem,
                              .arena = &n->arena,
                              .tree = n->tree,
                              .is_cmurphi = is_cmurphi,
                              .widths = n->widths,
                              .var_slots = n->var_slots};
    c.offsets = mem_zalloc(n->mem, decls * sizeof *c.offsets);
    c.functions = mem_zalloc(n->mem, decls * sizeof(struct function_code *));
    add_rules(n, &c);
    add_watches(n, &c);
    n->cover_count = c.covers.count;
    n->runner.function_count = c.function_count;
    *why = c.refused;
    mem_free(n->mem, c.offsets, decls * sizeof *c.offsets);
    mem_free(n->mem, c.functions, decls * sizeof(struct function_code *));
    array_free(n->mem, &c.covers);
    array_free(n->mem, &c.frame);
}

static bool open_steps(void *context, const struct layout *layout, const struct symmetry *symmetry)
{
    struct native *n = context;
    n->symmetry = symmetry;
    return native_codes_open(n, layout);
}

static bool knows(void *context, size_t property)
{
    return native_knows(context, property);
}

static void drop(void *context, size_t watch)
{
    struct native *n = context;
    for (size_t i = 0; i < n->watches.count; i++)
        if (n->watches.at[i].property == watch / 2) {
            n->watches.at[i].is_dropped |= watch % 2 == 0;
            n->watches.at[i].errors_are_dropped |= watch % 2 == 1;
        }
}

static bool is_beyond(void *context)
{
    const struct native *n = context;
    return n->is_beyond;
}

static const struct explicit_steps *copy(void *context, struct mem *mem)
{
    struct native *of = context;
    enum cause_code why;
    struct native *n = native_new(of->tree, of->model, &of->options, mem, &why);
    if (!n)
        return NULL;
    n->original = of;
    return &n->steps;
}

static void free_copy(void *context)
{
    native_free(context);
}

static void rest(void *context)
{
    struct native *n = context;
    if (n->original)
        native_compiled_borrow(n);
}

struct native *native_new(const struct murphi_tree *tree, const struct model *model,
                          const struct murphi_lower_options *options, struct mem *mem, enum cause_code *why)
{
    struct native *n = mem_zalloc(mem, sizeof *n);
    *n = (struct native){.mem = mem,
                         .arena = {.mem = mem},
                         .codes_arena = {.mem = mem},
                         .tree = tree,
                         .model = model,
                         .options = *options,
                         .deadlock = options->deadlock,
                         .vacuity = options->vacuity,
                         .property_count = model_property_count(model)};
    n->steps = (struct explicit_steps){.context = n,
                                       .open = open_steps,
                                       .knows = knows,
                                       .initial = native_initial,
                                       .apply = native_apply,
                                       .drop = drop,
                                       .is_beyond = is_beyond,
                                       .describe = native_describe,
                                       .variant_holds = native_variant_holds,
                                       .copy = copy,
                                       .free_copy = free_copy,
                                       .canonical = native_compiled_canonical,
                                       .rest = rest};
    find_widths(n);
    native_state_open(n);
    *why = CAUSE_NONE;
    compile_all(n, murphi_dialect_of(tree, options) == MURPHI_DIALECT_CMURPHI, why);
    struct runner *r = &n->runner;
    r->mem = mem;
    r->state_slots = n->state_slots;
    r->top = r->frame = n->state_slots;
    r->loop_limit = options->loop_limit ? options->loop_limit : MURPHI_LOOP_LIMIT;
    r->recursion_limit = options->recursion_limit ? options->recursion_limit : MURPHI_RECURSION_LIMIT;
    r->activations = mem_zalloc(mem, ((size_t)r->function_count + 1) * sizeof *r->activations);
    r->covered = mem_zalloc(mem, n->cover_count + 1);
    runner_grow(r, r->top + 1);
    if (!*why)
        return n;
    native_free(n);
    return NULL;
}

void native_free(struct native *n)
{
    if (!n)
        return;
    struct runner *r = &n->runner;
    native_compiled_close(n);
    native_state_close(n);
    mem_free(n->mem, r->activations, ((size_t)r->function_count + 1) * sizeof *r->activations);
    mem_free(n->mem, r->covered, n->cover_count + 1);
    mem_free(n->mem, r->slots, r->room * sizeof *r->slots);
    array_free(n->mem, &r->changes);
    array_free(n->mem, &n->rules);
    array_free(n->mem, &n->starts);
    array_free(n->mem, &n->assumptions);
    array_free(n->mem, &n->fairness);
    array_free(n->mem, &n->watches);
    mem_free(n->mem, n->is_known, (n->property_count + 1) * sizeof *n->is_known);
    mem_free(n->mem, n->widths, (n->tree->types.count + 1) * sizeof *n->widths);
    mem_free(n->mem, n->var_slots, (n->tree->vars.count + 1) * sizeof *n->var_slots);
    arena_free(&n->arena);
    mem_free(n->mem, n, sizeof *n);
}

const struct explicit_steps *native_steps(struct native *n)
{
    return &n->steps;
}

bool native_knows(const struct native *n, size_t property)
{
    return property < n->property_count && n->is_known[property];
}
