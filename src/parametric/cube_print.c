// Cubes and their negations as text of Murphi's language. The elements of a cube are i1, i2, ...; those of a scalarset
// of fixed size, for which the language has no words, are x1, x2, ...: whatever is true of some of them is so of all
// others, as long as they are different.
#include <inttypes.h>
#include <string.h>

#include "parametric/cube.h"

struct cube_text {
    const struct cube *cube;
    const struct parametric_variables *variables;
    struct mem *mem;
    struct str *out;
    const char *const *names;  // of elements; NULL: i1, i2, ...
    ARRAY(uint32_t) constants; // elements of scalarsets of fixed size, in the order of their names x1, ...
};

// The name of such an element here.
static void print_constant(struct cube_text *t, uint32_t constant)
{
    uint32_t number = 0;
    while (number < t->constants.count && t->constants.at[number] != constant)
        number++;
    if (number == t->constants.count)
        array_push(t->mem, &t->constants, constant);
    str_add(t->mem, t->out, "%sx%u", t->variables->prefix, number + 1);
}

static bool print_if_constant(struct cube_text *t, const char *name, size_t length)
{
    for (uint32_t i = 0; i < t->variables->constants.count; i++) {
        const struct parametric_constant *constant = &t->variables->constants.at[i];
        if (constant->is_fixed || strncmp(constant->name, name, length) != 0 || constant->name[length])
            continue;
        print_constant(t, i);
        return true;
    }
    return false;
}

static void print_element(struct cube_text *t, uint32_t element)
{
    if (t->names)
        str_add(t->mem, t->out, "%s", t->names[element]);
    else
        str_add(t->mem, t->out, "%si%u", t->variables->prefix, element + 1);
}

// The name of the variable's first cell, with elements in its brackets replaced.
static void print_place(struct cube_text *t, const struct cube_literal *l)
{
    const struct parametric_variable *x = &t->variables->all.at[l->variable];
    uint32_t bracket = 0;
    for (const char *at = x->name; *at; at++) {
        str_add_char(t->mem, t->out, *at);
        if (*at != '[')
            continue;
        size_t length = strcspn(at + 1, "]");
        bool is_replaced = false;
        bracket++;
        for (uint32_t k = 0; k < x->arity && !is_replaced; k++)
            if (x->brackets[k] == bracket) {
                print_element(t, l->elements[k]);
                is_replaced = true;
            }
        if (is_replaced || print_if_constant(t, at + 1, length))
            at += length;
    }
}

static void print_value(struct cube_text *t, uint32_t variable, unsigned bit)
{
    const char *name = parametric_value_name(t->variables, variable, bit);
    if (print_if_constant(t, name, strlen(name)))
        return;
    str_add(t->mem, t->out, "%s", strcmp(name, "TRUE") == 0 ? "true" : strcmp(name, "FALSE") == 0 ? "false" : name);
}

// "place = v", or several of these.
static void print_values(struct cube_text *t, const struct cube_literal *l, uint64_t defined, uint64_t others)
{
    const struct parametric_variable *x = &t->variables->all.at[l->variable];
    // Any other element has no name, so that it can be on the side that is not listed only.
    bool by_others =
        defined & OTHER_BIT || (!(others & OTHER_BIT) && __builtin_popcountll(defined) > __builtin_popcountll(others));
    uint64_t listed = by_others ? others : defined;
    bool is_one = __builtin_popcountll(listed) == 1;
    const char *sign = by_others ? "!=" : "=", *between = is_one ? "" : "(";
    for (unsigned i = 0; i < 64; i++) {
        bool is_element = i >= MOST_PLAIN_VALUES;
        if (!(listed & UINT64_C(1) << i) || i >= (is_element ? MOST_PLAIN_VALUES + t->cube->elements : x->value_count))
            continue;
        str_add(t->mem, t->out, "%s", between);
        print_place(t, l);
        str_add(t->mem, t->out, " %s ", sign);
        if (is_element)
            print_element(t, i - MOST_PLAIN_VALUES);
        else
            print_value(t, l->variable, i);
        between = by_others ? " & " : " | ";
    }
    str_add(t->mem, t->out, "%s", listed == 0 ? "true" : is_one ? "" : ")");
}

