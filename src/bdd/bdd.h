// Binary decision diagrams: Boolean functions as shared, reduced, ordered diagrams with complement edges.
//
// A function is a `bdd`, a plain integer: twice the index of a node, plus one if the function is the complement of
// that node. Two handles of one manager are equal exactly when their functions are. A handle stays valid, and means
// the same function, for as long as it is kept alive; neither collection nor reordering changes it.
//
// Keeping functions alive. Garbage is collected at the entry of operations (and when one runs out of memory), and their
// operands are safe. What else must survive is held in one of two ways:
//   - every result of an operation belongs to the innermost open *scope*, and lives until that scope is closed; so
//     expressions may be nested freely, and a loop opens a scope for each round;
//   - a *protected* variable (or array of them) keeps alive whatever is stored in it at the moment.
// A new manager has one scope open, which lasts as long as it does.
//
// Failing. An operation that does not end (no memory within the limit, over its node budget, stopped from outside)
// gives BDD_NONE, and bdd_status says why. BDD_NONE as an operand gives BDD_NONE, so that a whole expression is
// checked once, at its end. The manager stays usable and all older handles keep their meaning.
//
// There is no global state: managers are independent of each other.
#ifndef COSET_BDD_BDD_H
#define COSET_BDD_BDD_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/str.h"

typedef uint32_t bdd;
typedef struct bdd_manager bdd_manager;

#define BDD_FALSE ((bdd)0)
#define BDD_TRUE ((bdd)1)
#define BDD_NONE UINT32_MAX

// What bdd_top gives for a constant, and bdd_find_var for an unknown name.
#define BDD_NO_VAR (-1)

static inline bool bdd_is_valid(bdd f)
{
    return f >> 31 == 0;
}

static inline bool bdd_is_constant(bdd f)
{
    return f <= BDD_TRUE;
}

// BDD_NONE, the only handle with its top bit set, stays as it is.
static inline bdd bdd_not(bdd f)
{
    return f ^ ~f >> 31;
}

// ---- Managers -------------------------------------------------------------------------------------------------------

struct bdd_config {
    struct mem *mem;    // where all memory comes from; NULL: the manager counts for itself
    size_t byte_limit;  // for all that this manager holds; 0: none but that of `mem`
    size_t first_nodes; // nodes before the first collection; 0: a default
    size_t cache_limit; // the most bytes that the operation cache takes; 0: a default
    bool census;        // for nodes_alive_peak, nodes are also counted between collections; costs a few percent
};

enum bdd_status {
    BDD_OK,
    BDD_OUT_OF_MEMORY, // the limit was reached, also after a collection
    BDD_OVER_BUDGET,   // an attempt needed more nodes than it was given
    BDD_STOPPED,       // the stop function said so
    BDD_BAD_NAME,      // a variable's name is empty, or another variable's
    BDD_BAD_RELATION,  // a relation mentions the next copy of a bit that it does not update
    BDD_BAD_ORDER,     // rows of variables do not lie one below the other
    BDD_TOO_MANY_VARS, // more variables than the engine, or the stack for its recursion, can take
};

bdd_manager *bdd_manager_new(const struct bdd_config *); // NULL takes all defaults; gives NULL when out of memory
void bdd_manager_free(bdd_manager *);

enum bdd_status bdd_status(const bdd_manager *); // of the last operation that gave BDD_NONE
const char *bdd_status_text(enum bdd_status);
void bdd_clear_status(bdd_manager *);

void bdd_set_byte_limit(bdd_manager *, size_t bytes); // 0: none

// `stop` is asked now and then during recursions and sifting; when it says true they end, operations with BDD_STOPPED.
void bdd_set_stop(bdd_manager *, bool (*stop)(void *context), void *context);

// ---- Variables ------------------------------------------------------------------------------------------------------
// Variables are numbered from 0 in the order of their making; new ones are placed at the bottom of the order
// unless said otherwise.

#define BDD_MAX_VARS 65535
size_t bdd_most_vars(void); // that a manager made now can have: fewer where the stack is small

int bdd_new_var(bdd_manager *, const char *name); // BDD_NO_VAR on failure; `name` is copied; NULL: it has none

