// Stacks of reductions: whatever the order, the goals on the last model decide the properties of the first one, and
// traces go back through all layers. Judged by the explicit engine and the evaluator on the first model.
#include "counted.h"
#include "read_model.h"

#include "explicit/explicit.h"
#include "murphi/lower.h"
#include "reduce/architecture/architecture.h"
#include "reduce/cone/cone.h"
#include "reduce/family/family_aggregate.h"
#include "reduce/instances/instances.h"

#define MOST_GOALS 32

struct tower {
    struct mem *mem;
    struct model *bottom, *top;
    struct reduction_stack stack;
    size_t count;
    size_t goals[MOST_GOALS]; // of the top
    size_t of[MOST_GOALS];    // by goal: the property of the bottom
};

static void open_tower(struct tower *t, struct model *model, struct mem *mem)
{
    *t = (struct tower){.mem = mem, .bottom = model, .top = model, .count = model_property_count(model)};
    assert_in_range(t->count, 1, MOST_GOALS);
    for (size_t i = 0; i < t->count; i++)
        t->goals[i] = t->of[i] = i;
}

// What was asked of the layer are the goals of the tower, in that order, or properties by their numbers.
static void push(struct tower *t, struct model_reduction layer, bool by_number)
{
    struct tower old = *t;
    t->count = 0;
    for (size_t i = 0; i < layer.goal_count; i++) {
        size_t place = layer.goals[i].of;
        for (size_t k = 0; by_number && k < old.count; k++)
            if (old.goals[k] == layer.goals[i].of)
                place = k;
        assert_in_range(place, 0, old.count - 1);
        assert_in_range(t->count, 0, MOST_GOALS - 1);
        t->goals[t->count] = layer.goals[i].property;
        t->of[t->count++] = old.of[place];
    }
    t->top = layer.model;
    reduction_stack_push(&t->stack, layer);
}

static enum verdict check(struct model *m, size_t property, struct mem *mem, struct result *result)
{
    struct explicit_engine *e = explicit_new(m, &(struct explicit_options){.traces = true}, mem);
    *result = (struct result){0};
    explicit_check(e, property, result);
    explicit_free(e);
    return result->verdict;
}

static void judge(struct tower *t, size_t property, const struct trace *trace)
{
    struct trace lifted;
    struct str error = {0};
    enum lift_status status = reduction_stack_lift(&t->stack, trace, &lifted);
    assert_string_equal(lift_status_text(status), "lifted");
    assert_ptr_equal(lifted.model, t->bottom);
    if (!trace_replay(&lifted, t->mem, &error) ||
        !trace_shows_failure(&lifted, model_property(t->bottom, property), t->mem, &error))
        fail_msg("%s", str_text(&error));
    str_free(t->mem, &error);
    trace_close(&lifted, t->mem);
}

static void close_trace(struct tower *t, struct result *result)
{
    if (result->has_trace)
        trace_close(&result->trace, t->mem);
}

// Gives how many traces were lifted. A property without goals is none that the tower decides.
static size_t judge_tower(struct tower *t)
{
    size_t lifted = 0;
    for (size_t p = 0; p < model_property_count(t->bottom); p++) {
        bool is_asked = false, holds = true;
        struct result result;
        for (size_t i = 0; i < t->count; i++) {
            if (t->of[i] != p)
                continue;
            is_asked = true;
            holds &= check(t->top, t->goals[i], t->mem, &result) == VERDICT_HOLDS;
            if (result.has_trace) {
                judge(t, p, &result.trace);
                lifted++;
            }
            close_trace(t, &result);
        }
        if (is_asked)
            assert_int_equal(check(t->bottom, p, t->mem, &result) == VERDICT_HOLDS, holds);
        if (is_asked)
            close_trace(t, &result);
    }
    return lifted;
}

// ---- In SMV ---------------------------------------------------------------------------------------------------------

static void open_cone(struct cone *cone, struct dependence **dependence, struct tower *t)
{
    size_t cells = model_cell_count(t->top), bytes = cells + 1;
    bool *all = mem_zalloc(t->mem, bytes), *one = mem_zalloc(t->mem, bytes);
    *dependence = dependence_new(t->top, true, t->mem);
    for (size_t i = 0; i < t->count; i++) {
        dependence_of_property(*dependence, t->goals[i], one);
        for (size_t c = 0; c < cells; c++)
            all[c] |= one[c];
    }
    cone_open(cone, t->top, *dependence, all, t->goals, t->count, t->mem);
    mem_free(t->mem, all, bytes);
    mem_free(t->mem, one, bytes);
}

