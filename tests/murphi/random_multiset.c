// Multisets of random models, of simple values and of records: those in an array are networks, with messages.
#include <stdio.h>
#include <string.h>

#include "random_text.h"

#define MOST_STATES 20000 // as of matrices

void random_put_bag(struct random_maker *k)
{
    char record = random_roll(k, 2) ? "LLTTVV"[random_roll(k, 6)] : 0;
    enum random_kind kind = random_roll(k, 2) ? KIND_SET : random_any_kind(k);
    enum random_kind index = random_roll(k, 3) ? KIND_NONE : random_roll(k, 3) ? KIND_SET : random_any_kind(k);
    int capacity = index == KIND_NONE || random_roll(k, 2) ? 1 + random_roll(k, 2) : 1;
    if (record == 'V' && index == KIND_NONE)
        capacity = 2; // which have an order
    int cells = capacity * random_size(k, index);
    if (record ? !random_take_record(k, record, cells) : !random_take_states(k, kind, cells, MOST_STATES))
        return;
    struct random_bag *bag = &k->bags[k->bag_count];
    *bag = (struct random_bag){.kind = kind, .index = index, .record = record, .capacity = capacity};
    snprintf(bag->text, sizeof bag->text, "m%d", k->bag_count++);
    put(k, "  %s: ", bag->text);
    if (index != KIND_NONE) {
        put(k, "array [");
        random_put_type(k, index);
        put(k, "] of ");
    }
    put(k, "multiset [%d] of ", capacity);
    if (record)
        put(k, "%c", record);
    else
        random_put_type(k, kind);
    put(k, ";\n");
}

// ---- Places ---------------------------------------------------------------------------------------------------------

bool random_has_usable_bag(const struct random_maker *k)
{
    for (int i = 0; i < k->bag_count; i++)
        if (random_can_make(k, k->bags[i].index))
            return true;
    return false;
}

static const struct random_bag *usable_bag(struct random_maker *k)
{
    for (;;) {
        const struct random_bag *bag = &k->bags[random_roll(k, k->bag_count)];
        if (random_can_make(k, bag->index))
            return bag;
    }
}

// The multiset, or one of the array, as it is written in all places where the same one is meant.
static void note_bag(struct random_maker *k, const struct random_bag *bag, char text[NAME_TEXT])
{
    size_t begin = k->out->count;
    put(k, "%s", bag->text);
    if (bag->index != KIND_NONE) {
        put(k, "[");
        random_put_literal(k, bag->index);
        put(k, "]");
    }
    snprintf(text, NAME_TEXT, "%s", k->out->at + begin);
    k->out->count = begin;
    k->out->at[begin] = 0;
}

// The element that a number stands for.
static void add_element(struct random_maker *k, const struct random_bag *bag, const char *place, const char *number)
{
    char text[2 * NAME_TEXT];
    snprintf(text, sizeof text, "%s[%s]", place, number);
    if (bag->record) {
        random_add_fields(k, text, bag->record, KIND_NONE, false);
        return;
    }
    struct random_name *name = random_add_name(k, "c", bag->kind, false);
    snprintf(name->text, sizeof name->text, "%.*s", NAME_TEXT - 1, text);
}

// A condition on the element `number` of a multiset, at its end.
static void put_element_condition(struct random_maker *k, const struct random_bag *bag, const char *place,
                                  const char *number, int depth)
{
    int names = k->count, wholes = k->whole_count;
    bool pure = k->pure;
    k->pure = true;
    add_element(k, bag, place, number);
    random_put_value(k, KIND_BOOLEAN, depth);
    k->pure = pure;
    k->count = names;
    k->whole_count = wholes;
}

void random_put_count(struct random_maker *k, int depth)
{
    const struct random_bag *bag = usable_bag(k);
    char place[NAME_TEXT], number[16];
    note_bag(k, bag, place);
    snprintf(number, sizeof number, "b%d", k->fresh++ % 10000);
    put(k, "multisetcount(%s: %s, ", number, place);
    if (random_roll(k, 2))
        put(k, "true");
    else
        put_element_condition(k, bag, place, number, depth - 1);
    put(k, ")");
}

// ---- Statements -----------------------------------------------------------------------------------------------------

// As networks are written: a message is put together in a local variable, and sent to where it has to go.
void random_put_senders(struct random_maker *k)
{
    for (int i = 0; i < k->bag_count; i++) {
        const struct random_bag *bag = &k->bags[i];
        if (!bag->record)
            continue;
        bool is_local = bag->record == 'L', is_group = bag->record == 'V';
        put(k, "procedure send%d(", i);
        if (bag->index != KIND_NONE) {
            put(k, "d: ");
            random_put_type(k, bag->index);
            put(k, "; ");
        }
        put(k, "a: %s; b: %s);\n  var l: %c;\nbegin\n",
            is_local   ? "E"
            : is_group ? "P"
                       : "I",
            is_local ? "P" : "boolean", bag->record);
        put(k, random_roll(k, 2) ? "undefine l;\n" : "");
        if (is_group)
            put(k, "for j: P do\nl.m[j] := (j = a | b);\nend;\n");
        else
            put(k, "%s := a;\n", is_local ? "l.s" : "l.f");
        if (!is_group && (k->careful || random_roll(k, 4)))
            put(k, "%s := b;\n", is_local ? "l.o" : "l.g");
        char place[NAME_TEXT];
        snprintf(place, sizeof place, "%s%s", bag->text, bag->index != KIND_NONE ? "[d]" : "");
        bool guarded = k->careful || random_roll(k, 8);
        if (guarded)
            put(k, "if multisetcount(i: %s, true) < %d then\n", place, bag->capacity);
        put(k, "multisetadd(l, %s);\n%send;\n", place, guarded ? "end;\n" : "");
    }
}

