// The demonstration: a ring of stations that share one token, searched breadth-first through the engine.
//
// A station is idle, waiting or critical. An idle one may begin to wait; a waiting one that has the token may become
// critical; a critical one leaves and passes the token on; an idle one passes the token on too. Each step is one
// station's, so the transition relation is a disjunction with one part for each station, which mentions only that
// station's bits and its neighbour's token.
#include <stdio.h> // before that of GMP, which has functions for files only then

#include "base/clock.h"
#include "base/units.h"
#include "bdd/bdd.h"
#include "cli/cli.h"

#define STATIONS 12

enum bit { WAITING, CRITICAL, TOKEN, BITS };

struct ring {
    bdd_manager *m;
    int var[STATIONS][BITS]; // the current copies; the next copies are one further
    bdd_relation *part[STATIONS];
    bdd states; // the cube of all current bits
};

static bdd now(struct ring *r, int station, enum bit bit, bool value)
{
    bdd literal = bdd_literal(r->m, r->var[station % STATIONS][bit]);
    return value ? literal : bdd_not(literal);
}

static bdd then(struct ring *r, int station, enum bit bit, bool value)
{
    bdd literal = bdd_literal(r->m, r->var[station % STATIONS][bit] + 1);
    return value ? literal : bdd_not(literal);
}

// Whether a station is in this state, now or after the step.
static bdd station(struct ring *r, bdd (*when)(struct ring *, int, enum bit, bool), int i, bool waiting, bool critical,
                   bool token)
{
    return bdd_and(r->m, bdd_and(r->m, when(r, i, WAITING, waiting), when(r, i, CRITICAL, critical)),
                   when(r, i, TOKEN, token));
}

static bdd step(struct ring *r, bdd from, bdd to)
{
    return bdd_and(r->m, from, to);
}

// What station i can do.
static bdd moves(struct ring *r, int i)
{
    bdd_manager *m = r->m;
    bdd keep = bdd_and(m, bdd_iff(m, now(r, i, TOKEN, true), then(r, i, TOKEN, true)),
                       bdd_iff(m, now(r, i + 1, TOKEN, true), then(r, i + 1, TOKEN, true)));
    bdd pass = bdd_and(m, now(r, i + 1, TOKEN, false), then(r, i + 1, TOKEN, true));
    bdd idle = bdd_and(m, now(r, i, WAITING, false), now(r, i, CRITICAL, false));
    bdd wait = bdd_and(m, then(r, i, WAITING, true), then(r, i, CRITICAL, false));

    bdd request = bdd_and(m, step(r, idle, wait), keep);
    bdd enter =
        bdd_and(m, step(r, station(r, now, i, true, false, true), station(r, then, i, false, true, true)), keep);
    bdd leave =
        bdd_and(m, step(r, station(r, now, i, false, true, true), station(r, then, i, false, false, false)), pass);
    bdd skip =
        bdd_and(m, step(r, station(r, now, i, false, false, true), station(r, then, i, false, false, false)), pass);
    return bdd_or(m, bdd_or(m, request, enter), bdd_or(m, leave, skip));
}

static bool build(struct ring *r)
{
    int all[STATIONS * BITS], count = 0;
    for (int i = 0; i < STATIONS; i++)
        for (int bit = 0; bit < BITS; bit++)
            if ((all[count++] = r->var[i][bit] = bdd_new_pair(r->m, NULL)) == BDD_NO_VAR)
                return false;
    for (int i = 0; i < STATIONS; i++) {
        bdd_scope scope = bdd_open_scope(r->m);
        const int written[] = {r->var[i][WAITING], r->var[i][CRITICAL], r->var[i][TOKEN],
                               r->var[(i + 1) % STATIONS][TOKEN]};
        r->part[i] = bdd_relation_new(r->m, moves(r, i), written, sizeof written / sizeof *written);
        bdd_close_scope(r->m, scope);
        if (!r->part[i])
            return false;
    }
    r->states = bdd_cube(r->m, all, (size_t)count);
    return bdd_is_valid(r->states);
}

// All stations idle, the first one has the token.
static bdd initial(struct ring *r)
{
    bdd set = BDD_TRUE;
    for (int i = 0; i < STATIONS; i++)
        set = bdd_and(r->m, set, station(r, now, i, false, false, i == 0));
    return set;
}

