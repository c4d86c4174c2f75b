// coset check --family in several processes.
//
// What is searched for all sizes together is divided by properties: all sizes of one stay together, since its fixpoints
// serve them all. What is left to single sizes is divided by these, and by properties where there are fewer sizes than
// processes. This process has made the models before, and takes results as an engine would give them; those of single
// sizes when all are there, from the smallest up, so that all is as if there were one process.
#include "run/family/family_run.h"

#include <string.h>

#include "reduce/instances/instances.h"
#include "run/checkpoint/checkpoint.h"
#include "run/workers/assignment.h"

static bool wants_statistics(const struct families *f)
{
    return f->job->statistics;
}

static void note_peak(struct families *f, size_t peak)
{
    f->peak = peak > f->peak ? peak : f->peak;
}

static void open_summary(struct families *f, struct summary *found)
{
    if (!found->mem)
        summary_open(found, 0, f->mem);
}

// ---- All sizes together ---------------------------------------------------------------------------------------------

struct together {
    struct families *families;
    void (*count)(struct families *);
    struct cause cause; // why the states are not counted, if they are not
};

static void decide(struct families *f, const struct portfolio_setup *setup, void (*count)(struct families *))
{
    f->engine = portfolio_new(f->run, setup);
    for (size_t i = 0; setup->is_known && i < setup->wanted_count; i++)
        if (setup->is_known[i])
            portfolio_forget(f->engine, i);
    portfolio_decide_all(f->engine);
    if (count && setup->counts_states)
        count(f);
}

static void run_together(void *context, const struct assignment *assignment, const struct portfolio_setup *setup,
                         struct str *told)
{
    struct together *t = context;
    struct families *f = t->families;
    struct summary found;
    (void)assignment;
    f->job = setup->job;
    decide(f, setup, t->count);
    checkpoint_save_share(f->run->checkpoint);
    summary_open(&found, 0, f->mem);
    found.has_statistics = wants_statistics(f);
    if (found.has_statistics)
        portfolio_get_statistics(f->engine, &found.statistics);
    summary_put(&found, told);
    wire_put_number(f->mem, told, f->has_sorted);
    for (size_t i = 0; i < f->count; i++) {
        wire_put_text(f->mem, told, f->reachable[i]);
        wire_put_text(f->mem, told, f->orbits[i]);
    }
    wire_put_cause(f->mem, told, f->uncounted[0]);
}

// Which traces are wanted depends on what is known to fail.
static void note_together(void *context, size_t goal_index, const struct result *result)
{
    struct families *f = ((struct together *)context)->families;
    struct family_asked asked = f->asked.at[goal_index];
    if (result->verdict != VERDICT_FAILS)
        return;
    f->outcomes.at[asked.outcome].verdicts[asked.member] = VERDICT_FAILS;
    f->outcomes.at[asked.outcome].is_known[asked.member] = true;
}

static bool note_states(struct families *f, size_t member, const char *states, const char *orbits)
{
    mpz_t numbers[2];
    mpz_inits(numbers[0], numbers[1], NULL);
    bool good = mpz_set_str(numbers[0], states, 10) == 0 && mpz_set_str(numbers[1], orbits, 10) == 0;
    if (good && !f->reachable[member])
        family_note_states(f, member, numbers[0], numbers[1]);
    mpz_clears(numbers[0], numbers[1], NULL);
    return good;
}

static bool hear_together(void *context, const struct share *share, struct wire_reader *r)
{
    struct together *t = context;
    struct families *f = t->families;
    (void)share;
    bool good = summary_add(&f->together, r);
    f->has_sorted |= wire_get_number(r) == 1;
    for (size_t i = 0; i < f->count && good && !r->is_bad; i++) {
        const char *states = wire_get_text(r, &f->arena), *orbits = wire_get_text(r, &f->arena);
        good = !states || (orbits && note_states(f, i, states, orbits));
    }
    struct cause cause = wire_get_cause(r, &f->arena);
    t->cause = cause.code ? cause : t->cause;
    return good && !r->is_bad;
}

