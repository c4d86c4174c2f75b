// Architectural symmetry as a whole (seed 002, Definition 5, Theorems 10 and 12): which class, the symmetrised model,
// and traces.
#include "reduce/architecture/architecture.h"

#include "base/clock.h"
#include "reduce/architecture/architecture_parts.h"

// ---- The symmetrised model ------------------------------------------------------------------------------------------

static void add_action(struct architecture *a, const struct template *t)
{
    struct site sites[ARCHITECTURE_MOST_NAMED];
    size_t action = model_add_action(a->to, t->name), next = 0;
    model_add_to_action(a->to, action, (struct part){PART_CONDITION, CELL_NONE, t->condition});
    for (cell_id cell = 0; cell < model_cell_count(a->to); cell++) {
        if (next < t->choice_count && t->choices[next].cell == cell)
            model_add_to_action(a->to, action, t->choices[next++]);
        else
            model_keep_in_action(a->to, action, cell);
    }
    for (uint32_t i = 0; i < t->named; i++)
        sites[i] = (struct site){0, i};
    model_place_action(a->to, action, &(struct placement){(uint32_t)action, sites, t->named});
}

static void symmetrise(struct architecture *a)
{
    architecture_add_starts(a);
    for (size_t i = 0; i < a->actions.at.count; i++)
        add_action(a, a->actions.at.at[i]);
    architecture_add_properties(a);
    for (size_t i = 0; i < a->property_count; i++)
        if (!a->refusals[i].code)
            array_push(a->mem, &a->goals, ((struct reduction_goal){i, i}));
}

// ---- Time -----------------------------------------------------------------------------------------------------------

void architecture_set_time(struct architecture *a, double seconds)
{
    a->deadline = seconds > 0 ? clock_now() + seconds : 0;
}

