// Classes of components: scalarsets and rings become classes of the model, and cells and actions know whose they are.
// Elements that are tracked belong to no class, as if they had been declared each by itself.
#include "murphi/lowering.h"

#include <string.h>

#include "base/source.h"
#include "murphi/print.h"

enum { MOST_NUMBERS = 100000 }; // of a class

// ---- Classes --------------------------------------------------------------------------------------------------------

static const char *obstacle_of(struct lowering *l, const struct murphi_type *type, struct str *text)
{
    if (l->x.options.presence && !l->x.options.one_per_orbit) // counters know what that means
        return "each size has the first of its elements";
    for (size_t i = 0; i < l->tree->obstacles.count; i++) {
        const struct murphi_obstacle *obstacle = &l->tree->obstacles.at[i];
        if (obstacle->type != type)
            continue;
        struct diag_range range = murphi_range(l->tree, obstacle->span);
        struct source_place place = source_place(range.source, range.offset);
        str_add(l->mem, text, "%s (line %zu)", obstacle->reason, place.line);
        return str_text(text);
    }
    return type->is_ordered ? "its elements are compared by order" : NULL;
}

static uint32_t tracked_of(const struct lowering *l, uint32_t class)
{
    return l->x.options.tracked ? l->x.options.tracked[class] : 0;
}

static void add_class(struct lowering *l, const struct murphi_type *type)
{
    uint32_t class = l->classes[type->id], tracked = tracked_of(l, class);
    struct model *m = l->x.model;
    struct str name = {0}, obstacle = {0};
    ARRAY(value) ids = {0};
    for (uint64_t i = 0; i < murphi_size(type); i++) {
        value id = 0;
        model_is_const(m, mu_constant(&l->x, type, murphi_value_at(type, i)), &id);
        if (i >= tracked)
            array_push(l->mem, &ids, id);
        else
            array_push(l->mem, &l->tracked, ((struct tracked_element){id, {class, (uint32_t)i}}));
    }
    if (type->is_inferred)
        str_add(l->mem, &name, "%s", type->label);
    else
        murphi_print_type(l->mem, &name, type);
    model_add_class(m, &(struct component_class){name.at, ids.count, type->kind == MURPHI_RING, ids.at,
                                                 obstacle_of(l, type, &obstacle), type->is_inferred});
    array_free(l->mem, &ids);
    str_free(l->mem, &name);
    str_free(l->mem, &obstacle);
}

static bool is_index(const struct lowering *l, const struct murphi_type *type)
{
    for (size_t i = 0; i < l->tree->types.count; i++)
        if (l->tree->types.at[i]->kind == MURPHI_ARRAY && l->tree->types.at[i]->index == type)
            return true;
    return false;
}

static bool is_class_of_numbers(const struct lowering *l, const struct murphi_type *type)
{
    return l->x.options.ranges_are_classes && type->kind == MURPHI_RANGE && type->base->kind == MURPHI_INTEGER &&
           murphi_size(type) > 1 && murphi_size(type) < MOST_NUMBERS && is_index(l, type);
}

static bool is_class_of_components(const struct lowering *l, const struct murphi_type *type)
{
    bool is_class = type->kind == MURPHI_SCALARSET || type->kind == MURPHI_RING || is_class_of_numbers(l, type);
    return is_class && (!type->is_inferred || type->base == type);
}

// Its ids are no values: no variable ever holds one.
static void add_class_of_numbers(struct lowering *l, const struct murphi_type *type)
{
    struct model *m = l->x.model;
    struct str name = {0}, element = {0};
    ARRAY(value) ids = {0};
    murphi_print_type(l->mem, &name, type);
    for (int64_t i = type->low; i <= type->high; i++) {
        str_clear(&element);
        str_add(l->mem, &element, "%s(%lld)", name.at, (long long)i);
        array_push(l->mem, &ids, model_symbol(m, element.at));
    }
    model_add_class(m, &(struct component_class){name.at, ids.count, false, ids.at, "it is a range of numbers", false});
    array_free(l->mem, &ids);
    str_free(l->mem, &name);
    str_free(l->mem, &element);
}

// Symbols get their numbers here, in the order of the types, so that values mean the same in all models that are made
// of one tree.
static void add_symbols(struct lowering *l, const struct murphi_type *type)
{
    for (uint64_t i = 0; i < murphi_size(type); i++)
        mu_constant(&l->x, type, murphi_value_at(type, i));
}

