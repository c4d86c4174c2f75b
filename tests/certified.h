// Verdicts of random tests, judged once more by certificates: a part of the cases has what holds in its model
// certified, in this process. It must not be refuted. In every second of them it is claimed that what fails holds, too:
// that must not be certified, nor get in the way of what does hold. For a test:
//   struct certified verdicts = {0};                   one for all cases
//   certified_begin(&verdicts);                        for each model
//   certified_note(&verdicts, property, verdict);      for each verdict on it
//   if (certified_is_due(seed, 25) && !certified_agrees(&verdicts, text, length, &reading)) ... verdicts.error ...
//   certified_assert(&verdicts, 60);                   of what holds, so many percent are certified; or
//   certified_assert_all(&verdicts);                   all of it
#ifndef COSET_TESTS_CERTIFIED_H
#define COSET_TESTS_CERTIFIED_H

#include "base/stream_file.h"
#include "certify/certify.h"
#include "run/certificate/certificate.h"
#include "trace/trace.h"
#include "unit.h"

#define CERTIFIED_MOST 64 // properties of a model

struct certified {
    struct certificate_goal goals[CERTIFIED_MOST]; // of the model at hand, with the verdicts
    size_t count;
    size_t models, holding, certified; // in all
    bool is_by_sat;                    // invariants of clauses come first
    char error[400];
};

static inline void certified_begin(struct certified *c)
{
    c->count = 0;
}

// Undecided ones are not noted; of several verdicts on one property the last one counts.
static inline void certified_note(struct certified *c, const struct property *p, enum verdict verdict)
{
    size_t i = 0;
    while (i < c->count && c->goals[i].goal != p->goal)
        i++;
    if (verdict == VERDICT_UNDECIDED || i == CERTIFIED_MOST || p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX)
        return;
    c->goals[i] = (struct certificate_goal){p->goal, verdict == VERDICT_HOLDS};
    c->count += i == c->count;
}

// Of so many cases, one is certified.
static inline bool certified_is_due(uint64_t seed, unsigned of)
{
    return seed % of == 0;
}

static inline void certified_exhausted(struct mem *mem)
{
    (void)mem;
    fail_msg("out of memory");
}

static inline struct stream *certified_file(void *file)
{
    return file;
}

// What is wrong with one answer of the judge; NULL: nothing.
static inline const char *certified_judge(struct certified *c, const struct certify_result *r)
{
    for (size_t i = 0; i < c->count; i++) {
        if (c->goals[i].goal != r->property->goal)
            continue;
        c->holding += c->goals[i].holds;
        c->certified += c->goals[i].holds && r->outcome == CERTIFY_CERTIFIED;
        if (c->goals[i].holds && r->outcome == CERTIFY_REFUTED)
            return "it holds, and is refuted";
        if (!c->goals[i].holds && r->outcome == CERTIFY_CERTIFIED)
            return "it fails, and is certified";
    }
    return NULL;
}

static inline bool certified_check(struct certified *c, struct subject *subject, const char *bytes, size_t length,
                                   struct mem *mem)
{
    struct view file = {(const uint8_t *)bytes, (const uint8_t *)bytes + length, false}, section;
    certify_results results = {0};
    const char *error = NULL;
    char tag[5];
    if (certificate_open(&file, &error) && certificate_next(&file, tag, &section))
        certify_check(subject, file, NULL, mem, &results, &error);
    for (size_t i = 0; i < results.count && !error; i++) {
        error = certified_judge(c, &results.at[i]);
        if (error)
            snprintf(c->error, sizeof c->error, "%s: %s: %s", results.at[i].property->text, error,
                     str_text(&results.at[i].text));
    }
    if (error && !c->error[0])
        snprintf(c->error, sizeof c->error, "the certificate is damaged: %s", error);
    certify_free_results(mem, &results);
    return !error;
}

