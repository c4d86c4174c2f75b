#include "certify/formula_product.h"

#include "certify/expansion.h"
#include "model/copy.h"
#include "model/walk.h"

// ---- The model ------------------------------------------------------------------------------------------------------

// All of it but its properties. Cells have the same numbers.
static struct model *copy_of(const struct model *m, struct mem *mem)
{
    size_t cells = model_cell_count(m);
    bool *stays = mem_alloc(mem, cells + 1);
    cell_id *map = mem_zalloc(mem, (cells + 1) * sizeof *map);
    for (size_t i = 0; i < cells; i++)
        stays[i] = true;
    struct model_selection selection = {.cells = stays};
    struct model *copy = model_copy_selected(m, &selection, map, mem);
    mem_free(mem, stays, cells + 1);
    mem_free(mem, map, (cells + 1) * sizeof *map);
    return copy;
}

static expr leaf_over(void *copy, expr e, const struct expr_node *n)
{
    (void)e;
    return n->op == OP_CELL   ? model_cell_expr(copy, (cell_id)n->data)
           : n->op == OP_NEXT ? model_next_expr(copy, (cell_id)n->data)
                              : model_const(copy, n->type, n->data);
}

// Conditions of the automaton become those of the copy.
static void move_conditions(struct expansion *x, const struct model *m, struct model *copy)
{
    struct walk walk = {.model = m, .mem = x->mem};
    for (size_t i = 0; i < x->nodes.count; i++)
        if (x->nodes.at[i].op == EXPANSION_ATOM)
            x->nodes.at[i].atom = walk_map(&walk, copy, leaf_over, copy, x->nodes.at[i].atom);
    walk_free(&walk);
}

// ---- The automaton --------------------------------------------------------------------------------------------------

struct producing {
    struct mem *mem;
    struct model *model;
    struct expansion expansion;
    cell_id *holds, *before; // by node: its cells, or CELL_NONE
    expr *now;               // by node: that it holds
};

static bool is_past(enum expansion_op op)
{
    return op >= EXPANSION_YESTERDAY;
}

// Of a justice condition there must be no next values: diagrams cannot have them.
static bool is_plain(const struct producing *p, const struct expansion_node *n)
{
    return n->op == EXPANSION_ATOM && !model_expr(p->model, n->atom)->has_next;
}

static cell_id add_cell(struct producing *p, const char *kind, uint32_t node)
{
    struct str name = {0};
    str_add(p->mem, &name, "%s.%u", kind, node);
    cell_id cell = model_add_cell(p->model, str_text(&name), model_boolean(p->model), CELL_STATE);
    model_hide_cell(p->model, cell);
    str_free(p->mem, &name);
    return cell;
}

static void add_cells(struct producing *p)
{
    const struct expansion *x = &p->expansion;
    size_t count = x->nodes.count;
    bool *needs = mem_zalloc(p->mem, count);
    needs[x->root] = true;
    for (size_t i = 0; i < count; i++) {
        const struct expansion_node *n = &x->nodes.at[i];
        needs[i] |= n->op == EXPANSION_UNTIL || n->op == EXPANSION_RELEASE;
        if (n->op == EXPANSION_NEXT)
            needs[n->args[0]] = true;
        if (n->op == EXPANSION_UNTIL && !is_plain(p, &x->nodes.at[n->args[1]]))
            needs[n->args[1]] = true;
    }
    for (uint32_t i = 0; i < count; i++) {
        p->holds[i] = needs[i] ? add_cell(p, ".holds", i) : CELL_NONE;
        p->before[i] = is_past(x->nodes.at[i].op) ? add_cell(p, ".before", i) : CELL_NONE;
    }
    mem_free(p->mem, needs, count);
}

