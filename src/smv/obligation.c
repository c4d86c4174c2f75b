// Obligations: conditions that must hold for all values of their cells. Those with few values are checked here, by
// trying all of them with the evaluator; the others are left for somebody with better means.
#include <inttypes.h>
#include <stdlib.h>

#include "model/eval.h"
#include "smv/meaning.h"

#define MAX_TRIES 100000
#define MAX_NODES 10000         // of a condition
#define MAX_WORK 5000000        // nodes times tries, for one condition
#define MAX_TOTAL_WORK 50000000 // and for all
#define SHOWN_CELLS 8

// ---- Collecting -----------------------------------------------------------------------------------------------------

// The site that has this condition; the first of those within `place`, if there are several.
static const struct smv_site *site_with(const struct smv_meaning *l, expr condition, struct diag_range place)
{
    const uint32_t *newest = int_map_find(&l->site_of, condition);
    const struct smv_site *inside = NULL, *any = NULL;
    for (uint32_t i = newest ? *newest : UINT32_MAX; i != UINT32_MAX; i = l->sites.at[i].before) {
        any = &l->sites.at[i];
        if (any->place.source == place.source && any->place.offset - place.offset < place.length)
            inside = any;
    }
    return inside ? inside : any;
}

void smv_oblige(struct smv_meaning *l, struct span span, const struct smv_thing *thing)
{
    if (thing->sort != SMV_VALUE || thing->fine == l->yes)
        return;
    struct diag_range place = span_range(l->source, span);
    const struct smv_site *site = site_with(l, thing->fine, place);
    struct smv_obligation o = {
        .condition = thing->fine,
        .kind = site ? site->kind : SMV_MUST_COVER,
        .place = place,
        .cell = CELL_NONE,
        .value = EXPR_NONE,
    };
    array_push(l->mem, &l->obligations, o);
}

void smv_hold_together(struct smv_meaning *l, const struct smv_thing *thing, cell_id cell, int when)
{
    array_push(l->mem, &l->together[when], ((struct smv_fact){cell, thing->value, thing->fine}));
}

void smv_oblige_together(struct smv_meaning *l, struct span span, const struct smv_thing *thing, int when)
{
    size_t count = l->obligations.count;
    smv_oblige(l, span, thing);
    if (l->obligations.count > count)
        array_last(&l->obligations).together = when + 1;
}

void smv_oblige_value(struct smv_meaning *l, struct span span, cell_id cell, const struct smv_thing *thing)
{
    expr inside = smv_in_type(l, thing->value, model_cell(l->model, cell)->type);
    if (thing->fine != l->yes)
        inside = model_or(l->model, model_not(l->model, thing->fine), inside);
    if (inside == l->yes)
        return;
    struct smv_obligation o = {inside, SMV_MUST_FIT, span_range(l->source, span), cell, thing->value, 0, GOAL_NONE};
    array_push(l->mem, &l->obligations, o);
}

// ---- Trying ---------------------------------------------------------------------------------------------------------

struct trial {
    struct smv_meaning *l;
    struct evaluator *evaluator;
    value *now, *next;
    size_t cells;
    uint64_t work; // left
};

static value *place_of(const struct trial *t, expr cell)
{
    const struct expr_node *n = model_expr(t->l->model, cell);
    return n->op == OP_CELL ? &t->now[n->data] : &t->next[n->data];
}

static uint64_t tries(const struct smv_meaning *l, const struct expr_support *s)
{
    uint64_t product = 1;
    for (size_t i = 0; i < s->cells.count && product <= MAX_TRIES; i++) {
        uint64_t size = type_size(smv_type_of(l, s->cells.at[i]));
        product = size > MAX_TRIES ? MAX_TRIES + 1 : product * size;
    }
    return product;
}

// The next combination of values, as an odometer. False after the last.
static bool advance(const struct trial *t, const struct expr_support *s, uint64_t *index)
{
    for (size_t i = 0; i < s->cells.count; i++) {
        const struct type *type = smv_type_of(t->l, s->cells.at[i]);
        index[i] = index[i] + 1 < type_size(type) ? index[i] + 1 : 0;
        *place_of(t, s->cells.at[i]) = type_value(type, index[i]);
        if (index[i])
            return true;
    }
    return false;
}

static bool holds_for_all(const struct trial *t, const struct expr_support *s, expr condition)
{
    struct mem *mem = t->l->mem;
    size_t bytes = (s->cells.count + 1) * sizeof(uint64_t);
    uint64_t *index = mem_zalloc(mem, bytes);
    for (size_t i = 0; i < s->cells.count; i++)
        *place_of(t, s->cells.at[i]) = type_value(smv_type_of(t->l, s->cells.at[i]), 0);
    bool good;
    do
        good = eval_condition(t->evaluator, condition, t->now, t->next);
    while (good && advance(t, s, index));
    mem_free(mem, index, bytes);
    return good;
}

enum outcome { HOLDS, FAILS, TOO_LARGE };

