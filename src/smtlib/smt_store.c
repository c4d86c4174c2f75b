// Leaves and places: reading and writing them, whole arrays and records, branches, and what goes wrong.
#include "smtlib/translate.h"

#include <inttypes.h>
#include <string.h>

// ---- Leaves ---------------------------------------------------------------------------------------------------------

struct making {
    struct str name; // empty for what is local
    bool is_state;
    uint32_t arity;
    smt_term formals[SMT_MOST_INDICES];
    const struct murphi_type *index_types[SMT_MOST_INDICES];
    struct span span;
};

// The number of a formal is its place among the indices.
static smt_term formal(struct smt_translation *t, uint32_t place, const struct smt_sort *sort)
{
    static const char *const names[SMT_MOST_INDICES] = {"i", "j", "k", "l", "i4", "i5", "i6", "i7", "i8", "i9"};
    const char *name = names[place] ? names[place] : "i10";
    for (size_t i = 0; i < t->formals.count; i++)
        if (t->formals.at[i]->sort == sort && t->formals.at[i]->name == name)
            return t->formals.at[i];
    array_push(t->mem, &t->formals, smt_variable(&t->terms, sort, name, INT64_MIN, INT64_MAX));
    return array_last(&t->formals);
}

// One constant of a sort that has none to name: where a value means nothing, it may be this one.
static smt_term any_value(struct smt_translation *t, const struct smt_sort *sort)
{
    for (size_t i = 0; i < t->constants.count; i++)
        if (t->constants.at[i]->sort == sort)
            return t->constants.at[i];
    array_push(t->mem, &t->constants, smt_variable(&t->terms, sort, "any", 0, 0));
    return array_last(&t->constants);
}

static const char *name_of_leaf(struct smt_translation *t, const struct making *m, const char *mark)
{
    struct str text = {0};
    str_add(t->mem, &text, "|%s%s|", str_text(&m->name), mark);
    const char *result = arena_copy(&t->arena, text.at, text.count);
    str_free(t->mem, &text);
    return result;
}

static void push_leaf(struct smt_translation *t, struct making *m, const struct murphi_type *type)
{
    struct smt_leaf leaf = {.type = type, .sort = smt_sort_of(t, type, m->span), .arity = m->arity};
    smt_term *formals = arena_alloc(&t->arena, (m->arity + 1) * sizeof *formals);
    const struct murphi_type **index_types = arena_alloc(&t->arena, (m->arity + 1) * sizeof *index_types);
    for (uint32_t i = 0; i < m->arity; i++) {
        formals[i] = m->formals[i];
        index_types[i] = m->index_types[i];
    }
    leaf.formals = formals;
    leaf.index_types = index_types;
    if (m->is_state) {
        leaf.name = name_of_leaf(t, m, "");
        leaf.primed = name_of_leaf(t, m, "'");
        leaf.defined = name_of_leaf(t, m, " defined");
        leaf.defined_primed = name_of_leaf(t, m, " defined'");
    }
    uint32_t number = (uint32_t)t->leaves.count;
    array_push(t->mem, &t->leaves, leaf);
    bool is_number = leaf.sort->kind == SMT_INT;
    struct smt_scalar s = {NULL, t->terms.no};
    // What is local begins with any value, which has no name, as nothing depends on it.
    if (m->is_state)
        s.value = smt_leaf(&t->terms, SMT_LEAF, number, leaf.sort, formals, leaf.arity, is_number ? type->low : 0,
                           is_number ? type->high : 0);
    else if (leaf.sort->kind == SMT_CLASS || leaf.sort->kind == SMT_UNION)
        s.value = any_value(t, leaf.sort);
    else
        s.value = smt_constant(t, type, type->kind == MURPHI_INTEGER ? 0 : murphi_value_at(type, 0), m->span);
    array_push(t->mem, &t->store, s);
}

static void push_leaves(struct smt_translation *, struct making *, const struct murphi_type *);

static void push_fields(struct smt_translation *t, struct making *m, const struct murphi_type *type)
{
    size_t length = m->name.count;
    for (uint32_t i = 0; i < type->field_count; i++) {
        if (m->is_state)
            str_add(t->mem, &m->name, ".%s", type->fields[i].symbol->text);
        push_leaves(t, m, type->fields[i].type);
        m->name.count = length;
    }
}

static void push_functions(struct smt_translation *t, struct making *m, const struct murphi_type *type)
{
    size_t length = m->name.count;
    const struct smt_sort *sort = smt_sort_of(t, type->index, m->span);
    if (m->arity == SMT_MOST_INDICES) {
        smt_refuse(t, m->span, "arrays have too many indices here");
        return;
    }
    if (m->is_state)
        str_add(t->mem, &m->name, "[%.*s]", (int)strlen(sort->name) - 2, sort->name + 1);
    m->formals[m->arity] = formal(t, m->arity, sort);
    m->index_types[m->arity] = type->index;
    m->arity++;
    push_leaves(t, m, type->element);
    m->arity--;
    m->name.count = length;
}

