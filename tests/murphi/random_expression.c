// Expressions of random models.
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "random_text.h"

int random_roll(struct random_maker *k, int sides)
{
    return (int)random_below(&k->dice, (uint64_t)sides);
}

// ---- Names ----------------------------------------------------------------------------------------------------------

int random_size(const struct random_maker *k, enum random_kind kind)
{
    int united = k->set + (k->unites_enum ? 3 : 0) + (k->unites_other ? k->other : 0);
    const int sizes[] = {2, k->top + 1, 3, k->set, k->other, k->ring, united, 1};
    return sizes[kind];
}

// Every cell may be undefined.
bool random_take_states(struct random_maker *k, enum random_kind kind, int cells, int most)
{
    int states = k->states;
    for (int i = 0; i < cells; i++)
        if ((states *= random_size(k, kind) + 1) > most)
            return false;
    k->states = states;
    return true;
}

struct random_name *random_add_name(struct random_maker *k, const char *letter, enum random_kind kind, bool writable)
{
    struct random_name *name = &k->names[k->count++];
    *name = (struct random_name){.field = "", .tail = "", .kind = kind, .index = KIND_NONE, .second = KIND_NONE};
    name->writable = writable;
    snprintf(name->text, sizeof name->text, "%s%d", letter, k->fresh++ % 10000);
    return name;
}

struct random_name *random_add_parameter(struct random_maker *k, const char *letter, enum random_kind kind)
{
    struct random_name *name = random_add_name(k, letter, kind, false);
    name->is_parameter = true;
    return name;
}

static bool is_plain(const struct random_name *name)
{
    return name->index == KIND_NONE && name->second == KIND_NONE;
}

bool random_can_make(const struct random_maker *k, enum random_kind kind)
{
    if (kind <= KIND_ENUM || kind == KIND_NONE || (kind == KIND_UNION && k->unites_enum))
        return true;
    for (int i = 0; i < k->count; i++)
        if (k->names[i].kind == kind && is_plain(&k->names[i]))
            return true;
    return kind == KIND_UNION && (random_can_make(k, KIND_SET) || (k->unites_other && random_can_make(k, KIND_OTHER)));
}

bool random_is_reachable(const struct random_maker *k, const struct random_name *name)
{
    return random_can_make(k, name->index) && random_can_make(k, name->second);
}

static bool has_kind(const struct random_maker *k, enum random_kind kind)
{
    return (kind != KIND_OTHER || k->has_other) && (kind != KIND_RING || k->has_ring) &&
           (kind != KIND_UNION || k->has_union);
}

enum random_kind random_any_kind(struct random_maker *k)
{
    static const enum random_kind kinds[] = {KIND_BOOLEAN, KIND_NUMBER, KIND_ENUM, KIND_SET,  KIND_SET,
                                             KIND_SET,     KIND_OTHER,  KIND_RING, KIND_UNION};
    for (;;) {
        enum random_kind kind = kinds[random_roll(k, 9)];
        if (has_kind(k, kind))
            return kind;
    }
}

enum random_kind random_some_kind(struct random_maker *k)
{
    enum random_kind kind = random_any_kind(k);
    return random_can_make(k, kind) ? kind : KIND_NUMBER;
}

enum random_kind random_loop_kind(struct random_maker *k)
{
    static const enum random_kind kinds[] = {KIND_SET,  KIND_SET,    KIND_SET,  KIND_OTHER,
                                             KIND_ENUM, KIND_NUMBER, KIND_RING, KIND_UNION};
    for (;;) {
        enum random_kind kind = kinds[random_roll(k, 8)];
        if (has_kind(k, kind))
            return kind;
    }
}

const struct random_name *random_some_name(struct random_maker *k, enum random_kind kind, bool writable)
{
    int start = k->count ? random_roll(k, k->count) : 0;
    for (int i = 0; i < k->count; i++) {
        const struct random_name *name = &k->names[(start + i) % k->count];
        if (name->kind == kind && (name->writable || !writable) && random_is_reachable(k, name))
            return name;
    }
    return NULL;
}

// An element: mostly a parameter, which has a value for sure; there are no literals.
static const struct random_name *some_element(struct random_maker *k, enum random_kind kind)
{
    const struct random_name *found[MOST_NAMES];
    for (int pass = 0; pass < 2; pass++) {
        int many = 0;
        for (int i = 0; i < k->count; i++)
            if (k->names[i].kind == kind && is_plain(&k->names[i]) && (pass > 0 || k->names[i].is_parameter))
                found[many++] = &k->names[i];
        if (many > 0 && (pass > 0 || random_roll(k, 8)))
            return found[random_roll(k, many)];
    }
    return NULL;
}

