// Decision diagrams of the markings of nets, against a plain search and against the checkers: numbers, bounds, and
// formulas, also where colours are counted, and on slices of the net.
#include "../unit.h"

#include "../pnml/net_case.h"
#include "netcheck/net_space.h"
#include "pnml/agglomerate.h"
#include "pnml/slice_net.h"

enum { MOST_STATES = 300, FORMULAS = 6 };

struct space_case {
    struct net_case of;
    struct flat_net flat;
    struct net_space *space;
    bool is_counted; // the flat net
    size_t sliced;   // formulas that need a part of the net only
    size_t left_out; // places by agglomeration
};

// Of the unfolded net, or with colours that are counted, where they can be.
static void open_space(struct space_case *c, bool is_to_count)
{
    static const struct flat_net_limits limits = {100000, 1000000};
    static const struct net_space_limits most = {.words = 10000000, .stop = net_case_never};
    c->is_counted = is_to_count && flat_net_count(&c->flat, &c->of.net, &limits, c->of.mem, &c->of.diag);
    c->space = c->is_counted ? net_space_open(&c->flat, &most, c->of.mem) : NULL;
    if (is_to_count && !c->space) { // also where all colours are moved that are not together
        net_case_expect(&c->of, !c->is_counted || c->flat.has_whole, "a counted net has no diagram", NULL);
        c->is_counted = false;
        flat_net_close(&c->flat);
    }
    if (!c->is_counted) {
        net_case_expect(&c->of, flat_net_unfold(&c->flat, &c->of.net, &limits, c->of.mem, &c->of.diag), "not unfolded",
                        NULL);
        c->space = net_space_open(&c->flat, &most, c->of.mem);
    }
    net_case_expect(&c->of, c->space, "no diagram", NULL);
}

static void close_space(struct space_case *c)
{
    net_space_close(c->space);
    flat_net_close(&c->flat);
}

static void judge_space(struct space_case *c)
{
    mpz_t states, arcs;
    mpz_inits(states, arcs, NULL);
    net_case_expect(&c->of, net_space_count(c->space, states, arcs), "a diagram is not counted", NULL);
    net_case_expect(&c->of, mpz_cmp_ui(states, c->of.found.states) == 0, "a diagram has a wrong number of markings",
                    NULL);
    net_case_expect(&c->of, mpz_cmp_ui(arcs, c->of.found.arcs) == 0, "a diagram has a wrong number of arcs", NULL);
    int64_t most;
    net_case_expect(&c->of, net_space_most_of_colour(c->space, &most), "no bound of a colour", NULL);
    net_case_expect(&c->of, most == c->of.found.most_of_colour, "a diagram has a wrong bound of a colour", NULL);
    for (uint32_t p = 0; p < c->of.net.places.count; p++) {
        net_case_expect(&c->of, net_space_most(c->space, &(struct mcc_sum){&p, 1, 0}, &most), "no bound", NULL);
        net_case_expect(&c->of, most == c->of.found.most[p], "a diagram has a wrong bound", NULL);
    }
    mpz_clears(states, arcs, NULL);
}

static void judge_on_space(struct space_case *c, const struct mcc_formula *f, bool is_linear, bool is_true)
{
    enum net_truth truth = is_linear ? net_space_check_ltl(c->space, f) : net_space_check_ctl(c->space, f);
    net_case_expect(&c->of, truth == (is_true ? NET_TRUE : NET_FALSE), "on a diagram", f);
}

// On a part of the unfolded net, also for a bound.
static void judge_on_slice(struct space_case *c, const struct mcc_formula *f, bool is_true)
{
    static const struct net_space_limits most = {.words = 10000000, .stop = net_case_never};
    struct slice_net slice;
    if (c->is_counted || !slice_net_is_for(f))
        return;
    slice_net_open(&slice, &c->flat, f, NULL, c->of.mem);
    net_case_expect(&c->of, slice_net_has(&slice, &slice), "a slice has less than it has", f);
    struct net_space *space = net_space_open(&slice.net, &most, c->of.mem);
    net_case_expect(&c->of, space, "no diagram of a slice", f);
    net_case_expect(&c->of, net_space_check_ctl(space, f) == (is_true ? NET_TRUE : NET_FALSE), "on a slice", f);
    c->sliced += slice.net.places.count < c->flat.places.count;
    net_space_close(space);
    slice_net_close(&slice);
}

