// Rules of the language that depend on values, checked for all values at once.
//
// The front end leaves conditions that must hold whatever the values of the variables are. Each becomes a decision
// diagram; where one does not hold, values for which it does not are handed back to the front end for the message.
#include "run/value_rules.h"

#include "base/clock.h"
#include "encode/encode.h"
#include "encode/static_order.h"

#define MOST_SECONDS 20.0              // for all conditions together
#define MOST_BYTES ((size_t)512 << 20) // for their diagrams

struct values {
    struct mem *mem;
    struct smv *smv;
    struct model *model;
    struct diag *diag;
    bdd_manager *m;
    struct encoding *encoding;
    double deadline;
    bool *bits;        // an assignment, by variable
    value *now, *next; // and as values
    size_t cells, vars;
    bool is_broken; // a condition that is not about a property alone
};

static bool is_late(void *context)
{
    const struct values *v = context;
    return clock_now() > v->deadline || !diag_goes_on(v->diag, "rules on values");
}

static bool open_values(struct values *v)
{
    struct mem *mem = v->mem;
    v->m = bdd_manager_new(&(struct bdd_config){.mem = mem, .byte_limit = MOST_BYTES});
    v->cells = model_cell_count(v->model);
    if (!v->m)
        return false;
    bdd_set_stop(v->m, is_late, v);
    cell_id *order = mem_alloc(mem, (v->cells + 1) * sizeof *order);
    if (order_compute(v->model, order, is_late, v, mem))
        v->encoding = encoding_new(v->model, v->m, order, mem);
    mem_free(mem, order, (v->cells + 1) * sizeof *order);
    v->vars = bdd_var_count(v->m);
    v->bits = mem_zalloc(mem, v->vars + 1);
    v->now = mem_zalloc(mem, (v->cells + 1) * sizeof *v->now);
    v->next = mem_zalloc(mem, (v->cells + 1) * sizeof *v->next);
    return v->encoding;
}

static void close_values(struct values *v)
{
    struct mem *mem = v->mem;
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
        if (model_cell(v->model, cell)->role == CELL_STATE)
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
        if (model_cell(v->model, cell)->role == CELL_STATE)
            for (size_t i = 0; i < count; i++)
                v->bits[vars[i]] = v->bits[vars[i] + 1];
    }
    encode_read(v->encoding, v->bits, v->next);
}

// False if it could not be found out.
static bool check_one(struct values *v, size_t index, bdd all)
{
    const struct smv_obligation *o = smv_obligation(v->smv, index);
    bdd broken = bdd_minus(v->m, all, encode_condition(v->encoding, o->condition));
    if (!bdd_is_valid(broken))
        return false;
    if (broken != BDD_FALSE) {
        pick(v, broken);
        v->is_broken |= !smv_report_obligation(v->smv, index, v->now, v->next, v->diag);
    }
    return true;
}

// Gives the number of those that are not known.
static size_t check_all(struct values *v)
{
    size_t count = smv_obligation_count(v->smv), unknown = 0;
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
    close_values(v);
    return unknown;
}

bool values_check(struct smv *smv, size_t *unknown, struct mem *mem, struct diag *diag)
{
    *unknown = 0;
    if (smv_obligation_count(smv) == 0)
        return true;
    struct values v = {
        .mem = mem, .smv = smv, .model = smv_model(smv), .diag = diag, .deadline = clock_now() + MOST_SECONDS};
    *unknown = check_all(&v);
    return !v.is_broken && !diag->is_stopped;
}

void values_warn(struct smv *smv, size_t unknown, struct mem *mem, struct str *out)
{
    str_add(mem, out,
            "%zu of %zu conditions on values (that every case has a branch, that every right side fits its variable) "
            "took too long to check and are taken for granted",
            unknown, smv_obligation_count(smv));
}
