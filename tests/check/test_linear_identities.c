// Laws of linear time and of CTL* on random models, most of very few states: two ways to say the same must get the same
// verdict, and where one formula can say that they are the same, it must hold.
//
// The letters $p, $q and $r stand for random formulas. Each case has a seed of its own; a failure shows it with the
// model, and COSET_SEED=that begins with this case. What holds in a part of the models is certified.
#include "../certified.h"
#include "linear_case.h"
#include "report/cause_words.h"

#define ROUNDS cases_for(60, 6, 1)
#define CERTIFIED 31 // one in so many models

#define COUNT(table) (sizeof(table) / sizeof *(table))

// ---- Laws of linear time --------------------------------------------------------------------------------------------

struct law {
    const char *left, *right;
    bool everywhere; // not only at the start of a path
};

static const struct law laws[] = {
    // Duals.
    {"F $p", "!(G !$p)", true},
    {"$p U $q", "!(!$p V !$q)", true},
    {"X $p", "!(X !$p)", true},
    {"Y $p", "!(Z !$p)", true},
    {"O $p", "!(H !$p)", true},
    {"$p S $q", "!(!$p T !$q)", true},
    {"F [1,2] $p", "!(G [1,2] !$p)", true},
    {"H [1,2] $p", "(Y Y TRUE) & !(O [1,2] !$p)", true},
    // Operators by others.
    {"F $p", "TRUE U $p", true},
    {"G $p", "FALSE V $p", true},
    {"O $p", "TRUE S $p", true},
    {"H $p", "FALSE T $p", true},
    {"$p U $q", "(F $q) & ($q V ($p | $q))", true},
    {"$p V $q", "(G $q) | ($q U ($p & $q))", true},
    {"$p S $q", "(O $q) & ($q T ($p | $q))", true},
    {"$p T $q", "(H $q) | ($q S ($p & $q))", true},
    // One step.
    {"$p U $q", "$q | ($p & X ($p U $q))", true},
    {"$p V $q", "$q & ($p | X ($p V $q))", true},
    {"F $p", "$p | X F $p", true},
    {"G $p", "$p & X G $p", true},
    {"$p S $q", "$q | ($p & Y ($p S $q))", true},
    {"$p T $q", "$q & ($p | Z ($p T $q))", true},
    {"O $p", "$p | Y O $p", true},
    {"H $p", "$p & Z H $p", true},
    {"$p", "X Y $p", true},
    {"X ($p U $q)", "(X $p) U (X $q)", true},
    {"X ($p & $q)", "(X $p) & (X $q)", true},
    {"Y ($p | $q)", "(Y $p) | (Y $q)", true},
    {"Z ($p & $q)", "(Z $p) & (Z $q)", true},
    {"Z $p", "(Y $p) | Z FALSE", true},
    {"Y $p", "(Z $p) & Y TRUE", true},
    // Twice, and over connectives.
    {"F F $p", "F $p", true},
    {"G G $p", "G $p", true},
    {"O O $p", "O $p", true},
    {"H H $p", "H $p", true},
    {"$p U ($p U $q)", "$p U $q", true},
    {"F ($p U $q)", "F $q", true},
    {"F G F $p", "G F $p", true},
    {"G F G $p", "F G $p", true},
    {"F ($p | $q)", "(F $p) | (F $q)", true},
    {"G ($p & $q)", "(G $p) & (G $q)", true},
    {"G F ($p | $q)", "(G F $p) | (G F $q)", true},
    {"F G ($p & $q)", "(F G $p) & (F G $q)", true},
    {"($p | $q) S $r", "$r | (($p | $q) & Y (($p | $q) S $r))", true},
    {"$p S ($q | $r)", "($p S $q) | ($p S $r)", true},
    {"($p & $q) U $r", "($p U $r) & ($q U $r)", true},
    // Bounds. The past of H is strong: it must be there.
    {"F [1,3] $p", "X ($p | X ($p | X $p))", true},
    {"F [0,2] $p", "$p | X ($p | X $p)", true},
    {"G [0,2] $p", "$p & X ($p & X $p)", true},
    {"G [2,2] $p", "X X $p", true},
    {"F [0,0] $p", "$p", true},
    {"O [1,2] $p", "Y ($p | Y $p)", true},
    {"O [0,2] $p", "$p | Y ($p | Y $p)", true},
    {"H [0,2] $p", "$p & Y ($p & Y $p)", true},
    {"H [1,2] $p", "Y ($p & Y $p)", true},
    {"O [2,2] $p", "Y Y $p", true},
    {"H [2,2] $p", "Y Y $p", true},
    {"F [1,2] F [1,1] $p", "F [2,3] $p", true},
    // The past from the start, by the future.
    {"O $p", "$p", false},
    {"H $p", "$p", false},
    {"Y $p", "FALSE", false},
    {"Z $p", "TRUE", false},
    {"$p S $q", "$q", false},
    {"$p T $q", "$q", false},
    {"G ($p -> O $q)", "!(!$q U ($p & !$q))", false},
    {"G ($p -> O $q)", "$q V ($p -> $q)", false},
    {"F ($p & H $q)", "$q U ($p & $q)", false},
    {"G ($p -> Y $q)", "!$p & G ((X $p) -> $q)", false},
    {"G ($p -> Z $q)", "G ((X $p) -> $q)", false},
    {"F ($p & Y $q)", "F ($q & X $p)", false},
    {"F ($p & ($q S $r))", "F ($r & ($p | X ($q U ($p & $q))))", false},
    {"G F O $p", "F $p", false},
    {"F G H $p", "G $p", false},
    {"F ($p & O $q)", "F ($q & F $p)", false},
    {"F ($p & O [1,2] $q)", "F ($q & F [1,2] $p)", false},
    {"G ($p -> H [1,1] $q)", "!$p & G ((X $p) -> $q)", false},
    {"G F Y $p", "G F $p", false},
    {"G F ($p & Y $q)", "G F ($q & X $p)", false},
    {"F (H $p & !X H $p)", "$p & F !$p", false},
};

