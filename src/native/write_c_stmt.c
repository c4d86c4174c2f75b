// Statements as C.
#include "native/write_c.h"

#include <inttypes.h>

static const char *const patterns[] = {
    [CODE_ASSIGN_TO_UNION] = "{ int64_t v$t = $a, p$t = $b; $B = v$t; (void)$c; c_write(c, p$t, v$t); }\n",
    [CODE_COPY] = "{ int64_t p$t = $a, q$t = $b; c_copy(c, q$t, p$t, $w); }\n",
    [CODE_RETURN_COPY] = "c_copy(c, f, $a, $w);\n",
    [CODE_RETURN_VALUE] = "{ int64_t v$t = $a; s[f] = v$t; }\n",
    [CODE_ASSERT] = "if (!$a) c_fail(c);\n",
    [CODE_ASSUME] = "if (!$a) c_escape(c, 2);\n",
    [CODE_COVER] = "if ($a) c->covered[$k] = 1;\n",
    [CODE_ERROR] = "c_fail(c);\n",
    [CODE_NOTHING] = "",
    [CODE_CALL_STMT] = "(void)$a;\n",
    // NOLINTBEGIN(bugprone-suspicious-missing-comma): one text each
    [CODE_ADD_ELEMENT] = "{ int64_t m$t = $a, v$t = $b, p$t = c_free_place(c, m$t, $w, $n); c_write(c, p$t, 1); "
                         "c_write(c, p$t + 1, v$t); }\n",
    [CODE_ADD_COPY] = "{ int64_t m$t = $a, q$t = $b, p$t = c_free_place(c, m$t, $w, $n); c_write(c, p$t, 1); "
                      "c_copy(c, p$t + 1, q$t, $w - 1); }\n",
    // NOLINTEND(bugprone-suspicious-missing-comma)
    [CODE_REMOVE] = "{ int64_t p$t = $a; p$t += $b * $w; if (!s[p$t]) c_fail(c); c_fill(c, p$t, $W, $w); }\n",
};

static void put_return(struct c_writer *w)
{
    if (w->left == UINT32_MAX)
        write_text(w, "return 1;\n");
    else
        str_add(w->mem, &w->out, "goto left%u;\n", w->left);
    w->is_left |= w->left != UINT32_MAX;
}

static void put_assignment(struct c_writer *w, const struct code *code)
{
    bool has_range = code->low != NATIVE_UNDEFINED || code->high != INT64_MAX;
    write_pattern(w,
                  has_range ? "{ int64_t v$t = $a, p$t = $b; if ((v$t < $l || v$t > $h) && v$t != INT64_MIN) "
                              "c_fail(c); c_write(c, p$t, v$t); }\n"
                            : "{ int64_t v$t = $a, p$t = $b; c_write(c, p$t, v$t); }\n",
                  code);
}

static void put_if(struct c_writer *w, const struct code *code)
{
    for (uint32_t i = 0; i < code->count; i += 2) {
        write_text(w, i ? "else if (" : "if (");
        if (code->list[i])
            write_value(w, code->list[i]);
        else
            write_text(w, "1");
        write_text(w, ") {\n");
        write_stmt(w, code->list[i + 1]);
        write_text(w, "}\n");
    }
}

static void put_switch(struct c_writer *w, const struct code *code)
{
    uint32_t t = w->nodes++, closing = 0;
    write_pattern_as(w, "{ int64_t v$t = $a;\n", code, t);
    for (uint32_t i = 0; i < code->count;) {
        uint32_t count = (uint32_t)code->list[i++]->k;
        str_add(w->mem, &w->out, "{ _Bool h%u = %d;\n", t, count == 0);
        for (; count > 0; count--) {
            str_add(w->mem, &w->out, "h%u |= v%u == ", t, t);
            write_value(w, code->list[i++]);
            write_text(w, ";\n");
        }
        str_add(w->mem, &w->out, "if (h%u) {\n", t);
        write_stmt(w, code->list[i++]);
        write_text(w, "} else {\n");
        closing++;
    }
    for (; closing > 0; closing--)
        write_text(w, "} }\n");
    write_text(w, "}\n");
}

