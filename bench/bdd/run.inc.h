// Runs a job and checks its answers, compiled for each engine: the including file has brought in the engine's header
// and says by RUN what the function is called that does it.

#include <math.h>
#include <sys/resource.h>
#include <time.h>

#include "workloads.inc.h"

#define MAX_VARS (8 * MAX_PROCESSES)

// ---- Answers as numbers ---------------------------------------------------------------------------------------------

// What a function is worth: as a polynomial at a random point and at one half (its share of all assignments, also as
// a floating-point number, whose range is wide enough for 2^-16000).
struct worth {
    fn function;
    bool used;
    uint64_t fingerprint, share;
    long double fraction;
};

struct worths {
    struct engine *engine;
    struct worth *table;
    size_t size, count; // size is a power of two
    uint64_t point[MAX_VARS];
};

static struct worth *worth_place(struct worths *all, fn f)
{
    uint64_t seed = (uint64_t)f;
    size_t i = next_random(&seed) & (all->size - 1);
    while (all->table[i].used && all->table[i].function != f)
        i = (i + 1) & (all->size - 1);
    return &all->table[i];
}

static void worths_grow(struct worths *all)
{
    struct worth *old = all->table;
    size_t old_size = all->size;
    all->size = old_size ? 2 * old_size : 1 << 12;
    all->table = calloc(all->size, sizeof *all->table);
    if (!all->table)
        abort();
    for (size_t i = 0; i < old_size; i++)
        if (old[i].used)
            *worth_place(all, old[i].function) = old[i];
    free(old);
}

static struct worth worth_of(struct worths *all, fn f)
{
    if (f_is_constant(f)) {
        bool one = f == f_true();
        return (struct worth){f, true, one, one, one};
    }
    struct worth *found = worth_place(all, f);
    if (found->used)
        return *found;
    const uint64_t half = (FINGERPRINT_PRIME + 1) / 2;
    uint64_t at = all->point[f_top(all->engine, f)];
    struct worth low = worth_of(all, f_low(all->engine, f));
    struct worth high = worth_of(all, f_high(all->engine, f));
    struct worth worth = {
        .function = f,
        .used = true,
        .fingerprint =
            mod_add(mod_mul(at, high.fingerprint), mod_mul(mod_add(1, FINGERPRINT_PRIME - at), low.fingerprint)),
        .share = mod_mul(half, mod_add(low.share, high.share)),
        .fraction = (low.fraction + high.fraction) / 2,
    };
    if (4 * ++all->count > 3 * all->size)
        worths_grow(all);
    *worth_place(all, f) = worth;
    return worth;
}

static void fingerprint_results(struct work *w, struct outcome *out)
{
    struct worths all = {.engine = &w->engine};
    uint64_t random = 1;
    for (size_t i = 0; i < MAX_VARS; i++)
        all.point[i] = next_random(&random) % FINGERPRINT_PRIME;
    worths_grow(&all);
    for (size_t i = 0; i < w->results; i++) {
        struct worth worth = worth_of(&all, w->result[i]);
        out->fingerprint = mod_add(mod_mul(out->fingerprint, all.point[i]), worth.fingerprint);
        if (i == 0) {
            out->count = mod_mul(worth.share, mod_pow(2, (uint64_t)w->bits));
            out->models = ldexpl(worth.fraction, w->bits);
        }
    }
    free(all.table);
}

// ---- Answers at single points ---------------------------------------------------------------------------------------
// What output i must be at an assignment, for the workloads where plain arithmetic can say it.

static uint64_t number(const bool *values, int first, int stride, int bits)
{
    uint64_t x = 0;
    for (int i = 0; i < bits; i++)
        x |= (uint64_t)values[first + i * stride] << i;
    return x;
}

static bool multiplier_at(int n, size_t output, const bool *values)
{
    return number(values, 0, 2, n) * number(values, 1, 2, n) >> (n - 1 + (int)output) & 1;
}

static bool hidden_bit_at(int n, size_t output, const bool *values)
{
    (void)output;
    int weight = 0;
    for (int i = 0; i < n; i++)
        weight += values[i];
    return weight > 0 && values[weight - 1];
}

static bool products_at(int n, size_t output, const bool *values)
{
    (void)output;
    return (number(values, 0, 1, n) & number(values, n, 1, n)) != 0;
}

static bool adder_at(int n, size_t output, const bool *values)
{
    return (number(values, 0, 1, n) + number(values, n, 1, n)) >> output & 1;
}

static bool mux_at(int k, size_t output, const bool *values)
{
    (void)output;
    return values[number(values, 1 << k, 1, k)];
}

static const struct {
    void (*work)(struct work *);
    bool (*at)(int size, size_t output, const bool *values);
} workloads[] = {
    [WORK_QUEENS] = {work_queens, NULL},
    [WORK_PHILOSOPHERS] = {work_philosophers, NULL},
    [WORK_RING] = {work_ring, NULL},
    [WORK_MULTIPLIER] = {work_multiplier, multiplier_at},
    [WORK_HIDDEN_BIT] = {work_hidden_bit, hidden_bit_at},
    [WORK_AND_EXISTS] = {work_and_exists, NULL},
    [WORK_SIFT_PRODUCTS] = {work_sift_products, products_at},
    [WORK_SIFT_ADDER] = {work_sift_adder, adder_at},
    [WORK_SIFT_MUX] = {work_sift_mux, mux_at},
};

static bool value_at(struct engine *e, fn f, const bool *values)
{
    while (!f_is_constant(f))
        f = values[f_top(e, f)] ? f_high(e, f) : f_low(e, f);
    return f == f_true();
}

static bool right_at_random_points(struct work *w, enum workload workload)
{
    uint64_t random = 7;
    bool values[MAX_VARS];
    if (!workloads[workload].at)
        return true;
    for (int point = 0; point < 1000; point++) {
        for (int v = 0; v < w->bits; v++)
            values[v] = next_random(&random) & 1;
        for (size_t i = 0; i < w->results; i++)
            if (value_at(&w->engine, w->result[i], values) != workloads[workload].at(w->size, i, values))
                return false;
    }
    return true;
}

// ---- A job ----------------------------------------------------------------------------------------------------------

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void RUN(const struct job *job, struct outcome *out)
{
    struct work w = {.size = job->size};
    *out = (struct outcome){0};
    double start = processor_seconds();
    engine_open(&w.engine, job);
    slots_open(&w.engine, w.result, MAX_RESULTS);
    workloads[job->workload].work(&w);
    out->seconds = processor_seconds() - start;

    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    out->peak_bytes = (size_t)usage.ru_maxrss * 1024;

    for (size_t i = 0; i < w.results; i++)
        if (!f_is_valid(w.result[i]))
            return;
    out->result_nodes = engine_size(&w.engine, w.result, w.results);
    engine_table(&w.engine, out);
    engine_packed(&w.engine, w.result, w.results, out);
    fingerprint_results(&w, out);
    out->right = right_at_random_points(&w, job->workload);
    out->done = true;
}