static void put_send(struct random_maker *k, const struct random_bag *bag, bool first)
{
    const enum random_kind kinds[] = {bag->index,
                                      bag->record == 'L'   ? KIND_ENUM
                                      : bag->record == 'V' ? KIND_SET
                                                           : KIND_NUMBER,
                                      bag->record == 'L' ? KIND_SET : KIND_BOOLEAN};
    const struct random_whole *whole =
        first || k->careful || random_roll(k, 3) ? NULL : random_some_whole(k, bag->record);
    if (whole) {
        char place[NAME_TEXT];
        note_bag(k, bag, place);
        put(k, "multisetadd(");
        random_put_place(k, &whole->place, 0);
        put(k, ", %s);\n", place);
        return;
    }
    for (int i = 0; i < 3; i++)
        if (kinds[i] != KIND_NONE && !(first ? random_has_first(k, kinds[i]) : random_can_make(k, kinds[i])))
            return;
    put(k, "send%d(", (int)(bag - k->bags));
    for (int i = bag->index == KIND_NONE; i < 3; i++) {
        if (first)
            random_put_first_literal(k, kinds[i]);
        else
            random_put_within(k, kinds[i], 1);
        put(k, i < 2 ? ", " : ");\n");
    }
}

// Rules that do nothing else: else messages of groups are rare.
void random_put_send_rules(struct random_maker *k)
{
    for (int i = 0; i < k->bag_count; i++) {
        const struct random_bag *bag = &k->bags[i];
        if (!bag->record || (bag->record != 'V' && random_roll(k, 4)))
            continue;
        int names = k->count;
        random_put_ruleset(k, KIND_SET);
        if (bag->index != KIND_NONE)
            random_put_ruleset(k, bag->index);
        put(k, "rule \"send%d\"\nbegin\n", i);
        put_send(k, bag, false);
        put(k, "end;\nend;\n%s", bag->index != KIND_NONE ? "end;\n" : "");
        k->count = names;
    }
}

void random_put_bag_stmt(struct random_maker *k)
{
    if (!random_has_usable_bag(k) || k->pure)
        return;
    const struct random_bag *bag = usable_bag(k);
    char place[NAME_TEXT], number[16];
    note_bag(k, bag, place);
    snprintf(number, sizeof number, "b%d", k->fresh++ % 10000);
    if (random_roll(k, 3) && bag->record) {
        put_send(k, bag, false);
    } else if (random_roll(k, 3) && !bag->record && random_can_make(k, bag->kind)) {
        bool guarded = k->careful || random_roll(k, 6);
        if (guarded)
            put(k, "if multisetcount(%s: %s, true) < %d then\n", number, place, bag->capacity);
        put(k, "multisetadd(");
        random_put_literal(k, bag->kind);
        put(k, ", %s);\n%s", place, guarded ? "end;\n" : "");
    } else if (random_roll(k, 6) == 0) {
        put(k, "%s %s;\n", random_roll(k, 2) ? "clear" : "undefine", place);
    } else {
        put(k, "multisetremovepred(%s: %s, ", number, place);
        put_element_condition(k, bag, place, number, 1);
        put(k, ");\n");
    }
}

// Arrays are made empty, each element, as models do it.
void random_put_first_elements(struct random_maker *k, const struct random_bag *bag)
{
    int names = k->count;
    if (bag->index != KIND_NONE && random_roll(k, 2)) {
        const struct random_name *at = random_add_parameter(k, "j", bag->index);
        put(k, "for %s: ", at->text);
        random_put_type(k, bag->index);
        put(k, " do\nundefine %s[%s];\nend;\n", bag->text, at->text);
        k->count = names;
    }
    for (int i = random_roll(k, bag->capacity + 1); i > 0; i--) {
        if (bag->record) {
            put_send(k, bag, true);
        } else if (random_has_first(k, bag->kind) && (bag->index == KIND_NONE || random_has_first(k, bag->index))) {
            put(k, "multisetadd(");
            random_put_first_literal(k, bag->kind);
            put(k, ", %s", bag->text);
            if (bag->index != KIND_NONE) {
                put(k, "[");
                random_put_first_literal(k, bag->index);
                put(k, "]");
            }
            put(k, ");\n");
        }
    }
}

// ---- Elements that are chosen ---------------------------------------------------------------------------------------

int random_put_choose(struct random_maker *k, struct random_chosen *chosen)
{
    const struct random_bag *bag = &k->bags[random_roll(k, k->bag_count)];
    int around = 1;
    snprintf(chosen->bag, sizeof chosen->bag, "%s", bag->text);
    if (bag->index != KIND_NONE) {
        random_put_ruleset(k, bag->index);
        snprintf(chosen->bag, sizeof chosen->bag, "%s[%.20s]", bag->text, k->names[k->count - 1].text);
        around++;
    }
    int number = k->fresh++ % 10000;
    snprintf(chosen->element, sizeof chosen->element, "c%d", number);
    put(k, "choose %s: %s do\n", chosen->element, chosen->bag);
    add_element(k, bag, chosen->bag, chosen->element);
    if (random_roll(k, 3) == 0) { // by another name
        char text[16];
        snprintf(text, sizeof text, "x%d", number);
        put(k, "alias %s: %s[%s] do\n", text, chosen->bag, chosen->element);
        if (bag->record)
            random_add_fields(k, text, bag->record, KIND_NONE, true);
        else
            snprintf(random_add_name(k, "x", bag->kind, true)->text, NAME_TEXT, "%s", text);
        around++;
    }
    return around;
}
