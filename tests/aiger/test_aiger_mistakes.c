// Files that are wrong: each mistake has its message, with its place; and whatever is done to the bytes of a file, it
// is read or refused.
#include "../unit.h"

#include "aiger/aiger_lower.h"
#include "api/coset.h"
#include "base/random.h"
#include "random_circuit.h"

static void expect(const char *text, const char *message)
{
    char *error = NULL;
    coset_model *model = coset_open_text("c.aag", text, strlen(text), NULL, &error);
    if (model)
        fail_msg("read: %s", text);
    if (!strstr(error, message))
        fail_msg("expected \"%s\", got \"%s\"", message, error);
    coset_free_text(error);
}

static void mistakes_have_messages(void **state)
{
    UNUSED(state);
    expect("aat 0 0 0 0 0\n", "c.aag:1:1: error: expected \"aag\" or \"aig\"");
    expect("aag 1 1 0 0\n", "c.aag:1:12: error: expected a space, and five to nine numbers");
    expect("aag 1 1 0 0 x\n", "c.aag:1:13: error: expected a number");
    expect("aag 1 1 0 0 0 0 0 0 0 0\n", "c.aag:1:22: error: expected the end of the line");
    expect("aag 1 2 0 0 0\n2\n4\n", "c.aag:1:1: error: the number of variables is not that of");
    expect("aig 3 1 1 0 0\n2\n", "c.aag:1:1: error: the number of variables is not that of");
    expect("aag 4294967296 0 0 0 0\n", "c.aag:1:5: error: the number is too large");
    expect("aag 4294967295 0 0 0 0\n", "c.aag:1:1: error: the circuit is too large");
    expect("aig 5000000 5000000 0 0 0\n", "c.aag:1:1: error: the circuit is too large");
    expect("aag 1 1 0 0 0\n3\n", "c.aag:2:1: error: expected a variable, which is an even number above 0; got 3");
    expect("aag 2 2 0 0 0\n2\n2\n", "c.aag:3:1: error: literal 2 is defined twice");
    expect("aag 1 1 0 0 0\n4\n", "c.aag:2:1: error: literal 4 is beyond the variables, which the header says are 1");
    expect("aag 1 0 1 0 0\n2 2 3\n", "c.aag:2:5: error: expected 0, 1 or the literal of the latch");
    expect("aag 1 0 1 0 0\n2\n", "c.aag:2:2: error: expected a space and the next value");
    expect("aag 2 1 0 1 0\n2\n4\n", "c.aag: error: literal 4, which output 0 reads, is not defined");
    expect("aag 2 1 0 0 1\n2\n4 2\n", "c.aag:3:4: error: expected a space and one more literal");
    expect("aag 3 1 0 0 1\n2\n4 2 6\n", "c.aag:3:1: error: literal 6 is not defined");
    expect("aag 3 1 0 0 2\n2\n4 2 6\n6 2 5\n", "c.aag:4:1: error: literal 5 depends on itself");
    expect("aag 1 1 0 0 0\n2\nx0 name\n", "c.aag:3:1: error: expected a symbol");
    expect("aag 1 1 0 0 0\n2\ni1 name\n", "c.aag:3:1: error: there is no i1: the first number is 0");
    expect("aag 1 1 0 0 0\n2\ni0 \n", "c.aag:3:1: error: the name is empty");
    expect("aag 1 1 0 0 0\n2\ni0\n", "c.aag:3:3: error: expected a space and a name");
    expect("aig 2 1 0 0 1\n\x02", "c.aag:2:2: error: the file ends within the gates");
    expect("aig 2 1 0 0 1\n\x05\x01", "gate 4, at byte 14, does not come after what it reads");
    expect("aig 2 1 0 0 1\n\xff\xff\xff\xff\xff\x01", "the number is too large");
}

static void names_tell_cells_apart(void **state)
{
    UNUSED(state);
    static const char text[] = "aag 4 2 2 1 0\n2\n4\n6 2\n8 4\n8\ni0 l1\ni1 l1\nl0 caf\xc3\xa9\n";
    coset_model *model = coset_open_text("c.aag", text, sizeof text - 1, NULL, NULL);
    assert_non_null(model);
    assert_int_equal(coset_variable_count(model), 4);
    assert_string_equal(coset_variable_name(model, 0), "l1");
    assert_string_equal(coset_variable_name(model, 1), "l1_2");
    assert_string_equal(coset_variable_name(model, 2), "caf\xc3\xa9");
    assert_string_equal(coset_variable_name(model, 3), "l1_3");
    assert_true(coset_variable_is_input(model, 0));
    coset_close(model);
}

// The bytes alone, without a run: thousands of them are read.
static bool try_bytes(const char *at, size_t count, struct mem *mem)
{
    struct diag diag;
    struct aiger a;
    struct str shown = {0};
    diag_open(&diag, mem);
    struct model *model = model_new(mem);
    bool good = aiger_read(&a, &(struct source){"c.aag", at, count}, mem, &diag) && aiger_lower(&a, model, mem, &diag);
    if (!good && !diag.errors)
        fail_msg("refused without a message");
    diag_render(&diag, &shown);
    str_free(mem, &shown);
    aiger_close(&a);
    model_free(model);
    diag_close(&diag);
    return good;
}

static void every_byte_may_be_any_other(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("bytes of circuits");
    size_t read = 0, refused = 0;
    for (int i = 0; i < cases_for(40, 10, 4); i++) {
        struct random_circuit c;
        struct str text = {0};
        random_circuit_make(&c, &dice);
        random_circuit_print(&c, dice_coin(&dice), &dice, &mem, &text);
        for (size_t at = 0; at < text.count; at++) {
            char kept = text.at[at];
            for (int k = 0; k < 6; k++) {
                text.at[at] = (char)(k < 3 ? "09 "[k] : dice_roll(&dice, 256));
                (*(try_bytes(text.at, text.count, &mem) ? &read : &refused))++;
            }
            text.at[at] = kept;
            try_bytes(text.at, at, &mem); // and the file may end anywhere
        }
        str_free(&mem, &text);
    }
    assert_true(read > 0 && refused > 0);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mistakes_have_messages),
                                       cmocka_unit_test(names_tell_cells_apart),
                                       cmocka_unit_test(every_byte_may_be_any_other)};
    return RUN(tests);
}
