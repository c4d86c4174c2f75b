// Every size: what can be proved for all sizes (run/every_size/size_proof.h) need not be searched in any.
#include <inttypes.h>

#include "base/clock.h"
#include "report/cause_words.h"
#include "run/every_size/counter_proof.h"
#include "run/family/family_run.h"

#define SMALL_SIZE 2    // what fails in small sizes does so in one that is asked for
#define FIRST_TURN 0.08 // for backward reachability at first
#define FIRST_CUBES 100 // ... for each property: where more are expanded, it is rarely the way
#define SHORT_TURN 0.25 // for states of small sizes before it, and for quantified invariants of one element behind it
#define FIRST_SECONDS 2 // for backward reachability, before counters are tried
#define COUNTER_SECONDS 60 // for counters, where no time is given
#define SEARCH_SECONDS 30  // for sizes in which something may fail that is not proved, or a quarter of all time
#define VIEW_SECONDS 1     // for quantified invariants at first; twice that for those that ask for other elements
#define SEEMING_SECONDS 4  // for these later on, where all that is left seems to fail, which others may still prove
#define MORE_SECONDS 30    // for these later on, where no time is given, ...
#define LATER_SECONDS 120  // ... and before that, for backward reachability
#define MOST_VIEWED 3      // elements that these speak of
#define SHORT_SECONDS 2    // for counters, where all that is left seems to fail, which a search of small sizes tells

static struct cause not_proved(struct families *f, struct cause why)
{
    return cause_with_inner(CAUSE_NOT_PROVED, cause_keep_new(why, &f->arena));
}

static void note_proved(struct families *f, struct family_outcome *o, struct size_proof *proof)
{
    struct size_proof_facts *facts = arena_alloc(&f->arena, sizeof *facts);
    struct backward_statistics s;
    size_proof_statistics(proof, &s);
    *facts = (struct size_proof_facts){.invariants = s.cubes,
                                       .elements = s.elements,
                                       .least = size_proof_least(proof),
                                       .instance = s.instance,
                                       .relaxes_rings = size_proof_relaxes_rings(proof),
                                       .relaxes_loops = size_proof_relaxes_loops(proof)};
    o->proof = facts;
    o->is_proved = true;
    o->result.method = (struct method){.backend = BACKEND_BACKWARD};
    f->invariant_count += size_proof_write(proof, f->invariant_count + 1, &f->invariants);
    for (size_t k = 0; k < f->all; k++)
        if (!o->is_known[k])
            family_note_holding(o, k);
    log_verbose(&f->run->log,
                "property %zu: %" PRIu64 " cubes of at most %" PRIu64 " elements, of %" PRIu64
                " that were expanded; %" PRIu64 " guesses, %" PRIu64 " of them wrong; instances of at most %" PRIu64
                " elements",
                o->property + 1, s.cubes, s.elements, s.processed, s.guesses, s.wrong_guesses, s.instance);
}

static const struct property *property_of(const struct families *f, const struct family_outcome *o)
{
    return model_property(f->members[f->leader].model, o->property);
}

// It may be proved.
static bool is_left(const struct family_outcome *o)
{
    return !o->is_proved && !o->fails_early;
}

static bool all_seem_to_fail(const struct families *f)
{
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (is_left(&f->outcomes.at[i]) && !f->outcomes.at[i].seems_to_fail)
            return false;
    return true;
}

// ---- Backward reachability ------------------------------------------------------------------------------------------

static void prove(struct families *f, struct family_outcome *o, struct size_proof *proof)
{
    double begun = clock_now();
    struct cause why;
    enum size_verdict verdict = size_proof_decide(proof, property_of(f, o)->goal, &why);
    o->fails_early = verdict == SIZE_FAILS && f->low <= SMALL_SIZE;
    o->seems_to_fail = verdict == SIZE_SEEMS_TO_FAIL;
    if (verdict == SIZE_HOLDS)
        note_proved(f, o, proof);
    else
        o->unproved = not_proved(f, why);
    o->result.seconds += clock_now() - begun;
}

// From one property on.
static size_t count_left(const struct families *f, size_t first)
{
    size_t count = 0;
    for (size_t i = first; i < f->outcomes.count; i++)
        count += is_left(&f->outcomes.at[i]);
    return count;
}

