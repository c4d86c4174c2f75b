#include "cli/html_file.h"

#include <errno.h>
#include <gmp.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "run/input.h"

static bool refuse(struct html_file *h, const char *path, const char *why)
{
    struct str text = {0};
    input_add_quoted(&h->cli->run, &text, path);
    log_error(&h->cli->run.log, "cannot write the report %s: %s", str_text(&text), why);
    str_free(&h->cli->run.mem, &text);
    return false;
}

// ---- The file -------------------------------------------------------------------------------------------------------

// A new file beside the place of the report; -1 if there can be none. `name` gets its name.
static int open_beside(struct html_file *h, struct str *name)
{
    str_add(&h->cli->run.mem, name, "%s.XXXXXX", str_text(&h->path));
    return mkstemp(name->at);
}

// Where the report goes: behind links, and never in the place of anything but a file.
static const char *find_place(struct html_file *h, const char *path)
{
    struct stat status;
    char *real = NULL;
    if (stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return "it is a directory";
        if (!S_ISREG(status.st_mode))
            return "it is not a regular file";
        real = realpath(path, NULL);
    }
    str_add(&h->cli->run.mem, &h->path, "%s", real ? real : path);
    free(real);
    return NULL;
}

bool html_open(struct html_file *h, struct cli *cli, const char *path)
{
    struct str name = {0};
    *h = (struct html_file){.cli = cli, .history = {.mem = &cli->run.mem}, .began = time(NULL)};
    const char *obstacle = *path ? find_place(h, path) : "it has no name";
    if (obstacle)
        return refuse(h, path, obstacle);
    int file = open_beside(h, &name); // a try: who stops the program finds no half of a report
    int reason = errno;
    if (file >= 0) {
        close(file);
        unlink(name.at);
        cli->run.watch.history = &h->history;
    }
    str_free(&cli->run.mem, &name);
    return file >= 0 || refuse(h, path, strerror(reason));
}

void html_close(struct html_file *h)
{
    if (!h->cli)
        return;
    h->cli->run.watch.history = NULL;
    history_close(&h->history);
    str_free(&h->cli->run.mem, &h->path);
}

// As a file that a program makes usually is, or as the one that was there.
static void set_mode(int file, const char *path)
{
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(file, stat(path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask);
}

static bool put_in_place(struct html_file *h, const struct str *page)
{
    struct str name = {0};
    int file = open_beside(h, &name);
    bool good = file >= 0;
    if (good)
        set_mode(file, str_text(&h->path));
    good = good && cli_write_all(file, page->at, page->count) && fsync(file) == 0;
    int reason = errno;
    if (file >= 0 && close(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(name.at, str_text(&h->path)) != 0) {
        good = false;
        reason = errno;
    }
    if (!good && file >= 0)
        unlink(name.at);
    str_free(&h->cli->run.mem, &name);
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

bool html_write(struct html_file *h, const struct report *report, enum status status)
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
                               .status = (int)status};
    report_html(&html, &cli->run.mem, &page);
    bool good = put_in_place(h, &page);
    str_free(&cli->run.mem, &page);
    str_free(&cli->run.mem, &libraries);
    str_free(&cli->run.mem, &command);
    return good;
}
