// Properties of the aggregate: each is merged once, and asked for in each size by a copy of its own. States of a size
// are bisimilar to those of the member (seed 001, Lemma 5), so that any formula is as true there (Theorem 6).
#include "reduce/family/family_merging.h"

// ---- Matching -------------------------------------------------------------------------------------------------------

size_t family_number_in(const struct model *leader, size_t property, const struct model *member)
{
    return model_find_goal(member, model_property(leader, property)->goal);
}

static bool have_same_kinds(const struct model *leader, const struct model *member)
{
    for (size_t i = 0; i < model_property_count(leader); i++) {
        size_t number = family_number_in(leader, i, member);
        if (number != SIZE_MAX && model_property(member, number)->kind != model_property(leader, i)->kind)
            return false;
    }
    return true;
}

// What cannot go wrong in a size is not asked for there.
bool family_has_same_properties(const struct model *leader, const struct model *member)
{
    for (size_t i = 0; i < model_property_count(leader); i++)
        if (model_property(leader, i)->kind != PROPERTY_RUNTIME_ERROR &&
            family_number_in(leader, i, member) == SIZE_MAX)
            return false;
    for (size_t i = 0; i < model_property_count(member); i++)
        if (family_number_in(member, i, leader) == SIZE_MAX)
            return false;
    return have_same_kinds(leader, member);
}

size_t family_find_leader(const struct family_member *members, size_t count)
{
    size_t leader = 0;
    for (size_t i = 0; i < count; i++)
        if (model_property_count(members[i].model) >= model_property_count(members[leader].model))
            leader = i;
    return leader;
}

void fam_match_properties(struct family *f)
{
    f->leader = family_find_leader(f->members, f->count);
    const struct model *leader = f->members[f->leader].model;
    f->property_count = model_property_count(leader);
    f->property_of = arena_alloc(&f->arena, (f->property_count * f->count + 1) * sizeof *f->property_of);
    f->copy_of = arena_alloc(&f->arena, (f->property_count * f->count + 1) * sizeof *f->copy_of);
    for (size_t i = 0; i < f->count; i++) {
        for (size_t p = 0; p < f->property_count; p++)
            f->property_of[p * f->count + i] = family_number_in(leader, p, f->members[i].model);
        if (!have_same_kinds(leader, f->members[i].model))
            fam_refuse(f, cause_of(CAUSE_FAMILY_PROPERTIES));
    }
}

size_t family_leader(const struct family *f)
{
    return f->leader;
}

size_t family_property_of(const struct family *f, size_t property, size_t member)
{
    return f->property_of[property * f->count + member];
}

size_t family_copy_of(const struct family *f, size_t property, size_t member)
{
    return f->copy_of[property * f->count + member];
}

// ---- Formulas -------------------------------------------------------------------------------------------------------
// Formulas of the aggregate, one for each member; FORMULA_NONE where there is none. Guards may stand anywhere in a
// formula, since the size of a state never changes.

static formula merge(struct family *, const formula *tuple);

static formula merge_atoms(struct family *f, const formula *tuple)
{
    expr *atoms = mem_alloc(f->mem, f->count * sizeof *atoms);
    for (size_t i = 0; i < f->count; i++)
        atoms[i] = tuple[i] == FORMULA_NONE ? EXPR_NONE : model_formula(f->model, tuple[i])->atom;
    formula result = model_atom(f->model, fam_merge(f, atoms));
    mem_free(f->mem, atoms, f->count * sizeof *atoms);
    return result;
}

static formula guarded(struct family *f, enum formula_op op, const formula *some, const formula *all, formula it)
{
    struct model *m = f->model;
    bool *in = mem_zalloc(f->mem, f->count), *among = mem_zalloc(f->mem, f->count);
    for (size_t i = 0; i < f->count; i++) {
        in[i] = some[i] != FORMULA_NONE;
        among[i] = all[i] != FORMULA_NONE;
    }
    expr sizes = fam_sizes(f, in, among, EXPR_NONE);
    mem_free(f->mem, in, f->count);
    mem_free(f->mem, among, f->count);
    if (sizes == model_true(m))
        return it;
    return model_formula_make(m, op == FORMULA_AND ? FORMULA_IMPLIES : FORMULA_AND, model_atom(m, sizes), it);
}

