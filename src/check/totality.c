// The step chooses next values and inputs. A part that alone speaks of one of them can be satisfied by choosing that
// one, if for all legal values of the others there is one that fits; it may then be left out, and with it what it says
// of the others. If all parts go this way there is always a step: the values are chosen in the reverse order, and none
// that is chosen later occurs in a part that was satisfied before.
#include "check/totality.h"

#include "base/array.h"

struct saying {
    bdd body;
    cell_id *chosen; // the cells it speaks of whose next values, or inputs, the step chooses
    size_t count;
};

struct totality {
    struct encoding *encoding;
    bdd_manager *m;
    struct mem *mem;
    size_t cells;
    bdd legal;        // the types of all that can occur
    cell_id *cell_of; // by variable; `cells` if a step does not choose it
    size_t *speakers; // by cell: how many of the parts that are left speak of it
    ARRAY(struct saying) left;
};

// ---- What is chosen -------------------------------------------------------------------------------------------------

static bool is_chosen(const struct totality *t, cell_id cell, const unsigned char *kept)
{
    enum cell_role role = model_cell(encoding_model(t->encoding), cell)->role;
    return role == CELL_INPUT || (role == CELL_STATE && !kept[cell]);
}

static bool is_input(const struct totality *t, cell_id cell)
{
    return model_cell(encoding_model(t->encoding), cell)->role == CELL_INPUT;
}

static bdd type_of(struct totality *t, cell_id cell)
{
    return encode_domain(t->encoding, cell, !is_input(t, cell));
}

static bool find_choices(struct totality *t, const unsigned char *kept)
{
    size_t vars = bdd_var_count(t->m);
    t->cell_of = mem_alloc(t->mem, (vars + 1) * sizeof *t->cell_of);
    t->speakers = mem_zalloc(t->mem, (t->cells + 1) * sizeof *t->speakers);
    t->legal = BDD_TRUE;
    for (size_t v = 0; v < vars; v++)
        t->cell_of[v] = (cell_id)t->cells;
    for (cell_id cell = 0; cell < t->cells; cell++) {
        const int *bits;
        size_t count = encode_cell_vars(t->encoding, cell, &bits);
        bool next = !is_input(t, cell);
        t->legal = bdd_and(t->m, t->legal, encode_domain(t->encoding, cell, false));
        if (!is_chosen(t, cell, kept))
            continue;
        t->legal = bdd_and(t->m, t->legal, type_of(t, cell));
        for (size_t i = 0; i < count; i++)
            t->cell_of[bits[i] + next] = cell;
    }
    return bdd_is_valid(t->legal);
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static bool is_in(const cell_id *list, size_t count, cell_id cell)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == cell)
            return true;
    return false;
}

// A part that is the type of what is chosen says nothing else: it is taken into account where that is chosen.
static bool add_part(struct totality *t, bdd body)
{
    ARRAY(cell_id) chosen = {0};
    bdd support = bdd_support(t->m, body);
    bool good = bdd_is_valid(support);
    for (; good && !bdd_is_constant(support); support = bdd_high(t->m, support)) {
        cell_id cell = t->cell_of[bdd_top(t->m, support)];
        if (cell < t->cells && !is_in(chosen.at, chosen.count, cell))
            array_push(t->mem, &chosen, cell);
    }
    if (!good || (chosen.count == 1 && body == type_of(t, chosen.at[0]))) {
        array_free(t->mem, &chosen);
        return good;
    }
    struct saying saying = {.body = body, .count = chosen.count};
    saying.chosen = mem_alloc(t->mem, (chosen.count + 1) * sizeof *saying.chosen);
    for (size_t i = 0; i < chosen.count; i++) {
        saying.chosen[i] = chosen.at[i];
        t->speakers[chosen.at[i]]++;
    }
    array_free(t->mem, &chosen);
    array_push(t->mem, &t->left, saying);
    return true;
}

static void drop_part(struct totality *t, size_t which)
{
    struct saying *saying = &t->left.at[which];
    for (size_t i = 0; i < saying->count; i++)
        t->speakers[saying->chosen[i]]--;
    mem_free(t->mem, saying->chosen, (saying->count + 1) * sizeof *saying->chosen);
    *saying = t->left.at[--t->left.count];
}

// ---- Choosing -------------------------------------------------------------------------------------------------------

static bool is_always(struct totality *t, bdd condition)
{
    return condition == BDD_TRUE || (bdd_is_valid(condition) && bdd_minus(t->m, t->legal, condition) == BDD_FALSE);
}

// Whether the part can be satisfied by choosing the cell, whatever else is.
static bool can_choose(struct totality *t, const struct saying *saying, cell_id cell)
{
    const int *bits;
    size_t count = encode_cell_vars(t->encoding, cell, &bits);
    ARRAY(int) vars = {0};
    for (size_t i = 0; i < count; i++)
        array_push(t->mem, &vars, bits[i] + !is_input(t, cell));
    bdd_scope scope = bdd_open_scope(t->m);
    bdd cube = bdd_cube(t->m, vars.at, vars.count);
    bool always = is_always(t, bdd_and_exists(t->m, saying->body, type_of(t, cell), cube));
    bdd_close_scope(t->m, scope);
    array_free(t->mem, &vars);
    return always;
}

static bool can_satisfy(struct totality *t, const struct saying *saying)
{
    if (saying->count == 0)
        return is_always(t, saying->body);
    for (size_t i = 0; i < saying->count; i++)
        if (t->speakers[saying->chosen[i]] == 1 && can_choose(t, saying, saying->chosen[i]))
            return true;
    return false;
}

static bool satisfy_all(struct totality *t)
{
    bool goes_on = true;
    while (goes_on && t->left.count) {
        goes_on = false;
        for (size_t i = t->left.count; i-- > 0;)
            if (can_satisfy(t, &t->left.at[i])) {
                drop_part(t, i);
                goes_on = true;
            }
    }
    return t->left.count == 0;
}

bool totality_holds(struct encoding *encoding, const bdd *parts, size_t count, const unsigned char *kept,
                    struct mem *mem)
{
    struct totality t = {.encoding = encoding,
                         .m = encoding_manager(encoding),
                         .mem = mem,
                         .cells = model_cell_count(encoding_model(encoding))};
    bdd_scope scope = bdd_open_scope(t.m);
    bool good = find_choices(&t, kept);
    for (size_t i = 0; i < count && good; i++)
        good = add_part(&t, parts[i]);
    bool total = good && satisfy_all(&t);
    while (t.left.count)
        drop_part(&t, t.left.count - 1);
    array_free(mem, &t.left);
    mem_free(mem, t.cell_of, (bdd_var_count(t.m) + 1) * sizeof *t.cell_of);
    mem_free(mem, t.speakers, (t.cells + 1) * sizeof *t.speakers);
    bdd_close_scope(t.m, scope);
    return total;
}
