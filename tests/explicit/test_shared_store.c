// What several threads add to at once: every word has one number, every number one word, also where all threads add the
// same words; states put there together are found, with their numbers.
#include "../unit.h"

#include "base/hash.h"
#include "base/thread_pool.h"
#include "explicit/state_store.h"

#define THREADS 4
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#    define WORDS 20000
#else
#    define WORDS 200000
#endif

// ---- Words ----------------------------------------------------------------------------------------------------------

struct adding {
    struct word_set set;
    uint32_t *numbers[THREADS]; // by word
    uint32_t spares[THREADS];
};

static uint64_t word_at(size_t i)
{
    return hash_mix(i + 1) >> 20; // some of them several times
}

// Each thread begins elsewhere, and all come to all words.
static void add_words(void *context, size_t thread)
{
    struct adding *a = context;
    for (size_t i = 0; i < WORDS; i++) {
        size_t k = (i + thread * WORDS / 7) % WORDS;
        a->numbers[thread][k] = word_set_add_shared(&a->set, word_at(k), &a->spares[thread]);
    }
}

// They lie bit by bit, so that threads write to the same 64 bits.
static void check_words(unsigned left_bits, unsigned right_bits)
{
    struct mem mem = MEM_UNLIMITED;
    struct adding a;
    struct thread_pool *pool = thread_pool_new(THREADS, &mem);
    assert_non_null(pool);
    assert_int_equal(thread_pool_size(pool), THREADS);
    assert_true(word_set_open(&a.set, 0, 0, &mem));
    word_set_narrow(&a.set, left_bits, right_bits);
    assert_true(word_set_reserve(&a.set, WORDS + THREADS));
    assert_true(word_set_has_room(&a.set, WORDS + THREADS));
    for (size_t i = 0; i < THREADS; i++) {
        a.numbers[i] = mem_alloc(&mem, WORDS * sizeof *a.numbers[i]);
        a.spares[i] = WORD_NONE;
    }
    thread_pool_run(pool, add_words, &a);
    for (size_t i = 0; i < THREADS; i++)
        word_set_return_spare(&a.set, a.spares[i]);
    assert_true(word_set_reserve(&a.set, 10 * WORDS)); // the table is made anew, without holes
    for (size_t i = 0; i < WORDS; i++) {
        for (size_t k = 1; k < THREADS; k++)
            assert_int_equal(a.numbers[k][i], a.numbers[0][i]);
        assert_true(word_set_word(&a.set, a.numbers[0][i]) == word_at(i));
        assert_int_equal(word_set_find(&a.set, word_at(i)), a.numbers[0][i]);
    }
    uint32_t count = a.set.count;
    assert_true(count <= WORDS + THREADS);
    uint32_t spare = word_set_take_spare(&a.set);
    assert_true(word_set_widen(&a.set, 32, 32));
    assert_true(word_set_word(&a.set, a.numbers[0][WORDS - 1]) == word_at(WORDS - 1));
    assert_int_equal(word_set_add_shared(&a.set, UINT64_MAX, &spare) < count + 1, true);
    word_set_return_spare(&a.set, spare);
    for (size_t i = 0; i < THREADS; i++)
        mem_free(&mem, a.numbers[i], WORDS * sizeof *a.numbers[i]);
    word_set_close(&a.set);
    thread_pool_free(pool);
    assert_nothing_left(&mem);
}

static void words_have_one_number_whoever_adds_them(void **unused)
{
    UNUSED(unused);
    check_words(32, 32);
    check_words(12, 32);
    check_words(15, 32);
}

// ---- States ---------------------------------------------------------------------------------------------------------

enum { STATE_WORDS = 3, STATES = WORDS / 4 };

struct putting {
    struct store store;
    struct store_scratch scratches[THREADS];
    uint64_t *roots[THREADS]; // by state
};

static void make_state(size_t i, uint64_t *state)
{
    state[0] = i % 100;
    state[1] = i / 100 << 20;
    state[2] = i * 7 % 1000 << 50;
}

static void find_roots(void *context, size_t thread)
{
    struct putting *p = context;
    uint64_t state[STATE_WORDS];
    for (size_t i = 0; i < STATES; i++) {
        size_t k = (i + thread * STATES / 3) % STATES;
        make_state(k, state);
        p->roots[thread][k] = store_root_shared(&p->store, &p->scratches[thread], state);
        assert_false(store_has_root(&p->store, p->roots[thread][k]));
    }
}

static void put_states(void *context, size_t thread)
{
    struct putting *p = context;
    for (size_t i = thread; i < STATES; i += THREADS)
        store_put_shared(&p->store, p->roots[0][i], (uint32_t)i);
}

static void states_that_threads_put_are_found(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct putting p;
    uint64_t state[STATE_WORDS];
    struct thread_pool *pool = thread_pool_new(THREADS, &mem);
    assert_true(store_open(&p.store, STATE_WORDS, NULL, 0, &mem));
    assert_true(store_make_room_below(&p.store, STATES + THREADS));
    assert_true(store_has_room_below(&p.store, STATES));
    for (size_t i = 0; i < THREADS; i++) {
        p.roots[i] = mem_alloc(&mem, STATES * sizeof *p.roots[i]);
        assert_true(store_scratch_open(&p.scratches[i], &p.store, &mem));
        store_begin_shared(&p.store, &p.scratches[i]);
    }
    thread_pool_run(pool, find_roots, &p);
    for (size_t i = 0; i < THREADS; i++)
        store_end_shared(&p.store, &p.scratches[i]);
    for (size_t i = 0; i < THREADS * (size_t)STATES; i++)
        assert_true(p.roots[i / STATES][i % STATES] == p.roots[0][i % STATES]);
    assert_true(store_make_room(&p.store, STATES, 0, STATES));
    thread_pool_run(pool, put_states, &p);
    for (uint32_t i = 0; i < STATES; i++)
        store_note_parent(&p.store, i / 2);
    for (uint32_t i = 0; i < STATES; i++) {
        make_state(i, state);
        assert_int_equal(store_find(&p.store, state), i);
        assert_int_equal(store_parent(&p.store, i), i / 2);
        assert_memory_equal(store_state(&p.store, i), state, sizeof state);
    }
    for (size_t i = 0; i < THREADS; i++) {
        store_scratch_close(&p.scratches[i], &p.store, &mem);
        mem_free(&mem, p.roots[i], STATES * sizeof *p.roots[i]);
    }
    store_close(&p.store);
    thread_pool_free(pool);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_have_one_number_whoever_adds_them),
        cmocka_unit_test(states_that_threads_put_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
