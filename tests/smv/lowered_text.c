#include "lowered_text.h"

#include <inttypes.h>

#include "model/walk.h"

static bool has_wrong_property(const struct model *m)
{
    for (size_t i = 0; i < model_property_count(m); i++)
        if (model_property(m, i)->is_wrong)
            return true;
    return false;
}

bool lowering_is_rejected(const struct lowering *w)
{
    return !w->smv || has_wrong_property(smv_model(w->smv));
}

void lowering_open(struct lowering *w, const char *text, size_t length)
{
    w->mem = MEM_UNLIMITED;
    w->source = (struct source){"test.smv", text, length};
    diag_open(&w->diag, &w->mem);
    w->smv = smv_read(&w->source, &w->mem, &w->diag);
    assert_true(w->smv || w->diag.errors > 0);
    if (w->smv)
        assert_int_equal(has_wrong_property(smv_model(w->smv)), w->diag.errors > 0);
}

void lowering_close(struct lowering *w)
{
    smv_free(w->smv);
    diag_close(&w->diag);
    assert_nothing_left(&w->mem);
}

// ---- Models as text -------------------------------------------------------------------------------------------------

void show_type(struct mem *mem, const struct model *m, type_id id, struct str *out)
{
    const struct type *t = model_type(m, id);
    switch (t->kind) {
    case TYPE_BOOLEAN:
        str_add(mem, out, "boolean");
        break;
    case TYPE_WORD:
        str_add(mem, out, "%s word[%u]", t->is_signed ? "signed" : "unsigned", t->width);
        break;
    case TYPE_SET:
        str_add(mem, out, "set");
        break;
    default:
        if (!t->values) {
            str_add(mem, out, "%" PRId64 "..%" PRId64, t->low, t->high);
            break;
        }
        str_add(mem, out, "{");
        for (size_t i = 0; i < t->count; i++) {
            str_add(mem, out, i ? ", " : "");
            model_add_value(m, id, t->values[i], out);
        }
        str_add(mem, out, "}");
        break;
    }
}

static const char *const op_texts[OPS] = {
    [OP_NOT] = "!",         [OP_AND] = "&",          [OP_OR] = "|",          [OP_XOR] = "xor",
    [OP_ITE] = "ite",       [OP_EQ] = "=",           [OP_LT] = "<",          [OP_LE] = "<=",
    [OP_NEG] = "neg",       [OP_ADD] = "+",          [OP_SUB] = "-",         [OP_MUL] = "*",
    [OP_DIV] = "/",         [OP_MOD] = "mod",        [OP_BIT_NOT] = "~",     [OP_BIT_AND] = "bitand",
    [OP_BIT_OR] = "bitor",  [OP_BIT_XOR] = "bitxor", [OP_SHIFT_LEFT] = "<<", [OP_SHIFT_RIGHT] = ">>",
    [OP_CONCAT] = "::",     [OP_EXTRACT] = "bits",   [OP_EXTEND] = "extend", [OP_RETYPE] = "as",
    [OP_TO_INT] = "toint",  [OP_TO_WORD] = "toword", [OP_COUNT] = "count",   [OP_IN] = "in",
    [OP_CHOICE] = "choice", [OP_SPAN] = "..",
};

struct operand {
    int rank; // cells, then operations, then constants
    struct str text;
};

static int by_text(const void *a, const void *b)
{
    const struct operand *x = a, *y = b;
    return x->rank != y->rank ? x->rank - y->rank : strcmp(str_text(&x->text), str_text(&y->text));
}

// The model's order of operands depends on what was made before; this one does not.
static void show_sorted(struct mem *mem, const struct model *m, const struct expr_node *n, struct str *out)
{
    struct operand *operands = mem_zalloc(mem, n->count * sizeof *operands);
    for (size_t i = 0; i < n->count; i++) {
        enum op op = model_expr(m, n->args[i])->op;
        operands[i].rank = op == OP_CELL || op == OP_NEXT ? 0 : op == OP_CONST ? 2 : 1;
        show_expr(mem, m, n->args[i], &operands[i].text);
    }
    qsort(operands, n->count, sizeof *operands, by_text);
    for (size_t i = 0; i < n->count; i++) {
        str_add(mem, out, " %s", str_text(&operands[i].text));
        str_free(mem, &operands[i].text);
    }
    mem_free(mem, operands, n->count * sizeof *operands);
}

void show_expr(struct mem *mem, const struct model *m, expr e, struct str *out)
{
    const struct expr_node *n = model_expr(m, e);
    switch (n->op) {
    case OP_CONST:
        model_add_value(m, n->type, n->data, out);
        return;
    case OP_CELL:
        str_add(mem, out, "%s", model_cell(m, (cell_id)n->data)->name);
        return;
    case OP_NEXT:
        str_add(mem, out, "%s'", model_cell(m, (cell_id)n->data)->name);
        return;
    default:
        break;
    }
    str_add(mem, out, "(%s", op_texts[n->op]);
    if (n->op == OP_EXTRACT)
        str_add(mem, out, " %u:%u", (unsigned)n->data + model_type(m, n->type)->width - 1, (unsigned)n->data);
    if (n->op == OP_EXTEND || n->op == OP_RETYPE || n->op == OP_TO_WORD) {
        str_add(mem, out, " ");
        show_type(mem, m, n->type, out);
    }
    if (op_is_commutative(n->op)) {
        show_sorted(mem, m, n, out);
    } else {
        for (size_t i = 0; i < n->count; i++) {
            str_add(mem, out, " ");
            show_expr(mem, m, n->args[i], out);
        }
    }
    str_add(mem, out, ")");
}

