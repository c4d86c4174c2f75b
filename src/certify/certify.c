#include "certify/certify.h"

#include <string.h>

#include "certify/claim.h"
#include "certify/condition_symmetry.h"
#include "certify/inductive.h"
#include "certify/linear_form.h"
#include "certify/product.h"

// A claim as it is read: about which conjunct of which property, on which graph.
struct statement {
    size_t property; // of the model
    size_t conjunct;
    enum claim_form form;
    size_t graph; // or invariant, from 1; 0: none
    struct view rest;
    struct claim claim;
    bool is_open;
    // What has come of it.
    enum certify_outcome outcome;
    struct str text;
};

// That a conjunct is the image of another one.
struct image_statement {
    size_t property, conjunct, of;
    struct view permutation;
};

struct certifying {
    struct mem *mem;
    struct subject *subject;
    const struct certify_watch *watch; // NULL: nobody watches
    certify_results *results;
    ARRAY(struct view) graphs, invariants;
    ARRAY(struct statement) statements;
    ARRAY(struct image_statement) images;
    enum { SYMMETRY_UNASKED, SYMMETRY_SEEN, SYMMETRY_UNSEEN } symmetry[2]; // of the model, and the one with a monitor
    const char *error;
};

static const struct claim_kind *const kinds[CLAIM_FORMS] = {
    [CLAIM_INVARIANT] = &claim_invariant,
    [CLAIM_CTL] = &claim_ctl,
    [CLAIM_LTL] = &claim_ltl,
    [CLAIM_COVER] = &claim_cover,
};

static const char *const form_names[CLAIM_FORMS] = {
    [CLAIM_NONE] = "",      [CLAIM_INVARIANT] = "states",    [CLAIM_CTL] = "labels",      [CLAIM_LTL] = "order",
    [CLAIM_COVER] = "path", [CLAIM_INDUCTIVE] = "inductive", [CLAIM_RANKING] = "ranking",
};

// ---- Reading --------------------------------------------------------------------------------------------------------

static bool damaged(struct certifying *c, const char *error)
{
    c->error = error;
    return false;
}

static bool is_claimed(const struct certifying *c, size_t property, size_t conjunct)
{
    for (size_t i = 0; i < c->statements.count; i++)
        if (c->statements.at[i].property == property && c->statements.at[i].conjunct == conjunct)
            return true;
    return false;
}

// The property that a section is about; SIZE_MAX with the error if there is no such one.
static size_t read_property(struct certifying *c, struct view *section)
{
    const struct model *m = c->subject->model;
    uint64_t goal = view_number_below(section, UINT32_MAX);
    struct view text = view_text(section);
    size_t property = goal == GOAL_NONE ? SIZE_MAX : model_find_goal(m, (goal_id)goal);
    if (section->is_damaged || property == SIZE_MAX || !view_equals(&text, model_property(m, property)->text)) {
        damaged(c, "it has a claim about a property that the model does not have");
        return SIZE_MAX;
    }
    return property;
}

static bool read_claim(struct certifying *c, struct view section)
{
    struct statement s = {.property = read_property(c, &section), .outcome = CERTIFY_NOT};
    if (s.property == SIZE_MAX)
        return false;
    s.conjunct = view_number_below(&section, UINT32_MAX);
    s.form = (enum claim_form)view_number_below(&section, CLAIM_FORMS);
    s.graph = view_number_below(&section, (s.form == CLAIM_INDUCTIVE ? c->invariants.count : c->graphs.count) + 1);
    s.rest = section;
    if (section.is_damaged)
        return damaged(c, "a claim is damaged");
    if (is_claimed(c, s.property, s.conjunct))
        return damaged(c, "it has two claims about one thing");
    array_push(c->mem, &c->statements, s);
    return true;
}

