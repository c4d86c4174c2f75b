#include "parametric/preimage.h"

enum { IS_FALSE = -1, IS_UNKNOWN = 0, IS_TRUE = 1 };
enum { LOOK_AFTER = 256 }; // branches, until it is asked whether to go on

void preimage_open(struct preimage *p, struct parametric_instance *in)
{
    *p = (struct preimage){.in = in, .mem = in->mem};
    cell_conditions_open(&p->conditions, in);
    p->masks = mem_alloc(in->mem, (in->cell_count + 1) * sizeof *p->masks);
    for (size_t i = 0; i < in->cell_count; i++)
        p->masks[i] = in->cells[i].full;
}

void preimage_close(struct preimage *p)
{
    cell_conditions_close(&p->conditions);
    mem_free(p->mem, p->masks, (p->in->cell_count + 1) * sizeof *p->masks);
    array_free(p->mem, &p->trail);
    array_free(p->mem, &p->duties);
    array_free(p->mem, &p->known);
}

// ---- Masks ----------------------------------------------------------------------------------------------------------

// False if nothing is left. What the phantom has is never looked at: whatever is read belongs to an element with a
// name.
static bool restrict_cell(struct preimage *p, cell_id cell, uint64_t mask)
{
    uint64_t old = p->masks[cell], both = old & mask;
    if (both == old)
        return true;
    if (both == 0 || p->in->cells[cell].is_phantoms)
        return false;
    array_push(p->mem, &p->trail, ((struct mask_change){cell, old}));
    p->masks[cell] = both;
    p->drawn++;
    return true;
}

static void undo_to(struct preimage *p, size_t trail)
{
    if (p->trail.count > trail)
        p->drawn++;
    while (p->trail.count > trail) {
        struct mask_change change = array_pop(&p->trail);
        p->masks[change.cell] = change.old;
    }
}

// ---- Truth under masks ----------------------------------------------------------------------------------------------

static int truth(struct preimage *p, cell_condition x);

static int truth_of_node(struct preimage *p, const struct condition_node *node)
{
    const cell_condition *operands = p->conditions.operands.at + node->first;
    int result = IS_TRUE, then, otherwise;
    switch (node->kind) {
    case CONDITION_CONSTANT:
        return IS_TRUE;
    case CONDITION_LITERAL:
        if ((p->masks[node->cell] & ~node->mask) == 0)
            return IS_TRUE;
        return p->masks[node->cell] & node->mask ? IS_UNKNOWN : IS_FALSE;
    case CONDITION_AND:
        for (uint32_t i = 0; i < node->count && result != IS_FALSE; i++) {
            int one = truth(p, operands[i]);
            result = one < result ? one : result;
        }
        return result;
    default:
        result = truth(p, operands[0]);
        if (result != IS_UNKNOWN)
            return truth(p, operands[result == IS_TRUE ? 1 : 2]);
        then = truth(p, operands[1]);
        otherwise = truth(p, operands[2]);
        return then == otherwise ? then : IS_UNKNOWN;
    }
}

static int truth(struct preimage *p, cell_condition x)
{
    uint32_t number = x / 2;
    struct known_truth *known = &p->known.at[number];
    if (known->drawn != p->drawn + 1) {
        struct condition_node node = p->conditions.nodes.at[number];
        int found = truth_of_node(p, &node);
        known = &p->known.at[number];
        *known = (struct known_truth){p->drawn + 1, found};
    }
    return x & 1 ? -known->truth : known->truth;
}

// ---- Cubes ----------------------------------------------------------------------------------------------------------

static void found(struct preimage *p)
{
    const struct parametric_instance *in = p->in;
    struct cube c = cube_new(in->elements, (uint32_t)p->trail.count, p->mem);
    for (size_t i = 0; i < p->trail.count; i++) {
        cell_id cell = p->trail.at[i].cell;
        const struct instance_cell *of = &in->cells[cell];
        uint64_t mask = p->masks[cell];
        bool is_repeated = false;
        for (size_t k = 0; k < i && !is_repeated; k++)
            is_repeated = p->trail.at[k].cell == cell;
        if (is_repeated)
            continue;
        c.literals[c.count++] = (struct cube_literal){of->variable, {of->elements[0], of->elements[1]}, mask};
    }
    cube_tidy(&c, in->variables);
    p->goes_on = p->receive(p->context, &c);
    cube_free(&c, p->mem);
}

// ---- The search -----------------------------------------------------------------------------------------------------

// Draws what is certain from the duties from `first` on, and leaves those that are choices. False if one cannot be met.
static bool draw(struct preimage *p, size_t first)
{
    for (uint64_t drawn = UINT64_MAX; drawn != p->drawn;) {
        drawn = p->drawn;
        size_t kept = first;
        for (size_t i = first; i < p->duties.count; i++) {
            cell_condition x = p->duties.at[i].condition;
            struct condition_node node = p->conditions.nodes.at[x / 2];
            int is = truth(p, x);
            if (is == IS_FALSE)
                return false;
            if (is == IS_TRUE)
                continue;
            if (node.kind == CONDITION_LITERAL) {
                uint64_t mask = x & 1 ? p->in->cells[node.cell].full & ~node.mask : node.mask;
                if (!restrict_cell(p, node.cell, mask))
                    return false;
                continue;
            }
            if (node.kind == CONDITION_AND && !(x & 1)) {
                for (uint32_t k = 0; k < node.count; k++)
                    array_push(p->mem, &p->duties, (struct duty){p->conditions.operands.at[node.first + k]});
                continue;
            }
            p->duties.at[kept++] = p->duties.at[i];
        }
        p->duties.count = kept;
    }
    return true;
}