static void push_elements(struct smt_translation *t, struct making *m, const struct murphi_type *type)
{
    size_t length = m->name.count;
    for (uint64_t i = 0; i < murphi_size(type->index) && !t->failed; i++) {
        if (m->is_state) {
            const struct murphi_type *base = type->index->base;
            int64_t v = murphi_value_at(type->index, i);
            if (base->kind == MURPHI_ENUM)
                str_add(t->mem, &m->name, "[%s]", base->by_value[v - base->low]->symbol->text);
            else if (base->kind == MURPHI_INTEGER)
                str_add(t->mem, &m->name, "[%" PRId64 "]", v);
            else
                str_add(t->mem, &m->name, "[#%" PRIu64 "]", i + 1);
        }
        push_leaves(t, m, type->element);
        m->name.count = length;
    }
}

static void push_leaves(struct smt_translation *t, struct making *m, const struct murphi_type *type)
{
    if (t->leaves.count > SMT_MOST_LEAVES)
        smt_refuse(t, m->span, "there are too many variables");
    if (t->failed)
        return;
    if (type->kind == MURPHI_RECORD)
        push_fields(t, m, type);
    else if (type->kind == MURPHI_ARRAY && smt_is_unbounded(t, type->index))
        push_functions(t, m, type);
    else if (type->kind == MURPHI_ARRAY)
        push_elements(t, m, type);
    else
        push_leaf(t, m, type);
}

uint32_t smt_leaves_new(struct smt_translation *t, const struct murphi_type *type, const char *name, struct span span)
{
    uint32_t first = (uint32_t)t->leaves.count;
    struct making m = {.is_state = name != NULL, .span = span};
    uint32_t width = smt_width(t, type, span);
    str_add(t->mem, &m.name, "%s", name ? name : "");
    push_leaves(t, &m, type);
    str_free(t->mem, &m.name);
    // After a refusal nothing means anything, but places must be there.
    while (t->failed && t->leaves.count < first + width) {
        struct smt_leaf none = {.type = t->tree->boolean, .sort = &t->terms.boolean};
        array_push(t->mem, &t->leaves, none);
        array_push(t->mem, &t->store, ((struct smt_scalar){t->terms.no, t->terms.no}));
    }
    return first;
}

void smt_leaves_drop(struct smt_translation *t, uint32_t from)
{
    t->leaves.count = t->store.count = from;
}

struct smt_place smt_place_at(const struct murphi_type *type, uint32_t leaf)
{
    return (struct smt_place){.type = type, .leaf = leaf};
}

// ---- Scalars --------------------------------------------------------------------------------------------------------

static struct smt_access *note_access(struct smt_translation *t, const struct smt_place *place, uint32_t leaf)
{
    struct smt_access access = {.leaf = leaf};
    memcpy(access.args, place->args, sizeof access.args);
    array_push(t->mem, &t->accesses, access);
    return &array_last(&t->accesses);
}

static void note_write(struct smt_translation *t, const struct smt_place *place, uint32_t leaf, smt_term condition,
                       struct smt_scalar s)
{
    struct smt_access *access = note_access(t, place, leaf);
    access->is_write = true;
    access->written = s;
    access->condition = smt_and(&t->terms, t->path, condition);
}

static smt_term is_at(struct smt_translation *t, const struct smt_index *i, uint64_t position)
{
    smt_term value = smt_constant(t, i->type, murphi_value_at(i->type, position), i->type->span);
    return smt_equal(&t->terms, i->index, value);
}

static struct smt_scalar read_at(struct smt_translation *t, const struct smt_place *place, uint32_t dim, uint32_t leaf)
{
    struct smt_scalar s = {0};
    if (t->failed)
        return (struct smt_scalar){t->store.at[leaf].value, t->terms.yes};
    if (dim == place->indices) {
        const struct smt_leaf *l = &t->leaves.at[leaf];
        if (t->in_loop)
            note_access(t, place, leaf);
        s.value = smt_substitute(&t->terms, t->store.at[leaf].value, l->formals, place->args, l->arity);
        s.defined = smt_substitute(&t->terms, t->store.at[leaf].defined, l->formals, place->args, l->arity);
        return s;
    }
    const struct smt_index *i = &place->unknown[dim];
    for (uint64_t n = murphi_size(i->type), p = n; p-- > 0;) {
        struct smt_scalar at = read_at(t, place, dim + 1, leaf + (uint32_t)p * i->stride);
        smt_term here = p == n - 1 ? t->terms.yes : is_at(t, i, p);
        s.value = s.value ? smt_ite(&t->terms, here, at.value, s.value) : at.value;
        s.defined = s.defined ? smt_ite(&t->terms, here, at.defined, s.defined) : at.defined;
    }
    return s;
}

