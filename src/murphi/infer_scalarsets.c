// Ranges of numbers that are used like scalarsets. Many models write `NODE: 1..N` and then do nothing with a NODE that
// tells one number from another. Such a range becomes a scalarset here, after the tree was checked; its elements keep
// their numbers as names.
//
// What the elements of a scalarset may be used for is a list: to be compared for equality with each other, to be chosen
// from by `?:` and `switch`, to be copied, passed, returned and undefined, to be indices of arrays over them, to be in
// multisets, and to be counted through by rulesets, quantifiers and loops over the type. Everything else is a use as a
// number: every operand of another operator, every number or constant that meets an element, every loop with bounds.
// If a range has only uses of the list, then exchanging its numbers takes what the model does to what the model does
// (Ip and Dill, Better verification through symmetry), with two exceptions, which scalarsets have, too:
// - `clear`, and loops whose effect depends on the order of the iterations (symmetry_breaking.c): the range stays a
//   range;
// - run-time errors that one element hides from another, in loops and, other than for scalarsets, in quantifiers, which
//   go through numbers in order and stop at the first that decides: they are found when rules are run, and then are an
//   obstacle of the class (order_probe.c).
//
// Ranges are told apart by where they are written: those between which a value may go, by an assignment or a
// comparison, are one group, and must have the same bounds. Groups that share no values can be permuted independently,
// even where their numbers are the same.
//
// One range may be compared by order besides, if that is asked for (`infers_order_at`): proofs for every size have a
// use for elements of which nothing but their order is known. Its class has an obstacle, so that nobody permutes them.
// And numbers may name its first elements there: these belong to no class (see `tracked` of murphi_lower_options). So
// do those that another range of the same group does not have: `1..N` beside `0..N`.
//
// Nothing else changes. An undefined element is an undefined number (see enum murphi_dialect).
#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "murphi/print.h"
#include "murphi/scalarset_uses.h"
#include "murphi/symmetry_breaking.h"
#include "murphi/typechecker.h"

enum { MOST_ELEMENTS = 10000 };

// ---- From a range to a scalarset, and back --------------------------------------------------------------------------

// The text of a range in its file has the same length for all values of its constants.
static const char *label_of(struct murphi_tree *tree, const struct murphi_type *type)
{
    if (type->name)
        return type->name->text;
    struct diag_range range = murphi_range(tree, type->span);
    return arena_copy(&tree->arena, range.source->text + range.offset, range.length);
}

// A type with a name speaks for its group, if it has all elements.
static struct murphi_type *leader_of(struct inference *in, const struct murphi_type *member)
{
    const struct murphi_tree *tree = in->tree;
    struct murphi_type *first = NULL;
    for (size_t i = 0; i < tree->types.count; i++) {
        struct murphi_type *type = tree->types.at[i];
        bool has_all = type->kind != MURPHI_RANGE || type->low == scalarset_group_of(in, type)->low;
        if (type->kind != member->kind || scalarset_group_of(in, type) != scalarset_group_of(in, member) || !has_all)
            continue;
        if (type->name)
            return type;
        first = first ? first : type;
    }
    return first;
}

static void make_scalarset(struct murphi_tree *tree, struct murphi_type *type, struct murphi_type *leader,
                           const struct group *group)
{
    int64_t size = type->high - type->low;
    type->number = type->low;
    type->low = type == leader ? tree->next_number : leader->low + (type->number - leader->number);
    type->high = type->low + size;
    type->kind = MURPHI_SCALARSET;
    type->base = leader;
    type->is_inferred = true;
    type->is_ordered = group->is_ordered;
    type->literals = group->literals;
    if (type == leader) {
        type->label = label_of(tree, type);
        tree->next_number += size + 1;
    }
}

static void make_range(struct murphi_tree *tree, struct murphi_type *type)
{
    type->high = type->number + (type->high - type->low);
    type->low = type->number;
    type->kind = MURPHI_RANGE;
    type->base = tree->integer;
    type->is_inferred = type->is_ordered = false;
    type->literals = 0;
}

// Numbers that name elements become these. The tree is the checker's to change.
static void make_elements(struct inference *in)
{
    for (size_t i = 0; i < in->literals.count; i++) {
        const struct literal *l = &in->literals.at[i];
        if (!l->type->is_inferred || !scalarset_is_literal(l->expr)) // it may meet several
            continue;
        l->expr->value += l->type->low - l->type->number;
        l->expr->type = l->type->base;
    }
}