static void show_regular(struct mem *mem, const struct model *m, regular r, struct str *out)
{
    static const char *const texts[] = {
        [REGULAR_NOTHING] = "nothing", [REGULAR_EMPTY] = "empty", [REGULAR_CONCAT] = ";",
        [REGULAR_FUSION] = ":",        [REGULAR_OR] = "|",        [REGULAR_AND] = "&&",
        [REGULAR_STAR] = "*",
    };
    const struct regular_node *n = model_regular(m, r);
    if (n->op == REGULAR_LETTER) {
        show_expr(mem, m, n->letter, out);
        return;
    }
    str_add(mem, out, "{%s", texts[n->op]);
    for (int i = 0; i < 2 && n->args[i] != REGULAR_NONE; i++) {
        str_add(mem, out, " ");
        show_regular(mem, m, n->args[i], out);
    }
    str_add(mem, out, "}");
}

void show_formula(struct mem *mem, const struct model *m, formula f, struct str *out)
{
    static const char *const texts[] = {
        [FORMULA_NOT] = "!",
        [FORMULA_AND] = "&",
        [FORMULA_OR] = "|",
        [FORMULA_XOR] = "xor",
        [FORMULA_IFF] = "<->",
        [FORMULA_IMPLIES] = "->",
        [FORMULA_EX] = "EX",
        [FORMULA_EF] = "EF",
        [FORMULA_EG] = "EG",
        [FORMULA_EU] = "EU",
        [FORMULA_AX] = "AX",
        [FORMULA_AF] = "AF",
        [FORMULA_AG] = "AG",
        [FORMULA_AU] = "AU",
        [FORMULA_X] = "X",
        [FORMULA_F] = "F",
        [FORMULA_G] = "G",
        [FORMULA_U] = "U",
        [FORMULA_V] = "V",
        [FORMULA_Y] = "Y",
        [FORMULA_Z] = "Z",
        [FORMULA_H] = "H",
        [FORMULA_O] = "O",
        [FORMULA_S] = "S",
        [FORMULA_T] = "T",
        [FORMULA_E] = "E",
        [FORMULA_A] = "A",
        [FORMULA_TRIGGERS] = "triggers",
        [FORMULA_MATCHES] = "matches",
        [FORMULA_MAY_MATCH] = "may match",
    };
    const struct formula_node *n = model_formula(m, f);
    if (n->op == FORMULA_ATOM) {
        show_expr(mem, m, n->atom, out);
        return;
    }
    str_add(mem, out, "[%s", texts[n->op]);
    if (n->bounded)
        str_add(mem, out, " %" PRId64 "..%" PRId64, n->low, n->high);
    if (n->regular != REGULAR_NONE) {
        str_add(mem, out, " ");
        show_regular(mem, m, n->regular, out);
    }
    for (int i = 0; i < 2 && n->args[i] != FORMULA_NONE; i++) {
        str_add(mem, out, " ");
        show_formula(mem, m, n->args[i], out);
    }
    str_add(mem, out, "]");
}

static void show_part(struct mem *mem, const struct model *m, const char *what, const struct part *p, struct str *out)
{
    str_add(mem, out, "%s ", what);
    if (p->kind == PART_CHOICE)
        str_add(mem, out, "%s := ", model_cell(m, p->cell)->name);
    show_expr(mem, m, p->expr, out);
    str_add(mem, out, "\n");
}

static void show_parts(struct mem *mem, const struct model *m, const char *what, struct parts parts, struct str *out)
{
    for (size_t i = 0; i < parts.count; i++)
        show_part(mem, m, what, &parts.at[i], out);
}

static void show_action(struct mem *mem, const struct model *m, const struct action *a, struct str *out)
{
    if (a->name[0])
        str_add(mem, out, "action %s\n", a->name);
    for (size_t i = 0; i < a->part_count; i++)
        show_part(mem, m, "next", &a->parts[i], out);
    for (size_t i = 0; i < a->kept_count; i++)
        str_add(mem, out, "keep %s\n", model_cell(m, a->kept[i])->name);
}