// Whether something is left that more may help: more time, or more cubes.
struct backward_turn {
    bool is_late, is_suspended;
};

// Each property has the same part of the time, and what others leave of theirs.
static struct backward_turn prove_each_backwards(struct families *f, struct size_proof *proof, double deadline,
                                                 struct cause why)
{
    struct backward_turn turn = {0};
    for (size_t i = 0; i < f->outcomes.count; i++) {
        struct family_outcome *o = &f->outcomes.at[i];
        if (proof && is_left(o)) {
            double now = clock_now(), share = deadline > 0 ? now + (deadline - now) / (double)count_left(f, i) : 0;
            size_proof_set_deadline(proof, share, deadline);
            prove(f, o, proof);
            turn.is_late |= !o->is_proved && share > 0 && clock_now() > share;
            turn.is_suspended |= !o->is_proved && size_proof_is_suspended(proof);
        } else if (is_left(o)) {
            o->unproved = not_proved(f, why);
        }
    }
    return turn;
}

// What small sizes tell may have taken the time of the first ones: these have what is left.
static bool prove_backwards(struct families *f, struct size_proof *proof, double deadline, uint64_t most_cubes,
                            struct cause why)
{
    double now = clock_now();
    if (proof)
        size_proof_set_most_cubes(proof, most_cubes);
    struct backward_turn turn = prove_each_backwards(f, proof, deadline, why);
    if (turn.is_late && deadline > 0 && clock_now() < deadline - (deadline - now) / 10)
        turn = prove_each_backwards(f, proof, deadline, why);
    if (proof)
        size_proof_set_most_cubes(proof, 0);
    return turn.is_late || turn.is_suspended;
}

// ---- Quantified invariants ------------------------------------------------------------------------------------------

// It is left, and there may be an invariant that proves it: for all elements, or one that asks for others.
static bool may_be_quantified(const struct family_outcome *o, enum quantified_contexts contexts)
{
    return is_left(o) && (contexts || !o->seems_to_fail);
}

// Sizes with fewer elements than the invariant speaks of are searched by themselves.
static void note_quantified(struct families *f, struct family_outcome *o, struct size_proof *proof,
                            const struct counter_invariants **shown)
{
    struct size_proof_facts *facts = arena_alloc(&f->arena, sizeof *facts);
    struct quantified_statistics s;
    size_proof_view_statistics(proof, &s);
    *facts = (struct size_proof_facts){.method = SIZE_PROOF_QUANTIFIED,
                                       .elements = s.elements,
                                       .nodes = s.nodes,
                                       .contexts = s.contexts,
                                       .named = size_proof_named_elements(proof),
                                       .least = size_proof_least(proof),
                                       .instance = s.instance,
                                       .relaxes_rings = size_proof_relaxes_rings(proof),
                                       .relaxes_loops = size_proof_relaxes_loops(proof),
                                       .by = {.backend = BACKEND_QUANTIFIED}};
    o->proof = facts;
    o->is_proved = true;
    for (size_t k = 0; k < f->all; k++)
        if (!o->is_known[k] && size_proof_elements(proof, f->sizes[k]) >= s.elements)
            family_note_holding(o, k);
    struct cause why;
    if (!f->wants_invariants)
        return;
    facts->has_invariants = !s.contexts && size_proof_explain_views(proof, property_of(f, o)->goal, &why);
    if (facts->has_invariants) {
        struct backward_statistics found;
        size_proof_statistics(proof, &found);
        facts->invariants = found.cubes;
        f->invariant_count += size_proof_write(proof, f->invariant_count + 1, &f->invariants);
        return;
    }
    if (!*shown) { // all of it, where no few are found that are enough
        size_proof_set_deadline(proof, 0, 0);
        *shown = size_proof_show_views(proof, &f->arena);
        str_add(f->mem, &f->invariants, "%s", (*shown)->text ? (*shown)->text : "");
        f->invariant_count += (*shown)->count;
    }
    facts->unexplained = (*shown)->why;
    facts->has_invariants = (*shown)->text;
    facts->invariants = (*shown)->count;
    o->counted = facts->has_invariants ? *shown : NULL;
}

