// Sorting the rows of all assignments of a set (the inner part of dynamic symmetry reduction, where rows are components
// of a system): an insertion sort from the last row up. Where the rows after p are sorted, the number in row p is
// inserted among them: smaller numbers move up by a row each, and stop doing so before the first that is not smaller.
//
// A function of row p and those below it is sorted for itself, whatever lies above. So a part of the diagram that is in
// order is looked at once and stays what it is.
#include "bdd/cache.h"

struct bdd_rows {
    bdd_manager *manager;
    size_t rows, width;
    uint32_t id; // names what is done with rows in the cache: WAYS for each
    int *vars;
    unsigned char *bits; // of the number at hand
};

// What is done with the function of a row and those below it.
enum way {
    SORT,    // all these rows
    INSERT,  // a number before the first one, they are sorted
    SHIFT,   // the first one goes up, and the number is inserted behind it
    UNEQUAL, // where the row is equal to the next one, it is left out
    WAYS
};

bdd_rows *bdd_rows_new(bdd_manager *m, const int *vars, size_t rows, size_t width)
{
    bdd_rows *r = mem_try_alloc(&m->mem, sizeof *r);
    if (r)
        *r = (bdd_rows){.manager = m, .rows = rows, .width = width, .id = m->next_substitution + 1};
    if (!r || !(r->vars = mem_try_alloc(&m->mem, (rows * width + 1) * sizeof *r->vars)) ||
        !(r->bits = mem_try_alloc(&m->mem, width + 1))) {
        bdd_rows_free(r);
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return NULL;
    }
    for (size_t i = 0; i < rows * width; i++)
        r->vars[i] = vars[i];
    m->next_substitution += (uint32_t)(WAYS * rows);
    return r;
}

void bdd_rows_free(bdd_rows *r)
{
    if (!r)
        return;
    mem_free(&r->manager->mem, r->vars, (r->rows * r->width + 1) * sizeof *r->vars);
    mem_free(&r->manager->mem, r->bits, r->width + 1);
    mem_free(&r->manager->mem, r, sizeof *r);
}

static const int *row(const bdd_rows *r, size_t p)
{
    return &r->vars[p * r->width];
}

static uint32_t word_of(const bdd_rows *r, size_t p, enum way way)
{
    return CACHE_NO_HANDLE - (r->id + (uint32_t)(WAYS * p) + way);
}

// The cofactors by a variable of a row. What lies above it must have been read.
static void split(bdd_manager *m, bdd f, int var, bdd *low, bdd *high)
{
    if (level_of(m, f) < m->level[var])
        bdd_abandon(m, BDD_BAD_ORDER);
    cofactors(m, f, m->level[var], low, high);
}

// ---- Inserting ------------------------------------------------------------------------------------------------------
// A number is a cube of the variables of the first row.

static bool next_bit(bdd_manager *m, bdd *number)
{
    const struct node *n = node_of(m, *number);
    bdd sign = *number & 1, low = n->low ^ sign;
    *number = low == BDD_FALSE ? n->high ^ sign : low;
    return low == BDD_FALSE;
}

// The number in row p, and below it f.
static bdd put(bdd_manager *m, const bdd_rows *r, size_t p, bdd number, size_t i, bdd f)
{
    if (i == r->width || f == BDD_FALSE)
        return f;
    bool bit = next_bit(m, &number);
    bdd rest = put(m, r, p, number, i + 1, f);
    return make_node(m, row(r, p)[i], bit ? BDD_FALSE : rest, bit ? rest : BDD_FALSE);
}

// The part of f whose first row, p, is not smaller than the number.
static bdd not_smaller(bdd_manager *m, const bdd_rows *r, size_t p, bdd number, size_t i, bdd f)
{
    bdd low, high;
    if (i == r->width || f == BDD_FALSE)
        return f;
    split(m, f, row(r, p)[i], &low, &high);
    if (next_bit(m, &number))
        return make_node(m, row(r, p)[i], BDD_FALSE, not_smaller(m, r, p, number, i + 1, high));
    return make_node(m, row(r, p)[i], not_smaller(m, r, p, number, i + 1, low), high);
}

static bdd insert_rec(bdd_manager *, bdd f, const bdd_rows *, size_t p, bdd number);

