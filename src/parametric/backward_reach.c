#include "parametric/backward_reach.h"

#include <string.h>

#include "parametric/cube_image.h"

enum { MOST_CUBES = 200000, LOOK_AFTER = 16 }; // pre-images, until it is asked whether to go on

struct node {
    struct cube cube;
    uint32_t guess; // that it came from; NO_GUESS: from what is forbidden alone
    uint32_t rank;  // when it was found
    bool is_dropped;
    bool is_image; // of another one, whose pre-images are enough
};

#define NO_GUESS UINT32_MAX

struct prepared {
    bool is_open;
    struct parametric_instance instance;
    struct preimage preimage;
};

struct backward_reach {
    struct mem *mem;
    struct parametric_variables *variables;
    struct parametric_source source;
    struct reach_index *const *reach;
    size_t reach_count;
    uint32_t parameters, witnesses;
    struct prepared *instances; // by elements
    struct cube_images images;  // a cube is looked at for all of its own
    ARRAY(struct cube) forbidden;
    ARRAY(struct node) visited;
    ARRAY(struct node) waiting; // a heap, the simplest first
    ARRAY(struct cube) guesses; // by number, of this attempt
    ARRAY(struct cube) wrong;   // guesses that were
    uint32_t found;
    uint64_t taken; // pre-images
    enum cause_code failure;
    bool is_suspended; // while it made pre-images of the cube that was visited last
    struct backward_statistics statistics;
    const struct node *expanded; // whose pre-images are being received
};

struct backward_reach *backward_reach_new(struct parametric_variables *v, const struct parametric_source *source,
                                          struct reach_index *const *reach, size_t reach_count, uint32_t parameters,
                                          uint32_t witnesses, struct mem *mem)
{
    struct backward_reach *b = mem_zalloc(mem, sizeof *b);
    *b = (struct backward_reach){.mem = mem,
                                 .variables = v,
                                 .source = *source,
                                 .reach = reach,
                                 .reach_count = reach_count,
                                 .parameters = parameters,
                                 .witnesses = witnesses};
    b->instances = mem_zalloc(mem, (MOST_ELEMENTS + 1) * sizeof *b->instances);
    return b;
}

static void free_nodes(struct backward_reach *b)
{
    for (size_t i = 0; i < b->visited.count; i++)
        cube_free(&b->visited.at[i].cube, b->mem);
    for (size_t i = 0; i < b->waiting.count; i++)
        cube_free(&b->waiting.at[i].cube, b->mem);
    for (size_t i = 0; i < b->guesses.count; i++)
        cube_free(&b->guesses.at[i], b->mem);
    b->visited.count = b->waiting.count = b->guesses.count = 0;
}

void backward_reach_free(struct backward_reach *b)
{
    struct mem *mem = b->mem;
    free_nodes(b);
    for (size_t i = 0; i < b->forbidden.count; i++)
        cube_free(&b->forbidden.at[i], mem);
    for (size_t i = 0; i < b->wrong.count; i++)
        cube_free(&b->wrong.at[i], mem);
    for (uint32_t i = 0; i <= MOST_ELEMENTS; i++)
        if (b->instances[i].is_open) {
            preimage_close(&b->instances[i].preimage);
            parametric_instance_close(&b->instances[i].instance);
        }
    cube_images_close(&b->images);
    mem_free(mem, b->instances, (MOST_ELEMENTS + 1) * sizeof *b->instances);
    array_free(mem, &b->forbidden);
    array_free(mem, &b->visited);
    array_free(mem, &b->waiting);
    array_free(mem, &b->guesses);
    array_free(mem, &b->wrong);
    mem_free(mem, b, sizeof *b);
}

// ---- Instances ------------------------------------------------------------------------------------------------------

static bool is_over(void *context)
{
    struct backward_reach *b = context;
    b->statistics.waiting = b->waiting.count;
    b->statistics.cubes = b->visited.count;
    return !b->source.goes_on(b->source.context, &b->statistics);
}