struct smt_scalar smt_read(struct smt_translation *t, const struct smt_place *place)
{
    return read_at(t, place, 0, place->leaf);
}

static void write_at(struct smt_translation *t, const struct smt_place *place, uint32_t dim, uint32_t leaf,
                     smt_term here, struct smt_scalar s)
{
    if (t->failed)
        return;
    if (dim < place->indices) {
        const struct smt_index *i = &place->unknown[dim];
        for (uint64_t p = 0; p < murphi_size(i->type); p++)
            write_at(t, place, dim + 1, leaf + (uint32_t)p * i->stride, smt_and(&t->terms, here, is_at(t, i, p)), s);
        return;
    }
    const struct smt_leaf *l = &t->leaves.at[leaf];
    struct smt_scalar *cell = &t->store.at[leaf];
    if (t->in_loop)
        note_write(t, place, leaf, here, s);
    for (uint32_t i = 0; i < l->arity; i++)
        here = smt_and(&t->terms, here, smt_equal(&t->terms, l->formals[i], place->args[i]));
    cell->value = smt_ite(&t->terms, here, s.value, cell->value);
    cell->defined = smt_ite(&t->terms, here, s.defined, cell->defined);
}

void smt_write(struct smt_translation *t, const struct smt_place *place, struct smt_scalar s)
{
    write_at(t, place, 0, place->leaf, t->terms.yes, s);
}

// ---- Arrays and records ---------------------------------------------------------------------------------------------

// The part of a place that is its leaf number `offset`, where the indices that it has beyond those of the place are
// `rest`.
static struct smt_place part_of(const struct smt_translation *t, const struct smt_place *place, uint32_t offset,
                                const smt_term *rest, uint32_t rest_count)
{
    struct smt_place part = *place;
    part.leaf += offset;
    part.type = t->leaves.at[part.leaf].type;
    for (uint32_t i = 0; i < rest_count; i++)
        part.args[part.arity++] = rest[i];
    return part;
}

static const smt_term *rest_of(const struct smt_translation *t, const struct smt_place *place, uint32_t offset,
                               uint32_t *count)
{
    const struct smt_leaf *leaf = &t->leaves.at[place->leaf + offset];
    *count = leaf->arity - place->arity;
    return leaf->formals + place->arity;
}

// Everything is read before anything is written, for the two may overlap.
void smt_copy(struct smt_translation *t, const struct smt_place *to, const struct smt_place *from, struct span span)
{
    uint32_t width = smt_width(t, to->type, span), count;
    size_t first = t->copies.count;
    for (uint32_t i = 0; i < width && !t->failed; i++) {
        const smt_term *rest = rest_of(t, to, i, &count);
        struct smt_place part = part_of(t, from, i, rest, count);
        struct smt_scalar s = smt_read(t, &part);
        array_push(t->mem, &t->copies, s);
    }
    for (uint32_t i = 0; i < width && !t->failed; i++) {
        const smt_term *rest = rest_of(t, to, i, &count);
        struct smt_place part = part_of(t, to, i, rest, count);
        smt_write(t, &part, t->copies.at[first + i]);
    }
    t->copies.count = first;
}

// Two undefined parts are equal.
smt_term smt_same_parts(struct smt_translation *t, const struct smt_place *a, const struct smt_place *b,
                        struct span span)
{
    struct smt_terms *terms = &t->terms;
    uint32_t width = smt_width(t, a->type, span), count;
    smt_term result = terms->yes;
    for (uint32_t i = 0; i < width && !t->failed; i++) {
        const smt_term *rest = rest_of(t, a, i, &count);
        smt_term variables[SMT_MOST_INDICES];
        for (uint32_t j = 0; j < count; j++)
            variables[j] = smt_variable(terms, rest[j]->sort, rest[j]->name, INT64_MIN, INT64_MAX);
        struct smt_place left = part_of(t, a, i, variables, count), right = part_of(t, b, i, variables, count);
        struct smt_scalar x = smt_read(t, &left), y = smt_read(t, &right);
        smt_term both = smt_and(terms, x.defined, y.defined);
        smt_term same = smt_and(terms, smt_equal(terms, x.defined, y.defined),
                                smt_implies(terms, both, smt_equal(terms, x.value, y.value)));
        while (count-- > 0) {
            if (variables[count]->sort->kind == SMT_UNION)
                smt_refuse(t, span, "arrays over a union are not compared");
            same = smt_quantify(terms, SMT_FORALL, variables[count], same);
        }
        result = smt_and(terms, result, same);
    }
    return result;
}

