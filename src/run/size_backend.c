#include "run/size_backend.h"

#include <string.h>

#include "base/clock.h"

// Of one element there is nothing to abstract from.
enum { LEAST_SIZE = 2, MOST_VIEWED = 2 };

// ---- Constants ------------------------------------------------------------------------------------------------------

static bool is_size(const struct murphi_decl *decl, int64_t least)
{
    return decl->kind == MURPHI_CONST && decl->is_constant && decl->value >= least;
}

// The next constant that may be the size of a class, behind an item of the tree (NULL: from the first one on).
static const struct murphi_item *next_size(const struct murphi_tree *tree, const struct murphi_item *behind,
                                           int64_t least)
{
    const struct murphi_item *item = behind ? behind->next : tree->items;
    while (item && (item->kind != MURPHI_ITEM_DECL || !is_size(item->decl, least)))
        item = item->next;
    return item;
}

// What the job says of all constants but this one, whose value is to be another one in other sizes.
static void forget_value(struct size_backend *b, const char *name)
{
    const struct option_list *given = &b->input->job->constants;
    const char **kept = arena_alloc(&b->arena, (given->count + 1) * sizeof *kept);
    size_t length = strlen(name), count = 0;
    for (size_t i = 0; i < given->count; i++)
        if (strncmp(given->at[i], name, length) != 0 || given->at[i][length] != '=')
            kept[count++] = given->at[i];
    b->job = *b->input->job;
    b->job.constants = (struct option_list){kept, count, count};
}

// By the first constant for which there may be a proof.
static void open_proof(struct size_backend *b, double deadline)
{
    const struct murphi_tree *tree = &b->input->murphi;
    b->is_opened = true;
    for (const struct murphi_item *item = next_size(tree, NULL, LEAST_SIZE); item && !b->proof;
         item = next_size(tree, item, LEAST_SIZE)) {
        struct cause why;
        forget_value(b, item->decl->symbol->text);
        b->size = item->decl->value;
        const struct size_proof_setup setup = {.job = &b->job,
                                               .constant = item->decl->symbol->text,
                                               .example = b->input,
                                               .example_size = b->size,
                                               .least_size = b->size,
                                               .deadline = deadline};
        b->proof = size_proof_new(b->run, &setup, &b->arena, &why);
    }
}

// ---- Deciding -------------------------------------------------------------------------------------------------------

static const struct property *property_of(const struct size_backend *b, size_t goal)
{
    return model_property(b->input->model, b->setup->wanted[goal]);
}

static bool is_asked(const struct size_backend *b, const struct goals *goals, size_t goal)
{
    enum property_kind kind = property_of(b, goal)->kind;
    return goals_is_waiting(goals, goal) && (kind == PROPERTY_INVARIANT || kind == PROPERTY_RUNTIME_ERROR);
}

static bool is_over(double deadline)
{
    return deadline > 0 && clock_now() > deadline;
}

static size_t count_asked(const struct size_backend *b, const struct goals *goals, size_t first)
{
    size_t count = 0;
    for (size_t i = first; i < goals->count; i++)
        count += is_asked(b, goals, i);
    return count;
}

// A proof says nothing of what can be reached, and so not whether a left side ever is.
static void take_proved(struct size_backend *b, struct goals *goals, size_t goal, enum backend_kind by, double seconds)
{
    const struct property *property = property_of(b, goal);
    bool may_be_vacuous = property->vacuity_count || property->lacks_vacuities;
    struct result result = {.property = b->setup->wanted[goal],
                            .verdict = VERDICT_HOLDS,
                            .method = {.backend = by},
                            .is_vacuity_open = b->setup->job->vacuity && may_be_vacuous,
                            .seconds = seconds};
    goals_take(goals, goal, &result);
}

// Each property has the same part of the time, and what others leave of theirs. Gives whether more of it may help.
static bool prove_backwards(struct size_backend *b, struct goals *goals, double deadline)
{
    bool is_hopeful = false;
    for (size_t i = 0; i < goals->count && !goals_are_over(goals); i++) {
        struct cause why;
        double begun = clock_now();
        if (!is_asked(b, goals, i) || b->is_unprovable[i])
            continue;
        double share = deadline > 0 ? begun + (deadline - begun) / (double)count_asked(b, goals, i) : 0;
        size_proof_set_deadline(b->proof, share, share);
        if (size_proof_decide(b->proof, property_of(b, i)->goal, &why) == SIZE_HOLDS)
            take_proved(b, goals, i, BACKEND_BACKWARD, clock_now() - begun);
        else
            b->is_unprovable[i] = !is_over(share);
        is_hopeful |= goals_is_waiting(goals, i) && !b->is_unprovable[i];
    }
    return is_hopeful;
}

