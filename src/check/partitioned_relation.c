#include "check/partitioned_relation.h"

#include <assert.h>
#include <string.h>

#include "base/array.h"

#define SMALL_NODES 250     // relations that are good together, whatever they are apart
#define JOINED_NODES 100000 // at most, of clusters that are joined for pre-images

typedef ARRAY(int) var_list;

// Clusters in the order in which an image takes them. One order serves both directions; each has its own cubes.
struct cluster {
    bdd body;
    bdd pre_body;  // the same where it matters (partition_simplify)
    bdd post_cube; // current bits and inputs that no later cluster mentions
    bdd pre_cube;  // next bits and inputs that no later cluster mentions
};

struct partition {
    bdd_manager *m;
    struct mem *mem;
    struct cluster *clusters;
    size_t count, room;
    var_list taken;                         // variables that an image takes away: updated bits and inputs
    bdd post_first, pre_first;              // what no cluster mentions
    bdd next_cube;                          // all next bits of the updated ones
    size_t nodes;                           // of the single cluster, if somebody has counted them; else 0
    bdd_relation *whole;                    // the single cluster as a relation, when there is only one
    bdd_relation *pre_whole;                // and its pre_body, or all clusters where it matters, or NULL
    bdd_relation *without_inputs;           // and for sets that do not speak of inputs, as most
    bdd_substitution *to_current, *to_next; // of the updated bits
};

// ---- Arranging ------------------------------------------------------------------------------------------------------

struct member {
    bdd body;
    int *support;
    size_t count; // of support
    bool taken;
};

struct arrangement {
    bdd_manager *m;
    struct mem *mem;
    struct member *members;
    size_t count;
    size_t vars;
    unsigned char *updated; // by variable: a current bit that the step changes
    unsigned char *input;   // by variable
    unsigned *left;         // by variable: in how many members that are not taken it occurs
    unsigned char *present; // by variable: in some member that is taken
};

static bool find_support(struct arrangement *a, struct member *member)
{
    bdd cube = bdd_support(a->m, member->body);
    if (!bdd_is_valid(cube))
        return false;
    member->count = bdd_cube_vars(a->m, cube, NULL, 0);
    member->support = member->count ? mem_alloc(a->mem, member->count * sizeof *member->support) : NULL;
    bdd_cube_vars(a->m, cube, member->support, member->count);
    for (size_t i = 0; i < member->count; i++)
        a->left[member->support[i]]++;
    return true;
}

// How good it is to take this member next: it lets many variables be quantified, brings in few new ones, and lies high
// in the order.
static double benefit(const struct arrangement *a, const struct member *member)
{
    double gone = 0, quantifiable = 0, next = 0, new_next = 0, top = 0;
    for (size_t i = 0; i < member->count; i++) {
        int v = member->support[i];
        if (a->updated[v] || a->input[v]) {
            double height = 1.0 - (double)bdd_level_of(a->m, v) / (double)a->vars;
            quantifiable++;
            gone += a->left[v] == 1;
            top = height > top ? height : top;
        } else if (bdd_is_next(a->m, v)) {
            next++;
            new_next += !a->present[v];
        }
    }
    if (quantifiable + next == 0)
        return 10; // it only guards
    return 6 * gone / (quantifiable + next) + (quantifiable > 0 ? gone / quantifiable : 0) + top -
           2 * new_next / (quantifiable + next);
}