static void lack_together(void *context, const struct share *share, struct cause cause)
{
    if (share->goal_indices.count == 0)
        ((struct together *)context)->cause = cause;
}

static size_t outcome_of(void *context, size_t goal_index)
{
    return family_outcome_of(((struct together *)context)->families, goal_index);
}

// Neighbours go to different processes, as for a single model.
static void share_outcomes(struct families *f, share_array *shares)
{
    size_t most = (size_t)f->job->jobs, parts = f->outcomes.count < most ? f->outcomes.count : most;
    for (size_t part = 0; part < parts; part++) {
        struct share share = {.is_whole = true};
        for (size_t i = 0; i < f->asked.count; i++)
            if (f->asked.at[i].outcome % parts == part)
                array_push(f->mem, &share.goal_indices, i);
        if (share.goal_indices.count > 0)
            array_push(f->mem, shares, share);
    }
}

void family_decide_together(struct families *f, const struct portfolio_setup *setup, void (*count)(struct families *))
{
    if (f->job->jobs <= 1) {
        decide(f, setup, count);
        return;
    }
    struct together t = {.families = f, .count = count};
    share_array shares = {0};
    struct workers_work work = {.setup = setup,
                                .group_of = outcome_of,
                                .model = family_model(f->family),
                                .run = run_together,
                                .note = note_together,
                                .hear = hear_together,
                                .lack = lack_together,
                                .context = &t,
                                .counts_states = count && setup->counts_states,
                                .is_time_divided = true,
                                .texts = &f->arena};
    open_summary(f, &f->together);
    share_outcomes(f, &shares);
    note_peak(f, workers_decide_all(f->run, &work, &shares));
    if (work.counts_states && f->count == 1) // where there are several, each may be counted by itself
        family_lack_states(f, 0, run_is_interrupted(f->run) ? cause_of(CAUSE_INTERRUPTED) : t.cause);
    if (setup->instances) // those that are the engines' are copies
        property_instances_close(setup->instances);
}

void family_drop_engine(struct families *f)
{
    portfolio_free(f->engine);
    f->engine = NULL;
    f->together.has_statistics = false;
}

// ---- Single sizes ---------------------------------------------------------------------------------------------------

struct by_size {
    struct families *families;
    size_t *first; // by member: the goals that ask for it begin here, and end where the next one's begin
    bool *is_open; // by goal index: it was not known before
    struct heard {
        bool is_known;
        struct result result;
    } * heard;            // by goal index
    struct cause *causes; // by member: why its states are not counted, if they are not
};

// What is asked of all sizes.
static void ask(struct by_size *b)
{
    struct families *f = b->families;
    f->wanted.count = f->asked.count = 0;
    for (size_t member = 0; member < f->count; member++) {
        b->first[member] = f->asked.count;
        family_ask_size(f, member);
    }
    b->first[f->count] = f->asked.count;
    b->is_open = mem_zalloc(f->mem, f->asked.count + 1);
    for (size_t i = 0; i < f->asked.count; i++)
        b->is_open[i] = !f->outcomes.at[f->asked.at[i].outcome].is_known[f->asked.at[i].member];
}

// The goal of a size that is open, after so many others that are; that of the next size if there is none.
static size_t open_place(const struct by_size *b, size_t member, size_t number)
{
    size_t goal_index = b->first[member];
    for (; goal_index < b->first[member + 1]; goal_index++)
        if (b->is_open[goal_index] && number-- == 0)
            break;
    return goal_index;
}

static size_t count_open(const struct by_size *b, size_t member)
{
    size_t count = 0;
    for (size_t goal_index = b->first[member]; goal_index < b->first[member + 1]; goal_index++)
        count += b->is_open[goal_index];
    return count;
}

static bool wants_states(const struct families *f, size_t member)
{
    return f->job->states && !f->reachable[member];
}

