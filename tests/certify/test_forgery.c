// Certificates that are damaged or forged are not believed. A forgery is a certificate of a model in which a property
// holds, checked against one in which it fails: as it is, and with any of its bytes changed.
#include "../cases.h"
#include "../unit.h"

#include "base/stream_file.h"
#include "certificate/subject_section.h"
#include "certify/certify.h"
#include "certify/claim.h"
#include "run/certificate/certificate.h"

#define MURPHI_MUTEX(guard) \
    "type P: scalarset(2); S: enum { out, want, in };\n" \
    "var s: array [P] of S; lock: boolean;\n" \
    "startstate for p: P do s[p] := out; end; lock := false; end;\n" \
    "ruleset p: P do\n" \
    "  rule s[p] = out ==> s[p] := want; end;\n" \
    "  rule s[p] = want & " guard " ==> s[p] := in; lock := true; end;\n" \
    "  rule s[p] = in ==> s[p] := out; lock := false; end;\n" \
    "end;\n" \
    "invariant \"alone\" forall p: P do forall q: P do p != q -> !(s[p] = in & s[q] = in) end end;\n" \
    "ctl \"in again\" forall p: P do AG (s[p] = in -> AX !(forall q: P do s[q] = in end)) end;\n" \
    "ltl \"never both\" G !(forall p: P do s[p] = in end);\n"

#define MURPHI_COUNTER(limit) \
    "var n: 0..7; up: boolean;\n" \
    "startstate n := 0; up := true; end;\n" \
    "rule up & n < " limit " ==> n := n + 1; end;\n" \
    "rule up & n = " limit " ==> up := false; end;\n" \
    "rule !up & n > 0 ==> n := n - 1; end;\n" \
    "rule !up & n = 0 ==> up := true; end;\n" \
    "invariant \"small\" n < 5;\n" \
    "ctl \"can be zero\" AG EF n = 0;\n" \
    "ctl \"turns\" AG AF !up;\n" \
    "ltl \"small forever\" G n < 5;\n" \
    "ltl \"comes back\" G (n = 4 -> F n = 0);\n" \
    "cover \"four\" n = 4;\n"

#define MURPHI_FAIR(how) \
    "type P: scalarset(2);\n" \
    "var place: array [P] of enum { idle, wait, inside }; free: boolean;\n" \
    "startstate for p: P do place[p] := wait; end; free := true; end;\n" \
    "ruleset p: P do\n" \
    "  rule place[p] = idle ==> place[p] := wait; end;\n" \
    "  " how " rule place[p] = wait & free ==> place[p] := inside; free := false; end;\n" \
    "  rule place[p] = inside ==> place[p] := idle; free := true; end;\n" \
    "end;\n" \
    "justice free;\n" \
    "ltl \"served\" forall p: P do G (place[p] = wait -> F place[p] = inside) end;\n" \
    "ctl \"served too\" forall p: P do AG (place[p] = wait -> AF place[p] = inside) end;\n"

#define SMV_LIGHT(after_green) \
    "MODULE main\n" \
    "VAR light: {red, green, yellow}; timer: 0..3;\n" \
    "ASSIGN init(light) := red; init(timer) := 0;\n" \
    "  next(light) := case light = red & timer = 3: green; light = green: " after_green "; light = yellow: red;\n" \
    "                      TRUE: light; esac;\n" \
    "  next(timer) := case light = red & timer < 3: timer + 1; light = yellow: 0; TRUE: timer; esac;\n" \
    "INVARSPEC !(light = yellow & timer = 0)\n" \
    "CTLSPEC AG AF light = red\n" \
    "LTLSPEC G (light = green -> X light = yellow)\n" \
    "LTLSPEC G F light = red\n"

