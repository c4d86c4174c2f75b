// The prompt of coset simulate: one command a line. From a pipe, each line is shown as if it had been typed, so that
// what comes out can be read.
#include "cli/simulate_command.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/line_editor.h"
#include "cli/shown_report.h"
#include "report/simulation_text.h"

#define MOST_WORDS 3

struct prompt {
    struct simulate *s;
    struct simulation *simulation;
    struct mem *mem;
    struct str out;
    struct line_editor *editor; // of a terminal; NULL: lines are read as they are
    char *line;                 // else: the last one
    size_t capacity;
    char prompt[40];
    bool is_over;
};

static size_t length_of(const struct prompt *p)
{
    return trace_length(&p->simulation->trace);
}

// ---- What is shown --------------------------------------------------------------------------------------------------

static void add_choices(struct prompt *p)
{
    report_text_choices(p->simulation, p->s->orbits, (size_t)p->s->cli->options->choices, &p->out);
}

static void add_state(struct prompt *p, bool all)
{
    report_text_last_state(p->simulation, all, &p->out);
}

static void look(struct prompt *p)
{
    simulation_look(p->simulation, (size_t)p->s->cli->options->choices);
}

// After some steps: shows what has changed with the last one, or the whole state. A sole initial state is no choice.
static void go_on(struct prompt *p, bool full)
{
    look(p);
    if (length_of(p) == 0 && p->simulation->choices.at.count == 1 && !p->simulation->choices.gave_up) {
        simulation_take(p->simulation, 0);
        look(p);
    }
    if (length_of(p) > 0)
        add_state(p, full || length_of(p) == 1);
    add_choices(p);
}

// ---- Commands -------------------------------------------------------------------------------------------------------

static void say(struct prompt *p, const char *text)
{
    str_add(p->mem, &p->out, "%s\n", text);
}

// A number from 1 on, or `otherwise` if there is no word; 0 if it is none.
static size_t number_of(const char *word, size_t otherwise)
{
    char *end;
    if (!word)
        return otherwise;
    unsigned long long number = strtoull(word, &end, 10);
    return *end || word[0] == '-' || number > 1000000000 ? 0 : (size_t)number;
}

static void take(struct prompt *p, size_t number)
{
    if (number < 1 || number > p->simulation->choices.at.count) {
        str_add(p->mem, &p->out, "there is no choice of that number; \"list\" shows what there is\n");
        return;
    }
    simulation_take(p->simulation, number - 1);
    go_on(p, false);
}

static void command_random(struct prompt *p, const char *const *words)
{
    size_t steps = number_of(words[1], 1), made;
    enum explore_end end;
    if (steps == 0) {
        say(p, "that is not a number of steps");
        return;
    }
    made = simulation_run(p->simulation, steps, &end);
    if (made < steps)
        str_add(p->mem, &p->out, "%zu of %zu steps were made\n", made, steps);
    go_on(p, made > 1);
}

static void command_undo(struct prompt *p, const char *const *words)
{
    size_t steps = number_of(words[1], 1);
    if (steps == 0)
        say(p, "that is not a number of steps");
    else if (length_of(p) == 0)
        say(p, "there is nothing to undo");
    else {
        for (; steps && length_of(p); steps--)
            simulation_undo(p->simulation);
        look(p);
        if (length_of(p) > 0)
            add_state(p, true);
        add_choices(p);
    }
}

static void command_goto(struct prompt *p, const char *const *words)
{
    size_t state = number_of(words[1], 0);
    if (length_of(p) == 0) {
        say(p, "there is no state yet: choose an initial one");
        return;
    }
    if (state == 0 || state > length_of(p)) {
        str_add(p->mem, &p->out, "goto: expected the number of a state, from 1 to %zu\n", length_of(p));
        return;
    }
    while (length_of(p) > state)
        simulation_undo(p->simulation);
    look(p);
    add_state(p, true);
    add_choices(p);
}

static void command_restart(struct prompt *p, const char *const *words)
{
    (void)words;
    simulation_load(p->simulation, NULL);
    go_on(p, true);
}

static void command_list(struct prompt *p, const char *const *words)
{
    (void)words;
    add_choices(p);
}

