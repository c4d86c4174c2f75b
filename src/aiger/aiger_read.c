// Files of circuits are read: one line after the other, and the gates of a binary file byte by byte. As text, variables
// have any numbers and gates any order, so gates are sorted: each comes after what it reads.
#include <string.h>

#include "aiger/aiger_file.h"

#define MOST_VARIABLES (1u << 26)
#define MOST_CELLS (1u << 22) // inputs and latches: a binary file needs no byte for an input
#define OFTEN 65536           // lines, after which somebody may want to end it

#define UNKNOWN UINT32_MAX
#define ON_WAY (UINT32_MAX - 1)

struct header {
    uint32_t variables, inputs, latches, outputs, gates, bads, constraints, justices, fairness;
};

struct file_gate { // by the numbers of the file
    uint32_t own, left, right;
    size_t offset;
};

struct reading {
    struct aiger *a;
    const struct source *source;
    struct diag *diag;
    size_t at; // byte
    bool is_text;
    struct header header;
    aiger_literal *literals; // by variable of the file: its literal here
    ARRAY(struct file_gate) gates;
    uint32_t *gate_of; // by variable of the file: its gate, from 1; 0 if it is no gate
    size_t lines;
};

static bool fail_at(struct reading *r, size_t offset, size_t length, const char *message)
{
    diag_error(r->diag, (struct diag_range){r->source, offset, length}, "%s", message);
    return false;
}

static int peek(const struct reading *r)
{
    return r->at < r->source->length ? (unsigned char)r->source->text[r->at] : -1;
}

static bool expect_char(struct reading *r, char c, const char *message)
{
    if (peek(r) != (unsigned char)c)
        return fail_at(r, r->at, 1, message);
    r->at++;
    return true;
}

static bool end_line(struct reading *r)
{
    if (peek(r) == '\r')
        r->at++;
    if (++r->lines % OFTEN == 0 && !diag_goes_on(r->diag, "reading"))
        return false;
    return expect_char(r, '\n', "expected the end of the line");
}

static bool read_number(struct reading *r, uint32_t *number)
{
    uint64_t n = 0;
    size_t from = r->at;
    while (r->at < r->source->length && (unsigned)(r->source->text[r->at] - '0') < 10 && n <= UINT32_MAX)
        n = n * 10 + (unsigned)(r->source->text[r->at++] - '0');
    if (r->at == from)
        return fail_at(r, from, 1, "expected a number");
    if (n > UINT32_MAX)
        return fail_at(r, from, r->at - from, "the number is too large");
    *number = (uint32_t)n;
    return true;
}

// A literal of the file, whatever it will be here.
static bool read_literal(struct reading *r, uint32_t *literal)
{
    size_t from = r->at;
    if (!read_number(r, literal))
        return false;
    if (*literal / 2 <= r->header.variables)
        return true;
    diag_error(r->diag, (struct diag_range){r->source, from, r->at - from},
               "literal %u is beyond the variables, which the header says are %u", *literal, r->header.variables);
    return false;
}

// ---- The first line -------------------------------------------------------------------------------------------------

static bool read_header(struct reading *r)
{
    struct header *h = &r->header;
    uint32_t *numbers[] = {&h->variables, &h->inputs,      &h->latches,  &h->outputs, &h->gates,
                           &h->bads,      &h->constraints, &h->justices, &h->fairness};
    if (r->source->length < 4 || (memcmp(r->source->text, "aag ", 4) != 0 && memcmp(r->source->text, "aig ", 4) != 0))
        return fail_at(r, 0, 3, "expected \"aag\" or \"aig\", with which AIGER files begin");
    r->is_text = r->source->text[1] == 'a';
    r->at = 3;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (i >= 5 && peek(r) != ' ')
            break;
        if (!expect_char(r, ' ', "expected a space, and five to nine numbers in the header") ||
            !read_number(r, numbers[i]))
            return false;
    }
    size_t end = r->at;
    uint64_t defined = (uint64_t)h->inputs + h->latches + h->gates;
    if (!end_line(r))
        return false;
    if (defined > h->variables || (!r->is_text && defined != h->variables))
        return fail_at(r, 0, end, "the number of variables is not that of inputs, latches and gates together");
    if (h->variables > MOST_VARIABLES || (uint64_t)h->inputs + h->latches > MOST_CELLS)
        return fail_at(r, 0, end, "the circuit is too large");
    return true;
}

