#include "mcp/mcp_tools.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"

// ---- What tools take ------------------------------------------------------------------------------------------------

enum use { IN_CHECK = 1, IN_INFO = 2, IN_SIMULATE = 4, IN_EXPLAIN = 8, IN_ALL = 15 };

// How the value of a parameter becomes arguments.
enum form {
    FORM_MODEL,   // the file, as an operand
    FORM_TEXT,    // the standard input
    FORM_VALUE,   // option=VALUE, of a string or a number
    FORM_LIST,    // option=VALUE for each
    FORM_DEFINES, // option=NAME=VALUE for each
    FORM_FLAG,    // the option, or nothing
    FORM_TRACE,   // a file with this JSON, as an operand
};

struct parameter {
    const char *name;
    unsigned uses;
    enum form form;
    const char *option;
    const char *schema;
};

static const struct parameter parameters[] = {
    {"model", IN_ALL, FORM_MODEL, NULL,
     "{\"type\": \"string\", \"description\": \"The file of the model: .smv (SMV, the language of NuSMV), .m (Murphi), "
     ".pnml (Petri nets), .aag or .aig (AIGER), .btor2 (BTOR2). Give this or text.\"}"},
    {"text", IN_ALL, FORM_TEXT, NULL,
     "{\"type\": \"string\", \"description\": \"The text of the model in place of a file; language says in which.\"}"},
    {"language", IN_ALL, FORM_VALUE, "--language",
     "{\"enum\": [\"smv\", \"murphi\", \"pnml\", \"aiger\", \"btor2\"], \"description\": \"Of text.\"}"},
    {"defines", IN_ALL, FORM_DEFINES, "--define",
     "{\"type\": \"object\", \"description\": \"Values for constants of a Murphi model, by their names.\", "
     "\"additionalProperties\": {\"type\": [\"string\", \"integer\"]}}"},
    {"properties", IN_CHECK, FORM_LIST, "--property",
     "{\"type\": \"array\", \"items\": {\"type\": [\"string\", \"integer\"]}, \"description\": \"Check only these "
     "properties of the model, by number (from 1) or name.\"}"},
    {"formulas", IN_CHECK, FORM_LIST, "--formula",
     "{\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"description\": \"Check these formulas of CTL, LTL or "
     "CTL*; the properties of the model are then left out.\"}"},
    {"family", IN_CHECK, FORM_VALUE, "--family",
     "{\"type\": \"string\", \"description\": \"Check a Murphi model for all values of a constant: N=1..20; N=1.. "
     "proves it for every size.\"}"},
    {"states", IN_CHECK, FORM_FLAG, "--states",
     "{\"type\": \"boolean\", \"description\": \"Count the reachable states, exactly.\"}"},
    {"time_limit", IN_CHECK, FORM_VALUE, "--time-limit",
     "{\"type\": \"number\", \"minimum\": 0, \"description\": \"Seconds, in all; 60 if it is not given. What is not "
     "decided by then is undecided.\"}"},
    {"steps", IN_SIMULATE, FORM_VALUE, "--steps", "{\"type\": \"integer\", \"minimum\": 0, \"default\": 10}"},
    {"seed", IN_SIMULATE, FORM_VALUE, "--seed", "{\"type\": \"integer\", \"minimum\": 0, \"default\": 1}"},
    {"constraints", IN_SIMULATE, FORM_LIST, "--constraint",
     "{\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"description\": \"Conditions of all states.\"}"},
    {"starts", IN_SIMULATE, FORM_LIST, "--start",
     "{\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"description\": \"Conditions of the first state.\"}"},
    {"trace", IN_EXPLAIN, FORM_TRACE, NULL,
     "{\"type\": \"object\", \"description\": \"The structured content that check or simulate has answered.\"}"},
    {"property", IN_EXPLAIN, FORM_VALUE, "--property",
     "{\"type\": [\"string\", \"integer\"], \"description\": \"Explain this property; without it, the one that the "
     "trace "
     "refutes.\"}"},
    {"formula", IN_EXPLAIN, FORM_VALUE, "--formula",
     "{\"type\": \"string\", \"description\": \"Explain this formula on the trace instead.\"}"},
    {"state", IN_EXPLAIN, FORM_VALUE, "--state",
     "{\"type\": \"integer\", \"minimum\": 0, \"description\": \"At this state of the trace, from 1.\"}"},
};
#define PARAMETERS (sizeof parameters / sizeof *parameters)

