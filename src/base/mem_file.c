#include "base/mem_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/files.h"

static int open_file(const char *folder)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/coset-XXXXXX", folder);
    int file = length > 0 && (size_t)length < sizeof path ? mkstemp(path) : -1;
    if (file < 0)
        return -1;
    unlink(path);
    fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

// Space on the disk is asked for at once: who writes into a page that finds none is killed.
static bool has_space(int file, size_t from, size_t bytes)
{
    int error;
    do
        error = posix_fallocate(file, (off_t)from, (off_t)bytes);
    while (error == EINTR);
    return error == 0;
}

static bool map(struct mem_region *r, int file, size_t from, size_t bytes)
{
    return mmap(r->base + from, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, (off_t)from) != MAP_FAILED;
}

bool mem_file_take(struct mem_region *r, const char *folder, size_t committed)
{
    int file = open_file(folder);
    if (file < 0)
        return false;
    if (!has_space(file, 0, committed) || !file_write_all(file, r->base, r->committed) || !map(r, file, 0, committed)) {
        close(file);
        return false;
    }
    r->file = file + 1;
    r->committed = committed;
    return true;
}

bool mem_file_grow(struct mem_region *r, size_t committed)
{
    size_t more = committed - r->committed;
    if (!has_space(r->file - 1, r->committed, more) || !map(r, r->file - 1, r->committed, more))
        return false;
    r->committed = committed;
    return true;
}

void mem_file_close(struct mem_region *r)
{
    close(r->file - 1);
}
