// Forgeries that look like proofs: a certificate of what does hold is taken apart, and one thing in it is made wrong. A
// state, a step, an initial state or a point is left out, a step leads elsewhere or has another permutation, a set is
// weaker or smaller than it was, numbers do not fall, a path lacks a state. None of that is certified.
#include "../unit.h"

#include "base/stream_file.h"
#include "certificate/subject_section.h"
#include "certify/certify.h"
#include "certify/claim.h"
#include "model/eval.h"
#include "run/certificate/certificate.h"

// Three processes; the conjuncts of the second property are images of each other.
static const char mutex[] =
    "type P: scalarset(3); S: enum { out, want, in };\n"
    "var s: array [P] of S; holder: P; lock: boolean;\n"
    "ruleset q: P do startstate for p: P do s[p] := out; end; holder := q; s[q] := want; lock := false; end; end;\n"
    "ruleset p: P do\n"
    "  rule s[p] = out ==> s[p] := want; end;\n"
    "  rule s[p] = want & !lock ==> s[p] := in; lock := true; holder := p; end;\n"
    "  rule s[p] = in ==> s[p] := out; lock := false; end;\n"
    "end;\n"
    "invariant \"alone\" forall p: P do forall q: P do p != q -> !(s[p] = in & s[q] = in) end end;\n"
    "ctl \"again\" forall p: P do AG EF s[p] = in end;\n"
    "ltl \"leaves\" G ((exists p: P do s[p] = in end) -> X X X true);\n";

static const char counter[] = "var n: 0..7; up: boolean;\n"
                              "startstate n := 0; up := true; end;\n"
                              "rule up & n < 4 ==> n := n + 1; end;\n"
                              "rule up & n = 4 ==> up := false; end;\n"
                              "rule !up & n > 0 ==> n := n - 1; end;\n"
                              "rule !up & n = 0 ==> up := true; end;\n"
                              "invariant \"small\" n < 5;\n"
                              "ctl \"can be zero\" AG EF n = 0;\n"
                              "ctl \"turns\" AG AF !up;\n"
                              "ltl \"comes back\" G (n = 4 -> F n = 0);\n"
                              "cover \"four\" n = 4;\n";

// Too many states to be listed, fairness about inputs: an inductive invariant and a ranking.
static const char wide[] =
    "MODULE main\n"
    "VAR b: array 0..19 of boolean; n: 0..7; kind: {low, middle, high}; IVAR go: boolean;\n"
    "ASSIGN init(n) := 0; next(n) := case !go: n; n < 4: n + 1; n = 4: 0; TRUE: {5, 7}; esac;\n"
    "  init(kind) := low; next(kind) := case n = 2: {middle, high}; n = 4: low; TRUE: kind; esac;\n"
    "JUSTICE go\n"
    "INVARSPEC n != 7\n"
    "INVARSPEC next(n) <= 4\n"
    "LTLSPEC G (n = 1 -> F n = 0)\n";

// Too many states, too: the first property is 4-inductive. The second one is false after 5 steps; it is true after any
// 6 states in which it is, for there are no 6 such states in a row that lead to one in which it is not.
static const char chain[] =
    "MODULE main\n"
    "VAR w: array 0..19 of boolean; a: boolean; b: boolean; c: boolean; d: boolean; m: 0..7;\n"
    "ASSIGN init(a) := FALSE; init(b) := FALSE; init(c) := FALSE; init(d) := FALSE; init(m) := 0;\n"
    "  next(a) := FALSE; next(b) := a; next(c) := b; next(d) := c;\n"
    "  next(m) := case m < 6: m + 1; TRUE: m; esac;\n"
    "INVARSPEC !d\n"
    "CTLSPEC AG m != 5\n";

// ---- A certificate, taken apart -------------------------------------------------------------------------------------

struct section {
    char tag[5];
    struct str bytes;
};

struct taken {
    struct run run;
    struct subject subject;
    ARRAY(struct section) sections; // but for those about the model and the end
};

static void give_up(struct mem *mem)
{
    UNUSED(mem);
    fail_msg("out of memory");
}

static struct stream *same_file(void *file)
{
    return file;
}

