// What is in a model, for people: its variables and their types, its classes of components, actions and properties.
#include "report/model_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "report/report.h"
#include "report/trace_view.h"

struct model_text {
    const struct model *model;
    struct mem *mem;
    struct str *out;
};

static void add_text(struct model_text *t, const char *text)
{
    utf8_add_printable(t->mem, t->out, text, strlen(text));
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

// ---- Variables ------------------------------------------------------------------------------------------------------

#define MOST_VALUES 12 // of an enumeration that are listed

static void add_values(struct model_text *t, type_id id, const struct type *type)
{
    str_add_char(t->mem, t->out, '{');
    for (size_t k = 0; k < type->count && k < MOST_VALUES; k++) {
        str_add(t->mem, t->out, k ? ", " : "");
        model_add_value(t->model, id, type->values[k], t->out);
    }
    if (type->count > MOST_VALUES)
        str_add(t->mem, t->out, ", ... (%zu values)", type->count);
    str_add_char(t->mem, t->out, '}');
}

// Elements of a range of numbers, which are symbols, as the range that was written.
static bool is_range(struct model_text *t, const struct type *type, value *low, value *high)
{
    bool result = model_symbol_number(t->model, type->values[0], low);
    for (size_t k = 1; k < type->count && result; k++)
        result = model_symbol_number(t->model, type->values[k], high) && *high == *low + (value)k;
    return result && type->count > 1;
}

static void add_type(struct model_text *t, type_id id)
{
    const struct type *type = model_type(t->model, id);
    value low, high;
    if (type->kind == TYPE_BOOLEAN)
        str_add(t->mem, t->out, "boolean");
    else if (type->kind == TYPE_WORD)
        str_add(t->mem, t->out, "%s word[%u]", type->is_signed ? "signed" : "unsigned", type->width);
    else if (type->values && is_range(t, type, &low, &high))
        str_add(t->mem, t->out, "%lld..%lld", (long long)low, (long long)high);
    else if (type->values)
        add_values(t, id, type);
    else
        str_add(t->mem, t->out, "%lld..%lld", (long long)type->low, (long long)type->high);
}

// The least number of bits that tell so many values apart.
static unsigned bits_for(uint64_t values)
{
    unsigned bits = 0;
    while (bits < 64 && (values - 1) >> bits)
        bits++;
    return bits;
}

static unsigned bits_of(struct model_text *t, const struct cell *cell)
{
    const struct type *type = model_type(t->model, cell->type);
    return type->kind == TYPE_WORD ? type->width : bits_for(type_size(type));
}

static void add_cells(struct model_text *t, enum cell_role role, const char *title)
{
    size_t count = 0, bits = 0;
    for (cell_id c = 0; c < model_cell_count(t->model); c++)
        if (model_cell(t->model, c)->role == role && !model_cell(t->model, c)->is_hidden) {
            count++;
            bits += bits_of(t, model_cell(t->model, c));
        }
    if (count == 0)
        return;
    str_add(t->mem, t->out, "%zu %s%s, %zu bit%s\n", count, title, plural(count), bits, plural(bits));
    for (cell_id c = 0; c < model_cell_count(t->model); c++) {
        const struct cell *cell = model_cell(t->model, c);
        if (cell->role != role || cell->is_hidden)
            continue;
        str_add(t->mem, t->out, "  ");
        add_text(t, cell->name);
        str_add(t->mem, t->out, " : ");
        add_type(t, cell->type);
        str_add_char(t->mem, t->out, '\n');
    }
}

void report_count_states(const struct model *model, mpz_t count)
{
    mpz_set_ui(count, 1);
    for (cell_id c = 0; c < model_cell_count(model); c++) {
        const struct cell *cell = model_cell(model, c);
        const struct type *type = model_type(model, cell->type);
        if (cell->role == CELL_INPUT)
            continue;
        if (type->kind == TYPE_WORD) // 2^64 values are one more than a number holds
            mpz_mul_2exp(count, count, type->width);
        else
            mpz_mul_ui(count, count, type_size(type));
    }
}

void report_text_states(const struct model *model, const char *reachable, const char *orbits, bool are_orbits,
                        struct mem *mem, struct str *out)
{
    mpz_t all;
    mpz_init(all);
    report_count_states(model, all);
    char *total = mpz_get_str(NULL, 10, all);
    str_add(mem, out, "reachable states: %s of %s", reachable, total);
    if (strcmp(orbits, reachable) != 0)
        report_text_orbits(orbits, are_orbits, mem, out);
    str_add_char(mem, out, '\n');
    free(total);
    mpz_clear(all);
}

static void add_possible_states(struct model_text *t)
{
    mpz_t all;
    mpz_init(all);
    report_count_states(t->model, all);
    char *text = mpz_get_str(NULL, 10, all);
    str_add(t->mem, t->out, "%s possible state%s\n", text, plural(mpz_cmp_ui(all, 1) == 0 ? 1 : 2));
    free(text);
    mpz_clear(all);
}

// ---- Components -----------------------------------------------------------------------------------------------------

static void add_classes(struct model_text *t)
{
    size_t count = model_class_count(t->model);
    if (count == 0)
        return;
    str_add(t->mem, t->out, "%zu class%s of components\n", count, count == 1 ? "" : "es");
    for (size_t k = 0; k < count; k++) {
        const struct component_class *class = model_class(t->model, k);
        str_add(t->mem, t->out, "  ");
        add_text(t, class->name);
        str_add(t->mem, t->out, ": %zu element%s, %s", class->size, plural(class->size),
                class->obstacle      ? "not used as a symmetry: "
                : class->is_ring     ? "a ring"
                : class->is_inferred ? "a range that is used like a scalarset"
                                     : "a scalarset");
        if (class->obstacle)
            add_text(t, class->obstacle);
        str_add_char(t->mem, t->out, '\n');
    }
}

// ---- Behaviour and properties ---------------------------------------------------------------------------------------

static void add_behaviour(struct model_text *t)
{
    size_t actions = model_action_count(t->model);
    size_t initial = model_initial(t->model).count, invariants = model_invariants(t->model).count;
    size_t steps = model_steps(t->model).count;
    str_add(t->mem, t->out, "%zu constraint%s on initial states, %zu on all states, %zu on all steps\n", initial,
            plural(initial), invariants, steps);
    str_add(t->mem, t->out, "%zu action%s\n", actions, plural(actions));
    for (size_t k = 0; k < actions; k++) {
        const struct action *action = model_action(t->model, k);
        str_add(t->mem, t->out, "  ");
        add_text(t, action->name[0] ? action->name : "all variables at once");
        str_add(t->mem, t->out, ": %zu part%s", action->part_count, plural(action->part_count));
        if (action->kept_count)
            str_add(t->mem, t->out, ", keeps %zu variable%s", action->kept_count, plural(action->kept_count));
        str_add_char(t->mem, t->out, '\n');
    }
    size_t justice = model_justice_count(t->model), compassion = model_compassion_count(t->model);
    if (justice || compassion)
        str_add(t->mem, t->out, "%zu justice and %zu compassion condition%s\n", justice, compassion,
                plural(compassion));
}

static void add_property(struct model_text *t, size_t number, int number_columns, int kind_columns)
{
    const struct property *p = model_property(t->model, number);
    str_add(t->mem, t->out, "  %*zu  %-*s  ", number_columns, number + 1, kind_columns, report_kind(p->kind));
    if (p->name) {
        add_text(t, p->name);
        str_add(t->mem, t->out, ": ");
    }
    view_add_text(p->text, t->mem, t->out);
    if (p->context[0]) {
        str_add(t->mem, t->out, " IN ");
        add_text(t, p->context);
    }
    if (p->unsupported) {
        str_add(t->mem, t->out, p->is_wrong ? " (error: " : " (cannot be checked: ");
        add_text(t, p->unsupported);
        str_add_char(t->mem, t->out, ')');
    }
    str_add_char(t->mem, t->out, '\n');
}

static void add_properties(struct model_text *t)
{
    size_t count = model_property_count(t->model);
    int number_columns = snprintf(NULL, 0, "%zu", count), kind_columns = 5;
    for (size_t k = 0; k < count; k++) {
        int length = (int)strlen(report_kind(model_property(t->model, k)->kind));
        kind_columns = length > kind_columns ? length : kind_columns;
    }
    str_add(t->mem, t->out, count == 1 ? "%zu property\n" : "%zu properties\n", count);
    for (size_t k = 0; k < count; k++)
        add_property(t, k, number_columns, kind_columns);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

void report_text_variables(const struct model *model, struct mem *mem, struct str *out)
{
    struct model_text t = {model, mem, out};
    add_cells(&t, CELL_STATE, "variable");
    add_cells(&t, CELL_FROZEN, "frozen variable");
    add_cells(&t, CELL_INPUT, "input variable");
    add_possible_states(&t);
    add_classes(&t);
}

void report_text_behaviour(const struct model *model, struct mem *mem, struct str *out)
{
    struct model_text t = {model, mem, out};
    size_t definitions = model_definition_count(model);
    str_add(mem, out, "%zu definition%s\n", definitions, plural(definitions));
    add_behaviour(&t);
    add_properties(&t);
}
