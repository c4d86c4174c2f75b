#include "check/automorphism_check.h"

#include "base/array.h"
#include "base/hash.h"
#include "check/split.h"
#include "model/walk.h"

#define NONE UINT32_MAX

typedef ARRAY(uint32_t) index_list;

// A conjunct of some branches, and what it says of a step by asking for the step's image. One that reads no cell that
// is moved is its own image, and need not be known unless there is more to ask: it may be a large one.
struct conjunct {
    bdd own, moved;     // BDD_NONE: not known yet
    expr condition;     // then: which one it is
    uint32_t moved_as;  // the conjunct that `moved` is; NONE if it is none
    uint32_t last_case; // that it was added to
};

// Initial states, or steps: a disjunction of cases, which are conjunctions.
struct good {
    struct model *model;
    struct encoding *encoding;
    bdd_manager *m;
    struct mem *mem;
    bdd_substitution *preimage;
    size_t budget;
    bdd *domains; // by variable: the codes of its cell that stand for values
    ARRAY(struct conjunct) conjuncts;
    struct int_map place;    // of a function among them
    struct int_map deferred; // of a condition that is its own image
    bool *moves;             // by cell
    bool needs_deferred;     // what is not known yet matters
    ARRAY(index_list) cases;
    bool *marked;       // by conjunct: it is one of the case at hand
    bdd counterexample; // steps of the case whose images are none
    bool failed;
};

// ---- Functions ------------------------------------------------------------------------------------------------------

static void list_conjunct(struct good *g, index_list *list, uint32_t at)
{
    if (g->failed || g->conjuncts.at[at].last_case == g->cases.count)
        return;
    g->conjuncts.at[at].last_case = (uint32_t)g->cases.count;
    array_push(g->mem, list, at);
}

static void add_conjunct(struct good *g, index_list *list, bdd f)
{
    if (f == BDD_TRUE || g->failed)
        return;
    bool is_new;
    g->failed = !bdd_is_valid(f);
    if (g->failed)
        return;
    uint32_t *place = int_map_try_add(g->mem, &g->place, f, (uint32_t)g->conjuncts.count, &is_new);
    if (!place) {
        g->failed = true;
        return;
    }
    uint32_t at = *place;
    if (is_new) {
        struct conjunct c = {f, bdd_substitute(g->m, f, g->preimage), EXPR_NONE, NONE, NONE};
        g->failed = !bdd_is_valid(c.moved);
        array_push(g->mem, &g->conjuncts, c);
    }
    list_conjunct(g, list, at);
}

static void add_deferred(struct good *g, index_list *list, expr condition)
{
    bool is_new;
    uint32_t *place = int_map_try_add(g->mem, &g->deferred, condition, (uint32_t)g->conjuncts.count, &is_new);
    g->failed |= !place;
    if (g->failed)
        return;
    uint32_t at = *place;
    if (is_new)
        array_push(g->mem, &g->conjuncts, ((struct conjunct){BDD_NONE, BDD_NONE, condition, NONE, NONE}));
    list_conjunct(g, list, at);
}

static bool is_moved(struct good *g, expr condition)
{
    struct expr_support support = {0};
    bool moved = !expr_support(&support, g->model, &condition, 1, SIZE_MAX, g->mem);
    for (size_t i = 0; i < support.cells.count && !moved; i++)
        moved = g->moves[model_expr(g->model, support.cells.at[i])->data];
    expr_support_free(&support, g->mem);
    return moved;
}

// Codes that stand for no value are excluded by others, but what a condition is there would tell it from its image.
static bdd function_of(struct good *g, expr condition)
{
    bdd f = encode_condition(g->encoding, condition), support = bdd_support(g->m, f);
    for (; bdd_is_valid(f) && !bdd_is_constant(support); support = bdd_high(g->m, support))
        f = bdd_and(g->m, f, g->domains[bdd_top(g->m, support)]);
    return f;
}

static void add_condition(struct good *g, index_list *list, expr condition)
{
    if (is_moved(g, condition))
        add_conjunct(g, list, function_of(g, condition));
    else
        add_deferred(g, list, condition);
}

static void find_deferred(struct good *g)
{
    for (size_t i = 0; i < g->conjuncts.count && !g->failed; i++) {
        struct conjunct *c = &g->conjuncts.at[i];
        if (c->own == BDD_NONE)
            c->own = c->moved = function_of(g, c->condition);
        g->failed |= !bdd_is_valid(c->own);
    }
}

