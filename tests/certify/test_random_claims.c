// Random models in SMV with fairness about states and inputs, and random formulas of all logics: whatever is claimed,
// only what holds is certified. Rankings are made for all formulas that have a linear form, also where a list of states
// would do, and of these all that hold are certified.
#include "../unit.h"

#include "base/random.h"
#include "base/stream_file.h"
#include "certificate/subject_section.h"
#include "certify/certify.h"
#include "certify/claim.h"
#include "check/check.h"
#include "run/certificate/certificate.h"
#include "run/certificate/proofs.h"
#include "temporal/form.h"

#define PROPERTIES 8

struct writer {
    uint64_t random;
    struct mem *mem;
    struct str text;
};

static const char *pick(struct writer *w, const char *const *words, size_t count)
{
    return words[random_below(&w->random, count)];
}
#define PICK(w, ...) \
    pick(w, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void add(struct writer *w, const char *text)
{
    str_add(w->mem, &w->text, "%s", text);
}

// A condition of states, and of inputs and next values if that may be.
static void add_condition(struct writer *w, bool of_steps)
{
    if (of_steps && random_below(&w->random, 3) == 0)
        add(w, PICK(w, "go", "!go", "next(a)", "next(n) = n", "(go & b)"));
    else
        add(w, PICK(w, "a", "b", "!a", "n = 0", "n = 2", "n < 2", "(a & n = 1)", "(a | b)", "TRUE", "FALSE"));
}

static void add_linear(struct writer *w, unsigned depth)
{
    if (depth == 0) {
        add_condition(w, true);
        return;
    }
    switch (random_below(&w->random, 3)) {
    case 0:
        add(w, PICK(w, "! (", "X (", "F (", "G (", "G F (", "Y (", "Z (", "O (", "H (", "F [1,2] (", "G [0,1] (",
                    "O [0,1] (", "H [1,2] ("));
        add_linear(w, depth - 1);
        add(w, ")");
        break;
    default:
        add(w, "(");
        add_linear(w, depth - 1);
        add(w, PICK(w, " & ", " | ", " -> ", " <-> ", " U ", " V ", " S ", " T "));
        add_linear(w, depth - 1);
        add(w, ")");
        break;
    }
}

static void add_branching(struct writer *w, unsigned depth)
{
    if (depth == 0) {
        add_condition(w, false);
        return;
    }
    switch (random_below(&w->random, 4)) {
    case 0:
        add(w, PICK(w, "A [", "A [", "E ["));
        add_branching(w, depth - 1);
        add(w, " U ");
        add_branching(w, depth - 1);
        add(w, "]");
        break;
    case 1:
        add(w, "(");
        add_branching(w, depth - 1);
        add(w, PICK(w, " & ", " | ", " -> ", " <-> "));
        add_branching(w, depth - 1);
        add(w, ")");
        break;
    default:
        add(w, PICK(w, "! (", "AX (", "AG (", "AF (", "AG (", "AG AF (", "EX (", "EF (", "EG (", "ABF 1..2 (",
                    "EBG 0..1 (", "ABG 0..2 ("));
        add_branching(w, depth - 1);
        add(w, ")");
        break;
    }
}

static void add_fairness(struct writer *w)
{
    for (uint64_t i = random_below(&w->random, 3); i > 0; i--) {
        add(w, "JUSTICE ");
        add(w, PICK(w, "go", "a", "n = 0", "(go & b)", "!b"));
        add(w, "\n");
    }
    if (random_below(&w->random, 3) == 0) {
        add(w, "COMPASSION (");
        add(w, PICK(w, "a", "n = 1", "b"));
        add(w, PICK(w, ", n = 2)\n", ", !a)\n", ", b & n = 0)\n"));
    }
}

static void add_model(struct writer *w)
{
    add(w, "MODULE main\nVAR a: boolean; b: boolean; n: 0..2; IVAR go: boolean;\nASSIGN init(n) := 0;\n");
    if (random_below(&w->random, 2))
        add(w, "  init(a) := FALSE;\n");
    add(w, "  next(a) := ");
    add(w, PICK(w, "b", "!a", "go", "{TRUE, FALSE}", "a | go", "a & n < 2"));
    add(w, ";\n  next(n) := case ");
    add(w, PICK(w, "go", "a", "!b", "a & go"));
    add(w, ": (n + 1) mod 3; ");
    add(w, PICK(w, "b", "n = 2", "FALSE"));
    add(w, PICK(w, ": 0; ", ": {0, n}; "));
    add(w, "TRUE: n; esac;\n");
    if (random_below(&w->random, 2))
        add(w, PICK(w, "  next(b) := a;\n", "  next(b) := !b;\n", "TRANS b -> next(b) | go\n"));
    add_fairness(w);
    for (size_t i = 0; i < PROPERTIES; i++) {
        bool is_linear = random_below(&w->random, 2), is_step = random_below(&w->random, 8) == 0;
        add(w, is_step ? "INVARSPEC " : is_linear ? "LTLSPEC " : "CTLSPEC ");
        if (is_step)
            add_condition(w, true);
        else if (is_linear)
            add_linear(w, 1 + (unsigned)random_below(&w->random, 3));
        else
            add_branching(w, 1 + (unsigned)random_below(&w->random, 3));
        add(w, "\n");
    }
}

static void give_up(struct mem *mem)
{
    UNUSED(mem);
    fail_msg("out of memory");
}

static void decide(struct subject *s, bool *holds, struct mem *mem)
{
    struct check_options options = {0};
    struct checker *checker = checker_new(s->model, &options, mem);
    for (size_t i = 0; i < model_property_count(s->model); i++) {
        struct result result = {.property = i};
        checker_check(checker, i, &result);
        assert_true(result.verdict == VERDICT_HOLDS || result.verdict == VERDICT_FAILS);
        holds[i] = result.verdict == VERDICT_HOLDS;
    }
    checker_free(checker);
}

static uint32_t certified(struct subject *s, struct view sections, struct mem *mem)
{
    certify_results results = {0};
    const char *error = NULL;
    uint32_t set = 0;
    assert_true(certify_check(s, sections, NULL, mem, &results, &error));
    for (size_t i = 0; i < results.count; i++)
        set |= (uint32_t)(results.at[i].outcome == CERTIFY_CERTIFIED) << i;
    certify_free_results(mem, &results);
    return set;
}

static void put_claim(struct str *out, const struct property *p, size_t conjunct, enum claim_form form,
                      const struct str *proof, struct mem *mem)
{
    struct str claim = {0};
    uint8_t head[SECTION_HEAD];
    bytes_add_number(mem, &claim, p->goal);
    bytes_add_text(mem, &claim, p->text);
    bytes_add_number(mem, &claim, conjunct);
    bytes_add_number(mem, &claim, form);
    bytes_add_number(mem, &claim, 0);
    str_add_bytes(mem, &claim, str_text(proof), proof->count);
    certificate_head(TAG_CLAIM, claim.count, head);
    str_add_bytes(mem, out, (const char *)head, sizeof head);
    str_add_bytes(mem, out, str_text(&claim), claim.count);
    str_free(mem, &claim);
}

// A ranking for each conjunct. Gives whether there are all of them.
static bool put_rankings(struct run *run, struct model *m, const struct property *p, struct str *out)
{
    struct search_limits limits = {.states = UINT32_MAX};
    conjunct_list conjuncts = {0};
    bool has_all = property_kind_is_temporal(p->kind);
    if (has_all)
        property_conjuncts(m, p, &run->mem, &conjuncts);
    for (size_t i = 0; i < conjuncts.count; i++) {
        struct str ranking = {0};
        struct cause error;
        bool good = ranking_write(run, m, p, conjuncts.at[i], &limits, &run->mem, &ranking, &error);
        if (good)
            put_claim(out, p, i, CLAIM_RANKING, &ranking, &run->mem);
        has_all &= good;
        str_free(&run->mem, &ranking);
    }
    array_free(&run->mem, &conjuncts);
    return has_all;
}

// Those that are certified by k-induction of this depth.
static uint32_t certified_by_induction(struct subject *s, uint64_t depth, struct mem *mem)
{
    struct str sections = {0}, proof = {0};
    bytes_add_number(mem, &proof, depth);
    for (size_t i = 0; i < model_property_count(s->model); i++) {
        const struct property *p = model_property(s->model, i);
        conjunct_list conjuncts = {0};
        property_conjuncts(s->model, p, mem, &conjuncts);
        for (size_t k = 0; k < conjuncts.count; k++)
            put_claim(&sections, p, k, CLAIM_INDUCTION, &proof, mem);
        array_free(mem, &conjuncts);
    }
    struct view view = {(const uint8_t *)str_text(&sections), (const uint8_t *)str_text(&sections) + sections.count,
                        false};
    uint32_t set = certified(s, view, mem);
    str_free(mem, &sections);
    str_free(mem, &proof);
    return set;
}

static struct stream *same_file(void *file)
{
    return file;
}

// The certificate that claims everything, without what it says of its model and without its end.
static uint32_t certified_as_usual(struct run *run, struct subject *s, const struct str *text)
{
    struct certificate_goal goals[PROPERTIES];
    for (size_t i = 0; i < PROPERTIES; i++)
        goals[i] = (struct certificate_goal){model_property(s->model, i)->goal, true};
    struct certificate_request request = {
        .name = "model", .text = text->at, .length = text->count, .goals = goals, .count = PROPERTIES};
    char *bytes = NULL, tag[5];
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    struct stream *stream = stream_on_file(file, &run->mem);
    assert_int_equal(certificate_make(run, &request, same_file, stream), CERTIFICATE_MADE);
    stream_close(stream);
    fclose(file);
    struct view view = {(const uint8_t *)bytes + sizeof CERTIFICATE_MAGIC - 1,
                        (const uint8_t *)bytes + length - SECTION_HEAD - 8, false},
                model;
    assert_true(certificate_next(&view, tag, &model));
    uint32_t set = certified(s, view, &run->mem);
    free(bytes);
    return set;
}

static void only_what_holds_is_certified(void **state)
{
    UNUSED(state);
    const char *seed = getenv("COSET_SEED");
    uint64_t first = seed ? strtoull(seed, NULL, 10) : 1, ranked = 0, usual = 0, holding = 0, inductive = 0;
    for (int i = 0; i < cases_for(150, 12, 6); i++) {
        struct run run = {.mem = {.exhausted = give_up}};
        struct writer w = {first + (uint64_t)i, &run.mem, {0}};
        struct subject subject;
        struct subject_reading reading = {0};
        struct diag diag;
        struct str sections = {0};
        bool holds[PROPERTIES];
        uint32_t complete = 0;
        random_next(&w.random);
        add_model(&w);
        diag_open(&diag, &run.mem);
        assert_true(subject_open(&subject, "model", w.text.at, w.text.count, &reading, &run.mem, &diag));
        assert_int_equal(model_property_count(subject.model), PROPERTIES);
        decide(&subject, holds, &run.mem);
        for (size_t k = 0; k < PROPERTIES; k++)
            complete |= (uint32_t)put_rankings(&run, subject.model, model_property(subject.model, k), &sections) << k;
        struct view view = {(const uint8_t *)str_text(&sections), (const uint8_t *)str_text(&sections) + sections.count,
                            false};
        uint32_t by_rankings = certified(&subject, view, &run.mem),
                 by_all = certified_as_usual(&run, &subject, &w.text),
                 by_induction = certified_by_induction(&subject, (uint64_t)i % 6, &run.mem);
        for (size_t k = 0; k < PROPERTIES; k++) {
            if ((by_rankings >> k & 1) != (holds[k] && complete >> k & 1) ||
                (((by_all | by_induction) >> k & 1) && !holds[k]))
                fail_msg("model %llu, property %zu: %s, %s by a ranking, %s\n%s", (unsigned long long)first + i, k + 1,
                         holds[k] ? "holds" : "fails", by_rankings >> k & 1 ? "certified" : "not certified",
                         by_all >> k & 1 ? "certified" : "not certified", str_text(&w.text));
            holding += holds[k];
            ranked += by_rankings >> k & 1;
            usual += by_all >> k & 1;
            inductive += by_induction >> k & 1;
        }
        subject_close(&subject);
        diag_close(&diag);
        str_free(&run.mem, &sections);
        str_free(&run.mem, &w.text);
        assert_nothing_left(&run.mem);
    }
    print_message("%llu hold, %llu certified, %llu by rankings, %llu by k-induction\n", (unsigned long long)holding,
                  (unsigned long long)usual, (unsigned long long)ranked, (unsigned long long)inductive);
    assert_true(ranked > 0 && usual * 10 > holding * 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_holds_is_certified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
