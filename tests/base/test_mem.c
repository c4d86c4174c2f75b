// Counted memory: limits, parents, failing allocations and regions.
#include "../unit.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void counts_bytes_and_blocks(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    char *a = mem_alloc(&mem, 100);
    char *b = mem_zalloc(&mem, 50);
    assert_int_equal(mem.used, 150);
    assert_int_equal(mem.blocks, 2);
    for (int i = 0; i < 50; i++)
        assert_int_equal(b[i], 0);
    memset(a, 'x', 100);
    a = mem_resize(&mem, a, 100, 1000);
    assert_int_equal(mem.used, 1050);
    assert_int_equal(a[99], 'x');
    a = mem_resize(&mem, a, 1000, 10);
    assert_int_equal(mem.used, 60);
    assert_int_equal(a[9], 'x');
    mem_free(&mem, a, 10);
    mem_free(&mem, b, 50);
    mem_free(&mem, NULL, 0);
    assert_nothing_left(&mem);
    assert_int_equal(mem.peak, 1050);
}

static void nothing_is_null(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    assert_null(mem_alloc(&mem, 0));
    assert_null(mem_zalloc(&mem, 0));
    assert_null(mem_try_alloc(&mem, 0));
    char *a = mem_resize(&mem, NULL, 0, 8);
    assert_non_null(a);
    assert_null(mem_resize(&mem, a, 8, 0));
    assert_nothing_left(&mem);
}

static void the_limit_holds(void **state)
{
    UNUSED(state);
    struct mem mem = {.limit = 1000};
    char *a = mem_try_alloc(&mem, 600);
    assert_non_null(a);
    assert_null(mem_try_alloc(&mem, 401));
    assert_null(mem_try_zalloc(&mem, 401));
    assert_null(mem_try_resize(&mem, a, 600, 1001));
    assert_int_equal(mem.used, 600);
    assert_int_equal(mem.blocks, 1);
    char *b = mem_try_zalloc(&mem, 400);
    assert_non_null(b);
    mem_free(&mem, b, 400);
    a = mem_try_resize(&mem, a, 600, 1000);
    assert_non_null(a);
    mem_free(&mem, a, 1000);
    assert_nothing_left(&mem);
    assert_int_equal(mem.peak, 1000);
}

static void parents_count_and_limit_too(void **state)
{
    UNUSED(state);
    struct mem parent = {.limit = 1000};
    struct mem first = {.parent = &parent}, second = {.parent = &parent, .limit = 300};
    char *a = mem_try_alloc(&first, 600), *b = mem_try_alloc(&second, 100);
    assert_true(a && b);
    assert_int_equal(parent.used, 700);
    assert_int_equal(parent.blocks, 2);
    assert_null(mem_try_alloc(&second, 201)); // its own limit
    assert_null(mem_try_alloc(&first, 301));  // the parent's
    assert_null(mem_try_resize(&first, a, 600, 901));
    assert_int_equal(first.used, 600);
    assert_int_equal(second.used, 100);
    assert_int_equal(parent.used, 700);
    struct mem_region region;
    assert_true(mem_region_open(&second, &region, 1 << 20));
    assert_false(mem_region_grow(&second, &region, 301));
    assert_int_equal(parent.used, 700);
    assert_int_equal(parent.blocks, 3);
    mem_region_close(&second, &region);
    mem_free(&first, a, 600);
    mem_free(&second, b, 100);
    assert_nothing_left(&first);
    assert_nothing_left(&second);
    assert_nothing_left(&parent);
    assert_int_equal(parent.peak, 700);
}

static void absurd_sizes_are_refused(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    char *a = mem_alloc(&mem, 16);
    volatile size_t most = SIZE_MAX; // volatile: the compiler would warn about such a constant
    assert_null(mem_try_alloc(&mem, most));
    assert_null(mem_try_zalloc(&mem, most / 2));
    assert_null(mem_try_resize(&mem, a, 16, most - 64));
    assert_int_equal(mem.used, 16);
    mem_free(&mem, a, 16);
    assert_nothing_left(&mem);
}

static void the_nth_allocation_fails(void **state)
{
    UNUSED(state);
    for (size_t n = 1; n <= 3; n++) {
        struct mem mem = {.fail_after = n};
        char *blocks[5];
        for (size_t i = 0; i < 5; i++) {
            blocks[i] = mem_try_alloc(&mem, 10);
            assert_int_equal(blocks[i] == NULL, i + 1 == n);
        }
        for (size_t i = 0; i < 5; i++)
            mem_free(&mem, blocks[i], 10);
        assert_nothing_left(&mem);
    }
    struct mem mem = {.fail_after = 2};
    char *block = mem_try_alloc(&mem, 10);
    assert_null(mem_try_resize(&mem, block, 10, 20));
    mem_free(&mem, block, 10);
    assert_nothing_left(&mem);
}

struct escape {
    jmp_buf back;
    int calls;
};

