// The front end as a whole: parse, instantiate, lower, check.
#include "smv/smv.h"

#include <string.h>

#include "base/formula_text.h"
#include "smv/meaning.h"
#include "smv/parser.h"

struct smv {
    struct smv_tree tree;
    struct smv_meaning meaning;
};

static void open_meaning(struct smv *smv, const struct source *source, struct mem *mem, struct diag *diag)
{
    struct smv_meaning *l = &smv->meaning;
    l->mem = mem;
    l->diag = diag;
    l->tree = &smv->tree;
    l->source = source;
    l->arena = (struct arena){.mem = mem};
    l->model = model_new(mem);
    l->yes = model_true(l->model);
    l->no = model_false(l->model);
    l->selector = CELL_NONE;
    l->errors_before = diag->errors;
}

static void close_meaning(struct smv_meaning *l)
{
    struct mem *mem = l->mem;
    int_map_free(mem, &l->reported);
    int_map_free(mem, &l->module_of);
    int_map_free(mem, &l->constants);
    walk_free(&l->alternatives);
    int_map_free(mem, &l->step_conditions);
    for (size_t i = 0; i < 2; i++)
        array_free(mem, &l->together[i]);
    int_map_free(mem, &l->site_of);
    array_free(mem, &l->bodies);
    array_free(mem, &l->entities);
    array_free(mem, &l->instances);
    array_free(mem, &l->pending);
    array_free(mem, &l->unfinished);
    array_free(mem, &l->processes);
    array_free(mem, &l->operands);
    array_free(mem, &l->exprs);
    array_free(mem, &l->assignments);
    array_free(mem, &l->last_assignment);
    array_free(mem, &l->sites);
    array_free(mem, &l->obligations);
    mem_free(mem, l->table, l->table_size * sizeof *l->table);
    str_free(mem, &l->text);
    str_free(mem, &l->blame.error);
    arena_free(&l->arena);
    model_free(l->model);
}

static void lower(struct smv_meaning *l)
{
    if (!smv_instantiate(l))
        return;
    smv_lower_declarations(l);
    if (smv_is_sound(l))
        smv_check_obligations(l, 0);
}

struct smv *smv_read(const struct source *source, struct mem *mem, struct diag *diag)
{
    struct smv *smv = mem_zalloc(mem, sizeof *smv);
    smv_tree_open(&smv->tree, mem, source);
    open_meaning(smv, source, mem, diag);
    if (source->length >= UINT32_MAX)
        diag_error(diag, (struct diag_range){source, DIAG_WHOLE, 0}, "this file is too large");
    else if (smv_parse(&smv->tree, diag))
        lower(&smv->meaning);
    smv->meaning.settled = true;
    if (smv_is_sound(&smv->meaning) && !diag->is_stopped)
        return smv;
    smv_free(smv);
    return NULL;
}

void smv_free(struct smv *smv)
{
    if (!smv)
        return;
    struct mem *mem = smv->meaning.mem;
    close_meaning(&smv->meaning);
    smv_tree_close(&smv->tree);
    mem_free(mem, smv, sizeof *smv);
}

struct model *smv_model(const struct smv *smv)
{
    return smv->meaning.model;
}

// What is lowered from here on is from another text; gives the one before.
static const struct source *change_source(struct smv_meaning *l, const struct source *source, struct diag *diag)
{
    const struct source *held = l->source;
    l->source = source;
    l->diag = diag;
    int_map_free(l->mem, &l->reported); // those were about another text
    return held;
}

typedef struct smv_thing lowering_of_expr(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);

// An expression of another text, as it is lowered for its use. False if it is wrong.
static bool read_expr(struct smv *smv, const struct source *source, const struct smv_use *use,
                      lowering_of_expr *lowering, struct diag *diag, struct smv_thing *thing)
{
    struct smv_meaning *l = &smv->meaning;
    size_t errors = diag->errors, obligations = l->obligations.count;
    struct smv_decl *d = smv_parse_formula(&smv->tree, source, SMV_INVARSPEC, diag);
    if (!d)
        return false;
    const struct source *held = change_source(l, source, diag);
    *thing = lowering(l, &(struct smv_frame){l->instances.at[0], use}, d->expr);
    l->source = held;
    l->obligations.count = obligations;
    return diag->errors == errors;
}

bool smv_read_condition(struct smv *smv, const struct source *source, expr *condition, struct diag *diag)
{
    static const struct smv_use use = {"a condition", true, true, false};
    struct smv_thing thing;
    if (!read_expr(smv, source, &use, smv_lower_condition, diag, &thing) || thing.sort == SMV_BAD)
        return false;
    *condition = model_and(smv->meaning.model, thing.fine, thing.value);
    return true;
}

bool smv_read_value(struct smv *smv, const struct source *source, expr *result, expr *is_defined, struct diag *diag)
{
    static const struct smv_use use = {"an expression", false, false, false};
    struct smv_thing thing;
    if (!read_expr(smv, source, &use, smv_lower_value, diag, &thing) || thing.sort != SMV_VALUE ||
        model_expr_type(smv->meaning.model, thing.value)->kind == TYPE_SET)
        return false;
    *result = thing.value;
    *is_defined = thing.fine;
    return true;
}

bool smv_read_formula(struct smv *smv, const struct source *source, enum smv_decl_kind kind, struct diag *diag)
{
    struct smv_meaning *l = &smv->meaning;
    size_t errors = diag->errors;
    struct smv_decl *d = smv_parse_formula(&smv->tree, source, kind, diag);
    if (!d)
        return false;
    const struct source *held = change_source(l, source, diag);
    size_t obligations = l->obligations.count;
    for (; d; d = d->next)
        if (kind == SMV_SYMMETRY || kind == SMV_HINT)
            smv_lower_annotations(l, l->instances.at[0], d);
        else
            smv_lower_property(l, l->instances.at[0], d);
    l->source = held;
    if (diag->errors == errors)
        return true;
    l->obligations.count = obligations; // those are of no interest any more
    return false;
}

static bool begins_with(const struct source *source, size_t from, const char *word)
{
    size_t length = strlen(word);
    return source->length - from >= length && memcmp(source->text + from, word, length) == 0;
}

static bool is_computation(const struct source *source)
{
    size_t from = 0;
    while (from < source->length && strchr(" \t\n", source->text[from]))
        from++;
    return begins_with(source, from, "MIN") || begins_with(source, from, "MAX");
}

static bool read_in_logic(void *smv, const struct source *source, int logic, struct diag *diag)
{
    return smv_read_formula(smv, source, (enum smv_decl_kind)logic, diag);
}

bool smv_read_any_formula(struct smv *smv, const struct source *source, struct mem *mem, struct diag *diag)
{
    static const int logics[] = {SMV_SPEC, SMV_LTLSPEC, SMV_CTLSTARSPEC, SMV_PSLSPEC}, computation = SMV_COMPUTE;
    bool computes = is_computation(source);
    return formula_read(read_in_logic, smv, source, computes ? &computation : logics, computes ? 1 : 4, mem, diag);
}

size_t smv_obligation_count(const struct smv *smv)
{
    return smv->meaning.obligations.count;
}

const struct smv_obligation *smv_obligation(const struct smv *smv, size_t index)
{
    return &smv->meaning.obligations.at[index];
}

bool smv_report_obligation(struct smv *smv, size_t index, const value *now, const value *next, struct diag *diag)
{
    const struct smv_obligation *o = &smv->meaning.obligations.at[index];
    smv->meaning.diag = diag;
    smv_report_failure(&smv->meaning, o, now, next);
    return o->goal != GOAL_NONE;
}
