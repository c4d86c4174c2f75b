#include "model/walk.h"

#include <assert.h>

struct operands {
    const uint32_t *at; // UINT32_MAX is none
    size_t count;
};

static struct operands operands_of(const struct walk *w, uint32_t id)
{
    if (w->of == WALK_EXPRS) {
        const struct expr_node *n = model_expr(w->model, id);
        return (struct operands){n->args, n->count};
    }
    return (struct operands){
        w->of == WALK_FORMULAS ? model_formula(w->model, id)->args : model_regular(w->model, id)->args, 2};
}

static void push_if_new(struct walk *w, uint32_t id, struct operands operands, size_t i)
{
    if (operands.at[i] != NOTE_NONE && notes_get(&w->notes, operands.at[i]) == NOTE_NONE &&
        (!w->follows || w->follows(w, id, i)))
        array_push(w->mem, &w->waiting, operands.at[i]);
}

void walk_from(struct walk *w, uint32_t root)
{
    if (root == NOTE_NONE || notes_get(&w->notes, root) != NOTE_NONE)
        return;
    notes_reserve(w->mem, &w->notes, (size_t)root + 1); // operands have smaller handles
    array_push(w->mem, &w->waiting, root);
}

// Of what waits, the last is looked at first. So operands of formulas are visited from left to right, and those of
// expressions from right to left: that order decides on the handles of what is made on the way.
bool walk_next(struct walk *w, uint32_t *id)
{
    while (w->waiting.count) {
        uint32_t at = array_last(&w->waiting);
        if (notes_get(&w->notes, at) != NOTE_NONE) {
            w->waiting.count--;
            continue;
        }
        size_t before = w->waiting.count;
        struct operands operands = operands_of(w, at);
        for (size_t i = 0; i < operands.count; i++)
            push_if_new(w, at, operands, w->of == WALK_EXPRS ? i : operands.count - 1 - i);
        if (w->waiting.count > before)
            continue;
        w->waiting.count--;
        notes_put(w->mem, &w->notes, at, 0);
        *id = at;
        return true;
    }
    return false;
}

void walk_note(struct walk *w, uint32_t id, uint32_t image)
{
    notes_put(w->mem, &w->notes, id, image);
}

uint32_t walk_image(const struct walk *w, uint32_t id)
{
    return notes_get(&w->notes, id);
}

const uint32_t *walk_images(struct walk *w, uint32_t id)
{
    struct operands operands = operands_of(w, id);
    w->images.count = 0;
    array_reserve(w->mem, &w->images, operands.count + 1);
    for (size_t i = 0; i < operands.count; i++)
        w->images.at[w->images.count++] = notes_get(&w->notes, operands.at[i]);
    return w->images.at;
}

void walk_to_end(struct walk *w)
{
    for (uint32_t id; walk_next(w, &id);)
        ;
}

uint32_t walk_visited(const struct walk *w, uint32_t from)
{
    while (from < w->notes.capacity && notes_get(&w->notes, from) == NOTE_NONE)
        from++;
    return from < w->notes.capacity ? from : NOTE_NONE;
}

void walk_clear(struct walk *w)
{
    w->waiting.count = 0;
    notes_clear(&w->notes);
}

void walk_free(struct walk *w)
{
    notes_free(w->mem, &w->notes);
    array_free(w->mem, &w->waiting);
    array_free(w->mem, &w->images);
}

// ---- Support --------------------------------------------------------------------------------------------------------

bool expr_support(struct expr_support *s, const struct model *m, const expr *roots, size_t count, size_t limit,
                  struct mem *mem)
{
    ARRAY(expr) waiting = {0};
    bool has_local = false;
    for (size_t i = 0; i < count; i++)
        array_push(mem, &waiting, roots[i]);
    while (waiting.count && s->seen.count <= limit && !has_local) {
        expr e = array_pop(&waiting);
        const struct expr_node *n = model_expr(m, e);
        bool added;
        if (!int_map_try_add(mem, &s->seen, e, 0, &added))
            mem_exhausted(mem);
        if (!added)
            continue;
        has_local = n->op == OP_LOCAL;
        if (n->op == OP_CELL || n->op == OP_NEXT)
            array_push(mem, &s->cells, e);
        for (size_t i = 0; i < n->count; i++)
            array_push(mem, &waiting, n->args[i]);
    }
    array_free(mem, &waiting);
    return s->seen.count <= limit && !has_local;
}

