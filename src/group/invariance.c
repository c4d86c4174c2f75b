// Which permutations a formula leaves: the invariance group (seed 000, section 3).
#include "group/symmetry.h"
#include "model/walk.h"

// ---- Images of expressions ------------------------------------------------------------------------------------------

struct mapping {
    const struct symmetry *symmetry;
    struct model *model;
    const uint32_t *permutation;
};

static expr image_of_leaf(void *context, expr e, const struct expr_node *n)
{
    const struct mapping *map = context;
    const struct symmetry *s = map->symmetry;
    if (n->op == OP_CONST) {
        value v = symmetry_value(s, map->permutation, model_type(map->model, n->type), n->data);
        return v == n->data ? e : model_const(map->model, model_enum(map->model, &v, 1), v);
    }
    cell_id cell = symmetry_cell(s, map->permutation, (cell_id)n->data);
    return n->op == OP_CELL ? model_cell_expr(map->model, cell) : model_next_expr(map->model, cell);
}

static expr image_of(struct walk *w, const struct symmetry *s, struct model *m, const uint32_t *permutation, expr e)
{
    walk_clear(w);
    return walk_map(w, m, image_of_leaf, &(struct mapping){s, m, permutation}, e);
}

expr symmetry_expr(const struct symmetry *s, struct model *m, const uint32_t *permutation, expr e)
{
    struct walk w = {.model = m, .mem = s->mem};
    expr result = image_of(&w, s, m, permutation, e);
    walk_free(&w);
    return result;
}

// ---- Blocks ---------------------------------------------------------------------------------------------------------

// Takes an element out of its block, and the ring that it is in to a stop.
static void isolate(struct symmetry *s, uint32_t element)
{
    uint32_t class = s->class_of[element], least = UINT32_MAX;
    if (s->rotates[class]) {
        s->rotates[class] = false;
        for (uint32_t e = s->first[class]; e < s->first[class + 1]; e++)
            s->block[e] = e;
        return;
    }
    uint32_t block = s->block[element];
    for (uint32_t e = s->first[class]; e < s->first[class + 1]; e++) {
        if (s->block[e] != block || e == element)
            continue;
        if (least == UINT32_MAX)
            least = e;
        s->block[e] = least;
    }
    s->block[element] = element;
}

// So many parts of a condition are looked at by permutations that change it, with images that nobody else has a use
// for. What is left then stays by itself: a smaller group is one of symmetries, too.
#define MOST_IN_VAIN ((uint64_t)1 << 21)

// A condition, and the permutations that are tried on it.
struct trial {
    struct symmetry *symmetry;
    struct model *model;
    expr condition;
    struct walk walk;
    uint32_t *permutation;
    uint64_t size, in_vain; // parts of the condition; and those that were looked at so
};

static uint64_t size_of(struct walk *w, expr root)
{
    uint64_t size = 0;
    walk_clear(w);
    walk_from(w, root);
    for (expr e; walk_next(w, &e);)
        size++;
    return size;
}

static bool is_kept(struct trial *t)
{
    bool is_kept = image_of(&t->walk, t->symmetry, t->model, t->permutation, t->condition) == t->condition;
    t->in_vain += is_kept ? 0 : t->size;
    return is_kept;
}

static void restrict_ring(struct trial *t, uint32_t class)
{
    struct symmetry *s = t->symmetry;
    uint32_t first = s->first[class], size = s->first[class + 1] - first;
    permutation_identity(s, t->permutation);
    for (uint32_t i = 0; i < size; i++)
        t->permutation[first + i] = first + (i + 1) % size;
    if (!is_kept(t))
        isolate(s, first);
}

// An element stays with the first one of its block before it that it can be exchanged with.
static void restrict_class(struct trial *t, uint32_t class)
{
    struct symmetry *s = t->symmetry;
    uint32_t first = s->first[class], end = s->first[class + 1];
    uint32_t *old = mem_alloc(s->mem, (end - first + 1) * sizeof *old);
    for (uint32_t i = first; i < end; i++)
        old[i - first] = s->block[i];
    for (uint32_t i = first; i < end; i++) {
        s->block[i] = i;
        for (uint32_t other = first; other < i && s->block[i] == i && t->in_vain < MOST_IN_VAIN; other++) {
            if (s->block[other] != other || old[other - first] != old[i - first])
                continue;
            permutation_identity(s, t->permutation);
            t->permutation[i] = other;
            t->permutation[other] = i;
            if (is_kept(t))
                s->block[i] = other;
        }
    }
    mem_free(s->mem, old, (end - first + 1) * sizeof *old);
}

