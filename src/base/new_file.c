#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *new_file_find_place(const char *path, struct mem *mem, struct str *place)
{
    struct stat status;
    char *real = NULL;
    if (!*path)
        return "it has no name";
    if (stat(path, &status) == 0) {
        if (!S_ISREG(status.st_mode))
            return S_ISDIR(status.st_mode) ? "it is a directory" : "it is not a regular file";
        real = realpath(path, NULL);
    }
    str_add(mem, place, "%s", real ? real : path);
    free(real);
    return NULL;
}

static int open_beside(const char *path, struct mem *mem, struct str *name)
{
    str_add(mem, name, "%s.XXXXXX", path);
    return mkstemp(name->at);
}

bool new_file_open(struct new_file *f, const char *path, struct mem *mem)
{
    *f = (struct new_file){.mem = mem, .path = path};
    f->descriptor = open_beside(path, mem, &f->name);
    if (f->descriptor < 0)
        str_free(mem, &f->name);
    return f->descriptor >= 0;
}

// As a file that a program makes usually is, or as the one that was there.
static void set_mode(const struct new_file *f)
{
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(f->descriptor, stat(f->path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask);
}

// A file that is to stay is in its directory's care.
static void settle_directory(const struct new_file *f)
{
    char *copy = str_copy(f->mem, f->path);
    size_t bytes = strlen(f->path) + 1;
    int directory = open(dirname(copy), O_RDONLY | O_DIRECTORY);
    if (directory >= 0) {
        (void)fsync(directory);
        close(directory);
    }
    mem_free(f->mem, copy, bytes);
}

bool new_file_put(struct new_file *f)
{
    set_mode(f);
    bool good = fsync(f->descriptor) == 0;
    int reason = errno;
    if (close(f->descriptor) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(f->name.at, f->path) != 0) {
        good = false;
        reason = errno;
    }
    if (good)
        settle_directory(f);
    else
        unlink(f->name.at);
    str_free(f->mem, &f->name);
    errno = reason;
    return good;
}

void new_file_drop(struct new_file *f)
{
    close(f->descriptor);
    unlink(f->name.at);
    str_free(f->mem, &f->name);
}

int new_file_nameless(const char *path, struct mem *mem)
{
    struct str name = {0};
    int descriptor = open_beside(path, mem, &name);
    int reason = errno;
    if (descriptor >= 0)
        unlink(name.at); // it goes when nobody has it open any more
    str_free(mem, &name);
    errno = reason;
    return descriptor;
}