static void take(struct taken *t, const char *text, bool is_murphi)
{
    struct subject_reading reading = {.language = is_murphi ? SUBJECT_MURPHI : SUBJECT_SMV};
    struct certificate_goal goals[8];
    struct certificate_request request = {
        .name = "model", .text = text, .length = strlen(text), .reading = reading, .goals = goals};
    struct diag diag;
    char *bytes = NULL;
    size_t length = 0;
    *t = (struct taken){.run = {.mem = {.exhausted = give_up}}};
    diag_open(&diag, &t->run.mem);
    assert_true(subject_open(&t->subject, "model", text, strlen(text), &reading, &t->run.mem, &diag));
    diag_close(&diag);
    for (; request.count < model_property_count(t->subject.model); request.count++)
        goals[request.count] = (struct certificate_goal){model_property(t->subject.model, request.count)->goal, true};
    FILE *file = open_memstream(&bytes, &length);
    struct stream *stream = stream_on_file(file, &t->run.mem);
    assert_int_equal(certificate_make(&t->run, &request, same_file, stream), CERTIFICATE_MADE);
    stream_close(stream);
    fclose(file);
    struct view all = {(const uint8_t *)bytes, (const uint8_t *)bytes + length, false}, view;
    const char *error;
    struct section section = {0};
    assert_true(certificate_open(&all, &error) && certificate_next(&all, section.tag, &view));
    while (certificate_next(&all, section.tag, &view)) {
        section.bytes = (struct str){0};
        str_add_bytes(&t->run.mem, &section.bytes, (const char *)view.at, (size_t)(view.end - view.at));
        array_push(&t->run.mem, &t->sections, section);
    }
    free(bytes);
}

static void let_go(struct taken *t)
{
    for (size_t i = 0; i < t->sections.count; i++)
        str_free(&t->run.mem, &t->sections.at[i].bytes);
    array_free(&t->run.mem, &t->sections);
    subject_close(&t->subject);
    assert_nothing_left(&t->run.mem);
}

static struct view view_of(const struct str *bytes)
{
    return (struct view){(const uint8_t *)str_text(bytes), (const uint8_t *)str_text(bytes) + bytes->count, false};
}

// The properties with an outcome, a bit for each, when one section has other bytes.
static uint32_t those_with(struct taken *t, enum certify_outcome outcome, size_t changed, const struct str *bytes)
{
    struct mem *mem = &t->run.mem;
    struct str all = {0};
    certify_results results = {0};
    const char *error;
    uint32_t set = 0;
    for (size_t i = 0; i < t->sections.count; i++) {
        const struct str *own = i == changed ? bytes : &t->sections.at[i].bytes;
        uint8_t head[SECTION_HEAD];
        certificate_head(t->sections.at[i].tag, own->count, head);
        str_add_bytes(mem, &all, (const char *)head, sizeof head);
        str_add_bytes(mem, &all, str_text(own), own->count);
    }
    if (certify_check(&t->subject, view_of(&all), NULL, mem, &results, &error))
        for (size_t i = 0; i < results.count; i++)
            set |= (uint32_t)(results.at[i].outcome == outcome) << i;
    certify_free_results(mem, &results);
    str_free(mem, &all);
    return set;
}

// What a claim is: the number of its property, its form, and which graph or invariant it is by.
struct heading {
    size_t property;
    enum claim_form form;
    uint64_t by;
    size_t length; // in bytes
};

static struct heading heading_of(const struct taken *t, size_t section)
{
    struct view v = view_of(&t->sections.at[section].bytes), start = v;
    struct heading h = {.property = model_find_goal(t->subject.model, (goal_id)view_number(&v))};
    view_text(&v);
    view_number(&v); // the conjunct
    h.form = (enum claim_form)view_number(&v);
    h.by = view_number(&v);
    h.length = (size_t)(v.at - start.at);
    return h;
}

static bool is_claim(const struct taken *t, size_t section, enum claim_form form)
{
    return strcmp(t->sections.at[section].tag, TAG_CLAIM) == 0 && heading_of(t, section).form == form;
}

// The properties with claims by the section of a kind with this number.
static uint32_t claimed_by(const struct taken *t, uint64_t number, bool is_graph)
{
    uint32_t set = 0;
    for (size_t i = 0; i < t->sections.count; i++) {
        if (strcmp(t->sections.at[i].tag, TAG_CLAIM) != 0)
            continue;
        struct heading h = heading_of(t, i);
        set |= (uint32_t)(h.by == number && (h.form != CLAIM_INDUCTIVE) == is_graph) << h.property;
    }
    return set;
}

static size_t forgeries, refuted;

