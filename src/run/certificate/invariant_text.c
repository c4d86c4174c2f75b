#include "run/certificate/invariant_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "run/watch.h"
#include "sat/blast.h"
#include "sat/sat.h"
#include "sat/sat_goal.h"

#define MOST_VALUES 65536 // of a type whose values are listed

struct invariant_text {
    struct mem *mem;
    const struct model *model;
    bool is_murphi;
    struct str name;          // begins no name of the model
    ARRAY(struct site) named; // elements of scalarsets in the clause at hand: name1, name2, ...
    ARRAY(char *) clauses;
    enum cause_code error;
};

// ---- Names ----------------------------------------------------------------------------------------------------------

static bool occurs(const char *text, size_t length, const struct str *name)
{
    for (size_t i = 0; i + name->count <= length; i++)
        if (memcmp(text + i, name->at, name->count) == 0)
            return true;
    return false;
}

static void find_name(struct invariant_text *t, const char *text, size_t length)
{
    str_add(t->mem, &t->name, "%s", t->is_murphi ? "any" : "inductive");
    while (occurs(text, length, &t->name))
        str_add_char(t->mem, &t->name, '_');
}

static void add_element(struct invariant_text *t, struct site site, struct str *out)
{
    const struct component_class *class = model_class(t->model, site.class);
    size_t number = 0;
    if (class->obstacle)
        t->error = CAUSE_PROOF_UNLIKE_ELEMENTS;
    while (number < t->named.count &&
           (t->named.at[number].class != site.class || t->named.at[number].element != site.element))
        number++;
    if (number == t->named.count)
        array_push(t->mem, &t->named, site);
    str_add(t->mem, out, "%s%zu", t->name.at, number + 1);
}

// A number or a symbol of the language. Elements of scalarsets have names in traces, but none in Murphi.
static void add_word(struct invariant_text *t, const char *word, size_t length, struct str *out)
{
    for (uint32_t k = 0; k < model_class_count(t->model) && t->is_murphi; k++) {
        const struct component_class *class = model_class(t->model, k);
        for (uint32_t i = 0; i < class->size && !class->is_inferred; i++) {
            const char *name = model_symbol_name(t->model, class->ids[i]);
            if (strncmp(name, word, length) == 0 && !name[length]) {
                add_element(t, (struct site){k, i}, out);
                return;
            }
        }
    }
    bool is_true = length == 4 && memcmp(word, "TRUE", 4) == 0, is_false = length == 5 && memcmp(word, "FALSE", 5) == 0;
    if (t->is_murphi && (is_true || is_false))
        str_add(t->mem, out, is_true ? "true" : "false");
    else
        str_add_bytes(t->mem, out, word, length);
}

static void add_value(struct invariant_text *t, type_id type, value v, struct str *out)
{
    struct str text = {0};
    model_add_value(t->model, type, v, &text);
    add_word(t, str_text(&text), text.count, out);
    str_free(t->mem, &text);
}

static void add_cell(struct invariant_text *t, cell_id cell, struct str *out)
{
    for (const char *at = model_cell(t->model, cell)->name; *at; at++) {
        str_add_char(t->mem, out, *at);
        if (*at != '[')
            continue;
        size_t length = strcspn(at + 1, "]");
        add_word(t, at + 1, length, out);
        at += length;
    }
    for (size_t i = 0; i < model_pool_count(t->model); i++) {
        struct pool p = model_pool(t->model, i);
        if (cell >= p.first && cell < p.first + p.width * p.places)
            t->error = CAUSE_PROOF_MULTISET_PLACES;
    }
}

// ---- What is said of a cell -----------------------------------------------------------------------------------------

// Which values a clause allows, by position; undefined is none of them.
struct allowed_values {
    bool *is_allowed;
    size_t size, allowed, others;
    bool has_none, allows_none;
};

static bool is_none(const struct type *type, value v)
{
    return type->has_none && v == type->none;
}

static void find_allowed(struct invariant_text *t, const struct sat_literal *literals, size_t count,
                         struct allowed_values *a)
{
    const struct type *type = model_type(t->model, model_cell(t->model, literals[0].cell)->type);
    struct cell_code code = cell_code_of(type);
    *a = (struct allowed_values){.size = (size_t)type_size(type), .has_none = type->has_none};
    a->is_allowed = mem_zalloc(t->mem, a->size + 1);
    for (size_t i = 0; i < a->size; i++) {
        uint64_t bits = cell_code_bits(&code, type_value(type, i));
        bool is_allowed = false;
        for (size_t k = 0; k < count; k++)
            is_allowed |= (bits >> literals[k].bit & 1) == literals[k].is_true;
        a->is_allowed[i] = is_allowed;
        if (is_none(type, type_value(type, i)))
            a->allows_none = is_allowed;
        else if (is_allowed)
            a->allowed++;
        else
            a->others++;
    }
}

