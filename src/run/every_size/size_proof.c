#include "run/every_size/size_proof_internal.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "explicit/explicit.h"
#include "murphi/parser.h"
#include "murphi/print.h"
#include "murphi/size_fragment.h"
#include "run/every_size/sized_input.h"

enum { MOST_SETTLED = 6, SMALLEST_INDEX = 2, LARGEST_INDEX = 4 };
enum { FIRST_STATES = 50000, MOST_STATES = 20000000, GROWTH = 8 }; // of all sizes at first; of one; what it grows by
enum { WALK_LENGTH = 200, WALKED = 10 };                           // states; of so many states one more by walks

// ---- Models ---------------------------------------------------------------------------------------------------------

// The class in the tree of another size.
const struct murphi_type *size_class_of(const struct size_proof *p, const struct murphi_tree *tree)
{
    struct size_refusal refusal;
    return murphi_sized_class(tree, p->setup.constant, &refusal);
}

struct sized_model *size_model_of(struct size_proof *p, uint64_t elements)
{
    struct sized_model *m = elements < MOST_ELEMENTS + 2 ? &p->models[elements] : NULL;
    if (!m || m->is_open)
        return m && m->is_good ? m : NULL;
    struct job *job = arena_alloc(&p->arena, sizeof *job);
    int64_t size = p->setup.example_size + (int64_t)elements - (int64_t)p->example_elements;
    *job = *p->setup.job;
    job->infer_order_at = p->order_at;
    job->relax_rings = p->relaxes_rings;
    job->relax_loops = p->relaxes_loops;
    job->relax_other_loops = p->relaxes_other_loops;
    bool good = sized_input_open(p->run, &p->arena, job, p->setup.constant, size, &m->input);
    const struct murphi_type *class = good ? size_class_of(p, &m->input.murphi) : NULL;
    m->is_open = true;
    m->is_good = class && murphi_size(class) == elements + p->literals;
    return m->is_good ? m : NULL;
}

static void drop_phantom(struct size_proof *p, struct sized_model *m)
{
    if (m->phantom)
        model_free(m->phantom);
    mem_free(p->mem, m->witnesses, m->witnesses ? (m->rules.count + 1) * sizeof *m->witnesses : 0);
    array_free(p->mem, &m->rules);
    m->phantom = NULL;
    m->witnesses = NULL;
}

enum { MOST_STARTS = 1000000 };

// More than there can be if that is not known.
static uint64_t count_instances(const struct murphi_binder *binder)
{
    if (binder->kind == MURPHI_OVER_TYPE)
        return murphi_size(binder->decl->type);
    if (binder->kind == MURPHI_BY_ALIAS)
        return 1;
    const struct murphi_expr *low = binder->from, *high = binder->to, *step = binder->by;
    if (binder->kind != MURPHI_OVER_RANGE || !low || !low->is_constant || !high || !high->is_constant ||
        (step && !step->is_constant))
        return MOST_STARTS;
    int64_t by = step ? step->value : 1, from = low->value, to = high->value;
    if (by == 0 || (by > 0 ? from > to : from < to))
        return 0;
    return ((uint64_t)(by > 0 ? to : from) - (uint64_t)(by > 0 ? from : to)) / (by > 0 ? (uint64_t)by : -(uint64_t)by) +
           1;
}

// How many start states there are if none has a run-time error.
static uint64_t count_starts(const struct murphi_tree *tree)
{
    uint64_t all = 0;
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next) {
        uint64_t instances = rule->kind == MURPHI_STARTSTATE;
        for (const struct murphi_binder *binder = rule->binders; binder && instances; binder = binder->outer) {
            uint64_t more = count_instances(binder);
            instances = more > MOST_STARTS ? MOST_STARTS : instances * more;
            instances = instances > MOST_STARTS ? MOST_STARTS : instances;
        }
        all += instances;
    }
    return all;
}