// Elements that are named by numbers are tracked.
static void track_literals(struct lowering *l)
{
    uint32_t *tracked = NULL, class = 0;
    for (size_t i = 0; i < l->tree->types.count && !l->x.options.tracked; i++) {
        const struct murphi_type *type = l->tree->types.at[i];
        if (type->literals && !tracked)
            tracked = memset(arena_alloc(&l->arena, l->tree->types.count * sizeof *tracked), 0,
                             l->tree->types.count * sizeof *tracked);
        if (tracked && is_class_of_components(l, type))
            tracked[class] = type->literals;
        class += is_class_of_components(l, type);
    }
    if (tracked)
        l->x.options.tracked = tracked;
}

void mu_classes_add(struct lowering *l)
{
    bool is_new = model_class_count(l->x.model) == 0;
    uint32_t count = 0;
    if (is_new)
        l->tracked.count = 0;
    track_literals(l);
    for (size_t i = 0; i < l->tree->types.count; i++) {
        const struct murphi_type *type = l->tree->types.at[i];
        l->classes[i] = CLASS_NONE;
        if (type->kind == MURPHI_ENUM)
            add_symbols(l, type);
        bool is_number = is_class_of_numbers(l, type);
        if (!is_class_of_components(l, type))
            continue;
        l->classes[i] = count++;
        if (is_new && is_number)
            add_class_of_numbers(l, type);
        else if (is_new)
            add_class(l, type);
    }
    for (size_t i = 0; i < l->tree->types.count; i++)
        if (l->tree->types.at[i]->is_inferred)
            l->classes[i] = l->classes[l->tree->types.at[i]->base->id];
}

void mu_classes_obstruct(struct lowering *l, bool all)
{
    for (size_t i = 0; i < l->tree->types.count; i++) {
        struct str text = {0};
        if (l->classes[i] != CLASS_NONE && (obstacle_of(l, l->tree->types.at[i], &text) || all))
            model_obstruct_class(l->x.model, l->classes[i],
                                 text.count ? str_text(&text) : "instances of rules are missing");
        str_free(l->mem, &text);
    }
}

bool mu_holds_ids(const struct lowering *l, const struct murphi_type *type)
{
    bool holds = false;
    switch (type->kind) {
    case MURPHI_MULTISET:
    case MURPHI_ARRAY:
        return mu_holds_ids(l, type->element);
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            holds |= mu_holds_ids(l, type->fields[i].type);
        return holds;
    case MURPHI_UNION:
        for (uint32_t i = 0; i < type->part_count; i++)
            holds |= mu_holds_ids(l, type->parts[i]);
        return holds;
    default: {
        uint32_t class = l->classes[type->id];
        const struct component_class *c = class == CLASS_NONE ? NULL : model_class(l->x.model, class);
        return c && !c->obstacle && !c->is_ring && c->size > 1;
    }
    }
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

// Where the first cell of something is that permutations or sorting move: of its family, and of all cells that must
// have its type. The places of a multiset are families of their own, but their elements go from one to another.
struct origin {
    uint32_t family, kin;
};

static void place_type(struct lowering *, const struct murphi_type *, uint32_t slot, struct origin);

static struct origin moved_by(struct origin from, uint32_t family, uint32_t kin)
{
    return (struct origin){from.family + family, from.kin + kin};
}

static const struct murphi_type *part_of(const struct murphi_type *index, int64_t v)
{
    for (uint32_t i = 0; i < index->part_count; i++)
        if (murphi_position(index->parts[i], v) >= 0)
            return index->parts[i];
    return index;
}

// The family of an element is where that of the first element of its class would be. One that is tracked is in no
// class, but has the types of the others.
static void place_array(struct lowering *l, const struct murphi_type *type, uint32_t slot, struct origin first)
{
    uint32_t width = l->x.widths[type->element->id];
    for (uint64_t i = 0; i < murphi_size(type->index); i++) {
        int64_t v = murphi_value_at(type->index, i);
        const struct murphi_type *part = part_of(type->index, v);
        uint32_t class = l->classes[part->id], at = (uint32_t)i * width;
        if (class == CLASS_NONE) {
            place_type(l, type->element, slot + at, moved_by(first, at, at));
            continue;
        }
        uint32_t missing = part->is_inferred ? (uint32_t)(part->low - part->base->low) : 0; // first elements
        uint32_t local = (uint32_t)(v - part->low), element = local + missing, tracked = tracked_of(l, class);
        uint32_t kin = at - local * width;
        if (element < tracked) {
            place_type(l, type->element, slot + at, moved_by(first, at, kin));
            continue;
        }
        array_push(l->mem, &l->sites, ((struct site){class, element - tracked}));
        place_type(l, type->element, slot + at, moved_by(first, kin + (tracked - missing) * width, kin));
        l->sites.count--;
    }
}

// What is in a multiset inside of another one is put into order by the rules alone: no class that moves anything in
// there can be used (see symmetry_breaking.c), so that it is no pool of its own.
static void place_multiset(struct lowering *l, const struct murphi_type *type, uint32_t slot, struct origin first)
{
    bool is_inside = l->is_in_multiset;
    l->is_in_multiset = true;
    struct pool pool = {slot, 1 + l->x.widths[type->element->id], (uint32_t)(type->high - type->low + 1)};
    for (uint32_t i = 0; i < pool.places; i++) {
        uint32_t at = i * pool.width;
        place_type(l, l->tree->boolean, slot + at, moved_by(first, at, 0));
        place_type(l, type->element, slot + at + 1, moved_by(first, at + 1, 1));
    }
    l->is_in_multiset = is_inside;
    if (!is_inside)
        model_add_pool(l->x.model, pool);
}

static void place_record(struct lowering *l, const struct murphi_type *type, uint32_t slot, struct origin first)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < type->field_count; i++) {
        place_type(l, type->fields[i].type, slot + at, moved_by(first, at, at));
        at += l->x.widths[type->fields[i].type->id];
    }
}

