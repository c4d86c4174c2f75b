// Documents with a few random edits: whatever comes of it, the reader ends, and what it refuses has a message with a
// place. Edits exchange values of attributes and whole elements, which stays XML, or touch single bytes, which seldom
// does.
#include "../unit.h"

#include "api/coset.h"
#include "random_net.h"

struct range {
    size_t from, to;
};

// A random part of the text that begins with one mark and ends with another.
static bool find_part(const struct str *text, struct dice *dice, const char *begin, const char *end, struct range *out)
{
    size_t start = (size_t)dice_roll(dice, (int)text->count);
    const char *from = strstr(text->at + start, begin);
    const char *to = from ? strstr(from + strlen(begin), end) : NULL;
    if (!to)
        return false;
    *out = (struct range){(size_t)(from - text->at), (size_t)(to - text->at) + strlen(end)};
    return true;
}

// One part takes the place of another.
static void edit(struct mem *mem, struct str *text, struct dice *dice)
{
    static const char *const marks[][2] = {
        {"=\"", "\""}, {"<", "/>"}, {"<subterm>", "</subterm>"}, {"<arc", "</arc>"}, {">", "<"}};
    const char *const *mark = marks[dice_roll(dice, 5)];
    struct range a, b;
    struct str out = {0};
    if (!find_part(text, dice, mark[0], mark[1], &a) || !find_part(text, dice, mark[0], mark[1], &b))
        return;
    str_add_bytes(mem, &out, text->at, a.from);
    if (dice_roll(dice, 6)) // else it is left out
        str_add_bytes(mem, &out, text->at + b.from, b.to - b.from);
    str_add_bytes(mem, &out, text->at + a.to, text->count - a.to);
    str_free(mem, text);
    *text = out;
}

static void edited_nets_are_read_or_refused(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("edited nets");
    size_t read = 0, refused = 0;
    for (int i = 0; i < cases_for(6000, 800, 300); i++) {
        struct random_net net;
        struct str text = {0};
        char *error = NULL;
        random_net_make(&net, &dice);
        random_net_print(&net, &mem, &text);
        for (int k = dice_roll(&dice, 4); k >= 0; k--)
            edit(&mem, &text, &dice);
        if (dice_roll(&dice, 8) == 0)
            text.at[dice_roll(&dice, (int)text.count)] = (char)dice_roll(&dice, 256);
        coset_model *model = coset_open_text("net.pnml", text.at, text.count, NULL, &error);
        read += model != NULL;
        refused += model == NULL;
        if (!model && !strstr(error, "net.pnml:"))
            fail_msg("no place: %s", error);
        coset_free_text(error);
        coset_close(model);
        str_free(&mem, &text);
    }
    assert_true(read > 0 && refused > 0);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(edited_nets_are_read_or_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