// A start state that has an error in large sizes is left out there; but a small size that has it may be seen through
// as many elements and the phantom.
struct model *size_phantom_model(void *context, uint32_t elements)
{
    struct size_proof *p = context;
    struct sized_model *m = size_model_of(p, elements + 1);
    if (!m || m->phantom)
        return m ? m->phantom : NULL;
    const struct murphi_type *class = size_class_of(p, &m->input.murphi);
    m->phantom = input_lower_phantom(p->run, &m->input,
                                     &(struct phantom_options){class, p->optional.at, p->optional.count, &m->rules});
    if (m->phantom && model_start_count(m->phantom) < count_starts(&m->input.murphi)) {
        p->misses_starts = true;
        drop_phantom(p, m);
    }
    if (!m->phantom)
        return NULL;
    m->witnesses = mem_zalloc(p->mem, (m->rules.count + 1) * sizeof *m->witnesses);
    for (size_t i = 0; i < m->rules.count; i++) {
        struct size_need need;
        struct size_refusal refusal;
        murphi_size_need(&m->input.murphi, &class, 1, m->rules.at[i], &need, &refusal);
        m->witnesses[i] = need.witnesses;
    }
    return m->phantom;
}

// Variables that may be undefined in one of these models and not in another: in the end they may be so in all. Gives
// whether a new one was found.
static bool find_optional(struct size_proof *p, const struct model *m)
{
    bool is_new = false;
    for (cell_id cell = 0; cell < model_cell_count(m); cell++) {
        const char *name = model_cell(m, model_placement(m, cell).family)->name;
        bool is_known = !model_type(m, model_cell(m, cell)->type)->has_none;
        for (size_t i = 0; i < p->optional.count && !is_known; i++)
            is_known = strcmp(p->optional.at[i], name) == 0;
        if (is_known)
            continue;
        array_push(p->mem, &p->optional, arena_copy(&p->arena, name, strlen(name)));
        is_new = true;
    }
    return is_new;
}

// A rule may be possible in some sizes only. Larger models than these have to agree with them.
static void settle_optional(struct size_proof *p)
{
    uint32_t most = p->parameters + p->witnesses + 2;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (uint32_t elements = 0; elements <= most && elements <= MOST_SETTLED; elements++) {
            const struct model *m = size_phantom_model(p, elements);
            is_new |= m && find_optional(p, m);
        }
        for (uint32_t elements = 0; elements <= MOST_SETTLED && is_new; elements++)
            drop_phantom(p, &p->models[elements + 1]);
    }
}

uint32_t size_witnesses_of(void *context, uint32_t elements, size_t action)
{
    const struct size_proof *p = context;
    const struct sized_model *m = &p->models[elements + 1];
    return action < m->rules.count ? m->witnesses[action] : 0;
}

uint32_t size_rule_of(void *context, uint32_t elements, size_t action)
{
    const struct size_proof *p = context;
    const struct sized_model *m = &p->models[elements + 1];
    return action < m->rules.count ? m->rules.at[action]->head.offset : 0;
}

bool size_proof_is_over(void *context)
{
    const struct size_proof *p = context;
    return watch_is_interrupted(p->run) || (p->setup.deadline > 0 && clock_now() > p->setup.deadline);
}

// ---- Reachable states of small sizes --------------------------------------------------------------------------------

static bool add_state(void *context, const value *state)
{
    reach_index_add(context, state);
    return true;
}

static bool is_over_for_all(void *context)
{
    const struct size_proof *p = context;
    return watch_is_interrupted(p->run) || (p->for_all > 0 && clock_now() > p->for_all);
}