static void search(struct preimage *p, size_t first);

// Goes on with further duties instead of a choice.
static void try_with(struct preimage *p, size_t first, size_t choice, cell_condition a, cell_condition b)
{
    size_t trail = p->trail.count, next = p->duties.count;
    for (size_t i = first; i < next; i++)
        if (i != choice)
            array_push(p->mem, &p->duties, p->duties.at[i]);
    array_push(p->mem, &p->duties, (struct duty){a});
    array_push(p->mem, &p->duties, (struct duty){b});
    search(p, next);
    p->duties.count = next;
    undo_to(p, trail);
}

static uint32_t ways(struct preimage *p, cell_condition x)
{
    struct condition_node node = p->conditions.nodes.at[x / 2];
    uint32_t count = 0;
    if (node.kind == CONDITION_ITE)
        return 2;
    for (uint32_t i = 0; i < node.count; i++)
        count += truth(p, p->conditions.operands.at[node.first + i]) == IS_UNKNOWN;
    return count;
}

static void search(struct preimage *p, size_t first)
{
    if (++p->branches % LOOK_AFTER == 0 && p->is_over && p->is_over(p->over_context))
        p->goes_on = false;
    if (!p->goes_on || !draw(p, first))
        return;
    if (p->duties.count == first) {
        found(p);
        return;
    }
    size_t choice = first;
    for (size_t i = first + 1; i < p->duties.count; i++)
        if (ways(p, p->duties.at[i].condition) < ways(p, p->duties.at[choice].condition))
            choice = i;
    cell_condition x = p->duties.at[choice].condition;
    struct condition_node node = p->conditions.nodes.at[x / 2];
    for (uint32_t i = 0; i < node.count && node.kind == CONDITION_AND; i++) { // negated: some operand is false
        cell_condition operand = p->conditions.operands.at[node.first + i];
        if (truth(p, operand) == IS_UNKNOWN)
            try_with(p, first, choice, condition_not(operand), CONDITION_TRUE);
    }
    if (node.kind == CONDITION_ITE) {
        const cell_condition condition = p->conditions.operands.at[node.first];
        const cell_condition then = p->conditions.operands.at[node.first + 1] ^ (x & 1);
        const cell_condition otherwise = p->conditions.operands.at[node.first + 2] ^ (x & 1);
        try_with(p, first, choice, condition, then);
        try_with(p, first, choice, condition_not(condition), otherwise);
    }
}

static bool run(struct preimage *p, cube_receiver *receive, void *context)
{
    array_reserve(p->mem, &p->known, p->conditions.nodes.count);
    while (p->known.count < p->conditions.nodes.count)
        array_push(p->mem, &p->known, (struct known_truth){0});
    p->receive = receive;
    p->context = context;
    p->goes_on = !p->conditions.failed;
    search(p, 0);
    undo_to(p, 0);
    p->duties.count = 0;
    return p->goes_on;
}

bool preimage_of_condition(struct preimage *p, expr e, bool is_true, cube_receiver *receive, void *context)
{
    cell_condition x = condition_of(&p->conditions, e);
    array_push(p->mem, &p->duties, (struct duty){is_true ? x : condition_not(x)});
    return run(p, receive, context);
}

// ---- Actions --------------------------------------------------------------------------------------------------------

static cell_id literal_cell(const struct preimage *p, const struct cube_literal *l, const uint8_t *images)
{
    uint8_t elements[MOST_SITES] = {0};
    for (uint32_t i = 0; i < p->in->variables->all.at[l->variable].arity; i++)
        elements[i] = images[l->elements[i]];
    return parametric_cell(p->in, l->variable, elements);
}

bool preimage_changes(const struct preimage *p, const struct cube *c, const uint8_t *images, size_t action)
{
    const struct action *a = model_action(p->in->model, action);
    for (uint32_t i = 0; i < c->count; i++)
        if (parametric_new_value(a, literal_cell(p, &c->literals[i], images)) != EXPR_NONE)
            return true;
    return false;
}

bool preimage_by_action(struct preimage *p, const struct cube *c, const uint8_t *images, size_t action,
                        cube_receiver *receive, void *context)
{
    const struct action *a = model_action(p->in->model, action);
    for (uint32_t i = 0; i < c->count; i++) {
        cell_id cell = literal_cell(p, &c->literals[i], images);
        uint64_t mask = cube_move_mask(c->literals[i].mask, images, c->elements, p->in->elements);
        expr next = parametric_new_value(a, cell);
        cell_condition x = next == EXPR_NONE ? condition_literal(&p->conditions, cell, mask)
                                             : condition_within(&p->conditions, next, cell, mask);
        array_push(p->mem, &p->duties, (struct duty){x});
    }
    for (size_t i = 0; i < a->part_count; i++)
        if (a->parts[i].kind == PART_CONDITION)
            array_push(p->mem, &p->duties, (struct duty){condition_of(&p->conditions, a->parts[i].expr)});
    return run(p, receive, context);
}
