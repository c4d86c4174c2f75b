#include "parametric/view_space.h"

enum { MOST_BITS = 4000 };

// ---- Codes ----------------------------------------------------------------------------------------------------------

// How many codes a variable has: plain values, any other element, elements.
static uint32_t code_count(const struct view_space *s, uint32_t variable)
{
    return s->plain[variable] + (s->holds_elements[variable] ? 1 + s->elements : 0);
}

static uint32_t code_of(const struct view_space *s, uint32_t variable, uint64_t one)
{
    uint32_t plain = s->plain[variable], bit = (uint32_t)__builtin_ctzll(one);
    if (one == OTHER_BIT)
        return plain;
    return bit < MOST_PLAIN_VALUES ? bit : plain + 1 + bit - MOST_PLAIN_VALUES;
}

unsigned view_width(const struct view_space *s, uint32_t variable)
{
    unsigned width = 0;
    while (UINT64_C(1) << width < code_count(s, variable))
        width++;
    return width;
}

bool view_code_bit(const struct view_space *s, uint32_t variable, uint64_t one, unsigned bit)
{
    return code_of(s, variable, one) >> (view_width(s, variable) - 1 - bit) & 1;
}

// ---- Places ---------------------------------------------------------------------------------------------------------

size_t view_place_number(const struct view_space *s, struct view_place p)
{
    size_t side = s->elements + 1, number = p.variable;
    for (uint32_t i = 0; i < MOST_SITES; i++)
        number = number * side + (i < s->variables->all.at[p.variable].arity ? p.elements[i] : 0);
    return number;
}

int view_var(const struct view_space *s, struct view_place p, unsigned bit)
{
    return s->first[view_place_number(s, p)] + 2 * (int)bit;
}

struct view_place view_place_of(const struct view_space *s, const struct parametric_instance *in, cell_id cell)
{
    const struct instance_cell *c = &in->cells[cell];
    struct view_place p = {.variable = c->variable};
    for (uint32_t i = 0; i < c->arity; i++)
        p.elements[i] = c->elements[i] < in->elements ? c->elements[i] : (uint8_t)s->elements;
    return p;
}

static bool next_elements(uint32_t arity, uint32_t elements, struct view_place *p)
{
    for (uint32_t i = arity; i-- > 0;) {
        if (p->elements[i] + 1u < elements) {
            p->elements[i]++;
            return true;
        }
        p->elements[i] = 0;
    }
    return false;
}

bool view_next_place(const struct view_space *s, uint32_t elements, struct view_place *p, bool is_first)
{
    const struct parametric_variables *v = s->variables;
    if (is_first)
        *p = (struct view_place){0};
    else if (next_elements(v->all.at[p->variable].arity, elements, p))
        return true;
    else
        p->variable++;
    while (elements == 0 && p->variable < s->variable_count && v->all.at[p->variable].arity)
        p->variable++;
    return p->variable < s->variable_count;
}

// Variables that belong to no element come first, then those of one element after the other.
static bool make_bits(struct view_space *s, uint32_t last)
{
    struct view_place p = {0};
    for (bool is_there = view_next_place(s, s->elements + 1, &p, true); is_there;
         is_there = view_next_place(s, s->elements + 1, &p, false)) {
        uint32_t arity = s->variables->all.at[p.variable].arity, latest = 0;
        for (uint32_t i = 0; i < arity; i++)
            latest = p.elements[i] + 1u > latest ? p.elements[i] + 1u : latest;
        if (latest != last)
            continue;
        unsigned width = view_width(s, p.variable);
        if (bdd_var_count(s->m) + 2 * width > MOST_BITS)
            return false;
        s->first[view_place_number(s, p)] = (int)bdd_var_count(s->m);
        for (unsigned i = 0; i < width; i++)
            if (bdd_new_pair(s->m, NULL) == BDD_NO_VAR)
                return false;
    }
    return true;
}