// With those that are found first, where there are more: they are reached in few steps, and most cubes of which a state
// is reachable have one that is so soon; and about so many that walks come to. False if there was no time for that.
static bool fill_index(struct size_proof *p, struct reach_index *index, uint32_t elements, size_t most, size_t walked)
{
    struct sized_model *m = size_model_of(p, elements);
    if (!m || !input_lower_fully(p->run, &m->input) ||
        !reach_index_open(index, &p->variables, m->input.model, elements))
        return false;
    struct symmetry *symmetry = symmetry_new(m->input.model, p->mem);
    for (uint32_t i = 0; i < model_class_count(m->input.model);
         i++) // all names are tried for elements of one class only
        if (strcmp(model_class(m->input.model, i)->name, p->variables.class) != 0)
            symmetry_fix_class(symmetry, i);
    const struct explicit_options options = {.memory_limit = (size_t)1 << 31,
                                             .deadline = p->for_all,
                                             .symmetry = symmetry,
                                             .interrupted = is_over_for_all,
                                             .context = p};
    struct explicit_engine *engine = explicit_new(m->input.model, &options, p->mem);
    bool are_all, good = explicit_first_states(engine, most, add_state, index, &are_all);
    index->is_partial = !are_all;
    if (good && !are_all)
        explicit_walk(engine, walked / WALK_LENGTH, WALK_LENGTH, elements, add_state, index);
    explicit_free(engine);
    symmetry_free(symmetry);
    return good;
}

static bool may_grow(const struct reach_index *index)
{
    return index->is_partial && index->states < MOST_STATES / GROWTH;
}

static bool may_be_larger(const struct size_proof *p)
{
    return !p->has_all && !p->variables.failure && SMALLEST_INDEX + p->reach_count <= LARGEST_INDEX;
}

bool size_may_find_more(const struct size_proof *p)
{
    bool may = may_be_larger(p);
    for (size_t i = 0; i < p->reach_count && !p->has_all && !p->variables.failure; i++)
        may |= may_grow(p->reach[i]);
    return may;
}

// In the place of what was known of that size, if anything was.
static bool find_of_size(struct size_proof *p, size_t place, size_t most, size_t walked)
{
    struct reach_index index = {0};
    uint32_t elements = SMALLEST_INDEX + (uint32_t)place;
    if (!fill_index(p, &index, elements, most, walked)) {
        reach_index_close(&index);
        p->has_all = !is_over_for_all(p); // with more time there may be
        return false;
    }
    log_verbose(&p->run->log, "every size: %zu orbits with %u elements%s", index.states, elements,
                index.is_partial ? ", of more" : "");
    if (place < p->reach_count)
        reach_index_close(p->reach[place]);
    else
        p->reach_count++;
    p->indices[place] = index;
    p->reach[place] = &p->indices[place];
    return true;
}

// Of one size more, and at last more of each. Where these are not all, the first ones have led to wrong guesses, so
// that some are looked for by walks.
bool size_find_more(struct size_proof *p, size_t most)
{
    bool has_more = false;
    if (may_be_larger(p))
        return find_of_size(p, p->reach_count, most, most / WALKED);
    for (size_t i = 0; i < p->reach_count && size_may_find_more(p); i++)
        if (may_grow(p->reach[i]))
            has_more |= find_of_size(p, i, p->reach[i]->states * GROWTH, p->reach[i]->states);
    return has_more;
}

