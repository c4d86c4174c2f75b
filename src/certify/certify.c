#include "certify/certify.h"

#include <string.h>

#include "certify/claim.h"
#include "certify/condition_symmetry.h"
#include "certify/inductive.h"
#include "temporal/form.h"
#include "temporal/formula_product.h"

struct certifying {
    struct mem *mem;
    struct subject *subject;
    const struct supervisor *watch; // NULL: nobody watches
    ARRAY(struct view) graphs, invariants;
    ARRAY(struct claim) claims;
    enum { SYMMETRY_UNASKED, SYMMETRY_SEEN, SYMMETRY_UNSEEN } symmetry[2]; // of the model, and the one with a monitor
    const char *error;
};

static const struct {
    const char *name;
    const struct claim_kind *kind; // NULL: it is none on a graph
} forms[CLAIM_FORMS] = {
    [CLAIM_NONE] = {"", NULL},
    [CLAIM_INVARIANT] = {"states", &claim_invariant},
    [CLAIM_CTL] = {"labels", &claim_ctl},
    [CLAIM_LTL] = {"order", &claim_ltl},
    [CLAIM_COVER] = {"path", &claim_cover},
    [CLAIM_INDUCTIVE] = {"inductive", NULL},
    [CLAIM_RANKING] = {"ranking", NULL},
    [CLAIM_IMAGE] = {"image", NULL},
    [CLAIM_VALID] = {"valid", NULL},
    [CLAIM_INDUCTION] = {"induction", NULL},
};

// ---- What properties say --------------------------------------------------------------------------------------------

// The model that a property is a question about, and how it is called there; NULL if there is none.
static const struct property *find_property(struct certifying *c, size_t property, struct model **model)
{
    goal_id goal = model_property(c->subject->model, property)->goal;
    *model = subject_model_of(c->subject, goal);
    size_t number = *model ? model_find_goal(*model, goal) : SIZE_MAX;
    return number == SIZE_MAX ? NULL : model_property(*model, number);
}

