// A ranking of the reachable states of a product, as decision diagrams find it (certify/inductive.h): a formula of
// linear time holds if the product has no fair path (temporal/formula_product.h).
//
// States are taken away in rounds, after Emerson and Lei. Of what is left, a round takes away the states from which one
// justice condition can never be met again within what is left; or, if there is no condition, those without successor.
// Steps from there lead to what went away before, or stay and do not meet the condition: so the number of the round is
// the number, and its condition is what is missing.
//
// All reachable states are taken away, if the formula holds. If it is violated after all, what is left gets a number
// all the same, for the checker to say so.
#include "base/bytes.h"
#include "check/checker.h"
#include "reduce/cone/cone.h"
#include "run/certificate/diagram_circuit.h"
#include "run/certificate/diagrams.h"
#include "run/certificate/proofs.h"
#include "temporal/formula_product.h"

#define MOST_ROUNDS 100000

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
    bytes_add_number(circuit->mem, out, bits->count);
    for (size_t i = 0; i < bits->count; i++)
        bytes_add_number(circuit->mem, out, diagram_circuit_add(circuit, bits->at[i]));
}

static void write_ranking(const struct ranking *r, const struct model *product, const struct cone *cone,
                          struct mem *mem, struct str *out, struct cause *error)
{
    struct diagram_circuit circuit;
    struct str bits = {0};
    diagram_circuit_open(&circuit, product, cone, checker_encoding(r->checker), mem);
    bytes_add_number(mem, &bits, diagram_circuit_add(&circuit, r->inside));
    add_bits(&circuit, &r->number, &bits);
    add_bits(&circuit, &r->missing, &bits);
    set_circuit_write(&circuit.set, out);
    str_add_bytes(mem, out, str_text(&bits), bits.count);
    *error = cause_of(circuit.error);
    str_free(mem, &bits);
    diagram_circuit_close(&circuit);
}

// What neither the automaton nor fairness depends on is left out. Steps of the product are steps of what is left: so a
// ranking of that is one of the product, and a smaller one.
static void open_cone(struct cone *cone, struct model *product, struct mem *mem)
{
    struct property any = {.kind = PROPERTY_INVARIANT, .text = "", .context = "", .from = FORMULA_NONE};
    any.formula = model_atom(product, model_true(product));
    size_t cells = model_cell_count(product), property = model_add_property(product, &any);
    bool *needed = mem_zalloc(mem, (cells + 1) * sizeof *needed);
    struct dependence *dependence = dependence_new(product, false, mem);
    dependence_of_property(dependence, property, needed);
    cone_open(cone, product, dependence, needed, NULL, 0, mem);
    mem_free(mem, needed, (cells + 1) * sizeof *needed);
}

static void close_cone(struct cone *cone)
{
    struct dependence *dependence = cone->dependence;
    cone_close(cone);
    dependence_free(dependence);
}

bool ranking_write(struct run *run, struct model *model, const struct property *property, formula conjunct,
                   const struct search_limits *limits, struct mem *mem, struct str *out, struct cause *error)
{
    const char *said;
    struct model *product = product_new(model, property, conjunct, mem, &said);
    if (!product) {
        *error = cause_with_text(CAUSE_CERTIFY_SAYS, said);
        return false;
    }
    struct cone cone;
    open_cone(&cone, product, mem);
    struct checker *checker = certificate_checker(run, cone.model, limits, mem);
    *error = cause_of(CAUSE_PROOF_NO_RANKING);
    if (checker_encoding(checker)) {
        struct ranking r = {.checker = checker, .m = checker->m, .inside = BDD_FALSE, .left = BDD_FALSE};
        sets_open(&r.number, r.m, mem);
        sets_open(&r.missing, r.m, mem);
        if (bdd_protect(r.m, &r.inside) && bdd_protect(r.m, &r.left) && checker_reachable_set(checker, &r.inside) &&
            rank(&r) && certificate_sift(r.m))
            write_ranking(&r, product, &cone, mem, out, error);
        bdd_unprotect(r.m, &r.left);
        bdd_unprotect(r.m, &r.inside);
        sets_close(&r.number);
        sets_close(&r.missing);
    }
    checker_free(checker);
    close_cone(&cone);
    model_free(product);
    return !error->code;
}
