// Lines of BTOR2 as they stand in a file: sorts, nodes and their operands, each of which is there before it is used.
#include "btor2/btor2_file.h"

#include <string.h>

#include "base/hash.h"

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

// What an id stands for, in the map: twice a position, and what has it.
enum { ID_SORT, ID_NODE, ID_OTHER, ID_KINDS };

struct word {
    const char *at;
    size_t length;
};

struct reading {
    struct btor2 *b;
    const struct source *source;
    struct diag *diag;
    size_t at;
    struct word word; // that was read last
    struct int_map ids;
    ARRAY(struct btor2_sort) sorts;
    uint64_t elements; // of all arrays
    uint32_t id;       // of the line
};

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

// ---- Words ----------------------------------------------------------------------------------------------------------

static struct diag_range here(const struct reading *r)
{
    size_t offset = r->word.at ? (size_t)(r->word.at - r->source->text) : r->at;
    return (struct diag_range){r->source, offset, r->word.length ? r->word.length : 1};
}

static bool fail(struct reading *r, const char *message)
{
    diag_error(r->diag, here(r), "%s", message);
    return false;
}

// The next word of the line; false at its end, or at a comment.
static bool has_word(struct reading *r)
{
    const char *text = r->source->text;
    while (r->at < r->source->length && (text[r->at] == ' ' || text[r->at] == '\t' || text[r->at] == '\r'))
        r->at++;
    size_t from = r->at;
    r->word = (struct word){text + from, 0};
    if (from == r->source->length || text[from] == ';' || text[from] == '\n')
        return false;
    while (r->at < r->source->length && !strchr(" \t\r\n;", text[r->at]))
        r->at++;
    if (r->at == from) // a zero byte
        r->at++;
    r->word.length = r->at - from;
    return true;
}

static bool need_word(struct reading *r, const char *what)
{
    if (has_word(r))
        return true;
    diag_error(r->diag, here(r), "expected %s", what);
    return false;
}

static bool is_word(const struct reading *r, const char *word)
{
    return strlen(word) == r->word.length && memcmp(word, r->word.at, r->word.length) == 0;
}

static bool to_number(struct reading *r, uint32_t most, uint32_t *number)
{
    uint64_t n = 0;
    for (size_t i = 0; i < r->word.length; i++) {
        if (r->word.at[i] < '0' || r->word.at[i] > '9')
            return fail(r, "expected a number");
        n = n * 10 + (uint64_t)(r->word.at[i] - '0');
        if (n > most)
            return fail(r, "the number is too large");
    }
    *number = (uint32_t)n;
    return true;
}

static bool read_number(struct reading *r, const char *what, uint32_t most, uint32_t *number)
{
    return need_word(r, what) && to_number(r, most, number);
}

// ---- Ids ------------------------------------------------------------------------------------------------------------

#define MOST_ID (UINT32_MAX / ID_KINDS - 1)

static bool define(struct reading *r, uint32_t id, uint32_t kind, size_t position)
{
    bool added;
    uint32_t value = (uint32_t)position * ID_KINDS + kind;
    if (!int_map_try_add(r->b->mem, &r->ids, id, value, &added))
        mem_exhausted(r->b->mem);
    return added || fail(r, "a line before this one has the same number");
}

static bool find(struct reading *r, uint32_t id, uint32_t kind, uint32_t *position)
{
    const uint32_t *value = int_map_find(&r->ids, id);
    if (!value || *value % ID_KINDS != kind) {
        diag_error(r->diag, here(r), "there is no %s %u before this line", kind == ID_SORT ? "sort" : "node", id);
        return false;
    }
    *position = *value / ID_KINDS;
    return true;
}

static bool read_sort(struct reading *r, struct btor2_sort *sort)
{
    uint32_t id, position;
    if (!read_number(r, "the number of a sort", MOST_ID, &id) || !find(r, id, ID_SORT, &position))
        return false;
    *sort = r->sorts.at[position];
    return true;
}

static const struct btor2_node *node_of(const struct reading *r, struct btor2_operand operand)
{
    return &r->b->nodes.at[operand.node];
}

