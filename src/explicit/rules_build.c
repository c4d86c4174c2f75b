// From a model to rules: which actions can be compiled, and their code.
#include <string.h>

#include "explicit/error_coverage.h"
#include "explicit/rules.h"

// A rule while it is made.
struct draft {
    struct rule rule;
    literal_array guard;
    ARRAY(struct part) changes; // PART_CHOICE without sets
    ARRAY(struct rule_choice) choices;
    const struct procedure *procedure; // NULL if there is none
    size_t required;                   // its first steps, which are in the guard
};

#define BETWEEN_LOOKS 64 // actions

struct builder {
    struct rules *rules;
    const struct model *model;
    struct mem *mem;
    ARRAY(struct draft) drafts;
    struct sharing sharing;
    struct compiler compiler;
    struct error_coverage coverage;
    bool (*is_over)(void *context); // NULL: never
    void *context;
    bool is_stopped; // since it was over
    struct word_bits {
        uint64_t mask, bits;
    } * constants; // by word of a state; all are 0 but while those of a rule are gathered
};

// ---- Actions --------------------------------------------------------------------------------------------------------

enum { CELL_OPEN, CELL_KEPT, CELL_CHANGED };

static bool is_about_state(const struct model *m, expr e)
{
    const struct expr_node *n = model_expr(m, e);
    return !n->has_next && !n->has_input;
}

// Adds a part of an action to its draft; false if it is of a kind that is not compiled.
static bool add_part(struct builder *b, struct draft *d, struct part part, uint8_t *cells)
{
    if (!is_about_state(b->model, part.expr))
        return false;
    if (part.kind == PART_CONDITION) {
        guard_split(b->model, part.expr, false, &d->guard, b->mem);
        return true;
    }
    if (cells[part.cell] != CELL_OPEN)
        return false;
    cells[part.cell] = CELL_CHANGED;
    if (model_expr(b->model, part.expr)->has_set) {
        struct rule_choice choice = {part.cell, part.expr, NO_CODE};
        array_push(b->mem, &d->choices, choice);
    } else
        array_push(b->mem, &d->changes, part);
    return true;
}

static bool add_parts(struct builder *b, struct draft *d, const struct part *parts, size_t count, uint8_t *cells)
{
    for (size_t i = 0; i < count; i++)
        if (!add_part(b, d, parts[i], cells))
            return false;
    return true;
}

// What nothing is said of can become anything.
static void add_open_cells(struct builder *b, struct draft *d, const uint8_t *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i] == CELL_OPEN) {
            struct rule_choice choice = {(cell_id)i, EXPR_NONE, NO_CODE};
            array_push(b->mem, &d->choices, choice);
        }
}

// What a procedure asks for at its beginning is its guard; the cells that it sets are its changes.
static void draft_procedure(struct builder *b, const struct procedure *p, struct draft *d)
{
    d->procedure = p;
    for (; d->required < p->count && p->steps[d->required].kind == PROCEDURE_REQUIRE; d->required++)
        guard_split(b->model, p->steps[d->required].expr, false, &d->guard, b->mem);
    for (size_t i = 0; i < p->count; i++)
        if (p->steps[i].kind == PROCEDURE_SET) {
            struct part change = {PART_CHOICE, p->steps[i].target, p->steps[i].expr};
            array_push(b->mem, &d->changes, change);
        }
}

static bool draft_action(struct builder *b, const struct action *a, struct draft *d)
{
    if (a->procedure && model_steps(b->model).count == 0) {
        draft_procedure(b, a->procedure, d);
        return true;
    }
    size_t count = b->rules->layout->cells;
    uint8_t *cells = mem_zalloc(b->mem, count + 1);
    for (size_t i = 0; i < count; i++)
        if (model_cell(b->model, (cell_id)i)->role != CELL_STATE) // an input is no part of the state
            cells[i] = CELL_KEPT;
    for (size_t i = 0; i < a->kept_count; i++)
        cells[a->kept[i]] = CELL_KEPT;
    struct parts steps = model_steps(b->model);
    bool good = add_parts(b, d, steps.at, steps.count, cells) && add_parts(b, d, a->parts, a->part_count, cells);
    if (good)
        add_open_cells(b, d, cells, count);
    mem_free(b->mem, cells, count + 1);
    return good;
}

