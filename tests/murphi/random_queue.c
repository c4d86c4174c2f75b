// What protocols keep beside the states of components: a queue of ids, to which one is added at the end and which is
// shifted at the front, in a loop; and many numbers for each component, so that a state takes more than one machine
// word.
#include "random_text.h"

#define MOST_STATES 4000 // as of other variables

static const char *room_of(const struct random_maker *k)
{
    return k->queue_is_full_size ? "N" : "2";
}

void random_put_queue_variables(struct random_maker *k)
{
    if (!k->with_queues)
        return;
    k->queue_is_full_size = random_roll(k, 2);
    int room = k->queue_is_full_size ? k->set : 2;
    k->has_queue = random_roll(k, 6) == 0 && random_take_states(k, KIND_SET, room, MOST_STATES);
    // Decision diagrams take seconds for so many bits: few models have them.
    k->has_words = random_roll(k, 48) == 0 && random_take_states(k, KIND_BOOLEAN, k->set, MOST_STATES);
    if (k->has_queue)
        put(k, "  y: array [1..%s] of P;\n  z: 0..%s;\n", room_of(k), room_of(k));
    if (k->has_words)
        put(k, "  w: array [P] of array [0..11] of 0..5;\n");
}

// Words may be undefined in part, or for some components.
void random_put_queue_start(struct random_maker *k)
{
    if (k->has_queue)
        put(k, "undefine y;\nz := 0;\n");
    if (!k->has_words)
        return;
    int way = k->careful ? 0 : random_roll(k, 4);
    put(k, "for j: P do\nfor i: 0..10 do\nw[j][i] := %s;\nend;\n", random_roll(k, 2) ? "i % 6" : "5");
    if (way != 1)
        put(k, "w[j][11] := %d;\n", way == 2 ? 4 : 1);
    put(k, "end;\n");
}

static void put_guard(struct random_maker *k)
{
    if (random_roll(k, 3) > 0)
        return;
    put(k, " & ");
    random_put_value(k, KIND_BOOLEAN, 1);
}

static void put_push(struct random_maker *k)
{
    int globals = k->count;
    put(k, "ruleset %s: P do\nrule \"push\"\n", random_add_parameter(k, "p", KIND_SET)->text);
    const char *element = k->names[k->count - 1].text;
    put(k, "z < %s", room_of(k));
    if (k->careful || random_roll(k, 2))
        put(k, " & forall i: 1..%s do i > z | y[i] != %s end", room_of(k), element);
    put_guard(k);
    put(k, " ==>\nbegin\nz := z + 1;\ny[z] := %s;\n", element);
    if (random_roll(k, 3) == 0)
        random_put_stmts(k, 1, 1);
    put(k, "end;\nend;\n");
    k->count = globals;
}

static void put_pop(struct random_maker *k)
{
    const struct random_name *taken = random_some_name(k, KIND_SET, true);
    bool is_safe = k->careful || k->for_rumur || random_roll(k, 2);
    put(k, "rule \"pop\"\nz > 0");
    put_guard(k);
    put(k, " ==>\nbegin\n");
    if (taken && random_roll(k, 2)) {
        random_put_place(k, taken, 1);
        put(k, " := y[1];\n");
    }
    put(k, "for i := 1 to %s - 1 do\n", room_of(k));
    put(k, is_safe ? "if i < z then\ny[i] := y[i + 1];\nend;\n" : "y[i] := y[i + 1];\n");
    put(k, "end;\nundefine y[%s];\nz := z - 1;\nend;\n", is_safe ? "z" : room_of(k));
}

static void put_word_rule(struct random_maker *k)
{
    int globals = k->count;
    put(k, "ruleset %s: P do\n", random_add_parameter(k, "p", KIND_SET)->text);
    const char *element = k->names[k->count - 1].text;
    put(k, "rule \"word\"\n%sisundefined(w[%s][%d])", random_roll(k, 8) ? "!" : "", element,
        random_roll(k, 2) ? 11 : 0);
    put_guard(k);
    put(k, " ==>\nvar l: 0..5;\nbegin\nl := w[%s][0];\n", element);
    put(k, "w[%s][0] := w[%s][11];\nw[%s][11] := l;\nend;\n", element, element, element);
    if (random_roll(k, 2))
        put(k, "ruleset r: P do\nrule \"copy\"\nr != %s ==>\nbegin\nw[%s] := w[r];\nend;\nend;\n", element, element);
    put(k, "end;\n");
    k->count = globals;
}

void random_put_queue_rules(struct random_maker *k)
{
    if (k->has_queue) {
        put_push(k);
        put_pop(k);
    }
    if (k->has_words)
        put_word_rule(k);
}

void random_put_queue_properties(struct random_maker *k)
{
    if (k->has_queue && random_roll(k, 2))
        put(k, "invariant \"y%d\" forall i: 1..%s do i <= z -> !isundefined(y[i]) end;\n", k->properties++, room_of(k));
    if (k->has_queue && random_roll(k, 2))
        put(k, "cover \"y%d\" exists a: P do z > 1 & y[1] = a & y[2] = a end;\n", k->properties++);
    if (k->has_queue && random_roll(k, 2) && !k->for_rumur)
        put(k, "ctl \"y%d\" forall a: P do EF (z > 0 & y[1] = a) end;\n", k->properties++);
    if (k->has_words && random_roll(k, 2))
        put(k, "invariant \"y%d\" forall a: P do w[a][0] = w[a][5] -> forall b: P do a = b | w[b][0] != 1 end end;\n",
            k->properties++);
    if (k->has_words && random_roll(k, 2) && !k->for_rumur)
        put(k, "ltl \"y%d\" forall a: P do G (w[a][0] = 1 -> F w[a][0] != 1) end;\n", k->properties++);
}
