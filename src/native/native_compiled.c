// Rules as C, in place of the interpreter: when they are written and compiled, and how they are carried out. Without a
// compiler, or where something has no such form, the interpreter goes on.
//
// Slots, frames and the list of changes are those of the interpreter's runner; where a rule takes more than it may, the
// state is given to the interpreter.
#include "native/native_parts.h"

#include <dlfcn.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "native/compiler_process.h"
#include "native/write_c.h"

// Compiling is begun when the search has taken as long as that will, so that what is lost is at the most what was
// needed anyway.
#define SECONDS_BEFORE 0.3         // of search, at the least
#define SECONDS_PER_CHARACTER 6e-6 // of the compiler, measured on protocols
#define STATES_BETWEEN_LOOKS 64    // at the compiler
#define MOMENTS_PER_LOOK 16        // at whether somebody waits
#define STACK ((size_t)1 << 16)    // slots, for frames of functions

struct native_compiled {
    enum native_compile how;
    enum { NOT_BEGUN, COMPILING, LOADED, GIVEN_UP } phase;
    double begun;        // the search
    struct str text;     // once it is written
    double most_seconds; // of search, before compiling begins
    uint64_t states;
    struct compiler_process compiler;
    void *library;
    c_rule *const *rules, *const *conditions;
    struct canonical_code canonical;
    struct c_context context;
    jmp_buf *escape;
    native_step_made *step;
    void *step_context;
    const struct native_rule *rule; // at hand
};

// ---- What the rules call --------------------------------------------------------------------------------------------

static _Noreturn void escape(struct c_context *c, int how)
{
    const struct native *n = c->host;
    longjmp(*n->compiled->escape, how);
}

static void share_changes(struct native *n)
{
    struct c_context *c = &n->compiled->context;
    c->changes = n->runner.changes.at;
    c->change_count = n->runner.changes.count;
    c->change_room = n->runner.changes.capacity;
}

static void grow(struct c_context *c)
{
    struct native *n = c->host;
    n->runner.changes.count = c->change_count;
    array_push(n->mem, &n->runner.changes, ((struct change){0, 0}));
    n->runner.changes.count--;
    share_changes(n);
}

static void undo(struct c_context *c)
{
    struct native *n = c->host;
    n->runner.changes.count = c->change_count;
    native_undo(n);
    c->change_count = n->runner.changes.count;
}

static bool step(struct c_context *c)
{
    struct native *n = c->host;
    struct native_compiled *p = n->compiled;
    n->runner.changes.count = c->change_count;
    n->runner.top = (size_t)c->top;
    native_tidy(n);
    bool goes_on = p->step(n, p->rule, p->step_context);
    native_undo(n);
    share_changes(n); // tidying may have made the list longer
    return goes_on;
}

static bool is_over(struct c_context *c)
{
    struct native *n = c->host;
    if (n->look && n->look->is_over)
        n->is_stopped |= n->look->is_over(n->look->context);
    return n->is_stopped;
}

// ---- Compiling ------------------------------------------------------------------------------------------------------

static void give_up(struct native_compiled *p)
{
    compiler_end(&p->compiler);
    p->phase = GIVEN_UP;
}

static void write(struct native *n)
{
    struct native_compiled *p = n->compiled;
    // What is assumed, and which rules come first, is looked at by the interpreter only.
    if (n->assumptions.count || n->has_priorities || !native_write_c(n, &p->text))
        give_up(p);
    p->most_seconds = (double)p->text.count * SECONDS_PER_CHARACTER;
}

static void begin(struct native *n)
{
    struct native_compiled *p = n->compiled;
    if (!p->text.count)
        write(n);
    if (p->phase == GIVEN_UP)
        return;
    p->phase = COMPILING;
    if (!compiler_begin(&p->compiler, p->text.at, p->text.count, n->mem))
        give_up(p);
    str_free(n->mem, &p->text);
}

