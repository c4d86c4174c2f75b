// Formulas for people, in the words of SMV. They share so much that one may be far longer as text than it is: what is
// long is cut.
#include "trace/explain.h"

#include "model/regular.h"

#define LONGEST 400 // bytes, about
#define DEEPEST 60

struct words {
    const struct model *model;
    struct mem *mem;
    struct str *out;
    size_t end; // where to cut
};

// How tightly an operator binds.
enum binding {
    BINDS_NOT,
    BINDS_UNTIL, // and what is below it is always in parentheses, for clarity
    BINDS_IMPLIES,
    BINDS_IFF,
    BINDS_OR,
    BINDS_AND,
    BINDS_TIME, // operators of one operand
    BINDS_COMPARISON,
    BINDS_NEGATION,
    BINDS_LEAF
};

static enum binding binding_of_expr(const struct model *m, expr e)
{
    const struct expr_node *n = model_expr(m, e);
    switch (n->op) {
    case OP_ITE:
        return BINDS_NOT;
    case OP_OR:
    case OP_XOR:
        return BINDS_OR;
    case OP_AND:
        return BINDS_AND;
    case OP_EQ:
    case OP_LT:
    case OP_LE:
    case OP_IN:
        return BINDS_COMPARISON;
    case OP_NOT: {
        enum op inner = model_expr(m, n->args[0])->op;
        return inner == OP_EQ || inner == OP_LT ? BINDS_COMPARISON : BINDS_NEGATION;
    }
    default:
        return BINDS_LEAF;
    }
}

static enum binding binding_of(const struct model *m, const struct formula_node *n)
{
    switch (n->op) {
    case FORMULA_ATOM:
        return binding_of_expr(m, n->atom);
    case FORMULA_NOT:
        return BINDS_NEGATION;
    case FORMULA_AND:
        return BINDS_AND;
    case FORMULA_OR:
    case FORMULA_XOR:
        return BINDS_OR;
    case FORMULA_IMPLIES:
        return BINDS_IMPLIES;
    case FORMULA_IFF:
        return BINDS_IFF;
    case FORMULA_U:
    case FORMULA_V:
    case FORMULA_S:
    case FORMULA_T:
        return BINDS_UNTIL;
    case FORMULA_TRIGGERS:
        return BINDS_IMPLIES;
    case FORMULA_EU:
    case FORMULA_AU:
    case FORMULA_MATCHES:
    case FORMULA_MAY_MATCH:
        return BINDS_LEAF;
    default:
        return BINDS_TIME;
    }
}

static const char *name_of(enum formula_op op, bool bounded)
{
    switch (op) {
    case FORMULA_NOT:
        return "!";
    case FORMULA_AND:
        return "&";
    case FORMULA_OR:
        return "|";
    case FORMULA_XOR:
        return "xor";
    case FORMULA_IMPLIES:
        return "->";
    case FORMULA_IFF:
        return "<->";
    case FORMULA_EX:
        return "EX";
    case FORMULA_EF:
        return bounded ? "EBF" : "EF";
    case FORMULA_EG:
        return bounded ? "EBG" : "EG";
    case FORMULA_AX:
        return "AX";
    case FORMULA_AF:
        return bounded ? "ABF" : "AF";
    case FORMULA_AG:
        return bounded ? "ABG" : "AG";
    case FORMULA_X:
        return "X";
    case FORMULA_F:
        return "F";
    case FORMULA_G:
        return "G";
    case FORMULA_EU:
    case FORMULA_AU:
        return bounded ? "BU" : "U";
    case FORMULA_U:
        return "U";
    case FORMULA_V:
        return "V";
    case FORMULA_Y:
        return "Y";
    case FORMULA_Z:
        return "Z";
    case FORMULA_H:
        return "H";
    case FORMULA_O:
        return "O";
    case FORMULA_S:
        return "S";
    case FORMULA_T:
        return "T";
    case FORMULA_E:
        return "E";
    default:
        return "A";
    }
}

// Bounds of branching time are 0..3, those of linear time [0, 3].
static void add_bounds(struct words *w, const struct formula_node *n)
{
    bool branching = n->op >= FORMULA_EX && n->op <= FORMULA_AU;
    if (!n->bounded)
        return;
    str_add(w->mem, w->out, branching ? " %lld.." : " [%lld, ", (long long)n->low);
    if (n->high < 0)
        str_add(w->mem, w->out, "oo");
    else
        str_add(w->mem, w->out, "%lld", (long long)n->high);
    str_add(w->mem, w->out, branching ? "" : "]");
}

// ---- Regular expressions --------------------------------------------------------------------------------------------