static const struct tool {
    const char *name;
    enum use use;
    bool has_json;
    const char *description;
} tools[] = {
    {"check", IN_CHECK, true,
     "Check the properties of a model: a verdict for each (holds, fails, undecided), and a counterexample for each "
     "that "
     "fails, which was replayed by an independent evaluator."},
    {"info", IN_INFO, false, "Tell what is in a model: variables with their types, actions, and numbered properties."},
    {"simulate", IN_SIMULATE, true, "Make a trace of a model by chance, under constraints."},
    {"explain", IN_EXPLAIN, true,
     "Tell why a property or a formula is true or false on a trace, down to the values of variables."},
};
#define TOOLS (sizeof tools / sizeof *tools)

json_t *mcp_list_tools(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < TOOLS; i++) {
        json_t *properties = json_object(), *required = json_array();
        for (size_t k = 0; k < PARAMETERS; k++)
            if (parameters[k].uses & tools[i].use)
                json_object_set_new(properties, parameters[k].name, json_loads(parameters[k].schema, 0, NULL));
        if (tools[i].use == IN_EXPLAIN)
            json_array_append_new(required, json_string("trace"));
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:{s:s, s:o, s:o, s:b}}", "name", tools[i].name, "description",
                                        tools[i].description, "inputSchema", "type", "object", "properties", properties,
                                        "required", required, "additionalProperties", 0));
    }
    return list;
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

struct call {
    const struct mcp_host *host;
    struct mem *mem;
    const struct tool *tool;
    ARRAY(char *) arguments;
    json_t *text; // of the model; NULL: it is a file
    char trace_path[64];
    struct str wrong; // what is wrong with the call; empty if nothing
};

static void push(struct call *c, const char *before, const char *value)
{
    struct str text = {0};
    str_add(c->mem, &text, "%s%s", before, value);
    array_push(c->mem, &c->arguments, str_copy(c->mem, str_text(&text)));
    str_free(c->mem, &text);
}

static void complain(struct call *c, const char *what, const char *name)
{
    if (!c->wrong.count)
        str_add(c->mem, &c->wrong, "%s: %s \"%s\"", c->tool->name, what, name);
}

// option=VALUE; a value cannot be taken for an option then.
static void push_value(struct call *c, const struct parameter *p, const char *name, json_t *value)
{
    struct str before = {0};
    char number[40];
    const char *text = json_string_value(value);
    str_add(c->mem, &before, "%s=%s%s", p->option, name ? name : "", name ? "=" : "");
    if (json_is_integer(value))
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(number, sizeof number, "%.9g", json_real_value(value));
    if (text || json_is_number(value))
        push(c, str_text(&before), text ? text : number);
    else
        complain(c, "expected a string or a number for", p->name);
    str_free(c->mem, &before);
}

static void write_trace(struct call *c, json_t *value)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || strlen(folder) + 20 > sizeof c->trace_path)
        folder = "/tmp";
    snprintf(c->trace_path, sizeof c->trace_path, "%s/coset-XXXXXX", folder);
    int file = mkstemp(c->trace_path);
    bool good = file >= 0 && json_dumpfd(value, file, 0) == 0;
    if (file >= 0 && close(file) != 0)
        good = false;
    if (file < 0)
        c->trace_path[0] = '\0';
    if (!good)
        complain(c, "cannot write a file for", "trace");
}

