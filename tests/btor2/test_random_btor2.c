// Random files in BTOR2: verdicts and the lengths of counterexamples against a plain search with an evaluator of its
// own; and every operator on words of all widths, against that evaluator, and on wider vectors, against GMP.
#include "../unit.h"

#include <gmp.h>

#include "../certified.h"
#include "../circuit_sat.h"
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
    struct circuit_sat sat;
    circuit_sat_open(&sat, text, SUBJECT_BTOR2);
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
        circuit_sat_check(&sat, (size_t)p, fails);
        certified_note(verdicts, &(struct property){.goal = (goal_id)p + 1, .kind = PROPERTY_INVARIANT},
                       fails ? VERDICT_FAILS : VERDICT_HOLDS);
        counts[fails]++;
    }
    circuit_sat_close(&sat);
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
    certified_assert_all(&verdicts);
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

static const char *const ops[] = {"and",  "nand", "nor",   "or",    "xnor",  "xor",   "rol",   "ror",   "sll",
                                  "sra",  "srl",  "add",   "mul",   "sdiv",  "udiv",  "smod",  "srem",  "urem",
                                  "sub",  "eq",   "neq",   "sgt",   "ugt",   "sgte",  "ugte",  "slt",   "ult",
                                  "slte", "ulte", "saddo", "uaddo", "sdivo", "smulo", "umulo", "ssubo", "usubo"};
enum { BINARY_OPS = sizeof ops / sizeof *ops, FIRST_BIT_OP = 19 };

