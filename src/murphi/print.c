#include "murphi/print.h"

#include <inttypes.h>

// ---- Operators ------------------------------------------------------------------------------------------------------

enum shape { LEAF, PREFIX, CHAIN, RIGHT, PAIR, PATH, OTHER };

// How an operator is written, and how tightly it binds (see parse.h, whose levels these are). PATH is `A [f U g]`.
static const struct form {
    const char *text;
    int level;
    enum shape shape;
} forms[MURPHI_OPS] = {
    [MURPHI_TRUE] = {"true", 20, LEAF},
    [MURPHI_FALSE] = {"false", 20, LEAF},
    [MURPHI_NUMBER] = {"", 20, OTHER},
    [MURPHI_NAME] = {"", 20, OTHER},
    [MURPHI_UNDEFINED] = {"undefined", 20, LEAF},
    [MURPHI_FIELD] = {"", 20, OTHER},
    [MURPHI_INDEX] = {"", 20, OTHER},
    [MURPHI_CALL] = {"", 20, OTHER},
    [MURPHI_SUCC] = {"", 20, OTHER},
    [MURPHI_PRED] = {"", 20, OTHER},
    [MURPHI_ISUNDEFINED] = {"", 20, OTHER},
    [MURPHI_ISMEMBER] = {"", 20, OTHER},
    [MURPHI_COUNT] = {"", 20, OTHER},
    [MURPHI_NOT] = {"!", 10, PREFIX},
    [MURPHI_AND] = {"&", 8, CHAIN},
    [MURPHI_OR] = {"|", 6, CHAIN},
    [MURPHI_IMPLIES] = {"->", 2, PAIR},
    [MURPHI_IFF] = {"<->", 3, PAIR},
    [MURPHI_ITE] = {"", 1, OTHER},
    [MURPHI_FORALL] = {"forall", 20, OTHER},
    [MURPHI_EXISTS] = {"exists", 20, OTHER},
    [MURPHI_EQ] = {"=", 11, PAIR},
    [MURPHI_NE] = {"!=", 11, PAIR},
    [MURPHI_LT] = {"<", 11, PAIR},
    [MURPHI_LE] = {"<=", 11, PAIR},
    [MURPHI_GT] = {">", 11, PAIR},
    [MURPHI_GE] = {">=", 11, PAIR},
    [MURPHI_NEG] = {"-", 15, PREFIX},
    [MURPHI_ADD] = {"+", 13, CHAIN},
    [MURPHI_SUB] = {"-", 13, CHAIN},
    [MURPHI_MUL] = {"*", 14, CHAIN},
    [MURPHI_DIV] = {"/", 14, CHAIN},
    [MURPHI_MOD] = {"%", 14, CHAIN},
    [MURPHI_BIT_NOT] = {"~", 15, PREFIX},
    [MURPHI_BIT_AND] = {"&", 8, CHAIN},
    [MURPHI_BIT_OR] = {"|", 6, CHAIN},
    [MURPHI_BIT_XOR] = {"^", 7, CHAIN},
    [MURPHI_SHIFT_LEFT] = {"<<", 12, CHAIN},
    [MURPHI_SHIFT_RIGHT] = {">>", 12, CHAIN},
    [MURPHI_AG] = {"AG ", 10, PREFIX},
    [MURPHI_AF] = {"AF ", 10, PREFIX},
    [MURPHI_AX] = {"AX ", 10, PREFIX},
    [MURPHI_EG] = {"EG ", 10, PREFIX},
    [MURPHI_EF] = {"EF ", 10, PREFIX},
    [MURPHI_EX] = {"EX ", 10, PREFIX},
    [MURPHI_AU] = {"AU", 20, PATH},
    [MURPHI_EU] = {"EU", 20, PATH},
    [MURPHI_AW] = {"AW", 20, PATH},
    [MURPHI_EW] = {"EW", 20, PATH},
    [MURPHI_AR] = {"AR", 20, PATH},
    [MURPHI_ER] = {"ER", 20, PATH},
    [MURPHI_A] = {"A ", 10, PREFIX},
    [MURPHI_E] = {"E ", 10, PREFIX},
    [MURPHI_G] = {"G ", 10, PREFIX},
    [MURPHI_F] = {"F ", 10, PREFIX},
    [MURPHI_X] = {"X ", 10, PREFIX},
    [MURPHI_O] = {"O ", 10, PREFIX},
    [MURPHI_H] = {"H ", 10, PREFIX},
    [MURPHI_Y] = {"Y ", 10, PREFIX},
    [MURPHI_Z] = {"Z ", 10, PREFIX},
    [MURPHI_U] = {"U", 9, RIGHT},
    [MURPHI_V] = {"V", 9, RIGHT},
    [MURPHI_W] = {"W", 9, RIGHT},
    [MURPHI_S] = {"S", 9, RIGHT},
    [MURPHI_T] = {"T", 9, RIGHT},
};

