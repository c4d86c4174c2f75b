// Certificates of what holds in the sizes of a family: one for each of them, as of a model whose constant was given;
// for every size, obligations for SMT solvers.
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "report/cause_words.h"
#include "run/certificate/certificate_file.h"
#include "run/family/family_run.h"
#include "run/output.h"

static bool holds_in(const struct family_outcome *o, size_t member)
{
    return o->is_known[member] && o->verdicts[member] == VERDICT_HOLDS;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

typedef ARRAY(struct certificate_goal) goal_list;

static void find_holding(const struct families *f, size_t member, goal_list *goals)
{
    for (size_t i = 0; i < f->outcomes.count; i++) {
        const struct family_outcome *o = &f->outcomes.at[i];
        struct certificate_goal goal = {model_property(f->members[f->leader].model, o->property)->goal, true};
        if (holds_in(o, member))
            array_push(f->mem, goals, goal);
    }
}

// The values of the constants are behind the path.
static void name_file(struct families *f, size_t member, const char *path, struct str *file)
{
    const struct option_list constants = family_constants(f, member);
    str_add(f->mem, file, "%s", path);
    for (size_t i = f->job->constants.count; i < constants.count; i++)
        str_add(f->mem, file, ".%s", strchr(constants.at[i], '=') + 1);
}

// To a file, or to one without a name (NULL).
static bool write_size(struct families *f, size_t member, const char *file, int *nameless, struct cause *obstacle)
{
    const struct input *leader = f->inputs[f->leader];
    const struct option_list constants = family_constants(f, member);
    struct certificate_request request = certificate_request_of(leader);
    goal_list goals = {0};
    find_holding(f, member, &goals);
    request.reading.constants = constants.at;
    request.reading.constant_count = constants.count;
    request.goals = goals.at;
    request.count = goals.count;
    bool good = certificate_write_request(f->run, &request, file, nameless, obstacle);
    struct str size = {0};
    for (size_t i = f->job->constants.count; obstacle->code && i < constants.count; i++)
        str_add(f->mem, &size, "%s%s", size.count ? ", " : "", constants.at[i]);
    if (obstacle->code && file)
        cause_log(&f->run->log, LOG_ERROR, *obstacle, f->mem, "no certificate for %s", size.at);
    array_free(f->mem, &goals);
    str_free(f->mem, &size);
    return good;
}

static bool write_script(struct families *f, const char *path)
{
    struct str script = {0};
    struct cause why;
    size_t obligations;
    bool good = family_write_script(f, &script, &obligations, &why);
    if (good)
        good = output_put(f->run, path, &script);
    else
        cause_log(&f->run->log, LOG_ERROR, why, f->mem, "no certificate");
    str_free(f->mem, &script);
    return good;
}

bool family_write_certificates(struct families *f, const char *path)
{
    bool good = true;
    if (f->is_unbounded)
        return write_script(f, path);
    for (size_t i = 0; i < f->count && good; i++) {
        struct str file = {0};
        struct cause obstacle;
        name_file(f, i, path, &file);
        good = write_size(f, i, str_text(&file), NULL, &obstacle);
        str_free(f->mem, &file);
    }
    return good;
}

// ---- Checking -------------------------------------------------------------------------------------------------------

// What is judged of one size.
struct size_judged {
    struct families *family;
    size_t member;
    ARRAY(struct judged_property) properties;
    ARRAY(size_t) outcomes;
};

static void take_mark(void *context, size_t goal_index, struct certificate_mark mark)
{
    struct size_judged *s = context;
    struct family_outcome *o = &s->family->outcomes.at[s->outcomes.at[goal_index]];
    o->marks[s->member] = certificate_mark_keep(mark, &s->family->arena);
}

static void take_all(struct size_judged *s, struct cause why)
{
    for (size_t i = 0; i < s->outcomes.count; i++)
        take_mark(s, i, (struct certificate_mark){CERTIFICATE_NOT, .why = why});
}

// What cannot go wrong in a size is no property there, and needs no proof.
static void find_judged(struct size_judged *s)
{
    struct families *f = s->family;
    for (size_t i = 0; i < f->outcomes.count; i++) {
        const struct family_outcome *o = &f->outcomes.at[i];
        struct judged_property property = {o->numbers[s->member],
                                           model_property(f->members[f->leader].model, o->property)->text};
        if (!holds_in(o, s->member) || o->numbers[s->member] == SIZE_MAX)
            continue;
        array_push(f->mem, &s->properties, property);
        array_push(f->mem, &s->outcomes, i);
    }
}

static void certify_size(struct families *f, size_t member, const char *path, struct certification *c)
{
    struct size_judged s = {.family = f, .member = member};
    struct str file = {0};
    family_need(f, member); // where it cannot be made, it is as the largest one
    int nameless = -1;
    struct cause obstacle;
    double begun = clock_now();
    find_judged(&s);
    c->told.holding += s.outcomes.count;
    if (path)
        name_file(f, member, path, &file);
    if (path || s.outcomes.count) {
        take_all(&s, cause_of(CAUSE_OUT_OF_MEMORY)); // should that be what comes next
        bool good = write_size(f, member, path ? str_text(&file) : NULL, &nameless, &obstacle);
        c->told.writing_seconds += clock_now() - begun;
        struct judged_claims judged = {s.properties.at, s.properties.count, take_mark, &s};
        if (!good) {
            c->is_wrong |= !obstacle.code || path;
            take_all(&s, obstacle.code ? obstacle : cause_of(CAUSE_PROOF_UNWRITTEN));
        } else if (s.outcomes.count) {
            certification_judge(c, f->run, f->job, &f->inputs[f->leader]->text, path ? str_text(&file) : NULL, nameless,
                                &judged);
        }
    }
    if (nameless >= 0)
        close(nameless);
    str_free(f->mem, &file);
    array_free(f->mem, &s.properties);
    array_free(f->mem, &s.outcomes);
}

static void distrust_refuted(struct families *f, struct family_outcome *o)
{
    for (size_t i = 0; i < f->count; i++)
        if (o->marks[i] && o->marks[i]->status == CERTIFICATE_REFUTED)
            family_distrust(f, o, i, cause_with_inner(CAUSE_CERTIFICATE_REFUTED, &o->marks[i]->why));
    family_sum_up(f, o);
}

// Of the sizes that are not certified, those that have the first cause, which is none if there are none.
static struct cause find_uncertified(struct families *f, struct family_outcome *o)
{
    int64_t *sizes = arena_alloc(&f->arena, (f->count + 1) * sizeof *sizes);
    struct cause why = {0};
    for (size_t i = 0; i < f->count; i++) {
        const struct certificate_mark *mark = o->marks[i];
        if (!mark || mark->status != CERTIFICATE_NOT || (o->sizes.uncertified_count && !cause_equals(why, mark->why)))
            continue;
        why = mark->why;
        sizes[o->sizes.uncertified_count++] = f->sizes[i];
    }
    o->sizes.uncertified = sizes;
    return why;
}

// The form is told if it is the same in all sizes.
static const char *find_certified(struct families *f, struct family_outcome *o)
{
    int64_t *sizes = arena_alloc(&f->arena, (f->count + 1) * sizeof *sizes);
    const char *form = NULL;
    bool is_one = true;
    for (size_t i = 0; i < f->count; i++) {
        const struct certificate_mark *mark = o->marks[i];
        if (!mark || mark->status != CERTIFICATE_CERTIFIED)
            continue;
        is_one &= !form || strcmp(form, mark->form) == 0;
        form = mark->form;
        sizes[o->sizes.certified_count++] = f->sizes[i];
    }
    o->sizes.certified = sizes;
    return is_one ? form : NULL;
}

static const struct certificate_mark *first_refuted(const struct families *f, const struct family_outcome *o)
{
    for (size_t i = 0; i < f->count; i++)
        if (o->marks[i] && o->marks[i]->status == CERTIFICATE_REFUTED)
            return o->marks[i];
    return NULL;
}

// What the marks of all sizes come to.
static void sum_up_marks(struct families *f, struct family_outcome *o, struct certification *c)
{
    struct certificate_mark *all = arena_alloc(&f->arena, sizeof *all);
    const struct certificate_mark *refuted = first_refuted(f, o);
    if (refuted)
        distrust_refuted(f, o);
    o->sizes.is_judged = true;
    const char *form = find_certified(f, o);
    struct cause why = find_uncertified(f, o);
    c->told.certified += o->sizes.certified_count;
    if (refuted)
        *all = *refuted;
    else if (o->sizes.uncertified_count)
        *all = (struct certificate_mark){CERTIFICATE_NOT, .why = why};
    else
        *all = (struct certificate_mark){CERTIFICATE_CERTIFIED, .form = form};
    if (refuted || o->sizes.uncertified_count || (o->sizes.certified_count && o->result.verdict == VERDICT_HOLDS))
        o->result.certificate = all;
}

void family_certify(struct families *f, const char *path, struct certification *c)
{
    for (size_t i = 0; i < f->count; i++)
        certify_size(f, i, path, c);
    for (size_t i = 0; i < f->reported; i++)
        sum_up_marks(f, &f->outcomes.at[i], c);
}
