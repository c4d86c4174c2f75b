#include "brute_force.h"

#include "../unit.h"

#include "model/eval.h"

struct trial {
    struct mem mem;
    const struct model *model;
    const struct generator *generator;
    struct evaluator *evaluator;
    size_t cells, count; // how many assignments there are
    value *all, *images; // one assignment after the other
};

static void fill(struct trial *t)
{
    t->count = 1;
    for (cell_id c = 0; c < t->cells; c++)
        t->count *= type_size(model_type(t->model, model_cell(t->model, c)->type));
    t->all = calloc(t->count * t->cells + 1, sizeof *t->all);
    t->images = calloc(t->count * t->cells + 1, sizeof *t->images);
    for (size_t i = 0; i < t->count; i++) {
        size_t rest = i;
        for (cell_id c = 0; c < t->cells; c++) {
            const struct type *type = model_type(t->model, model_cell(t->model, c)->type);
            t->all[i * t->cells + c] = type_value(type, rest % type_size(type));
            rest /= type_size(type);
        }
        generator_apply(t->generator, t->model, t->all + i * t->cells, t->images + i * t->cells);
    }
}

// Whether one condition says of all images what the other says of the states.
static bool is_image(struct trial *t, expr condition, expr image)
{
    for (size_t i = 0; i < t->count; i++)
        if (eval_condition(t->evaluator, condition, t->all + i * t->cells, NULL) !=
            eval_condition(t->evaluator, image, t->images + i * t->cells, NULL))
            return false;
    return true;
}

static void check_justice(struct trial *t)
{
    for (size_t i = 0; i < model_justice_count(t->model); i++) {
        bool found = false;
        for (size_t j = 0; j < model_justice_count(t->model) && !found; j++)
            found = is_image(t, model_justice(t->model, i), model_justice(t->model, j));
        assert_true(found);
    }
}

void brute_force_check(const struct model *m, const struct generator *g)
{
    struct trial t = {.model = m, .generator = g, .cells = model_cell_count(m)};
    struct str why = {0};
    assert_true(generator_fits(g, m, &t.mem, &why));
    t.evaluator = evaluator_new(m, &t.mem);
    fill(&t);
    for (size_t i = 0; i < t.count; i++) {
        const value *now = t.all + i * t.cells, *image = t.images + i * t.cells;
        assert_int_equal(eval_is_initial(t.evaluator, now, NULL), eval_is_initial(t.evaluator, image, NULL));
        for (size_t j = 0; j < t.count; j++)
            assert_int_equal(eval_is_step(t.evaluator, now, t.all + j * t.cells, NULL, NULL),
                             eval_is_step(t.evaluator, image, t.images + j * t.cells, NULL, NULL));
    }
    check_justice(&t);
    evaluator_free(t.evaluator);
    free(t.all);
    free(t.images);
    assert_nothing_left(&t.mem);
}

bool brute_force_keeps(const struct model *m, const struct generator *g, expr condition)
{
    struct trial t = {.model = m, .generator = g, .cells = model_cell_count(m)};
    t.evaluator = evaluator_new(m, &t.mem);
    fill(&t);
    bool keeps = is_image(&t, condition, condition);
    evaluator_free(t.evaluator);
    free(t.all);
    free(t.images);
    assert_nothing_left(&t.mem);
    return keeps;
}