static struct prepared *instance_of(struct backward_reach *b, uint32_t elements)
{
    if (elements >= MOST_ELEMENTS) {
        b->failure = CAUSE_BACKWARD_MANY_ELEMENTS;
        return NULL;
    }
    struct prepared *p = &b->instances[elements];
    if (p->is_open)
        return p;
    struct model *model = b->source.instance(b->source.context, elements);
    if (!model) {
        b->failure = CAUSE_BACKWARD_NO_INSTANCE;
        return NULL;
    }
    p->is_open = true;
    bool good = parametric_instance_open(&p->instance, b->variables, model, elements, true);
    preimage_open(&p->preimage, &p->instance);
    p->preimage.is_over = is_over;
    p->preimage.over_context = b;
    if (elements > b->statistics.instance)
        b->statistics.instance = elements;
    if (good)
        return p;
    b->failure = b->variables->failure;
    return NULL;
}

// Whether an initial state of some size is in the cube. The phantom may be what start states put into variables.
static bool meets_initial(struct backward_reach *b, const struct cube *c)
{
    struct prepared *p = instance_of(b, c->elements);
    if (!p)
        return true;
    const struct model *m = p->instance.model;
    for (size_t start = 0; start < model_start_count(m); start++) {
        const struct action *a = model_start(m, start);
        bool is_in = true;
        for (size_t i = 0; i < a->part_count && is_in; i++) {
            value v;
            if (a->parts[i].kind != PART_CHOICE || !model_is_const(m, a->parts[i].expr, &v))
                continue; // then it may be anything
            cell_id cell = a->parts[i].cell;
            for (uint32_t k = 0; k < c->count && is_in; k++) {
                const struct cube_literal *l = &c->literals[k];
                if (parametric_cell(&p->instance, l->variable, l->elements) == cell)
                    is_in = parametric_bit(&p->instance, cell, v) & l->mask;
            }
        }
        if (is_in)
            return true;
    }
    return false;
}

// ---- Cubes that wait ------------------------------------------------------------------------------------------------

static bool comes_first(const struct node *a, const struct node *b)
{
    if (a->cube.elements != b->cube.elements)
        return a->cube.elements < b->cube.elements;
    if (a->cube.count != b->cube.count)
        return a->cube.count < b->cube.count;
    return a->rank < b->rank;
}

static void push(struct backward_reach *b, struct node node)
{
    node.rank = b->found++;
    array_push(b->mem, &b->waiting, node);
    for (size_t i = b->waiting.count - 1; i > 0 && comes_first(&b->waiting.at[i], &b->waiting.at[(i - 1) / 2]);
         i = (i - 1) / 2) {
        struct node swap = b->waiting.at[i];
        b->waiting.at[i] = b->waiting.at[(i - 1) / 2];
        b->waiting.at[(i - 1) / 2] = swap;
    }
}

static struct node pop(struct backward_reach *b)
{
    struct node first = b->waiting.at[0];
    b->waiting.at[0] = b->waiting.at[--b->waiting.count];
    for (size_t i = 0;;) {
        size_t least = i;
        for (size_t k = 2 * i + 1; k <= 2 * i + 2 && k < b->waiting.count; k++)
            if (comes_first(&b->waiting.at[k], &b->waiting.at[least]))
                least = k;
        if (least == i)
            return first;
        struct node swap = b->waiting.at[i];
        b->waiting.at[i] = b->waiting.at[least];
        b->waiting.at[least] = swap;
        i = least;
    }
}

static bool is_subsumed(const struct backward_reach *b, const struct cube *c)
{
    for (size_t i = b->visited.count; i-- > 0;)
        if (!b->visited.at[i].is_dropped && cube_subsumes(&b->visited.at[i].cube, c, b->variables))
            return true;
    return false;
}

// ---- Guesses --------------------------------------------------------------------------------------------------------

// How many elements a state in the cube has at least: one more if a variable holds an element that has no name.
static uint32_t elements_needed(const struct cube *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->literals[i].mask == OTHER_BIT)
            return c->elements + 1;
    return c->elements;
}

