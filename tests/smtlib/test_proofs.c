// Proofs for every size, written by hand: z3 and cvc5 answer `unsat` to each obligation. If one invariant is left out,
// or is weaker, or the model is wrong, they do not.
#include "../unit.h"

#include "murphi/murphi.h"
#include "smtlib/smtlib.h"
#include "solver.h"

struct change {
    const char *old, *new;
};

struct proof_case {
    const char *model, *proof;
    struct change wrong[6]; // of the model, or of the proof, each of which is no proof any more
};

#define WITHOUT_DEADLOCK "readers_writers" // of which that is proved, too

static const struct proof_case cases[] = {
    {"examples/mutex.m", "mutex", {{"trying & token = p", "trying"}, {"-> token = p", "-> true"}}},
    {"bench/protocols/mesi.m",
     "mesi",
     {{"      line[d] := invalid;\n    end;\n    line[c] := modified;", "    end;\n    line[c] := modified;"},
      {"line[c] = invalid & forall d: Cache do line[d] = invalid end", "line[c] = invalid"},
      {"if line[d] != invalid then", "if line[d] = modified then"},
      {"line[c] = exclusive | line[c] = modified) -> line[d] = invalid end",
       "line[c] = modified) -> line[d] = invalid end"}}},
    {"examples/ccp.m",
     "ccp",
     {{"holds[whose] := true;\n  granted", "granted"},
      {"ask_shared & !granted &", "ask_shared &"},
      {"cache[c] := none;\n  end;", "end;"},
      {"invalid[d] := holds[d]", "invalid[d] := true"},
      {"cache[c] = none & answer[c] = empty end", "cache[c] = none end"}}},
    {"bench/protocols/german_data.m",
     "german_data",
     {{"may_hold[n] := true;\n    is_exclusive", "is_exclusive"},
      {"      memory := back[n].data;\n", ""},
      {"forall m: Node do !may_hold[m] end", "true"},
      {"client = n & !is_exclusive & answer[n].command = nothing ==>", "client = n & answer[n].command = nothing ==>"},
      {"mine.data := answer[n].data;", ""},
      {"answer[n].command != grant_shared & ", ""}}},
    {"tests/smtlib/models/lock_table.m",
     "lock_table",
     {{"waits[p][l] & is_free(l)", "waits[p][l]"},
      {"has[p][k] := false;\n", "\n"},
      {"-> holder[l] = p end", "-> !isundefined(holder[l]) end"}}},
    {"tests/smtlib/models/two_unions.m", // it was not seen what is always defined, as there is nobody in no node
     "two_unions",
     {{"holder = nobody ==>", "true ==>"}, {"has_key[n] := false;\n    holder := nobody;", "holder := nobody;"}}},
    {"examples/readers_writers.m",
     "readers_writers",
     {{"writer[w] := idle;\n  end;\nend;", "end;\nend;"}, // who writes does so for good, and the others wait
      {"reader[r] = active ==>", "reader[r] = active & false ==>"}}}, // the same of who reads
};
enum { CASES = sizeof cases / sizeof *cases, MOST_RULES = 64 };

struct proving {
    struct mem mem;
    struct str text;
    size_t model_length;
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    struct smtlib_class classes[8];
    const struct murphi_rule *invariants[MOST_RULES], *properties[MOST_RULES];
    struct smtlib_proof proof;
};

static void add_file(struct proving *p, const char *name)
{
    char piece[4096];
    FILE *file = fopen(name, "r");
    if (!file)
        fail_msg("no file %s", name);
    for (size_t count; (count = fread(piece, 1, sizeof piece, file)) > 0;)
        str_add_bytes(&p->mem, &p->text, piece, count);
    fclose(file);
}

// In all places where it stands.
static void make_change(struct proving *p, const struct change *change)
{
    struct str changed = {0};
    const char *at = str_text(&p->text), *next;
    size_t boundary = p->model_length, places = 0;
    for (; (next = strstr(at, change->old)); at = next + strlen(change->old), places++) {
        str_add_bytes(&p->mem, &changed, at, (size_t)(next - at));
        str_add(&p->mem, &changed, "%s", change->new);
        if ((size_t)(next - str_text(&p->text)) < boundary)
            p->model_length += strlen(change->new) - strlen(change->old);
    }
    if (!places)
        fail_msg("there is no \"%s\"", change->old);
    str_add(&p->mem, &changed, "%s", at);
    str_free(&p->mem, &p->text);
    p->text = changed;
}

