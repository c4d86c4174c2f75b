#include "aiger/aiger_lower.h"

#include <string.h>

#include "base/symbols.h"
#include "base/utf8.h"

#define OFTEN 65536 // gates, after which somebody may want to end it

struct lowering {
    const struct aiger *a;
    struct model *model;
    struct mem *mem;
    struct arena arena;
    const char **names[AIGER_KINDS]; // by number; NULL: it has none
    struct symbols taken;            // names of cells
    bool *observed;                  // by variable: a property or a constraint depends on it
    expr *exprs;                     // by variable
};

enum aiger_kind aiger_bad_kind(const struct aiger *a)
{
    bool has_properties = a->lists[AIGER_BAD].count > 0 || a->justice_sizes.count > 0;
    return has_properties ? AIGER_BAD : AIGER_OUTPUT;
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static void collect_names(struct lowering *l)
{
    for (int kind = 0; kind < AIGER_KINDS; kind++)
        l->names[kind] = arena_alloc(&l->arena, (aiger_count(l->a, (enum aiger_kind)kind) + 1) * sizeof **l->names);
    for (size_t i = 0; i < l->a->names.count; i++) {
        const struct aiger_name *name = &l->a->names.at[i];
        l->names[name->kind][name->number] = name->text;
    }
}

// The name in the file, or the one that tools for AIGER use.
static void add_name(const struct lowering *l, enum aiger_kind kind, uint32_t number, struct str *out)
{
    const char *name = l->names[kind][number];
    str_clear(out);
    if (name)
        utf8_add_printable(l->mem, out, name, strlen(name));
    else
        str_add(l->mem, out, "%c%u", AIGER_LETTERS[kind], number);
}

// ---- Inputs, latches and gates --------------------------------------------------------------------------------------

static void observe(struct lowering *l, enum aiger_kind kind)
{
    for (size_t i = 0; i < l->a->lists[kind].count; i++)
        l->observed[l->a->lists[kind].at[i] / 2] = true;
}

static void find_observed(struct lowering *l)
{
    const struct aiger *a = l->a;
    observe(l, aiger_bad_kind(a));
    observe(l, AIGER_CONSTRAINT);
    observe(l, AIGER_JUSTICE);
    observe(l, AIGER_FAIRNESS);
    for (size_t i = a->gates.count; i-- > 0;)
        if (l->observed[aiger_first_gate(a) + i])
            l->observed[a->gates.at[i].left / 2] = l->observed[a->gates.at[i].right / 2] = true;
}

static void add_cells(struct lowering *l)
{
    const struct aiger *a = l->a;
    struct str name = {0};
    for (uint32_t v = 1; v < aiger_first_gate(a); v++) {
        bool is_input = v <= a->inputs;
        uint32_t number = v - 1 - (is_input ? 0 : a->inputs);
        bool is_constant = !is_input && a->latch[number].next == 2 * v;
        add_name(l, is_input ? AIGER_INPUT : AIGER_LATCH, number, &name);
        symbols_make_unique(&l->taken, &l->arena, &name, l->mem); // names of a file need not tell cells apart
        enum cell_role role = is_input && !l->observed[v] ? CELL_INPUT : is_constant ? CELL_FROZEN : CELL_STATE;
        l->exprs[v] = model_cell_expr(l->model, model_add_cell(l->model, name.at, model_boolean(l->model), role));
    }
    str_free(l->mem, &name);
}

static expr expr_of(struct lowering *l, aiger_literal literal)
{
    expr e = l->exprs[literal / 2];
    return literal & 1 ? model_not(l->model, e) : e;
}

static bool add_gates(struct lowering *l, struct diag *diag)
{
    const struct aiger *a = l->a;
    for (size_t i = 0; i < a->gates.count; i++) {
        expr left = expr_of(l, a->gates.at[i].left), right = expr_of(l, a->gates.at[i].right);
        l->exprs[aiger_first_gate(a) + i] = model_and(l->model, left, right);
        if (i % OFTEN == 0 && !diag_goes_on(diag, "reading"))
            return false;
    }
    return true;
}

static void add_behaviour(struct lowering *l)
{
    const struct aiger *a = l->a;
    size_t action = model_add_action(l->model, "");
    for (uint32_t i = 0; i < a->latches; i++) {
        cell_id cell = aiger_latch_cell(a, i);
        struct part initial = {PART_CHOICE, cell, a->latch[i].reset ? model_true(l->model) : model_false(l->model)};
        if (a->latch[i].reset <= 1)
            model_add_initial(l->model, initial);
        if (model_cell(l->model, cell)->role == CELL_STATE)
            model_add_to_action(l->model, action, (struct part){PART_CHOICE, cell, expr_of(l, a->latch[i].next)});
    }
    for (size_t i = 0; i < a->lists[AIGER_CONSTRAINT].count; i++)
        model_add_invariant(l->model,
                            (struct part){PART_CONDITION, CELL_NONE, expr_of(l, a->lists[AIGER_CONSTRAINT].at[i])});
    for (size_t i = 0; i < a->lists[AIGER_FAIRNESS].count; i++)
        model_add_justice(l->model, expr_of(l, a->lists[AIGER_FAIRNESS].at[i]));
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void add_property(struct lowering *l, const struct property *like, const char *name, const char *text)
{
    struct property p = *like;
    p.goal = (goal_id)model_property_count(l->model) + 1;
    p.name = name;
    p.text = text;
    p.context = "";
    model_add_property(l->model, &p);
}

static void add_bads(struct lowering *l)
{
    enum aiger_kind kind = aiger_bad_kind(l->a);
    struct str name = {0}, text = {0};
    for (uint32_t i = 0; i < l->a->lists[kind].count; i++) {
        expr bad = expr_of(l, l->a->lists[kind].at[i]);
        add_name(l, kind, i, &name);
        str_clear(&text);
        str_add(l->mem, &text, "!%s", name.at);
        add_property(
            l,
            &(struct property){.kind = PROPERTY_INVARIANT, .formula = model_atom(l->model, model_not(l->model, bad))},
            name.at, text.at);
        model_add_definition(l->model, name.at, bad);
    }
    str_free(l->mem, &name);
    str_free(l->mem, &text);
}

// It holds if on each fair path one of the conditions is false from some state on.
static void add_justice(struct lowering *l)
{
    struct model *m = l->model;
    struct str name = {0}, text = {0};
    const aiger_literal *at = l->a->lists[AIGER_JUSTICE].at;
    for (uint32_t i = 0; i < l->a->justice_sizes.count; i++) {
        formula some = FORMULA_NONE;
        for (uint32_t k = 0; k < l->a->justice_sizes.at[i]; k++) {
            formula never = model_atom(m, model_not(m, expr_of(l, *at++)));
            never = model_formula_make(m, FORMULA_G, never, FORMULA_NONE);
            never = model_formula_make(m, FORMULA_F, never, FORMULA_NONE);
            some = some == FORMULA_NONE ? never : model_formula_make(m, FORMULA_OR, some, never);
        }
        if (some == FORMULA_NONE)
            some = model_atom(m, model_false(m));
        add_name(l, AIGER_JUSTICE, i, &name);
        str_clear(&text);
        str_add(l->mem, &text, "no path with %s", name.at);
        add_property(l, &(struct property){.kind = PROPERTY_LTL, .formula = some}, name.at, text.at);
    }
    str_free(l->mem, &name);
    str_free(l->mem, &text);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

bool aiger_lower(const struct aiger *a, struct model *model, struct mem *mem, struct diag *diag)
{
    struct lowering l = {.a = a, .model = model, .mem = mem, .arena = {.mem = mem}};
    size_t variables = aiger_first_gate(a) + a->gates.count;
    l.observed = mem_zalloc(mem, variables);
    l.exprs = mem_alloc(mem, variables * sizeof *l.exprs);
    l.exprs[0] = model_false(model);
    collect_names(&l);
    find_observed(&l);
    add_cells(&l);
    bool good = add_gates(&l, diag);
    if (good) {
        add_behaviour(&l);
        add_bads(&l);
        add_justice(&l);
    }
    mem_free(mem, l.observed, variables);
    mem_free(mem, l.exprs, variables * sizeof *l.exprs);
    symbols_free(&l.taken, mem);
    arena_free(&l.arena);
    return good;
}