// What a claim asks. Gives why it cannot be asked, or NULL.
static const char *find_question(struct certifying *c, struct claim *q)
{
    conjunct_list conjuncts = {0};
    const struct property *p = q->property = find_property(c, q->number, &q->model);
    if (!p)
        return "it is no question about the model";
    if (p->unsupported || p->is_wrong || p->refuted)
        return p->unsupported ? p->unsupported : "a start state has a run-time error";
    property_conjuncts(q->model, p, c->mem, &conjuncts);
    q->formula = q->conjunct < conjuncts.count ? conjuncts.at[q->conjunct] : FORMULA_NONE;
    array_free(c->mem, &conjuncts);
    return q->formula == FORMULA_NONE ? "it has no such conjunct" : NULL;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static bool damaged(struct certifying *c, const char *error)
{
    c->error = error;
    return false;
}

static struct claim *find_claim(const struct certifying *c, size_t property, size_t conjunct)
{
    for (size_t i = 0; i < c->claims.count; i++)
        if (c->claims.at[i].number == property && c->claims.at[i].conjunct == conjunct)
            return &c->claims.at[i];
    return NULL;
}

static void settle(struct certifying *c, struct claim *q, enum certify_outcome outcome, const char *text, size_t length)
{
    q->outcome = outcome;
    str_clear(&q->text);
    if (outcome != CERTIFY_CERTIFIED)
        str_add_bytes(c->mem, &q->text, text, length);
}

static void settle_by(struct certifying *c, struct claim *q, enum certify_outcome outcome, const char *text)
{
    if (outcome == CERTIFY_NOT && !supervisor_goes_on(c->watch, "claims", 0, 0))
        text = SUPERVISOR_STOPPED;
    settle(c, q, outcome, text, text ? strlen(text) : 0);
}

// What cannot be asked, or has no proof, is settled.
static bool read_claim(struct certifying *c, struct view section)
{
    const struct model *m = c->subject->model;
    uint64_t goal = view_number_below(&section, UINT32_MAX);
    struct view text = view_text(&section);
    struct claim q = {.mem = c->mem, .number = goal == GOAL_NONE ? SIZE_MAX : model_find_goal(m, (goal_id)goal)};
    if (section.is_damaged || q.number == SIZE_MAX || !view_equals(&text, model_property(m, q.number)->text))
        return damaged(c, "it has a claim about a property that the model does not have");
    q.conjunct = view_number_below(&section, UINT32_MAX);
    q.form = (enum claim_form)view_number_below(&section, CLAIM_FORMS);
    q.by = view_number_below(&section, (q.form == CLAIM_INDUCTIVE ? c->invariants.count : c->graphs.count) + 1);
    q.rest = section;
    if (section.is_damaged)
        return damaged(c, "a claim is damaged");
    if (find_claim(c, q.number, q.conjunct))
        return damaged(c, "it has two claims about one thing");
    const char *unasked = find_question(c, &q);
    settle_by(c, &q, CERTIFY_NOT, unasked ? unasked : "there is no graph of states for it");
    if (unasked)
        q.form = CLAIM_NONE;
    else if (q.form == CLAIM_NONE) {
        text = view_text(&q.rest);
        settle(c, &q, CERTIFY_NOT, (const char *)text.at, (size_t)(text.end - text.at));
    }
    q.kind = forms[q.form].kind;
    array_push(c->mem, &c->claims, q);
    return true;
}

static bool read_sections(struct certifying *c, struct view file)
{
    char tag[5];
    struct view section;
    while (certificate_next(&file, tag, &section)) {
        if (strcmp(tag, TAG_GRAPH) == 0)
            array_push(c->mem, &c->graphs, section);
        else if (strcmp(tag, TAG_INVARIANT) == 0)
            array_push(c->mem, &c->invariants, section);
        else if (strcmp(tag, TAG_CLAIM) != 0)
            return damaged(c, "it has a section of a kind that is not known here");
        else if (!read_claim(c, section))
            return false;
    }
    return !file.is_damaged || damaged(c, "it ends within a section");
}

// ---- Graphs ---------------------------------------------------------------------------------------------------------

// Whether all permutations of the model are seen to be symmetries of it.
static bool has_symmetries(struct certifying *c, struct model *m)
{
    bool is_monitored = m != c->subject->model;
    const char *error;
    if (c->symmetry[is_monitored] == SYMMETRY_UNASKED) {
        struct permuter *permuter = permuter_new(m, c->watch, c->mem, &error);
        bool good = permuter && model_has_symmetries(permuter);
        c->symmetry[is_monitored] = good ? SYMMETRY_SEEN : SYMMETRY_UNSEEN;
        permuter_free(permuter);
    }
    return c->symmetry[is_monitored] == SYMMETRY_SEEN;
}

// Opens a claim on a graph, which may be none. False if it is settled by that.
static bool open_claim(struct certifying *c, struct claim *q, struct closed_graph *graph)
{
    struct model *model = graph ? graph->model : c->subject->model;
    const char *why = "it is no question about the model that the graph is of";
    bool good = q->model == model;
    if (good) {
        q->graph = graph;
        q->evaluator = graph ? graph->evaluator : evaluator_new(model, c->mem);
        str_clear(&q->text);
        good = q->kind->open(q, &why);
        if (q->outcome == CERTIFY_REFUTED)
            return false;
    }
    if (good && graph && graph->moves &&
        (!has_symmetries(c, model) ||
         !conditions_are_invariant(graph->permuter, q->formula, property_minds_fairness(model, q->property)))) {
        good = false;
        why = "the model or its conditions are not seen to be the same under all permutations";
    }
    if (!good)
        settle_by(c, q, CERTIFY_NOT, why);
    return good;
}

static void close_claim(struct claim *q)
{
    if (q->evaluator && q->kind->close)
        q->kind->close(q);
    if (!q->graph)
        evaluator_free(q->evaluator);
}

// The model that a graph is of: the one with a monitor of fair rules, if it says so and there is one.
static struct model *model_of_graph(struct certifying *c, bool is_monitored)
{
    struct model *plain = c->subject->model, *m;
    for (size_t i = 0; is_monitored && i < model_property_count(plain); i++)
        if ((m = subject_model_of(c->subject, model_property(plain, i)->goal)) != plain)
            return m;
    return plain;
}

// All claims about one graph, in one pass over it.
static void check_graph(struct certifying *c, size_t number)
{
    struct view section = c->graphs.at[number - 1];
    struct model *model = model_of_graph(c, view_number_below(&section, 2));
    struct closed_graph graph = {0};
    ARRAY(struct claim *) all = {0}, open = {0};
    struct str refutation = {0};
    const char *error =
        section.is_damaged ? "its graph is damaged" : "the model with a monitor of fair rules cannot be made";
    bool good = !section.is_damaged && model && closed_graph_open(&graph, section, model, c->watch, c->mem, &error);
    for (size_t i = 0; i < c->claims.count; i++)
        if (c->claims.at[i].by == number && c->claims.at[i].kind)
            array_push(c->mem, &all, &c->claims.at[i]);
    for (size_t i = 0; i < all.count; i++) {
        if (!good)
            settle_by(c, all.at[i], CERTIFY_REFUTED, error);
        else if (open_claim(c, all.at[i], &graph))
            array_push(c->mem, &open, all.at[i]);
    }
    bool is_closed = open.count && closed_graph_check(&graph, open.at, open.count, &refutation);
    for (size_t i = 0; i < open.count; i++) {
        if (refutation.count)
            settle_by(c, open.at[i], CERTIFY_REFUTED, refutation.at);
        else if (open.at[i]->outcome != CERTIFY_REFUTED)
            settle_by(c, open.at[i], is_closed ? CERTIFY_CERTIFIED : CERTIFY_NOT, SUPERVISOR_STOPPED);
    }
    for (size_t i = 0; i < all.count; i++)
        close_claim(all.at[i]);
    if (graph.mem)
        closed_graph_close(&graph);
    array_free(c->mem, &all);
    array_free(c->mem, &open);
    str_free(c->mem, &refutation);
}

// ---- Sets -----------------------------------------------------------------------------------------------------------

static const enum certify_outcome outcomes[] = {
    [INDUCTIVE_YES] = CERTIFY_CERTIFIED, [INDUCTIVE_NO] = CERTIFY_REFUTED, [INDUCTIVE_UNKNOWN] = CERTIFY_NOT};

// All claims about one inductive invariant.
static void check_invariant(struct certifying *c, size_t number)
{
    struct inductive inductive = {0};
    struct str text = {0}, own = {0};
    const char *error = NULL;
    enum inductive_answer answer = INDUCTIVE_NO;
    if (inductive_open(&inductive, c->invariants.at[number - 1], false, c->subject->model, c->watch, c->mem, &error))
        answer = inductive_check(&inductive, &text);
    for (size_t i = 0; i < c->claims.count; i++) {
        struct claim *q = &c->claims.at[i];
        if (q->form != CLAIM_INDUCTIVE || q->by != number)
            continue;
        expr condition = conjunct_condition(q->model, q->property, q->formula);
        if (answer != INDUCTIVE_YES)
            settle_by(c, q, outcomes[answer], text.count ? text.at : error);
        else if (condition == EXPR_NONE || q->model != c->subject->model || !view_is_done(&q->rest))
            settle_by(c, q, CERTIFY_NOT, "it is no claim about all reachable states");
        else {
            enum inductive_answer implied = inductive_implies(&inductive, condition, &own);
            settle_by(c, q, outcomes[implied], str_text(&own));
        }
        str_clear(&own);
    }
    inductive_close(&inductive);
    str_free(c->mem, &text);
    str_free(c->mem, &own);
}

static void check_ranking(struct certifying *c, struct claim *q)
{
    struct inductive inductive = {0};
    struct str text = {0};
    const char *why;
    enum inductive_answer answer = INDUCTIVE_UNKNOWN;
    struct model *product = product_new(q->model, q->property, q->formula, c->mem, &why);
    if (product) {
        answer = INDUCTIVE_NO;
        if (inductive_open(&inductive, q->rest, true, product, c->watch, c->mem, &why))
            answer = inductive_check(&inductive, &text);
    }
    settle_by(c, q, outcomes[answer], text.count ? text.at : why);
    inductive_close(&inductive);
    model_free(product);
    str_free(c->mem, &text);
}

static void check_induction(struct certifying *c, struct claim *q)
{
    expr condition = conjunct_condition(q->model, q->property, q->formula);
    const struct expr_node *e = condition == EXPR_NONE ? NULL : model_expr(q->model, condition);
    uint64_t depth = view_number(&q->rest);
    enum inductive_answer answer = INDUCTIVE_UNKNOWN;
    struct str text = {0};
    if (e && !e->has_next && !e->has_input && view_is_done(&q->rest))
        answer = inductive_by_paths(q->model, condition, depth, c->watch, c->mem, &text);
    else
        str_add(c->mem, &text, "it is no claim about all reachable states");
    settle_by(c, q, outcomes[answer], str_text(&text));
    str_free(c->mem, &text);
}

// ---- Others ---------------------------------------------------------------------------------------------------------

// Claims that need no graph.
static void check_alone(struct certifying *c, struct claim *q)
{
    if (q->form == CLAIM_RANKING) {
        check_ranking(c, q);
    } else if (q->form == CLAIM_INDUCTION) {
        check_induction(c, q);
    } else if (q->form == CLAIM_VALID) {
        bool is_valid = form_is_valid(q->model, q->property, q->formula, c->mem);
        settle_by(c, q, is_valid ? CERTIFY_CERTIFIED : CERTIFY_REFUTED, "it is not plainly true");
    } else if (q->form == CLAIM_COVER) {
        if (open_claim(c, q, NULL))
            settle_by(c, q, CERTIFY_CERTIFIED, NULL);
        close_claim(q);
    }
}

// Whether a symmetry of the model takes one question to another.
static bool is_image(struct certifying *c, const struct claim *of, const struct claim *image, struct view permutation)
{
    const char *error;
    struct permuter *p = permuter_new(of->model, c->watch, c->mem, &error);
    if (!p)
        return false;
    uint32_t *images = mem_zalloc(c->mem, p->elements * sizeof *images);
    bool good =
        permuter_read(p, &permutation, images) && view_is_done(&permutation) && has_symmetries(c, of->model) &&
        permutation_takes(p, images, of->formula, image->formula, property_minds_fairness(of->model, of->property));
    mem_free(c->mem, images, p->elements * sizeof *images);
    permuter_free(p);
    return good;
}

// An image has the outcome of what it is one of, which is settled before.
static void check_image(struct certifying *c, struct claim *q)
{
    const struct claim *other = find_claim(c, q->number, view_number_below(&q->rest, UINT32_MAX));
    if (!other || other->form == CLAIM_IMAGE || other->form == CLAIM_NONE || !is_image(c, other, q, q->rest)) {
        settle_by(c, q, CERTIFY_NOT, "a part of it is not seen to be the image of another one");
        return;
    }
    settle_by(c, q, other->outcome, str_text(&other->text));
    q->form = other->form;
}

// ---- Results --------------------------------------------------------------------------------------------------------

// A property is certified if all its conjuncts are; else the worst of them counts.
static void sum_up(struct certifying *c, size_t property, certify_results *results)
{
    struct certify_result r = {
        .property = model_property(c->subject->model, property), .outcome = CERTIFY_CERTIFIED, .form = ""};
    struct model *m;
    const struct property *p = find_property(c, property, &m);
    const char *text = NULL;
    conjunct_list conjuncts = {0};
    bool is_claimed = false;
    for (size_t i = 0; i < c->claims.count; i++)
        is_claimed |= c->claims.at[i].number == property;
    if (p && is_claimed)
        property_conjuncts(m, p, c->mem, &conjuncts);
    if (!conjuncts.count) {
        r.outcome = CERTIFY_NOT;
        text = "the certificate does not claim that it holds";
    }
    for (size_t i = 0; i < conjuncts.count; i++) {
        const struct claim *s = find_claim(c, property, i);
        enum certify_outcome outcome = s ? s->outcome : CERTIFY_NOT;
        if (outcome == CERTIFY_CERTIFIED)
            r.form = forms[s->form].name;
        if (outcome <= r.outcome) // certified, or no worse than what is known
            continue;
        r.outcome = outcome;
        text = s ? str_text(&s->text) : "a part of it is not claimed";
    }
    if (text)
        str_add(c->mem, &r.text, "%s", text);
    array_push(c->mem, results, r);
    array_free(c->mem, &conjuncts);
}

bool certify_check(struct subject *subject, struct view sections, const struct supervisor *watch, struct mem *mem,
                   certify_results *results, const char **error)
{
    struct certifying c = {.mem = mem, .subject = subject, .watch = watch};
    bool good = read_sections(&c, sections);
    for (size_t i = 0; good && i < c.graphs.count; i++)
        check_graph(&c, i + 1);
    for (size_t i = 0; good && i < c.invariants.count; i++)
        check_invariant(&c, i + 1);
    for (size_t i = 0; good && i < c.claims.count; i++)
        if (c.claims.at[i].by == 0)
            check_alone(&c, &c.claims.at[i]);
    for (size_t i = 0; good && i < c.claims.count; i++)
        if (c.claims.at[i].form == CLAIM_IMAGE)
            check_image(&c, &c.claims.at[i]);
    for (size_t i = 0; good && i < model_property_count(subject->model); i++)
        sum_up(&c, i, results);
    for (size_t i = 0; i < c.claims.count; i++)
        str_free(mem, &c.claims.at[i].text);
    array_free(mem, &c.graphs);
    array_free(mem, &c.invariants);
    array_free(mem, &c.claims);
    *error = c.error;
    return good;
}

void certify_free_results(struct mem *mem, certify_results *results)
{
    for (size_t i = 0; i < results->count; i++)
        str_free(mem, &results->at[i].text);
    array_free(mem, results);
}
