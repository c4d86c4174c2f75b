// Traces of states from traces of representatives that were chosen on the fly. Where a step of the trace is one of the
// model, it stays. Else the model steps to a state of the same orbit, and some product of generators takes the
// representative there: from then on the trace is seen through that permutation, and all that come after. A loop of
// representatives need not close for states; it is gone around until it does.
#include <string.h>

#include "orbit/onthefly.h"

#define MOST_STATES 1000000 // of a trace

typedef ARRAY(bdd) bdd_list;

struct unwinding {
    struct onthefly *o;
    struct mem *mem;
    const struct model *model;
    const struct image_path *run;
    struct trace *trace;
    size_t cells, vars;
    bdd state_cube, input_cube;
    struct generator *back; // by step: takes the state after it to where the step leads
    value *states;          // by step and cell: the representative, and the inputs of the step
    value *state;           // of the trace of states
};

static bdd by_of(const struct unwinding *u, size_t step)
{
    return step < u->run->by_count ? u->run->by[step] : BDD_TRUE;
}

static size_t next_of(const struct unwinding *u, size_t i)
{
    return i + 1 < u->run->count ? i + 1 : u->run->loop;
}

// ---- From a state to one of its orbit -------------------------------------------------------------------------------

// Layers of the orbit of a state, by the number of generators it takes, up to the first that meets the goal.
static bool spread_to(struct unwinding *u, bdd state, bdd goal, bdd_list *layers)
{
    struct sigma *sigma = u->o->sigma;
    bdd_manager *m = u->o->m;
    bdd seen = state, layer = state;
    enum bdd_answer apart = bdd_is_disjoint(m, state, goal);
    array_push(u->mem, layers, state);
    while (apart == BDD_YES && layer != BDD_FALSE) {
        bdd next = BDD_FALSE;
        for (size_t i = 0; i < sigma_count(sigma); i++)
            next = bdd_or(m, next, substitution_image(sigma_substitution(sigma, i), layer));
        layer = bdd_minus(m, next, seen);
        seen = bdd_or(m, seen, layer);
        array_push(u->mem, layers, layer);
        apart = bdd_is_disjoint(m, layer, goal);
    }
    return apart == BDD_NO;
}