typedef ARRAY(formula) formula_array;

static void flatten(struct family *f, enum formula_op op, formula g, formula_array *out)
{
    const struct formula_node *n = model_formula(f->model, g);
    if (n->op != op) {
        array_push(f->mem, out, g);
        return;
    }
    formula right = n->args[1];
    flatten(f, op, n->args[0], out);
    flatten(f, op, right, out);
}

static bool has_from(const formula_array *list, size_t from, formula g)
{
    for (size_t i = from; i < list->count; i++)
        if (list->at[i] == g)
            return true;
    return false;
}

// The next operand, in order: that of the member with most of them left, with all who have the same; else what all
// begin with.
static bool take_operands(struct family *f, formula_array *lists, size_t *places, formula *some)
{
    formula first = FORMULA_NONE;
    size_t most = 0, longest = 0;
    for (size_t i = 0; i < f->count; i++) {
        size_t left = lists[i].count - places[i];
        if (left > most) { // who has more of them may have some that others do not
            most = left;
            longest = i;
            first = lists[i].at[places[i]];
        }
    }
    size_t sharing = 0;
    bool is_ahead = false; // others go on with what comes later there
    for (size_t i = 0; i < f->count && most > 0; i++) {
        if (places[i] == lists[i].count)
            continue;
        formula head = lists[i].at[places[i]];
        sharing += head == first;
        is_ahead |= head != first && has_from(&lists[longest], places[longest], head);
    }
    bool is_shared = sharing > 1 || is_ahead;
    for (size_t i = 0; i < f->count; i++) {
        some[i] = FORMULA_NONE;
        if (places[i] < lists[i].count && (!is_shared || lists[i].at[places[i]] == first))
            some[i] = lists[i].at[places[i]++];
    }
    return most > 0;
}

static formula merge_lists(struct family *f, enum formula_op op, const formula *tuple)
{
    struct model *m = f->model;
    formula_array *lists = mem_zalloc(f->mem, f->count * sizeof *lists);
    size_t *places = mem_zalloc(f->mem, f->count * sizeof *places);
    formula *some = fam_new_tuple(f), result = FORMULA_NONE;
    for (size_t i = 0; i < f->count; i++)
        if (tuple[i] != FORMULA_NONE)
            flatten(f, op, tuple[i], &lists[i]);
    while (take_operands(f, lists, places, some)) {
        formula it = guarded(f, op, some, tuple, merge(f, some));
        result = result == FORMULA_NONE ? it : model_formula_make(m, op, result, it);
    }
    for (size_t i = 0; i < f->count; i++)
        array_free(f->mem, &lists[i]);
    mem_free(f->mem, lists, f->count * sizeof *lists);
    mem_free(f->mem, places, f->count * sizeof *places);
    fam_free_tuple(f, some);
    return result;
}

static formula merge_operands(struct family *f, const formula *tuple, const struct formula_node *like)
{
    formula args[2] = {FORMULA_NONE, FORMULA_NONE}, *column = fam_new_tuple(f);
    for (size_t k = 0; k < 2 && like->args[k] != FORMULA_NONE; k++) {
        for (size_t i = 0; i < f->count; i++)
            column[i] = tuple[i] == FORMULA_NONE ? FORMULA_NONE : model_formula(f->model, tuple[i])->args[k];
        args[k] = merge(f, column);
    }
    fam_free_tuple(f, column);
    return like->bounded ? model_formula_bounded(f->model, like->op, like->low, like->high, args[0], args[1])
                         : model_formula_make(f->model, like->op, args[0], args[1]);
}

// Formulas that have nothing in common: each where it belongs.
static formula separately(struct family *f, const formula *tuple)
{
    struct model *m = f->model;
    formula result = FORMULA_NONE, *some = fam_new_tuple(f);
    for (size_t i = 0; i < f->count; i++) {
        if (tuple[i] == FORMULA_NONE)
            continue;
        some[i] = tuple[i];
        formula it = guarded(f, FORMULA_AND, some, tuple, tuple[i]);
        some[i] = FORMULA_NONE;
        result = result == FORMULA_NONE ? it : model_formula_make(m, FORMULA_AND, result, it);
    }
    fam_free_tuple(f, some);
    return result;
}

