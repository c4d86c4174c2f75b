// All sizes from one reading: where the constant is the size of classes and nothing else, the text is lowered once, for
// the largest size, with variables that say which components are there (murphi/presence.h). Its counters are those of
// all sizes: components that are not there are in a local state of their own, the `$` of seed 001. Where components are
// not counted, it is an aggregate as it stands. The models of single sizes are made only for what is left to these, and
// for the size whose trace is shown.
//
// family_by_counters.c is for all other families that are counted: there the counters of each size are made by
// themselves. For other aggregates, see reduce/family/family_aggregate.h.
#include "run/family/family_run.h"

#include <string.h>

#include "base/clock.h"
#include "murphi/print.h"
#include "report/cause_words.h"
#include "run/lifting.h"
#include "run/tracked_backend.h"

#define MOST_SECONDS 60 // for all sizes together; at most half of the time that there is

struct family_present {
    struct murphi_presence presence;
    struct job job;
    struct input input;
    struct model *tracked; // NULL: it is the model of the input that is counted
    struct counter_reduction *of;
};

// ---- Reading --------------------------------------------------------------------------------------------------------

static const struct murphi_type *find_class(const struct murphi_tree *tree, const struct murphi_type *of)
{
    const struct murphi_type *type = murphi_presence_class(tree, of->name->text);
    return type && type->kind == of->kind ? type : NULL;
}

// A class that has more elements in each size than in the one before; as many as there are classes if none has.
static size_t find_marking(const struct families *f, const struct murphi_presence *presence)
{
    for (size_t i = 0; i < presence->class_count; i++) {
        size_t k = 1;
        while (k < f->count &&
               presence->sizes[(k - 1) * presence->class_count + i] < presence->sizes[k * presence->class_count + i])
            k++;
        if (k == f->count)
            return i;
    }
    return presence->class_count;
}

// How many elements each size has of each class; false if one has more than the largest size.
static bool find_sizes(struct families *f, const struct size_classes *classes, struct murphi_presence *presence)
{
    const char **names = arena_alloc(&f->arena, classes->count * sizeof *names);
    uint64_t *sizes = arena_alloc(&f->arena, f->count * classes->count * sizeof *sizes);
    for (size_t i = 0; i < classes->count; i++)
        names[i] = classes->at[i]->name->text;
    for (size_t k = 0; k < f->count; k++)
        for (size_t i = 0; i < classes->count; i++) {
            const struct murphi_type *class = find_class(&f->inputs[k]->murphi, classes->at[i]);
            if (!class || murphi_size(class) > murphi_size(classes->at[i]))
                return false;
            sizes[k * classes->count + i] = murphi_size(class);
        }
    *presence = (struct murphi_presence){.classes = names,
                                         .class_count = classes->count,
                                         .sizes = sizes,
                                         .size_count = f->count,
                                         .is_counted = f->by_sizes};
    return f->by_sizes || find_marking(f, presence) < classes->count;
}

static bool has_presence(const struct families *f, size_t largest, struct size_classes *classes)
{
    struct size_refusal refusal;
    return murphi_has_presence(&f->inputs[largest]->murphi, f->name, f->by_sizes, classes, &refusal);
}

// Without symmetries the constant may be a number, too.
static bool has_presence_by_size(const struct families *f, size_t largest)
{
    struct size_refusal refusal;
    return !f->by_sizes && murphi_has_presence_by_size(&f->inputs[largest]->murphi, f->name, &refusal);
}

static bool find_trees(struct families *f, struct murphi_presence *presence)
{
    const struct murphi_tree **trees = arena_alloc(&f->arena, f->count * sizeof *trees);
    for (size_t k = 0; k < f->count; k++)
        trees[k] = &f->inputs[k]->murphi;
    size_t cells = model_cell_count(f->members[f->count - 1].model) + f->count;
    *presence = (struct murphi_presence){.size_count = f->count, .constant = f->name, .trees = trees};
    presence->values = f->sizes;
    presence->first_sizes = arena_alloc(&f->arena, cells * sizeof *presence->first_sizes);
    return murphi_trees_grow(trees, f->count);
}

// A checkpoint has to know the models of all sizes, and several processes make them anyway.
bool family_may_read_once(const struct families *f)
{
    unsigned symmetry = f->job->symmetry;
    struct size_classes classes;
    bool counts = symmetry == JOB_SYMMETRY_AUTO || symmetry == JOB_SYMMETRY_COUNTERS;
    return f->all > 2 && (!f->by_sizes || (counts && f->inputs[f->all - 1]->is_per_orbit && !f->job->states)) &&
           !f->grid && !f->is_unbounded && !f->job->checkpoint && !f->job->resume && f->job->jobs <= 1 &&
           (has_presence(f, f->all - 1, &classes) || has_presence_by_size(f, f->all - 1));
}

