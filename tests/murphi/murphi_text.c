#include "murphi_text.h"

void reading_open(struct reading *r, const char *text, size_t length, const struct murphi_override *overrides,
                  size_t count)
{
    r->mem = MEM_UNLIMITED;
    r->source = (struct source){"test.m", text, length};
    diag_open(&r->diag, &r->mem);
    r->good = murphi_read_tree(&r->tree, &r->source, overrides, count, &r->mem, &r->diag);
    assert_int_equal(r->good, r->diag.errors == 0);
}

void reading_close(struct reading *r)
{
    murphi_tree_close(&r->tree);
    diag_close(&r->diag);
    assert_nothing_left(&r->mem);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void dump_binders(const struct murphi_binder *binder, struct mem *mem, struct str *out)
{
    for (; binder; binder = binder->next) {
        murphi_print_binder(mem, out, binder);
        str_add(mem, out, "%s", binder->next ? "; " : "");
    }
}

static void dump_block(const struct murphi_stmt *first, struct mem *mem, struct str *out)
{
    str_add(mem, out, " { ");
    reading_dump_stmts(first, mem, out);
    str_add(mem, out, "}");
}

static void dump_clauses(const struct murphi_stmt *stmt, struct mem *mem, struct str *out)
{
    const char *word = stmt->kind == MURPHI_IF ? "if " : " case ";
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        str_add(mem, out, "%s", clause->count ? word : " else");
        for (uint32_t i = 0; i < clause->count; i++) {
            str_add(mem, out, "%s", i ? ", " : "");
            murphi_print(mem, out, clause->conditions[i]);
        }
        dump_block(clause->body, mem, out);
        word = stmt->kind == MURPHI_IF ? " elsif " : " case ";
    }
}

static const char *const words[] = {
    [MURPHI_ASSIGN] = "",
    [MURPHI_CLEAR] = "clear ",
    [MURPHI_UNDEFINE] = "undefine ",
    [MURPHI_IF] = "",
    [MURPHI_SWITCH] = "switch ",
    [MURPHI_FOR] = "for ",
    [MURPHI_WHILE] = "while ",
    [MURPHI_ALIAS_STMT] = "alias ",
    [MURPHI_CALL_STMT] = "",
    [MURPHI_RETURN] = "return ",
    [MURPHI_ASSERT] = "assert ",
    [MURPHI_ASSUME_STMT] = "assume ",
    [MURPHI_COVER_STMT] = "cover ",
    [MURPHI_ERROR] = "error ",
    [MURPHI_PUT] = "put ",
    [MURPHI_MULTISET_ADD] = "add to ",
    [MURPHI_MULTISET_REMOVE] = "remove from ",
    [MURPHI_MULTISET_REMOVE_IF] = "remove ",
};

static void dump_stmt(const struct murphi_stmt *stmt, struct mem *mem, struct str *out)
{
    str_add(mem, out, "%s", words[stmt->kind]);
    dump_binders(stmt->binders, mem, out);
    if (stmt->target)
        murphi_print(mem, out, stmt->target);
    if (stmt->expr) {
        str_add(mem, out, "%s", stmt->target ? " := " : stmt->binders ? " if " : "");
        murphi_print(mem, out, stmt->expr);
    }
    if (stmt->text)
        str_add(mem, out, "%s\"%s\"", stmt->expr ? " " : "", stmt->text->text);
    dump_clauses(stmt, mem, out);
    if (stmt->kind == MURPHI_FOR || stmt->kind == MURPHI_WHILE || stmt->kind == MURPHI_ALIAS_STMT)
        dump_block(stmt->body, mem, out);
}

void reading_dump_stmts(const struct murphi_stmt *first, struct mem *mem, struct str *out)
{
    for (const struct murphi_stmt *stmt = first; stmt; stmt = stmt->next) {
        dump_stmt(stmt, mem, out);
        str_add(mem, out, "; ");
    }
}

// ---- Items ----------------------------------------------------------------------------------------------------------

