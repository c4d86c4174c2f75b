#include "run/aiger/aiger_export.h"

#include <string.h>

#include "report/cause_words.h"
#include "sat/transition_circuit.h"

typedef ARRAY(aig_lit) literal_array;

// A latch besides those of the model's cells.
struct extra_latch {
    aig_lit now, next;
    bool reset;
    const char *name;
};

struct exporting {
    struct run *run;
    struct mem *mem;
    struct model *model;
    struct transition_circuit circuit;
    ARRAY(struct extra_latch) extra;
    aig_lit valid_now;   // what was seen is an execution, up to this state
    bool goes_on_always; // every state has a step
    struct aiger *out;
    aiger_literal *literals; // by node of the graph
    struct bad_state {
        size_t property;
        aig_lit is;
    } * bads;
    size_t bad_count;
    struct justice_property {
        size_t property;
        literal_array conditions;
    } * justice;
    size_t justice_count;
    literal_array fairness;
};

static struct aig *graph(struct exporting *x)
{
    return &x->circuit.aig;
}

// ---- What is an execution -------------------------------------------------------------------------------------------

// Its next value is to be set.
static aig_lit add_latch(struct exporting *x, bool reset, const char *name)
{
    struct extra_latch latch = {aig_input(graph(x)), AIG_FALSE, reset, name};
    array_push(x->mem, &x->extra, latch);
    return latch.now;
}

static bool is_known(aig_lit reset)
{
    return reset == AIG_FALSE || reset == AIG_TRUE;
}

// The condition on initial states, where latches have their initial values: what these do not say yet.
static aig_lit rest_of_initial(struct exporting *x)
{
    struct aig *g = graph(x);
    uint32_t count = aig_node_of(x->circuit.is_initial) + 1;
    aig_lit *map = mem_alloc(x->mem, count * sizeof *map);
    for (uint32_t i = 0; i < count; i++)
        map[i] = 2 * i;
    for (size_t i = 0; i < x->circuit.latches.count; i++) {
        const struct circuit_latch *latch = &x->circuit.latches.at[i];
        if (is_known(latch->reset) && aig_node_of(latch->now) < count)
            map[aig_node_of(latch->now)] = latch->reset ^ (latch->now & 1);
    }
    for (uint32_t i = 1; i < count; i++) {
        struct aig_node node = g->nodes.at[i];
        if (node.left != AIG_NONE)
            map[i] = aig_and(g, map[node.left >> 1] ^ (node.left & 1), map[node.right >> 1] ^ (node.right & 1));
    }
    aig_lit rest = map[count - 1] ^ (x->circuit.is_initial & 1);
    mem_free(x->mem, map, count * sizeof *map);
    return rest;
}

