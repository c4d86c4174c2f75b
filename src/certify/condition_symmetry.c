#include "certify/condition_symmetry.h"

#include "certify/bit_blast.h"
#include "model/walk.h"

void conditions_collect(const struct model *m, formula f, bool minds_fairness, struct mem *mem, condition_list *out)
{
    struct condition_walk walk = condition_walk(m, mem);
    condition_walk_from(&walk, f);
    for (expr condition; condition_walk_next(&walk, &condition);)
        array_push(mem, out, condition);
    condition_walk_free(&walk);
    if (!minds_fairness)
        return;
    for (size_t i = 0; i < model_justice_count(m); i++)
        array_push(mem, out, model_justice(m, i));
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        array_push(mem, out, pair[0]);
        array_push(mem, out, pair[1]);
    }
}

void formula_conjuncts(const struct model *m, formula f, struct mem *mem, conjunct_list *out)
{
    ARRAY(formula) waiting = {0};
    array_push(mem, &waiting, f);
    while (waiting.count) {
        formula at = array_pop(&waiting);
        const struct formula_node *n = model_formula(m, at);
        if (n->op != FORMULA_AND) {
            array_push(mem, out, at);
            continue;
        }
        array_push(mem, &waiting, n->args[1]);
        array_push(mem, &waiting, n->args[0]);
    }
    array_free(mem, &waiting);
}

// A permutation of elements, or an exchange of two places of a pool.
struct moving {
    const struct permuter *permuter;
    const uint32_t *permutation; // NULL: places are exchanged
    struct pool pool;
    uint32_t place; // this one with the next
};

static cell_id exchanged(const struct moving *move, cell_id cell)
{
    const struct pool *pool = &move->pool;
    cell_id first = pool->first + move->place * pool->width;
    if (cell >= first && cell < first + pool->width)
        return cell + pool->width;
    if (cell >= first + pool->width && cell < first + 2 * pool->width)
        return cell - pool->width;
    return cell;
}

static expr move_leaf(void *context, expr e, const struct expr_node *node)
{
    const struct moving *move = context;
    const struct permuter *p = move->permuter;
    struct model *m = p->model;
    if (node->op == OP_CELL || node->op == OP_NEXT) {
        cell_id cell = (cell_id)node->data;
        cell_id to = move->permutation ? permuter_cell(p, move->permutation, cell) : exchanged(move, cell);
        return node->op == OP_CELL ? model_cell_expr(m, to) : model_next_expr(m, to);
    }
    if (node->op != OP_CONST || !move->permutation || model_type(m, node->type)->kind != TYPE_ENUM)
        return e;
    struct site site = model_site_of_id(m, node->data);
    if (site.class == CLASS_NONE)
        return e;
    uint32_t image = move->permutation[p->first[site.class] + site.element];
    value id = model_class(m, site.class)->ids[image];
    return id == node->data ? e : model_const(m, model_enum(m, &id, 1), id);
}

// Whether a condition and its image are the same: in form, or else in all states, which the solver is asked for.
static bool is_same(struct bit_blast *blast, expr condition, expr image)
{
    if (condition == image)
        return true;
    wire differ =
        circuit_xor(&blast->circuit, bit_blast_condition(blast, condition), bit_blast_condition(blast, image));
    return !blast->error && (differ == WIRE_FALSE || circuit_solve(&blast->circuit, &differ, 1) == CIRCUIT_UNSAT);
}

// Whether the front end has found, by the rules for scalarsets, that a permutation leaves a condition alone: it names
// no elements but some that stay. What permutations do includes to sort pools again.
static bool is_vouched_for(const struct moving *move, expr condition)
{
    const struct permuter *p = move->permuter;
    const struct site *sites;
    size_t count;
    if (!model_named_elements(p->model, condition, &sites, &count))
        return false;
    for (size_t i = 0; i < count && move->permutation; i++)
        if (move->permutation[p->first[sites[i].class] + sites[i].element] != sites[i].element)
            return false;
    return true;
}