// The cell has one of the values that are allowed, or, with != and &, none of the others.
static void add_values(struct invariant_text *t, cell_id cell, const struct allowed_values *a, struct str *out)
{
    type_id of = model_cell(t->model, cell)->type;
    const struct type *type = model_type(t->model, of);
    bool by_others = a->allowed > a->others;
    const char *between = "";
    for (size_t i = 0; i < a->size; i++) {
        if (a->is_allowed[i] == by_others || is_none(type, type_value(type, i)))
            continue;
        str_add(t->mem, out, "%s", between);
        add_cell(t, cell, out);
        str_add(t->mem, out, by_others ? " != " : " = ");
        add_value(t, of, type_value(type, i), out);
        between = by_others ? " & " : " | ";
    }
}

// Whether a value is there is asked before what it is.
static void add_listed(struct invariant_text *t, const struct sat_literal *literals, size_t count, struct str *out)
{
    struct allowed_values a;
    find_allowed(t, literals, count, &a);
    bool is_any = a.others == 0, is_asked = a.has_none && (!a.allows_none || !is_any), has_values = a.allowed > 0;
    str_add_char(t->mem, out, '(');
    if (is_asked) {
        str_add(t->mem, out, a.allows_none ? "isundefined(" : "!isundefined(");
        add_cell(t, literals[0].cell, out);
        str_add(t->mem, out, is_any || !has_values ? ")" : a.allows_none ? ") | (" : ") & (");
    }
    if (has_values && !is_any) {
        add_values(t, literals[0].cell, &a, out);
        str_add(t->mem, out, is_asked ? ")" : "");
    } else if (!is_asked) {
        str_add(t->mem, out, is_any ? (t->is_murphi ? "true" : "TRUE") : t->is_murphi ? "false" : "FALSE");
    }
    str_add_char(t->mem, out, ')');
    mem_free(t->mem, a.is_allowed, a.size + 1);
}

static void add_bits(struct invariant_text *t, const struct sat_literal *literals, size_t count, struct str *out)
{
    const struct type *type = model_type(t->model, model_cell(t->model, literals[0].cell)->type);
    for (size_t i = 0; i < count; i++) {
        unsigned bit = literals[i].bit;
        str_add(t->mem, out, i ? " | " : "");
        if (type->kind == TYPE_BOOLEAN) {
            str_add(t->mem, out, literals[i].is_true ? "" : "!");
            add_cell(t, literals[i].cell, out);
        } else if (type->kind == TYPE_WORD) {
            add_cell(t, literals[i].cell, out);
            str_add(t->mem, out, "[%u:%u] = 0ud1_%d", bit, bit, literals[i].is_true);
        } else {
            str_add_char(t->mem, out, '(');
            add_cell(t, literals[i].cell, out);
            str_add(t->mem, out, " / %" PRIu64 ") %s 2 = %d", UINT64_C(1) << bit, t->is_murphi ? "%" : "mod",
                    literals[i].is_true);
        }
    }
}

// What a clause says of one cell.
static void add_part(struct invariant_text *t, const struct sat_literal *literals, size_t count, struct str *out)
{
    const struct type *type = model_type(t->model, model_cell(t->model, literals[0].cell)->type);
    if (type->kind == TYPE_BOOLEAN || type->kind == TYPE_WORD)
        add_bits(t, literals, count, out);
    else if (type_size(type) <= MOST_VALUES)
        add_listed(t, literals, count, out);
    else if (type->kind == TYPE_INTEGER && !type->values && type->low == 0 && !type->has_none)
        add_bits(t, literals, count, out);
    else
        t->error = CAUSE_PROOF_TEXT_VALUES;
}

// ---- Clauses --------------------------------------------------------------------------------------------------------

static void add_quantifiers(struct invariant_text *t, struct str *out)
{
    for (size_t i = 0; i < t->named.count; i++)
        str_add(t->mem, out, "forall %s%zu: %s do ", t->name.at, i + 1,
                model_class(t->model, t->named.at[i].class)->name);
    for (size_t i = 0; i < t->named.count; i++)
        for (size_t k = 0; k < i; k++)
            if (t->named.at[i].class == t->named.at[k].class)
                str_add(t->mem, out, "%s%zu = %s%zu | ", t->name.at, k + 1, t->name.at, i + 1);
}

static void add_clause(struct invariant_text *t, const struct sat_literal *literals, size_t count)
{
    struct str body = {0}, all = {0};
    t->named.count = 0;
    for (size_t i = 0, last; i < count; i = last) {
        for (last = i + 1; last < count && literals[last].cell == literals[i].cell;)
            last++;
        str_add(t->mem, &body, i ? " | " : "");
        add_part(t, literals + i, last - i, &body);
    }
    add_quantifiers(t, &all);
    str_add(t->mem, &all, "%s", count ? str_text(&body) : t->is_murphi ? "false" : "FALSE");
    for (size_t i = 0; i < t->named.count; i++)
        str_add(t->mem, &all, " end");
    array_push(t->mem, &t->clauses, str_copy(t->mem, all.at));
    str_free(t->mem, &body);
    str_free(t->mem, &all);
}

