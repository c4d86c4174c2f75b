// The statistics table as text and as JSON.
#include "../unit.h"

#include "base/statistics.h"

struct counters {
    uint32_t rounds;
    uint64_t nodes;
    size_t bytes;
    double seconds, hit_rate, states;
    struct {
        uint64_t hits;
    } cache[2];
};

static const struct statistic table[] = {
    {"rounds", STATISTIC_AT(struct counters, rounds), STATISTIC_COUNT, "steps of the search"},
    {"nodes_live", STATISTIC_AT(struct counters, nodes), STATISTIC_COUNT, "nodes in use"},
    {"bytes_peak", STATISTIC_AT(struct counters, bytes), STATISTIC_BYTES, "most memory held"},
    {"seconds", STATISTIC_AT(struct counters, seconds), STATISTIC_SECONDS, "time taken"},
    {"hit_rate", STATISTIC_AT(struct counters, hit_rate), STATISTIC_RATIO, "answered by the cache"},
    {"states", STATISTIC_AT(struct counters, states), STATISTIC_COUNT, "more than 64 bits can hold"},
    {"and_hits", STATISTIC_AT(struct counters, cache[1].hits), STATISTIC_COUNT, "a member of an array"},
};
static const struct statistics statistics = STATISTICS("Engine", table);

static const struct counters counters = {
    .rounds = 12,
    .nodes = 1234567,
    .bytes = 3 << 19,
    .seconds = 0.25,
    .hit_rate = 0.5,
    .states = 1e30,
    .cache[1].hits = 7,
};

static void text_is_aligned(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str out = {0};
    str_add(&mem, &out, "_\n"); // what was there is left alone
    statistics_add_text(&statistics, &counters, &mem, &out);
    assert_string_equal(out.at, "_\n"
                                "Engine\n"
                                "  rounds                  12  steps of the search\n"
                                "  nodes live       1,234,567  nodes in use\n"
                                "  bytes peak         1.5 MiB  most memory held\n"
                                "  seconds             0.25 s  time taken\n"
                                "  hit rate            50.0 %  answered by the cache\n"
                                "  states               1e+30  more than 64 bits can hold\n"
                                "  and hits                 7  a member of an array\n");
    str_free(&mem, &out);
    assert_nothing_left(&mem);
}

static void json_is_an_object(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str out = {0};
    statistics_add_json(&statistics, &counters, &mem, &out);
    assert_string_equal(out.at, "{\"rounds\": 12, \"nodes_live\": 1234567, \"bytes_peak\": 1572864, "
                                "\"seconds\": 0.25, \"hit_rate\": 0.5, \"states\": 1e+30, \"and_hits\": 7}");
    str_free(&mem, &out);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_aligned),
        cmocka_unit_test(json_is_an_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
