// The judge of a proof for every size: the model's text and the invariants that were found are read again, as one text,
// and become obligations for SMT solvers.
#include <string.h>

#include "murphi/murphi.h"
#include "murphi/size_fragment.h"
#include "run/every_size/size_proof.h"
#include "smtlib/smtlib.h"

typedef ARRAY(const struct murphi_rule *) rule_list;

// It stands behind the text of the model, which may have invariants with such names of its own.
static bool is_part_of_proof(const struct size_script *s, const struct murphi_tree *tree,
                             const struct murphi_rule *rule)
{
    struct diag_range range = murphi_range(tree, rule->span);
    return range.source == tree->source && range.offset >= s->example->source.length && rule->name &&
           strncmp(rule->name->text, s->name, strlen(s->name)) == 0;
}

static bool is_proved(const struct size_script *s, goal_id goal)
{
    for (size_t i = 0; i < s->proved_count; i++)
        if (s->proved[i] == goal)
            return true;
    return false;
}

// That there are no run-time errors, or deadlocks, is a property without a declaration.
static bool proves(const struct size_script *s, enum property_kind kind)
{
    const struct model *m = s->example->model;
    for (size_t i = 0; i < model_property_count(m); i++)
        if (model_property(m, i)->kind == kind && is_proved(s, model_property(m, i)->goal))
            return true;
    return false;
}

static bool write_tree(struct run *run, const struct size_script *s, struct murphi_tree *tree, struct diag *diag,
                       struct str *out, size_t *obligations, struct cause *why)
{
    struct mem *mem = &run->mem;
    rule_list proof = {0}, properties = {0};
    struct size_refusal refusal;
    struct size_classes found;
    struct smtlib_class classes[SIZE_MOST_CLASSES];
    const struct murphi_lower_options options = {.dialect = (enum murphi_dialect)s->example->job->dialect};
    bool has_classes = murphi_sized_classes(tree, s->constant, &found, &refusal);
    for (size_t i = 0; i < found.count && has_classes; i++)
        classes[i] = (struct smtlib_class){found.at[i], (uint32_t)i};
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next) {
        if (rule->kind == MURPHI_INVARIANT && is_part_of_proof(s, tree, rule))
            array_push(mem, &proof, rule);
        else if (murphi_invariant_of(rule) && is_proved(s, murphi_goal_of(rule)))
            array_push(mem, &properties, rule);
    }
    bool no_error = proves(s, PROPERTY_RUNTIME_ERROR), no_deadlock = proves(s, PROPERTY_DEADLOCK);
    size_t count = properties.count + no_error + no_deadlock;
    if (!has_classes && refusal.cause.code)
        *why = size_refusal_cause(tree, &refusal);
    else if (!count)
        *why = cause_of(CAUSE_SIZE_NOT_IN_FILE);
    else if (count < s->proved_count)
        log_warning(&run->log, "formulas that are not in the file are not in the certificate");
    const struct smtlib_proof given = {.tree = tree,
                                       .classes = classes,
                                       .class_count = found.count,
                                       .invariants = proof.at,
                                       .invariant_count = proof.count,
                                       .properties = properties.at,
                                       .property_count = properties.count,
                                       .undefined_ids = murphi_dialect_of(tree, &options) == MURPHI_DIALECT_CMURPHI,
                                       .no_error = no_error,
                                       .no_deadlock = no_deadlock,
                                       .may_stutter = s->example->job->deadlock == MURPHI_DEADLOCK_STUCK,
                                       .least_size = s->least_size};
    bool good = has_classes && count && smtlib_write(&given, mem, diag, out, obligations);
    array_free(mem, &proof);
    array_free(mem, &properties);
    return good;
}

static struct cause first_error(const struct diag *diag)
{
    for (size_t i = 0; i < diag->messages.count; i++)
        if (diag->messages.at[i].level == DIAG_ERROR)
            return cause_with_text(CAUSE_REFUSED_INPUT, diag->messages.at[i].text);
    return cause_of(CAUSE_OUT_OF_TIME);
}

bool size_script_write(struct run *run, const struct size_script *s, struct str *out, size_t *obligations,
                       struct arena *arena, struct cause *why)
{
    struct mem *mem = &run->mem;
    const struct input *example = s->example;
    struct str text = {0};
    struct murphi_tree tree;
    struct diag diag;
    str_add_bytes(mem, &text, example->source.text, example->source.length);
    str_add(mem, &text, "\n%s", s->invariants);
    struct job job = *example->job;
    job.infer_order_at = murphi_sized_range(&example->murphi, s->constant);
    job.relax_loops = s->relaxes_loops;
    job.relax_rings = murphi_has_sized_ring(&example->murphi, s->constant);
    const struct source source = {example->source.name, text.at, text.count};
    double deadline = run->watch.deadline;
    enum cause_code stopped = run->watch.stopped;
    run->watch.deadline = 0; // what was proved in time can be told behind it: that is short
    run->watch.stopped = 0;
    *why = cause_of(CAUSE_NONE);
    input_open_diagnostics(run, &diag);
    murphi_tree_open(&tree, mem, &source);
    bool good = murphi_parse(&tree, &diag) && input_check_tree(run, &job, &tree, &diag) &&
                write_tree(run, s, &tree, &diag, out, obligations, why);
    if (!good)
        *why = cause_keep(why->code ? *why : first_error(&diag), arena);
    run->watch.deadline = deadline;
    run->watch.stopped = stopped ? stopped : run->watch.stopped;
    murphi_tree_close(&tree);
    diag_close(&diag);
    str_free(mem, &text);
    return good;
}