// What is known of the turns that they had.
struct view_turns {
    bool is_done[CONTEXTS_ALL + 1]; // all were looked for, with these contexts: more time does not help
};

// More and more elements, as long as there is time, and what is left may need more. Those of one element have so much
// of it: where they take more, there is little hope for others. Whether there was time for any.
static bool prove_by_views(struct families *f, struct size_proof *proof, enum quantified_contexts contexts,
                           double deadline, double for_one, struct view_turns *turns)
{
    if (turns->is_done[contexts])
        return true;
    goal_id *goals = arena_alloc(&f->arena, (f->outcomes.count + 1) * sizeof *goals);
    for (uint32_t elements = 1; elements <= MOST_VIEWED; elements++) {
        size_t count = 0;
        struct cause why;
        const struct counter_invariants *shown = NULL; // what was found, in words
        double begun = clock_now();
        for (size_t i = 0; i < f->outcomes.count; i++)
            if (may_be_quantified(&f->outcomes.at[i], contexts))
                goals[count++] = property_of(f, &f->outcomes.at[i])->goal;
        if (count == 0 || size_proof_elements(proof, f->high) + 1 < elements)
            return true;
        double last = elements == 1 && for_one > 0 && begun + for_one < deadline ? begun + for_one : deadline;
        size_proof_set_deadline(proof, last, last);
        bool is_found = size_proof_find_views(proof, elements, contexts, goals, count, &why);
        for (size_t i = 0; i < f->outcomes.count; i++) {
            struct family_outcome *o = &f->outcomes.at[i];
            if (!may_be_quantified(o, contexts))
                continue;
            if (is_found && size_proof_decide_by_views(proof, property_of(f, o)->goal, &why))
                note_quantified(f, o, proof, &shown);
            o->result.seconds += (clock_now() - begun) / (double)count;
            begun = clock_now();
        }
        if (!is_found) {
            turns->is_done[contexts] = clock_now() < last; // there is something that it does not cover
            return elements > 1;
        }
    }
    turns->is_done[contexts] = true;
    return true;
}

// Where no time is given, so many seconds; else at most half of what is left.
static double end_of_views(double end, double seconds)
{
    double now = clock_now();
    return end > 0 && (now + end) / 2 < now + seconds ? (now + end) / 2 : now + seconds;
}

static bool prove_by_all_views(struct families *f, struct size_proof *proof, double end, double seconds, double for_one,
                               struct view_turns *turns)
{
    if (!prove_by_views(f, proof, CONTEXTS_NONE, end_of_views(end, seconds), for_one, turns))
        return false;
    prove_by_views(f, proof, CONTEXTS_FEW, end_of_views(end, seconds), for_one, turns);
    return prove_by_views(f, proof, CONTEXTS_ALL, end_of_views(end, 2 * seconds), for_one, turns);
}

// ---- Counters without bound -----------------------------------------------------------------------------------------

static void note_counted(struct families *f, struct family_outcome *o, const struct counter_goal *g)
{
    struct size_proof_facts *facts = arena_alloc(&f->arena, sizeof *facts);
    *facts = (struct size_proof_facts){.method = SIZE_PROOF_COUNTERS,
                                       .instance = g->elements,
                                       .threshold = g->threshold,
                                       .states = g->states,
                                       .by = g->by};
    o->proof = facts;
    o->is_proved = true;
    o->counted = g->invariants;
}

// What one search of counters has found, at the first property that it proves; else NULL.
static const struct counter_invariants *first_counted(const struct families *f, size_t outcome)
{
    const struct counter_invariants *counted = f->outcomes.at[outcome].counted;
    for (size_t i = 0; i < outcome; i++)
        if (f->outcomes.at[i].counted == counted)
            return NULL;
    return counted;
}

static void keep_counted(struct families *f)
{
    for (size_t i = 0; i < f->outcomes.count; i++) {
        const struct counter_invariants *counted = first_counted(f, i);
        if (!counted || !counted->text || f->outcomes.at[i].proof->method != SIZE_PROOF_COUNTERS)
            continue;
        str_add(f->mem, &f->invariants, "%s", counted->text);
        f->invariant_count += counted->count;
    }
}

