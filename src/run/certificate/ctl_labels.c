// Labels of states for a formula of branching time (certify/claim_ctl.c says what they must be like).
#include <string.h>

#include "base/bytes.h"
#include "certify/claim.h"
#include "run/certificate/proofs.h"
#include "run/certificate/strong_components.h"

struct labelling {
    struct search_graph *graph;
    struct mem *mem;
    struct form form;
    uint32_t states;
    size_t conditions;         // of justice
    ARRAY(uint32_t *) arrays;  // of all nodes
    ARRAY(size_t) first_array; // by node
    // Steps, forwards and backwards.
    size_t *first, *first_back;
    uint32_t *to, *from;
    size_t steps;
    uint8_t *justice; // by condition and state
};

static uint32_t *array_of(const struct labelling *l, uint32_t node, size_t which)
{
    return l->arrays.at[l->first_array.at[node] + which];
}

static bool is_true(const struct labelling *l, uint32_t reference, uint32_t state)
{
    uint32_t node = reference / 2;
    bool is_zero = array_of(l, node, 0)[state] == 0;
    return ((l->form.nodes.at[node].op == FORM_SOME_ALWAYS) == is_zero) != (reference & 1);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

static void gather_steps(struct labelling *l)
{
    struct search_link own;
    size_t count;
    for (uint32_t s = 0; s < l->states; s++) {
        search_graph_successors(l->graph, s, &count, &own);
        l->steps += count;
    }
    l->first = mem_zalloc(l->mem, (l->states + 1) * sizeof *l->first);
    l->first_back = mem_zalloc(l->mem, (l->states + 2) * sizeof *l->first_back);
    l->to = mem_zalloc(l->mem, l->steps * sizeof *l->to);
    l->from = mem_zalloc(l->mem, l->steps * sizeof *l->from);
    size_t at = 0;
    for (uint32_t s = 0; s < l->states; s++) {
        const struct search_link *links = search_graph_successors(l->graph, s, &count, &own);
        l->first[s] = at;
        for (size_t i = 0; i < count; i++) {
            l->to[at++] = links[i].to;
            l->first_back[links[i].to + 2]++;
        }
    }
    l->first[l->states] = at;
    for (uint32_t s = 0; s < l->states; s++)
        l->first_back[s + 2] += l->first_back[s + 1];
    for (uint32_t s = 0; s < l->states; s++)
        for (size_t i = l->first[s]; i < l->first[s + 1]; i++)
            l->from[l->first_back[l->to[i] + 1]++] = s;
}

// Ranks by breadth-first search backwards: 1 where it is set already, one more for each step from there, through states
// of `within`.
static void rank_backwards(const struct labelling *l, const uint8_t *within, uint32_t *rank)
{
    ARRAY(uint32_t) queue = {0};
    for (uint32_t s = 0; s < l->states; s++)
        if (rank[s])
            array_push(l->mem, &queue, s);
    for (size_t at = 0; at < queue.count; at++) {
        uint32_t s = queue.at[at];
        for (size_t i = l->first_back[s]; i < l->first_back[s + 1]; i++) {
            uint32_t before = l->from[i];
            if (rank[before] || !within[before])
                continue;
            rank[before] = rank[s] + 1;
            array_push(l->mem, &queue, before);
        }
    }
    array_free(l->mem, &queue);
}

// ---- Operators ------------------------------------------------------------------------------------------------------

static void label_until(const struct labelling *l, const struct form_node *n, uint32_t *rank)
{
    uint8_t *within = mem_zalloc(l->mem, l->states);
    for (uint32_t s = 0; s < l->states; s++) {
        within[s] = is_true(l, n->args[0], s);
        rank[s] = is_true(l, n->args[1], s) && is_true(l, FORM_FAIR, s);
    }
    rank_backwards(l, within, rank);
    mem_free(l->mem, within, l->states);
}

static void label_next(const struct labelling *l, const struct form_node *n, uint32_t *label)
{
    for (uint32_t s = 0; s < l->states; s++)
        for (size_t i = l->first[s]; i < l->first[s + 1] && !label[s]; i++)
            label[s] = is_true(l, n->args[0], l->to[i]) && is_true(l, FORM_FAIR, l->to[i]);
}

static bool is_just(const struct labelling *l, size_t condition, uint32_t state)
{
    return l->justice[condition * l->states + state];
}

// By component: whether it has a step in it, and a justice condition that none of its states satisfies, or their
// number.
struct component {
    bool has_step;
    uint32_t missing;
};

static struct component *describe_components(const struct labelling *l, const uint32_t *of, uint32_t count)
{
    struct component *c = mem_zalloc(l->mem, count * sizeof *c);
    uint32_t conditions = (uint32_t)l->conditions;
    uint8_t *met = mem_zalloc(l->mem, (size_t)count * conditions);
    for (uint32_t s = 0; s < l->states; s++) {
        if (of[s] == UINT32_MAX)
            continue;
        for (size_t i = l->first[s]; i < l->first[s + 1]; i++)
            c[of[s]].has_step |= of[l->to[i]] == of[s];
        for (uint32_t k = 0; k < conditions; k++)
            met[(size_t)of[s] * conditions + k] |= is_just(l, k, s);
    }
    for (uint32_t i = 0; i < count; i++)
        while (c[i].missing < conditions && met[(size_t)i * conditions + c[i].missing])
            c[i].missing++;
    mem_free(l->mem, met, (size_t)count * conditions);
    return c;
}

// Of states with a path that is in the set forever, those from which a fair component can be reached; of the others
// the number of their component, which falls along steps.
static void label_globally(const struct labelling *l, uint32_t node, const struct form_node *n)
{
    uint32_t *label = array_of(l, node, 0), count;
    uint8_t *within = mem_zalloc(l->mem, l->states);
    for (uint32_t s = 0; s < l->states; s++)
        within[s] = is_true(l, n->args[0], s);
    struct successor_lists lists = {l->states, l->first, l->to, within};
    uint32_t *of = strong_components(&lists, l->mem, &count);
    struct component *components = describe_components(l, of, count);
    uint32_t *reach = mem_zalloc(l->mem, l->states * sizeof *reach);
    for (uint32_t s = 0; s < l->states; s++)
        reach[s] = within[s] && components[of[s]].has_step && components[of[s]].missing == l->conditions;
    rank_backwards(l, within, reach);
    for (uint32_t s = 0; s < l->states; s++) {
        within[s] = reach[s] != 0;
        label[s] = reach[s] ? 0 : of[s] == UINT32_MAX ? 1 : of[s] + 2;
        if (l->conditions && of[s] != UINT32_MAX)
            array_of(l, node, 1)[s] = components[of[s]].missing;
    }
    for (size_t k = 0; k < l->conditions; k++) {
        uint32_t *distance = array_of(l, node, 2 + k);
        for (uint32_t s = 0; s < l->states; s++)
            distance[s] = within[s] && is_just(l, k, s);
        rank_backwards(l, within, distance);
    }
    mem_free(l->mem, reach, l->states * sizeof *reach);
    mem_free(l->mem, components, count * sizeof *components);
    mem_free(l->mem, of, l->states * sizeof *of);
    mem_free(l->mem, within, l->states);
}

static void label_node(const struct labelling *l, uint32_t node)
{
    const struct form_node *n = &l->form.nodes.at[node];
    uint32_t *label = array_of(l, node, 0);
    switch (n->op) {
    case FORM_AND:
        for (uint32_t s = 0; s < l->states; s++)
            label[s] = is_true(l, n->args[0], s) && is_true(l, n->args[1], s);
        break;
    case FORM_SOME_NEXT:
        label_next(l, n, label);
        break;
    case FORM_SOME_UNTIL:
        label_until(l, n, label);
        break;
    case FORM_SOME_ALWAYS:
        label_globally(l, node, n);
        break;
    default: // conditions, by label_conditions
        break;
    }
}

static void label_conditions(struct labelling *l)
{
    struct evaluator *ev = l->graph->evaluator;
    for (uint32_t s = 0; s < l->states; s++) {
        const value *state = search_graph_state(l->graph, s);
        for (uint32_t node = 0; node < l->form.nodes.count; node++) {
            const struct form_node *n = &l->form.nodes.at[node];
            if (n->op == FORM_ATOM)
                array_of(l, node, 0)[s] = eval_condition(ev, n->atom, state, NULL);
        }
        for (size_t k = 0; k < l->conditions; k++)
            l->justice[k * l->states + s] = eval_condition(ev, model_justice(l->graph->model, k), state, NULL);
    }
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static void write_array(const struct labelling *l, const uint32_t *numbers, struct str *out)
{
    uint32_t most = 0;
    for (uint32_t s = 0; s < l->states; s++)
        most = numbers[s] > most ? numbers[s] : most;
    unsigned width = 0;
    for (; most; most >>= 8)
        width++;
    bytes_add_number(l->mem, out, width);
    for (uint32_t s = 0; s < l->states; s++)
        for (unsigned i = 0; i < width; i++)
            str_add_char(l->mem, out, (char)(numbers[s] >> 8 * i));
}

bool ctl_labels_write(struct search_graph *g, const struct property *property, formula f, struct str *out,
                      struct cause *error)
{
    struct mem *mem = g->mem;
    struct labelling l = {
        .graph = g, .mem = mem, .states = g->store.count, .conditions = model_justice_count(g->model)};
    const char *said;
    bool good = form_open(&l.form, g->model, property, f, false, mem, &said);
    if (!good)
        *error = cause_with_text(CAUSE_CERTIFY_SAYS, said);
    if (good) {
        for (uint32_t node = 0; node < l.form.nodes.count; node++) {
            array_push(mem, &l.first_array, l.arrays.count);
            for (size_t i = claim_numbers(&l.form, node); i > 0; i--)
                array_push(mem, &l.arrays, mem_zalloc(mem, l.states * sizeof(uint32_t)));
        }
        l.justice = mem_zalloc(mem, l.conditions * l.states);
        gather_steps(&l);
        label_conditions(&l);
        for (uint32_t node = 0; node < l.form.nodes.count; node++)
            label_node(&l, node);
        for (size_t i = 0; i < l.arrays.count; i++)
            write_array(&l, l.arrays.at[i], out);
        mem_free(mem, l.justice, l.conditions * l.states);
        mem_free(mem, l.first, (l.states + 1) * sizeof *l.first);
        mem_free(mem, l.first_back, (l.states + 2) * sizeof *l.first_back);
        mem_free(mem, l.to, l.steps * sizeof *l.to);
        mem_free(mem, l.from, l.steps * sizeof *l.from);
    }
    for (size_t i = 0; i < l.arrays.count; i++)
        mem_free(mem, l.arrays.at[i], l.states * sizeof(uint32_t));
    array_free(mem, &l.arrays);
    array_free(mem, &l.first_array);
    form_close(&l.form);
    return good;
}