static bool is_made_of_elements(const struct murphi_type *type)
{
    if (murphi_is_simple(type))
        return type->kind == MURPHI_SCALARSET || type->kind == MURPHI_RING || (type->part_count && type->has_symmetry);
    bool result = (type->index && type->index->has_symmetry) || (type->element && type->element->has_symmetry);
    for (uint32_t i = 0; i < type->field_count; i++)
        result |= type->fields[i].type->has_symmetry;
    return result;
}

// A part may have been made after the whole.
static void find_symmetry(struct murphi_tree *tree)
{
    bool is_settled = false;
    for (size_t i = 0; i < tree->types.count; i++)
        if (tree->types.at[i]->kind != MURPHI_UNION)
            tree->types.at[i]->has_symmetry = false;
    while (!is_settled) {
        is_settled = true;
        for (size_t i = 0; i < tree->types.count; i++) {
            struct murphi_type *type = tree->types.at[i];
            bool found = is_made_of_elements(type);
            is_settled &= found == type->has_symmetry;
            type->has_symmetry = found;
        }
    }
}

static bool is_candidate(struct inference *in, const struct murphi_type *type)
{
    const struct group *group = scalarset_group_of(in, type);
    return type->kind == MURPHI_RANGE && scalarset_is_number(type) && group->has_binder && !group->is_refused &&
           murphi_size(type) <= MOST_ELEMENTS;
}

static void make_scalarsets(struct inference *in)
{
    struct murphi_tree *tree = in->tree;
    for (size_t i = 0; i < tree->types.count; i++) {
        if (!is_candidate(in, tree->types.at[i]))
            continue;
        struct murphi_type *leader = leader_of(in, tree->types.at[i]);
        assert(leader); // one of a group has its least element
        const struct group *group = scalarset_group_of(in, leader);
        make_scalarset(tree, leader, leader, group);
        for (size_t k = i; k < tree->types.count; k++)
            if (tree->types.at[k]->kind == MURPHI_RANGE && scalarset_group_of(in, tree->types.at[k]) == group)
                make_scalarset(tree, tree->types.at[k], leader, group);
    }
    find_symmetry(tree);
}

// What the text shows to be an obstacle is a reason to leave the range as it is.
static void take_back(struct inference *in)
{
    struct murphi_tree *tree = in->tree;
    size_t kept = 0;
    for (size_t i = 0; i < tree->obstacles.count; i++) {
        struct murphi_obstacle obstacle = tree->obstacles.at[i];
        if (obstacle.type->is_inferred)
            scalarset_refuse(in, obstacle.type, obstacle.span, obstacle.reason);
        else
            tree->obstacles.at[kept++] = obstacle;
    }
    tree->obstacles.count = kept;
    for (size_t i = 0; i < tree->types.count; i++)
        if (tree->types.at[i]->is_inferred && scalarset_group_of(in, tree->types.at[i])->is_refused)
            make_range(tree, tree->types.at[i]);
    find_symmetry(tree);
}

// ---- What is told ---------------------------------------------------------------------------------------------------

static void tell_refused(struct inference *in)
{
    struct murphi_tree *tree = in->tree;
    for (size_t i = 0; i < tree->types.count; i++) {
        const struct murphi_type *type = tree->types.at[i];
        const struct group *group = scalarset_group_of(in, type);
        if (type->kind != MURPHI_RANGE || !scalarset_is_number(type) || murphi_size(type) < 2 || !group->is_refused ||
            !(group->has_binder || group->is_index) || leader_of(in, type) != type)
            continue;
        array_push(tree->arena.mem, &tree->refused, ((struct murphi_obstacle){type, group->span, group->reason}));
    }
}

void mu_infer_scalarsets(struct murphi_tree *tree)
{
    struct mem *mem = tree->arena.mem;
    struct inference in = {.tree = tree, .groups = mem_zalloc(mem, tree->types.count * sizeof *in.groups)};
    for (uint32_t i = 0; i < tree->types.count; i++)
        in.groups[i] = (struct group){.parent = i, .low = tree->types.at[i]->low};
    scalarset_find_uses(&in);
    make_scalarsets(&in);
    mu_find_obstacles(tree);
    take_back(&in);
    make_elements(&in);
    tell_refused(&in);
    array_free(mem, &in.literals);
    mem_free(mem, in.groups, tree->types.count * sizeof *in.groups);
}