void symmetry_restrict_expr(struct symmetry *s, struct model *m, expr e)
{
    const struct site *sites;
    size_t count;
    if (symmetry_is_trivial(s))
        return;
    if (model_named_elements(m, e, &sites, &count)) {
        for (size_t i = 0; i < count; i++)
            isolate(s, s->first[sites[i].class] + sites[i].element);
        return;
    }
    size_t bytes = (s->element_count + 1) * sizeof(uint32_t);
    struct trial t = {s, m, e, .walk = {.model = m, .mem = s->mem}, .permutation = mem_alloc(s->mem, bytes)};
    t.size = size_of(&t.walk, e);
    for (uint32_t c = 0; c < s->class_count; c++) {
        if (s->rotates[c])
            restrict_ring(&t, c);
        else
            restrict_class(&t, c);
    }
    mem_free(s->mem, t.permutation, bytes);
    walk_free(&t.walk);
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

void symmetry_restrict(struct symmetry *s, struct model *m, formula f)
{
    struct condition_walk w = condition_walk(m, s->mem);
    condition_walk_from(&w, f);
    for (expr condition; condition_walk_next(&w, &condition);)
        symmetry_restrict_expr(s, m, condition);
    condition_walk_free(&w);
}

// ---- Fairness -------------------------------------------------------------------------------------------------------

void symmetry_restrict_to_fairness(struct symmetry *s, struct model *m)
{
    for (size_t i = 0; i < model_justice_count(m); i++)
        symmetry_restrict_expr(s, m, model_justice(m, i));
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        symmetry_restrict_expr(s, m, pair[0]);
        symmetry_restrict_expr(s, m, pair[1]);
    }
    for (size_t i = 0; i < model_fair_rule_count(m); i++) {
        const struct fair_rule *rule = model_fair_rule(m, i);
        for (size_t k = 0; k < rule->site_count; k++)
            isolate(s, s->first[rule->sites[k].class] + rule->sites[k].element);
    }
}

bool symmetry_fairness_image(const struct symmetry *s, struct model *m, const uint32_t *permutation, uint32_t *images)
{
    size_t justice = model_justice_count(m), compassion = model_compassion_count(m);
    bool good = true;
    for (size_t i = 0; i < justice && good; i++) {
        expr image = symmetry_expr(s, m, permutation, model_justice(m, i));
        size_t k = 0;
        while (k < justice && model_justice(m, k) != image)
            k++;
        good = k < justice;
        images[i] = (uint32_t)k;
    }
    for (size_t i = 0; i < compassion && good; i++) {
        expr pair[2], other[2];
        size_t k = 0;
        model_compassion(m, i, pair);
        for (int side = 0; side < 2; side++)
            pair[side] = symmetry_expr(s, m, permutation, pair[side]);
        for (; k < compassion; k++) {
            model_compassion(m, k, other);
            if (other[0] == pair[0] && other[1] == pair[1])
                break;
        }
        good = k < compassion;
        images[justice + i] = (uint32_t)(justice + k);
    }
    return good;
}

static bool generator_moves_fairness(struct trial *t, uint32_t from, uint32_t to)
{
    struct model *m = t->model;
    size_t bytes = (model_justice_count(m) + model_compassion_count(m) + 1) * sizeof(uint32_t);
    uint32_t *images = mem_alloc(t->symmetry->mem, bytes);
    permutation_identity(t->symmetry, t->permutation);
    if (t->symmetry->rotates[t->symmetry->class_of[from]]) {
        uint32_t first = t->symmetry->first[t->symmetry->class_of[from]];
        uint32_t size = t->symmetry->first[t->symmetry->class_of[from] + 1] - first;
        for (uint32_t i = 0; i < size; i++)
            t->permutation[first + i] = first + (i + 1) % size;
    } else {
        t->permutation[from] = to;
        t->permutation[to] = from;
    }
    bool good = symmetry_fairness_image(t->symmetry, m, t->permutation, images);
    mem_free(t->symmetry->mem, images, bytes);
    return good;
}

