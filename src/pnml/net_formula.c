#include "pnml/net_formula.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/nearest.h"

enum { DEEPEST = 300 };

struct parser {
    struct lowered_net *net;
    struct model *model;
    struct mem *mem;
    const struct source *source;
    struct diag *diag;
    size_t at;            // behind the token
    size_t start, length; // the token
    enum { TOKEN_END, TOKEN_WORD, TOKEN_QUOTED, TOKEN_NUMBER, TOKEN_SIGN } kind;
    bool has_branching, has_linear, has_paths; // AG and the like; G and the like; A and E by themselves
    bool until_ends;                           // U is that of A [f U g]
    int depth;
    bool failed;
};

// What a part of a formula is: a number, or something that is true or false.
struct term {
    bool is_number;
    expr number;
    formula formula;
};

// ---- Tokens ---------------------------------------------------------------------------------------------------------

static bool fail(struct parser *p, const char *expected)
{
    if (!p->failed) {
        struct diag_range range = {p->source, p->start, p->length ? p->length : 1};
        if (p->kind == TOKEN_END)
            diag_error(p->diag, range, "expected %s, got the end of the formula", expected);
        else
            diag_error(p->diag, range, "expected %s, got \"%.*s\"", expected, (int)p->length,
                       p->source->text + p->start);
    }
    p->failed = true;
    return false;
}

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (c & 0x80);
}

static void next(struct parser *p)
{
    static const char *const signs[] = {"<->", "->", "<=", ">=", "!=", "&&", "||"};
    const char *text = p->source->text;
    size_t end = p->source->length;
    while (p->at < end && isspace((unsigned char)text[p->at]))
        p->at++;
    p->start = p->at;
    p->length = 0;
    p->kind = TOKEN_END;
    if (p->at == end)
        return;
    if (text[p->at] == '"') {
        while (++p->at < end && text[p->at] != '"')
            continue;
        p->kind = p->at < end ? TOKEN_QUOTED : TOKEN_SIGN; // one quote alone is nothing
        p->at += p->at < end;
    } else if (is_word_char(text[p->at])) {
        p->kind = TOKEN_NUMBER;
        for (; p->at < end && is_word_char(text[p->at]); p->at++)
            if (!isdigit((unsigned char)text[p->at]))
                p->kind = TOKEN_WORD;
    } else {
        p->kind = TOKEN_SIGN;
        p->at++;
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            size_t length = strlen(signs[i]);
            if (end - p->start >= length && memcmp(text + p->start, signs[i], length) == 0) {
                p->at = p->start + length;
                break;
            }
        }
    }
    p->length = p->at - p->start;
}

static bool is(const struct parser *p, const char *word)
{
    return (p->kind == TOKEN_WORD || p->kind == TOKEN_SIGN) && p->length == strlen(word) &&
           memcmp(p->source->text + p->start, word, p->length) == 0;
}

static bool take(struct parser *p, const char *word)
{
    if (!is(p, word))
        return false;
    next(p);
    return true;
}

static bool expect(struct parser *p, const char *word, const char *shown)
{
    return take(p, word) || fail(p, shown);
}

// A name: a word, a number, or anything in quotes. The token is taken; the copy is freed by str_release.
static char *take_name(struct parser *p)
{
    size_t quotes = p->kind == TOKEN_QUOTED;
    struct str text = {0};
    str_add_bytes(p->mem, &text, p->source->text + p->start + quotes, p->length - 2 * quotes);
    char *copy = str_copy(p->mem, str_text(&text));
    str_free(p->mem, &text);
    next(p);
    return copy;
}

// ---- Places and transitions -----------------------------------------------------------------------------------------

static bool find_colour(const struct parser *p, uint32_t class, const char *name, uint32_t *out)
{
    const struct net *net = p->net->net;
    struct str text = {0};
    bool found = false;
    for (uint32_t i = 0; i < net->classes.at[class].size && !found; i++) {
        str_clear(&text);
        net_add_colour(net, class, i, &text);
        found = strcmp(str_text(&text), name) == 0;
        *out = i;
    }
    str_free(p->mem, &text);
    return found;
}

