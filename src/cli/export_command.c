// coset export: a model in a format of other tools.
#include <string.h>

#include "cli/cli.h"
#include "report/cause_words.h"
#include "run/aiger/aiger_export.h"
#include "run/input.h"
#include "run/output.h"

typedef ARRAY(size_t) property_list;

static bool find_properties(struct cli *cli, const struct input *input, property_list *properties)
{
    const struct option_list *list = &cli->options->job.properties;
    for (size_t i = 0; i < list->count; i++) {
        size_t property;
        if (!input_find_property(&cli->run, input, list->at[i], &property))
            return false;
        array_push(&cli->run.mem, properties, property);
    }
    for (size_t i = 0; i < model_property_count(input->model) && list->count == 0; i++)
        array_push(&cli->run.mem, properties, i);
    return true;
}

static bool is_text(const char *path)
{
    size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".aag") == 0;
}

static enum status write_circuit(struct cli *cli, struct input *input)
{
    const char *path = cli->options->aiger;
    property_list properties = {0};
    struct aiger circuit = {.mem = &cli->run.mem};
    struct str bytes = {0};
    enum status status = STATUS_TROUBLE;
    if (find_properties(cli, input, &properties)) {
        enum cause_code error = aiger_export(&cli->run, input, properties.at, properties.count, &circuit);
        if (error) {
            cause_log(&cli->run.log, LOG_ERROR, cause_of(error), &cli->run.mem, "export");
        } else {
            str_add(&cli->run.mem, &circuit.comments, "%s\n", input->source.name);
            aiger_write(&circuit, is_text(path), &bytes);
            if (output_put(&cli->run, path, &bytes))
                status = STATUS_HOLDS;
        }
        aiger_close(&circuit);
    }
    str_free(&cli->run.mem, &bytes);
    array_free(&cli->run.mem, &properties);
    return status;
}

enum status export_run(struct cli *cli)
{
    struct input input;
    if (cli->operand_count != 1 || !cli->options->aiger) {
        log_error(&cli->run.log, "export: expected a model, and --aiger with a file (see: coset help export)");
        return STATUS_TROUBLE;
    }
    if (!cli_files_differ(cli) || !cli_files_are_writable(cli))
        return STATUS_TROUBLE;
    enum status status = STATUS_TROUBLE;
    if (input_open(&cli->run, &cli->options->job, cli->operands[0], &input) && input_check_values(&cli->run, &input))
        status = write_circuit(cli, &input);
    else
        status = cli_status_without_model(cli);
    input_close(&cli->run, &input);
    return status;
}
