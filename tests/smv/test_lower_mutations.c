// Models with words exchanged, left out, doubled and replaced by others: whatever comes out, the front end reads it,
// says what is wrong or gives a model, and leaves nothing behind.
#include "group/cycles.h"
#include "lowered_text.h"

#if defined(__SANITIZE_ADDRESS__) || defined(COSET_STRESS)
#    define ROUNDS 3000
#else
#    define ROUNDS 20000
#endif

#define MOST_WORDS 400

static const char *const models[] = {
    "MODULE user ( turn , other ) VAR p : part ( self ) ; x : boolean ; s : { idle , wait , 3 } ; "
    "ASSIGN init ( x ) := FALSE ; next ( x ) := case turn & other . x : { TRUE , FALSE } ; TRUE : ! x ; esac ; "
    "next ( turn ) := ! turn ; init ( s ) := idle ; next ( s ) := s = idle ? wait : s union 3 ; DEFINE go := x & p . v "
    "; "
    "FAIRNESS running SPEC AG ( x -> AF go ) "
    "MODULE part ( up ) VAR v : boolean ; ASSIGN next ( v ) := up . x ; "
    "MODULE main VAR turn : boolean ; a : process user ( turn , b ) ; b : process user ( turn , a ) ; "
    "LTLSPEC G F a . running INVARSPEC a . go -> b . go ",
    "MODULE main VAR x : 0 .. 7 ; y : - 3 .. 3 ; w : word [ 4 ] ; i : signed word [ 4 ] ; n : array 0 .. 2 of 0 .. 3 ; "
    "g : array - 1 .. 0 of array 0 .. 1 of boolean ; IVAR k : boolean ; FROZENVAR f : 0 .. 3 ; "
    "DEFINE d := x + y * 2 ; m := [ 1 , x , y ] ; e := w [ 2 : 1 ] :: w ; h := next ( x ) = 1 ; "
    "ASSIGN next ( x ) := ( x + 1 ) mod 8 ; n [ 0 ] := f ; next ( n [ 1 ] ) := case x < 3 : n [ x ] ; TRUE : 0 ; esac "
    "; "
    "init ( w ) := 0ud4_9 ; next ( w ) := w + ( w << 1 ) ; next ( i ) := signed ( w ) ; "
    "INIT g [ 0 ] [ 1 ] & x in { 1 , 2 } union 3 INVAR y in - 3 .. 3 TRANS k -> h & next ( y ) = m [ x mod 3 ] "
    "COMPASSION ( k , x = 1 ) SPEC A [ x = 1 U d = 2 ] & EBF 1 .. 3 y < 0 "
    "LTLSPEC ( x = 1 ) U ( O toint ( w ) = x ) COMPUTE MIN [ x = 1 , count ( x = 2 , TRUE ) = 1 ] "
    "CTLSTARSPEC E ( F x = 2 & G resize ( w , 2 ) = 0ub2_01 ) SPEC AG bool ( e [ 0 : 0 ] ) ",
    "MODULE node ( n , turn ) VAR x : boolean ; s : { red , green } ; r : 0 .. 2 ; w : array 0 .. 1 of boolean ; "
    "SYMMETRY ( w [ 0 ] w [ 1 ] ) , ( self . x n . x ) ; HINT turn & s = red ; ASSIGN next ( x ) := n . x ; "
    "MODULE main VAR a : process node ( b , t ) ; b : process node ( c , t ) ; c : process node ( a , t ) ; t : "
    "boolean "
    "; IVAR k : 0 .. 2 ; j : 0 .. 2 ; SYMMETRY ( a b c ) { k = 0 k = 1 k = 2 } , ( a . w b . w ) { red green } ; "
    "SYMMETRY ( k j ) { k = 0 j = 1 k = 2 j = 0 } { k = 1 j = 2 } ; HINT k = 1 & a . w [ 0 ] ; "
    "SYMMETRY { a c b } ( a b c ) { j = 0 j = 1 } ; ",
};

enum { MODELS = sizeof models / sizeof *models };

struct words {
    const char *at[MOST_WORDS];
    int length[MOST_WORDS];
    int count;
};

static void split(const char *text, struct words *words)
{
    for (words->count = 0; *text; text += *text == ' ') {
        int length = (int)strcspn(text, " ");
        assert_true(words->count < MOST_WORDS);
        words->at[words->count] = text;
        words->length[words->count++] = length;
        text += length;
    }
}

static uint64_t roll(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void mutate(struct words *words, uint64_t *dice)
{
    int i = (int)(roll(dice) % (uint64_t)words->count), j = (int)(roll(dice) % (uint64_t)words->count);
    switch (roll(dice) % 4) {
    case 0: // leave one out
        words->length[i] = 0;
        break;
    case 1: // exchange two
    {
        const char *at = words->at[i];
        int length = words->length[i];
        words->at[i] = words->at[j];
        words->length[i] = words->length[j];
        words->at[j] = at;
        words->length[j] = length;
        break;
    }
    default: // one for another: often it still parses
        words->at[i] = words->at[j];
        words->length[i] = words->length[j];
        break;
    }
}

// Whatever symmetries are stated, they fit the model or there is a message.
static bool read_annotations(struct lowering *w)
{
    const struct model *m = smv_model(w->smv);
    generator_array generators = {0};
    struct str why = {0};
    size_t errors = w->diag.errors;
    bool good = cycles_read(m, 0, &generators, &w->diag, &w->mem);
    assert_int_equal(good, w->diag.errors == errors);
    assert_true(!good || generators.count == model_symmetry_annotation_count(m));
    for (size_t i = 0; i < generators.count; i++)
        assert_true(generator_fits(&generators.at[i], m, &w->mem, &why));
    generators_free(&w->mem, &generators);
    return good;
}

static void damaged_models_are_read(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    uint64_t dice = 1;
    int good = 0, stated = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct words words;
        split(models[round % MODELS], &words);
        for (uint64_t n = 1 + roll(&dice) % 3; n > 0; n--)
            mutate(&words, &dice);
        str_clear(&text);
        for (int i = 0; i < words.count; i++)
            str_add(&mem, &text, "%.*s%s", words.length[i], words.at[i], i % 12 == 11 ? "\n" : " ");
        struct lowering w;
        lowering_open(&w, text.at, text.count);
        good += w.smv != NULL;
        if (w.smv)
            stated += read_annotations(&w);
        lowering_close(&w);
    }
    str_free(&mem, &text);
    assert_nothing_left(&mem);
    assert_true(good > 0);
    assert_true(stated > 0);
}

static void the_models_are_good(void **state)
{
    UNUSED(state);
    for (int i = 0; i < MODELS; i++) {
        struct lowering w;
        struct str out = {0};
        lowering_open(&w, models[i], strlen(models[i]));
        diag_render(&w.diag, &out);
        assert_string_equal(str_text(&out), "");
        assert_true(read_annotations(&w));
        lowering_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_models_are_good),
        cmocka_unit_test(damaged_models_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
