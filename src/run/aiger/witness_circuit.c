#include "run/aiger/witness_circuit.h"

#include <string.h>

#include "aiger/aiger_file.h"
#include "certify/certify.h"
#include "certify/condition_symmetry.h"
#include "certify/inductive.h"
#include "report/cause_words.h"
#include "run/certificate/certificate.h"
#include "run/certificate/proofs.h"

#define MOST_WIRES (1 << 28) // literals are numbers of 32 bits

struct circuit_making {
    struct run *run;
    struct mem *mem;
    struct subject subject;
    struct inductive inductive; // its circuit gets all that there is to write
    const struct witness_files *files;
    ARRAY(size_t) properties; // that are shown
    ARRAY(expr) conditions;   // of these
    struct cause error;

    // Wires of the model: inputs and latches in the order of the file.
    ARRAY(wire) inputs;
    ARRAY(wire) latches;
    ARRAY(wire) nexts; // by latch, but those of `first` and `valid`
    struct str input_names, latch_names;
    wire first, valid, valid_next, bad, bad_or_outside;
    struct supervisor watch;
    struct aiger read; // of a model that is a circuit already: itself
};

// ---- What holds -----------------------------------------------------------------------------------------------------

static void tell_left_out(struct circuit_making *c, const struct property *p, struct cause why)
{
    struct str text = {0};
    input_add_quoted(c->run, &text, p->name ? p->name : p->text);
    cause_log(&c->run->log, LOG_WARNING, why, c->mem, "property %s is not in the circuit", str_text(&text));
    str_free(c->mem, &text);
}

// Adds the conditions of a property; false if it is not one about all reachable states.
static bool add_conditions(struct circuit_making *c, const struct property *p)
{
    const struct model *m = c->subject.model;
    conjunct_list conjuncts = {0};
    size_t count = c->conditions.count;
    if (p->formula != FORMULA_NONE)
        property_conjuncts(m, p, c->mem, &conjuncts);
    bool good = conjuncts.count > 0;
    for (size_t i = 0; i < conjuncts.count && good; i++) {
        expr condition = conjunct_condition(m, p, conjuncts.at[i]);
        if (condition != EXPR_NONE && (model_expr(m, condition)->has_next || model_expr(m, condition)->has_input))
            condition = EXPR_NONE; // a witness is about states
        good = condition != EXPR_NONE;
        if (good)
            array_push(c->mem, &c->conditions, condition);
    }
    if (!good)
        c->conditions.count = count;
    array_free(c->mem, &conjuncts);
    return good;
}

static void take_goal(struct circuit_making *c, goal_id goal)
{
    struct model *m = c->subject.model;
    size_t number = model_find_goal(m, goal), first = c->conditions.count;
    struct str text = {0};
    if (number == SIZE_MAX)
        return;
    const struct property *p = model_property(m, number);
    if (p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX) // a number, which is no claim
        return;
    if (!add_conditions(c, p)) {
        tell_left_out(c, p, cause_of(CAUSE_WITNESS_NOT_ALL));
        return;
    }
    bool good = true;
    for (size_t i = first; i < c->conditions.count && good; i++)
        good = inductive_implies(&c->inductive, c->conditions.at[i], &text) == INDUCTIVE_YES;
    if (good) {
        array_push(c->mem, &c->properties, number);
    } else {
        c->conditions.count = first;
        tell_left_out(c, p, cause_with_text(CAUSE_CERTIFY_SAYS, str_text(&text)));
    }
    str_free(c->mem, &text);
}

// ---- Wires ----------------------------------------------------------------------------------------------------------

static void add_name(struct circuit_making *c, struct str *names, cell_id cell, bool is_next, unsigned bit)
{
    const char *name = model_cell(c->subject.model, cell)->name;
    str_add(c->mem, names, is_next ? "next(%s).%u\n" : "%s.%u\n", name, bit);
}

// All bits of a cell's position have a value of its type.
static wire is_legal(struct circuit_making *c, cell_id cell, bool is_next)
{
    struct bit_blast *b = &c->inductive.blast;
    uint64_t count = type_size(model_type(b->model, model_cell(b->model, cell)->type));
    unsigned width = bit_blast_cell_width(b, cell);
    if (width >= 63 || count >= UINT64_C(1) << width)
        return WIRE_TRUE;
    struct vector position = {.width = width};
    for (unsigned i = 0; i < width; i++)
        position.bits[i] = bit_blast_cell_bit(b, cell, is_next, i);
    return vector_less(&b->circuit, vector_resize(position, width + 1, false),
                       vector_constant((int64_t)count, width + 1), false);
}