static void free_draft(struct builder *b, struct draft *d)
{
    array_free(b->mem, &d->guard);
    array_free(b->mem, &d->changes);
    array_free(b->mem, &d->choices);
}

static void free_drafts(struct builder *b)
{
    for (size_t i = 0; i < b->drafts.count; i++)
        free_draft(b, &b->drafts.at[i]);
    b->drafts.count = 0;
}

static bool goes_on(struct builder *b, size_t done)
{
    if (!b->is_stopped && b->is_over && done % BETWEEN_LOOKS == 0)
        b->is_stopped = b->is_over(b->context);
    return !b->is_stopped;
}

// All actions, or none.
static bool draft_actions(struct builder *b)
{
    size_t first = b->drafts.count;
    bool good = model_invariants(b->model).count == 0 || b->rules->filter;
    for (size_t i = 0; good && i < model_action_count(b->model) && goes_on(b, i); i++) {
        struct draft d = {.rule = {.code = NO_CODE}};
        good = draft_action(b, model_action(b->model, i), &d);
        array_push(b->mem, &b->drafts, d);
    }
    while (!good && b->drafts.count > first)
        free_draft(b, &array_pop(&b->drafts));
    return good;
}

// ---- Watches --------------------------------------------------------------------------------------------------------

// Collects the run-time errors that procedures come upon.
static void find_covered(struct builder *b)
{
    for (size_t i = 0; i < b->drafts.count; i++)
        if (b->drafts.at[i].procedure)
            error_coverage_add(&b->coverage, b->model, b->drafts.at[i].procedure, b->mem);
}

// One rule for each way to violate the condition.
static void draft_watch(struct builder *b, uint32_t watch)
{
    literal_array ways = {0};
    const struct watch *w = &b->rules->watches[watch];
    guard_split_alternatives(b->model, w->condition, !w->is_sought, &ways, b->mem);
    if (b->rules->runtime_error_watch == NO_CODE && error_coverage_leave_out(&b->coverage, &ways))
        b->rules->runtime_error_watch = watch;
    for (size_t i = 0; i < ways.count; i++) {
        struct draft d = {.rule = {.is_watch = true, .watch = watch, .code = NO_CODE}};
        guard_split(b->model, ways.at[i].condition, ways.at[i].negated, &d.guard, b->mem);
        array_push(b->mem, &b->drafts, d);
    }
    array_free(b->mem, &ways);
}

// ---- Code -----------------------------------------------------------------------------------------------------------

static void note_roots(struct builder *b)
{
    for (size_t i = 0; i < b->drafts.count; i++) {
        const struct draft *d = &b->drafts.at[i];
        for (size_t k = 0; k < d->guard.count; k++)
            sharing_note(&b->sharing, d->guard.at[k].condition);
        for (size_t k = 0; k < d->changes.count; k++)
            sharing_note(&b->sharing, d->changes.at[k].expr);
        for (size_t k = 0; k < d->choices.count; k++)
            if (d->choices.at[k].set != EXPR_NONE)
                sharing_note(&b->sharing, d->choices.at[k].set);
        for (size_t k = d->required; d->procedure && k < d->procedure->count; k++)
            if (d->procedure->steps[k].expr != EXPR_NONE && d->procedure->steps[k].kind != PROCEDURE_SET)
                sharing_note(&b->sharing, d->procedure->steps[k].expr);
    }
}

// Takes out of the guards what is looked up. What follows from the rest is looked up, too, for it is quicker to see
// that way that a guard does not hold.
static void fill_selector(struct builder *b)
{
    struct rules *r = b->rules;
    literal_array claims = {0};
    selector_open(&r->selector, b->drafts.count, &b->sharing, r->layout, r->evaluator, r->mem);
    for (size_t i = 0; i < b->drafts.count; i++) {
        literal_array *guard = &b->drafts.at[i].guard;
        size_t kept = 0;
        claims.count = 0;
        for (size_t k = 0; k < guard->count; k++)
            if (!selector_take(&r->selector, i, guard->at[k])) {
                guard_find_claims(&b->sharing, guard->at[k], &claims, b->mem);
                guard->at[kept++] = guard->at[k];
            }
        guard->count = kept;
        for (size_t k = 0; k < claims.count; k++)
            selector_take(&r->selector, i, claims.at[k]);
    }
    selector_finish(&r->selector);
    array_free(b->mem, &claims);
}

