// Well-architected systems (seed 002, Definition 8) where the rules show the symmetry: from each reachable state, each
// initial state can be reached. No verdict needs that, but people want to know, and states may be counted by orbits
// where initial states are moved.
//
// Since permutations take paths to paths, one initial state of each orbit is enough. If s can be reached from pi(s),
// then pi(s) from pi(pi(s)), and so on, until after as many steps as the order of pi, s itself is on the left: so all
// initial states of the orbit reach each other. And if the images of all initial states under exchanges of neighbours
// are reachable, those under any permutation are: from some initial i there is a path to g(s); so from h(i), which is
// reachable, there is one to h(g(s)). Then the symmetrised model, which begins in all images, has the same reachable
// states.
#include <string.h>

#include "reduce/architecture/architecture_parts.h"
#include "reduce/tuples.h"

#define MOST_EXCHANGES 100000 // initial states times elements
#define MOST_IMAGES 1000

struct starts {
    struct architecture *a;
    size_t cells, count;
    struct tuples known;
    uint32_t *orbit; // by number in `known`: another one of its orbit, or itself
    ARRAY(value) images;
    ARRAY(value) chosen;
    value *image;
};

static uint32_t find_orbit(struct starts *s, uint32_t i)
{
    while (s->orbit[i] != i)
        i = s->orbit[i] = s->orbit[s->orbit[i]];
    return i;
}

static void add_state(struct mem *mem, struct starts *s, bool is_image)
{
    for (size_t i = 0; i < s->cells; i++)
        if (is_image)
            array_push(mem, &s->images, s->image[i]);
        else
            array_push(mem, &s->chosen, s->image[i]);
}

// The permutation is an exchange.
static void exchange_all(struct starts *s)
{
    struct architecture *a = s->a;
    for (uint32_t i = 0; i < s->known.count; i++) {
        symmetry_apply(a->symmetry, a->permutation, tuples_at(&s->known, i), s->image);
        uint32_t other = tuples_find(&s->known, s->image);
        if (other == UINT32_MAX && s->images.count <= MOST_IMAGES * s->cells)
            add_state(a->mem, s, true);
        else if (other != UINT32_MAX)
            s->orbit[find_orbit(s, other)] = find_orbit(s, i);
    }
}

static void choose(struct starts *s)
{
    struct architecture *a = s->a;
    for (uint32_t e = 0; e + 1 < a->size; e++) {
        uint32_t x = a->first + e, y = x + 1;
        a->permutation[x] = y;
        a->permutation[y] = x;
        exchange_all(s);
        a->permutation[x] = x;
        a->permutation[y] = y;
    }
    for (uint32_t i = 0; i < s->known.count; i++)
        if (find_orbit(s, i) == i) {
            memcpy(s->image, tuples_at(&s->known, i), s->cells * sizeof *s->image);
            add_state(a->mem, s, false);
        }
}

static void ask(struct starts *s)
{
    struct architecture *a = s->a;
    const struct architecture_return_question question = {.all = {.arena = a->causes,
                                                                  .model = a->from,
                                                                  .symmetry = a->symmetry,
                                                                  .first = a->first,
                                                                  .size = a->size,
                                                                  .starts = s->chosen.at,
                                                                  .start_count = s->chosen.count / s->cells,
                                                                  .seconds = a->options->seconds_for_states},
                                                          .images = s->images.at,
                                                          .image_count = s->images.count / s->cells};
    a->returns = a->options->ask_return(a->options->context, &question);
    a->returns.reaches_images &= question.image_count <= MOST_IMAGES; // else there are more
}

void architecture_ask_return(struct architecture *a)
{
    struct starts s = {.a = a, .cells = model_cell_count(a->from)};
    s.count = s.cells ? a->starts.count / s.cells : 0;
    if (a->options->only_rules || a->options->named_by || !a->options->ask_return || s.count == 0 ||
        model_action_count(a->from) * s.cells > a->options->most_work_for_return || s.count * a->size > MOST_EXCHANGES)
        return;
    s.known.width = s.cells;
    for (size_t i = 0; i < s.count; i++)
        tuples_add(a->mem, &s.known, a->starts.at + i * s.cells);
    size_t bytes = s.known.count * sizeof *s.orbit;
    s.orbit = mem_alloc(a->mem, bytes);
    for (uint32_t i = 0; i < s.known.count; i++)
        s.orbit[i] = i;
    s.image = mem_alloc(a->mem, s.cells * sizeof *s.image);
    choose(&s);
    ask(&s);
    mem_free(a->mem, s.orbit, bytes);
    mem_free(a->mem, s.image, s.cells * sizeof *s.image);
    array_free(a->mem, &s.images);
    array_free(a->mem, &s.chosen);
    tuples_free(a->mem, &s.known);
}
