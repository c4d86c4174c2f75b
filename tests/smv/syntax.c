#include "syntax.h"

static const char *const kinds[] = {
    [SMV_VAR] = "VAR",
    [SMV_IVAR] = "IVAR",
    [SMV_FROZENVAR] = "FROZENVAR",
    [SMV_DEFINE] = "DEFINE",
    [SMV_CONSTANT] = "CONSTANT",
    [SMV_ASSIGN_INIT] = "init",
    [SMV_ASSIGN_NEXT] = "next",
    [SMV_ASSIGN_CURRENT] = "current",
    [SMV_INIT] = "INIT",
    [SMV_INVAR] = "INVAR",
    [SMV_TRANS] = "TRANS",
    [SMV_JUSTICE] = "JUSTICE",
    [SMV_COMPASSION] = "COMPASSION",
    [SMV_SPEC] = "SPEC",
    [SMV_INVARSPEC] = "INVARSPEC",
    [SMV_LTLSPEC] = "LTLSPEC",
    [SMV_PSLSPEC] = "PSLSPEC",
    [SMV_COMPUTE] = "COMPUTE",
    [SMV_CTLSTARSPEC] = "CTLSTARSPEC",
    [SMV_ISA] = "ISA",
    [SMV_PRED] = "PRED",
    [SMV_MIRROR] = "MIRROR",
    [SMV_SYMMETRY] = "SYMMETRY",
    [SMV_HINT] = "HINT",
};

void syntax_open(struct syntax *s, const char *text, size_t length)
{
    s->mem = MEM_UNLIMITED;
    s->source = (struct source){"test.smv", text, length};
    diag_open(&s->diag, &s->mem);
    smv_tree_open(&s->tree, &s->mem, &s->source);
    s->good = smv_parse(&s->tree, &s->diag);
    assert_int_equal(s->good, s->diag.errors == 0);
}

void syntax_close(struct syntax *s)
{
    smv_tree_close(&s->tree);
    diag_close(&s->diag);
    assert_nothing_left(&s->mem);
}

static void dump_args(struct mem *mem, struct str *out, struct smv_expr **args, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        str_add(mem, out, "%s", i ? ", " : "");
        smv_print(mem, out, args[i], SMV_PRINT_FULL);
    }
}

static void dump_type(struct mem *mem, struct str *out, const struct smv_type *type)
{
    switch (type->kind) {
    case SMV_TYPE_BOOLEAN:
        str_add(mem, out, "boolean");
        break;
    case SMV_TYPE_ENUM:
        str_add(mem, out, "{");
        dump_args(mem, out, type->args, type->count);
        str_add(mem, out, "}");
        break;
    case SMV_TYPE_RANGE:
        smv_print(mem, out, type->low, SMV_PRINT_FULL);
        str_add(mem, out, "..");
        smv_print(mem, out, type->high, SMV_PRINT_FULL);
        break;
    case SMV_TYPE_WORD:
        str_add(mem, out, "%s word[", type->is_signed ? "signed" : "unsigned");
        smv_print(mem, out, type->width, SMV_PRINT_FULL);
        str_add(mem, out, "]");
        break;
    case SMV_TYPE_ARRAY:
        str_add(mem, out, "array ");
        smv_print(mem, out, type->low, SMV_PRINT_FULL);
        str_add(mem, out, "..");
        smv_print(mem, out, type->high, SMV_PRINT_FULL);
        str_add(mem, out, " of ");
        dump_type(mem, out, type->element);
        break;
    case SMV_TYPE_INSTANCE:
        str_add(mem, out, "%s%s(", type->is_process ? "process " : "", type->module->text);
        dump_args(mem, out, type->args, type->count);
        str_add(mem, out, ")");
        break;
    }
}

static void dump_part(struct mem *mem, struct str *out, const char *before, const struct smv_expr *e)
{
    if (!e)
        return;
    str_add(mem, out, "%s", before);
    smv_print(mem, out, e, SMV_PRINT_FULL);
}

static void dump_cycles(struct mem *mem, struct str *out, const struct smv_cycle *cycle)
{
    for (; cycle; cycle = cycle->next) {
        str_add(mem, out, cycle->of_values ? " {" : " (");
        dump_args(mem, out, cycle->items, cycle->count);
        str_add(mem, out, cycle->of_values ? "}" : ")");
    }
}