static void place_type(struct lowering *l, const struct murphi_type *type, uint32_t slot, struct origin first)
{
    switch (type->kind) {
    case MURPHI_MULTISET:
        place_multiset(l, type, slot, first);
        break;
    case MURPHI_ARRAY:
        place_array(l, type, slot, first);
        break;
    case MURPHI_RECORD:
        place_record(l, type, slot, first);
        break;
    default:
        l->kin[slot] = first.kin;
        model_place_cell(l->x.model, slot, &(struct placement){first.family, l->sites.at, l->sites.count});
    }
}

void mu_cells_place(struct lowering *l)
{
    uint32_t slot = 0;
    for (size_t i = 0; i < l->tree->vars.count; i++) {
        const struct murphi_type *type = l->tree->vars.at[i]->type;
        place_type(l, type, slot, (struct origin){slot, slot});
        slot += l->x.widths[type->id];
    }
}

// What permutations move, and what sorting does, goes from cell to cell as it is: so these cells have one type. (A
// matrix over a class may well be undefined in its diagonal only.) That is also right where only rules were run that
// are the first of their orbit.
void mu_cells_share_always(struct lowering *l)
{
    for (uint32_t i = 0; i < l->x.state_slots; i++)
        l->always[l->kin[i]] &= l->always[i];
    for (uint32_t i = 0; i < l->x.state_slots; i++)
        l->always[i] = l->always[l->kin[i]];
}

// ---- Instances ------------------------------------------------------------------------------------------------------

struct site mu_site_of_binder(const struct lowering *l, const struct murphi_binder *binder)
{
    value v;
    bool is_known =
        binder->kind == MURPHI_OVER_TYPE && model_is_const(l->x.model, l->x.bindings[binder->decl->id].value, &v);
    return is_known ? model_site_of_id(l->x.model, v) : (struct site){CLASS_NONE, 0};
}

void mu_instance_sites(struct lowering *l)
{
    l->sites.count = 0;
    for (size_t i = 0; i < l->binders.count; i++) {
        struct site site = mu_site_of_binder(l, l->binders.at[i]);
        if (site.class != CLASS_NONE)
            array_push(l->mem, &l->sites, site);
    }
}

// A permutation that changes elements of a multiset sorts its places again, so that what is in one of them comes to be
// in another: a name for a place depends on all elements that such a multiset may hold.
void mu_property_sites(struct lowering *l)
{
    bool has_places = false;
    mu_instance_sites(l);
    for (size_t i = 0; i < l->binders.count; i++) {
        const struct murphi_binder *binder = l->binders.at[i];
        has_places |= binder->kind == MURPHI_OVER_MULTISET && binder->decl->expr->type->element->has_symmetry;
    }
    for (uint32_t class = 0; has_places && class < model_class_count(l->x.model); class ++)
        for (uint32_t i = 0; i < model_class(l->x.model, class)->size; i++)
            array_push(l->mem, &l->sites, ((struct site){class, i}));
}