static void unknown_colour(struct parser *p, struct diag_range range, uint32_t class, const char *name)
{
    const struct net *net = p->net->net;
    struct nearest nearest = nearest_to(name);
    struct str text = {0}, best = {0};
    for (uint32_t i = 0; i < net->classes.at[class].size; i++) {
        size_t least = nearest.least;
        str_clear(&text);
        net_add_colour(net, class, i, &text);
        nearest_look(&nearest, str_text(&text));
        if (nearest.least < least) {
            str_clear(&best);
            str_add(p->mem, &best, "; did you mean \"%s\"?", str_text(&text));
        }
    }
    diag_error(p->diag, range, "\"%s\" is no colour of \"%s\"%s", name, net->classes.at[class].name, str_text(&best));
    str_free(p->mem, &text);
    str_free(p->mem, &best);
}

// place[colour, ...]; also place[(colour, ...)], as markings show tokens of a product
static struct term read_colours(struct parser *p, uint32_t place)
{
    const struct net *net = p->net->net;
    const struct net_sort *sort = &net->sorts.at[net->places.at[place].sort];
    uint32_t colours[64] = {0};
    struct term result = {true, model_int(p->model, 0), FORMULA_NONE};
    bool has_parentheses = sort->count > 1 && take(p, "(");
    for (uint32_t i = 0; i < sort->count && !p->failed; i++) {
        if (i > 0 && !expect(p, ",", "\",\" and the next colour"))
            break;
        struct diag_range range = {p->source, p->start, p->length ? p->length : 1};
        if (p->kind == TOKEN_SIGN || p->kind == TOKEN_END) {
            fail(p, "a colour");
            break;
        }
        char *name = take_name(p);
        if (!find_colour(p, sort->classes[i], name, &colours[i])) {
            unknown_colour(p, range, sort->classes[i], name);
            p->failed = true;
        }
        str_release(p->mem, name);
    }
    if (!p->failed && has_parentheses)
        expect(p, ")", "\")\"");
    if (p->failed || !expect(p, "]", "\"]\""))
        return result;
    uint64_t colour = 0;
    for (uint32_t i = 0; i < sort->count; i++)
        colour = colour * net->classes.at[sort->classes[i]].size + colours[i];
    cell_id cell = p->net->cells[place][colour];
    if (cell != CELL_NONE)
        result.number = model_cell_expr(p->model, cell);
    return result;
}

static void unknown_place(struct parser *p, struct diag_range range, const char *name)
{
    const struct net *net = p->net->net;
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < net->places.count; i++) {
        nearest_look(&nearest, net->places.at[i].id);
        if (net->places.at[i].name && strcmp(net->places.at[i].name, name) == 0) // places are called by their ids
            nearest_look_at(&nearest, net->places.at[i].id, 0);
    }
    if (nearest.best)
        diag_error(p->diag, range, "the net has no place \"%s\"; did you mean \"%s\"?", name, nearest.best);
    else
        diag_error(p->diag, range, "the net has no place \"%s\"", name);
    p->failed = true;
}

static struct term read_place(struct parser *p)
{
    struct term result = {true, model_int(p->model, 0), FORMULA_NONE};
    struct diag_range range = {p->source, p->start, p->length ? p->length : 1};
    if (p->kind == TOKEN_SIGN || p->kind == TOKEN_END) {
        fail(p, "a place");
        return result;
    }
    char *name = take_name(p);
    struct net_entity e = net_find(p->net->net, name);
    if (e.kind == NET_PLACE && take(p, "["))
        result = read_colours(p, e.index);
    else if (e.kind == NET_PLACE)
        result.number = lowered_net_tokens(p->net, e.index);
    else
        unknown_place(p, range, name);
    str_release(p->mem, name);
    return result;
}

static struct term of_condition(struct parser *p, expr e)
{
    return (struct term){false, EXPR_NONE, model_atom(p->model, e)};
}

