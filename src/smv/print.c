// Printing is one table: how an operator is written, and how tightly it binds in NuSMV's printer. That is not the order
// of its parser: boolean connectives are always in parentheses, everything else only where it binds no more tightly
// than what is around it, so that equals are in parentheses too: `((a & b) & c)`, `(a + b) + c`. One level differs from
// NuSMV's: `mod` binds there less tightly than `*`, which loses the parentheses of `a mod (b * c)`.
#include "smv/print.h"

#include <inttypes.h>

#include "smv/print_psl.h"

// PSL is not in the table: it has a printer of its own.
enum form {
    LEAF, // written by hand, never in parentheses
    PREFIX,
    INFIX,    // chains lean to the left
    ENCLOSED, // infix, always in parentheses
    CALL,     // name(a, b)
    BRACKET,  // A [ f U g ]
    BOUNDED,  // EBF 1..3 f
};

struct shape {
    enum form form;
    int level;
    const char *text;
};

static const struct shape shapes[SMV_PSL_ALWAYS] = {
    [SMV_NOT] = {PREFIX, 17, "!"},
    [SMV_AND] = {ENCLOSED, 6, "&"},
    [SMV_OR] = {ENCLOSED, 5, "|"},
    [SMV_XOR] = {ENCLOSED, 4, "xor"},
    [SMV_XNOR] = {ENCLOSED, 4, "xnor"},
    [SMV_IMPLIES] = {ENCLOSED, 4, "->"},
    [SMV_IFF] = {ENCLOSED, 4, "<->"},
    [SMV_EQ] = {INFIX, 9, "="},
    [SMV_NE] = {INFIX, 9, "!="},
    [SMV_LT] = {INFIX, 9, "<"},
    [SMV_GT] = {INFIX, 9, ">"},
    [SMV_LE] = {INFIX, 9, "<="},
    [SMV_GE] = {INFIX, 9, ">="},
    [SMV_NEG] = {PREFIX, 17, "-"},
    [SMV_ADD] = {INFIX, 13, "+"},
    [SMV_SUB] = {INFIX, 13, "-"},
    [SMV_MUL] = {INFIX, 15, "*"},
    [SMV_DIV] = {INFIX, 15, "/"},
    [SMV_MOD] = {INFIX, 15, "mod"},
    [SMV_CONCAT] = {INFIX, 16, "::"},
    [SMV_SHIFT_LEFT] = {INFIX, 12, "<<"},
    [SMV_SHIFT_RIGHT] = {INFIX, 12, ">>"},
    [SMV_RANGE] = {INFIX, 3, ".."},
    [SMV_UNION] = {INFIX, 11, "union"},
    [SMV_IN] = {INFIX, 10, "in"},
    [SMV_NEXT] = {CALL, 0, "next"},
    [SMV_TO_BOOL] = {CALL, 0, "bool"},
    [SMV_TO_WORD1] = {CALL, 0, "word1"},
    [SMV_TO_INT] = {CALL, 0, "toint"},
    [SMV_SIGNED] = {CALL, 0, "signed"},
    [SMV_UNSIGNED] = {CALL, 0, "unsigned"},
    [SMV_EXTEND] = {CALL, 0, "extend"},
    [SMV_RESIZE] = {CALL, 0, "resize"},
    [SMV_SIZEOF] = {CALL, 0, "sizeof"},
    [SMV_UWCONST] = {CALL, 0, "uwconst"},
    [SMV_SWCONST] = {CALL, 0, "swconst"},
    [SMV_COUNT] = {CALL, 0, "count"},
    [SMV_FLOOR] = {CALL, 0, "floor"},
    [SMV_ABS] = {CALL, 0, "abs"},
    [SMV_MIN] = {CALL, 0, "min"},
    [SMV_MAX] = {CALL, 0, "max"},
    [SMV_TYPEOF] = {CALL, 0, "typeof"},
    [SMV_MIN_STEPS] = {BRACKET, 8, "MIN"},
    [SMV_MAX_STEPS] = {BRACKET, 8, "MAX"},
    [SMV_EX] = {PREFIX, 8, "EX "},
    [SMV_EF] = {PREFIX, 8, "EF "},
    [SMV_EG] = {PREFIX, 8, "EG "},
    [SMV_EU] = {BRACKET, 8, "E"},
    [SMV_AX] = {PREFIX, 8, "AX "},
    [SMV_AF] = {PREFIX, 8, "AF "},
    [SMV_AG] = {PREFIX, 8, "AG "},
    [SMV_AU] = {BRACKET, 8, "A"},
    [SMV_EBF] = {BOUNDED, 8, "EBF "},
    [SMV_EBG] = {BOUNDED, 8, "EBG "},
    [SMV_EBU] = {BRACKET, 8, "E"},
    [SMV_ABF] = {BOUNDED, 8, "ABF "},
    [SMV_ABG] = {BOUNDED, 8, "ABG "},
    [SMV_ABU] = {BRACKET, 8, "A"},
    [SMV_X] = {PREFIX, 8, " X "},
    [SMV_F] = {PREFIX, 8, " F "},
    [SMV_G] = {PREFIX, 8, " G "},
    [SMV_Y] = {PREFIX, 8, " Y "},
    [SMV_Z] = {PREFIX, 8, " Z "},
    [SMV_O] = {PREFIX, 8, " O "},
    [SMV_H] = {PREFIX, 8, " H "},
    [SMV_U] = {ENCLOSED, 8, "U"},
    [SMV_V] = {ENCLOSED, 8, "V"},
    [SMV_S] = {ENCLOSED, 8, "S"},
    [SMV_T] = {ENCLOSED, 8, "T"},
    [SMV_E] = {PREFIX, 8, "E "},
    [SMV_A] = {PREFIX, 8, "A "},
};

