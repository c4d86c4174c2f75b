#include "explore/skeleton.h"

#include <string.h>

#include "explore/substitute_values.h"

#define MOST_TARGETS 4096 // of one action from one local state that are tried
#define MOST_WORK 100000  // targets in all

// ---- Cells ----------------------------------------------------------------------------------------------------------

static void open_skeleton(struct skeleton *s, struct model *model, struct mem *mem)
{
    *s = (struct skeleton){.model = model, .mem = mem};
}

void skeleton_open_class(struct skeleton *s, struct model *model, uint32_t class, uint32_t element, struct mem *mem)
{
    open_skeleton(s, model, mem);
    for (cell_id c = 0; c < model_cell_count(model); c++) {
        struct placement at = model_placement(model, c);
        if (at.site_count == 1 && at.sites[0].class == class && at.sites[0].element == element &&
            model_cell(model, c)->role != CELL_INPUT)
            array_push(mem, &s->cells, c);
    }
}

static bool has_index(const char *name, const char *index)
{
    size_t length = strlen(index);
    for (const char *at = strchr(name, '['); at; at = strchr(at + 1, '['))
        if (strncmp(at + 1, index, length) == 0 && at[1 + length] == ']')
            return true;
    return false;
}

void skeleton_open_name(struct skeleton *s, struct model *model, const char *name, struct mem *mem)
{
    size_t length = strlen(name);
    open_skeleton(s, model, mem);
    for (cell_id c = 0; c < model_cell_count(model); c++) {
        const struct cell *cell = model_cell(model, c);
        bool is_in =
            (strncmp(cell->name, name, length) == 0 && cell->name[length] == '.') || has_index(cell->name, name);
        if (is_in && cell->role != CELL_INPUT)
            array_push(mem, &s->cells, c);
    }
}

// Whether a name is the whole of another one, or a part of it: `state` of `cache[1].state`, or of `state[1]`.
static bool is_part(const char *name, const char *part, size_t length)
{
    if (length == 0 || (strlen(name) == length && memcmp(name, part, length) == 0))
        return length > 0;
    for (const char *at = name; *at; at++)
        if ((at == name || at[-1] == '.') && strncmp(at, part, length) == 0 && strchr(".[", at[length])) // also its end
            return true;
    return false;
}

// Of a list of names, with commas between them.
static bool is_part_of_some(const char *name, const char *list)
{
    for (size_t length; *list; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        if (is_part(name, list, length))
            return true;
    }
    return false;
}

void skeleton_project(struct skeleton *s, const char *const *names, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->cells.count; i++) {
        bool is_wanted = count == 0;
        for (size_t k = 0; k < count && !is_wanted; k++)
            is_wanted = is_part_of_some(model_cell(s->model, s->cells.at[i])->name, names[k]);
        if (is_wanted)
            s->cells.at[kept++] = s->cells.at[i];
    }
    s->cells.count = kept;
    s->is_projected = count > 0;
}

void skeleton_close(struct skeleton *s)
{
    array_free(s->mem, &s->cells);
    array_free(s->mem, &s->states);
    array_free(s->mem, &s->moves);
}

const value *skeleton_state(const struct skeleton *s, size_t i)
{
    return s->states.at + i * s->cells.count;
}

// ---- States ---------------------------------------------------------------------------------------------------------

// What a part becomes with the values of a local state put in.
struct residue {
    size_t place; // of the local cell that has one of the values of the expression; SIZE_MAX: it is a condition
    expr expr;
};

struct builder {
    struct skeleton *s;
    struct model *model;
    struct substitution put;  // local values now
    struct substitution then; // and next
    ARRAY(struct residue) residues;
    size_t work; // targets that may still be tried
    size_t limit;
    value *from, *to;     // local states
    uint64_t *at, *count; // by local cell: which of its candidates, and how many
    value **candidates;   // by local cell
    size_t *room;         // of them
    uint32_t number;      // of `from`
};

static uint32_t number_of(struct builder *b, const value *state)
{
    struct skeleton *s = b->s;
    size_t cells = s->cells.count;
    for (size_t i = 0; i < s->state_count; i++)
        if (memcmp(skeleton_state(s, i), state, cells * sizeof *state) == 0)
            return (uint32_t)i;
    if (s->state_count == b->limit) {
        s->is_cut = true;
        return SKELETON_LEFT_OUT;
    }
    array_reserve(s->mem, &s->states, s->states.count + cells);
    memcpy(s->states.at + s->states.count, state, cells * sizeof *state);
    s->states.count += cells;
    return (uint32_t)s->state_count++;
}

