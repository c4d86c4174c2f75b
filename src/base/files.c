#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

bool file_is_same(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool file_is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static const char *name_in_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_folder(struct mem *mem, const char *path, struct str *out)
{
    const char *name = name_in_folder(path);
    str_add(mem, out, "%.*s", name > path ? (int)(name - path) : 1, name > path ? path : ".");
}

bool file_will_be_same(struct mem *mem, const char *a, const char *b)
{
    struct str one = {0}, other = {0};
    if (strcmp(name_in_folder(a), name_in_folder(b)) != 0 || access(a, F_OK) == 0)
        return false;
    add_folder(mem, a, &one);
    add_folder(mem, b, &other);
    bool same = file_is_same(str_text(&one), str_text(&other));
    str_free(mem, &one);
    str_free(mem, &other);
    return same;
}

bool file_is_writable(struct mem *mem, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        errno = EISDIR;
        return !S_ISDIR(status.st_mode) && access(path, W_OK) == 0;
    }
    if (errno != ENOENT)
        return false;
    struct str folder = {0};
    const char *slash = strrchr(path, '/');
    if (slash)
        str_add(mem, &folder, "%.*s", (int)(slash - path + 1), path);
    bool good = access(slash ? str_text(&folder) : ".", W_OK | X_OK) == 0;
    int reason = errno;
    str_free(mem, &folder);
    errno = reason;
    return good;
}

bool file_write_all(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

const void *file_map(const char *path, size_t *length)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    void *bytes = MAP_FAILED;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
        bytes = mmap(NULL, *length = (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    else
        errno = S_ISREG(status.st_mode) ? ENODATA : EINVAL;
    int reason = errno;
    close(file);
    errno = reason;
    return bytes == MAP_FAILED ? NULL : bytes;
}