static struct term read_fireable(struct parser *p)
{
    expr some = model_false(p->model);
    if (!expect(p, "(", "\"(\""))
        return of_condition(p, some);
    do {
        struct diag_range range = {p->source, p->start, p->length ? p->length : 1};
        if (p->kind == TOKEN_SIGN || p->kind == TOKEN_END) {
            fail(p, "a transition");
            break;
        }
        char *name = take_name(p);
        struct net_entity e = net_find(p->net->net, name);
        if (e.kind == NET_TRANSITION)
            some = model_or(p->model, some, p->net->enabled[e.index]);
        else {
            diag_error(p->diag, range, "the net has no transition \"%s\"", name);
            p->failed = true;
        }
        str_release(p->mem, name);
    } while (!p->failed && take(p, ","));
    expect(p, ")", "\")\"");
    model_name_elements(p->model, some, NULL, 0);
    return of_condition(p, some);
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

static struct term read_formula(struct parser *);

static formula truth(struct parser *p, struct term t)
{
    if (!t.is_number)
        return t.formula;
    fail(p, "a comparison of this number");
    return model_atom(p->model, model_true(p->model));
}

static struct term of_formula(formula f)
{
    return (struct term){false, EXPR_NONE, f};
}

static struct term make(struct parser *p, enum formula_op op, formula f, formula g)
{
    const struct formula_node *a = model_formula(p->model, f),
                              *b = g == FORMULA_NONE ? NULL : model_formula(p->model, g);
    bool is_plain = b && a->op == FORMULA_ATOM && b->op == FORMULA_ATOM;
    if (op == FORMULA_NOT && a->op == FORMULA_ATOM)
        return of_condition(p, model_not(p->model, a->atom));
    if (is_plain && op == FORMULA_AND)
        return of_condition(p, model_and(p->model, a->atom, b->atom));
    if (is_plain && op == FORMULA_OR)
        return of_condition(p, model_or(p->model, a->atom, b->atom));
    if (is_plain && op == FORMULA_IMPLIES)
        return of_condition(p, model_implies(p->model, a->atom, b->atom));
    if (is_plain && op == FORMULA_IFF)
        return of_condition(p, model_iff(p->model, a->atom, b->atom));
    return of_formula(model_formula_make(p->model, op, f, g));
}

static struct term read_primary(struct parser *p)
{
    struct term t = {true, model_int(p->model, 0), FORMULA_NONE};
    if (p->kind == TOKEN_NUMBER) {
        int64_t v = 0;
        for (size_t i = 0; i < p->length && v < INT64_C(1000000000000000); i++)
            v = v * 10 + (p->source->text[p->start + i] - '0');
        next(p);
        return (struct term){true, model_int(p->model, v), FORMULA_NONE};
    }
    if (take(p, "(")) {
        bool until_ends = p->until_ends;
        p->until_ends = false;
        t = read_formula(p);
        p->until_ends = until_ends;
        expect(p, ")", "\")\"");
        return t;
    }
    if (take(p, "TRUE") || take(p, "true"))
        return of_condition(p, model_true(p->model));
    if (take(p, "FALSE") || take(p, "false"))
        return of_condition(p, model_false(p->model));
    if (take(p, "fireable"))
        return read_fireable(p);
    if (take(p, "deadlock"))
        return of_condition(p, p->net->dead);
    if (take(p, "tokens")) {
        if (expect(p, "(", "\"(\"")) {
            t = read_place(p);
            expect(p, ")", "\")\"");
        }
        return t;
    }
    if (p->kind == TOKEN_WORD || p->kind == TOKEN_QUOTED)
        return read_place(p);
    fail(p, "a place, a number or a formula");
    return t;
}

static struct term read_sum(struct parser *p)
{
    struct term left = read_primary(p);
    while (!p->failed && left.is_number && (is(p, "+") || is(p, "-"))) {
        enum op op = is(p, "+") ? OP_ADD : OP_SUB;
        next(p);
        struct term right = read_primary(p);
        if (p->failed || !right.is_number) {
            fail(p, "a number");
            break;
        }
        left.number = model_binary(p->model, op, left.number, right.number);
    }
    return left;
}

static struct term read_comparison(struct parser *p)
{
    struct model *m = p->model;
    struct term left = read_sum(p);
    static const char *const signs[] = {"=", "!=", "<", "<=", ">", ">="};
    for (size_t i = 0; i < 6 && left.is_number && !p->failed; i++) {
        if (!take(p, signs[i]))
            continue;
        struct term right = read_sum(p);
        if (p->failed || !right.is_number) {
            fail(p, "a number");
            return of_condition(p, model_true(m));
        }
        expr a = i >= 4 ? right.number : left.number, b = i >= 4 ? left.number : right.number;
        expr e = model_binary(m, i < 2 ? OP_EQ : i % 2 ? OP_LE : OP_LT, a, b);
        return of_condition(p, i == 1 ? model_not(m, e) : e);
    }
    return left;
}

static struct term read_unary(struct parser *p);

// A [f U g], E [f U g]
static struct term read_until(struct parser *p, bool is_all)
{
    bool until_ends = p->until_ends;
    p->has_branching = p->until_ends = true;
    formula f = truth(p, read_formula(p)), g = f;
    p->until_ends = until_ends;
    if (expect(p, "U", "\"U\""))
        g = truth(p, read_formula(p));
    expect(p, "]", "\"]\"");
    return make(p, is_all ? FORMULA_AU : FORMULA_EU, f, g);
}

static struct term read_unary(struct parser *p)
{
    static const struct {
        const char *word;
        enum formula_op op;
    } operators[] = {{"AG", FORMULA_AG}, {"AF", FORMULA_AF}, {"AX", FORMULA_AX}, {"EG", FORMULA_EG},
                     {"EF", FORMULA_EF}, {"EX", FORMULA_EX}, {"G", FORMULA_G},   {"F", FORMULA_F},
                     {"X", FORMULA_X},   {"A", FORMULA_A},   {"E", FORMULA_E}};
    struct term result = of_condition(p, model_true(p->model));
    if (++p->depth > DEEPEST)
        fail(p, "a formula that is less deep");
    else if (take(p, "!"))
        result = make(p, FORMULA_NOT, truth(p, read_unary(p)), FORMULA_NONE);
    else {
        size_t i = 0, count = sizeof operators / sizeof *operators;
        while (i < count && !take(p, operators[i].word))
            i++;
        if (i == count)
            result = read_comparison(p);
        else if (i >= 9 && take(p, "["))
            result = read_until(p, i == 9);
        else {
            *(i < 6 ? &p->has_branching : i < 9 ? &p->has_linear : &p->has_paths) = true;
            result = make(p, operators[i].op, truth(p, read_unary(p)), FORMULA_NONE);
        }
    }
    p->depth--;
    return result;
}

// Binary operators, from the weakest; U and V bind most, and to the right.
enum { LEVELS = 5 };

static struct term read_level(struct parser *p, int level)
{
    static const char *const signs[LEVELS][2] = {{"<->", "<->"}, {"->", "->"}, {"|", "||"}, {"&", "&&"}, {"U", "V"}};
    static const enum formula_op ops[LEVELS] = {FORMULA_IFF, FORMULA_IMPLIES, FORMULA_OR, FORMULA_AND, FORMULA_U};
    if (level == LEVELS)
        return read_unary(p);
    struct term left = read_level(p, level + 1);
    while (!p->failed && (is(p, signs[level][0]) || is(p, signs[level][1]))) {
        bool is_release = is(p, "V"), is_right = level == 1 || level == 4;
        if (level == 4 && p->until_ends && is(p, "U"))
            break;
        next(p);
        p->has_linear |= level == 4;
        if (++p->depth > DEEPEST)
            fail(p, "a formula that is less deep");
        struct term right = read_level(p, is_right ? level : level + 1);
        p->depth--;
        left = make(p, is_release ? FORMULA_V : ops[level], truth(p, left), truth(p, right));
    }
    return left;
}

static struct term read_formula(struct parser *p)
{
    return read_level(p, 0);
}

goal_id net_formula_goal(const struct lowered_net *net)
{
    return (goal_id)model_property_count(net->model) + 2; // after that of deadlocks
}

bool net_add_formula(struct lowered_net *net, const struct source *source, goal_id goal, struct diag *diag)
{
    struct parser p = {.net = net, .model = net->model, .mem = net->mem, .source = source, .diag = diag};
    next(&p);
    struct term t = read_formula(&p);
    if (!p.failed && p.kind != TOKEN_END)
        fail(&p, "an operator or the end of the formula");
    formula f = p.failed ? FORMULA_NONE : truth(&p, t);
    if (p.failed)
        return false;
    struct str text = {0};
    str_add_bytes(net->mem, &text, source->text, source->length);
    enum property_kind kind = p.has_paths || (p.has_branching && p.has_linear) ? PROPERTY_CTLSTAR
                              : p.has_linear                                   ? PROPERTY_LTL
                                                                               : PROPERTY_CTL;
    model_add_property(
        net->model,
        &(struct property){.goal = goal, .kind = kind, .text = str_text(&text), .context = "", .formula = f});
    str_free(net->mem, &text);
    return true;
}
