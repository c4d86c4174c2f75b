// Decision diagrams as a circuit of a certificate (certify/inductive.h).
#ifndef COSET_RUN_CERTIFICATE_DIAGRAM_CIRCUIT_H
#define COSET_RUN_CERTIFICATE_DIAGRAM_CIRCUIT_H

#include "base/cause.h"
#include "base/hash.h"
#include "encode/encode.h"
#include "reduce/cone/cone.h"
#include "run/certificate/set_circuit.h"

struct diagram_circuit {
    struct mem *mem;
    const struct model *model;
    bdd_manager *m;
    struct encoding *encoding;
    struct set_circuit set;
    ARRAY(uint64_t) known;      // by variable: the reference to what it says of a position
    ARRAY(uint64_t) references; // of functions
    struct int_map number;      // among them, by handle without its sign
    ARRAY(cell_id) cell_of;     // by variable
    ARRAY(uint32_t) bit_of;
    const struct cone *cone; // whose model it is; NULL: the model that the certificate is about
    enum cause_code error;   // why there is no circuit; none: there is
};

// Of a model that a certificate is about. With a cone of it, it is that which is encoded.
void diagram_circuit_open(struct diagram_circuit *, const struct model *, const struct cone *, struct encoding *,
                          struct mem *);
void diagram_circuit_close(struct diagram_circuit *);

// Adds the nodes of a function, which stays alive, without reordering, until the circuit is written. Gives how it is
// referred to.
uint64_t diagram_circuit_add(struct diagram_circuit *, bdd);

#endif
