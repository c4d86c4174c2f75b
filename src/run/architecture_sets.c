#include "run/architecture_sets.h"

#include "base/clock.h"
#include "check/checker.h"
#include "group/class_generators.h"
#include "orbit/substitution.h"
#include "run/run.h"

#define MOST_STARTS 64
// Of what no verdict needs:
#define MOST_SECONDS 5
#define MOST_BYTES (128 << 20)

struct asked {
    struct run *run;
    struct mem *mem;
    const struct architecture_question *question;
    struct checker *checker;
};

static bool is_interrupted(void *context)
{
    return run_is_interrupted(context);
}

// ---- Definition 8 ---------------------------------------------------------------------------------------------------

static enum architecture_answer is_reached_from_all(struct asked *a, const value *start)
{
    struct checker *c = a->checker;
    bdd back = fixpoint_until(&c->x, c->reached, encode_state(c->encoding, start, false), NULL);
    bdd lost = bdd_and(c->m, c->reached, bdd_not(back));
    if (!bdd_is_valid(back) || !bdd_is_valid(lost))
        return ARCHITECTURE_UNKNOWN;
    return lost == BDD_FALSE ? ARCHITECTURE_YES : ARCHITECTURE_NO;
}

static bool is_well_architected(struct asked *a)
{
    size_t cells = model_cell_count(a->question->model);
    bool good = a->question->start_count > 0 && a->question->start_count <= MOST_STARTS;
    for (size_t i = 0; i < a->question->start_count && good; i++) {
        bdd_scope scope = bdd_open_scope(a->checker->m);
        good = is_reached_from_all(a, a->question->starts + i * cells) == ARCHITECTURE_YES;
        bdd_close_scope(a->checker->m, scope);
    }
    return good;
}

// ---- Exchanges ------------------------------------------------------------------------------------------------------

static enum architecture_answer keeps_reached(struct asked *a, const struct generator *g)
{
    struct checker *c = a->checker;
    struct substitution *moved = substitution_new(g, c->encoding, a->mem);
    bdd image = moved ? substitution_image(moved, c->reached) : BDD_NONE;
    substitution_free(moved);
    if (!bdd_is_valid(image))
        return ARCHITECTURE_UNKNOWN;
    return image == c->reached ? ARCHITECTURE_YES : ARCHITECTURE_NO;
}

static void add_exchanges(struct asked *a, generator_array *all)
{
    const struct architecture_question *q = a->question;
    size_t bytes = (q->symmetry->element_count + 1) * sizeof(uint32_t);
    uint32_t *permutation = mem_alloc(a->mem, bytes);
    for (uint32_t e = 0; e + 1 < q->size; e++) {
        permutation_identity(q->symmetry, permutation);
        permutation[q->first + e] = q->first + e + 1;
        permutation[q->first + e + 1] = q->first + e;
        class_generators_add_permutation(q->symmetry, permutation, all, a->mem);
    }
    mem_free(a->mem, permutation, bytes);
}

static enum architecture_answer are_kept(struct asked *a, struct cause *why_not)
{
    generator_array exchanges = {0};
    enum architecture_answer answer = ARCHITECTURE_YES;
    add_exchanges(a, &exchanges);
    for (size_t i = 0; i < exchanges.count && answer == ARCHITECTURE_YES; i++) {
        bdd_scope scope = bdd_open_scope(a->checker->m);
        answer = keeps_reached(a, &exchanges.at[i]);
        bdd_close_scope(a->checker->m, scope);
        if (answer == ARCHITECTURE_NO)
            *why_not =
                cause_keep(cause_with_text(CAUSE_ARCHITECTURE_LOST_STATES, exchanges.at[i].text), a->question->arena);
    }
    generators_free(a->mem, &exchanges);
    return answer;
}

static struct check_options options_for(struct asked *a, double seconds, uint64_t most_bytes)
{
    uint64_t left = a->mem->limit ? (a->mem->limit - a->mem->used) / 2 : 0;
    return (struct check_options){.memory_limit = most_bytes && (left == 0 || left > most_bytes) ? most_bytes : left,
                                  .deadline = seconds > 0 ? clock_now() + seconds : 0,
                                  .reorder = true,
                                  .interrupted = is_interrupted,
                                  .context = a->run};
}

// Where states are lost on the way back, steps may still become paths; that is not found out here.
enum architecture_answer architecture_sets_ask(void *run, const struct architecture_question *question,
                                               struct cause *why_not)
{
    struct asked a = {.run = run, .mem = &((struct run *)run)->mem, .question = question};
    const struct check_options options = options_for(&a, question->seconds, 0);
    enum architecture_answer answer = ARCHITECTURE_UNKNOWN;
    a.checker = checker_new(question->model, &options, a.mem);
    if (checker_is_built(a.checker) && checker_find_reachable(a.checker) && is_well_architected(&a))
        answer = are_kept(&a, why_not);
    checker_free(a.checker);
    return answer;
}

// ---- Where the rules show the symmetry
// -------------------------------------------------------------------------------

static enum architecture_answer returns(struct asked *a)
{
    size_t cells = model_cell_count(a->question->model);
    enum architecture_answer answer = a->question->start_count <= MOST_STARTS ? ARCHITECTURE_YES : ARCHITECTURE_UNKNOWN;
    for (size_t i = 0; i < a->question->start_count && answer == ARCHITECTURE_YES; i++) {
        bdd_scope scope = bdd_open_scope(a->checker->m);
        answer = is_reached_from_all(a, a->question->starts + i * cells);
        bdd_close_scope(a->checker->m, scope);
    }
    return answer;
}

static bool reaches(struct asked *a, const value *states, size_t count)
{
    struct checker *c = a->checker;
    size_t cells = model_cell_count(a->question->model);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        bdd_scope scope = bdd_open_scope(c->m);
        bdd lost = bdd_and(c->m, encode_state(c->encoding, states + i * cells, false), bdd_not(c->reached));
        good = lost == BDD_FALSE;
        bdd_close_scope(c->m, scope);
    }
    return good;
}

struct architecture_return architecture_sets_ask_return(void *run, const struct architecture_return_question *question)
{
    struct asked a = {.run = run, .mem = &((struct run *)run)->mem, .question = &question->all};
    double seconds = question->all.seconds;
    const struct check_options options =
        options_for(&a, seconds > 0 && seconds < MOST_SECONDS ? seconds : MOST_SECONDS, MOST_BYTES);
    struct architecture_return answer = {.returns = ARCHITECTURE_UNKNOWN};
    a.checker = checker_new(question->all.model, &options, a.mem);
    if (checker_is_built(a.checker) && checker_find_reachable(a.checker))
        answer = (struct architecture_return){returns(&a), reaches(&a, question->images, question->image_count)};
    checker_free(a.checker);
    return answer;
}