// ---- Ways to ask the same -------------------------------------------------------------------------------------------

// Properties with the same verdict on each model. The letters are conditions on states.
#define MOST_WAYS 4

static const char *const ways[][MOST_WAYS] = {
    {"SPEC AG $p", "CTLSTARSPEC A (G $p)", "CTLSTARSPEC !(E (F !$p))", "LTLSPEC G $p"},
    {"SPEC AF $p", "CTLSTARSPEC A (F $p)", "CTLSTARSPEC !E (G !$p)", "LTLSPEC F $p"},
    {"SPEC AX $p", "CTLSTARSPEC A (X $p)", "CTLSTARSPEC X $p", "LTLSPEC X $p"},
    {"SPEC EX $p", "CTLSTARSPEC E (X $p)", "CTLSTARSPEC !A (X !$p)", "CTLSTARSPEC EX $p"},
    {"SPEC EF $p", "CTLSTARSPEC E (F $p)", "CTLSTARSPEC E (TRUE U $p)", "CTLSTARSPEC !A (G !$p)"},
    {"SPEC EG $p", "CTLSTARSPEC E (G $p)", "CTLSTARSPEC E (FALSE V $p)", "CTLSTARSPEC !AF !$p"},
    {"SPEC A [$p U $q]", "CTLSTARSPEC A ($p U $q)", "CTLSTARSPEC A [$p U $q]", "LTLSPEC $p U $q"},
    {"SPEC E [$p U $q]", "CTLSTARSPEC E ($p U $q)", "CTLSTARSPEC E [$p U $q]", "CTLSTARSPEC !A (!$p V !$q)"},
    {"SPEC AG AF $p", "CTLSTARSPEC A (G F $p)", "CTLSTARSPEC !E F G !$p", "LTLSPEC G F $p"},
    {"SPEC EF EG $p", "CTLSTARSPEC E (F G $p)", "CTLSTARSPEC !A (G F !$p)", "CTLSTARSPEC E F E G $p"},
    {"SPEC AG EF $p", "CTLSTARSPEC AG EF $p", "CTLSTARSPEC A (G (E (F $p)))", "CTLSTARSPEC !E (F A (G !$p))"},
    {"SPEC AF AG $p", "CTLSTARSPEC A (F A (G $p))", "CTLSTARSPEC !EG EF !$p", "CTLSTARSPEC AF (A (G $p))"},
    {"SPEC EX EF $p", "CTLSTARSPEC E (X F $p)", "CTLSTARSPEC E (F X $p)", "CTLSTARSPEC EF EX $p"},
    {"SPEC AX AF $p", "CTLSTARSPEC A (X F $p)", "LTLSPEC X F $p", "LTLSPEC F X $p"},
    {"SPEC E [$p U E [$q U $r]]", "CTLSTARSPEC E ($p U ($q U $r))", "CTLSTARSPEC E ($p U E ($q U $r))"},
    {"SPEC AG ($p -> AF $q)", "CTLSTARSPEC A (G ($p -> F $q))", "LTLSPEC G ($p -> F $q)"},
    {"SPEC EF ($p & EF $q) | EF ($q & EF $p)", "CTLSTARSPEC E ((F $p) & (F $q))"},
    {"SPEC AG ($p & $q)", "CTLSTARSPEC A ((G $p) & (G $q))", "CTLSTARSPEC (A G $p) & (A G $q)"},
    {"SPEC EX ($p & EG $q)", "CTLSTARSPEC E (X ($p & G $q))", "CTLSTARSPEC E ((X $p) & (X G $q))"},
    {"SPEC EBF 1..2 $p", "CTLSTARSPEC E (F [1,2] $p)", "CTLSTARSPEC E X ($p | X $p)", "CTLSTARSPEC EBF 1..2 $p"},
    {"SPEC ABG 0..2 $p", "CTLSTARSPEC A (G [0,2] $p)", "LTLSPEC G [0,2] $p", "CTLSTARSPEC ABG 0..2 $p"},
    {"SPEC A [$p BU 1..2 $q]", "CTLSTARSPEC A [$p BU 1..2 $q]", "LTLSPEC $p & X ($q | ($p & X $q))"},
    {"CTLSTARSPEC A [(X $p) BU 1..2 $q]", "LTLSPEC (X $p) & X ($q | ((X $p) & X $q))",
     "CTLSTARSPEC !E ((X !$p) | X (!$q & ((X !$p) | X !$q)))"},
    {"CTLSTARSPEC E [(F $p) BU 2..3 (G $q)]", "CTLSTARSPEC E ((F $p) & X ((F $p) & X ((G $q) | (F $p) & X G $q)))"},
    {"SPEC E [$p BU 0..1 $q]", "CTLSTARSPEC E [$p BU 0..1 $q]", "CTLSTARSPEC E ($q | ($p & X $q))"},
    {"CTLSTARSPEC A ((G F $p) -> (G F $q))", "CTLSTARSPEC !E ((G F $p) & (F G !$q))", "LTLSPEC (G F $p) -> (G F $q)",
     "CTLSTARSPEC (G F $p) -> G F $q"},
    {"CTLSTARSPEC E ((G F $p) & (G F $q))", "CTLSTARSPEC E (G F ($p & F $q))", "CTLSTARSPEC E F E G ((F $p) & F $q)",
     "CTLSTARSPEC !A ((F G !$p) | (F G !$q))"},
    {"CTLSTARSPEC A F G $p", "LTLSPEC F G $p", "CTLSTARSPEC !E G F !$p", "CTLSTARSPEC A X F G $p"},
    {"CTLSTARSPEC A ((F $p) | (G $q))", "LTLSPEC (F $p) | (G $q)", "CTLSTARSPEC !E ((G !$p) & (F !$q))"},
    // The past goes back to the quantifier, and no further.
    {"CTLSTARSPEC A (G ($p -> O $q))", "LTLSPEC G ($p -> O $q)", "CTLSTARSPEC !E (!$q U ($p & !$q))",
     "SPEC !E [!$q U ($p & !$q)]"},
    {"CTLSTARSPEC E (F ($p & H $q))", "SPEC E [$q U ($p & $q)]", "CTLSTARSPEC !A (G ($p -> O !$q))"},
    {"CTLSTARSPEC A (G E (O $p))", "SPEC AG $p", "CTLSTARSPEC AG A (H $p)", "CTLSTARSPEC A G E ($q S $p)"},
    {"CTLSTARSPEC A (G (H $p))", "SPEC AG $p", "LTLSPEC G H $p"},
    {"CTLSTARSPEC E (F ($p & Y E (X $q)))", "SPEC EF ((EX $q) & EX $p)", "CTLSTARSPEC E F ((E X $q) & X $p)"},
    // A state formula is a path formula.
    {"CTLSTARSPEC E (A (G $p))", "CTLSTARSPEC A (E (A (G $p)))", "SPEC AG $p"},
    {"CTLSTARSPEC A ($p)", "CTLSTARSPEC $p", "SPEC $p", "LTLSPEC $p"},
};

