#include "net_case.h"

#include "../unit.h"
#include "pnml/split_classes.h"

void net_case_open(struct net_case *c, struct dice *dice, size_t most_states, struct mem *mem)
{
    *c = (struct net_case){.mem = mem, .dice = dice, .arena = {.mem = mem}};
    do
        random_net_make(&c->random, dice);
    while (!random_net_search(&c->random, most_states, &c->found));
    random_net_print(&c->random, mem, &c->text);
    struct source source = {"net.pnml", c->text.at, c->text.count};
    diag_open(&c->diag, mem);
    assert_true(net_read(&c->net, &source, mem, &c->diag));
    if (dice_roll(dice, 2))
        net_split_classes(&c->net);
    c->model = coset_open_text("net.pnml", c->text.at, c->text.count, NULL, NULL);
    assert_non_null(c->model);
}

void net_case_close(struct net_case *c)
{
    coset_close(c->model);
    net_close(&c->net);
    diag_close(&c->diag);
    arena_free(&c->arena);
    str_free(c->mem, &c->text);
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

const struct mcc_formula *net_case_condition(struct net_case *c)
{
    struct mcc_formula *f;
    uint32_t *one = arena_alloc(&c->arena, sizeof *one);
    int kind = dice_roll(c->dice, 8);
    if (kind == 0)
        return mcc_make(&c->arena, MCC_DEADLOCK, NULL, NULL);
    if (kind < 4) {
        f = mcc_make(&c->arena, MCC_FIREABLE, NULL, NULL);
        *one = (uint32_t)dice_roll(c->dice, c->random.transition_count);
        f->transitions = one;
        f->transition_count = 1;
        return f;
    }
    int place = dice_roll(c->dice, c->random.place_count);
    struct mcc_sum tokens = {one, 1, 0}, number = {NULL, 0, dice_roll(c->dice, c->found.most[place] + 2)};
    *one = (uint32_t)place;
    f = mcc_make(&c->arena, MCC_LE, NULL, NULL);
    f->left = kind < 6 ? tokens : number;
    f->right = kind < 6 ? number : tokens;
    return f;
}

const struct mcc_formula *net_case_formula(struct net_case *c, int depth, bool is_linear)
{
    static const enum mcc_op times[] = {MCC_X, MCC_F, MCC_G, MCC_U};
    int kind = depth == 0 ? 0 : dice_roll(c->dice, 8);
    if (kind == 0)
        return net_case_condition(c);
    const struct mcc_formula *a = net_case_formula(c, depth - 1, is_linear);
    if (kind == 1)
        return mcc_make(&c->arena, MCC_NOT, a, NULL);
    if (kind < 4)
        return mcc_make(&c->arena, kind == 2 ? MCC_AND : MCC_OR, a, net_case_formula(c, depth - 1, is_linear));
    enum mcc_op op = times[kind - 4];
    const struct mcc_formula *b = op == MCC_U ? net_case_formula(c, depth - 1, is_linear) : NULL;
    const struct mcc_formula *path = mcc_make(&c->arena, op, a, b);
    return is_linear ? path : mcc_make(&c->arena, dice_roll(c->dice, 2) ? MCC_A : MCC_E, path, NULL);
}

static void print_sum(struct mem *mem, const struct mcc_sum *sum, struct str *out)
{
    str_add(mem, out, "%d", (int)sum->constant);
    for (size_t i = 0; i < sum->count; i++)
        str_add(mem, out, " + place%u", sum->places[i]);
}

// As the net's formulas are written. An execution that ends stays there, which EX and AX of the contest do not.
static void print(struct mem *mem, const struct mcc_formula *f, struct str *out)
{
    const struct mcc_formula *path = f->op == MCC_A || f->op == MCC_E ? f->operands[0] : f;
    const char *quantifier = f->op == MCC_A ? "A" : f->op == MCC_E ? "E" : "";
    str_add(mem, out, "(");
    switch (path->op) {
    case MCC_TRUE:
    case MCC_FALSE:
        str_add(mem, out, f->op == MCC_TRUE ? "0 = 0" : "0 = 1");
        break;
    case MCC_LE:
        print_sum(mem, &f->left, out);
        str_add(mem, out, " <= ");
        print_sum(mem, &f->right, out);
        break;
    case MCC_FIREABLE:
        str_add(mem, out, "fireable(t%u)", f->transitions[0]);
        break;
    case MCC_DEADLOCK:
        str_add(mem, out, "deadlock");
        break;
    case MCC_NOT:
        str_add(mem, out, "!");
        print(mem, f->operands[0], out);
        break;
    case MCC_AND:
    case MCC_OR:
        print(mem, f->operands[0], out);
        str_add(mem, out, f->op == MCC_AND ? " & " : " | ");
        print(mem, f->operands[1], out);
        break;
    case MCC_U:
        str_add(mem, out, f->op == MCC_U ? "" : f->op == MCC_A ? "A [" : "E [");
        print(mem, path->operands[0], out);
        str_add(mem, out, " U ");
        print(mem, path->operands[1], out);
        str_add(mem, out, f->op == MCC_U ? "" : "]");
        break;
    default:
        if (path->op == MCC_X && f != path)
            str_add(mem, out, f->op == MCC_A ? "deadlock | " : "!deadlock & ");
        str_add(mem, out, "%s%s ", quantifier, path->op == MCC_X ? "X" : path->op == MCC_F ? "F" : "G");
        print(mem, path->operands[0], out);
    }
    str_add(mem, out, ")");
}

bool net_case_holds(struct net_case *c, const struct mcc_formula *f, bool is_linear)
{
    static const coset_options options = {.engine = COSET_ENGINE_EXPLICIT, .symmetry = COSET_SYMMETRY_OFF};
    struct str text = {0};
    char *error = NULL;
    str_add(c->mem, &text, is_linear ? "A " : "");
    print(c->mem, f, &text);
    size_t property = coset_add_formula(c->model, text.at, &error);
    if (property == COSET_NONE)
        fail_msg("%s: %s", text.at, error);
    coset_result *result = coset_check(c->model, property, &options);
    coset_verdict verdict = coset_result_verdict(result);
    if (verdict != COSET_HOLDS && verdict != COSET_FAILS)
        fail_msg("undecided: %s in\n%s", text.at, c->text.at);
    coset_result_free(result);
    str_free(c->mem, &text);
    return verdict == COSET_HOLDS;
}

// ---- What is expected -----------------------------------------------------------------------------------------------

void net_case_expect(struct net_case *c, bool is_right, const char *what, const struct mcc_formula *f)
{
    struct str text = {0};
    if (is_right)
        return;
    if (f)
        print(c->mem, f, &text);
    fail_msg("%s: %s in\n%s", what, str_text(&text), c->text.at);
}

bool net_case_never(void *context)
{
    (void)context;
    return false;
}
