#include "run/certificate/certificate.h"

#include "base/clock.h"
#include "base/hash.h"
#include "certificate/subject_section.h"
#include "certify/certify.h"
#include "certify/inductive.h"
#include "run/certificate/certificate_plan.h"
#include "temporal/form.h"

// Of a graph. Where decision diagrams may do instead, fewer are tried first.
#define MOST_STATES ((uint32_t)1 << 26)
#define FIRST_STATES 100000
#define MOST_OF_SMV ((uint32_t)1 << 20)
#define SECONDS_FOR_CLAUSES 20 // where decision diagrams have failed
#define SECONDS_OF_INDUCTION 1 // before other proofs without a list of states
#define DEEPEST_INDUCTION 16
#define SECONDS_OF_CIRCUITS 1 // for clauses, before states are listed

// ---- Proofs ---------------------------------------------------------------------------------------------------------

// `graph` is NULL for a claim that needs none.
static bool try_proof(struct certificate_making *c, const struct proof_plan *plan, enum claim_form form,
                      struct search_graph *graph, struct cause *error)
{
    const struct property *p = model_property(plan->model, model_find_goal(plan->model, plan->property->goal));
    struct str payload = {0};
    bool good = true;
    certificate_begin_claim(c, plan->property, plan->conjunct, form, graph ? c->written : 0, &payload);
    if (form == CLAIM_CTL)
        good = ctl_labels_write(graph, p, plan->formula, &payload, error);
    else if (form == CLAIM_LTL)
        good = ltl_order_write(graph, p, plan->formula, &payload, error);
    else if (form == CLAIM_COVER)
        good = cover_path_write(c->run, plan->model, p, &c->limits, c->mem, &payload, error);
    else if (claim_is_about_steps(plan->model, plan->formula)) {
        *error = cause_of(CAUSE_PROOF_STEPS);
        good = false;
    }
    if (good)
        certificate_put_section(c, TAG_CLAIM, &payload);
    str_free(c->mem, &payload);
    return good;
}

// What a proof by an inductive invariant would say of all reachable states; EXPR_NONE if there is no such one.
static expr inductive_condition(const struct certificate_making *c, const struct proof_plan *plan)
{
    return plan->model == c->subject.model ? conjunct_condition(plan->model, plan->property, plan->formula) : EXPR_NONE;
}

// Whether there may be a proof without a list of states: by an inductive invariant; or by a ranking, see below.
static bool may_be_inductive(const struct certificate_making *c, const struct proof_plan *plan)
{
    return inductive_condition(c, plan) != EXPR_NONE;
}

// AG and G are about fair paths: states that are on none may violate the condition.
static bool is_about_paths(const struct certificate_making *c, const struct proof_plan *plan)
{
    return may_be_inductive(c, plan) && property_kind_is_temporal(plan->property->kind);
}

typedef ARRAY(struct inductive_question) question_list;

// By the clauses of IC3, if they prove all that is not about paths: a claim that they do not prove would be refuted.
static bool write_clauses(struct certificate_making *c, double seconds, struct str *payload)
{
    question_list questions = {0};
    double end = c->limits.deadline, least = clock_now() + seconds;
    struct cause error;
    for (size_t i = 0; i < c->proofs.count; i++) {
        struct inductive_question q = {inductive_condition(c, &c->proofs.at[i]), INDUCTIVE_UNASKED};
        if (q.condition != EXPR_NONE)
            array_push(c->mem, &questions, q);
    }
    if (!c->is_by_sat && (end <= 0 || least < end))
        end = least;
    bool good = questions.count > 0 && clause_invariant_write(c->run, c->subject.model, end, c->mem, questions.at,
                                                              questions.count, payload, &error);
    for (size_t i = 0, asked = 0; i < c->proofs.count && good; i++) {
        if (!may_be_inductive(c, &c->proofs.at[i]))
            continue;
        c->proofs.at[i].truth = questions.at[asked].truth;
        good = questions.at[asked++].truth == INDUCTIVE_EVERYWHERE || is_about_paths(c, &c->proofs.at[i]);
    }
    for (size_t i = 0; i < c->proofs.count && !good; i++)
        c->proofs.at[i].truth = INDUCTIVE_UNASKED;
    if (!good)
        str_free(c->mem, payload);
    array_free(c->mem, &questions);
    return good;
}

