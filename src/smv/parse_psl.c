// PSL: the temporal layer over SMV's expressions. Precedences are those of NuSMV, where they differ from SMV's own:
// `always` and `never` reach to the end, `->` and `<->` are equals and associate to the left, and a temporal operator
// takes with it all that binds more tightly: `AG a & b` is `AG (a & b)`, but `AG a -> b` is `(AG a) -> b`.
//
// Braces hold a sequence (`{a; b}`) or a set (`{1, 2}`); a comma, or a place that wants a set, tells.
#include "smv/parse_psl.h"
#include "smv/parse.h"

// ---- Infix operators ------------------------------------------------------------------------------------------------

enum psl_level {
    PSL_ALWAYS = 1,
    PSL_IMPLIES,
    PSL_NEXT,
    PSL_BEFORE,
    PSL_UNTIL,
    PSL_ABORT,
    PSL_TEMPORAL,
    PSL_IN,
    PSL_ITE,
    PSL_OR_OR,
    PSL_AND_AND,
    PSL_OR,
    PSL_XOR,
    PSL_AND,
    PSL_EQUAL,
    PSL_RELATION,
    PSL_SHIFT,
    PSL_ADD,
    PSL_MULTIPLY,
    PSL_PRIMARY,
};

struct infix {
    enum psl_level level; // all associate to the left, but ?:
    enum smv_op op;
};

static const struct infix infixes[SMV_TOKENS] = {
    [SMV_TOKEN_IMPLIES] = {PSL_IMPLIES, SMV_IMPLIES},
    [SMV_TOKEN_IFF] = {PSL_IMPLIES, SMV_IFF},
    [SMV_TOKEN_BEFORE] = {PSL_BEFORE, SMV_PSL_BEFORE},
    [SMV_TOKEN_UNTIL] = {PSL_UNTIL, SMV_PSL_UNTIL},
    [SMV_TOKEN_ABORT] = {PSL_ABORT, SMV_PSL_ABORT},
    [SMV_TOKEN_IN] = {PSL_IN, SMV_IN},
    [SMV_TOKEN_UNION] = {PSL_IN, SMV_UNION},
    [SMV_TOKEN_QUESTION] = {PSL_ITE, SMV_ITE},
    [SMV_TOKEN_OR_OR] = {PSL_OR_OR, SMV_OR},
    [SMV_TOKEN_AND_AND] = {PSL_AND_AND, SMV_AND},
    [SMV_TOKEN_OR] = {PSL_OR, SMV_OR},
    [SMV_TOKEN_CARET] = {PSL_XOR, SMV_XOR},
    [SMV_TOKEN_XOR] = {PSL_XOR, SMV_XOR},
    [SMV_TOKEN_XNOR] = {PSL_XOR, SMV_XNOR},
    [SMV_TOKEN_AND] = {PSL_AND, SMV_AND},
    [SMV_TOKEN_EQ] = {PSL_EQUAL, SMV_EQ},
    [SMV_TOKEN_EQ_EQ] = {PSL_EQUAL, SMV_EQ},
    [SMV_TOKEN_NE] = {PSL_EQUAL, SMV_NE},
    [SMV_TOKEN_LT] = {PSL_RELATION, SMV_LT},
    [SMV_TOKEN_GT] = {PSL_RELATION, SMV_GT},
    [SMV_TOKEN_LE] = {PSL_RELATION, SMV_LE},
    [SMV_TOKEN_GE] = {PSL_RELATION, SMV_GE},
    [SMV_TOKEN_SHIFT_LEFT] = {PSL_SHIFT, SMV_SHIFT_LEFT},
    [SMV_TOKEN_SHIFT_RIGHT] = {PSL_SHIFT, SMV_SHIFT_RIGHT},
    [SMV_TOKEN_PLUS] = {PSL_ADD, SMV_ADD},
    [SMV_TOKEN_MINUS] = {PSL_ADD, SMV_SUB},
    [SMV_TOKEN_TIMES] = {PSL_MULTIPLY, SMV_MUL},
    [SMV_TOKEN_DIVIDE] = {PSL_MULTIPLY, SMV_DIV},
    [SMV_TOKEN_MOD] = {PSL_MULTIPLY, SMV_MOD},
    [SMV_TOKEN_CONCAT] = {PSL_MULTIPLY, SMV_CONCAT},
};

