// Nodes of code as C. Most have a pattern, in which
//   $a $b $c   are what these members say, $0 $1 $2 those of the list,
//   $k $l $h $w $n   are numbers: k, low, high, width, count,
//   $W         is a table with the words, $B the variable of the binder in slot k, $R that in slot `low`,
//   $D         is what by_names adds up,
//   $t         is a number of the node's own, for variables.
// In it s is the slots, c the context, f the frame.
#include "native/write_c.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const char *const patterns[] = {
    [CODE_CONSTANT] = "$k",
    [CODE_WITHIN] = "({ int64_t v$t = $a; if ((v$t < $l || v$t > $h) && v$t != INT64_MIN) c_fail(c); v$t; })",
    [CODE_WITHIN_PARTS] = "({ int64_t v$t = $a; if (v$t != INT64_MIN && !c_is_member(v$t, $W, $n)) c_fail(c); v$t; })",
    [CODE_BOUND] = "$B",
    [CODE_NOT] = "(!$a)",
    [CODE_IMPLIES] = "(!$a || $b)",
    [CODE_CHOICE] = "($a ? $b : $c)",
    [CODE_EQUAL] = "({ int64_t v$t = $a; v$t == $b; })",
    [CODE_IS] = "($a == $k)",
    [CODE_DIFFER] = "({ int64_t v$t = $a; v$t != $b; })",
    [CODE_IS_NOT] = "($a != $k)",
    [CODE_LESS] = "({ int64_t v$t = $a; v$t < $b; })",
    [CODE_LESS_OR_EQUAL] = "({ int64_t v$t = $a; v$t <= $b; })",
    [CODE_GREATER] = "({ int64_t v$t = $a; v$t > $b; })",
    [CODE_GREATER_OR_EQUAL] = "({ int64_t v$t = $a; v$t >= $b; })",
    [CODE_NEIGHBOUR] = "($l + ($a - $l + $k) % ($h - $l + 1))",
    [CODE_IS_MEMBER] = "c_is_member($a, $W, $n)",
    [CODE_ADD] = "({ int64_t v$t = $a; c_number(c, (__int128)v$t + $b); })",
    [CODE_SUBTRACT] = "({ int64_t v$t = $a; c_number(c, (__int128)v$t - $b); })",
    [CODE_MULTIPLY] = "({ int64_t v$t = $a; c_number(c, (__int128)v$t * $b); })",
    [CODE_DIVIDE] = "({ int64_t v$t = $a, w$t = $b; if (!w$t) c_fail(c); v$t / w$t; })",
    [CODE_REMAINDER] = "({ int64_t v$t = $a, w$t = $b; if (!w$t) c_fail(c); v$t % w$t; })",
    [CODE_BIT_AND] = "({ int64_t v$t = $a; c_number(c, v$t & $b); })",
    [CODE_BIT_OR] = "({ int64_t v$t = $a; c_number(c, v$t | $b); })",
    [CODE_BIT_XOR] = "({ int64_t v$t = $a; c_number(c, v$t ^ $b); })",
    [CODE_SHIFT_LEFT] = "({ int64_t v$t = $a; c_shift(c, v$t, $b); })",
    [CODE_SHIFT_RIGHT] = "({ int64_t v$t = $a; c_shift(c, v$t, -$b); })",
    [CODE_NEGATIVE] = "c_number(c, -(__int128)$a)",
    [CODE_BIT_NOT] = "c_number(c, -1 - (__int128)$a)",
    [CODE_AT] = "$k",
    [CODE_AT_FRAME] = "(f + $k)",
    [CODE_AT_REFERENCE] = "($R + $k)",
    [CODE_MOVED] = "($a + $k)",
    [CODE_BY_NAMES] = "($k$D)",
    [CODE_BY_NAMES_OF_REFERENCE] = "($R + $k$D)",
    [CODE_ELEMENT] = "({ int64_t p$t = $a, v$t = $b; if (v$t < $l || v$t > $h) c_fail(c); p$t + (v$t - $l) * $w; })",
    [CODE_RAW] = "s[$a]",
    [CODE_RAW_RESULT] = "({ int64_t o$t = c->top, v$t = s[$a]; c->top = o$t; v$t; })",
    [CODE_DEFINED] = "c_defined(c, $a)",
    [CODE_MEMBER] = "({ int64_t p$t = $a; p$t += $b * $w; if (!s[p$t]) c_fail(c); p$t + 1; })",
    // Statements.
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