static void take_cell(struct circuit_making *c, cell_id cell, wire *now, wire *next)
{
    struct bit_blast *b = &c->inductive.blast;
    enum cell_role role = model_cell(b->model, cell)->role;
    for (unsigned i = 0; i < bit_blast_cell_width(b, cell); i++) {
        wire w = bit_blast_cell_bit(b, cell, false, i);
        if (role == CELL_INPUT) {
            array_push(c->mem, &c->inputs, w);
            add_name(c, &c->input_names, cell, false, i);
            continue;
        }
        array_push(c->mem, &c->latches, w);
        add_name(c, &c->latch_names, cell, false, i);
        wire after = bit_blast_cell_bit(b, cell, true, i);
        array_push(c->mem, &c->nexts, after);
        if (role != CELL_FROZEN) {
            array_push(c->mem, &c->inputs, after);
            add_name(c, &c->input_names, cell, true, i);
        }
    }
    *now = circuit_and(&b->circuit, *now, is_legal(c, cell, false));
    if (role == CELL_STATE)
        *next = circuit_and(&b->circuit, *next, is_legal(c, cell, true));
}

static void make_wires(struct circuit_making *c)
{
    struct bit_blast *b = &c->inductive.blast;
    struct circuit *w = &b->circuit;
    wire now = WIRE_TRUE, next = WIRE_TRUE, good = WIRE_TRUE;
    for (cell_id cell = 0; cell < model_cell_count(b->model); cell++)
        take_cell(c, cell, &now, &next);
    for (size_t i = 0; i < c->conditions.count; i++)
        good = circuit_and(w, good, bit_blast_condition(b, c->conditions.at[i]));
    wire initial = circuit_and(w, now, bit_blast_initial(b));
    wire step = circuit_and(w, circuit_and(w, now, next), bit_blast_step(b));
    c->first = circuit_new(w);
    wire was_valid = circuit_new(w);
    array_push(c->mem, &c->latches, c->first);
    array_push(c->mem, &c->latches, was_valid);
    str_add(c->mem, &c->latch_names, "first\nvalid\n");
    c->valid = circuit_ite(w, c->first, initial, was_valid);
    c->valid_next = circuit_and(w, c->valid, step);
    c->bad = circuit_and(w, c->valid, -good);
    c->bad_or_outside = circuit_and(w, c->valid, -circuit_and(w, good, c->inductive.inside.is[0]));
    if (b->error)
        c->error = cause_with_text(CAUSE_CERTIFY_SAYS, b->error);
    else if (w->wires > MOST_WIRES)
        c->error = cause_of(CAUSE_WITNESS_LARGE);
}

// ---- Files ----------------------------------------------------------------------------------------------------------

struct translation {
    struct aiger aiger;
    aiger_literal *literals; // by wire
    bool *needed;            // likewise
};

static size_t number_of(wire w)
{
    return (size_t)(w < 0 ? -w : w);
}

static aiger_literal literal_of(const struct translation *t, wire w)
{
    return t->literals[number_of(w)] ^ (w < 0);
}

static aiger_literal add_gate(struct translation *t, const struct circuit_gate *g)
{
    struct aiger *a = &t->aiger;
    aiger_literal condition = literal_of(t, g->condition), then = literal_of(t, g->then);
    if (g->otherwise == WIRE_FALSE)
        return aiger_and(a, condition, then);
    return aiger_and(a, aiger_and(a, condition, then) ^ 1,
                     aiger_and(a, condition ^ 1, literal_of(t, g->otherwise)) ^ 1) ^
           1;
}

// Gates come after what they read: so from the last to the first for what is needed, and from the first to the last for
// what is written.
static void add_needed_gates(struct translation *t, const struct circuit *w)
{
    for (size_t i = w->gates.count; i-- > 0;) {
        const struct circuit_gate *g = &w->gates.at[i];
        if (!t->needed[number_of(g->result)])
            continue;
        t->needed[number_of(g->condition)] = t->needed[number_of(g->then)] = t->needed[number_of(g->otherwise)] = true;
    }
    for (size_t i = 0; i < w->gates.count; i++)
        if (t->needed[number_of(w->gates.at[i].result)])
            t->literals[number_of(w->gates.at[i].result)] = add_gate(t, &w->gates.at[i]);
}

// A line for each name; in a witness, the literal of the model that it stands for.
static void add_symbols(struct aiger *a, enum aiger_kind kind, const struct str *names, bool is_witness,
                        aiger_literal first)
{
    const char *at = str_text(names);
    struct str mapped = {0};
    for (uint32_t i = 0; *at; i++) {
        size_t length = strcspn(at, "\n");
        str_clear(&mapped);
        str_add(a->mem, &mapped, "= %u", first + 2 * i);
        if (is_witness)
            aiger_add_name(a, kind, i, mapped.at, mapped.count);
        else
            aiger_add_name(a, kind, i, at, length);
        at += length + 1;
    }
    str_free(a->mem, &mapped);
}