// What holds on each model, whatever the letters are.
static const char *const truths[] = {
    "(E (G F $p)) -> EG EF $p",
    "(AF AG $p) -> A (F G $p)",
    "(E F G $p) <-> EF EG $p",
    "(A G F $p) <-> AG AF $p",
    "AG !E (Y TRUE)",
    "AG A (Z FALSE)",
    "AG ((E $p) <-> $p)",
    "AG ((E (O $p)) <-> $p)",
    "AG ((E ($p U $q)) <-> ($q | ($p & EX E ($p U $q))))",
    "AG ((A ($p V $q)) <-> ($q & ($p | AX A ($p V $q))))",
    "AG ((E ((X $p) & F $q)) <-> (($q & EX $p) | EX ($p & EF $q)))",
    "A (G ((A (F G $p)) -> X A (F G $p)))",
    "A (G ((Y A (F G $p)) -> A F G $p))",
    "AG ((E (F ($p & O $q))) <-> EF ($q & EF $p))",
    "AG ((A (G F $p)) <-> A (G F F [0,2] $p))",
    "AG ((E (G ($p | X $p))) -> E (G F $p))",
    "AG (!(E (F ($p & X A (G $q)))) <-> A G ($p -> X E F !$q))",
};

// ---- Cases ----------------------------------------------------------------------------------------------------------