static size_t place_of(const struct skeleton *s, cell_id cell)
{
    for (size_t i = 0; i < s->cells.count; i++)
        if (s->cells.at[i] == cell)
            return i;
    return SIZE_MAX;
}

static const struct type *type_of(const struct builder *b, size_t place)
{
    return model_type(b->model, model_cell(b->model, b->s->cells.at[place])->type);
}

// ---- Candidates -----------------------------------------------------------------------------------------------------

static void forget_candidates(struct builder *b, size_t place)
{
    b->count[place] = UINT64_MAX; // all of the type
}

static void add_candidate(struct builder *b, size_t place, value v)
{
    for (size_t i = 0; i < b->count[place]; i++)
        if (b->candidates[place][i] == v)
            return;
    if (b->count[place] == b->room[place]) {
        size_t more = b->room[place] * 2 + 8;
        b->candidates[place] =
            mem_resize(b->s->mem, b->candidates[place], b->room[place] * sizeof(value), more * sizeof(value));
        b->room[place] = more;
    }
    b->candidates[place][b->count[place]++] = v;
}

// The values that an expression without local cells can have, from its form. False if it may be any.
static bool add_leaves(struct builder *b, size_t place, expr e, unsigned depth)
{
    const struct expr_node *n = model_expr(b->model, e);
    if (depth == 0)
        return false;
    if (n->op == OP_CONST) {
        if (type_contains(type_of(b, place), n->data))
            add_candidate(b, place, n->data);
        return true;
    }
    if (n->op != OP_ITE && n->op != OP_CHOICE)
        return false;
    for (size_t i = n->op == OP_ITE ? 1 : 0; i < n->count; i++)
        if (!add_leaves(b, place, n->args[i], depth - 1))
            return false;
    return true;
}

static value candidate(const struct builder *b, size_t place)
{
    return b->count[place] == UINT64_MAX ? type_value(type_of(b, place), b->at[place])
                                         : b->candidates[place][b->at[place]];
}

static uint64_t candidate_count(const struct builder *b, size_t place)
{
    return b->count[place] == UINT64_MAX ? type_size(type_of(b, place)) : b->count[place];
}

// The next combination of candidates in `to`; the first if `begin`. False if there is none.
static bool next_target(struct builder *b, bool begin)
{
    size_t cells = b->s->cells.count;
    if (begin) {
        for (size_t i = 0; i < cells; i++) {
            if (candidate_count(b, i) == 0)
                return false;
            b->at[i] = 0;
            b->to[i] = candidate(b, i);
        }
        return true;
    }
    for (size_t i = 0; i < cells; i++) {
        if (++b->at[i] < candidate_count(b, i)) {
            b->to[i] = candidate(b, i);
            return true;
        }
        b->at[i] = 0;
        b->to[i] = candidate(b, i);
    }
    return false;
}

// ---- Residues -------------------------------------------------------------------------------------------------------

static bool is_false(const struct builder *b, expr e)
{
    value v;
    return model_is_const(b->model, e, &v) && !v;
}

// Whether the next value of a local cell is in it.
static bool mentions_next(struct builder *b, expr e)
{
    bool touched;
    substitution_clear(&b->then);
    for (size_t i = 0; i < b->s->cells.count; i++)
        substitution_put_next(&b->then, b->s->cells.at[i], b->from[i]);
    substitute(&b->then, e, &touched);
    return touched;
}

// Adds what parts say of the component, with the values of `from` put in; conditions on others only if they are guards.
// Conditions without next values need not wait for a target: they are joined to what is given, and not kept.
static expr add_residues(struct builder *b, struct parts parts, bool are_guards, expr so_far)
{
    for (size_t i = 0; i < parts.count && !is_false(b, so_far); i++) {
        const struct part *part = &parts.at[i];
        bool is_choice = part->kind == PART_CHOICE, touched;
        struct residue residue = {is_choice ? place_of(b->s, part->cell) : SIZE_MAX, EXPR_NONE};
        if (is_choice && residue.place == SIZE_MAX)
            continue; // of a cell of somebody else
        residue.expr = substitute(&b->put, part->expr, &touched);
        bool has_next = model_expr(b->model, residue.expr)->has_next;
        if (is_choice || (has_next && mentions_next(b, residue.expr)))
            array_push(b->s->mem, &b->residues, residue);
        else if (touched || are_guards)
            so_far = model_and(b->model, so_far, residue.expr);
    }
    return so_far;
}

