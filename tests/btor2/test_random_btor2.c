// Random files in BTOR2: verdicts and the lengths of counterexamples against a plain search with an evaluator of its
// own; and every operator on words of all widths, against that evaluator.
#include "../unit.h"

#include "../certified.h"
#include "api/coset.h"
#include "random_btor2.h"

enum { MOST_BITS = 7, STATES = 1 << MOST_BITS };

// All values of inputs and states, one after the other, and what they mean.
struct space {
    const struct random_btor2 *b;
    int bits;
    struct random_value values[STATES][MOST_NODES];
};

static bool is_leaf(const struct random_node *n)
{
    return strcmp(n->op, "input") == 0 || strcmp(n->op, "state") == 0;
}

static void open_space(struct space *s, const struct random_btor2 *b)
{
    s->b = b;
    s->bits = 0;
    for (int i = 0; i < b->count; i++)
        s->bits += is_leaf(&b->nodes[i]) ? b->nodes[i].width << b->nodes[i].index : 0;
    assert_true(s->bits <= MOST_BITS);
    for (unsigned state = 0; state < 1u << s->bits; state++) {
        unsigned rest = state;
        memset(s->values[state], 0, sizeof s->values[state]);
        for (int i = 0; i < b->count; i++)
            for (int k = 0; is_leaf(&b->nodes[i]) && k < 1 << b->nodes[i].index; k++) {
                s->values[state][i].at[k] = rest & ((1u << b->nodes[i].width) - 1);
                rest >>= b->nodes[i].width;
            }
        random_btor2_evaluate(b, s->values[state]);
    }
}

static bool is_true(const struct space *s, unsigned state, int arg)
{
    return arg < 0 ? !s->values[state][-1 - arg].at[0] : s->values[state][arg].at[0];
}

static bool obeys(const struct space *s, unsigned state)
{
    return s->b->constraint < 0 || is_true(s, state, s->b->constraint);
}

static bool starts(const struct space *s, unsigned state)
{
    for (int i = 0; i < s->b->count; i++) {
        const struct random_node *n = &s->b->nodes[i];
        for (int k = 0; n->init >= 0 && k < 1 << n->index; k++)
            if (s->values[state][i].at[k] != s->values[state][n->init].at[s->b->nodes[n->init].index ? k : 0])
                return false;
    }
    return true;
}

static bool steps(const struct space *s, unsigned from, unsigned to)
{
    for (int i = 0; i < s->b->count; i++) {
        const struct random_node *n = &s->b->nodes[i];
        if (n->next >= 0 && memcmp(&s->values[to][i], &s->values[from][n->next], sizeof s->values[to][i]) != 0)
            return false;
    }
    return true;
}

static void search(const struct space *s, int from, int *distance)
{
    unsigned count = 1u << s->bits;
    bool changed = true;
    for (unsigned a = 0; a < count; a++)
        distance[a] = obeys(s, a) && (from < 0 ? starts(s, a) : a == (unsigned)from);
    for (int round = 1; changed; round++) {
        changed = false;
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = 0; b < count && distance[a] == round; b++)
                if (!distance[b] && obeys(s, b) && steps(s, a, b)) {
                    distance[b] = round + 1;
                    changed = true;
                }
    }
}

static int distance_to(const struct space *s, int bad)
{
    int distance[STATES], best = 0;
    search(s, -1, distance);
    for (unsigned a = 0; a < 1u << s->bits; a++)
        if (distance[a] && is_true(s, a, bad) && (!best || distance[a] < best))
            best = distance[a];
    return best;
}

static bool has_lasso(const struct space *s, const int *conditions, int count)
{
    int distance[STATES], there[STATES], back[STATES];
    search(s, -1, distance);
    for (unsigned home = 0; home < 1u << s->bits; home++) {
        unsigned met = 0;
        bool has_step = false;
        if (!distance[home])
            continue;
        search(s, (int)home, there);
        for (unsigned a = 0; a < 1u << s->bits; a++) {
            if (!there[a])
                continue;
            search(s, (int)a, back);
            has_step |= back[home] && (a != home || steps(s, home, home));
            for (int i = 0; i < count && back[home]; i++)
                met |= (unsigned)is_true(s, a, conditions[i]) << i;
        }
        if (has_step && met == (1u << count) - 1)
            return true;
    }
    return false;
}

static coset_model *open_text(const struct str *text)
{
    char *error = NULL;
    coset_model *model = coset_open_text("random.btor2", text->at, text->count, NULL, &error);
    if (!model)
        fail_msg("%s\n%s", error, text->at);
    return model;
}

