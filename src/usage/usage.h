// How a program is used, made from the tables of its commands and options: the manual page, and completion for shells.
// And what those are told who know another program.
#ifndef COSET_USAGE_USAGE_H
#define COSET_USAGE_USAGE_H

#include "base/options.h"
#include "usage/status.h"

struct cli; // what a command gets

struct example {
    const char *command, *effect;
};

struct command {
    const char *name;
    const char *operands; // as help shows them: "FILE..."; NULL: it takes none
    const char *summary;  // one line
    option_groups groups;
    enum status (*run)(struct cli *);
    const struct example *examples; // a command of NULL ends them; NULL: there are none
};

struct status_text {
    enum status status;
    const char *text;
};

// All that is told of the program.
struct usage {
    const char *version;
    const struct command *commands;    // a name of NULL ends it
    const struct option_group *common; // of all commands
    const struct status_text *statuses;
    size_t status_count;
};

// Each adds a whole file. They are for `coset`, and know what its models are called.
void usage_add_manual(const struct usage *, struct mem *, struct str *); // troff, with the macros of man(7)
void usage_add_bash_completion(const struct usage *, struct mem *, struct str *);
void usage_add_zsh_completion(const struct usage *, struct mem *, struct str *);
void usage_add_fish_completion(const struct usage *, struct mem *, struct str *);

// What to do in place of an option of NuSMV with what is behind it (or NULL); NULL if it is none.
const char *usage_instead_of_nusmv(const char *argument, const char *next);

#endif
