// coset-certify MODEL CERTIFICATE: says of each property of the model whether the certificate shows that it holds.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "certify/certify.h"

enum status { STATUS_CERTIFIED = 0, STATUS_REFUTED = 1, STATUS_TROUBLE = 2, STATUS_NOT_CERTIFIED = 3 };

static const char usage[] = "Usage: coset-certify MODEL CERTIFICATE\n"
                            "\n"
                            "Says of each property of the model (.m or .smv) whether the certificate, which\n"
                            "coset check MODEL --certificate CERTIFICATE has written, shows that it holds.\n"
                            "\n"
                            "Exit status: 0 all properties are certified, 1 something that the certificate\n"
                            "claims is not so, 2 bad input or usage, 3 some property is not certified.\n";

// The bytes of a file, as they lie in it.
struct mapped {
    const uint8_t *at;
    size_t length;
};

static _Noreturn void fail(const char *format, const char *a, const char *b)
{
    fputs("coset-certify: error: ", stderr);
    fprintf(stderr, format, a, b);
    fputc('\n', stderr);
    exit(STATUS_TROUBLE);
}

static _Noreturn void out_of_memory(struct mem *mem)
{
    (void)mem;
    fail("out of memory%s%s", "", "");
}

static struct mapped map_file(const char *path)
{
    struct mapped m = {0};
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0)
        fail("cannot read \"%s\": %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        fail("cannot read \"%s\": %s", path, "it is no file");
    m.length = (size_t)status.st_size;
    if (m.length == 0)
        fail("cannot read \"%s\": %s", path, "the file is empty");
    void *bytes = mmap(NULL, m.length, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        fail("cannot read \"%s\": %s", path, strerror(errno));
    m.at = bytes;
    close(file);
    return m;
}

static void print_text(struct mem *mem, FILE *out, const char *text)
{
    struct str shown = {0};
    utf8_add_printable(mem, &shown, text, strlen(text));
    fputs(str_text(&shown), out);
    str_free(mem, &shown);
}

// What is certified is said in full: how the text was read is a part of it.
static void print_reading(struct mem *mem, const char *path, const struct subject_reading *r)
{
    static const char *const deadlocks[] = {"stuttering", "stuck", "off"};
    static const char *const dialects[] = {"auto", "cmurphi", "rumur"};
    print_text(mem, stdout, path);
    for (size_t i = 0; i < r->constant_count; i++) {
        fputs(i == 0 ? " with " : ", ", stdout);
        print_text(mem, stdout, r->constants[i]);
    }
    if (r->deadlock != MURPHI_DEADLOCK_STUTTERING)
        printf(", --deadlock %s", deadlocks[r->deadlock]);
    if (r->dialect != MURPHI_DIALECT_AUTO)
        printf(", --dialect %s", dialects[r->dialect]);
    if (r->loop_limit != 0 && r->loop_limit != MURPHI_LOOP_LIMIT)
        printf(", --loop-limit %u", r->loop_limit);
    fputs(":\n", stdout);
}

static enum status print_results(struct mem *mem, const certify_results *results)
{
    size_t of[3] = {0};
    for (size_t i = 0; i < results->count; i++) {
        const struct certify_result *r = &results->at[i];
        of[r->outcome]++;
        printf("%3zu  ", i + 1);
        if (r->outcome == CERTIFY_CERTIFIED)
            printf("certified (%s)  ", r->form);
        else
            fputs(r->outcome == CERTIFY_NOT ? "not certified  " : "REFUTED  ", stdout);
        print_text(mem, stdout, r->property->name ? r->property->name : r->property->text);
        if (r->outcome != CERTIFY_CERTIFIED) {
            fputs(": ", stdout);
            print_text(mem, stdout, str_text(&r->text));
        }
        fputc('\n', stdout);
    }
    printf("%zu of %zu properties certified", of[CERTIFY_CERTIFIED], results->count);
    if (of[CERTIFY_REFUTED])
        printf(", %zu refuted", of[CERTIFY_REFUTED]);
    fputc('\n', stdout);
    return of[CERTIFY_REFUTED] ? STATUS_REFUTED : of[CERTIFY_NOT] ? STATUS_NOT_CERTIFIED : STATUS_CERTIFIED;
}

static void show_diagnostics(struct mem *mem, const struct diag *diag)
{
    struct str text = {0};
    diag_render(diag, &text);
    fputs(str_text(&text), stderr);
    str_free(mem, &text);
}

static enum status judge(const char *model, const char *certificate)
{
    struct mem mem = {.exhausted = out_of_memory};
    struct mapped text = map_file(model), bytes = map_file(certificate);
    struct view file = {bytes.at, bytes.at + bytes.length, false}, section;
    struct subject_reading reading;
    struct subject subject;
    struct diag diag;
    certify_results results = {0};
    const char *error = NULL;
    char tag[5];
    if (!certificate_open(&file, &error))
        fail("%s: %s", certificate, error);
    if (!certificate_next(&file, tag, &section) || strcmp(tag, TAG_MODEL) != 0 ||
        !subject_read_section(&section, &mem, &reading))
        fail("%s: %s", certificate, "it does not say what it is about");
    diag_open(&diag, &mem);
    if (!subject_open(&subject, model, (const char *)text.at, text.length, &reading, &mem, &diag)) {
        show_diagnostics(&mem, &diag);
        return STATUS_TROUBLE;
    }
    if (!subject_matches(&subject, &section, &error) || !certify_check(&subject, file, &mem, &results, &error))
        fail("%s: %s", certificate, error);
    print_reading(&mem, model, &reading);
    enum status status = print_results(&mem, &results);
    certify_free_results(&mem, &results);
    diag_close(&diag);
    subject_close(&subject);
    subject_free_reading(&mem, &reading);
    return fflush(stdout) == 0 ? status : STATUS_TROUBLE;
}

int main(int argc, char **argv)
{
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(usage, stdout);
        return STATUS_CERTIFIED;
    }
    if (argc != 3 || argv[1][0] == '-' || argv[2][0] == '-') {
        fputs(usage, stderr);
        return STATUS_TROUBLE;
    }
    return judge(argv[1], argv[2]);
}
