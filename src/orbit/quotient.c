#include "orbit/quotient.h"

#include "orbit/componentwise.h"

// ---- Images ---------------------------------------------------------------------------------------------------------

const bool *quotient_dirty(const struct quotient *q, size_t part)
{
    return &q->dirty[part * (q->layout->row.count + 1)];
}

bdd quotient_post_part(struct quotient *q, size_t part, bdd set)
{
    bdd_scope scope = bdd_open_scope(q->m);
    bdd states = q->steps->post_part(q->steps, part, set);
    return bdd_close_scope_with(q->m, scope, dynamic_alpha_near(q->dynamic, states, quotient_dirty(q, part)));
}

static bdd pre_part(struct quotient *q, size_t part, bdd set)
{
    bdd_scope scope = bdd_open_scope(q->m);
    bdd states = q->steps->pre_part(q->steps, part, set);
    return bdd_close_scope_with(q->m, scope, dynamic_alpha_near(q->dynamic, states, quotient_dirty(q, part)));
}

static bdd post(struct image *image, bdd set)
{
    struct quotient *q = (struct quotient *)image;
    bdd all = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(q->m);
    for (size_t i = 0; i < q->steps->part_count && bdd_is_valid(all); i++)
        all = bdd_close_scope_with(q->m, scope, bdd_or(q->m, all, quotient_post_part(q, i, set)));
    return all;
}

// Where representatives are unique, EX f = alpha(pre f). What restricts the steps says so of representatives; it has no
// place among the states before them.
static bdd pre(struct image *image, bdd set, bdd by)
{
    struct quotient *q = (struct quotient *)image;
    bdd all = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(q->m);
    for (size_t i = 0; i < q->steps->part_count && bdd_is_valid(all); i++)
        all = bdd_close_scope_with(q->m, scope, bdd_or(q->m, all, pre_part(q, i, set)));
    return bdd_close_scope_with(q->m, scope, bdd_and(q->m, all, by));
}

// Listing 2, line 4. What was there before the last call has been looked at.
static bdd grow_by_all(struct quotient *q, bdd z)
{
    bdd_scope scope = bdd_open_scope(q->m);
    bdd from = z == q->latest[0] ? q->latest[1] : z;
    bdd more = dynamic_alpha(q->dynamic, image_post(&q->steps->image, from));
    bdd fresh = bdd_minus(q->m, more, z), all = bdd_or(q->m, z, fresh);
    if (bdd_is_valid(all)) {
        q->latest[0] = all;
        q->latest[1] = fresh;
    }
    return bdd_close_scope_with(q->m, scope, all);
}

static bdd reach(struct image *image, bdd set)
{
    struct quotient *q = (struct quotient *)image;
    return q->search == QUOTIENT_DYNAMIC ? grow_by_all(q, set) : componentwise_grow(q, set);
}

// Where representatives are not unique, halves of `within` are tried, forwards, until one state is left. What `within`
// does not depend on matters, too: `set`, a state, has all variables.
static bdd before(struct image *image, bdd set, bdd within)
{
    struct quotient *q = (struct quotient *)image;
    if (q->layout->is_unique)
        return bdd_and(q->m, pre(image, set, BDD_TRUE), within);
    bdd_scope scope = bdd_open_scope(q->m);
    if (bdd_is_disjoint(q->m, post(image, within), set) != BDD_NO)
        return bdd_close_scope_with(q->m, scope, BDD_FALSE);
    bdd support = bdd_and(q->m, bdd_support(q->m, within), bdd_support(q->m, set));
    for (; bdd_is_valid(within) && bdd_is_valid(support) && support != BDD_TRUE; support = bdd_high(q->m, support)) {
        bdd bit = bdd_literal(q->m, bdd_top(q->m, support));
        bdd half = bdd_and(q->m, within, bit), other = bdd_minus(q->m, within, bit);
        if (half == BDD_FALSE || other == BDD_FALSE)
            continue;
        enum bdd_answer apart = bdd_is_disjoint(q->m, post(image, half), set);
        within = apart == BDD_UNKNOWN ? BDD_NONE : apart == BDD_NO ? half : other;
    }
    return bdd_close_scope_with(q->m, scope, within);
}

static bdd represent(struct image *image, bdd states)
{
    return dynamic_alpha(((struct quotient *)image)->dynamic, states);
}

// ---- Fairness -------------------------------------------------------------------------------------------------------

static struct dynamic *follower(struct quotient *q, size_t condition)
{
    struct dynamic **at = &q->followers[condition];
    if (!*at)
        *at =
            dynamic_new(q->followed->layouts[condition], dynamic_encoding(q->dynamic), DYNAMIC_SORT_RECURSION, q->mem);
    return *at;
}

static bdd unfold(struct image *image, size_t condition, bdd set)
{
    struct quotient *q = (struct quotient *)image;
    struct dynamic *smaller = follower(q, condition);
    return smaller ? followed_unfold(smaller, q->layout, set) : BDD_NONE;
}

static bdd pre_followed(struct image *image, size_t condition, bdd set)
{
    struct quotient *q = (struct quotient *)image;
    struct dynamic *smaller = follower(q, condition);
    bdd all = smaller ? BDD_FALSE : BDD_NONE;
    bdd_scope scope = bdd_open_scope(q->m);
    for (size_t i = 0; i < q->steps->part_count && bdd_is_valid(all); i++) {
        bdd states = q->steps->pre_part(q->steps, i, set);
        bdd more = dynamic_alpha_near(smaller, states, quotient_dirty(q, i));
        all = bdd_close_scope_with(q->m, scope, bdd_or(q->m, all, more));
    }
    return all;
}

