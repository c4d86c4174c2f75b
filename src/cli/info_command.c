// coset info: what is in a model.
#include <string.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "encode/static_order.h"
#include "explore/symmetry_text.h"
#include "murphi/print.h"
#include "report/model_text.h"
#include "run/input.h"

struct info {
    struct mem *mem;
    struct str out;
};

static void add_text(struct info *i, const char *text)
{
    utf8_add_printable(i->mem, &i->out, text, strlen(text));
}

// Ranges that something keeps from being a class.
static void add_ranges(struct info *i, const struct murphi_tree *tree)
{
    if (tree->refused.count)
        str_add(i->mem, &i->out, "%zu range%s of numbers\n", tree->refused.count, tree->refused.count == 1 ? "" : "s");
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
    report_text_variables(model, i->mem, &i->out);
    add_ranges(i, tree);
    report_text_behaviour(model, i->mem, &i->out);
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
        struct info i = {.mem = &cli->run.mem};
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