// ---- Parts ----------------------------------------------------------------------------------------------------------

static enum code_kind kind_of(const struct code *code)
{
    static const struct code_name *const names[] = {native_basic_kinds, native_expr_kinds,    native_number_kinds,
                                                    native_place_kinds, native_call_kinds,    native_loop_kinds,
                                                    native_stmt_kinds,  native_multiset_kinds};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const struct code_name *name = names[i]; name->run; name++)
            if (name->run == code->run)
                return name->kind;
    return CODE_UNKNOWN;
}

static void put(struct c_writer *w, const char *text)
{
    str_add_bytes(w->mem, &w->out, text, strlen(text));
}

static void add_number(struct c_writer *w, struct str *out, int64_t v)
{
    if (v == INT64_MIN)
        str_add(w->mem, out, "INT64_MIN");
    else
        str_add(w->mem, out, v < 0 ? "(%" PRId64 "LL)" : "%" PRId64 "LL", v);
}

void write_number(struct c_writer *w, int64_t v)
{
    add_number(w, &w->out, v);
}

void write_binder(struct c_writer *w, int64_t offset)
{
    while (w->binders.count <= (size_t)offset)
        array_push(w->mem, &w->binders, false);
    w->binders.at[offset] = true;
    str_add(w->mem, &w->out, "b%" PRId64, offset);
}

uint32_t write_table(struct c_writer *w, const int64_t *words, size_t count)
{
    str_add(w->mem, &w->tables, "static const int64_t T%u[] = {0", w->table_count);
    for (size_t i = 0; i < count; i++) {
        str_add(w->mem, &w->tables, ",");
        add_number(w, &w->tables, words[i]);
    }
    str_add(w->mem, &w->tables, "};\n");
    return w->table_count++;
}

// How many words a node has.
static size_t word_count(enum code_kind kind, const struct code *code)
{
    switch (kind) {
    case CODE_WITHIN_PARTS:
    case CODE_IS_MEMBER:
        return 2 * (size_t)code->count;
    case CODE_OVER_VALUES:
        return code->count;
    case CODE_ELEMENT_OF_UNION:
        return (size_t)(code->high - code->low + 1);
    default:
        return code->width;
    }
}

static void put_names(struct c_writer *w, const struct code *code)
{
    for (uint32_t i = 0; i < code->count; i++) {
        put(w, " + ");
        write_binder(w, code->words[2 * i]);
        put(w, " * ");
        write_number(w, code->words[2 * i + 1]);
    }
}

// The first word of a table is none of them, so that no table is empty.
static void put_words(struct c_writer *w, const struct code *code)
{
    str_add(w->mem, &w->out, "(T%u + 1)", write_table(w, code->words, word_count(kind_of(code), code)));
}

static void put_part(struct c_writer *w, const struct code *code, char part, uint32_t number)
{
    switch (part) {
    case 'a':
        write_value(w, code->a);
        break;
    case 'b':
        write_value(w, code->b);
        break;
    case 'c':
        write_value(w, code->c);
        break;
    case '0':
    case '1':
    case '2':
        write_value(w, code->list[part - '0']);
        break;
    case 'k':
        write_number(w, code->k);
        break;
    case 'l':
        write_number(w, code->low);
        break;
    case 'h':
        write_number(w, code->high);
        break;
    case 'w':
        write_number(w, code->width);
        break;
    case 'n':
        write_number(w, code->count);
        break;
    case 'W':
        put_words(w, code);
        break;
    case 'B':
        write_binder(w, code->k);
        break;
    case 'R':
        write_binder(w, code->low);
        break;
    case 'D':
        put_names(w, code);
        break;
    default:
        assert(part == 't');
        str_add(w->mem, &w->out, "%u", number);
    }
}

