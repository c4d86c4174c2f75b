// Cycles of variables come first, wherever they stand: a number that moves goes where its variable goes.
#include "group/cycles.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "group/symmetry.h"

struct reader {
    const struct model *model;
    struct mem *mem;
    struct diag *diag;
    struct symmetry *classes;                     // of the model; NULL if it has none
    uint32_t *elements;                           // where those of its classes go
    const struct annotated_item **element_movers; // by element: what moves it, or NULL
    bool moves_elements;
    const struct symmetry_annotation *stated;
    const struct annotated_item **movers; // by cell: what moves it, or NULL
    struct generator g;
    bool good;
};

// ---- Messages -------------------------------------------------------------------------------------------------------

// A module's text is read once for each of its instances; one message for a place is enough.
static bool is_told(const struct diag *diag, struct diag_range place)
{
    for (size_t i = 0; i < diag->messages.count; i++) {
        const struct diag_range *r = &diag->messages.at[i].range;
        if (r->source == place.source && r->offset == place.offset && r->length == place.length)
            return true;
    }
    return false;
}

__attribute__((format(printf, 3, 4))) static bool fail(struct reader *r, struct diag_range place, const char *format,
                                                       ...)
{
    struct str text = {0};
    va_list arguments;
    va_start(arguments, format);
    str_vadd(r->mem, &text, format, arguments);
    va_end(arguments);
    if (!is_told(r->diag, place))
        diag_error(r->diag, place, "%s", str_text(&text));
    str_free(r->mem, &text);
    r->good = false;
    return false;
}

#define SHOWN_VALUES 8

static void add_type(const struct reader *r, type_id id, struct str *out)
{
    const struct type *t = model_type(r->model, id);
    uint64_t count = type_size(t);
    switch (t->kind) {
    case TYPE_BOOLEAN:
        str_add(r->mem, out, "a truth value");
        return;
    case TYPE_WORD:
        str_add(r->mem, out, "%s word[%u]", t->is_signed ? "a signed" : "an unsigned", t->width);
        return;
    case TYPE_INTEGER:
        if (!t->values) {
            str_add(r->mem, out, "%" PRId64 "..%" PRId64, t->low + t->has_none, t->high);
            return;
        }
        break;
    default:
        break;
    }
    str_add_char(r->mem, out, '{');
    for (uint64_t i = 0; i < count && i < SHOWN_VALUES; i++) {
        str_add(r->mem, out, i ? ", " : "");
        model_add_value(r->model, id, type_value(t, i), out);
    }
    str_add(r->mem, out, count > SHOWN_VALUES ? ", ...}" : "}");
}

static const char *role_text(enum cell_role role)
{
    return role == CELL_INPUT    ? "an input"
           : role == CELL_FROZEN ? "a variable that never changes"
                                 : "a variable of the state";
}

// ---- Variables ------------------------------------------------------------------------------------------------------

// Whether a name goes on behind a beginning as that of a part does; *rest is what follows.
static bool is_part(const char *name, const char *beginning, const char **rest)
{
    size_t length = strlen(beginning);
    if (strncmp(name, beginning, length) != 0)
        return false;
    *rest = name + length;
    return **rest == 0 || **rest == '.' || **rest == '[';
}

static cell_id find_joined(const struct reader *r, const char *beginning, const char *rest)
{
    struct str name = {0};
    str_add(r->mem, &name, "%s%s", beginning, rest);
    cell_id found = model_find_cell(r->model, str_text(&name));
    str_free(r->mem, &name);
    return found;
}

static void move_cell(struct reader *r, cell_id c, cell_id to, const struct annotated_item *item)
{
    const char *name = model_cell(r->model, c)->name;
    if (r->movers[c]) {
        if (strcmp(r->movers[c]->name, item->name) == 0)
            fail(r, item->place, "\"%s\" is in this symmetry twice", item->name);
        else
            fail(r, item->place, "\"%s\" is moved twice in this symmetry: by \"%s\", and by \"%s\"", name,
                 r->movers[c]->name, item->name);
        return;
    }
    r->movers[c] = item;
    r->g.cells[c] = to;
}