static void add_parts(struct good *g, index_list *list, struct parts parts, bool next)
{
    for (size_t i = 0; i < parts.count; i++) {
        expr condition = model_part_condition(g->model, parts.at[i], false);
        add_condition(g, list, next ? model_shift(g->model, condition) : condition);
    }
}

// Legal states, now or next; inputs, which are there once, too.
static void add_space(struct good *g, index_list *list, bool next)
{
    for (cell_id cell = 0; cell < model_cell_count(g->model); cell++)
        if (!next || model_cell(g->model, cell)->role == CELL_STATE)
            add_conjunct(g, list, encode_domain(g->encoding, cell, next));
    add_parts(g, list, model_invariants(g->model), next);
}

static void add_frame(struct good *g, index_list *list, cell_id cell)
{
    const int *vars;
    size_t bits = encode_cell_vars(g->encoding, cell, &vars);
    bdd same = BDD_TRUE;
    for (size_t i = bits; i-- > 0;)
        same = bdd_and(g->m, same, bdd_iff(g->m, bdd_literal(g->m, vars[i]), bdd_literal(g->m, vars[i] + 1)));
    add_conjunct(g, list, same);
}

static void collect_initial(struct good *g)
{
    size_t starts = model_start_count(g->model);
    for (size_t i = 0; i < (starts ? starts : 1); i++) {
        index_list list = {0};
        add_space(g, &list, false);
        add_parts(g, &list, model_initial(g->model), false);
        if (starts) {
            const struct action *a = model_start(g->model, i);
            add_parts(g, &list, (struct parts){a->parts, a->part_count}, false);
        }
        array_push(g->mem, &g->cases, list);
    }
}

static void collect_steps(struct good *g)
{
    branch_list branches = {0};
    split_steps(g->model, false, &branches, g->mem);
    for (size_t i = 0; i < branches.count && !g->failed; i++) {
        const struct branch *branch = &branches.at[i];
        index_list list = {0};
        add_space(g, &list, false);
        add_space(g, &list, true);
        for (size_t k = 0; k < branch->conditions.count; k++)
            add_condition(g, &list, branch->conditions.at[k]);
        for (cell_id cell = 0; cell < model_cell_count(g->model); cell++)
            if (branch->kept[cell] && model_cell(g->model, cell)->role == CELL_STATE)
                add_frame(g, &list, cell);
        array_push(g->mem, &g->cases, list);
    }
    branch_list_free(&branches, g->model, g->mem);
}

static void find_moves(struct good *g)
{
    g->moves = mem_zalloc(g->mem, (model_cell_count(g->model) + 1) * sizeof *g->moves);
    for (cell_id cell = 0; cell < model_cell_count(g->model); cell++) {
        const int *vars;
        size_t bits = encode_cell_vars(g->encoding, cell, &vars);
        for (size_t i = 0; i < bits; i++) {
            bdd bit = bdd_literal(g->m, vars[i]);
            g->moves[cell] |= bdd_substitute(g->m, bit, g->preimage) != bit;
        }
    }
}

static void find_domains(struct good *g)
{
    g->domains = mem_zalloc(g->mem, (bdd_var_count(g->m) + 1) * sizeof *g->domains);
    for (cell_id cell = 0; cell < model_cell_count(g->model); cell++) {
        const int *vars;
        size_t bits = encode_cell_vars(g->encoding, cell, &vars);
        // cppcheck-suppress compareBoolExpressionWithInt ; the current value, and the next one where there is one
        for (int next = 0; next <= (model_cell(g->model, cell)->role == CELL_STATE); next++) {
            bdd domain = encode_domain(g->encoding, cell, next);
            for (size_t i = 0; i < bits; i++)
                g->domains[vars[i] + next] = domain;
        }
    }
}

static void forget(struct good *g)
{
    for (size_t i = 0; i < g->cases.count; i++)
        array_free(g->mem, &g->cases.at[i]);
    array_free(g->mem, &g->cases);
    array_free(g->mem, &g->conjuncts);
    int_map_free(g->mem, &g->place);
    int_map_free(g->mem, &g->deferred);
}

// ---- Products -------------------------------------------------------------------------------------------------------

static bdd try_and(struct good *g, bdd f, bdd h)
{
    return f == BDD_FALSE ? f : bdd_try_and(g->m, f, h, g->budget);
}