// One more quantified invariant. False if there is none.
static bool find_views(struct size_backend *b, const struct goals *goals, double deadline)
{
    goal_id *asked = mem_alloc(b->mem, (goals->count + 1) * sizeof *asked);
    size_t count = 0;
    struct cause why;
    for (size_t i = 0; i < goals->count; i++)
        if (is_asked(b, goals, i))
            asked[count++] = property_of(b, i)->goal;
    bool is_found = size_proof_find_views(b->proof, b->viewed + 1, CONTEXTS_NONE, asked, count, &why);
    b->viewed += is_found;
    b->is_viewed = is_found ? b->viewed == MOST_VIEWED : !is_over(deadline);
    mem_free(b->mem, asked, (goals->count + 1) * sizeof *asked);
    return is_found;
}

// Invariants for all of more and more elements, as many as the model has at the most. Gives whether more time may help.
static bool prove_by_views(struct size_backend *b, struct goals *goals, double deadline)
{
    size_t count;
    size_proof_set_deadline(b->proof, deadline, deadline);
    while (!b->is_viewed && (count = count_asked(b, goals, 0)) && !goals_are_over(goals)) {
        double begun = clock_now();
        struct cause why;
        if (size_proof_elements(b->proof, b->size) <= b->viewed)
            return false;
        if (!find_views(b, goals, deadline))
            return !b->is_viewed;
        for (size_t i = 0; i < goals->count; i++)
            if (is_asked(b, goals, i) && size_proof_decide_by_views(b->proof, property_of(b, i)->goal, &why))
                take_proved(b, goals, i, BACKEND_QUANTIFIED, (clock_now() - begun) / (double)count);
    }
    return false;
}

static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct size_backend *b = (struct size_backend *)base;
    if (!count_asked(b, goals, 0))
        return false;
    if (!b->is_opened)
        open_proof(b, deadline);
    if (!b->proof)
        return false;
    bool is_hopeful = prove_backwards(b, goals, deadline);
    return is_hopeful | prove_by_views(b, goals, deadline);
}

// ---- The backend ----------------------------------------------------------------------------------------------------

static bool is_begun(const struct backend *base)
{
    return ((const struct size_backend *)base)->proof;
}

// Nothing is known of the states.
static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    (void)base, (void)deadline, (void)orbits, (void)states;
    *cause = cause_of(CAUSE_NONE);
    return false;
}

static void find_warnings(struct backend *base, double deadline, struct model_warnings *warnings)
{
    (void)base, (void)deadline;
    *warnings = (struct model_warnings){0};
}

static void add_statistics(struct backend *base, struct backend_statistics *statistics)
{
    (void)base, (void)statistics;
}

static void close(struct backend *base)
{
    struct size_backend *b = (struct size_backend *)base;
    if (b->proof)
        size_proof_free(b->proof);
    mem_free(b->mem, b->is_unprovable, (b->setup->wanted_count + 1) * sizeof *b->is_unprovable);
    arena_free(&b->arena);
}

static const struct backend_type type = BACKEND_TYPE("proof for every size");

void size_backend_open(struct size_backend *b, struct run *run, struct input *input,
                       const struct portfolio_setup *setup)
{
    *b = (struct size_backend){
        .base = {&type}, .run = run, .mem = &run->mem, .input = input, .setup = setup, .arena = {.mem = &run->mem}};
    b->is_unprovable = mem_zalloc(b->mem, (setup->wanted_count + 1) * sizeof *b->is_unprovable);
}

// Conditions from outside are none of the text that is read for other sizes.
bool size_backend_applies(const struct size_backend *b, int64_t least)
{
    const struct job *job = b->setup->job;
    return b->input->language == JOB_LANGUAGE_MURPHI && !job->family.count && !job->constraints.count &&
           !job->starts.count && next_size(&b->input->murphi, NULL, least > LEAST_SIZE ? least : LEAST_SIZE);
}