// Where it is not asked for: when the search has become long.
static void begin_in_time(struct native *n)
{
    struct native_compiled *p = n->compiled;
    double now = clock_process(); // so that other work of the machine makes no search long
    if (p->begun == 0)
        p->begun = now;
    if (now - p->begun < SECONDS_BEFORE)
        return;
    if (!p->text.count)
        write(n);
    if (p->phase == NOT_BEGUN && now - p->begun >= p->most_seconds)
        begin(n);
}

static void reserve_slots(struct native *n)
{
    size_t most = 0, widest = 0;
    for (size_t i = 0; i < n->rules.count; i++)
        most = n->rules.at[i]->size > most ? n->rules.at[i]->size : most;
    for (size_t i = 0; i < n->watches.count; i++)
        if (n->watches.at[i].rule && n->watches.at[i].rule->size > most)
            most = n->watches.at[i].rule->size;
    for (size_t i = 0; i < n->pools.count; i++)
        widest = native_pool_scratch(&n->pools.at[i]) > widest ? native_pool_scratch(&n->pools.at[i]) : widest;
    runner_reserve(&n->runner, most + widest + STACK);
    n->compiled->context.room = (int64_t)(n->runner.room - widest);
}

static void open_context(struct native *n)
{
    struct native_compiled *p = n->compiled;
    p->context = (struct c_context){.state_slots = n->state_slots,
                                    .most_work = NATIVE_MOST_WORK,
                                    .most_depth = NATIVE_MOST_DEPTH,
                                    .host = n,
                                    .escape = escape,
                                    .grow = grow,
                                    .step = step,
                                    .undo = undo,
                                    .is_over = is_over};
    reserve_slots(n);
}

static void load(struct native *n)
{
    struct native_compiled *p = n->compiled;
    p->library = compiler_load(&p->compiler);
    p->rules = p->library ? dlsym(p->library, "coset_rules") : NULL;
    p->conditions = p->library ? dlsym(p->library, "coset_conditions") : NULL;
    // Converted as dlsym's manual says: ISO C has no other way from objects to functions.
    *(void **)&p->canonical.represent = p->library ? dlsym(p->library, "coset_represent") : NULL;
    *(void **)&p->canonical.find_twins = p->library ? dlsym(p->library, "coset_find_twins") : NULL;
    compiler_end(&p->compiler);
    p->phase = p->rules && p->conditions ? LOADED : GIVEN_UP;
    if (p->phase == LOADED)
        open_context(n);
}

static void look(struct native *n)
{
    struct native_compiled *p = n->compiled;
    switch (compiler_look(&p->compiler)) {
    case COMPILER_WORKS:
        break;
    case COMPILER_DONE:
        load(n);
        break;
    case COMPILER_FAILED:
        give_up(p);
        break;
    }
}

// Until the compiler has ended, or nobody waits any more.
static void wait(struct native *n)
{
    const struct timespec moment = {.tv_nsec = 2000000};
    for (unsigned i = 0; n->compiled->phase == COMPILING; i++) {
        // Looks are counted where little work is to be done, so there are few of them.
        if (i % MOMENTS_PER_LOOK == 0 && n->look && n->look->is_over && n->look->is_over(n->look->context)) {
            n->is_stopped = true;
            return;
        }
        nanosleep(&moment, NULL);
        look(n);
    }
}

bool native_compiled_is_ready(struct native *n)
{
    struct native_compiled *p = n->compiled;
    if (!p || p->phase == GIVEN_UP || p->how == NATIVE_COMPILE_OFF)
        return false;
    if (p->phase == LOADED)
        return true;
    if (p->how == NATIVE_COMPILE_ON) {
        if (p->phase == NOT_BEGUN)
            begin(n);
        wait(n);
    } else if (p->states++ % STATES_BETWEEN_LOOKS == 0) {
        if (p->phase == NOT_BEGUN)
            begin_in_time(n);
        else
            look(n);
    }
    return p->phase == LOADED;
}

