// Rules of the language that depend on values, checked for all values at once.
//
// The front end leaves conditions that must hold whatever the values of the variables are. Each becomes a decision
// diagram; where one does not hold, values for which it does not are handed back to the front end for the message.
#include "base/clock.h"
#include "cli/input.h"
#include "encode/encode.h"
#include "encode/order.h"

#define MOST_SECONDS 20.0              // for all conditions together
#define MOST_BYTES ((size_t)512 << 20) // for their diagrams

struct values {
    struct cli *cli;
    struct input *input;
    struct diag *diag;
    bdd_manager *m;
    struct encoding *encoding;
    double deadline;
    bool *bits;        // an assignment, by variable
    value *now, *next; // and as values
    size_t cells, vars;
};

static bool is_late(void *context)
{
    const struct values *v = context;
    return clock_now() > v->deadline;
}

static bool open_values(struct values *v)
{
    struct mem *mem = &v->cli->mem;
    v->m = bdd_manager_new(&(struct bdd_config){.mem = mem, .byte_limit = MOST_BYTES});
    v->cells = model_cell_count(v->input->model);
    if (!v->m)
        return false;
    bdd_set_stop(v->m, is_late, v);
    cell_id *order = mem_alloc(mem, (v->cells + 1) * sizeof *order);
    order_compute(v->input->model, order, mem);
    v->encoding = encoding_new(v->input->model, v->m, order, mem);
    mem_free(mem, order, (v->cells + 1) * sizeof *order);
    v->vars = bdd_var_count(v->m);
    v->bits = mem_zalloc(mem, v->vars + 1);
    v->now = mem_zalloc(mem, (v->cells + 1) * sizeof *v->now);
    v->next = mem_zalloc(mem, (v->cells + 1) * sizeof *v->next);
    return v->encoding;
}

static void close_values(struct values *v)
{
    struct mem *mem = &v->cli->mem;
    mem_free(mem, v->bits, v->bits ? v->vars + 1 : 0);
    mem_free(mem, v->now, v->now ? (v->cells + 1) * sizeof *v->now : 0);
    mem_free(mem, v->next, v->next ? (v->cells + 1) * sizeof *v->next : 0);
    encoding_free(v->encoding);
    bdd_manager_free(v->m);
}

// The assignments that stand for values of all variables, now and after a step.
static bdd domain(struct values *v)
{
    bdd all = BDD_TRUE;
    for (cell_id cell = 0; cell < v->cells; cell++) {
        all = bdd_and(v->m, all, encode_domain(v->encoding, cell, false));
        if (model_cell(v->input->model, cell)->role == CELL_STATE)
            all = bdd_and(v->m, all, encode_domain(v->encoding, cell, true));
    }
    return all;
}

// Walks down to an assignment that makes the function true; bits that do not matter are 0.
static void pick(struct values *v, bdd f)
{
    for (size_t i = 0; i < v->vars; i++)
        v->bits[i] = false;
    while (f != BDD_TRUE) {
        int top = bdd_top(v->m, f);
        v->bits[top] = bdd_low(v->m, f) == BDD_FALSE;
        f = v->bits[top] ? bdd_high(v->m, f) : bdd_low(v->m, f);
    }
    encode_read(v->encoding, v->bits, v->now);
    // The next copy of a bit is one further.
    for (cell_id cell = 0; cell < v->cells; cell++) {
        const int *vars;
        size_t count = encode_cell_vars(v->encoding, cell, &vars);
        if (model_cell(v->input->model, cell)->role == CELL_STATE)
            for (size_t i = 0; i < count; i++)
                v->bits[vars[i]] = v->bits[vars[i] + 1];
    }
    encode_read(v->encoding, v->bits, v->next);
}

// False if it could not be found out.
static bool check_one(struct values *v, size_t index, bdd all)
{
    const struct smv_obligation *o = smv_obligation(v->input->smv, index);
    bdd broken = bdd_minus(v->m, all, encode_condition(v->encoding, o->condition));
    if (!bdd_is_valid(broken))
        return false;
    if (broken != BDD_FALSE) {
        pick(v, broken);
        smv_report_obligation(v->input->smv, index, v->now, v->next, v->diag);
    }
    return true;
}

static void check_all(struct values *v)
{
    size_t count = smv_obligation_count(v->input->smv), unknown = 0;
    bool open = open_values(v);
    bdd all = open ? domain(v) : BDD_NONE;
    bool good = open && bdd_is_valid(all) && bdd_protect(v->m, &all);
    for (size_t i = 0; i < count; i++) {
        bdd_scope scope = good ? bdd_open_scope(v->m) : 0;
        unknown += !good || !check_one(v, i, all);
        if (good)
            bdd_close_scope(v->m, scope);
    }
    if (good)
        bdd_unprotect(v->m, &all);
    v->input->values_are_proved = unknown == 0;
    if (unknown)
        log_warning(&v->cli->log,
                    "%zu of %zu conditions on values (that every case has a branch, that every right side fits its "
                    "variable) took too long to check and are taken for granted",
                    unknown, count);
    close_values(v);
}

bool input_check_values(struct cli *cli, struct input *input)
{
    input->values_are_proved = !input->smv || smv_obligation_count(input->smv) == 0;
    if (input->values_are_proved)
        return true;
    struct diag diag;
    diag_open(&diag, &cli->mem);
    struct values v = {.cli = cli, .input = input, .diag = &diag, .deadline = clock_now() + MOST_SECONDS};
    check_all(&v);
    bool good = diag.errors == 0;
    input_show_diagnostics(cli, &diag);
    diag_close(&diag);
    return good;
}