// ---- Inputs and latches ---------------------------------------------------------------------------------------------

static bool define(struct reading *r, uint32_t literal, aiger_literal here, size_t offset)
{
    if (literal < 2 || literal & 1) {
        diag_error(r->diag, (struct diag_range){r->source, offset, r->at - offset},
                   "expected a variable, which is an even number above 0; got %u", literal);
        return false;
    }
    if (r->literals[literal / 2] != UNKNOWN || r->gate_of[literal / 2]) {
        diag_error(r->diag, (struct diag_range){r->source, offset, r->at - offset}, "literal %u is defined twice",
                   literal);
        return false;
    }
    r->literals[literal / 2] = here;
    return true;
}

static bool read_inputs(struct reading *r)
{
    for (uint32_t i = 0; i < r->header.inputs; i++) {
        uint32_t literal = 2 * (i + 1);
        size_t from = r->at;
        if (r->is_text && !read_literal(r, &literal))
            return false;
        if (!define(r, literal, aiger_input(i), from) || (r->is_text && !end_line(r)))
            return false;
    }
    return true;
}

// Next values stay numbers of the file until all gates are known.
static bool read_latches(struct reading *r)
{
    for (uint32_t i = 0; i < r->header.latches; i++) {
        struct aiger_latch *latch = &r->a->latch[i];
        uint32_t own = 2 * (r->header.inputs + i + 1), reset = 0;
        size_t from = r->at;
        if (r->is_text && (!read_literal(r, &own) || !expect_char(r, ' ', "expected a space and the next value")))
            return false;
        if (!define(r, own, aiger_latch(r->a, i), from) || !read_literal(r, &latch->next))
            return false;
        from = r->at;
        if (peek(r) == ' ') {
            r->at++;
            if (!read_literal(r, &reset))
                return false;
            if (reset > 1 && reset != own)
                return fail_at(r, from + 1, r->at - from - 1,
                               "expected 0, 1 or the literal of the latch as its initial value");
        }
        latch->reset = reset > 1 ? aiger_latch(r->a, i) : reset;
        if (!end_line(r))
            return false;
    }
    return true;
}

// ---- Outputs and properties -----------------------------------------------------------------------------------------

static bool read_list(struct reading *r, enum aiger_kind kind, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint32_t literal;
        if (!read_literal(r, &literal) || !end_line(r))
            return false;
        array_push(r->a->mem, &r->a->lists[kind], literal);
    }
    return true;
}

static bool read_lists(struct reading *r)
{
    const struct header *h = &r->header;
    uint64_t conditions = 0;
    if (!read_list(r, AIGER_OUTPUT, h->outputs) || !read_list(r, AIGER_BAD, h->bads) ||
        !read_list(r, AIGER_CONSTRAINT, h->constraints))
        return false;
    for (uint32_t i = 0; i < h->justices; i++) {
        uint32_t size;
        if (!read_number(r, &size) || !end_line(r))
            return false;
        array_push(r->a->mem, &r->a->justice_sizes, size);
        conditions += size;
    }
    return read_list(r, AIGER_JUSTICE, conditions) && read_list(r, AIGER_FAIRNESS, h->fairness);
}

// ---- Gates ----------------------------------------------------------------------------------------------------------

static bool read_text_gates(struct reading *r)
{
    for (uint32_t i = 0; i < r->header.gates; i++) {
        struct file_gate gate = {.offset = r->at};
        if (!read_literal(r, &gate.own) || !define(r, gate.own, UNKNOWN, gate.offset) ||
            !expect_char(r, ' ', "expected a space and two literals") || !read_literal(r, &gate.left) ||
            !expect_char(r, ' ', "expected a space and one more literal") || !read_literal(r, &gate.right) ||
            !end_line(r))
            return false;
        array_push(r->a->mem, &r->gates, gate);
        r->gate_of[gate.own / 2] = (uint32_t)r->gates.count;
    }
    return true;
}

