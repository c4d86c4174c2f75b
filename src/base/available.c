#include "base/available.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LONGEST_PATH 4096

// The number in a file that has nothing else; false if there is none, as in "max".
static bool read_number(const char *path, unsigned long long *number)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    bool good = fscanf(file, "%llu", number) == 1;
    fclose(file);
    return good;
}

// A line "NAME VALUE" of a table, in units of the table.
static bool read_line(const char *path, const char *name, unsigned long long *number)
{
    char line[256];
    FILE *file = fopen(path, "re");
    bool good = false;
    while (file && !good && fgets(line, sizeof line, file))
        good = strncmp(line, name, strlen(name)) == 0 && sscanf(line + strlen(name), " %llu", number) == 1;
    if (file)
        fclose(file);
    return good;
}

// What a group and those above it leave. Pages of files that nobody uses are given back when they are needed.
static size_t free_in_groups(const char *root, const char *folder, char *group, const char *limit, const char *used,
                             size_t free)
{
    for (;;) {
        char path[LONGEST_PATH * 2];
        unsigned long long most, held, files;
        snprintf(path, sizeof path, "%s%s%s/%s", root, folder, group, limit);
        if (read_number(path, &most)) {
            snprintf(path, sizeof path, "%s%s%s/%s", root, folder, group, used);
            if (!read_number(path, &held))
                held = 0;
            snprintf(path, sizeof path, "%s%s%s/memory.stat", root, folder, group);
            if (read_line(path, "inactive_file", &files) && files < held)
                held -= files;
            unsigned long long left = most > held ? most - held : 0;
            free = left < free ? (size_t)left : free;
        }
        char *slash = strrchr(group, '/');
        if (!slash)
            return free;
        *slash = '\0';
    }
}

// Lines of /proc/self/cgroup are "0::/path" (version 2) and "4:memory:/path" (version 1).
static size_t free_for_process(const char *root, size_t free)
{
    char line[LONGEST_PATH];
    snprintf(line, sizeof line, "%s/proc/self/cgroup", root);
    FILE *file = fopen(line, "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = '\0';
        if (strcmp(path, "/") == 0)
            *path = '\0';
        if (strcmp(names + 1, "") == 0)
            free = free_in_groups(root, "/sys/fs/cgroup", path, "memory.max", "memory.current", free);
        else if (strstr(names + 1, "memory"))
            free = free_in_groups(root, "/sys/fs/cgroup/memory", path, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                  free);
    }
    if (file)
        fclose(file);
    return free;
}

size_t available_memory(const char *root)
{
    unsigned long long kilobytes;
    char path[LONGEST_PATH];
    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    if (!read_line(path, "MemAvailable:", &kilobytes))
        return 0;
    return free_for_process(root, (size_t)kilobytes * 1024);
}

size_t held_memory(void)
{
    char text[128];
    unsigned long all, resident, shared;
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[count > 0 ? count : 0] = 0;
    return sscanf(text, "%lu %lu %lu", &all, &resident, &shared) == 3
               ? (resident - shared) * (size_t)sysconf(_SC_PAGESIZE)
               : 0;
}
