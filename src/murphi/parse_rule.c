// Functions and rules, and what stands around rules.
#include "murphi/parse.h"

// ---- Functions ------------------------------------------------------------------------------------------------------

static bool parse_params(struct parser *p, struct murphi_function *function)
{
    struct murphi_decl **end = &function->params;
    while (mu_at(p, MURPHI_TOKEN_NAME) || mu_at(p, MURPHI_TOKEN_VAR)) {
        bool by_reference = mu_accept(p, MURPHI_TOKEN_VAR);
        struct murphi_decl **behind = mu_parse_typed_names(p, end, by_reference ? MURPHI_VAR_PARAM : MURPHI_PARAM);
        if (!behind)
            return false;
        end = behind;
    }
    for (struct murphi_decl *param = function->params; param; param = param->next)
        param->index = function->param_count++;
    return true;
}

// Whether there is a result is said by its type, not by the word: that is how rumur reads it.
static bool parse_function_head(struct parser *p, struct murphi_function *function)
{
    struct span word = p->token.span;
    bool is_procedure = mu_at(p, MURPHI_TOKEN_PROCEDURE);
    mu_advance(p);
    if (!mu_at(p, MURPHI_TOKEN_NAME))
        return mu_fail(p, "a name");
    function->decl = murphi_decl(p->tree, MURPHI_FUNCTION, p->token.symbol, p->token.span);
    function->decl->function = function;
    mu_advance(p);
    if (!mu_expect(p, MURPHI_TOKEN_OPEN) || !parse_params(p, function) || !mu_expect(p, MURPHI_TOKEN_CLOSE))
        return false;
    if (mu_at(p, MURPHI_TOKEN_COLON) == is_procedure)
        murphi_note_rumur(p->tree, word.offset);
    if (mu_accept(p, MURPHI_TOKEN_COLON) && !(function->result = mu_parse_type(p)))
        return false;
    while (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
        ;
    return true;
}

void mu_parse_function(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct murphi_function *function = mu_alloc(p, sizeof *function);
    if (!parse_function_head(p, function)) {
        mu_recover(p, 0);
        return;
    }
    mu_add_item(p, (struct murphi_item){.kind = MURPHI_ITEM_FUNCTION, .function = function});
    mu_parse_sections(p, &function->decls, true);
    mu_accept(p, MURPHI_TOKEN_BEGIN);
    p->else_if.length = 0;
    mu_parse_stmts(p, &function->body);
    if (!mu_accept(p, MURPHI_TOKEN_ENDPROCEDURE) && !mu_expect_end(p, MURPHI_TOKEN_ENDFUNCTION))
        mu_recover(p, 0);
    function->span = mu_span(p, start);
}

// ---- Rules and start states -----------------------------------------------------------------------------------------

static struct murphi_rule *make_rule(struct parser *p, enum murphi_rule_kind kind)
{
    struct murphi_rule *rule = mu_alloc(p, sizeof *rule);
    rule->kind = kind;
    rule->binders = p->binders;
    rule->span = rule->head = p->token.span;
    if (!p->is_besides)
        mu_advance(p);
    return rule;
}

static void add_rule(struct parser *p, struct murphi_rule *rule)
{
    mu_add_item(p, (struct murphi_item){.kind = MURPHI_ITEM_RULE, .rule = rule});
    *p->rules_end = rule;
    p->rules_end = &rule->next;
}

// A name without its quotes: what follows cannot stand behind the first name of a guard or of a statement.
static bool is_bare_name(struct parser *p, enum murphi_rule_kind kind)
{
    if ((kind != MURPHI_RULE && kind != MURPHI_STARTSTATE) || !mu_at(p, MURPHI_TOKEN_NAME))
        return false;
    enum murphi_token_kind next = mu_peek(p);
    return next == MURPHI_TOKEN_BEGIN ||
           (kind == MURPHI_STARTSTATE && (next == MURPHI_TOKEN_VAR || next == MURPHI_TOKEN_NAME));
}

static void parse_rule_name(struct parser *p, struct murphi_rule *rule)
{
    bool is_bare = is_bare_name(p, rule->kind);
    if (is_bare)
        parsing_error(&p->text, p->token.span, "the name of a %s stands in quotes",
                      rule->kind == MURPHI_RULE ? "rule" : "start state");
    if (!is_bare && !mu_at(p, MURPHI_TOKEN_STRING))
        return;
    rule->name = p->token.symbol;
    mu_advance(p);
    rule->head = mu_span(p, rule->head.offset);
}

// CMurphi has priorities: `rule 3 "name"`. A guard may begin with a number, too; then an operator follows.
static void parse_priority(struct parser *p, struct murphi_rule *rule)
{
    if (!mu_at(p, MURPHI_TOKEN_NUMBER) || mu_is_infix(mu_peek(p)))
        return;
    murphi_note_cmurphi(p->tree, p->token.span.offset);
    rule->priority = p->token.number;
    mu_advance(p);
}

// Whether a statement begins here that no expression can begin with.
static bool at_plain_stmt(struct parser *p)
{
    static const char *const words[] = {"multisetadd", "multisetremove", "multisetremovepred", "assume", "cover"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!mu_at_word(p, words[i]))
            continue;
        enum murphi_token_kind next = mu_peek(p);
        return next == MURPHI_TOKEN_OPEN || next == MURPHI_TOKEN_NAME || next == MURPHI_TOKEN_STRING;
    }
    switch (p->token.kind) {
    case MURPHI_TOKEN_NAME:
    case MURPHI_TOKEN_NUMBER:
    case MURPHI_TOKEN_TRUE:
    case MURPHI_TOKEN_FALSE:
    case MURPHI_TOKEN_OPEN:
    case MURPHI_TOKEN_NOT:
    case MURPHI_TOKEN_MINUS:
    case MURPHI_TOKEN_PLUS:
    case MURPHI_TOKEN_TILDE:
    case MURPHI_TOKEN_FORALL:
    case MURPHI_TOKEN_EXISTS:
    case MURPHI_TOKEN_ISUNDEFINED:
        return false;
    default:
        return true;
    }
}

