// Progress on a terminal and elsewhere: when it is shown, how wide, and how it makes room.
#include "../unit.h"

#include "base/progress.h"
#include "base/str.h"

// Where the text goes and where the time comes from.
struct stage {
    struct mem mem;
    struct str text;
    double time;
};

static double stage_time(void *context)
{
    return ((struct stage *)context)->time;
}

static void collect(void *context, const char *bytes, size_t count)
{
    struct stage *stage = context;
    str_add_bytes(&stage->mem, &stage->text, bytes, count);
}

static struct progress progress_on(struct stage *stage)
{
    *stage = (struct stage){.time = 1000};
    return (struct progress){.write = collect, .context = stage, .clock = stage_time};
}

static void expect_text(struct stage *stage, const char *expected)
{
    assert_string_equal(str_text(&stage->text), expected);
    str_free(&stage->mem, &stage->text);
    assert_nothing_left(&stage->mem);
}

static void quick_work_shows_nothing(void **state)
{
    UNUSED(state);
    struct stage stage;
    struct progress progress = progress_on(&stage);
    progress.terminal = true;
    progress_begin(&progress, "work");
    for (int i = 0; i < 100; i++) {
        stage.time += 0.0049;
        progress_show(&progress, "%d", i);
    }
    progress_end(&progress);
    progress_show(&progress, "after the end");
    expect_text(&stage, "");
}

static void a_terminal_line_is_redrawn_and_erased(void **state)
{
    UNUSED(state);
    struct stage stage;
    struct progress progress = progress_on(&stage);
    progress.terminal = true;
    progress_begin(&progress, "work");
    int shown = 0;
    for (int i = 0; i < 16; i++) { // one second
        stage.time += 0.0625;
        if (progress_is_due(&progress)) {
            progress_show(&progress, "step %d", ++shown);
            assert_false(progress_is_due(&progress));
        }
    }
    progress_end(&progress);
    expect_text(&stage, "\r\033[K[0 s] work: step 1\r\033[K[1 s] work: step 2\r\033[K[1 s] work: step 3"
                        "\r\033[K[1 s] work: step 4\r\033[K[1 s] work: step 5\r\033[K");
}

static void elsewhere_lines_come_at_intervals(void **state)
{
    UNUSED(state);
    struct stage stage;
    struct progress progress = progress_on(&stage);
    progress_begin(&progress, "work");
    int lines = 0;
    for (int second = 0; second < 100; second++) {
        stage.time += 1;
        lines += progress_is_due(&progress);
        progress_show(&progress, "line %d", lines);
    }
    progress_end(&progress);
    expect_text(&stage, "[30 s] work: line 1\n[60 s] work: line 2\n[90 s] work: line 3\n");
}

static void intervals_can_be_chosen(void **state)
{
    UNUSED(state);
    struct stage stage;
    struct progress progress = progress_on(&stage);
    progress.interval = 4;
    progress_begin(&progress, "work");
    for (int second = 0; second < 11; second++) {
        stage.time += 1;
        progress_show(&progress, "x");
    }
    stage.time += 20; // nobody came by for a while
    progress_show(&progress, "y");
    stage.time += 3;
    progress_show(&progress, "z");
    progress_end(&progress);
    expect_text(&stage, "[4 s] work: x\n[8 s] work: x\n[31 s] work: y\n");
}

static void quiet_is_quiet(void **state)
{
    UNUSED(state);
    struct stage stage;
    struct progress progress = progress_on(&stage), none = {.clock = stage_time, .context = &stage};
    progress.quiet = true;
    progress_begin(&progress, "work");
    progress_begin(&none, "work"); // has no sink at all
    stage.time += 100;
    assert_false(progress_is_due(&progress));
    assert_false(progress_is_due(&none));
    progress_show(&progress, "x");
    progress_show(&none, "x");
    progress_end(&progress);
    progress_end(&none);
    expect_text(&stage, "");
}

static void lines_fit_the_terminal(void **state)
{
    UNUSED(state);
    struct stage stage;
    struct progress progress = progress_on(&stage);
    progress.terminal = true;
    progress.width = 20;
    progress_begin(&progress, "work");
    stage.time += 1;
    progress_show(&progress, "\xc3\xa9\xc3\xa9\033\n345"); // 19 columns: just fits
    stage.time += 1;
    progress_show(&progress, "\xc3\xa9\xc3\xa9\033\n3456");
    progress_end(&progress);
    expect_text(&stage, "\r\033[K[1 s] work: \xc3\xa9\xc3\xa9??345"
                        "\r\033[K[2 s] work: \xc3\xa9\xc3\xa9??34\xe2\x80\xa6\r\033[K");
}

static void very_long_lines_are_cut(void **state)
{
    UNUSED(state);
    struct stage stage;
    struct progress progress = progress_on(&stage);
    progress_begin(&progress, "work");
    stage.time += PROGRESS_INTERVAL;
    progress_show(&progress, "%4000d", 1);
    assert_in_range(stage.text.count, 400, 510);
    assert_int_equal(stage.text.at[stage.text.count - 1], '\n');
    str_clear(&stage.text);
    progress.terminal = true;
    for (progress.width = 1; progress.width < 2000; progress.width += 7) {
        stage.time += 1000;
        progress_show(&progress, "%4000d", 1);
    }
    progress_end(&progress);
    str_free(&stage.mem, &stage.text);
    assert_nothing_left(&stage.mem);
}

static void hiding_makes_room_for_other_output(void **state)
{
    UNUSED(state);
    struct stage stage;
    struct progress progress = progress_on(&stage);
    progress.terminal = true;
    progress_begin(&progress, "work");
    progress_hide(&progress); // nothing is there yet
    stage.time += 1;
    progress_show(&progress, "x");
    progress_hide(&progress);
    collect(&stage, "message\n", 8);
    progress_hide(&progress);
    stage.time += 1;
    progress_show(&progress, "y");
    progress_begin(&progress, "more"); // ends the one before
    expect_text(&stage, "\r\033[K[1 s] work: x\r\033[Kmessage\n\r\033[K[2 s] work: y\r\033[K");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_work_shows_nothing),
        cmocka_unit_test(a_terminal_line_is_redrawn_and_erased),
        cmocka_unit_test(elsewhere_lines_come_at_intervals),
        cmocka_unit_test(intervals_can_be_chosen),
        cmocka_unit_test(quiet_is_quiet),
        cmocka_unit_test(lines_fit_the_terminal),
        cmocka_unit_test(very_long_lines_are_cut),
        cmocka_unit_test(hiding_makes_room_for_other_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
