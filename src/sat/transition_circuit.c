#include "sat/transition_circuit.h"

// Next values that need those of other cells are made one within the other, so deep at the most; what lies deeper is a
// choice, and a condition says that it is the right one.
#define DEEPEST 100

// What an action says of the next value of a cell.
struct definition {
    size_t action;
    expr value; // EXPR_NONE: nothing
};

// The work space of making a circuit.
struct making {
    struct transition_circuit *c;
    ARRAY(aig_lit) chosen;              // by action: whether it is chosen
    ARRAY(struct definition) * by_cell; // the definitions of a cell, and where it is free
    size_t *kept;                       // by cell: actions that keep it
    ARRAY(aig_lit) * allowed;           // by action: conditions
    ARRAY(aig_lit) conditions;          // of all steps
    unsigned depth;
};

static bool is_latched(const struct transition_circuit *c, cell_id cell)
{
    return model_cell(c->model, cell)->role != CELL_INPUT;
}

// ---- Bits -----------------------------------------------------------------------------------------------------------

static size_t add_inputs(struct transition_circuit *c, cell_id cell, unsigned count, bool is_choice)
{
    size_t first = c->cell_bits.count;
    for (unsigned bit = 0; bit < count; bit++) {
        struct circuit_input input = {aig_input(&c->aig), cell, bit, is_choice};
        array_push(c->mem, &c->inputs, input);
        array_push(c->mem, &c->cell_bits, input.now);
    }
    return first + 1;
}

static void add_cells(struct transition_circuit *c)
{
    for (cell_id i = 0; i < model_cell_count(c->model); i++) {
        struct circuit_cell *cell = &c->cells[i];
        cell->code = cell_code_of(model_type(c->model, model_cell(c->model, i)->type));
        if (!is_latched(c, i)) {
            cell->now = add_inputs(c, i, cell->code.count, false);
            continue;
        }
        cell->now = c->cell_bits.count + 1;
        cell->latch = c->latches.count;
        for (unsigned bit = 0; bit < cell->code.count; bit++) {
            struct circuit_latch latch = {aig_input(&c->aig), AIG_NONE, AIG_NONE, i, bit};
            array_push(c->mem, &c->latches, latch);
            array_push(c->mem, &c->cell_bits, latch.now);
        }
    }
}

static const aig_lit *bits_at(const struct transition_circuit *c, size_t first)
{
    return &c->cell_bits.at[first - 1];
}

// ---- What the parts say ---------------------------------------------------------------------------------------------

static bool is_set(const struct model *m, expr e)
{
    return model_expr_type(m, e)->kind == TYPE_SET;
}

// The cell whose next value an expression is; CELL_NONE: it is something else.
static cell_id next_cell(const struct model *m, expr e)
{
    const struct expr_node *n = model_expr(m, e);
    return n->op == OP_NEXT && model_cell(m, (cell_id)n->data)->role == CELL_STATE ? (cell_id)n->data : CELL_NONE;
}

// Whether a conjunct says what the next value of a cell is.
static bool defines(struct model *m, expr e, cell_id *cell, expr *to)
{
    const struct expr_node *n = model_expr(m, e);
    bool is_not = n->op == OP_NOT;
    if (is_not)
        n = model_expr(m, n->args[0]);
    if (n->op == OP_NEXT) {
        *cell = next_cell(m, is_not ? model_expr(m, e)->args[0] : e);
        *to = is_not ? model_false(m) : model_true(m);
        return *cell != CELL_NONE;
    }
    if (n->op != OP_XOR && (n->op != OP_EQ || is_not))
        return false;
    expr args[2] = {n->args[0], n->args[1]};
    bool is_xor = n->op == OP_XOR;
    for (int i = 0; i < 2; i++) {
        *cell = next_cell(m, args[i]);
        if (*cell == CELL_NONE)
            continue;
        *to = is_xor && !is_not ? model_not(m, args[1 - i]) : args[1 - i];
        return true;
    }
    return false;
}

