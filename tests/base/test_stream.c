// Streams and files that are written anew: what goes in comes out, failures are told, and nothing is left half done.
#include "../unit.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/new_file.h"
#include "base/stream_file.h"

// A folder that is empty in the end, and a context.
struct fixture {
    struct mem mem;
    char folder[64], path[128];
};

static struct fixture *begin(void)
{
    struct fixture *f = calloc(1, sizeof *f);
    snprintf(f->folder, sizeof f->folder, "/tmp/coset_stream.XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/file", f->folder);
    return f;
}

static void end(struct fixture *f)
{
    unlink(f->path);
    assert_int_equal(rmdir(f->folder), 0);
    assert_nothing_left(&f->mem);
    free(f);
}

static void put_text(struct fixture *f, const char *text)
{
    struct stream *s = stream_open(f->path, STREAM_WRITE, &f->mem);
    assert_true(stream_write(s, text, strlen(text)));
    assert_true(stream_close(s));
}

static void assert_text(struct fixture *f, const char *text)
{
    char bytes[64] = "";
    struct stream *s = stream_open(f->path, STREAM_READ, &f->mem);
    assert_int_equal(stream_read_some(s, bytes, sizeof bytes), strlen(text));
    assert_string_equal(bytes, text);
    assert_true(stream_is_at_end(s));
    assert_true(stream_close(s));
}

static void what_is_written_can_be_read_again(void **state)
{
    UNUSED(state);
    struct fixture *f = begin();
    char bytes[8] = "";
    uint64_t at;
    struct stream *s = stream_open(f->path, STREAM_REWRITE, &f->mem);
    assert_true(stream_write(s, "first second", 12));
    assert_true(stream_position(s, &at));
    assert_int_equal(at, 12);
    assert_true(stream_seek(s, 6) && stream_read(s, bytes, 6));
    assert_string_equal(bytes, "second");
    assert_true(stream_seek(s, 0) && stream_write(s, "other", 5));
    assert_true(stream_flush(s) && !stream_has_failed(s));
    assert_true(stream_close(s));
    assert_text(f, "other second");
    end(f);
}

static void fewer_bytes_than_wanted_are_told(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    char bytes[8] = "";
    struct stream *s = stream_on_bytes("abc", 3, &mem);
    assert_false(stream_is_at_end(s));
    assert_true(stream_read(s, bytes, 1));
    assert_false(stream_read(s, bytes, 3));
    assert_true(stream_is_at_end(s));
    assert_true(stream_close(s) && stream_close(NULL));
    assert_nothing_left(&mem);
}

static void descriptors_and_files_stay_with_their_owner(void **state)
{
    UNUSED(state);
    struct fixture *f = begin();
    put_text(f, "abc");
    int descriptor = open(f->path, O_RDWR | O_CLOEXEC);
    struct stream *s = stream_on_descriptor(descriptor, STREAM_REWRITE, &f->mem);
    assert_true(stream_descriptor(s) != descriptor);
    assert_true(stream_write(s, "x", 1) && stream_close(s)); // and what was there is not gone
    assert_text(f, "xbc");
    FILE *file = fdopen(descriptor, "r+");
    s = stream_on_file(file, &f->mem);
    assert_ptr_equal(stream_file(s), file);
    assert_true(stream_seek(s, 1) && stream_write(s, "y", 1) && stream_close(s));
    assert_text(f, "xyc");
    assert_int_equal(fclose(file), 0);
    assert_null(stream_on_descriptor(-1, STREAM_READ, &f->mem));
    assert_int_equal(errno, EBADF);
    end(f);
}

static void a_full_disk_is_told_in_the_end(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    if (access("/dev/full", W_OK) != 0)
        skip();
    struct stream *s = stream_open("/dev/full", STREAM_WRITE, &mem);
    stream_write(s, "abc", 3);
    errno = 0;
    assert_false(stream_close(s));
    assert_int_equal(errno, ENOSPC);
    s = stream_open("/dev/full", STREAM_WRITE, &mem);
    stream_write(s, "abc", 3);
    assert_false(stream_flush(s));
    assert_true(stream_has_failed(s));
    stream_close(s);
    assert_null(stream_open("/nowhere/file", STREAM_READ, &mem));
    assert_nothing_left(&mem);
}

static void a_new_file_takes_the_place_and_the_mode_of_the_old_one(void **state)
{
    UNUSED(state);
    struct fixture *f = begin();
    struct new_file new;
    struct stat status;
    put_text(f, "old");
    assert_int_equal(chmod(f->path, 0640), 0);
    assert_true(new_file_open(&new, f->path, &f->mem));
    assert_int_equal(write(new.descriptor, "new", 3), 3);
    assert_text(f, "old");
    assert_true(new_file_put(&new));
    assert_text(f, "new");
    assert_int_equal(stat(f->path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_true(new_file_open(&new, f->path, &f->mem));
    assert_int_equal(write(new.descriptor, "half", 4), 4);
    new_file_drop(&new);
    assert_text(f, "new");
    end(f);
}

static void a_file_that_cannot_take_its_place_is_gone(void **state)
{
    UNUSED(state);
    struct fixture *f = begin();
    struct new_file new;
    assert_true(new_file_open(&new, f->path, &f->mem));
    assert_int_equal(mkdir(f->path, 0700), 0);
    assert_false(new_file_put(&new));
    assert_int_equal(errno, EISDIR);
    assert_int_equal(rmdir(f->path), 0);
    assert_false(new_file_open(&new, "/nowhere/file", &f->mem));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(new_file_nameless("/nowhere/file", &f->mem), -1);
    int nameless = new_file_nameless(f->path, &f->mem);
    assert_true(nameless >= 0);
    close(nameless);
    end(f); // which asserts that the folder is empty
}

static void places_are_behind_links_and_only_those_of_files(void **state)
{
    UNUSED(state);
    struct fixture *f = begin();
    struct str place = {0};
    char link[160];
    snprintf(link, sizeof link, "%s/link", f->folder);
    put_text(f, "old");
    assert_int_equal(symlink("file", link), 0);
    assert_null(new_file_find_place(link, &f->mem, &place));
    assert_string_equal(strrchr(place.at, '/'), "/file");
    str_clear(&place);
    unlink(link);
    assert_null(new_file_find_place(link, &f->mem, &place)); // there is nothing
    assert_string_equal(place.at, link);
    assert_string_equal(new_file_find_place(f->folder, &f->mem, &place), "it is a directory");
    assert_string_equal(new_file_find_place("/dev/null", &f->mem, &place), "it is not a regular file");
    assert_string_equal(new_file_find_place("", &f->mem, &place), "it has no name");
    str_free(&f->mem, &place);
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_can_be_read_again),
        cmocka_unit_test(fewer_bytes_than_wanted_are_told),
        cmocka_unit_test(descriptors_and_files_stay_with_their_owner),
        cmocka_unit_test(a_full_disk_is_told_in_the_end),
        cmocka_unit_test(a_new_file_takes_the_place_and_the_mode_of_the_old_one),
        cmocka_unit_test(a_file_that_cannot_take_its_place_is_gone),
        cmocka_unit_test(places_are_behind_links_and_only_those_of_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