void smt_reset(struct smt_translation *t, const struct smt_place *place, bool defined, struct span span)
{
    uint32_t width = smt_width(t, place->type, span), count;
    for (uint32_t i = 0; i < width && !t->failed; i++) {
        const smt_term *rest = rest_of(t, place, i, &count);
        struct smt_place part = part_of(t, place, i, rest, count);
        struct smt_scalar s = {t->store.at[part.leaf].value, t->terms.no};
        if (defined && smt_is_unbounded(t, part.type))
            smt_refuse(t, span, "clear takes the first element of a class, which has any size");
        else if (defined)
            s = (struct smt_scalar){smt_constant(t, part.type, murphi_value_at(part.type, 0), span), t->terms.yes};
        else // its value stays, and means nothing
            s.value = smt_read(t, &part).value;
        smt_write(t, &part, s);
    }
}

// ---- Branches -------------------------------------------------------------------------------------------------------

void smt_store_copy(struct smt_translation *t, smt_store *to)
{
    array_reserve(t->mem, to, t->store.count + 1);
    if (t->store.count)
        memcpy(to->at, t->store.at, t->store.count * sizeof *to->at);
    to->count = t->store.count;
}

void smt_branch_open(struct smt_translation *t, struct smt_branch *b, smt_term condition)
{
    *b = (struct smt_branch){.condition = condition, .path = t->path};
    smt_store_copy(t, &b->before);
    t->path = smt_and(&t->terms, t->path, condition);
}

void smt_branch_turn(struct smt_translation *t, struct smt_branch *b)
{
    smt_leaves_drop(t, (uint32_t)b->before.count);
    smt_store_copy(t, &b->then);
    memcpy(t->store.at, b->before.at, b->before.count * sizeof *t->store.at);
    t->path = smt_and(&t->terms, b->path, smt_not(&t->terms, b->condition));
}

void smt_branch_close(struct smt_translation *t, struct smt_branch *b)
{
    smt_leaves_drop(t, (uint32_t)b->before.count);
    for (size_t i = 0; i < t->store.count; i++) {
        struct smt_scalar *s = &t->store.at[i], *then = &b->then.at[i];
        s->value = smt_ite(&t->terms, b->condition, then->value, s->value);
        if (s->defined == then->defined)
            continue;
        // What is undefined on no way is always defined: ways that nobody takes should be seen to be such.
        smt_term there = smt_given(&t->terms, then->defined, b->condition);
        smt_term here = smt_given(&t->terms, s->defined, smt_not(&t->terms, b->condition));
        s->defined = smt_ite(&t->terms, b->condition, there, here);
    }
    t->path = b->path;
    array_free(t->mem, &b->before);
    array_free(t->mem, &b->then);
}

// ---- What goes wrong ------------------------------------------------------------------------------------------------

void smt_runtime_error(struct smt_translation *t, smt_term bad)
{
    smt_term reached = smt_and(&t->terms, t->path, bad);
    t->error = smt_or(&t->terms, t->error, smt_and(&t->terms, reached, t->assumed));
    t->ok = smt_and(&t->terms, t->ok, smt_not(&t->terms, reached));
}

void smt_assume(struct smt_translation *t, smt_term condition)
{
    t->assumed = smt_and(&t->terms, t->assumed, smt_implies(&t->terms, t->path, condition));
}

void smt_scope_open(struct smt_translation *t, struct smt_scope *scope)
{
    *scope = (struct smt_scope){t->ok, t->assumed, t->error};
    t->ok = t->assumed = t->terms.yes;
    t->error = t->terms.no;
    t->scopes++;
}

smt_term smt_for_all(struct smt_translation *t, smt_term variable, smt_term guard, smt_term body)
{
    return smt_quantify(&t->terms, SMT_FORALL, variable, smt_implies(&t->terms, guard, body));
}

smt_term smt_for_some(struct smt_translation *t, smt_term variable, smt_term guard, smt_term body)
{
    return smt_quantify(&t->terms, SMT_EXISTS, variable, smt_and(&t->terms, guard, body));
}

void smt_scope_close(struct smt_translation *t, const struct smt_scope *scope, smt_term variable, smt_term guard)
{
    smt_term error = smt_for_some(t, variable, guard, t->error);
    t->scopes--;
    t->ok = smt_and(&t->terms, scope->ok, smt_for_all(t, variable, guard, t->ok));
    t->assumed = smt_and(&t->terms, scope->assumed, smt_for_all(t, variable, guard, t->assumed));
    t->error = smt_or(&t->terms, scope->error, smt_and(&t->terms, scope->assumed, error));
}