static bool read_images(struct certifying *c, struct view section)
{
    size_t property = read_property(c, &section);
    if (property == SIZE_MAX)
        return false;
    while (section.at < section.end && !section.is_damaged) {
        struct image_statement image = {.property = property};
        image.conjunct = view_number_below(&section, UINT32_MAX);
        image.of = view_number_below(&section, UINT32_MAX);
        image.permutation = view_text(&section);
        array_push(c->mem, &c->images, image);
    }
    return !section.is_damaged || damaged(c, "a list of images is damaged");
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
        else if (strcmp(tag, TAG_CLAIM) != 0 && strcmp(tag, TAG_IMAGES) != 0)
            return damaged(c, "it has a section of a kind that is not known here");
        else if (strcmp(tag, TAG_CLAIM) == 0 ? !read_claim(c, section) : !read_images(c, section))
            return false;
    }
    return !file.is_damaged || damaged(c, "it ends within a section");
}

// ---- Checking -------------------------------------------------------------------------------------------------------

static void settle(struct certifying *c, struct statement *s, enum certify_outcome outcome, const char *text)
{
    if (outcome == CERTIFY_NOT && s->form != CLAIM_NONE && !certify_goes_on(c->watch, "claims", 0, 0))
        text = CERTIFY_STOPPED;
    s->outcome = outcome;
    str_clear(&s->text);
    if (text)
        str_add(c->mem, &s->text, "%s", text);
}

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

// Whether permutations of the graph leave the truth of the claim's conditions alone.
static bool is_invariant(struct certifying *c, const struct claim *claim)
{
    condition_list conditions = {0};
    conditions_collect(claim->model, claim->formula, property_kind_minds_fairness(claim->property->kind), c->mem,
                       &conditions);
    bool good = conditions_find_broken(claim->graph->permuter, &conditions) == EXPR_NONE;
    array_free(c->mem, &conditions);
    return good;
}

// The conjuncts of a property that may be taken apart; else there is one, which is all of it.
static void conjuncts_of(const struct certifying *c, const struct model *m, const struct property *p,
                         conjunct_list *out)
{
    if (property_kind_is_temporal(p->kind))
        formula_conjuncts(m, p->formula, c->mem, out);
    else
        array_push(c->mem, out, p->formula);
}

static formula conjunct_of(const struct certifying *c, const struct model *m, const struct property *p, size_t number)
{
    conjunct_list conjuncts = {0};
    conjuncts_of(c, m, p, &conjuncts);
    formula f = number < conjuncts.count ? conjuncts.at[number] : FORMULA_NONE;
    array_free(c->mem, &conjuncts);
    return f;
}

static bool is_askable(const struct property *p, const char **why)
{
    *why = p->unsupported ? p->unsupported : "a start state has a run-time error";
    return !p->unsupported && !p->is_wrong && !p->refuted;
}

// Opens a claim on a graph, which may be none. False if it is settled by that.
static bool open_claim(struct certifying *c, struct statement *s, struct model *model, const struct closed_graph *graph)
{
    const struct property *of_plain = model_property(c->subject->model, s->property);
    size_t property = model_find_goal(model, of_plain->goal);
    const char *why = "it is no question about the model that the graph is of";
    if (property == SIZE_MAX || subject_model_of(c->subject, of_plain->goal) != model ||
        !is_askable(model_property(model, property), &why)) {
        settle(c, s, CERTIFY_NOT, why);
        return false;
    }
    struct claim *claim = &s->claim;
    *claim = (struct claim){.mem = c->mem, .model = model, .property = model_property(model, property), .graph = graph};
    claim->formula = conjunct_of(c, model, claim->property, s->conjunct);
    if (claim->formula == FORMULA_NONE) {
        settle(c, s, CERTIFY_REFUTED, "it has no such conjunct");
        return false;
    }
    claim->evaluator = graph ? graph->evaluator : evaluator_new(model, c->mem);
    s->is_open = true;
    if (!kinds[s->form]->open(claim, &s->rest, &why)) {
        settle(c, s, CERTIFY_NOT, why);
        return false;
    }
    if (claim->refutation.count) {
        settle(c, s, CERTIFY_REFUTED, claim->refutation.at);
        return false;
    }
    if (graph && graph->moves && (!has_symmetries(c, model) || !is_invariant(c, claim))) {
        settle(c, s, CERTIFY_NOT, "the model or its conditions are not seen to be the same under all permutations");
        return false;
    }
    return true;
}

static void close_claim(struct certifying *c, struct statement *s)
{
    if (!s->is_open)
        return;
    kinds[s->form]->close(&s->claim);
    if (!s->claim.graph)
        evaluator_free(s->claim.evaluator);
    str_free(c->mem, &s->claim.refutation);
    s->is_open = false;
}