// A state bit: its current copy, whose number is returned, and its next copy, one number and one level further.
// The two stay neighbours under reordering. The next copy is named `name'`.
int bdd_new_pair(bdd_manager *, const char *name);
// The same at a level of choice, with all from there on below it; the number of variables stands for the bottom. A
// block is not torn: the pair goes above the one that the level lies in.
int bdd_new_pair_at(bdd_manager *, const char *name, int level);
bool bdd_is_current(const bdd_manager *, int var);
bool bdd_is_next(const bdd_manager *, int var);

size_t bdd_var_count(const bdd_manager *);
const char *bdd_var_name(const bdd_manager *, int var); // "" when it has none
int bdd_find_var(const bdd_manager *, const char *name);
int bdd_level_of(const bdd_manager *, int var); // 0 is the top
int bdd_var_at(const bdd_manager *, int level);

bdd bdd_literal(bdd_manager *, int var);

// ---- Keeping functions alive ----------------------------------------------------------------------------------------

bool bdd_protect(bdd_manager *, bdd *variable); // false, and not protected, when out of memory
bool bdd_protect_array(bdd_manager *, bdd *first, size_t count);
void bdd_unprotect(bdd_manager *, const bdd *first); // the one protected last, if several start there

typedef size_t bdd_scope;
bdd_scope bdd_open_scope(bdd_manager *);
void bdd_close_scope(bdd_manager *, bdd_scope);
bdd bdd_close_scope_with(bdd_manager *, bdd_scope, bdd result); // `result` moves to the scope around, and is returned
// The end of a round of a fixpoint: both protected variables get their new values, and the scope of these is closed.
// False, and they stay what they are, if one is not valid.
bool bdd_close_round(bdd_manager *, bdd_scope, bdd *one, bdd new_one, bdd *other, bdd new_other);
bdd bdd_hand_over(bdd_manager *, bdd); // what was protected belongs to the current scope, and is returned

void bdd_collect(bdd_manager *);

// ---- Boolean operations ---------------------------------------------------------------------------------------------

bdd bdd_and(bdd_manager *, bdd, bdd);
bdd bdd_or(bdd_manager *, bdd, bdd);
bdd bdd_xor(bdd_manager *, bdd, bdd);
bdd bdd_iff(bdd_manager *, bdd, bdd);
bdd bdd_implies(bdd_manager *, bdd, bdd);   // the function f -> g
bdd bdd_minus(bdd_manager *, bdd f, bdd g); // f and not g
bdd bdd_ite(bdd_manager *, bdd f, bdd g, bdd h);

// Tests that stop at the first counterexample and build nothing.
enum bdd_answer { BDD_NO, BDD_YES, BDD_UNKNOWN };           // unknown: an operand was BDD_NONE, or the test was stopped
enum bdd_answer bdd_is_subset(bdd_manager *, bdd f, bdd g); // f implies g
enum bdd_answer bdd_is_disjoint(bdd_manager *, bdd f, bdd g);

// Attempts: as the operation of that name, but they give up (BDD_NONE, BDD_OVER_BUDGET) when more than `budget` new
// nodes would be made.
bdd bdd_try_and(bdd_manager *, bdd, bdd, size_t budget);
bdd bdd_try_and_exists(bdd_manager *, bdd f, bdd g, bdd cube, size_t budget);
// From now on every operation is an attempt, with this budget or a smaller one of its own; SIZE_MAX: none is any more.
void bdd_set_budget(bdd_manager *, size_t budget);
// What operations have computed so far: a measure of work that does not depend on the machine.
uint64_t bdd_work_done(const bdd_manager *);

// ---- Cubes: conjunctions of literals --------------------------------------------------------------------------------
// A set of variables is given as the conjunction of the variables, BDD_TRUE being the empty set.

bdd bdd_cube(bdd_manager *, const int *vars, size_t count);
bdd bdd_literal_cube(bdd_manager *, const int *vars, const bool *values, size_t count);
bool bdd_is_cube(const bdd_manager *, bdd f);
// The variables of a cube, from the top: at most `room` are written, the number of all is returned.
size_t bdd_cube_vars(const bdd_manager *, bdd cube, int *vars, size_t room);

// ---- Quantification and substitution --------------------------------------------------------------------------------

