// Lines of BTOR2 as they stand in a file: sorts, nodes and their operands, each of which is there before it is used.
#include <string.h>

#include "btor2/btor2_reading.h"

#define OFTEN 4096 // lines, after which somebody may want to end it

// What an operator takes and gives.
enum shape {
    SHAPE_LEAF,          // nothing
    SHAPE_CONSTANT,      // digits
    SHAPE_EXTENSION,     // a vector, and so many bits more
    SHAPE_SLICE,         // a vector, its highest and its lowest bit
    SHAPE_UNARY,         // a vector; gives its sort
    SHAPE_REDUCTION,     // a vector; gives a bit
    SHAPE_LOGICAL,       // two bits; gives one
    SHAPE_EQUALITY,      // two of one sort; gives a bit
    SHAPE_COMPARISON,    // two vectors of one sort; gives a bit
    SHAPE_BINARY,        // two vectors of one sort; gives that
    SHAPE_CONCATENATION, // two vectors
    SHAPE_READING,       // an array and an index
    SHAPE_WRITING,       // an array, an index and an element
    SHAPE_CHOICE,        // a bit and two of one sort
};

static const struct {
    const char *word;
    enum shape shape;
} ops[] = {
#define BTOR2_OP(tag, word, shape) {word, SHAPE_##shape},
#include "btor2/btor2_ops.inc.h"
};

const char *btor2_word(enum btor2_op op)
{
    return ops[op].word;
}

void btor2_close(struct btor2 *b)
{
    array_free(b->mem, &b->nodes);
    array_free(b->mem, &b->bads);
    array_free(b->mem, &b->constraints);
    array_free(b->mem, &b->fair);
    array_free(b->mem, &b->justice);
    array_free(b->mem, &b->justice_conditions);
    arena_free(&b->arena);
}

// ---- Sorts ----------------------------------------------------------------------------------------------------------

static bool same_sort(struct btor2_sort a, struct btor2_sort b)
{
    return a.width == b.width && a.index == b.index;
}

static bool read_bit_vector(struct btor2_reading *r, struct btor2_sort *sort)
{
    uint32_t width;
    if (!btor2_read_number(r, "a number of bits", UINT32_MAX, &width))
        return false;
    if (width == 0)
        return btor2_fail(r, "a bit vector has at least one bit");
    if (width > BTOR2_MOST_BITS) {
        diag_error(r->diag, btor2_here(r), "bit vectors of more than %d bits are not supported", BTOR2_MOST_BITS);
        return false;
    }
    *sort = (struct btor2_sort){width, 0};
    return true;
}

static bool read_array(struct btor2_reading *r, struct btor2_sort *sort)
{
    struct btor2_sort index, element;
    if (!btor2_read_sort(r, &index))
        return false;
    if (index.index)
        return btor2_fail(r, "the index of an array is a bit vector");
    if (index.width > BTOR2_MOST_INDEX) {
        diag_error(r->diag, btor2_here(r), "arrays of more than %u elements are not supported", 1u << BTOR2_MOST_INDEX);
        return false;
    }
    if (!btor2_read_sort(r, &element))
        return false;
    if (element.index)
        return btor2_fail(r, "arrays of arrays are not supported");
    *sort = (struct btor2_sort){element.width, index.width};
    return true;
}

static bool add_sort(struct btor2_reading *r)
{
    struct btor2_sort sort = {0};
    if (!btor2_need_word(r, "\"bitvec\" or \"array\""))
        return false;
    bool is_array = btor2_is_word(r, "array");
    if (!is_array && !btor2_is_word(r, "bitvec"))
        return btor2_fail(r, "expected \"bitvec\" or \"array\"");
    if (!(is_array ? read_array(r, &sort) : read_bit_vector(r, &sort)))
        return false;
    btor2_read_symbol(r);
    array_push(r->b->mem, &r->sorts, sort);
    return btor2_define(r, r->id, ID_SORT, r->sorts.count - 1);
}

// ---- Operators ------------------------------------------------------------------------------------------------------

static bool read_args(struct btor2_reading *r, struct btor2_node *n, uint32_t count)
{
    n->arg_count = count;
    for (uint32_t i = 0; i < count; i++)
        if (!btor2_read_operand(r, &n->args[i]))
            return false;
    return true;
}

