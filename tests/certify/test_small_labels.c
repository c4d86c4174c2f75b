// Labels of formulas of branching time, in all models with two states: labels are tried, all of them where that is
// quick, and a formula is certified by some of them exactly if it holds.
#include "../cases.h"
#include "../unit.h"

#include "base/random.h"
#include "base/stream_file.h"
#include "certificate/subject_section.h"
#include "certify/certify.h"
#include "certify/claim.h"
#include "model/eval.h"
#include "run/certificate/certificate.h"
#include "temporal/form.h"

#define NUMBERS 3 // labels are below
#define MOST_LABELS 32
#define TRIED BY_KIND(200, 20, 10) // of labels under fairness, for a formula of a model

// In these, E has states with a fair path in mind, as the checker has.
static const char *const formulas[] = {"EF x", "EG !x", "AF x", "AG x", "EX x", "E [ !x U x ]", "AG EF x"};
#define FORMULAS (sizeof formulas / sizeof *formulas)

struct small {
    unsigned steps; // bit 2 * a + b: there is one from a to b
    unsigned fair;  // states with a fair path: a bit each, as all sets are
    bool is_just;   // x again and again
};

static unsigned before(const struct small *m, unsigned set)
{
    unsigned found = 0;
    for (unsigned a = 0; a < 2; a++)
        found |= (unsigned)((m->steps >> 2 * a & 3 & set) != 0) << a;
    return found;
}

static unsigned until(const struct small *m, unsigned through, unsigned to)
{
    unsigned found = to & m->fair;
    for (int i = 0; i < 2; i++)
        found |= through & before(m, found);
    return found;
}

// Forever within a set, on a fair path: to x, if that is asked for, and then on.
static unsigned always(const struct small *m, unsigned set)
{
    for (int i = 0; i < 3; i++) {
        unsigned goal = set & (m->is_just ? 2 : 3) & before(m, set), found = goal;
        for (int k = 0; k < 2; k++)
            found |= set & before(m, found);
        set = found;
    }
    return set;
}

static bool is_true(const struct small *m, size_t which)
{
    const unsigned x = 2, all = 3, start = 1;
    unsigned holds[FORMULAS] = {until(m, all, x),
                                always(m, all & ~x),
                                all & ~always(m, all & ~x),
                                all & ~until(m, all, all & ~x),
                                before(m, x & m->fair),
                                until(m, all & ~x, x),
                                all & ~until(m, all, all & ~until(m, all, x))};
    return holds[which] & start || !(m->fair & start);
}

static void add_model(const struct small *m, struct mem *mem, struct str *out)
{
    str_add(mem, out, "MODULE main\nVAR x: boolean;\nINIT !x\nTRANS FALSE");
    for (unsigned i = 0; i < 4; i++)
        if (m->steps >> i & 1)
            str_add(mem, out, " | (%sx & %snext(x))", i & 2 ? "" : "!", i & 1 ? "" : "!");
    str_add(mem, out, "\n%s", m->is_just ? "JUSTICE x\n" : "");
    for (size_t i = 0; i < FORMULAS; i++)
        str_add(mem, out, "CTLSPEC %s\n", formulas[i]);
}

struct trying {
    struct mem mem;
    struct subject subject;
    struct evaluator *evaluator;
    struct str graph; // the whole section
    uint64_t count;   // of its states
    uint8_t states[2];
};

static struct stream *same_file(void *file)
{
    return file;
}

// The graph is the one that the writer of certificates makes.
static void find_graph(struct trying *t, const struct str *text)
{
    struct run run = {0};
    struct certificate_goal goal = {model_property(t->subject.model, 0)->goal, true};
    struct certificate_request request = {
        .name = "model", .text = text->at, .length = text->count, .goals = &goal, .count = 1};
    char *bytes = NULL, tag[5];
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    struct stream *stream = stream_on_file(file, &run.mem);
    assert_int_equal(certificate_make(&run, &request, same_file, stream), CERTIFICATE_MADE);
    stream_close(stream);
    fclose(file);
    struct view all = {(const uint8_t *)bytes, (const uint8_t *)bytes + length, false}, section = {0};
    const char *error;
    assert_true(certificate_open(&all, &error) && certificate_next(&all, tag, &section));
    assert_true(certificate_next(&all, tag, &section) && strcmp(tag, TAG_GRAPH) == 0);
    str_add_bytes(&t->mem, &t->graph, (const char *)section.at - SECTION_HEAD,
                  (size_t)(section.end - section.at) + SECTION_HEAD);
    view_number(&section); // no monitor
    view_number(&section); // one permutation, of no elements
    t->count = view_number(&section);
    assert_true(t->count <= 2);
    memcpy(t->states, section.at, t->count);
    free(bytes);
    assert_nothing_left(&run.mem);
}