// The bad state is that the result differs from what is expected. The words never change, so that there is one state.
static void operators_agree_with_the_evaluator(void **state)
{
    UNUSED(state);
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
        for (size_t k = 0; k < BINARY_OPS; k++) {
            bool is_bit = k >= FIRST_BIT_OP;
            str_add(&mem, &text, "%d %s %d 3 4\n", id, ops[k], is_bit ? 2 : 1);
            str_add(&mem, &text, "%d constd %d %llu\n", id + 1, is_bit ? 2 : 1,
                    (unsigned long long)random_btor2_operate(ops[k], width, a, b));
            str_add(&mem, &text, "%d neq 2 %d %d\n%d bad %d %s\n", id + 2, id, id + 1, id + 3, id + 2, ops[k]);
            id += 4;
        }
        coset_model *model = open_text(&text);
        for (size_t k = 0; k < BINARY_OPS; k++) {
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

// ---- Vectors that are wider than words, by GMP ----------------------------------------------------------------------

struct wide_case {
    unsigned width;
    mpz_t a, b, x, y; // x, y: a and b with a sign
    mpz_t result, modulus;
};

static bool is(const char *op, const char *word)
{
    return strcmp(op, word) == 0;
}

static void signed_of(const struct wide_case *c, mpz_t to, const mpz_t from)
{
    mpz_set(to, from);
    if (mpz_tstbit(from, c->width - 1))
        mpz_sub(to, to, c->modulus);
}

// Whether a number with a sign has so many bits.
static bool fits(const struct wide_case *c, const mpz_t n)
{
    mpz_t half;
    mpz_init(half);
    mpz_ui_pow_ui(half, 2, c->width - 1);
    bool good = mpz_cmp(n, half) < 0;
    mpz_neg(half, half);
    good &= mpz_cmp(n, half) >= 0;
    mpz_clear(half);
    return good;
}

static void wide_shift(struct wide_case *c, const char *op)
{
    bool all = mpz_cmp_ui(c->b, c->width) >= 0;
    unsigned long by = is(op, "rol") || is(op, "ror") ? mpz_fdiv_ui(c->b, c->width) : all ? c->width : mpz_get_ui(c->b);
    if (is(op, "sll"))
        mpz_mul_2exp(c->result, c->a, by);
    else if (is(op, "srl") || is(op, "sra"))
        mpz_fdiv_q_2exp(c->result, is(op, "sra") ? c->x : c->a, by);
    else { // both parts
        unsigned long left = is(op, "rol") ? by : c->width - by;
        mpz_t low;
        mpz_init(low);
        mpz_mul_2exp(c->result, c->a, left);
        mpz_fdiv_q_2exp(low, c->a, c->width - left);
        mpz_fdiv_r(c->result, c->result, c->modulus);
        mpz_ior(c->result, c->result, low);
        mpz_clear(low);
    }
}

static void wide_divide(struct wide_case *c, const char *op)
{
    bool by_zero = mpz_sgn(c->b) == 0;
    if (by_zero && (is(op, "udiv") || is(op, "sdiv")))
        mpz_set_si(c->result, is(op, "sdiv") && mpz_sgn(c->x) < 0 ? 1 : -1);
    else if (by_zero)
        mpz_set(c->result, c->a);
    else if (is(op, "udiv"))
        mpz_tdiv_q(c->result, c->a, c->b);
    else if (is(op, "urem"))
        mpz_tdiv_r(c->result, c->a, c->b);
    else if (is(op, "sdiv"))
        mpz_tdiv_q(c->result, c->x, c->y);
    else if (is(op, "srem"))
        mpz_tdiv_r(c->result, c->x, c->y);
    else
        mpz_fdiv_r(c->result, c->x, c->y);
}

static bool wide_overflows(struct wide_case *c, const char *op)
{
    bool is_signed = op[0] == 's';
    const mpz_t *a = is_signed ? &c->x : &c->a, *b = is_signed ? &c->y : &c->b;
    if (is(op + 1, "divo"))
        return mpz_sgn(*b) != 0 && (mpz_tdiv_q(c->result, *a, *b), !fits(c, c->result));
    if (is(op + 1, "addo"))
        mpz_add(c->result, *a, *b);
    else if (is(op + 1, "subo"))
        mpz_sub(c->result, *a, *b);
    else
        mpz_mul(c->result, *a, *b);
    return is_signed ? !fits(c, c->result) : mpz_sgn(c->result) < 0 || mpz_cmp(c->result, c->modulus) >= 0;
}

static void wide_operate(struct wide_case *c, const char *op)
{
    int order = op[0] == 's' ? mpz_cmp(c->x, c->y) : mpz_cmp(c->a, c->b);
    size_t length = strlen(op);
    if (is(op, "and") || is(op, "nand"))
        mpz_and(c->result, c->a, c->b);
    else if (is(op, "or") || is(op, "nor"))
        mpz_ior(c->result, c->a, c->b);
    else if (is(op, "xor") || is(op, "xnor"))
        mpz_xor(c->result, c->a, c->b);
    else if (is(op, "add"))
        mpz_add(c->result, c->a, c->b);
    else if (is(op, "sub"))
        mpz_sub(c->result, c->a, c->b);
    else if (is(op, "mul"))
        mpz_mul(c->result, c->a, c->b);
    else if (is(op, "rol") || is(op, "ror") || is(op, "sll") || is(op, "srl") || is(op, "sra"))
        wide_shift(c, op);
    else if (length == 4 && (strstr(op, "div") || strstr(op, "rem") || is(op, "smod")))
        wide_divide(c, op);
    else if (op[length - 1] == 'o')
        mpz_set_ui(c->result, wide_overflows(c, op));
    else if (is(op, "eq") || is(op, "neq"))
        mpz_set_ui(c->result, (order == 0) == is(op, "eq"));
    else if (is(op + 1, "lt") || is(op + 1, "lte"))
        mpz_set_ui(c->result, order < 0 || (order == 0 && length == 4));
    else
        mpz_set_ui(c->result, order > 0 || (order == 0 && length == 4));
    if (is(op, "nand") || is(op, "nor") || is(op, "xnor"))
        mpz_com(c->result, c->result);
    mpz_fdiv_r(c->result, c->result, c->modulus);
}

static void roll_wide(struct wide_case *c, mpz_t to, struct dice *dice)
{
    if (dice_coin(dice)) { // near a power of two, or a shift
        mpz_ui_pow_ui(to, 2, dice_coin(dice) ? c->width - 1 : (unsigned)dice_roll(dice, (int)c->width));
        if (dice_roll(dice, 3) == 0)
            mpz_set_ui(to, (unsigned)dice_roll(dice, 2 * (int)c->width));
        mpz_add_ui(to, to, 1);
        mpz_sub_ui(to, to, (unsigned)dice_roll(dice, 3));
    } else {
        mpz_set_ui(to, 0);
        for (unsigned i = 0; i < c->width; i += 64) {
            mpz_mul_2exp(to, to, 64);
            mpz_add_ui(to, to, dice_next(dice));
        }
        mpz_fdiv_q_2exp(to, to, (unsigned)dice_roll(dice, (int)c->width));
    }
    mpz_fdiv_r(to, to, c->modulus);
}

static void put_wide(struct wide_case *c, const char *op, int id, bool is_bit, struct mem *mem, struct str *text)
{
    char digits[512];
    wide_operate(c, op);
    str_add(mem, text, "%d %s %d 3 4\n%d constd %d %s\n", id, op, is_bit ? 2 : 1, id + 1, is_bit ? 2 : 1,
            mpz_get_str(digits, 10, c->result));
    str_add(mem, text, "%d neq 2 %d %d\n", id + 2, id, id + 1);
}

// Words of a half each, put together and taken apart again, are what they were; so are those of an array.
static void put_parts(struct wide_case *c, struct mem *mem, struct str *text)
{
    char digits[512];
    mpz_fdiv_q_2exp(c->result, c->a, c->width / 2);
    str_add(mem, text, "500 sort bitvec %u\n501 sort bitvec %u\n502 slice 500 3 %u 0\n503 slice 501 3 %u %u\n",
            c->width / 2, c->width - c->width / 2, c->width / 2 - 1, c->width - 1, c->width / 2);
    str_add(mem, text, "504 constd 501 %s\n505 neq 2 503 504\n506 concat 1 503 502\n507 neq 2 506 3\n",
            mpz_get_str(digits, 10, c->result));
    str_add(mem, text, "508 sext 1 502 %u\n509 slice 500 508 %u 0\n510 neq 2 509 502\n", c->width - c->width / 2,
            c->width / 2 - 1);
    str_add(mem, text,
            "511 sort bitvec 2\n512 sort array 511 1\n513 state 512 memory\n514 constd 511 2\n"
            "528 init 512 513 3\n529 next 512 513 513\n");
    str_add(mem, text,
            "515 write 512 513 514 -3\n516 read 1 515 514\n517 neq 2 -516 3\n518 neg 1 3\n519 add 1 518 3\n");
    str_add(mem, text,
            "520 redor 2 519\n521 inc 1 4\n522 dec 1 521\n523 neq 2 522 4\n524 redand 2 3\n525 not 1 3\n"
            "526 redor 2 525\n527 xnor 2 524 526\n");
}

// One bad state for all: whatever differs.
static void put_any(struct mem *mem, struct str *text)
{
    static const int others[] = {505, 507, 510, 517, 520, 523, 527};
    int last = 22, id = 600;
    for (int k = 1; k < BINARY_OPS; k++, last = id++)
        str_add(mem, text, "%d or 2 %d %d\n", id, last, 22 + 4 * k);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++, last = id++)
        str_add(mem, text, "%d or 2 %d %d\n", id, last, others[k]);
    str_add(mem, text, "%d bad %d\n", id, last);
}

static void wide_operators_agree_with_gmp(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("wide operators of btor2");
    struct wide_case c;
    mpz_inits(c.a, c.b, c.x, c.y, c.result, c.modulus, NULL);
    for (int i = 0; i < cases_for(12, 2, 1); i++) {
        char a[512], b[512];
        struct str text = {0};
        c.width = 65 + (unsigned)dice_roll(&dice, i % 3 ? 10 : 70);
        mpz_ui_pow_ui(c.modulus, 2, c.width);
        roll_wide(&c, c.a, &dice);
        roll_wide(&c, c.b, &dice);
        signed_of(&c, c.x, c.a);
        signed_of(&c, c.y, c.b);
        str_add(&mem, &text, "1 sort bitvec %u\n2 sort bitvec 1\n3 state 1 a\n4 state 1 b\n5 consth 1 %s\n", c.width,
                mpz_get_str(a, 16, c.a));
        str_add(&mem, &text, "6 constd 1 %s\n7 init 1 3 5\n8 init 1 4 6\n9 next 1 3 3\n10 next 1 4 4\n",
                mpz_get_str(b, 10, c.y)); // with a sign
        for (int k = 0; k < BINARY_OPS; k++)
            put_wide(&c, ops[k], 20 + 4 * k, k >= FIRST_BIT_OP, &mem, &text);
        put_parts(&c, &mem, &text);
        put_any(&mem, &text);
        coset_model *model = open_text(&text);
        coset_result *result = coset_check(model, 0, &(coset_options){.engine = COSET_ENGINE_EXPLICIT});
        if (coset_result_verdict(result) != COSET_HOLDS)
            fail_msg("0x%s and %s, with %u bits\n%s", a, b, c.width, text.at);
        coset_result_free(result);
        coset_close(model);
        str_free(&mem, &text);
    }
    mpz_clears(c.a, c.b, c.x, c.y, c.result, c.modulus, NULL);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_agree_with_a_plain_search),
                                       cmocka_unit_test(operators_agree_with_the_evaluator),
                                       cmocka_unit_test(wide_operators_agree_with_gmp)};
    return RUN(tests);
}
