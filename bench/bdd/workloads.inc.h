// The work that is measured, written once and compiled for each engine, whose header has been included before.
//
// Functions are kept alive in a way that is right for both engines:
//   - an operand of an operation is in a slot (`assign`), or it was marked with own() and is given back with drop();
//   - a loop that makes functions opens a round for each turn; what must outlast it is in a slot.
// A workload leaves what it found in result[]; the clock stops when it returns, and then the answers are checked.

#define MAX_RESULTS 256
#define MAX_PROCESSES 1024

struct work {
    struct engine engine;
    int size;
    int bits; // over which the models of result[0] are counted: all variables, or all current copies
    fn result[MAX_RESULTS];
    size_t results;
    relation process[MAX_PROCESSES];
};

// *slot := *slot op f
#define UPDATE(e, slot, op, f) assign((e), (slot), op((e), *(slot), (f)))

// ---- N queens -------------------------------------------------------------------------------------------------------
// The formulation that comes with BuDDy and that most engines are compared by: a variable for each square, a queen in
// each row, and no two that attack each other, square by square.

static void queen_excludes(struct engine *e, fn *rules, int square, int other)
{
    fn rule = own(e, f_implies(e, f_var(e, square), f_not_var(e, other)));
    UPDATE(e, rules, f_and, rule);
    drop(e, rule);
}

static void queens_square(struct engine *e, fn *queens, int n, int row, int column)
{
    fn rules[4];
    slots_open(e, rules, 4);
    for (int i = 0; i < 4; i++)
        assign(e, &rules[i], f_true());
    int square = row * n + column;
    for (int i = 0; i < n; i++) {
        int rising = column + i - row, falling = column + row - i;
        if (i != column)
            queen_excludes(e, &rules[0], square, row * n + i);
        if (i != row)
            queen_excludes(e, &rules[1], square, i * n + column);
        if (i != row && rising >= 0 && rising < n)
            queen_excludes(e, &rules[2], square, i * n + rising);
        if (i != row && falling >= 0 && falling < n)
            queen_excludes(e, &rules[3], square, i * n + falling);
    }
    for (int i = 0; i < 4; i++)
        UPDATE(e, queens, f_and, rules[i]);
    slots_close(e, rules, 4);
}

static void work_queens(struct work *w)
{
    struct engine *e = &w->engine;
    int n = w->size;
    engine_vars(e, w->bits = n * n);
    w->results = 1;
    fn *queens = &w->result[0];
    assign(e, queens, f_true());
    fn some;
    slots_open(e, &some, 1);
    for (int row = 0; row < n; row++) {
        round_mark round = round_open(e);
        assign(e, &some, f_false());
        for (int column = 0; column < n; column++)
            UPDATE(e, &some, f_or, f_var(e, row * n + column));
        UPDATE(e, queens, f_and, some);
        round_close(e, round);
    }
    slots_close(e, &some, 1);
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            round_mark round = round_open(e);
            queens_square(e, queens, n, row, column);
            round_close(e, round);
        }
}

// ---- Reachability ---------------------------------------------------------------------------------------------------
// A process is a disjunction of actions: guards on the current values of bits, new values for some. Its relation says
// nothing of bits that no action of the process writes; a bit that only some of its actions write keeps its value in
// the others.

#define MAX_LITERALS 6
#define MAX_WRITTEN 5

struct literal {
    int bit;
    bool value;
};

struct action {
    struct literal guard[MAX_LITERALS], update[MAX_LITERALS];
    int guards, updates;
};

static bool writes(const struct action *a, int bit)
{
    for (int i = 0; i < a->updates; i++)
        if (a->update[i].bit == bit)
            return true;
    return false;
}

static void require(struct engine *e, fn *f, int var, bool value)
{
    UPDATE(e, f, f_and, value ? f_var(e, var) : f_not_var(e, var));
}

