// Traces of states from traces of representatives. A step from r to r' of the quotient is a step from r to some y that
// a permutation takes to r'. So if the trace has come to the state s(r), with s unwinding all that was permuted so far,
// it goes on to s(y). A loop of representatives need not close for states; it is gone around until it does.
#include "orbit/quotient.h"

#include <string.h>

#define MOST_STATES 1000000 // of a trace

struct lifting {
    struct quotient *q;
    struct mem *mem;
    const bdd *run;
    size_t count, loop;
    struct trace *trace;
    size_t vars, cells, elements;
    bdd state_cube;
    bool *values, *wanted;
    value *representative, *state;
    uint32_t *back; // by step and element: from what the step leads to, to the state that was permuted into it
    uint32_t *unwind, *scratch;
};

static uint32_t *back_of(const struct lifting *f, size_t step)
{
    return &f->back[step * f->elements];
}

static bool is_wanted(const struct lifting *f)
{
    const struct concatenated *l = f->q->layout;
    for (size_t i = 0; i < l->items.count; i++) {
        const int *vars;
        size_t bits = concatenated_vars(&l->items.at[i], dynamic_encoding(f->q->dynamic), &vars);
        for (size_t k = 0; k < bits; k++)
            if (f->values[vars[k]] != f->wanted[vars[k]])
                return false;
    }
    return true;
}

// One of the states whose representative is wanted: the permutation that takes it there.
static bool pick(struct lifting *f, bdd states, uint32_t *permutation)
{
    bdd_models *models = bdd_models_open(f->q->m, states, f->state_cube);
    bool found = false;
    while (models && !found && bdd_models_next(models, f->values)) {
        dynamic_canonical(f->q->dynamic, f->values, permutation);
        found = is_wanted(f);
    }
    if (models)
        bdd_models_close(models);
    return found;
}

// How one representative leads to the next. Bits that are none of the model's are told by the next one.
static bool find_step(struct lifting *f, size_t from, size_t to)
{
    struct quotient *q = f->q;
    bdd_scope scope = bdd_open_scope(q->m);
    bdd others = bdd_exists(q->m, f->run[to], f->state_cube);
    bool found = false, good = quotient_read(q, f->run[to], f->wanted);
    for (size_t part = 0; part < q->steps->part_count && good && !found; part++) {
        bdd after = bdd_cofactor(q->m, q->steps->post_part(q->steps, part, f->run[from]), others);
        bdd representatives = bdd_and(q->m, dynamic_alpha(q->dynamic, after), others);
        enum bdd_answer apart = bdd_is_disjoint(q->m, representatives, f->run[to]);
        good = apart != BDD_UNKNOWN;
        found = apart == BDD_NO && pick(f, after, f->scratch);
    }
    if (found)
        permutation_invert(q->layout->symmetry, f->scratch, back_of(f, from));
    bdd_close_scope(q->m, scope);
    return found;
}

static size_t next_of(const struct lifting *f, size_t i)
{
    return i + 1 < f->count ? i + 1 : f->loop;
}

static bool find_steps(struct lifting *f)
{
    for (size_t i = 0; i < f->count; i++)
        if (next_of(f, i) != TRACE_NO_LOOP && !find_step(f, i, next_of(f, i)))
            return false;
    return true;
}

// The state of the trace that stands for a representative now.
static bool unwind(struct lifting *f, size_t i)
{
    if (!quotient_read(f->q, f->run[i], f->values))
        return false;
    encode_read(dynamic_encoding(f->q->dynamic), f->values, f->representative);
    symmetry_apply(f->q->layout->symmetry, f->unwind, f->representative, f->state);
    return true;
}

// Where the trace was in the present state when it stood for this representative, or TRACE_NO_LOOP.
static size_t find_again(const struct lifting *f)
{
    size_t round = f->count - f->loop;
    for (size_t i = f->loop; i < trace_length(f->trace); i += round)
        if (memcmp(trace_state(f->trace, i), f->state, f->cells * sizeof *f->state) == 0)
            return i;
    return TRACE_NO_LOOP;
}

static bool write(struct lifting *f)
{
    const struct symmetry *symmetry = f->q->layout->symmetry;
    permutation_identity(symmetry, f->unwind);
    f->trace->loop = TRACE_NO_LOOP;
    for (size_t i = 0; i != TRACE_NO_LOOP && trace_length(f->trace) < MOST_STATES; i = next_of(f, i)) {
        if (!unwind(f, i))
            return false;
        if (i == f->loop)
            f->trace->loop = find_again(f);
        if (f->trace->loop != TRACE_NO_LOOP)
            return true;
        trace_push(f->trace, f->mem, f->state);
        if (next_of(f, i) != TRACE_NO_LOOP) {
            permutation_compose(symmetry, back_of(f, i), f->unwind, f->scratch);
            memcpy(f->unwind, f->scratch, symmetry->element_count * sizeof *f->unwind);
        }
    }
    return f->loop == TRACE_NO_LOOP;
}

bool quotient_lift(struct image *image, const struct image_path *run, struct trace *trace, struct mem *mem)
{
    struct quotient *q = (struct quotient *)image;
    size_t count = run->count;
    struct lifting f = {.q = q, .mem = mem, .run = run->states, .count = count, .loop = run->loop, .trace = trace};
    f.vars = bdd_var_count(q->m) + 1;
    f.cells = model_cell_count(q->layout->symmetry->model);
    f.elements = q->layout->symmetry->element_count + 1;
    f.values = mem_zalloc(mem, f.vars * sizeof *f.values);
    f.wanted = mem_zalloc(mem, f.vars * sizeof *f.wanted);
    f.representative = mem_zalloc(mem, (f.cells + 1) * sizeof *f.representative);
    f.state = mem_zalloc(mem, (f.cells + 1) * sizeof *f.state);
    f.back = mem_zalloc(mem, (count + 1) * f.elements * sizeof *f.back);
    f.unwind = mem_zalloc(mem, f.elements * sizeof *f.unwind);
    f.scratch = mem_zalloc(mem, f.elements * sizeof *f.scratch);
    bdd_scope scope = bdd_open_scope(q->m);
    f.state_cube = encode_state_cube(dynamic_encoding(q->dynamic));
    bool good = find_steps(&f) && write(&f);
    bdd_close_scope(q->m, scope);
    mem_free(mem, f.values, f.vars * sizeof *f.values);
    mem_free(mem, f.wanted, f.vars * sizeof *f.wanted);
    mem_free(mem, f.representative, (f.cells + 1) * sizeof *f.representative);
    mem_free(mem, f.state, (f.cells + 1) * sizeof *f.state);
    mem_free(mem, f.back, (count + 1) * f.elements * sizeof *f.back);
    mem_free(mem, f.unwind, f.elements * sizeof *f.unwind);
    mem_free(mem, f.scratch, f.elements * sizeof *f.scratch);
    return good;
}