// Each size is asked what the largest one is asked: there is nothing that only some sizes, or all together, may do
// wrong.
static bool has_same_properties(const struct model *of_largest, const struct model *present)
{
    if (model_property_count(of_largest) != model_property_count(present) || model_has_fairness(present))
        return false;
    for (size_t i = 0; i < model_property_count(of_largest); i++) {
        const struct property *a = model_property(of_largest, i), *b = model_property(present, i);
        if (a->goal != b->goal || a->refuted || b->refuted || a->unsupported || b->unsupported)
            return false;
    }
    return true;
}

void family_close_present(struct families *f)
{
    struct family_present *p = f->present;
    if (!p)
        return;
    counter_free(p->of);
    model_free(p->tracked);
    input_close(f->run, &p->input);
    f->present = NULL;
}

bool family_open_present(struct families *f)
{
    struct size_classes classes;
    struct family_present *p = arena_alloc(&f->arena, sizeof *p);
    size_t largest = f->count - 1;
    *p = (struct family_present){.job = *f->job};
    if (f->count < f->all)
        return false;
    if (!has_presence(f, largest, &classes) || !find_sizes(f, &classes, &p->presence))
        if (!has_presence_by_size(f, largest) || !find_trees(f, &p->presence))
            return false;
    p->job.constants = family_constants(f, largest);
    enum log_level level = f->run->log.level;
    f->run->log.level = LOG_ERROR;
    bool good = input_open_present(f->run, &p->job, p->job.model, &p->presence, f->by_sizes, &p->input);
    f->run->log.level = level;
    f->present = p;
    good = good && p->input.is_per_orbit == f->by_sizes;
    if (good && has_same_properties(f->members[largest].model, p->input.model))
        return true;
    family_close_present(f);
    return false;
}

// ---- Searching ------------------------------------------------------------------------------------------------------

static bool is_asked(const struct families *f, const struct family_outcome *o)
{
    const struct model *m = f->present->input.per_orbit;
    size_t bytes = model_class_count(m) * sizeof(uint32_t);
    if (o->open == 0 || !f->tracked)
        return o->open > 0;
    uint32_t *tracked = mem_alloc(f->mem, bytes);
    bool is_same = tracked_elements_of(m, o->property, tracked) && memcmp(tracked, f->tracked, bytes) == 0;
    mem_free(f->mem, tracked, bytes);
    return is_same;
}

// Whether so many elements of the marking class are there, at the least.
static expr has_elements(const struct families *f, struct model *m, size_t class, uint64_t count)
{
    const struct murphi_tree *tree = &f->present->input.murphi;
    const struct murphi_decl *there = tree->vars.at[tree->vars.count - f->present->presence.class_count + class];
    struct str name = {0};
    str_add(f->mem, &name, "%s[", there->symbol->text);
    murphi_print_value(f->mem, &name, there->type->index, murphi_value_at(there->type->index, count - 1));
    str_add_char(f->mem, &name, ']');
    cell_id cell = model_find_cell(m, str_text(&name));
    str_free(f->mem, &name);
    return model_cell_expr(m, cell);
}

// Whether it is a size or a larger one.
static expr is_least(const struct families *f, struct model *m, size_t member)
{
    struct str name = {0};
    if (member == 0)
        return model_true(m);
    str_add(f->mem, &name, "%s[%zu]", MURPHI_PRESENCE_LEAST, member);
    cell_id cell = model_find_cell(m, str_text(&name));
    str_free(f->mem, &name);
    return model_cell_expr(m, cell);
}

static expr is_member(const struct families *f, struct model *m, size_t member)
{
    const struct murphi_presence *presence = &f->present->presence;
    if (presence->trees)
        return model_and(m, is_least(f, m, member),
                         member + 1 == f->count ? model_true(m) : model_not(m, is_least(f, m, member + 1)));
    if (presence->is_counted)
        return model_binary(m, OP_EQ, model_cell_expr(m, model_find_cell(m, MURPHI_PRESENCE_SIZE)),
                            model_int(m, (value)member));
    size_t class = find_marking(f, presence);
    const uint64_t *sizes = presence->sizes + class;
    expr result = has_elements(f, m, class, sizes[member * presence->class_count]);
    if (member + 1 == f->count)
        return result;
    return model_and(m, result, model_not(m, has_elements(f, m, class, sizes[(member + 1) * presence->class_count])));
}