static void show_property(struct mem *mem, const struct model *m, const struct property *p, struct str *out)
{
    static const char *const kinds[] = {
        [PROPERTY_INVARIANT] = "invariant",
        [PROPERTY_CTL] = "ctl",
        [PROPERTY_LTL] = "ltl",
        [PROPERTY_CTLSTAR] = "ctl*",
        [PROPERTY_PSL] = "psl",
        [PROPERTY_MIN] = "min",
        [PROPERTY_MAX] = "max",
    };
    str_add(mem, out, "%s", kinds[p->kind]);
    if (p->name)
        str_add(mem, out, " %s", p->name);
    if (p->context[0])
        str_add(mem, out, " in %s", p->context);
    str_add(mem, out, ":");
    if (p->formula != FORMULA_NONE) {
        str_add(mem, out, " ");
        show_formula(mem, m, p->formula, out);
    }
    if (p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX) {
        str_add(mem, out, " ");
        show_formula(mem, m, p->from, out);
        str_add(mem, out, " to ");
        show_formula(mem, m, p->to, out);
    }
    if (p->unsupported)
        str_add(mem, out, " unsupported: %s", p->unsupported);
    str_add(mem, out, "\n");
}

void show_model(struct mem *mem, const struct model *m, struct str *out)
{
    static const char *const roles[] = {[CELL_STATE] = "var", [CELL_FROZEN] = "frozen", [CELL_INPUT] = "input"};
    for (size_t i = 0; i < model_cell_count(m); i++) {
        const struct cell *c = model_cell(m, (cell_id)i);
        str_add(mem, out, "%s %s : ", roles[c->role], c->name);
        show_type(mem, m, c->type, out);
        str_add(mem, out, "\n");
    }
    for (size_t i = 0; i < model_definition_count(m); i++) {
        expr e;
        str_add(mem, out, "define %s = ", model_definition(m, i, &e));
        show_expr(mem, m, e, out);
        str_add(mem, out, "\n");
    }
    show_parts(mem, m, "init", model_initial(m), out);
    show_parts(mem, m, "invar", model_invariants(m), out);
    show_parts(mem, m, "trans", model_steps(m), out);
    for (size_t i = 0; i < model_action_count(m); i++)
        show_action(mem, m, model_action(m, i), out);
    for (size_t i = 0; i < model_justice_count(m); i++) {
        str_add(mem, out, "justice ");
        show_expr(mem, m, model_justice(m, i), out);
        str_add(mem, out, "\n");
    }
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        str_add(mem, out, "compassion ");
        show_expr(mem, m, pair[0], out);
        str_add(mem, out, ", ");
        show_expr(mem, m, pair[1], out);
        str_add(mem, out, "\n");
    }
    for (size_t i = 0; i < model_property_count(m); i++)
        show_property(mem, m, model_property(m, i), out);
}

// ---- Assertions -----------------------------------------------------------------------------------------------------

void assert_means_with(const char *text, const char *messages, const char *model)
{
    struct lowering w;
    struct str out = {0};
    lowering_open(&w, text, strlen(text));
    syntax_messages(&w.diag, &w.mem, &out);
    assert_string_equal(str_text(&out), messages);
    assert_non_null(w.smv);
    assert_int_equal(smv_obligation_count(w.smv), 0);
    str_clear(&out);
    show_model(&w.mem, smv_model(w.smv), &out);
    assert_string_equal(str_text(&out), model);
    str_free(&w.mem, &out);
    lowering_close(&w);
}

void assert_means(const char *text, const char *model)
{
    assert_means_with(text, "", model);
}

void assert_rejected(const char *text, const char *messages)
{
    struct lowering w;
    struct str out = {0};
    lowering_open(&w, text, strlen(text));
    syntax_messages(&w.diag, &w.mem, &out);
    assert_string_equal(str_text(&out), messages);
    assert_true(lowering_is_rejected(&w));
    str_free(&w.mem, &out);
    lowering_close(&w);
}

static void open_with_condition(struct lowering *w, struct str *text, const char *declarations, const char *condition)
{
    struct mem *mem = &w->mem;
    w->mem = MEM_UNLIMITED;
    str_add(mem, text, "MODULE main %s\nINVARSPEC\n%s", declarations, condition);
    w->source = (struct source){"test.smv", text->at, text->count};
    diag_open(&w->diag, mem);
    w->smv = smv_read(&w->source, mem, &w->diag);
}

void assert_lowers(const char *declarations, const char *condition, const char *shown)
{
    struct lowering w;
    struct str text = {0}, out = {0};
    open_with_condition(&w, &text, declarations, condition);
    syntax_messages(&w.diag, &w.mem, &out);
    assert_string_equal(str_text(&out), "");
    const struct model *m = smv_model(w.smv);
    show_formula(&w.mem, m, model_property(m, 0)->formula, &out);
    assert_string_equal(str_text(&out), shown);
    str_free(&w.mem, &out);
    str_free(&w.mem, &text);
    lowering_close(&w);
}

// Places are those in the condition: it begins in line 3.
void assert_condition_rejected(const char *declarations, const char *condition, const char *messages)
{
    struct lowering w;
    struct str text = {0}, out = {0};
    open_with_condition(&w, &text, declarations, condition);
    assert_true(lowering_is_rejected(&w));
    syntax_messages(&w.diag, &w.mem, &out);
    assert_string_equal(str_text(&out), messages);
    str_free(&w.mem, &out);
    str_free(&w.mem, &text);
    lowering_close(&w);
}