static void add_regular(struct words *w, regular r, unsigned depth)
{
    static const char *const between[] = {
        [REGULAR_CONCAT] = " ; ", [REGULAR_FUSION] = " : ", [REGULAR_OR] = " | ", [REGULAR_AND] = " && "};
    const struct regular_node *n = model_regular(w->model, r);
    if (depth == 0 || w->out->count >= w->end) {
        str_add(w->mem, w->out, "...");
        return;
    }
    switch (n->op) {
    case REGULAR_NOTHING:
        str_add(w->mem, w->out, "FALSE");
        break;
    case REGULAR_EMPTY:
        str_add(w->mem, w->out, "[*0]");
        break;
    case REGULAR_LETTER:
        explain_expr(w->model, n->letter, w->mem, w->out);
        break;
    case REGULAR_STAR:
        str_add_char(w->mem, w->out, '{');
        add_regular(w, n->args[0], depth - 1);
        str_add(w->mem, w->out, "}[*]");
        break;
    default:
        str_add_char(w->mem, w->out, '{');
        add_regular(w, n->args[0], depth - 1);
        str_add(w->mem, w->out, "%s", between[n->op]);
        add_regular(w, n->args[1], depth - 1);
        str_add_char(w->mem, w->out, '}');
        break;
    }
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

static void add_formula(struct words *w, formula f, unsigned depth);

static void add_operand(struct words *w, formula f, bool in_parentheses, unsigned depth)
{
    str_add(w->mem, w->out, in_parentheses ? "(" : "");
    add_formula(w, f, depth);
    str_add(w->mem, w->out, in_parentheses ? ")" : "");
}

static enum binding binding(const struct words *w, formula f)
{
    return binding_of(w->model, model_formula(w->model, f));
}

static void add_binary(struct words *w, const struct formula_node *n, unsigned depth)
{
    enum binding own = binding_of(w->model, n);
    if (own == BINDS_UNTIL || own == BINDS_LEAF)
        own = BINDS_AND;
    bool joins = n->op == FORMULA_AND || n->op == FORMULA_OR; // in a row, without parentheses
    for (size_t i = 0; i < 2; i++) {
        const struct formula_node *inner = model_formula(w->model, n->args[i]);
        bool same =
            joins && (inner->op == n->op || (inner->op == FORMULA_ATOM && model_expr(w->model, inner->atom)->op ==
                                                                              (n->op == FORMULA_AND ? OP_AND : OP_OR)));
        if (i > 0) {
            str_add(w->mem, w->out, " %s", name_of(n->op, n->bounded));
            add_bounds(w, n);
            str_add_char(w->mem, w->out, ' ');
        }
        add_operand(w, n->args[i], !same && binding(w, n->args[i]) <= own, depth);
    }
}

static void add_of_sequences(struct words *w, const struct formula_node *n, unsigned depth)
{
    str_add_char(w->mem, w->out, '{');
    add_regular(w, n->regular, depth);
    str_add(w->mem, w->out, n->op == FORMULA_MATCHES ? "}!" : "}");
    if (n->op == FORMULA_TRIGGERS) {
        str_add(w->mem, w->out, " |-> ");
        add_operand(w, n->args[0], binding(w, n->args[0]) < BINDS_TIME, depth);
    }
}

static void add_formula(struct words *w, formula f, unsigned depth)
{
    const struct formula_node *n = model_formula(w->model, f);
    if (depth == 0 || w->out->count >= w->end) {
        str_add(w->mem, w->out, "...");
        return;
    }
    depth--;
    if (n->op == FORMULA_ATOM) {
        explain_expr(w->model, n->atom, w->mem, w->out);
    } else if (n->op >= FORMULA_TRIGGERS && n->op <= FORMULA_MAY_MATCH) {
        add_of_sequences(w, n, depth);
    } else if (n->op == FORMULA_EU || n->op == FORMULA_AU) {
        str_add(w->mem, w->out, n->op == FORMULA_EU ? "E [" : "A [");
        add_binary(w, n, depth);
        str_add_char(w->mem, w->out, ']');
    } else if (n->args[1] != FORMULA_NONE) {
        add_binary(w, n, depth);
    } else {
        str_add(w->mem, w->out, "%s", name_of(n->op, n->bounded));
        add_bounds(w, n);
        bool negation = n->op == FORMULA_NOT;
        str_add(w->mem, w->out, negation ? "" : " ");
        add_operand(w, n->args[0], binding(w, n->args[0]) < (negation ? BINDS_NEGATION : BINDS_TIME), depth);
    }
}

void explain_formula(const struct model *model, formula f, struct mem *mem, struct str *out)
{
    struct words w = {model, mem, out, out->count + LONGEST};
    add_formula(&w, f, DEEPEST);
}