// All claims about one graph, in one pass over it.
static void check_graph(struct certifying *c, size_t number)
{
    struct view section = c->graphs.at[number - 1];
    bool is_monitored = view_number_below(&section, 2);
    struct closed_graph graph = {0};
    ARRAY(struct closed_graph_claim) claims = {0};
    ARRAY(struct statement *) statements = {0};
    struct str refutation = {0};
    const char *error = "the model with a monitor of fair rules cannot be made";
    struct model *model = c->subject->model;
    for (goal_id g = 0; is_monitored && g < model_property_count(c->subject->model); g++)
        if (subject_model_of(c->subject, model_property(c->subject->model, g)->goal) != c->subject->model)
            model = c->subject->monitored;
    bool good = !section.is_damaged && model && closed_graph_open(&graph, section, model, c->watch, c->mem, &error);
    for (size_t i = 0; i < c->statements.count; i++) {
        struct statement *s = &c->statements.at[i];
        if (s->graph != number || !kinds[s->form])
            continue;
        if (!good) {
            settle(c, s, CERTIFY_REFUTED, error);
        } else if (open_claim(c, s, model, &graph)) {
            struct closed_graph_claim claim = {&s->claim, kinds[s->form]->start, kinds[s->form]->state};
            array_push(c->mem, &claims, claim);
            array_push(c->mem, &statements, s);
        }
    }
    bool is_closed = good && claims.count && closed_graph_check(&graph, claims.at, claims.count, &refutation);
    for (size_t i = 0; i < statements.count; i++) {
        const struct str *own = &statements.at[i]->claim.refutation;
        if (own->count || refutation.count)
            settle(c, statements.at[i], CERTIFY_REFUTED, str_text(own->count ? own : &refutation));
        else
            settle(c, statements.at[i], is_closed ? CERTIFY_CERTIFIED : CERTIFY_NOT, CERTIFY_STOPPED);
    }
    for (size_t i = 0; i < c->statements.count; i++)
        if (c->statements.at[i].graph == number && kinds[c->statements.at[i].form])
            close_claim(c, &c->statements.at[i]);
    if (graph.mem)
        closed_graph_close(&graph);
    array_free(c->mem, &claims);
    array_free(c->mem, &statements);
    str_free(c->mem, &refutation);
}

expr certify_condition(const struct model *m, const struct property *p, formula f)
{
    if (f == FORMULA_NONE)
        return EXPR_NONE;
    const struct formula_node *n = model_formula(m, f);
    bool is_always =
        (p->kind == PROPERTY_CTL && n->op == FORMULA_AG) || (p->kind == PROPERTY_LTL && n->op == FORMULA_G);
    if (is_always && !n->bounded)
        n = model_formula(m, n->args[0]);
    else if (p->kind != PROPERTY_INVARIANT && p->kind != PROPERTY_FAULT && p->kind != PROPERTY_DEADLOCK)
        return EXPR_NONE;
    const struct expr_node *e = n->op == FORMULA_ATOM ? model_expr(m, n->atom) : NULL;
    return e && (p->kind == PROPERTY_INVARIANT || (!e->has_next && !e->has_input)) ? n->atom : EXPR_NONE;
}

static const enum certify_outcome outcomes[] = {
    [INDUCTIVE_YES] = CERTIFY_CERTIFIED, [INDUCTIVE_NO] = CERTIFY_REFUTED, [INDUCTIVE_UNKNOWN] = CERTIFY_NOT};

static void check_by_invariant(struct certifying *c, struct statement *s, struct inductive *inductive)
{
    struct model *m = c->subject->model;
    const struct property *p = model_property(m, s->property);
    const char *why;
    formula f = conjunct_of(c, m, p, s->conjunct);
    expr condition = f == FORMULA_NONE ? EXPR_NONE : certify_condition(m, p, f);
    struct str text = {0};
    if (!is_askable(p, &why)) {
        settle(c, s, CERTIFY_NOT, why);
    } else if (condition == EXPR_NONE || !view_is_done(&s->rest)) {
        settle(c, s, CERTIFY_NOT, "it is no claim about all reachable states");
    } else {
        enum certify_outcome outcome = outcomes[inductive_implies(inductive, condition, &text)];
        settle(c, s, outcome, text.count ? text.at : NULL);
    }
    str_free(c->mem, &text);
}