// The permutation that takes the state of the first layer to `state`, one of the last: generators are found backwards,
// and each is done before what has been found.
static bool find_permutation(struct unwinding *u, const bdd_list *layers, bdd state, struct generator *permutation)
{
    struct sigma *sigma = u->o->sigma;
    bdd_manager *m = u->o->m;
    for (size_t layer = layers->count - 1; layer-- > 0;) {
        bdd from = BDD_FALSE;
        size_t i = 0;
        for (; i < sigma_count(sigma) && from == BDD_FALSE; i++)
            from = bdd_and(m, substitution_preimage(sigma_substitution(sigma, i), state), layers->at[layer]);
        if (!bdd_is_valid(from) || from == BDD_FALSE)
            return false;
        struct generator longer = generator_compose(&u->o->generators->at[i - 1], permutation, u->model, u->mem);
        generator_free(u->mem, permutation);
        *permutation = longer;
        state = from;
    }
    return true;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

static bool read(struct unwinding *u, bdd set, bdd cube, bool inputs, value *into)
{
    bdd_manager *m = u->o->m;
    bdd picked = bdd_pick(m, set, cube);
    if (!bdd_is_valid(picked))
        return false;
    bool *values = mem_zalloc(u->mem, u->vars * sizeof *values);
    value *all = mem_zalloc(u->mem, (u->cells + 1) * sizeof *all);
    while (!bdd_is_constant(picked)) {
        bdd low = bdd_low(m, picked);
        values[bdd_top(m, picked)] = low == BDD_FALSE;
        picked = low == BDD_FALSE ? bdd_high(m, picked) : low;
    }
    encode_read(u->o->encoding, values, all);
    for (cell_id cell = 0; cell < u->cells; cell++)
        if ((model_cell(u->model, cell)->role == CELL_INPUT) == inputs)
            into[cell] = all[cell];
    mem_free(u->mem, values, u->vars * sizeof *values);
    mem_free(u->mem, all, (u->cells + 1) * sizeof *all);
    return true;
}

static bdd legal_inputs(struct unwinding *u)
{
    bdd all = BDD_TRUE;
    for (cell_id cell = 0; cell < u->cells; cell++)
        if (model_cell(u->model, cell)->role == CELL_INPUT)
            all = bdd_and(u->o->m, all, encode_domain(u->o->encoding, cell, false));
    return all;
}

static bool find_step(struct unwinding *u, size_t i)
{
    struct onthefly *o = u->o;
    bdd from = u->run->states[i], inputs = legal_inputs(u);
    size_t next = next_of(u, i);
    value *into = &u->states[i * u->cells];
    bdd_list layers = {0};
    bool good = true;
    if (next != TRACE_NO_LOOP) {
        bdd after = image_post(&o->steps->image, bdd_and(o->m, from, by_of(u, i)));
        good = spread_to(u, u->run->states[next], after, &layers);
        bdd to = good ? bdd_pick(o->m, bdd_and(o->m, array_last(&layers), after), u->state_cube) : BDD_NONE;
        good = good && find_permutation(u, &layers, to, &u->back[i]);
        inputs = bdd_and(o->m, inputs, o->steps->between(o->steps, from, to));
    }
    array_free(u->mem, &layers);
    inputs = bdd_and_exists(o->m, inputs, bdd_and(o->m, from, by_of(u, i)), u->state_cube);
    return good && read(u, from, u->state_cube, false, into) && read(u, inputs, u->input_cube, true, into);
}

static bool find_steps(struct unwinding *u)
{
    for (size_t i = 0; i < u->run->count; i++) {
        bdd_scope scope = bdd_open_scope(u->o->m);
        bool good = find_step(u, i);
        bdd_close_scope(u->o->m, scope);
        if (!good)
            return false;
    }
    return true;
}

// ---- The trace ------------------------------------------------------------------------------------------------------

static bool is_same_state(const struct unwinding *u, const value *other)
{
    for (cell_id cell = 0; cell < u->cells; cell++)
        if (model_cell(u->model, cell)->role != CELL_INPUT && other[cell] != u->state[cell])
            return false;
    return true;
}

// Where the trace was in the present state when it stood for this representative, or TRACE_NO_LOOP.
static size_t find_again(const struct unwinding *u)
{
    size_t round = u->run->count - u->run->loop;
    for (size_t i = u->run->loop; i < trace_length(u->trace); i += round)
        if (is_same_state(u, trace_state(u->trace, i)))
            return i;
    return TRACE_NO_LOOP;
}

// `through`: from representatives to states of the trace.
static bool write_through(struct unwinding *u, struct generator *through)
{
    u->trace->loop = TRACE_NO_LOOP;
    for (size_t i = 0; i != TRACE_NO_LOOP; i = next_of(u, i)) {
        if (trace_length(u->trace) >= MOST_STATES)
            return false;
        generator_apply(through, u->model, &u->states[i * u->cells], u->state);
        if (i == u->run->loop)
            u->trace->loop = find_again(u);
        if (u->trace->loop != TRACE_NO_LOOP)
            return true;
        trace_push(u->trace, u->mem, u->state);
        if (next_of(u, i) != TRACE_NO_LOOP && !generator_is_identity(&u->back[i])) {
            struct generator longer = generator_compose(&u->back[i], through, u->model, u->mem);
            generator_free(u->mem, through);
            *through = longer;
        }
    }
    return true;
}

static bool write(struct unwinding *u)
{
    struct generator through = generator_identity(u->model, u->mem);
    bool good = write_through(u, &through);
    generator_free(u->mem, &through);
    return good;
}

bool onthefly_lift(struct image *image, const struct image_path *run, struct trace *trace, struct mem *mem)
{
    struct onthefly *o = (struct onthefly *)image;
    struct model *model = encoding_model(o->encoding);
    struct unwinding u = {.o = o, .mem = mem, .model = model, .run = run, .trace = trace};
    u.cells = model_cell_count(model);
    u.vars = bdd_var_count(o->m) + 1;
    size_t back_bytes = (run->count + 1) * sizeof *u.back, state_bytes = (u.cells + 1) * sizeof *u.state;
    u.back = mem_zalloc(mem, back_bytes);
    u.states = mem_zalloc(mem, (run->count + 1) * state_bytes);
    u.state = mem_zalloc(mem, state_bytes);
    for (size_t i = 0; i < run->count; i++)
        u.back[i] = generator_identity(model, mem);
    bdd_scope scope = bdd_open_scope(o->m);
    u.state_cube = run->count ? bdd_support(o->m, run->states[0]) : BDD_TRUE; // with the bits of a product
    u.input_cube = encode_input_cube(o->encoding);
    bool good = find_steps(&u) && write(&u);
    bdd_close_scope(o->m, scope);
    for (size_t i = 0; i < run->count; i++)
        generator_free(mem, &u.back[i]);
    mem_free(mem, u.back, back_bytes);
    mem_free(mem, u.states, (run->count + 1) * state_bytes);
    mem_free(mem, u.state, state_bytes);
    return good;
}