static bool read_operand(struct reading *r, struct btor2_operand *operand)
{
    uint32_t id;
    if (!need_word(r, "the number of a node"))
        return false;
    operand->is_negated = r->word.at[0] == '-';
    struct word whole = r->word;
    if (operand->is_negated) {
        r->word.at++;
        r->word.length--;
    }
    if (r->word.length == 0)
        return fail(r, "expected the number of a node");
    if (!to_number(r, MOST_ID, &id) || !find(r, id, ID_NODE, &operand->node))
        return false;
    r->word = whole;
    if (operand->is_negated && node_of(r, *operand)->sort.index)
        return fail(r, "an array has no negation");
    return true;
}

static const char *read_symbol(struct reading *r)
{
    return has_word(r) ? arena_copy(&r->b->arena, r->word.at, r->word.length) : NULL;
}

// ---- Sorts ----------------------------------------------------------------------------------------------------------

static bool same_sort(struct btor2_sort a, struct btor2_sort b)
{
    return a.width == b.width && a.index == b.index;
}

static bool read_bit_vector(struct reading *r, struct btor2_sort *sort)
{
    uint32_t width;
    if (!read_number(r, "a number of bits", UINT32_MAX, &width))
        return false;
    if (width == 0)
        return fail(r, "a bit vector has at least one bit");
    if (width > BTOR2_MOST_BITS) {
        diag_error(r->diag, here(r), "bit vectors of more than %d bits are not supported", BTOR2_MOST_BITS);
        return false;
    }
    *sort = (struct btor2_sort){width, 0};
    return true;
}

static bool read_array(struct reading *r, struct btor2_sort *sort)
{
    struct btor2_sort index, element;
    if (!read_sort(r, &index))
        return false;
    if (index.index)
        return fail(r, "the index of an array is a bit vector");
    if (index.width > BTOR2_MOST_INDEX) {
        diag_error(r->diag, here(r), "arrays of more than %u elements are not supported", 1u << BTOR2_MOST_INDEX);
        return false;
    }
    if (!read_sort(r, &element))
        return false;
    if (element.index)
        return fail(r, "arrays of arrays are not supported");
    *sort = (struct btor2_sort){element.width, index.width};
    return true;
}

static bool add_sort(struct reading *r)
{
    struct btor2_sort sort = {0};
    if (!need_word(r, "\"bitvec\" or \"array\""))
        return false;
    bool is_array = is_word(r, "array");
    if (!is_array && !is_word(r, "bitvec"))
        return fail(r, "expected \"bitvec\" or \"array\"");
    if (!(is_array ? read_array(r, &sort) : read_bit_vector(r, &sort)))
        return false;
    read_symbol(r);
    array_push(r->b->mem, &r->sorts, sort);
    return define(r, r->id, ID_SORT, r->sorts.count - 1);
}

// ---- Constants ------------------------------------------------------------------------------------------------------

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 16;
}