bool size_find_first(struct size_proof *p)
{
    size_t left = p->setup.first_states ? p->setup.first_states : FIRST_STATES, before = p->reach_count;
    for (size_t i = 0; i < p->reach_count; i++)
        left -= p->reach[i]->states < left ? p->reach[i]->states : left;
    while (left > 0 && may_be_larger(p) && find_of_size(p, p->reach_count, left, 0)) {
        const struct reach_index *last = p->reach[p->reach_count - 1];
        left = last->is_partial ? 0 : left - last->states;
    }
    p->has_first = left == 0 || !size_may_find_more(p);
    return p->reach_count > before;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static bool find_needs(struct size_proof *p, const struct murphi_tree *tree, const struct murphi_type *class,
                       struct cause *why)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next) {
        struct size_need need;
        struct size_refusal refusal;
        bool is_fairness = rule->kind == MURPHI_JUSTICE || rule->kind == MURPHI_COMPASSION;
        if (rule->kind != MURPHI_RULE && rule->kind != MURPHI_STARTSTATE && !is_fairness)
            continue;
        bool good = murphi_size_need(tree, &class, 1, rule, &need, &refusal);
        if (!good && is_fairness) { // of interest to nobody who does not ask for run-time errors
            p->unseen = refusal;
            continue;
        }
        if (good && rule->kind == MURPHI_STARTSTATE && (need.parameters > 1 || need.witnesses)) {
            // The phantom is one element, and may be the parameter.
            refusal = (struct size_refusal){rule->head, cause_of(CAUSE_SIZE_SEVERAL_AT_START)};
            good = false;
        }
        if (!good) {
            *why = size_refusal_cause(tree, &refusal);
            return false;
        }
        uint32_t errors = need.parameters + need.for_errors;
        if (!p->errors.cause.code)
            p->errors = need.errors;
        p->for_errors = errors > p->for_errors ? errors : p->for_errors;
        if (rule->kind != MURPHI_RULE) // only what goes wrong in it is looked at like that
            continue;
        p->parameters = need.parameters > p->parameters ? need.parameters : p->parameters;
        p->witnesses = need.witnesses > p->witnesses ? need.witnesses : p->witnesses;
    }
    return true;
}

static bool open_quietly(struct size_proof *p, const struct job *job, struct input *input)
{
    enum log_level level = p->run->log.level;
    p->run->log.level = LOG_ERROR; // what is to be said of the text was said before
    bool is_read = input_open_per_orbit(p->run, job, job->model, input);
    p->run->log.level = level;
    return is_read;
}

// Reads the example again like that. False, with why, if it has no class either.
static bool reread_by(struct size_proof *p, const struct job *job, struct arena *arena, struct cause *why)
{
    struct size_refusal refusal;
    struct input *input = &p->rereads[0];
    bool is_read = open_quietly(p, job, input);
    if (is_read && murphi_sized_class(&input->murphi, p->setup.constant, &refusal)) {
        p->example = input;
        p->is_reread[0] = true;
        p->order_at = job->infer_order_at;
        p->relaxes_rings = job->relax_rings;
        p->relaxes_loops = job->relax_loops;
        return true;
    }
    if (is_read && !job->relax_loops)
        *why = cause_keep(size_refusal_cause(&input->murphi, &refusal), arena);
    else if (job->relax_rings)
        *why = cause_of(CAUSE_SIZE_RING);
    input_close(p->run, input);
    return false;
}

// Reads the example again: with an order of the elements of a range, or names; if that is not enough, with loops that
// leave any element in a variable; or with a ring whose neighbours are any elements. False if there is no class like
// that either.
static bool reread(struct size_proof *p, struct arena *arena, struct cause *why)
{
    struct job *job = arena_alloc(&p->arena, sizeof *job);
    uint32_t order_at = murphi_sized_range(&p->example->murphi, p->setup.constant);
    bool has_ring = murphi_has_sized_ring(&p->example->murphi, p->setup.constant);
    if (!has_ring && (!order_at || !p->setup.job->infer_scalarsets))
        return false;
    *job = *p->example->job;
    job->infer_order_at = p->setup.job->infer_scalarsets ? order_at : 0;
    job->relax_rings = has_ring;
    if (reread_by(p, job, arena, why))
        return true;
    job->relax_loops = true;
    return job->infer_order_at && reread_by(p, job, arena, why);
}

static size_t count_inferred(const struct murphi_tree *tree)
{
    size_t count = 0;
    for (size_t i = 0; i < tree->types.count; i++)
        count += tree->types.at[i]->is_inferred;
    return count;
}

// Reads the example again, where loops of start states leave the last number of other ranges in variables, too: if it
// may be any, and they are scalarsets then, cubes that differ in their elements need to be looked at once only.
static void reread_other_loops(struct size_proof *p)
{
    struct size_refusal refusal;
    struct input *input = &p->rereads[1];
    struct job *job = arena_alloc(&p->arena, sizeof *job);
    if (!p->setup.job->infer_scalarsets || !murphi_keeps_last(&p->example->murphi))
        return;
    *job = *p->example->job;
    job->relax_other_loops = true;
    bool is_read = open_quietly(p, job, input);
    if (is_read && count_inferred(&input->murphi) > count_inferred(&p->example->murphi) &&
        murphi_sized_class(&input->murphi, p->setup.constant, &refusal)) {
        p->example = input;
        p->is_reread[1] = p->relaxes_other_loops = true;
    } else {
        input_close(p->run, input);
    }
}