static void jump_out(struct mem *mem)
{
    struct escape *escape = mem->exhausted_context;
    escape->calls++;
    longjmp(escape->back, 1);
}

static void exhausted_is_called(void **state)
{
    UNUSED(state);
    struct escape escape = {.calls = 0};
    struct mem mem = {.limit = 10, .exhausted = jump_out, .exhausted_context = &escape};
    if (!setjmp(escape.back))
        mem_alloc(&mem, 11);
    if (escape.calls == 1 && !setjmp(escape.back))
        mem_zalloc(&mem, 11);
    if (escape.calls == 2 && !setjmp(escape.back))
        mem_resize(&mem, NULL, 0, 11);
    if (escape.calls == 3 && !setjmp(escape.back))
        mem_exhausted(&(struct mem){.parent = &mem}); // room or not
    assert_int_equal(escape.calls, 4);
    assert_nothing_left(&mem);
}

static void without_a_handler_it_aborts(void **state)
{
    UNUSED(state);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        struct mem mem = {.limit = 10};
        mem_alloc(&mem, 11);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void regions_grow_in_place(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct mem_region region;
    assert_true(mem_region_open(&mem, &region, (size_t)1 << 30));
    assert_int_equal(mem.used, 0);
    assert_int_equal(mem.blocks, 1);
    char *base = region.base;
    assert_true(mem_region_grow(&mem, &region, 1));
    base[0] = 'a';
    size_t first = region.committed;
    assert_int_equal(mem.used, first);
    assert_true(mem_region_grow(&mem, &region, 1 << 20));
    assert_ptr_equal(region.base, base);
    assert_int_equal(base[0], 'a');
    assert_int_equal(base[(1 << 20) - 1], 0);
    assert_int_equal(mem.used, 1 << 20);
    assert_true(mem_region_grow(&mem, &region, 5)); // smaller than it is: nothing to do
    assert_int_equal(mem.used, 1 << 20);
    mem_prefer_large_pages(base, 1 << 20);
    mem_region_close(&mem, &region);
    assert_nothing_left(&mem);
    mem_region_close(&mem, &region); // closed already: nothing to do
    assert_nothing_left(&mem);
}

static void regions_know_their_bounds(void **state)
{
    UNUSED(state);
    struct mem mem = {.limit = 1 << 20};
    struct mem_region region;
    assert_true(mem_region_open(&mem, &region, 4 << 20));
    assert_true(mem_region_grow(&mem, &region, 1 << 20));
    assert_false(mem_region_grow(&mem, &region, (1 << 20) + 1)); // the limit
    mem.limit = 0;
    assert_false(mem_region_grow(&mem, &region, region.reserved + 1));
    assert_true(mem_region_grow(&mem, &region, region.reserved));
    region.base[region.reserved - 1] = 'z';
    mem_region_close(&mem, &region);
    mem.fail_after = 1;
    assert_true(mem_region_open(&mem, &region, 4 << 20)); // addresses cost nothing
    assert_false(mem_region_grow(&mem, &region, 1));
    assert_true(mem_region_grow(&mem, &region, 1));
    mem_region_close(&mem, &region);
    assert_nothing_left(&mem);
}

static void a_huge_region_is_smaller_than_asked(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct mem_region region;
    if (mem_region_open(&mem, &region, (size_t)1 << 48)) { // more than the addresses of a process
        assert_true(region.reserved < (size_t)1 << 48);
        mem_region_close(&mem, &region);
    }
    assert_false(mem_region_open(&mem, &region, SIZE_MAX / 2));
    assert_null(region.base);
    assert_true(mem_region_open(&mem, &region, 1 << 20));
    assert_false(mem_region_grow(&mem, &region, SIZE_MAX)); // rounding it up to pages once gave 0
    mem_region_close(&mem, &region);
    assert_nothing_left(&mem);
}

#if !defined(__SANITIZE_ADDRESS__) // its shadow memory does not live under such a limit
// Once it asked for one page again and again.
static void without_addresses_a_small_region_is_refused(void **state)
{
    UNUSED(state);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {1, 1};
        struct mem mem = MEM_UNLIMITED;
        struct mem_region region;
        alarm(10);
        _exit(setrlimit(RLIMIT_AS, &none) == 0 && !mem_region_open(&mem, &region, 100) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_bytes_and_blocks),
        cmocka_unit_test(nothing_is_null),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(parents_count_and_limit_too),
        cmocka_unit_test(absurd_sizes_are_refused),
        cmocka_unit_test(the_nth_allocation_fails),
        cmocka_unit_test(exhausted_is_called),
        cmocka_unit_test(without_a_handler_it_aborts),
        cmocka_unit_test(regions_grow_in_place),
        cmocka_unit_test(regions_know_their_bounds),
        cmocka_unit_test(a_huge_region_is_smaller_than_asked),
#if !defined(__SANITIZE_ADDRESS__)
        cmocka_unit_test(without_addresses_a_small_region_is_refused),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