// By decision diagrams.
static bool write_reachable(struct certificate_making *c, struct str *payload)
{
    question_list questions = {0};
    for (size_t i = 0; i < c->proofs.count; i++)
        if (is_about_paths(c, &c->proofs.at[i])) {
            struct inductive_question q = {inductive_condition(c, &c->proofs.at[i]), INDUCTIVE_UNASKED};
            array_push(c->mem, &questions, q);
        }
    bool good = inductive_set_write(c->run, c->subject.model, &c->limits, c->mem, questions.at, questions.count,
                                    payload, &c->no_invariant);
    for (size_t i = 0, asked = 0; i < c->proofs.count; i++)
        if (is_about_paths(c, &c->proofs.at[i]))
            // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): one for each that is about paths
            c->proofs.at[i].truth = questions.at[asked++].truth;
    if (!good)
        str_free(c->mem, payload);
    array_free(c->mem, &questions);
    return good;
}

// The inductive invariant of the plain model, if there is one; it is looked for once. With it, each plan gets to know
// what it is good for.
static bool put_invariant(struct certificate_making *c)
{
    struct str payload = {0};
    if (c->has_invariant || c->no_invariant.code)
        return c->has_invariant;
    if (c->is_by_sat)
        c->has_invariant = write_clauses(c, SECONDS_FOR_CLAUSES, &payload);
    if (!c->has_invariant)
        c->has_invariant =
            write_reachable(c, &payload) || (!c->is_by_sat && write_clauses(c, SECONDS_FOR_CLAUSES, &payload));
    if (c->has_invariant)
        certificate_put_section(c, TAG_INVARIANT, &payload);
    str_free(c->mem, &payload);
    return c->has_invariant;
}

static bool may_be_ranked(const struct certificate_making *c, const struct proof_plan *plan)
{
    const struct property *p = model_property(plan->model, model_find_goal(plan->model, plan->property->goal));
    const char *error;
    return !model_ends_stay(plan->model) && certificate_has_form(c, plan, p, true, &error);
}

static bool put_ranking(struct certificate_making *c, const struct proof_plan *plan, struct cause *error)
{
    const struct property *p = model_property(plan->model, model_find_goal(plan->model, plan->property->goal));
    struct str payload = {0};
    certificate_begin_claim(c, plan->property, plan->conjunct, CLAIM_RANKING, 0, &payload);
    bool good = ranking_write(c->run, plan->model, p, plan->formula, &c->limits, c->mem, &payload, error);
    if (good)
        certificate_put_section(c, TAG_CLAIM, &payload);
    str_free(c->mem, &payload);
    return good;
}

// An invariant has all reachable states, on fair paths or not: it proves what is true in all of them. What is false on
// a fair path is claimed, too, for the checker to refute: a wrong verdict is not to be told as one that has no
// certificate.
static bool is_for_invariant(struct certificate_making *c, const struct proof_plan *plan)
{
    if (!may_be_inductive(c, plan) || !put_invariant(c))
        return false;
    return !is_about_paths(c, plan) || plan->truth == INDUCTIVE_EVERYWHERE || plan->truth == INDUCTIVE_FALSE;
}

// Stops a try that is to be short.
struct short_try {
    const struct supervisor *watch;
    double end;
};

static bool is_short(void *context, const char *what, uint64_t done, uint64_t all)
{
    const struct short_try *t = context;
    return supervisor_goes_on(t->watch, what, done, all) && clock_now() < t->end;
}

// By k-induction, which is cheap where it works: the checker's own questions are asked for one depth after the other.
static bool put_induction(struct certificate_making *c, const struct proof_plan *plan)
{
    struct short_try context = {&c->watch, clock_now() + SECONDS_OF_INDUCTION};
    const struct supervisor watch = {is_short, &context};
    expr condition = conjunct_condition(plan->model, plan->property, plan->formula);
    const struct expr_node *e = condition == EXPR_NONE ? NULL : model_expr(plan->model, condition);
    struct str payload = {0}, text = {0};
    if (!e || e->has_next || e->has_input)
        return false;
    for (uint64_t depth = 1; depth <= DEEPEST_INDUCTION && is_short(&context, "induction", depth, 0); depth++) {
        bool good = inductive_by_paths(plan->model, condition, depth, &watch, c->mem, &text) == INDUCTIVE_YES;
        str_free(c->mem, &text);
        if (!good)
            continue;
        certificate_begin_claim(c, plan->property, plan->conjunct, CLAIM_INDUCTION, 0, &payload);
        bytes_add_number(c->mem, &payload, depth);
        certificate_put_section(c, TAG_CLAIM, &payload);
        return true;
    }
    return false;
}

