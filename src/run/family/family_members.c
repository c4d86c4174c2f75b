// The models for all sizes of a family.
#include "run/family/family_run.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "murphi/size_fragment.h"
#include "report/cause_words.h"

#define MOST_SEARCHED 6 // the largest one where rules are about many elements

// ---- Members --------------------------------------------------------------------------------------------------------

// Counters need no more than an instance of each rule per orbit; what else needs the model makes it.
static bool counts(const struct families *f)
{
    unsigned symmetry = f->job->symmetry;
    return f->by_sizes && (symmetry == JOB_SYMMETRY_AUTO || symmetry == JOB_SYMMETRY_COUNTERS);
}

// "N=3", as -D takes it.
static const char *constant_of_size(struct families *f, int64_t size, size_t constant)
{
    struct str text = {0};
    str_add(f->mem, &text, "%s=%" PRId64, f->grid ? f->grid->names[constant] : f->name,
            f->grid ? size_grid_point(f->grid, size)[constant] : size);
    const char *kept = arena_copy(&f->arena, text.at, text.count);
    str_free(f->mem, &text);
    return kept;
}

struct option_list family_constants(struct families *f, size_t member)
{
    const struct option_list given = f->job->constants;
    size_t count = f->grid ? f->grid->constants : 1;
    const char **all = arena_alloc(&f->arena, (given.count + count) * sizeof *all);
    for (size_t i = 0; i < given.count; i++)
        all[i] = given.at[i];
    for (size_t i = 0; i < count; i++)
        all[given.count + i] = constant_of_size(f, f->sizes[member], i);
    return (struct option_list){all, given.count + count, given.count + count};
}

static bool open_member(struct families *f, size_t member, bool tree_only)
{
    struct run *run = f->run;
    enum log_level level = run->log.level;
    void (*show)(void *, const struct diag *) = run->host.show;
    struct job *job = arena_alloc(&f->arena, sizeof *job);
    *job = *f->job;
    job->constants = family_constants(f, member);
    if (f->refused_count) // what is wrong with one size is shown, and of others that there is something
        run->host.show = NULL;
    if (member + 1 < f->count && level > LOG_ERROR) // what is warned of in all sizes is said once
        run->log.level = LOG_ERROR;
    bool good;
    if (tree_only)
        good = input_open_tree(run, job, job->model, counts(f), f->inputs[member]);
    else {
        bool (*open)(struct run *, const struct job *, const char *, struct input *) =
            counts(f) ? input_open_per_orbit : input_open;
        good = open(run, job, job->model, f->inputs[member]) && input_check_values(run, f->inputs[member]);
    }
    run->log.level = level;
    run->host.show = show;
    // A model that is not made is as that of the largest size in all that is asked of it.
    struct model *model = tree_only ? f->members[f->all - 1].model : f->inputs[member]->model;
    f->members[member] = (struct family_member){model, f->sizes[member]};
    f->is_open[member] = true;
    return good;
}

static void tell_refused(struct families *f, int64_t size)
{
    struct str constants = {0};
    for (size_t i = 0; i < (f->grid ? f->grid->constants : 1); i++)
        str_add(f->mem, &constants, "%s%s", i > 0 ? ", " : "", constant_of_size(f, size, i));
    if (!f->run->watch.stopped)
        log_error(&f->run->log, "the family has no model for %s", str_text(&constants));
    str_free(f->mem, &constants);
}

// Whether components can be exchanged at will. Rotations alone are too few for a search of single sizes to be worth it.
static bool is_symmetric(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++) {
        const struct component_class *class = model_class(m, i);
        if (class->size > 1 && !class->is_ring && !class->obstacle)
            return true;
    }
    return false;
}

// The largest size tells whether there are symmetries to be used.
static bool choose_way(struct families *f)
{
    struct input *largest = f->inputs[f->count - 1];
    if (!f->by_sizes || f->job->symmetry != JOB_SYMMETRY_AUTO || is_symmetric(largest->model))
        return true;
    f->by_sizes = false;
    bool good = input_lower_fully(f->run, largest);
    f->members[f->count - 1].model = largest->model;
    return good;
}

