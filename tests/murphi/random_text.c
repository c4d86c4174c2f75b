// Declarations and functions of random models, and how a model is put together.
#include "random_text.h"

#include <stdio.h>
#include <string.h>

#define MOST_STATES 4000         // of what is declared, where each cell may be undefined
#define MOST_MATRIX_STATES 20000 // with a matrix

// ---- Variables ------------------------------------------------------------------------------------------------------

static void put_array_of(struct random_maker *k, enum random_kind index)
{
    if (index == KIND_NONE)
        return;
    put(k, "array [");
    random_put_type(k, index);
    put(k, "] of ");
}

// A cell, an array or a matrix; matrices are mostly between the elements of one class, of truth values or ids.
static void put_variable(struct random_maker *k)
{
    int shape = random_roll(k, 6);
    enum random_kind kind = random_any_kind(k), index = KIND_NONE, second = KIND_NONE;
    if (shape >= 2)
        index = random_roll(k, 2) ? KIND_SET : random_any_kind(k);
    if (shape == 5) {
        index = second = random_roll(k, 3) || !k->has_other ? KIND_SET : KIND_OTHER;
        kind = random_roll(k, 2) ? KIND_BOOLEAN : random_roll(k, 2) ? index : KIND_ENUM;
        if (random_roll(k, 8) == 0)
            second = random_any_kind(k);
    }
    if (!random_take_states(k, kind, random_size(k, index) * random_size(k, second),
                            shape == 5 ? MOST_MATRIX_STATES : MOST_STATES))
        return;
    struct random_name *name = random_add_name(k, "v", kind, true);
    name->index = index;
    name->second = second;
    name->is_signed = kind == KIND_NUMBER && random_roll(k, 3) == 0 && !k->careful;
    put(k, "  %s: ", name->text);
    put_array_of(k, index);
    put_array_of(k, second);
    if (name->is_signed)
        put(k, "-1..M");
    else
        random_put_type(k, kind);
    put(k, ";\n");
    // Arrays of ranges and named types alone are equal in all tools where written alike.
    if (index != KIND_NONE && !name->is_signed) {
        struct random_name whole = *name;
        whole.index = whole.second = KIND_NONE;
        bool has_elements = kind == KIND_SET || kind == KIND_OTHER || kind == KIND_RING || kind == KIND_UNION;
        random_add_whole(k, &whole, 1000 + (index * (KINDS + 1) + second) * (KINDS + 1) + kind, has_elements);
    }
}

static void put_record(struct random_maker *k)
{
    char type = random_some_record(k), text[16];
    enum random_kind index = random_roll(k, 2) ? KIND_SET : random_roll(k, 3) ? KIND_NONE : random_any_kind(k);
    if (!random_take_record(k, type, random_size(k, index)))
        return;
    snprintf(text, sizeof text, "t%d", k->fresh++);
    put(k, "  %s: ", text);
    put_array_of(k, index);
    put(k, "%c;\n", type);
    random_add_fields(k, text, type, index, true);
    if (index == KIND_NONE)
        return;
    struct random_name whole = k->names[k->count - 1];
    whole.index = whole.second = KIND_NONE;
    whole.field = whole.tail = "";
    random_add_whole(k, &whole, type * 10 + (int)index, random_has_ids(type));
}