// Scalarsets are the classes; the invariants of the second file are the proof of those of the first.
static void proving_open(struct proving *p, const struct proof_case *c, const struct change *change)
{
    char name[100];
    *p = (struct proving){.mem = MEM_UNLIMITED};
    add_file(p, c->model);
    p->model_length = p->text.count;
    snprintf(name, sizeof name, "tests/smtlib/proofs/%s.inv", c->proof);
    add_file(p, name);
    if (change)
        make_change(p, change);
    p->source = (struct source){c->model, p->text.at, p->text.count};
    diag_open(&p->diag, &p->mem);
    assert_true(murphi_read_tree(&p->tree, &p->source, NULL, 0, &p->mem, &p->diag));
    p->proof = (struct smtlib_proof){.tree = &p->tree,
                                     .classes = p->classes,
                                     .invariants = p->invariants,
                                     .properties = p->properties,
                                     .undefined_ids = true,
                                     .no_error = true,
                                     .no_deadlock = strcmp(c->proof, WITHOUT_DEADLOCK) == 0};
    for (size_t i = 0; i < p->tree.types.count; i++)
        if (p->tree.types.at[i]->kind == MURPHI_SCALARSET)
            p->classes[p->proof.class_count++] = (struct smtlib_class){p->tree.types.at[i], (uint32_t)i};
    for (const struct murphi_rule *rule = p->tree.rules; rule; rule = rule->next) {
        if (rule->kind != MURPHI_INVARIANT)
            continue;
        assert_true(p->proof.invariant_count < MOST_RULES && p->proof.property_count < MOST_RULES);
        if (rule->span.offset < p->model_length)
            p->properties[p->proof.property_count++] = rule;
        else
            p->invariants[p->proof.invariant_count++] = rule;
    }
}

static void proving_close(struct proving *p)
{
    murphi_tree_close(&p->tree);
    diag_close(&p->diag);
    str_free(&p->mem, &p->text);
    assert_nothing_left(&p->mem);
}

// Whether the solver confirms it. What it says to an obligation must be an answer.
static bool is_confirmed(struct proving *p, const char *solver)
{
    struct str script = {0};
    answer_array answers = {0};
    size_t obligations;
    if (!smtlib_write(&p->proof, &p->mem, &p->diag, &script, &obligations))
        fail_msg("refused: %s", p->diag.messages.at[p->diag.messages.count - 1].text);
    solver_ask(solver, &script, &p->mem, &answers);
    bool result = solver_count(&answers, ANSWER_UNSAT) == obligations;
    assert_int_equal(answers.count, obligations);
    assert_int_equal(solver_count(&answers, ANSWER_ERROR), 0);
    str_free(&p->mem, &script);
    array_free(&p->mem, &answers);
    return result;
}

static void both_confirm_each_proof(void **state)
{
    static const char *const solvers[] = {"z3", "cvc5"};
    UNUSED(state);
    for (size_t i = 0; i < CASES; i++)
        for (size_t j = 0; j < 2; j++) {
            struct proving p;
            if (!solver_is_there(solvers[j]))
                continue;
            proving_open(&p, &cases[i], NULL);
            if (!is_confirmed(&p, solvers[j]))
                fail_msg("%s does not confirm %s", solvers[j], cases[i].proof);
            proving_close(&p);
        }
}

static void no_invariant_can_be_left_out(void **state)
{
    UNUSED(state);
    if (!solver_is_there("z3"))
        skip();
    for (size_t i = 0; i < CASES; i++) {
        size_t count = 1;
        for (size_t left_out = 0; left_out < count; left_out++) {
            struct proving p;
            proving_open(&p, &cases[i], NULL);
            count = p.proof.invariant_count;
            const char *name = p.invariants[left_out]->name->text;
            for (size_t j = left_out; j + 1 < count; j++)
                p.invariants[j] = p.invariants[j + 1];
            p.proof.invariant_count--;
            if (is_confirmed(&p, "z3"))
                fail_msg("%s is proved without \"%s\"", cases[i].proof, name);
            proving_close(&p);
        }
    }
}

static void what_is_wrong_is_not_confirmed(void **state)
{
    UNUSED(state);
    if (!solver_is_there("z3"))
        skip();
    for (size_t i = 0; i < CASES; i++)
        for (const struct change *change = cases[i].wrong; change < cases[i].wrong + 6 && change->old; change++) {
            struct proving p;
            proving_open(&p, &cases[i], change);
            if (is_confirmed(&p, "z3"))
                fail_msg("%s is proved with \"%s\"", cases[i].proof, change->new);
            proving_close(&p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_confirm_each_proof),
        cmocka_unit_test(no_invariant_can_be_left_out),
        cmocka_unit_test(what_is_wrong_is_not_confirmed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
