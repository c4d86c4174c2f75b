#include "certificate/subject.h"

#include <string.h>

#include "aiger/aiger_lower.h"
#include "btor2/btor2_lower.h"
#include "pnml/net_formula.h"

// ---- Reading a model ------------------------------------------------------------------------------------------------

// What is wrong with a formula is told of it, not of the file.
static bool read_formulas(struct subject *s, struct diag *diag)
{
    bool good = true;
    struct source *formulas = arena_alloc(&s->arena, s->reading.formula_count * sizeof *formulas);
    for (size_t i = 0; i < s->reading.formula_count && good; i++) {
        const char *text = s->reading.formulas[i];
        struct diag own;
        formulas[i] = (struct source){"formula", text, strlen(text)};
        if (s->reading.language == SUBJECT_PNML) {
            diag_open(&own, s->mem);
            good = net_add_formula(&s->lowered, &formulas[i], net_formula_goal(&s->lowered), &own);
        } else
            good = s->smv ? smv_read_any_formula(s->smv, &formulas[i], s->mem, &own)
                          : murphi_parse_formula(&s->tree, &formulas[i], s->mem, &own);
        diag_close(&own);
        if (!good)
            diag_error(diag, (struct diag_range){&formulas[i], 0, formulas[i].length}, "this formula is none");
    }
    return good;
}

static bool read_murphi(struct subject *s, struct diag *diag)
{
    const struct subject_reading *r = &s->reading;
    struct murphi_override *overrides = arena_alloc(&s->arena, r->constant_count * sizeof *overrides);
    for (size_t i = 0; i < r->constant_count; i++) {
        const char *equals = strchr(r->constants[i], '=');
        if (!equals) {
            diag_error(diag, (struct diag_range){&s->source, DIAG_WHOLE, 0}, "a constant is set to no value");
            return false;
        }
        const char *name = arena_copy(&s->arena, r->constants[i], (size_t)(equals - r->constants[i]));
        overrides[i] = (struct murphi_override){name, equals + 1};
    }
    s->tree.infers_scalarsets = r->infers_scalarsets;
    return murphi_parse(&s->tree, diag) && read_formulas(s, diag) &&
           murphi_check(&s->tree, overrides, r->constant_count, diag);
}

static struct model *lower_murphi(struct subject *s, bool monitors, struct diag *diag)
{
    struct murphi_lower_options options = {.deadlock = (enum murphi_deadlock)s->reading.deadlock,
                                           .dialect = (enum murphi_dialect)s->reading.dialect,
                                           .loop_limit = s->reading.loop_limit,
                                           .no_procedures = true,
                                           .monitors_fair_rules = monitors,
                                           .goals_of = monitors ? s->model : NULL};
    struct model *model = model_new(s->mem);
    if (murphi_lower(&s->tree, model, &options, s->mem, diag))
        return model;
    model_free(model);
    return NULL;
}

static struct model *read_circuit(struct subject *s, struct diag *diag)
{
    struct model *model = model_new(s->mem);
    struct aiger aiger;
    struct btor2 btor2;
    bool good;
    if (s->reading.formula_count) {
        diag_error(diag, (struct diag_range){&s->source, DIAG_WHOLE, 0}, "formulas are not for circuits");
        model_free(model);
        return NULL;
    }
    if (s->reading.language == SUBJECT_AIGER) {
        good = aiger_read(&aiger, &s->source, s->mem, diag) && aiger_lower(&aiger, model, s->mem, diag);
        aiger_close(&aiger);
    } else {
        good = btor2_read(&btor2, &s->source, s->mem, diag) && btor2_lower(&btor2, model, NULL, s->mem, diag);
        btor2_close(&btor2);
    }
    if (good)
        return model;
    model_free(model);
    return NULL;
}

static struct model *read_net(struct subject *s, struct diag *diag)
{
    struct net_lower_options options = {.deadlock = s->reading.deadlock != MURPHI_DEADLOCK_OFF};
    struct model *model = model_new(s->mem);
    if (net_read(&s->net, &s->source, s->mem, diag) && net_lower(&s->lowered, &s->net, model, &options, s->mem, diag) &&
        read_formulas(s, diag))
        return model;
    model_free(model);
    return NULL;
}

static const char *const *copy_texts(struct arena *arena, const char *const *texts, size_t count)
{
    const char **copies = arena_alloc(arena, count * sizeof *copies);
    for (size_t i = 0; i < count; i++)
        copies[i] = arena_copy(arena, texts[i], strlen(texts[i]));
    return copies;
}

bool subject_open(struct subject *s, const char *name, const char *text, size_t length,
                  const struct subject_reading *reading, struct mem *mem, struct diag *diag)
{
    *s = (struct subject){
        .mem = mem, .arena = {.mem = mem}, .source = {name, text, length}, .reading = *reading, .is_open = true};
    s->reading.constants = copy_texts(&s->arena, reading->constants, reading->constant_count);
    s->reading.formulas = copy_texts(&s->arena, reading->formulas, reading->formula_count);
    murphi_tree_open(&s->tree, mem, &s->source);
    if (reading->language == SUBJECT_SMV) {
        s->smv = smv_read(&s->source, mem, diag);
        s->model = s->smv && read_formulas(s, diag) ? smv_model(s->smv) : NULL;
    } else if (reading->language == SUBJECT_PNML) {
        s->model = read_net(s, diag);
    } else if (reading->language != SUBJECT_MURPHI) {
        s->model = read_circuit(s, diag);
    } else if (read_murphi(s, diag)) {
        s->model = lower_murphi(s, false, diag);
    }
    return s->model != NULL;
}

void subject_close(struct subject *s)
{
    if (!s->is_open)
        return;
    model_free(s->monitored);
    if (!s->smv)
        model_free(s->model);
    smv_free(s->smv);
    murphi_tree_close(&s->tree);
    if (s->reading.language == SUBJECT_PNML) {
        lowered_net_close(&s->lowered);
        net_close(&s->net);
    }
    arena_free(&s->arena);
    s->is_open = false;
}

struct model *subject_model_of(struct subject *s, goal_id goal)
{
    size_t property = model_find_goal(s->model, goal);
    if (property == SIZE_MAX || model_fair_rule_count(s->model) == 0 ||
        !property_minds_fairness(s->model, model_property(s->model, property)))
        return s->model;
    if (!s->monitored) {
        struct diag diag; // what is to be said was said of the other model
        diag_open(&diag, s->mem);
        s->monitored = lower_murphi(s, true, &diag);
        diag_close(&diag);
    }
    return s->monitored;
}
