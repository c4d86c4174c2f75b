// A model from the standard input stream: `-` in place of its file. It is read before the command begins, which then
// has a text, as the library has one.
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/cli.h"
#include "run/input.h"

static bool read_all(struct cli *cli, struct str *text)
{
    char bytes[65536];
    ssize_t count;
    do {
        count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count > 0)
            str_add_bytes(&cli->run.mem, text, bytes, (size_t)count);
    } while (count > 0 || (count < 0 && errno == EINTR));
    if (count < 0)
        log_error(&cli->run.log, "cannot read the model from the standard input stream: %s", strerror(errno));
    return count == 0;
}

bool cli_is_standard_input(const struct cli *cli)
{
    return cli->operand_count > 0 && strcmp(cli->operands[0], "-") == 0;
}

bool cli_read_standard_input(struct cli *cli, struct cli_options *o, struct str *text)
{
    const char *wrong = NULL;
    if (!cli_is_standard_input(cli))
        return true;
    if (o->job.language == JOB_LANGUAGE_BY_NAME)
        wrong = "a model from the standard input stream needs --language";
    else if (o->interactive)
        wrong = "simulate -i reads the standard input stream, so that the model has to be a file";
    else if (o->job.cpp)
        wrong = "--cpp needs a file; cpp itself reads the standard input stream";
    if (wrong) {
        log_error(&cli->run.log, "%s (see: coset help %s)", wrong, cli->command->name);
        return false;
    }
    if (!read_all(cli, text))
        return false;
    o->job.text = str_text(text);
    o->job.text_length = text->count;
    return true;
}

bool cli_is_model_name(const char *name)
{
    static const struct job any = {.language = JOB_LANGUAGE_BY_NAME};
    return strcmp(name, "-") == 0 || (name[0] != '-' && input_language(&any, name) != JOB_LANGUAGE_BY_NAME);
}
