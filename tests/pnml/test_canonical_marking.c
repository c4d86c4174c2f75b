// Forms of markings up to permutations of colours, against all permutations one after the other.
#include "../unit.h"

#include "../cases.h"
#include "../dice.h"
#include "pnml/canonical_marking.h"

#define GRAMMAR "http://www.pnml.org/version-2009/grammar/"
#define SORT(id, what) "<namedsort id='" id "' name='" id "'>" what "</namedsort>"
#define CLASS(id, size) SORT(id, "<finiteintrange start='1' end='" size "'/>")
#define USE(id) "<usersort declaration='" id "'/>"
#define PAIR(id, a, b) SORT(id, "<productsort>" USE(a) USE(b) "</productsort>")
#define PLACE(id, sort) "<place id='" id "'><type><structure>" USE(sort) "</structure></type></place>"

enum { A = 5, B = 3, PLACES = 5, COLOURS = A * A };

static const char text[] =
    "<pnml xmlns='" GRAMMAR "pnml'><net id='n' type='" GRAMMAR "symmetricnet'><declaration>"
    "<structure><declarations>" CLASS("a", "5") CLASS("b", "3") PAIR("aa", "a", "a")
        PAIR("ab", "a", "b") "</declarations></structure></declaration><page id='page'>" PLACE("p0", "aa")
            PLACE("p1", "ab") PLACE("p2", "a") PLACE("p3", "b") PLACE("p4", "aa") "</page></net></pnml>";

// Tokens by place and colour: those of pairs are packed with the second one behind.
struct tokens {
    uint64_t at[PLACES][COLOURS];
};

static const int widths[PLACES] = {A * A, A *B, A, B, A *A};

static struct tokens permuted(const struct tokens *t, const int *a, const int *b)
{
    struct tokens to = {{{0}}};
    for (int i = 0; i < A; i++) {
        for (int k = 0; k < A; k++) {
            to.at[0][a[i] * A + a[k]] = t->at[0][i * A + k];
            to.at[4][a[i] * A + a[k]] = t->at[4][i * A + k];
        }
        for (int k = 0; k < B; k++)
            to.at[1][a[i] * B + b[k]] = t->at[1][i * B + k];
        to.at[2][a[i]] = t->at[2][i];
    }
    for (int k = 0; k < B; k++)
        to.at[3][b[k]] = t->at[3][k];
    return to;
}

static bool next_permutation(int *p, int n)
{
    int i = n - 2, k = n - 1;
    while (i >= 0 && p[i] > p[i + 1])
        i--;
    if (i < 0)
        return false;
    while (p[k] < p[i])
        k--;
    for (int low = i, high = k, first = 1; first || low < high; first = 0) {
        int x = p[low];
        p[low] = p[high];
        p[high] = x;
        low = first ? i + 1 : low + 1;
        high = first ? n - 1 : high - 1;
    }
    return true;
}

static void write_marking(struct mem *mem, const struct tokens *t, marking_array *out)
{
    out->count = 0;
    for (int p = 0; p < PLACES; p++) {
        size_t start = out->count;
        array_push(mem, out, 0);
        for (int i = 0; i < widths[p]; i++)
            if (t->at[p][i] > 0) {
                out->at[start]++;
                array_push(mem, out, (uint64_t)i);
                array_push(mem, out, t->at[p][i]);
            }
    }
}

// Few kinds of relations, so that many markings have permutations that keep them.
static struct tokens random_tokens(struct dice *dice)
{
    struct tokens t = {{{0}}};
    int a[A], b[B];
    for (int p = 0; p < PLACES; p++) {
        int kind = dice_roll(dice, 4);
        for (int i = 0; i < widths[p]; i++)
            t.at[p][i] = kind == 0 ? 0 : kind == 1 ? 1 : dice_roll(dice, kind == 2 ? 2 : 6) == 0;
    }
    for (int kind = dice_roll(dice, 3), i = 0; kind > 0 && i < A; i++) { // two circles, or one
        int next = kind == 1 ? (i + 1) % A : i < 2 ? 1 - i : i == A - 1 ? 2 : i + 1;
        t.at[0][i * A + next]++;
    }
    for (int i = 0; i < A; i++)
        a[i] = i;
    for (int i = 0; i < B; i++)
        b[i] = i;
    for (int n = dice_roll(dice, 120); n > 0; n--)
        next_permutation(a, A);
    return permuted(&t, a, b);
}

static void judge(struct canonical_marking *c, struct dice *dice, struct mem *mem, bool *has_kept)
{
    struct tokens t = random_tokens(dice);
    marking_array form = {0}, other = {0};
    int a[A] = {0, 1, 2, 3, 4}, b[B] = {0, 1, 2};
    unsigned long kept = 0;
    mpz_t orbit;
    mpz_init(orbit);
    write_marking(mem, &t, &form);
    canonical_marking_find(c, &form);
    assert_true(canonical_marking_is_exact(c));
    canonical_marking_orbit(c, orbit);
    do {
        do {
            struct tokens same = permuted(&t, a, b);
            kept += memcmp(&same, &t, sizeof t) == 0;
            if (dice_roll(dice, 12))
                continue;
            write_marking(mem, &same, &other);
            canonical_marking_find(c, &other);
            assert_int_equal(other.count, form.count);
            assert_memory_equal(other.at, form.at, form.count * sizeof *form.at);
        } while (next_permutation(b, B));
        for (int i = 0; i < B; i++)
            b[i] = i;
    } while (next_permutation(a, A));
    assert_int_equal(mpz_get_ui(orbit) * kept, 720);
    *has_kept |= kept > 1 && kept != 2 && kept != 6;
    array_free(mem, &form);
    array_free(mem, &other);
    mpz_clear(orbit);
}

static void permutations_have_one_form(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"net.pnml", text, sizeof text - 1};
    struct dice dice = dice_for("forms of markings");
    struct diag diag;
    struct net net;
    struct colour_symmetry symmetry;
    bool has_kept = false;
    diag_open(&diag, &mem);
    assert_true(net_read(&net, &source, &mem, &diag));
    colour_symmetry_find(&symmetry, &net, &mem);
    assert_int_equal(symmetry.subclasses.count, 2);
    struct canonical_marking *c = canonical_marking_open(&net, &symmetry, &mem);
    for (int i = 0; i < cases_for(300, 60, 1); i++)
        judge(c, &dice, &mem, &has_kept);
    assert_true(has_kept || cases_for(300, 60, 1) < 30);
    canonical_marking_close(c);
    colour_symmetry_close(&symmetry);
    net_close(&net);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(permutations_have_one_form)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
