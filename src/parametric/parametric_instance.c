#include "parametric/parametric_instance.h"

#include <string.h>

#include "base/str.h"

void parametric_variables_open(struct parametric_variables *v, const char *class, struct mem *mem)
{
    *v = (struct parametric_variables){.mem = mem, .arena = {.mem = mem}};
    v->class = arena_copy(&v->arena, class, strlen(class));
    v->prefix = "";
}

void parametric_variables_close(struct parametric_variables *v)
{
    array_free(v->mem, &v->all);
    array_free(v->mem, &v->names);
    array_free(v->mem, &v->constants);
    arena_free(&v->arena);
}

const char *parametric_value_name(const struct parametric_variables *v, uint32_t variable, unsigned bit)
{
    return v->names.at[(size_t)variable * MOST_PLAIN_VALUES + bit];
}

static bool fail(struct parametric_variables *v, enum cause_code why)
{
    if (!v->failure)
        v->failure = why;
    return false;
}

static uint32_t find_variable(struct parametric_variables *v, const char *name, uint32_t arity)
{
    for (uint32_t i = 0; i < v->all.count; i++)
        if (strcmp(v->all.at[i].name, name) == 0)
            return i;
    struct parametric_variable fresh = {.name = arena_copy(&v->arena, name, strlen(name)), .arity = arity};
    array_push(v->mem, &v->all, fresh);
    for (unsigned i = 0; i < MOST_PLAIN_VALUES; i++)
        array_push(v->mem, &v->names, NULL);
    return (uint32_t)v->all.count - 1;
}