enum { LOOSEST = 0, TIGHTEST = 18 };

static void print(struct printer *, const struct smv_expr *, int around);

void printer_add(struct printer *p, const char *text)
{
    str_add(p->mem, p->out, "%s", text);
}

void printer_print(struct printer *p, const struct smv_expr *e)
{
    print(p, e, LOOSEST);
}

// ---- Leaves and what looks like them --------------------------------------------------------------------------------

// In decimal, whatever it was written in. A negative one is as good as an operator: `--` would begin a comment. The
// least one has no opposite: it is written without a sign, as 0sd4_8, which stands for the same bits.
static void print_word(struct printer *p, const struct smv_expr *e, int around)
{
    uint64_t bits = e->word.bits;
    unsigned width = e->word.width;
    if (!e->word.is_signed) {
        str_add(p->mem, p->out, "0ud%u_%" PRIu64, width, bits);
        return;
    }
    uint64_t least = (uint64_t)1 << (width - 1);
    bool negative = bits > least, enclosed = negative && around >= shapes[SMV_NEG].level;
    if (negative)
        bits = 2 * (least - 1) + 2 - bits;
    str_add(p->mem, p->out, "%s%s0sd%u_%" PRIu64 "%s", enclosed ? "(" : "", negative ? "-" : "", width, bits,
            enclosed ? ")" : "");
}

void printer_list(struct printer *p, const struct smv_expr *e, const char *between)
{
    for (uint32_t i = 0; i < e->count; i++) {
        if (i)
            printer_add(p, between);
        print(p, e->args[i], LOOSEST);
    }
}

static void print_case(struct printer *p, const struct smv_expr *e)
{
    printer_add(p, "case\n");
    for (uint32_t i = 0; i + 1 < e->count; i += 2) {
        print(p, e->args[i], LOOSEST);
        printer_add(p, " : ");
        print(p, e->args[i + 1], LOOSEST);
        printer_add(p, ";\n");
    }
    printer_add(p, "esac");
}

static void print_ite(struct printer *p, const struct smv_expr *e)
{
    printer_add(p, "(");
    print(p, e->args[0], LOOSEST);
    printer_add(p, " ? ");
    print(p, e->args[1], LOOSEST);
    printer_add(p, " : ");
    print(p, e->args[2], LOOSEST);
    printer_add(p, ")");
}

// The base and, in brackets, what is taken of it.
static void print_part(struct printer *p, const struct smv_expr *e)
{
    print(p, e->args[0], TIGHTEST);
    printer_add(p, "[");
    print(p, e->args[1], LOOSEST);
    if (e->op == SMV_BITS) {
        printer_add(p, " : ");
        print(p, e->args[2], LOOSEST);
    }
    printer_add(p, "]");
}

// ((a op b) op c), with or without the outermost parentheses.
static void print_chain(struct printer *p, const struct smv_expr *e, const char *text, int level, bool enclosed)
{
    for (uint32_t i = enclosed ? 1 : 2; i < e->count; i++)
        printer_add(p, "(");
    for (uint32_t i = 0; i < e->count; i++) {
        if (i)
            str_add(p->mem, p->out, " %s ", text);
        print(p, e->args[i], level);
        if (i && (enclosed || i + 1 < e->count))
            printer_add(p, ")");
    }
}