bdd bdd_exists(bdd_manager *, bdd f, bdd cube);
bdd bdd_forall(bdd_manager *, bdd f, bdd cube);
bdd bdd_and_exists(bdd_manager *, bdd f, bdd g, bdd cube); // exists cube: f and g, without building f and g

bdd bdd_cofactor(bdd_manager *, bdd f, bdd literals);  // f with the literals of a cube made true
bdd bdd_compose(bdd_manager *, bdd f, int var, bdd g); // f with `var` replaced by g

// A substitution replaces many variables at once; what is not set stays. It keeps its functions alive.
typedef struct bdd_substitution bdd_substitution;
bdd_substitution *bdd_substitution_new(bdd_manager *); // NULL when out of memory
bool bdd_substitution_set(bdd_substitution *, int var, bdd g);
bool bdd_substitution_set_var(bdd_substitution *, int from, int to);
void bdd_substitution_free(bdd_substitution *);
bdd bdd_substitute(bdd_manager *, bdd f, bdd_substitution *);

// f with every current bit replaced by its next copy and the other way round; cheap, since they are neighbours.
bdd bdd_swap_pairs(bdd_manager *, bdd f);

// f with two variables exchanged. Quicker than a substitution, the more so the nearer their levels are.
bdd bdd_swap_vars(bdd_manager *, bdd f, int x, int y);

// Rows of variables, all of the same width, one below the other and each in the order of its levels: numbers, the
// highest bit first. Sorting a set of assignments puts the numbers of each of them into ascending order. The set may
// depend on other variables above and below the rows, not on any between them (BDD_BAD_ORDER). It is an insertion sort
// from the last row up, in one recursion, which costs little where rows are in order already.
typedef struct bdd_rows bdd_rows;
bdd_rows *bdd_rows_new(bdd_manager *, const int *vars, size_t rows, size_t width); // vars[row * width + bit]
void bdd_rows_free(bdd_rows *);                                                    // before the manager
bdd bdd_sort_rows(bdd_manager *, bdd f, const bdd_rows *);
// The assignments in which a row and the next one, which there must be, hold different numbers. What lies below the two
// is not looked at.
bdd bdd_unequal_rows(bdd_manager *, bdd f, const bdd_rows *, size_t row);

// ---- Care sets ------------------------------------------------------------------------------------------------------
// Both give a function that agrees with f wherever `care` holds; `care` must not be false. constrain(f, c) is
// canonical in f on c; restrict never brings in variables that f does not have.

bdd bdd_constrain(bdd_manager *, bdd f, bdd care);
bdd bdd_restrict(bdd_manager *, bdd f, bdd care);

// ---- Dense subsets --------------------------------------------------------------------------------------------------

// A function that implies f, takes `nodes` nodes (the constant included) and has many of f's assignments: f itself if
// it is that small. It is false only if f is. It takes more nodes only where f has no path to true that is short
// enough, and then it is the shortest one.
bdd bdd_subset_dense(bdd_manager *, bdd f, size_t nodes);

// ---- Relations and images -------------------------------------------------------------------------------------------
// A relation is a function over current and next bits together with the variables that it takes away from a set:
//   - a current bit of a pair in `vars`: the relation *updates* it; its next copy in `body` is the new value, which is
//     free where `body` does not mention it;
//   - a variable without a pair (an input, say) in `vars`: it is quantified away.
// All else passes through untouched and costs nothing. `body` may still test such variables: then it guards them.
// A relation keeps its functions alive.
typedef struct bdd_relation bdd_relation;
// NULL when the engine gave up, when `body` is BDD_NONE, when it mentions the next copy of a bit that is not in `vars`,
// or when `vars` has a next copy. Relations and substitutions that are left are freed with their manager.
bdd_relation *bdd_relation_new(bdd_manager *, bdd body, const int *vars, size_t count);
void bdd_relation_free(bdd_relation *);
bdd bdd_relation_body(const bdd_relation *);
bdd bdd_relation_cube(const bdd_relation *); // its `vars`

// Sets are functions over current bits and variables without a pair. Where a set mentions an input of `vars`, the input
// is quantified from set and relation together. A relation that is NULL gives BDD_NONE.
bdd bdd_image(bdd_manager *, bdd set, const bdd_relation *);    // where one step leads from the set
bdd bdd_preimage(bdd_manager *, bdd set, const bdd_relation *); // from where one step can lead into the set