static uint64_t plain_bit(struct parametric_variables *v, uint32_t variable, const char *text)
{
    struct parametric_variable *x = &v->all.at[variable];
    const char **names = &v->names.at[(size_t)variable * MOST_PLAIN_VALUES];
    for (uint32_t i = 0; i < x->value_count; i++)
        if (strcmp(names[i], text) == 0)
            return UINT64_C(1) << i;
    if (x->value_count == MOST_PLAIN_VALUES) {
        fail(v, CAUSE_CELL_TOO_LARGE);
        return 0;
    }
    names[x->value_count] = arena_copy(&v->arena, text, strlen(text));
    x->plain |= UINT64_C(1) << x->value_count;
    return UINT64_C(1) << x->value_count++;
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

static bool is_of_class(const struct parametric_instance *in, uint32_t class)
{
    return class != CLASS_NONE && strcmp(model_class(in->model, class)->name, in->variables->class) == 0;
}

// The cell of the same family that has the first element wherever this one has any of the class.
static cell_id leader_of(const struct parametric_instance *in, cell_id cell)
{
    struct placement own = model_placement(in->model, cell);
    for (cell_id other = 0; other <= cell; other++) {
        struct placement p = model_placement(in->model, other);
        bool is_same = p.family == own.family && p.site_count == own.site_count;
        for (size_t i = 0; i < own.site_count && is_same; i++) {
            uint32_t wanted = is_of_class(in, own.sites[i].class) ? 0 : own.sites[i].element;
            is_same = p.sites[i].class == own.sites[i].class && p.sites[i].element == wanted;
        }
        if (is_same)
            return other;
    }
    return cell;
}

static bool add_values(struct parametric_instance *in, cell_id cell)
{
    struct parametric_variables *v = in->variables;
    struct instance_cell *c = &in->cells[cell];
    type_id id = model_cell(in->model, cell)->type;
    const struct type *type = model_type(in->model, id);
    struct str text = {0};
    c->first_value = (uint32_t)in->values.count;
    if (type->kind == TYPE_WORD || type_size(type) > MOST_PLAIN_VALUES + MOST_ELEMENTS)
        return fail(v, CAUSE_CELL_TOO_LARGE);
    for (uint64_t i = 0; i < type_size(type); i++) {
        value x = type_value(type, i);
        struct site site = model_site_held(in->model, cell, x);
        uint64_t bit;
        if (is_of_class(in, site.class)) {
            bit = site.element < in->elements ? ELEMENT_BIT(site.element) : OTHER_BIT;
            v->all.at[c->variable].holds_elements = true;
        } else {
            str_clear(&text);
            model_add_value(in->model, id, x, &text);
            bit = plain_bit(v, c->variable, str_text(&text));
        }
        array_push(in->mem, &in->values, x);
        array_push(in->mem, &in->bits, bit);
        c->full |= bit;
    }
    c->value_count = (uint32_t)in->values.count - c->first_value;
    str_free(in->mem, &text);
    return !v->failure;
}

// Where an element stands in a name is seen where another one stands there in the name of another cell.
static void find_bracket(struct parametric_variable *x, const char *name, const struct instance_cell *c)
{
    uint32_t others = 0, which = 0, bracket = 0;
    for (uint32_t i = 0; i < c->arity; i++)
        if (c->elements[i] > 0) {
            which = i;
            others++;
        }
    for (size_t i = 0; x->name[i] && x->name[i] == name[i]; i++)
        bracket += name[i] == '[';
    if (others == 1)
        x->brackets[which] = bracket;
}

static bool add_cell(struct parametric_instance *in, cell_id cell)
{
    struct instance_cell *c = &in->cells[cell];
    struct placement p = model_placement(in->model, cell);
    for (size_t i = 0; i < p.site_count; i++) {
        if (!is_of_class(in, p.sites[i].class))
            continue;
        if (c->arity == MOST_SITES)
            return fail(in->variables, CAUSE_BACKWARD_INDICES);
        c->is_phantoms |= p.sites[i].element >= in->elements;
        c->elements[c->arity++] = (uint8_t)p.sites[i].element;
    }
    c->variable = find_variable(in->variables, model_cell(in->model, leader_of(in, cell))->name, c->arity);
    find_bracket(&in->variables->all.at[c->variable], model_cell(in->model, cell)->name, c);
    return add_values(in, cell);
}

static size_t place_of(const struct parametric_instance *in, uint32_t variable, const uint8_t *elements)
{
    size_t side = in->elements + 1, place = variable;
    for (uint32_t i = 0; i < MOST_SITES; i++)
        place = place * side + (i < in->variables->all.at[variable].arity ? elements[i] : 0);
    return place;
}

static size_t places(const struct parametric_instance *in)
{
    return in->variable_count * (in->elements + 1) * (in->elements + 1);
}

static size_t count_classes(const struct parametric_variables *v, const struct model *m)
{
    size_t count = 0;
    for (size_t i = 0; i < model_class_count(m); i++)
        count += strcmp(model_class(m, i)->name, v->class) == 0;
    return count;
}

// Variables are known by their names in all instances. An element and a literal may have the same one in an array that
// has both: then what happens to the one would not be seen.
static bool place_cells(struct parametric_instance *in)
{
    for (size_t i = 0; i < places(in); i++)
        in->cell_at[i] = CELL_NONE;
    for (cell_id cell = 0; cell < in->cell_count; cell++) {
        const struct instance_cell *c = &in->cells[cell];
        cell_id *at = &in->cell_at[place_of(in, c->variable, c->elements)];
        if (*at != CELL_NONE || c->arity != in->variables->all.at[c->variable].arity)
            return fail(in->variables, CAUSE_BACKWARD_SAME_NAME);
        *at = cell;
    }
    return true;
}

static void add_constant(struct parametric_variables *v, const char *name, const struct component_class *class)
{
    for (size_t i = 0; i < v->constants.count; i++)
        if (strcmp(v->constants.at[i].name, name) == 0) {
            v->constants.at[i].is_fixed |= class->obstacle != NULL;
            return;
        }
    struct parametric_constant fresh = {arena_copy(&v->arena, name, strlen(name)),
                                        arena_copy(&v->arena, class->name, strlen(class->name)),
                                        class->obstacle != NULL};
    array_push(v->mem, &v->constants, fresh);
}

// Elements of ranges are numbers, and may be written.
static void add_constants(struct parametric_instance *in)
{
    for (uint32_t i = 0; i < model_class_count(in->model); i++) {
        const struct component_class *class = model_class(in->model, i);
        for (size_t e = 0; e < class->size && !is_of_class(in, i) && !class->is_inferred && !class->is_ring; e++)
            add_constant(in->variables, model_symbol_name(in->model, class->ids[e]), class);
    }
}

bool parametric_instance_open(struct parametric_instance *in, struct parametric_variables *v, struct model *model,
                              uint32_t elements, bool has_phantom)
{
    *in = (struct parametric_instance){
        .variables = v, .mem = v->mem, .model = model, .elements = elements, .has_phantom = has_phantom};
    in->cell_count = model_cell_count(model);
    in->cells = mem_zalloc(in->mem, (in->cell_count + 1) * sizeof *in->cells);
    size_t classes = count_classes(v, model);
    if (classes != 1)
        return fail(v, classes ? CAUSE_BACKWARD_SAME_NAME : CAUSE_BACKWARD_NO_CLASS);
    if (elements >= MOST_ELEMENTS)
        return fail(v, CAUSE_BACKWARD_MANY_ELEMENTS);
    for (cell_id cell = 0; cell < in->cell_count; cell++)
        if (!add_cell(in, cell))
            return false;
    add_constants(in);
    in->variable_count = v->all.count;
    in->cell_at = mem_alloc(in->mem, (places(in) + 1) * sizeof *in->cell_at);
    return place_cells(in) && !v->failure;
}

bool parametric_instance_agrees(struct parametric_instance *in)
{
    for (size_t i = 0; i < in->cell_count; i++)
        if ((in->cells[i].full & PLAIN_BITS) != in->variables->all.at[in->cells[i].variable].plain)
            return fail(in->variables, CAUSE_BACKWARD_UNLIKE_VALUES);
    return true;
}

void parametric_instance_close(struct parametric_instance *in)
{
    mem_free(in->mem, in->cells, (in->cell_count + 1) * sizeof *in->cells);
    if (in->cell_at)
        mem_free(in->mem, in->cell_at, (places(in) + 1) * sizeof *in->cell_at);
    array_free(in->mem, &in->values);
    array_free(in->mem, &in->bits);
}

cell_id parametric_cell(const struct parametric_instance *in, uint32_t variable, const uint8_t *elements)
{
    return variable < in->variable_count ? in->cell_at[place_of(in, variable, elements)] : CELL_NONE;
}

uint64_t parametric_bit(const struct parametric_instance *in, cell_id cell, value x)
{
    const struct instance_cell *c = &in->cells[cell];
    for (uint32_t i = c->first_value; i < c->first_value + c->value_count; i++)
        if (in->values.at[i] == x)
            return in->bits.at[i];
    return 0;
}

// ---- Actions --------------------------------------------------------------------------------------------------------

expr parametric_new_value(const struct action *action, cell_id cell)
{
    for (size_t i = 0; i < action->part_count; i++)
        if (action->parts[i].kind == PART_CHOICE && action->parts[i].cell == cell)
            return action->parts[i].expr;
    return EXPR_NONE;
}

uint32_t parametric_fresh_parameters(const struct parametric_instance *in, const struct action *a, const uint8_t *names,
                                     uint32_t count)
{
    uint32_t known = 0, fresh = 0; // known elements are bits
    for (uint32_t i = 0; i < count; i++)
        known |= UINT32_C(1) << names[i];
    for (size_t i = 0; i < a->placement.site_count; i++) {
        struct site site = a->placement.sites[i];
        if (!is_of_class(in, site.class) || known & UINT32_C(1) << site.element)
            continue;
        if (!in->variables->is_ordered && site.element != count + fresh)
            return UINT32_MAX;
        known |= UINT32_C(1) << site.element;
        fresh++;
    }
    return fresh;
}

bool parametric_next_names(uint8_t *names, uint32_t count, uint32_t all)
{
    for (uint32_t i = count; i-- > 0;)
        if (names[i] + count - i < all) {
            names[i]++;
            for (uint32_t k = i + 1; k < count; k++)
                names[k] = names[k - 1] + 1;
            return true;
        }
    return false;
}