bool quotient_read(const struct quotient *q, bdd state, bool *values)
{
    bdd_scope scope = bdd_open_scope(q->m);
    bdd support = bdd_support(q->m, state), picked = bdd_pick(q->m, state, support);
    bool good = bdd_is_valid(picked);
    for (size_t i = 0; i < bdd_var_count(q->m); i++)
        values[i] = false;
    while (good && !bdd_is_constant(picked)) {
        bdd low = bdd_low(q->m, picked);
        values[bdd_top(q->m, picked)] = low == BDD_FALSE;
        picked = low == BDD_FALSE ? bdd_high(q->m, picked) : low;
    }
    bdd_close_scope(q->m, scope);
    return good;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

struct context {
    struct mem *mem;
    enum quotient_search search;
    enum dynamic_sort sort;
    struct concatenated layout;
    struct followed followed;
    struct abstraction abstraction;
};

static struct encoding *encode(struct abstraction *r, struct model *model, bdd_manager *m, struct mem *mem)
{
    struct context *c = r->context;
    size_t count = c->layout.items.count;
    struct encode_place *places = mem_alloc(mem, (count + 1) * sizeof *places);
    for (size_t i = 0; i < count; i++)
        places[i] = c->layout.items.at[i].place;
    struct encoding *encoding = encoding_new_by_places(model, m, places, count, mem);
    mem_free(mem, places, (count + 1) * sizeof *places);
    // The order must stay as it is, whoever thinks of a better one.
    if (encoding && bdd_var_count(m) > 0 && !bdd_group(m, bdd_var_at(m, 0), bdd_var_count(m))) {
        encoding_free(encoding);
        return NULL;
    }
    return encoding;
}

static void unwrap(struct abstraction *r, struct image *image)
{
    struct quotient *q = (struct quotient *)image;
    (void)r;
    componentwise_free(q);
    for (size_t i = 0; i < q->followed->count; i++)
        dynamic_free(q->followers[i]);
    mem_free(q->mem, q->followers, (q->followed->count + 1) * sizeof(struct dynamic *));
    dynamic_free(q->dynamic);
    if (q->is_protected)
        bdd_unprotect(q->m, q->latest);
    mem_free(q->mem, q->dirty, (q->steps->part_count + 1) * (q->layout->row.count + 1) * sizeof *q->dirty);
    mem_free(q->mem, q, sizeof *q);
}

static struct image *wrap(struct abstraction *r, struct steps *steps, struct encoding *encoding)
{
    struct context *c = r->context;
    struct quotient *q = mem_zalloc(c->mem, sizeof *q);
    *q = (struct quotient){.image = {post, pre, reach, quotient_lift},
                           .steps = steps,
                           .mem = c->mem,
                           .m = encoding_manager(encoding),
                           .search = c->search,
                           .layout = &c->layout,
                           .followed = &c->followed,
                           .latest = {BDD_NONE, BDD_FALSE}};
    q->dirty = mem_zalloc(c->mem, (steps->part_count + 1) * (c->layout.row.count + 1) * sizeof *q->dirty);
    q->followers = mem_zalloc(c->mem, (c->followed.count + 1) * sizeof(struct dynamic *));
    q->dynamic = dynamic_new(&c->layout, encoding, c->sort, c->mem);
    q->is_protected = bdd_protect_array(q->m, q->latest, 2);
    if (!q->dynamic || !q->is_protected) {
        unwrap(r, &q->image);
        return NULL;
    }
    for (size_t i = 0; i < steps->part_count; i++)
        dynamic_find_dirty(q->dynamic, steps->parts[i].changes, steps->parts[i].change_count,
                           &q->dirty[i * (c->layout.row.count + 1)]);
    return &q->image;
}

enum cause_code quotient_obstacle(const struct symmetry *s)
{
    return concatenated_obstacle(s);
}

struct abstraction *quotient_new(const struct symmetry *s, enum quotient_search search, enum dynamic_sort sort,
                                 struct mem *mem)
{
    struct context *c = mem_zalloc(mem, sizeof *c);
    c->mem = mem;
    c->search = search;
    c->sort = sort;
    concatenated_open(&c->layout, s, mem);
    c->abstraction = (struct abstraction){.context = c,
                                          .uncounted = c->layout.is_unique ? CAUSE_NONE : CAUSE_SEVERAL_REPRESENTATIVES,
                                          .forward_only = c->layout.is_unique ? CAUSE_NONE : CAUSE_NOT_BACKWARDS,
                                          .by_parts = true,
                                          .encode = encode,
                                          .wrap = wrap,
                                          .unwrap = unwrap,
                                          .abstract = represent,
                                          .before = before,
                                          .count = quotient_count};
    return &c->abstraction;
}

bool quotient_follow_fairness(struct abstraction *r, struct model *model)
{
    struct context *c = r->context;
    if (!followed_open(&c->followed, &c->layout, model, c->mem))
        return false;
    r->fairness = c->followed.parts;
    r->unfold = unfold;
    r->pre_followed = pre_followed;
    return true;
}

void quotient_free(struct abstraction *r)
{
    if (!r)
        return;
    struct context *c = r->context;
    struct mem *mem = c->mem;
    followed_close(&c->followed);
    concatenated_close(&c->layout);
    mem_free(mem, c, sizeof *c);
}