static bool known(const struct reading *r, uint32_t literal)
{
    return r->literals[literal / 2] < ON_WAY;
}

static aiger_literal here(const struct reading *r, uint32_t literal)
{
    return r->literals[literal / 2] ^ (literal & 1);
}

// The gate as it is, also where a simpler circuit would do: literals are a matter of files, and people count gates.
static void add_gate(struct reading *r, const struct file_gate *gate)
{
    aiger_literal left = here(r, gate->left), right = here(r, gate->right);
    struct aiger_gate sorted = {left > right ? left : right, left > right ? right : left};
    array_push(r->a->mem, &r->a->gates, sorted);
    r->literals[gate->own / 2] = 2 * (aiger_first_gate(r->a) + (uint32_t)(r->a->gates.count - 1));
}

static bool fail_gate(struct reading *r, const struct file_gate *gate, uint32_t literal, const char *problem)
{
    diag_error(r->diag, (struct diag_range){r->source, gate->offset, 1}, "literal %u %s", literal, problem);
    return false;
}

// A depth-first search with a stack of its own, since circuits may be deep.
static bool sort_gates(struct reading *r)
{
    ARRAY(uint32_t) stack = {0};
    bool good = true;
    for (size_t i = 0; i < r->gates.count && good; i++) {
        if (known(r, r->gates.at[i].own))
            continue;
        array_push(r->a->mem, &stack, (uint32_t)i);
        while (stack.count && good) {
            const struct file_gate *gate = &r->gates.at[array_last(&stack)];
            uint32_t operands[] = {gate->left, gate->right}, missing = 0;
            r->literals[gate->own / 2] = ON_WAY;
            for (int k = 0; k < 2 && !missing; k++)
                missing = known(r, operands[k]) ? 0 : operands[k];
            if (!missing) {
                add_gate(r, gate);
                stack.count--;
            } else if (r->literals[missing / 2] == ON_WAY) {
                good = fail_gate(r, gate, missing, "depends on itself");
            } else if (!r->gate_of[missing / 2]) {
                good = fail_gate(r, gate, missing, "is not defined");
            } else
                array_push(r->a->mem, &stack, r->gate_of[missing / 2] - 1);
        }
    }
    array_free(r->a->mem, &stack);
    return good;
}

static bool read_difference(struct reading *r, uint32_t *difference)
{
    uint64_t d = 0;
    size_t from = r->at;
    for (unsigned shift = 0;; shift += 7) {
        int byte = peek(r);
        if (byte < 0)
            return fail_at(r, from, 1, "the file ends within the gates");
        r->at++;
        d |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
        if (shift >= 28)
            return fail_at(r, from, 1, "the number is too large");
    }
    if (d > UINT32_MAX)
        return fail_at(r, from, 1, "the number is too large");
    *difference = (uint32_t)d;
    return true;
}

static bool read_binary_gates(struct reading *r)
{
    for (uint32_t i = 0; i < r->header.gates; i++) {
        uint32_t own = 2 * (aiger_first_gate(r->a) + i), left, right;
        size_t from = r->at;
        if (!read_difference(r, &left) || !read_difference(r, &right))
            return false;
        if (left == 0 || left > own || right > own - left) {
            diag_error(r->diag, (struct diag_range){r->source, from, 1},
                       "gate %u, at byte %zu, does not come after what it reads", own, from);
            return false;
        }
        array_push(r->a->mem, &r->a->gates, ((struct aiger_gate){own - left, own - left - right}));
        r->literals[own / 2] = own;
        if (i % OFTEN == 0 && !diag_goes_on(r->diag, "reading"))
            return false;
    }
    return true;
}