static void add_comments(const struct circuit_making *c, struct aiger *a, bool is_witness)
{
    if (is_witness)
        str_add(a->mem, &a->comments, "WITNESS b0 %s\n", c->files->model);
    str_add(a->mem, &a->comments, "%s of %s\n", is_witness ? "a witness" : "the model", c->subject.source.name);
    for (size_t i = 0; i < c->properties.count; i++) {
        const struct property *p = model_property(c->subject.model, c->properties.at[i]);
        str_add(a->mem, &a->comments, "property %zu: ", c->properties.at[i] + 1);
        for (const char *at = p->name ? p->name : p->text; *at; at++)
            str_add_char(a->mem, &a->comments, (char)(*at == '\n' ? ' ' : *at));
        str_add_char(a->mem, &a->comments, '\n');
    }
}

static bool is_text(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".aag") == 0;
}

static void write_file(const struct circuit_making *c, bool is_witness, const char *path, struct str *out)
{
    const struct circuit *w = &c->inductive.blast.circuit;
    struct translation t;
    struct aiger *a = &t.aiger;
    wire bad = is_witness ? c->bad_or_outside : c->bad;
    size_t states = c->nexts.count, wires = (size_t)w->wires + 1;
    aiger_open(a, (uint32_t)c->inputs.count, (uint32_t)c->latches.count, c->mem);
    t.literals = mem_zalloc(c->mem, wires * sizeof *t.literals);
    t.needed = mem_zalloc(c->mem, wires);
    t.literals[WIRE_TRUE] = 1;
    for (uint32_t i = 0; i < a->inputs; i++)
        t.literals[number_of(c->inputs.at[i])] = aiger_input(i);
    for (uint32_t i = 0; i < a->latches; i++)
        t.literals[number_of(c->latches.at[i])] = aiger_latch(a, i);
    t.needed[number_of(bad)] = t.needed[number_of(c->valid_next)] = true;
    add_needed_gates(&t, w);
    for (uint32_t i = 0; i < states; i++)
        a->latch[i] = (struct aiger_latch){literal_of(&t, c->nexts.at[i]), aiger_latch(a, i)};
    a->latch[states] = (struct aiger_latch){0, 1};
    a->latch[states + 1] = (struct aiger_latch){literal_of(&t, c->valid_next), 0};
    array_push(c->mem, &a->lists[AIGER_BAD], literal_of(&t, bad));
    add_symbols(a, AIGER_INPUT, &c->input_names, is_witness, aiger_input(0));
    add_symbols(a, AIGER_LATCH, &c->latch_names, is_witness, aiger_latch(a, 0));
    add_comments(c, a, is_witness);
    aiger_write(a, is_text(path), out);
    mem_free(c->mem, t.literals, wires * sizeof *t.literals);
    mem_free(c->mem, t.needed, wires);
    aiger_close(a);
}

// ---- Models that are circuits ---------------------------------------------------------------------------------------
// The witness of a circuit with one bad state and no constraints is that circuit; its bad states are those of the
// circuit, and all that are outside of the invariant.

static bool is_circuit(const struct circuit_making *c)
{
    const struct aiger *a = &c->read;
    return c->subject.reading.language == SUBJECT_AIGER && a->lists[AIGER_BAD].count == 1 &&
           !a->lists[AIGER_OUTPUT].count && !a->lists[AIGER_CONSTRAINT].count && !a->justice_sizes.count &&
           !a->lists[AIGER_FAIRNESS].count;
}

static void copy_circuit(const struct aiger *from, struct aiger *to, struct mem *mem)
{
    aiger_open(to, from->inputs, from->latches, mem);
    memcpy(to->latch, from->latch, from->latches * sizeof *to->latch);
    for (size_t i = 0; i < from->gates.count; i++)
        array_push(mem, &to->gates, from->gates.at[i]);
}

static void write_own_model(const struct circuit_making *c, const char *path, struct str *out)
{
    struct aiger a;
    copy_circuit(&c->read, &a, c->mem);
    array_push(c->mem, &a.lists[AIGER_BAD], c->read.lists[AIGER_BAD].at[0]);
    for (size_t i = 0; i < c->read.names.count; i++) {
        const struct aiger_name *name = &c->read.names.at[i];
        aiger_add_name(&a, name->kind, name->number, name->text, strlen(name->text));
    }
    add_comments(c, &a, false);
    aiger_write(&a, is_text(path), out);
    aiger_close(&a);
}