// Too many states to be listed: the certificate has an inductive invariant.
#define SMV_WIDE(limit) \
    "MODULE main\n" \
    "VAR b: array 0..19 of boolean; n: 0..7; kind: {low, middle, high};\n" \
    "ASSIGN init(n) := 0; next(n) := case n < " limit ": n + 1; TRUE: 0; esac;\n" \
    "  init(kind) := low; next(kind) := case n = 2: {middle, high}; n = 4: low; TRUE: kind; esac;\n" \
    "INVARSPEC n <= 4\n" \
    "CTLSPEC AG (n * 3 - 1 < 12)\n" \
    "LTLSPEC G (n mod 5 = n)\n" \
    "INVARSPEC n = 0 -> kind = low\n" \
    "COMPUTE MIN [n = 0, n = 3]\n"

// Fairness, formulas and an invariant about inputs and steps: rankings and an inductive invariant.
#define SMV_STEPS(last) \
    "MODULE main\n" \
    "VAR n: 0..4; IVAR go: boolean;\n" \
    "ASSIGN init(n) := 0; next(n) := case !go: n; n >= " last ": 0; TRUE: n + 1; esac;\n" \
    "JUSTICE go\n" \
    "LTLSPEC G F n = 3\n" \
    "CTLSPEC AG (n = 2 -> AF n = 0)\n" \
    "INVARSPEC go & n = 3 -> next(n) = 0\n" \
    "LTLSPEC G ((n = 3 & go) -> X n = 0)\n" \
    "LTLSPEC G (n = 0 -> H n <= 3)\n"

// A state that violates the conditions can be reached, and is on a fair path or on none.
#define SMV_LOST(after_lost) \
    "MODULE main\n" \
    "VAR n: 0..4; IVAR go: boolean;\n" \
    "ASSIGN init(n) := 0; next(n) := case n = 4: " after_lost "; n = 3: {0, 4}; go: n + 1; TRUE: n; esac;\n" \
    "JUSTICE go & n = 0\n" \
    "CTLSPEC AG n < 4\n" \
    "LTLSPEC G n != 4\n" \
    "CTLSPEC AG n <= 4\n" \
    "INVARSPEC n >= 0\n"

// Strong fairness, bounded operators, PSL.
#define SMV_COMPASSION(asks) \
    "MODULE main\n" \
    "VAR y: {idle, ask, got}; free: boolean;\n" \
    "ASSIGN init(y) := idle;\n" \
    "  next(y) := case y = idle: {idle, ask}; y = ask & free: {ask, got}; y = got: idle; TRUE: y; esac;\n" \
    "COMPASSION (" asks ", y = got)\n" \
    "LTLSPEC G F free -> G (y = ask -> F y = got)\n" \
    "CTLSPEC AG (y = got -> ABF 1..2 y = idle)\n" \
    "LTLSPEC G (y = got -> F [1,2] y = idle)\n" \
    "PSLSPEC always (y = got -> next! y = idle);\n"

// Every byte is changed where that is quick; else each of so many, which are others for each certificate.
#define STRIDE BY_KIND(1, 11, 31)

struct forgery {
    const char *good, *bad; // the same but for one thing
    bool is_murphi;
    uint32_t fails; // in the bad one: a bit for each property
};

static const struct forgery forgeries[] = {
    {MURPHI_MUTEX("!lock"), MURPHI_MUTEX("true"), true, 7},
    {MURPHI_COUNTER("4"), MURPHI_COUNTER("6"), true, 1 | 8},
    {MURPHI_COUNTER("4"), MURPHI_COUNTER("3"), true, 32},
    {MURPHI_FAIR("strongly fair"), MURPHI_FAIR("fair"), true, 1 | 2},
    {SMV_LIGHT("yellow"), SMV_LIGHT("{yellow, green}"), false, 2 | 4 | 8},
    {SMV_LIGHT("yellow"), SMV_LIGHT("red"), false, 4},
    {SMV_WIDE("4"), SMV_WIDE("5"), false, 7},
    {SMV_WIDE("4"), SMV_WIDE("3"), false, 8},
    {SMV_STEPS("3"), SMV_STEPS("4"), false, 4 | 8 | 16},
    {SMV_STEPS("3"), SMV_STEPS("2"), false, 1},
    {SMV_LOST("4"), SMV_LOST("0"), false, 1 | 2},
    {SMV_COMPASSION("y = ask & free"), SMV_COMPASSION("y = ask & !free"), false, 1},
};

