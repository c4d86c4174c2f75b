// Reasons, down a formula. Operators of time look for a position of the trace that decides them: F and U for one that
// is reached, G and V for one that is in the way, and the past likewise, backwards. Each has the same four outcomes.
#include "trace/reasoning.h"

#include <inttypes.h>
#include <string.h>

#define MOST_REASONS 300
#define DEEPEST 60
#define EXAMPLES 3       // states that are shown of those in which nothing happens
#define LONGEST_TEXT 200 // bytes of a formula that are shown
#define LONGEST_IN_WORDS 60
#define LONGEST_SEQUENCE 200 // states that a match of a regular expression is looked for in

// ---- Parts ----------------------------------------------------------------------------------------------------------

static const char *keep(struct reasoning *r, const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = arena_alloc(&r->out->arena, bytes);
    memcpy(copy, text, bytes);
    return copy;
}

// The same with what is long cut off, between characters.
static const char *keep_short(struct reasoning *r, const char *text)
{
    size_t length = strlen(text);
    if (length <= LONGEST_TEXT)
        return keep(r, text);
    length = LONGEST_TEXT;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    struct str cut = {0};
    str_add(r->mem, &cut, "%.*s...", (int)length, text);
    const char *kept = keep(r, str_text(&cut));
    str_free(r->mem, &cut);
    return kept;
}

size_t reasoning_state(const struct reasoning *r, size_t position)
{
    const struct timeline *t = &r->eval.time;
    return position < t->length ? position : t->loop + (position - t->loop) % t->period;
}

struct reason *reasoning_add(struct reasoning *r, struct parts_end *end, size_t position, enum truth truth,
                             const char *text)
{
    if (r->left == 0) {
        r->out->is_cut = true;
        return NULL;
    }
    r->left--;
    struct reason *reason = arena_alloc(&r->out->arena, sizeof *reason);
    *reason = (struct reason){.text = keep_short(r, text),
                              .state = reasoning_state(r, position),
                              .is_again = position >= r->eval.time.length,
                              .truth = truth};
    *end->at = reason;
    end->at = &reason->next;
    return reason;
}

void reasoning_set_because(struct reasoning *r, struct reason *reason)
{
    reason->because = r->text.count ? keep(r, str_text(&r->text)) : NULL;
    str_clear(&r->text);
}

static void explain(struct reasoning *, struct reason *, formula, size_t position, unsigned depth);

static void add_part(struct reasoning *r, struct parts_end *end, formula f, size_t position, unsigned depth)
{
    str_clear(&r->text);
    explain_formula(r->model, f, r->mem, &r->text);
    enum truth truth = path_eval_at(&r->eval, f, position);
    struct reason *part = reasoning_add(r, end, position, truth, str_text(&r->text));
    if (part && depth > 0)
        explain(r, part, f, position, depth - 1);
}

static void set_because(struct reasoning *r, struct reason *reason, const char *text)
{
    str_clear(&r->text);
    str_add(r->mem, &r->text, "%s", text);
    reasoning_set_because(r, reason);
}

// ---- Connectives ----------------------------------------------------------------------------------------------------

// What one operand is enough for, the first that decides shows; else both count.
static void explain_connective(struct reasoning *r, struct reason *reason, const struct formula_node *n,
                               size_t position, unsigned depth)
{
    struct parts_end end = {&reason->parts};
    enum truth a = path_eval_at(&r->eval, n->args[0], position), b = path_eval_at(&r->eval, n->args[1], position);
    enum truth decides_a = n->op == FORMULA_OR ? TRUTH_TRUE : TRUTH_FALSE;
    enum truth decides_b = n->op == FORMULA_AND ? TRUTH_FALSE : TRUTH_TRUE;
    bool one_is_enough = n->op == FORMULA_AND || n->op == FORMULA_OR || n->op == FORMULA_IMPLIES;
    if (one_is_enough && a == decides_a)
        add_part(r, &end, n->args[0], position, depth);
    else if (one_is_enough && b == decides_b)
        add_part(r, &end, n->args[1], position, depth);
    else {
        add_part(r, &end, n->args[0], position, depth);
        add_part(r, &end, n->args[1], position, depth);
    }
}

// ---- Looking along the trace ----------------------------------------------------------------------------------------

// `hold` until `goal`, from a position on or back. For G, V, H and T both are looked for where they are false: what is
// found there is what refutes the formula.
struct quest {
    struct reasoning *r;
    formula hold; // FORMULA_NONE: nothing has to
    formula goal;
    enum truth yes; // what is looked for
    bool back;
    size_t from;
    struct bounds bounds;
};