// The bits of row p from the i-th on go up by a row, and the number is inserted below.
static bdd shift_rec(bdd_manager *m, bdd f, const bdd_rows *r, size_t p, size_t i, bdd number)
{
    if (f == BDD_FALSE)
        return f;
    while (i < r->width && level_of(m, f) > m->level[row(r, p)[i]])
        i++;
    if (i == r->width)
        return insert_rec(m, f, r, p + 1, number);

    struct cache_key key = cache_key3(BDD_OP_INSERT, f, number, word_of(r, p, SHIFT));
    bdd result;
    if (cache_find4(m, BDD_OP_INSERT, &key, BDD_FALSE, &result))
        return result;

    bdd low, high;
    split(m, f, row(r, p)[i], &low, &high);
    low = shift_rec(m, low, r, p, i + 1, number);
    high = shift_rec(m, high, r, p, i + 1, number);
    result = make_node(m, row(r, p - 1)[i], low, high);
    cache_insert4(m, BDD_OP_INSERT, &key, BDD_FALSE, result);
    return result;
}

// The part of f whose first row is smaller, with that row shifted.
static bdd smaller(bdd_manager *m, const bdd_rows *r, size_t p, bdd number, bdd rest, size_t i, bdd f)
{
    bdd low, high;
    if (i == r->width || f == BDD_FALSE)
        return BDD_FALSE;
    split(m, f, row(r, p)[i], &low, &high);
    if (next_bit(m, &rest)) {
        low = shift_rec(m, low, r, p, i + 1, number);
        high = smaller(m, r, p, number, rest, i + 1, high);
    } else {
        low = smaller(m, r, p, number, rest, i + 1, low);
        high = BDD_FALSE;
    }
    return make_node(m, row(r, p - 1)[i], low, high);
}

// f is a function of the rows from p on; the result is one of those from p - 1 on.
static bdd insert_rec(bdd_manager *m, bdd f, const bdd_rows *r, size_t p, bdd number)
{
    if (f == BDD_FALSE)
        return f;
    if (p == r->rows)
        return put(m, r, p - 1, number, 0, f);

    struct cache_key key = cache_key3(BDD_OP_INSERT, f, number, word_of(r, p, INSERT));
    bdd result;
    if (cache_find4(m, BDD_OP_INSERT, &key, BDD_FALSE, &result))
        return result;

    bdd zswapped = smaller(m, r, p, number, number, 0, f);
    bdd zgood = zswapped == BDD_FALSE ? f : not_smaller(m, r, p, number, 0, f);
    result = or_rec(m, put(m, r, p - 1, number, 0, zgood), zswapped);
    cache_insert4(m, BDD_OP_INSERT, &key, BDD_FALSE, result);
    return result;
}

// ---- Sorting --------------------------------------------------------------------------------------------------------

// Whether f, a function of row p and those below it, allows a number in its first row that is smaller than the one at
// hand. What is smaller differs from it first in a bit that is 0: one walk along its bits finds that.
static bool allows_smaller(bdd_manager *m, bdd f, const bdd_rows *r, size_t p)
{
    for (size_t i = 0; i < r->width && f != BDD_FALSE; i++) {
        bdd low, high;
        split(m, f, row(r, p)[i], &low, &high);
        if (r->bits[i] && low != BDD_FALSE)
            return true;
        f = r->bits[i] ? high : low;
    }
    return false;
}

// There may be as many numbers as a row has values, most of them in order.
static inline void count_number(bdd_manager *m)
{
    if ((++m->walked & 0xfff) == 0)
        bdd_ask_to_stop(m);
}

static bdd number_at_hand(bdd_manager *m, const bdd_rows *r)
{
    bdd number = BDD_TRUE;
    for (size_t k = r->width; k-- > 0;)
        number = make_node(m, row(r, 0)[k], r->bits[k] ? BDD_FALSE : number, r->bits[k] ? number : BDD_FALSE);
    return number;
}

// The part of f in which row p is not larger than the next one, and in *zswapped the rest, with each number that row p
// has there inserted into what lies below it. Most is in order, and stays what it is.
static bdd insert_all(bdd_manager *m, bdd f, const bdd_rows *r, size_t p, size_t i, bdd *zswapped)
{
    *zswapped = BDD_FALSE;
    if (f == BDD_FALSE)
        return f;
    if (i == r->width) {
        count_number(m);
        if (!allows_smaller(m, f, r, p + 1))
            return f;
        bdd number = number_at_hand(m, r);
        *zswapped = smaller(m, r, p + 1, number, number, 0, f);
        return not_smaller(m, r, p + 1, number, 0, f);
    }
    bdd low, high, zswapped0, zswapped1;
    split(m, f, row(r, p)[i], &low, &high);
    r->bits[i] = 0;
    bdd good0 = insert_all(m, low, r, p, i + 1, &zswapped0);
    r->bits[i] = 1;
    bdd good1 = insert_all(m, high, r, p, i + 1, &zswapped1);
    if (good0 == low && good1 == high)
        return f;
    *zswapped = or_rec(m, zswapped0, zswapped1);
    return make_node(m, row(r, p)[i], good0, good1);
}