// Values with the same body stand together.
static void put_table_switch(struct c_writer *w, const struct code *code)
{
    size_t size = (size_t)(code->high - code->low) + 1;
    write_text(w, "switch (");
    write_value(w, code->a);
    write_text(w, ") {\n");
    for (size_t i = 0; i < size; i++) {
        bool is_new = code->list[i] && code->list[i] != code->b;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = code->list[k] != code->list[i];
        for (size_t k = i; k < size && is_new; k++)
            if (code->list[k] == code->list[i])
                str_add(w->mem, &w->out, "case %" PRId64 "LL: ", code->low + (int64_t)k);
        if (!is_new)
            continue;
        write_text(w, "{\n");
        write_stmt(w, code->list[i]);
        write_text(w, "} break;\n");
    }
    write_text(w, "default: {\n");
    if (code->b)
        write_stmt(w, code->b);
    write_text(w, "} break;\n}\n");
}

static void put_while(struct c_writer *w, const struct code *code)
{
    uint32_t t = w->nodes++;
    write_pattern_as(w,
                     "for (int64_t n$t = 0;; n$t++) {\nint64_t o$t = c->top, h$t = $a; c->top = o$t; c_count(c);\n"
                     "if (!h$t) break;\nif (n$t >= ",
                     code, t);
    write_number(w, w->loop_limit);
    write_text(w, ") c_fail(c);\n");
    write_stmt(w, code->b);
    write_text(w, "}\n");
}

// All conditions are evaluated before anything is removed.
static void put_remove_if(struct c_writer *w, const struct code *code)
{
    w->moves_top = true;
    write_pattern(w,
                  "{ int64_t m$t = $a, d$t = c_take(c, $n);\n"
                  "for (int64_t i$t = 0; i$t < $n; i$t++) {\nc_count(c); int64_t h$t = 0; $B = i$t;\n"
                  "if (s[m$t + i$t * $w]) h$t = $b;\ns[d$t + i$t] = h$t; }\n"
                  "for (int64_t i$t = 0; i$t < $n; i$t++)\nif (s[d$t + i$t]) c_fill(c, m$t + i$t * $w, $W, $w); }\n",
                  code);
}

// What a statement leaves on the stack is of no use behind it.
static void put_body(struct c_writer *w, const struct code *code)
{
    uint32_t t = w->nodes++;
    bool outer = w->moves_top;
    write_pattern_as(w, "{ int64_t o$t = c->top; (void)o$t;\n", code, t);
    for (uint32_t i = 0; i < code->count; i++) {
        w->moves_top = false;
        write_stmt(w, code->list[i]);
        if (w->moves_top)
            write_pattern_as(w, "c->top = o$t;\n", code, t);
    }
    write_text(w, "}\n");
    w->moves_top = outer;
}

static void put_loop_stmt(struct c_writer *w, enum code_kind kind, const struct code *code)
{
    uint32_t t = w->nodes++;
    write_pattern_as(w, "{ int64_t o$t = c->top;\n", code, t);
    write_loop_head(w, kind, code, t);
    write_stmt(w, code->c);
    write_pattern_as(w, "c->top = o$t; } }\n", code, t);
}

void write_stmt(struct c_writer *w, const struct code *code)
{
    enum code_kind kind = write_kind_of(code);
    switch (kind) {
    case CODE_ASSIGN:
        put_assignment(w, code);
        break;
    case CODE_FILL:
        write_pattern(w, "{ int64_t p$t = $a; c_fill(c, p$t, $W, $w); }\n", code);
        break;
    case CODE_IF:
        put_if(w, code);
        break;
    case CODE_SWITCH:
        put_switch(w, code);
        break;
    case CODE_TABLE:
        put_table_switch(w, code);
        break;
    case CODE_WHILE:
        put_while(w, code);
        break;
    case CODE_RETURN:
        put_return(w);
        break;
    case CODE_RETURN_VALUE:
    case CODE_RETURN_COPY:
        write_pattern(w, patterns[kind], code);
        put_return(w);
        break;
    case CODE_BODY:
        put_body(w, code);
        break;
    case CODE_OVER_INTERVAL:
    case CODE_OVER_VALUES:
    case CODE_OVER_RANGE:
    case CODE_OVER_PLACES:
        put_loop_stmt(w, kind, code);
        break;
    case CODE_WITH:
        write_pattern(w, "$B = $a;\n", code);
        write_stmt(w, code->c);
        break;
    case CODE_REMOVE_IF:
        put_remove_if(w, code);
        break;
    default:
        if (kind < CODE_ASSIGN || kind >= sizeof patterns / sizeof *patterns || !patterns[kind])
            w->is_unknown = true;
        else
            write_pattern(w, patterns[kind], code);
    }
}
