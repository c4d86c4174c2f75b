#include "run/every_size/size_proof.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "explicit/explicit.h"
#include "murphi/print.h"
#include "murphi/size_fragment.h"
#include "run/every_size/sized_input.h"

enum {
    PATIENCE = 10,
    MOST_SETTLED = 6,
    MOST_INDICES = 3,
    MOST_STATES = 400000,
    MORE_STATES = 20000000,
    SMALLEST_INDEX = 2,
    LARGEST_INDEX = 4
};

// A model of one size: with the phantom, or for its reachable states.
struct sized_model {
    bool is_open; // it has to be closed
    bool is_good; // it could be read
    struct input input;
    struct model *phantom; // NULL: it was not asked for
    murphi_rule_array rules;
    uint32_t *witnesses; // by action of that
};

struct size_proof {
    struct run *run;
    struct mem *mem;
    struct arena arena;
    struct size_proof_setup setup;
    const struct input *example;
    struct input reread;       // the example in another way, if it has no scalarset of that size
    bool is_reread;            //
    uint32_t order_at;         // there: the class is the range here in the file, with an order or names; 0: it is not
    bool relaxes_rings;        // there: the class is a ring, and neighbours are any elements
    uint32_t literals;         // elements of the class that are named by numbers: no components, but in each size
    uint64_t example_elements; // besides
    bool may_be_empty;         // in the smallest size there are none besides
    struct parametric_variables variables;
    struct sized_model models[MOST_ELEMENTS + 2]; // by elements of the class
    struct reach_index indices[MOST_INDICES];
    struct reach_index *reach[MOST_INDICES];
    size_t reach_count;
    bool has_all;                   // there are no further ones
    uint32_t parameters, witnesses; // the most of any rule
    uint32_t for_errors;
    struct size_refusal unseen;    // why errors in a condition of fairness are not seen
    struct size_refusal errors;    // why no number of elements is enough to see those of rules
    ARRAY(const char *) optional;  // cells that may be undefined in all models with the phantom
    struct backward_reach *search; // of the last property
    goal_id searched;              // which one that is
    bool misses_starts;            // start states of some models with the phantom have run-time errors
};

// ---- Models ---------------------------------------------------------------------------------------------------------

// The class in the tree of another size.
static const struct murphi_type *class_of(struct size_proof *p, const struct murphi_tree *tree)
{
    struct size_refusal refusal;
    return murphi_sized_class(tree, p->setup.constant, &refusal);
}

static struct sized_model *model_of(struct size_proof *p, uint64_t elements)
{
    struct sized_model *m = elements < MOST_ELEMENTS + 2 ? &p->models[elements] : NULL;
    if (!m || m->is_open)
        return m && m->is_good ? m : NULL;
    struct job *job = arena_alloc(&p->arena, sizeof *job);
    int64_t size = p->setup.example_size + (int64_t)elements - (int64_t)p->example_elements;
    *job = *p->setup.job;
    job->infer_order_at = p->order_at;
    job->relax_rings = p->relaxes_rings;
    bool good = sized_input_open(p->run, &p->arena, job, p->setup.constant, size, &m->input);
    const struct murphi_type *class = good ? class_of(p, &m->input.murphi) : NULL;
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
    const struct murphi_expr *bounds[] = {binder->from, binder->to, binder->by};
    for (size_t i = 0; i < 3; i++)
        if (binder->kind != MURPHI_OVER_RANGE || (bounds[i] && !bounds[i]->is_constant))
            return MOST_STARTS;
    int64_t by = binder->by ? binder->by->value : 1, from = binder->from->value, to = binder->to->value;
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
static struct model *phantom_model(void *context, uint32_t elements)
{
    struct size_proof *p = context;
    struct sized_model *m = model_of(p, elements + 1);
    if (!m || m->phantom)
        return m ? m->phantom : NULL;
    const struct murphi_type *class = class_of(p, &m->input.murphi);
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
            const struct model *m = phantom_model(p, elements);
            is_new |= m && find_optional(p, m);
        }
        for (uint32_t elements = 0; elements <= MOST_SETTLED && is_new; elements++)
            drop_phantom(p, &p->models[elements + 1]);
    }
}

static uint32_t witnesses_of(void *context, uint32_t elements, size_t action)
{
    const struct size_proof *p = context;
    const struct sized_model *m = &p->models[elements + 1];
    return action < m->rules.count ? m->witnesses[action] : 0;
}