static void sort_guard(const struct sharing *s, literal_array *guard)
{
    for (size_t i = 1; i < guard->count; i++) {
        struct literal l = guard->at[i];
        size_t k = i;
        for (; k > 0 && sharing_asks_first(s, l.condition, guard->at[k - 1].condition); k--)
            guard->at[k] = guard->at[k - 1];
        guard->at[k] = l;
    }
}

// All constants that go into one word are written at once.
static void compile_constants(struct builder *b, const struct draft *d)
{
    const struct layout *l = b->rules->layout;
    for (size_t i = 0; i < d->changes.count; i++) {
        const struct field *f = &l->fields[d->changes.at[i].cell];
        uint64_t code;
        value v;
        if (model_is_const(b->model, d->changes.at[i].expr, &v) && field_code(f, v, &code)) {
            b->constants[f->word].mask |= f->mask << f->shift;
            b->constants[f->word].bits |= code << f->shift;
        }
    }
    for (size_t i = 0; i < d->changes.count; i++) {
        uint32_t word = l->fields[d->changes.at[i].cell].word;
        struct word_bits *w = &b->constants[word];
        if (w->mask)
            compile_set_bits(&b->compiler, word, w->mask, w->bits);
        *w = (struct word_bits){0};
    }
}

static void compile_changes(struct builder *b, const struct draft *d)
{
    compile_copy(&b->compiler);
    compile_constants(b, d);
    for (size_t i = 0; i < d->changes.count; i++) {
        const struct part *change = &d->changes.at[i];
        value v;
        uint64_t code;
        bool done =
            model_is_const(b->model, change->expr, &v) && field_code(&b->rules->layout->fields[change->cell], v, &code);
        if (!done)
            compile_set(&b->compiler, change->cell, change->expr);
    }
    for (size_t i = 0; d->procedure && i < d->procedure->count; i++) {
        const struct procedure_step *step = &d->procedure->steps[i];
        if (step->kind == PROCEDURE_SORT)
            compile_sort(&b->compiler, step->target, step->count, step->width);
    }
}

static void compile_draft(struct builder *b, struct draft *d)
{
    struct compiler *c = &b->compiler;
    sort_guard(&b->sharing, &d->guard);
    if (d->rule.is_watch && d->guard.count == 0)
        return;
    d->rule.code = compile_begin(c);
    for (size_t i = 0; i < d->guard.count; i++)
        compile_require(c, d->guard.at[i].condition, d->guard.at[i].negated);
    if (d->procedure)
        compile_procedure(c, d->procedure->steps + d->required, d->procedure->count - d->required);
    if (!d->rule.is_watch)
        compile_changes(b, d);
    compile_end(c);
    for (size_t i = 0; i < d->choices.count; i++)
        if (d->choices.at[i].set != EXPR_NONE) {
            d->choices.at[i].code = compile_begin(c);
            compile_members(c, d->choices.at[i].cell, d->choices.at[i].set);
            compile_end(c);
        }
}

static void keep_rules(struct builder *b)
{
    struct rules *r = b->rules;
    r->count = b->drafts.count;
    r->rules = mem_zalloc(r->mem, (r->count + 1) * sizeof *r->rules);
    for (size_t i = 0; i < r->count; i++) {
        struct draft *d = &b->drafts.at[i];
        r->rules[i] = d->rule;
        r->rules[i].choice_count = d->choices.count;
        if (d->choices.count) {
            r->rules[i].choices = mem_alloc(r->mem, d->choices.count * sizeof *d->choices.at);
            memcpy(r->rules[i].choices, d->choices.at, d->choices.count * sizeof *d->choices.at);
        }
        if (d->choices.count > r->span_count)
            r->span_count = d->choices.count;
    }
    r->spans = mem_zalloc(r->mem, r->span_count * sizeof *r->spans);
}

