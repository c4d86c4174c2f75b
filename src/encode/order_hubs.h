// What the static order (static_order.h) pulls together, and hubs: cells that are not ordered so, since they have to do
// with nearly all others. An address or a counter that most parts have pulls all of them towards one place. The rest is
// ordered without it. It goes to the top, where each of its values leaves a small diagram.
#ifndef COSET_ENCODE_ORDER_HUBS_H
#define COSET_ENCODE_ORDER_HUBS_H

#include "base/array.h"
#include "model/walk.h"

#define ORDER_NARROW 4 // cells of an expression: these have to do with each other

// The cells of an expression, if they are few.
struct few {
    cell_id at[ORDER_NARROW];
    unsigned char count; // ORDER_NARROW + 1: there are more
};

// The cells of each part, one group after the other.
struct order_groups {
    struct model *model;
    struct mem *mem;
    bool (*stop)(void *context);
    void *context;
    bool is_stopped;
    size_t cells;
    ARRAY(cell_id) members;
    ARRAY(size_t) starts;
    // To collect the cells of one expression.
    struct walk walk;    // of the part at hand
    uint32_t *seen_cell; // by cell: the group that has seen it
    ARRAY(expr) pending;
    size_t visits;
    // To look into wide parts, and into conditions if they have guards.
    bool has_guards;
    struct few *few; // by expression; NULL until there is such a part
    size_t few_count;
    bool *looked_into; // by expression
};

// Fills `few`, unless the model is too large.
void order_find_few(struct order_groups *);
void order_join_few(struct few *, const struct few *other);

// Cells of guards, in conditions that say what happens case by case, as `place = 3 -> next(x) = y & ...`: they choose
// what happens to others. Whether there are some, and not all are inputs.
bool order_find_guards(struct order_groups *, bool *is_hub);
// The same of cells that many parts have.
bool order_find_hubs(const struct order_groups *, bool *is_hub);

// Takes them out of all groups.
void order_leave_out(struct order_groups *, const bool *is_hub);
// Puts them on top, and what has nothing to do with each other without them, such as the same bits of all words, one
// after the other.
void order_put_hubs_first(const struct order_groups *, const bool *is_hub, cell_id *order);

#endif
