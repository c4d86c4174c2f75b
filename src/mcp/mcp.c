#include "mcp/mcp.h"

#include <stdlib.h>
#include <string.h>

#include "mcp/mcp_tools.h"

enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, METHOD_NOT_FOUND = -32601, INVALID_PARAMS = -32602 };

static const char *const versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"}; // the newest first

static json_t *failure(int code, const char *message)
{
    return json_pack("{s:{s:i, s:s}}", "error", "code", code, "message", message);
}

static json_t *success(json_t *result)
{
    return json_pack("{s:o}", "result", result);
}

static json_t *initialize(const struct mcp_host *host, json_t *params)
{
    const char *wanted = json_string_value(json_object_get(params, "protocolVersion")), *version = versions[0];
    for (size_t i = 0; wanted && i < sizeof versions / sizeof *versions; i++)
        if (strcmp(wanted, versions[i]) == 0)
            version = versions[i];
    return success(json_pack("{s:s, s:{s:{}}, s:{s:s, s:s}, s:s}", "protocolVersion", version, "capabilities", "tools",
                             "serverInfo", "name", "coset", "version", host->version, "instructions",
                             "Coset checks models in SMV and Murphi: invariants, CTL, LTL, deadlocks, run-time errors. "
                             "check gives verdicts and counterexamples; explain tells why one is one."));
}

static json_t *call_tool(const struct mcp_host *host, json_t *params)
{
    const char *name = json_string_value(json_object_get(params, "name"));
    json_t *arguments = json_object_get(params, "arguments");
    if (!name || (arguments && !json_is_object(arguments)))
        return failure(INVALID_PARAMS, "expected the name of a tool, and its arguments as an object");
    json_t *result = mcp_call_tool(host, name, arguments);
    return result ? success(result) : failure(INVALID_PARAMS, "there is no such tool");
}

static json_t *dispatch(const struct mcp_host *host, const char *method, json_t *params)
{
    if (strcmp(method, "initialize") == 0)
        return initialize(host, params);
    if (strcmp(method, "ping") == 0)
        return success(json_object());
    if (strcmp(method, "tools/list") == 0)
        return success(json_pack("{s:o}", "tools", mcp_list_tools()));
    if (strcmp(method, "tools/call") == 0)
        return call_tool(host, params);
    return failure(METHOD_NOT_FOUND, "there is no such method");
}

static bool send(FILE *out, json_t *message, json_t *id)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    if (id)
        json_object_set(message, "id", id);
    else
        json_object_set_new(message, "id", json_null());
    bool good = json_dumpf(message, out, JSON_COMPACT) == 0 && fputc('\n', out) != EOF && fflush(out) == 0;
    json_decref(message);
    return good;
}

// What has no id wants no answer.
static bool take_line(const struct mcp_host *host, const char *line, size_t length, FILE *out)
{
    json_t *message = json_loadb(line, length, 0, NULL);
    json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    bool good = true;
    if (!message)
        good = send(out, failure(PARSE_ERROR, "this is no JSON"), NULL);
    else if (!method)
        good = json_object_get(message, "result") || json_object_get(message, "error") ||
               send(out, failure(INVALID_REQUEST, "this is no request"), id);
    else if (id)
        good = send(out, dispatch(host, method, json_object_get(message, "params")), id);
    json_decref(message);
    return good;
}

bool mcp_serve(const struct mcp_host *host, FILE *in, FILE *out)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool good = true;
    while (good && (length = getline(&line, &capacity, in)) > 0)
        if (strspn(line, " \t\r\n") < (size_t)length)
            good = take_line(host, line, (size_t)length, out);
    free(line);
    return good;
}