// Which type of the union is taken.
static enum random_kind some_member(struct random_maker *k)
{
    bool set = random_can_make(k, KIND_SET), other = k->unites_other && random_can_make(k, KIND_OTHER);
    if (set && random_roll(k, 2))
        return KIND_SET;
    if (other && random_roll(k, 2))
        return KIND_OTHER;
    return k->unites_enum ? KIND_ENUM : set ? KIND_SET : other ? KIND_OTHER : KIND_UNION;
}

static bool is_range(const struct random_maker *k, enum random_kind kind)
{
    return (kind == KIND_SET && k->is_range) || (kind == KIND_OTHER && k->other_is_range);
}

// Whether a range that is used like a scalarset is so no more.
static bool slips(struct random_maker *k, enum random_kind kind)
{
    return k->slip && is_range(k, kind) && random_roll(k, k->slip) == 0;
}

void random_put_literal(struct random_maker *k, enum random_kind kind)
{
    if (kind == KIND_UNION)
        kind = some_member(k);
    if (slips(k, kind)) {
        const struct random_name *name = some_element(k, kind);
        int way = random_roll(k, 4);
        if (way == 0 && k->other_is_range && k->is_range && random_can_make(k, KIND_OTHER))
            put(k, "%s", some_element(k, KIND_OTHER)->text);
        else if (way == 1 && name->field[0] == 0)
            put(k, "(%s + 0)", name->text);
        else if (way == 2 && !k->for_rumur && name->field[0] == 0)
            put(k, "(true ? %s : 1)", name->text);
        else
            put(k, "%d", 1 + random_roll(k, random_size(k, kind)));
    } else if (kind > KIND_ENUM) {
        const struct random_name *name = some_element(k, kind);
        put(k, "%s%s", name->text, name->field);
    } else if (kind == KIND_BOOLEAN) {
        put(k, random_roll(k, 2) ? "true" : "false");
    } else if (kind == KIND_NUMBER) {
        put(k, "%d", random_roll(k, k->top + 1));
    } else {
        put(k, "%c", 'A' + random_roll(k, 3));
    }
}

// An index is a name or a literal once the depth is used up: else indices would go on forever.
static void put_index(struct random_maker *k, enum random_kind kind, int depth)
{
    if (depth > 0 && random_roll(k, 3) == 0) {
        random_put_within(k, kind, depth - 1);
        return;
    }
    if (kind <= KIND_ENUM && random_roll(k, 3) == 0)
        for (int i = k->count - 1; i >= 0; i--)
            if (k->names[i].kind == kind && is_plain(&k->names[i])) {
                put(k, "%s%s", k->names[i].text, k->names[i].field);
                return;
            }
    random_put_literal(k, kind);
}

void random_put_place(struct random_maker *k, const struct random_name *name, int depth)
{
    put(k, "%s", name->text);
    if (name->index != KIND_NONE) {
        put(k, "[");
        put_index(k, name->index, depth);
        put(k, "]");
    }
    put(k, "%s", name->field);
    if (name->second != KIND_NONE) {
        put(k, "[");
        put_index(k, name->second, depth);
        put(k, "]");
    }
    put(k, "%s", name->tail);
}

void random_note_place(struct random_maker *k, const struct random_name *name, char place[PLACE])
{
    size_t begin = k->out->count;
    random_put_place(k, name, 0);
    snprintf(place, PLACE, "%s", k->out->at + begin);
    k->out->count = begin;
    k->out->at[begin] = 0;
}

void random_put_type(struct random_maker *k, enum random_kind kind)
{
    static const char *const types[] = {"boolean", "I", "E", "P", "Q", "R", "U"};
    bool is_written = k->with_ranges && k->is_range && !k->for_rumur && kind == KIND_SET && random_roll(k, 6) == 0;
    put(k, "%s", is_written ? "1..N" : types[kind]); // which is another range until the two meet
}