static const struct murphi_type *find_class(struct size_proof *p, struct arena *arena, struct cause *why)
{
    struct size_refusal refusal;
    struct str name = {0};
    const struct murphi_type *class = murphi_sized_class(&p->example->murphi, p->setup.constant, &refusal);
    if (!class && reread(p, arena, why))
        class = size_class_of(p, &p->example->murphi);
    if (class) {
        reread_other_loops(p);
        class = size_class_of(p, &p->example->murphi);
    }
    if (class && class->is_inferred)
        str_add(p->mem, &name, "%s", class->label);
    else if (class)
        murphi_print_type(p->mem, &name, class);
    else if (!why->code)
        *why = size_refusal_cause(&p->example->murphi, &refusal);
    parametric_variables_open(&p->variables, str_text(&name), p->mem);
    p->variables.is_ordered = class && class->is_ordered;
    p->variables.literals = class ? class->literals : 0;
    p->variables.first_literal = class ? class->number : 0;
    p->variables.prefix = sized_prefix(p->run, &p->arena, &p->example->murphi);
    str_free(p->mem, &name);
    return class;
}

struct size_proof *size_proof_new(struct run *run, const struct size_proof_setup *setup, struct arena *arena,
                                  struct cause *why)
{
    struct mem *mem = &run->mem;
    struct size_proof *p = mem_zalloc(mem, sizeof *p);
    *why = cause_of(CAUSE_NONE);
    p->run = run;
    p->mem = p->arena.mem = mem;
    p->setup = *setup;
    p->for_all = setup->deadline;
    p->example = setup->example;
    const struct murphi_type *class = find_class(p, arena, why);
    if (!class || !find_needs(p, &p->example->murphi, class, why)) {
        *why = cause_keep(*why, arena);
        size_proof_free(p);
        return NULL;
    }
    p->literals = class->literals;
    p->example_elements = murphi_size(class) - p->literals;
    if ((int64_t)p->example_elements < setup->example_size - setup->least_size) {
        *why = cause_of(CAUSE_SIZE_NAMED_ELEMENTS);
        size_proof_free(p);
        return NULL;
    }
    p->may_be_empty = (int64_t)p->example_elements == setup->example_size - setup->least_size;
    settle_optional(p);
    size_find_first(p);
    return p;
}

void size_proof_set_deadline(struct size_proof *p, double deadline, double for_all)
{
    p->setup.deadline = deadline;
    p->for_all = for_all;
}

void size_proof_set_most_cubes(struct size_proof *p, uint64_t most)
{
    p->most_cubes = most;
}

bool size_proof_is_suspended(const struct size_proof *p)
{
    return p->search && backward_reach_is_suspended(p->search);
}

void size_proof_free(struct size_proof *p)
{
    struct mem *mem = p->mem;
    if (p->search)
        backward_reach_free(p->search);
    if (p->views)
        quantified_free(p->views);
    for (size_t i = 0; i < p->reach_count; i++)
        reach_index_close(p->reach[i]);
    for (size_t i = 0; i < MOST_ELEMENTS + 2; i++) {
        struct sized_model *m = &p->models[i];
        if (!m->is_open)
            continue;
        drop_phantom(p, m);
        input_close(p->run, &m->input);
    }
    for (size_t i = 0; i < 2; i++)
        if (p->is_reread[i])
            input_close(p->run, &p->rereads[i]);
    parametric_variables_close(&p->variables);
    array_free(mem, &p->optional);
    arena_free(&p->arena);
    mem_free(mem, p, sizeof *p);
}