// c, d and e depend on each other in a chain that ends outside of both cones.
#define CHAIN \
    "MODULE main\nVAR a : 0..3; b : boolean; c : 0..4; d : 0..4; e : boolean;\n" \
    "ASSIGN init(a) := 0; next(a) := b ? (a + 1) mod 4 : a; next(b) := {TRUE, FALSE}; init(c) := 0;\n" \
    "next(c) := (c + a) mod 5; next(d) := c; next(e) := d = 1;\n" \
    "INVARSPEC a < 3\nINVARSPEC a < 4\nLTLSPEC G F b\n"

// A cone of a cone with other goals, with instances of properties below, between or above.
static void cones_and_instances(void **state)
{
    UNUSED(state);
    for (int order = 0; order < 3; order++) {
        struct reading r;
        struct tower t;
        struct cone cones[2] = {0};
        struct dependence *dependence[2];
        struct property_instances instances;
        reading_open(&r, CHAIN);
        open_tower(&t, r.model, &r.mem);
        for (int i = 0, cone = 0; i < 3; i++) {
            if (i == order) {
                property_instances_open(&instances, t.top, NULL, t.goals, t.count, false, &r.mem);
                push(&t, property_instances_layer(&instances, t.top), false);
                continue;
            }
            open_cone(&cones[cone], &dependence[cone], &t);
            push(&t, cone_layer(&cones[cone++]), false);
        }
        assert_int_equal(model_cell_count(t.top), 2);
        assert_int_equal(judge_tower(&t), 2);
        property_instances_close(&instances);
        for (int i = 1; i >= 0; i--) {
            cone_close(&cones[i]);
            dependence_free(dependence[i]);
        }
        reading_close(&r);
    }
}

// ---- Components -----------------------------------------------------------------------------------------------------

#define RING \
    "const N: %d;\ntype Proc: 0..N-1; State: enum {idle, waiting, inside};\n" \
    "var at: array [Proc] of State; token: array [Proc] of boolean;\n" \
    "ruleset p: Proc do\n" \
    "rule \"ask\" at[p] = idle ==> begin at[p] := waiting; end;\n" \
    "rule \"enter\" at[p] = waiting & token[p] ==> begin at[p] := inside; end;\n" \
    "rule \"leave\" at[p] = inside ==> begin at[p] := idle; end;\n" \
    "rule \"pass\" at[p] != inside & token[p] ==> begin token[p] := false; token[(p + 1) %% N] := true; end;\n" \
    "end;\n" \
    "ruleset q: Proc do startstate for i: Proc do at[i] := idle; token[i] := false; end; token[q] := true; end; " \
    "end;\n" \
    "invariant \"one\" forall i: Proc do forall j: Proc do i = j | at[i] != inside | at[j] != inside end end;\n" \
    "invariant \"none\" forall i: Proc do at[i] != inside end;\n"

enum { SIZES = 2, SMALLEST = 3 };

struct ring {
    char text[1200];
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    struct model *model;
    struct architecture_options options;
    struct architecture *architecture;
    struct counter_reduction *counters;
    struct tower tower;
};

// The symmetrised model, and its counters: each is a tower that decides.
static void open_ring(struct ring *r, int size, struct mem *mem)
{
    struct arena causes = {.mem = mem};
    struct cause why;
    *r = (struct ring){0};
    snprintf(r->text, sizeof r->text, RING, size);
    r->source = (struct source){"ring.m", r->text, strlen(r->text)};
    diag_open(&r->diag, mem);
    assert_true(murphi_read_tree(&r->tree, &r->source, NULL, 0, mem, &r->diag));
    r->model = model_new(mem);
    assert_true(
        murphi_lower(&r->tree, r->model, &(struct murphi_lower_options){.ranges_are_classes = true}, mem, &r->diag));
    r->options.only_rules = true;
    r->architecture = architecture_new(r->model, &r->options, mem, &causes, &why);
    assert_non_null(r->architecture);
    open_tower(&r->tower, r->model, mem);
    push(&r->tower, architecture_layer(r->architecture, architecture_model(r->architecture)), true);
    r->counters = counter_reduce(r->tower.top, r->tower.goals, r->tower.count, COUNTER_ALL_LOCALS, mem, &why);
    assert_non_null(r->counters);
    push(&r->tower, counter_layer(r->counters), false);
    arena_free(&causes);
}

