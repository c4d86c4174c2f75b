// What the files of `coset check` share: check.c decides what to check, has it checked and judges runs; check_jobs.c
// has that done by several processes; check_output.c says what was found.
#ifndef COSET_CLI_CHECK_PARTS_H
#define COSET_CLI_CHECK_PARTS_H

#include "base/arena.h"
#include "cli/findings.h"
#include "cli/html.h"
#include "cli/methods.h"
#include "report/report.h"

struct check {
    struct cli *cli;
    struct mem *mem;
    struct input input;
    enum cli_format format;
    struct report_style style;
    ARRAY(size_t) wanted; // properties, from 0
    struct outcome {
        bool is_known;
        bool is_refuted; // it fails, but the counterexample is still to be built
        struct result result;
    } * outcomes;                 // for each that is wanted
    ARRAY(struct result) results; // that were shown, in the order of the file
    struct arena reasons;         // texts that results point to
    struct input_text order_text;
    name_array order;        // ends with NULL; empty if none is given
    struct methods *methods; // NULL: other processes do the work
    struct findings findings;
    struct html_file html;
    size_t traces; // shown so far
    size_t peak;   // bytes that other processes held at the most
    bool states_unknown;
    bool internal_error, checkpoint_is_lost;
    double started;
};

// ---- check_jobs.c ---------------------------------------------------------------------------------------------------

void check_in_processes(struct check *, const struct engine_setup *, bool wants_statistics);

// ---- check_output.c -------------------------------------------------------------------------------------------------

void check_put(struct check *, struct str *); // puts a text out at once, and frees it
void check_show_result(struct check *, const struct result *);
void check_show_symmetry(struct check *);
void check_show_states(struct check *);
void check_warn(struct check *); // of what makes properties hold that were meant to be asked
void check_show_statistics(struct check *);
void check_show_json(struct check *);
enum status check_write_html(struct check *, enum status); // if it is wanted; STATUS_TROUBLE if it cannot be

#endif
