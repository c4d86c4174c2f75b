// Models and other files that are read. What is wrong with them is shown here; who wanted them only has to end.
#ifndef COSET_RUN_INPUT_H
#define COSET_RUN_INPUT_H

#include "aiger/aiger_file.h"
#include "base/diag.h"
#include "btor2/btor2_file.h"
#include "group/generator.h"
#include "murphi/lower.h"
#include "pnml/lower_net.h"
#include "run/run.h"
#include "smv/smv.h"

// The whole of a file. The text is freed by input_free_text.
struct input_text {
    char *at;
    size_t length, capacity;
};
bool input_read_text(struct run *, const char *path, struct input_text *); // "-" is the standard input
void input_free_text(struct run *, struct input_text *);

// A model, with all that it borrows.
struct input {
    const struct job *job; // that it is read for
    struct input_text text;
    struct source source;
    enum job_language language;
    struct smv *smv;           // of SMV; else NULL
    struct murphi_tree murphi; // of Murphi; else empty
    struct net *net;           // of PNML, with what it becomes; else NULL
    struct lowered_net lowered;
    struct aiger *aiger;     // of AIGER; else NULL
    struct btor2 *btor2;     // of BTOR2; else NULL
    cell_id *btor2_cells;    // by node of it: its first cell
    bool is_parsed;          // a tree: the text has the form of a model, whatever else is wrong with it
    bool is_net_only;        // it was read, and has become nothing yet
    struct model *model;     // of any of them
    struct model *per_orbit; // of a tree: with one instance of each rule per orbit; NULL if it was not asked for
    struct model *monitored; // of a tree: with a monitor of its fair rules; NULL until input_lower_monitored made it
    struct model *of_ranges; // of a tree: with ranges as classes; NULL until input_lower_ranges made it
    bool is_per_orbit;       // there is only that yet, and `model` is the same
    bool is_tree_only;       // of a tree: there is no model yet
    const struct murphi_presence *presence; // of a tree: its models are those of several sizes; else NULL
    ARRAY(struct model *) portions;         // of a tree, for judging traces
    ARRAY(struct source *) formulas;        // from outside, with conditions
    ARRAY(struct source *) stated;          // what --generator and --hint say
    generator_array generators;             // that were stated: in the file, then by --generator; they fit `model`
    bool values_are_proved; // by input_check_values: every assignment has a value, and one of its variable's type
};
// From the file, or from the text of the job.
bool input_open(struct run *, const struct job *, const char *path, struct input *);
enum job_language input_language(const struct job *, const char *path); // JOB_LANGUAGE_BY_NAME: unknown
// The same, but a tree with classes of components is lowered with one instance per orbit only. That is enough to know
// variables and properties; input_lower_fully makes the model itself, where it is still missing.
bool input_open_per_orbit(struct run *, const struct job *, const char *path, struct input *);
bool input_lower_fully(struct run *, struct input *);
// The same of Murphi, without its model, which input_lower_tree makes.
bool input_open_tree(struct run *, const struct job *, const char *path, bool per_orbit, struct input *);
bool input_lower_tree(struct run *, struct input *);
// Of several sizes in one (murphi/presence.h), with all instances or one per orbit. What is wrong with it is not shown:
// it is wrong with one size, or this is no way to read the model.
bool input_open_present(struct run *, const struct job *, const char *path, const struct murphi_presence *,
                        bool per_orbit, struct input *);