void expr_support_free(struct expr_support *s, struct mem *mem)
{
    array_free(mem, &s->cells);
    int_map_free(mem, &s->seen);
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

struct condition_walk condition_walk(const struct model *m, struct mem *mem)
{
    return (struct condition_walk){.formulas = {.model = m, .mem = mem, .of = WALK_FORMULAS},
                                   .regulars = {.model = m, .mem = mem, .of = WALK_REGULARS}};
}

void condition_walk_from(struct condition_walk *w, formula root)
{
    walk_from(&w->formulas, root);
}

bool condition_walk_next(struct condition_walk *w, expr *condition)
{
    const struct model *m = w->formulas.model;
    for (uint32_t id;;) {
        while (walk_next(&w->regulars, &id)) {
            *condition = model_regular(m, id)->letter;
            if (model_regular(m, id)->op == REGULAR_LETTER)
                return true;
        }
        if (!walk_next(&w->formulas, &id))
            return false;
        const struct formula_node *n = model_formula(m, id);
        *condition = n->atom;
        if (n->op == FORMULA_ATOM)
            return true;
        if (formula_op_has_regular(n->op))
            walk_from(&w->regulars, n->regular);
    }
}

void condition_walk_clear(struct condition_walk *w)
{
    walk_clear(&w->formulas);
    walk_clear(&w->regulars);
}

void condition_walk_free(struct condition_walk *w)
{
    walk_free(&w->formulas);
    walk_free(&w->regulars);
}

// ---- Maps -----------------------------------------------------------------------------------------------------------

static bool is_unchanged(const struct expr_node *n, const expr *args)
{
    for (size_t i = 0; i < n->count; i++)
        if (args[i] != n->args[i])
            return false;
    return true;
}

expr walk_map(struct walk *w, struct model *to, walk_leaf *leaf, void *context, expr root)
{
    assert(w->of == WALK_EXPRS);
    walk_from(w, root);
    for (expr e; walk_next(w, &e);) {
        const struct expr_node *n = model_expr(w->model, e);
        if (n->count == 0) {
            walk_note(w, e, leaf(context, e, n));
            continue;
        }
        const expr *args = walk_images(w, e);
        walk_note(w, e, to == w->model && is_unchanged(n, args) ? e : model_rebuild(to, n, args));
    }
    return walk_image(w, root);
}

formula formula_rebuild(struct model *m, const struct formula_node *n, const formula *args, regular r)
{
    assert(n->op != FORMULA_ATOM);
    if (formula_op_has_regular(n->op))
        return model_formula_regular(m, n->op, r, args[0]);
    return n->bounded ? model_formula_bounded(m, n->op, n->low, n->high, args[0], args[1])
                      : model_formula_make(m, n->op, args[0], args[1]);
}

// False if a condition has no image.
static bool map_regular(struct formula_map *map, regular root, regular *image)
{
    struct walk *w = &map->regulars;
    walk_from(w, root);
    for (regular r; walk_next(w, &r);) {
        const struct regular_node n = *model_regular(map->from, r);
        if (n.op != REGULAR_LETTER) {
            const regular *args = walk_images(w, r);
            walk_note(w, r, model_regular_make(map->to, n.op, args[0], args[1]));
            continue;
        }
        expr letter = map->condition(map->context, n.letter);
        if (letter == EXPR_NONE)
            return false;
        walk_note(w, r, model_letter(map->to, letter));
    }
    *image = walk_image(w, root);
    return true;
}

static formula map_node(struct formula_map *map, formula f)
{
    const struct formula_node n = *model_formula(map->from, f);
    regular r = REGULAR_NONE;
    if (n.op == FORMULA_ATOM) {
        expr condition = map->condition(map->context, n.atom);
        return condition == EXPR_NONE ? FORMULA_NONE : model_atom(map->to, condition);
    }
    if (formula_op_has_regular(n.op) && !map_regular(map, n.regular, &r))
        return FORMULA_NONE;
    return formula_rebuild(map->to, &n, walk_images(&map->formulas, f), r);
}

static bool accepts(const struct walk *w, uint32_t id, size_t operand)
{
    (void)operand;
    const struct formula_map *map = w->context;
    return map->accepts(map->context, model_formula(w->model, id));
}

formula formula_map(struct formula_map *map, formula root)
{
    struct walk *w = &map->formulas;
    if (root == FORMULA_NONE)
        return root;
    w->model = map->regulars.model = map->from;
    w->mem = map->regulars.mem = map->mem;
    w->of = WALK_FORMULAS;
    w->context = map;
    w->follows = map->accepts ? accepts : NULL; // what is below something that is not accepted is not looked at
    map->regulars.of = WALK_REGULARS;
    walk_from(w, root);
    for (formula f; walk_next(w, &f);) {
        bool is_accepted = !map->accepts || map->accepts(map->context, model_formula(map->from, f));
        formula image = is_accepted ? map_node(map, f) : FORMULA_NONE;
        if (image == FORMULA_NONE) { // what is known of others is not: they may have been on the way
            walk_clear(w);
            walk_clear(&map->regulars);
            return FORMULA_NONE;
        }
        walk_note(w, f, image);
    }
    return walk_image(w, root);
}

void formula_map_free(struct formula_map *map)
{
    walk_free(&map->formulas);
    walk_free(&map->regulars);
}