// The definition of a cell in an action; NULL: the action keeps it.
static struct definition *definition_of(struct making *k, size_t action, cell_id cell)
{
    for (size_t i = k->by_cell[cell].count; i-- > 0;)
        if (k->by_cell[cell].at[i].action == action)
            return &k->by_cell[cell].at[i];
    return NULL;
}

// Takes the expression as the definition of the cell's next value, if it has none in this action.
static bool take_definition(struct making *k, size_t action, cell_id cell, expr to)
{
    struct definition *d = is_set(k->c->model, to) ? NULL : definition_of(k, action, cell);
    if (!d || d->value != EXPR_NONE)
        return false;
    d->value = to;
    return true;
}

typedef ARRAY(expr) expr_list;

// The conjuncts of an action's parts that define nothing are left, as conditions.
static void read_part(struct making *k, size_t action, const struct part *part, expr_list *left)
{
    struct model *m = k->c->model;
    if (part->kind == PART_CHOICE) {
        if (is_latched(k->c, part->cell) && take_definition(k, action, part->cell, part->expr))
            return;
        array_push(k->c->mem, left, model_part_condition(m, *part, true));
        return;
    }
    expr_list waiting = {0};
    array_push(k->c->mem, &waiting, part->expr);
    while (waiting.count > 0) {
        expr e = array_pop(&waiting), to;
        cell_id cell;
        const struct expr_node *n = model_expr(m, e);
        for (size_t i = n->count; n->op == OP_AND && i-- > 0;)
            array_push(k->c->mem, &waiting, n->args[i]);
        if (n->op != OP_AND && !(defines(m, e, &cell, &to) && take_definition(k, action, cell, to)))
            array_push(k->c->mem, left, e);
    }
    array_free(k->c->mem, &waiting);
}

// All cells but those that the action keeps are free, until a part says otherwise.
static void free_cells(struct making *k, size_t action)
{
    struct transition_circuit *c = k->c;
    const struct action *a = model_action(c->model, action);
    size_t cells = model_cell_count(c->model);
    bool *is_kept = mem_zalloc(c->mem, cells + 1);
    for (size_t i = 0; i < a->kept_count; i++)
        is_kept[a->kept[i]] = true;
    for (cell_id i = 0; i < cells; i++)
        if (model_cell(c->model, i)->role == CELL_STATE && is_kept[i])
            k->kept[i]++;
        else if (model_cell(c->model, i)->role == CELL_STATE)
            array_push(c->mem, &k->by_cell[i], ((struct definition){action, EXPR_NONE}));
    mem_free(c->mem, is_kept, cells + 1);
}

// What a cell is in all states, for where an action leaves it free.
static void read_invariants(struct making *k)
{
    struct model *m = k->c->model;
    struct parts invariants = model_invariants(m);
    for (size_t i = 0; i < invariants.count; i++) {
        struct part part = model_invariants(m).at[i];
        if (part.kind != PART_CHOICE || is_set(m, part.expr) || model_cell(m, part.cell)->role != CELL_STATE)
            continue;
        expr to = model_shift(m, part.expr);
        for (size_t d = 0; d < k->by_cell[part.cell].count; d++)
            if (k->by_cell[part.cell].at[d].value == EXPR_NONE)
                k->by_cell[part.cell].at[d].value = to;
    }
}

// ---- Next values ----------------------------------------------------------------------------------------------------

static bool goes_on(const struct transition_circuit *c)
{
    return !c->goes_on || c->goes_on(c->context);
}

// The bits of a definition where its action is chosen.
static void add_definition(struct making *k, cell_id cell, const struct definition *d, aig_lit *bits)
{
    struct transition_circuit *c = k->c;
    aig_lit defined;
    struct aig_number v = blast_value(&c->blast, d->value, &defined);
    if (c->blast.error)
        return;
    aig_lit fits = blast_encode(&c->blast, &v, model_expr_type(c->model, d->value),
                                model_type(c->model, model_cell(c->model, cell)->type), bits);
    array_push(c->mem, &k->allowed[d->action], aig_and(&c->aig, defined, fits));
}

