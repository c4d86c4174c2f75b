// What counters say, in Murphi's language: that none of some sets of counter states is there becomes a condition on
// components, for all elements that are in the local states that are counted.
#include <string.h>

#include "reduce/counter/counter_parts.h"

struct counter_text {
    const struct counter_reduction *r;
    const char *prefix; // of the names of elements
    struct str *out;
    uint32_t elements;   // that have names by now
    enum cause_code why; // something that the language has no words for
};

static void add(struct counter_text *t, const char *text)
{
    str_add(t->r->mem, t->out, "%s", text);
}

static void add_element(struct counter_text *t, uint32_t element)
{
    str_add(t->r->mem, t->out, "%si%u", t->prefix, element);
}

// ---- Values and places ----------------------------------------------------------------------------------------------

// Elements of scalarsets cannot be written; those of ranges are numbers.
static bool is_unspeakable(const struct model *m, const char *text, size_t length)
{
    for (size_t i = 0; i < model_class_count(m); i++) {
        const struct component_class *class = model_class(m, i);
        for (size_t e = 0; e < class->size && !class->is_inferred; e++) {
            const char *name = model_symbol_name(m, class->ids[e]);
            if (strncmp(name, text, length) == 0 && !name[length])
                return true;
        }
    }
    return false;
}

static void add_value(struct counter_text *t, type_id type, value v)
{
    struct str text = {0};
    model_add_value(t->r->from, type, v, &text);
    const char *name = str_text(&text);
    if (is_unspeakable(t->r->from, name, strlen(name)))
        t->why = CAUSE_COUNTER_FIXED_ELEMENTS;
    add(t, strcmp(name, "TRUE") == 0 ? "true" : strcmp(name, "FALSE") == 0 ? "false" : name);
    str_free(t->r->mem, &text);
}

// The name of a cell; in one of its brackets, counted from 1, an element takes the place of what is there.
static void add_place(struct counter_text *t, const char *name, uint32_t replaced, uint32_t element)
{
    uint32_t bracket = 0;
    for (const char *at = name; *at; at++) {
        str_add_char(t->r->mem, t->out, *at);
        if (*at != '[')
            continue;
        size_t length = strcspn(at + 1, "]");
        if (++bracket == replaced) {
            add_element(t, element);
            at += length;
        } else if (is_unspeakable(t->r->from, at + 1, length)) {
            t->why = CAUSE_COUNTER_FIXED_ELEMENTS;
        }
    }
}

// In which bracket the element stands: where the names of the cells of two elements differ.
static uint32_t bracket_of(const struct counter_reduction *r, const struct counted *k, uint32_t column)
{
    const char *one = model_cell(r->from, k->cells[column])->name;
    const char *other = model_cell(r->from, k->cells[k->cell_columns + column])->name;
    uint32_t bracket = 0;
    for (size_t i = 0; one[i] && one[i] == other[i]; i++)
        bracket += one[i] == '[';
    return bracket;
}

// "place = value", where whether it is defined comes before what it is.
static void add_equation(struct counter_text *t, cell_id cell, uint32_t bracket, uint32_t element, value v)
{
    const struct cell *c = model_cell(t->r->from, cell);
    const struct type *type = model_type(t->r->from, c->type);
    if (type->has_none) {
        add(t, v == type->none ? "isundefined(" : "(!isundefined(");
        add_place(t, c->name, bracket, element);
        add(t, v == type->none ? ")" : ") & ");
    }
    if (type->has_none && v == type->none)
        return;
    add_place(t, c->name, bracket, element);
    add(t, " = ");
    add_value(t, c->type, v);
    add(t, type->has_none ? ")" : "");
}

// Whether a global cell holds the element.
static void add_pointing(struct counter_text *t, const struct pointer *p, uint32_t element, bool points)
{
    const struct cell *c = model_cell(t->r->from, p->cell);
    bool has_none = model_type(t->r->from, c->type)->has_none;
    if (has_none) {
        add(t, points ? "(!isundefined(" : "(isundefined(");
        add_place(t, c->name, 0, 0);
        add(t, points ? ") & " : ") | ");
    }
    add_place(t, c->name, 0, 0);
    add(t, points ? " = " : " != ");
    add_element(t, element);
    add(t, has_none ? ")" : "");
}

static void add_local(struct counter_text *t, const struct counted *k, uint32_t local, uint32_t element)
{
    const value *columns = tuples_at(&k->locals, local);
    const char *before = "";
    for (uint32_t i = 0; i < k->cell_columns; i++) {
        add(t, before);
        add_equation(t, k->cells[i], bracket_of(t->r, k, i), element, columns[i]);
        before = " & ";
    }
    for (uint32_t i = 0; i < k->pointers.count; i++) {
        add(t, before);
        add_pointing(t, &t->r->pointers.at[k->pointers.at[i]], element, columns[k->cell_columns + i]);
        before = " & ";
    }
    add(t, *before ? "" : "true");
}

// ---- Clauses --------------------------------------------------------------------------------------------------------

struct counter_place {
    uint32_t class, local;
};

static bool find_counter(const struct counter_reduction *r, cell_id cell, struct counter_place *place)
{
    for (uint32_t k = 0; k < r->counted.count; k++)
        for (uint32_t i = 0; i < r->counted.at[k].locals.count; i++)
            if (r->counted.at[k].counters[i] == cell) {
                *place = (struct counter_place){k, i};
                return true;
            }
    return false;
}

static void open_elements(struct counter_text *t, const struct counted *k, value count, const char *word)
{
    for (value i = 0; i < count; i++) {
        add(t, word);
        add_element(t, t->elements + (uint32_t)i + 1);
        str_add(t->r->mem, t->out, ": %s do ", k->class->name);
    }
}