static void find_executions(struct exporting *x)
{
    struct aig *g = graph(x);
    aig_lit initial = rest_of_initial(x), state = x->circuit.is_state, step = x->circuit.is_step;
    x->goes_on_always = state == AIG_TRUE && step == AIG_TRUE;
    x->valid_now = state;
    if (initial != AIG_TRUE) {
        aig_lit first = add_latch(x, true, "first");
        array_last(&x->extra).next = AIG_FALSE;
        x->valid_now = aig_and(g, x->valid_now, aig_or(g, aig_not(first), initial));
    }
    if (x->valid_now != AIG_TRUE || step != AIG_TRUE) {
        x->valid_now = aig_and(g, x->valid_now, add_latch(x, true, "valid"));
        array_last(&x->extra).next = aig_and(g, x->valid_now, step);
    }
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// The condition, false with the reason in `why` if it is none about states.
static bool state_condition(struct exporting *x, expr condition, aig_lit *is, struct cause *why)
{
    const struct expr_node *n = model_expr(x->model, condition);
    if (n->has_next || n->has_input) {
        *why = cause_of(CAUSE_AIGER_STEPS);
        return false;
    }
    *is = transition_circuit_condition(&x->circuit, condition);
    return true;
}

// All of a conjunction of conditions.
static bool all_conditions(struct exporting *x, formula f, aig_lit *is, struct cause *why)
{
    const struct formula_node *n = model_formula(x->model, f);
    aig_lit left, right;
    if (n->op == FORMULA_ATOM)
        return state_condition(x, n->atom, is, why);
    *why = cause_of(CAUSE_AIGER_CONDITION);
    if (n->op != FORMULA_AND || !all_conditions(x, n->args[0], &left, why) ||
        !all_conditions(x, n->args[1], &right, why))
        return false;
    *is = aig_and(graph(x), left, right);
    return true;
}

static bool add_bad(struct exporting *x, size_t property, formula f, struct cause *why)
{
    aig_lit good;
    if (!all_conditions(x, f, &good, why))
        return false;
    x->bads[x->bad_count++] = (struct bad_state){property, aig_and(graph(x), x->valid_now, aig_not(good))};
    return true;
}

// F G p | F G q | ...: the conditions that have to be met infinitely often to refute it.
static bool add_conditions(struct exporting *x, formula f, literal_array *conditions, struct cause *why)
{
    const struct formula_node *n = model_formula(x->model, f);
    aig_lit is;
    if (n->op == FORMULA_OR)
        return add_conditions(x, n->args[0], conditions, why) && add_conditions(x, n->args[1], conditions, why);
    const struct formula_node *always = n->op == FORMULA_F && !n->bounded ? model_formula(x->model, n->args[0]) : n;
    *why = cause_of(CAUSE_AIGER_LINEAR);
    if (always == n || always->op != FORMULA_G || always->bounded || !all_conditions(x, always->args[0], &is, why))
        return false;
    array_push(x->mem, conditions, aig_and(graph(x), x->valid_now, aig_not(is)));
    return true;
}

// G p or AG p: refuted by an infinite path on which p was false at some time.
static bool add_seen(struct exporting *x, formula f, literal_array *conditions, struct cause *why)
{
    struct aig *g = graph(x);
    aig_lit good;
    if (!all_conditions(x, f, &good, why))
        return false;
    aig_lit seen = aig_or(g, add_latch(x, false, "violated"), aig_not(good));
    array_last(&x->extra).next = seen;
    array_push(x->mem, conditions, aig_and(g, x->valid_now, seen));
    return true;
}

static bool add_justice(struct exporting *x, size_t property, formula f, bool is_always, struct cause *why)
{
    struct justice_property *justice = &x->justice[x->justice_count];
    if (model_ends_stay(x->model)) {
        *why = cause_of(CAUSE_AIGER_ENDS);
        return false;
    }
    if (model_compassion_count(x->model) || model_fair_rule_count(x->model)) {
        *why = cause_of(CAUSE_AIGER_FAIRNESS);
        return false;
    }
    justice->property = property;
    if (!(is_always ? add_seen : add_conditions)(x, f, &justice->conditions, why)) {
        array_free(x->mem, &justice->conditions);
        return false;
    }
    x->justice_count++;
    return true;
}

static bool add_property(struct exporting *x, size_t number, struct cause *why)
{
    const struct property *p = model_property(x->model, number);
    if (p->unsupported || p->refuted) {
        *why = cause_with_text(CAUSE_UNSUPPORTED, p->unsupported ? p->unsupported : p->refuted);
        return false;
    }
    switch (p->kind) {
    case PROPERTY_INVARIANT:
    case PROPERTY_RUNTIME_ERROR:
    case PROPERTY_DEADLOCK:
        return add_bad(x, number, p->formula, why);
    case PROPERTY_CTL:
    case PROPERTY_LTL: {
        const struct formula_node *n = model_formula(x->model, p->formula);
        bool is_always = n->op == (p->kind == PROPERTY_CTL ? FORMULA_AG : FORMULA_G) && !n->bounded;
        bool counts_all = !model_has_fairness(x->model) && (model_ends_stay(x->model) || x->goes_on_always);
        if (is_always && counts_all)
            return add_bad(x, number, n->args[0], why);
        if (is_always || p->kind == PROPERTY_LTL)
            return add_justice(x, number, is_always ? n->args[0] : p->formula, is_always, why);
        *why = cause_of(CAUSE_AIGER_BRANCHING);
        return false;
    }
    default:
        *why = cause_of(CAUSE_AIGER_KIND);
        return false;
    }
}

static void tell_left_out(struct exporting *x, size_t number, struct cause why)
{
    const struct property *p = model_property(x->model, number);
    struct str text = {0};
    input_add_quoted(x->run, &text, p->name ? p->name : p->text);
    cause_log(&x->run->log, LOG_WARNING, why, x->mem, "property %s is not in the circuit", str_text(&text));
    str_free(x->mem, &text);
}

static void add_fairness(struct exporting *x)
{
    for (size_t i = 0; i < model_justice_count(x->model) && x->justice_count; i++)
        array_push(x->mem, &x->fairness, transition_circuit_condition(&x->circuit, model_justice(x->model, i)));
}

// ---- The file -------------------------------------------------------------------------------------------------------

static aiger_literal literal_of(const struct exporting *x, aig_lit l)
{
    return x->literals[l >> 1] ^ (l & 1);
}

static void name_bit(struct exporting *x, enum aiger_kind kind, uint32_t number, cell_id cell, unsigned bit,
                     bool is_choice)
{
    struct str name = {0};
    if (cell == CELL_NONE)
        str_add(x->mem, &name, "action.%u", bit);
    else {
        const char *of = model_cell(x->model, cell)->name;
        str_add(x->mem, &name, is_choice ? "next(%s)" : "%s", of);
        if (x->circuit.cells[cell].code.count > 1)
            str_add(x->mem, &name, ".%u", bit);
    }
    aiger_add_name(x->out, kind, number, name.at, name.count);
    str_free(x->mem, &name);
}

static void need(bool *needed, aig_lit l)
{
    needed[l >> 1] = true;
}

// Gates come after what they read: so from the last to the first for what is needed, and from the first to the last for
// what is written.
static void add_gates(struct exporting *x)
{
    const struct aig *g = graph(x);
    size_t count = g->nodes.count;
    bool *needed = mem_zalloc(x->mem, count);
    for (size_t i = 0; i < x->circuit.latches.count; i++)
        need(needed, x->circuit.latches.at[i].next);
    for (size_t i = 0; i < x->extra.count; i++)
        need(needed, x->extra.at[i].next);
    for (size_t i = 0; i < x->bad_count; i++)
        need(needed, x->bads[i].is);
    for (size_t i = 0; i < x->justice_count; i++)
        for (size_t k = 0; k < x->justice[i].conditions.count; k++)
            need(needed, x->justice[i].conditions.at[k]);
    for (size_t i = 0; i < x->fairness.count; i++)
        need(needed, x->fairness.at[i]);
    for (size_t i = count; i-- > 1;)
        if (needed[i] && g->nodes.at[i].left != AIG_NONE) {
            need(needed, g->nodes.at[i].left);
            need(needed, g->nodes.at[i].right);
        }
    for (size_t i = 1; i < count; i++)
        if (needed[i] && g->nodes.at[i].left != AIG_NONE)
            x->literals[i] = aiger_and(x->out, literal_of(x, g->nodes.at[i].left), literal_of(x, g->nodes.at[i].right));
    mem_free(x->mem, needed, count);
}

static void name_property(struct exporting *x, enum aiger_kind kind, size_t number, size_t property)
{
    const struct property *p = model_property(x->model, property);
    const char *text = p->name ? p->name : p->text;
    aiger_add_name(x->out, kind, (uint32_t)number, text, strlen(text));
}

static void add_latches(struct exporting *x)
{
    uint32_t number = 0;
    for (; number < x->circuit.latches.count; number++) {
        const struct circuit_latch *latch = &x->circuit.latches.at[number];
        aiger_literal own = aiger_latch(x->out, number);
        x->out->latch[number] =
            (struct aiger_latch){literal_of(x, latch->next), is_known(latch->reset) ? latch->reset : own};
        name_bit(x, AIGER_LATCH, number, latch->cell, latch->bit, false);
    }
    for (size_t i = 0; i < x->extra.count; i++, number++) {
        const struct extra_latch *latch = &x->extra.at[i];
        x->out->latch[number] = (struct aiger_latch){literal_of(x, latch->next), latch->reset};
        aiger_add_name(x->out, AIGER_LATCH, number, latch->name, strlen(latch->name));
    }
}

static void number_leaves(struct exporting *x)
{
    uint32_t latch = 0;
    for (uint32_t i = 0; i < x->circuit.inputs.count; i++) {
        const struct circuit_input *input = &x->circuit.inputs.at[i];
        x->literals[input->now >> 1] = aiger_input(i) ^ (input->now & 1);
        name_bit(x, AIGER_INPUT, i, input->cell, input->bit, input->is_choice);
    }
    for (; latch < x->circuit.latches.count; latch++) {
        aig_lit now = x->circuit.latches.at[latch].now;
        x->literals[now >> 1] = aiger_latch(x->out, latch) ^ (now & 1);
    }
    for (size_t i = 0; i < x->extra.count; i++)
        x->literals[x->extra.at[i].now >> 1] = aiger_latch(x->out, latch++);
}

static void make_file(struct exporting *x)
{
    size_t latches = x->circuit.latches.count + x->extra.count;
    size_t bytes = graph(x)->nodes.count * sizeof *x->literals;
    aiger_close(x->out);
    aiger_open(x->out, (uint32_t)x->circuit.inputs.count, (uint32_t)latches, x->mem);
    x->literals = mem_zalloc(x->mem, bytes);
    number_leaves(x);
    add_gates(x);
    add_latches(x);
    for (size_t i = 0; i < x->bad_count; i++) {
        array_push(x->mem, &x->out->lists[AIGER_BAD], literal_of(x, x->bads[i].is));
        name_property(x, AIGER_BAD, i, x->bads[i].property);
    }
    for (size_t i = 0; i < x->justice_count; i++) {
        const literal_array *conditions = &x->justice[i].conditions;
        array_push(x->mem, &x->out->justice_sizes, (uint32_t)conditions->count);
        for (size_t k = 0; k < conditions->count; k++)
            array_push(x->mem, &x->out->lists[AIGER_JUSTICE], literal_of(x, conditions->at[k]));
        name_property(x, AIGER_JUSTICE, i, x->justice[i].property);
    }
    for (size_t i = 0; i < x->fairness.count; i++)
        array_push(x->mem, &x->out->lists[AIGER_FAIRNESS], literal_of(x, x->fairness.at[i]));
    mem_free(x->mem, x->literals, bytes);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool goes_on(void *context)
{
    return watch_reading(context, "writing a circuit");
}

enum cause_code aiger_export(struct run *run, struct input *input, const size_t *properties, size_t count,
                             struct aiger *out)
{
    struct exporting x = {.run = run, .mem = &run->mem, .model = input->model, .out = out};
    size_t bads = (count + 1) * sizeof *x.bads, justice = (count + 1) * sizeof *x.justice;
    enum cause_code error;
    *out = (struct aiger){.mem = x.mem, .arena = {.mem = x.mem}};
    x.bads = mem_zalloc(x.mem, bads);
    x.justice = mem_zalloc(x.mem, justice);
    transition_circuit_open(&x.circuit, x.model, goes_on, run, x.mem);
    if (!x.circuit.error)
        find_executions(&x);
    for (size_t i = 0; i < count && !x.circuit.error; i++) {
        struct cause why;
        if (!add_property(&x, properties[i], &why))
            tell_left_out(&x, properties[i], why);
    }
    if (!x.circuit.error)
        add_fairness(&x);
    error = x.circuit.error;
    if (!error && x.bad_count + x.justice_count == 0)
        error = CAUSE_AIGER_NOTHING;
    if (!error)
        make_file(&x);
    for (size_t i = 0; i < x.justice_count; i++)
        array_free(x.mem, &x.justice[i].conditions);
    array_free(x.mem, &x.fairness);
    array_free(x.mem, &x.extra);
    mem_free(x.mem, x.bads, bads);
    mem_free(x.mem, x.justice, justice);
    transition_circuit_close(&x.circuit);
    return error;
}