static void dump_decl(const struct murphi_decl *decl, struct mem *mem, struct str *out)
{
    static const char *const kinds[] = {
        [MURPHI_CONST] = "const ", [MURPHI_TYPE] = "type ", [MURPHI_VAR] = "var ",          [MURPHI_LOCAL] = "local ",
        [MURPHI_PARAM] = "",       [MURPHI_ALIAS] = "",     [MURPHI_VAR_PARAM] = "by ref ",
    };
    str_add(mem, out, "%s%s", kinds[decl->kind], decl->symbol->text);
    if (decl->kind == MURPHI_CONST && decl->type) {
        str_add(mem, out, " = ");
        murphi_print_value(mem, out, decl->type, decl->value);
    } else if (decl->written) {
        str_add(mem, out, ": ");
        murphi_print_written_type(mem, out, decl->written);
    }
}

static void dump_decls(const struct murphi_decl *decl, struct mem *mem, struct str *out)
{
    for (; decl; decl = decl->next) {
        dump_decl(decl, mem, out);
        str_add(mem, out, "%s", decl->next ? "; " : "");
    }
}

static void dump_function(const struct murphi_function *function, struct mem *mem, struct str *out)
{
    str_add(mem, out, "%s %s(", function->result ? "function" : "procedure", function->decl->symbol->text);
    dump_decls(function->params, mem, out);
    str_add(mem, out, ")");
    if (function->result) {
        str_add(mem, out, ": ");
        murphi_print_written_type(mem, out, function->result);
    }
    str_add(mem, out, "%s%s%s%s", function->writes_state ? " writes state" : "",
            function->writes_params ? " writes params" : "", function->is_recursive ? " recursive" : "",
            function->decls ? " " : "");
    dump_decls(function->decls, mem, out);
    dump_block(function->body, mem, out);
}

static void dump_around(const struct murphi_binder *binder, struct mem *mem, struct str *out)
{
    if (!binder)
        return;
    dump_around(binder->outer, mem, out);
    str_add(mem, out, " [");
    murphi_print_binder(mem, out, binder);
    str_add(mem, out, "]");
}

static void dump_rule(const struct murphi_rule *rule, struct mem *mem, struct str *out)
{
    static const char *const kinds[] = {"rule",    "startstate", "invariant", "assume", "cover", "hint",   "value",
                                        "justice", "compassion", "liveness",  "ctl",    "ltl",   "ctlstar"};
    str_add(mem, out, "%s", kinds[rule->kind]);
    if (rule->name)
        str_add(mem, out, " \"%s\"", rule->name->text);
    dump_around(rule->binders, mem, out);
    if (rule->guard) {
        str_add(mem, out, " ");
        murphi_print(mem, out, rule->guard);
    }
    if (rule->kind > MURPHI_STARTSTATE)
        return;
    str_add(mem, out, "%s", rule->decls ? " " : "");
    dump_decls(rule->decls, mem, out);
    dump_block(rule->body, mem, out);
}

static void dump_symmetry(const struct murphi_symmetry *symmetry, struct mem *mem, struct str *out)
{
    str_add(mem, out, "symmetry ");
    for (const struct murphi_cycle *cycle = symmetry->cycles; cycle; cycle = cycle->next) {
        for (uint32_t i = 0; i < cycle->count; i++) {
            str_add(mem, out, "%s%s", i ? " " : cycle->of_values ? "{" : "(", cycle->items[i].name);
            if (cycle->items[i].has_number)
                str_add(mem, out, "=%lld", (long long)cycle->items[i].number);
        }
        str_add(mem, out, cycle->of_values ? "}" : ")");
    }
    str_add(mem, out, "\n");
}

void reading_dump(const struct murphi_tree *tree, struct mem *mem, struct str *out)
{
    for (const struct murphi_item *item = tree->items; item; item = item->next) {
        if (item->kind == MURPHI_ITEM_DECL)
            dump_decl(item->decl, mem, out);
        else if (item->kind == MURPHI_ITEM_FUNCTION)
            dump_function(item->function, mem, out);
        else
            dump_rule(item->rule, mem, out);
        str_add(mem, out, "\n");
    }
    for (const struct murphi_symmetry *symmetry = tree->symmetries; symmetry; symmetry = symmetry->next)
        dump_symmetry(symmetry, mem, out);
}