static bool is_over(void *context)
{
    const struct size_proof *p = context;
    return watch_is_interrupted(p->run) || (p->setup.deadline > 0 && clock_now() > p->setup.deadline);
}

static bool may_go_on(void *context, const struct backward_statistics *s)
{
    struct size_proof *p = context;
    if (progress_is_due(&p->run->progress))
        progress_show(&p->run->progress,
                      "backward search, %" PRIu64 " cubes, frontier %" PRIu64 ", %" PRIu64 " guesses, %" PRIu64
                      " of them wrong",
                      s->cubes, s->waiting, s->guesses, s->wrong_guesses);
    return !is_over(p);
}

// ---- Reachable states of small sizes --------------------------------------------------------------------------------

struct index_filling {
    struct reach_index *index;
    size_t most;
};

static bool add_state(void *context, const value *state)
{
    const struct index_filling *filling = context;
    reach_index_add(filling->index, state);
    return filling->index->states < filling->most;
}

// False if it has too many states to help: an index of some of them would only lead to wrong guesses.
static bool fill_index(struct size_proof *p, struct reach_index *index, uint32_t elements, size_t most)
{
    struct sized_model *m = model_of(p, elements);
    struct index_filling filling = {index, most};
    if (!m || !input_lower_fully(p->run, &m->input) ||
        !reach_index_open(index, &p->variables, m->input.model, elements))
        return false;
    struct symmetry *symmetry = symmetry_new(m->input.model, p->mem);
    for (uint32_t i = 0; i < model_class_count(m->input.model);
         i++) // all names are tried for elements of one class only
        if (strcmp(model_class(m->input.model, i)->name, p->variables.class) != 0)
            symmetry_fix_class(symmetry, i);
    const struct explicit_options options = {.memory_limit = (size_t)1 << 31,
                                             .deadline = p->setup.deadline,
                                             .symmetry = symmetry,
                                             .interrupted = is_over,
                                             .context = p};
    struct explicit_engine *engine = explicit_new(m->input.model, &options, p->mem);
    bool good = explicit_each_state(engine, add_state, &filling);
    explicit_free(engine);
    symmetry_free(symmetry);
    return good;
}

// Adds the reachable states of the next size. False if there are no more that help.
static bool find_more(struct size_proof *p, size_t most)
{
    uint32_t elements = SMALLEST_INDEX + (uint32_t)p->reach_count;
    if (elements > LARGEST_INDEX || p->variables.failure || p->has_all)
        return false;
    struct reach_index *index = &p->indices[p->reach_count];
    if (!fill_index(p, index, elements, most)) {
        reach_index_close(index);
        p->has_all = most == MORE_STATES && !is_over(p); // with more time there may be
        return false;
    }
    log_verbose(&p->run->log, "every size: %zu orbits with %u elements", index->states, elements);
    p->reach[p->reach_count++] = index;
    return true;
}

