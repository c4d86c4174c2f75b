// Messages of editors: what each asks for, and the documents that are open.
#include "lsp/lsp.h"

#include <stdlib.h>
#include <string.h>

#include "api/coset.h"
#include "lsp/features.h"
#include "lsp/text_place.h"
#include "lsp/text_reading.h"
#include "run/input.h"

enum { METHOD_NOT_FOUND = -32601, INVALID_PARAMS = -32602, REQUEST_FAILED = -32803 };

#define LARGEST_MESSAGE ((size_t)1 << 28) // bytes

struct server {
    struct mem *mem;
    FILE *in, *out;
    ARRAY(struct document) documents;
    json_t *verdicts; // by URI, by the number of a property: a text
    double seconds;
    json_int_t asked; // requests of our own
    bool is_shut_down, refreshes_lenses, lost;
};

// ---- Messages -------------------------------------------------------------------------------------------------------

static void send(struct server *s, json_t *message)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    char *text = json_dumps(message, JSON_COMPACT);
    s->lost |= !text || fprintf(s->out, "Content-Length: %zu\r\n\r\n%s", strlen(text), text) < 0 || fflush(s->out) != 0;
    free(text);
    json_decref(message);
}

static void notify(struct server *s, const char *method, json_t *params)
{
    send(s, json_pack("{s:s, s:o}", "method", method, "params", params));
}

static void answer(struct server *s, json_t *id, json_t *result)
{
    send(s, json_pack("{s:O, s:o}", "id", id, "result", result));
}

static void refuse(struct server *s, json_t *id, int code, const char *why)
{
    send(s, json_pack("{s:O, s:{s:i, s:s}}", "id", id, "error", "code", code, "message", why));
}

// One message, or NULL at the end.
static json_t *receive(struct server *s)
{
    char line[256];
    size_t length = 0;
    while (fgets(line, sizeof line, s->in)) {
        if (line[0] == '\r' || line[0] == '\n')
            break;
        if (strncmp(line, "Content-Length:", 15) == 0)
            length = strtoul(line + 15, NULL, 10);
    }
    if (!length || length > LARGEST_MESSAGE)
        return NULL;
    char *text = mem_alloc(s->mem, length);
    json_t *message = fread(text, 1, length, s->in) == length ? json_loadb(text, length, 0, NULL) : NULL;
    mem_free(s->mem, text, length);
    return message ? message : json_object();
}

// ---- Documents ------------------------------------------------------------------------------------------------------

static struct document *find(struct server *s, json_t *params)
{
    const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
    for (size_t i = 0; uri && i < s->documents.count; i++)
        if (strcmp(s->documents.at[i].uri, uri) == 0)
            return &s->documents.at[i];
    return NULL;
}

static void drop_text(struct server *s, struct document *d)
{
    mem_free(s->mem, (char *)d->source.text, d->source.length + 1);
}

static void set_text(struct server *s, struct document *d, json_t *text)
{
    size_t length = json_string_length(text);
    char *copy = mem_alloc(s->mem, length + 1);
    memcpy(copy, length ? json_string_value(text) : "", length);
    copy[length] = '\0';
    d->source = (struct source){d->uri, copy, length};
}

static void publish(struct server *s, const struct document *d)
{
    json_t *list = reading_diagnostics(d->uri, &d->source, d->language, s->mem);
    notify(s, "textDocument/publishDiagnostics", json_pack("{s:s, s:o}", "uri", d->uri, "diagnostics", list));
}

static void open_document(struct server *s, json_t *params)
{
    json_t *given = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(given, "uri"));
    const char *word = json_string_value(json_object_get(given, "languageId"));
    const struct job any = {0};
    enum job_language language = uri ? input_language(&any, uri) : JOB_LANGUAGE_BY_NAME;
    if (word && strcmp(word, "smv") == 0)
        language = JOB_LANGUAGE_SMV;
    if (word && strcmp(word, "murphi") == 0)
        language = JOB_LANGUAGE_MURPHI;
    if (!uri || find(s, params) || (language != JOB_LANGUAGE_SMV && language != JOB_LANGUAGE_MURPHI))
        return;
    struct document d = {.uri = str_copy(s->mem, uri), .language = language};
    set_text(s, &d, json_object_get(given, "text"));
    array_push(s->mem, &s->documents, d);
    publish(s, &d);
}