// After FAILS, t->now and t->next are values for which it does not hold.
static enum outcome try_all(struct trial *t, expr condition)
{
    struct expr_support s = {0};
    enum outcome outcome = TOO_LARGE;
    if (expr_support(&s, t->l->model, &condition, 1, MAX_NODES, t->l->mem)) {
        uint64_t count = tries(t->l, &s), work = count * s.seen.count;
        if (count <= MAX_TRIES && work <= MAX_WORK && work <= t->work) {
            t->work -= work;
            outcome = holds_for_all(t, &s, condition) ? HOLDS : FAILS;
        }
    }
    expr_support_free(&s, t->l->mem);
    return outcome;
}

// Any values that the cells may have.
static void set_first_values(const struct trial *t)
{
    for (size_t i = 0; i < t->cells; i++) {
        const struct type *type = model_type(t->l->model, model_cell(t->l->model, (cell_id)i)->type);
        t->now[i] = t->next[i] = type_value(type, 0);
    }
}

// All that must hold together, where it is defined. Nothing that is undefined in a state excludes that state: it is for
// the others to do so.
static expr conjunction(struct smv_meaning *l, int when)
{
    size_t at = l->exprs.count;
    for (size_t i = 0; i < l->together[when].count; i++) {
        struct smv_fact fact = l->together[when].at[i];
        if (fact.cell != CELL_NONE)
            fact.value = model_member(l->model, model_cell_expr(l->model, fact.cell), fact.value);
        if (fact.fine != l->yes)
            fact.value = model_or(l->model, fact.value, model_not(l->model, fact.fine));
        array_push(l->mem, &l->exprs, fact.value);
    }
    expr result = l->exprs.count > at ? model_nary(l->model, OP_AND, l->exprs.at + at, l->exprs.count - at) : l->yes;
    l->exprs.count = at;
    return result;
}

// Gives those that may be excluded by others their weaker form, to be tried if they do not hold as they are.
static void weaken(struct smv_meaning *l, size_t first)
{
    expr others[2] = {EXPR_NONE, EXPR_NONE};
    for (size_t i = first; i < l->obligations.count; i++) {
        struct smv_obligation *o = &l->obligations.at[i];
        if (!o->together)
            continue;
        int when = o->together - 1;
        if (others[when] == EXPR_NONE)
            others[when] = model_not(l->model, conjunction(l, when));
        o->value = model_or(l->model, others[when], o->condition);
    }
}

void smv_check_obligations(struct smv_meaning *l, size_t first)
{
    if (first == l->obligations.count)
        return;
    weaken(l, first);
    size_t cells = model_cell_count(l->model), bytes = cells * sizeof(value);
    struct trial t = {
        .l = l,
        .evaluator = evaluator_new(l->model, l->mem),
        .now = mem_zalloc(l->mem, bytes),
        .next = mem_zalloc(l->mem, bytes),
        .cells = cells,
        .work = MAX_TOTAL_WORK,
    };
    set_first_values(&t);
    size_t kept = first;
    for (size_t i = first; i < l->obligations.count && diag_goes_on(l->diag, "rules on values"); i++) {
        struct smv_obligation o = l->obligations.at[i];
        enum outcome outcome = try_all(&t, o.condition);
        if (outcome != HOLDS && o.together) {
            o.condition = o.value;
            outcome = try_all(&t, o.condition);
        }
        if (o.together)
            o.value = EXPR_NONE;
        o.together = 0;
        if (outcome == FAILS)
            smv_report_failure(l, &o, t.now, t.next);
        else if (outcome == TOO_LARGE)
            l->obligations.at[kept++] = o;
    }
    l->obligations.count = kept;
    mem_free(l->mem, t.now, bytes);
    mem_free(l->mem, t.next, bytes);
    evaluator_free(t.evaluator);
}

// ---- What is said of those that fail --------------------------------------------------------------------------------

struct failure {
    struct smv_meaning *l;
    struct evaluator *evaluator;
    const value *now, *next;
    struct diag_range place; // of the obligation
};

static bool is_true(const struct failure *f, expr e)
{
    return eval_condition(f->evaluator, e, f->now, f->next);
}

// The site whose condition makes `e` false. A condition is built of those of sites by conjunction and by the conditions
// around the sites, so the way down follows what is false.
static const struct smv_site *find_site(const struct failure *f, expr e, unsigned depth, expr *condition)
{
    for (;;) {
        const struct smv_site *site = site_with(f->l, e, f->place);
        const struct expr_node *n = model_expr(f->l->model, e);
        size_t i = 0;
        if (site) {
            *condition = e;
            return site;
        }
        switch (n->op) {
        case OP_ITE:
            e = n->args[is_true(f, n->args[0]) ? 1 : 2];
            break;
        case OP_AND:
            while (i + 1 < n->count && is_true(f, n->args[i]))
                i++;
            e = n->args[i];
            break;
        case OP_OR:
            for (; i < n->count && depth; i++) {
                const struct smv_site *found = find_site(f, n->args[i], depth - 1, condition);
                if (found)
                    return found;
            }
            return NULL;
        default:
            return NULL;
        }
    }
}