enum outcome {
    FOUND,   // at `at`
    BLOCKED, // `hold` is no more, at `at`, and the goal was nowhere before
    NOWHERE, // the trace has been looked through
    OPEN,    // unknown at `at`
    ENDED,   // the trace ends before it
};

// After so many positions nothing new comes: all sequences are periodic from there on.
static size_t last_position(const struct quest *q)
{
    struct path_eval *t = &q->r->eval;
    size_t last = t->time.length;
    formula both[2] = {q->goal, q->hold};
    for (size_t i = 0; i < 2 && t->time.period; i++)
        for (int negated = 0; negated < 2 && both[i] != FORMULA_NONE; negated++) {
            size_t count = path_eval_of(t, both[i], negated)->count;
            last = count > last ? count : last;
        }
    last = last > q->from ? last : q->from + 1;
    return t->time.period ? last + t->time.period : t->time.length;
}

// Where the goal is unknown, it may still be found later: then that shows.
static enum outcome look(const struct quest *q, size_t *at)
{
    struct path_eval *t = &q->r->eval;
    size_t low = (size_t)q->bounds.low, steps = q->back ? q->from + 1 : last_position(q) - q->from, open = SIZE_MAX;
    enum outcome outcome = q->back || t->time.period ? NOWHERE : ENDED;
    if (!q->back && t->time.period) // bounds may lie further away
        steps += low;
    for (size_t step = 0; step < steps; step++) {
        *at = q->back ? q->from - step : q->from + step;
        if (q->bounds.high >= 0 && step > (size_t)q->bounds.high) {
            outcome = NOWHERE;
            break;
        }
        enum truth goal = step >= low ? path_eval_at(t, q->goal, *at) : truth_not(q->yes);
        enum truth hold = q->hold == FORMULA_NONE ? q->yes : path_eval_at(t, q->hold, *at);
        if (goal == q->yes)
            return FOUND;
        if (goal == TRUTH_UNKNOWN && open == SIZE_MAX)
            open = *at;
        if (hold != q->yes) {
            outcome = hold == TRUTH_UNKNOWN ? OPEN : BLOCKED;
            break;
        }
    }
    if (open == SIZE_MAX)
        return outcome;
    *at = open;
    return OPEN;
}

// A formula if it is short, else what it is called in the formula around it.
static void add_words(const struct quest *q, formula f)
{
    struct reasoning *r = q->r;
    struct str text = {0};
    explain_formula(r->model, f, r->mem, &text);
    const char *side = f != q->goal ? "the left side" : q->hold == FORMULA_NONE ? "the operand" : "the right side";
    str_add(r->mem, &r->text, "%s", text.count <= LONGEST_IN_WORDS ? str_text(&text) : side);
    str_free(r->mem, &text);
}

static const char *word(enum truth truth)
{
    return truth == TRUTH_TRUE ? "true" : truth == TRUTH_FALSE ? "false" : "unknown";
}

// "state 3", and if the trace has been around its loop, that too.
static void add_place(struct reasoning *r, size_t position)
{
    str_add(r->mem, &r->text, "state %zu%s", reasoning_state(r, position) + 1,
            position >= r->eval.time.length ? ", around the loop" : "");
}

static void tell_found(const struct quest *q, size_t at)
{
    struct reasoning *r = q->r;
    add_words(q, q->goal);
    str_add(r->mem, &r->text, " is %s at ", word(q->yes));
    add_place(r, at);
    if (q->hold == FORMULA_NONE || at == q->from)
        return;
    str_add(r->mem, &r->text, ", and ");
    add_words(q, q->hold);
    str_add(r->mem, &r->text, q->back ? " is %s since" : " is %s until then", word(q->yes));
}

static void tell_blocked(const struct quest *q, size_t at)
{
    struct reasoning *r = q->r;
    add_words(q, q->hold);
    str_add(r->mem, &r->text, " is %s at ", word(truth_not(q->yes)));
    add_place(r, at);
    str_add(r->mem, &r->text, ", and up to there ");
    add_words(q, q->goal);
    str_add(r->mem, &r->text, " is %s", word(truth_not(q->yes)));
}

static void tell_nowhere(const struct quest *q)
{
    struct reasoning *r = q->r;
    add_words(q, q->goal);
    str_add(r->mem, &r->text, " is %s ", word(truth_not(q->yes)));
    if (q->bounds.low > 0 || q->bounds.high >= 0) {
        str_add(r->mem, &r->text, "from %" PRId64, q->bounds.low);
        if (q->bounds.high >= 0)
            str_add(r->mem, &r->text, " to %" PRId64, q->bounds.high);
        str_add(r->mem, &r->text, " steps %s", q->back ? "ago" : "on");
    } else if (q->back)
        str_add(r->mem, &r->text, "in all states up to here");
    else
        str_add(r->mem, &r->text, "in all states from here on");
}

