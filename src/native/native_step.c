// What happens in one state: the steps of all rules, and where properties are violated.
#include "native/native_parts.h"

#include <string.h>

// ---- Assumptions ----------------------------------------------------------------------------------------------------
// See lower_rule.c: all instances of an `assume` are looked at, so that their order does not matter; there is an error
// where one of them has one, and no other is false.

enum assumed { ASSUMED_TRUE, ASSUMED_FALSE, ASSUMED_ERROR };

struct assuming {
    bool is_false;
    const struct murphi_error *error;
};

static bool visit_assumption(struct native *n, struct native_rule *rule, void *context)
{
    struct assuming *a = context;
    a->is_false = !run_code(&n->runner, rule->guard);
    n->runner.top = rule->place + rule->size;
    return !a->is_false;
}

static bool escaped_assumption(struct native *n, struct native_rule *rule, enum native_escape how, void *context)
{
    struct assuming *a = context;
    (void)rule;
    n->is_beyond |= how == ESCAPE_BEYOND;
    if (!a->error)
        a->error = n->runner.error;
    return !n->is_beyond;
}

// Of the state that the slots hold.
static enum assumed assume_all(struct native *n)
{
    size_t kept = n->kept_changes;
    enum assumed result = ASSUMED_TRUE;
    n->kept_changes = n->runner.changes.count;
    for (size_t i = 0; i < n->assumptions.count && result == ASSUMED_TRUE; i++) {
        struct assuming a = {false, NULL};
        native_each_instance(n, n->assumptions.at[i],
                             &(struct instances){visit_assumption, escaped_assumption, &a, NULL});
        if (a.is_false)
            result = ASSUMED_FALSE;
        else if (a.error)
            result = ASSUMED_ERROR;
        n->runner.error = a.error;
    }
    n->kept_changes = kept;
    return result;
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

static void run_body(struct native *n, const struct native_rule *rule)
{
    struct runner *r = &n->runner;
    size_t own = rule->size - rule->kept;
    if (own)
        memcpy(r->slots + rule->place + rule->kept, rule->frame + rule->kept, own * sizeof *r->slots);
    run_code(r, rule->body);
    r->top = rule->place + rule->size;
    native_tidy(n);
}

// ---- Start states ---------------------------------------------------------------------------------------------------

struct starting {
    bool (*receive)(void *to, const uint64_t *state);
    void *to;
    uint64_t *words;
    bool goes_on;
};

// One that goes wrong, or that what is assumed excludes, leads to no state.
static bool visit_start(struct native *n, struct native_rule *rule, void *context)
{
    struct starting *s = context;
    run_body(n, rule);
    if (assume_all(n) == ASSUMED_TRUE && !n->is_beyond) {
        n->is_beyond |= !native_store_all(n, s->words);
        s->goes_on = !n->is_beyond && s->receive(s->to, s->words);
    }
    native_undo(n);
    return s->goes_on && !n->is_beyond;
}

static bool escaped_start(struct native *n, struct native_rule *rule, enum native_escape how, void *context)
{
    (void)rule;
    (void)context;
    n->is_beyond |= how == ESCAPE_BEYOND;
    return !n->is_beyond;
}

bool native_initial(void *context, bool (*receive)(void *to, const uint64_t *state), void *to)
{
    struct native *n = context;
    size_t bytes = n->layout->words * sizeof(uint64_t);
    struct starting s = {receive, to, mem_zalloc(n->mem, bytes), true};
    if (n->state_slots)
        memcpy(n->runner.slots, n->initial, n->state_slots * sizeof *n->initial);
    for (size_t i = 0; i < n->starts.count && s.goes_on && !n->is_beyond; i++)
        native_each_instance(n, n->starts.at[i], &(struct instances){visit_start, escaped_start, &s, NULL});
    mem_free(n->mem, s.words, bytes);
    return s.goes_on && !n->is_beyond;
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

struct stepping {
    const uint64_t *state;
    size_t bytes;
    struct explicit_look *look;
    struct batch *batch; // NULL: only what goes wrong is asked for
    int64_t best;        // the lowest number of an enabled rule
    bool is_moving, has_error, has_memory;
    bool is_compiled; // compiled code makes the steps
    struct str *text; // gets the first error; NULL: nobody asks
};

static void note_error(struct native *n, const struct native_rule *rule, struct stepping *s)
{
    if (!s->has_error && s->text) {
        struct str where = {0};
        native_where(n, rule, &where);
        murphi_error_text(n->tree, n->runner.error, where.at, n->mem, s->text);
        str_free(n->mem, &where);
    }
    s->has_error = true;
}

static bool escaped_rule(struct native *n, struct native_rule *rule, enum native_escape how, void *context)
{
    n->is_beyond |= how == ESCAPE_BEYOND;
    if (how == ESCAPE_ERROR)
        note_error(n, rule, context);
    return !n->is_beyond;
}

static bool is_enabled(struct native *n, struct native_rule *rule)
{
    bool result = !rule->guard || run_code(&n->runner, rule->guard);
    n->runner.top = rule->place + rule->size;
    return result;
}

static bool note_enabled(struct native *n, struct native_rule *rule, void *context)
{
    struct stepping *s = context;
    if (is_enabled(n, rule) && rule->rule->priority < s->best)
        s->best = rule->rule->priority;
    native_undo(n);
    return true;
}

// A rule whose guard has no value blocks none.
static bool escaped_guard(struct native *n, struct native_rule *rule, enum native_escape how, void *context)
{
    (void)rule;
    (void)context;
    n->is_beyond |= how == ESCAPE_BEYOND;
    return !n->is_beyond;
}

static void find_best(struct native *n, struct stepping *s)
{
    s->best = INT64_MAX;
    for (size_t i = 0; i < n->rules.count && n->has_priorities; i++)
        if (n->rules.at[i]->rule->priority < s->best)
            native_each_instance(n, n->rules.at[i], &(struct instances){note_enabled, escaped_guard, s, NULL});
}

// Of a body that was run: packs the state that it leads to, if that is one. Where a rule leads to a state that is
// assumed away, there is no deadlock all the same.
static bool keep_step(struct native *n, const struct native_rule *rule, struct stepping *s)
{
    uint64_t *next = batch_next(s->batch);
    s->has_memory = next;
    if (!next)
        return false;
    memcpy(next, s->state, s->bytes);
    if (!native_store_changes(n, next)) {
        n->is_beyond = true;
        return false;
    }
    bool is_moving = n->deadlock == MURPHI_DEADLOCK_STUCK || memcmp(next, s->state, s->bytes) != 0;
    enum assumed assumed = n->assumptions.count ? assume_all(n) : ASSUMED_TRUE;
    if (assumed == ASSUMED_ERROR) {
        note_error(n, rule, s);
        return true;
    }
    s->is_moving |= is_moving;
    if (assumed == ASSUMED_TRUE) {
        batch_keep(s->batch, s->look->number);
        s->look->fired++;
    }
    return true;
}

// Of a body that compiled code has run.
static bool step_made(struct native *n, const struct native_rule *rule, void *context)
{
    return keep_step(n, rule, context) && !n->is_beyond;
}

static bool visit_rule(struct native *n, struct native_rule *rule, void *context)
{
    struct stepping *s = context;
    bool good = true;
    bool is_on = is_enabled(n, rule);
    rule->enabled += is_on;
    if (is_on && rule->rule->priority <= s->best) {
        uint64_t fired = s->look->fired;
        run_body(n, rule);
        good = keep_step(n, rule, s);
        rule->fired += s->look->fired - fired;
    }
    native_undo(n);
    return good && !n->is_beyond;
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

struct looking {
    bool is_false, is_true, has_error; // for some instance
    bool all;                          // true ones are looked for, and errors, until both are there
    struct native *native;
    struct str *text; // gets the first error; NULL: nobody asks
};

static bool visit_condition(struct native *n, struct native_rule *rule, void *context)
{
    struct looking *l = context;
    bool v = run_code(&n->runner, rule->guard);
    n->runner.top = rule->place + rule->size;
    l->is_true |= v;
    l->is_false |= !v;
    return l->all || v;
}

static bool escaped_condition(struct native *n, struct native_rule *rule, enum native_escape how, void *context)
{
    struct looking *l = context;
    n->is_beyond |= how == ESCAPE_BEYOND;
    if (how == ESCAPE_ERROR && !l->has_error && l->text) {
        struct str where = {0};
        native_where(n, rule, &where);
        murphi_error_text(n->tree, n->runner.error, where.at, n->mem, l->text);
        str_free(n->mem, &where);
    }
    l->has_error = true;
    return l->all && !n->is_beyond;
}

// The same by compiled code.
static struct looking look_compiled(struct native *n, const struct native_watch *w, bool all, const struct twins *twins)
{
    struct looking l = {.all = all, .native = n};
    const struct instances each = {NULL, escaped_condition, &l, twins};
    native_compiled_condition(n, (size_t)(w - n->watches.at), all, &each, &l.is_true, &l.is_false);
    return l;
}

static struct looking look_at(struct native *n, struct native_rule *rule, bool all, const struct twins *twins,
                              struct str *text)
{
    struct looking l = {.all = all, .native = n, .text = text};
    if (rule)
        native_each_instance(n, rule, &(struct instances){visit_condition, escaped_condition, &l, twins});
    return l;
}

static void violate(struct explicit_look *look, size_t watch)
{
    look->violated[watch] = look->any_violated = true;
}

static struct looking look_by(struct native *n, const struct native_watch *w, const struct stepping *s, bool all)
{
    const struct twins *twins = s->look->twins;
    return s->is_compiled ? look_compiled(n, w, all, twins) : look_at(n, w->rule, all, twins, NULL);
}

static void look_at_watch(struct native *n, const struct native_watch *w, const struct stepping *s)
{
    struct explicit_look *look = s->look;
    struct looking l;
    switch (w->kind) {
    case WATCH_INVARIANT:
        l = look_by(n, w, s, false);
        if (l.is_false || l.has_error)
            violate(look, 2 * w->property);
        break;
    case WATCH_COVER:
        l = look_by(n, w, s, true);
        if (l.is_true)
            violate(look, 2 * w->property);
        if (l.has_error)
            violate(look, 2 * w->property + 1);
        break;
    case WATCH_STATEMENT:
        if (n->runner.covered[w->cover])
            violate(look, 2 * w->property);
        break;
    case WATCH_ERRORS:
        if (s->has_error)
            violate(look, 2 * w->property);
        break;
    case WATCH_DEADLOCK:
        if (!s->is_moving)
            violate(look, 2 * w->property);
        break;
    }
}

// ---- A state --------------------------------------------------------------------------------------------------------

static void look_at_fairness(struct native *n, struct stepping *s)
{
    for (size_t i = 0; i < n->fairness.count && !n->is_beyond && !n->is_stopped; i++)
        s->has_error |= look_at(n, n->fairness.at[i], true, s->look->twins, s->has_error ? NULL : s->text).has_error;
}

static void apply_rules(struct native *n, struct stepping *s)
{
    const struct instances each = {visit_rule, escaped_rule, s, s->look->twins};
    s->has_memory = true;
    find_best(n, s);
    for (size_t i = 0; i < n->rules.count && s->has_memory && !n->is_beyond && !n->is_stopped; i++)
        if (s->is_compiled)
            native_compiled_rule(n, i, step_made, &each);
        else
            native_each_instance(n, n->rules.at[i], &each);
    if (s->has_memory)
        look_at_fairness(n, s);
}

static bool apply(struct native *n, const uint64_t *state, struct explicit_look *look, struct batch *b,
                  bool is_compiled)
{
    struct stepping s = {.state = state,
                         .bytes = n->layout->words * sizeof *state,
                         .look = look,
                         .batch = b,
                         .best = INT64_MAX,
                         .is_compiled = is_compiled};
    native_load(n, state);
    if (n->cover_count)
        memset(n->runner.covered, 0, n->cover_count);
    apply_rules(n, &s);
    for (size_t i = 0; i < n->watches.count && s.has_memory && !n->is_beyond && !n->is_stopped; i++)
        if (!n->watches.at[i].is_dropped || !n->watches.at[i].errors_are_dropped)
            look_at_watch(n, &n->watches.at[i], &s);
    return s.has_memory && !n->is_beyond && !n->is_stopped;
}

bool native_make_steps(struct native *n, const uint64_t *state, struct explicit_look *look, struct batch *b)
{
    struct stepping s = {
        .state = state, .bytes = n->layout->words * sizeof *state, .look = look, .batch = b, .best = INT64_MAX};
    n->look = look;
    native_load(n, state);
    apply_rules(n, &s);
    n->look = NULL;
    return s.has_memory && !n->is_beyond;
}

// What takes more than compiled code can give it is made by the interpreter, from the beginning.
bool native_apply(void *context, const uint64_t *state, struct explicit_look *look, struct batch *b)
{
    struct native *n = context;
    uint64_t fired = look->fired;
    n->look = look;
    bool is_compiled = native_compiled_is_ready(n);
    bool good = !n->is_stopped && apply(n, state, look, b, is_compiled);
    if (!good && is_compiled && n->is_beyond) {
        n->is_beyond = false;
        look->fired = fired;
        good = apply(n, state, look, b, false);
    }
    n->look = NULL;
    n->is_stopped = false;
    return good;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static const struct native_watch *watch_of(const struct native *n, size_t property)
{
    for (size_t i = 0; i < n->watches.count; i++)
        if (n->watches.at[i].property == property)
            return &n->watches.at[i];
    return NULL;
}

void native_describe(void *context, const uint64_t *state, size_t property, struct str *text)
{
    struct native *n = context;
    const struct native_watch *w = watch_of(n, property);
    struct explicit_look look = {0};
    struct batch batch = {.mem = n->mem, .width = n->layout->words};
    struct stepping s = {.state = state,
                         .bytes = n->layout->words * sizeof *state,
                         .look = &look,
                         .batch = &batch,
                         .best = INT64_MAX,
                         .text = text};
    if (!w)
        return;
    native_load(n, state);
    if (w->kind == WATCH_ERRORS)
        apply_rules(n, &s);
    else if (w->kind == WATCH_INVARIANT || w->kind == WATCH_COVER)
        look_at(n, w->rule, true, NULL, text);
    batch_free(&batch);
}

bool native_variant_holds(void *context, size_t property, size_t vacuity, const uint64_t *state)
{
    struct native *n = context;
    const struct native_watch *w = watch_of(n, property);
    if (!w || vacuity >= w->variant_count)
        return false;
    native_load(n, state);
    struct looking l = look_at(n, w->variants[vacuity], false, NULL, NULL);
    return !l.is_false && !l.has_error && !n->is_beyond;
}
