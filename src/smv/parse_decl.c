// Modules and their declarations, and how the parser finds back into them after an error.
#include <string.h>

#include "smv/parse.h"

// ---- Recovery -------------------------------------------------------------------------------------------------------

static bool begins_section(enum smv_token_kind kind)
{
    return kind >= SMV_TOKEN_MODULE && kind <= SMV_TOKEN_MIRROR;
}

static bool ends_section(struct parser *p)
{
    return begins_section(p->token.kind) || parser_at(p, SMV_TOKEN_END) || parse_at_annotation(p);
}

// Behind the `;` that ends the declaration with the error, or at the next section. A `;` between `case` and `esac`, or
// between the braces of PSL, ends none.
static void recover(struct parser *p)
{
    while (!ends_section(p)) {
        enum smv_token_kind kind = p->token.kind;
        if (kind == SMV_TOKEN_CASE)
            p->open_cases++;
        else if (kind == SMV_TOKEN_ESAC && p->open_cases)
            p->open_cases--;
        else if (kind == SMV_TOKEN_OPEN_BRACE && p->lexer.psl)
            p->open_braces++;
        else if (kind == SMV_TOKEN_CLOSE_BRACE && p->open_braces)
            p->open_braces--;
        bool ends = kind == SMV_TOKEN_SEMICOLON && !p->open_cases && !p->open_braces;
        if (ends)
            p->lexer.psl = false;
        parser_advance(p);
        if (ends)
            break;
    }
    p->lexer.psl = false;
    p->open_cases = p->open_braces = 0;
    parser_drop(p, 0);
}

// The `;` that is missing at the end of a line is the mistake itself, and what follows is not: true to go on there.
static bool parse_semicolon(struct parser *p)
{
    uint32_t end = p->text.end;
    if (parser_expect(p, SMV_TOKEN_SEMICOLON))
        return true;
    const char *between = p->text.source->text + end;
    size_t length = p->token.span.offset - end;
    return !parser_at(p, SMV_TOKEN_BAD) && memchr(between, '\n', length);
}

// ---- Declarations ---------------------------------------------------------------------------------------------------

struct smv_decl *parser_decl(struct parser *p, enum smv_decl_kind kind, uint32_t start)
{
    struct smv_decl *decl = arena_alloc(&p->tree->arena, sizeof *decl);
    decl->kind = kind;
    decl->span = parser_span(p, start);
    return decl;
}

// A module's declarations, as they come.
struct decls {
    struct smv_decl **end; // where the next goes
};

static void append(struct decls *decls, struct smv_decl *decl)
{
    decl->next = NULL;
    *decls->end = decl;
    decls->end = &decl->next;
}

static bool end_declaration(struct parser *p, struct decls *decls, struct smv_decl *decl)
{
    append(decls, decl);
    parser_accept(p, SMV_TOKEN_SEMICOLON);
    return true;
}

static bool parse_variable(struct parser *p, struct decls *decls, enum smv_decl_kind kind)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *target = parse_place(p, true);
    if (!target || !parser_expect(p, SMV_TOKEN_COLON))
        return false;
    struct smv_type *type = parse_type(p, kind == SMV_VAR);
    if (!type)
        return false;
    struct smv_decl *decl = parser_decl(p, kind, start);
    decl->target = target;
    decl->type = type;
    append(decls, decl);
    return parse_semicolon(p);
}

static bool parse_definition(struct parser *p, struct decls *decls, enum smv_decl_kind kind)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *target = parse_place(p, true);
    if (!target || !parser_expect(p, SMV_TOKEN_BECOMES))
        return false;
    struct smv_expr *value = parser_at(p, SMV_TOKEN_OPEN_BRACKET) ? parse_array(p) : parse_expr(p, ALLOW_NEXT);
    if (!value)
        return false;
    struct smv_decl *decl = parser_decl(p, kind, start);
    decl->target = target;
    decl->expr = value;
    append(decls, decl);
    return parse_semicolon(p);
}

static bool parse_assignment(struct parser *p, struct decls *decls, enum smv_decl_kind kind)
{
    uint32_t start = p->token.span.offset;
    if (parser_at(p, SMV_TOKEN_INIT_FUNCTION))
        kind = SMV_ASSIGN_INIT;
    else if (parser_at(p, SMV_TOKEN_NEXT))
        kind = SMV_ASSIGN_NEXT;
    bool wrapped = kind != SMV_ASSIGN_CURRENT;
    if (wrapped) {
        parser_advance(p);
        if (!parser_expect(p, SMV_TOKEN_OPEN))
            return false;
    }
    struct smv_expr *target = parse_place(p, false);
    if (!target || (wrapped && !parser_expect(p, SMV_TOKEN_CLOSE)) || !parser_expect(p, SMV_TOKEN_BECOMES))
        return false;
    struct smv_expr *value = parse_expr(p, kind == SMV_ASSIGN_NEXT ? ALLOW_NEXT : ALLOW_NOTHING);
    if (!value)
        return false;
    struct smv_decl *decl = parser_decl(p, kind, start);
    decl->target = target;
    decl->expr = value;
    append(decls, decl);
    return parse_semicolon(p);
}