static bdd two_critical(struct ring *r)
{
    bdd some = BDD_FALSE, two = BDD_FALSE;
    for (int i = 0; i < STATIONS; i++) {
        two = bdd_or(r->m, two, bdd_and(r->m, some, now(r, i, CRITICAL, true)));
        some = bdd_or(r->m, some, now(r, i, CRITICAL, true));
    }
    return two;
}

static void print_count(struct ring *r, FILE *out, int width, bdd set)
{
    mpz_t count;
    mpz_init(count);
    if (bdd_count(r->m, set, r->states, count))
        gmp_fprintf(out, "%*Zd", width, count);
    else
        fprintf(out, "%*s", width, "?");
    mpz_clear(count);
}

static void print_step(struct ring *r, FILE *out, int number, bdd frontier, bdd reached)
{
    fprintf(out, "%6d", number);
    print_count(r, out, 16, frontier);
    print_count(r, out, 16, reached);
    fprintf(out, "%9zu\n", bdd_size(r->m, reached));
}

// Breadth-first search from the initial state. *reached is protected by the caller; false when it did not end.
static bool search(struct ring *r, struct cli *cli, bdd *reached)
{
    bdd frontier = *reached;
    bool good = bdd_protect(r->m, &frontier);
    fprintf(cli->out, "%6s%16s%16s%9s\n", "step", "new states", "all states", "nodes");
    progress_begin(&cli->run.progress, "searching");
    for (int number = 0; good && frontier != BDD_FALSE; number++) {
        print_step(r, cli->out, number, frontier, *reached);
        if (progress_is_due(&cli->run.progress))
            progress_show(&cli->run.progress, "step %d, %zu nodes", number, bdd_size(r->m, *reached));
        bdd_scope scope = bdd_open_scope(r->m);
        bdd more = *reached;
        for (int i = 0; i < STATIONS; i++)
            more = bdd_image_union(r->m, frontier, r->part[i], more);
        frontier = bdd_minus(r->m, more, *reached);
        good = bdd_is_valid(frontier);
        if (good)
            *reached = more;
        bdd_close_scope(r->m, scope);
    }
    progress_end(&cli->run.progress);
    bdd_unprotect(r->m, &frontier);
    return good;
}

static enum status report(struct ring *r, struct cli *cli, bdd reached, double started)
{
    struct str text = {0};
    enum bdd_answer apart = bdd_is_disjoint(r->m, reached, two_critical(r));
    if (apart == BDD_UNKNOWN)
        return STATUS_UNDECIDED;
    fprintf(cli->out, "\nAll ");
    print_count(r, cli->out, 0, reached);
    fprintf(cli->out, " states are reached, in a diagram of %zu nodes.\n", bdd_size(r->m, reached));
    fprintf(cli->out, "At most one station is critical: %s\n", apart == BDD_YES ? "holds" : "fails");
    units_add_seconds(&cli->run.mem, &text, clock_now() - started);
    fprintf(cli->out, "Time: %s\n", str_text(&text));
    str_free(&cli->run.mem, &text);
    return apart == BDD_YES ? STATUS_HOLDS : STATUS_FAILS;
}

enum status demo_run(struct cli *cli)
{
    double started = clock_now();
    struct ring r = {.m = bdd_manager_new(&(struct bdd_config){.mem = &cli->run.mem})};
    bdd reached = BDD_FALSE;
    enum status status = STATUS_UNDECIDED;
    if (r.m && build(&r) && bdd_protect(r.m, &reached)) {
        fprintf(cli->out,
                "A ring of %d stations shares one token. Every station is idle, waiting or critical;\n"
                "only the one with the token may be critical. The search goes breadth-first.\n\n",
                STATIONS);
        reached = initial(&r);
        if (search(&r, cli, &reached))
            status = report(&r, cli, reached, started);
    }
    if (status == STATUS_UNDECIDED)
        log_error(&cli->run.log, "undecided: %s", r.m ? bdd_status_text(bdd_status(r.m)) : "out of memory");
    bdd_manager_free(r.m);
    return status;
}
