// The manual page, made from the tables of commands and options: troff with the macros of man(7).
#include <string.h>

#include "base/option_value.h"
#include "base/str.h"
#include "usage/usage.h"

#define RELEASED "2026-11-17" // the version, as packaging/debian/changelog has it

// Adds a text so that troff shows it as it is. `-` would become a hyphen, which nobody can paste into a shell.
static void add_text(struct mem *mem, struct str *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        str_add(mem, out, "\\&");
    for (; *text; text++) {
        switch (*text) {
        case '\\':
            str_add(mem, out, "\\e");
            break;
        case '-':
            str_add(mem, out, "\\-");
            break;
        case '"':
            str_add(mem, out, "\\(dq");
            break;
        case '\'':
            str_add(mem, out, "\\(aq");
            break;
        case '`':
            str_add(mem, out, "\\(ga");
            break;
        case '^':
            str_add(mem, out, "\\(ha");
            break;
        case '~':
            str_add(mem, out, "\\(ti");
            break;
        default:
            str_add_char(mem, out, *text);
        }
    }
}

static void add_line(struct mem *mem, struct str *out, const char *text)
{
    add_text(mem, out, text);
    str_add_char(mem, out, '\n');
}

static void add_option(struct mem *mem, struct str *out, const struct option *option)
{
    struct str explanation = {0};
    str_add(mem, out, ".TP\n");
    if (option->letter)
        str_add(mem, out, "\\fB\\-%c\\fR, ", option->letter);
    str_add(mem, out, "\\fB\\-\\-%s", options_starts_on(option) ? "\\fR[\\fBno\\-\\fR]\\fB" : "");
    add_text(mem, out, option->name);
    str_add(mem, out, "\\fR");
    if (option->kind != OPTION_FLAG) {
        str_add(mem, out, "=\\fI");
        add_text(mem, out, option_value_argument(option));
        str_add(mem, out, "\\fR");
    }
    str_add_char(mem, out, '\n');
    options_add_explanation(option, mem, &explanation);
    add_line(mem, out, str_text(&explanation));
    str_free(mem, &explanation);
}

static void add_group(struct mem *mem, struct str *out, const struct option_group *group)
{
    for (size_t i = 0; i < group->count; i++)
        add_option(mem, out, &group->options[i]);
}

static void add_command(const struct usage *usage, const struct command *command, struct mem *mem, struct str *out)
{
    str_add(mem, out, ".SS \"coset %s [\\fIOPTION\\fP...]%s%s\"\n", command->name, command->operands ? " " : "",
            command->operands ? command->operands : "");
    add_line(mem, out, command->summary);
    for (option_groups group = command->groups; *group; group++) {
        if (*group == usage->common)
            continue;
        str_add(mem, out, ".PP\n\\fI");
        add_text(mem, out, (*group)->title);
        str_add(mem, out, "\\fR\n");
        add_group(mem, out, *group);
    }
}

static void add_examples(struct mem *mem, struct str *out, const struct command *command)
{
    for (const struct example *example = command->examples; example && example->command; example++) {
        str_add(mem, out, ".TP\n\\fB");
        add_text(mem, out, example->command);
        str_add(mem, out, "\\fR\n");
        add_line(mem, out, example->effect);
    }
}

static const char opening[] =
    ".SH NAME\n"
    "coset \\- check models of systems that are built from many identical parts\n"
    ".SH SYNOPSIS\n"
    ".B coset\n"
    "\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIOPERAND\\fR...]\n"
    ".br\n"
    ".B coset\n"
    "\\fIMODEL\\fR [\\fIOPTION\\fR...]\n"
    ".br\n"
    ".B coset help\n"
    "[\\fICOMMAND\\fR]\n"
    ".br\n"
    ".B coset version\n"
    ".SH DESCRIPTION\n"
    "Coset is a symbolic model checker. It reads models in SMV, the language of NuSMV (files that end in\n"
    ".IR .smv ),\n"
    "in Murphi\n"
    ".RI ( .m ),\n"
    "Petri nets in PNML\n"
    ".RI ( .pnml ),\n"
    "and circuits in AIGER\n"
    ".RI ( .aag , \" .aig\" )\n"
    "and BTOR2\n"
    ".RI ( .btor2 , \" .btor\" ),\n"
    "checks invariants and properties of CTL, LTL, CTL* and PSL, and shows a counterexample for each one that fails.\n"
    "Symmetry reduction makes large models small: counter abstraction, and explicit and symbolic quotients.\n"
    ".PP\n"
    "Options may stand before and behind operands; \\fB\\-\\-\\fR ends them. A value follows an option as another "
    "word,\n"
    "or behind an equals sign.\n";

static const char closing[] =
    ".SH SEE ALSO\n"
    "The documents that come with the program, in\n"
    ".IR share/doc/coset :\n"
    "using, language, murphi, nets, symmetry, certificates, simulate, explain, pictures, report.\n";

void usage_add_manual(const struct usage *usage, struct mem *mem, struct str *out)
{
    str_add(mem, out, ".\\\" Written by: coset help --man\n.TH COSET 1 %s \"coset %s\" \"User Commands\"\n%s", RELEASED,
            usage->version, opening);
    str_add(mem, out, ".SH COMMANDS\n");
    for (const struct command *command = usage->commands; command->name; command++)
        add_command(usage, command, mem, out);
    str_add(mem, out, ".SH OPTIONS OF ALL COMMANDS\n");
    add_group(mem, out, usage->common);
    str_add(mem, out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < usage->status_count; i++)
        str_add(mem, out, ".TP\n%d\n%s\n", usage->statuses[i].status, usage->statuses[i].text);
    str_add(mem, out, ".SH EXAMPLES\n");
    for (const struct command *command = usage->commands; command->name; command++)
        add_examples(mem, out, command);
    str_add(mem, out, "%s", closing);
}