static int by_handle(const void *a, const void *b)
{
    expr x = *(const expr *)a, y = *(const expr *)b;
    return (x > y) - (x < y);
}

// "when x = 3, b = FALSE"
static void add_example(const struct failure *f, expr condition, struct str *out)
{
    struct smv_meaning *l = f->l;
    struct expr_support s = {0};
    expr_support(&s, l->model, &condition, 1, MAX_NODES, l->mem);
    if (s.cells.count)
        qsort(s.cells.at, s.cells.count, sizeof *s.cells.at, by_handle); // about in the order of declaration
    for (size_t i = 0; i < s.cells.count && i < SHOWN_CELLS; i++) {
        const struct expr_node *n = model_expr(l->model, s.cells.at[i]);
        const char *name = model_cell(l->model, (cell_id)n->data)->name;
        bool now = n->op == OP_CELL;
        str_add(l->mem, out, now ? "%s%s = " : "%snext(%s) = ", i ? ", " : " when ", name);
        model_add_value(l->model, n->type, now ? f->now[n->data] : f->next[n->data], out);
    }
    if (s.cells.count > SHOWN_CELLS)
        str_add(l->mem, out, ", ...");
    expr_support_free(&s, l->mem);
}

static struct span span_of(struct diag_range range)
{
    return (struct span){(uint32_t)range.offset, (uint32_t)range.length};
}

static void report_value(const struct failure *f, const struct smv_obligation *o)
{
    struct smv_meaning *l = f->l;
    const struct cell *c = model_cell(l->model, o->cell);
    value_array members = {0};
    struct str text = {0}, example = {0};
    eval_set(f->evaluator, o->value, f->now, f->next, &members);
    size_t i = 0;
    while (i + 1 < members.count && type_contains(model_type(l->model, c->type), members.at[i]))
        i++;
    const struct type *type = smv_type_of(l, o->value);
    type_id shown = type->kind == TYPE_SET ? type->element : model_expr(l->model, o->value)->type;
    if (members.count)
        model_add_value(l->model, shown, members.at[i], &text);
    add_example(f, o->condition, &example);
    if (smv_error(l, span_of(o->place), "cannot assign value %s to variable %s", str_text(&text), c->name) &&
        example.count)
        smv_note(l, span_of(o->place), "that happens%s", str_text(&example));
    str_free(l->mem, &example);
    str_free(l->mem, &text);
    array_free(l->mem, &members);
}

static void report_site(const struct failure *f, const struct smv_obligation *o)
{
    struct smv_meaning *l = f->l;
    expr condition = o->condition;
    const struct smv_site *site = find_site(f, o->condition, 100, &condition);
    struct span span = span_of(site ? site->place : o->place);
    struct str example = {0};
    bool shown = false;
    l->source = site ? site->place.source : o->place.source;
    switch (site ? site->kind : o->kind) {
    case SMV_MUST_INDEX:
        shown = smv_error(l, span, "this index may be outside of the array, which goes from %" PRId64 " to %" PRId64,
                          site ? site->low : 0, site ? site->high : 0);
        break;
    case SMV_MUST_DIVIDE:
        shown = smv_error(l, span, "division by zero: this may be 0");
        break;
    case SMV_MUST_STAY:
        shown = smv_error(l, span, "this number may get too large: the largest is %" PRId64, VALUE_LARGEST - 1);
        break;
    case SMV_MUST_SHIFT:
        shown =
            smv_error(l, span, "this number of bits to shift by may be outside of 0..%" PRId64, site ? site->high : 0);
        break;
    default:
        shown = smv_error(l, span, "case conditions are not exhaustive");
        break;
    }
    add_example(f, condition, &example);
    if (shown && example.count)
        smv_note(l, span, "%s%s", (site ? site->kind : o->kind) == SMV_MUST_COVER ? "none holds" : "that happens",
                 str_text(&example));
    str_free(l->mem, &example);
}

void smv_report_failure(struct smv_meaning *l, const struct smv_obligation *o, const value *now, const value *next)
{
    const struct source *source = l->source;
    size_t property = model_find_goal(l->model, o->goal);
    smv_begin_blame(l, (struct span){0, property == SIZE_MAX ? 0 : UINT32_MAX}, property != SIZE_MAX);
    struct failure f = {l, evaluator_new(l->model, l->mem), now, next ? next : now, o->place};
    l->source = o->place.source;
    if (o->kind == SMV_MUST_FIT)
        report_value(&f, o);
    else
        report_site(&f, o);
    l->source = source;
    evaluator_free(f.evaluator);
    if (property != SIZE_MAX)
        model_mark_wrong(l->model, property, str_text(&l->blame.error));
    l->blame.has_owner = false;
}