static bool has_next_var(struct good *g, bdd support)
{
    for (; !bdd_is_constant(support); support = bdd_high(g->m, support))
        if (bdd_is_next(g->m, bdd_top(g->m, support)))
            return true;
    return false;
}

// Whether a conjunct says something of what a function says of the state after the step, or of the state before alone.
static bool is_relevant(struct good *g, bdd f, bdd conjunct)
{
    bdd support = bdd_support(g->m, conjunct), other = bdd_support(g->m, f);
    if (!has_next_var(g, support))
        return true;
    bdd common = bdd_exists(g->m, support, bdd_exists(g->m, support, other)); // what only one has is gone
    return has_next_var(g, common);
}

static bdd cube_of(struct good *g, bool current, bool next)
{
    ARRAY(int) vars = {0};
    for (cell_id cell = 0; cell < model_cell_count(g->model); cell++) {
        const int *bits;
        size_t count = encode_cell_vars(g->encoding, cell, &bits);
        for (size_t i = 0; i < count; i++) {
            if (current)
                array_push(g->mem, &vars, bits[i]);
            if (next && model_cell(g->model, cell)->role == CELL_STATE)
                array_push(g->mem, &vars, bits[i] + 1);
        }
    }
    bdd cube = bdd_cube(g->m, vars.at, vars.count);
    array_free(g->mem, &vars);
    return cube;
}

// BDD_NONE, and that is noted, if some of them are not known yet.
static bdd multiply(struct good *g, bdd f, const index_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        g->needs_deferred |= g->conjuncts.at[list->at[i]].own == BDD_NONE;
    if (g->needs_deferred)
        return BDD_NONE;
    for (size_t i = 0; i < list->count && bdd_is_valid(f); i++)
        f = try_and(g, f, g->conjuncts.at[list->at[i]].own);
    return f;
}

// What of a case lies in f: exact only if it is false, else something of it. First what has to do with f; then, most
// of the time, one state tells as much as all of them.
static bdd find_within(struct good *g, bdd f, const index_list *list)
{
    bdd some = f;
    for (size_t i = 0; i < list->count && some != BDD_FALSE && bdd_is_valid(some); i++)
        if (g->conjuncts.at[list->at[i]].own != BDD_NONE && is_relevant(g, f, g->conjuncts.at[list->at[i]].own))
            some = try_and(g, some, g->conjuncts.at[list->at[i]].own);
    if (some == BDD_FALSE || !bdd_is_valid(some))
        return some;
    bdd states = bdd_exists(g->m, some, cube_of(g, false, true));
    bdd one = bdd_pick(g->m, states, cube_of(g, true, false));
    bdd steps = multiply(g, try_and(g, one, f), list);
    return steps == BDD_FALSE || !bdd_is_valid(steps) ? multiply(g, some, list) : steps;
}

// ---- Cases within their images --------------------------------------------------------------------------------------

static uint32_t mix(uint32_t x)
{
    return (uint32_t)((x + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

// The same for equal sets of conjuncts; int_map takes any key but the largest.
static uint32_t signature(const struct good *g, const index_list *list, bool moved)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < list->count; i++)
        sum += mix(moved ? g->conjuncts.at[list->at[i]].moved_as : list->at[i]);
    return sum == UINT32_MAX ? 0 : sum;
}

// How many conjuncts of a moved case are none of the case that is marked.
static size_t missing_in(const struct good *g, const index_list *list)
{
    size_t missing = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t as = g->conjuncts.at[list->at[i]].moved_as;
        missing += as == NONE || !g->marked[as];
    }
    return missing;
}

// Whether the marked case implies all of a moved one; if not, why: some of its steps, which are not in that one.
static enum bdd_answer implies_all(struct good *g, const index_list *marked, const index_list *moved)
{
    for (size_t i = 0; i < moved->count; i++) {
        const struct conjunct *c = &g->conjuncts.at[moved->at[i]];
        if ((c->moved_as != NONE && g->marked[c->moved_as]) || c->moved == BDD_TRUE)
            continue;
        g->needs_deferred |= c->moved == BDD_NONE;
        if (g->needs_deferred)
            return BDD_UNKNOWN;
        bdd outside = find_within(g, bdd_not(c->moved), marked);
        if (!bdd_is_valid(outside))
            return BDD_UNKNOWN;
        if (outside != BDD_FALSE) {
            g->counterexample = outside;
            return BDD_NO;
        }
    }
    return BDD_YES;
}

