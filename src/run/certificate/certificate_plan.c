// What a certificate is to prove: properties taken apart into conjuncts, which of them need a graph, and which graphs.
#include "run/certificate/certificate_plan.h"

#include "certify/condition_symmetry.h"
#include "report/cause_words.h"
#include "run/certificate/conjunct_images.h"
#include "temporal/form.h"

// ---- Sections -------------------------------------------------------------------------------------------------------

void certificate_put_section(struct certificate_making *c, const char *tag, struct str *payload)
{
    sink_head(&c->out, tag, payload->count);
    sink_bytes(&c->out, str_text(payload), payload->count);
    str_free(c->mem, payload);
}

void certificate_put_end(struct certificate_making *c)
{
    uint8_t sum[8];
    sink_head(&c->out, TAG_END, sizeof sum);
    for (unsigned i = 0; i < 8; i++)
        sum[i] = (uint8_t)(c->out.checksum >> 8 * i);
    sink_bytes(&c->out, sum, sizeof sum);
}

void certificate_begin_claim(struct certificate_making *c, const struct property *p, size_t conjunct,
                             enum claim_form form, size_t graph, struct str *payload)
{
    bytes_add_number(c->mem, payload, p->goal);
    bytes_add_text(c->mem, payload, p->text);
    bytes_add_number(c->mem, payload, conjunct);
    bytes_add_number(c->mem, payload, form);
    bytes_add_number(c->mem, payload, graph);
}

void certificate_put_no_proof(struct certificate_making *c, const struct property *p, size_t conjunct, struct cause why)
{
    struct str payload = {0}, words = {0};
    certificate_begin_claim(c, p, conjunct, CLAIM_NONE, 0, &payload);
    cause_add_words(why, c->mem, &words);
    bytes_add_text(c->mem, &payload, str_text(&words));
    str_free(c->mem, &words);
    certificate_put_section(c, TAG_CLAIM, &payload);
}

static void put_image(struct certificate_making *c, const struct conjunct_images *images, const struct property *p,
                      size_t conjunct)
{
    struct str payload = {0};
    certificate_begin_claim(c, p, conjunct, CLAIM_IMAGE, 0, &payload);
    conjunct_images_write(images, conjunct, &payload);
    certificate_put_section(c, TAG_CLAIM, &payload);
}

// ---- Plans ----------------------------------------------------------------------------------------------------------

// The blocks of a group are those of the certificate: whether the checker will see that a formula is the same under all
// of its permutations.
static bool is_seen_invariant(struct certificate_making *c, struct model *m, formula f, bool minds_fairness,
                              const struct symmetry *s)
{
    const char *error;
    struct permuter *permuter = permuter_new(m, &c->watch, c->mem, &error);
    for (size_t i = 0; permuter && i < permuter->elements; i++)
        permuter->block[i] = s->block[i];
    if (permuter)
        permuter_settle_blocks(permuter);
    bool good = permuter && conditions_are_invariant(permuter, f, minds_fairness);
    permuter_free(permuter);
    return good;
}

// Whether the checker will see that the permutations of a model are symmetries.
static bool is_seen_symmetric(struct certificate_making *c, struct model *m)
{
    bool is_monitored = m != c->subject.model;
    const char *error;
    if (!c->is_asked[is_monitored]) {
        struct permuter *permuter = permuter_new(m, &c->watch, c->mem, &error);
        c->is_symmetric[is_monitored] = permuter && model_has_symmetries(permuter);
        c->is_asked[is_monitored] = true;
        permuter_free(permuter);
    }
    return c->is_symmetric[is_monitored];
}

// What a formula leaves of the model's symmetries; NULL if that is nothing.
static struct symmetry *symmetry_left(struct certificate_making *c, struct model *m, formula f, bool minds_fairness)
{
    struct symmetry *s = symmetry_new(m, c->mem);
    symmetry_restrict(s, m, f);
    if (minds_fairness)
        symmetry_restrict_to_fairness(s, m);
    if (!symmetry_is_trivial(s) && is_seen_symmetric(c, m) && is_seen_invariant(c, m, f, minds_fairness, s))
        return s;
    symmetry_free(s);
    return NULL;
}