// All claims about one inductive invariant.
static void check_invariant(struct certifying *c, size_t number)
{
    struct inductive inductive = {0};
    struct str text = {0};
    const char *error = NULL;
    enum inductive_answer answer = INDUCTIVE_NO;
    if (inductive_open(&inductive, c->invariants.at[number - 1], false, c->subject->model, c->watch, c->mem, &error))
        answer = inductive_check(&inductive, &text);
    for (size_t i = 0; i < c->statements.count; i++) {
        struct statement *s = &c->statements.at[i];
        if (s->form != CLAIM_INDUCTIVE || s->graph != number)
            continue;
        if (answer == INDUCTIVE_YES)
            check_by_invariant(c, s, &inductive);
        else
            settle(c, s, outcomes[answer], text.count ? text.at : error);
    }
    inductive_close(&inductive);
    str_free(c->mem, &text);
}

static void check_ranking(struct certifying *c, struct statement *s)
{
    const struct property *of_plain = model_property(c->subject->model, s->property);
    struct model *m = subject_model_of(c->subject, of_plain->goal), *product = NULL;
    size_t property = m ? model_find_goal(m, of_plain->goal) : SIZE_MAX;
    struct inductive inductive = {0};
    struct str text = {0};
    const char *why = "it is no question about the model";
    enum inductive_answer answer = INDUCTIVE_UNKNOWN;
    if (property != SIZE_MAX && is_askable(model_property(m, property), &why)) {
        const struct property *p = model_property(m, property);
        formula f = conjunct_of(c, m, p, s->conjunct);
        why = "it has no such conjunct";
        product = f == FORMULA_NONE ? NULL : product_new(m, p, f, c->mem, &why);
    }
    if (product) {
        answer = INDUCTIVE_NO;
        if (inductive_open(&inductive, s->rest, true, product, c->watch, c->mem, &why))
            answer = inductive_check(&inductive, &text);
    }
    settle(c, s, outcomes[answer], answer == INDUCTIVE_YES ? NULL : text.count ? text.at : why);
    inductive_close(&inductive);
    model_free(product);
    str_free(c->mem, &text);
}

// Claims that need no graph, and those that say why there is nothing.
static void check_alone(struct certifying *c, struct statement *s)
{
    const struct property *p = model_property(c->subject->model, s->property);
    if (s->form == CLAIM_NONE) {
        struct str text = {0};
        struct view why = view_text(&s->rest);
        str_add_bytes(c->mem, &text, (const char *)why.at, (size_t)(why.end - why.at));
        settle(c, s, CERTIFY_NOT, text.count ? text.at : "there is no reason given");
        str_free(c->mem, &text);
    } else if (s->form == CLAIM_RANKING) {
        check_ranking(c, s);
    } else if (s->form != CLAIM_COVER || p->kind != PROPERTY_COVER ||
               model_cover(c->subject->model, p->formula).sound != EXPR_NONE) {
        settle(c, s, CERTIFY_NOT, "there is no graph of states for it");
    } else {
        if (open_claim(c, s, c->subject->model, NULL))
            settle(c, s, CERTIFY_CERTIFIED, NULL);
        close_claim(c, s);
    }
}

// ---- Results --------------------------------------------------------------------------------------------------------

static struct statement *statement_of(const struct certifying *c, size_t property, size_t conjunct)
{
    for (size_t i = 0; i < c->statements.count; i++)
        if (c->statements.at[i].property == property && c->statements.at[i].conjunct == conjunct)
            return &c->statements.at[i];
    return NULL;
}

