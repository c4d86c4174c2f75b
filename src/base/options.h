// The option table: an option is declared once, and its parsing, its help, its default and its range follow.
//
//     struct settings {
//         bool quiet;
//         size_t memory;
//     };
//     static const struct option options[] = {
//         {"quiet", 'q', OPTION_AT(struct settings, quiet), .help = "print nothing but the verdict"},
//         {"memory", 'm', OPTION_AT(struct settings, memory), .initial = "4G", .least = "1M", .argument = "BYTES",
//          .help = "the most memory to take"},
//     };
//     static const struct option_group limits = OPTION_GROUP("Limits", options);
//
// The C type of the member says what kind of option it is:
//     bool          a flag: --quiet, --no-quiet
//     int64_t       a whole number
//     size_t        a size: a whole number with k, M, G or T (powers of 1024) behind it if need be
//     double        seconds: a decimal number with s, m or h behind it if need be
//     const char *  any text; it points into the arguments
//     struct option_list  texts: one each time that the option is given
//     unsigned      (or an enum) a choice: the index of the word in `choices`
// Defaults and bounds are written as the user would write them.
#ifndef COSET_BASE_OPTIONS_H
#define COSET_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

enum option_kind {
    OPTION_FLAG,
    OPTION_INTEGER,
    OPTION_SIZE,
    OPTION_SECONDS,
    OPTION_TEXT,
    OPTION_CHOICE,
    OPTION_LIST,
};

// The texts point into the arguments; the array is freed by options_free.
struct option_list {
    const char **at;
    size_t count, capacity;
};

struct option {
    const char *name; // without the dashes
    char letter;      // of the short form, or 0
    enum option_kind kind;
    size_t offset;            // of the member in the caller's struct
    const char *initial;      // NULL: off, 0, no text, or the first choice
    const char *least, *most; // NULL: no bound; sizes and seconds are never negative
    const char *argument;     // what help calls the value
    const char *choices;      // words with | between them
    const char *help;
};

// clang-format off
#define OPTION_AT(type, member) \
    .kind = _Generic(((type *)0)->member, \
        bool: OPTION_FLAG, \
        int64_t: OPTION_INTEGER, \
        size_t: OPTION_SIZE, \
        double: OPTION_SECONDS, \
        const char *: OPTION_TEXT, \
        unsigned: OPTION_CHOICE, \
        struct option_list: OPTION_LIST), \
    .offset = offsetof(type, member)
// clang-format on

// Options that belong together. What can take options has a list of groups with NULL at its end; the members of all
// its options lie in one struct.
struct option_group {
    const char *title;
    const struct option *options;
    size_t count;
};

#define OPTION_GROUP(heading, table) \
    { \
        heading, table, sizeof(table) / sizeof(table)[0] \
    }

typedef const struct option_group *const *option_groups;

// Sets every member to its default.
void options_set_defaults(option_groups, void *values);

// Reads arguments: --name=value, --name value, -x value, -xvalue, several flags as in -xyz; -- ends the options. What
// is no option (a single - is none) is an operand: operands are moved to the front of `arguments`, in their order, and
// their number is returned; or OPTIONS_WRONG with one line in `error` that says what is wrong, without a line end.
#define OPTIONS_WRONG (-1)
int options_parse(option_groups, void *values, const char **arguments, int count, struct mem *, struct str *error);

// Whether an argument gives this option, whatever its value.
bool options_is_given(const struct option *, const char *argument);

// Frees what the lists hold; to be called also when parsing went wrong.
void options_free(option_groups, void *values, struct mem *);

// The help: a title and its options for each group, in lines of at most `width` columns where words allow it.
void options_add_help(option_groups, size_t width, struct mem *, struct str *out);

// For other texts about options: what one is for, with its choices, bounds and default; and whether it is a flag that
// is on unless --no-NAME is given.
void options_add_explanation(const struct option *, struct mem *, struct str *out);
bool options_starts_on(const struct option *);

// Of the `count` words the one that is most like `word`, if one is so much like it that it may have been meant; or
// NULL. For "did you mean".
const char *options_nearest(const char *word, const char *const *words, size_t count);

#endif
