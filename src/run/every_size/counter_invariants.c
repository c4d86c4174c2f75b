#include "run/every_size/counter_invariants.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "check/check.h"
#include "encode/encode.h"
#include "run/watch.h"

enum { MOST_CLAUSES = 4000, MOST_VALUES = 100000 };

// States outside of what is reached are taken away in products of sets, one set of values for each cell: each begins as
// one state, and its sets grow as long as nothing is reached in the product.
struct clauses {
    struct counter_reduction *counters;
    struct model *model;
    struct encoding *encoding;
    bdd_manager *m;
    struct mem *mem;
    size_t cells;
    size_t *first; // by cell: its first value in the following
    bdd *values;   // sets of states
    size_t value_count;
    bool *allowed;     // of the product at hand
    const bool **sets; // by cell: where it is not all that the product has
    value *state;
    bool *bits;  // by variable
    bdd *behind; // by place in the order: the product of what comes later
    cell_id *order;
};

static bool is_interrupted(void *run)
{
    return watch_is_interrupted(run);
}

static const struct type *type_of(const struct clauses *c, cell_id cell)
{
    return model_type(c->model, model_cell(c->model, cell)->type);
}

static bool is_counter(const struct clauses *c, cell_id cell)
{
    uint32_t count;
    return counter_classes(c->counters, &count)[cell] != UINT32_MAX;
}

static bool open_values(struct clauses *c)
{
    struct model *m = c->model;
    c->cells = model_cell_count(m);
    c->first = mem_alloc(c->mem, (c->cells + 1) * sizeof *c->first);
    c->first[0] = 0;
    for (cell_id i = 0; i < c->cells; i++)
        c->first[i + 1] =
            c->first[i] + (type_size(type_of(c, i)) < MOST_VALUES ? type_size(type_of(c, i)) : MOST_VALUES);
    c->value_count = c->first[c->cells];
    c->values = mem_alloc(c->mem, (c->value_count + 1) * sizeof *c->values);
    c->allowed = mem_zalloc(c->mem, c->value_count + 1);
    c->sets = mem_zalloc(c->mem, (c->cells + 1) * sizeof *c->sets);
    c->state = mem_alloc(c->mem, (c->cells + 1) * sizeof *c->state);
    c->behind = mem_alloc(c->mem, (c->cells + 2) * sizeof *c->behind);
    c->order = mem_alloc(c->mem, (c->cells + 1) * sizeof *c->order);
    c->bits = mem_zalloc(c->mem, bdd_var_count(c->m) + 1);
    if (c->value_count >= MOST_VALUES)
        return false;
    for (cell_id i = 0; i < c->cells; i++)
        for (size_t k = c->first[i]; k < c->first[i + 1]; k++) {
            value v = type_value(type_of(c, i), k - c->first[i]);
            expr equal = model_binary(m, OP_EQ, model_cell_expr(m, i), model_const(m, model_cell(m, i)->type, v));
            c->values[k] = bdd_and(c->m, encode_condition(c->encoding, equal), encode_domain(c->encoding, i, false));
            if (!bdd_is_valid(c->values[k]))
                return false;
        }
    return true;
}

static void close_values(struct clauses *c)
{
    if (!c->first)
        return;
    mem_free(c->mem, c->first, (c->cells + 1) * sizeof *c->first);
    mem_free(c->mem, c->values, (c->value_count + 1) * sizeof *c->values);
    mem_free(c->mem, c->allowed, c->value_count + 1);
    mem_free(c->mem, c->sets, (c->cells + 1) * sizeof *c->sets);
    mem_free(c->mem, c->state, (c->cells + 1) * sizeof *c->state);
    mem_free(c->mem, c->behind, (c->cells + 2) * sizeof *c->behind);
    mem_free(c->mem, c->order, (c->cells + 1) * sizeof *c->order);
    mem_free(c->mem, c->bits, bdd_var_count(c->m) + 1);
}

// ---- Products -------------------------------------------------------------------------------------------------------

// Counters at 0 come first: a clause that does not ask that nobody is somewhere is one of few elements.
static unsigned urgency(const struct clauses *c, cell_id cell)
{
    if (is_counter(c, cell))
        return c->state[cell] == 0 ? 0 : c->state[cell] == type_of(c, cell)->high ? 2 : 3;
    return 1;
}

static void set_order(struct clauses *c)
{
    size_t count = 0;
    for (unsigned wanted = 0; wanted < 4; wanted++)
        for (cell_id i = 0; i < c->cells; i++)
            if (urgency(c, i) == wanted)
                c->order[count++] = i;
}

static size_t place_of(const struct clauses *c, cell_id cell)
{
    const struct type *type = type_of(c, cell);
    for (size_t i = c->first[cell]; i < c->first[cell + 1]; i++)
        if (type_value(type, i - c->first[cell]) == c->state[cell])
            return i;
    return c->first[cell];
}

static bdd allowed_set(struct clauses *c, cell_id cell)
{
    bdd result = BDD_FALSE;
    for (size_t i = c->first[cell]; i < c->first[cell + 1]; i++)
        if (c->allowed[i])
            result = bdd_or(c->m, result, c->values[i]);
    return result;
}

// Whether nothing of `left`, which is reached, has this value and those of what comes later.
static bool is_free(struct clauses *c, bdd left, size_t which, size_t at)
{
    return bdd_is_disjoint(c->m, bdd_and(c->m, left, c->values[which]), c->behind[at + 1]) == BDD_YES;
}

