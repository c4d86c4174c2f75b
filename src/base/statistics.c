#include "base/statistics.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/json.h"
#include "base/units.h"

// A number as it was counted; `whole` says which of the two it is.
struct number {
    bool whole;
    uint64_t count;
    double real;
};

static struct number read_number(const struct statistic *statistic, const void *values)
{
    const char *member = (const char *)values + statistic->offset;
    struct number number = {.whole = statistic->type != STATISTIC_DOUBLE};
    if (statistic->type == STATISTIC_UINT32) {
        uint32_t narrow;
        memcpy(&narrow, member, sizeof narrow);
        number.count = narrow;
    } else if (statistic->type == STATISTIC_UINT64)
        memcpy(&number.count, member, sizeof number.count);
    else
        memcpy(&number.real, member, sizeof number.real);
    return number;
}

static double as_real(struct number number)
{
    return number.whole ? (double)number.count : number.real;
}

// What passes 64 bits may be counted in a double; it is shown in the short form then.
static void add_value(const struct statistic *statistic, struct number number, struct mem *mem, struct str *out)
{
    switch (statistic->unit) {
    case STATISTIC_COUNT:
        if (number.whole)
            units_add_count(mem, out, number.count);
        else
            str_add(mem, out, "%.4g", number.real);
        break;
    case STATISTIC_BYTES:
        if (number.whole)
            units_add_bytes(mem, out, number.count);
        else
            str_add(mem, out, "%.4g B", number.real);
        break;
    case STATISTIC_SECONDS:
        units_add_seconds(mem, out, as_real(number));
        break;
    case STATISTIC_RATIO:
        units_add_percent(mem, out, as_real(number));
        break;
    }
}

static int longest_name(const struct statistics *statistics)
{
    size_t longest = 0;
    for (size_t i = 0; i < statistics->count; i++) {
        size_t length = strlen(statistics->table[i].name);
        if (length > longest)
            longest = length;
    }
    return (int)longest;
}

#define VALUE_COLUMNS 14

void statistics_add_text(const struct statistics *statistics, const void *values, struct mem *mem, struct str *out)
{
    struct str value = {0};
    int name_columns = longest_name(statistics);
    str_add(mem, out, "%s\n", statistics->title);
    for (size_t i = 0; i < statistics->count; i++) {
        const struct statistic *statistic = &statistics->table[i];
        str_clear(&value);
        add_value(statistic, read_number(statistic, values), mem, &value);
        size_t name = out->count + 2;
        str_add(mem, out, "  %-*s  ", name_columns, statistic->name);
        for (size_t at = name; at < out->count; at++)
            if (out->at[at] == '_')
                out->at[at] = ' ';
        str_add(mem, out, "%*s  %s\n", VALUE_COLUMNS, value.at, statistic->help);
    }
    str_free(mem, &value);
}

void statistics_add_json(const struct statistics *statistics, const void *values, struct mem *mem, struct str *out)
{
    str_add_char(mem, out, '{');
    for (size_t i = 0; i < statistics->count; i++) {
        const struct statistic *statistic = &statistics->table[i];
        struct number number = read_number(statistic, values);
        if (i > 0)
            str_add(mem, out, ", ");
        json_add_string(mem, out, statistic->name, strlen(statistic->name));
        str_add(mem, out, ": ");
        if (number.whole)
            str_add(mem, out, "%" PRIu64, number.count);
        else
            json_add_number(mem, out, number.real);
    }
    str_add_char(mem, out, '}');
}