// Where not all states are there, those are looked at, too, that permutations of other scalarsets take them to.
static bool is_met(struct backward_reach *b, struct reach_index *reach, const struct cube *c)
{
    bool is = reach_index_meets(reach, c);
    for (size_t i = 0; i < b->images.count && reach->is_partial && !is; i++) {
        struct cube image = cube_image(&b->images, i, c, b->mem);
        is = reach_index_meets(reach, &image);
        cube_free(&image, b->mem);
    }
    return is;
}

// Whether no state of small sizes is in the cube, though they are large enough for it, and it is not known to be a
// wrong guess.
static bool is_guess(struct backward_reach *b, const struct cube *c)
{
    bool is_known = b->source.excludes && b->source.excludes(b->source.context, c), is_tried = is_known;
    for (size_t i = 0; i < b->reach_count && !is_known; i++) {
        is_tried |= elements_needed(c) <= b->reach[i]->instance.elements;
        if (is_met(b, b->reach[i], c))
            return false;
    }
    for (size_t i = 0; i < b->wrong.count; i++)
        if (cube_subsumes(c, &b->wrong.at[i], b->variables))
            return false;
    return is_tried && !meets_initial(b, c);
}

// The cube without a literal, or without all that is said of an element.
static struct cube without_literal(struct backward_reach *b, const struct cube *c, uint32_t literal)
{
    struct cube less = cube_copy(c, b->mem);
    less.literals[literal] = less.literals[--less.count];
    cube_tidy(&less, b->variables);
    return less;
}

static struct cube without_element(struct backward_reach *b, const struct cube *c, uint32_t element)
{
    struct cube less = cube_copy(c, b->mem);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < less.count; i++) {
        struct cube_literal *l = &less.literals[i];
        const struct parametric_variable *x = &b->variables->all.at[l->variable];
        bool names = x->holds_elements && !(l->mask & ELEMENT_BIT(element)) != !(l->mask & OTHER_BIT);
        for (uint32_t k = 0; k < x->arity; k++)
            names |= l->elements[k] == element;
        if (!names)
            less.literals[kept++] = *l;
    }
    less.count = kept;
    if (b->variables->is_ordered)
        cube_drop_element(&less, b->variables, element);
    cube_tidy(&less, b->variables);
    return less;
}

static bool take_if_guess(struct backward_reach *b, struct cube *best, struct cube less)
{
    if (!is_guess(b, &less)) {
        cube_free(&less, b->mem);
        return false;
    }
    cube_free(best, b->mem);
    *best = less;
    return true;
}

// A part of the cube that no state of small sizes is in, as small as can be: first without elements, then without
// literals.
static bool find_guess(struct backward_reach *b, const struct cube *c, struct cube *guess)
{
    bool is_found = is_guess(b, c);
    *guess = cube_copy(c, b->mem);
    for (uint32_t e = c->elements; e-- > 0;)
        if (e < guess->elements)
            is_found |= take_if_guess(b, guess, without_element(b, guess, e));
    for (uint32_t i = guess->count; i-- > 0 && is_found;)
        if (i < guess->count && guess->count > 1)
            take_if_guess(b, guess, without_literal(b, guess, i));
    for (uint32_t e = guess->elements; e-- > 0 && is_found && b->variables->is_ordered;)
        if (e < guess->elements) // literals that spoke of it may be gone
            take_if_guess(b, guess, without_element(b, guess, e));
    if (is_found && (guess->count < c->count || guess->elements < c->elements))
        return true;
    cube_free(guess, b->mem);
    return false;
}

// ---- The search -----------------------------------------------------------------------------------------------------

static bool receive(void *context, const struct cube *c)
{
    struct backward_reach *b = context;
    if (b->found > MOST_CUBES)
        b->failure = CAUSE_BACKWARD_MANY_CUBES;
    if (b->failure)
        return false;
    if (!is_subsumed(b, c))
        push(b, (struct node){.cube = cube_copy(c, b->mem), .guess = b->expanded->guess});
    return true;
}

