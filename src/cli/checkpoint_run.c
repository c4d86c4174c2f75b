// Which run a checkpoint is of.
#include "cli/checkpoint_run.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"

// Options that change neither verdicts nor the way to them.
static bool is_for_show(const char *name)
{
    static const char *const names[] = {"help",   "quiet",       "verbose",    "log",   "memory-limit",
                                        "memory", "states",      "time-limit", "jobs",  "format",
                                        "json",   "full-trace",  "defines",    "stats", "html",
                                        "order",  "write-order", "checkpoint", "every", "resume"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void add_list(struct mem *mem, struct str *out, const struct option_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        str_add(mem, out, "%s%s", i ? ", " : "", list->at[i]);
}

static void add_choice(struct mem *mem, struct str *out, const char *choices, unsigned number)
{
    for (; number > 0 && strchr(choices, '|'); number--)
        choices = strchr(choices, '|') + 1;
    str_add(mem, out, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void add_value(struct cli *cli, struct str *out, const struct option *option)
{
    const void *at = (const char *)&cli->options + option->offset;
    struct mem *mem = &cli->mem;
    switch (option->kind) {
    case OPTION_FLAG:
        str_add(mem, out, "%s", *(const bool *)at ? "on" : "off");
        break;
    case OPTION_INTEGER:
        str_add(mem, out, "%" PRId64, *(const int64_t *)at);
        break;
    case OPTION_SIZE:
        str_add(mem, out, "%zu", *(const size_t *)at);
        break;
    case OPTION_SECONDS:
        str_add(mem, out, "%g", *(const double *)at);
        break;
    case OPTION_TEXT:
        str_add(mem, out, "%s", *(const char *const *)at ? *(const char *const *)at : "");
        break;
    case OPTION_CHOICE:
        add_choice(mem, out, option->choices, *(const unsigned *)at);
        break;
    case OPTION_LIST:
        add_list(mem, out, at);
        break;
    }
}

static uint64_t hash_of_model(const struct input *input)
{
    size_t length = input->smv ? input->text.length : input->own_text;
    return hash_pair(hash_bytes(HASH_BYTES_START, input->text.at, length), length);
}

void checkpoint_put_run(struct cli *cli, const struct input *input, size_t properties, struct str *out)
{
    struct mem *mem = &cli->mem;
    wire_put_text(mem, out, COSET_VERSION);
    wire_put_number(mem, out, hash_of_model(input));
    wire_put_number(mem, out, properties);
    for (option_groups group = cli->command->groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            struct str text = {0};
            if (is_for_show(option->name))
                continue;
            add_value(cli, &text, option);
            wire_put_text(mem, out, option->name);
            wire_put_text(mem, out, str_text(&text));
            str_free(mem, &text);
        }
}

const char *checkpoint_difference(struct cli *cli, const struct input *input, size_t properties, struct wire_reader *r,
                                  struct arena *texts)
{
    struct mem *mem = &cli->mem;
    struct str own = {0}, text = {0};
    checkpoint_put_run(cli, input, properties, &own);
    struct wire_reader mine = {.at = own.at, .left = own.count};
    const char *version = wire_get_text(r, texts);
    wire_get_text(&mine, texts);
    bool is_of_version = version && strcmp(version, COSET_VERSION) == 0;
    bool is_of_model = wire_get_number(r) == wire_get_number(&mine);
    bool has_all = wire_get_number(r) == wire_get_number(&mine);
    if (!is_of_version)
        str_add(mem, &text, "it was made by version %s of the program, and this is %s", version ? version : "?",
                COSET_VERSION);
    else if (!is_of_model)
        str_add(mem, &text, "it is one of another model");
    while (text.count == 0 && mine.left > 0 && !r->is_bad) {
        const char *name = wire_get_text(r, texts), *chosen = wire_get_text(r, texts);
        const char *own_name = wire_get_text(&mine, texts), *own_value = wire_get_text(&mine, texts);
        if (!name || !chosen || strcmp(name, own_name) != 0)
            r->is_bad = true;
        else if (strcmp(chosen, own_value) != 0)
            str_add(mem, &text, "it was made with --%s %s, and not with %s", name, *chosen ? chosen : "(nothing)",
                    *own_value ? own_value : "(nothing)");
    }
    if (text.count == 0 && (r->is_bad || r->left > 0 || !has_all))
        str_add(mem, &text, "it is damaged");
    const char *kept = text.count ? arena_copy(texts, text.at, text.count) : NULL;
    str_free(mem, &own);
    str_free(mem, &text);
    return kept;
}