static bool is_left(const struct by_size *b, size_t member)
{
    return count_open(b, member) > 0 || wants_states(b->families, member);
}

// Gives the most parts of a size.
static size_t share_sizes(struct by_size *b, share_array *shares)
{
    struct families *f = b->families;
    size_t sizes = 0, most = (size_t)f->job->jobs;
    for (size_t i = 0; i < f->count; i++)
        sizes += is_left(b, i);
    size_t parts_of_each = sizes > 0 && most / sizes > 1 ? most / sizes : 1;
    for (size_t member = 0; member < f->count; member++) {
        size_t asked = count_open(b, member);
        size_t parts = asked < parts_of_each ? asked : parts_of_each;
        for (size_t part = 0; is_left(b, member) && part < (parts ? parts : 1); part++) {
            struct share share = {.task = member, .is_whole = true};
            for (size_t i = part; i < asked; i += parts)
                array_push(f->mem, &share.goal_indices, open_place(b, member, i));
            array_push(f->mem, shares, share);
        }
    }
    return parts_of_each;
}

// In a process of its own, where goals are counted from the size's first one.
struct of_size {
    const struct portfolio_setup *setup;
    size_t first;
};

static void hand_on(void *context, size_t goal_index, struct result *result)
{
    const struct of_size *s = context;
    s->setup->decided(s->setup->context, s->first + goal_index, result);
}

