// Proofs for every size by quantified invariants: one for all properties, of more and more elements.
#include <inttypes.h>

#include "run/every_size/counter_invariants.h"
#include "run/every_size/size_proof_internal.h"

#define MOST_BYTES ((size_t)1 << 30)

#define MOST_LEAST 8 // elements that a script says there are

uint64_t size_proof_elements(const struct size_proof *p, int64_t size)
{
    int64_t elements = (int64_t)p->example_elements + size - p->setup.example_size;
    return elements > 0 ? (uint64_t)elements : 0;
}

static void tell(void *context, const struct quantified_statistics *s)
{
    struct size_proof *p = context;
    if (progress_is_due(&p->run->progress))
        progress_show(&p->run->progress, "quantified invariants of %" PRIu32 " elements, %" PRIu64 " images",
                      s->elements, s->steps);
}

// The most elements that are needed to see that one of the goals is violated.
static uint32_t elements_for(struct size_proof *p, const goal_id *goals, size_t count)
{
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        struct size_need need;
        struct cause why;
        if (size_goal_need(p, goals[i], &need, &why) && need.parameters + need.for_errors > most)
            most = need.parameters + need.for_errors;
    }
    return most;
}

bool size_proof_find_views(struct size_proof *p, uint32_t elements, enum quantified_contexts contexts,
                           const goal_id *goals, size_t count, struct cause *why)
{
    enum cause_code code;
    struct quantified_statistics s;
    const struct parametric_source source = {
        .instance = size_phantom_model, .witnesses = size_witnesses_of, .rule = size_rule_of, .context = p};
    const struct quantified_setup setup = {.elements = elements,
                                           .parameters = p->parameters,
                                           .witnesses = p->witnesses,
                                           .for_goals = elements_for(p, goals, count),
                                           .contexts = contexts,
                                           .byte_limit = MOST_BYTES,
                                           .is_over = size_proof_is_over,
                                           .tell = tell,
                                           .context = p};
    if (p->views)
        quantified_free(p->views);
    p->views = quantified_new(&p->variables, &source, &setup, p->mem, &code);
    bool good = p->views && quantified_run(p->views, &code);
    if (p->views) {
        quantified_statistics(p->views, &s);
        log_verbose(&p->run->log,
                    "every size: views through %" PRIu32 " elements, %" PRIu32 " contexts: %" PRIu64 " images, %" PRIu64
                    " nodes; instances of at most %" PRIu32 " elements",
                    elements, s.contexts, s.steps, s.nodes, s.instance);
    }
    if (!good && p->views) {
        quantified_free(p->views);
        p->views = NULL;
    }
    *why = cause_of(good ? CAUSE_NONE : code);
    return good;
}

static bool is_excluded(struct size_proof *p, uint32_t elements, expr condition, bool is_true)
{
    return quantified_excludes(p->views, elements, condition, is_true);
}

// Elements that are needed may be the same, and sizes as small as the views have no more.
bool size_proof_decide_by_views(struct size_proof *p, goal_id goal, struct cause *why)
{
    struct size_need need;
    struct quantified_statistics s;
    if (!size_goal_need(p, goal, &need, why))
        return false;
    quantified_statistics(p->views, &s);
    uint32_t most = need.parameters + need.for_errors;
    for (uint32_t n = s.elements; n <= (most > s.elements ? most : s.elements); n++)
        if (!size_forbid(p, n, goal, &need.errors, is_excluded, why)) {
            if (why->code == CAUSE_SIZE_CASES)
                *why = cause_with_number(CAUSE_SIZE_NOT_BY_VIEWS, s.elements);
            return false;
        }
    return true;
}

bool size_proof_explain_views(struct size_proof *p, goal_id goal, struct cause *why)
{
    p->only_views = true;
    bool good = size_proof_decide(p, goal, why) == SIZE_HOLDS;
    p->only_views = false;
    return good;
}

// They are for sizes that have so many elements.
const struct counter_invariants *size_proof_show_views(struct size_proof *p, struct arena *arena)
{
    struct counter_invariants *shown = arena_alloc(arena, sizeof *shown);
    struct quantified_statistics s;
    struct str name = {0}, text = {0};
    quantified_statistics(p->views, &s);
    str_add(p->mem, &name, COUNTER_INVARIANT_NAME "%" PRIu64 " on, ", (uint64_t)s.elements + p->literals);
    *shown = (struct counter_invariants){.count = quantified_print(p->views, str_text(&name), &text)};
    if (shown->count)
        shown->text = arena_copy(arena, str_text(&text), text.count);
    else
        shown->why = CAUSE_VIEWS_EXISTENTIAL;
    str_free(p->mem, &name);
    str_free(p->mem, &text);
    return shown;
}

uint64_t size_proof_named_elements(const struct size_proof *p)
{
    return p->literals;
}

// A few are enough for who knows of them: each is one more constant for a solver.
uint64_t size_proof_least(const struct size_proof *p)
{
    uint64_t least = size_proof_elements(p, p->setup.least_size) + p->literals;
    return least < MOST_LEAST ? least : MOST_LEAST;
}

struct model *size_proof_real_model(struct size_proof *p, uint32_t elements)
{
    struct sized_model *m = size_model_of(p, elements);
    return m && input_lower_fully(p->run, &m->input) ? m->input.model : NULL;
}

bool size_proof_views_contain(struct size_proof *p, uint32_t elements, const value *state)
{
    struct parametric_instance in;
    bool is_in = parametric_instance_open(&in, &p->variables, size_proof_real_model(p, elements), elements, false) &&
                 quantified_contains(p->views, &in, state);
    parametric_instance_close(&in);
    return is_in;
}

void size_proof_view_statistics(const struct size_proof *p, struct quantified_statistics *s)
{
    quantified_statistics(p->views, s);
}
