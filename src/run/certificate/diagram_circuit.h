// Decision diagrams as a circuit of a certificate (certify/inductive.h).
#ifndef COSET_RUN_CERTIFICATE_DIAGRAM_CIRCUIT_H
#define COSET_RUN_CERTIFICATE_DIAGRAM_CIRCUIT_H

#include "base/cause.h"
#include "base/hash.h"
#include "encode/encode.h"
#include "reduce/cone/cone.h"

struct diagram_circuit {
    struct mem *mem;
    struct model *model;
    bdd_manager *m;
    struct encoding *encoding;
    struct str leaves, nodes;
    size_t leaf_count, node_count;
    ARRAY(uint32_t) leaf_of; // by variable: its number, plus 1; 0: none yet
    struct int_map number;   // of nodes, by handle without its sign
    ARRAY(cell_id) cell_of;  // by variable
    ARRAY(uint32_t) bit_of;
    const struct cone *cone; // whose model it is; NULL: the model that the certificate is about
    enum cause_code error;   // why there is no circuit; none: there is
};

void diagram_circuit_open(struct diagram_circuit *, struct model *, struct encoding *, struct mem *);
void diagram_circuit_close(struct diagram_circuit *);

// Adds the nodes of a function, which stays alive, without reordering, until the circuit is written. Gives how it is
// referred to.
uint64_t diagram_circuit_add(struct diagram_circuit *, bdd);
void diagram_circuit_write(const struct diagram_circuit *, struct str *out); // leaves and nodes

#endif