// A guard with its arrow; or, since a rule may have neither guard nor `begin`, the first statement. NULL and no error
// for a guard, and where there is nothing of the kind.
static struct murphi_stmt *parse_guard(struct parser *p, struct murphi_rule *rule, bool *good)
{
    *good = true;
    if (at_plain_stmt(p))
        return NULL;
    uint32_t start = p->token.span.offset;
    struct murphi_expr *expr = mu_parse_expr(p);
    struct murphi_stmt *stmt = NULL;
    if (expr && mu_accept(p, MURPHI_TOKEN_ARROW)) {
        rule->guard = expr;
    } else if (expr && (mu_at(p, MURPHI_TOKEN_BECOMES) || expr->op == MURPHI_CALL)) {
        stmt = mu_parse_stmt_behind(p, expr, start);
        *good = stmt;
        if (stmt)
            stmt->span = mu_span(p, start);
    } else {
        *good = false;
        if (expr)
            mu_fail(p, "\"==>\"");
    }
    return stmt;
}

static void parse_body(struct parser *p, struct murphi_rule *rule, struct murphi_stmt *first)
{
    rule->body = first;
    p->else_if.length = 0;
    if (first) {
        mu_parse_stmts(p, &first->next);
        return;
    }
    bool has_decls = mu_parse_sections(p, &rule->decls, true) != &rule->decls;
    if (!has_decls)
        mu_accept(p, MURPHI_TOKEN_BEGIN);
    else if (!mu_expect(p, MURPHI_TOKEN_BEGIN))
        mu_recover(p, p->nesting);
    mu_parse_stmts(p, &rule->body);
}

// `fair rule`, `strongly fair rule`: words that are names elsewhere.
static bool at_fair_rule(struct parser *p)
{
    return (mu_at_word(p, "fair") && mu_peek(p) == MURPHI_TOKEN_RULE) ||
           (mu_at_word(p, "strongly") && mu_peek(p) == MURPHI_TOKEN_NAME);
}

static bool parse_fairness(struct parser *p, enum murphi_fairness *fairness)
{
    *fairness = MURPHI_UNFAIR;
    if (!at_fair_rule(p))
        return true;
    bool is_strong = mu_at_word(p, "strongly");
    *fairness = is_strong ? MURPHI_STRONGLY_FAIR : MURPHI_FAIR;
    mu_advance(p);
    if (is_strong && !mu_at_word(p, "fair"))
        return mu_fail(p, "\"fair\"");
    if (is_strong)
        mu_advance(p);
    return mu_at(p, MURPHI_TOKEN_RULE) || mu_fail(p, "\"rule\"");
}