static bool expect_vectors(struct btor2_reading *r, const struct btor2_node *n)
{
    for (uint32_t i = 0; i < n->arg_count; i++)
        if (btor2_node_of(r, n->args[i])->sort.index)
            return btor2_fail(r, "the operator is for bit vectors, not for arrays");
    return true;
}

// Operands from `first` on have this sort.
static bool expect_sort(struct btor2_reading *r, const struct btor2_node *n, uint32_t first, struct btor2_sort sort)
{
    for (uint32_t i = first; i < n->arg_count; i++)
        if (!same_sort(btor2_node_of(r, n->args[i])->sort, sort)) {
            diag_error(r->diag, btor2_here(r), "the sort of operand %u does not fit", i + 1);
            return false;
        }
    return true;
}

static bool expect_result(struct btor2_reading *r, const struct btor2_node *n, struct btor2_sort sort)
{
    return same_sort(n->sort, sort) || btor2_fail(r, "the sort of the node is not that of the result");
}

static bool read_extension(struct btor2_reading *r, struct btor2_node *n)
{
    uint32_t more;
    if (!read_args(r, n, 1) || !expect_vectors(r, n) ||
        !btor2_read_number(r, "a number of bits", BTOR2_MOST_BITS, &more))
        return false;
    return expect_result(r, n, (struct btor2_sort){btor2_node_of(r, n->args[0])->sort.width + more, 0});
}

static bool read_slice(struct btor2_reading *r, struct btor2_node *n)
{
    uint32_t high, low;
    if (!read_args(r, n, 1) || !expect_vectors(r, n) || !btor2_read_number(r, "the highest bit", UINT32_MAX, &high) ||
        !btor2_read_number(r, "the lowest bit", UINT32_MAX, &low))
        return false;
    if (low > high || high >= btor2_node_of(r, n->args[0])->sort.width)
        return btor2_fail(r, "the slice is not within the bits of its operand");
    n->number = low;
    return expect_result(r, n, (struct btor2_sort){high - low + 1, 0});
}

static bool read_array_op(struct btor2_reading *r, struct btor2_node *n)
{
    bool writes = n->op == BTOR2_WRITE;
    if (!read_args(r, n, writes ? 3 : 2))
        return false;
    struct btor2_sort array = btor2_node_of(r, n->args[0])->sort, element = {array.width, 0};
    if (!array.index)
        return btor2_fail(r, "the first operand is not an array");
    if (!same_sort(btor2_node_of(r, n->args[1])->sort, (struct btor2_sort){array.index, 0}))
        return btor2_fail(r, "the index does not have the sort of the array's indices");
    if (writes && !expect_sort(r, n, 2, element))
        return false;
    return expect_result(r, n, writes ? array : element);
}

static bool read_operands(struct btor2_reading *r, struct btor2_node *n)
{
    static const struct btor2_sort bit = {1, 0};
    switch (ops[n->op].shape) {
    case SHAPE_LEAF:
        return n->op == BTOR2_INPUT || n->op == BTOR2_STATE || !n->sort.index ||
               btor2_fail(r, "a constant is a bit vector");
    case SHAPE_CONSTANT:
        return btor2_read_constant(r, n);
    case SHAPE_EXTENSION:
        return read_extension(r, n);
    case SHAPE_SLICE:
        return read_slice(r, n);
    case SHAPE_UNARY:
        return read_args(r, n, 1) && expect_vectors(r, n) && expect_result(r, n, btor2_node_of(r, n->args[0])->sort);
    case SHAPE_REDUCTION:
        return read_args(r, n, 1) && expect_vectors(r, n) && expect_result(r, n, bit);
    case SHAPE_LOGICAL:
        return read_args(r, n, 2) && expect_sort(r, n, 0, bit) && expect_result(r, n, bit);
    case SHAPE_EQUALITY:
        return read_args(r, n, 2) && expect_sort(r, n, 1, btor2_node_of(r, n->args[0])->sort) &&
               expect_result(r, n, bit);
    case SHAPE_COMPARISON:
        return read_args(r, n, 2) && expect_vectors(r, n) && expect_sort(r, n, 1, btor2_node_of(r, n->args[0])->sort) &&
               expect_result(r, n, bit);
    case SHAPE_BINARY:
        return read_args(r, n, 2) && expect_vectors(r, n) && expect_sort(r, n, 1, btor2_node_of(r, n->args[0])->sort) &&
               expect_result(r, n, btor2_node_of(r, n->args[0])->sort);
    case SHAPE_CONCATENATION:
        return read_args(r, n, 2) && expect_vectors(r, n) &&
               expect_result(r, n,
                             (struct btor2_sort){btor2_node_of(r, n->args[0])->sort.width +
                                                     btor2_node_of(r, n->args[1])->sort.width,
                                                 0});
    case SHAPE_READING:
    case SHAPE_WRITING:
        return read_array_op(r, n);
    case SHAPE_CHOICE:
        if (!read_args(r, n, 3))
            return false;
        if (!same_sort(btor2_node_of(r, n->args[0])->sort, bit))
            return btor2_fail(r, "the condition is not a single bit");
        return expect_sort(r, n, 2, btor2_node_of(r, n->args[1])->sort) &&
               expect_result(r, n, btor2_node_of(r, n->args[1])->sort);
    }
    return false;
}