static uint64_t ones_of(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

// Times a base, plus a digit. False if that needs more bits.
static bool add_digit(uint64_t *limbs, unsigned width, uint64_t base, uint64_t digit)
{
    unsigned count = (width + 63) / 64;
    for (unsigned i = 0; i < count; i++) {
        unsigned __int128 sum = (unsigned __int128)limbs[i] * base + digit;
        limbs[i] = (uint64_t)sum;
        digit = (uint64_t)(sum >> 64);
    }
    return !digit && limbs[count - 1] <= ones_of(width - 64 * (count - 1));
}

// False if its magnitude is too large for a negative number.
static bool negate(uint64_t *limbs, unsigned width)
{
    unsigned count = (width + 63) / 64, top = (width - 1) % 64;
    bool carry = true, is_least = limbs[count - 1] == UINT64_C(1) << top;
    for (unsigned i = 0; i + 1 < count; i++)
        is_least &= limbs[i] == 0;
    if (limbs[count - 1] >> top && !is_least)
        return false;
    for (unsigned i = 0; i < count; i++) {
        limbs[i] = ~limbs[i] + carry;
        carry &= limbs[i] == 0;
    }
    limbs[count - 1] &= ones_of(top + 1);
    return true;
}

// The digits of a number that fits into the bits of the node.
static bool read_digits(struct reading *r, struct btor2_node *n, int base)
{
    bool is_negative = base == 10 && r->word.at[0] == '-';
    uint64_t *limbs = arena_alloc(&r->b->arena, btor2_cells(n->sort) * sizeof *limbs);
    memset(limbs, 0, btor2_cells(n->sort) * sizeof *limbs);
    if (r->word.length == (size_t)is_negative)
        return fail(r, "expected digits");
    for (size_t i = is_negative; i < r->word.length; i++) {
        int digit = digit_of(r->word.at[i]);
        if (digit >= base)
            return fail(r, base == 2    ? "expected binary digits"
                           : base == 10 ? "expected decimal digits"
                                        : "expected hexadecimal digits");
        if (!add_digit(limbs, n->sort.width, (uint64_t)base, (uint64_t)digit))
            return fail(r, "the number does not fit into the bits of its sort");
    }
    if (is_negative && !negate(limbs, n->sort.width))
        return fail(r, "the number does not fit into the bits of its sort");
    if (base == 2 && r->word.length != n->sort.width)
        return fail(r, "expected as many binary digits as the sort has bits");
    n->number = limbs[0];
    n->limbs = limbs;
    return true;
}

static bool read_constant(struct reading *r, struct btor2_node *n)
{
    if (n->sort.index)
        return fail(r, "a constant is a bit vector");
    if (!need_word(r, "digits"))
        return false;
    return read_digits(r, n, n->op == BTOR2_CONST ? 2 : n->op == BTOR2_CONSTD ? 10 : 16);
}

// ---- Operators ------------------------------------------------------------------------------------------------------

static bool read_args(struct reading *r, struct btor2_node *n, uint32_t count)
{
    n->arg_count = count;
    for (uint32_t i = 0; i < count; i++)
        if (!read_operand(r, &n->args[i]))
            return false;
    return true;
}

static bool expect_vectors(struct reading *r, const struct btor2_node *n)
{
    for (uint32_t i = 0; i < n->arg_count; i++)
        if (node_of(r, n->args[i])->sort.index)
            return fail(r, "the operator is for bit vectors, not for arrays");
    return true;
}

// Operands from `first` on have this sort.
static bool expect_sort(struct reading *r, const struct btor2_node *n, uint32_t first, struct btor2_sort sort)
{
    for (uint32_t i = first; i < n->arg_count; i++)
        if (!same_sort(node_of(r, n->args[i])->sort, sort)) {
            diag_error(r->diag, here(r), "the sort of operand %u does not fit", i + 1);
            return false;
        }
    return true;
}

static bool expect_result(struct reading *r, const struct btor2_node *n, struct btor2_sort sort)
{
    return same_sort(n->sort, sort) || fail(r, "the sort of the node is not that of the result");
}

static bool read_extension(struct reading *r, struct btor2_node *n)
{
    uint32_t more;
    if (!read_args(r, n, 1) || !expect_vectors(r, n) || !read_number(r, "a number of bits", BTOR2_MOST_BITS, &more))
        return false;
    return expect_result(r, n, (struct btor2_sort){node_of(r, n->args[0])->sort.width + more, 0});
}

static bool read_slice(struct reading *r, struct btor2_node *n)
{
    uint32_t high, low;
    if (!read_args(r, n, 1) || !expect_vectors(r, n) || !read_number(r, "the highest bit", UINT32_MAX, &high) ||
        !read_number(r, "the lowest bit", UINT32_MAX, &low))
        return false;
    if (low > high || high >= node_of(r, n->args[0])->sort.width)
        return fail(r, "the slice is not within the bits of its operand");
    n->number = low;
    return expect_result(r, n, (struct btor2_sort){high - low + 1, 0});
}

static bool read_array_op(struct reading *r, struct btor2_node *n)
{
    bool writes = n->op == BTOR2_WRITE;
    if (!read_args(r, n, writes ? 3 : 2))
        return false;
    struct btor2_sort array = node_of(r, n->args[0])->sort, element = {array.width, 0};
    if (!array.index)
        return fail(r, "the first operand is not an array");
    if (!same_sort(node_of(r, n->args[1])->sort, (struct btor2_sort){array.index, 0}))
        return fail(r, "the index does not have the sort of the array's indices");
    if (writes && !expect_sort(r, n, 2, element))
        return false;
    return expect_result(r, n, writes ? array : element);
}

static bool read_operands(struct reading *r, struct btor2_node *n)
{
    static const struct btor2_sort bit = {1, 0};
    switch (ops[n->op].shape) {
    case SHAPE_LEAF:
        return n->op == BTOR2_INPUT || n->op == BTOR2_STATE || !n->sort.index || fail(r, "a constant is a bit vector");
    case SHAPE_CONSTANT:
        return read_constant(r, n);
    case SHAPE_EXTENSION:
        return read_extension(r, n);
    case SHAPE_SLICE:
        return read_slice(r, n);
    case SHAPE_UNARY:
        return read_args(r, n, 1) && expect_vectors(r, n) && expect_result(r, n, node_of(r, n->args[0])->sort);
    case SHAPE_REDUCTION:
        return read_args(r, n, 1) && expect_vectors(r, n) && expect_result(r, n, bit);
    case SHAPE_LOGICAL:
        return read_args(r, n, 2) && expect_sort(r, n, 0, bit) && expect_result(r, n, bit);
    case SHAPE_EQUALITY:
        return read_args(r, n, 2) && expect_sort(r, n, 1, node_of(r, n->args[0])->sort) && expect_result(r, n, bit);
    case SHAPE_COMPARISON:
        return read_args(r, n, 2) && expect_vectors(r, n) && expect_sort(r, n, 1, node_of(r, n->args[0])->sort) &&
               expect_result(r, n, bit);
    case SHAPE_BINARY:
        return read_args(r, n, 2) && expect_vectors(r, n) && expect_sort(r, n, 1, node_of(r, n->args[0])->sort) &&
               expect_result(r, n, node_of(r, n->args[0])->sort);
    case SHAPE_CONCATENATION:
        return read_args(r, n, 2) && expect_vectors(r, n) &&
               expect_result(
                   r, n,
                   (struct btor2_sort){node_of(r, n->args[0])->sort.width + node_of(r, n->args[1])->sort.width, 0});
    case SHAPE_READING:
    case SHAPE_WRITING:
        return read_array_op(r, n);
    case SHAPE_CHOICE:
        if (!read_args(r, n, 3))
            return false;
        if (!same_sort(node_of(r, n->args[0])->sort, bit))
            return fail(r, "the condition is not a single bit");
        return expect_sort(r, n, 2, node_of(r, n->args[1])->sort) && expect_result(r, n, node_of(r, n->args[1])->sort);
    }
    return false;
}

// Expressions that an array takes.
static uint64_t elements_of(struct btor2_sort sort)
{
    return (uint64_t)btor2_elements(sort) * (btor2_is_wide(sort) ? sort.width : 1);
}

static bool add_node(struct reading *r, enum btor2_op op)
{
    static const struct btor2_operand none = {BTOR2_NONE, false};
    struct btor2_node n = {.op = op, .id = r->id, .init = none, .next = none};
    if (!read_sort(r, &n.sort) || !read_operands(r, &n))
        return false;
    if (n.sort.index && (r->elements += elements_of(n.sort)) > BTOR2_MOST_ELEMENTS)
        return fail(r, "the arrays of the model are too large");
    n.symbol = read_symbol(r);
    array_push(r->b->mem, &r->b->nodes, n);
    return define(r, r->id, ID_NODE, r->b->nodes.count - 1);
}

// ---- States and properties ------------------------------------------------------------------------------------------

// Whether a value reads a state, also through the initial values of others.
static bool depends(struct reading *r, uint32_t value, uint32_t state)
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

static bool read_assignment(struct reading *r, bool is_init)
{
    struct btor2_sort sort;
    struct btor2_operand state, value;
    if (!read_sort(r, &sort) || !read_operand(r, &state))
        return false;
    struct btor2_node *n = &r->b->nodes.at[state.node];
    if (n->op != BTOR2_STATE || state.is_negated)
        return fail(r, "the node is not a state");
    if (!same_sort(n->sort, sort))
        return fail(r, "the sort is not that of the state");
    struct btor2_operand *to = is_init ? &n->init : &n->next;
    if (to->node != BTOR2_NONE)
        return fail(r, is_init ? "the state has an initial value already" : "the state has a next value already");
    if (!read_operand(r, &value))
        return false;
    struct btor2_sort given = node_of(r, value)->sort;
    bool fills = is_init && sort.index && !given.index && given.width == sort.width;
    if (!same_sort(given, sort) && !fills)
        return fail(r, "the sort of the value is not that of the state");
    const struct btor2_node *v = node_of(r, value);
    if (is_init && (v->arg_count > 0 || v->op == BTOR2_STATE) && depends(r, value.node, state.node))
        return fail(r, "the initial value depends on the state itself");
    *to = value;
    read_symbol(r);
    return define(r, r->id, ID_OTHER, 0);
}

static bool read_bit(struct reading *r, struct btor2_operand *operand)
{
    return read_operand(r, operand) &&
           (same_sort(node_of(r, *operand)->sort, (struct btor2_sort){1, 0}) || fail(r, "expected a single bit"));
}

static bool read_condition(struct reading *r)
{
    struct btor2_condition condition;
    bool is_bad = is_word(r, "bad"), is_constraint = is_word(r, "constraint"), is_fair = is_word(r, "fair");
    if (!read_bit(r, &condition.of))
        return false;
    condition.symbol = read_symbol(r);
    if (is_bad)
        array_push(r->b->mem, &r->b->bads, condition);
    if (is_constraint)
        array_push(r->b->mem, &r->b->constraints, condition);
    if (is_fair)
        array_push(r->b->mem, &r->b->fair, condition);
    return define(r, r->id, ID_OTHER, 0);
}

static bool read_output(struct reading *r)
{
    struct btor2_operand operand;
    if (!read_operand(r, &operand))
        return false;
    read_symbol(r);
    return define(r, r->id, ID_OTHER, 0);
}

static bool read_justice(struct reading *r)
{
    struct btor2_justice justice = {.first = r->b->justice_conditions.count};
    uint32_t count;
    if (!read_number(r, "a number of conditions", UINT32_MAX, &count))
        return false;
    if (count == 0)
        return fail(r, "a justice property has at least one condition");
    for (; justice.count < count; justice.count++) {
        struct btor2_operand condition;
        if (!read_bit(r, &condition))
            return false;
        array_push(r->b->mem, &r->b->justice_conditions, condition);
    }
    justice.symbol = read_symbol(r);
    array_push(r->b->mem, &r->b->justice, justice);
    return define(r, r->id, ID_OTHER, 0);
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

static bool read_item(struct reading *r)
{
    if (is_word(r, "sort"))
        return add_sort(r);
    if (is_word(r, "init") || is_word(r, "next"))
        return read_assignment(r, is_word(r, "init"));
    if (is_word(r, "bad") || is_word(r, "constraint") || is_word(r, "fair"))
        return read_condition(r);
    if (is_word(r, "output"))
        return read_output(r);
    if (is_word(r, "justice"))
        return read_justice(r);
    for (int op = 0; op < BTOR2_OPS; op++)
        if (is_word(r, ops[op].word))
            return add_node(r, (enum btor2_op)op);
    return fail(r, "unknown operator");
}

static bool read_line(struct reading *r)
{
    if (has_word(r)) {
        if (!to_number(r, MOST_ID, &r->id))
            return false;
        if (r->id == 0)
            return fail(r, "the first number of a line is 1");
        if (!need_word(r, "an operator") || !read_item(r))
            return false;
        if (has_word(r))
            return fail(r, "expected the end of the line");
    }
    const char *end = memchr(r->source->text + r->at, '\n', r->source->length - r->at);
    r->at = end ? (size_t)(end - r->source->text) + 1 : r->source->length;
    return true;
}

bool btor2_read(struct btor2 *b, const struct source *source, struct mem *mem, struct diag *diag)
{
    struct reading r = {.b = b, .source = source, .diag = diag};
    bool good = true;
    *b = (struct btor2){.mem = mem, .arena = {.mem = mem}};
    for (size_t line = 1; good && r.at < source->length; line++)
        good = read_line(&r) && (line % OFTEN != 0 || diag_goes_on(diag, "reading"));
    int_map_free(mem, &r.ids);
    array_free(mem, &r.sorts);
    return good;
}
