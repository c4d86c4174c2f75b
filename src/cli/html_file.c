#include "cli/html_file.h"

#include <errno.h>
#include <gmp.h>
#include <jansson.h>
#include <string.h>

#include "base/files.h"
#include "base/new_file.h"
#include "cli/cli.h"
#include "run/input.h"
#include "run/output.h"

static bool refuse(struct html_file *h, const char *path, const char *why)
{
    struct str text = {0};
    input_add_quoted(&h->cli->run, &text, path);
    log_error(&h->cli->run.log, "cannot write the report %s: %s", str_text(&text), why);
    str_free(&h->cli->run.mem, &text);
    return false;
}

// ---- The file -------------------------------------------------------------------------------------------------------

bool html_open(struct html_file *h, struct cli *cli, const char *path)
{
    struct new_file file;
    *h = (struct html_file){.cli = cli, .history = {.mem = &cli->run.mem}, .began = time(NULL)};
    const char *obstacle = new_file_find_place(path, &cli->run.mem, &h->path);
    if (obstacle)
        return refuse(h, path, obstacle);
    if (!new_file_open(&file, str_text(&h->path), &cli->run.mem)) // a try
        return refuse(h, path, strerror(errno));
    new_file_drop(&file);
    cli->run.watch.history = &h->history;
    return true;
}

void html_close(struct html_file *h)
{
    if (!h->cli)
        return;
    h->cli->run.watch.history = NULL;
    history_close(&h->history);
    str_free(&h->cli->run.mem, &h->path);
}

static bool put_in_place(struct html_file *h, const struct str *page)
{
    struct new_file file;
    bool good = new_file_open(&file, str_text(&h->path), &h->cli->run.mem);
    int reason = errno;
    if (good && !file_write_all(file.descriptor, page->at, page->count)) {
        good = false;
        reason = errno;
        new_file_drop(&file);
    } else if (good && !new_file_put(&file)) {
        good = false;
        reason = errno;
    }
    return good || refuse(h, h->cli->options->html, strerror(reason));
}

// ---- What only the program knows ------------------------------------------------------------------------------------

static bool is_plain(const char *word)
{
    size_t plain = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%");
    return *word && !word[plain];
}

// As a shell wants it.
static void add_quoted(struct mem *mem, struct str *out, const char *word)
{
    if (is_plain(word)) {
        str_add(mem, out, "%s", word);
        return;
    }
    str_add_char(mem, out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            str_add(mem, out, "'\\''");
        else
            str_add_char(mem, out, *word);
    str_add_char(mem, out, '\'');
}

static void add_command_line(struct cli *cli, struct str *out)
{
    str_add(&cli->run.mem, out, "coset %s", cli->command->name);
    for (int i = 0; i < cli->given_count; i++) {
        str_add_char(&cli->run.mem, out, ' ');
        add_quoted(&cli->run.mem, out, cli->given[i]);
    }
}

bool html_write(struct html_file *h, const struct report *report, const struct source *source, enum status status)
{
    struct cli *cli = h->cli;
    struct str command = {0}, libraries = {0}, page = {0};
    char date[64] = "";
    struct tm local;
    if (localtime_r(&h->began, &local))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S %z", &local);
    add_command_line(cli, &command);
    str_add(&cli->run.mem, &libraries, "GMP %s, Jansson %s; compiled by %s", gmp_version, JANSSON_VERSION,
#ifdef __clang__
            __VERSION__
#else
            "GCC " __VERSION__
#endif
    );
    struct report_html html = {.report = report,
                               .history = &h->history,
                               .command_line = str_text(&command),
                               .version = "coset " COSET_VERSION,
                               .libraries = str_text(&libraries),
                               .date = date,
                               .status = (int)status,
                               .source = source->text,
                               .source_length = source->length};
    report_html(&html, &cli->run.mem, &page);
    bool good = put_in_place(h, &page);
    str_free(&cli->run.mem, &page);
    str_free(&cli->run.mem, &libraries);
    str_free(&cli->run.mem, &command);
    return good;
}

bool cli_write_junit(struct cli *cli, const struct report *report)
{
    struct str text = {0};
    report_junit(report, &cli->run.mem, &text);
    bool good = output_put(&cli->run, cli->options->junit, &text);
    str_free(&cli->run.mem, &text);
    return good;
}