// Expressions that an array takes.
static uint64_t elements_of(struct btor2_sort sort)
{
    return (uint64_t)btor2_elements(sort) * (btor2_is_wide(sort) ? sort.width : 1);
}

static bool add_node(struct btor2_reading *r, enum btor2_op op)
{
    static const struct btor2_operand none = {BTOR2_NONE, false};
    struct btor2_node n = {.op = op, .id = r->id, .init = none, .next = none};
    if (!btor2_read_sort(r, &n.sort) || !read_operands(r, &n))
        return false;
    if (n.sort.index && (r->elements += elements_of(n.sort)) > BTOR2_MOST_ELEMENTS)
        return btor2_fail(r, "the arrays of the model are too large");
    n.symbol = btor2_read_symbol(r);
    array_push(r->b->mem, &r->b->nodes, n);
    return btor2_define(r, r->id, ID_NODE, r->b->nodes.count - 1);
}

// ---- States and properties ------------------------------------------------------------------------------------------

// Whether a value reads a state, also through the initial values of others.
static bool depends(struct btor2_reading *r, uint32_t value, uint32_t state)
{
    struct mem *mem = r->b->mem;
    size_t count = r->b->nodes.count;
    bool *seen = mem_zalloc(mem, count);
    ARRAY(uint32_t) waiting = {0};
    array_push(mem, &waiting, value);
    while (waiting.count > 0 && !seen[state]) {
        uint32_t at = array_pop(&waiting);
        const struct btor2_node *n = &r->b->nodes.at[at];
        if (seen[at])
            continue;
        seen[at] = true;
        for (uint32_t i = 0; i < n->arg_count; i++)
            array_push(mem, &waiting, n->args[i].node);
        if (n->init.node != BTOR2_NONE)
            array_push(mem, &waiting, n->init.node);
    }
    bool result = seen[state];
    array_free(mem, &waiting);
    mem_free(mem, seen, count);
    return result;
}

static bool read_assignment(struct btor2_reading *r, bool is_init)
{
    struct btor2_sort sort;
    struct btor2_operand state, value;
    if (!btor2_read_sort(r, &sort) || !btor2_read_operand(r, &state))
        return false;
    struct btor2_node *n = &r->b->nodes.at[state.node];
    if (n->op != BTOR2_STATE || state.is_negated)
        return btor2_fail(r, "the node is not a state");
    if (!same_sort(n->sort, sort))
        return btor2_fail(r, "the sort is not that of the state");
    struct btor2_operand *to = is_init ? &n->init : &n->next;
    if (to->node != BTOR2_NONE)
        return btor2_fail(r, is_init ? "the state has an initial value already" : "the state has a next value already");
    if (!btor2_read_operand(r, &value))
        return false;
    struct btor2_sort given = btor2_node_of(r, value)->sort;
    bool fills = is_init && sort.index && !given.index && given.width == sort.width;
    if (!same_sort(given, sort) && !fills)
        return btor2_fail(r, "the sort of the value is not that of the state");
    const struct btor2_node *v = btor2_node_of(r, value);
    if (is_init && (v->arg_count > 0 || v->op == BTOR2_STATE) && depends(r, value.node, state.node))
        return btor2_fail(r, "the initial value depends on the state itself");
    *to = value;
    btor2_read_symbol(r);
    return btor2_define(r, r->id, ID_OTHER, 0);
}