static void show_quest(const struct quest *q, struct reason *reason, unsigned depth)
{
    struct reasoning *r = q->r;
    struct parts_end end = {&reason->parts};
    size_t at = q->from;
    enum outcome outcome = look(q, &at);
    str_clear(&r->text);
    if (outcome == FOUND)
        tell_found(q, at);
    else if (outcome == BLOCKED)
        tell_blocked(q, at);
    else if (outcome == NOWHERE)
        tell_nowhere(q);
    else if (outcome == ENDED)
        str_add(r->mem, &r->text, "the trace ends before this is decided");
    reasoning_set_because(r, reason);
    if (outcome == FOUND || outcome == OPEN)
        add_part(r, &end, q->goal, at, depth);
    if (outcome == FOUND && q->hold != FORMULA_NONE && at != q->from)
        add_part(r, &end, q->hold, q->from, depth);
    if (outcome == BLOCKED || (outcome == OPEN && q->hold != FORMULA_NONE))
        add_part(r, &end, q->hold, at, depth);
    // What is nowhere is shown at the first states in which it is not.
    size_t low = (size_t)q->bounds.low, length = r->eval.time.length;
    for (size_t i = low; outcome == NOWHERE && i < low + EXAMPLES; i++) {
        bool is_there = q->back ? i <= q->from : q->from + i < length || i == low;
        if (is_there && (q->bounds.high < 0 || (int64_t)i <= q->bounds.high))
            add_part(r, &end, q->goal, q->back ? q->from - i : q->from + i, depth);
    }
}

static void explain_neighbour(struct reasoning *r, struct reason *reason, const struct formula_node *n, size_t position,
                              bool back, unsigned depth)
{
    struct parts_end end = {&reason->parts};
    if (back && position == 0)
        set_because(r, reason, "there is no state before");
    else if (!back && !r->eval.time.period && position + 1 >= r->eval.time.length)
        set_because(r, reason, "the trace ends here");
    else
        add_part(r, &end, n->args[0], back ? position - 1 : position + 1, depth);
}

// An operator of linear time, or the one in an operator of branching time.
static void explain_linear(struct reasoning *r, struct reason *reason, enum formula_op op, const struct formula_node *n,
                           size_t position, unsigned depth)
{
    bool back = op >= FORMULA_Y && op <= FORMULA_T;
    bool two = n->args[1] != FORMULA_NONE;
    bool demands = op == FORMULA_G || op == FORMULA_V || op == FORMULA_H || op == FORMULA_T;
    if (op == FORMULA_X || op == FORMULA_Y || op == FORMULA_Z) {
        explain_neighbour(r, reason, n, position, back, depth);
        return;
    }
    struct quest quest = {.r = r,
                          .hold = two ? n->args[0] : FORMULA_NONE,
                          .goal = two ? n->args[1] : n->args[0],
                          .yes = demands ? TRUTH_FALSE : TRUTH_TRUE,
                          .back = back,
                          .from = position,
                          .bounds = n->bounded ? (struct bounds){n->low, n->high} : BOUNDS_NONE};
    show_quest(&quest, reason, depth);
}

// ---- Quantifiers ----------------------------------------------------------------------------------------------------

// What the trace leaves open is shown, if there is such.
static void explain_undecided(struct reasoning *r, struct reason *reason, formula f, size_t position, unsigned depth)
{
    const struct formula_node *n = model_formula(r->model, f);
    bool for_all = refutability_is_for_all_paths(n->op);
    bool on_this_trace = sequence_at(&r->eval.time, path_eval_of(&r->eval, f, !for_all), position) == TRUTH_TRUE;
    if (for_all)
        set_because(r, reason,
                    on_this_trace
                        ? "it is so on this trace, but one trace cannot show that it is on all others"
                        : "this trace does not refute it, and one trace cannot show that it is so on all others");
    else
        set_because(r, reason,
                    on_this_trace ? "it is not so on this trace, but it may be on another one"
                                  : "this trace does not show it, but another one may");
    const char *because = reason->because;
    if (!on_this_trace && n->op != FORMULA_A && n->op != FORMULA_E)
        explain_linear(r, reason, refutability_path_operator(n->op), n, position, depth);
    reason->because = because;
}

