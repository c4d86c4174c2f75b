// An independent judge of witness circuits: check_witness MODEL WITNESS, two AIGER files, text or binary. Nothing here
// is of the project but this file: it reads what was written and asks CaDiCaL.
//
// For a model with inputs I, latches L, reset R, steps F and good states P, and a witness with the same primed, which
// share the inputs and latches K that the witness names, none of these may have an answer:
//   reset        R, but not R' of those in K
//   transition   F, but not F' of those in K
//   property     P', but not P
//   base         R', but not P'
//   step         P', F', but not P' afterwards
// These are the conditions of Froleyks, Yu, Biere and Heljanko for circuits without constraints. That resets do not
// depend on each other in circles is needed besides; here they are constants, or nothing.
//
// Prints "certified" with status 0, "rejected: CONDITION" with status 1, or what is wrong with a file with status 2.
//
// check_witness --search MODEL tries all inputs from all resets, for small circuits that Coset has made of models: it
// prints how many states there are that some step leads on from or to while the last latch, `valid`, is true, and
// whether a bad state is reached: "N states, bad" or "N states, safe".
#include <ccadical.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct circuit {
    const char *path;
    unsigned most, inputs, latches, gates;
    unsigned *input, *latch, *next, *reset, *gate, *left, *right;
    unsigned bad;
    unsigned *simulates; // by literal of an input or latch of a witness: that of the model; 0: none
    char *is_defined;    // by variable
};

static void refuse(const struct circuit *c, const char *why)
{
    printf("%s: %s\n", c->path, why);
    exit(2);
}