static void judge(const struct space *s, const struct str *text, size_t counts[2], struct certified *verdicts)
{
    static const coset_options methods[] = {{.engine = COSET_ENGINE_EXPLICIT}, {.engine = COSET_ENGINE_SYMBOLIC}};
    const struct random_btor2 *b = s->b;
    coset_model *model = open_text(text);
    assert_int_equal(coset_property_count(model), b->bad_count + b->justice_count);
    for (int p = 0; p < b->bad_count + b->justice_count; p++) {
        int distance = p < b->bad_count ? distance_to(s, b->bads[p]) : 0;
        int conditions[] = {b->justice[0], b->justice[2], b->fair};
        bool fails = p < b->bad_count ? distance > 0 : has_lasso(s, conditions, b->fair < 0 ? 2 : 3);
        for (int i = 0; i < 2; i++) {
            coset_result *result = coset_check(model, (size_t)p, &methods[i]);
            if (coset_result_verdict(result) != (fails ? COSET_FAILS : COSET_HOLDS))
                fail_msg("method %d, property %d: expected %s in\n%s", i, p, fails ? "fails" : "holds", text->at);
            if (distance && coset_trace_length(result) != (size_t)distance)
                fail_msg("method %d, property %d: expected %d states in\n%s", i, p, distance, text->at);
            coset_result_free(result);
        }
        certified_note(verdicts, &(struct property){.goal = (goal_id)p + 1, .kind = PROPERTY_INVARIANT},
                       fails ? VERDICT_FAILS : VERDICT_HOLDS);
        counts[fails]++;
    }
    coset_close(model);
}

static void files_agree_with_a_plain_search(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("random btor2");
    struct space *space = malloc(sizeof *space);
    struct certified verdicts = {0};
    size_t counts[2] = {0, 0};
    for (int i = 0; i < cases_for(300, 30, 8); i++) {
        struct random_btor2 b;
        struct str text = {0};
        random_btor2_make(&b, 1 + dice_roll(&dice, 6), 4, &dice);
        random_btor2_print(&b, &dice, &mem, &text);
        open_space(space, &b);
        certified_begin(&verdicts);
        judge(space, &text, counts, &verdicts);
        if (certified_is_due((uint64_t)i, 4) &&
            !certified_agrees(&verdicts, text.at, text.count, &(struct subject_reading){.language = SUBJECT_BTOR2}))
            fail_msg("%s\n%s", text.at, verdicts.error);
        str_free(&mem, &text);
    }
    free(space);
    assert_true(counts[0] > 0 && counts[1] > 0);
    certified_assert(&verdicts, 60);
    assert_nothing_left(&mem);
}

// Values that are special, and others.
static uint64_t roll_word(int width, struct dice *dice)
{
    uint64_t all = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, top = UINT64_C(1) << (width - 1);
    uint64_t special[] = {0, 1, 2, all, all - 1, top, top - 1, top + 1, (uint64_t)width, (uint64_t)width - 1};
    uint64_t chosen = special[dice_roll(dice, 10)];
    return (dice_coin(dice) ? chosen : dice_next(dice) >> dice_roll(dice, 64)) & all;
}

// The bad state is that the result differs from what is expected. The words never change, so that there is one state.
static void operators_agree_with_the_evaluator(void **state)
{
    UNUSED(state);
    static const char *const ops[] = {"and",  "nand", "nor",   "or",    "xnor",  "xor",   "rol",   "ror",   "sll",
                                      "sra",  "srl",  "add",   "mul",   "sdiv",  "udiv",  "smod",  "srem",  "urem",
                                      "sub",  "eq",   "neq",   "sgt",   "ugt",   "sgte",  "ugte",  "slt",   "ult",
                                      "slte", "ulte", "saddo", "uaddo", "sdivo", "smulo", "umulo", "ssubo", "usubo"};
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("operators of btor2");
    for (int i = 0; i < cases_for(60, 12, 4); i++) {
        // All operators on two words that are states, so that nothing is folded: only their initial values are known.
        int width = dice_roll(&dice, 3) ? 1 + dice_roll(&dice, 64) : 1 + dice_roll(&dice, 6);
        uint64_t a = roll_word(width, &dice), b = roll_word(width, &dice);
        int id = 20;
        struct str text = {0};
        str_add(&mem, &text, "1 sort bitvec %d\n2 sort bitvec 1\n3 state 1 a\n4 state 1 b\n5 constd 1 %llu\n", width,
                (unsigned long long)a);
        str_add(&mem, &text, "6 constd 1 %llu\n7 init 1 3 5\n8 init 1 4 6\n9 next 1 3 3\n10 next 1 4 4\n",
                (unsigned long long)b);
        for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
            bool is_bit = k >= 19;
            str_add(&mem, &text, "%d %s %d 3 4\n", id, ops[k], is_bit ? 2 : 1);
            str_add(&mem, &text, "%d constd %d %llu\n", id + 1, is_bit ? 2 : 1,
                    (unsigned long long)random_btor2_operate(ops[k], width, a, b));
            str_add(&mem, &text, "%d neq 2 %d %d\n%d bad %d %s\n", id + 2, id, id + 1, id + 3, id + 2, ops[k]);
            id += 4;
        }
        coset_model *model = open_text(&text);
        for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
            coset_result *result = coset_check(model, k, &(coset_options){.engine = COSET_ENGINE_EXPLICIT});
            if (coset_result_verdict(result) != COSET_HOLDS)
                fail_msg("%s of %llu and %llu, with %d bits", ops[k], (unsigned long long)a, (unsigned long long)b,
                         width);
            coset_result_free(result);
        }
        coset_close(model);
        str_free(&mem, &text);
    }
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_agree_with_a_plain_search),
                                       cmocka_unit_test(operators_agree_with_the_evaluator)};
    return RUN(tests);
}