// All that one name stands for goes to what the next one stands for.
static void move_item(struct reader *r, const struct annotated_item *item, const struct annotated_item *next)
{
    size_t count = 0;
    const char *rest;
    for (cell_id c = 0; c < r->g.cell_count && r->good; c++) {
        if (!is_part(model_cell(r->model, c)->name, item->name, &rest))
            continue;
        cell_id to = find_joined(r, next->name, rest);
        count++;
        if (to == CELL_NONE && !*rest)
            fail(r, next->place, "\"%s\" is a variable, and \"%s\" is none", item->name, next->name);
        else if (to == CELL_NONE)
            fail(r, next->place, "there is no \"%s%s\" for \"%s%s\" to go to", next->name, rest, item->name, rest);
        else
            move_cell(r, c, to, item);
    }
    if (r->good && count == 0)
        fail(r, item->place, item->kind ? "there are no variables in \"%s\"" : "there is no variable \"%s\"",
             item->name);
}

static bool are_of_one_kind(struct reader *r, const struct annotated_item *a, const struct annotated_item *b)
{
    if (a->kind && b->kind && strcmp(a->kind, b->kind) != 0)
        return fail(r, b->place, "\"%s\" is an instance of module %s, and \"%s\" of module %s", a->name, a->kind,
                    b->name, b->kind);
    if (!a->kind != !b->kind)
        return fail(r, b->place, "\"%s\" is an instance of a module, and \"%s\" is none", a->kind ? a->name : b->name,
                    a->kind ? b->name : a->name);
    return true;
}

// ---- Elements of classes --------------------------------------------------------------------------------------------

// The element whose id has the name, counted through all classes, or UINT32_MAX.
static uint32_t find_element(const struct reader *r, const char *name)
{
    for (uint32_t c = 0; r->classes && c < r->classes->class_count; c++) {
        const struct component_class *class = model_class(r->model, c);
        for (uint32_t i = 0; i < class->size; i++)
            if (strcmp(model_symbol_name(r->model, class->ids[i]), name) == 0)
                return r->classes->first[c] + i;
    }
    return UINT32_MAX;
}

static void move_element(struct reader *r, uint32_t element, const struct annotated_item *item,
                         const struct annotated_item *next)
{
    assert(r->classes); // which have the element
    uint32_t to = find_element(r, next->name);
    const char *class = model_class(r->model, r->classes->class_of[element])->name;
    if (to == UINT32_MAX)
        fail(r, next->place, "\"%s\" is an element of %s, and \"%s\" is none", item->name, class, next->name);
    else if (r->classes->class_of[to] != r->classes->class_of[element])
        fail(r, next->place, "\"%s\" is an element of %s, and \"%s\" of %s", item->name, class, next->name,
             model_class(r->model, r->classes->class_of[to])->name);
    else if (r->element_movers[element])
        fail(r, item->place, "\"%s\" is in this symmetry twice", item->name);
    else
        r->elements[element] = to;
    r->element_movers[element] = item;
    r->moves_elements = true;
}

// What moves a cell: the first of the elements it is placed at that go elsewhere.
static const struct annotated_item *mover_of_placed(const struct reader *r, cell_id c)
{
    struct placement p = model_placement(r->model, c);
    for (size_t i = 0; i < p.site_count; i++) {
        uint32_t element = r->classes->first[p.sites[i].class] + p.sites[i].element;
        if (r->elements[element] != element)
            return r->element_movers[element];
    }
    return NULL;
}

// Whether a multiset has ids of elements that move in it, or arrays of such elements. Its elements are kept in order by
// what they are.
static bool moves_in_pools(const struct reader *r)
{
    for (size_t i = 0; i < model_pool_count(r->model); i++) {
        struct pool pool = model_pool(r->model, i);
        cell_id end = pool.first + pool.width * pool.places;
        for (cell_id c = pool.first; c < pool.first + pool.width; c++) {
            const struct type *t = model_type(r->model, model_cell(r->model, c)->type);
            cell_id to = symmetry_cell(r->classes, r->elements, c);
            if (to != c && to >= pool.first && to < end) // of an array in what it holds
                return true;
            for (size_t k = 0; t->kind == TYPE_ENUM && k < t->count; k++)
                if (symmetry_value(r->classes, r->elements, t, t->values[k]) != t->values[k])
                    return true;
        }
    }
    return false;
}

