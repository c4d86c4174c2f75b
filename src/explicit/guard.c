// Taking conditions apart.
#include "explicit/guard.h"

#define MOST_LITERALS 16         // of a guard, but for one that has more by itself
#define MOST_ALTERNATIVES 262144 // of a condition
#define MOST_CLAIMS 64           // of a literal
#define MOST_VISITS 256          // to find them

// ---- Splitting ------------------------------------------------------------------------------------------------------

// A negation is seen through where nothing is undefined: else "not true" and "false" differ.
static struct literal see_through(const struct model *m, struct literal l)
{
    const struct expr_node *n = model_expr(m, l.condition);
    while (n->op == OP_NOT && !n->partial) {
        l = (struct literal){n->args[0], !l.negated};
        n = model_expr(m, l.condition);
    }
    return l;
}

static bool is_joined_by(const struct expr_node *n, struct literal l, enum op op)
{
    return n->op == (!l.negated ? op : op == OP_AND ? OP_OR : OP_AND);
}

// Takes apart what `op` joins, and under a negation what its dual joins, from the outside inwards as long as there are
// not too many. What is left whole loses nothing: it is code that others may share.
static void split(const struct model *m, struct literal whole, enum op op, size_t most, literal_array *out,
                  struct mem *mem)
{
    literal_array queue = {0};
    array_push(mem, &queue, whole);
    for (size_t i = 0; i < queue.count; i++) {
        struct literal l = see_through(m, queue.at[i]);
        const struct expr_node *n = model_expr(m, l.condition);
        bool fits = i == 0 || out->count + queue.count - i + n->count <= most;
        if (is_joined_by(n, l, op) && fits && n->count <= most) {
            for (size_t k = 0; k < n->count; k++) {
                struct literal part = {n->args[k], l.negated};
                array_push(mem, &queue, part);
            }
        } else
            array_push(mem, out, l);
    }
    array_free(mem, &queue);
}

void guard_split(const struct model *m, expr condition, bool negated, literal_array *out, struct mem *mem)
{
    split(m, (struct literal){condition, negated}, OP_AND, MOST_LITERALS, out, mem);
}

void guard_split_alternatives(const struct model *m, expr condition, bool negated, literal_array *out, struct mem *mem)
{
    split(m, (struct literal){condition, negated}, OP_OR, MOST_ALTERNATIVES, out, mem);
}

void guard_find_claims(const struct sharing *sharing, struct literal whole, literal_array *out, struct mem *mem)
{
    const struct model *m = sharing->model;
    literal_array queue = {0};
    size_t most = out->count + MOST_CLAIMS;
    array_push(mem, &queue, whole);
    for (size_t i = 0; i < queue.count && i < MOST_VISITS && out->count < most; i++) {
        struct literal l = see_through(m, queue.at[i]);
        const struct expr_node *n = model_expr(m, l.condition);
        if (sharing_fact(sharing, l.condition)->support < MANY_CELLS)
            array_push(mem, out, l);
        else if (is_joined_by(n, l, OP_AND))
            for (size_t k = 0; k < n->count && queue.count < MOST_VISITS; k++) {
                struct literal part = {n->args[k], l.negated};
                array_push(mem, &queue, part);
            }
    }
    array_free(mem, &queue);
}
