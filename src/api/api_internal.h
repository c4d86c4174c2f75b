// What the files of the library's interface share: api_model.c reads models, question.c has the run answer what
// api_check.c asks, results.c gives verdicts and traces, api_report.c formats them, api_family.c has those of families,
// api_simulation.c has traces that grow.
#ifndef COSET_API_API_INTERNAL_H
#define COSET_API_API_INTERNAL_H

#include "api/coset.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/str.h"
#include "report/report.h"
#include "run/model_check.h"

// A job that options make of a model, with the texts that it points to.
struct api_job {
    struct job job;
    struct mem *mem;
    struct arena texts;
};

// What is found for calls with the same options.
struct api_work {
    struct api_job asked;
    struct model_check check;
};

struct coset_model {
    struct run run;
    struct job reading;        // how it was read, with defaults for all else
    struct arena texts;        // of that
    struct input *input;       // the model
    struct input *symmetrised; // the same, with ranges for classes: for architectural symmetry; NULL: not asked for
    struct job symmetrised_reading; //
    ARRAY(struct input *) replaced; // by one with another formula: results and names are of these
    const struct model *model;      // of the input as it was read, whose names everybody gets
    ARRAY(size_t) properties;       // their numbers in the model, which may have more, for engines
    struct str warnings;
    struct str said; // what the run had to say since this was cleared
    bool (*interrupted)(void *context);
    void *context;
    struct api_work *work;                // NULL: none
    struct coset_result *results;         // all that are not freed
    struct coset_family *families;        // likewise
    struct coset_simulation *simulations; // likewise
    struct input *simulated;              // without conditions, as of the last simulation; it is among `replaced`
};

struct coset_result {
    coset_model *owner;
    struct coset_result *before, *after; // in the list of the owner's
    size_t property;                     // the user's number
    struct result result;                // whose texts are here
    struct arena texts;                  //
    const char *method;
    const char *reason;     // why it is undecided, or has no trace; NULL if that is not so
    bool has_own_variables; // the numbers of its variables are the trace's, not the model's
    const char **rules;     // by state, the model's; NULL: not asked for yet
    char **values;          // as text, by state and cell; NULL: not asked for yet
};

// A copy for the caller, in *error unless that is NULL.
void api_give_text(char **error, const char *text);
void api_give_cause(coset_model *, char **error, struct cause);

// ---- question.c -----------------------------------------------------------------------------------------------------

// Begins a call: from then on the model says what this one has to say.
void api_begin_call(coset_model *, const coset_options *);
// Its time begins to count. False if a setting is none; it is said.
bool api_open_job(coset_model *, const coset_options *, struct api_job *);
// Whether a job has no contradiction in it; else it is said.
bool api_is_possible(coset_model *, const struct job *);
void api_close_job(struct api_job *);
void api_close_work(coset_model *);
// NULL: there is something wrong with it; it is said.
struct input *api_read(coset_model *, const struct job *,
                       bool (*open)(struct run *, const struct job *, const char *, struct input *));
const char *api_first_message(coset_model *); // that says why a call came to nothing
// Asks the run for properties, by the user's numbers, or for none, and whether states are to be counted. NULL, and a
// message, if that cannot be done; else the call is to be ended.
struct model_check *api_ask(coset_model *, const coset_options *, const bool *is_asked, bool counts);
void api_end_call(coset_model *, struct model_check *);

// ---- results.c ------------------------------------------------------------------------------------------------------

// Takes the run over; texts are copied.
coset_result *api_new_result(coset_model *, size_t property, struct result *);
unsigned api_give_warnings(coset_model *, const struct report_warnings *, char **text);

#endif
