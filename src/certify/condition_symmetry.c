#include "certify/condition_symmetry.h"

#include "circuit/bit_blast.h"
#include "model/walk.h"

#define LOOK_AFTER 16 // actions
#define MOST_CONFLICTS 300000
#define EASY_CONFLICTS 50 // of a question whose answer is known to the front end
#define MOST_HARD 4       // questions about one permutation and the model, after which no more are asked

typedef ARRAY(expr) condition_list;

// A permutation of elements, or an exchange of two places of a pool.
struct moving {
    const struct permuter *permuter;
    const uint32_t *permutation; // NULL: places are exchanged
    struct pool pool;
    uint32_t place; // this one with the next
    struct walk walk;
    size_t hard; // questions about the model that the solver has given up
};

static struct moving moving_by(const struct permuter *p, const uint32_t *permutation)
{
    return (struct moving){.permuter = p, .permutation = permutation, .walk = {.model = p->model, .mem = p->mem}};
}

// ---- Images ---------------------------------------------------------------------------------------------------------

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
    value id = model_class(m, site.class)->ids[move->permutation[p->first[site.class] + site.element]];
    return id == node->data ? e : model_const(m, model_enum(m, &id, 1), id);
}

static expr image_of(void *moving, expr e)
{
    struct moving *move = moving;
    return walk_map(&move->walk, move->permuter->model, move_leaf, move, e);
}