static void *array_of(size_t count)
{
    void *at = calloc(count + 1, sizeof(unsigned));
    if (!at)
        exit(2);
    return at;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static unsigned read_literal(const struct circuit *c, FILE *file)
{
    unsigned literal;
    if (fscanf(file, "%u", &literal) != 1 || literal / 2 > c->most)
        refuse(c, "a literal is missing or too large");
    return literal;
}

static void define(struct circuit *c, unsigned literal)
{
    if (literal < 2 || literal % 2 || c->is_defined[literal / 2])
        refuse(c, "a variable is defined twice, or is none");
    c->is_defined[literal / 2] = 1;
}

static unsigned read_difference(const struct circuit *c, FILE *file)
{
    unsigned difference = 0;
    for (unsigned shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
        int next = getc(file);
        if (next == EOF || shift > 28)
            refuse(c, "a gate is cut off");
        byte = (unsigned)next;
        difference |= (byte & 0x7f) << shift;
    }
    return difference;
}

static void read_gates(struct circuit *c, FILE *file, bool is_text)
{
    if (!is_text && getc(file) != '\n')
        refuse(c, "the line before the gates does not end");
    for (unsigned i = 0; i < c->gates; i++) {
        c->gate[i] = is_text ? read_literal(c, file) : 2 * (c->inputs + c->latches + i + 1);
        define(c, c->gate[i]);
        if (is_text) {
            c->left[i] = read_literal(c, file);
            c->right[i] = read_literal(c, file);
        } else {
            c->left[i] = c->gate[i] - read_difference(c, file);
            c->right[i] = c->left[i] - read_difference(c, file);
        }
        if (c->left[i] >= c->gate[i] || c->right[i] >= c->gate[i]) // so there are no circles
            refuse(c, "a gate reads what comes after it");
    }
}

// "l0 = 12" and "i3 = 4": what the witness simulates.
static void read_symbols(struct circuit *c, FILE *file)
{
    char line[4096];
    while (fgets(line, sizeof line, file) && strcmp(line, "c\n") != 0) {
        char kind;
        unsigned number, literal;
        if (sscanf(line, "%c%u = %u", &kind, &number, &literal) != 3)
            continue;
        if (kind == 'i' && number < c->inputs)
            c->simulates[c->input[number]] = literal;
        else if (kind == 'l' && number < c->latches)
            c->simulates[c->latch[number]] = literal;
        else
            refuse(c, "a symbol has no place");
    }
}

static void open_circuit(struct circuit *c, const char *path)
{
    char form[4] = "";
    unsigned outputs = 0, bads = 0;
    *c = (struct circuit){.path = path};
    FILE *file = fopen(path, "rb");
    if (!file)
        refuse(c, "it cannot be read");
    if (fscanf(file, "%3s %u %u %u %u %u %u", form, &c->most, &c->inputs, &c->latches, &outputs, &c->gates, &bads) !=
            7 ||
        outputs != 0 || bads != 1 || (strcmp(form, "aag") != 0 && strcmp(form, "aig") != 0) || c->most > 1u << 28 ||
        c->inputs + c->latches + c->gates != c->most)
        refuse(c, "its head is not understood");
    bool is_text = form[1] == 'a';
    c->is_defined = array_of(c->most);
    c->simulates = array_of(2 * (size_t)c->most + 1);
    unsigned **arrays[] = {&c->input, &c->latch, &c->next, &c->reset, &c->gate, &c->left, &c->right};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = array_of(c->most);
    for (unsigned i = 0; i < c->inputs; i++) {
        c->input[i] = is_text ? read_literal(c, file) : 2 * (i + 1);
        define(c, c->input[i]);
    }
    for (unsigned i = 0; i < c->latches; i++) {
        c->latch[i] = is_text ? read_literal(c, file) : 2 * (c->inputs + i + 1);
        define(c, c->latch[i]);
        c->next[i] = read_literal(c, file);
        c->reset[i] = read_literal(c, file);
        if (c->reset[i] > 1 && c->reset[i] != c->latch[i])
            refuse(c, "a reset is neither a constant nor nothing");
    }
    c->bad = read_literal(c, file);
    read_gates(c, file, is_text);
    for (int next = is_text ? getc(file) : '\n'; next != '\n' && next != EOF;)
        next = getc(file);
    read_symbols(c, file);
    fclose(file);
}

static void close_circuit(struct circuit *c)
{
    unsigned *arrays[] = {c->input, c->latch, c->next, c->reset, c->gate, c->left, c->right, c->simulates};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(c->is_defined);
}

// ---- Clauses --------------------------------------------------------------------------------------------------------

// A copy of a circuit at one moment: the variables of the solver, by variable of the circuit.
struct moment {
    const struct circuit *c;
    int *variables;
};

struct question {
    CCaDiCaL *solver;
    int count; // variables; the first is true
};

static void add(struct question *q, int a, int b, int c)
{
    int literals[] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (literals[i])
            ccadical_add(q->solver, literals[i]);
    ccadical_add(q->solver, 0);
}

static struct question new_question(void)
{
    struct question q = {ccadical_init(), 1};
    ccadical_set_option(q.solver, "quiet", 1);
    add(&q, 1, 0, 0);
    return q;
}

static int literal_at(const struct moment *m, unsigned literal)
{
    int variable = literal < 2 ? -1 : m->variables[literal / 2];
    return literal % 2 ? -variable : variable;
}

static void add_gates(struct question *q, const struct moment *m)
{
    for (unsigned i = 0; i < m->c->gates; i++) {
        int gate = m->variables[m->c->gate[i] / 2] = ++q->count;
        int left = literal_at(m, m->c->left[i]), right = literal_at(m, m->c->right[i]);
        add(q, -gate, left, 0);
        add(q, -gate, right, 0);
        add(q, gate, -left, -right);
    }
}

// Inputs and latches that simulate those of `of` are these; others are new ones.
static struct moment new_moment(struct question *q, const struct circuit *c, const struct moment *of)
{
    struct moment m = {c, array_of(c->most)};
    for (unsigned v = 1; v <= c->inputs + c->latches; v++) {
        unsigned literal = v <= c->inputs ? c->input[v - 1] : c->latch[v - c->inputs - 1];
        bool is_shared = of && c->simulates[literal];
        m.variables[literal / 2] = is_shared ? literal_at(of, c->simulates[literal]) : ++q->count;
    }
    add_gates(q, &m);
    return m;
}

static int and_of(struct question *q, int a, int b)
{
    int both = ++q->count;
    add(q, -both, a, 0);
    add(q, -both, b, 0);
    add(q, both, -a, -b);
    return both;
}

static int equal(struct question *q, int a, int b)
{
    return and_of(q, -and_of(q, a, -b), -and_of(q, -a, b));
}

// The latches are reset; only those that simulate something, if that is asked for.
static int is_reset(struct question *q, const struct moment *m, bool shared_only)
{
    int all = 1;
    for (unsigned i = 0; i < m->c->latches; i++)
        if (!shared_only || m->c->simulates[m->c->latch[i]])
            all = and_of(q, all, equal(q, literal_at(m, m->c->latch[i]), literal_at(m, m->c->reset[i])));
    return all;
}

static int is_step(struct question *q, const struct moment *from, const struct moment *to, bool shared_only)
{
    int all = 1;
    for (unsigned i = 0; i < from->c->latches; i++)
        if (!shared_only || from->c->simulates[from->c->latch[i]])
            all = and_of(q, all, equal(q, literal_at(to, from->c->latch[i]), literal_at(from, from->c->next[i])));
    return all;
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

static void ask(struct question *q, const struct moment *moments, int count, int claimed, int denied, const char *name)
{
    add(q, claimed, 0, 0);
    add(q, -denied, 0, 0);
    int answer = ccadical_solve(q->solver);
    ccadical_release(q->solver);
    for (int i = 0; i < count; i++)
        free(moments[i].variables);
    if (answer == 20)
        return;
    printf("rejected: %s\n", name);
    exit(1);
}

static void check(const struct circuit *model, const struct circuit *witness)
{
    struct question q = new_question();
    struct moment m[4] = {new_moment(&q, model, NULL)};
    m[1] = new_moment(&q, witness, &m[0]);
    ask(&q, m, 2, is_reset(&q, &m[0], false), is_reset(&q, &m[1], true), "reset");

    q = new_question();
    m[0] = new_moment(&q, model, NULL);
    m[1] = new_moment(&q, model, NULL);
    m[2] = new_moment(&q, witness, &m[0]);
    m[3] = new_moment(&q, witness, &m[1]);
    ask(&q, m, 4, is_step(&q, &m[0], &m[1], false), is_step(&q, &m[2], &m[3], true), "transition");

    q = new_question();
    m[0] = new_moment(&q, model, NULL);
    m[1] = new_moment(&q, witness, &m[0]);
    ask(&q, m, 2, -literal_at(&m[1], witness->bad), -literal_at(&m[0], model->bad), "property");

    q = new_question();
    m[0] = new_moment(&q, witness, NULL);
    ask(&q, m, 1, is_reset(&q, &m[0], false), -literal_at(&m[0], witness->bad), "base");

    q = new_question();
    m[0] = new_moment(&q, witness, NULL);
    m[1] = new_moment(&q, witness, NULL);
    int before = and_of(&q, -literal_at(&m[0], witness->bad), is_step(&q, &m[0], &m[1], false));
    ask(&q, m, 2, before, -literal_at(&m[1], witness->bad), "step");
}

// ---- Trying all inputs ----------------------------------------------------------------------------------------------

#define MOST_BITS 24

struct search {
    const struct circuit *c;
    unsigned char *values;             // by variable
    unsigned char *is_seen, *is_state; // by values of all latches; of those but the last two
    unsigned *waiting, count, done;
    bool is_bad;
};

static unsigned value_of(const struct search *s, unsigned literal)
{
    return (literal < 2 ? 0 : s->values[literal / 2]) ^ (literal & 1);
}

static void see(struct search *s, unsigned latches)
{
    if (!s->is_seen[latches])
        s->waiting[s->count++] = latches;
    s->is_seen[latches] = 1;
}

static void set_values(struct search *s, unsigned latches, unsigned inputs)
{
    const struct circuit *c = s->c;
    for (unsigned i = 0; i < c->inputs; i++)
        s->values[c->input[i] / 2] = inputs >> i & 1;
    for (unsigned i = 0; i < c->latches; i++)
        s->values[c->latch[i] / 2] = latches >> i & 1;
    for (unsigned i = 0; i < c->gates; i++)
        s->values[c->gate[i] / 2] = value_of(s, c->left[i]) & value_of(s, c->right[i]);
}

static void try_inputs(struct search *s, unsigned latches, unsigned inputs)
{
    const struct circuit *c = s->c;
    unsigned next = 0, mask = (1u << (c->latches - 2)) - 1;
    set_values(s, latches, inputs);
    s->is_bad |= value_of(s, c->bad);
    for (unsigned i = 0; i < c->latches; i++)
        next |= value_of(s, c->next[i]) << i;
    if (next >> (c->latches - 1)) // it is valid, and so were those before it
        s->is_state[latches & mask] = s->is_state[next & mask] = 1;
    see(s, next);
}

static void see_resets(struct search *s)
{
    const struct circuit *c = s->c;
    for (unsigned latches = 0; latches >> c->latches == 0; latches++) {
        bool is_reset = true;
        for (unsigned i = 0; i < c->latches; i++)
            is_reset &= c->reset[i] > 1 || (latches >> i & 1) == c->reset[i];
        if (is_reset)
            see(s, latches);
    }
}

static void search_all(const struct circuit *c)
{
    if (c->latches > MOST_BITS || c->inputs > MOST_BITS || c->latches < 2)
        refuse(c, "it is not of the kind that all inputs are tried of");
    size_t states = (size_t)1 << c->latches, found = 0;
    struct search s = {c, array_of(c->most), array_of(states), array_of(states), array_of(states), 0, 0, false};
    see_resets(&s);
    while (s.done < s.count) {
        unsigned latches = s.waiting[s.done++];
        for (unsigned inputs = 0; inputs >> c->inputs == 0; inputs++)
            try_inputs(&s, latches, inputs);
    }
    for (size_t i = 0; i < states; i++)
        found += s.is_state[i];
    printf("%zu states, %s\n", found, s.is_bad ? "bad" : "safe");
    free(s.values);
    free(s.is_seen);
    free(s.is_state);
    free(s.waiting);
}

int main(int count, char **arguments)
{
    struct circuit model, witness;
    if (count != 3) {
        printf("usage: check_witness MODEL WITNESS, or check_witness --search MODEL\n");
        return 2;
    }
    if (strcmp(arguments[1], "--search") == 0) {
        open_circuit(&model, arguments[2]);
        search_all(&model);
        close_circuit(&model);
        return 0;
    }
    open_circuit(&model, arguments[1]);
    open_circuit(&witness, arguments[2]);
    // Each input and latch is simulated by at most one, and an input by an input, so that a step of the model can be
    // one of the witness.
    char *taken = array_of(model.most);
    for (unsigned i = 0; i < witness.inputs + witness.latches; i++) {
        unsigned literal = witness.simulates[i < witness.inputs ? witness.input[i] : witness.latch[i - witness.inputs]];
        bool is_input = literal / 2 > 0 && literal / 2 <= model.inputs;
        if (literal && (literal % 2 || literal / 2 > model.inputs + model.latches || taken[literal / 2]++ ||
                        is_input != (i < witness.inputs)))
            refuse(&witness, "it simulates what is neither input nor latch of the model, or one twice");
    }
    free(taken);
    check(&model, &witness);
    close_circuit(&model);
    close_circuit(&witness);
    printf("certified\n");
    return 0;
}
