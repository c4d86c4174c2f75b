// Representatives and twins by compiled code against the interpreter's: on random components of all kinds, in random
// states, where the code does not leave a state to the interpreter, the two are the same to the bit. In the debug kind
// the code has sanitizers, as all else has. (The interpreter is compared with brute force in group/test_canonical.)
#include <dlfcn.h>
#include <time.h>

#include "../cases.h"
#include "../group/varied.h"
#include "explicit/layout.h"
#include "group/canonical.h"
#include "native/compiler_process.h"
#include "native/write_canonical.h"

#define COMPILED cases_for(6, 2, 1) // models
#define STATES 2000

struct tally {
    int written, models, left, sorted;
};

struct bench {
    struct mem mem;
    struct model *model;
    struct symmetry *symmetry;
    struct layout layout;
    struct canonical *canonical;
    struct canonical_code code;
    void *library;
    value *state;
    uint64_t *packed, *by_code;
    uint32_t *first, *before, *code_first, *code_before;
};

static uint32_t *new_numbers(const struct bench *b)
{
    return calloc((size_t)b->symmetry->element_count + 1, sizeof(uint32_t));
}

static void open_bench(struct bench *b, struct dice *dice)
{
    *b = (struct bench){0};
    b->model = model_new(&b->mem);
    varied_make(b->model, dice);
    b->symmetry = symmetry_new(b->model, &b->mem);
    if (dice_coin(dice))
        varied_restrict(b->symmetry, dice);
    layout_open(&b->layout, b->model, dice_roll(dice, 3) ? b->symmetry : NULL, &b->mem);
    struct packed_cell *cells = calloc(b->layout.cells + 1, sizeof *cells);
    layout_describe(&b->layout, cells);
    b->canonical = canonical_new(b->symmetry, cells, b->layout.words, &b->mem);
    free(cells);
    b->state = calloc(b->layout.cells + 1, sizeof *b->state);
    b->packed = calloc(b->layout.words, sizeof *b->packed);
    b->by_code = calloc(b->layout.words, sizeof *b->by_code);
    b->first = new_numbers(b);
    b->before = new_numbers(b);
    b->code_first = new_numbers(b);
    b->code_before = new_numbers(b);
}

static void close_bench(struct bench *b)
{
    canonical_free(b->canonical);
    layout_close(&b->layout);
    symmetry_free(b->symmetry);
    model_free(b->model);
    free(b->state);
    free(b->packed);
    free(b->by_code);
    free(b->first);
    free(b->before);
    free(b->code_first);
    free(b->code_before);
    if (b->library)
        dlclose(b->library);
    assert_nothing_left(&b->mem);
}

static void compile(struct bench *b, const struct str *text)
{
    struct compiler_process compiler;
    struct str all = {0};
    const struct timespec moment = {.tv_nsec = 2000000};
    enum compiler_state state;
    str_add(&b->mem, &all, "#include <stdint.h>\n#include <string.h>\n");
    str_add_bytes(&b->mem, &all, text->at, text->count);
    assert_true(compiler_begin(&compiler, all.at, all.count, &b->mem));
    while ((state = compiler_look(&compiler)) == COMPILER_WORKS)
        nanosleep(&moment, NULL);
    if (state == COMPILER_FAILED)
        print_error("%s\n", all.at);
    assert_int_equal(state, COMPILER_DONE);
    b->library = compiler_load(&compiler);
    assert_non_null(b->library);
    *(void **)&b->code.represent = dlsym(b->library, "coset_represent");
    *(void **)&b->code.find_twins = dlsym(b->library, "coset_find_twins");
    compiler_end(&compiler);
    str_free(&b->mem, &all);
    assert_non_null(b->code.represent);
    assert_non_null(b->code.find_twins);
}

static void compare(struct bench *b, struct tally *tally)
{
    size_t bytes = b->layout.words * sizeof *b->packed, elements = b->symmetry->element_count * sizeof *b->first;
    memcpy(b->by_code, b->packed, bytes);
    bool any = canonical_twins(b->canonical, b->packed, b->first, b->before);
    assert_int_equal(b->code.find_twins(b->packed, b->code_first, b->code_before), any);
    assert_memory_equal(b->code_first, b->first, elements);
    assert_memory_equal(b->code_before, b->before, elements);
    if (b->code.represent(b->by_code)) {
        canonical_make(b->canonical, b->packed);
        tally->sorted++;
    } else
        tally->left++;
    assert_memory_equal(b->by_code, b->packed, bytes);
}

// Of rings that turn, and multisets that are deep, nothing is written; those are not counted.
static void check_model(struct dice *dice, struct tally *tally)
{
    struct bench b;
    struct str text = {0};
    open_bench(&b, dice);
    tally->models++;
    if (native_write_canonical(b.symmetry, &b.layout, &b.mem, &text)) {
        tally->written++;
        compile(&b, &text);
        for (int i = 0; i < STATES; i++) {
            varied_state(b.symmetry, dice, b.state);
            assert_true(layout_pack(&b.layout, b.state, b.packed));
            compare(&b, tally);
        }
    }
    str_free(&b.mem, &text);
    close_bench(&b);
}

static void code_and_interpreter_agree(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    struct dice dice = dice_for("canonical code");
    if (system("cc --version >/dev/null 2>&1") != 0)
        return;
    while (tally.written < COMPILED)
        check_model(&dice, &tally);
    print_message("%d of %d models written, %d states sorted by code, %d left to the search\n", tally.written,
                  tally.models, tally.sorted, tally.left);
    assert_true(tally.sorted > tally.left);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_and_interpreter_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