static void give_up(struct mem *mem)
{
    (void)mem;
    fail_msg("out of memory");
}

static struct run new_run(void)
{
    return (struct run){.mem = {.exhausted = give_up}};
}

static bool open_subject(struct subject *subject, const char *text, bool is_murphi, struct mem *mem)
{
    struct subject_reading reading = {.language = is_murphi ? SUBJECT_MURPHI : SUBJECT_SMV};
    struct diag diag;
    diag_open(&diag, mem);
    bool good = subject_open(subject, "model", text, strlen(text), &reading, mem, &diag);
    diag_close(&diag);
    return good;
}

static struct stream *same_file(void *file)
{
    return file;
}

// A certificate that claims all properties of a model, true or not.
static void make(struct run *run, const struct forgery *f, const char *text, struct str *out)
{
    struct subject subject;
    struct certificate_goal goals[16];
    assert_true(open_subject(&subject, text, f->is_murphi, &run->mem));
    size_t count = model_property_count(subject.model);
    for (size_t i = 0; i < count; i++)
        goals[i] = (struct certificate_goal){model_property(subject.model, i)->goal, true};
    subject_close(&subject);
    struct certificate_request request = {
        .name = "model", .text = text, .length = strlen(text), .goals = goals, .count = count};
    request.reading.language = f->is_murphi ? SUBJECT_MURPHI : SUBJECT_SMV;
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    struct stream *stream = stream_on_file(file, &run->mem);
    assert_int_equal(certificate_make(run, &request, same_file, stream), CERTIFICATE_MADE);
    stream_close(stream);
    fclose(file);
    str_add_bytes(&run->mem, out, bytes, length);
    free(bytes);
}

// What a certificate, without what it says of its model and without the checksum, is worth for a model.
static bool check(struct subject *subject, const struct str *certificate, struct mem *mem, certify_results *results)
{
    struct view file = {(const uint8_t *)certificate->at, (const uint8_t *)certificate->at + certificate->count, false};
    struct view section;
    const char *error = NULL;
    char tag[5];
    file.at += sizeof CERTIFICATE_MAGIC - 1;
    file.end -= SECTION_HEAD + 8;
    return certificate_next(&file, tag, &section) && certify_check(subject, file, NULL, mem, results, &error);
}

// The properties with an outcome: a bit for each.
static uint32_t those_with(enum certify_outcome outcome, struct subject *subject, const struct str *certificate,
                           struct mem *mem)
{
    certify_results results = {0};
    uint32_t set = 0;
    if (check(subject, certificate, mem, &results))
        for (size_t i = 0; i < results.count; i++)
            set |= (uint32_t)(results.at[i].outcome == outcome) << i;
    certify_free_results(mem, &results);
    return set;
}

static uint32_t certified(struct subject *subject, const struct str *certificate, struct mem *mem)
{
    return those_with(CERTIFY_CERTIFIED, subject, certificate, mem);
}

static void true_claims_are_certified(void **state)
{
    UNUSED(state);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const struct forgery *f = &forgeries[i];
        struct run run = new_run();
        struct subject subject;
        struct str certificate = {0};
        make(&run, f, f->good, &certificate);
        assert_true(open_subject(&subject, f->good, f->is_murphi, &run.mem));
        assert_int_equal(certified(&subject, &certificate, &run.mem) & f->fails, f->fails);
        subject_close(&subject);
        str_free(&run.mem, &certificate);
        assert_nothing_left(&run.mem);
    }
}