// Whether two conditions differ in some state: not if they have the same form; else the solver is asked. Each question
// has a solver of its own, which knows nothing but these two.
static enum circuit_answer differ(const struct permuter *p, expr condition, expr image, int conflicts)
{
    struct bit_blast blast;
    enum circuit_answer answer = CIRCUIT_UNKNOWN;
    if (condition == image)
        return CIRCUIT_UNSAT;
    bit_blast_open(&blast, p->model, p->watch, p->mem);
    wire xor = circuit_xor(&blast.circuit, bit_blast_condition(&blast, condition), bit_blast_condition(&blast, image));
    if (!blast.error)
        answer = xor == WIRE_FALSE ? CIRCUIT_UNSAT : circuit_solve_within(&blast.circuit, &xor, 1, conflicts);
    bit_blast_close(&blast);
    return answer;
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

// Whether a conjunction or disjunction differs from its image in some state. Operands that are images of each other by
// their form are put aside; the rest of both is compared as a whole.
static enum circuit_answer image_differs(struct moving *move, enum op op, const expr *operands, size_t count,
                                         int conflicts)
{
    const struct permuter *p = move->permuter;
    struct notes notes = {0}; // of operands: 0, or 1 if it is put aside
    condition_list images = {0}, others = {0};
    bool good = true;
    for (size_t i = 0; i < count; i++)
        notes_put(p->mem, &notes, operands[i], 0);
    for (size_t i = 0; i < count && good; i++) {
        good = i % LOOK_AFTER || supervisor_goes_on(p->watch, "symmetries", 0, 0);
        expr image = image_of(move, operands[i]);
        if (notes_get(&notes, image) != NOTE_NONE)
            notes_put(p->mem, &notes, image, 1);
        else
            array_push(p->mem, &images, image);
    }
    for (size_t i = 0; i < count; i++)
        if (notes_get(&notes, operands[i]) == 0)
            array_push(p->mem, &others, operands[i]);
    enum circuit_answer answer = !good ? CIRCUIT_SAT : images.count == 0 ? CIRCUIT_UNSAT : CIRCUIT_UNKNOWN;
    if (good && images.count > 0 && (move->hard < MOST_HARD || conflicts > EASY_CONFLICTS))
        answer = differ(p, model_nary(p->model, op, others.at, others.count),
                        model_nary(p->model, op, images.at, images.count), conflicts);
    move->hard += answer == CIRCUIT_UNKNOWN;
    notes_free(p->mem, &notes);
    array_free(p->mem, &images);
    array_free(p->mem, &others);
    return answer;
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// The conditions that the truth of a formula rests on: its own, and those of fairness if it minds that.
static void collect_conditions(const struct model *m, formula f, bool minds_fairness, struct mem *mem,
                               condition_list *out)
{
    struct condition_walk walk = condition_walk(m, mem);
    condition_walk_from(&walk, f);
    for (expr condition; condition_walk_next(&walk, &condition);)
        array_push(mem, out, condition);
    condition_walk_free(&walk);
    for (size_t i = 0; minds_fairness && i < model_justice_count(m); i++)
        array_push(mem, out, model_justice(m, i));
    for (size_t i = 0; minds_fairness && i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        array_push(mem, out, pair[0]);
        array_push(mem, out, pair[1]);
    }
}

// Whether the front end has found, by the rules for scalarsets, that a permutation leaves a condition alone: it names
// no elements but some that stay. What permutations do includes to sort pools again. Where there are none, this counts
// only for what is too hard for the solver.
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

static bool are_kept(struct moving move, const condition_list *conditions)
{
    bool good = true, has_pools = model_pool_count(move.permuter->model) > 0;
    for (size_t i = 0; i < conditions->count && good; i++) {
        bool is_vouched = is_vouched_for(&move, conditions->at[i]);
        if (is_vouched && has_pools)
            continue;
        int conflicts = is_vouched ? EASY_CONFLICTS : MOST_CONFLICTS;
        const struct expr_node *n = model_expr(move.permuter->model, conditions->at[i]);
        bool is_list = n->op == OP_AND || n->op == OP_OR;
        move.hard = 0;
        enum circuit_answer answer = image_differs(
            &move, is_list ? n->op : OP_AND, is_list ? n->args : &conditions->at[i], is_list ? n->count : 1, conflicts);
        if (answer == CIRCUIT_SAT && is_list) // the rest differs where what both have in common may decide
            answer = differ(move.permuter, conditions->at[i], image_of(&move, conditions->at[i]), conflicts);
        good = answer == CIRCUIT_UNSAT || (answer == CIRCUIT_UNKNOWN && is_vouched);
    }
    walk_free(&move.walk);
    return good;
}

bool conditions_are_invariant(const struct permuter *p, formula f, bool minds_fairness)
{
    permutation_array generators = {0};
    condition_list conditions = {0};
    bool good = true;
    collect_conditions(p->model, f, minds_fairness, p->mem, &conditions);
    permuter_generators(p, &generators);
    for (size_t i = 0; i < generators.count && good; i += p->elements)
        good = are_kept(moving_by(p, generators.at + i), &conditions);
    for (size_t i = 0; i < model_pool_count(p->model) && good; i++) {
        struct moving move = moving_by(p, NULL);
        move.pool = model_pool(p->model, i);
        for (; move.place + 1 < move.pool.places && good; move.place++)
            good = are_kept(move, &conditions);
    }
    array_free(p->mem, &generators);
    array_free(p->mem, &conditions);
    return good;
}

// ---- The model ------------------------------------------------------------------------------------------------------

// What a model is made of: the conditions that hold in initial states, in all states and for all steps, one each, and
// the alternatives of which one holds: starts, actions.
enum { INITIAL, STATES, STEPS, STARTS, ACTIONS, KINDS };

static void push_condition(const struct permuter *p, struct parts parts, const struct action *a, bool is_next,
                           condition_list *out)
{
    struct model *m = p->model;
    condition_list terms = {0};
    for (size_t i = 0; i < parts.count; i++)
        array_push(p->mem, &terms, model_part_condition(m, parts.at[i], is_next));
    for (size_t i = 0; a && i < a->kept_count; i++)
        array_push(p->mem, &terms,
                   model_binary(m, OP_EQ, model_next_expr(m, a->kept[i]), model_cell_expr(m, a->kept[i])));
    array_push(p->mem, out, model_nary(m, OP_AND, terms.at, terms.count));
    array_free(p->mem, &terms);
}

static void collect_behaviour(const struct permuter *p, condition_list kinds[KINDS])
{
    const struct model *m = p->model;
    push_condition(p, model_initial(m), NULL, false, &kinds[INITIAL]);
    push_condition(p, model_invariants(m), NULL, false, &kinds[STATES]);
    push_condition(p, model_steps(m), NULL, true, &kinds[STEPS]);
    for (size_t i = 0; i < model_start_count(m); i++) {
        const struct action *a = model_start(m, i);
        push_condition(p, (struct parts){a->parts, a->part_count}, a, false, &kinds[STARTS]);
    }
    for (size_t i = 0; i < model_action_count(m); i++) {
        const struct action *a = model_action(m, i);
        push_condition(p, (struct parts){a->parts, a->part_count}, a, true, &kinds[ACTIONS]);
    }
}

bool model_has_symmetries(const struct permuter *p)
{
    permutation_array generators = {0};
    condition_list kinds[KINDS] = {0};
    bool good = true;
    if (model_pool_count(p->model) > 0)
        return true;
    collect_behaviour(p, kinds);
    permuter_generators(p, &generators);
    for (size_t i = 0; i < generators.count && good; i += p->elements) {
        struct moving move = moving_by(p, generators.at + i);
        for (size_t kind = 0; kind < KINDS && good; kind++)
            good = image_differs(&move, OP_OR, kinds[kind].at, kinds[kind].count, EASY_CONFLICTS) != CIRCUIT_SAT;
        walk_free(&move.walk);
    }
    for (size_t kind = 0; kind < KINDS; kind++)
        array_free(p->mem, &kinds[kind]);
    array_free(p->mem, &generators);
    return good;
}

// ---- Images of formulas ---------------------------------------------------------------------------------------------

static bool is_justice(const struct model *m, expr condition)
{
    for (size_t i = 0; i < model_justice_count(m); i++)
        if (model_justice(m, i) == condition)
            return true;
    return false;
}

bool permutation_takes(const struct permuter *p, const uint32_t *permutation, formula f, formula image,
                       bool minds_fairness)
{
    struct moving move = moving_by(p, permutation);
    struct formula_map map = {.from = p->model, .to = p->model, .mem = p->mem, .condition = image_of, .context = &move};
    bool good = formula_map(&map, f) == image && !(minds_fairness && model_compassion_count(p->model) > 0);
    for (size_t i = 0; minds_fairness && i < model_justice_count(p->model) && good; i++)
        good = is_justice(p->model, image_of(&move, model_justice(p->model, i)));
    formula_map_free(&map);
    walk_free(&move.walk);
    return good;
}