// ---- Carrying rules out ---------------------------------------------------------------------------------------------

// After an escape: on with what comes behind the instance that was left. False if there is nothing.
static bool go_on(struct native *n)
{
    struct native_compiled *p = n->compiled;
    struct c_context *c = &p->context;
    undo(c);
    c->top = c->frame + p->rule->size;
    if (c->depth)
        memset(c->active, 0, n->runner.function_count * sizeof *c->active);
    c->depth = 0;
    c->work = 0;
    if (c->level < 0)
        return false;
    c->at[c->level]++;
    for (size_t i = (size_t)c->level + 1; i < sizeof c->at / sizeof *c->at; i++)
        c->at[i] = 0;
    return true;
}

static void run(struct native *n, c_rule *code, const struct native_rule *rule, const struct instances *each)
{
    struct native_compiled *p = n->compiled;
    struct runner *r = &n->runner;
    struct c_context *c = &p->context;
    jmp_buf jump;
    p->rule = rule;
    p->escape = &jump;
    c->s = r->slots;
    c->frame = (int64_t)r->top;
    c->top = c->frame + rule->size;
    c->active = r->activations;
    c->covered = r->covered;
    c->work = 0;
    c->level = -1;
    memset(c->at, 0, sizeof c->at);
    c->twin_first = each->twins ? each->twins->first : NULL;
    c->twins_before = each->twins ? each->twins->before : NULL;
    c->class_first = n->symmetry ? n->symmetry->first : NULL;
    share_changes(n);
    if (rule->size)
        memcpy(r->slots + c->frame, rule->frame, rule->size * sizeof *r->slots);
    size_t top = r->top;
    int how = setjmp(jump);
    bool goes_on = !how || each->escaped(n, (struct native_rule *)rule, (enum native_escape)how, each->context);
    if (how)
        goes_on = go_on(n) && goes_on && !n->is_stopped;
    if (goes_on)
        code(c);
    n->runner.changes.count = n->kept_changes;
    n->runner.top = top;
}

void native_compiled_rule(struct native *n, size_t rule, native_step_made *made, const struct instances *each)
{
    struct native_compiled *p = n->compiled;
    p->step = made;
    p->step_context = each->context;
    run(n, p->rules[rule], n->rules.at[rule], each);
}

void native_compiled_condition(struct native *n, size_t watch, bool all, const struct instances *each, bool *is_true,
                               bool *is_false)
{
    struct native_compiled *p = n->compiled;
    p->context.is_true = p->context.is_false = false;
    p->context.all = all;
    run(n, p->conditions[watch], n->watches.at[watch].rule, each);
    *is_true = p->context.is_true;
    *is_false = p->context.is_false;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

void native_compile(struct native *n, enum native_compile how)
{
    if (!n->compiled)
        n->compiled = mem_zalloc(n->mem, sizeof *n->compiled);
    n->compiled->how = how;
}

bool native_is_compiled(const struct native *n)
{
    return n->compiled && n->compiled->phase == LOADED;
}

void native_compiled_borrow(struct native *n)
{
    const struct native_compiled *from = n->original->compiled;
    if (!from || from->phase != LOADED || native_is_compiled(n))
        return;
    native_compile(n, from->how);
    n->compiled->phase = LOADED;
    n->compiled->rules = from->rules;
    n->compiled->conditions = from->conditions;
    n->compiled->canonical = from->canonical;
    open_context(n);
}

const struct canonical_code *native_compiled_canonical(void *context)
{
    const struct native *n = context;
    return native_is_compiled(n) && n->compiled->canonical.represent ? &n->compiled->canonical : NULL;
}

void native_compiled_close(struct native *n)
{
    struct native_compiled *p = n->compiled;
    if (!p)
        return;
    if (p->phase == COMPILING)
        compiler_end(&p->compiler);
    if (p->library)
        dlclose(p->library);
    str_free(n->mem, &p->text);
    mem_free(n->mem, p, sizeof *p);
}