// The same for all moved cases together.
static enum bdd_answer is_within_all(struct good *g, const index_list *marked)
{
    for (size_t k = 0; k < g->cases.count; k++)
        for (size_t i = 0; i < g->cases.at[k].count; i++)
            g->needs_deferred |= g->conjuncts.at[g->cases.at[k].at[i]].own == BDD_NONE;
    bdd left = multiply(g, BDD_TRUE, marked);
    for (size_t k = 0; k < g->cases.count && left != BDD_FALSE && bdd_is_valid(left); k++) {
        bdd covered = left;
        for (size_t i = 0; i < g->cases.at[k].count && bdd_is_valid(covered); i++)
            covered = try_and(g, covered, g->conjuncts.at[g->cases.at[k].at[i]].moved);
        left = try_and(g, left, bdd_not(covered));
    }
    g->counterexample = left;
    return !bdd_is_valid(left) ? BDD_UNKNOWN : left == BDD_FALSE ? BDD_YES : BDD_NO;
}

static enum bdd_answer is_covered(struct good *g, const struct int_map *by_signature, const index_list *list)
{
    const uint32_t *equal = int_map_find(by_signature, signature(g, list, false));
    if (equal && missing_in(g, &g->cases.at[*equal]) == 0)
        return BDD_YES;
    size_t best = 0, least = SIZE_MAX;
    for (size_t k = 0; k < g->cases.count && least > 0; k++) {
        size_t missing = missing_in(g, &g->cases.at[k]);
        if (missing < least) {
            least = missing;
            best = k;
        }
    }
    if (least == 0)
        return BDD_YES;
    enum bdd_answer answer = implies_all(g, list, &g->cases.at[best]);
    return answer == BDD_YES || g->cases.count == 1 ? answer : is_within_all(g, list);
}

// All cases; the first that is not covered has the counterexample. What is unknown of one may not matter.
static enum bdd_answer are_covered(struct good *g)
{
    struct int_map by_signature = {0};
    enum bdd_answer all = BDD_YES;
    bool is_new;
    for (size_t i = 0; i < g->conjuncts.count; i++) {
        struct conjunct *c = &g->conjuncts.at[i];
        const uint32_t *as = c->condition == EXPR_NONE ? int_map_find(&g->place, c->moved) : NULL;
        c->moved_as = as ? *as : c->condition == EXPR_NONE ? NONE : (uint32_t)i;
    }
    for (size_t k = 0; k < g->cases.count; k++)
        if (!int_map_try_add(g->mem, &by_signature, signature(g, &g->cases.at[k], true), (uint32_t)k, &is_new))
            all = BDD_UNKNOWN;
    g->marked = mem_zalloc(g->mem, g->conjuncts.count + 1);
    for (size_t k = 0; k < g->cases.count && all != BDD_NO && !g->needs_deferred; k++) {
        const index_list *list = &g->cases.at[k];
        bdd_scope scope = bdd_open_scope(g->m);
        for (size_t i = 0; i < list->count; i++)
            g->marked[list->at[i]] = true;
        enum bdd_answer answer = is_covered(g, &by_signature, list);
        for (size_t i = 0; i < list->count; i++)
            g->marked[list->at[i]] = false;
        all = answer == BDD_YES ? all : answer;
        bdd_close_scope_with(g->m, scope, answer == BDD_NO ? g->counterexample : BDD_FALSE);
    }
    mem_free(g->mem, g->marked, g->conjuncts.count + 1);
    int_map_free(g->mem, &by_signature);
    return all;
}

// ---- Fairness -------------------------------------------------------------------------------------------------------

// Whether two conditions are one in all legal states, with all inputs.
static bool is_same(struct good *g, bdd legal, bdd f, bdd h)
{
    return f == h || bdd_is_disjoint(g->m, legal, bdd_xor(g->m, f, h)) == BDD_YES;
}

static bdd fair_condition(struct good *g, size_t i, int side)
{
    expr pair[2];
    if (i < model_justice_count(g->model))
        return encode_condition(g->encoding, model_justice(g->model, i));
    model_compassion(g->model, i - model_justice_count(g->model), pair);
    return encode_condition(g->encoding, pair[side]);
}