static void show_variable(struct prompt *p, const char *name)
{
    const struct model *model = p->simulation->model;
    cell_id cell = model_find_cell(model, name);
    if (cell == CELL_NONE || model_cell(model, cell)->role == CELL_INPUT) {
        str_add(p->mem, &p->out, "there is no variable \"");
        utf8_add_printable(p->mem, &p->out, name, strlen(name));
        str_add(p->mem, &p->out, "\"\n");
        return;
    }
    report_text_history(p->simulation, cell, &p->out);
}

static void command_state(struct prompt *p, const char *const *words)
{
    if (length_of(p) == 0)
        say(p, "there is no state yet: choose an initial one");
    else if (!words[1] || strcmp(words[1], "all") == 0)
        add_state(p, true);
    else if (strcmp(words[1], "changed") == 0)
        add_state(p, false);
    else
        show_variable(p, words[1]);
}

static void command_trace(struct prompt *p, const char *const *words)
{
    (void)words;
    if (length_of(p) == 0)
        say(p, "there is no state yet: choose an initial one");
    else
        report_text_trace(&p->simulation->trace, cli_report_style(p->s->cli, 0), 0, p->mem, &p->out);
}

static void command_save(struct prompt *p, const char *const *words)
{
    if (!words[1])
        say(p, "save: expected the name of a file");
    else if (length_of(p) == 0)
        say(p, "there is no state yet: choose an initial one");
    else if (simulate_save(p->s, words[1], NULL))
        str_add(p->mem, &p->out, "%zu state%s saved\n", length_of(p), length_of(p) == 1 ? "" : "s");
}

static void command_load(struct prompt *p, const char *const *words)
{
    if (!words[1])
        say(p, "load: expected the name of a file");
    else if (simulate_load(p->s, words[1]))
        go_on(p, true);
}

static void ask(struct prompt *p, const char *text, bool with_reasons)
{
    if (!text)
        say(p, "expected a formula");
    else if (length_of(p) == 0)
        say(p, "there is no state yet: choose an initial one");
    else
        simulate_ask(p->s, text, with_reasons, &p->out);
}

static void command_eval(struct prompt *p, const char *const *words)
{
    ask(p, words[1], false);
}

static void command_why(struct prompt *p, const char *const *words)
{
    ask(p, words[1], true);
}

static void command_quit(struct prompt *p, const char *const *words)
{
    (void)words;
    p->is_over = true;
}

static void command_help(struct prompt *p, const char *const *words);

static const struct command_line {
    const char *name, *letter, *operand, *help;
    void (*run)(struct prompt *, const char *const *words);
} commands[] = {
    {"list", "l", "", "show what can come next", command_list},
    {"random", "r", "[N]", "make N steps by chance, or one", command_random},
    {"undo", "u", "[N]", "take N steps back, or one", command_undo},
    {"goto", "g", "N", "go back to state N", command_goto},
    {"state", "s", "[all|changed|NAME]", "show the state, what has changed, or how a variable got there",
     command_state},
    {"trace", "t", "", "show the trace so far", command_trace},
    {"eval", "e", "EXPRESSION", "its value in the last state; of a formula, whether it is true", command_eval},
    {"why", "y", "FORMULA", "whether it is true, with the reasons", command_why},
    {"save", "w", "FILE", "write the trace to a file, for load, --trace and replay", command_save},
    {"load", "o", "FILE", "go on from the end of the trace in a file", command_load},
    {"restart", "0", "", "begin anew", command_restart},
    {"help", "?", "", "show this", command_help},
    {"quit", "q", "", "end", command_quit},
};
#define COMMANDS (sizeof commands / sizeof *commands)

static void command_help(struct prompt *p, const char *const *words)
{
    (void)words;
    say(p, "  N                             take choice N");
    for (size_t i = 0; i < COMMANDS; i++)
        str_add(p->mem, &p->out, "  %s, %-7s %-18s %s\n", commands[i].letter, commands[i].name, commands[i].operand,
                commands[i].help);
}

static void refuse(struct prompt *p, const char *word)
{
    struct nearest nearest = nearest_to(word);
    for (size_t i = 0; i < COMMANDS; i++)
        nearest_look(&nearest, commands[i].name);
    if (nearest.best)
        str_add(p->mem, &p->out, "unknown command; did you mean \"%s\"?\n", nearest.best);
    else
        say(p, "unknown command; \"help\" lists them");
}