// Where who wrote the certificate believed them: "not certified" would not tell that there is an error.
static void false_claims_are_refuted(void **state)
{
    UNUSED(state);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const struct forgery *f = &forgeries[i];
        struct run run = new_run();
        struct subject subject;
        struct str certificate = {0};
        make(&run, f, f->bad, &certificate);
        assert_true(open_subject(&subject, f->bad, f->is_murphi, &run.mem));
        assert_int_equal(those_with(CERTIFY_REFUTED, &subject, &certificate, &run.mem), f->fails);
        subject_close(&subject);
        str_free(&run.mem, &certificate);
        assert_nothing_left(&run.mem);
    }
}

// Where the sections begin that are checked.
static size_t after_model(const struct str *certificate)
{
    struct view file = {(const uint8_t *)certificate->at, (const uint8_t *)certificate->at + certificate->count, false};
    struct view section;
    char tag[5];
    file.at += sizeof CERTIFICATE_MAGIC - 1;
    assert_true(certificate_next(&file, tag, &section));
    return (size_t)(file.at - (const uint8_t *)certificate->at);
}

static void forged_certificates_are_not_believed(void **state)
{
    static const uint8_t changes[] = {0x01, 0x80, 0xff, 0x04};
    UNUSED(state);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const struct forgery *f = &forgeries[i];
        struct run run = new_run();
        struct subject subject;
        struct str of_good = {0}, of_bad = {0};
        make(&run, f, f->good, &of_good);
        make(&run, f, f->bad, &of_bad);
        assert_true(open_subject(&subject, f->bad, f->is_murphi, &run.mem));
        assert_int_equal(certified(&subject, &of_good, &run.mem) & f->fails, 0);
        struct str *both[] = {&of_good, &of_bad};
        for (size_t which = 0; which < 2; which++)
            for (size_t at = after_model(both[which]) + (i + which) % STRIDE;
                 at < both[which]->count - SECTION_HEAD - 8; at += STRIDE) {
                char kept = both[which]->at[at];
                both[which]->at[at] = (char)(kept ^ changes[at % sizeof changes]);
                assert_int_equal(certified(&subject, both[which], &run.mem) & f->fails, 0);
                both[which]->at[at] = kept;
            }
        subject_close(&subject);
        str_free(&run.mem, &of_good);
        str_free(&run.mem, &of_bad);
        assert_nothing_left(&run.mem);
    }
}

// Claims of all properties and their conjuncts, of one form, without a proof, behind the sections that are no claims.
static void make_bare(struct subject *subject, const struct str *certificate, uint64_t form, uint64_t by,
                      struct mem *mem, struct str *out)
{
    struct view file = {(const uint8_t *)certificate->at, (const uint8_t *)certificate->at + certificate->count, false};
    struct view section;
    char tag[5];
    uint8_t head[SECTION_HEAD];
    file.at += sizeof CERTIFICATE_MAGIC - 1;
    file.end -= SECTION_HEAD + 8;
    str_add_bytes(mem, out, certificate->at, sizeof CERTIFICATE_MAGIC - 1);
    while (certificate_next(&file, tag, &section))
        if (strcmp(tag, TAG_CLAIM) != 0)
            str_add_bytes(mem, out, (const char *)section.at - SECTION_HEAD,
                          (size_t)(section.end - section.at) + SECTION_HEAD);
    for (size_t i = 0; i < model_property_count(subject->model); i++) {
        const struct property *p = model_property(subject->model, i);
        conjunct_list conjuncts = {0};
        property_conjuncts(subject->model, p, mem, &conjuncts);
        for (size_t k = 0; k < conjuncts.count; k++) {
            struct str claim = {0};
            bytes_add_number(mem, &claim, p->goal);
            bytes_add_text(mem, &claim, p->text);
            bytes_add_number(mem, &claim, k);
            bytes_add_number(mem, &claim, form);
            bytes_add_number(mem, &claim, by);
            certificate_head(TAG_CLAIM, claim.count, head);
            str_add_bytes(mem, out, (const char *)head, sizeof head);
            str_add_bytes(mem, out, claim.at, claim.count);
            str_free(mem, &claim);
        }
        array_free(mem, &conjuncts);
    }
    memset(head, 0, sizeof head);
    str_add_bytes(mem, out, (const char *)head, SECTION_HEAD);
    str_add_bytes(mem, out, (const char *)head, 8);
}

