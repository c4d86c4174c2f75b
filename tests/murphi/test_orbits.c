// Murphi models searched with the symmetry of their scalarsets and rings, against all states walked through by the
// evaluator: the number of orbits and of the states in them, verdicts, traces.
//
// Random models have a seed each: COSET_SEED=that begins with this case.
#include <gmp.h>

#include "../certified.h"
#include "explicit/explicit.h"
#include "explore.h"
#include "random_text.h"

#define CASES cases_for(3000, 300, 300)
#define MOST_STATES 20000
#define MOST_ELEMENTS 64

struct tally {
    size_t cases, states, orbits, failing, traces;
    struct certified verdicts;
};

// ---- Orbits by brute force ------------------------------------------------------------------------------------------

struct orbit_search {
    const struct symmetry *symmetry;
    const value *state;
    value *image;
    size_t width;
    bool is_least; // of its orbit
    uint32_t permutation[MOST_ELEMENTS];
    bool is_taken[MOST_ELEMENTS];
};

static void try_images(struct orbit_search *o, uint32_t element)
{
    const struct symmetry *s = o->symmetry;
    if (!o->is_least)
        return;
    if (element == s->element_count) {
        if (!symmetry_contains(s, o->permutation))
            return;
        symmetry_apply(s, o->permutation, o->state, o->image);
        for (size_t i = 0; i < o->width && o->is_least; i++) {
            if (o->image[i] > o->state[i])
                return;
            o->is_least = o->image[i] == o->state[i];
        }
        return;
    }
    for (uint32_t to = 0; to < s->element_count; to++) {
        if (o->is_taken[to] || s->block[to] != s->block[element])
            continue;
        o->is_taken[to] = true;
        o->permutation[element] = to;
        try_images(o, element + 1);
        o->is_taken[to] = false;
    }
}

static size_t count_orbits(const struct exploration *x, const struct symmetry *s)
{
    size_t orbits = 0;
    value *image = malloc((x->width + 1) * sizeof *image);
    for (size_t i = 0; i < x->count; i++) {
        struct orbit_search o = {
            .symmetry = s, .state = explore_state(x, i), .image = image, .width = x->width, .is_least = true};
        try_images(&o, 0);
        orbits += o.is_least;
    }
    free(image);
    return orbits;
}

// ---- Models ---------------------------------------------------------------------------------------------------------

static void check_property(struct exploration *x, const struct symmetry *s, struct explicit_engine *plain, size_t i,
                           struct tally *tally)
{
    struct mem *mem = &x->reading.mem;
    const struct property *p = model_property(x->model, i);
    struct symmetry *left = symmetry_copy(s);
    symmetry_restrict(left, x->model, p->formula);
    struct explicit_options options = {.traces = true, .symmetry = left};
    struct explicit_engine *e = explicit_new(x->model, &options, mem);
    struct result with, without;
    struct str error = {0};
    explicit_check(e, i, &with);
    explicit_check(plain, i, &without);
    if (with.verdict != without.verdict)
        fail_msg("%s: %d without symmetry, %d with", p->text, (int)without.verdict, (int)with.verdict);
    if (with.has_trace) {
        if (!trace_replay(&with.trace, mem, &error) || !trace_shows_failure(&with.trace, p, mem, &error))
            fail_msg("%s: %s", p->text, str_text(&error));
        if (p->kind != PROPERTY_CTL && p->kind != PROPERTY_CTLSTAR) // others are shown by a shortest trace
            assert_int_equal(trace_length(&with.trace), trace_length(&without.trace));
        tally->traces++;
        trace_close(&with.trace, mem);
        trace_close(&without.trace, mem);
    }
    tally->failing += with.verdict == VERDICT_FAILS;
    certified_note(&tally->verdicts, p, with.verdict);
    str_free(mem, &error);
    explicit_free(e);
    symmetry_free(left);
}

static void check_model(struct exploration *x, struct tally *tally)
{
    struct mem *mem = &x->reading.mem;
    struct symmetry *s = symmetry_new(x->model, mem);
    struct explicit_engine *e = explicit_new(x->model, &(struct explicit_options){.symmetry = s}, mem);
    struct explicit_engine *plain = explicit_new(x->model, &(struct explicit_options){.traces = true}, mem);
    uint64_t orbits;
    struct cause cause = {0};
    mpz_t states;
    mpz_init(states);
    assert_true(explicit_count_states(e, &orbits, &cause));
    assert_int_equal(orbits, count_orbits(x, s));
    assert_true(explicit_count_concrete(e, states, &cause));
    assert_int_equal(mpz_get_ui(states), x->count);
    for (size_t i = 0; i < model_property_count(x->model); i++)
        if (!model_property(x->model, i)->unsupported && model_property(x->model, i)->kind != PROPERTY_LTL)
            check_property(x, s, plain, i, tally);
    tally->cases++;
    tally->states += x->count;
    tally->orbits += orbits;
    mpz_clear(states);
    explicit_free(plain);
    explicit_free(e);
    symmetry_free(s);
}

static void check_text(const char *text, size_t length, const struct murphi_lower_options *options, struct tally *tally)
{
    struct exploration x;
    explore_open(&x, text, length, options, MOST_STATES, 0);
    assert_true(x.is_complete || x.lowered);
    if (x.is_complete)
        check_model(&x, tally);
    explore_close(&x);
}

