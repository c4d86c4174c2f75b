// A progress line for long work. The work reports as often as it likes; what is shown is little:
//   - on a terminal, one line that is redrawn a few times a second, cut to the terminal's width, and erased at the end;
//   - elsewhere, plain lines, one in half a minute unless `interval` says otherwise;
//   - nothing at all in the first half second, nor when `quiet` is set.
//
//     progress_begin(p, "reachability");
//     while (...)
//         if (progress_is_due(p))
//             progress_show(p, "step %zu, %zu nodes", step, nodes);
//     progress_end(p);
//
// The bytes go to `write`, which is the caller's. A struct progress is set up once and used for one work after another.
// It takes no memory.
#ifndef COSET_BASE_PROGRESS_H
#define COSET_BASE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#define PROGRESS_DELAY 0.5     // seconds before the first line on a terminal
#define PROGRESS_REDRAW 0.1    // seconds between two
#define PROGRESS_INTERVAL 30.0 // seconds before each line elsewhere

struct progress {
    void (*write)(void *context, const char *bytes, size_t count);
    void *context;
    bool quiet, terminal;
    size_t width;                   // of the terminal in columns; 0: 80
    double interval;                // seconds between lines where there is no terminal; 0: PROGRESS_INTERVAL
    double (*clock)(void *context); // NULL: clock_now

    // The rest is the module's own.
    const char *work;
    double started, due;
    bool running, drawn; // drawn: there is a line on the terminal now
};

void progress_begin(struct progress *, const char *work); // `work` must live until the end
bool progress_is_due(const struct progress *);
void progress_show(struct progress *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void progress_end(struct progress *);

// Takes the line off the terminal until it is shown again: to be called before anything else is written there.
void progress_hide(struct progress *);

#endif
