// A ranking of the reachable states of a product, as decision diagrams find it (certify/inductive.h): a formula of
// linear time holds if the product has no fair path (certify/product.h).
//
// States are taken away in rounds, after Emerson and Lei. Of what is left, a round takes away the states from which one
// justice condition can never be met again within what is left; or, if there is no condition, those without successor.
// Steps from there lead to what went away before, or stay and do not meet the condition: so the number of the round is
// the number, and its condition is what is missing.
//
// There are two sets to rank. From the reachable states all are taken away, if the formula holds. From all states of
// the product some may be left: those that do not lead there are closed under steps, too. The smaller circuit is the
// better one for a SAT solver. If the formula is violated after all, what is left of the reachable states gets a number
// all the same, for the checker to say so.
#include "base/clock.h"
#include "certify/format.h"
#include "certify/product.h"
#include "check/checker.h"
#include "run/certificate/diagram_circuit.h"
#include "run/certificate/diagrams.h"
#include "run/certificate/proofs.h"

#define MOST_ROUNDS 100000
#define FIRST_SECONDS 5 // for the ranking of all states
#define FEW_NODES 2000  // nothing smaller is looked for

struct ranking {
    struct checker *checker;
    bdd_manager *m;
    bdd inside;                  // what is ranked
    struct sets number, missing; // a bit each, the lowest first
    bdd left;
    size_t rounds;
};

// Sets bits of the number in some states.
static bool put_number(struct ranking *r, struct sets *bits, bdd states, size_t number)
{
    for (size_t bit = 0; number >> bit; bit++) {
        if (bit == bits->count && !sets_push(bits, BDD_FALSE))
            return false;
        bdd more = number >> bit & 1 ? bdd_or(r->m, bits->at[bit], states) : bits->at[bit];
        if (!bdd_is_valid(more))
            return false;
        bits->at[bit] = more;
    }
    return true;
}

// The states of the set from which a step that satisfies `by` leads into it.
static bdd staying(struct ranking *r, bdd set, bdd by)
{
    struct image *image = r->checker->system->image;
    return bdd_and(r->m, set, image->pre(image, set, by));
}

// The states that are left but those from which a condition cannot be met any more.
static bdd keep(struct ranking *r, size_t condition)
{
    const struct system *s = r->checker->system;
    if (s->justice_count == 0)
        return staying(r, r->left, BDD_TRUE);
    return fixpoint_until(&r->checker->x, r->left, staying(r, r->left, s->justice[condition]), NULL);
}

static bool take_away(struct ranking *r, size_t condition, bool *is_less)
{
    bdd_scope scope = bdd_open_scope(r->m);
    bdd kept = keep(r, condition), gone = bdd_is_valid(kept) ? bdd_minus(r->m, r->left, kept) : BDD_NONE;
    bool good = bdd_is_valid(gone);
    if (good && gone != BDD_FALSE) {
        good = put_number(r, &r->number, gone, r->rounds++) && put_number(r, &r->missing, gone, condition);
        r->left = kept;
        *is_less = true;
    }
    bdd_close_scope(r->m, scope);
    return good && r->rounds < MOST_ROUNDS;
}

static bool rank(struct ranking *r)
{
    size_t conditions = r->checker->system->justice_count;
    bool good = true;
    r->checker->x.care = r->left = r->inside;
    for (bool is_less = true; good && is_less && r->left != BDD_FALSE;) {
        is_less = false;
        for (size_t i = 0; good && i < (conditions ? conditions : 1) && r->left != BDD_FALSE; i++)
            good = take_away(r, i, &is_less);
    }
    return good && put_number(r, &r->number, r->left, r->rounds) && put_number(r, &r->missing, r->left, conditions);
}

static void add_bits(struct diagram_circuit *circuit, const struct sets *bits, struct str *out)
{
    certificate_add_number(circuit->mem, out, bits->count);
    for (size_t i = 0; i < bits->count; i++)
        certificate_add_number(circuit->mem, out, diagram_circuit_add(circuit, bits->at[i]));
}