// The cells that the code reads, from the uses that were counted.
static void open_machine(struct builder *b)
{
    struct rules *r = b->rules;
    bool *reads = mem_zalloc(b->mem, (r->layout->cells + 1) * sizeof *reads);
    for (size_t e = 0; e < b->sharing.count; e++)
        if (b->sharing.facts[e].uses && model_expr(b->model, (expr)e)->op == OP_CELL)
            reads[model_expr(b->model, (expr)e)->data] = true;
    machine_open(&r->machine, &r->program, r->layout, reads, r->mem);
    mem_free(b->mem, reads, (r->layout->cells + 1) * sizeof *reads);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

// Conditions on all states are watched in successors. Choices are not: there is none if one of those is there.
static void open_filter(struct rules *r)
{
    struct parts parts = model_invariants(r->model);
    for (size_t i = 0; i < parts.count; i++)
        if (parts.at[i].kind != PART_CONDITION)
            return;
    if (parts.count == 0)
        return;
    r->filter = mem_alloc(r->mem, sizeof *r->filter);
    r->filter_watches = mem_zalloc(r->mem, parts.count * sizeof *r->filter_watches);
    for (size_t i = 0; i < parts.count; i++)
        r->filter_watches[i].condition = parts.at[i].expr;
    rules_open(r->filter, r->layout, false, r->filter_watches, parts.count, NULL, NULL, r->evaluator, r->mem);
}

static void close_filter(struct rules *r)
{
    if (!r->filter)
        return;
    rules_close(r->filter);
    mem_free(r->mem, r->filter_watches, model_invariants(r->model).count * sizeof *r->filter_watches);
    mem_free(r->mem, r->filter, sizeof *r->filter);
}

// False if the code would be too large, or if it is not wanted any more.
static bool build(struct builder *b, bool steps)
{
    struct rules *r = b->rules;
    b->constants = mem_zalloc(b->mem, (r->layout->words + 1) * sizeof *b->constants);
    sharing_open(&b->sharing, b->model, b->mem);
    r->compiled = steps && draft_actions(b);
    r->runtime_error_watch = NO_CODE;
    find_covered(b);
    for (uint32_t i = 0; i < r->watch_count; i++)
        draft_watch(b, i);
    note_roots(b);
    sharing_settle(&b->sharing);
    fill_selector(b);
    compiler_open(&b->compiler, &b->sharing, r->layout, &r->program, r->mem);
    for (size_t i = 0; i < b->drafts.count && goes_on(b, i); i++)
        compile_draft(b, &b->drafts.at[i]);
    compiler_finish(&b->compiler);
    bool good = !b->compiler.too_large && !b->is_stopped;
    if (good) {
        keep_rules(b);
        open_machine(b);
    } else {
        selector_close(&r->selector);
        program_free(&r->program);
    }
    compiler_close(&b->compiler);
    sharing_close(&b->sharing);
    error_coverage_free(&b->coverage, b->mem);
    free_drafts(b);
    mem_free(b->mem, b->constants, (r->layout->words + 1) * sizeof *b->constants);
    return good;
}

bool rules_open(struct rules *r, const struct layout *layout, bool steps, const struct watch *watches,
                size_t watch_count, bool (*is_over)(void *context), void *context, struct evaluator *ev,
                struct mem *mem)
{
    *r = (struct rules){.model = layout->model, .layout = layout, .mem = mem, .evaluator = ev};
    r->watches = watches;
    r->watch_count = watch_count;
    r->violated = mem_zalloc(mem, (watch_count + 1) * sizeof *r->violated);
    r->values = mem_zalloc(mem, (layout->cells + 1) * sizeof *r->values);
    r->successor = mem_zalloc(mem, layout->words * sizeof *r->successor);
    struct builder b = {.rules = r, .model = layout->model, .mem = mem, .is_over = is_over, .context = context};
    if (steps)
        open_filter(r);
    if (!build(&b, steps) && !b.is_stopped) // the actions are too much; what is watched has no sets and is not
        build(&b, false);
    r->compiled &= !b.is_stopped;
    array_free(mem, &b.drafts);
    return !b.is_stopped;
}

void rules_open_steps(struct rules *r, const struct layout *layout, const struct explicit_steps *steps,
                      size_t watch_count, struct mem *mem)
{
    *r = (struct rules){.model = layout->model, .layout = layout, .mem = mem, .steps = steps, .compiled = true};
    r->watch_count = watch_count;
    r->violated = mem_zalloc(mem, (watch_count + 1) * sizeof *r->violated);
    r->values = mem_zalloc(mem, (layout->cells + 1) * sizeof *r->values);
    r->successor = mem_zalloc(mem, layout->words * sizeof *r->successor);
}

// The actions are the first rules, if they are compiled.
void rules_use_twins(struct rules *r, const struct symmetry *s)
{
    if (r->steps)
        return;
    size_t actions = r->compiled ? model_action_count(r->model) : 0, count = 0;
    for (size_t i = 0; i < actions; i++)
        r->element_count += model_action(r->model, i)->placement.site_count;
    r->elements = mem_alloc(r->mem, r->element_count * sizeof *r->elements);
    for (size_t i = 0; i < actions; i++) {
        struct placement at = model_action(r->model, i)->placement;
        r->rules[i].elements = r->elements + count;
        r->rules[i].element_count = at.site_count;
        for (size_t k = 0; k < at.site_count; k++)
            r->elements[count++] = s->first[at.sites[k].class] + at.sites[k].element;
    }
}

void rules_close(struct rules *r)
{
    mem_free(r->mem, r->elements, r->element_count * sizeof *r->elements);
    close_filter(r);
    for (size_t i = 0; i < r->count; i++)
        mem_free(r->mem, r->rules[i].choices, r->rules[i].choice_count * sizeof *r->rules[i].choices);
    mem_free(r->mem, r->rules, r->rules ? (r->count + 1) * sizeof *r->rules : 0);
    mem_free(r->mem, r->spans, r->span_count * sizeof *r->spans);
    if (!r->steps) {
        machine_close(&r->machine);
        program_free(&r->program);
        selector_close(&r->selector);
    }
    mem_free(r->mem, r->successor, r->layout->words * sizeof *r->successor);
    mem_free(r->mem, r->values, (r->layout->cells + 1) * sizeof *r->values);
    mem_free(r->mem, r->violated, (r->watch_count + 1) * sizeof *r->violated);
    *r = (struct rules){0};
}

// ---- Copies ---------------------------------------------------------------------------------------------------------

void rules_copy(struct rules *r, const struct rules *of, const struct explicit_steps *steps, struct evaluator *ev,
                struct mem *mem)
{
    *r = *of;
    r->mem = mem;
    r->steps = steps;
    r->evaluator = ev;
    r->fired = 0;
    r->any_violated = false;
    r->violated = mem_zalloc(mem, (r->watch_count + 1) * sizeof *r->violated);
    r->values = mem_zalloc(mem, (r->layout->cells + 1) * sizeof *r->values);
    r->successor = mem_zalloc(mem, r->layout->words * sizeof *r->successor);
    r->spans = mem_zalloc(mem, r->span_count * sizeof *r->spans);
    if (!steps) {
        machine_copy(&r->machine, &of->machine, mem);
        selector_copy(&r->selector, &of->selector, mem);
    }
    if (of->filter) {
        r->filter = mem_alloc(mem, sizeof *r->filter);
        rules_copy(r->filter, of->filter, NULL, ev, mem);
    }
}

void rules_close_copy(struct rules *r)
{
    if (r->filter) {
        rules_close_copy(r->filter);
        mem_free(r->mem, r->filter, sizeof *r->filter);
    }
    if (!r->steps) {
        machine_close(&r->machine);
        selector_close_copy(&r->selector);
    }
    mem_free(r->mem, r->spans, r->span_count * sizeof *r->spans);
    mem_free(r->mem, r->successor, r->layout->words * sizeof *r->successor);
    mem_free(r->mem, r->values, (r->layout->cells + 1) * sizeof *r->values);
    mem_free(r->mem, r->violated, (r->watch_count + 1) * sizeof *r->violated);
    *r = (struct rules){0};
}