// One copy of each property for each size.
static void ask(struct families *f, struct model *m, const size_t *properties)
{
    f->wanted.count = f->asked.count = 0;
    for (size_t i = 0; i < f->outcomes.count; i++)
        for (size_t k = 0; k < f->count && properties[i] != SIZE_MAX; k++) {
            if (f->outcomes.at[i].is_known[k])
                continue;
            array_push(f->mem, &f->wanted, family_copy_property(m, properties[i], is_member(f, m, k), f->mem));
            array_push(f->mem, &f->asked, ((struct family_asked){i, k}));
        }
}

// False if these cannot be counted.
static bool reduce(struct families *f, struct model *m)
{
    struct family_present *p = f->present;
    struct cause why_not = {0};
    size_t *properties = arena_alloc(&f->arena, (f->outcomes.count + 1) * sizeof *properties);
    f->wanted.count = 0;
    for (size_t i = 0; i < f->outcomes.count; i++) {
        properties[i] = is_asked(f, &f->outcomes.at[i]) ? f->wanted.count : SIZE_MAX;
        if (properties[i] != SIZE_MAX)
            array_push(f->mem, &f->wanted, f->outcomes.at[i].property);
    }
    p->of = counter_reduce_present(m, f->wanted.at, f->wanted.count, MURPHI_PRESENCE_THERE, watch_reading, f->run,
                                   f->mem, &why_not);
    if (!p->of)
        cause_log(&f->run->log, LOG_VERBOSE, why_not, f->mem, "counter abstraction of all sizes not applicable");
    f->has_unseen_locals |= why_not.code == CAUSE_COUNTER_UNSEEN_LOCALS; // of which single sizes have as many
    if (!p->of)
        return false;
    for (size_t i = 0; i < f->outcomes.count; i++)
        properties[i] = properties[i] == SIZE_MAX ? SIZE_MAX : counter_property(p->of, properties[i]);
    ask(f, counter_model(p->of), properties);
    return true;
}

// False if it is too long, or the model of that size is not made; single sizes know what to do then. Start states have
// the first elements there, and traces begin with these.
static bool lift(struct families *f, struct family_asked asked, struct result *result)
{
    struct family_present *p = f->present;
    struct reduction_stack stack = {0};
    struct model *counted = p->tracked ? p->tracked : p->input.model;
    if (result->has_trace && !family_need(f, asked.member)) {
        trace_close(&result->trace, f->mem);
        result->has_trace = false;
        return false;
    }
    reduction_stack_push(&stack, reduction_to_fewer_names(counted, f->members[asked.member].model, f->mem));
    if (p->of)
        reduction_stack_push(&stack, counter_layer(p->of));
    return !lifting_is_refused(lifting_lift(f->run, &stack, f->outcomes.at[asked.outcome].property, result));
}

void family_take_at_once(void *context, size_t goal_index, struct result *result)
{
    struct families *f = context;
    struct family_asked asked = f->asked.at[goal_index];
    if (result->is_refuted || result->has_trace)
        family_note_refuted(f, goal_index);
    if (result->verdict == VERDICT_UNDECIDED && !cause_is_wrong_answer(result->cause))
        return;
    if (result->has_trace && !family_wants_trace(f, goal_index)) {
        trace_close(&result->trace, f->mem);
        result->has_trace = false;
    }
    method_reduce(&result->method, REDUCTION_FAMILY);
    if (!lift(f, asked, result))
        return;
    if (f->tracked)
        method_reduce(&result->method, REDUCTION_TRACKED);
    f->run->watch.decided += f->by_sizes;
    f->has_counted = f->by_sizes;
    family_take(f, &f->outcomes.at[asked.outcome], asked.member, result);
}

// Without counters.
struct model *family_present_model(const struct families *f)
{
    return f->present->input.model;
}

void family_ask_at_once(struct families *f)
{
    size_t *properties = arena_alloc(&f->arena, (f->outcomes.count + 1) * sizeof *properties);
    for (size_t i = 0; i < f->outcomes.count; i++)
        properties[i] = f->outcomes.at[i].property;
    ask(f, f->present->input.model, properties);
}

static bool is_of(const struct placement *p, struct site site)
{
    for (uint32_t i = 0; i < p->site_count; i++)
        if (p->sites[i].class == site.class && p->sites[i].element == site.element)
            return true;
    return false;
}