// From the state's value on: of a counter, numbers that are next to each other.
static void grow_set(struct clauses *c, bdd left, size_t at)
{
    cell_id cell = c->order[at];
    size_t own = place_of(c, cell), first = c->first[cell], end = c->first[cell + 1];
    for (size_t i = first; i < end; i++)
        c->allowed[i] = i == own;
    for (size_t i = own + 1; i < end; i++) {
        c->allowed[i] = is_free(c, left, i, at);
        if (!c->allowed[i] && is_counter(c, cell))
            break;
    }
    for (size_t i = own; i-- > first;) {
        c->allowed[i] = is_free(c, left, i, at);
        if (!c->allowed[i] && is_counter(c, cell))
            break;
    }
    c->sets[cell] = NULL;
    for (size_t i = first; i < end; i++)
        if (!c->allowed[i])
            c->sets[cell] = &c->allowed[first];
}

// The product around a state of which none is reached.
static bdd grow(struct clauses *c, bdd reached)
{
    bdd left = reached, product = BDD_TRUE;
    set_order(c);
    c->behind[c->cells] = BDD_TRUE;
    for (size_t i = c->cells; i-- > 0;)
        c->behind[i] = bdd_and(c->m, c->values[place_of(c, c->order[i])], c->behind[i + 1]);
    for (size_t i = 0; i < c->cells; i++) {
        grow_set(c, left, i);
        bdd set = c->sets[c->order[i]] ? allowed_set(c, c->order[i]) : BDD_TRUE;
        left = bdd_and(c->m, left, set);
        product = bdd_and(c->m, product, set);
        if (!bdd_is_valid(left) || !bdd_is_valid(product))
            return BDD_NONE;
    }
    return product;
}

static bool pick(struct clauses *c, bdd set)
{
    bdd_models *models = bdd_models_open(c->m, set, encode_state_cube(c->encoding));
    bool good = models && bdd_models_next(models, c->bits);
    if (models)
        bdd_models_close(models);
    if (good)
        encode_read(c->encoding, c->bits, c->state);
    return good;
}

// ---- All of them ----------------------------------------------------------------------------------------------------

struct writing {
    struct mem *mem;
    uint64_t elements;
    const char *prefix;
    struct str text;
    size_t count;
    enum cause_code why;
};

static void begin_declaration(struct writing *w)
{
    str_add(w->mem, &w->text, "invariant \"" COUNTER_INVARIANT_NAME "%" PRIu64 " on, %zu\"\n  ", w->elements,
            ++w->count);
}

static void write_locals(struct clauses *c, struct writing *w)
{
    uint32_t classes;
    counter_classes(c->counters, &classes);
    for (uint32_t i = 0; i < classes && !w->why; i++) {
        begin_declaration(w);
        counter_print_locals(c->counters, i, w->prefix, &w->text, &w->why);
        str_add(w->mem, &w->text, ";\n");
    }
}

static void write_clauses(struct clauses *c, struct writing *w, bdd reached)
{
    bdd left = bdd_minus(c->m, encode_condition(c->encoding, counter_possible(c->counters, w->elements)), reached);
    for (cell_id i = 0; i < c->cells; i++)
        left = bdd_and(c->m, left, encode_domain(c->encoding, i, false));
    if (!bdd_protect(c->m, &left)) {
        w->why = CAUSE_SIZE_NO_ROOM;
        return;
    }
    while (left != BDD_FALSE && !w->why) {
        bdd_scope scope = bdd_open_scope(c->m);
        bdd product = bdd_is_valid(left) && pick(c, left) ? grow(c, reached) : BDD_NONE;
        left = bdd_is_valid(product) ? bdd_minus(c->m, left, product) : BDD_NONE;
        bdd_close_scope(c->m, scope);
        if (!bdd_is_valid(left)) {
            w->why = CAUSE_SIZE_NO_ROOM;
        } else if (w->count == MOST_CLAUSES) {
            w->why = CAUSE_SIZE_TOO_LARGE;
        } else {
            begin_declaration(w);
            counter_print_clause(c->counters, c->sets, w->prefix, &w->text, &w->why);
            str_add(w->mem, &w->text, ";\n");
        }
    }
    bdd_unprotect(c->m, &left);
}

void counter_invariants_find(struct run *run, struct counter_reduction *counters, uint64_t elements, const char *prefix,
                             double deadline, struct arena *arena, struct counter_invariants *result)
{
    struct mem *mem = &run->mem;
    struct model *model = counter_model(counters);
    const struct check_options options = {.reachable = CHECK_REACHABLE_ON,
                                          .deadline = deadline,
                                          .memory_limit = mem_room(mem) == SIZE_MAX ? 0 : mem_room(mem) / 2,
                                          .reorder = true,
                                          .interleaved = counter_interleaved(counters),
                                          .interrupted = is_interrupted,
                                          .context = run};
    struct checker *checker = checker_new(model, &options, mem);
    struct clauses c = {.counters = counters, .model = model, .mem = mem};
    struct writing w = {.mem = mem, .elements = elements, .prefix = prefix};
    bdd reached;
    if (!checker_encoding(checker) || !checker_reachable_set(checker, &reached)) {
        w.why = CAUSE_SIZE_NOT_REACHED;
    } else {
        c.encoding = checker_encoding(checker);
        c.m = encoding_manager(c.encoding);
        if (!bdd_protect(c.m, &reached)) {
            w.why = CAUSE_SIZE_NO_ROOM;
        } else {
            if (open_values(&c)) {
                write_locals(&c, &w);
                write_clauses(&c, &w, reached);
            } else {
                w.why = CAUSE_SIZE_MANY_VALUES;
            }
            bdd_unprotect(c.m, &reached);
        }
        close_values(&c);
    }
    *result = (struct counter_invariants){.why = w.why};
    if (!w.why) {
        result->text = arena_copy(arena, str_text(&w.text), w.text.count);
        result->count = w.count;
    }
    str_free(mem, &w.text);
    checker_free(checker);
}