// The steps that begin in `within`: pre-image and `within`, without building what lies outside. `within` may speak of
// inputs in the relation's `vars`, which are quantified together with all else.
bdd bdd_preimage_within(bdd_manager *, bdd set, const bdd_relation *, bdd within);

// reached or image(set), without building the image. A step of a breadth-first search in one call: the new frontier
// and the new reached set, written only if both are there (else false).
bdd bdd_image_union(bdd_manager *, bdd set, const bdd_relation *, bdd reached);
bool bdd_advance(bdd_manager *, const bdd_relation *, bdd *frontier, bdd *reached);

// Compositions, with no more than the two copies of each bit. f is a relation as a function: from current bits to next
// ones. The results are such functions, too: where f leads and the relation goes on from there, and where f leads and a
// step of the relation leads to the same place (so that the relation is followed backwards). f keeps what the relation
// does not update; variables without a pair in the relation's `vars` are quantified away.
bdd bdd_compose_relations(bdd_manager *, bdd f, const bdd_relation *);
bdd bdd_compose_inverse(bdd_manager *, bdd f, const bdd_relation *);

// All that any number of steps of some relations can reach, found by saturation: best where each relation speaks of few
// variables that are near to each other. It borrows the relations, which must live longer, as must the manager.
typedef struct bdd_saturation bdd_saturation;
bdd_saturation *bdd_saturation_new(bdd_manager *, bdd_relation *const *, size_t count); // NULL when out of memory
void bdd_saturation_free(bdd_saturation *);
// Adds to *set what it leads to. False when the engine gave up, or when one level needs more than `budget` new nodes;
// *set then is what was found so far (BDD_NONE only if it was, or when out of memory for the least thing).
bool bdd_saturate(bdd_manager *, bdd_saturation *, bdd *set, size_t budget);
// The same backwards: adds what leads to *set by steps that begin in `within`.
bool bdd_saturate_back(bdd_manager *, bdd_saturation *, bdd *set, bdd within, size_t budget);

// ---- Looking at functions -------------------------------------------------------------------------------------------

// These look at one node and want a valid handle. What bdd_low and bdd_high give belongs to no scope: it is to be used
// before the next operation, or protected.
int bdd_top(const bdd_manager *, bdd f); // BDD_NO_VAR for constants
bdd bdd_low(const bdd_manager *, bdd f);
bdd bdd_high(const bdd_manager *, bdd f);
bool bdd_evaluate(const bdd_manager *, bdd f, const bool *values); // values[var]

// Nodes, the constant included; shared nodes count once. 0 when there is no memory to count.
size_t bdd_size(bdd_manager *, bdd f);
size_t bdd_shared_size(bdd_manager *, const bdd *functions, size_t count);
bdd bdd_support(bdd_manager *, bdd f); // as a cube
bdd bdd_shared_support(bdd_manager *, const bdd *functions, size_t count);

// The number of assignments to the variables of `cube` that satisfy f, exactly. The support of f must lie in the
// cube. False when out of memory, or when it does not.
bool bdd_count(bdd_manager *, bdd f, bdd cube, mpz_t count);

// One satisfying assignment of the cube's variables as a cube of literals (BDD_NONE if f is false): bits that do not
// matter are 0. The support of f must lie in `cube`. That f is false is no failure: bdd_status stays as it was.
bdd bdd_pick(bdd_manager *, bdd f, bdd cube);

// All satisfying assignments of the cube's variables, each once. Reordering rests while one is open: bdd_sift does
// nothing then, and bdd_set_order refuses.
typedef struct bdd_models bdd_models;
bdd_models *bdd_models_open(bdd_manager *, bdd f, bdd cube); // NULL when out of memory
bool bdd_models_next(bdd_models *, bool *values);            // values[var] for the cube's variables; false at the end
void bdd_models_close(bdd_models *);

// ---- Variable order -------------------------------------------------------------------------------------------------

// Binds the variables at the `count` levels from that of `var` on into one block that moves as a whole. Blocks that
// overlap become one.
bool bdd_group(bdd_manager *, int var, size_t count);