enum cause_code family_end_of_work(const struct families *f, double part)
{
    double limit = f->job->time_limit;
    if (watch_is_interrupted(f->run))
        return CAUSE_INTERRUPTED;
    return limit > 0 && clock_now() > f->started + limit * part ? CAUSE_OUT_OF_TIME : CAUSE_NONE;
}

// A size may have no model: no components, say. It is undecided, and the others move up. Inputs stay where they are,
// for their trees point at them.
static void refuse(struct families *f, size_t member)
{
    struct input *input = f->inputs[member];
    size_t place = f->refused_count++;
    input_close(f->run, input);
    for (; place > 0 && f->refused[place - 1] > f->sizes[member]; place--)
        f->refused[place] = f->refused[place - 1];
    f->refused[place] = f->sizes[member];
    f->all--;
    f->count--;
    for (size_t i = member; i < f->all; i++) {
        f->sizes[i] = f->sizes[i + 1];
        f->inputs[i] = f->inputs[i + 1];
        f->members[i] = f->members[i + 1];
        f->is_open[i] = f->is_open[i + 1];
    }
    f->inputs[f->all] = input;
    f->is_open[f->all] = false;
}

static bool can_refuse(const struct families *f)
{
    return f->all > 1 && !f->is_unbounded && !f->run->watch.stopped;
}

// The largest one first: what is wrong with the text shows there. If it is not the text, some smaller size has a model.
static bool open_largest(struct families *f)
{
    bool good = open_member(f, f->all - 1, false);
    if (!good)
        tell_refused(f, f->sizes[f->all - 1]);
    while (!good && can_refuse(f) && f->inputs[f->all - 1]->is_parsed && watch_reading(f->run, "models of all sizes")) {
        refuse(f, f->all - 1);
        good = open_member(f, f->all - 1, false);
    }
    for (size_t i = 0; good && i + 1 < f->refused_count; i++)
        tell_refused(f, f->refused[i]);
    return good;
}

// From the smallest up. What half of the time that is left is not enough for is left out.
static bool open_others(struct families *f, bool trees_only)
{
    struct watch *watch = &f->run->watch;
    double given = watch->deadline, half = (clock_now() + given) / 2;
    size_t i = 0;
    if (given > 0)
        watch->deadline = half;
    while (i + 1 < f->all && watch_reading(f->run, "models of all sizes"))
        if (open_member(f, i, trees_only))
            i++;
        else if (can_refuse(f)) {
            tell_refused(f, f->sizes[i]);
            refuse(f, i);
        } else
            break;
    watch->deadline = given;
    if (i + 1 == f->all)
        return true;
    f->too_late = watch->stopped;
    f->count = i;
    if (!run_is_interrupted(f->run))
        watch->stopped = CAUSE_NONE;
    return f->too_late;
}

// How many elements something of the text is about at a time, as far as that has a bound.
static uint32_t most_needed(const struct families *f, const struct murphi_tree *tree)
{
    struct size_classes classes;
    struct size_refusal refusal;
    struct size_need need;
    uint32_t most = 0;
    if (!murphi_sized_classes(tree, f->name, &classes, &refusal))
        return 0;
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        if ((rule->kind == MURPHI_RULE || murphi_invariant_of(rule)) &&
            murphi_size_need(tree, classes.at, classes.count, rule, &need, &refusal) &&
            need.parameters + need.witnesses > most)
            most = need.parameters + need.witnesses;
    return most;
}

static void make_room(struct families *f)
{
    f->inputs = arena_alloc(&f->arena, f->count * sizeof *f->inputs);
    f->members = arena_alloc(&f->arena, f->count * sizeof *f->members);
    f->sizes = arena_alloc(&f->arena, f->count * sizeof *f->sizes);
    f->refused = arena_alloc(&f->arena, f->count * sizeof *f->refused);
    for (size_t i = 0; i < f->count; i++) {
        f->inputs[i] = arena_alloc(&f->arena, sizeof *f->inputs[i]);
        f->sizes[i] = f->low + (int64_t)i;
    }
    f->is_open = arena_alloc(&f->arena, f->count * sizeof *f->is_open);
    f->reachable = arena_alloc(&f->arena, f->count * sizeof *f->reachable);
    f->orbits = arena_alloc(&f->arena, f->count * sizeof *f->orbits);
    f->uncounted = arena_alloc(&f->arena, f->count * sizeof *f->uncounted);
}

