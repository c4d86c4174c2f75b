// Files that are wrong: each mistake has its message, with its place; and whatever is done to the bytes of a file, it
// is read or refused.
#include "../unit.h"

#include "api/coset.h"
#include "btor2/btor2_lower.h"
#include "random_btor2.h"

static void expect(const char *text, const char *message)
{
    char *error = NULL;
    coset_model *model = coset_open_text("c.btor2", text, strlen(text), NULL, &error);
    if (model)
        fail_msg("read: %s", text);
    if (!strstr(error, message))
        fail_msg("expected \"%s\", got \"%s\"", message, error);
    coset_free_text(error);
}

#define BIT "1 sort bitvec 1\n"
#define NIBBLE BIT "2 sort bitvec 4\n"
#define ARRAY_OF NIBBLE "3 sort array 1 2\n4 state 3\n5 state 2\n"

static void mistakes_have_messages(void **state)
{
    UNUSED(state);
    expect("x\n", "c.btor2:1:1: error: expected a number");
    expect("0 sort bitvec 1\n", "c.btor2:1:1: error: the first number of a line is 1");
    expect("1\n", "c.btor2:1:2: error: expected an operator");
    expect("1 sorts bitvec 1\n", "c.btor2:1:3: error: unknown operator");
    expect("1 sort bitvec 0\n", "c.btor2:1:15: error: a bit vector has at least one bit");
    expect("1 sort bitvec 1025\n", "c.btor2:1:15: error: bit vectors of more than 1024 bits are not supported");
    expect("1 sort bool\n", "c.btor2:1:8: error: expected \"bitvec\" or \"array\"");
    expect("1 sort bitvec 13\n2 sort array 1 1\n", "c.btor2:2:14: error: arrays of more than 4096 elements");
    expect(BIT BIT, "c.btor2:2:16: error: a line before this one has the same number");
    expect(BIT "2 input 3\n", "c.btor2:2:9: error: there is no sort 3 before this line");
    expect(BIT "2 not 1 3\n", "c.btor2:2:9: error: there is no node 3 before this line");
    expect(BIT "2 not 1 -\n", "error: expected the number of a node");
    expect(NIBBLE "3 const 2 01\n", "c.btor2:3:11: error: expected as many binary digits as the sort has bits");
    expect(NIBBLE "3 const 2 0121\n", "c.btor2:3:11: error: expected binary digits");
    expect(NIBBLE "3 constd 2 16\n", "c.btor2:3:12: error: the number does not fit into the bits of its sort");
    expect(NIBBLE "3 constd 2 -9\n", "c.btor2:3:12: error: the number does not fit into the bits of its sort");
    expect(NIBBLE "3 consth 2 1f\n", "c.btor2:3:12: error: the number does not fit into the bits of its sort");
    expect(NIBBLE "3 input 2\n4 input 1\n5 add 2 3 4\n", "c.btor2:5:11: error: the sort of operand 2 does not fit");
    expect(NIBBLE "3 input 2\n4 ult 2 3 3\n", "c.btor2:4:11: error: the sort of the node is not that of the result");
    expect(NIBBLE "3 input 2\n4 slice 2 3 4 1\n", "error: the slice is not within the bits of its operand");
    expect(NIBBLE "3 input 2\n4 uext 2 3 1\n", "error: the sort of the node is not that of the result");
    expect(NIBBLE "3 input 2\n4 ite 2 3 3 3\n", "error: the condition is not a single bit");
    expect(NIBBLE "3 input 2\n4 bad 3\n", "c.btor2:4:7: error: expected a single bit");
    expect(NIBBLE "3 input 2\n4 next 2 3 3\n", "c.btor2:4:10: error: the node is not a state");
    expect(NIBBLE "3 state 2\n4 next 2 3 3\n5 next 2 3 3\n", "error: the state has a next value already");
    expect(NIBBLE "3 state 2\n4 state 1\n5 init 2 3 4\n", "error: the sort of the value is not that of the state");
    expect(NIBBLE "3 state 2\n4 inc 2 3\n5 init 2 3 4\n", "error: the initial value depends on the state itself");
    expect(NIBBLE "3 state 2\n4 state 2\n5 init 2 3 4\n6 init 2 4 3\n",
           "c.btor2:6:12: error: the initial value depends on the state itself");
    expect(ARRAY_OF "6 read 2 5 5\n", "error: the first operand is not an array");
    expect(ARRAY_OF "6 read 2 4 5\n", "error: the index does not have the sort of the array's indices");
    expect(ARRAY_OF "6 add 3 4 4\n", "error: the operator is for bit vectors, not for arrays");
    expect(ARRAY_OF "6 eq 1 -4 4\n", "error: an array has no negation");
    expect(BIT "2 input 1\n3 justice 2 2\n", "c.btor2:3:14: error: expected the number of a node");
    expect(BIT "2 input 1 name more\n", "c.btor2:2:16: error: expected the end of the line");
}

// The bytes alone, without a run: thousands of them are read.
static bool try_bytes(const char *at, size_t count, struct mem *mem)
{
    struct diag diag;
    struct btor2 b;
    struct str shown = {0};
    diag_open(&diag, mem);
    struct model *model = model_new(mem);
    bool good =
        btor2_read(&b, &(struct source){"c.btor2", at, count}, mem, &diag) && btor2_lower(&b, model, NULL, mem, &diag);
    if (!good && !diag.errors)
        fail_msg("refused without a message");
    diag_render(&diag, &shown);
    str_free(mem, &shown);
    btor2_close(&b);
    model_free(model);
    diag_close(&diag);
    return good;
}

static void every_byte_may_be_any_other(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("bytes of btor2");
    size_t read = 0, refused = 0;
    for (int i = 0; i < cases_for(12, 2, 1); i++) {
        struct random_btor2 b;
        struct str text = {0};
        random_btor2_make(&b, 6, 6, &dice);
        random_btor2_print(&b, &dice, &mem, &text);
        for (size_t at = 0; at < text.count; at++) {
            char kept = text.at[at];
            for (int k = 0; k < 4; k++) {
                text.at[at] = (char)(k < 2 ? "1 "[k] : dice_roll(&dice, 256));
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
                                       cmocka_unit_test(every_byte_may_be_any_other)};
    return RUN(tests);
}
