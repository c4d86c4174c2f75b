#include "base/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"

#define LONGEST_LINE 500 // bytes
#define ERASE "\r\033[K"
#define ELLIPSIS "\xe2\x80\xa6"

static double now(const struct progress *progress)
{
    return progress->clock ? progress->clock(progress->context) : clock_now();
}

static double interval(const struct progress *progress)
{
    return progress->interval > 0 ? progress->interval : PROGRESS_INTERVAL;
}

void progress_begin(struct progress *progress, const char *work)
{
    progress_end(progress);
    progress->work = work;
    progress->started = now(progress);
    progress->due = progress->started + (progress->terminal ? PROGRESS_DELAY : interval(progress));
    progress->running = true;
}

bool progress_is_due(const struct progress *progress)
{
    return progress->running && !progress->quiet && progress->write && now(progress) >= progress->due;
}

static void write_text(const struct progress *progress, const char *text)
{
    progress->write(progress->context, text, strlen(text));
}

// Makes a line safe for a terminal: what is not printable becomes `?`, and what passes `width` columns is cut, with an
// ellipsis as the last column. The result is never longer than the line was, but for the ellipsis.
static void fit(char line[static LONGEST_LINE + sizeof ELLIPSIS], size_t width)
{
    size_t length = strlen(line), columns = 0, out = 0, last = 0;
    for (size_t in = 0; in < length;) {
        uint32_t code;
        size_t bytes = utf8_decode(line + in, length - in, &code);
        if (columns == width) {
            strcpy(line + last, ELLIPSIS);
            return;
        }
        last = out;
        if (utf8_is_printable(code)) {
            memmove(line + out, line + in, bytes);
            out += bytes;
        } else
            line[out++] = '?';
        in += bytes;
        columns++;
    }
    line[out] = '\0';
}

void progress_show(struct progress *progress, const char *format, ...)
{
    if (!progress_is_due(progress))
        return;
    char line[LONGEST_LINE + sizeof ELLIPSIS];
    double time = now(progress);
    double elapsed = time - progress->started;
    int start = snprintf(line, LONGEST_LINE, "[%.0f s] %s: ", elapsed, progress->work);
    if (start >= 0 && start < LONGEST_LINE) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(line + start, (size_t)(LONGEST_LINE - start), format, arguments);
        va_end(arguments);
    }

    if (progress->terminal) {
        // The last column stays free: a terminal may begin a new line when it is filled.
        size_t width = progress->width ? progress->width : 80;
        fit(line, width > 1 ? width - 1 : 1);
        write_text(progress, ERASE);
        write_text(progress, line);
        progress->drawn = true;
        progress->due = time + PROGRESS_REDRAW;
    } else {
        fit(line, LONGEST_LINE);
        strcat(line, "\n");
        write_text(progress, line);
        progress->due = time + interval(progress);
    }
}

void progress_hide(struct progress *progress)
{
    if (progress->drawn)
        write_text(progress, ERASE);
    progress->drawn = false;
}

void progress_end(struct progress *progress)
{
    progress_hide(progress);
    progress->running = false;
}
