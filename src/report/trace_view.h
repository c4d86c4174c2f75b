// The lines of a trace, for the formats that are text: what has changed since it was shown last.
#ifndef COSET_REPORT_TRACE_VIEW_H
#define COSET_REPORT_TRACE_VIEW_H

#include "model/eval.h"
#include "report/report.h"

struct view_name; // a cell or a definition, and what was shown of it last

struct trace_view {
    const struct trace *trace;
    struct report_style style;
    struct mem *mem;
    struct evaluator *ev;
    struct view_name *names;
    size_t count;
    bool has_inputs; // there is something to show of a step
};

void view_open(struct trace_view *, const struct trace *, struct report_style, struct mem *);
void view_close(struct trace_view *);

// Adds a line `name = value`, indented by that many columns, for each thing to show of a state, or of the step from it.
// Gives the number of lines.
size_t view_add_state(struct trace_view *, size_t state, unsigned indent, struct str *out);
size_t view_add_step(struct trace_view *, size_t state, unsigned indent, struct str *out);

// Names in the order of cells and then, where the style asks for them, definitions. `of_input` is for cells.
const char *view_name(const struct trace_view *, size_t index, bool *of_input, bool *of_definition);
// Adds the value there as JSON; null if it is undefined.
void view_add_value(struct trace_view *, size_t index, size_t state, struct str *out);
// Whether the value there is another one than in the state before.
bool view_has_changed(struct trace_view *, size_t index, size_t state);

// An action that makes the step from a state; NULL if there is none, or actions have no names of their own.
const struct action *view_step(struct trace_view *, size_t state);
// The name of an action that makes the step from a state; NULL if there is none, or actions have no names of their own.
const char *view_action(struct trace_view *, size_t state);

bool view_has_inputs(const struct model *);
bool view_shows_inputs(const struct model *); // that are not hidden
// The state that follows, or TRACE_NO_LOOP.
size_t view_successor(const struct trace *, size_t state);
// Whether the inputs of a state matter: a step follows, or the property is about them.
bool view_shows_step(const struct trace *, struct report_style, size_t state);
// The style for the trace of a result: the inputs at its end matter if the property speaks of inputs.
struct report_style view_style(const struct model *, const struct result *, struct report_style, struct mem *);

// For what a quantified invariant is violated at the end of its counterexample; NULL if that is not known.
const char *view_witness(const struct model *, const struct result *, struct mem *);

// The JSON of a report, with traces by a writer of the caller's; and a single value.
typedef void view_writer(const struct trace *, struct report_style, struct mem *, struct str *out);
void report_json_with(const struct report *, view_writer *, struct mem *, struct str *out);
// Adds what comes after the last state, behind the key of the loop, and closes the trace's object.
void view_add_json_loop(const struct trace *, struct mem *, struct str *out);
void view_add_json_text(struct mem *, struct str *out, const char *text); // NULL: null
void view_add_json_value(const struct model *, type_id, value, struct mem *, struct str *out);
// Whether a value is a truth value, and which. One that a variable may also be without is a symbol in the model.
bool view_is_truth(const struct model *, const struct type *, value, bool *truth);

// Adds a text of the user, without blanks at its ends, on one line, safe for a terminal.
void view_add_text(const char *text, struct mem *, struct str *out);
// The same with its blanks; `between` stands for the ends of lines (a `case` has several).
void view_add_lines(const char *text, size_t length, const char *between, struct mem *, struct str *out);

#endif
