// Random models in which a constant is the size of arrays and a number as well: one model of all sizes from one reading
// (murphi/size_number.c) has as many states as those of the sizes, each read by itself, and their verdicts. A failure
// shows the seed; COSET_SEED=that begins with this case.
#include "../unit.h"

#include "base/diag.h"
#include "base/hash.h"
#include "explicit/explicit.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "murphi/presence.h"
#include "reduce/family/family_aggregate.h"

#define CASES cases_for(150, 40, 4)
#define MOST_STATES 20000 // of the largest size
#define MOST_COPIES 128
#define SIZES 4

// ---- Texts ----------------------------------------------------------------------------------------------------------

struct maker {
    struct mem *mem;
    struct str out;
    uint64_t dice;
    bool has_p, has_i; // an element is in scope; a number
    bool is_ring;      // elements have neighbours
};

static int roll(struct maker *m, int sides)
{
    m->dice = hash_mix(m->dice + 1);
    return (int)(m->dice % (uint64_t)sides);
}

#define put(m, ...) str_add((m)->mem, &(m)->out, __VA_ARGS__)

static void put_number(struct maker *m, int depth)
{
    static const char *const leaves[] = {"N", "N - 1", "K", "M", "x", "y", "1", "2", "a[h]", "x", "N", "r.f"};
    static const char *const operators[] = {"+", "-", "*", "/", "%", "%"};
    int choice = roll(m, 8);
    if (depth == 0 || choice < 3) {
        if (m->has_i && roll(m, 3) == 0)
            put(m, "i");
        else if (m->has_p && roll(m, 3) == 0)
            put(m, "a[p]");
        else
            put(m, "(%s)", leaves[roll(m, 12)]);
        return;
    }
    put(m, "(");
    put_number(m, depth - 1);
    put(m, " %s ", operators[roll(m, 6)]);
    if (roll(m, 2))
        put(m, "%s)", roll(m, 2) ? "K" : "N");
    else {
        put_number(m, depth - 1);
        put(m, ")");
    }
}

static void put_condition(struct maker *m, int depth)
{
    static const char *const comparisons[] = {"=", "!=", "<", "<=", ">", ">="};
    bool had_p = m->has_p;
    switch (roll(m, depth ? 7 : 3)) {
    case 0:
        put(m, "f");
        break;
    case 1:
    case 2:
        put_number(m, 2);
        put(m, " %s ", comparisons[roll(m, 6)]);
        put_number(m, 1);
        break;
    case 3:
        put(m, "(");
        put_condition(m, depth - 1);
        put(m, roll(m, 2) ? " & " : " | ");
        put_condition(m, depth - 1);
        put(m, ")");
        break;
    case 4:
        put(m, "!(");
        put_condition(m, depth - 1);
        put(m, ")");
        break;
    case 5:
        put(m, m->has_p ? (m->is_ring ? "succ(p) = h" : "p = h") : "b[x + 1] = y");
        break;
    default:
        put(m, roll(m, 2) ? "(forall p: Proc do " : "(exists p: Proc do ");
        m->has_p = true;
        put_condition(m, depth - 1);
        m->has_p = had_p;
        put(m, " end)");
    }
}

static void put_modulo(struct maker *m, const char *divisor)
{
    put(m, "(");
    put_number(m, 2);
    put(m, ") %% %s", divisor);
}