struct letters {
    struct str text[3]; // of $p, $q, $r
};

// Conditions on states; or also inputs and some time.
static void choose_letters(struct linear_case *c, bool linear, struct letters *l)
{
    struct linear_maker *k = &c->maker;
    *l = (struct letters){0};
    for (int i = 0; i < 3; i++) {
        k->out = &l->text[i];
        if (linear && maker_roll(k, 3) == 0)
            maker_put_ltl(k, 1, maker_roll(k, 2));
        else
            maker_put_condition(k, linear && maker_roll(k, 2));
    }
    k->out = &c->text;
}

static void free_letters(struct linear_case *c, struct letters *l)
{
    for (int i = 0; i < 3; i++)
        str_free(&c->mem, &l->text[i]);
}

static void put_filled(struct linear_case *c, const char *form, const struct letters *l)
{
    for (const char *at = form; *at; at++) {
        if (*at == '$')
            str_add(&c->mem, &c->text, "(%s)", str_text(&l->text[*++at - 'p']));
        else
            str_add_char(&c->mem, &c->text, *at);
    }
}

static void put_line(struct linear_case *c, const char *keyword, const char *form, const struct letters *l)
{
    str_add(&c->mem, &c->text, "%s", keyword);
    put_filled(c, form, l);
    str_add(&c->mem, &c->text, "\n");
}

static bool holds(struct linear_case *c, struct checker *checker, size_t i)
{
    const struct property *p = model_property(c->model, i);
    struct result r;
    struct str error = {0};
    c->property = p->text;
    checker_check(checker, i, &r);
    REQUIRE(r.verdict != VERDICT_UNDECIDED, c, "undecided: %s", cause_words(r.cause.code));
    if (r.has_trace) {
        REQUIRE(trace_replay(&r.trace, &c->mem, &error), c, "the trace is no run: %s", str_text(&error));
        REQUIRE(trace_shows_failure(&r.trace, p, &c->mem, &error), c, "the trace shows nothing: %s", str_text(&error));
        trace_close(&r.trace, &c->mem);
        str_free(&c->mem, &error);
    }
    return r.verdict == VERDICT_HOLDS;
}

static void certify(struct linear_case *c, struct checker *checker, struct certified *verdicts)
{
    certified_begin(verdicts);
    for (size_t i = 0; i < model_property_count(c->model); i++) {
        struct result r;
        checker_check(checker, i, &r);
        certified_note(verdicts, model_property(c->model, i), r.verdict);
        if (r.has_trace)
            trace_close(&r.trace, &c->mem);
    }
    REQUIRE(certified_agrees(verdicts, c->text.at, c->text.count, &(struct subject_reading){0}), c, "%s",
            verdicts->error);
}

typedef void put_properties(struct linear_case *, size_t entry);
// Judges the properties that were put.
typedef void check_properties(struct linear_case *, struct checker *, size_t entry);