// Why neither way has proved it. Backward reachability says of other properties only that they are none of its own.
static void note_uncounted(struct families *f, struct family_outcome *o, const struct counter_goal *g)
{
    enum property_kind kind = property_of(f, o)->kind;
    bool is_told = kind == PROPERTY_INVARIANT || kind == PROPERTY_RUNTIME_ERROR;
    const struct cause *first = o->unproved.inner;
    if (!first || !is_told || cause_equals(*first, g->why)) {
        o->unproved = not_proved(f, g->why);
        return;
    }
    struct cause other = cause_with_inner(CAUSE_SIZE_BY_COUNTERS, &g->why);
    o->unproved.inner = cause_append(first, cause_keep_new(other, &f->arena), &f->arena);
}

// Sizes up to the last one that is searched in any case are not asked for.
static void prove_by_counters(struct families *f, const struct size_proof_setup *setup)
{
    struct counter_goal *goals = arena_alloc(&f->arena, (f->outcomes.count + 1) * sizeof *goals);
    size_t count = 0;
    double begun = clock_now();
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (is_left(&f->outcomes.at[i]))
            goals[count++] = (struct counter_goal){.goal = property_of(f, &f->outcomes.at[i])->goal};
    if (count == 0)
        return;
    counter_proof_decide(f->run, setup, f->high, goals, count, &f->arena);
    double seconds = (clock_now() - begun) / (double)count;
    for (size_t i = 0, k = 0; i < f->outcomes.count; i++) {
        struct family_outcome *o = &f->outcomes.at[i];
        if (!is_left(o))
            continue;
        if (goals[k].holds)
            note_counted(f, o, &goals[k]);
        else
            note_uncounted(f, o, &goals[k]);
        o->result.seconds += seconds;
        k++;
    }
    keep_counted(f);
}

// ---- Both -----------------------------------------------------------------------------------------------------------

// What no way proves is not searched in larger and larger sizes for as long as there is time: few are enough where some
// size fails at all.
static double end_of_search(const struct families *f, double limit)
{
    double quarter = limit > 0 ? (limit - f->started) / 4 : 0;
    double end = clock_now() + (quarter > SEARCH_SECONDS ? quarter : SEARCH_SECONDS);
    return limit > 0 && limit < end ? limit : end;
}

// Also in which size something fails that is known to do so, so that no larger ones need to be searched.
static void refute_early(struct families *f, double end, double seconds)
{
    double now = clock_now(), quarter = now + (end - now) / 4;
    bool is_open = count_left(f, 0) > 0;
    for (size_t i = 0; i < f->outcomes.count; i++)
        is_open |= f->outcomes.at[i].fails_early && !f->outcomes.at[i].failing;
    if (is_open)
        family_refute_early(f, end > 0 && quarter < now + seconds ? quarter : now + seconds);
}

// A proof by invariants is what a person can read and a solver confirm, so that it is tried first, but not for long;
// unless counters are asked for; what was begun goes on behind them. A quarter of all time is left for sizes in which
// something may fail: those from which guesses come were searched before.
void family_prove_all(struct families *f)
{
    struct cause why = {0};
    struct size_proof_setup setup = {.job = f->job,
                                     .constant = f->name,
                                     .example = f->inputs[f->leader],
                                     .example_size = f->members[f->leader].size,
                                     .least_size = f->low,
                                     .wants_invariants = f->wants_invariants};
    double limit = job_deadline(f->job, f->started), now = clock_now(), end = limit > 0 ? limit - (limit - now) / 4 : 0;
    setup.deadline = end_of_views(end, SHORT_TURN);
    progress_begin(&f->run->progress, "proving");
    bool counts = f->job->symmetry == JOB_SYMMETRY_AUTO || f->job->symmetry == JOB_SYMMETRY_COUNTERS;
    bool is_late = false, views_are_light = false;
    struct size_proof *proof = NULL;
    struct view_turns turns = {0};
    if (f->job->symmetry != JOB_SYMMETRY_COUNTERS) {
        proof = size_proof_new(f->run, &setup, &f->arena, &why);
        is_late = prove_backwards(f, proof, end_of_views(end, FIRST_TURN), FIRST_CUBES, why);
    }
    refute_early(f, end, SHORT_TURN);
    if (proof)
        views_are_light = prove_by_all_views(f, proof, end, VIEW_SECONDS, SHORT_TURN, &turns);
    if (is_late)
        is_late = prove_backwards(f, proof, end_of_views(end, FIRST_SECONDS), 0, why);
    refute_early(f, end, FIRST_SECONDS);
    if (proof)
        views_are_light |= prove_by_all_views(f, proof, end, VIEW_SECONDS, 0, &turns);
    now = clock_now();
    setup.deadline = end > 0 ? (now + end) / 2 : now + COUNTER_SECONDS;
    if (all_seem_to_fail(f) && now + SHORT_SECONDS < setup.deadline)
        setup.deadline = now + SHORT_SECONDS;
    if (counts)
        prove_by_counters(f, &setup);
    now = clock_now();
    double turn = end > 0 && !views_are_light ? now + (end - now) / 3 : end_of_views(end, LATER_SECONDS);
    if (is_late)
        is_late = prove_backwards(f, proof, turn, 0, why);
    if (proof)
        prove_by_all_views(f, proof, end, all_seem_to_fail(f) ? SEEMING_SECONDS : MORE_SECONDS, 0, &turns);
    if (is_late)
        prove_backwards(f, proof, end, 0, why);
    if (proof)
        size_proof_free(proof);
    progress_end(&f->run->progress);
    f->search_end = end_of_search(f, limit);
    family_report(f);
}