// That so many different elements, from the last one on that has a name, are in the local state.
static void add_elements(struct counter_text *t, const struct counted *k, uint32_t local, value count)
{
    uint32_t first = t->elements + 1;
    for (value i = 1; i < count; i++)
        for (value j = 0; j < i; j++) {
            add_element(t, first + (uint32_t)j);
            add(t, " != ");
            add_element(t, first + (uint32_t)i);
            add(t, " & ");
        }
    for (value i = 0; i < count; i++) {
        add(t, i ? " & " : "");
        add_local(t, k, local, first + (uint32_t)i);
    }
    t->elements += (uint32_t)count;
}

// At least so many are in the local state.
static void add_some(struct counter_text *t, const struct counted *k, uint32_t local, value count)
{
    add(t, "(");
    open_elements(t, k, count, "exists ");
    add_elements(t, k, local, count);
    for (value i = 0; i < count; i++)
        add(t, " end");
    add(t, ")");
}

// Of a counter: the least and the largest number. What lies between is allowed, too.
static void find_bounds(const struct type *type, const bool *allowed, value *low, value *high)
{
    *low = type->low;
    *high = type->high;
    while (*low < *high && !allowed[*low - type->low])
        ++*low;
    while (*low < *high && !allowed[*high - type->low])
        --*high;
}

static bool is_plain(const struct counter_reduction *r, cell_id cell, cell_id *from, const struct pointer **pointer)
{
    *pointer = NULL;
    for (cell_id i = 0; i < r->cell_count; i++)
        if (r->places[i].kind == CELL_IS_PLAIN && r->places[i].copy == cell) {
            *from = i;
            return true;
        }
    for (uint32_t i = 0; i < r->pointers.count; i++)
        if (r->pointers.at[i].rest == cell) {
            *from = r->pointers.at[i].cell;
            *pointer = &r->pointers.at[i];
            return true;
        }
    return false;
}

// That a global cell has one value of a list. For an element of a class, that is any of them.
static void add_plain(struct counter_text *t, cell_id cell, const bool *allowed)
{
    const struct type *type = model_type(t->r->to, model_cell(t->r->to, cell)->type);
    const struct pointer *pointer;
    cell_id from;
    const char *before = "(";
    if (!is_plain(t->r, cell, &from, &pointer)) {
        t->why = CAUSE_COUNTER_NAMELESS;
        return;
    }
    for (uint64_t i = 0; i < type_size(type); i++) {
        value v = type_value(type, i);
        struct site site = pointer ? counter_site(t->r, v) : (struct site){UINT32_MAX, 0};
        if (!allowed[i])
            continue;
        add(t, before);
        before = " | ";
        if (site.class == UINT32_MAX) {
            add_equation(t, from, 0, 0, v);
            continue;
        }
        const struct counted *k = &t->r->counted.at[site.class];
        add(t, "(");
        open_elements(t, k, 1, "exists ");
        add_pointing(t, pointer, ++t->elements, true);
        add(t, " end)");
    }
    add(t, ")");
}

static bool end_text(struct counter_text *t, enum cause_code *why)
{
    *why = t->why;
    return !t->why;
}

// What is asked of numbers from below comes before the arrow, what is asked from above behind it.
bool counter_print_clause(const struct counter_reduction *r, const bool *const *allowed, const char *prefix,
                          struct str *out, enum cause_code *why)
{
    struct counter_text t = {.r = r, .prefix = prefix, .out = out};
    uint32_t opened = 0;
    const char *between = "";
    struct counter_place place;
    value low, high;
    for (cell_id c = 0; c < model_cell_count(r->to); c++)
        if (allowed[c] && find_counter(r, c, &place)) {
            find_bounds(model_type(r->to, model_cell(r->to, c)->type), allowed[c], &low, &high);
            open_elements(&t, &r->counted.at[place.class], low, "forall ");
            t.elements += (uint32_t)low;
        }
    opened = t.elements;
    t.elements = 0;
    add(&t, "!(");
    for (cell_id c = 0; c < model_cell_count(r->to); c++) {
        if (!allowed[c] || !find_counter(r, c, &place))
            continue;
        find_bounds(model_type(r->to, model_cell(r->to, c)->type), allowed[c], &low, &high);
        if (low == 0)
            continue;
        add(&t, between);
        add_elements(&t, &r->counted.at[place.class], place.local, low);
        between = " & ";
    }
    for (cell_id c = 0; c < model_cell_count(r->to); c++) {
        if (!allowed[c] || find_counter(r, c, &place))
            continue;
        add(&t, between);
        add_plain(&t, c, allowed[c]);
        between = " & ";
    }
    add(&t, *between ? ")" : "true)");
    for (cell_id c = 0; c < model_cell_count(r->to); c++) {
        if (!allowed[c] || !find_counter(r, c, &place))
            continue;
        const struct type *type = model_type(r->to, model_cell(r->to, c)->type);
        find_bounds(type, allowed[c], &low, &high);
        if (high == type->high)
            continue;
        add(&t, " | ");
        add_some(&t, &r->counted.at[place.class], place.local, high + 1);
    }
    for (uint32_t i = 0; i < opened; i++)
        add(&t, " end");
    return end_text(&t, why);
}

bool counter_print_locals(const struct counter_reduction *r, uint32_t class, const char *prefix, struct str *out,
                          enum cause_code *why)
{
    struct counter_text t = {.r = r, .prefix = prefix, .out = out};
    const struct counted *k = &r->counted.at[class];
    open_elements(&t, k, 1, "forall ");
    for (uint32_t i = 0; i < k->locals.count; i++) {
        add(&t, i ? " | (" : "(");
        add_local(&t, k, i, 1);
        add(&t, ")");
    }
    add(&t, " end");
    return end_text(&t, why);
}