static bool receive_forbidden(void *context, const struct cube *c)
{
    struct backward_reach *b = context;
    array_push(b->mem, &b->forbidden, cube_copy(c, b->mem));
    return b->forbidden.count < MOST_CUBES;
}

bool backward_reach_forbid(struct backward_reach *b, uint32_t elements, expr condition, bool is_true)
{
    struct prepared *p = instance_of(b, elements);
    return p && preimage_of_condition(&p->preimage, condition, is_true, receive_forbidden, b);
}

static void suspend(struct backward_reach *b)
{
    b->failure = CAUSE_INTERRUPTED;
    b->is_suspended = true;
}

// With these names of the cube's elements.
static bool expand_named(struct backward_reach *b, const struct node *node, const uint8_t *images, uint32_t elements,
                         uint32_t fresh)
{
    struct prepared *p = instance_of(b, elements);
    uint32_t witnesses = elements - node->cube.elements - fresh;
    struct model *m = p->instance.model;
    b->expanded = node;
    for (size_t action = 0; action < model_action_count(m); action++) {
        const struct action *a = model_action(m, action);
        if (parametric_fresh_parameters(&p->instance, a, images, node->cube.elements) != fresh ||
            witnesses > b->source.witnesses(b->source.context, elements, action) ||
            !preimage_changes(&p->preimage, &node->cube, images, action))
            continue;
        if (!preimage_by_action(&p->preimage, &node->cube, images, action, receive, b)) {
            if (p->preimage.conditions.failed)
                b->failure = CAUSE_BACKWARD_CASES;
            else if (!b->failure)
                suspend(b);
            return false;
        }
        if (++b->taken % LOOK_AFTER == 0 && is_over(b)) {
            suspend(b);
            return false;
        }
    }
    return true;
}

static bool expand_by(struct backward_reach *b, const struct node *node, uint32_t fresh, uint32_t witnesses)
{
    uint32_t elements = node->cube.elements + fresh + witnesses;
    uint8_t images[MOST_ELEMENTS];
    if (!instance_of(b, elements))
        return false;
    for (uint8_t i = 0; i < node->cube.elements; i++)
        images[i] = i;
    do
        if (!expand_named(b, node, images, elements, fresh))
            return false;
    while (b->variables->is_ordered && parametric_next_names(images, node->cube.elements, elements));
    return true;
}

static bool expand(struct backward_reach *b, const struct node *node)
{
    b->statistics.processed++;
    for (uint32_t fresh = 0; fresh <= b->parameters; fresh++)
        for (uint32_t witnesses = 0; witnesses <= b->witnesses; witnesses++)
            if (!expand_by(b, node, fresh, witnesses))
                return false;
    return true;
}

static void drop_subsumed(struct backward_reach *b, const struct cube *c)
{
    for (size_t i = 0; i < b->visited.count; i++)
        if (!b->visited.at[i].is_dropped && cube_subsumes(c, &b->visited.at[i].cube, b->variables))
            b->visited.at[i].is_dropped = true;
}

static bool are_equal(const struct cube *a, const struct cube *b)
{
    return a->elements == b->elements && a->count == b->count &&
           (a->count == 0 || memcmp(a->literals, b->literals, a->count * sizeof *a->literals) == 0);
}

// The cube comes last, its images before it.
static void visit(struct backward_reach *b, const struct node *node)
{
    size_t first = b->visited.count;
    drop_subsumed(b, &node->cube);
    for (size_t i = 0; i < b->images.count; i++) {
        struct node image = {.cube = cube_image(&b->images, i, &node->cube, b->mem), .is_image = true};
        bool is_known = are_equal(&image.cube, &node->cube);
        for (size_t k = first; k < b->visited.count && !is_known; k++)
            is_known = are_equal(&b->visited.at[k].cube, &image.cube);
        if (is_known) {
            cube_free(&image.cube, b->mem);
            continue;
        }
        drop_subsumed(b, &image.cube);
        array_push(b->mem, &b->visited, image);
    }
    array_push(b->mem, &b->visited, *node);
}