// Instances of one family have the same name but for the elements in it.
uint32_t mu_instance_family(struct lowering *l)
{
    struct str key = {0};
    str_add(l->mem, &key, "%u", (unsigned)l->rule->span.offset);
    for (size_t i = 0; i < l->binders.count; i++) {
        struct site site = mu_site_of_binder(l, l->binders.at[i]);
        value v = 0;
        if (l->binders.at[i]->kind == MURPHI_BY_ALIAS)
            continue;
        if (site.class == CLASS_NONE)
            model_is_const(l->x.model, l->x.bindings[l->binders.at[i]->decl->id].value, &v);
        str_add(l->mem, &key, " %u %lld", (unsigned)site.class, (long long)v);
    }
    uint32_t family = murphi_symbol(l->tree, key.at, key.count)->id;
    str_free(l->mem, &key);
    return family;
}

void mu_action_place(struct lowering *l, size_t action)
{
    uint32_t family = mu_instance_family(l);
    mu_instance_sites(l);
    model_place_action(l->x.model, action, &(struct placement){family, l->sites.at, l->sites.count});
    l->sites.count = 0;
}

// A tracked element counts as one of its class, or as none.
static struct site site_of_binder(const struct lowering *l, const struct murphi_binder *binder, bool with_tracked)
{
    struct site site = mu_site_of_binder(l, binder);
    value v;
    if (!with_tracked || binder->kind != MURPHI_OVER_TYPE)
        return site;
    if (site.class != CLASS_NONE)
        return (struct site){site.class, site.element + tracked_of(l, site.class)};
    for (size_t i = 0; i < l->tracked.count; i++)
        if (model_is_const(l->x.model, l->x.bindings[binder->decl->id].value, &v) && v == l->tracked.at[i].id)
            return l->tracked.at[i].site;
    return site;
}

// Of the instances that permutations take to each other, the one whose elements come in their order, each new one being
// the first that was not there yet. For a ring, the one that begins with the first element. Permutations leave tracked
// elements alone, so that these may come at any place. But of a temporal formula all instances hold if those do that
// all permutations would leave, and these are to be about tracked elements: others are not told apart.
bool mu_is_first_of_orbit(const struct lowering *l, size_t level)
{
    bool is_temporal = l->rule->kind >= MURPHI_LIVENESS;
    struct site site = site_of_binder(l, l->binders.at[level], is_temporal);
    uint32_t used = 0;
    if (site.class == CLASS_NONE)
        return true;
    const struct component_class *class = model_class(l->x.model, site.class);
    for (size_t i = 0; i < level; i++) {
        struct site other = site_of_binder(l, l->binders.at[i], is_temporal);
        if (other.class == site.class && other.element + 1 > used)
            used = other.element + 1;
    }
    return class->obstacle || (class->is_ring && used) || site.element <= used;
}

static bool is_in_portion(const struct lowering *l, size_t level)
{
    struct site site = mu_site_of_binder(l, l->binders.at[level]);
    const struct murphi_portion *portion = l->x.options.portion;
    return portion && site.class != CLASS_NONE && portion->elements[site.class][site.element];
}

bool mu_is_left_out(const struct lowering *l, size_t level)
{
    return l->x.options.one_per_orbit && !l->all_instances && !mu_is_first_of_orbit(l, level) &&
           !is_in_portion(l, level);
}

size_t murphi_most_parameters(const struct murphi_tree *tree)
{
    size_t most = 0;
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next) {
        size_t count = 0;
        for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer)
            count += binder->kind == MURPHI_OVER_TYPE;
        most = count > most ? count : most;
    }
    return most;
}

static bool is_fairness(const struct murphi_rule *rule)
{
    return rule->kind == MURPHI_JUSTICE || rule->kind == MURPHI_COMPASSION ||
           (rule->kind == MURPHI_RULE && rule->fairness != MURPHI_UNFAIR);
}

bool murphi_has_fairness_of_instances(const struct murphi_tree *tree)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        if (is_fairness(rule) && rule->binders)
            return true;
    return false;
}

double murphi_instance_count(const struct murphi_tree *tree)
{
    double count = 0;
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next) {
        double instances = 1;
        for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer)
            instances *= binder->kind == MURPHI_OVER_TYPE ? (double)murphi_size(binder->decl->type) : 1;
        count += instances;
    }
    return count;
}