static void put_declarations(struct random_maker *k)
{
    k->set = random_roll(k, 6) ? 2 + random_roll(k, 2) : 4;
    k->other = 2;
    k->ring = 2 + random_roll(k, 2);
    k->top = 1 + random_roll(k, 3);
    k->careful = random_roll(k, 5) > 2 || (k->for_rumur && random_roll(k, 2));
    k->undefined = random_roll(k, 5) > 1 && !k->careful;
    k->ends = random_roll(k, 3) == 0;
    bool has_range_of_size = k->with_queues && random_roll(k, 8) == 0; // numbers up to N
    if (has_range_of_size)
        put(k, "const N: %d; M: N;\n", k->top = k->set);
    else
        put(k, "const M: %d; N: %d;\n", k->top, k->set);
    k->is_range = random_roll(k, 8) == 0 || k->with_ranges;
    k->has_other = random_roll(k, 3) == 0;
    k->other_is_range = k->with_ranges && k->has_other && random_roll(k, 2);
    k->slip = k->with_ranges && random_roll(k, 3) == 0 ? 12 + random_roll(k, 40) : 0;
    k->has_ring = random_roll(k, 4) == 0 && !k->for_rumur;
    k->has_union = random_roll(k, 4) == 0 && !k->for_rumur && !k->is_range;
    k->unites_other = k->has_union && k->has_other && random_roll(k, 2);
    k->unites_enum = k->has_union && (!k->unites_other || random_roll(k, 2));
    k->has_fairness = (k->with_fair_rules || k->with_fairness) && random_roll(k, 8) == 0 && !k->for_rumur;
    k->has_priorities = random_roll(k, 8) == 0 && !k->for_rumur;
    bool grows_with_it = k->with_queues && k->has_other && random_roll(k, 2); // the second class
    if (grows_with_it)
        k->other = k->set;
    put(k, "type P: %s;", k->is_range ? "1..N" : "scalarset(N)");
    if (k->has_other)
        put(k, k->other_is_range ? " Q: 1..%s;" : " Q: scalarset(%s);", grows_with_it ? "N" : "2");
    put(k, " E: enum {A, B, C}; I: 0..M;");
    if (k->has_ring)
        put(k, " R: ring(%d);", k->ring);
    if (k->has_union)
        put(k, " U: union {P%s%s};", k->unites_other ? ", Q" : "", k->unites_enum ? ", E" : "");
    put(k, "\n");
    random_put_record_types(k);
    put(k, "var\n");
    random_take_states(k, KIND_NUMBER, 1, MOST_STATES);
    put(k, "  %s: I;\n", random_add_name(k, "n", KIND_NUMBER, true)->text);
    random_put_queue_variables(k);
    int theme = random_roll(k, 5); // what comes first has room enough
    for (int i = k->for_rumur ? 0 : theme == 0 ? 2 : random_roll(k, 4) / 2; i > 0; i--)
        random_put_bag(k);
    for (int i = theme == 1 ? 2 : 0; i > 0; i--)
        put_record(k);
    for (int i = 1 + random_roll(k, 4); i > 0; i--)
        put_variable(k);
    for (int i = random_roll(k, 3); i > 0; i--)
        put_record(k);
    for (int i = random_roll(k, 3); i > 0; i--)
        put_variable(k);
}

// ---- Functions ------------------------------------------------------------------------------------------------------

// Without effects there are only locals to assign to.
static void hide_state(struct random_maker *k, bool hidden)
{
    for (int i = 0; i < k->count; i++)
        k->names[i].writable = !hidden;
}

// What comes before the statements; gives whether there is such a function.
static bool put_head(struct random_maker *k, struct random_function *f)
{
    struct random_name *name = NULL;
    char text[16];
    snprintf(text, sizeof text, "a%d", k->fresh++);
    if (f->record) {
        random_add_fields(k, text, f->record, KIND_NONE, f->by_reference);
    } else {
        name = random_add_name(k, "a", f->param, f->by_reference);
        snprintf(name->text, sizeof name->text, "%s", text);
    }
    if (f->second != KIND_NONE)
        name = random_add_name(k, "b", f->second, false);
    if (!random_can_make(k, f->result == KIND_NONE ? f->param : f->result))
        return false;
    put(k, "%s %s(%s%s: ", f->result == KIND_NONE ? "procedure" : "function", f->text, f->by_reference ? "var " : "",
        text);
    if (f->record)
        put(k, "%c", f->record);
    else
        random_put_type(k, f->param);
    if (f->second != KIND_NONE) {
        put(k, "; %s: ", name->text);
        random_put_type(k, f->second);
    }
    put(k, ")");
    if (f->result != KIND_NONE) {
        put(k, ": ");
        random_put_type(k, f->result);
    }
    put(k, ";\n");
    return true;
}