static const struct mcc_formula *some_fireable(struct space_case *c)
{
    struct mcc_formula *f = mcc_make(&c->of.arena, MCC_FIREABLE, NULL, NULL);
    uint32_t *all = arena_alloc(&c->of.arena, (c->of.net.transitions.count + 1) * sizeof *all);
    for (uint32_t i = 0; i < c->of.net.transitions.count; i++)
        all[f->transition_count++] = i;
    f->transitions = all;
    return f;
}

// A net of its own for a formula, a bound, or whether there is a deadlock.
static struct net_space *open_agglomerated(struct space_case *c, struct slice_net *slice, const struct mcc_formula *f,
                                           const struct mcc_sum *sum)
{
    static const struct net_space_limits limits = {.words = 10000000, .stop = net_case_never};
    bool *is_observed = mem_zalloc(c->of.mem, c->flat.places.count + 1);
    size_t before;
    if (f && f->operands[0]->operands[0]->op == MCC_DEADLOCK)
        slice_net_open(slice, &c->flat, some_fireable(c), NULL, c->of.mem); // it is about all of the net
    else {
        slice_net_open(slice, &c->flat, f, sum, c->of.mem);
        slice_net_observe(&slice->net, f, sum, is_observed);
    }
    before = slice->net.places.count;
    flat_net_agglomerate(&slice->net, is_observed);
    c->left_out += before - slice->net.places.count;
    mem_free(c->of.mem, is_observed, c->flat.places.count + 1);
    struct net_space *space = net_space_open(&slice->net, &limits, c->of.mem);
    net_case_expect(&c->of, space, "no diagram after agglomeration", f);
    return space;
}

static void judge_agglomerated(struct space_case *c, const struct mcc_formula *f, bool is_true)
{
    struct slice_net slice;
    struct net_space *space = open_agglomerated(c, &slice, f, NULL);
    net_case_expect(&c->of, net_space_check_ctl(space, f) == (is_true ? NET_TRUE : NET_FALSE), "after agglomeration",
                    f);
    net_space_close(space);
    slice_net_close(&slice);
}

static void judge_agglomeration(struct space_case *c)
{
    const struct mcc_formula *dead = mcc_make(&c->of.arena, MCC_DEADLOCK, NULL, NULL);
    dead = mcc_make(&c->of.arena, MCC_E, mcc_make(&c->of.arena, MCC_F, dead, NULL), NULL);
    judge_agglomerated(c, dead, c->of.found.has_deadlock);
    for (uint32_t p = 0; p < c->of.net.places.count; p++) {
        const struct mcc_sum sum = {&p, 1, 0};
        struct slice_net slice;
        int64_t most = -1;
        struct net_space *space = open_agglomerated(c, &slice, NULL, &sum);
        net_case_expect(&c->of, net_space_most(space, &sum, &most), "no bound after agglomeration", NULL);
        net_case_expect(&c->of, most == c->of.found.most[p], "a wrong bound after agglomeration", NULL);
        net_space_close(space);
        slice_net_close(&slice);
    }
}

