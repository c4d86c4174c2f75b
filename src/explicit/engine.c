// The engine from outside: how it is made, and what it took.
#include "explicit/engine.h"

#include "explicit/parallel_search.h"
#include "explicit/rank_search.h"

#define MOST_TRIES 10000000 // values that are tried for the successors of one state, where rules cannot be compiled

// ---- Making ---------------------------------------------------------------------------------------------------------

// What grows with the states may take all but an eighth, which is left to what is small: only the former can fail.
static size_t bytes_for_states(const struct explicit_engine *e)
{
    size_t limit = e->options.memory_limit / 8 * 7;
    if (e->options.memory_limit == 0)
        return 0;
    return limit > e->mem->used ? limit - e->mem->used : 1;
}

static bool is_last_moment(void *context)
{
    struct explicit_engine *e = context;
    e->phase = "rules for states";
    return explicit_is_over(e, e->options.last_moment);
}

// The whole has no rules of its own; it knows states.
static bool make_members(struct explicit_engine *e)
{
    struct twins twins = {e->twin_first, e->twins_before};
    const struct symmetry *symmetry = e->canonical ? e->options.symmetry : NULL;
    if (e->cannot)
        e->cause = e->cannot;
    for (size_t i = 0; i < e->options.member_count && !e->cannot; i++) {
        struct family_rules *m = &e->members[i];
        if (m->is_made)
            continue;
        e->cause = CAUSE_NONE;
        if (!family_rules_make(m, symmetry, twins, is_last_moment, e, e->mem)) {
            if (!e->cause)
                e->cause = e->cannot = CAUSE_UNSUPPORTED_MEMBER;
            return false;
        }
    }
    e->is_made = !e->cannot && rules_open(&e->rules, &e->layout, false, NULL, 0, NULL, NULL, e->evaluator, e->mem);
    return e->is_made;
}

static bool is_over(void *context)
{
    return explicit_should_stop(context);
}

static bool make_steps(struct explicit_engine *e)
{
    const struct explicit_steps *steps = e->options.steps;
    if (!steps->open(steps->context, &e->layout, e->canonical ? e->options.symmetry : NULL)) {
        e->cause = CAUSE_UNSUPPORTED_KIND;
        return false;
    }
    rules_open_steps(&e->rules, &e->layout, steps, e->watch_count, e->mem);
    e->rules.is_over = is_over;
    e->rules.context = e;
    e->is_made = true;
    quotient_use_twins(e);
    return true;
}

bool explicit_make(struct explicit_engine *e)
{
    if (e->is_made)
        return true;
    if (e->members)
        return make_members(e);
    if (e->options.steps)
        return make_steps(e);
    e->is_made = rules_open(&e->rules, &e->layout, !e->options.uncompiled, e->rule_watches, e->rule_watch_count,
                            is_last_moment, e, e->evaluator, e->mem);
    if (e->is_made)
        quotient_use_twins(e);
    else
        rules_close(&e->rules);
    return e->is_made;
}

static void open_members(struct explicit_engine *e)
{
    e->members = mem_zalloc(e->mem, e->options.member_count * sizeof *e->members);
    for (size_t i = 0; i < e->options.member_count; i++)
        if (!family_rules_open(&e->members[i], &e->options.members[i], &e->layout, e->mem))
            e->cannot = CAUSE_MISFIT_OF_MEMBER;
}

static void close_members(struct explicit_engine *e)
{
    for (size_t i = 0; e->members && i < e->options.member_count; i++)
        family_rules_close(&e->members[i], e->mem);
    mem_free(e->mem, e->members, e->members ? e->options.member_count * sizeof *e->members : 0);
    array_free(&e->bulk, &e->member_of);
}

struct explicit_engine *explicit_new(const struct model *model, const struct explicit_options *options, struct mem *mem)
{
    struct explicit_engine *e = mem_zalloc(mem, sizeof *e);
    *e = (struct explicit_engine){.mem = mem,
                                  .model = model,
                                  .options = *options,
                                  .traces = options->traces,
                                  .deadline = options->deadline,
                                  .dead_end = STORE_NONE};
    e->texts.mem = mem;
    e->evaluator = evaluator_new(model, mem);
    e->guide.tries = MOST_TRIES;
    evaluator_guide(e->evaluator, &e->guide);
    layout_open(&e->layout, model, options->symmetry, mem);
    if (options->members)
        open_members(e);
    explicit_find_watches(e);
    for (int i = 0; i < 2; i++)
        e->step[i] = mem_zalloc(mem, (e->layout.cells + 1) * sizeof *e->step[i]);
    e->bulk = (struct mem){.parent = mem, .limit = bytes_for_states(e), .folder = options->folder};
    uint8_t *widths = mem_alloc(mem, e->layout.words * sizeof *widths);
    layout_widths(&e->layout, widths);
    e->has_store = store_open(&e->store, e->layout.words, widths, options->folder ? 0 : mem_limit(&e->bulk), &e->bulk);
    mem_free(mem, widths, e->layout.words * sizeof *widths);
    if (options->compacts)
        e->has_store = e->has_store && store_compact(&e->store);
    e->batch = (struct batch){.mem = &e->bulk, .width = e->layout.words};
    recent_open(&e->recent, e->layout.words);
    quotient_open(e);
    rank_search_open(e);
    explicit_make(e);
    return e;
}