static void obey(struct prompt *p, const char *const *words)
{
    if (!words[0]) {
        add_choices(p);
        return;
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(words[0], commands[i].name) == 0 || strcmp(words[0], commands[i].letter) == 0) {
            if (words[1] && !commands[i].operand[0])
                say(p, "that command takes nothing behind it");
            else
                commands[i].run(p, words);
            return;
        }
    if (words[0][strspn(words[0], "0123456789")] == 0 && !words[1])
        take(p, number_of(words[0], 0));
    else
        refuse(p, words[0]);
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

// The first word of a line, and all that follows it.
static void obey_line(struct prompt *p, char *line)
{
    const char *words[MOST_WORDS] = {0};
    line[strcspn(line, "\r\n")] = 0;
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        line[--length] = 0;
    if (*line) {
        words[0] = line;
        line += strcspn(line, " \t");
        if (*line) {
            *line++ = 0;
            words[1] = line + strspn(line, " \t");
        }
    }
    obey(p, words);
}

static void flush(struct prompt *p)
{
    fputs(str_text(&p->out), p->s->cli->out);
    fflush(p->s->cli->out);
    str_clear(&p->out);
}

static const char *make_prompt(void *context)
{
    struct prompt *p = context;
    if (length_of(p))
        snprintf(p->prompt, sizeof p->prompt, "state %zu> ", length_of(p));
    else
        snprintf(p->prompt, sizeof p->prompt, "start> ");
    return p->prompt;
}

// A line that may be changed, or NULL at the end.
static char *read_line(struct prompt *p, FILE *in)
{
    if (!p->editor) {
        str_add(p->mem, &p->out, "%s", make_prompt(p));
        flush(p);
        return getline(&p->line, &p->capacity, in) < 0 ? NULL : p->line;
    }
    flush(p);
    const char *line = line_editor_read(p->editor);
    free(p->line);
    p->line = line ? strdup(line) : NULL;
    return p->line;
}

static void echo(struct prompt *p, const char *line)
{
    utf8_add_printable(p->mem, &p->out, line, strcspn(line, "\r\n"));
    str_add_char(p->mem, &p->out, '\n');
}

typedef ARRAY(const char *) plain_names;

// Of variables and definitions, those that can be shown as they are.
static void find_names(const struct prompt *p, plain_names *names)
{
    const struct model *model = p->simulation->model;
    size_t cells = model_cell_count(model), definitions = model_definition_count(model);
    for (size_t i = 0; i < cells + definitions; i++) {
        expr e;
        const char *name = i < cells ? model_cell(model, (cell_id)i)->name : model_definition(model, i - cells, &e);
        bool is_plain = i >= cells || !model_cell(model, (cell_id)i)->is_hidden;
        for (const char *c = name; *c && is_plain; c++)
            is_plain = *c > ' ' && *c < 0x7f;
        if (is_plain)
            array_push(p->mem, names, name);
    }
}

enum status simulate_interactively(struct simulate *s, FILE *in, bool is_terminal)
{
    struct prompt p = {.s = s, .simulation = &s->simulation, .mem = s->mem};
    const char *words[COMMANDS];
    plain_names names = {0};
    for (size_t i = 0; i < COMMANDS; i++)
        words[i] = commands[i].name;
    if (is_terminal) {
        find_names(&p, &names);
        p.editor =
            line_editor_open((struct line_editor_words){words, COMMANDS, names.at, names.count}, make_prompt, &p);
    }
    go_on(&p, true);
    bool stuck = length_of(&p) == 0 && p.simulation->choices.at.count == 0;
    while (!stuck && !p.is_over) {
        char *line = read_line(&p, in);
        if (!line) {
            str_add_char(p.mem, &p.out, '\n');
            break;
        }
        if (!is_terminal) {
            echo(&p, line);
            flush(&p); // errors come behind it
        }
        obey_line(&p, line);
    }
    flush(&p);
    free(p.line);
    line_editor_close(p.editor);
    array_free(p.mem, &names);
    str_free(p.mem, &p.out);
    const char *output = s->cli->options->output;
    if (output && length_of(&p) > 0 && !simulate_save(s, output, NULL))
        return STATUS_TROUBLE;
    return stuck ? STATUS_FAILS : STATUS_HOLDS;
}
