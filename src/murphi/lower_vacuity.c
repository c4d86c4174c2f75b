// Vacuity: where an implication in a property could hold only because its left side is never true. As in smv/vacuity.c:
// the property is lowered once more for each implication at a positive place, with this one replaced by "its left side
// is false"; and only where the implication has to hold wherever a path comes to it. `p -> false` says of itself that p
// is never true. That is decided by the text alone: what else is false by its values may be so in one size, or in one
// lowering, and not in another.
#include "murphi/lower.h"

#define MOST_VACUITIES 20

enum demand { DEMANDS_NOTHING, DEMANDS_ALL, DEMANDS_LAST }; // of one operand alone; of each of them; of the last one

static enum demand demand_of(enum murphi_op op, bool positive)
{
    switch (op) {
    case MURPHI_AX:
    case MURPHI_AG:
    case MURPHI_A:
    case MURPHI_AND:
    case MURPHI_FORALL:
    case MURPHI_G:
    case MURPHI_H:
        return positive ? DEMANDS_ALL : DEMANDS_NOTHING;
    case MURPHI_EX:
    case MURPHI_EF:
    case MURPHI_E:
    case MURPHI_OR:
    case MURPHI_EXISTS:
    case MURPHI_F:
    case MURPHI_O:
        return positive ? DEMANDS_NOTHING : DEMANDS_ALL;
    case MURPHI_X:
    case MURPHI_Y:
    case MURPHI_Z:
        return DEMANDS_ALL;
    case MURPHI_V:
    case MURPHI_T:
        return positive ? DEMANDS_LAST : DEMANDS_NOTHING;
    case MURPHI_U:
    case MURPHI_S:
    case MURPHI_EU:
        return positive ? DEMANDS_NOTHING : DEMANDS_LAST;
    default:
        return DEMANDS_NOTHING;
    }
}

static void find(const struct murphi_expr *e, bool positive, struct mem *mem, murphi_implication_array *out)
{
    if (e->op == MURPHI_NOT) {
        find(e->args[0], !positive, mem, out);
        return;
    }
    if (e->op == MURPHI_IMPLIES && e->count == 2) {
        if (positive && out->count < MOST_VACUITIES && e->args[1]->op != MURPHI_FALSE)
            array_push(mem, out, e);
        else if (!positive)
            find(e->args[0], true, mem, out);
        find(e->args[1], positive, mem, out);
        return;
    }
    enum demand demand = demand_of(e->op, positive);
    for (uint32_t i = demand == DEMANDS_LAST ? e->count - 1 : 0; i < e->count && demand != DEMANDS_NOTHING; i++)
        find(e->args[i], positive, mem, out);
}

void murphi_find_implications(const struct murphi_expr *e, struct mem *mem, murphi_implication_array *out)
{
    find(e, true, mem, out);
}
