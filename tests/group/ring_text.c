#include "ring_text.h"

static void put_cell(struct symmetric_text *k, int instance, bool next)
{
    int other = (instance + dice_roll(&k->dice, 2) * dice_roll(&k->dice, 2)) % SYMMETRIC_INSTANCES;
    bool is_next = next && dice_coin(&k->dice);
    str_add(k->mem, k->out, is_next ? "next(x%d)" : "x%d", other);
}

static void put_value(struct symmetric_text *k, int instance, bool next)
{
    static const char *const constants[][2] = {{"TRUE", "FALSE"}, {"red", "green"}, {"0", "1"}};
    if (dice_roll(&k->dice, 3))
        put_cell(k, instance, next);
    else
        str_add(k->mem, k->out, "%s", constants[k->kind][dice_coin(&k->dice)]);
}

void symmetric_text_condition(struct symmetric_text *k, int instance, bool next, bool inputs, int depth)
{
    static const char *const joints[] = {" & ", " | ", " xor ", " -> ", " <-> "};
    int what = dice_roll(&k->dice, depth ? 6 : 2);
    str_add(k->mem, k->out, dice_roll(&k->dice, 5) ? "(" : "!(");
    if (what == 0 && inputs) {
        str_add(k->mem, k->out, k->symbols ? "who = p%d" : "who = %d", instance);
    } else if (what <= 1) {
        put_value(k, instance, next);
        str_add(k->mem, k->out, k->kind == 2 && dice_coin(&k->dice) ? " < " : " = ");
        put_value(k, instance, next);
    } else if (what == 2) {
        symmetric_text_condition(k, instance, next, inputs, depth - 1);
        str_add(k->mem, k->out, " ? ");
        symmetric_text_condition(k, instance, next, inputs, depth - 1);
        str_add(k->mem, k->out, " : ");
        symmetric_text_condition(k, instance, next, inputs, depth - 1);
    } else {
        symmetric_text_condition(k, instance, next, inputs, depth - 1);
        str_add(k->mem, k->out, "%s", joints[dice_roll(&k->dice, 5)]);
        symmetric_text_condition(k, instance, next, inputs, depth - 1);
    }
    str_add_char(k->mem, k->out, ')');
}

static void put_assignment(struct symmetric_text *k, int instance)
{
    str_add(k->mem, k->out, "ASSIGN next(x%d) := case ", instance);
    for (int i = 0; i < 2; i++) {
        symmetric_text_condition(k, instance, false, true, 1);
        str_add(k->mem, k->out, " : {");
        put_value(k, instance, false);
        str_add(k->mem, k->out, ", ");
        put_value(k, instance, false);
        str_add(k->mem, k->out, "}; ");
    }
    str_add(k->mem, k->out, "TRUE : ");
    put_value(k, instance, false);
    str_add(k->mem, k->out, "; esac;\n");
}

static void put_instance(struct symmetric_text *k, int instance)
{
    int what = dice_roll(&k->dice, 16);
    if (what & 1)
        put_assignment(k, instance);
    for (int i = 1; i < 4; i++) {
        static const char *const words[] = {"", "TRANS ", "INIT ", "JUSTICE "};
        if (!(what >> i & 1))
            continue;
        str_add(k->mem, k->out, "%s", words[i]);
        symmetric_text_condition(k, instance, i == 1, i != 2, 2);
        str_add(k->mem, k->out, ";\n");
    }
}

void symmetric_text_put(struct symmetric_text *k)
{
    static const char *const types[] = {"boolean", "{red, green}", "0..1"};
    struct dice template = k->dice;
    dice_next(&k->dice);
    bool is_changed = dice_roll(&k->dice, 4) == 0;
    str_add(k->mem, k->out, "MODULE main\nIVAR who : %s;\n", k->symbols ? "{p0, p1, p2}" : "0..2");
    for (int i = 0; i < SYMMETRIC_INSTANCES; i++)
        str_add(k->mem, k->out, "VAR x%d : %s;\n", i, types[k->kind]);
    for (int i = 0; i < SYMMETRIC_INSTANCES; i++) {
        struct symmetric_text instance = *k;
        instance.dice = template;
        if (is_changed && i == 0)
            instance.dice.state++;
        put_instance(&instance, i);
    }
}
