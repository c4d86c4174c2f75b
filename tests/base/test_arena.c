// Memory that is freed as a whole: pieces are zeroed, aligned and apart.
#include "../unit.h"

#include <stdalign.h>

#include "base/arena.h"

static void pieces_are_zeroed_aligned_and_apart(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct arena arena = {.mem = &mem};
    unsigned char *pieces[2000];
    size_t sizes[2000];
    for (size_t i = 0; i < 2000; i++) {
        sizes[i] = i * 7919 % 300;
        pieces[i] = arena_alloc(&arena, sizes[i]);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % alignof(max_align_t), 0);
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(pieces[i][j], 0);
        memset(pieces[i], (int)(i % 251), sizes[i]);
    }
    for (size_t i = 0; i < 2000; i++)
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(pieces[i][j], i % 251);
    arena_free(&arena);
    assert_nothing_left(&mem);
}

static void large_pieces_fit(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct arena arena = {.mem = &mem};
    char *small = arena_alloc(&arena, 1);
    char *large = arena_alloc(&arena, 5000000);
    char *after = arena_alloc(&arena, 1000);
    memset(large, 1, 5000000);
    memset(after, 2, 1000);
    assert_int_equal(*small, 0);
    assert_int_equal(large[4999999], 1);
    arena_free(&arena);
    assert_nothing_left(&mem);
}

static void copies_are_terminated(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct arena arena = {.mem = &mem};
    assert_string_equal(arena_copy(&arena, "abcdef", 3), "abc");
    assert_string_equal(arena_copy(&arena, NULL, 0), "");
    arena_free(&arena);
    assert_nothing_left(&mem);
}

static void a_freed_arena_can_be_used_again(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct arena arena = {.mem = &mem};
    arena_free(&arena);
    arena_alloc(&arena, 10);
    arena_free(&arena);
    assert_nothing_left(&mem);
    assert_string_equal(arena_copy(&arena, "x", 1), "x");
    arena_free(&arena);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zeroed_aligned_and_apart),
        cmocka_unit_test(large_pieces_fit),
        cmocka_unit_test(copies_are_terminated),
        cmocka_unit_test(a_freed_arena_can_be_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