static void put_statement(struct maker *m, int depth)
{
    bool had_i = m->has_i, had_p = m->has_p;
    switch (roll(m, depth ? 12 : 8)) {
    case 0:
        put(m, "x := ");
        put_number(m, 1);
        break;
    case 1:
        put(m, "x := ");
        put_modulo(m, "(N + 1)");
        break;
    case 2:
        put(m, "y := ");
        put_modulo(m, "2");
        break;
    case 3:
        put(m, "a[%s] := ", m->has_p ? "p" : "h");
        put_modulo(m, roll(m, 4) ? "K" : "N");
        break;
    case 4:
        put(m, "b[(");
        put_number(m, 1);
        put(m, ") %% K + 1] := ");
        put_modulo(m, "2");
        break;
    case 5:
        if (m->is_ring && roll(m, 2))
            put(m, roll(m, 2) ? "h := succ(h)" : "h := pred(h)");
        else
            put(m, m->has_p ? "h := p" : roll(m, 3) ? "f := !f" : roll(m, 2) ? "clear a" : "undefine b");
        break;
    case 6:
        put(m, "r.f := give(");
        put_number(m, 1);
        put(m, ")");
        break;
    case 7:
        put(m, "v := 0; ");
        if (roll(m, 2)) {
            put(m, "if N >= %d then v := 1; end; ", 2 + roll(m, 3));
            put(m, "if N >= %d then v := 0; end; x := (v + N) %% K", 2 + roll(m, 3));
            break;
        }
        put(m, "v := ");
        put_modulo(m, "N");
        put(m, "; x := v");
        break;
    case 8:
        put(m, "if ");
        put_condition(m, 1);
        put(m, " then ");
        put_statement(m, depth - 1);
        put(m, "; else ");
        put_statement(m, depth - 1);
        put(m, "; end");
        return;
    case 9:
        put(m, roll(m, 2) ? "for i := 0 to N - 1 do " : roll(m, 2) ? "for i := K to 1 by -1 do " : "for i: Level do ");
        m->has_i = true;
        put_statement(m, depth - 1);
        put(m, "; end");
        m->has_i = had_i;
        return;
    case 10:
        put(m, "for p: Proc do ");
        m->has_p = true;
        put_statement(m, depth - 1);
        put(m, "; end");
        m->has_p = had_p;
        return;
    default:
        put(m, "switch x case N: ");
        put_statement(m, depth - 1);
        put(m, "; case K: f := true; else ");
        put_statement(m, depth - 1);
        put(m, "; end");
    }
}

static void put_rules(struct maker *m)
{
    int count = 3 + roll(m, 3);
    for (int i = 0; i < count; i++) {
        m->has_p = roll(m, 2);
        put(m, "%srule \"r%d\" ", m->has_p ? "ruleset p: Proc do " : "", i);
        put_condition(m, 2);
        put(m, " ==> var v: Level; begin ");
        put_statement(m, 2);
        put(m, "; ");
        if (roll(m, 2)) {
            put_statement(m, 1);
            put(m, "; ");
        }
        put(m, "end; %s\n", m->has_p ? "end;" : "");
    }
    m->has_p = false;
}

static void put_properties(struct maker *m)
{
    static const char *const kinds[] = {"invariant \"i\"", "ctl \"c\" AG EF ", "ctl \"d\" AF ", "ltl \"l\" G F "};
    for (int i = 0; i < 4; i++) {
        put(m, "%s (", kinds[i]);
        put_condition(m, 2);
        put(m, ");\n");
    }
}