static struct smv_expr *parse_psl_level(struct parser *, enum psl_level);

struct smv_expr *parse_psl_expr(struct parser *p)
{
    return parse_psl_level(p, PSL_ALWAYS);
}

static struct smv_expr *parse_choice(struct parser *p, struct smv_expr *condition, uint32_t start)
{
    uint32_t at = p->token.span.offset;
    parser_advance(p);
    struct smv_expr *then = parse_psl_expr(p);
    if (!then || !parser_expect(p, SMV_TOKEN_COLON))
        return NULL;
    return parser_ternary(p, SMV_ITE, start, at, (struct smv_expr *[]){condition, then, parse_psl_level(p, PSL_ITE)});
}

static bool wants_set(enum smv_op op)
{
    return op == SMV_IN || op == SMV_UNION;
}

static bool makes_chain(enum smv_op op)
{
    return op == SMV_AND || op == SMV_OR || op == SMV_ADD;
}

static struct smv_expr *parse_operand(struct parser *p, const struct infix *infix)
{
    if (wants_set(infix->op) && parser_at(p, SMV_TOKEN_OPEN_BRACE))
        return parse_psl_set(p);
    return parse_psl_level(p, infix->level + 1);
}

static struct smv_expr *parse_infix(struct parser *p, struct smv_expr *left, uint32_t start, const struct infix *infix)
{
    size_t base = p->operands.count;
    struct smv_token word = p->token;
    if (infix->op == SMV_ITE)
        return parse_choice(p, left, start);
    parser_push(p, left);
    do {
        parser_advance(p);
        struct smv_expr *right = parse_operand(p, infix);
        if (!right) {
            parser_drop(p, base);
            return NULL;
        }
        parser_push(p, right);
    } while (makes_chain(infix->op) && parser_at(p, word.kind));
    struct smv_expr *node = parser_nary(p, infix->op, start, word.span.offset, base);
    if (node) {
        node->strong = word.strong;
        node->inclusive = word.inclusive;
    }
    return node;
}

static struct smv_expr *parse_rest(struct parser *p, struct smv_expr *left, uint32_t start, enum psl_level level)
{
    while (left) {
        const struct infix *infix = &infixes[p->token.kind];
        if (!infix->level || infix->level < level)
            break;
        left = parse_infix(p, left, start, infix);
    }
    return left;
}

// ---- Prefix operators -----------------------------------------------------------------------------------------------

struct prefix {
    enum psl_level level;
    enum smv_op op;
};

static const struct prefix prefixes[SMV_TOKENS] = {
    [SMV_TOKEN_ALWAYS] = {PSL_ALWAYS, SMV_PSL_ALWAYS},
    [SMV_TOKEN_NEVER] = {PSL_ALWAYS, SMV_PSL_NEVER},
    [SMV_TOKEN_G] = {PSL_ALWAYS, SMV_G},
    [SMV_TOKEN_EVENTUALLY] = {PSL_NEXT, SMV_PSL_EVENTUALLY},
    [SMV_TOKEN_F] = {PSL_TEMPORAL, SMV_F},
    [SMV_TOKEN_EX] = {PSL_TEMPORAL, SMV_EX},
    [SMV_TOKEN_EF] = {PSL_TEMPORAL, SMV_EF},
    [SMV_TOKEN_EG] = {PSL_TEMPORAL, SMV_EG},
    [SMV_TOKEN_AX] = {PSL_TEMPORAL, SMV_AX},
    [SMV_TOKEN_AF] = {PSL_TEMPORAL, SMV_AF},
    [SMV_TOKEN_AG] = {PSL_TEMPORAL, SMV_AG},
};