static void take(struct call *c, const struct parameter *p, json_t *value)
{
    const char *name;
    json_t *each;
    size_t i;
    switch (p->form) {
    case FORM_MODEL:
    case FORM_TEXT:
        if (!json_is_string(value))
            complain(c, "expected a string for", p->name);
        break;
    case FORM_TRACE:
        write_trace(c, value);
        break;
    case FORM_VALUE:
        push_value(c, p, NULL, value);
        break;
    case FORM_FLAG:
        if (json_is_true(value))
            push(c, p->option, "");
        break;
    case FORM_LIST:
        json_array_foreach(value, i, each) push_value(c, p, NULL, each);
        break;
    case FORM_DEFINES:
        json_object_foreach(value, name, each) push_value(c, p, name, each);
        break;
    }
}

static const struct parameter *find_parameter(const struct tool *tool, const char *name)
{
    for (size_t i = 0; i < PARAMETERS; i++)
        if ((parameters[i].uses & tool->use) && strcmp(parameters[i].name, name) == 0)
            return &parameters[i];
    return NULL;
}

static void make_arguments(struct call *c, json_t *given)
{
    const char *name;
    json_t *value;
    push(c, c->tool->name, "");
    json_object_foreach(given, name, value)
    {
        const struct parameter *p = find_parameter(c->tool, name);
        if (p)
            take(c, p, value);
        else
            complain(c, "there is no argument", name);
    }
    json_t *model = json_object_get(given, "model");
    c->text = json_object_get(given, "text");
    if (!model == !c->text)
        complain(c, "expected one of \"model\" and", "text");
    if (c->tool->use == IN_EXPLAIN && !json_object_get(given, "trace"))
        complain(c, "expected", "trace");
    if (c->tool->use == IN_CHECK && !json_object_get(given, "time_limit"))
        push(c, "--time-limit=60", "");
    if (c->tool->has_json)
        push(c, "--json", "");
    push(c, "--quiet", "");
    push(c, "--", "");
    push(c, c->text ? "-" : model ? json_string_value(model) : "", "");
    if (c->trace_path[0])
        push(c, c->trace_path, "");
}

static json_t *answer(const char *text, json_t *structured, bool is_error)
{
    json_t *content = json_pack("[{s:s, s:s}]", "type", "text", "text", text);
    if (!content) // what is not UTF-8
        content = json_pack("[{s:s, s:s}]", "type", "text", "text", "the output is not UTF-8");
    json_t *result = json_pack("{s:o, s:b}", "content", content, "isError", is_error);
    if (structured)
        json_object_set(result, "structuredContent", structured);
    return result;
}

// Statuses 0, 1 and 3 are answers: all hold, some fail, some are undecided.
static json_t *run_call(struct call *c)
{
    struct str output = {0}, errors = {0};
    const char *text = c->text ? json_string_value(c->text) : "";
    array_push(c->mem, &c->arguments, NULL);
    int status = c->host->run(c->host->context, (const char *const *)c->arguments.at, text,
                              c->text ? json_string_length(c->text) : 0, &output, &errors);
    c->arguments.count--;
    bool is_error = status != 0 && status != 1 && status != 3;
    json_t *structured = c->tool->has_json && !is_error ? json_loads(str_text(&output), 0, NULL) : NULL;
    if (!is_error && errors.count) // warnings
        str_add(c->mem, &output, "\n%s", str_text(&errors));
    json_t *result = answer(str_text(is_error ? &errors : &output), structured, is_error);
    json_decref(structured);
    str_free(c->mem, &output);
    str_free(c->mem, &errors);
    return result;
}

json_t *mcp_call_tool(const struct mcp_host *host, const char *name, json_t *arguments)
{
    struct call c = {.host = host, .mem = host->mem};
    for (size_t i = 0; i < TOOLS && !c.tool; i++)
        if (strcmp(tools[i].name, name) == 0)
            c.tool = &tools[i];
    if (!c.tool)
        return NULL;
    make_arguments(&c, arguments);
    json_t *result = c.wrong.count ? answer(str_text(&c.wrong), NULL, true) : run_call(&c);
    if (c.trace_path[0])
        unlink(c.trace_path);
    for (size_t i = 0; i < c.arguments.count; i++)
        str_release(c.mem, c.arguments.at[i]);
    array_free(c.mem, &c.arguments);
    str_free(c.mem, &c.wrong);
    return result;
}
