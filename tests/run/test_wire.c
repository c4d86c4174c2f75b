// Results as bytes, as workers tell them and checkpoints keep them: a cause comes back with its code and with what it
// is about, through a process as well, and nonsense is noticed.
#include "../unit.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/wire.h"

struct bench {
    struct mem mem;
    struct arena arena;
    struct model *model;
};

static void open_bench(struct bench *b)
{
    *b = (struct bench){.mem = MEM_UNLIMITED};
    b->arena.mem = &b->mem;
    b->model = model_new(&b->mem);
}

static void close_bench(struct bench *b)
{
    arena_free(&b->arena);
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

// Different for every code.
static struct cause some_cause(enum cause_code code)
{
    static const struct cause one = {.code = CAUSE_OUT_OF_TIME};
    static const struct cause two = {.code = CAUSE_OF_CLASS, .texts = {"P"}, .inner = &one, .next = &one};
    return (struct cause){.code = code,
                          .by_explicit = code % 2 ? CAUSE_OUT_OF_MEMORY : CAUSE_NONE,
                          .numbers = {code, UINT64_MAX - code},
                          .texts = {code % 3 ? "a text" : NULL, code % 5 ? "" : NULL, code % 7 ? "another" : NULL},
                          .rule = code % 2 ? "a rule" : NULL,
                          .line = code % 4,
                          .inner = code % 3 ? &one : NULL,
                          .next = code % 5 ? &two : NULL};
}

static bool get_result(struct bench *b, const struct str *bytes, struct result *result)
{
    struct wire_reader r = {str_text(bytes), bytes->count, false};
    return wire_get_result(&r, b->model, &b->arena, &b->mem, result) && r.left == 0;
}

static void causes_come_back(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    for (enum cause_code code = CAUSE_NONE + 1; code < CAUSE_CODES; code++) {
        struct result told = {.verdict = VERDICT_UNDECIDED, .cause = some_cause(code)}, heard;
        struct str bytes = {0};
        wire_put_result(&b.mem, &bytes, &told);
        assert_true(get_result(&b, &bytes, &heard));
        assert_true(cause_equals(heard.cause, told.cause));
        for (struct str part = bytes; part.count-- > 0;) // none of it can be missing
            assert_false(get_result(&b, &part, &heard));
        str_free(&b.mem, &bytes);
    }
    close_bench(&b);
}

static void causes_come_back_from_a_process(void **state)
{
    UNUSED(state);
    struct bench b;
    struct str bytes = {0};
    int ends[2];
    open_bench(&b);
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct result told = {.verdict = VERDICT_UNDECIDED, .cause = some_cause(CAUSE_TOO_MANY_VARIABLES)};
        wire_put_result(&b.mem, &bytes, &told);
        _exit(write(ends[1], bytes.at, bytes.count) != (ssize_t)bytes.count);
    }
    close(ends[1]);
    char buffer[256];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
        str_add_bytes(&b.mem, &bytes, buffer, (size_t)got);
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    struct result heard;
    assert_true(get_result(&b, &bytes, &heard));
    assert_true(cause_equals(heard.cause, some_cause(CAUSE_TOO_MANY_VARIABLES)));
    str_free(&b.mem, &bytes);
    close_bench(&b);
}

static bool is_cause(struct bench *b, struct cause cause)
{
    struct str bytes = {0};
    wire_put_cause(&b->mem, &bytes, cause);
    struct wire_reader r = {str_text(&bytes), bytes.count, false};
    wire_get_cause(&r, &b->arena);
    str_free(&b->mem, &bytes);
    return !r.is_bad;
}

static void nonsense_is_noticed(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    assert_true(is_cause(&b, cause_of(CAUSE_CODES - 1)));
    assert_false(is_cause(&b, cause_of(CAUSE_CODES)));
    assert_false(is_cause(&b, (struct cause){.code = CAUSE_OUT_OF_TIME, .by_explicit = CAUSE_CODES}));
    struct cause deep[300]; // more than anybody means
    for (size_t i = 0; i < sizeof deep / sizeof deep[0]; i++)
        deep[i] = cause_with_inner(CAUSE_NOT_APPLICABLE, i ? &deep[i - 1] : NULL);
    assert_true(is_cause(&b, deep[100]));
    assert_false(is_cause(&b, deep[299]));
    struct result untold = {.verdict = VERDICT_UNDECIDED}, heard;
    struct str bytes = {0};
    wire_put_result(&b.mem, &bytes, &untold);
    assert_false(get_result(&b, &bytes, &heard));
    str_free(&b.mem, &bytes);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(causes_come_back),
        cmocka_unit_test(causes_come_back_from_a_process),
        cmocka_unit_test(nonsense_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
