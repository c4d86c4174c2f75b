// Records of random models, and all that is assigned as a whole.
#include <stdio.h>
#include <string.h>

#include "random_text.h"

#define MOST_STATES 20000 // as of matrices

struct random_field {
    char type;
    const char *field;
    enum random_kind kind, second;
    const char *tail;
};

// T: a number and a truth value; L: the local state of a component, with an id; Z: a set of ids, and one of them; W: a
// record in a record; H: an array of records in a record; V: a set of components, in messages.
static const struct random_field fields[] = {
    {'T', ".f", KIND_NUMBER, KIND_NONE, ""},   {'T', ".g", KIND_BOOLEAN, KIND_NONE, ""},
    {'L', ".s", KIND_ENUM, KIND_NONE, ""},     {'L', ".o", KIND_SET, KIND_NONE, ""},
    {'Z', ".m", KIND_BOOLEAN, KIND_SET, ""},   {'Z', ".h", KIND_SET, KIND_NONE, ""},
    {'W', ".c.s", KIND_ENUM, KIND_NONE, ""},   {'W', ".c.o", KIND_SET, KIND_NONE, ""},
    {'W', ".b", KIND_BOOLEAN, KIND_NONE, ""},  {'H', ".e", KIND_NUMBER, KIND_SET, ".f"},
    {'H', ".e", KIND_BOOLEAN, KIND_SET, ".g"}, {'H', ".w", KIND_ENUM, KIND_NONE, ""},
    {'V', ".m", KIND_BOOLEAN, KIND_SET, ""},
};
#define FIELDS (int)(sizeof fields / sizeof *fields)

void random_put_record_types(struct random_maker *k)
{
    put(k, "  T: record f: I; g: boolean end; L: record s: E; o: P end;\n");
    put(k, "  Z: record m: array [P] of boolean; h: P end;\n");
    put(k, "  W: record c: L; b: boolean end; H: record e: array [P] of T; w: E end;\n");
    put(k, "  V: record m: array [P] of boolean end;\n");
}

char random_some_record(struct random_maker *k)
{
    return "TLLZWH"[random_roll(k, 6)];
}

bool random_has_ids(char type)
{
    return type != 'T' && type != 'H' && type != 'V';
}

bool random_take_record(struct random_maker *k, char type, int count)
{
    int states = k->states;
    for (int i = 0; i < FIELDS; i++)
        if (fields[i].type == type &&
            !random_take_states(k, fields[i].kind, random_size(k, fields[i].second) * count, MOST_STATES)) {
            k->states = states;
            return false;
        }
    return true;
}

// ---- Wholes ---------------------------------------------------------------------------------------------------------

void random_add_whole(struct random_maker *k, const struct random_name *place, int type, bool has_elements)
{
    if (k->whole_count < (int)(sizeof k->wholes / sizeof *k->wholes))
        k->wholes[k->whole_count++] = (struct random_whole){*place, type, has_elements};
}

static void add_part(struct random_maker *k, struct random_name place, char type, const char *field,
                     enum random_kind second)
{
    place.field = field;
    place.second = second;
    random_add_whole(k, &place, type, random_has_ids(type));
}

// A record that is called `text`, or an array of such: its fields, itself, and the records in it.
void random_add_fields(struct random_maker *k, const char *text, char type, enum random_kind index, bool writable)
{
    struct random_name *name = NULL;
    for (int i = 0; i < FIELDS; i++)
        if (fields[i].type == type) {
            name = random_add_name(k, "t", fields[i].kind, writable);
            name->field = fields[i].field;
            name->tail = fields[i].tail;
            name->index = index;
            name->second = fields[i].second;
            snprintf(name->text, sizeof name->text, "%s", text);
        }
    struct random_name place = *name;
    place.tail = "";
    add_part(k, place, type, "", KIND_NONE);
    if (type == 'W')
        add_part(k, place, 'L', ".c", KIND_NONE);
    if (type == 'H')
        add_part(k, place, 'T', ".e", KIND_SET);
}

const struct random_whole *random_some_whole(struct random_maker *k, int type)
{
    int start = k->whole_count ? random_roll(k, k->whole_count) : 0;
    for (int i = 0; i < k->whole_count; i++) {
        const struct random_whole *whole = &k->wholes[(start + i) % k->whole_count];
        if (whole->type == type && random_is_reachable(k, &whole->place))
            return whole;
    }
    return NULL;
}

// As protocols do it: all of a record gets some value, and its ids none, or another one, if they are not forgotten.
static void put_cleared_record(struct random_maker *k, const struct random_whole *whole)
{
    char place[PLACE];
    random_note_place(k, &whole->place, place);
    put(k, "clear %s;\n", place);
    for (int i = 0; i < FIELDS; i++) {
        if (fields[i].type != whole->type || fields[i].kind != KIND_SET || random_roll(k, 12) == 0)
            continue;
        if (random_can_make(k, KIND_SET) && random_roll(k, 3) == 0) {
            put(k, "%s%s := ", place, fields[i].field);
            random_put_literal(k, KIND_SET);
            put(k, ";\n");
        } else {
            put(k, "undefine %s%s;\n", place, fields[i].field);
        }
    }
}

void random_put_whole_stmt(struct random_maker *k)
{
    if (k->whole_count == 0 || k->pure)
        return;
    const struct random_whole *one = &k->wholes[random_roll(k, k->whole_count)];
    if (!one->place.writable || !random_is_reachable(k, &one->place))
        return;
    if (one->has_elements && one->type < 128 && k->undefined && random_roll(k, 3) == 0) {
        put_cleared_record(k, one);
        return;
    }
    const struct random_whole *other = random_some_whole(k, one->type);
    if ((k->careful || random_roll(k, 3)) && (other != one || one->place.index != KIND_NONE)) {
        random_put_place(k, &one->place, 0);
        put(k, " := ");
        random_put_place(k, &other->place, 0);
    } else if (!one->has_elements && random_roll(k, 2)) {
        put(k, "clear ");
        random_put_place(k, &one->place, 0);
    } else if (k->undefined) {
        put(k, "undefine ");
        random_put_place(k, &one->place, 0);
    } else {
        return;
    }
    put(k, ";\n");
}
