#include "run/checkpoint/checkpoint_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

static const char magic[8] = {'C', 'O', 'S', 'E', 'T', 'C', 'H', 'K'};

#define VERSION UINT32_C(2)
#define LONGEST_NAME 256
#define SUM_AT_ONCE 65536 // bytes

// Eight bytes at a time where there are as many; each step is a bijection of the sum so far, so that a single damaged
// byte always shows.
static uint64_t sum_bytes(uint64_t sum, const char *bytes, size_t count)
{
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        sum = hash_mix((sum ^ word) + UINT64_C(0x9e3779b97f4a7c15));
    }
    return hash_bytes(sum, bytes, count);
}

static uint64_t sum_head(const char *name, uint64_t length)
{
    return sum_bytes(sum_bytes(HASH_BYTES_START, name, strlen(name)), (const char *)&length, sizeof length);
}

// From where the file stands; false if it ends before, or cannot be read.
static bool sum_file(struct stream *file, uint64_t length, uint64_t *sum)
{
    char buffer[SUM_AT_ONCE];
    while (length > 0) {
        size_t wanted = length < sizeof buffer ? (size_t)length : sizeof buffer;
        if (!stream_read(file, buffer, wanted))
            return false;
        *sum = sum_bytes(*sum, buffer, wanted);
        length -= wanted;
    }
    return true;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static void fail(struct checkpoint_writer *w)
{
    if (!w->error)
        w->error = errno ? errno : EIO;
}

static void put(struct checkpoint_writer *w, const void *at, size_t bytes)
{
    if (!w->error && !stream_write(w->file, at, bytes))
        fail(w);
}

static void put_start(struct checkpoint_writer *w)
{
    uint32_t version = VERSION;
    put(w, magic, sizeof magic);
    put(w, &version, sizeof version);
}

void checkpoint_begin_in(struct checkpoint_writer *w, struct stream *file, struct mem *mem)
{
    *w = (struct checkpoint_writer){.mem = mem, .file = file};
    errno = 0;
    if (!stream_seek(file, 0) || ftruncate(stream_descriptor(file), 0) != 0)
        fail(w);
    put_start(w);
}

bool checkpoint_begin(struct checkpoint_writer *w, const char *path, struct mem *mem)
{
    *w = (struct checkpoint_writer){.mem = mem};
    errno = 0;
    w->has_place = new_file_open(&w->place, path, mem);
    w->file = w->has_place ? stream_on_descriptor(w->place.descriptor, STREAM_REWRITE, mem) : NULL;
    if (!w->file) {
        fail(w);
        if (w->has_place)
            new_file_drop(&w->place);
        return false;
    }
    put_start(w);
    return true;
}

struct stream *checkpoint_begin_section(struct checkpoint_writer *w, const char *name)
{
    uint64_t nothing[2] = {0};
    if (!stream_position(w->file, &w->section))
        fail(w);
    uint32_t length = (uint32_t)strlen(name);
    w->section_name = length;
    put(w, &length, sizeof length);
    put(w, name, length);
    put(w, nothing, sizeof nothing);
    return w->file;
}

// The length and the sum of what was written are known now; it is read again for that.
void checkpoint_end_section(struct checkpoint_writer *w)
{
    char name[LONGEST_NAME + 1] = "";
    uint64_t numbers = w->section + sizeof(uint32_t) + w->section_name, start = numbers + 16, end;
    if (!stream_position(w->file, &end) || w->error || end < start || w->section_name > LONGEST_NAME) {
        fail(w);
        return;
    }
    uint64_t head[2] = {end - start, 0};
    bool good = stream_seek(w->file, w->section + sizeof(uint32_t)) && stream_read(w->file, name, w->section_name) &&
                stream_seek(w->file, start);
    head[1] = sum_head(name, head[0]);
    good = good && sum_file(w->file, head[0], &head[1]) && stream_seek(w->file, numbers);
    if (!good)
        fail(w);
    put(w, head, sizeof head);
    if (!stream_seek(w->file, end))
        fail(w);
}

bool checkpoint_finish(struct checkpoint_writer *w, bool good)
{
    if (!w->has_place) {
        if (!stream_flush(w->file))
            fail(w);
        return good && !w->error;
    }
    if (!stream_close(w->file))
        fail(w);
    if (!good || w->error)
        new_file_drop(&w->place);
    else if (!new_file_put(&w->place))
        fail(w);
    return good && !w->error;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static bool refuse(struct checkpoint_reader *r, struct str *error, const char *why)
{
    str_add(r->mem, error, "%s", why);
    return false;
}

// One more section; *is_end if that is the last one.
static bool read_section(struct checkpoint_reader *r, struct stream *file, uint64_t size, unsigned turn, bool *is_end)
{
    char name[LONGEST_NAME + 1];
    uint32_t length;
    uint64_t head[2];
    if (!stream_read(file, &length, sizeof length) || length > LONGEST_NAME || !stream_read(file, name, length) ||
        !stream_read(file, head, sizeof head))
        return false;
    name[length] = '\0';
    uint64_t at, sum = sum_head(name, head[0]);
    if (!stream_position(file, &at) || strlen(name) != length || at > size || head[0] > size - at ||
        !sum_file(file, head[0], &sum) || sum != head[1])
        return false;
    struct checkpoint_section section = {str_copy(r->mem, name), file, at, (size_t)head[0], turn};
    array_push(r->mem, &r->sections, section);
    *is_end = strcmp(name, "end") == 0;
    return true;
}

static bool read_all(struct checkpoint_reader *r, struct stream *file, uint64_t size, unsigned turn, struct str *error)
{
    char first[sizeof magic];
    uint32_t version;
    bool is_end = false;
    if (!stream_read(file, first, sizeof first) || memcmp(first, magic, sizeof magic) != 0)
        return refuse(r, error, "it is no checkpoint");
    if (!stream_read(file, &version, sizeof version))
        return refuse(r, error, "it is damaged");
    if (version != VERSION) {
        str_add(r->mem, error, "it has version %u of the format, and this program reads version %u", version, VERSION);
        return false;
    }
    while (!is_end)
        if (!read_section(r, file, size, turn, &is_end))
            return refuse(r, error, "it is damaged");
    return stream_is_at_end(file) || refuse(r, error, "it is damaged");
}

static void drop_section(struct checkpoint_reader *r, size_t i)
{
    str_release(r->mem, r->sections.at[i].name);
    memmove(&r->sections.at[i], &r->sections.at[i + 1], (r->sections.count - i - 1) * sizeof *r->sections.at);
    r->sections.count--;
}

// Sections before `first` that one of the others has the name of are gone.
static void drop_replaced(struct checkpoint_reader *r, size_t first)
{
    for (size_t i = 0; i < first;) {
        bool is_replaced = false;
        for (size_t k = first; k < r->sections.count; k++)
            is_replaced |= strcmp(r->sections.at[i].name, r->sections.at[k].name) == 0;
        if (is_replaced) {
            drop_section(r, i);
            first--;
        } else
            i++;
    }
}

static void close_unused_files(struct checkpoint_reader *r)
{
    for (size_t i = 0; i < r->files.count;) {
        bool is_used = false;
        for (size_t k = 0; k < r->sections.count; k++)
            is_used |= r->sections.at[k].file == r->files.at[i];
        if (is_used) {
            i++;
            continue;
        }
        stream_close(r->files.at[i]);
        r->files.at[i] = array_last(&r->files);
        r->files.count--;
    }
}

bool checkpoint_read_more(struct checkpoint_reader *r, struct stream *file, unsigned turn, struct str *error)
{
    struct stat status;
    size_t before = r->sections.count;
    array_push(r->mem, &r->files, file);
    bool good = stream_seek(file, 0) && fstat(stream_descriptor(file), &status) == 0
                    ? read_all(r, file, (uint64_t)status.st_size, turn, error)
                    : refuse(r, error, strerror(errno));
    while (!good && r->sections.count > before)
        drop_section(r, r->sections.count - 1);
    if (good)
        drop_replaced(r, before);
    close_unused_files(r);
    return good;
}

bool checkpoint_read(struct checkpoint_reader *r, const char *path, struct mem *mem, struct str *error)
{
    struct stat status;
    struct stream *file = stream_open(path, STREAM_READ, mem);
    *r = (struct checkpoint_reader){.mem = mem};
    if (!file || fstat(stream_descriptor(file), &status) != 0) {
        refuse(r, error, strerror(errno));
        stream_close(file);
        return false;
    }
    if (!S_ISREG(status.st_mode)) {
        stream_close(file);
        return refuse(r, error, "it is not a regular file");
    }
    return checkpoint_read_more(r, file, 0, error);
}

// What was opened before is left as it is: to close it would move the place of the other process.
void checkpoint_read_apart(struct checkpoint_reader *r)
{
    for (size_t i = 0; i < r->files.count; i++) {
        struct str path = {0};
        str_add(r->mem, &path, "/proc/self/fd/%d", stream_descriptor(r->files.at[i]));
        struct stream *own = stream_open(path.at, STREAM_READ, r->mem);
        str_free(r->mem, &path);
        for (size_t k = r->sections.count; k-- > 0;)
            if (r->sections.at[k].file == r->files.at[i]) {
                if (own)
                    r->sections.at[k].file = own;
                else
                    drop_section(r, k);
            }
        stream_abandon(r->files.at[i]);
        r->files.at[i] = own;
    }
    for (size_t i = r->files.count; i-- > 0;)
        if (!r->files.at[i]) {
            r->files.at[i] = array_last(&r->files);
            r->files.count--;
        }
}

void checkpoint_read_close(struct checkpoint_reader *r)
{
    if (!r->mem)
        return;
    for (size_t i = 0; i < r->sections.count; i++)
        str_release(r->mem, r->sections.at[i].name);
    array_free(r->mem, &r->sections);
    for (size_t i = 0; i < r->files.count; i++)
        stream_close(r->files.at[i]);
    array_free(r->mem, &r->files);
}

static const struct checkpoint_section *find(const struct checkpoint_reader *r, const char *name)
{
    for (size_t i = 0; i < r->sections.count; i++)
        if (strcmp(r->sections.at[i].name, name) == 0)
            return &r->sections.at[i];
    return NULL;
}

struct stream *checkpoint_seek_section(struct checkpoint_reader *r, const char *name)
{
    const struct checkpoint_section *section = find(r, name);
    return section && stream_seek(section->file, section->at) ? section->file : NULL;
}

bool checkpoint_read_section(struct checkpoint_reader *r, const char *name, struct str *content)
{
    const struct checkpoint_section *section = find(r, name);
    if (!section || !checkpoint_seek_section(r, name))
        return false;
    array_reserve(r->mem, content, section->length + 1);
    content->count = stream_read_some(section->file, content->at, section->length);
    content->at[content->count] = '\0';
    return content->count == section->length;
}

bool checkpoint_copy_section(struct checkpoint_writer *w, const struct checkpoint_section *section)
{
    char buffer[SUM_AT_ONCE];
    if (!stream_seek(section->file, section->at))
        return false;
    checkpoint_begin_section(w, section->name);
    for (size_t left = section->length, some; left > 0; left -= some) {
        some = left < sizeof buffer ? left : sizeof buffer;
        if (!stream_read(section->file, buffer, some))
            return false;
        put(w, buffer, some);
    }
    checkpoint_end_section(w);
    return true;
}

bool checkpoint_is_one(const char *path, struct mem *mem)
{
    char first[sizeof magic];
    struct stream *file = stream_open(path, STREAM_READ, mem);
    bool good = file && stream_read(file, first, sizeof first) && memcmp(first, magic, sizeof magic) == 0;
    stream_close(file);
    return good;
}