static void explain_branching(struct reasoning *r, struct reason *reason, formula f, size_t position, unsigned depth)
{
    const struct formula_node *n = model_formula(r->model, f);
    struct parts_end end = {&reason->parts};
    if (reason->truth == TRUTH_UNKNOWN)
        explain_undecided(r, reason, f, position, depth);
    else if (n->op == FORMULA_A || n->op == FORMULA_E)
        add_part(r, &end, n->args[0], position, depth);
    else
        explain_linear(r, reason, refutability_path_operator(n->op), n, position, depth);
}

// ---- Sequences ------------------------------------------------------------------------------------------------------

// The first position at which a sequence that begins here ends; with an operand, one at which that is false.
static bool find_match(struct reasoning *r, const struct formula_node *n, size_t position, size_t *at)
{
    const struct timeline *t = &r->eval.time;
    for (*at = position; *at < position + LONGEST_SEQUENCE && (t->period || *at < t->length); ++*at)
        if (path_eval_match(&r->eval, n->regular, position, *at) == TRUTH_TRUE &&
            (n->args[0] == FORMULA_NONE || path_eval_at(&r->eval, n->args[0], *at) == TRUTH_FALSE))
            return true;
    return false;
}

static void explain_sequences(struct reasoning *r, struct reason *reason, const struct formula_node *n, size_t position,
                              unsigned depth)
{
    struct parts_end end = {&reason->parts};
    bool has_witness = n->op == FORMULA_TRIGGERS ? reason->truth == TRUTH_FALSE : reason->truth == TRUTH_TRUE;
    size_t at;
    str_clear(&r->text);
    if (has_witness && find_match(r, n, position, &at)) {
        str_add(r->mem, &r->text, "the sequence is there from ");
        add_place(r, position);
        str_add(r->mem, &r->text, " to ");
        add_place(r, at);
        reasoning_set_because(r, reason);
        if (n->op == FORMULA_TRIGGERS)
            add_part(r, &end, n->args[0], at, depth);
        return;
    }
    if (reason->truth == TRUTH_UNKNOWN)
        set_because(r, reason, "the trace leaves it open");
    else if (n->op == FORMULA_TRIGGERS && reason->truth == TRUTH_TRUE)
        set_because(r, reason, "wherever the sequence ends, the right side is true");
    else
        set_because(r, reason,
                    reason->truth == TRUTH_TRUE ? "the trace never leaves what can be continued to the sequence"
                                                : "no beginning of the trace from here on is the sequence");
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void explain(struct reasoning *r, struct reason *reason, formula f, size_t position, unsigned depth)
{
    const struct formula_node *n = model_formula(r->model, f);
    struct parts_end end = {&reason->parts};
    if (n->op == FORMULA_ATOM)
        reasoning_explain_condition(r, reason, n->atom, position);
    else if (n->op == FORMULA_NOT)
        add_part(r, &end, n->args[0], position, depth);
    else if (n->op <= FORMULA_IFF)
        explain_connective(r, reason, n, position, depth);
    else if (formula_op_is_quantified(n->op))
        explain_branching(r, reason, f, position, depth);
    else if (n->op >= FORMULA_TRIGGERS && n->op <= FORMULA_MAY_MATCH)
        explain_sequences(r, reason, n, position, depth);
    else
        explain_linear(r, reason, n->op, n, position, depth);
}

// The loop, if there is one, counts only if it is fair.
static void open_truths(struct reasoning *r, const struct trace *trace, formula f)
{
    bool loop = trace->loop < trace_length(trace);
    path_eval_open(&r->eval, trace, f, loop, r->mem);
    if (!loop || path_eval_loop_is_fair(&r->eval, &r->text))
        return;
    str_add(r->mem, &r->text, "; so it is taken for a trace that ends with its last state");
    r->out->remark = keep(r, str_text(&r->text));
    str_clear(&r->text);
    path_eval_close(&r->eval);
    path_eval_open(&r->eval, trace, f, false, r->mem);
}

void reasons_open(struct reasons *out, const struct trace *trace, formula f, size_t state, struct mem *mem)
{
    *out = (struct reasons){.arena = {.mem = mem}};
    struct reasoning r = {.out = out, .model = trace->model, .mem = mem, .left = MOST_REASONS};
    struct parts_end end = {&out->root};
    open_truths(&r, trace, f);
    add_part(&r, &end, f, state, DEEPEST);
    path_eval_close(&r.eval);
    str_free(mem, &r.text);
}

void reasons_close(struct reasons *reasons)
{
    arena_free(&reasons->arena);
}