static bdd sort_first(bdd_manager *m, bdd f, const bdd_rows *r, size_t p)
{
    bdd zswapped, zgood = insert_all(m, f, r, p, 0, &zswapped);
    return or_rec(m, zgood, zswapped);
}

// ---- Neighbours that differ -----------------------------------------------------------------------------------------

// f, a function of row p and those below it, without the number at hand in its first row.
static bdd without_number(bdd_manager *m, bdd f, const bdd_rows *r, size_t p, size_t i)
{
    bdd low, high;
    if (i == r->width || f == BDD_FALSE)
        return BDD_FALSE;
    split(m, f, row(r, p)[i], &low, &high);
    bdd side = r->bits[i] ? high : low, less = without_number(m, side, r, p, i + 1);
    if (less == side)
        return f;
    return make_node(m, row(r, p)[i], r->bits[i] ? low : less, r->bits[i] ? less : high);
}

static bdd without_equal(bdd_manager *m, bdd f, const bdd_rows *r, size_t p, size_t i)
{
    bdd low, high;
    if (f == BDD_FALSE)
        return f;
    if (i == r->width) {
        count_number(m);
        return without_number(m, f, r, p + 1, 0);
    }
    split(m, f, row(r, p)[i], &low, &high);
    r->bits[i] = 0;
    bdd low_less = without_equal(m, low, r, p, i + 1);
    r->bits[i] = 1;
    bdd high_less = without_equal(m, high, r, p, i + 1);
    return low_less == low && high_less == high ? f : make_node(m, row(r, p)[i], low_less, high_less);
}

// ---- All rows -------------------------------------------------------------------------------------------------------

// Goes down to row p, and does there what is to be done with it and those below it. Sorting, it then goes on to the
// next row first.
static bdd do_rec(bdd_manager *m, bdd f, const bdd_rows *r, size_t p, enum way way)
{
    bool is_above = level_of(m, f) < m->level[row(r, p)[0]];
    if (f == BDD_FALSE || (way == SORT && p + 1 == r->rows))
        return f;
    if (way == UNEQUAL && !is_above)
        return without_equal(m, f, r, p, 0);

    struct cache_key key = cache_key2(BDD_OP_SORT, f, word_of(r, p, way));
    bdd result;
    if (cache_find(m, BDD_OP_SORT, &key, &result))
        return result;

    if (is_above) {
        const struct node *n = node_of(m, f);
        int32_t var = n->var;
        bdd f0 = n->low ^ (f & 1), f1 = n->high ^ (f & 1);
        bdd low = do_rec(m, f0, r, p, way);
        bdd high = do_rec(m, f1, r, p, way);
        result = make_node(m, var, low, high);
    } else
        result = sort_first(m, do_rec(m, f, r, p + 1, SORT), r, p);
    cache_insert(m, &key, result);
    return result;
}

static bool is_in_order(const bdd_manager *m, const bdd_rows *r)
{
    for (size_t i = 1; i < r->rows * r->width; i++)
        if (m->level[r->vars[i]] <= m->level[r->vars[i - 1]])
            return false;
    return true;
}

// ---- Entries --------------------------------------------------------------------------------------------------------

struct neighbours {
    const bdd_rows *rows;
    size_t p;
};

static bdd run_unequal(bdd_manager *m, const struct operands *o)
{
    const struct neighbours *n = o->extra;
    if (!is_in_order(m, n->rows))
        bdd_abandon(m, BDD_BAD_ORDER);
    return do_rec(m, o->f, n->rows, n->p, UNEQUAL);
}

static bdd run_sort(bdd_manager *m, const struct operands *o)
{
    const bdd_rows *r = o->extra;
    if (!is_in_order(m, r))
        bdd_abandon(m, BDD_BAD_ORDER);
    return do_rec(m, o->f, r, 0, SORT);
}

bdd bdd_unequal_rows(bdd_manager *m, bdd f, const bdd_rows *r, size_t p)
{
    assert(p + 1 < r->rows);
    if (r->width == 0)
        return BDD_FALSE;
    return bdd_operate(m, run_unequal, &(struct operands){.f = f, .extra = &(struct neighbours){r, p}});
}

bdd bdd_sort_rows(bdd_manager *m, bdd f, const bdd_rows *r)
{
    if (r->rows < 2 || r->width == 0)
        return f;
    return bdd_operate(m, run_sort, &(struct operands){.f = f, .extra = r});
}