static void judge_slices(struct space_case *c)
{
    for (uint32_t p = 0; p < c->of.net.places.count && !c->is_counted; p++) {
        static const struct net_space_limits limits = {.words = 10000000, .stop = net_case_never};
        const struct mcc_sum sum = {&p, 1, 0};
        struct slice_net slice;
        int64_t most = -1;
        slice_net_open(&slice, &c->flat, NULL, &sum, c->of.mem);
        struct net_space *space = net_space_open(&slice.net, &limits, c->of.mem);
        net_case_expect(&c->of, space && net_space_most(space, &sum, &most), "no bound on a slice", NULL);
        net_case_expect(&c->of, most == c->of.found.most[p], "a slice has a wrong bound", NULL);
        net_space_close(space);
        slice_net_close(&slice);
    }
    for (int i = 0; i < 3 && !c->is_counted; i++) {
        const struct mcc_formula *a = net_case_condition(&c->of), *b = net_case_condition(&c->of);
        const struct mcc_formula *path = mcc_make(&c->of.arena,
                                                  i == 0   ? MCC_U
                                                  : i == 1 ? MCC_F
                                                           : MCC_G,
                                                  a, i ? NULL : b);
        const struct mcc_formula *f = mcc_make(&c->of.arena, i == 2 ? MCC_A : MCC_E, path, NULL);
        bool is_true = net_case_holds(&c->of, f, false);
        judge_on_slice(c, f, is_true);
        if (slice_net_is_for(f) && flat_net_agglomerates_for(f))
            judge_agglomerated(c, f, is_true);
    }
    if (!c->is_counted)
        judge_agglomeration(c);
}

static void judge_formulas(struct space_case *c)
{
    for (int i = 0; i < FORMULAS; i++) {
        bool is_linear = i % 3 == 2;
        const struct mcc_formula *f = net_case_formula(&c->of, 3, is_linear);
        bool is_true = net_case_holds(&c->of, f, is_linear);
        judge_on_space(c, f, is_linear, is_true);
        if (!is_linear)
            judge_on_slice(c, f, is_true);
    }
}

static void diagrams_are_right(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("diagrams of nets");
    size_t by_counting = 0, sliced = 0, left_out = 0;
    for (int i = 0; i < cases_for(250, 20, 8); i++) {
        struct space_case c = {0};
        net_case_open(&c.of, &dice, MOST_STATES, &mem);
        open_space(&c, i % 4 != 0);
        by_counting += c.is_counted && c.of.found.states > 1;
        judge_formulas(&c);
        judge_space(&c);
        judge_slices(&c);
        close_space(&c);
        sliced += c.sliced;
        left_out += c.left_out;
        net_case_close(&c.of);
    }
    if (cases_for(250, 20, 8) >= 70) // fewer need not have one of each
        assert_true(sliced > 0 && by_counting > 0 && left_out > 0);
    assert_nothing_left(&mem);
}

#define ARC(id, from, to, what) \
    "<arc id='" id "' source='" from "' target='" to "'><hlinscription><structure>" what \
    "</structure></hlinscription></arc>"
#define TIMES(number, what) \
    "<numberof><subterm><numberconstant value='" number "'><positive/></numberconstant></subterm><subterm>" what \
    "</subterm></numberof>"
#define PLACE(id, sort, initial) \
    "<place id='" id "'><type><structure><usersort declaration='" sort \
    "'/></structure></type><hlinitialMarking><structure>" initial "</structure></hlinitialMarking></place>"
#define DOT "<dotconstant/>"
#define NAMED "<useroperator declaration='s'/>"
#define X "<variable refvariable='x'/>"
#define GRAMMAR "http://www.pnml.org/version-2009/grammar/"
#define CLASS \
    "<pnml xmlns='" GRAMMAR "pnml'><net id='n' type='" GRAMMAR "symmetricnet'>" \
    "<declaration><structure><declarations><namedsort id='dot' name='dot'><dot/></namedsort>" \
    "<namedsort id='c' name='c'><finiteenumeration><feconstant id='s' name='s'/><feconstant id='a' name='a'/>" \
    "<feconstant id='b' name='b'/></finiteenumeration></namedsort><variabledecl id='x' name='x'>" \
    "<usersort declaration='c'/></variabledecl></declarations></structure></declaration><page id='page'>"
#define ALL "<all><usersort declaration='c'/></all>"
#define END "</page></net></pnml>"