enum { LEVEL_ANY = 1, LEVEL_PREFIX = 10, LEVEL_SIGN = 15 };

static void print_at(struct mem *mem, struct str *out, const struct murphi_expr *e, int level);

// What follows a prefix operator runs as far as it can: such an operand on the left needs parentheses though it binds
// tightly enough by its own operator, as in (!a) = b. Only `-` and `~` take no more than what stands next to them.
static bool is_greedy(const struct murphi_expr *e)
{
    const struct form *form = &forms[e->op];
    return form->shape == PREFIX && form->level == LEVEL_PREFIX;
}

static void print_chain(struct mem *mem, struct str *out, const struct murphi_expr *e, const struct form *form)
{
    for (uint32_t i = 0; i < e->count; i++) {
        if (i)
            str_add(mem, out, " %s ", form->text);
        // the first operand of a chain may not be a chain of the same operator: that would be read as one
        int least = form->level + (i > 0 || e->args[0]->op == e->op);
        if (form->shape != CHAIN)
            least = form->level + !(form->shape == RIGHT && i == 1);
        print_at(mem, out, e->args[i], least);
    }
}

static void print_path(struct mem *mem, struct str *out, const struct murphi_expr *e, const struct form *form)
{
    str_add(mem, out, "%c [", form->text[0]);
    print_at(mem, out, e->args[0], LEVEL_ANY);
    str_add(mem, out, " %c ", form->text[1]);
    print_at(mem, out, e->args[1], LEVEL_ANY);
    str_add(mem, out, "]");
}

// ---- Everything else ------------------------------------------------------------------------------------------------

void murphi_print_binder(struct mem *mem, struct str *out, const struct murphi_binder *binder)
{
    str_add(mem, out, "%s", binder->decl->symbol->text);
    if (binder->kind == MURPHI_OVER_RANGE) {
        str_add(mem, out, " := ");
        murphi_print(mem, out, binder->from);
        str_add(mem, out, " to ");
        murphi_print(mem, out, binder->to);
        if (binder->by) {
            str_add(mem, out, " by ");
            murphi_print(mem, out, binder->by);
        }
        return;
    }
    str_add(mem, out, ": ");
    if (binder->kind == MURPHI_OVER_TYPE)
        murphi_print_written_type(mem, out, binder->written);
    else
        murphi_print(mem, out, binder->decl->expr);
}

static void print_quantified(struct mem *mem, struct str *out, const struct murphi_expr *e)
{
    str_add(mem, out, "%s ", forms[e->op].text);
    for (const struct murphi_binder *binder = e->binders; binder; binder = binder->next) {
        murphi_print_binder(mem, out, binder);
        str_add(mem, out, "%s", binder->next ? "; " : " do ");
    }
    murphi_print(mem, out, e->args[0]);
    str_add(mem, out, " end");
}

static void print_call(struct mem *mem, struct str *out, const char *name, const struct murphi_expr *e)
{
    str_add(mem, out, "%s(", name);
    for (uint32_t i = 0; i < e->count; i++) {
        str_add(mem, out, "%s", i ? ", " : "");
        murphi_print(mem, out, e->args[i]);
    }
    str_add(mem, out, ")");
}

