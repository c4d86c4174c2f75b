// Every size: what can be proved for all sizes (run/every_size/size_proof.h) need not be searched in any.
#include <inttypes.h>

#include "base/clock.h"
#include "run/every_size/size_proof.h"
#include "run/family/family_run.h"

static const char *kept_text(struct families *f, const struct str *text)
{
    return arena_copy(&f->arena, str_text(text), text->count);
}

static void note_proved(struct families *f, struct family_outcome *o, struct size_proof *proof)
{
    struct size_proof_facts *facts = arena_alloc(&f->arena, sizeof *facts);
    struct backward_statistics s;
    size_proof_statistics(proof, &s);
    *facts = (struct size_proof_facts){.invariants = s.cubes, .elements = s.elements, .instance = s.instance};
    o->proof = facts;
    o->is_proved = true;
    o->result.method = (struct method){.backend = BACKEND_BACKWARD};
    f->invariant_count += size_proof_write(proof, f->invariant_count + 1, &f->invariants);
    for (size_t k = 0; k < f->all; k++)
        if (!o->is_known[k])
            family_note_holding(o, k);
    log_verbose(&f->run->log,
                "property %zu: %" PRIu64 " cubes of at most %" PRIu64 " elements, of %" PRIu64
                " that were expanded; %" PRIu64 " guesses, %" PRIu64 " of them wrong; instances of at most %" PRIu64
                " elements",
                o->property + 1, s.cubes, s.elements, s.processed, s.guesses, s.wrong_guesses, s.instance);
}

static void prove(struct families *f, struct family_outcome *o, struct size_proof *proof)
{
    double begun = clock_now();
    goal_id goal = model_property(f->members[f->leader].model, o->property)->goal;
    struct str why = {0};
    if (size_proof_decide(proof, goal, &why) == SIZE_HOLDS)
        note_proved(f, o, proof);
    else
        o->unproved = cause_with_text(CAUSE_NOT_PROVED, kept_text(f, &why));
    o->result.seconds += clock_now() - begun;
    str_free(f->mem, &why);
}

void family_prove_all(struct families *f)
{
    struct str why = {0};
    struct size_proof_setup setup = {.job = f->job,
                                     .constant = f->name,
                                     .example = &f->inputs[f->leader],
                                     .example_size = f->members[f->leader].size};
    double deadline = job_deadline(f->job, f->started);
    if (deadline > 0) // half of the time is left for sizes in which something may fail
        setup.deadline = (deadline + clock_now()) / 2;
    progress_begin(&f->run->progress, "proving");
    struct size_proof *proof = size_proof_new(f->run, &setup, &why);
    for (size_t i = 0; i < f->outcomes.count; i++) {
        if (proof)
            prove(f, &f->outcomes.at[i], proof);
        else
            f->outcomes.at[i].unproved = cause_with_text(CAUSE_NOT_PROVED, kept_text(f, &why));
    }
    if (proof)
        size_proof_free(proof);
    progress_end(&f->run->progress);
    str_free(f->mem, &why);
    family_report(f);
}

bool family_write_script(struct families *f, struct str *out, size_t *obligations, struct str *why)
{
    ARRAY(goal_id) proved = {0};
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (f->outcomes.at[i].is_proved)
            array_push(f->mem, &proved, model_property(f->members[f->leader].model, f->outcomes.at[i].property)->goal);
    const struct size_script script = {.example = &f->inputs[f->leader],
                                       .constant = f->name,
                                       .invariants = str_text(&f->invariants),
                                       .proved = proved.at,
                                       .proved_count = proved.count};
    bool good = proved.count && size_script_write(f->run, &script, out, obligations, why);
    if (!proved.count)
        str_add(f->mem, why, "nothing is proved for every size");
    array_free(f->mem, &proved);
    return good;
}