// The same of PNML, without its model, which input_lower_net makes.
bool input_open_net(struct run *, const struct job *, const char *path, struct input *);
bool input_lower_net(struct run *, struct input *);
struct murphi_lower_options input_lower_options(const struct input *); // as the job wants it
// The part of the model that a trace needs to be judged; NULL if that is too large, too. It is the input's. The last
// one can be dropped if nothing is left of it.
struct model *input_lower_portion(struct run *, struct input *, const struct murphi_portion *);
void input_drop_portion(struct input *);
// The model per orbit with some tracked elements (see murphi_lower_options), by class of the model; NULL if it cannot
// be made. It is the caller's.
struct model *input_lower_tracked(struct run *, struct input *, const uint32_t *tracked);
bool input_lower_monitored(struct run *, struct input *); // `monitored`, for what depends on fairness of rules
// `of_ranges`: ranges of numbers that are indices of arrays are classes there (see murphi_lower_options). Its
// properties have the numbers that they have in the model. False, and no message, if there is no such range with at
// least so many numbers, or if it cannot be made.
bool input_lower_ranges(struct run *, struct input *, uint64_t least);
// A model in which one element stands for all that nobody names (see murphi_lower_options); NULL if it cannot be made.
// It is the caller's.
struct phantom_options {
    const struct murphi_type *phantom;
    const char *const *optional;
    size_t optional_count;
    murphi_rule_array *rules;
};
struct model *input_lower_phantom(struct run *, struct input *, const struct phantom_options *);
bool input_check_tree(struct run *, const struct job *, struct murphi_tree *, struct diag *); // with its constants
bool input_read_murphi(struct run *, struct input *, struct diag *);                          // the part of input_open
bool input_has_ranges(const struct input *, uint64_t least);
void input_close(struct run *, struct input *); // also after input_open failed

// ---- Formulas (input_formula.c) -------------------------------------------------------------------------------------

// Adds a formula from outside as the model's last property: CTL if it can be read as that, else LTL, CTL*, PSL. Those
// of a Murphi model are there when it has been read.
bool input_add_formula(struct run *, struct input *, const char *text);
// The expression of the job whose value is asked for, in a model that was read with it. False: it has none here.
bool input_read_value(struct run *, struct input *, expr *result, expr *is_defined);
// Murphi: formulas, conditions and values of the job, into the tree that was parsed.
bool input_parse_formulas(struct run *, struct input *);

// ---- Conditions (input_conditions.c) --------------------------------------------------------------------------------

typedef ARRAY(expr) condition_array;
// Conditions of an option that were to be read with the model: --constraint or --start. In SMV they may have next
// values and inputs. *properties is lowered to the number of properties that the model has without them.
bool input_read_conditions(struct run *, struct input *, const char *option, condition_array *, size_t *properties);

// ---- Symmetries and hints from outside (input_annotations.c) --------------------------------------------------------

bool input_parse_annotations(struct run *, struct input *, struct diag *); // Murphi: into the tree that was parsed
// Reads those that are still to be read, and finds the generators of all that are stated. False with what is wrong
// among the diagnostics.
bool input_read_annotations(struct run *, struct input *, struct diag *);

// Whether no value of the variables breaks a rule of the language: a `case` without a branch for it, a right side
// outside of its variable's type. What smv_read could not see by itself is looked for with decision diagrams.
bool input_check_values(struct run *, struct input *);

// Finds a property by its number, from 1, or its name. Shows an error if there is none; *property counts from 0.
bool input_find_property(struct run *, const struct input *, const char *word, size_t *property);

// Readers ask whether to go on, and tell where they are.
void input_open_diagnostics(struct run *, struct diag *);
// Shows what a reader found. Warnings alone are for those who want to see warnings.
void input_show_diagnostics(struct run *, const struct diag *);

// Adds a text of the user in quotes, safe to show.
void input_add_quoted(struct run *, struct str *, const char *text);

// ---- Orders of variables (order_file.c) -----------------------------------------------------------------------------

// Reads one name a line, from the top; lines that are empty or begin with -- or # say nothing. The names end with NULL
// and point into `text`. A name that is no variable's is reported and left out, but NAME.DIGITS is taken for a bit of
// NAME, which NuSMV writes into such files.
typedef ARRAY(const char *) name_array;
bool order_file_read(struct run *, const char *path, const struct model *, struct input_text *, name_array *);
// Writes such a file. False if it cannot be written, which is said.
bool order_file_write(struct run *, const char *path, const struct model *, const cell_id *order, size_t count);

#endif
