// The options of families, and the models for all sizes.
#include "cli/family_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SIZES 1000

// ---- The range ------------------------------------------------------------------------------------------------------

static bool read_number(const char **text, int64_t *number)
{
    char *end;
    *number = strtoll(*text, &end, 10);
    bool good = end != *text && **text != ' ' && **text != '+' && *number > -1000000000 && *number < 1000000000;
    *text = end;
    return good;
}

static bool complain(struct families *f, const char *text)
{
    struct str given = {0};
    input_add_quoted(f->cli, &given, f->cli->options.family);
    log_error(&f->cli->log, "--family %s: %s", str_text(&given), text);
    str_free(f->mem, &given);
    return false;
}

static bool is_defined_twice(const struct families *f)
{
    const struct option_list *constants = &f->cli->options.constants;
    size_t length = strlen(f->name);
    for (size_t i = 0; i < constants->count; i++)
        if (strncmp(constants->at[i], f->name, length) == 0 && constants->at[i][length] == '=')
            return true;
    return false;
}

static bool read_range(struct families *f)
{
    const char *text = f->cli->options.family, *equals = strchr(text, '=');
    if (!equals || equals == text)
        return complain(f, "it is to be NAME=LOW..HIGH, such as N=1..10");
    f->name = arena_copy(&f->arena, text, (size_t)(equals - text));
    text = equals + 1;
    if (!read_number(&text, &f->low) || strncmp(text, "..", 2) != 0)
        return complain(f, "it is to be NAME=LOW..HIGH, such as N=1..10");
    text += 2;
    if (!read_number(&text, &f->high) || *text)
        return complain(f, "it is to be NAME=LOW..HIGH, such as N=1..10");
    if (f->low > f->high)
        return complain(f, "the range is empty, for its first value is larger than its last one");
    if (f->high - f->low >= MOST_SIZES)
        return complain(f, "a family has no more than 1000 sizes");
    if (is_defined_twice(f))
        return complain(f, "the constant has a value by -D already");
    f->count = (size_t)(f->high - f->low) + 1;
    return true;
}

static bool read_shown(struct families *f)
{
    const char *text = f->cli->options.size;
    if (!text)
        return true;
    f->has_shown = true;
    if (read_number(&text, &f->shown) && !*text && f->shown >= f->low && f->shown <= f->high)
        return true;
    log_error(&f->cli->log, "--size wants a number from the range of --family, which is %" PRId64 "..%" PRId64, f->low,
              f->high);
    return false;
}

// What only makes sense for a single model.
static bool suits_families(struct families *f)
{
    const struct cli_options *o = &f->cli->options;
    const char *path = f->cli->operands[0];
    size_t length = strlen(path);
    if (length < 2 || strcmp(path + length - 2, ".m") != 0)
        return complain(f, "families are of Murphi models, whose files end in .m");
    if (!f->is_json && o->format == CLI_FORMAT_NUSMV)
        return complain(f, "NuSMV's words have none for families; there are --format=text and --format=json");
    if (o->symmetry != CLI_SYMMETRY_AUTO && o->symmetry != CLI_SYMMETRY_OFF)
        return complain(f, "families are searched without symmetries; --symmetry is for a single model (see -D)");
    if (o->html)
        return complain(f, "reports for a browser are of a single model");
    if (o->order || o->write_order)
        return complain(f, "orders of variables are those of a single model");
    return true;
}

bool family_read_options(struct families *f)
{
    return read_range(f) && read_shown(f) && suits_families(f);
}

// ---- Members --------------------------------------------------------------------------------------------------------

static bool open_member(struct families *f, size_t member)
{
    struct cli *cli = f->cli;
    struct option_list given = cli->options.constants;
    struct str constant = {0};
    enum log_level level = cli->log.level;
    int64_t size = f->low + (int64_t)member;
    str_add(f->mem, &constant, "%s=%" PRId64, f->name, size);
    const char **all = mem_alloc(f->mem, (given.count + 1) * sizeof *all);
    for (size_t i = 0; i < given.count; i++)
        all[i] = given.at[i];
    all[given.count] = str_text(&constant);
    cli->options.constants = (struct option_list){all, given.count + 1, given.count + 1};
    if (member + 1 < f->count && level > LOG_ERROR) // what is warned of in all sizes is said once
        cli->log.level = LOG_ERROR;
    bool good = input_open(cli, cli->operands[0], &f->inputs[member]);
    cli->log.level = level;
    cli->options.constants = given;
    f->members[member] = (struct family_member){f->inputs[member].model, size};
    if (!good)
        log_error(&cli->log, "the family has no model for %s", str_text(&constant));
    mem_free(f->mem, all, (given.count + 1) * sizeof *all);
    str_free(f->mem, &constant);
    return good;
}

// The largest one first: what is wrong with the text shows there.
bool family_open_members(struct families *f)
{
    f->inputs = mem_zalloc(f->mem, f->count * sizeof *f->inputs);
    f->members = mem_zalloc(f->mem, f->count * sizeof *f->members);
    for (size_t i = f->count; i-- > 0;) {
        f->opened = f->count - i;
        if (!open_member(f, i))
            return false;
    }
    return true;
}

bool family_make(struct families *f)
{
    struct str why_not = {0};
    f->family = family_new(f->members, f->count, f->cli->options.deadlock == MURPHI_DEADLOCK_STUCK, f->mem, &why_not);
    if (!f->family) {
        struct str path = {0};
        input_add_quoted(f->cli, &path, f->cli->operands[0]);
        log_error(&f->cli->log, "%s cannot be checked as a family: %s", str_text(&path), str_text(&why_not));
        str_free(f->mem, &path);
    }
    str_free(f->mem, &why_not);
    return f->family;
}