// A form that believed a claim by its name would believe it here.
static void claims_without_proofs_are_not_believed(void **state)
{
    UNUSED(state);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const struct forgery *f = &forgeries[i];
        struct run run = new_run();
        struct subject subject;
        struct str of_bad = {0};
        make(&run, f, f->bad, &of_bad);
        assert_true(open_subject(&subject, f->bad, f->is_murphi, &run.mem));
        for (uint64_t form = 0; form < CLAIM_FORMS; form++)
            for (uint64_t by = 0; by < 2; by++) {
                struct str bare = {0};
                make_bare(&subject, &of_bad, form, by, &run.mem, &bare);
                assert_int_equal(certified(&subject, &bare, &run.mem) & f->fails, 0);
                str_free(&run.mem, &bare);
            }
        subject_close(&subject);
        str_free(&run.mem, &of_bad);
        assert_nothing_left(&run.mem);
    }
}

static void every_damaged_byte_is_seen(void **state)
{
    UNUSED(state);
    struct run run = new_run();
    struct str certificate = {0};
    make(&run, &forgeries[0], forgeries[0].good, &certificate);
    for (size_t at = 0; at <= certificate.count; at++) {
        struct view file = {(const uint8_t *)certificate.at, (const uint8_t *)certificate.at + certificate.count,
                            false};
        const char *error = NULL;
        if (at < certificate.count)
            certificate.at[at] ^= 0x10;
        assert_int_equal(certificate_open(&file, &error), at == certificate.count);
        assert_true((error != NULL) == (at < certificate.count));
        if (at < certificate.count)
            certificate.at[at] ^= 0x10;
        struct view cut = {(const uint8_t *)certificate.at, (const uint8_t *)certificate.at + at, false};
        assert_int_equal(certificate_open(&cut, &error), at == certificate.count);
    }
    str_free(&run.mem, &certificate);
    assert_nothing_left(&run.mem);
}

// What is left out of a certificate is not certified, and another model's certificate is refused.
static void certificates_are_about_one_model(void **state)
{
    UNUSED(state);
    struct run run = new_run();
    struct subject subject;
    struct str certificate = {0};
    struct view section;
    struct subject_reading reading;
    struct arena arena = {.mem = &run.mem};
    const char *error = NULL;
    char tag[5];
    make(&run, &forgeries[0], forgeries[0].good, &certificate);
    for (size_t i = 0; i < 2; i++) {
        struct view file = {(const uint8_t *)certificate.at, (const uint8_t *)certificate.at + certificate.count,
                            false};
        assert_true(open_subject(&subject, i ? forgeries[0].bad : forgeries[0].good, true, &run.mem));
        assert_true(certificate_open(&file, &error) && certificate_next(&file, tag, &section));
        assert_true(subject_read_section(section, &arena, &reading));
        assert_int_equal(subject_has_section(&subject, &section), i == 0);
        arena_free(&arena);
        subject_close(&subject);
    }
    str_free(&run.mem, &certificate);
    assert_nothing_left(&run.mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_claims_are_certified),
        cmocka_unit_test(false_claims_are_refuted),
        cmocka_unit_test(forged_certificates_are_not_believed),
        cmocka_unit_test(claims_without_proofs_are_not_believed),
        cmocka_unit_test(every_damaged_byte_is_seen),
        cmocka_unit_test(certificates_are_about_one_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