// Most are refuted; of some it is said that the claim is damaged.
static void assert_not_believed(struct taken *t, size_t section, const struct str *bytes, uint32_t properties,
                                const char *what, size_t number)
{
    forgeries++;
    if (those_with(t, CERTIFY_CERTIFIED, section, bytes) & properties)
        fail_msg("%s %zu: it is certified", what, number);
    refuted += (those_with(t, CERTIFY_REFUTED, section, bytes) & properties) != 0;
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

typedef ARRAY(uint64_t) number_list;

static void read_numbers(struct taken *t, struct view v, number_list *out)
{
    while (v.at < v.end)
        array_push(&t->run.mem, out, view_number(&v));
    assert_false(v.is_damaged);
}

// A section that begins with so many bytes of another one, and goes on with numbers.
static struct str written(struct taken *t, const struct str *old, size_t kept, const number_list *numbers)
{
    struct str out = {0};
    str_add_bytes(&t->run.mem, &out, str_text(old), kept);
    for (size_t i = 0; i < numbers->count; i++)
        bytes_add_number(&t->run.mem, &out, numbers->at[i]);
    return out;
}

// ---- Graphs ---------------------------------------------------------------------------------------------------------

struct link {
    uint64_t to, permutation;
};

struct graph {
    size_t head; // bytes before the number of states
    uint64_t states, permutations;
    size_t record;
    const uint8_t *records;
    ARRAY(struct link) starts, links;
    ARRAY(size_t) first; // by state: of its links; one more for the end
};

struct counting {
    size_t count;
};

static bool count_one(void *context, const value *inputs, const value *state)
{
    UNUSED(inputs);
    UNUSED(state);
    ((struct counting *)context)->count++;
    return true;
}

static void read_links(struct mem *mem, struct view *v, size_t count, struct graph *g, bool of_starts)
{
    for (size_t i = 0; i < count; i++) {
        struct link link = {0};
        link.to = view_number(v);
        link.permutation = view_number(v);
        if (of_starts)
            array_push(mem, &g->starts, link);
        else
            array_push(mem, &g->links, link);
    }
}

static void read_graph(struct taken *t, size_t section, struct graph *g)
{
    struct mem *mem = &t->run.mem;
    struct model *m = t->subject.model;
    struct view v = view_of(&t->sections.at[section].bytes), begin = v;
    struct state_records records;
    size_t elements = 0;
    *g = (struct graph){0};
    for (size_t i = 0; i < model_class_count(m); i++)
        elements += model_class(m, i)->size;
    assert_int_equal(view_number(&v), 0); // no monitor
    for (size_t i = 0; i < elements; i++)
        view_number(&v);
    g->permutations = view_number(&v);
    for (size_t i = 0; i < g->permutations * elements; i++)
        view_number(&v);
    g->head = (size_t)(v.at - begin.at);
    state_records_open(&records, m, mem);
    g->record = records.bytes;
    g->states = view_number(&v);
    g->records = view_part(&v, g->states * g->record).at;
    size_t starts = view_number(&v);
    view_number(&v); // bytes
    read_links(mem, &v, starts, g, true);
    struct evaluator *evaluator = evaluator_new(m, mem);
    value *state = mem_zalloc(mem, records.cells * sizeof *state);
    for (uint64_t i = 0; i < g->states; i++) {
        struct counting counting = {0};
        assert_true(state_record_unpack(&records, g->records + i * g->record, state));
        eval_each_successor(evaluator, state, count_one, &counting);
        array_push(mem, &g->first, g->links.count);
        read_links(mem, &v, counting.count, g, false);
    }
    array_push(mem, &g->first, g->links.count);
    assert_true(view_is_done(&v));
    mem_free(mem, state, records.cells * sizeof *state);
    evaluator_free(evaluator);
    state_records_close(&records);
}

static void free_graph(struct mem *mem, struct graph *g)
{
    array_free(mem, &g->starts);
    array_free(mem, &g->links);
    array_free(mem, &g->first);
}

static void write_link(struct mem *mem, struct str *out, struct link link, uint64_t without)
{
    bytes_add_number(mem, out, link.to == without ? 0 : link.to > without ? link.to - 1 : link.to);
    bytes_add_number(mem, out, link.permutation);
}

#define ALL UINT64_MAX

// Without a state, steps to which go to the first one; without a start; without a step.
static struct str write_graph(struct taken *t, size_t section, const struct graph *g, uint64_t without, size_t start,
                              size_t step)
{
    struct mem *mem = &t->run.mem;
    struct str out = {0}, starts = {0};
    str_add_bytes(mem, &out, str_text(&t->sections.at[section].bytes), g->head);
    bytes_add_number(mem, &out, g->states - (without != ALL));
    for (uint64_t i = 0; i < g->states; i++)
        if (i != without)
            str_add_bytes(mem, &out, (const char *)g->records + i * g->record, g->record);
    for (size_t i = 0; i < g->starts.count; i++)
        if (i != start)
            write_link(mem, &starts, g->starts.at[i], without);
    bytes_add_number(mem, &out, g->starts.count - (start != SIZE_MAX));
    bytes_add_number(mem, &out, starts.count);
    str_add_bytes(mem, &out, str_text(&starts), starts.count);
    for (uint64_t i = 0; i < g->states; i++)
        for (size_t k = g->first.at[i]; k < g->first.at[i + 1] && i != without; k++)
            if (k != step)
                write_link(mem, &out, g->links.at[k], without);
    str_free(mem, &starts);
    return out;
}

static void forge_graph(struct taken *t, size_t section, uint64_t number)
{
    struct mem *mem = &t->run.mem;
    uint32_t properties = claimed_by(t, number, true);
    struct graph g;
    struct str forged;
    size_t permuted = 0;
    read_graph(t, section, &g);
#define TRY(what, number, ...) \
    forged = write_graph(t, section, &g, __VA_ARGS__); \
    assert_not_believed(t, section, &forged, properties, what, number); \
    str_free(mem, &forged)
    forged = write_graph(t, section, &g, ALL, SIZE_MAX, SIZE_MAX);
    assert_int_equal(forged.count, t->sections.at[section].bytes.count);
    assert_int_equal(those_with(t, CERTIFY_CERTIFIED, section, &forged) & properties, properties);
    str_free(mem, &forged);
    for (uint64_t i = 0; i < g.states; i++) {
        TRY("without state", i, i, SIZE_MAX, SIZE_MAX);
    }
    for (size_t i = 0; i < g.starts.count; i++) {
        TRY("without start", i, ALL, i, SIZE_MAX);
    }
    for (size_t i = 0; i < g.links.count; i++) {
        struct link kept = g.links.at[i];
        TRY("without step", i, ALL, SIZE_MAX, i);
        g.links.at[i].to = (kept.to + 1) % g.states;
        TRY("to another state: step", i, ALL, SIZE_MAX, SIZE_MAX);
        g.links.at[i] = kept;
    }
    for (size_t i = 0; i < g.links.count; i++) {
        permuted += g.links.at[i].permutation != 0;
        g.links.at[i].permutation = 0;
    }
    if (permuted) {
        TRY("without permutations", permuted, ALL, SIZE_MAX, SIZE_MAX);
    }
#undef TRY
    free_graph(mem, &g);
}

static void forge_graphs(struct taken *t)
{
    uint64_t number = 0;
    for (size_t i = 0; i < t->sections.count; i++)
        if (strcmp(t->sections.at[i].tag, TAG_GRAPH) == 0)
            forge_graph(t, i, ++number);
    assert_true(number > 0);
}

// ---- Claims ---------------------------------------------------------------------------------------------------------

// Calls what forges the rest of each claim of a form.
static size_t forge_claims(struct taken *t, enum claim_form form,
                           void (*forge)(struct taken *, size_t section, const struct heading *))
{
    size_t count = 0;
    for (size_t i = 0; i < t->sections.count; i++) {
        if (!is_claim(t, i, form))
            continue;
        struct heading h = heading_of(t, i);
        forge(t, i, &h);
        count++;
    }
    return count;
}

static struct view rest_of(const struct taken *t, size_t section, const struct heading *h)
{
    struct view v = view_of(&t->sections.at[section].bytes);
    v.at += h->length;
    return v;
}

// All labels of one kind are 0. Each kind has some that are not.
static void forge_labels(struct taken *t, size_t section, const struct heading *h)
{
    struct str *own = &t->sections.at[section].bytes;
    struct view v = rest_of(t, section, h);
    uint64_t states = 0;
    for (size_t i = 0, number = 0; i < t->sections.count; i++)
        if (strcmp(t->sections.at[i].tag, TAG_GRAPH) == 0 && ++number == h->by) {
            struct graph g;
            read_graph(t, i, &g);
            states = g.states;
            free_graph(&t->run.mem, &g);
        }
    for (size_t at = 0; v.at < v.end; at++) {
        uint64_t width = view_number(&v);
        struct view labels = view_part(&v, width * states);
        struct str forged = {0};
        str_add_bytes(&t->run.mem, &forged, own->at, own->count);
        memset(forged.at + (labels.at - (const uint8_t *)own->at), 0, width * states);
        if (width > 0)
            assert_not_believed(t, section, &forged, UINT32_C(1) << h->property, "labels that are 0", at);
        str_free(&t->run.mem, &forged);
    }
    assert_false(v.is_damaged);
}

// A set: nodes, then the reference to its root. Gives where that is.
static size_t root_of(const number_list *n)
{
    return 1 + 3 * n->at[0];
}

static void forge_numbers(struct taken *t, size_t section, size_t kept, const number_list *numbers, uint32_t properties,
                          const char *what)
{
    struct str forged = written(t, &t->sections.at[section].bytes, kept, numbers);
    assert_not_believed(t, section, &forged, properties, what, 0);
    str_free(&t->run.mem, &forged);
}

// The set is all states, or no state; or the numbers of a ranking are all 0.
static void forge_set(struct taken *t, size_t section, size_t kept, uint32_t properties, bool is_ranked)
{
    struct view v = view_of(&t->sections.at[section].bytes);
    number_list numbers = {0};
    v.at += kept;
    read_numbers(t, v, &numbers);
    size_t root = root_of(&numbers);
    uint64_t set = numbers.at[root];
    numbers.at[root] = 0;
    forge_numbers(t, section, kept, &numbers, properties, "a set of all states");
    numbers.at[root] = 1;
    forge_numbers(t, section, kept, &numbers, properties, "a set of no state");
    numbers.at[root] = set ^ 1;
    forge_numbers(t, section, kept, &numbers, properties, "the other states");
    numbers.at[root] = set;
    for (size_t i = root + 2; is_ranked && i < root + 2 + numbers.at[root + 1]; i++)
        numbers.at[i] = 1;
    if (is_ranked)
        forge_numbers(t, section, kept, &numbers, properties, "numbers that are 0");
    array_free(&t->run.mem, &numbers);
}

static void forge_ranking(struct taken *t, size_t section, const struct heading *h)
{
    forge_set(t, section, h->length, UINT32_C(1) << h->property, true);
}

// An order: the points of each state. Numbers that are all 0; each point left out.
static void forge_order(struct taken *t, size_t section, const struct heading *h)
{
    enum { POINT = 5, NUMBER = 3 };
    struct mem *mem = &t->run.mem;
    number_list all = {0}, flat = {0};
    read_numbers(t, rest_of(t, section, h), &all);
    for (size_t at = 0; at < all.count; at += 1 + POINT * all.at[at]) {
        array_push(mem, &flat, all.at[at]);
        for (size_t i = 0; i < POINT * all.at[at]; i++)
            array_push(mem, &flat, i % POINT == NUMBER ? 0 : all.at[at + 1 + i]);
    }
    forge_numbers(t, section, h->length, &flat, UINT32_C(1) << h->property, "an order without numbers");
    for (size_t at = 0; at < all.count; at += 1 + POINT * all.at[at]) {
        if (all.at[at] == 0)
            continue;
        number_list less = {0};
        for (size_t i = 0; i < all.count; i++)
            if (i <= at || i > at + POINT)
                array_push(mem, &less, all.at[i] - (i == at));
        forge_numbers(t, section, h->length, &less, UINT32_C(1) << h->property, "an order without a point");
        array_free(mem, &less);
    }
    array_free(mem, &all);
    array_free(mem, &flat);
}

static void forge_path(struct taken *t, size_t section, const struct heading *h)
{
    struct mem *mem = &t->run.mem;
    struct view v = rest_of(t, section, h);
    uint64_t length = view_number(&v);
    size_t record = (size_t)(v.end - v.at) / length;
    for (uint64_t without = 0; without < length; without++) {
        struct str forged = {0};
        str_add_bytes(mem, &forged, str_text(&t->sections.at[section].bytes), h->length);
        bytes_add_number(mem, &forged, length - 1);
        for (uint64_t i = 0; i < length; i++)
            if (i != without)
                str_add_bytes(mem, &forged, (const char *)v.at + i * record, record);
        assert_not_believed(t, section, &forged, UINT32_C(1) << h->property, "a path without state", without);
        str_free(mem, &forged);
    }
}

// An image under another permutation than the one that it is by is not certified.
static void forge_image(struct taken *t, size_t section, const struct heading *h)
{
    number_list numbers = {0};
    read_numbers(t, rest_of(t, section, h), &numbers);
    for (size_t i = 1; i < numbers.count; i++)
        numbers.at[i] = i - 1;
    struct str forged = written(t, &t->sections.at[section].bytes, h->length, &numbers);
    assert_int_equal(those_with(t, CERTIFY_CERTIFIED, section, &forged) >> h->property & 1, 0);
    str_free(&t->run.mem, &forged);
    array_free(&t->run.mem, &numbers);
}

// A claim that a property is inductive after so many states.
static void claim_induction(struct taken *t, size_t section, size_t property, uint64_t depth, struct str *out)
{
    struct mem *mem = &t->run.mem;
    const struct property *p = model_property(t->subject.model, property);
    assert_int_equal(heading_of(t, section).property, property);
    bytes_add_number(mem, out, p->goal);
    bytes_add_text(mem, out, p->text);
    bytes_add_number(mem, out, 0);
    bytes_add_number(mem, out, CLAIM_INDUCTION);
    bytes_add_number(mem, out, 0);
    bytes_add_number(mem, out, depth);
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

static void assert_all_certified(struct taken *t)
{
    uint32_t all = (UINT32_C(1) << model_property_count(t->subject.model)) - 1;
    assert_int_equal(those_with(t, CERTIFY_CERTIFIED, SIZE_MAX, NULL), all);
}

static void graphs_and_images(void **state)
{
    struct taken t;
    UNUSED(state);
    take(&t, mutex, true);
    assert_all_certified(&t);
    forge_graphs(&t);
    assert_int_equal(forge_claims(&t, CLAIM_IMAGE, forge_image), 2);
    let_go(&t);
}

static void labels_orders_and_paths(void **state)
{
    struct taken t;
    UNUSED(state);
    take(&t, counter, true);
    assert_all_certified(&t);
    forge_graphs(&t);
    assert_int_equal(forge_claims(&t, CLAIM_CTL, forge_labels), 2);
    assert_int_equal(forge_claims(&t, CLAIM_LTL, forge_order), 1);
    assert_int_equal(forge_claims(&t, CLAIM_COVER, forge_path), 1);
    let_go(&t);
}

static void sets_and_rankings(void **state)
{
    struct taken t;
    uint64_t number = 0;
    UNUSED(state);
    take(&t, wide, false);
    assert_all_certified(&t);
    for (size_t i = 0; i < t.sections.count; i++)
        if (strcmp(t.sections.at[i].tag, TAG_INVARIANT) == 0) {
            number++;
            forge_set(&t, i, 0, claimed_by(&t, number, false), false);
        }
    assert_int_equal(number, 1);
    assert_int_equal(forge_claims(&t, CLAIM_RANKING, forge_ranking), 1);
    let_go(&t);
    print_message("%zu forgeries, %zu refuted\n", forgeries, refuted);
    assert_true(refuted * 10 > forgeries * 8);
}

// Neither too small a depth is believed, nor one whose step holds where the base does not, nor bytes behind it.
static void inductions(void **state)
{
    struct taken t;
    size_t claims[2] = {0};
    UNUSED(state);
    take(&t, chain, false);
    for (size_t i = 0; i < t.sections.count; i++)
        if (strcmp(t.sections.at[i].tag, TAG_CLAIM) == 0)
            claims[heading_of(&t, i).property] = i;
    assert_true(is_claim(&t, claims[0], CLAIM_INDUCTION));
    assert_int_equal(those_with(&t, CERTIFY_CERTIFIED, SIZE_MAX, NULL), 1);
    for (uint64_t depth = 0; depth < 12; depth++) {
        struct str forged = {0};
        claim_induction(&t, claims[0], 0, depth, &forged);
        assert_int_equal(those_with(&t, CERTIFY_CERTIFIED, claims[0], &forged) & 1, depth >= 4);
        assert_int_equal(those_with(&t, CERTIFY_REFUTED, claims[0], &forged) & 1, depth < 4);
        str_add_char(&t.run.mem, &forged, 0);
        assert_int_equal(those_with(&t, CERTIFY_CERTIFIED, claims[0], &forged) & 1, 0);
        str_clear(&forged);
        claim_induction(&t, claims[1], 1, depth, &forged);
        assert_int_equal(those_with(&t, CERTIFY_REFUTED, claims[1], &forged) & 2, 2);
        str_free(&t.run.mem, &forged);
    }
    let_go(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_and_images),
        cmocka_unit_test(labels_orders_and_paths),
        cmocka_unit_test(sets_and_rankings),
        cmocka_unit_test(inductions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