static bool is_same(const struct graph_plan *g, const struct model *m, const struct symmetry *s)
{
    if (g->model != m || !g->symmetry != !s)
        return false;
    return !s || symmetry_equal(g->symmetry, s);
}

static size_t plan_graph(struct certificate_making *c, struct model *m, struct symmetry *s)
{
    for (size_t i = 0; i < c->graphs.count; i++)
        if (is_same(&c->graphs.at[i], m, s)) {
            symmetry_free(s);
            return i;
        }
    struct graph_plan plan = {m, s};
    array_push(c->mem, &c->graphs, plan);
    return c->graphs.count - 1;
}

static bool needs_graph(const struct model *m, const struct property *p)
{
    return p->kind != PROPERTY_COVER || model_cover(m, p->formula).sound != EXPR_NONE;
}

bool certificate_has_form(const struct certificate_making *c, const struct proof_plan *plan, const struct property *p,
                          bool is_linear, const char **error)
{
    struct form form;
    bool good = form_open(&form, plan->model, p, plan->formula, is_linear, c->mem, error);
    form_close(&form);
    return good;
}

// Whether there is a form for a formula: else no graph is searched for it, which may take all the time there is.
static bool has_form(const struct certificate_making *c, const struct proof_plan *plan, const struct property *p,
                     const char **error)
{
    const char *other;
    return certificate_has_form(c, plan, p, false, error) || certificate_has_form(c, plan, p, true, &other);
}

static void plan_conjunct(struct certificate_making *c, struct proof_plan plan, const struct property *p)
{
    const char *error;
    struct str payload = {0};
    if (form_is_valid(plan.model, p, plan.formula, c->mem)) {
        certificate_begin_claim(c, plan.property, plan.conjunct, CLAIM_VALID, 0, &payload);
        certificate_put_section(c, TAG_CLAIM, &payload);
        return;
    }
    if (property_kind_is_temporal(p->kind) && !has_form(c, &plan, p, &error)) {
        certificate_put_no_proof(c, plan.property, plan.conjunct, cause_with_text(CAUSE_CERTIFY_SAYS, error));
        return;
    }
    if (needs_graph(plan.model, p))
        plan.graph = plan_graph(c, plan.model,
                                symmetry_left(c, plan.model, plan.formula, property_minds_fairness(plan.model, p)));
    array_push(c->mem, &c->proofs, plan);
}

enum claim_form certificate_form_of(const struct property *p)
{
    switch (p->kind) {
    case PROPERTY_INVARIANT:
    case PROPERTY_RUNTIME_ERROR:
    case PROPERTY_DEADLOCK:
        return CLAIM_INVARIANT;
    case PROPERTY_CTL:
    case PROPERTY_CTLSTAR:
    case PROPERTY_PSL:
        return CLAIM_CTL;
    case PROPERTY_LTL:
        return CLAIM_LTL;
    case PROPERTY_COVER:
        return CLAIM_COVER;
    default:
        return CLAIM_NONE;
    }
}

void certificate_plan(struct certificate_making *c, goal_id goal)
{
    size_t number = model_find_goal(c->subject.model, goal);
    if (number == SIZE_MAX)
        return;
    struct proof_plan plan = {model_property(c->subject.model, number),
                              subject_model_of(&c->subject, goal),
                              0,
                              0,
                              SIZE_MAX,
                              INDUCTIVE_UNASKED,
                              false};
    if (!plan.model) {
        certificate_put_no_proof(c, plan.property, 0, cause_of(CAUSE_PROOF_NO_MONITOR));
        return;
    }
    size_t property = model_find_goal(plan.model, goal);
    const struct property *p = model_property(plan.model, property);
    if (certificate_form_of(p) == CLAIM_NONE) {
        certificate_put_no_proof(c, plan.property, 0, cause_of(CAUSE_PROOF_KIND));
        return;
    }
    struct conjunct_images images;
    conjunct_images_open(&images, plan.model, property, &c->watch, c->mem);
    for (plan.conjunct = 0; plan.conjunct < images.conjuncts.count; plan.conjunct++) {
        plan.formula = images.conjuncts.at[plan.conjunct];
        if (images.of.at[plan.conjunct] == plan.conjunct)
            plan_conjunct(c, plan, p);
        else
            put_image(c, &images, plan.property, plan.conjunct);
    }
    conjunct_images_close(&images);
}