// False, with what is wrong in `error`.
static inline bool certified_agrees(struct certified *c, const char *text, size_t length,
                                    const struct subject_reading *reading)
{
    struct run run = {.mem = {.exhausted = certified_exhausted}};
    struct subject subject;
    struct diag diag;
    char *bytes = NULL;
    size_t written = 0;
    FILE *file = open_memstream(&bytes, &written);
    struct certificate_goal claimed[CERTIFIED_MOST];
    for (size_t i = 0; i < c->count; i++)
        claimed[i] = (struct certificate_goal){c->goals[i].goal, c->goals[i].holds || c->models % 2};
    struct certificate_request request = {.name = "random",
                                          .text = text,
                                          .length = length,
                                          .reading = *reading,
                                          .goals = claimed,
                                          .count = c->count,
                                          .is_by_sat = c->is_by_sat};
    c->error[0] = 0;
    c->models++;
    diag_open(&diag, &run.mem);
    bool is_read = subject_open(&subject, "random", text, length, reading, &run.mem, &diag);
    struct stream *stream = stream_on_file(file, &run.mem);
    bool good = is_read && certificate_make(&run, &request, certified_file, stream) == CERTIFICATE_MADE;
    stream_close(stream);
    fclose(file);
    if (good)
        good = certified_check(c, &subject, bytes, written, &run.mem);
    else
        snprintf(c->error, sizeof c->error, "there is no certificate");
    subject_close(&subject);
    diag_close(&diag);
    free(bytes);
    assert_nothing_left(&run.mem);
    return good;
}

// The same where verdicts are known by the places of properties in their model, which this reads for it.
static inline bool certified_agrees_in_order(struct certified *c, const char *text, size_t length,
                                             const struct subject_reading *reading, const bool *holds, size_t count)
{
    struct mem mem = {.exhausted = certified_exhausted};
    struct subject subject;
    struct diag diag;
    diag_open(&diag, &mem);
    bool good = subject_open(&subject, "random", text, length, reading, &mem, &diag) &&
                model_property_count(subject.model) == count;
    certified_begin(c);
    for (size_t i = 0; i < count && good; i++)
        certified_note(c, model_property(subject.model, i), holds[i] ? VERDICT_HOLDS : VERDICT_FAILS);
    subject_close(&subject);
    diag_close(&diag);
    assert_nothing_left(&mem);
    snprintf(c->error, sizeof c->error, "there are other properties");
    return good && certified_agrees(c, text, length, reading);
}

// The same of what is known to hold by the texts of properties: of each size of a model, where it holds for all of
// them.
static inline bool certified_agrees_on(struct certified *c, const char *text, size_t length,
                                       const struct subject_reading *reading, const char *const *holding, size_t count)
{
    struct mem mem = {.exhausted = certified_exhausted};
    struct subject subject;
    struct diag diag;
    diag_open(&diag, &mem);
    bool good = subject_open(&subject, "random", text, length, reading, &mem, &diag);
    certified_begin(c);
    for (size_t i = 0; good && i < model_property_count(subject.model); i++)
        for (size_t k = 0; k < count; k++)
            if (strcmp(model_property(subject.model, i)->text, holding[k]) == 0)
                certified_note(c, model_property(subject.model, i), VERDICT_HOLDS);
    subject_close(&subject);
    diag_close(&diag);
    assert_nothing_left(&mem);
    snprintf(c->error, sizeof c->error, "there is no model of that size");
    return good && (c->count == 0 || certified_agrees(c, text, length, reading));
}

// With few cases (COSET_CASES), or others (COSET_SEED), the numbers are others.
static inline void certified_assert(const struct certified *c, unsigned percent)
{
    print_message("certificates: %zu models, %zu of %zu properties that hold certified\n", c->models, c->certified,
                  c->holding);
    if (c->holding >= 150 && !getenv("COSET_SEED"))
        assert_true(c->certified * 100 >= c->holding * percent);
}

// Of engines whose proofs are all to be certified, with any cases. In a handful of models it may be that nothing holds.
static inline void certified_assert_all(const struct certified *c)
{
    certified_assert(c, 100);
    assert_true(c->holding > 0 || c->models < 10);
    assert_int_equal(c->certified, c->holding);
}

#endif