static void process_open(struct engine *e, relation *r, const int *written, int written_count,
                         const struct action *actions, int action_count)
{
    round_mark round = round_open(e);
    fn slots[2];
    slots_open(e, slots, 2);
    fn *body = &slots[0], *step = &slots[1];
    for (int i = 0; i < action_count; i++) {
        const struct action *a = &actions[i];
        assign(e, step, f_true());
        for (int k = 0; k < a->guards; k++)
            require(e, step, 2 * a->guard[k].bit, a->guard[k].value);
        for (int k = 0; k < a->updates; k++)
            require(e, step, 2 * a->update[k].bit + 1, a->update[k].value);
        for (int k = 0; k < written_count; k++)
            if (!writes(a, written[k])) {
                fn kept = own(e, f_iff(e, f_var(e, 2 * written[k]), f_var(e, 2 * written[k] + 1)));
                UPDATE(e, step, f_and, kept);
                drop(e, kept);
            }
        UPDATE(e, body, f_or, *step);
    }
    relation_open(e, r, *body, written, written_count);
    slots_close(e, slots, 2);
    round_close(e, round);
}

// Chaining: each process steps from all that has been reached so far, until a whole turn finds nothing new.
static void reach_chaining(struct engine *e, const relation *processes, int count, fn *reached)
{
    fn before;
    slots_open(e, &before, 1);
    do {
        assign(e, &before, *reached);
        for (int i = 0; i < count; i++) {
            round_mark round = round_open(e);
            assign(e, reached, f_step(e, *reached, &processes[i], *reached));
            round_close(e, round);
        }
    } while (*reached != before);
    slots_close(e, &before, 1);
}

// Breadth first: all processes step from what the last turn found.
static void reach_breadth_first(struct engine *e, const relation *processes, int count, fn *reached)
{
    fn slots[2];
    slots_open(e, slots, 2);
    fn *before = &slots[0], *frontier = &slots[1];
    assign(e, frontier, *reached);
    while (*frontier != f_false()) {
        assign(e, before, *reached);
        for (int i = 0; i < count; i++) {
            round_mark round = round_open(e);
            assign(e, reached, f_step(e, *frontier, &processes[i], *reached));
            round_close(e, round);
        }
        round_mark round = round_open(e);
        assign(e, frontier, f_minus(e, *reached, *before));
        round_close(e, round);
    }
    slots_close(e, slots, 2);
}

// Dining philosophers. Four bits each: the fork to the left lies on the table, hungry, holds the left fork, holds the
// right fork. A hungry philosopher takes the forks in any order, one at a time, and puts both back together.
static void philosopher_open(struct engine *e, relation *r, int i, int n)
{
    int fork = 4 * i, hungry = 4 * i + 1, left = 4 * i + 2, right = 4 * i + 3, other = 4 * ((i + 1) % n);
    int written[] = {fork, hungry, left, right, other};
    struct action actions[] = {
        {.guard = {{hungry, false}}, .guards = 1, .update = {{hungry, true}}, .updates = 1},
        {.guard = {{hungry, true}, {left, false}, {fork, true}},
         .guards = 3,
         .update = {{left, true}, {fork, false}},
         .updates = 2},
        {.guard = {{hungry, true}, {right, false}, {other, true}},
         .guards = 3,
         .update = {{right, true}, {other, false}},
         .updates = 2},
        {.guard = {{left, true}, {right, true}},
         .guards = 2,
         .update = {{hungry, false}, {left, false}, {right, false}, {fork, true}, {other, true}},
         .updates = 5},
    };
    process_open(e, r, written, 5, actions, 4);
}

// A token ring. Three bits each: wants, is in its critical section, has the token. Only who has the token enters; it
// goes on to the next when the section is left, and past a station that does not want it.
static void station_open(struct engine *e, relation *r, int i, int n)
{
    int wants = 3 * i, inside = 3 * i + 1, token = 3 * i + 2, next = 3 * ((i + 1) % n) + 2;
    int written[] = {wants, inside, token, next};
    struct action actions[] = {
        {.guard = {{wants, false}, {inside, false}}, .guards = 2, .update = {{wants, true}}, .updates = 1},
        {.guard = {{wants, true}, {token, true}},
         .guards = 2,
         .update = {{wants, false}, {inside, true}},
         .updates = 2},
        {.guard = {{inside, true}, {token, true}},
         .guards = 2,
         .update = {{inside, false}, {token, false}, {next, true}},
         .updates = 3},
        {.guard = {{wants, false}, {inside, false}, {token, true}},
         .guards = 3,
         .update = {{token, false}, {next, true}},
         .updates = 2},
    };
    process_open(e, r, written, 4, actions, 4);
}

