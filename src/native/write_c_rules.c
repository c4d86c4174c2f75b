// The whole text of rules as C: functions, rules with the loops over their instances, conditions, and the tables by
// which they are found.
//
// Where an instance is left by an escape, whoever has called the rule calls it again with the place from which to go on
// (struct c_context, `at`). What stands further out than there is then evaluated once more, which has no effects.
#include "native/write_c.h"

#include <inttypes.h>
#include <string.h>

#include "native/write_canonical.h"

static const char prelude[] =
#define COMPILED_TEXT(...) #__VA_ARGS__
#include "native/c_context.inc.h"
#undef COMPILED_TEXT
    ;

#define MOST_LEVELS 16         // see struct c_context
#define MOST_BYTES (32u << 20) // of text: more takes too long to compile
#define BETWEEN_LOOKS 65535    // one less than a power of two

// ---- Functions of C -------------------------------------------------------------------------------------------------

static void begin(struct c_writer *w)
{
    str_clear(&w->out);
    w->binders.count = 0;
    w->left = UINT32_MAX;
    w->is_left = w->moves_top = false;
}

// What was written goes behind its head, with the binders as variables; those of a function begin with its parameters.
static void end(struct c_writer *w, char letter, uint32_t number)
{
    if (letter == 'F')
        str_add(w->mem, &w->tables, "static _Bool F%u(struct c_context *c, const int64_t f)\n{\n", number);
    else
        str_add(w->mem, &w->tables, "static void %c%u(struct c_context *c)\n{\nconst int64_t f = c->frame;\n", letter,
                number);
    str_add(w->mem, &w->tables, "int64_t *const s = c->s; (void)s; (void)f;\n");
    for (size_t i = 0; i < w->binders.count; i++)
        if (w->binders.at[i] && letter == 'F')
            str_add(w->mem, &w->tables, "int64_t b%zu = s[f + %zu];\n", i, i);
        else if (w->binders.at[i])
            str_add(w->mem, &w->tables, "int64_t b%zu = 0;\n", i);
    str_add_bytes(w->mem, &w->tables, str_text(&w->out), w->out.count);
    str_add(w->mem, &w->tables, "}\n\n");
}

static void write_function(struct c_writer *w, const struct function_code *f)
{
    begin(w);
    write_stmt(w, f->body);
    str_add(w->mem, &w->out, "return 0;\n");
    end(w, 'F', f->number);
}

// Those that are called; one may call others that were not known before.
static void write_functions(struct c_writer *w, uint32_t count)
{
    bool *is_written = mem_zalloc(w->mem, (size_t)count + 1), again = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < w->functions.count; i++)
            if (w->functions.at[i] && !is_written[i]) {
                is_written[i] = again = true;
                write_function(w, w->functions.at[i]);
            }
    }
    mem_free(w->mem, is_written, (size_t)count + 1);
}

// ---- Instances ------------------------------------------------------------------------------------------------------

static void write_conditions(struct c_writer *w, const struct native_rule *rule, const struct code *const *conditions,
                             uint32_t count, const char *otherwise)
{
    for (uint32_t i = 0; i < count; i++) {
        str_add(w->mem, &w->out, "{ _Bool h = ");
        write_value(w, conditions[i]);
        str_add(w->mem, &w->out, "; c->top = f + %u; if (!h) %s; }\n", rule->size, otherwise);
    }
}

static uint32_t levels_with_class(const struct native_rule *rule, uint32_t count)
{
    uint32_t result = 0;
    for (uint32_t i = 0; i < count; i++)
        result += rule->levels[i].class != NO_CLASS;
    return result;
}

static void write_choice_of_value(struct c_writer *w, const struct native_rule *rule, uint32_t at)
{
    const struct native_level *level = &rule->levels[at];
    uint32_t before = levels_with_class(rule, at);
    write_binder(w, level->offset);
    str_add(w->mem, &w->out, " = ");
    switch (level->kind) {
    case MURPHI_OVER_MULTISET:
        str_add(w->mem, &w->out, "i%u;\n", at);
        break;
    case MURPHI_BY_ALIAS:
        write_value(w, level->place);
        str_add(w->mem, &w->out, ";\n");
        break;
    default:
        if (level->values)
            str_add(w->mem, &w->out, "T%u[i%u + 1];\n", write_table(w, level->values, level->count), at);
        else {
            write_number(w, level->low);
            str_add(w->mem, &w->out, " + i%u * ", at);
            write_number(w, level->step);
            str_add(w->mem, &w->out, ";\n");
        }
        if (level->class == NO_CLASS)
            break;
        str_add(w->mem, &w->out, "if (c->twin_first) { e[%u] = c->class_first[%u] + (uint32_t)(", before, level->class);
        write_binder(w, level->offset);
        str_add(w->mem, &w->out, " - ");
        write_number(w, level->class_low);
        str_add(w->mem, &w->out, "); if (c_is_repetition(c, e, %u)) continue; }\n", before);
    }
}

static void open_level(struct c_writer *w, const struct native_rule *rule, uint32_t at)
{
    const struct native_level *level = &rule->levels[at];
    if (level->kind == MURPHI_OVER_MULTISET) {
        str_add(w->mem, &w->out, "const int64_t m%u = ", at);
        write_value(w, level->place);
        str_add(w->mem, &w->out, ";\n");
    }
    str_add(w->mem, &w->out,
            "for (int64_t i%u = c->at[%u]; c->level = %u, c->at[%u] = i%u, i%u < %" PRIu64 "LL; i%u++) {\n", at, at, at,
            at, at, at, level->count, at);
    str_add(w->mem, &w->out, "if (!(++c->visited & %u) && c->is_over(c)) return;\n", BETWEEN_LOOKS);
    if (at + 1 < rule->level_count)
        str_add(w->mem, &w->out, "if (i%u != begun%u) c->at[%u] = 0; begun%u = -1;\n", at, at, at + 1, at);
    if (level->kind == MURPHI_OVER_MULTISET)
        str_add(w->mem, &w->out, "if (!s[m%u + i%u * %u]) continue;\n", at, at, level->width);
    write_choice_of_value(w, rule, at);
    write_conditions(w, rule, level->conditions, level->condition_count, "continue");
}