static void change_document(struct server *s, json_t *params)
{
    struct document *d = find(s, params);
    json_t *changes = json_object_get(params, "contentChanges");
    json_t *last = json_array_get(changes, json_array_size(changes) ? json_array_size(changes) - 1 : 0);
    if (!d || !json_is_string(json_object_get(last, "text")))
        return;
    drop_text(s, d);
    set_text(s, d, json_object_get(last, "text"));
    json_object_del(s->verdicts, d->uri); // they were of another text
    publish(s, d);
}

static void forget(struct server *s, struct document *d)
{
    drop_text(s, d);
    str_release(s->mem, d->uri);
}

static void close_document(struct server *s, json_t *params)
{
    struct document *d = find(s, params);
    if (!d)
        return;
    notify(s, "textDocument/publishDiagnostics", json_pack("{s:s, s:[]}", "uri", d->uri, "diagnostics"));
    json_object_del(s->verdicts, d->uri);
    forget(s, d);
    *d = array_last(&s->documents);
    s->documents.count--;
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

static json_t *lenses(struct server *s, const struct document *d)
{
    struct symbol_index index;
    property_places places = {0};
    json_t *result = json_array();
    symbol_index_open(&index, &d->source, d->language, s->mem);
    reading_find_properties(d->uri, &index, s->mem, &places);
    for (size_t i = 0; i < places.count; i++) {
        char number[24];
        snprintf(number, sizeof number, "%zu", places.at[i].property);
        const char *known = json_string_value(json_object_get(json_object_get(s->verdicts, d->uri), number));
        json_array_append_new(result, json_pack("{s:o, s:{s:s, s:s, s:[s, I]}}", "range",
                                                range_of(&d->source, places.at[i].offset, 0), "command", "title",
                                                known ? known : "check this property", "command", "coset.check",
                                                "arguments", d->uri, (json_int_t)places.at[i].property));
    }
    array_free(s->mem, &places);
    symbol_index_close(&index);
    return result;
}

static const char *path_of(const char *uri)
{
    return strncmp(uri, "file://", 7) == 0 ? uri + 7 : uri;
}

// The verdict in words; the caller frees it.
static json_t *check_property(struct server *s, const struct document *d, size_t property)
{
    static const char *const words[] = {"holds", "fails", "undecided", "error"};
    coset_reading reading = {.language = d->language == JOB_LANGUAGE_SMV ? COSET_SMV : COSET_MURPHI};
    coset_options options = {.time_limit = s->seconds};
    coset_model *model = coset_open_text(path_of(d->uri), d->source.text, d->source.length, &reading, NULL);
    json_t *text = NULL;
    if (model && property < coset_property_count(model)) {
        coset_result *result = coset_check(model, property, &options);
        const char *reason = coset_result_reason(result), *error = coset_result_runtime_error(result);
        const char *verdict = words[coset_result_verdict(result)];
        size_t length = coset_trace_length(result);
        if (error || reason)
            text = json_sprintf("%s: %s", verdict, error ? error : reason);
        else if (length)
            text = json_sprintf("%s: counterexample of %zu state%s", verdict, length, length == 1 ? "" : "s");
        else
            text = json_string(verdict);
    }
    coset_close(model);
    return text;
}

static void execute(struct server *s, json_t *id, json_t *params)
{
    const char *command = json_string_value(json_object_get(params, "command"));
    json_t *arguments = json_object_get(params, "arguments"), *number = json_array_get(arguments, 1);
    json_t *place = json_pack("{s:{s:O}}", "textDocument", "uri", json_array_get(arguments, 0));
    struct document *d = find(s, place);
    json_decref(place);
    if (!command || strcmp(command, "coset.check") != 0 || !d || !json_is_integer(number) ||
        json_integer_value(number) < 0) {
        refuse(s, id, INVALID_PARAMS, "expected coset.check with an open document and the number of a property");
        return;
    }
    json_t *text = check_property(s, d, (size_t)json_integer_value(number));
    if (!text) {
        refuse(s, id, REQUEST_FAILED, "the model has errors, or there is no such property");
        return;
    }
    char key[24];
    snprintf(key, sizeof key, "%" JSON_INTEGER_FORMAT, json_integer_value(number));
    if (!json_object_get(s->verdicts, d->uri))
        json_object_set_new(s->verdicts, d->uri, json_object());
    json_object_set(json_object_get(s->verdicts, d->uri), key, text);
    answer(s, id, text);
    if (s->refreshes_lenses)
        send(s, json_pack("{s:I, s:s}", "id", ++s->asked, "method", "workspace/codeLens/refresh"));
}

// ---- Requests -------------------------------------------------------------------------------------------------------

static json_t *initialize(struct server *s, json_t *params)
{
    json_t *limit = json_object_get(json_object_get(params, "initializationOptions"), "timeLimit");
    json_t *workspace = json_object_get(json_object_get(params, "capabilities"), "workspace");
    s->seconds = json_is_number(limit) && json_number_value(limit) > 0 ? json_number_value(limit) : LSP_SECONDS;
    s->refreshes_lenses = json_is_true(json_object_get(json_object_get(workspace, "codeLens"), "refreshSupport"));
    return json_pack("{s:{s:i, s:b, s:b, s:b, s:b, s:b, s:{s:[s]}, s:{s:b}, s:{s:[s]}}, s:{s:s, s:s}}", "capabilities",
                     "textDocumentSync", 1, "definitionProvider", 1, "referencesProvider", 1, "hoverProvider", 1,
                     "documentSymbolProvider", 1, "renameProvider", 1, "completionProvider", "triggerCharacters", ".",
                     "codeLensProvider", "resolveProvider", 0, "executeCommandProvider", "commands", "coset.check",
                     "serverInfo", "name", "coset", "version", COSET_VERSION);
}

static void rename_symbol(struct server *s, json_t *id, json_t *params, const struct document *d, size_t offset)
{
    const char *name = json_string_value(json_object_get(params, "newName")), *why = "expected a name";
    json_t *result = name ? feature_rename(d, offset, name, &why, s->mem) : NULL;
    if (result)
        answer(s, id, result);
    else
        refuse(s, id, REQUEST_FAILED, why);
}

static bool is_about_document(struct server *s, const char *method, json_t *id, json_t *params)
{
    const struct document *d = find(s, params);
    if (strncmp(method, "textDocument/", 13) != 0)
        return false;
    if (!d) {
        refuse(s, id, INVALID_PARAMS, "the document is not open");
        return true;
    }
    size_t offset = offset_of_place(&d->source, json_object_get(params, "position"));
    method += 13;
    if (strcmp(method, "definition") == 0)
        answer(s, id, feature_definition(d, offset, s->mem));
    else if (strcmp(method, "references") == 0)
        answer(s, id, feature_references(d, offset, s->mem));
    else if (strcmp(method, "hover") == 0)
        answer(s, id, feature_hover(d, offset, s->mem));
    else if (strcmp(method, "documentSymbol") == 0)
        answer(s, id, feature_outline(d, s->mem));
    else if (strcmp(method, "completion") == 0)
        answer(s, id, feature_completion(d, offset, s->mem));
    else if (strcmp(method, "codeLens") == 0)
        answer(s, id, lenses(s, d));
    else if (strcmp(method, "rename") == 0)
        rename_symbol(s, id, params, d, offset);
    else
        return false;
    return true;
}

static void take_request(struct server *s, const char *method, json_t *id, json_t *params)
{
    if (strcmp(method, "initialize") == 0)
        answer(s, id, initialize(s, params));
    else if (strcmp(method, "shutdown") == 0) {
        s->is_shut_down = true;
        answer(s, id, json_null());
    } else if (strcmp(method, "workspace/executeCommand") == 0)
        execute(s, id, params);
    else if (!is_about_document(s, method, id, params))
        refuse(s, id, METHOD_NOT_FOUND, "there is no such method");
}

static void take_notification(struct server *s, const char *method, json_t *params)
{
    if (strcmp(method, "textDocument/didOpen") == 0)
        open_document(s, params);
    else if (strcmp(method, "textDocument/didChange") == 0)
        change_document(s, params);
    else if (strcmp(method, "textDocument/didClose") == 0)
        close_document(s, params);
}

int lsp_serve(struct mem *mem, FILE *in, FILE *out)
{
    struct server s = {.mem = mem, .in = in, .out = out, .seconds = LSP_SECONDS, .verdicts = json_object()};
    bool goes_on = true;
    for (json_t *message; goes_on && !s.lost && (message = receive(&s)); json_decref(message)) {
        const char *method = json_string_value(json_object_get(message, "method"));
        json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
        goes_on = !method || strcmp(method, "exit") != 0;
        if (method && id)
            take_request(&s, method, id, params);
        else if (method && goes_on)
            take_notification(&s, method, params);
    }
    while (s.documents.count)
        forget(&s, &array_pop(&s.documents));
    array_free(mem, &s.documents);
    json_decref(s.verdicts);
    return s.is_shut_down && !s.lost ? 0 : 1;
}
