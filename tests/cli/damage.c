// Damages a checkpoint behind its checksums: damage FILE RESULT SEED. One section, or its name, is another one then,
// and all checksums are right.
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "run/checkpoint/checkpoint_file.h"

static void change(struct str *text, struct mem *mem, uint64_t *dice)
{
    static const uint64_t strange[] = {0, 1, 2, 7, 0xff, 0xffff, 0x7fffffff, 0xffffffff, UINT64_MAX};
    for (size_t times = 1 + random_below(dice, 3); times > 0; times--) {
        size_t at = text->count ? random_below(dice, text->count) : 0, bytes = (size_t)1 << random_below(dice, 4);
        uint64_t odd = strange[random_below(dice, sizeof strange / sizeof *strange)];
        switch (text->count ? random_below(dice, 6) : 5) {
        case 0:
            text->at[at] = (char)(text->at[at] ^ (1 << random_below(dice, 8)));
            break;
        case 1:
            memcpy(text->at + at, &odd, bytes < text->count - at ? bytes : text->count - at);
            break;
        case 2:
            text->at[at] = (char)(text->at[at] + 1);
            break;
        case 3:
            text->count = at;
            break;
        case 4:
            memmove(text->at + at, text->at + at / 2, text->count - at);
            break;
        default:
            str_add_bytes(mem, text, (const char *)&odd, bytes);
        }
    }
}

int main(int count, char **arguments)
{
    struct mem mem = MEM_UNLIMITED;
    struct str error = {0};
    struct checkpoint_reader reader = {0};
    struct checkpoint_writer writer;
    if (count != 4 || !checkpoint_read(&reader, arguments[1], &mem, &error) ||
        !checkpoint_begin(&writer, arguments[2], &mem))
        return 2;
    uint64_t dice = strtoull(arguments[3], NULL, 10);
    size_t which = random_below(&dice, reader.sections.count);
    for (size_t i = 0; i < reader.sections.count; i++) {
        const char *name = reader.sections.at[i].name;
        struct str content = {0}, other = {0};
        checkpoint_read_section(&reader, name, &content);
        str_add(&mem, &other, "%s", name);
        if (i == which && random_below(&dice, 16) == 0)
            str_add(&mem, &other, "x");
        else if (i == which)
            change(&content, &mem, &dice);
        stream_write(checkpoint_begin_section(&writer, other.at), str_text(&content), content.count);
        checkpoint_end_section(&writer);
        str_free(&mem, &content);
        str_free(&mem, &other);
    }
    bool good = checkpoint_finish(&writer, true);
    checkpoint_read_close(&reader);
    str_free(&mem, &error);
    return !good;
}
