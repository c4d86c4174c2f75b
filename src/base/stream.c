// Streams are files of the C library.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/stream_file.h"

struct stream {
    struct mem *mem;
    FILE *file;
    bool is_own;
    char *content; // of one in memory
    size_t length;
};

static struct stream *make(FILE *file, bool is_own, struct mem *mem)
{
    if (!file)
        return NULL;
    struct stream *s = mem_alloc(mem, sizeof *s);
    *s = (struct stream){.mem = mem, .file = file, .is_own = is_own};
    return s;
}

static const char *mode_word(enum stream_mode mode)
{
    return mode == STREAM_READ ? "rbe" : mode == STREAM_WRITE ? "wbe" : "w+be";
}

struct stream *stream_open(const char *path, enum stream_mode mode, struct mem *mem)
{
    return make(fopen(path, mode_word(mode)), true, mem);
}

struct stream *stream_on_descriptor(int descriptor, enum stream_mode mode, struct mem *mem)
{
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    FILE *file = copy >= 0 ? fdopen(copy, mode_word(mode)) : NULL;
    if (copy >= 0 && !file) {
        int reason = errno;
        close(copy);
        errno = reason;
    }
    return make(file, true, mem);
}

struct stream *stream_on_bytes(const void *bytes, size_t count, struct mem *mem)
{
    return make(fmemopen((void *)(uintptr_t)bytes, count, "rb"), true, mem);
}

struct stream *stream_in_memory(struct mem *mem)
{
    struct stream *s = mem_zalloc(mem, sizeof *s);
    *s = (struct stream){.mem = mem, .is_own = true};
    s->file = open_memstream(&s->content, &s->length);
    if (!s->file) {
        mem_free(mem, s, sizeof *s);
        return NULL;
    }
    return s;
}

struct stream *stream_on_file(FILE *file, struct mem *mem)
{
    return make(file, false, mem);
}

FILE *stream_file(struct stream *s)
{
    return s->file;
}

bool stream_close(struct stream *s)
{
    if (!s)
        return true;
    bool good = !ferror(s->file);
    int reason = errno;
    // cppcheck-suppress useClosedFile ; only one of the two is called
    if ((s->is_own ? fclose(s->file) : fflush(s->file)) != 0 && good) {
        good = false;
        reason = errno;
    }
    free(s->content);
    mem_free(s->mem, s, sizeof *s);
    errno = reason;
    return good;
}

void stream_abandon(struct stream *s)
{
    mem_free(s->mem, s, sizeof *s);
}

bool stream_write(struct stream *s, const void *bytes, size_t count)
{
    return count == 0 || fwrite(bytes, 1, count, s->file) == count;
}

size_t stream_read_some(struct stream *s, void *bytes, size_t count)
{
    return count == 0 ? 0 : fread(bytes, 1, count, s->file);
}

bool stream_read(struct stream *s, void *bytes, size_t count)
{
    return stream_read_some(s, bytes, count) == count;
}

bool stream_is_at_end(struct stream *s)
{
    int next = getc(s->file);
    if (next != EOF)
        ungetc(next, s->file);
    return next == EOF;
}

bool stream_position(struct stream *s, uint64_t *position)
{
    off_t at = ftello(s->file);
    *position = at < 0 ? 0 : (uint64_t)at;
    return at >= 0;
}

bool stream_seek(struct stream *s, uint64_t position)
{
    return fseeko(s->file, (off_t)position, SEEK_SET) == 0;
}

bool stream_flush(struct stream *s)
{
    return fflush(s->file) == 0 && !ferror(s->file);
}

bool stream_has_failed(const struct stream *s)
{
    return ferror(s->file);
}

const char *stream_content(struct stream *s, size_t *count)
{
    bool good = stream_flush(s);
    *count = good ? s->length : 0;
    return good ? s->content : NULL;
}

int stream_descriptor(const struct stream *s)
{
    return fileno(s->file);
}