// What says that it is a size or a larger one comes before the first variable that only these have.
static const char **order_by_size(struct families *f, const char *const *order)
{
    const struct model *m = f->present->input.model;
    const struct murphi_presence *presence = &f->present->presence;
    size_t count = 0, known = 0;
    const char **all = arena_alloc(&f->arena, (model_cell_count(m) + 1) * sizeof *all);
    cell_id first = (cell_id)(model_cell_count(m) - (f->count - 1));
    for (; *order; order++) {
        cell_id cell = model_find_cell(m, *order);
        if (cell == CELL_NONE)
            continue;
        for (; known < presence->first_sizes[cell]; known++)
            all[count++] = model_cell(m, first + (cell_id)known)->name;
        all[count++] = *order;
    }
    for (; known + 1 < f->count; known++)
        all[count++] = model_cell(m, first + (cell_id)known)->name;
    return all;
}

// Behind the first variable of its component.
const char **family_order_at_once(struct families *f, const char *const *order)
{
    const struct model *m = f->present->input.model;
    size_t cells = model_cell_count(m), count = 0;
    const char **all = arena_alloc(&f->arena, (cells + 1) * sizeof *all);
    bool *is_there = arena_alloc(&f->arena, cells + 1);
    if (f->present->presence.trees)
        return order_by_size(f, order);
    for (; *order; order++) {
        cell_id cell = model_find_cell(m, *order);
        if (cell == CELL_NONE)
            continue;
        all[count++] = *order;
        for (cell_id c = 0; c < cells; c++) {
            struct placement there = model_placement(m, c), its = model_placement(m, cell);
            const char *name = model_cell(m, c)->name;
            if (is_there[c] || there.site_count != 1 || !is_of(&its, there.sites[0]) ||
                strncmp(name, MURPHI_PRESENCE_THERE, strlen(MURPHI_PRESENCE_THERE)) != 0)
                continue;
            all[count++] = name;
            is_there[c] = true;
        }
    }
    return all;
}

expr family_is_present(struct families *f, size_t member)
{
    return is_member(f, f->present->input.model, member);
}

static bool count_once(struct families *f, struct model *m)
{
    if (!reduce(f, m))
        return false;
    struct portfolio_setup setup = {.job = f->job,
                                    .model = counter_model(f->present->of),
                                    .counters = f->present->of,
                                    .are_counters = true,
                                    .wanted = f->wanted.at,
                                    .wanted_count = f->wanted.count,
                                    .started = f->started,
                                    .deadline = job_deadline(f->job, f->started),
                                    .decided = family_take_at_once,
                                    .is_pointless = family_is_pointless,
                                    .copied = family_outcome_of,
                                    .wants_trace = family_wants_trace,
                                    .context = f};
    setup.deadline = setup.deadline > 0 ? (setup.deadline + clock_now()) / 2 : clock_now() + MOST_SECONDS;
    family_begin_together(f, "at once", f->count);
    family_decide_together(f, &setup, NULL);
    return true;
}

static void drop_counters(struct families *f)
{
    struct family_present *p = f->present;
    family_leave_engine(f);
    counter_free(p->of);
    model_free(p->tracked);
    p->of = NULL;
    p->tracked = NULL;
}

// As in family_by_counters.c; what cannot be tracked is left to single sizes.
static void track(struct families *f)
{
    struct family_present *p = f->present;
    const struct model *m = p->input.per_orbit;
    bool *is_tried = arena_alloc(&f->arena, f->outcomes.count + 1);
    uint32_t *tracked = arena_alloc(&f->arena, (model_class_count(m) + 1) * sizeof *tracked);
    for (size_t i = 0; i < f->outcomes.count && !family_is_pointless(f) && !family_end_of_work(f, 0.5); i++) {
        if (is_tried[i] || f->outcomes.at[i].open == 0 || !tracked_elements_of(m, f->outcomes.at[i].property, tracked))
            continue;
        f->tracked = tracked;
        for (size_t k = i; k < f->outcomes.count; k++)
            is_tried[k] |= is_asked(f, &f->outcomes.at[k]);
        drop_counters(f);
        p->tracked = input_lower_tracked(f->run, &p->input, tracked);
        if (p->tracked)
            count_once(f, p->tracked);
    }
    f->tracked = NULL;
}

bool family_count_at_once(struct families *f)
{
    f->tracked = NULL;
    if (!count_once(f, f->present->input.model))
        return false;
    track(f);
    return true;
}
