// The options of families: ranges of one or several constants, and the size whose traces are shown.
#include "run/family/family_run.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SIZES 1000
#define MOST_CONSTANTS 8
#define SEARCHED_SIZES 4 // from the smallest on, where every size is asked for

static bool read_number(const char **text, int64_t *number)
{
    char *end;
    *number = strtoll(*text, &end, 10);
    bool good = end != *text && **text != ' ' && **text != '+' && *number > -1000000000 && *number < 1000000000;
    *text = end;
    return good;
}

// About all that was given.
bool family_complain(struct families *f, const char *text)
{
    struct str given = {0};
    for (size_t i = 0; i < f->job->family.count; i++) {
        str_add(f->mem, &given, i > 0 ? " --family " : "--family ");
        input_add_quoted(f->run, &given, f->job->family.at[i]);
    }
    log_error(&f->run->log, "%s: %s", str_text(&given), text);
    str_free(f->mem, &given);
    return false;
}

struct range {
    char *name;
    int64_t low, high;
    bool is_unbounded;
};

static bool is_given(const struct option_list *constants, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < constants->count; i++)
        if (strncmp(constants->at[i], name, length) == 0 && constants->at[i][length] == '=')
            return true;
    return false;
}

static bool read_range(struct families *f, const char *text, struct range *r)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return family_complain(f, "expected NAME=LOW..HIGH, for example N=1..10");
    r->name = arena_copy(&f->arena, text, (size_t)(equals - text));
    text = equals + 1;
    if (!read_number(&text, &r->low) || strncmp(text, "..", 2) != 0)
        return family_complain(f, "expected NAME=LOW..HIGH, for example N=1..10");
    text += 2;
    r->is_unbounded = !*text;
    r->high = r->low + SEARCHED_SIZES - 1;
    if (!r->is_unbounded && (!read_number(&text, &r->high) || *text))
        return family_complain(f, "expected NAME=LOW..HIGH, for example N=1..10, or NAME=LOW.. for every size");
    if (r->low > r->high)
        return family_complain(f, "the range is empty, for its first value is larger than its last one");
    if (r->high - r->low >= MOST_SIZES)
        return family_complain(f, "a family has no more than 1000 sizes");
    if (is_given(&f->job->constants, r->name))
        return family_complain(f, "the constant has a value by -D already");
    return true;
}

// ---- Several constants ----------------------------------------------------------------------------------------------

// Combinations in the order of the first constant, then of the second one.
static void list_points(const struct range *ranges, size_t constants, int64_t *points)
{
    int64_t at[MOST_CONSTANTS];
    for (size_t i = 0; i < constants; i++)
        at[i] = ranges[i].low;
    for (bool is_over = false; !is_over;) {
        for (size_t i = 0; i < constants; i++)
            *points++ = at[i];
        size_t i = constants;
        assert(i > 0);
        while (i > 0 && at[i - 1] == ranges[i - 1].high) {
            i--;
            at[i] = ranges[i].low;
        }
        is_over = i == 0;
        at[i > 0 ? i - 1 : 0] += !is_over;
    }
}

static bool make_grid(struct families *f, const struct range *ranges, size_t constants)
{
    struct size_grid *grid = arena_alloc(&f->arena, sizeof *grid);
    const char **names = arena_alloc(&f->arena, constants * sizeof *names);
    int64_t *bounds = arena_alloc(&f->arena, 2 * constants * sizeof *bounds);
    struct str name = {0};
    size_t all = 1;
    for (size_t i = 0; i < constants; i++) {
        assert(ranges[i].name);
        if (ranges[i].is_unbounded)
            return family_complain(f, "every size is for one constant only; the others have values by -D");
        for (size_t k = 0; k < i; k++)
            if (strcmp(ranges[i].name, ranges[k].name) == 0)
                return family_complain(f, "a constant has one range");
        names[i] = ranges[i].name;
        bounds[i] = ranges[i].low;
        bounds[constants + i] = ranges[i].high;
        all *= (size_t)(ranges[i].high - ranges[i].low) + 1;
        if (all > MOST_SIZES)
            return family_complain(f, "a family has no more than 1000 sizes");
    }
    int64_t *points = arena_alloc(&f->arena, all * constants * sizeof *points);
    list_points(ranges, constants, points);
    for (size_t i = 0; i < constants; i++)
        str_add(f->mem, &name, "%s%s", i > 0 ? ", " : "(", names[i]);
    str_add_char(f->mem, &name, ')');
    f->name = arena_copy(&f->arena, name.at, name.count);
    str_free(f->mem, &name);
    *grid = (struct size_grid){constants, names, bounds, bounds + constants, 1, points};
    f->grid = grid;
    f->low = 1;
    f->high = (int64_t)all;
    return true;
}

static bool read_ranges(struct families *f)
{
    struct range ranges[MOST_CONSTANTS] = {0};
    size_t count = f->job->family.count;
    if (count > MOST_CONSTANTS)
        return family_complain(f, "a family has no more than 8 constants");
    for (size_t i = 0; i < count; i++)
        if (!read_range(f, f->job->family.at[i], &ranges[i]))
            return false;
    f->name = ranges[0].name;
    f->low = ranges[0].low;
    f->high = ranges[0].high;
    f->is_unbounded = count == 1 && ranges[0].is_unbounded;
    if (count > 1 && !make_grid(f, ranges, count))
        return false;
    f->all = f->count = (size_t)(f->high - f->low) + 1;
    return true;
}

// ---- The size that is shown -----------------------------------------------------------------------------------------

// Numbers with commas between them, one for each constant.
static bool read_point(const struct size_grid *grid, const char *text, int64_t *point)
{
    for (size_t i = 0; i < grid->constants; i++) {
        if (i > 0 && *text++ != ',')
            return false;
        if (!read_number(&text, &point[i]))
            return false;
    }
    return !*text;
}

static bool find_point(struct families *f, const char *text)
{
    int64_t point[MOST_CONSTANTS];
    if (!read_point(f->grid, text, point))
        return false;
    for (f->shown = f->low; f->shown <= f->high; f->shown++)
        if (memcmp(size_grid_point(f->grid, f->shown), point, f->grid->constants * sizeof *point) == 0)
            return true;
    return false;
}

static bool read_shown(struct families *f)
{
    const char *text = f->job->size;
    struct str ranges = {0};
    if (!text)
        return true;
    f->has_shown = true;
    if (f->grid ? find_point(f, text)
                : read_number(&text, &f->shown) && !*text && f->shown >= f->low && f->shown <= f->high)
        return true;
    if (f->grid) {
        size_grid_add_ranges(f->grid, f->mem, &ranges);
        log_error(&f->run->log, "--size: expected a value for each constant of --family, as 1,2; their ranges are %s",
                  str_text(&ranges));
    } else
        log_error(&f->run->log, "--size: expected a number from the range of --family, which is %" PRId64 "..%" PRId64,
                  f->low, f->high);
    str_free(f->mem, &ranges);
    return false;
}

// What only makes sense for a single model.
static bool suits_families(struct families *f)
{
    if (input_language(f->job, f->job->model) != JOB_LANGUAGE_MURPHI)
        return family_complain(f, "families are of Murphi models, whose files end in .m");
    if (f->job->order || f->job->find_order)
        return family_complain(f, "orders of variables are those of a single model");
    return true;
}

bool family_read_options(struct families *f)
{
    return read_ranges(f) && read_shown(f) && suits_families(f);
}