// Everything up to where an instance is at hand.
static void open_instances(struct c_writer *w, const struct native_rule *rule)
{
    str_add(w->mem, &w->out, "uint32_t e[%u]; (void)e;\n", levels_with_class(rule, rule->level_count) + 1);
    for (uint32_t i = 0; i + 1 < rule->level_count; i++) // only the instance from which it goes on has others inside
        str_add(w->mem, &w->out, "int64_t begun%u = c->at[%u];\n", i, i);
    write_conditions(w, rule, rule->conditions, rule->condition_count, "return");
    for (uint32_t i = 0; i < rule->level_count; i++)
        open_level(w, rule, i);
}

static void close_instances(struct c_writer *w, const struct native_rule *rule)
{
    for (uint32_t i = 0; i < rule->level_count; i++)
        str_add(w->mem, &w->out, "}\n");
}

static bool has_form(const struct native_rule *rule)
{
    for (uint32_t i = 0; i < rule->level_count; i++)
        if (rule->levels[i].count > INT64_MAX)
            return false;
    return rule->level_count <= MOST_LEVELS;
}

static void write_rule(struct c_writer *w, const struct native_rule *rule, uint32_t number)
{
    uint32_t own = rule->size - rule->kept;
    begin(w);
    w->left = number;
    open_instances(w, rule);
    str_add(w->mem, &w->out, "_Bool enabled = ");
    if (rule->guard)
        write_value(w, rule->guard);
    else
        str_add(w->mem, &w->out, "1");
    str_add(w->mem, &w->out, ";\nc->top = f + %u;\nif (enabled) {\n", rule->size);
    if (own)
        str_add(w->mem, &w->out, "memcpy(s + f + %u, T%u + 1, %zu);\n", rule->kept,
                write_table(w, rule->frame + rule->kept, own), own * sizeof(int64_t));
    write_stmt(w, rule->body);
    if (w->is_left)
        str_add(w->mem, &w->out, "left%u:;\n", number);
    str_add(w->mem, &w->out, "c->top = f + %u;\nif (!c->step(c)) return;\n", rule->size);
    str_add(w->mem, &w->out, "} else if (c->change_count) c->undo(c);\nc->work = 0;\n");
    close_instances(w, rule);
    end(w, 'R', number);
}

static void write_condition(struct c_writer *w, const struct native_rule *rule, uint32_t number)
{
    begin(w);
    open_instances(w, rule);
    str_add(w->mem, &w->out, "_Bool v = ");
    write_value(w, rule->guard);
    str_add(w->mem, &w->out,
            ";\nc->top = f + %u;\nc->is_true |= v; c->is_false |= !v;\nif (!v && !c->all) return;\nc->work = 0;\n",
            rule->size);
    close_instances(w, rule);
    end(w, 'V', number);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void write_rules(struct c_writer *w, const struct native *n)
{
    for (size_t i = 0; i < n->rules.count && w->tables.count < MOST_BYTES; i++) {
        w->is_unknown |= !has_form(n->rules.at[i]);
        if (!w->is_unknown)
            write_rule(w, n->rules.at[i], (uint32_t)i);
    }
    for (size_t i = 0; i < n->watches.count && w->tables.count < MOST_BYTES; i++) {
        const struct native_rule *rule = n->watches.at[i].rule;
        w->is_unknown |= rule && !has_form(rule);
        if (rule && !w->is_unknown)
            write_condition(w, rule, (uint32_t)i);
    }
}

static void write_lists(struct c_writer *w, const struct native *n, struct str *out)
{
    str_add(w->mem, out, "c_rule *const coset_rules[] = {");
    for (size_t i = 0; i < n->rules.count; i++)
        str_add(w->mem, out, "R%zu, ", i);
    str_add(w->mem, out, "0};\nc_rule *const coset_conditions[] = {");
    for (size_t i = 0; i < n->watches.count; i++)
        if (n->watches.at[i].rule)
            str_add(w->mem, out, "V%zu, ", i);
        else
            str_add(w->mem, out, "0, ");
    str_add(w->mem, out, "0};\n");
}

bool native_write_c(const struct native *n, struct str *out)
{
    struct c_writer w = {
        .mem = n->mem, .loop_limit = n->runner.loop_limit, .recursion_limit = n->runner.recursion_limit};
    write_rules(&w, n);
    write_functions(&w, n->runner.function_count);
    bool good = !w.is_unknown && w.tables.count < MOST_BYTES;
    str_add(w.mem, out, "#include <stdint.h>\n#include <string.h>\n#define C_LEAST (%" PRId64 "LL)\n%s\n\n",
            MURPHI_MIN_INTEGER, prelude);
    for (size_t i = 0; i < w.functions.count; i++)
        if (w.functions.at[i])
            str_add(w.mem, out, "static _Bool F%zu(struct c_context *, const int64_t);\n", i);
    str_add_bytes(w.mem, out, str_text(&w.tables), w.tables.count);
    write_lists(&w, n, out);
    native_write_canonical(n->symmetry, n->layout, n->mem, out);
    str_free(w.mem, &w.out);
    str_free(w.mem, &w.tables);
    array_free(w.mem, &w.functions);
    array_free(w.mem, &w.binders);
    return good;
}
