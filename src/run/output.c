#include "run/output.h"

#include <errno.h>
#include <string.h>

#include "base/stream.h"
#include "run/input.h"

void output_tell_unwritten(struct run *run, const char *path, int reason)
{
    struct str name = {0};
    input_add_quoted(run, &name, path);
    log_error(&run->log, "cannot write %s%s%s", str_text(&name), reason ? ": " : "", reason ? strerror(reason) : "");
    str_free(&run->mem, &name);
}

bool output_put(struct run *run, const char *path, const struct str *text)
{
    struct stream *file = stream_open(path, STREAM_WRITE, &run->mem);
    if (file)
        stream_write(file, text->at, text->count);
    if (file && stream_close(file))
        return true;
    output_tell_unwritten(run, path, errno);
    return false;
}