static void parse_simple_rule(struct parser *p, enum murphi_rule_kind kind)
{
    uint32_t nesting = p->nesting, start = p->token.span.offset;
    bool good = true;
    enum murphi_fairness fairness;
    if (!parse_fairness(p, &fairness)) {
        mu_recover(p, nesting);
        return;
    }
    struct murphi_rule *rule = make_rule(p, kind);
    rule->fairness = fairness;
    rule->head = mu_span(p, start);
    struct murphi_stmt *first = NULL;
    if (kind == MURPHI_RULE)
        parse_priority(p, rule);
    parse_rule_name(p, rule);
    if (kind == MURPHI_RULE)
        first = parse_guard(p, rule, &good);
    if (good)
        parse_body(p, rule, first);
    if (!good || !mu_expect_end(p, kind == MURPHI_RULE ? MURPHI_TOKEN_ENDRULE : MURPHI_TOKEN_ENDSTARTSTATE))
        mu_recover(p, nesting);
    rule->span = mu_span(p, rule->head.offset);
    add_rule(p, rule);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// A formula has no word that ends it, so what follows shows whether it has been read to its end.
static bool at_property_end(struct parser *p)
{
    if (p->is_besides)
        return true; // see close_besides
    switch (p->token.kind) {
    case MURPHI_TOKEN_SEMICOLON:
    case MURPHI_TOKEN_FILE_END:
    case MURPHI_TOKEN_CONST:
    case MURPHI_TOKEN_TYPE:
    case MURPHI_TOKEN_VAR:
    case MURPHI_TOKEN_FUNCTION:
    case MURPHI_TOKEN_PROCEDURE:
        return true;
    default:
        return mu_at_end_word(p) || mu_parse_at_rule(p) || mu_fail(p, "\";\"");
    }
}

static enum logic logic_of(enum murphi_rule_kind kind)
{
    switch (kind) {
    case MURPHI_CTL:
        return LOGIC_CTL;
    case MURPHI_LTL:
        return LOGIC_LTL;
    case MURPHI_CTLSTAR:
        return LOGIC_CTLSTAR;
    default:
        return LOGIC_NONE;
    }
}

static bool is_in_choose(const struct parser *p)
{
    for (const struct murphi_binder *binder = p->binders; binder; binder = binder->outer)
        if (binder->kind == MURPHI_OVER_MULTISET)
            return true;
    return false;
}

void mu_parse_property(struct parser *p, enum murphi_rule_kind kind)
{
    uint32_t nesting = p->nesting;
    if (kind == MURPHI_ASSUME || kind == MURPHI_COVER || kind == MURPHI_LIVENESS || mu_at(p, MURPHI_TOKEN_ASSERT))
        murphi_note_rumur(p->tree, p->token.span.offset);
    if (kind == MURPHI_HINT && p->binders)
        parsing_error(&p->text, p->token.span,
                      "a hint stands outside of rulesets, aliases and choose: write exists or forall in it");
    if ((kind == MURPHI_JUSTICE || kind == MURPHI_COMPASSION) && is_in_choose(p))
        parsing_error(&p->text, p->token.span,
                      "a fairness condition cannot stand in choose: elements of a multiset have no identity");
    struct murphi_rule *rule = make_rule(p, kind);
    if (kind != MURPHI_HINT && kind != MURPHI_VALUE)
        parse_rule_name(p, rule);
    rule->guard = mu_parse_formula(p, logic_of(kind));
    if (rule->guard && kind == MURPHI_COMPASSION)
        rule->second = mu_expect(p, MURPHI_TOKEN_COMMA) ? mu_parse_formula(p, LOGIC_NONE) : NULL;
    if (!rule->guard || (kind == MURPHI_COMPASSION && !rule->second)) {
        mu_recover(p, nesting);
        return;
    }
    rule->span = mu_span(p, rule->head.offset);
    if (!rule->name && mu_at(p, MURPHI_TOKEN_STRING) && kind != MURPHI_HINT && kind != MURPHI_VALUE) {
        rule->name = p->token.symbol;
        mu_advance(p);
        rule->span = mu_span(p, rule->head.offset);
    }
    add_rule(p, rule);
    if (!at_property_end(p))
        mu_recover(p, nesting);
}

// ---- What stands around rules ---------------------------------------------------------------------------------------

static void parse_inner_rules(struct parser *p)
{
    for (;;) {
        uint32_t nesting = p->nesting, start = p->token.span.offset;
        while (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
            ;
        if (mu_at_end_word(p) || mu_at(p, MURPHI_TOKEN_FILE_END) || mu_at(p, MURPHI_TOKEN_FUNCTION) ||
            mu_at(p, MURPHI_TOKEN_PROCEDURE))
            return;
        if (mu_parse_at_rule(p)) {
            mu_parse_rule(p);
        } else {
            mu_fail(p, "a rule or a property");
            mu_recover(p, nesting);
        }
        if (p->token.span.offset == start)
            mu_advance(p);
    }
}

// After a mistake in what stands around rules: these can be read all the same.
static void skip_to_rules(struct parser *p)
{
    while (!mu_accept(p, MURPHI_TOKEN_DO) && !mu_at_rule_word(p) && !mu_at_end_word(p) &&
           !mu_at(p, MURPHI_TOKEN_FILE_END))
        mu_advance(p);
}

static void parse_around(struct parser *p, struct murphi_binder *(*parse_binders)(struct parser *),
                         enum murphi_token_kind longer)
{
    struct murphi_binder *outer = p->binders;
    uint32_t nesting = p->nesting;
    mu_advance(p);
    if (longer == MURPHI_TOKEN_ENDCHOOSE)
        p->nesting++; // since `choose` is no word of its own, nobody has counted it
    struct murphi_binder *next, *binder = parse_binders(p);
    if (!binder || !mu_expect_do(p))
        skip_to_rules(p);
    for (; binder; binder = next) {
        next = binder->next;
        binder->next = NULL;
        binder->outer = p->binders;
        binder->depth = p->binders ? p->binders->depth + 1 : 1;
        p->binders = binder;
    }
    parse_inner_rules(p);
    p->binders = outer;
    if (!mu_expect_end(p, longer))
        mu_recover(p, nesting);
}

// ---- All of them ----------------------------------------------------------------------------------------------------

// The words that are not reserved, but begin a rule where one can stand.
static const struct {
    const char *word;
    enum murphi_rule_kind kind;
} properties[] = {
    {"assume", MURPHI_ASSUME},   {"cover", MURPHI_COVER},     {"liveness", MURPHI_LIVENESS},
    {"ctl", MURPHI_CTL},         {"ltl", MURPHI_LTL},         {"hint", MURPHI_HINT},
    {"ctlstar", MURPHI_CTLSTAR}, {"justice", MURPHI_JUSTICE}, {"compassion", MURPHI_COMPASSION},
};

static bool find_property(const struct parser *p, enum murphi_rule_kind *kind)
{
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        if (mu_at_word(p, properties[i].word)) {
            *kind = properties[i].kind;
            return true;
        }
    }
    return false;
}

bool mu_parse_at_rule(struct parser *p)
{
    enum murphi_rule_kind kind;
    switch (p->token.kind) {
    case MURPHI_TOKEN_RULE:
    case MURPHI_TOKEN_RULESET:
    case MURPHI_TOKEN_STARTSTATE:
    case MURPHI_TOKEN_ALIAS:
    case MURPHI_TOKEN_INVARIANT:
    case MURPHI_TOKEN_ASSERT:
        return true;
    default:
        return mu_at_word(p, "choose") || find_property(p, &kind) || mu_parse_at_symmetry(p) || at_fair_rule(p);
    }
}

static void parse_one_rule(struct parser *p)
{
    enum murphi_rule_kind kind;
    switch (p->token.kind) {
    case MURPHI_TOKEN_RULE:
        parse_simple_rule(p, MURPHI_RULE);
        break;
    case MURPHI_TOKEN_STARTSTATE:
        parse_simple_rule(p, MURPHI_STARTSTATE);
        break;
    case MURPHI_TOKEN_RULESET:
        parse_around(p, mu_parse_quantifiers, MURPHI_TOKEN_ENDRULESET);
        break;
    case MURPHI_TOKEN_ALIAS:
        parse_around(p, mu_parse_aliases, MURPHI_TOKEN_ENDALIAS);
        break;
    case MURPHI_TOKEN_INVARIANT:
    case MURPHI_TOKEN_ASSERT:
        mu_parse_property(p, MURPHI_INVARIANT);
        break;
    default:
        if (mu_parse_at_symmetry(p))
            mu_parse_symmetry(p);
        else if (at_fair_rule(p))
            parse_simple_rule(p, MURPHI_RULE);
        else if (find_property(p, &kind))
            mu_parse_property(p, kind);
        else
            parse_around(p, mu_parse_chosen, MURPHI_TOKEN_ENDCHOOSE);
    }
}

void mu_parse_rule(struct parser *p)
{
    if (mu_enter(p))
        parse_one_rule(p);
    mu_leave(p);
}