static bool read_bit(struct btor2_reading *r, struct btor2_operand *operand)
{
    return btor2_read_operand(r, operand) && (same_sort(btor2_node_of(r, *operand)->sort, (struct btor2_sort){1, 0}) ||
                                              btor2_fail(r, "expected a single bit"));
}

static bool read_condition(struct btor2_reading *r)
{
    struct btor2_condition condition;
    bool is_bad = btor2_is_word(r, "bad"), is_constraint = btor2_is_word(r, "constraint"),
         is_fair = btor2_is_word(r, "fair");
    if (!read_bit(r, &condition.of))
        return false;
    condition.symbol = btor2_read_symbol(r);
    if (is_bad)
        array_push(r->b->mem, &r->b->bads, condition);
    if (is_constraint)
        array_push(r->b->mem, &r->b->constraints, condition);
    if (is_fair)
        array_push(r->b->mem, &r->b->fair, condition);
    return btor2_define(r, r->id, ID_OTHER, 0);
}

static bool read_output(struct btor2_reading *r)
{
    struct btor2_operand operand;
    if (!btor2_read_operand(r, &operand))
        return false;
    btor2_read_symbol(r);
    return btor2_define(r, r->id, ID_OTHER, 0);
}

static bool read_justice(struct btor2_reading *r)
{
    struct btor2_justice justice = {.first = r->b->justice_conditions.count};
    uint32_t count;
    if (!btor2_read_number(r, "a number of conditions", UINT32_MAX, &count))
        return false;
    if (count == 0)
        return btor2_fail(r, "a justice property has at least one condition");
    for (; justice.count < count; justice.count++) {
        struct btor2_operand condition;
        if (!read_bit(r, &condition))
            return false;
        array_push(r->b->mem, &r->b->justice_conditions, condition);
    }
    justice.symbol = btor2_read_symbol(r);
    array_push(r->b->mem, &r->b->justice, justice);
    return btor2_define(r, r->id, ID_OTHER, 0);
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

static bool read_item(struct btor2_reading *r)
{
    if (btor2_is_word(r, "sort"))
        return add_sort(r);
    if (btor2_is_word(r, "init") || btor2_is_word(r, "next"))
        return read_assignment(r, btor2_is_word(r, "init"));
    if (btor2_is_word(r, "bad") || btor2_is_word(r, "constraint") || btor2_is_word(r, "fair"))
        return read_condition(r);
    if (btor2_is_word(r, "output"))
        return read_output(r);
    if (btor2_is_word(r, "justice"))
        return read_justice(r);
    for (int op = 0; op < BTOR2_OPS; op++)
        if (btor2_is_word(r, ops[op].word))
            return add_node(r, (enum btor2_op)op);
    return btor2_fail(r, "unknown operator");
}

static bool read_line(struct btor2_reading *r)
{
    if (btor2_has_word(r)) {
        if (!btor2_to_number(r, BTOR2_MOST_ID, &r->id))
            return false;
        if (r->id == 0)
            return btor2_fail(r, "the first number of a line is 1");
        if (!btor2_need_word(r, "an operator") || !read_item(r))
            return false;
        if (btor2_has_word(r))
            return btor2_fail(r, "expected the end of the line");
    }
    const char *end = memchr(r->source->text + r->at, '\n', r->source->length - r->at);
    r->at = end ? (size_t)(end - r->source->text) + 1 : r->source->length;
    return true;
}

bool btor2_read(struct btor2 *b, const struct source *source, struct mem *mem, struct diag *diag)
{
    struct btor2_reading r = {.b = b, .source = source, .diag = diag};
    bool good = true;
    *b = (struct btor2){.mem = mem, .arena = {.mem = mem}};
    for (size_t line = 1; good && r.at < source->length; line++)
        good = read_line(&r) && (line % OFTEN != 0 || diag_goes_on(diag, "reading"));
    int_map_free(mem, &r.ids);
    array_free(mem, &r.sorts);
    return good;
}