// What is left of all residues with the target put in as well.
static expr join_residues(struct builder *b, expr so_far)
{
    struct model *m = b->model;
    bool ignored;
    substitution_clear(&b->then);
    for (size_t i = 0; i < b->s->cells.count; i++)
        substitution_put_next(&b->then, b->s->cells.at[i], b->to[i]);
    for (size_t i = 0; i < b->residues.count && !is_false(b, so_far); i++) {
        const struct residue *r = &b->residues.at[i];
        expr e = model_expr(m, r->expr)->has_next ? substitute(&b->then, r->expr, &ignored) : r->expr;
        if (r->place != SIZE_MAX) {
            type_id type = model_cell(m, b->s->cells.at[r->place])->type;
            e = model_member(m, model_const(m, type, b->to[r->place]), e);
        }
        so_far = model_and(m, so_far, e);
    }
    return so_far;
}

// ---- Moves ----------------------------------------------------------------------------------------------------------

static bool changes(const struct skeleton *s, const struct action *a)
{
    for (size_t i = 0; i < s->cells.count; i++) {
        bool kept = model_cell(s->model, s->cells.at[i])->role == CELL_FROZEN;
        for (size_t k = 0; k < a->kept_count && !kept; k++)
            kept = a->kept[k] == s->cells.at[i];
        if (!kept)
            return true;
    }
    return false;
}

// Where the action can take each local cell: from what is assigned to it, or anywhere.
static void find_candidates(struct builder *b, const struct action *a)
{
    struct skeleton *s = b->s;
    for (size_t i = 0; i < s->cells.count; i++) {
        bool kept = model_cell(s->model, s->cells.at[i])->role == CELL_FROZEN;
        for (size_t k = 0; k < a->kept_count && !kept; k++)
            kept = a->kept[k] == s->cells.at[i];
        forget_candidates(b, i);
        if (kept) {
            b->count[i] = 0;
            add_candidate(b, i, b->from[i]);
        }
    }
    for (size_t i = 0; i < b->residues.count; i++) {
        size_t place = b->residues.at[i].place;
        if (place == SIZE_MAX)
            continue;
        b->count[place] = 0;
        if (!add_leaves(b, place, b->residues.at[i].expr, 30))
            forget_candidates(b, place);
    }
}

static void put_now(struct builder *b)
{
    substitution_clear(&b->put);
    for (size_t i = 0; i < b->s->cells.count; i++)
        substitution_put_now(&b->put, b->s->cells.at[i], b->from[i]);
}

// Counts a target that is tried; false if there were too many.
static bool may_try(struct builder *b, size_t *tried)
{
    if (++*tried > MOST_TARGETS || b->work == 0) {
        b->s->is_cut = true;
        return false;
    }
    b->work--;
    return true;
}

// An SMV model of one action moves as a whole: what it says of other cells is no guard of this component.
static void add_moves_of(struct builder *b, uint32_t action)
{
    struct skeleton *s = b->s;
    const struct action *a = model_action(b->model, action);
    bool are_guards = model_action_count(b->model) > 1 || model_start_count(b->model) > 0;
    size_t tried = 0;
    if (!changes(s, a))
        return;
    put_now(b);
    b->residues.count = 0;
    expr always = add_residues(b, (struct parts){a->parts, a->part_count}, are_guards, model_true(b->model));
    always = add_residues(b, model_steps(b->model), false, always);
    if (is_false(b, always))
        return;
    find_candidates(b, a);
    for (bool more = next_target(b, true); more && may_try(b, &tried); more = next_target(b, false)) {
        expr guard = join_residues(b, always);
        if (is_false(b, guard))
            continue;
        struct skeleton_move move = {b->number, number_of(b, b->to), action, guard};
        if (!s->is_projected || move.from != move.to)
            array_push(s->mem, &s->moves, move);
    }
}