void random_put_loop_type(struct random_maker *k, enum random_kind kind)
{
    static const char *const ranges[] = {"0..1", "1..M", "0..M", "1..N"};
    if (kind == KIND_NUMBER && random_roll(k, 3) == 0)
        put(k, "%s", ranges[random_roll(k, k->careful || random_roll(k, 2) ? 3 : 4)]);
    else
        random_put_type(k, kind);
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static void put_comparison(struct random_maker *k, int depth);

static void put_leaf(struct random_maker *k, enum random_kind kind, int depth)
{
    const struct random_name *name = random_some_name(k, kind, false);
    if (name && (kind > KIND_ENUM || random_roll(k, 4)))
        random_put_place(k, name, depth - 1);
    else if (kind == KIND_BOOLEAN && random_roll(k, 8))
        put_comparison(k, 0);
    else
        random_put_literal(k, kind);
}

static bool put_call(struct random_maker *k, enum random_kind kind, int depth)
{
    if (k->function_count == 0)
        return false;
    const struct random_function *f = &k->functions[random_roll(k, k->function_count)];
    return f->result == kind && random_put_call(k, f, depth);
}

bool random_put_call(struct random_maker *k, const struct random_function *f, int depth)
{
    const struct random_whole *whole = f->record ? random_some_whole(k, f->record) : NULL;
    const struct random_name *place = f->by_reference && !f->record ? random_some_name(k, f->param, true) : NULL;
    if (f->record ? !whole : f->by_reference ? !place || place->is_signed : !random_can_make(k, f->param))
        return false;
    if ((f->by_reference && k->pure) || !random_can_make(k, f->second))
        return false;
    put(k, "%s(", f->text);
    if (whole)
        random_put_place(k, &whole->place, 0);
    else if (place)
        random_put_place(k, place, 0);
    else
        random_put_within(k, f->param, depth - 1);
    if (f->second != KIND_NONE) {
        put(k, ", ");
        random_put_within(k, f->second, depth - 1);
    }
    put(k, ")");
    return true;
}

// A literal on the left could give a constant that is out of its range, or a division by zero, which is an error of
// the text.
static void put_arithmetic(struct random_maker *k, int depth)
{
    static const char *const ops[] = {"+", "-", "*", "+", "&", "|", "^"};
    if (random_roll(k, 12) == 0 && !k->careful) {
        put(k, "(%s", random_roll(k, 4) || k->for_rumur ? "-" : "~");
        random_put_place(k, random_some_name(k, KIND_NUMBER, false), 0);
        put(k, ")");
        return;
    }
    put(k, "(");
    random_put_place(k, random_some_name(k, KIND_NUMBER, false), 0);
    if (k->careful) {
        put(k, random_roll(k, 3) ? " + " : " * ");
        random_put_value(k, KIND_NUMBER, depth - 1);
    } else if (random_roll(k, 5) == 0) {
        put(k, random_roll(k, 2) ? " / " : " %% ");
        random_put_place(k, random_some_name(k, KIND_NUMBER, false), 0);
    } else if (!k->for_rumur && random_roll(k, 10) == 0) {
        put(k, random_roll(k, 2) ? " << %d" : " >> %d", random_roll(k, 3));
    } else {
        put(k, " %s ", ops[random_roll(k, k->for_rumur || random_roll(k, 3) ? 4 : 7)]);
        random_put_value(k, KIND_NUMBER, depth - 1);
    }
    put(k, ")");
}

// A place that is compared, often only where it has a value.
static void put_comparison(struct random_maker *k, int depth)
{
    static const char *const ops[] = {"=", "!=", "<", "<=", ">", ">="};
    enum random_kind kind = random_some_kind(k);
    const struct random_name *name = random_some_name(k, kind, false);
    if (!name || (kind == KIND_BOOLEAN && depth == 0))
        name = &k->names[0];
    kind = name->kind;
    size_t begin = k->out->count;
    random_put_place(k, name, 0);
    char place[PLACE];
    snprintf(place, sizeof place, "%s", k->out->at + begin);
    k->out->count = begin;
    put(k, "(");
    if (!name->is_parameter && k->undefined && random_roll(k, 6))
        put(k, "!isundefined(%s) & ", place);
    put(k, "%s %s ", place, ops[random_roll(k, kind == KIND_NUMBER || slips(k, kind) ? 6 : 2)]);
    if (name->is_signed && random_roll(k, 3) == 0)
        put(k, "-1");
    else if (depth == 0 || random_roll(k, 2))
        random_put_literal(k, kind);
    else
        random_put_value(k, kind, depth - 1);
    put(k, ")");
}

static void put_quantified(struct random_maker *k, int depth)
{
    int before = k->count;
    bool pure = k->pure, both = random_roll(k, 3) == 0;
    k->pure = true;
    const char *word = random_roll(k, 2) ? "forall" : "exists";
    enum random_kind kind = random_loop_kind(k);
    const struct random_name *one = random_add_parameter(k, "q", kind);
    put(k, "(%s %s", word, one->text);
    if (kind == KIND_NUMBER && random_roll(k, 6) == 0) {
        put(k, random_roll(k, 2) ? " := 0 to M by 2 do " : " := 0 to 1 do ");
    } else if (kind == KIND_SET && slips(k, kind)) {
        put(k, " := 1 to N do ");
    } else {
        put(k, ": ");
        random_put_loop_type(k, kind);
        put(k, " do ");
    }
    if (both) {
        const struct random_name *two = random_add_parameter(k, "q", kind);
        put(k, "%s %s: ", word, two->text);
        random_put_type(k, kind);
        put(k, " do %s %s %s ", one->text, word[0] == 'f' ? "=" : "!=", two->text);
        put(k, "%s ", word[0] == 'f' ? "|" : "&");
        random_put_value(k, KIND_BOOLEAN, depth - 1);
        put(k, " end");
    } else {
        random_put_value(k, KIND_BOOLEAN, depth - 1);
    }
    put(k, " end)");
    k->count = before;
    k->pure = pure;
}

static void put_test(struct random_maker *k)
{
    const struct random_name *name = random_some_name(k, random_some_kind(k), false);
    if (!name || name->is_parameter)
        name = &k->names[0];
    if (name->kind == KIND_UNION && random_roll(k, 2)) {
        put(k, "ismember(");
        random_put_place(k, name, 0);
        put(k, ", %s)", k->unites_other && random_roll(k, 2) ? "Q" : k->unites_enum && random_roll(k, 2) ? "E" : "P");
        return;
    }
    put(k, "%sisundefined(", random_roll(k, 2) ? "!" : "");
    random_put_place(k, name, 0);
    put(k, ")");
}

static void put_condition(struct random_maker *k, int depth)
{
    static const char *const joins[] = {"&", "|", "->", "=", "!="};
    int way = random_roll(k, 9);
    if (way < 3) {
        put_comparison(k, depth);
    } else if (way < 5) {
        put(k, "(");
        random_put_value(k, KIND_BOOLEAN, depth - 1);
        put(k, " %s ", joins[random_roll(k, 5)]);
        random_put_value(k, KIND_BOOLEAN, depth - 1);
        put(k, ")");
    } else if (way == 5) {
        put(k, "!");
        random_put_value(k, KIND_BOOLEAN, depth - 1);
    } else if (way == 6) {
        put_test(k);
    } else if (way == 7 && random_has_usable_bag(k)) {
        put(k, "(");
        random_put_count(k, depth);
        put(k, " %s %d)", random_roll(k, 2) ? "=" : "<", 1 + random_roll(k, 2));
    } else {
        put_quantified(k, depth);
    }
}

static void put_choice(struct random_maker *k, enum random_kind kind, int depth)
{
    put(k, "(");
    random_put_value(k, KIND_BOOLEAN, depth - 1);
    put(k, " ? ");
    random_put_value(k, kind, depth - 1);
    put(k, " : ");
    random_put_value(k, kind, depth - 1);
    put(k, ")");
}

void random_put_value(struct random_maker *k, enum random_kind kind, int depth)
{
    int way = depth > 0 ? random_roll(k, 10) : 0;
    if (way == 8 && random_roll(k, 2))
        way = 3;
    if (way == 9 && put_call(k, kind, depth))
        return;
    if (way == 8 && kind != KIND_UNION)
        put_choice(k, kind, depth);
    else if (way > 2 && kind == KIND_BOOLEAN)
        put_condition(k, depth);
    else if (way > 3 && kind == KIND_NUMBER)
        put_arithmetic(k, depth);
    else if (way > 5 && kind == KIND_RING) {
        put(k, random_roll(k, 2) ? "succ(" : "pred(");
        random_put_value(k, kind, depth - 1);
        put(k, ")");
    } else
        put_leaf(k, kind, depth);
}

void random_put_within(struct random_maker *k, enum random_kind kind, int depth)
{
    bool wrapped = kind == KIND_NUMBER && depth > 0 && (k->careful || random_roll(k, 8));
    put(k, wrapped ? "(" : "");
    random_put_value(k, kind, depth);
    put(k, wrapped ? ") %% (M + 1)" : "");
}