void explicit_free(struct explicit_engine *e)
{
    if (!e)
        return;
    size_t properties = model_property_count(e->model);
    branching_free(e);
    parallel_free(e);
    rank_search_close(e);
    quotient_close(e);
    batch_free(&e->batch);
    recent_close(&e->recent, &e->bulk);
    array_free(&e->bulk, &e->roots);
    store_close(&e->store);
    if (e->is_made)
        rules_close(&e->rules);
    close_members(e);
    arena_free(&e->texts);
    array_free(e->mem, &e->with_inputs);
    for (int i = 0; i < 2; i++)
        mem_free(e->mem, e->step[i], (e->layout.cells + 1) * sizeof *e->step[i]);
    mem_free(e->mem, e->rule_watches, (2 * properties + 1) * sizeof *e->rule_watches);
    mem_free(e->mem, e->watched, (2 * properties + 1) * sizeof *e->watched);
    mem_free(e->mem, e->watch_of, (properties + 1) * sizeof *e->watch_of);
    mem_free(e->mem, e->error_watch_of, (properties + 1) * sizeof *e->error_watch_of);
    mem_free(e->mem, e->sought_of, (properties + 1) * sizeof *e->sought_of);
    mem_free(e->mem, e->deadlock, e->deadlock ? (e->layout.cells + 1) * sizeof *e->deadlock : 0);
    layout_close(&e->layout);
    evaluator_free(e->evaluator);
    mem_free(e->mem, e, sizeof *e);
}

void explicit_set_deadline(struct explicit_engine *e, double at)
{
    e->deadline = at;
}

void explicit_set_threads(struct explicit_engine *e, size_t threads)
{
    if (threads == e->threads_wanted)
        return;
    parallel_free(e);
    e->threads = e->threads_wanted = threads;
}

// ---- The end --------------------------------------------------------------------------------------------------------

#define MOST_GROWTH 0.95 // from one layer to the next: what is nearer to 1 tells nothing

double explicit_seconds(const struct explicit_engine *e)
{
    return e->seconds;
}

double explicit_seconds_left(const struct explicit_engine *e)
{
    if (e->complete)
        return 0;
    if (!e->started || e->ranks || e->last_layer == 0 || e->cursor == 0)
        return -1;
    double growth = (double)(e->layer_end - e->layer_begin) / e->last_layer;
    if (growth >= MOST_GROWTH)
        return -1;
    return e->seconds / e->cursor * (e->store.count - e->cursor) / (1 - growth);
}

// ---- Statistics -----------------------------------------------------------------------------------------------------

#define VALUE(member, unit, help) \
    { \
#        member, STATISTIC_AT(struct explicit_statistics, member), unit, help \
    }

static const struct statistic table[] = {
    VALUE(states, STATISTIC_COUNT, "reachable states that were found"),
    VALUE(transitions, STATISTIC_COUNT, "steps that were made to find them"),
    VALUE(depth, STATISTIC_COUNT, "steps from the initial states, at the most"),
    VALUE(initial_states, STATISTIC_COUNT, "states to begin with"),
    VALUE(state_bits, STATISTIC_COUNT, "bits of a packed state"),
    VALUE(compiled_actions, STATISTIC_COUNT, "actions that were compiled; the evaluator does what the others do"),
    VALUE(instructions, STATISTIC_COUNT, "instructions of the compiled actions and conditions"),
    VALUE(bytes, STATISTIC_BYTES, "all that grows with the states"),
    VALUE(bytes_peak, STATISTIC_BYTES, "the most that it ever was"),
    VALUE(bytes_on_disk, STATISTIC_BYTES, "the same in files (--disk)"),
    VALUE(bytes_per_state, STATISTIC_COUNT, "for a state in the compressed store, with its table and its predecessor"),
    VALUE(packed_bytes_per_state, STATISTIC_COUNT, "the same without compression: packed states and a table of them"),
    VALUE(seconds_searching, STATISTIC_SECONDS, "time to find the states"),
    VALUE(states_per_second, STATISTIC_COUNT, "states found in a second of it"),
    VALUE(threads, STATISTIC_COUNT, "threads that searched"),
    VALUE(rounds, STATISTIC_COUNT, "parts of frontiers that they shared out among them"),
    VALUE(seconds_at_barriers, STATISTIC_SECONDS, "time that they waited for each other, all together"),
    VALUE(ranks, STATISTIC_COUNT, "processes that searched together"),
    VALUE(messages, STATISTIC_COUNT, "messages with states between them"),
    VALUE(message_bytes, STATISTIC_BYTES, "what these held"),
};

const struct statistics explicit_statistics_table = STATISTICS("Explicit states", table);

void explicit_get_statistics(const struct explicit_engine *e, struct explicit_statistics *s)
{
    *s = (struct explicit_statistics){
        .states = e->store.count,
        .transitions = e->rules.fired,
        .depth = e->depth,
        .initial_states = e->initial_count,
        .state_bits = 64 * e->layout.words,
        .compiled_actions = e->rules.compiled && !e->rules.steps ? model_action_count(e->model) : 0,
        .instructions = e->rules.program.code.count,
        .bytes = e->bulk.used,
        .bytes_peak = e->bulk.peak,
        .bytes_on_disk = e->bulk.on_disk,
        .bytes_per_state = e->store.count ? (double)store_bytes(&e->store) / e->store.count : 0,
        .packed_bytes_per_state = e->store.count ? (double)store_bytes_uncompressed(&e->store) / e->store.count : 0,
        .seconds_searching = e->seconds,
        .states_per_second = e->seconds > 0 ? (double)e->store.count / e->seconds : 0,
    };
    parallel_statistics(e, s);
    s->ranks = 1;
    if (e->ranks)
        rank_statistics(e, s);
}