// ---- Initial states -------------------------------------------------------------------------------------------------

// Whether parts, which are of a single state, leave the local state `to` possible.
static bool is_possible(struct builder *b, struct parts parts)
{
    struct model *m = b->model;
    for (size_t i = 0; i < parts.count; i++) {
        const struct part *part = &parts.at[i];
        size_t place = part->kind == PART_CHOICE ? place_of(b->s, part->cell) : SIZE_MAX;
        bool ignored;
        if (part->kind == PART_CHOICE && place == SIZE_MAX)
            continue;
        expr e = substitute(&b->put, part->expr, &ignored);
        if (place != SIZE_MAX)
            e = model_member(m, model_const(m, model_cell(m, part->cell)->type, b->to[place]), e);
        if (is_false(b, e))
            return false;
    }
    return true;
}

static void add_initial_of(struct builder *b, const struct action *start)
{
    struct skeleton *s = b->s;
    struct parts initial = model_initial(b->model), more = {0};
    size_t tried = 0;
    if (start)
        more = (struct parts){start->parts, start->part_count};
    for (size_t i = 0; i < s->cells.count; i++)
        forget_candidates(b, i);
    for (size_t i = 0; i < initial.count + more.count; i++) {
        const struct part *part = i < initial.count ? &initial.at[i] : &more.at[i - initial.count];
        size_t place = part->kind == PART_CHOICE ? place_of(s, part->cell) : SIZE_MAX;
        if (place == SIZE_MAX)
            continue;
        b->count[place] = 0;
        if (!add_leaves(b, place, part->expr, 30))
            forget_candidates(b, place);
    }
    for (bool any = next_target(b, true); any && may_try(b, &tried); any = next_target(b, false)) {
        memcpy(b->from, b->to, s->cells.count * sizeof *b->to);
        put_now(b);
        if (is_possible(b, initial) && is_possible(b, more) && is_possible(b, model_invariants(b->model)))
            number_of(b, b->to);
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void open_builder(struct builder *b, struct skeleton *s, size_t limit)
{
    size_t cells = s->cells.count;
    *b = (struct builder){.s = s, .model = s->model, .limit = limit, .work = MOST_WORK};
    substitution_open(&b->put, s->model, s->mem);
    substitution_open(&b->then, s->model, s->mem);
    b->from = mem_zalloc(s->mem, cells * sizeof *b->from);
    b->to = mem_zalloc(s->mem, cells * sizeof *b->to);
    b->at = mem_zalloc(s->mem, cells * sizeof *b->at);
    b->count = mem_zalloc(s->mem, cells * sizeof *b->count);
    b->candidates = mem_zalloc(s->mem, cells * sizeof *b->candidates);
    b->room = mem_zalloc(s->mem, cells * sizeof *b->room);
}

static void close_builder(struct builder *b)
{
    struct mem *mem = b->s->mem;
    size_t cells = b->s->cells.count;
    for (size_t i = 0; i < cells; i++)
        mem_free(mem, b->candidates[i], b->room[i] * sizeof(value));
    mem_free(mem, b->from, cells * sizeof *b->from);
    mem_free(mem, b->to, cells * sizeof *b->to);
    mem_free(mem, b->at, cells * sizeof *b->at);
    mem_free(mem, b->count, cells * sizeof *b->count);
    mem_free(mem, b->candidates, cells * sizeof *b->candidates);
    mem_free(mem, b->room, cells * sizeof *b->room);
    array_free(mem, &b->residues);
    substitution_close(&b->put);
    substitution_close(&b->then);
}

void skeleton_make(struct skeleton *s, size_t limit)
{
    struct builder b;
    open_builder(&b, s, limit);
    if (model_start_count(s->model) == 0)
        add_initial_of(&b, NULL);
    for (size_t i = 0; i < model_start_count(s->model); i++)
        add_initial_of(&b, model_start(s->model, i));
    s->initial_count = s->state_count;
    for (; b.number < s->state_count; b.number++)
        for (uint32_t action = 0; action < model_action_count(s->model); action++) {
            memcpy(b.from, skeleton_state(s, b.number), s->cells.count * sizeof *b.from);
            add_moves_of(&b, action);
        }
    close_builder(&b);
}