void reading_messages(const struct diag *diag, struct mem *mem, struct str *out)
{
    static const char *const levels[] = {"error", "warning", "note"};
    for (size_t i = 0; i < diag->messages.count; i++) {
        const struct diag_message *message = &diag->messages.at[i];
        if (message->range.source && message->range.offset != DIAG_WHOLE) {
            struct source_place place = source_place(message->range.source, message->range.offset);
            str_add(mem, out, "%zu:%zu ", place.line, place.column);
        }
        str_add(mem, out, "%s: %s\n", levels[message->level], message->text);
    }
}

void reading_obstacles(const struct murphi_tree *tree, struct mem *mem, struct str *out)
{
    for (size_t i = 0; i < tree->obstacles.count; i++) {
        const struct murphi_obstacle *obstacle = &tree->obstacles.at[i];
        str_add(mem, out, "%zu ", source_place(tree->source, obstacle->span.offset).line);
        murphi_print_type(mem, out, obstacle->type);
        str_add(mem, out, ": %s\n", obstacle->reason);
    }
}

// ---- Claims ---------------------------------------------------------------------------------------------------------

void assert_overridden(const char *text, const char *name, const char *value, const char *messages, const char *dump)
{
    struct reading r;
    struct str said = {0}, shown = {0};
    struct murphi_override override = {name, value};
    reading_open(&r, text, strlen(text), &override, name ? 1 : 0);
    reading_messages(&r.diag, &r.mem, &said);
    assert_string_equal(str_text(&said), messages);
    if (dump) {
        reading_dump(&r.tree, &r.mem, &shown);
        assert_string_equal(str_text(&shown), dump);
    }
    str_free(&r.mem, &said);
    str_free(&r.mem, &shown);
    reading_close(&r);
}

void assert_reads(const char *text, const char *dump)
{
    assert_overridden(text, NULL, NULL, "", dump);
}

void assert_complains(const char *text, const char *messages)
{
    assert_overridden(text, NULL, NULL, messages, NULL);
}

// All in one line, so that the body begins the second one.
static const char frame[] =
    "const N: 3; type P: scalarset(N); Q: scalarset(N); R: ring(4); E: enum {A, B, C}; U: union {P, E}; "
    "T: record f: 0..3; g: array [P] of boolean end; M: multiset [2] of T; "
    "var n, m: 0..9; b: boolean; e: E; p, p2: P; q: Q; r: R; u: U; t, t2: T; a: array [0..3] of 0..7; s: M; "
    "d: array [U] of E; "
    "procedure proc(x: 0..3; var y: T); begin end; function fun(x: P): boolean; begin return x = p; end; "
    "function effect(): boolean; begin b := true; return true; end; "
    "startstate begin\n";

static void assert_in_frame(const char *body, const char *messages, const char *dump)
{
    struct reading r;
    char text[4096];
    struct str said = {0}, shown = {0};
    int length = snprintf(text, sizeof text, "%s%s\nend;", frame, body);
    assert_true(length > 0 && (size_t)length < sizeof text);
    reading_open(&r, text, (size_t)length, NULL, 0);
    reading_messages(&r.diag, &r.mem, &said);
    for (char *line = said.at; line && *line;) { // lines of the body
        unsigned long number = strtoul(line, NULL, 10);
        assert_true(number > 1 && number < 11);
        *line = (char)('0' + number - 1);
        line = strchr(line, '\n') + 1;
    }
    assert_string_equal(str_text(&said), messages);
    if (dump) {
        reading_dump_stmts(r.tree.rules->body, &r.mem, &shown);
        assert_string_equal(str_text(&shown), dump);
    }
    str_free(&r.mem, &said);
    str_free(&r.mem, &shown);
    reading_close(&r);
}

void assert_body(const char *body, const char *dump)
{
    assert_in_frame(body, "", dump);
}

void assert_body_complains(const char *body, const char *messages)
{
    assert_in_frame(body, messages, NULL);
}

void assert_obstacles(const char *text, const char *obstacles)
{
    struct reading r;
    struct str said = {0};
    reading_open(&r, text, strlen(text), NULL, 0);
    reading_messages(&r.diag, &r.mem, &said);
    assert_string_equal(str_text(&said), "");
    reading_obstacles(&r.tree, &r.mem, &said);
    assert_string_equal(str_text(&said), obstacles);
    str_free(&r.mem, &said);
    reading_close(&r);
}