// Exchanges with the first element of a block, and rotations by one, generate the group. (Conditions that are there
// twice go to one of the two: what becomes of equal ones is no matter.)
bool symmetry_moves_fairness(const struct symmetry *s, struct model *m)
{
    size_t bytes = (s->element_count + 1) * sizeof(uint32_t);
    if (model_fair_rule_count(m) > 0)
        return false;
    struct symmetry *copy = symmetry_copy(s);
    struct trial t = {.symmetry = copy, .model = m, .permutation = mem_alloc(s->mem, bytes)};
    bool good = true;
    for (uint32_t i = 0; i < s->element_count && good; i++)
        if (s->block[i] != i)
            good = generator_moves_fairness(&t, s->block[i], i);
    mem_free(s->mem, t.permutation, bytes);
    symmetry_free(copy);
    return good;
}

// ---- Instances ------------------------------------------------------------------------------------------------------

// Whether a permutation of the group takes the sites of one instance to those of the other. Equal sites must go to
// equal ones, different ones to different ones; a ring turns as a whole.
static bool are_images(const struct symmetry *s, const struct placement *a, const struct placement *b)
{
    if (a->family != b->family || a->site_count != b->site_count)
        return false;
    for (size_t i = 0; i < a->site_count; i++) {
        struct site from = a->sites[i], to = b->sites[i];
        if (from.class != to.class)
            return false;
        uint32_t first = s->first[from.class], size = s->first[from.class + 1] - first;
        if (s->block[first + from.element] != s->block[first + to.element])
            return false;
        for (size_t j = 0; j < i; j++) {
            if (a->sites[j].class != from.class)
                continue;
            uint32_t gap = (from.element + size - a->sites[j].element) % size;
            uint32_t other = (to.element + size - b->sites[j].element) % size;
            if (s->rotates[from.class] ? gap != other : (gap == 0) != (other == 0))
                return false;
        }
    }
    return true;
}

// Whether formulas that are checked beside another one leave the group that it leaves.
static bool leave_group(const struct symmetry *s, struct model *m, const formula *formulas, size_t count)
{
    struct symmetry *copy = symmetry_copy(s);
    for (size_t i = 0; i < count; i++)
        symmetry_restrict(copy, m, formulas[i]);
    bool same = symmetry_equal(copy, s);
    symmetry_free(copy);
    return same;
}

static void add_instance(const struct symmetry *s, struct model *m, const struct property *p, formula f,
                         const formula *vacuities, bool moves_fairness, instance_array *out)
{
    struct instance instance = {f, symmetry_copy(s), NULL};
    symmetry_restrict(instance.symmetry, m, f);
    for (size_t i = 0; i < p->vacuity_count && f == p->formula; i++)
        symmetry_restrict(instance.symmetry, m, p->vacuities[i].formula);
    if (property_minds_fairness(m, p) && !(moves_fairness && symmetry_moves_fairness(instance.symmetry, m)))
        symmetry_restrict_to_fairness(instance.symmetry, m);
    if (vacuities && leave_group(instance.symmetry, m, vacuities, p->vacuity_count))
        instance.vacuities = vacuities;
    array_push(s->mem, out, instance);
}

// It is true in any state, as of two elements that have to differ and do not.
static bool is_trivial(struct model *m, formula f)
{
    return model_formula(m, f)->op == FORMULA_ATOM && model_formula(m, f)->atom == model_true(m);
}

// Trivial instances need no check, and what is vacuous in the others is not so in them for another reason.
void symmetry_instances(const struct symmetry *s, struct model *m, size_t property, bool moves_fairness,
                        instance_array *out)
{
    const struct property *p = model_property(m, property);
    size_t count = model_instance_count(m, property);
    ARRAY(struct placement) taken = {0};
    if (count == 0)
        add_instance(s, m, p, p->formula, NULL, moves_fairness, out);
    for (size_t i = 0; i < count; i++) {
        struct placement placement;
        formula instance = model_instance(m, property, i, &placement);
        size_t k = 0;
        if (is_trivial(m, instance) && (i + 1 < count || taken.count > 0))
            continue;
        while (k < taken.count && !are_images(s, &taken.at[k], &placement))
            k++;
        if (k < taken.count)
            continue;
        array_push(s->mem, &taken, placement);
        add_instance(s, m, p, instance, model_instance_vacuities(m, property, i), moves_fairness, out);
    }
    array_free(s->mem, &taken);
}

void instances_free(struct mem *mem, instance_array *instances)
{
    for (size_t i = 0; i < instances->count; i++)
        symmetry_free(instances->at[i].symmetry);
    array_free(mem, instances);
}