static void orbits_of_random_models(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    const char *seed = getenv("COSET_SEED");
    uint64_t first = seed ? strtoull(seed, NULL, 0) : 1;
    for (uint64_t i = first; i < first + (uint64_t)CASES; i++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        struct random_maker k = {.dice = i * UINT64_C(0x2545f4914f6cdd1d), .mem = &mem, .out = &text};
        random_put_text(&k);
        certified_begin(&tally.verdicts);
        check_text(text.at, text.count, &(struct murphi_lower_options){.loop_limit = 6}, &tally);
        const struct subject_reading reading = {.language = SUBJECT_MURPHI, .loop_limit = 6};
        if (tally.verdicts.count && certified_is_due(i, 25) &&
            !certified_agrees(&tally.verdicts, text.at, text.count, &reading))
            fail_msg("COSET_SEED=%llu: %s\n%s", (unsigned long long)i, tally.verdicts.error, text.at);
        str_free(&mem, &text);
        assert_nothing_left(&mem);
    }
    print_message("%zu models, %zu states, %zu orbits, %zu properties fail, %zu traces\n", tally.cases, tally.states,
                  tally.orbits, tally.failing, tally.traces);
    certified_assert(&tally.verdicts, 80);
}

// ---- What random texts have not -------------------------------------------------------------------------------------

static void check_one(const char *text, size_t least)
{
    struct tally tally = {0};
    check_text(text, strlen(text), NULL, &tally);
    assert_int_equal(tally.cases, 1);
    print_message("%zu states, %zu orbits\n", tally.states, tally.orbits);
    assert_true(tally.orbits * least <= tally.states);
}

static void messages_in_a_multiset_hold_ids(void **state)
{
    UNUSED(state);
    check_one(
        "type P: scalarset(3); M: record source: P; goal: P; kind: enum { ask, answer } end;\n"
        "var net: multiset [2] of M; busy: array [P] of boolean;\n"
        "ruleset p: P; q: P do rule \"ask\" p != q & !busy[p] & multisetcount(m: net, true) < 2 ==>\n"
        "  var m: M; begin m.source := p; m.goal := q; m.kind := ask; multisetadd(m, net); busy[p] := true; end;\n"
        "end;\n"
        "choose i: net do\n"
        "  rule \"answer\" net[i].kind = ask ==>\n"
        "    var m: M; begin m.source := net[i].goal; m.goal := net[i].source; m.kind := answer;\n"
        "    multisetremove(i, net); multisetadd(m, net); end;\n"
        "  rule \"done\" net[i].kind = answer ==> begin busy[net[i].goal] := false; multisetremove(i, net); end;\n"
        "end;\n"
        "startstate begin undefine net; for p: P do busy[p] := false; end; end;\n"
        "invariant \"not all\" exists p: P do !busy[p] end;\n"
        "ctl \"again\" AG EF forall p: P do !busy[p] end;\n",
        3);
}

static void multisets_belong_to_components(void **state)
{
    UNUSED(state);
    check_one("type P: scalarset(3); U: union {P, enum {Home}};\n"
              "var box: array [P] of multiset [2] of U;\n"
              "ruleset p: P; u: U do rule \"put\" multisetcount(i: box[p], true) < 2 & p != u ==>\n"
              "  begin multisetadd(u, box[p]); end; end;\n"
              "ruleset p: P do choose i: box[p] do rule \"take\" multisetcount(j: box[p], true) = 2 ==>\n"
              "  begin multisetremove(i, box[p]); end; end; end;\n"
              "startstate begin undefine box; end;\n",
              4);
}

static void relations_between_components(void **state)
{
    UNUSED(state);
    check_one("type P: scalarset(3); var knows: array [P] of array [P] of boolean; chief: P;\n"
              "ruleset p: P; q: P do rule \"meet\" p != q & !knows[p][q] ==> begin knows[p][q] := true; end; end;\n"
              "ruleset p: P; q: P do rule \"tell\" knows[p][q] & isundefined(chief) ==> begin chief := q;\n"
              "  knows[p][q] := false; end; end;\n"
              "startstate begin undefine chief; for p: P do for q: P do knows[p][q] := false; end; end; end;\n"
              "invariant \"somebody\" isundefined(chief) | exists p: P do !knows[p][chief] end;\n",
              4);
}

static void two_classes_and_a_ring(void **state)
{
    UNUSED(state);
    check_one("type P: scalarset(3); Q: scalarset(2); R: ring(3);\n"
              "var has: array [P] of Q; at: array [Q] of R; lit: array [R] of boolean;\n"
              "ruleset p: P; q: Q do rule \"take\" isundefined(has[p]) &\n"
              "  forall o: P do isundefined(has[o]) | has[o] != q end ==> begin has[p] := q; end; end;\n"
              "ruleset p: P do rule \"move\" !isundefined(has[p]) ==> begin at[has[p]] := succ(at[has[p]]);\n"
              "  lit[at[has[p]]] := true; undefine has[p]; end; end;\n"
              "ruleset r: R do rule \"dark\" lit[r] & !lit[succ(r)] ==> begin lit[r] := false; end; end;\n"
              "ruleset r: R do startstate begin undefine has; for q: Q do at[q] := r; end;\n"
              "  for s: R do lit[s] := false; end; end; end;\n"
              "ctl \"dark again\" AG EF forall r: R do !lit[r] end;\n",
              10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orbits_of_random_models),        cmocka_unit_test(messages_in_a_multiset_hold_ids),
        cmocka_unit_test(multisets_belong_to_components), cmocka_unit_test(relations_between_components),
        cmocka_unit_test(two_classes_and_a_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