// By an inductive invariant, or by a ranking. False, with the reason in `why`, if there is neither.
static bool try_without_graph(struct certificate_making *c, const struct proof_plan *plan, struct cause *why)
{
    struct str payload = {0};
    if (!c->has_invariant && put_induction(c, plan))
        return true;
    if (!is_for_invariant(c, plan))
        return may_be_ranked(c, plan) && put_ranking(c, plan, why);
    certificate_begin_claim(c, plan->property, plan->conjunct, CLAIM_INDUCTIVE, 1, &payload);
    certificate_put_section(c, TAG_CLAIM, &payload);
    return true;
}

// `why` there is none about a graph.
static void put_without_graph(struct certificate_making *c, const struct proof_plan *plan, struct cause why)
{
    if (!try_without_graph(c, plan, &why))
        certificate_put_no_proof(c, plan->property, plan->conjunct, why);
}

static void put_proof(struct certificate_making *c, const struct proof_plan *plan, struct search_graph *graph)
{
    enum claim_form form = certificate_form_of(plan->property);
    struct cause error, other;
    if (!try_proof(c, plan, form, graph, &error) &&
        (form != CLAIM_CTL || !try_proof(c, plan, CLAIM_LTL, graph, &other)))
        put_without_graph(c, plan, error);
}

static bool may_do_without(const struct certificate_making *c, const struct proof_plan *plan)
{
    return may_be_inductive(c, plan) || may_be_ranked(c, plan);
}

// Whether all proofs about a graph may do without it, and one of them by an inductive invariant.
static bool all_may_be_inductive(const struct certificate_making *c, size_t graph)
{
    bool needs_invariant = false;
    for (size_t i = 0; i < c->proofs.count; i++) {
        if (c->proofs.at[i].graph != graph)
            continue;
        needs_invariant |= may_be_inductive(c, &c->proofs.at[i]);
        if (!may_do_without(c, &c->proofs.at[i]))
            return false;
    }
    return needs_invariant;
}

// Where a SAT engine was asked for, it is for want of a list of states: clauses come first. So they do for circuits,
// whose steps are dear for the evaluator and cheap for the SAT solver, but only if they are found soon.
static bool does_without(struct certificate_making *c, size_t number)
{
    struct str payload = {0};
    if (!(c->is_by_sat || c->is_circuit) || !all_may_be_inductive(c, number))
        return false;
    if (c->is_by_sat)
        return put_invariant(c);
    c->has_invariant = write_clauses(c, SECONDS_OF_CIRCUITS, &payload);
    if (c->has_invariant)
        certificate_put_section(c, TAG_INVARIANT, &payload);
    return c->has_invariant;
}

// A graph without symmetries soon gets too large: sets may do then, and the rest of the time is for proofs that need
// the graph.
static bool search_first(struct certificate_making *c, size_t number, struct search_graph *graph)
{
    const struct graph_plan *plan = &c->graphs.at[number];
    struct search_limits limits = c->limits;
    struct cause why;
    bool some_may = false, is_wanted = false;
    for (size_t i = 0; i < c->proofs.count && !plan->symmetry; i++)
        some_may |= c->proofs.at[i].graph == number && may_do_without(c, &c->proofs.at[i]);
    if (some_may)
        limits.states = FIRST_STATES;
    if (search_graph_open(graph, c->run, plan->model, plan->symmetry, &limits, c->mem))
        return true;
    for (size_t i = 0; i < c->proofs.count && some_may; i++) {
        struct proof_plan *p = &c->proofs.at[i];
        if (p->graph != number)
            continue;
        p->is_put = may_do_without(c, p) && try_without_graph(c, p, &why);
        is_wanted |= !p->is_put;
    }
    if (!is_wanted)
        return false;
    search_graph_close(graph);
    return search_graph_open(graph, c->run, plan->model, plan->symmetry, &c->limits, c->mem);
}