static void initial_state(struct work *w, bool (*value)(int bit))
{
    struct engine *e = &w->engine;
    round_mark round = round_open(e);
    w->results = 1;
    assign(e, &w->result[0], f_true());
    for (int bit = w->bits - 1; bit >= 0; bit--)
        require(e, &w->result[0], 2 * bit, value(bit));
    round_close(e, round);
}

static bool fork_on_table(int bit)
{
    return bit % 4 == 0;
}

static bool first_has_token(int bit)
{
    return bit == 2;
}

static void work_philosophers(struct work *w)
{
    struct engine *e = &w->engine;
    int n = w->size;
    engine_pairs(e, w->bits = 4 * n);
    for (int i = 0; i < n; i++)
        philosopher_open(e, &w->process[i], i, n);
    initial_state(w, fork_on_table);
    reach_chaining(e, w->process, n, &w->result[0]);
    for (int i = 0; i < n; i++)
        relation_close(e, &w->process[i]);
}

static void work_ring(struct work *w)
{
    struct engine *e = &w->engine;
    int n = w->size;
    engine_pairs(e, w->bits = 3 * n);
    for (int i = 0; i < n; i++)
        station_open(e, &w->process[i], i, n);
    initial_state(w, first_has_token);
    reach_breadth_first(e, w->process, n, &w->result[0]);
    for (int i = 0; i < n; i++)
        relation_close(e, &w->process[i]);
}

// ---- Circuits -------------------------------------------------------------------------------------------------------

// sum and *carry := the bits of a + b + *carry
static void full_adder(struct engine *e, fn *sum, fn *carry, fn a, fn b)
{
    fn either = own(e, f_xor(e, a, b));
    fn both = own(e, f_and(e, a, b));
    fn passed = own(e, f_and(e, either, *carry));
    assign(e, sum, f_xor(e, either, *carry));
    assign(e, carry, f_or(e, both, passed));
    drop(e, either);
    drop(e, both);
    drop(e, passed);
}

// The two middle bits of the product of two n-bit numbers, by adding up shifted rows. The factors' bits alternate in
// the order.
static int factor_var(int factor, int bit)
{
    return 2 * bit + factor;
}

static void work_multiplier(struct work *w)
{
    struct engine *e = &w->engine;
    int n = w->size;
    engine_vars(e, w->bits = 2 * n);
    fn sum[64], carry;
    slots_open(e, sum, 64);
    slots_open(e, &carry, 1);
    for (int row = 0; row < n; row++) {
        assign(e, &carry, f_false());
        // No more columns than the middle bits depend on.
        for (int column = row; column <= n; column++) {
            round_mark round = round_open(e);
            fn partial = f_false();
            if (column - row < n)
                partial = f_and(e, f_var(e, factor_var(0, row)), f_var(e, factor_var(1, column - row)));
            own(e, partial);
            full_adder(e, &sum[column], &carry, sum[column], partial);
            drop(e, partial);
            round_close(e, round);
        }
    }
    w->results = 2;
    assign(e, &w->result[0], sum[n - 1]);
    assign(e, &w->result[1], sum[n]);
    slots_close(e, &carry, 1);
    slots_close(e, sum, 64);
}

// Hidden weighted bit: the value of the variable whose number, from 1 on, is the number of variables that are true;
// false if there is none. weight[k] is "k of the variables from here on are true", built from the bottom variable up.
static void work_hidden_bit(struct work *w)
{
    struct engine *e = &w->engine;
    int n = w->size;
    engine_vars(e, w->bits = n);
    fn weight[129];
    if (n > 128)
        abort();
    slots_open(e, weight, 129);
    assign(e, &weight[0], f_true());
    for (int var = n - 1; var >= 0; var--)
        for (int k = n - var; k >= 0; k--) {
            round_mark round = round_open(e);
            fn one_less = k ? weight[k - 1] : f_false();
            assign(e, &weight[k], f_ite(e, f_var(e, var), one_less, weight[k]));
            round_close(e, round);
        }
    w->results = 1;
    assign(e, &w->result[0], f_false());
    for (int k = 1; k <= n; k++) {
        round_mark round = round_open(e);
        fn chosen = own(e, f_and(e, weight[k], f_var(e, k - 1)));
        UPDATE(e, &w->result[0], f_or, chosen);
        drop(e, chosen);
        round_close(e, round);
    }
    slots_close(e, weight, 129);
}

