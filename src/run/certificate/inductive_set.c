// The reachable states, as decision diagrams find them, as an inductive invariant of a certificate
// (certify/inductive.h).
#include "certify/format.h"
#include "run/certificate/diagram_circuit.h"
#include "run/certificate/diagrams.h"
#include "run/certificate/proofs.h"

bool inductive_set_write(struct run *run, struct model *model, const struct search_limits *limits, struct mem *mem,
                         struct str *out, const char **error)
{
    struct checker *checker = certificate_checker(run, model, limits, mem);
    struct diagram_circuit circuit = {.mem = mem};
    bdd set = BDD_NONE;
    *error = NULL;
    if (!checker_encoding(checker) || !checker_reachable_set(checker, &set) ||
        !certificate_sift(encoding_manager(checker_encoding(checker)))) {
        *error = "decision diagrams do not find the reachable states in time and memory";
    } else {
        diagram_circuit_open(&circuit, model, checker_encoding(checker), mem);
        uint64_t root = diagram_circuit_add(&circuit, set);
        *error = circuit.error;
        diagram_circuit_write(&circuit, out);
        certificate_add_number(mem, out, root);
    }
    diagram_circuit_close(&circuit);
    checker_free(checker);
    return !*error;
}