static void write_own_witness(struct circuit_making *c, const char *path, struct str *out)
{
    struct bit_blast *b = &c->inductive.blast;
    const struct circuit *w = &b->circuit;
    struct translation t;
    struct aiger *a = &t.aiger;
    struct str lines = {0};
    wire inside = c->inductive.inside.is[0];
    for (cell_id cell = 0; cell < model_cell_count(b->model); cell++)
        bit_blast_cell_bit(b, cell, false, 0); // all that nobody has asked for yet are new wires
    size_t wires = (size_t)w->wires + 1;
    copy_circuit(&c->read, a, c->mem);
    t.literals = mem_zalloc(c->mem, wires * sizeof *t.literals);
    t.needed = mem_zalloc(c->mem, wires);
    t.literals[WIRE_TRUE] = 1;
    for (cell_id cell = 0; cell < a->inputs + a->latches; cell++) // cells are the inputs, then the latches
        t.literals[number_of(bit_blast_cell_bit(b, cell, false, 0))] = 2 * (cell + 1);
    t.needed[number_of(inside)] = true;
    add_needed_gates(&t, w);
    aiger_literal good = aiger_and(a, c->read.lists[AIGER_BAD].at[0] ^ 1, literal_of(&t, inside));
    array_push(c->mem, &a->lists[AIGER_BAD], good ^ 1);
    for (uint32_t i = 0; i < a->inputs + a->latches; i++) {
        bool is_input = i < a->inputs;
        str_clear(&lines);
        str_add(c->mem, &lines, "= %u", 2 * (i + 1));
        aiger_add_name(a, is_input ? AIGER_INPUT : AIGER_LATCH, is_input ? i : i - a->inputs, lines.at, lines.count);
    }
    add_comments(c, a, true);
    aiger_write(a, is_text(path), out);
    str_free(c->mem, &lines);
    mem_free(c->mem, t.literals, wires * sizeof *t.literals);
    mem_free(c->mem, t.needed, wires);
    aiger_close(a);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void find_circuit(struct circuit_making *c, const struct certificate_request *request)
{
    struct search_limits limits = {.deadline = c->run->watch.deadline};
    c->watch = certificate_watch(c->run);
    struct str invariant = {0}, text = {0};
    if (!inductive_set_write(c->run, c->subject.model, &limits, c->mem, NULL, 0, &invariant, &c->error)) {
        str_free(c->mem, &invariant);
        return;
    }
    struct view section = {(const uint8_t *)invariant.at, (const uint8_t *)invariant.at + invariant.count, false};
    const char *said = NULL;
    if (inductive_open(&c->inductive, section, false, c->subject.model, &c->watch, c->mem, &said)) {
        enum inductive_answer answer = inductive_check(&c->inductive, &text);
        said = answer == INDUCTIVE_YES ? NULL : c->inductive.blast.error;
        if (answer != INDUCTIVE_YES)
            c->error = cause_of(answer == INDUCTIVE_UNKNOWN ? CAUSE_WITNESS_SOLVER : CAUSE_WITNESS_NOT_INDUCTIVE);
    }
    if (said)
        c->error = cause_with_text(CAUSE_CERTIFY_SAYS, said);
    for (size_t i = 0; i < request->count && !c->error.code; i++)
        if (request->goals[i].holds)
            take_goal(c, request->goals[i].goal);
    if (!c->error.code && c->properties.count == 0)
        c->error = cause_of(CAUSE_WITNESS_NOTHING);
    if (!c->error.code)
        make_wires(c);
    str_free(c->mem, &invariant);
    str_free(c->mem, &text);
}

struct cause witness_circuit_make(struct run *run, const struct certificate_request *request,
                                  const struct witness_files *files, struct str *witness, struct str *model)
{
    struct circuit_making c = {.run = run, .mem = &run->mem, .files = files};
    struct diag diag;
    input_open_diagnostics(run, &diag);
    c.read = (struct aiger){.mem = c.mem, .arena = {.mem = c.mem}};
    bool good =
        subject_open(&c.subject, request->name, request->text, request->length, &request->reading, c.mem, &diag);
    if (good && c.subject.reading.language == SUBJECT_AIGER)
        good = aiger_read(&c.read, &c.subject.source, c.mem, &diag);
    if (good)
        find_circuit(&c, request);
    else
        c.error = cause_of(CAUSE_PROOF_UNREADABLE);
    if (!c.error.code) {
        if (is_circuit(&c)) {
            write_own_witness(&c, files->witness, witness);
            write_own_model(&c, files->model, model);
        } else {
            write_file(&c, true, files->witness, witness);
            write_file(&c, false, files->model, model);
        }
    }
    array_free(c.mem, &c.properties);
    array_free(c.mem, &c.conditions);
    array_free(c.mem, &c.inputs);
    array_free(c.mem, &c.latches);
    array_free(c.mem, &c.nexts);
    str_free(c.mem, &c.input_names);
    str_free(c.mem, &c.latch_names);
    aiger_close(&c.read);
    inductive_close(&c.inductive);
    subject_close(&c.subject);
    diag_close(&diag);
    return c.error;
}