// The second half of `[f U g]` or `[f W g]`, from the U or W on.
static struct smv_expr *parse_until_bracket(struct parser *p, struct smv_expr *left, uint32_t start)
{
    uint32_t at = p->token.span.offset;
    enum smv_op op = parser_at(p, SMV_TOKEN_W) ? SMV_PSL_WEAK_UNTIL : SMV_U;
    if (!parser_accept(p, SMV_TOKEN_U) && !parser_accept(p, SMV_TOKEN_W))
        return parser_fail(p, "\"U\" or \"W\"");
    struct smv_expr *right = parse_psl_expr(p);
    if (!right || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
        return NULL;
    return parser_binary(p, op, start, at, left, right);
}

static struct smv_expr *in_parentheses(struct parser *p)
{
    if (!parser_expect(p, SMV_TOKEN_OPEN))
        return NULL;
    struct smv_expr *inner = parse_psl_expr(p);
    return inner && parser_expect(p, SMV_TOKEN_CLOSE) ? inner : NULL;
}

// The operands of X and the next operators: the formula, how far (may be NULL), and the event (of those that have one).
static struct smv_expr *make_next(struct parser *p, const struct smv_token *word, enum smv_op op,
                                  struct smv_expr *formula, struct smv_expr *count, struct smv_expr *event)
{
    size_t base = p->operands.count;
    if (!formula)
        return NULL;
    parser_push(p, formula);
    parser_push(p, count);
    if (event)
        parser_push(p, event);
    struct smv_expr *node = parser_nary(p, op, word->span.offset, word->span.offset, base);
    if (node)
        node->strong = word->strong;
    return node;
}

// `X f`, `X [3] (f)`, and `X [f U g]`, where the bracket belongs to the operand.
static struct smv_expr *parse_next(struct parser *p)
{
    struct smv_token word = p->token;
    enum smv_op op = word.kind == SMV_TOKEN_X ? SMV_PSL_X : SMV_PSL_NEXT;
    enum psl_level level = op == SMV_PSL_X ? PSL_TEMPORAL : PSL_NEXT;
    struct smv_expr *formula, *count = NULL;
    parser_advance(p);
    uint32_t start = p->token.span.offset;
    if (parser_accept(p, SMV_TOKEN_OPEN_BRACKET)) {
        struct smv_expr *inner = parse_psl_expr(p);
        if (!inner)
            return NULL;
        if (parser_at(p, SMV_TOKEN_CLOSE_BRACKET)) {
            parser_advance(p);
            count = inner;
            formula = in_parentheses(p);
        } else {
            formula = parse_rest(p, parse_until_bracket(p, inner, start), start, level + 1);
        }
    } else {
        formula = parse_psl_level(p, level + 1);
    }
    return make_next(p, &word, op, formula, count, NULL);
}

static struct smv_expr *in_brackets(struct parser *p, bool range_only)
{
    if (!parser_expect(p, SMV_TOKEN_OPEN_BRACKET))
        return NULL;
    struct smv_expr *count = parse_psl_count(p);
    if (count && range_only && count->op != SMV_PSL_RANGE) {
        parsing_error(&p->text, count->span, "expected a range, as in \"[1:3]\"");
        return NULL;
    }
    return count && parser_expect(p, SMV_TOKEN_CLOSE_BRACKET) ? count : NULL;
}

// `next_a [1:3] (f)`
static struct smv_expr *parse_next_range(struct parser *p, enum smv_op op)
{
    struct smv_token word = p->token;
    parser_advance(p);
    struct smv_expr *range = in_brackets(p, true);
    return range ? make_next(p, &word, op, in_parentheses(p), range, NULL) : NULL;
}

// `next_event (b) (f)`, `next_event (b) [3] (f)`, `next_event_a (b) [1:3] (f)`
static struct smv_expr *parse_next_event(struct parser *p, enum smv_op op)
{
    struct smv_token word = p->token;
    struct smv_expr *range = NULL;
    parser_advance(p);
    struct smv_expr *event = in_parentheses(p);
    if (!event)
        return NULL;
    bool needs_range = op != SMV_PSL_NEXT_EVENT;
    if ((needs_range || parser_at(p, SMV_TOKEN_OPEN_BRACKET)) && !(range = in_brackets(p, needs_range)))
        return NULL;
    return make_next(p, &word, op, in_parentheses(p), range, event);
}

// `within (from, until) sequence`, `whilenot (until) sequence`
static struct smv_expr *parse_within(struct parser *p)
{
    struct smv_token word = p->token;
    size_t base = p->operands.count;
    bool two = word.kind == SMV_TOKEN_WITHIN, good;
    parser_advance(p);
    good = parser_expect(p, SMV_TOKEN_OPEN);
    for (int i = 0; good && i < 1 + two; i++) {
        struct smv_expr *operand = parse_psl_expr(p);
        parser_push(p, operand);
        good = operand && parser_expect(p, i < two ? SMV_TOKEN_COMMA : SMV_TOKEN_CLOSE);
    }
    struct smv_expr *sequence = good ? parse_psl_sequence(p) : NULL;
    if (!sequence) {
        parser_drop(p, base);
        return NULL;
    }
    parser_push(p, sequence);
    struct smv_expr *node =
        parser_nary(p, two ? SMV_PSL_WITHIN : SMV_PSL_WHILENOT, word.span.offset, word.span.offset, base);
    if (node) {
        node->strong = word.strong;
        node->inclusive = word.inclusive;
    }
    return node;
}

// `forall i [range] in {1, 2} : f`
static struct smv_expr *parse_replicator(struct parser *p)
{
    struct smv_token word = p->token, name;
    size_t base = p->operands.count;
    parser_advance(p);
    name = p->token;
    if (name.kind != SMV_TOKEN_NAME)
        return parser_fail(p, "a name");
    parser_advance(p);
    struct smv_expr *range = NULL, *set = NULL;
    if (parser_at(p, SMV_TOKEN_OPEN_BRACKET) && !(range = in_brackets(p, true)))
        return NULL;
    if (!parser_expect(p, SMV_TOKEN_IN))
        return NULL;
    if (!parser_accept(p, SMV_TOKEN_BOOLEAN)) {
        if (!parser_at(p, SMV_TOKEN_OPEN_BRACE))
            return parser_fail(p, "\"{\" or \"boolean\"");
        set = parse_psl_set(p);
        if (!set)
            return NULL;
    }
    struct smv_expr *body = parser_expect(p, SMV_TOKEN_COLON) ? parse_psl_level(p, PSL_ITE) : NULL;
    if (!body)
        return NULL;
    parser_push(p, body);
    parser_push(p, set);
    parser_push(p, range);
    enum smv_op op = word.kind == SMV_TOKEN_FORALL ? SMV_PSL_FORALL : SMV_PSL_FORANY;
    struct smv_expr *node = parser_nary(p, op, word.span.offset, word.span.offset, base);
    if (node)
        node->symbol = name.symbol;
    return node;
}

// `A [f U g]`
static struct smv_expr *parse_paths(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    enum smv_op op = parser_at(p, SMV_TOKEN_A) ? SMV_AU : SMV_EU;
    parser_advance(p);
    struct smv_expr *left = parser_expect(p, SMV_TOKEN_OPEN_BRACKET) ? parse_psl_expr(p) : NULL, *right = NULL;
    if (left && parser_expect(p, SMV_TOKEN_U))
        right = parse_psl_expr(p);
    if (!right || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
        return NULL;
    return parser_binary(p, op, start, start, left, right);
}

static struct smv_expr *parse_sign(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    enum smv_token_kind kind = p->token.kind;
    parser_advance(p);
    struct smv_expr *operand = parse_psl_level(p, PSL_PRIMARY);
    if (kind == SMV_TOKEN_PLUS)
        return operand;
    return parser_unary(p, kind == SMV_TOKEN_NOT ? SMV_NOT : SMV_NEG, start, start, operand);
}

// ---- Primary expressions --------------------------------------------------------------------------------------------

// A sequence, strong (`s!`) or weak, and what it implies if something follows it: `s |-> t`, `s |=> t!`, `s (f)`.
static struct smv_expr *parse_sequence_property(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *left = parse_psl_braces(p), *right;
    uint32_t at = p->token.span.offset;
    if (!left || left->op == SMV_SET)
        return left;
    bool strong = parser_at(p, SMV_TOKEN_OPEN);
    enum smv_op op = parser_at(p, SMV_TOKEN_SUFFIX_NEXT) ? SMV_PSL_SUFFIX_NEXT : SMV_PSL_SUFFIX;
    if (strong) {
        right = in_parentheses(p);
    } else if (parser_accept(p, SMV_TOKEN_SUFFIX) || parser_accept(p, SMV_TOKEN_SUFFIX_NEXT)) {
        bool sequence = parser_at(p, SMV_TOKEN_OPEN_BRACE);
        right = sequence ? parse_psl_sequence(p) : parse_psl_level(p, PSL_NEXT);
        strong = right && sequence && parser_accept(p, SMV_TOKEN_NOT);
    } else {
        left->strong = parser_accept(p, SMV_TOKEN_NOT);
        return left;
    }
    struct smv_expr *node = parser_binary(p, op, start, at, left, right);
    if (node)
        node->strong = strong;
    return node;
}

// `[f U g]`
static struct smv_expr *parse_bracket(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    parser_advance(p);
    struct smv_expr *left = parse_psl_expr(p);
    return left ? parse_until_bracket(p, left, start) : NULL;
}

static struct smv_expr *parse_name(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    bool self = parser_at(p, SMV_TOKEN_SELF);
    const struct symbol *symbol = self ? NULL : p->token.symbol;
    struct smv_expr *left = parse_word_leaf(p, self ? SMV_SELF : SMV_NAME);
    left->symbol = symbol;
    while (left && (parser_at(p, SMV_TOKEN_DOT) || parser_at(p, SMV_TOKEN_OPEN_BRACKET))) {
        if (parser_at(p, SMV_TOKEN_DOT)) {
            left = parse_dot(p, left, start);
            continue;
        }
        uint32_t at = p->token.span.offset;
        parser_advance(p);
        struct smv_expr *index = parse_psl_expr(p);
        if (!index || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
            return NULL;
        left = parser_binary(p, SMV_INDEX, start, at, left, index);
    }
    return left;
}

static struct smv_expr *parse_psl_primary(struct parser *p)
{
    switch (p->token.kind) {
    case SMV_TOKEN_NAME:
    case SMV_TOKEN_SELF:
        return parse_name(p);
    case SMV_TOKEN_INTEGER:
    case SMV_TOKEN_WORD:
        return parse_number_leaf(p);
    case SMV_TOKEN_TRUE:
        return parse_word_leaf(p, SMV_TRUE);
    case SMV_TOKEN_FALSE:
        return parse_word_leaf(p, SMV_FALSE);
    case SMV_TOKEN_OPEN:
        return in_parentheses(p);
    case SMV_TOKEN_OPEN_BRACE:
        return parse_sequence_property(p);
    case SMV_TOKEN_OPEN_BRACKET:
        return parse_bracket(p);
    case SMV_TOKEN_CASE:
        return parse_case(p, parse_psl_expr);
    default:
        return parse_is_function(p->token.kind) ? parse_call(p, parse_psl_expr) : parser_fail(p, "a PSL formula");
    }
}

static struct smv_expr *parse_psl_prefix(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    const struct prefix *prefix = &prefixes[p->token.kind];
    if (prefix->level) {
        parser_advance(p);
        return parser_unary(p, prefix->op, start, start, parse_psl_level(p, prefix->level + 1));
    }
    switch (p->token.kind) {
    case SMV_TOKEN_NOT:
    case SMV_TOKEN_MINUS:
    case SMV_TOKEN_PLUS:
        return parse_sign(p);
    case SMV_TOKEN_X:
    case SMV_TOKEN_NEXT:
        return parse_next(p);
    case SMV_TOKEN_NEXT_A:
        return parse_next_range(p, SMV_PSL_NEXT_A);
    case SMV_TOKEN_NEXT_E:
        return parse_next_range(p, SMV_PSL_NEXT_E);
    case SMV_TOKEN_NEXT_EVENT:
        return parse_next_event(p, SMV_PSL_NEXT_EVENT);
    case SMV_TOKEN_NEXT_EVENT_A:
        return parse_next_event(p, SMV_PSL_NEXT_EVENT_A);
    case SMV_TOKEN_NEXT_EVENT_E:
        return parse_next_event(p, SMV_PSL_NEXT_EVENT_E);
    case SMV_TOKEN_WITHIN:
    case SMV_TOKEN_WHILENOT:
        return parse_within(p);
    case SMV_TOKEN_FORALL:
    case SMV_TOKEN_FORANY:
        return parse_replicator(p);
    case SMV_TOKEN_A:
    case SMV_TOKEN_E:
        return parse_paths(p);
    default:
        return parse_psl_primary(p);
    }
}

static struct smv_expr *parse_psl_level(struct parser *p, enum psl_level level)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *left = parser_enter(p) ? parse_psl_prefix(p) : NULL;
    left = parse_rest(p, left, start, level);
    parser_leave(p);
    return left;
}

struct smv_expr *parse_psl(struct parser *p)
{
    p->until_ends = p->in_type = false;
    p->allowed = ALLOW_NOTHING;
    return parser_accept(p, SMV_TOKEN_SEQUENCE) ? parse_psl_sequence(p) : parse_psl_expr(p);
}