static void put_pattern_as(struct c_writer *w, const char *pattern, const struct code *code, uint32_t number)
{
    for (; *pattern; pattern++)
        if (*pattern == '$')
            put_part(w, code, *++pattern, number);
        else
            str_add_char(w->mem, &w->out, *pattern);
}

static void put_pattern(struct c_writer *w, const char *pattern, const struct code *code)
{
    put_pattern_as(w, pattern, code, w->nodes++);
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

static void note_function(struct c_writer *w, const struct function_code *function)
{
    while (w->functions.count <= function->number)
        array_push(w->mem, &w->functions, NULL);
    w->functions.at[function->number] = function;
}

static void put_call(struct c_writer *w, const struct code *code)
{
    const struct function_code *f = code->function;
    uint32_t t = w->nodes++;
    note_function(w, f);
    w->moves_top = true;
    str_add(w->mem, &w->out, "({ c_count(c); int64_t g%u = c_take(c, %u);\n", t, f->size);
    if (f->size)
        str_add(w->mem, &w->out, "memcpy(s + g%u, T%u + 1, %zu);\n", t, write_table(w, f->frame, f->size),
                f->size * sizeof(int64_t));
    for (uint32_t i = 0; i < code->count; i++) {
        const struct code *argument = code->list[i];
        str_add(w->mem, &w->out, "{ int64_t a%u = ", t);
        write_value(w, argument->a);
        if (argument->mode == ARGUMENT_COPY)
            str_add(w->mem, &w->out, "; c_copy(c, g%u + %" PRId64 ", a%u, %u); }\n", t, argument->k, t,
                    argument->width);
        else
            str_add(w->mem, &w->out, "; s[g%u + %" PRId64 "] = a%u; }\n", t, argument->k, t);
    }
    str_add(w->mem, &w->out, "c_enter(c, %u, %" PRId64 "LL); _Bool r%u = F%u(c, g%u); c_leave(c, %u);\n", f->number,
            w->recursion_limit, t, f->number, t, f->number);
    if (code->mode)
        str_add(w->mem, &w->out, "if (!r%u) c_fail(c);\n", t);
    else
        str_add(w->mem, &w->out, "(void)r%u;\n", t);
    str_add(w->mem, &w->out, "c->top = g%u + %u; g%u; })", t, f->result_width, t);
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

// Up to where the body begins; the binder has its value.
static void open_loop(struct c_writer *w, enum code_kind kind, const struct code *code, uint32_t t)
{
    static const char *const heads[] = {
        [CODE_OVER_INTERVAL] = "for (int64_t i$t = $l; i$t <= $h; i$t++) {\n",
        [CODE_OVER_VALUES] = "for (int64_t i$t = 0; i$t < $n; i$t++) {\n",
        // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one text
        [CODE_OVER_RANGE] = "int64_t i$t = $0, e$t = $1, y$t = $2;\nif (!y$t) c_fail(c);\n"
                            "for (_Bool z$t = 0; !z$t && (y$t > 0 ? i$t <= e$t : i$t >= e$t); "
                            "z$t = __builtin_add_overflow(i$t, y$t, &i$t) || i$t < C_LEAST",
        [CODE_OVER_PLACES] = "int64_t m$t = $a;\nfor (int64_t i$t = 0; i$t < $n; i$t++) if (s[m$t + i$t * $w]) {\n",
    };
    put_pattern_as(w, heads[kind], code, t);
    if (kind == CODE_OVER_RANGE)
        put_pattern_as(w, code->count ? ", z$t ? c_fail(c) : (void)0) {\n" : ") {\n", code, t);
    put_pattern_as(w, kind == CODE_OVER_VALUES ? "c_count(c); $B = $W[i$t];\n" : "c_count(c); $B = i$t;\n", code, t);
}

// What becomes of the result with each value.
static const char *const updates[] = {
    [LOOP_ANY] = "r$t = $c; c->top = o$t; if (r$t) break; }\n",
    [LOOP_EVERY] = "r$t = $c; c->top = o$t; if (!r$t) break; }\n",
    [LOOP_ANY_OF_ALL] = "r$t |= $c; c->top = o$t; }\n",
    [LOOP_EVERY_OF_ALL] = "r$t &= $c; c->top = o$t; }\n",
    [LOOP_SUM] = "r$t += $c; c->top = o$t; }\n",
};

static void put_loop(struct c_writer *w, enum code_kind kind, const struct code *code)
{
    uint32_t t = w->nodes++;
    bool is_true = code->mode == LOOP_EVERY || code->mode == LOOP_EVERY_OF_ALL;
    put_pattern_as(w, is_true ? "({ int64_t r$t = 1, o$t = c->top;\n" : "({ int64_t r$t = 0, o$t = c->top;\n", code, t);
    open_loop(w, kind, code, t);
    put_pattern_as(w, updates[code->mode], code, t);
    put_pattern_as(w, "r$t; })", code, t);
}

static void put_loop_stmt(struct c_writer *w, enum code_kind kind, const struct code *code)
{
    uint32_t t = w->nodes++;
    put_pattern_as(w, "{ int64_t o$t = c->top;\n", code, t);
    open_loop(w, kind, code, t);
    write_stmt(w, code->c);
    put_pattern_as(w, "c->top = o$t; } }\n", code, t);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void put_chain(struct c_writer *w, const struct code *code, const char *empty, const char *between)
{
    put(w, "(");
    put(w, empty);
    for (uint32_t i = 0; i < code->count; i++) {
        put(w, between);
        write_value(w, code->list[i]);
    }
    put(w, ")");
}

void write_value(struct c_writer *w, const struct code *code)
{
    enum code_kind kind = kind_of(code);
    switch (kind) {
    case CODE_AND:
        put_chain(w, code, "1", " && ");
        break;
    case CODE_OR:
        put_chain(w, code, "0", " || ");
        break;
    case CODE_SAME_PARTS:
        w->moves_top = true;
        put_pattern(w,
                    code->mode ? "({ int64_t o$t = c->top, p$t = $a, q$t = $b; c->top = o$t; "
                                 "!c_is_same(c, p$t, q$t, $w); })"
                               : "({ int64_t o$t = c->top, p$t = $a, q$t = $b; c->top = o$t; "
                                 "c_is_same(c, p$t, q$t, $w); })",
                    code);
        break;
    case CODE_ELEMENT_OF_UNION:
        put_pattern(w,
                    "({ int64_t p$t = $a, v$t = $b; if (v$t < $l || v$t > $h || (v$t = $W[v$t - $l]) < 0) "
                    "c_fail(c); p$t + v$t * $w; })",
                    code);
        break;
    case CODE_PLACE_CHOICE:
        w->moves_top = true;
        put_pattern(w,
                    "({ _Bool v$t = $a; int64_t p$t = c_take(c, $w), q$t = v$t ? $b : $c; "
                    "c_copy(c, p$t, q$t, $w); p$t; })",
                    code);
        break;
    case CODE_UNDEFINED:
        w->moves_top = true;
        put_pattern(w, "({ int64_t p$t = c_take(c, $w); c_fill(c, p$t, $W, $w); p$t; })", code);
        break;
    case CODE_CALL:
        put_call(w, code);
        break;
    case CODE_OVER_INTERVAL:
    case CODE_OVER_VALUES:
    case CODE_OVER_RANGE:
    case CODE_OVER_PLACES:
        put_loop(w, kind, code);
        break;
    case CODE_WITH:
        put_pattern(w, "({ $B = $a; $c; })", code);
        break;
    default:
        if (kind == CODE_UNKNOWN || !patterns[kind])
            w->is_unknown = true;
        else
            put_pattern(w, patterns[kind], code);
    }
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void put_return(struct c_writer *w)
{
    if (w->left == UINT32_MAX)
        put(w, "return 1;\n");
    else
        str_add(w->mem, &w->out, "goto left%u;\n", w->left);
    w->is_left |= w->left != UINT32_MAX;
}

static void put_assignment(struct c_writer *w, const struct code *code)
{
    bool has_range = code->low != NATIVE_UNDEFINED || code->high != INT64_MAX;
    put_pattern(w,
                has_range ? "{ int64_t v$t = $a, p$t = $b; if ((v$t < $l || v$t > $h) && v$t != INT64_MIN) "
                            "c_fail(c); c_write(c, p$t, v$t); }\n"
                          : "{ int64_t v$t = $a, p$t = $b; c_write(c, p$t, v$t); }\n",
                code);
}

static void put_if(struct c_writer *w, const struct code *code)
{
    for (uint32_t i = 0; i < code->count; i += 2) {
        put(w, i ? "else if (" : "if (");
        if (code->list[i])
            write_value(w, code->list[i]);
        else
            put(w, "1");
        put(w, ") {\n");
        write_stmt(w, code->list[i + 1]);
        put(w, "}\n");
    }
}

static void put_switch(struct c_writer *w, const struct code *code)
{
    uint32_t t = w->nodes++, closing = 0;
    put_pattern_as(w, "{ int64_t v$t = $a;\n", code, t);
    for (uint32_t i = 0; i < code->count;) {
        uint32_t count = (uint32_t)code->list[i++]->k;
        str_add(w->mem, &w->out, "{ _Bool h%u = %d;\n", t, count == 0);
        for (; count > 0; count--) {
            str_add(w->mem, &w->out, "h%u |= v%u == ", t, t);
            write_value(w, code->list[i++]);
            put(w, ";\n");
        }
        str_add(w->mem, &w->out, "if (h%u) {\n", t);
        write_stmt(w, code->list[i++]);
        put(w, "} else {\n");
        closing++;
    }
    for (; closing > 0; closing--)
        put(w, "} }\n");
    put(w, "}\n");
}

// Values with the same body stand together.
static void put_table_switch(struct c_writer *w, const struct code *code)
{
    size_t size = (size_t)(code->high - code->low) + 1;
    put(w, "switch (");
    write_value(w, code->a);
    put(w, ") {\n");
    for (size_t i = 0; i < size; i++) {
        bool is_new = code->list[i] && code->list[i] != code->b;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = code->list[k] != code->list[i];
        for (size_t k = i; k < size && is_new; k++)
            if (code->list[k] == code->list[i])
                str_add(w->mem, &w->out, "case %" PRId64 "LL: ", code->low + (int64_t)k);
        if (!is_new)
            continue;
        put(w, "{\n");
        write_stmt(w, code->list[i]);
        put(w, "} break;\n");
    }
    put(w, "default: {\n");
    if (code->b)
        write_stmt(w, code->b);
    put(w, "} break;\n}\n");
}

static void put_while(struct c_writer *w, const struct code *code)
{
    uint32_t t = w->nodes++;
    put_pattern_as(w,
                   "for (int64_t n$t = 0;; n$t++) {\nint64_t o$t = c->top, h$t = $a; c->top = o$t; c_count(c);\n"
                   "if (!h$t) break;\nif (n$t >= ",
                   code, t);
    write_number(w, w->loop_limit);
    put(w, ") c_fail(c);\n");
    write_stmt(w, code->b);
    put(w, "}\n");
}

// All conditions are evaluated before anything is removed.
static void put_remove_if(struct c_writer *w, const struct code *code)
{
    w->moves_top = true;
    put_pattern(w,
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
    put_pattern_as(w, "{ int64_t o$t = c->top; (void)o$t;\n", code, t);
    for (uint32_t i = 0; i < code->count; i++) {
        w->moves_top = false;
        write_stmt(w, code->list[i]);
        if (w->moves_top)
            put_pattern_as(w, "c->top = o$t;\n", code, t);
    }
    put(w, "}\n");
    w->moves_top = outer;
}

void write_stmt(struct c_writer *w, const struct code *code)
{
    enum code_kind kind = kind_of(code);
    switch (kind) {
    case CODE_ASSIGN:
        put_assignment(w, code);
        break;
    case CODE_FILL:
        put_pattern(w, "{ int64_t p$t = $a; c_fill(c, p$t, $W, $w); }\n", code);
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
        put_pattern(w, patterns[kind], code);
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
        put_pattern(w, "$B = $a;\n", code);
        write_stmt(w, code->c);
        break;
    case CODE_REMOVE_IF:
        put_remove_if(w, code);
        break;
    default:
        if (kind < CODE_ASSIGN || !patterns[kind])
            w->is_unknown = true;
        else
            put_pattern(w, patterns[kind], code);
    }
}