// The size of what is written.
static size_t weight(const struct ranking *r)
{
    size_t nodes = bdd_size(r->m, r->inside);
    for (size_t i = 0; i < r->number.count; i++)
        nodes += bdd_size(r->m, r->number.at[i]);
    for (size_t i = 0; i < r->missing.count; i++)
        nodes += bdd_size(r->m, r->missing.at[i]);
    return nodes;
}

static bool open_ranking(struct ranking *r, struct checker *checker)
{
    *r = (struct ranking){.checker = checker, .m = checker->m, .inside = BDD_FALSE, .left = BDD_FALSE};
    sets_open(&r->number, r->m, checker->mem);
    sets_open(&r->missing, r->m, checker->mem);
    return bdd_protect(r->m, &r->inside) && bdd_protect(r->m, &r->left);
}

static void close_ranking(struct ranking *r)
{
    bdd_unprotect(r->m, &r->left);
    bdd_unprotect(r->m, &r->inside);
    sets_close(&r->number);
    sets_close(&r->missing);
}

// All states but those from which something that is left can be reached. False also if an initial state is among these.
static bool rank_all(struct ranking *r)
{
    const struct system *s = r->checker->system;
    bdd_scope scope = bdd_open_scope(r->m);
    r->inside = s->space;
    bool good = rank(r);
    bdd doomed = good ? fixpoint_until(&r->checker->x, s->space, r->left, NULL) : BDD_NONE;
    bdd others = bdd_is_valid(doomed) ? bdd_minus(r->m, s->space, doomed) : BDD_NONE;
    good = bdd_is_valid(others) && bdd_is_disjoint(r->m, s->initial, doomed) == BDD_YES;
    if (good)
        r->inside = others;
    bdd_close_scope(r->m, scope);
    return good;
}

static bool rank_reachable(struct ranking *r)
{
    return checker_reachable_set(r->checker, &r->inside) && rank(r);
}

static void write_ranking(const struct ranking *r, struct model *product, struct mem *mem, struct str *out,
                          const char **error)
{
    struct diagram_circuit circuit;
    struct str bits = {0};
    diagram_circuit_open(&circuit, product, checker_encoding(r->checker), mem);
    certificate_add_number(mem, &bits, diagram_circuit_add(&circuit, r->inside));
    add_bits(&circuit, &r->number, &bits);
    add_bits(&circuit, &r->missing, &bits);
    diagram_circuit_write(&circuit, out);
    str_add_bytes(mem, out, str_text(&bits), bits.count);
    *error = circuit.error;
    str_free(mem, &bits);
    diagram_circuit_close(&circuit);
}

// All states are tried for a part of the time only.
static double first_deadline(const struct search_limits *limits)
{
    double now = clock_now(), left = limits->deadline > 0 ? (limits->deadline - now) / 4 : FIRST_SECONDS;
    return now + (left < FIRST_SECONDS ? left : FIRST_SECONDS);
}

bool ranking_write(struct run *run, struct model *model, const struct property *property, formula conjunct,
                   const struct search_limits *limits, struct mem *mem, struct str *out, const char **error)
{
    struct model *product = product_new(model, property, conjunct, mem, error);
    if (!product)
        return false;
    struct checker *checker = certificate_checker(run, product, limits, mem);
    *error = "decision diagrams do not find a ranking in time and memory";
    if (checker_encoding(checker)) {
        struct ranking all, reachable;
        checker_set_deadline(checker, first_deadline(limits));
        bool is_open = open_ranking(&all, checker);
        is_open = open_ranking(&reachable, checker) && is_open;
        bool has_all = is_open && rank_all(&all);
        checker_set_deadline(checker, limits->deadline);
        bool is_small = has_all && weight(&all) < FEW_NODES;
        bool has_reachable = is_open && !is_small && rank_reachable(&reachable);
        if (has_all && (!has_reachable || weight(&all) < weight(&reachable)))
            write_ranking(&all, product, mem, out, error);
        else if (has_reachable)
            write_ranking(&reachable, product, mem, out, error);
        close_ranking(&all);
        close_ranking(&reachable);
    }
    checker_free(checker);
    model_free(product);
    return !*error;
}