// Sets the order, from the top. Every variable once, blocks kept together in their inner order; else false and no
// change.
bool bdd_set_order(bdd_manager *, const int *vars);

struct bdd_sift_options {
    double max_growth; // how far the table may grow while a block is moved; 0: 1.2
    double seconds;    // stop moving blocks after this time; 0: no bound
    uint64_t patience; // stop when moving so many nodes made the table smaller by less than a twentieth; 0: never
    size_t max_blocks; // how many blocks are moved, largest first; 0: all
};
bool bdd_sift(bdd_manager *, const struct bdd_sift_options *); // NULL takes all defaults; false when out of memory

// Sifting starts by itself at the entry of an operation when `first` nodes are alive, and later when their number has
// doubled since the last time. `first` = 0 turns it off (as it is in a new manager).
void bdd_sift_on_growth(bdd_manager *, size_t first, const struct bdd_sift_options *);

// The order as text, one variable name a line from the top. All variables must have names of
// one line; loading wants each of them once.
bool bdd_save_order(const bdd_manager *, FILE *);
bool bdd_load_order(bdd_manager *, FILE *, struct mem *, struct str *error);

// ---- Files ----------------------------------------------------------------------------------------------------------

struct bdd_stored {
    char *name;
    bdd function;
};

// Writes functions with their names and those of the variables in their support (which must have names).
bool bdd_save(bdd_manager *, FILE *, const struct bdd_stored *, size_t count, struct mem *, struct str *error);
// Reads them into a manager that has the same variable names, in any order. Nothing happens unless the whole file is
// sound. The names and the array come from `mem` (bdd_stored_free), as do error texts; when there is no more of it, its
// `exhausted` is called. The functions belong to the current scope.
bool bdd_load(bdd_manager *, FILE *, struct mem *, struct bdd_stored **, size_t *count, struct str *error);
void bdd_stored_free(struct mem *, struct bdd_stored *, size_t count);

// A graph for graphviz: solid edges for 1, dashed ones for 0, ended by a dot where they are complemented.
bool bdd_write_dot(bdd_manager *, FILE *, const struct bdd_stored *, size_t count);
// The same with so many nodes at the most, from the top; a note says how many there are, and what is missing is three
// dots.
bool bdd_write_dot_part(bdd_manager *, FILE *, const struct bdd_stored *, size_t count, size_t limit);

// ---- Statistics and checks ------------------------------------------------------------------------------------------

enum bdd_operation {
    BDD_OP_AND,
    BDD_OP_XOR,
    BDD_OP_ITE,
    BDD_OP_DISJOINT,
    BDD_OP_EXISTS,
    BDD_OP_AND_EXISTS,
    BDD_OP_COFACTOR,
    BDD_OP_COMPOSE,
    BDD_OP_SUBSTITUTE,
    BDD_OP_SWAP,
    BDD_OP_SORT,
    BDD_OP_INSERT,
    BDD_OP_CONSTRAIN,
    BDD_OP_RESTRICT,
    BDD_OP_IMAGE,
    BDD_OP_PREIMAGE,
    BDD_OP_PREIMAGE_WITHIN,
    BDD_OP_IMAGE_UNION,
    BDD_OP_COMPOSE_RELATIONS,
    BDD_OP_SATURATE,
    BDD_OP_SATURATE_BACK,
    BDD_OPERATIONS
};
struct bdd_statistics {
    size_t nodes_live;        // at the last collection or reordering, plus those made since
    size_t nodes_dead;        // found dead by the last collection
    size_t nodes_peak;        // the most that were ever in the table
    size_t nodes_alive_peak;  // the most that were found alive, when a collection (or a census) looked
    size_t bytes, bytes_peak; // all that the manager holds
    size_t bytes_nodes;       // nodes and unique tables
    size_t bytes_cache;       // the operation cache
    struct {
        uint64_t hits, misses;
    } cache[BDD_OPERATIONS];
    uint64_t collections, reorderings;
    double seconds_collecting, seconds_reordering;
};
void bdd_get_statistics(const bdd_manager *, struct bdd_statistics *);
extern const struct statistics bdd_statistics_table; // their names, for output (base/statistics.h)

// Checks every invariant of the whole table; gives NULL, or says what is wrong. For tests and the stress build.
const char *bdd_check(bdd_manager *);

#endif