static void hand_on_refuted(void *context, size_t goal_index)
{
    const struct of_size *s = context;
    s->setup->refuted(s->setup->context, s->first + goal_index);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void run_size(void *context, const struct assignment *assignment, const struct portfolio_setup *share,
                     struct str *told)
{
    struct by_size *b = context;
    struct families *f = b->families;
    size_t member = assignment->share->task, first = b->first[member];
    struct of_size of = {share, first};
    f->job = share->job; // here it has the limits of the process
    struct portfolio_setup setup = family_setup_of_size(f);
    struct summary found;
    setup.wanted = f->wanted.at + first;
    setup.wanted_count = b->first[member + 1] - first;
    setup.is_known = share->is_known + first;
    setup.is_share = true;
    // Of several parts of a size, the first one counts.
    setup.counts_states =
        wants_states(f, member) && (assignment->share->goal_indices.count == 0 ||
                                    assignment->share->goal_indices.at[0] == open_place(b, member, 0));
    setup.decided = hand_on;
    setup.refuted = hand_on_refuted;
    setup.is_pointless = never;
    setup.context = &of;
    family_look_at(f, member, &setup);
    summary_open(&found, 0, f->mem);
    summary_take_symmetry(&found, f->strategy);
    if (setup.counts_states)
        summary_count_states(&found, f->strategy);
    if (family_minds_fairness(f, member))
        summary_take_warnings(&found, f->strategy);
    checkpoint_save_share(f->run->checkpoint);
    if (wants_statistics(f))
        summary_take_statistics(&found, f->strategy);
    summary_put(&found, told);
    wire_put_number(f->mem, told, strategy_are_orbits(f->strategy)); // of states that others may have counted
}

// ---- What comes back ------------------------------------------------------------------------------------------------

static struct input *input_of(void *context, size_t goal_index)
{
    struct families *f = ((struct by_size *)context)->families;
    return f->inputs[f->asked.at[goal_index].member];
}

// Larger sizes that begin from now on need no trace to show what fails here; all else waits, but for the checkpoint.
static void take_heard(void *context, size_t goal_index, struct result *result)
{
    struct by_size *b = context;
    struct families *f = b->families;
    struct family_asked asked = f->asked.at[goal_index];
    struct family_outcome *o = &f->outcomes.at[asked.outcome];
    b->heard[goal_index] = (struct heard){true, *result};
    f->run->watch.decided++;
    o->is_of_size[asked.member] = result->verdict != VERDICT_UNDECIDED;
    family_keep(f, o, asked.member, result);
    if (result->verdict == VERDICT_FAILS) {
        o->verdicts[asked.member] = VERDICT_FAILS;
        o->is_known[asked.member] = true;
    }
}

static void note_refuted(void *context, size_t goal_index)
{
    family_note_refuted(((struct by_size *)context)->families, goal_index);
}

static bool is_pointless(void *context)
{
    return family_is_pointless(((struct by_size *)context)->families);
}

static bool hear_size(void *context, const struct share *share, struct wire_reader *r)
{
    struct by_size *b = context;
    struct families *f = b->families;
    struct summary found;
    summary_open(&found, 0, f->mem);
    bool good = summary_add(&found, r);
    bool are_orbits = wire_get_index(r, 2);
    good = good && !r->is_bad && found.symmetry_method;
    family_note_warnings(f, share->task, &found.warnings);
    if (good && found.states_are_known)
        good = note_states(f, share->task, found.states, found.orbits);
    else if (good && found.cause.code)
        b->causes[share->task] = cause_keep(found.cause, &f->arena);
    if (!good || (f->has_told_by_itself && f->last > share->task)) {
        summary_close(&found);
        return good;
    }
    summary_close(&f->by_itself);
    f->by_itself = found;
    f->has_told_by_itself = true;
    family_note_last(f, share->task, found.symmetry, found.symmetry_method, are_orbits);
    return true;
}

static void lack_size(void *context, const struct share *share, struct cause cause)
{
    struct by_size *b = context;
    b->causes[share->task] = cause;
}

static void take_size(struct by_size *b, size_t member)
{
    struct families *f = b->families;
    for (size_t goal_index = b->first[member]; goal_index < b->first[member + 1]; goal_index++) {
        struct result none = {.verdict = VERDICT_UNDECIDED, .cause = cause_of(CAUSE_OUTPUT_LOST)};
        struct heard *heard = &b->heard[goal_index];
        struct family_outcome *o = &f->outcomes.at[f->asked.at[goal_index].outcome];
        if (b->is_open[goal_index])
            family_take(f, o, member, heard->is_known ? &heard->result : &none);
    }
    if (wants_states(f, member))
        family_lack_states(f, member, b->causes[member]);
}

void family_check_rest_in_processes(struct families *f)
{
    struct by_size b = {.families = f};
    share_array shares = {0};
    b.first = mem_zalloc(f->mem, (f->count + 1) * sizeof *b.first);
    b.causes = mem_zalloc(f->mem, (f->count + 1) * sizeof *b.causes);
    ask(&b);
    family_report(f); // what needs no search
    size_t goal_indices = f->asked.count + 1;
    b.heard = mem_zalloc(f->mem, goal_indices * sizeof *b.heard);
    struct portfolio_setup setup = {.job = f->job,
                                    .wanted = f->wanted.at,
                                    .wanted_count = f->wanted.count,
                                    .started = f->started,
                                    .deadline =
                                        family_is_for_failures(f) ? f->search_end : job_deadline(f->job, f->started),
                                    .decided = take_heard,
                                    .refuted = note_refuted,
                                    .is_pointless = is_pointless,
                                    .context = &b};
    struct workers_work work = {.setup = &setup,
                                .input_of = input_of,
                                .run = run_size,
                                .hear = hear_size,
                                .lack = lack_size,
                                .context = &b,
                                .texts = &f->arena};
    work.has_own_searches = share_sizes(&b, &shares) == 1;
    note_peak(f, workers_decide_all(f->run, &work, &shares));
    for (size_t i = 0; i < f->count; i++)
        if (is_left(&b, i))
            take_size(&b, i);
    mem_free(f->mem, b.heard, goal_indices * sizeof *b.heard);
    mem_free(f->mem, b.is_open, goal_indices);
    mem_free(f->mem, b.causes, (f->count + 1) * sizeof *b.causes);
    mem_free(f->mem, b.first, (f->count + 1) * sizeof *b.first);
}