// The size is the first digit.
static void make_text(struct maker *m)
{
    static const char *const classes[] = {"0..N - 1", "1..N", "scalarset(N)", "0..M", "ring(N)"};
    static const char *const levels[] = {"0..N", "0..N - 1", "0..M", "0..3"};
    int class = roll(m, 5);
    m->is_ring = class == 4;
    put(m, "const N: 1; K: N + 1; M: 2 * K - 3;\ntype Proc: %s; Level: %s;\n", classes[class], levels[roll(m, 4)]);
    put(m, "var a: array [Proc] of %s; b: array [1..K] of 0..1; x: Level; y: 0..1; f: boolean; h: Proc;\n",
        roll(m, 2) ? "Level" : "0..1");
    put(m, "r: record f: Level; end;\n");
    put(m, "function give(v: Level): Level; begin if v = N then return 0; end; return v; end;\n");
    put(m,
        "ruleset q: Proc do startstate begin clear a; clear b; clear x; clear y; clear r; f := %s; h := q; end; end;\n",
        roll(m, 2) ? "true" : "N = 2 | x = 0");
    put_rules(m);
    put_properties(m);
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

struct reading {
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    struct model *model; // NULL: it is refused
};

struct sizes {
    uint64_t seed;
    struct mem mem;
    char *texts[SIZES];
    struct reading single[SIZES], all;
    size_t models, compared, fails;
};

static bool read_text(struct sizes *s, struct reading *r, const char *text, const struct murphi_presence *presence)
{
    *r = (struct reading){.source = {"test.m", text, strlen(text)}};
    diag_open(&r->diag, &s->mem);
    murphi_tree_open(&r->tree, &s->mem, &r->source);
    if (!murphi_parse(&r->tree, &r->diag))
        fail_msg("the text has a mistake:\n%s", text);
    r->tree.infers_scalarsets = s->seed % 2;
    if (presence)
        murphi_declare_presence(&r->tree, presence);
    return murphi_check(&r->tree, NULL, 0, &r->diag);
}

static void lower(struct sizes *s, struct reading *r, const struct murphi_presence *presence)
{
    struct murphi_lower_options options = {.presence = presence, .no_procedures = true, .reads_alike = true};
    r->model = model_new(&s->mem);
    if (murphi_lower(&r->tree, r->model, &options, &s->mem, &r->diag))
        return;
    model_free(r->model);
    r->model = NULL;
}

static void close_reading(struct reading *r)
{
    model_free(r->model);
    murphi_tree_close(&r->tree);
    diag_close(&r->diag);
}

static expr is_least(struct model *m, size_t size)
{
    char name[40];
    snprintf(name, sizeof name, MURPHI_PRESENCE_LEAST "[%zu]", size);
    if (size == 0 || size == SIZES)
        return size == 0 ? model_true(m) : model_false(m);
    return model_cell_expr(m, model_find_cell(m, name));
}

static bool verdict_of(struct explicit_engine *e, size_t property, enum verdict *verdict)
{
    struct result result = {0};
    explicit_check(e, property, &result);
    *verdict = result.verdict;
    return result.verdict != VERDICT_UNDECIDED;
}

static uint64_t states_of(struct explicit_engine *e)
{
    uint64_t states = 0;
    struct cause cause;
    return explicit_count_states(e, &states, &cause) ? states : UINT64_MAX;
}

#define complain(s, ...) \
    do { \
        print_error("COSET_SEED=%lu\n%s\n", (unsigned long)(s)->seed, (s)->texts[SIZES - 1]); \
        fail_msg(__VA_ARGS__); \
    } while (0)

static void compare(struct sizes *s)
{
    struct model *m = s->all.model;
    struct explicit_engine *single[SIZES], *all;
    size_t copies[MOST_COPIES], count = 0;
    enum verdict expected[MOST_COPIES], found;
    uint64_t sum = 0, states;
    for (size_t k = 0; k < SIZES; k++) {
        const struct model *own = s->single[k].model;
        single[k] = explicit_new(s->single[k].model, &(struct explicit_options){0}, &s->mem);
        for (size_t p = 0; p < model_property_count(own); p++) {
            size_t there = model_find_goal(m, model_property(own, p)->goal);
            expr here = model_and(m, is_least(m, k), model_not(m, is_least(m, k + 1)));
            assert_true(count < MOST_COPIES && verdict_of(single[k], p, &expected[count]));
            if (there != SIZE_MAX)
                copies[count++] = family_copy_property(m, there, here, &s->mem);
            else if (expected[count] != VERDICT_HOLDS) // more is plain where all sizes are seen
                complain(s, "%s: not asked of all sizes", model_property(own, p)->text);
        }
    }
    all = explicit_new(m, &(struct explicit_options){0}, &s->mem);
    for (size_t k = 0; k < SIZES; k++)
        sum += states_of(single[k]);
    states = states_of(all);
    if (states != sum)
        complain(s, "%lu states, %lu in single sizes", (unsigned long)states, (unsigned long)sum);
    for (size_t i = 0; i < count; i++) {
        assert_true(verdict_of(all, copies[i], &found));
        if (found != expected[i])
            complain(s, "%s: %d in one size, %d with all of them", model_property(m, copies[i])->text, (int)expected[i],
                     (int)found);
        s->compared++;
        s->fails += found == VERDICT_FAILS;
    }
    explicit_free(all);
    for (size_t k = 0; k < SIZES; k++)
        explicit_free(single[k]);
    s->models++;
}

static bool is_small(struct sizes *s)
{
    struct explicit_engine *e = explicit_new(s->single[SIZES - 1].model, &(struct explicit_options){0}, &s->mem);
    bool good = states_of(e) <= MOST_STATES;
    explicit_free(e);
    return good;
}

// As the runs do it: where a size has no model, or no start state, there is no model of all.
static void read_all(struct sizes *s)
{
    static const int64_t values[] = {1, 2, 3, 4};
    const struct murphi_tree *trees[SIZES];
    struct murphi_presence presence = {.size_count = SIZES, .constant = "N", .values = values, .trees = trees};
    struct size_refusal refusal;
    bool good = true;
    for (size_t k = 0; k < SIZES; k++) {
        good &= read_text(s, &s->single[k], s->texts[k], NULL);
        trees[k] = &s->single[k].tree;
    }
    for (size_t k = 0; good && k < SIZES; k++) {
        lower(s, &s->single[k], NULL);
        good &= s->single[k].model && model_start_count(s->single[k].model) > 0;
    }
    good = good && is_small(s) && murphi_has_presence_by_size(trees[SIZES - 1], "N", &refusal) &&
           murphi_trees_grow(trees, SIZES);
    if (good) {
        assert_true(read_text(s, &s->all, s->texts[SIZES - 1], &presence));
        lower(s, &s->all, &presence);
        if (s->all.model)
            compare(s);
        close_reading(&s->all);
    }
    for (size_t k = 0; k < SIZES; k++)
        close_reading(&s->single[k]);
}

// A text for the first size, whose first digit that is.
static void look_at(struct sizes *s, const char *text)
{
    for (size_t k = 0; k < SIZES; k++) {
        s->texts[k] = strdup(text);
        s->texts[k][strcspn(text, "1")] = (char)('1' + k);
    }
    read_all(s);
    for (size_t k = 0; k < SIZES; k++)
        free(s->texts[k]);
}

static void test_numbers_that_are_the_size(void **state)
{
    const char *given = getenv("COSET_SEED");
    uint64_t first = given ? strtoull(given, NULL, 0) : 1;
    struct sizes s = {0};
    UNUSED(state);
    for (s.seed = first; s.seed < first + (uint64_t)CASES; s.seed++) {
        s.mem = MEM_UNLIMITED;
        struct maker m = {.mem = &s.mem, .dice = s.seed};
        make_text(&m);
        look_at(&s, m.out.at);
        str_free(&s.mem, &m.out);
        assert_nothing_left(&s.mem);
    }
    print_message("# %zu models, %zu verdicts, %zu fail\n", s.models, s.compared, s.fails);
    assert_true(given || s.models * 10 > (size_t)CASES);
}

// A value for all sizes from one on takes the place of one that was assigned for larger ones before.
static void test_smaller_sizes_after_larger_ones(void **state)
{
    struct sizes s = {.mem = MEM_UNLIMITED};
    UNUSED(state);
    look_at(&s, "const N: 1;\n"
                "type Proc: 1..N;\n"
                "var a: array [Proc] of boolean; x: 0..20;\n"
                "startstate begin clear a; x := 0; end;\n"
                "rule \"if\" true ==> var v: 0..20; begin v := 5; if N >= 3 then v := 4; end;"
                " if N >= 2 then v := 3; end; x := v + N; end;\n"
                "rule \"for\" true ==> var v: 0..20; begin v := 9; for i := N to 1 by -1 do v := i; end;"
                " x := v * N + N; end;\n"
                "invariant \"4\" x != 4; invariant \"5\" x != 5; invariant \"6\" x != 6; invariant \"7\" x != 7;\n"
                "invariant \"9\" x != 9; invariant \"10\" x != 10; invariant \"12\" x != 12;\n");
    assert_int_equal(s.models, 1);
    assert_nothing_left(&s.mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers_that_are_the_size),
                                       cmocka_unit_test(test_smaller_sizes_after_larger_ones)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