static expr find_changed(struct moving *move, const condition_list *conditions, struct bit_blast *blast)
{
    const struct permuter *p = move->permuter;
    struct walk walk = {.model = p->model, .mem = p->mem};
    expr broken = EXPR_NONE;
    for (size_t i = 0; i < conditions->count && broken == EXPR_NONE; i++)
        if (!is_vouched_for(move, conditions->at[i]) &&
            !is_same(blast, conditions->at[i], walk_map(&walk, p->model, move_leaf, move, conditions->at[i])))
            broken = conditions->at[i];
    walk_free(&walk);
    return broken;
}

expr conditions_find_broken(const struct permuter *p, const condition_list *conditions)
{
    permutation_array generators = {0};
    struct bit_blast blast;
    expr broken = EXPR_NONE;
    bit_blast_open(&blast, p->model, p->watch, p->mem);
    permuter_generators(p, &generators);
    for (size_t i = 0; i < generators.count && broken == EXPR_NONE; i += p->elements) {
        struct moving move = {.permuter = p, .permutation = generators.at + i};
        broken = find_changed(&move, conditions, &blast);
    }
    array_free(p->mem, &generators);
    for (size_t i = 0; i < model_pool_count(p->model) && broken == EXPR_NONE; i++) {
        struct moving move = {.permuter = p, .pool = model_pool(p->model, i)};
        for (; move.place + 1 < move.pool.places && broken == EXPR_NONE; move.place++)
            broken = find_changed(&move, conditions, &blast);
    }
    bit_blast_close(&blast);
    return broken;
}

// ---- Images of formulas ---------------------------------------------------------------------------------------------

struct imaging {
    struct moving move;
    struct walk walk;
};

static expr condition_image(void *context, expr condition)
{
    struct imaging *i = context;
    return walk_map(&i->walk, i->move.permuter->model, move_leaf, &i->move, condition);
}

// The same formula, or one with conditions that are the same in all states.
static bool are_same(struct bit_blast *blast, const struct model *m, formula a, formula b)
{
    const struct formula_node *x = model_formula(m, a), *y = model_formula(m, b);
    if (a == b)
        return true;
    if (x->op != y->op || x->bounded || y->bounded || formula_op_has_regular(x->op))
        return false;
    if (x->op == FORMULA_ATOM)
        return is_same(blast, x->atom, y->atom);
    return are_same(blast, m, x->args[0], y->args[0]) &&
           (!formula_op_is_binary(x->op) || are_same(blast, m, x->args[1], y->args[1]));
}

static void open_imaging(struct imaging *i, const struct permuter *p, const uint32_t *permutation)
{
    *i = (struct imaging){.move = {.permuter = p, .permutation = permutation},
                          .walk = {.model = p->model, .mem = p->mem}};
}

bool formula_has_image(const struct permuter *p, const uint32_t *permutation, formula f, formula image)
{
    struct imaging imaging;
    struct bit_blast blast;
    open_imaging(&imaging, p, permutation);
    struct formula_map map = {
        .from = p->model, .to = p->model, .mem = p->mem, .condition = condition_image, .context = &imaging};
    formula found = formula_map(&map, f);
    bit_blast_open(&blast, p->model, p->watch, p->mem);
    bool good = found != FORMULA_NONE && are_same(&blast, p->model, found, image);
    bit_blast_close(&blast);
    formula_map_free(&map);
    walk_free(&imaging.walk);
    return good;
}

static bool is_justice(const struct model *m, expr condition)
{
    for (size_t i = 0; i < model_justice_count(m); i++)
        if (model_justice(m, i) == condition)
            return true;
    return false;
}

bool fairness_has_images(const struct permuter *p, const uint32_t *permutation)
{
    struct imaging imaging;
    bool good = model_compassion_count(p->model) == 0;
    open_imaging(&imaging, p, permutation);
    for (size_t i = 0; i < model_justice_count(p->model) && good; i++)
        good = is_justice(p->model, condition_image(&imaging, model_justice(p->model, i)));
    walk_free(&imaging.walk);
    return good;
}