// Where every size is asked for, and a rule is about five elements, nothing happens by it in four. (A class has as many
// elements as the constant says, but for few models.) The text is good, and was warned of.
static bool widen(struct families *f)
{
    int64_t needed = most_needed(f, &f->inputs[f->all - 1]->murphi);
    enum log_level level = f->run->log.level;
    if (!f->is_unbounded || f->has_shown || needed <= f->high || f->high >= MOST_SEARCHED)
        return true;
    input_close(f->run, f->inputs[f->all - 1]);
    f->high = needed < MOST_SEARCHED ? needed : MOST_SEARCHED;
    f->all = f->count = (size_t)(f->high - f->low) + 1;
    make_room(f);
    f->run->log.level = level < LOG_ERROR ? level : LOG_ERROR;
    bool good = open_member(f, f->all - 1, false);
    f->run->log.level = level;
    return good;
}

// All but the largest one, of which there is a model.
static void close_trees(struct families *f)
{
    for (size_t i = 0; i + 1 < f->all; i++) {
        input_close(f->run, f->inputs[i]);
        f->is_open[i] = false;
    }
}

bool family_open_members(struct families *f)
{
    make_room(f);
    f->by_sizes = f->job->symmetry != JOB_SYMMETRY_OFF;
    if (!open_largest(f) || !widen(f) || !choose_way(f))
        return false;
    if (!family_may_read_once(f))
        return open_others(f, false);
    if (!open_others(f, true))
        return false;
    if (f->count < f->all) // not even trees: there are no models
        f->count = 0;
    if (f->count == 0)
        return true;
    if (family_open_present(f)) {
        log_verbose(&f->run->log, "all sizes are made from one reading");
        return true;
    }
    close_trees(f);
    return open_others(f, false);
}

bool family_need(struct families *f, size_t member)
{
    struct input *input = f->inputs[member];
    struct run *run = f->run;
    enum log_level level = run->log.level;
    if (!input->is_tree_only)
        return true;
    if (level > LOG_ERROR) // what is warned of was said of the largest size
        run->log.level = LOG_ERROR;
    bool good = input_lower_tree(run, input) && input_check_values(run, input);
    run->log.level = level;
    if (!good)
        return false;
    f->members[member].model = input->model;
    for (size_t i = 0; i < f->outcomes.count; i++) { // it may have fewer properties than the largest one
        struct family_outcome *o = &f->outcomes.at[i];
        o->numbers[member] = family_number_in(f->members[f->leader].model, o->property, input->model);
    }
    return true;
}

bool family_need_all(struct families *f)
{
    bool good = true;
    for (size_t i = 0; i < f->count && good; i++)
        good = family_need(f, i);
    return good;
}

bool family_is_late(void *context)
{
    return family_end_of_work(context, 1);
}

// What cannot be made one model of is decided one size after the other.
void family_make(struct families *f)
{
    struct cause why_not = {0};
    bool is_stuck = f->job->deadlock == MURPHI_DEADLOCK_STUCK;
    if (!f->by_sizes && f->count > 0 && !f->present) {
        f->family = family_new(f->members, f->count, is_stuck ? FAMILY_DEADLOCK_STUCK : FAMILY_DEADLOCK_UNCHANGED,
                               &(struct family_limit){family_is_late, f}, f->mem, &why_not);
        enum cause_code end = family_end_of_work(f, 1);
        if (!f->family && end) {
            f->too_late = end;
            f->count = 0;
        } else if (!f->family) {
            cause_log(&f->run->log, LOG_VERBOSE, why_not, f->mem, "not all sizes are searched together");
            f->by_sizes = true;
        }
    }
}

bool family_find_properties(struct families *f)
{
    f->leader = f->count > 0 ? family_find_leader(f->members, f->count) : f->all - 1;
    for (size_t i = 0; i < f->count; i++)
        if (!family_has_same_properties(f->members[f->leader].model, f->members[i].model)) {
            struct str path = {0};
            input_add_quoted(f->run, &path, f->job->model);
            log_error(&f->run->log,
                      "%s cannot be checked as a family: it has other properties in some sizes than in others",
                      str_text(&path));
            str_free(f->mem, &path);
            return false;
        }
    return true;
}