static struct member *take_best(struct arrangement *a)
{
    struct member *best = NULL;
    double best_benefit = 0;
    for (size_t i = 0; i < a->count; i++) {
        if (a->members[i].taken)
            continue;
        double b = benefit(a, &a->members[i]);
        if (!best || b > best_benefit) {
            best = &a->members[i];
            best_benefit = b;
        }
    }
    assert(best); // it is called while some are not taken
    best->taken = true;
    for (size_t i = 0; i < best->count; i++) {
        a->left[best->support[i]]--;
        a->present[best->support[i]] = 1;
    }
    return best;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

// Joins the members, best first, into clusters of bounded size.
static bool cluster(struct partition *p, struct arrangement *a, size_t cluster_nodes)
{
    for (size_t k = 0; k < a->count; k++) {
        struct member *member = take_best(a);
        if (p->count) {
            struct cluster *last = &p->clusters[p->count - 1];
            bdd joined = bdd_try_and(p->m, last->body, member->body, 8 * cluster_nodes);
            if (bdd_is_valid(joined) && bdd_size(p->m, joined) <= cluster_nodes) {
                last->body = joined;
                continue;
            }
            if (!bdd_is_valid(joined) && bdd_status(p->m) != BDD_OVER_BUDGET)
                return false;
        }
        p->clusters[p->count++].body = member->body;
    }
    if (p->count == 0)
        p->clusters[p->count++].body = BDD_TRUE;
    return true;
}

// A cube of the variables that `mine` says and whose last cluster is `which`.
static bdd last_in(struct partition *p, const struct arrangement *a, const size_t *last, size_t which, bool post)
{
    ARRAY(int) vars = {0};
    for (size_t v = 0; v < a->vars; v++) {
        bool mine = a->input[v] || (post ? a->updated[v] : v > 0 && bdd_is_next(p->m, (int)v) && a->updated[v - 1]);
        if (mine && last[v] == which)
            array_push(a->mem, &vars, (int)v);
    }
    bdd cube = bdd_cube(p->m, vars.at, vars.count);
    array_free(a->mem, &vars);
    return cube;
}

// Finds for every variable the last cluster that mentions it (count: none does), and from that the cubes.
static bool schedule(struct partition *p, const struct arrangement *a)
{
    size_t *last = mem_alloc(a->mem, (a->vars + 1) * sizeof *last);
    for (size_t v = 0; v < a->vars; v++)
        last[v] = p->count;
    bool good = true;
    for (size_t i = 0; i < p->count && good; i++) {
        bdd support = bdd_support(p->m, p->clusters[i].body);
        good = bdd_is_valid(support);
        for (; good && !bdd_is_constant(support); support = bdd_high(p->m, support))
            last[bdd_top(p->m, support)] = i;
    }
    for (size_t i = 0; i < p->count && good; i++) {
        p->clusters[i].post_cube = last_in(p, a, last, i, true);
        p->clusters[i].pre_cube = last_in(p, a, last, i, false);
        good = bdd_is_valid(p->clusters[i].post_cube) && bdd_is_valid(p->clusters[i].pre_cube);
    }
    p->post_first = last_in(p, a, last, p->count, true);
    p->pre_first = last_in(p, a, last, p->count, false);
    mem_free(a->mem, last, (a->vars + 1) * sizeof *last);
    return good && bdd_is_valid(p->post_first) && bdd_is_valid(p->pre_first);
}

static bool make_renamings(struct partition *p, const int *updated, size_t count)
{
    ARRAY(int) next = {0};
    for (size_t i = 0; i < count; i++)
        array_push(p->mem, &next, updated[i] + 1);
    p->next_cube = bdd_cube(p->m, next.at, next.count);
    array_free(p->mem, &next);
    p->to_current = bdd_substitution_new(p->m);
    p->to_next = bdd_substitution_new(p->m);
    bool good = p->to_current && p->to_next && bdd_is_valid(p->next_cube);
    for (size_t i = 0; i < count && good; i++)
        good = bdd_substitution_set_var(p->to_current, updated[i] + 1, updated[i]) &&
               bdd_substitution_set_var(p->to_next, updated[i], updated[i] + 1);
    return good;
}

// The single cluster as a relation for images in one recursion.
static bdd_relation *relation_of(struct partition *p, bdd body)
{
    return bdd_relation_new(p->m, body, p->taken.at, p->taken.count);
}

// The same with inputs taken away once and for all.
static bdd_relation *relation_without_inputs(struct partition *p, bdd body)
{
    ARRAY(int) updated = {0}, inputs = {0};
    for (size_t i = 0; i < p->taken.count; i++)
        if (bdd_is_current(p->m, p->taken.at[i]))
            array_push(p->mem, &updated, p->taken.at[i]);
        else
            array_push(p->mem, &inputs, p->taken.at[i]);
    bdd_scope scope = bdd_open_scope(p->m);
    bdd without_inputs = bdd_exists(p->m, body, bdd_cube(p->m, inputs.at, inputs.count));
    bdd_relation *relation = bdd_relation_new(p->m, without_inputs, updated.at, updated.count);
    bdd_close_scope(p->m, scope);
    array_free(p->mem, &updated);
    array_free(p->mem, &inputs);
    return relation;
}

static bool make_whole(struct partition *p, const struct arrangement *a)
{
    for (size_t v = 0; v < a->vars; v++)
        if (a->updated[v] || a->input[v])
            array_push(a->mem, &p->taken, (int)v);
    for (size_t i = 0; i < p->count; i++)
        p->clusters[i].pre_body = p->clusters[i].body;
    if (p->count != 1)
        return true;
    p->whole = relation_of(p, p->clusters[0].body);
    p->pre_whole = relation_of(p, p->clusters[0].body);
    p->without_inputs = relation_without_inputs(p, p->clusters[0].body);
    return p->whole && p->pre_whole && p->without_inputs;
}

// ---- Where it matters -----------------------------------------------------------------------------------------------

// All clusters as one, with steps from the states that matter only: often that is small, although the clusters together
// are not, and then a pre-image has nothing large in between. BDD_NONE: it is not.
static bdd join_within(struct partition *p, bdd care)
{
    bdd joined = p->count > 1 && care != BDD_TRUE ? care : BDD_NONE;
    for (size_t i = 0; i < p->count && bdd_is_valid(joined); i++)
        joined = bdd_try_and(p->m, joined, p->clusters[i].body, JOINED_NODES);
    return bdd_is_valid(joined) && bdd_size(p->m, joined) <= JOINED_NODES ? joined : BDD_NONE;
}

static bdd simpler(struct partition *p, bdd body, bdd care)
{
    bdd simple = bdd_restrict(p->m, body, care);
    return bdd_is_valid(simple) && bdd_size(p->m, simple) >= bdd_size(p->m, body) ? body : simple;
}

// What pre-images are made by, all of it or nothing: one that was right for other states must not be left.
static bool use_for_pre(struct partition *p, const bdd *bodies, bdd whole)
{
    bdd_relation *relation = bdd_is_valid(whole) ? relation_of(p, whole) : NULL;
    if (bdd_is_valid(whole) && !relation)
        return false;
    for (size_t i = 0; i < p->count; i++)
        p->clusters[i].pre_body = bodies[i];
    bdd_relation_free(p->pre_whole);
    p->pre_whole = relation;
    return true;
}

bool partition_simplify(struct partition *p, bdd care)
{
    size_t bytes = (p->count + 1) * sizeof(bdd);
    bdd *bodies = mem_alloc(p->mem, bytes);
    bdd_scope scope = bdd_open_scope(p->m);
    bdd joined = join_within(p, care);
    bool is_joined = bdd_is_valid(joined), good = true;
    for (size_t i = 0; i < p->count && good; i++) {
        bdd body = p->clusters[i].body;
        bodies[i] = is_joined ? body : simpler(p, body, care); // which is in no pre-image then
        good = bdd_is_valid(bodies[i]);
    }
    good = good && use_for_pre(p, bodies, p->whole ? bodies[0] : joined);
    bdd_close_scope(p->m, scope);
    mem_free(p->mem, bodies, bytes);
    return good;
}

// ---- Making and freeing ---------------------------------------------------------------------------------------------

struct partition *partition_new(bdd_manager *m, const bdd *parts, size_t count, const int *updated,
                                size_t updated_count, const int *inputs, size_t input_count, size_t cluster_nodes,
                                struct mem *mem)
{
    struct partition *p = mem_zalloc(mem, sizeof *p);
    *p = (struct partition){.m = m, .mem = mem, .room = count + 1};
    p->clusters = mem_zalloc(mem, p->room * sizeof *p->clusters);
    struct arrangement a = {.m = m, .mem = mem, .count = count, .vars = bdd_var_count(m)};
    a.members = mem_zalloc(mem, (count + 1) * sizeof *a.members);
    a.updated = mem_zalloc(mem, a.vars + 1);
    a.input = mem_zalloc(mem, a.vars + 1);
    a.present = mem_zalloc(mem, a.vars + 1);
    a.left = mem_zalloc(mem, (a.vars + 1) * sizeof *a.left);
    for (size_t i = 0; i < updated_count; i++)
        a.updated[updated[i]] = 1;
    for (size_t i = 0; i < input_count; i++)
        a.input[inputs[i]] = 1;

