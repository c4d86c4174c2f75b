// Which run a checkpoint is of.
#include "run/checkpoint/checkpoint_run.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"

static uint64_t hash_of_model(const struct input *input)
{
    size_t length = input->text.length;
    return hash_pair(hash_bytes(HASH_BYTES_START, input->text.at, length), length);
}

void checkpoint_put_run(const struct job *job, const struct input *input, size_t properties, struct mem *mem,
                        struct str *out)
{
    wire_put_text(mem, out, job->version);
    wire_put_number(mem, out, hash_of_model(input));
    wire_put_number(mem, out, properties);
    for (size_t i = 0; i < job->choices; i++) {
        wire_put_text(mem, out, job->made[i].name);
        wire_put_text(mem, out, job->made[i].value);
    }
}

const char *checkpoint_difference(const struct job *job, const struct input *input, size_t properties,
                                  struct wire_reader *r, struct arena *texts, struct mem *mem)
{
    struct str own = {0}, text = {0};
    checkpoint_put_run(job, input, properties, mem, &own);
    struct wire_reader mine = {.at = own.at, .left = own.count};
    const char *version = wire_get_text(r, texts);
    wire_get_text(&mine, texts);
    bool is_of_version = version && strcmp(version, job->version) == 0;
    bool is_of_model = wire_get_number(r) == wire_get_number(&mine);
    bool has_all = wire_get_number(r) == wire_get_number(&mine);
    if (!is_of_version)
        str_add(mem, &text, "it was made by version %s of the program, and this is %s", version ? version : "?",
                job->version);
    else if (!is_of_model)
        str_add(mem, &text, "it is one of another model");
    while (text.count == 0 && mine.left > 0 && !r->is_bad) {
        const char *name = wire_get_text(r, texts), *chosen = wire_get_text(r, texts);
        const char *own_name = wire_get_text(&mine, texts), *own_value = wire_get_text(&mine, texts);
        if (!name || !chosen || strcmp(name, own_name) != 0)
            r->is_bad = true;
        else if (strcmp(chosen, own_value) != 0)
            str_add(mem, &text, "it was made with --%s %s, and not with %s", name, *chosen ? chosen : "(nothing)",
                    *own_value ? own_value : "(nothing)");
    }
    if (text.count == 0 && (r->is_bad || r->left > 0 || !has_all))
        str_add(mem, &text, "it is damaged");
    const char *kept = text.count ? arena_copy(texts, text.at, text.count) : NULL;
    str_free(mem, &own);
    str_free(mem, &text);
    return kept;
}