// What is placed at elements that move goes with them, and so do their ids.
static void move_placed(struct reader *r)
{
    for (cell_id c = 0; c < r->g.cell_count && r->good; c++) {
        cell_id to = symmetry_cell(r->classes, r->elements, c);
        if (to != c)
            move_cell(r, c, to, mover_of_placed(r, c));
    }
    if (r->good && moves_in_pools(r) && !is_told(r->diag, r->stated->place))
        diag_warning(r->diag, r->stated->place,
                     "a multiset holds what moves here, and its places are not sorted again: it is no symmetry of the "
                     "model as it is stored");
    for (uint32_t e = 0; e < r->classes->element_count; e++) {
        uint32_t class = r->classes->class_of[e], first = r->classes->first[class];
        const value *ids = model_class(r->model, class)->ids;
        if (r->elements[e] != e)
            array_push(r->mem, &r->g.values,
                       ((struct value_move){CELL_NONE, ids[e - first], ids[r->elements[e] - first]}));
    }
}

static void read_cell_cycle(struct reader *r, const struct annotated_cycle *cycle)
{
    for (size_t i = 0; i < cycle->count && r->good; i++) {
        const struct annotated_item *item = &cycle->items[i], *next = &cycle->items[(i + 1) % cycle->count];
        uint32_t element = find_element(r, item->name);
        if (element != UINT32_MAX)
            move_element(r, element, item, next);
        else if (are_of_one_kind(r, item, next))
            move_item(r, item, next);
    }
}

// ---- Values ---------------------------------------------------------------------------------------------------------

// A symbol by its name, if a variable can have it; else VALUE_LARGEST, which is none.
static value find_symbol(const struct reader *r, const char *name)
{
    for (cell_id c = 0; c < r->g.cell_count; c++) {
        const struct type *t = model_type(r->model, model_cell(r->model, c)->type);
        for (size_t i = 0; t->kind == TYPE_ENUM && i < t->count; i++)
            if (value_is_symbol(t->values[i]) && !(t->has_none && t->values[i] == t->none) &&
                strcmp(model_symbol_name(r->model, t->values[i]), name) == 0)
                return t->values[i];
    }
    return VALUE_LARGEST;
}

static bool moves_value(const struct reader *r, cell_id cell, value from)
{
    for (size_t i = 0; i < r->g.values.count; i++)
        if (r->g.values.at[i].cell == cell && r->g.values.at[i].from == from)
            return true;
    return false;
}

static void move_value(struct reader *r, const struct annotated_item *item, cell_id cell, value from, value to)
{
    if (moves_value(r, cell, from))
        fail(r, item->place, "this value is in this symmetry twice");
    else
        array_push(r->mem, &r->g.values, ((struct value_move){cell, from, to}));
}

#define WIDEST_WORD 16 // all values of a word that are moved are looked at

// A number, a truth value or a word, and the variable that it is in.
static bool find_number(struct reader *r, const struct annotated_item *item, cell_id *cell)
{
    struct str text = {0};
    *cell = model_find_cell(r->model, item->name);
    if (*cell == CELL_NONE)
        return fail(r, item->place, "there is no variable \"%s\"", item->name);
    type_id id = model_cell(r->model, *cell)->type;
    const struct type *t = model_type(r->model, id);
    const struct type *given = model_type(r->model, item->type);
    bool is_number = given->kind == TYPE_INTEGER;
    struct str number = {0};
    model_add_value(r->model, item->type, item->number, &number);
    add_type(r, id, &text);
    if (is_number && t->kind != TYPE_INTEGER)
        fail(r, item->place, "\"%s\" is %s, which has no numbers to move", item->name, str_text(&text));
    else if (t->kind != given->kind || (t->kind == TYPE_WORD && id != item->type) || !type_contains(t, item->number) ||
             (t->has_none && item->number == t->none))
        fail(r, item->place, "\"%s\" is %s, and %s is not in it", item->name, str_text(&text), str_text(&number));
    else if (t->kind == TYPE_WORD && t->width > WIDEST_WORD)
        fail(r, item->place, "\"%s\" is %s, and values of words with more than %d bits do not move", item->name,
             str_text(&text), WIDEST_WORD);
    str_free(r->mem, &text);
    str_free(r->mem, &number);
    return r->good;
}

