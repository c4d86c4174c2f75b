#include "text_model.h"

#include "model/eval.h"
#include "murphi/murphi.h"

const char mutex_text[] = "const N: 3;\n"
                          "type Proc: scalarset(N); Place: enum { resting, trying, inside };\n"
                          "var place: array [Proc] of Place; token: Proc;\n"
                          "ruleset p: Proc do\n"
                          "  rule \"try\" place[p] = resting ==> begin place[p] := trying; end;\n"
                          "  rule \"enter\" place[p] = trying & token = p ==> begin place[p] := inside; end;\n"
                          "  ruleset q: Proc do\n"
                          "    rule \"leave\" place[p] = inside ==> begin place[p] := resting; token := q; end;\n"
                          "  end;\n"
                          "end;\n"
                          "ruleset q: Proc do startstate begin\n"
                          "  for p: Proc do place[p] := resting; end; token := q;\n"
                          "end; end;\n"
                          "invariant \"alone\" forall p: Proc do place[p] = inside -> token = p end;\n";

const char twins_text[] = "MODULE counter(go)\n"
                          "VAR n : 0..2;\n"
                          "ASSIGN init(n) := 0; next(n) := case go & n < 2 : n + 1; go : 0; TRUE : n; esac;\n"
                          "MODULE main\n"
                          "IVAR who : {one, two, three};\n"
                          "VAR a : counter(who = one); b : counter(who = two); c : counter(who = three);\n";

void open_smv(struct text_model *t, const char *text)
{
    *t = (struct text_model){.mem = MEM_UNLIMITED, .source = {"text", text, strlen(text)}};
    murphi_tree_open(&t->tree, &t->mem, &t->source);
    diag_open(&t->diag, &t->mem);
    t->smv = smv_read(&t->source, &t->mem, &t->diag);
    assert_non_null(t->smv);
    t->model = smv_model(t->smv);
}

void open_murphi(struct text_model *t, const char *text)
{
    *t = (struct text_model){.mem = MEM_UNLIMITED, .source = {"text", text, strlen(text)}};
    murphi_tree_open(&t->tree, &t->mem, &t->source);
    diag_open(&t->diag, &t->mem);
    t->model = model_new(&t->mem);
    assert_true(murphi_read_tree(&t->tree, &t->source, NULL, 0, &t->mem, &t->diag));
    assert_true(murphi_lower(&t->tree, t->model, NULL, &t->mem, &t->diag));
}

void close_model(struct text_model *t)
{
    if (!t->smv)
        model_free(t->model);
    smv_free(t->smv);
    murphi_tree_close(&t->tree);
    diag_close(&t->diag);
    assert_nothing_left(&t->mem);
}

expr smv_condition(struct text_model *t, struct source *source, const char *text)
{
    expr condition = EXPR_NONE;
    *source = (struct source){"condition", text, strlen(text)};
    assert_true(smv_read_condition(t->smv, source, &condition, &t->diag));
    return condition;
}

// ---- By chance ------------------------------------------------------------------------------------------------------

static const char *some_variable(uint64_t *random)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    return names[random_below(random, 4)];
}

static void add_comparison(struct mem *mem, uint64_t *random, bool of_step, struct str *out)
{
    static const char *const signs[] = {"=", "!=", "<", ">="};
    const char *sign = signs[random_below(random, 4)];
    switch (random_below(random, of_step ? 4 : 2)) {
    case 0:
        str_add(mem, out, "%s %s %d", some_variable(random), sign, (int)random_below(random, 3));
        break;
    case 1:
        str_add(mem, out, "%s %s %s", some_variable(random), sign, some_variable(random));
        break;
    case 2:
        str_add(mem, out, "next(%s) %s %s", some_variable(random), sign, some_variable(random));
        break;
    default:
        str_add(mem, out, "%si", random_below(random, 2) ? "!" : "");
        break;
    }
}

void add_random_condition(struct mem *mem, uint64_t *random, bool of_step, struct str *out)
{
    size_t count = 1 + random_below(random, 3);
    for (size_t k = 0; k < count; k++) {
        str_add(mem, out, "%s(", k > 0 ? (random_below(random, 3) ? " | " : " & ") : "");
        add_comparison(mem, random, of_step, out);
        str_add(mem, out, ")");
    }
}

void add_random_model(struct mem *mem, uint64_t *random, struct str *out)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    str_add(mem, out, "MODULE main\nVAR a : 0..2; b : 0..2; c : 0..2; d : 0..2;\nIVAR i : boolean;\n");
    for (size_t k = 0; k < 4; k++) {
        if (random_below(random, 2))
            str_add(mem, out, "ASSIGN init(%s) := {%d, %d};\n", names[k], (int)random_below(random, 3),
                    (int)random_below(random, 3));
        if (random_below(random, 3))
            str_add(mem, out, "ASSIGN next(%s) := case i & %s = %d : {0, %s}; TRUE : %s; esac;\n", names[k],
                    some_variable(random), (int)random_below(random, 3), some_variable(random), some_variable(random));
    }
    for (size_t k = random_below(random, 2); k > 0; k--) {
        str_add(mem, out, "TRANS ");
        add_random_condition(mem, random, true, out);
        str_add(mem, out, ";\n");
    }
}

// ---- All of them ----------------------------------------------------------------------------------------------------

void first_state(const struct model *m, value *state)
{
    for (cell_id c = 0; c < model_cell_count(m); c++)
        state[c] = type_value(model_type(m, model_cell(m, c)->type), 0);
}

bool next_state(const struct model *m, value *state, bool inputs)
{
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        const struct type *type = model_type(m, model_cell(m, c)->type);
        if ((model_cell(m, c)->role == CELL_INPUT) != inputs)
            continue;
        uint64_t i = 0;
        while (type_value(type, i) != state[c])
            i++;
        bool carries = i + 1 == type_size(type);
        state[c] = type_value(type, carries ? 0 : i + 1);
        if (!carries)
            return true;
    }
    return false;
}

bool is_step(struct evaluator *ev, const struct model *m, const value *now, const value *next, expr condition)
{
    value with_inputs[64];
    assert_true(model_cell_count(m) <= 64);
    memcpy(with_inputs, now, model_cell_count(m) * sizeof *now);
    for (cell_id c = 0; c < model_cell_count(m); c++)
        if (model_cell(m, c)->role == CELL_INPUT)
            with_inputs[c] = type_value(model_type(m, model_cell(m, c)->type), 0);
    do {
        if (eval_is_step(ev, with_inputs, next, NULL, NULL) &&
            (condition == EXPR_NONE || eval_condition(ev, condition, with_inputs, next)))
            return true;
    } while (next_state(m, with_inputs, true));
    return false;
}
