// The operators of PSL. NuSMV's printer puts them into parentheses by kind, not by what is around them.
#include "smv/print_psl.h"

static bool is_sere(const struct smv_expr *e)
{
    return e->op >= SMV_SERE && e->op <= SMV_SERE_GOTO;
}

const char *smv_psl_word(enum smv_op op)
{
    switch (op) {
    case SMV_PSL_ALWAYS:
        return "always";
    case SMV_PSL_NEVER:
        return "never";
    case SMV_PSL_EVENTUALLY:
        return "eventually!";
    case SMV_PSL_X:
        return "X";
    case SMV_PSL_NEXT:
        return "next";
    case SMV_PSL_NEXT_A:
        return "next_a";
    case SMV_PSL_NEXT_E:
        return "next_e";
    case SMV_PSL_NEXT_EVENT:
        return "next_event";
    case SMV_PSL_NEXT_EVENT_A:
        return "next_event_a";
    case SMV_PSL_NEXT_EVENT_E:
        return "next_event_e";
    case SMV_PSL_WEAK_UNTIL:
        return "W";
    case SMV_PSL_UNTIL:
        return "until";
    case SMV_PSL_BEFORE:
        return "before";
    case SMV_PSL_ABORT:
        return "abort";
    case SMV_PSL_WITHIN:
        return "within";
    case SMV_PSL_WHILENOT:
        return "whilenot";
    case SMV_PSL_SUFFIX:
        return "|->";
    case SMV_PSL_SUFFIX_NEXT:
        return "|=>";
    case SMV_PSL_FORALL:
        return "forall";
    case SMV_PSL_FORANY:
        return "forany";
    case SMV_SERE_FUSION:
        return " : ";
    case SMV_SERE_AND:
        return " & ";
    case SMV_SERE_MATCH_AND:
        return " && ";
    case SMV_SERE_OR:
        return " | ";
    case SMV_SERE_STAR:
        return "[*";
    case SMV_SERE_PLUS:
        return "[+";
    case SMV_SERE_EQUAL:
        return "[=";
    case SMV_SERE_GOTO:
        return "[->";
    default:
        return "";
    }
}

static void print_between(struct printer *p, const char *open, const struct smv_expr *e, const char *close)
{
    printer_add(p, open);
    printer_print(p, e);
    printer_add(p, close);
}

static void print_word(struct printer *p, const struct smv_expr *e)
{
    printer_add(p, smv_psl_word(e->op));
    if (e->strong)
        printer_add(p, "!");
    if (e->inclusive)
        printer_add(p, "_");
}

static void print_prefix(struct printer *p, const struct smv_expr *e)
{
    printer_add(p, smv_psl_word(e->op));
    printer_add(p, " ");
    if (is_sere(e->args[0]))
        printer_print(p, e->args[0]);
    else
        print_between(p, "(", e->args[0], ")");
}

// The operands are the formula, how far, and for events, the event.
static void print_next(struct printer *p, const struct smv_expr *e)
{
    print_word(p, e);
    if (e->count > 2)
        print_between(p, " (", e->args[2], ")");
    if (e->args[1])
        print_between(p, " [", e->args[1], "]");
    print_between(p, " (", e->args[0], ")");
}

static void print_infix(struct printer *p, const struct smv_expr *e)
{
    print_between(p, "(", e->args[0], " ");
    print_word(p, e);
    print_between(p, " ", e->args[1], ")");
}

static void print_suffix(struct printer *p, const struct smv_expr *e)
{
    print_between(p, "(", e->args[0], " ");
    printer_add(p, smv_psl_word(e->op));
    print_between(p, " ", e->args[1], e->strong ? "!)" : ")");
}

static void print_within(struct printer *p, const struct smv_expr *e)
{
    print_word(p, e);
    print_between(p, " (", e->args[0], e->count > 2 ? ", " : ") ");
    if (e->count > 2)
        print_between(p, "", e->args[1], ") ");
    printer_print(p, e->args[e->count - 1]);
}

// NuSMV keeps the values in a list that it builds from its end, and shows them that way round.
static void print_replicator(struct printer *p, const struct smv_expr *e)
{
    const struct smv_expr *set = e->args[1], *range = e->args[2];
    str_add(p->mem, p->out, "( %s %s", smv_psl_word(e->op), e->symbol->text);
    if (range)
        print_between(p, " [", range, "]");
    printer_add(p, " in ");
    if (set) {
        printer_add(p, "{");
        for (uint32_t i = set->count; i-- > 0;)
            print_between(p, "", set->args[i], i ? ", " : "}");
    } else {
        printer_add(p, "boolean");
    }
    print_between(p, " : ", e->args[0], " )");
}

static void print_concat(struct printer *p, const struct smv_expr *e)
{
    for (uint32_t i = 0; i + 1 < e->count; i++)
        print_between(p, "{", e->args[i], "; ");
    printer_print(p, e->args[e->count - 1]);
    for (uint32_t i = 0; i + 1 < e->count; i++)
        printer_add(p, "}");
}

static void print_combined(struct printer *p, const struct smv_expr *e)
{
    print_between(p, "{", e->args[0], smv_psl_word(e->op));
    print_between(p, "", e->args[1], "}");
}

static void print_repetition(struct printer *p, const struct smv_expr *e)
{
    printer_add(p, "{");
    if (e->args[0])
        printer_print(p, e->args[0]);
    printer_add(p, smv_psl_word(e->op));
    if (e->count > 1 && e->args[1])
        printer_print(p, e->args[1]);
    printer_add(p, "]}");
}

static void print_operator(struct printer *p, const struct smv_expr *e)
{
    switch (e->op) {
    case SMV_PSL_ALWAYS:
    case SMV_PSL_NEVER:
    case SMV_PSL_EVENTUALLY:
        print_prefix(p, e);
        break;
    case SMV_PSL_X:
    case SMV_PSL_NEXT:
    case SMV_PSL_NEXT_A:
    case SMV_PSL_NEXT_E:
    case SMV_PSL_NEXT_EVENT:
    case SMV_PSL_NEXT_EVENT_A:
    case SMV_PSL_NEXT_EVENT_E:
        print_next(p, e);
        break;
    case SMV_PSL_WEAK_UNTIL:
    case SMV_PSL_UNTIL:
    case SMV_PSL_BEFORE:
    case SMV_PSL_ABORT:
        print_infix(p, e);
        break;
    case SMV_PSL_SUFFIX:
    case SMV_PSL_SUFFIX_NEXT:
        print_suffix(p, e);
        break;
    case SMV_PSL_WITHIN:
    case SMV_PSL_WHILENOT:
        print_within(p, e);
        break;
    case SMV_PSL_FORALL:
    case SMV_PSL_FORANY:
        print_replicator(p, e);
        break;
    case SMV_PSL_RANGE:
        print_between(p, "", e->args[0], ":");
        printer_print(p, e->args[1]);
        break;
    case SMV_PSL_INF:
        printer_add(p, "inf");
        break;
    case SMV_SERE:
        print_between(p, "{", e->args[0], "}");
        break;
    case SMV_SERE_CONCAT:
        print_concat(p, e);
        break;
    case SMV_SERE_FUSION:
    case SMV_SERE_AND:
    case SMV_SERE_MATCH_AND:
    case SMV_SERE_OR:
        print_combined(p, e);
        break;
    default:
        print_repetition(p, e);
    }
}

void print_psl(struct printer *p, const struct smv_expr *e)
{
    print_operator(p, e);
    if (is_sere(e) && e->strong)
        printer_add(p, "!");
}
