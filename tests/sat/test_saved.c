// Clauses of IC3 that are saved and loaded again, for random small models: an engine that goes on with those of one
// that was stopped, or has finished, gives the verdicts of the slow judge, and so does one whose file has other
// clauses: with literals turned, left out or made up, and in other frames. What it then takes for an invariant is true
// in all reachable states. One that is stopped again and again gives them, too. Going on with what a proof took asks
// the solver less than the proof did.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../unit.h"

#include "../cases.h"
#include "../certified.h"
#include "../check/random_model.h"
#include "../check/slow_judge.h"
#include "../dice.h"
#include "base/diag.h"
#include "base/str.h"
#include "sat/blast.h"
#include "sat/sat.h"
#include "smv/smv.h"

#define CASES cases_for(600, 40, 4)

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

struct tally {
    size_t models, verdicts, failing, damaged, refused, stopped;
    struct certified certified;
    uint64_t queries, again; // of engines that prove, and of those that go on with what these have saved
};

struct saved_case {
    uint64_t seed;
    const char *text;
    struct explicit_graph *x;
    struct model *model;
    struct tally *tally;
};

#define REQUIRE(condition, about, ...) \
    do { \
        if (!(condition)) { \
            print_error("to repeat: COSET_SEED=%llu\n%s\n", (unsigned long long)(about)->seed, (about)->text); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

static bool looks_are_over(void *left)
{
    return --*(long *)left <= 0;
}

static struct sat_engine *open_engine(struct saved_case *c, long *looks)
{
    struct sat_options options = {.methods = SAT_IC3, .symmetric_from = 4};
    if (looks) {
        options.interrupted = looks_are_over;
        options.context = looks;
    }
    return sat_new(c->model, &options, c->x->mem);
}

// A clause of an invariant: one of its literals is true in each reachable state.
static void check_clauses(struct saved_case *c, struct sat_engine *e)
{
    for (size_t i = 0; i < sat_clause_count(e); i++) {
        const struct sat_literal *at;
        size_t count = sat_clause(e, i, &at);
        for (size_t s = 0; s < c->x->count; s++) {
            bool holds = false;
            for (size_t k = 0; k < count; k++) {
                struct cell_code code = cell_code_of(model_type(c->model, model_cell(c->model, at[k].cell)->type));
                value v = c->x->values.at[s * c->x->cells + at[k].cell];
                holds |= (cell_code_bits(&code, v) >> at[k].bit & 1) == at[k].is_true;
            }
            REQUIRE(holds, c, "a clause of the invariant is false in a reachable state");
        }
    }
}

static void check_verdicts(struct saved_case *c, struct sat_engine *e)
{
    for (size_t i = 0; i < model_property_count(c->model); i++) {
        struct result r;
        bool holds = explicit_holds(c->x, model_property(c->model, i));
        sat_check(e, i, 0, &r);
        REQUIRE(r.verdict == (holds ? VERDICT_HOLDS : VERDICT_FAILS), c, "property %zu %s, IC3 says otherwise", i + 1,
                holds ? "holds" : "fails");
        c->tally->verdicts++;
        c->tally->failing += !holds;
    }
    check_clauses(c, e);
}

static void save(struct saved_case *c, struct sat_engine *e, struct str *bytes)
{
    struct stream *file = stream_in_memory(c->x->mem);
    size_t count;
    REQUIRE(sat_save(e, file), c, "nothing is saved");
    const char *content = stream_content(file, &count);
    str_add_bytes(c->x->mem, bytes, content, count);
    stream_close(file);
}

// Goes on with a file; gives the number of questions.
static uint64_t go_on(struct saved_case *c, const struct str *bytes, bool must_load)
{
    struct sat_engine *e = open_engine(c, NULL);
    struct stream *file = stream_on_bytes(bytes->at, bytes->count, c->x->mem);
    struct sat_statistics statistics;
    bool is_loaded = sat_load(e, file);
    REQUIRE(is_loaded || !must_load, c, "what was saved is refused");
    c->tally->refused += !is_loaded;
    stream_close(file);
    check_verdicts(c, e);
    sat_get_statistics(e, &statistics);
    sat_free(e);
    return statistics.queries;
}

// Other frames, other literals of the same latches, or any bytes: all behind the number of latches.
static void damage(struct str *bytes, struct dice *dice)
{
    size_t words = bytes->count / sizeof(uint32_t);
    uint32_t word;
    for (size_t at = 4; at < words;) {
        uint32_t head[2];
        memcpy(head, bytes->at + at * sizeof word, sizeof head);
        head[0] = dice_roll(dice, 3) ? head[0] : (uint32_t)dice_roll(dice, 6);
        memcpy(bytes->at + at * sizeof word, head, sizeof head);
        for (size_t i = at + 2; i < at + 2 + head[1] && i < words; i++) {
            memcpy(&word, bytes->at + i * sizeof word, sizeof word);
            word ^= dice_roll(dice, 4) == 0;
            memcpy(bytes->at + i * sizeof word, &word, sizeof word);
        }
        at += 2 + head[1];
    }
    if (dice_roll(dice, 4) == 0)
        bytes->at[16 + dice_roll(dice, (int)(bytes->count - 16))] ^= (char)(1 << dice_roll(dice, 8));
    if (dice_roll(dice, 8) == 0)
        bytes->count -= (size_t)dice_roll(dice, (int)bytes->count);
}

// An engine that is stopped after some looks, and one that is not.
static void check_model(struct saved_case *c, struct dice *dice)
{
    for (int is_whole = 0; is_whole < 2; is_whole++) {
        long looks = 20 + dice_roll(dice, 200);
        struct sat_engine *e = open_engine(c, is_whole ? NULL : &looks);
        struct sat_statistics statistics;
        struct str bytes = {0};
        struct result r;
        for (size_t i = 0; i < model_property_count(c->model); i++)
            sat_check(e, i, 0, &r);
        sat_get_statistics(e, &statistics);
        if (sat_has_search(e)) {
            save(c, e, &bytes);
            uint64_t again = go_on(c, &bytes, true);
            c->tally->queries += is_whole ? statistics.queries : 0;
            c->tally->again += is_whole ? again : 0;
            if (bytes.count > 16) {
                damage(&bytes, dice);
                go_on(c, &bytes, false);
                c->tally->damaged++;
            }
        }
        sat_free(e);
        str_free(c->x->mem, &bytes);
    }
}

// An engine that is stopped again and again, and goes on from where it was, by all methods in turns.
static void check_stopped(struct saved_case *c, struct dice *dice)
{
    long looks = 0, more = 5;
    struct sat_options options = {
        .methods = SAT_ALL, .symmetric_from = 4, .interrupted = looks_are_over, .context = &looks};
    struct sat_engine *e = sat_new(c->model, &options, c->x->mem);
    for (size_t i = 0; i < model_property_count(c->model); i++) {
        struct result r;
        do {
            looks = 2 + dice_roll(dice, (int)more);
            more += more / 4;
            sat_check(e, i, 0, &r);
            c->tally->stopped += r.verdict == VERDICT_UNDECIDED;
        } while (r.verdict == VERDICT_UNDECIDED);
        more = 5;
        bool holds = explicit_holds(c->x, model_property(c->model, i));
        REQUIRE((r.verdict == VERDICT_HOLDS) == holds, c, "property %zu %s, which was stopped on its way", i + 1,
                holds ? "holds" : "fails");
        certified_note(&c->tally->certified, model_property(c->model, i), r.verdict);
    }
    check_clauses(c, e);
    sat_free(e);
}

static void run_case(uint64_t seed, struct tally *tally)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    struct random_maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &mem, .out = &text, .states = 1};
    random_put_model(&k);
    for (int i = 0; i < 3; i++) {
        struct random_scope now = {.vars = k.vars};
        put(&k, "INVARSPEC (");
        random_put_bool(&k, &now, 1);
        put(&k, " | ");
        random_put_bool(&k, &now, 2);
        put(&k, ")\n");
    }
    struct source source = {"random.smv", text.at, text.count};
    struct diag diag;
    struct explicit_graph x;
    diag_open(&diag, &mem);
    struct smv *smv = smv_read(&source, &mem, &diag);
    struct saved_case c = {.seed = seed, .text = str_text(&text), .x = &x, .tally = tally};
    REQUIRE(smv, &c, "not read: %s", diag.messages.count ? diag.messages.at[0].text : "");
    c.model = smv_model(smv);
    explicit_open(&x, c.model, RANDOM_MOST_STATES, &mem);
    if (!x.too_large) {
        tally->models++;
        certified_begin(&tally->certified);
        check_model(&c, &(struct dice){seed});
        check_stopped(&c, &(struct dice){seed});
        tally->certified.is_by_sat = true;
        if (certified_is_due(seed, 6))
            REQUIRE(certified_agrees(&tally->certified, text.at, text.count, &(struct subject_reading){0}), &c, "%s",
                    tally->certified.error);
    }
    explicit_close(&x);
    smv_free(smv);
    diag_close(&diag);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void clauses_that_are_loaded_are_checked(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    const char *first = getenv("COSET_SEED");
    for (int i = 0; i < CASES; i++)
        run_case((first ? strtoull(first, NULL, 0) : 1) + (uint64_t)i, &tally);
    print_message(
        "%zu models, %zu verdicts, %zu fail; %zu files were damaged, %zu of them refused; %llu questions, and "
        "%llu to go on\n",
        tally.models, tally.verdicts, tally.failing, tally.damaged, tally.refused, (unsigned long long)tally.queries,
        (unsigned long long)tally.again);
    assert_true(tally.failing > 0 && tally.failing < tally.verdicts);
    assert_true(tally.damaged > tally.refused);
    assert_true(tally.again < tally.queries);
    certified_assert_all(&tally.certified);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clauses_that_are_loaded_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