bool architecture_is_late(const struct architecture *a)
{
    return (a->deadline > 0 && clock_now() > a->deadline) ||
           (a->options->interrupted && a->options->interrupted(a->options->context));
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static struct architecture *open_class(struct model *model, const struct architecture_options *options, uint32_t class,
                                       struct mem *mem)
{
    struct architecture *a = mem_zalloc(mem, sizeof *a);
    *a = (struct architecture){
        .mem = mem, .arena = {.mem = mem}, .given = model, .from = model, .options = options, .class = class};
    a->returns.returns = ARCHITECTURE_UNKNOWN;
    a->described = model_class(model, class);
    a->to = model_new(mem);
    a->symmetry = symmetry_new(model, mem);
    a->first = a->symmetry->first[class];
    a->size = (uint32_t)a->described->size;
    size_t elements = a->symmetry->element_count + 1;
    a->permutation = mem_alloc(mem, elements * sizeof *a->permutation);
    a->inverse = mem_alloc(mem, elements * sizeof *a->inverse);
    permutation_identity(a->symmetry, a->permutation);
    permutation_identity(a->symmetry, a->inverse);
    a->is_spoken_of = mem_zalloc(mem, a->size + 1);
    a->mapped = a->seen = (struct walk){.mem = a->mem};
    return a;
}

void architecture_free(struct architecture *a)
{
    if (!a)
        return;
    struct mem *mem = a->mem;
    size_t elements = a->symmetry->element_count + 1;
    architecture_free_local(a);
    architecture_free_graph(a);
    templates_free(a, &a->actions);
    mem_free(mem, a->permutation, elements * sizeof *a->permutation);
    mem_free(mem, a->inverse, elements * sizeof *a->inverse);
    mem_free(mem, a->is_spoken_of, a->size + 1);
    mem_free(mem, a->cells, a->cells ? (size_t)a->size * a->columns * sizeof *a->cells : 0);
    array_free(mem, &a->pointers);
    array_free(mem, &a->spoken_of);
    array_free(mem, &a->choices);
    array_free(mem, &a->starts);
    array_free(mem, &a->others);
    array_free(mem, &a->goals);
    for (size_t i = 0; i < a->property_count; i++)
        array_free(mem, &a->followed[i]);
    walk_free(&a->mapped);
    walk_free(&a->seen);
    symmetry_free(a->symmetry);
    model_free(a->to);
    architecture_free(a->prover);
    mem_free(mem, a->fixed, a->fixed ? a->size + 1 : 0);
    model_free(a->own);
    arena_free(&a->arena);
    mem_free(mem, a, sizeof *a);
}

// What has to be so in any case. The models that come in here are those of rules.
static bool read_class(struct architecture *a, struct cause *why_not)
{
    if (!architecture_read_cells(a, why_not) || !architecture_read_starts(a, why_not))
        return false;
    architecture_copy_cells(a, a->from, a->to);
    struct cause moved = {0};
    a->moves_starts = !architecture_starts_are_symmetric(a, &moved);
    bool good = !a->moves_starts || a->is_simple;
    if (!good)
        *why_not = moved;
    return good && architecture_read_assumptions(a, why_not) && architecture_read_actions(a, why_not);
}

static enum cause_code find_obstacle(const struct model *m)
{
    if (model_steps(m).count)
        return CAUSE_STEP_CONDITIONS;
    if (model_pool_count(m))
        return CAUSE_HAS_MULTISETS;
    for (cell_id cell = 0; cell < model_cell_count(m); cell++)
        if (model_cell(m, cell)->role != CELL_STATE)
            return CAUSE_HAS_INPUTS;
    return CAUSE_NONE;
}

// By size, the largest first; of equal ones the first.
static uint32_t next_class(const struct model *m, uint32_t before)
{
    uint32_t best = CLASS_NONE;
    for (uint32_t i = 0; i < model_class_count(m); i++) {
        size_t size = model_class(m, i)->size, limit = before == CLASS_NONE ? SIZE_MAX : model_class(m, before)->size;
        bool is_left = size < limit || (size == limit && before != CLASS_NONE && i > before);
        if (is_left && size > 1 && (best == CLASS_NONE || size > model_class(m, best)->size))
            best = i;
    }
    return best;
}

// A scalarset that nothing stands in the way of: its permutations take steps to steps, whatever form these have.
static bool is_symmetric(const struct component_class *class)
{
    return !class->is_ring && !class->obstacle;
}

static enum architecture_answer ask_sets(struct architecture *a, struct cause *why_not)
{
    size_t cells = model_cell_count(a->from);
    const struct architecture_question question = {.arena = a->causes,
                                                   .model = a->from,
                                                   .symmetry = a->symmetry,
                                                   .first = a->first,
                                                   .size = a->size,
                                                   .starts = a->starts.at,
                                                   .start_count = cells ? a->starts.count / cells : 0,
                                                   .seconds = a->options->seconds_for_states};
    return a->options->ask_sets ? a->options->ask_sets(a->options->context, &question, why_not) : ARCHITECTURE_UNKNOWN;
}

// Gives whether the permutations are architectural symmetries, or may be taken to be, and what that is known from.
static bool find_ground(struct architecture *a, struct cause *why)
{
    struct cause unproved = {0};
    struct architecture *prover = a->prover ? a->prover : a;
    if (is_symmetric(a->described) || architecture_show_locally(prover, &unproved)) {
        a->ground = ARCHITECTURE_BY_RULES;
        architecture_ask_return(a);
        return true;
    }
    if (a->options->only_rules) {
        *why = unproved;
        return false;
    }
    enum architecture_answer answer = architecture_ask_graph(a, why);
    a->ground = answer == ARCHITECTURE_YES ? ARCHITECTURE_BY_STATES : ARCHITECTURE_ASSUMED;
    if (answer == ARCHITECTURE_UNKNOWN) {
        answer = ask_sets(a, why);
        a->ground = answer == ARCHITECTURE_YES ? ARCHITECTURE_BY_SETS : ARCHITECTURE_ASSUMED;
    }
    // To assume is too much where not even the initial states are the same, or of elements that were guessed.
    if (answer == ARCHITECTURE_UNKNOWN && a->moves_starts)
        architecture_starts_are_symmetric(a, why);
    return answer == ARCHITECTURE_YES || (answer == ARCHITECTURE_UNKNOWN && !a->moves_starts && !a->prover);
}

// The permutations that leave those elements alone that are not like the others; NULL if there is nothing to be gained.
// Else the architecture of the whole class is owned by this one: it has the proof.
static struct architecture *try_stabiliser(struct architecture *whole)
{
    size_t bytes = whole->size + 1;
    bool *is_fixed = mem_zalloc(whole->mem, bytes);
    struct architecture *a = NULL;
    struct cause why = {0};
    bool good = whole->is_simple && architecture_find_unlike(whole, is_fixed);
    architecture_free_graph(whole);
    if (good) {
        struct model *own = architecture_fix(whole, is_fixed);
        a = open_class(own, whole->options, 0, whole->mem);
        a->given = whole->from;
        a->own = own;
        a->prover = whole;
        a->causes = whole->causes;
        whole->fixed = is_fixed;
        architecture_set_time(a, a->options->seconds_for_rules);
        architecture_set_time(whole, a->options->seconds_for_rules);
        good = read_class(a, &why) && find_ground(a, &why);
    }
    if (good)
        return a;
    if (a) {
        a->prover = NULL;
        architecture_free(a);
    }
    whole->fixed = NULL;
    mem_free(whole->mem, is_fixed, bytes);
    return NULL;
}

static struct architecture *try_class(struct model *m, const struct architecture_options *options, uint32_t class,
                                      struct mem *mem, struct arena *arena, struct cause *why_not)
{
    struct architecture *a = open_class(m, options, class, mem);
    struct cause why = options->named_by ? cause_of(CAUSE_ARCHITECTURE_CONDITION) : (struct cause){0};
    a->causes = arena;
    architecture_set_time(a, options->seconds_for_rules);
    bool is_read = read_class(a, &why), good = is_read && !options->named_by && find_ground(a, &why);
    struct architecture *part = is_read && (!good || a->ground == ARCHITECTURE_ASSUMED) ? try_stabiliser(a) : NULL;
    if (part) {
        a = part;
    } else if (!good) {
        *why_not =
            (struct cause){CAUSE_OF_CLASS, .texts = {model_class(m, class)->name}, .inner = cause_keep_new(why, arena)};
        architecture_free(a);
        return NULL;
    }
    architecture_set_time(a, options->seconds_for_rules);
    symmetrise(a);
    return a;
}

struct architecture *architecture_new(struct model *m, const struct architecture_options *options, struct mem *mem,
                                      struct arena *arena, struct cause *why_not)
{
    struct architecture *best = NULL;
    const struct cause *all = NULL; // of the classes
    uint32_t class = CLASS_NONE;
    *why_not = cause_of(find_obstacle(m));
    if (why_not->code)
        return NULL;
    while ((class = next_class(m, class)) != CLASS_NONE) {
        struct cause why;
        if (best && best->ground != ARCHITECTURE_ASSUMED)
            break;
        struct architecture *a = try_class(m, options, class, mem, arena, &why);
        if (!a)
            all = cause_append(all, cause_keep_new(why, arena), arena);
        if (!best || (a && a->ground != ARCHITECTURE_ASSUMED)) {
            architecture_free(best);
            best = a;
        } else
            architecture_free(a);
    }
    if (!best)
        *why_not = all ? *all : cause_of(CAUSE_ARCHITECTURE_NO_CLASSES);
    return best;
}

enum architecture_ground architecture_ground(const struct architecture *a)
{
    return a->ground;
}

const char *architecture_class(const struct architecture *a)
{
    return a->described->name;
}

struct model *architecture_original(const struct architecture *a)
{
    return a->given;
}

size_t architecture_template_count(const struct architecture *a, size_t *partial)
{
    *partial = 0;
    for (size_t i = 0; i < a->actions.at.count; i++)
        *partial += !template_is_full(a, a->actions.at.at[i]);
    return a->actions.at.count;
}

struct model *architecture_model(const struct architecture *a)
{
    return a->to;
}

const struct cause *architecture_refusal(const struct architecture *a, size_t property)
{
    return a->refusals[property].code ? &a->refusals[property] : NULL;
}

bool architecture_knows_states(const struct architecture *a)
{
    return a->ground != ARCHITECTURE_ASSUMED &&
           (!a->moves_starts || a->ground != ARCHITECTURE_BY_RULES || a->returns.reaches_images);
}

bool architecture_moves_starts(const struct architecture *a)
{
    return a->moves_starts;
}

bool architecture_follows(const struct architecture *a, size_t property)
{
    return a->followed[property].count > 0;
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

static enum lift_status connect(struct architecture *a, struct evaluator *evaluator, const value *from, const value *to,
                                struct trace *connected)
{
    if (eval_is_step(evaluator, from, to, NULL, NULL) || eval_stays(evaluator, from, to)) {
        trace_push(connected, a->mem, to);
        return LIFT_DONE;
    }
    return a->ground == ARCHITECTURE_BY_RULES
               ? architecture_walk_locally(a->prover ? a->prover : a, from, to, connected)
               : architecture_walk_graph(a, from, to, connected);
}

// Between two states that a step of the symmetrised model connects, there is a path.
static enum lift_status connect_all(struct architecture *a, const struct trace *trace, struct trace *connected)
{
    struct evaluator *evaluator = evaluator_new(a->given, a->mem);
    size_t length = trace_length(trace), loop = TRACE_NO_LOOP;
    enum lift_status status = LIFT_DONE;
    trace_open(connected, a->given);
    trace_push(connected, a->mem, trace_state(trace, 0));
    for (size_t i = 0; i < length && status == LIFT_DONE; i++) {
        if (trace->loop == i)
            loop = trace_length(connected) - 1;
        size_t next = i + 1 < length ? i + 1 : trace->loop;
        if (next != TRACE_NO_LOOP)
            status = connect(a, evaluator, trace_state(trace, i), trace_state(trace, next), connected);
    }
    if (status == LIFT_DONE && loop != TRACE_NO_LOOP) { // the state that the loop begins with is there once
        connected->values.count -= connected->cells;
        connected->loop = loop;
    }
    evaluator_free(evaluator);
    if (status != LIFT_DONE)
        trace_close(connected, a->mem);
    return status;
}

static enum lift_status lift(const struct model_reduction *r, const struct trace *trace, struct trace *connected)
{
    struct architecture *a = r->context;
    struct trace turned;
    if (trace_length(trace) == 0)
        return LIFT_NOT_A_TRACE;
    if (!a->moves_starts)
        return connect_all(a, trace, connected);
    if (!architecture_turn_trace(a, trace, &turned))
        return LIFT_NOT_A_TRACE;
    enum lift_status status = connect_all(a, &turned, connected);
    trace_close(&turned, a->mem);
    return status;
}

struct model_reduction architecture_layer(struct architecture *a, struct model *symmetrised)
{
    return (struct model_reduction){.kind = REDUCTION_ARCHITECTURE,
                                    .model = symmetrised,
                                    .goals = a->goals.at,
                                    .goal_count = a->goals.count,
                                    .mem = a->mem,
                                    .context = a,
                                    .lift = lift};
}