// A section of declarations that have no keyword of their own.
static void parse_section(struct parser *p, struct decls *decls, enum smv_decl_kind kind,
                          bool (*parse_one)(struct parser *, struct decls *, enum smv_decl_kind))
{
    parser_advance(p);
    while (!ends_section(p))
        if (!parse_one(p, decls, kind))
            recover(p);
}

static bool parse_constants(struct parser *p, struct decls *decls)
{
    parser_advance(p);
    while (!parser_at(p, SMV_TOKEN_SEMICOLON)) {
        uint32_t start = p->token.span.offset;
        struct smv_expr *target = parse_place(p, true);
        if (!target)
            return false;
        struct smv_decl *decl = parser_decl(p, SMV_CONSTANT, start);
        decl->target = target;
        append(decls, decl);
        if (!parser_accept(p, SMV_TOKEN_COMMA))
            break;
    }
    return parse_semicolon(p);
}

static bool parse_constraint(struct parser *p, struct decls *decls, enum smv_decl_kind kind)
{
    uint32_t start = p->token.span.offset;
    parser_advance(p);
    struct smv_expr *condition = parse_expr(p, kind == SMV_TRANS ? ALLOW_NEXT : ALLOW_NOTHING);
    if (!condition)
        return false;
    struct smv_decl *decl = parser_decl(p, kind, start);
    decl->expr = condition;
    return end_declaration(p, decls, decl);
}

static bool parse_compassion(struct parser *p, struct decls *decls)
{
    uint32_t start = p->token.span.offset;
    parser_advance(p);
    if (!parser_expect(p, SMV_TOKEN_OPEN))
        return false;
    struct smv_expr *first = parse_expr(p, ALLOW_NOTHING), *second = NULL;
    if (first && parser_expect(p, SMV_TOKEN_COMMA))
        second = parse_expr(p, ALLOW_NOTHING);
    if (!second || !parser_expect(p, SMV_TOKEN_CLOSE))
        return false;
    struct smv_decl *decl = parser_decl(p, SMV_COMPASSION, start);
    decl->expr = first;
    decl->second = second;
    return end_declaration(p, decls, decl);
}

static bool parse_isa(struct parser *p, struct decls *decls)
{
    uint32_t start = p->token.span.offset;
    parser_advance(p);
    if (!parser_at(p, SMV_TOKEN_NAME)) {
        parser_fail(p, "the name of a module");
        return false;
    }
    const struct symbol *symbol = p->token.symbol;
    parser_advance(p);
    struct smv_decl *decl = parser_decl(p, SMV_ISA, start);
    decl->isa = symbol;
    return end_declaration(p, decls, decl);
}

// `PRED [3] <name> := condition`, the first two optional.
static bool parse_predicate(struct parser *p, struct decls *decls)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *name = NULL;
    parser_advance(p);
    if (parser_accept(p, SMV_TOKEN_OPEN_BRACKET)) {
        if (!parser_at(p, SMV_TOKEN_INTEGER))
            return parser_fail(p, "a number");
        parser_advance(p);
        if (!parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
            return false;
    }
    if (parser_accept(p, SMV_TOKEN_LT)) {
        name = parse_place(p, false);
        if (!name || !parser_expect(p, SMV_TOKEN_GT) || !parser_expect(p, SMV_TOKEN_BECOMES))
            return false;
    }
    struct smv_expr *condition = parse_expr(p, ALLOW_NOTHING);
    if (!condition)
        return false;
    struct smv_decl *decl = parser_decl(p, SMV_PRED, start);
    decl->expr = condition;
    decl->name = name;
    return end_declaration(p, decls, decl);
}

static bool parse_mirror(struct parser *p, struct decls *decls)
{
    uint32_t start = p->token.span.offset;
    parser_advance(p);
    struct smv_expr *target = parse_place(p, true);
    if (!target)
        return false;
    struct smv_decl *decl = parser_decl(p, SMV_MIRROR, start);
    decl->target = target;
    return end_declaration(p, decls, decl);
}

static bool parse_property(struct parser *p, struct decls *decls)
{
    struct smv_decl *decl = parse_spec(p);
    if (!decl)
        return false;
    append(decls, decl);
    return true;
}