bool view_space_open(struct view_space *s, struct parametric_variables *v, uint32_t elements, struct mem *mem)
{
    uint32_t count = (uint32_t)v->all.count;
    *s = (struct view_space){.mem = mem, .variables = v, .elements = elements, .variable_count = count};
    s->plain = mem_alloc(mem, (count + 1) * sizeof *s->plain);
    s->holds_elements = mem_alloc(mem, (count + 1) * sizeof *s->holds_elements);
    for (uint32_t i = 0; i < count; i++) {
        s->plain[i] = v->all.at[i].value_count;
        s->holds_elements[i] = v->all.at[i].holds_elements;
    }
    s->m = bdd_manager_new(&(struct bdd_config){.mem = mem});
    if (!s->m)
        return false;
    s->places = count * (size_t)(elements + 1) * (elements + 1) + 1;
    s->first = mem_zalloc(mem, s->places * sizeof *s->first);
    s->cubes = mem_alloc(mem, s->places * sizeof *s->cubes);
    for (size_t i = 0; i < s->places; i++)
        s->cubes[i] = BDD_NONE;
    if (!bdd_protect_array(s->m, s->cubes, s->places))
        return false;
    for (uint32_t last = 0; last <= elements + 1; last++)
        if (!make_bits(s, last))
            return false;
    return true;
}

void view_space_close(struct view_space *s)
{
    mem_free(s->mem, s->first, s->first ? s->places * sizeof *s->first : 0);
    mem_free(s->mem, s->plain, (s->variable_count + 1) * sizeof *s->plain);
    mem_free(s->mem, s->holds_elements, (s->variable_count + 1) * sizeof *s->holds_elements);
    if (s->m)
        bdd_manager_free(s->m);
    mem_free(s->mem, s->cubes, s->cubes ? s->places * sizeof *s->cubes : 0);
}

// ---- Functions ------------------------------------------------------------------------------------------------------

bdd view_literal(struct view_space *s, struct view_place p, uint64_t mask, bool next)
{
    unsigned width = view_width(s, p.variable);
    bdd any = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(s->m);
    for (; mask; mask &= mask - 1) {
        int vars[32];
        bool values[32];
        for (unsigned i = 0; i < width; i++) {
            vars[i] = view_var(s, p, i) + next;
            values[i] = view_code_bit(s, p.variable, mask & -mask, i);
        }
        any = bdd_or(s->m, any, bdd_literal_cube(s->m, vars, values, width));
    }
    return bdd_close_scope_with(s->m, scope, any);
}

bdd view_place_cube(struct view_space *s, struct view_place p)
{
    int vars[32];
    unsigned width = view_width(s, p.variable);
    bdd *known = &s->cubes[view_place_number(s, p)];
    for (unsigned i = 0; i < width; i++)
        vars[i] = view_var(s, p, i);
    if (!bdd_is_valid(*known))
        *known = bdd_cube(s->m, vars, width);
    return *known;
}

bdd view_condition(struct view_space *s, const struct cell_conditions *c, cell_condition x, view_known *known)
{
    const struct condition_node *node = &c->nodes.at[x / 2];
    const cell_condition *operands = c->operands.at + node->first;
    while (known->count <= x / 2)
        array_push(s->mem, known, BDD_NONE);
    bdd f = known->at[x / 2];
    if (!bdd_is_valid(f)) {
        switch (node->kind) {
        case CONDITION_CONSTANT:
            f = BDD_TRUE;
            break;
        case CONDITION_LITERAL:
            f = view_literal(s, view_place_of(s, c->in, node->cell), node->mask, false);
            break;
        case CONDITION_AND:
            f = BDD_TRUE;
            for (uint32_t i = 0; i < node->count; i++)
                f = bdd_and(s->m, f, view_condition(s, c, operands[i], known));
            break;
        default:
            f = bdd_ite(s->m, view_condition(s, c, operands[0], known), view_condition(s, c, operands[1], known),
                        view_condition(s, c, operands[2], known));
        }
        known->at[x / 2] = f;
    }
    return x & 1 ? bdd_not(f) : f;
}