// The next value: by one of the actions, or the one it has.
static void make_next(struct making *k, cell_id cell)
{
    struct transition_circuit *c = k->c;
    struct circuit_cell *it = &c->cells[cell];
    unsigned count = it->code.count;
    size_t definitions = k->by_cell[cell].count, bytes = (count + 1) * (definitions + 1) * sizeof(aig_lit);
    aig_lit *terms = mem_alloc(c->mem, bytes), bits[64] = {AIG_FALSE}, changed = AIG_FALSE;
    size_t free_bits = 0;
    it->state = CELL_UNDER_WAY;
    k->depth++;
    for (size_t i = 0; i < definitions && !c->blast.error; i++) {
        const struct definition d = k->by_cell[cell].at[i];
        aig_lit chosen = k->chosen.at[d.action];
        if (d.value != EXPR_NONE) {
            add_definition(k, cell, &d, bits);
        } else {
            if (!free_bits)
                free_bits = it->next ? it->next : add_inputs(c, cell, count, true);
            for (unsigned bit = 0; bit < count; bit++)
                bits[bit] = bits_at(c, free_bits)[bit];
        }
        for (unsigned bit = 0; bit < count && !c->blast.error; bit++)
            terms[bit * (definitions + 1) + i] = aig_and(&c->aig, chosen, bits[bit]);
        changed = aig_or(&c->aig, changed, chosen);
    }
    k->depth--;
    for (unsigned bit = 0; bit < count && !c->blast.error; bit++) {
        aig_lit *of_bit = &terms[bit * (definitions + 1)];
        of_bit[definitions] = k->kept[cell] ? aig_and(&c->aig, aig_not(changed), bits_at(c, it->now)[bit]) : AIG_FALSE;
        bits[bit] = aig_or_all(&c->aig, of_bit, definitions + 1);
    }
    for (unsigned bit = 0; bit < count && it->next && !c->blast.error; bit++) // others have needed it meanwhile
        array_push(c->mem, &k->conditions, aig_not(aig_xor(&c->aig, bits_at(c, it->next)[bit], bits[bit])));
    if (!it->next) {
        it->next = c->cell_bits.count + 1;
        for (unsigned bit = 0; bit < count; bit++)
            array_push(c->mem, &c->cell_bits, bits[bit]);
    }
    it->state = CELL_DONE;
    mem_free(c->mem, terms, bytes);
}

static const aig_lit *bits_of(void *context, cell_id cell, bool is_next)
{
    struct making *k = context;
    struct transition_circuit *c = k->c;
    struct circuit_cell *it = &c->cells[cell];
    if (!is_next)
        return bits_at(c, it->now);
    if (!it->next && it->state == CELL_OPEN && k->depth < DEEPEST)
        make_next(k, cell);
    if (!it->next)
        it->next = add_inputs(c, cell, it->code.count, true);
    return bits_at(c, it->next);
}