// ---- And-exists -----------------------------------------------------------------------------------------------------
// Relations are conjunctions of random clauses, each of three literals that are not far from each other.

enum { RELATIONS = 24, RELATION_VARS = 64, RELATION_WINDOW = 20, PRODUCTS = 200 };

static void random_relation(struct engine *e, uint64_t *random, fn *slot, int clauses)
{
    fn clause;
    slots_open(e, &clause, 1);
    assign(e, slot, f_true());
    for (int i = 0; i < clauses; i++) {
        round_mark round = round_open(e);
        int first = (int)(next_random(random) % (RELATION_VARS - RELATION_WINDOW + 1));
        assign(e, &clause, f_false());
        for (int k = 0; k < 3; k++) {
            int var = first + (int)(next_random(random) % RELATION_WINDOW);
            UPDATE(e, &clause, f_or, next_random(random) & 1 ? f_var(e, var) : f_not_var(e, var));
        }
        UPDATE(e, slot, f_and, clause);
        round_close(e, round);
    }
    slots_close(e, &clause, 1);
}

static void work_and_exists(struct work *w)
{
    struct engine *e = &w->engine;
    uint64_t random = 2024;
    engine_vars(e, w->bits = RELATION_VARS);
    fn stored[RELATIONS];
    slots_open(e, stored, RELATIONS);
    for (int i = 0; i < RELATIONS; i++)
        random_relation(e, &random, &stored[i], w->size);
    w->results = PRODUCTS;
    for (int i = 0; i < PRODUCTS; i++) {
        round_mark round = round_open(e);
        int vars[RELATION_VARS], count = 0;
        for (int v = 0; v < RELATION_VARS; v++)
            if (next_random(&random) & 1)
                vars[count++] = v;
        fn f = stored[next_random(&random) % RELATIONS], g = stored[next_random(&random) % RELATIONS];
        fn cube = own(e, f_cube(e, vars, count));
        assign(e, &w->result[i], f_and_exists(e, f, g, cube));
        drop(e, cube);
        round_close(e, round);
    }
    slots_close(e, stored, RELATIONS);
}

// ---- Sifting --------------------------------------------------------------------------------------------------------
// Functions that are small in a good order and of exponential size in the one they are built in.

// x1 y1 or x2 y2 or ...: all x above all y.
static void work_sift_products(struct work *w)
{
    struct engine *e = &w->engine;
    int n = w->size;
    engine_vars(e, w->bits = 2 * n);
    w->results = 1;
    for (int i = 0; i < n; i++) {
        round_mark round = round_open(e);
        fn product = own(e, f_and(e, f_var(e, i), f_var(e, n + i)));
        UPDATE(e, &w->result[0], f_or, product);
        drop(e, product);
        round_close(e, round);
    }
    engine_sift(e);
}

// All bits of x + y: all bits of x above all of y.
static void work_sift_adder(struct work *w)
{
    struct engine *e = &w->engine;
    int n = w->size;
    engine_vars(e, w->bits = 2 * n);
    w->results = (size_t)n + 1;
    fn *carry = &w->result[n];
    for (int i = 0; i < n; i++) {
        round_mark round = round_open(e);
        full_adder(e, &w->result[i], carry, f_var(e, i), f_var(e, n + i));
        round_close(e, round);
    }
    engine_sift(e);
}

// One of 2^k data inputs, chosen by k select inputs: the data above what selects them.
static void work_sift_mux(struct work *w)
{
    struct engine *e = &w->engine;
    int k = w->size, inputs = 1 << k;
    engine_vars(e, w->bits = inputs + k);
    w->results = 1;
    fn line[64];
    if (inputs > 64)
        abort();
    slots_open(e, line, 64);
    for (int i = 0; i < inputs; i++)
        assign(e, &line[i], f_var(e, i));
    for (int s = 0; s < k; s++) {
        round_mark round = round_open(e);
        for (int i = 0; i < inputs >> (s + 1); i++)
            assign(e, &line[i], f_ite(e, f_var(e, inputs + s), line[2 * i + 1], line[2 * i]));
        round_close(e, round);
    }
    assign(e, &w->result[0], line[0]);
    slots_close(e, line, 64);
    engine_sift(e);
}