// ---- Certificates ---------------------------------------------------------------------------------------------------

// It is proved by invariants that backward reachability has found.
static bool has_clauses(const struct family_outcome *o)
{
    return o->proof->method == SIZE_PROOF_BACKWARD || o->proof->has_invariants;
}

// From how many elements on its invariants are a proof.
static uint64_t least_size(const struct size_proof_facts *proof)
{
    return proof->method == SIZE_PROOF_COUNTERS ? proof->instance : proof->elements + proof->named;
}

// Adds the obligations of what was proved by these invariants; of none, by backward reachability.
static bool add_script(struct families *f, const struct counter_invariants *counted, struct str *out,
                       size_t *obligations, struct cause *why)
{
    ARRAY(goal_id) proved = {0};
    size_t added = 0;
    struct size_script script = {.example = f->inputs[f->leader],
                                 .constant = f->name,
                                 .invariants = counted ? counted->text : str_text(&f->invariants),
                                 .name = counted ? COUNTER_INVARIANT_NAME : SIZE_INVARIANT_NAME};
    for (size_t i = 0; i < f->outcomes.count; i++) {
        const struct family_outcome *o = &f->outcomes.at[i];
        if (!o->is_proved || o->counted != counted || (!counted && !has_clauses(o)))
            continue;
        array_push(f->mem, &proved, property_of(f, o)->goal);
        script.relaxes_loops |= o->proof->relaxes_loops;
        script.least_size = counted ? least_size(o->proof) : o->proof->least;
    }
    script.proved = proved.at;
    script.proved_count = proved.count;
    if (proved.count && out->count)
        str_add(f->mem, out, "(reset)\n\n");
    bool good = !proved.count || size_script_write(f->run, &script, out, &added, &f->arena, why);
    *obligations += added;
    array_free(f->mem, &proved);
    return good;
}

bool family_write_script(struct families *f, struct str *out, size_t *obligations, struct cause *why)
{
    *obligations = 0;
    bool good = add_script(f, NULL, out, obligations, why);
    for (size_t i = 0; i < f->outcomes.count && good; i++) {
        const struct family_outcome *o = &f->outcomes.at[i];
        const struct counter_invariants *counted = first_counted(f, i);
        if (counted && counted->text)
            good = add_script(f, counted, out, obligations, why);
        else if (o->counted && !o->counted->text)
            cause_log(&f->run->log, LOG_WARNING, cause_of(o->counted->why), f->mem,
                      "property %zu is not in the certificate", o->property + 1);
        else if (o->is_proved && o->proof->method == SIZE_PROOF_QUANTIFIED && !o->proof->has_invariants)
            cause_log(&f->run->log, LOG_WARNING, cause_of(o->proof->unexplained), f->mem,
                      "property %zu is not in the certificate", o->property + 1);
    }
    if (good && !out->count)
        *why = cause_of(CAUSE_SIZE_NOTHING);
    return good && out->count;
}
