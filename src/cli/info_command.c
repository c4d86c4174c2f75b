// coset info: what is in a model.
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "encode/static_order.h"
#include "explore/symmetry_text.h"
#include "murphi/print.h"
#include "report/trace_view.h"
#include "run/input.h"

struct info {
    struct cli *cli;
    struct mem *mem;
    const struct model *model;
    struct str out;
};

static void add_text(struct info *i, const char *text)
{
    utf8_add_printable(i->mem, &i->out, text, strlen(text));
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

// ---- Variables ------------------------------------------------------------------------------------------------------

#define MOST_VALUES 12 // of an enumeration that are listed

static void add_values(struct info *i, type_id id, const struct type *type)
{
    str_add_char(i->mem, &i->out, '{');
    for (size_t k = 0; k < type->count && k < MOST_VALUES; k++) {
        str_add(i->mem, &i->out, k ? ", " : "");
        model_add_value(i->model, id, type->values[k], &i->out);
    }
    if (type->count > MOST_VALUES)
        str_add(i->mem, &i->out, ", ... (%zu values)", type->count);
    str_add_char(i->mem, &i->out, '}');
}

// Elements of a range of numbers, which are symbols, as the range that was written.
static bool is_range(struct info *i, const struct type *type, value *low, value *high)
{
    bool result = model_symbol_number(i->model, type->values[0], low);
    for (size_t k = 1; k < type->count && result; k++)
        result = model_symbol_number(i->model, type->values[k], high) && *high == *low + (value)k;
    return result && type->count > 1;
}

static void add_type(struct info *i, type_id id)
{
    const struct type *type = model_type(i->model, id);
    value low, high;
    if (type->kind == TYPE_BOOLEAN)
        str_add(i->mem, &i->out, "boolean");
    else if (type->kind == TYPE_WORD)
        str_add(i->mem, &i->out, "%s word[%u]", type->is_signed ? "signed" : "unsigned", type->width);
    else if (type->values && is_range(i, type, &low, &high))
        str_add(i->mem, &i->out, "%lld..%lld", (long long)low, (long long)high);
    else if (type->values)
        add_values(i, id, type);
    else
        str_add(i->mem, &i->out, "%lld..%lld", (long long)type->low, (long long)type->high);
}

// The least number of bits that tell so many values apart.
static unsigned bits_for(uint64_t values)
{
    unsigned bits = 0;
    while (bits < 64 && (values - 1) >> bits)
        bits++;
    return bits;
}

static unsigned bits_of(struct info *i, const struct cell *cell)
{
    const struct type *type = model_type(i->model, cell->type);
    return type->kind == TYPE_WORD ? type->width : bits_for(type_size(type));
}

static void add_cells(struct info *i, enum cell_role role, const char *title)
{
    size_t count = 0, bits = 0;
    for (cell_id c = 0; c < model_cell_count(i->model); c++)
        if (model_cell(i->model, c)->role == role && !model_cell(i->model, c)->is_hidden) {
            count++;
            bits += bits_of(i, model_cell(i->model, c));
        }
    if (count == 0)
        return;
    str_add(i->mem, &i->out, "%zu %s%s, %zu bit%s\n", count, title, plural(count), bits, plural(bits));
    for (cell_id c = 0; c < model_cell_count(i->model); c++) {
        const struct cell *cell = model_cell(i->model, c);
        if (cell->role != role || cell->is_hidden)
            continue;
        str_add(i->mem, &i->out, "  ");
        add_text(i, cell->name);
        str_add(i->mem, &i->out, " : ");
        add_type(i, cell->type);
        str_add_char(i->mem, &i->out, '\n');
    }
}

static void add_possible_states(struct info *i)
{
    mpz_t all;
    mpz_init(all);
    input_count_possible_states(i->model, all);
    char *text = mpz_get_str(NULL, 10, all);
    str_add(i->mem, &i->out, "%s possible state%s\n", text, plural(mpz_cmp_ui(all, 1) == 0 ? 1 : 2));
    free(text);
    mpz_clear(all);
}

// ---- Components -----------------------------------------------------------------------------------------------------

static void add_classes(struct info *i)
{
    size_t count = model_class_count(i->model);
    if (count == 0)
        return;
    str_add(i->mem, &i->out, "%zu class%s of components\n", count, count == 1 ? "" : "es");
    for (size_t k = 0; k < count; k++) {
        const struct component_class *class = model_class(i->model, k);
        str_add(i->mem, &i->out, "  ");
        add_text(i, class->name);
        str_add(i->mem, &i->out, ": %zu element%s, %s", class->size, plural(class->size),
                class->obstacle      ? "not used as a symmetry: "
                : class->is_ring     ? "a ring"
                : class->is_inferred ? "a range that is used like a scalarset"
                                     : "a scalarset");
        if (class->obstacle)
            add_text(i, class->obstacle);
        str_add_char(i->mem, &i->out, '\n');
    }
}

// Ranges that something keeps from being a class.
static void add_ranges(struct info *i, const struct murphi_tree *tree)
{
    if (tree->refused.count)
        str_add(i->mem, &i->out, "%zu range%s of numbers\n", tree->refused.count, plural(tree->refused.count));
    for (size_t k = 0; k < tree->refused.count; k++) {
        const struct murphi_obstacle *refused = &tree->refused.at[k];
        struct diag_range range = murphi_range(tree, refused->span);
        struct str name = {0};
        murphi_print_type(i->mem, &name, refused->type);
        str_add(i->mem, &i->out, "  ");
        add_text(i, str_text(&name));
        str_add(i->mem, &i->out,
                ": %llu numbers, not used as a scalarset: ", (unsigned long long)murphi_size(refused->type));
        add_text(i, refused->reason);
        if (range.source == tree->source)
            str_add(i->mem, &i->out, " (line %zu)\n", source_place(range.source, range.offset).line);
        else
            str_add(i->mem, &i->out, " (%s)\n", range.source->name);
        str_free(i->mem, &name);
    }
}

// ---- Behaviour and properties ---------------------------------------------------------------------------------------

static void add_behaviour(struct info *i)
{
    size_t actions = model_action_count(i->model);
    size_t initial = model_initial(i->model).count, invariants = model_invariants(i->model).count;
    size_t steps = model_steps(i->model).count;
    str_add(i->mem, &i->out, "%zu constraint%s on initial states, %zu on all states, %zu on all steps\n", initial,
            plural(initial), invariants, steps);
    str_add(i->mem, &i->out, "%zu action%s\n", actions, plural(actions));
    for (size_t k = 0; k < actions; k++) {
        const struct action *action = model_action(i->model, k);
        str_add(i->mem, &i->out, "  ");
        add_text(i, action->name[0] ? action->name : "all variables at once");
        str_add(i->mem, &i->out, ": %zu part%s", action->part_count, plural(action->part_count));
        if (action->kept_count)
            str_add(i->mem, &i->out, ", keeps %zu variable%s", action->kept_count, plural(action->kept_count));
        str_add_char(i->mem, &i->out, '\n');
    }
    size_t justice = model_justice_count(i->model), compassion = model_compassion_count(i->model);
    if (justice || compassion)
        str_add(i->mem, &i->out, "%zu justice and %zu compassion condition%s\n", justice, compassion,
                plural(compassion));
}

static void add_property(struct info *i, size_t number, int number_columns, int kind_columns)
{
    const struct property *p = model_property(i->model, number);
    str_add(i->mem, &i->out, "  %*zu  %-*s  ", number_columns, number + 1, kind_columns, report_kind(p->kind));
    if (p->name) {
        add_text(i, p->name);
        str_add(i->mem, &i->out, ": ");
    }
    view_add_text(p->text, i->mem, &i->out);
    if (p->context[0]) {
        str_add(i->mem, &i->out, " IN ");
        add_text(i, p->context);
    }
    if (p->unsupported) {
        str_add(i->mem, &i->out, p->is_wrong ? " (error: " : " (cannot be checked: ");
        add_text(i, p->unsupported);
        str_add_char(i->mem, &i->out, ')');
    }
    str_add_char(i->mem, &i->out, '\n');
}

static void add_properties(struct info *i)
{
    size_t count = model_property_count(i->model);
    int number_columns = snprintf(NULL, 0, "%zu", count), kind_columns = 5;
    for (size_t k = 0; k < count; k++) {
        int length = (int)strlen(report_kind(model_property(i->model, k)->kind));
        kind_columns = length > kind_columns ? length : kind_columns;
    }
    str_add(i->mem, &i->out, count == 1 ? "%zu property\n" : "%zu properties\n", count);
    for (size_t k = 0; k < count; k++)
        add_property(i, k, number_columns, kind_columns);
}

static void add_order(struct info *i, struct model *model)
{
    size_t count = model_cell_count(model);
    cell_id *order = mem_alloc(i->mem, (count + 1) * sizeof *order);
    order_compute(model, order, NULL, NULL, i->mem);
    str_add(i->mem, &i->out, "variable order\n");
    for (size_t k = 0; k < count; k++) {
        if (model_cell(model, order[k])->is_hidden)
            continue;
        str_add(i->mem, &i->out, "  ");
        add_text(i, model_cell(model, order[k])->name);
        str_add_char(i->mem, &i->out, '\n');
    }
    mem_free(i->mem, order, (count + 1) * sizeof *order);
}

static void add_all(struct info *i, struct model *model, const struct murphi_tree *tree)
{
    size_t definitions = model_definition_count(model);
    add_cells(i, CELL_STATE, "variable");
    add_cells(i, CELL_FROZEN, "frozen variable");
    add_cells(i, CELL_INPUT, "input variable");
    add_possible_states(i);
    add_classes(i);
    add_ranges(i, tree);
    str_add(i->mem, &i->out, "%zu definition%s\n", definitions, plural(definitions));
    add_behaviour(i);
    add_properties(i);
    add_order(i, model);
}

static bool has_errors(const struct model *model)
{
    for (size_t i = 0; i < model_property_count(model); i++)
        if (model_property(model, i)->is_wrong)
            return true;
    return false;
}

enum status info_run(struct cli *cli)
{
    struct input input = {0};
    enum status status = STATUS_TROUBLE;
    if (cli->operand_count != 1) {
        log_error(&cli->run.log, "info: expected one model, got %d (see: coset help info)", cli->operand_count);
        return STATUS_TROUBLE;
    }
    if (input_open(&cli->run, &cli->options->job, cli->operands[0], &input) && input_check_values(&cli->run, &input)) {
        struct info i = {.cli = cli, .mem = &cli->run.mem, .model = input.model};
        if (cli->options->find_symmetry)
            symmetries_tell(&cli->run.mem, input.model, &input.generators, &i.out);
        else
            add_all(&i, input.model, &input.murphi);
        fputs(str_text(&i.out), cli->out);
        str_free(&cli->run.mem, &i.out);
        status = has_errors(input.model) ? STATUS_TROUBLE : STATUS_HOLDS;
    }
    input_close(&cli->run, &input);
    return status;
}
