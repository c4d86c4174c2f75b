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
};

// ---- Parts ----------------------------------------------------------------------------------------------------------

enum code_kind write_kind_of(const struct code *code)
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

void write_text(struct c_writer *w, const char *text)
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
        write_text(w, " + ");
        write_binder(w, code->words[2 * i]);
        write_text(w, " * ");
        write_number(w, code->words[2 * i + 1]);
    }
}

// The first word of a table is none of them, so that no table is empty.
static void put_words(struct c_writer *w, const struct code *code)
{
    str_add(w->mem, &w->out, "(T%u + 1)", write_table(w, code->words, word_count(write_kind_of(code), code)));
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

void write_pattern_as(struct c_writer *w, const char *pattern, const struct code *code, uint32_t number)
{
    for (; *pattern; pattern++)
        if (*pattern == '$')
            put_part(w, code, *++pattern, number);
        else
            str_add_char(w->mem, &w->out, *pattern);
}

void write_pattern(struct c_writer *w, const char *pattern, const struct code *code)
{
    write_pattern_as(w, pattern, code, w->nodes++);
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

void write_loop_head(struct c_writer *w, enum code_kind kind, const struct code *code, uint32_t t)
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
    write_pattern_as(w, heads[kind], code, t);
    if (kind == CODE_OVER_RANGE)
        write_pattern_as(w, code->count ? ", z$t ? c_fail(c) : (void)0) {\n" : ") {\n", code, t);
    write_pattern_as(w, kind == CODE_OVER_VALUES ? "c_count(c); $B = $W[i$t];\n" : "c_count(c); $B = i$t;\n", code, t);
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
    write_pattern_as(w, is_true ? "({ int64_t r$t = 1, o$t = c->top;\n" : "({ int64_t r$t = 0, o$t = c->top;\n", code,
                     t);
    write_loop_head(w, kind, code, t);
    write_pattern_as(w, updates[code->mode], code, t);
    write_pattern_as(w, "r$t; })", code, t);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void put_chain(struct c_writer *w, const struct code *code, const char *empty, const char *between)
{
    write_text(w, "(");
    write_text(w, empty);
    for (uint32_t i = 0; i < code->count; i++) {
        write_text(w, between);
        write_value(w, code->list[i]);
    }
    write_text(w, ")");
}

void write_value(struct c_writer *w, const struct code *code)
{
    enum code_kind kind = write_kind_of(code);
    switch (kind) {
    case CODE_AND:
        put_chain(w, code, "1", " && ");
        break;
    case CODE_OR:
        put_chain(w, code, "0", " || ");
        break;
    case CODE_SAME_PARTS:
        w->moves_top = true;
        write_pattern(w,
                      code->mode ? "({ int64_t o$t = c->top, p$t = $a, q$t = $b; c->top = o$t; "
                                   "!c_is_same(c, p$t, q$t, $w); })"
                                 : "({ int64_t o$t = c->top, p$t = $a, q$t = $b; c->top = o$t; "
                                   "c_is_same(c, p$t, q$t, $w); })",
                      code);
        break;
    case CODE_ELEMENT_OF_UNION:
        write_pattern(w,
                      "({ int64_t p$t = $a, v$t = $b; if (v$t < $l || v$t > $h || (v$t = $W[v$t - $l]) < 0) "
                      "c_fail(c); p$t + v$t * $w; })",
                      code);
        break;
    case CODE_PLACE_CHOICE:
        w->moves_top = true;
        write_pattern(w,
                      "({ _Bool v$t = $a; int64_t p$t = c_take(c, $w), q$t = v$t ? $b : $c; "
                      "c_copy(c, p$t, q$t, $w); p$t; })",
                      code);
        break;
    case CODE_UNDEFINED:
        w->moves_top = true;
        write_pattern(w, "({ int64_t p$t = c_take(c, $w); c_fill(c, p$t, $W, $w); p$t; })", code);
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
        write_pattern(w, "({ $B = $a; $c; })", code);
        break;
    default:
        if (kind == CODE_UNKNOWN || kind >= sizeof patterns / sizeof *patterns || !patterns[kind])
            w->is_unknown = true;
        else
            write_pattern(w, patterns[kind], code);
    }
}