static void dump_decl(struct mem *mem, struct str *out, const struct smv_decl *decl)
{
    str_add(mem, out, "%s", kinds[decl->kind]);
    dump_part(mem, out, " NAME ", decl->name);
    dump_part(mem, out, " ", decl->target);
    if (decl->type) {
        str_add(mem, out, " : ");
        dump_type(mem, out, decl->type);
    }
    dump_part(mem, out, " := ", decl->expr);
    dump_part(mem, out, ", ", decl->second);
    dump_cycles(mem, out, decl->cycles);
    dump_part(mem, out, " IN ", decl->context);
    if (decl->isa)
        str_add(mem, out, " %s", decl->isa->text);
    str_add(mem, out, "\n");
}

void syntax_dump(struct syntax *s, struct str *out)
{
    for (const struct smv_module *m = s->tree.modules; m; m = m->next) {
        str_add(&s->mem, out, "MODULE %s", m->symbol->text);
        for (uint32_t i = 0; i < m->count; i++)
            str_add(&s->mem, out, " %s", m->parameters[i].symbol->text);
        str_add(&s->mem, out, "\n");
        for (const struct smv_decl *decl = m->decls; decl; decl = decl->next)
            dump_decl(&s->mem, out, decl);
    }
}

void syntax_messages(const struct diag *diag, struct mem *mem, struct str *out)
{
    static const char *const levels[] = {"error", "warning", "note"};
    for (size_t i = 0; i < diag->messages.count; i++) {
        const struct diag_message *message = &diag->messages.at[i];
        if (message->range.offset == DIAG_WHOLE) {
            str_add(mem, out, "%s: %s\n", levels[message->level], message->text);
            continue;
        }
        struct source_place place = source_place(message->range.source, message->range.offset);
        str_add(mem, out, "%zu:%zu+%zu %s: %s\n", place.line, place.column, message->range.length,
                levels[message->level], message->text);
    }
}

void assert_declares(const char *text, const char *dump)
{
    struct syntax s;
    struct str out = {0};
    syntax_open(&s, text, strlen(text));
    syntax_messages(&s.diag, &s.mem, &out);
    assert_string_equal(str_text(&out), "");
    syntax_dump(&s, &out);
    assert_string_equal(str_text(&out), dump);
    str_free(&s.mem, &out);
    syntax_close(&s);
}

void assert_complains(const char *text, const char *messages)
{
    struct syntax s;
    struct str out = {0};
    syntax_open(&s, text, strlen(text));
    syntax_messages(&s.diag, &s.mem, &out);
    assert_string_equal(str_text(&out), messages);
    str_free(&s.mem, &out);
    syntax_close(&s);
}

void assert_prints(enum smv_decl_kind kind, enum smv_print_style style, const char *text, const char *printed)
{
    struct mem mem = MEM_UNLIMITED;
    struct source none = {"test.smv", "", 0}, source = {"formula", text, strlen(text)};
    struct smv_tree tree;
    struct diag diag;
    struct str out = {0};
    smv_tree_open(&tree, &mem, &none);
    diag_open(&diag, &mem);
    struct smv_decl *decl = smv_parse_formula(&tree, &source, kind, &diag);
    syntax_messages(&diag, &mem, &out);
    assert_string_equal(str_text(&out), "");
    assert_non_null(decl);
    smv_print(&mem, &out, decl->expr, style);
    assert_string_equal(str_text(&out), printed);
    str_free(&mem, &out);
    diag_close(&diag);
    smv_tree_close(&tree);
    assert_nothing_left(&mem);
}

void assert_wrong(enum smv_decl_kind kind, const char *text, const char *messages)
{
    struct mem mem = MEM_UNLIMITED;
    struct source none = {"test.smv", "", 0}, source = {"formula", text, strlen(text)};
    struct smv_tree tree;
    struct diag diag;
    struct str out = {0};
    smv_tree_open(&tree, &mem, &none);
    diag_open(&diag, &mem);
    assert_null(smv_parse_formula(&tree, &source, kind, &diag));
    syntax_messages(&diag, &mem, &out);
    assert_string_equal(str_text(&out), messages);
    str_free(&mem, &out);
    diag_close(&diag);
    smv_tree_close(&tree);
    assert_nothing_left(&mem);
}
