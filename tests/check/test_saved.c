// Searches in files: whenever one is saved, a new checker goes on from there to the same end; and files that are
// damaged, at any place and in any way, are refused or do no harm. The checksum of stored diagrams is made good first.
#include "../cases.h"
#include "../unit.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/stream_file.h"
#include "check/check.h"
#include "group/detect.h"
#include "orbit/onthefly.h"
#include "smv/smv.h"

static const char text[] = "MODULE counter(on)\nVAR n : 0..5;\nASSIGN init(n) := 0;\n"
                           "  next(n) := case on & n < 4 : n + 1; on : 0; TRUE : n; esac;\n"
                           "MODULE main\nVAR a : counter(who = 1); b : counter(who = 2); c : counter(who = 3);\n"
                           "IVAR who : 1..3;\n"
                           "INVARSPEC a.n + b.n + c.n <= 12\nINVARSPEC a.n + b.n + c.n < 12\n";
enum { STATES = 125, PROPERTIES = 2 };

#define CASES (size_t) cases_for(400, 80, 4)

struct bench {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct smv *smv;
    struct model *model;
    generator_array generators;
    expr hints[2];
    enum way { BY_LAYERS, BY_HINTS, BY_PAIRS, WAYS } way;
};

static void open_bench(struct bench *b, enum way way)
{
    mpz_t order;
    *b = (struct bench){.mem = MEM_UNLIMITED, .source = {"m.smv", text, strlen(text)}, .way = way};
    diag_open(&b->diag, &b->mem);
    b->smv = smv_read(&b->source, &b->mem, &b->diag);
    assert_non_null(b->smv);
    b->model = smv_model(b->smv);
    mpz_init(order);
    assert_true(detect_symmetries(b->model, BEHAVIOUR_VALUES_MOVE, 0, &b->generators, order, &b->mem));
    assert_int_equal(mpz_get_ui(order), 6);
    mpz_clear(order);
    cell_id first = model_find_cell(b->model, "a.n");
    b->hints[0] = model_binary(b->model, OP_LT, model_cell_expr(b->model, first), model_int(b->model, 3));
    b->hints[1] = model_true(b->model);
}

static void close_bench(struct bench *b)
{
    generators_free(&b->mem, &b->generators);
    smv_free(b->smv);
    diag_close(&b->diag);
    assert_nothing_left(&b->mem);
}

// What one checker does: it may load, is saved at some rest, and decides.
struct work {
    struct bench *b;
    const struct file {
        char *at;
        size_t length;
    } * from; // NULL: nothing
    bool was_loaded;
    struct file saved;
    size_t rests, save_at;    // 0: not
    const char *const *order; // of variables; NULL: as it is chosen
    struct checker *checker;
    enum verdict verdicts[PROPERTIES];
    bool is_counted;
    char states[64], orbits[64];
};

static void rest(void *context)
{
    struct work *w = context;
    struct str error = {0};
    if (!w->save_at || ++w->rests != w->save_at || !checker_has_search(w->checker))
        return;
    FILE *file = open_memstream(&w->saved.at, &w->saved.length);
    struct stream *stream = stream_on_file(file, &w->b->mem);
    assert_true(checker_save_search(w->checker, stream, &error));
    assert_true(stream_close(stream));
    fclose(file);
}

static void load(struct work *w)
{
    struct str error = {0};
    struct cause cause = {0};
    struct stream *stream = stream_on_bytes(w->from->at, w->from->length, &w->b->mem);
    w->was_loaded = checker_load_search(w->checker, NULL, stream, &cause, &error);
    stream_close(stream);
    assert_int_equal(w->was_loaded, cause.code == CAUSE_NONE);
    str_free(&w->b->mem, &error);
}

static void count(struct work *w)
{
    mpz_t states, orbits;
    struct cause cause = {0};
    mpz_init(states);
    mpz_init(orbits);
    w->is_counted =
        checker_count_abstract(w->checker, orbits, &cause) && checker_count_states(w->checker, states, &cause);
    if (w->is_counted && mpz_sizeinbase(states, 10) < sizeof w->states) {
        mpz_get_str(w->states, 10, states);
        mpz_get_str(w->orbits, 10, orbits);
    }
    mpz_clear(states);
    mpz_clear(orbits);
}