static void judge_text(const char *text, const struct random_found *found, bool is_counted)
{
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"net.pnml", text, strlen(text)};
    struct space_case c = {.of = {.mem = &mem, .found = *found}};
    diag_open(&c.of.diag, &mem);
    assert_true(net_read(&c.of.net, &source, &mem, &c.of.diag));
    open_space(&c, true);
    assert_int_equal(c.is_counted, is_counted);
    judge_space(&c);
    close_space(&c);
    net_close(&c.of.net);
    diag_close(&c.of.diag);
    assert_nothing_left(&mem);
}

// A colour that a net names is a group of its own. It was taken to come to all local states that some event leads to.
static void colours_count_in_reachable_local_states_only(void **state)
{
    UNUSED(state);
    // "make" takes two tokens from a place that has one at the most.
    static const char text[] = CLASS                                                                           //
        PLACE("here", "c", ALL)                                                                                //
        PLACE("there", "c", TIMES("0", NAMED)) PLACE("many", "c", TIMES("0", NAMED))                           //
        PLACE("up", "dot", DOT)                                                                                //
        "<transition id='fall'/><transition id='make'/><transition id='go'/>"                                  //
        ARC("a1", "up", "fall", DOT) ARC("a2", "up", "make", TIMES("2", DOT)) ARC("a3", "here", "make", NAMED) //
        ARC("a4", "make", "many", TIMES("3", NAMED)) ARC("a5", "here", "go", X) ARC("a6", "go", "there", X)    //
        END;
    judge_text(text, &(struct random_found){.states = 16, .arcs = 32, .most = {3, 3, 0, 1}, .most_of_colour = 1}, true);
}

// "start" puts all colours, which go on one by one; "stop" takes them when all are there.
#define ELECTION \
    CLASS PLACE("here", "c", TIMES("0", NAMED)) PLACE("there", "c", TIMES("0", NAMED)) \
        PLACE("up", "dot", DOT) "<transition id='start'/><transition id='go'/><transition id='stop'/>" ARC( \
            "a1", "up", "start", DOT) ARC("a2", "start", "here", ALL) ARC("a3", "here", "go", X) \
            ARC("a4", "go", "there", X) ARC("a5", "there", "stop", ALL) ARC("a6", "stop", "up", DOT)

static void all_colours_are_moved_together(void **state)
{
    UNUSED(state);
    static const char text[] = ELECTION END;
    judge_text(text, &(struct random_found){.states = 9, .arcs = 14, .most = {3, 3, 1}, .most_of_colour = 1}, true);
}

static void colours_that_are_apart_are_not_moved_together(void **state)
{
    UNUSED(state);
    // "more" puts all colours, once, whatever they are in
    static const char text[] =
        CLASS PLACE("here", "c", ALL) PLACE("there", "c", TIMES("0", NAMED)) PLACE("many", "c", TIMES("0", NAMED)) //
        PLACE("one", "dot", DOT) "<transition id='go'/><transition id='more'/>"                                    //
        ARC("a1", "here", "go", X) ARC("a2", "go", "there", X) ARC("a3", "one", "more", DOT)                       //
        ARC("a4", "more", "many", ALL) END;
    judge_text(text, &(struct random_found){.states = 16, .arcs = 32, .most = {3, 3, 3, 1}, .most_of_colour = 1},
               false);
}