static void close_ring(struct ring *r)
{
    counter_free(r->counters);
    architecture_free(r->architecture);
    model_free(r->model);
    murphi_tree_close(&r->tree);
    diag_close(&r->diag);
}

// Orbits of the symmetrised model with all its steps, by instances of the properties.
static void instances_on_architecture(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct ring ring;
    struct tower t;
    struct property_instances instances;
    open_ring(&ring, 3, &mem);
    struct model *full = architecture_full_model(ring.architecture);
    struct symmetry *symmetry = symmetry_new(full, &mem);
    open_tower(&t, ring.model, &mem);
    push(&t, architecture_layer(ring.architecture, full), true);
    property_instances_open(&instances, full, symmetry, t.goals, t.count, false, &mem);
    push(&t, property_instances_layer(&instances, full), false);
    assert_in_range(judge_tower(&t), 1, MOST_GOALS);
    property_instances_close(&instances);
    symmetry_free(symmetry);
    model_free(full);
    close_ring(&ring);
    assert_nothing_left(&mem);
}

// Of each size: architectural symmetry, counters, the family of all counters, instances of its properties; and a cone,
// which leaves nothing out where there are starts.
static void a_family_of_counters_on_architecture(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct ring rings[SIZES];
    struct family_member members[SIZES];
    struct cause why;
    for (int i = 0; i < SIZES; i++) {
        open_ring(&rings[i], SMALLEST + i, &mem);
        assert_in_range(judge_tower(&rings[i].tower), 1, MOST_GOALS);
        members[i] = (struct family_member){rings[i].tower.top, SMALLEST + i};
    }
    struct family *family = family_new(members, SIZES, FAMILY_DEADLOCK_AS_STATED, NULL, &mem, &why);
    assert_non_null(family);
    for (size_t i = 0; i < SIZES; i++) {
        struct tower *t = &rings[i].tower;
        struct property_instances instances;
        struct dependence *dependence;
        struct cone cone;
        push(t, family_layer(family, i), true);
        assert_int_equal(t->stack.count, 3);
        property_instances_open(&instances, t->top, NULL, t->goals, t->count, false, &mem);
        push(t, property_instances_layer(&instances, t->top), false);
        open_cone(&cone, &dependence, t);
        push(t, cone_layer(&cone), false);
        assert_int_equal(model_cell_count(t->top), model_cell_count(family_model(family)));
        assert_in_range(judge_tower(t), 1, MOST_GOALS);
        cone_close(&cone);
        dependence_free(dependence);
        property_instances_close(&instances);
    }
    family_free(family);
    for (int i = 0; i < SIZES; i++)
        close_ring(&rings[i]);
    assert_nothing_left(&mem);
}

// ---- The method, and what is not lifted -----------------------------------------------------------------------------

static void methods_are_noted_from_the_last_layer_on(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct ring ring;
    struct method method = {.backend = BACKEND_EXPLICIT};
    open_ring(&ring, 3, &mem);
    reduction_stack_note(&ring.tower.stack, &method);
    assert_int_equal(method.count, 2);
    assert_int_equal(method.reductions[0], REDUCTION_COUNTERS);
    assert_int_equal(method.reductions[1], REDUCTION_ARCHITECTURE);
    close_ring(&ring);
    assert_nothing_left(&mem);
}

// A layer says so, and what was lifted below it is gone.
static void what_is_none_is_not_lifted(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct ring ring;
    struct trace trace, lifted;
    open_ring(&ring, 3, &mem);
    trace_open(&trace, ring.tower.top);
    assert_int_equal(reduction_stack_lift(&ring.tower.stack, &trace, &lifted), LIFT_NOT_A_TRACE);
    trace_close(&trace, &mem);
    struct reduction_stack names = {0};
    struct model *other = model_new(&mem);
    model_add_cell(other, "other", model_boolean(other), CELL_STATE);
    reduction_stack_push(&names, reduction_to_names(ring.model, other, &mem));
    reduction_stack_push(&names, reduction_to_first_cells(REDUCTION_KINDS, ring.model, ring.model, &mem));
    trace_open(&trace, ring.model);
    assert_int_equal(reduction_stack_lift(&names, &trace, &lifted), LIFT_NOT_A_TRACE);
    trace_close(&trace, &mem);
    model_free(other);
    close_ring(&ring);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cones_and_instances),
        cmocka_unit_test(instances_on_architecture),
        cmocka_unit_test(a_family_of_counters_on_architecture),
        cmocka_unit_test(methods_are_noted_from_the_last_layer_on),
        cmocka_unit_test(what_is_none_is_not_lifted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