static void print_set(struct printer *p, const struct smv_expr *e, int around)
{
    if (p->style == SMV_PRINT_FULL) {
        printer_add(p, "{");
        printer_list(p, e, ", ");
        printer_add(p, "}");
    } else if (e->count == 1) {
        print(p, e->args[0], around);
    } else {
        const struct shape *shape = &shapes[SMV_UNION];
        print_chain(p, e, shape->text, shape->level, shape->level <= around);
    }
}

static void print_leaf(struct printer *p, const struct smv_expr *e, int around)
{
    switch (e->op) {
    case SMV_TRUE:
        printer_add(p, "TRUE");
        break;
    case SMV_FALSE:
        printer_add(p, "FALSE");
        break;
    case SMV_INTEGER:
        str_add(p->mem, p->out, "%" PRId64, e->number);
        break;
    case SMV_WORD:
        print_word(p, e, around);
        break;
    case SMV_NAME:
        printer_add(p, e->symbol->text);
        break;
    case SMV_SELF:
        printer_add(p, "self");
        break;
    case SMV_DOT:
        print(p, e->args[0], TIGHTEST);
        str_add(p->mem, p->out, ".%s", e->symbol->text);
        break;
    case SMV_INDEX:
    case SMV_BITS:
        print_part(p, e);
        break;
    case SMV_ITE:
        print_ite(p, e);
        break;
    case SMV_CASE:
        print_case(p, e);
        break;
    case SMV_SET:
        print_set(p, e, around);
        break;
    default: // SMV_ARRAY
        printer_add(p, "[");
        printer_list(p, e, ", ");
        printer_add(p, "]");
    }
}

// ---- Operators ------------------------------------------------------------------------------------------------------

static void print_prefix(struct printer *p, const struct smv_expr *e, const struct shape *shape, int around)
{
    bool full = p->style == SMV_PRINT_FULL, enclosed = full || shape->level <= around;
    if (enclosed)
        printer_add(p, "(");
    printer_add(p, shape->text + (full && shape->text[0] == ' '));
    if (shape->form == BOUNDED)
        str_add(p->mem, p->out, "%" PRId64 "..%" PRId64 " ", e->bound.low, e->bound.high);
    else if (e->bounded)
        str_add(p->mem, p->out, "[%" PRId64 ",%" PRId64 "] ", e->bound.low, e->bound.high);
    print(p, e->args[0], shape->level);
    if (enclosed)
        printer_add(p, ")");
}

static const char *between(const struct smv_expr *e)
{
    if (e->op == SMV_MIN_STEPS || e->op == SMV_MAX_STEPS)
        return ",";
    return e->bounded ? "BU" : "U";
}

static void print_bracket(struct printer *p, const struct smv_expr *e, const struct shape *shape, int around)
{
    bool enclosed = around > shape->level;
    str_add(p->mem, p->out, "%s%s [ ", enclosed ? "(" : "", shape->text);
    print(p, e->args[0], shape->level);
    str_add(p->mem, p->out, " %s ", between(e));
    if (e->bounded)
        str_add(p->mem, p->out, "%" PRId64 "..%" PRId64 " ", e->bound.low, e->bound.high);
    print(p, e->args[1], shape->level);
    printer_add(p, enclosed ? " ])" : " ] ");
}

static void print(struct printer *p, const struct smv_expr *e, int around)
{
    if (e->op >= SMV_PSL_ALWAYS) {
        print_psl(p, e);
        return;
    }
    const struct shape *shape = &shapes[e->op];
    bool full = p->style == SMV_PRINT_FULL;
    switch (shape->form) {
    case LEAF:
        print_leaf(p, e, around);
        break;
    case PREFIX:
    case BOUNDED:
        print_prefix(p, e, shape, around);
        break;
    case INFIX:
        print_chain(p, e, shape->text, shape->level, full || shape->level <= around);
        break;
    case ENCLOSED:
        print_chain(p, e, shape->text, shape->level, true);
        break;
    case CALL:
        str_add(p->mem, p->out, "%s(", shape->text);
        printer_list(p, e, e->op == SMV_EXTEND ? " , " : ", ");
        printer_add(p, ")");
        break;
    case BRACKET:
        print_bracket(p, e, shape, around);
    }
}

void smv_print(struct mem *mem, struct str *out, const struct smv_expr *e, enum smv_print_style style)
{
    struct printer printer = {mem, out, style};
    print(&printer, e, LOOSEST);
}