static void print_other(struct mem *mem, struct str *out, const struct murphi_expr *e)
{
    switch (e->op) {
    case MURPHI_NUMBER:
        str_add(mem, out, "%" PRId64, e->value);
        break;
    case MURPHI_NAME:
        str_add(mem, out, "%s", e->symbol->text);
        break;
    case MURPHI_FIELD:
        print_at(mem, out, e->args[0], LEVEL_SIGN + 1);
        str_add(mem, out, ".%s", e->symbol->text);
        break;
    case MURPHI_INDEX:
        print_at(mem, out, e->args[0], LEVEL_SIGN + 1);
        str_add(mem, out, "[");
        murphi_print(mem, out, e->args[1]);
        str_add(mem, out, "]");
        break;
    case MURPHI_CALL:
    case MURPHI_SUCC:
    case MURPHI_PRED:
        print_call(mem, out, e->symbol->text, e);
        break;
    case MURPHI_ISUNDEFINED:
        print_call(mem, out, "isundefined", e);
        break;
    case MURPHI_ISMEMBER:
        str_add(mem, out, "ismember(");
        murphi_print(mem, out, e->args[0]);
        str_add(mem, out, ", ");
        murphi_print_written_type(mem, out, e->written);
        str_add(mem, out, ")");
        break;
    case MURPHI_COUNT:
        str_add(mem, out, "multisetcount(");
        murphi_print_binder(mem, out, e->binders);
        str_add(mem, out, ", ");
        murphi_print(mem, out, e->args[0]);
        str_add(mem, out, ")");
        break;
    case MURPHI_ITE:
        print_at(mem, out, e->args[0], LEVEL_ANY + 1);
        str_add(mem, out, " ? ");
        murphi_print(mem, out, e->args[1]);
        str_add(mem, out, " : ");
        murphi_print(mem, out, e->args[2]);
        break;
    default:
        print_quantified(mem, out, e);
    }
}

static void print_open(struct mem *mem, struct str *out, const struct murphi_expr *e)
{
    const struct form *form = &forms[e->op];
    switch (form->shape) {
    case LEAF:
        str_add(mem, out, "%s", form->text);
        break;
    case PREFIX:
        str_add(mem, out, "%s", form->text);
        if (form->text[0] == '-' && e->args[0]->op == MURPHI_NEG)
            str_add(mem, out, " "); // two of them would begin a comment
        print_at(mem, out, e->args[0], form->level);
        break;
    case CHAIN:
    case RIGHT:
    case PAIR:
        print_chain(mem, out, e, form);
        break;
    case PATH:
        print_path(mem, out, e, form);
        break;
    case OTHER:
        print_other(mem, out, e);
        break;
    }
}

static void print_at(struct mem *mem, struct str *out, const struct murphi_expr *e, int level)
{
    bool open = forms[e->op].level >= level && !(is_greedy(e) && level > LEVEL_PREFIX);
    str_add(mem, out, "%s", open ? "" : "(");
    print_open(mem, out, e);
    str_add(mem, out, "%s", open ? "" : ")");
}

void murphi_print(struct mem *mem, struct str *out, const struct murphi_expr *e)
{
    print_at(mem, out, e, LEVEL_ANY);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

const char *murphi_keyword_of(enum murphi_rule_kind kind)
{
    static const char *const words[] = {"rule",    "startstate", "invariant", "assume", "cover", "hint",   "value",
                                        "justice", "compassion", "liveness",  "ctl",    "ltl",   "ctlstar"};
    return words[kind];
}

const char *murphi_word_for(enum murphi_rule_kind kind)
{
    static const char *const words[] = {"rule",     "start state", "invariant", "assumption", "coverage",
                                        "hint",     "value",       "justice",   "compassion", "liveness",
                                        "property", "property",    "property"};
    return words[kind];
}