static void put_body(struct random_maker *k, const struct random_function *f)
{
    put(k, "  var %s: I;\nbegin\n", random_add_name(k, "l", KIND_NUMBER, true)->text);
    put(k, "%s := %d;\n", k->names[k->count - 1].text, random_roll(k, 2));
    k->returns = f->result;
    k->pure = !f->by_reference;
    random_put_stmts(k, 1 + random_roll(k, 2), 1);
    if (f->result != KIND_NONE && (k->careful || random_roll(k, 12))) {
        put(k, "return ");
        random_put_within(k, f->result, 2);
        put(k, ";\n");
    }
    put(k, "end;\n");
    k->returns = KIND_NONE;
    k->pure = false;
}

static void put_function(struct random_maker *k)
{
    int globals = k->count, wholes = k->whole_count;
    struct random_function *f = &k->functions[k->function_count];
    *f = (struct random_function){.result = random_roll(k, 4) ? random_any_kind(k) : KIND_NONE};
    f->param = random_any_kind(k);
    f->second = random_roll(k, 3) ? KIND_NONE : random_any_kind(k);
    f->record = random_roll(k, 4) ? 0 : random_some_record(k);
    f->by_reference = random_roll(k, 2) || f->result == KIND_NONE;
    snprintf(f->text, sizeof f->text, "f%d", k->function_count);
    hide_state(k, !f->by_reference);
    if (put_head(k, f)) {
        put_body(k, f);
        k->function_count++;
    }
    k->count = globals;
    k->whole_count = wholes;
    hide_state(k, false);
}

// It calls itself: as often as its argument says, or, now and then, on and on.
static void put_recursion(struct random_maker *k)
{
    struct random_function *f = &k->functions[k->function_count];
    *f = (struct random_function){.param = KIND_NUMBER, .second = KIND_NONE};
    f->result = random_roll(k, 2) ? KIND_NUMBER : KIND_BOOLEAN;
    snprintf(f->text, sizeof f->text, "f%d", k->function_count);
    int globals = k->count;
    hide_state(k, true);
    const char *name = random_add_name(k, "a", KIND_NUMBER, false)->text;
    k->pure = true;
    put(k, "function %s(%s: I): ", f->text, name);
    random_put_type(k, f->result);
    put(k, ";\nbegin\nif %s = 0 then\nreturn ", name);
    random_put_within(k, f->result, 1);
    put(k, ";\nend;\nreturn ");
    const char *step = random_roll(k, 30) ? "- 1" : "- 0";
    if (f->result == KIND_NUMBER)
        put(k, "(%s(%s %s) + %d) %% (M + 1)", f->text, name, step, random_roll(k, 2));
    else
        put(k, "%s%s(%s %s)", random_roll(k, 2) ? "!" : "", f->text, name, step);
    put(k, ";\nend;\n");
    k->pure = false;
    k->function_count++;
    k->count = globals;
    hide_state(k, false);
}

// ---- Models ---------------------------------------------------------------------------------------------------------

void random_put_text(struct random_maker *k)
{
    k->states = 1;
    k->returns = KIND_NONE;
    put_declarations(k);
    random_put_senders(k);
    for (int i = random_roll(k, 4); i > 0; i--)
        put_function(k);
    if (random_roll(k, 8) == 0)
        put_recursion(k);
    for (int i = 1 + random_roll(k, 3), number = 0; i > 0; i--)
        random_put_start(k, number++);
    for (int i = 2 + random_roll(k, 4); i > 0; i--)
        random_put_rule(k, i);
    random_put_send_rules(k);
    random_put_queue_rules(k);
    if (random_roll(k, 4) == 0)
        put(k, "rule \"idle\"\nend;\n");
    random_put_properties(k);
    random_put_queue_properties(k);
}