static void put_graph(struct certificate_making *c, size_t number)
{
    const struct graph_plan *plan = &c->graphs.at[number];
    struct search_graph graph = {.failure = CAUSE_PROOF_INVARIANT_INSTEAD};
    if (does_without(c, number)) {
        for (size_t i = 0; i < c->proofs.count; i++)
            if (c->proofs.at[i].graph == number)
                put_without_graph(c, &c->proofs.at[i], cause_of(graph.failure));
        return;
    }
    bool good = search_first(c, number, &graph);
    if (good) {
        struct certificate_sink length = {.is_counting = true};
        search_graph_write(&graph, &length);
        sink_head(&c->out, TAG_GRAPH, 1 + length.counted);
        sink_number(&c->out, plan->model == c->subject.monitored);
        search_graph_write(&graph, &c->out);
        c->written++;
    }
    for (size_t i = 0; i < c->proofs.count; i++) {
        if (c->proofs.at[i].graph != number || c->proofs.at[i].is_put)
            continue;
        if (good)
            put_proof(c, &c->proofs.at[i], &graph);
        else
            put_without_graph(c, &c->proofs.at[i], cause_of(graph.failure));
    }
    search_graph_close(&graph);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

enum cause_code certificate_why_unreadable(const struct run *run)
{
    return run->watch.stopped ? run->watch.stopped : CAUSE_PROOF_UNREADABLE;
}

static enum subject_language language_of(const struct input *input)
{
    static const enum subject_language languages[] = {
        [JOB_LANGUAGE_SMV] = SUBJECT_SMV,     [JOB_LANGUAGE_MURPHI] = SUBJECT_MURPHI,
        [JOB_LANGUAGE_PNML] = SUBJECT_PNML,   [JOB_LANGUAGE_AIGER] = SUBJECT_AIGER,
        [JOB_LANGUAGE_BTOR2] = SUBJECT_BTOR2,
    };
    return languages[input->language];
}

struct certificate_request certificate_request_of(const struct input *input)
{
    const struct job *job = input->job;
    return (struct certificate_request){.is_by_sat = job_is_sat(job),
                                        .name = input->source.name,
                                        .text = input->text.at,
                                        .length = input->text.length,
                                        .reading = {.language = language_of(input),
                                                    .deadlock = job->deadlock,
                                                    .dialect = job->dialect,
                                                    .loop_limit = (uint32_t)job->loop_limit,
                                                    .infers_scalarsets = job->infer_scalarsets,
                                                    .constants = job->constants.at,
                                                    .constant_count = input->smv ? 0 : job->constants.count,
                                                    .formulas = job->formulas.at,
                                                    .formula_count = job->formulas.count}};
}

static void put_all(struct certificate_making *c, const struct certificate_request *request)
{
    struct str payload = {0};
    sink_bytes(&c->out, CERTIFICATE_MAGIC, sizeof CERTIFICATE_MAGIC - 1);
    subject_add_section(&c->subject, &payload);
    certificate_put_section(c, TAG_MODEL, &payload);
    for (size_t i = 0; i < request->count; i++)
        if (request->goals[i].holds)
            certificate_plan(c, request->goals[i].goal);
    for (size_t i = 0; i < c->graphs.count; i++)
        put_graph(c, i);
    for (size_t i = 0; i < c->proofs.count; i++)
        if (c->proofs.at[i].graph == SIZE_MAX)
            put_proof(c, &c->proofs.at[i], NULL);
    certificate_put_end(c);
}

static bool goes_on(void *context, const char *what, uint64_t done, uint64_t all)
{
    struct run *run = context;
    (void)what;
    (void)done;
    (void)all;
    return !watch_is_interrupted(run) && !(run->watch.deadline > 0 && clock_now() > run->watch.deadline);
}

struct supervisor certificate_watch(struct run *run)
{
    return (struct supervisor){goes_on, run};
}

enum certificate_made certificate_make(struct run *run, const struct certificate_request *request,
                                       struct stream *(*open)(void *context), void *context)
{
    struct certificate_making c = {
        .run = run, .mem = &run->mem, .watch = certificate_watch(run), .out = {.checksum = HASH_BYTES_START}};
    enum certificate_made made = CERTIFICATE_UNREADABLE;
    struct diag diag;
    c.is_by_sat = request->is_by_sat;
    c.is_circuit = request->reading.language == SUBJECT_AIGER || request->reading.language == SUBJECT_BTOR2;
    c.limits = (struct search_limits){run->watch.deadline,
                                      request->reading.language == SUBJECT_MURPHI ? MOST_STATES : MOST_OF_SMV};
    input_open_diagnostics(run, &diag);
    if (subject_open(&c.subject, request->name, request->text, request->length, &request->reading, c.mem, &diag)) {
        made = CERTIFICATE_UNWRITTEN;
        c.out.file = open(context);
        if (c.out.file) {
            put_all(&c, request);
            made = stream_flush(c.out.file) ? CERTIFICATE_MADE : CERTIFICATE_UNWRITTEN;
        }
    }
    for (size_t i = 0; i < c.graphs.count; i++)
        symmetry_free(c.graphs.at[i].symmetry);
    array_free(c.mem, &c.graphs);
    array_free(c.mem, &c.proofs);
    subject_close(&c.subject);
    diag_close(&diag);
    return made;
}