// From numbers of the file to literals.
static bool settle(struct reading *r, aiger_literal *literal, const char *of, size_t number)
{
    if (!known(r, *literal)) {
        diag_error(r->diag, (struct diag_range){r->source, DIAG_WHOLE, 0},
                   "literal %u, which %s %zu reads, is not defined", *literal, of, number);
        return false;
    }
    *literal = here(r, *literal);
    return true;
}

static bool settle_all(struct reading *r)
{
    static const char *const words[AIGER_KINDS] = {
        "input", "latch", "output", "bad state", "constraint", "justice condition", "fairness condition"};
    for (uint32_t i = 0; i < r->header.latches; i++)
        if (!settle(r, &r->a->latch[i].next, words[AIGER_LATCH], i))
            return false;
    for (int kind = 0; kind < AIGER_KINDS; kind++)
        for (size_t i = 0; i < r->a->lists[kind].count; i++)
            if (!settle(r, &r->a->lists[kind].at[i], words[kind], i))
                return false;
    return true;
}

// ---- Symbols and comments -------------------------------------------------------------------------------------------

static bool read_symbol(struct reading *r)
{
    const char *letter = strchr(AIGER_LETTERS, peek(r));
    size_t from = r->at;
    uint32_t number;
    if (!letter || !*letter)
        return fail_at(r, r->at, 1, "expected a symbol, which begins with one of i, l, o, b, c, j and f, or a comment");
    enum aiger_kind kind = (enum aiger_kind)(letter - AIGER_LETTERS);
    r->at++;
    if (!read_number(r, &number))
        return false;
    if (number >= aiger_count(r->a, kind)) {
        diag_error(r->diag, (struct diag_range){r->source, from, r->at - from},
                   "there is no %c%u: the first number is 0", *letter, number);
        return false;
    }
    if (!expect_char(r, ' ', "expected a space and a name"))
        return false;
    const char *text = r->source->text + r->at;
    const char *end = memchr(text, '\n', r->source->length - r->at);
    size_t length = end ? (size_t)(end - text) : r->source->length - r->at, shown = length;
    if (shown && text[shown - 1] == '\r')
        shown--;
    if (shown == 0)
        return fail_at(r, from, r->at - from, "the name is empty");
    if (memchr(text, 0, shown))
        return fail_at(r, from, r->at - from, "the name has a zero byte");
    aiger_add_name(r->a, kind, number, text, shown);
    r->at += length + (end ? 1 : 0);
    return ++r->lines % OFTEN != 0 || diag_goes_on(r->diag, "reading");
}

static bool read_symbols(struct reading *r)
{
    while (r->at < r->source->length) {
        bool is_comment = peek(r) == 'c' && (r->at + 1 == r->source->length || r->source->text[r->at + 1] == '\n' ||
                                             r->source->text[r->at + 1] == '\r');
        if (is_comment)
            return true;
        if (!read_symbol(r))
            return false;
    }
    return true;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool read_rest(struct reading *r)
{
    bool good = read_inputs(r) && read_latches(r) && read_lists(r);
    good = good && (r->is_text ? read_text_gates(r) && sort_gates(r) : read_binary_gates(r));
    return good && settle_all(r) && read_symbols(r);
}

bool aiger_read(struct aiger *a, const struct source *source, struct mem *mem, struct diag *diag)
{
    struct reading r = {.a = a, .source = source, .diag = diag};
    *a = (struct aiger){.mem = mem};
    if (!read_header(&r))
        return false;
    size_t count = (size_t)r.header.variables + 1;
    aiger_open(a, r.header.inputs, r.header.latches, mem);
    r.literals = mem_alloc(mem, count * sizeof *r.literals);
    r.gate_of = mem_zalloc(mem, count * sizeof *r.gate_of);
    memset(r.literals, 0xff, count * sizeof *r.literals);
    r.literals[0] = 0;
    bool good = read_rest(&r);
    mem_free(mem, r.literals, count * sizeof *r.literals);
    mem_free(mem, r.gate_of, count * sizeof *r.gate_of);
    array_free(mem, &r.gates);
    return good;
}