static void make_latches(struct making *k)
{
    struct transition_circuit *c = k->c;
    for (cell_id i = 0; i < model_cell_count(c->model) && !c->blast.error; i++) {
        struct circuit_cell *it = &c->cells[i];
        if (!is_latched(c, i))
            continue;
        if (model_cell(c->model, i)->role == CELL_FROZEN)
            it->next = it->now;
        else if (it->state == CELL_OPEN)
            make_next(k, i);
        for (unsigned bit = 0; bit < it->code.count && !c->blast.error; bit++)
            c->latches.at[it->latch + bit].next = bits_at(c, it->next)[bit];
        if (!goes_on(c))
            c->blast.error = CAUSE_CIRCUIT_STOPPED;
    }
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

// The number of the action, in bits that are inputs; one literal for each.
static void choose_actions(struct making *k)
{
    struct transition_circuit *c = k->c;
    size_t actions = model_action_count(c->model), count = 1;
    unsigned width = 0;
    array_push(c->mem, &k->chosen, AIG_TRUE);
    for (; count < actions; count *= 2)
        width++;
    for (unsigned bit = 0; bit < width; bit++) {
        struct circuit_input input = {aig_input(&c->aig), CELL_NONE, bit, true};
        size_t known = k->chosen.count;
        array_push(c->mem, &c->inputs, input);
        for (size_t i = 0; i < known; i++) { // the higher half of the numbers has the bit
            array_push(c->mem, &k->chosen, aig_and(&c->aig, k->chosen.at[i], input.now));
            k->chosen.at[i] = aig_and(&c->aig, k->chosen.at[i], aig_not(input.now));
        }
    }
}

static aig_lit all_of(struct transition_circuit *c, aig_lit *at, size_t count)
{
    return aig_and_all(&c->aig, at, count);
}

static void make_step(struct making *k, const expr_list *left)
{
    struct transition_circuit *c = k->c;
    struct model *m = c->model;
    ARRAY(aig_lit) some = {0};
    for (size_t i = 0; i < model_steps(m).count && !c->blast.error; i++) {
        expr e = model_part_condition(m, model_steps(m).at[i], true);
        array_push(c->mem, &k->conditions, blast_condition(&c->blast, e));
    }
    for (cell_id i = 0; i < model_cell_count(m); i++)
        if (!is_latched(c, i))
            array_push(c->mem, &k->conditions,
                       blast_is_legal(&c->blast, model_type(m, model_cell(m, i)->type), bits_at(c, c->cells[i].now)));
    for (size_t a = 0; a < model_action_count(m) && !c->blast.error; a++) {
        for (size_t i = 0; i < left[a].count && !c->blast.error; i++)
            array_push(c->mem, &k->allowed[a], blast_condition(&c->blast, left[a].at[i]));
        aig_lit allowed = all_of(c, k->allowed[a].at, k->allowed[a].count);
        array_push(c->mem, &some, aig_and(&c->aig, k->chosen.at[a], allowed));
    }
    array_push(c->mem, &k->conditions, aig_or_all(&c->aig, some.at, some.count));
    c->is_step = all_of(c, k->conditions.at, k->conditions.count);
    array_free(c->mem, &some);
}

static void make_steps(struct making *k)
{
    struct transition_circuit *c = k->c;
    size_t actions = model_action_count(c->model), cells = model_cell_count(c->model);
    k->by_cell = mem_zalloc(c->mem, (cells + 1) * sizeof *k->by_cell);
    k->kept = mem_zalloc(c->mem, (cells + 1) * sizeof *k->kept);
    k->allowed = mem_zalloc(c->mem, (actions + 1) * sizeof *k->allowed);
    expr_list *left = mem_zalloc(c->mem, (actions + 1) * sizeof *left);
    choose_actions(k);
    for (size_t a = 0; a < actions && goes_on(c); a++) {
        free_cells(k, a);
        for (size_t i = 0; i < model_action(c->model, a)->part_count; i++)
            read_part(k, a, &model_action(c->model, a)->parts[i], &left[a]);
    }
    read_invariants(k);
    make_latches(k);
    if (!c->blast.error)
        make_step(k, left);
    for (size_t a = 0; a < actions; a++) {
        array_free(c->mem, &left[a]);
        array_free(c->mem, &k->allowed[a]);
    }
    for (cell_id i = 0; i < cells; i++)
        array_free(c->mem, &k->by_cell[i]);
    mem_free(c->mem, left, (actions + 1) * sizeof *left);
    mem_free(c->mem, k->allowed, (actions + 1) * sizeof *k->allowed);
    mem_free(c->mem, k->kept, (cells + 1) * sizeof *k->kept);
    mem_free(c->mem, k->by_cell, (cells + 1) * sizeof *k->by_cell);
    array_free(c->mem, &k->chosen);
    array_free(c->mem, &k->conditions);
}

// ---- States ---------------------------------------------------------------------------------------------------------

static aig_lit part_holds(struct transition_circuit *c, struct part part)
{
    return blast_condition(&c->blast, model_part_condition(c->model, part, false));
}

static aig_lit parts_hold(struct transition_circuit *c, const struct part *parts, size_t count)
{
    ARRAY(aig_lit) all = {0};
    for (size_t i = 0; i < count && !c->blast.error; i++)
        array_push(c->mem, &all, part_holds(c, parts[i]));
    aig_lit result = all_of(c, all.at, all.count);
    array_free(c->mem, &all);
    return result;
}

static void make_states(struct transition_circuit *c)
{
    struct model *m = c->model;
    struct parts invariants = model_invariants(m), initial = model_initial(m);
    ARRAY(aig_lit) all = {0};
    for (cell_id i = 0; i < model_cell_count(m); i++)
        if (is_latched(c, i))
            array_push(c->mem, &all,
                       blast_is_legal(&c->blast, model_type(m, model_cell(m, i)->type), bits_at(c, c->cells[i].now)));
    array_push(c->mem, &all, parts_hold(c, invariants.at, invariants.count));
    c->is_state = all_of(c, all.at, all.count);
    all.count = 0;
    for (size_t i = 0; i < model_start_count(m) && !c->blast.error; i++)
        array_push(c->mem, &all, parts_hold(c, model_start(m, i)->parts, model_start(m, i)->part_count));
    aig_lit start = model_start_count(m) ? aig_or_all(&c->aig, all.at, all.count) : AIG_TRUE;
    c->is_initial = aig_and(&c->aig, c->is_state, aig_and(&c->aig, start, parts_hold(c, initial.at, initial.count)));
    array_free(c->mem, &all);
}

// ---- Resets ---------------------------------------------------------------------------------------------------------

// What parts say of cells by constants: values[cell], where has[cell].
static void note_constants(struct model *m, const struct part *parts, size_t count, value *values, bool *has,
                           struct mem *mem)
{
    expr_list waiting = {0};
    for (size_t i = 0; i < count; i++) {
        value v;
        if (parts[i].kind == PART_CHOICE) {
            if (model_is_const(m, parts[i].expr, &v)) {
                values[parts[i].cell] = v;
                has[parts[i].cell] = true;
            }
            continue;
        }
        array_push(mem, &waiting, parts[i].expr);
        while (waiting.count > 0) {
            expr e = array_pop(&waiting);
            const struct expr_node *n = model_expr(m, e), *of = n->op == OP_NOT ? model_expr(m, n->args[0]) : n;
            for (size_t k = 0; n->op == OP_AND && k < n->count; k++)
                array_push(mem, &waiting, n->args[k]);
            if (of->op == OP_CELL) {
                values[of->data] = n == of;
                has[of->data] = true;
            }
            for (int k = 0; n->op == OP_EQ && k < 2; k++)
                if (model_expr(m, n->args[k])->op == OP_CELL && model_is_const(m, n->args[1 - k], &v)) {
                    values[model_expr(m, n->args[k])->data] = v;
                    has[model_expr(m, n->args[k])->data] = true;
                }
        }
    }
    array_free(mem, &waiting);
}

// A latch has a reset value if all starts give it the same.
static void find_resets(struct transition_circuit *c)
{
    struct model *m = c->model;
    size_t cells = model_cell_count(m), starts = model_start_count(m);
    value *values = mem_zalloc(c->mem, 2 * (cells + 1) * sizeof *values), *first = values + cells + 1;
    bool *has = mem_zalloc(c->mem, 2 * (cells + 1)), *had = has + cells + 1;
    for (size_t s = 0; s < starts || s == 0; s++) {
        for (cell_id i = 0; i < cells; i++)
            has[i] = false;
        note_constants(m, model_initial(m).at, model_initial(m).count, values, has, c->mem);
        if (s < starts)
            note_constants(m, model_start(m, s)->parts, model_start(m, s)->part_count, values, has, c->mem);
        for (cell_id i = 0; i < cells; i++) {
            had[i] = has[i] && (s == 0 || (had[i] && first[i] == values[i]));
            first[i] = values[i];
        }
    }
    for (size_t i = 0; i < c->latches.count; i++) {
        struct circuit_latch *l = &c->latches.at[i];
        const struct type *type = model_type(m, model_cell(m, l->cell)->type);
        if (had[l->cell] && type_contains(type, first[l->cell]))
            l->reset = cell_code_bits(&c->cells[l->cell].code, first[l->cell]) >> l->bit & 1 ? AIG_TRUE : AIG_FALSE;
    }
    mem_free(c->mem, values, 2 * (cells + 1) * sizeof *values);
    mem_free(c->mem, has, 2 * (cells + 1));
}

// ---- All of it ------------------------------------------------------------------------------------------------------

// Once all next values are known.
static const aig_lit *known_bits_of(void *context, cell_id cell, bool is_next)
{
    const struct transition_circuit *c = context;
    return bits_at(c, is_next ? c->cells[cell].next : c->cells[cell].now);
}

static bool asks_circuit(void *context)
{
    return goes_on(context);
}

static bool asks_making(void *context)
{
    const struct making *k = context;
    return goes_on(k->c);
}

void transition_circuit_open(struct transition_circuit *c, struct model *model, bool (*go_on)(void *context),
                             void *context, struct mem *mem)
{
    *c = (struct transition_circuit){.mem = mem, .model = model, .goes_on = go_on, .context = context};
    struct making k = {.c = c};
    aig_open(&c->aig, mem);
    c->blast = (struct blast){.mem = mem, .model = model, .aig = &c->aig, .bits_of = bits_of};
    c->blast.goes_on = asks_making;
    c->blast.context = &k;
    c->cells = mem_zalloc(mem, (model_cell_count(model) + 1) * sizeof *c->cells);
    add_cells(c);
    make_steps(&k);
    c->blast.bits_of = known_bits_of;
    c->blast.goes_on = asks_circuit;
    c->blast.context = c;
    if (!c->blast.error)
        make_states(c);
    find_resets(c);
    c->error = c->blast.error;
}

void transition_circuit_close(struct transition_circuit *c)
{
    mem_free(c->mem, c->cells, (model_cell_count(c->model) + 1) * sizeof *c->cells);
    array_free(c->mem, &c->cell_bits);
    array_free(c->mem, &c->latches);
    array_free(c->mem, &c->inputs);
    blast_close(&c->blast);
    aig_close(&c->aig);
}

aig_lit transition_circuit_condition(struct transition_circuit *c, expr condition)
{
    aig_lit result = c->error ? AIG_FALSE : blast_condition(&c->blast, condition);
    c->error = c->blast.error;
    return result;
}

void transition_circuit_read(const struct transition_circuit *c, bool (*is_true)(void *context, aig_lit), void *context,
                             value *state)
{
    for (cell_id i = 0; i < model_cell_count(c->model); i++) {
        const struct circuit_cell *cell = &c->cells[i];
        const struct type *type = model_type(c->model, model_cell(c->model, i)->type);
        uint64_t bits = 0;
        for (unsigned bit = 0; bit < cell->code.count; bit++)
            bits |= (uint64_t)is_true(context, bits_at(c, cell->now)[bit]) << bit;
        state[i] = cell_code_value(&cell->code, bits);
        if (!type_contains(type, state[i])) // an input that nobody has looked at
            state[i] = type_value(type, 0);
    }
}
