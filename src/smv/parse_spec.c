// Specifications: `SPEC NAME x := formula IN context;`, all but the formula optional. PSL alone insists on its `;`.
#include "smv/parse.h"

static struct smv_expr *parse_formula(struct parser *p, enum smv_decl_kind kind)
{
    switch (kind) {
    case SMV_SPEC:
        return parse_expr(p, ALLOW_CTL);
    case SMV_LTLSPEC:
        return parse_expr(p, ALLOW_LTL | ALLOW_NEXT);
    case SMV_CTLSTARSPEC:
        return parse_expr(p, ALLOW_STAR);
    case SMV_COMPUTE:
        return parse_compute(p);
    case SMV_PSLSPEC:
        return parse_psl(p);
    default:
        return parse_expr(p, ALLOW_NEXT);
    }
}

struct smv_decl *parse_spec_body(struct parser *p, enum smv_decl_kind kind, uint32_t start)
{
    struct smv_expr *name = NULL, *context = NULL;
    if (parser_accept(p, SMV_TOKEN_NAME_WORD)) {
        name = parse_place(p, false);
        if (!name || !parser_expect(p, SMV_TOKEN_BECOMES))
            return NULL;
    }
    struct smv_expr *formula = parse_formula(p, kind);
    if (!formula)
        return NULL;
    if (parser_accept(p, SMV_TOKEN_IN_CONTEXT) && !(context = parse_place(p, false)))
        return NULL;
    struct smv_decl *decl = parser_decl(p, kind, start);
    decl->expr = formula;
    decl->name = name;
    decl->context = context;
    return decl;
}

static enum smv_decl_kind kind_of(enum smv_token_kind kind)
{
    switch (kind) {
    case SMV_TOKEN_INVARSPEC:
        return SMV_INVARSPEC;
    case SMV_TOKEN_LTLSPEC:
        return SMV_LTLSPEC;
    case SMV_TOKEN_PSLSPEC:
        return SMV_PSLSPEC;
    case SMV_TOKEN_CTLSTARSPEC:
        return SMV_CTLSTARSPEC;
    case SMV_TOKEN_COMPUTE:
        return SMV_COMPUTE;
    default:
        return SMV_SPEC;
    }
}

struct smv_decl *parse_spec(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    enum smv_decl_kind kind = kind_of(p->token.kind);
    p->lexer.psl = kind == SMV_PSLSPEC;
    parser_advance(p);
    struct smv_decl *decl = parse_spec_body(p, kind, start);
    if (!decl)
        return NULL;
    p->lexer.psl = false; // what follows the `;` is SMV again
    if (kind != SMV_PSLSPEC)
        parser_accept(p, SMV_TOKEN_SEMICOLON);
    else if (!parser_expect(p, SMV_TOKEN_SEMICOLON))
        return NULL;
    return decl;
}