    bdd_scope scope = bdd_open_scope(m);
    // Four functions for each cluster lie in one stretch of memory.
    bool good = bdd_protect_array(m, &p->clusters[0].body, 4 * p->room) && bdd_protect(m, &p->post_first) &&
                bdd_protect(m, &p->pre_first) && bdd_protect(m, &p->next_cube);
    for (size_t i = 0; i < count && good; i++) {
        a.members[i].body = parts[i];
        good = bdd_is_valid(parts[i]) && find_support(&a, &a.members[i]);
    }
    good = good && cluster(p, &a, cluster_nodes) && schedule(p, &a) && make_renamings(p, updated, updated_count) &&
           make_whole(p, &a);
    bdd_close_scope(m, scope);

    for (size_t i = 0; i < count; i++)
        mem_free(mem, a.members[i].support, a.members[i].count * sizeof *a.members[i].support);
    mem_free(mem, a.members, (count + 1) * sizeof *a.members);
    mem_free(mem, a.updated, a.vars + 1);
    mem_free(mem, a.input, a.vars + 1);
    mem_free(mem, a.present, a.vars + 1);
    mem_free(mem, a.left, (a.vars + 1) * sizeof *a.left);
    if (!good) {
        partition_free(p);
        return NULL;
    }
    return p;
}

static void sort_taken(const struct partition *p, var_list *changed, var_list *inputs)
{
    for (size_t i = 0; i < p->taken.count; i++)
        if (bdd_is_current(p->m, p->taken.at[i]))
            array_push(p->mem, changed, p->taken.at[i]);
        else
            array_push(p->mem, inputs, p->taken.at[i]);
}

struct partition *partition_extend(const struct partition *p, const bdd *parts, size_t count, const int *updated,
                                   size_t updated_count, size_t cluster_nodes)
{
    ARRAY(bdd) all = {0};
    var_list changed = {0}, inputs = {0};
    for (size_t i = 0; i < p->count; i++)
        array_push(p->mem, &all, p->clusters[i].body);
    for (size_t i = 0; i < count; i++)
        array_push(p->mem, &all, parts[i]);
    sort_taken(p, &changed, &inputs);
    for (size_t i = 0; i < updated_count; i++)
        array_push(p->mem, &changed, updated[i]);
    struct partition *extended = partition_new(p->m, all.at, all.count, changed.at, changed.count, inputs.at,
                                               inputs.count, cluster_nodes, p->mem);
    array_free(p->mem, &all);
    array_free(p->mem, &changed);
    array_free(p->mem, &inputs);
    return extended;
}

_Static_assert(sizeof(struct cluster) == 4 * sizeof(bdd), "clusters are protected as an array of functions");

void partition_free(struct partition *p)
{
    if (!p)
        return;
    bdd_unprotect(p->m, &p->clusters[0].body);
    bdd_unprotect(p->m, &p->post_first);
    bdd_unprotect(p->m, &p->pre_first);
    bdd_unprotect(p->m, &p->next_cube);
    bdd_relation_free(p->whole);
    bdd_relation_free(p->pre_whole);
    bdd_relation_free(p->without_inputs);
    array_free(p->mem, &p->taken);
    bdd_substitution_free(p->to_current);
    bdd_substitution_free(p->to_next);
    mem_free(p->mem, p->clusters, p->room * sizeof *p->clusters);
    mem_free(p->mem, p, sizeof *p);
}

// ---- Images ---------------------------------------------------------------------------------------------------------

bdd partition_post(struct partition *p, bdd set)
{
    if (p->whole)
        return bdd_image(p->m, set, p->whole);
    bdd_scope scope = bdd_open_scope(p->m);
    bdd product = bdd_exists(p->m, set, p->post_first);
    for (size_t i = 0; i < p->count; i++)
        product = bdd_and_exists(p->m, product, p->clusters[i].body, p->clusters[i].post_cube);
    return bdd_close_scope_with(p->m, scope, bdd_substitute(p->m, product, p->to_current));
}

bdd partition_grow(struct partition *p, bdd set)
{
    if (p->whole)
        return bdd_image_union(p->m, set, p->without_inputs, set);
    return bdd_hand_over(p->m, bdd_or(p->m, set, partition_post(p, set)));
}

bdd partition_pre(struct partition *p, bdd set, bdd by)
{
    if (p->pre_whole)
        return bdd_preimage_within(p->m, set, p->pre_whole, by);
    bdd_scope scope = bdd_open_scope(p->m);
    // What restricts the step takes part like a cluster, before all others.
    bdd product = bdd_and_exists(p->m, bdd_substitute(p->m, set, p->to_next), by, p->pre_first);
    for (size_t i = 0; i < p->count; i++)
        product = bdd_and_exists(p->m, product, p->clusters[i].pre_body, p->clusters[i].pre_cube);
    return bdd_close_scope_with(p->m, scope, product);
}

bdd partition_between(struct partition *p, bdd from, bdd to)
{
    bdd_scope scope = bdd_open_scope(p->m);
    bdd steps = bdd_and(p->m, from, bdd_substitute(p->m, to, p->to_next));
    for (size_t i = 0; i < p->count; i++)
        steps = bdd_and(p->m, steps, p->clusters[i].body);
    return bdd_close_scope_with(p->m, scope, bdd_exists(p->m, steps, p->next_cube));
}

bdd_relation *partition_relation(const struct partition *p)
{
    return p->without_inputs;
}

bdd partition_changes(const struct partition *p)
{
    var_list changed = {0}, inputs = {0};
    sort_taken(p, &changed, &inputs);
    bdd cube = bdd_cube(p->m, changed.at, changed.count);
    array_free(p->mem, &changed);
    array_free(p->mem, &inputs);
    return cube;
}

// The relation as one that changes the bits of a cube: those which it does not know, and which must be among `near`,
// stay as they are. BDD_NONE if others are missing.
static bdd framed(const struct partition *p, bdd cube, bdd near)
{
    bdd_manager *m = p->m;
    bdd body = bdd_relation_body(p->whole), mine = bdd_relation_cube(p->whole);
    bdd missing = bdd_exists(m, cube, mine);
    if (bdd_exists(m, missing, near) != BDD_TRUE)
        return BDD_NONE;
    for (; !bdd_is_constant(missing); missing = bdd_high(m, missing)) {
        int bit = bdd_top(m, missing);
        body = bdd_and(m, body, bdd_iff(m, bdd_literal(m, bit), bdd_literal(m, bit + 1)));
    }
    return body;
}

static size_t nodes_of(const struct partition *p)
{
    return p->nodes ? p->nodes : bdd_size(p->m, p->clusters[0].body);
}

bool partition_absorb(struct partition **p, const struct partition *other, bdd near, size_t most_nodes)
{
    bdd_manager *m = (*p)->m;
    if (!(*p)->whole || !other->whole)
        return false;
    bdd_scope scope = bdd_open_scope(m);
    struct partition *both = NULL;
    bdd mine = bdd_relation_cube((*p)->whole), cube = bdd_and(m, mine, bdd_relation_cube(other->whole));
    bdd one = framed(*p, cube, near), two = bdd_is_valid(one) ? framed(other, cube, near) : BDD_NONE;
    bdd either = bdd_or(m, one, two);
    size_t nodes = bdd_is_valid(either) ? bdd_size(m, either) : SIZE_MAX;
    size_t apart = nodes < most_nodes ? nodes_of(*p) + nodes_of(other) : 0;
    if (nodes < most_nodes && (nodes <= SMALL_NODES || nodes <= apart + apart / 4)) {
        var_list changed = {0}, inputs = {0};
        for (; !bdd_is_constant(cube); cube = bdd_high(m, cube)) {
            var_list *list = bdd_is_current(m, bdd_top(m, cube)) ? &changed : &inputs;
            array_push((*p)->mem, list, bdd_top(m, cube));
        }
        both = partition_new(m, &either, 1, changed.at, changed.count, inputs.at, inputs.count, most_nodes, (*p)->mem);
        array_free((*p)->mem, &changed);
        array_free((*p)->mem, &inputs);
    }
    bdd_close_scope(m, scope);
    if (!both)
        return false;
    both->nodes = nodes;
    partition_free(*p);
    *p = both;
    return true;
}

size_t partition_clusters(const struct partition *p)
{
    return p->count;
}

size_t partition_nodes(struct partition *p)
{
    size_t nodes = 0;
    for (size_t i = 0; i < p->count; i++)
        nodes += bdd_size(p->m, p->clusters[i].body);
    return nodes;
}

size_t partition_simplified_nodes(struct partition *p)
{
    size_t nodes = 0;
    if (p->pre_whole)
        return bdd_size(p->m, bdd_relation_body(p->pre_whole));
    for (size_t i = 0; i < p->count; i++)
        nodes += bdd_size(p->m, p->clusters[i].pre_body);
    return nodes;
}
