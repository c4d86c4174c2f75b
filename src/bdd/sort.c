// Sorting the rows of all assignments of a set (the inner part of dynamic symmetry reduction, where rows are components
// of a system). Below row p, a function is a set of assignments to the rows after it; where these are sorted, row p is
// inserted by a compare-exchange with its neighbour that goes on downwards with what was exchanged.
//
// Compare-exchanges happen at the level of their rows, inside of the recursion. So a part of the diagram that is in
// order is looked at once and stays what it is, and so is all that lies above.
#include "bdd/cache.h"

struct bdd_rows {
    bdd_manager *manager;
    size_t rows, width;
    uint32_t id; // names what is done with rows in the cache: WAYS for each, and one more
    int vars[];
};

// What is done with the function of a row and those below it.
enum way {
    SORT,        // all these rows
    SORT_BELOW,  // all but the first of them
    INSERT,      // the first one into the others, which are sorted
    INSERT_NEXT, // the second one into those behind it
    WAYS
};

bdd_rows *bdd_rows_new(bdd_manager *m, const int *vars, size_t rows, size_t width)
{
    bdd_rows *r = mem_try_alloc(&m->mem, sizeof *r + rows * width * sizeof *r->vars);
    if (!r) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return NULL;
    }
    *r = (bdd_rows){.manager = m, .rows = rows, .width = width, .id = m->next_substitution + 1};
    for (size_t i = 0; i < rows * width; i++)
        r->vars[i] = vars[i];
    m->next_substitution += (uint32_t)(WAYS * rows + 1);
    return r;
}

void bdd_rows_free(bdd_rows *r)
{
    if (r)
        mem_free(&r->manager->mem, r, sizeof *r + r->rows * r->width * sizeof *r->vars);
}

static const int *row(const bdd_rows *r, size_t p)
{
    return &r->vars[p * r->width];
}

static struct cache_key key_of(const bdd_rows *r, bdd f, size_t p, enum way way)
{
    return cache_key2(BDD_OP_SORT, f, CACHE_NO_HANDLE - (r->id + (uint32_t)(WAYS * p) + way));
}

// The assignments in which row p is larger than the next, bit by bit, so that the comparison of two rows is never a
// diagram of its own.
static bdd find_bad(bdd_manager *m, bdd z, const bdd_rows *r, size_t p)
{
    bdd zequal = z, zbad = BDD_FALSE;
    for (size_t i = 0; i < r->width && zequal != BDD_FALSE; i++) {
        int x = row(r, p)[i];
        bdd y = make_node(m, row(r, p + 1)[i], BDD_FALSE, BDD_TRUE);
        zbad = or_rec(m, zbad, bdd_and_rec(m, zequal, make_node(m, x, BDD_FALSE, y ^ 1)));
        if (i + 1 < r->width)
            zequal = bdd_and_rec(m, zequal, make_node(m, x, y ^ 1, y));
    }
    return zbad;
}

static bdd do_rec(bdd_manager *, bdd f, const bdd_rows *, size_t p, enum way);

static bdd insert(bdd_manager *m, bdd z, const bdd_rows *r, size_t p)
{
    bdd zbad = find_bad(m, z, r, p);
    if (zbad == BDD_FALSE)
        return z;
    bdd zgood = bdd_and_rec(m, z, zbad ^ 1), zswapped = zbad;
    for (size_t i = 0; i < r->width; i++)
        zswapped = bdd_swap_rec(m, zswapped, row(r, p)[i], row(r, p + 1)[i]);
    return or_rec(m, zgood, do_rec(m, zswapped, r, p, INSERT_NEXT));
}

// f is a function of row p and those below it; for the ways that are about what is below, the row may be half read.
static bdd do_rec(bdd_manager *m, bdd f, const bdd_rows *r, size_t p, enum way way)
{
    if (f == BDD_FALSE || p + 1 >= r->rows)
        return f;
    bool passes_row = way == SORT_BELOW || way == INSERT_NEXT;
    if (passes_row && level_of(m, f) >= m->level[row(r, p + 1)[0]])
        return do_rec(m, f, r, p + 1, way == SORT_BELOW ? SORT : INSERT);

    struct cache_key key = key_of(r, f, p, way);
    bdd result;
    if (cache_find(m, BDD_OP_SORT, &key, &result))
        return result;

    if (passes_row) {
        const struct node *n = node_of(m, f);
        int32_t var = n->var;
        bdd f0 = n->low ^ (f & 1), f1 = n->high ^ (f & 1);
        bdd low = do_rec(m, f0, r, p, way);
        bdd high = do_rec(m, f1, r, p, way);
        result = make_node(m, var, low, high);
    } else if (way == SORT)
        result = do_rec(m, do_rec(m, f, r, p, SORT_BELOW), r, p, INSERT);
    else
        result = insert(m, f, r, p);
    cache_insert(m, &key, result);
    return result;
}

// Down to the first row.
static bdd sort_rec(bdd_manager *m, bdd f, const bdd_rows *r)
{
    if (level_of(m, f) >= m->level[row(r, 0)[0]])
        return do_rec(m, f, r, 0, SORT);

    struct cache_key key = key_of(r, f, r->rows, SORT);
    bdd result;
    if (cache_find(m, BDD_OP_SORT, &key, &result))
        return result;

    const struct node *n = node_of(m, f);
    int32_t var = n->var;
    bdd f0 = n->low ^ (f & 1), f1 = n->high ^ (f & 1);
    bdd low = sort_rec(m, f0, r);
    bdd high = sort_rec(m, f1, r);
    result = make_node(m, var, low, high);
    cache_insert(m, &key, result);
    return result;
}

// The rows lie one below the other, and none reaches into another.
static bool is_in_order(const bdd_manager *m, const bdd_rows *r)
{
    for (size_t p = 0; p + 1 < r->rows; p++)
        for (size_t i = 0; i < r->width; i++)
            if (m->level[row(r, p)[i]] < m->level[row(r, p)[0]] ||
                m->level[row(r, p)[i]] > m->level[row(r, p + 1)[0]] ||
                m->level[row(r, p + 1)[i]] < m->level[row(r, p + 1)[0]])
                return false;
    return true;
}

static bdd run_sort(bdd_manager *m, const struct operands *o)
{
    const bdd_rows *r = o->extra;
    if (!is_in_order(m, r))
        bdd_abandon(m, BDD_BAD_ORDER);
    return sort_rec(m, o->f, r);
}

bdd bdd_sort_rows(bdd_manager *m, bdd f, const bdd_rows *r)
{
    if (r->rows < 2 || r->width == 0)
        return f;
    return bdd_operate(m, run_sort, &(struct operands){.f = f, .extra = r});
}