// Several symmetries may be in one list.
static bool parse_annotation_list(struct parser *p, struct decls *decls)
{
    struct smv_decl *first = parse_annotation(p);
    while (first) {
        struct smv_decl *decl = first;
        first = decl->next;
        append(decls, decl);
        if (!first)
            return true;
    }
    return false;
}

static bool no_declaration(struct parser *p)
{
    parser_fail(p, "a declaration such as VAR or ASSIGN");
    return false;
}

// False after an error that is still to recover from.
static bool parse_declaration(struct parser *p, struct decls *decls)
{
    switch (p->token.kind) {
    case SMV_TOKEN_VAR:
        return parse_section(p, decls, SMV_VAR, parse_variable), true;
    case SMV_TOKEN_IVAR:
        return parse_section(p, decls, SMV_IVAR, parse_variable), true;
    case SMV_TOKEN_FROZENVAR:
        return parse_section(p, decls, SMV_FROZENVAR, parse_variable), true;
    case SMV_TOKEN_DEFINE:
    case SMV_TOKEN_MDEFINE:
        return parse_section(p, decls, SMV_DEFINE, parse_definition), true;
    case SMV_TOKEN_ASSIGN:
        return parse_section(p, decls, SMV_ASSIGN_CURRENT, parse_assignment), true;
    case SMV_TOKEN_CONSTANTS:
        return parse_constants(p, decls);
    case SMV_TOKEN_INIT:
        return parse_constraint(p, decls, SMV_INIT);
    case SMV_TOKEN_INVAR:
        return parse_constraint(p, decls, SMV_INVAR);
    case SMV_TOKEN_TRANS:
        return parse_constraint(p, decls, SMV_TRANS);
    case SMV_TOKEN_FAIRNESS:
    case SMV_TOKEN_JUSTICE:
        return parse_constraint(p, decls, SMV_JUSTICE);
    case SMV_TOKEN_COMPASSION:
        return parse_compassion(p, decls);
    case SMV_TOKEN_ISA:
        return parse_isa(p, decls);
    case SMV_TOKEN_PRED:
        return parse_predicate(p, decls);
    case SMV_TOKEN_MIRROR:
        return parse_mirror(p, decls);
    case SMV_TOKEN_SPEC:
    case SMV_TOKEN_CTLSPEC:
    case SMV_TOKEN_INVARSPEC:
    case SMV_TOKEN_LTLSPEC:
    case SMV_TOKEN_PSLSPEC:
    case SMV_TOKEN_CTLSTARSPEC:
    case SMV_TOKEN_COMPUTE:
        return parse_property(p, decls);
    default:
        return parse_at_annotation(p) ? parse_annotation_list(p, decls) : no_declaration(p);
    }
}

// ---- Modules --------------------------------------------------------------------------------------------------------

static bool parse_parameters(struct parser *p, struct smv_module *module)
{
    ARRAY(struct smv_parameter) parameters = {0};
    struct mem *mem = p->tree->arena.mem;
    bool good = true;
    if (!parser_accept(p, SMV_TOKEN_OPEN) || parser_accept(p, SMV_TOKEN_CLOSE))
        return true;
    do {
        good = parser_at(p, SMV_TOKEN_NAME);
        if (!good) {
            parser_fail_name(p, "the name of a parameter");
            break;
        }
        array_push(mem, &parameters, ((struct smv_parameter){p->token.symbol, p->token.span}));
        parser_advance(p);
    } while (parser_accept(p, SMV_TOKEN_COMMA));
    good = good && parser_expect(p, SMV_TOKEN_CLOSE);
    module->count = (uint32_t)parameters.count;
    module->parameters = arena_alloc(&p->tree->arena, parameters.count * sizeof *parameters.at);
    if (parameters.count)
        memcpy(module->parameters, parameters.at, parameters.count * sizeof *parameters.at);
    array_free(mem, &parameters);
    return good;
}

static bool parse_header(struct parser *p, struct smv_module *module)
{
    parser_advance(p);
    if (!parser_at(p, SMV_TOKEN_NAME)) {
        parser_fail_name(p, "the name of the module");
        return false;
    }
    module->symbol = p->token.symbol;
    module->span = p->token.span;
    parser_advance(p);
    return parse_parameters(p, module);
}

void parse_module(struct parser *p)
{
    struct smv_module *module = arena_alloc(&p->tree->arena, sizeof *module);
    struct decls decls = {&module->decls};
    bool good = parse_header(p, module);
    if (module->symbol) {
        *p->modules_end = module;
        p->modules_end = &module->next;
    }
    for (;;) {
        if (!good)
            recover(p);
        if (parser_at(p, SMV_TOKEN_END) || parser_at(p, SMV_TOKEN_MODULE))
            return;
        good = parse_declaration(p, &decls);
    }
}
