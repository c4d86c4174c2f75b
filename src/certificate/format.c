#include "certificate/format.h"

#include <string.h>

#include "base/hash.h"

static uint64_t read_fixed(const uint8_t *at)
{
    uint64_t number = 0;
    for (unsigned i = 8; i-- > 0;)
        number = number << 8 | at[i];
    return number;
}

bool certificate_open(struct view *file, const char **error)
{
    const size_t magic = strlen(CERTIFICATE_MAGIC), tail = SECTION_HEAD + 8;
    if ((size_t)(file->end - file->at) < magic || memcmp(file->at, CERTIFICATE_MAGIC, magic) != 0) {
        *error = "it is no certificate of a kind that is known here";
        return false;
    }
    const uint8_t *last = file->end - tail;
    if ((size_t)(file->end - file->at) < magic + tail || memcmp(last, TAG_END, 4) != 0 || read_fixed(last + 4) != 8) {
        *error = "the certificate is cut off";
        return false;
    }
    size_t summed = (size_t)(file->end - 8 - file->at);
    if (hash_bytes(HASH_BYTES_START, file->at, summed) != read_fixed(file->end - 8)) {
        *error = "the certificate is damaged: its checksum is wrong";
        return false;
    }
    file->at += magic;
    file->end = last;
    return true;
}

bool certificate_next(struct view *file, char tag[5], struct view *section)
{
    if (file->at == file->end)
        return false;
    struct view head = view_part(file, SECTION_HEAD);
    if (file->is_damaged)
        return false;
    memcpy(tag, head.at, 4);
    tag[4] = '\0';
    *section = view_part(file, read_fixed(head.at + 4));
    return !file->is_damaged;
}

void certificate_head(const char *tag, uint64_t length, uint8_t head[SECTION_HEAD])
{
    memcpy(head, tag, 4);
    for (unsigned i = 0; i < 8; i++)
        head[4 + i] = (uint8_t)(length >> 8 * i);
}