static void run(struct work *w)
{
    struct bench *b = w->b;
    const struct onthefly_options how = {.method = b->way == BY_PAIRS ? ONTHEFLY_ORBIT_TO_XI : ONTHEFLY_SIGMA,
                                         .hints = b->hints,
                                         .hint_count = 2,
                                         .are_symmetries = true,
                                         .keep_full_reach = true};
    struct abstraction *abstraction = b->way != BY_LAYERS ? onthefly_new(&b->generators, &how, &b->mem) : NULL;
    const struct check_options options = {.abstraction = abstraction,
                                          .order = w->order,
                                          .traces = true,
                                          .strategy = CHECK_STRATEGY_BREADTH,
                                          .at_rest = rest,
                                          .progress = NULL,
                                          .context = w};
    w->checker = checker_new(b->model, &options, &b->mem);
    if (w->from)
        load(w);
    for (size_t i = 0; i < PROPERTIES; i++) {
        struct result r;
        checker_check(w->checker, i, &r);
        w->verdicts[i] = r.verdict;
        if (r.has_trace)
            trace_close(&r.trace, &b->mem);
    }
    count(w);
    checker_free(w->checker);
    onthefly_free(abstraction);
}

static void assert_right(const struct work *w)
{
    assert_int_equal(w->verdicts[0], VERDICT_HOLDS);
    assert_int_equal(w->verdicts[1], VERDICT_FAILS);
    assert_true(w->is_counted);
    assert_string_equal(w->states, "125");
}

static const char *const other_order[] = {"who", "c.n", "a.n", "b.n", NULL};

static void go_on_from_any_rest(enum way way)
{
    struct bench b;
    size_t saved = 0;
    open_bench(&b, way);
    struct work whole = {.b = &b};
    run(&whole);
    assert_right(&whole);
    for (size_t at = 1; at < 30; at += BY_KIND(1, 1, 3)) {
        struct work first = {.b = &b, .save_at = at}, second = {.b = &b, .from = &first.saved};
        // In another order, others are the least ones. (It also matters for how many are chosen on the fly.)
        second.order = at % 2 && way != BY_HINTS ? other_order : NULL;
        run(&first);
        if (!first.saved.at)
            continue;
        saved++;
        run(&second);
        assert_true(second.was_loaded);
        assert_right(&second);
        assert_string_equal(second.orbits, whole.orbits);
        free(first.saved.at);
    }
    assert_true(saved > BY_KIND(5, 5, 1));
    close_bench(&b);
}

static void layers_go_on_from_any_rest(void **state)
{
    UNUSED(state);
    go_on_from_any_rest(BY_LAYERS);
}

static void representatives_go_on_from_any_rest(void **state)
{
    UNUSED(state);
    go_on_from_any_rest(BY_HINTS);
}

static void least_representatives_go_on_from_any_rest(void **state)
{
    UNUSED(state);
    go_on_from_any_rest(BY_PAIRS);
}

static void damage(struct file *file, uint64_t *dice)
{
    static const uint32_t strange[] = {0, 1, 2, 3, 0xff, 0x7fffffff, 0xffffffff, 0x80000000};
    for (size_t times = 1 + random_next(dice) % 3; times > 0; times--) {
        size_t at = random_next(dice) % (file->length - 16);
        uint32_t odd = strange[random_next(dice) % (sizeof strange / sizeof *strange)];
        switch (random_next(dice) % 4) {
        case 0:
            file->at[at] = (char)(file->at[at] ^ (1 << random_next(dice) % 8));
            break;
        case 1:
            memcpy(file->at + at, &odd, sizeof odd);
            break;
        case 2:
            file->at[at] = (char)(file->at[at] + 1);
            break;
        default:
            if (random_next(dice) % 8 == 0)
                file->length -= random_next(dice) % 8;
            else
                file->at[at] = (char)(file->at[at] - 2);
        }
    }
    uint64_t sum = hash_bytes(HASH_BYTES_START, file->at, file->length - 8);
    for (size_t i = 0; i < 8; i++)
        file->at[file->length - 8 + i] = (char)(sum >> 8 * i);
}

// What is accepted may be another set of states; but the checker ends, and its verdicts are some.
static void damage_does_no_harm(void **state)
{
    UNUSED(state);
    uint64_t dice = 7;
    size_t accepted = 0, refused = 0;
    for (enum way way = BY_LAYERS; way < WAYS; way++) {
        struct bench b;
        open_bench(&b, way);
        struct work whole = {.b = &b, .save_at = 6};
        run(&whole);
        assert_non_null(whole.saved.at);
        for (size_t i = 0; i < CASES; i++) {
            struct file copy = {malloc(whole.saved.length), whole.saved.length};
            memcpy(copy.at, whole.saved.at, copy.length);
            damage(&copy, &dice);
            struct work w = {.b = &b, .from = &copy};
            run(&w);
            if (!w.was_loaded)
                assert_right(&w);
            accepted += w.was_loaded;
            refused += !w.was_loaded;
            free(copy.at);
        }
        free(whole.saved.at);
        close_bench(&b);
    }
    assert_true(refused > CASES);
    print_message("# %zu accepted, %zu refused\n", accepted, refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_go_on_from_any_rest),
        cmocka_unit_test(representatives_go_on_from_any_rest),
        cmocka_unit_test(least_representatives_go_on_from_any_rest),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
