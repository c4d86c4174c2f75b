// Searches in files: they go on to the same end; and files that are damaged, at any place and in any way, are refused
// or do no harm. (Checkpoints have checksums; here nothing stands before the reader.)
#include "guarded.h"

#include "base/random.h"
#include "base/stream_file.h"
#include "explicit/explicit.h"

enum { COUNTERS = 3, BASE = 5, STATES = BASE * BASE * BASE };

// Counters that each count up by themselves. The first property holds, the second one fails.
struct grid {
    struct mem mem;
    struct model *model;
};

static void add_invariant(struct model *m, expr condition)
{
    model_add_property(m, &(struct property){.kind = PROPERTY_INVARIANT,
                                             .text = "property",
                                             .context = "",
                                             .formula = model_atom(m, condition),
                                             .from = FORMULA_NONE,
                                             .to = FORMULA_NONE});
}

static void open_grid(struct grid *g)
{
    g->mem = MEM_UNLIMITED;
    struct model *m = g->model = model_new(&g->mem);
    type_id digit = model_integer(m, 0, BASE); // the last one is never there
    expr full = model_true(m), over = model_false(m);
    for (cell_id c = 0; c < COUNTERS; c++) {
        model_add_cell(m, "counter", digit, CELL_STATE);
        model_add_initial(m, (struct part){PART_CHOICE, c, model_int(m, 0)});
        full = model_and(m, full, model_binary(m, OP_EQ, model_cell_expr(m, c), model_int(m, BASE - 1)));
        over = model_or(m, over, model_binary(m, OP_EQ, model_cell_expr(m, c), model_int(m, BASE)));
    }
    for (cell_id c = 0; c < COUNTERS; c++) {
        size_t a = model_add_action(m, "count");
        expr more = model_binary(m, OP_ADD, model_cell_expr(m, c), model_int(m, 1));
        expr low = model_binary(m, OP_LT, model_cell_expr(m, c), model_int(m, BASE - 1));
        model_add_to_action(m, a, (struct part){PART_CONDITION, CELL_NONE, low});
        model_add_to_action(m, a, (struct part){PART_CHOICE, c, more});
        for (cell_id other = 0; other < COUNTERS; other++)
            if (other != c)
                model_keep_in_action(m, a, other);
    }
    add_invariant(m, model_not(m, over));
    add_invariant(m, model_not(m, full));
}

static void close_grid(struct grid *g)
{
    model_free(g->model);
    assert_nothing_left(&g->mem);
}

struct saved {
    char *at;
    size_t length;
};

// After all, or at once: the search is interrupted when its first look at the clock comes.
static struct saved save(struct grid *g, size_t property)
{
    struct saved saved;
    struct result r;
    struct explicit_engine *e = explicit_new(g->model, &(struct explicit_options){.traces = true}, &g->mem);
    explicit_check(e, property, &r);
    if (r.has_trace)
        trace_close(&r.trace, &g->mem);
    FILE *file = open_memstream(&saved.at, &saved.length);
    struct stream *stream = stream_on_file(file, &g->mem);
    assert_true(explicit_save(e, stream));
    assert_true(stream_close(stream));
    fclose(file);
    explicit_free(e);
    return saved;
}

// What is found after loading; gives whether it was accepted.
static bool load(struct grid *g, const struct saved *saved, bool is_whole)
{
    struct explicit_engine *e = explicit_new(g->model, &(struct explicit_options){.traces = true}, &g->mem);
    struct stream *stream = stream_on_bytes(saved->at, saved->length ? saved->length : 1, &g->mem);
    bool good = !explicit_load(e, stream);
    stream_close(stream);
    for (size_t i = 0; i < 2; i++) {
        struct result r;
        explicit_check(e, i, &r);
        if (is_whole || !good)
            assert_int_equal(r.verdict, i == 0 ? VERDICT_HOLDS : VERDICT_FAILS);
        if (r.has_trace) { // it may be none of the model's, which the judge will see
            struct str error = {0};
            bool replays = trace_replay(&r.trace, &g->mem, &error);
            assert_true(replays || (good && !is_whole));
            str_free(&g->mem, &error);
            trace_close(&r.trace, &g->mem);
        }
    }
    uint64_t count;
    struct cause cause = {0};
    assert_true(explicit_count_states(e, &count, &cause));
    if (is_whole || !good)
        assert_int_equal(count, STATES);
    explicit_free(e);
    return good;
}

static void it_goes_on(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g);
    for (size_t property = 0; property < 2; property++) {
        struct saved saved = save(&g, property);
        assert_true(load(&g, &saved, true));
        free(saved.at);
    }
    close_grid(&g);
}

static void damage(struct saved *saved, uint64_t *dice)
{
    static const uint64_t strange[] = {0, 1, 0xff, 0xffff, 0x7fffffff, 0xffffffff, UINT64_MAX, (uint64_t)1 << 63, 125};
    for (size_t times = 1 + random_next(dice) % 3; times > 0; times--) {
        size_t at = random_next(dice) % saved->length;
        if (random_next(dice) % 4 == 0) // the head is small, and has most to say
            at %= 96;
        uint64_t odd = strange[random_next(dice) % (sizeof strange / sizeof *strange)];
        size_t bytes = (size_t)1 << random_next(dice) % 4;
        switch (random_next(dice) % 4) {
        case 0:
            saved->at[at] = (char)(saved->at[at] ^ (1 << random_next(dice) % 8));
            break;
        case 1:
            at -= at % bytes;
            memcpy(saved->at + at, &odd, bytes < saved->length - at ? bytes : saved->length - at);
            break;
        case 2:
            saved->at[at] = (char)(saved->at[at] + 1);
            break;
        default:
            if (random_next(dice) % 8 == 0)
                saved->length = at + 1;
            else
                memmove(saved->at + at, saved->at + at / 2, saved->length - at);
        }
    }
}

static void damage_does_no_harm(void **state)
{
    UNUSED(state);
    struct grid g;
    uint64_t dice = 1;
    size_t accepted = 0, refused = 0;
    open_grid(&g);
    for (size_t property = 0; property < 2; property++) {
        struct saved whole = save(&g, property);
        for (int i = 0; i < 1500; i++) {
            struct saved copy = {malloc(whole.length), whole.length};
            memcpy(copy.at, whole.at, whole.length);
            damage(&copy, &dice);
            bool good = load(&g, &copy, false);
            accepted += good;
            refused += !good;
            free(copy.at);
        }
        free(whole.at);
    }
    assert_true(refused > 1000); // most of it shows
    assert_true(accepted > 0);   // and not all can
    close_grid(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_on),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