static formula merge(struct family *f, const formula *tuple)
{
    const struct formula_node *first = NULL;
    formula one = FORMULA_NONE;
    bool is_same = true, is_alike = true, has_and = false, has_or = false;
    for (size_t i = 0; i < f->count; i++) {
        if (tuple[i] == FORMULA_NONE)
            continue;
        const struct formula_node *n = model_formula(f->model, tuple[i]);
        if (!first) {
            first = n;
            one = tuple[i];
        }
        is_same &= tuple[i] == one;
        is_alike &=
            n->op == first->op && n->bounded == first->bounded && n->low == first->low && n->high == first->high;
        has_and |= n->op == FORMULA_AND;
        has_or |= n->op == FORMULA_OR;
    }
    if (is_same)
        return one;
    if (is_alike && first->op == FORMULA_ATOM)
        return merge_atoms(f, tuple);
    if (has_and || has_or)
        return merge_lists(f, has_and ? FORMULA_AND : FORMULA_OR, tuple);
    return is_alike ? merge_operands(f, tuple, first) : separately(f, tuple);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// A cover of some size may have no value somewhere, and that of another always one: both conditions are merged by
// themselves.
static formula merge_covers(struct family *f, const formula *tuple)
{
    size_t bytes = f->count * sizeof(expr);
    expr *missed = mem_alloc(f->mem, bytes), *sound = mem_alloc(f->mem, bytes);
    for (size_t i = 0; i < f->count; i++) {
        missed[i] = sound[i] = EXPR_NONE;
        if (tuple[i] == FORMULA_NONE)
            continue;
        struct cover cover = model_cover(f->model, tuple[i]);
        missed[i] = cover.missed;
        sound[i] = cover.sound == EXPR_NONE ? model_true(f->model) : cover.sound;
    }
    expr all = fam_merge(f, missed);
    formula result = model_make_cover(f->model, (struct cover){all, fam_merge(f, sound)});
    mem_free(f->mem, missed, bytes);
    mem_free(f->mem, sound, bytes);
    return result;
}

formula fam_merge_formulas(struct family *f, enum property_kind kind, const formula *tuple)
{
    return kind == PROPERTY_COVER ? merge_covers(f, tuple) : merge(f, tuple);
}

// A deadlock is the same in terms of the merged actions.
formula fam_merged_deadlock(struct family *f)
{
    return model_atom(f->model, model_nary(f->model, OP_OR, f->progress.at, f->progress.count));
}

static formula merged_formula(struct family *f, size_t property, enum property_kind kind)
{
    if (kind == PROPERTY_DEADLOCK && f->deadlock != FAMILY_DEADLOCK_AS_STATED)
        return fam_merged_deadlock(f);
    formula *tuple = fam_new_tuple(f);
    for (size_t i = 0; i < f->count; i++) {
        size_t number = family_property_of(f, property, i);
        if (number != SIZE_MAX)
            tuple[i] = fam_imported_formula(f, i, model_property(f->members[i].model, number)->formula);
    }
    formula result = fam_merge_formulas(f, kind, tuple);
    fam_free_tuple(f, tuple);
    return result;
}

// Fairness conditions are not merged: what depends on them is left to single sizes.
static const char *refusal(const struct family *f, const struct property *p)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct model *m = f->members[i].model;
        size_t number = model_find_goal(m, p->goal);
        if (number != SIZE_MAX && model_has_fairness(m) && property_minds_fairness(m, model_property(m, number)))
            return "it depends on fairness, which is not known for all sizes together";
        if (number != SIZE_MAX && model_property(f->members[i].model, number)->refuted)
            return "a start state has a run-time error for one of the sizes";
    }
    return p->unsupported;
}