static bool is_certified(struct trying *t, size_t which, const uint8_t *labels, size_t arrays)
{
    const struct property *p = model_property(t->subject.model, which);
    struct str claim = {0}, sections = {0};
    certify_results results = {0};
    uint8_t head[SECTION_HEAD];
    const char *error;
    bytes_add_number(&t->mem, &claim, p->goal);
    bytes_add_text(&t->mem, &claim, p->text);
    bytes_add_number(&t->mem, &claim, 0);
    bytes_add_number(&t->mem, &claim, CLAIM_CTL);
    bytes_add_number(&t->mem, &claim, 1);
    for (size_t i = 0; i < arrays; i++) {
        bytes_add_number(&t->mem, &claim, 1); // byte each
        str_add_bytes(&t->mem, &claim, (const char *)labels + i * t->count, t->count);
    }
    certificate_head(TAG_CLAIM, claim.count, head);
    str_add_bytes(&t->mem, &sections, t->graph.at, t->graph.count);
    str_add_bytes(&t->mem, &sections, (const char *)head, sizeof head);
    str_add_bytes(&t->mem, &sections, claim.at, claim.count);
    struct view view = {(const uint8_t *)sections.at, (const uint8_t *)sections.at + sections.count, false};
    assert_true(certify_check(&t->subject, view, NULL, &t->mem, &results, &error));
    bool good = results.at[which].outcome == CERTIFY_CERTIFIED;
    certify_free_results(&t->mem, &results);
    str_free(&t->mem, &claim);
    str_free(&t->mem, &sections);
    return good;
}

// Labels as the digits of a number; those of conditions are what they are.
static size_t put_labels(const struct trying *t, const struct form *f, uint64_t number, uint8_t *labels)
{
    size_t arrays = 0;
    for (uint32_t node = 0; node < f->nodes.count; node++)
        for (size_t i = 0; i < claim_numbers(f, node); i++, arrays++)
            for (uint64_t s = 0; s < t->count; s++) {
                const struct form_node *n = &f->nodes.at[node];
                bool is_condition = n->op == FORM_ATOM;
                value x = t->states[s];
                assert_true(arrays * t->count + s < MOST_LABELS);
                labels[arrays * t->count + s] =
                    is_condition ? eval_condition(t->evaluator, n->atom, &x, NULL) : (uint8_t)(number % NUMBERS);
                number = is_condition ? number : number / NUMBERS;
            }
    return arrays;
}

static uint64_t how_many(const struct trying *t, const struct form *f)
{
    uint64_t all = 1;
    for (uint32_t node = 0; node < f->nodes.count; node++)
        for (uint64_t i = 0; f->nodes.at[node].op != FORM_ATOM && i < claim_numbers(f, node) * t->count; i++)
            all *= NUMBERS;
    return all;
}

static void try_formula(struct trying *t, const struct small *m, size_t which, uint64_t *random, size_t found[2])
{
    const struct property *p = model_property(t->subject.model, which);
    struct form form;
    const char *error;
    uint8_t labels[MOST_LABELS];
    assert_true(form_open(&form, t->subject.model, p, p->formula, false, &t->mem, &error));
    uint64_t all = how_many(t, &form);
    bool some = false;
    t->evaluator = evaluator_new(t->subject.model, &t->mem);
    for (uint64_t i = 0; i < (m->is_just ? TRIED : all); i++) {
        size_t arrays = put_labels(t, &form, m->is_just ? random_below(random, all) : i, labels);
        some |= is_certified(t, which, labels, arrays);
    }
    bool holds = is_true(m, which);
    if (some && !holds)
        fail_msg("steps %u: %s is certified", m->steps, formulas[which]);
    if (holds && !some && !m->is_just)
        fail_msg("steps %u: no labels certify %s", m->steps, formulas[which]);
    found[holds] += 1;
    evaluator_free(t->evaluator);
    form_close(&form);
}

static void labels_certify_what_holds(void **state)
{
    UNUSED(state);
    uint64_t random = 1;
    size_t found[2] = {0};
    for (unsigned i = 0; i < 32; i++) {
        struct small m = {.steps = i / 2, .is_just = i % 2};
        struct trying t = {0};
        struct str text = {0};
        struct subject_reading reading = {.language = SUBJECT_SMV};
        struct diag diag;
        m.fair = always(&m, 3);
        add_model(&m, &t.mem, &text);
        diag_open(&diag, &t.mem);
        assert_true(subject_open(&t.subject, "model", text.at, text.count, &reading, &t.mem, &diag));
        find_graph(&t, &text);
        for (size_t k = 0; k < FORMULAS; k++)
            try_formula(&t, &m, k, &random, found);
        subject_close(&t.subject);
        diag_close(&diag);
        str_free(&t.mem, &t.graph);
        str_free(&t.mem, &text);
        assert_nothing_left(&t.mem);
    }
    assert_true(found[0] > 30 && found[1] > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(labels_certify_what_holds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
