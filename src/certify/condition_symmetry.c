#include "certify/condition_symmetry.h"

#include "circuit/bit_blast.h"
#include "model/walk.h"

#define LOOK_AFTER 16 // actions
#define MOST_CONFLICTS 300000
#define EASY_CONFLICTS 500 // of a question whose answer is known to the front end
#define MOST_HARD 4        // questions about one permutation and the model, after which no more are asked
#define GENERAL 3          // conditions for all: initial states, invariants, steps

typedef ARRAY(expr) condition_list;

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

// A permutation of elements, or an exchange of two places of a pool.
struct moving {
    const struct permuter *permuter;
    const uint32_t *permutation; // NULL: places are exchanged
    struct pool pool;
    uint32_t place; // this one with the next
    size_t hard;    // questions about the model that the solver has given up
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

// Whether a condition and its image differ in some state: not if they have the same form; else the solver is asked.
// Each question has a solver of its own, which knows nothing but these two.
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

static bool is_changed(struct moving *move, expr condition, struct walk *walk)
{
    struct model *m = move->permuter->model;
    bool is_vouched = is_vouched_for(move, condition);
    if (is_vouched && model_pool_count(m) > 0)
        return false;
    enum circuit_answer answer = differ(move->permuter, condition, walk_map(walk, m, move_leaf, move, condition),
                                        is_vouched ? EASY_CONFLICTS : MOST_CONFLICTS);
    return answer == CIRCUIT_SAT || (answer == CIRCUIT_UNKNOWN && !is_vouched);
}

static bool are_kept(struct moving *move, const condition_list *conditions)
{
    const struct permuter *p = move->permuter;
    struct walk walk = {.model = p->model, .mem = p->mem};
    bool good = true;
    for (size_t i = 0; i < conditions->count && good; i++)
        good = !is_changed(move, conditions->at[i], &walk);
    walk_free(&walk);
    return good;
}

bool conditions_are_invariant(const struct permuter *p, formula f, bool minds_fairness)
{
    permutation_array generators = {0};
    condition_list conditions = {0};
    bool good = true;
    collect_conditions(p->model, f, minds_fairness, p->mem, &conditions);
    permuter_generators(p, &generators);
    for (size_t i = 0; i < generators.count && good; i += p->elements) {
        struct moving move = {.permuter = p, .permutation = generators.at + i};
        good = are_kept(&move, &conditions);
    }
    for (size_t i = 0; i < model_pool_count(p->model) && good; i++) {
        struct moving move = {.permuter = p, .pool = model_pool(p->model, i)};
        for (; move.place + 1 < move.pool.places && good; move.place++)
            good = are_kept(&move, &conditions);
    }
    array_free(p->mem, &generators);
    array_free(p->mem, &conditions);
    return good;
}

// ---- The model ------------------------------------------------------------------------------------------------------

// Conditions of starts, or of actions as conditions of steps.
struct behaviour {
    condition_list conditions;
    struct int_map known; // their positions
};

// Whether a part of the model and its image are the same, as far as the solver tells soon: else the rules count by
// which the front end has found it.
static bool may_be_same(struct moving *move, expr part, expr image)
{
    if (part != image && move->hard == MOST_HARD)
        return true;
    enum circuit_answer answer = differ(move->permuter, part, image, EASY_CONFLICTS);
    move->hard += answer == CIRCUIT_UNKNOWN;
    return answer != CIRCUIT_SAT;
}

static expr condition_of(const struct permuter *p, struct parts parts, const struct action *a, bool is_next)
{
    struct model *m = p->model;
    condition_list terms = {0};
    for (size_t i = 0; i < parts.count; i++)
        array_push(p->mem, &terms, model_part_condition(m, parts.at[i], is_next));
    for (size_t i = 0; a && i < a->kept_count; i++)
        array_push(p->mem, &terms,
                   model_binary(m, OP_EQ, model_next_expr(m, a->kept[i]), model_cell_expr(m, a->kept[i])));
    expr all = model_nary(m, OP_AND, terms.at, terms.count);
    array_free(p->mem, &terms);
    return all;
}

static void collect_behaviour(const struct permuter *p, bool of_starts, struct behaviour *b)
{
    const struct model *m = p->model;
    bool added;
    for (size_t i = 0; i < (of_starts ? model_start_count(m) : model_action_count(m)); i++) {
        const struct action *a = of_starts ? model_start(m, i) : model_action(m, i);
        expr condition = condition_of(p, (struct parts){a->parts, a->part_count}, a, !of_starts);
        array_push(p->mem, &b->conditions, condition);
        if (!int_map_try_add(p->mem, &b->known, condition, (uint32_t)i, &added))
            mem_exhausted(p->mem);
    }
}

static void free_behaviour(const struct permuter *p, struct behaviour *b)
{
    array_free(p->mem, &b->conditions);
    int_map_free(p->mem, &b->known);
}

// Whether an action is where a permutation takes another one.
static bool is_placed_at_image(const struct moving *move, const struct action *from, const struct action *to)
{
    const struct placement *a = &from->placement, *b = &to->placement;
    if (a->family != b->family || a->site_count != b->site_count)
        return false;
    for (size_t i = 0; i < a->site_count; i++)
        if (a->sites[i].class != b->sites[i].class ||
            move->permutation[move->permuter->first[a->sites[i].class] + a->sites[i].element] != b->sites[i].element)
            return false;
    return true;
}

// Whether the image of an action is one. Where that is not seen by its form, the one in its place is compared with it.
static bool action_has_image(struct moving *move, struct walk *walk, const struct behaviour *b, size_t action)
{
    const struct model *m = move->permuter->model;
    expr image = walk_map(walk, move->permuter->model, move_leaf, move, b->conditions.at[action]);
    if (int_map_find(&b->known, image))
        return true;
    for (size_t i = 0; i < b->conditions.count; i++)
        if (is_placed_at_image(move, model_action(m, action), model_action(m, i)) &&
            may_be_same(move, b->conditions.at[i], image))
            return true;
    return false;
}

static bool starts_have_images(struct moving *move, struct walk *walk, const struct behaviour *b)
{
    struct model *m = move->permuter->model;
    condition_list images = {0};
    bool good = true;
    for (size_t i = 0; i < b->conditions.count; i++) {
        array_push(walk->mem, &images, walk_map(walk, m, move_leaf, move, b->conditions.at[i]));
        good &= int_map_find(&b->known, array_last(&images)) != NULL;
    }
    if (!good)
        good = may_be_same(move, model_nary(m, OP_OR, b->conditions.at, b->conditions.count),
                           model_nary(m, OP_OR, images.at, images.count));
    array_free(walk->mem, &images);
    return good;
}

static bool is_symmetry(struct moving *move, const struct behaviour *starts, const struct behaviour *actions,
                        const expr general[GENERAL])
{
    const struct permuter *p = move->permuter;
    struct walk walk = {.model = p->model, .mem = p->mem};
    bool good = true;
    for (size_t i = 0; i < GENERAL && good; i++)
        good = may_be_same(move, general[i], walk_map(&walk, p->model, move_leaf, move, general[i]));
    good = good && starts_have_images(move, &walk, starts);
    for (size_t i = 0; i < actions->conditions.count && good; i++)
        good = (i % LOOK_AFTER || supervisor_goes_on(p->watch, "symmetries", 0, 0)) &&
               action_has_image(move, &walk, actions, i);
    walk_free(&walk);
    return good;
}

bool model_has_symmetries(const struct permuter *p)
{
    permutation_array generators = {0};
    struct behaviour starts = {0}, actions = {0};
    bool good = true;
    if (model_pool_count(p->model) > 0)
        return true;
    struct parts initial = model_initial(p->model), invariants = model_invariants(p->model);
    const expr general[GENERAL] = {condition_of(p, initial, NULL, false), condition_of(p, invariants, NULL, false),
                                   condition_of(p, model_steps(p->model), NULL, true)};
    collect_behaviour(p, true, &starts);
    collect_behaviour(p, false, &actions);
    permuter_generators(p, &generators);
    for (size_t i = 0; i < generators.count && good; i += p->elements) {
        struct moving move = {.permuter = p, .permutation = generators.at + i};
        good = is_symmetry(&move, &starts, &actions, general);
    }
    free_behaviour(p, &starts);
    free_behaviour(p, &actions);
    array_free(p->mem, &generators);
    return good;
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
static bool are_same(const struct permuter *p, formula a, formula b)
{
    const struct model *m = p->model;
    const struct formula_node *x = model_formula(m, a), *y = model_formula(m, b);
    if (a == b)
        return true;
    if (x->op != y->op || x->bounded || y->bounded || formula_op_has_regular(x->op))
        return false;
    if (x->op == FORMULA_ATOM)
        return differ(p, x->atom, y->atom, MOST_CONFLICTS) == CIRCUIT_UNSAT;
    return are_same(p, x->args[0], y->args[0]) && (!formula_op_is_binary(x->op) || are_same(p, x->args[1], y->args[1]));
}

static struct imaging imaging_under(const struct permuter *p, const uint32_t *permutation)
{
    return (struct imaging){.move = {.permuter = p, .permutation = permutation},
                            .walk = {.model = p->model, .mem = p->mem}};
}

bool formula_has_image(const struct permuter *p, const uint32_t *permutation, formula f, formula image)
{
    struct imaging imaging = imaging_under(p, permutation);
    struct formula_map map = {
        .from = p->model, .to = p->model, .mem = p->mem, .condition = condition_image, .context = &imaging};
    formula found = formula_map(&map, f);
    bool good = found != FORMULA_NONE && are_same(p, found, image);
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
    struct imaging imaging = imaging_under(p, permutation);
    bool good = model_compassion_count(p->model) == 0;
    for (size_t i = 0; i < model_justice_count(p->model) && good; i++)
        good = is_justice(p->model, condition_image(&imaging, model_justice(p->model, i)));
    walk_free(&imaging.walk);
    return good;
}