// Each event puts a token on the next place of a chain, and one beside it, of which nobody takes a single one. All of
// the chain together would be one event, and what it is made of grows with the square of the length.
static void events_that_are_made_stay_in_bounds(void **state)
{
    UNUSED(state);
    enum { LENGTH = 400, MOST_CHANGES = 100 };
    static const struct flat_net_limits limits = {100000, 1000000};
    struct mem mem = MEM_UNLIMITED;
    struct diag diag;
    struct net net;
    struct flat_net flat;
    struct str text = {0};
    str_add(&mem, &text, "<pnml xmlns='" GRAMMAR "pnml'><net id='n' type='" GRAMMAR "ptnet'><page id='page'>");
    str_add(&mem, &text, "<place id='p0'><initialMarking><text>1</text></initialMarking></place>");
    for (int i = 1; i <= LENGTH; i++)
        str_add(&mem, &text,
                "<place id='p%d'/><place id='r%d'/><transition id='t%d'/><transition id='u%d'/>"
                "<arc id='a%d' source='p%d' target='t%d'/><arc id='b%d' source='t%d' target='p%d'/>"
                "<arc id='c%d' source='t%d' target='r%d'/>"
                "<arc id='d%d' source='r%d' target='u%d'><inscription><text>2</text></inscription></arc>",
                i, i, i, i, i, i - 1, i, i, i, i, i, i, i, i, i, i);
    str_add(&mem, &text, END);
    struct source source = {"net.pnml", text.at, text.count};
    diag_open(&diag, &mem);
    assert_true(net_read(&net, &source, &mem, &diag));
    assert_true(flat_net_unfold(&flat, &net, &limits, &mem, &diag));
    size_t before = flat.places.count;
    bool *is_observed = mem_zalloc(&mem, before + 1);
    assert_true(flat_net_agglomerate(&flat, is_observed));
    assert_true(flat.places.count < before - LENGTH / 2);
    for (size_t i = 0; i < flat.events.count; i++)
        assert_true(flat.events.at[i].change_count <= MOST_CHANGES);
    mem_free(&mem, is_observed, before + 1);
    flat_net_close(&flat);
    net_close(&net);
    diag_close(&diag);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

// A colour of eight places has 256 local states, and a guard names five colours, of which it never holds: all choices
// of their local states would be tried, for no event.
static void bindings_that_are_tried_stay_in_bounds(void **state)
{
    UNUSED(state);
    enum { PLACES = 8, VARIABLES = 5 };
    static const struct flat_net_limits limits = {1000, 100000};
    struct mem mem = MEM_UNLIMITED;
    struct diag diag;
    struct net net;
    struct flat_net flat;
    struct str text = {0};
    str_add(&mem, &text, CLASS);
    text.count = (size_t)(strstr(text.at, "<namedsort id='c'") - text.at);
    str_add(&mem, &text, "<namedsort id='c' name='c'><finiteintrange start='1' end='9'/></namedsort>");
    for (int i = 0; i < VARIABLES; i++)
        str_add(&mem, &text, "<variabledecl id='x%d' name='x%d'><usersort declaration='c'/></variabledecl>", i, i);
    str_add(&mem, &text, "</declarations></structure></declaration><page id='page'>");
    for (int i = 0; i < PLACES; i++)
        str_add(&mem, &text,
                "<place id='p%d'><type><structure><usersort declaration='c'/></structure></type><hlinitialMarking>"
                "<structure>" ALL "</structure></hlinitialMarking></place><transition id='t%d'/><arc id='a%d' "
                "source='p%d' target='t%d'><hlinscription><structure><variable refvariable='x0'/></structure>"
                "</hlinscription></arc>",
                i, i, i, i, i);
    str_add(&mem, &text, "<transition id='never'><condition><structure><and><subterm><booleanconstant value='false'/>");
    for (int i = 0; i < VARIABLES; i++)
        str_add(&mem, &text,
                "</subterm><subterm><equality><subterm><variable refvariable='x%d'/></subterm><subterm><variable "
                "refvariable='x%d'/></subterm></equality>",
                i, i);
    str_add(&mem, &text, "</subterm></and></structure></condition></transition>" END);
    struct source source = {"net.pnml", text.at, text.count};
    diag_open(&diag, &mem);
    assert_true(net_read(&net, &source, &mem, &diag));
    assert_false(flat_net_count(&flat, &net, &limits, &mem, &diag));
    flat_net_close(&flat);
    net_close(&net);
    diag_close(&diag);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(diagrams_are_right),
                                       cmocka_unit_test(events_that_are_made_stay_in_bounds),
                                       cmocka_unit_test(bindings_that_are_tried_stay_in_bounds),
                                       cmocka_unit_test(colours_count_in_reachable_local_states_only),
                                       cmocka_unit_test(all_colours_are_moved_together),
                                       cmocka_unit_test(colours_that_are_apart_are_not_moved_together)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