// Whether a conjunct is the image of one that was claimed, under a symmetry of the model.
static bool is_image(struct certifying *c, struct model *m, const struct property *p,
                     const struct image_statement *image)
{
    const char *error;
    struct permuter *permuter = permuter_new(m, c->watch, c->mem, &error);
    formula f = conjunct_of(c, m, p, image->of), g = conjunct_of(c, m, p, image->conjunct);
    if (!permuter)
        return false;
    size_t bytes = permuter->elements * sizeof(uint32_t);
    uint32_t *images = mem_zalloc(c->mem, bytes);
    struct view v = image->permutation;
    for (size_t i = 0; i < permuter->elements; i++)
        images[i] = (uint32_t)view_number_below(&v, UINT32_MAX);
    bool good = view_is_done(&v) && f != FORMULA_NONE && g != FORMULA_NONE && permuter_allows(permuter, images) &&
                has_symmetries(c, m) &&
                (!property_kind_minds_fairness(p->kind) || fairness_has_images(permuter, images)) &&
                formula_has_image(permuter, images, f, g);
    mem_free(c->mem, images, bytes);
    permuter_free(permuter);
    return good;
}

static void sum_up_conjunct(struct certifying *c, size_t property, struct model *m, const struct property *p,
                            size_t conjunct, struct certify_result *r)
{
    const struct statement *s = statement_of(c, property, conjunct);
    for (size_t i = 0; !s && i < c->images.count; i++)
        if (c->images.at[i].property == property && c->images.at[i].conjunct == conjunct &&
            is_image(c, m, p, &c->images.at[i]))
            s = statement_of(c, property, c->images.at[i].of);
    enum certify_outcome outcome = s ? s->outcome : CERTIFY_NOT;
    if (outcome == CERTIFY_CERTIFIED) {
        r->form = form_names[s->form];
        return;
    }
    if (r->outcome == CERTIFY_REFUTED || (r->outcome == CERTIFY_NOT && outcome == CERTIFY_NOT))
        return;
    r->outcome = outcome;
    str_clear(&r->text);
    str_add(c->mem, &r->text, "%s", s ? str_text(&s->text) : "a part of it is not claimed");
}

// A property is certified if all its conjuncts are.
static void sum_up(struct certifying *c, size_t property)
{
    const struct property *of_plain = model_property(c->subject->model, property);
    struct certify_result r = {.property = of_plain, .outcome = CERTIFY_CERTIFIED, .form = ""};
    struct model *m = subject_model_of(c->subject, of_plain->goal);
    size_t number = m ? model_find_goal(m, of_plain->goal) : SIZE_MAX;
    bool is_claimed = false;
    for (size_t i = 0; i < c->statements.count; i++)
        is_claimed |= c->statements.at[i].property == property;
    if (!is_claimed || number == SIZE_MAX) {
        r.outcome = CERTIFY_NOT;
        str_add(c->mem, &r.text, "the certificate does not claim that it holds");
    } else {
        conjunct_list conjuncts = {0};
        conjuncts_of(c, m, model_property(m, number), &conjuncts);
        for (size_t i = 0; i < conjuncts.count; i++)
            sum_up_conjunct(c, property, m, model_property(m, number), i, &r);
        array_free(c->mem, &conjuncts);
    }
    array_push(c->mem, c->results, r);
}

bool certify_check(struct subject *subject, struct view sections, const struct certify_watch *watch, struct mem *mem,
                   certify_results *results, const char **error)
{
    struct certifying c = {.mem = mem, .subject = subject, .watch = watch, .results = results};
    bool good = read_sections(&c, sections);
    for (size_t i = 0; good && i < c.graphs.count; i++)
        check_graph(&c, i + 1);
    for (size_t i = 0; good && i < c.invariants.count; i++)
        check_invariant(&c, i + 1);
    for (size_t i = 0; good && i < c.statements.count; i++)
        if (c.statements.at[i].graph == 0)
            check_alone(&c, &c.statements.at[i]);
    for (size_t i = 0; good && i < model_property_count(subject->model); i++)
        sum_up(&c, i);
    for (size_t i = 0; i < c.statements.count; i++)
        str_free(mem, &c.statements.at[i].text);
    array_free(mem, &c.graphs);
    array_free(mem, &c.invariants);
    array_free(mem, &c.statements);
    array_free(mem, &c.images);
    *error = c.error;
    return good;
}

void certify_free_results(struct mem *mem, certify_results *results)
{
    for (size_t i = 0; i < results->count; i++)
        str_free(mem, &results->at[i].text);
    array_free(mem, results);
}
