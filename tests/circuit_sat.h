// Circuits of random tests by the SAT engines: each verdict, and each counterexample, which the evaluator replays.
#ifndef COSET_TESTS_CIRCUIT_SAT_H
#define COSET_TESTS_CIRCUIT_SAT_H

#include "base/diag.h"
#include "certificate/subject.h"
#include "sat/sat.h"
#include "unit.h"

struct circuit_sat {
    struct mem mem;
    struct diag diag;
    struct subject subject;
    const char *text;
};

static inline void circuit_sat_open(struct circuit_sat *c, const struct str *text, enum subject_language language)
{
    *c = (struct circuit_sat){.mem = MEM_UNLIMITED, .text = text->at};
    diag_open(&c->diag, &c->mem);
    if (!subject_open(&c->subject, "random", text->at, text->count, &(struct subject_reading){.language = language},
                      &c->mem, &c->diag))
        fail_msg("not read:\n%s", text->at);
}

static inline void circuit_sat_close(struct circuit_sat *c)
{
    subject_close(&c->subject);
    diag_close(&c->diag);
    assert_nothing_left(&c->mem);
}

static inline void circuit_sat_check(struct circuit_sat *c, size_t property, bool fails)
{
    static const struct {
        unsigned methods;
        size_t bound; // where paths of states that cannot be reached may be long
    } ways[] = {{SAT_BMC, 20}, {SAT_BMC | SAT_INDUCTION, 6}, {SAT_IC3, 0}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct sat_options options = {
            .methods = ways[i].methods, .bound = ways[i].bound, .traces = true, .symmetric_from = 1};
        struct sat_engine *e = sat_new(c->subject.model, &options, &c->mem);
        struct result r;
        struct str error = {0};
        sat_check(e, property, 0, &r);
        if (r.verdict != (fails ? VERDICT_FAILS : VERDICT_HOLDS) &&
            !(ways[i].bound && r.verdict == VERDICT_UNDECIDED && r.cause.code == CAUSE_NO_COUNTEREXAMPLE_WITHIN))
            fail_msg("SAT engine %zu, property %zu: expected %s in\n%s", i, property, fails ? "fails" : "holds",
                     c->text);
        if (r.has_trace &&
            (!trace_replay(&r.trace, &c->mem, &error) ||
             !trace_shows_failure(&r.trace, model_property(c->subject.model, property), &c->mem, &error)))
            fail_msg("SAT engine %zu, property %zu: %s in\n%s", i, property, str_text(&error), c->text);
        if (r.has_trace)
            trace_close(&r.trace, &c->mem);
        str_free(&c->mem, &error);
        sat_free(e);
    }
}

#endif