// A guess that turns out to have reachable states, or so it seems, is not made again.
static void begin_anew(struct backward_reach *b, uint32_t guess)
{
    array_push(b->mem, &b->wrong, cube_copy(&b->guesses.at[guess], b->mem));
    for (size_t i = 0; i < b->images.count; i++)
        array_push(b->mem, &b->wrong, cube_image(&b->images, i, &b->guesses.at[guess], b->mem));
    b->statistics.wrong_guesses++;
    free_nodes(b);
}

// Whether a state of it was reached in a small size.
static bool is_reached(struct backward_reach *b, const struct cube *c)
{
    for (size_t i = 0; i < b->reach_count; i++)
        if (is_met(b, b->reach[i], c))
            return true;
    return false;
}

static bool is_violated(struct backward_reach *b)
{
    for (size_t i = 0; i < b->forbidden.count; i++)
        if (is_reached(b, &b->forbidden.at[i]))
            return true;
    return false;
}

bool backward_reach_is_suspended(const struct backward_reach *b)
{
    return b->is_suspended;
}

enum backward_verdict backward_reach_run(struct backward_reach *b, size_t patience)
{
    if (b->is_suspended) {
        b->is_suspended = false;
        b->failure = CAUSE_NONE;
        if (!expand(b, &b->visited.at[b->visited.count - 1]))
            return BACKWARD_GIVES_UP;
        goto go_on;
    }
    if (is_violated(b))
        return BACKWARD_REACHED;
    struct prepared *least = instance_of(b, 1);
    if (least)
        cube_images_open(&b->images, &least->instance);
again:
    for (size_t i = 0; i < b->forbidden.count; i++)
        push(b, (struct node){.cube = cube_copy(&b->forbidden.at[i], b->mem), .guess = NO_GUESS});
go_on:
    while (b->waiting.count && !b->failure) {
        struct node node = pop(b);
        struct cube guess;
        if (is_subsumed(b, &node.cube)) {
            cube_free(&node.cube, b->mem);
            continue;
        }
        if (is_reached(b, &node.cube) || meets_initial(b, &node.cube)) {
            uint32_t from = node.guess;
            cube_free(&node.cube, b->mem);
            if (b->failure)
                break;
            if (from == NO_GUESS)
                return BACKWARD_FAILS;
            begin_anew(b, from);
            if (b->statistics.wrong_guesses > patience)
                return BACKWARD_LOST;
            goto again;
        }
        if (find_guess(b, &node.cube, &guess)) {
            b->statistics.guesses++;
            cube_free(&node.cube, b->mem);
            node = (struct node){.cube = guess, .guess = (uint32_t)b->guesses.count};
            array_push(b->mem, &b->guesses, cube_copy(&guess, b->mem));
        }
        visit(b, &node);
        if (!expand(b, &node))
            break;
    }
    return b->failure ? BACKWARD_GIVES_UP : BACKWARD_HOLDS;
}

bool backward_reach_agrees(struct backward_reach *b)
{
    for (uint32_t i = 0; i <= MOST_ELEMENTS; i++)
        if (b->instances[i].is_open && !parametric_instance_agrees(&b->instances[i].instance))
            return false;
    return true;
}

enum cause_code backward_reach_failure(const struct backward_reach *b)
{
    return b->failure;
}

size_t backward_reach_cube_count(const struct backward_reach *b)
{
    size_t count = 0;
    for (size_t i = 0; i < b->visited.count; i++)
        count += !b->visited.at[i].is_dropped;
    return count;
}

const struct cube *backward_reach_cube(const struct backward_reach *b, size_t number)
{
    for (size_t i = 0; i < b->visited.count; i++)
        if (!b->visited.at[i].is_dropped && number-- == 0)
            return &b->visited.at[i].cube;
    return NULL;
}

void backward_reach_statistics(const struct backward_reach *b, struct backward_statistics *s)
{
    *s = b->statistics;
    s->cubes = backward_reach_cube_count(b);
    for (size_t i = 0; i < b->visited.count; i++)
        if (!b->visited.at[i].is_dropped && b->visited.at[i].cube.elements > s->elements)
            s->elements = b->visited.at[i].cube.elements;
}