// Each condition, or pair of them, is moved to another one of its kind.
static enum bdd_answer keeps_fairness(struct good *g)
{
    size_t justice = model_justice_count(g->model), all = justice + model_compassion_count(g->model);
    index_list space = {0};
    add_space(g, &space, false);
    find_deferred(g);
    bdd legal = all ? multiply(g, BDD_TRUE, &space) : BDD_TRUE;
    bool kept = true, valid = bdd_is_valid(legal);
    for (size_t i = 0; i < all && kept && valid; i++) {
        bdd moved[2] = {0};
        for (int side = 0; side < 2; side++) {
            moved[side] = bdd_substitute(g->m, fair_condition(g, i, side), g->preimage);
            valid = valid && bdd_is_valid(moved[side]);
        }
        kept = false;
        for (size_t k = i < justice ? 0 : justice; k < (i < justice ? justice : all) && !kept; k++)
            kept = is_same(g, legal, fair_condition(g, k, 0), moved[0]) &&
                   is_same(g, legal, fair_condition(g, k, 1), moved[1]);
    }
    array_free(g->mem, &space);
    return !valid || g->failed ? BDD_UNKNOWN : kept ? BDD_YES : BDD_NO;
}

// ---- Answers --------------------------------------------------------------------------------------------------------

// One step of a set, as values; of the state after it, what never changes is as before.
static bool read_step(struct good *g, bdd steps, value *from, value *to)
{
    size_t vars = bdd_var_count(g->m);
    bdd picked = bdd_pick(g->m, steps, cube_of(g, true, true));
    if (!bdd_is_valid(picked))
        return false;
    bool *now = mem_zalloc(g->mem, vars + 1), *next = mem_zalloc(g->mem, vars + 1);
    for (; !bdd_is_constant(picked);) {
        int var = bdd_top(g->m, picked);
        bdd low = bdd_low(g->m, picked);
        now[var] = low == BDD_FALSE;
        picked = low == BDD_FALSE ? bdd_high(g->m, picked) : low;
    }
    for (size_t v = 0; v < vars; v++)
        next[v] = bdd_is_current(g->m, (int)v) ? now[v + 1] : now[v];
    encode_read(g->encoding, now, from);
    encode_read(g->encoding, next, to);
    mem_free(g->mem, now, vars + 1);
    mem_free(g->mem, next, vars + 1);
    return true;
}

static enum check_automorphism judge(struct good *g, bool steps, value *from, value *to)
{
    (steps ? collect_steps : collect_initial)(g);
    enum bdd_answer answer = g->failed ? BDD_UNKNOWN : are_covered(g);
    if (g->needs_deferred) {
        find_deferred(g);
        g->needs_deferred = false;
        answer = g->failed ? BDD_UNKNOWN : are_covered(g);
    }
    forget(g);
    if (answer == BDD_YES)
        return CHECK_IS_AUTOMORPHISM;
    if (answer == BDD_UNKNOWN || !read_step(g, g->counterexample, from, to))
        return CHECK_AUTOMORPHISM_UNKNOWN;
    return steps ? CHECK_MOVES_STEPS : CHECK_MOVES_INITIAL;
}

enum check_automorphism automorphism_check(struct encoding *encoding, bdd_substitution *preimage, size_t budget,
                                           value *from, value *to, struct mem *mem)
{
    struct good g = {.model = encoding_model(encoding),
                     .encoding = encoding,
                     .m = encoding_manager(encoding),
                     .mem = mem,
                     .preimage = preimage,
                     .budget = budget};
    bdd_scope scope = bdd_open_scope(g.m);
    size_t vars = bdd_var_count(g.m);
    find_domains(&g);
    find_moves(&g);
    enum check_automorphism initial = judge(&g, false, from, to), steps = judge(&g, true, from, to), result = initial;
    if (steps == CHECK_MOVES_STEPS || initial == CHECK_IS_AUTOMORPHISM)
        result = steps;
    else if (initial == CHECK_MOVES_INITIAL && steps == CHECK_IS_AUTOMORPHISM)
        result = CHECK_MOVES_ONLY_INITIAL;
    if (result == CHECK_IS_AUTOMORPHISM) {
        enum bdd_answer fair = keeps_fairness(&g);
        result = fair == BDD_YES ? result : fair == BDD_NO ? CHECK_MOVES_FAIRNESS : CHECK_AUTOMORPHISM_UNKNOWN;
        forget(&g);
    }
    mem_free(mem, g.moves, (model_cell_count(g.model) + 1) * sizeof *g.moves);
    mem_free(mem, g.domains, (vars + 1) * sizeof *g.domains);
    bdd_close_scope(g.m, scope);
    return result;
}