// What a node says, in the words of its operands now and its own next.
static expr meaning(struct producing *p, uint32_t node)
{
    struct model *m = p->model;
    const struct expansion_node *n = &p->expansion.nodes.at[node];
    expr a = p->now[n->args[0]], b = p->now[n->args[1]];
    switch (n->op) {
    case EXPANSION_ATOM:
        return n->is_negated ? model_not(m, n->atom) : n->atom;
    case EXPANSION_AND:
        return model_and(m, a, b);
    case EXPANSION_OR:
        return model_or(m, a, b);
    case EXPANSION_NEXT:
        return model_next_expr(m, p->holds[n->args[0]]);
    case EXPANSION_UNTIL:
        return model_or(m, b, model_and(m, a, model_next_expr(m, p->holds[node])));
    case EXPANSION_RELEASE:
        return model_and(m, b, model_or(m, a, model_next_expr(m, p->holds[node])));
    case EXPANSION_SINCE:
        return model_or(m, b, model_and(m, a, model_cell_expr(m, p->before[node])));
    case EXPANSION_TRIGGERED:
        return model_and(m, b, model_or(m, a, model_cell_expr(m, p->before[node])));
    default: // yesterday
        return model_cell_expr(m, p->before[node]);
    }
}

static void require(struct producing *p, expr condition)
{
    model_add_step(p->model, (struct part){PART_CONDITION, CELL_NONE, condition});
}

static void begin_with(struct producing *p, cell_id cell, bool is_true)
{
    struct model *m = p->model;
    model_add_initial(m, (struct part){PART_CHOICE, cell, is_true ? model_true(m) : model_false(m)});
}

static void add_node(struct producing *p, uint32_t node)
{
    struct model *m = p->model;
    const struct expansion_node *n = &p->expansion.nodes.at[node];
    expr means = p->now[node] = meaning(p, node);
    if (p->holds[node] != CELL_NONE) {
        p->now[node] = model_cell_expr(m, p->holds[node]);
        require(p, model_implies(m, p->now[node], means));
    }
    if (is_past(n->op)) {
        bool is_own = n->op == EXPANSION_SINCE || n->op == EXPANSION_TRIGGERED;
        begin_with(p, p->before[node], expansion_begins(n->op));
        require(p, model_implies(m, model_next_expr(m, p->before[node]), is_own ? means : p->now[n->args[0]]));
    }
    if (n->op == EXPANSION_UNTIL)
        model_add_justice(m, model_or(m, model_not(m, p->now[node]), p->now[n->args[1]]));
}

static bool has_partial(const struct expansion *x, const struct model *m)
{
    for (size_t i = 0; i < x->nodes.count; i++)
        if (x->nodes.at[i].op == EXPANSION_ATOM && model_expr(m, x->nodes.at[i].atom)->partial)
            return true;
    return false;
}

static void add_automaton(struct producing *p)
{
    size_t count = p->expansion.nodes.count;
    p->holds = mem_zalloc(p->mem, count * sizeof *p->holds);
    p->before = mem_zalloc(p->mem, count * sizeof *p->before);
    p->now = mem_zalloc(p->mem, count * sizeof *p->now);
    add_cells(p);
    for (uint32_t i = 0; i < count; i++) // operands come first
        add_node(p, i);
    begin_with(p, p->holds[p->expansion.root], true);
    mem_free(p->mem, p->holds, count * sizeof *p->holds);
    mem_free(p->mem, p->before, count * sizeof *p->before);
    mem_free(p->mem, p->now, count * sizeof *p->now);
}

struct model *product_new(struct model *m, const struct property *property, formula conjunct, struct mem *mem,
                          const char **error)
{
    struct producing p = {.mem = mem};
    *error = "executions that end stay in their last state";
    if (model_ends_stay(m))
        return NULL;
    if (expansion_open(&p.expansion, m, property, conjunct, mem, error)) {
        *error = "its conditions may have no value";
        if (!has_partial(&p.expansion, m)) {
            p.model = copy_of(m, mem);
            move_conditions(&p.expansion, m, p.model);
            add_automaton(&p);
        }
    }
    expansion_close(&p.expansion);
    return p.model;
}