// Each entry of a table on a model of its own, round after round. Of what holds, so many percent are certified.
static void run(size_t entries, put_properties *put, check_properties *check, unsigned percent)
{
    struct certified verdicts = {0};
    size_t cases = 0;
    for (; cases < (size_t)ROUNDS * entries; cases++) {
        struct linear_case c;
        uint64_t seed = case_first_seed() + cases;
        size_t entry = (size_t)(seed - 1) % entries;
        case_begin(&c, seed, (seed - 1) / entries % 4 == 3);
        put(&c, entry);
        case_read(&c);
        struct checker *checker = checker_new(c.model, &c.options, &c.mem);
        check(&c, checker, entry);
        if (certified_is_due(seed, CERTIFIED))
            certify(&c, checker, &verdicts);
        checker_free(checker);
        case_end(&c);
    }
    print_message("%zu laws, %zu models\n", entries, cases);
    certified_assert(&verdicts, percent);
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

static void put_law(struct linear_case *c, size_t entry)
{
    const struct law *law = &laws[entry];
    struct letters l;
    choose_letters(c, true, &l);
    put_line(c, "LTLSPEC ", law->left, &l);
    put_line(c, "LTLSPEC ", law->right, &l);
    str_add(&c->mem, &c->text, law->everywhere ? "LTLSPEC G ((" : "LTLSPEC ((");
    put_filled(c, law->left, &l);
    str_add(&c->mem, &c->text, ") <-> (");
    put_filled(c, law->right, &l);
    str_add(&c->mem, &c->text, "))\n");
    free_letters(c, &l);
}

static void check_law(struct linear_case *c, struct checker *checker, size_t entry)
{
    bool left = holds(c, checker, 0), right = holds(c, checker, 1);
    REQUIRE(left == right, c, "%s %s, and %s does not", laws[entry].left, left ? "holds" : "fails", laws[entry].right);
    REQUIRE(holds(c, checker, 2), c, "%s is not the same as %s", laws[entry].left, laws[entry].right);
}

static void laws_of_linear_time_hold(void **state)
{
    UNUSED(state);
    run(COUNT(laws), put_law, check_law, 90);
}

static void put_ways(struct linear_case *c, size_t entry)
{
    struct letters l;
    choose_letters(c, false, &l);
    for (size_t i = 0; i < MOST_WAYS && ways[entry][i]; i++)
        put_line(c, "", ways[entry][i], &l);
    free_letters(c, &l);
}

static void check_ways(struct linear_case *c, struct checker *checker, size_t entry)
{
    bool first = holds(c, checker, 0);
    for (size_t i = 1; i < model_property_count(c->model); i++)
        REQUIRE(holds(c, checker, i) == first, c, "%s %s, and %s does not", ways[entry][0], first ? "holds" : "fails",
                ways[entry][i]);
}

static void what_is_asked_in_several_ways_gets_one_answer(void **state)
{
    UNUSED(state);
    run(COUNT(ways), put_ways, check_ways, 40);
}

static void put_truth(struct linear_case *c, size_t entry)
{
    struct letters l;
    choose_letters(c, false, &l);
    put_line(c, "CTLSTARSPEC ", truths[entry], &l);
    free_letters(c, &l);
}

static void check_truth(struct linear_case *c, struct checker *checker, size_t entry)
{
    REQUIRE(holds(c, checker, 0), c, "%s does not hold", truths[entry]);
}

static void truths_of_branching_time_hold(void **state)
{
    UNUSED(state);
    run(COUNT(truths), put_truth, check_truth, 0);
}

// Where there is neither a deadlock nor a fairness condition, an invariant is what holds globally. (With inputs it need
// not be so: an invariant must hold for all of them, also for those with which no step can be made.)
static void put_invariant(struct linear_case *c, size_t entry)
{
    struct letters l;
    UNUSED(entry);
    choose_letters(c, false, &l);
    put_line(c, "INVARSPEC ", "$p", &l);
    put_line(c, "LTLSPEC ", "G $p", &l);
    free_letters(c, &l);
}

static void check_invariant(struct linear_case *c, struct checker *checker, size_t entry)
{
    struct model_warnings w;
    UNUSED(entry);
    bool invariant = holds(c, checker, 0), globally = holds(c, checker, 1);
    checker_find_warnings(checker, &w);
    REQUIRE(globally || !invariant, c, "an invariant is violated");
    if (w.known && !w.not_total && model_justice_count(c->model) + model_compassion_count(c->model) == 0)
        REQUIRE(globally == invariant, c, "G %s, as an invariant it does not", globally ? "holds" : "fails");
}

static void invariants_hold_globally(void **state)
{
    UNUSED(state);
    run(20, put_invariant, check_invariant, 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_of_linear_time_hold),
        cmocka_unit_test(what_is_asked_in_several_ways_gets_one_answer),
        cmocka_unit_test(truths_of_branching_time_hold),
        cmocka_unit_test(invariants_hold_globally),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