static void fail_between(struct reader *r, const struct annotated_item *at, const struct annotated_item *number,
                         const struct annotated_item *other)
{
    struct str text = {0};
    model_add_value(r->model, number->type, number->number, &text);
    fail(r, at->place, "\"%s=%s\" is the value of a variable, and \"%s\" is none", number->name, str_text(&text),
         other->name);
    str_free(r->mem, &text);
}

static void move_number(struct reader *r, const struct annotated_item *item, const struct annotated_item *next)
{
    cell_id from, to;
    if (!next->has_number)
        fail_between(r, next, item, next);
    else if (!find_number(r, item, &from) || !find_number(r, next, &to))
        return;
    else if (r->g.cells[from] != to)
        fail(r, next->place, "the values of \"%s\" go to \"%s\", and not to \"%s\"", item->name,
             model_cell(r->model, r->g.cells[from])->name, next->name);
    else
        move_value(r, item, from, item->number, next->number);
}

static void move_symbol(struct reader *r, const struct annotated_item *item, const struct annotated_item *next)
{
    value from = find_symbol(r, item->name), to = find_symbol(r, next->name);
    if (next->has_number)
        fail_between(r, next, next, item);
    else if (from == VALUE_LARGEST || to == VALUE_LARGEST)
        fail(r, from == VALUE_LARGEST ? item->place : next->place, "no variable has a value \"%s\"",
             from == VALUE_LARGEST ? item->name : next->name);
    else
        move_value(r, item, CELL_NONE, from, to);
}

static void read_value_cycle(struct reader *r, const struct annotated_cycle *cycle)
{
    for (size_t i = 0; i < cycle->count && r->good; i++) {
        const struct annotated_item *item = &cycle->items[i], *next = &cycle->items[(i + 1) % cycle->count];
        if (item->has_number)
            move_number(r, item, next);
        else
            move_symbol(r, item, next);
    }
}

// Symbols that have the names of instances say whose turn it is.
static void move_turns_of(struct reader *r, const struct type *t, const struct annotated_item *item,
                          const struct annotated_item *next)
{
    const char *rest;
    for (size_t i = 0; t->kind == TYPE_ENUM && i < t->count; i++) {
        if (!value_is_symbol(t->values[i]) || moves_value(r, CELL_NONE, t->values[i]) ||
            !is_part(model_symbol_name(r->model, t->values[i]), item->name, &rest))
            continue;
        struct str name = {0};
        str_add(r->mem, &name, "%s%s", next->name, rest);
        value to = find_symbol(r, str_text(&name));
        str_free(r->mem, &name);
        if (to != VALUE_LARGEST)
            array_push(r->mem, &r->g.values, ((struct value_move){CELL_NONE, t->values[i], to}));
    }
}

static void move_turns(struct reader *r, const struct annotated_cycle *cycle)
{
    for (size_t i = 0; i < cycle->count && r->good; i++)
        for (cell_id c = 0; cycle->items[i].kind && c < r->g.cell_count; c++)
            move_turns_of(r, model_type(r->model, model_cell(r->model, c)->type), &cycle->items[i],
                          &cycle->items[(i + 1) % cycle->count]);
}

// ---- Whether it fits ------------------------------------------------------------------------------------------------

