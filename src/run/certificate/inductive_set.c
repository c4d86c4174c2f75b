// The reachable states, as decision diagrams find them, as an inductive invariant of a certificate
// (certify/inductive.h).
#include "base/bytes.h"
#include "check/checker.h"
#include "run/certificate/diagram_circuit.h"
#include "run/certificate/diagrams.h"
#include "run/certificate/proofs.h"

// Fair paths, which are infinite, are looked for only if the condition is false somewhere.
static enum inductive_truth truth_of(struct checker *checker, expr condition)
{
    bdd_manager *m = checker->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd holds = encode_condition(checker_encoding(checker), condition), violating = BDD_NONE;
    enum inductive_truth truth = INDUCTIVE_UNASKED;
    if (bdd_is_valid(holds) && bdd_protect(m, &violating)) {
        violating = bdd_minus(m, checker->reached, holds);
        if (violating == BDD_FALSE) {
            truth = INDUCTIVE_EVERYWHERE;
        } else if (bdd_is_valid(violating) && checker_prepare(checker)) {
            enum bdd_answer answer = bdd_is_disjoint(m, violating, checker->x.fair);
            truth = answer == BDD_YES  ? INDUCTIVE_ON_FAIR_PATHS
                    : answer == BDD_NO ? INDUCTIVE_FALSE
                                       : INDUCTIVE_UNASKED;
        }
        bdd_unprotect(m, &violating);
    }
    bdd_close_scope(m, scope);
    return truth;
}

bool inductive_set_write(struct run *run, struct model *model, const struct search_limits *limits, struct mem *mem,
                         struct inductive_question *questions, size_t count, struct str *out, struct cause *error)
{
    struct checker *checker = certificate_checker(run, model, limits, mem);
    struct diagram_circuit circuit;
    bdd set = BDD_NONE;
    *error = cause_of(CAUSE_NONE);
    if (!checker_encoding(checker) || !checker_reachable_set(checker, &set) ||
        !certificate_sift(encoding_manager(checker_encoding(checker)))) {
        *error = cause_of(CAUSE_PROOF_NOT_REACHED);
    } else {
        diagram_circuit_open(&circuit, model, NULL, checker_encoding(checker), mem);
        uint64_t root = diagram_circuit_add(&circuit, set);
        *error = cause_of(circuit.error);
        set_circuit_write(&circuit.set, out);
        bytes_add_number(mem, out, root);
        diagram_circuit_close(&circuit);
    }
    for (size_t i = 0; i < count && !error->code; i++)
        questions[i].truth = truth_of(checker, questions[i].condition);
    checker_free(checker);
    return !error->code;
}