// Undefined values are told by isundefined, before the value is read.
static void print_literal(struct cube_text *t, const struct cube_literal *l)
{
    const struct parametric_variables *v = t->variables;
    uint64_t full = cube_full(v, l->variable, t->cube->elements), undefined = 0;
    for (unsigned i = 0; i < v->all.at[l->variable].value_count; i++)
        if (strcmp(parametric_value_name(v, l->variable, i), "undefined") == 0)
            undefined = UINT64_C(1) << i;
    uint64_t defined = l->mask & ~undefined, others = full & ~l->mask & ~undefined;
    bool may_be_undefined = l->mask & undefined;
    if (undefined) {
        str_add(t->mem, t->out, "%sisundefined(", !defined ? "" : may_be_undefined ? "(" : "(!");
        print_place(t, l);
        str_add(t->mem, t->out, ")%s", !defined ? "" : may_be_undefined ? " | " : " & ");
    }
    if (defined)
        print_values(t, l, defined, others);
    str_add(t->mem, t->out, "%s", undefined && defined ? ")" : "");
}

static void print_condition(struct cube_text *t)
{
    for (uint32_t i = 0; i < t->cube->count; i++) {
        str_add(t->mem, t->out, "%s", i ? " & " : "");
        print_literal(t, &t->cube->literals[i]);
    }
    if (t->cube->count == 0)
        str_add(t->mem, t->out, "true");
}

void cube_print(const struct cube *c, const struct parametric_variables *v, struct mem *mem, struct str *out)
{
    struct cube_text t = {.cube = c, .variables = v, .mem = mem, .out = out};
    print_condition(&t);
    array_free(mem, &t.constants);
}

bool cube_print_named(const struct cube *c, const struct parametric_variables *v, const char *const *names,
                      struct mem *mem, struct str *out)
{
    struct cube_text t = {.cube = c, .variables = v, .mem = mem, .out = out, .names = names};
    print_condition(&t);
    bool has_words = t.constants.count == 0;
    array_free(mem, &t.constants);
    return has_words;
}

// ---- Invariants -----------------------------------------------------------------------------------------------------

static const char *type_of(const struct cube_text *t, size_t constant)
{
    return t->variables->constants.at[t->constants.at[constant]].type;
}

// That elements are different, or in their order, and none of those that have names. Those of different scalarsets are
// so in any case.
static void print_difference(struct cube_text *t)
{
    const char *prefix = t->variables->prefix, *between = "";
    bool is_ordered = t->variables->is_ordered;
    for (uint32_t e = 0; e < t->cube->elements; e++)
        for (uint32_t i = 0; i < t->variables->literals && (e == 0 || !is_ordered); i++) {
            str_add(t->mem, t->out, "%s%si%u != %" PRId64, between, prefix, e + 1, t->variables->first_literal + i);
            between = " & ";
        }
    for (uint32_t e = 1; e < t->cube->elements; e++)
        for (uint32_t other = is_ordered ? e - 1 : 0; other < e; other++) {
            str_add(t->mem, t->out, "%s%si%u %s %si%u", between, prefix, other + 1, is_ordered ? "<" : "!=", prefix,
                    e + 1);
            between = " & ";
        }
    for (size_t i = 1; i < t->constants.count; i++)
        for (size_t other = 0; other < i; other++)
            if (strcmp(type_of(t, i), type_of(t, other)) == 0) {
                str_add(t->mem, t->out, "%s%sx%zu != %sx%zu", between, prefix, other + 1, prefix, i + 1);
                between = " & ";
            }
    str_add(t->mem, t->out, "%s", *between ? " -> " : "");
}

void cube_print_negation(const struct cube *c, const struct parametric_variables *v, struct mem *mem, struct str *out)
{
    cube_print_negation_with(c, v, "", mem, out);
}

void cube_print_negation_with(const struct cube *c, const struct parametric_variables *v, const char *further,
                              struct mem *mem, struct str *out)
{
    struct str condition = {0};
    struct cube_text t = {.cube = c, .variables = v, .mem = mem, .out = &condition};
    if (c->count || !*further)
        print_condition(&t);
    str_add(mem, &condition, "%s", further);
    t.out = out;
    for (uint32_t e = 0; e < c->elements; e++)
        str_add(mem, out, "forall %si%u: %s do ", v->prefix, e + 1, v->class);
    for (size_t i = 0; i < t.constants.count; i++)
        str_add(mem, out, "forall %sx%zu: %s do ", v->prefix, i + 1, type_of(&t, i));
    print_difference(&t);
    str_add(mem, out, "!(%s)", str_text(&condition));
    for (size_t i = 0; i < c->elements + t.constants.count; i++)
        str_add(mem, out, " end");
    str_free(mem, &condition);
    array_free(mem, &t.constants);
}