// A formula over all paths is one about states when it is quantified; the copies then share all states that satisfy it.
static formula formula_where(struct model *m, enum property_kind kind, formula merged, expr is_member)
{
    if (kind == PROPERTY_LTL)
        merged = model_formula_make(m, FORMULA_A, merged, FORMULA_NONE);
    if (kind == PROPERTY_COVER) {
        struct cover cover = model_cover(m, merged);
        cover.missed = model_implies(m, is_member, cover.missed);
        cover.sound = cover.sound == EXPR_NONE ? EXPR_NONE : model_implies(m, is_member, cover.sound);
        return model_make_cover(m, cover);
    }
    if (model_formula(m, merged)->op == FORMULA_ATOM) {
        expr atom = model_formula(m, merged)->atom;
        return model_atom(m, model_implies(m, is_member, atom));
    }
    return model_formula_make(m, FORMULA_IMPLIES, model_atom(m, is_member), merged);
}

static formula formula_for(struct family *f, enum property_kind kind, formula merged, size_t member)
{
    return formula_where(f->model, kind, merged, f->is_member[member]);
}

static enum property_kind kind_of_copy(enum property_kind kind)
{
    if (kind == PROPERTY_RUNTIME_ERROR || kind == PROPERTY_DEADLOCK)
        return PROPERTY_INVARIANT;
    return kind == PROPERTY_LTL ? PROPERTY_CTLSTAR : kind;
}

static struct property copy_for(struct family *f, const struct property *p, formula merged, size_t member)
{
    struct property copy = {.goal = p->goal,
                            .kind = kind_of_copy(p->kind),
                            .name = p->name,
                            .text = p->text,
                            .context = p->context,
                            .from = FORMULA_NONE,
                            .to = FORMULA_NONE,
                            .unsupported = refusal(f, p)};
    copy.formula = formula_for(f, p->kind, merged, member);
    return copy;
}

size_t fam_add_copy(struct family *f, const struct property *p, formula merged, const family_variants *variants,
                    size_t member)
{
    struct property copy = copy_for(f, p, merged, member);
    size_t bytes = variants->count * sizeof(struct vacuity);
    struct vacuity *vacuities = mem_alloc(f->mem, bytes);
    for (size_t i = 0; i < variants->count; i++) {
        const struct family_variant *v = &variants->at[i];
        if (v->tuple[member] != FORMULA_NONE && v->merged != FORMULA_NONE)
            vacuities[copy.vacuity_count++] =
                (struct vacuity){v->left, formula_for(f, p->kind, v->merged, member), v->number};
    }
    copy.vacuities = vacuities;
    const struct model *own = f->members[member].model;
    size_t its = model_find_goal(own, p->goal);
    copy.lacks_vacuities = its != SIZE_MAX && copy.vacuity_count < model_property(own, its)->vacuity_count;
    size_t number = model_add_property(f->model, &copy);
    mem_free(f->mem, vacuities, bytes);
    return number;
}

void fam_add_properties(struct family *f)
{
    const struct model *leader = f->members[f->leader].model;
    for (size_t p = 0; p < f->property_count && !fam_is_over(f); p++) {
        const struct property *property = model_property(leader, p);
        if (property->formula == FORMULA_NONE) {
            fam_refuse(f, cause_of(CAUSE_FAMILY_COMPUTES));
            return;
        }
        formula merged = merged_formula(f, p, property->kind);
        family_variants variants;
        fam_open_variants(f, p, NULL, 0, &variants);
        for (size_t i = 0; i < f->count; i++) {
            f->copy_of[p * f->count + i] = SIZE_MAX;
            if (family_property_of(f, p, i) == SIZE_MAX)
                continue;
            f->copy_of[p * f->count + i] = fam_add_copy(f, property, merged, &variants, i);
        }
        fam_close_variants(f, &variants);
    }
}

size_t family_copy_property(struct model *m, size_t property, expr is_member, struct mem *mem)
{
    struct property copy = *model_property(m, property);
    enum property_kind kind = copy.kind;
    size_t bytes = copy.vacuity_count * sizeof(struct vacuity);
    struct vacuity *vacuities = mem_alloc(mem, bytes);
    for (size_t i = 0; i < copy.vacuity_count; i++) {
        vacuities[i] = copy.vacuities[i];
        vacuities[i].formula = formula_where(m, kind, vacuities[i].formula, is_member);
    }
    copy.kind = kind_of_copy(kind);
    copy.formula = formula_where(m, kind, copy.formula, is_member);
    copy.vacuities = vacuities;
    size_t number = model_add_property(m, &copy);
    mem_free(mem, vacuities, bytes);
    return number;
}