static int shorter(const void *a, const void *b)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    size_t one = strlen(x), other = strlen(y);
    return one != other ? (one > other) - (one < other) : strcmp(x, y);
}

// Clauses of one orbit may be the same text.
static void leave_out_twice(struct invariant_text *t)
{
    size_t kept = 0;
    if (t->clauses.count > 1)
        qsort(t->clauses.at, t->clauses.count, sizeof *t->clauses.at, shorter);
    for (size_t i = 0; i < t->clauses.count; i++)
        if (kept > 0 && strcmp(t->clauses.at[kept - 1], t->clauses.at[i]) == 0)
            str_release(t->mem, t->clauses.at[i]);
        else
            t->clauses.at[kept++] = t->clauses.at[i];
    t->clauses.count = kept;
}

static void add_declarations(struct invariant_text *t, struct str *out)
{
    if (!t->is_murphi) {
        str_add(t->mem, out, "DEFINE\n  %s_invariant :=\n", t->name.at);
        for (size_t i = 0; i < t->clauses.count; i++)
            str_add(t->mem, out, "    %s (%s)\n", i ? "&" : " ", t->clauses.at[i]);
        str_add(t->mem, out, "%s  ;\nINVARSPEC NAME %s := %s_invariant;\n", t->clauses.count ? "" : "    TRUE\n",
                t->name.at, t->name.at);
        return;
    }
    for (size_t i = 0; i < t->clauses.count; i++)
        str_add(t->mem, out, "invariant \"inductive %zu\"\n  %s;\n", i + 1, t->clauses.at[i]);
    if (t->clauses.count == 0) // what is proved is true in whatever state
        str_add(t->mem, out, "invariant \"inductive 1\"\n  true;\n");
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void add_line(struct mem *mem, const char *before, const char *text, struct str *out)
{
    str_add(mem, out, "%s", before);
    for (; *text; text++)
        str_add_char(mem, out, *text == '\n' ? ' ' : *text);
    str_add_char(mem, out, '\n');
}

static bool is_interrupted(void *run)
{
    return watch_is_interrupted(run);
}

// Proves what holds, and tells of each property whether that was possible.
static size_t prove_all(struct run *run, const struct certificate_request *request, struct model *m,
                        struct sat_engine *engine, struct str *out)
{
    size_t proved = 0;
    for (size_t i = 0; i < request->count; i++) {
        size_t number = model_find_goal(m, request->goals[i].goal);
        if (!request->goals[i].holds || number == SIZE_MAX)
            continue;
        const struct property *p = model_property(m, number);
        struct sat_question q = sat_question_of(m, p->kind, p->formula);
        bool is_proved = q.condition != EXPR_NONE && !q.is_cover && sat_prove(engine, q.condition, run->watch.deadline);
        str_add(&run->mem, out, "--   %zu", number + 1);
        add_line(&run->mem, is_proved ? "  proved      " : "  not proved  ", p->text, out);
        proved += is_proved;
    }
    return proved;
}

static void write_all(struct run *run, const struct certificate_request *request, struct invariant_text *t,
                      struct model *m, struct str *out, size_t *proved)
{
    const struct sat_options options = {
        .methods = SAT_IC3, .symmetric_from = SAT_SYMMETRIC_FROM, .interrupted = is_interrupted, .context = run};
    struct sat_engine *engine = sat_new(m, &options, t->mem);
    add_line(t->mem, "-- An inductive invariant, found by IC3, to be appended to ", request->name, out);
    str_add(t->mem, out, t->is_murphi ? "" : "-- (to its module main)\n");
    *proved = prove_all(run, request, m, engine, out);
    for (size_t i = 0; i < sat_clause_count(engine) && !t->error; i++) {
        const struct sat_literal *literals;
        size_t count = sat_clause(engine, i, &literals);
        add_clause(t, literals, count);
    }
    sat_free(engine);
    leave_out_twice(t);
    if (*proved > 0)
        add_declarations(t, out);
}

bool invariant_text_make(struct run *run, const struct certificate_request *request, struct str *text, size_t *proved,
                         struct cause *obstacle)
{
    struct invariant_text t = {.mem = &run->mem, .is_murphi = request->reading.language == SUBJECT_MURPHI};
    struct subject subject;
    struct diag diag;
    *proved = 0;
    input_open_diagnostics(run, &diag);
    if (subject_open(&subject, request->name, request->text, request->length, &request->reading, t.mem, &diag)) {
        t.model = subject.model;
        find_name(&t, request->text, request->length);
        write_all(run, request, &t, subject.model, text, proved);
        *obstacle = cause_of(t.error);
    } else {
        *obstacle = cause_of(certificate_why_unreadable(run));
    }
    for (size_t i = 0; i < t.clauses.count; i++)
        str_release(t.mem, t.clauses.at[i]);
    array_free(t.mem, &t.clauses);
    array_free(t.mem, &t.named);
    str_free(t.mem, &t.name);
    subject_close(&subject);
    diag_close(&diag);
    return !obstacle->code;
}