static void tell_types(struct reader *r, cell_id c)
{
    const struct cell *from = model_cell(r->model, c), *to = model_cell(r->model, r->g.cells[c]);
    struct str types[2] = {{0}, {0}};
    add_type(r, from->type, &types[0]);
    add_type(r, to->type, &types[1]);
    struct diag_range place = r->movers[c] ? r->movers[c]->place : r->stated->place;
    if (from == to)
        fail(r, place, "\"%s\" is %s, and has not all the values that its own go to", from->name, str_text(&types[0]));
    else if (from->type == to->type)
        fail(r, place, "the values of \"%s\" and \"%s\" do not fit: two go to one", from->name, to->name);
    else
        fail(r, place, "\"%s\" is %s, and \"%s\" is %s: they cannot be exchanged", from->name, str_text(&types[0]),
             to->name, str_text(&types[1]));
    str_free(r->mem, &types[0]);
    str_free(r->mem, &types[1]);
}

static void check_fit(struct reader *r)
{
    for (cell_id c = 0; c < r->g.cell_count && r->good; c++) {
        const struct cell *from = model_cell(r->model, c), *to = model_cell(r->model, r->g.cells[c]);
        if (from->role != to->role)
            fail(r, r->movers[c]->place, "\"%s\" is %s, and \"%s\" is %s: they cannot be exchanged", from->name,
                 role_text(from->role), to->name, role_text(to->role));
        else if (!generator_values_fit(&r->g, r->model, c, r->mem))
            tell_types(r, c);
    }
    struct str why_not = {0};
    if (r->good && !generator_fits(&r->g, r->model, r->mem, &why_not))
        fail(r, r->stated->place, "this is no permutation: %s", str_text(&why_not));
    str_free(r->mem, &why_not);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static void read_cycles(struct reader *r)
{
    const struct symmetry_annotation *stated = r->stated;
    for (size_t i = 0; i < stated->count && r->good; i++)
        if (!stated->cycles[i].of_values)
            read_cell_cycle(r, &stated->cycles[i]);
    if (r->good && r->moves_elements)
        move_placed(r);
    for (size_t i = 0; i < stated->count && r->good; i++)
        if (stated->cycles[i].of_values)
            read_value_cycle(r, &stated->cycles[i]);
    for (size_t i = 0; i < stated->count && r->good; i++)
        if (!stated->cycles[i].of_values)
            move_turns(r, &stated->cycles[i]);
    if (r->good)
        check_fit(r);
}

static bool read_one(struct reader *r, const struct symmetry_annotation *stated, generator_array *out)
{
    size_t cells = model_cell_count(r->model);
    r->stated = stated;
    r->g = generator_identity(r->model, r->mem);
    r->movers = mem_zalloc(r->mem, (cells + 1) * sizeof *r->movers);
    r->moves_elements = false;
    r->good = true;
    size_t elements = r->classes ? r->classes->element_count : 0;
    r->element_movers = mem_zalloc(r->mem, (elements + 1) * sizeof *r->element_movers);
    if (r->classes)
        permutation_identity(r->classes, r->elements);
    read_cycles(r);
    mem_free(r->mem, r->element_movers, (elements + 1) * sizeof *r->element_movers);
    mem_free(r->mem, r->movers, (cells + 1) * sizeof *r->movers);
    if (r->good) {
        r->g.text = str_copy(r->mem, stated->text);
        array_push(r->mem, out, r->g);
    } else {
        generator_free(r->mem, &r->g);
    }
    return r->good;
}

bool cycles_read(const struct model *m, size_t first, generator_array *out, struct diag *diag, struct mem *mem)
{
    struct reader r = {.model = m, .mem = mem, .diag = diag};
    size_t count = model_symmetry_annotation_count(m);
    bool good = true;
    if (first >= count)
        return true;
    if (model_class_count(m)) {
        r.classes = symmetry_new(m, mem);
        r.elements = mem_alloc(mem, (r.classes->element_count + 1) * sizeof *r.elements);
    }
    for (size_t i = first; i < count; i++)
        good &= read_one(&r, model_symmetry_annotation(m, i), out);
    if (r.classes)
        mem_free(mem, r.elements, (r.classes->element_count + 1) * sizeof *r.elements);
    symmetry_free(r.classes);
    return good;
}
