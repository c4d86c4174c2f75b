#include "random_btor2.h"

#include <string.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

static uint64_t mask(int width)
{
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static signed_wide signed_of(uint64_t a, int width)
{
    signed_wide value = (signed_wide)a;
    return a >> (width - 1) & 1 ? value - ((signed_wide)1 << width) : value;
}

static bool is(const char *op, const char *word)
{
    return strcmp(op, word) == 0;
}

static bool fits(signed_wide value, int width)
{
    return value >= -((signed_wide)1 << (width - 1)) && value < (signed_wide)1 << (width - 1);
}

// ---- Evaluating -----------------------------------------------------------------------------------------------------

static uint64_t divide(const char *op, int width, uint64_t a, uint64_t b)
{
    signed_wide x = signed_of(a, width), y = signed_of(b, width);
    if (is(op, "udiv"))
        return b ? a / b : mask(width);
    if (is(op, "urem"))
        return b ? a % b : a;
    if (is(op, "sdiv"))
        return y ? (uint64_t)(x / y) & mask(width) : x < 0 ? 1 : mask(width);
    if (!y)
        return a;
    signed_wide rest = x % y;
    if (is(op, "smod") && rest && (rest < 0) != (y < 0))
        rest += y;
    return (uint64_t)rest & mask(width);
}

static uint64_t rotate_left(uint64_t a, int width, int count)
{
    for (; count > 0; count--)
        a = (a << 1 | a >> (width - 1)) & mask(width);
    return a;
}

static uint64_t shift(const char *op, int width, uint64_t a, uint64_t b)
{
    bool all = b >= (uint64_t)width;
    if (is(op, "sll"))
        return all ? 0 : a << b & mask(width);
    if (is(op, "srl"))
        return all ? 0 : a >> b;
    if (is(op, "sra"))
        return (uint64_t)(signed_of(a, width) >> (all ? width : (int)b)) & mask(width);
    int count = (int)(b % (uint64_t)width);
    return rotate_left(a, width, is(op, "rol") ? count : width - count);
}

static bool overflows(const char *op, int width, uint64_t a, uint64_t b)
{
    signed_wide x = signed_of(a, width), y = signed_of(b, width);
    if (is(op, "uaddo"))
        return (wide)a + b > mask(width);
    if (is(op, "usubo"))
        return a < b;
    if (is(op, "umulo"))
        return (wide)a * b > mask(width);
    if (is(op, "saddo"))
        return !fits(x + y, width);
    if (is(op, "ssubo"))
        return !fits(x - y, width);
    if (is(op, "smulo"))
        return !fits(x * y, width);
    return y && !fits(x / y, width);
}

static bool compare(const char *op, int width, uint64_t a, uint64_t b)
{
    bool less = op[0] == 's' ? signed_of(a, width) < signed_of(b, width) : a < b;
    if (strcmp(op + 1, "lt") == 0)
        return less;
    if (strcmp(op + 1, "lte") == 0)
        return less || a == b;
    return strcmp(op + 1, "gt") == 0 ? !less && a != b : !less;
}

uint64_t random_btor2_operate(const char *op, int width, uint64_t a, uint64_t b)
{
    uint64_t all = mask(width);
    if (is(op, "and") || is(op, "nand"))
        return (op[0] == 'n' ? ~(a & b) : a & b) & all;
    if (is(op, "or") || is(op, "nor"))
        return (op[0] == 'n' ? ~(a | b) : a | b) & all;
    if (is(op, "xor") || is(op, "xnor"))
        return (op[1] == 'n' ? ~(a ^ b) : a ^ b) & all;
    if (is(op, "add") || is(op, "sub"))
        return (op[0] == 'a' ? a + b : a - b) & all;
    if (is(op, "mul"))
        return (uint64_t)((wide)a * b) & all;
    if (is(op, "eq") || is(op, "iff"))
        return a == b;
    if (is(op, "neq"))
        return a != b;
    if (is(op, "implies"))
        return !a || b;
    if (strstr(op, "div") == op + 1 && op[4] == 0)
        return divide(op, width, a, b);
    if (is(op, "urem") || is(op, "srem") || is(op, "smod"))
        return divide(op, width, a, b);
    if (is(op, "sll") || is(op, "srl") || is(op, "sra") || is(op, "rol") || is(op, "ror"))
        return shift(op, width, a, b);
    return op[strlen(op) - 1] == 'o' ? overflows(op, width, a, b) : compare(op, width, a, b);
}

static uint64_t apply_unary(const struct random_node *n, uint64_t a, int width)
{
    if (is(n->op, "not"))
        return ~a & mask(width);
    if (is(n->op, "inc") || is(n->op, "dec"))
        return (n->op[0] == 'i' ? a + 1 : a - 1) & mask(width);
    if (is(n->op, "neg"))
        return -a & mask(width);
    if (is(n->op, "redand"))
        return a == mask(width);
    if (is(n->op, "redor"))
        return a != 0;
    if (is(n->op, "redxor"))
        return (uint64_t)__builtin_parityll(a);
    if (is(n->op, "uext"))
        return a;
    if (is(n->op, "sext"))
        return (uint64_t)signed_of(a, width) & mask(n->width);
    return a >> n->number & mask(n->width);
}

static struct random_value operand(const struct random_btor2 *b, const struct random_value *values, int arg)
{
    struct random_value v = values[arg < 0 ? -1 - arg : arg];
    if (arg < 0)
        v.at[0] = ~v.at[0] & mask(b->nodes[-1 - arg].width);
    return v;
}

static const struct random_node *node_of(const struct random_btor2 *b, int arg)
{
    return &b->nodes[arg < 0 ? -1 - arg : arg];
}

static struct random_value evaluate(const struct random_btor2 *b, const struct random_node *n,
                                    const struct random_value *values)
{
    struct random_value args[3] = {0}, result = {0};
    for (int i = 0; i < n->arg_count; i++)
        args[i] = operand(b, values, n->args[i]);
    if (n->arg_count == 0) {
        result.at[0] = n->number;
    } else if (is(n->op, "read")) {
        result.at[0] = args[0].at[args[1].at[0]];
    } else if (is(n->op, "write")) {
        result = args[0];
        result.at[args[1].at[0]] = args[2].at[0];
    } else if (is(n->op, "ite")) {
        result = args[0].at[0] ? args[1] : args[2];
    } else if (is(n->op, "concat")) {
        result.at[0] = args[0].at[0] << node_of(b, n->args[1])->width | args[1].at[0];
    } else if (node_of(b, n->args[0])->index) { // equality of arrays
        bool same = memcmp(&args[0], &args[1], sizeof args[0]) == 0;
        result.at[0] = is(n->op, "eq") == same;
    } else if (n->arg_count == 1) {
        result.at[0] = apply_unary(n, args[0].at[0], node_of(b, n->args[0])->width);
    } else
        result.at[0] = random_btor2_operate(n->op, node_of(b, n->args[0])->width, args[0].at[0], args[1].at[0]);
    return result;
}

void random_btor2_evaluate(const struct random_btor2 *b, struct random_value *values)
{
    for (int i = 0; i < b->count; i++)
        if (!is(b->nodes[i].op, "input") && !is(b->nodes[i].op, "state"))
            values[i] = evaluate(b, &b->nodes[i], values);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static const char *const same_ops[] = {"and", "nand", "nor", "or",   "xnor", "xor",  "rol",  "ror",  "sll", "sra",
                                       "srl", "add",  "mul", "sdiv", "udiv", "smod", "srem", "urem", "sub"};
static const char *const bit_ops[] = {"eq",   "neq",   "sgt",   "ugt",   "sgte",  "ugte",  "slt",   "ult",  "slte",
                                      "ulte", "saddo", "uaddo", "sdivo", "smulo", "umulo", "ssubo", "usubo"};
static const char *const unary_ops[] = {"not", "inc", "dec", "neg"};
static const char *const reductions[] = {"redand", "redor", "redxor"};
#define CHOOSE(dice, list) list[dice_roll(dice, (int)(sizeof list / sizeof *list))]

// A node with this sort, maybe negated; -1000 if there is none.
#define NO_NODE (-1000)
static int find(const struct random_btor2 *b, int width, int index, struct dice *dice)
{
    if (b->count == 0)
        return NO_NODE;
    for (int tries = 0, at = dice_roll(dice, b->count); tries < b->count; tries++, at = (at + 1) % b->count)
        if (b->nodes[at].width == width && b->nodes[at].index == index)
            return index == 0 && dice_roll(dice, 5) == 0 ? -1 - at : at;
    return NO_NODE;
}

static int add(struct random_btor2 *b, struct random_node n)
{
    n.init = n.next = -1;
    for (int i = 0; i < n.arg_count; i++)
        if (n.args[i] == NO_NODE)
            return NO_NODE;
    if (b->count == MOST_NODES)
        return NO_NODE;
    b->nodes[b->count] = n;
    return b->count++;
}

static void add_constant(struct random_btor2 *b, int width, struct dice *dice)
{
    static const char *const words[] = {"zero", "one", "ones", "const", "constd", "consth"};
    const char *op = CHOOSE(dice, words);
    uint64_t number = dice_roll(dice, 3) ? dice_next(dice) & mask(width) : (uint64_t)dice_roll(dice, 3) & mask(width);
    if (is(op, "zero"))
        number = 0;
    if (is(op, "one"))
        number = 1;
    if (is(op, "ones"))
        number = mask(width);
    if (dice_roll(dice, 8) == 0 && strlen(op) > 4)
        number = UINT64_C(1) << (width - 1);
    add(b, (struct random_node){.op = op, .width = width, .number = number});
}

static void add_unary(struct random_btor2 *b, int arg, struct dice *dice)
{
    int width = node_of(b, arg)->width, low, more;
    switch (dice_roll(dice, 5)) {
    case 0:
        add(b, (struct random_node){CHOOSE(dice, reductions), 1, 0, {arg}, 1, 0, -1, -1});
        break;
    case 1:
        low = dice_roll(dice, width);
        add(b, (struct random_node){"slice", 1 + dice_roll(dice, width - low), 0, {arg}, 1, (uint64_t)low, -1, -1});
        break;
    case 2:
        more = dice_roll(dice, b->widest - width + 1);
        add(b, (struct random_node){dice_coin(dice) ? "uext" : "sext", width + more, 0, {arg}, 1, 0, -1, -1});
        break;
    default:
        add(b, (struct random_node){CHOOSE(dice, unary_ops), width, 0, {arg}, 1, 0, -1, -1});
    }
}

static void add_array(struct random_btor2 *b, struct dice *dice)
{
    for (int i = 0; i < b->count; i++) {
        const struct random_node n = b->nodes[i];
        int at = n.index ? find(b, n.index, 0, dice) : NO_NODE;
        if (!n.index || dice_coin(dice))
            continue;
        switch (dice_roll(dice, 4)) {
        case 0:
            add(b, (struct random_node){"read", n.width, 0, {i, at}, 2, 0, -1, -1});
            break;
        case 1:
            add(b, (struct random_node){"write", n.width, n.index, {i, at, find(b, n.width, 0, dice)}, 3, 0, -1, -1});
            break;
        case 2:
            add(b,
                (struct random_node){
                    "ite", n.width, n.index, {find(b, 1, 0, dice), i, find(b, n.width, n.index, dice)}, 3, 0, -1, -1});
            break;
        default:
            add(b, (struct random_node){
                       dice_coin(dice) ? "eq" : "neq", 1, 0, {i, find(b, n.width, n.index, dice)}, 2, 0, -1, -1});
        }
        return;
    }
}

static void add_operator(struct random_btor2 *b, struct dice *dice)
{
    int number = dice_roll(dice, b->count);
    const struct random_node *n = &b->nodes[number];
    int width = n->width, arg = dice_roll(dice, 5) ? number : -1 - number, other = find(b, width, 0, dice);
    if (n->index || dice_roll(dice, 6) == 0) {
        add_array(b, dice);
        return;
    }
    switch (dice_roll(dice, 7)) {
    case 0:
        add_unary(b, arg, dice);
        break;
    case 1:
    case 2:
        add(b, (struct random_node){CHOOSE(dice, same_ops), width, 0, {arg, other}, 2, 0, -1, -1});
        break;
    case 3:
        add(b, (struct random_node){CHOOSE(dice, bit_ops), 1, 0, {arg, other}, 2, 0, -1, -1});
        break;
    case 4:
        if (width == 1)
            add(b, (struct random_node){dice_coin(dice) ? "iff" : "implies", 1, 0, {arg, other}, 2, 0, -1, -1});
        break;
    case 5:
        other = dice_roll(dice, b->count);
        if (!b->nodes[other].index && width + b->nodes[other].width <= b->widest)
            add(b, (struct random_node){"concat", width + b->nodes[other].width, 0, {arg, other}, 2, 0, -1, -1});
        break;
    default:
        add(b, (struct random_node){"ite", width, 0, {find(b, 1, 0, dice), arg, other}, 3, 0, -1, -1});
    }
}

static void add_states(struct random_btor2 *b, int bits, struct dice *dice)
{
    while (bits > 0 && b->count < 8) {
        int width = 1 + dice_roll(dice, bits < 3 ? bits : 3), index = dice_roll(dice, 4) ? 0 : 1 + dice_roll(dice, 2);
        if (index && width << index > bits)
            index = 0;
        const char *op = dice_roll(dice, 4) ? "state" : "input";
        add(b, (struct random_node){.op = op, .width = width, .index = index});
        bits -= width << index;
    }
}

// Whether a node reads the state, or one behind it.
static bool reads_from(const struct random_btor2 *b, int node, int state)
{
    const struct random_node *n = &b->nodes[node];
    bool reads = is(n->op, "state") && node >= state;
    for (int i = 0; i < n->arg_count; i++)
        reads |= reads_from(b, n->args[i] < 0 ? -1 - n->args[i] : n->args[i], state);
    return reads;
}

// Initial values read inputs and the states before this one, so that none leads back to its state.
static void assign(struct random_btor2 *b, struct dice *dice)
{
    for (int i = 0; i < b->count; i++) {
        struct random_node *n = &b->nodes[i];
        if (!is(n->op, "state"))
            continue;
        if (dice_roll(dice, 4)) {
            int init = find(b, n->width, dice_coin(dice) ? n->index : 0, dice);
            n->init = init < 0 || reads_from(b, init, i) ? -1 : init;
        }
        if (dice_roll(dice, 8)) {
            int next = find(b, n->width, n->index, dice);
            n->next = next < 0 ? -1 : next;
        }
    }
}

void random_btor2_make(struct random_btor2 *b, int bits, int widest, struct dice *dice)
{
    *b = (struct random_btor2){.widest = widest, .constraint = -1, .fair = -1};
    add_states(b, bits, dice);
    for (int i = 0; i < 6; i++)
        add_constant(b, i < 3 && b->count ? b->nodes[dice_roll(dice, b->count)].width : 1 + dice_roll(dice, widest),
                     dice);
    for (int i = 0; i < 60 && b->count < MOST_NODES - 4; i++)
        add_operator(b, dice);
    assign(b, dice);
    b->bad_count = 1 + dice_roll(dice, MOST_PROPERTIES);
    b->justice_count = dice_roll(dice, 2);
    add(b, (struct random_node){.op = "one", .width = 1, .number = 1}); // so that there is a bit
    for (int i = 0; i < MOST_PROPERTIES; i++) {
        b->bads[i] = find(b, 1, 0, dice);
        b->justice[i] = find(b, 1, 0, dice);
    }
    int bit = find(b, 1, 0, dice);
    b->constraint = dice_roll(dice, 3) || bit < 0 ? -1 : bit;
    bit = find(b, 1, 0, dice);
    b->fair = dice_roll(dice, 3) || bit < 0 ? -1 : bit;
}

// ---- Printing -------------------------------------------------------------------------------------------------------

// Lines have any numbers, ascending.
struct printing {
    struct mem *mem;
    struct str *out;
    struct dice *dice;
    int id, sorts[65][3], lines[MOST_NODES];
};

static int next_id(struct printing *p)
{
    return p->id += 1 + dice_roll(p->dice, 2);
}

static int sort_of(struct printing *p, int width, int index)
{
    int *known = &p->sorts[width][index];
    if (!*known && !index) {
        *known = next_id(p);
        str_add(p->mem, p->out, "%d sort bitvec %d\n", *known, width);
    } else if (!*known) {
        int of = sort_of(p, index, 0), to = sort_of(p, width, 0);
        *known = next_id(p);
        str_add(p->mem, p->out, "%d sort array %d %d ; of vectors\n", *known, of, to);
    }
    return *known;
}

static int line_of(const struct printing *p, int arg)
{
    return arg < 0 ? -p->lines[-1 - arg] : p->lines[arg];
}

static void print_constant(struct printing *p, const struct random_node *n)
{
    if (is(n->op, "const")) {
        str_add(p->mem, p->out, " ");
        for (int i = n->width - 1; i >= 0; i--)
            str_add(p->mem, p->out, "%d", (int)(n->number >> i & 1));
    } else if (is(n->op, "consth")) {
        str_add(p->mem, p->out, " %llx", (unsigned long long)n->number);
    } else if (is(n->op, "constd") && signed_of(n->number, n->width) < 0 && dice_coin(p->dice)) {
        str_add(p->mem, p->out, " -%llu", (unsigned long long)(-n->number & mask(n->width)));
    } else if (is(n->op, "constd"))
        str_add(p->mem, p->out, " %llu", (unsigned long long)n->number);
}

static void print_node(struct printing *p, const struct random_btor2 *b, int number)
{
    const struct random_node *n = &b->nodes[number];
    int sort = sort_of(p, n->width, n->index);
    p->lines[number] = next_id(p);
    str_add(p->mem, p->out, "%d %s %d", p->lines[number], n->op, sort);
    for (int i = 0; i < n->arg_count; i++)
        str_add(p->mem, p->out, " %d", line_of(p, n->args[i]));
    if (is(n->op, "slice"))
        str_add(p->mem, p->out, " %d %d", (int)n->number + n->width - 1, (int)n->number);
    if (is(n->op, "uext") || is(n->op, "sext"))
        str_add(p->mem, p->out, " %d", n->width - node_of(b, n->args[0])->width);
    print_constant(p, n);
    if (is(n->op, "input") || is(n->op, "state"))
        str_add(p->mem, p->out, " v%d", number);
    str_add(p->mem, p->out, "%s\n", dice_roll(p->dice, 6) ? "" : " ; a comment");
}

void random_btor2_print(const struct random_btor2 *b, struct dice *dice, struct mem *mem, struct str *out)
{
    struct printing p = {.mem = mem, .out = out, .dice = dice};
    for (int i = 0; i < b->count; i++)
        print_node(&p, b, i);
    for (int i = 0; i < b->count; i++) {
        const struct random_node *n = &b->nodes[i];
        if (n->init >= 0) {
            int sort = sort_of(&p, n->width, n->index);
            str_add(mem, out, "%d init %d %d %d\n", next_id(&p), sort, p.lines[i], p.lines[n->init]);
        }
        if (n->next >= 0) {
            int sort = sort_of(&p, n->width, n->index);
            str_add(mem, out, "%d next %d %d %d\n", next_id(&p), sort, p.lines[i], p.lines[n->next]);
        }
    }
    for (int i = 0; i < b->bad_count; i++)
        str_add(mem, out, "%d bad %d\n", next_id(&p), line_of(&p, b->bads[i]));
    for (int i = 0; i < b->justice_count; i++)
        str_add(mem, out, "%d justice 2 %d %d\n", next_id(&p), line_of(&p, b->justice[i]), line_of(&p, b->justice[2]));
    if (b->constraint >= 0)
        str_add(mem, out, "%d constraint %d\n", next_id(&p), p.lines[b->constraint]);
    if (b->fair >= 0)
        str_add(mem, out, "%d fair %d\n", next_id(&p), p.lines[b->fair]);
    str_add(mem, out, "%d output %d\n", next_id(&p), p.lines[0]);
}
