// Certificates of results: written to a file, or checked at once.
#include <errno.h>
#include <string.h>

#include "api/api_internal.h"
#include "certificate/format.h"
#include "certify/certify.h"
#include "run/certificate/certificate_file.h"
#include "run/certificate/invariant_text.h"
#include "run/output.h"

// A number is computed, and not proved. The result is the owner's.
static bool is_certifiable(const coset_result *it)
{
    return !it->has_own_variables && it->result.verdict == VERDICT_HOLDS && it->result.missed == 0 &&
           !it->result.has_value;
}

static struct certificate_goal goal_of(const coset_result *it)
{
    const coset_model *owner = it->owner;
    return (struct certificate_goal){model_property(owner->model, owner->properties.at[it->property])->goal,
                                     is_certifiable(it)};
}

static void begin(coset_model *model, const coset_options *options)
{
    api_begin_call(model, options);
    watch_begin_command(&model->run, options && options->time_limit > 0 ? options->time_limit : 0);
}

// ---- Writing --------------------------------------------------------------------------------------------------------

// All results, as goals of a request; the list is freed with the call.
static struct certificate_request request_of(coset_model *model, const coset_result *const *results, size_t count,
                                             struct certificate_goal *goals)
{
    struct certificate_request request = certificate_request_of(model->input);
    for (size_t i = 0; i < count; i++)
        goals[i] = goal_of(results[i]);
    request.goals = goals;
    request.count = count;
    return request;
}

static void give_why(coset_model *model, struct cause obstacle, char **error)
{
    if (obstacle.code)
        api_give_cause(model, error, obstacle);
    else
        api_give_text(error, api_first_message(model));
}

bool coset_write_certificate(coset_model *model, const coset_result *const *results, size_t count, const char *path,
                             const coset_options *options, char **error)
{
    struct mem *mem = &model->run.mem;
    struct certificate_goal *goals = mem_alloc(mem, (count + 1) * sizeof *goals);
    struct certificate_request request = request_of(model, results, count, goals);
    struct cause obstacle;
    begin(model, options);
    bool good = certificate_write_request(&model->run, &request, path, NULL, &obstacle);
    mem_free(mem, goals, (count + 1) * sizeof *goals);
    if (!good)
        give_why(model, obstacle, error);
    return good;
}

bool coset_write_witness_circuit(coset_model *model, const coset_result *const *results, size_t count,
                                 const char *witness_path, const char *model_path, const coset_options *options,
                                 char **error)
{
    struct run *run = &model->run;
    struct certificate_goal *goals = mem_alloc(&run->mem, (count + 1) * sizeof *goals);
    struct certificate_request request = request_of(model, results, count, goals);
    const struct witness_files files = {witness_path, model_path};
    struct str witness = {0}, circuit = {0};
    begin(model, options);
    struct cause obstacle = certificate_circuits(run, &request, &files, &witness, &circuit);
    bool good = !obstacle.code && output_put(run, witness_path, &witness) && output_put(run, model_path, &circuit);
    if (!good)
        give_why(model, obstacle, error);
    str_free(&run->mem, &witness);
    str_free(&run->mem, &circuit);
    mem_free(&run->mem, goals, (count + 1) * sizeof *goals);
    return good;
}

static bool has_language(const coset_model *model)
{
    return model->input->language == JOB_LANGUAGE_SMV || model->input->language == JOB_LANGUAGE_MURPHI;
}

char *coset_invariant(coset_model *model, const coset_result *const *results, size_t count,
                      const coset_options *options, size_t *proved, char **error)
{
    struct mem *mem = &model->run.mem;
    struct certificate_goal *goals = mem_alloc(mem, (count + 1) * sizeof *goals);
    struct certificate_request request = request_of(model, results, count, goals);
    struct cause obstacle = cause_of(CAUSE_PROOF_LANGUAGE);
    struct str text = {0};
    size_t done = 0;
    char *given = NULL;
    begin(model, options);
    if (has_language(model) && invariant_text_make(&model->run, &request, &text, &done, &obstacle))
        api_give_text(&given, str_text(&text));
    else
        give_why(model, obstacle, error);
    if (proved)
        *proved = done;
    str_free(mem, &text);
    mem_free(mem, goals, (count + 1) * sizeof *goals);
    return given;
}

// ---- Checking -------------------------------------------------------------------------------------------------------

static struct stream *same_stream(void *stream)
{
    return stream;
}

static coset_certified outcome_of(const struct certify_result *r, char **text)
{
    api_give_text(text, r->outcome == CERTIFY_CERTIFIED ? r->form : str_text(&r->text));
    return r->outcome == CERTIFY_CERTIFIED ? COSET_CERTIFIED
           : r->outcome == CERTIFY_REFUTED ? COSET_REFUTED
                                           : COSET_NOT_CERTIFIED;
}

// What a certificate says of a goal; the section about the model is known, since it is that of this one.
static coset_certified judge(coset_model *model, struct subject *subject, const char *bytes, size_t length,
                             goal_id goal, char **text)
{
    struct mem *mem = &model->run.mem;
    struct view file = {(const uint8_t *)bytes, (const uint8_t *)bytes + length, false}, section;
    certify_results results = {0};
    const char *error = NULL;
    char tag[5];
    coset_certified certified = COSET_NOT_CERTIFIED;
    bool is_told = false;
    bool good = certificate_open(&file, &error) && certificate_next(&file, tag, &section) &&
                certify_check(subject, file, NULL, mem, &results, &error);
    for (size_t i = 0; good && i < results.count && !is_told; i++)
        if (results.at[i].property->goal == goal) {
            is_told = true;
            certified = outcome_of(&results.at[i], text);
        }
    if (!is_told)
        api_give_cause(model, text,
                       good ? cause_of(CAUSE_CERTIFY_NO_PROPERTY) : cause_with_text(CAUSE_CERTIFY_SAYS, error));
    certify_free_results(mem, &results);
    return certified;
}

coset_certified coset_certify(coset_model *model, const coset_result *it, const coset_options *options, char **text)
{
    struct mem *mem = &model->run.mem;
    struct certificate_goal goal = goal_of(it);
    struct certificate_request request = certificate_request_of(model->input);
    struct subject subject;
    struct diag diag;
    coset_certified certified = COSET_NOT_CERTIFIED;
    if (!goal.holds) {
        api_give_text(text, "it does not hold");
        return COSET_NOT_CERTIFIED;
    }
    request.goals = &goal;
    request.count = 1;
    begin(model, options);
    diag_open(&diag, mem);
    struct stream *stream = stream_in_memory(mem);
    size_t length = 0;
    enum certificate_made made = certificate_make(&model->run, &request, same_stream, stream);
    const char *bytes = made == CERTIFICATE_MADE ? stream_content(stream, &length) : NULL;
    bool is_read = subject_open(&subject, request.name, request.text, request.length, &request.reading, mem, &diag);
    if (bytes && is_read)
        certified = judge(model, &subject, bytes, length, goal.goal, text);
    else if (made == CERTIFICATE_UNWRITTEN)
        api_give_text(text, strerror(errno));
    else
        api_give_cause(model, text, cause_of(certificate_why_unreadable(&model->run)));
    subject_close(&subject);
    diag_close(&diag);
    stream_close(stream);
    return certified;
}