static void find_reachable(struct size_proof *p)
{
    while (find_more(p, MOST_STATES))
        if (p->reach[p->reach_count - 1]->states > MOST_STATES / 40)
            break;
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

// Reads the example again: with an order of the elements of a range, or names; or with a ring whose neighbours are any
// elements. False if there is no class like that either.
static bool reread(struct size_proof *p, struct arena *arena, struct cause *why)
{
    struct size_refusal refusal;
    struct job *job = arena_alloc(&p->arena, sizeof *job);
    enum log_level level = p->run->log.level;
    uint32_t order_at = murphi_sized_range(&p->example->murphi, p->setup.constant);
    bool has_ring = murphi_has_sized_ring(&p->example->murphi, p->setup.constant);
    if (!has_ring && (!order_at || !p->setup.job->infer_scalarsets))
        return false;
    *job = *p->example->job;
    job->infer_order_at = p->setup.job->infer_scalarsets ? order_at : 0;
    job->relax_rings = has_ring;
    p->run->log.level = LOG_ERROR; // what is to be said of the text was said before
    bool is_read = input_open_per_orbit(p->run, job, job->model, &p->reread);
    p->run->log.level = level;
    if (is_read && murphi_sized_class(&p->reread.murphi, p->setup.constant, &refusal)) {
        p->example = &p->reread;
        p->is_reread = true;
        p->order_at = job->infer_order_at;
        p->relaxes_rings = has_ring;
        return true;
    }
    if (is_read)
        *why = cause_keep(size_refusal_cause(&p->reread.murphi, &refusal), arena);
    else if (has_ring)
        *why = cause_of(CAUSE_SIZE_RING);
    input_close(p->run, &p->reread);
    return false;
}

static const struct murphi_type *find_class(struct size_proof *p, struct arena *arena, struct cause *why)
{
    struct size_refusal refusal;
    struct str name = {0};
    const struct murphi_type *class = murphi_sized_class(&p->example->murphi, p->setup.constant, &refusal);
    if (!class && reread(p, arena, why))
        class = class_of(p, &p->example->murphi);
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
    find_reachable(p);
    return p;
}

void size_proof_set_deadline(struct size_proof *p, double deadline)
{
    p->setup.deadline = deadline;
}

void size_proof_free(struct size_proof *p)
{
    struct mem *mem = p->mem;
    if (p->search)
        backward_reach_free(p->search);
    for (size_t i = 0; i < p->reach_count; i++)
        reach_index_close(p->reach[i]);
    for (size_t i = 0; i < MOST_ELEMENTS + 2; i++) {
        struct sized_model *m = &p->models[i];
        if (!m->is_open)
            continue;
        drop_phantom(p, m);
        input_close(p->run, &m->input);
    }
    if (p->is_reread)
        input_close(p->run, &p->reread);
    parametric_variables_close(&p->variables);
    array_free(mem, &p->optional);
    arena_free(&p->arena);
    mem_free(mem, p, sizeof *p);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static const struct murphi_rule *rule_of(const struct murphi_tree *tree, goal_id goal)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        if (murphi_invariant_of(rule) && murphi_goal_of(rule) == goal)
            return rule;
    return NULL;
}

static struct cause why_no_model(const struct size_proof *p, uint32_t elements)
{
    return p->misses_starts ? cause_of(CAUSE_SIZE_START_ERROR) : cause_with_number(CAUSE_SIZE_NO_MODEL, elements + 1);
}

// What an invariant says of each state, also as AG or G.
static expr always_condition(const struct model *m, formula f)
{
    const struct formula_node *node = model_formula(m, f);
    if ((node->op == FORMULA_AG || node->op == FORMULA_G) && !node->bounded)
        node = model_formula(m, node->args[0]);
    return node->op == FORMULA_ATOM ? node->atom : EXPR_NONE;
}

// What must not be reached: states that violate the condition, and those in which something goes wrong that belongs to
// the property.
static bool forbid(struct size_proof *p, uint32_t elements, goal_id goal, enum property_kind kind,
                   const struct size_refusal *errors, struct cause *why)
{
    struct model *m = phantom_model(p, elements);
    if (!m) {
        *why = why_no_model(p, elements);
        return false;
    }
    size_t number = model_find_goal(m, goal);
    if (number == SIZE_MAX && kind == PROPERTY_FAULT)
        return true; // nothing can go wrong
    if (number == SIZE_MAX) {
        *why = cause_with_number(CAUSE_SIZE_NO_MODEL, elements + 1);
        return false;
    }
    const struct property *property = model_property(m, number);
    if (property->refuted || property->unsupported) {
        *why = cause_with_text(CAUSE_UNSUPPORTED, property->refuted ? property->refuted : property->unsupported);
        return false;
    }
    expr condition = kind == PROPERTY_FAULT ? EXPR_NONE : always_condition(m, property->formula);
    if (kind != PROPERTY_FAULT && condition == EXPR_NONE) {
        *why = cause_of(CAUSE_SIZE_KIND);
        return false;
    }
    bool good = kind == PROPERTY_FAULT || backward_reach_forbid(p->search, elements, condition, false);
    goal_id owner = kind == PROPERTY_FAULT ? GOAL_NONE : goal;
    for (size_t i = 0; i < model_fault_count(m) && good; i++) {
        if (model_fault(m, i)->goal != owner)
            continue;
        if (errors->cause.code) {
            *why = size_refusal_cause(&p->example->murphi, errors);
            return false;
        }
        good = backward_reach_forbid(p->search, elements, model_fault(m, i)->condition, true);
    }
    if (!good)
        *why = cause_of(is_over(p) ? CAUSE_OUT_OF_TIME : CAUSE_SIZE_CASES);
    return good;
}

enum size_verdict size_proof_decide(struct size_proof *p, goal_id goal, struct cause *why)
{
    const struct input *example = p->example;
    const struct model *given = p->setup.example->model;
    const struct property *property = model_property(given, model_find_goal(given, goal));
    const struct murphi_rule *rule = rule_of(&example->murphi, goal);
    struct size_need need = {.for_errors = p->for_errors, .errors = p->errors};
    struct size_refusal refusal;
    const struct parametric_source source = {phantom_model, witnesses_of, may_go_on, p};
    const struct murphi_type *class = class_of(p, &example->murphi);
    if (property->kind != PROPERTY_FAULT && !rule) {
        *why = cause_of(CAUSE_SIZE_KIND);
        return SIZE_UNKNOWN;
    }
    if (property->kind == PROPERTY_FAULT && p->unseen.cause.code) {
        *why = size_refusal_cause(&example->murphi, &p->unseen);
        return SIZE_UNKNOWN;
    }
    if (rule && !murphi_size_need(&example->murphi, &class, 1, rule, &need, &refusal)) {
        *why = size_refusal_cause(&example->murphi, &refusal);
        return SIZE_UNKNOWN;
    }
    if (is_over(p)) { // a search that was suspended is kept
        *why = cause_of(CAUSE_OUT_OF_TIME);
        return SIZE_UNKNOWN;
    }
    // Elements that are needed may be the same, and small sizes have no more: so each number of them counts. None are
    // enough where all that are needed may have names, and there are no others.
    uint32_t most = need.parameters + need.for_errors, least = most > 0 && !p->may_be_empty;
    bool goes_on = p->search && p->searched == goal && backward_reach_is_suspended(p->search);
    enum backward_verdict verdict;
    do {
        if (!goes_on && p->search)
            backward_reach_free(p->search);
        if (!goes_on)
            p->search = backward_reach_new(&p->variables, &source, p->reach, p->reach_count, p->parameters,
                                           p->witnesses, p->mem);
        for (uint32_t elements = least; elements <= most && !goes_on; elements++)
            if (!forbid(p, elements, goal, property->kind, &need.errors, why))
                return SIZE_UNKNOWN;
        goes_on = false;
        p->searched = goal;
        bool may_be_more = !p->has_all && p->reach_count < MOST_INDICES;
        verdict = backward_reach_run(p->search, may_be_more ? PATIENCE : SIZE_MAX);
        if (verdict == BACKWARD_LOST && !find_more(p, MORE_STATES))
            p->has_all = !is_over(p);
    } while (verdict == BACKWARD_LOST);
    if (verdict == BACKWARD_HOLDS && !backward_reach_agrees(p->search)) {
        *why = cause_of(p->variables.failure);
        return SIZE_UNKNOWN;
    }
    if (verdict == BACKWARD_HOLDS)
        return SIZE_HOLDS;
    if (verdict == BACKWARD_REACHED)
        *why = cause_of(CAUSE_SIZE_SEEN_SMALL);
    else if (verdict == BACKWARD_FAILS)
        *why = cause_of(CAUSE_SIZE_NO_INVARIANT);
    else if (p->misses_starts)
        *why = why_no_model(p, 0);
    else
        *why = cause_of(p->setup.deadline > 0 && clock_now() > p->setup.deadline ? CAUSE_OUT_OF_TIME
                                                                                 : backward_reach_failure(p->search));
    if (verdict == BACKWARD_REACHED && rule && !need.asks_for_all && !p->relaxes_rings)
        return SIZE_FAILS;
    return verdict == BACKWARD_FAILS || verdict == BACKWARD_REACHED ? SIZE_SEEMS_TO_FAIL : SIZE_UNKNOWN;
}

void size_proof_statistics(const struct size_proof *p, struct backward_statistics *s)
{
    backward_reach_statistics(p->search, s);
}

bool size_proof_relaxes_rings(const struct size_proof *p)
{
    return p->relaxes_rings;
}

// Each cube is an invariant of its own: no different elements are as it says. Cubes that differ only in elements of
// scalarsets of fixed size are one, and so are those of several properties.
size_t size_proof_write(struct size_proof *p, size_t first, struct str *out)
{
    size_t number = first;
    for (size_t i = 0; i < backward_reach_cube_count(p->search); i++) {
        struct str text = {0};
        str_add(p->mem, &text, "\n  ");
        cube_print_negation(backward_reach_cube(p->search, i), &p->variables, p->mem, &text);
        str_add(p->mem, &text, ";\n");
        if (!strstr(str_text(out), str_text(&text)))
            str_add(p->mem, out, "invariant \"" SIZE_INVARIANT_NAME "%zu\"%s", number++, str_text(&text));
        str_free(p->mem, &text);
    }
    return number - first;
}
