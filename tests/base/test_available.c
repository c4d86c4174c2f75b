// How much memory is free, read from the files of a made-up system.
#include "../unit.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/available.h"

#define MB (1024ULL * 1024)

static char root[] = "/tmp/coset-available-XXXXXX";

static void write_file(const char *path, const char *text)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    for (char *slash = strchr(whole + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(whole, 0700);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int open_root(void **state)
{
    (void)state;
    strcpy(root + strlen(root) - 6, "XXXXXX");
    return mkdtemp(root) ? 0 : -1;
}

static int close_root(void **state)
{
    char command[512];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

static void the_machine_alone(void **state)
{
    (void)state;
    assert_int_equal(available_memory(root), 0); // nothing says so
    write_file("/proc/meminfo", "MemTotal: 9000 kB\nMemFree:  10 kB\nMemAvailable:    4096 kB\n");
    assert_int_equal(available_memory(root), 4 * MB);
}

static void every_group_above_counts(void **state)
{
    (void)state;
    write_file("/proc/meminfo", "MemAvailable: 102400 kB\n");
    write_file("/proc/self/cgroup", "0::/user/run\n");
    write_file("/sys/fs/cgroup/user/run/memory.max", "max\n");
    assert_int_equal(available_memory(root), 100 * MB); // no limit
    write_file("/sys/fs/cgroup/user/memory.max", "52428800\n");
    write_file("/sys/fs/cgroup/user/memory.current", "20971520\n");
    assert_int_equal(available_memory(root), 30 * MB);
    write_file("/sys/fs/cgroup/user/memory.stat", "anon 5\ninactive_file 10485760\n"); // is given back
    assert_int_equal(available_memory(root), 40 * MB);
    write_file("/sys/fs/cgroup/user/run/memory.max", "10485760\n");
    assert_int_equal(available_memory(root), 10 * MB);
    write_file("/sys/fs/cgroup/user/run/memory.current", "20971520\n"); // more than the limit
    assert_int_equal(available_memory(root), 0);
}

static void a_group_without_a_path_is_the_root(void **state)
{
    (void)state;
    write_file("/proc/meminfo", "MemAvailable: 102400 kB\n");
    write_file("/proc/self/cgroup", "0::/\n");
    write_file("/sys/fs/cgroup/memory.max", "1048576\n");
    assert_int_equal(available_memory(root), MB);
}

static void groups_of_the_first_version(void **state)
{
    (void)state;
    write_file("/proc/meminfo", "MemAvailable: 102400 kB\n");
    write_file("/proc/self/cgroup", "5:cpu,cpuacct:/a\nnonsense\n4:memory:/box\n");
    write_file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"); // none
    write_file("/sys/fs/cgroup/memory/box/memory.limit_in_bytes", "8388608\n");
    write_file("/sys/fs/cgroup/memory/box/memory.usage_in_bytes", "1048576\n");
    assert_int_equal(available_memory(root), 7 * MB);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_root, close_root)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_machine_alone), TEST(every_group_above_counts),
                                       TEST(a_group_without_a_path_is_the_root), TEST(groups_of_the_first_version)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
