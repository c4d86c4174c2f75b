// Messages by level, of any length.
#include "../unit.h"

#include "base/log.h"
#include "base/str.h"

struct sink {
    struct mem mem;
    struct str text;
};

static void collect(void *context, enum log_level level, const char *text)
{
    struct sink *sink = context;
    str_add(&sink->mem, &sink->text, "[%s] %s\n", log_level_name(level), text);
}

static void levels_are_filtered(void **state)
{
    UNUSED(state);
    struct sink sink = {0};
    struct mem mem = MEM_UNLIMITED;
    struct log log = {.level = LOG_INFO, .sink = collect, .context = &sink, .mem = &mem};
    log_error(&log, "a %d", 1);
    log_warning(&log, "b");
    log_info(&log, "c %s", "x");
    log_verbose(&log, "d");
    log_debug(&log, "e");
    log.level = LOG_DEBUG;
    log_verbose(&log, "f");
    log_debug(&log, "g");
    log.level = LOG_ERROR;
    log_warning(&log, "h");
    assert_string_equal(sink.text.at, "[error] a 1\n[warning] b\n[info] c x\n[verbose] f\n[debug] g\n");
    assert_true(log_wants(&log, LOG_ERROR) && !log_wants(&log, LOG_WARNING));
    str_free(&sink.mem, &sink.text);
    assert_nothing_left(&sink.mem);
    assert_nothing_left(&mem);
}

static void without_a_sink_nothing_happens(void **state)
{
    UNUSED(state);
    struct log log = {.level = LOG_DEBUG};
    log_error(&log, "nobody hears it");
    assert_false(log_wants(&log, LOG_ERROR));
}

static void long_messages_are_whole_if_there_is_memory(void **state)
{
    UNUSED(state);
    struct sink sink = {0};
    struct mem mem = MEM_UNLIMITED;
    struct log log = {.level = LOG_INFO, .sink = collect, .context = &sink, .mem = &mem};
    log_info(&log, "%3000d", 5);
    assert_int_equal(sink.text.count, strlen("[info] ") + 3000 + 1);
    assert_int_equal(sink.text.at[sink.text.count - 2], '5');
    assert_nothing_left(&mem);

    str_clear(&sink.text);
    mem.fail_after = 1;
    log_info(&log, "%3000d", 5);
    assert_int_equal(sink.text.count, strlen("[info] ") + 511 + 1);
    assert_nothing_left(&mem);
    str_free(&sink.mem, &sink.text);
}

static void level_names_are_the_choices(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str names = {0};
    for (int level = LOG_ERROR; level <= LOG_DEBUG; level++)
        str_add(&mem, &names, "%s%s", level ? "|" : "", log_level_name((enum log_level)level));
    assert_string_equal(names.at, LOG_LEVELS);
    str_free(&mem, &names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_filtered),
        cmocka_unit_test(without_a_sink_nothing_happens),
        cmocka_unit_test(long_messages_are_whole_if_there_is_memory),
        cmocka_unit_test(level_names_are_the_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
